"""Straight moves and the turn gage: allowances, the wind gage, lines, and exact distances."""

from __future__ import annotations

from itertools import pairwise

import pytest
from fleet import laid, one, sea, ship, told
from orders import asked, order, refused

import weathergage as wg
from weathergage_admiralty.movement import Moved
from weathergage_admiralty.tacking import InIrons
from weathergage_admiralty.turning import (
    allowance,
    draws,
    leg_of,
    leg_text,
    line_of,
    step_of,
    turn_of,
)


def caesar(
    *others, wind="N", heading: str | float = "E", at=(20, 20), game=None, **more
) -> wg.Game:
    """Caesar, a 74 of grade B with 5.5 inches, on a beam reach unless told otherwise."""
    return sea(ship("Caesar", at=at, heading=heading, **more), *others, wind=wind, **(game or {}))


def bow(game: wg.Game) -> tuple[float, float]:
    return one(game, "caesar").stand.spot("bow")


# Straight on


@pytest.mark.clause("1.2-measuring-movement")
def test_a_straight_move_of_five_inches_brings_the_front_edge_five_inches_on() -> None:
    game = caesar(sail_hits=9)
    x, y = bow(game)
    order(game, "caesar straight")
    assert bow(game) == pytest.approx((x + 5, y), abs=2e-3)


@pytest.mark.clause("1.2-measuring-movement", "1.2-templates")
def test_a_turn_by_the_gage_counts_two_inches_whatever_the_front_edge_travels() -> None:
    game = caesar()
    start = bow(game)
    order(game, "caesar wear starboard, hold")
    (moved,) = told(game, Moved)
    assert moved.inches == pytest.approx(2)
    x, y = bow(game)
    assert ((x - start[0]) ** 2 + (y - start[1]) ** 2) ** 0.5 != pytest.approx(2, abs=0.02)


@pytest.mark.clause("2.1", "2.1-battle-move")
def test_battle_sail_with_a_battle_move_of_five_and_a_half_goes_that_far() -> None:
    game = caesar()
    order(game, "caesar straight")
    assert one(game, "caesar").pose == wg.FreePose.at(25.5, 20, 90)
    assert one(game, "caesar").sailed == pytest.approx(5.5)
    assert one(game, "caesar").track == (wg.FreePose.at(20, 20, 90), wg.FreePose.at(25.5, 20, 90))


@pytest.mark.clause("2.1", "2.2-anchored")
@pytest.mark.parametrize("setting", ["stop", "anchored"])
def test_a_stopped_or_anchored_ship_does_not_move_and_is_not_asked(setting: str) -> None:
    game = caesar(setting=setting)
    assert "caesar" not in asked(game)
    assert one(game, "caesar").pose == wg.FreePose.at(20, 20, 90)


@pytest.mark.clause("2.1-battle-move", "4.3-sail-hits")
def test_two_reductions_of_half_an_inch_leave_four_and_a_half() -> None:
    game = caesar(sail_hits=20)
    order(game, "caesar straight")
    assert one(game, "caesar").pose.x == 24500


@pytest.mark.clause("2.1-battle-move")
def test_a_ship_with_no_battle_move_left_is_not_asked() -> None:
    game = caesar(sail_hits=99)
    assert "caesar" not in asked(game)


@pytest.mark.clause("2.1-normal-bonus")
@pytest.mark.parametrize(("hits", "inches"), [(0, 8.5), (45, 6), (63, 4)])
def test_normal_sail_adds_the_bonus_but_never_more_than_the_battle_move(
    hits: int, inches: float
) -> None:
    game = caesar(setting="normal", sail_hits=hits)
    assert allowance(game, one(game, "caesar")) == pytest.approx(inches)
    order(game, "caesar straight")
    assert one(game, "caesar").sailed == pytest.approx(inches)


@pytest.mark.clause("2.0")
@pytest.mark.parametrize(
    ("heading", "inches"), [(75, 0.75 * 5.5), (90, 5.5), (135, 5.5), (180, 5.5)]
)
def test_the_older_speeds_by_the_wind_are_an_option(heading: float, inches: float) -> None:
    game = caesar(heading=heading, game={"options": {"points_of_sailing": True}})
    assert allowance(game, one(game, "caesar")) == pytest.approx(inches)
    plain = caesar(heading=heading)
    assert allowance(plain, one(plain, "caesar")) == 5.5


@pytest.mark.clause("1.1", "2.1-exact")
@pytest.mark.parametrize(("scale", "times"), [("tiny", 0.25), ("small", 0.5), ("large", 1.7)])
def test_moves_and_steps_go_with_the_scale(scale: str, times: float) -> None:
    game = caesar(game={"options": {"scale": scale}})
    order(game, "caesar wear starboard, hold")
    assert step_of(game.rules) == round(2000 * times)
    assert one(game, "caesar").pose.degrees == pytest.approx(112.5)
    order(game, "caesar straight")
    assert one(game, "caesar").sailed == pytest.approx(5.5 * times, abs=1e-3)


# The wind gage


@pytest.mark.clause("2.1-wind-gage")
def test_crew_a_draws_62_degrees_off_the_wind() -> None:
    game = caesar(grade="A", heading=62)
    assert draws(game, one(game, "caesar"))
    order(game, "caesar straight")
    assert not told(game, InIrons)


@pytest.mark.clause("2.1-wind-gage", "2.6-irons")
def test_crew_d_62_degrees_off_and_not_tacking_is_in_irons() -> None:
    game = caesar(grade="D", heading=62)
    assert one(game, "caesar").irons
    (event,) = told(game, InIrons)
    assert event.clause == "2.1-wind-gage"
    assert "too near the wind" in event.say()


@pytest.mark.clause("2.1-wind-gage")
@pytest.mark.parametrize(("grade", "least"), [("A", 60), ("B", 65), ("C", 70), ("D", 75)])
@pytest.mark.parametrize("tack", [1, -1])
def test_the_limit_itself_still_draws(grade: str, least: float, tack: int) -> None:
    game = caesar(grade=grade, heading=tack * least % 360)
    assert not one(game, "caesar").irons
    nearer = caesar(grade=grade, heading=tack * (least - 0.01) % 360)
    assert one(nearer, "caesar").irons


@pytest.mark.clause("2.1-wind-gage", "2.0")
def test_a_turn_that_ends_too_near_the_wind_brings_her_in_irons_there() -> None:
    game = caesar(heading=80)
    order(game, "caesar wear port")
    assert one(game, "caesar").irons
    assert one(game, "caesar").pose.degrees == pytest.approx(57.5)
    assert one(game, "caesar").sailed == pytest.approx(2)


@pytest.mark.clause("2.1-wind-gage")
def test_a_ship_that_goes_on_turning_off_the_wind_is_not_looked_at_between() -> None:
    game = caesar(heading=80)
    order(game, "caesar wear port, wear starboard")
    assert not one(game, "caesar").irons
    assert one(game, "caesar").pose.degrees == pytest.approx(80)


@pytest.mark.clause("2.1-wind-gage")
def test_a_ship_that_holds_while_she_luffs_may_still_turn_on() -> None:
    game = caesar(heading=80)
    order(game, "caesar wear port, hold")
    assert not one(game, "caesar").irons
    order(game, "caesar wear starboard")
    assert not one(game, "caesar").irons


@pytest.mark.clause("2.1-wind-gage")
def test_what_was_planned_beyond_falling_in_irons_is_not_sailed() -> None:
    game = caesar(heading=80)
    order(game, "caesar wear port, 1, wear starboard")
    assert one(game, "caesar").irons
    assert one(game, "caesar").sailed == pytest.approx(2)


# Exact distances


@pytest.mark.clause("2.1-exact", "2.2")
def test_after_two_steps_of_five_and_a_half_inches_one_and_a_half_are_sailed_straight() -> None:
    game = caesar()
    order(game, "caesar wear starboard, wear starboard")
    (moved,) = told(game, Moved)
    assert moved.legs == ("wear starboard", "wear starboard", "1.5")
    assert one(game, "caesar").sailed == pytest.approx(5.5)


@pytest.mark.clause("2.1-exact")
def test_a_course_longer_than_the_allowance_is_refused() -> None:
    game = caesar()
    why = refused(game, "caesar 3, wear port, 0.6")
    assert (why.clause, why.code) == ("2.1-exact", "too-far")


@pytest.mark.clause("2.1-exact", "2.2")
def test_five_and_a_half_inches_pay_for_two_steps_at_most() -> None:
    game = caesar()
    assert refused(game, "caesar wear starboard, wear starboard, wear starboard").code == "too-far"


@pytest.mark.clause("2.2")
def test_three_steps_use_six_inches() -> None:
    game = caesar(setting="normal")
    order(game, "caesar wear starboard, wear starboard, wear starboard, hold")
    assert one(game, "caesar").sailed == pytest.approx(6)
    order(game, "caesar 2.5")
    assert one(game, "caesar").moved


@pytest.mark.clause("2.1-exact")
def test_an_allowance_below_two_inches_is_sailed_straight() -> None:
    game = caesar(sail_hits=72)
    assert refused(game, "caesar wear port").clause == "2.1-exact"
    order(game, "caesar straight")
    assert one(game, "caesar").sailed == pytest.approx(1.5)


# Slowing down


@pytest.mark.clause("2.1-slowing")
@pytest.mark.parametrize("inches", [3.0, 4.5, 5.5])
def test_a_ship_of_six_inches_slows_to_anything_from_three(inches: float) -> None:
    game = caesar(game={"speed": 4, "dice": wg.Dice.of(action_caesar=(6,))})
    assert allowance(game, one(game, "caesar")) == 6
    order(game, f"caesar slow {inches:g}")
    assert one(game, "caesar").sailed == pytest.approx(inches)


@pytest.mark.clause("2.1-slowing", "2.1-exact")
def test_a_ship_that_fails_to_slow_down_goes_her_full_way_and_tries_but_once() -> None:
    game = caesar(game={"dice": wg.Dice.of(action_caesar=(2,))})
    order(game, "caesar slow 4, wear starboard")
    assert asked(game) == ["caesar"]
    assert one(game, "caesar").sailed == 0
    assert refused(game, "caesar slow 4").code == "slow"
    order(game, "caesar straight")
    assert one(game, "caesar").sailed == pytest.approx(5.5)


@pytest.mark.clause("2.1-slowing")
@pytest.mark.parametrize("inches", [2.7, 5.5, 6])
def test_up_to_half_of_the_way_can_be_taken_off_and_no_more(inches: float) -> None:
    assert refused(caesar(), f"caesar slow {inches:g}").clause == "2.1-slowing"


@pytest.mark.clause("2.1-slowing")
def test_the_least_speed_is_the_share_of_the_table_not_what_is_taken_off() -> None:
    class Sixty:
        @wg.hookimpl
        def look_up(self, game: wg.Game, table: str, row: int | str, column: str) -> int | None:
            return 60 if (table, row) == ("handling", "least after slowing") else None

    rule = wg.HouseRule("sixty", "admiralty", "Sixty", Sixty())
    game = caesar(game={"house_rules": [rule]})
    assert "3.3 inches at the least" in refused(game, "caesar slow 3.2").reason


@pytest.mark.clause("2.1-slowing")
def test_a_ship_that_has_begun_her_move_cannot_slow_down_any_more() -> None:
    game = caesar()
    order(game, "caesar 1, hold")
    assert refused(game, "caesar slow 3").clause == "2.1-slowing"


@pytest.mark.clause("2.1-slowing", "2.2-speed-lines")
def test_a_ship_that_slows_down_turns_on_the_line_of_her_lower_speed() -> None:
    game = caesar(game={"dice": wg.Dice.of(action_caesar=(6,))})
    order(game, "caesar slow 4, wear starboard")
    assert one(game, "caesar").pose.degrees == pytest.approx(120)


# Wearing


@pytest.mark.clause("2.2-wearing")
def test_six_and_a_half_inches_make_three_turns_and_half_an_inch_straight() -> None:
    game = sea(ship("Fly", "british-10", heading="E"), wind="N")
    assert allowance(game, one(game, "fly")) == 6.5
    order(game, "fly wear starboard, wear starboard, wear starboard")
    (moved,) = told(game, Moved)
    assert moved.legs[-1] == "0.5"
    assert one(game, "fly").pose.degrees == pytest.approx(90 + 3 * 22.5)


@pytest.mark.clause("2.2-wearing", "2.2-speed-lines")
def test_at_five_inches_a_step_turns_22_and_a_half_degrees_on_w2() -> None:
    game = caesar(sail_hits=9)
    assert line_of(game, one(game, "caesar"), 5000) == "W2"
    order(game, "caesar wear starboard, hold")
    # A circle of two inches in 22.5 degrees has a radius of 5.093 inches.
    assert one(game, "caesar").pose == wg.FreePose.at(20 + 1.949, 20 + 0.3877, 112.5)


@pytest.mark.clause("2.2-wearing")
def test_straight_pieces_may_lie_between_steps_in_any_order() -> None:
    game = caesar()
    order(game, "caesar 0.5, wear starboard, 0.5, wear port, 0.5")
    assert one(game, "caesar").pose.degrees == 90
    assert len(one(game, "caesar").track) == 6


@pytest.mark.clause("2.2-speed-lines")
@pytest.mark.parametrize(
    ("speed", "line", "turn"),
    [(4.0, "W1", 3000), (4.5, "W2", 2250), (7.0, "W2", 2250), (7.5, "W3", 1500)],
)
def test_the_lines_by_speed(speed: float, line: str, turn: int) -> None:
    game = caesar()
    assert line_of(game, one(game, "caesar"), round(speed * 1000)) == line
    assert turn_of(game, line) == turn


@pytest.mark.clause("2.2-speed-lines", "1.1")
def test_the_speeds_of_the_lines_go_with_the_scale() -> None:
    game = caesar(game={"options": {"scale": "small"}})
    ship = one(game, "caesar")
    assert [line_of(game, ship, speed) for speed in (2000, 2050, 3500, 3550)] == [
        "W1",
        "W2",
        "W2",
        "W3",
    ]


@pytest.mark.clause("2.2-speed-lines")
def test_the_lines_turn_less_the_faster_she_goes() -> None:
    rules, _ = laid(ship("Caesar"))
    turns = [rules.tables["turn-gage"].look_up(line, 0) for line in ("W1", "W2", "W3")]
    assert all(one > other for one, other in pairwise(turns))
    assert turns[0] < rules.tables["turn-gage"].look_up("T", 0)


@pytest.mark.clause("2.2-speed-lines")
def test_luffing_from_120_to_90_degrees_off_the_wind_goes_by_a_wearing_line() -> None:
    game = caesar(heading=120, game={"speed": 2})
    order(game, "caesar wear port")
    assert one(game, "caesar").pose.degrees == pytest.approx(90)
    assert not one(game, "caesar").irons


@pytest.mark.clause("2.2-speed-lines", "2.2-tacking")
def test_a_wearing_line_does_not_bring_her_head_to_wind() -> None:
    game = caesar(heading=65)
    order(game, "caesar wear port, hold")
    order(game, "caesar wear port, hold")
    assert one(game, "caesar").pose.degrees == pytest.approx(20)
    game = caesar(heading=65, setting="normal", game={"speed": 1})
    why = refused(game, "caesar wear port, wear port, wear port")
    assert why.clause in ("2.2-speed-lines", "2.1-exact")


@pytest.mark.clause("2.2-speed-lines")
def test_a_step_into_the_winds_eye_is_no_wearing() -> None:
    game = caesar(heading=65, setting="normal")
    why = refused(game, "caesar wear port, wear port, wear port, wear port, wear port")
    assert why.code == "too-far"
    game = sea(ship("Fly", "british-10", heading=65, grade="A"), wind="N")
    assert refused(game, "fly wear port, wear port, wear port").code == "through-the-eye"


@pytest.mark.clause("2.2")
def test_a_turn_changes_how_she_lies_to_the_wind() -> None:
    game = caesar(heading=80)
    order(game, "caesar wear starboard")
    assert one(game, "caesar").pose.degrees == pytest.approx(102.5)


@pytest.mark.clause("4.3-R")
def test_a_rudder_hit_puts_her_on_the_next_wider_line_and_off_the_t_line() -> None:
    game = caesar(rudders=1)
    assert line_of(game, one(game, "caesar"), 5500) == "W3"
    assert refused(game, "caesar tack port, tack port").clause == "4.3-R"
    order(game, "caesar wear starboard")
    assert one(game, "caesar").pose.degrees == pytest.approx(105)


@pytest.mark.clause("4.3-R")
def test_a_second_rudder_hit_ends_all_turning() -> None:
    game = caesar(rudders=2)
    assert refused(game, "caesar wear starboard").clause == "4.3-R"
    order(game, "caesar straight")
    assert one(game, "caesar").pose.degrees == 90


# No taking back


@pytest.mark.clause("2.2-no-take-back")
def test_a_step_that_came_out_badly_stands_and_the_move_goes_on_from_it() -> None:
    game = caesar()
    order(game, "caesar wear starboard, hold")
    after = one(game, "caesar").pose
    order(game, "caesar wear port")
    assert after in one(game, "caesar").track


@pytest.mark.clause("2.2-no-take-back")
def test_a_step_cannot_be_taken_back_by_the_book() -> None:
    rules, state = laid(ship("Caesar", heading="E"), wind="N")
    game = wg.Game(rules, 0, state=state, phase="movement", undo="book")
    order(game, "caesar wear starboard, hold")
    with pytest.raises(wg.IllegalCommand) as caught:
        game.undo()
    assert caught.value.code == "undo-refused"


@pytest.mark.clause("2.2-no-take-back")
def test_where_players_allow_it_a_step_is_taken_back_alone() -> None:
    game = caesar()
    order(game, "caesar 1, hold", "caesar wear starboard, hold")
    game.undo()
    assert one(game, "caesar").pose == wg.FreePose.at(21, 20, 90)


# How legs are written


@pytest.mark.clause("2.2")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("3.50", "3.5"),
        ("ahead 2", "2"),
        ("Wear  port", "wear port"),
        ("tack starboard 60.0", "tack starboard 60"),
    ],
)
def test_legs_are_kept_as_short_as_they_can_be_written(text: str, kept: str) -> None:
    assert leg_text(text) == kept
    assert leg_of(kept) == leg_of(text)


@pytest.mark.clause("2.2")
@pytest.mark.parametrize(
    "text", ["", "wear", "wear up", "-1", "0", "tack port -3", "wear port 20", "x"]
)
def test_what_is_no_leg_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match="no leg of a course"):
        leg_of(text)
