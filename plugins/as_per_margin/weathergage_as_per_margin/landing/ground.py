"""The ground ashore: where figures stand, what they stand on, and how units lie to one another.

A unit's pose is the middle of its front rank. Figures stand on square bases; in close order, and
in a crowd, they stand base to base, a rank behind a rank; skirmishers stand in one rank an inch
apart. Everything is worked out in thousandths of an inch, in plain numbers: a turn ashore asks
for hundreds of distances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any, Literal, NamedTuple

from weathergage import CIRCLE, PER_INCH, SLACK, FreePose, Region, clause, cosine, sine
from weathergage_as_per_margin.landing.casualties import at_guns
from weathergage_as_per_margin.night import Lookout
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Boats, MarginState, Ship, Unit

FIGURE = 300
"""A figure's base: 0.3 inch square, thirty feet for 25 men (a house figure)."""

HALF = FIGURE // 2

# "APM.landing.VII.targets" Skirmishers have at least an inch between figures.
SPREAD = FIGURE + PER_INCH
"""From figure to figure of skirmishers."""

FIRM = ("land", "rough", "obstacle", "cover", "town")
"""Kinds of region that troops can stand on; all else is water."""

ROUGH = ("rough", "obstacle")
COVER = ("cover", "town")

Face = Literal["front", "left", "right", "rear"]


# Where figures stand


class Spot(NamedTuple):
    """A figure: its rank from 0 in front, its place in the rank from 0 on the left, and its middle
    as (right, ahead) of the unit's pose.
    """

    rank: int
    place: int
    right: float
    ahead: float


def width_of_front(unit: Unit) -> int:
    """Figures in the front rank."""
    return unit.figures if unit.skirmishing else min(unit.files, unit.figures)


def spots(unit: Unit) -> list[Spot]:
    """Where a unit's figures stand; a last rank that is not full stands behind the middle."""
    found: list[Spot] = []
    front, step = width_of_front(unit), SPREAD if unit.skirmishing else FIGURE
    for first in range(0, unit.figures, front):
        count, rank = min(front, unit.figures - first), first // front
        found += [
            Spot(rank, place, (place - (count - 1) / 2) * step, -rank * FIGURE)
            for place in range(count)
        ]
    return found


class Box(NamedTuple):
    """A rectangle on the table: its middle, the sine and cosine of its heading, half its width
    and half its depth, and the radius of the circle round it. In thousandths of an inch.
    """

    x: float
    y: float
    sine: float
    cosine: float
    across: float
    along: float
    radius: float

    def seen_from(self, x: float, y: float) -> tuple[float, float]:
        """A point as (right, ahead) of the middle."""
        dx, dy = x - self.x, y - self.y
        return dx * self.cosine + dy * self.sine, dx * self.sine - dy * self.cosine

    def point(self, right: float, ahead: float) -> tuple[float, float]:
        """The point of the table that lies so far right and ahead of the middle."""
        return (
            self.x + ahead * self.sine + right * self.cosine,
            self.y + right * self.sine - ahead * self.cosine,
        )

    def corners(self) -> list[tuple[float, float]]:
        """The four corners, clockwise from the front left."""
        w, d = self.across, self.along
        return [self.point(*at) for at in ((-w, d), (w, d), (w, -d), (-w, -d))]


@lru_cache(maxsize=8192)
def _box(pose: FreePose, across: float, along: float, ahead: float) -> Box:
    """A rectangle whose middle lies `ahead` of a pose. Kept: the same are asked for many times."""
    s, c = sine(pose.heading), cosine(pose.heading)
    x, y = pose.x + ahead * s, pose.y - ahead * c
    return Box(x, y, s, c, across, along, hypot(across, along))


def box_of(unit: Unit, pose: FreePose | None = None) -> Box:
    """The rectangle round a unit's figures, where it stands or at another pose."""
    figures = unit.figures
    if unit.skirmishing:
        across, along = ((figures - 1) * SPREAD + FIGURE) / 2, HALF
    else:
        front = min(unit.files, figures)
        across, along = front * HALF, (-(-figures // front) if front else 1) * HALF
    return _box(unit.pose if pose is None else pose, across, along, HALF - along)


def outline_of(unit: Unit) -> tuple[tuple[float, float], ...]:
    """The corners of the rectangle round a unit's figures, in inches, clockwise."""
    return tuple((x / PER_INCH, y / PER_INCH) for x, y in box_of(unit).corners())


def box_of_craft(craft: Ship | Boats) -> Box:
    """The rectangle round a ship's base, or a boat's."""
    stand = craft.stand
    base = stand.base
    across = base.width * PER_INCH / 2
    return _box(stand.pose, across, (base.bow - base.stern) / 2, (base.bow + base.stern) / 2)


@clause("APM.landing.VII", "APM.measuring")
def gap(one: Box, other: Box) -> float:
    """Inches between the nearest edges of two rectangles; 0 where they touch or overlap."""
    if hypot(other.x - one.x, other.y - one.y) <= one.radius + other.radius and _overlap(
        one, other, 0.0
    ):
        return 0.0
    return min(_reach(one, other.corners()), _reach(other, one.corners())) / PER_INCH


def is_near(one: Box, other: Box, inches: float) -> bool:
    """Whether two rectangles are up to so many inches apart; the limit counts."""
    limit = inches * PER_INCH + SLACK
    far = one.radius + other.radius + limit
    dx, dy = other.x - one.x, other.y - one.y
    if dx * dx + dy * dy > far * far:
        return False
    return gap(one, other) * PER_INCH <= limit


def _reach(box: Box, points: Iterable[tuple[float, float]]) -> float:
    """From a rectangle to the nearest of some points."""
    nearest = float("inf")
    for x, y in points:
        right, ahead = box.seen_from(x, y)
        dx, dy = max(abs(right) - box.across, 0.0), max(abs(ahead) - box.along, 0.0)
        nearest = min(nearest, hypot(dx, dy))
    return nearest


def _overlap(one: Box, other: Box, by: float) -> bool:
    """Whether two rectangles lie in one another by more than so much along each of their axes."""
    for box, points in ((one, other.corners()), (other, one.corners())):
        seen = [box.seen_from(x, y) for x, y in points]
        for axis, half in ((0, box.across), (1, box.along)):
            values = [point[axis] for point in seen]
            if min(values) > half - by or max(values) < by - half:
                return False
    return True


def do_overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles lie in one another; those that only touch do not."""
    dx, dy, far = other.x - one.x, other.y - one.y, one.radius + other.radius
    return dx * dx + dy * dy <= far * far and _overlap(one, other, 2 * SLACK)


def shares_to(box: Box, start: FreePose, end: FreePose, margin: float = HALF) -> float:
    """The share of a straight way after which its point comes within a margin of a rectangle; 1
    or more where it does not. A way that begins within the margin is not stopped by it.
    """
    reach = box.radius + 2 * margin
    x, y = box.x, box.y
    if (
        (start.x > x + reach and end.x > x + reach)
        or (start.x < x - reach and end.x < x - reach)
        or (start.y > y + reach and end.y > y + reach)
        or (start.y < y - reach and end.y < y - reach)
    ):
        return 1.0
    (r0, a0), (r1, a1) = box.seen_from(start.x, start.y), box.seen_from(end.x, end.y)
    w, d = box.across + margin, box.along + margin
    if abs(r0) < w - SLACK and abs(a0) < d - SLACK:
        return 1.0
    enters, leaves = 0.0, 1.0
    for at, to, half in ((r0, r1, w), (a0, a1, d)):
        if at == to:
            if abs(at) >= half - SLACK:
                return 1.0
            continue
        first, last = sorted(((-half - at) / (to - at), (half - at) / (to - at)))
        enters, leaves = max(enters, first), min(leaves, last)
    length = hypot(end.x - start.x, end.y - start.y)
    return enters if (leaves - enters) * length > SLACK else 1.0


# Who is there


def ashore(state: MarginState, party: str) -> list[Unit]:
    """A party's units that are on the table, in the order of their numbers."""
    return [unit for unit in state.units if unit.party == party and not unit.gone]


def foes(state: MarginState, unit: Unit) -> list[Unit]:
    """The enemies ashore of a unit that its side sees."""
    theirs = [other for other in state.units if other.party != unit.party and not other.gone]
    if state.sight:
        lookout = Lookout(state, unit.side)
        return [other for other in theirs if lookout.sees(other.pose)]
    return theirs


Seen = list[tuple[Unit, Box]]
"""Units on the table and the rectangles round them."""


def seen_by(state: MarginState, party: str) -> Seen:
    """All units that a party sees, its own and its enemies."""
    there = [unit for unit in state.units if not unit.gone]
    if state.sight:
        lookout = Lookout(state, seat_of(state, party))
        there = [unit for unit in there if unit.party == party or lookout.sees(unit.pose)]
    return [(unit, box_of(unit)) for unit in there]


def near_way(seen: Seen, stops: Sequence[FreePose], margin: float) -> Iterator[tuple[Unit, Box]]:
    """Yield those who may be up to so many units of the lattice from a way, by plain bounds."""
    xs, ys = [stop.x for stop in stops], [stop.y for stop in stops]
    west, east = min(xs) - margin, max(xs) + margin
    north, south = min(ys) - margin, max(ys) + margin
    for pair in seen:
        x, y, _, _, _, _, radius = pair[1]
        if (
            x + radius >= west
            and x - radius <= east
            and y + radius >= north
            and y - radius <= south
        ):
            yield pair


def seat_of(state: MarginState, party: str) -> str:
    """The side that a party belongs to."""
    return next(unit.side for unit in state.units if unit.party == party)


def unit_named(state: MarginState, id: str) -> Unit | None:
    """The unit ashore of that id, or None."""
    return next((unit for unit in state.units if unit.id == id and not unit.gone), None)


# Front, flank and rear


@clause("APM.landing.IX.4")
def face_towards(box: Box, x: float, y: float) -> Face:
    """The face of a unit that looks towards a point: its front and rear reach to lines at 45
    degrees from its corners, and all between is flank.

    Ruling: the text leaves front, flank and rear to the players' eyes; 45 degrees is what it uses
    at sea, and for enfilade.
    """
    right, ahead = box.seen_from(x, y)
    beside = max(abs(right) - box.across, 0.0)
    beyond = abs(ahead) - box.along
    if beyond > beside + SLACK:
        return "front" if ahead > 0 else "rear"
    return "right" if right > 0 else "left"


def face_touched(unit: Unit, other: Unit) -> Face:
    """The face of a unit at which another that is in contact with it stands."""
    box, theirs = box_of(unit), box_of(other)
    seen = [box.seen_from(x, y) for x, y in theirs.corners()]
    rights, aheads = [at[0] for at in seen], [at[1] for at in seen]
    slack = 2 * SLACK
    if min(aheads) >= box.along - slack:
        return "front"
    if max(aheads) <= slack - box.along:
        return "rear"
    if min(rights) >= box.across - slack:
        return "right"
    if max(rights) <= slack - box.across:
        return "left"
    return face_towards(box, theirs.x, theirs.y)


@clause("APM.landing.XI.enfilade")
def is_enfiladed(target: Unit, firer: Unit) -> bool:
    """Whether fire runs along a formed unit's ranks: from 45 to 135 degrees off its front.

    Ruling: whoever stands between the ends of a long line, right before it or behind, fires
    across its ranks, however far out on a wing.
    """
    if not target.formed:
        return False
    box = box_of(target)
    right, ahead = box.seen_from(firer.pose.x, firer.pose.y)
    return abs(right) >= abs(ahead) - SLACK and abs(right) > box.across


_TURN: dict[Face, int] = {"front": 18000, "right": 27000, "rear": 0, "left": 9000}


@clause("APM.landing.III", "APM.landing.IX.1")
def pose_against(unit: Unit, target: Unit, face: Face, x: float, y: float) -> FreePose:
    """Where a unit that comes from a point stands in contact with a face of another.

    Ruling: it squares up to the face, opposite where it comes from, and at least one of its
    figures meets one of theirs.
    """
    box = box_of(target)
    right, ahead = box.seen_from(x, y)
    off = box.along - HALF
    figures = [(spot.right, spot.ahead + off) for spot in spots(target)]
    if face in ("front", "rear"):
        edge, wanted, half = box.along, right, box.across
        sign = 1 if face == "front" else -1
        met = [r for r, a in figures if sign * a > box.along - FIGURE]
    else:
        edge, wanted, half = box.across, ahead, box.along
        sign = 1 if face == "right" else -1
        met = [a for r, a in figures if sign * r > box.across - FIGURE]
    own = [spot.right for spot in spots(unit) if spot.rank == 0]
    along = _meeting(max(-half, min(half, wanted)), own, met, face)
    out = sign * (edge + HALF)
    at = box.point(along, out) if face in ("front", "rear") else box.point(out, along)
    return FreePose(round(at[0]), round(at[1]), (target.pose.heading + _TURN[face]) % CIRCLE)


_MIRRORED = ("front", "left")


def _meeting(wanted: float, own: Sequence[float], met: Sequence[float], face: Face) -> float:
    """The place along a face nearest to the wanted one at which figures meet squarely enough."""
    # Facing them, or on their left, one's right is their left, or their rear.
    sign = -1 if face in _MIRRORED else 1
    places = [at - sign * mine for at in met for mine in own]
    if any(abs(place - wanted) <= 0.75 * FIGURE for place in places):
        return wanted
    return min(places, key=lambda place: (abs(place - wanted), place))


# Figures in contact


def _on_table(unit: Unit) -> list[tuple[float, float]]:
    pose = unit.pose
    s, c = sine(pose.heading), cosine(pose.heading)
    return [
        (pose.x + spot.ahead * s + spot.right * c, pose.y + spot.right * s - spot.ahead * c)
        for spot in spots(unit)
    ]


@clause("APM.landing.IX.1")
def touching(unit: Unit, other: Unit) -> set[int]:
    """Which of a unit's figures, by their place in `spots`, are base to base with figures of
    another; bases that meet at a corner only are not.
    """
    s, c = sine(unit.pose.heading), cosine(unit.pose.heading)
    square = (unit.pose.heading - other.pose.heading) % (CIRCLE // 4) == 0
    theirs = _on_table(other)
    found: set[int] = set()
    for place, (x, y) in enumerate(_on_table(unit)):
        for ox, oy in theirs:
            dx, dy = ox - x, oy - y
            right, ahead = abs(dx * c + dy * s), abs(dx * s - dy * c)
            if not square:
                met = hypot(dx, dy) <= 1.25 * FIGURE
            else:
                met = (
                    max(right, ahead) <= FIGURE + 2 * SLACK
                    and min(right, ahead) < FIGURE - 2 * SLACK
                )
            if met:
                found.add(place)
                break
    return found


# Terrain


@dataclass(frozen=True, slots=True)
class _Area:
    """A region's outline, with the rectangle round it and that round each of its sides.

    sides: x and y of either end, then west, north, east and south.
    """

    sides: tuple[tuple[int, int, int, int, int, int, int, int], ...]
    west: int
    north: int
    east: int
    south: int

    @classmethod
    def of(cls, region: Region) -> _Area:
        corners = region.corners
        sides = tuple(
            (x0, y0, x1, y1, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            for (x0, y0), (x1, y1) in zip((corners[-1], *corners), corners, strict=False)
        )
        return cls(sides, *region.bounds)

    def is_met(self, start: FreePose, end: FreePose) -> bool:
        """Whether a straight way comes near: a quick no."""
        return not (
            max(start.x, end.x) < self.west - SLACK
            or min(start.x, end.x) > self.east + SLACK
            or max(start.y, end.y) < self.north - SLACK
            or min(start.y, end.y) > self.south + SLACK
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside, the edge included."""
        if not (
            self.west - SLACK <= x <= self.east + SLACK
            and self.north - SLACK <= y <= self.south + SLACK
        ):
            return False
        inside = False
        for x0, y0, x1, y1, west, north, east, south in self.sides:
            if (
                west - SLACK <= x <= east + SLACK
                and north - SLACK <= y <= south + SLACK
                and _near_side(x, y, x0, y0, x1, y1)
            ):
                return True
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
        return inside

    def cuts(self, start: FreePose, end: FreePose) -> list[float]:
        """The shares of a straight way at which it crosses the outline."""
        if not self.is_met(start, end):
            return []
        (x, y, _), (to_x, to_y, _) = start, end
        dx, dy = to_x - x, to_y - y
        low_x, high_x = (x, to_x) if dx > 0 else (to_x, x)
        low_y, high_y = (y, to_y) if dy > 0 else (to_y, y)
        found: list[float] = []
        for x0, y0, x1, y1, west, north, east, south in self.sides:
            if west > high_x or east < low_x or north > high_y or south < low_y:
                continue
            sx, sy = x1 - x0, y1 - y0
            cross = dx * sy - dy * sx
            if cross:
                share = ((x0 - x) * sy - (y0 - y) * sx) / cross
                along = ((x0 - x) * dy - (y0 - y) * dx) / cross
                if 0 < share < 1 and 0 <= along <= 1:
                    found.append(share)
        return found


def _near_side(x: float, y: float, x0: int, y0: int, x1: int, y1: int) -> bool:
    dx, dy = x1 - x0, y1 - y0
    share = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    return hypot(x - x0 - share * dx, y - y0 - share * dy) <= SLACK


class Ground:
    """The terrain of a table as troops meet it; made once for all games of the same rules."""

    __slots__ = ("_cover", "_firm", "_rough", "height", "width")

    def __init__(self, rules: Any) -> None:
        board = board_of(rules)
        self.width, self.height = round(board.width * PER_INCH), round(board.height * PER_INCH)
        # A table that shows no coast is ground all over, as far as troops are put on it.
        by_kinds = [
            tuple(_Area.of(region) for region in board.regions if region.kind in kinds)
            for kinds in (FIRM, ROUGH, COVER)
        ]
        self._firm, self._rough, self._cover = by_kinds
        if not any(region.kind == "land" for region in board.regions):
            self._firm = ()

    def is_firm(self, x: float, y: float) -> bool:
        """Whether troops can stand at a point."""
        return not self._firm or any(area.holds(x, y) for area in self._firm)

    def is_rough(self, x: float, y: float) -> bool:
        """Whether a point is on rough ground or in an obstacle."""
        return any(area.holds(x, y) for area in self._rough)

    def gives_cover(self, x: float, y: float) -> bool:
        """Whether a point is in cover or in a town."""
        return any(area.holds(x, y) for area in self._cover)

    def is_on_table(self, x: float, y: float) -> bool:
        """Whether a point is on the table."""
        return -SLACK <= x <= self.width + SLACK and -SLACK <= y <= self.height + SLACK

    @clause("APM.landing.V.2", "APM.landing.III")
    def crosses_rough(self, start: FreePose, end: FreePose) -> bool:
        """Whether a straight way leads over rough ground or an obstacle."""
        near = [area for area in self._rough if area.is_met(start, end)]
        return bool(near) and any(rough for _, _, rough in _stretches(near, start, end))

    @clause("APM.landing.rout")
    def firm_share(self, start: FreePose, end: FreePose) -> float:
        """The share of a straight way that troops can walk before they come to the water.

        A way that begins in the shallows, as from a boat, may lead out of them.
        """
        if not self._firm:
            return 1.0
        landed = False
        for begins, _, firm in _stretches(self._firm, start, end):
            if firm:
                landed = True
            elif landed or begins > 0:
                return begins
        return 1.0 if landed or start[:2] == end[:2] else 0.0

    def leaves(self, start: FreePose, end: FreePose) -> float:
        """The share of a straight way after which it leaves the table; 1 where it does not."""
        share = 1.0
        for at, to, last in ((start.x, end.x, self.width), (start.y, end.y, self.height)):
            if to < -SLACK:
                share = min(share, at / (at - to))
            elif to > last + SLACK:
                share = min(share, (last - at) / (to - at))
        return max(0.0, share)


def _stretches(
    areas: Sequence[_Area], start: FreePose, end: FreePose
) -> Iterator[tuple[float, float, bool]]:
    """Yield the stretches of a straight way as (from, to, whether it lies in any of the areas)."""
    cuts = sorted({0.0, 1.0, *(cut for area in areas for cut in area.cuts(start, end))})
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    for first, last in pairwise(cuts):
        if (last - first) * length > 2 * SLACK:
            middle = (first + last) / 2
            x, y = start.x + middle * dx, start.y + middle * dy
            yield first, last, any(area.holds(x, y) for area in areas)


def ground_of(rules: Any) -> Ground:
    """The ground of a choice of rules."""
    ground: Ground | None = rules.memo.get("ground")
    if ground is None:
        ground = rules.memo["ground"] = Ground(rules)
    return ground


@clause("APM.landing.VII.targets", "APM.landing.IX.2")
def is_covered(game: Any, unit: Unit) -> bool:
    """Whether a unit is behind cover: its middle is in it, or it is a crew at its guns."""
    if unit.battery and at_guns(game.state, unit):
        return True
    box = box_of(unit)
    return ground_of(game.rules).gives_cover(box.x, box.y)
