"""The wind: where it blows from, how hard, how it changes, and how a ship lies to it.

A wind is named for the direction it blows FROM. Directions are ints on a circle: 6 for hexes
(headings 0 to 5), 360 for degrees clockwise from north, 36000 for hundredths of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from weathergage.errors import UnknownName, WeathergageError


class PointOfSailing(NamedTuple):
    """How a ship on hexes lies to the wind.

    where: the hexside that the wind enters by, "ahead", "bow", "quarter" or "astern".
    side: "starboard", "port", or "" where the wind is ahead or astern.
    words: the same as sailors say it.
    """

    where: Literal["ahead", "bow", "quarter", "astern"]
    side: Literal["", "starboard", "port"]
    words: str


_POINTS = (
    PointOfSailing("ahead", "", "straight into the wind"),
    PointOfSailing("bow", "starboard", "on the wind, starboard tack"),
    PointOfSailing("quarter", "starboard", "running free, starboard quarter"),
    PointOfSailing("astern", "", "dead before the wind"),
    PointOfSailing("quarter", "port", "running free, port quarter"),
    PointOfSailing("bow", "port", "on the wind, port tack"),
)


def point_of_sailing(source: int, heading: int) -> PointOfSailing:
    """Return how a ship with a heading lies to a wind from a heading, both 0 to 5."""
    return _POINTS[(source - heading) % 6]


def relative_angle(direction: int, heading: int, circle: int = 360) -> int:
    """Return a direction as seen from a heading, positive to starboard, straight astern positive.

    circle: how many units go round. In degrees the answer lies in (-180, 180].
    """
    angle = (direction - heading) % circle
    return angle - circle if 2 * angle > circle else angle


@dataclass(frozen=True, slots=True)
class Wind:
    """A wind.

    source: the direction it blows from, 0 to circle - 1. force: a name on the ruleset's `Forces`,
    "" where a ruleset has none. circle: how many units of direction go round, 6 on hexes.
    point: how many of them the wind moves when it changes by one point.
    Raises WeathergageError for a direction off the circle.
    """

    source: int
    force: str = ""
    circle: int = 6
    point: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.source < self.circle:
            raise WeathergageError(
                f"A wind blows from a direction of 0 to {self.circle - 1}, not {self.source}."
            )

    @classmethod
    def in_degrees(cls, source: int, force: str = "", *, point: int = 45) -> Wind:
        """Return a wind for a free board: source in degrees clockwise from north, taken round.

        point: the degrees of one point of change.
        """
        return cls(source % 360, force, 360, point)

    @property
    def downwind(self) -> int:
        """The direction it blows towards."""
        return (self.source + self.circle // 2) % self.circle

    def veer(self, points: int = 1) -> Wind:
        """Return the wind after it has moved clockwise by so many points."""
        return replace(self, source=(self.source + points * self.point) % self.circle)

    def back(self, points: int = 1) -> Wind:
        """Return the wind after it has moved counter-clockwise by so many points."""
        return self.veer(-points)

    def with_force(self, force: str) -> Wind:
        """Return the wind from the same direction with another force."""
        return replace(self, force=force)

    def mirrored(self) -> Wind:
        """Return its mirror image, east for west."""
        return replace(self, source=-self.source % self.circle)

    def relative(self, heading: int) -> int:
        """Return where it comes from as seen from a heading, positive to starboard."""
        return relative_angle(self.source, heading, self.circle)

    def off(self, heading: int) -> int:
        """Return how far a heading points away from the wind: 0 into it, half the circle before."""
        return abs(self.relative(heading))

    def point_of_sailing(self, heading: int) -> PointOfSailing:
        """Return how a ship on hexes lies to it. Raises WeathergageError for a wind in degrees."""
        if self.circle != 6:
            raise WeathergageError(
                "Points of sailing are for a wind on hexes: ask a wind in degrees for `relative`."
            )
        return point_of_sailing(self.source, heading)


class Forces:
    """The forces of wind that a ruleset knows, lightest first.

    Raises WeathergageError when there is none or a name comes twice.
    """

    __slots__ = ("_rank", "names")

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._rank = {name: rank for rank, name in enumerate(self.names)}
        if not self.names or len(self._rank) != len(self.names):
            raise WeathergageError("The forces of the wind are at least one name, each given once.")

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._rank

    def rank(self, name: str) -> int:
        """Return a force's place on the ladder, 0 the lightest. Raises UnknownName."""
        try:
            return self._rank[name]
        except KeyError:
            raise UnknownName("force of wind", name, self.names) from None

    def up(self, name: str, steps: int = 1) -> str:
        """Return the force so many steps stronger, at most the strongest. Raises UnknownName."""
        rank = self.rank(name) + steps
        return self.names[min(max(rank, 0), len(self.names) - 1)]

    def down(self, name: str, steps: int = 1) -> str:
        """Return the force so many steps lighter, at least the lightest. Raises UnknownName."""
        return self.up(name, -steps)
