"""The orders by which boats are handled: lowered, parted, rowed, landed, hoisted in."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from weathergage import Command, degrees_of
from weathergage_as_per_margin.compass import Heading, heading_text, inches_text


class Lower(Command):
    """A ship puts out boats, which keep together. guard: to guard her where she lies. troops: id
    of the unit that goes with them, or "".
    """

    NOTATION = '"caesar lower 8", "muiron lower 4 guard", "caesar lower 8 with marines"'

    ship: str
    boats: int = Field(gt=0)
    guard: bool = False
    troops: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "lower":
            return None
        rest = words[2:]
        with_troops = len(rest) > 2 and rest[1] == "with"
        if not (rest and rest[0].isdigit() and (rest[1:] in ([], ["guard"]) or with_troops)):
            raise ValueError('write the number of boats, such as "caesar lower 8 with marines"')
        return {
            "ship": words[0],
            "boats": int(rest[0]),
            "guard": rest[1:] == ["guard"],
            "troops": "-".join(rest[2:]),
        }

    def write(self) -> str:
        """The line that stands for it."""
        what = " guard" if self.guard else f" with {self.troops}" if self.troops else ""
        return f"{self.ship} lower {self.boats}{what}"


class Split(Command):
    """Some boats leave a group and form another. boats: the group; count: how many leave."""

    NOTATION = '"caesar-1 split 3"'

    boats: str
    count: int = Field(gt=0)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "split":
            return None
        if len(words) != 3 or not words[2].isdigit():
            raise ValueError('write how many boats leave, such as "caesar-1 split 3"')
        return {"boats": words[0], "count": int(words[2])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} split {self.count}"


class Join(Command):
    """A group of boats joins another that is within an inch. boats: which; to: the other."""

    NOTATION = '"caesar-2 join caesar-1"'

    boats: str
    to: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "join":
            return None
        if len(words) != 3:
            raise ValueError('write which group they join, such as "caesar-2 join caesar-1"')
        return {"boats": words[0], "to": words[2]}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} join {self.to}"


class Row(Command):
    """Boats row. heading: the way they go; inches: how far, up to their die."""

    NOTATION = '"caesar-1 row NE 4"'

    boats: str
    heading: Heading
    inches: float = Field(ge=0, allow_inf_nan=False)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "row":
            return None
        if len(words) != 4:
            raise ValueError('write where and how far they row, such as "caesar-1 row NE 4"')
        return {"boats": words[0], "heading": degrees_of(words[2]), "inches": float(words[3])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} row {heading_text(self.heading)} {inches_text(self.inches)}"


class Land(Command):
    """Boats that touch land put the troops that they carry ashore."""

    NOTATION = '"caesar-1 land"'

    boats: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        return {"boats": words[0]} if len(words) == 2 and words[1] == "land" else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} land"


class HoistIn(Command):
    """Boats alongside the ship that sent them are hoisted in."""

    NOTATION = '"caesar-1 hoist in"'

    boats: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        return {"boats": words[0]} if words[1:] == ["hoist", "in"] else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} hoist in"
