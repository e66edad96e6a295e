"""The golden games come out as they were kept."""

from __future__ import annotations

import pytest
from games import Golden, all_golden, told_of, turn_hashes

import weathergage as wg
from weathergage.plugins import scenarios_of

GOLDEN = list(all_golden("admiralty"))


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])
def test_a_golden_game_gives_the_same_events(golden: Golden) -> None:
    game = golden.play()
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner) == (golden.how, golden.winner)
    assert told_of(game) == golden.told()
    assert turn_hashes(game) == golden.hashes


def test_every_scenario_has_a_golden_game() -> None:
    kept = {golden.scenario for golden in GOLDEN}
    ruleset = wg.rulesets()["admiralty"]
    assert kept == {f"admiralty/{name}" for name in scenarios_of(ruleset)}
