"""compare rules: what each ruleset has to say to the questions that wargamers ask."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.text import Text

from weathergage.cli.output import console, labelled, listing, note, print_json
from weathergage.records import write_whole
from weathergage.ruleset import Answer
from weathergage.study.profiles import NOT_TOLD, Row, columns, report, side_by_side

NARROWEST = 28
"""Letters of a column below which the answers are told question by question instead."""
MARGIN = 20
"""Letters of the column that holds the questions."""


def rules(
    rulesets: Sequence[str],
    house_rules: Sequence[str],
    questions: Sequence[str],
    *,
    html: Path | None,
    as_json: bool,
) -> None:
    """The answers side by side where the terminal is wide enough, else question by question.

    Raises what `columns` and `side_by_side` do, and BadFile where the page cannot be written.
    """
    compared = columns(rulesets, house_rules)
    rows = side_by_side(compared, questions)
    if html is not None:
        made_by = (
            ("command", _command(rulesets, house_rules, questions)),
            ("weathergage", version("weathergage")),
        )
        write_whole(html, report(rows, made_by).html())
        note(f"the table is in {html}")
    if as_json:
        print_json([row.plain() for row in rows])
        return
    out = console()
    names = [column.id for column in compared]
    if not names:
        out.print("No ruleset is installed.")
    elif out.width >= MARGIN + len(names) * (NARROWEST + 1):
        _print_table(out, names, rows)
    else:
        _print_each(out, names, rows)


def _command(rulesets: Sequence[str], house_rules: Sequence[str], questions: Sequence[str]) -> str:
    """The command line that makes the same table again."""
    words = ["weathergage", "compare", "rules", *rulesets]
    for option, values in (("--house-rule", house_rules), ("--question", questions)):
        for value in values:
            words += [option, value]
    return shlex.join(words)


def _print_table(out: Console, names: Sequence[str], rows: Sequence[Row]) -> None:
    table = listing(("", *names))
    table.show_lines = True
    table.columns[0].width = MARGIN
    for column in table.columns[1:]:
        column.ratio = 1
    table.expand = True
    for row in rows:
        answers = (row.answers[name] for name in names)
        table.add_row(_question(row), *(_cell(answer) for answer in answers))
    out.print(table)


def _question(row: Row) -> Text:
    text = Text(row.title, style="bold")
    if row.question != row.title:
        text.append(f"\n{row.question}", "not bold dim")
    return text


def _cell(answer: Answer | None) -> Text:
    if answer is None:
        return Text(NOT_TOLD, style="dim")
    text = Text(answer.text)
    if answer.clauses:
        text.append(f"\n{', '.join(answer.clauses)}", "dim")
    return text


def _print_each(out: Console, names: Sequence[str], rows: Sequence[Row]) -> None:
    width = max(len(name) for name in names) + 2
    for number, row in enumerate(rows):
        if number:
            out.print()
        head = Text(row.title, style="bold")
        if row.question != row.title:
            head.append(f"  ({row.question})", "not bold dim")
        out.print(head)
        for name in names:
            labelled(out, name, _sentence(row.answers[name]), width=width)


def _sentence(answer: Answer | None) -> str:
    if answer is None:
        return NOT_TOLD
    return f"{answer.text} ({', '.join(answer.clauses)})" if answer.clauses else answer.text
