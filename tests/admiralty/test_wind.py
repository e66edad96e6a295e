"""Changes of the wind, an option."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import laid, sea, ship, told

import weathergage as wg
from weathergage_admiralty.wind import WindChanged, is_due


def blown(*dice: int, turn: int = 5, on: bool = True, **more: Any) -> wg.Game:
    return sea(
        ship("Caesar", setting="anchored"),
        wind="N",
        phase="wind",
        turn=turn,
        options={"wind_changes": on},
        dice=wg.Dice.of(wind=dice),
        **more,
    )


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(
    ("dice", "points"), [((1, 1), -2), ((2, 2), -1), ((3, 2), 0), ((5, 5), 1), ((6, 6), 2)]
)
def test_two_dice_veer_or_back_it(dice: tuple[int, int], points: int) -> None:
    game = blown(*dice, 4)
    assert game.state.wind == points * 1125 % 36000
    (event,) = told(game, WindChanged)
    assert event.points == points


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(
    ("dice", "speed", "after"),
    [
        ((1, 1, 3), 3, 2),
        ((6, 6, 4), 3, 4),
        ((6, 6, 6), 5, 5),
        ((1, 1, 1), 1, 1),
        ((3, 3, 1), 3, 3),
    ],
)
def test_a_double_one_or_six_moves_its_rating_within_one_to_five(
    dice: tuple[int, ...], speed: int, after: int
) -> None:
    assert blown(*dice, speed=speed).state.speed == after


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(
    ("turn", "on", "changes", "due"),
    [
        (5, True, False, True),
        (5, False, True, True),
        (5, False, False, False),
        (6, True, True, False),
    ],
)
def test_it_is_thrown_for_every_fifth_turn_where_option_or_scenario_say_so(
    turn: int, on: bool, changes: bool, due: bool
) -> None:
    game = blown(3, 4, turn=turn, on=on, changes=changes)
    assert is_due(game) is due
    assert bool(told(game, WindChanged)) is due


@pytest.mark.clause("2.5")
def test_a_wind_that_veers_puts_close_hauled_ships_in_irons() -> None:
    game = sea(
        ship("Caesar", heading=65),
        wind="N",
        phase="wind",
        turn=5,
        options={"wind_changes": True},
        dice=wg.Dice.of(wind=(5, 5)),
    )
    assert game.state.ships[0].irons


@pytest.mark.clause("2.5")
def test_changes_are_as_likely_either_way() -> None:
    rules, _ = laid(ship("Caesar"))
    odds = rules.tables["wind-change"].odds("points")
    assert odds[-2] == odds[2]
    assert odds[-1] == odds[1]
    assert odds[0] == max(odds.values())
