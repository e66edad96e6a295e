"""5. How it ends."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship, State


# --8<-- [start:reckon]
@wg.clause("5.1", "5.2", "5.3")
def reckon(game: wg.Game) -> None:
    """When a side has nothing left that fights, or time is out, points are counted."""
    state, scenario = game.state, game.rules.scenario
    fighting = {ship.side for ship in state.ships if ship.fights}
    if len(fighting) > 1 and state.turn < scenario.turns:
        return
    points = {seat: score(state, seat) for seat in game.seats}
    first, second = sorted(points.values(), reverse=True)[:2]
    winner = max(points, key=points.__getitem__) if first > second else "draw"
    over = len(fighting) < 2
    reason = "one side alone fights on" if over else "time is out"
    state.outcome = wg.Outcome(
        winner, reason, clause="5.1", scores=tuple(points.items()), how="beaten" if over else "time"
    )


# --8<-- [end:reckon]


@wg.clause("5.2")
def score(state: State, seat: str) -> int:
    """Two points for each hull box of an enemy ship that sank or was taken, one for each hit."""
    return sum(worth(ship) for ship in state.ships if ship.built_for != seat)


def worth(ship: Ship) -> int:
    """The points that the enemy has for a ship."""
    gone = not ship.afloat or ship.side != ship.built_for
    return 2 * ship.hull if gone else ship.lost


def standing(rules: wg.Rules, state: State) -> dict[str, wg.Standing]:
    """How each side stands, in the words that all rulesets are compared by."""
    found = {}
    for side in rules.scenario.sides:
        own = [ship for ship in state.ships if ship.built_for == side.id]
        left = sum(s.hull - s.lost for s in own if s.fights and s.side == side.id)
        found[side.id] = wg.Standing(
            ships=len(own),
            lost=sum(not s.afloat for s in own),
            captured=sum(s.afloat and s.side != side.id for s in own),
            struck=sum(s.afloat and s.side == side.id and not s.fights for s in own),
            strength=left / sum(s.hull for s in own),
        )
    return found
