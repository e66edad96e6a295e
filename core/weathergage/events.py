"""Events: what happened, typed, with the clause it happened under.

They tell people and renderers. The truth of a game is its seed and its commands; events are
built only while the journal is on. An event class is made with `@event`: a slotted dataclass,
created positionally, read-only to a type checker and free of cost at run time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")

KINDS: dict[str, dict[str, type[Event]]] = {}
"""Every event class by its kind and the package that it is of: two rulesets may both have ships
that moved.
"""


class Event:
    """The base of all events. `kind` is the class's name; `clause` is a field of each."""

    __slots__ = ()
    kind: ClassVar[str] = "Event"
    field_names: ClassVar[tuple[str, ...]] = ()
    clause: str

    def say(self) -> str:
        """One plain sentence for the person at the table."""
        return self.kind

    def under(self) -> Iterator[str]:
        """The clauses that had a say in it, by which studies count them: its own, and those of
        what changed it.
        """
        if self.clause:
            yield self.clause

    def plain(self) -> list[Any]:
        """Kind and fields in order: what records keep and hashes cover."""
        return [self.kind, *(getattr(self, name) for name in self.field_names)]


@dataclass_transform(frozen_default=True)
def event(cls: type[T]) -> type[T]:
    """Make a class an event: slotted, positional, and known by its name."""
    made: Any = dataclass(slots=True)(cls)
    made.kind = cls.__name__
    made.field_names = tuple(f.name for f in fields(made))
    KINDS.setdefault(cls.__name__, {})[_package(cls)] = made
    return made  # type: ignore[no-any-return]


def _package(cls: type) -> str:
    return cls.__module__.partition(".")[0]


def kind_of(name: str, package: str = "") -> type[Event] | None:
    """The event class of that kind: the package's own, else the core's, else the only one there
    is (a house rule's); None where nothing installed has it.
    """
    known = KINDS.get(name, {})
    found = known.get(package) or known.get(_package(Event))
    if found is None and len(known) == 1:
        (found,) = known.values()
    return found


@event
class Told(Event):
    """An event that only one seat may know of."""

    seat: str
    inner: Event
    clause: str = ""

    def say(self) -> str:
        """The inner event's sentence; whoever prints it has checked the seat."""
        return self.inner.say()

    def plain(self) -> list[Any]:
        """Seat and inner event."""
        return [self.kind, self.seat, self.inner.plain(), self.clause]


@event
class Happened(Event):
    """Something that is told in a sentence of its own and counted nowhere: about a ship, if any.

    What studies count, or house rules listen for, is better an event with fields.
    """

    sentence: str
    clause: str
    about: str = ""

    def say(self) -> str:
        """The sentence."""
        return self.sentence


@event
class TurnBegan(Event):
    """A new game-turn."""

    turn: int
    clause: str

    def say(self) -> str:
        """The turn's number."""
        return f"Turn {self.turn}."


@event
class PhaseBegan(Event):
    """A phase of the sequence of play."""

    turn: int
    phase: str
    title: str
    clause: str

    def say(self) -> str:
        """The phase's title."""
        return f"{self.title}."


@event
class Rolled(Event):
    """Dice were rolled: why, under which clause, the faces, what changed them, and the result.

    modifiers: (name, value, clause) each, already counted in the result.
    """

    purpose: str
    clause: str
    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int, str], ...]
    result: int
    about: str = ""

    def say(self) -> str:
        """Purpose, faces and modifiers in one line."""
        shown = " + ".join(str(f) for f in self.faces)
        for name, value, _ in self.modifiers:
            shown += f" {'+' if value >= 0 else '-'} {abs(value)} ({name})"
        total = f" = {self.result}" if self.modifiers or len(self.faces) > 1 else ""
        return f"Die for {self.purpose}: {shown}{total}."

    def under(self) -> Iterator[str]:
        """The clause of the roll and those of its modifiers."""
        if self.clause:
            yield self.clause
        yield from (clause for _, _, clause in self.modifiers if clause and clause != self.clause)


@event
class GameEnded(Event):
    """The game is over: who won, why, and the scores by side."""

    winner: str
    reason: str
    clause: str
    scores: tuple[tuple[str, int], ...]

    def say(self) -> str:
        """The outcome, sides by their ids: an event knows no more of them."""
        return self.say_by_name({})

    def say_by_name(self, names: Mapping[str, str]) -> str:
        """The outcome, sides by their names. names: by id; a side without one goes by its id."""
        points = ", ".join(f"{names.get(side, side)} {score}" for side, score in self.scores)
        winner = names.get(self.winner, self.winner)
        head = "A draw" if self.winner == "draw" else f"Victory: {winner}"
        return f"{head}; {self.reason}" + (f" ({points})." if points else ".")


def in_words(event: Event, names: Mapping[str, str]) -> str:
    """An event's sentence for a person, who knows the sides by their names. names: by id."""
    return event.say_by_name(names) if isinstance(event, GameEnded) else event.say()
