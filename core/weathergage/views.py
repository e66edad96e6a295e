"""Views: what one seat may see, built from what it may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from weathergage.commands import Command
from weathergage.events import Event, Told

if TYPE_CHECKING:
    from weathergage.ruleset import Outcome


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The game as one seat sees it.

    table: the ruleset's own description of what lies on the table (it has `plain()`).
    events: what this seat was told, in order. decisions: the open ones of this seat.
    pending: its own answers that wait for the others' to be revealed together. rules: what the
    game is played by, which holds no secret.
    """

    seat: str
    turn: int
    phase: str
    table: Any
    events: tuple[Event, ...]
    decisions: tuple[Any, ...]
    pending: tuple[Command, ...]
    outcome: Outcome | None
    rules: Any = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        """Whether a seat sees the same in both."""
        return isinstance(other, View) and self.plain() == other.plain()

    __hash__ = None  # type: ignore[assignment]

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data: the test of secrecy compares these."""
        return {
            "seat": self.seat,
            "turn": self.turn,
            "phase": self.phase,
            "table": self.table.plain(),
            "events": [event.plain() for event in self.events],
            "decisions": [decision.plain() for decision in self.decisions],
            "pending": [command.data() for command in self.pending],
            "outcome": self.outcome.plain() if self.outcome else None,
        }


def told_to(seat: str, events: Iterable[Event]) -> list[Event]:
    """The events that a seat is told: all but what was told to another alone."""
    return [event for event in events if not isinstance(event, Told) or event.seat == seat]


def story(events: Sequence[Event], seat: str | None = None) -> list[tuple[str, str]]:
    """The events as (sentence, clause) pairs; of one seat's, where a seat is given."""
    shown = events if seat is None else told_to(seat, events)
    return [(event.say(), bared(event).clause) for event in shown]


def bared(event: Event) -> Event:
    """An event without the seat that alone may know of it."""
    return event.inner if isinstance(event, Told) else event
