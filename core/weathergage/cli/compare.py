"""The commands of `weathergage compare` with their options; each does its work in a file of its
own, imported when it runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from weathergage.cli.compare_run import Run, study
from weathergage.cli.given import Choices, HouseRules, Json, Png, ScenarioId, Svg

compare = typer.Typer(cls=TyperGroup, rich_markup_mode="rich")

IN_WORDS = "In words and in exact odds"
BY_GAMES = "By many games"


@compare.callback(invoke_without_command=True)
def comparisons(context: typer.Context) -> None:
    """Compare rulesets, house rules and clauses: in words, in exact odds, and by many games."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


# What is written


@compare.command("rules", rich_help_panel=IN_WORDS)
def compare_rules(
    ruleset: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULESET", help="Rulesets to compare; all if left out."),
    ] = None,
    house_rule: Annotated[
        list[str] | None,
        typer.Option(
            "--house-rule",
            metavar="ID",
            help="Add a column: a ruleset under this house rule (id or file). Repeatable.",
        ),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Ask this question only, such as raking. Repeatable."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table to this HTML file too.")
    ] = None,
    json: Json = False,
) -> None:
    """Compare what the rules do: each ruleset's answers to the same questions, with clauses."""
    from weathergage.cli.compare_rules import rules

    rules(ruleset or [], house_rule or [], question or [], html=html, as_json=json)


@compare.command(rich_help_panel=IN_WORDS)
def gunnery(
    ruleset: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULESET]...",
            help="Rulesets to compare; all that have broadsides if left out.",
        ),
    ] = None,
    ship: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLASS",
            help="Ships of this class, such as 74 or 38; RULESET=TYPE for one ruleset. Repeatable.",
        ),
    ] = None,
    yards: Annotated[
        list[float] | None,
        typer.Option(
            metavar="N", help="Range in yards; a single one is told hit by hit. Repeatable.", min=0
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="RULESET:NAME=VALUE",
            help="Choose an optional rule of one ruleset. Repeatable.",
        ),
    ] = None,
    house_rule: HouseRules = None,
    png: Png = None,
    svg: Svg = None,
    dark: Annotated[
        bool, typer.Option("--dark", help="Draw the picture on a dark ground.")
    ] = False,
    json: Json = False,
) -> None:
    """Tell exactly what a broadside does to an equal ship: by range, raking, first or not."""
    from weathergage.cli.compare_gunnery import gunnery

    gunnery(
        ruleset or [],
        ships=ship or [],
        yards=yards or [],
        options=option or [],
        house_rules=house_rule or [],
        png=png,
        svg=svg,
        dark=dark,
        as_json=json,
    )


# Studies: played by the thousand


@compare.command(rich_help_panel=BY_GAMES)
@study
def battle(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A battle's name (see weathergage battles), or its file."
        ),
    ],
    ruleset: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Play under this ruleset only. Repeatable."),
    ] = None,
    house_rule: HouseRules = None,
    *,
    how: Run,
) -> None:
    """Play one battle under each ruleset that stages it, and tell what differs."""
    from weathergage.cli.compare_studies import battle

    battle(name, rulesets=ruleset or [], house_rules=house_rule or [], how=how)


@compare.command("house-rules", rich_help_panel=BY_GAMES)
@study
def house_rules(
    scenario: ScenarioId,
    weighed: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="ID",
            help="Weigh this house rule; A,B weighs two together. Repeatable.",
        ),
    ] = None,
    option: Choices = None,
    house_rule: HouseRules = None,
    *,
    how: Run,
) -> None:
    """Weigh house rules: the same games by the book and with each, on the same dice."""
    from weathergage.cli.compare_studies import house_rules

    house_rules(
        scenario, weighed=weighed or [], options=option or [], base=house_rule or [], how=how
    )


@compare.command(rich_help_panel=BY_GAMES)
@study
def ablate(
    scenario: ScenarioId,
    clause: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Take this clause out, or put it in. Repeatable."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Take out each clause that can be, one by one.")
    ] = False,
    option: Choices = None,
    house_rule: HouseRules = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep in this folder the first games that ended otherwise."
        ),
    ] = None,
    *,
    how: Run,
) -> None:
    """Tell what one rule does: the same games with a clause and without it, on the same dice.

    A clause can be taken out or put in where it is an option (weathergage options
    RULESET), and taken out where it has modifiers of its own (weathergage
    modifiers RULESET).
    """
    from weathergage.cli.compare_studies import ablate

    ablate(
        scenario,
        clauses=clause or [],
        every=every,
        options=option or [],
        base=house_rule or [],
        records=records,
        how=how,
    )
