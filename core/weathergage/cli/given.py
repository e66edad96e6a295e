"""What several commands take: arguments and options with their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
RulesetId = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's id.")]
ScenarioId = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO", help="A scenario in full: RULESET/SCENARIO or RULESET/battle:NAME."
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
    typer.Option("--option", metavar="NAME=VALUE", help="An optional rule. Repeatable."),
]
HouseRules = Annotated[
    list[str] | None,
    typer.Option(
        "--house-rule", metavar="ID", help="A house rule by id, or its file or folder. Repeatable."
    ),
]
AsNow = Annotated[
    bool,
    typer.Option(
        "--house-rules-as-now",
        help="Go on with a saved game though a house rule is not the one it was made under.",
    ),
]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture as SVG.")]
Png = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture as PNG.")]

Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Keep games here as they are played; go on from what it has."
    ),
]
