"""Explosions are rolled with the better of two dice; the wind with a die of four sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import weathergage as wg


class OtherDice:
    @wg.hookimpl
    def roll(
        self, game: Any, purpose: str, stream: str, count: int, sides: int
    ) -> Sequence[int] | None:
        if purpose.startswith("fire aboard"):
            return [max(game.dice.rolls(stream, 2, sides)) for _ in range(count)]
        if purpose == "wind direction":
            return game.dice.rolls(stream, count, 4)
        return None


RULE = wg.HouseRule("other-dice", ruleset="frigate", title="Other dice", plugin=OtherDice())


def test_other_dice_are_thrown() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    winds = {game.roll("wind", "wind direction", "6.35") for _ in range(100)}
    assert winds == {1, 2, 3, 4}
    game.dice = wg.Dice.of(2, 5, 6)
    assert game.roll("explosion", "fire aboard the Guerriere", "7.31") == 5
    assert game.roll("gunnery", "fire at the Guerriere", "7.0-roll") == 6
