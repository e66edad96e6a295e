"""Free measurement: exact small units, the one tolerance, sines, and a ship's pose.

x runs east and y runs SOUTH, as on paper and as rows of hexes do. Headings and bearings run
clockwise from north. What is stored is whole numbers: x and y in thousandths of an inch, headings
in hundredths of a degree; so equality and hashes hang on integers only, and a pose is rounded to
that lattice each time a ship comes to rest. What is asked and answered is inches and degrees.

Sines are worked out in whole numbers and rounded once, so every machine has the same ones, and
those of the angles that books use (0, 30, 45, 60, 90 and their kin) are as exact as a float can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import atan2, degrees, pi, sqrt
from typing import NamedTuple

PER_INCH = 1000
"""Units of the lattice in an inch."""

PER_DEGREE = 100
"""Units of a heading in a degree."""

CIRCLE = 360 * PER_DEGREE
"""Units of a heading all the way round."""

SLACK = 2.25
"""The tolerance in units of the lattice."""

TOLERANCE = SLACK / PER_INCH
"""The one tolerance of lines, in inches: what is off by no more than this counts as on the line.

Rounding two ships to the lattice moves one against the other by up to 0.0015 inch; this covers
it, so that bases that were laid against each other touch. No whole or half unit is exactly as
large, so nothing that lies square on the lattice hangs on a float's last bit. Angles have no
tolerance of their own: a ship is on the edge of an arc when her point lies this near to it.
"""

HAIR = 0.9 / PER_INCH
"""What the range between two places may be over a limit and still be up to it, in inches.

It covers the rounding of one place to the lattice, 0.0007 inch, so that a ship put down at exactly
eight inches on a slant is within eight inches; and it is less than a unit, so that a ship laid a
thousandth of an inch beyond a limit is beyond it.
"""

_PI = 31415926535897932384626433832795028841971693993751
_ONE = 10**49


def units(inches: float) -> int:
    """Return inches in units of the lattice, to the nearest."""
    return round(inches * PER_INCH)


def hundredths(angle: float) -> int:
    """Return degrees in hundredths, to the nearest; not taken round the circle."""
    return round(angle * PER_DEGREE)


def up_to(inches: float, limit: float) -> bool:
    """Say whether a gap between bases or lines is up to a limit: it counts, with the tolerance."""
    return inches <= limit + TOLERANCE


def at_least(inches: float, limit: float) -> bool:
    """Say whether a gap between bases or lines is a limit or more, with the tolerance."""
    return inches >= limit - TOLERANCE


def _series(angle: int, term: int, first: int) -> int:
    """Return the sum of a sine's or cosine's series from its first term on, in parts of _ONE."""
    x = _PI * angle // (CIRCLE // 2)
    square = x * x // _ONE
    total, n = 0, first
    while term:
        total += term
        term = -(term * square // (_ONE * (n + 1) * (n + 2)))
        n += 2
    return total


@cache
def _parts(angle: int) -> tuple[int, int]:
    """Return the sine and cosine of an angle up to a right one, in parts of _ONE."""
    return _series(angle, _PI * angle // (CIRCLE // 2), 1), _series(angle, _ONE, 0)


def _sine(angle: int) -> float:
    """Work out a sine: from those of the whole degrees and of the rest, which are kept, since a
    long series costs ten times what putting two angles together does.
    """
    if angle >= CIRCLE // 2:
        return 0.0 - sine(angle - CIRCLE // 2)
    if angle > CIRCLE // 4:
        return sine(CIRCLE // 2 - angle)
    rest = angle % PER_DEGREE
    (s, c), (of_rest, across) = _parts(angle - rest), _parts(rest)
    return (s * across + c * of_rest) // _ONE / _ONE


# Asked more often than anything else here, and there are no more angles than hundredths of a degree
# in the few turns that callers add up: each is worked out once.
@cache
def sine(angle: int) -> float:
    """Return the sine of an angle in hundredths of a degree."""
    return _sine(angle % CIRCLE)


@cache
def cosine(angle: int) -> float:
    """Return the cosine of an angle in hundredths of a degree."""
    return sine((angle + CIRCLE // 4) % CIRCLE)


class FreePose(NamedTuple):
    """Where a ship's centre is and which way she points, on a table without a grid.

    x (eastward), y (southward): thousandths of an inch. heading: hundredths of a degree
    clockwise from north, 0 to 35999. A bare point is a pose whose heading nobody asks for.
    `FreePose.at` takes inches and degrees.
    """

    x: int
    y: int
    heading: int = 0

    @classmethod
    def at(cls, x: float, y: float, heading: float = 0.0) -> FreePose:
        """Return the pose nearest to x and y in inches and a heading in degrees."""
        return cls(units(x), units(y), hundredths(heading) % CIRCLE)

    @property
    def inches(self) -> tuple[float, float]:
        """X and y in inches."""
        return self.x / PER_INCH, self.y / PER_INCH

    @property
    def degrees(self) -> float:
        """The heading in degrees."""
        return self.heading / PER_DEGREE

    def ahead(self, inches: float) -> FreePose:
        """Return the pose so many inches ahead (negative: astern), pointing the same way."""
        (x, y, heading), way = self, round(inches * PER_INCH)
        return FreePose(x + round(way * sine(heading)), y - round(way * cosine(heading)), heading)

    def drifted(self, bearing: float, inches: float) -> FreePose:
        """Return the pose so many inches along a bearing in degrees, pointing the same way."""
        way, angle = units(inches), hundredths(bearing)
        x, y, heading = self
        return FreePose(x + round(way * sine(angle)), y - round(way * cosine(angle)), heading)

    def turned(self, angle: float) -> FreePose:
        """Return the pose turned in place by degrees to starboard (negative: to port)."""
        return FreePose(self.x, self.y, (self.heading + hundredths(angle)) % CIRCLE)

    def pivoted(self, angle: float, ahead: float = 0.0) -> FreePose:
        """Return the pose turned by degrees to starboard about a point of the ship.

        ahead: inches by which that point lies ahead of her centre (negative: abaft).
        """
        heading = (self.heading + hundredths(angle)) % CIRCLE
        arm = units(ahead)
        return FreePose(
            self.x + round(arm * (sine(self.heading) - sine(heading))),
            self.y + round(arm * (cosine(heading) - cosine(self.heading))),
            heading,
        )

    def curved(self, inches: float, angle: float) -> FreePose:
        """Return the pose after following a circle, as along a turning gauge.

        inches: the way that the centre makes along the circle (negative: astern).
        angle: degrees by which the heading changes, to starboard (negative: to port).
        """
        turn = hundredths(angle)
        if not turn:
            return self.ahead(inches)
        x, y, heading = self
        east, south, after = curve_by(units(inches), turn, heading)
        return FreePose(x + east, y + south, after)

    def pointed(self, bearing: float) -> FreePose:
        """Return the same place with a heading in degrees."""
        return FreePose(self.x, self.y, hundredths(bearing) % CIRCLE)

    def facing(self, other: FreePose) -> FreePose:
        """Return the same place, pointing at another; the same pose where they coincide."""
        angle = bearing(self, other)
        return self if angle is None else self.pointed(angle)

    def shifted(self, east: float, south: float) -> FreePose:
        """Return the pose moved by inches, as the whole position is."""
        return FreePose(self.x + units(east), self.y + units(south), self.heading)

    def distance(self, other: FreePose) -> float:
        """Return how many inches away another pose's point is."""
        return distance(self, other)

    def is_within(self, other: FreePose, inches: float) -> bool:
        """Say whether another pose's point is up to so many inches away; the limit counts."""
        return is_within(self, other, inches)

    def bearing(self, other: FreePose) -> float | None:
        """Return how another point bears, in degrees from north; None where they coincide."""
        return bearing(self, other)

    def relative_bearing(self, other: FreePose) -> float | None:
        """Return how another point bears from the bow, over -180 and up to 180 degrees."""
        return relative_bearing(self, other)

    def rotated(self, angle: float, about: FreePose) -> FreePose:
        """Return the pose when the whole position turns clockwise by degrees about a point."""
        turn = hundredths(angle)
        x, y, s, c = self.x - about.x, self.y - about.y, sine(turn), cosine(turn)
        return FreePose(
            about.x + round(x * c - y * s),
            about.y + round(x * s + y * c),
            (self.heading + turn) % CIRCLE,
        )

    def mirrored(self) -> FreePose:
        """Return the mirror image of the pose, east for west, across x = 0."""
        return FreePose(-self.x, self.y, -self.heading % CIRCLE)


@lru_cache(maxsize=16384)
def curve_by(way: int, turn: int, heading: int) -> tuple[int, int, int]:
    """Return by how much a curve moves a ship, eastward and southward, and her heading after it.

    All in units of the lattice; the turn is not 0. The step is rounded, not the sum: so a whole
    position that is shifted, or mirrored, moves exactly alike, and a step that is sailed again
    needs not be worked out again.
    """
    radius = way * (CIRCLE / 2) / (pi * turn)
    ahead, starboard = radius * sine(turn), radius * (1 - cosine(turn))
    s, c = sine(heading), cosine(heading)
    return (
        round(ahead * s + starboard * c),
        round(starboard * s - ahead * c),
        (heading + turn) % CIRCLE,
    )


def distance(a: FreePose, b: FreePose) -> float:
    """Return the inches between two points; the same on any machine."""
    x, y = b.x - a.x, b.y - a.y
    return sqrt(x * x + y * y) / PER_INCH


def is_within(a: FreePose, b: FreePose, inches: float) -> bool:
    """Say whether two points are up to so many inches apart; decided in whole numbers."""
    x, y, limit = b.x - a.x, b.y - a.y, units(inches) + HAIR * PER_INCH
    return limit >= 0 and x * x + y * y <= limit * limit


def bearing(a: FreePose, b: FreePose) -> float | None:
    """Return how b bears from a, in degrees clockwise from north; None where they coincide."""
    x, y = b.x - a.x, b.y - a.y
    return degrees(atan2(x, -y)) % 360 if x or y else None


def relative_bearing(a: FreePose, b: FreePose) -> float | None:
    """Return how b bears from a's bow: 0 ahead, 90 to starboard, -90 to port, 180 astern.

    In degrees, over -180 and up to 180; None where they coincide.
    """
    angle = bearing(a, b)
    return None if angle is None else 180 - (180 - angle + a.heading / PER_DEGREE) % 360


def downwind(poses: Iterable[FreePose], source: float) -> list[FreePose]:
    """Return poses from the most leeward to the most windward; those that are level keep order.

    source: degrees from which the wind blows.
    """
    wind = hundredths(source)
    s, c = sine(wind), cosine(wind)
    return sorted(poses, key=lambda pose: pose.x * s - pose.y * c)
