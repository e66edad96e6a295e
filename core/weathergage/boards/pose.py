"""A pose: where a ship is and which way she points."""

from __future__ import annotations

from typing import NamedTuple

from weathergage.boards.hex import (
    HEADINGS,
    STEP,
    bearing,
    column_row,
    distance,
    mirror,
    mirror_heading,
    parse_heading,
    place_in,
    rotate,
    two_hex,
)


class HexPose(NamedTuple):
    """A place and a heading, 0 to 5, on a board of hexes."""

    place: int
    heading: int

    @classmethod
    def at(cls, column: int, row: int, heading: str | int) -> HexPose:
        """Return the pose in the hex of a column and row, counted eastward and southward from 0,
        columns of odd number lying half a hex lower; the heading by name, such as "SE", or number.

        Raises WeathergageError for no heading.
        """
        return cls(place_in(column, row), parse_heading(heading))

    @property
    def column_row(self) -> tuple[int, int]:
        """The column and row of its hex."""
        return column_row(self.place)

    @property
    def heading_name(self) -> str:
        """Its heading by name."""
        return HEADINGS[self.heading]

    def distance(self, other: HexPose) -> int:
        """Return the hexes to another pose's place."""
        return distance(self.place, other.place)

    def relative_bearing(self, other: HexPose) -> int | None:
        """Return how another place bears from the bow, in twelfths of the circle to starboard: 0
        ahead, 3 abeam, 6 astern, 9 abeam to port; None where they coincide.
        """
        way = bearing(self.place, other.place)
        return None if way is None else (way - 2 * self.heading) % 12

    def ahead(self, hexes: int = 1) -> HexPose:
        """Return the pose so many hexes ahead (negative: astern), pointing the same way."""
        return HexPose(self.place + hexes * STEP[self.heading], self.heading)

    def turned(self, hexsides: int) -> HexPose:
        """Return the pose turned so many hexsides to starboard (negative: to port)."""
        return HexPose(self.place, (self.heading + hexsides) % 6)

    def both_hexes(self) -> tuple[int, int]:
        """Return the places, bow and stern, of a unit that also fills the hex astern."""
        return two_hex(self.place, self.heading)

    def rotated(self, about: int, sixths: int) -> HexPose:
        """Return the pose when the whole board turns clockwise by 60 degrees so many times."""
        return HexPose(rotate(self.place, about, sixths), (self.heading + sixths) % 6)

    def mirrored(self, about: int = 0) -> HexPose:
        """Return the pose's mirror image, east for west, across the column of a place."""
        return HexPose(mirror(self.place, about), mirror_heading(self.heading))
