"""What the map looks like: galleys, wind and coast for the drawing of it."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import (
    HEADINGS,
    HexTable,
    LengthClass,
    Picture,
    SectionMark,
    ShipMark,
    ShipState,
    WindMark,
    clause,
    opposite,
)
from weathergage_war_galley.deployment import as_suggested
from weathergage_war_galley.parts import MapEntry
from weathergage_war_galley.scenarios import WarGalleyScenario, sheet_of
from weathergage_war_galley.sheet import FIRST_COLUMN, LAST_COLUMN, LAST_ROW, Sheet
from weathergage_war_galley.state import Galley, GalleyState

Flag = Literal["", "F", "FF"]
"""No flag, a Squadron Commander's, an Admiral's."""


@clause("2.1-markers", "2.2")
def picture(rules: Any, state: GalleyState) -> Picture:
    """The map as neutral marks; who has yet to deploy is drawn where the scenario suggests."""
    sheet = sheet_of(rules)
    state, expected = as_suggested(rules, state)
    flags: dict[int, Flag] = {
        c.galley: "FF" if c.is_admiral else "F" for c in state.commanders if c.galley >= 0
    }
    names = {c.galley: c.name for c in state.commanders if c.galley >= 0}
    return Picture.of(
        rules,
        state,
        _table(sheet),
        [
            _mark(galley, flags.get(galley.n, ""), names.get(galley.n, ""))
            for galley in state.galleys
            if not galley.gone
        ],
        _wind(state),
        scale="",
        notes=[*_shores(rules.scenario), *_expected(expected), *_gone(state)],
        hulls={"small": "lembi", "merchant": "transport"},
    )


def _wind(state: GalleyState) -> WindMark | None:
    """The wind is named for where it blows from, whatever the book's marker points at."""
    if state.wind < 0:
        return None
    source = opposite(state.wind)
    return WindMark(source * 60, HEADINGS[source], "Dead Calm" if state.calm else "")


@clause("2.2")
def _table(sheet: Sheet) -> HexTable:
    """The sheets with the book's numbers, the one first that numbers what both have; land drawn
    as such.
    """
    width, height = LAST_COLUMN - FIRST_COLUMN + 1, LAST_ROW + 1
    return HexTable(
        [
            SectionMark(
                prefix,
                FIRST_COLUMN + columns,
                rows,
                width,
                height,
                first=(FIRST_COLUMN, 0),
                ragged=True,
            )
            for prefix, columns, rows in sheet.numbered
        ],
        land=sheet.land,
    )


def _mark(galley: Galley, flag: Flag, commander: str) -> ShipMark:
    counter = galley.counter
    first, *more = _conditions(galley)
    return ShipMark(
        id=counter.code,
        label=counter.code,
        name=commander or NAMES.get(counter.type, counter.type),
        side=galley.side,
        place=galley.bow,
        stern=galley.stern if counter.hexes == 2 else None,
        heading_degrees=galley.heading * 60,
        length_class=_length(counter.type),
        speed=galley.printed_speed,
        damage=_damage(galley),
        damage_share=_share(galley),
        flag=flag,
        state=first,
        also=tuple(more),
        note=_note(galley),
        track=(*galley.wake, galley.bow) if galley.wake else (),
    )


NAMES = {
    "2": "bireme",
    "L2": "Liburnian",
    "3": "trireme",
    "cat3": "cataphracted trireme",
    "4": "quadrireme",
    "5": "quinquereme",
    "6": "sexteres",
    "7": "hepteres",
    "8": "octares",
    "10": "dekares",
    "Trm": "tremiola",
    "L": "lembi",
    "RL": "reinforced lembi",
    "T": "transport",
}


def _length(type: str) -> LengthClass:
    if type == "T":
        return "merchant"
    if type in ("L", "RL"):
        return "small"
    return "great galley" if type in ("5", "6", "7", "8", "10") else "galley"


def _conditions(galley: Galley) -> list[ShipState]:
    """All that is the matter with it, the weightiest first; "" for nothing."""
    found: list[ShipState] = [
        "prize" if galley.captured else "",
        "rammed" if galley.rammed else "",
        "locked" if galley.grappled or galley.fouled else "",
        "aground" if galley.stranded else "",
        "anchored" if galley.anchored else "",
        "on fire" if galley.fire else "",
    ]
    return [state for state in found if state] or [""]


def _damage(galley: Galley) -> str:
    """Markers: F2 fatigue, D1 depletion, Cp crippled to port, H half speed."""
    flank = {1: "Cp", 2: "Cs", 3: "Cps"}.get(galley.crippled, "")
    told = (
        f"F{galley.fatigue}" if galley.fatigue else "",
        f"D{galley.depletion}" if galley.depletion else "",
        flank,
        "H" if galley.half else "",
    )
    return " ".join(part for part in told if part)


def _share(galley: Galley) -> float:
    if galley.rammed or galley.captured:
        return 1.0
    return min(1.0, 0.4 * bool(galley.crippled) + 0.1 * (galley.fatigue + galley.depletion))


def _note(galley: Galley) -> str:
    words = ["Maximum" if galley.maximum else "Cruise"]
    words += [word for word, on in (("sail", galley.sail), ("treasure", galley.treasure)) if on]
    return " ".join(words)


EDGES = {"00": "row 00", "28": "row 28", "10": "column 10", "60": "column 60"}


@clause("6.31")
def _shores(scenario: WarGalleyScenario) -> list[str]:
    """What no hex shows: the edges of the map that are coast, and where the book has its north,
    if that is not on top.
    """
    chart = scenario.map
    found: list[str] = []
    if chart.coast:
        edges = " and ".join(EDGES[edge] for edge in chart.coast)
        mouth = f", but not {', '.join(chart.open_coast)}" if chart.open_coast else ""
        found.append(f"Coast beyond {edges}{mouth}")
    if chart.north != MapEntry().north:
        found.append(f"The book's north: {chart.north}")
    return found


@clause("2.0")
def _expected(names: list[str]) -> list[str]:
    """Who is drawn without having deployed."""
    return [f"Not deployed yet, drawn as suggested: {', '.join(names)}"] if names else []


def _gone(state: GalleyState) -> list[str]:
    """Galleys that are no longer on the map, by what became of them."""
    gone: dict[str, list[str]] = {}
    for galley in state.galleys:
        if galley.gone and galley.gone not in ("waiting", "to deploy"):
            gone.setdefault(galley.gone, []).append(galley.counter.code)
    return [f"{why.capitalize()}: {', '.join(names)}" for why, names in sorted(gone.items())]
