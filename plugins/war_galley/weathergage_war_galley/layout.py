"""Set-ups as they are printed: pairs of hexes, rows of them, lines astern (2.2, 4.2).

One text stands for one or several galleys::

    "3712-3"                    a galley in 3712 and 3713, the bow first
    "2007-6 to 5007-6"          one in each column of the row; "by 2" in every second column
    "3021 to 3028"              a line astern through these hexes, two to a galley
    "4111"                      one hex: a small galley, or the bow of a large one
    "N5319 to S1719"            a row of these

A heading may follow, "2406 to 2704 SW"; with it either hex of a pair may be the bow, and either
end of a line its head. Poses come out in the order of the text, a line's head first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from weathergage import HEADINGS, STEP, WeathergageError, clause, parse_heading
from weathergage_war_galley.sheet import NUMBERS, Sheet, columns_between, row_of

Span = tuple[int, int] | tuple[int]

_TEXT = re.compile(
    r"^(?P<first>[NS]?\d{4})(?:-(?P<stern>[NS]?\d{1,4}))?"
    r"(?: to (?P<last>[NS]?\d{4})(?:-\d{1,4})?)?(?: by (?P<by>\d+))?(?: (?P<heading>[NSEW]{1,2}))?$"
)

_SPACED = re.compile(r"\b([NS]) (\d{4})")
"""A hex of one of two sheets as charts write it, "N 3719"."""


class Pose(NamedTuple):
    """Where a galley lies: the hex of its bow and the hexside that it points at."""

    bow: int
    heading: int

    def hexes(self, size: int) -> tuple[int, ...]:
        """The hexes that a galley of one or two hexes fills, the bow first."""
        return (self.bow,) if size == 1 else (self.bow, self.bow - STEP[self.heading])


@clause("4.2", "2.1-size")
def read(sheet: Sheet, text: str, size: int, heading: str = "") -> list[Pose]:
    """The poses of galleys of one or two hexes that a text places.

    heading: for texts that give none. Raises WeathergageError for a text that makes no sense, for
    pairs of hexes that do not adjoin, and for a line or pair that does not lie along its heading.
    """
    found = _TEXT.match(_SPACED.sub(r"\1\2", text.strip()))
    if found is None:
        raise WeathergageError(
            f'"{text}" places nothing: write "3712-3", "2007-6 to 5007-6" or "3021 to 3028", with '
            "a heading after it where the hexes do not show it."
        )
    way = found["heading"] or heading
    facing = parse_heading(way) if way else None
    if found["stern"] is None:
        return _bows(sheet, text, found["first"], found["last"], _by(found["by"]), size, facing)
    first = _pair(sheet, found["first"], found["stern"], facing, size)
    if found["last"] is None:
        return [first]
    shift = sheet.beyond(found["first"]) - first.bow
    row = columns_between(sheet, found["first"], found["last"])[:: _by(found["by"])]
    if _row(row[0]) != _row(sheet.beyond(found["last"])):
        raise WeathergageError(f'"{text}" does not run along one row.')
    return [Pose(place - shift, first.heading) for place in row]


def read_all(sheet: Sheet, texts: Iterable[str], size: int, heading: str = "") -> list[Pose]:
    """The poses of several texts, one after the other."""
    return [pose for text in texts for pose in read(sheet, text, size, heading)]


def hexes(sheet: Sheet, texts: Iterable[str]) -> list[int]:
    """The hexes of texts such as "6016" or, along a row, column or line, "N4600 to S1400"."""
    found: list[int] = []
    for text in texts:
        first, _, last = text.partition(" to ")
        found += _hexes(sheet, first, last or first)
    return found


def _hexes(sheet: Sheet, first: str, last: str) -> list[int]:
    start, end = sheet.beyond(first), sheet.beyond(last)
    if _row(start) == _row(end):
        return columns_between(sheet, first, last)
    return row_of(sheet, first, last)


def _row(place: int) -> int:
    return NUMBERS.numbers(place)[1]


def _by(text: str | None) -> int:
    return int(text) if text else 1


@clause("4.2")
def _pair(sheet: Sheet, first: str, second: str, facing: int | None, size: int) -> Pose:
    """A pair of hexes, the second number written short or in full."""
    bow, stern = sheet.beyond(first), sheet.beyond(full(first, second))
    if bow - stern not in STEP:
        raise WeathergageError(f"{first} and {full(first, second)} do not adjoin.")
    heading = STEP.index(bow - stern)
    if size == 1:
        raise WeathergageError(f"{first}-{second} are two hexes, and a small galley fills one.")
    if facing is None or facing == heading:
        return Pose(bow, heading)
    if facing == (heading + 3) % 6:
        return Pose(stern, facing)
    raise WeathergageError(
        f"a galley in {first}-{second} heads {HEADINGS[heading]} or "
        f"{HEADINGS[(heading + 3) % 6]}, not {HEADINGS[facing]}."
    )


def full(first: str, second: str) -> str:
    """The second number of a pair in full: its digits replace the last ones of the first."""
    return second if len(second) >= 4 else first[: len(first) - len(second)] + second


def _bows(
    sheet: Sheet, text: str, first: str, last: str | None, by: int, size: int, facing: int | None
) -> list[Pose]:
    """A hex, a row of bows or a line astern."""
    start, end = sheet.beyond(first), sheet.beyond(last or first)
    if _row(start) == _row(end):
        if facing is None:
            raise WeathergageError(f'"{text}" needs a heading, such as "{text} N".')
        return [Pose(place, facing) for place in columns_between(sheet, first, last or first)[::by]]
    line = row_of(sheet, first, last or first)
    step = line[0] - line[1]
    if facing is None:
        facing = STEP.index(step)
    elif STEP[facing] == -step:
        line.reverse()
    elif STEP[facing] != step:
        raise WeathergageError(f'"{text}" is no line of galleys heading {HEADINGS[facing]}.')
    if len(line) % size:
        raise WeathergageError(f'"{text}" is {len(line)} hexes, which galleys do not fill.')
    return [Pose(bow, facing) for bow in line[:: size * by]]


def written(sheet: Sheet, pose: Pose) -> str:
    """A pose as commands have it, "2319 N"."""
    return f"{sheet.label(pose.bow)} {HEADINGS[pose.heading]}"


def is_behind(pose: Pose, size: int, ahead: Pose, ahead_size: int) -> bool:
    """Whether a galley is next behind another in line astern or echelon (5.22)."""
    stern = ahead.hexes(ahead_size)[-1]
    d = ahead.heading
    if pose.bow == stern - STEP[d]:
        return pose.heading == d
    return pose.bow in (stern + STEP[(d + 2) % 6], stern + STEP[(d + 4) % 6])
