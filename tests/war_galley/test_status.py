"""The Status Resolution Phase: fires and how they spread, masts, recovery, and the order of it."""

from __future__ import annotations

import pytest
from fighting import battle, punic, rolled, roman
from galleys import commander, leader, one, told

import weathergage as wg
from weathergage.plugins import assemble
from weathergage_war_galley import status
from weathergage_war_galley.flame import Kindled
from weathergage_war_galley.invariants import problems
from weathergage_war_galley.status import Firefight, Rested


def burning(*faces, own=None, special=None, **dice):
    """5/1 burns."""
    return battle(
        roman("5/1", "2319", **{"fire": True, **(own or {})}),
        dice=wg.Dice.of(*faces, **dice),
        special=special or {},
    )


def alongside(firefight, *spread, **other):
    """5/1 burns, Grappled to 5/51 and Fouled with 5/52; firefight: its die. spread: theirs."""
    return battle(
        roman("5/1", "2319", fire=True, grappled=("5/51",), fouled=("5/52",)),
        punic("5/51", "2420", **other),
        punic("5/52", "2220"),
        punic("5/53", "2520"),
        dice=wg.Dice.of(firefight=(firefight,), spread=spread),
    )


# Order


@pytest.mark.clause("3.1.G")
def test_the_segments_come_in_the_order_of_the_book():
    sequence = assemble("war-galley/drepanum-battle").ruleset.sequence
    clauses = [phase.clause for phase in sequence if phase.clause.startswith("3.1.G")]
    assert clauses == ["3.1.G1", "3.1.G2", "3.1.G3", "3.1.G4"]


@pytest.mark.clause("3.1.G")
def test_a_rammer_that_comes_clear_in_g1_survives_its_target_in_g4():
    game = battle(
        roman("5/1", "2319", crew=3, fouled=("5/51",)),
        punic("5/51", "2420", rammed=True, rammer="5/1", crew=1),
        dice=wg.Dice.of(foul=(4,), sinking=(6,)),
    )
    for segment in (status.disengage, status.recover, status.rest, status.sink):
        segment(game)
    assert (one(game, "5/51").gone, one(game, "5/1").gone) == ("sunk", "")


@pytest.mark.clause("3.1.G4")
def test_one_still_fouled_goes_down_with_it():
    game = battle(
        roman("5/1", "2319", crew=3, fouled=("5/51",)),
        punic("5/51", "2420", rammed=True, rammer="5/1", crew=1),
        dice=wg.Dice.of(foul=(1, 1), sinking=(6,)),
    )
    for segment in (status.disengage, status.recover, status.rest, status.sink):
        segment(game)
    assert (one(game, "5/51").gone, one(game, "5/1").gone) == ("sunk", "sunk")
    assert problems(game) == []


@pytest.mark.clause("3.1.G")
def test_nothing_is_asked():
    game = alongside(5, 6, 6)
    for segment in (status.disengage, status.recover, status.rest, status.sink):
        assert segment(game) is None


# Fires


@pytest.mark.clause("8.54")
@pytest.mark.clause("8.54-table")
@pytest.mark.clause("3.1.G2")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "out"), (2, "out"), (3, "out"), (4, "burns"), (5, "burns"), (6, "lost")],
)
def test_the_firefight_table(die, result):
    game = burning(die)
    status.recover(game)
    assert [event.result for event in told(game, Firefight)] == [result]
    galley = one(game, "5/1")
    assert galley.fire is (result != "out")
    assert galley.gone == ("burned" if result == "lost" else "")


@pytest.mark.clause("8.54-table")
@pytest.mark.clause("8.54")
def test_in_the_foul_weather_of_tauris_a_4_is_a_3():
    assert assemble("war-galley/tauris").scenario.special.foul.firefight == -1
    game = burning(4, special={"foul": {"firefight": -1}})
    status.recover(game)
    (roll,) = rolled(game, "8.54")
    assert (roll.faces, roll.result) == ((4,), 3)
    assert not one(game, "5/1").fire


@pytest.mark.clause("8.54")
def test_one_set_on_fire_while_moving_is_rolled_for_this_turn():
    game = burning(4)
    assert not one(game, "5/1").kindled
    status.recover(game)
    assert len(rolled(game, "8.54")) == 1


@pytest.mark.clause("8.54")
@pytest.mark.clause("8.54-spread")
def test_one_set_on_fire_in_this_segment_waits_for_the_next_turn():
    game = alongside(6, 6, 6)
    status.recover(game)
    fires = [one(game, code) for code in ("5/51", "5/52")]
    assert [(galley.fire, galley.kindled) for galley in fires] == [(True, True)] * 2
    assert len(told(game, Firefight)) == 1
    status.recover(game)
    assert len(told(game, Firefight)) == 3


@pytest.mark.clause("8.54-spread")
@pytest.mark.clause("3.1.G2")
@pytest.mark.parametrize(("die", "spreads"), [(3, False), (4, True)])
def test_a_5_spreads_to_each_held_ship_on_its_own_roll_of_4_to_6(die, spreads):
    game = alongside(5, die, 3)
    status.recover(game)
    assert [one(game, f"5/{n}").fire for n in (51, 52, 53)] == [spreads, False, False]
    assert len(told(game, Kindled)) == spreads


@pytest.mark.clause("8.54-spread")
@pytest.mark.clause("8.54")
@pytest.mark.clause("9.1-ram")
def test_a_6_loses_the_ship_and_sets_fire_to_all_that_hold_it():
    game = alongside(6)
    status.recover(game)
    galley = one(game, "5/1")
    assert galley.gone == "burned"
    assert [one(game, f"5/{n}").fire for n in (51, 52, 53)] == [True, True, False]
    assert not any(one(game, f"5/{n}").held for n in (51, 52))
    assert problems(game) == []


@pytest.mark.clause("8.54-spread")
@pytest.mark.parametrize("die", [1, 4])
def test_a_fire_that_is_out_or_only_burns_on_does_not_spread(die):
    game = alongside(die)
    status.recover(game)
    assert not told(game, Kindled)


@pytest.mark.clause("3.1.G2")
def test_all_fires_are_fought_before_any_spreads():
    game = battle(
        roman("5/1", "2319", fire=True, grappled=("5/51",)),
        punic("5/51", "2420", fire=True),
        dice=wg.Dice.of(firefight=(5, 1), spread=(6,)),
    )
    status.recover(game)
    # 5/51 has put its own fire out, and then it catches again from 5/1.
    assert [event.result for event in told(game, Firefight)] == ["burns", "out"]
    assert (one(game, "5/51").fire, one(game, "5/51").kindled) == (True, True)


@pytest.mark.clause("8.54")
def test_a_burning_ship_does_all_it_could():
    galley = one(burning(4), "5/1")
    before = (galley.crew, galley.manpower, galley.held, galley.printed_speed)
    galley.fire = False
    assert (galley.crew, galley.manpower, galley.held, galley.printed_speed) == before


@pytest.mark.clause("8.54")
@pytest.mark.clause("5.53")
def test_a_commander_does_not_burn_with_his_ship_unnoticed():
    game = battle(
        roman("5/1", "2319", fire=True),
        roman("5/2", "2819"),
        commanders=[commander("duilius", "5/1", initiative=2)],
        dice=wg.Dice.of(firefight=(6,)),
    )
    status.recover(game)
    assert leader(game, "duilius").lost


@pytest.mark.clause("3.1.G2")
@pytest.mark.clause("6.24")
def test_masts_go_up_but_no_sail_ever_again():
    game = battle(roman("5/1", "2319", mast_down=True, unrigged=True))
    status.recover(game)
    galley = one(game, "5/1")
    assert (galley.mast_down, galley.unrigged) == (False, True)


# Fatigue


@pytest.mark.clause("3.1.G3")
@pytest.mark.clause("6.45")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_f1_goes_and_the_others_come_down_by_one(before, after):
    game = battle(roman("5/1", "2319", fatigue=before), roman("5/2", "2519"))
    status.rest(game)
    assert one(game, "5/1").fatigue == after
    assert [(event.galley, event.turns) for event in told(game, Rested)] == [("5/1", after)]


@pytest.mark.clause("3.1.G3")
@pytest.mark.clause("6.45")
def test_fatigue_of_this_turn_is_not_lowered_so_that_f3_lasts_three_turns():
    game = battle(roman("5/1", "2319", fatigue=3, tired=True))
    galley = one(game, "5/1")
    status.rest(game)
    assert not told(game, Rested)
    tired_turns = 0
    while galley.fatigue:
        tired_turns += 1
        status.rest(game)
    assert tired_turns == 3


def test_the_events_say_what_has_happened():
    game = alongside(6)
    status.recover(game)
    said = [event.say() for event in game.events if isinstance(event, Firefight | Kindled)]
    assert said == [
        "5/1: it burns out.",
        "5/51 is set on fire by the fire of 5/1.",
        "5/52 is set on fire by the fire of 5/1.",
    ]
