"""Sails and anchors: short sail to fight, all sail to come up or get away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from weathergage import Command, clause
from weathergage_admiralty import damage
from weathergage_admiralty.captain.courses import Places, turned
from weathergage_admiralty.captain.field import Field, speed_of
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.captain.waters import Waters
from weathergage_admiralty.sails import Order, Sails, barred, refusal
from weathergage_admiralty.state import Ship
from weathergage_admiralty.targets import ranges_of

EARLY: Final = 3.0
"""Inches beyond long range at which sail is taken in."""

FAR: Final = (8.0, 20.0)
"""Inches beyond long range at which a single ship and a line set all sail."""

OPEN: Final = 13.0
"""Inches to the nearest edge or ground within which she sets no more sail."""

UPWIND: Final = 60.0
"""Degrees off the wind within which an enemy is one to work up to."""

HOLDING: Final = 0.7
"""Share of her best broadside at close range that a berth has to promise before a ship stops and
anchors in it."""

SAFE: Final = 14.0
"""Inches within which a fighting enemy who can move makes a ship keep under way."""


@clause("3.3")
def sails(seen: Lookout, purpose: Purpose) -> Iterator[Command]:
    """What each ship tries."""
    orders: dict[str, Order] = {}
    for ship in seen.own():
        if barred(seen, ship) is not None:
            continue
        order = wanted(seen, purpose, ship)
        if order and refusal(seen, ship, order) is None:
            orders[ship.card.id] = order
    yield Sails(orders=orders)
    yield Sails(orders={})


def wanted(seen: Lookout, purpose: Purpose, ship: Ship) -> Order | None:
    """What she tries, or None to stay as she is."""
    if ship.setting == "anchored":
        return _at_anchor(seen, purpose, ship)
    if ship.aground:
        return None
    if ship.setting == "stop":
        if _holds(seen, purpose, ship):
            return "anchor"
        return "normal" if _wants_all_sail(seen, purpose, ship) else "battle"
    if _holds(seen, purpose, ship):
        return "stop"
    if _wants_all_sail(seen, purpose, ship):
        return "normal" if ship.setting == "battle" else None
    if ship.setting == "normal" and _wants_short_sail(seen, purpose, ship):
        return "emergency" if refusal(seen, ship, "emergency") is None else "battle"
    return None


# How far the enemy is, now or after a turn on these courses


def nearest(seen: Lookout, ship: Ship) -> float:
    """Inches to the nearest enemy who still has guns, now or when all have gone straight on for a
    turn; far away where there is none.
    """
    armed = [foe for foe in seen.foes() if foe.port.total or foe.starboard.total]
    if not armed:
        return 1e6
    here = Places.of([seen.place(ship)])
    there = here.ahead(np.array([speed_of(seen, ship)]))
    foes = Places.of([seen.place(foe) for foe in armed])
    later = foes.ahead(np.array([speed_of(seen, foe) for foe in armed]))
    return min(
        float(np.hypot(theirs.x - ours.x, theirs.y - ours.y).min())
        for ours, theirs in ((here, foes), (there, later))
    )


def _long(seen: Lookout) -> float:
    return ranges_of(seen).limits[2] * 1000 / seen.unit


def _line_nearest(seen: Lookout, purpose: Purpose, ship: Ship) -> float:
    return min(nearest(seen, other) for other in purpose.line(ship))


@clause("3.3-battle-sail")
def _wants_short_sail(seen: Lookout, purpose: Purpose, ship: Ship) -> bool:
    """Before an enemy's guns come within range, and always when she is fast to a ship."""
    if ship.locked:
        return True
    if ship.n in purpose.runs:
        return False
    if _is_chasing(seen, purpose, ship):
        return False
    early = 0.5 if _is_upwind(seen, ship) else EARLY
    return _line_nearest(seen, purpose, ship) <= _long(seen) + early


@clause("3.3-normal-sail")
def _wants_all_sail(seen: Lookout, purpose: Purpose, ship: Ship) -> bool:
    """To get away, in a chase, and far from every enemy."""
    if ship.locked or ship.no_normal:
        return False
    if ship.n in purpose.runs:
        return True
    if not Waters(seen, *seen.place(ship)[:2], OPEN, "").is_wide(
        Places.of([seen.place(ship)]), OPEN
    ):
        return False
    if _is_chasing(seen, purpose, ship):
        return True
    if not (ship.port.total or ship.starboard.total):
        return True
    far = FAR[len(purpose.line(ship)) > 1]
    if _is_upwind(seen, ship):
        far = 1.0
    return _line_nearest(seen, purpose, ship) > _long(seen) + far


@clause("2.1-wind-gage")
def _is_upwind(seen: Lookout, ship: Ship) -> bool:
    """Whether the nearest enemy lies so near the wind that she has to work up to him."""
    foes = seen.foes()
    if not foes:
        return False
    foe = min(foes, key=lambda other: ship.pose.distance(other.pose))
    bearing = ship.pose.bearing(foe.pose)
    return bearing is not None and abs(turned(bearing - seen.wind)) < UPWIND


def _is_chasing(seen: Lookout, purpose: Purpose, ship: Ship) -> bool:
    """Whether all enemies near her make for an edge, and none is within medium range."""
    limit = ranges_of(seen).limits[1]
    if not purpose.prey:
        return False
    for foe in seen.foes():
        if ship.pose.is_within(foe.pose, limit):
            return False
        if foe.n not in purpose.prey and ship.pose.is_within(foe.pose, 2.5 * limit):
            return False
    return True


# Anchors


@clause("2.2-anchoring", "4.2-anchored")
def _holds(seen: Lookout, purpose: Purpose, ship: Ship) -> bool:
    """Whether her berth is one to anchor in: at close quarters with an enemy who cannot move, where
    twice the dice count more than standing still costs.
    """
    if ship.n in purpose.runs or ship.locked or ship.tack or ship.setting == "normal":
        return False
    if ship.anchors > damage.MOST_ANCHORS_LOST or not _has_fixed_foe(seen, ship):
        return False
    if _nearest_mover(seen, ship) < SAFE:
        return False
    field = Field(seen, purpose, ship)
    given, suffered = field.exchange(Places.of([seen.place(ship)]))
    gives, takes = float(given[0]), float(suffered[0])
    least = HOLDING * float(field.own.max())
    return 0 < least <= gives and 2 * gives > purpose.care * takes


def _is_fixed(seen: Lookout, foe: Ship) -> bool:
    return (
        foe.setting == "anchored"
        or foe.aground
        or damage.battle_move(seen.rules, seen.state, foe) <= 0
    )


def _has_fixed_foe(seen: Lookout, ship: Ship) -> bool:
    limit = ranges_of(seen).limits[0] * 1.2
    return any(_is_fixed(seen, foe) and ship.pose.is_within(foe.pose, limit) for foe in seen.foes())


def _nearest_mover(seen: Lookout, ship: Ship) -> float:
    found = 1e6
    for foe in seen.foes():
        if not _is_fixed(seen, foe) and (foe.port.total or foe.starboard.total):
            found = min(found, ship.pose.distance(foe.pose) * 1000 / seen.unit)
    return found


@clause("2.2-cutting-cables", "2.2-raising-anchor")
def _at_anchor(seen: Lookout, purpose: Purpose, ship: Ship) -> Order | None:
    """She stays where the scenario has put her at anchor; elsewhere she cuts when there is nothing
    left to fire at.
    """
    if ship.raising:
        return "stop"
    if ship.n in purpose.runs:
        return "cut"
    if list(seen.rules.scenario.entries())[ship.n][1].setting == "anchored":
        return None
    field = Field(seen, purpose, ship)
    given, _ = field.exchange(Places.of([seen.place(ship)]))
    return "cut" if float(given[0]) < 0.5 else None
