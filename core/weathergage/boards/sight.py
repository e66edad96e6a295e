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
from weathergage.boards.lattice import PER_INCH, TOLERANCE


def stops(corners: Sequence[Point], a: Point, b: Point) -> bool:
    """Say whether the line from a to b passes through a convex outline, all in inches."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay)
    if length <= TOLERANCE:
        return False
    ux, uy = (bx - ax) / length, (by - ay) / length
    offs = [(x - ax) * uy - (y - ay) * ux for x, y in corners]
    if min(max(offs), -min(offs)) <= TOLERANCE:
        return False
    px, py = corners[-1]
    for x, y in corners:
        side = hypot(x - px, y - py)
        nx, ny = (y - py) / side, (px - x) / side
        px, py = x, y
        outer = nx * x + ny * y  # no corner lies farther out than this side
        if outer - min(nx * ax + ny * ay, nx * bx + ny * by) <= TOLERANCE:
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
        (px, py, _), base = stand
        dx, dy, reach = px / PER_INCH - ax, py / PER_INCH - ay, base.reach
        if (
            -reach < dx * uy - dy * ux < reach
            and -reach < dx * ux + dy * uy < length + reach
            and stops(stand.corners, a, b)
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
    ours = list(lands)
    if not ours:
        return False
    line = shapely.from_wkb(pack("<BII4d", 1, 2, 2, *a, *b))
    return any(bool(land.intersects(line)) for land in ours)
