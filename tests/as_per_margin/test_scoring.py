"""Points for ships taken and lost, grades of victory, and when a game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from table_top import one, sea, ship

import weathergage as wg
from weathergage_as_per_margin.scoring import grade, outcome, points, rising, taken_and_lost


def fleet(british: int, french: int, **more: Any) -> wg.Game:
    ours = [ship(f"B{n}", 74, (10, 5 + 6 * n)) for n in range(british)]
    theirs = [ship(f"F{n}", 74, (40, 5 + 6 * n), side="french") for n in range(french)]
    return sea(*ours, *theirs, **more)


def lose(game: wg.Game, struck: Sequence[str] = (), sunk: Sequence[str] = ()) -> None:
    for id in struck:
        one(game, id).struck = True
    for id in sunk:
        one(game, id).gone = "sunk"


@pytest.mark.clause("APM.score.points")
def test_each_further_ship_is_worth_one_more() -> None:
    assert [rising(n) for n in range(6)] == [0, 1, 3, 6, 10, 15]


@pytest.mark.clause("APM.score.points")
def test_three_taken_and_none_lost_is_six_against_minus_six() -> None:
    game = fleet(4, 4)
    lose(game, struck=["f0", "f1", "f2"])
    assert (points(game, "british"), points(game, "french")) == (6, -6)


@pytest.mark.clause("APM.score.points")
def test_three_taken_and_two_lost_is_three_against_minus_three() -> None:
    game = fleet(4, 4)
    lose(game, struck=["f0", "f1", "f2", "b0", "b1"])
    assert (points(game, "british"), points(game, "french")) == (3, -3)


@pytest.mark.clause("APM.score.points")
def test_a_sunk_ship_is_lost_to_her_owner_and_taken_by_nobody() -> None:
    game = fleet(2, 2)
    lose(game, sunk=["f0"])
    seats = ("british", "french")
    assert taken_and_lost(game.state, seats, "british") == (0, 0)
    assert taken_and_lost(game.state, seats, "french") == (0, 1)


@pytest.mark.clause("APM.score.points")
def test_a_ship_counts_by_who_holds_her_at_the_end() -> None:
    game = fleet(2, 2)
    one(game, "f0").side = "british"
    assert points(game, "british") == 1
    one(game, "f0").struck = True
    assert (points(game, "british"), points(game, "french")) == (0, 0)


@pytest.mark.clause("APM.score.points", "APM.score.purpose")
def test_a_gunboat_lost_costs_what_a_first_rate_does() -> None:
    for guns, kind in ((2, "gunboat"), (110, "man-of-war")):
        game = sea(
            ship("Caesar", 80),
            ship("Other", guns, (40, 20), side="french", kind=kind),
            ship("Last", 74, (40, 40), side="french"),
        )
        lose(game, struck=["other"])
        assert points(game, "french") == -1


@pytest.mark.clause("APM.score.purpose")
def test_the_fourth_ship_lost_costs_four_points() -> None:
    game = fleet(2, 5)
    lose(game, struck=["f0", "f1", "f2"])
    before = points(game, "french")
    lose(game, struck=["f3"])
    assert points(game, "french") == before - 4


@pytest.mark.clause("APM.score.purpose")
def test_a_ship_that_left_the_table_is_neither_taken_nor_lost() -> None:
    game = fleet(2, 2)
    one(game, "f0").gone = "left"
    assert (points(game, "british"), points(game, "french")) == (0, 0)


@pytest.mark.clause("APM.score.grades")
@pytest.mark.parametrize(
    ("difference", "name"),
    [
        (0, "indecisive"),
        (5, "indecisive"),
        (6, "marginal"),
        (10, "marginal"),
        (11, "decisive"),
        (12, "decisive"),
        (20, "decisive"),
        (21, "Nelsonic"),
        (30, "Nelsonic"),
    ],
)
def test_grades_of_victory(difference: int, name: str) -> None:
    assert grade(difference) == name


@pytest.mark.clause("APM.score.grades", "APM.algesiras.account")
def test_the_battle_as_told_is_a_decisive_victory_of_twelve() -> None:
    game = fleet(4, 4)
    lose(game, struck=["f0", "f1", "f2"])
    ended = outcome(game, "time", "the last turn")
    assert (ended.winner, dict(ended.scores)) == ("british", {"british": 6, "french": -6})
    assert "decisive by 12 points" in ended.reason


@pytest.mark.clause("APM.score.grades")
def test_a_difference_of_five_or_less_is_nobodys() -> None:
    game = fleet(4, 4)
    lose(game, struck=["f0", "f1", "b0"])
    assert outcome(game, "time", "the last turn").winner == "draw"


@pytest.mark.clause("APM.score.grades")
def test_a_victory_by_a_house_scenarios_smaller_difference_is_not_called_indecisive() -> None:
    game = fleet(4, 4, victory={"indecisive": 0})
    lose(game, struck=["f0"])
    ended = outcome(game, "time", "the last turn")
    assert ended.winner == "british"
    assert ended.reason == "the last turn: won by 2 points"


@pytest.mark.clause("APM.score.purpose")
def test_a_game_ends_when_a_side_has_nothing_left_in_the_fight() -> None:
    game = fleet(
        1, 1, phase="boarding", arrange=lambda state: setattr(state.ships[1], "struck", True)
    )
    assert game.over
    assert game.outcome is not None
    assert game.outcome.how == "finished"


@pytest.mark.clause("APM.score.purpose")
def test_a_game_ends_with_the_scenarios_last_turn() -> None:
    game = fleet(1, 1, phase="ending", turn=40)
    assert game.over
    assert game.outcome is not None
    assert game.outcome.how == "time"
