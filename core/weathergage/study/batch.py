"""Many games, over as many processes as there are.

A game depends on nothing but its plan and its seed, so the work is cut into chunks of about half
a second, given to an executor (a pool of processes here, a cluster's executor there), and put
together again by arm and seed: the numbers are the same however many share it. What a worker that
died had in hand is sent again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from threading import Lock, Thread
from time import perf_counter
from typing import Any, NamedTuple

from weathergage.errors import UnknownName, WeathergageError
from weathergage.records import canonical
from weathergage.study.games import GameResult, captains_for, result_of
from weathergage.study.plans import Arm, Plan, Study
from weathergage.study.resume import Kept

CHUNK = 0.5
"""Seconds of work that are sent to a process at once."""

CLUSTER_CHUNK = 1.0
"""Seconds of work that are sent to a cluster at once: a task there costs some milliseconds."""

SHOWN = 0.05
"""Seconds of work in this process between one word of progress and the next."""

PATIENCE = 10.0
"""Seconds that a cluster's scheduler may take to answer."""

WORTH_A_POOL = 2.0
"""Seconds of work below which no processes are started."""

MANY = 1_000
"""Games for which processes are got ready before anybody knows how long a game takes."""

LOADED = ["__main__", "weathergage.study.warm"]
"""Modules that are loaded once for all processes."""

TRIES = 3
"""How often work is sent again after a worker died."""

TOLD_SEEDS = 5
"""How many seeds are kept of games that ended in the same error."""


# What comes of it


@dataclass(slots=True)
class Failed:
    """Games that ended in the same error: how many, and the seeds of the first."""

    count: int = 0
    seeds: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Results:
    """What the games of an arm came to, in the order of their seeds.

    sides: in the scenario's order. minutes: of history that a turn stands for. longest: turns that
    the scenario lasts at the most.
    """

    arm: Arm
    sides: tuple[str, ...]
    minutes: float
    longest: int
    games: tuple[GameResult, ...]

    @property
    def ended(self) -> tuple[GameResult, ...]:
        """The games that came to an end without an error."""
        return tuple(game for game in self.games if not game.error)

    @property
    def outcomes(self) -> dict[str, int]:
        """Games won by each side and drawn."""
        won = Counter(game.winner for game in self.ended)
        return {name: won[name] for name in dict.fromkeys([*self.sides, "draw", *sorted(won)])}

    @property
    def reasons(self) -> dict[str, int]:
        """How the games ended, the commonest first."""
        ended = Counter(game.how for game in self.ended)
        return dict(sorted(ended.items(), key=lambda item: (-item[1], item[0])))

    @property
    def errors(self) -> dict[str, Failed]:
        """Games that ended in an error, by the error."""
        found: dict[str, Failed] = {}
        for game in self.games:
            if game.error:
                failed = found.setdefault(game.error, Failed())
                failed.count += 1
                if len(failed.seeds) < TOLD_SEEDS:
                    failed.seeds.append(game.seed)
        return found

    @property
    def turns(self) -> dict[str, float | int | None]:
        """Mean, least and most game-turns of the games that came to an end; None without any."""
        turns = [game.turns for game in self.ended]
        if not turns:
            return {"mean": None, "min": None, "max": None}
        return {"mean": sum(turns) / len(turns), "min": min(turns), "max": max(turns)}


@dataclass(frozen=True, slots=True)
class StudyResults:
    """What a study came to: the results of each arm, in its order, and with what it was played.

    versions: of weathergage, and of the rules of each arm. seconds: by the clock on the wall, of
    the games played now; played: how many these were.
    """

    study: Study
    arms: dict[str, Results]
    versions: dict[str, str]
    seconds: float
    played: int

    @property
    def games_per_second(self) -> float:
        """Games by the second."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    def pairs(self, arm: str, against: str) -> list[tuple[GameResult, GameResult]]:
        """The games of two arms that share their dice, those left out that ended in an error.

        Raises UnknownName for an arm that the study lacks.
        """
        for name in (arm, against):
            if name not in self.arms:
                raise UnknownName("arm", name, self.arms)
        both = zip(self.arms[arm].games, self.arms[against].games, strict=True)
        return [(one, other) for one, other in both if not one.error and not other.error]


# Versions


def versions_of(study: Study) -> dict[str, str]:
    """What the numbers of a study hang on beside the study itself: the version of weathergage,
    and for each arm that of its rules with a hash over their data and house rules.
    """
    return {
        "weathergage": version("weathergage"),
        **{f"rules of {arm.name}": _version(arm.plan) for arm in study.arms},
    }


def _version(plan: Plan) -> str:
    rules = plan.rules()
    used = [rules.data_hashes, [[h.id, h.version, h.fingerprint] for h in rules.house_rules]]
    digest = blake2b(canonical(used).encode(), digest_size=6).hexdigest()
    return f"{rules.ruleset.id} {rules.ruleset.rules_version} ({digest})"


@cache
def _version_here(plan: Plan) -> str:
    """The version of a plan's rules in this process; plainly told, since an error of several
    parts does not come back whole from another process.
    """
    try:
        return _version(plan)
    except WeathergageError as error:
        raise WeathergageError(f"a worker cannot play {plan.scenario}: {error}") from None


# A chunk


class Chunk(NamedTuple):
    """Games to be played together: seeds first, first + 1, ... of an arm.

    version: of the rules, which a worker elsewhere must have too. deaths: of workers that had it in
    hand.
    """

    arm: str
    plan: Plan
    measure: str
    version: str
    first: int
    size: int
    deaths: int = 0


_one_at_a_time = Lock()


def play_chunk(chunk: Chunk) -> tuple[list[GameResult], float]:
    """The games of a chunk, and the seconds that they took.

    A worker with several threads plays one chunk after the other: they would only wait for one
    another. Raises WeathergageError where the rules here are not those of whoever asks.
    """
    with _one_at_a_time:
        here = _version_here(chunk.plan)
        if here != chunk.version:
            raise WeathergageError(
                f"a worker has {here} where {chunk.version} is asked for; install the same "
                "versions everywhere"
            )
        began = perf_counter()
        seeds = range(chunk.first, chunk.first + chunk.size)
        games = [result_of(chunk.plan, seed, chunk.measure) for seed in seeds]
        return games, perf_counter() - began


# Many games


@dataclass(frozen=True, slots=True)
class Workers:
    """Who plays: an executor, how many it has, how many seconds of work to send at once, and what
    it raises when one of them dies. Elsewhere they need weathergage and the plans' plugins.
    are_ours: processes that were started for this.
    """

    executor: Executor
    count: int = 8
    chunk: float = CLUSTER_CHUNK
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    are_ours: bool = False


def run_study(
    study: Study,
    *,
    jobs: int = 0,
    workers: Workers | None = None,
    progress: Callable[[int], None] = lambda played: None,
    resume: Path | None = None,
) -> StudyResults:
    """Play all games of a study.

    jobs: processes, 0 for one a core. workers: used instead of processes of our own. progress:
    told how many games are done since it was last told. resume: a file that games are added to as
    they come in; those that it holds already are not played again. Raises what a plan's rules
    raise, before any game, and WeathergageError where workers keep dying.
    """
    if workers is None:
        get_ready(study.count * len(study.arms), jobs)
    for arm in study.arms:
        captains_for(arm.plan.rules().ruleset, dict(arm.plan.seats), study.first)
    versions = versions_of(study)
    began = perf_counter()
    with Kept(resume, study, versions) if resume else nullcontext() as kept:
        work = _Work(study, versions, progress, kept)
        work.do(jobs, workers)
    return StudyResults(
        study,
        {arm.name: _results(study, arm, work.done[arm.name]) for arm in study.arms},
        versions,
        perf_counter() - began,
        work.played,
    )


def _results(study: Study, arm: Arm, done: dict[int, GameResult]) -> Results:
    rules = arm.plan.rules()
    games = tuple(done[seed] for seed in study.seeds(arm))
    return Results(arm, rules.seats, rules.ruleset.scales.minutes, rules.scenario.turns, games)


def get_ready(games: int, jobs: int) -> None:
    """Where so many games are worth several processes, begin to load what they need, meanwhile.

    jobs: as in `run_study`. Nothing happens where processes are not forked from another.
    """
    if games >= MANY and (jobs or os.cpu_count() or 1) > 1 and _method() == "forkserver":
        from multiprocessing import forkserver  # not every system has it

        multiprocessing.get_context("forkserver").set_forkserver_preload(LOADED)
        forkserver.ensure_running()


def _method() -> str:
    """How processes are started so that they inherit nothing by chance: threads of ours would not
    survive a plain fork.
    """
    methods = multiprocessing.get_all_start_methods()
    return "forkserver" if "forkserver" in methods else "spawn"


def pool(jobs: int) -> ProcessPoolExecutor:
    """Processes of our own, forked from one that has loaded once what all of them need."""
    context = multiprocessing.get_context(_method())
    context.set_forkserver_preload(LOADED)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_follow)


def _follow() -> None:
    """End with whoever started this process: at once when a person stops it, and soon when it was
    killed, since a worker that waits for work would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


class _Work:
    """The games of a study still to be played, and what came of the others.

    done: by arm and seed. played: games that were played here and now.
    """

    def __init__(
        self,
        study: Study,
        versions: dict[str, str],
        progress: Callable[[int], None],
        kept: Kept | None,
    ) -> None:
        self.done: dict[str, dict[int, GameResult]] = {arm.name: {} for arm in study.arms}
        self.played = 0
        self._kept = kept
        self._progress = progress
        self._pace: dict[str, float] = {}
        self._chunks: deque[Chunk] = deque()
        for arm in study.arms:
            if kept:
                self.done[arm.name].update(kept.done[arm.name])
            known = versions[f"rules of {arm.name}"]
            for first, count in _runs(s for s in study.seeds(arm) if s not in self.done[arm.name]):
                chunk = Chunk(arm.name, arm.plan, study.measure, known, first, count)
                self._chunks.append(chunk)
        before = study.count * len(study.arms) - self.left
        if before:
            progress(before)

    def do(self, jobs: int, workers: Workers | None) -> None:
        """Play all that is left."""
        if workers is None:
            jobs = jobs or os.cpu_count() or 1
            self.alone(CHUNK if jobs > 1 else None)
            if jobs > 1 and self.seconds_left < WORTH_A_POOL:
                self.alone(None)
        while self.left:
            if workers is not None:
                self.share(workers)
                continue
            with pool(jobs) as ours:
                self.share(Workers(ours, jobs, CHUNK, are_ours=True))

    @property
    def left(self) -> int:
        """Games still to be played."""
        return sum(chunk.size for chunk in self._chunks)

    @property
    def seconds_left(self) -> float:
        """The work still to be done, by the pace so far."""
        slowest = max(self._pace.values(), default=0.0)
        return sum(chunk.size * self._pace.get(chunk.arm, slowest) for chunk in self._chunks)

    def alone(self, seconds: float | None) -> None:
        """Play in this process, for about so many seconds; to the end if None."""
        began = perf_counter()
        while self._chunks and (seconds is None or perf_counter() - began < seconds):
            chunk = self._cut(min(SHOWN, SHOWN if seconds is None else seconds))
            self._take(chunk, *play_chunk(chunk))

    def share(self, workers: Workers) -> None:
        """Let others play what is left, two chunks for each of them in hand at any time, until it
        is done or one of them dies.
        """
        in_hand: dict[Future[Any], Chunk] = {}
        warming = workers.are_ours
        try:
            while self._chunks or in_hand:
                while self._chunks and len(in_hand) < 2 * workers.count:
                    # Shorter towards the end, lest all wait for the last.
                    share = self.seconds_left / (3 * workers.count)
                    chunk = self._cut(max(SHOWN, min(workers.chunk, share)))
                    in_hand[workers.executor.submit(play_chunk, chunk)] = chunk
                if warming and self._chunks:
                    # Processes take a second to start, in which somebody else may as well play.
                    self.alone(SHOWN)
                    done, _ = wait(in_hand, timeout=0)
                    warming = not done
                else:
                    done, _ = wait(in_hand, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(in_hand[future], *future.result())
                    del in_hand[future]
        except workers.lost as error:
            self._send_again(in_hand.values(), error)

    def _send_again(self, chunks: Iterable[Chunk], error: BaseException) -> None:
        lost = [chunk._replace(deaths=chunk.deaths + 1) for chunk in chunks]
        self._chunks.extendleft(lost)
        if any(chunk.deaths >= TRIES for chunk in lost):
            raise WeathergageError(
                f"worker processes died {TRIES} times, {self.left} games are not played; "
                "try --jobs 1 to see why"
            ) from error

    def _cut(self, seconds: float) -> Chunk:
        """The next games, as many of an arm as are played in so many seconds; one where its pace
        is not known. One arm follows the other, so that a process has few rules to keep at hand.
        """
        whole = self._chunks.popleft()
        pace = self._pace.get(whole.arm)
        size = min(whole.size, max(1, round(seconds / pace)) if pace else 1)
        if size < whole.size:
            rest = whole._replace(first=whole.first + size, size=whole.size - size)
            self._chunks.appendleft(rest)
        return whole._replace(size=size)

    def _take(self, chunk: Chunk, games: list[GameResult], seconds: float) -> None:
        self.done[chunk.arm].update((game.seed, game) for game in games)
        self.played += len(games)
        self._pace[chunk.arm] = seconds / len(games) or 1e-6
        if self._kept:
            self._kept.add(chunk.arm, games)
        self._progress(len(games))


def _runs(seeds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Rising seeds as runs: the first of each and how many follow one another."""
    first = count = 0
    for seed in seeds:
        if count and seed == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = seed, 1
    if count:
        yield first, count


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a dask cluster. Raises WeathergageError when dask.distributed is not installed
    or the scheduler does not answer.
    """
    try:
        import distributed
    except ImportError:
        raise WeathergageError(
            "to use a cluster, install dask.distributed: pip install 'weathergage[scale]'"
        ) from None
    try:
        connect: Any = distributed.Client  # it comes without types
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise WeathergageError(f"no dask scheduler answers at {address}: {error}") from None
    with client:
        lost = (BrokenExecutor, CancelledError, distributed.KilledWorker)
        count = max(1, len(client.nthreads()))
        yield Workers(client.get_executor(), count, CLUSTER_CHUNK, lost)
