"""The golden games come out as they were kept."""

from __future__ import annotations

import pytest
from games import Golden, all_golden, told_of, turn_hashes

import weathergage as wg
from weathergage.plugins import scenarios_of
from weathergage_frigate.victory import ENDINGS

GOLDEN = list(all_golden("frigate"))

NOT_FOUND = {
    "parted": "the sections follow the ships of a duel, so neither leaves; test_victory has it",
    "strategic": "Trafalgar would have to end on equal points; test_special_rules has it",
}
"""Endings without a golden game, and why."""


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])
def test_a_golden_game_gives_the_same_events(golden: Golden) -> None:
    game = golden.play()
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner) == (golden.how, golden.winner)
    assert told_of(game) == golden.told()
    assert turn_hashes(game) == golden.hashes


def test_every_scenario_has_a_golden_game() -> None:
    kept = {golden.scenario for golden in GOLDEN}
    assert kept == {f"frigate/{name}" for name in scenarios_of(wg.rulesets()["frigate"])}


@pytest.mark.clause("11.0-endings", "11.1", "11.2", "11.3")
def test_every_way_to_end_has_a_golden_game() -> None:
    assert {golden.how for golden in GOLDEN} | set(NOT_FOUND) == set(ENDINGS)
