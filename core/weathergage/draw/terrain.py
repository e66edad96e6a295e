"""What does not move on a free table: land with its coast, shoals, woods and walls, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from weathergage.draw.labels import Box, Spot, haloed, overlap
from weathergage.draw.picture import FreeTable, Point, RegionMark
from weathergage.draw.plan import Plan, bounds, is_inside, outline_path
from weathergage.draw.sea import (
    BORDER,
    GRID,
    LAND,
    MUTED,
    NUMBERS,
    SEA,
    SHORE,
    element,
    group,
    number,
    plain,
    text,
    text_width,
)
from weathergage.draw.sheet import Row

SHALLOWS: Final = "#d3e6f0"
WOODS: Final = "#5f7f52"
STONE: Final = "#6d6355"


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of region is drawn: fill and edge, the pattern over its fill, and its words."""

    words: str
    fill: str
    edge: str
    line: float
    ink: str
    pattern: str = ""
    dash: str = ""


LOOKS: Final = {
    "deep": Look("deep water", "#dbe9f4", "#c3d6e6", 0.8, "#7d9ab2"),
    "shoal": Look("shoal", "#f6f1dc", "#b59f62", 1.3, "#8a7440", "dots", "0.1 4"),
    "land": Look("land", LAND, SHORE, 1.8, "#7d6a35"),
    "water": Look("water", SEA, "#7fa3bd", 1.3, "#5c7f99"),
    "rough": Look("rough ground", "#d9dfb9", "#9caf7c", 1.0, "#4f6a3f", "trees"),
    "cover": Look("cover", "#cfdcb0", WOODS, 1.0, "#4f6a3f", "crosses"),
    "town": Look("town", "#e2c8b4", "#94614a", 1.2, "#7a4a36", "roofs"),
    "obstacle": Look("obstacle", "#c9bfae", STONE, 1.8, STONE, "bars"),
}
"""The kinds, each drawn over those before it."""


def look(kind: str) -> Look:
    """How a kind is drawn; one that is not known is tinted, and explained by its own word."""
    return LOOKS.get(kind) or Look(kind or "region", "#dfe3e6", MUTED, 1.0, MUTED, "", "5 4")


def in_order(regions: list[RegionMark]) -> list[RegionMark]:
    """The regions that can be drawn, from the lowest to the uppermost."""
    kinds = list(LOOKS)
    rank = {kind: index for index, kind in enumerate(kinds)}
    drawn = [region for region in regions if len(region.outline) > 2]
    return sorted(drawn, key=lambda region: rank.get(region.kind, len(kinds)))


def pattern_definitions(board: FreeTable, unit: float) -> str:
    """The patterns that the table's regions use."""
    used = {look(region.kind).pattern for region in board.regions} - {""}
    return "".join(
        _pattern(kind, how.pattern, unit) for kind, how in LOOKS.items() if how.pattern in used
    )


def _pattern(kind: str, name: str, unit: float) -> str:
    ink = LOOKS[kind].edge
    step = 11.0 * unit
    stroke = {"fill": "none", "stroke": ink, "stroke_linecap": "round"}
    if name == "dots":
        spots = ((0.25, 0.25), (0.75, 0.75))
        marks = [
            element("circle", cx=x * step, cy=y * step, r=0.9 * unit, fill=ink) for x, y in spots
        ]
    elif name == "trees":
        step = 17.0 * unit
        leaves: dict[str, str | float] = {
            "fill": "#c3d19c",
            "stroke": ink,
            "stroke_width": 0.9 * unit,
        }
        marks = [
            element("circle", cx=x * step, cy=y * step, r=size * step, **leaves)
            for x, y, size in ((0.25, 0.3, 0.17), (0.5, 0.36, 0.12), (0.72, 0.8, 0.16))
        ]
    elif name == "crosses":
        path = f"M0 0L{number(step)} {number(step)}M{number(step)} 0L0 {number(step)}"
        marks = [element("path", d=path, stroke_width=0.7 * unit, **stroke)]
    elif name == "roofs":
        step = 14.0 * unit
        marks = [
            element("rect", x=x * step, y=y * step, width=w * step, height=h * step, fill=ink)
            for x, y, w, h in ((0.08, 0.1, 0.36, 0.28), (0.56, 0.5, 0.3, 0.36))
        ]
    else:
        step = 6.0 * unit
        marks = [element("path", d=f"M0 0V{number(step)}", stroke_width=2.4 * unit, **stroke)]
    return element(
        "pattern",
        *marks,
        id=f"terrain-{kind}",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(35)" if name == "bars" else "rotate(0)",
    )


def regions(plan: Plan) -> str:
    """All regions, shallows along every coast; without their names."""
    drawn = in_order(plan.board.regions)
    coasts = "".join(
        outline_path(plan.all(region.outline)) for region in drawn if region.kind == "land"
    )
    parts = [_region(region, plan) for region in drawn]
    if coasts:
        rim = {"fill": "none", "stroke": SHALLOWS, "stroke_linejoin": "round"}
        shallows = element("path", class_="coast", d=coasts, stroke_width=11 * plan.unit, **rim)
        below = sum(region.kind == "deep" for region in drawn)
        parts.insert(below, shallows)
    return group(*parts, class_="regions") if parts else ""


def _region(region: RegionMark, plan: Plan) -> str:
    how = look(region.kind)
    words = ", ".join(part for part in (region.name, how.words, region.note) if part)
    path = outline_path(plan.all(region.outline))
    edge: dict[str, str | float] = {"stroke": how.edge, "stroke_width": how.line * plan.unit}
    if how.dash:
        edge["stroke_dasharray"] = _dashes(how.dash, plan.unit)
        edge["stroke_linecap"] = "round"
    parts = [element("title", plain(words)), element("path", d=path, fill=how.fill, **edge)]
    if how.pattern:
        parts.append(element("path", d=path, fill=f"url(#terrain-{region.kind})"))
    return group(*parts, class_=f"region {plain(region.kind)}", stroke_linejoin="round")


def _dashes(dash: str, unit: float) -> str:
    return " ".join(number(float(length) * unit) for length in dash.split())


def samples(board: FreeTable, unit: float) -> list[Row]:
    """For the legend: the kinds of regions on the table."""
    found: dict[str, Row] = {}
    for region in in_order(board.regions):
        if region.kind in found:
            continue
        how = look(region.kind)
        box: dict[str, str | float] = {
            "x": -18 * unit,
            "y": -8 * unit,
            "width": 36 * unit,
            "height": 16 * unit,
        }
        swatch = element("rect", **box, fill=how.fill, stroke=how.edge, stroke_width=unit)
        if how.pattern:
            swatch += element("rect", **box, fill=f"url(#terrain-{region.kind})")
        found[region.kind] = swatch, how.words
    return list(found.values())


# --- names -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Name:
    """A region's name where it is written, with its note below it."""

    words: str
    note: str
    how: Look
    size: float
    x: float = 0.0
    y: float = 0.0

    @property
    def small(self) -> float:
        """The size of the note."""
        return 0.8 * self.size

    def box_at(self, x: float, y: float) -> Box:
        """What the name covers with its middle at a point."""
        half = max(text_width(self.words, self.size), text_width(self.note, self.small)) / 2
        high = self.size * 0.95 + (self.small * 1.15 if self.note else 0.0)
        return x - half, y - high / 2, x + half, y + high / 2

    @property
    def box(self) -> Box:
        """What the name covers."""
        return self.box_at(self.x, self.y)

    def drawn(self) -> str:
        """The name, and its note."""
        base = self.box[1] + 0.8 * self.size
        look: dict[str, str | float] = {"x": self.x, "fill": self.how.ink}
        parts = [element("text", plain(self.words), y=base, **look, font_weight="700")]
        if self.note:
            base += self.small * 1.15
            parts.append(element("text", plain(self.note), y=base, **look, font_size=self.small))
        return haloed(*parts, size=self.size, rim=self.how.fill)


def names(plan: Plan, spots: Sequence[Spot]) -> list[Name]:
    """The regions' names, each where its region has room and the fewest ships are."""
    spare = 4 * plan.unit
    ships = [
        (left - spare, top - spare, right + spare, bottom + spare)
        for spot in spots
        for left, top, right, bottom in spot.covers
    ]
    order = [
        (region, Shape.of(plan.all(region.outline))) for region in in_order(plan.board.regions)
    ]
    found: list[Name] = []
    for index in reversed(range(len(order))):
        region, shape = order[index]
        if not region.name or not overlap(shape.box, [plan.box()]):
            continue
        above = [other for _, other in order[index + 1 :] if overlap(shape.box, [other.box])]
        room = _Room(shape, above, ships, [one.box for one in found], plan.box())
        found.append(_name(region, room, plan.unit))
    return found


def _name(region: RegionMark, room: _Room, unit: float) -> Name:
    """The name as large as its region lets it be, in the best place there is for it."""
    how = look(region.kind)
    left, top, right, bottom = room.shape.box
    wide, high = right - left, bottom - top
    largest = min(0.3 * min(wide, high), 0.6 * wide / max(text_width(region.name, 1.0), 1.0))
    largest = min(max(largest, 11 * unit), 22 * unit)
    name = Name(region.name, region.note, how, largest)
    for size in (largest, (largest + 11 * unit) / 2, 11 * unit):
        name.size = size
        ill, name.x, name.y = min(room.judged(name))
        if ill < 1.0:
            break
    return name


@dataclass(slots=True)
class Shape:
    """An outline on the sheet and the box about it."""

    outline: list[Point]
    box: Box

    @classmethod
    def of(cls, outline: list[Point]) -> Shape:
        """The shape of an outline."""
        return cls(outline, bounds(outline))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        left, top, right, bottom = self.box
        return left <= x <= right and top <= y <= bottom and is_inside((x, y), self.outline)


@dataclass(slots=True)
class _Room:
    """Where one name may stand: its region, what is drawn above that, what else is there."""

    shape: Shape
    above: list[Shape]
    ships: list[Box]
    written: list[Box]
    frame: Box

    def judged(self, name: Name) -> Iterator[tuple[float, float, float]]:
        """Places for a name, each after how ill it would stand there."""
        left, top, right, bottom = self.shape.box
        left, top = max(left, self.frame[0]), max(top, self.frame[1])
        right, bottom = min(right, self.frame[2]), min(bottom, self.frame[3])
        middle, level = (left + right) / 2, (top + bottom) / 2
        yield self._ill(name, middle, level, 0.5), middle, level
        for down in range(1, 14):
            for across in range(1, 10):
                x, y = left + (right - left) * across / 10, top + (bottom - top) * down / 14
                if self.shape.holds(x, y):
                    yield self._ill(name, x, y, 0.0), x, y
        x1, y1, x2, y2 = name.box_at(0.0, 0.0)
        if (x2 - x1) * (y2 - y1) > 0.2 * (right - left) * (bottom - top):
            # A small region's name may stand beside it: below, above, or to either side.
            for x, y in (
                (middle, bottom + y2 * 1.3),
                (middle, top + y1 * 1.3),
                (right + x2 * 1.08, level),
                (left + x1 * 1.08, level),
            ):
                yield self._ill(name, x, y, -4.2), x, y

    def _ill(self, name: Name, x: float, y: float, more: float) -> float:
        """How ill a name would stand at a place: out of its region, under others, over ships."""
        box = name.box_at(x, y)
        left, top, right, bottom = box
        area = (right - left) * (bottom - top)
        points = [(px, py) for px in (left, x, right) for py in (top, y, bottom)]
        outside = sum(not self.shape.holds(px, py) for px, py in points)
        hidden = sum(other.holds(px, py) for other in self.above for px, py in points)
        frame = self.frame
        off = left < frame[0] or top < frame[1] or right > frame[2] or bottom > frame[3]
        covered = overlap(box, [*self.ships, *self.written]) / area
        x1, y1, x2, y2 = self.shape.box
        aside = abs(x - (x1 + x2) / 2) / (x2 - x1 + 1) + abs(y - (y1 + y2) / 2) / (y2 - y1 + 1)
        ill = 0.6 * outside + hidden + 12 * covered + (2 if covered else 0) + 0.6 * aside
        return round(ill + more + (20 if off else 0), 6)


# --- the grid --------------------------------------------------------------------------------


def grid(plan: Plan) -> str:
    """The fine lines and, over them, those that have their figures at the edge."""
    board = plan.board
    strong = board.lines(board.labels, plan.scale, 28 * plan.unit)
    fine = board.lines(board.grid, plan.scale, 6.0)
    parts = []
    if fine and (not strong or fine < strong):
        path = _lines(plan, fine, strong)
        parts.append(element("path", class_="fine", d=path, stroke=GRID, stroke_width=0.7))
    if strong:
        path = _lines(plan, strong, 0.0)
        parts.append(element("path", class_="strong", d=path, stroke="#9db3c4", stroke_width=1.2))
    return group(*parts, class_="grid", fill="none", opacity="0.7") if parts else ""


def _lines(plan: Plan, step: float, without: float) -> str:
    """Lines across the whole table every step, save where others stand."""
    left, top = plan.at((0, 0))
    right, bottom = plan.at((plan.board.width, plan.board.height))
    path = ""
    for x in steps(plan.board.width, step, without):
        path += f"M{number(plan.at((x, 0))[0])} {number(top)}V{number(bottom)}"
    for y in steps(plan.board.height, step, without):
        path += f"M{number(left)} {number(plan.at((0, y))[1])}H{number(right)}"
    return path


def steps(length: float, step: float, without: float = 0.0) -> Iterator[float]:
    """Every multiple of step up to a length, both ends in, save those of another step."""
    for count in range(int(length / step + 1e-9) + 1):
        value = count * step
        if not without or abs(value / without - round(value / without)) > 1e-6:
            yield value


def figures(plan: Plan) -> str:
    """The figures round the panel, at the lines that have them."""
    board = plan.board
    step = board.lines(board.labels, plan.scale, 28 * plan.unit)
    if not step:
        return ""
    left, top, right, bottom = plan.box()
    size = 12 * plan.unit
    parts = []
    for value in steps(board.width, step):
        x = plan.at((value, 0))[0]
        for y in (top - 6 * plan.unit, bottom + 15 * plan.unit):
            parts.append(text(x, y, number(value), size, fill=NUMBERS, anchor="middle"))
    for value in steps(board.height, step):
        y = plan.at((0, value))[1] + 4 * plan.unit
        parts.append(text(left - 6 * plan.unit, y, number(value), size, fill=NUMBERS, anchor="end"))
        parts.append(text(right + 6 * plan.unit, y, number(value), size, fill=NUMBERS))
    edge = element("rect", **plan.table(), fill="none", stroke=BORDER, stroke_width=1.2)
    return group(*parts, edge, class_="figures")
