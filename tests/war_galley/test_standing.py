"""How the sides stand, and what missiles, rams and rakes did, as counted across rulesets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from fighting import Talk, acting, battle, punic, roman
from galleys import galley, one, one_of, sea, told
from hypothesis import given, settings, strategies as st

import weathergage as wg
from weathergage.plugins import scenarios_of
from weathergage_war_galley import missiles
from weathergage_war_galley.boarding import Taken
from weathergage_war_galley.missiles import Depleted, Fired
from weathergage_war_galley.raking import Raked
from weathergage_war_galley.ramming import Collided, Rammed
from weathergage_war_galley.state import PORT, STARBOARD

WAR_GALLEY = wg.rulesets()["war-galley"]
SCENARIOS = sorted(scenarios_of(WAR_GALLEY))

RATED: dict[str, Any] = {"crew": 2, "defense": 6, "manpower": 4, "towers": False, "engines": False}
"""Twelve points a galley, by the prices of tournaments."""


def standing(game: wg.Game) -> Any:
    assert WAR_GALLEY.standing is not None
    return WAR_GALLEY.standing(game.rules, game.state)


def shots(game: wg.Game, events: Any = None) -> list[wg.Shot]:
    assert WAR_GALLEY.shots is not None
    return list(WAR_GALLEY.shots(game.rules, game.events if events is None else events))


def two_against_one(**more: Any) -> wg.Game:
    """The Roman 5/1, with what is said of it, and 5/2, and one of Carthage."""
    return sea(
        galley("5/1", "2319", **(RATED | more)),
        galley("5/2", "2719", **RATED),
        galley("5/51", "4010", side="carthage", **RATED),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_fleet_is_whole_at_the_start(scenario: str) -> None:
    game = wg.new_game(f"war-galley/{scenario}", seed=1)
    counted = Counter(each.counter.side for each in game.state.galleys)
    for side, stands in standing(game).items():
        assert stands == wg.Standing(counted[side])


@pytest.mark.clause("8.62", "7.28", "9.1-ram", "8.48", "10.0-cost")
@pytest.mark.parametrize(
    ("what", "lost"),
    [
        ({"depletion": 3}, 3),
        ({"depletion": 9}, 4),
        ({"crippled": PORT}, 1),
        ({"crippled": PORT | STARBOARD}, 2),
        ({"rammed": True}, 6),
        ({"stranded": 1}, 6),
        ({"fatigue": 2, "half": True, "fire": True}, 0),
    ],
)
def test_what_a_galley_loses_of_its_points(what: dict[str, Any], lost: int) -> None:
    game = two_against_one(**what)
    assert standing(game)["rome"] == wg.Standing(2, strength=(24 - lost) / 24)
    assert standing(game)["carthage"] == wg.Standing(1)


@pytest.mark.clause("8.48", "10.0-cost")
def test_towers_overboard_are_a_point_less() -> None:
    game = two_against_one(towers=True)
    assert standing(game)["rome"] == wg.Standing(2)
    one(game, "5/1").towers = False
    assert standing(game)["rome"] == wg.Standing(2, strength=24 / 25)


@pytest.mark.parametrize("gone", ["sunk", "burned", "stranded"])
def test_a_galley_destroyed_is_lost_once(gone: str) -> None:
    game = two_against_one(gone=gone)
    assert standing(game)["rome"] == wg.Standing(2, lost=1, strength=0.5)
    one(game, "5/1").side = "carthage"
    assert standing(game)["rome"] == wg.Standing(2, lost=1, strength=0.5)


@pytest.mark.clause("8.25")
def test_a_captured_galley_is_no_gain_to_her_captors() -> None:
    game = two_against_one()
    taken = one(game, "5/1")
    taken.side, taken.captured = "carthage", "captured"
    assert standing(game)["rome"] == wg.Standing(2, captured=1, strength=0.5)
    assert standing(game)["carthage"] == wg.Standing(1)
    # "8.25" A recaptured galley is her own side's, without Crew or Manpower.
    taken.side, taken.captured = "rome", "recaptured"
    assert standing(game)["rome"] == wg.Standing(2, strength=18 / 24)


@pytest.mark.parametrize(
    ("what", "strength"),
    [
        ({"gone": "exited"}, 1.0),
        ({"gone": "ashore"}, 1.0),
        ({"gone": "exited", "deserting": True}, 0.5),
    ],
)
def test_who_left_is_still_her_sides_unless_she_deserted(
    what: dict[str, Any], strength: float
) -> None:
    assert standing(two_against_one(**what))["rome"] == wg.Standing(2, left=1, strength=strength)


@pytest.mark.parametrize("gone", ["waiting", "to deploy"])
def test_who_is_still_to_come_is_there(gone: str) -> None:
    assert standing(two_against_one(gone=gone))["rome"] == wg.Standing(2)


# Missiles, rams and rakes


@pytest.mark.clause("8.41", "8.44", "4.0")
@pytest.mark.parametrize(("hex", "yards"), [("2519", 160.0), ("2420", 80.0)])
def test_missiles_are_told_with_their_range(hex: str, yards: float) -> None:
    game = battle(roman("5/1", "2319", manpower=5), punic("5/51", hex, manpower=3))
    acting(game, "5/1")
    talk = Talk(missiles.perform(game, one(game, "5/1"), missiles.Fire(target="5/51")))
    talk.say("fire 5/1")
    ours, theirs = shots(game)
    assert (ours.side, ours.ship, theirs.side, theirs.ship) == ("rome", "5/1", "carthage", "5/51")
    assert ours.yards == theirs.yards == yards
    depletions = Counter(event.galley for event in told(game, Depleted))
    assert (ours.hits, theirs.hits) == (depletions["5/51"], depletions["5/1"])


def test_what_rams_and_rakes_are() -> None:
    game = two_against_one()
    events = [
        Rammed("5/1", "5/51", ""),
        Collided("5/2", "5/51", ""),
        Raked("5/51", "5/1", "port", True, ""),
        Raked("5/51", "5/1", "port", False, ""),
    ]
    assert shots(game, events) == [
        wg.Shot("rome", "5/1", 0.0, 1),
        wg.Shot("rome", "5/2", 0.0, 0),
        wg.Shot("carthage", "5/51", 0.0, 1, raking=True),
        wg.Shot("carthage", "5/51", 0.0, 0, raking=True),
    ]


@pytest.mark.clause("8.25-use")
def test_a_captured_galley_fights_for_her_captors() -> None:
    game = two_against_one()
    fired = Fired("5/1", "5/2", 0, False, "D", "")
    found = shots(game, [Taken("5/1", "carthage", "captured", ""), fired])
    assert [(shot.side, shot.hits) for shot in found] == [("carthage", 1)]


# Whole games


@settings(max_examples=6)
@given(st.sampled_from(["first-evening", "tauris", "tournament"]), st.integers(0, 100))
def test_what_holds_in_any_game(scenario: str, seed: int) -> None:
    game = wg.new_game(f"war-galley/{scenario}", seed=seed)
    dice = wg.Dice(seed)
    turn = 0
    while not game.over and game.turn < 12:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
        if game.turn == turn:
            continue
        turn = game.turn
        found = standing(game)
        ships = Counter(each.counter.side for each in game.state.galleys)
        for side, stands in found.items():
            assert stands.ships == ships[side]
            assert 0 <= stands.strength <= 1
            assert stands.lost + stands.captured + stands.struck + stands.left <= stands.ships
        assert found == standing(game.fork())
    all_told = shots(game)
    fired = told(game, Fired)
    struck = [event for event in fired if event.result != "none"]
    assert sum(shot.hits for shot in all_told if shot.yards) == len(struck)
    assert len([e for e in told(game, Depleted) if e.clause == "8.45"]) <= len(struck)
    for kind, hits in ((Rammed, 1), (Collided, 0)):
        plain = [s for s in all_told if not s.yards and not s.raking and s.hits == hits]
        assert len(plain) == len(told(game, kind))
    assert len([s for s in all_told if s.raking]) == len(told(game, Raked))
    assert {shot.side for shot in all_told} <= set(game.seats)
    assert all(one_of(game.state, shot.ship) for shot in all_told)
