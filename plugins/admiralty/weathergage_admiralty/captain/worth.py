"""What fire is worth: gun hits that a broadside may be expected to do, by range."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from weathergage import clause
from weathergage_admiralty import mix
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.damage import guns_ready
from weathergage_admiralty.rows import codes_of
from weathergage_admiralty.salvos import LIMIT, PAIR, share_of, shared
from weathergage_admiralty.state import Guns, Ship, Side
from weathergage_admiralty.targets import BRACKETS, can_fire, sides_to_fire

SAIL: Final = 0.25
"""What a sail hit is worth beside a gun hit."""

CODES: Final = {"G": 1.0, "S": SAIL, "B": 2.0, "M": 2.5, "W": 3.0, "F": 4.0, "R": 3.0}
"""What a hit is worth; all others count as one."""

CRITICAL: Final = 1.5
"""What a critical hit is worth."""

WEIGHTS: Final = ("light", "medium", "heavy")


@clause("4.0-gun-dice")
def chance(seen: Lookout, ship: Ship, bracket: str) -> float:
    """Chance of one of her dice to hit at a range."""
    needed: int = seen.look_up("gun-dice", ship.card.grade, bracket)
    if needed == PAIR:
        return 1 / 36
    return max(0.0, min(1.0, (7 - needed) / 6))


@clause("4.0-hit-table")
def cell(seen: Lookout, line: int, column: int) -> float:
    """What a hit on a line of the Hit Table is worth. column: 0 hull, 1 rigging."""
    memo: dict[Any, float] = seen.rules.memo.setdefault("captain's cells", {})
    key = max(-LIMIT, min(LIMIT, line)), column
    found = memo.get(key)
    if found is None:
        codes = codes_of(seen.look_up("hit-table", *key))
        found = memo[key] = sum(CODES.get(code.kind, 1.0) * code.number for code in codes)
    return found


@lru_cache(maxsize=512)
@clause("4.0-multiple-sixes")
def criticals(dice: int) -> float:
    """Criticals that a throw of so many dice may be expected to bring."""
    return dice / 6 - 1 + (5 / 6) ** dice


@clause("4.2-line")
def hits_by(seen: Lookout, ship: Ship, guns: Guns, bracket: str, times: float = 1.0) -> float:
    """What a broadside at a ship under battle sail, of no special build, is worth.

    times: what a rake multiplies her dice by.
    """
    share = share_of(seen, ship, bracket, "") * 1
    p = chance(seen, ship, bracket)
    heavy = guns.heavy + (guns.carronades if bracket == "close" else 0)
    total = 0.0
    for line, number, weight in ((-1, guns.light, 0), (0, guns.medium, 1), (1, heavy, 2)):
        dice = shared(number, share)
        if not dice:
            continue
        aim = mix.usual(seen, ship, WEIGHTS[weight], dice, bracket)
        value = aim.hull * cell(seen, line, 0) + aim.rigging * cell(seen, line, 1)
        total += times * (p * value + CRITICAL * criticals(dice))
    return total


def broadsides_of(seen: Lookout, ship: Ship, fresh: bool = False) -> list[list[float]]:
    """What her broadsides are worth by side (port, starboard) and range. fresh: though she has
    fired this turn.
    """
    if not can_fire(seen.rules, ship):
        return [[0.0] * 3, [0.0] * 3]
    sides: tuple[Side, ...] = ("port", "starboard")
    open_ = sides if fresh else sides_to_fire(seen.rules, ship)
    found = []
    for side in sides:
        guns = guns_ready(seen.rules, ship, side) if side in open_ else Guns(0, 0, 0)
        found.append([_known(seen, ship, guns, bracket) for bracket in BRACKETS])
    return found


def _known(seen: Lookout, ship: Ship, guns: Guns, bracket: str) -> float:
    if not guns.total:
        return 0.0
    memo: dict[Any, float] = seen.rules.memo.setdefault("captain's broadsides", {})
    anchored = ship.setting == "anchored"
    card = ship.card
    key = guns, card.grade, card.doctrine, bracket, anchored, seen.state.speed, seen.state.close
    found = memo.get(key)
    if found is None:
        if len(memo) > 20_000:
            memo.clear()
        found = memo[key] = hits_by(seen, ship, guns, bracket)
    return found


HULLS: Final = {"weak": 1.3, "": 1.0, "stout": 0.7}
"""What fire at a hull of a build is worth beside fire at a common one."""


def toughness(ship: Ship) -> float:
    """What a hit on her is worth beside one on a common ship that has all her guns."""
    built = 2 * ship.card.guns.total
    left = (ship.port.total + ship.starboard.total) / built if built else 0.0
    return HULLS[ship.card.hull] * (0.5 + 0.5 * left)
