"""Points for ships taken and sunk and for a scenario's aims; the book has no scoring of its own."""

from __future__ import annotations

from typing import Any

from weathergage import Outcome, clause
from weathergage_admiralty.scenarios import AdmiraltyScenario, edge_near
from weathergage_admiralty.state import AdmiraltyState, Ship

DESTROYED = ("sunk", "exploded")
"""Why a ship is lost to everybody."""


def holder(ship: Ship) -> str:
    """The side that a ship counts for: who has taken her surrender, else who sails her."""
    return ship.surrendered or ship.side


# "1.4" House rule: how a game ends, and who has won it, is the scenario's word.
@clause("1.4")
def points(rules: Any, state: AdmiraltyState) -> dict[str, int]:
    """Each side's points: for enemies taken and sunk, by size, and for its aims."""
    scenario: AdmiraltyScenario = rules.scenario
    totals = {side.id: 0 for side in scenario.sides}
    for ship in state.ships:
        for side in totals:
            if side == ship.card.side:
                continue
            if ship.gone in DESTROYED:
                totals[side] += round(scenario.victory.sunk * ship.card.size)
            elif holder(ship) == side:
                totals[side] += round(scenario.victory.taken * ship.card.size)
    for aim in scenario.victory.aims:
        totals[aim.side] += aim.points * _times(rules, state, aim)
    return totals


def _times(rules: Any, state: AdmiraltyState, aim: Any) -> int:
    """How often an aim is met."""
    ships = [ship for ship in state.ships if _is_meant(ship, aim)]
    if aim.what == "taken":
        return sum(
            ship.card.side != aim.side and ship.gone not in DESTROYED and holder(ship) == aim.side
            for ship in ships
        )
    if aim.what == "sunk":
        return sum(ship.card.side != aim.side and ship.gone in DESTROYED for ship in ships)
    own = [ship for ship in ships if ship.card.side == aim.side == holder(ship)]
    if aim.what == "left":
        return sum(
            ship.gone == "left" and (not aim.edge or edge_near(rules, ship.pose) == aim.edge)
            for ship in own
        )
    return sum(ship.gone in ("", "left") for ship in own)


def _is_meant(ship: Ship, aim: Any) -> bool:
    if aim.who == "convoy":
        return ship.card.convoy
    return aim.who in ("", ship.card.id)


@clause("1.4")
def outcome(game: Any, how: str, reason: str) -> Outcome:
    """The end of a game: the side that leads by the scenario's margin wins, else nobody."""
    totals = points(game.rules, game.state)
    ranked = sorted(totals, key=lambda side: -totals[side])
    lead = totals[ranked[0]] - totals[ranked[1]]
    winner = ranked[0] if lead >= game.rules.scenario.victory.margin else "draw"
    scores = tuple(totals.items())
    return Outcome(winner, reason, "1.4", scores, how)
