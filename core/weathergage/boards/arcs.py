"""Arcs on hexes: sets of the twelve bearings, relative to a ship's heading.

An arc is a mask of twelve bits. Bit 2k is the hexside k to starboard of the bow (0 the bow, 3 the
stern), bit 2k + 1 the corner between hexsides k and k + 1. So a ruleset builds its broadsides,
bow and stern once, and `in_arc` asks.
"""

from __future__ import annotations

from collections.abc import Iterable

ALL_ROUND = 0xFFF
"""Every bearing."""

_TURNED = 24
_BIT = tuple(1 << (way % 12) for way in range(_TURNED))


def arc_of(bearings: Iterable[int]) -> int:
    """Return the arc that holds some relative bearings; each is taken round the twelve."""
    mask = 0
    for way in bearings:
        mask |= 1 << (way % 12)
    return mask


def through(*hexsides: int, corners: bool = True) -> int:
    """Return the arc that leaves through some hexsides, counted to starboard from the bow.

    corners: whether the line through a corner at the arc's edge, where only one of the two
    hexsides belongs, is in it. A corner between two hexsides of the arc always is.
    """
    mask = arc_of(2 * side for side in hexsides)
    ahead, behind = _round(mask, 1), _round(mask, -1)
    return mask | (ahead | behind if corners else ahead & behind)


def _round(mask: int, bearings: int) -> int:
    """Return a mask moved clockwise by so many bearings."""
    by = bearings % 12
    return ((mask << by) | (mask >> (12 - by))) & ALL_ROUND


def bearings_in(mask: int) -> list[int]:
    """Return the bearings of an arc, in order."""
    return [way for way in range(12) if mask >> way & 1]


def relative_bearing(heading: int, bearing: int) -> int:
    """Return a bearing, 0 to 11, counted to starboard from a heading instead of heading 0."""
    return (bearing - 2 * heading) % 12


def in_arc(mask: int, heading: int, bearing: int | None) -> bool:
    """Say whether a bearing is in an arc of a ship with a heading.

    bearing: 0 to 11, as `hex.bearing` gives it. None, the ship's own hex, is in every arc; a
    ruleset that says otherwise asks about distance 0 first.
    """
    return bearing is None or mask & _BIT[bearing - 2 * heading + 12] != 0


def turned(mask: int, hexsides: int) -> int:
    """Return an arc turned to starboard; by a ship's heading, it is in bearings of the map."""
    return _round(mask, 2 * hexsides)


def mirrored(mask: int) -> int:
    """Return the same arc on the other side of the ship."""
    return arc_of(-way for way in bearings_in(mask))


def outside(mask: int) -> int:
    """Return the arc of all the other bearings."""
    return ~mask & ALL_ROUND
