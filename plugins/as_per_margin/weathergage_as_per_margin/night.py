"""Who sees what by night, and who is told of it."""

from __future__ import annotations

from typing import Any

from weathergage import HAIR, PER_INCH, Event, FreePose, Rolled, Told, clause
from weathergage_as_per_margin.clock import is_daylight
from weathergage_as_per_margin.state import MarginState


@clause("APM.cutting-out.visibility", "APM.campaign.visibility")
def is_night(rules: Any, state: MarginState) -> bool:
    """Whether this turn on the table is fought by night: its scenario's word, or in a campaign that
    of the clock when the turn begins.
    """
    if state.chart is None:
        return bool(rules.scenario.night)
    return not is_daylight(state.minutes)


@clause("APM.cutting-out.visibility")
def sees(state: MarginState, seat: str, pose: FreePose) -> bool:
    """Whether a side sees a place: always by day; by night within the turn's inches of anything
    that it has on the table.
    """
    return not state.sight or Lookout(state, seat).sees(pose)


@clause("APM.cutting-out.visibility")
class Lookout:
    """All the eyes of a side by night, for whoever asks about many places in a position."""

    __slots__ = ("_eyes", "_square")

    def __init__(self, state: MarginState, seat: str) -> None:
        own = [ship.pose for ship in state.ships if ship.side == seat and not ship.gone]
        own += [boats.pose for boats in state.boats if boats.side == seat and not boats.gone]
        own += [battery.pose for battery in state.batteries if battery.side == seat]
        own += [unit.pose for unit in state.units if unit.side == seat and not unit.gone]
        self._eyes = own
        self._square = ((state.sight + HAIR) * PER_INCH) ** 2

    def sees(self, pose: FreePose) -> bool:
        """Whether any of them sees a place."""
        x, y, _ = pose
        square = self._square
        return any((ox - x) * (ox - x) + (oy - y) * (oy - y) <= square for ox, oy, _ in self._eyes)


@clause("APM.cutting-out.visibility")
def tell_seen(game: Any, event: Event, owner: str, *places: FreePose) -> None:
    """Tell of something at some places: all who see one of them, and always its owner."""
    state: MarginState = game.state
    if not state.sight:
        game.tell(event)
        return
    seats = [
        seat
        for seat in game.rules.seats
        if seat == owner or any(sees(state, seat, place) for place in places)
    ]
    if len(seats) == len(game.rules.seats):
        game.tell(event)
        return
    for seat in seats:
        game.tell(Told(seat, event))


@clause("APM.cutting-out.visibility")
def roll_seen(
    game: Any,
    stream: str,
    purpose: str,
    clause: str,
    owner: str,
    *places: FreePose,
    about: str = "",
) -> int:
    """One die as `game.roll` throws it; by night only its owner and who sees a place is told."""
    if not game.state.sight or not game.telling:
        face: int = game.roll(stream, purpose, clause, about=about)
        return face
    game.telling = False
    face = game.roll(stream, purpose, clause, about=about)
    game.telling = True
    tell_seen(game, Rolled(purpose, clause, (face,), (), face, about), owner, *places)
    return face
