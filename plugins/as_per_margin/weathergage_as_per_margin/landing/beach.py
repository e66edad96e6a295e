"""The beach: where troops stand that boats put ashore."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from weathergage import FreePose, clause
from weathergage_as_per_margin.landing.ground import (
    Seen,
    box_of,
    do_overlap,
    ground_of,
    is_near,
    seen_by,
)
from weathergage_as_per_margin.state import MarginState, Unit
from weathergage_as_per_margin.ways import Ground

STEP = 0.3
"""Inches from place to place that is tried, a figure's base."""

ASIDE, INLAND = 10, 4
"""Such steps to either side, and inland, that troops go for a place of their own."""


@clause("APM.landing.scale", "APM.landing.III")
def landing_place(game: Any, unit: Unit, boat: FreePose, ground: Ground) -> FreePose | None:
    """Where a unit stands once it has landed: at the point of the shore that is nearest to its
    boats, with its back to the water, or as near to that as its side sees room; None for no room.

    Ruling: troops neither land in others nor come into contact with an enemy by landing, since
    only closing does that.
    """
    state: MarginState = game.state
    first, seen = _nearest_shore(boat, ground), seen_by(state, unit.party)
    # Nobody lands through a line of enemies that stands at the water's edge.
    held = any(_bars(unit, first, other) for other in seen if other[0].party != unit.party)
    return _room(game, unit, first, seen, 0 if held else INLAND)


@clause("APM.landing.scale", "APM.cutting-out.visibility")
def landed_at(game: Any, unit: Unit, boat: FreePose, ground: Ground) -> FreePose:
    """Where a unit really comes ashore, by night perhaps beside enemies that it did not see."""
    state: MarginState = game.state
    first = _nearest_shore(boat, ground)
    everybody = [(other, box_of(other)) for other in state.units if not other.gone]
    return _room(game, unit, first, everybody, INLAND) or first


def _room(game: Any, unit: Unit, first: FreePose, others: Seen, inland: int) -> FreePose | None:
    """The place nearest to the first, up to so many steps inland, at which a unit has room among
    others.
    """
    land = ground_of(game.rules)
    for pose in _places(first, inland):
        if (
            (pose is first or land.is_firm(pose.x, pose.y))
            and land.is_on_table(pose.x, pose.y)
            and not any(_bars(unit, pose, other) for other in others)
        ):
            return pose
    return None


def _places(first: FreePose, inland: int) -> Iterator[FreePose]:
    """A place on the shore and those around it, up to so many steps inland, the nearest first."""
    yield first
    steps = [(a, i) for i in range(inland + 1) for a in range(-ASIDE, ASIDE + 1) if a or i]
    for aside, ahead in sorted(steps, key=lambda step: hypot(*step)):
        yield first.ahead(STEP * ahead).drifted(first.degrees + 90, STEP * aside)


def _bars(unit: Unit, pose: FreePose, other: tuple[Unit, Any]) -> bool:
    """Whether somebody leaves a unit no room at a place: a friend in it, an enemy touching it."""
    who, box = other
    place = box_of(unit, pose)
    return do_overlap(place, box) if who.party == unit.party else is_near(place, box, 0.0)


def _nearest_shore(pose: FreePose, ground: Ground) -> FreePose:
    """The point of a shore that is nearest to a boat, with its back to the water."""
    x, y = pose.inches
    nearest, where = float("inf"), (x, y)
    for ((ax, ay), (bx, by)), _ in ground.sides:
        ex, ey = bx - ax, by - ay
        square = ex * ex + ey * ey
        share = min(1.0, max(0.0, ((x - ax) * ex + (y - ay) * ey) / square)) if square else 0.0
        px, py = ax + share * ex, ay + share * ey
        away = (px - x) ** 2 + (py - y) ** 2
        if away < nearest:
            nearest, where = away, (px, py)
    there = FreePose.at(*where, pose.degrees)
    return there.pointed(facing) if (facing := pose.bearing(there)) is not None else there
