"""Missile fire: arcs, ranges, dice, divided fire, fire in reaction, towers and Depletion."""

from __future__ import annotations

import pytest
from fighting import Talk, acting, battle, drm, lines, punic, read, rolled, roman
from galleys import one, one_of, told

import weathergage as wg
from weathergage_war_galley import missiles, movement
from weathergage_war_galley.missiles import COMMANDS, Depleted, Fire, Fired, Jettison, Split
from weathergage_war_galley.stepping import most_points
from weathergage_war_galley.steps import allowance


def facing(hex, heading="N", dice=None, own=None, special=None, **target):
    """5/1, heading N in 2319-2320, and an enemy 5/51."""
    return battle(
        roman("5/1", "2319", **{"manpower": 5, **(own or {})}),
        punic("5/51", hex, heading, **{"manpower": 3, **target}),
        dice=dice,
        special=special or {},
    )


def offered(game, code="5/1", ended=False):
    acting(game, code, ended)
    return lines(missiles.offers(game, one(game, code)))


def fire(game, line, code="5/1"):
    """An active galley fires; what it then asks."""
    acting(game, code)
    return Talk(missiles.perform(game, one(game, code), read(COMMANDS, line)))


def react(game, why, active="5/1", target="5/51"):
    return Talk(missiles.reaction(game, one(game, active), one(game, target), why))


def modifiers(game, firer="5/1", target="5/51"):
    return drm(missiles.modifiers(game, one(game, firer), one(game, target)))


# Arcs and ranges


@pytest.mark.clause("8.41")
@pytest.mark.parametrize(("hex", "heading"), [("2318", "S"), ("2321", "N")])
def test_bow_and_stern_hexes_are_closed_to_ordinary_missiles(hex, heading):
    assert offered(facing(hex, heading)) == []


@pytest.mark.clause("8.41")
@pytest.mark.clause("8.51")
@pytest.mark.parametrize(("hex", "heading"), [("2318", "S"), ("2321", "N")])
def test_flame_missiles_go_through_bow_and_stern_too(hex, heading):
    assert offered(facing(hex, heading, own={"flame": True})) == ["fire 5/51 with flame"]


@pytest.mark.clause("8.41")
@pytest.mark.parametrize("hex", ["2418", "2419", "2420", "2421", "2218", "2220", "2221"])
def test_every_flank_hex_is_open(hex):
    assert offered(facing(hex)) == ["fire 5/51"]


@pytest.mark.clause("8.41")
@pytest.mark.parametrize("hex", ["2518", "2519", "2521", "2119", "2120"])
def test_two_hexes_away_through_a_flank_hex_is_within_range(hex):
    game = facing(hex)
    assert offered(game) == ["fire 5/51"]
    assert modifiers(game) == -1


@pytest.mark.clause("8.41")
def test_three_hexes_away_is_out_of_range():
    assert offered(facing("2619")) == []


@pytest.mark.clause("8.41")
def test_two_hexes_right_ahead_is_no_flank_shot():
    assert offered(facing("2316")) == []


@pytest.mark.clause("8.41")
def test_only_the_hexsides_of_the_firer_count():
    # 5/51 points at the stern half of 5/1, which has it in a stern/flank hex.
    game = facing("2421", "NW")
    assert offered(game) == ["fire 5/51"]
    assert react(game, "ram").over


@pytest.mark.clause("8.41")
def test_one_hex_galleys_fire_through_their_four_flanks():
    firer = roman("T/1", "2020", "N", manpower=3)
    for hex, found in [
        ("2019", []),
        ("2119", ["fire L/51"]),
        ("1920", ["fire L/51"]),
        ("2021", []),
    ]:
        game = battle(firer, punic("L/51", hex, manpower=0, hexes=1))
        assert offered(game, "T/1") == found


@pytest.mark.clause("8.46")
def test_one_empty_hex_between_is_enough():
    between = roman("5/2", "2419")
    game = battle(roman("5/1", "2319", manpower=5), between, punic("5/51", "2519"))
    assert offered(game) == ["fire 5/51"]


@pytest.mark.clause("8.46")
def test_fire_is_blocked_when_ships_fill_all_hexes_between():
    game = battle(
        roman("5/1", "2319", manpower=5),
        roman("5/2", "2419"),
        roman("5/3", "2421"),
        punic("5/51", "2519"),
    )
    assert offered(game) == []


@pytest.mark.clause("8.46")
def test_land_does_not_block():
    game = battle(
        roman("5/1", "2319", manpower=5),
        punic("5/51", "2519"),
        map={"land": ["2419", "2420", "2421"]},
    )
    assert offered(game) == ["fire 5/51"]


@pytest.mark.clause("8.52")
def test_flame_does_not_reach_two_hexes():
    assert offered(facing("2519", own={"flame": True})) == ["fire 5/51"]
    assert offered(facing("2420", own={"flame": True})) == ["fire 5/51", "fire 5/51 with flame"]


# When


@pytest.mark.clause("8.42")
@pytest.mark.clause("3.1.E1")
def test_a_galley_fires_once_in_its_movement_segment():
    game = facing("2420", manpower=0)
    assert offered(game, ended=False) == ["fire 5/51"]
    assert fire(game, "fire 5/51").over
    assert one(game, "5/1").fired
    assert offered(game) == []
    assert offered(game, ended=True) == []


@pytest.mark.clause("3.1.E1")
@pytest.mark.clause("8.42")
def test_it_moves_fires_moves_on_and_grapples():
    game = battle(
        roman("5/1", "2321", manpower=5, crew=4, speed=(4, 7)),
        punic("5/51", "2420", manpower=0, fatigue=2),
    )
    talk = Talk(movement.move(game, one(game, "5/1")))
    talk.say("row 2", "ahead", "fire 5/51")
    assert "fire 5/51" not in talk.lines
    talk.say("ahead")
    assert talk.lines == ["grapple 5/51", "rest"]


@pytest.mark.clause("8.42")
def test_nobody_fires_at_one_that_only_passes_by():
    game = battle(
        roman("5/1", "2322", manpower=0, fatigue=1, speed=(4, 7)),
        punic("5/51", "2420", manpower=5, fatigue=2),
    )
    talk = Talk(movement.move(game, one(game, "5/1")))
    talk.say("row 3", "ahead", "ahead", "ahead")
    assert talk.ask.seat == "rome"
    assert not told(game, Fired)


@pytest.mark.clause("8.42")
@pytest.mark.clause("7.16-rammed")
def test_a_rammed_galley_fires_only_at_its_rammer():
    game = battle(
        roman("5/1", "2319", manpower=5, rammed=True, rammer="5/52"),
        punic("5/51", "2420"),
        punic("5/52", "2220"),
    )
    assert offered(game) == ["fire 5/52"]
    assert react(game, "grapple", "5/51", "5/1").over
    assert react(game, "grapple", "5/52", "5/1").lines == ["decline", "fire 5/52"]


@pytest.mark.clause("8.42")
@pytest.mark.parametrize("why", ["grapple", "ram", "rake"])
def test_a_galley_may_fire_at_an_adjacent_attacker(why):
    game = facing("2420", dice=wg.Dice.of(5))
    talk = react(game, why)
    assert (talk.ask.seat, talk.ask.clause) == ("carthage", "8.42")
    talk.say("fire 5/1")
    assert talk.over
    assert one(game, "5/1").depletion == 1


@pytest.mark.clause("8.42")
@pytest.mark.parametrize("why", ["grapple", "ram", "rake"])
def test_others_next_to_an_attacker_may_fire_at_it_after_its_target(why):
    game = battle(
        roman("5/1", "2319", manpower=4),
        punic("5/51", "2420", manpower=3),
        punic("5/52", "2220", manpower=3),
        punic("5/53", "2218", "NW", manpower=3, reacted=1),
        punic("5/54", "2519", manpower=3),
        dice=wg.Dice.of(5, 5),
    )
    talk = react(game, why, target="5/52")
    assert (talk.ask.about, talk.lines) == ("5/52", ["decline", "fire 5/1"])
    talk.say("fire 5/1")
    assert (talk.ask.about, talk.lines) == ("5/51", ["decline", "fire 5/1"])
    assert talk.ask.prompt == f"5/1 is about to {why} 5/52: Reaction Fire by 5/51?"
    talk.say("fire 5/1")
    assert talk.over
    assert one(game, "5/1").manpower == 2


@pytest.mark.clause("8.42")
def test_who_is_not_fired_at_does_not_fire_back():
    game = battle(
        roman("5/1", "2319", manpower=2), punic("5/51", "2420"), punic("5/52", "2220"),
        dice=wg.Dice.of(1, 1),
    )  # fmt: skip
    talk = fire(game, "fire 5/51")
    assert talk.ask.about == "5/51"
    assert talk.say("decline").over


@pytest.mark.clause("8.42")
def test_an_attacker_at_two_hexes_is_not_adjacent():
    assert react(facing("2519"), "grapple").over


@pytest.mark.clause("8.42")
@pytest.mark.clause("8.41")
def test_an_attacker_in_its_bow_hex_gets_only_flame():
    assert react(facing("2421", "NW"), "ram").over
    game = facing("2421", "NW", flame=True)
    assert react(game, "ram").lines == ["decline", "fire 5/1 with flame"]


@pytest.mark.clause("8.42")
def test_it_reacts_once_in_each_activation():
    game = facing("2420")
    react(game, "rake").say("fire 5/1")
    assert react(game, "ram").over
    game.state.activation += 1
    assert react(game, "ram").lines == ["decline", "fire 5/1"]


@pytest.mark.clause("8.42")
def test_declining_leaves_the_reaction_for_later_in_the_activation():
    game = facing("2420")
    react(game, "rake").say("decline")
    assert not react(game, "ram").over


@pytest.mark.clause("8.42")
def test_nobody_is_asked_whose_fire_can_have_no_effect():
    assert react(facing("2420", manpower=0), "grapple").over
    assert not react(facing("2420", manpower=0, own={"crippled": 1}), "grapple").over


@pytest.mark.clause("8.42-reaction")
@pytest.mark.clause("8.63")
def test_both_fire_with_what_they_had_before():
    game = facing("2420", manpower=1, own={"manpower": 1}, dice=wg.Dice.of(6, 6))
    fire(game, "fire 5/51").say("fire 5/1")
    assert [(shot.galley, shot.manpower, shot.result) for shot in told(game, Fired)] == [
        ("5/1", 1, "D"),
        ("5/51", 1, "D"),
    ]
    assert (one(game, "5/1").manpower, one(game, "5/51").manpower) == (0, 0)


@pytest.mark.clause("8.42-reaction")
def test_one_fired_at_over_two_hexes_may_fire_back():
    assert fire(facing("2519"), "fire 5/51").lines == ["decline", "fire 5/1"]


@pytest.mark.clause("8.63")
def test_reaction_to_an_attack_takes_effect_before_it():
    game = facing("2420", own={"manpower": 2}, dice=wg.Dice.of(5, 6))
    react(game, "grapple").say("fire 5/1")
    fire(game, "fire 5/51")
    assert told(game, Fired)[-1].manpower == 1


# Divided fire


def two_targets(manpower, **own):
    return battle(
        roman("5/1", "2319", manpower=manpower, **own),
        punic("5/51", "2420", manpower=0),
        punic("5/52", "2220", manpower=0),
    )


@pytest.mark.clause("8.43")
@pytest.mark.clause("8.44-table")
def test_m2_fires_in_the_column_1_2_at_each_of_two():
    game = two_targets(2)
    assert offered(game, ended=True) == ["fire 5/51", "fire 5/52", "fire 5/51 1, 5/52 1"]
    fire(game, "fire 5/51 1, 5/52 1")
    assert [shot.manpower for shot in told(game, Fired)] == [1, 1]
    assert missiles.column(1) == missiles.column(2) == 1
    assert game.rules.tables["missiles"].columns[1] == "1-2"


@pytest.mark.clause("8.43")
def test_m3_divides_1_and_2_either_way():
    assert offered(two_targets(3), ended=True)[2:] == [
        "fire 5/51 1, 5/52 2",
        "fire 5/51 2, 5/52 1",
    ]


@pytest.mark.clause("8.43")
def test_m1_does_not_divide():
    assert offered(two_targets(1), ended=True) == ["fire 5/51", "fire 5/52"]


@pytest.mark.clause("8.43")
def test_only_at_the_end_of_its_movement_does_it_divide():
    assert offered(two_targets(3), ended=False) == ["fire 5/51", "fire 5/52"]


@pytest.mark.clause("8.43")
def test_flame_may_be_divided_too():
    assert "fire 5/51 1, 5/52 1 with flame" in offered(two_targets(2, flame=True), ended=True)


@pytest.mark.clause("8.43")
def test_reaction_fire_is_not_divided():
    game = battle(
        roman("5/1", "2319", manpower=5),
        punic("5/51", "2420", manpower=4),
        roman("5/2", "2520", manpower=4),
    )
    assert react(game, "ram").lines == ["decline", "fire 5/1"]


@pytest.mark.clause("8.43")
def test_three_targets_of_m4_share_in_every_way():
    found = missiles.splits(("a", "b", "c"), 4, False)
    assert len(found) == 3 * 3 + 3
    assert all(sum(split.shares.values()) == 4 and min(split.shares.values()) for split in found)


# The roll


@pytest.mark.clause("8.44")
def test_engines_at_two_hexes_at_a_grappled_target_add_one():
    game = battle(
        roman("5/1", "2319", engines=True),
        punic("5/51", "2519", grappled=("5/2",)),
        roman("5/2", "2619"),
    )
    assert modifiers(game) == 1
    assert len(missiles.modifiers(game, one(game, "5/1"), one(game, "5/51"))) == 3


@pytest.mark.clause("8.44")
@pytest.mark.clause("8.47")
@pytest.mark.clause("2.1-towers")
def test_towers_give_height_over_a_galley_without():
    game = facing("2420", own={"towers": True})
    assert (modifiers(game), modifiers(game, "5/51", "5/1")) == (1, -1)
    both = facing("2420", own={"towers": True}, towers=True)
    assert (modifiers(both), modifiers(both, "5/51", "5/1")) == (0, 0)


@pytest.mark.clause("8.47")
def test_captured_galleys_keep_their_towers():
    assert modifiers(facing("2420", own={"towers": True, "captured": "captured"})) == 1


@pytest.mark.clause("8.47")
def test_where_all_have_towers_nobody_has_the_height():
    assert modifiers(facing("2420", own={"towers": True}, special={"level": True})) == 0


@pytest.mark.clause("8.44")
@pytest.mark.parametrize(
    ("own", "target", "found"),
    [
        ({}, {}, 0),
        ({"engines": True}, {}, 1),
        ({"sail": True}, {}, -1),
        ({}, {"rammed": True}, 1),
        ({}, {"crippled": 2}, 1),
        ({}, {"rammed": True, "crippled": 1}, 1),
    ],
)
def test_each_modifier(own, target, found):
    assert modifiers(facing("2420", own=own, **target)) == found


@pytest.mark.clause("8.44")
def test_a_fouled_target_adds_one():
    game = battle(
        roman("5/1", "2319"), roman("5/2", "2519"), punic("5/51", "2420", fouled=("5/2",))
    )
    assert modifiers(game) == 1


@pytest.mark.clause("2.1-engines")
def test_a_3_with_engines_counts_as_4():
    game = facing("2420", own={"engines": True, "manpower": 5}, manpower=0, dice=wg.Dice.of(3))
    fire(game, "fire 5/51")
    (roll,) = rolled(game, "8.44")
    assert (roll.faces, roll.result) == ((3,), 4)
    assert told(game, Fired)[0].result == "D"


@pytest.mark.clause("8.44-table")
@pytest.mark.clause("8.64")
@pytest.mark.clause("8.25-use")
def test_m0_has_a_column_of_its_own():
    table = wg.load_tables(_folder())["missiles"]
    assert [table.look_up(roll, "0") for roll in (1, 6, 7, 9)] == ["none", "none", "D", "D"]
    assert [missiles.column(m) for m in (0, 1, 2, 3, 4, 5, 6, 7, 12)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def _folder():
    from pathlib import Path

    import weathergage_war_galley

    return Path(weathergage_war_galley.__file__).parent / "tables"


@pytest.mark.clause("8.25-use")
@pytest.mark.clause("8.64")
def test_a_captured_galley_fires_with_m0():
    game = facing("2420", own={"captured": "recaptured"}, crippled=1, dice=wg.Dice.of(6))
    fire(game, "fire 5/51").say("decline")
    assert (told(game, Fired)[0].manpower, one(game, "5/51").depletion) == (0, 1)


@pytest.mark.clause("8.45")
def test_the_f_means_nothing_to_ordinary_missiles():
    game = facing("2420", own={"manpower": 5, "flame": True}, manpower=0, dice=wg.Dice.of(6, 6))
    fire(game, "fire 5/51")
    target = one(game, "5/51")
    assert (target.depletion, target.fire) == (1, False)
    assert told(game, Fired)[0].result == "D"
    assert not rolled(game, "8.51")


@pytest.mark.clause("8.45")
@pytest.mark.clause("8.51")
def test_the_f_of_flame_missiles_brings_a_depletion_and_a_second_roll():
    game = facing("2420", own={"manpower": 5, "flame": True}, manpower=0, dice=wg.Dice.of(6, 4))
    fire(game, "fire 5/51 with flame")
    target = one(game, "5/51")
    assert (target.depletion, target.fire) == (1, True)
    assert len(rolled(game, "8.51")) == 1


@pytest.mark.clause("8.45")
def test_no_effect_is_the_other_result():
    game = facing("2420", manpower=0, dice=wg.Dice.of(2))
    fire(game, "fire 5/51")
    assert (told(game, Fired)[0].result, one(game, "5/51").depletion) == ("none", 0)


# Towers overboard


def towered(maximum, **more):
    """A galley with towers, Maximum 6, next to an enemy."""
    own = {"towers": True, "speed": (4, 6), "maximum": maximum, "manpower": 5, **more}
    return facing("2420", own=own, manpower=0)


def jettison(game, **more):
    moving = acting(game, "5/1", **more)
    assert Talk(missiles.perform(game, one(game, "5/1"), Jettison())).over
    return moving


@pytest.mark.clause("8.48")
@pytest.mark.clause("6.13-towers")
def test_thrown_at_the_start_they_raise_maximum_6_to_7_and_cost_1():
    game = towered(True)
    assert allowance(game.state, one(game, "5/1")) == 6
    moving = jettison(game, ended=False)
    assert allowance(game.state, one(game, "5/1")) == 7
    assert (moving.fee, most_points(game, one(game, "5/1"), moving)) == (1, 6)


@pytest.mark.clause("8.48")
def test_thrown_in_mid_movement_they_are_paid_out_of_the_raised_allowance():
    moving = jettison(towered(True), ended=False, begun=True, announced=6, spent=2)
    assert (moving.announced, moving.spent, moving.left) == (7, 3, 4)


@pytest.mark.clause("8.48")
def test_at_cruise_they_cost_a_point_and_give_no_speed():
    game = towered(False)
    moving = jettison(game, ended=False, begun=True, announced=4, spent=2)
    assert (moving.announced, moving.spent) == (4, 3)
    assert one(game, "5/1").printed_speed == 4


@pytest.mark.clause("8.48")
def test_at_cruise_there_must_be_a_point_left():
    game = towered(False)
    acting(game, "5/1", ended=True, announced=4, spent=4)
    assert "jettison" not in lines(missiles.offers(game, one(game, "5/1")))
    acting(game, "5/1", ended=False, begun=True, announced=4, spent=3)
    assert "jettison" in lines(missiles.offers(game, one(game, "5/1")))


@pytest.mark.clause("8.48")
@pytest.mark.clause("8.44")
def test_fire_is_one_worse_later_without_height_or_flame():
    game = towered(True, flame=True, engines=True)
    assert "fire 5/51 with flame" in offered(game)
    assert modifiers(game) == 2
    jettison(game)
    # The engines still count: both lines are printed.
    assert modifiers(game) == 0
    assert [name for name, *_ in missiles.modifiers(game, one(game, "5/1"), one(game, "5/51"))] == [
        "engines",
        "towers gone",
    ]
    assert offered(game) == ["fire 5/51"]


@pytest.mark.clause("8.48")
def test_a_galley_without_towers_throws_none():
    assert "jettison" not in offered(facing("2420"))
    assert "jettison" in offered(towered(True))


# Losses


@pytest.mark.clause("2.1-manpower")
@pytest.mark.clause("8.61")
def test_two_depletions_make_m1_of_m3_and_touch_nothing_else():
    game = facing("2420", manpower=3, crew=3)
    target = one(game, "5/51")
    before = (target.crew, target.printed_speed, target.ram, target.maximum)
    missiles.deplete(game, target, "8.45")
    missiles.deplete(game, target, "8.45")
    assert target.manpower == 1
    assert [event.level for event in told(game, Depleted)] == [1, 2]
    assert (target.crew, target.printed_speed, target.ram, target.maximum) == before


@pytest.mark.clause("8.62")
def test_four_depletions_of_m3_leave_m0():
    target = one(facing("2420", manpower=3, depletion=4), "5/51")
    assert (target.depletion, target.manpower) == (4, 0)


@pytest.mark.clause("8.64")
@pytest.mark.clause("2.1-crew")
def test_fatigue_does_not_lower_crew_and_capture_makes_it_0():
    target = one(facing("2420", crew=4, fatigue=3), "5/51")
    assert target.crew == 4
    target.captured = "captured"
    assert (target.crew, target.manpower) == (0, 0)


@pytest.mark.clause("2.1-markers")
def test_markers_lie_together():
    target = one(facing("2420", manpower=3, depletion=1, fatigue=2, grappled=("5/1",)), "5/51")
    assert (target.manpower, target.fatigue, target.grappled) == (2, 2, (0,))


# Writing it


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("fire 5/11", Fire(target="5/11")),
        ("fire 5/11 with flame", Fire(target="5/11", flame=True)),
        ("fire green 5/11 flame", Fire(target="green 5/11", flame=True)),
        ("fire 5/11 1, 5/12 2", Split(shares={"5/12": 2, "5/11": 1})),
        ("fire 5/11 1, 5/12 2 with flame", Split(shares={"5/11": 1, "5/12": 2}, flame=True)),
        ("jettison", Jettison()),
    ],
)
def test_commands_are_read_and_written(line, command):
    found = read(COMMANDS, line)
    assert found == command
    assert read(COMMANDS, found.write()) == found


def test_fire_at_several_without_numbers_is_explained():
    with pytest.raises(ValueError, match="how much Manpower"):
        Split.read("fire 5/11, 5/12 2")
    assert Fire.read("row 5") is None


def test_the_builder_and_the_state_agree_on_codes():
    game = facing("2420")
    assert missiles.by_code(game.state, "5/51") is one_of(game.state, "5/51")
    with pytest.raises(KeyError):
        missiles.by_code(game.state, "5/99")
