"""A report on the terminal, and in the files that its reader asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from weathergage.cli.output import console, labelled, listing, note, paragraph, print_json
from weathergage.records import write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from weathergage.study.reports import Grid, Report


def deliver(report: Report, *, html: Path | None, csv: Path | None, as_json: bool) -> None:
    """Write the files asked for, then print the report: as JSON, or for people.

    Raises OSError where a file cannot be written; an old file of that name is then as it was.
    """
    if html is not None:
        write_whole(html, report.html())
        note(f"the report is in {html}")
    if csv is not None:
        write_whole(csv, report.csv())
        note(f"the figures are in {csv}")
    if as_json:
        print_json(report.data)
    else:
        _print(report)


def _print(report: Report) -> None:
    out = console()
    paragraph(out, report.title)
    out.print()
    paragraph(out, report.answer)
    for section in report.sections:
        out.print()
        paragraph(out, section.heading.upper())
        for text in section.paragraphs:
            paragraph(out, text)
        for grid in section.grids:
            _print_grid(out, grid)
    if report.provenance:
        out.print()
        paragraph(out, "RECONSTRUCTED, GUESSED OR LOST")
        for line in report.provenance:
            paragraph(out, f"- {line}", hang=2)
    out.print()
    width = max((len(label) for label, _ in report.made_by), default=0) + 2
    for label, value in report.made_by:
        labelled(out, label, value, width=width)


def _print_grid(out: Console, grid: Grid) -> None:
    from weathergage.study.reports import shown

    table = listing(grid.columns, title=grid.title, right=grid.right)
    for row in grid.rows:
        table.add_row(*(shown(cell) for cell in row))
    out.print(table)
    if grid.note:
        paragraph(out, grid.note, indent=2)
