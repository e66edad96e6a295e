"""A study run from the command line: with a bar, here or on a cluster, and gone on with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from weathergage.cli.output import console, many, note

if TYPE_CHECKING:
    from weathergage.study.batch import StudyResults
    from weathergage.study.plans import Study


def played(study: Study, *, jobs: int, cluster: str | None, resume: Path | None) -> StudyResults:
    """A study's games, with a bar on standard error where that is a terminal.

    jobs: processes, 0 for one a core. cluster: a dask scheduler's address, instead of them. resume:
    the file that games are kept in and taken from.
    """
    from weathergage.study import batch

    games = study.count * len(study.arms)
    place = batch.cluster(cluster) if cluster else nullcontext()
    with place as workers, _bar(games) as progress:
        results = batch.run_study(
            study, jobs=jobs, workers=workers, progress=progress, resume=resume
        )
    if results.played < games:
        note(f"{many(games - results.played, 'game')} of {games} were in {resume} already")
    return results


def _bar(games: int) -> AbstractContextManager[Callable[[int], None]]:
    """A context that gives a function to be told of games played."""
    return _shown(games) if sys.stderr.isatty() else nullcontext(lambda played: None)


@contextmanager
def _shown(games: int) -> Iterator[Callable[[int], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.advance(task, played)
