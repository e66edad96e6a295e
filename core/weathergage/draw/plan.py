"""A free table laid on its sheet: the scale, and where every point of the table comes to lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import floor

from weathergage.draw.labels import Box
from weathergage.draw.picture import FreeTable, Picture, Point
from weathergage.draw.sea import number
from weathergage.draw.sheet import Paper, rectangle

NARROWEST, WIDEST = 1400.0, 2200.0
BESIDE = 0.2
"""How far off the table, in shares of its longer side, a ship is still drawn."""


@dataclass(slots=True)
class Plan(Paper):
    """The sheet with the panel on it that shows the table.

    window: left, top, right and bottom of what is shown, in the table's unit. scale: pixels to
    the unit; x, y: where the table's north-west corner lies. Both are whole hundredths, so what
    is drawn from them lies where they say.
    """

    board: FreeTable
    window: Box = (0.0, 0.0, 1.0, 1.0)
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def of(cls, picture: Picture, board: FreeTable, top: float) -> Plan:
        """The plan of a table whose header reaches down to top for each unit of the sheet."""
        window = _window(picture, board)
        wide, high = window[2] - window[0], window[3] - window[1]
        cells = board.width / (board.grid or 1.0)
        plan = cls(min(max(20.0 * cells, NARROWEST), WIDEST), board, window)
        across = plan.width - 2 * (plan.margin + plan.edge)
        plan.scale = max(floor(100 * min(across / wide, 1.4 * across / high)) / 100, 0.01)
        plan.x = round(plan.width / 2 - plan.scale * (window[0] + wide / 2), 2)
        plan.y = round(top * plan.unit + plan.edge - plan.scale * window[1], 2)
        return plan

    @property
    def edge(self) -> float:
        """How wide the strip is on which the figures stand, all round the panel."""
        return 24 * self.unit

    def at(self, point: Point) -> Point:
        """A point of the table on the sheet."""
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale

    def all(self, points: Iterable[Point]) -> list[Point]:
        """Points of the table on the sheet."""
        return [self.at(point) for point in points]

    def box(self) -> Box:
        """The panel's left, top, right and bottom."""
        return *self.at(self.window[:2]), *self.at(self.window[2:])

    def panel(self) -> dict[str, str | float]:
        """The panel as the attributes of a rectangle."""
        return rectangle(self.box())

    def table(self) -> dict[str, str | float]:
        """The table as the attributes of a rectangle."""
        return rectangle((*self.at((0, 0)), *self.at((self.board.width, self.board.height))))

    def shows(self, point: Point) -> bool:
        """Whether a point lies on the panel."""
        left, top, right, bottom = self.window
        return left <= point[0] <= right and top <= point[1] <= bottom


def _window(picture: Picture, board: FreeTable) -> Box:
    """The table, and beside it whatever has just left it."""
    beyond = BESIDE * max(board.width, board.height)
    left, top, right, bottom = 0.0, 0.0, board.width, board.height
    for x, y in _occupied(picture):
        if -beyond <= x <= board.width + beyond and -beyond <= y <= board.height + beyond:
            left, right = min(left, x), max(right, x)
            top, bottom = min(top, y), max(bottom, y)
    spare = 0.012 * max(board.width, board.height)
    return (
        left - spare if left < 0 else 0.0,
        top - spare if top < 0 else 0.0,
        right + spare if right > board.width else board.width,
        bottom + spare if bottom > board.height else board.height,
    )


def _occupied(picture: Picture) -> Iterator[Point]:
    for ship in picture.ships:
        if ship.at is not None:
            yield ship.at
            yield from ship.outline


def outline_path(points: Iterable[Point]) -> str:
    """A closed outline as the d of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def is_inside(point: Point, outline: Iterable[Point]) -> bool:
    """Whether a point lies inside an outline; on its edge either may be told."""
    x, y = point
    corners = list(outline)
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def bounds(points: Iterable[Point]) -> Box:
    """Left, top, right and bottom of some points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
