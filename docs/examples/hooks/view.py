"""Haze: a seat does not see how fast the enemy goes."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


class Haze:
    @wg.hookimpl(wrapper=True)
    def view(self, game: wg.Game, seat: str) -> Wrapper:
        table = yield
        for ship in table.ships:
            if ship.side != seat:
                ship.speed = 0
        return table


RULE = wg.HouseRule("haze", ruleset="frigate", title="Haze", clause="club 7", plugin=Haze())


def test_only_the_view_is_changed() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert [ship.speed for ship in game.view("british").table.ships] == [5, 0]
    assert [ship.speed for ship in game.view("us").table.ships] == [0, 5]
    assert [ship.speed for ship in game.state.ships] == [5, 5]
