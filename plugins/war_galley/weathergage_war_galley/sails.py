"""Raising and lowering sail, and losing a mast (6.2)."""

from __future__ import annotations

from typing import Any

from weathergage import Command, Event, clause, event
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import allowance, has_enemy_beside, wind_points

TREMIOLA = "Trm"


class Hoist(Command):
    """The galley raises sail."""

    NOTATION = '"raise sail"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["hoist"], ["raise", "sail"], ["raise", "sails"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "raise sail"


class Lower(Command):
    """The galley lowers sail."""

    NOTATION = '"lower sail"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["lower"], ["lower", "sail"], ["lower", "sails"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "lower sail"


COMMANDS: tuple[type[Command], ...] = (Hoist, Lower)

_HOIST, _LOWER = Hoist(), Lower()


@event
class SailHandled(Event):
    """A galley raised or lowered sail; cost: in Movement Points."""

    galley: str
    up: bool
    cost: int
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.galley} {'raises' if self.up else 'lowers'} sail."


@event
class MastDown(Event):
    """A galley under sail collided and lost its mast."""

    galley: str
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.galley}: mast down."


@clause("6.21", "6.25")
def cost(galley: Galley) -> int:
    """Movement Points to raise or lower sail."""
    return 0 if galley.counter.type == TREMIOLA else 1


@clause("6.1", "6.21", "6.22", "6.23")
def may_hoist(state: GalleyState, galley: Galley, points: int) -> bool:
    """Whether a galley with so many Movement Points may raise sail: there is wind, it has sails
    and a mast, no enemy lies next to it, and it is at Cruise unless it is a tremiola.
    """
    if not galley.counter.sails or galley.sail or galley.unrigged:
        return False
    if state.wind < 0 or state.calm or points < cost(galley):
        return False
    if galley.maximum and galley.counter.type != TREMIOLA:
        return False
    return not has_enemy_beside(state, galley)


@clause("6.21")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Raising or lowering sail, before the galley's movement begins and once."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or moving.begun or moving.sail_handled or not galley.counter.sails:
        return []
    points = allowance(state, galley) - moving.fee
    if galley.sail:
        return [_LOWER] if points >= cost(galley) and not galley.held else []
    return [_HOIST] if may_hoist(state, galley, points) and not galley.held else []


@clause("6.21", "6.22", "6.25")
def handle(game: Any, galley: Galley, moving: Moving, command: Command) -> None:
    """Raise or lower sail, at its cost in Movement Points."""
    up = isinstance(command, Hoist)
    galley.sail = up
    moving.fee += cost(galley)
    moving.sail_handled = True
    moving.sailed = wind_points(game.state, galley)
    if game.telling:
        game.tell(SailHandled(galley.counter.code, up, cost(galley), "6.21"))


@clause("6.24", "6.22")
def collide(game: Any, galley: Galley) -> None:
    """A ship of a collision that carries a Sail marker turns it to Mast Down: Cruise Speed halved
    until the Galley Recovery Segment, and no sail for the rest of the scenario.
    """
    if not galley.sail:
        return
    galley.sail = False
    galley.mast_down = True
    galley.unrigged = True
    galley.maximum = False
    if game.telling:
        game.tell(MastDown(galley.counter.code, "6.24"))


@clause("6.24", "6.37-mast")
def clear_masts(state: GalleyState) -> None:
    """Take the Mast Down markers off: the ships row at full speed again, but raise no sail."""
    for galley in state.galleys:
        galley.mast_down = False
