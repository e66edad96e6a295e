"""Places that a side has in mind: where to land, what to hold, and whom to cut out."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from weathergage import PER_INCH, FreePose, clause
from weathergage_as_per_margin.batteries import bears
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.ways import grounds_of

SHORE_STEP = 2.0
"""Inches between the points of a shore that are compared."""

DANGER = 16.0
"""Inches within which a battery's guns keep boats away from a beach."""


class Point(NamedTuple):
    """A place on the table, in inches."""

    x: float
    y: float

    @property
    def pose(self) -> FreePose:
        """The place as a pose."""
        return FreePose.at(self.x, self.y)


@clause("APM.landing.scale")
def beach_for(seen: Seen, purpose: Purpose, pose: FreePose) -> Point | None:
    """The point of the shore to land at: near the aim and the boats, out of batteries' arcs."""
    goal = aim_of(seen, purpose)
    best, least = None, float("inf")
    for point in _shore(seen):
        cost = _landing_cost(seen, point)
        cost += 0.25 * pose.distance(point.pose)
        if goal is not None:
            cost += goal.pose.distance(point.pose)
        if cost < least:
            best, least = point, cost
    return best


def _landing_cost(seen: Seen, point: Point) -> float:
    """What it costs to land where the enemy is."""
    cost, pose = 0.0, point.pose
    for fort in seen.state.batteries:
        if fort.side != seen.seat and fort.fights and bears(fort, pose):
            cost += 8.0 * fort.pose.is_within(pose, DANGER)
    for unit in seen.state.units:
        if unit.side != seen.seat and not unit.gone:
            cost += 3.0 * unit.pose.is_within(pose, 7)
    return cost


def aim_of(seen: Seen, purpose: Purpose) -> Point | None:
    """The middle of what troops are to hold or to silence; None where there is no such aim."""
    for region in board_of(seen.rules).regions:
        if region.name in purpose.holds:
            xs, ys = [x for x, _ in region.corners], [y for _, y in region.corners]
            return Point(sum(xs) / len(xs) / PER_INCH, sum(ys) / len(ys) / PER_INCH)
    for fort in seen.state.batteries:
        if fort.side != seen.seat and fort.fights:
            return Point(*fort.pose.inches)
    return None


def _shore(seen: Seen) -> tuple[Point, ...]:
    """Points along the land on the table, made once for all games of the same rules."""
    found: tuple[Point, ...] | None = seen.rules.memo.get("captain shore")
    if found is None:
        found = seen.rules.memo["captain shore"] = tuple(_points(seen))
    return found


def _points(seen: Seen) -> Iterator[Point]:
    board = board_of(seen.rules)
    for ground in grounds_of(seen.rules):
        if ground.tenths:
            continue
        for ((ax, ay), (bx, by)), _ in ground.sides:
            steps = max(1, int(hypot(bx - ax, by - ay) / SHORE_STEP))
            for step in range(steps):
                x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
                if 1 < x < board.width - 1 and 1 < y < board.height - 1:
                    yield Point(x, y)


@clause("APM.cutting-out.visibility")
def prize_of(seen: Seen, pose: FreePose) -> Point | None:
    """The ship to cut out: the nearest that is seen at anchor, else where the scenario has one.

    Whoever plans such an attack has seen by day where the ship lies.
    """
    ships = [s for s in seen.state.ships if s.side != seen.seat and s.fights and s.anchored]
    if ships:
        nearest = min(ships, key=lambda s: s.pose.distance(pose))
        return Point(*nearest.pose.inches)
    hidden = {s.card.id for s in seen.state.ships if s.gone == "unseen"}
    places = [
        Point(*entry.at)
        for side in seen.rules.scenario.sides
        for entry in side.ships
        if side.id != seen.seat and entry.at and entry.anchored and entry.key in hidden
    ]
    return min(places, key=lambda place: place.pose.distance(pose), default=None)
