"""Troops: who closes, where they march, and whom they fire at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import Command, FreePose, clause
from weathergage_as_per_margin.captain.places import Point, aim_of
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.landing.asking import HOLD, TITLES, Party
from weathergage_as_per_margin.landing.closing import Close, Closing, Route, reachable
from weathergage_as_per_margin.landing.firing import (
    MUSKET_RANGE,
    Shoot,
    expected_hits,
    is_eligible,
    marks_of,
)
from weathergage_as_per_margin.landing.ground import (
    box_of,
    foes,
    gap,
    ground_of,
    is_covered,
    width_of_front,
)
from weathergage_as_per_margin.landing.marching import (
    Form,
    March,
    Marching,
    SetOut,
    marching_reach,
)
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Unit
from weathergage_as_per_margin.targets import find

BOLD = 1.15
"""Hits that a charge has to promise for each that it costs."""

TURNS = (0, 20, -20, 40, -40, 65, -65)
"""Degrees off the straight way that a march tries."""

FORMING = 16.0
"""Inches from the enemy within which troops that can form up do."""


def considered(seen: Seen, purpose: Purpose, kind: type[Command], question: Any) -> Any:
    """What a side's troops may do next, the best first."""
    if kind is Shoot:
        return (_shoots(seen, question.legal() or ()),)
    landing = str(question.about) == TITLES["landing"]
    party: Party = "landing" if landing else "garrison"
    if kind is Close:
        return (_closes(seen, party), HOLD)
    return _marches(seen, purpose, party)


# Fire


@clause("APM.landing.VI", "APM.landing.VII")
def _shoots(seen: Seen, legal: Any) -> Command:
    """The shot that hits most, by how much of its target is left."""
    best: Command = HOLD
    most = 0.0
    for command in legal:
        if not isinstance(command, Shoot):
            continue
        unit = next((u for u in seen.state.units if u.id == command.unit), None)
        mark = find(seen.state, command.target)
        if unit is None or mark is None:
            continue
        value = expected_hits(seen, unit, mark)  # type: ignore[arg-type]
        if isinstance(mark, Unit):
            value = min(value, float(mark.figures)) * (1.0 + 2.0 / max(1, mark.figures))
        else:
            value *= 0.6
        if value > most:
            best, most = command, value
    return best


# Closing


@clause("APM.landing.III", "APM.landing.IX.2")
def _closes(seen: Seen, party: Party) -> Command:
    """The charge that promises most for what it costs, if any is worth it."""
    best: Command = HOLD
    most = BOLD
    for unit in Closing(seen, party).units:
        for enemy, way in reachable(seen, unit):
            odds = _odds(seen, unit, enemy, way)
            if odds > most:
                best, most = Close(unit=unit.id, target=enemy.id), odds
    return best


_HITS = (1 / 6, 1 / 3, 1 / 2)
"""Chance of a die against who ranks higher, equal and lower."""


def _odds(seen: Seen, unit: Unit, enemy: Unit, way: Route) -> float:
    """Hits that a melee promises for each that it costs."""
    mine = 5 if unit.arm == "cavalry" else 3
    theirs = _rank(seen, enemy, way)
    front = min(width_of_front(unit), width_of_front(enemy) + 2)
    against = min(width_of_front(enemy), width_of_front(unit) + 2)
    gives = front * _HITS[1 + (mine > theirs) - (mine < theirs)]
    takes = against * _HITS[1 + (theirs > mine) - (theirs < mine)]
    if enemy.order == "routing":
        takes *= 0.3
    return gives / max(0.1, takes)


def _rank(seen: Seen, enemy: Unit, way: Route) -> int:
    """How an enemy would rank in a melee, from 0 for shaken to 6 for cover."""
    if enemy.order != "good":
        return 0
    if is_covered(seen, enemy):
        return 6
    if way.face != "front":
        return 1
    return {"cavalry": 4, "infantry": 3, "artillery": 2}[enemy.arm]


# Marching


@clause("APM.landing.V.1", "APM.landing.V.2")
def _marches(seen: Seen, purpose: Purpose, party: Party) -> Iterator[Command]:
    """Each unit that is not where it is wanted marches there; then no more."""
    for unit in Marching(seen, party).units:
        goal = _goal(seen, purpose, unit)
        if goal is not None:
            yield from _towards(seen, unit, goal)
    yield HOLD


def _goal(seen: Seen, purpose: Purpose, unit: Unit) -> Point | None:
    """Where a unit marches to; None where it stays, to fire or to hold what it is in."""
    enemies = foes(seen.state, unit)
    nearest = min(enemies, key=lambda e: e.pose.distance(unit.pose), default=None)
    if not unit.reach and nearest is not None and _would_fire(seen, unit):
        return None
    held = aim_of(seen, purpose)
    if unit.party == "garrison":
        return _defends(seen, purpose, unit, nearest, held)
    if held is not None:
        return None if _is_in_aim(seen, purpose, unit) else held
    return None if nearest is None else Point(*nearest.pose.inches)


def _defends(
    seen: Seen, purpose: Purpose, unit: Unit, nearest: Unit | None, held: Point | None
) -> Point | None:
    """Where a unit of the garrison goes: cavalry at the enemy, guns nowhere, others to the aim."""
    if unit.arm == "artillery" or unit.battery:
        return None
    if unit.arm == "cavalry" or held is None:
        if nearest is None or nearest.pose.is_within(unit.pose, 8):
            return None
        return Point(*nearest.pose.inches)
    return None if _is_in_aim(seen, purpose, unit) else held


def _is_in_aim(seen: Seen, purpose: Purpose, unit: Unit) -> bool:
    regions = [r for r in board_of(seen.rules).regions if r.name in purpose.holds]
    if regions:
        return any(region.holds(unit.pose) for region in regions)
    aim = aim_of(seen, purpose)
    return aim is not None and aim.pose.is_within(unit.pose, 2.0)


def _would_fire(seen: Seen, unit: Unit) -> bool:
    """Whether a unit that stays has something to fire at that is worth it."""
    if not is_eligible(seen.state, unit):
        return False
    return any(isinstance(mark, Unit) for mark in marks_of(seen, unit))


def _towards(seen: Seen, unit: Unit, goal: Point) -> Iterator[Command]:
    """Orders that bring a unit nearer a place: form up, march, or throw for the march."""
    if not unit.reach and _forms(seen, unit):
        yield Form(unit=unit.id)
    reach = marching_reach(seen, unit)
    if reach:
        yield from _legs(unit, goal, reach)
    if unit.reach:
        yield HOLD
        return
    if not unit.formed or not reach or _is_blocked(seen, unit, goal):
        yield SetOut(unit=unit.id, across=unit.formed or _is_blocked(seen, unit, goal))


def _legs(unit: Unit, goal: Point, reach: float) -> Iterator[Command]:
    bearing = unit.pose.bearing(goal.pose)
    if bearing is None:
        return
    away = unit.pose.distance(goal.pose)
    for share in (1.0, 0.5):
        inches = round(min(reach * share, away), 2)
        if inches <= 0:
            continue
        for turn in TURNS:
            leg = (round((bearing + turn) % 360, 2), inches)
            yield March(unit=unit.id, legs=(leg,), facing=round(bearing, 2) % 360)


@clause("APM.landing.V.2")
def _forms(seen: Seen, unit: Unit) -> bool:
    """Whether a crowd near the enemy had better form up."""
    if unit.formed or unit.skirmishing or unit.arm == "artillery" or unit.figures < 4:
        return False
    if ground_of(seen.rules).is_rough(unit.pose.x, unit.pose.y):
        return False
    return any(
        MUSKET_RANGE < gap(box_of(unit), box_of(enemy)) <= FORMING
        for enemy in foes(seen.state, unit)
    )


def _is_blocked(seen: Seen, unit: Unit, goal: Point) -> bool:
    """Whether rough ground lies in the next inches of the way to a place."""
    bearing = unit.pose.bearing(goal.pose)
    if bearing is None:
        return False
    there: FreePose = unit.pose.pointed(bearing).ahead(min(6.0, unit.pose.distance(goal.pose)))
    return ground_of(seen.rules).crosses_rough(unit.pose, there)
