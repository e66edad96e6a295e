"""Sails: raising and lowering them, what they give and forbid, masts down (6.2)."""

from __future__ import annotations

import pytest
from galleys import galley, one, told
from one_galley import Move, still

from weathergage import Rolled
from weathergage_war_galley.sails import MastDown, SailHandled, clear_masts, collide
from weathergage_war_galley.stepping import Moved
from weathergage_war_galley.steps import allowance, wind_points


def alone(heading="N", wind="NW", *others, code="5/1", **more):
    ratings = {"speed": (4, 7), "manpower": 0} | more
    return still(galley(code, "2319", heading, **ratings), *others, wind=wind)


def points(game, code="5/1"):
    return allowance(game.state, one(game, code))


@pytest.mark.clause("6.1")
@pytest.mark.clause("6.2")
def test_without_a_wind_no_sail_is_raised():
    assert not Move(alone(wind=""), "5/1").may("raise sail")
    game = alone()
    game.state.calm = True
    assert not Move(game, "5/1").may("raise sail")


@pytest.mark.clause("6.2")
def test_in_a_dead_calm_a_sail_gives_nobody_anything():
    game = alone(sail=True)
    game.state.calm = True
    assert points(game) == 4


@pytest.mark.clause("6.21")
def test_raising_sail_costs_a_point_and_gives_one_if_the_wind_is_right():
    move = Move(alone(), "5/1", "raise sail")
    assert move.most == 4 + 1 - 1
    assert one(move.game, "5/1").sail
    assert told(move.game, SailHandled)[0].cost == 1
    assert not move.may("lower sail")
    assert Move(alone(heading="S"), "5/1", "raise sail").most == 3


@pytest.mark.clause("6.21")
def test_lowering_sail_costs_a_point_and_loses_the_winds():
    move = Move(alone(sail=True), "5/1")
    assert move.most == 5
    assert move.say("lower sail").most == 3
    move.say("row 3", "swing port bow")


@pytest.mark.clause("6.21")
def test_sails_are_handled_before_any_movement():
    move = Move(alone(), "5/1", "row 4", "ahead")
    assert not move.may("raise sail")
    assert move.steps


@pytest.mark.clause("6.21")
def test_next_to_an_enemy_sail_may_be_lowered_but_not_raised():
    foe = galley("5/50", "2321", "N", "carthage", manpower=0)
    assert not Move(alone("N", "NW", foe), "5/1").may("raise sail")
    assert Move(alone("N", "NW", foe, sail=True), "5/1").may("lower sail")


@pytest.mark.clause("6.22")
@pytest.mark.parametrize(
    ("wind", "heading", "given"),
    [("NW", "N", 1), ("NW", "NE", 0), ("SE", "SE", 1), ("NW", "SE", 0)],
)
def test_a_wind_into_stern_or_stern_flank_gives_a_point(wind, heading, given):
    assert points(alone(heading, wind, sail=True, speed=(5, 7))) == 5 + given


@pytest.mark.clause("6.22")
def test_only_the_wind_at_the_start_of_the_move_counts():
    move = Move(alone(sail=True), "5/1", "row 5", "starboard", "starboard", "starboard")
    assert one(move.game, "5/1").heading == 3
    move.say("ahead", "ahead")
    assert told(move.game, Moved)[-1].spent == 5


@pytest.mark.clause("6.22")
def test_at_maximum_sail_is_neither_raised_nor_used():
    assert not Move(alone(maximum=True), "5/1").may("raise sail")
    assert points(alone(maximum=True, sail=True)) == 7


@pytest.mark.clause("6.23")
@pytest.mark.clause("6.34-sail")
@pytest.mark.clause("6.35")
def test_under_sail_a_galley_neither_swings_nor_turns_around_but_may_back():
    move = Move(alone(sail=True), "5/1", "row 4")
    assert move.refused("swing port bow").clause == "6.34-sail"
    assert move.refused("about").clause == "6.23"
    assert "back" in move.steps


@pytest.mark.clause("6.24")
@pytest.mark.clause("6.22")
@pytest.mark.clause("3.1.G2")
def test_a_collision_under_sail_brings_the_mast_down_and_bars_sails_for_good():
    game = alone(sail=True, speed=(5, 7))
    ship = one(game, "5/1")
    collide(game, ship)
    assert (ship.sail, ship.mast_down) == (False, True)
    assert points(game) == 3
    assert told(game, MastDown)[0].galley == "5/1"
    clear_masts(game.state)
    assert points(game) == 5
    assert not Move(game, "5/1").may("raise sail")


@pytest.mark.clause("6.24")
def test_a_collision_without_sails_leaves_the_mast_standing():
    game = alone()
    collide(game, one(game, "5/1"))
    assert not one(game, "5/1").mast_down


@pytest.mark.clause("6.25")
@pytest.mark.parametrize(
    ("heading", "maximum", "most"), [("NW", False, 7), ("N", True, 9), ("SE", False, 5)]
)
def test_a_tremiola_has_two_points_from_the_wind_at_either_speed(heading, maximum, most):
    game = alone(heading, code="Trm/1", speed=(5, 7), sail=True, maximum=maximum)
    assert points(game, "Trm/1") == most
    assert wind_points(game.state, one(game, "Trm/1")) == most - (7 if maximum else 5)


@pytest.mark.clause("6.25")
def test_a_tremiola_handles_sail_for_nothing_and_is_then_free_of_its_restrictions():
    up = Move(alone(code="Trm/1", speed=(5, 7), maximum=True), "Trm/1", "raise sail")
    assert up.most == 9
    down = Move(alone(code="Trm/1", speed=(5, 7), sail=True), "Trm/1", "lower sail")
    assert down.most == 5
    assert "swing port bow" in down.say("row 5").steps
    under = Move(alone(code="Trm/1", speed=(5, 7), sail=True), "Trm/1", "row 5")
    assert under.refused("swing port bow").clause == "6.34-sail"


@pytest.mark.clause("6.42")
@pytest.mark.clause("6.25")
def test_the_winds_points_do_not_count_for_fatigue():
    game = alone(code="Trm/1", speed=(5, 7), maximum=True, sail=True, crew=2)
    move = Move(game, "Trm/1", "row 9", *["ahead"] * 9)
    move.finish()
    (roll,) = told(game, Rolled)
    assert roll.modifiers == (("points over Cruise Speed", 2, "6.42"),)


@pytest.mark.clause("6.37-half")
def test_half_speed_is_of_the_printed_rating_wind_or_no_wind():
    game = alone(sail=True, half=True)
    assert points(game) == 2
    assert wind_points(game.state, one(game, "5/1")) == 0
    assert points(alone(sail=True, fatigue=2)) == 3
