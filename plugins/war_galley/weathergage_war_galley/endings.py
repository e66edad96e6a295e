"""Ends of a game that players make: ceding victory, and halting by agreement (9.1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from weathergage import Ask, Command, Decline, OneOf, clause
from weathergage_war_galley import victory


class Cede(Command):
    """The side cedes victory to the other."""

    NOTATION = '"cede"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["cede"], ["cede", "victory"], ["concede"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "cede"


class Halt(Command):
    """The side proposes to halt: whoever has more Victory Points then has the better of it."""

    NOTATION = '"halt"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.lower().split() in (["halt"], ["halt", "play"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "halt"


class Agree(Command):
    """The other side agrees to halt."""

    NOTATION = '"agree"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.lower().split() == ["agree"] else None

    def write(self) -> str:
        """The line that stands for it."""
        return "agree"


COMMANDS: Final[tuple[type[Command], ...]] = (Cede, Halt, Agree)
KINDS: Final[tuple[type[Command], ...]] = (Cede, Halt)

BOTH: Final[tuple[Command, ...]] = (Cede(), Halt())
"""What a side may do before it moves anything in a turn."""
AFTER_REFUSAL: Final[tuple[Command, ...]] = (Cede(),)

_MEANINGS: Final[dict[type[Command], str]] = {
    Cede: '"cede" gives the battle up',
    Halt: '"halt" proposes to end it, the side with more Victory Points having the better of it',
}

_ANSWERS: Final[tuple[Command, ...]] = (Decline(), Agree())


@clause("9.1")
def meanings(ends: Sequence[Command]) -> str:
    """What the ends that a side may make of the game do, after what else it may write."""
    told = "; ".join(_MEANINGS[type(end)] for end in ends)
    return f". {told}" if told else ""


@clause("9.1")
def perform(game: Any, side: str, command: Command) -> Generator[Any, Any, bool]:
    """Cede victory, or propose to halt; gives back whether the game is over."""
    if type(command) is Cede:
        victory.cede(game, side)
        return True
    name = game.rules.scenario.side(side).name
    answer = yield Ask(
        game.rules.scenario.enemy(side),
        (Agree, Decline),
        clause="9.1",
        answers=OneOf(_ANSWERS, "9.1", 'Write "agree" to halt, or "decline" to fight on.'),
        prompt=f"{name} proposes to halt: the side with more Victory Points has the better of it",
    )
    if type(answer) is not Agree:
        return False
    victory.halt(game)
    return True
