"""What is moved on a free table: ships on their bases, forts, boats, units ashore, squadrons.

Bases are drawn to scale, exactly where they lie; what has no outline gets a sign of its own.
Tracks and arcs are drawn here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Final

from weathergage.draw.labels import Box, Spot, haloed, overlap
from weathergage.draw.picture import KINDS, ArcMark, Kind, Picture, Point, ShipMark
from weathergage.draw.plan import Plan, outline_path
from weathergage.draw.sea import (
    BLANK,
    BOWSPRIT,
    HULLS,
    INK,
    MUTED,
    PAPER,
    direction,
    element,
    flag_shape,
    group,
    livery,
    mark_radius,
    number,
    pattern_fill,
    plain,
    ship_shape,
    state_mark,
    summary,
    text_width,
)
from weathergage.draw.sheet import Row

CABLES: Final = {"anchored": (1,), "anchored aft": (-1,), "moored": (1, -1)}
"""At which ends a ship lies at anchor: 1 her bow, -1 her stern."""

FORT: Final = ((-13.0, -7.0), (13.0, -7.0), (13.0, 3.0), (6.0, 9.0), (-6.0, 9.0))
BLOCK: Final = ((-13.0, -6.5), (13.0, -6.5), (13.0, 6.5), (-13.0, 6.5))
MARK: Final = 30.0
"""The size that states' marks are drawn for, in pixels of the smallest sheet."""


@dataclass(slots=True)
class FreeSpot(Spot):
    """Where a ship lies on the sheet. outline: her base there. ahead, astern, aside: how far
    it reaches from her centre. level: how many others without a base stand at the same point.
    """

    outline: list[Point] = field(default_factory=list)
    ahead: float = 0.0
    astern: float = 0.0
    aside: float = 0.0
    level: int = 0
    at: Point = (0.0, 0.0)

    def along(self, far: float, starboard: float = 0.0) -> Point:
        """A point so many pixels ahead of her centre and so many to starboard of it."""
        heading = self.ship.heading_degrees
        (east, south), (east_2, south_2) = direction(heading), direction(heading + 90)
        x, y = self.at
        return x + far * east + starboard * east_2, y + far * south + starboard * south_2

    @property
    def hull(self) -> float:
        """The size of the hull that fits on the base, rig and all."""
        shape = HULLS[self.ship.length_class]
        long = (self.ahead + self.astern) * 0.94 / (shape.length + 2 * BOWSPRIT)
        return min(long, self.aside * 0.94 / max(shape.yard, shape.beam / 2))


def spots(picture: Picture, plan: Plan) -> list[FreeSpot]:
    """All that lies on the panel, in the order given."""
    found: list[FreeSpot] = []
    levels: dict[tuple[str, str], int] = {}
    for ship in picture.ships:
        if ship.at is None or not plan.shows(ship.at):
            continue
        spot = FreeSpot(ship, at=plan.at(ship.at), outline=plan.all(ship.outline))
        if not ship.outline:
            x, y = spot.at
            place = number(round(x / 8)), number(round(y / 8))
            spot.level = levels.get(place, 0) if ship.kind == "squadron" else 0
            levels[place] = spot.level + 1
        _lay(spot, plan.unit)
        found.append(spot)
    return found


def _lay(spot: FreeSpot, unit: float) -> None:
    """Give a spot its reach, its middle and what it covers."""
    ship = spot.ship
    spot.x, spot.y = spot.at
    if ship.kind == "squadron":
        spot.x += 16 * unit
        spot.y -= (23 + 15 * spot.level) * unit
        spot.size = 17 * unit
        x, y = spot.at
        pennant = x - unit, spot.y - 8 * unit, x + 36 * unit, spot.y + 8 * unit
        dot = x - 6 * unit, y - 8 * unit, x + 6 * unit, y + 6 * unit
        spot.covers = [pennant, dot]
        return
    if not spot.outline and ship.kind in ("battery", "unit"):
        corners = FORT if ship.kind == "battery" else BLOCK
        spot.outline = [spot.along(-y * unit, x * unit) for x, y in corners]
    if spot.outline:
        _measure(spot)
    else:
        far = {"ship": 16.0, "boats": 13.0}.get(ship.kind, 6.0) * unit
        spot.ahead = spot.astern = far
        spot.aside = far * (0.42 if ship.kind == "ship" else 1.0)
    spot.size = max(spot.ahead, spot.astern, spot.aside, 10 * unit)
    spot.covers = [*_slices(spot, 2 * unit), *_mark_boxes(spot, unit)]


def _measure(spot: FreeSpot) -> None:
    """How far the base reaches from the centre, ahead, astern and to a side."""
    east, south = direction(spot.ship.heading_degrees)
    x, y = spot.at
    ahead = [(px - x) * east + (py - y) * south for px, py in spot.outline]
    aside = [abs((py - y) * east - (px - x) * south) for px, py in spot.outline]
    spot.ahead, spot.astern, spot.aside = max(ahead), -min(ahead), max(aside)


def _slices(spot: FreeSpot, spare: float) -> Iterator[Box]:
    """Small boxes that together cover the base and a little round it."""
    long, wide = spot.ahead + spot.astern, 2 * spot.aside
    count = max(1, min(ceil(2 * max(long, wide) / max(min(long, wide), 1.0)) - 1, 12))
    half = min(long, wide) / 2
    for index in range(count):
        share = (index + 0.5) / count - 0.5
        room = max(long, wide) - 2 * half * (count > 1)
        off = share * room * count / max(count - 1, 1)
        middle = (spot.ahead - spot.astern) / 2
        x, y = spot.along(middle + off) if long >= wide else spot.along(middle, off)
        reach = half + spare
        yield x - reach, y - reach, x + reach, y + reach


# --- states ----------------------------------------------------------------------------------


def _letters(spot: FreeSpot) -> list[str]:
    """The states that are shown by a round of their own, abaft the ship."""
    return [state for state in spot.ship.states if state not in (*CABLES, "struck")]


def _mark_places(spot: FreeSpot, unit: float) -> Iterator[tuple[str, Point]]:
    """The rounds about a ship, and where: those with letters abaft her, anchors further off."""
    radius = mark_radius(MARK * unit)
    astern = spot.astern + 1.25 * radius
    for state in _letters(spot):
        yield state, spot.along(-astern)
        astern += 2.1 * radius
    for state in spot.ship.states:
        for end in CABLES.get(state, ()):
            yield "anchored", spot.along(spot.ahead + 2.4 * radius if end > 0 else -astern - radius)


def _mark_boxes(spot: FreeSpot, unit: float) -> Iterator[Box]:
    radius = mark_radius(MARK * unit)
    for _, (x, y) in _mark_places(spot, unit):
        yield x - radius, y - radius, x + radius, y + radius
    if spot.ship.flag or "struck" in spot.ship.states:
        x, y = _staff(spot)
        size = _flag_size(spot, unit)
        yield x, y - 0.86 * size, x + 0.5 * size, y - 0.4 * size


def _flag_size(spot: FreeSpot, unit: float) -> float:
    return max(spot.hull, 24 * unit)


def _staff(spot: FreeSpot) -> Point:
    """Where a flag stands: on the east side of a ship that heads north or south, so that it
    flies clear of her.
    """
    x, y = spot.at
    return x + spot.aside * abs(direction(spot.ship.heading_degrees)[1]), y


def _marks(spot: FreeSpot, colour: int, unit: float) -> str:
    """The flag, the white flag, anchors on their cables, and the other states."""
    cables, parts = [], []
    for state, (x, y) in _mark_places(spot, unit):
        if state == "anchored":
            end = spot.along(spot.ahead)
            if (x - end[0]) ** 2 + (y - end[1]) ** 2 > (spot.ahead + spot.astern) ** 2 / 4:
                end = min((end, spot.along(-spot.astern)), key=lambda at: _squared(at, (x, y)))
            line = f"M{number(end[0])} {number(end[1])}L{number(x)} {number(y)}"
            cables.append(element("path", d=line, stroke=INK, stroke_width=1.1 * unit))
        drawn = state_mark(state, MARK * unit)  # type: ignore[arg-type]
        parts.append(group(drawn, transform=_moved(x, y)))
    x, y = _staff(spot)
    if spot.ship.flag:
        flag = flag_shape(spot.ship.flag, colour, _flag_size(spot, unit))
        parts.append(group(flag, transform=_moved(x, y)))
    if "struck" in spot.ship.states:
        x, y = spot.along(-spot.astern * 0.55) if spot.ship.flag else (x, y)
        parts.append(group(state_mark("struck", MARK * unit), transform=_moved(x, y)))
    return "".join([*cables, *parts])


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


# --- the signs -------------------------------------------------------------------------------


def drawn(picture: Picture, plan: Plan, laid: list[FreeSpot]) -> str:
    """Bases and signs first, then flags and marks, so that no base hides one."""
    shapes, marks = [], []
    for spot in laid:
        ship = spot.ship
        colour = picture.side(ship).colour_index
        shape = _shape(spot, colour, plan.unit)
        kind = f"ship {ship.length_class}" if ship.kind == "ship" else ship.kind
        words = element("title", plain(summary(picture, ship)))
        shapes.append(group(words, shape, class_=kind, data_ship=plain(ship.id)))
        if ship.kind != "squadron":
            marks.append(_marks(spot, colour, plan.unit))
    return group(*shapes, class_="ships") + group(*marks, class_="marks")


def _shape(spot: FreeSpot, colour: int, unit: float) -> str:
    match spot.ship.kind:
        case "battery":
            return _fort(spot, colour, unit)
        case "unit":
            return _block(spot, colour, unit)
        case "boats":
            return _boats(spot, colour, unit)
        case "squadron":
            return _pennant(spot, colour, unit)
        case "buoy":
            return _buoy(spot, unit)
        case _:
            return _ship(spot, colour, unit)


def _coat(colour: int | None) -> tuple[str, str]:
    """Edge and fill of a side's signs; grey for None."""
    return (MUTED, BLANK) if colour is None else (livery(colour).colour, pattern_fill(colour))


def _base(spot: FreeSpot, **look: str | float) -> str:
    """The base, to scale."""
    path = outline_path(spot.outline)
    return element("path", class_="base", d=path, stroke_linejoin="miter", **look)


def _ship(spot: FreeSpot, colour: int, unit: float) -> str:
    """The base to scale, and on it the hull; a base too small for one is overhung."""
    states = spot.ship.states
    size = max(spot.hull, 8 * unit)
    hull = ship_shape(
        spot.ship.length_class,
        colour,
        size,
        standing="dismasted" not in states,
        afloat="sunk" not in states,
    )
    x, y = spot.along((spot.ahead - spot.astern) / 2 - 0.5 * BOWSPRIT * size)
    turn = number(spot.ship.heading_degrees % 360)
    ship = group(hull, class_="hull", transform=f"{_moved(x, y)} rotate({turn})")
    if not spot.outline:
        return ship
    edge = livery(colour).colour
    return _base(spot, fill=PAPER, fill_opacity=0.8, stroke=edge, stroke_width=unit) + ship


def _front(spot: FreeSpot) -> tuple[Point, Point]:
    """The side of the outline that lies furthest ahead."""
    east, south = direction(spot.ship.heading_degrees)
    pairs = zip(spot.outline, [*spot.outline[1:], spot.outline[0]], strict=True)
    return max(
        pairs,
        key=lambda pair: round(sum(x * east + y * south for x, y in pair), 3),
    )


def _share(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _fort(spot: FreeSpot, colour: int | None, unit: float) -> str:
    """Walls of stone, the side's colours inside, and guns along the front."""
    edge, fill = _coat(colour)
    a, b = _front(spot)
    east, south = direction(spot.ship.heading_degrees)
    reach = 5 * unit
    guns = ""
    for share in (0.2, 0.5, 0.8):
        x, y = _share(a, b, share)
        guns += f"M{number(x - 2 * unit * east)} {number(y - 2 * unit * south)}"
        guns += f"L{number(x + reach * east)} {number(y + reach * south)}"
    middle = spot.along((spot.ahead - spot.astern) / 2)
    court = [_share(middle, corner, 0.56) for corner in spot.outline]
    return (
        element("path", d=guns, stroke=INK, stroke_width=2.2 * unit)
        + _base(spot, fill="#c9bfae", stroke=INK, stroke_width=1.6 * unit)
        + element("path", d=outline_path(court), fill=fill, stroke=edge, stroke_width=1.2 * unit)
    )


def _block(spot: FreeSpot, colour: int | None, unit: float) -> str:
    """A block in the side's colours, its front edge heavy with a point ahead of the middle."""
    edge, fill = _coat(colour)
    a, b = _front(spot)
    x, y = _share(a, b, 0.5)
    east, south = direction(spot.ship.heading_degrees)
    tip = x + 5 * unit * east, y + 5 * unit * south
    wings = ((x + 3.5 * unit * south * turn, y - 3.5 * unit * east * turn) for turn in (-1, 1))
    front = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
    return (
        _base(spot, fill=fill, stroke=edge, stroke_width=1.2 * unit)
        + element("path", d=front, stroke=INK, stroke_width=2.6 * unit, stroke_linecap="square")
        + element("path", d=outline_path([tip, *wings]), fill=INK)
    )


def how_many(size: str) -> int:
    """The number that a size begins with, such as ``5 boats``; 1 where it has none."""
    found = re.match(r"\s*(\d+)", size)
    return max(int(found.group(1)), 1) if found else 1


def _boats(spot: FreeSpot, colour: int | None, unit: float) -> str:
    """A small boat for each, up to twelve of them, pulling abreast."""
    edge, fill = _coat(colour)
    count = min(how_many(spot.ship.size), 12)
    across = ceil(sqrt(count))
    parts = []
    if spot.outline:
        dash = f"{number(3 * unit)} {number(2 * unit)}"
        parts.append(
            _base(spot, fill="none", stroke=edge, stroke_width=unit, stroke_dasharray=dash)
        )
    rows = ceil(count / across)
    turn = number(spot.ship.heading_degrees % 360)
    for index in range(count):
        row, column = divmod(index, across)
        wide = min(across, count - row * across)
        x, y = spot.along(
            ((rows - 1) / 2 - row) * 10 * unit, (column - (wide - 1) / 2) * 6.5 * unit
        )
        look: dict[str, str | float] = {"rx": 2.3 * unit, "ry": 4.2 * unit}
        look |= {"fill": fill, "stroke": edge, "stroke_width": 1.1 * unit}
        parts.append(element("ellipse", **look, transform=f"{_moved(x, y)} rotate({turn})"))
    return "".join(parts)


def _pennant(spot: FreeSpot, colour: int | None, unit: float) -> str:
    """A dot where the squadron is, a point where she heads, and her pennant on a staff."""
    edge, fill = _coat(colour)
    x, y = spot.at
    east, south = direction(spot.ship.heading_degrees)
    tip = x + 13 * unit * east, y + 13 * unit * south
    root = x + 5 * unit * east, y + 5 * unit * south
    wide = 4.5 * unit
    wings = ((root[0] + wide * south * side, root[1] - wide * east * side) for side in (-1, 1))
    top, high = spot.y - 7 * unit, 7 * unit
    fly = x + 35 * unit
    notch = f"L{number(fly - 7 * unit)} {number(top + high)}"
    cloth = (
        f"M{number(x)} {number(top)}L{number(fly)} {number(top)}{notch}"
        f"L{number(fly)} {number(top + 2 * high)}L{number(x)} {number(top + 2 * high)}Z"
    )
    staff = f"M{number(x)} {number(y)}V{number(top - 2 * unit)}"
    return (
        element("path", d=outline_path([tip, *wings]), fill=edge)
        + element("path", d=staff, stroke=INK, stroke_width=1.8 * unit)
        + element("circle", cx=x, cy=y, r=3.6 * unit, fill=PAPER, stroke=INK, stroke_width=1.4)
        + element("path", d=cloth, fill=fill, stroke=edge, stroke_width=1.3 * unit)
    )


def _buoy(spot: FreeSpot, unit: float) -> str:
    x, y = spot.at
    body = [(x - 4.5 * unit, y + 3 * unit), (x + 4.5 * unit, y + 3 * unit), (x, y - 6 * unit)]
    return element(
        "path", d=outline_path(body), fill="#d9b400", stroke=INK, stroke_width=unit
    ) + element("circle", cx=x, cy=y - 6 * unit, r=1.8 * unit, fill=INK)


def samples(picture: Picture, unit: float) -> list[Row]:
    """For the legend: the signs of this picture that stand for no ship."""
    used = {ship.kind for ship in picture.ships}
    return [
        (_sample(kind, unit), one) for kind, (one, _) in KINDS.items() if kind in used - {"ship"}
    ]


def _sample(kind: Kind, unit: float) -> str:
    if kind == "squadron":
        unit *= 0.6
    size = "3" if kind == "boats" else ""
    spot = FreeSpot(ShipMark("", "", "", "", kind=kind, heading_degrees=90, size=size))
    if kind == "squadron":
        spot.at = -14 * unit, 17 * unit
    _lay(spot, unit)
    match kind:
        case "battery":
            return _fort(spot, None, unit)
        case "unit":
            return _block(spot, None, unit)
        case "boats":
            return _boats(spot, None, unit)
        case "squadron":
            return _pennant(spot, None, unit)
        case _:
            return _buoy(spot, unit)


# --- tracks and arcs -------------------------------------------------------------------------


def tracks(picture: Picture, plan: Plan, laid: list[FreeSpot]) -> str:
    """Where each ship has come from in her last move: a dashed line from a small dot."""
    parts = []
    for spot in laid:
        path = spot.ship.path
        if path and path[-1] == spot.ship.at:
            path = path[:-1]
        if not path:
            continue
        points = [*plan.all(path), spot.at]
        colour = livery(picture.side(spot.ship).colour_index).colour
        dash = number(4 * plan.unit)
        line: dict[str, str | float] = {
            "fill": "none",
            "stroke": colour,
            "stroke_linejoin": "round",
        }
        line |= {"stroke_width": 1.5 * plan.unit, "stroke_dasharray": f"{dash} {dash}"}
        (x, y), *_ = points
        parts.append(element("path", d=outline_path(points)[:-1], **line))
        parts.append(element("circle", cx=x, cy=y, r=2.6 * plan.unit, fill=colour))
    return group(*parts, class_="tracks", opacity="0.75") if parts else ""


def arcs(picture: Picture, plan: Plan) -> str:
    """The arcs that are asked for, without their figures."""
    shown = list(picture.shown_arcs())
    # Many arcs lie over one another: each gets a thinner wash, so that the table still shows.
    wash = max(0.07 * min(1.0, 8 / max(len(shown), 1)), 0.01)
    parts = [
        _sector(arc, livery(picture.side(ship).colour_index).colour, ship, plan, wash)
        for ship, arc in shown
    ]
    return group(*parts, class_="arcs") if parts else ""


def ranges(picture: Picture, plan: Plan, taken: list[Box]) -> str:
    """The figures on the arcs' rings, where these run clear of all that is drawn."""
    taken = list(taken)
    size = 11 * plan.unit
    parts = []
    for ship, arc in picture.shown_arcs():
        colour = livery(picture.side(ship).colour_index).colour
        for words, places in _figures(arc, plan):
            half = text_width(words, size) / 2 + 1
            for x, y in places:
                box = x - half, y - size * 0.9, x + half, y + size * 0.3
                if _within(box, plan.box()) and not overlap(box, taken):
                    taken.append(box)
                    look = {"fill": colour, "font_weight": "700"}
                    parts.append(element("text", plain(words), x=x, y=y, **look))
                    break
    return group(haloed(*parts, size=size), class_="ranges") if parts else ""


def _within(box: Box, frame: Box) -> bool:
    return frame[0] < box[0] and frame[1] < box[1] and box[2] < frame[2] and box[3] < frame[3]


def _sector(arc: ArcMark, colour: str, ship: ShipMark, plan: Plan, opacity: float) -> str:
    """An arc's wash, its two edges, and a ring at every range."""
    parts = [element("title", plain(f"{ship.name}: {arc.name}" if arc.name else ship.name))]
    line: dict[str, str | float] = {"fill": "none", "stroke": colour}
    ranges = [reach for reach in arc.ranges if reach > 0]
    if ranges:
        x, y = plan.at(arc.at)
        wash = _ring(arc, max(ranges), plan)
        if (arc.end - arc.start) % 360:
            wash = f"M{number(x)} {number(y)}L{wash[1:]}Z"
        parts.append(
            element(
                "path", d=wash, fill=colour, fill_opacity=opacity, stroke=colour, stroke_width=0.8
            )
        )
    for reach in ranges:
        dash = "" if reach == max(ranges) else f"{number(5 * plan.unit)} {number(3 * plan.unit)}"
        ring = {"stroke_dasharray": dash} if dash else {}
        width = 1.2 * plan.unit
        path = _ring(arc, reach, plan)
        parts.append(element("path", class_="ring", d=path, stroke_width=width, **line, **ring))
    return group(*parts, class_="arc", data_ship=plain(ship.id))


def _ring(arc: ArcMark, reach: float, plan: Plan) -> str:
    """The part of a circle that lies in an arc."""
    span = (arc.end - arc.start) % 360 or 360.0
    radius = number(reach * plan.scale)
    halves = 2 if span > 180 else 1
    points = []
    for index in range(halves + 1):
        east, south = direction(arc.start + span * index / halves)
        points.append(plan.at((arc.at[0] + reach * east, arc.at[1] + reach * south)))
    (x, y), *rest = points
    path = f"M{number(x)} {number(y)}"
    for x, y in rest:
        path += f"A{radius} {radius} 0 0 1 {number(x)} {number(y)}"
    return path


def _figures(arc: ArcMark, plan: Plan) -> Iterator[tuple[str, list[Point]]]:
    """What is written on each ring, and where its baseline may have its middle, best first."""
    span = (arc.end - arc.start) % 360 or 360.0
    for reach in arc.ranges:
        words = number(reach)
        if reach == max(arc.ranges):
            words = f"{arc.name} {words} {plan.board.unit}".strip()
        places = []
        for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75, 0.15, 0.85):
            east, south = direction(arc.start + span * share)
            x, y = plan.at((arc.at[0] + reach * east, arc.at[1] + reach * south))
            places.append((x, y + 4 * plan.unit))
        yield words, places


ARC_SAMPLE: Final = "where guns bear, rings at their ranges"


def arc_sample(unit: float) -> str:
    """A small sector for the legend."""
    path = "M{0} {1}L{2} {3}A{4} {4} 0 0 1 {2} {5}Z".format(
        *(number(value * unit) for value in (-10, 0, 6, -10, 19, 10))
    )
    return element("path", d=path, fill=INK, fill_opacity=0.08, stroke=INK, stroke_width=unit)
