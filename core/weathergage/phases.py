"""Phases, and the questions that they ask.

A phase is a generator function: it changes the state, and where a seat has to decide it yields
an `Ask` (or several at once in a `Together`, whose answers stay hidden until the last is in)
and is sent the answer. `ask()` and `together()` give the type checker the answer's type.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from weathergage.commands import Command, Decline, every

if TYPE_CHECKING:
    from weathergage.dice import Dice

C = TypeVar("C", bound=Command)

PhaseRun = Generator["Ask | Together", Any, None]


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why an answer breaks the rules.

    suffered: the book makes it an event instead of refusing it; in `book` play it is let
    through and the phase deals with it.
    """

    reason: str
    clause: str
    code: str = "illegal"
    about: str | None = None
    suffered: bool = False


class Answers(Protocol):
    """What can be answered to one Ask; it looks at the state and never changes it."""

    def legal(self) -> Sequence[Command] | None:
        """Every legal answer, or None where they are too many to list."""

    def sample(self, dice: Dice) -> Command:
        """One legal answer, uniformly where that is possible, with the stream "sample"."""

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with an answer, or None."""

    def help(self) -> str:
        """How to answer, with an example, for a person."""


class OneOf:
    """Answers that are a short list."""

    __slots__ = ("_clause", "_commands", "_help")

    def __init__(self, commands: Sequence[Command], clause: str, help: str = "") -> None:
        self._commands = commands
        self._clause = clause
        self._help = help

    def legal(self) -> Sequence[Command]:
        """The list."""
        return self._commands

    def sample(self, dice: Dice) -> Command:
        """Each as likely."""
        return self._commands[dice.below("sample", len(self._commands))]

    def check(self, command: Command) -> Complaint | None:
        """Whether it is on the list."""
        if command in self._commands:
            return None
        offered = "; ".join(_short(c) for c in self._commands)
        return Complaint(f"that is not among the choices: {offered}", self._clause, "not-offered")

    def help(self) -> str:
        """The choices, or what the ruleset says of them."""
        return self._help or "Choose one of: " + "; ".join(_short(c) for c in self._commands)


def _short(command: Command) -> str:
    fields = command.model_dump(mode="json")
    return ", ".join(str(v) for v in fields.values()) or command.KIND


class Ask:
    """A question to one seat.

    seat: who answers. kind: the command expected (or several). clause: the rule that asks.
    about: the ship or thing concerned. answers: the legal ones; every command of the kind where
    nothing is said, which has to be a kind that can be listed. prompt: a sentence for people, or
    what makes it when somebody wants to read it. Raises WeathergageError for a kind whose answers
    have to be said.
    """

    __slots__ = ("about", "answers", "clause", "kinds", "prompt", "seat")

    def __init__(
        self,
        seat: str,
        kind: type[Command] | tuple[type[Command], ...],
        clause: str,
        answers: Answers | None = None,
        about: str | None = None,
        prompt: str | Callable[[], str] = "",
    ) -> None:
        self.seat = seat
        self.kinds = kind if isinstance(kind, tuple) else (kind,)
        self.clause = clause
        self.answers: Answers = answers if answers is not None else OneOf(every(self.kinds), clause)
        self.about = about
        self.prompt = prompt

    @classmethod
    def one_of(
        cls,
        seat: str,
        commands: Sequence[Command],
        *,
        clause: str,
        refused: str = "",
        about: str | None = None,
        prompt: str = "",
        help: str = "",
    ) -> Ask:
        """A question whose answers are a short list, as with `OneOf`. Its kinds are those of the
        list in their order, but that declining is the last.

        refused: the clause under which anything else is refused, where it is another than clause.
        """
        listed = dict.fromkeys(type(command) for command in commands)
        kinds = tuple(sorted(listed, key=lambda kind: kind is Decline))
        answers = OneOf(commands, refused or clause, help)
        return cls(seat, kinds, clause=clause, answers=answers, about=about, prompt=prompt)


class Together:
    """Questions that are open at once: nobody sees an answer until the last is in. They are given
    one by one, or as whatever goes through them.

    The answers come back in the order of the questions, whatever the order they arrived in.
    """

    __slots__ = ("asks",)

    @overload
    def __init__(self, *asks: Ask) -> None: ...
    @overload
    def __init__(self, asks: Iterable[Ask], /) -> None: ...
    def __init__(self, *asks: Any) -> None:
        listed = len(asks) != 1 or isinstance(asks[0], Ask)
        self.asks: tuple[Ask, ...] = asks if listed else tuple(asks[0])


def ask(
    seat: str,
    kind: type[C],
    *,
    clause: str,
    answers: Answers | None = None,
    about: str | None = None,
    prompt: str = "",
) -> Generator[Ask | Together, Any, C]:
    """Put one question and give back the answer, with its type."""
    # In order and not by name: a class whose __init__ is given names is twice as slow to make.
    answer: C = yield Ask(seat, kind, clause, answers, about, prompt)
    return answer


def together(*asks: Ask) -> Generator[Ask | Together, Any, tuple[Command, ...]]:
    """Put several questions at once; no question at all gives no answers at once."""
    if not asks:
        return ()
    answers: tuple[Command, ...] = yield Together(*asks)
    return answers


@dataclass(frozen=True)
class Phase:
    """One entry of a ruleset's sequence of play.

    id: a word. clause: the rule. run: the generator function, or a plain function that asks
    nothing; it is given the game, and as a piece of an agenda the piece's arguments. title: ours.
    option: played only when that option is on. first_turn, later_turns: in which game-turns it is
    played. undo: "ok" while a command may be taken back in it, "no" where the book forbids it.
    plays: whether it comes up in a position, given the game; nothing is told where it does not.
    quiet: it asks nothing, or a plain function calls `game.keep()` before it changes anything
    where something is about to be asked; that spares a checkpoint for each time that it is run.
    dear: to play it again costs as much as many commands, so that undo and fork are not to begin
    before it: a checkpoint follows it, however few commands came since the last.
    """

    id: str
    clause: str
    run: Callable[..., PhaseRun | None]
    title: str = ""
    option: str = ""
    first_turn: bool = True
    later_turns: bool = True
    undo: str = "ok"
    quiet: bool = False
    plays: Callable[[Any], bool] | None = None
    dear: bool = False
