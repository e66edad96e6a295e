"""Fire: flame missiles that may kindle their target, and firepots dropped in a ram (8.5)."""

from __future__ import annotations

from typing import Any

from weathergage import Ask, Command, Decline, Event, OneOf, PhaseRun, clause, event
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley

FIREPOTS = 5
"""The lowest die with which firepots set their target on fire."""


class Firepots(Command):
    """The ramming galley drops its firepots on the target."""

    NOTATION = '"firepots"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["firepots"], ["drop", "firepots"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "firepots"


COMMANDS: tuple[type[Command], ...] = (Firepots, Decline)

_ANSWERS: tuple[Command, ...] = (Decline(), Firepots())
_HELP = 'Write "firepots" to drop them before the ram is resolved, "decline" to keep them.'


@event
class Kindled(Event):
    """A galley is On Fire. how: "flame missiles", "firepots", or "the fire of" another."""

    galley: str
    how: str
    clause: str

    def say(self) -> str:
        """Who burns, and by what."""
        return f"{self.galley} is set on fire by {self.how}."


@clause("8.54", "2.1-markers")
def kindle(game: Any, galley: Galley, how: str, clause: str) -> None:
    """Put an On Fire marker on a galley; one that burns already only goes on burning."""
    if galley.fire:
        return
    galley.fire = True
    if game.telling:
        game.tell(Kindled(galley.counter.code, how, clause))


@clause("8.5", "8.51", "8.48")
def has_flame(galley: Galley) -> bool:
    """Whether a galley may use flame missiles: its scenario says so, and it has not thrown its
    towers overboard.
    """
    counter = galley.counter
    return counter.flame and (galley.towers or not counter.towers)


@clause("8.51")
def ignite(game: Any, firer: Galley, target: Galley) -> None:
    """Roll for an F of flame missiles: 4 to 6 sets the target on fire, in foul weather 5 or 6."""
    code = target.counter.code
    die = one_die(
        game,
        f"flame {firer.counter.code}",
        f"the flames on {code}",
        "8.51",
        (),
        code,
        at="flame missiles",
        by=firer,
        against=target,
    )
    if die >= game.rules.scenario.special.foul.ignition:
        kindle(game, target, "flame missiles", "8.51")


@clause("8.5", "8.53")
def firepots(game: Any, rammer: Galley, target: Galley) -> PhaseRun:
    """Ask the player of a galley that has firepots, and that is ramming, whether he drops them;
    then roll: on 5 or 6 the target is On Fire, whatever becomes of the ram.
    """
    if not rammer.counter.firepots or target.fire:
        return
    code = rammer.counter.code
    answer = yield Ask(
        rammer.side,
        COMMANDS,
        clause="8.53",
        about=code,
        answers=OneOf(_ANSWERS, "8.53", _HELP),
        prompt=f"{code} rams {target.counter.code}: firepots?",
    )
    if type(answer) is not Firepots:
        return
    die = one_die(game, f"firepots {code}", f"firepots of {code}", "8.53", (), code, at="firepots")
    if die >= FIREPOTS:
        kindle(game, target, "firepots", "8.53")
