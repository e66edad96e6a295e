"""What the enemy can make of a pose when he moves after it: for each, the answer that is best for
him, of those that the wind allows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from weathergage import clause
from weathergage_as_per_margin.bearing import sides_of
from weathergage_as_per_margin.captain.field import (
    Floats,
    Foes,
    Mount,
    Poses,
    bears_on,
    lay,
    mounts_of,
    opens_to,
)
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.captain.worth import Worth
from weathergage_as_per_margin.distances import has_privileges, range_of
from weathergage_as_per_margin.state import Ship

TURN = 30
"""Degrees between the courses of an answer."""

NEAREST = 3
"""Enemies whose answers are worked out; the others are taken to bear from where they are."""


class Reply(NamedTuple):
    """Who is answered: a ship, what her own boxes are worth to her, and how she weighs that."""

    seen: Seen
    ship: Ship
    own: Worth
    foes: Foes
    weight: float


@clause("APM.turn.english-advantage")
def answered(reply: Reply, ends: Poses, given: Floats, taken: Floats) -> Floats:
    """What each pose is worth once the enemy has answered it.

    given, taken: fire as the enemies lie now, of which that of the answering ones is replaced.
    """
    foes = reply.foes
    x, y = float(ends.x.mean()), float(ends.y.mean())
    movers = [
        n
        for n, thing in enumerate(foes.things)
        if isinstance(thing, Ship) and foes.swings[n] and not thing.moored
    ]
    away = np.hypot(foes.poses.x - x, foes.poses.y - y)
    movers = sorted(movers, key=lambda n: float(away[n]))[:NEAREST]
    best, dealt = given * 0.0, taken.copy()
    for n in movers:
        mine, his, before = _answer(reply, ends, n)
        best = np.maximum(best, mine)
        dealt += foes.share[n] * (his - before)
    if not movers:
        best = given
    elif len(foes) > len(movers):
        best = np.maximum(best, 0.7 * given)
    return np.asarray(best - reply.weight * np.maximum(0.0, dealt))


def _answer(reply: Reply, ends: Poses, n: int) -> tuple[Floats, Floats, Floats]:
    """Fire given and taken when an enemy answers best, and what he was taken to give before."""
    foes, enemy = reply.foes, reply.foes.things[n]
    assert isinstance(enemy, Ship)
    places = _places(reply.seen, enemy)
    free = has_privileges(enemy)
    seen = lay(ends.x, ends.y, places.x, places.y)
    bands = foes.bands(seen.inches)
    near = seen.inches <= foes.limits[3] + 1e-9
    raked = near & ~opens_to(seen.bearing, ends.heading[:, None], sides_of(reply.ship) == ("bow",))
    loss = np.array([*reply.own.dies(), 0.0])[bands]
    gain = np.array([*foes.worths[n].dies(), 0.0])[bands]
    back = seen.bearing + 180.0
    rakes = near & ~opens_to(back, places.heading[None, :], foes.bows[n])
    his = np.zeros(seen.inches.shape)
    for mount in mounts_of(enemy):
        dealt = loss * (1.0 + mount.bonus + raked) * mount.boxes
        if free:
            his = np.maximum(his, dealt)
        else:
            bears = bears_on(back, (places.heading + mount.middle)[None, :], mount.half)
            his += np.where(bears, dealt, 0.0)
    mine = _mine(reply, ends, seen.bearing, gain * (1.0 + (rakes & (not free))))
    choice = np.argmax(his - 0.5 * mine, axis=1)
    rows = np.arange(len(ends.x))
    return mine[rows, choice], his[rows, choice], _before(reply, ends, n)


def _mine(reply: Reply, ends: Poses, bearing: Floats, gain: Floats) -> Floats:
    total = np.zeros(gain.shape)
    for mount in mounts_of(reply.ship):
        bears = bears_on(bearing, (ends.heading + mount.middle)[:, None], mount.half)
        total += np.where(bears, gain * (1.0 + 0.5 * mount.bonus) * mount.boxes, 0.0)
    return total


def _before(reply: Reply, ends: Poses, n: int) -> Floats:
    """What an enemy that swings was taken to give where he is now."""
    foes = reply.foes
    seen = lay(ends.x, ends.y, foes.poses.x[n : n + 1], foes.poses.y[n : n + 1])
    value = np.array([*reply.own.dies(), 0.0])[foes.bands(seen.inches[:, 0])]
    raked = (seen.inches[:, 0] <= foes.limits[3] + 1e-9) & ~opens_to(
        seen.bearing[:, 0], ends.heading, sides_of(reply.ship) == ("bow",)
    )
    own: list[Mount] = [m for m in foes.mounts if m.host == n]
    worst = np.zeros(len(ends.x))
    for mount in own:
        worst = np.maximum(worst, value * (1.0 + mount.bonus + raked) * mount.boxes)
    return worst


def _places(seen: Seen, enemy: Ship) -> Poses:
    """Where an enemy can be at the end of his move."""
    rows = []
    for heading in range(0, 360, TURN):
        found = range_of(seen, enemy, heading * 100)
        if found is not None:
            middle = (found.least + found.most) / 2
            rows += [(float(heading), d) for d in sorted({found.least, middle, found.most})]
    course, inches = np.array(rows, dtype=float).reshape(-1, 2).T
    x, y = enemy.pose.inches
    angle = np.radians(course)
    return Poses(x + inches * np.sin(angle), y - inches * np.cos(angle), course)
