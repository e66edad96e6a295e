"""How near a step brings a ship to another: a quick answer that is never too far (2.4).

Bases are rectangles, so two of them are apart by at least the widest gap that shows along the four
directions of their sides. While a ship slides these gaps change evenly and the answer is exact in
them; while she turns they are looked at step by step, no farther on than the ships are apart.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

from weathergage import PER_INCH, TOLERANCE, Base, Curve, Drift, FreePose, Pivot, cosine, sine
from weathergage_admiralty.state import Ship
from weathergage_admiralty.turning import Step

LEAST = 0.01
"""Inches by which a turning ship is looked at again at the least."""


LOOKS = 12
"""Parts of a turning step at whose ends the distance is looked at."""

FINE = 1e-3
"""Share of a turning step to which the closest approach is narrowed down."""


class Rectangle(NamedTuple):
    """A base where it lies: its centre, half its length and half its breadth in inches, and the
    sine and cosine of its heading.
    """

    x: float
    y: float
    long: float
    half: float
    s: float
    c: float

    @classmethod
    def of(cls, base: Base, pose: FreePose) -> Rectangle:
        """The base at a pose."""
        return _lying(base.bow, base.outline[1][1], pose)

    def gap(self, other: Rectangle) -> float:
        """The widest gap that shows between two of them; negative where they lie in one another."""
        return _gap(self, other)

    def distance(self, other: Rectangle) -> float:
        """Inches between two of them; 0 where they meet."""
        return _distance(self, other)


Lie = tuple[float, float, float, float, float, float]
"""A rectangle as a plain tuple: places along a step are made by the dozen, and looked at once."""


def _gap(one: Lie, other: Lie) -> float:
    x, y, long, half, s, c = one
    ox, oy, length, width, so, co = other
    dx, dy = ox - x, oy - y
    along, across = abs(c * co + s * so), abs(s * co - c * so)
    return max(
        abs(dx * s - dy * c) - long - length * along - width * across,
        abs(dx * c + dy * s) - half - length * across - width * along,
        abs(dx * so - dy * co) - length - long * along - half * across,
        abs(dx * co + dy * so) - width - long * across - half * along,
    )


def _distance(one: Lie, other: Lie) -> float:
    if _gap(one, other) <= 0:
        return 0.0
    return min(_to_corners(one, other), _to_corners(other, one))


def _to_corners(one: Lie, other: Lie) -> float:
    """The least distance from the first to the other's corners."""
    x, y, long, half, s, c = one
    ox, oy, length, width, so, co = other
    dx, dy = ox - x, oy - y
    ahead, starboard = dx * s - dy * c, dx * c + dy * s
    along, across = c * co + s * so, so * c - co * s
    least = inf
    for far, off in ((length, width), (length, -width), (-length, width), (-length, -width)):
        x = abs(ahead + far * along - off * across) - long
        y = abs(starboard + far * across + off * along) - half
        away = hypot(x if x > 0 else 0.0, y if y > 0 else 0.0)
        if away < least:
            least = away
    return least


# Ships lie still while courses are held against them, and courses begin where a ship lies.
@lru_cache(maxsize=4096)
def _lying(long: int, half: int, pose: FreePose) -> Rectangle:
    x, y, heading = pose
    s, c = sine(heading), cosine(heading)
    return Rectangle(x / PER_INCH, y / PER_INCH, long / PER_INCH, half / PER_INCH, s, c)


class Sweep:
    """A step of a course, ready to be held against other ships."""

    __slots__ = ("ahead", "base", "speed", "start", "step", "swing", "way")

    def __init__(self, step: Step, base: Base) -> None:
        self.step, self.base = step, base
        self.start = Rectangle.of(base, step.start)
        leg, self.swing = step.leg, 0.0
        if isinstance(leg, Pivot):
            self.way, self.swing = 0.0, radians(leg.degrees)
        else:
            self.way = leg.inches
            if isinstance(leg, Curve):
                self.swing = radians(leg.degrees)
        _, _, _, _, s, c = self.start
        if isinstance(leg, Drift):
            bearing = round(leg.bearing * 100)
            s, c = sine(bearing), cosine(bearing)
        self.ahead = s * self.way, -c * self.way
        self.speed = abs(self.way) + abs(self.swing) * base.reach

    def first_near(self, other: Ship, inches: float) -> float | None:
        """The share of the step after which the widest gap is first so small, or None.

        None says that the bases never are so near; 0.0 that they may be from the start.
        """
        limit, still = inches + TOLERANCE, Rectangle.of(other.card.base, other.pose)
        return self._turning(still, limit) if self.swing else self._sliding(still, limit)

    def _sliding(self, other: Rectangle, limit: float) -> float | None:
        x, y, long, half, s, c = self.start
        ox, oy, length, width, so, co = other
        dx, dy = ox - x, oy - y
        wx, wy = self.ahead
        first, last = 0.0, 1.0
        along, across = abs(c * co + s * so), abs(s * co - c * so)
        for ux, uy, reach in (
            (s, -c, long + length * along + width * across),
            (c, s, half + length * across + width * along),
            (so, -co, length + long * along + half * across),
            (co, so, width + long * across + half * along),
        ):
            at, by, most = dx * ux + dy * uy, wx * ux + wy * uy, reach + limit
            if -1e-9 < by < 1e-9:
                if not -most <= at <= most:
                    return None
                continue
            one, two = (at - most) / by, (at + most) / by
            if one > two:
                one, two = two, one
            first, last = max(first, one), min(last, two)
            if first > last:
                return None
        return first

    def _turning(self, other: Rectangle, limit: float) -> float | None:
        least, share = LEAST / self.speed, 0.0
        place: Lie = self.start
        while True:
            gap = _gap(place, other) - limit
            if gap <= 0:
                return share
            if gap >= (1.0 - share) * self.speed:
                return None  # what is left of the step is too short to close it
            share = min(1.0, share + max(gap / self.speed, least))
            place = self.at(share)

    def at(self, share: float) -> Lie:
        """Her base after a share of the step."""
        x, y, long, half, s, c = self.start
        if not self.swing:
            return x + self.ahead[0] * share, y + self.ahead[1] * share, long, half, s, c
        turned = self.swing * share
        st, ct = sin(turned), cos(turned)
        if self.way:
            radius = self.way / self.swing
            ahead, starboard = radius * st, radius * (1 - ct)
            x, y = x + ahead * s + starboard * c, y + starboard * s - ahead * c
        return x, y, long, half, s * ct + c * st, c * ct - s * st

    def gap(self, other: Rectangle, share: float) -> float:
        """The widest gap between her base after a share of the step and another."""
        return _gap(self.at(share), other)

    def closest(self, other: Ship, since: float) -> tuple[float, float]:
        """The least distance of the bases from a share of a turning step on, and its share.

        Looked at closely enough to find the dip, then narrowed down to a thousandth of the step.
        """
        still = Rectangle.of(other.card.base, other.pose)
        span, found = (1.0 - since) / LOOKS, (inf, since)
        for n in range(LOOKS + 1):
            share = since + span * n
            place = self.at(share)
            if _gap(place, still) < found[0]:
                found = min(found, (_distance(place, still), share))
        low, high = max(since, found[1] - span), min(1.0, found[1] + span)
        while high - low > FINE:
            one, two = low + (high - low) * 0.382, low + (high - low) * 0.618
            near, far = _distance(self.at(one), still), _distance(self.at(two), still)
            found = min(found, (near, one), (far, two))
            low, high = (low, two) if near < far else (one, high)
        return found
