"""A table without a grid, in the words that every kind of board shares.

Positions are `FreePose` (thousandths of an inch, hundredths of a degree; x east, y south) and
`Stand`, a base at a pose; all that is asked and answered is in inches and degrees. The board holds
what does not move: the table's edge, land and shoals. Ships are handed in.
The methods add little to the functions of the modules beside this one; hot code calls those, and
`many` for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import shapely

from weathergage.boards import bases, lattice, many, paths, sight
from weathergage.boards.angles import Arc, Part, in_arc
from weathergage.boards.bases import Point, Reference, Spot, Stand, polygon
from weathergage.boards.lattice import PER_INCH, SLACK, TOLERANCE, FreePose, units
from weathergage.boards.paths import Approach, Path
from weathergage.errors import WeathergageError


@dataclass(frozen=True)
class Region:
    """A piece of land, a shoal, or any other part of the table with a name.

    corners: in thousandths of an inch, x and y; `Region.of` takes inches. depth: of water, in the
    ruleset's unit, where it says. blocks_sight: whether lines of sight stop at it.
    Raises WeathergageError for an outline that crosses itself.
    """

    name: str
    kind: str
    corners: tuple[tuple[int, int], ...]
    depth: float | None = None
    blocks_sight: bool = False

    def __post_init__(self) -> None:
        if len(self.corners) < 3 or not self.shape.is_valid:
            raise WeathergageError(
                f'The outline of "{self.name}" needs three corners or more and may not cross '
                "itself."
            )

    @classmethod
    def of(
        cls,
        name: str,
        kind: str,
        corners: Iterable[Point],
        *,
        depth: float | None = None,
        blocks_sight: bool | None = None,
    ) -> Region:
        """Return the region with corners in inches; sight stops at "land" unless one says."""
        outline = tuple((units(x), units(y)) for x, y in corners)
        blocks = kind == "land" if blocks_sight is None else blocks_sight
        return cls(name, kind, outline, depth, blocks)

    @cached_property
    def shape(self) -> Any:
        """The region as a shapely Polygon in inches; do not change it."""
        found = polygon([(x / PER_INCH, y / PER_INCH) for x, y in self.corners])
        shapely.prepare(found)
        return found

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """Least x and y, and greatest x and y, in thousandths of an inch."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    def is_near(self, at: FreePose, inches: float) -> bool:
        """Say whether the box round the region is up to so many inches, by either axis, from a
        point; where it is not, nothing of the region is so near.
        """
        west, north, east, south = self.bounds
        far = inches * PER_INCH + SLACK
        return west - far <= at.x <= east + far and north - far <= at.y <= south + far

    def spans(self, a: Point, b: Point) -> bool:
        """Say whether the box round the region meets the box round a line, in inches; where it
        does not, the line is clear of the region.
        """
        west, north, east, south = self.bounds
        (ax, ay), (bx, by) = a, b
        return (
            min(ax, bx) * PER_INCH <= east
            and max(ax, bx) * PER_INCH >= west
            and min(ay, by) * PER_INCH <= south
            and max(ay, by) * PER_INCH >= north
        )

    @cached_property
    def opaque(self) -> Any:
        """The region as lines of sight take it."""
        return sight.opaque(self.shape)

    def holds(self, at: FreePose) -> bool:
        """Say whether a point lies in the region, its edge included."""
        if not self.is_near(at, 0.0):
            return False
        return bool(self.shape.distance(shapely.Point(at.inches)) <= TOLERANCE)


def _pose(where: FreePose | Stand) -> FreePose:
    return where.pose if isinstance(where, Stand) else where


class FreeBoard:
    """A table from (0, 0), its north-west corner, to (width, height) inches.

    regions: land and shoals; where they overlap the first one counts. open_terrain: what lies
    elsewhere. reference: how the ruleset takes distances, unless a question says otherwise.
    """

    __slots__ = ("height", "open_terrain", "reference", "regions", "width")

    def __init__(
        self,
        width: float,
        height: float,
        *,
        regions: Iterable[Region] = (),
        open_terrain: str = "sea",
        reference: Reference = "centre",
    ) -> None:
        self.width = width
        self.height = height
        self.regions = tuple(regions)
        self.open_terrain = open_terrain
        self.reference: Reference = reference

    # Distances and directions

    @overload
    def distance(self, a: Stand, b: Stand, by: Reference | None = None) -> float: ...
    @overload
    def distance(self, a: FreePose | Stand, b: FreePose | Stand, by: None = None) -> float: ...
    def distance(
        self, a: FreePose | Stand, b: FreePose | Stand, by: Reference | None = None
    ) -> float:
        """Return how many inches b is from a. Poses without a base are measured by the centre."""
        if isinstance(a, Stand) and isinstance(b, Stand):
            return bases.measure(a, b, by or self.reference)
        return lattice.distance(_pose(a), _pose(b))

    def is_within(
        self, a: FreePose | Stand, b: FreePose | Stand, inches: float, by: Reference | None = None
    ) -> bool:
        """Say whether b is up to so many inches from a; the limit counts."""
        if isinstance(a, Stand) and isinstance(b, Stand):
            return bases.is_near(a, b, inches, by or self.reference)
        return lattice.is_within(_pose(a), _pose(b), inches)

    def bearing(self, a: FreePose | Stand, b: FreePose | Stand) -> float | None:
        """Return how b bears from a, in degrees from north; None where they coincide."""
        return lattice.bearing(_pose(a), _pose(b))

    def relative_bearing(self, a: FreePose | Stand, b: FreePose | Stand) -> float | None:
        """Return how b bears from a's bow, over -180 and up to 180; None where they coincide."""
        return lattice.relative_bearing(_pose(a), _pose(b))

    def arc(
        self, arc: Arc, a: FreePose | Stand, target: FreePose | Stand, part: Part = "centre"
    ) -> bool:
        """Say whether a target, or a part of her, is in an arc of a ship."""
        return in_arc(arc, _pose(a), target, part)

    def neighbours(
        self, a: Stand, others: Iterable[Stand], inches: float, by: Reference | None = None
    ) -> list[Stand]:
        """Return the other stands up to so many inches away, nearest first, ties as given."""
        how = by or self.reference
        near = [one for one in others if one != a and bases.is_near(a, one, inches, how)]
        return sorted(near, key=lambda one: bases.measure(a, one, how))

    # What lies on the table

    def region_at(self, at: FreePose | Stand) -> Region | None:
        """Return the region that a point, or a ship's centre, lies in, or None."""
        pose = _pose(at)
        return next((region for region in self.regions if region.holds(pose)), None)

    def terrain(self, at: FreePose | Stand) -> str:
        """Return what lies at a point, or at a ship's centre; a coast belongs to the land."""
        region = self.region_at(at)
        return self.open_terrain if region is None else region.kind

    def touched(self, what: Stand | Path, kinds: Collection[str] = ()) -> list[Region]:
        """Return the regions that a base, or all that a path sweeps, touches.

        kinds: only regions of these kinds; () for all.
        """
        path = what if isinstance(what, Path) else Path(what)
        return [
            region
            for region in self.regions
            if (not kinds or region.kind in kinds) and path.touches(region.shape)
        ]

    def first_touched(
        self, path: Path, regions: Iterable[Region] | None = None
    ) -> tuple[float, Region] | None:
        """Return (time, region) where a path first touches one of some regions, or None.

        regions: all of the board's by default. The first one given wins a tie.
        """
        found: tuple[float, Region] | None = None
        for region in self.regions if regions is None else regions:
            time = paths.first_touch(path, region.shape)
            if time is not None and (found is None or time < found[0]):
                found = time, region
        return found

    def is_on_table(self, what: FreePose | Stand) -> bool:
        """Say whether a point, or a whole base, is on the table, its edge included."""
        points = what.corners if isinstance(what, Stand) else (what.inches,)
        return paths.is_on_table(points, self.width, self.height)

    def leaves(self, path: Path, *, by_centre: bool = False) -> float | None:
        """Return the time at which a path first leaves the table, or None.

        Any part of the base counts, or only its centre. A ship on the edge has not left.
        """
        return paths.first_off(path, self.width, self.height, by_centre=by_centre)

    # Sight and contact

    def line_of_sight(
        self,
        a: FreePose | Stand,
        b: FreePose | Stand,
        blocks: Iterable[Stand] = (),
        *,
        spot: Spot = "centre",
        ignoring: Collection[str] = (),
    ) -> bool:
        """Say whether the line from a to b is clear of bases and of land; the same both ways.

        blocks: the stands that may be in the way; a and b never are. spot: the points that the
        line joins. ignoring: names of regions that do not stop it, such as the one that a
        battery stands on. A line that only grazes something is clear.
        """
        start, end = _spot(a, spot), _spot(b, spot)
        lands = [
            region.opaque
            for region in self.regions
            if region.blocks_sight and region.name not in ignoring and region.spans(start, end)
        ]
        if sight.is_over_land(start, end, lands):
            return False
        others = (stand for stand in _beside(blocks, start, end) if stand not in (a, b))
        return sight.blocker(start, end, others) is None

    def sights(
        self,
        a: many.Stands,
        b: many.Stands,
        blocks: many.Stands,
        *,
        wanted: many.Flags | None = None,
        spot: Spot = "centre",
        ignoring: Collection[str] = (),
    ) -> many.Flags:
        """Say between which pairs the line is clear, as `line_of_sight` does for one."""
        lands = self._opaque(ignoring)
        return many.sights(a, b, blocks, wanted=wanted, lands=lands, spot=spot)

    def _opaque(self, ignoring: Collection[str]) -> Sequence[Any]:
        return [
            region.opaque
            for region in self.regions
            if region.blocks_sight and region.name not in ignoring
        ]

    def contact(self, a: Stand, b: Stand) -> bool:
        """Say whether two bases touch or overlap."""
        return bases.in_contact(a, b)

    def overlap(self, a: Stand, b: Stand) -> bool:
        """Say whether two bases lie in one another; those that only touch do not."""
        return bases.do_overlap(a, b)

    def approach(self, a: Path, b: Path) -> Approach:
        """Return how near two paths come when both are moved at the same time."""
        return paths.closest_approach(a, b)

    def first_contact(
        self, path: Path, others: Iterable[Stand | Path], inches: float = 0.0
    ) -> tuple[float, Stand | Path] | None:
        """Return (time, other) where a path is first up to so many inches from another base.

        others: stands that lie still, or paths that are moved at the same time. The first one
        given wins a tie. None: it comes near none.
        """
        found: tuple[float, Stand | Path] | None = None
        for other in others:
            course = other if isinstance(other, Path) else Path(other)
            time = paths.first_within(path, course, inches)
            if time is not None and (found is None or time < found[0]):
                found = time, other
        return found


def _beside(stands: Iterable[Stand], a: Point, b: Point) -> Iterator[Stand]:
    """Yield the stands that may reach over a line in inches, by the box round it."""
    west, east = sorted((a[0] * PER_INCH, b[0] * PER_INCH))
    north, south = sorted((a[1] * PER_INCH, b[1] * PER_INCH))
    for stand in stands:
        (x, y, _), base = stand
        far = base.reach * PER_INCH + SLACK
        if west - far <= x <= east + far and north - far <= y <= south + far:
            yield stand


def _spot(where: FreePose | Stand, spot: Spot) -> Point:
    return where.spot(spot) if isinstance(where, Stand) else where.inches
