"""Every game begins with a die for who was seen first: that side's ships have hoisted more sail."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


class Surprise:
    @wg.hookimpl(wrapper=True)
    def set_up(self, rules: wg.Rules, dice: wg.Dice) -> Wrapper:
        state = yield
        ahead = rules.seats[dice.roll("surprise", 2) - 1]
        for ship in state.ships:
            if ship.side == ahead:
                ship.speed += 1
        return state


RULE = wg.HouseRule("surprise", ruleset="frigate", title="Surprise", plugin=Surprise())


def test_one_side_is_faster_and_the_next_game_is_set_up_afresh() -> None:
    seen = set()
    for seed in range(12):
        game = wg.new_game("frigate/constitution-guerriere", seed=seed, house_rules=[RULE])
        speeds = tuple(ship.speed for ship in game.state.ships)
        assert sorted(speeds) == [5, 6]
        seen.add(speeds)
    assert seen == {(5, 6), (6, 5)}
