"""What may be asked of a ruleset's chances, and what the answer is made of.

A ruleset lists its questions (`Ruleset.odds`): a ram, a broadside, a boarding, each with what one
has to say to ask it. The answer is exact: chances are fractions, worked out by running the rules
with every face that their dice can show (`weathergage.study.odds`), never by sampling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add
from typing import Any, Protocol, TypeVar

from weathergage.errors import Contradiction, UnknownName

T = TypeVar("T")

Odds = dict[Any, Fraction]
"""The exact chance of every outcome: numbers, words, or tuples of numbers. They add up to 1."""

Setting = int | str | bool
"""What an argument may be."""

YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


class Bench(Protocol):
    """The rules of one choice, laid out for questions about their chances.

    rules: the choice (`Rules`), with its options and house rules.
    """

    @property
    def rules(self) -> Any:
        """The rules of the choice."""

    def state(self) -> Any:
        """The position at the start of a scenario, to be changed at will."""

    def game(self, state: Any = None) -> Any:
        """A game that stands still at a position, for what a rule works out without dice."""

    def exactly(self, run: Callable[[Any], T], state: Any = None) -> dict[T, Fraction]:
        """The odds of what a part of the rules gives, run on a copy of a position with every
        sequence of faces that its dice can show. Raises WeathergageError for too many dice.
        """

    def through(self, run: Any, answer: Callable[[Any], Any] | None = None) -> Any:
        """Run a part of the rules that asks, and give its result; whatever is offered is declined,
        or answered by `answer`.
        """


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing that a question needs to know.

    name: as it is written on the command line, with hyphens. meaning: what it is, a few words.
    default: what holds where nothing is said; its type is the argument's. choices: the words it may
    be. least, most: the numbers it may be.
    """

    name: str
    meaning: str
    default: Setting
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 99

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.choices:
            return ", ".join(self.choices)
        return "yes, no" if isinstance(self.default, bool) else f"{self.least} to {self.most}"

    def read(self, written: object) -> Setting:
        """The value that was written. Raises Contradiction, saying what is allowed."""
        words = str(written).strip().lower()
        if self.choices and words in self.choices:
            return words
        if isinstance(self.default, bool) and words in (*YES, *NO):
            return words in YES
        if not self.choices and not isinstance(self.default, bool | str):
            try:
                number = int(words)
            except ValueError:
                number = self.least - 1
            if self.least <= number <= self.most:
                return number
        raise Contradiction(f"{self.name} is {words!r}; it may be {self.allowed}")


def settings_of(arguments: Iterable[Argument], given: Mapping[str, object]) -> dict[str, Setting]:
    """Every argument's value, by its name with underscores.

    Raises UnknownName for what is no argument, Contradiction for a wrong value.
    """
    known = {argument.name: argument for argument in arguments}
    written = {name.replace("_", "-"): value for name, value in given.items()}
    for name in written:
        if name not in known:
            raise UnknownName("argument", name, known)
    return {
        name.replace("-", "_"): argument.read(written[name])
        if name in written
        else argument.default
        for name, argument in known.items()
    }


@dataclass(frozen=True, slots=True)
class OddsQuestion:
    """A question about chances that a ruleset answers.

    title: what is asked. clause: the rule. arguments: what one may say. chances: the answer, given
    a bench (the rules laid out, with every face of their dice) and the arguments by name, with
    underscores; several distributions by name where one throw decides several things.
    """

    title: str
    clause: str
    arguments: tuple[Argument, ...]
    chances: Callable[[Bench, Mapping[str, Any]], Mapping[str, Odds]]

    def settings(self, given: Mapping[str, object]) -> dict[str, Setting]:
        """Every argument's value, by its name with underscores.

        Raises UnknownName for what the question does not take, Contradiction for a wrong value.
        """
        return settings_of(self.arguments, given)


@dataclass(frozen=True, slots=True)
class BroadsideCase:
    """One broadside to be weighed.

    ship: a neutral class, such as "74" or "38", or a ruleset's own type of ship; it fires at its
    equal. yards: the range. raking: fired from where the target is raked. first: the ship's first.
    """

    ship: str
    yards: float
    raking: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class BroadsideOdds:
    """What one broadside does to an equal of the ship that fires it.

    hits: in the book's own hits. share: of what the target can bear, from 0 to 1, as fractions.
    ship: the ruleset's type of ship. bears: what the target can bear, in words, with its clause.
    """

    hits: Odds
    share: Odds
    ship: str
    bears: str


@dataclass(frozen=True, slots=True)
class Broadsides:
    """How a ruleset weighs broadsides.

    classes: its type of ship for each neutral class. assumed: what was assumed, a sentence each.
    limits: yards, rising, up to which fire is the same; nothing is fired beyond the last. weigh:
    one broadside, given a bench and the case; None where there is no fire at that range.
    """

    classes: Mapping[str, str]
    assumed: Sequence[str]
    limits: Callable[[Bench], Sequence[float]]
    weigh: Callable[[Bench, BroadsideCase], BroadsideOdds | None]


def certain(outcome: object) -> Odds:
    """The odds of what is bound to come."""
    return {outcome: Fraction(1)}


def mapped(odds: Odds, outcome_of: Callable[[Any], Any]) -> Odds:
    """The odds of something that depends on another outcome."""
    found: Odds = {}
    for outcome, chance in odds.items():
        value = outcome_of(outcome)
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def summed(*several: Odds) -> Odds:
    """The odds of the sum of independent numbers, or of tuples of numbers added place by place."""
    return reduce(_plus, several)


def repeated(odds: Odds, count: int) -> Odds:
    """The odds of the sum of so many independent throws; nothing for none."""
    nothing: Any = next(iter(odds))
    total = certain(tuple(0 for _ in nothing) if isinstance(nothing, tuple) else 0)
    power = odds
    while count:
        if count % 2:
            total = _plus(total, power)
        count //= 2
        if count:
            power = _plus(power, power)
    return total


def mixed(parts: Iterable[tuple[Odds, Fraction]]) -> Odds:
    """The odds where chance decides first which odds hold."""
    found: Odds = {}
    for odds, weight in parts:
        for outcome, chance in odds.items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * weight
    return found


def mean(odds: Odds) -> Fraction:
    """The expected number."""
    return sum((chance * outcome for outcome, chance in odds.items()), Fraction(0))


def joined(one: Odds, other: Odds, outcome_of: Callable[[Any, Any], Any]) -> Odds:
    """The odds of something that depends on two independent outcomes."""
    # Whole weights are added up: a fraction for every pair would take ten times as long.
    (ours, our_whole), (theirs, their_whole) = _weights(one), _weights(other)
    found: dict[Any, int] = {}
    for a, weight in ours.items():
        for b, other_weight in theirs.items():
            both = outcome_of(a, b)
            found[both] = found.get(both, 0) + weight * other_weight
    whole = our_whole * their_whole
    return {outcome: Fraction(weight, whole) for outcome, weight in found.items()}


def _plus(one: Odds, other: Odds) -> Odds:
    are_tuples = isinstance(next(iter(one)), tuple)
    return joined(one, other, _side_by_side if are_tuples else add)


def _side_by_side(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def _weights(odds: Odds) -> tuple[dict[Any, int], int]:
    """Chances as whole weights, and what they add up to."""
    whole = lcm(*(chance.denominator for chance in odds.values()))
    return {
        outcome: chance.numerator * (whole // chance.denominator)
        for outcome, chance in odds.items()
    }, whole
