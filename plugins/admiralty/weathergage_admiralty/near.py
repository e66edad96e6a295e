"""Who lies beside whom: distances between hulls, in one go for all ships (1.2, 5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from weathergage import PER_INCH, clause, is_near
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import AdmiraltyState, Ship

REACH: Final = 0.5
"""Inches of medium scale, between hulls, within which ships can board."""


@clause("5.0")
def neighbours(game: Any, ships: Iterable[Ship] | None = None) -> list[tuple[Ship, Ship]]:
    """Pairs of enemies that fight and lie near enough for boarding; each pair once.

    ships: only pairs with one of these.
    """
    state: AdmiraltyState = game.state
    reach = scaled(game.rules, REACH)
    fighting = [ship for ship in state.ships if ship.fights]
    if not fighting:
        return []
    far = round((reach + 2 * max(ship.card.base.reach for ship in fighting)) * PER_INCH) + 1
    wanted = None if ships is None else {ship.n for ship in ships}
    # Along one axis in order, so that most ships are compared with few.
    line = sorted((ship.pose.x, ship.n) for ship in fighting)
    found = []
    for at, (x, n) in enumerate(line):
        ship = state.ships[n]
        y, side = ship.pose.y, ship.side
        for other_x, other_n in line[at + 1 :]:
            if other_x - x > far:
                break
            other = state.ships[other_n]
            if other.side == side or abs(other.pose.y - y) > far:
                continue
            if wanted is not None and n not in wanted and other_n not in wanted:
                continue
            if is_near(ship.stand, other.stand, reach, "base"):
                found.append((ship, other) if n < other_n else (other, ship))
    return sorted(found, key=lambda pair: (pair[0].n, pair[1].n))
