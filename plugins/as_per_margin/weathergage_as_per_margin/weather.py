"""The wind of a battle: where it comes from, how it changes, and how far ships sail by it."""

from __future__ import annotations

from typing import Any

from weathergage import Dice, Event, clause, degrees_of, event, point_name
from weathergage_as_per_margin.compass import inches_told
from weathergage_as_per_margin.night import is_night
from weathergage_as_per_margin.state import MarginState

# "APM.wind.eight-directions" A point of wind is an eighth of the circle, and so is its step.
POINT = 45
"""Degrees of a point of wind."""


@event
class WindBlew(Event):
    """The wind of this turn, named by where it comes from, and its two dice.

    change: points that it veered, clockwise; negative where it backed.
    """

    wind: str
    change: int
    dice: tuple[int, int]
    clause: str

    def say(self) -> str:
        """Direction, change and distances."""
        total, high, low = sum(self.dice), max(self.dice), min(self.dice)
        how = {0: "holds", 1: "veers to", -1: "backs to"}.get(self.change, "goes to")
        where = f"at {self.wind}" if not self.change else self.wind
        return f"The wind {how} {where}: {inches_told(total)} free, {high} beating, {low} at least."


@event
class NightSight(Event):
    """How far one sees this turn, by night."""

    inches: int
    clause: str

    def say(self) -> str:
        """The inches."""
        return f"One sees {inches_told(self.inches)} this night turn."


@clause("APM.wind.initial", "APM.wind.eight-directions")
def initial_wind(rules: Any, dice: Dice) -> int:
    """Throw for the wind at the start of a game: the degrees that it comes from."""
    table = rules.tables["initial-wind"]
    found = table.look_up(dice.roll("initial wind"), "first")
    if found == "again":
        found = table.look_up(dice.roll("initial wind"), "second")
    return round(degrees_of(found))


@clause("APM.wind.change", "APM.wind-speed")
def blow(game: Any) -> None:
    """Throw for a change of direction, then the two dice of the turn; by night how far one sees.

    Every turn, the first of a battle not excepted. The streams are "wind change", "wind" and
    "sight".
    """
    state: MarginState = game.state
    die = game.roll("wind change", "change of wind", "APM.wind.change")
    points = game.look_up("wind-change", die, 0)
    state.wind = (state.wind + POINT * points) % 360
    one = game.roll("wind", "wind speed", "APM.wind-speed")
    other = game.roll("wind", "wind speed", "APM.wind-speed")
    state.wind_dice = one, other
    if game.telling:
        told = WindBlew(point_name(state.wind), points, (one, other), "APM.wind-speed")
        game.tell(told)
    state.sight = 0
    if is_night(game.rules, state):
        look_out(game)


@clause("APM.cutting-out.visibility")
def initial_sight(dice: Dice) -> int:
    """Throw for how far one sees when a game begins by night: the inches that hold for the orders
    of its first turn, as those of the turn before do for all later ones.
    """
    return dice.roll("initial sight")


@clause("APM.cutting-out.visibility")
def look_out(game: Any) -> None:
    """Throw for how far one sees this turn, one throw for all."""
    state: MarginState = game.state
    die = game.roll("sight", "sight by night", "APM.cutting-out.visibility")
    state.sight = max(1, game.modified("sight by night", die))
    if game.telling:
        game.tell(NightSight(state.sight, "APM.cutting-out.visibility"))
