"""What the landing phases' questions have in common: ending one's turn, and reading a line."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from weathergage import Command, Complaint, degrees_of
from weathergage_as_per_margin.counting import counted

DONE = ("done", "hold")


class Hold(Command):
    """Enough: no further unit of this side acts in this step."""

    NOTATION: ClassVar[str] = "done"

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The command that a line stands for, or None."""
        return {} if line.strip().lower() in DONE else None

    def write(self) -> str:
        """The line."""
        return "done"


HOLD = Hold()

Party = Literal["landing", "garrison"]

TITLES: dict[str, str] = {"landing": "the landing party", "garrison": "the garrison"}


def words_of(line: str) -> list[str]:
    """The words of a line in lower case, commas left out."""
    return line.replace(",", " ").lower().split()


def is_direction(word: str) -> bool:
    """Whether a word is a direction: degrees, or a point's name."""
    try:
        degrees_of(word)
    except ValueError:
        return False
    return True


def inches_of(word: str, what: str) -> float:
    """Inches in writing. what: what they are, for whoever wrote something else."""
    try:
        return float(word)
    except ValueError:
        raise ValueError(
            f"{word!r} is no number of inches for {what}: write one such as 4.5"
        ) from None


def figure(value: float) -> str:
    """A number as a person writes it, exactly enough to be read back."""
    return f"{value:.10g}"


def inches_long(inches: float) -> str:
    """Inches for a sentence."""
    return counted(inches, "inch", "inches")


def unknown(id: str, names: list[str], clause: str, code: str) -> Complaint:
    """The complaint about an id that stands for nobody who can do it."""
    able = ", ".join(names) or "none"
    return Complaint(f"{id} cannot do that now; these can: {able}", clause, code, id)
