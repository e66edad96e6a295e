"""The turn: its phases and steps, in their order, and how a game ends (1.4)."""

from __future__ import annotations

import pytest
from fleet import one, sea, ship

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage_admiralty.ending import end_turn

SEQUENCE = [
    "2.5",  # The wind, which may change, comes before the first step of the book.
    "1.4-movement-a", "2.0-dmf",
    "3.1", "3.2",
    "1.4-firing-a", "1.4-firing-b", "4.0", "1.4-firing-d",
    "3.3", "3.4",
    "5.1", "5.1-start",
    "6.0",
    "1.4",
]  # fmt: skip


def begun(game: wg.Game, turn: int) -> list[str]:
    """The clauses of the phases that begin in a turn of a game played by lot to its end."""
    ruleset = game.rules.ruleset
    play_out(game, {seat: make_captain(ruleset, "random", seat, 3) for seat in game.seats})
    return [e.clause for e in game.events if isinstance(e, wg.PhaseBegan) and e.turn == turn]


@pytest.mark.clause("1.4")
def test_the_steps_follow_the_book() -> None:
    assert [phase.clause for phase in wg.rulesets()["admiralty"].sequence] == SEQUENCE


@pytest.mark.clause("1.4")
def test_the_steps_that_are_played_come_in_that_order() -> None:
    steps = begun(wg.new_game("admiralty/two-lines", seed=1), 1)
    assert len(steps) > 3
    places = [SEQUENCE.index(clause) for clause in steps]
    assert places == sorted(places)


@pytest.mark.clause("1.4")
def test_a_step_with_nothing_to_do_is_skipped() -> None:
    game = wg.new_game("admiralty/frigate-duel", seed=1)
    begun(game, 1)
    turns = [n for n, e in enumerate(game.events) if isinstance(e, wg.PhaseBegan) and e.turn > 1]
    first = game.events[: turns[0]]
    for clause in ("1.4-movement-a", "1.4-firing-a", "1.4-firing-b", "5.1", "5.1-start", "6.0"):
        steps = [n for n, e in enumerate(first) if isinstance(e, wg.PhaseBegan)]
        here = next(n for n in steps if first[n].clause == clause)
        assert here + 1 in steps, f"something happened in {clause}"


@pytest.mark.clause("1.4")
@pytest.mark.parametrize(("turn", "over"), [(1, False), (2, True)])
def test_the_scenario_says_after_which_turn_the_game_is_over(turn: int, over: bool) -> None:
    game = wg.new_game("admiralty/frigate-duel", seed=1)
    game.state.turn = turn + game.rules.scenario.turns - 2
    end_turn(game)
    assert (game.outcome is not None) == over


@pytest.mark.clause("1.4")
def test_a_side_without_a_ship_in_the_fight_has_lost() -> None:
    game = sea(ship("Caesar"), ship("Desaix", "french-74", at=(30, 30), side="french"))
    end_turn(game)
    assert game.outcome is None
    one(game, "desaix").surrendered = "british"
    end_turn(game)
    assert game.outcome is not None
    assert game.outcome.winner == "british"
