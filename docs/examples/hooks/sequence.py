"""A phase more: a fog that rises and lifts, by a die each turn."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]


def fog(game: wg.Game) -> None:
    """A phase that asks nobody is a plain function. What it has to remember is in the notes."""
    die = game.roll("fog", "the fog", "club 2")
    game.notes["fog"] = die >= (4 if game.notes.get("fog") else 6)


class Foggy:
    @wg.hookimpl(wrapper=True)
    def sequence(self, rules: wg.Rules) -> Wrapper:
        own = yield
        return (*own[:2], wg.Phase("fog", "club 2", fog, "Fog"), *own[2:])


RULE = wg.HouseRule("fog", ruleset="frigate", title="Fog", clause="club 2", plugin=Foggy())


def test_the_fog_is_rolled_for_each_turn_and_undo_takes_it_back() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert [phase.id for phase in game.rules.sequence][:3] == ["deployment", "wind", "fog"]
    told = []
    while not game.over:
        told.append((game.turn, game.notes["fog"]))
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(wg.Dice(game.turn)))
    assert {state for _, state in told} == {True, False}
    game.undo()
    game.undo()
    assert game.notes == {"fog": told[-1][1]}
