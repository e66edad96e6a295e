"""Whether fleets lie apart: the part of the map in which a side's enemies have been in this turn.

For most of a battle no enemy is anywhere near most galleys, and a rectangle says so at once. It
grows with every move and never shrinks within a turn, so that what lies outside of it is out of
reach for certain, and what lies inside may or may not be near.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from weathergage import STEP

APART: Final = 4
"""Hexes between the bows of two galleys that are within two hexes of one another, at most."""

_ALONG: Final = APART * max(STEP)
"""What so many steps add to a place at most: places are in the order of the map's columns."""

_ACROSS: Final = APART * 2
"""So many hexes of a column in half hexes."""

# A step along a column is two half hexes, and any other is one: twice a place, but for multiples
# of this, counts them.
_FOLD: Final = 2 * max(STEP) - 1
_NORTH: Final = 2 * 64
"""Half hexes beyond the north edge that still count from the map."""


class Waters(NamedTuple):
    """The bows that may be within two hexes of some galleys. first, last: places, in the order of
    columns. upper, lower: half hexes along the columns.
    """

    first: int
    last: int
    upper: int
    lower: int

    def hold(self, bow: int) -> bool:
        """Whether a galley with its bow in a hex may be within two hexes of one of them."""
        first, last, upper, lower = self
        return first <= bow <= last and upper <= (2 * bow + _NORTH) % _FOLD <= lower

    def reached(self, bow: int) -> Waters:
        """The same once one of them has come to a hex."""
        first, last, upper, lower = self
        along = (2 * bow + _NORTH) % _FOLD
        if first + _ALONG <= bow <= last - _ALONG and upper + _ACROSS <= along <= lower - _ACROSS:
            return self
        return Waters(
            min(first, bow - _ALONG),
            max(last, bow + _ALONG),
            min(upper, along - _ACROSS),
            max(lower, along + _ACROSS),
        )


def around(bows: Sequence[int]) -> Waters:
    """The waters around galleys, of which there is one at least, by the hexes of their bows."""
    along = [(2 * bow + _NORTH) % _FOLD for bow in bows]
    return Waters(
        min(bows) - _ALONG, max(bows) + _ALONG, min(along) - _ACROSS, max(along) + _ACROSS
    )
