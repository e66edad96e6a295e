"""The ruleset's own captain: its answer to every question, from what its side sees alone.

It looks for rams at speed, rakes on the way, and boards where it has the marines; between, it
keeps its line and stays out of the enemy's reach. It answers by its own dice where it has no
opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from weathergage import Choose, Command, Decline, Dice, View, clause, distance
from weathergage_war_galley import commanders
from weathergage_war_galley.avoidance import Avoid
from weathergage_war_galley.boarding import Board
from weathergage_war_galley.captain import fleet, replies, rowing
from weathergage_war_galley.captain.bridge import Bridge
from weathergage_war_galley.captain.seen import Seen
from weathergage_war_galley.captain.temper import STEADY, Temper
from weathergage_war_galley.commanders import Place, Transfer
from weathergage_war_galley.deployment import Deploy, Deployment
from weathergage_war_galley.endings import Agree
from weathergage_war_galley.flame import Firepots
from weathergage_war_galley.initiative import First, Name
from weathergage_war_galley.missiles import Fire
from weathergage_war_galley.movement import Row
from weathergage_war_galley.orders import Activate, Move, Weigh
from weathergage_war_galley.ramming import BackOff, Ram
from weathergage_war_galley.speeds import Speeds
from weathergage_war_galley.squadrons import Form
from weathergage_war_galley.stepping import Step
from weathergage_war_galley.tournament import Fleet, Market, purse_of
from weathergage_war_galley.victory import totals

if TYPE_CHECKING:
    from weathergage import Decision

DRAWN: Final = 100
"""Answers that are drawn and weighed where they are too many to list."""


class WarGalleyCaptain:
    """Plays one seat of a game of War Galley.

    seat: the side. dice: chance of its own, for answers that are drawn by lot. temper: how it
    weighs things.
    """

    def __init__(self, seat: str, dice: Dice, temper: Temper = STEADY) -> None:
        self.seat = seat
        self.dice = dice
        self.temper = temper
        self._bridge = Bridge()

    def answer(self, view: View, decision: Decision) -> Command:
        """A legal answer to an open decision of its seat."""
        table = view.table
        seen = Seen(table.state, table.rules, self.seat, self.temper)
        command = self._choose(seen, decision)
        if command is not None and decision.complaint(command) is None:
            return command
        return decision.sample(self.dice)

    def _choose(self, seen: Seen, decision: Decision) -> Command | None:
        """What it would answer; None if it has no opinion."""
        kinds = decision.kinds
        about = str(decision.about or "")
        if Step in kinds:
            return rowing.step(self._bridge, seen, about, decision.legal() or ())
        if Row in kinds:
            return rowing.announce(self._bridge, seen, about, decision.legal() or ())
        if Speeds in kinds:
            return fleet.levels(self._bridge, seen, decision)
        if Move in kinds:
            return fleet.next_galley(self._bridge, seen, decision)
        if Activate in kinds:
            return fleet.activation(self._bridge, seen, decision.legal() or ())
        reply = _REPLIES.get(kinds[0])
        return self._reply(reply, seen, about, decision) if reply else self._other(seen, decision)

    def _reply(self, reply: Reply, seen: Seen, about: str, decision: Decision) -> Command | None:
        legal = decision.legal()
        if legal is None:
            legal = [decision.sample(self.dice) for _ in range(DRAWN)]
        return reply(seen, about, legal) if legal else None

    def _other(self, seen: Seen, decision: Decision) -> Command | None:
        """Answers to what is asked once in a while."""
        kind = decision.kinds[0]
        if kind is BackOff:
            about = str(decision.about or "")
            return rowing.after_ram(self._bridge, seen, about, decision.legal() or ())
        if kind is First:
            return fleet.first(self._bridge, seen)
        if kind is Form:
            return Form()
        if kind is Deploy:
            return _deploy(seen)
        if kind is Fleet:
            side = seen.rules.scenario.side(self.seat)
            return Market(purse_of(seen.rules, side)).suggested()
        return None


Reply = Callable[[Seen, str, Sequence[Command]], Command | None]


def _deploy(seen: Seen) -> Command:
    """Everything where the scenario suggests it."""
    scenario = seen.rules.scenario
    side = scenario.side(seen.seat)
    if scenario.victory.treasure is None:
        return Deploy()
    task = Deployment(seen.state, scenario, side, seen.rules.options)
    return Deploy(treasure=task.suggested().treasure)


def _board(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    return replies.boarding(seen, legal)


def _name(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """The Admiral with the highest rating."""
    return max(legal, key=lambda command: _rating(seen, command))


def _rating(seen: Seen, command: Command) -> int:
    if not isinstance(command, Name):
        return -1
    return commanders.rating(commanders.commander_of(seen.state, command.admiral))


def _first(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """What is offered first: in a tournament, deploying at once."""
    return legal[0]


def _transfer(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """Leave a ship that is lost."""
    return next((c for c in legal if isinstance(c, Transfer)), legal[0])


def _place(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """A lost commander's deputy leads from the sound galley that is farthest from the enemy."""
    return max(legal, key=lambda command: _safety(seen, command))


def _safety(seen: Seen, command: Command) -> tuple[bool, int]:
    if not isinstance(command, Place):
        return False, -1
    galley = seen.galley(command.galley)
    away = min((distance(galley.bow, foe.bow) for foe in seen.foes), default=99)
    return not (galley.held or galley.fire), away


def _yes(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """Whatever is not declining."""
    return next((c for c in legal if not isinstance(c, Decline)), legal[0])


@clause("9.1")
def _agree(seen: Seen, about: str, legal: Sequence[Command]) -> Command:
    """Halt where it has more Victory Points."""
    points = totals(seen.rules, seen.state)
    ahead = points[seen.seat] > max(found for side, found in points.items() if side != seen.seat)
    return next(c for c in legal if isinstance(c, Agree if ahead else Decline))


_REPLIES: dict[type[Any], Reply] = {
    Agree: _agree,
    Avoid: replies.avoidance,
    Ram: replies.reaction_ram,
    Fire: replies.reaction_fire,
    Firepots: _yes,
    Weigh: _yes,
    Board: _board,
    Name: _name,
    Place: _place,
    Choose: _first,
    Transfer: _transfer,
}
