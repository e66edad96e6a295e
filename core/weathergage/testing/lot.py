"""Games by lot for a check: which are played, looked at one by one, and shared among processes.

A game depends on nothing but the target, the number of games and its own number, so what is found
is the same however many processes share them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice, zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from weathergage.dice import Dice
from weathergage.errors import Contradiction, WeathergageError
from weathergage.game import MODES, Game
from weathergage.houserules import OPTION, HouseRule
from weathergage.plugins import (
    assemble_scenario,
    check_sides,
    choose_options,
    readable_scenarios,
    scenarios_added,
)
from weathergage.ruleset import Ruleset
from weathergage.scenarios import Scenario
from weathergage.study.batch import CHUNK, WORTH_A_POOL, pool
from weathergage.testing.failures import Report
from weathergage.testing.positions import give
from weathergage.testing.secrecy import check_kept
from weathergage.testing.targets import (
    Mend,
    Target,
    advice,
    find_target,
    present,
    rulesets_for,
    with_needed,
)
from weathergage.testing.whole import DEEP, Inspector, option_choices

CLOSE = 100
"""Positions that are looked at closely, in all games together."""

EARLY = 4
"""Questions to several seats at once that are looked at in each game whose views are changed."""

ELSEWHERE = 12
"""Records that are played again in another process."""

# Where games come from


@dataclass(frozen=True, slots=True)
class Source:
    """Where games come from: a scenario, its choices of options, and the house rules chosen."""

    ruleset: Ruleset
    scenario: Scenario
    options: tuple[dict[str, Any], ...]
    house_rules: tuple[HouseRule, ...] = ()

    @property
    def full_id(self) -> str:
        """The scenario in full."""
        return f"{self.ruleset.id}/{self.scenario.id}"


def sources_of(target: Target) -> tuple[list[Source], list[Mend]]:
    """Every scenario that the target can be played in, the smallest first, and what keeps a house
    rule of it from being played.
    """
    found: list[Source] = []
    mends: list[Mend] = []
    for ruleset in target.rulesets:
        found += [Source(ruleset, s, _choices(ruleset, s)) for s in small_first(ruleset)]
    found += [Source(ruleset, s, _choices(ruleset, s)) for ruleset, s in target.scenarios]
    for house_rule in target.house_rules:
        try:
            chosen = tuple(with_needed(house_rule))
            fits = rulesets_for(house_rule)
            for ruleset in fits:
                check_sides(ruleset, chosen)
            rows = zip_longest(*(_chosen(ruleset, chosen) for ruleset in fits))
        except WeathergageError as error:
            mends.append(Mend(house_rule.id, str(error), advice(str(error))))
        else:
            # One of each ruleset by turns.
            found += [source for row in rows for source in row if source is not None]
    return found, mends


def _chosen(ruleset: Ruleset, chosen: tuple[HouseRule, ...]) -> list[Source]:
    """Every scenario of a ruleset with house rules, those first that they add themselves: with the
    options that they need, and with as many as they can be played with.
    """
    needed: dict[str, Any] = {}
    for house_rule in chosen:
        for name, _, value in (n.removeprefix(OPTION).partition("=") for n in house_rule.needs):
            if name.replace("-", "_") in ruleset.options.model_fields:
                needed[name.replace("-", "_")] = value or True
    added = scenarios_added(ruleset, chosen).values()
    found: list[Source] = []
    for scenario in (*added, *small_first(ruleset)):
        options = [needed]
        for choice in _choices(ruleset, scenario)[-1:]:
            try:
                choose_options(ruleset, {**choice, **needed}, scenario, chosen)
            except Contradiction:
                continue
            options.append({**choice, **needed})
        found.append(Source(ruleset, scenario, tuple(options), chosen))
    return found


def _choices(ruleset: Ruleset, scenario: Scenario) -> tuple[dict[str, Any], ...]:
    return tuple(option_choices(ruleset, scenario))


def small_first(ruleset: Ruleset) -> list[Scenario]:
    """The scenarios of a ruleset that can be read, the smallest first."""
    scenarios = readable_scenarios(ruleset)[0].values()
    return sorted(scenarios, key=lambda scenario: (scenario.ship_count, scenario.id))


def _turns(sources: Sequence[Source]) -> Iterator[tuple[Source, dict[str, Any]]]:
    """All scenarios twice, then the smaller half of them for ever, by turns; each time with its
    next choice of options. A big battle takes as long as fifty small ones and shows no more.
    """
    round_ = 0
    while True:
        for source in sources if round_ < 2 else sources[: (len(sources) + 1) // 2]:
            yield source, source.options[round_ % len(source.options)]
        round_ += 1


# One game


class Lot(NamedTuple):
    """The games of a check. what: the target, by the word that names it. games: how many. seed: of
    the first. folder: where those that fail are saved. kept: where some others are.
    """

    what: str
    games: int
    seed: int
    folder: Path | None
    kept: Path


class Kept(NamedTuple):
    """A record for another process to verify: its path, scenario and hash."""

    path: str
    scenario: str
    hash: str


@dataclass(slots=True)
class Looked:
    """What came of one game. mend: why it could not be begun. kept: its record, if it is kept."""

    report: Report
    seconds: list[float] = field(default_factory=list)
    mend: Mend | None = None
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class _Laid:
    """A lot laid out: its sources, the source and the options of each game, and the numbers of
    those whose records are kept (some more than are needed, as not every game comes to its end).
    """

    lot: Lot
    sources: Sequence[Source]
    turns: Sequence[tuple[Source, dict[str, Any]]]
    keeps: frozenset[int]

    @classmethod
    def of(cls, lot: Lot, sources: Sequence[Source]) -> _Laid:
        shown = (n for n in range(lot.games) if n % len(sources) < ELSEWHERE)
        keeps = frozenset(islice(shown, 2 * ELSEWHERE))
        return cls(lot, sources, list(islice(_turns(sources), lot.games)), keeps)

    def play(self, number: int) -> Looked:
        """Play the game of a number and look at it."""
        lot, (source, options) = self.lot, self.turns[number]
        report = Report(lot.what)
        try:
            rules = assemble_scenario(source.ruleset, source.scenario, options, source.house_rules)
        except WeathergageError as error:
            return Looked(report, mend=Mend(source.full_id, str(error), advice(str(error))))
        inspector = Inspector(report, lot.folder, {**DEEP, "kept": check_kept})
        # Spread over all games, so that every scenario has its share of close looks.
        looks = min(lot.games, CLOSE)
        deep = (number + 1) * looks // lot.games - number * looks // lot.games
        game = inspector.game(rules, lot.seed + number, MODES[number % len(MODES)], deep)
        found = Looked(report, inspector.seconds)
        if game is not None and rules.view is not None:
            inspector.look("kept", partial(_keeps_secrets, game))
        if game is not None and number in self.keeps:
            record = game.record
            path = str(record.save(lot.kept / f"{number}.json"))
            found.kept = Kept(path, record.scenario, record.hash)
        return found


def _keeps_secrets(game: Game) -> None:
    """What was answered in secret early in a game shows in no view that a house rule changes."""
    again, dice = Game(game.rules, game.seed, mode=game.mode), Dice(game.seed)
    looked = 0
    for logged in game.commands:
        looked += check_kept(again, dice)
        if looked == EARLY:
            return
        give(again, (logged.seat, logged.number, logged.command))


# All of them


def play_all(
    lot: Lot, sources: Sequence[Source], jobs: int, progress: Callable[[int], None]
) -> list[Looked]:
    """Play the games of a lot and look at them; what came of each, in their order.

    jobs: processes, 0 for one a core. progress: told how many games are done. Raises
    WeathergageError where a process dies.
    """
    laid = _Laid.of(lot, sources)
    jobs = jobs or os.cpu_count() or 1
    done: dict[int, Looked] = {}
    began = perf_counter()
    progress(0)
    for number in range(lot.games):
        done[number] = laid.play(number)
        progress(len(done))
        # Whether processes are worth starting is known when a few games were played.
        spent, left = perf_counter() - began, lot.games - len(done)
        if jobs > 1 and left and spent > CHUNK and spent / len(done) * left > WORTH_A_POOL:
            _share(laid, jobs, done, progress)
            break
    return [done[number] for number in range(lot.games)]


def _share(
    laid: _Laid, jobs: int, done: dict[int, Looked], progress: Callable[[int], None]
) -> None:
    """Let processes play what is left, the biggest battles first, lest all wait for the last."""
    left = [number for number in range(laid.lot.games) if number not in done]
    left.sort(key=lambda number: -laid.turns[number][0].scenario.ship_count)
    with pool(min(jobs, len(left))) as workers:
        numbers = {workers.submit(_play_here, laid.lot, number): number for number in left}
        try:
            for future in as_completed(numbers):
                done[numbers[future]] = future.result()
                progress(len(done))
        except BrokenExecutor:
            raise WeathergageError(
                f"a process died with {laid.lot.games - len(done)} of {laid.lot.games} games still "
                "to play; try --jobs 1 to see why"
            ) from None
        finally:
            workers.shutdown(wait=False, cancel_futures=True)


def _play_here(lot: Lot, number: int) -> Looked:
    """The same game in a process that was started for it."""
    return _laid_here(lot).play(number)


_for_good = ExitStack()
"""What a process that plays for another has opened; it ends with the process."""


@cache
def _laid_here(lot: Lot) -> _Laid:
    target = find_target(lot.what)
    _for_good.enter_context(present(target))
    return _Laid.of(lot, sources_of(target)[0])
