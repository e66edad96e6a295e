"""5. How it ends."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship, State


@wg.clause("5.1", "5.3")
def reckon(game: wg.Game) -> None:
    """When a side has nothing left that fights, or time is out, points are counted."""
    state = game.state
    if len({ship.side for ship in state.ships if ship.fights}) < 2:
        reason, how = "one side alone fights on", "beaten"
    elif state.turn >= game.rules.scenario.turns:
        reason, how = "time is out", "time"
    else:
        return
    points = {seat: score(state, seat) for seat in game.seats}
    state.outcome = wg.Outcome.by_points(points, reason, clause="5.1", how=how)


@wg.clause("5.2")
def score(state: State, seat: str) -> int:
    """The points that a side has for the ships of the enemy."""
    return sum(worth(ship) for ship in state.ships if ship.built_for != seat)


def worth(ship: Ship) -> int:
    """Two points for each hull box of a ship that sank or was taken, one for each hit."""
    gone = ship.fate in ("lost", "captured")
    return 2 * ship.damage.caps["hull"] if gone else ship.damage.hits["hull"]


def standing(rules: wg.Rules, state: State) -> dict[str, wg.Standing]:
    """How each side stands, in the words that all rulesets are compared by."""
    found = {}
    for side in rules.seats:
        own = [ship for ship in state.ships if ship.built_for == side]
        parts = [wg.Part(s.fate, s.damage.caps["hull"], s.damage.left("hull")) for s in own]
        found[side] = wg.Standing.of(parts)
    return found
