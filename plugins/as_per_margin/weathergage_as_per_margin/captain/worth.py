"""What hits are worth: the boxes of ships and batteries, by how near each is to its end."""

from __future__ import annotations

from math import erf, exp, pi, sqrt
from typing import NamedTuple

from weathergage import clause
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.state import Battery, Boats, Ship
from weathergage_as_per_margin.targets import Target

PRIZE = 3.0
"""What a ship taken is worth, in hits."""

MAGAZINE = 3.5
"""Boxes that a hit on a magazine knocks out on the average ("APM.battery.magazine")."""

BURNING = 2.5
"""What a hit of red-hot shot counts for with its flames, three dice of which half hit."""


class Worth(NamedTuple):
    """What one hit on each part of a target is worth to who fires at it."""

    hull: float
    guns: float
    masts: float
    cable: float = 0.0

    def dies(self) -> tuple[float, float, float]:
        """What a die of gunfire is worth at near, middle and far range."""
        far = self.masts / 6
        middle = far + self.guns / 6
        return middle + (self.hull + self.cable) / 6, middle, far


NOTHING = Worth(0.0, 0.0, 0.0)


@clause("APM.fire.effects", "APM.ships.strike", "APM.ships.sink", "APM.score.points")
def worth_of(target: Target, purpose: Purpose) -> Worth:
    """What hits on a target are worth; the nearer a ship is to striking the more."""
    if isinstance(target, Ship):
        return _worth_of_ship(target, purpose)
    if isinstance(target, Battery):
        each = 0.4 + PRIZE * (1.0 if target.id in purpose.silences else 0.35) / target.boxes
        return Worth(each * min(MAGAZINE, target.boxes), each, 0.0)
    if isinstance(target, Boats):
        return Worth(0.8, 0.8, 0.8)
    return Worth(0.3, 0.3, 0.0)


def _worth_of_ship(ship: Ship, purpose: Purpose) -> Worth:
    prize = PRIZE * purpose.prizes.get(ship.card.id, 1.0)
    guns = 0.45 + prize / max(1, ship.guns)
    hull = 0.15 + 0.6 * prize / max(1, ship.hull)
    if ship.card.id in purpose.wanted:
        hull *= 0.3
    masts = 0.0
    if ship.upper:
        masts = 0.25 + 0.5 / ship.upper
    elif ship.lower:
        masts = 0.25 + 0.9 / ship.lower
    if ship.card.id in purpose.runners:
        masts *= 2.5
    return Worth(hull, guns, masts, 0.2 if ship.anchored else 0.0)


@clause("APM.boarding.roll", "APM.boarding.surplus")
def surplus(ours: int, theirs: int) -> tuple[float, float]:
    """Hits left over on the average, of ours and of theirs, when so many boarders meet."""
    edge, spread = (ours - theirs) / 2, sqrt(max(1, ours + theirs)) / 2
    z = edge / spread
    density, below = exp(-z * z / 2) / sqrt(2 * pi), (1 + erf(z / sqrt(2))) / 2
    for_us = spread * density + edge * below
    return for_us, for_us - edge
