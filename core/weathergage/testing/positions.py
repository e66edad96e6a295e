"""Games as data that can be compared, and answers that can be given again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from weathergage.commands import Command, parse_command
from weathergage.dice import Dice
from weathergage.errors import IllegalCommand
from weathergage.game import Decision, Game
from weathergage.records import canonical
from weathergage.testing.failures import Failure
from weathergage.testing.wrong import nudged

Given = tuple[str, int, Command]
"""An answer as it can be given again: seat, number of the question, command."""


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class, but for what it keeps for itself and never compares; None where it
    says by its repr what it is.
    """
    if is_dataclass(kind):
        return tuple(f.name for f in fields(kind) if f.compare or f.init)
    if "__repr__" in kind.__dict__:
        return None
    return tuple(name for c in reversed(kind.__mro__) for name in getattr(c, "__slots__", ()))


def dump(value: Any) -> Any:
    """Anything in a state as plain data that can be compared, down to the last field."""
    if value is None or isinstance(value, str | int | float | bytes):
        return value
    if isinstance(value, list | tuple):
        return [dump(part) for part in value]
    if isinstance(value, Mapping):
        return ["dict", *([dump(key), dump(part)] for key, part in value.items())]
    if isinstance(value, set | frozenset):
        return ["set", *sorted((dump(part) for part in value), key=repr)]
    kind: Any = type(value)
    names = _field_names(kind)
    if not names:
        return repr(value)
    return [kind.__name__, *(dump(getattr(value, name, None)) for name in names)]


def position(game: Game) -> tuple[Any, ...]:
    """All that makes two games the same: state, dice, events, and what is open to whom. Ids of
    decisions are left out, as they are never used twice.
    """
    return (
        dump(game.state),
        game.dice.mark(),
        canonical([event.plain() for event in game.events]),
        game.phase,
        [(d.seat, d.index, d.kind, d.about, d.clause) for d in game.decisions],
    )


def short_position(game: Game) -> tuple[Any, ...]:
    """The same in short, with the ids: what a refusal may not change."""
    return (
        dump(game.state),
        game.dice.mark(),
        len(game.events),
        len(game.commands),
        [d.id for d in game.decisions],
    )


_PARTS = ("state", "dice", "events", "phase", "open decisions")


def difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Which parts of two positions differ, and the first place in the first of them."""
    parts = [n for n, (a, b) in zip(_PARTS, zip(one, other, strict=True), strict=True) if a != b]
    for name, a, b in zip(_PARTS, one, other, strict=True):
        if a != b:
            left, right = canonical(a), canonical(b)
            at = next(
                (i for i, (x, y) in enumerate(zip(left, right, strict=False)) if x != y),
                min(len(left), len(right)),
            )
            start = max(0, at - 40)
            return (
                f"{' and '.join(parts)} differ: {left[start : at + 40]!r} in {name} is "
                f"{right[start : at + 40]!r}"
            )
    return "nothing differs"


def give(game: Game, given: Given) -> None:
    """Give an answer to the open question of that seat and number."""
    seat, index, command = given
    decision = next((d for d in game.decisions if (d.seat, d.index) == (seat, index)), None)
    if decision is None:
        raise Failure("the same game again", f"{seat} has no question {index} to answer", game)
    game.submit(decision.id, command)


def drawn(game: Game, dice: Dice) -> Given:
    """An answer drawn for one of the open decisions; in `book` play one in four may be an error
    that the book lets be suffered.
    """
    decision = game.decisions[dice.below("which decision", len(game.decisions))]
    command = decision.sample(dice)
    if game.mode == "book" and dice.below("error", 4) == 0:
        command = _suffered(decision, command, dice) or command
    return decision.seat, decision.index, command


def _suffered(decision: Decision, command: Command, dice: Dice) -> Command | None:
    for _ in range(6):
        try:
            wrong = parse_command(nudged(command.data(), dice), decision.kinds)
        except IllegalCommand:
            continue
        problem = decision.complaint(wrong)
        if problem is not None and problem.suffered:
            return wrong
    return None


def played(game: Game, dice: Dice, most: int) -> list[Given]:
    """Play on by lot for so many commands or to the end, and say which were given."""
    answers: list[Given] = []
    while not game.over and len(answers) < most:
        answers.append(drawn(game, dice))
        give(game, answers[-1])
    return answers
