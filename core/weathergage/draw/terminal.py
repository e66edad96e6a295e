"""A hex table as text for a terminal 100 to 160 columns wide, and the roster of its ships.

A hex takes two lines, and columns of odd number stand one line lower, so that neighbours in the
text are neighbours on the table. Sides differ by a letter as well as by colour, and all signs are
explained below the chart, so that it reads the same without colour. rich is imported when a chart
is made, not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from weathergage.draw.picture import (
    HexTable,
    Picture,
    SectionMark,
    ShipMark,
    column_row,
    heading_name,
    place_in,
)
from weathergage.draw.sea import STATE_MARKS, livery, wind_words
from weathergage.errors import WeathergageError

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

ARROWS = "↑↗→↘↓↙←↖"
STATE_SIGNS = {"afoul": "&", "prize": "$", "dismasted": "!", "anchored": "=", "sunk": "†"}
FLAG_SIGN = "*"
_EDGE = 4
_LINES_AROUND = 9
_KEYS = "abcdefghijklmnopqrstuvwxyz"


def chart(picture: Picture, *, width: int = 120, height: int = 40) -> Text:
    """The hexes around the ships as text, no wider than width.

    height: the lines to keep to; more are used when the ships spread further than that. Where even
    the narrowest hexes leave ships out, a line says how many.
    Raises WeathergageError when the picture has no hex table with sections.
    """
    from rich.text import Text

    board = picture.board
    if board is None or not board.sections:
        raise WeathergageError("this picture has no hex table with map sections to chart")
    grid = _Grid.around(picture, board, width, height)
    grid.fill(picture, board)
    lines = [
        _title(picture, width),
        *_weather(picture, width),
        *grid.lines(board),
        *_keys(picture, board, grid, width),
    ]
    return Text("\n").join(lines)


def roster(picture: Picture) -> Table:
    """The ships, side by side's order: code, name, side, hex, heading, speed, damage and state."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Code", "Name", "Side", "Hex", "Heading"):
        table.add_column(heading, no_wrap=heading != "Name")
    table.add_column("Speed", justify="right")
    table.add_column("Damage")
    table.add_column("State")
    letters = side_letters(picture)
    for ship in _by_side(picture):
        side = picture.side(ship)
        style = _style(picture, ship)
        where = picture.board.label(ship.place) if picture.board else ""
        state = STATE_MARKS[ship.state][1] if ship.state else ""
        cells = [
            Text(f"{ship.label} {ship.flag}".rstrip(), style=style),
            Text(ship.name),
            Text(f"{letters.get(side.id, '?')} {side.name}", style=style),
            Text(where),
            Text(f"{arrow(ship.heading_degrees)} {heading_name(ship.heading_degrees)}"),
            Text(str(ship.speed)),
            Text(ship.damage),
            Text(", ".join(part for part in (state, ship.note) if part)),
        ]
        table.add_row(*cells)
    return table


def arrow(degrees: int) -> str:
    """The arrow nearest to a direction in degrees clockwise from north."""
    # A hex heading of 60 degrees lies 15 from north-east and 30 from east, and so for the others.
    return ARROWS[(2 * (degrees % 360) + 45) // 90 % 8]


def side_letters(picture: Picture) -> dict[str, str]:
    """A letter for each side: of its name, the first that no side before it has taken."""
    letters: dict[str, str] = {}
    for index, side in enumerate(picture.sides):
        taken = letters.values()
        choices = [letter for letter in side.name.upper() if letter.isalpha()]
        free = [letter for letter in choices if letter not in taken]
        letters[side.id] = free[0] if free else str((index + 1) % 10)
    return letters


def _by_side(picture: Picture) -> list[ShipMark]:
    order = {side.id: index for index, side in enumerate(picture.sides)}
    return sorted(picture.ships, key=lambda ship: order.get(ship.side, len(order)))


def _style(picture: Picture, ship: ShipMark) -> str:
    return f"bold {livery(picture.side(ship).colour_index).terminal}"


# --- the grid of hexes -----------------------------------------------------------------------


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
                    self._write(line, at + 1, "•", _style(picture, passed))
        self._borders(board)
        for section in board.sections:
            self._name(section, picture)
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
                if board.section(column - 1, row) is not here and row <= self.bottom:
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
            self._write(line, at, f"{above:{self.cell}}", _style(picture, ship))
            self._write(line + 1, at, f"{below:^{self.cell}}", _style(picture, ship))
            return
        key = _KEYS[len(self.stacks) % len(_KEYS)]
        self.stacks.append((key, place, ships))
        if self.cell == 4:
            for index, ship in enumerate(ships[:2]):
                self._write(line, at + 2 * index, token(ship, letters), _style(picture, ship))
            words = f"{key})" + (f"+{len(ships) - 2}" if len(ships) > 2 else "")
            self._write(line + 1, at, f"{words:^4}"[:4], "bold")
        else:
            self._write(line, at, f"{key})", "bold")
            self._write(line + 1, at, f"x{len(ships)}", "bold")

    def _marks(self, ship: ShipMark, letters: dict[str, str]) -> tuple[str, str]:
        """What stands for a ship that has her hex to herself, above and below."""
        above, code = token(ship, letters), short_code(ship.label, self.cell)
        flag, state = FLAG_SIGN if ship.flag else "", STATE_SIGNS.get(ship.state, "")
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
            for letter, style in _runs(letters, styles):
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
                number = f"{column - section.left + 1:02d}" if section and shown else ""
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
                return f"{row - section.top + 1:02d}"
        return ""


def token(ship: ShipMark, letters: dict[str, str]) -> str:
    """A ship in two letters: an arrow where she heads, and her side's letter."""
    return arrow(ship.heading_degrees) + letters.get(ship.side, "?")


def short_code(label: str, room: int) -> str:
    """A ship's code in so many letters: without its stroke, or only what stands after it."""
    if len(label) <= room:
        return label
    joined = label.replace("/", "")
    if len(joined) <= room:
        return joined
    return (label.rpartition("/")[2] or joined)[:room]


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


def _section_of_column(board: HexTable, column: int) -> SectionMark | None:
    for section in board.sections:
        if section.left <= column < section.left + section.columns:
            return section
    return None


def _runs(letters: list[str], styles: list[str]) -> Iterator[tuple[str, str]]:
    """A line as stretches of one style each."""
    start = 0
    for at in range(1, len(letters) + 1):
        if at == len(letters) or styles[at] != styles[start]:
            yield "".join(letters[start:at]), styles[start]
            start = at


# --- above and below the grid ----------------------------------------------------------------


def _title(picture: Picture, width: int) -> Text:
    from rich.text import Text

    moment = f"turn {picture.turn}" if picture.turn > 0 else "set-up"
    line = Text(picture.title, style="bold")
    line.append(f"  {moment}" + (f", {picture.phase}" if picture.phase else ""))
    line.truncate(width, overflow="ellipsis")
    return line


def _weather(picture: Picture, width: int) -> Iterator[Text]:
    """The wind with an arrow where it blows to, and which letter is which side."""
    from rich.text import Text

    wind, sides = Text(), Text()
    if picture.wind is not None:
        words = wind_words(picture.wind)
        wind.append(f"{arrow(picture.wind.from_degrees + 180)} {words}", style="bold")
        wind.append("   ")
    wind.append("north is up   ", style="dim")
    letters = side_letters(picture)
    for side, ships in picture.fleets():
        sides.append(letters[side.id], style=f"bold {livery(side.colour_index).terminal}")
        sides.append(f" {side.name} ({ships})   ")
    sides.rstrip()
    whole = wind.cell_len + sides.cell_len <= width
    for line in (wind + sides,) if whole else (wind, sides):
        line.truncate(width, overflow="ellipsis")
        yield line


def _keys(picture: Picture, board: HexTable, grid: _Grid, width: int) -> Iterator[Text]:
    """The ships that share a hex, the signs in use, and how many ships lie outside."""
    from rich.text import Text

    letters = side_letters(picture)
    for key, place, ships in grid.stacks:
        parts = [Text(f"{key})", style="bold"), Text(board.label(place))]
        for ship in ships:
            sign = STATE_SIGNS.get(ship.state, "") + (FLAG_SIGN if ship.flag else "")
            part = Text(f"{token(ship, letters)}{sign} {ship.label}", style=_style(picture, ship))
            part.append(f" {ship.name}", style="not bold default")
            parts.append(part)
        yield from _flow(parts, width)
    signs = [Text(words, style="dim") for words in _signs(picture, board, grid)]
    if signs:
        yield from _flow(signs, width)
    outside = sum(not grid.shown(ship) for ship in picture.ships)
    if outside:
        are = "ship lies" if outside == 1 else "ships lie"
        yield Text(f"{outside} {are} outside this chart; the roster has all.", style="bold")


def _signs(picture: Picture, board: HexTable, grid: _Grid) -> Iterator[str]:
    """What each sign on the chart means, of those that are on it."""
    states = {ship.state for ship in picture.ships}
    for state, (_, words) in STATE_MARKS.items():
        if state in states:
            yield f"{STATE_SIGNS[state]} {words}"
    if any(ship.flag for ship in picture.ships):
        yield f"{FLAG_SIGN} flagship"
    if any(ship.track for ship in picture.ships):
        yield "• track of the last move"
    if any(board.is_land(column, row) for column, row in _places(grid)):
        yield "░ land"
    if grid.cell == 2 and picture.ships:
        yield "small letter below a ship: the letter of her code"


def _flow(parts: list[Text], width: int) -> Iterator[Text]:
    """Parts side by side, on as many lines as they need; a part alone too wide is cut."""
    from rich.text import Text

    line = Text()
    for part in parts:
        if line and line.cell_len + 3 + part.cell_len > width:
            yield line
            line = Text("   ")
        elif line:
            line.append("   ")
        line.append_text(part)
        line.truncate(width, overflow="ellipsis")
    yield line


def _places(grid: _Grid) -> Iterator[tuple[int, int]]:
    """Column and row of every hex of a grid that is on the table or beside it."""
    for column in range(grid.left, grid.right + 1):
        for row in range(grid.top, grid.bottom + 1):
            yield column, row
