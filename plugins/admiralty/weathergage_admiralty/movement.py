"""The movement phase: who moves when, and each ship's move (2.0 to 2.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from weathergage import (
    PER_INCH,
    Command,
    Event,
    Path,
    PhaseRun,
    clause,
    closest_approach,
    cosine,
    event,
    sine,
    units,
    up_to,
)
from weathergage_admiralty import damage, passing, tacking
from weathergage_admiralty.actions import test
from weathergage_admiralty.collisions import REACH, is_hemmed, look_round, sail, settle
from weathergage_admiralty.currents import carry
from weathergage_admiralty.near import longest_base
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import AdmiraltyState, Ship
from weathergage_admiralty.steering import Escape, Helm, Helms, Later, Move, Sternway
from weathergage_admiralty.turning import (
    CIRCLE,
    HALF,
    UNDER_SAIL,
    Course,
    Step,
    allowance,
    cut,
    draws,
    inches_text,
    straight,
)

HALF_CABLE: Final = 3.0
"""Inches of medium scale between ships in line that may move together; a cable is 6.3."""

IN_LINE: Final = (30.0, 45.0)
"""Degrees off her bow within which the ship ahead lies, and between their headings."""

LEVEL: Final = 0.5
"""Inches of medium scale along the wind by which ships that move by quarters differ at most."""


@event
class Moved(Event):
    """A ship moved, or a part of her move is done. legs: the course that she was set on. inches:
    made good along it. heading: hers now. stopped: by what, or "".
    """

    ship: str
    legs: tuple[str, ...]
    inches: float
    heading: float
    stopped: str
    clause: str

    def say(self) -> str:
        """The course."""
        how = ", ".join(self.legs) or "straight"
        end = f", up to {self.stopped}" if self.stopped else ""
        return f"{self.ship} moves {self.inches:.1f} inches ({how}){end}."


@event
class MoveOrder(Event):
    """The order of the ships' moves, groups that move together in one entry."""

    groups: tuple[tuple[str, ...], ...]
    clause: str

    def say(self) -> str:
        """Names in order."""
        return f"Ships move: {'; '.join(', '.join(group) for group in self.groups)}."


# The order


@clause("2.0-dmf", "2.0", "2.5")
def move(game: Any) -> None:
    """Ships are put in the order in which they move; each group is a piece of the agenda.

    Before it a current carries whatever does not hold on to the ground.
    """
    state: AdmiraltyState = game.state
    for ship in state.ships:
        ship.moved = ship.turned = False
        ship.sailed, ship.track = 0.0, ()
        if (ship.irons or ship.tack) and ship.setting not in UNDER_SAIL:
            tacking.look_at_gage(game, ship)
    carry(game)
    state.order = groups_of(game)
    state.agenda = (*(("helm", (group,)) for group in state.order), *state.agenda)
    if game.telling and state.order:
        names = tuple(tuple(state.ships[n].card.name for n in group) for group in state.order)
        game.tell(MoveOrder(names, "2.0-dmf"))


@clause("2.0-dmf", "2.0-in-line", "2.0-prorate")
def groups_of(game: Any) -> tuple[tuple[int, ...], ...]:
    """The ships that may move, in groups that move together, the most downwind first.

    A group comes up with its most downwind ship.
    """
    order = downwind_first(game)
    game.state.places = tuple(order)
    groups = _chains(game, order)
    return tuple(_level_pairs(game, groups) if game.rules.options.prorate else groups)


@clause("2.0-in-line")
def _chains(game: Any, order: Sequence[int]) -> list[tuple[int, ...]]:
    """Ships in groups of those that are in line, pair by pair; all in the order given."""
    state: AdmiraltyState = game.state
    pairs = list(_pairs_in_line(game, [state.ships[n] for n in order]))
    if not pairs:
        return [(n,) for n in order]
    body = {n: {n} for n in order}
    for one, other in pairs:
        if body[one] is not body[other]:
            joined = body[one] | body[other]
            for n in joined:
                body[n] = joined
    groups = []
    placed: set[int] = set()
    for n in order:
        if n not in placed:
            placed |= body[n]
            groups.append(tuple(m for m in order if m in body[n]))
    return groups


@clause("2.0-dmf")
def downwind_first(game: Any) -> list[int]:
    """Numbers of the ships that may move, by their centres along the wind's line.

    Those that are level throw a die of the stream "ship order"; the higher one moves first.
    """
    state: AdmiraltyState = game.state
    s, c = sine(state.wind), cosine(state.wind)
    lines: dict[int, list[int]] = {}
    for ship in state.ships:
        if may_choose(game, ship):
            x, y, _ = ship.pose
            lines.setdefault(round(x * s - y * c), []).append(ship.n)
    order = []
    for line in sorted(lines):
        level = lines[line]
        order += level if len(level) == 1 else _thrown_for(game, level)
    return order


@clause("2.0-dmf")
def _thrown_for(game: Any, level: Sequence[int]) -> list[int]:
    """Ships that are level, in the order of their dice; those that tie throw again."""
    by_die: dict[int, list[int]] = {}
    for n in level:
        name = game.state.ships[n].card.name
        die = game.roll("ship order", f"{name}'s turn to move", "2.0-dmf")
        by_die.setdefault(die, []).append(n)
    order = []
    for die in sorted(by_die, reverse=True):
        same = by_die[die]
        order += same if len(same) == 1 else _thrown_for(game, same)
    return order


@clause("2.0-in-line")
def _pairs_in_line(game: Any, ships: Sequence[Ship]) -> Iterator[tuple[int, int]]:
    """Numbers of pairs of a side of which one lies close astern of the other."""
    far = round((scaled(game.rules, HALF_CABLE) + 2 * longest_base(game)) * PER_INCH)
    for i, one in enumerate(ships, 1):
        x, y, _ = one.pose
        side = one.side
        for other in ships[i:]:
            ox, oy, _ = other.pose
            if (
                other.side == side
                and -far < ox - x < far
                and -far < oy - y < far
                and (_is_astern(game, one, other) or _is_astern(game, other, one))
            ):
                yield one.n, other.n


@clause("2.0-in-line")
def _is_astern(game: Any, ship: Ship, leader: Ship) -> bool:
    """Whether a ship follows another in line, up to half a cable between bow and stern."""
    off, apart = IN_LINE
    angle = abs((leader.pose.heading - ship.pose.heading + HALF) % CIRCLE - HALF)
    if angle > apart * 100:
        return False
    (ax, ay), (bx, by) = ship.stand.spot("bow"), leader.stand.spot("stern")
    reach = scaled(game.rules, HALF_CABLE)
    if not up_to(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, reach):
        return False
    bearing = ship.pose.relative_bearing(leader.pose)
    return bearing is not None and abs(bearing) <= off


@clause("2.0-prorate")
def _level_pairs(game: Any, groups: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """The same groups, two single ships joined where they move by quarters in turn: level to the
    wind, and on courses that come within half an inch.
    """
    rest = list(groups)
    while rest:
        first = rest.pop(0)
        if len(first) == 1 and rest and len(rest[0]) == 1 and _close(game, first[0], rest[0][0]):
            first = (*first, *rest.pop(0))
        yield first


def _close(game: Any, a: int, b: int) -> bool:
    state: AdmiraltyState = game.state
    one, other = state.ships[a], state.ships[b]
    s, c = sine(state.wind), cosine(state.wind)
    along = [ship.pose.x * s - ship.pose.y * c for ship in (one, other)]
    if abs(along[0] - along[1]) >= scaled(game.rules, LEVEL) * PER_INCH:
        return False
    if not all(_under_way(game, ship) for ship in (one, other)):
        return False
    paths = [
        Path(ship.stand, (straight(ship.pose, units(allowance(game, ship))).leg,))
        for ship in (one, other)
    ]
    return up_to(closest_approach(*paths).distance, scaled(game.rules, REACH))


def _under_way(game: Any, ship: Ship) -> bool:
    """Whether she steers: under sail and not in irons, or with headway on her."""
    return not ship.irons and allowance(game, ship) > 0


# Who may choose


@clause("2.1", "2.2-anchored", "4.3-L", "2.1-obstacles")
def may_choose(game: Any, ship: Ship) -> bool:
    """Whether a ship has anything to choose when she comes to move.

    Not at anchor, locked, aground, in a boarding action, when she has surrendered or is flooding,
    or when her sails give her no move at all. A stopped ship may make sternway; ruling: she is
    asked when she does so already, or when a ship or ground is within half a cable of her.
    """
    if not _is_free(ship) or (ship.waterline and damage.is_flooding(game.rules, ship)):
        return False
    if ship.setting == "stop" and not ship.headway:
        moves = damage.battle_move(game.rules, game.state, ship) > 0
        return moves and (ship.backing or is_hemmed(game, ship, scaled(game.rules, HALF_CABLE)))
    return allowance(game, ship) > 0


# A group's moves


def _is_free(ship: Ship) -> bool:
    """Whether nothing holds her, as far as a look tells."""
    return not (
        ship.moved
        or ship.locks
        or ship.gone
        or ship.surrendered
        or ship.aground
        or ship.action >= 0
        or ship.setting == "anchored"
    )


@clause("2.0-dmf", "2.0-in-line", "2.1-wind-gage")
def helm(game: Any, numbers: tuple[int, ...]) -> PhaseRun | None:
    """The ships of a group move, in the order that their player likes; those that cannot choose
    are passed over.
    """
    ships = game.state.ships
    waiting = []
    for n in numbers:
        if may_choose(game, ships[n]):
            tacking.look_at_gage(game, ships[n])
            waiting.append(ships[n])
    if not waiting:
        return None
    if len(waiting) > 1 and (
        any(ship.side != waiting[0].side for ship in waiting) or _is_prorated(game, waiting)
    ):
        return _by_quarters(game, waiting)
    return _in_any_order(game, waiting, {ship.n for ship in waiting} - {numbers[0]})


@clause("2.0-in-line")
def _in_any_order(game: Any, waiting: list[Ship], waits: Collection[int] = ()) -> PhaseRun:
    """Ships of a side that move one after the other. waits: numbers of those whose own place in the
    order comes later, who may wait for it.
    """
    current: Move | None = None
    left: list[int] = []
    while waiting:
        ships = waiting if current is None else [current.ship]
        asked = Helms(game, ships, current, waits=waits)
        order = yield asked.ask()
        current = asked.move_of(order)
        assert current is not None
        if isinstance(order, Later):
            left.append(current.ship.n)
            _leave(game.state, left, _chains(game, sorted(left, key=game.state.places.index)))
            waiting = [ship for ship in waiting if ship is not current.ship]
            current = None
            continue
        over = yield from _carry_out(game, current, order, asked)
        if over:
            _finish(game, current)
            waiting = [ship for ship in waiting if _is_free(ship)]
            current = None


@clause("2.0-in-line", "2.0-dmf")
def _leave(state: AdmiraltyState, left: Collection[int], groups: Sequence[tuple[int, ...]]) -> None:
    """Put ships that have not moved with their line back among those that are still to move, in
    the groups that they make, each at the place of its most downwind ship.
    """
    coming = [args[0] for name, args in state.agenda if name == "helm"]
    state.agenda = (
        *(("helm", (group,)) for group in _placed(state, coming, left, groups)),
        *(piece for piece in state.agenda if piece[0] != "helm"),
    )
    state.order = tuple(_placed(state, state.order, left, groups))


def _placed(
    state: AdmiraltyState,
    order: Iterable[Any],
    left: Collection[int],
    groups: Iterable[tuple[int, ...]],
) -> list[tuple[int, ...]]:
    """An order without some ships, and with the groups that they make at their places."""
    others = (tuple(n for n in group if n not in left) for group in order)
    found = [group for group in others if group] + list(groups)
    return sorted(found, key=lambda group: state.places.index(group[0]))


def _carry_out(game: Any, move: Move, order: Command, asked: Helms) -> Any:
    """Carry out an order; whether the ship's move is over."""
    ship = move.ship
    if isinstance(order, Helm):
        over = yield from _steer(game, move, order, asked)
        return over
    step: Step | None = None
    if isinstance(order, Escape):
        step = _escape(game, ship, order)
    elif isinstance(order, Sternway):
        step = _make_sternway(game, ship, order)
    if not isinstance(order, Sternway):
        ship.backing = False
    drifts = step is None and ship.irons
    if drifts:
        step = tacking.drift_of(game, ship)
    if step is not None:
        move.speed, move.near = abs(step.cost), None
        course = Course(ship.pose, ship.card.base, (step,))
        legs = _called(order, drifts) if game.telling else ()
        yield from _sail(game, move, course, legs)
    if ship.gone:
        return True
    if drifts:
        tacking.risk_mast(game, ship)
    elif step is not None and step.turn:
        ship.turned = True
        if step.cost < 0:
            tacking.risk_rudder(game, ship)
        if ship.irons and draws(game, ship):
            tacking.free(game, ship)
    return True


def _called(order: Command, drifts: bool) -> tuple[str, ...]:
    """What a move that is no course is called."""
    return ("drift",) if drifts else (order.write().partition(" ")[2],)


@clause("2.6-escape")
def _escape(game: Any, ship: Ship, order: Escape) -> Step | None:
    """The step that a ship makes out of irons, or None where her try fails."""
    if not test(game, ship, "escape irons", "2.6-escape"):
        return None
    return tacking.turn_off(game, ship, order.side, astern=not order.ahead)


@clause("2.2-sternway", "2.5")
def _make_sternway(game: Any, ship: Ship, order: Sternway) -> Step | None:
    """How a ship goes astern, or None where she does not get sternway on.

    Ruling: the throw is for beginning. A ship in irons turns by escaping only.
    """
    if not ship.backing:
        ship.backing = test(game, ship, "sternway", "2.2-sternway")
        if not ship.backing:
            return None
    if order.side:
        return tacking.turn_off(game, ship, order.side, astern=True)
    return tacking.stern_step(game, ship)


@clause("2.1", "2.1-slowing", "2.2", "2.2-no-take-back")
def _steer(game: Any, move: Move, order: Helm, asked: Helms) -> Any:
    """Carry out a course, leg by leg; whether the move is over."""
    course = asked.course_of(move, order)
    if not move.begun:
        move.alongside = _meant(game, order)
    if order.slow is not None:
        move.tried = True
        if not test(game, move.ship, "slow", "2.1-slowing"):
            return False
        move.speed = move.left = units(order.slow)
        if not move.left:
            return True
    legs = _written(order, course) if game.telling else ()
    over = yield from _follow(game, move, course, legs, hold=order.hold)
    return over


@clause("2.4-alongside")
def _meant(game: Any, order: Helm) -> int:
    """Number of the ship that an order lays her alongside, or -1."""
    found: Ship | None = game.state.ship(order.alongside) if order.alongside else None
    return -1 if found is None else found.n


def _written(order: Helm, course: Course) -> tuple[str, ...]:
    """The legs of an order with what is sailed straight on after them."""
    if not course.steps or order.hold or course.irons:
        return order.legs
    last = course.steps[-1]
    if len(course.steps) > len(order.legs) and last.kind == "ahead":
        return (*order.legs, inches_text(last.cost))
    return order.legs


@clause("2.2-tack-test", "2.1-wind-gage")
def _follow(game: Any, move: Move, course: Course, legs: tuple[str, ...], *, hold: bool) -> Any:
    """Sail a course, with a test wherever the bow points into the wind; whether the move is over.

    hold: the ship is asked again if nothing ends her move on the way.
    """
    ship = move.ship
    move.begun = True
    parts = _at_the_eye(course)
    for i, part in enumerate(parts):
        is_last = i == len(parts) - 1
        final = is_last and (not hold or move.left <= part.spent)
        stopped = yield from _sail(game, move, part, legs, final=final)
        move.left -= part.spent
        if stopped:
            ship.tack = ""
            return True
        if _ends_at_eye(part) and not tacking.passes_eye(game, ship):
            settle(game, ship, move.others(), speed=move.speed / PER_INCH, checked=move.checked)
            return True
    ship.tack, move.luffs = course.tack, course.luffs
    if course.irons:
        tacking.fall(game, ship, "ends her turn too near the wind", "2.1-wind-gage")
        return True
    return not hold or move.left <= 0


@clause("2.2-tack-test")
def _at_the_eye(course: Course) -> list[Course]:
    """A course in parts, cut wherever the bow points right into the wind."""
    if not any(step.eye for step in course.steps):
        return [course]
    parts: list[Course] = []
    own: list[Step] = []
    for step in course.steps:
        if step.eye:
            first, second = (step, None) if step.eye >= 1 else cut(step, step.eye)
            parts.append(Course((own or [first])[0].start, course.base, (*own, first)))
            own = [] if second is None else [second]
        else:
            own.append(step)
    if own:
        parts.append(Course(own[0].start, course.base, tuple(own)))
    return parts


def _ends_at_eye(course: Course) -> bool:
    return bool(course.steps) and course.steps[-1].eye > 0


@clause("4.1-passing-declare", "2.4")
def _sail(
    game: Any, move: Move, course: Course, legs: tuple[str, ...], *, final: bool = True
) -> Any:
    """Sail a part of a move, with passing fire on the way; what stopped the ship, or ""."""
    ship = move.ship
    if not course.steps:
        return ""
    if not ship.track:
        ship.track = (ship.pose,)
    before = ship.sailed
    way = sail(
        game,
        ship,
        course,
        move.others(),
        speed=move.speed / PER_INCH,
        alongside=move.alongside,
        final=final,
        checked=move.checked,
    )
    move.near = None
    if game.telling:
        inches, at = ship.sailed - before, ship.pose.degrees
        game.tell(Moved(ship.card.name, legs, inches, at, way.stopped, "2.1"))
    yield from passing.watch(game, ship, way.path)
    return way.stopped


@clause("2.2-no-sail-change", "2.4-recheck", "3.3-stop")
def _finish(game: Any, move: Move) -> None:
    """A ship's move is over. What headway she would keep if she stopped now is noted."""
    ship = move.ship
    ship.moved = True
    ship.headway = move.allowed / 2 if ship.setting == "normal" else 0.0
    ship.turned = ship.turned or bool(ship.tack)
    if not ship.gone:
        look_round(game, ship)


# By quarters


def _is_prorated(game: Any, waiting: Sequence[Ship]) -> bool:
    """Whether two ships of a group move by quarters, and are not in line."""
    if not game.rules.options.prorate or len(waiting) != 2:
        return False
    one, other = waiting
    return not (_is_astern(game, one, other) or _is_astern(game, other, one))


@clause("2.0-prorate")
def _by_quarters(game: Any, waiting: list[Ship]) -> PhaseRun:
    """Two ships move by quarters in turn, the more downwind one first; either says her whole course
    before they do.
    """
    if len(waiting) < 2 or not all(_under_way(game, ship) for ship in waiting):
        for ship in waiting:
            yield from _in_any_order(game, [ship])
        return
    plans = []
    for ship in waiting:
        move = Move(game, ship)
        course, order = yield from _whole_course(game, move)
        plans.append((move, course, _written(order, course), course.quarters()))
    for n in range(4):
        for move, course, legs, quarters in plans:
            ship = move.ship
            if ship.moved:
                continue
            if not may_choose(game, ship):
                _finish(game, move)
                continue
            part = quarters[n]
            last = n == 3
            part.tack = course.tack if last else ship.tack
            part.luffs, part.irons = last and course.luffs, last and course.irons
            over = yield from _follow(game, move, part, legs if last else (), hold=not last)
            if over or last:
                _finish(game, move)


def _whole_course(game: Any, move: Move) -> Any:
    """The whole course of one of two ships that move by quarters, and her order."""
    while True:
        asked = Helms(game, [move.ship], move, whole=True)
        order = yield asked.ask()
        course = asked.course_of(move, order)
        move.alongside = _meant(game, order)
        if order.slow is None:
            return course, order
        move.tried = True
        if test(game, move.ship, "slow", "2.1-slowing"):
            move.speed = move.left = units(order.slow)
            return course, order
