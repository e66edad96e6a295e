"""A dask cluster: the same bytes as processes here give, also when one of its workers is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import distributed
import pytest
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.errors import WeathergageError
from weathergage.study import batch
from weathergage.study.batch import cluster, run_study
from weathergage.study.plans import Arm, Plan, Study
from weathergage.study.summary import summary

DUEL = "frigate/constitution-guerriere"
BY_LOT = Plan(DUEL, (("british", "random"), ("us", "random")))
DRIFTING = Plan(DUEL, BY_LOT.seats, (("drift", True),))


def study_of(games: int) -> Study:
    arms = (Arm("plain", BY_LOT), Arm("drift", DRIFTING))
    return Study("drift", "Does drift matter", arms, 1, games, "full", (("drift", "plain"),))


def numbers(study: Study, **how: Any) -> bytes:
    return json.dumps(summary(run_study(study, **how))).encode()


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as local:
        yield local


def test_a_cluster_gives_the_bytes_that_processes_and_one_process_give(
    two_workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "CHUNK", 0.05)
    monkeypatch.setattr(batch, "CLUSTER_CHUNK", 0.05)
    monkeypatch.setattr(batch, "WORTH_A_POOL", 0.0)
    study = study_of(12)
    with cluster(two_workers.scheduler_address) as workers:
        assert workers.count == 2
        far = numbers(study, workers=workers)
    assert far == numbers(study, jobs=1)
    assert far == numbers(study, jobs=2)


def test_a_comparison_on_a_cluster_prints_the_bytes_that_it_prints_here(two_workers: Any) -> None:
    asked = ["compare", "ablate", DUEL, "--clause", "7.17", "-n", "6", "--captain", "random"]
    far, here = (
        CliRunner().invoke(app, [*asked, "--json", *where])
        for where in (["--cluster", two_workers.scheduler_address], ["--jobs", "1"])
    )
    assert far.exit_code == here.exit_code == 0, far.output
    assert far.stdout_bytes == here.stdout_bytes
    assert len(json.loads(far.stdout)["differences"]) == 2


def test_a_worker_killed_half_way_costs_no_game(
    two_workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "CLUSTER_CHUNK", 0.05)
    study = study_of(30)
    played: list[int] = []
    killed: list[int] = []

    def kill_one(count: int) -> None:
        before = sum(played)
        played.append(count)
        if before < study.count <= before + count:
            nanny = next(iter(two_workers.workers.values()))
            killed.append(nanny.pid)
            os.kill(nanny.pid, signal.SIGKILL)

    with cluster(two_workers.scheduler_address) as workers:
        far = numbers(study, workers=workers, progress=kill_one)
    assert killed
    assert killed[0] not in {nanny.pid for nanny in two_workers.workers.values()}
    assert sum(played) == 2 * study.count
    assert far == numbers(study, jobs=1)


def test_no_scheduler_at_the_address_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch, "PATIENCE", 0.2)
    with (
        pytest.raises(WeathergageError, match="no dask scheduler answers"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass
