"""What the table looks like: ships, wind and map for the drawing of it."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import (
    HEADINGS,
    HexTable,
    Picture,
    SectionMark,
    ShipMark,
    WindMark,
    clause,
)
from weathergage_frigate.chart import Coast
from weathergage_frigate.state import FORCES, FrigateState, Ship

FLAGS: tuple[Literal["", "F", "FF"], ...] = ("", "F", "FF")


@clause("3.1", "3.22", "6.31")
def picture(rules: Any, state: FrigateState) -> Picture:
    """The table as neutral marks: the wind's marker points where it blows, named for where it
    blows from.
    """
    coast = Coast(rules.scenario)
    sections = [
        *(_section(state, coast, name) for name in sorted(state.sections.names)),
        *(_shore(state, cell) for cell in sorted(coast.land_cells)),
    ]
    return Picture.of(
        rules,
        state,
        HexTable(sections, land=()),
        [_mark(state, ship) for ship in state.ships if not ship.gone],
        WindMark(state.wind * 60, HEADINGS[state.wind], FORCES[state.force]),
        scale="1 hex = 200 m",
        notes=_notes(state),
        hulls={"cruiser": "frigate"},
    )


def _section(state: FrigateState, coast: Coast, name: str) -> SectionMark:
    x, y = state.sections.cell(name)
    sheet = state.sections.sheet
    return SectionMark(
        name,
        x * sheet.width,
        y * sheet.height,
        sheet.width,
        sheet.height,
        "land" if name in coast.land else "sea",
        state.frozen or name in coast.fixed,
    )


def _shore(state: FrigateState, cell: tuple[int, int]) -> SectionMark:
    """Land beside the sections, where the scenario's map shows it."""
    sheet = state.sections.sheet
    left, top = cell[0] * sheet.width, cell[1] * sheet.height
    return SectionMark("", left, top, sheet.width, sheet.height, "land", True)


def _mark(state: FrigateState, ship: Ship) -> ShipMark:
    counter = ship.counter
    hits = [f"{letter}{n}" for letter, n in (("M", ship.mast), ("C", ship.crew)) if n]
    return ShipMark(
        id=counter.id,
        label=ship.code,
        name=counter.name,
        side=ship.side,
        place=ship.place,
        heading_degrees=ship.heading * 60,
        length_class=_length(ship),
        speed=ship.speed,
        damage=" ".join(hits),
        damage_share=ship.hits / 6,
        flag=FLAGS[ship.flag],
        state=_condition(ship),
        track=(*ship.wake[-ship.speed :], ship.place) if ship.speed and ship.wake else (),
        note="",
    )


def _length(ship: Ship) -> Literal["line", "cruiser", "small", "merchant"]:
    if ship.counter.line:
        return "line"
    if ship.counter.rating == 0:
        return "merchant"
    return "cruiser" if ship.counter.rating >= 28 else "small"


def _condition(ship: Ship) -> Literal["", "afoul", "prize", "dismasted", "anchored"]:
    if ship.prize:
        return "prize"
    if ship.afoul:
        return "afoul"
    if ship.mast >= 3:
        return "dismasted"
    return "anchored" if ship.anchored else ""


def _notes(state: FrigateState) -> list[str]:
    """Ships that are no longer on the map, by what became of them."""
    gone: dict[str, list[str]] = {}
    for ship in state.ships:
        if ship.gone and ship.gone != "to deploy":
            gone.setdefault(ship.gone, []).append(ship.counter.title)
    return [f"{why.capitalize()}: {', '.join(names)}" for why, names in sorted(gone.items())]
