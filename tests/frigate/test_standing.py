"""How the sides stand, and each ship's fire, as they are counted across rulesets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, strategies as st
from positions import sea, ship, stage, take, told

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage.plugins import scenarios_of

FRIGATE = wg.rulesets()["frigate"]
SCENARIOS = sorted(scenarios_of(FRIGATE))
STILL = {"force": "calm", "gunnery": {"british": 1, "french": 1}}


def standing(game: wg.Game) -> Any:
    assert FRIGATE.standing is not None
    return FRIGATE.standing(game.rules, game.state)


def shots_of(game: wg.Game, events: Sequence[wg.Event]) -> list[wg.Shot]:
    assert FRIGATE.shots is not None
    return list(FRIGATE.shots(game.rules, events))


def shots(game: wg.Game) -> list[wg.Shot]:
    return shots_of(game, game.events)


def two_against_two(**first: Any) -> wg.Game:
    """A British 74 with what is said of her and a 64 (of 25 and 20 at 0-2 hexes), two French."""
    game = sea(
        [ship("B-74", "A 0410"), ship("B-64", "A 0610")],
        [ship("A-74", "A 1010"), ship("A-74", "A 1210")],
    )
    for name, value in first.items():
        setattr(game.state.ships[0], name, value)
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_fleet_is_whole_at_the_start(scenario: str) -> None:
    game = wg.new_game(f"frigate/{scenario}", seed=1)
    counted = Counter(each.counter.side for each in game.state.ships)
    for side, stands in standing(game).items():
        assert stands == wg.Standing(counted[side])


@pytest.mark.clause("9.0-procedure")
@pytest.mark.parametrize(("crew", "mast"), [(1, 0), (0, 2), (2, 3), (3, 3)])
def test_each_hit_costs_a_sixth_of_her_guns(crew: int, mast: int) -> None:
    game = two_against_two(crew=crew, mast=mast)
    first, second = (each.counter.guns[0] for each in game.state.ships[:2])
    expected = (first * (6 - crew - mast) / 6 + second) / (first + second)
    assert standing(game)["british"] == wg.Standing(2, strength=expected)
    assert standing(game)["french"] == wg.Standing(2)


@pytest.mark.clause("11.0-points")
@pytest.mark.parametrize(
    ("gone", "count"),
    [("sunk", "lost"), ("exploded", "lost"), ("aground", "lost")],
)
def test_a_ship_destroyed_is_lost_once(gone: str, count: str) -> None:
    game = two_against_two(gone=gone)
    first, second = (each.counter.guns[0] for each in game.state.ships[:2])
    stands = standing(game)["british"]
    assert stands == wg.Standing(2, lost=1, strength=second / (first + second))


@pytest.mark.clause("10.0-general")
def test_a_prize_is_lost_to_her_side_and_no_gain_to_her_captors() -> None:
    game = two_against_two()
    take(game.state, 0, "french")
    second = game.state.ships[1].counter.guns[0]
    both = second + game.state.ships[0].counter.guns[0]
    assert standing(game)["british"] == wg.Standing(2, captured=1, strength=second / both)
    assert standing(game)["french"] == wg.Standing(2)
    game.state.ships[0].gone = "exploded"
    assert standing(game)["british"] == wg.Standing(2, captured=1, strength=second / both)


@pytest.mark.parametrize("gone", ["exited", "escaped"])
def test_a_ship_that_left_is_still_her_sides(gone: str) -> None:
    game = two_against_two(gone=gone)
    assert standing(game)["british"] == wg.Standing(2, left=1)


@pytest.mark.clause("13.0-special")
def test_a_ship_aground_is_captured_where_the_scenario_says_so() -> None:
    game = stage("gulf-of-tehuantepec")
    aground = game.rules.scenario.map.aground
    game.state.ships[0].gone = "aground"
    stands = standing(game)[game.state.ships[0].counter.side]
    assert (stands.captured, stands.lost) == ((1, 0) if aground == "captured" else (0, 1))


# The fire


@pytest.mark.clause("7.22", "3.5")
def test_ships_that_fire_together_share_the_hits() -> None:
    game = sea(
        [ship("B-74", "A 0410", speed=0), ship("B-74", "A 0510", speed=0)],
        [ship("A-74", "A 0610", speed=0)],
        dice=wg.Dice.of(**{"gunnery french 74/A": (5,)}),
        **STILL,
    )
    target = game.state.ships[2].code
    rows = {each.code: f"Fire Crew {target}" for each in game.state.ships[:2]}
    for decision in game.decisions:
        orders = rows if decision.seat == "british" else {}
        game.submit(decision.id, {"orders": orders})
    (fired,) = told(game, "Fired")
    assert fired.hits
    mine = shots(game)
    assert [shot.yards for shot in mine] == [pytest.approx(2 * 218.7), pytest.approx(218.7)]
    assert sum(shot.hits for shot in mine) == fired.hits
    assert {(shot.side, shot.raking, shot.first) for shot in mine} == {("british", False, False)}


@pytest.mark.clause("7.17")
def test_a_rake_is_told_as_one() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [ship("A-74", "A 1110", "SW", 0)], **STILL)
    for decision in game.decisions:
        orders = {"74/A": "Fire Crew 74/A"} if decision.seat == "british" else {}
        game.submit(decision.id, {"orders": orders})
    assert [(shot.side, shot.raking) for shot in shots(game)] == [("british", True)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_ships_of_a_scenario_are_called_alike(scenario: str) -> None:
    ships = wg.new_game(f"frigate/{scenario}", seed=1).state.ships
    assert len({each.counter.title for each in ships}) == len(ships)


# Whole games

SMALL = ("constitution-guerriere", "gulf-of-tehuantepec", "st-jago", "lissa")


OPTIONS = {"surrender": True, "recapture": True, "drift": True}


@given(st.sampled_from(SMALL), st.integers(0, 500), st.booleans())
def test_what_holds_in_any_game(scenario: str, seed: int, with_options: bool) -> None:
    fits = with_options and scenario != "constitution-guerriere"
    game = wg.new_game(f"frigate/{scenario}", seed=seed, options=OPTIONS if fits else {})
    dice = wg.Dice(seed)
    ships = Counter(each.counter.side for each in game.state.ships)
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
        found = standing(game)
        for side, stands in found.items():
            assert stands.ships == ships[side]
            assert 0 <= stands.strength <= 1
            assert stands.lost + stands.captured + stands.struck + stands.left <= stands.ships
        assert found == standing(game.fork())
    assert {shot.side for shot in shots(game)} <= set(game.seats)
    assert [(shot.ship, shot.side) for shot in shots(game) if shot.yards > 2187.01] == []


@given(st.sampled_from(SMALL), st.integers(0, 500))
def test_the_hits_of_a_game_are_those_that_its_ships_took(scenario: str, seed: int) -> None:
    game = wg.new_game(f"frigate/{scenario}", seed=seed)
    play_at_random(game, wg.Dice(seed))
    scored: Counter[tuple[int, str]] = Counter()
    marked: Counter[tuple[int, str]] = Counter()
    turn = 0
    for event in game.events:
        if event.kind == "TurnBegan":
            turn = event.turn
        elif event.kind == "Fired":
            scored[turn, event.target] += sum(shot.hits for shot in shots_of(game, [event]))
        elif event.kind == "Damaged":
            marked[turn, event.ship] += event.crew + event.mast
    # A ship that is gone before hits are marked (she ran aground, or left the map) has none.
    assert marked == {key: scored[key] for key in marked}
