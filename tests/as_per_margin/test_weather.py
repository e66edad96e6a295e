"""The wind: its first direction, its changes, the dice of its speed, and sight by night."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from table_top import sea, ship, told

import weathergage as wg
from weathergage_as_per_margin.weather import NightSight, WindBlew, blow, initial_wind


def position(**more: object) -> wg.Game:
    return sea(
        ship("Caesar"),
        ship("Desaix", at=(50, 50), side="french"),
        phase="first-move",
        **more,  # type: ignore[arg-type]
    )


def first(*faces: int) -> int:
    return initial_wind(position().rules, wg.Dice.of(*faces))


DEGREES = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


@pytest.mark.clause("APM.wind.initial")
def test_a_four_is_a_wind_from_the_west() -> None:
    assert first(4) == DEGREES["W"]


@pytest.mark.clause("APM.wind.initial")
def test_a_six_and_then_a_three_is_a_wind_from_the_south_west() -> None:
    assert first(6, 3) == DEGREES["SW"]


def chances() -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for one, other in product(range(1, 7), repeat=2):
        wind = first(one, other)
        found[wind] = found.get(wind, Fraction(0)) + Fraction(1, 36)
    return found


@pytest.mark.clause("APM.wind.initial")
def test_each_direction_has_the_chance_that_two_columns_give_it() -> None:
    sixth, ninth, eighteenth = Fraction(1, 6), Fraction(1, 9), Fraction(1, 18)
    wanted = {name: sixth for name in "NESW"}
    wanted |= {"NE": eighteenth, "SE": eighteenth, "SW": ninth, "NW": ninth}
    assert chances() == {DEGREES[name]: chance for name, chance in wanted.items()}


@pytest.mark.clause("APM.wind.eight-directions")
def test_the_throw_favours_westerlies_seven_to_five() -> None:
    odds = chances()
    assert sum(odds[DEGREES[name]] for name in ("W", "SW", "NW")) == Fraction(7, 18)
    assert sum(odds[DEGREES[name]] for name in ("E", "NE", "SE")) == Fraction(5, 18)
    assert set(odds) == set(DEGREES.values())


@pytest.mark.clause("APM.wind.change", "APM.wind.eight-directions")
@pytest.mark.parametrize(
    ("wind", "die", "after"),
    [
        ("W", 5, "SW"),
        ("W", 6, "NW"),
        ("N", 6, "NE"),
        ("N", 5, "NW"),
        *((name, die, name) for name in ("W", "NE") for die in range(1, 5)),
    ],
)
def test_the_wind_backs_on_a_five_and_veers_on_a_six(wind: str, die: int, after: str) -> None:
    game = position(wind=wind, dice=wg.Dice.of(wind_change=(die,), wind=(5, 2)))
    blow(game)
    assert game.state.wind == DEGREES[after]


@pytest.mark.clause("APM.wind.change")
def test_the_first_turn_of_a_battle_checks_the_wind_as_well() -> None:
    dice = wg.Dice.of(wind_change=(6,), wind=(5, 2))
    game = sea(
        ship("Caesar"), ship("Desaix", at=(50, 50), side="french"), phase="wind", turn=1, dice=dice
    )
    assert game.state.wind == DEGREES["NW"]


@pytest.mark.clause("APM.wind-speed")
@pytest.mark.parametrize(
    ("faces", "distances"), [((5, 2), (7, 5, 2)), ((4, 4), (8, 4, 4)), ((2, 5), (7, 5, 2))]
)
def test_two_dice_give_the_total_the_higher_and_the_lower(
    faces: tuple[int, int], distances: tuple[int, int, int]
) -> None:
    game = position(dice=wg.Dice.of(wind_change=(1,), wind=faces))
    blow(game)
    state = game.state
    assert (state.total, state.higher, state.lower) == distances


@pytest.mark.clause("APM.wind-speed")
def test_a_higher_five_with_a_lower_two_comes_twice_in_thirty_six_and_a_calm_never() -> None:
    rolls = list(product(range(1, 7), repeat=2))
    assert sum(max(r) == 5 and min(r) == 2 for r in rolls) == 2
    assert min(min(r) for r in rolls) == 1


@pytest.mark.clause("APM.wind-speed")
def test_the_dice_are_fresh_every_turn_and_told() -> None:
    game = position(dice=wg.Dice.of(wind_change=(1, 6), wind=(6, 6, 1, 1)))
    blow(game)
    blow(game)
    assert game.state.wind_dice == (1, 1)
    assert [e.say() for e in told(game, WindBlew)] == [
        "The wind holds at W: 12 inches free, 6 beating, 6 at least.",
        "The wind veers to NW: 2 inches free, 1 beating, 1 at least.",
    ]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_one_die_says_how_far_all_see_anew_each_turn() -> None:
    game = position(night=True, dice=wg.Dice.of(wind=(1, 2, 3, 4, 5, 6), sight=(2, 3)))
    blow(game)
    assert game.state.sight == 2
    blow(game)
    assert game.state.sight == 3
    assert [e.inches for e in told(game, NightSight)] == [2, 3]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_day_nothing_limits_sight() -> None:
    game = position(sight=2)
    blow(game)
    assert game.state.sight == 0
