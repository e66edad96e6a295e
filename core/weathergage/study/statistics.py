"""What a sample of games says, and how surely.

Every estimate comes with an interval of 95% confidence, and each kind with the method that fits
it:

- a share (games won): Wilson's score interval, which keeps its coverage for rare things and for
  few games, and never leaves 0 to 1 (Wilson, JASA 22, 1927; Brown, Cai and DasGupta, Statistical
  Science 16, 2001);
- a mean (turns, strength left): Student's t. Studies have hundreds of games, for which it is as
  good as a bootstrap, skewed as the figures may be, and needs no chance of its own;
- hits per broadside: a ratio of two sums over the same games, whose broadsides hang together, so
  the game is the unit and the ratio is made linear (Cochran, Sampling Techniques, 1977, ch. 6);
- the difference of two shares on the same dice: Newcombe's square-and-add interval for pairs
  (Statistics in Medicine 17, 1998, p. 2635, method 10), with McNemar's exact test; of two means,
  Student's t on the differences by pair. Both hold too where common dice bring the two games no
  closer together; they are then merely no narrower than for games played apart;
- a place among the games (what happened in history): the mid-rank, those equal counting by half,
  with Wilson's interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt
from statistics import NormalDist
from typing import Any

from weathergage.errors import WeathergageError

CONFIDENCE = 0.95
"""Of every interval."""

POWER = 0.8
"""The chance of seeing a difference that is there, for the number of games needed."""

MOST_NEEDED = 10**9
"""Games that nobody plays: a difference that needs more is rounding."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, from so many games; None where no game says anything."""

    value: float | None
    low: float | None
    high: float | None
    games: int

    def plain(self) -> dict[str, Any]:
        """The same as plain data, to six places."""
        return {
            "value": _rounded(self.value),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "games": self.games,
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """What a choice changes, on common dice: the estimate, whether it may be chance, and what it
    would take to be sure.

    p: the chance of a difference as great where there is none. differing: pairs of games that
    differ. needed: games that show a difference of this size with 95% confidence four times in
    five, None where none was seen.
    """

    estimate: Estimate
    p: float
    differing: int
    needed: int | None

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out no difference at all."""
        low, high = self.estimate.low, self.estimate.high
        return low is not None and high is not None and (low > 0 or high < 0)

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            **self.estimate.plain(),
            "p": _rounded(self.p),
            "differing": self.differing,
            "needed": self.needed,
            "clear": self.is_clear,
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _t(confidence: float, freedom: int) -> float:
    """The two-sided quantile of Student's t."""
    from scipy.special import stdtrit  # a tenth of the time that scipy.stats takes to load

    return float(stdtrit(freedom, (1 + confidence) / 2))


# One sample


def share(count: float, games: float, confidence: float = CONFIDENCE) -> Estimate:
    """The share of games in which something happened.

    count: may hold halves, of games that count by half. Raises WeathergageError where it is not
    from 0 to games.
    """
    if not 0 <= count <= games:
        raise WeathergageError(f"{count:g} of {games:g} games is no share")
    if not games:
        return Estimate(None, None, None, 0)
    z = _z(confidence)
    p = count / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == games else min(1.0, middle + half)
    return Estimate(p, low, high, round(games))


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of a figure over games; its bounds are None with fewer than two."""
    n = len(values)
    if not n:
        return Estimate(None, None, None, 0)
    value = fsum(values) / n
    if n == 1:
        return Estimate(value, None, None, 1)
    half = _t(confidence, n - 1) * sqrt(_variance(values) / n)
    return Estimate(value, value - half, value + half, n)


def _variance(values: Sequence[float]) -> float:
    middle = fsum(values) / len(values)
    return fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def ratio(
    tops: Sequence[float], bottoms: Sequence[float], confidence: float = CONFIDENCE
) -> Estimate:
    """A sum over games by another, such as hits by broadsides.

    games: those in which the lower figure is not 0.
    """
    both = [(top, bottom) for top, bottom in zip(tops, bottoms, strict=True) if bottom]
    n = len(both)
    if not n:
        return Estimate(None, None, None, 0)
    whole = fsum(bottom for _, bottom in both)
    value = fsum(top for top, _ in both) / whole
    if n == 1:
        return Estimate(value, None, None, 1)
    rest = [top - value * bottom for top, bottom in both]
    half = _t(confidence, n - 1) * sqrt(_variance(rest) / n) * n / whole
    return Estimate(value, value - half, value + half, n)


def quantiles(
    values: Sequence[float], at: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95)
) -> dict[str, float]:
    """The values below which such shares of the games lie; each is one that occurred."""
    ordered = sorted(values)
    n = len(ordered)
    return {f"{q:g}": ordered[min(n - 1, max(0, ceil(q * n) - 1))] for q in at} if n else {}


def place(value: float, values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The share of games that lie below a value, those equal to it counting by half: at what
    percentile of the games it lies.
    """
    below = sum(one < value for one in values)
    equal = sum(one == value for one in values)
    return share(below + equal / 2, len(values), confidence)


# Two arms on common dice


def paired_shares(pairs: Sequence[tuple[bool, bool]], confidence: float = CONFIDENCE) -> Difference:
    """How much oftener something happens in the first game of a pair than in the second."""
    n = len(pairs)
    both = sum(one and other for one, other in pairs)
    first = sum(one and not other for one, other in pairs)
    second = sum(other and not one for one, other in pairs)
    if not n:
        return Difference(Estimate(None, None, None, 0), 1.0, 0, None)
    difference = (first - second) / n
    low, high = _newcombe(both, first, second, n - both - first - second, confidence)
    needed = needed_for_shares((first + second) / n, difference)
    return Difference(
        Estimate(difference, low, high, n), mcnemar(first, second), first + second, needed
    )


def _newcombe(a: int, b: int, c: int, d: int, confidence: float) -> tuple[float, float]:
    """Bounds of the difference of two paired shares. a: both; b, c: one alone; d: neither."""
    n = a + b + c + d
    one, other = share(a + b, n, confidence), share(a + c, n, confidence)
    p, low_p, high_p = _three(one)
    q, low_q, high_q = _three(other)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    agree: float = a * d - b * c
    if agree > 0:
        agree = max(agree - n / 2, 0.0)  # his correction for continuity
    phi = agree / sqrt(margins) if margins else 0.0
    down = (p - low_p) ** 2 - 2 * phi * (p - low_p) * (high_q - q) + (high_q - q) ** 2
    up = (q - low_q) ** 2 - 2 * phi * (q - low_q) * (high_p - p) + (high_p - p) ** 2
    return max(-1.0, p - q - sqrt(max(0.0, down))), min(1.0, p - q + sqrt(max(0.0, up)))


def _three(estimate: Estimate) -> tuple[float, float, float]:
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.value, estimate.low, estimate.high


def mcnemar(first: int, second: int) -> float:
    """The exact chance that pairs which differ fall as unevenly as this, where neither side is
    favoured.
    """
    if not first + second:
        return 1.0
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(first, second), first + second, 0.5)))


def paired_means(
    pairs: Sequence[tuple[float, float]], confidence: float = CONFIDENCE
) -> Difference:
    """How much more of something there is in the first game of a pair than in the second."""
    gaps = [one - other for one, other in pairs]
    estimate = mean(gaps, confidence)
    differing = sum(gap != 0 for gap in gaps)
    if estimate.value is None or len(gaps) < 2:
        return Difference(estimate, 1.0, differing, None)
    variance = _variance(gaps)
    if not variance:
        return Difference(estimate, 0.0 if estimate.value else 1.0, differing, None)
    from scipy.special import stdtr

    t = abs(estimate.value) / sqrt(variance / len(gaps))
    p = 2 * float(stdtr(len(gaps) - 1, -t))
    return Difference(estimate, p, differing, needed_for_means(variance, estimate.value))


# How many games


def needed_for_shares(
    differing: float, difference: float, confidence: float = CONFIDENCE, power: float = POWER
) -> int | None:
    """Pairs of games that show a difference of two shares; None where there is none to show.

    differing: the share of pairs that differ. difference: of the two shares. By Connor, Biometrics
    43, 1987.
    """
    if not difference:
        return None
    wanted, seen = _z(confidence), NormalDist().inv_cdf(power)
    spread = max(0.0, differing - difference**2)
    return ceil((wanted * sqrt(differing) + seen * sqrt(spread)) ** 2 / difference**2)


def needed_for_means(
    variance: float, difference: float, confidence: float = CONFIDENCE, power: float = POWER
) -> int | None:
    """Pairs of games that show a difference of two means; None where there is none to show, or
    none but rounding.

    variance: of the differences by pair.
    """
    if not difference:
        return None
    wanted, seen = _z(confidence), NormalDist().inv_cdf(power)
    needed = ceil((wanted + seen) ** 2 * variance / difference**2)
    return needed if needed <= MOST_NEEDED else None


def needed_for_half_width(variance: float, half: float, confidence: float = CONFIDENCE) -> int:
    """Games after which an interval reaches no farther than `half` to either side; of a share p
    the variance is p (1 - p).
    """
    if half <= 0:
        raise WeathergageError(f"half the width of an interval is more than 0, not {half:g}")
    return ceil(_z(confidence) ** 2 * variance / half**2)


# Two arms that are one question


def pooled_share(pairs: Sequence[tuple[bool, bool]], confidence: float = CONFIDENCE) -> Estimate:
    """The share over both games of each pair, such as one played with the sides exchanged.

    The two share their dice and so hang together: they count as fewer than two games by as much
    as the pairs show, and as one at the least.
    """
    n = len(pairs)
    count = sum(one + other for one, other in pairs)
    if n < 2:
        return share(count, 2 * n, confidence)
    p = count / (2 * n)
    alone = p * (1 - p)
    means = [(one + other) / 2 for one, other in pairs]
    worth = min(2.0, max(1.0, alone / _variance(means))) if _variance(means) else 1.0
    shrunk = share(p * worth * n, worth * n, confidence)
    return Estimate(p, shrunk.low, shrunk.high, 2 * n)
