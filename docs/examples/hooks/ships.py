"""A stouter American 44."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


class LiveOak:
    @wg.hookimpl(wrapper=True)
    def ships(self, ruleset: wg.Ruleset) -> Wrapper:
        own = yield
        return {**own, "D-44": own["D-44"].replaced("defense", 11, "Live oak.")}


RULE = wg.HouseRule("live-oak", ruleset="frigate", title="Live oak", plugin=LiveOak())


def test_her_counter_has_the_rating() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert [ship.counter.defense for ship in game.state.ships] == [8, 11]
    assert game.rules.ships["D-44"].provenance["defense"].why == "Live oak."
