"""Intervals hold what they promise: on known distributions, and against published figures."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from weathergage.errors import WeathergageError
from weathergage.study.statistics import (
    CONFIDENCE,
    Estimate,
    mcnemar,
    mean,
    needed_for_half_width,
    needed_for_means,
    needed_for_shares,
    paired_means,
    paired_shares,
    place,
    pooled_share,
    quantiles,
    ratio,
    share,
)

ROUNDS = 2_000

Pair = tuple[bool, bool]


def covered(truth: float, rounds: int, draw: Callable[[np.random.Generator], Estimate]) -> int:
    """In how many of some seeded rounds the interval holds the truth."""
    chance = np.random.default_rng(7)
    held = 0
    for _ in range(rounds):
        estimate = draw(chance)
        assert estimate.low is not None
        assert estimate.high is not None
        held += estimate.low <= truth <= estimate.high
    return held


def as_promised(held: int, rounds: int = ROUNDS) -> bool:
    """Whether so many rounds could be held by intervals of the stated confidence: four standard
    deviations of the count at the most below, and a hundredth for what is discrete.
    """
    slack = 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / rounds) + 0.01
    return abs(held / rounds - CONFIDENCE) <= slack


def pairs_of(chance: np.random.Generator, n: int, cells: tuple[float, ...]) -> list[Pair]:
    """Pairs drawn with the chances of both, first alone, second alone, neither."""
    drawn = chance.choice(4, size=n, p=cells)
    return [(bool(cell in (0, 1)), bool(cell in (0, 2))) for cell in drawn]


# Shares


@pytest.mark.parametrize(("count", "games"), [(0, 10), (1, 10), (5, 10), (153, 600), (600, 600)])
def test_a_share_is_wilsons(count: int, games: int) -> None:
    theirs = stats.binomtest(count, games).proportion_ci(0.95, method="wilson")
    ours = share(count, games)
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)


@pytest.mark.parametrize("p", [0.02, 0.1, 0.35, 0.5, 0.9])
def test_a_share_holds_what_it_promises_by_enumeration(p: float) -> None:
    games = 400
    held = 0.0
    for count in range(games + 1):
        estimate = share(count, games)
        assert estimate.low is not None
        assert estimate.high is not None
        if estimate.low <= p <= estimate.high:
            held += stats.binom.pmf(count, games, p)
    assert held == pytest.approx(CONFIDENCE, abs=0.015)


@given(st.integers(0, 500), st.integers(1, 500))
def test_a_share_and_its_bounds_are_shares(count: int, games: int) -> None:
    if count > games:
        with pytest.raises(WeathergageError, match="no share"):
            share(count, games)
        return
    estimate = share(count, games)
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.low < estimate.high


def test_no_game_tells_nothing() -> None:
    nothing = Estimate(None, None, None, 0)
    assert share(0, 0) == mean([]) == ratio([], []) == ratio([0], [0]) == nothing
    assert paired_shares([]).estimate == paired_means([]).estimate == nothing
    assert quantiles([]) == {}


# Means and ratios


def test_a_mean_holds_what_it_promises() -> None:
    # Skewed, as the length of a game is.
    assert as_promised(
        covered(2.0, ROUNDS, lambda chance: mean(chance.exponential(2.0, 300).tolist()))
    )


def test_a_mean_is_students() -> None:
    values = [3.0, 5.0, 8.0, 8.0, 9.0]
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean(values).low == pytest.approx(theirs.low)
    assert mean(values).high == pytest.approx(theirs.high)


def test_one_game_has_a_mean_and_no_interval() -> None:
    assert mean([4.0]) == Estimate(4.0, None, None, 1)
    assert ratio([4.0], [2.0]) == Estimate(2.0, None, None, 1)


def test_hits_by_broadside_hold_what_they_promise() -> None:
    def draw(chance: np.random.Generator) -> Estimate:
        shots = chance.poisson(6, 300)
        # A good day for one broadside is one for all of the game.
        luck = chance.gamma(4, 0.25, 300)
        hits = chance.poisson(1.5 * shots * luck)
        return ratio(hits.tolist(), shots.tolist())

    assert as_promised(covered(1.5, ROUNDS, draw))


def test_games_without_a_broadside_do_not_count_for_hits_by_broadside() -> None:
    assert ratio([3, 0, 5], [2, 0, 2]) == ratio([3, 5], [2, 2])
    assert ratio([3, 0, 5], [2, 0, 2]).games == 2


# Differences on common dice


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [((36, 12, 2, 0), 0.0569, 0.3404), ((20, 12, 2, 16), 0.0562, 0.3292)],
)
def test_a_difference_of_shares_is_newcombes(
    table: tuple[int, int, int, int], low: float, high: float
) -> None:
    cells = [(True, True), (True, False), (False, True), (False, False)]
    pairs = [cell for cell, count in zip(cells, table, strict=True) for _ in range(count)]
    found = paired_shares(pairs)
    assert found.estimate.value == pytest.approx(0.2)
    assert found.estimate.low == pytest.approx(low, abs=5e-5)
    assert found.estimate.high == pytest.approx(high, abs=5e-5)
    assert found.differing == 14
    assert found.is_clear


@pytest.mark.parametrize(
    "cells", [(0.45, 0.06, 0.04, 0.45), (0.2, 0.3, 0.2, 0.3), (0.02, 0.01, 0.01, 0.96)]
)
def test_a_difference_of_shares_holds_what_it_promises(cells: tuple[float, ...]) -> None:
    truth = cells[1] - cells[2]
    held = covered(
        truth, ROUNDS, lambda chance: paired_shares(pairs_of(chance, 300, cells)).estimate
    )
    # His interval is on the safe side where hardly a pair differs.
    assert as_promised(held) or held / ROUNDS > CONFIDENCE


def test_a_difference_of_means_holds_what_it_promises() -> None:
    def draw(chance: np.random.Generator) -> Estimate:
        common = chance.exponential(5, 300)
        ones, others = common + chance.normal(0.5, 1, 300), common + chance.normal(0, 1, 300)
        return paired_means(list(zip(ones.tolist(), others.tolist(), strict=True))).estimate

    assert as_promised(covered(0.5, ROUNDS, draw))


def test_common_dice_make_a_difference_surer_and_their_lack_does_not_make_it_wrong() -> None:
    chance = np.random.default_rng(3)
    alike = paired_shares(pairs_of(chance, 1_000, (0.45, 0.06, 0.04, 0.45))).estimate
    apart = paired_shares(pairs_of(chance, 1_000, (0.25, 0.26, 0.24, 0.25))).estimate
    assert width(alike) < width(apart) / 1.8


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_games_that_are_all_alike_differ_by_nothing_and_need_no_more() -> None:
    found = paired_shares([(True, True), (False, False)] * 20)
    assert found.estimate.value == 0
    assert (found.p, found.differing, found.needed, found.is_clear) == (1.0, 0, None, False)
    found = paired_means([(3.0, 3.0), (5.0, 5.0)])
    assert (found.p, found.differing, found.needed, found.is_clear) == (1.0, 0, None, False)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemars_test_is_the_binomial_one(first: int, second: int) -> None:
    n = first + second
    theirs = stats.binomtest(first, n, 0.5).pvalue if n else 1.0
    assert isclose(mcnemar(first, second), theirs, rel_tol=1e-9)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_a_difference_turns_round_with_its_arms(pairs: list[Pair]) -> None:
    there = paired_shares(pairs)
    back = paired_shares([(other, one) for one, other in pairs])
    assert there.estimate.value == pytest.approx(-(back.estimate.value or 0))
    assert there.estimate.low == pytest.approx(-(back.estimate.high or 0), abs=1e-9)
    assert (there.p, there.differing) == (back.p, back.differing)


# How many games


def test_as_many_games_as_are_needed_show_the_difference_four_times_in_five() -> None:
    cells = (0.4, 0.13, 0.07, 0.4)
    needed = needed_for_shares(0.2, 0.06)
    assert needed is not None
    chance = np.random.default_rng(11)
    rounds = 600
    shown = 0
    for _ in range(rounds):
        pairs = pairs_of(chance, needed, cells)
        first = sum(one and not other for one, other in pairs)
        second = sum(other and not one for one, other in pairs)
        # The normal form of the test, for which the number is made.
        shown += (first - second) / sqrt(first + second) > stats.norm.ppf(0.975)
    assert shown / rounds == pytest.approx(0.8, abs=4 * sqrt(0.16 / rounds))


def test_games_needed_for_a_mean_follow_the_formula() -> None:
    # 1.96 + 0.8416, squared, for a difference of one standard deviation.
    assert needed_for_means(1.0, 1.0) == 8
    assert needed_for_means(4.0, 0.5) == 126
    assert needed_for_means(1.0, 0.0) is needed_for_shares(0.3, 0.0) is None
    assert needed_for_means(1.0, 1e-15) is None


def test_games_needed_for_an_interval_make_it_as_narrow() -> None:
    assert needed_for_half_width(0.25, 0.01) == 9604
    with pytest.raises(WeathergageError, match="more than 0"):
        needed_for_half_width(0.25, 0.0)


# A place among the games


def test_a_place_counts_equals_by_half() -> None:
    found = place(3, [1, 2, 3, 3, 4])
    assert found.value == pytest.approx(0.6)
    assert place(0, [1, 2]).value == 0
    assert place(9, [1, 2]).value == 1
    assert found.value == stats.percentileofscore([1, 2, 3, 3, 4], 3, kind="mean") / 100


def test_a_place_holds_what_it_promises() -> None:
    truth = float(stats.norm.cdf(1.0))
    assert as_promised(
        covered(truth, ROUNDS, lambda chance: place(1.0, chance.normal(0, 1, 300).tolist()))
    )


def test_quantiles_are_values_that_occurred() -> None:
    assert quantiles([4, 1, 3, 2]) == {"0.05": 1, "0.25": 1, "0.5": 2, "0.75": 3, "0.95": 4}


# Sides exchanged


@pytest.mark.parametrize(
    "cells",
    [(0.3, 0.2, 0.2, 0.3), (0.49, 0.01, 0.01, 0.49), (0.25, 0.25, 0.25, 0.25)],
    ids=["some", "the same dice decide", "nothing in common"],
)
def test_pooled_shares_hold_what_they_promise(cells: tuple[float, ...]) -> None:
    truth = cells[0] + (cells[1] + cells[2]) / 2
    held = covered(truth, ROUNDS, lambda chance: pooled_share(pairs_of(chance, 300, cells)))
    assert as_promised(held)


def test_pairs_that_always_agree_are_worth_one_game_each() -> None:
    pairs = [(True, True), (False, False)] * 50
    alone = share(50, 100)
    pooled = pooled_share(pairs)
    assert (pooled.value, pooled.games) == (0.5, 200)
    assert pooled.low == pytest.approx(alone.low, abs=1e-3)
    assert pooled.high == pytest.approx(alone.high, abs=1e-3)
