"""The map: one sheet or two joined, their hex numbers, land, and edges that are coast (2.2).

The printed numbers run by column, 10 to 60, and row, 00 to 28 (odd columns end at 27); even
columns stand half a hex toward row 00. Edges are called by what is printed along them: "00" and
"28" for the first and last rows, "10" and "60" for the first and last columns. Two sheets have an
N or S before their numbers; where they join they share a row, which the first of them numbers, or
a column, which the second does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from weathergage import STEP, Numbering, WeathergageError, clause

Edge = Literal["00", "28", "10", "60"]
EDGES: tuple[Edge, ...] = ("00", "28", "10", "60")

FIRST_COLUMN, LAST_COLUMN, LAST_ROW = 10, 60, 28
NUMBERS = Numbering(order="columns", digits=2, start=0, rows="down", lower="odd")

Join = Literal["", "long", "short"]
"""How two sheets are joined: along their long edges, one below the other, or their short ones."""


@clause("2.2")
@dataclass(frozen=True)
class Sheet:
    """The map of a scenario.

    join: "" for one sheet. names: of two, the upper or left one first. hexes: all that are on it.
    land: hexes that are land; sea: the others. coast: edges that are coast. open_coast: hexes along
    a coastal edge that are water all the same, a harbour's mouth.
    """

    join: Join = ""
    land: frozenset[int] = frozenset()
    coast: frozenset[Edge] = frozenset()
    open_coast: frozenset[int] = frozenset()
    names: tuple[str, str] = ("N", "S")
    hexes: frozenset[int] = field(init=False, compare=False, repr=False)
    sea: frozenset[int] = field(init=False, compare=False, repr=False)
    _labels: dict[int, str] = field(init=False, compare=False, repr=False)
    _places: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Number the hexes once."""
        labels: dict[int, str] = {}
        for prefix, columns, rows in self.numbered:
            for column in range(FIRST_COLUMN, LAST_COLUMN + 1):
                for row in range(LAST_ROW + 1 - column % 2):
                    place = NUMBERS.place(column + columns, row + rows)
                    labels.setdefault(place, f"{prefix}{NUMBERS.format(column, row)}")
        object.__setattr__(self, "_labels", labels)
        object.__setattr__(self, "_places", {label: place for place, label in labels.items()})
        object.__setattr__(self, "hexes", frozenset(labels))
        object.__setattr__(self, "sea", self.hexes - self.land)

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """The sheets: prefix, and how far their columns and rows are shifted."""
        if self.join == "long":
            return [(self.names[0], 0, 0), (self.names[1], 0, LAST_ROW)]
        if self.join == "short":
            return [(self.names[0], 0, 0), (self.names[1], LAST_COLUMN - FIRST_COLUMN, 0)]
        return [("", 0, 0)]

    @property
    def numbered(self) -> list[tuple[str, int, int]]:
        """The sheets, the one first that numbers the row or column that both have."""
        return self.parts[::-1] if self.join == "short" else self.parts

    def label(self, place: int) -> str:
        """A hex's printed number; of one off the map, the number that it would bear."""
        found = self._labels.get(place)
        if found is not None:
            return found
        column, row = NUMBERS.numbers(place)
        return f"off map {column},{row}"

    def parse(self, text: str) -> int:
        """The hex of a printed number, with N or S before it where two sheets are joined.

        Raises WeathergageError, with what would be right, for a number that is on no sheet.
        """
        written = text.strip().upper().replace(" ", "")
        place = self.beyond(written)
        if place not in self.hexes:
            raise WeathergageError(
                f"{text} is not on the map: columns run from {FIRST_COLUMN} to {LAST_COLUMN}, rows "
                f"from 00 to {LAST_ROW}, in odd columns to {LAST_ROW - 1}."
            )
        return place

    def beyond(self, text: str) -> int:
        """The hex of a number as printed or as it would run on beyond the map's edge."""
        found = self._places.get(text)
        if found is not None:
            return found
        written = text.strip().upper().replace(" ", "")
        for prefix, columns, rows in self.parts:
            if prefix and not written.startswith(prefix):
                continue
            column, row = NUMBERS.split(written.removeprefix(prefix))
            return NUMBERS.place(column + columns, row + rows)
        raise WeathergageError(f"{text} does not say which sheet: write N or S before the number.")

    def edge_of(self, place: int) -> Edge | None:
        """The edge that a hex off the map lies beyond; None for one on it."""
        if place in self.hexes:
            return None
        column, row = NUMBERS.numbers(place)
        last_column = LAST_COLUMN + (LAST_COLUMN - FIRST_COLUMN if self.join == "short" else 0)
        last_row = LAST_ROW * (2 if self.join == "long" else 1)
        if row < 0:
            return "00"
        if row > last_row - column % 2:
            return "28"
        return "10" if column < FIRST_COLUMN else "60" if column > last_column else None

    def near_edge(self, edge: Edge, hexes: int) -> set[int]:
        """The hexes no more than so many from an edge, its own row or column counted as 0."""
        return {place for place in self.hexes if self.from_edge(place, edge) <= hexes}

    def from_edge(self, place: int, edge: Edge) -> int:
        """How many hexes from an edge a hex lies; its own row or column is 0."""
        column, row = NUMBERS.numbers(place)
        if edge == "00":
            return row
        if edge == "28":
            return LAST_ROW * (2 if self.join == "long" else 1) - column % 2 - row
        if edge == "10":
            return column - FIRST_COLUMN
        return LAST_COLUMN + (50 if self.join == "short" else 0) - column

    @clause("6.31")
    def is_coastal(self, place: int, beyond: int) -> bool:
        """Whether the step from a hex on the map to one beyond its edge meets a shore."""
        edge = self.edge_of(beyond)
        return edge in self.coast and place not in self.open_coast


def row_of(sheet: Sheet, first: str, last: str) -> list[int]:
    """The hexes from one printed number to another in a straight line, both counted.

    Raises WeathergageError where they are not in line.
    """
    start, end = sheet.beyond(first), sheet.beyond(last)
    if start == end:
        return [start]
    for step in STEP:
        found = [start]
        while len(found) <= 120:
            found.append(found[-1] + step)
            if found[-1] == end:
                return found
    raise WeathergageError(f"{first} and {last} are not in one line of hexes.")


def columns_between(sheet: Sheet, first: str, last: str) -> list[int]:
    """The hexes of one printed row from a column to another, both counted, one a column."""
    start, end = sheet.beyond(first), sheet.beyond(last)
    (a, row), (b, _) = NUMBERS.numbers(start), NUMBERS.numbers(end)
    step = 1 if b >= a else -1
    return [NUMBERS.place(column, row) for column in range(a, b + step, step)]


def labels(sheet: Sheet, places: Iterable[int]) -> str:
    """Hexes as they are printed, "2319-2320"."""
    return "-".join(sheet.label(place) for place in places)
