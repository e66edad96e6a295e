"""Flame missiles and firepots: who has them, and what they set on fire."""

from __future__ import annotations

import pytest
from fighting import Talk, acting, battle, lines, punic, read, rolled, roman
from galleys import one, told

import weathergage as wg
from weathergage.plugins import assemble
from weathergage_war_galley import flame, missiles, ramming
from weathergage_war_galley.flame import Firepots, Kindled


def armed(*faces, special=None, **own):
    """5/1, M5 with flame missiles, alongside 5/51, which does not shoot back."""
    return battle(
        roman("5/1", "2319", **{"manpower": 5, "flame": True, **own}),
        punic("5/51", "2420", manpower=0),
        dice=wg.Dice.of(*faces),
        special=special or {},
    )


def shoot(game, with_flame=True):
    acting(game, "5/1")
    line = "fire 5/51 with flame" if with_flame else "fire 5/51"
    assert Talk(missiles.perform(game, one(game, "5/1"), read(missiles.COMMANDS, line))).over
    return one(game, "5/51")


def counters(scenario, **options):
    """The counters of a scenario by side and type."""
    rules = assemble(f"war-galley/{scenario}", options)
    state = rules.ruleset.set_up(rules, wg.Dice(0))
    found = {}
    for galley in state.galleys:
        found.setdefault((galley.side, galley.counter.type), galley.counter)
    return state, found


# Who has them


@pytest.mark.clause("8.5")
def test_naulochus_has_no_fire_unless_it_is_chosen():
    state, _ = counters("naulochus")
    assert not any(g.counter.flame or g.counter.firepots for g in state.galleys)
    state, _ = counters("naulochus", naulochus_fire=True)
    types = {g.counter.type for g in state.galleys if g.counter.flame}
    assert types == {"cat3", "4", "5"}


@pytest.mark.clause("8.5")
def test_the_rhodian_cataphracts_of_myonessus_have_firepots_alone():
    state, _ = counters("myonessus")
    (pots,) = {(g.counter.type, g.counter.flame) for g in state.galleys if g.counter.firepots}
    assert pots == ("cat3", False)


@pytest.mark.clause("8.5")
def test_the_antigonid_quinqueremes_of_salamis_have_flame_missiles():
    state, _ = counters("salamis")
    fives = [g.counter for g in state.galleys if g.counter.type == "5" and g.counter.flame]
    assert [(c.colour, c.number) for c in fives] == [("green", n) for n in range(1, 11)]


@pytest.mark.clause("8.5")
@pytest.mark.clause("8.51")
def test_a_galley_without_the_capability_has_no_flame():
    game = armed(flame=False)
    acting(game, "5/1")
    assert lines(missiles.offers(game, one(game, "5/1"))) == ["fire 5/51"]


@pytest.mark.clause("8.48")
def test_thrown_towers_take_the_flame_along():
    assert flame.has_flame(one(armed(towers=True), "5/1"))
    galley = one(armed(towers=True), "5/1")
    galley.towers = False
    assert not flame.has_flame(galley)


# Flame missiles


@pytest.mark.clause("8.51")
@pytest.mark.parametrize(("die", "burns"), [(1, False), (3, False), (4, True), (6, True)])
def test_an_f_sets_the_target_on_fire_with_4_to_6(die, burns):
    target = shoot(armed(6, die))
    assert (target.depletion, target.fire, target.kindled) == (1, burns, False)


@pytest.mark.clause("8.51")
@pytest.mark.parametrize(("die", "burns"), [(4, False), (5, True)])
def test_in_the_foul_weather_of_tauris_it_takes_a_5(die, burns):
    assert assemble("war-galley/tauris").scenario.special.foul.ignition == 5
    target = shoot(armed(6, die, special={"foul": {"ignition": 5, "firefight": -1}}))
    assert target.fire is burns


@pytest.mark.clause("8.51")
@pytest.mark.clause("8.45")
def test_flame_throwers_turn_a_d_into_a_d_f():
    assert assemble("war-galley/actium").scenario.special.throwers == ("octavian",)
    throwers = {"throwers": ["rome"]}
    assert shoot(armed(4, 4, special=throwers)).fire
    assert not shoot(armed(4, 4)).fire
    assert not shoot(armed(4, 4, special=throwers), with_flame=False).fire
    assert not shoot(armed(4, 4, special={"throwers": ["carthage"]})).fire


@pytest.mark.clause("8.54")
def test_a_burning_target_is_not_rolled_for_again():
    game = armed(6)
    one(game, "5/51").fire = True
    shoot(game)
    assert not rolled(game, "8.51")
    assert not told(game, Kindled)


# Firepots


def ramming_with_pots(*faces, **own):
    return battle(
        roman("5/1", "2221", "NE", **{"manpower": 0, "firepots": True, **own}),
        punic("5/51", "2319", manpower=0, crew=1),
        dice=wg.Dice.of(firepots=faces),
    )


def drop(game, answer="firepots"):
    talk = Talk(flame.firepots(game, one(game, "5/1"), one(game, "5/51")))
    assert (talk.ask.seat, talk.ask.clause) == ("rome", "8.53")
    assert talk.say(answer).over
    return one(game, "5/51")


@pytest.mark.clause("8.53")
@pytest.mark.parametrize(("die", "burns"), [(4, False), (5, True), (6, True)])
def test_firepots_set_on_fire_with_a_5_or_6(die, burns):
    assert drop(ramming_with_pots(die)).fire is burns


@pytest.mark.clause("8.53")
def test_nobody_must_drop_them():
    game = ramming_with_pots(6)
    assert not drop(game, "decline").fire
    assert not rolled(game, "8.53")


@pytest.mark.clause("8.53")
def test_a_ram_without_firepots_asks_nothing():
    game = ramming_with_pots(firepots=False)
    assert Talk(flame.firepots(game, one(game, "5/1"), one(game, "5/51"))).over


@pytest.mark.clause("8.53")
def test_they_are_rolled_before_the_ram_and_burn_whatever_it_does():
    game = ramming_with_pots(5)
    acting(game, "5/1", ended=False, begun=True, announced=3, spent=1)
    (command,) = [c for c in ramming.offers(game, one(game, "5/1"))]
    talk = Talk(ramming.perform(game, one(game, "5/1"), command))
    while not talk.over:
        talk.say("firepots" if Firepots in talk.ask.kinds else "decline")
    assert [roll.clause for roll in told(game, wg.Rolled)][:2] == ["8.53", "7.14"]
    assert one(game, "5/51").fire


def test_firepots_are_read_and_written():
    assert read(flame.COMMANDS, "drop firepots") == Firepots()
    assert Firepots().write() == "firepots"
