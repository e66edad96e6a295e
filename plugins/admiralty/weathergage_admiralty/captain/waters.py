"""Where there is water: the table's edge, land and shoals, for many places at once."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from weathergage import PER_INCH, clause
from weathergage_admiralty.captain.courses import Floats, Places
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.scenarios import AGROUND, Edge
from weathergage_admiralty.sea import board_of

Flags = NDArray[np.bool_]

ROOM: Final = 1.0
"""Inches that a ship keeps from an edge by which she does not want to leave."""

SHORE: Final = 2.0
"""Inches that she keeps from ground."""


@clause("2.1-obstacles", "2.0")
class Waters:
    """What a ship may sail on. exit: the edge by which she may leave, or "" for none."""

    def __init__(self, seen: Lookout, x: float, y: float, reach: float, exit: Edge | str) -> None:
        board = board_of(seen.rules)
        scale = PER_INCH / seen.unit
        self.width, self.height = board.width * scale, board.height * scale
        self.back = seen.unit / PER_INCH
        self.exit = exit
        far = (reach + SHORE) * seen.unit
        cx, cy = x * seen.unit, y * seen.unit
        self.grounds = []
        for region in board.regions:
            west, north, east, south = region.bounds
            if (
                region.kind in AGROUND
                and west - far < cx < east + far
                and north - far < cy < south + far
            ):
                self.grounds.append(_wide(seen, region))

    def are_open(self, places: Places) -> Flags:
        """Which places are water, clear of the ground and on the table or beyond the exit."""
        x, y = places.x, places.y
        room = {edge: -1e9 if edge == self.exit else ROOM for edge in "NESW"}
        free = (
            (x >= room["W"])
            & (x <= self.width - room["E"])
            & (y >= room["N"])
            & (y <= self.height - room["S"])
        )
        for shape in self.grounds:
            free &= ~shapely.contains_xy(shape, x * self.back, y * self.back)
        return np.asarray(free)

    def is_wide(self, place: Places, inches: float) -> bool:
        """Whether no ground and no edge is within so many inches of a place."""
        x, y = float(place.x[0]), float(place.y[0])
        room = min(x, y, self.width - x, self.height - y)
        return room > inches and not self.grounds

    def to_lee(self, places: Places, wind: float) -> Floats:
        """Inches from places to the table's edge straight down the wind."""
        found = np.full(len(places.x), 1e6)
        x, y = -sin(radians(wind)), cos(radians(wind))
        for along, at, size, edges in (
            (x, places.x, self.width, "EW"),
            (y, places.y, self.height, "SN"),
        ):
            if abs(along) < 1e-6 or self.exit == edges[along < 0]:
                continue
            room = size - at if along > 0 else at
            found = np.minimum(found, room / abs(along))
        return found

    def to_exit(self, places: Places) -> Floats:
        """Inches that places have left to the exit."""
        if self.exit in ("E", "W"):
            found = self.width - places.x if self.exit == "E" else places.x
        else:
            found = self.height - places.y if self.exit == "S" else places.y
        return np.asarray(found, dtype=float)


def _wide(seen: Lookout, region: object) -> object:
    """A region with the room that ships keep from it; made once."""
    memo: dict[str, object] = seen.rules.memo.setdefault("captain's grounds", {})
    name: str = region.name  # type: ignore[attr-defined]
    if name not in memo:
        wide = region.shape.buffer(SHORE * seen.unit / PER_INCH)  # type: ignore[attr-defined]
        shapely.prepare(wide)
        memo[name] = wide
    return memo[name]
