"""How near a step brings a ship to another: a quick answer that is never too far (2.4).

Bases are rectangles, so two of them are apart by at least the widest gap that shows along the four
directions of their sides. While a ship slides these gaps change evenly and the answer is exact in
them; while she turns they are looked at step by step, no farther on than the ships are apart.
"""

from __future__ import annotations

from math import cos, hypot, inf, pi, radians, sin

from weathergage import PER_INCH, TOLERANCE, Base, Curve, Drift, Pivot, cosine, sine
from weathergage_admiralty.state import Ship
from weathergage_admiralty.turning import Step

TURN = pi / 18000
"""Radians in a hundredth of a degree."""

LEAST = 0.01
"""Inches by which a turning ship is looked at again at the least."""


LOOKS = 12
"""Parts of a turning step at whose ends the distance is looked at."""

FINE = 1e-3
"""Share of a turning step to which the closest approach is narrowed down."""


class Sweep:
    """A step of a course, ready to be held against other ships."""

    __slots__ = ("ahead", "half", "long", "reach", "speed", "step", "swing", "way", "x", "y")

    def __init__(self, step: Step, base: Base) -> None:
        x, y, heading = step.start
        self.step = step
        self.x, self.y = x / PER_INCH, y / PER_INCH
        self.long, self.half = base.bow / PER_INCH, base.outline[1][1] / PER_INCH
        leg, self.swing = step.leg, 0.0
        if isinstance(leg, Pivot):
            self.way, self.swing = 0.0, radians(leg.degrees)
        else:
            self.way = leg.inches
            if isinstance(leg, Curve):
                self.swing = radians(leg.degrees)
        bearing = round(leg.bearing * 100) if isinstance(leg, Drift) else heading
        self.ahead = sine(bearing) * self.way, -cosine(bearing) * self.way
        self.speed = abs(self.way) + abs(self.swing) * base.reach
        self.reach = abs(self.way) + base.reach

    def may_near(self, other: Ship, inches: float) -> bool:
        """Whether she may come so near to another at all, by the circles round them."""
        base, (x, y, _) = other.card.base, other.pose
        dx, dy = x / PER_INCH - self.x, y / PER_INCH - self.y
        far = self.reach + base.reach + inches
        return dx * dx + dy * dy <= far * far

    def first_near(self, other: Ship, inches: float) -> float | None:
        """The share of the step after which the widest gap is first so small, or None.

        None says that the bases never are so near; 0.0 that they may be from the start.
        """
        if not self.may_near(other, inches):
            return None
        limit = inches + TOLERANCE
        return self._turning(other, limit) if self.swing else self._sliding(other, limit)

    def _sliding(self, other: Ship, limit: float) -> float | None:
        base, (ox, oy, heading) = other.card.base, other.pose
        dx, dy = ox / PER_INCH - self.x, oy / PER_INCH - self.y
        wx, wy = self.ahead
        first, last = 0.0, 1.0
        own = self.step.start.heading
        length, width = base.bow / PER_INCH, base.outline[1][1] / PER_INCH
        c, s = abs(cosine(own - heading)), abs(sine(own - heading))
        for angle, reach in (
            (own, self.long + length * c + width * s),
            (own + 9000, self.half + length * s + width * c),
            (heading, length + self.long * c + self.half * s),
            (heading + 9000, width + self.long * s + self.half * c),
        ):
            ux, uy = sine(angle), -cosine(angle)
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

    def _turning(self, other: Ship, limit: float) -> float | None:
        least, share = LEAST / self.speed, 0.0
        while True:
            gap = self.gap(other, share) - limit
            if gap <= 0:
                return share
            if share >= 1.0:
                return None
            share = min(1.0, share + max(gap / self.speed, least))

    def gap(self, other: Ship, share: float) -> float:
        """The widest gap between the bases after a share of the step; negative in one another."""
        return _gap(*self._lie(other, share))

    def _lie(
        self, other: Ship, share: float
    ) -> tuple[tuple[float, float], tuple[float, float, float], tuple[float, float, float]]:
        """How two ships lie after a share of the step, as `_gap` takes it."""
        base, (ox, oy, there) = other.card.base, other.pose
        heading = self.step.start.heading * TURN
        turned = self.swing * share
        x, y = self.x, self.y
        if self.swing and self.way:
            radius = self.way / self.swing
            ahead, starboard = radius * sin(turned), radius * (1 - cos(turned))
            s, c = sin(heading), cos(heading)
            x, y = x + ahead * s + starboard * c, y + starboard * s - ahead * c
        else:
            x, y = x + self.ahead[0] * share, y + self.ahead[1] * share
        return (
            (ox / PER_INCH - x, oy / PER_INCH - y),
            (heading + turned, self.long, self.half),
            (there * TURN, base.bow / PER_INCH, base.outline[1][1] / PER_INCH),
        )

    def closest(self, other: Ship, since: float) -> tuple[float, float]:
        """The least distance of the bases from a share of a turning step on, and its share.

        Looked at closely enough to find the dip, then narrowed down to a thousandth of the step.
        """
        span = (1.0 - since) / LOOKS
        shares = [since + span * n for n in range(LOOKS + 1)]
        found = min((self.distance(other, share), share) for share in shares)
        low, high = max(since, found[1] - span), min(1.0, found[1] + span)
        while high - low > FINE:
            one, two = low + (high - low) * 0.382, low + (high - low) * 0.618
            near, far = self.distance(other, one), self.distance(other, two)
            found = min(found, (near, one), (far, two))
            low, high = (low, two) if near < far else (one, high)
        return found

    def distance(self, other: Ship, share: float) -> float:
        """Inches between the bases after a share of the step; 0 where they meet."""
        way, one, two = self._lie(other, share)
        if _gap(way, one, two) <= 0:
            return 0.0
        back = -way[0], -way[1]
        return min(_from_corners(way, one, two), _from_corners(back, two, one))


def _from_corners(
    way: tuple[float, float], one: tuple[float, float, float], other: tuple[float, float, float]
) -> float:
    """The least distance of the other's corners from one rectangle."""
    (dx, dy), (a, long, half), (b, length, width) = way, one, other
    s, c = sin(a), cos(a)
    ahead, starboard = dx * s - dy * c, dx * c + dy * s
    s, c = sin(b - a), cos(b - a)
    least = inf
    for along, across in ((length, width), (length, -width), (-length, width), (-length, -width)):
        x = abs(ahead + along * c - across * s) - long
        y = abs(starboard + along * s + across * c) - half
        away = hypot(x if x > 0 else 0.0, y if y > 0 else 0.0)
        if away < least:
            least = away
    return least


def _gap(
    way: tuple[float, float], one: tuple[float, float, float], other: tuple[float, float, float]
) -> float:
    """The widest gap between two rectangles. way: from centre to centre, eastward and southward.
    one, other: heading in radians, half the length and half the breadth.
    """
    (dx, dy), (a, long, half), (b, length, width) = way, one, other
    sa, ca, sb, cb = sin(a), cos(a), sin(b), cos(b)
    c, s = abs(cos(a - b)), abs(sin(a - b))
    return max(
        abs(dx * sa - dy * ca) - long - length * c - width * s,
        abs(dx * ca + dy * sa) - half - length * s - width * c,
        abs(dx * sb - dy * cb) - length - long * c - half * s,
        abs(dx * cb + dy * sb) - width - long * s - half * c,
    )
