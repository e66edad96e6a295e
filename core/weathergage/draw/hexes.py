"""A hex table as SVG: the sections with their numbers, the ships, the wind, and a legend.

The drawing is laid out in pixels of its natural width, 1200 for a few hexes to 2400 for a fleet
action, and can be shown at any size. What is printed on the map scales with the hexes; titles and
legend scale with the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt

from weathergage.boards.hex import STEP, centre, column_row, corners, place_in
from weathergage.draw.labels import Box, Label, Spot, Writing, label_for, leaders, overlap
from weathergage.draw.picture import (
    HexTable,
    Picture,
    SectionMark,
)
from weathergage.draw.sea import (
    BORDER,
    GRID,
    HULLS,
    INK,
    LAND,
    NUMBERS,
    SEA,
    SHORE,
    direction,
    element,
    fan_out,
    flag_shape,
    group,
    livery,
    mark_radius,
    number,
    plain,
    scale_bar,
    ship_shape,
    shortened,
    state_mark,
    summary,
    text,
    text_width,
)
from weathergage.draw.sheet import (
    Block,
    Paper,
    document,
    footer,
    header,
    heading,
    ship_blocks,
    sides_block,
)
from weathergage.errors import WeathergageError

ROOT3 = sqrt(3)


def svg(picture: Picture, *, focus: bool = True) -> str:
    """The picture as one SVG document; the same picture gives the same text on any machine.

    focus: show only the hexes around the ships when these take up a small part of the table; a
    key in the legend then shows which. Raises WeathergageError when the picture has no hex table
    or the table no section.
    """
    board = picture.board
    if not isinstance(board, HexTable) or not board.sections:
        raise WeathergageError("this picture has no hex table with map sections to draw")
    whole = _whole(picture, board)
    window = _focused(picture, whole) if focus else whole
    sheet = _Sheet.around(window)
    spots = _spots(picture, sheet)
    head, top = header(picture, sheet)
    sheet.lay(top)
    for spot in spots:
        spot.lay(sheet)
    labels = _labels(picture, sheet, spots)
    map_parts = [
        _hexes(board, sheet, spots, [label.box for label in labels]),
        _tracks(picture, sheet, spots),
        leaders(spots, labels, 1.2 * sheet.size, 0.8 * sheet.unit),
        _ships(picture, spots),
        group(*(label.drawn() for label in labels), class_="labels"),
    ]
    chart = group(*map_parts, class_="map", clip_path="url(#panel)")
    foot, height = _footer(picture, board, sheet, whole)
    return document(
        picture,
        sheet,
        sheet.panel(),
        parts=(head, chart, foot),
        height=height,
        size=sheet.size,
    )


# --- which hexes, and where on the sheet -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Window:
    """The columns and rows that are shown, first and last included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def shape(self) -> float:
        """Width by height."""
        return (1.5 * self.columns + 0.5) / (ROOT3 * (self.rows + 0.5))

    def grown(self, columns: int, rows: int, within: _Window) -> _Window:
        """The window with so many more on each side, held within another."""
        return _Window(
            max(self.left - columns, within.left),
            max(self.top - rows, within.top),
            min(self.right + columns, within.right),
            min(self.bottom + rows, within.bottom),
        )

    def holds(self, column: int, row: int) -> bool:
        return self.left <= column <= self.right and self.top <= row <= self.bottom


def _whole(picture: Picture, board: HexTable) -> _Window:
    """All sections, and whatever ship has left them."""
    left, top, right, bottom = board.bounds()
    places = [column_row(ship.place) for ship in picture.ships]
    columns = [column for column, _ in places]
    rows = [row for _, row in places]
    return _Window(
        min([left, *columns]), min([top, *rows]), max([right, *columns]), max([bottom, *rows])
    )


def _focused(picture: Picture, whole: _Window) -> _Window:
    """The hexes around the ships and their tracks, or all when these are most of the table."""
    if not picture.ships:
        return whole
    held = [ship.place for ship in picture.ships]
    held += [ship.stern for ship in picture.ships if ship.stern is not None]
    window = _around(held, whole).grown(2, 2, whole)
    tracks = [place for ship in picture.ships for place in ship.track]
    if tracks:
        passed = _around(tracks, whole)
        window = _Window(
            min(window.left, passed.left),
            min(window.top, passed.top),
            max(window.right, passed.right),
            max(window.bottom, passed.bottom),
        )
    while window.columns < min(12, whole.columns):
        window = window.grown(1, 0, whole)
    while window.rows < min(7, whole.rows):
        window = window.grown(0, 1, whole)
    while window.shape < 1.25 and window.columns < whole.columns:
        window = window.grown(1, 0, whole)
    while window.shape > 2.1 and window.rows < whole.rows:
        window = window.grown(0, 1, whole)
    small = window.columns * window.rows < 0.7 * whole.columns * whole.rows
    return window if small else whole


def _around(places: list[int], whole: _Window) -> _Window:
    """The hexes of a list and what lies between them, as far as the table goes."""
    columns, rows = zip(*(column_row(place) for place in places), strict=True)
    return _Window(
        max(min(columns), whole.left),
        max(min(rows), whole.top),
        min(max(columns), whole.right),
        min(max(rows), whole.bottom),
    )


@dataclass(slots=True)
class _Sheet(Paper):
    """The sheet of paper: its width, the map panel on it, and how large a hex is."""

    window: _Window
    size: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def around(cls, window: _Window) -> _Sheet:
        """A sheet for a window: 40 pixels a column, at least 1200 and at most 2400 wide."""
        sheet = cls(float(min(max(40 * window.columns, 1200), 2400)), window)
        across = sheet.width - 2 * sheet.margin
        size = across / (1.5 * window.columns + 0.8)
        sheet.size = min(size, 1.12 * across / (ROOT3 * (window.rows + 0.5) + 0.3))
        return sheet

    def lay(self, top: float) -> None:
        """Lay the panel with its upper edge at top and its hexes in the middle of its width."""
        first_x, _ = centre(place_in(self.window.left, self.window.top), self.size)
        last_x, _ = centre(place_in(self.window.right, self.window.top), self.size)
        self.x = self.width / 2 - (first_x + last_x) / 2
        self.y = top + self.size * 0.15 - ROOT3 * self.size * (self.window.top - 0.5)

    @property
    def panel_top(self) -> float:
        return self.y - self.size * 0.15 + ROOT3 * self.size * (self.window.top - 0.5)

    @property
    def panel_height(self) -> float:
        return ROOT3 * self.size * (self.window.rows + 0.5) + 0.3 * self.size

    def panel(self) -> dict[str, str | float]:
        """The panel as the attributes of a rectangle."""
        return {
            "x": self.margin,
            "y": self.panel_top,
            "width": self.width - 2 * self.margin,
            "height": self.panel_height,
        }

    def box(self) -> Box:
        """The panel's left, top, right and bottom."""
        right = self.width - self.margin
        return self.margin, self.panel_top, right, self.panel_top + self.panel_height

    def at(self, place: int) -> tuple[float, float]:
        """The centre of a hex on the sheet."""
        x, y = centre(place, self.size)
        return self.x + x, self.y + y

    def shown(self) -> Iterator[tuple[int, int]]:
        """Column and row of every hex of which some part is on the panel, column by column."""
        spare = self._spare() + 1
        for column in range(self.window.left - spare, self.window.right + spare + 1):
            for row in range(self.window.top - 1, self.window.bottom + 2):
                yield column, row

    def _spare(self) -> int:
        """How many columns beside the window a panel wider than its hexes has room for."""
        used = (1.5 * self.window.columns + 0.5) * self.size
        return max(0, int((self.width - 2 * self.margin - used) / (3 * self.size)))


# --- the map ---------------------------------------------------------------------------------


def _hexes(board: HexTable, sheet: _Sheet, spots: list[_HexSpot], written: list[Box]) -> str:
    """The hexes with their numbers, the sections with their borders and names.

    A number that a ship or a label would cover in part is left out: half a number misleads.
    """
    size = sheet.size
    height = min(max(size * 0.25, 6.5), 12)
    covers = [*written, *(box for spot in spots for box in spot.covers)]
    seas: list[str] = []
    lands: list[str] = []
    numbers: list[str] = []
    for column, row in sheet.shown():
        section = board.section(column, row)
        if section is None:
            continue
        x, y = sheet.at(place_in(column, row))
        (lands if board.is_land(column, row) else seas).append(_hex_path(x, y, size))
        base = y - size * 0.6
        if not overlap((x - height, base - height * 0.7, x + height, base), covers):
            numbers.append(element("text", section.number(column, row), x=x, y=base))
    line = max(size * 0.022, 0.7)
    return "".join(
        [
            element(
                "path", class_="sea", d="".join(seas), fill=SEA, stroke=GRID, stroke_width=line
            ),
            element(
                "path", class_="land", d="".join(lands), fill=LAND, stroke=SHORE, stroke_width=line
            )
            if lands
            else "",
            *(_section_name(section, sheet, spots) for section in board.sections),
            group(*numbers, class_="numbers", font_size=height, fill=NUMBERS, text_anchor="middle"),
            element(
                "path",
                class_="borders",
                d=_borders(board, sheet),
                fill="none",
                stroke=BORDER,
                stroke_width=max(size * 0.075, 2),
                stroke_linecap="round",
            ),
        ]
    )


def _hex_path(x: float, y: float, size: float) -> str:
    half, high = number(size / 2), number(size * ROOT3 / 2)
    return (
        f"M{number(x - size / 2)} {number(y - size * ROOT3 / 2)}h{number(size)}l{half} {high}"
        f"l-{half} {high}h-{number(size)}l-{half} -{high}z"
    )


def _borders(board: HexTable, sheet: _Sheet) -> str:
    """Every hexside between two sections, or between a section and nothing."""
    path = []
    for column, row in sheet.shown():
        here = board.section(column, row)
        if here is None:
            continue
        place = place_in(column, row)
        for side, step in enumerate(STEP):
            there = board.section(*column_row(place + step))
            # A side between two sections is drawn once, from the hex that has it to the east.
            if there is here or (there is not None and side > 2):
                continue
            points = corners(place, sheet.size)
            (x1, y1), (x2, y2) = points[side - 1], points[side]
            path.append(
                f"M{number(sheet.x + x1)} {number(sheet.y + y1)}"
                f"L{number(sheet.x + x2)} {number(sheet.y + y2)}"
            )
    return "".join(path)


def _section_name(section: SectionMark, sheet: _Sheet, spots: list[_HexSpot]) -> str:
    """The section's name, large and pale, where the part of it that is shown has fewest ships."""
    window = sheet.window
    left, top = max(section.left, window.left), max(section.top, window.top)
    right = min(section.left + section.columns - 1, window.right)
    bottom = min(section.top + section.rows - 1, window.bottom)
    if left > right or top > bottom or not section.name:
        return ""
    x1, y1 = sheet.at(place_in(left, top))
    x2, y2 = sheet.at(place_in(right, bottom))
    room = max(x2 - x1, sheet.size)
    height = min(3.6 * sheet.size, max(y2 - y1, sheet.size) * 0.6)
    height = min(height, 0.8 * room * height / max(text_width(section.name, height), 1))
    shares = ((0.5, 0.5), (0.2, 0.25), (0.8, 0.25), (0.2, 0.75), (0.8, 0.75))
    middles = [(x1 + (x2 - x1) * across, y1 + (y2 - y1) * down) for across, down in shares]
    x, y = min(middles, key=lambda middle: _crowd(middle, spots, height))
    fill = "#d3c393" if section.kind == "land" else "#dbe7f0"
    base = y + height * 0.33
    parts = [text(x, base, section.name, height, fill=fill, anchor="middle", bold=True)]
    if section.frozen:
        size = max(sheet.size * 0.42, 11)
        parts.append(
            text(x, base + size * 1.3, "fixed in place", size, fill="#90a5b6", anchor="middle")
        )
    return group(*parts, class_="section")


def _crowd(middle: tuple[float, float], spots: list[_HexSpot], reach: float) -> int:
    """How many ships lie within reach of a point on the sheet."""
    return sum(hypot(spot.x - middle[0], spot.y - middle[1]) < reach for spot in spots)


# --- the ships -------------------------------------------------------------------------------


@dataclass(slots=True)
class _HexSpot(Spot):
    """Where one ship is drawn: her hex, or the two that she fills, and how far from the middle and
    how large she is there.
    """

    place: int = 0
    dx: float = 0.0
    dy: float = 0.0
    scale: float = 1.0

    def lay(self, sheet: _Sheet) -> None:
        """Find the spot on the sheet once the panel lies."""
        x, y = sheet.at(self.place)
        if self.ship.stern is not None:
            aft_x, aft_y = sheet.at(self.ship.stern)
            x, y = (x + aft_x) / 2, (y + aft_y) / 2
        self.size = sheet.size * self.scale
        self.x, self.y = x + self.dx * sheet.size, y + self.dy * sheet.size
        self.covers = list(_covered(self))


def _spots(picture: Picture, sheet: _Sheet) -> list[_HexSpot]:
    """The ships in the order given, those that share a hex side by side."""
    found: dict[int, _HexSpot] = {}
    for place, ships in picture.stacks().items():
        for ship, (dx, dy, scale) in zip(ships, fan_out(ships), strict=True):
            found[id(ship)] = _HexSpot(ship, place=place, dx=dx, dy=dy, scale=scale)
    return [found[id(ship)] for ship in picture.ships]


def _covered(spot: Spot) -> Iterator[Box]:
    """Small boxes that together cover the hull, and the flag."""
    hull = HULLS[spot.ship.length_class]
    east, south = direction(spot.ship.heading_degrees)
    half = max(hull.beam / 2, hull.yard * 0.95) * spot.size
    reach = hull.length / 2 * spot.size
    for step in (-0.85, -0.4, 0.0, 0.4, 0.85):
        x = spot.x - east * reach * step
        y = spot.y - south * reach * step
        part = half * (0.6 if step < -0.8 else 1.0)
        yield x - part, y - part, x + part, y + part
    if spot.ship.flag:
        x = _staff(spot)
        yield x, spot.y - 0.86 * spot.size, x + 0.5 * spot.size, spot.y - 0.4 * spot.size


def _tracks(picture: Picture, sheet: _Sheet, spots: list[_HexSpot]) -> str:
    """Where each ship has come from in her last move: a dashed line from a small dot."""
    parts = []
    for spot in spots:
        track = spot.ship.track
        if track and track[-1] == spot.ship.place:
            track = track[:-1]
        if not track:
            continue
        points = [sheet.at(place) for place in track] + [(spot.x, spot.y)]
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        colour = livery(picture.side(spot.ship).colour_index).colour
        dash = number(sheet.size * 0.13)
        parts.append(
            element(
                "path",
                d=path,
                fill="none",
                stroke=colour,
                stroke_width=max(sheet.size * 0.05, 1.3),
                stroke_dasharray=f"{dash} {dash}",
                stroke_linejoin="round",
            )
            + element(
                "circle", cx=points[0][0], cy=points[0][1], r=max(sheet.size * 0.09, 2), fill=colour
            )
        )
    return group(*parts, class_="tracks", opacity="0.75") if parts else ""


def _ships(picture: Picture, spots: list[_HexSpot]) -> str:
    """The hulls first, then flags and marks, so that no hull hides one."""
    hulls, marks = [], []
    for spot in spots:
        ship = spot.ship
        colour = picture.side(ship).colour_index
        where = f"translate({number(spot.x)} {number(spot.y)})"
        turned = number(ship.heading_degrees % 360)
        hulls.append(
            group(
                element("title", plain(summary(picture, ship))),
                ship_shape(
                    ship.length_class,
                    colour,
                    spot.size,
                    standing="dismasted" not in ship.states,
                    afloat="sunk" not in ship.states,
                ),
                class_=f"ship {ship.length_class}",
                data_ship=plain(ship.id),
                transform=f"{where} rotate({turned})",
            )
        )
        mark = _flag(spot, colour) if ship.flag else ""
        for index, state in enumerate(ship.states):
            aside = f"translate({number(index * 2 * mark_radius(spot.size))} 0)"
            drawn = state_mark(state, spot.size)
            mark += group(drawn, transform=aside) if index else drawn
        if mark:
            marks.append(group(mark, transform=where))
    return group(*hulls, class_="ships") + (group(*marks, class_="marks") if marks else "")


def _flag(spot: Spot, colour: int) -> str:
    where = f"translate({number(_staff(spot) - spot.x)} 0)"
    return group(flag_shape(spot.ship.flag, colour, spot.size), transform=where)


def _staff(spot: Spot) -> float:
    """How far east a flag stands: beside a ship that heads north or south, so that it flies clear
    of her.
    """
    hull = HULLS[spot.ship.length_class]
    side = max(hull.beam / 2, hull.yard) * spot.size
    return spot.x + side * abs(direction(spot.ship.heading_degrees)[1])


# --- the writing beside the ships ------------------------------------------------------------


def _labels(picture: Picture, sheet: _Sheet, spots: list[_HexSpot]) -> list[Label]:
    """The labels, each where it covers least; a name is written where there is room for it."""
    size = min(max(sheet.size * 0.3, 10.0), 17.0)
    short, full = (
        [label_for(picture, spot.ship, size, full=whole) for spot in spots]
        for whole in (False, True)
    )
    writing = Writing(spots, sheet.size, sheet.box(), (0.0, 0.35, 0.8, 1.4, 2.0))
    return writing.labels(short, full)


# --- the footer ------------------------------------------------------------------------------


def _footer(picture: Picture, board: HexTable, sheet: _Sheet, whole: _Window) -> tuple[str, float]:
    """The scale, then the legend's blocks side by side; and the height of the sheet with them."""
    unit = sheet.unit
    top = sheet.panel_top + sheet.panel_height + 14 * unit
    step = ROOT3 * sheet.size
    steps = max(2, min(5, int(sheet.width / 4 / step)))
    words = f"{steps} hexes" + (f" ({picture.scale})" if picture.scale else "")
    scale = scale_bar(sheet.margin, top, step, steps, 13 * unit, words)
    blocks = [sides_block(picture, unit), *ship_blocks(picture, unit)]
    if sheet.window != whole:
        blocks.append(_key_block(picture, board, sheet.window, whole, unit))
    return footer(picture.notes, sheet, top, scale, blocks)


def _key_block(
    picture: Picture, board: HexTable, window: _Window, whole: _Window, unit: float
) -> Block:
    """All the sections small, and the part of them that the picture shows."""
    scale = min(190 * unit / whole.columns / 1.5, 92 * unit / whole.rows / ROOT3)
    across, down = 1.5 * scale, ROOT3 * scale

    def rectangle(left: int, top: int, columns: int, rows: int) -> dict[str, str | float]:
        return {
            "x": (left - whole.left) * across,
            "y": (top - whole.top) * down,
            "width": columns * across,
            "height": rows * down,
        }

    parts = []
    for section in board.sections:
        place = rectangle(section.left, section.top, section.columns, section.rows)
        fill = LAND if section.kind == "land" else SEA
        parts.append(element("rect", **place, fill=fill, stroke=BORDER, stroke_width=1))
        height = min(18 * unit, section.rows * down * 0.6)
        words = shortened(section.name, height, section.columns * across)
        x = (section.left - whole.left + section.columns / 2) * across
        y = (section.top - whole.top + section.rows / 2) * down + height * 0.34
        parts.append(text(x, y, words, height, fill="#9fb3c3", anchor="middle", bold=True))
    for ship in picture.ships:
        column, row = column_row(ship.place)
        spot: dict[str, str | float] = {
            "cx": (column - whole.left + 0.5) * across,
            "cy": (row - whole.top + 0.5 + 0.5 * (column & 1)) * down,
        }
        colour = livery(picture.side(ship).colour_index).colour
        parts.append(element("circle", **spot, r=1.8 * unit, fill=colour))
    shown = rectangle(window.left, window.top, window.columns, window.rows)
    parts.append(element("rect", **shown, fill="none", stroke=INK, stroke_width=2 * unit))
    body = group(*parts, class_="key", transform=f"translate(0 {number(22 * unit)})")
    width = max(whole.columns * across, text_width("Part of the table shown", 13 * unit))
    return Block(
        width, 24 * unit + whole.rows * down, heading("Part of the table shown", unit) + body
    )
