"""Gunnery Rating 1 hits as hard at the lowest odds as at the next."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


class LowOdds:
    @wg.hookimpl(wrapper=True)
    def tables(self, ruleset: wg.Ruleset) -> Wrapper:
        own = yield
        table = own["gunnery-1"].replaced("5-6 x 1-2", 2, "Close work tells.")
        return {**own, table.id: table}


RULE = wg.HouseRule("low-odds", ruleset="frigate", title="Low odds", plugin=LowOdds())


def test_the_cell_is_changed_and_says_so() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert game.look_up("gunnery-1", 6, "1-2") == 2
    assert game.rules.tables["gunnery-1"].source(6, "1-2").status == "house"
    plain = wg.new_game("frigate/constitution-guerriere", seed=1)
    assert plain.look_up("gunnery-1", 6, "1-2") == 1
