"""A pose: where a ship is and which way she points."""

from __future__ import annotations

from typing import NamedTuple

from weathergage.boards.hex import STEP, mirror, mirror_heading, rotate, two_hex


class HexPose(NamedTuple):
    """A place and a heading, 0 to 5, on a board of hexes."""

    place: int
    heading: int

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
