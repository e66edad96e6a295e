"""How near ships would come to the ground and to one another, for many places at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from weathergage import clause
from weathergage_as_per_margin.captain.field import Floats, Poses
from weathergage_as_per_margin.falling_aboard import REACH
from weathergage_as_per_margin.state import Ship
from weathergage_as_per_margin.ways import Ground

FAR = 99.0
"""Inches to the ground where there is none."""


def clearance(x: Floats, y: Floats, grounds: Sequence[Ground]) -> Floats:
    """Inches from each place to the nearest ground, negative on it."""
    found = np.full(x.shape, FAR)
    for ground in grounds:
        found = np.minimum(found, _from(x, y, ground))
    return found


def _from(x: Floats, y: Floats, ground: Ground) -> Floats:
    ends = np.array([side for side, _ in ground.sides], dtype=float)
    (ax, ay), (bx, by) = ends[:, 0].T, ends[:, 1].T
    ex, ey = bx - ax, by - ay
    px, py = x[:, None] - ax, y[:, None] - ay
    square = np.maximum(ex * ex + ey * ey, 1e-12)
    share = np.clip((px * ex + py * ey) / square, 0.0, 1.0)
    gap = np.hypot(px - share * ex, py - share * ey).min(axis=1)
    rises = (ay > y[:, None]) != (by > y[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        crosses = rises & (x[:, None] < ax + (y[:, None] - ay) * ex / ey)
    inside = crosses.sum(axis=1) % 2 == 1
    return np.asarray(np.where(inside, -gap, gap))


def gaps_to(poses: Poses, ship: Ship, others: Sequence[Ship]) -> Floats:
    """Inches from base to base, nearly, from each pose of a ship (rows) to others (columns).

    A base counts as three circles along its keel.
    """
    if not others:
        return np.full((len(poses.x), 0), FAR)
    at = Poses.of(others)
    spans = np.array([(o.card.base.length - o.card.base.width) / 2 for o in others])
    widths = np.array([o.card.base.width / 2 for o in others])
    base = ship.card.base
    ours = _keel(poses, np.full(len(poses.x), (base.length - base.width) / 2))
    theirs = _keel(at, spans)
    dx = ours[0][:, None, :, None] - theirs[0][None, :, None, :]
    dy = ours[1][:, None, :, None] - theirs[1][None, :, None, :]
    nearest = np.sqrt((dx * dx + dy * dy).min(axis=(2, 3)))
    return np.asarray(np.maximum(0.0, nearest - widths[None, :] - base.width / 2))


def _keel(poses: Poses, span: Floats) -> tuple[Floats, Floats]:
    """Three points along the keels of ships: arrays (ships, 3)."""
    steps = np.array([-1.0, 0.0, 1.0])
    angle = np.radians(poses.heading)
    along = span[:, None] * steps
    return (
        poses.x[:, None] + np.sin(angle)[:, None] * along,
        poses.y[:, None] - np.cos(angle)[:, None] * along,
    )


@clause("APM.falling-aboard.roll", "APM.falling-aboard.anchored")
def chances_of_falling(gaps: Floats, ship: Ship, others: Sequence[Ship], tables: Any) -> Floats:
    """How likely a ship that ends so near others falls aboard of each."""
    chances = _chances(tables)
    still = np.array([o.anchored for o in others], dtype=int) if others else np.zeros(0, int)
    row = np.maximum(still, int(ship.anchored))
    bands = np.minimum(np.ceil(np.maximum(gaps - 0.05, 0.5)), REACH + 1).astype(int) - 1
    return np.asarray(chances[row[None, :], bands])


def _chances(tables: Any) -> Floats:
    """By whether a ship is anchored, and by whole inches: 1, 2, 3 and beyond."""
    table = tables["falling-aboard"]
    rows = []
    for less in (0, 2):
        hits = [
            sum(table.look_up(max(1, die - less), c) == "collision" for die in range(1, 7)) / 6
            for c in range(REACH)
        ]
        rows.append([*hits, 0.0])
    return np.array(rows)
