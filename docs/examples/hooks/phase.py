"""A watch on a phase: how often the combat phase was played, and with what in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


class Bell:
    """Rings before and after each combat phase; the phase itself is played as it stands."""

    @wg.hookimpl(wrapper=True)
    def phase(self, game: wg.Game, phase: wg.Phase) -> Wrapper:
        own = yield
        return self.rung(game, own)

    def rung(self, game: wg.Game, own: wg.PhaseRun) -> wg.PhaseRun:
        game.notes["rings"] = game.notes.get("rings", 0) + 1
        yield from own
        game.notes["rings"] += 1


RULE = wg.HouseRule("bell", ruleset="frigate", title="A bell", phases=("combat",), plugin=Bell())


def test_it_rings_twice_a_turn() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(wg.Dice(1)))
    assert game.notes["rings"] == 2 * game.turn
