"""The guns of both sides as arrays: what fire a ship would give and take in many poses at once.

Places are inches, directions degrees clockwise from north. Poses come in rows, enemies and their
guns in columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weathergage import clause
from weathergage_as_per_margin.bearing import ARCS, HALF_ARC, OTHER_SIDE, boxes_bearing, sides_of
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.worth import BURNING, Worth, worth_of
from weathergage_as_per_margin.state import Battery, Ship

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_MIDDLES = {"port": 270.0, "starboard": 90.0, "bow": 0.0}
_SLACK = 0.01
assert set(_MIDDLES) == set(ARCS)


class Poses(NamedTuple):
    """Where a ship might be: an entry each."""

    x: Floats
    y: Floats
    heading: Floats

    @classmethod
    def of(cls, ships: Sequence[Any]) -> Poses:
        """The poses that ships or batteries have."""
        rows = np.array([(*s.pose.inches, s.pose.degrees) for s in ships], dtype=float)
        rows = rows.reshape(-1, 3)
        return cls(rows[:, 0], rows[:, 1], rows[:, 2])

    def pick(self, which: Any) -> Poses:
        """Some of them."""
        return Poses(self.x[which], self.y[which], self.heading[which])


class Mount(NamedTuple):
    """Guns that bear together. middle: from the bow, in degrees. bonus: 1 where they have yet to
    fire for the first time.
    """

    host: int
    middle: float
    half: float
    boxes: float
    bonus: float


@clause("APM.fire.dice", "APM.fire.arc", "APM.gunboat.guns", "APM.fire.initial-broadside")
def mounts_of(thing: Ship | Battery, host: int = 0) -> list[Mount]:
    """The guns of a ship or a battery that can still be fired."""
    if isinstance(thing, Battery):
        boxes = thing.boxes * (1.0 + BURNING if thing.red_hot else 1.0)
        return [Mount(host, 0.0, thing.arc, boxes, 0.0)] if thing.fights else []
    found = []
    for side in sides_of(thing):
        boxes = _boxes(thing, side)
        if boxes:
            letter = {"port": thing.p, "starboard": thing.s}.get(side, False)
            found.append(Mount(host, _MIDDLES[side], HALF_ARC, boxes, float(letter)))
    return found


def _boxes(ship: Ship, side: Any) -> float:
    """Gun boxes of a side, whether or not it has fired this turn."""
    if not ship.fights:
        return 0.0
    boxes = boxes_bearing(ship, side)
    if side in OTHER_SIDE and ship.either and OTHER_SIDE[side] in ship.fired:
        boxes += ship.either
    return float(boxes)


def turned(angle: Any) -> Any:
    """An angle brought to -180 to 180 degrees."""
    return (angle + 180.0) % 360.0 - 180.0


class Lay(NamedTuple):
    """How some places lie to others: inches, and how each of these bears from each of those."""

    inches: Floats
    bearing: Floats


def lay(x: Floats, y: Floats, ox: Floats, oy: Floats) -> Lay:
    """From each of some places (rows) to each of others (columns)."""
    dx, dy = ox[None, :] - x[:, None], oy[None, :] - y[:, None]
    return Lay(np.hypot(dx, dy), np.degrees(np.arctan2(dx, -dy)))


class Foes:
    """The enemies that a ship fights: all that can hurt her and that she can hurt.

    swings: those that may still point where they like before they fire, which bear on whatever
    is in range and are never raked.
    """

    def __init__(
        self,
        things: Sequence[Ship | Battery],
        purpose: Purpose,
        limits: tuple[float, float, float, float],
        swings: Flags,
        share: Floats,
    ) -> None:
        self.things = tuple(things)
        self.poses = Poses.of(things)
        self.limits = limits
        self.swings = swings
        self.share = share
        self.worths = [worth_of(thing, purpose) for thing in things]
        self.dies = np.array([worth.dies() for worth in self.worths]).reshape(-1, 3)
        self.high = np.array([getattr(t, "too_high", False) for t in things], dtype=bool)
        self.rakeable = np.array([isinstance(t, Ship) for t in things], dtype=bool) & ~swings
        self.bows = np.array(
            [isinstance(t, Ship) and sides_of(t) == ("bow",) for t in things], dtype=bool
        )
        self.mounts = [m for host, thing in enumerate(things) for m in mounts_of(thing, host)]

    def __len__(self) -> int:
        return len(self.things)

    def bands(self, inches: Floats) -> NDArray[np.int64]:
        """The range band of each distance: 0 near, 1 middle, 2 far, 3 beyond."""
        near, middle, far, _ = self.limits
        limits = np.array([near, middle, far]) + 1e-9
        return np.searchsorted(limits, inches)


def bears_on(bearing: Floats, direction: Any, half: Any) -> Flags:
    """Whether guns that point in a direction bear on what lies so from them."""
    return np.asarray(np.abs(turned(bearing - direction)) <= half + _SLACK)


def opens_to(bearing_back: Floats, heading: Any, bow_only: Any) -> Flags:
    """Whether a ship that heads so can bear at all on a place that lies so from her."""
    off = np.abs(turned(bearing_back - heading))
    broadside = (off >= 90.0 - HALF_ARC - _SLACK) & (off <= 90.0 + HALF_ARC + _SLACK)
    return np.asarray(np.where(bow_only, off <= HALF_ARC + _SLACK, broadside))


HELD = 0.55
"""What fire counts that would spend a first broadside at long range, which is kept."""


@clause("APM.fire.rake", "APM.fire.raking-initial", "APM.fire.effects", "APM.fire.ranges")
def fire_given(poses: Poses, ship: Ship, foes: Foes, where: Poses | None = None) -> Floats:
    """What a ship's best fire is worth from each pose: each side's at its best target.

    where: of the enemies, if not where they are: arrays (poses, enemies) or a row for all.
    """
    at = foes.poses if where is None else where
    seen = lay(poses.x, poses.y, at.x, at.y)
    bands = foes.bands(seen.inches)
    table = np.concatenate([foes.dies, np.zeros((len(foes), 1))], axis=1)
    value = table[np.arange(len(foes))[None, :], bands]
    value = np.where(foes.high[None, :], 0.0, value)
    rake = (seen.inches <= foes.limits[3] + 1e-9) & foes.rakeable[None, :]
    rake &= ~opens_to(seen.bearing + 180.0, at.heading[None, :], foes.bows[None, :])
    total = np.zeros(len(poses.x))
    for mount in mounts_of(ship):
        bears = bears_on(seen.bearing, (poses.heading + mount.middle)[:, None], mount.half)
        times = 1.0 + rake
        if mount.bonus:
            used = (bands == 0) | rake
            times = np.where(used, times + 1.0, HELD * (times + 1.0))
        each = np.where(bears, value * times, 0.0) * mount.boxes
        total += each.max(axis=1, initial=0.0)
    return total


@clause("APM.fire.rake", "APM.fire.raking-initial", "APM.fire.effects", "APM.battery.fire")
def fire_taken(
    poses: Poses, ship: Ship, own: Worth, foes: Foes, where: Poses | None = None
) -> Floats:
    """What the enemy's fire on a ship is worth in each pose, by how likely he is to choose her.

    Enemies that swing bring their best side to bear.
    """
    at = foes.poses if where is None else where
    seen = lay(poses.x, poses.y, at.x, at.y)
    bands = foes.bands(seen.inches)
    value = np.array([*own.dies(), 0.0])[bands]
    raked = (seen.inches <= foes.limits[3] + 1e-9) & ~opens_to(
        seen.bearing, poses.heading[:, None], sides_of(ship) == ("bow",)
    )
    total = np.zeros(len(poses.x))
    best: dict[int, Floats] = {}
    for mount in foes.mounts:
        host = mount.host
        is_ship = isinstance(foes.things[host], Ship)
        times = 1.0 + mount.bonus + (raked[:, host] if is_ship else 0.0)
        dealt = value[:, host] * times * mount.boxes * foes.share[host]
        if foes.swings[host]:
            best[host] = np.maximum(best.get(host, 0.0), dealt)
            continue
        back = seen.bearing[:, host] + 180.0
        total += np.where(bears_on(back, at.heading[host] + mount.middle, mount.half), dealt, 0.0)
    for dealt in best.values():
        total += dealt
    return total
