"""Tired crews: who checks for Fatigue, what it brings, and recovery (6.4)."""

from __future__ import annotations

from typing import Any

from weathergage import Event, clause, event
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley, GalleyState, Moving

AFTER_AVOIDANCE = 2
ANASTROPHE_ROW = 7
"""The row "7A" of the Fatigue Table."""


@event
class Fatigued(Event):
    """A crew is worn out for so many turns."""

    galley: str
    turns: int
    clause: str

    def say(self) -> str:
        """Who, and for how long."""
        return f"{self.galley} is Fatigued-{self.turns}."


@clause("6.12-flip", "6.43", "6.44")
def tire(game: Any, galley: Galley, turns: int, clause: str) -> None:
    """Put a Fatigued marker on a galley, which goes to its Cruise side; 0 turns do nothing."""
    if turns < 1:
        return
    galley.fatigue = max(galley.fatigue, turns)
    galley.tired = True
    galley.maximum = False
    if game.telling:
        game.tell(Fatigued(galley.counter.code, galley.fatigue, clause))


@clause("6.42-auto", "6.52")
def tire_by_avoidance(game: Any, galley: Galley) -> None:
    """A successful Avoidance makes the crew F-2."""
    tire(game, galley, AFTER_AVOIDANCE, "6.42-auto")


@clause("6.42-auto", "7.36", "6.43-table")
def tire_by_anastrophe(game: Any, galley: Galley) -> None:
    """An Anastrophe tires the crew by row 7A, without a roll."""
    tire(game, galley, int(game.look_up("fatigue", ANASTROPHE_ROW, galley.crew)), "7.36")


@clause("6.14", "6.42", "6.42-auto", "6.43-table", "6.41")
def check(game: Any, galley: Galley, moving: Moving) -> None:
    """Roll for Fatigue when a galley that began its Movement Segment at Maximum has done all it
    does in it. One that an Anastrophe has tired already does not roll.
    """
    if not moving.began_maximum or galley.gone or galley.tired:
        return
    code = galley.counter.code
    modifiers = _modifiers(game, galley, moving)
    rolled = one_die(
        game,
        f"fatigue {code}",
        f"fatigue of {code}",
        "6.42",
        modifiers,
        code,
        at="fatigue",
        by=galley,
    )
    tire(game, galley, int(game.look_up("fatigue", rolled, galley.crew)), "6.43")


@clause("6.42", "6.22", "6.25")
def _modifiers(game: Any, galley: Galley, moving: Moving) -> tuple[tuple[str, int, str], ...]:
    """What is added to the die: points over Cruise Speed that the wind did not give, a ram and a
    rake attempted this turn, and what the scenario adds for the side.
    """
    over = moving.spent + moving.fee - moving.sailed - galley.counter.speed[0]
    found = []
    if over > 0:
        found.append(("points over Cruise Speed", over, "6.42"))
    if galley.rammed_at:
        found.append(("ram attempt", 1, "6.42"))
    if galley.raked_at:
        found.append(("rake attempt", 1, "6.42"))
    given = game.rules.scenario.special.fatigue.get(galley.counter.side, 0)
    if given:
        found.append(("scenario", given, "6.42"))
    return tuple(found)


@clause("6.45", "3.1.G3")
def recover(state: GalleyState) -> None:
    """A turn's rest: F-1 markers go and the others come down by one, but for those put on in this
    very turn, which count the turns to come.
    """
    for galley in state.galleys:
        if galley.tired:
            galley.tired = False
        elif galley.fatigue:
            galley.fatigue -= 1
