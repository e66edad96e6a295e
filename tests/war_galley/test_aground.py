"""Running aground and getting off (6.31, 6.36), and which hexes are land (2.2)."""

from __future__ import annotations

import pytest
from battles import begun, found
from galleys import galley, one, told, where
from one_galley import Move, still

from weathergage import HEADINGS, Dice, Rolled
from weathergage.plugins import find_ruleset
from weathergage_war_galley import state, stepping
from weathergage_war_galley.aground import RanAground, TriedToGetOff
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.stepping import Exited


def alone(hex="2319", heading="N", *others, land=(), coast=(), die=1, turn=2, arrange=None, **more):
    ratings = {"speed": (4, 7), "crew": 3, "manpower": 0} | more
    return still(
        galley("5/1", hex, heading, **ratings),
        *others,
        map={"land": list(land), "coast": list(coast)},
        dice=Dice.of(aground=(die,)),
        turn=turn,
        arrange=arrange,
    )


def grounded(die=1, *others, turn=3, hex="2318", heading="N", land=("2318",), **more):
    """A galley that ran bow first onto land in turn 2, in a later turn."""

    def put(state):
        state.place(state.galleys[0], sheet_hex(hex), HEADINGS.index(heading))
        state.galleys[0].stranded = 2

    return alone("2325", heading, *others, land=land, die=die, turn=turn, arrange=put, **more)


def sheet_hex(text):
    return Sheet().parse(text)


@pytest.mark.clause("2.2")
@pytest.mark.clause("6.31")
def test_only_the_land_of_the_battle_is_land():
    move = Move(alone(land=["2317"]), "5/1", "row 2", "ahead")
    assert not one(move.game, "5/1").stranded
    move.say("starboard")
    assert where(move.game, "5/1") == "2418-2318"
    assert not one(move.game, "5/1").stranded


@pytest.mark.clause("6.31")
@pytest.mark.clause("6.13")
def test_a_bow_that_enters_land_runs_aground_and_the_rest_is_lost():
    game = alone(land=["2317"])
    move = Move(game, "5/1", "row 4", "ahead", "ahead")
    ship = one(game, "5/1")
    assert (where(game, "5/1"), ship.stranded) == ("2317-2318", 2)
    assert told(game, RanAground)[0].hex == "2317"
    assert move.rests


@pytest.mark.clause("6.31")
def test_a_stern_that_enters_land_runs_aground_too():
    game = alone(land=["2321"])
    move = Move(game, "5/1", "row 4", "back")
    assert one(game, "5/1").stranded == 2
    assert move.rests


@pytest.mark.clause("6.31")
def test_a_step_over_a_coastal_edge_runs_aground_where_the_galley_is():
    game = alone("6010", "SE", coast=["60"])
    move = Move(game, "5/1", "row 3", "ahead")
    assert (where(game, "5/1"), one(game, "5/1").stranded) == ("6010-5909", 2)
    assert move.rests
    assert not told(game, Exited)


@pytest.mark.clause("6.31")
def test_a_harbours_mouth_in_a_coastal_edge_is_no_shore():
    game = still(
        galley("5/1", "6010", "SE", manpower=0),
        map={"coast": ["60"], "open_coast": ["6010"]},
    )
    Move(game, "5/1", "row 1", "ahead")
    assert one(game, "5/1").gone == "exited"


@pytest.mark.clause("6.36")
def test_getting_off_begins_with_the_turn_after():
    assert Move(grounded(turn=2), "5/1").ask is None
    assert Move(grounded(turn=3), "5/1").may("get off")


@pytest.mark.clause("6.36")
def test_crew_3_gets_off_with_a_3_and_backs_one_hex():
    game = grounded(3)
    move = Move(game, "5/1", "get off")
    assert (where(game, "5/1"), one(game, "5/1").stranded) == ("2319-2320", 0)
    assert told(game, TriedToGetOff)[0].how == "off"
    assert move.rests


@pytest.mark.clause("6.36")
@pytest.mark.parametrize("die", [4, 5])
def test_crew_3_stays_with_a_4_or_5(die):
    game = grounded(die)
    move = Move(game, "5/1", "get off")
    assert one(game, "5/1").stranded == 2
    assert where(game, "5/1") == "2318-2319"
    assert move.rests


@pytest.mark.clause("6.36")
@pytest.mark.parametrize("crew", [1, 4])
def test_a_6_loses_the_galley_whatever_its_crew(crew):
    game = grounded(6, crew=crew)
    Move(game, "5/1", "get off")
    assert one(game, "5/1").gone == "stranded"
    assert not game.state.at


@pytest.mark.clause("6.36")
@pytest.mark.parametrize(("die", "gone"), [(1, ""), (5, ""), (6, "stranded")])
def test_a_captured_galley_never_gets_off(die, gone):
    game = grounded(die, captured="captured")
    Move(game, "5/1", "get off")
    assert one(game, "5/1").gone == gone
    assert one(game, "5/1").stranded == 2


@pytest.mark.clause("6.36")
def test_it_may_back_into_a_stern_flank_hex_and_need_not_try_at_all():
    game = grounded(1)
    move = Move(game, "5/1")
    assert {"get off", "get off back port", "get off back starboard"} <= set(move.lines)
    assert move.may("row 0")
    move.say("get off back port")
    assert where(game, "5/1") == "2319-2220"


@pytest.mark.clause("6.36")
def test_with_nothing_free_behind_it_does_not_roll():
    behind = [
        galley(code, hex, "S", manpower=0)
        for code, hex in (("5/2", "2321"), ("5/3", "2221"), ("5/4", "2421"))
    ]
    game = grounded(1, *behind)
    assert not Move(game, "5/1").may("get off")
    assert not told(game, Rolled)


@pytest.mark.clause("6.36")
def test_a_galley_aground_by_the_stern_comes_off_ahead():
    game = grounded(1, hex="2318", land=("2319", "2320", "2219", "2220", "2419", "2420", "2221"))
    move = Move(game, "5/1")
    assert {line for line in move.lines if line.startswith("get")} == {
        "get off ahead",
        "get off port",
        "get off starboard",
    }
    move.say("get off ahead")
    assert where(game, "5/1") == "2317-2318"
    assert not one(game, "5/1").stranded


@pytest.mark.clause("6.36")
@pytest.mark.clause("6.51")
def test_getting_off_next_to_an_enemy_opens_avoidance():
    game = grounded(1, galley("5/50", "2422", "S", "carthage", crew=3, manpower=0))
    assert Move(game, "5/1", "get off").seat == "carthage"


@pytest.mark.clause("6.37-immobile")
def test_a_grounded_galley_held_otherwise_too_does_not_try():
    foe = galley("5/50", "2422", "S", "carthage", manpower=0)
    assert not Move(grounded(1, foe, grappled=("5/50",)), "5/1").may("get off")
    assert not Move(grounded(1, crippled=3), "5/1").may("get off")


def test_a_side_that_wants_its_galleys_ashore_takes_them_out_of_play():
    game = still(
        galley("5/1", "2319", manpower=0),
        map={"land": ["2318"]},
        victory={"aground": {"side": "rome", "hexes": ["2318"], "points": 3}},
    )
    Move(game, "5/1", "row 1", "ahead")
    assert one(game, "5/1").gone == "ashore"
    assert told(game, RanAground)[0].ashore


@pytest.mark.clause("2.2")
def test_of_the_land_sheet_only_the_battles_own_land_counts():
    scenarios = find_ruleset("war-galley").scenarios
    arginusae, drepanum = scenarios["arginusae"].sheet, scenarios["drepanum-battle"].sheet
    assert arginusae.land
    assert drepanum.land
    assert not arginusae.land & drepanum.land


@pytest.mark.clause("5.31-fail")
@pytest.mark.clause("6.36")
def test_a_galley_that_acts_on_its_own_and_fails_does_not_get_off_next_to_an_enemy():
    near = galley("5/91", "2321", side="carthage", manpower=0)
    game = grounded(1, near)
    ways = ["get off", "get off back port", "get off back starboard"]
    assert [line for line in Move(game, "5/1").lines if line.startswith("get off")] == ways
    assert [
        line for line in Move(game, "5/1", aloof=True).lines if line.startswith("get off")
    ] == ways[1:]


@pytest.mark.clause("8.25")
@pytest.mark.clause("6.31")
def test_a_captured_transport_of_catana_is_not_kept_off_the_coast():
    table = begun("catana")
    ship = found(table, "carthage", "T/1")
    table.state.place(ship, table.rules.scenario.sheet.parse("5710"), HEADINGS.index("SE"))
    moving = table.state.moving = state.Moving(ship.n, announced=3, begun=True)
    assert stepping.refusal(table, ship, moving, "ahead").clause == "6.31"
    ship.side, ship.captured = "syracuse", "captured"
    assert stepping.refusal(table, ship, moving, "ahead") is None


@pytest.mark.clause("2.2")
@pytest.mark.clause("6.31")
def test_at_ecnomus_all_is_sea_and_only_the_edge_beyond_column_60_is_coast():
    sheet = find_ruleset("war-galley").scenarios["ecnomus"].sheet
    assert not sheet.land
    assert sheet.coast == {"60"}
