"""What is wrong with a position that no play can reach: for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage_admiralty.state import SIDES, AdmiraltyState


def problems(game: Any) -> list[str]:
    """What is wrong with the state of a game, a sentence each."""
    state: AdmiraltyState = game.state
    return [*_logs(state), *_locks(state), *_actions(state)]


def _logs(state: AdmiraltyState) -> Iterator[str]:
    """Logs hold what they can hold."""
    for n, ship in enumerate(state.ships):
        name = ship.card.name
        if ship.n != n or ship.card.n != n:
            yield f"{name} has number {ship.n} and stands in place {n}"
        for side in SIDES:
            left, built = ship.guns(side), ship.card.guns
            if any(not 0 <= dice <= most for dice, most in zip(left, built, strict=True)):
                yield f"{name} has {left.digits} gun dice to {side} of {built.digits}"
        if not all(0 <= hits < 5 for hits in ship.gun_hits):
            yield f"{name} has {ship.gun_hits} gun hits waiting for a fifth"
        counts = (ship.sail_hits, ship.anchors, ship.masts, ship.officers, ship.pumps)
        if min(*counts, ship.rudders, ship.waterline, ship.fires, ship.infernos) < 0:
            yield f"{name} has fewer than no hits of a kind"
        if ship.setting == "normal" and ship.no_normal:
            yield f"{name} is under normal sail, which she may not use again"
        if ship.gone and ship.locks:
            yield f"{name} is {ship.gone} and locked"


def _locks(state: AdmiraltyState) -> Iterator[str]:
    """Who is locked is so with a ship on the table."""
    for ship in state.ships:
        for n, hits in ship.locks:
            other = state.ships[n]
            back = dict(other.locks).get(ship.n)
            if other.gone or n == ship.n or hits < 0 or back is None or not hits + back:
                yield f"{ship.card.name} has {hits} L hits with {other.card.name}"


def _actions(state: AdmiraltyState) -> Iterator[str]:
    """A boarding action is between ships on the table, and both sides have dice."""
    for action in state.actions:
        ships = [state.ships[n] for n in (*action.attackers, action.defender)]
        if any(ship.gone for ship in ships):
            yield f"boarding action {action.n} has a ship that is gone"
        if min(action.dice) <= 0:
            yield f"boarding action {action.n} goes on with dice {action.dice}"
