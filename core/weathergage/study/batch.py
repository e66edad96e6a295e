"""Many games of one choice of rules, over as many processes as there are.

A game depends on nothing but the plan and its seed, so the work is cut into chunks of about half
a second, given to an executor (a pool of processes here, a cluster's executor there), and put
together again by seed: the numbers are the same however many share it. What a worker that died
had in hand is sent again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any, NamedTuple

from weathergage.captains import Captain, make_captain
from weathergage.captains.random import RandomCaptain
from weathergage.errors import WeathergageError
from weathergage.game import Game
from weathergage.plugins import Rules, assemble
from weathergage.ruleset import Ruleset
from weathergage.views import View

CHUNK = 0.5
"""Seconds of work that are sent at once."""

WORTH_A_POOL = 2.0
"""Seconds of work below which no processes are started."""

TRIES = 3
"""How often work is sent again after a worker died."""

TOLD_SEEDS = 5
"""How many seeds are kept of games that ended in the same error."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a scenario by its full id, the captain of each side, and the rules chosen.

    house_rules: ids or files, since another process has to find them too.
    """

    scenario: str
    seats: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, Any], ...] = ()
    house_rules: tuple[str, ...] = ()
    mode: str = "assisted"

    def rules(self) -> Rules:
        """The rules of the plan. Raises UnknownName, Contradiction or BadFile."""
        return assemble(self.scenario, dict(self.options), self.house_rules)


class Played(NamedTuple):
    """One game: its seed, who won, how, in which turn it ended; or the error that ended it."""

    seed: int
    winner: str
    reason: str
    turns: int
    error: str = ""


@dataclass(slots=True)
class Failed:
    """Games that ended in the same error: how many, and the seeds of the first."""

    count: int = 0
    seeds: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Results:
    """What the games came to, in the order of their seeds. seconds: by the clock on the wall."""

    sides: tuple[str, ...]
    games: tuple[Played, ...]
    seconds: float

    @property
    def outcomes(self) -> dict[str, int]:
        """Games won by each side and drawn."""
        won = Counter(game.winner for game in self.games if not game.error)
        return {name: won[name] for name in dict.fromkeys([*self.sides, "draw", *sorted(won)])}

    @property
    def reasons(self) -> dict[str, int]:
        """How the games ended, the commonest first."""
        ended = Counter(game.reason for game in self.games if not game.error)
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
        turns = [game.turns for game in self.games if not game.error]
        if not turns:
            return {"mean": None, "min": None, "max": None}
        return {"mean": sum(turns) / len(turns), "min": min(turns), "max": max(turns)}

    @property
    def games_per_second(self) -> float:
        """Games by the second."""
        return len(self.games) / self.seconds if self.seconds > 0 else 0.0


# One game


def captain_seed(seed: int, seat: str, after: int = 0) -> int:
    """The seed of a captain's own chance, apart from the game's and from every other captain's.

    after: commands given before the captain took its seat.
    """
    key = f"captain {seat} {after} {seed}".encode()
    return int.from_bytes(blake2b(key, digest_size=16, person=b"wg-captain").digest(), "little")


def captains_for(
    ruleset: Ruleset, seats: Mapping[str, str], seed: int, after: int = 0
) -> dict[str, Captain]:
    """A captain for each seat, by name. Raises UnknownName."""
    return {
        seat: make_captain(ruleset, name, seat, captain_seed(seed, seat, after))
        for seat, name in seats.items()
    }


def play_one(plan: Plan, seed: int) -> Game:
    """One game of a plan, played to its end without a journal."""
    rules = plan.rules()
    game = Game(rules, seed, journal=False, mode=plan.mode)
    captains = captains_for(rules.ruleset, dict(plan.seats), seed)
    while not game.over:
        views: dict[str, View] = {}
        for decision in game.decisions:
            captain = captains[decision.seat]
            if isinstance(captain, RandomCaptain):
                # It looks at no view, and a view costs more than its answer.
                game.submit(decision.id, decision.sample(captain.dice))
                continue
            if decision.seat not in views:
                views[decision.seat] = game.view(decision.seat)
            game.submit(decision.id, captain.answer(views[decision.seat], decision))
    return game


def play_chunk(plan: Plan, first: int, count: int) -> tuple[list[Played], float]:
    """Games of seeds first, first + 1, ..., and the seconds that they took."""
    began = perf_counter()
    return [_played(plan, seed) for seed in range(first, first + count)], perf_counter() - began


def _played(plan: Plan, seed: int) -> Played:
    try:
        game = play_one(plan, seed)
        outcome = game.outcome
        assert outcome is not None
        return Played(seed, outcome.winner, outcome.how or outcome.reason, game.turn)
    except Exception as error:
        words = " ".join(str(error).split())
        told = words if isinstance(error, WeathergageError) else f"{type(error).__name__}: {words}"
        return Played(seed, "", "", 0, told)


# Many games


def play_many(
    plan: Plan,
    seed: int,
    games: int,
    *,
    jobs: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Results:
    """Play games of seeds seed, seed + 1, ...

    jobs: processes, 0 for one a core. executor: used instead of processes of our own; its
    workers need weathergage and the plan's plugins installed. progress: told how many games
    were played since it was last told. Raises what the plan's rules raise, before any game.
    """
    rules = plan.rules()
    captains_for(rules.ruleset, dict(plan.seats), seed)
    began = perf_counter()
    work = _Work(plan, seed, games, progress)
    if executor is not None:
        work.share(executor, 8)
    else:
        jobs = jobs or os.cpu_count() or 1
        work.alone(CHUNK if jobs > 1 else None)
        if jobs > 1 and work.seconds_left < WORTH_A_POOL:
            work.alone(None)
        while work.left:
            with _pool(jobs) as pool:
                work.share(pool, jobs)
    played = tuple(sorted(work.played))
    return Results(rules.seats, played, perf_counter() - began)


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that inherit nothing by chance: threads of ours would not survive a fork."""
    methods = multiprocessing.get_all_start_methods()
    method = "forkserver" if "forkserver" in methods else "spawn"
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(method))


class _Work:
    """The seeds still to be played, and what came of the others."""

    def __init__(self, plan: Plan, seed: int, games: int, progress: Callable[[int], None]) -> None:
        self.plan = plan
        self.played: list[Played] = []
        self._ranges = [(seed, games)]
        self._progress = progress
        self._pace = 0.0
        self._deaths = 0

    @property
    def left(self) -> int:
        """Games still to be played."""
        return sum(count for _, count in self._ranges)

    @property
    def seconds_left(self) -> float:
        """The work still to be done, by the pace so far."""
        return self.left * self._pace

    def alone(self, seconds: float | None) -> None:
        """Play in this process, for about so many seconds; to the end if None."""
        began = perf_counter()
        while self.left and (seconds is None or perf_counter() - began < seconds):
            self._take(*play_chunk(self.plan, *self._cut(0.05 if self._pace else None)))

    def share(self, executor: Executor, workers: int) -> None:
        """Let an executor play what is left, two chunks a worker in hand at any time."""
        in_hand: dict[Future[Any], tuple[int, int]] = {}
        try:
            while self.left or in_hand:
                while self.left and len(in_hand) < 2 * workers:
                    chunk = self._cut(CHUNK if self._pace else None)
                    in_hand[executor.submit(play_chunk, self.plan, *chunk)] = chunk
                done, _ = wait(in_hand, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(*future.result())
                    del in_hand[future]
        except BrokenExecutor as error:
            self._deaths += 1
            self._ranges += in_hand.values()
            if self._deaths >= TRIES:
                raise WeathergageError(
                    f"worker processes died {TRIES} times, {self.left} games are not played; "
                    "try --jobs 1 to see why"
                ) from error

    def _cut(self, seconds: float | None) -> tuple[int, int]:
        """The next seeds, as many as are played in so many seconds; one game if None."""
        wanted = 1 if seconds is None else max(1, round(seconds / self._pace))
        first, count = self._ranges.pop()
        taken = min(wanted, count)
        if taken < count:
            self._ranges.append((first + taken, count - taken))
        return first, taken

    def _take(self, played: list[Played], seconds: float) -> None:
        self.played += played
        self._pace = seconds / len(played) or 1e-6
        self._progress(len(played))


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of a dask cluster. Raises WeathergageError when dask.distributed is not
    installed or the scheduler does not answer.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WeathergageError(
            "to use a cluster, install dask.distributed: pip install 'weathergage[scale]'"
        ) from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise WeathergageError(f"no dask scheduler answers at {address}: {error}") from None
    with client:
        yield client.get_executor()
