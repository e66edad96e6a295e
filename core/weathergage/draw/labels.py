"""What is written beside the ships, each label where it covers least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot

from weathergage.draw.picture import Picture, ShipMark
from weathergage.draw.sea import (
    DAMAGE,
    INK,
    MUTED,
    PAPER,
    damage_bar,
    direction,
    element,
    group,
    livery,
    number,
    plain,
    text_width,
)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom on the sheet."""

Words = tuple[str, str, bool]
"""Words of one kind in a label: what they say, their fill, and whether they are bold."""

ANGLES = (180, 90, 270, 0, 135, 225, 45, 315, 158, 203, 113, 248)
"""Where a label may stand about its ship, the best first."""


@dataclass(slots=True)
class Spot:
    """Where one ship is drawn: her middle, the size of her hull, and what she covers."""

    ship: ShipMark
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    covers: list[Box] = field(default_factory=list)


@dataclass(slots=True)
class Label:
    """What is written beside one ship: lines of words with fill and weight, and a damage bar."""

    lines: list[list[Words]]
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
        return bar + haloed(*parts, size=self.size)


def haloed(*parts: str, size: float, rim: str = PAPER) -> str:
    """Lines of text, centred where they stand, with a rim so that they read on all."""
    return group(
        *parts,
        font_size=size,
        text_anchor="middle",
        stroke=rim,
        stroke_width=size * 0.24,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def label_for(picture: Picture, ship: ShipMark, size: float, *, full: bool) -> Label:
    """Her code and speed, her damage; in full also her name, on a line of its own. One whose name
    is her code has it once.
    """
    colour = livery(picture.side(ship).colour_index).colour
    full = full and ship.name != ship.label
    damage: list[Words] = [(ship.damage, DAMAGE, True)] if ship.damage else []
    code: list[Words] = [
        (ship.label, colour, True),
        (f" · {number(ship.speed)}", INK, False),
    ]
    if full:
        lines = [[(ship.name, INK, True)], [*code, *after(damage, code)]]
    else:
        lines = [code, damage] if damage else [code]
    return Label(lines, size, size * 3.2, ship.damage_share)


def leaders(spots: Sequence[Spot], labels: Sequence[Label], further: float, width: float) -> str:
    """Thin lines to the labels that stand further off their ships than the hull's size and so
    much.
    """
    path = ""
    for spot, label in zip(spots, labels, strict=True):
        if _off(label, spot) > spot.size + further:
            x, y = _nearest(label, spot)
            path += f"M{number(spot.x)} {number(spot.y)}L{number(x)} {number(y)}"
    if not path:
        return ""
    return element("path", class_="leaders", d=path, stroke=MUTED, stroke_width=width)


def _nearest(label: Label, spot: Spot) -> tuple[float, float]:
    """The point of a label's box that is nearest to the middle of its ship."""
    left, top, right, bottom = label.box
    return min(max(spot.x, left), right), min(max(spot.y, top), bottom)


def _off(label: Label, spot: Spot) -> float:
    x, y = _nearest(label, spot)
    return hypot(x - spot.x, y - spot.y)


def after(words: list[Words], others: list[Words]) -> list[Words]:
    """Words as they follow others on a line: after a dot, where there is something on both sides.

    A word that is empty is none.
    """
    words = [word for word in words if word[0]]
    return [(" · ", INK, False), *words] if words and others else words


@dataclass(slots=True)
class Writing:
    """All that is written on one map: where there is room, and what may not be written over.

    unit: the length by which nearness is judged. frame: what labels should stay within. further:
    how many units more than need be a label may stand off its ship, the best first.
    """

    spots: Sequence[Spot]
    unit: float
    frame: Box
    further: tuple[float, ...] = (0.0, 0.35)
    kept: list[Box] = field(default_factory=list)

    def labels(self, short: list[Label], full: list[Label]) -> list[Label]:
        """For each spot its short or its full label, laid.

        First every ship gets the short one; then each in turn the full one, if that covers
        nothing and does not stand much farther off.
        """
        chosen: list[Label] = []
        for spot, label in zip(self.spots, short, strict=True):
            self.lay(label, spot, [other.box for other in chosen])
            chosen.append(label)
        for index, (spot, label) in enumerate(zip(self.spots, full, strict=True)):
            mine = chosen[index]
            others = [other.box for other in chosen if other is not mine]
            is_clear = self.lay(label, spot, others) < 0.02 * self.unit**2
            is_same = label.lines == mine.lines
            if is_clear and (is_same or _off(label, spot) < _off(mine, spot) + 0.5 * self.unit):
                chosen[index] = label
        return chosen

    def lay(self, label: Label, spot: Spot, taken: list[Box]) -> float:
        """Give a label the best box about its ship; return the area of other things it covers."""
        reach = label.width + label.height + (2.65 + max(self.further)) * self.unit
        near = [one for one in self.spots if hypot(one.x - spot.x, one.y - spot.y) < reach]
        hulls = [box for other in near if other is not spot for box in other.covers]
        labels = [
            box
            for box in (*taken, *self.kept)
            if abs(box[0] - spot.x) < reach and abs(box[1] - spot.y) < reach
        ]
        left, top, right, bottom = self.frame
        best: tuple[float, Box, float] | None = None
        for order, angle in enumerate(ANGLES):
            touching = _touching(label, spot, angle)
            for further in self.further:
                box, distance = _beside(label, spot, angle, touching + further * self.unit)
                covered = overlap(box, hulls) + 1.5 * overlap(box, labels)
                inside = left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom
                cost = covered / self.unit**2 * 40 + order * 0.12 + distance / self.unit
                cost = round(cost + (0 if inside else 50), 6)
                if best is None or cost < best[0]:
                    best = cost, box, covered + (0 if inside else self.unit**2)
        assert best is not None
        label.box = best[1]
        return best[2]


def _touching(label: Label, spot: Spot, angle: int) -> float:
    """How far from the ship's middle a label in a direction covers none of the ship."""
    east, south = direction(angle)
    half_wide, half_high = label.width / 2 * abs(east), label.height / 2 * abs(south)
    step = spot.size * 0.08
    distance = step
    while distance < 2 * spot.size:
        x, y = east * (distance + half_wide), south * (distance + half_high)
        if not overlap(_box_about(spot.x + x, spot.y + y, label), spot.covers):
            break
        distance += step
    return distance


def _beside(label: Label, spot: Spot, angle: int, distance: float) -> tuple[Box, float]:
    """The label's box as near to the ship as it can be in a direction, and how far that is."""
    east, south = direction(angle)
    half_wide, half_high = label.width / 2 * abs(east), label.height / 2 * abs(south)
    distance += 0.12 * spot.size
    x, y = east * (distance + half_wide), south * (distance + half_high)
    return _box_about(spot.x + x, spot.y + y, label), distance


def _box_about(x: float, y: float, label: Label) -> Box:
    return x - label.width / 2, y - label.height / 2, x + label.width / 2, y + label.height / 2


def overlap(box: Box, others: Iterable[Box]) -> float:
    """The area of a box that others cover, each counted for itself."""
    left, top, right, bottom = box
    total = 0.0
    for x1, y1, x2, y2 in others:
        if x1 < right and left < x2 and y1 < bottom and top < y2:
            total += (min(right, x2) - max(left, x1)) * (min(bottom, y2) - max(top, y1))
    return total
