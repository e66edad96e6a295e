"""A side's move, one ship after another: who moves next, and what besides sailing she may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from weathergage import Command, clause
from weathergage_as_per_margin.anchors import Rest, Spring, can_spring
from weathergage_as_per_margin.captain import ketches, rowing
from weathergage_as_per_margin.captain.field import Poses, fire_given, fire_taken
from weathergage_as_per_margin.captain.helm import Helm
from weathergage_as_per_margin.captain.purpose import Purpose, flees
from weathergage_as_per_margin.captain.sea import Outlook
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.captain.worth import worth_of
from weathergage_as_per_margin.distances import can_sail, has_privileges
from weathergage_as_per_margin.handling import ExtraDie, Oars
from weathergage_as_per_margin.movement import Moves
from weathergage_as_per_margin.sea import others
from weathergage_as_per_margin.state import Ship

CUT = (1.5, 3.0)
"""What sailing has to be worth more than lying still, in hits, for a ship to cut her cables: held
by one, and moored by bow and stern, whose springs are worth something."""

SPRINGS = 15
"""Degrees between the headings that a moored ship weighs."""

DANGER = 16.0
"""Inches within which an enemy makes a ship at anchor think of cutting her cables."""

OUT_OF_RANGE = 12.0
"""Inches beyond the reach of guns after her move at which a ship throws for more way."""


def considered(
    seen: Seen, purpose: Purpose, question: Any, known: dict[Any, float]
) -> Iterator[Command]:
    """What a side may do next, the best first. known: what a captain remembers of the line."""
    if Spring in question.kinds:
        yield from springs(seen, purpose)
        return
    moves = Moves(seen, seen.seat)
    late = others(seen.rules) == seen.seat
    outlook = Outlook(seen, purpose, late, known=known)
    if moves.bound is not None:
        yield from Helm(outlook, moves.bound).orders()
        return
    yield from rowing.early(seen, purpose, moves.boats)
    if moves.must:
        ship = max(moves.must, key=lambda s: (outlook.lead_of(s), -s.n))
        yield from _under_way(outlook, ship)
        return
    for ship in moves.may:
        yield from _at_anchor(outlook, ship)
    yield from rowing.late(seen, purpose, moves.boats)
    yield Rest()


def _under_way(outlook: Outlook, ship: Ship) -> Iterator[Command]:
    """What a ship does that has to move."""
    id = ship.card.id
    if ship.card.kind == "gunboat" and not ship.rowing and _rows(outlook, ship):
        yield Oars(ship=id)
    if ship.card.mortars:
        yield from ketches.sails(outlook, ship)
    yield from rowing.carries(outlook, ship)
    if has_privileges(ship) and not ship.extra and _wants_way(outlook, ship):
        yield ExtraDie(ship=id)
    if can_sail(ship):
        yield from Helm(outlook, ship).orders()


@clause("APM.gunboat.move")
def _rows(outlook: Outlook, ship: Ship) -> bool:
    """Whether a gunboat does better under oars: without a mast, or in a fight."""
    return not ship.upper or any(e.pose.is_within(ship.pose, 20) for e in outlook.theirs)


@clause("APM.wind-speed.extra-die", "APM.turning.after")
def _wants_way(outlook: Outlook, ship: Ship) -> bool:
    """Whether more way is worth more to a ship than a final pivot: she runs, or chases, or no
    enemy is near enough to fire at this turn.
    """
    purpose, state = outlook.purpose, outlook.seen.state
    if ship.card.id in purpose.exits or flees(ship, purpose, outlook.theirs):
        return True
    prey = [e for e in outlook.theirs if e.card.id in purpose.runners]
    if prey:
        return not any(e.pose.is_within(ship.pose, 8 + state.total) for e in prey)
    if not purpose.closes or not outlook.theirs:
        return False
    reach = state.total + outlook.limits[1] + OUT_OF_RANGE
    return not any(e.pose.is_within(ship.pose, reach) for e in outlook.theirs)


@clause("APM.anchor.handling")
def _at_anchor(outlook: Outlook, ship: Ship) -> Iterator[Command]:
    """What a ship at anchor does: cut, weigh, or nothing."""
    if ship.card.mortars:
        yield from ketches.weighs(outlook, ship)
        return
    if not can_sail(ship) or not (outlook.theirs or outlook.forts):
        return
    if not any(e.pose.is_within(ship.pose, DANGER) for e in outlook.theirs):
        return
    helm = Helm(outlook, ship)
    stays = float(helm.fights(_turnings(ship) if ship.moored else Poses.of([ship])).max())
    if helm.runs or helm.best() > stays + CUT[ship.moored]:
        yield from helm.orders()


# Springs


@clause("APM.anchor.pivot")
def springs(seen: Seen, purpose: Purpose) -> Iterator[Command]:
    """Bring each moored ship's best side to bear, where that is worth anything; then no more."""
    outlook = Outlook(seen, purpose, False)
    for ship in seen.state.ships:
        if not can_spring(seen, ship, seen.seat):
            continue
        found = _spring(outlook, ship)
        if found is not None:
            yield found
    yield Rest()


def _turnings(ship: Ship) -> Poses:
    """The poses that a ship has on her springs, the one that she lies in first."""
    headings = np.array([ship.pose.degrees, *range(0, 360, SPRINGS)], dtype=float)
    x, y = ship.pose.inches
    return Poses(np.full(len(headings), x), np.full(len(headings), y), headings)


def _spring(outlook: Outlook, ship: Ship) -> Spring | None:
    """The heading that gives most and takes least, if it is better than her own."""
    if not len(outlook.foes):
        return None
    poses = _turnings(ship)
    worth = worth_of(ship, outlook.purpose)
    value = fire_given(poses, ship, outlook.foes)
    value = value - 0.8 * fire_taken(poses, ship, worth, outlook.foes)
    best = int(np.argmax(value))
    if value[best] <= value[0] + 0.05:
        return None
    return Spring(ship=ship.card.id, heading=float(poses.heading[best]))
