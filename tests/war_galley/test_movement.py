"""One galley's movement: points announced and spent, steps, limits of damage (6.1, 6.3, 6.6)."""

from __future__ import annotations

import pytest
from galleys import galley, one, told, where
from one_galley import Move, still

from weathergage import HEADINGS, Dice, Rolled
from weathergage_war_galley.movement import Announced, end_activation
from weathergage_war_galley.state import PORT, STARBOARD
from weathergage_war_galley.stepping import Exited, Moved, Step
from weathergage_war_galley.steps import allowance


def alone(hex="2319", heading="N", *others, code="5/1", **more):
    """A galley of Rome, Cruise 4 and Maximum 7, with others about it."""
    parts = {key: more.pop(key) for key in ("map", "wind", "arrange", "dice") if key in more}
    ratings = {"speed": (4, 7), "crew": 3, "towers": False, "manpower": 0} | more
    return still(galley(code, hex, heading, **ratings), *others, **parts)


def friend(hex, heading="N", code="5/9"):
    return galley(code, hex, heading, manpower=0)


def enemy(hex, heading="N", code="5/90", **more):
    """A galley of Carthage that is never asked for Avoidance."""
    return galley(code, hex, heading, "carthage", **{"fatigue": 1, "manpower": 0} | more)


# Points


@pytest.mark.clause("2.5-speed")
def test_a_galley_of_cruise_5_may_announce_0_to_5():
    move = Move(alone(speed=(5, 7)), "5/1")
    # The n-th on a list of choices is "row n".
    wanted = [f"row {n}" for n in (1, 2, 3, 4, 5, 0)]
    assert [line for line in move.lines if line.startswith("row")] == wanted


@pytest.mark.clause("2.1-speed")
@pytest.mark.clause("6.11")
def test_the_side_that_is_up_says_how_many_points_there_are():
    assert Move(alone(speed=(4, 6), maximum=True), "5/1").most == 6
    assert Move(alone(speed=(4, 6)), "5/1").most == 4


@pytest.mark.clause("6.13")
def test_a_liburnian_that_announces_3_must_spend_3():
    move = Move(alone(code="L2/1"), "L2/1")
    assert move.most == 4
    move.say("row 3", "ahead", "ahead")
    assert not move.rests
    complaint = move.refused("rest")
    assert (complaint.clause, complaint.code) == ("6.13", "unspent")
    move.say("ahead")
    assert move.rests
    assert told(move.game, Announced)[0].points == 3


@pytest.mark.clause("6.13")
def test_nothing_need_be_spent_and_more_than_the_allowance_cannot_be():
    move = Move(alone(), "5/1")
    assert move.refused("row 5").clause == "6.13"
    move.say("row 0")
    assert move.rests


@pytest.mark.clause("6.13")
@pytest.mark.clause("7.16-missed")
def test_when_the_target_avoids_the_rest_must_still_be_spent():
    game = still(
        galley("5/1", "2325", speed=(5, 7), manpower=0),
        galley("5/50", "2421", "NE", "carthage", crew=4, manpower=0),
    )
    move = Move(game, "5/1", "row 5", "ahead", "ahead")
    move.say("ahead")
    while move.seat == "carthage":
        move.say("avoid ahead")
    assert move.seat == "rome"
    assert not move.rests
    move.say("ahead", "ahead")
    assert move.rests


@pytest.mark.clause("6.13")
def test_points_that_cannot_be_spent_are_lost():
    others = [friend(hex, "S", f"5/{n}") for n, hex in enumerate(("2318", "2219", "2419"), 7)]
    move = Move(alone("2319", "N", *others, maximum=True), "5/1", "row 3")
    assert move.steps == []
    assert move.rests


@pytest.mark.clause("6.13-towers")
def test_towers_change_nothing_in_the_printed_speed():
    assert Move(alone(speed=(4, 6), towers=True, maximum=True), "5/1").most == 6


@pytest.mark.clause("6.14")
@pytest.mark.parametrize("points", [0, 7])
def test_a_galley_at_maximum_checks_for_fatigue_whatever_it_spends(points):
    move = Move(alone(maximum=True), "5/1", f"row {points}", *["ahead"] * points)
    move.finish()
    assert [roll.clause for roll in told(move.game, Rolled)] == ["6.42"]


@pytest.mark.clause("6.14")
def test_a_galley_that_loses_maximum_in_the_segment_checks_all_the_same():
    move = Move(alone(maximum=True), "5/1", "row 5", "ahead")
    one(move.game, "5/1").maximum = False
    move.say("ahead", "ahead", "ahead", "ahead")
    move.finish()
    assert len(told(move.game, Rolled)) == 1


@pytest.mark.clause("3.1.E1")
def test_a_galley_at_cruise_checks_no_fatigue():
    move = Move(alone(), "5/1", "row 4", *["ahead"] * 4)
    move.finish()
    assert not told(move.game, Rolled)
    assert move.game.state.moving is None


# Steps


@pytest.mark.clause("2.5-mp")
def test_a_hex_ahead_and_a_hexside_of_facing_change_take_two_points():
    move = Move(alone(), "5/1", "row 2", "ahead", "swing port bow")
    assert move.rests
    assert told(move.game, Moved)[-1].spent == 2


@pytest.mark.clause("6.32")
def test_ahead_a_turn_and_two_hexsides_in_place_take_four_points():
    move = Move(alone(), "5/1", "row 4")
    move.say("ahead", "starboard", "swing starboard bow", "swing starboard bow")
    assert move.rests
    assert one(move.game, "5/1").heading == HEADINGS.index("S")


@pytest.mark.clause("6.32")
def test_ahead_from_2319_is_2318_for_one_point():
    move = Move(alone(), "5/1", "row 1", "ahead")
    assert where(move.game, "5/1") == "2318-2319"
    assert move.rests


@pytest.mark.clause("6.32")
@pytest.mark.clause("6.33")
def test_two_hexes_backward_take_four_points():
    move = Move(alone(), "5/1", "row 4", "back", "back")
    assert where(move.game, "5/1") == "2321-2322"
    assert move.rests


@pytest.mark.clause("6.32-bow-flank")
@pytest.mark.parametrize(
    ("hex", "way", "hexes", "heading"),
    [
        ("2319", "starboard", "2419-2319", "NE"),
        ("4022", "starboard", "4121-4022", "NE"),
        ("2319", "port", "2219-2319", "NW"),
    ],
)
def test_a_step_into_a_bow_flank_hex_changes_direction(hex, way, hexes, heading):
    move = Move(alone(hex), "5/1", "row 1", way)
    assert where(move.game, "5/1") == hexes
    assert HEADINGS[one(move.game, "5/1").heading] == heading
    assert move.rests


@pytest.mark.clause("6.32-bow-flank")
def test_the_first_carthaginian_leaves_drepanum_in_four_points():
    def dock(state):
        ship = state.galleys[0]
        state.place(ship, ship.bow, HEADINGS.index("NW"))

    game = still(galley("5/1", "6016", "S", speed=(4, 7), manpower=0), arrange=dock)
    move = Move(game, "5/1", "row 4", "ahead", "ahead", "starboard", "ahead")
    assert [event.hexes[:4] for event in told(game, Moved)] == ["5915", "5815", "5814", "5813"]
    assert move.rests


@pytest.mark.clause("6.33")
def test_a_galley_that_backs_neither_moves_forward_nor_changes_facing():
    move = Move(alone(), "5/1", "row 4", "back")
    assert set(move.steps) == {"back", "back port", "back starboard"}
    for line in ("ahead", "swing port bow", "about"):
        assert move.refused(line).clause == "6.33"


@pytest.mark.clause("6.33")
@pytest.mark.parametrize("first", ["ahead", "swing port stern"])
def test_a_galley_that_has_moved_or_swung_does_not_back(first):
    move = Move(alone(), "5/1", "row 4", first)
    assert move.refused("back").clause == "6.33"


@pytest.mark.clause("6.33")
@pytest.mark.parametrize(
    ("way", "hexes", "heading"),
    [("back starboard", "2320-2421", "NW"), ("back port", "2320-2221", "NE")],
)
def test_backing_into_a_stern_flank_hex_changes_direction(way, hexes, heading):
    move = Move(alone(), "5/1", "row 2", way)
    assert where(move.game, "5/1") == hexes
    assert HEADINGS[one(move.game, "5/1").heading] == heading


@pytest.mark.clause("6.33")
def test_five_points_back_two_hexes_and_the_odd_one_is_lost():
    move = Move(alone(speed=(5, 7)), "5/1", "row 5", "back", "back")
    assert move.steps == []
    assert move.rests


@pytest.mark.clause("6.33")
@pytest.mark.clause("6.34")
@pytest.mark.clause("6.35")
@pytest.mark.clause("6.35-terms")
def test_at_maximum_a_galley_turns_only_by_moving_forward():
    move = Move(alone(maximum=True), "5/1", "row 6")
    assert move.steps == ["ahead", "port", "starboard"]
    assert move.refused("back").clause == "6.33"
    assert move.refused("swing port bow").clause == "6.34"
    assert move.refused("about").clause == "6.35"


@pytest.mark.clause("6.35-terms")
@pytest.mark.clause("7.15-speed")
def test_turning_by_movement_is_counted_and_is_no_facing_change():
    move = Move(alone(maximum=True), "5/1", "row 4", "port", "starboard", "ahead")
    assert move.game.state.moving.turns == 2
    assert not one(move.game, "5/1").swung


@pytest.mark.clause("6.34")
@pytest.mark.parametrize(
    ("hex", "way", "hexes", "heading"),
    [
        ("4022", "swing starboard bow", "4122-4023", "NE"),
        ("2319", "swing starboard bow", "2420-2320", "NE"),
        ("2319", "swing starboard stern", "2319-2220", "NE"),
    ],
)
def test_either_half_may_swing_for_a_point_a_hexside(hex, way, hexes, heading):
    move = Move(alone(hex), "5/1", "row 1", way)
    ship = one(move.game, "5/1")
    assert where(move.game, "5/1") == hexes
    assert HEADINGS[ship.heading] == heading
    assert move.rests
    assert ship.swung


@pytest.mark.clause("6.34")
def test_a_half_swings_only_into_a_midship_hex_that_is_empty_sea():
    game = alone("2319", "N", friend("2420"), map={"land": ["2220"]})
    move = Move(game, "5/1", "row 2")
    assert not [way for way in move.steps if way.startswith("swing")]
    assert move.refused("swing starboard bow").clause == "6.6"
    assert move.refused("swing port bow").clause == "6.34"


@pytest.mark.clause("6.34-square")
def test_a_one_hex_galley_turns_in_its_hex_for_a_point_a_hexside():
    game = alone("2020", code="L/1")
    move = Move(game, "L/1", "row 3", "swing starboard")
    assert (where(game, "L/1"), HEADINGS[one(game, "L/1").heading]) == ("2020", "NE")
    move.say("swing starboard")
    assert (where(game, "L/1"), HEADINGS[one(game, "L/1").heading]) == ("2020", "SE")
    assert game.state.moving.spent == 2
    assert move.refused("swing port bow").clause == "6.34-square"


@pytest.mark.clause("6.34-square")
def test_a_one_hex_galley_turns_even_where_every_hex_around_is_taken():
    others = [
        friend(hex, code=f"L/{n}")
        for n, hex in enumerate(("2019", "2119", "2120", "2021", "1920", "1919"), 2)
    ]
    move = Move(alone("2020", "N", *others, code="L/1"), "L/1", "row 2")
    assert move.steps == ["swing port", "swing starboard", "about"]


@pytest.mark.clause("6.35")
def test_a_galley_turns_around_for_two_points():
    move = Move(alone(), "5/1", "row 2", "about")
    assert where(move.game, "5/1") == "2320-2319"
    assert HEADINGS[one(move.game, "5/1").heading] == "S"
    assert move.rests


@pytest.mark.clause("6.35")
def test_no_galley_turns_around_with_an_enemy_in_2421():
    move = Move(alone("2319", "N", enemy("2421", "S")), "5/1", "row 2")
    assert move.refused("about").clause == "6.35"
    assert "about" in Move(alone("2319", "N", friend("2421", "S")), "5/1", "row 2").steps


@pytest.mark.clause("6.6")
def test_no_galley_moves_through_a_friend():
    move = Move(alone("2319", "N", friend("2318", "S")), "5/1", "row 4")
    assert move.refused("ahead").clause == "6.6"
    assert "port" in move.steps


# The edge of the map


@pytest.mark.clause("6.31")
def test_a_galley_leaves_the_map_by_an_edge_that_is_no_coast():
    game = alone("2300")
    move = Move(game, "5/1", "row 3", "ahead")
    ship = one(game, "5/1")
    assert move.ask is None
    assert (ship.gone, ship.edge) == ("exited", "00")
    assert told(game, Exited)[0].edge == "00"
    assert ship.n not in game.state.at.values()
    assert one(game, "5/1").bow in game.rules.scenario.sheet.hexes


@pytest.mark.clause("6.33")
def test_no_galley_leaves_the_map_stern_first():
    move = Move(alone("2301", "S"), "5/1", "row 4")
    assert move.refused("back").clause == "6.33"
    assert "ahead" in move.steps


# Damage


@pytest.mark.clause("6.37-immobile")
@pytest.mark.parametrize(
    "state", [{"rammed": True}, {"fouled": ("5/90",)}, {"grappled": ("5/90",)}, {"stranded": 2}]
)
def test_rammed_fouled_grappled_and_grounded_galleys_do_not_move(state):
    game = alone("2319", "N", enemy("2420"), **state)
    move = Move(game, "5/1")
    assert move.most <= 0
    assert allowance(game.state, one(game, "5/1")) == 0
    assert move.steps == []


@pytest.mark.clause("6.37-crippled")
def test_a_crippled_galley_moves_one_hex_toward_its_arrow():
    move = Move(alone(crippled=STARBOARD), "5/1")
    assert move.most == 1
    move.say("row 1")
    forward = [way for way in move.steps if not way.startswith("swing")]
    assert forward == ["starboard"]
    for line in ("ahead", "port", "swing port bow"):
        assert move.refused(line).clause == "6.37-crippled"
    move.say("starboard")
    assert where(move.game, "5/1") == "2419-2319"
    assert move.rests


@pytest.mark.clause("6.37-crippled")
@pytest.mark.clause("7.28")
def test_a_crippled_galley_may_swing_toward_its_arrow_instead():
    move = Move(alone(crippled=PORT), "5/1", "row 1")
    assert set(move.steps) == {"port", "swing port bow", "swing port stern"}
    move.say("swing port stern")
    assert move.rests


@pytest.mark.clause("6.35")
@pytest.mark.clause("6.33")
def test_a_crippled_galley_neither_backs_nor_turns_around():
    move = Move(alone(crippled=PORT), "5/1", "row 1")
    assert "back" not in move.steps
    assert "about" not in move.steps


@pytest.mark.clause("6.37-crippled")
def test_a_galley_crippled_on_both_sides_cannot_move():
    game = alone(crippled=PORT | STARBOARD)
    assert Move(game, "5/1").most <= 0


@pytest.mark.clause("6.37-half")
@pytest.mark.parametrize(("cruise", "points"), [(5, 3), (4, 2)])
def test_half_speed_is_half_the_printed_cruise_rounded_up(cruise, points):
    assert Move(alone(speed=(cruise, 7), half=True), "5/1").most == points


@pytest.mark.clause("6.37-half")
@pytest.mark.clause("7.16-collision")
def test_the_half_speed_marker_goes_at_the_end_of_the_next_activation():
    game = alone(half=True, slowed=True)
    ship = one(game, "5/1")
    end_activation(game.state, (ship.n,))
    assert ship.half
    end_activation(game.state, (ship.n,))
    assert not ship.half


@pytest.mark.clause("6.37-fatigue")
def test_fatigue_lowers_cruise_speed():
    assert Move(alone(fatigue=2), "5/1").most == 2


@pytest.mark.clause("6.37-mast")
@pytest.mark.clause("6.24")
@pytest.mark.parametrize(("cruise", "points"), [(4, 2), (5, 3)])
def test_mast_down_halves_the_printed_cruise(cruise, points):
    assert Move(alone(speed=(cruise, 7), mast_down=True), "5/1").most == points


@pytest.mark.clause("6.37-limiting")
@pytest.mark.parametrize(("fatigue", "points"), [(1, 2), (3, 1)])
def test_only_the_tightest_limit_counts(fatigue, points):
    assert Move(alone(fatigue=fatigue, half=True), "5/1").most == points


@pytest.mark.clause("5.42-confusion")
@pytest.mark.parametrize(
    ("result", "points"), [("half", 2), ("less-two", 2), ("less-one", 3), ("none", 4)]
)
def test_orders_confusion_limits_the_squadron_that_goes(result, points):
    game = alone()
    game.state.confused = result
    game.state.active = (one(game, "5/1").squadron,)
    assert Move(game, "5/1").most == points
    game.state.active = ()
    assert Move(game, "5/1").most == 4


@pytest.mark.clause("5.31-fail")
def test_an_aloof_galley_does_not_come_next_to_an_enemy():
    game = alone("2319", "N", enemy("2316"))
    move = Move(game, "5/1", "row 3", aloof=True)
    assert move.refused("ahead").clause == "5.31-fail"
    assert "back" in move.steps


# What is open along the way


def alongside(maximum=False, **more):
    """5/1 points at the midship of an enemy from its flank; neither is tired of anything."""
    foe = galley("5/90", "2319", "N", "carthage", manpower=0, **more)
    return alone("2420", "NW", foe, speed=(4, 6), maximum=maximum, ram=(6, 8))


@pytest.mark.clause("6.11")
def test_at_maximum_a_galley_may_ram_but_not_grapple_and_at_cruise_both():
    fast, slow = Move(alongside(True), "5/1", "row 0"), Move(alongside(), "5/1", "row 0")
    assert fast.may("ram 5/90")
    assert not fast.may("grapple 5/90")
    assert slow.may("ram 5/90")
    assert slow.may("grapple 5/90")


@pytest.mark.clause("6.11")
@pytest.mark.clause("6.6")
def test_only_a_galley_at_maximum_passes_through_an_enemy():
    line = [
        galley(f"5/{n}", hex, "SW", "carthage", manpower=0, fatigue=1)
        for n, hex in ((90, "2812"), (91, "2811"), (92, "2810"))
    ]

    def ways(maximum):
        move = Move(alone("2711", "NE", *line, maximum=maximum, speed=(6, 6)), "5/1", "row 6")
        assert move.refused("ahead").clause == "6.6"
        return [way for way in move.lines if way.startswith("through 5/91")]

    assert ways(True)
    assert not ways(False)


@pytest.mark.clause("6.35-terms")
def test_two_turns_by_movement_do_not_bar_a_ram():
    foe = enemy("2319", "N")
    move = Move(alone("2521", "NW", foe, maximum=True, ram=(6, 8)), "5/1", "row 4")
    move.say("starboard", "port")
    assert where(move.game, "5/1") == "2420-2520"
    assert move.game.state.moving.turns == 2
    assert move.may("ram 5/90")


@pytest.mark.clause("6.36-protection")
def test_a_grounded_galley_is_not_rammed_but_may_be_grappled_from_the_sea():
    move = Move(alongside(stranded=1), "5/1", "row 0")
    assert not move.may("ram 5/90")
    assert move.may("grapple 5/90")


@pytest.mark.clause("6.36-protection")
@pytest.mark.parametrize("stranded", [0, 1])
def test_a_grounded_galley_is_not_raked(stranded):
    foe = enemy("2319", "N", stranded=stranded)
    move = Move(alone("2422", "N", foe, ram=(6, 8)), "5/1", "row 2", "ahead", "ahead")
    assert move.may("rake 5/90") is not bool(stranded)


@pytest.mark.clause("6.37-immobile")
@pytest.mark.clause("8.32")
def test_a_galley_that_cuts_itself_loose_moves_on_with_what_is_left():
    foe = enemy("2319", "N", crew=1)
    game = alone("2420", "N", foe, crew=4, grappled=("5/90",), dice=Dice.of(6, 6))
    move = Move(game, "5/1", "cut from 5/90")
    assert move.most == 2
    move.say("row 2", "ahead", "ahead")
    assert move.rests


@pytest.mark.clause("3.1.E1")
def test_a_galley_moves_fires_moves_on_and_grapples():
    foe = enemy("2319", "N")
    move = Move(alone("2423", "N", foe, manpower=2), "5/1", "row 3")
    move.say("ahead", "ahead", "fire 5/90")
    while move.seat == "carthage":
        move.say("decline")
    assert not move.may("fire 5/90")
    move.say("ahead")
    assert not move.may("fire 5/90")
    assert move.may("grapple 5/90")


# Tow lines


def tugged(*others):
    game = still(
        galley("5/1", "2319", speed=(4, 7), manpower=0, tows="T/1"),
        galley("T/1", "2321", speed=(3, 4), towed="5/1", manpower=0),
        *others,
    )
    return game


@pytest.mark.clause("6.32")
def test_a_transport_in_tow_follows_its_tug_which_is_at_half_speed():
    game = tugged()
    move = Move(game, "5/1")
    assert move.most == 2
    move.say("row 2")
    assert move.refused("back").clause == "2.0"
    move.say("ahead", "starboard")
    assert where(game, "5/1") == "2418-2318"
    assert where(game, "T/1") == "2319"
    assert HEADINGS[one(game, "T/1").heading] == "N"
    move.finish()
    assert Move(game, "T/1").most <= 0


@pytest.mark.clause("6.32")
def test_cutting_the_tow_costs_a_point_and_frees_both():
    game = tugged()
    move = Move(game, "5/1", "cut tow")
    assert move.most == 3
    move.say("row 1", "ahead").finish()
    assert where(game, "T/1") == "2321"
    assert Move(game, "T/1").most == 3


@pytest.mark.clause("6.34")
def test_a_tug_that_swings_its_bow_after_a_step_keeps_its_transport_astern():
    game = tugged()
    Move(game, "5/1", "row 2", "ahead", "swing port bow")
    assert where(game, "5/1") == "2219-2319"
    assert where(game, "T/1") == "2320"


def test_a_tug_keeps_away_from_enemies_and_its_swings_keep_the_line():
    move = Move(tugged(enemy("2316")), "5/1", "row 2")
    assert move.refused("ahead").clause == "2.0"
    assert {"swing port bow", "swing starboard bow"} <= set(move.steps)
    assert move.refused("swing port stern").clause == "2.0"


# Notation


@pytest.mark.parametrize(
    ("line", "to"),
    [("a", "ahead"), ("Astern Port", "back port"), ("turn around", "about"), ("S", "starboard")],
)
def test_steps_may_be_written_short(line, to):
    assert Step.read(line) == {"to": to}
    assert Step.read("row 3") is None


def test_every_answer_reads_back_as_it_is_written():
    move = Move(alone(), "5/1")
    for command in move.ask.answers.legal():
        assert move.read(command.write()) == command
    move.say("row 4")
    for command in move.ask.answers.legal():
        assert move.read(command.write()) == command
    assert "swing port bow" in move.ask.answers.help()


@pytest.mark.clause("6.11")
def test_a_scenario_may_limit_the_speed_of_the_first_turn():
    limit = {"side": "rome", "galleys": ("5/1-3",), "points": 2}
    for turn, most in ((1, 2), (2, 4)):
        game = still(galley("5/1", "2319", speed=(4, 7)), turn=turn, special={"first_speed": limit})
        assert Move(game, "5/1").most == most
