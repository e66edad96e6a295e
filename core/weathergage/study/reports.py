"""A study as something to hand round: paragraphs, tables and pictures, in one order.

A `Report` holds what was found and everything needed to make it again: the command, versions,
rules, seeds, and what was reconstructed. It becomes one page (`html`: a single file that needs
nothing else, readable on a phone, in light and in dark), tidy figures (`csv`), or one JSON
document (`data`); the command line prints the same tables in a terminal.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

Cell = str | int | float
"""What a table of a report holds: words, or a figure."""

INK = "#010203"
"""The colour of what a chart draws in the page's own ink: it follows light and dark."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture: SVG whose INK becomes the page's ink, and the words for who cannot see it."""

    title: str
    svg: str
    alt: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: columns, rows of cells, and a line below it. right: the columns of figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part under a heading: paragraphs, then tables, then pictures."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a study found.

    title, answer: the question and its answer in a sentence or two. made_by: label and value of
    all that is needed to make it again (command, versions, options, seeds). provenance: what was
    reconstructed, guessed or lost, a sentence each. measures: the figures in tidy form, the same
    keys in each, for CSV. data: the whole as plain data, for JSON, with answer, made_by and
    provenance in it.
    """

    title: str
    answer: str
    made_by: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    provenance: tuple[str, ...] = ()
    measures: tuple[Mapping[str, Any], ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    def html(self) -> str:
        """One page that holds everything; the same report gives the same bytes."""
        return _page().render(report=self)

    def csv(self) -> str:
        """The measures, one line each under a line of names. What makes the report again and what
        was reconstructed stand above, in lines that begin with "# ", as comments.
        """
        told = [*(f"{label}: {value}" for label, value in self.made_by), *self.provenance]
        return "".join(f"# {line}\n" for line in told) + tidy(self.measures)


def tidy(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV under a line of their names, in the order in which these first come up."""
    known = list(rows)
    names = list(dict.fromkeys(name for row in known for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(known)
    return out.getvalue()


def shown(cell: Cell) -> str:
    """A cell as it is read: figures to a sensible number of places."""
    if not isinstance(cell, float):
        return str(cell)
    return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.3g}"


def _with_ink(svg: str) -> Markup:
    """A chart's SVG without its head, so that it stands within a page and takes the page's ink."""
    from markupsafe import Markup

    return Markup(svg[svg.index("<svg") :].replace(INK, "currentColor"))


@cache
def _page() -> Template:
    from jinja2 import Environment, StrictUndefined

    rules = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    rules.filters.update(shown=shown, with_ink=_with_ink)
    source = files("weathergage.study").joinpath("report.html.j2").read_text(encoding="utf-8")
    return rules.from_string(source)
