"""Boats: lowered to land troops, to guard or to cut out, and where each group rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from weathergage import Command, Stand, clause
from weathergage_as_per_margin.anchors import Rest
from weathergage_as_per_margin.boat_orders import HoistIn, Join, Land, Lower, Row
from weathergage_as_per_margin.boats import can_hoist, groups
from weathergage_as_per_margin.captain.helm import Helm
from weathergage_as_per_margin.captain.places import Point, beach_for, prize_of
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.sea import Outlook
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.mustering import most_boats, most_guards, troops_aboard
from weathergage_as_per_margin.night import is_night
from weathergage_as_per_margin.state import BOAT, Boats, MarginState, Ship
from weathergage_as_per_margin.ways import Ground, ground_under, grounds_of, way

PULL = 9.0
"""Inches from the beach at which troops are put into their boats."""

CUTTING_OUT = 26.0
"""Inches to a ship at anchor from which boats are sent to cut her out."""

ALARM = 7.0
"""Inches from the ship that they guard to which guard boats chase others."""

TOGETHER = 1.0
"""Inches within which groups of boats join ("APM.cutting-out.movement")."""

TURNS = (0, 20, -20, 45, -45, 75, -75, 105, -105)
"""Degrees off the straight way that boats try."""

FOUL = 50.0
"""Inches that a way counts for on which boats get nowhere."""

APART = 12.0
"""Inches within which boats of one ship come together before they attack."""


# Lowering


@clause("APM.cutting-out.boats", "APM.cutting-out.guard-boats", "APM.landing.scale")
def muster(seen: Seen, purpose: Purpose) -> Iterator[Command]:
    """Lower boats: with troops off the beach, to guard by night, to cut out a ship near by."""
    for ship in seen.state.ships:
        if ship.side == seen.seat and ship.fights:
            yield from _lowers(seen, purpose, ship)
    yield from _joins(seen)
    yield Rest()


@clause("APM.cutting-out.movement", "APM.cutting-out.boarding")
def _joins(seen: Seen) -> Iterator[Command]:
    """Boats that are to attack together form one group, on one die."""
    if not is_night(seen.rules, seen.state):
        return
    own = [b for b in groups(seen.state, seen.seat) if not b.guard and b.troops < 0]
    for one in own:
        for other in own:
            near = one.pose.is_within(other.pose, TOGETHER + 0.5)
            if near and one.id < other.id and one.ship == other.ship:
                yield Join(boats=one.id, to=other.id)


def _lowers(seen: Seen, purpose: Purpose, ship: Ship) -> Iterator[Command]:
    state = seen.state
    id = ship.card.id
    for unit in troops_aboard(state, ship):
        beach = beach_for(seen, purpose, ship.pose)
        if beach is not None and beach.pose.is_within(ship.pose, PULL):
            yield Lower(ship=id, boats=unit.figures, troops=unit.id)
    if not is_night(seen.rules, seen.state):
        return
    guards = most_guards(state, ship)
    if ship.anchored and guards and not _has_guards(state, ship):
        yield Lower(ship=id, boats=guards, guard=True)
    goal = prize_of(seen, ship.pose)
    most = 0 if ship.anchored or _has_sent(state, ship) else most_boats(ship)
    if goal is not None and most and goal.pose.is_within(ship.pose, CUTTING_OUT):
        yield Lower(ship=id, boats=most)


def _has_guards(state: MarginState, ship: Ship) -> bool:
    return any(b.guard and b.ship == ship.n for b in state.boats)


def _has_sent(state: MarginState, ship: Ship) -> bool:
    return any(not b.guard and b.ship == ship.n for b in state.boats)


# Rowing


def early(seen: Seen, purpose: Purpose, boats: list[Boats]) -> Iterator[Command]:
    """What boats do before the ships move: land, come aboard, row to where they are wanted."""
    for group in boats:
        if group.troops >= 0 and _touches_land(seen, group):
            yield Land(boats=group.id)
        if _goes_home(seen, group) and can_hoist(seen, group):
            yield HoistIn(boats=group.id)
        if group.reach and not group.moved:
            yield from _rows(seen, purpose, group)


def late(seen: Seen, purpose: Purpose, boats: list[Boats]) -> Iterator[Command]:
    """What boats do once all ships have moved: come aboard of theirs."""
    for group in boats:
        if _goes_home(seen, group) and can_hoist(seen, group):
            yield HoistIn(boats=group.id)


def _touches_land(seen: Seen, group: Boats) -> bool:
    return ground_under(group.stand, _lands(seen)) is not None


def _goes_home(seen: Seen, group: Boats) -> bool:
    """Whether some boats have done what they were lowered for."""
    return not group.guard and group.troops < 0 and not is_night(seen.rules, seen.state)


@clause("APM.cutting-out.movement")
def _rows(seen: Seen, purpose: Purpose, group: Boats) -> Iterator[Command]:
    """Row to where the group is wanted, round ships that lie in the way."""
    goal = _goal(seen, purpose, group)
    bearing = None if goal is None else group.pose.bearing(goal.pose)
    if goal is None or bearing is None:
        return
    inches = min(float(group.reach), round(group.pose.distance(goal.pose) + 0.3, 2))
    headings = [round((bearing + turn) % 360, 2) % 360 for turn in TURNS]
    for heading in sorted(headings, key=lambda h: _left_over(seen, group, goal, h, inches)):
        yield Row(boats=group.id, heading=heading, inches=inches)


def _left_over(seen: Seen, group: Boats, goal: Point, heading: float, inches: float) -> float:
    """Inches from a place once a group has rowed as far as it can on a heading; far more where
    it is stopped at once, as by the ship that it lies behind.
    """
    start = Stand(group.pose.pointed(heading), BOAT)
    end = start.pose.ahead(inches)
    afloat = [ship for ship in seen.state.ships if not ship.gone]
    stop = way(seen.rules, start, end, afloat, _lands(seen))
    left = round(start.pose.ahead(inches * stop.share).distance(goal.pose), 2)
    return left if inches * stop.share > min(0.2, left) else left + FOUL


def _lands(seen: Seen) -> list[Ground]:
    return [ground for ground in grounds_of(seen.rules) if not ground.tenths]


def _goal(seen: Seen, purpose: Purpose, group: Boats) -> Point | None:
    """Where a group of boats wants to be."""
    if group.troops >= 0:
        return beach_for(seen, purpose, group.pose)
    if _goes_home(seen, group):
        ship = seen.state.ships[group.ship]
        return Point(*ship.pose.inches) if ship.fights and ship.side == group.side else None
    if group.guard:
        return _guards(seen, group)
    leader = _leader(seen, group)
    if leader is None:
        return prize_of(seen, group.pose)
    return None if leader is group else Point(*leader.pose.inches)


def _guards(seen: Seen, group: Boats) -> Point | None:
    """Enemy boats that a guard can come at, near enough to the ship that it guards."""
    ship = seen.state.ships[group.ship]
    found = [
        b
        for b in seen.state.boats
        if b.side != seen.seat
        and not b.gone
        and (b.pose.is_within(ship.pose, ALARM + 4) or b.pose.is_within(group.pose, ALARM))
    ]
    if found:
        nearest = min(found, key=lambda b: b.pose.distance(group.pose))
        return Point(*nearest.pose.inches)
    if not group.pose.is_within(ship.pose, ALARM):
        return Point(*ship.pose.inches)
    return None


@clause("APM.cutting-out.boarding")
def _leader(seen: Seen, group: Boats) -> Boats | None:
    """The group that boats of one ship gather round before they attack, as all of them board
    together best; None for boats that have no others near.
    """
    near = [
        b
        for b in groups(seen.state, seen.seat)
        if b.ship == group.ship
        and not b.guard
        and b.troops < 0
        and b.pose.is_within(group.pose, APART)
    ]
    if len(near) < 2:
        return None
    goal = prize_of(seen, group.pose)
    if goal is not None and any(b.pose.is_within(goal.pose, 4.0) for b in near):
        return None
    return max(near, key=lambda b: (b.count, b.id))


# Ships that carry troops


@clause("APM.landing.scale", "APM.anchor.handling")
def carries(outlook: Outlook, ship: Ship) -> Iterator[Command]:
    """A ship with troops aboard stands in for the beach, and anchors off it."""
    seen = outlook.seen
    if not (ship.upper or ship.lower) or not troops_aboard(seen.state, ship):
        return
    beach = beach_for(seen, outlook.purpose, ship.pose)
    if beach is None:
        return
    helm = Helm(outlook, ship)
    ends = helm.courses.ends
    off = np.hypot(ends.x - beach.x, ends.y - beach.y)
    helm.value = helm.aboard() + 0.5 * helm.fights(ends) - 0.6 * np.maximum(0.0, off - 4.0)
    helm.value -= helm.courses.spread(helm.sea_room())
    slow = np.flatnonzero((helm.courses.inches <= seen.state.lower) & ~helm.courses.pivots)
    near = slow[off[slow] < PULL - 1.5]
    if len(near) and not ship.lost_anchors:
        for number in near[np.argsort(-helm.value[near], kind="stable")][:4]:
            if helm.is_sound(int(number)):
                yield helm.order(int(number)).model_copy(update={"anchor": "bow"})
    yield from helm.orders()
