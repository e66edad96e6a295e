"""In the first turn shots go high: a hit on the gunnery tables is never more than one."""

from __future__ import annotations

from typing import Any

import weathergage as wg


class Ranging:
    @wg.hookimpl
    def look_up(self, game: Any, table: str, row: int | str, column: str) -> int | None:
        if game.state.turn > 1 or not table.startswith("gunnery"):
            return None
        return min(1, game.rules.tables[table].look_up(row, column))


RULE = wg.HouseRule("ranging", ruleset="frigate", title="Ranging shots", plugin=Ranging())


def test_it_answers_in_the_first_turn_alone() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert game.look_up("gunnery-1", 6, "6-1") == 1
    assert game.look_up("damage-control", 1, 0) == game.rules.tables["damage-control"].look_up(1, 0)
    game.state.turn = 2
    assert game.look_up("gunnery-1", 6, "6-1") == 3
