"""Templates laid on a table without a grid: sectors of a circle, and sheets of any outline.

A template lies at a pose, as a base does. What it holds is decided exactly; a sector's round edge
is a distance, never a polygon. Its edges count, with the tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, cos, hypot, radians, sin
from typing import Any

import shapely

from weathergage.boards.angles import Arc, clipped, frame
from weathergage.boards.bases import KEPT, Point, Stand, polygon, spots
from weathergage.boards.lattice import (
    CIRCLE,
    PER_DEGREE,
    PER_INCH,
    TOLERANCE,
    FreePose,
    is_within,
    units,
)
from weathergage.errors import WeathergageError


@dataclass(frozen=True, slots=True)
class Sector:
    """An arc out to a range, and from a least range where there is one; both in inches, both in.

    Raises WeathergageError for an arc that does not open from one point.
    """

    arc: Arc
    reach: float
    least: float = 0.0

    def __post_init__(self) -> None:
        if self.arc.first_at != self.arc.last_at or self.arc.first_at != (0, 0):
            raise WeathergageError("A sector opens from the point at which it is laid.")

    def contains(self, at: FreePose, point: FreePose) -> bool:
        """Say whether a point lies in the sector laid at a pose."""
        if not is_within(at, point, self.reach):
            return False
        x, y = point.x - at.x, point.y - at.y
        least = max(0.0, (self.least - TOLERANCE) * PER_INCH)
        return x * x + y * y >= least * least and bool(frame(self.arc, at.heading).holds(x, y))

    def touches(self, at: FreePose, stand: Stand) -> bool:
        """Say whether any part of a base lies in the sector laid at a pose."""
        if not is_within(at, stand.pose, self.reach + stand.base.reach + TOLERANCE):
            return False
        outline = [(x * PER_INCH - at.x, y * PER_INCH - at.y) for x, y in stand.corners]
        for part in self._halves():
            piece = clipped(outline, part.edges(at.heading)) if part.span else outline
            if piece and self._is_in_range(piece):
                return True
        return False

    def _halves(self) -> list[Arc]:
        """Return the arc in parts of up to 180 degrees."""
        if self.arc.span <= CIRCLE // 2:
            return [self.arc]
        middle = (self.arc.first + self.arc.span // 2) % CIRCLE
        return [Arc(self.arc.first, middle), Arc(middle, self.arc.last)]

    def _is_in_range(self, outline: list[tuple[float, float]]) -> bool:
        farthest = max(hypot(x, y) for x, y in outline)
        if farthest < (self.least - TOLERANCE) * PER_INCH:
            return False
        shape = shapely.convex_hull(shapely.multipoints(outline))
        near = float(shapely.distance(shape, shapely.Point(0, 0)))
        return near <= (self.reach + TOLERANCE) * PER_INCH

    def shape(self, at: FreePose) -> Any:
        """Return the sector as a polygon in inches, for drawing only: its round edge is cut."""
        span = self.arc.span or CIRCLE
        steps = max(4, ceil(span / 300))
        start = (at.heading + self.arc.first) / PER_DEGREE
        angles = [radians(start + span / PER_DEGREE * i / steps) for i in range(steps + 1)]
        x, y = at.inches
        outer = [(x + self.reach * sin(a), y - self.reach * cos(a)) for a in angles]
        inner = [(x + self.least * sin(a), y - self.least * cos(a)) for a in reversed(angles)]
        if span == CIRCLE:
            return shapely.Polygon(outer, [inner] if self.least else [])
        return shapely.Polygon([*outer, *(inner if self.least else [(x, y)])])


@dataclass(frozen=True, slots=True)
class Sheet:
    """A template cut to any outline, laid by a point of its own.

    outline: corners as (ahead, starboard) of that point, in thousandths of an inch.
    `Sheet.of` and `Sheet.rectangle` take inches. Raises WeathergageError for an outline that
    crosses itself.
    """

    outline: tuple[tuple[int, int], ...]
    _shapes: dict[FreePose, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        if len(self.outline) < 3 or not polygon(self.outline).is_valid:
            raise WeathergageError("A template's outline is three corners or more, uncrossed.")

    def __reduce__(self) -> tuple[Any, ...]:
        return Sheet, (self.outline,)

    @classmethod
    def of(cls, corners: Iterable[Point]) -> Sheet:
        """Return the template with corners (ahead, starboard) in inches."""
        return cls(tuple((units(ahead), units(starboard)) for ahead, starboard in corners))

    @classmethod
    def rectangle(cls, ahead: float, astern: float, port: float, starboard: float) -> Sheet:
        """Return the rectangle that reaches so many inches each way from its point."""
        return cls.of(((ahead, -port), (ahead, starboard), (-astern, starboard), (-astern, -port)))

    def shape(self, at: FreePose) -> Any:
        """Return the template laid at a pose, as a shapely Polygon in inches; do not change it."""
        found = self._shapes.get(at)
        if found is None:
            if len(self._shapes) >= KEPT:
                self._shapes.clear()
            found = self._shapes[at] = polygon(spots(at, self.outline))
        return found

    def contains(self, at: FreePose, point: FreePose) -> bool:
        """Say whether a point lies in the template laid at a pose."""
        return bool(self.shape(at).distance(shapely.Point(point.inches)) <= TOLERANCE)

    def touches(self, at: FreePose, stand: Stand) -> bool:
        """Say whether any part of a base lies in the template laid at a pose."""
        return bool(self.shape(at).distance(stand.shape) <= TOLERANCE)
