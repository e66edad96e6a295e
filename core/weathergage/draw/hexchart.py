"""A hex table as text for a terminal 100 to 160 columns wide.

A hex takes two lines, and columns of odd number stand one line lower, so that neighbours in the
text are neighbours on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from weathergage.boards.hex import column_row, place_in
from weathergage.draw.letters import (
    FLAG_SIGN,
    KEYS,
    STATE_SIGNS,
    STERN_SIGN,
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
    HexTable,
    Picture,
    SectionMark,
    ShipMark,
)
from weathergage.draw.sea import STATE_MARKS
from weathergage.errors import WeathergageError

if TYPE_CHECKING:
    from rich.text import Text

_EDGE = 4
_LINES_AROUND = 9


def chart(picture: Picture, *, width: int = 120, height: int = 40) -> Text:
    """The hexes around the ships as text, no wider than width.

    height: the lines to keep to; more are used when the ships spread further than that. Where even
    the narrowest hexes leave ships out, a line says how many.
    Raises WeathergageError when the picture has no hex table with sections.
    """
    from rich.text import Text

    board = picture.board
    if not isinstance(board, HexTable) or not board.sections:
        raise WeathergageError("this picture has no hex table with map sections to chart")
    grid = _Grid.around(picture, board, width, height)
    grid.fill(picture, board)
    lines = [
        title(picture, width),
        *weather(picture, width),
        *grid.lines(board),
        *_keys(picture, board, grid, width),
    ]
    return Text("\n").join(lines)


@dataclass(slots=True)
class _Grid:
    """The hexes shown, and the letters and styles that stand for them.

    cell: letters to a hex, 2 to 4. left, top, right, bottom: columns and rows, all included.
    stacks: hexes with several ships, each with the key under which these are listed.
    """

    cell: int
    left: int
    top: int
    right: int
    bottom: int
    letters: list[list[str]] = field(default_factory=list)
    styles: list[list[str]] = field(default_factory=list)
    stacks: list[tuple[str, int, list[ShipMark]]] = field(default_factory=list)

    @classmethod
    def around(cls, picture: Picture, board: HexTable, width: int, height: int) -> _Grid:
        """The grid around the ships, with the widest hexes that let all of them be shown."""
        places = [column_row(ship.place) for ship in picture.ships]
        first_column, first_row, last_column, last_row = board.bounds()
        columns = [column for column, _ in places] or [first_column, last_column]
        rows = [row for _, row in places] or [first_row, last_row]
        needed = max(columns) - min(columns) + 1
        room = max(width - 2 * _EDGE - 1, 8)
        cell = next((wide for wide in (4, 3, 2) if (needed + 2) * wide <= room), 2)
        left, right = _span(columns, (first_column, last_column), room // cell, 5)
        limit = max((height - _LINES_AROUND) // 2, max(rows) - min(rows) + 1)
        top, bottom = _span(rows, (first_row, last_row), limit, 3)
        return cls(cell, left, top, right, bottom)

    def shown(self, ship: ShipMark) -> bool:
        """Whether a ship's hex is in the grid."""
        column, row = column_row(ship.place)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    def fill(self, picture: Picture, board: HexTable) -> None:
        """Write the hexes, then tracks, borders and names, then the ships over them."""
        columns, rows = self.right - self.left + 1, self.bottom - self.top + 1
        self.letters = [[" "] * (columns * self.cell + 1) for _ in range(2 * rows + 2)]
        self.styles = [[""] * (columns * self.cell + 1) for _ in range(2 * rows + 2)]
        tracks = {place: ship for ship in picture.ships for place in ship.track}
        for column in range(self.left, self.right + 1):
            for row in range(self.top, self.bottom + 1):
                self._sea(board, column, row)
                passed = tracks.get(place_in(column, row))
                if passed is not None:
                    line, at = self._corner(column, row)
                    self._write(line, at + 1, "•", style_of(picture, passed))
        self._borders(board)
        for section in board.sections:
            self._name(section, picture)
        for ship in picture.ships:
            if ship.stern is not None:
                line, at = self._corner(*column_row(ship.stern))
                self._write(line, at + 1, STERN_SIGN, style_of(picture, ship))
        letters = side_letters(picture)
        for place, ships in picture.stacks().items():
            if self.shown(ships[0]):
                self._ships(picture, place, ships, letters)

    def _corner(self, column: int, row: int) -> tuple[int, int]:
        """The line and the letter at which a hex begins; one line is kept above for borders."""
        line = 1 + 2 * (row - self.top) + (column & 1)
        return line, (column - self.left) * self.cell

    def _write(self, line: int, at: int, words: str, style: str, *, gaps: bool = False) -> None:
        """Write on the grid what fits on it; with gaps, only where nothing stands yet."""
        if not 0 <= line < len(self.letters):
            return
        for offset, letter in enumerate(words):
            place = at + offset
            if not 0 <= place < len(self.letters[line]):
                continue
            if gaps and self.letters[line][place] != " ":
                continue
            self.letters[line][place] = letter
            self.styles[line][place] = style

    def _sea(self, board: HexTable, column: int, row: int) -> None:
        line, at = self._corner(column, row)
        if board.section(column, row) is None:
            return
        if board.is_land(column, row):
            self._write(line, at, "░" * self.cell, "dim")
            self._write(line + 1, at, "░" * self.cell, "dim")
        else:
            self._write(line, at + 1, "·", "dim")

    def _borders(self, board: HexTable) -> None:
        """Lines where one section, or the table, ends: to the west of a hex and to its north."""
        for column in range(self.left, self.right + 2):
            for row in range(self.top, self.bottom + 2):
                line, at = self._corner(column, row)
                here = board.section(column, row)
                west = board.section(column - 1, row)
                if west is not here and row <= self.bottom and not _is_ragged(west or here, row):
                    self._write(line, at, "│", "dim", gaps=True)
                    self._write(line + 1, at, "│", "dim", gaps=True)
                if board.section(column, row - 1) is not here and column <= self.right:
                    self._write(line - 1, at, "─" * self.cell, "dim", gaps=True)

    def _name(self, section: SectionMark, picture: Picture) -> None:
        """The section's name in the first free hex of the part of it that is shown."""
        used = {ship.place for ship in picture.ships}
        for row in range(max(section.top, self.top), self.bottom + 1):
            for column in range(max(section.left, self.left), self.right + 1):
                if section.holds(column, row) and place_in(column, row) not in used:
                    line, at = self._corner(column, row)
                    self._write(line, at + 1, section.name[: self.cell - 1], "bold")
                    return

    def _ships(
        self, picture: Picture, place: int, ships: list[ShipMark], letters: dict[str, str]
    ) -> None:
        line, at = self._corner(*column_row(place))
        if len(ships) == 1:
            ship = ships[0]
            above, below = self._marks(ship, letters)
            self._write(line, at, f"{above:{self.cell}}", style_of(picture, ship))
            self._write(line + 1, at, f"{below:^{self.cell}}", style_of(picture, ship))
            return
        key = KEYS[len(self.stacks) % len(KEYS)]
        self.stacks.append((key, place, ships))
        if self.cell == 4:
            for index, ship in enumerate(ships[:2]):
                self._write(line, at + 2 * index, token(ship, letters), style_of(picture, ship))
            words = f"{key})" + (f"+{len(ships) - 2}" if len(ships) > 2 else "")
            self._write(line + 1, at, f"{words:^4}"[:4], "bold")
        else:
            self._write(line, at, f"{key})", "bold")
            self._write(line + 1, at, f"x{len(ships)}", "bold")

    def _marks(self, ship: ShipMark, letters: dict[str, str]) -> tuple[str, str]:
        """What stands for a ship that has her hex to herself, above and below."""
        above, code = token(ship, letters), short_code(ship.label, self.cell)
        flag = FLAG_SIGN if ship.flag else ""
        state = "".join(STATE_SIGNS[state] for state in ship.states[:1])
        if self.cell == 4:
            return f"{flag:1}{above}{state}", code
        if self.cell == 3:
            return above + (state or flag), code
        return above, (code.lower() + (state or flag))[:2]

    def lines(self, board: HexTable) -> Iterator[Text]:
        """The grid line by line, with column numbers above and below and row numbers beside."""
        from rich.text import Text

        numbers = list(self._column_numbers(board))
        yield from numbers
        last = len(self.letters) - 1
        for index, (letters, styles) in enumerate(zip(self.letters, self.styles, strict=True)):
            if index in (0, last) and not "".join(letters).strip():
                continue
            edge = self._row_number(board, index)
            line = Text()
            line.append(f"{edge:>{_EDGE - 1}} ", style="dim")
            for letter, style in runs(letters, styles):
                line.append(letter, style=style or None)
            line.append(f" {edge}", style="dim")
            yield line
        yield from numbers

    def _column_numbers(self, board: HexTable) -> Iterator[Text]:
        """The printed columns: on one line, or by turns on two where hexes are narrow."""
        from rich.text import Text

        turns: tuple[tuple[int, ...], ...] = ((0, 1),) if self.cell > 2 else ((0,), (1,))
        for parities in turns:
            words = ""
            for column in range(self.left, self.right + 1):
                section = _section_of_column(board, column)
                shown = section is not None and column % 2 in parities
                number = section.column_number(column) if section and shown else ""
                words += f"{number:^{self.cell}}"
            yield Text(" " * _EDGE + words.rstrip(), style="dim")

    def _row_number(self, board: HexTable, line: int) -> str:
        """The printed row of the hexes that begin on a line, for even columns."""
        row, half = divmod(line - 1, 2)
        row += self.top
        if half or not self.top <= row <= self.bottom:
            return ""
        for section in board.sections:
            if section.top <= row < section.top + section.rows:
                return section.row_number(row)
        return ""


def _span(used: list[int], table: tuple[int, int], limit: int, margin: int) -> tuple[int, int]:
    """First and last of the columns or rows to show: at most limit, with a margin where it fits.

    When those in use spread further than limit, the stretch that holds most of them.
    """
    first, last = min(used), max(used)
    if last - first + 1 > limit:
        starts = range(first, last - limit + 2)
        start = max(starts, key=lambda at: (sum(at <= one < at + limit for one in used), -at))
        return start, start + limit - 1
    lowest, highest = min(table[0], first), max(table[1], last)
    for _ in range(margin):
        if last - first + 1 < limit and first > lowest:
            first -= 1
        if last - first + 1 < limit and last < highest:
            last += 1
    return first, last


def _is_ragged(section: SectionMark | None, row: int) -> bool:
    """Whether a row is the last of a section that ends with every other column."""
    return section is not None and section.ragged and row == section.top + section.rows - 1


def _section_of_column(board: HexTable, column: int) -> SectionMark | None:
    for section in board.sections:
        if section.left <= column < section.left + section.columns:
            return section
    return None


# --- above and below the grid ----------------------------------------------------------------


def _keys(picture: Picture, board: HexTable, grid: _Grid, width: int) -> Iterator[Text]:
    """The ships that share a hex, the signs in use, and how many ships lie outside."""
    from rich.text import Text

    letters = side_letters(picture)
    for key, place, ships in grid.stacks:
        parts = [Text(f"{key})", style="bold"), Text(board.label(place))]
        for ship in ships:
            sign = "".join(STATE_SIGNS[state] for state in ship.states)
            sign += FLAG_SIGN if ship.flag else ""
            part = Text(f"{token(ship, letters)}{sign} {ship.label}", style=style_of(picture, ship))
            part.append(f" {ship.name}", style="not bold default")
            parts.append(part)
        yield from flow(parts, width)
    signs = [Text(words, style="dim") for words in _signs(picture, board, grid)]
    if signs:
        yield from flow(signs, width)
    outside = sum(not grid.shown(ship) for ship in picture.ships)
    if outside:
        are = "ship lies" if outside == 1 else "ships lie"
        yield Text(f"{outside} {are} outside this chart; the roster has all.", style="bold")


def _signs(picture: Picture, board: HexTable, grid: _Grid) -> Iterator[str]:
    """What each sign on the chart means, of those that are on it."""
    states = {state for ship in picture.ships for state in ship.states}
    for state, (_, words) in STATE_MARKS.items():
        if state in states:
            yield f"{STATE_SIGNS[state]} {words}"
    if any(ship.flag for ship in picture.ships):
        yield f"{FLAG_SIGN} flagship"
    if any(ship.stern is not None for ship in picture.ships):
        yield f"{STERN_SIGN} stern of a ship two hexes long"
    if any(ship.track for ship in picture.ships):
        yield "• track of the last move"
    if any(board.is_land(column, row) for column, row in _places(grid)):
        yield "░ land"
    if grid.cell == 2 and picture.ships:
        yield "small letter below a ship: the letter of her code"


def _places(grid: _Grid) -> Iterator[tuple[int, int]]:
    """Column and row of every hex of a grid that is on the table or beside it."""
    for column in range(grid.left, grid.right + 1):
        for row in range(grid.top, grid.bottom + 1):
            yield column, row
