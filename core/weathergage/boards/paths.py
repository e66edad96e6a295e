"""Moves on a table without a grid: the legs of a path, what it sweeps, when ships meet.

A leg slides a base (straight ahead, or adrift) or swings it about a point (a pivot, or the circle
of a turning gauge). Two slides are compared exactly, by the convex set of their corners'
differences. Where something swings, times are found by steps that the greatest speed makes safe:
nothing that goes deeper than half the tolerance is passed over, and nothing that stays `CLOSE`
beyond the tolerance counts.

Time runs from 0 to 1 along a path. A leg takes as long as its way in inches; a pivot counts with
the way of its base's farthest corner. Two paths that are moved together share that clock, as when
two ships move by quarters in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, hypot, pi, radians, sin, sqrt
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from weathergage.boards.bases import Base, Point, Spot, Stand, polygon
from weathergage.boards.lattice import (
    PER_DEGREE,
    PER_INCH,
    TOLERANCE,
    FreePose,
    cosine,
    curve_by,
    hundredths,
    is_within,
    sine,
)

CLOSE = 1e-4
"""Inches to which the time of a contact is worked out where something swings."""

SWEEP_ERROR = 2e-3
"""Inches by which a swept shape may reach too far where a base swings; it never falls short."""


class Ahead(NamedTuple):
    """A leg straight ahead by inches; negative: astern."""

    inches: float


class Drift(NamedTuple):
    """A leg along a bearing in degrees by inches, the heading kept."""

    bearing: float
    inches: float


class Curve(NamedTuple):
    """A leg along a circle, as by a turning gauge: the centre's way and the change of heading."""

    inches: float
    degrees: float


class Pivot(NamedTuple):
    """A turn on the spot by degrees to starboard (negative: to port) about a spot of the base."""

    degrees: float
    about: Spot = "centre"


Leg = Ahead | Drift | Curve | Pivot


def after(stand: Stand, leg: Leg, share: float = 1.0) -> Stand:
    """Return a stand at rest after a leg, or after a share of it."""
    pose, base = stand
    return Stand(_moved(pose, base, leg, share), base)


def _moved(pose: FreePose, base: Base, leg: Leg, share: float) -> FreePose:
    if isinstance(leg, Ahead):
        return pose.ahead(leg.inches * share)
    if isinstance(leg, Curve):
        return pose.curved(leg.inches * share, leg.degrees * share)
    if isinstance(leg, Pivot):
        return pose.pivoted(leg.degrees * share, base.ahead_of_centre(leg.about))
    return pose.drifted(leg.bearing, leg.inches * share)


Place = tuple[int, int, int, float, float]
"""X, y and heading of a pose, and the sine and cosine of the heading."""


def _places(stand: Stand, leg: Leg) -> Callable[[float], Place]:
    """Return what gives the place after a share of a leg, as `after` does."""
    pose, base = stand
    x, y, heading = pose
    if isinstance(leg, Ahead):
        inches, s, c = leg.inches, sine(heading), cosine(heading)

        def ahead(share: float) -> Place:
            way = round(inches * share * PER_INCH)
            return x + round(way * s), y - round(way * c), heading, s, c

        return ahead
    if isinstance(leg, Curve):
        inches, degrees = leg

        def curved(share: float) -> Place:
            turn = round(degrees * share * PER_DEGREE)
            if not turn:
                return _place(pose.ahead(inches * share))
            east, south, after = curve_by(round(inches * share * PER_INCH), turn, heading)
            return x + east, y + south, after, sine(after), cosine(after)

        return curved
    return lambda share: _place(_moved(pose, base, leg, share))


def _place(pose: FreePose) -> Place:
    x, y, heading = pose
    return x, y, heading, sine(heading), cosine(heading)


# Motions: what happens to a base during a leg, in inches


class _Slide(NamedTuple):
    """Every corner moves by (x, y)."""

    corners: tuple[Point, ...]
    x: float
    y: float

    @property
    def speed(self) -> float:
        return hypot(self.x, self.y)

    def at(self, share: float) -> Sequence[Point]:
        return [(x + share * self.x, y + share * self.y) for x, y in self.corners]

    def part(self, start: float, end: float) -> _Slide:
        return _Slide(tuple(self.at(start)), self.x * (end - start), self.y * (end - start))


class _Swing(NamedTuple):
    """Every corner turns clockwise about (x, y) by an angle in radians."""

    corners: tuple[Point, ...]
    x: float
    y: float
    angle: float

    @property
    def speed(self) -> float:
        return abs(self.angle) * max(hypot(x - self.x, y - self.y) for x, y in self.corners)

    def at(self, share: float) -> Sequence[Point]:
        return _spun(self.corners, (self.x, self.y), self.angle * share)

    def part(self, start: float, end: float) -> _Swing:
        return _Swing(tuple(self.at(start)), self.x, self.y, self.angle * (end - start))


_Motion = _Slide | _Swing


def _spun(points: Sequence[Point], about: Point, angle: float) -> list[Point]:
    (cx, cy), s, c = about, sin(angle), cos(angle)
    return [(cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c) for x, y in points]


def _motion(stand: Stand, leg: Leg, end: Stand, points: tuple[Point, ...]) -> _Motion:
    """Return what a leg does to some points of a base; slides end where the ship comes to rest."""
    if isinstance(leg, Pivot):
        return _Swing(points, *stand.spot(leg.about), radians(leg.degrees))
    turn = hundredths(leg.degrees) if isinstance(leg, Curve) else 0
    if isinstance(leg, Curve) and turn:
        angle = radians(leg.degrees)
        radius = leg.inches / angle
        (x, y), heading = stand.pose.inches, stand.pose.heading
        return _Swing(points, x + radius * cosine(heading), y + radius * sine(heading), angle)
    (x, y), (ex, ey) = stand.pose.inches, end.pose.inches
    return _Slide(points, ex - x, ey - y)


@dataclass(frozen=True)
class Path:
    """A stand and the legs that it moves by; no legs: it stays where it is."""

    start: Stand
    legs: tuple[Leg, ...] = ()

    @classmethod
    def of(cls, start: Stand, *legs: Leg) -> Path:
        """Return the path by some legs."""
        return cls(start, legs)

    @classmethod
    def through(cls, stops: tuple[Stand, ...], legs: tuple[Leg, ...]) -> Path:
        """Return the path by some legs of which is known already where each ends, as `after` says.

        stops: where it begins and where each leg ends.
        """
        found = cls(stops[0], legs)
        found.__dict__["stops"] = stops
        return found

    @property
    def base(self) -> Base:
        """The base that moves."""
        return self.start.base

    @cached_property
    def stops(self) -> tuple[Stand, ...]:
        """Where it begins and where each leg ends."""
        found = [self.start]
        for leg in self.legs:
            found.append(after(found[-1], leg))
        return tuple(found)

    @property
    def end(self) -> Stand:
        """Where it ends."""
        return self.stops[-1]

    @cached_property
    def _motions(self) -> tuple[_Motion, ...]:
        return tuple(
            _motion(stand, leg, end, stand.corners)
            for leg, (stand, end) in zip(self.legs, pairwise(self.stops), strict=True)
        )

    @cached_property
    def cuts(self) -> tuple[float, ...]:
        """The times at which its legs begin and end, from 0 to 1."""
        if len(self.legs) < 2:
            return (0.0, 1.0)
        ways = [
            self._motions[n].speed if isinstance(leg, Pivot) or not leg.inches else abs(leg.inches)
            for n, leg in enumerate(self.legs)
        ]
        total = sum(ways)
        if not total:
            return (0.0, 1.0)
        found, way = [0.0], 0.0
        for one in ways:
            way += one
            found.append(way / total)
        found[-1] = 1.0
        return tuple(found)

    @cached_property
    def inches(self) -> float:
        """The way of its centre along the legs; pivots are free."""
        return sum([abs(leg.inches) for leg in self.legs if not isinstance(leg, Pivot)])

    def _leg_at(self, time: float) -> tuple[int, float]:
        """Return which leg is under way at a time, and the share of it that is done."""
        cuts = self.cuts
        for i, (start, end) in enumerate(pairwise(cuts)):
            if time < end or i == len(cuts) - 2:
                return i, (time - start) / (end - start) if end > start else 1.0
        return 0, 0.0

    def at(self, time: float) -> Stand:
        """Return where the ship is at a time from 0 to 1, as if she came to rest there."""
        if not self.legs or time <= 0:
            return self.start
        if time >= 1:
            return self.end
        i, share = self._leg_at(time)
        return after(self.stops[i], self.legs[i], share) if share < 1 else self.stops[i + 1]

    def track(self, times: Iterable[float]) -> Iterator[Place]:
        """Yield the places of the poses that `at` gives at rising times from 0 to 1.

        For rules that look along a track, such as fire at ships that pass: plain numbers, leg by
        leg, for a tenth of what stands cost.
        """
        n, since, until, place = -1, 0.0, 0.0, _places(self.start, Ahead(0.0))
        for time in times:
            if not 0 < time < 1 or not self.legs:
                yield _place(self.at(time).pose)
                continue
            while time >= until:
                n += 1
                since, until = self.cuts[n : n + 2]
                place = _places(self.stops[n], self.legs[n])
            yield place((time - since) / (until - since))

    def until(self, time: float) -> Path:
        """Return the path cut off at a time."""
        if time >= 1 or not self.legs:
            return self
        i, share = self._leg_at(max(time, 0.0))
        return Path(self.start, (*self.legs[:i], _shortened(self.legs[i], share)))

    def along(self, inches: float) -> Iterator[tuple[float, Stand]]:
        """Yield (time, stand) along the path, no corner moving farther than this in between.

        For rules that look along a track, such as fire at ships that pass.
        """
        yield 0.0, self.start
        for motion, (start, end) in zip(self._motions, pairwise(self.cuts), strict=False):
            steps = max(1, ceil(motion.speed / inches))
            for step in range(1, steps + 1):
                time = start + (end - start) * step / steps
                if end > start:
                    yield time, self.at(time)

    @cached_property
    def swept(self) -> NDArray[Any]:
        """All that the base passes over: an array of shapely Polygons in inches that overlap.

        Exact for straight legs. Where it swings a polygon may reach `SWEEP_ERROR` too far, never
        less than the base does. They are not joined: GEOS has been seen to lose a piece that
        shares an edge with its neighbour but for the last bit, and a drawing needs no join.
        """
        if not self.legs:
            return np.array([self.start.shape], dtype=object)
        return np.array([piece for motion in self._motions for piece in _swept(motion)])

    def touches(self, shape: Any, inches: float = 0.0) -> bool:
        """Say whether what it passes over comes up to so many inches from a fixed shape."""
        return bool(shapely.distance(self.swept, shape).min() <= inches + TOLERANCE)

    def _pieces(self, cuts: Sequence[float]) -> Iterator[_Motion]:
        """Yield what happens between times that hold this path's own cuts among them."""
        if not self.legs:
            still = _Slide(self.start.corners, 0.0, 0.0)
            yield from (still for _ in cuts[1:])
            return
        for start, end in pairwise(cuts):
            i, _ = self._leg_at((start + end) / 2)
            first, last = self.cuts[i], self.cuts[i + 1]
            span = last - first
            yield self._motions[i].part((start - first) / span, (end - first) / span)


def _shortened(leg: Leg, share: float) -> Leg:
    match leg:
        case Ahead(inches):
            return Ahead(inches * share)
        case Drift(bearing, inches):
            return Drift(bearing, inches * share)
        case Curve(inches, degrees):
            return Curve(inches * share, degrees * share)
        case Pivot(degrees, about):
            return Pivot(degrees * share, about)


# Swept shapes


def _swept(motion: _Motion) -> list[Any]:
    """Return polygons that together are what a motion sweeps."""
    if isinstance(motion, _Slide):
        return [_hull([*motion.corners, *motion.at(1.0)])]
    pieces = [polygon(motion.corners)]
    if not motion.angle:
        return pieces
    count = ceil(abs(motion.angle) / (pi / 2))
    for i in range(count):
        part = motion.part(i / count, (i + 1) / count)
        for j, corner in enumerate(part.corners):
            pieces += _swept_side(part.corners[j - 1], corner, part)
    return pieces


def _swept_side(a: Point, b: Point, swing: _Swing) -> Iterator[Any]:
    """Yield what one side of a base sweeps when it swings by up to a quarter of a circle.

    What a base sweeps is its first place and all that its sides go over. A side is cut where it
    comes nearest to the centre; either half then goes over what lies between two circles.
    """
    centre = cx, cy = swing.x, swing.y
    ex, ey = b[0] - a[0], b[1] - a[1]
    share = ((cx - a[0]) * ex + (cy - a[1]) * ey) / (ex * ex + ey * ey)
    if not 1e-6 < share < 1 - 1e-6:
        inner, outer = (a, b) if share < 0.5 else (b, a)
        yield _between_circles(inner, outer, swing)
        return
    foot = a[0] + share * ex, a[1] + share * ey
    if hypot(foot[0] - cx, foot[1] - cy) < CLOSE:
        foot = centre
    yield _between_circles(foot, a, swing)
    yield _between_circles(foot, b, swing)


def _between_circles(inner: Point, outer: Point, swing: _Swing) -> Any:
    """Return what a line away from the centre sweeps: tangents outside, chords inside."""
    centre, angle = (swing.x, swing.y), swing.angle
    steps = _steps(hypot(outer[0] - centre[0], outer[1] - centre[1]), angle)
    bulge = 1 / cos(angle / steps / 2)
    ring = [inner, outer]
    for i in range(steps):
        ring += _swollen(_spun([outer], centre, angle * (i + 0.5) / steps), centre, bulge)
    ring += _spun([outer], centre, angle)
    if inner != centre:
        for i in range(steps, 0, -1):
            ring += _spun([inner], centre, angle * i / steps)
    return polygon(ring)


def _steps(reach: float, angle: float) -> int:
    """Return into how many parts to cut a turn, so that tangents stay near the circle."""
    # A chord or a tangent of a turn t lies about reach * t * t / 8 off the circle.
    widest = sqrt(7 * SWEEP_ERROR / max(reach, SWEEP_ERROR))
    return max(1, ceil(abs(angle) / min(widest, pi / 8)))


def _swollen(points: Sequence[Point], centre: Point, by: float) -> list[Point]:
    return [(centre[0] + (x - centre[0]) * by, centre[1] + (y - centre[1]) * by) for x, y in points]


def _hull(points: Sequence[Point]) -> Any:
    return shapely.convex_hull(shapely.multipoints(points))


# Two slides, exactly


def _differences(one: Sequence[Point], other: Sequence[Point]) -> list[Point]:
    """Return the convex hull of other - one: how far `one` may move before they meet."""
    points = sorted({(bx - ax, by - ay) for ax, ay in one for bx, by in other})
    if len(points) < 3:
        return points
    halves = []
    for run in (points, points[::-1]):
        chain: list[Point] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        halves.append(chain[:-1])
    return halves[0] + halves[1]


def _sides(hull: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    if len(hull) < 3:
        yield hull[0], hull[-1]
        return
    for i, point in enumerate(hull):
        yield hull[i - 1], point


_Span = tuple[float, float]
_NEVER = (2.0, -1.0)


def _span_below(slope: float, start: float, limit: float) -> _Span:
    """Return the times in 0 to 1 at which start + slope * time <= limit."""
    if not slope:
        return (0.0, 1.0) if start <= limit else _NEVER
    time = (limit - start) / slope
    return (0.0, min(1.0, time)) if slope > 0 else (max(0.0, time), 1.0)


def _both(a: _Span, b: _Span) -> _Span:
    return max(a[0], b[0]), min(a[1], b[1])


def _in_circle(way: Point, centre: Point, radius: float) -> _Span:
    """Return the times at which a point moving by `way` from the origin is in a circle."""
    (wx, wy), (cx, cy) = way, centre
    a, b, c = wx * wx + wy * wy, wx * cx + wy * cy, cx * cx + cy * cy - radius * radius
    if not a:
        return (0.0, 1.0) if c <= 0 else _NEVER
    inner = b * b - a * c
    if inner < 0:
        return _NEVER
    root = sqrt(inner)
    return max(0.0, (b - root) / a), min(1.0, (b + root) / a)


def _in_strip(way: Point, side: tuple[Point, Point], radius: float) -> _Span:
    """Return the times at which that point is beside a side of a hull, no farther than this."""
    (wx, wy), ((ax, ay), (bx, by)) = way, side
    length = hypot(bx - ax, by - ay)
    if not length:
        return _NEVER
    ux, uy = (bx - ax) / length, (by - ay) / length
    along, across = wx * ux + wy * uy, wx * uy - wy * ux
    start, off = -(ax * ux + ay * uy), -(ax * uy - ay * ux)
    span = _both(_span_below(across, off, radius), _span_below(-across, -off, radius))
    return _both(span, _both(_span_below(along, start, length), _span_below(-along, -start, 0.0)))


def _in_hull(way: Point, hull: Sequence[Point]) -> _Span:
    if len(hull) < 3:
        return _NEVER
    span: _Span = (0.0, 1.0)
    (wx, wy) = way
    for (ax, ay), (bx, by) in _sides(hull):
        ex, ey = bx - ax, by - ay
        span = _both(span, _span_below(wx * ey - wy * ex, -(ax * ey - ay * ex), 0.0))
    return span


def _while_near(way: Point, hull: Sequence[Point], radius: float) -> _Span | None:
    """Return the first and last time at which that point is up to a radius from a convex hull."""
    spans = [_in_hull(way, hull)]
    for side in _sides(hull):
        spans += (
            _in_circle(way, side[0], radius),
            _in_circle(way, side[1], radius),
            _in_strip(way, side, radius),
        )
    spans = [span for span in spans if span[0] <= span[1]]
    if not spans:
        return None
    return min(span[0] for span in spans), max(span[1] for span in spans)


def _first_near(way: Point, hull: Sequence[Point], radius: float) -> float | None:
    """Return the first time at which that point is up to a radius from a hull, or None.

    It is the time at which it comes as near as the radius itself; or, where it never does but
    for the tolerance, at which it is nearest; or 0 when it is so near from the start.
    """
    span = _while_near(way, hull, radius + TOLERANCE)
    if span is None or span[0] <= 0.0:
        return span and span[0]
    reached = _while_near(way, hull, radius)
    return (span[0] + span[1]) / 2 if reached is None else reached[0]


def _point_gap(point: Point, a: Point, b: Point) -> float:
    (px, py), (ax, ay) = point, a
    ex, ey = b[0] - ax, b[1] - ay
    square = ex * ex + ey * ey
    share = ((px - ax) * ex + (py - ay) * ey) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(px - ax - share * ex, py - ay - share * ey)


def _least_gap(way: Point, hull: Sequence[Point]) -> float:
    """Return the least distance of that point from a convex hull during its way."""
    since, until = _in_hull(way, hull)
    if since <= until:
        return 0.0
    start = (0.0, 0.0)
    return min(
        min(
            _point_gap(start, a, b),
            _point_gap(way, a, b),
            _point_gap(a, start, way),
            _point_gap(b, start, way),
        )
        for a, b in _sides(hull)
    )


# Anything that swings, by safe steps


def _gaps(
    a: _Motion, b: _Motion | Any, times: Sequence[float] | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the distances between two moving bases, or a base and a fixed shape, at times."""
    theirs = _shapes(b, times) if isinstance(b, _Slide | _Swing) else b
    return np.asarray(shapely.distance(_shapes(a, times), theirs), dtype=np.float64)


def _gap(a: _Motion, b: _Motion | Any, time: float) -> float:
    """Return the same at one time."""
    theirs = polygon(b.at(time)) if isinstance(b, _Slide | _Swing) else b
    return float(polygon(a.at(time)).distance(theirs))


def _shapes(motion: _Motion, times: Sequence[float] | NDArray[np.float64]) -> NDArray[Any]:
    """Return a moving base's shape at each of some times."""
    corners = np.array([*motion.corners, motion.corners[0]])
    way = np.asarray(times, dtype=np.float64)[:, None, None]
    if isinstance(motion, _Slide):
        return np.asarray(shapely.polygons(corners + way * (motion.x, motion.y)))
    about = np.array((motion.x, motion.y))
    arm, s, c = corners - about, np.sin(motion.angle * way), np.cos(motion.angle * way)
    across = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    return np.asarray(shapely.polygons(about + arm * c + across * s))


def _first_below(
    gap: Callable[[float], float], speed: float, limit: float, slack: float = TOLERANCE
) -> float | None:
    """Return the first time at which a gap is up to a limit, with some slack.

    speed: the gap shrinks no faster. Where it goes on shrinking, the time at which it reaches the
    limit itself, so that rounding to the lattice does not part what has met.
    """
    least = TOLERANCE / 2 / speed if speed else 1.0
    time, now = 0.0, gap(0.0)
    while now > limit + slack + CLOSE:
        if time >= 1.0:
            return None
        time = min(1.0, time + max((now - limit - slack) / speed, least)) if speed else 1.0
        now = gap(time)
    while 0.0 < time < 1.0 and now > limit + CLOSE:
        then = min(1.0, time + max((now - limit) / speed, least))
        after = gap(then)
        if after >= now:
            break
        time, now = then, after
    return time


def _closest_swing(a: _Motion, b: _Motion, speed: float) -> tuple[float, float]:
    """Return (least distance, time), the distance to within half the tolerance."""
    count = 17
    times = np.linspace(0.0, 1.0, count)
    half = 0.5 / (count - 1)
    gaps = _gaps(a, b, times)
    while True:
        best = int(np.argmin(gaps))
        least, when = float(gaps[best]), float(times[best])
        if not least or speed * half <= TOLERANCE / 2:
            return least, when
        left = times[gaps - speed * half < least - TOLERANCE / 4]
        if not len(left):
            return least, when
        half /= 2
        times = np.unique(np.clip(np.concatenate([left - half, left, left + half, [when]]), 0, 1))
        gaps = _gaps(a, b, times)


# Questions


class Approach(NamedTuple):
    """How near two paths come to one another.

    distance: the least, in inches between bases; 0 when they touch. time: of contact, the first;
    else the middle of the first stretch during which they are as near as that, within the
    tolerance (so two ships that pass on parallel courses are abreast). since, until: that stretch.
    """

    distance: float
    time: float
    since: float
    until: float


def _shared(a: Path, b: Path) -> list[float]:
    times = sorted({*a.cuts, *b.cuts})
    return [0.0, *(end for start, end in pairwise(times) if end - start > 1e-12)]


def _closest_piece(one: _Motion, other: _Motion) -> tuple[float, float, float]:
    """Return (least distance, since, until) for two motions."""
    if isinstance(one, _Slide) and isinstance(other, _Slide):
        way = one.x - other.x, one.y - other.y
        hull = _differences(one.corners, other.corners)
        least = _least_gap(way, hull)
        radius = TOLERANCE if least <= TOLERANCE else least + TOLERANCE
        return least, *(_while_near(way, hull, radius) or (0.0, 1.0))
    least, when = _closest_swing(one, other, one.speed + other.speed)
    return least, when, when


def closest_approach(a: Path, b: Path) -> Approach:
    """Return how near two bases come when both move at the same time.

    Exact while both slide; else to within half the tolerance.
    """
    cuts = _shared(a, b)
    found: list[tuple[float, float, float]] = []
    for (start, end), one, other in zip(
        pairwise(cuts), a._pieces(cuts), b._pieces(cuts), strict=True
    ):
        gap, since, until = _closest_piece(one, other)
        found.append((gap, start + since * (end - start), start + until * (end - start)))
    least = min(gap for gap, _, _ in found)
    spans = [span for gap, *span in found if gap <= max(least, TOLERANCE)]
    since, until = spans[0]
    for start, end in spans[1:]:
        if start - until < 1e-9:
            until = end
    if least > TOLERANCE:
        return Approach(least, (since + until) / 2, since, until)
    contact = first_within(a, b)
    time = since if contact is None else contact
    return Approach(0.0, time, min(time, since), max(time, until))


def _first_piece(one: _Motion, other: _Motion, inches: float) -> float | None:
    if isinstance(one, _Slide) and isinstance(other, _Slide):
        way = one.x - other.x, one.y - other.y
        hull = _differences(one.corners, other.corners)
        return _first_near(way, hull, inches)
    return _first_below(lambda time: _gap(one, other, time), one.speed + other.speed, inches)


def _may_meet(a: Path, b: Path, inches: float) -> bool:
    """Say whether two paths are short enough and near enough to come so near at all."""
    ways = sum(motion.speed for path in (a, b) for motion in path._motions)
    reach = a.base.reach + b.base.reach + ways
    return is_within(a.start.pose, b.start.pose, reach + inches + TOLERANCE)


def first_within(a: Path, b: Path, inches: float = 0.0) -> float | None:
    """Return the first time at which two moving bases are up to so many inches apart, or None.

    0 inches: the first contact. 0.0 when they are as near as that from the start. At that time
    `Path.at` gives where each of them is.
    """
    if not _may_meet(a, b, inches):
        return None
    cuts = _shared(a, b)
    for (start, end), one, other in zip(
        pairwise(cuts), a._pieces(cuts), b._pieces(cuts), strict=True
    ):
        time = _first_piece(one, other, inches)
        if time is not None:
            return start + time * (end - start)
    return None


def first_touch(path: Path, shape: Any, inches: float = 0.0) -> float | None:
    """Return the first time at which a path is up to so many inches from a fixed shape, or None.

    shape: a shapely Polygon or MultiPolygon in inches, such as a piece of land.
    """
    away = path.start.shape.distance(shape)
    if away <= inches + TOLERANCE:
        return 0.0
    for motion, (start, end) in zip(path._motions, pairwise(path.cuts), strict=False):
        away -= motion.speed
        if away > inches + TOLERANCE:
            # However straight she held for it, she has not come near yet.
            continue
        time = _first_motion(motion, shape, inches)
        if time is not None:
            return start + time * (end - start)
    return None


def _first_motion(motion: _Motion, shape: Any, inches: float) -> float | None:
    if _gap(motion, shape, 0.0) > inches + TOLERANCE + motion.speed:
        return None
    if isinstance(motion, _Swing):
        return _first_below(lambda time: _gap(motion, shape, time), motion.speed, inches)
    way = motion.x, motion.y
    sides = _near_sides(shape, [*motion.corners, *motion.at(1.0)], inches + TOLERANCE)
    times = (_first_near(way, _differences(motion.corners, side), inches) for side in sides)
    return min((time for time in times if time is not None), default=None)


def _near_sides(shape: Any, points: Sequence[Point], limit: float) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a shape that come near the rectangle round some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    least, most = (min(xs) - limit, min(ys) - limit), (max(xs) + limit, max(ys) + limit)
    for ring in shapely.get_rings(shape):
        line = shapely.get_coordinates(ring)
        low, high = np.minimum(line[:-1], line[1:]), np.maximum(line[:-1], line[1:])
        near = (low <= most).all(1) & (high >= least).all(1)
        for i in np.flatnonzero(near):
            (ax, ay), (bx, by) = line[i].tolist(), line[i + 1].tolist()
            yield (ax, ay), (bx, by)


def first_off(path: Path, width: float, height: float, *, by_centre: bool = False) -> float | None:
    """Return the first time at which a path leaves a table from (0, 0) to (width, height).

    Any part of the base off it counts, or its centre only. A ship on the edge has not left.
    """
    legs = zip(path.legs, pairwise(path.stops), pairwise(path.cuts), strict=False)
    for leg, (stand, end), (start, stop) in legs:
        if by_centre and not isinstance(leg, Pivot):
            # No place of the leg is farther from the nearer of its ends than half its way.
            margin = _margin((stand.pose.inches, end.pose.inches), width, height)
            if margin > abs(leg.inches) / 2:
                continue
        points = (stand.pose.inches,) if by_centre else stand.corners
        time = _first_out(_motion(stand, leg, end, points), width, height)
        if time is not None:
            return start + time * (stop - start)
    return None


def _first_out(motion: _Motion, width: float, height: float) -> float | None:
    if isinstance(motion, _Swing):
        return _first_below(
            lambda time: _margin(motion.at(time), width, height), motion.speed, -TOLERANCE, 0.0
        )
    times = []
    for x, y in motion.corners:
        for at, way, limit in ((x, motion.x, width), (y, motion.y, height)):
            if at < -TOLERANCE or at > limit + TOLERANCE:
                times.append(0.0)
            if at + way < -TOLERANCE:
                times.append(max(0.0, (-TOLERANCE - at) / way))
            elif at + way > limit + TOLERANCE:
                times.append(max(0.0, (limit + TOLERANCE - at) / way))
    return min(times, default=None)


def _margin(points: Sequence[Point], width: float, height: float) -> float:
    """Return how far inside a table the nearest of some points is; negative off it."""
    return min(min(x, width - x, y, height - y) for x, y in points)


def is_on_table(points: Sequence[Point], width: float, height: float) -> bool:
    """Say whether points are on a table, its edge included."""
    return _margin(points, width, height) >= -TOLERANCE


def brought_to(a: Stand, b: Stand) -> Stand:
    """Return a moved into contact with b by the shortest line between them, her heading kept."""
    ends = shapely.get_coordinates(shapely.shortest_line(a.shape, b.shape))
    (ax, ay), (bx, by) = ends.tolist()
    x, y, heading = a.pose
    return a.at(FreePose(x + round((bx - ax) * PER_INCH), y + round((by - ay) * PER_INCH), heading))
