"""Grappling: who may, the dice, one attempt a turn, corvus and harpax."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fighting import Talk, acting, battle, drm, lines, punic, read, rolled, roman
from galleys import one, told, where

import weathergage as wg
from weathergage.plugins import assemble
from weathergage_war_galley import grappling, movement
from weathergage_war_galley.grappling import COMMANDS, DrawnIn, Grapple, TriedToGrapple


def alongside(hex="2420", heading="N", dice=None, own=None, **target):
    """5/1, heading N in 2319-2320, at Cruise, and an enemy that does not fire."""
    return battle(
        roman("5/1", "2319", **{"manpower": 0, "crew": 2, **(own or {})}),
        punic("5/51", hex, heading, **{"manpower": 0, **target}),
        dice=dice,
    )


def offered(game, code="5/1", **more):
    acting(game, code, **more)
    return lines(grappling.offers(game, one(game, code)))


def grapple(game, line="grapple 5/51", code="5/1"):
    acting(game, code)
    return Talk(grappling.perform(game, one(game, code), read(COMMANDS, line)))


def modifiers(game, code="5/1", target="5/51"):
    galley, other = one(game, code), one(game, target)
    near = grappling.are_adjacent(galley, other)
    return drm(grappling.modifiers(galley, other, near, grappling.means_of(galley, other, near)))


# Who may


@pytest.mark.clause("8.11")
def test_a_bow_flank_hex_at_the_enemys_midship_is_a_common_flank_hexside():
    # 2419 is a bow/flank hex of 5/1, and 2319 a midship hex of 5/51.
    game = alongside("2419")
    assert grappling.share_flank(one(game, "5/1"), one(game, "5/51"))
    assert offered(game) == ["grapple 5/51"]


@pytest.mark.clause("8.11")
@pytest.mark.parametrize(("hex", "heading"), [("2318", "S"), ("2321", "N"), ("2318", "SE")])
def test_an_enemy_in_the_bow_or_stern_hex_alone_is_out_of_reach(hex, heading):
    assert offered(alongside(hex, heading)) == []


@pytest.mark.clause("8.11")
def test_the_hexside_must_be_a_flank_of_both():
    # The enemy's bow points at 5/1's stern half.
    game = alongside("2421", "NW")
    assert offered(game) == []
    assert offered(game, "5/51") == []


@pytest.mark.clause("8.11")
@pytest.mark.clause("3.1.E1")
def test_a_galley_that_spends_no_points_may_grapple():
    game = alongside()
    talk = Talk(movement.move(game, one(game, "5/1")))
    talk.say("row 0")
    assert talk.lines[-2:] == ["grapple 5/51", "rest"]


@pytest.mark.clause("8.11")
def test_never_in_the_middle_of_its_movement():
    assert offered(alongside(), ended=False, begun=True, announced=2) == []


@pytest.mark.clause("8.11")
def test_never_at_maximum():
    assert offered(alongside(own={"maximum": True})) == []


@pytest.mark.clause("8.11")
@pytest.mark.clause("8.14")
def test_one_that_collided_this_turn_does_not_grapple():
    assert offered(alongside(own={"collided": True})) == []


@pytest.mark.clause("8.14")
def test_collision_foul_and_retraction_are_no_grapple():
    game = alongside(fouled=("5/1",))
    assert one(game, "5/1").grappled == ()
    assert offered(game) == ["grapple 5/51"]


@pytest.mark.clause("8.11")
@pytest.mark.clause("8.14")
def test_a_rammed_galley_grapples_only_whom_it_is_fouled_with():
    game = battle(
        roman("5/1", "2319", manpower=0, rammed=True, rammer="5/51", fouled=("5/51",)),
        punic("5/51", "2420", manpower=0),
        punic("5/52", "2220", manpower=0),
    )
    assert offered(game) == ["grapple 5/51"]


@pytest.mark.clause("7.16-retraction")
@pytest.mark.clause("8.11")
def test_one_that_has_rammed_and_not_backed_off_may_grapple_bow_on():
    # From 2221 it points at the stern in 2320, and touches the target with its bow alone.
    bow_on = battle(roman("5/1", "2221", "NE", manpower=0), punic("5/51", "2319", manpower=0))
    assert not grappling.share_flank(one(bow_on, "5/1"), one(bow_on, "5/51"))
    assert offered(bow_on) == []
    rammer, target = one(bow_on, "5/1"), one(bow_on, "5/51")
    rammer.rammed_at, target.rammed, target.rammer = True, True, rammer.n
    assert offered(bow_on) == ["grapple 5/51"]
    # In a later turn, when it has come to lie there again, it is not out of a ram.
    rammer.rammed_at = False
    assert offered(bow_on) == []


@pytest.mark.clause("7.16-rammed")
@pytest.mark.clause("8.11")
def test_the_rammed_may_grapple_the_one_stuck_in_it_bow_on():
    game = battle(
        roman("5/1", "2221", "NE", manpower=0, fouled=("5/51",)),
        punic("5/51", "2319", manpower=0, rammed=True, rammer="5/1", fouled=("5/1",)),
    )
    assert offered(game, "5/51") == ["grapple 5/1"]
    assert offered(game, "5/1") == ["grapple 5/51"]


@pytest.mark.clause("8.25-use")
def test_a_captured_galley_grapples_with_crew_0():
    game = alongside(own={"captured": "recaptured"}, dice=wg.Dice.of(6))
    assert offered(game) == ["grapple 5/51"]
    grapple(game)
    assert one(game, "5/1").grappled == (one(game, "5/51").n,)


@pytest.mark.clause("8.13")
def test_one_attempt_a_turn_whoever_else_is_near():
    game = battle(
        roman("5/1", "2319", crew=2, manpower=0),
        punic("5/51", "2420", manpower=0),
        punic("5/52", "2220", manpower=0),
        dice=wg.Dice.of(1),
    )
    assert offered(game) == ["grapple 5/51", "grapple 5/52"]
    grapple(game)
    assert one(game, "5/1").grappled == ()
    assert offered(game) == []


@pytest.mark.clause("8.13")
def test_an_inactive_galley_is_grappled_by_several():
    game = battle(
        roman("5/1", "2319", crew=4, manpower=0),
        roman("5/2", "2520", crew=4, manpower=0),
        punic("5/51", "2420", manpower=0),
        dice=wg.Dice.of(6, 6),
    )
    grapple(game)
    grapple(game, code="5/2")
    assert one(game, "5/51").grappled == (0, 1)
    assert all(one(game, code).grappled == (2,) for code in ("5/1", "5/2"))


@pytest.mark.clause("8.42")
def test_the_target_may_fire_first():
    game = alongside(manpower=5, own={"manpower": 3}, dice=wg.Dice.of(5, 1))
    talk = grapple(game)
    assert talk.lines == ["decline", "fire 5/1"]
    talk.say("fire 5/1")
    assert one(game, "5/1").manpower == 2
    assert told(game, TriedToGrapple)


# The roll


@pytest.mark.clause("8.12")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_crew_2_grapples_a_held_target_with_a_3(die, success):
    game = battle(
        roman("5/1", "2319", crew=2, manpower=0),
        roman("5/2", "2520", crew=2, manpower=0),
        punic("5/51", "2420", manpower=0, grappled=("5/2",)),
        dice=wg.Dice.of(die),
    )
    grapple(game)
    assert rolled(game, "8.12")[0].result == die + 1
    assert told(game, TriedToGrapple)[0].success is success


@pytest.mark.clause("8.12")
def test_a_target_heading_the_other_way_turns_a_4_into_a_failing_3():
    game = alongside("2419", "S", dice=wg.Dice.of(4))
    grapple(game)
    assert rolled(game, "8.12")[0].result == 3
    assert one(game, "5/1").grappled == ()


@pytest.mark.clause("8.12")
@pytest.mark.parametrize(
    ("heading", "target", "found"),
    [
        ("S", {}, -1),
        ("N", {}, 0),
        ("S", {"fatigue": 1}, 0),
        ("S", {"half": True}, 0),
        ("S", {"crippled": 1}, 1),
        ("S", {"rammed": True}, 0),
        ("S", {"stranded": 1}, 0),
        ("S", {"anchored": True}, 0),
        ("N", {"sail": True}, 1),
        ("N", {"crippled": 3}, 1),
    ],
)
def test_what_the_target_does_to_the_roll(heading, target, found):
    hex = "2419" if heading == "S" else "2420"
    assert modifiers(alongside(hex, heading, **target)) == found


@pytest.mark.clause("8.12")
def test_a_grappler_under_sail_subtracts_one():
    assert modifiers(alongside(own={"sail": True})) == -1


@pytest.mark.clause("8.12")
def test_fouled_crippled_and_grappled_add_one_in_all():
    game = alongside(fouled=("5/1",), crippled=1)
    assert modifiers(game) == 1


@pytest.mark.clause("8.12-table")
def test_the_grappling_table():
    game = alongside()
    needed = [game.look_up("grappling", crew, 0) for crew in range(5)]
    assert needed == [6, 5, 4, 3, 2]
    # Crew 2 with 4 to 6, and Crews 3 and 4 without fail at +2.
    assert all(needed[crew] <= 1 + 2 for crew in (3, 4))
    assert needed[2] > 1 + 2


@pytest.mark.clause("8.12")
def test_failure_changes_nothing():
    game = alongside(dice=wg.Dice.of(3))
    grapple(game)
    assert (one(game, "5/1").grappled, one(game, "5/51").grappled) == ((), ())


# The corvus


def corvus(hex="2420", heading="N", **more):
    return alongside(hex, heading, own={"corvus": True, "crew": 2}, **more)


@pytest.mark.clause("8.12")
@pytest.mark.parametrize(
    ("hex", "heading", "found"),
    [
        ("2419", "N", 2),  # in the bow/flank hex
        ("2420", "N", 0),  # in the midship hex
        ("2421", "N", 0),  # in the stern/flank hex
        ("2219", "N", 2),
        ("2219", "S", 1),  # the corvus, less one for opposite ways
    ],
)
def test_the_corvus_adds_two_over_a_bow_flank_hexside(hex, heading, found):
    assert modifiers(corvus(hex, heading)) == found


@pytest.mark.clause("8.12")
def test_what_the_corvus_helped_to_grapple_it_holds():
    game = corvus("2419", dice=wg.Dice.of(2))
    grapple(game)
    assert one(game, "5/1").hooks == (one(game, "5/51").n,)
    other = corvus("2421", dice=wg.Dice.of(4))
    grapple(other)
    assert (one(other, "5/1").grappled, one(other, "5/1").hooks) == ((1,), ())


@pytest.mark.clause("8.12")
def test_only_the_quinqueremes_of_ecnomus_have_the_corvus():
    rules = assemble("war-galley/ecnomus")
    state = rules.ruleset.set_up(rules, wg.Dice(0))
    having = [g.counter for g in state.galleys if g.counter.corvus]
    assert [(c.colour, c.type, c.number) for c in having] == [("red", "5", n) for n in range(8, 30)]


# The harpax


def naulochus(*faces, crew=2, cataphract="2117", **target):
    """Agrippa's fiver in 2118-2219, a Liburnian in 2217-2317 and a cat3 in 2017-2117, both on the
    opposite course.
    """
    things = [
        roman("5/1", "2118", "NW", manpower=0, crew=crew, harpax=True),
        punic("L2/1", "2317", "SE", manpower=0, crew=3, **target),
    ]
    if cataphract:
        things.append(punic("cat3/1", cataphract, "SE", manpower=0, crew=3))
    return battle(*things, dice=wg.Dice.of(*faces))


@pytest.mark.clause("8.12")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True), (6, True)])
def test_the_fiver_of_naulochus_grapples_the_liburnian_with_3_to_6(die, success):
    game = naulochus(die)
    assert where(game, "5/1") == "2118-2219"
    assert where(game, "L2/1") == "2317-2217"
    assert where(game, "cat3/1") == "2117-2017"
    assert offered(game) == ["grapple cat3/1", "grapple L2/1"]
    assert grapple(game, "grapple L2/1").over
    assert told(game, TriedToGrapple)[0].success is success
    assert where(game, "L2/1") == ("2318-2218" if success else "2317-2217")
    if success:
        fiver, liburnian = one(game, "5/1"), one(game, "L2/1")
        assert grappling.share_flank(fiver, liburnian)
        assert fiver.grappled == fiver.hooks == (liburnian.n,)
        assert told(game, DrawnIn)[0].hexes == "2318-2218"


@pytest.mark.clause("8.12")
def test_alongside_the_harpax_adds_two_and_opposite_ways_count():
    game = naulochus(cataphract="2117")
    assert modifiers(game, "5/1", "cat3/1") == 1
    assert modifiers(game, "5/1", "L2/1") == 1
    one(game, "cat3/1").fatigue = 1
    assert modifiers(game, "5/1", "cat3/1") == 2


@pytest.mark.clause("8.12-table")
@pytest.mark.parametrize(("crew", "success"), [(2, False), (3, True), (4, True)])
def test_alongside_a_harpax_of_crew_3_or_4_cannot_fail(crew, success):
    game = alongside(own={"harpax": True, "crew": crew}, dice=wg.Dice.of(1))
    grapple(game)
    assert told(game, TriedToGrapple)[0].success is success


@pytest.mark.clause("8.12")
def test_a_choice_of_ways_to_draw_it_in_is_the_players():
    game = naulochus(6, cataphract="")
    assert offered(game) == ["grapple L2/1 to 2318", "grapple L2/1 to 2218"]
    grapple(game, "grapple L2/1 to 2218")
    assert where(game, "L2/1") == "2218-2117"


@pytest.mark.clause("8.12")
def test_the_harpax_does_not_shoot_through_ships():
    game = battle(
        roman("5/1", "2319", manpower=0, harpax=True),
        roman("5/2", "2419", manpower=0),
        roman("5/3", "2421", manpower=0),
        punic("5/51", "2519", manpower=0),
    )
    assert offered(game) == []


@pytest.mark.clause("8.12")
@pytest.mark.parametrize(
    ("hex", "heading", "found"),
    [
        ("2519", "N", True),
        ("2619", "N", False),  # three hexes away
        ("2317", "S", False),  # two hexes ahead: no flank of the grappler
        ("2520", "NW", False),  # its bow toward the hex between
    ],
)
def test_the_harpax_goes_from_flank_to_flank_over_two_hexes(hex, heading, found):
    game = alongside(hex, heading, own={"harpax": True})
    assert bool(offered(game)) is found


@pytest.mark.clause("8.12")
def test_a_target_that_cannot_be_drawn_in_is_not_shot_at():
    held = battle(
        roman("5/1", "2319", manpower=0, harpax=True),
        roman("5/2", "2619", manpower=0),
        punic("5/51", "2519", manpower=0, grappled=("5/2",)),
    )
    assert offered(held) == []
    # Ships or land fill the hexes between that it would come into.
    assert offered(alongside("2519", own={"harpax": True}, anchored=True)) == []
    barred = battle(
        roman("5/1", "2319", manpower=0, harpax=True),
        punic("5/51", "2519", manpower=0),
        map={"land": ["2419", "2420", "2421"]},
    )
    assert offered(barred) == []


@pytest.mark.clause("8.42")
def test_a_target_two_hexes_away_does_not_fire_at_the_harpax():
    game = alongside("2519", own={"harpax": True, "manpower": 3}, manpower=5)
    line = offered(game)[0]
    assert grapple(game, line).over


@pytest.mark.clause("8.12")
def test_agrippas_fours_fives_and_sixes_have_the_harpax():
    rules = assemble("war-galley/naulochus")
    state = rules.ruleset.set_up(rules, wg.Dice(0))
    having = {g.counter.type for g in state.galleys if g.counter.harpax}
    sides = {g.side for g in state.galleys if g.counter.harpax}
    assert having == {"4", "5", "6"}
    assert len(sides) == 1


# Bonds


@pytest.mark.clause("8.12")
def test_a_grappled_transport_parts_from_its_tug():
    game = battle(
        roman("5/1", "2319", crew=4, manpower=0),
        punic("5/51", "2420", manpower=0, tows="T/1"),
        punic("T/1", "2422", manpower=0, hexes=1, towed="5/51"),
        roman("5/2", "2321", crew=4, manpower=0),
        dice=wg.Dice.of(6, 6),
    )
    grapple(game)
    assert one(game, "5/51").tows == one(game, "T/1").n
    grapple(game, "grapple T/1", "5/2")
    assert (one(game, "5/51").tows, one(game, "T/1").towed) == (-1, -1)


@pytest.mark.clause("8.33")
def test_a_bond_and_its_hook_go_together():
    one_, other = (SimpleNamespace(n=n, grappled=(), hooks=()) for n in (3, 7))
    grappling.bind(one_, other, hooked=True)
    assert (one_.grappled, one_.hooks, other.grappled, other.hooks) == ((7,), (7,), (3,), ())
    grappling.unbind(other, one_)
    assert (one_.grappled, one_.hooks, other.grappled) == ((), (), ())


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("grapple 5/11", Grapple(target="5/11")),
        ("grapple green 5/11", Grapple(target="green 5/11")),
        ("grapple L2/1 to n2318", Grapple(target="L2/1", to="N2318")),
    ],
)
def test_grapples_are_read_and_written(line, command):
    assert read(COMMANDS, line) == command
    assert read(COMMANDS, command.write()) == command


def test_a_grapple_without_a_target_is_explained():
    with pytest.raises(ValueError, match="whom to grapple"):
        Grapple.read("grapple")


@pytest.mark.clause("8.42")
def test_an_enemy_next_to_a_galley_that_shoots_its_harpax_at_another_may_fire():
    game = battle(
        roman("5/1", "2319", harpax=True, crew=2),
        punic("5/51", "2519", manpower=4),
        punic("5/52", "2220", manpower=4),
        dice=wg.Dice.of(1, 1),
    )
    talk = grapple(game)
    assert (talk.ask.about, talk.lines) == ("5/52", ["decline", "fire 5/1"])
    assert talk.say("decline").over


@pytest.mark.clause("6.36-protection")
@pytest.mark.clause("8.11")
def test_a_galley_aground_is_grappled_from_afloat_and_grapples_who_is_afloat() -> None:
    assert offered(alongside(stranded=1)) == ["grapple 5/51"]
    assert offered(alongside(own={"stranded": 1})) == ["grapple 5/51"]
    assert offered(alongside(stranded=1, own={"stranded": 1})) == []
