"""The ruleset's own captain: its answer to every question, from what its side sees alone.

It keeps a line or closes by what its nation is good at, keeps its first broadside for close
range, works for the rake, and keeps clear of friends, of the ground and of the table's edge. It
answers by its own dice where it has no opinion.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from weathergage import Command, Dice, View
from weathergage_as_per_margin.anchors import Spring
from weathergage_as_per_margin.boarding import Announce
from weathergage_as_per_margin.boat_orders import Lower
from weathergage_as_per_margin.campaign.orders import ChartOrders
from weathergage_as_per_margin.captain import aboard, ashore, chart, moves, standing
from weathergage_as_per_margin.captain.fire import choose_fire
from weathergage_as_per_margin.captain.purpose import purpose_of
from weathergage_as_per_margin.captain.rowing import muster
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.falling_aboard import Part
from weathergage_as_per_margin.grounding import Kedge
from weathergage_as_per_margin.gunnery import Fire
from weathergage_as_per_margin.handling import Adrift, LetGo, Oars, Sail
from weathergage_as_per_margin.landing.closing import Close
from weathergage_as_per_margin.landing.firing import Shoot
from weathergage_as_per_margin.landing.marching import March
from weathergage_as_per_margin.orders import Independence

SALT = 0x5EA_CA97A1
"""What a game's seed is mixed with for the dice of its captains, so that no stream is shared."""


class Question(Protocol):
    """What a captain needs of a question: a decision, or an ask of a campaign's battle."""

    kinds: tuple[type[Command], ...]

    def legal(self) -> Any:
        """Every legal answer, or None."""

    def sample(self, dice: Any) -> Command:
        """One legal answer at random."""

    def complaint(self, command: Command) -> Any:
        """What is wrong with an answer, or None."""

    @property
    def about(self) -> str | None:
        """The thing concerned."""


class _Asked:
    """An ask as a question."""

    __slots__ = ("_ask", "about", "kinds")

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self.kinds = ask.kinds
        self.about = ask.about

    def legal(self) -> Any:
        return self._ask.answers.legal()

    def sample(self, dice: Any) -> Command:
        command: Command = self._ask.answers.sample(dice)
        return command

    def complaint(self, command: Command) -> Any:
        return self._ask.answers.check(command)


class MarginCaptain:
    """Plays one seat of a game of As Per Margin.

    seat: the side. dice: chance of its own, for answers that are drawn by lot.
    """

    def __init__(self, seat: str, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice
        self._courses: dict[Any, float] = {}

    def answer(self, view: View, decision: Any) -> Command:
        """A legal answer to an open decision of its seat."""
        return self._answer(view.table, decision)

    def decide(self, game: Any, ask: Any) -> Command:
        """A legal answer to a question of a battle that captains fight for the players."""
        return self._answer(game.view(self.seat).table, _Asked(ask))

    def _answer(self, table: Any, question: Question) -> Command:
        seen = Seen(table.state, table.rules, self.seat)
        for command in self._considered(seen, question):
            if question.complaint(command) is None:
                return command
        drawn: Command = question.sample(self.dice)
        return drawn

    def _considered(self, seen: Seen, question: Question) -> Iterable[Command]:
        """Answers in the order in which they are liked."""
        kind, about = question.kinds[0], str(question.about or "")
        if kind is Fire:
            return (choose_fire(seen, purpose_of(seen), question.legal() or ()),)
        if kind in (Sail, Spring):
            return moves.considered(seen, purpose_of(seen), question, self._courses)
        if kind is Lower:
            return muster(seen, purpose_of(seen))
        if kind in (Close, March, Shoot):
            orders: Iterable[Command] = ashore.considered(seen, purpose_of(seen), kind, question)
            return orders
        if kind is Independence:
            return (standing.independence(seen, purpose_of(seen)),)
        if kind is Announce:
            return (aboard.announce(seen, purpose_of(seen), about),)
        if kind is Part:
            return (aboard.part(seen, purpose_of(seen)),)
        if kind is Kedge:
            return (aboard.kedge(seen),)
        if kind is LetGo:
            return (LetGo(ship=about, anchor="both"),)
        if kind is Adrift:
            return (Oars(ship=about),)
        if kind is ChartOrders:
            return chart.considered(seen, question)
        return ()


def admiral_for(game: Any, seat: str) -> MarginCaptain:
    """The captain that fights a campaign's battle for a seat: its dice follow from the game's seed
    and where the game stands, and move none of the game's own.
    """
    state = game.state
    step = (state.turn << 20) + (state.battle_turn << 4) + game.rules.seats.index(seat)
    return MarginCaptain(seat, Dice((game.seed ^ SALT) + (step << 64)))
