"""Courses that a ship may steer, as shapes that are turned to where she is.

Inches are of medium scale. A shape has a row for each course and a column for each leg's end:
ahead of her, to starboard of her, and degrees turned.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from math import cos, pi, radians, sin
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weathergage import clause
from weathergage_admiralty.turning import STEP

Floats = NDArray[np.float64]
Steps = tuple[int, ...]

FEW: Final = 3
"""Steps of the gage up to which all ways of mixing them are looked at."""

STRETCH: Final = (4.0, 8.0, 12.0)
"""Inches straight on at the end of a way out at which it is looked at."""

WORDS: Final = {-1: "port", 1: "starboard"}


class Fan(NamedTuple):
    """Courses of a length: legs of each, and where they lead."""

    legs: tuple[tuple[float | str, ...], ...]
    shape: Floats


@lru_cache(maxsize=64)
def _patterns(count: int) -> tuple[Steps, ...]:
    """Steps straight on (0), to port (-1) and to starboard (1); all, or those of a few bends."""
    every = product((0, 1, -1), repeat=count)
    if count <= FEW:
        return tuple(every)
    return tuple(steps for steps in every if _bends(steps) <= 2 and steps.count(0) != 1)


def _bends(steps: Steps) -> int:
    return sum(a != b for a, b in pairwise(steps))


@lru_cache(maxsize=512)
@clause("2.2-wearing", "2.1-exact")
def fan(inches: float, turn: float) -> Fan:
    """All courses of so many inches that wear by so many degrees a step, straight on first."""
    count = int(inches / STEP + 1e-9)
    rest = round(inches - count * STEP, 3)
    found: dict[tuple[float | str, ...], list[tuple[float, float, float]]] = {}
    for steps in _patterns(count):
        for first in (0.0, rest) if rest else (0.0,):
            legs = _legs(steps, first)
            if legs not in found:
                found[legs] = _ends(steps, first, rest - first, turn)
    width = max(len(ends) for ends in found.values())
    rows = [ends + [ends[-1]] * (width - len(ends)) for ends in found.values()]
    return Fan(tuple(found), np.array(rows, dtype=float))


def _legs(steps: Steps, first: float) -> tuple[float | str, ...]:
    """The legs of a course; what is sailed straight at its end is left out."""
    found: list[float | str] = []
    ahead = first
    for step in steps:
        if step:
            if ahead:
                found.append(round(ahead, 3))
            found.append(f"wear {WORDS[step]}")
            ahead = 0.0
        else:
            ahead += STEP
    return tuple(found)


def _ends(steps: Steps, first: float, last: float, turn: float) -> list[tuple[float, float, float]]:
    """Where each leg ends."""
    place = (0.0, 0.0, 0.0)
    found = []
    for inches, angle in ((first, 0.0), *((STEP, turn * step) for step in steps), (last, 0.0)):
        if inches:
            place = onward(place, inches, angle)
            found.append(place)
    return found or [place]


def onward(place: tuple[float, float, float], inches: float, angle: float) -> Any:
    """Where so many inches along a circle lead that turns by an angle."""
    ahead, right, heading = place
    if angle:
        radius = inches * 180.0 / (pi * angle)
        a, b = radius * sin(radians(angle)), radius * (1.0 - cos(radians(angle)))
    else:
        a, b = inches, 0.0
    s, c = sin(radians(heading)), cos(radians(heading))
    return ahead + a * c - b * s, right + a * s + b * c, heading + angle


def tack_shape(inches: float, turn: float, steps: int) -> Floats:
    """One course: so many steps of a turn, the rest straight on."""
    place = (0.0, 0.0, 0.0)
    ends = []
    for _ in range(steps):
        place = onward(place, STEP, turn)
        ends.append(place)
    if inches - steps * STEP > 1e-6:
        ends.append(onward(place, inches - steps * STEP, 0.0))
    return np.array([ends or [place]], dtype=float)


@lru_cache(maxsize=256)
def follow_ups(inches: float, turn: float) -> Floats:
    """Where a move more may lead: straight on, a step to either side, and hard over."""
    count = int(inches / STEP + 1e-9)
    rows = [_ends((0,) * count, 0.0, inches - count * STEP, turn)[-1:]]
    for steps in {1: (1,), 0: ()}.get(count, (1, count)):
        for side in (-1, 1):
            course = (side,) * steps + (0,) * (count - steps)
            rows.append(_ends(course, 0.0, inches - count * STEP, turn)[-1:])
    return np.array(rows, dtype=float)[:, 0, :]


@lru_cache(maxsize=256)
def escapes(inches: float, turn: float) -> Floats:
    """Ways out of a corner: so many steps to one side, move by move, then straight on; a row each
    of places along it, of which the last are those of `STRETCH`.
    """
    count = int(inches / STEP + 1e-9) if turn else 0
    rows = []
    for side in (-1, 1) if count else (0,):
        for steps in range(int(180.0 / turn + 0.99) + 1 if count else 1):
            place, ends = (0.0, 0.0, 0.0), []
            for step in range(steps):
                place = onward(place, STEP, side * turn)
                if (step + 1) % count == 0:
                    place = onward(place, inches - count * STEP, 0.0)
                ends.append(place)
            rows.append((ends, [onward(place, ahead, 0.0) for ahead in STRETCH]))
    width = max(len(ends) for ends, _ in rows)
    return np.array(
        [[(0.0, 0.0, 0.0)] * (width - len(ends)) + ends + rays for ends, rays in rows], dtype=float
    )


class Places(NamedTuple):
    """Where a ship might be: inches east and south, degrees."""

    x: Floats
    y: Floats
    heading: Floats

    @classmethod
    def of(cls, rows: Any) -> Places:
        """From rows of three."""
        array = np.array(rows, dtype=float).reshape(-1, 3)
        return cls(array[:, 0], array[:, 1], array[:, 2])

    def moved(self, shape: Floats) -> Places:
        """Where a shape (rows of three) leads from each of these: a row each."""
        s, c = np.sin(np.radians(self.heading)), np.cos(np.radians(self.heading))
        ahead, right = shape[..., 0], shape[..., 1]
        lift = (...,) + (None,) * ahead.ndim
        s, c = s[lift], c[lift]
        return Places(
            self.x[lift] + ahead * s + right * c,
            self.y[lift] - ahead * c + right * s,
            self.heading[lift] + shape[..., 2],
        )

    def ahead(self, inches: Floats) -> Places:
        """Each so far straight on."""
        h = np.radians(self.heading)
        return Places(self.x + inches * np.sin(h), self.y - inches * np.cos(h), self.heading)

    def pick(self, which: Any) -> Places:
        """Some of them."""
        return Places(self.x[which], self.y[which], self.heading[which])

    def flat(self) -> Places:
        """All of them in one row."""
        return Places(self.x.ravel(), self.y.ravel(), self.heading.ravel())


def turned(angle: Any) -> Any:
    """Angles as -180 to 180 degrees."""
    return (angle + 180.0) % 360.0 - 180.0
