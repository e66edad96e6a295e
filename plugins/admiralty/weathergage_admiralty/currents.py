"""Currents, where a scenario has one: what does not hold on to the ground is carried (2.5)."""

from __future__ import annotations

from typing import Any

from weathergage import clause, units
from weathergage_admiralty.collisions import around, sail
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import AdmiraltyState, Ship
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
    held = held_ships(game.state)
    for ship in ships:
        if not ship.gone and ship.n not in held:
            _carry(game, ship, current, [ships[n] for n in sorted(held)])


@clause("2.2-anchored", "5.1-start")
def held_ships(state: AdmiraltyState) -> set[int]:
    """Numbers of the ships that are anchored or aground, and of those that are locked to them or
    in a boarding action with them: ships in one do not move.
    """
    held: set[int] = set()
    rest = [ship.n for ship in state.ships if ship.setting == "anchored" or ship.aground]
    while rest:
        n = rest.pop()
        if n not in held:
            held.add(n)
            rest += [other for other, _ in state.ships[n].locks]
            for action in state.actions:
                boarders = (*action.attackers, action.defender)
                rest += boarders if n in boarders else ()
    return held


def _carry(game: Any, ship: Ship, current: Any, held: list[Ship]) -> None:
    inches = scaled(game.rules, current.inches)
    step = drift(ship.pose, units(inches), current.towards)
    near = set(map(id, around(game, ship, inches)))
    others = [other for other in held if id(other) in near]
    sail(game, ship, Course(ship.pose, ship.card.base, (step,)), others, speed=0.0)
    # "5.0-stationary" What carries all alike is no movement of hers.
    ship.sailed, ship.track = 0.0, ()
