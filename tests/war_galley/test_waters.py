"""Whether fleets lie apart: what is out of the enemies' waters has none within two hexes."""

from hypothesis import given, strategies as st

import weathergage as wg
from weathergage_war_galley import waters
from weathergage_war_galley.sheet import NUMBERS

# Two sheets joined either way, and a berth beyond each edge.
PLACES = st.builds(NUMBERS.place, st.integers(8, 112), st.integers(-2, 58))


@given(st.lists(PLACES, min_size=1, max_size=5), PLACES)
def test_a_bow_within_four_hexes_of_an_enemys_is_in_its_waters(enemies, bow):
    near = any(wg.distance(bow, enemy) <= waters.APART for enemy in enemies)
    assert waters.around(enemies).hold(bow) or not near


@given(st.lists(PLACES, min_size=2, max_size=6))
def test_waters_reach_as_far_as_if_an_enemy_had_been_there_from_the_start(enemies):
    *first, last = enemies
    assert waters.around(first).reached(last) == waters.around(enemies)


def test_fleets_at_the_two_ends_of_a_map_are_apart():
    west, east = NUMBERS.place(10, 14), NUMBERS.place(60, 14)
    assert not waters.around([west]).hold(east)
    assert not waters.around([NUMBERS.place(30, 0)]).hold(NUMBERS.place(30, 28))


def test_waters_of_a_galley_that_changes_hands_count_for_her_old_side():
    game = wg.new_game("war-galley/first-evening", seed=1)
    state = game.state
    state.chart_waters()
    galley = state.galleys[0]
    mine = galley.side
    other = next(ship.side for ship in state.galleys if ship.side != mine)
    state.change_hands(galley, other)
    assert state.enemy_waters[mine].hold(galley.bow)
