"""The enemies and consorts round a ship as arrays: what fire she would give and take where.

Places are inches of medium scale and degrees. Rows are places of hers, columns the others.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weathergage import clause
from weathergage_admiralty.captain.courses import Floats, Places, turned
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.captain.worth import broadsides_of, toughness
from weathergage_admiralty.state import Ship
from weathergage_admiralty.targets import ranges_of
from weathergage_admiralty.turning import allowance

Flags = NDArray[np.bool_]

NEAR: Final = 40.0
"""Inches within which enemies are looked at."""

UNSURE: Final = 15.0
"""Degrees by which the arcs of a ship that has yet to move are blurred."""

PREY: Final = 1.5
"""What damage to an enemy who makes for an edge counts."""

BODY: Final = 2.6
"""Inches from centre to centre within which a ship that lies still is in the way."""

BERTH: Final = 4.5
"""Inches within which an enemy who could carry her is feared."""

OTHERS: Final = 0.4
"""Share of an enemy's fire that is counted though a consort is nearer to his guns."""

RAKES: Final = (1.5, 2.0)
"""What bow and stern rakes multiply dice by."""


class Group(NamedTuple):
    """Some ships: where they are at the end of this turn and of the next, and who has moved."""

    ships: tuple[Ship, ...]
    now: Places
    then: Places
    moved: Flags

    def __len__(self) -> int:
        return len(self.ships)


def group_of(seen: Lookout, ships: list[Ship]) -> Group:
    """Ships that go straight on; each has moved, or will."""
    places = Places.of([seen.place(ship) for ship in ships])
    speeds = np.array([speed_of(seen, ship) for ship in ships])
    settled = np.array([ship.moved or not way for ship, way in zip(ships, speeds, strict=True)])
    now = places.ahead(np.where(settled, 0.0, speeds))
    return Group(tuple(ships), now, now.ahead(speeds), settled.astype(bool))


def speed_of(seen: Lookout, ship: Ship) -> float:
    """Inches that she goes in a turn; none in irons or in a boarding action."""
    if ship.irons or ship.action >= 0:
        return 0.0
    return allowance(seen, ship) * 1000 / seen.unit


class Lay(NamedTuple):
    """How places lie to others: inches apart, and how either bears from the other's bow."""

    inches: Floats
    mine: Floats
    theirs: Floats


@clause("1.2-rake-zones", "4.1-arc")
class Field:
    """Enemies and consorts of a ship.

    strength: by enemy, side and range, what his broadsides are worth at her; own: hers by side
    and range, against a common ship.
    """

    def __init__(self, seen: Lookout, purpose: Purpose, ship: Ship) -> None:
        self.seen = seen
        self.ship = ship
        x, y, _ = seen.place(ship)
        found = []
        foes = seen.foes()
        for foe in foes:
            ex, ey, _ = seen.place(foe)
            if abs(ex - x) < NEAR and abs(ey - y) < NEAR:
                found.append(foe)
        if not found and foes:
            found = [min(foes, key=lambda foe: foe.pose.distance(ship.pose))]
        self.foes = group_of(seen, found)
        self.friends = group_of(seen, [s for s in seen.own() if s is not ship])
        ranges = ranges_of(seen)
        scale = 1000 / seen.unit
        self.limits = np.array(ranges.limits) * scale + 1e-6
        self.half = ranges.arcs["port"].span / 200
        self.zone = ranges.zone
        hurt = toughness(ship)
        self.own = np.array(broadsides_of(seen, ship, fresh=True))
        rows = [broadsides_of(seen, foe, fresh=True) for foe in found]
        self.strength = hurt * np.array(rows, dtype=float).reshape(-1, 2, 3)
        self.value = np.array(
            [toughness(foe) * (PREY if foe.n in purpose.prey else 1.0) for foe in found]
        )
        self.taken = self._taken()
        still = [
            seen.place(s)
            for s in seen.state.ships
            if not s.gone and s is not ship and not speed_of(seen, s)
        ]
        self.still = Places.of(still)

    def _taken(self) -> Floats:
        """By side of each enemy, how near his line of fire the nearest consort lies."""
        found = np.full((2, len(self.foes)), np.inf)
        if not len(self.friends) or not len(self.foes):
            return found
        lay = self.lay(self.friends.now, self.foes.now)
        off, side = self._beam(lay.theirs)
        key = np.where(off <= self.half, self._bracket(lay.inches) * 100 + off, np.inf)
        key = np.where(lay.inches <= self.limits[2], key, np.inf)
        for n in (0, 1):
            found[n] = np.where(side == n, key, np.inf).min(axis=0)
        return found

    @staticmethod
    def lay(places: Places, others: Places) -> Lay:
        """From each place to each of the others."""
        dx = others.x[None, :] - places.x[:, None]
        dy = others.y[None, :] - places.y[:, None]
        bearing = np.degrees(np.arctan2(dx, -dy))
        mine = turned(bearing - places.heading[:, None])
        theirs = turned(bearing + 180.0 - others.heading[None, :])
        return Lay(np.hypot(dx, dy), mine, theirs)

    def _bracket(self, inches: Floats) -> NDArray[np.int64]:
        return np.searchsorted(self.limits, inches)

    @staticmethod
    def _beam(bearing: Floats) -> tuple[Floats, NDArray[np.int64]]:
        """Degrees off the beam, and on which side: 0 port, 1 starboard."""
        return np.abs(np.abs(bearing) - 90.0), (bearing > 0).astype(np.int64)

    def _in_arc(self, off: Floats, blur: Floats) -> Floats:
        """Chance that something so far off the beam is in the arc."""
        sure = off <= self.half + 0.01
        soft = np.clip((self.half + UNSURE - off) / (2 * UNSURE), 0.0, 1.0)
        return np.where(blur > 0, soft, sure.astype(float))

    def _rake(self, bearing: Floats, blur: Floats) -> Floats:
        """What fire from a bearing off a ship's bow is multiplied by."""
        zone = np.where(blur > 0, self.zone - 5.0, self.zone)
        bow, stern = RAKES
        off = np.abs(bearing)
        return np.where(off <= zone, bow, np.where(off >= 180.0 - zone, stern, 1.0))

    def exchange(self, places: Places, *, later: bool = False) -> tuple[Floats, Floats]:
        """What she would give and take at each place, in gun hits. later: a turn on."""
        if not len(self.foes):
            nothing = np.zeros(len(places.x))
            return nothing, nothing
        foes = self.foes.then if later else self.foes.now
        lay = self.lay(places, foes)
        unsure = np.ones(len(self.foes)) if later else (~self.foes.moved).astype(float)
        blur = np.broadcast_to(unsure, lay.inches.shape)
        bracket = self._bracket(lay.inches)
        reach = bracket < 3
        near = np.minimum(bracket, 2)
        return (
            self._given(lay, near, reach, blur),
            self._suffered(lay, near, reach, blur),
        )

    @clause("4.1-primary", "4.0-one-side")
    def _given(self, lay: Lay, near: Any, reach: Flags, blur: Floats) -> Floats:
        off, side = self._beam(lay.mine)
        arc = self._in_arc(off, blur) * reach
        worth = self.own[side, near] * arc * self._rake(lay.theirs, blur) * self.value
        key = np.where(arc > 0.05, near * 100 + off, np.inf)
        rows = np.arange(len(key))
        best = np.zeros(len(key))
        for n in (0, 1):
            ranked = np.where(side == n, key, np.inf)
            first = ranked.argmin(axis=1)
            found = np.where(np.isfinite(ranked[rows, first]), worth[rows, first], 0.0)
            best = np.maximum(best, found)
        return best

    @clause("4.2-stern-rake", "4.2-bow-rake")
    def _suffered(self, lay: Lay, near: Any, reach: Flags, blur: Floats) -> Floats:
        off, side = self._beam(lay.theirs)
        columns = np.arange(len(self.foes))[None, :]
        arc = self._in_arc(off, blur) * reach
        taken = self.strength[columns, side, near] * arc * self._rake(lay.mine, blur)
        first = near * 100 + off <= self.taken[side, columns]
        total: Floats = np.where(first, taken, OTHERS * taken).sum(axis=1)
        return total

    def upwind(self, places: Places) -> Floats:
        """Inches that places lie to windward of the nearest enemy's."""
        if not len(self.foes):
            return np.zeros(len(places.x))
        wind = radians(self.seen.wind)
        s, c = sin(wind), -cos(wind)
        foes = self.foes.now
        nearest = np.hypot(
            foes.x[None, :] - places.x[:, None], foes.y[None, :] - places.y[:, None]
        ).argmin(axis=1)
        found: Floats = (places.x - foes.x[nearest]) * s + (places.y - foes.y[nearest]) * c
        return found

    def threat(self, places: Places, fears: Floats) -> Floats:
        """What enemies who could carry her are feared for at each place. fears: by enemy, what
        being boarded would lose.
        """
        if not len(self.foes) or not fears.any():
            return np.zeros(len(places.x))
        foes = self.foes.now
        away = np.hypot(foes.x[None, :] - places.x[:, None], foes.y[None, :] - places.y[:, None])
        found: Floats = (fears * np.clip((BERTH - away) / BERTH, 0.0, 1.0)).sum(axis=1)
        return found

    def blocked(self, places: Places) -> Flags:
        """Which places are so near to ships that lie still that she would run into them."""
        if not len(self.still.x):
            return np.zeros(places.x.shape, dtype=bool)
        away = np.hypot(self.still.x - places.x[..., None], self.still.y - places.y[..., None]).min(
            axis=-1
        )
        return np.asarray(away < BODY)

    def crowding(self, places: Places, apart: float) -> Floats:
        """Inches by which each place is nearer than so many to where consorts will be."""
        if not len(self.friends):
            return np.zeros(len(places.x))
        friends = self.friends.now
        away = np.hypot(
            friends.x[None, :] - places.x[:, None], friends.y[None, :] - places.y[:, None]
        )
        found: Floats = np.maximum(0.0, apart - away).sum(axis=1)
        return found
