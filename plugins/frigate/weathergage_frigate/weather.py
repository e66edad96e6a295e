"""The wind: direction and velocity (6.3)."""

from __future__ import annotations

from typing import Any

from weathergage import HEADINGS, Event, clause, event
from weathergage_frigate.state import FORCES, FrigateState


@event
class WindChanged(Event):
    """The wind as it is now; it is named by where it blows from."""

    wind: str
    force: str
    clause: str

    def say(self) -> str:
        """Direction and velocity."""
        return f"The wind is {self.force} from the {self.wind}."


@clause("4.2.A", "6.3")
def change_wind(game: Any) -> None:
    """Roll for the wind on the chart in use; never on the first turn, and not at all where the
    scenario's wind is constant.
    """
    if game.rules.scenario.wind.constant:
        return
    state: FrigateState = game.state
    before = (state.wind, state.force)
    if game.rules.options.wind_table == "optional":
        optional_table(game, state)
    else:
        standard_table(game, state)
    if game.telling and before != (state.wind, state.force):
        game.tell(WindChanged(HEADINGS[state.wind], FORCES[state.force], "6.3"))


@clause("6.35")
def standard_table(game: Any, state: FrigateState) -> None:
    """One die for direction and one for velocity; a change of two points takes a third die, even
    clockwise and odd counter-clockwise.
    """
    die = game.roll("wind", "wind direction", "6.35")
    points = game.look_up("wind-standard-direction", die, 0)
    if points == "two-points":
        die = game.roll("wind", "which way the wind turns", "6.35")
        points = game.look_up("wind-standard-two-points", die, "points")
    state.wind = (state.wind + points) % 6
    die = game.roll("wind", "wind velocity", "6.35")
    state.force = FORCES.index(game.look_up("wind-standard-velocity", die, 0))


@clause("6.36", "13.0-wind")
def optional_table(game: Any, state: FrigateState) -> None:
    """An enabling die first: on 5 the other two are rolled in oceanic waters only, on 6 in all."""
    waters = game.rules.scenario.wind.waters or "coastal"
    die = game.roll("wind", "whether the wind changes", "6.36")
    if game.look_up("wind-optional-enabling", die, waters) == "none":
        return
    die = game.roll("wind", "wind direction", "6.36")
    state.wind = (state.wind + game.look_up("wind-optional-direction", die, 0)) % 6
    die = game.roll("wind", "wind velocity", "6.36")
    steps = game.look_up("wind-optional-velocity", die, 0)
    state.force = min(max(state.force + steps, 0), len(FORCES) - 1)
