"""One ship's move: every course that she may sail is weighed at once, by the fire that she would
give and take, her range, her station in the line, and what is in the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from weathergage import Stand, clause
from weathergage_as_per_margin.boarders import dice_aboard
from weathergage_as_per_margin.captain.field import Floats, Poses, fire_given, fire_taken, turned
from weathergage_as_per_margin.captain.purpose import flees
from weathergage_as_per_margin.captain.replies import Reply, answered
from weathergage_as_per_margin.captain.sea import SHORTLIST, TRIES, Outlook, courses_of
from weathergage_as_per_margin.captain.water import FAR, chances_of_falling, clearance, gaps_to
from weathergage_as_per_margin.captain.worth import surplus, worth_of
from weathergage_as_per_margin.grounding import grounds_for
from weathergage_as_per_margin.handling import Sail
from weathergage_as_per_margin.state import Ship
from weathergage_as_per_margin.ways import Ground, Stop, way


class Helm:
    """The courses of one ship and what each is worth."""

    def __init__(self, outlook: Outlook, ship: Ship) -> None:
        self.outlook = outlook
        self.ship = ship
        self.seen = outlook.seen
        self.purpose = outlook.purpose
        self.courses = courses_of(outlook.seen, ship)
        self.grounds: Sequence[Ground] = grounds_for(outlook.seen, ship, ship.side)
        self.runs = flees(ship, outlook.purpose, outlook.theirs)
        self.edge = outlook.purpose.exits.get(ship.card.id)
        self.cost = self.courses.spread(
            outlook.range_cost(self.courses.places, self.runs) + self.sea_room() - self._errand()
        )
        self.value = self._value()

    def _value(self) -> Floats:
        value = self.fights(self.courses.ends)
        value -= self.cost
        value += self.aboard()
        value -= self._out_of_station()
        value -= 0.004 * np.abs(turned(self.courses.course - self.ship.pose.degrees)) / 15
        return np.asarray(value)

    @clause("APM.turn.english-advantage")
    def fights(self, ends: Poses) -> Floats:
        """Fire given less fire taken; where the enemy moves later, after his best answers."""
        outlook, ship = self.outlook, self.ship
        if not len(outlook.foes):
            return np.zeros(len(ends.x))
        own = worth_of(ship, self.purpose)
        weight = 2.0 if self.runs else outlook.caution
        given = fire_given(ends, ship, outlook.foes)
        taken = fire_taken(ends, ship, own, outlook.foes)
        value = given - weight * taken
        if not outlook.late:
            return np.asarray(value)
        reply = Reply(outlook.seen, ship, own, outlook.foes, weight)
        rough = value - self.cost if ends is self.courses.ends else value
        top = np.argsort(-rough, kind="stable")[:SHORTLIST]
        refined = answered(reply, ends.pick(top), given[top], taken[top])
        value[:] = np.minimum(value, float(refined.min()) - 1.0)
        value[top] = refined
        return np.asarray(value)

    @clause("APM.campaign.aground", "APM.score.purpose")
    def sea_room(self) -> Floats:
        """What the edge of the table and the ground cost, for each place."""
        ends = self.courses.places
        cost = self.outlook.edge_cost(ends.x, ends.y)
        if self.edge is not None or self.runs:
            cost = self._leaving(cost)
        if not self.grounds:
            return cost
        room = self.outlook.temper.room[1]
        x, y = self.ship.pose.inches
        least = np.full(len(ends.x), FAR)
        for share in (0.34, 0.67, 1.0):
            gap = clearance(x + share * (ends.x - x), y + share * (ends.y - y), self.grounds)
            least = np.minimum(least, gap)
        half = self.ship.card.base.length / 2
        cost = cost + 0.5 * np.square(np.maximum(0.0, room + half - least))
        return np.asarray(cost + 40.0 * (least < half + 0.1))

    def _leaving(self, cost: Floats) -> Floats:
        """What the edges cost a ship that may leave: nothing, and by the right one she is away."""
        ends, board = self.courses.places, self.outlook.board
        gaps = {
            "W": ends.x,
            "N": ends.y,
            "E": board.width - ends.x,
            "S": board.height - ends.y,
        }
        if self.edge:
            right = gaps[self.edge]
            wrong = np.minimum.reduce([gaps[e] for e in gaps if e != self.edge])
            return np.asarray(
                0.8 * np.maximum(0.0, right) - 40.0 * (right <= 0) + 60.0 * (wrong <= 0)
            )
        nearest = np.minimum.reduce(list(gaps.values()))
        return np.asarray(0.15 * np.maximum(0.0, nearest) - 3.0 * (nearest <= 0))

    @clause("APM.falling-aboard", "APM.falling-aboard.friends", "APM.boarding.roll")
    def aboard(self) -> Floats:
        """What falling aboard of others is worth, and how likely each is."""
        ends, ship = self.courses.ends, self.ship
        far = float(self.courses.inches.max(initial=0.0)) + 6.0
        others = [
            o for o in self.outlook.afloat if o is not ship and o.pose.is_within(ship.pose, far)
        ]
        if not others:
            return np.zeros(len(ends.x))
        gaps = self._along(others)
        chances = chances_of_falling(gaps, ship, others, self.seen.rules.tables)
        each = np.array([self._locking(other) for other in others])
        return np.asarray(chances @ each)

    def _along(self, others: Sequence[Ship]) -> Floats:
        """Gaps at the end of each course, and none where another lies across its way."""
        places = self.courses.places
        x, y = self.ship.pose.inches
        across: Any = np.zeros((len(places.x), len(others)), dtype=bool)
        for share in (0.25, 0.5, 0.75):
            on = Poses(x + share * (places.x - x), y + share * (places.y - y), places.heading)
            across |= gaps_to(on, self.ship, others) < 0.1
        gaps = gaps_to(self.courses.ends, self.ship, others)
        return np.asarray(np.where(self.courses.spread(across), 0.0, gaps))

    def _locking(self, other: Ship) -> float:
        """What it is worth to be locked to a ship."""
        if other.side == self.ship.side or other.struck:
            return -self.outlook.temper.friends
        ours = dice_aboard(self.seen, self.ship)
        theirs = sum(
            dice_aboard(self.seen, self.seen.state.ships[n])
            for n in {other.n, *other.locked}
            if self.seen.state.ships[n].side == other.side
        )
        gain, loss = surplus(ours, theirs)
        prey, own = worth_of(other, self.purpose), worth_of(self.ship, self.purpose)
        value = min(gain, other.guns + 1) * prey.guns - min(loss, self.ship.guns) * own.guns
        return 1.4 * value - 0.7 - (8.0 if self.runs or self.edge is not None else 0.0)

    @clause("APM.ships.independent")
    def _out_of_station(self) -> Floats:
        """What it costs a ship of the line to be out of her station and off the line's course."""
        ends, outlook = self.courses.ends, self.outlook
        if outlook.course is None or self.ship not in outlook.line or self.runs:
            return np.zeros(len(ends.x))
        weight = outlook.temper.station * (0.5 if self.purpose.closes else 1.5)
        cost = 0.5 * weight * (1.0 - np.cos(np.radians(ends.heading - outlook.course))) * 8.0
        station = outlook.station(self.ship)
        if station is not None:
            off = np.hypot(ends.x - station[0], ends.y - station[1])
            cost = cost + weight * np.minimum(off, 15.0)
        return np.asarray(cost)

    def _errand(self) -> Floats:
        """What it is worth to be nearer an enemy that runs, so as to head her off, by place."""
        ends = self.courses.places
        value = np.zeros(len(ends.x))
        board = self.outlook.board
        for prey in self.outlook.theirs:
            edge = self.purpose.runners.get(prey.card.id)
            if edge is None:
                continue
            x, y = prey.pose.inches
            to = {"W": (-1, 0), "E": (1, 0), "N": (0, -1), "S": (0, 1), "": (0, 0)}[edge]
            x = min(board.width, max(0.0, x + 6.0 * to[0]))
            y = min(board.height, max(0.0, y + 6.0 * to[1]))
            value -= 0.3 * np.hypot(ends.x - x, ends.y - y)
        return value

    # The order

    def best(self) -> float:
        """What the best course is worth."""
        return float(self.value.max())

    def orders(self) -> Iterator[Sail]:
        """Courses that keep clear of what can be seen, the best first; for a ship that is hemmed
        in, those that lead nowhere worse than against another.
        """
        sound: dict[int, bool] = {}
        numbers = np.argsort(-self.value, kind="stable").tolist()
        for number in numbers:
            place = number // self.courses.fold
            if place not in sound:
                if len(sound) >= TRIES:
                    break
                sound[place] = self.is_sound(number)
            if sound[place]:
                yield self.order(number)
        for number in numbers[:TRIES]:
            stop = self._stop(number)
            if stop.ground is None and not stop.left:
                yield self.order(number)

    def order(self, number: int) -> Sail:
        """The order for a course."""
        courses = self.courses
        then = float(courses.ends.heading[number]) if courses.pivots[number] else None
        return Sail(
            ship=self.ship.card.id,
            heading=float(courses.course[number]),
            inches=round(float(courses.inches[number]), 3),
            then=then,
            cut=self.ship.anchored,
        )

    def _stop(self, number: int) -> Stop:
        courses, ship = self.courses, self.ship
        pose = ship.pose.pointed(float(courses.course[number]))
        end = pose.ahead(float(courses.inches[number]))
        others = [o for o in self.outlook.afloat if o is not ship]
        return way(self.seen.rules, Stand(pose, ship.card.base), end, others, self.grounds)

    def is_sound(self, number: int) -> bool:
        """Whether a course really runs clear of ground and friends, and stays on the table."""
        ship, stop = self.ship, self._stop(number)
        if stop.ground is not None:
            return False
        if stop.left:
            return self.runs or self.edge is not None
        return stop.ship is None or (stop.ship.side != ship.side and stop.ship.fights)
