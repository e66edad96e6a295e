"""The orders by which ships are handled: sail and oars, anchors, the lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from weathergage import Command, degrees_of
from weathergage_as_per_margin.anchors import Anchor
from weathergage_as_per_margin.compass import Heading, heading_text, inches_text

_DOINGS = ("extra", "oars", "weigh", "lead", "adrift", "spring", "lower", "split", "join", "row")
_BOATS_DOINGS = ("land", "hoist")


class Sail(Command):
    """A ship's whole move. heading: to which she first pivots, None for the one she has. inches:
    how far she sails, None for her least distance. then: her final pivot. anchor: let go at the
    end. cut: she first cuts her cables.
    """

    NOTATION = '"caesar NE 5.5", "caesar NE 5 then E", "caesar cut, W 4", "caesar SW 2 anchor both"'

    ship: str
    heading: Heading | None = None
    inches: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    then: Heading | None = None
    anchor: Anchor = ""
    cut: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.replace(",", " ").split()
        if len(words) < 2 or words[0].lower() in ("independent", "part", "kedge", "done"):
            return None
        if words[1].lower() in (*_DOINGS, *_BOATS_DOINGS):
            return None
        found: dict[str, Any] = {"ship": words[0].lower()}
        rest = [word.lower() for word in words[1:]]
        if rest[0] == "cut":
            found["cut"] = True
            rest = rest[1:]
        if "anchor" in rest:
            at = rest.index("anchor")
            found["anchor"] = _anchors(rest[at + 1 :])
            rest = rest[:at]
        if "then" in rest:
            at = rest.index("then")
            if len(rest) != at + 2:
                raise ValueError('write one heading after "then", such as "caesar NE 5 then E"')
            found["then"] = degrees_of(rest[at + 1])
            rest = rest[:at]
        return {**found, **_course(rest)}

    def write(self) -> str:
        """The line that stands for it."""
        parts = [self.ship]
        if self.cut:
            parts.append("cut,")
        if self.heading is not None:
            parts.append(heading_text(self.heading))
        if self.inches is not None:
            parts.append(inches_text(self.inches))
        elif self.heading is not None:
            parts.append("least")
        if self.then is not None:
            parts += ["then", heading_text(self.then)]
        if self.anchor:
            parts += ["anchor", "bow and stern" if self.anchor == "both" else self.anchor]
        return " ".join(parts) if len(parts) > 1 else f"{self.ship} least"


def _anchors(words: Sequence[str]) -> str:
    found = [word for word in words if word in ("bow", "stern", "both")]
    if not found or len(found) > 2 or set(words) - {"bow", "stern", "both", "and", "by", "the"}:
        raise ValueError('write "anchor bow", "anchor stern" or "anchor bow and stern"')
    return "both" if len(found) == 2 else found[0]


def _course(words: Sequence[str]) -> dict[str, Any]:
    """A heading and inches, either of which may be missing; one number alone is inches."""
    if len(words) > 2:
        raise ValueError(f'{" ".join(words)!r} is no heading and distance, such as "NE 5.5"')
    found: dict[str, Any] = {}
    rest = list(words)
    if rest and (len(rest) == 2 or rest[0].isalpha()) and rest[0] != "least":
        found["heading"] = degrees_of(rest.pop(0))
    if rest and rest[0] != "least":
        try:
            found["inches"] = float(rest[0])
        except ValueError:
            raise ValueError(f'{rest[0]!r} is no distance: write inches, such as "5.5"') from None
    return found


class ExtraDie(Command):
    """An undamaged ship that moves independently throws a die of her own before she moves."""

    NOTATION = '"muiron extra die"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        return _with_words(line, "extra", "die")

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} extra die"


class Oars(Command):
    """A gunboat rows this turn instead of sailing or drifting: she throws her own die."""

    NOTATION = '"gunboat oars"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        return _with_words(line, "oars")

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} oars"


class Adrift(Command):
    """A dismasted gunboat drifts like any other ship."""

    NOTATION = '"gunboat adrift"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        return _with_words(line, "adrift")

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} adrift"


class Weigh(Command):
    """A ship at anchor weighs: she neither moves nor pivots this turn."""

    NOTATION = '"desaix weigh"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        return _with_words(line, "weigh")

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} weigh"


class CastLead(Command):
    """A ship casts the lead along a heading before she moves at her least speed."""

    NOTATION = '"hannibal lead N"'

    ship: str
    heading: Heading

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "lead":
            return None
        if len(words) != 3:
            raise ValueError('write the heading after "lead", such as "hannibal lead N"')
        return {"ship": words[0], "heading": degrees_of(words[2])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} lead {heading_text(self.heading)}"


class LetGo(Command):
    """Which anchors a ship lets go at the end of her drift. anchor: "" for none."""

    NOTATION = '"pompee let go both", "pompee let go none"'

    ship: str
    anchor: Anchor = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if words[1:3] != ["let", "go"]:
            return None
        anchor = "" if words[3:] in ([], ["none"]) else _anchors(words[3:])
        return {"ship": words[0], "anchor": anchor}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} let go {self.anchor or 'none'}"


def _with_words(line: str, *wanted: str) -> dict[str, Any] | None:
    """The ship of a line that is her id and some words; None for another line."""
    words = line.lower().split()
    return {"ship": words[0]} if words[1:] == [*wanted] else None
