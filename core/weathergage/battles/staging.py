"""What every staging of a battle shares: notes, directions, the clock, and places on a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from weathergage.battles import Battle, GroundEntry, Staged
from weathergage.boards.hex import place_at
from weathergage.scenarios import BATTLE, Scenario

Point = tuple[float, float]


class Notes:
    """What a translation guessed and lost, each sentence once, in the order noted.

    The figures that the battle's own file has no source for stand first among the guesses.
    """

    def __init__(self, battle: Battle) -> None:
        self._guesses = dict.fromkeys(battle.doubts)
        self._losses: dict[str, None] = {}

    def guess(self, sentence: str) -> None:
        """Note something that neither the battle nor the rules decide."""
        self._guesses[sentence] = None

    def lose(self, sentence: str) -> None:
        """Note something of the battle that the ruleset cannot express."""
        self._losses[sentence] = None

    def staged(self, scenario: Scenario) -> Staged:
        """The scenario with all that was noted."""
        return Staged(scenario, tuple(self._guesses), tuple(self._losses))


def nearest_direction(degrees: float, choices: Sequence[float]) -> float:
    """The nearest of some directions; of two as near, the one reached against the clock."""

    def off(choice: float) -> tuple[float, bool]:
        turn = (choice - degrees + 180) % 360 - 180
        return round(abs(turn), 6), turn > 0

    return min(choices, key=off)


def in_turns(minutes: float, minutes_a_turn: float) -> int:
    """Turns that hold so many minutes, the last perhaps in part; at least one."""
    return max(1, math.ceil(round(minutes / minutes_a_turn, 6)))


@dataclass(frozen=True, slots=True)
class Chart:
    """A battle's yards on a table: x east and y south from the north-west corner.

    yards: that a unit of the table stands for. west, north: the corner, in yards of the battle.
    width, height: of the table in its units. shrunk: what the gaps between ships are multiplied by,
    1 where the battle has room as it is.
    """

    yards: float
    west: float
    north: float
    width: float
    height: float
    shrunk: float = 1.0

    @classmethod
    def around(
        cls, battle: Battle, *, yards: float, margin: float, least: Point, most: Point
    ) -> Self:
        """The table for a battle, with the ships and batteries in its middle.

        margin: units from them to each edge at least. least, most: width and height that the table
        has at the least and at the most; a battle that needs more is drawn together.
        """
        places = [(vessel.x, vessel.y) for vessel in battle.vessels]
        places += [(b.at[0], b.at[1]) for side in battle.sides for b in side.batteries]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        wide, high = (max(xs) - min(xs)) / yards, (max(ys) - min(ys)) / yards
        room = (most[0] - 2 * margin, most[1] - 2 * margin)
        shrunk = min(1.0, room[0] / wide if wide else 1.0, room[1] / high if high else 1.0)
        width = min(most[0], max(least[0], math.ceil(wide + 2 * margin)))
        height = min(most[1], max(least[1], math.ceil(high + 2 * margin)))
        unit = yards / shrunk
        west = (min(xs) + max(xs)) / 2 - width / 2 * unit
        north = (min(ys) + max(ys)) / 2 + height / 2 * unit
        return cls(unit, west, north, width, height, shrunk)

    def at(self, x: float, y: float) -> Point:
        """Where a place of the battle is on the table, to a hundredth of its unit."""
        return (
            round((x - self.west) / self.yards, 2),
            round((self.north - y) / self.yards, 2),
        )

    def outlines(self, outline: Sequence[Sequence[float]]) -> list[list[Point]]:
        """A ground's outline as far as it lies on the table: none, one, or several pieces."""
        # Drawn in only here: a battle on the open sea is staged without it.
        from shapely import MultiPolygon, Polygon, box

        whole = Polygon([self.at(x, y) for x, y in outline])
        part = whole.intersection(box(0, 0, self.width, self.height))
        pieces = part.geoms if isinstance(part, MultiPolygon) else [part]
        return [
            [(round(x, 2), round(y, 2)) for x, y in piece.exterior.coords[:-1]]
            for piece in pieces
            if isinstance(piece, Polygon) and not piece.is_empty
        ]


def head_of(battle: Battle, turns: int) -> dict[str, Any]:
    """What every scenario says of itself, from the battle that it stages. turns: at the most."""
    return {
        "id": f"{BATTLE}{battle.id}",
        "title": battle.title,
        "date": battle.date,
        "source": battle.source,
        "status": "house",
        "turns": turns,
        "summary": battle.summary,
        "history": battle.history.account if battle.history else "",
        "notes": list(battle.notes),
    }


def table_for(
    battle: Battle, notes: Notes, *, yards: float, margin: float, least: Point, most: Point
) -> Chart:
    """The table in inches for a battle, as `Chart.around` lays it; that it was drawn together is
    noted.
    """
    chart = Chart.around(battle, yards=yards, margin=margin, least=least, most=most)
    if chart.shrunk < 1:
        notes.guess(
            f"The largest table is {most[0]:g} by {most[1]:g} inches: all gaps are drawn together "
            f"to {chart.shrunk:.0%} of what they were."
        )
    return chart


def grounds(
    battle: Battle, chart: Chart, notes: Notes
) -> Iterator[tuple[GroundEntry, dict[str, Any]]]:
    """Land and shoals as far as they lie on the table, piece by piece, as a scenario's regions;
    what lies off it is noted.
    """
    for ground in battle.ground:
        pieces = chart.outlines(ground.outline)
        if not pieces:
            notes.lose(f"{ground.name} lies off the table.")
        for n, piece in enumerate(pieces):
            yield (
                ground,
                {
                    "name": ground.name if n == 0 else f"{ground.name}, part {n + 1}",
                    "kind": ground.kind,
                    "outline": piece,
                    "status": battle.sources["ground"].status,
                    "why": battle.sources["ground"].source,
                },
            )


def aims_beside_beating(
    battle: Battle, *, escape: str, keep: str, points: int, slug: Callable[[str], str]
) -> Iterator[dict[str, Any]]:
    """Ships to bring away or to keep, as a scenario's aims: to beat the enemy is what a book's own
    points are for.

    escape, keep: the book's words for the two. points: for each ship. slug: makes a name the word
    that orders use.
    """
    for side in battle.sides:
        for aim in side.aims:
            if aim.what == "beat":
                continue
            for name in aim.ships or [""]:
                yield {
                    "side": side.id,
                    "what": escape if aim.what == "escape" else keep,
                    "who": slug(name),
                    "edge": aim.edge,
                    "points": points,
                }


def hex_at(x: float, y: float, across: float) -> int:
    """The place of the hex that a point lies in, where columns run north and south.

    x, y: east and south of the middle of place 0. across: from one hex's middle to the next.
    """
    q = x / (across * math.sqrt(3) / 2)
    r = y / across - q / 2
    s = -q - r
    whole = [round(q), round(r), round(s)]
    errors = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] - s)]
    # Cube rounding: the coordinate that moved most is told by the other two.
    if errors[0] > errors[1] and errors[0] > errors[2]:
        whole[0] = -whole[1] - whole[2]
    elif errors[1] > errors[2]:
        whole[1] = -whole[0] - whole[2]
    return place_at(whole[0], whole[1])
