"""What every sea chart shares, whatever its board: liveries, hulls, flags, wind, text, legend rows.

All drawing is SVG text. Lengths are in units of the drawing, numbers are written with at most two
decimals, and nothing depends on the order of a set or on a hash, so that one picture always gives
the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final
from xml.sax.saxutils import escape

from weathergage.draw.picture import LengthClass, Picture, ShipMark, ShipState, WindMark

FONT: Final = "Source Sans Pro"
FONTS: Final = f"{FONT}, Source Sans 3, Open Sans, DejaVu Sans Condensed, Arial, sans-serif"

INK: Final = "#17212b"
MUTED: Final = "#566573"
PAPER: Final = "#ffffff"
SEA: Final = "#f1f7fb"
BEYOND: Final = "#e3e8ec"
GRID: Final = "#bccbd8"
NUMBERS: Final = "#8598a8"
BORDER: Final = "#60778b"
LAND: Final = "#e6dab8"
SHORE: Final = "#b7a36c"
DAMAGE: Final = "#9c1c12"
BLANK: Final = "#d5dde3"


@dataclass(frozen=True, slots=True)
class Livery:
    """How one side's ships are told apart: in colour by two tones, in grey by the pattern."""

    colour: str
    light: str
    pattern: str
    terminal: str


# Okabe and Ito's colours, darkened where text is set in them: told apart by colour-blind eyes too.
# In grey they differ by pattern: full, striped, dotted, empty, crossed.
LIVERIES: Final = (
    Livery("#0a4f8c", "#0a4f8c", "solid", "color(33)"),
    Livery("#c24e00", "#ffffff", "stripes", "color(172)"),
    Livery("#00734f", "#bfe8d8", "dots", "color(36)"),
    Livery("#8d2f70", "#ffffff", "empty", "color(170)"),
    Livery("#7a6200", "#f7ecb0", "crosses", "color(142)"),
)


def livery(colour_index: int) -> Livery:
    """The livery of that number, counted round when there are more sides than liveries."""
    return LIVERIES[colour_index % len(LIVERIES)]


# --- text ------------------------------------------------------------------------------------

# Advances of the bold face in thousandths of its size, from the space on; text that is measured
# by them fits in the regular face too, and nearly in the faces a browser may take instead.
# fmt: off
_ADVANCES: Final = (
    200, 340, 536, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339,
    528, 528, 528, 528, 528, 528, 528, 528, 528, 528, 300, 300, 528, 528, 528, 463,
    903, 573, 605, 582, 635, 548, 524, 638, 674, 301, 509, 614, 518, 762, 665, 684,
    596, 684, 613, 556, 556, 665, 556, 813, 567, 525, 541, 344, 339, 344, 528, 500,
    555, 527, 573, 467, 573, 518, 341, 534, 571, 276, 278, 548, 286, 857, 572, 555,
    573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344, 268, 344, 528,
)
# fmt: on
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number as it stands in the drawing: at most two decimals, no -0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def plain(text: str) -> str:
    """Text with what XML cannot hold left out and the rest escaped, for content or attributes."""
    return escape(_FORBIDDEN.sub("", text), {'"': "&quot;"})


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """One SVG element; inside is markup, already escaped.

    Attributes come in the order given; ``_`` in their names is written as ``-``, and left out at
    the end (``class_``).
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}="
        f'"{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def group(*inside: str, **attributes: str | float) -> str:
    """A group of elements."""
    return element("g", *inside, **attributes)


def text_width(text: str, size: float) -> float:
    """About how wide a line of text comes out, in the unit of size."""
    total = 0
    for letter in text:
        index = ord(letter) - 32
        total += _ADVANCES[index] if 0 <= index < len(_ADVANCES) else 560
    return total * size / 1000


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    fill: str = INK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """A line of text on its baseline."""
    attributes: dict[str, str | float] = {"x": x, "y": y, "font_size": size, "fill": fill}
    if anchor != "start":
        attributes["text_anchor"] = anchor
    if bold:
        attributes["font_weight"] = "700"
    return element("text", plain(words), **attributes)


def wrap(words: str, size: float, width: float) -> list[str]:
    """Text broken into lines no wider than width, where its words allow."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def shortened(words: str, size: float, width: float) -> str:
    """Text cut with an ellipsis so that it is no wider than width."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


# --- hulls -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hull:
    """A hull seen from above, in hex sizes (centre to corner): length, beam, half yards, masts.

    masts: where they stand, as shares of the length from amidships, negative toward the bow. oars:
    how many are drawn on each side, yard then being how far out they reach.
    """

    length: float
    beam: float
    yard: float
    masts: tuple[float, ...]
    oars: int = 0


HULLS: Final[dict[LengthClass, Hull]] = {
    "line": Hull(1.5, 0.4, 0.31, (-0.24, 0.03, 0.28)),
    "cruiser": Hull(1.3, 0.31, 0.28, (-0.24, 0.03, 0.28)),
    "small": Hull(1.0, 0.27, 0.26, (-0.15, 0.2)),
    "merchant": Hull(1.14, 0.43, 0.26, (-0.22, 0.05, 0.28)),
    "galley": Hull(2.9, 0.34, 0.46, (), oars=11),
    "great galley": Hull(3.1, 0.5, 0.58, (), oars=13),
}
CLASS_NAMES: Final[dict[LengthClass, str]] = {
    "line": "ship of the line",
    "cruiser": "cruiser",
    "small": "sloop, corvette",
    "merchant": "merchantman",
    "galley": "galley",
    "great galley": "great galley",
}
STATE_MARKS: Final[dict[ShipState, tuple[str, str]]] = {
    "afoul": ("A", "afoul"),
    "prize": ("P", "prize"),
    "dismasted": ("D", "dismasted"),
    "anchored": ("", "at anchor"),
    "sunk": ("S", "sunk"),
    "anchored aft": ("", "at anchor by the stern"),
    "moored": ("", "anchored bow and stern"),
    "locked": ("L", "locked together"),
    "aground": ("G", "aground"),
    "struck": ("", "colours struck"),
    "rammed": ("R", "rammed"),
    "on fire": ("F", "on fire"),
}
BOWSPRIT: Final = 0.14


def hull_path(hull: Hull, size: float) -> str:
    """The outline of a hull that heads north, its middle at the origin: sharp bow, flat stern."""
    half, side = hull.length * size / 2, hull.beam * size / 2
    right = [
        (side * 0.55, -half * 0.78, side, -half * 0.5, side, -half * 0.12),
        (side, half * 0.45, side * 0.86, half * 0.8, side * 0.6, half),
    ]
    path = f"M0 {number(-half)}"
    for curve in right:
        path += "C" + " ".join(number(value) for value in curve)
    path += f"L{number(-side * 0.6)} {number(half)}"
    back = (-side * 0.86, half * 0.8, -side, half * 0.45, -side, -half * 0.12)
    bow = (-side, -half * 0.5, -side * 0.55, -half * 0.78, 0.0, -half)
    for curve in (back, bow):
        path += "C" + " ".join(number(value) for value in curve)
    return path + "Z"


def _rig(hull: Hull, size: float, standing: bool) -> str:
    """Bowsprit, and yards across each mast; or the stumps and one mast fallen over the side."""
    half = hull.length * size / 2
    path = f"M0 {number(-half)}V{number(-half - BOWSPRIT * size)}"
    if hull.oars:
        return path + _oars(hull, size)
    if standing:
        for mast in hull.masts:
            y, reach = mast * hull.length * size, hull.yard * size
            # Sails belly forward, so that even a small hull shows which way she goes.
            path += (
                f"M{number(-reach)} {number(y)}Q0 {number(y - 0.13 * size)} "
                f"{number(reach)} {number(y)}"
            )
        return path
    y = hull.masts[len(hull.masts) // 2] * hull.length * size
    path += f"M0 {number(y)}L{number(hull.yard * 1.25 * size)} {number(y + 0.4 * size)}"
    return path


def _oars(hull: Hull, size: float) -> str:
    """Oars on both sides, swept a little aft."""
    side, reach = hull.beam * size * 0.46, hull.yard * size
    path = ""
    for oar in range(hull.oars):
        y = hull.length * size * (0.56 * oar / (hull.oars - 1) - 0.26)
        for way in (-1, 1):
            path += (
                f"M{number(way * side)} {number(y)}L{number(way * reach)} {number(y + 0.1 * size)}"
            )
    return path


def ship_shape(
    length_class: LengthClass,
    colour_index: int | None,
    size: float,
    *,
    standing: bool = True,
    afloat: bool = True,
) -> str:
    """Hull and rig heading north, middle at the origin. colour_index None: a plain grey hull."""
    hull = HULLS[length_class]
    edge = MUTED if colour_index is None else livery(colour_index).colour
    fill = BLANK if colour_index is None else pattern_fill(colour_index)
    outline = hull_path(hull, size)
    stroke = max(0.055 * size, 1.1)
    if not afloat:
        dash = f"{number(stroke * 2)} {number(stroke * 2)}"
        return element(
            "path", d=outline, fill="none", stroke=edge, stroke_width=stroke, stroke_dasharray=dash
        )
    rig = _rig(hull, size, standing)
    parts = [
        element("path", d=outline, fill=PAPER, stroke=PAPER, stroke_width=stroke * 3),
        element(
            "path",
            d=outline,
            fill=fill,
            stroke=edge,
            stroke_width=stroke,
            stroke_linejoin="round",
        ),
    ]
    line = {"d": rig, "fill": "none", "stroke_linecap": "round"}
    parts.append(element("path", **line, stroke=PAPER, stroke_width=0.11 * size))
    parts.append(element("path", **line, stroke=INK, stroke_width=max(0.05 * size, 1.0)))
    if not standing and not hull.oars:
        parts += [
            element(
                "circle",
                cx=0,
                cy=mast * hull.length * size,
                r=0.06 * size,
                fill=PAPER,
                stroke=INK,
                stroke_width=max(0.03 * size, 0.7),
            )
            for mast in hull.masts
        ]
    return "".join(parts)


def pattern_fill(colour_index: int) -> str:
    """The fill of a side's hulls and flags: its colour, or a reference to its pattern."""
    coat = livery(colour_index)
    if coat.pattern in ("solid", "empty"):
        return coat.light
    return f"url(#livery-{colour_index % len(LIVERIES)})"


def pattern_definitions(picture: Picture, size: float) -> str:
    """The patterns that the picture's sides use; size as for the hulls."""
    used = sorted(
        {picture.side(ship).colour_index % len(LIVERIES) for ship in picture.ships}
        | {side.colour_index % len(LIVERIES) for side in picture.sides}
    )
    return "".join(_pattern(index, 0.16 * size) for index in used)


def _pattern(index: int, step: float) -> str:
    coat = LIVERIES[index]
    step = max(step, 4.0)
    ground = element("rect", width=step, height=step, fill=coat.light)
    if coat.pattern == "stripes":
        marks = element("rect", width=step, height=step * 0.5, fill=coat.colour)
    elif coat.pattern == "dots":
        marks = element("circle", cx=step / 2, cy=step / 2, r=step * 0.28, fill=coat.colour)
    elif coat.pattern == "crosses":
        marks = element(
            "path",
            d=f"M0 0L{number(step)} {number(step)}M{number(step)} 0L0 {number(step)}",
            stroke=coat.colour,
            stroke_width=1,
        )
    else:
        return ""
    return element(
        "pattern",
        ground,
        marks,
        id=f"livery-{index}",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(35)",
    )


def flag_shape(flag: str, colour_index: int | None, size: float) -> str:
    """A flagship's flag on a staff that stands at the origin: F a pennant, FF a square flag."""
    top, fly = -0.82 * size, 0.46 * size
    staff = element(
        "path",
        d=f"M0 0V{number(top)}",
        stroke=INK,
        stroke_width=max(0.05 * size, 1.1),
        stroke_linecap="round",
    )
    if flag == "FF":
        cloth = f"M0 {number(top)}H{number(fly)}V{number(top + 0.32 * size)}H0Z"
    else:
        cloth = (
            f"M0 {number(top)}L{number(fly)} {number(top + 0.12 * size)}"
            f"L0 {number(top + 0.24 * size)}Z"
        )
    coat = None if colour_index is None else livery(colour_index)
    fill = BLANK if colour_index is None else pattern_fill(colour_index)
    return staff + element(
        "path",
        d=cloth,
        fill=fill,
        stroke=coat.colour if coat else MUTED,
        stroke_width=max(0.045 * size, 1.0),
        stroke_linejoin="round",
    )


def state_mark(state: ShipState, size: float) -> str:
    """A ship's state as a small mark at the origin: a letter or an anchor in a round, or the
    white flag.
    """
    if state == "struck":
        return white_flag(size)
    radius = mark_radius(size)
    if state == "moored":
        path, width = f"M{number(-radius)} 0H{number(radius)}", max(0.04 * size, 1.0)
        cable = element("path", d=path, stroke=INK, stroke_width=width)
        ends = (f"translate({number(side * radius * 1.15)} 0)" for side in (-1, 1))
        return cable + "".join(group(_anchor(size), transform=end) for end in ends)
    letter = STATE_MARKS[state][0]
    if not letter:
        return _anchor(size)
    words = text(0, radius * 0.48, letter, radius * 1.42, anchor="middle", bold=True)
    return _disc(size) + words


def mark_radius(size: float) -> float:
    """The radius of the round of a state's mark."""
    return max(0.21 * size, 5.5)


def _disc(size: float) -> str:
    stroke = max(0.04 * size, 1.0)
    return element("circle", r=mark_radius(size), fill=PAPER, stroke=INK, stroke_width=stroke)


def _anchor(size: float) -> str:
    """An anchor in a round at the origin."""
    unit = mark_radius(size) * 0.6
    path = (
        f"M0 {number(-unit * 0.6)}V{number(unit)}M{number(-unit * 0.55)} {number(-unit * 0.2)}"
        f"H{number(unit * 0.55)}M{number(-unit)} {number(unit * 0.3)}"
        f"Q{number(-unit * 0.7)} {number(unit)} 0 {number(unit)}"
        f"Q{number(unit * 0.7)} {number(unit)} {number(unit)} {number(unit * 0.3)}"
    )
    ring = element(
        "circle",
        cy=-unit * 0.85,
        r=unit * 0.28,
        fill="none",
        stroke=INK,
        stroke_width=max(0.2 * unit, 0.8),
    )
    return (
        _disc(size)
        + ring
        + element("path", d=path, fill="none", stroke=INK, stroke_width=max(0.24 * unit, 1.0))
    )


def white_flag(size: float) -> str:
    """The flag of a ship that has struck, on a staff that stands at the origin."""
    top, fly = number(-0.62 * size), number(0.42 * size)
    stroke = max(0.04 * size, 1.0)
    staff = element("path", d=f"M0 0V{top}", stroke=INK, stroke_width=stroke * 1.3)
    cloth = f"M0 {top}H{fly}V{number(-0.34 * size)}H0Z"
    return staff + element("path", d=cloth, fill=PAPER, stroke=INK, stroke_width=stroke)


def damage_bar(x: float, y: float, width: float, height: float, share: float) -> str:
    """How much of a ship is lost: a bar whose top left corner is at x, y, filled from the left."""
    share = min(max(share, 0.0), 1.0)
    frame = element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        fill=PAPER,
        stroke=INK,
        stroke_width=max(height * 0.2, 0.7),
    )
    return frame + element("rect", x=x, y=y, width=width * share, height=height, fill=DAMAGE)


def summary(picture: Picture, ship: ShipMark) -> str:
    """A ship in one line, for whoever rests the pointer on her."""
    code = f" ({ship.label})" if ship.label not in ("", ship.name) else ""
    parts = [f"{ship.name}{code}, {picture.side(ship).name}", picture.where(ship)]
    parts += [f"heading {picture.heading(ship)}"]
    parts += [f"speed {number(ship.speed)}"] if ship.kind in ("ship", "squadron") else []
    parts += [word for word in (ship.size, ship.flag, ship.damage, *ship.states, ship.note) if word]
    return ", ".join(part for part in parts if part)


def direction(degrees: float) -> tuple[float, float]:
    """One step in a direction, degrees clockwise from north: how far east, how far south.

    Rounded, because sine and cosine may differ in their last bit from machine to machine.
    """
    return round(sin(radians(degrees)), 9), round(-cos(radians(degrees)), 9)


# --- the ships of one hex --------------------------------------------------------------------


def fan_out(ships: Sequence[ShipMark], room: float = 1.66) -> list[tuple[float, float, float]]:
    """Where the ships of one hex are drawn: for each x, y and scale, in hex sizes from its centre.

    They stand side by side along the axis on which, as they head, they take the least room; each
    has a strip of its own, so that no two overlap. room: the width there is for all of them.
    """
    if len(ships) == 1:
        return [(0.0, 0.0, 1.0)]
    # One axis in fifteen degrees is fine enough; rounding keeps a tie from hanging on the last bit.
    axes = [(round(sum(_extents(ships, axis)), 6), axis) for axis in (90, *range(0, 180, 15))]
    needed, axis = min(axes, key=lambda found: found[0])
    scale = min(0.9, room / (2 * needed))
    gap = min(0.08, (room - 2 * needed * scale) / len(ships))
    position = -(2 * needed * scale + gap * (len(ships) - 1)) / 2
    places = []
    for extent in _extents(ships, axis):
        middle = position + extent * scale
        east, south = direction(axis)
        places.append((middle * east, middle * south, scale))
        position = middle + extent * scale + gap
    return places


def _extents(ships: Sequence[ShipMark], axis: int) -> list[float]:
    """Half the room that each ship takes along an axis, given in degrees from north."""
    found = []
    for ship in ships:
        hull = HULLS[ship.length_class]
        across_axis, along_axis = direction(ship.heading_degrees - axis)
        along, across = hull.length / 2 + BOWSPRIT, hull.yard + 0.04
        found.append(along * abs(along_axis) + across * abs(across_axis))
    return found


# --- wind and scale --------------------------------------------------------------------------


def wind_rose(x: float, y: float, radius: float, wind: WindMark | None) -> str:
    """A rose with north at its top and, when there is wind, an arrow to where it blows."""
    parts = [element("circle", r=radius, fill=PAPER, stroke=BORDER, stroke_width=radius * 0.04)]
    for degrees in range(0, 360, 30):
        inner = radius * (0.84 if degrees % 60 else 0.76)
        parts.append(
            element(
                "line",
                y1=-radius,
                y2=-inner,
                stroke=BORDER,
                stroke_width=radius * 0.035,
                transform=f"rotate({degrees})",
            )
        )
    tip = radius * 1.3
    wing = radius * 0.15
    parts.append(
        element(
            "path",
            class_="north",
            d=f"M0 {number(-tip)}L{number(wing)} {number(-radius)}H{number(-wing)}Z",
            fill=INK,
        )
    )
    parts.append(text(0, -tip - radius * 0.1, "N", radius * 0.42, anchor="middle", bold=True))
    if wind is not None:
        parts.append(wind_arrow(radius, wind))
    return group(*parts, transform=f"translate({number(x)} {number(y)})")


def wind_arrow(radius: float, wind: WindMark) -> str:
    """The arrow that points where the wind blows to; its title says where it comes from."""
    reach, head, wing = radius * 0.74, radius * 0.5, radius * 0.3
    shaft = radius * 0.09
    path = (
        f"M0 {number(-reach)}L{number(wing)} {number(-reach + head)}H{number(shaft)}"
        f"V{number(reach)}L0 {number(reach * 0.82)}L{number(-shaft)} {number(reach)}"
        f"V{number(-reach + head)}H{number(-wing)}Z"
    )
    return group(
        element("title", plain(wind_words(wind))),
        element("path", d=path, fill=INK),
        class_="wind",
        transform=f"rotate({number((wind.from_degrees + 180) % 360)})",
    )


def wind_words(wind: WindMark) -> str:
    """The wind in words: where it comes from, and its force when there is one."""
    return f"wind from {wind.from_name}" + (f", {wind.force}" if wind.force else "")


def scale_bar(x: float, y: float, step: float, steps: int, size: float, words: str) -> str:
    """A bar of so many steps, step long each, black and white by turns, with words beside it."""
    height = size * 0.4
    parts = []
    for index in range(steps):
        parts.append(
            element(
                "rect",
                x=x + index * step,
                y=y,
                width=step,
                height=height,
                fill=PAPER if index % 2 else INK,
                stroke=INK,
                stroke_width=1,
            )
        )
    parts.append(
        text(x + steps * step + size * 0.6, y + height + size * 0.12, words, size, fill=MUTED)
    )
    return "".join(parts)
