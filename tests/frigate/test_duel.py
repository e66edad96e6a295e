"""The chance of winning a duel against an enemy without a plan, reckoned to its end."""

from __future__ import annotations

import numpy as np
import pytest
from positions import sea, ship

import weathergage as wg
from weathergage_frigate.duel import AFOUL, LOST, Prospects, lie_of, prospects_of

NOBODY, HE, WE, BOTH = range(4)
"""Who bears, within two hexes."""

SOUND, ONE_CREW, SILENT, DISMASTED, DISABLED = 0, 4, 12, 3, 15


def prospects(seat: str) -> Prospects:
    """Those of a side in the scenario that is fought to the death by one ship against one."""
    game = wg.new_game("frigate/constitution-guerriere", seed=1)
    found = prospects_of(game.view(seat).table, seat)
    assert found is not None
    return found


@pytest.mark.clause("11.3")
def test_a_duel_is_decided_when_a_ship_is_disabled() -> None:
    won = prospects("us").won
    assert np.all(won[:, :, SOUND, DISABLED] == 1.0)
    assert np.all(won[:, :, DISABLED, SOUND] == LOST)
    assert np.all(won[0, :, SOUND, :DISABLED] == 0.0)


@pytest.mark.parametrize("seat", ["us", "british"])
def test_more_time_is_better_for_a_sound_ship(seat: str) -> None:
    won = prospects(seat).won[:, BOTH, SOUND, SOUND]
    assert np.all(np.diff(won) >= 0.0)
    assert 0.0 < won[8] < won[16] < 1.0


@pytest.mark.clause("7.17")
@pytest.mark.parametrize("seat", ["us", "british"])
def test_raking_is_best_and_being_raked_is_worst(seat: str) -> None:
    won = prospects(seat).won[10, :, SOUND, SOUND]
    assert won[WE] > won[BOTH] > won[HE]
    assert won[WE] > won[NOBODY] > won[HE]


@pytest.mark.clause("6.62")
def test_the_weaker_ship_grapples_an_enemy_with_a_crew_hit() -> None:
    found = prospects("british").won[10]
    assert found[AFOUL, SOUND, ONE_CREW] > found[BOTH, SOUND, ONE_CREW] + 0.1


@pytest.mark.clause("7.7-limits")
def test_three_hits_of_a_kind_are_enough_in_a_duel() -> None:
    found = prospects("us")
    assert found.best_kind(10, BOTH, SOUND, SILENT) == "mast"
    assert found.best_kind(10, BOTH, SOUND, DISMASTED) == "crew"


def test_what_is_expected_of_a_turn_is_what_the_position_is_worth() -> None:
    found = prospects("us")
    by_lie = found.lies(10, BOTH, SOUND, SOUND)
    assert by_lie[WE] > by_lie[BOTH] > by_lie[HE]
    assert by_lie.min() < found.won[10, BOTH, SOUND, SOUND] < by_lie.max()


@pytest.mark.clause("7.16", "7.17")
def test_a_lie_tells_who_bears_and_how_far_the_ships_are_apart() -> None:
    for hexes, lie in ((2, 2), (4, 6), (7, 10), (10, 14), (12, 16), (16, 17)):
        game = sea([ship("B-74", "A 1010", "N", 4)], [ship("A-74", "A 1110", "N", 4)])
        ours, his = game.state.ships
        his.place = ours.place + hexes * wg.STEP[1]
        his.heading = 1
        assert lie_of(game.view("british").table, ours, his) == lie


def test_nothing_is_known_of_fleets_and_of_other_aims() -> None:
    for scenario in ("trafalgar", "bay-of-bengal"):
        game = wg.new_game(f"frigate/{scenario}", seed=1)
        seat = game.seats[0]
        assert prospects_of(game.view(seat).table, seat) is None
