"""What lies on the table, in plain data: all that a drawing needs and nothing of any ruleset.

Places are the hexes of ``weathergage.boards.hex``: one integer each. Headings are degrees clockwise
from north. Absolute columns and rows are offset coordinates counted from 0, columns eastward
and rows southward; columns of odd number lie half a hex lower.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from weathergage.boards.hex import HEADINGS, STRIDE, axial

LengthClass = Literal["line", "cruiser", "small", "merchant"]
Flag = Literal["", "F", "FF"]
ShipState = Literal["", "afoul", "prize", "dismasted", "anchored", "sunk"]

POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()  # noqa: SIM905


def column_row(place: int) -> tuple[int, int]:
    """Absolute column and row of a hex, both possibly negative."""
    column, r = axial(place)
    return column, r + (column - (column & 1)) // 2


def place_in(column: int, row: int) -> int:
    """The hex at an absolute column and row; undoes :func:`column_row`."""
    return column * STRIDE + row - (column - (column & 1)) // 2


def heading_name(degrees: int) -> str:
    """The name of a heading: the hexside's where it is one of the six, else of sixteen points."""
    degrees %= 360
    if degrees % 60 == 0:
        return HEADINGS[degrees // 60]
    return POINTS[(2 * degrees + 22) // 45 % 16]


@dataclass(slots=True)
class SideMark:
    """One side: its id, its name, and the number of its livery (0, 1, 2 ...)."""

    id: str
    name: str
    colour_index: int


@dataclass(slots=True)
class WindMark:
    """The wind: degrees and name of where it blows from, and its force in the ruleset's word."""

    from_degrees: int
    from_name: str
    force: str


@dataclass(slots=True)
class SectionMark:
    """One map section. Its hexes are labelled column and row, two figures each, from 0101.

    left, top: absolute column and row of its first hex. frozen: it may not be moved.
    """

    name: str
    left: int
    top: int
    columns: int
    rows: int
    kind: Literal["sea", "land"] = "sea"
    frozen: bool = False

    def holds(self, column: int, row: int) -> bool:
        """Whether the hex at this absolute column and row belongs to the section."""
        return (
            self.left <= column < self.left + self.columns
            and self.top <= row < self.top + self.rows
        )

    def number(self, column: int, row: int) -> str:
        """The printed number of a hex of this section, such as ``0502``."""
        return f"{column - self.left + 1:02d}{row - self.top + 1:02d}"


@dataclass(slots=True)
class HexTable:
    """A table of map sections; land holds the places that are land in sections of sea."""

    sections: list[SectionMark]
    land: frozenset[int] | tuple[int, ...] = ()

    def section(self, column: int, row: int) -> SectionMark | None:
        """The section that the hex at this absolute column and row is printed on, or None."""
        for section in self.sections:
            if section.holds(column, row):
                return section
        return None

    def is_land(self, column: int, row: int) -> bool:
        """Whether a hex is land, by itself or with its whole section."""
        section = self.section(column, row)
        if section is not None and section.kind == "land":
            return True
        return place_in(column, row) in self.land

    def label(self, place: int) -> str:
        """The printed number of a hex, after its section's name where there are several.

        Off every section: "sea" with the column and row as they count on from the first hex.
        """
        column, row = column_row(place)
        section = self.section(column, row)
        if section is None:
            return f"sea {column + 1},{row + 1}"
        number = section.number(column, row)
        return f"{section.name} {number}".strip() if len(self.sections) > 1 else number

    def bounds(self) -> tuple[int, int, int, int]:
        """First column, first row, last column and last row of all sections; needs at least one."""
        return (
            min(section.left for section in self.sections),
            min(section.top for section in self.sections),
            max(section.left + section.columns for section in self.sections) - 1,
            max(section.top + section.rows for section in self.sections) - 1,
        )


@dataclass(slots=True)
class ShipMark:
    """One ship. label is her short code ("74/A"), damage a few characters ("M2 C1").

    side: the id of a SideMark. damage_share: 0.0 (whole) to 1.0 (lost). track: the hexes of her
    last move in order, this one last or left out. note: a few words for the roster.
    """

    id: str
    label: str
    name: str
    side: str
    place: int
    heading_degrees: int
    length_class: LengthClass = "line"
    speed: int = 0
    damage: str = ""
    damage_share: float = 0.0
    flag: Flag = ""
    state: ShipState = ""
    track: tuple[int, ...] = ()
    note: str = ""


@dataclass(slots=True)
class Picture:
    """One moment of a game as one onlooker may see it.

    scale: what a hex stands for, such as "1 hex = 200 m"; may be empty. hulls: what this game
    calls the classes of hull, where the plain words would not do.
    """

    title: str
    subtitle: str
    turn: int
    phase: str
    board: HexTable | None
    ships: list[ShipMark]
    wind: WindMark | None
    sides: list[SideMark]
    notes: list[str] = field(default_factory=list)
    scale: str = ""
    hulls: dict[LengthClass, str] = field(default_factory=dict)

    def side(self, ship: ShipMark) -> SideMark:
        """The side of a ship; one that is not listed is drawn with the next free livery."""
        for side in self.sides:
            if side.id == ship.side:
                return side
        return SideMark(ship.side, ship.side, len(self.sides))

    def fleets(self) -> Iterator[tuple[SideMark, int]]:
        """Each listed side with the number of its ships, in order."""
        for side in self.sides:
            yield side, sum(ship.side == side.id for ship in self.ships)

    def stacks(self) -> dict[int, list[ShipMark]]:
        """The ships by hex, hexes from west to east, ships in the order given."""
        found: dict[int, list[ShipMark]] = {}
        for ship in self.ships:
            found.setdefault(ship.place, []).append(ship)
        return dict(sorted(found.items()))
