"""Transports in tow (Ecnomus): each follows its tug, which is slow and keeps away from enemies."""

from __future__ import annotations

from typing import Any

from weathergage import STEP, Command, Event, clause, event
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import allowance

CUTTING = 1
"""Movement Points to cut a tow line."""

_LINES = (["cut", "tow"], ["cut", "tow", "line"])


class CutTow(Command):
    """The tow line is cut, by the galley that tows or by the one in tow."""

    NOTATION = '"cut tow"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.lower().split() in _LINES else None

    def write(self) -> str:
        """The line that stands for it."""
        return "cut tow"


COMMANDS: tuple[type[Command], ...] = (CutTow,)

_CUT = CutTow()


@event
class TowCut(Event):
    """A tow line was cut."""

    tug: str
    towed: str
    clause: str

    def say(self) -> str:
        """Between whom."""
        return f"The tow line from {self.tug} to {self.towed} is cut."


def is_roped(galley: Galley) -> bool:
    """Whether a galley tows another or is towed."""
    return galley.tows >= 0 or galley.towed >= 0


@clause("2.0", "6.37-immobile")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Cutting the line, before any movement and for a Movement Point. A transport in tow cannot
    move, but may cut as well as its tug.
    """
    moving: Moving | None = game.state.moving
    if moving is None or moving.begun or not is_roped(galley) or galley.held:
        return []
    points = galley.counter.speed[0] if galley.towed >= 0 else allowance(game.state, galley)
    return [_CUT] if points - moving.fee >= CUTTING else []


@clause("2.0")
def cut(game: Any, galley: Galley, moving: Moving) -> None:
    """Cut a galley's tow line for a Movement Point."""
    part(game, galley)
    moving.fee += CUTTING


@clause("2.0")
def part(game: Any, galley: Galley) -> None:
    """A galley that tows or is towed loses the line."""
    state: GalleyState = game.state
    tug = galley if galley.tows >= 0 else state.galleys[galley.towed]
    towed = state.galleys[tug.tows]
    state.let_go(galley)
    if game.telling:
        game.tell(TowCut(tug.counter.code, towed.counter.code, "2.0"))


@clause("2.0", "6.32")
def follow(state: GalleyState, tug: Galley, left: int) -> None:
    """Draw the transport of a galley that moved forward into the hex that its stern left, pointing
    at where the stern is now.
    """
    towed = state.galleys[tug.tows]
    state.place(towed, left, STEP.index(tug.stern - left))
