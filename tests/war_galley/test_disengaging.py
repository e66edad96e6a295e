"""Cutting grapples before moving, and Fouled galleys that come clear."""

from __future__ import annotations

import pytest
from fighting import Talk, acting, battle, drm, lines, punic, read, rolled, roman
from galleys import one, told

import weathergage as wg
from weathergage_war_galley import disengaging, movement, status
from weathergage_war_galley.disengaging import COMMANDS, Cut, TriedToClear, TriedToCut
from weathergage_war_galley.movement import end_activation
from weathergage_war_galley.stepping import most_points


def held(*faces, others=(), own=None, **more):
    """5/1 Grappled to 5/51, and to 5/52 if `others` has a galley of that code."""
    by = ("5/51", *(thing["code"] for thing in others))
    return battle(
        roman("5/1", "2319", **{"manpower": 0, "crew": 2, "grappled": by, **(own or {})}),
        punic("5/51", "2420", **{"manpower": 0, "crew": 2, **more}),
        *others,
        dice=wg.Dice.of(*faces),
    )


SECOND = punic("5/52", "2220", manpower=0, crew=1)


def cut(game, line="cut from 5/51", code="5/1", **more):
    moving = acting(game, code, ended=False, **more)
    galley = one(game, code)
    command = read(COMMANDS, line)
    assert command in disengaging.offers(game, galley)
    assert Talk(disengaging.perform(game, galley, command)).over
    return moving


def modifiers(game, other="5/51", alone=True):
    return drm(disengaging.modifiers(one(game, "5/1"), one(game, other), alone))


def points(game, moving):
    return most_points(game, one(game, "5/1"), moving)


# Grapple Disengage


@pytest.mark.clause("8.31")
@pytest.mark.clause("8.32")
def test_a_grappled_galley_cuts_itself_loose_before_it_moves():
    game = held(6, own={"speed": (5, 7)})
    talk = Talk(movement.move(game, one(game, "5/1")))
    assert talk.lines == ["row 0", "cut from 5/51"]
    talk.say("cut from 5/51")
    assert talk.lines == ["row 1", "row 2", "row 3", "row 0"]


@pytest.mark.clause("8.32")
@pytest.mark.clause("8.33")
@pytest.mark.clause("6.37-immobile")
def test_cruise_5_has_3_points_left_after_success():
    game = held(5, own={"speed": (5, 7)})
    moving = cut(game)
    assert one(game, "5/1").grappled == one(game, "5/51").grappled == ()
    assert (moving.fee, points(game, moving)) == (2, 3)
    assert told(game, TriedToCut)[0].success


@pytest.mark.clause("8.32")
def test_with_a_single_point_all_of_it_is_used():
    game = held(6, own={"speed": (4, 7), "fatigue": 3})
    moving = cut(game)
    assert (moving.fee, points(game, moving)) == (1, 0)
    assert not one(game, "5/1").grappled


@pytest.mark.clause("8.32")
@pytest.mark.clause("6.37-half")
def test_half_speed_of_cruise_2_is_one_point_and_enough():
    game = held(6, own={"speed": (2, 7), "half": True})
    moving = cut(game)
    assert (moving.fee, points(game, moving)) == (1, 0)


@pytest.mark.clause("8.32")
@pytest.mark.clause("8.33")
def test_failure_leaves_it_grappled_and_still():
    game = held(4)
    moving = cut(game)
    assert one(game, "5/1").grappled == (one(game, "5/51").n,)
    assert (moving.fee, points(game, moving)) == (0, 0)
    assert disengaging.offers(game, one(game, "5/1")) == []


@pytest.mark.clause("8.32")
def test_once_it_is_moving_it_is_too_late():
    game = held()
    acting(game, "5/1", ended=False, begun=True)
    assert disengaging.offers(game, one(game, "5/1")) == []


@pytest.mark.clause("8.32")
def test_the_active_galley_rolls_even_if_the_other_grappled_it():
    game = held(6, own={"hooks": ()}, hooks=())
    cut(game, "cut from 5/1", code="5/51")
    assert rolled(game, "8.32")[0].about == "5/51"
    assert not one(game, "5/51").grappled


@pytest.mark.clause("8.32-drm")
def test_repulsed_boarders_and_better_crew_add_two():
    assert modifiers(held(own={"repulsed": True, "crew": 3})) == 2


@pytest.mark.clause("8.32-drm")
def test_owning_both_adds_two_and_the_better_crew_nothing_more():
    game = held(own={"crew": 3}, captured="captured")
    one(game, "5/51").side = "rome"
    assert modifiers(game) == 2


@pytest.mark.clause("8.32-drm")
@pytest.mark.parametrize(
    ("own", "found"),
    [
        ({}, 0),
        ({"crew": 3}, 1),
        ({"crew": 1}, 0),
        ({"repulsed": True}, 1),
        ({"crippled": 1}, -1),
        ({"fouled": ("5/51",)}, -1),
        ({"crippled": 1, "fouled": ("5/51",)}, -1),
    ],
)
def test_each_modifier(own, found):
    assert modifiers(held(own=own)) == found


@pytest.mark.clause("8.32-drm")
def test_one_held_by_a_corvus_with_an_equal_crew_subtracts_two():
    assert modifiers(held(corvus=True, hooks=("5/1",))) == -2
    assert modifiers(held(corvus=True)) == 0


@pytest.mark.clause("8.32-drm")
def test_the_galley_of_the_corvus_subtracts_one():
    game = held(own={"corvus": True, "hooks": ("5/51",)})
    assert modifiers(game) == -1
    other = drm(disengaging.modifiers(one(game, "5/51"), one(game, "5/1"), True))
    assert other == -2


@pytest.mark.clause("8.32-drm")
def test_the_harpax_hinders_its_target_alone():
    game = held(own={"harpax": True, "hooks": ("5/51",)})
    assert modifiers(game) == 0
    assert drm(disengaging.modifiers(one(game, "5/51"), one(game, "5/1"), True)) == -2


@pytest.mark.clause("8.32-table")
def test_the_grapple_disengage_table():
    game = held()
    assert [game.look_up("grapple-disengage", crew, 0) for crew in range(5)] == [7, 6, 5, 4, 3]


@pytest.mark.clause("8.32-table")
@pytest.mark.parametrize(("die", "loose"), [(4, False), (5, True)])
def test_a_captured_ship_gets_away_from_its_captor_with_his_help(die, loose):
    game = held(die, captured="captured")
    one(game, "5/51").side = "rome"
    cut(game, "cut from 5/1", code="5/51")
    assert bool(one(game, "5/51").grappled) is not loose


# From two at once


@pytest.mark.clause("8.34")
def test_it_may_leave_one_or_both():
    game = held(others=(SECOND,))
    acting(game, "5/1", ended=False)
    assert lines(disengaging.offers(game, one(game, "5/1"))) == [
        "cut from 5/51",
        "cut from 5/52",
        "cut from 5/51, 5/52",
    ]


@pytest.mark.clause("8.34")
def test_both_at_one_cost():
    game = held(5, 6, others=(SECOND,), own={"speed": (5, 7)})
    moving = cut(game, "cut from 5/52, 5/51")
    assert not one(game, "5/1").grappled
    assert (moving.fee, points(game, moving)) == (2, 3)


@pytest.mark.clause("8.34")
def test_leaving_one_of_two_it_still_may_not_move():
    game = held(5, 1, others=(SECOND,), own={"speed": (5, 7)})
    moving = cut(game, "cut from 5/51, 5/52")
    assert one(game, "5/1").grappled == (one(game, "5/52").n,)
    assert not one(game, "5/51").grappled
    assert (moving.fee, points(game, moving)) == (2, 0)


@pytest.mark.clause("8.34")
@pytest.mark.clause("8.32-drm")
def test_the_better_crew_does_not_count_against_two():
    game = held(others=(SECOND,), own={"crew": 3})
    assert modifiers(game, "5/52", alone=True) == 1
    assert modifiers(game, "5/52", alone=False) == 0


# Foul Disengage


def fouled(*faces, crew=3, other=2, **more):
    return battle(
        roman("5/1", "2319", crew=crew, fouled=("5/51",)),
        punic("5/51", "2420", crew=other, **more),
        dice=wg.Dice.of(**{"foul_5/1": faces[:1], "foul_5/51": faces[1:]}),
    )


@pytest.mark.clause("8.35")
@pytest.mark.clause("3.1.G1")
def test_crew_3_comes_clear_at_half_speed():
    game = fouled(4)
    status.disengage(game)
    galley = one(game, "5/1")
    assert (galley.fouled, galley.half, galley.slowed) == ((), True, False)


@pytest.mark.clause("8.35")
def test_crew_3_stays_fouled():
    game = fouled(3, 4)
    status.disengage(game)
    assert one(game, "5/1").fouled == (one(game, "5/51").n,)
    assert not one(game, "5/1").half
    assert [event.freed for event in told(game, TriedToClear)] == [(), ()]


@pytest.mark.clause("8.35")
def test_if_either_succeeds_both_are_free_with_half_speed():
    game = fouled(1, 5)
    status.disengage(game)
    assert [(one(game, c).fouled, one(game, c).half) for c in ("5/1", "5/51")] == [((), True)] * 2


@pytest.mark.clause("8.35")
def test_a_rammed_one_stays_immobile():
    game = fouled(6, rammed=True, rammer="5/1")
    status.disengage(game)
    assert one(game, "5/51").rammed
    assert one(game, "5/51").held


@pytest.mark.clause("8.35")
def test_there_are_no_modifiers():
    game = fouled(4, crippled=1)
    one(game, "5/1").crippled = 1
    status.disengage(game)
    assert all(not roll.modifiers for roll in rolled(game, "8.35"))


@pytest.mark.clause("8.35")
def test_one_roll_for_all_that_it_is_fouled_with():
    game = battle(
        roman("5/1", "2319", crew=4, fouled=("5/51", "5/52")),
        punic("5/51", "2420", crew=1),
        punic("5/52", "2220", crew=1),
        dice=wg.Dice.of(3),
    )
    status.disengage(game)
    assert len(rolled(game, "8.35")) == 1
    assert not any(galley.fouled for galley in game.state.galleys)


@pytest.mark.clause("8.35")
def test_one_that_another_still_holds_keeps_its_fouled_marker():
    game = battle(
        roman("5/1", "2319", crew=4, fouled=("5/51",)),
        punic("5/51", "2420", crew=1),
        roman("5/2", "2520", crew=1, fouled=("5/51",)),
        dice=wg.Dice.of(3, 1, 1),
    )
    status.disengage(game)
    other = one(game, "5/51")
    assert (other.fouled, other.half) == ((one(game, "5/2").n,), False)


@pytest.mark.clause("3.1.G1")
@pytest.mark.clause("8.31")
def test_a_grapple_is_not_rolled_for_here_nor_a_foul_while_moving():
    game = held()
    status.disengage(game)
    assert not told(game, wg.Rolled)
    other = fouled(6)
    acting(other, "5/1", ended=False)
    assert disengaging.offers(other, one(other, "5/1")) == []


@pytest.mark.clause("8.35-table")
def test_the_foul_disengage_table():
    game = fouled()
    assert [game.look_up("foul-disengage", crew, 0) for crew in range(5)] == [6, 6, 5, 4, 3]


@pytest.mark.clause("8.35")
@pytest.mark.clause("6.37-half")
def test_the_half_speed_marker_goes_after_the_next_activation():
    game = fouled(6)
    status.disengage(game)
    end_activation(game.state, [one(game, "5/1").n])
    assert not one(game, "5/1").half


@pytest.mark.parametrize(
    ("line", "ships"),
    [
        ("cut from 5/11", ("5/11",)),
        ("cut from green 5/12, 5/11", ("5/11", "green 5/12")),
    ],
)
def test_cuts_are_read_and_written(line, ships):
    found = read(COMMANDS, line)
    assert found == Cut(ships=ships)
    assert read(COMMANDS, found.write()) == found


def test_cutting_from_nobody_is_explained():
    with pytest.raises(ValueError, match="from whom"):
        Cut.read("cut from")
    assert Cut.read("cut tow") is None
