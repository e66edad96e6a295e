"""Repairs: what each crew mends first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from weathergage import Command, clause
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.prizes import odds
from weathergage_admiralty.damage import battle_move
from weathergage_admiralty.repairs import CUT, FROM, Repair, tasks_of
from weathergage_admiralty.state import SIDES, Ship

ALIGHT: Final = 2
"""Fires aboard a ship from which she is one to get away from, if no inferno burns yet."""


LOST: Final = 0.5
"""Inches of battle move that a full count of sail hits costs."""

LEAST: Final = 2.0
"""Inches of battle move that a ship has to have left before she cuts herself loose."""

THEIRS: Final = 0.5
"""Chance of the enemy to carry her from which she would be away."""

OURS: Final = 0.3
"""Chance of hers to carry him below which she would."""


@clause("6.0")
def mend(seen: Lookout) -> Iterator[Command]:
    """One task of each kind for every ship; away from a burning ship first."""
    orders = {}
    for ship in seen.own():
        if chosen := _chosen(seen, ship, tasks_of(seen, ship)):
            orders[ship.card.id] = chosen
    yield Repair(orders=orders)
    yield Repair(rest=True)


@clause("6.0-one-per-type", "6.0-L", "6.0-W", "6.0-B")
def _chosen(seen: Lookout, ship: Ship, tasks: list[str]) -> tuple[str, ...]:
    """Locks, leaks, guns on the side that fires, pumps."""
    found = []
    lock = _lock(seen, ship, tasks)
    if lock:
        found.append(lock)
    if "W" in tasks:
        found.append("W")
    guns = [task for task in tasks if task.startswith("B ")]
    if guns:
        found.append(max(guns, key=lambda task: _need(ship, task.partition(" ")[2])))
    if "P" in tasks:
        found.append("P")
    return tuple(found)


def _need(ship: Ship, side: str) -> tuple[bool, int]:
    """How much a side's guns are needed: the one that fired last first, then the worse off."""
    fired = any(before == side for _, before in ship.targets)
    return fired, ship.blocked[0 if side == SIDES[0] else 1]


@clause("6.0-emergency-L", "5.1-dice")
def _would_be_taken(seen: Lookout, ship: Ship, foe: Ship) -> bool:
    """Whether she is held by one L hit alone to an enemy that would carry her, and has sail enough
    left to get away.
    """
    if ship.action >= 0 or not foe.fights or foe.side == ship.side or len(ship.locks) > 1:
        return False
    if dict(ship.locks)[foe.n] + dict(foe.locks).get(ship.n, 0) > 1:
        return False
    lost = seen.look_up("repairs", "cut free", 0) // ship.card.ratio * LOST
    if battle_move(seen.rules, seen.state, ship) * 1000 / seen.unit - lost < LEAST:
        return False
    return odds(seen, [foe], ship) > THEIRS and odds(seen, [ship], foe) < OURS


@clause("6.0-L", "6.0-emergency-L")
def _lock(seen: Lookout, ship: Ship, tasks: list[str]) -> str:
    """The lock that is worked on: cut where the other ship burns, else from friends first."""
    held = [seen.state.ships[n] for n, _ in ship.locks]
    burning = [s for s in held if s.infernos or s.fires >= ALIGHT]
    for other in sorted(burning, key=lambda s: -s.infernos):
        task = f"{CUT} {other.card.id}"
        if task in tasks and ship.action < 0:
            return task
    for other in held:
        task = f"{CUT} {other.card.id}"
        if task in tasks and _would_be_taken(seen, ship, other):
            return task
    loose = [other for other in held if f"L {other.card.id}" in tasks]
    if not loose:
        return next((task for task in tasks if f" {FROM} " in task), "")
    first = min(loose, key=lambda other: (other.side != ship.side, dict(ship.locks)[other.n]))
    return f"L {first.card.id}"
