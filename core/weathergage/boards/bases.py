"""Ship bases on a table without a grid: their shape, what is measured on them, and contact.

A base is convex, so that what it sweeps and when it touches can be worked out exactly. Shapes are
kept by the base, one for each pose at which it was asked for: making one costs a hundred times
what a question about it costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import ceil, hypot, sqrt
from struct import pack
from typing import Any, Literal, NamedTuple

import numpy as np
import shapely

from weathergage.boards.lattice import (
    PER_INCH,
    TOLERANCE,
    FreePose,
    cosine,
    distance,
    is_within,
    sine,
    units,
)
from weathergage.errors import WeathergageError

Point = tuple[float, float]
"""X and y in inches."""

Spot = Literal["centre", "bow", "stern", "mast"]
"""A point of a base that rules name."""

Reference = Literal["centre", "mast", "base", "bow"]
"""How a distance is taken: centre to centre, mainmast to mainmast, between the nearest edges of
the two bases, or from the first one's bow to the nearest point of the other's base."""

KEPT = 512
"""How many poses a base keeps the shapes of before it starts afresh: those of a few turns. More are
not asked for again, and what lies about is looked through whenever memory is."""


@dataclass(frozen=True, slots=True)
class Base:
    """The stand of a ship: a convex outline about her centre.

    outline: corners as (ahead, starboard) of the centre, in thousandths of an inch, clockwise.
    bow, stern, mast: how far ahead of the centre these lie on the keel, in the same unit.
    reach: inches from the centre to the farthest corner; radius: the same in thousandths, rounded
    up, for telling in whole numbers, which is quicker, who cannot be near.
    `Base.rectangle`, `Base.pointed` and `Base.outlined` take inches.
    Raises WeathergageError when the outline is not convex or its centre lies outside.
    """

    outline: tuple[tuple[int, int], ...]
    bow: int
    stern: int
    mast: int = 0
    reach: float = field(init=False, compare=False, repr=False)
    radius: int = field(init=False, compare=False, repr=False)
    _corners: dict[FreePose, tuple[Point, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _turned: dict[int, tuple[Point, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _shapes: dict[FreePose, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        if not _is_convex(self.outline):
            raise WeathergageError(
                "A ship's base is a convex outline of three corners or more, clockwise, with her "
                "centre in it."
            )
        farthest = max(hypot(*corner) for corner in self.outline)
        object.__setattr__(self, "reach", farthest / PER_INCH)
        object.__setattr__(self, "radius", ceil(farthest))

    def __reduce__(self) -> tuple[Any, ...]:
        return Base, (self.outline, self.bow, self.stern, self.mast)

    @classmethod
    def rectangle(
        cls, length: float, width: float, *, mast: float = 0.0, centre: float = 0.0
    ) -> Base:
        """Return a rectangular base; all in inches.

        mast: how far the mainmast is ahead of the centre. centre: how far the ship's centre is
        ahead of the rectangle's middle.
        """
        half = units(width / 2)
        bow, stern = units(length / 2 - centre), -units(length / 2 + centre)
        outline = ((bow, -half), (bow, half), (stern, half), (stern, -half))
        return cls(outline, bow, stern, units(mast))

    @classmethod
    def pointed(cls, length: float, width: float, point: float, *, mast: float = 0.0) -> Base:
        """Return a base in the shape of a hull: a rectangle whose last `point` inches taper."""
        half, bow = units(width / 2), units(length / 2)
        shoulder = bow - units(point)
        outline = ((bow, 0), (shoulder, half), (-bow, half), (-bow, -half), (shoulder, -half))
        return cls(outline, bow, -bow, units(mast))

    @classmethod
    def outlined(cls, corners: Iterable[Point], *, mast: float = 0.0) -> Base:
        """Return a base with corners of one's own, clockwise.

        corners: (ahead, starboard) of the centre, in inches. The bow is as far ahead, and the
        stern as far astern, as any corner.
        """
        outline = tuple((units(ahead), units(starboard)) for ahead, starboard in corners)
        if not outline:
            raise WeathergageError("A ship's base needs corners.")
        ahead = [corner[0] for corner in outline]
        return cls(outline, max(ahead), min(ahead), units(mast))

    @property
    def length(self) -> float:
        """Inches from stern to bow."""
        return (self.bow - self.stern) / PER_INCH

    @property
    def width(self) -> float:
        """Inches from side to side."""
        across = [starboard for _, starboard in self.outline]
        return (max(across) - min(across)) / PER_INCH

    def ahead_of_centre(self, spot: Spot) -> float:
        """Return how many inches ahead of the centre a spot lies."""
        return self._ahead(spot) / PER_INCH

    def corner(self, end: Literal["bow", "stern"], side: Literal["port", "starboard"]) -> Point:
        """Return (ahead, starboard), in inches, of a corner of the rectangle round the base."""
        across = [starboard for _, starboard in self.outline]
        off = max(across) if side == "starboard" else min(across)
        return self.ahead_of_centre(end), off / PER_INCH

    def corners(self, pose: FreePose) -> tuple[Point, ...]:
        """Return the corners at a pose, in inches, clockwise as seen on the table."""
        found = self._corners.get(pose)
        if found is None:
            if len(self._corners) >= KEPT:
                self._corners.clear()
            x, y, heading = pose
            turned = self._turned.get(heading)
            if turned is None:
                if len(self._turned) >= KEPT:
                    self._turned.clear()
                s, c = sine(heading), cosine(heading)
                turned = self._turned[heading] = tuple(
                    (ahead * s + starboard * c, starboard * s - ahead * c)
                    for ahead, starboard in self.outline
                )
            found = self._corners[pose] = tuple(
                [((x + east) / PER_INCH, (y + south) / PER_INCH) for east, south in turned]
            )
        return found

    def shape(self, pose: FreePose) -> Any:
        """Return the base at a pose as a shapely Polygon in inches; do not change it."""
        found = self._shapes.get(pose)
        if found is None:
            if len(self._shapes) >= KEPT:
                self._shapes.clear()
            found = self._shapes[pose] = polygon(self.corners(pose))
        return found

    def make_shapes(self, poses: Iterable[FreePose]) -> None:
        """Make the shapes at poses that are not kept yet, all in one go: a fifth of the cost."""
        new = [pose for pose in dict.fromkeys(poses) if pose not in self._shapes]
        if not new:
            return
        if len(self._shapes) + len(new) > KEPT:
            self._shapes.clear()
        rings = [(*corners, corners[0]) for corners in map(self.corners, new)]
        self._shapes.update(zip(new, shapely.polygons(np.array(rings)), strict=True))

    def spot(self, pose: FreePose, spot: Spot) -> Point:
        """Return where a spot of the base is, in inches."""
        along = self._ahead(spot)
        return (
            (pose.x + along * sine(pose.heading)) / PER_INCH,
            (pose.y - along * cosine(pose.heading)) / PER_INCH,
        )

    def _ahead(self, spot: Spot) -> int:
        match spot:
            case "bow":
                return self.bow
            case "stern":
                return self.stern
            case "mast":
                return self.mast
            case _:
                return 0


@cache
def _is_convex(outline: Sequence[tuple[int, int]]) -> bool:
    """Say whether corners run clockwise round the origin without a dent."""
    if len(outline) < 3:
        return False
    for i, (ahead, starboard) in enumerate(outline):
        before, after = outline[i - 1], outline[(i + 1) % len(outline)]
        one = ahead - before[0], starboard - before[1]
        two = after[0] - ahead, after[1] - starboard
        if one[0] * two[1] - one[1] * two[0] <= 0:
            return False
        if one[1] * before[0] - one[0] * before[1] < 0:
            return False
    return bool(polygon(outline).is_valid)


def spots(pose: FreePose, offsets: Iterable[tuple[float, float]]) -> list[Point]:
    """Return points in inches from (ahead, starboard) of a pose in units of the lattice."""
    s, c = sine(pose.heading), cosine(pose.heading)
    return [
        (
            (pose.x + (ahead * s + starboard * c)) / PER_INCH,
            (pose.y + (starboard * s - ahead * c)) / PER_INCH,
        )
        for ahead, starboard in offsets
    ]


def polygon(corners: Sequence[Point]) -> Any:
    """Return a shapely Polygon, made the cheaper way."""
    spread = [number for corner in corners for number in corner]
    count = len(corners) + 1
    return shapely.from_wkb(pack(f"<BIII{2 * count}d", 1, 3, 1, count, *spread, *corners[0]))


class Stand(NamedTuple):
    """A base lying on the table at a pose."""

    pose: FreePose
    base: Base

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners in inches, clockwise."""
        return self.base.corners(self.pose)

    @property
    def shape(self) -> Any:
        """The base as a shapely Polygon in inches; do not change it."""
        return self.base.shape(self.pose)

    def spot(self, spot: Spot) -> Point:
        """Return where the centre, bow, stern or mainmast is, in inches."""
        return self.base.spot(self.pose, spot)

    def at(self, pose: FreePose) -> Stand:
        """Return the same base at another pose."""
        return Stand(pose, self.base)

    def pivoted(self, angle: float, about: Spot = "centre") -> Stand:
        """Return the stand turned by degrees to starboard about one of its spots."""
        return Stand(self.pose.pivoted(angle, self.base.ahead_of_centre(about)), self.base)


def measure(a: Stand, b: Stand, by: Reference = "centre") -> float:
    """Return the inches between two stands, taken from where the ruleset measures.

    "bow" goes one way: from a's bow. Bases that touch or overlap are 0 apart.
    """
    match by:
        case "centre":
            return distance(a.pose, b.pose)
        case "mast":
            (ax, ay), (bx, by_) = a.spot("mast"), b.spot("mast")
            return sqrt((bx - ax) * (bx - ax) + (by_ - ay) * (by_ - ay))
        case "base":
            return float(a.shape.distance(b.shape))
        case "bow":
            return float(b.shape.distance(shapely.Point(a.spot("bow"))))


def _may_meet(a: Stand, b: Stand, inches: float) -> bool:
    """Say whether bases may be up to so many inches apart, by the circles round them."""
    return is_within(a.pose, b.pose, a.base.reach + b.base.reach + inches + TOLERANCE)


def is_near(a: Stand, b: Stand, inches: float, by: Reference = "centre") -> bool:
    """Say whether two stands are up to so many inches apart; the limit counts."""
    if by == "centre":
        return is_within(a.pose, b.pose, inches)
    return _may_meet(a, b, inches) and measure(a, b, by) <= inches + TOLERANCE


def in_contact(a: Stand, b: Stand) -> bool:
    """Say whether two bases touch or overlap."""
    return is_near(a, b, 0.0, "base")


def overlap(a: Stand, b: Stand) -> float:
    """Return how deep two bases lie in one another: the inches that would part them, or 0."""
    if not _may_meet(a, b, 0.0):
        return 0.0
    one, other = a.corners, b.corners
    return max(0.0, min(_depth(one, other), _depth(other, one)))


def do_overlap(a: Stand, b: Stand) -> bool:
    """Say whether two bases lie in one another; those that only touch do not."""
    return overlap(a, b) > TOLERANCE


def _depth(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Return the least depth of one outline across the sides of another."""
    least = float("inf")
    for i, (x, y) in enumerate(other):
        ax, ay = other[i - 1]  # corners run clockwise: (y - ay, ax - x) points outward
        along = hypot(x - ax, y - ay)
        nx, ny = (y - ay) / along, (ax - x) / along
        inner = min(nx * px + ny * py for px, py in one)
        least = min(least, nx * x + ny * y - inner)
    return least
