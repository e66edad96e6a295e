"""Arcs in degrees: what a ship's guns bear on, where the wind lies, who rakes whom.

An arc runs clockwise from its first edge to its last, in degrees from the bow. A point is on an
edge when it lies within the tolerance of it, in inches; the arc owns that edge or does not, by
rule. So arcs that share edges, each owned once, cover a circle without gap or overlap (save within
a few hundredths of an inch of the point that they open from).
Nothing here approximates: an edge is a line, and a point lies on one side of it or the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from weathergage.boards.bases import Stand
from weathergage.boards.lattice import (
    CIRCLE,
    PER_INCH,
    SLACK,
    FreePose,
    cosine,
    hundredths,
    sine,
    units,
)
from weathergage.errors import WeathergageError

Ends = Literal["both", "first", "last", "none"]
"""Which of its edges an arc owns."""

Part = Literal["centre", "mast", "any", "all", "bow", "stern"]
"""How much of a target must lie in an arc: her centre, her mainmast, any part of her base, all
of it, or any part of the edge across her bow or stern."""

_OTHER_ENDS: dict[Ends, Ends] = {"both": "none", "first": "first", "last": "last", "none": "both"}


class Edge(NamedTuple):
    """A line's inside: where nx * x + ny * y + k >= 0, or > 0 where the line is not owned.

    Numbers, or numpy columns of many ships' numbers.
    """

    nx: Any
    ny: Any
    k: Any
    strict: bool = False

    def value(self, x: Any, y: Any) -> Any:
        """Return how far points lie inside, in the unit of x and y; negative outside."""
        return self.nx * x + self.ny * y + self.k


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of directions from the bow, clockwise from `first` to `last`.

    first, last: hundredths of a degree. Where they are the same it is the whole circle.
    ends: the edges that belong to the arc. first_at, last_at: where the edges start, as (ahead,
    starboard) of the ship's centre in thousandths of an inch; the centre by default.
    `Arc.of` takes degrees and inches. Raises WeathergageError for an arc of more than 180 degrees
    whose edges start apart.
    """

    first: int
    last: int
    ends: Ends = "both"
    first_at: tuple[int, int] = (0, 0)
    last_at: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if self.first_at != self.last_at and not 0 < self.span <= CIRCLE // 2:
            raise WeathergageError(
                "An arc whose two edges start at different points may span at most 180 degrees."
            )

    @classmethod
    def of(
        cls,
        first: float,
        last: float,
        ends: Ends = "both",
        *,
        first_at: tuple[float, float] = (0.0, 0.0),
        last_at: tuple[float, float] = (0.0, 0.0),
    ) -> Arc:
        """Return the arc clockwise from one angle off the bow to another, in degrees.

        first_at, last_at: in inches, such as `Base.corner` gives.
        """
        return cls(
            hundredths(first) % CIRCLE,
            hundredths(last) % CIRCLE,
            ends,
            (units(first_at[0]), units(first_at[1])),
            (units(last_at[0]), units(last_at[1])),
        )

    @classmethod
    def about(cls, middle: float, half: float, ends: Ends = "both") -> Arc:
        """Return the arc that reaches so many degrees either way from a middle direction."""
        return cls.of(middle - half, middle + half, ends)

    @property
    def span(self) -> int:
        """Hundredths of a degree from first to last; 0 stands for the whole circle."""
        return (self.last - self.first) % CIRCLE

    @property
    def mirrored(self) -> Arc:
        """The same arc on the other side of the ship."""
        swapped: dict[Ends, Ends] = {"first": "last", "last": "first"}
        return Arc(
            -self.last % CIRCLE,
            -self.first % CIRCLE,
            swapped.get(self.ends, self.ends),
            (self.last_at[0], -self.last_at[1]),
            (self.first_at[0], -self.first_at[1]),
        )

    @property
    def outside(self) -> Arc:
        """The rest of the circle, with the edges that this arc does not own.

        Only for an arc that opens from one point and is not the whole circle.
        """
        return Arc(self.last, self.first, _OTHER_ENDS[self.ends], self.last_at, self.first_at)

    def has_angle(self, angle: float) -> bool:
        """Say whether a direction, in degrees from the bow, is in the arc; to the hundredth."""
        if not self.span:
            return True
        off = (hundredths(angle) - self.first) % CIRCLE
        if off == 0:
            return self.ends in ("both", "first")
        if off == self.span:
            return self.ends in ("both", "last")
        return off < self.span

    def holds(self, pose: FreePose, target: FreePose | Stand, part: Part = "centre") -> bool:
        """Say whether a target, or a part of her, is in the arc of a ship at a pose."""
        return in_arc(self, pose, target, part)

    def edges(self, heading: int) -> tuple[Edge, ...]:
        """Return the lines that bound an arc of up to 180 degrees for a ship with a heading.

        They are taken from the ship's centre, in lattice units, so that a whole position that is
        shifted is decided exactly alike.
        """
        s, c = sine(heading), cosine(heading)
        first, last = self.first + heading, self.last + heading
        has_first, has_last = self.ends in ("both", "first"), self.ends in ("both", "last")
        found = [
            _edge(cosine(first), sine(first), self.first_at, (s, c), has_first),
            _edge(-cosine(last), -sine(last), self.last_at, (s, c), has_last),
        ]
        if self.first_at != self.last_at:
            found.append(self._side(s, c))
        else:
            middle = first + self.span // 2
            found.append(_edge(sine(middle), -cosine(middle), self.first_at, (s, c), True))
        return tuple(found)

    def _side(self, s: float, c: float) -> Edge:
        """Return the line through both starting points, which the arc lies outboard of."""
        (a, b), (d, e) = self.first_at, self.last_at
        ahead, starboard = d - a, e - b
        nx, ny = ahead * c - starboard * s, ahead * s + starboard * c
        length = (nx * nx + ny * ny) ** 0.5
        return _edge(-nx / length, -ny / length, self.first_at, (s, c), True)


def _edge(
    nx: float, ny: float, start: tuple[int, int], turn: tuple[float, float], owned: bool
) -> Edge:
    """Return the line with a normal through a point of the ship, widened by the tolerance."""
    s, c = turn
    x, y = start[0] * s + start[1] * c, start[1] * s - start[0] * c
    return Edge(nx, ny, (SLACK if owned else -SLACK) - (nx * x + ny * y), not owned)


@lru_cache(maxsize=4096)
def _edges(arc: Arc, heading: int) -> tuple[Edge, ...]:
    return arc.edges(heading)


class Frame(NamedTuple):
    """What decides about an arc: the lines that bound it, or all that it leaves out.

    edges: None for a whole circle. start: where it opens, from the ship's centre in lattice
    units; None where its edges start apart. The numbers may be columns of many ships' numbers.
    """

    edges: tuple[Edge, ...] | None
    is_rest: bool
    start: tuple[Any, Any] | None

    def holds(self, x: Any, y: Any) -> Any:
        """Say whether points are in the arc.

        x, y: from the ship's centre, in lattice units, eastward and southward: numbers or numpy
        arrays; the answer is of the same kind. A point on the start itself, within the
        tolerance, is in.
        """
        if self.edges is None:
            return x * x + y * y >= 0
        inside = _inside(self.edges, x, y)
        if self.is_rest:
            inside = inside ^ True
        if self.start is None:
            return inside
        dx, dy = x - self.start[0], y - self.start[1]
        return inside | (dx * dx + dy * dy <= SLACK * SLACK)


@lru_cache(maxsize=4096)
def frame(arc: Arc, heading: int) -> Frame:
    """Return what decides about an arc of a ship with a heading."""
    if not arc.span:
        return Frame(None, False, None)
    is_rest = arc.span > CIRCLE // 2
    edges = _edges(arc.outside if is_rest else arc, heading)
    start = None if arc.first_at != arc.last_at else _start(arc, heading)
    return Frame(edges, is_rest, start)


def _start(arc: Arc, heading: int) -> tuple[float, float]:
    """Return where an arc opens, from the ship's centre in lattice units."""
    if arc.first_at == (0, 0):
        return 0.0, 0.0
    (ahead, starboard), s, c = arc.first_at, sine(heading), cosine(heading)
    return ahead * s + starboard * c, starboard * s - ahead * c


def _inside(edges: Sequence[Edge], x: Any, y: Any) -> Any:
    inside: Any = True
    for edge in edges:
        value = edge.value(x, y)
        inside = inside & (value > 0 if edge.strict else value >= 0)
    return inside


def _local(pose: FreePose, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return points in inches as offsets from a pose in lattice units."""
    return [(x * PER_INCH - pose.x, y * PER_INCH - pose.y) for x, y in points]


def clipped(
    points: Sequence[tuple[float, float]], edges: Sequence[Edge]
) -> list[tuple[float, float]]:
    """Return the part of a convex outline (or of a segment) inside some edges; [] for none."""
    left = list(points)
    for edge in edges:
        values = [edge.value(x, y) for x, y in left]
        kept: list[tuple[float, float]] = []
        for i, (x, y) in enumerate(left):
            before, now = values[i - 1], values[i]
            if before * now < 0:
                px, py = left[i - 1]
                share = before / (before - now)
                kept.append((px + share * (x - px), py + share * (y - py)))
            if now > 0 or (now == 0 and not edge.strict):
                kept.append((x, y))
        left = kept
    return left


def _is_any_in(arc: Arc, heading: int, points: Sequence[tuple[float, float]]) -> bool:
    if not arc.span:
        return True
    if arc.span <= CIRCLE // 2:
        return bool(clipped(points, _edges(arc, heading)))
    rest = _edges(arc.outside, heading)
    return not all(_inside(rest, x, y) for x, y in points)


def _are_all_in(arc: Arc, heading: int, points: Sequence[tuple[float, float]]) -> bool:
    if not arc.span:
        return True
    if arc.span <= CIRCLE // 2:
        return all(_inside(_edges(arc, heading), x, y) for x, y in points)
    return not clipped(points, _edges(arc.outside, heading))


def in_arc(arc: Arc, pose: FreePose, target: FreePose | Stand, part: Part = "centre") -> bool:
    """Say whether a target is in an arc of a ship at a pose.

    A bare pose counts by its centre. Raises WeathergageError when more is asked of one.
    """
    if part == "centre":
        at = target.pose if isinstance(target, Stand) else target
        return bool(frame(arc, pose.heading).holds(at.x - pose.x, at.y - pose.y))
    if not isinstance(target, Stand):
        raise WeathergageError("Whether part of a ship is in an arc needs her base.")
    if part == "mast":
        ((x, y),) = _local(pose, [target.spot("mast")])
        return bool(frame(arc, pose.heading).holds(x, y))
    points = _local(pose, _end(target, part) if part in ("bow", "stern") else target.corners)
    if part == "all":
        return _are_all_in(arc, pose.heading, points)
    return _is_any_in(arc, pose.heading, points)


def _end(target: Stand, part: str) -> list[tuple[float, float]]:
    """Return the corners of a base that are farthest forward, or farthest aft."""
    last = target.base.bow if part == "bow" else target.base.stern
    outline = target.base.outline
    found = [
        corner for corner, (ahead, _) in zip(target.corners, outline, strict=True) if ahead == last
    ]
    return found or [target.spot("bow" if part == "bow" else "stern")]


@lru_cache(maxsize=64)
def rake_arcs(angle: float) -> tuple[Arc, Arc]:
    """Return the arcs off bow and stern that reach so many degrees either side of the keel."""
    return Arc.about(0, angle), Arc.about(180, angle)


def rake(firer: FreePose, target: FreePose, angle: float) -> Literal["", "bow", "stern"]:
    """Return by which end a line of fire rakes a target, or "".

    It does when it runs, centre to centre, within so many degrees of her keel, edge included.
    """
    bow, stern = rake_arcs(angle)
    if in_arc(bow, target, firer):
        return "bow"
    return "stern" if in_arc(stern, target, firer) else ""


def sector(cuts: Sequence[float], pose: FreePose, target: FreePose) -> int:
    """Return which sector round a ship a target lies in, so that there is always exactly one.

    cuts: rising angles off the bow in degrees, each the first edge of a sector that owns it.
    Sector i runs from cut i to the next; the last one on to the first cut.
    """
    off = [
        i
        for i, cut in enumerate(cuts)
        if in_arc(Arc.of(cut, cuts[(i + 1) % len(cuts)], "first"), pose, target)
    ]
    return off[-1] if off else len(cuts) - 1
