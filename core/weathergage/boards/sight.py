"""Lines of sight and of fire on a table without a grid: what ships and land do to them.

A line is stopped by what it passes through by more than the tolerance; one that only grazes a
base or a coast is clear. The same both ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from struct import pack
from typing import Any

import shapely

from weathergage.boards.bases import Point, Stand
from weathergage.boards.lattice import TOLERANCE


def stops(corners: Sequence[Point], a: Point, b: Point) -> bool:
    """Say whether the line from a to b passes through a convex outline, all in inches."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay)
    if length <= TOLERANCE:
        return False
    return _is_through(corners, a, b, ((bx - ax) / length, (by - ay) / length))


def _is_through(corners: Sequence[Point], a: Point, b: Point, along: Point) -> bool:
    """Say the same of two points that do not coincide. along: the line's direction, 1 long."""
    (ax, ay), (bx, by), (ux, uy) = a, b, along
    offs = [(x - ax) * uy - (y - ay) * ux for x, y in corners]
    if max(offs) <= TOLERANCE or min(offs) >= -TOLERANCE:
        return False
    px, py = corners[-1]
    for x, y in corners:
        nx, ny = y - py, px - x
        px, py = x, y
        # No corner lies farther out than this side, and one end at least lies farther in.
        from_a, from_b = nx * (x - ax) + ny * (y - ay), nx * (x - bx) + ny * (y - by)
        if max(from_a, from_b) <= TOLERANCE * hypot(nx, ny):
            return False
    return True


def blocker(a: Point, b: Point, stands: Iterable[Stand]) -> Stand | None:
    """Return the first of some stands that stops the line from a to b, or None."""
    (ax, ay), (bx, by) = a, b
    x, y = bx - ax, by - ay
    length = hypot(x, y)
    if length <= TOLERANCE:
        return None
    ux, uy = x / length, y / length
    for stand in stands:
        px, py = stand.pose.inches
        reach = stand.base.reach
        along = (px - ax) * ux + (py - ay) * uy
        if not -reach < along < length + reach:
            continue
        if abs((px - ax) * uy - (py - ay) * ux) < reach and _is_through(
            stand.base.corners(stand.pose), a, b, (ux, uy)
        ):
            return stand
    return None


def opaque(shape: Any) -> Any:
    """Return a piece of land as sight takes it: less by the tolerance all round, and prepared.

    Its corners stay corners: no circle is drawn about them.
    """
    core = shapely.buffer(shape, -TOLERANCE, join_style="mitre", mitre_limit=10.0)
    shapely.prepare(core)
    return core


def is_over_land(a: Point, b: Point, lands: Iterable[Any]) -> bool:
    """Say whether the line from a to b passes over any land, given as `opaque` gives it."""
    line: Any = None
    for land in lands:
        if line is None:
            line = shapely.from_wkb(pack("<BII4d", 1, 2, 2, *a, *b))
        if land.intersects(line):
            return True
    return False
