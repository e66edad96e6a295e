"""Exact odds of tables, dice and a ruleset's own questions.

What a rule does is found by running it, the very code that a game runs, once for every sequence of
faces that its dice can show: `exactly`. A house rule that changes a table, a look-up, a modifier or
a die is thereby in the odds as it is in the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from math import prod
from typing import Any, TypeVar

from weathergage.chances import Bench, Odds, OddsQuestion
from weathergage.commands import Command, Decline
from weathergage.dice import Dice
from weathergage.errors import Contradiction, UnknownName, WeathergageError
from weathergage.game import Game
from weathergage.phases import Ask
from weathergage.plugins import Rules, assemble_scenario, find_scenario, readable_scenarios
from weathergage.ruleset import Ruleset
from weathergage.tables import Table

T = TypeVar("T")

MOST_THROWS = 300_000
"""Sequences of faces beyond which the work is refused: it would take minutes."""

_DICE = re.compile(r"([1-9]\d{0,2})d([1-9]\d{0,2})")


class EveryFace(Dice):
    """Dice that show every sequence of faces in turn: the first of each die at first, and after
    `advance` the next sequence.
    """

    __slots__ = ("_faces", "_shown", "_sides")

    def __init__(self) -> None:
        super().__init__(0)
        self._faces: list[int] = []
        self._sides: list[int] = []
        self._shown = 0

    def roll(self, stream: str, sides: int = 6) -> int:
        """The next face of the sequence; a die that was not thrown before shows its first."""
        if self._shown == len(self._faces):
            self._faces.append(1)
            self._sides.append(sides)
        self._shown += 1
        return self._faces[self._shown - 1]

    @property
    def chance(self) -> Fraction:
        """The chance of the faces shown since the last `advance`."""
        return Fraction(1, prod(self._sides[: self._shown]))

    def advance(self) -> bool:
        """Go on to the next sequence; False after the last."""
        self._shown = 0
        while self._faces and self._faces[-1] == self._sides[-1]:
            self._faces.pop()
            self._sides.pop()
        if self._faces:
            self._faces[-1] += 1
        return bool(self._faces)


def exactly(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """The exact chance of everything that a run may give, whose only chance is its dice.

    Raises WeathergageError where there are more than `MOST_THROWS` sequences of faces.
    """
    dice = EveryFace()
    found: dict[T, Fraction] = {}
    for _ in range(MOST_THROWS):
        outcome = run(dice)
        found[outcome] = found.get(outcome, Fraction(0)) + dice.chance
        if not dice.advance():
            return found
    raise WeathergageError(
        f"so many dice have more than {MOST_THROWS:,} sequences of faces; ask about fewer"
    )


class Still(Game):
    """A game in which nothing goes on but what is asked of it: a part of the rules is run by itself
    on a position, with chosen dice.
    """

    __slots__ = ()

    def __init__(self, rules: Rules, state: Any, dice: Dice) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice
        self.mode = "assisted"
        self.undo_policy = "never"
        self.journal = None
        self.telling = rules.happened is not None
        self.notes = {}
        self._generator = None
        self._log = []
        self._saved = 0
        self._phase = None
        self._open = []


class Workbench:
    """The rules of one choice, laid out for questions about their chances: what plugins know as
    `Bench`.

    rules: the choice. A position comes from `state()`, which begins as the scenario does unless
    another start is given; odds come from `exactly`, which runs a part of the rules with every face
    of its dice.
    """

    def __init__(self, rules: Rules, start: Any = None) -> None:
        self.rules = rules
        self._start = rules.set_up(Dice(0)) if start is None else start

    def state(self) -> Any:
        """The position at the start of the scenario, to be changed at will."""
        return self._start.copy()

    def game(self, state: Any = None, dice: Dice | None = None) -> Still:
        """A game that stands still at a position; real dice of seed 0 where none are given."""
        position = self.state() if state is None else state.copy()
        return Still(self.rules, position, dice or Dice(0))

    def exactly(self, run: Callable[[Still], T], state: Any = None) -> dict[T, Fraction]:
        """The odds of what a part of the rules gives, run on a copy of a position each time.

        Raises WeathergageError for more dice than can be gone through.
        """
        return exactly(lambda dice: run(self.game(state, dice)))

    @staticmethod
    def through(run: Generator[Any, Any, T], answer: Callable[[Ask], Command] | None = None) -> T:
        """Run a part of the rules that asks; every question is declined, or else takes the first
        legal answer, unless `answer` says otherwise.
        """
        reply: Any = None
        try:
            while True:
                asked = run.send(reply)
                reply = (answer or _declined)(asked)
        except StopIteration as end:
            given: T = end.value
            return given


def _declined(asked: Ask) -> Command:
    if Decline in asked.kinds:
        return Decline()
    return (asked.answers.legal() or [Decline()])[0]


def bench_for(
    ruleset: Ruleset,
    options: Mapping[str, Any] | None = None,
    house_rules: tuple[Any, ...] = (),
    scenario: str = "",
) -> Workbench:
    """The bench of a ruleset with options and house rules.

    scenario: whose special rules hold, where they are wanted. Raises UnknownName, Contradiction or
    BadFile.
    """
    wanted = scenario or ruleset.odds_scenario or next(iter(readable_scenarios(ruleset)[0]))
    full = wanted if "/" in wanted else f"{ruleset.id}/{wanted}"
    found, chosen = find_scenario(full)
    if found is not ruleset:
        raise Contradiction(f"{full} is no scenario of {ruleset.id}")
    return Workbench(assemble_scenario(ruleset, chosen, options, house_rules))


def table_odds(bench: Bench, table: Table, column: str, modifier: int = 0) -> Odds:
    """The exact odds of a column, as `Table.odds`, with what house rules answer for the table.

    Raises WeathergageError for a table that is not rolled on, UnknownName for no such column.
    """
    if table.rolls == "none":
        raise WeathergageError(f"table {table.id} is not rolled on, so it has no odds")
    table.column_index(column)
    game = bench.game()
    odds: Odds = {}
    for total, chance in dice_odds(table.rolls, modifier).items():
        try:
            value = game.look_up(table.id, total, column)
        except UnknownName:
            raise Contradiction(
                f"with {modifier:+d} the dice come to {total}, for which table {table.id} has no "
                f"row; it goes from {table.rows[0]} to {table.rows[-1]}"
            ) from None
        odds[value] = odds.get(value, Fraction(0)) + chance
    return odds


def dice_odds(dice: str, modifier: int = 0) -> Odds:
    """The exact odds of the sum of dice such as "3d6". Raises Contradiction for another form."""
    form = _DICE.fullmatch(dice.strip().lower())
    if form is None:
        raise Contradiction(f'dice are written such as "1d6" or "3d6", not {dice!r}')
    from icepool import d  # slow to import, and wanted by studies only

    total = int(form[1]) @ d(int(form[2]))
    whole = total.denominator()
    return {int(sum_) + modifier: Fraction(total.quantity(sum_), whole) for sum_ in total}


def question_of(ruleset: Ruleset, name: str) -> OddsQuestion:
    """A ruleset's question. Raises UnknownName."""
    if name not in ruleset.odds:
        raise UnknownName(f"question of {ruleset.id}", name, ruleset.odds)
    return ruleset.odds[name]


def answer(bench: Bench, question: OddsQuestion, given: Mapping[str, object]) -> dict[str, Odds]:
    """The exact answer to a ruleset's question, several distributions by name.

    Raises UnknownName or Contradiction for wrong arguments.
    """
    found = question.chances(bench, question.settings(given))
    return {name: ordered(odds) for name, odds in found.items()}


def ordered(odds: Odds) -> Odds:
    """The same odds, numbers first and rising, words as they came."""
    numbers = sorted(outcome for outcome in odds if isinstance(outcome, int | Fraction))
    return {outcome: odds[outcome] for outcome in [*numbers, *odds]}
