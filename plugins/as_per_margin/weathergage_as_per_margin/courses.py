"""What is wrong with a course that a ship is ordered to take, as far as her side can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import PER_INCH, Complaint, FreePose, Stand, clause, hundredths, point_name, units
from weathergage_as_per_margin.anchors import bad_pivot, finds_ground
from weathergage_as_per_margin.compass import inches_told
from weathergage_as_per_margin.distances import (
    Range,
    can_sail,
    distance_of,
    has_privileges,
    heading_of,
    range_of,
)
from weathergage_as_per_margin.grounding import grounds_for, has_uncharted
from weathergage_as_per_margin.handling import CastLead, Sail
from weathergage_as_per_margin.night import Lookout
from weathergage_as_per_margin.state import Ship
from weathergage_as_per_margin.ways import way

EIGHTHS = tuple(1125 * n for n in range(32))
"""Headings, in hundredths, that are tried for a ship that is hemmed in."""


def bad_course(game: Any, ship: Ship, order: Sail, ships: Sequence[Ship]) -> Complaint | None:
    """Why a ship may not sail or row so, or None. ships: the others that she may come near."""
    if ship.anchored != order.cut:
        return bad_cut(ship)
    heading = heading_of(ship, order)
    if not can_sail(ship) and not ship.rowing:
        told = f"{ship.card.name} has no masts: she may row"
        return Complaint(told, "APM.gunboat.move", "no-masts", ship.card.id)
    found = range_of(game, ship, heading)
    if found is None or (order.inches is not None and not _is_enough(ship, order, found)):
        if order.inches == 0.0 and order.heading is None and may_stay(game, ship, order, ships):
            return None
        return _bad_distance(ship, order, heading, found)
    return bad_turn(game, ship, order, ships)


def bad_turn(game: Any, ship: Ship, order: Sail, ships: Sequence[Ship]) -> Complaint | None:
    """What is wrong with where a course of a lawful length leads. ships: as in `bad_course`."""
    heading = heading_of(ship, order)
    stand = Stand(FreePose(ship.pose.x, ship.pose.y, heading), ship.card.base)
    if heading != ship.pose.heading:
        problem = bad_pivot(game, ship, stand, ships, "APM.turning.before")
        if problem is not None:
            return problem
    if order.then is None and not order.anchor:
        return None
    return _bad_end(game, ship, order, stand, ships)


def _is_enough(ship: Ship, order: Sail, found: Range) -> bool:
    """Whether a distance is within its bounds. With the lead a ship may stop to anchor."""
    wanted = units(order.inches or 0.0)
    least = 0 if ship.sounded and order.anchor else found.least
    return least * PER_INCH <= wanted <= found.most * PER_INCH


@clause("APM.move.minimum")
def may_stay(game: Any, ship: Ship, order: Sail, ships: Sequence[Ship]) -> bool:
    """Whether a ship may stay where she is because she can point nowhere that she can sail.

    Ruling: she is as blocked as one that is stopped by contact. Her heading and the thirty-two
    points are looked at.
    """
    if order.then is not None or order.anchor:
        return False
    for heading in headings_to_try(game, ship):
        stand = Stand(FreePose(ship.pose.x, ship.pose.y, heading), ship.card.base)
        if (
            heading == ship.pose.heading
            or bad_pivot(game, ship, stand, ships, "APM.turning.before") is None
        ):
            return False
    return True


def headings_to_try(game: Any, ship: Ship) -> Iterator[int]:
    """Her heading and the thirty-two points, of those on which she can sail."""
    for heading in (ship.pose.heading, *EIGHTHS):
        if range_of(game, ship, heading):
            yield heading


def _bad_end(
    game: Any, ship: Ship, order: Sail, stand: Stand, ships: Sequence[Ship]
) -> Complaint | None:
    """What is wrong with a pivot or anchor at the end of a course, as far as one sees.

    stand: as she lies when she has pivoted before it.
    """
    inches = distance_of(game, ship, order)
    if order.then is not None and (not has_privileges(ship) or ship.extra):
        return _bad_then(ship)
    if order.anchor:
        problem = _bad_anchoring(game, ship, order, inches)
        if problem is not None:
            return problem
    seen = ships
    if game.state.sight:
        lookout = Lookout(game.state, ship.side)
        seen = [o for o in ships if o.side == ship.side or lookout.sees(o.pose)]
    end = stand.pose.ahead(inches)
    stop = way(game.rules, stand, end, seen, grounds_for(game, ship, ship.side))
    if stop.left or stop.ground is not None:
        return None
    there = stand.at(end if stop.share == 1.0 else stand.pose.ahead(inches * stop.share))
    if order.then is not None:
        there = there.at(there.pose.pointed(order.then))
        problem = bad_pivot(game, ship, there, seen, "APM.turning.after")
        if problem is not None:
            return problem
    if order.anchor and not finds_ground(game, there, ship.side):
        told = f"{ship.card.name} finds no ground to anchor in there"
        return Complaint(told, "APM.campaign.anchor-depth", "too-deep", ship.card.id)
    return None


@clause("APM.anchor.handling")
def _bad_anchoring(game: Any, ship: Ship, order: Sail, inches: float) -> Complaint | None:
    """Why a ship may not let go an anchor after so many inches, wherever that is."""
    if ship.lost_anchors or order.cut:
        told = f"{ship.card.name} has lost her anchors"
        return Complaint(told, "APM.anchor.handling", "no-anchors", ship.card.id)
    least = game.state.lower
    if units(inches) > least * PER_INCH:
        told = f"{ship.card.name} is too fast to anchor: {inches_told(least)} at most"
        return Complaint(told, "APM.anchor.handling", "too-fast", ship.card.id)
    return None


@clause("APM.turning.after")
def _bad_then(ship: Ship) -> Complaint:
    if ship.extra:
        told = f"{ship.card.name} threw the extra die, so she does not pivot after her move"
    else:
        why = "is not undamaged" if not ship.upper else "does not move independently"
        told = f"{ship.card.name} {why}, so she does not pivot after her move"
    return Complaint(told, "APM.turning.after", "no-privilege", ship.card.id)


def _bad_distance(ship: Ship, order: Sail, heading: int, found: Range | None) -> Complaint:
    where = point_name(heading / 100)
    if found is None:
        told = (
            f"{ship.card.name} cannot sail {where}, within 45 degrees of the wind; "
            "pivot her farther off"
        )
        return Complaint(told, "APM.wind-speed.beating", "in-irons", ship.card.id)
    bounds = inches_told(found.most)
    if found.least < found.most:
        bounds = f"{found.least} to {bounds}"
    told = f"{ship.card.name} goes {bounds} {where}, not {order.inches:g}"
    clause = found.clause
    if units(order.inches or 0.0) < found.least * PER_INCH:
        clause = "APM.move.minimum"
    return Complaint(told, clause, "distance", ship.card.id)


@clause("APM.anchor.handling")
def bad_cut(ship: Ship) -> Complaint:
    """That an order says of a ship's cables what is not so."""
    if not ship.anchored:
        return not_anchored(ship)
    told = f"{ship.card.name} lies at anchor: she weighs, or cuts and sails"
    return Complaint(told, "APM.anchor.handling", "anchored", ship.card.id)


# What is no course, but done on the way to one


@clause("APM.anchor.handling")
def not_anchored(ship: Ship) -> Complaint:
    """That a ship has no cables to weigh or cut."""
    told = f"{ship.card.name} is not at anchor"
    return Complaint(told, "APM.anchor.handling", "not-anchored", ship.card.id)


@clause("APM.wind-speed.extra-die")
def bad_extra(ship: Ship) -> Complaint | None:
    """Why a ship may not throw a die of her own, or None."""
    if has_privileges(ship):
        return None
    why = "is not undamaged" if not ship.upper else "does not move independently"
    told = f"{ship.card.name} {why}, so she throws no extra die"
    return Complaint(told, "APM.wind-speed.extra-die", "no-privilege", ship.card.id)


@clause("APM.gunboat.move")
def bad_oars(ship: Ship) -> Complaint | None:
    """Why a ship may not row, or None."""
    if ship.card.kind == "gunboat":
        return None
    told = f"{ship.card.name} is no gunboat and has no oars"
    return Complaint(told, "APM.gunboat.move", "no-oars", ship.card.id)


@clause("APM.campaign.lead")
def bad_lead(game: Any, ship: Ship, order: CastLead) -> Complaint | None:
    """Why a ship may not cast the lead so, or None."""
    told = ""
    if not has_uncharted(game.rules):
        told = "there are no uncharted shoals here"
    elif ship.anchored or not can_sail(ship):
        told = f"{ship.card.name} is not under sail"
    elif range_of(game, ship, hundredths(order.heading)) is None:
        told = f"{ship.card.name} cannot sail {point_name(order.heading)}"
    return Complaint(told, "APM.campaign.lead", "no-lead", ship.card.id) if told else None
