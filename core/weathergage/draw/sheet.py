"""The sheet round a map: title, turn and wind above it, the scale and the legend below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from weathergage.draw import logs
from weathergage.draw.labels import Box
from weathergage.draw.picture import FreeTable, LengthClass, Picture
from weathergage.draw.sea import (
    BEYOND,
    BORDER,
    CLASS_NAMES,
    DAMAGE,
    FONTS,
    HULLS,
    INK,
    MUTED,
    PAPER,
    STATE_MARKS,
    damage_bar,
    element,
    flag_shape,
    group,
    livery,
    number,
    pattern_definitions,
    plain,
    ship_shape,
    shortened,
    state_mark,
    text,
    text_width,
    wind_rose,
    wind_words,
    wrap,
)


@dataclass(slots=True)
class Paper:
    """A sheet of so many pixels; unit: the pixel that titles and legend are measured in."""

    width: float

    @property
    def unit(self) -> float:
        """How much larger than on the smallest sheet titles and legend are."""
        return 1 + (self.width - 1200) / 2400

    @property
    def margin(self) -> float:
        """What is left free at either side."""
        return 24 * self.unit


def rectangle(box: Box) -> dict[str, str | float]:
    """A box as the attributes of a rectangle."""
    return {"x": box[0], "y": box[1], "width": box[2] - box[0], "height": box[3] - box[1]}


def document(
    picture: Picture,
    paper: Paper,
    panel: dict[str, str | float],
    *,
    parts: tuple[str, str, str],
    height: float,
    size: float,
    definitions: str = "",
) -> str:
    """The whole sheet. parts: header, map and footer; the map refers to the panel's clip path.

    panel: where the map lies. height: of all this; the logs that the picture asks for come below.
    size: of the hulls, for the patterns of their liveries.
    """
    header, chart, footer = parts
    below, height = logs.drawn(picture, paper.width, paper.margin, paper.unit, height)
    clip = element("rect", **panel)
    return element(
        "svg",
        element("title", plain(f"{picture.title}, {moment(picture)}")),
        element(
            "defs",
            element("clipPath", clip, id="panel"),
            pattern_definitions(picture, size) + definitions,
        ),
        element("rect", width=paper.width, height=height, fill=PAPER),
        header,
        element("rect", **panel, fill=BEYOND),
        chart,
        element("rect", **panel, fill="none", stroke=BORDER, stroke_width=1.5),
        footer,
        below,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(paper.width)} {number(height)}",
        width=paper.width,
        height=height,
        font_family=FONTS,
    )


def moment(picture: Picture) -> str:
    """Turn and phase in words."""
    turn = f"turn {picture.turn}" if picture.turn > 0 else "set-up"
    return f"{turn}, {picture.phase}" if picture.phase else turn


def header(picture: Picture, paper: Paper) -> tuple[str, float]:
    """Title, turn, and the wind rose; and how far down the sheet they reach."""
    unit, left, right = paper.unit, paper.margin, paper.width - paper.margin
    radius = 27 * unit
    rose_x = right - radius - 4 * unit
    room = rose_x - radius - left - 250 * unit
    title = shortened(picture.title, 27 * unit, room)
    now = moment(picture)
    parts = [
        text(left, 38 * unit, title, 27 * unit, bold=True),
        text(left, 61 * unit, shortened(picture.subtitle, 15 * unit, room), 15 * unit, fill=MUTED),
        text(left, 84 * unit, now[0].upper() + now[1:], 16 * unit, bold=True),
        wind_rose(rose_x, 60 * unit, radius, picture.wind),
    ]
    if picture.wind is not None:
        words = wind_words(picture.wind)
        words = words[0].upper() + words[1:]
        x = rose_x - radius - 14 * unit
        parts.append(text(x, 65 * unit, words, 15 * unit, anchor="end", bold=True))
    return group(*parts, class_="header"), 100 * unit


# --- the legend ------------------------------------------------------------------------------


@dataclass(slots=True)
class Block:
    """A part of the legend: what it takes, and its markup with the upper left at 0, 0."""

    width: float
    height: float
    markup: str


Row = tuple[str, str]
"""A sample, drawn about 0, 0, and what it means."""


def footer(
    notes: Sequence[str], paper: Paper, top: float, scale: str, blocks: list[Block]
) -> tuple[str, float]:
    """The scale, then the legend's blocks and the notes side by side; and the sheet's height."""
    unit = paper.unit
    parts = [scale]
    top += 30 * unit
    x, row_height = paper.margin, 0.0
    right = paper.width - paper.margin
    used = sum(block.width + 34 * unit for block in blocks)
    spare = right - paper.margin - used
    if notes:
        wide = spare if spare > 200 * unit else right - paper.margin
        blocks = [*blocks, _notes(notes, min(wide, 520 * unit), unit)]
    for block in blocks:
        if x > paper.margin and x + block.width > right + 1:
            x, top, row_height = paper.margin, top + row_height + 16 * unit, 0.0
        parts.append(group(block.markup, transform=f"translate({number(x)} {number(top)})"))
        x += block.width + 34 * unit
        row_height = max(row_height, block.height)
    height = round(top + row_height + 18 * unit)
    return group(*parts, class_="legend"), float(height)


def heading(words: str, unit: float) -> str:
    """The heading of a block."""
    return text(0, 12 * unit, words, 13 * unit, fill=MUTED, bold=True)


def rows(title: str, samples: Iterable[Row], unit: float, sample: float) -> Block:
    """A block of samples with words, each sample sample units wide."""
    parts = [heading(title, unit)]
    y = 32 * unit
    widest = text_width(title, 13 * unit)
    for drawing, words in samples:
        where = f"translate({number(sample * unit / 2)} {number(y)})"
        parts.append(group(drawing, transform=where))
        parts.append(text((sample + 8) * unit, y + 5 * unit, words, 14 * unit))
        widest = max(widest, (sample + 8) * unit + text_width(words, 14 * unit))
        y += 24 * unit
    return Block(widest, y - 12 * unit, "".join(parts))


def in_fours(title: str, samples: list[Row], unit: float, sample: float) -> Iterator[Block]:
    """Samples in blocks of four, the heading over the first."""
    for start in range(0, len(samples), 4):
        yield rows(title if start == 0 else "", samples[start : start + 4], unit, sample)


def turned(drawing: str) -> str:
    """A drawing that heads north, heading east."""
    return group(drawing, transform="rotate(90)")


def _hull_size(kind: LengthClass) -> float:
    """How large a hull is drawn in the legend: long ones smaller, so that they do not run into the
    words.
    """
    return 24 * min(1.0, HULLS["line"].length / HULLS[kind].length)


def sides_block(picture: Picture, unit: float) -> Block:
    """The sides with their liveries and what each has."""
    samples = [
        (
            turned(ship_shape("line", side.colour_index, 24 * unit)),
            f"{side.name}, {picture.strength(side)}",
        )
        for side in picture.sides
    ]
    return rows("Sides", samples, unit, 44)


def ship_blocks(
    picture: Picture, unit: float, more_signs: list[Row] | None = None
) -> Iterator[Block]:
    """Only the signs that this picture uses. more_signs: those of one kind of board."""
    classes = {ship.length_class for ship in picture.ships if ship.kind == "ship"}
    samples = [
        (
            turned(ship_shape(kind, None, _hull_size(kind) * unit)),
            picture.hulls.get(kind, CLASS_NAMES[kind]),
        )
        for kind in CLASS_NAMES
        if kind in classes
    ]
    if samples:
        yield rows("Ships", samples, unit, 44)
    flags = {ship.flag for ship in picture.ships if ship.kind != "squadron"}
    states = {state for ship in picture.ships for state in ship.states}
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
        (_centred(state, unit), words)
        for state, (_, words) in STATE_MARKS.items()
        if state in states
    ]
    if any(ship.track or ship.path for ship in picture.ships):
        signs.append((_track_sample(unit), "track of the last move"))
    yield from in_fours("Signs", [*signs, *(more_signs or [])], unit, 30)
    if picture.ships:
        block = _label_block(picture, unit)
        if block is not None:
            yield block


def _centred(state: str, unit: float) -> str:
    """A state's mark with its middle at the origin."""
    if state == "struck":
        where = f"translate({number(-6 * unit)} {number(9 * unit)})"
        return group(state_mark("struck", 30 * unit), transform=where)
    size = 38 if state != "moored" else 32
    return state_mark(state, size * unit)  # type: ignore[arg-type]


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


def _label_block(picture: Picture, unit: float) -> Block | None:
    """How to read what stands beside a ship, shown on a ship of this picture; None where names
    are all that does.
    """
    ships = picture.ships
    ship = next((one for one in ships if one.damage), ships[0])
    colour = livery(picture.side(ship).colour_index).colour
    free = isinstance(picture.board, FreeTable)
    speeds = [one.speed for one in ships if one.speed] if free else [ship.speed]
    speed = speeds[0] if speeds and not (free and ship.speed) else ship.speed
    samples = []
    if not free or ship.label not in ("", ship.name):
        samples.append((_sample(ship.label, unit, colour, bold=True), "code"))
    if speeds:
        samples.append((_sample(f"· {number(speed)}", unit), "speed"))
    if ship.damage:
        samples.append((_sample(ship.damage, unit, DAMAGE, bold=True), "damage"))
    if any(one.damage_share for one in ships):
        width = 44 * unit
        samples.append(
            (damage_bar(-width / 2, -2 * unit, width, 5 * unit, 0.4), "share of her that is lost")
        )
    wide = max(48.0, text_width(ship.damage, 14) + 4, text_width(ship.label, 14) + 4)
    return rows("Beside each ship", samples, unit, wide) if samples else None


def _sample(words: str, unit: float, fill: str = INK, *, bold: bool = False) -> str:
    return text(0, 5 * unit, words, 14 * unit, fill=fill, anchor="middle", bold=bold)


def _notes(notes: Sequence[str], width: float, unit: float) -> Block:
    size = 14 * unit
    parts, y = [heading("Notes", unit)], 32 * unit
    for note in notes:
        for line in wrap(note, size, width):
            parts.append(text(0, y + 4 * unit, line, size))
            y += 18 * unit
        y += 3 * unit
    return Block(width, y - 8 * unit, "".join(parts))
