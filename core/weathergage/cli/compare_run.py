"""How a study is played and where it is told: options that every study takes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from weathergage.cli.given import Json, Resume


@dataclass(frozen=True)
class Run:
    """How a study is played and where it is told, the same for all of them."""

    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            min=2,
            help="Games to play of each choice that is compared.",
        ),
    ] = 200
    seed: Annotated[
        int,
        typer.Option(
            metavar="N", help="Seed of the first game; each game after it takes the next number."
        ),
    ] = 1
    captain: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Who plays all sides: captain, random or search. More kinds say more. Repeatable.",
        ),
    ] = None
    sensitivity: Annotated[
        bool,
        typer.Option(
            "--sensitivity",
            help="Play again with each reconstructed table a step off, to see if that matters.",
        ),
    ] = False
    predict: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="What you expect, in words, for the report to hold against what was found.",
        ),
    ] = None
    claim: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE=LOW..HIGH",
            help="The difference that you expect, such as 'won by us=0.01..0.05'.",
        ),
    ] = None
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Processes that share the work; 0 for one on each core."
        ),
    ] = 0
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A dask scheduler to send the work to."),
    ] = None
    resume: Resume = None
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report to this HTML file.")
    ] = None
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the figures to this CSV file.")
    ] = None
    json: Json = False


def study(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of Run in place of its argument `how`."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    taken = list(inspect.signature(Run, eval_str=True).parameters.values())

    @functools.wraps(command)
    def given(**arguments: Any) -> None:
        how = Run(**{field.name: arguments.pop(field.name) for field in fields(Run)})
        command(**arguments, how=how)

    parameters = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in [*own[:-1], *taken]
    ]
    given.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    given.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return given
