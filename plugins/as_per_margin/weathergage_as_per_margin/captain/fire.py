"""Whom to fire at, and whether a first broadside is kept for later."""

from __future__ import annotations

from collections.abc import Iterable

from weathergage import Command, FreePose, clause
from weathergage_as_per_margin import mortars
from weathergage_as_per_margin.bearing import boxes_bearing, is_raked
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.captain.worth import BURNING, MAGAZINE, worth_of
from weathergage_as_per_margin.gunnery import LETTER, Fire
from weathergage_as_per_margin.landing.asking import Hold
from weathergage_as_per_margin.state import Battery, Ship
from weathergage_as_per_margin.targets import Target, find

LOSING = 0.15
"""The share of a side's guns that fire is expected to take before it may fire again, from which
its first broadside is not kept any longer."""

LAST_TURNS = 2
"""Turns before the end from which nothing is kept."""


@clause("APM.fire.dice", "APM.fire.initial-broadside", "APM.fire.shot")
def choose_fire(seen: Seen, purpose: Purpose, legal: Iterable[Command]) -> Command:
    """The broadside that does most, or none when all that is left is kept."""
    best, most = None, 0.0
    targets: dict[str, Target | None] = {}
    kept: dict[tuple[str, str], bool] = {}
    for command in legal:
        if not isinstance(command, Fire):
            continue
        for id in (command.ship, command.target):
            if id not in targets:
                targets[id] = find(seen.state, id)
        gun, target = targets[command.ship], targets[command.target]
        if not isinstance(gun, Ship | Battery) or target is None:
            continue
        value = _value(seen, purpose, gun, command.broadside, target)
        if _is_kept(seen, purpose, gun, command, target, kept):
            continue
        if value > most:
            best, most = command, value
    return best or Hold()


def _value(
    seen: Seen, purpose: Purpose, gun: Ship | Battery, broadside: str, target: Target
) -> float:
    """What a broadside at a target is worth on the average."""
    worth = worth_of(target, purpose)
    if isinstance(gun, Ship) and broadside == mortars.MORTARS:
        firing = min(6, mortars.firing_at(gun, target))
        shells = gun.card.mortars * firing / 6 * (firing + 1) / 2 / 6 * (worth.hull + worth.guns)
        return shells + 0.02 * firing
    band = _band(seen, gun.pose, target.pose)
    die = worth.dies()[band]
    rake = band < 2 and is_raked(seen, target, gun.pose)
    if isinstance(gun, Battery):
        return gun.boxes * die * (1 + rake) * (1 + BURNING * gun.red_hot)
    times = 1 + rake + bool(getattr(gun, LETTER.get(broadside, ""), False))
    dice = boxes_bearing(gun, broadside) * times
    value = dice * die
    if isinstance(target, Battery):
        # Hits on what a battery has no more of are lost.
        hits = dice * ((MAGAZINE if band == 0 else 0.0) + (band < 2)) / 6
        value *= min(1.0, (target.boxes + 1) / max(0.1, hits))
    return value


def _band(seen: Seen, a: FreePose, b: FreePose) -> int:
    for band, inches in enumerate(seen.limits()[:3]):
        if a.is_within(b, inches):
            return band
    return 2


@clause("APM.fire.shot")
def _is_kept(
    seen: Seen,
    purpose: Purpose,
    gun: Ship | Battery,
    fire: Fire,
    target: Target,
    known: dict[tuple[str, str], bool],
) -> bool:
    """Whether a first broadside is kept: for near range or a rake, unless it would be lost by
    waiting or nobody will come nearer.
    """
    letter = LETTER.get(fire.broadside, "")
    if not isinstance(gun, Ship) or not letter or not getattr(gun, letter):
        return False
    if _band(seen, gun.pose, target.pose) == 0 or is_raked(seen, target, gun.pose):
        return False
    key = fire.ship, fire.broadside
    if key not in known:
        known[key] = _is_worth_keeping(seen, purpose, gun, fire.broadside)
    return known[key]


def _is_worth_keeping(seen: Seen, purpose: Purpose, ship: Ship, broadside: str) -> bool:
    """Whether a side that seeks close action has a near shot to look forward to. Who keeps his
    distance spends the first broadside on the enemy's masts, as chain shot.
    """
    state = seen.state
    last = seen.rules.scenario.turns - state.turn < LAST_TURNS and state.chart is None
    if not purpose.closes or last:
        return False
    _, _, far, _ = seen.limits()
    enemies = [s for s in state.ships if s.side != ship.side and s.fights]
    coming = [e for e in enemies if not (_lies_still(e) and _lies_still(ship))]
    if not any(e.pose.is_within(ship.pose, far) for e in coming):
        return False
    loss = _expected_loss(seen, ship, enemies)
    return loss < LOSING * float(getattr(ship, broadside))


def _lies_still(ship: Ship) -> bool:
    return ship.anchored or ship.aground or not (ship.upper or ship.lower)


def _expected_loss(seen: Seen, ship: Ship, enemies: list[Ship]) -> float:
    """Gun boxes that the ship that threatens her most may take of the side it lies on."""
    _, middle, _, _ = seen.limits()
    most = 0.0
    for enemy in enemies:
        if enemy.pose.is_within(ship.pose, middle):
            for side, letter in LETTER.items():
                most = max(most, getattr(enemy, side) * (1 + bool(getattr(enemy, letter))) / 6)
    return most
