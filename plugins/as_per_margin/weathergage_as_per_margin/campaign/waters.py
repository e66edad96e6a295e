"""The sea chart: its coasts and ports, and where one can sail on it.

A chart is a free board whose unit is the mile, so poses on it are thousandths of a mile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf, sqrt
from typing import Any

import shapely

from weathergage import PER_INCH, FreeBoard, FreePose, Region, clause, is_over_land
from weathergage_as_per_margin.campaign.data import CampaignData, PortData

MEMO = "waters"

PARTS = 1 << 24
"""Parts of a course among which the last one before a coast is looked for."""

OFFING = 1.5
"""Miles at which a way round land keeps off its corners."""

SQUARES = 128
"""Squares along the longer side of a chart, by which open water is told quickly."""

KEPT = 512
"""How many ways are kept before they are all looked for anew."""

Goal = tuple[list[float], list[int]]
"""Of each cape: the miles from it to a goal, and the cape that comes next on the way there; the
number of capes for the goal itself.
"""


class Waters:
    """A campaign's chart. board: its coasts, in miles. ports: ports and harbours by id.

    kept: what other modules work out again and again for the same places.
    """

    __slots__ = (
        "_capes",
        "_clear",
        "_coast",
        "_goals",
        "_lands",
        "_open",
        "_side",
        "_size",
        "_squares",
        "board",
        "data",
        "kept",
        "ports",
    )

    def __init__(self, data: CampaignData) -> None:
        self.data = data
        self.board = FreeBoard(
            data.width,
            data.height,
            regions=[Region.of(land.name, "land", land.outline) for land in data.land],
        )
        self.ports: dict[str, PortData] = {port.id: port for port in data.ports}
        self.kept: dict[Any, Any] = {}
        self._lands = [region.opaque for region in self.board.regions]
        self._coast = [_together(self._lands)] if self._lands else []
        self._size = round(data.width * PER_INCH), round(data.height * PER_INCH)
        self._side = max(PER_INCH, max(self._size) // SQUARES)
        self._clear: dict[tuple[int, int, int, int], bool] = {}
        self._squares = self._land_before()
        self._capes = self._all_capes()
        self._open = [self._seen_from(cape, self._capes) for cape in self._capes]
        self._goals: dict[tuple[int, int], Goal] = {}

    def is_clear(self, a: FreePose, b: FreePose) -> bool:
        """Whether one can sail straight from a to b: over water, and on the chart."""
        return self._is_on_chart(b) and (self._is_open_water(a, b) or self._is_open(a, b))

    def _is_on_chart(self, at: FreePose) -> bool:
        return 0 <= at.x <= self._size[0] and 0 <= at.y <= self._size[1]

    def _is_open(self, a: FreePose, b: FreePose) -> bool:
        """Whether there is no land between two points; a course along a coast is clear."""
        key = (a.x, a.y, b.x, b.y)
        found = self._clear.get(key)
        if found is None:
            found = not is_over_land(a.inches, b.inches, self._coast)
            if len(self._clear) >= 8 * KEPT:
                self._clear.clear()
            self._clear[key] = found
        return found

    def _is_open_water(self, a: FreePose, b: FreePose) -> bool:
        """Whether all squares of the chart from corner a to corner b have no land in them: a quick
        yes.
        """
        side = self._side
        (ax, ay, _), (bx, by, _) = a, b
        left, right = (ax // side, bx // side + 1) if ax < bx else (bx // side, ax // side + 1)
        top, low = (ay // side, by // side + 1) if ay < by else (by // side, ay // side + 1)
        if left < 0 or top < 0 or low >= len(self._squares) or right >= len(self._squares[0]):
            return False
        before, after = self._squares[top], self._squares[low]
        return after[right] - after[left] - before[right] + before[left] == 0

    def _land_before(self) -> list[list[int]]:
        """How many squares with land in them lie north-west of each corner of the squares, which
        cover the chart with its eastern and southern edges.
        """
        columns, rows = self._size[0] // self._side + 1, self._size[1] // self._side + 1
        side = self._side / PER_INCH
        xs = [side * n for n in range(columns)]
        total = [[0] * (columns + 1)]
        for row in range(rows):
            north = side * row
            boxes = shapely.box(xs, north, [x + side for x in xs], north + side)
            land = [False] * columns
            for shape in self._lands:
                land = [
                    old or new
                    for old, new in zip(land, shapely.intersects(shape, boxes), strict=True)
                ]
            line, above = [0], total[-1]
            so_far = 0
            for n in range(columns):
                so_far += bool(land[n])
                line.append(above[n + 1] + so_far)
            total.append(line)
        return total

    def _seen_from(self, a: FreePose, points: Sequence[FreePose]) -> list[bool]:
        """Between which of some points and a there is no land."""
        if not points:
            return []
        lines = shapely.linestrings([(a.inches, point.inches) for point in points])
        blocked = [False] * len(points)
        for shape in self._lands:
            found = shapely.intersects(shape, lines)
            blocked = [bool(old or new) for old, new in zip(blocked, found, strict=True)]
        return [not stopped for stopped in blocked]

    @clause("APM.campaign.storm")
    def run_ashore(self, a: FreePose, b: FreePose) -> tuple[FreePose, bool]:
        """Where a ship ends that is driven from a toward b, and whether land stopped her.

        Ruling: at the edge of the chart she stops, for there is sea room beyond.
        """
        ashore = not (self._is_open_water(a, b) or self._is_open(a, b))
        stop = _last(a, b, lambda at: self._is_open(a, at)) if ashore else b
        if self._is_on_chart(stop):
            return stop, ashore
        return _last(a, stop, self._is_on_chart), False

    def way(self, a: FreePose, b: FreePose) -> tuple[FreePose, ...]:
        """The shortest way from a to b over water: the points where it turns, and b; () for none.

        It turns off capes, as far from them as OFFING.
        """
        if self.is_clear(a, b):
            return (b,)
        miles, after = self._goal(b)
        nearest = sorted(
            [
                (sqrt((x - a.x) * (x - a.x) + (y - a.y) * (y - a.y)) / PER_INCH + far, n)
                for n, ((x, y, _), far) in enumerate(zip(self._capes, miles, strict=True))
                if far < inf
            ]
        )
        capes = self._capes
        first = next(
            (
                n
                for _, n in nearest
                if self._is_open_water(a, capes[n]) or self._is_open(a, capes[n])
            ),
            -1,
        )
        if first < 0 or not self._is_on_chart(b):
            return ()
        turns = []
        while first < len(self._capes):
            turns.append(self._capes[first])
            first = after[first]
        return (*turns, b)

    def _goal(self, b: FreePose) -> Goal:
        """The shortest way from every cape to a goal."""
        found = self._goals.get((b.x, b.y))
        if found is not None:
            return found
        capes = self._capes
        miles, after = [inf] * len(capes), [-1] * len(capes)
        for n, is_open in enumerate(self._seen_from(b, capes)):
            if is_open:
                miles[n], after[n] = capes[n].distance(b), len(capes)
        waiting = set(range(len(capes)))
        while waiting:
            now = min(waiting, key=lambda n: (miles[n], n))
            waiting.remove(now)
            if miles[now] == inf:
                break
            for n in waiting:
                if self._open[now][n]:
                    far = miles[now] + capes[now].distance(capes[n])
                    if far < miles[n]:
                        miles[n], after[n] = far, now
        if len(self._goals) >= KEPT:
            self._goals.clear()
        self._goals[b.x, b.y] = miles, after
        return miles, after

    def _all_capes(self) -> list[FreePose]:
        """A point of the sea off each corner of the land."""
        capes = []
        for region in self.board.regions:
            corners = region.corners
            for number, corner in enumerate(corners):
                after = corners[(number + 1) % len(corners)]
                cape = _off(corner, corners[number - 1], after)
                if self._is_on_chart(cape) and not any(
                    land.holds(cape) for land in self.board.regions
                ):
                    capes.append(cape)
        return capes

    def port_pose(self, id: str) -> FreePose:
        """Where a port is."""
        return FreePose.at(*self.ports[id].at)


def _together(lands: Sequence[Any]) -> Any:
    """Several pieces of land as one, which is asked about all of them at once."""
    found = shapely.union_all(lands)
    shapely.prepare(found)
    return found


def _off(corner: tuple[int, int], before: tuple[int, int], after: tuple[int, int]) -> FreePose:
    """The point off a corner, away from both its neighbours."""
    (x, y), east, south = corner, 0.0, 0.0
    for other_x, other_y in (before, after):
        length = hypot(x - other_x, y - other_y)
        east += (x - other_x) / length
        south += (y - other_y) / length
    length = hypot(east, south) or 1.0
    reach = OFFING * PER_INCH
    return FreePose(x + round(east / length * reach), y + round(south / length * reach), 0)


def _last(a: FreePose, b: FreePose, holds: Callable[[FreePose], bool]) -> FreePose:
    """The last point from a to b for which something holds that ends somewhere on the way."""
    low, high = 0, PARTS
    while high - low > 1:
        middle = (low + high) // 2
        if holds(_between(a, b, middle)):
            low = middle
        else:
            high = middle
    return _between(a, b, low)


def _between(a: FreePose, b: FreePose, part: int) -> FreePose:
    """The point so many parts of the way from a to b."""
    x, y = a.x + (b.x - a.x) * part // PARTS, a.y + (b.y - a.y) * part // PARTS
    return FreePose(x, y, b.heading)


def waters_of(rules: Any) -> Waters:
    """The chart of a scenario; made once for all games of the same rules."""
    waters: Waters | None = rules.memo.get(MEMO)
    if waters is None:
        waters = rules.memo[MEMO] = Waters(rules.scenario.campaign)
    return waters
