"""The golden games of every ruleset come out as they were kept."""

from __future__ import annotations

import pytest
from games import Golden, all_golden, told_of, turn_hashes

import weathergage as wg
from weathergage.plugins import scenarios_of

GOLDEN = [golden for ruleset in sorted(wg.rulesets()) for golden in all_golden(ruleset)]

LONG = {"war-galley": {"first-evening", "tauris", "tournament"}}
"""Rulesets whose battles take too long to be replayed each time, and the few that are."""


@pytest.mark.parametrize("golden", GOLDEN, ids=[f"{g.ruleset}-{g.name}" for g in GOLDEN])
def test_a_golden_game_gives_the_same_events(golden: Golden) -> None:
    game = golden.play()
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner) == (golden.how, golden.winner)
    assert told_of(game) == golden.told()
    assert turn_hashes(game) == golden.hashes


@pytest.mark.parametrize("ruleset", ["frigate", "as-per-margin", "war-galley", "admiralty"])
def test_every_scenario_has_a_golden_game(ruleset: str) -> None:
    kept = {golden.scenario for golden in GOLDEN if golden.ruleset == ruleset}
    names = LONG.get(ruleset) or set(scenarios_of(wg.rulesets()[ruleset]))
    assert kept == {f"{ruleset}/{name}" for name in names}
