"""The golden games come out as they were kept."""

from __future__ import annotations

import pytest
from games import Golden, all_golden, told_of, turn_hashes

GOLDEN = list(all_golden("war-galley"))


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])
def test_a_golden_game_gives_the_same_events(golden: Golden) -> None:
    game = golden.play()
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner) == (golden.how, golden.winner)
    assert told_of(game) == golden.told()
    assert turn_hashes(game) == golden.hashes


def test_the_smaller_battles_have_a_golden_game() -> None:
    kept = {golden.scenario.partition("/")[2] for golden in GOLDEN}
    assert kept == {"first-evening", "tauris", "tournament"}
