"""The wind: what it does to sails, and the Wind Determination Phase (3.1.A, 6.2)."""

from __future__ import annotations

from typing import Any

from weathergage import HEADINGS, Event, clause, event, parse_heading
from weathergage_war_galley.rolls import one_die, two_dice
from weathergage_war_galley.state import Galley, GalleyState

FOR_SAIL, FOR_TREMIOLA = 1, 2
"""Movement Points that a wind from astern gives."""


@event
class WindBlows(Event):
    """What the wind does from now on. to: heading that it blows to, "" in a Dead Calm."""

    to: str
    changed: bool
    clause: str

    def say(self) -> str:
        """The wind."""
        if not self.to:
            return "Dead Calm." if self.changed else "Dead Calm still."
        return f"The wind {'now' if self.changed else 'still'} blows {self.to}."


@clause("6.22")
def helps(state: GalleyState, galley: Galley) -> bool:
    """Whether the wind blows into the galley's stern or a stern/flank hexside: its heading is the
    one that the wind blows to, or next to it.
    """
    if state.wind < 0 or state.calm:
        return False
    return (galley.heading - state.wind) % 6 in (0, 1, 5)


@clause("6.1", "6.22", "6.25")
def bonus(state: GalleyState, galley: Galley) -> int:
    """Movement Points that the wind gives to a galley as it stands, under sail or not."""
    if not galley.sail or not helps(state, galley):
        return 0
    if galley.counter.type == "Trm":
        return FOR_TREMIOLA
    return 0 if galley.maximum else FOR_SAIL


@clause("3.1.A", "6.2")
def blow(game: Any) -> None:
    """Roll for the wind where the scenario says so; a steady wind, or none, asks for no roll."""
    wind = game.rules.scenario.wind
    if wind.changes == "rolled":
        if game.state.turn > 1:
            change(game)
    elif wind.changes == "rising" and not game.state.blowing:
        _rise(game, wind.to)


@clause("6.2-table")
def change(game: Any) -> None:
    """Two dice on the Wind Table: hexsides that the wind turns, clockwise, and its strength."""
    state: GalleyState = game.state
    before = (state.wind, state.calm)
    total = two_dice(game, "wind", "the wind", "6.2-table", at="wind").adjusted
    row = max(total, 2)
    state.wind = (state.wind + int(game.look_up("wind", row, 0))) % 6
    strength = game.look_up("wind", row, 1)
    if strength == "calm":
        state.calm = True
    elif strength == "ends":
        state.calm = False
    _tell(game, before != (state.wind, state.calm))


@clause("6.2")
def _rise(game: Any, to: str) -> None:
    """From the second turn on the wind gets up when a die is lower than the turn; it then stays."""
    state: GalleyState = game.state
    if (
        state.turn > 1
        and one_die(game, "wind", "the wind to get up", "6.2", at="wind rising") < state.turn
    ):
        state.wind = parse_heading(to)
        state.blowing = True
        _tell(game, True)


def _tell(game: Any, changed: bool) -> None:
    state: GalleyState = game.state
    if game.telling:
        to = "" if state.calm else HEADINGS[state.wind]
        game.tell(WindBlows(to, changed, "6.2"))
