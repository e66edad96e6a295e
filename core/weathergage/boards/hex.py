"""Hexes: places, headings, bearings, lines, printed numbers and geomorphic sections.

A place is one int, `q * STRIDE + r` in axial coordinates: q counts columns from 0 eastward, r
counts hexes southward along a column and drops by one half a hex for each column, so that a step
in a heading is always the same number added to a place. Both may be negative; r, and the
difference of two places' r, must stay within +-2047, which leaves room for a thousand hexes each
way. Everything here is exact integer arithmetic except `centre` and `corners`, which are for
drawing only.

Headings are ints 0 to 5, clockwise; heading h is also the hexside that it leaves by. Bearings are
ints 0 to 11, the hexsides and corners in turn: 2h leaves through hexside h, 2h + 1 runs exactly
along the corner between hexsides h and h + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Literal

from weathergage.boards.arcs import in_arc
from weathergage.errors import UnknownName, WeathergageError

STRIDE = 4096
"""What one column adds to a place."""

STEP = (-1, STRIDE - 1, STRIDE, 1, 1 - STRIDE, -STRIDE)
"""What one hex in each heading adds to a place."""

HEADINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""The headings' names where columns run north and south."""

NEAR_LIMIT = 12
"""How many hexes out `NEAR` reaches."""

_HALF = STRIDE // 2


# Places and how far apart they are


def place_at(q: int, r: int) -> int:
    """Return the place with axial coordinates q (column, eastward) and r."""
    return q * STRIDE + r


def axial(place: int) -> tuple[int, int]:
    """Return a place's axial coordinates (q, r); of a difference of places, the offset's."""
    q = (place + _HALF) >> 12
    return q, place - (q << 12)


def column_row(place: int) -> tuple[int, int]:
    """Return the column and row of a hex as maps count them, both possibly negative.

    Columns run eastward, rows southward; columns of odd number lie half a hex lower.
    """
    column, r = axial(place)
    return column, r + (column - (column & 1)) // 2


def place_in(column: int, row: int) -> int:
    """Return the hex at a column and row; undoes :func:`column_row`."""
    return column * STRIDE + row - (column - (column & 1)) // 2


def _parts(q: int, r: int) -> tuple[int, int, int]:
    """Return (h, m, n): the offset is m > 0 steps of heading h and n >= 0 of the next one."""
    heading = 0
    while q < 0 or q + r >= 0:
        q, r = q + r, -q
        heading += 1
    return heading, -q - r, q


def _measure(offset: int) -> tuple[int, int | None]:
    """Return (distance, bearing) of an offset that is not nought."""
    heading, m, n = _parts(*axial(offset))
    if m > n:
        return m + n, 2 * heading
    if m == n:
        return m + n, 2 * heading + 1
    return m + n, (2 * heading + 2) % 12


def _rings(limit: int) -> Iterator[int]:
    """Yield every offset up to so many hexes out: the middle, then ring by ring, clockwise."""
    yield 0
    for ring in range(1, limit + 1):
        offset = ring * STEP[0]
        for heading in (2, 3, 4, 5, 0, 1):
            for _ in range(ring):
                yield offset
                offset += STEP[heading]


NEAR: dict[int, tuple[int, int | None]] = {
    offset: _measure(offset) if offset else (0, None) for offset in _rings(NEAR_LIMIT)
}
"""Offset (place b - place a) to (distance, bearing), for all within 12 hexes: for hot loops.

The bearing is None for offset 0 alone.
"""


def distance(a: int, b: int) -> int:
    """Return how many hexes b is from a: b's own hex counts, a's does not; the same hex is 0."""
    near = NEAR.get(b - a)
    if near is not None:
        return near[0]
    q, r = axial(b - a)
    return max(abs(q), abs(r), abs(q + r))


def bearing(a: int, b: int) -> int | None:
    """Return how the line from a's centre to b's leaves a's hex, 0 to 11; None in the same hex.

    2h: through hexside h. 2h + 1: along the corner between hexsides h and h + 1.
    """
    near = NEAR.get(b - a)
    if near is not None:
        return near[1]
    return _measure(b - a)[1]


def between(a: int, b: int) -> int:
    """Return how many hexes lie between a and b: 0 when they adjoin or are the same."""
    return max(distance(a, b) - 1, 0)


def neighbours(place: int) -> tuple[int, int, int, int, int, int]:
    """Return the six places around one, in the order of the headings."""
    return (
        place - 1,
        place + (STRIDE - 1),
        place + STRIDE,
        place + 1,
        place + (1 - STRIDE),
        place - STRIDE,
    )


@cache
def _within(hexes: int) -> tuple[int, ...]:
    return tuple(_rings(hexes))


def hexes_within(place: int, hexes: int) -> list[int]:
    """Return the places at most so many hexes away, the place itself first, then ring by ring."""
    return [place + offset for offset in _within(hexes)]


# Headings


def opposite(heading: int) -> int:
    """Return the heading straight astern."""
    return (heading + 3) % 6


def turn(heading: int, hexsides: int) -> int:
    """Return the heading after turning so many hexsides to starboard (negative: to port)."""
    return (heading + hexsides) % 6


def turn_between(old: int, new: int) -> int:
    """Return the hexsides turned from old to new, -2 to 3: positive to starboard, 3 about."""
    return (new - old + 2) % 6 - 2


# Lines


def _forms(q: int, r: int) -> tuple[int, int, int]:
    """Return three forms that measure an offset across the three pairs of hexsides.

    A point lies inside the hex about the origin when each is strictly between -1 and 1.
    """
    return q - r, q + 2 * r, -2 * q - r


def _is_crossed(q: int, r: int, aims: tuple[int, int, int], scale: int) -> bool:
    """Say whether the segment from the origin towards `aims` passes through a hex's inside.

    aims: the forms of the segment's far end. scale: a number that each of them divides, so that
    the parts of the segment inside each pair of hexsides are compared as integers.
    """
    enters, leaves = 0, scale
    for where, aim in zip(_forms(q, r), aims, strict=True):
        if aim:
            unit = scale // aim
            ends = (where - 1) * unit, (where + 1) * unit
            enters, leaves = max(enters, min(ends)), min(leaves, max(ends))
        elif where:
            return False
    return enters < leaves


@lru_cache(maxsize=16384)
def _crossed(offset: int) -> tuple[int, ...]:
    """Return the offsets of the hexes that a line to an offset crosses, in order."""
    if not offset:
        return (0,)
    q, r = axial(offset)
    heading, m, n = _parts(q, r)
    across, along = STEP[(heading + 1) % 6], STEP[heading]
    if n > m:
        m, n, along, across = n, m, across, along
    aims = _forms(q, r)
    scale = 1
    for aim in aims:
        scale *= abs(aim) or 1
    found = []
    for i in range(m + 1):
        first = i * n // m
        # A hex's inside reaches two thirds of a step either way, so these four are enough.
        for j in range(max(first - 1, 0), min(first + 2, n) + 1):
            hex_offset = i * along + j * across
            hq, hr = axial(hex_offset)
            if _is_crossed(hq, hr, aims, scale):
                found.append((hq * (2 * q + r) + hr * (q + 2 * r), hex_offset))
    found.sort()
    return tuple(hex_offset for _, hex_offset in found)


def line(a: int, b: int) -> list[int]:
    """Return the hexes that the line from a's centre to b's passes through, a and b included.

    A hex counts when the line passes through its inside; one touched at a corner only does not.
    Where the line runs along the hexside that two hexes share (every other stretch of a line on
    an odd bearing) it is inside neither, so neither is in the list, and successive hexes of the
    list are then two apart; `straddled` gives those pairs.
    """
    return [a + offset for offset in _crossed(b - a)]


def straddled(a: int, b: int) -> list[tuple[int, int]]:
    """Return the pairs of hexes along whose common hexside the line from a to b runs, in order.

    Empty unless b lies exactly along a corner of a's hex. The hex to port comes first.
    """
    way = bearing(a, b)
    if way is None or way % 2 == 0:
        return []
    port, starboard = STEP[way // 2], STEP[(way // 2 + 1) % 6]
    return [(place + port, place + starboard) for place in range(a, b, port + starboard)]


def is_straight(places: Iterable[int]) -> bool:
    """Say whether the centres of all the places lie on one exact line, in any direction."""
    first: int | None = None
    q = r = 0
    for place in places:
        if first is None:
            first = place
        dq, dr = axial(place - first)
        if not (q or r):
            q, r = dq, dr
        elif q * dr != r * dq:
            return False
    return True


# Shifting the whole table: what a position is must not depend on where it stands


def rotate(place: int, about: int, sixths: int) -> int:
    """Return where a place comes to when the board turns clockwise about another, by 60 degrees.

    sixths: how many times 60 degrees. Headings then turn by as many hexsides.
    """
    q, r = axial(place - about)
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return about + place_at(q, r)


def mirror(place: int, about: int = 0) -> int:
    """Return a place's mirror image, east for west, across the column of another place."""
    q, r = axial(place - about)
    return about + place_at(-q, q + r)


def mirror_heading(heading: int) -> int:
    """Return the heading that a mirrored ship has, east for west."""
    return -heading % 6


def mirror_bearing(way: int) -> int:
    """Return the bearing, 0 to 11, of a mirrored target, east for west."""
    return -way % 12


# Units of two hexes: a bow and the hex astern of it


def two_hex(bow: int, heading: int) -> tuple[int, int]:
    """Return the two places, bow and stern, of a unit that also fills the hex astern."""
    return bow, bow - STEP[heading]


def pivot_bow(bow: int, heading: int, hexsides: int) -> tuple[int, int]:
    """Return the new (bow, heading) of a two-hex unit whose bow swings about its stern.

    hexsides: positive to starboard. The stern stays where it is.
    """
    turned = (heading + hexsides) % 6
    return bow - STEP[heading] + STEP[turned], turned


def pivot_stern(bow: int, heading: int, hexsides: int) -> tuple[int, int]:
    """Return the new (bow, heading) of a two-hex unit whose stern swings about its bow.

    hexsides: positive to starboard. The bow stays where it is.
    """
    return bow, (heading + hexsides) % 6


def distance_between_units(a: Collection[int], b: Collection[int]) -> int:
    """Return the least distance from any hex of one unit to any hex of the other."""
    return min(distance(one, other) for one in a for other in b)


# How a grid lies on the map


def _names(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """How the six headings are named, and where hexes are drawn.

    first: the name of heading 0. "N" for columns that run north and south (flat-topped hexes;
    N, NE, SE, S, SW, NW at 0, 60 ... degrees), "NE" for rows that run east and west (pointed
    tops; NE, E, SE, SW, W, NW at 30, 90 ... degrees). The integer geometry is the same; the
    second is the first turned by 30 degrees.
    Raises WeathergageError for any other first.
    """

    first: str = "N"
    headings: tuple[str, ...] = field(init=False, compare=False)
    degrees: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.first == "N":
            names: tuple[str, ...] = HEADINGS
        elif self.first == "NE":
            names = ("NE", "E", "SE", "SW", "W", "NW")
        else:
            raise WeathergageError(
                f'A hex grid\'s first heading is "N" or "NE", not "{self.first}".'
            )
        start = 0 if self.first == "N" else 30
        object.__setattr__(self, "headings", names)
        object.__setattr__(self, "degrees", tuple(start + 60 * h for h in range(6)))

    def parse_heading(self, heading: str | int) -> int:
        """Return a heading, 0 to 5, from its name in any case or from the int itself.

        Raises WeathergageError, listing the six, for anything else.
        """
        if isinstance(heading, str):
            name = heading.strip().upper()
            if name in self.headings:
                return self.headings.index(name)
        elif isinstance(heading, int) and not isinstance(heading, bool) and 0 <= heading <= 5:
            return heading
        raise WeathergageError(
            f'There is no heading "{heading}" on this grid: choose {_names(self.headings)}.'
        )

    def heading_name(self, heading: int) -> str:
        """Return the name of a heading, 0 to 5."""
        return self.headings[heading]

    def centre(self, place: int, size: float = 1.0) -> tuple[float, float]:
        """Return a hex's centre for drawing: x eastward, y southward, place 0 at the origin.

        size: from the centre to a corner.
        """
        q, r = axial(place)
        if self.first == "N":
            return 1.5 * size * q, sqrt(3) * size * (r + q / 2)
        return sqrt(3) * size * (q - r) / 2, 1.5 * size * (q + r)

    def corners(self, place: int, size: float = 1.0) -> list[tuple[float, float]]:
        """Return a hex's six corners for drawing, clockwise; hexside h ends at corner h."""
        x, y = self.centre(place, size)
        angles = [pi * (degrees + 30) / 180 for degrees in self.degrees]
        return [(x + size * sin(angle), y - size * cos(angle)) for angle in angles]


FLAT = HexGrid("N")
"""Columns run north and south."""

POINTED = HexGrid("NE")
"""Rows run east and west."""


def parse_heading(heading: str | int) -> int:
    """Return a heading, 0 to 5, from N, NE, SE, S, SW, NW in any case or from the int itself.

    Raises WeathergageError, listing the six, for anything else.
    """
    return FLAT.parse_heading(heading)


def centre(place: int, size: float = 1.0) -> tuple[float, float]:
    """Return a hex's centre (x eastward, y southward) where columns run north and south."""
    return FLAT.centre(place, size)


def corners(place: int, size: float = 1.0) -> list[tuple[float, float]]:
    """Return a hex's six corners, clockwise; hexside h runs from corner h - 1 to corner h."""
    return FLAT.corners(place, size)


# Printed numbers


@dataclass(frozen=True, slots=True)
class Numbering:
    """How hexes' printed numbers run, where columns run north and south.

    order: which number is printed first. digits: of each of the two numbers. start: the first
    number, 0 or 1, which place 0 bears twice. rows: whether they are counted down (southward) or
    up. lower: whether the columns with even or with odd numbers lie half a hex further south.
    Raises WeathergageError when one of these is something else.
    """

    order: Literal["columns", "rows"] = "columns"
    digits: int = 2
    start: int = 1
    rows: Literal["down", "up"] = "down"
    lower: Literal["even", "odd"] = "even"

    def __post_init__(self) -> None:
        choices: tuple[tuple[str, object, tuple[object, ...]], ...] = (
            ("order", self.order, ("columns", "rows")),
            ("start", self.start, (0, 1)),
            ("rows", self.rows, ("down", "up")),
            ("lower", self.lower, ("even", "odd")),
            ("digits", self.digits, (1, 2, 3, 4)),
        )
        for key, value, allowed in choices:
            if value not in allowed:
                words = _names([str(word) for word in allowed])
                raise WeathergageError(f"A hex numbering's {key} is {words}, not {value}.")

    def _lift(self, q: int) -> int:
        """Return how far a column's first hex has its r below nought."""
        second_is_lower = (self.start + 1) % 2 == (0 if self.lower == "even" else 1)
        return q >> 1 if second_is_lower else (q + 1) >> 1

    def place(self, column: int, row: int) -> int:
        """Return the place that bears two printed numbers, which may run beyond the digits."""
        q = column - self.start
        row -= self.start
        return place_at(q, (row if self.rows == "down" else -row) - self._lift(q))

    def numbers(self, place: int) -> tuple[int, int]:
        """Return a place's (column, row) as printed; they may run beyond the digits."""
        q, r = axial(place)
        row = r + self._lift(q)
        return q + self.start, (row if self.rows == "down" else -row) + self.start

    def format(self, column: int, row: int) -> str:
        """Return two printed numbers as a label, such as "0412".

        Raises WeathergageError when one of them does not fit in the digits.
        """
        pair = (column, row) if self.order == "columns" else (row, column)
        if not all(0 <= number < 10**self.digits for number in pair):
            raise WeathergageError(
                f"Column {column}, row {row} cannot be written with {self.digits} digits each."
            )
        return "".join(f"{number:0{self.digits}}" for number in pair)

    def split(self, text: str) -> tuple[int, int]:
        """Return the (column, row) of a label.

        Raises WeathergageError when it is not the right number of digits.
        """
        text = text.strip()
        if len(text) != 2 * self.digits or not (text.isascii() and text.isdigit()):
            shape = self.format(self.start, self.start)
            raise WeathergageError(
                f'"{text}" is not a hex number: write {2 * self.digits} digits, such as {shape}.'
            )
        first, second = int(text[: self.digits]), int(text[self.digits :])
        return (first, second) if self.order == "columns" else (second, first)

    def label(self, place: int) -> str:
        """Return a place's printed label. Raises WeathergageError where the numbers run out."""
        return self.format(*self.numbers(place))

    def parse(self, text: str) -> int:
        """Return the place that bears a printed label. Raises WeathergageError if none can."""
        return self.place(*self.split(text))


# Geomorphic sections


@dataclass(frozen=True, slots=True)
class SectionSheet:
    """What all the sections of a geomorphic map have in common: their size and numbering.

    width, height: in hexes. The width is even, so that the columns' stagger goes on across a
    joint. Cells (sx, sy) count sections eastward and southward; the first hex of cell (0, 0) is
    place 0. Raises WeathergageError for a size that cannot be.
    """

    width: int
    height: int
    numbering: Numbering = field(default_factory=Numbering)
    _cells: dict[int, tuple[int, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.width < 2 or self.width % 2 or self.height < 1:
            raise WeathergageError(
                "A map section is an even number of columns wide and at least one hex high, "
                f"not {self.width} by {self.height}."
            )
        if max(self.width, self.height) + self.numbering.start >= 10**self.numbering.digits:
            raise WeathergageError(
                f"A map section of {self.width} by {self.height} hexes cannot be numbered with "
                f"{self.numbering.digits} digits."
            )

    def cell_of(self, place: int) -> tuple[int, int]:
        """Return the cell (sx, sy) that a place lies in, whether or not a section lies there."""
        cell = self._cells.get(place)
        if cell is None:
            start = self.numbering.start
            column, row = self.numbering.numbers(place)
            sy = (row - start) // self.height
            cell = (column - start) // self.width, sy if self.numbering.rows == "down" else -sy
            self._cells[place] = cell
        return cell

    def numbers(self, place: int) -> tuple[int, int]:
        """Return a place's (column, row) as printed on the section it lies in."""
        start = self.numbering.start
        column, row = self.numbering.numbers(place)
        return (column - start) % self.width + start, (row - start) % self.height + start

    def place(self, cell: tuple[int, int], column: int, row: int) -> int:
        """Return the place with printed numbers in a cell.

        One more than the last column or row is the first of the next section. Raises
        WeathergageError beyond that.
        """
        start = self.numbering.start
        c, r = column - start, row - start
        if not (0 <= c <= self.width and 0 <= r <= self.height):
            raise WeathergageError(
                f"A map section has columns {start} to {start + self.width - 1} and rows {start} "
                f"to {start + self.height - 1}; there is no column {column}, row {row}."
            )
        sx, sy = cell
        down = sy if self.numbering.rows == "down" else -sy
        return self.numbering.place(column + sx * self.width, row + down * self.height)


_SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Sections:
    """The sections of a geomorphic map and the cell in which each lies; sections can move.

    sheet: the size and numbering that all share. layout: name to cell (sx, sy).
    Raises WeathergageError when two would lie in one cell.
    """

    __slots__ = ("_cell_of", "_held", "_names", "sheet")

    def __init__(self, sheet: SectionSheet, layout: Mapping[str, tuple[int, int]]) -> None:
        self.sheet = sheet
        self._cell_of: dict[str, tuple[int, int]] = {}
        self._names: dict[tuple[int, int], str] = {}
        self._held: set[int] = set()
        for name, cell in layout.items():
            self._put(name, (cell[0], cell[1]))

    @classmethod
    def in_rows(cls, sheet: SectionSheet, rows: Sequence[str]) -> Sections:
        """Return sections laid as written, northern row first, such as ["A B C", "D E F"].

        Names are parted by spaces; a full stop leaves a cell empty.
        """
        layout: dict[str, tuple[int, int]] = {}
        for sy, row in enumerate(rows):
            for sx, name in enumerate(row.split()):
                if name in layout:
                    raise WeathergageError(f'The layout names section "{name}" twice.')
                if name != ".":
                    layout[name] = (sx, sy)
        return cls(sheet, layout)

    def _put(self, name: str, cell: tuple[int, int]) -> None:
        other = self._names.get(cell)
        if other is not None and other != name:
            raise WeathergageError(
                f'Section "{name}" cannot be laid in cell {cell}: section "{other}" lies there.'
            )
        old = self._cell_of.get(name)
        if old is not None:
            del self._names[old]
        self._cell_of[name] = cell
        self._names[cell] = name
        # A new set: copies made before go on with the old layout, and with the old one.
        self._held = set()

    def copy(self) -> Sections:
        """Return the same layout, free to change on its own; the sheet is shared."""
        twin = Sections.__new__(Sections)
        twin.sheet = self.sheet
        twin._cell_of = self._cell_of.copy()
        twin._names = self._names.copy()
        twin._held = self._held
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sections):
            return NotImplemented
        return self.sheet == other.sheet and self._cell_of == other._cell_of

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Sections({self.sheet!r}, {self._cell_of!r})"

    @property
    def names(self) -> tuple[str, ...]:
        """The sections' names, in the order in which they were given."""
        return tuple(self._cell_of)

    @property
    def layout(self) -> dict[str, tuple[int, int]]:
        """Each section's cell, as a dict of its own."""
        return self._cell_of.copy()

    def cell(self, name: str) -> tuple[int, int]:
        """Return the cell in which a section lies. Raises UnknownName."""
        try:
            return self._cell_of[name]
        except KeyError:
            raise UnknownName("section", name, self._cell_of) from None

    def section_at(self, place: int) -> str | None:
        """Return the name of the section that a place lies on, or None off every section."""
        cell = self.sheet._cells.get(place)
        return self._names.get(self.sheet.cell_of(place) if cell is None else cell)

    def holds(self, places: Collection[int]) -> bool:
        """Return whether every one of some places lies on a section."""
        if self._held.issuperset(places):
            return True
        cells: set[tuple[int, int] | None] = set(map(self.sheet._cells.get, places))
        if None in cells:
            cells = set(map(self.sheet.cell_of, places))
        if not cells <= self._names.keys():
            return False
        self._held.update(places)
        return True

    def section_in(self, cell: tuple[int, int]) -> str | None:
        """Return the name of the section that lies in a cell, or None."""
        return self._names.get(cell)

    def cell_of(self, place: int) -> tuple[int, int]:
        """Return the cell that a place lies in, whether or not a section lies there."""
        return self.sheet.cell_of(place)

    def lay(self, name: str, cell: tuple[int, int]) -> None:
        """Move a section to a cell.

        Raises UnknownName, or WeathergageError when another section lies there already.
        """
        self.cell(name)
        self._put(name, cell)

    def adjoining(self, name: str) -> dict[str, str]:
        """Return the sections along a section's sides, by "N", "E", "S", "W"; gaps are left out."""
        sx, sy = self.cell(name)
        beside = {side: self._names.get((sx + x, sy + y)) for side, (x, y) in _SIDES.items()}
        return {side: other for side, other in beside.items() if other is not None}

    def bounds(self) -> tuple[int, int, int, int]:
        """Return the cells that hold all sections: west, north, east, south, all inclusive."""
        xs = [sx for sx, _ in self._names]
        ys = [sy for _, sy in self._names]
        return min(xs), min(ys), max(xs), max(ys)

    def places(self, name: str) -> list[int]:
        """Return all places of a section, column by column as numbered."""
        cell, sheet, start = self.cell(name), self.sheet, self.sheet.numbering.start
        return [
            sheet.place(cell, column, row)
            for column in range(start, start + sheet.width)
            for row in range(start, start + sheet.height)
        ]

    def label(self, place: int) -> str:
        """Return a place's section and printed number, such as "A 1010".

        Off every section: "sea" with the column and row as they would count on from cell (0, 0),
        such as "sea -3,12"; `parse` reads that too.
        """
        name = self.section_at(place)
        if name is None:
            column, row = self.sheet.numbering.numbers(place)
            return f"sea {column},{row}"
        return f"{name} {self.sheet.numbering.format(*self.sheet.numbers(place))}"

    def parse(self, text: str, number: str | None = None) -> int:
        """Return the place that a label names: "A 1010", or "A" and "1010" apart.

        One more than the last column or row is the first of the next cell, so that with twenty
        columns "A 2112" is the first hex of row 12 east of A, whatever lies there.
        Raises WeathergageError, or UnknownName for a section that there is not.
        """
        if number is None:
            text = text.strip()
            if text.startswith("sea ") and "," in text:
                return self._parse_sea(text)
            cut = max(len(text) - 2 * self.sheet.numbering.digits, 0)
            text, number = text[:cut].rstrip(), text[cut:]
        if not text and len(self._cell_of) == 1:
            text = self.names[0]
        return self.sheet.place(self.cell(text), *self.sheet.numbering.split(number))

    def _parse_sea(self, text: str) -> int:
        column, _, row = text[4:].partition(",")
        try:
            return self.sheet.numbering.place(int(column), int(row))
        except ValueError:
            raise WeathergageError(
                f'"{text}" is not a place: write "sea" and two numbers, such as "sea -3,12".'
            ) from None


# The board


def _test(blocks: Callable[[int], bool] | Container[int]) -> Callable[[int], bool]:
    return blocks if callable(blocks) else blocks.__contains__


class HexBoard:
    """A board of hexes, in the words that every kind of board shares.

    grid: how headings are named. terrain: what lies in a place, where that is not `open_terrain`.
    The methods add nothing to the functions of this module; hot code calls those.
    """

    __slots__ = ("_terrain", "grid", "open_terrain")

    def __init__(
        self,
        grid: HexGrid = FLAT,
        *,
        terrain: Mapping[int, str] | None = None,
        open_terrain: str = "sea",
    ) -> None:
        self.grid = grid
        self.open_terrain = open_terrain
        self._terrain = dict(terrain or {})

    def distance(self, a: int, b: int) -> int:
        """Return how many hexes b is from a."""
        return distance(a, b)

    def bearing(self, a: int, b: int) -> int | None:
        """Return how the line from a to b leaves a's hex, 0 to 11; None in the same hex."""
        return bearing(a, b)

    def arc(self, mask: int, place: int, heading: int, target: int) -> bool:
        """Say whether a target is in an arc of a unit at a place; in the same hex it always is."""
        return in_arc(mask, heading, bearing(place, target))

    def neighbours(self, place: int) -> tuple[int, ...]:
        """Return the six places around one, in the order of the headings."""
        return neighbours(place)

    def terrain(self, place: int) -> str:
        """Return what lies in a place."""
        return self._terrain.get(place, self.open_terrain)

    def line_of_sight(
        self,
        a: int,
        b: int,
        blocks: Callable[[int], bool] | Container[int] = (),
        sides: Container[tuple[int, int]] = (),
    ) -> bool:
        """Say whether the line from a's centre to b's is clear; the same both ways.

        blocks: places that stop sight, or a function that says so; a and b never do.
        sides: hexsides that stop sight, each as (place, heading), named from either side.
        A line along the hexside that two hexes share is stopped when both stop sight or when the
        hexside does.
        """
        stops = _test(blocks)
        crossed = line(a, b)
        if any(stops(place) for place in crossed[1:-1]):
            return False
        pairs = straddled(a, b)
        if any(stops(port) and stops(starboard) for port, starboard in pairs):
            return False
        joints = pairs or pairwise(crossed)
        return not any(_is_side(one, other, sides) for one, other in joints)

    def contact(self, a: int | Collection[int], b: int | Collection[int]) -> bool:
        """Say whether two units share a hex; each is a place, or the places it fills."""
        ours = (a,) if isinstance(a, int) else a
        theirs = (b,) if isinstance(b, int) else b
        return any(place in theirs for place in ours)


def _is_side(one: int, other: int, sides: Container[tuple[int, int]]) -> bool:
    """Say whether the hexside between two places is among some, named from either side."""
    heading = STEP.index(other - one)
    return (one, heading) in sides or (other, opposite(heading)) in sides
