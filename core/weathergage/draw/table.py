"""A table without hexes, or a sea chart, as SVG: to scale, with everything where it lies.

The map's group says the scale (``data-scale``, pixels to the unit) and where the table's
north-west corner lies (``data-x``, ``data-y``), so that a program can find any point of it.
"""

from __future__ import annotations

from weathergage.draw import marks, terrain
from weathergage.draw.labels import Label, Words, Writing, after, leaders
from weathergage.draw.marks import FreeSpot
from weathergage.draw.picture import FreeTable, Picture, ShipMark
from weathergage.draw.plan import Plan
from weathergage.draw.sea import (
    DAMAGE,
    INK,
    MUTED,
    SEA,
    element,
    group,
    livery,
    number,
    scale_bar,
)
from weathergage.draw.sheet import (
    document,
    footer,
    header,
    in_fours,
    rows,
    ship_blocks,
    sides_block,
)
from weathergage.errors import WeathergageError

TOP = 100.0
"""How far the header reaches down, in the sheet's unit."""


def svg(picture: Picture) -> str:
    """The picture as one SVG document; the same picture gives the same text on any machine.

    Raises WeathergageError when the picture has no free table, or one without a size.
    """
    board = picture.board
    if not isinstance(board, FreeTable) or not (board.width > 0 and board.height > 0):
        raise WeathergageError("this picture has no table of any size to draw")
    plan = Plan.of(picture, board, TOP)
    laid = marks.spots(picture, plan)
    names = terrain.names(plan, laid)
    labels = _labels(picture, plan, laid, [name.box for name in names])
    taken = [box for spot in laid for box in spot.covers]
    taken += [label.box for label in labels] + [name.box for name in names]
    chart = group(
        element("rect", class_="sea", **plan.table(), fill=SEA),
        group(terrain.regions(plan), terrain.grid(plan), clip_path="url(#table)"),
        marks.arcs(picture, plan),
        group(*(name.drawn() for name in names), class_="names"),
        marks.tracks(picture, plan, laid),
        leaders(laid, labels, 22 * plan.unit, 0.8 * plan.unit),
        marks.drawn(picture, plan, laid),
        group(*(label.drawn() for label in labels), class_="labels"),
        marks.ranges(picture, plan, taken),
        class_="map",
        clip_path="url(#panel)",
        data_unit=board.unit,
        data_scale=plan.scale,
        data_x=plan.x,
        data_y=plan.y,
    )
    foot, height = _footer(picture, plan)
    clip = element("clipPath", element("rect", **plan.table()), id="table")
    return document(
        picture,
        plan,
        plan.panel(),
        parts=(header(picture, plan)[0], chart + terrain.figures(plan), foot),
        height=height,
        size=18 * plan.unit,
        definitions=clip + terrain.pattern_definitions(board, plan.unit),
    )


# --- labels ----------------------------------------------------------------------------------


def _labels(
    picture: Picture,
    plan: Plan,
    laid: list[FreeSpot],
    kept: list[tuple[float, float, float, float]],
) -> list[Label]:
    size = (13 if len(laid) < 40 else 11.5) * plan.unit
    writing = Writing(laid, 26 * plan.unit, plan.box(), (0.0, 0.35, 1.1, 2.0, 3.2), kept)
    short, full = (
        [_label(picture, spot.ship, size, full=whole) for spot in laid] for whole in (False, True)
    )
    return writing.labels(short, full)


def _label(picture: Picture, ship: ShipMark, size: float, *, full: bool) -> Label:
    """Code, speed, size and damage; in full the name above them. One without a code has her name
    in its place.
    """
    is_neutral = ship.kind == "buoy" and not ship.side
    colour = MUTED if is_neutral else livery(picture.side(ship).colour_index).colour
    is_coded = ship.label not in ("", ship.name)
    title: list[Words] = [(ship.label if is_coded else ship.name, colour, True)]
    speed: list[Words] = [(number(ship.speed), INK, False)] if ship.speed else []
    rest: list[Words] = [(ship.size, MUTED, False)] if ship.size else []
    rest += after([(ship.damage, DAMAGE, True)], rest)
    title += after(speed, title)
    if full and is_coded:
        lines = [[(ship.name, INK, True)], [*title, *after(rest, title)]]
    else:
        lines = [title, rest]
    lines = [line for line in lines if any(words for words, _, _ in line)]
    return Label(lines, size, size * 3.2, ship.damage_share)


# --- the footer ------------------------------------------------------------------------------


def _footer(picture: Picture, plan: Plan) -> tuple[str, float]:
    """The scale, then the legend's blocks; and the height of the sheet with them."""
    unit = plan.unit
    top = plan.box()[3] + plan.edge + 4 * unit
    length, parts = scale_length(plan.width / 5 / plan.scale)
    words = f"{number(length)} {plan.board.unit}"
    words += f" ({picture.scale})" if picture.scale else ""
    scale = scale_bar(plan.margin, top, length / parts * plan.scale, parts, 13 * unit, words)
    signs = [(marks.arc_sample(unit), marks.ARC_SAMPLE)] if any(picture.shown_arcs()) else []
    blocks = [sides_block(picture, unit), *ship_blocks(picture, unit, signs)]
    others = marks.samples(picture, unit)
    if others:
        blocks.append(rows("On the table", others, unit, 48))
    blocks += in_fours("The ground", terrain.samples(plan.board, unit), unit, 40)
    outside = sum(ship.at is not None and not plan.shows(ship.at) for ship in picture.ships)
    are = "is" if outside == 1 else "are"
    notes = [*picture.notes, *([f"{outside} {are} too far off to be shown."] if outside else [])]
    return footer(notes, plan, top, scale, blocks)


def scale_length(most: float) -> tuple[float, int]:
    """The longest round length up to most, and in how many parts a scale of it falls."""
    steps = ((1.0, 4), (2.0, 4), (5.0, 5))
    found = [(first * 10.0**tens, parts) for tens in range(-3, 7) for first, parts in steps]
    return max((one for one in found if one[0] <= most), default=found[0])
