"""Ships that come within half an inch of one another, and what else ends a move (2.1, 2.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot, inf
from typing import Any, Final, Literal, NamedTuple

import shapely

from weathergage import (
    PER_INCH,
    SLACK,
    TOLERANCE,
    Approach,
    Event,
    FreePose,
    Modifier,
    Path,
    Region,
    Stand,
    clause,
    closest_approach,
    cosine,
    event,
    is_near,
    sine,
    up_to,
)
from weathergage_admiralty import damage
from weathergage_admiralty.near import lie_near, longest_base
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.scenarios import AGROUND
from weathergage_admiralty.sea import board_of
from weathergage_admiralty.state import Ship, Side
from weathergage_admiralty.sweeps import Rectangle, Sweep
from weathergage_admiralty.turning import CIRCLE, HALF, Course, Step

REACH: Final = 0.5
"""Inches of medium scale from base to base within which ships check."""

FAST: Final = 4.0
"""Inches of medium scale above which a ship's own speed counts."""

CREEP: Final = 0.05
"""Inches by which ships are drawn apart to see how they lay before they touched."""

TOUCHING: Final = (0, 0.0)
"""Step of a course and share of it at which ships meet that touch as it begins."""

FLAT: Final = 1e-9
"""Inches of change in a gap that come from rounding."""

QUARTER: Final = 4500

FAR_OFF: Final = 10
"""Thousandths of an inch off the table's edge that are well beyond every tolerance."""

Part = Literal["bow", "side", "stern"]


@event
class Collided(Event):
    """Two ships came so near that they checked. course: "collision" or "other". part, other_part:
    of either, the nearest to the other. dice: both totals. hits, other_hits: damage codes. locked:
    they are fouled.
    """

    ship: str
    other: str
    course: str
    part: str
    other_part: str
    dice: tuple[int, int]
    hits: tuple[str, ...]
    other_hits: tuple[str, ...]
    locked: bool
    clause: str

    def say(self) -> str:
        """How they met, and what came of it."""
        how = "on a collision course" if self.course == "collision" else "on other courses"
        told = (
            f"{self.ship} ({self.part}) and {self.other} ({self.other_part}) come within half an "
            f"inch {how}: {self.ship} {self.dice[0]}, {' '.join(self.hits) or 'nothing'}; "
            f"{self.other} {self.dice[1]}, {' '.join(self.other_hits) or 'nothing'}"
        )
        return f"{told}. They lock." if self.locked else f"{told}."


@event
class RanAground(Event):
    """A ship ran onto land or a shoal."""

    ship: str
    where: str
    clause: str

    def say(self) -> str:
        """Who and on what."""
        return f"{self.ship} runs aground on {self.where}."


@event
class LeftTable(Event):
    """A ship's centre passed the edge of the table."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} leaves the table."


# Who may be met


def around(game: Any, ship: Ship, inches: float) -> list[Ship]:
    """The other ships on the table that she might meet on a way of so many inches, by a box."""
    far = round((inches + 2 * longest_base(game) + scaled(game.rules, REACH)) * PER_INCH)
    x, y, _ = ship.pose
    west, east, north, south = x - far, x + far, y - far, y + far
    found = []
    for other in game.state.ships:
        ox, oy, _ = other.pose
        if west < ox < east and north < oy < south and other is not ship and not other.gone:
            found.append(other)
    return found


def is_hemmed(game: Any, ship: Ship, inches: float) -> bool:
    """Whether another ship, land or a shoal is up to so many inches from her base."""
    for other in around(game, ship, inches):
        if lie_near(ship, other, inches):
            return True
    stand = ship.stand
    far = inches + ship.card.base.reach
    return any(
        region.kind in AGROUND
        and region.is_near(ship.pose, far)
        and up_to(float(stand.shape.distance(region.shape)), inches)
        for region in board_of(game.rules).regions
    )


class Meeting(NamedTuple):
    """A ship that a course comes within half an inch of, and how near."""

    ship: Ship
    approach: Approach


@clause("2.4")
def meetings(game: Any, course: Course, others: Sequence[Ship]) -> list[Meeting]:
    """The ships that a course comes within half an inch of; worked out once for each of them."""
    reach = scaled(game.rules, REACH)
    known: dict[int, Approach | None] = course.met
    found = []
    for other in close_by(course, others, reach):
        if other.n not in known:
            approach = _approach(course, other, reach)
            near = approach is not None and up_to(approach.distance, reach)
            known[other.n] = approach if near else None
        nearest = known[other.n]
        if nearest is not None:
            found.append(Meeting(other, nearest))
    return found


def close_by(course: Course, others: Sequence[Ship], inches: float) -> Iterator[Ship]:
    """Those of some ships that a course may come so near to at all, by the box round it."""
    if not others:
        return
    west, east, north, south = course.box
    for other in others:
        x, y, _ = other.pose
        far = (other.card.base.reach + inches) * PER_INCH + SLACK
        if west - far <= x <= east + far and north - far <= y <= south + far:
            yield other


def _approach(course: Course, other: Ship, inches: float) -> Approach | None:
    """How near a course comes to a ship, as `closest_approach` gives it; None where it is never
    within so many inches. Steps that stay clear are not looked at closely.
    """
    found: Approach | None = None
    for n, sweep, share in nearing(course, other, inches):
        start, end = course.path.cuts[n : n + 2]
        if sweep.swing:
            one = _turning_approach(sweep, other, share)
        else:
            stand = Stand(sweep.step.start, course.base)
            one = closest_approach(Path(stand, (sweep.step.leg,)), Path(other.stand))
        times = [start + time * (end - start) for time in one[1:]]
        one = Approach(one.distance, *times)
        if found is None or (
            found.distance > TOLERANCE and one.distance < found.distance - TOLERANCE
        ):
            found = one
        elif (
            found.distance > TOLERANCE
            and one.since - found.until < 1e-9
            and one.distance <= found.distance + TOLERANCE
        ):
            # The same nearness goes on through two steps.
            middle = (found.since + one.until) / 2
            found = Approach(found.distance, middle, found.since, one.until)
    return found


def nearing(course: Course, other: Ship, inches: float) -> list[tuple[int, Sweep, float]]:
    """The steps of a course that may come within half an inch of a ship: number, step, and share of
    it after which the widest gap is first so small. Looked for once.

    inches: half an inch at the game's scale.
    """
    found: list[tuple[int, Sweep, float]] | None = course.nearing.get(other.n)
    if found is None:
        found = course.nearing[other.n] = []
        for n in _passing(course, other, inches):
            sweep = sweep_of(course, n)
            share = sweep.first_near(other, inches)
            if share is not None:
                found.append((n, sweep, share))
    return found


def _passing(course: Course, other: Ship, inches: float) -> Iterator[int]:
    """Numbers of the steps that may come so near to a ship, by the circle round each: no place of a
    step is farther from the middle of its ends than half its way.
    """
    x, y, _ = other.pose
    room = 2 * ((course.base.reach + other.card.base.reach + inches) * PER_INCH + SLACK)
    for n, (_, cost, _, (ax, ay, _), (bx, by, _), _, _) in enumerate(course.steps):
        dx, dy, far = 2 * x - ax - bx, 2 * y - ay - by, room + abs(cost)
        if dx * dx + dy * dy <= far * far:
            yield n


def _turning_approach(sweep: Sweep, other: Ship, share: float) -> Approach:
    distance, time = sweep.closest(other, share)
    if distance <= TOLERANCE:
        first = sweep.first_near(other, 0.0)
        time = time if first is None else first
    return Approach(distance, time, time, time)


def sweep_of(course: Course, n: int) -> Sweep:
    """A step of a course, ready to be held against other ships; made once."""
    found = course.swept.get(n)
    if found is None:
        found = course.swept[n] = Sweep(course.steps[n], course.base)
    return found


# What ends a course


class End(NamedTuple):
    """Where a course ends before its time. time: from 0 to 1. ship: that is in the way. ground:
    that she runs onto. off: she leaves the table.
    """

    time: float
    ship: Ship | None = None
    ground: Region | None = None
    off: bool = False

    @property
    def what(self) -> str:
        """Its name."""
        if self.ship is not None:
            return self.ship.card.name
        return self.ground.name if self.ground is not None else "the table's edge"


def end_of(game: Any, course: Course, others: Sequence[Ship]) -> End | None:
    """What ends a course first, or None; worked out once for a course."""
    known: tuple[End | None] | None = course.ended
    if known is None:
        found = [End(time, other) for time, other in in_the_way(game, course, others)]
        ground = ground_under(game, course)
        if ground is not None:
            found.append(ground)
        off = _off_table(game, course)
        if off is not None:
            found.append(End(off, off=True))
        known = course.ended = (min(found, key=lambda end: end.time, default=None),)
    return known[0]


@clause("2.1-obstacles", "2.4")
def runs_clear(game: Any, course: Course, others: Sequence[Ship]) -> bool:
    """Whether nothing ends a course; told sooner than what ends it first. Where a ship does, the
    course keeps the number of the step.
    """
    if course.ended is None:
        if _off_table(game, course) is not None:
            return False
        course.blocked = _blocked_step(game, course, others)
        if course.blocked is not None or ground_under(game, course) is not None:
            return False
        course.ended = (None,)
    return course.ended[0] is None


@clause("2.1-obstacles", "2.4")
def in_the_way(game: Any, course: Course, others: Sequence[Ship]) -> Iterator[tuple[float, Ship]]:
    """The ships whose bases a course runs into, each with the time of it.

    Ruling: bases do not pass through one another, so the move ends there. Ships that touch as it
    begins may draw apart or rub along, but not go deeper.
    """
    for touch, other in _touched(game, course, others):
        if touch == TOUCHING:
            deeper = _deeper(course, other)
            if deeper is not None:
                yield deeper[1], other
        else:
            n, share = touch
            since, until = course.path.cuts[n : n + 2]
            yield since + share * (until - since), other


@clause("2.1-obstacles")
def _blocked_step(game: Any, course: Course, others: Sequence[Ship]) -> int | None:
    """Number of a step of a course on which she runs into a ship, or None; of several ships any."""
    for touch, other in _touched(game, course, others):
        runs_in = _deeper(course, other) if touch == TOUCHING else touch
        if runs_in is not None:
            return runs_in[0]
    return None


def _touched(
    game: Any, course: Course, others: Sequence[Ship]
) -> Iterator[tuple[tuple[int, float], Ship]]:
    """The ships that a course brings her to touch, each with where on it, as of `_contact`."""
    reach = scaled(game.rules, REACH)
    for other in close_by(course, others, reach):
        touch = _contact(course, other, reach)
        if touch is not None:
            yield touch, other


def _contact(course: Course, other: Ship, inches: float) -> tuple[int, float] | None:
    """Where on a course she first touches another ship: number of the step and share of it; None
    where she never does. inches: as of `nearing`.
    """
    for n, sweep, _ in nearing(course, other, inches):
        share = sweep.first_near(other, 0.0)
        if share is not None:
            return n, share
    return None


def _deeper(course: Course, other: Ship) -> tuple[int, float] | None:
    """On which step two ships that touch go deeper into one another, and the last time of the
    course before they do; None where they never do.
    """
    still = Rectangle.of(other.card.base, other.pose)
    deepest: float | None = None
    before = 0.0
    for n in range(len(course.steps)):
        sweep = sweep_of(course, n)
        since, until = course.path.cuts[n : n + 2]
        looks = max(1, ceil(sweep.speed / CREEP))
        last = inf
        for look in range(looks + 1):
            gap, time = sweep.gap(still, look / looks), since + (until - since) * look / looks
            if deepest is None:
                deepest = min(gap, 0.0) - 4 * TOLERANCE
            elif gap < deepest:
                return n, before
            last, before, grows = gap, time, gap > last - FLAT
            if look and grows and not sweep.swing:
                # The gap between bases that slide is convex: it shrinks no more.
                before = until
                break
    return None


@clause("2.1-obstacles")
def ground_under(game: Any, course: Course) -> End | None:
    """Where a course first touches land or a shoal, or None."""
    board = board_of(game.rules)
    if not board.regions or not course.steps:
        return None
    left, right, top, bottom = course.box
    near = []
    for region in board.regions:
        west, north, east, south = region.bounds
        if (
            region.kind in AGROUND
            and west - SLACK <= right
            and left <= east + SLACK
            and north - SLACK <= bottom
            and top <= south + SLACK
        ):
            near.append(region)
    touched = board.first_touched(course.path, near) if near else None
    return None if touched is None else End(touched[0], ground=touched[1])


def ends_off_table(game: Any, course: Course) -> bool:
    """Whether a course ends well off the table, so that its centre surely leaves it; the moment is
    not looked for.
    """
    board, (x, y, _) = board_of(game.rules), course.end
    return not (
        -FAR_OFF <= x <= board.width * PER_INCH + FAR_OFF
        and -FAR_OFF <= y <= board.height * PER_INCH + FAR_OFF
    )


def _off_table(game: Any, course: Course) -> float | None:
    board = board_of(game.rules)
    width, height = board.width * PER_INCH, board.height * PER_INCH
    west, east, north, south = course.box
    if west >= 0 and north >= 0 and east <= width and south <= height:
        return None
    for step in course.steps:
        x, y, _ = step.end
        # A curve's middle may reach farther than its ends, by less than a quarter of its way.
        over = abs(step.cost) / 4 if step.turn else 0
        if not (over <= x <= width - over and over <= y <= height - over):
            return board.leaves(course.path, by_centre=True)
    return None


# When two ships check


@clause("2.4-recheck")
def is_exempt(ship: Ship, other: Ship, course: Course) -> bool:
    """Whether she need not check with a ship that she already lies close to: unless a step of her
    course turns her towards that ship.
    """
    if other.n not in ship.near:
        return False
    for step in course.steps:
        if step.turn and step.kind != "drift":
            bearing = step.start.relative_bearing(other.pose)
            if bearing is None or _turns_towards(bearing, step):
                return False
    return True


def _turns_towards(bearing: float, step: Step) -> bool:
    """Whether a turn brings the bow nearer to what lay at a bearing off it."""
    after = (bearing * 100 - step.turn + HALF) % CIRCLE - HALF
    return abs(after) < abs(bearing * 100)


@clause("2.4-moment", "2.4-alongside", "2.4-passing")
def moment(game: Any, course: Course, met: Meeting, *, alongside: bool) -> float:
    """The time of a course at which she checks with a ship.

    It is that of the closest approach; among equally close ones that at which the ships lie most
    nearly abreast. A ship that comes alongside checks where she ends, if she is near enough then.
    """
    other, approach = met
    if approach.distance <= TOLERANCE:
        return approach.time
    reach = scaled(game.rules, REACH)
    if alongside and is_near(course.path.end, other.stand, reach, "base"):
        return 1.0
    since, until = approach.since, approach.until
    if until - since < 1e-9 or (since > 0 and until < 1):
        return approach.time
    return _abreast(course.path, other, since, until)


def _abreast(path: Path, other: Ship, since: float, until: float) -> float:
    """The time in a stretch at which two ships' centres are nearest."""
    ox, oy, _ = other.pose
    for _ in range(3):
        span = (until - since) / 16
        times = [since + span * i for i in range(17)]
        away = [(x - ox) ** 2 + (y - oy) ** 2 for x, y, *_ in path.track(times)]
        best = times[away.index(min(away))]
        since, until = max(since, best - span), min(until, best + span)
    return best


# The check


@clause("2.4-courses", "2.4-passing")
def is_collision(game: Any, one: int, other: int) -> bool:
    """Whether two headings make a collision course: not within so many degrees of one another.

    Opposite courses do.
    """
    angle = (one - other) % CIRCLE
    limit: int = game.look_up("handling", "parallel", 0)
    return min(angle, CIRCLE - angle) > 100 * limit


@clause("2.4-areas")
def part_of(pose: FreePose, x: float, y: float) -> tuple[Part, Side]:
    """The part of a ship that is nearest to another, and on which side the other lies.

    x, y: the way from her base to the other's, eastward and southward. Square to an edge it is
    that edge; from a corner it is the edge that looks more that way.
    """
    s, c = sine(pose.heading), cosine(pose.heading)
    ahead, starboard = x * s - y * c, x * c + y * s
    side: Side = "starboard" if starboard >= 0 else "port"
    if abs(starboard) >= abs(ahead):
        return "side", side
    return ("bow" if ahead > 0 else "stern"), side


def _gap(one: Stand, other: Stand) -> tuple[float, float]:
    """The shortest way between two bases, eastward and southward in inches."""
    ends = shapely.get_coordinates(shapely.shortest_line(one.shape, other.shape))
    (ax, ay), (bx, by) = ends.tolist()
    return bx - ax, by - ay


def _lay(path: Path, time: float, other: Stand) -> tuple[float, float]:
    """How the other lies from a ship at a time; where they touch, from just before they did.

    Ruling: ships that touch from the start are seen from centre to centre.
    """
    x, y = _gap(path.at(time), other)
    if hypot(x, y) > 2 * TOLERANCE:
        return x, y
    way = path.inches
    if way:
        x, y = _gap(path.at(max(0.0, time - CREEP / way)), other)
        if hypot(x, y) > 2 * TOLERANCE:
            return x, y
    (ax, ay), (bx, by) = path.at(time).pose.inches, other.pose.inches
    return bx - ax, by - ay


@clause("2.4", "2.4-roll", "2.4-areas", "2.4-no-lock", "4.3-L")
def collide(
    game: Any, ship: Ship, other: Ship, path: Path, time: float, *, speed: float, alongside: bool
) -> bool:
    """Two ships check for a collision, at a time of the mover's path; whether they lock.

    speed: inches of the mover's whole move. Each throws with the stream "collision <id>".
    """
    at = path.at(time)
    x, y = _lay(path, time, other.stand)
    collision = is_collision(game, at.pose.heading, other.pose.heading)
    mods = shared_modifiers(game, collision, alongside)
    total, part, hits = _suffer(game, ship, other, part_of(at.pose, x, y), mods, speed)
    theirs = _suffer(game, other, ship, part_of(other.pose, -x, -y), mods, other.sailed)
    own, its = int("L" in hits), int("L" in theirs[2])
    if own or its:
        damage.lock(game, ship, other, own, its, clause="2.4-no-lock")
    _make_near(ship, other)
    if game.telling:
        course = "collision" if collision else "other"
        told = Collided(
            ship.card.name,
            other.card.name,
            course,
            part,
            theirs[1],
            (total, theirs[0]),
            hits,
            theirs[2],
            bool(own or its),
            "2.4-roll",
        )
        game.tell(told)
    return bool(own or its)


@clause("2.4-roll")
def _suffer(
    game: Any,
    ship: Ship,
    other: Ship,
    where: tuple[Part, Side],
    common: Sequence[Modifier],
    speed: float,
) -> tuple[int, Part, tuple[str, ...]]:
    """One ship's die, and the damage that she takes; L is left to the caller.

    common: what both add. speed: inches of her own move.
    """
    part, side = where
    total, hits = throw_collision(game, ship, other, part, common, speed)
    for code in hits:
        if code != "L":
            damage.hit(game, ship, code, side=side, clause="2.4-roll")
    return total, part, hits


@clause("2.4-roll")
def throw_collision(
    game: Any, ship: Ship, other: Ship, part: Part, common: Sequence[Modifier], speed: float
) -> tuple[int, tuple[str, ...]]:
    """One ship's die with all that changes it, and the hits that it brings; `common` and `speed` as
    of `_suffer`.
    """
    name = ship.card.name
    die = game.roll(
        f"collision {ship.card.id}", f"collision of {name}", "2.4-roll", about=ship.card.id
    )
    own = list(common)
    for applies, row in (
        (not up_to(speed, scaled(game.rules, FAST)), "over four inches"),
        (other.card.size > ship.card.size, "larger ship"),
        (True, f"crew {ship.card.grade}"),
    ):
        if applies:
            own.append(Modifier(row, game.look_up("collision-modifiers", row, 0), "2.4-roll"))
    total = game.modified("collision die", die, own, ship, other)
    hits: tuple[str, ...] = game.look_up("collision", total, part)
    return total, hits


@clause("2.4-roll", "2.4-courses", "2.4-alongside")
def shared_modifiers(game: Any, collision: bool, alongside: bool) -> list[Modifier]:
    """What both ships add to their dice.

    Ruling: coming alongside on purpose counts for both; speed, size and crew for each herself.
    """
    found = []
    for applies, row in (
        (not collision, "other course"),
        (alongside, "alongside"),
        (game.state.speed >= 4, "strong wind"),
    ):
        if applies:
            by = game.look_up("collision-modifiers", row, 0)
            found.append(Modifier(row, by, "2.4-roll"))
    return found


# Carrying out a course


class Way(NamedTuple):
    """What became of a course. path: as far as she came. stopped: by what, "" for nothing; her
    move is over then.
    """

    path: Path
    stopped: str = ""


@clause("2.4", "2.4-moment", "2.4-no-lock", "2.1-obstacles")
def sail(
    game: Any,
    ship: Ship,
    course: Course,
    others: Sequence[Ship],
    *,
    speed: float,
    alongside: int = -1,
    final: bool = True,
    checked: set[int] | None = None,
) -> Way:
    """Carry a ship along a course: she checks with whom she comes near, and stops where she locks,
    runs into a ship or aground, or leaves the table.

    others: ships that she may meet. speed: inches of her whole move. alongside: number of the ship
    that she means to lie by. final: her move ends with it; otherwise a closest approach at its
    very end is left to what follows. checked: numbers of ships that she has checked with in this
    move, kept up here.
    """
    done = set() if checked is None else checked
    end = end_of(game, course, others)
    now = course if end is None else course.until(end.time)
    stopped, ends = ("", final) if end is None else (end.what, True)
    while others:
        due = _due(game, ship, now, others, alongside, done)
        if not ends:
            due = [one for one in due if (1 - one[0]) * now.path.inches > CREEP]
        if not due:
            break
        time, n = due[0]
        done.add(n)
        other, path = game.state.ships[n], now.path
        if collide(game, ship, other, path, time, speed=speed, alongside=n == alongside):
            now, stopped, end, ends = now.until(time), other.card.name, None, True
    _come_to(game, ship, now.path, end)
    return Way(now.path, stopped)


@clause("2.4-moment")
def settle(
    game: Any, ship: Ship, others: Sequence[Ship], *, speed: float, checked: set[int]
) -> None:
    """Check with the ships that she is close to now that her move has come to an unplanned end.

    Arguments as of `sail`.
    """
    path, reach = Path(ship.stand), scaled(game.rules, REACH)
    held = {n for n, _ in ship.locks}
    for other in others:
        if other.n in checked or other.n in held or other.n in ship.near:
            continue
        if lie_near(ship, other, reach):
            checked.add(other.n)
            collide(game, ship, other, path, 0.0, speed=speed, alongside=False)


@clause("2.4-recheck")
def _due(
    game: Any, ship: Ship, course: Course, others: Sequence[Ship], alongside: int, done: set[int]
) -> list[tuple[float, int]]:
    """When she checks with whom on a course: not with a ship that she is locked to, or has
    checked with, or lies near and does not turn towards.
    """
    held = {n for n, _ in ship.locks}
    open_to_her = [
        other
        for other in others
        if other.n not in done and other.n not in held and not is_exempt(ship, other, course)
    ]
    return sorted(
        (moment(game, course, met, alongside=met.ship.n == alongside), met.ship.n)
        for met in meetings(game, course, open_to_her)
    )


def _come_to(game: Any, ship: Ship, path: Path, end: End | None) -> None:
    """Put a ship where her way ends, and see to what ended it."""
    ship.pose = path.end.pose
    ship.sailed += path.inches
    ship.track = (*ship.track, *[pose for pose, _ in path.stops[1:]])
    if end is None:
        return
    if end.ground is not None:
        ship.aground = True
        if game.telling:
            game.tell(RanAground(ship.card.name, end.ground.name, "2.1-obstacles"))
    elif end.off:
        leave(game, ship)


@clause("2.0")
def leave(game: Any, ship: Ship) -> None:
    """A ship whose centre passes the table's edge is out of the battle."""
    damage.remove(game.state, ship, "left")
    forget(game, ship)
    if game.telling:
        game.tell(LeftTable(ship.card.name, "2.0"))


def forget(game: Any, ship: Ship) -> None:
    """No ship lies near her, or is locked to her, any more."""
    for n in ship.near:
        other = game.state.ships[n]
        other.near = tuple(m for m in other.near if m != ship.n)
    ship.near = ()


def _make_near(one: Ship, other: Ship) -> None:
    if other.n not in one.near:
        one.near = (*one.near, other.n)
    if one.n not in other.near:
        other.near = (*other.near, one.n)


@clause("2.4-recheck")
def look_round(game: Any, ship: Ship) -> None:
    """After a move: ships that lie more than half an inch from her now are near no more."""
    if not ship.near:
        return
    reach = scaled(game.rules, REACH)
    for n in ship.near:
        other = game.state.ships[n]
        if other.gone or not lie_near(ship, other, reach):
            ship.near = tuple(m for m in ship.near if m != n)
            other.near = tuple(m for m in other.near if m != ship.n)
