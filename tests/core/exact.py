"""Chances worked out by counting, and whether a sampled game agrees with odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from scipy.stats import chisquare

from weathergage.plugins import find_ruleset
from weathergage.study.odds import answer, bench_for, question_of

FALSE_ALARM = 1e-6
"""The chance at which a sample that follows the odds is held not to; seeds are fixed besides."""


def counted(dice: int, outcome: Callable[..., Any], sides: int = 6) -> dict[Any, Fraction]:
    """The chance of every outcome of so many dice, by going through all their faces."""
    found = Counter(outcome(*faces) for faces in product(range(1, sides + 1), repeat=dice))
    return {value: Fraction(times, sides**dice) for value, times in found.items()}


def odds_of(
    ruleset: str, question: str, options: Mapping[str, Any] | None = None, **given: object
) -> dict[str, dict[Any, Fraction]]:
    """The answer to a ruleset's question, distribution by distribution."""
    found = find_ruleset(ruleset)
    return answer(bench_for(found, options), question_of(found, question), given)


def agrees(seen: Iterable[Any], odds: Mapping[Any, Fraction]) -> bool:
    """Whether a sample may come from odds: a chi-square test, outcomes of an expectation under
    five taken together.
    """
    counts = Counter(seen)
    if any(not odds.get(outcome) for outcome in counts):
        return False
    total = counts.total()
    observed, expected, rest = [], [], [0.0, 0.0]
    for outcome, chance in odds.items():
        if chance * total >= 5:
            observed.append(float(counts[outcome]))
            expected.append(float(chance * total))
        else:
            rest[0] += counts[outcome]
            rest[1] += float(chance * total)
    if rest[1]:
        observed.append(rest[0])
        expected.append(rest[1])
    return len(observed) < 2 or chisquare(observed, expected).pvalue > FALSE_ALARM
