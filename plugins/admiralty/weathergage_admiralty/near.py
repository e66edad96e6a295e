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
    # Along one axis in order, so that most ships are compared with few.
    line = sorted(
        [
            (ship.pose.x, ship.pose.y, ship.n, ship.side)
            for ship in state.ships
            if not (ship.gone or ship.surrendered)
        ]
    )
    far = round((reach + 2 * longest_base(game)) * PER_INCH) + 1
    wanted = None if ships is None else {ship.n for ship in ships}
    found = []
    for at, (x, y, n, side) in enumerate(line, 1):
        for other_x, other_y, other_n, other_side in line[at:]:
            if other_x - x > far:
                break
            if other_side == side or not -far <= other_y - y <= far:
                continue
            if wanted is not None and n not in wanted and other_n not in wanted:
                continue
            pair = state.ships[min(n, other_n)], state.ships[max(n, other_n)]
            if is_near(pair[0].stand, pair[1].stand, reach, "base"):
                found.append(pair)
    return sorted(found, key=lambda pair: (pair[0].n, pair[1].n))


def longest_base(game: Any) -> float:
    """The farthest, in inches, that any base in the game reaches from its centre."""
    found: float | None = game.rules.memo.get("longest base")
    if found is None:
        found = max(ship.card.base.reach for ship in game.state.ships)
        game.rules.memo["longest base"] = found
    return found
