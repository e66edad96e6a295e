"""The battle is drawn at dusk, after the fifth turn."""

from __future__ import annotations

from typing import Any

import weathergage as wg


class Dusk:
    @wg.hookimpl
    def outcome(self, game: Any) -> wg.Outcome | None:
        if game.turn == 5 and game.phase == "preservation":
            return wg.Outcome("draw", "night has fallen", "club 6", how="dusk")
        return None


RULE = wg.HouseRule("dusk", ruleset="frigate", title="Dusk", clause="club 6", plugin=Dusk())


def test_the_game_ends_at_dusk() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=3, house_rules=[RULE])
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(wg.Dice(1)))
    assert game.outcome is not None
    assert (game.turn, game.outcome.how) == (5, "dusk")
