"""odds: the exact chances of tables, of dice, and of what a ruleset answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.text import Text

from weathergage.chances import Odds, OddsQuestion, mean
from weathergage.cli.choices import chosen_options, pairs
from weathergage.cli.exits import UsageProblem
from weathergage.cli.output import console, listing, paragraph, print_json
from weathergage.cli.tables import statuses, told_footing
from weathergage.datafiles import status_counts
from weathergage.errors import UnknownName, WeathergageError
from weathergage.plugins import find_ruleset
from weathergage.ruleset import Ruleset
from weathergage.study.footing import founded
from weathergage.study.odds import Workbench, answer, bench_for, dice_odds, ordered, table_odds
from weathergage.tables import Table

LONGEST = 46_656
"""The greatest number that a fraction is written over; longer ones are told in per cent alone."""

Answers = Mapping[str, Odds]


def odds(
    ruleset_id: str | None,
    name: str | None,
    given: Sequence[str],
    *,
    columns: Sequence[str],
    modifier: int,
    table: bool,
    dice: str | None,
    at_least: int | None,
    options: Sequence[str],
    house_rules: Sequence[str],
    scenario: str,
    as_json: bool,
) -> None:
    """Answer one question about chances, or list what may be asked."""
    if dice is not None:
        _dice(dice, modifier, at_least, ruleset_id, as_json)
        return
    if ruleset_id is None:
        raise UsageProblem("name a ruleset, or dice: weathergage odds --dice 3d6")
    ruleset = find_ruleset(ruleset_id)
    if name is None:
        _list(ruleset, as_json)
        return
    bench = bench_for(ruleset, chosen_options(options), tuple(house_rules), scenario)
    wants_table = table or bool(columns) or bool(modifier)
    if name in ruleset.odds and not wants_table:
        settings = dict(pairs(given, "a question", "NAME=VALUE"))
        _question(bench, name, ruleset.odds[name], settings, at_least, as_json)
    elif name in bench.rules.tables:
        if given:
            raise UsageProblem(f"table {name} takes --column and --modifier, not {given[0]!r}")
        _table(bench, bench.rules.tables[name], columns, modifier, at_least, as_json)
    else:
        known = bench.rules.tables if wants_table else [*ruleset.odds, *bench.rules.tables]
        kind = "table" if wants_table else "question or table"
        raise UnknownName(f"{kind} of {ruleset_id}", name, known)


# What may be asked


def _list(ruleset: Ruleset, as_json: bool) -> None:
    rolled = [table for table in ruleset.tables.values() if table.rolls != "none"]
    if as_json:
        print_json(
            {
                "ruleset": ruleset.id,
                "questions": [_asked(name, one) for name, one in ruleset.odds.items()],
                "tables": [
                    {
                        "id": table.id,
                        "clause": table.clause,
                        "title": table.title,
                        "rolls": table.rolls,
                        "columns": list(table.columns),
                    }
                    for table in rolled
                ],
            }
        )
        return
    out = console()
    out.print(Text(f"{ruleset.title}: what may be asked", style="bold"))
    for name, question in ruleset.odds.items():
        out.print()
        title = Text(name, style="bold").append(f"  {question.title} ({question.clause})", "none")
        paragraph(out, title, hang=4)
        for argument in question.arguments:
            shown = _setting(argument.default)
            told = f"{argument.name}={shown}  {argument.meaning}: {argument.allowed}"
            paragraph(out, told, indent=4, hang=4)
    table = listing(("Table", "Clause", "Title", "Rolls", "Columns"))
    table.columns[0].no_wrap = True
    for one in rolled:
        table.add_row(one.id, one.clause, one.title, one.rolls, ", ".join(one.columns))
    out.print()
    out.print(table)
    example = next(iter(ruleset.odds), "TABLE")
    out.print(f"One of them: weathergage odds {ruleset.id} {example}", style="dim")


def _asked(name: str, question: OddsQuestion) -> dict[str, Any]:
    return {
        "id": name,
        "title": question.title,
        "clause": question.clause,
        "arguments": [
            {
                "name": argument.name,
                "meaning": argument.meaning,
                "default": argument.default,
                "allowed": argument.allowed,
            }
            for argument in question.arguments
        ],
    }


def _setting(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# Answers


def _question(
    bench: Workbench,
    name: str,
    question: OddsQuestion,
    given: Mapping[str, str],
    at_least: int | None,
    as_json: bool,
) -> None:
    found, rests_on = founded(bench, lambda noting: answer(noting, question, given))
    settings = {name.replace("_", "-"): value for name, value in question.settings(given).items()}
    if as_json:
        head = {"question": name, "title": question.title, "clause": question.clause}
        more = {"settings": settings, "rests_on": [footing.plain() for footing in rests_on]}
        print_json({**_choice(bench), **head, **more, **_data(found, at_least)})
        return
    out = console()
    out.print(Text(f"{question.title} (clause {question.clause})", style="bold"))
    if settings:
        paragraph(out, " ".join(f"{key}={_setting(value)}" for key, value in settings.items()))
    _print(out, found, at_least)
    paragraph(out, told_footing(rests_on, bench.rules.ruleset.id))


def _table(
    bench: Workbench,
    table: Table,
    columns: Sequence[str],
    modifier: int,
    at_least: int | None,
    as_json: bool,
) -> None:
    if table.rolls == "none":
        raise WeathergageError(
            f"table {table.id} is not rolled on, so it has no odds of its own; "
            f"weathergage odds {bench.rules.ruleset.id} lists the questions that use it"
        )
    found = {
        column: ordered(table_odds(bench, table, column, modifier))
        for column in columns or table.columns
    }
    places = [table.column_index(column) for column in found]
    sources = [row[place] for row in table.sources for place in places]
    if as_json:
        head = {"table": table.id, "title": table.title, "clause": table.clause}
        more = {
            "rolls": table.rolls,
            "modifier": modifier,
            "figures": dict(status_counts(sources)),
        }
        print_json({**_choice(bench), **head, **more, **_data(found, at_least)})
        return
    out = console()
    rolls = f"{table.rolls}{modifier:+d}" if modifier else table.rolls
    out.print(Text(f"{table.id}: {table.title} (clause {table.clause}, {rolls})", style="bold"))
    _print(out, found, at_least, table.columns_are)
    where = f"weathergage tables {bench.rules.ruleset.id} {table.id}"
    paragraph(out, f"Figures: {statuses(sources)}; where they come from: {where}")


def _dice(
    dice: str, modifier: int, at_least: int | None, ruleset_id: str | None, as_json: bool
) -> None:
    if ruleset_id is not None:
        raise UsageProblem("--dice asks about dice alone; leave the ruleset out")
    found = {f"{dice}{modifier:+d}" if modifier else dice: dice_odds(dice, modifier)}
    if as_json:
        print_json({"dice": dice, "modifier": modifier, **_data(found, at_least)})
        return
    _print(console(), found, at_least)


def _choice(bench: Workbench) -> dict[str, Any]:
    rules = bench.rules
    return {
        "ruleset": rules.ruleset.id,
        "rules_version": rules.ruleset.rules_version,
        "options": rules.options.model_dump(exclude_defaults=True),
        "house_rules": [rule.id for rule in rules.house_rules],
    }


def _data(found: Answers, at_least: int | None) -> dict[str, Any]:
    """Distributions as plain data: exact fractions as text, with decimals beside them."""
    told: dict[str, Any] = {}
    for name, odds in found.items():
        told[name] = {
            "chances": [
                {"outcome": _plain(outcome), "chance": str(chance), "decimal": float(chance)}
                for outcome, chance in odds.items()
            ]
        }
        if _is_numeric(odds):
            told[name]["mean"] = str(mean(odds))
            if at_least is not None:
                told[name]["at_least"] = {str(at_least): str(_from(odds, at_least))}
    return {"odds": told}


def _plain(outcome: object) -> object:
    return list(outcome) if isinstance(outcome, tuple) else outcome


def _is_numeric(odds: Odds) -> bool:
    return all(isinstance(outcome, int | Fraction) for outcome in odds)


def _from(odds: Odds, least: int) -> Fraction:
    return sum((chance for value, chance in odds.items() if value >= least), Fraction(0))


def _print(out: Console, found: Answers, at_least: int | None, what: str = "") -> None:
    """Distributions of numbers side by side with their means, others one under another."""
    numbers = {name: odds for name, odds in found.items() if _is_numeric(odds)}
    words = {name: odds for name, odds in found.items() if name not in numbers}
    if len(words) > 1 and what:
        _print_grid(out, words, None, what)
    else:
        for name, odds in words.items():
            _print_grid(out, {name: odds}, None, "")
    if numbers:
        _print_grid(out, numbers, at_least, what)


def _print_grid(out: Console, found: Answers, at_least: int | None, what: str) -> None:
    names = list(found)
    grid = listing((what, *names), right=names)
    outcomes = ordered({outcome: Fraction(0) for odds in found.values() for outcome in odds})
    for outcome in outcomes:
        cells = (_chance(odds.get(outcome)) for odds in found.values())
        grid.add_row(Text(_shown(outcome), style="bold"), *cells)
    if all(_is_numeric(odds) for odds in found.values()):
        grid.add_row(Text("mean", style="bold"), *(f"{float(mean(o)):.3f}" for o in found.values()))
        if at_least is not None:
            row = (_chance(_from(odds, at_least)) for odds in found.values())
            grid.add_row(Text(f"{at_least} or more", style="bold"), *row)
    out.print(grid)


def _shown(outcome: object) -> str:
    return " ".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def _chance(chance: Fraction | None) -> str:
    """A chance in per cent, and as a fraction where that is short."""
    if chance is None:
        return ""
    if chance.denominator == 1:
        return f"{100 * chance}%"
    percent = f"{float(100 * chance):.1f}%" if chance >= Fraction(1, 2000) else "<0.1%"
    return f"{percent} {chance}" if chance.denominator <= LONGEST else percent
