"""How a ship steers: all courses that the gage gives her are weighed at once.

Each is looked at with what she may do in the move after it, against enemies who sail straight on.
The best are then laid down as the rules do it, to see whom and what they would run into.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any, Final, NamedTuple

import numpy as np

from weathergage import PER_INCH, Command, Complaint, clause
from weathergage_admiralty.actions import SMALL, Action, needed
from weathergage_admiralty.captain.courses import (
    STRETCH,
    Fan,
    Floats,
    Places,
    escapes,
    fan,
    follow_ups,
    tack_shape,
    turned,
)
from weathergage_admiralty.captain.field import Field, speed_of
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.prizes import prize
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.captain.waters import Waters
from weathergage_admiralty.collisions import (
    End,
    around,
    end_of,
    is_collision,
    is_exempt,
    meetings,
)
from weathergage_admiralty.movement import may_choose
from weathergage_admiralty.scenarios import edge_near
from weathergage_admiralty.state import Ship, Side
from weathergage_admiralty.steering import Escape, Helm, Sternway, Wait
from weathergage_admiralty.turning import (
    HALF,
    STEP,
    UNDER_SAIL,
    Course,
    Helmed,
    allowance,
    can_tack,
    gage,
    inches_text,
    line_of,
    off_wind,
    plan,
    to_eye,
    turn_of,
)

CLOSE: Final = 2.2
"""Inches from centre to centre that a ship seeks from her enemy."""

CHASE: Final = 0.35
"""Gun hits that an inch nearer to an enemy is worth, while he is out of close range."""

LATER: Final = 0.6
"""What the move after this one counts."""

GAGE: Final = 0.06
"""Gun hits that an inch to windward of the enemy is worth, up to eight."""

WAKE: Final = (0.9, 0.35)
"""Gun hits that an inch from her place in the line costs, far from the enemy and close to him."""

RUN: Final = 2.0
"""Gun hits that an inch nearer to the edge is worth to a ship that makes for it."""

APART: Final = 4.4
"""Inches that consorts keep from one another."""

STUCK: Final = 60.0
"""What a course costs after which she would run aground or off the table."""

SLOWED: Final = 0.8
"""What trying to slow down costs."""

PROMISE: Final = 4.0
"""Gun hits that boarding has to promise before a ship goes out of her way for it."""

VIEW: Final = 34.0
"""Inches within which she looks for ground and the table's edges."""

FEAR: Final = 0.25
"""Share of what being boarded would lose that the nearness of an enemy costs."""

SEA_ROOM: Final = 16.0
"""Inches to leeward that she likes to have to the table's edge."""

LEE: Final = 0.4
"""What each inch less costs."""

BLOCKED: Final = 6.0
"""What it costs to have a ship that lies still in the way of the next move."""

STAYS: Final = 4.0
"""What missing stays costs, beside the time until she is out of irons."""

OUT: Final = 4.0
"""What each try to get out of irons costs."""

UNDONE: Final = 3.0
"""What a tack costs that takes more than a turn."""

LOOKS: Final = 14
"""Courses that are laid down to see what is in their way."""

COLLISION: Final = (3.0, 9.0)
"""What a check for a collision costs on another course and on a collision course."""

CONSORT: Final = 3.0
"""How much more it costs with a consort."""

CONTACT: Final = 100.0
"""What running into a ship costs besides: it is refused where a turn would clear her."""


class Option(NamedTuple):
    """A course: legs in inches or words, the speed to slow down to (0 for none), what it is worth,
    and what a prize might add that it comes near to.
    """

    legs: tuple[float | str, ...]
    slow: float
    value: float
    promise: float = 0.0


# Who moves, and how


@clause("2.0-in-line")
def next_of(seen: Lookout, purpose: Purpose, about: str | None) -> Ship | None:
    """The ship that a question is about; of a group the one that none of it leads."""
    if about:
        return seen.state.ship(about)
    waiting = _waiting(seen)
    if not waiting:
        return None
    numbers = {ship.n for ship in waiting}

    def led(ship: Ship) -> int:
        count, leader = 0, purpose.leader(ship)
        while leader is not None and leader.n in numbers and count < len(waiting):
            count, leader = count + 1, purpose.leader(leader)
        return count

    return min(waiting, key=lambda ship: (led(ship), ship.n))


def _waiting(seen: Lookout) -> list[Ship]:
    """The ships of the group that is moving which have yet to."""
    ships = seen.state.ships
    for group in seen.state.order:
        found = [ships[n] for n in group if may_choose(seen, ships[n])]
        if found and all(ship.side == seen.seat for ship in found):
            return found
    return []


def considered(seen: Lookout, purpose: Purpose, about: str | None) -> Iterator[Command]:
    """Orders for the ship that moves next, the best first."""
    ship = next_of(seen, purpose, about)
    if ship is None:
        return
    if ship.irons:
        yield from _out_of_irons(seen, ship)
    elif ship.setting == "stop" and not ship.headway:
        yield Wait(ship=ship.card.id)
    else:
        yield from Pilot(seen, purpose, ship).orders()


@clause("2.6-escape", "4.3-R")
def _out_of_irons(seen: Lookout, ship: Ship) -> Iterator[Command]:
    """Escape to the side on which fewer steps bring the wind into her sails."""
    turn = turn_of(seen, "T") if can_tack(ship) else turn_of(seen, line_of(seen, ship, 0))
    least = gage(seen, ship)

    def steps(side: Side) -> int:
        heading, count = ship.pose.heading, 0
        while off_wind(seen.state, heading) < least and count < 9:
            heading += turn if side == "starboard" else -turn
            count += 1
        return count

    port, starboard = steps("port"), steps("starboard")
    side: Side = "port" if port < starboard else "starboard"
    if port == starboard:
        side = "starboard" if to_eye(seen.state, ship.pose.heading, "port") < HALF else "port"
    id = ship.card.id
    if ship.rudders <= 1:
        yield Escape(ship=id, side=side, ahead=_has_room(seen, ship))
        yield Escape(ship=id, side=side)
    yield Sternway(ship=id)
    yield Wait(ship=id)


def _has_room(seen: Lookout, ship: Ship) -> bool:
    """Whether no ship lies close ahead of her."""
    for other in around(seen, ship, 3.0):
        bearing = ship.pose.relative_bearing(other.pose)
        if bearing is not None and abs(bearing) < 70 and ship.pose.is_within(other.pose, 5.0):
            return False
    return True


# A ship under way


class Pilot:
    """Weighs the courses of one ship."""

    def __init__(self, seen: Lookout, purpose: Purpose, ship: Ship) -> None:
        self.seen = seen
        self.purpose = purpose
        self.ship = ship
        self.field = Field(seen, purpose, ship)
        self.inches = allowance(seen, ship) * PER_INCH / seen.unit
        self.start = Places.of([seen.place(ship)])
        self.exit = purpose.runs.get(ship.n, "")
        x, y, _ = seen.place(ship)
        self.waters = Waters(seen, x, y, VIEW, self.exit)
        self.wide = self.waters.is_wide(self.start, VIEW)
        self.sails = ship.setting in UNDER_SAIL
        self.least = gage(seen, ship) / 100
        self.prizes = {
            foe.n: prize(seen, purpose, ship, foe)
            for foe in self.field.foes.ships
            if ship.pose.is_within(foe.pose, (self.inches + 5.0) * seen.unit / PER_INCH)
        }
        self.fears = np.array(
            [max(0.0, -self.prizes.get(foe.n, 0.0)) for foe in self.field.foes.ships]
        )
        self.others = around(seen, ship, allowance(seen, ship))

    def orders(self) -> Iterator[Command]:
        """Orders for her, the best first."""
        if self.ship.tack and can_tack(self.ship):
            yield self._helm(self._tack_legs(self.ship.tack), 0.0)
        options = self._options()
        yield from self._checked(options)
        yield self._helm((), 0.0)

    # Courses

    def _options(self) -> list[Option]:
        """All her courses with what they are worth, the best first."""
        found: list[Option] = []
        for slow, inches in self._speeds():
            found += (
                self._risked(self._fan(slow, inches), found) if slow else self._fan(0.0, inches)
            )
        if self.ship.headway <= 0 and can_tack(self.ship):
            found += self._tacks()
        return sorted(found, key=lambda option: -option.value - option.promise)

    @clause("2.1-slowing")
    def _speeds(self) -> Iterator[tuple[float, float]]:
        """(what she slows down to, inches of her move): as she goes, and slower among ships."""
        yield 0.0, self.inches
        if self.sails and self.inches >= 3.0 and self._is_tight():
            for share in (0.75, 0.5):
                slow = -int(-self.inches * share * 4) / 4
                if 0.5 * self.inches <= slow < self.inches:
                    yield slow, slow

    def _is_tight(self) -> bool:
        reach = (self.inches + 6.0) * self.seen.unit
        x, y, _ = self.ship.pose
        return any(
            abs(other.pose.x - x) < reach and abs(other.pose.y - y) < reach for other in self.others
        )

    @clause("2.1-slowing")
    def _risked(self, slower: list[Option], full: list[Option]) -> list[Option]:
        """Slower courses, with the chance counted that she goes at full speed after all."""
        chance = self._chance("slow")
        plain = max((option.value for option in full if not option.slow), default=0.0)
        return [
            option._replace(value=chance * option.value + (1 - chance) * plain) for option in slower
        ]

    def _turn(self, inches: float) -> float:
        """Degrees that a step of her wearing line turns at a speed; 0 without a rudder."""
        if self.ship.rudders > 1:
            return 0.0
        speed = round(inches * self.seen.unit)
        return turn_of(self.seen, line_of(self.seen, self.ship, speed)) / 100

    def _fan(self, slow: float, inches: float) -> list[Option]:
        turn = self._turn(inches)
        if not turn:
            courses, shape = Fan(((),), tack_shape(inches, 0.0, 0))
        else:
            courses, shape = fan(round(inches, 3), turn)
        ways = self.start.moved(shape)
        headings = ways.heading[0]
        good = self._draws(headings).all(axis=1)
        good[0] = True
        ends = Places(ways.x[0][:, -1], ways.y[0][:, -1], headings[:, -1])
        values = self._values(ends, self._turn(self.inches)) - (SLOWED if slow else 0.0)
        promises = self._promises(Places(ways.x[0], ways.y[0], headings))
        rows = zip(courses, values.tolist(), promises.tolist(), good.tolist(), strict=True)
        return [
            Option(legs, slow, value, promise) for legs, value, promise, is_good in rows if is_good
        ]

    def _draws(self, headings: Floats) -> Any:
        """On which headings her sails draw."""
        if not self.sails:
            return np.ones(headings.shape, dtype=bool)
        return np.abs(turned(self.seen.wind - headings)) >= self.least - 1e-6

    @clause("2.2-tacking", "2.2-tack-test")
    def _tacks(self) -> list[Option]:
        """Going about, at the risk of missing stays."""
        seen, ship = self.seen, self.ship
        off = off_wind(seen.state, ship.pose.heading) / 100
        if not self.sails or self.inches < STEP or off > 110 or ship.tack:
            return []
        side: Side = "port" if to_eye(seen.state, ship.pose.heading, "port") < HALF else "starboard"
        legs = self._tack_legs(side)
        small = ship.card.size <= SMALL
        turn = 90.0 if small else turn_of(seen, "T") / 100
        shape = tack_shape(self.inches, turn if side == "starboard" else -turn, len(legs))
        ways = self.start.moved(shape)
        ends = Places(ways.x[0][:, -1], ways.y[0][:, -1], ways.heading[0][:, -1])
        chance = self._chance("tack")
        value = float(self._values(ends, self._turn(self.inches))[0])
        wide = abs(turned(seen.wind - float(ends.heading[0]))) >= self.least
        irons = STAYS + OUT / self._chance("escape irons")
        return [Option(legs, 0.0, value - (1 - chance) * irons - (0.0 if wide else UNDONE))]

    @clause("2.3")
    def _chance(self, action: Action) -> float:
        """Chance that her crew passes a move action."""
        least = needed(self.seen, self.ship, action) + self.ship.masts
        return max(1, min(5, 7 - least)) / 6

    @clause("2.2-tacking")
    def _tack_legs(self, side: Side | str) -> tuple[str, ...]:
        """Steps until the bow is past the wind and the sails draw, as far as she can go."""
        seen, ship = self.seen, self.ship
        small = ship.card.size <= SMALL
        turn = 9000 if small else turn_of(seen, "T")
        heading, legs = ship.pose.heading, []
        word: Side = "port" if side == "port" else "starboard"
        for _ in range(int(self.inches / STEP + 1e-9)):
            heading += turn if word == "starboard" else -turn
            legs.append(f"tack {word}")
            past = to_eye(seen.state, heading, word) > HALF
            if past and off_wind(seen.state, heading) >= self.least * 100:
                break
        return tuple(legs)

    # What they are worth

    def _values(self, ends: Places, turn: float) -> Floats:
        """What courses are worth by where they end, in gun hits."""
        given, suffered = self.field.exchange(ends)
        care = self._care()
        total = given - care * suffered
        total = total + self._afterwards(ends, turn)
        total -= 1.5 * self.field.crowding(ends, APART)
        total -= FEAR * self.field.threat(ends, self.fears)
        total += self._line(ends)
        if not self.wide:
            room = self.waters.to_lee(ends, self.seen.wind)
            total -= LEE * np.maximum(0.0, SEA_ROOM - room)
        total -= STUCK * (1.0 - self._way_out(ends, turn))
        total += GAGE * np.clip(self.field.upwind(ends), -8.0, 8.0)
        return total

    def _care(self) -> float:
        if self.exit:
            return 1.0
        return self.purpose.care

    def _afterwards(self, ends: Places, turn: float) -> Floats:
        """What the best of the next moves promises, as far as it leaves her room."""
        inches = max(1.0, speed_of(self.seen, self.ship) or self.inches)
        shape = follow_ups(round(inches, 3), turn) if turn else tack_shape(inches, 0.0, 0)[0][-1:]
        nexts = ends.moved(shape)
        count = nexts.x.shape
        flat = nexts.flat()
        given, suffered = self.field.exchange(flat, later=True)
        value = LATER * (given - self._care() * suffered) - self._distance(flat)
        value += self._running(flat)
        drawing = self._draws(flat.heading)
        room = self.waters.are_open(flat) & drawing
        value = np.where(room, value, value - STUCK)
        halfway = Places(
            (nexts.x + ends.x[:, None]) / 2, (nexts.y + ends.y[:, None]) / 2, nexts.heading
        )
        shut = self.field.blocked(nexts) | self.field.blocked(halfway)
        value -= BLOCKED * shut.ravel()
        best: Floats = value.reshape(count).max(axis=1)
        return best

    @clause("2.1-obstacles", "2.1-wind-gage")
    def _way_out(self, places: Places, turn: float) -> Floats:
        """How far a turn to some side, with the wind in her sails, leads to open water: from 0 for
        nowhere to 1.
        """
        if self.wide:
            return np.ones(len(places.x))
        onward = places.moved(escapes(round(self.inches, 3), turn))
        flat = onward.flat()
        clear = self.waters.are_open(flat) & self._draws(flat.heading)
        clear = np.logical_and.accumulate(clear.reshape(onward.x.shape), axis=2)
        found: Floats = clear[..., -len(STRETCH) :].sum(axis=2).max(axis=1) / len(STRETCH)
        return found

    def _distance(self, places: Places) -> Floats:
        """What it costs to be far from the enemy; a ship without guns would rather be."""
        field = self.field
        if not len(field.foes) or self.exit:
            return np.zeros(len(places.x))
        foes = field.foes.then
        away = np.hypot(foes.x[None, :] - places.x[:, None], foes.y[None, :] - places.y[:, None])
        lure = np.array([self._lure(foe) for foe in field.foes.ships])
        nearest = (np.maximum(0.0, away - CLOSE) / lure[None, :]).min(axis=1)
        if not field.own.any():
            return np.asarray(0.5 * CHASE * np.minimum(nearest, 20.0) * -1.0)
        return np.asarray(CHASE * nearest)

    def _lure(self, foe: Ship) -> float:
        """How much rather than a common enemy she goes for one."""
        found = 2.0 if foe.n in self.purpose.prey else 1.0
        left = foe.port.total + foe.starboard.total
        return found * (1.0 if left else 0.8)

    @clause("2.0")
    def _running(self, places: Places) -> Floats:
        """What it is worth to come nearer to the edge that she makes for."""
        if not self.exit:
            return np.zeros(len(places.x))
        return -RUN * np.maximum(0.0, self.waters.to_exit(places))

    # The line

    @clause("2.0-in-line")
    def _line(self, ends: Places) -> Floats:
        """What it costs to be out of her place behind the ship that she follows."""
        leader = self.purpose.leader(self.ship)
        if leader is None or self.exit:
            return np.zeros(len(ends.x))
        x, y, heading = _wake(self.seen, leader)
        away = np.hypot(ends.x - x, ends.y - y)
        off = np.abs(turned(ends.heading - heading)) / 45.0
        far, near = WAKE
        weight = near if self._is_close() else far
        return np.asarray(-weight * (np.minimum(away, 12.0) + np.minimum(off, 2.0)))

    def _is_close(self) -> bool:
        """Whether an enemy is within medium range or nearly so."""
        foes, place = self.field.foes.now, self.start
        away = np.hypot(foes.x - place.x[0], foes.y - place.y[0])
        return bool(len(away)) and float(away.min()) < self.field.limits[1] + 3.0

    # Ships in the way

    def _promises(self, ways: Places) -> Floats:
        """The promise of a prize, for courses that may come up with her; what they would really
        meet is looked at later.
        """
        total = np.zeros(len(ways.x))
        for foe in self.field.foes.ships:
            promise = self.prizes.get(foe.n, 0.0)
            if promise <= PROMISE:
                continue
            x, y, _ = self.seen.place(foe)
            away = np.hypot(ways.x - x, ways.y - y).min(axis=1)
            total = np.maximum(total, np.where(away < 4.0, promise, 0.0))
        return total

    @clause("2.4", "2.1-obstacles", "2.4-alongside")
    def _checked(self, options: list[Option]) -> Iterator[Command]:
        """Orders for the best courses once what they run into is counted."""
        found: list[tuple[float, int, Helm]] = []
        best = -1e9
        for number, option in enumerate(options):
            if best >= option.value + option.promise or (number >= LOOKS and best > -CONTACT / 2):
                break
            value, alongside = self._met(option)
            best = max(best, value)
            found.append((-value, number, self._helm(option.legs, option.slow, alongside)))
        for _, _, order in sorted(found, key=lambda one: one[:2]):
            yield order

    def _met(self, option: Option) -> tuple[float, str]:
        """A course's value with what it meets, and whom she means to lie by."""
        seen, ship = self.seen, self.ship
        course = self._course(option)
        if course is None:
            return -1e6, ""
        value = option.value
        end = end_of(seen, course, self.others)
        if end is not None:
            value -= self._stopped(course, end)
        best, alongside = 0.0, ""
        for met in meetings(seen, course, self.others):
            other = met.ship
            if is_exempt(ship, other, course) or any(n == other.n for n, _ in ship.locks):
                continue
            at = course.path.at(met.approach.time).pose
            collision = is_collision(seen, at.heading, other.pose.heading)
            won = self.prizes.get(other.n, 0.0)
            gain = won * self._lock_chance(other, collision, meant=won > PROMISE)
            if won > PROMISE:
                if gain > best:
                    best, alongside = gain, other.card.id
            else:
                consort = CONSORT if other.side == ship.side else 1.0
                value += min(0.0, gain) - consort * COLLISION[collision]
        if end is not None and end.ship is not None and end.ship.card.id == alongside:
            value += CONTACT
        return value + best, alongside

    def _course(self, option: Option) -> Course | None:
        seen, ship = self.seen, self.ship
        inches = round((option.slow or self.inches) * seen.unit)
        if not option.slow:
            inches = round(allowance(seen, ship) * PER_INCH)
        helmed = Helmed(inches, inches, ship.tack, False)
        found = plan(seen, ship, self._texts(option.legs), helmed)
        return None if isinstance(found, Complaint) else found

    def _stopped(self, course: Course, end: End) -> float:
        """What it costs to be stopped by a ship, the ground or the edge."""
        if end.ship is not None:
            return CONTACT
        if end.ground is not None:
            return 3 * STUCK
        pose = course.path.end.pose
        if self.exit and edge_near(self.seen.rules, pose) == self.exit:
            return -2 * STUCK
        return 3 * STUCK

    @clause("2.4-roll")
    def _lock_chance(self, other: Ship, collision: bool, *, meant: bool) -> float:
        """Chance that she and a ship that she comes near lock. meant: she lays herself by her."""
        seen = self.seen
        add = seen.look_up("collision-modifiers", "alongside", 0) if meant else 0
        if not collision:
            add += seen.look_up("collision-modifiers", "other course", 0)
        if seen.state.speed >= 4:
            add += seen.look_up("collision-modifiers", "strong wind", 0)
        clear = 1.0
        for ship, inches in ((self.ship, self.inches), (other, speed_of(seen, other))):
            own = add + seen.look_up("collision-modifiers", f"crew {ship.card.grade}", 0)
            own += seen.look_up("collision-modifiers", "over four inches", 0) * (inches > 4.0)
            clear *= 1.0 - max(0.0, min(1.0, (2 + own) / 6))
        return 1.0 - clear

    # Orders

    def _texts(self, legs: tuple[float | str, ...]) -> tuple[str, ...]:
        return tuple(
            leg if isinstance(leg, str) else inches_text(round(leg * self.seen.unit))
            for leg in legs
        )

    def _helm(self, legs: tuple[float | str, ...], slow: float, alongside: str = "") -> Helm:
        inches = round(slow * self.seen.unit) / PER_INCH if slow else None
        return Helm(
            ship=self.ship.card.id, legs=self._texts(legs), slow=inches, alongside=alongside
        )


def _wake(seen: Lookout, leader: Ship) -> tuple[float, float, float]:
    """The place behind a ship in her wake: where she came from, or is bound for."""
    gap = 2 * leader.card.base.reach * PER_INCH / seen.unit + 2.5
    x, y, heading = seen.place(leader)
    if not leader.moved:
        way = Places.of([(x, y, heading)]).ahead(np.array([speed_of(seen, leader) - gap]))
        return float(way.x[0]), float(way.y[0]), heading
    left = gap
    spots = [(pose.x / seen.unit, pose.y / seen.unit, pose.heading / 100) for pose in leader.track]
    before = x, y, heading
    for spot in reversed(spots):
        step = hypot(before[0] - spot[0], before[1] - spot[1])
        if step >= left > 0:
            share = left / step
            return (
                before[0] + (spot[0] - before[0]) * share,
                before[1] + (spot[1] - before[1]) * share,
                spot[2],
            )
        left -= step
        before = spot
    way = Places.of([before]).ahead(np.array([-left]))
    return float(way.x[0]), float(way.y[0]), before[2]
