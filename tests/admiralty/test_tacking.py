"""Tacking, ships in irons, escaping from them, and sternway."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import one, sea, ship, told
from orders import asked, order, refused

import weathergage as wg
from weathergage_admiralty import sails
from weathergage_admiralty.actions import ActionTried
from weathergage_admiralty.damage import Damaged, lock
from weathergage_admiralty.movement import Moved
from weathergage_admiralty.tacking import InIrons, SailsDraw


def caesar(*dice: int, wind: str = "N", game: dict[str, Any] | None = None, **more: Any) -> wg.Game:
    """Caesar 65 degrees off the wind, the limit of grade B, on the starboard tack; dice: hers for
    move actions.
    """
    streams = wg.Dice.of(action_caesar=dice, **(game or {}).pop("dice", {}))
    return sea(
        ship("Caesar", at=(30, 30), **{"heading": 65, **more}),
        wind=wind,
        dice=streams,
        **(game or {}),
    )


def irons(*dice: int, game: dict[str, Any] | None = None, **more: Any) -> wg.Game:
    """Caesar in irons, head to wind."""
    return caesar(*dice, game=game, **{"heading": 0, "irons": True, **more})


def heading(game: wg.Game) -> float:
    return one(game, "caesar").pose.degrees


# The T line


@pytest.mark.clause("2.2-tacking")
def test_from_65_off_one_side_to_65_off_the_other_takes_three_steps_of_six_inches() -> None:
    game = caesar(3, setting="normal")
    order(game, "caesar tack port, tack port, tack port, hold")
    assert one(game, "caesar").sailed == pytest.approx(6)
    assert heading(game) == pytest.approx(290)
    assert not one(game, "caesar").tack
    assert not one(game, "caesar").irons


@pytest.mark.clause("2.2-tacking", "2.2-no-sail-change")
def test_with_four_inches_two_steps_are_made_and_the_tack_goes_on_next_turn() -> None:
    game = caesar(3, sail_hits=27)
    order(game, "caesar tack port, tack port")
    ship = one(game, "caesar")
    assert heading(game) == pytest.approx(335)
    assert ship.tack == "port"
    assert ship.turned
    assert not ship.irons
    again = sea(ship_as(ship), wind="N")
    assert asked(again) == ["caesar"]
    assert not one(again, "caesar").irons
    order(again, "caesar tack port")
    assert heading(again) == pytest.approx(290)
    assert not one(again, "caesar").tack
    assert not one(again, "caesar").turned


def ship_as(found: Any) -> dict[str, Any]:
    """A ship of a position as one of a game is now."""
    return ship(
        found.card.name,
        at=found.pose.inches,
        heading=found.pose.degrees,
        tack=found.tack,
        sail_hits=found.sail_hits,
    )


@pytest.mark.clause("2.2-tacking")
def test_a_tack_that_was_begun_goes_on_while_there_is_movement_for_a_step() -> None:
    game = caesar(setting="normal")
    assert refused(game, "caesar tack port, 1").code == "tack-goes-on"
    assert refused(game, "caesar tack port, wear starboard").code == "tack-goes-on"
    assert refused(game, "caesar tack port, tack starboard").code == "tack-goes-on"
    assert refused(game, "caesar tack port").clause == "2.2-tacking"


@pytest.mark.clause("2.2-tacking")
def test_past_the_eye_she_may_pay_off_on_a_wearing_line_as_well() -> None:
    game = caesar(3, setting="normal")
    order(game, "caesar tack port, tack port, wear port, wear port")
    # 65 to 335 by T, then two steps of 15 degrees on W3.
    assert heading(game) == pytest.approx(305)
    assert one(game, "caesar").tack == "port"


@pytest.mark.clause("2.2-tacking")
def test_the_t_line_is_for_turning_towards_the_wind() -> None:
    game = caesar()
    why = refused(game, "caesar tack starboard, tack starboard")
    assert (why.clause, why.code) == ("2.2-tacking", "off-the-wind")


@pytest.mark.clause("2.2-tacking", "2.1-exact")
def test_what_is_left_after_the_last_step_that_can_be_paid_is_sailed_straight() -> None:
    game = caesar(3)
    order(game, "caesar tack port, tack port")
    assert one(game, "caesar").sailed == pytest.approx(5.5)
    assert one(game, "caesar").tack == "port"


@pytest.mark.clause("2.1-wind-gage", "2.2-tacking", "4.3-R")
def test_a_ship_that_cannot_go_on_with_her_tack_is_in_irons() -> None:
    game = caesar(heading=335, tack="port", rudders=1)
    assert one(game, "caesar").irons
    assert not one(game, "caesar").tack
    assert "cannot finish her tack" in told(game, InIrons)[0].say()


# The test


@pytest.mark.clause("2.2-tack-test")
def test_crew_b_goes_on_with_a_three_in_a_moderate_breeze() -> None:
    game = caesar(3)
    order(game, "caesar tack port, tack port")
    (tried,) = told(game, ActionTried)
    assert (tried.difficulty, tried.needed, tried.passed) == ("moderate", 3, True)
    assert heading(game) == pytest.approx(335)


@pytest.mark.clause("2.2-tack-test", "2.6-irons")
def test_with_a_two_she_is_in_irons_bow_to_the_wind_and_her_movement_is_lost() -> None:
    game = caesar(2)
    order(game, "caesar tack port, tack port")
    found = one(game, "caesar")
    assert found.irons
    assert found.moved
    assert not found.tack
    assert heading(game) == 0
    # The second step of 45 degrees is cut after the 20 that brought the bow to the wind.
    assert found.sailed == pytest.approx(2 + 2 * 20 / 45, abs=2e-3)
    assert told(game, InIrons)[0].clause == "2.2-tack-test"


@pytest.mark.clause("2.2-tack-test")
def test_a_step_that_ends_right_in_the_eye_is_tested_there_and_not_again() -> None:
    game = caesar(3, heading=90, setting="normal")
    order(game, "caesar tack port, tack port, tack port, tack port")
    assert len(told(game, ActionTried)) == 1
    assert heading(game) == pytest.approx(270)


@pytest.mark.clause("2.2-tack-test")
def test_a_tack_that_does_not_reach_the_eye_is_not_tested_this_turn() -> None:
    game = caesar(heading=135, sail_hits=27)
    order(game, "caesar tack port, hold")
    assert not told(game, ActionTried)


@pytest.mark.clause("2.2-tack-test", "2.3")
@pytest.mark.parametrize(
    ("speed", "level"), [(1, "hard"), (2, "moderate"), (3, "moderate"), (4, "hard"), (5, "hard")]
)
def test_the_winds_speed_makes_it_moderate_or_hard(speed: int, level: str) -> None:
    game = caesar(6, heading=359, tack="starboard", setting="normal", game={"speed": speed})
    order(game, "caesar tack starboard, hold")
    assert told(game, ActionTried)[0].difficulty == level


# Small vessels


@pytest.mark.clause("2.2-small")
def test_a_brig_of_size_one_half_rotates_where_she_is() -> None:
    game = sea(ship("Fly", "british-10", at=(30, 30), heading=65), wind="N", dice=wg.Dice.of(6))
    order(game, "fly tack port 90, tack port 40, hold")
    fly = one(game, "fly")
    assert fly.pose == wg.FreePose.at(30, 30, 295)
    assert not fly.tack
    order(game, "fly straight")
    assert fly.pose.inches != (30, 30)
    assert fly.pose.degrees == 295
    assert fly.sailed == pytest.approx(2.5)


@pytest.mark.clause("2.2-small")
def test_a_rotation_uses_two_inches_and_turns_ninety_degrees_at_most() -> None:
    game = sea(ship("Fly", "british-10", heading=65), wind="N")
    assert refused(game, "fly tack port 91").clause == "2.2-small"
    assert refused(game, "fly tack port, tack port, 2.6").code == "too-far"


@pytest.mark.clause("2.2-small", "2.2-tack-test")
@pytest.mark.parametrize(("die", "fails"), [(1, True), (2, False)])
def test_her_test_is_one_level_easier(die: int, fails: bool) -> None:
    game = sea(ship("Fly", "british-10", heading=65), wind="N", dice=wg.Dice.of(die))
    order(game, "fly tack port, tack port 45")
    assert told(game, ActionTried)[0].difficulty == "easy"
    assert one(game, "fly").irons is fails
    assert (one(game, "fly").pose.degrees == 0) is fails


@pytest.mark.clause("2.2-small")
def test_a_frigate_of_size_one_tacks_by_the_t_line() -> None:
    game = sea(ship("Lively", "british-38-lively", heading=65), wind="N", dice=wg.Dice.of(6))
    assert refused(game, "lively tack port 60").clause == "2.2-small"
    order(game, "lively tack port, tack port, tack port")
    assert one(game, "lively").pose.degrees == pytest.approx(290)


# In irons


@pytest.mark.clause("2.6-irons")
def test_a_stopped_ship_head_to_wind_is_not_in_irons() -> None:
    game = caesar(heading=0, setting="stop")
    assert not one(game, "caesar").irons


@pytest.mark.clause("2.6-irons")
def test_a_ship_that_takes_her_sails_in_is_in_irons_no_more() -> None:
    game = irons(setting="stop", driven=1)
    assert not one(game, "caesar").irons
    assert not one(game, "caesar").driven


@pytest.mark.clause("2.6-irons-drift")
def test_battle_five_under_battle_sail_drifts_half_an_inch_downwind() -> None:
    game = irons(sail_hits=9)
    order(game, "caesar wait")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30.5, 0)


@pytest.mark.clause("2.6-irons-drift", "2.1-normal-bonus")
def test_battle_five_and_bonus_three_under_normal_sail_drift_eight_tenths() -> None:
    game = irons(sail_hits=9, setting="normal", driven=1)
    order(game, "caesar wait")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30.8, 0)


@pytest.mark.clause("2.6-irons-drift")
def test_her_heading_cannot_be_altered() -> None:
    game = irons(heading=20)
    decision = game.decisions[0]
    with pytest.raises(wg.IllegalCommand):
        game.submit(decision.id, {"kind": "helm", "ship": "caesar", "legs": ["wear port"]})
    order(game, "caesar wait")
    assert heading(game) == 20
    assert one(game, "caesar").pose.inches[1] == pytest.approx(30.55)


@pytest.mark.clause("2.6-irons-drift", "2.6-escape")
def test_a_failed_escape_drifts_ten_percent() -> None:
    game = irons(4)
    order(game, "caesar escape port")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30.55, 0)
    assert one(game, "caesar").irons
    assert one(game, "caesar").driven == 1


@pytest.mark.clause("2.6-irons-mast", "4.3-M", "4.3-XX")
def test_normal_sail_and_the_wind_ten_degrees_off_the_bow_lose_a_mast_on_a_six() -> None:
    game = irons(heading=10, setting="normal", game={"dice": {"irons_caesar": (6,)}})
    order(game, "caesar wait")
    assert one(game, "caesar").masts == 1
    assert told(game, Damaged)[0].clause == "2.6-irons-mast"


@pytest.mark.clause("2.6-irons-mast", "4.3-XX")
def test_a_repair_result_of_that_mast_hit_does_not_count() -> None:
    game = irons(
        heading=10, setting="normal", game={"dice": {"irons_caesar": (6,), "critical": (1,)}}
    )
    order(game, "caesar wait")
    assert one(game, "caesar").masts == 1


@pytest.mark.clause("2.6-irons-mast")
@pytest.mark.parametrize("die", range(1, 6))
def test_any_other_die_spares_it(die: int) -> None:
    game = irons(setting="normal", game={"dice": {"irons_caesar": (die,)}})
    order(game, "caesar wait")
    assert not one(game, "caesar").masts


@pytest.mark.clause("2.6-irons-mast", "1.2-rake-zones")
@pytest.mark.parametrize(
    ("more", "throws"),
    [
        ({"setting": "normal", "heading": 27.5}, True),
        ({"setting": "normal", "heading": 28}, False),
        ({"setting": "battle", "heading": 0}, False),
        ({"setting": "normal", "heading": 0, "driven": 1}, False),
    ],
)
def test_only_under_normal_sail_in_the_bow_rake_arc_and_in_the_first_turn(
    more: dict[str, Any], throws: bool
) -> None:
    game = irons(game={"dice": {"irons_caesar": (6,)}}, **more)
    order(game, "caesar wait")
    assert bool(one(game, "caesar").masts) is throws


@pytest.mark.clause("2.6-irons-mast", "1.2-rake-zones")
def test_the_arc_that_endangers_the_mast_is_the_rake_zone_as_the_table_has_it() -> None:
    class Narrow:
        @wg.hookimpl
        def look_up(self, game: wg.Game, table: str, row: int | str, column: str) -> int | None:
            return 1000 if (table, row) == ("gun-angles", "rake zone") else None

    rule = wg.HouseRule("narrow", "admiralty", "Narrow", Narrow())
    game = irons(
        heading=15,
        setting="normal",
        game={"dice": {"irons_caesar": (6,)}, "house_rules": [rule]},
    )
    order(game, "caesar wait")
    assert not one(game, "caesar").masts


# Escaping


@pytest.mark.clause("2.6-escape")
def test_head_to_wind_crew_b_needs_two_successes_to_be_out() -> None:
    game = irons(5)
    order(game, "caesar escape port")
    found = one(game, "caesar")
    assert found.irons
    assert heading(game) == 315
    assert found.turned
    assert not found.driven
    again = caesar(5, heading=315, irons=True)
    order(again, "caesar escape port")
    assert heading(again) == 270
    assert not one(again, "caesar").irons
    assert told(again, SailsDraw)[0].clause == "2.6-escape"


@pytest.mark.clause("2.6-escape")
@pytest.mark.parametrize(("die", "passes"), [(4, False), (5, True)])
def test_the_escape_is_a_hard_action(die: int, passes: bool) -> None:
    game = irons(die)
    order(game, "caesar escape starboard")
    assert (heading(game) == 45) is passes


@pytest.mark.clause("2.6-escape", "2.6-irons-drift")
def test_a_passed_escape_is_her_whole_move_of_one_step() -> None:
    game = irons(6)
    order(game, "caesar escape port")
    assert one(game, "caesar").moved
    assert one(game, "caesar").sailed == pytest.approx(2)
    assert [moved.legs for moved in told(game, Moved)] == [("escape port",)]


@pytest.mark.clause("2.6-escape", "2.1-wind-gage")
def test_she_is_out_when_the_gage_says_so_even_if_the_wind_did_it() -> None:
    game = irons(heading=90)
    assert not one(game, "caesar").irons
    order(game, "caesar straight")
    assert one(game, "caesar").sailed == pytest.approx(5.5)


@pytest.mark.clause("2.6-escape-rudder", "4.3-R")
@pytest.mark.parametrize(("die", "hits"), [(6, 1), (5, 0)])
def test_turning_backwards_out_of_irons_risks_the_rudder(die: int, hits: int) -> None:
    game = irons(6, game={"dice": {"rudder_caesar": (die,)}})
    order(game, "caesar escape port")
    assert one(game, "caesar").rudders == hits
    assert one(game, "caesar").pose.y > 30000


@pytest.mark.clause("2.6-escape-rudder")
def test_an_escape_made_forwards_is_not_checked() -> None:
    game = irons(6, game={"dice": {"rudder_caesar": (6,)}})
    order(game, "caesar escape port ahead")
    assert not one(game, "caesar").rudders
    assert one(game, "caesar").pose.y < 30000
    assert heading(game) == 315


@pytest.mark.clause("2.6-escape", "4.3-R")
def test_without_a_rudder_she_can_only_drift_or_go_astern() -> None:
    game = irons(rudders=2)
    assert refused(game, "caesar escape port").clause == "4.3-R"
    assert game.decisions[0].legal() is not None
    assert len(game.decisions[0].legal() or ()) == 2
    one_hit = irons(6, rudders=1)
    order(one_hit, "caesar escape port ahead")
    assert heading(one_hit) == pytest.approx(337.5)


# Sternway


def stopped(*dice: int, rudder: int = 1, **more: Any) -> wg.Game:
    """Caesar stopped close to an anchored ship ahead of her."""
    return sea(
        ship("Caesar", at=(30, 30), heading="E", setting="stop", **more),
        ship("Spencer", at=(34, 30), heading="N", setting="anchored"),
        wind="N",
        dice=wg.Dice.of(action_caesar=dice, rudder_caesar=(rudder,)),
    )


@pytest.mark.clause("2.2-sternway", "2.5")
def test_a_stopped_ship_that_passes_a_hard_action_goes_astern_by_a_quarter() -> None:
    game = stopped(5)
    order(game, "caesar sternway")
    assert one(game, "caesar").pose == wg.FreePose.at(30 - 5.5 / 4, 30, 90)
    assert one(game, "caesar").backing
    assert not one(game, "caesar").rudders


@pytest.mark.clause("2.2-sternway", "2.3")
def test_one_that_fails_lies_still() -> None:
    game = stopped(4)
    order(game, "caesar sternway")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30, 90)
    assert not one(game, "caesar").backing
    assert one(game, "caesar").moved


@pytest.mark.clause("2.2-sternway", "2.5")
def test_one_t_step_backwards_turns_45_degrees_over_two_inches() -> None:
    game = stopped(6)
    order(game, "caesar sternway starboard")
    found = one(game, "caesar")
    assert heading(game) == 135
    assert found.sailed == pytest.approx(2)
    assert found.pose.x < 30000


@pytest.mark.clause("2.2-sternway", "2.5", "4.3-R")
@pytest.mark.parametrize(("die", "hits"), [(6, 1), (1, 0)])
def test_after_each_such_turn_the_rudder_is_checked(die: int, hits: int) -> None:
    game = stopped(6, rudder=die)
    order(game, "caesar sternway port")
    assert one(game, "caesar").rudders == hits


@pytest.mark.clause("2.2-sternway")
def test_a_ship_that_makes_sternway_already_needs_no_throw() -> None:
    game = stopped(backing=True)
    order(game, "caesar sternway")
    assert not told(game, ActionTried)
    assert one(game, "caesar").pose.x < 30000
    still = stopped(backing=True)
    order(still, "caesar wait")
    assert not one(still, "caesar").backing


@pytest.mark.clause("2.2-sternway", "2.6-irons")
def test_a_ship_in_irons_makes_sternway_by_the_same_throw() -> None:
    game = irons(5)
    order(game, "caesar sternway")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30 + 5.5 / 4, 0)
    assert one(game, "caesar").irons
    failed = irons(4)
    order(failed, "caesar sternway")
    assert one(failed, "caesar").pose == wg.FreePose.at(30, 30.55, 0)


@pytest.mark.clause("2.5")
def test_a_stopped_ship_does_not_drift_where_there_is_no_current() -> None:
    game = sea(ship("Caesar", at=(30, 30), setting="stop"))
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30, 0)


# A tack that cannot go on, and way that is lost


@pytest.mark.clause("2.2-tacking", "4.3-R")
@pytest.mark.parametrize("hurt", [{"rudders": 1}, {"sail_hits": 72}])
def test_a_tack_that_cannot_go_on_while_the_sails_draw_is_given_up(hurt: dict[str, int]) -> None:
    game = caesar(heading=125, tack="port", **hurt)
    found = one(game, "caesar")
    assert not found.tack
    assert not found.irons
    order(game, "caesar straight")
    assert heading(game) == 125
    assert not found.turned


@pytest.mark.clause("2.2-no-sail-change", "4.3-L", "2.2-sternway")
def test_a_lock_ends_a_tack_and_sternway() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading=335, tack="port"),
        ship("Spencer", at=(33, 30), setting="stop", backing=True),
        wind="N",
        phase="sails",
    )
    lock(game, one(game, "caesar"), one(game, "spencer"))
    assert not one(game, "caesar").tack
    assert not one(game, "spencer").backing
    assert sails.barred(game, one(game, "caesar")) is None


@pytest.mark.clause("2.2-sternway", "2.6-irons")
@pytest.mark.parametrize("what", ["wait", "escape port"])
def test_a_ship_in_irons_that_drifts_makes_sternway_no_more(what: str) -> None:
    game = irons(1, backing=True)
    order(game, f"caesar {what}")
    assert one(game, "caesar").pose == wg.FreePose.at(30, 30.55, 0)
    assert not one(game, "caesar").backing


@pytest.mark.clause("2.2-anchoring", "2.2-sternway")
def test_a_ship_that_makes_sternway_is_not_stopped_enough_to_anchor() -> None:
    game = sea(ship("Caesar", setting="stop", backing=True), phase="sails")
    problem = sails.refusal(game, one(game, "caesar"), "anchor")
    assert problem is not None
    assert problem.clause == "2.2-anchoring"
    assert "sternway" in problem.reason


@pytest.mark.clause("2.6-irons-drift")
def test_in_irons_sternway_with_a_turn_is_refused_for_what_it_is() -> None:
    why = refused(irons(), "caesar sternway port")
    assert why.clause == "2.6-irons-drift"
    assert "rudder" not in why.reason
