"""The wind in play: its changes every fifth turn, an option; and currents (2.5)."""

from __future__ import annotations

from typing import Any, Final

from weathergage import Event, clause, event, point_name
from weathergage_admiralty.state import AdmiraltyState

EVERY: Final = 5
"""Turns from one throw for the wind to the next."""

POINT: Final = 1125
"""Hundredths of a degree in a point of the compass."""

RATINGS: Final = (1, 5)


@event
class WindChanged(Event):
    """The wind was thrown for. points: that it veered, clockwise; negative where it backed. speed:
    its rating now. change: of the rating.
    """

    wind: float
    points: int
    speed: int
    change: int
    clause: str

    def say(self) -> str:
        """Where it blows from, and how strongly."""
        how = "veers to" if self.points > 0 else "backs to" if self.points else "holds at"
        grown = {1: ", rising", -1: ", dropping"}.get(self.change, "")
        return f"The wind {how} {point_name(self.wind)}, rating {self.speed}{grown}."


@clause("2.5")
def is_due(game: Any) -> bool:
    """Whether the wind is thrown for this turn: every fifth, where option or scenario say so."""
    state: AdmiraltyState = game.state
    rules = game.rules
    return state.turn % EVERY == 0 and (rules.options.wind_changes or rules.scenario.wind.changes)


@clause("2.5")
def blow(game: Any) -> None:
    """Two dice of the stream "wind" for its direction; a double one or six moves its rating too,
    by a third die: down on 1 to 3, up on 4 to 6.
    """
    if is_due(game):
        change(game)


@clause("2.5")
def change(game: Any) -> None:
    """Throw for the wind, whether that is due or not."""
    state: AdmiraltyState = game.state
    one, other = (game.roll("wind", "change of wind", "2.5") for _ in range(2))
    points: int = game.look_up("wind-change", one + other, 0)
    state.wind = (state.wind + points * POINT) % 36000
    before = state.speed
    if one == other and one in (1, 6):
        by = -1 if game.roll("wind", "rating of the wind", "2.5") <= 3 else 1
        state.speed = max(RATINGS[0], min(RATINGS[1], before + by))
    if game.telling:
        told = WindChanged(state.wind / 100, points, state.speed, state.speed - before, "2.5")
        game.tell(told)
