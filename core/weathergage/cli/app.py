"""Every command with its options, and how a command ends.

This file is the surface and nothing else: what a command does stands in the file of its group,
which is imported when the command runs, so that `--help` loads no ruleset and no numbers.

A command ends with status 0 (done), 1 (it failed) or 2 (wrong usage). Whatever goes wrong is one
sentence on standard error; set WEATHERGAGE_DEBUG to see the traceback behind it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from weathergage.cli.compare import compare
from weathergage.cli.exits import DONE, FAILED, WRONG_USAGE, UsageProblem
from weathergage.cli.given import (
    AsNow,
    Choices,
    HouseRules,
    Json,
    Png,
    Resume,
    RulesetId,
    ScenarioId,
    Seats,
    Svg,
)
from weathergage.errors import Contradiction, UnknownName, WeathergageError


class Commands(TyperGroup):
    """The commands; whatever one of them raises becomes one sentence and an exit status."""

    def main(
        self,
        args: Any = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and leave with its status."""
        if os.environ.get("WEATHERGAGE_DEBUG"):
            return super().main(args, prog_name, complete_var, True, windows_expand_args, **extra)
        _never_choke()
        try:
            status = super().main(
                args, prog_name, complete_var, False, windows_expand_args, **extra
            )
            sys.stdout.flush()
        except BaseException as error:
            status = _told(error)
        sys.exit(status if status in (DONE, FAILED, WRONG_USAGE) else FAILED if status else DONE)


def _never_choke() -> None:
    """Let a terminal that lacks a letter show a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _told(error: BaseException) -> int:
    """Say on standard error what went wrong, and give the exit status."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else FAILED
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has left; a second complaint at exit would help nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        return _say("stopped", FAILED)
    if isinstance(error, WeathergageError):
        wrong = isinstance(error, UnknownName | Contradiction | UsageProblem)
        return _say(str(error), WRONG_USAGE if wrong else FAILED)
    if hasattr(error, "format_message"):
        return _say(f"{error.format_message().rstrip('.')}{_see(error)}", WRONG_USAGE)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", FAILED)
    words = " ".join(str(error).split())
    return _say(
        f"this is a defect of weathergage or of a plugin: {type(error).__name__}"
        f"{f': {words}' if words else ''} (set WEATHERGAGE_DEBUG=1 to see where)",
        FAILED,
    )


def _see(error: Any) -> str:
    """Where the help for a wrongly used command is."""
    context = getattr(error, "ctx", None)
    return f"; see {context.command_path} --help" if context is not None else ""


def _say(sentence: str, status: int) -> int:
    print(f"weathergage: {' '.join(sentence.split())}", file=sys.stderr)
    return status


app = typer.Typer(
    cls=Commands,
    name="weathergage",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

LOOK_UP = "Look something up"
PLAY = "Play"
COMPARE = "Compare"
WRITE = "Write your own"


@app.callback(invoke_without_command=True)
def weathergage(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Naval wargames by published rules: play them, look rules up, run them by the thousand."""
    if version:
        from importlib.metadata import version as installed

        print(f"weathergage {installed('weathergage')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


@app.command(rich_help_panel=PLAY)
def play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="RULESET/SCENARIO, RULESET/battle:NAME, a scenario's file, or a saved game.",
        ),
    ],
    seat: Seats = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="The number that all chance comes from; drawn if left out."),
    ] = None,
    option: Choices = None,
    house_rule: HouseRules = None,
    house_rules_as_now: AsNow = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game to this file as it goes on.")
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="MODE",
            help="assisted (refuses illegal orders; the default) or book (ships suffer for them).",
        ),
    ] = None,
    undo: Annotated[
        str | None,
        typer.Option(
            metavar="UNDO",
            help="Take back commands: ok (the default), never, or book (until a die or a reveal).",
        ),
    ] = None,
    png: Png = None,
    svg: Svg = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell the outcome only.")] = False,
    json: Json = False,
) -> None:
    """Play a scenario, or go on with a saved game.

    Without --seat you play the first side and a captain plays the others; where
    nobody sits at a terminal, captains play all.
    """
    from weathergage.cli.play import play

    play(
        scenario,
        seats=seat or [],
        seed=seed,
        options=option or [],
        house_rules=house_rule or [],
        as_now=house_rules_as_now,
        save=save,
        mode=mode,
        undo=undo,
        png=png,
        svg=svg,
        quiet=quiet,
        as_json=json,
    )


@app.command(rich_help_panel=PLAY)
def sim(
    scenario: ScenarioId,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", min=1, help="How many to play.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            metavar="N", help="Seed of the first game; each game after it takes the next number."
        ),
    ] = 1,
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Processes that share the work; 0 for one on each core."
        ),
    ] = 0,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A dask scheduler to send the work to.")
    ] = None,
    seat: Seats = None,
    option: Choices = None,
    house_rule: HouseRules = None,
    mode: Annotated[
        str,
        typer.Option(
            metavar="MODE",
            help="assisted (refuses illegal orders) or book (ships suffer for them).",
        ),
    ] = "assisted",
    swap: Annotated[
        bool,
        typer.Option(
            "--swap",
            help="Play as many again with the captains' sides exchanged; count all together.",
        ),
    ] = False,
    each_seed: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write a line for each game to a .csv or .jsonl file; - prints JSON lines.",
        ),
    ] = None,
    resume: Resume = None,
    json: Json = False,
) -> None:
    """Play a scenario many times and count how it ends; captains play unless told otherwise."""
    from weathergage.cli.sim import sim

    sim(
        scenario,
        games=games,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        seats=seat or [],
        options=option or [],
        house_rules=house_rule or [],
        mode=mode,
        swap=swap,
        each_seed=each_seed,
        resume=resume,
        as_json=json,
    )


@app.command(rich_help_panel=PLAY)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Play the game again and compare every event.")
    ] = False,
    turn: Annotated[
        int | None,
        typer.Option(metavar="N", help="Tell this turn only; with --verify, play up to its end."),
    ] = None,
    house_rules_as_now: AsNow = False,
    json: Json = False,
) -> None:
    """Tell a saved game's story, or verify that playing it again gives the same events."""
    from weathergage.cli.games import replay

    replay(file, verify=verify, turn=turn, as_now=house_rules_as_now, as_json=json)


@app.command(rich_help_panel=PLAY)
def show(
    what: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO_OR_RECORD", help="A scenario (as it begins), or a saved game."
        ),
    ],
    turn: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="A saved game at the end of this turn; its last if left out."
        ),
    ] = None,
    svg: Svg = None,
    png: Png = None,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Width: in pixels for --png, in letters in the terminal."
        ),
    ] = None,
    arcs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SHIP",
            help="Draw where this ship's guns bear; all draws every ship's. Repeatable.",
        ),
    ] = None,
    logs: Annotated[bool, typer.Option("--logs", help="Draw every ship's log as well.")] = False,
    house_rule: HouseRules = None,
    style: Annotated[
        str, typer.Option(metavar="NAME", help="Draw files in a style that a plugin supplies.")
    ] = "",
    json: Json = False,
) -> None:
    """Show the table: as a chart in the terminal, or as a picture in a file."""
    from weathergage.cli.games import show

    show(
        what,
        turn=turn,
        svg=svg,
        png=png,
        width=width,
        arcs=arcs or [],
        logs=logs,
        house_rules=house_rule or [],
        style=style,
        as_json=json,
    )


@app.command(rich_help_panel=LOOK_UP)
def rulesets(json: Json = False) -> None:
    """List the installed rulesets, and plugins that could not be loaded."""
    from weathergage.cli.listings import rulesets

    rulesets(as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def scenarios(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="[RULESET]", help="List those of this ruleset only.")
    ] = None,
    house_rule: HouseRules = None,
    json: Json = False,
) -> None:
    """List scenarios with their sides, ships and length."""
    from weathergage.cli.listings import scenarios

    scenarios(ruleset, house_rules=house_rule or [], as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def battles(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A battle, or the path of its file.")
    ] = None,
    json: Json = False,
) -> None:
    """List the battles that any ruleset may stage, or describe one of them.

    A description has the ships, the sources and the rulesets that can stage it;
    play it under one of these by weathergage play RULESET/battle:NAME.
    """
    from weathergage.cli.battles import battles

    battles(name, as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def rules(
    ruleset: RulesetId,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="[CLAUSE]", help="A clause such as 6.42, or a chapter such as 6."),
    ] = None,
    rulings: Annotated[
        bool,
        typer.Option(
            "--rulings", help="List what was decided where the book is silent or unclear."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """List a rulebook's clauses; tell one in full, with its ruling, code and tests."""
    from weathergage.cli.rules import rules

    rules(ruleset, clause, rulings=rulings, as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def tables(
    ruleset: RulesetId,
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="Print this table, with its exact odds.")
    ] = None,
    house_rule: HouseRules = None,
    json: Json = False,
) -> None:
    """List a ruleset's tables, or print one with where its figures come from."""
    from weathergage.cli.tables import tables

    tables(ruleset, table, house_rules=house_rule or [], as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def ships(ruleset: RulesetId, house_rule: HouseRules = None, json: Json = False) -> None:
    """List a ruleset's ships with their ratings and where these come from."""
    from weathergage.cli.tables import ships

    ships(ruleset, house_rules=house_rule or [], as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def log(
    ruleset: RulesetId,
    ship: Annotated[
        str | None,
        typer.Argument(
            metavar="[SHIP]",
            help="A ship of the lists, or her guns; left out, what to give is told.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="What else her log depends on."),
    ] = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="The name that is written in her log.")
    ] = "",
    house_rule: HouseRules = None,
    json: Json = False,
) -> None:
    """Print a ship's log filled in for play, in rulesets whose players keep one for each ship."""
    from weathergage.cli.log import log

    log(ruleset, ship, settings or [], name=name, house_rules=house_rule or [], as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def modifiers(ruleset: RulesetId, house_rule: HouseRules = None, json: Json = False) -> None:
    """List the modifiers that a ruleset has, by the points at which house rules can change them."""
    from weathergage.cli.modifiers import modifiers

    modifiers(ruleset, house_rules=house_rule or [], as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def options(ruleset: RulesetId, json: Json = False) -> None:
    """List a ruleset's optional rules with their defaults and choices."""
    from weathergage.cli.rules import options

    options(ruleset, as_json=json)


@app.command(rich_help_panel=LOOK_UP)
def odds(
    ruleset: Annotated[
        str | None,
        typer.Argument(metavar="[RULESET]", help="A ruleset's id; left out with --dice."),
    ] = None,
    what: Annotated[
        str | None,
        typer.Argument(metavar="[WHAT]", help="A question or a table; left out, all are listed."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...", help="What the question depends on, as the list has it."
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column", metavar="NAME", help="A column of the table; all if left out. Repeatable."
        ),
    ] = None,
    modifier: Annotated[
        int, typer.Option("--modifier", metavar="N", help="Add this to the dice of a table.")
    ] = 0,
    table: Annotated[
        bool,
        typer.Option("--table", help="Take WHAT for a table, where a question has that name too."),
    ] = False,
    dice: Annotated[
        str | None,
        typer.Option("--dice", metavar="3d6", help="Tell the chances of these dice alone."),
    ] = None,
    at_least: Annotated[
        int | None, typer.Option("--at-least", metavar="N", help="Tell the chance of N or more.")
    ] = None,
    option: Choices = None,
    house_rule: HouseRules = None,
    scenario: Annotated[
        str,
        typer.Option(
            "--scenario", metavar="ID", help="Ask under the special rules of this scenario."
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Tell the exact chances of what a ruleset rolls for, such as a ram, of a table, or of dice."""
    from weathergage.cli.odds import odds

    odds(
        ruleset,
        what,
        settings or [],
        columns=column or [],
        modifier=modifier,
        table=table,
        dice=dice,
        at_least=at_least,
        options=option or [],
        house_rules=house_rule or [],
        scenario=scenario,
        as_json=json,
    )


@app.command("new-plugin", rich_help_panel=WRITE)
def new_plugin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The plugin's id, in small letters with hyphens.")
    ],
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="What to write: house-rule or ruleset.")
    ] = "house-rule",
    board: Annotated[
        str,
        typer.Option(metavar="BOARD", help="A ruleset's board: hex, or free (inches on a table)."),
    ] = "hex",
    into: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Make the plugin's folder in this one; here if left out."),
    ] = Path(),
    json: Json = False,
) -> None:
    """Write a plugin to begin with: a complete package that passes its own tests."""
    from weathergage.cli.new_plugin import new_plugin

    new_plugin(name, kind=kind, board=board, into=into, as_json=json)


@app.command(rich_help_panel=WRITE)
def check(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A ruleset or house rule by id, a .py or .toml file, or a plugin's folder.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            min=1,
            help="How many games to play, all orders drawn by lot.",
        ),
    ] = 200,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the first game.")] = 1,
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Processes that share the games; 0 for one on each core."
        ),
    ] = 0,
    save: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the games that fail in this folder.")
    ] = None,
    json: Json = False,
) -> None:
    """Check that a plugin or file keeps its promises, and list what there is to mend."""
    from weathergage.cli.check import check

    check(target, games=games, seed=seed, jobs=jobs, save=save, as_json=json)


# Comparisons, a surface of their own

app.add_typer(compare, name="compare", rich_help_panel=COMPARE)
