"""Many ships at once: every pair's distance, bearing, arc, rake and line of sight, in numpy.

Answers are arrays of firers by targets, and the same as the single questions give.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from weathergage.boards.angles import Arc, Edge, Frame, frame, rake_arcs
from weathergage.boards.bases import Base, Reference, Spot, Stand
from weathergage.boards.lattice import (
    HAIR,
    PER_DEGREE,
    PER_INCH,
    TOLERANCE,
    FreePose,
    units,
)

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Stands:
    """Some stands, ready to be asked about all together; they do not move afterwards.

    Answers with another `Stands` are arrays (these, those). Lists of no ships are allowed.
    """

    __slots__ = ("_outlines", "_spots", "headings", "reach", "stands", "x", "y")

    def __init__(self, stands: Sequence[Stand]) -> None:
        self.stands = tuple(stands)
        poses = np.array([stand.pose for stand in stands], dtype=np.int64).reshape(-1, 3)
        self.x: NDArray[np.int64] = poses[:, 0]
        self.y: NDArray[np.int64] = poses[:, 1]
        self.headings: list[int] = poses[:, 2].tolist()
        self.reach: Floats = np.array([stand.base.reach for stand in stands], dtype=np.float64)
        self._spots: dict[Spot, Floats] = {}
        self._outlines: Floats | None = None

    def __len__(self) -> int:
        return len(self.stands)

    def spots(self, spot: Spot) -> Floats:
        """Return where a spot of each base is, in inches: an array (ships, 2)."""
        found = self._spots.get(spot)
        if found is None:
            points = [stand.spot(spot) for stand in self.stands]
            found = self._spots[spot] = np.array(points, dtype=np.float64).reshape(-1, 2)
        return found

    @property
    def shapes(self) -> NDArray[Any]:
        """Their bases as shapely Polygons; those that are missing are made together."""
        poses: dict[int, tuple[Base, list[FreePose]]] = {}
        for pose, base in self.stands:
            poses.setdefault(id(base), (base, []))[1].append(pose)
        for base, where in poses.values():
            base.make_shapes(where)
        found = np.empty(len(self.stands), dtype=object)
        found[:] = [stand.shape for stand in self.stands]
        return found

    @property
    def outlines(self) -> Floats:
        """Their corners in inches: (ships, corners, 2); the last one repeats where fewer."""
        if self._outlines is None:
            most = max((len(stand.base.outline) for stand in self.stands), default=3)
            rows = [
                corners + corners[-1:] * (most - len(corners))
                for corners in (stand.corners for stand in self.stands)
            ]
            self._outlines = np.array(rows, dtype=np.float64).reshape(-1, most, 2)
        return self._outlines


def _steps(a: Stands, b: Stands) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return b.x[None, :] - a.x[:, None], b.y[None, :] - a.y[:, None]


def distances(a: Stands, b: Stands, by: Reference = "centre") -> Floats:
    """Return the inches from each of a to each of b, taken from where the ruleset measures."""
    if by == "centre":
        x, y = _steps(a, b)
        return np.sqrt((x * x + y * y).astype(np.float64)) / PER_INCH
    if by == "mast":
        step = b.spots("mast")[None, :, :] - a.spots("mast")[:, None, :]
        return np.asarray(np.sqrt(step[..., 0] * step[..., 0] + step[..., 1] * step[..., 1]))
    ours = a.shapes if by == "base" else shapely.points(a.spots("bow"))
    found = shapely.distance(ours[:, None], b.shapes[None, :])
    return np.asarray(found, dtype=np.float64).reshape(len(a), len(b))


def are_near(a: Stands, b: Stands, inches: float, by: Reference = "centre") -> Flags:
    """Say which of a are up to so many inches from which of b; the limit counts."""
    x, y = _steps(a, b)
    squares = x * x + y * y
    if by == "centre":
        limit = units(inches) + HAIR * PER_INCH
        return np.asarray((squares <= limit * limit) & (limit >= 0))
    if by == "mast":
        return np.asarray(distances(a, b, by) <= inches + TOLERANCE)
    reach = (a.reach[:, None] + b.reach[None, :] + inches + 2 * TOLERANCE) * PER_INCH
    near = squares <= reach * reach
    rows, columns = np.nonzero(near)
    if len(rows):
        ours = a.shapes if by == "base" else shapely.points(a.spots("bow"))
        gaps = shapely.distance(ours[rows], b.shapes[columns])
        near[rows, columns] = gaps <= inches + TOLERANCE
    return near


def bearings(a: Stands, b: Stands) -> Floats:
    """Return how each of b bears from each of a, in degrees; NaN where they coincide."""
    x, y = _steps(a, b)
    found = np.degrees(np.arctan2(x, -y)) % 360
    found[(x == 0) & (y == 0)] = np.nan
    return np.asarray(found)


def relative_bearings(a: Stands, b: Stands) -> Floats:
    """Return how each of b bears from the bow of each of a, over -180 and up to 180 degrees."""
    heads = np.array(a.headings, dtype=np.float64)[:, None] / PER_DEGREE
    return np.asarray(180 - (180 - bearings(a, b) + heads) % 360)


def are_in_arc(a: Stands, arc: Arc, b: Stands) -> Flags:
    """Say which of b have their centres in an arc of which of a."""
    x, y = _steps(a, b)
    if not x.size:
        return np.zeros(x.shape, dtype=np.bool_)
    return np.asarray(_frames(arc, a.headings).holds(x, y))


def _frames(arc: Arc, headings: Sequence[int]) -> Frame:
    """Return what decides about an arc of many ships: a column of numbers for each number."""
    frames = [frame(arc, heading) for heading in headings]
    first = frames[0]
    if first.edges is None:
        return first
    edges = []
    for same in zip(*(one.edges or () for one in frames), strict=True):
        nx, ny, k = np.array([edge[:3] for edge in same]).T[:, :, None]
        edges.append(Edge(nx, ny, k, same[0].strict))
    if first.start is None:
        return Frame(tuple(edges), first.is_rest, None)
    starts = np.array([one.start for one in frames]).T[:, :, None]
    return Frame(tuple(edges), first.is_rest, (starts[0], starts[1]))


def rakes(firers: Stands, targets: Stands, angle: float) -> tuple[Flags, Flags]:
    """Return (by the bow, by the stern): which firers rake which targets, as `angles.rake`."""
    bow, stern = rake_arcs(angle)
    by_bow = are_in_arc(targets, bow, firers).T
    return by_bow, are_in_arc(targets, stern, firers).T & ~by_bow


def sights(
    a: Stands,
    b: Stands,
    blocks: Stands,
    *,
    wanted: Flags | None = None,
    lands: Sequence[Any] = (),
    spot: Spot = "centre",
) -> Flags:
    """Say between which pairs a line runs clear of bases and of land.

    blocks: the stands that may be in the way; the two that a line joins never are. wanted: the
    pairs that matter (all others are False): give those that are in range and in an arc.
    lands: as `sight.opaque` gives them.
    """
    clear = np.ones((len(a), len(b)), dtype=np.bool_) if wanted is None else wanted.copy()
    rows, columns = np.nonzero(clear)
    if not len(rows):
        return clear
    start, end = a.spots(spot)[rows], b.spots(spot)[columns]
    stopped = _stopped(start, end, blocks, _ends(a, blocks)[rows] | _ends(b, blocks)[columns])
    if lands:
        lines = shapely.linestrings(np.stack([start, end], axis=1))
        for land in lands:
            stopped |= shapely.intersects(land, lines)
    clear[rows[stopped], columns[stopped]] = False
    return clear


def _ends(ships: Stands, blocks: Stands) -> Flags:
    """Return which of some stands are which of the blocks themselves: (ships, blocks)."""
    where: dict[FreePose, list[int]] = {}
    for i, stand in enumerate(blocks.stands):
        where.setdefault(stand.pose, []).append(i)
    same = np.zeros((len(ships), len(blocks)), dtype=np.bool_)
    for row, stand in enumerate(ships.stands):
        for i in where.get(stand.pose, ()):
            same[row, i] = blocks.stands[i] == stand
    return same


def _stopped(start: Floats, end: Floats, blocks: Stands, own: Flags) -> Flags:
    """Return which lines pass through a block that is not an end of theirs."""
    stopped = np.zeros(len(start), dtype=np.bool_)
    if not len(blocks):
        return stopped
    step = end - start
    length = np.sqrt(step[:, 0] * step[:, 0] + step[:, 1] * step[:, 1])
    unit = step / np.where(length > TOLERANCE, length, 1.0)[:, None]
    x = blocks.x[None, :] / PER_INCH - start[:, 0, None]
    y = blocks.y[None, :] / PER_INCH - start[:, 1, None]
    along = x * unit[:, 0, None] + y * unit[:, 1, None]
    off = np.abs(x * unit[:, 1, None] - y * unit[:, 0, None])
    reach = blocks.reach[None, :]
    may = (off < reach) & (along > -reach) & (along < length[:, None] + reach) & ~own
    may[length <= TOLERANCE] = False
    lines, others = np.nonzero(may)
    if len(lines):
        through = _pass_through(blocks.outlines[others], start[lines], end[lines], unit[lines])
        np.logical_or.at(stopped, lines, through)
    return stopped


def _pass_through(outlines: Floats, start: Floats, end: Floats, unit: Floats) -> Flags:
    """Return which lines pass through which outlines, pair by pair, as `sight.stops`."""
    x, y = outlines[..., 0], outlines[..., 1]
    off = (x - start[:, 0, None]) * unit[:, 1, None] - (y - start[:, 1, None]) * unit[:, 0, None]
    through = np.minimum(off.max(1), -off.min(1)) > TOLERANCE
    ex, ey = x - np.roll(x, 1, axis=1), y - np.roll(y, 1, axis=1)
    side = np.hypot(ex, ey)
    real = side > 0
    nx, ny = ey / np.where(real, side, 1.0), -ex / np.where(real, side, 1.0)
    ours = nx * start[:, 0, None] + ny * start[:, 1, None]
    theirs = nx * end[:, 0, None] + ny * end[:, 1, None]
    depth = nx * x + ny * y - np.minimum(ours, theirs)
    return np.asarray(through & ((depth > TOLERANCE) | ~real).all(1))
