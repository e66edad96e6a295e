"""How far a base may slide before something stops it, and where it may lie.

Everything is asked of convex outlines in inches. Two outlines are apart when a line along one of
their sides parts them; the inches by which it does are a gap, and the greatest gap tells: over 0
they are apart, under 0 it is how deep they lie in one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from weathergage import (
    PER_INCH,
    TOLERANCE,
    FreeBoard,
    FreePose,
    Region,
    Stand,
    clause,
    in_contact,
    measure,
)
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Boats, MarginState, Ship

Point = tuple[float, float]

SLACK = TOLERANCE / 2
"""Inches that bases may lie in one another, as rounding to the lattice may have it."""

MARGIN = ceil(TOLERANCE * PER_INCH)
"""The tolerance in thousandths of an inch, rounded up: for telling who cannot be near."""

LEVEL = 1e-12
"""How near to nothing a way leads across a side that it runs along."""

WATER = ("land", "shoal", "deep")
"""Kinds of region that say how deep the water is; the others lie ashore."""


class Ground(NamedTuple):
    """A region on which ships may run aground.

    tenths: of a fathom over it, 0 for land. box: least x and y, greatest x and y. sides: its
    outline, each with its own box.
    """

    region: Region
    tenths: int
    box: tuple[float, float, float, float]
    sides: tuple[tuple[tuple[Point, Point], tuple[float, float, float, float]], ...]


class Stop(NamedTuple):
    """Where a way ends. share: of it that is made good, 1 for all. ship: whose base stops it.
    ground: what it runs onto. left: the centre leaves the table.
    """

    share: float
    ship: Ship | None = None
    ground: Ground | None = None
    left: bool = False


FREE = Stop(1.0)


def grounds_of(rules: Any) -> tuple[Ground, ...]:
    """All that is less than the open sea on a table, made once for all games of the same rules."""
    found: tuple[Ground, ...] | None = rules.memo.get("grounds")
    if found is None:
        board: FreeBoard = board_of(rules)
        found = tuple(_ground(region) for region in board.regions if depth_tenths(region) >= 0)
        rules.memo["grounds"] = found
    return found


@clause("APM.campaign.ground-depth")
def depth_tenths(region: Region) -> int:
    """Tenths of a fathom over a region: 0 for land, -1 where nothing is said."""
    if region.kind == "land":
        return 0
    if region.kind not in WATER or region.depth is None:
        return -1
    return round(region.depth * 10)


def _ground(region: Region) -> Ground:
    points = [(x / PER_INCH, y / PER_INCH) for x, y in region.corners]
    sides = tuple(
        ((points[i - 1], point), _box((points[i - 1], point))) for i, point in enumerate(points)
    )
    return Ground(region, depth_tenths(region), _box(points), sides)


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def gaps(ours: Sequence[Point], theirs: Sequence[Point]) -> Iterator[tuple[float, float, float]]:
    """Yield (gap, x, y) for every side of two outlines: the gap grows by the share of our own
    way that runs along (x, y). One of the two may be a line, which is two points.
    """
    for flip, one, other in ((1.0, ours, theirs), (-1.0, theirs, ours)):
        ax, ay = other[-1]
        for x, y in other:
            nx, ny = y - ay, ax - x
            length = (nx * nx + ny * ny) ** 0.5
            nx, ny = nx / length, ny / length
            least = min([nx * px + ny * py for px, py in one])
            yield least - nx * x - ny * y, flip * nx, flip * ny
            ax, ay = x, y


def lie_in(ours: Sequence[Point], theirs: Sequence[Point]) -> bool:
    """Say whether two outlines lie in one another by more than rounding may have it."""
    return all(gap < -SLACK for gap, _, _ in gaps(ours, theirs))


def contact(ours: Sequence[Point], theirs: Sequence[Point], wx: float, wy: float) -> float | None:
    """Return the share of a way at which one outline first touches another, or None.

    What touches from the start stops only a way that leads farther in, and there: ships that lie
    along one another slide apart although their headings differ by a hair.
    """
    sides = []
    for side in gaps(ours, theirs):
        gap, x, y = side
        if gap > TOLERANCE and x * wx + y * wy >= -LEVEL:
            return None  # This side parts them all the way.
        sides.append(side)
    now = max(sides)[0]
    if now > TOLERANCE:
        return _inside(sides, wx, wy, 0.0)
    if now >= -SLACK:
        return _inside(sides, wx, wy, -SLACK)
    return None if _inside(sides, wx, wy, now - 1e-6) is None else 0.0


def _inside(
    sides: Sequence[tuple[float, float, float]], wx: float, wy: float, limit: float
) -> float | None:
    """Return the first share, 0 to 1, of a way on which every gap is down to a limit, or None."""
    first, last = 0.0, 1.0
    for gap, x, y in sides:
        slope = x * wx + y * wy
        if -LEVEL < slope < LEVEL:
            if gap > limit:
                return None
        elif slope < 0:
            first = max(first, (limit - gap) / slope)
        else:
            last = min(last, (limit - gap) / slope)
        if first > last:
            return None
    return first


def way(
    rules: Any, start: Stand, end: FreePose, ships: Sequence[Ship], grounds: Sequence[Ground]
) -> Stop:
    """Return where a straight slide from a stand to a pose of the same heading ends.

    ships: whose bases stop it. grounds: what she would run onto. She leaves the table when her
    centre does, whatever lies beyond.
    """
    x, y, _ = start.pose
    dx, dy = end.x - x, end.y - y
    stop = leaves(board_of(rules), start.pose, end)
    if not (dx or dy) or not (ships or grounds):
        return stop
    reach = start.base.radius + MARGIN
    wx, wy = dx / PER_INCH, dy / PER_INCH
    low_x, high_x = (x, end.x) if dx > 0 else (end.x, x)
    low_y, high_y = (y, end.y) if dy > 0 else (end.y, y)
    length = (wx * wx + wy * wy) ** 0.5
    for ship in ships:
        far = reach + ship.card.base.radius
        if not low_x - far <= (ox := ship.pose[0]) <= high_x + far:
            continue
        if not low_y - far <= (oy := ship.pose[1]) <= high_y + far:
            continue
        if abs((ox - x) * wy - (oy - y) * wx) > far * length:
            continue
        share = contact(start.corners, ship.corners, wx, wy)
        if share is not None and (share < stop.share or stop is FREE):
            stop = Stop(share, ship=ship)
    if not grounds:
        return stop
    box = _around((low_x, low_y, high_x, high_y), start.base.reach)
    for ground in grounds:
        share = _strikes(start, box, ground, wx, wy)
        if share is not None and (share < stop.share or stop is FREE):
            stop = Stop(share, ground=ground)
    return stop


def _around(box: tuple[int, int, int, int], reach: float) -> tuple[float, float, float, float]:
    far = reach + TOLERANCE
    return (
        box[0] / PER_INCH - far,
        box[1] / PER_INCH - far,
        box[2] / PER_INCH + far,
        box[3] / PER_INCH + far,
    )


def _strikes(
    start: Stand,
    box: tuple[float, float, float, float],
    ground: Ground,
    wx: float,
    wy: float,
) -> float | None:
    """Return the share of a way at which a base first touches a ground's outline, or None."""
    west, north, east, south = box
    low_x, low_y, high_x, high_y = ground.box
    if west > high_x or east < low_x or north > high_y or south < low_y:
        return None
    first: float | None = None
    for side, (low_x, low_y, high_x, high_y) in ground.sides:
        if west <= high_x and east >= low_x and north <= high_y and south >= low_y:
            share = contact(start.corners, side, wx, wy)
            if share is not None and (first is None or share < first):
                first = share
    return first


def leaves(board: FreeBoard, start: FreePose, end: FreePose) -> Stop:
    """Return where a centre's way leaves the table; FREE when it stays on it."""
    if 0 <= end.x <= board.width * PER_INCH and 0 <= end.y <= board.height * PER_INCH:
        return FREE
    first = 1.0
    off = False
    for at, to, limit in ((start.x, end.x, board.width), (start.y, end.y, board.height)):
        low, high = -TOLERANCE * PER_INCH, (limit + TOLERANCE) * PER_INCH
        if low <= to <= high:
            continue
        edge = low if to < low else high
        first = min(first, max(0.0, (edge - at) / (to - at)) if to != at else 0.0)
        off = True
    return Stop(first, left=True) if off else FREE


def overlapped(stand: Stand, ships: Iterable[Ship]) -> Iterator[Ship]:
    """Yield those of some ships that a base would lie in."""
    (x, y, _), radius = stand.pose, stand.base.radius
    for other in ships:
        far = radius + other.card.base.radius
        dx = other.pose[0] - x
        if not -far < dx < far:
            continue
        dy = other.pose[1] - y
        if dx * dx + dy * dy < far * far and lie_in(stand.corners, other.corners):
            yield other


def touch(one: Ship | Boats, other: Ship | Boats) -> bool:
    """Say whether two bases touch or lie in one another."""
    far = one.base.radius + other.base.radius + 2 * MARGIN
    dx = other.pose[0] - one.pose[0]
    if not -far <= dx <= far:
        return False
    dy = other.pose[1] - one.pose[1]
    return dx * dx + dy * dy <= far * far and in_contact(one.stand, other.stand)


def ground_under(stand: Stand, grounds: Sequence[Ground]) -> Ground | None:
    """Return the first ground that a base touches, or None."""
    if not grounds:
        return None
    x, y = stand.pose.inches
    reach = stand.base.reach + TOLERANCE
    west, north, east, south = x - reach, y - reach, x + reach, y + reach
    for ground in grounds:
        low_x, low_y, high_x, high_y = ground.box
        meets = west <= high_x and east >= low_x and north <= high_y and south >= low_y
        if meets and _touches(stand, ground, (west, north, east, south)):
            return ground
    return None


def _touches(stand: Stand, ground: Ground, box: tuple[float, float, float, float]) -> bool:
    """Whether a base touches a ground. box: round the base. Where that meets no side of the
    ground, the base lies in it or out of it.
    """
    x, y = stand.pose.inches
    west, north, east, south = box
    inside = False
    for ((ax, ay), (bx, by)), (low_x, low_y, high_x, high_y) in ground.sides:
        if west <= high_x and east >= low_x and north <= high_y and south >= low_y:
            break
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    else:
        return inside
    return bool(ground.region.shape.distance(stand.shape) <= TOLERANCE)


def near(game: Any, ship: Ship, inches: float) -> list[Ship]:
    """The other ships on the table that may be so near a ship's base; some that are not, too."""
    x, y, _ = ship.pose
    far = ship.card.base.radius + widest(game) + ceil(inches * PER_INCH) + MARGIN
    found = _in_box(game.state, x - far, y - far, x + far, y + far)
    if ship in found:
        found.remove(ship)
    return found


def near_boats(game: Any, boats: Boats) -> list[Ship]:
    """The ships on the table that may touch some boats; some that do not, too."""
    x, y, _ = boats.pose
    far = boats.base.radius + widest(game) + 2 * MARGIN
    return _in_box(game.state, x - far, y - far, x + far, y + far)


def _in_box(state: MarginState, low_x: int, low_y: int, high_x: int, high_y: int) -> list[Ship]:
    """The ships on the table with their centres in a box."""
    return [
        ship
        for ship in state.ships
        if low_x < ship.pose[0] < high_x and low_y < ship.pose[1] < high_y and not ship.gone
    ]


def near_any(game: Any, group: Sequence[Ship], inches: float) -> list[Ship]:
    """The ships on the table, those of a group among them, that may be so near a base of it; some
    that are not, too.
    """
    far = 2 * widest(game) + ceil(inches * PER_INCH) + MARGIN
    xs, ys = [ship.pose[0] for ship in group], [ship.pose[1] for ship in group]
    return _in_box(game.state, min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far)


def widest(game: Any) -> int:
    """The radius of the largest ship's base, in thousandths of an inch; worked out once."""
    found: int | None = game.rules.memo.get("widest")
    if found is None:
        found = max((ship.card.base.radius for ship in game.state.ships), default=0)
        game.rules.memo["widest"] = found
    return found


@clause("APM.measuring")
def neighbours(ship: Ship, ships: Iterable[Ship], inches: float) -> list[tuple[float, Ship]]:
    """Return (inches between the nearest edges of the bases, other) for all of some ships that are
    so near another, nearest first.
    """
    found = []
    x, y, _ = ship.pose
    within = inches + TOLERANCE
    reach = ship.card.base.radius + ceil(within * PER_INCH)
    for other in ships:
        far = reach + other.card.base.radius
        dx = other.pose[0] - x
        if not -far <= dx <= far:
            continue
        dy = other.pose[1] - y
        if dx * dx + dy * dy <= far * far:
            between = measure(ship.stand, other.stand, "base")
            if between <= within:
                found.append((between, other))
    if len(found) > 1:
        found.sort(key=lambda pair: pair[0])
    return found
