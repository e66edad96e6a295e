"""How the sides stand, and each broadside, as they are counted across rulesets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told
from hypothesis import example, given, settings, strategies as st

import weathergage as wg
from weathergage.plugins import scenarios_of
from weathergage_admiralty.damage import Damaged
from weathergage_admiralty.gunnery import HOLD, Fire
from weathergage_admiralty.rows import Critical, codes_of
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.state import Guns

ADMIRALTY = wg.rulesets()["admiralty"]
SCENARIOS = sorted(scenarios_of(ADMIRALTY))
YARDS = 1200 / 36
"""What an inch of medium scale stands for."""


def standing(game: wg.Game) -> Any:
    assert ADMIRALTY.standing is not None
    return ADMIRALTY.standing(game.rules, game.state)


def shots(game: wg.Game) -> list[wg.Shot]:
    assert ADMIRALTY.shots is not None
    return list(ADMIRALTY.shots(game.rules, game.events))


def two_against_one(**more: Any) -> wg.Game:
    """The Caesar, with what is said of her, and the Zealous, 74s of twelve gun dice a side."""
    return sea(
        ship("Caesar", at=(20, 20), **more),
        ship("Zealous", at=(30, 20)),
        ship("Desaix", "french-74", at=(40, 40), side="french"),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_fleet_is_whole_at_the_start(scenario: str) -> None:
    game = wg.new_game(f"admiralty/{scenario}", seed=1)
    counted = Counter(each.card.side for each in game.state.ships)
    hurt = {each.card.side for each in game.state.ships if each.sail_hits}
    for side, stands in standing(game).items():
        if side in hurt:
            assert 0 < stands.strength < 1
            stands = replace(stands, strength=1.0)
        assert stands == wg.Standing(counted[side])


@pytest.mark.clause("4.3-gun-hits")
def test_half_of_a_ships_strength_is_in_her_guns() -> None:
    half = two_against_one(port=(1, 2, 3), starboard=(1, 2, 3))
    assert one(half, "caesar").card.guns.total == 2 * Guns(1, 2, 3).total
    assert standing(half)["british"].strength == pytest.approx((1 + 0.75) / 2)
    assert standing(half)["french"] == wg.Standing(1)


@pytest.mark.clause("4.3-gun-hits")
def test_a_gun_hit_is_the_fifth_part_of_a_die() -> None:
    game = two_against_one(gun_hits=(3, 1))
    assert standing(game)["british"].strength == pytest.approx(1 - (4 / 5) / 24 / 2 / 2)


@pytest.mark.clause("4.3-sail-hits")
def test_the_other_half_is_in_her_sails() -> None:
    # "4.3-sail-hits" Nine sail hits cost a ship of this size half an inch of five and a half.
    game = two_against_one(sail_hits=9)
    assert standing(game)["british"].strength == pytest.approx(1 - (0.5 / 5.5) / 2 / 2)


@pytest.mark.clause("3.4-immobile")
def test_a_ship_that_is_helpless_has_no_strength_left() -> None:
    game = two_against_one(port=(0, 0, 0), starboard=(0, 0, 0), sail_hits=99)
    assert standing(game)["british"] == wg.Standing(2, strength=0.5)


@pytest.mark.clause("4.3-B", "3.1-marking")
def test_guns_that_do_not_fire_now_are_not_lost() -> None:
    game = two_against_one(blocked=(1, 1), party=(1, 1, 0))
    assert standing(game)["british"] == wg.Standing(2)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ({"gone": "sunk"}, "lost"),
        ({"gone": "exploded"}, "lost"),
        ({"surrendered": "french"}, "captured"),
        ({"surrendered": "french", "gone": "left"}, "captured"),
        ({"surrendered": "french", "gone": "sunk"}, "lost"),
    ],
)
def test_a_ship_is_counted_once(what: dict[str, str], count: str) -> None:
    game = two_against_one(**what)
    assert standing(game)["british"] == wg.Standing(2, strength=0.5, **{count: 1})
    assert standing(game)["french"] == wg.Standing(1)


def test_a_ship_that_left_is_still_her_sides() -> None:
    assert standing(two_against_one(gone="left"))["british"] == wg.Standing(2, left=1)


# The broadsides


def duel(inches: float, *, heading: str = "N", **more: Any) -> wg.Game:
    """Caesar fires to starboard at the Desaix, so many inches off, and the game goes on."""
    times = {"tiny": 0.25, "small": 0.5}.get(more.get("options", {}).get("scale", ""), 1.0)
    game = sea(
        ship("Caesar", at=(30, 30), type="british-104", armament="30x32 28x24 44x12"),
        ship("Desaix", "french-74", at=(30 + inches, 30), heading=heading, side="french"),
        phase="cannon",
        **more,
    )
    assert one(game, "caesar").pose.distance(one(game, "desaix").pose) == pytest.approx(
        inches * times
    )
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    if any(d.seat == "french" and d.kind == "fire" for d in game.decisions):
        answer(game, HOLD, seat="french")
    return game


@pytest.mark.clause("4.0-gun-dice", "4.0-roll")
def test_all_sizes_of_guns_make_one_broadside() -> None:
    game = duel(2.9)
    sizes = told(game, Fired)
    assert [fired.weight for fired in sizes] == ["heavy", "light"]
    (shot,) = shots(game)
    assert shot.hits == sum(sum(fired.hits) for fired in sizes)
    assert (shot.side, shot.ship, shot.raking, shot.first) == ("british", "Caesar", False, False)
    assert shot.yards == pytest.approx(2.9 * YARDS)


@pytest.mark.clause("1.1")
@pytest.mark.parametrize("scale", ["tiny", "small"])
def test_yards_do_not_hang_on_the_size_of_the_models(scale: str) -> None:
    (shot,) = shots(duel(2.8, options={"scale": scale}))
    assert shot.yards == pytest.approx(2.8 * YARDS)


@pytest.mark.clause("4.2-stern-rake", "4.2-bow-rake")
@pytest.mark.parametrize("heading", ["E", "W"])
def test_a_rake_is_told_as_one(heading: str) -> None:
    (shot,) = shots(duel(2.9, heading=heading))
    assert shot.raking


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_ships_of_a_scenario_are_called_alike(scenario: str) -> None:
    ships = wg.new_game(f"admiralty/{scenario}", seed=1).state.ships
    assert len({each.card.name for each in ships}) == len(ships)


# Whole games

SMALL = ("frigate-duel", "constitution-guerriere", "chase")


@settings(max_examples=20)
@example("frigate-duel", 101)
@given(st.sampled_from(SMALL), st.integers(0, 500))
def test_what_holds_in_any_game(scenario: str, seed: int) -> None:
    game = wg.new_game(f"admiralty/{scenario}", seed=seed)
    dice = wg.Dice(seed)
    ships = Counter(each.card.side for each in game.state.ships)
    turn = 0
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
        if game.turn == turn:
            continue
        turn = game.turn
        found = standing(game)
        for side, stands in found.items():
            assert stands.ships == ships[side]
            assert 0 <= stands.strength <= 1
            assert stands.lost + stands.captured + stands.struck + stands.left <= stands.ships
        assert found == standing(game.fork())
    assert {shot.side for shot in shots(game)} <= set(game.seats)
    assert sum(shot.hits for shot in shots(game)) == sum(sum(f.hits) for f in told(game, Fired))
    broadsides = Counter(
        (shot.ship, round(shot.yards)) for shot in shots(game) if shot.yards > 20 * YARDS
    )
    assert not broadsides


@settings(max_examples=20)
@given(st.integers(0, 500))
def test_the_hits_of_a_turn_are_those_that_go_on_the_logs(seed: int) -> None:
    game = duel(2.9, seed=seed)
    if any(event for event in told(game, Critical)):
        return
    expected: Counter[str] = Counter()
    for fired in told(game, Fired):
        for hits, line, column in zip(fired.hits, fired.lines, (0, 1), strict=True):
            cell = game.look_up("hit-table", line, column)
            for kind, number, _ in codes_of(cell):
                expected[kind] += hits * number
    marked: Counter[str] = Counter()
    for event in told(game, Damaged):
        for code in event.codes:
            word = code.split()[0]
            marked[word.lstrip("0123456789")] += int(word.rstrip("GS") or 1)
    assert marked == +expected
