"""What commands print: text and tables for people, one JSON document for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PROSE = 100
"""Letters to a line of prose, and of everything where nobody says how wide the output is."""


def console(*, stderr: bool = False) -> Console:
    """Where text for people goes: no markup is read in it, and nothing is coloured by guess."""
    stream = sys.stderr if stderr else sys.stdout
    told = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Console(
        stderr=stderr,
        width=None if told else PROSE,
        markup=False,
        highlight=False,
        emoji=False,
    )


def print_json(data: Any) -> None:
    """One JSON document on standard output, indented where a person reads it."""
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    print(json.dumps(data, ensure_ascii=plain, indent=2 if sys.stdout.isatty() else None))


def note(sentence: str) -> None:
    """A remark beside the output, on standard error."""
    print(f"weathergage: {' '.join(sentence.split())}", file=sys.stderr)


def listing(columns: Sequence[str], *, title: str = "", right: Sequence[str] = ()) -> Table:
    """An empty table that reads the same without colour. right: columns of figures."""
    table = Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )
    for column in columns:
        justify: Literal["left", "right"] = "right" if column in right else "left"
        table.add_column(column, justify=justify, overflow="fold")  # nothing is cut off
    return table


def paragraph(to: Console, text: Text | str, *, indent: int = 0, hang: int = 0) -> None:
    """Prose, wrapped; its second line and those that follow stand further in by hang."""
    words = Text(text) if isinstance(text, str) else text
    width = max(20, min(to.width, PROSE) - indent - hang)
    for number, line in enumerate(words.wrap(to, width)):
        line.rstrip()
        to.print(Text(" " * (indent + (hang if number else 0))) + line, soft_wrap=True)


def labelled(to: Console, label: str, text: str, *, width: int = 10) -> None:
    """Prose with a label in the margin."""
    room = max(20, min(to.width, PROSE) - width)
    for number, line in enumerate(Text(text).wrap(to, room)):
        line.rstrip()
        head = Text(f"{label:{width}}" if not number else " " * width, style="bold")
        to.print(head + line, soft_wrap=True)


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence."""
    parts = list(words)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def many(count: int, one: str, several: str = "") -> str:
    """A count with its noun."""
    return f"{count} {one if count == 1 else several or one + 's'}"
