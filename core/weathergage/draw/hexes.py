"""A hex table as SVG: the sections with their numbers, the ships, the wind, and a legend.

The drawing is laid out in pixels of its natural width, 1200 for a few hexes to 2400 for a fleet
action, and can be shown at any size. What is printed on the map scales with the hexes; titles and
legend scale with the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import hypot, sqrt

from weathergage.boards.hex import STEP, centre, corners
from weathergage.draw.picture import (
    HexTable,
    Picture,
    SectionMark,
    ShipMark,
    column_row,
    heading_name,
    place_in,
)
from weathergage.draw.sea import (
    BEYOND,
    BORDER,
    CLASS_NAMES,
    DAMAGE,
    FONTS,
    GRID,
    HULLS,
    INK,
    LAND,
    MUTED,
    NUMBERS,
    PAPER,
    SEA,
    SHORE,
    STATE_MARKS,
    damage_bar,
    direction,
    element,
    fan_out,
    flag_shape,
    group,
    livery,
    number,
    pattern_definitions,
    plain,
    scale_bar,
    ship_shape,
    shortened,
    state_mark,
    summary,
    text,
    text_width,
    wind_rose,
    wind_words,
    wrap,
)
from weathergage.errors import WeathergageError

ROOT3 = sqrt(3)
Box = tuple[float, float, float, float]


def svg(picture: Picture, *, focus: bool = True) -> str:
    """The picture as one SVG document; the same picture gives the same text on any machine.

    focus: show only the hexes around the ships when these take up a small part of the table; a
    key in the legend then shows which. Raises WeathergageError when the picture has no hex table
    or the table no section.
    """
    board = picture.board
    if board is None or not board.sections:
        raise WeathergageError("this picture has no hex table with map sections to draw")
    whole = _whole(picture, board)
    window = _focused(picture, whole) if focus else whole
    sheet = _Sheet.around(window)
    spots = _spots(picture, sheet)
    header, top = _header(picture, sheet)
    sheet.lay(top)
    for spot in spots:
        spot.lay(sheet)
    labels = _labels(picture, sheet, spots)
    map_parts = [
        _hexes(board, sheet, spots, [label.box for label in labels]),
        _tracks(picture, sheet, spots),
        _ships(picture, board, spots),
        group(*(label.drawn() for label in labels), class_="labels"),
    ]
    footer, height = _footer(picture, board, sheet, whole)
    clip = element("rect", **sheet.panel())
    return element(
        "svg",
        element("title", plain(f"{picture.title}, {_moment(picture)}")),
        element(
            "defs", element("clipPath", clip, id="panel"), pattern_definitions(picture, sheet.size)
        ),
        element("rect", width=sheet.width, height=height, fill=PAPER),
        header,
        element("rect", **sheet.panel(), fill=BEYOND),
        group(*map_parts, class_="map", clip_path="url(#panel)"),
        element("rect", **sheet.panel(), fill="none", stroke=BORDER, stroke_width=1.5),
        footer,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(sheet.width)} {number(height)}",
        width=sheet.width,
        height=height,
        font_family=FONTS,
    )


def _moment(picture: Picture) -> str:
    turn = f"turn {picture.turn}" if picture.turn > 0 else "set-up"
    return f"{turn}, {picture.phase}" if picture.phase else turn


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
    window = _around([ship.place for ship in picture.ships], whole).grown(2, 2, whole)
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
class _Sheet:
    """The sheet of paper: its width, the map panel on it, and how large a hex is."""

    window: _Window
    width: float
    unit: float
    size: float
    margin: float
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def around(cls, window: _Window) -> _Sheet:
        """A sheet for a window: 40 pixels a column, at least 1200 and at most 2400 wide."""
        width = float(min(max(40 * window.columns, 1200), 2400))
        unit = 1 + (width - 1200) / 2400
        margin = 24 * unit
        across = width - 2 * margin
        size = across / (1.5 * window.columns + 0.8)
        size = min(size, 1.12 * across / (ROOT3 * (window.rows + 0.5) + 0.3))
        return cls(window, width, unit, size, margin)

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


def _hexes(board: HexTable, sheet: _Sheet, spots: list[_Spot], written: list[Box]) -> str:
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
        if not _overlap((x - height, base - height * 0.7, x + height, base), covers):
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


def _section_name(section: SectionMark, sheet: _Sheet, spots: list[_Spot]) -> str:
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


def _crowd(middle: tuple[float, float], spots: list[_Spot], reach: float) -> int:
    """How many ships lie within reach of a point on the sheet."""
    return sum(hypot(spot.x - middle[0], spot.y - middle[1]) < reach for spot in spots)


# --- the ships -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Spot:
    """Where one ship is drawn: her middle, the size of her hull, and what she covers."""

    ship: ShipMark
    place: int
    dx: float
    dy: float
    scale: float
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    covers: list[Box] = field(default_factory=list)

    def lay(self, sheet: _Sheet) -> None:
        """Find the spot on the sheet once the panel lies."""
        x, y = sheet.at(self.place)
        self.size = sheet.size * self.scale
        self.x, self.y = x + self.dx * sheet.size, y + self.dy * sheet.size
        self.covers = list(_covered(self))


def _spots(picture: Picture, sheet: _Sheet) -> list[_Spot]:
    """The ships in the order given, those that share a hex side by side."""
    found: dict[int, _Spot] = {}
    for place, ships in picture.stacks().items():
        for ship, (dx, dy, scale) in zip(ships, fan_out(ships), strict=True):
            found[id(ship)] = _Spot(ship, place, dx, dy, scale)
    return [found[id(ship)] for ship in picture.ships]


def _covered(spot: _Spot) -> Iterator[Box]:
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
        yield spot.x, spot.y - 0.86 * spot.size, spot.x + 0.5 * spot.size, spot.y - 0.4 * spot.size


def _tracks(picture: Picture, sheet: _Sheet, spots: list[_Spot]) -> str:
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


def _ships(picture: Picture, board: HexTable, spots: list[_Spot]) -> str:
    """The hulls first, then flags and marks, so that no hull hides one."""
    hulls, marks = [], []
    for spot in spots:
        ship = spot.ship
        colour = picture.side(ship).colour_index
        where = f"translate({number(spot.x)} {number(spot.y)})"
        words = summary(picture, ship, board.label(ship.place), heading_name(ship.heading_degrees))
        hulls.append(
            group(
                element("title", plain(words)),
                ship_shape(
                    ship.length_class,
                    colour,
                    spot.size,
                    standing=ship.state != "dismasted",
                    afloat=ship.state != "sunk",
                ),
                class_=f"ship {ship.length_class}",
                data_ship=plain(ship.id),
                transform=f"{where} rotate({ship.heading_degrees % 360})",
            )
        )
        mark = flag_shape(ship.flag, colour, spot.size) if ship.flag else ""
        mark += state_mark(ship.state, spot.size) if ship.state else ""
        if mark:
            marks.append(group(mark, transform=where))
    return group(*hulls, class_="ships") + (group(*marks, class_="marks") if marks else "")


# --- the writing beside the ships ------------------------------------------------------------


@dataclass(slots=True)
class _Label:
    """What is written beside one ship: lines of words with fill and weight, and a damage bar."""

    lines: list[list[tuple[str, str, bool]]]
    size: float
    bar: float
    share: float
    width: float = 0.0
    height: float = 0.0
    box: Box = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        widths = [sum(text_width(words, self.size) for words, _, _ in line) for line in self.lines]
        self.width = max([*widths, self.bar if self.share else 0.0])
        self.height = len(self.lines) * self.size * 1.0 + (self.size * 0.45 if self.share else 0.0)

    def drawn(self) -> str:
        """The label where its box lies."""
        y = self.box[1]
        middle = (self.box[0] + self.box[2]) / 2
        parts, bar = [], ""
        for index, line in enumerate(self.lines):
            spans = [
                element("tspan", plain(words), fill=fill, font_weight="700" if bold else "400")
                for words, fill, bold in line
            ]
            baseline = y + self.size * (0.8 + index)
            parts.append(element("text", *spans, x=middle, y=baseline))
        if self.share:
            top = y + len(self.lines) * self.size + self.size * 0.1
            bar = damage_bar(middle - self.bar / 2, top, self.bar, self.size * 0.3, self.share)
        words = group(
            *parts,
            font_size=self.size,
            text_anchor="middle",
            stroke=PAPER,
            stroke_width=self.size * 0.24,
            stroke_linejoin="round",
            paint_order="stroke",
        )
        return bar + words


def _label(picture: Picture, ship: ShipMark, size: float, *, full: bool) -> _Label:
    """Her code and speed, her damage; in full also her name, on a line of its own."""
    colour = livery(picture.side(ship).colour_index).colour
    code: list[tuple[str, str, bool]] = [
        (ship.label, colour, True),
        (f" · {ship.speed}", INK, False),
    ]
    damage = [(ship.damage, DAMAGE, True)] if ship.damage else []
    if full:
        gap = [(" · ", INK, False)] if damage else []
        lines = [[(ship.name, INK, True)], [*code, *gap, *damage]]
    else:
        lines = [code, damage] if damage else [code]
    return _Label(lines, size, size * 3.2, ship.damage_share)


def _labels(picture: Picture, sheet: _Sheet, spots: list[_Spot]) -> list[_Label]:
    """The labels, each where it covers least; a name is written where there is room for it.

    First every ship gets her code; then each in turn her name too, if that covers nothing.
    """
    size = min(max(sheet.size * 0.3, 10.0), 17.0)
    chosen: list[_Label] = []
    for spot in spots:
        label = _label(picture, spot.ship, size, full=False)
        _place_label(label, spot, sheet, spots, [other.box for other in chosen])
        chosen.append(label)
    for index, spot in enumerate(spots):
        label = _label(picture, spot.ship, size, full=True)
        others = [other.box for other in chosen if other is not chosen[index]]
        covered = _place_label(label, spot, sheet, spots, others)
        if covered < 0.02 * sheet.size**2:
            chosen[index] = label
    return chosen


def _place_label(
    label: _Label, spot: _Spot, sheet: _Sheet, spots: list[_Spot], taken: list[Box]
) -> float:
    """Give a label the best box about its ship; return the area of other things that it covers."""
    reach = label.width + label.height + 3 * sheet.size
    near = [other for other in spots if hypot(other.x - spot.x, other.y - spot.y) < reach]
    hulls = [box for other in near if other is not spot for box in other.covers]
    labels = [box for box in taken if abs(box[0] - spot.x) < reach and abs(box[1] - spot.y) < reach]
    left, top, right, bottom = sheet.box()
    best: tuple[float, Box, float] | None = None
    for order, angle in enumerate((180, 90, 270, 0, 135, 225, 45, 315, 158, 203, 113, 248)):
        for further in (0.0, 0.35):
            box, distance = _beside(label, spot, angle, further * sheet.size)
            covered = _overlap(box, hulls) + 1.5 * _overlap(box, labels)
            inside = left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom
            cost = covered / sheet.size**2 * 40 + order * 0.12 + distance / sheet.size
            cost = round(cost + (0 if inside else 50), 6)
            if best is None or cost < best[0]:
                best = cost, box, covered + (0 if inside else sheet.size**2)
    assert best is not None
    label.box = best[1]
    return best[2]


def _beside(label: _Label, spot: _Spot, angle: int, further: float) -> tuple[Box, float]:
    """The label's box as near to the ship as it can be in a direction, and how far that is."""
    east, south = direction(angle)
    half_wide, half_high = label.width / 2 * abs(east), label.height / 2 * abs(south)
    step = spot.size * 0.08
    distance = step
    while distance < 2 * spot.size:
        x, y = east * (distance + half_wide), south * (distance + half_high)
        if not _overlap(_box_about(spot.x + x, spot.y + y, label), spot.covers):
            break
        distance += step
    distance += further + 0.12 * spot.size
    x, y = east * (distance + half_wide), south * (distance + half_high)
    return _box_about(spot.x + x, spot.y + y, label), distance


def _box_about(x: float, y: float, label: _Label) -> Box:
    return x - label.width / 2, y - label.height / 2, x + label.width / 2, y + label.height / 2


def _overlap(box: Box, others: Iterable[Box]) -> float:
    """The area of a box that others cover, each counted for itself."""
    total = 0.0
    for other in others:
        wide = min(box[2], other[2]) - max(box[0], other[0])
        high = min(box[3], other[3]) - max(box[1], other[1])
        if wide > 0 and high > 0:
            total += wide * high
    return total


# --- header and footer -----------------------------------------------------------------------


def _header(picture: Picture, sheet: _Sheet) -> tuple[str, float]:
    """Title, turn, and the wind rose; and how far down the sheet they reach."""
    unit, left, right = sheet.unit, sheet.margin, sheet.width - sheet.margin
    radius = 27 * unit
    rose_x = right - radius - 4 * unit
    room = rose_x - radius - left - 250 * unit
    title = shortened(picture.title, 27 * unit, room)
    moment = _moment(picture)
    parts = [
        text(left, 38 * unit, title, 27 * unit, bold=True),
        text(left, 61 * unit, shortened(picture.subtitle, 15 * unit, room), 15 * unit, fill=MUTED),
        text(left, 84 * unit, moment[0].upper() + moment[1:], 16 * unit, bold=True),
        wind_rose(rose_x, 60 * unit, radius, picture.wind),
    ]
    if picture.wind is not None:
        words = wind_words(picture.wind)
        words = words[0].upper() + words[1:]
        x = rose_x - radius - 14 * unit
        parts.append(text(x, 65 * unit, words, 15 * unit, anchor="end", bold=True))
    return group(*parts, class_="header"), 100 * unit


@dataclass(slots=True)
class _Block:
    """A part of the legend: what it takes, and its markup with the upper left at 0, 0."""

    width: float
    height: float
    markup: str


def _footer(picture: Picture, board: HexTable, sheet: _Sheet, whole: _Window) -> tuple[str, float]:
    """The scale, then the legend's blocks side by side; and the height of the sheet with them."""
    unit = sheet.unit
    top = sheet.panel_top + sheet.panel_height + 14 * unit
    step = ROOT3 * sheet.size
    steps = max(2, min(5, int(sheet.width / 4 / step)))
    words = f"{steps} hexes" + (f" ({picture.scale})" if picture.scale else "")
    parts = [scale_bar(sheet.margin, top, step, steps, 13 * unit, words)]
    top += 30 * unit
    blocks = [_sides_block(picture, unit), *_symbol_blocks(picture, unit)]
    if sheet.window != whole:
        blocks.append(_key_block(picture, board, sheet.window, whole, unit))
    x, row_height = sheet.margin, 0.0
    right = sheet.width - sheet.margin
    used = sum(block.width + 34 * unit for block in blocks)
    spare = right - sheet.margin - used
    if picture.notes:
        wide = spare if spare > 200 * unit else right - sheet.margin
        blocks.append(_notes_block(picture, min(wide, 520 * unit), unit))
    for block in blocks:
        if x > sheet.margin and x + block.width > right + 1:
            x, top, row_height = sheet.margin, top + row_height + 16 * unit, 0.0
        parts.append(group(block.markup, transform=f"translate({number(x)} {number(top)})"))
        x += block.width + 34 * unit
        row_height = max(row_height, block.height)
    height = round(top + row_height + 18 * unit)
    return group(*parts, class_="legend"), float(height)


def _heading(words: str, unit: float) -> str:
    return text(0, 12 * unit, words, 13 * unit, fill=MUTED, bold=True)


def _rows(title: str, rows: list[tuple[str, str]], unit: float, sample: float) -> _Block:
    """A block of samples with words: each sample drawn about 0, 0 and sample units wide."""
    parts = [_heading(title, unit)]
    y = 32 * unit
    widest = text_width(title, 13 * unit)
    for drawing, words in rows:
        where = f"translate({number(sample * unit / 2)} {number(y)})"
        parts.append(group(drawing, transform=where))
        parts.append(text((sample + 8) * unit, y + 5 * unit, words, 14 * unit))
        widest = max(widest, (sample + 8) * unit + text_width(words, 14 * unit))
        y += 24 * unit
    return _Block(widest, y - 12 * unit, "".join(parts))


def _turned(drawing: str) -> str:
    return group(drawing, transform="rotate(90)")


def _sides_block(picture: Picture, unit: float) -> _Block:
    rows = []
    for side, ships in picture.fleets():
        drawing = _turned(ship_shape("line", side.colour_index, 24 * unit))
        count = f"{ships} ship" if ships == 1 else f"{ships} ships"
        rows.append((drawing, f"{side.name}, {count}"))
    return _rows("Sides", rows, unit, 44)


def _symbol_blocks(picture: Picture, unit: float) -> Iterator[_Block]:
    """Only the signs that this picture uses."""
    classes = {ship.length_class for ship in picture.ships}
    rows = [
        (_turned(ship_shape(kind, None, 24 * unit)), picture.hulls.get(kind, CLASS_NAMES[kind]))
        for kind in CLASS_NAMES
        if kind in classes
    ]
    if rows:
        yield _rows("Ships", rows, unit, 44)
    flags = {ship.flag for ship in picture.ships}
    states = {ship.state for ship in picture.ships}
    signs = [
        (
            group(
                flag_shape(flag, None, 24 * unit),
                transform=f"translate({number(-5 * unit)} {number(9 * unit)})",
            ),
            words,
        )
        for flag, words in (("FF", "flagship of the fleet (FF)"), ("F", "flagship (F)"))
        if flag in flags
    ]
    signs += [
        (state_mark(state, 38 * unit), words)
        for state, (_, words) in STATE_MARKS.items()
        if state in states
    ]
    if any(ship.track for ship in picture.ships):
        signs.append((_track_sample(unit), "track of the last move"))
    for start in range(0, len(signs), 4):
        yield _rows("Signs" if start == 0 else "", signs[start : start + 4], unit, 30)
    if picture.ships:
        yield _label_block(picture, unit)


def _track_sample(unit: float) -> str:
    dash = number(4 * unit)
    line = element(
        "path",
        d=f"M{number(-14 * unit)} 0H{number(14 * unit)}",
        stroke=INK,
        stroke_width=1.6 * unit,
        stroke_dasharray=f"{dash} {dash}",
    )
    return line + element("circle", cx=-14 * unit, r=3 * unit, fill=INK)


def _label_block(picture: Picture, unit: float) -> _Block:
    """How to read what stands beside a ship, shown on a ship of this picture."""
    ships = picture.ships
    ship = next((one for one in ships if one.damage), ships[0])
    colour = livery(picture.side(ship).colour_index).colour
    rows = [
        (text(0, 5 * unit, ship.label, 14 * unit, fill=colour, anchor="middle", bold=True), "code"),
        (text(0, 5 * unit, f"· {ship.speed}", 14 * unit, anchor="middle"), "speed"),
    ]
    if ship.damage:
        rows.append(
            (
                text(0, 5 * unit, ship.damage, 14 * unit, fill=DAMAGE, anchor="middle", bold=True),
                "damage",
            )
        )
    if any(one.damage_share for one in ships):
        width = 44 * unit
        rows.append(
            (damage_bar(-width / 2, -2 * unit, width, 5 * unit, 0.4), "share of her that is lost")
        )
    sample = max(48.0, text_width(ship.damage, 14) + 4, text_width(ship.label, 14) + 4)
    return _rows("Beside each ship", rows, unit, sample)


def _key_block(
    picture: Picture, board: HexTable, window: _Window, whole: _Window, unit: float
) -> _Block:
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
    return _Block(
        width, 24 * unit + whole.rows * down, _heading("Part of the table shown", unit) + body
    )


def _notes_block(picture: Picture, width: float, unit: float) -> _Block:
    size = 14 * unit
    parts, y = [_heading("Notes", unit)], 32 * unit
    for note in picture.notes:
        for line in wrap(note, size, width):
            parts.append(text(0, y + 4 * unit, line, size))
            y += 18 * unit
        y += 3 * unit
    return _Block(width, y - 8 * unit, "".join(parts))
