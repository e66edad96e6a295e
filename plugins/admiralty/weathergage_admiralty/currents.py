"""Currents, where a scenario has one: what does not hold on to the ground is carried (2.5)."""

from __future__ import annotations

from typing import Any

from weathergage import clause, units
from weathergage_admiralty.collisions import around, sail
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import Ship
from weathergage_admiralty.turning import Course, drift


@clause("2.5", "2.2-anchored")
def carry(game: Any) -> None:
    """At the start of movement the current carries every ship that is not held to the ground.

    All are carried alike, so only those that are held can be run into.
    """
    current = game.rules.scenario.current
    if current is None:
        return
    ships: list[Ship] = game.state.ships
    held = held_ships(ships)
    for ship in ships:
        if not ship.gone and ship.n not in held:
            _carry(game, ship, current, [ships[n] for n in sorted(held)])


@clause("2.2-anchored")
def held_ships(ships: list[Ship]) -> set[int]:
    """Numbers of the ships that are anchored or aground, and of those that are locked to them."""
    held: set[int] = set()
    rest = [ship.n for ship in ships if ship.setting == "anchored" or ship.aground]
    while rest:
        n = rest.pop()
        if n not in held:
            held.add(n)
            rest += [other for other, _ in ships[n].locks]
    return held


def _carry(game: Any, ship: Ship, current: Any, held: list[Ship]) -> None:
    inches = scaled(game.rules, current.inches)
    step = drift(ship.pose, units(inches), current.towards)
    near = set(map(id, around(game, ship, inches)))
    others = [other for other in held if id(other) in near]
    sail(game, ship, Course(ship.pose, ship.card.base, (step,)), others, speed=0.0)
    # "5.0-stationary" What carries all alike is no movement of hers.
    ship.sailed, ship.track = 0.0, ()
