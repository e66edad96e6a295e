"""What a side's captain has before him when his ships move: the enemy, the line and its course,
and what it costs to be in a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from weathergage import FreeBoard, cosine, hundredths, sine
from weathergage_as_per_margin.captain.field import (
    Floats,
    Foes,
    Poses,
    lay,
)
from weathergage_as_per_margin.captain.places import Point, prize_of
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.distances import can_sail, has_privileges, range_of
from weathergage_as_per_margin.night import is_night
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Battery, Ship

STEP = 15
"""Degrees between the courses that are weighed."""

PIVOTS = 30
"""Degrees between the final pivots that are weighed."""

SHORTLIST = 40
"""Courses for which the enemy's answers are worked out, where he has yet to move."""

TRIES = 80
"""Courses that are looked at closely, the best first, before one is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a captain weighs one thing against another; hits are the unit.

    caution: fire taken against fire given, of who closes, and of others in single ships and in a
    fleet. press: an inch nearer the enemy for who closes. stand_off: an inch nearer than others
    like, and an inch farther. station: an inch out of station. friends: falling aboard of a
    friend. room: inches from the edge and from the ground that a ship likes to have.
    """

    caution: tuple[float, float, float] = (0.6, 1.0, 1.4)
    press: float = 0.14
    stand_off: tuple[float, float] = (0.15, 0.05)
    station: float = 0.10
    friends: float = 15.0
    room: tuple[float, float] = (7.0, 2.5)


STEADY = Temper()

ROOM = 3.9
"""Inches between the ships of a line, in which nobody falls aboard of the next ahead."""

CLOSE = 5.0
"""Inches from the enemy that who closes is content with."""

OFF = {True: (14.0, 20.0), False: (8.0, 13.0)}
"""Inches between which others keep from the enemy: in a fleet, and in single ships."""


class Courses(NamedTuple):
    """Moves of a ship, an entry each. ends: where she comes to lie. course: before her final
    pivot. inches: how far she sails. pivots: whether she pivots at the end. fold: so many entries
    one after another differ by their final pivot alone, the first of them having none.
    """

    ends: Poses
    course: Floats
    inches: Floats
    pivots: Any
    fold: int

    @property
    def places(self) -> Poses:
        """Where the courses lead, once for all final pivots."""
        return self.ends.pick(slice(None, None, self.fold))

    def spread(self, values: Floats) -> Floats:
        """Something that was found for each place, for each entry."""
        return values if self.fold == 1 else np.asarray(np.repeat(values, self.fold, axis=0))


def courses_of(seen: Seen, ship: Ship) -> Courses:
    """The courses that a ship may sail this turn, as the wind allows."""
    rows: list[tuple[float, float]] = []
    own = ship.pose.degrees
    for heading in (own, *(float(h) for h in range(0, 360, STEP) if h != own)):
        found = range_of(seen, ship, hundredths(heading) % 36000)
        if found is not None:
            rows += [(heading, inches) for inches in _distances(found.least, found.most)]
    course, inches = np.array(rows, dtype=float).reshape(-1, 2).T
    pivots: Floats = np.full(len(course), np.nan)
    fold = 1
    if has_privileges(ship) and not ship.extra and not ship.rowing:
        ways = np.array([np.nan, *range(0, 360, PIVOTS)], dtype=float)
        pivots, fold = np.asarray(np.tile(ways, len(course))), len(ways)
        course, inches = np.repeat(course, len(ways)), np.repeat(inches, len(ways))
    x, y = ship.pose.inches
    angle = np.radians(course)
    points: Floats = np.where(np.isnan(pivots), course, pivots)
    ends = Poses(x + inches * np.sin(angle), y - inches * np.cos(angle), points)
    return Courses(ends, course, inches, ~np.isnan(pivots), fold)


def _distances(least: int, most: int) -> list[float]:
    if most - least < 2:
        return sorted({float(least), float(most)})
    if most - least < 5:
        return [float(least), (least + most) / 2, float(most)]
    third = (most - least) / 3
    return [float(least), round(least + third, 1), round(most - third, 1), float(most)]


class Outlook:
    """What a side's captain has before him when he moves: all that does not depend on the ship.

    theirs, forts: enemy ships and batteries that he sees. rumour: where by night an enemy lies that
    he does not see. late: whether the enemy's ships have yet
    to move. course: of the line, in degrees, or None. known: courses of lines that were worked
    out before, by all that they depend on.
    """

    def __init__(
        self,
        seen: Seen,
        purpose: Purpose,
        late: bool,
        temper: Temper = STEADY,
        known: dict[Any, float] | None = None,
    ) -> None:
        state = seen.state
        self.seen = seen
        self.purpose = purpose
        self.late = late
        self.temper = temper
        self.board: FreeBoard = board_of(seen.rules)
        self.limits = seen.limits()
        self.afloat = [s for s in state.ships if not s.gone]
        self.own = [s for s in self.afloat if s.side == seen.seat and s.fights]
        self.theirs = [s for s in self.afloat if s.side != seen.seat and s.fights]
        self.forts = [b for b in state.batteries if b.side != seen.seat and b.fights]
        self.foes = self._foes()
        self.rumour: Point | None = None
        if is_night(seen.rules, state) and purpose.closes and self.own:
            self.rumour = prize_of(seen, self.own[0].pose)
        self.line = sorted(
            (s for s in self.own if keeps_line(s) and purpose.fleet),
            key=lambda s: s.n,
        )
        self.course: float | None = None
        if len(self.line) > 1:
            self.course = self._remembered({} if known is None else known)

    def _foes(self) -> Foes:
        things: list[Ship | Battery] = [*self.theirs, *self.forts]
        swings = np.array(
            [isinstance(t, Ship) and (t.moored or (self.late and _moves(t))) for t in things],
            dtype=bool,
        )
        share: Floats = np.ones(len(things))
        if self.own and things:
            ours, at = Poses.of(self.own), Poses.of(things)
            near = (lay(ours.x, ours.y, at.x, at.y).inches <= self.limits[1]).sum(axis=0)
            share = np.asarray(1.0 / np.maximum(1, near) ** 0.7)
        return Foes(things, self.purpose, self.limits, swings, share)

    @property
    def caution(self) -> float:
        """Weight of fire taken against fire given."""
        closer, single, fleet = self.temper.caution
        return closer if self.purpose.closes else fleet if self.purpose.fleet else single

    # The line

    def start_of(self, ship: Ship) -> Poses:
        """Where a ship was when the turn began."""
        pose = ship.track[0] if ship.moved and ship.track else ship.pose
        x, y = pose.inches
        return Poses(np.array([x]), np.array([y]), np.array([pose.degrees]))

    def _remembered(self, known: dict[Any, float]) -> float:
        """The course of the line, which does not change while its ships move one by one."""
        state = self.seen.state
        starts = tuple(s.track[0] if s.moved and s.track else s.pose for s in self.line)
        marks = tuple(mark.pose for mark in self._marks())
        key = state.turn, state.wind, state.wind_dice, starts, marks, self.purpose.closes
        if key not in known:
            known.clear()
            known[key] = self._course()
        return known[key]

    def _course(self) -> float:
        """The course of the line this turn: the better one of all by range, sea room and order."""
        starts = [self.start_of(ship) for ship in self.line]
        x = np.concatenate([s.x for s in starts])
        y = np.concatenate([s.y for s in starts])
        best, course = float("-inf"), float(starts[0].heading[0])
        for heading in range(0, 360, STEP):
            reach = range_of(self.seen, self.line[0], heading * 100)
            if reach is None:
                continue
            value = self._course_value(x, y, float(heading), (reach.least + reach.most) / 2)
            value += 0.6 * float(np.cos(np.radians(heading - starts[0].heading[0])))
            if value > best:
                best, course = value, float(heading)
        return course

    def _course_value(self, x: Floats, y: Floats, heading: float, inches: float) -> float:
        angle = np.radians(heading)
        ex, ey = x + inches * np.sin(angle), y - inches * np.cos(angle)
        value = -self.range_cost(Poses(ex, ey, np.full(len(ex), heading)), False).mean() * 2
        ahead = 2.5 * inches
        value -= self.edge_cost(x + ahead * np.sin(angle), y - ahead * np.cos(angle)).mean() * 1.5
        across = (x - x.mean()) * np.cos(angle) + (y - y.mean()) * np.sin(angle)
        return float(value - 0.12 * np.abs(across).mean())

    def station(self, ship: Ship) -> tuple[float, float] | None:
        """Where a ship of the line belongs: astern of the next ahead on the line's course."""
        if self.course is None or ship not in self.line:
            return None
        angle = np.radians(self.course)
        sx, sy = np.sin(angle), -np.cos(angle)
        start = self.start_of(ship)
        mine = float(start.x[0] * sx + start.y[0] * sy)
        ahead, gap = None, np.inf
        for other in self.line:
            if other is ship:
                continue
            at = self.start_of(other)
            lead = float(at.x[0] * sx + at.y[0] * sy) - mine
            if 0.5 < lead < gap:
                ahead, gap = other, lead
        if ahead is None or not ahead.moved:
            return None
        x, y = ahead.pose.inches
        apart = ROOM + (ship.card.base.length + ahead.card.base.length) / 2
        return float(x - apart * sx), float(y - apart * sy)

    def lead_of(self, ship: Ship) -> float:
        """How far ahead a ship is: along the line's course, or towards the enemy."""
        x, y = ship.pose.inches
        if self.course is not None and ship in self.line:
            return x * sine(hundredths(self.course)) - y * cosine(hundredths(self.course))
        return -min((e.pose.distance(ship.pose) for e in self.theirs), default=0.0)

    # What places cost

    def _marks(self) -> list[Ship | Battery]:
        """Whom the side's ships want to come near, or to keep off from."""
        wanted = [b for b in self.forts if b.id in self.purpose.silences]
        return [*self.theirs, *wanted]

    def range_cost(self, ends: Poses, runs: bool) -> Floats:
        """What it costs to be too far from the enemy, or too near."""
        marks = self._marks()
        if not marks and self.rumour is None:
            return np.zeros(len(ends.x))
        at = Poses.of(marks) if marks else self._rumoured()
        inches = lay(ends.x, ends.y, at.x, at.y).inches
        nearest = inches.min(axis=1)
        if runs:
            return np.asarray(-0.3 * np.minimum(nearest, 40.0))
        if self.purpose.closes:
            return np.asarray(self.temper.press * np.maximum(0.0, nearest - CLOSE))
        low, high = OFF[self.purpose.fleet]
        near, far = self.temper.stand_off
        return np.asarray(
            near * np.maximum(0.0, low - nearest) + far * np.maximum(0.0, nearest - high)
        )

    def _rumoured(self) -> Poses:
        assert self.rumour is not None
        x, y = self.rumour
        return Poses(np.array([x]), np.array([y]), np.zeros(1))

    def edge_cost(self, x: Floats, y: Floats) -> Floats:
        """What it costs to come near the edge of the table."""
        room = self.temper.room[0]
        gap = np.minimum(np.minimum(x, self.board.width - x), np.minimum(y, self.board.height - y))
        return np.asarray(0.05 * np.square(np.maximum(0.0, room - gap)) + 60.0 * (gap <= 0))


def _moves(ship: Ship) -> bool:
    """Whether a ship of the enemy, who moves later, can move at all."""
    return can_sail(ship) and not (ship.locked or ship.aground or ship.anchored)


def keeps_line(ship: Ship) -> bool:
    """Whether a ship belongs to the line: under sail, undamaged and not on her own."""
    return bool(ship.upper) and not (
        ship.independent or ship.locked or ship.aground or ship.anchored or ship.card.mortars
    )
