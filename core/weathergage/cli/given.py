"""What several commands take: arguments and options with their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
RulesetId = Annotated[
    str, typer.Argument(metavar="RULESET", help="A ruleset's id (see weathergage rulesets).")
]
ScenarioId = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A scenario: RULESET/SCENARIO, RULESET/battle:NAME, or a scenario's own file.",
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SIDE=KIND",
        help="Who plays a side: human, captain, random or search. SIDE may be all. Repeatable.",
    ),
]
Choices = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Choose an optional rule (see weathergage options RULESET). Repeatable.",
    ),
]
HouseRules = Annotated[
    list[str] | None,
    typer.Option(
        "--house-rule",
        metavar="ID",
        help="Under this house rule: its id, file or folder. Repeatable.",
    ),
]
AsNow = Annotated[
    bool,
    typer.Option(
        "--house-rules-as-now",
        help="Take house rules as they are now, though one has changed since the game was saved.",
    ),
]
Svg = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the picture to this SVG file.")
]
Png = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the picture to this PNG file.")
]

Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Keep the games in this file as they are played, and go on after those it holds.",
    ),
]
