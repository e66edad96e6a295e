"""Crews: fatigue checks, what fatigue does, and recovery (6.4)."""

from __future__ import annotations

import pytest
from galleys import counters, galley, one, told
from one_galley import Move, still

from weathergage import Dice, Rolled
from weathergage_war_galley.fatigue import Fatigued, check, recover, tire, tire_by_anastrophe
from weathergage_war_galley.state import Moving
from weathergage_war_galley.steps import allowance


def alone(die=1, **more):
    ratings = {"speed": (4, 6), "crew": 3, "maximum": True, "manpower": 0, "towers": False} | more
    parts = {"special": ratings.pop("special")} if "special" in ratings else {}
    return still(galley("5/1", "2319", **ratings), dice=Dice.of(fatigue=(die,)), **parts)


def after(die, points, spent=None, **more):
    """A game in which a galley at Maximum has spent points and checked for Fatigue."""
    game = alone(die, **more)
    ship = one(game, "5/1")
    check(game, ship, Moving(ship.n, points, points, began_maximum=True))
    return game


def rolled(game):
    return told(game, Rolled)[0]


@pytest.mark.clause("6.41")
def test_every_printed_crew_is_1_to_4_and_a_captured_one_0():
    assert {ratings["crew"] for ratings in counters().values()} <= {1, 2, 3, 4}
    assert one(alone(maximum=False, captured="captured"), "5/1").crew == 0


@pytest.mark.clause("6.42")
def test_points_over_cruise_speed_are_added_to_the_die():
    game = after(3, 6)
    assert rolled(game).modifiers == (("points over Cruise Speed", 2, "6.42"),)
    assert rolled(game).result == 5


@pytest.mark.clause("6.42")
def test_points_under_cruise_speed_take_nothing_off():
    assert rolled(after(3, 2)).result == 3


@pytest.mark.clause("6.42")
def test_a_ram_and_any_number_of_rakes_add_one_each():
    game = after(3, 6, rammed_at=True, raked_at=True)
    assert rolled(game).result == 7


@pytest.mark.clause("6.42")
def test_a_scenario_may_add_to_the_die_of_a_side():
    game = after(3, 4, special={"fatigue": {"rome": 1}})
    assert rolled(game).result == 4


@pytest.mark.clause("6.42")
@pytest.mark.clause("6.25")
def test_what_the_wind_gives_tires_nobody():
    game = alone(1)
    ship = one(game, "5/1")
    check(game, ship, Moving(ship.n, 8, 8, sailed=2, began_maximum=True))
    assert rolled(game).result == 1 + 2


@pytest.mark.clause("6.42")
@pytest.mark.clause("6.43")
@pytest.mark.clause("6.43-table")
@pytest.mark.clause("6.44")
@pytest.mark.parametrize(("points", "die", "turns"), [(5, 3, 0), (6, 5, 2)])
def test_the_books_galley_with_crew_3(points, die, turns):
    game = alone(die)
    move = Move(game, "5/1", f"row {points}", *["ahead"] * points)
    move.finish()
    ship = one(game, "5/1")
    assert ship.fatigue == turns
    if turns:
        # "6.44" The same galley in its next turn.
        assert not ship.maximum
        assert allowance(game.state, ship) == 2
        assert told(game, Fatigued)[0].turns == 2


@pytest.mark.clause("6.43-table")
def test_the_printed_cells_of_the_fatigue_table():
    game = alone()
    assert game.look_up("fatigue", 4, "3") == 0
    assert game.look_up("fatigue", 7, "3") == 2
    assert game.look_up("fatigue", 7, "2") == 3
    assert game.look_up("fatigue", 11, "3") == 2


@pytest.mark.clause("6.43-table")
@pytest.mark.clause("6.43")
def test_the_fatigue_table_has_no_f1_and_is_monotonic():
    game = alone()
    rows = [[game.look_up("fatigue", die, crew) for crew in range(1, 5)] for die in range(1, 9)]
    assert 1 not in {turns for row in rows for turns in row}
    assert all(list(row) == sorted(row, reverse=True) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))


@pytest.mark.clause("6.42-auto")
@pytest.mark.clause("6.43-table")
@pytest.mark.parametrize(("crew", "turns"), [(1, 4), (2, 3), (3, 2), (4, 2)])
def test_an_anastrophe_tires_by_row_7a_and_no_die_is_rolled(crew, turns):
    game = alone(crew=crew)
    ship = one(game, "5/1")
    tire_by_anastrophe(game, ship)
    check(game, ship, Moving(ship.n, 6, 6, began_maximum=True))
    assert ship.fatigue == turns
    assert not told(game, Rolled)


@pytest.mark.clause("6.44")
@pytest.mark.parametrize(("fatigue", "points"), [(2, 2), (4, 1)])
def test_fatigue_lowers_cruise_but_one_hex_is_always_left(fatigue, points):
    assert Move(alone(maximum=False, fatigue=fatigue), "5/1").most == points


@pytest.mark.clause("6.44")
def test_the_one_hex_may_be_backward():
    move = Move(alone(maximum=False, fatigue=4), "5/1", "row 1")
    assert {"ahead", "back"} <= set(move.steps)
    move.say("back")
    assert move.rests
    other = Move(alone(maximum=False, fatigue=2), "5/1", "row 1")
    assert "back" not in other.steps


@pytest.mark.clause("6.12-flip")
@pytest.mark.clause("6.44")
def test_fatigue_takes_a_galley_to_its_cruise_side():
    game = alone()
    ship = one(game, "5/1")
    tire(game, ship, 2, "6.43")
    assert not ship.maximum
    tire(game, ship, 0, "6.43")
    assert ship.fatigue == 2


@pytest.mark.clause("6.45")
@pytest.mark.clause("3.1.G3")
@pytest.mark.clause("6.43")
def test_recovery_takes_f1_away_and_lowers_the_others_but_not_those_of_this_turn():
    game = still(
        galley("5/1", "2319", fatigue=3),
        galley("5/2", "2519", fatigue=1),
        galley("5/3", "2719", fatigue=3, tired=True),
        galley("5/4", "2919"),
    )

    def markers():
        return [ship.fatigue for ship in game.state.galleys]

    recover(game.state)
    assert markers() == [2, 0, 3, 0]
    recover(game.state)
    recover(game.state)
    assert markers() == [0, 0, 1, 0]
    recover(game.state)
    assert markers() == [0, 0, 0, 0]


@pytest.mark.clause("6.46")
def test_depletion_takes_men_not_crew():
    ship = one(alone(manpower=2, depletion=3), "5/1")
    assert (ship.crew, ship.manpower) == (3, 0)
