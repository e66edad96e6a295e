"""check: what a plugin promises, put to the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from typer import Exit

from weathergage.cli.exits import FAILED
from weathergage.cli.output import console, labelled, many, note, paragraph, print_json
from weathergage.testing.promises import Findings, Progress as Told, check_target


def check(what: str, *, games: int, seed: int, jobs: int, save: Path | None, as_json: bool) -> None:
    """Check a plugin, file or folder, and end with what there is to mend."""
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    with _progress() as progress:
        findings = check_target(
            what, games=games, seed=seed, folder=save, jobs=jobs, progress=progress
        )
    if as_json:
        print_json(findings.plain())
    else:
        _tell(findings)
    if not findings:
        raise Exit(FAILED)


@contextmanager
def _progress() -> Iterator[Told]:
    """How far it is, on standard error: a bar on a terminal, else a line for each kind of look."""
    if not sys.stderr.isatty():
        said: list[str] = []

        def say(doing: str, done: int, of: int) -> None:
            if doing not in said:
                said.append(doing)
                note(f"{doing} ...")

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bars:
        task = bars.add_task("")
        yield lambda doing, done, of: bars.update(
            task, description=doing, completed=done, total=max(of, 1)
        )


def _tell(findings: Findings) -> None:
    out = console()
    paragraph(out, f"{findings.target.name}: {findings.target.kinds}")
    looked = sum(findings.checked.values())
    labelled(out, "Played", f"{many(findings.games, 'game')}, {many(findings.commands, 'command')}")
    labelled(out, "Looked", f"{many(looked, 'time')}: {_counts(findings)}")
    if findings.seconds:
        mean = sum(findings.seconds) / len(findings.seconds)
        longest = max(findings.seconds)
        labelled(out, "Takes", f"{_time(mean)} a game played by lot, {_time(longest)} the longest")
    for remark in findings.remarks:
        labelled(out, "Remark", remark)
    if findings:
        paragraph(out, "Every promise is kept; there is nothing to mend.")
        return
    paragraph(out, f"To mend ({len(findings.mends)}):")
    for number, mend in enumerate(findings.mends, 1):
        head = f"{number}."
        paragraph(out, f"{head:4}{mend.where}", hang=4)
        paragraph(out, mend.what, indent=4)
        paragraph(out, f"How: {mend.how}.", indent=4, hang=5)


def _counts(findings: Findings) -> str:
    return ", ".join(f"{name} {count}" for name, count in findings.checked.items() if count)


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
