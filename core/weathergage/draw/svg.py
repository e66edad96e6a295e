"""A picture as SVG, whatever its board."""

from __future__ import annotations

from weathergage.draw import hexes, table
from weathergage.draw.picture import FreeTable, Picture


def svg(picture: Picture, *, focus: bool = True) -> str:
    """The picture as one SVG document; the same picture gives the same text on any machine.

    focus: on hexes, show only those around the ships when these take up a small part of the
    table. Raises WeathergageError when the picture has no board to draw.
    """
    if isinstance(picture.board, FreeTable):
        return table.svg(picture)
    return hexes.svg(picture, focus=focus)
