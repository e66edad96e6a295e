"""A captain's lookout: who has claimed which hex when, land, and the map's edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weathergage_frigate.chart import coast_of
from weathergage_frigate.formations import Station
from weathergage_frigate.reckoning import Goals
from weathergage_frigate.routes import Route
from weathergage_frigate.state import FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.views import Table

STEPS = 24
"""Points of movement for which friends keep clear of one another."""


class Lookout:
    """What one side's courses keep clear of in one turn.

    goals: where its ships may leave the map; None where they may not.
    """

    def __init__(self, table: Table, seat: str, goals: Goals | None) -> None:
        self.state: FrigateState = table.state
        self.coast = coast_of(table)
        self.goals = goals
        self._taken: set[tuple[int, int]] = set()
        self._vacant = self._has_vacant()
        self._retires = any(f.side == seat and f.id in self.state.over for f in self.state.fleets)
        for ship in self.state.ships:
            if ship.side == seat and not ship.gone and (ship.afoul or ship.anchored):
                self.claim(ship.place, ())

    def danger(self, ship: Ship, route: Route) -> int:
        """0 for a clear course, 1 where a friend is in the way, 2 for land or the map's edge."""
        place = ship.place
        taken = self._taken
        blocked = 0
        for step, offset in enumerate(route.offsets):
            if offset and (step, place + offset) in taken:
                blocked = 1
                break
        if route.offsets and not blocked:
            end = place + route.offsets[-1]
            if any((step, end) in taken for step in range(len(route.offsets), STEPS)):
                blocked = 1
        return 2 if self.is_lost(place, route.offsets) else blocked

    def is_lost(self, place: int, offsets: Sequence[int]) -> bool:
        """Whether a track runs ashore, or off the map where that is not wanted."""
        sections, coast = self.state.sections, self.coast
        for offset in offsets:
            at = place + offset
            name = sections.section_at(at)
            if name is not None:
                if name in coast.land:
                    return True
                continue
            if coast.is_land(sections, at):
                return True
            cell = sections.cell_of(at)
            if self._vacant and not coast.is_closed(cell):
                continue
            if self._retires:
                return False
            goals = self.goals
            return goals is None or not goals.holds(at)
        return False

    def _has_vacant(self) -> bool:
        """Whether some section could be laid ahead of a ship."""
        state = self.state
        if state.frozen:
            return False
        taken = {state.sections.section_at(s.place) for s in state.ships if not s.gone}
        return any(
            name not in taken and name not in self.coast.fixed and name not in self.coast.land
            for name in state.sections.names
        )

    def claim(self, place: int, offsets: Sequence[int]) -> None:
        """Keep other friends off a track, and off its end from then on."""
        taken = self._taken
        at = place
        for step in range(STEPS):
            if step < len(offsets):
                at = place + offsets[step]
            taken.add((step, at))

    def is_barred(self, station: Station) -> bool:
        """Whether the way of a ship in a formation is lost or taken."""
        start = station.ship.place
        if self.is_lost(start, station.offsets):
            return True
        return any(
            offset and (step, start + offset) in self._taken
            for step, offset in enumerate(station.offsets)
        )
