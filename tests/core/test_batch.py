"""Many games: the same numbers however the work is shared, and nothing lost with a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from weathergage.errors import UnknownName, WeathergageError
from weathergage.study import batch
from weathergage.study.batch import Results, StudyResults, Workers, run_study
from weathergage.study.games import captain_seed, play_one
from weathergage.study.plans import Arm, Plan, Study

PLAN = Plan("frigate/constitution-guerriere", (("british", "random"), ("us", "random")))


def study_of(first: int, games: int, plan: Plan = PLAN) -> Study:
    return Study("duel", "A duel", (Arm("only", plan),), first, games, "outcome")


def play_many(first: int, games: int, plan: Plan = PLAN, **how: Any) -> Results:
    results: StudyResults = run_study(study_of(first, games, plan), **how)
    return results.arms["only"]


class Inline(Executor):
    """Does at once what it is given. dies: how often it breaks first."""

    def __init__(self, dies: int = 0) -> None:
        self.dies = dies
        self.chunks = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.chunks += 1
        if self.dies:
            self.dies -= 1
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(work(*arguments, **more))
        return future


def test_a_game_depends_on_nothing_but_plan_and_seed() -> None:
    first, again = play_one(PLAN, 5), play_one(PLAN, 5)
    assert first.outcome == again.outcome
    assert first.commands == again.commands
    assert play_one(PLAN, 6).commands != first.commands


def test_captains_share_no_chance_with_one_another_or_with_the_game() -> None:
    seeds = {captain_seed(seed, seat) for seed in range(20) for seat in ("british", "us")}
    assert len(seeds) == 40
    assert seeds.isdisjoint(range(20))


def test_the_same_numbers_alone_in_chunks_and_in_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = play_many(1, 12, jobs=1)
    assert [game.seed for game in alone.games] == list(range(1, 13))
    monkeypatch.setattr(batch, "CHUNK", 0.01)
    assert play_many(1, 12, workers=Workers(Inline())).games == alone.games
    monkeypatch.setattr(batch, "WORTH_A_POOL", 0.0)
    assert play_many(1, 12, jobs=2).games == alone.games


def test_what_a_dead_worker_had_in_hand_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "pool", lambda jobs: Inline(pools.pop()))
    monkeypatch.setattr(batch, "CHUNK", 0.0)
    monkeypatch.setattr(batch, "WORTH_A_POOL", 0.0)
    pools = [0, 1, 1]
    results = play_many(1, 6, jobs=2)
    assert [game.seed for game in results.games] == list(range(1, 7))
    assert pools == []


def test_a_process_that_is_killed_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "CHUNK", 0.01)
    monkeypatch.setattr(batch, "WORTH_A_POOL", 0.0)
    killed: list[int] = []

    def kill_one(count: int) -> None:
        for process in multiprocessing.active_children()[:1]:
            if not killed and process.pid:
                killed.append(process.pid)
                os.kill(process.pid, signal.SIGKILL)

    results = play_many(1, 60, jobs=2, progress=kill_one)
    assert killed
    assert results.games == play_many(1, 60, jobs=1).games


def test_workers_that_keep_dying_are_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch, "pool", lambda jobs: Inline(99))
    monkeypatch.setattr(batch, "CHUNK", 0.0)
    monkeypatch.setattr(batch, "WORTH_A_POOL", 0.0)
    with pytest.raises(WeathergageError, match="died 3 times"):
        play_many(1, 6, jobs=2)


def test_processes_are_got_ready_for_many_games_and_more_than_one_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr("multiprocessing.forkserver.ensure_running", lambda: begun.append(True))
    monkeypatch.setattr(batch, "_method", lambda: "forkserver")
    batch.get_ready(batch.MANY - 1, 2)
    batch.get_ready(batch.MANY, 1)
    assert not begun
    batch.get_ready(batch.MANY, 2)
    assert begun


def test_progress_is_told_of_every_game() -> None:
    told: list[int] = []
    play_many(1, 7, jobs=1, progress=told.append)
    assert sum(told) == 7


def test_a_plan_that_cannot_be_played_is_refused_before_any_game() -> None:
    with pytest.raises(UnknownName, match="admiral"):
        play_many(1, 2, Plan(PLAN.scenario, (("british", "admiral"), ("us", "random"))))
    with pytest.raises(UnknownName, match="scenario"):
        play_many(1, 2, Plan("frigate/nowhere", ()))


def test_results_add_up() -> None:
    results = play_many(1, 8, jobs=1)
    assert sum(results.outcomes.values()) == 8
    assert list(results.outcomes)[:3] == ["british", "us", "draw"]
    assert sum(results.reasons.values()) == 8
    turns = results.turns
    assert turns["min"] is not None
    assert turns["max"] is not None
    assert turns["mean"] is not None
    assert turns["min"] <= turns["mean"] <= turns["max"]
