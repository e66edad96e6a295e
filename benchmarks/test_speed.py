"""The same costs for pytest-benchmark: python -m pytest benchmarks"""

from __future__ import annotations

from typing import Any

import pytest

import weathergage as wg
from weathergage.captains.random import play_at_random


def whole_game(scenario: str, journal: bool) -> None:
    game = wg.new_game(scenario, seed=1, journal=journal)
    play_at_random(game, wg.Dice(1))


@pytest.mark.parametrize("journal", [False, True])
def test_a_duel(benchmark: Any, journal: bool) -> None:
    benchmark(whole_game, "frigate/constitution-guerriere", journal)


def test_trafalgar(benchmark: Any) -> None:
    benchmark.pedantic(whole_game, ("frigate/trafalgar", False), rounds=5)


def test_fork_of_trafalgar(benchmark: Any) -> None:
    game = wg.new_game("frigate/trafalgar", seed=1, journal=False)
    benchmark(game.fork)
