"""The story of a game in plain sentences, each with the clause behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from weathergage.cli.output import paragraph
from weathergage.events import Event, PhaseBegan, Told, TurnBegan, in_words, kind_of
from weathergage.views import bared


class Bygone(Event):
    """An event of a kind that nothing installed knows any more: its kind and its fields."""

    __slots__ = ("clause", "data")

    def __init__(self, data: Sequence[Any]) -> None:
        self.data = list(data)
        last = self.data[-1] if len(self.data) > 1 else ""
        self.clause = last if isinstance(last, str) else ""

    def say(self) -> str:
        """Kind and fields as they stand in the record."""
        fields = self.data[1:-1] if self.clause else self.data[1:]
        words = ", ".join(str(field) for field in fields if field not in ("", [], None))
        return f"{self.data[0]}: {words}." if words else f"{self.data[0]}."

    def plain(self) -> list[Any]:
        """The data as it was read."""
        return self.data


def restored(data: Sequence[Any], package: str = "") -> Event:
    """The event that a record's data stands for; a Bygone one where its kind is unknown or has
    changed its fields since. package: of the ruleset that the record is of.
    """
    kind = kind_of(str(data[0]), package) if data else None
    if kind is None:
        return Bygone(data or ["?"])
    fields = [_tuples(field) for field in data[1:]]
    try:
        if issubclass(kind, Told):
            fields[1] = restored(data[2], package)
        made = kind(*fields)
        made.say()
    except Exception:
        return Bygone(data)
    return made


def by_name(event: Event) -> dict[str, Any]:
    """An event for other programs: its kind and its fields by name. Of one whose kind nothing
    installed knows any more the fields have lost their names, and stand in a list.
    """
    if isinstance(event, Bygone):
        return {"kind": event.data[0], "fields": event.data[1:], "clause": event.clause}
    fields = {name: getattr(event, name) for name in event.field_names}
    if isinstance(event, Told):
        fields["inner"] = by_name(event.inner)
    return {"kind": event.kind, **fields}


def _tuples(value: Any) -> Any:
    """JSON's lists as the tuples that they were."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


class Teller:
    """Tells a story as it grows: a line a turn, a phase's title where something happened in it,
    and sentences. names: of the sides by id.
    """

    def __init__(self, to: Console, names: Mapping[str, str]) -> None:
        self._to = to
        self._names = names
        self._told = 0
        self._phase: PhaseBegan | None = None

    def tell(self, events: Sequence[Event], *, turn: int | None = None) -> None:
        """Tell what of the events has not been told yet; only what belongs to a turn, if any."""
        of = 0
        for event in events[self._told :]:
            of = event.turn if isinstance(event, TurnBegan) else of
            if turn is None or of == turn:
                self._tell(event)
        self._told = len(events)

    def skip_to(self, count: int) -> None:
        """Take so many events as told."""
        self._told = count

    def back_to(self, count: int) -> None:
        """Only so many events stand; what follows will be new."""
        self._told = min(self._told, count)
        self._phase = None

    def _tell(self, event: Event) -> None:
        to = self._to
        if isinstance(event, TurnBegan):
            self._phase = None
            to.print()
            to.print(Text(event.say().rstrip("."), style="bold underline"))
        elif isinstance(event, PhaseBegan):
            self._phase = event
        else:
            if self._phase is not None:
                to.print(self._sentence(self._phase, style="italic"))
                self._phase = None
            paragraph(to, self._sentence(event), indent=2, hang=2)

    def _sentence(self, event: Event, style: str = "") -> Text:
        return sentence(in_words(event, self._names), bared(event).clause, style)


def tell(to: Console, events: Sequence[Event], names: Mapping[str, str]) -> None:
    """Tell a whole story at once. names: of the sides by id."""
    Teller(to, names).tell(events)


def sentence(words: str, clause: str, style: str = "") -> Text:
    """A sentence with its clause in brackets."""
    text = Text(words, style=style)
    if clause:
        text.append(f" [{clause}]", style="dim not italic")
    return text
