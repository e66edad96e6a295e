"""Ships' logs below a map, as players keep them on paper: a card for each ship, in columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from weathergage.draw.picture import LogBox, LogMark, LogRow, Picture
from weathergage.draw.sea import (
    BORDER,
    DAMAGE,
    INK,
    MUTED,
    PAPER,
    element,
    group,
    livery,
    number,
    shortened,
    text,
    text_width,
    wrap,
)

# All in the sheet's unit.
CARD: Final = 350.0
GAP: Final = 16.0
PAD: Final = 12.0
LABEL: Final = 94.0
LINE: Final = 21.0
BOX: Final = 14.0
WORDS: Final = 14.0
HEAD: Final = 34.0


def drawn(
    picture: Picture, width: float, margin: float, unit: float, top: float
) -> tuple[str, float]:
    """The logs that the picture asks for, and the height of the sheet with them.

    width, margin, top: of the sheet in pixels, and where the logs may begin; unit: pixels to the
    sheet's unit. Nothing, and the height unchanged, where no log is asked for.
    """
    wanted = picture.shown_logs()
    if not wanted:
        return "", top
    room = width - 2 * margin
    columns = max(1, int((room / unit + GAP) // (CARD + GAP)))
    wide = (room / unit + GAP) / columns - GAP
    parts, y = [], top
    for start in range(0, len(wanted), columns):
        cards = [_card(picture, log, wide) for log in wanted[start : start + columns]]
        tallest = max(height for _, height in cards)
        for place, (inside, _) in enumerate(cards):
            frame = element(
                "rect",
                width=wide,
                height=tallest,
                rx=4,
                fill=PAPER,
                stroke=BORDER,
                stroke_width=1.2,
            )
            x = margin + place * (wide + GAP) * unit
            move = f"translate({number(x)} {number(y)}) scale({number(unit)})"
            parts.append(group(frame, inside, transform=move, class_="log"))
        y += (tallest + GAP) * unit
    return group(*parts, class_="logs"), float(round(y + 2 * unit))


def _card(picture: Picture, log: LogMark, width: float) -> tuple[str, float]:
    """One ship's log with its upper left at 0, 0, and its height."""
    colour = livery(picture.side(log).colour_index).colour
    room = width - 2 * PAD
    name = shortened(log.name, 17, room * 0.6)
    note = shortened(log.note, 13, room - text_width(name, 17) - 10)
    parts = [
        text(PAD, 23, name, 17, fill=colour, bold=True),
        text(width - PAD, 23, note, 13, fill=MUTED, anchor="end"),
        element("path", d=f"M0 {number(HEAD)}H{number(width)}", stroke=BORDER, stroke_width=0.8),
    ]
    y = HEAD + 4
    for row in log.rows:
        label = shortened(row.label, 13, LABEL - 6)
        parts.append(text(PAD, y + 15, label, 13, fill=MUTED))
        for line in _lines(row, room - LABEL):
            where = f"translate({number(PAD + LABEL)} {number(y)})"
            parts.append(group(line, transform=where) if line else "")
            y += LINE
    return "".join(parts), y + PAD / 2


def _lines(row: LogRow, room: float) -> Iterator[str]:
    """A row's value and boxes, in as many lines as they take, each with its upper left at 0, 0."""
    words = wrap(row.value, WORDS, room) if row.value else []
    for line in words[:-1]:
        yield text(0, 15, line, WORDS, bold=True)
    last = text(0, 15, words[-1], WORDS, bold=True) if words else ""
    x = text_width(words[-1], WORDS) + 8 if words else 0.0
    for place, box in enumerate(row.boxes):
        if row.group and place and place % row.group == 0:
            x += 5
        if x + BOX > room:
            yield last
            last, x = "", 0.0
        last += _box(box, x)
        x += BOX + 1
    yield last


def _box(box: LogBox, x: float) -> str:
    """A box of a row, with what is written in it or struck through."""
    parts = [element("rect", x=x, y=4, width=BOX, height=BOX, fill=PAPER, stroke=BORDER)]
    if box.text:
        fill = MUTED if box.crossed else INK
        size = 11 if len(box.text) == 1 else 8
        parts.append(text(x + BOX / 2, 15, box.text, size, fill=fill, anchor="middle"))
    if box.crossed:
        left, right = number(x + 1.5), number(x + BOX - 1.5)
        cross = f"M{left} 5.5L{right} 16.5M{right} 5.5L{left} 16.5"
        parts.append(element("path", d=cross, stroke=DAMAGE, stroke_width=1.6))
    return "".join(parts)
