"""The game map during play: land, the map's edge, and sections laid ahead of the fight (3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from weathergage import Event, Sections, clause, distance, event, line, straddled
from weathergage_frigate.state import FrigateState

if TYPE_CHECKING:
    from weathergage_frigate.scenarios import FrigateScenario

Cell = tuple[int, int]


@event
class Laid(Event):
    """A vacant map section was laid where ships are about to sail."""

    section: str
    beside: str
    side: str
    clause: str

    def say(self) -> str:
        """Which section lies where now."""
        return f"Map section {self.section} is laid {self.side} of section {self.beside}."


class Coast:
    """What a scenario says of its map: land, sections that stay, and seas that are closed."""

    def __init__(self, scenario: FrigateScenario) -> None:
        chart = scenario.map
        cells: dict[str, Cell] = {}
        self.land_cells: set[Cell] = set()
        for y, row in enumerate(chart.layout):
            for x, name in enumerate(row.split()):
                if name == "#":
                    self.land_cells.add((x, y))
                elif name != ".":
                    cells[name] = (x, y)
        self.land = frozenset(chart.land)
        self.fixed = frozenset(chart.fixed)
        self.blocks_fire = chart.blocks_fire
        self._closed = [(c.side, cells[c.of], c.cell) for c in chart.closed]
        self.has_land = bool(self.land or self.land_cells)
        self._middles: dict[Cell, int] = {}

    def is_closed(self, cell: Cell) -> bool:
        """Whether the scenario lets no section be laid in a cell."""
        if cell in self.land_cells:
            return True
        for side, (x, y), single in self._closed:
            dx, dy = cell[0] - x, cell[1] - y
            step = _WAY[side]
            if single:
                if (dx, dy) == step:
                    return True
            elif (step[0] and dx * step[0] > 0) or (step[1] and dy * step[1] > 0):
                return True
        return False

    def middle(self, sections: Sections, cell: Cell) -> int:
        """The middle hex of a cell."""
        place = self._middles.get(cell)
        if place is None:
            sheet = sections.sheet
            place = sheet.place(cell, sheet.width // 2, sheet.height // 2)
            self._middles[cell] = place
        return place

    def is_land(self, sections: Sections, place: int) -> bool:
        """Whether a hex is land."""
        name = sections.section_at(place)
        if name is not None:
            return name in self.land
        return bool(self.land_cells) and sections.cell_of(place) in self.land_cells

    @clause("7.15")
    def hides(self, sections: Sections, a: int, b: int) -> bool:
        """Whether land lies between two hexes, where the scenario lets land stop fire; ships
        never do.
        """
        if any(self.is_land(sections, place) for place in line(a, b)):
            return True
        return any(
            self.is_land(sections, port) and self.is_land(sections, starboard)
            for port, starboard in straddled(a, b)
        )


_WAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def coast_of(game: Any) -> Coast:
    """The coast of the game's scenario, worked out once."""
    memo = game.rules.memo
    coast: Coast | None = memo.get("coast")
    if coast is None:
        coast = memo["coast"] = Coast(game.rules.scenario)
    return coast


def side_crossed(sections: Sections, old: int, new: int) -> str:
    """The side of its section ("N", "E", "S" or "W") that a ship leaves by."""
    (ox, oy), (nx, ny) = sections.cell_of(old), sections.cell_of(new)
    if nx != ox:
        return "E" if nx > ox else "W"
    return "S" if ny > oy else "N"


@clause("3.1", "3.1-leapfrog", "9.11", "13.0-map")
def lay_ahead(game: Any, cell: Cell, beside: str, side: str, goals: Iterable[int] = ()) -> bool:
    """Lay a vacant section in a cell that a ship is about to enter; False where none may be.

    Of the sections that hold no ship, that none is entering (goals) and that the scenario lets
    move, the one farthest from all ships goes, the first by name among equals.
    """
    state: FrigateState = game.state
    coast = coast_of(game)
    if state.frozen or coast.is_closed(cell):
        return False
    here = [ship.place for ship in state.ships if not ship.gone]
    taken = {state.sections.section_at(place) for place in (*here, *goals)}
    vacant = [
        name
        for name in state.sections.names
        if name not in taken and name not in coast.fixed and name not in coast.land
    ]
    if not vacant:
        return False
    name = min(vacant, key=lambda n: (-_remoteness(coast, state.sections, n, here), n))
    sections = state.sections.copy()
    sections.lay(name, cell)
    state.sections = sections
    if game.telling:
        game.tell(Laid(name, beside, _SIDE_NAMES[side], "3.1-leapfrog"))
    return True


_SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def _remoteness(coast: Coast, sections: Sections, name: str, places: list[int]) -> int:
    """Hexes from a section's middle to the nearest ship."""
    middle = coast.middle(sections, sections.cell(name))
    return min([distance(middle, place) for place in places])
