"""Who lies beside whom: distances between hulls, in one go for all ships (1.2, 5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from weathergage import PER_INCH, SLACK, clause, up_to
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import AdmiraltyState, Ship
from weathergage_admiralty.sweeps import Rectangle

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
            if lie_near(*pair, reach):
                found.append(pair)
    return sorted(found, key=lambda pair: (pair[0].n, pair[1].n))


def lie_near(one: Ship, other: Ship, inches: float) -> bool:
    """Whether two ships lie up to so many inches apart, from base to base; the limit counts."""
    a, b = one.card.base, other.card.base
    (ax, ay, _), (bx, by, _) = one.pose, other.pose
    far = (a.reach + b.reach + inches) * PER_INCH + SLACK
    if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) > far * far:
        return False
    return up_to(Rectangle.of(a, one.pose).distance(Rectangle.of(b, other.pose)), inches)


def longest_base(game: Any) -> float:
    """The farthest, in inches, that any base in the game reaches from its centre."""
    found: float | None = game.rules.memo.get("longest base")
    if found is None:
        found = max(ship.card.base.reach for ship in game.state.ships)
        game.rules.memo["longest base"] = found
    return found
