"""A free table, or a sea chart, as text: the table laid on letters twice as high as wide.

Every ship's arrow stands at her centre; her code beside it, where there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING, Final

from weathergage.draw.labels import Box
from weathergage.draw.letters import (
    FLAG_SIGN,
    KEYS,
    STATE_SIGNS,
    flow,
    runs,
    short_code,
    side_letters,
    style_of,
    title,
    token,
    weather,
)
from weathergage.draw.picture import (
    KINDS,
    ArcMark,
    FreeTable,
    Kind,
    Picture,
    Point,
    RegionMark,
    ShipMark,
)
from weathergage.draw.plan import bounds, is_inside
from weathergage.draw.sea import STATE_MARKS, direction, number
from weathergage.draw.terrain import in_order, look
from weathergage.errors import WeathergageError

if TYPE_CHECKING:
    from rich.text import Text

GROUND: Final = {
    "deep": " ",
    "shoal": ":",
    "land": "░",
    "water": "~",
    "rough": "▒",
    "cover": "%",
    "town": "▓",
    "obstacle": "#",
}
KIND_SIGNS: Final[dict[Kind, str]] = {
    "battery": "■",
    "boats": "¤",
    "unit": "◆",
    "buoy": "o",
}
_EDGE = 5
_LINES_AROUND = 9


def chart(picture: Picture, *, width: int = 120, height: int = 40) -> Text:
    """The table, or the part of it around the ships when that is small, as text of that size.

    Raises WeathergageError when the picture has no free table, or one without a size.
    """
    from rich.text import Text

    board = picture.board
    if not isinstance(board, FreeTable) or not (board.width > 0 and board.height > 0):
        raise WeathergageError("this picture has no table of any size to chart")
    cells = _Cells.around(picture, board, width, height)
    cells.fill(picture)
    lines = [
        title(picture, width),
        *weather(picture, width),
        *cells.lines(width),
        *_keys(picture, cells, width),
    ]
    return Text("\n").join(lines)


@dataclass(slots=True)
class _Cells:
    """The letters shown, and the part of the table that they stand for.

    step: how much of the table a letter is wide; it is twice as high. left, top: the point at the
    corner of the first letter. stacks: points with several ships, with the key for each.
    """

    board: FreeTable
    left: float
    top: float
    step: float
    columns: int
    rows: int
    letters: list[list[str]] = field(default_factory=list)
    styles: list[list[str]] = field(default_factory=list)
    taken: list[list[bool]] = field(default_factory=list)
    stacks: list[tuple[str, list[ShipMark]]] = field(default_factory=list)

    @classmethod
    def around(cls, picture: Picture, board: FreeTable, width: int, height: int) -> _Cells:
        """The cells that show the window as large as it can be within width and height."""
        left, top, right, bottom = _window(picture, board)
        most_columns, most_rows = max(width - 2 * _EDGE, 8), max(height - _LINES_AROUND, 6)
        step = max((right - left) / most_columns, (bottom - top) / (2 * most_rows))
        columns = min(max(ceil((right - left) / step - 1e-6), 1), most_columns)
        rows = min(max(ceil((bottom - top) / (2 * step) - 1e-6), 1), most_rows)
        cells = cls(board, left, top, step, columns, rows)
        cells.letters = [[" "] * columns for _ in range(rows)]
        cells.styles = [[""] * columns for _ in range(rows)]
        cells.taken = [[False] * columns for _ in range(rows)]
        return cells

    def at(self, point: Point) -> tuple[int, int]:
        """The line and the column that a point falls in; they may lie outside."""
        column = (point[0] - self.left) / self.step
        line = (point[1] - self.top) / (2 * self.step)
        # The far edges belong to the last letters.
        column -= 1e-6 * (column >= self.columns)
        line -= 1e-6 * (line >= self.rows)
        return int(line // 1), int(column // 1)

    def shown(self, ship: ShipMark) -> bool:
        """Whether a ship that is on the table is on the chart."""
        return ship.at is not None and self._holds(*self.at(ship.at))

    def _holds(self, line: int, column: int) -> bool:
        return 0 <= line < self.rows and 0 <= column < self.columns

    def _middle(self, line: int, column: int) -> Point:
        return self.left + (column + 0.5) * self.step, self.top + (line + 0.5) * 2 * self.step

    def fill(self, picture: Picture) -> None:
        """Write the ground, then tracks and arcs, then the ships, then the names of regions."""
        regions = in_order(self.board.regions)
        self._open_sea()
        for region in regions:
            self._region(region)
        for ship in picture.ships:
            if ship.at is not None and ship.path:
                for line, column in self._along([*ship.path, ship.at]):
                    self._put(line, column, "•", style_of(picture, ship))
        for ship, arc in picture.shown_arcs():
            self._arc(arc, style_of(picture, ship))
        self._ships(picture)
        for region in reversed(regions):
            self._name(region)

    def _open_sea(self) -> None:
        """A cross wherever two of the lines cross that have figures at the edge."""
        every = self.board.lines(self.board.labels, 1 / self.step, 6)
        for x in _multiples(every, self.board.width):
            for y in _multiples(every, self.board.height):
                line, column = self.at((x, y))
                self._put(line, column, "+", "dim")

    def _put(self, line: int, column: int, letter: str, style: str) -> None:
        if self._holds(line, column):
            self.letters[line][column] = letter
            self.styles[line][column] = style

    def _region(self, region: RegionMark) -> None:
        """Every cell whose middle lies in the region; for one too small for that, its edges."""
        sign = GROUND.get(region.kind, "'")
        left, top, right, bottom = bounds(region.outline)
        (first, start), (last, end) = self.at((left, top)), self.at((right, bottom))
        found = [
            (line, column)
            for line in range(max(first, 0), min(last + 1, self.rows))
            for column in range(max(start, 0), min(end + 1, self.columns))
            if is_inside(self._middle(line, column), region.outline)
        ]
        for line, column in found or self._along([*region.outline, region.outline[0]]):
            self._put(line, column, sign, "dim")

    def _along(self, points: list[Point]) -> Iterator[tuple[int, int]]:
        """The cells that a line through some points passes, near enough."""
        for (x1, y1), (x2, y2) in pairwise(points):
            count = min(ceil(hypot(x2 - x1, y2 - y1) / self.step) + 1, 400)
            for index in range(count):
                share = index / count
                yield self.at((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))

    def _arc(self, arc: ArcMark, style: str) -> None:
        """The rings of an arc with their figures, and its two edges."""
        span = (arc.end - arc.start) % 360 or 360.0
        for reach in arc.ranges:
            count = min(ceil(span / 57.3 * reach / self.step) + 1, 720)
            ring = _ring(arc, reach, count)
            for point in ring:
                self._put(*self.at(point), "∙", style)
            if span < 360 and reach == max(arc.ranges):
                for end in (ring[0], ring[-1]):
                    for cell in self._along([arc.at, end]):
                        self._put(*cell, "∙", style)
            line, column = self.at(ring[len(ring) // 2])
            self._write(line, column, number(reach), style)

    def _write(self, line: int, column: int, words: str, style: str) -> None:
        """Write words and keep their cells from being written over."""
        for offset, letter in enumerate(words):
            if self._holds(line, column + offset):
                self._put(line, column + offset, letter, style)
                self.taken[line][column + offset] = True

    def _is_free(self, line: int, column: int, width: int) -> bool:
        """Whether so many cells are on the chart and nothing is written on them or beside them."""
        if not (0 <= line < self.rows and column >= 0 and column + width <= self.columns):
            return False
        return not any(self.taken[line][max(column - 1, 0) : column + width + 1])

    def _ships(self, picture: Picture) -> None:
        letters = side_letters(picture)
        groups = self._groups(picture, letters)
        for line, column, ships in groups:
            if len(ships) == 1:
                self._write(line, column, mark(ships[0], letters), style_of(picture, ships[0]))
                continue
            key = KEYS[len(self.stacks) % len(KEYS)]
            self.stacks.append((key, ships))
            self._write(line, column, f"{key})", "bold")
        for line, column, ships in groups:
            if len(ships) == 1:
                self._code(line, column, ships[0], picture, letters)

    def _groups(
        self, picture: Picture, letters: dict[str, str]
    ) -> list[tuple[int, int, list[ShipMark]]]:
        """The ships on the chart by cell; those whose marks would run into one another together."""
        found: list[tuple[int, int, list[ShipMark]]] = []
        for ship in picture.ships:
            if ship.at is None or not self.shown(ship):
                continue
            line, column = self.at(ship.at)
            for one, other, ships in found:
                clear = len(mark(ship, letters)), max(len(mark(near, letters)) for near in ships)
                if one == line and other - clear[0] < column < other + clear[1]:
                    ships.append(ship)
                    break
            else:
                found.append((line, column, [ship]))
        return found

    def _code(
        self, line: int, column: int, ship: ShipMark, picture: Picture, letters: dict[str, str]
    ) -> None:
        """A ship's code, or her name where she has none, where the first room for it is; a name
        is cut short before it is left out.
        """
        is_coded = ship.label not in ("", ship.name)
        choices = [short_code(ship.label, 6)] if is_coded else [ship.name[:18], ship.name[:6]]
        for code in choices:
            if self._beside(line, column, code, len(mark(ship, letters)), style_of(picture, ship)):
                return

    def _beside(self, line: int, column: int, code: str, long: int, style: str) -> bool:
        """Write a code to the right of a mark, below, above or to its left; say if it found room.

        long: letters of the mark.
        """
        wide = len(code)
        middle = column + 1 - wide // 2
        for down, at in (
            (0, column + long + 1),
            (1, middle),
            (-1, middle),
            (0, column - wide - 1),
            (1, column),
            (-1, column),
            (1, column + 1),
            (-1, column + 1),
        ):
            if self._is_free(line + down, at, wide):
                self._write(line + down, at, code, style)
                return True
        return False

    def _name(self, region: RegionMark) -> None:
        """A region's name where all of it lies in the region and on nothing else."""
        sign, wide = GROUND.get(region.kind, "'"), len(region.name)
        if not region.name or region.kind == "deep":
            return
        for line in self._from_middle(region):
            whole = "".join(
                " " if taken else letter
                for letter, taken in zip(self.letters[line], self.taken[line], strict=True)
            )
            at = whole.find(sign * (wide + 2))
            if at >= 0 and self._lies_in(region, line, at, wide + 2):
                room = len(whole[at:]) - len(whole[at:].lstrip(sign))
                start = at + (room - wide) // 2
                self._write(line, start, region.name, "bold dim")
                return

    def _from_middle(self, region: RegionMark) -> list[int]:
        """The lines of a region on the chart, those about its middle first."""
        _, top, _, bottom = bounds(region.outline)
        first, last = self.at((0, top))[0], self.at((0, bottom))[0]
        lines = range(max(first, 0), min(last + 1, self.rows))
        return sorted(lines, key=lambda line: abs(2 * line - first - last))

    def _lies_in(self, region: RegionMark, line: int, column: int, wide: int) -> bool:
        ends = (column, column + wide - 1)
        return all(is_inside(self._middle(line, end), region.outline) for end in ends)

    # Written out

    def lines(self, width: int) -> Iterator[Text]:
        """The chart line by line in a frame, with figures above and beside, and its scale below."""
        from rich.text import Text

        figures = self._figures()
        yield Text(figures, style="dim")
        yield Text(" " * (_EDGE - 1) + "┌" + "─" * self.columns + "┐", style="dim")
        sides = self._side_figures()
        for line, (letters, styles) in enumerate(zip(self.letters, self.styles, strict=True)):
            figure = sides.get(line, "")
            text = Text()
            text.append(f"{figure:>{_EDGE - 1}}│", style="dim")
            for words, style in runs(letters, styles):
                text.append(words, style=style or None)
            text.append(f"│{figure}", style="dim")
            yield text
        yield Text(" " * (_EDGE - 1) + "└" + "─" * self.columns + "┘", style="dim")
        yield self._scale(width)

    def _figures(self) -> str:
        """The figures above the chart, each over its line."""
        row = [" "] * (self.columns + 2 * _EDGE)
        every = self.board.lines(self.board.labels, 1 / self.step, 6)
        for value in _multiples(every, self.board.width):
            column = self.at((value, 0))[1]
            words = number(value)
            at = _EDGE + column - (len(words) - 1) // 2
            if 0 <= column < self.columns:
                row[at : at + len(words)] = words
        return "".join(row).rstrip()

    def _side_figures(self) -> dict[int, str]:
        every = self.board.lines(self.board.labels, 1 / (2 * self.step), 2)
        found = {self.at((0, value))[0]: value for value in _multiples(every, self.board.height)}
        return {line: number(value) for line, value in found.items()}

    def _scale(self, width: int) -> Text:
        from rich.text import Text

        long = next(
            (one for one in (10, 5, 20, 50, 2, 100, 1, 200) if 5 <= one / self.step <= 40), 10
        )
        dashes = max(round(long / self.step) - 2, 0)
        words = f"{' ' * _EDGE}├{'─' * dashes}┤ {long} {self.board.unit}"
        line = Text(words, style="dim")
        line.truncate(width, overflow="ellipsis")
        return line


def mark(ship: ShipMark, letters: dict[str, str]) -> str:
    """A ship in a few letters: an arrow where she heads, or what else she is, her side's letter,
    her states, and a star for a flag.
    """
    first = token(ship, letters)
    if ship.kind in KIND_SIGNS:
        first = KIND_SIGNS[ship.kind] + (first[1:] if ship.side else "")
    states = "".join(STATE_SIGNS[state] for state in ship.states)
    return first + states + (FLAG_SIGN if ship.flag else "")


def _window(picture: Picture, board: FreeTable) -> Box:
    """The part of the table with the ships on it, or the whole where that is most of it; with a
    little beyond the edge where ships have left over it.
    """
    whole = 0.0, 0.0, board.width, board.height
    points = [point for ship in picture.ships for point in _points(ship)]
    if not points:
        return whole
    edge = board.width, board.height
    for _, arc in picture.shown_arcs():
        for x, y in _ring(arc, max(arc.ranges, default=0.0), 8):
            points.append((min(max(x, 0.0), edge[0]), min(max(y, 0.0), edge[1])))
    spare = 0.06 * max(board.width, board.height)
    left, top, right, bottom = bounds(points)
    left, right = max(left, -spare), min(right, board.width + spare)
    top, bottom = max(top, -spare), min(bottom, board.height + spare)
    if max((right - left) / board.width, (bottom - top) / board.height) > 0.6:
        spare = 2 * max(board.width, board.height)
    (first, last), (upper, lower) = (
        _span(left, right, board.width, spare),
        _span(top, bottom, board.height, spare),
    )
    return first, upper, last, lower


def _span(first: float, last: float, length: float, spare: float) -> tuple[float, float]:
    """The stretch of a side of the table to show: what is used, with something to spare, and at
    least four tenths of the side.
    """
    beyond = 0.02 * length
    lowest = first - beyond if first < 0 else 0.0
    highest = last + beyond if last > length else length
    wide = min(max(last - first + 2 * spare, 0.4 * length), highest - lowest)
    start = min(max((first + last - wide) / 2, lowest), highest - wide)
    return start, start + wide


def _points(ship: ShipMark) -> Iterable[Point]:
    return () if ship.at is None else (ship.at, *ship.path)


def _ring(arc: ArcMark, reach: float, count: int) -> list[Point]:
    """Points of an arc at a distance, from its start to its end, count + 1 of them."""
    span = (arc.end - arc.start) % 360 or 360.0
    steps = [direction(arc.start + span * index / count) for index in range(count + 1)]
    return [(arc.at[0] + reach * east, arc.at[1] + reach * south) for east, south in steps]


def _multiples(every: float, length: float) -> Iterator[float]:
    if every > 0:
        for count in range(int(length / every + 1e-9) + 1):
            yield count * every


# --- below the chart -------------------------------------------------------------------------


def _keys(picture: Picture, cells: _Cells, width: int) -> Iterator[Text]:
    """The ships that stand together, the signs in use, and how many ships lie outside."""
    from rich.text import Text

    letters = side_letters(picture)
    for key, ships in cells.stacks:
        parts = [Text(f"{key})", style="bold"), Text(picture.where(ships[0]))]
        for ship in ships:
            part = Text(f"{mark(ship, letters)} {ship.label}".rstrip(), style_of(picture, ship))
            if ship.name != ship.label:
                part.append(f" {ship.name}", style="not bold default")
            parts.append(part)
        yield from flow(parts, width)
    signs = [Text(words, style="dim") for words in _signs(picture, cells)]
    if signs:
        yield from flow(signs, width)
    outside = sum(ship.at is not None and not cells.shown(ship) for ship in picture.ships)
    if outside:
        are = "lies" if outside == 1 else "lie"
        yield Text(f"{outside} {are} outside this chart; the roster has all.", style="bold")


def _signs(picture: Picture, cells: _Cells) -> Iterator[str]:
    """What each sign on the chart means, of those that are on it."""
    kinds = {ship.kind for ship in picture.ships}
    for kind, sign in KIND_SIGNS.items():
        if kind in kinds:
            yield f"{sign} {KINDS[kind][0]}"
    states = {state for ship in picture.ships for state in ship.states}
    for state, (_, words) in STATE_MARKS.items():
        if state in states:
            yield f"{STATE_SIGNS[state]} {words}"
    if any(ship.flag for ship in picture.ships):
        yield f"{FLAG_SIGN} flagship"
    if any(ship.path for ship in picture.ships):
        yield "• track of the last move"
    if any(picture.shown_arcs()):
        yield "∙ where guns bear, with the range"
    shown = {letter for line in cells.letters for letter in line}
    found = {}
    for region in in_order(cells.board.regions):
        sign = GROUND.get(region.kind, "'")
        if sign.strip() and sign in shown:
            found[region.kind] = f"{sign} {look(region.kind).words}"
    yield from found.values()
