"""The scenarios that the most Victory Points win, with no rules of their own."""

from __future__ import annotations

import pytest

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage_frigate.state import Ship

LEVELS = {
    "pondicherry": {"french": 10, "british": 8},
    "cape-finisterre": {"french": None, "british": 17},
    "ceylon": {"french": 26, "british": 13},
    "madras": {"french": 45, "british": 30},
    "dogger-bank": {"british": 20, "dutch": 30},
    "camperdown": {"british": 27, "dutch": 27},
    "glorious-first-of-june": {"french": 36, "british": 48},
}
"""The scenarios and their Preservation Levels as printed."""


def points_for(ship: Ship) -> int:
    """What a ship gives her enemy, by the list of 11.0."""
    of_the_line = ship.counter.rating >= 50
    if ship.prize:
        return 18
    if ship.gone in ("exploded", "sunk", "aground") or (ship.crew == 3 and ship.mast == 3):
        return 12 if of_the_line else 6
    return (ship.crew + ship.mast) * (2 if of_the_line else 1)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.clause("14.5", "15.4", "15.5", "16.2", "16.3", "16.6", "16.7", "11.0-points")
def test_the_side_with_the_most_points_wins(name: str) -> None:
    game = wg.new_game(f"frigate/{name}", seed=11, journal=False, options={"explosions": True})
    play_at_random(game, wg.Dice(11))
    outcome = game.outcome
    assert outcome is not None
    expected = {
        side: sum(points_for(s) for s in game.state.ships if s.counter.side != side)
        for side in game.seats
    }
    assert dict(outcome.scores) == expected
    if outcome.how != "both-passed":
        best = [side for side, points in expected.items() if points == max(expected.values())]
        assert outcome.winner == (best[0] if len(best) == 1 else "draw")


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.clause("14.5", "15.4", "15.5", "16.2", "16.3", "16.6", "16.7", "13.0-ratings")
def test_the_levels_are_as_printed(name: str) -> None:
    game = wg.new_game(f"frigate/{name}", seed=1, journal=False)
    assert {f.side: f.preservation for f in game.state.fleets} == LEVELS[name]
