"""What a player orders in an activation: which squadron, and which galley next (3.1.E1, 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from weathergage import Command, Complaint, Dice, clause
from weathergage_war_galley import commanders, endings
from weathergage_war_galley.commanders import Transfer
from weathergage_war_galley.squadrons import name_of
from weathergage_war_galley.state import Commander, Galley, GalleyState, Squadron


class Activate(Command):
    """The squadron that acts next. squadron: its commander's id, or the code of a galley that is on
    its own.
    """

    NOTATION = '"activate hanno", "activate 5/12"'

    squadron: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The squadron; None for another kind of line. Raises ValueError without one."""
        return _rest(line, "activate", "squadron", 'write which squadron, such as "activate hanno"')

    def write(self) -> str:
        """The line that stands for it."""
        return f"activate {self.squadron}"


class Double(Command):
    """A Double Activation is tried. squadron: the one that is to go with the Admiral's own.
    admiral: his id, where the side has several.
    """

    NOTATION = '"double hanno", "double hanno with manlius"'

    squadron: str
    admiral: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Squadron and Admiral; None for another kind of line. Raises ValueError without one."""
        words = line.split()
        if not words or words[0].lower() != "double":
            return None
        if len(words) == 4 and words[2].lower() == "with":
            return {"squadron": words[1], "admiral": words[3]}
        if len(words) != 2:
            raise ValueError(
                'write which squadron goes with the Admiral\'s, such as "double hanno"'
            )
        return {"squadron": words[1]}

    def write(self) -> str:
        """The line that stands for it."""
        with_whom = f" with {self.admiral}" if self.admiral else ""
        return f"double {self.squadron}{with_whom}"


class Move(Command):
    """The galley that moves next: its code."""

    NOTATION = '"move 5/12"'

    galley: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The galley; None for another kind of line. Raises ValueError without one."""
        return _rest(line, "move", "galley", 'write which galley, such as "move 5/12"')

    def write(self) -> str:
        """The line that stands for it."""
        return f"move {self.galley}"


class Done(Command):
    """No more galleys of the squadron move."""

    NOTATION = '"done"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.strip().lower() == "done" else None

    def write(self) -> str:
        """The line that stands for it."""
        return "done"


class Weigh(Command):
    """The galleys of the squadron that lie at anchor raise it, and do nothing else."""

    NOTATION = '"raise anchor"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["weigh"], ["weigh", "anchor"], ["raise", "anchor"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "raise anchor"


def _rest(line: str, word: str, field: str, missing: str) -> dict[str, Any] | None:
    """A line that is a word and the rest of it."""
    words = line.split()
    if not words or words[0].lower() != word:
        return None
    if len(words) == 1:
        raise ValueError(missing)
    return {field: " ".join(words[1:])}


COMMANDS: tuple[type[Command], ...] = (Activate, Double, Move, Done, Weigh)

_DONE: Final = Done()


@lru_cache(maxsize=4096)
def _move_of(code: str) -> Move:
    return Move(galley=code)


@lru_cache(maxsize=4096)
def _activate_of(squadron: str) -> Activate:
    return Activate(squadron=squadron)


# The answers


class Openings:
    """Squadrons that may be activated, and Double Activations; an Admiral need not be named where
    there is only one. ends: those that a side may make of the game which has moved nothing in the
    turn.
    """

    __slots__ = ("_doubles", "_open", "_state", "ends")

    def __init__(
        self, state: GalleyState, open: Sequence[Squadron], doubles: Sequence[Double] = ()
    ) -> None:
        self._state = state
        self._open = open
        self._doubles = doubles
        self.ends: Sequence[Command] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._open) + len(self._doubles)

    def only_admiral(self, command: Double) -> str:
        """The Admiral of the one Double Activation that brings a squadron in."""
        return next(
            double.admiral for double in self._doubles if double.squadron == command.squadron
        )

    def legal(self) -> Sequence[Command]:
        """All of them."""
        return [*(self._single(squadron) for squadron in self._open), *self._doubles, *self.ends]

    def _single(self, squadron: Squadron) -> Activate:
        return _activate_of(name_of(self._state, squadron))

    def sample(self, dice: Dice) -> Command:
        """Each as likely, and no end of the game."""
        k = dice.below("sample", self.count)
        singles = len(self._open)
        return self._single(self._open[k]) if k < singles else self._doubles[k - singles]

    @clause("5.13", "5.41", "5.42", "5.42-limits")
    def check(self, command: Command) -> Complaint | None:
        """Whether it is one of them."""
        if command in self.ends:
            return None
        if type(command) is Activate:
            for squadron in self._open:
                if name_of(self._state, squadron) == command.squadron:
                    return None
        elif type(command) is Double:
            fits = [double for double in self._doubles if double.squadron == command.squadron]
            if command in fits or (len(fits) == 1 and not command.admiral):
                return None
            return Complaint(f"no such Double Activation: {self.help()}", "5.42", "not-offered")
        return Complaint(f"that is not open: {self.help()}", "5.41", "not-offered")

    def help(self) -> str:
        """The list as it is written, and what the ends of the game mean."""
        listed = "; ".join(command.write() for command in self.legal())
        return f"write one of: {listed}{endings.meanings(self.ends)}"


class NextGalley:
    """Any galley that waits to be moved, any transfer of a commander, and being done; and the ends
    that a side may make of the game which has moved nothing in the turn.
    """

    __slots__ = ("_ends", "_game", "_waiting")

    def __init__(self, game: Any, waiting: Sequence[Galley], ends: Sequence[Command] = ()) -> None:
        self._game = game
        self._waiting = waiting
        self._ends = ends

    def _plain(self) -> list[Command]:
        return [*(_move_of(galley.counter.code) for galley in self._waiting), _DONE]

    @clause("5.51")
    def _transfers(self, commander: Commander) -> list[Transfer]:
        if commander.side != self._waiting[0].side:
            return []
        return commanders.transfers(self._game, commander)

    def legal(self) -> Sequence[Command]:
        """All of them."""
        found = self._plain()
        for commander in self._game.state.commanders:
            found += self._transfers(commander)
        found += self._ends
        return found

    def sample(self, dice: Dice) -> Command:
        """Each as likely, but that commanders leave only a ship that is in danger, and that no
        game ends.
        """
        state: GalleyState = self._game.state
        side = self._waiting[0].side
        leaving: list[Command] = []
        for commander in state.commanders:
            if commander.side == side and commanders.in_danger(state, commander):
                leaving += self._transfers(commander)
        waiting = self._waiting
        k = dice.below("sample", len(waiting) + 1 + len(leaving))
        if k < len(waiting):
            return _move_of(waiting[k].counter.code)
        return leaving[k - len(waiting) - 1] if k > len(waiting) else _DONE

    def check(self, command: Command) -> Complaint | None:
        """Whether the galley waits, or the commander may shift there."""
        if type(command) is Done or command in self._ends:
            return None
        if type(command) in endings.KINDS:
            told = "a side ends the game before it moves anything in the turn"
            return Complaint(told, "9.1", "not-offered")
        if type(command) is Move:
            if any(galley.counter.code == command.galley for galley in self._waiting):
                return None
            told = f"{command.galley} does not wait to be moved: {self.help()}"
            return Complaint(told, "3.1.E1", "not-offered", command.galley)
        for commander in self._game.state.commanders:
            if isinstance(command, Transfer) and commander.id == command.commander:
                found = self._transfers(commander)
                if command in found:
                    return None
                where = ", ".join(transfer.to for transfer in found) or "nowhere"
                told = f"{commander.name} may shift to {where}"
                return Complaint(told, "5.51", "no-transfer", commander.id)
        return Complaint(f"there is no such commander: {self.help()}", "5.51", "unknown")

    def help(self) -> str:
        """How to write it."""
        codes = ", ".join(galley.counter.code for galley in self._waiting)
        return (
            f'write "move" and one of {codes}; or "done"; or have a commander shift to the nearest '
            f"galley, such as {Transfer.NOTATION}{endings.meanings(self._ends)}"
        )
