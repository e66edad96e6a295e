"""Staging a battle that belongs to no ruleset: rates by guns, and a hundred feet to the inch.

The book rates by guns alone and has no crews, so that most of a translation is placing.
"""

from __future__ import annotations

from typing import Any

from weathergage import (
    Battle,
    Chart,
    Notes,
    Staged,
    Vessel,
    aims_beside_beating,
    clause,
    grounds,
    head_of,
    in_turns,
    nearest_direction,
    needs_era,
    point_name,
    table_for,
)
from weathergage_as_per_margin.clock import LONG, SHORT, SHORT_TURNS
from weathergage_as_per_margin.scenarios import MarginScenario, slug
from weathergage_as_per_margin.scoring import GRADES, rising
from weathergage_as_per_margin.state import Kind

YARDS_AN_INCH = 100 / 3

MARGIN = 24.0
"""Inches of sea around the ships: two turns' sailing before the wind."""

LEAST, MOST = (100.0, 60.0), (150.0, 150.0)
"""The table that is played on by default, and the largest: a campaign's."""

WINDS = (0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0)

KEPT = 1
"""Points for each ship that a side was to keep and did: as much as the first ship taken."""

KINDS: dict[str, Kind] = {"gunboat": "gunboat", "merchantman": "merchant"}


@clause("APM.scale.distance")
def stage(battle: Battle) -> Staged:
    """A battle as a scenario of As Per Margin III. Raises Contradiction for one of galleys."""
    needs_era(battle, "sail", "As Per Margin III")
    notes = Notes(battle)
    chart = table_for(battle, notes, yards=YARDS_AN_INCH, margin=MARGIN, least=LEAST, most=MOST)
    english = _english(battle, notes)
    aims = list(aims_beside_beating(battle, escape="left", keep="unharmed", points=KEPT, slug=slug))
    data = {
        **head_of(battle, turns_of(battle.minutes)),
        "english": english,
        "sides": [_side(battle, chart, side) for side in battle.sides],
        "wind": {"from": _wind(battle, notes)},
        "table": {
            "width": chart.width,
            "height": chart.height,
            "regions": [
                {**region, "depth": ground.fathoms}
                for ground, region in grounds(battle, chart, notes)
            ],
        },
        "victory": {"aims": aims, "indecisive": _indecisive(battle, notes)},
    }
    _remarks(battle, notes)
    return notes.staged(MarginScenario.model_validate(data))


@clause("APM.scale.time")
def turns_of(minutes: int) -> int:
    """Turns of so many minutes: the first ten are short, all others long."""
    early = SHORT_TURNS * SHORT
    if minutes <= early:
        return in_turns(minutes, SHORT)
    return SHORT_TURNS + in_turns(minutes - early, LONG)


INDECISIVE = GRADES[0][0]
"""Points of difference that the book lets nobody win by."""


@clause("APM.score.grades")
def _indecisive(battle: Battle, notes: Notes) -> int:
    """The greatest difference of points that nobody wins by: the book's, unless a side whose every
    ship is taken would lose by no more than that.
    """
    most = max(rising(len(battle.of(side.id))) for side in battle.sides)
    if most > INDECISIVE:
        return INDECISIVE
    notes.guess(
        "Whoever has more points wins: with so few ships no difference is greater than the "
        f"{INDECISIVE} points that the book calls indecisive."
    )
    return 0


@clause("APM.turn.english-advantage")
def _english(battle: Battle, notes: Notes) -> str:
    """Who plays the English part: the British side, else the first."""
    for side in battle.sides:
        if side.nation == "british":
            return side.id
    first = battle.sides[0]
    notes.guess(f"Nobody is British: the {first.name} move last and fire first.")
    return first.id


def _wind(battle: Battle, notes: Notes) -> str:
    blows = nearest_direction(battle.wind.source, WINDS)
    if blows != battle.wind.source:
        notes.guess(
            f"The wind blows from one of eight directions: from {point_name(blows)} for "
            f"{point_name(battle.wind.source)}."
        )
    return point_name(blows)


def _side(battle: Battle, chart: Chart, side: Any) -> dict[str, Any]:
    return {
        "id": side.id,
        "name": side.name,
        "nation": side.nation,
        "ships": [_ship(chart, vessel) for vessel in battle.of(side.id)],
        "batteries": [
            {
                "name": battery.name,
                "guns": battery.guns,
                "at": chart.at(*battery.at),
                "facing": battery.facing,
                "arc": battery.arc,
                "status": battle.sources["batteries"].status,
                "why": battle.sources["batteries"].source,
            }
            for battery in side.batteries
        ],
    }


@clause("APM.ships.rates", "APM.anchor.handling")
def _ship(chart: Chart, vessel: Vessel) -> dict[str, Any]:
    place = vessel.sources["place"]
    return {
        "name": vessel.name,
        "guns": vessel.guns,
        "kind": KINDS.get(vessel.kind, "man-of-war"),
        "nation": vessel.nation,
        "at": chart.at(vessel.x, vessel.y),
        "heading": vessel.heading,
        "anchored": "both" if vessel.anchored else "",
        "flag": vessel.flag,
        "status": place.status,
        "why": place.source,
    }


def _remarks(battle: Battle, notes: Notes) -> None:
    notes.guess(f"The table leaves {MARGIN:g} inches of sea or more around the ships.")
    if any(vessel.anchored for vessel in battle.vessels):
        notes.guess("A ship at anchor is moored by bow and stern.")
    if any(aim.what != "beat" for side in battle.sides for aim in side.aims):
        notes.guess(f"A ship kept or brought away counts {KEPT}, as the first one taken does.")
    notes.lose("Crews do not differ: only the English part moves last and fires first.")
    notes.lose(f"How hard it blows is thrown for each turn: no {battle.wind.force}.")
    notes.lose("Ships of a rate are alike, whatever guns they carried.")
    if any(vessel.sail != "battle" for vessel in battle.vessels):
        notes.lose("Ships carry no more and no less sail than the dice give them.")
