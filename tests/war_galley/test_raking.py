"""Raking oars, and the Diekplus (7.2)."""

from __future__ import annotations

from typing import Any

import pytest
from galleys import one, told, where
from one_galley import still as sea
from rowing import enemy, modifiers, own, rolled, row

import weathergage as wg
from weathergage_war_galley import raking, steps
from weathergage_war_galley.state import PORT, STARBOARD

EVEN: dict[str, Any] = {"crew": 2, "speed": (4, 7), "ram": (6, 8), "defense": 8, "manpower": 0}
"""Ratings with which a rake between galleys at the same level needs 8-12."""

HIT, MISS = (6, 6), (1, 1)


def raker(hex: str, heading: str, code: str = "5/1", **more: Any) -> dict[str, Any]:
    """A Roman galley."""
    return own(code, hex, heading, **(EVEN | more))


def target(code: str = "5/2", hex: str = "2319", heading: str = "N", **more: Any) -> Any:
    """A Carthaginian galley in 2319-2320, heading N."""
    return enemy(code, hex, heading, **(EVEN | more))


def passing(*dice: int, rake: tuple[int, ...] = HIT, aim: Any = None, **more: Any) -> wg.Game:
    """A game in which 5/1, heading S in 2419-2418, is a step from raking 5/2 to starboard."""
    return sea(raker("2419", "S", **more), aim or target(), dice=wg.Dice.of(*dice, rake=rake))


# Running along a side


@pytest.mark.clause("7.21")
@pytest.mark.parametrize(
    ("hex", "heading", "allowed"),
    [
        ("2419", "S", True),  # from the bow/flank hex into the midship hex
        ("2421", "N", True),  # from the stern/flank hex
        ("2520", "NW", False),  # from elsewhere
        ("2418", "S", False),  # into the bow/flank hex only
        ("2420", "S", False),  # out of the midship hex
    ],
)
def test_a_rake_takes_a_step_into_the_midship_hex_from_an_end_of_that_side(
    hex: str, heading: str, allowed: bool
) -> None:
    game = sea(raker(hex, heading), target())
    rowing = row(game, "5/1").say("row 1", "ahead")
    assert rowing.offers("rake") == (["rake 5/2"] if allowed else [])


@pytest.mark.clause("7.21")
def test_a_turn_into_the_midship_hex_rakes_too() -> None:
    game = sea(raker("2419", "SW"), target())
    assert row(game, "5/1").say("row 1", "port").offers("rake") == ["rake 5/2"]
    assert where(game, "5/1") == "2420-2419"


@pytest.mark.clause("7.21", "6.23")
def test_a_galley_under_sail_does_not_rake() -> None:
    game = sea(raker("2419", "S", sail=True), target(), wind="S")
    assert not row(game, "5/1").say("row 1", "ahead").offers("rake")


@pytest.mark.clause("7.21")
def test_a_galley_that_backs_does_not_rake() -> None:
    game = sea(raker("2419", "N"), target())
    rowing = row(game, "5/1").say("row 2", "back")
    assert where(game, "5/1") == "2420-2421"
    assert not rowing.offers("rake")


@pytest.mark.clause("7.21")
def test_a_bow_that_swings_does_not_rake() -> None:
    game = sea(raker("2419", "SW"), target())
    rowing = row(game, "5/1").say("row 1", "swing port bow")
    assert not rowing.offers("rake")


@pytest.mark.clause("7.21")
@pytest.mark.parametrize("die", [1, 6])
def test_a_target_that_avoids_past_the_bow_is_not_raked(die: int) -> None:
    game = sea(raker("2418", "S"), target(crew=3), dice=wg.Dice.of(avoidance=(die,)))
    rowing = row(game, "5/1", asks=("6.51",)).say("row 1", "ahead", "avoid ahead")
    assert where(game, "5/2") == ("2318-2319" if die == 1 else "2319-2320")
    assert not rowing.offers("rake")


@pytest.mark.clause("7.21-small")
@pytest.mark.parametrize(
    ("hex", "heading", "step", "allowed"),
    [
        ("2119", "S", "ahead", True),
        ("2120", "N", "ahead", True),
        ("1919", "S", "ahead", True),
        ("2019", "S", "port", False),  # 2019 is its bow hex, 2119 a bow/flank hex
        ("2121", "N", "ahead", False),
    ],
)
def test_a_one_hex_galley_is_raked_between_the_two_hexes_of_one_side(
    hex: str, heading: str, step: str, allowed: bool
) -> None:
    game = sea(raker(hex, heading), target("L/2", "2020"))
    rowing = row(game, "5/1").say("row 1", step)
    assert bool(rowing.offers("rake")) is allowed


@pytest.mark.clause("7.22")
@pytest.mark.parametrize("state", [{"fatigue": 2}, {"half": True}])
def test_hampered_galleys_do_not_rake(state: dict[str, Any]) -> None:
    game = passing(**state)
    assert not row(game, "5/1").say("row 1", "ahead").offers("rake")


@pytest.mark.clause("7.22", "7.28")
def test_a_crippled_galley_does_not_rake() -> None:
    game = sea(raker("2419", "SW", crippled=PORT), target())
    rowing = row(game, "5/1").say("row 1", "port")
    assert where(game, "5/1") == "2420-2419"
    assert not rowing.offers("rake")


@pytest.mark.clause("7.22")
def test_a_galley_that_is_held_is_not_fit_to_rake() -> None:
    game = sea(raker("2419", "S", grappled=("5/2",)), target())
    assert not raking.may_rake(one(game, "5/1"))


@pytest.mark.clause("7.22")
@pytest.mark.clause("4.1")
def test_a_transport_does_not_rake() -> None:
    game = sea(raker("2419", "S", "T/1"), raker("2619", "S"))
    assert not raking.may_rake(one(game, "T/1"))
    assert raking.may_rake(one(game, "5/1"))


@pytest.mark.clause("7.23")
def test_after_a_rake_the_galley_completes_its_move() -> None:
    game = passing(rake=MISS)
    rowing = row(game, "5/1").say("row 3", "ahead", "rake 5/2")
    assert game.state.moving.left == 2
    assert not rowing.offers("rest")
    rowing.say("ahead", "ahead")
    assert where(game, "5/1") == "2422-2421"


@pytest.mark.clause("7.23")
def test_a_galley_rakes_one_and_rams_another() -> None:
    game = sea(
        raker("2419", "S"),
        target(),
        target("5/3", "2522", "NW"),
        dice=wg.Dice.of(rake=HIT, ram=(1, 1)),
    )
    rowing = row(game, "5/1").say("row 2", "ahead", "rake 5/2", "ahead")
    assert rowing.offers("ram") == []  # 2422 is the bow hex of 5/3
    game = sea(
        raker("2419", "S"),
        target(),
        target("5/3", "2422", "SW"),
        dice=wg.Dice.of(rake=HIT, ram=(1, 1)),
    )
    rowing = row(game, "5/1").say("row 3", "ahead", "rake 5/2", "ahead")
    assert rowing.offers("ram") == ["ram 5/3"]
    rowing.say("ram 5/3")
    assert one(game, "5/1").rammed_at
    assert one(game, "5/1").raked_at


@pytest.mark.clause("7.23")
@pytest.mark.parametrize(("flank", "offered"), [(STARBOARD, False), (PORT, True)])
def test_a_side_is_raked_once_in_a_move_and_the_other_side_is_another_rake(
    flank: int, offered: bool
) -> None:
    game = passing()
    rowing = row(game, "5/1").say("row 2")
    game.state.moving.raked = ((one(game, "5/2").n, flank),)
    assert bool(rowing.say("ahead").offers("rake")) is offered


@pytest.mark.clause("7.23")
def test_a_rake_is_not_offered_again_once_it_is_made() -> None:
    game = passing(rake=MISS)
    rowing = row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert not rowing.offers("rake")


@pytest.mark.clause("7.26", "8.42")
def test_the_target_may_fire_before_it_is_raked() -> None:
    game = passing(6, aim=target(manpower=4))
    rowing = row(game, "5/1", asks=("8.42",)).say("row 1", "ahead", "rake 5/2")
    assert rowing.lines == ["decline", "fire 5/1"]
    rowing.say("fire 5/1")
    assert one(game, "5/1").depletion == 1
    assert one(game, "5/2").crippled == STARBOARD


# The roll


@pytest.mark.clause("7.26")
def test_a_failed_rake_does_no_damage() -> None:
    game = passing(rake=MISS)
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert not one(game, "5/2").crippled
    assert one(game, "5/1").raked_at


@pytest.mark.clause("7.26-table")
@pytest.mark.parametrize(
    ("crew", "other", "needed"), [(2, 2, "8-12"), (3, 2, "7-12"), (2, 4, "10-12"), (4, 1, "5-12")]
)
def test_the_better_the_crew_the_wider_the_range(crew: int, other: int, needed: str) -> None:
    game = passing(crew=crew, aim=target(crew=other))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert f"({needed})" in rolled(game, "rake").purpose


@pytest.mark.clause("7.26-table", "8.25")
def test_a_captured_galley_has_crew_0() -> None:
    game = passing(aim=target(captured="captured"))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert "(6-12)" in rolled(game, "rake").purpose


@pytest.mark.clause("7.27")
def test_a_quadrireme_at_six_rakes_a_quinquereme_at_seven_with_one_less() -> None:
    game = sea(raker("2419", "S", "4/1", speed=(4, 6), maximum=True), target(maximum=True))
    row(game, "4/1").say("row 1", "ahead", "rake 5/2")
    assert modifiers(game, "rake") == -1


@pytest.mark.clause("7.27")
def test_a_faster_galley_rakes_a_grappled_one_at_cruise_with_two_more() -> None:
    game = sea(
        raker("2419", "S", speed=(4, 6), maximum=True),
        target(speed=(5, 7), grappled=("5/3",)),
        own("5/3", "2220", "N", **EVEN),
    )
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert modifiers(game, "rake") == 2


@pytest.mark.clause("7.27")
@pytest.mark.parametrize(
    ("state", "total"),
    [
        ({"fatigue": 1, "half": True}, 1),
        ({"fatigue": 1, "crippled": PORT}, 2),
        ({"fatigue": 1, "rammed": True}, 0),
    ],
)
def test_tired_and_crippled_targets_are_easier_to_rake(state: dict[str, Any], total: int) -> None:
    game = passing(aim=target(**state))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert modifiers(game, "rake") == total


@pytest.mark.clause("7.27", "6.25")
def test_only_printed_speeds_count_and_not_the_wind() -> None:
    game = sea(raker("2419", "S", speed=(6, 8)), target(sail=True, speed=(6, 8)), wind="N")
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert modifiers(game, "rake") == 0


# What it does


@pytest.mark.clause("7.28")
@pytest.mark.parametrize(
    ("hex", "heading", "flank"), [("2419", "S", STARBOARD), ("2221", "N", PORT)]
)
def test_the_arrow_points_to_the_flank_that_was_raked(hex: str, heading: str, flank: int) -> None:
    game = sea(raker(hex, heading), target(), dice=wg.Dice.of(rake=HIT))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert one(game, "5/2").crippled == flank


@pytest.mark.clause("7.28", "6.12-flip")
def test_crippling_takes_fatigue_and_half_speed_off_and_flips_to_cruise() -> None:
    game = passing(aim=target(fatigue=2, half=True))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    galley = one(game, "5/2")
    assert (galley.fatigue, galley.half, galley.crippled) == (0, False, STARBOARD)
    game = passing(aim=target(maximum=True, crew=1))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert not one(game, "5/2").maximum


@pytest.mark.clause("7.28")
def test_a_second_rake_of_the_same_side_changes_nothing() -> None:
    game = passing(aim=target(crippled=STARBOARD))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert one(game, "5/2").crippled == STARBOARD
    assert steps.allowance(game.state, one(game, "5/2")) == 1


@pytest.mark.clause("7.28")
def test_a_galley_crippled_to_both_sides_cannot_move() -> None:
    game = passing(aim=target(crippled=PORT))
    row(game, "5/1").say("row 1", "ahead", "rake 5/2")
    assert one(game, "5/2").crippled == PORT + STARBOARD
    assert steps.allowance(game.state, one(game, "5/2")) == 0


@pytest.mark.clause("7.28", "6.37-crippled")
def test_a_crippled_galley_goes_one_hex_or_turns_toward_its_arrow() -> None:
    game = sea(raker("2319", "N", crippled=STARBOARD, defense=8), target(hex="4010"))
    rowing = row(game, "5/1")
    assert rowing.offers("row") == ["row 1", "row 0"]
    rowing.say("row 1")
    assert sorted(rowing.lines) == ["starboard", "swing starboard bow", "swing starboard stern"]
    assert one(game, "5/1").counter.defense == 8
    rowing.say("starboard")
    assert where(game, "5/1") == "2419-2319"


@pytest.mark.clause("7.28")
def test_a_crippled_galley_may_still_grapple() -> None:
    game = sea(raker("2420", "N", crippled=STARBOARD, manpower=4), target())
    assert row(game, "5/1").say("row 0").offers("grapple") == ["grapple 5/2"]


# The Diekplus


LINE = {"5/3": "2812", "5/2": "2811", "5/4": "2810"}
"""The line abreast of the example, heading SW: bows in these hexes, 5/2 is A."""


def line(*things: Any, dice: wg.Dice | None = None, **aim: Any) -> wg.Game:
    """The worked example: the line abreast, and 5/1 in 2512-2413 at Maximum with 6 MP."""
    ships = [target(code, hex, "SW", **aim) for code, hex in LINE.items()]
    mover = raker("2512", "NE", speed=(4, 6), maximum=True)
    return sea(mover, *ships, *things, dice=dice or wg.Dice.of(rake=HIT))


WAYS = [
    "through 5/2 to port raking 5/2",
    "through 5/2 to port raking 5/4",
    "through 5/2 to starboard raking 5/2",
    "through 5/2 to starboard raking 5/3",
]


@pytest.mark.clause("2.5-line-abreast")
def test_the_galleys_of_the_example_are_in_line_abreast() -> None:
    game = line()
    state = game.state
    first, middle, last = (one(game, code) for code in LINE)
    assert where(game, "5/2") == "2811-2910"
    assert raking.neighbours(state, middle, PORT) == [first]
    assert raking.neighbours(state, middle, STARBOARD) == [last]
    assert raking.neighbours(state, first, STARBOARD) == [middle]
    assert raking.neighbours(state, first, PORT) == []


@pytest.mark.clause("7.24", "7.25", "7.28", "6.6")
def test_the_worked_diekplus_ends_in_3109_with_its_stern_in_3010() -> None:
    game = line()
    rowing = row(game, "5/1").say("row 6", "ahead", "ahead")
    assert where(game, "5/1") == "2711-2612"
    assert rowing.offers("through") == WAYS
    rowing.say("through 5/2 to starboard raking 5/2")
    assert where(game, "5/1") == "3109-3010"
    assert one(game, "5/2").crippled == PORT
    assert where(game, "5/2") == "2811-2910"
    assert not rowing.offers("ahead")
    assert not rowing.offers("rake")


@pytest.mark.clause("7.25")
@pytest.mark.parametrize(
    ("way", "code", "flank"),
    [
        (WAYS[0], "5/2", STARBOARD),
        (WAYS[1], "5/4", PORT),
        (WAYS[2], "5/2", PORT),
        (WAYS[3], "5/3", STARBOARD),
    ],
)
def test_either_galley_of_the_gap_is_raked_on_the_side_of_the_gap(
    way: str, code: str, flank: int
) -> None:
    game = line()
    row(game, "5/1").say("row 6", "ahead", "ahead", way)
    assert {galley.counter.code: galley.crippled for galley in game.state.galleys} == {
        "5/1": 0,
        "5/2": 0,
        "5/3": 0,
        "5/4": 0,
    } | {code: flank}


@pytest.mark.clause("7.25")
def test_five_points_do_not_take_it_clear() -> None:
    game = line()
    assert not row(game, "5/1").say("row 5", "ahead", "ahead").offers("through")


@pytest.mark.clause("7.25")
def test_a_galley_in_3109_bars_the_way_to_six_points() -> None:
    game = line(target("5/5", "3208", "NE"))
    game.state.place(one(game, "5/5"), game.rules.scenario.sheet.parse("3109"), 2)
    assert not row(game, "5/1").say("row 6", "ahead", "ahead").offers("through")


@pytest.mark.clause("7.25")
def test_with_more_points_it_goes_on_to_the_next_empty_place() -> None:
    game = sea(
        raker("2711", "NE", speed=(4, 7), maximum=True),
        *(target(code, hex, "SW") for code, hex in LINE.items()),
        target("5/5", "3010", "N"),
        dice=wg.Dice.of(rake=HIT),
    )
    rowing = row(game, "5/1").say("row 5", WAYS[0])
    assert where(game, "5/1") == "3209-3109"
    assert game.state.moving.left == 0
    assert not rowing.offers("ahead")


@pytest.mark.clause("7.24")
def test_entering_the_bow_hex_by_a_turn_allows_no_passage() -> None:
    game = sea(
        raker("2612", "N", speed=(4, 7), maximum=True),
        *(target(code, hex, "SW") for code, hex in LINE.items()),
    )
    rowing = row(game, "5/1").say("row 7", "starboard")
    assert where(game, "5/1") == "2711-2612"
    assert not rowing.offers("through")


@pytest.mark.clause("7.24")
def test_a_galley_that_starts_in_the_bow_hex_may_pass() -> None:
    game = sea(
        raker("2711", "NE", speed=(4, 7), maximum=True),
        *(target(code, hex, "SW") for code, hex in LINE.items()),
    )
    assert row(game, "5/1").say("row 4").offers("through") == WAYS


@pytest.mark.clause("7.24", "6.11")
def test_at_cruise_there_is_no_passage() -> None:
    game = sea(
        raker("2711", "NE", speed=(6, 7)),
        *(target(code, hex, "SW") for code, hex in LINE.items()),
    )
    assert not row(game, "5/1").say("row 6").offers("through")


@pytest.mark.clause("7.24", "7.28")
def test_a_galley_with_both_flanks_open_is_not_passed_through() -> None:
    game = sea(raker("2711", "NE", maximum=True), target(hex="2811", heading="SW"))
    assert not row(game, "5/1").say("row 7").offers("through")


@pytest.mark.clause("7.24")
def test_the_passage_may_lead_through_from_astern() -> None:
    game = sea(
        raker("2711", "NE", maximum=True),
        target("5/2", "2910", "NE"),
        target("5/3", "2911", "NE"),
        dice=wg.Dice.of(rake=HIT),
    )
    rowing = row(game, "5/1").say("row 4")
    assert rowing.offers("through") == [
        "through 5/2 to starboard raking 5/2",
        "through 5/2 to starboard raking 5/3",
    ]
    rowing.say("through 5/2 to starboard raking 5/2")
    assert one(game, "5/2").crippled == STARBOARD


@pytest.mark.clause("7.25")
def test_one_hex_galleys_are_passed_in_two_hexes_and_what_gets_clear_beyond() -> None:
    game = sea(
        raker("2711", "NE", maximum=True),
        target("L/2", "2811", "SW"),
        target("L/3", "2812", "SW"),
        dice=wg.Dice.of(rake=HIT),
    )
    row(game, "5/1").say("row 3", "through L/2 to starboard raking L/2")
    assert where(game, "5/1") == "3010-2910"
    game = sea(
        own("L/1", "2711", "NE", **EVEN, maximum=True),
        target("L/2", "2811", "SW"),
        target("L/3", "2812", "SW"),
        dice=wg.Dice.of(rake=HIT),
    )
    row(game, "L/1").say("row 2", "through L/2 to starboard raking L/3")
    assert where(game, "L/1") == "2910"
    assert one(game, "L/3").crippled == STARBOARD


@pytest.mark.clause("7.25", "6.13")
def test_points_left_after_the_passage_are_still_to_be_spent_and_may_turn() -> None:
    game = sea(
        raker("2711", "NE", speed=(4, 7), maximum=True),
        *(target(code, hex, "SW") for code, hex in LINE.items()),
    )
    rowing = row(game, "5/1").say("row 6", WAYS[2])
    assert game.state.moving.left == 2
    assert not rowing.offers("rest")
    assert rowing.offers("port") == ["port"]


@pytest.mark.clause("7.24", "6.51", "7.26")
def test_a_target_that_avoids_leaves_nothing_to_pass_and_the_move_goes_on() -> None:
    game = line(dice=wg.Dice.of(avoidance=(1,)), crew=3)
    rowing = row(game, "5/1", asks=("6.51",)).say("row 6", "ahead", "ahead")
    while rowing.ask.clause == "6.51":
        rowing.say("decline")
    rowing.say(WAYS[0])
    while rowing.ask.about != "5/2":
        rowing.say("decline")
    rowing.say("avoid back")
    while not rowing.over and rowing.ask.clause == "6.51":
        rowing.say("decline")
    assert where(game, "5/1") == "2711-2612"
    assert not one(game, "5/1").raked_at
    assert game.state.moving.left == 4
    assert told(game, raking.PassedThrough)[-1].hexes == ""
    assert rowing.offers("ahead") == ["ahead"]


@pytest.mark.clause("7.25", "6.51")
def test_those_beyond_the_line_may_avoid_the_galley_that_comes_through() -> None:
    game = line(target("5/5", "3209", "N"), crew=1)
    rowing = row(game, "5/1", asks=("6.51",)).say("row 6", "ahead", "ahead")
    asked = []
    while not rowing.over:
        if rowing.ask.clause == "6.51":
            asked.append(rowing.ask.about)
            rowing.say("decline")
        else:
            rowing.say(WAYS[0] if rowing.offers("through") else "rest")
    assert "5/5" in asked


@pytest.mark.clause("7.25", "6.7")
def test_a_galley_whose_bow_it_crosses_beyond_the_line_may_ram_it() -> None:
    ships = [target(code, hex, "SW") for code, hex in LINE.items()]
    game = sea(
        raker("2711", "NE", maximum=True),
        *ships,
        target("5/5", "3108", "S"),
        dice=wg.Dice.of(rake=HIT, reaction=(1,), ram=(6, 6)),
        options={"reaction_ram": True},
    )
    rowing = row(game, "5/1").say("row 6", WAYS[0])
    assert where(game, "5/1") == "3109-3010"
    assert rowing.ask.about == "5/5"
    rowing.say("ram 5/1")
    assert one(game, "5/1").rammed
    assert not rowing.offers("ahead")


# How it is written


def test_commands_are_read_as_they_are_written() -> None:
    command = raking.PassThrough(through="5/11", to="port", target="green 5/12")
    assert command.write() == "through 5/11 to port raking green 5/12"
    assert raking.PassThrough(**raking.PassThrough.read(command.write()) or {}) == command
    assert raking.Rake.read("Rake cat3/2") == {"target": "cat3/2"}
    assert raking.Rake.read("ram 5/2") is None
    assert raking.PassThrough.read("rake 5/2") is None
    with pytest.raises(ValueError, match="which galley"):
        raking.Rake.read("rake")
    with pytest.raises(ValueError, match="the whole of it"):
        raking.PassThrough.read("through 5/11")
