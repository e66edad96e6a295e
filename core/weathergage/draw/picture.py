"""What lies on the table, in plain data: all that a drawing needs and nothing of any ruleset.

On a table of hexes, places are those of ``weathergage.boards.hex``: one integer each. Absolute
columns and rows are offset coordinates counted from 0, columns eastward and rows southward; columns
of odd number lie half a hex lower. On a table that is measured freely, and on a chart, a point is
(x, y) in the table's unit from its north-west corner, x eastward and y SOUTHWARD. Headings are
degrees clockwise from north.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from weathergage.boards.hex import HEADINGS, column_row, place_in

if TYPE_CHECKING:
    from weathergage.plugins import Rules
    from weathergage.ruleset import State

LengthClass = Literal["line", "cruiser", "small", "merchant", "galley", "great galley"]
Flag = Literal["", "F", "FF"]
ShipState = Literal[
    "",
    "afoul",
    "prize",
    "dismasted",
    "anchored",
    "sunk",
    "anchored aft",
    "moored",
    "locked",
    "aground",
    "struck",
    "rammed",
    "on fire",
]
Kind = Literal["ship", "battery", "boats", "unit", "squadron", "buoy"]
Point = tuple[float, float]

KINDS: Final[dict[Kind, tuple[str, str]]] = {
    "ship": ("ship", "ships"),
    "battery": ("battery", "batteries"),
    "boats": ("group of boats", "groups of boats"),
    "unit": ("unit ashore", "units ashore"),
    "squadron": ("squadron", "squadrons"),
    "buoy": ("buoy", "buoys"),
}
"""What lies on a table: one of a kind in words, and several."""

POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()  # noqa: SIM905


def heading_name(degrees: float) -> str:
    """The name of a heading: the hexside's where it is one of the six, else of sixteen points."""
    degrees %= 360
    if degrees % 60 == 0:
        return HEADINGS[int(degrees // 60)]
    return POINTS[int((2 * degrees + 22) // 45 % 16)]


def compass_name(degrees: float) -> str:
    """A heading as one takes it on a table without hexes: ``045 NE``."""
    return f"{round(degrees) % 360:03d} {POINTS[int((degrees % 360 * 2 + 22.5) // 45) % 16]}"


@dataclass(slots=True)
class SideMark:
    """One side: its id, its name, and the number of its livery (0, 1, 2 ...)."""

    id: str
    name: str
    colour_index: int


@dataclass(slots=True)
class WindMark:
    """The wind: degrees and name of where it blows from, and its force in the ruleset's word."""

    from_degrees: float
    from_name: str
    force: str


@dataclass(slots=True)
class SectionMark:
    """One map section. Its hexes are labelled column and row, two figures each.

    left, top: absolute column and row of its first hex. frozen: it may not be moved. first: the
    column and row printed in that hex. ragged: its lower columns, half a hex further south, end
    one hex sooner than the others.
    """

    name: str
    left: int
    top: int
    columns: int
    rows: int
    kind: Literal["sea", "land"] = "sea"
    frozen: bool = False
    first: tuple[int, int] = (1, 1)
    ragged: bool = False

    def holds(self, column: int, row: int) -> bool:
        """Whether the hex at this absolute column and row belongs to the section."""
        rows = self.rows - (self.ragged and column & 1)
        return self.left <= column < self.left + self.columns and self.top <= row < self.top + rows

    def number(self, column: int, row: int) -> str:
        """The printed number of a hex of this section, such as ``0502``."""
        return self.column_number(column) + self.row_number(row)

    def column_number(self, column: int) -> str:
        """A column of this section as it is printed, in two figures."""
        return f"{column - self.left + self.first[0]:02d}"

    def row_number(self, row: int) -> str:
        """A row of this section as it is printed, in two figures."""
        return f"{row - self.top + self.first[1]:02d}"


@dataclass(slots=True)
class HexTable:
    """A table of map sections; land holds the places that are land in sections of sea."""

    sections: list[SectionMark]
    land: frozenset[int] | tuple[int, ...] = ()

    def section(self, column: int, row: int) -> SectionMark | None:
        """The section that the hex at this absolute column and row is printed on, or None."""
        for section in self.sections:
            if section.holds(column, row):
                return section
        return None

    def is_land(self, column: int, row: int) -> bool:
        """Whether a hex is land, by itself or with its whole section."""
        section = self.section(column, row)
        if section is not None and section.kind == "land":
            return True
        return place_in(column, row) in self.land

    def label(self, place: int) -> str:
        """The printed number of a hex, after its section's name where there are several.

        Off every section: "sea" with the column and row as they count on from the first hex.
        """
        column, row = column_row(place)
        section = self.section(column, row)
        if section is None:
            return f"sea {column + 1},{row + 1}"
        number = section.number(column, row)
        return f"{section.name} {number}".strip() if len(self.sections) > 1 else number

    def bounds(self) -> tuple[int, int, int, int]:
        """First column, first row, last column and last row of all sections; needs at least one."""
        return (
            min(section.left for section in self.sections),
            min(section.top for section in self.sections),
            max(section.left + section.columns for section in self.sections) - 1,
            max(section.top + section.rows for section in self.sections) - 1,
        )


@dataclass(slots=True)
class RegionMark:
    """A part of a free table: land, water, or what grows and stands there.

    kind: "land", "shoal", "deep", "water" (inland), "rough" (woods, scrub), "cover", "town" or
    "obstacle" (wall, ditch); any other word is drawn in a neutral tint and explained by itself.
    outline: corners in order, the last joined to the first. note: a few words below the name.
    """

    name: str
    kind: str
    outline: tuple[Point, ...]
    note: str = ""


@dataclass(slots=True)
class FreeTable:
    """A table without hexes, or a sea chart: its size and what does not move on it.

    unit: "in" for a table, "mi" for a chart; all lengths are in it. grid: a fine line every so
    many; labels: a stronger one with its figure at the edge. Either may be 0, for none.
    """

    width: float
    height: float
    regions: list[RegionMark] = field(default_factory=list)
    unit: str = "in"
    grid: float = 1.0
    labels: float = 6.0

    def label(self, at: Point | None) -> str:
        """A point in words, such as ``12.5, 30 in``; nothing for what is not on the table."""
        if at is None:
            return ""
        x, y = (f"{round(value, 1) + 0.0:.1f}".removesuffix(".0") for value in at)
        return f"{x}, {y} {self.unit}"

    def lines(self, every: float, scale: float, room: float) -> float:
        """How far apart to draw lines that should stand so far apart, in the table's unit.

        scale: pixels, or letters, to the unit. room: how many of these there must be between two
        lines; where there are fewer, only every second line is drawn, or every fifth and so on.
        0 for no lines.
        """
        if every <= 0:
            return 0.0
        few = (1, 2, 5, 10, 20, 50, 100)
        return next((every * n for n in few if every * n * scale >= room), 0.0)


@dataclass(slots=True)
class ArcMark:
    """Where guns bear: a sector of a circle with a ring at each range.

    at: the point that it opens from. start, end: degrees clockwise from north (not from the bow);
    it runs clockwise from start to end, and all the way round where they are the same. ranges:
    in the table's unit, the shortest first.
    """

    name: str
    at: Point
    start: float
    end: float
    ranges: tuple[float, ...]


@dataclass(slots=True)
class ShipMark:
    """One ship, or what else is moved and fights. label is her short code ("74/A"), damage a few
    characters ("M2 C1").

    side: the id of a SideMark. damage_share: 0.0 (whole) to 1.0 (lost). note: a few words for the
    roster.
    On hexes: place is her hex, or her bow's where she fills two, and stern then the other; track
    the hexes of her last move in order, this one last or left out. On a free table: at is her
    centre (None: she is not on it), outline the corners of her base, path where her centre went in
    her last move, oldest first, this point last or left out, and arcs where her guns bear, drawn
    when the picture asks for them. also: states besides the first. size: of what is counted, such
    as "8 figures" or "5 boats".
    """

    id: str
    label: str
    name: str
    side: str
    place: int = 0
    heading_degrees: float = 0
    length_class: LengthClass = "line"
    speed: float = 0
    damage: str = ""
    damage_share: float = 0.0
    flag: Flag = ""
    state: ShipState = ""
    track: tuple[int, ...] = ()
    note: str = ""
    at: Point | None = None
    outline: tuple[Point, ...] = ()
    kind: Kind = "ship"
    arcs: tuple[ArcMark, ...] = ()
    path: tuple[Point, ...] = ()
    size: str = ""
    also: tuple[ShipState, ...] = ()
    stern: int | None = None

    @property
    def states(self) -> tuple[ShipState, ...]:
        """All that is the matter with her, the first state first."""
        return tuple(dict.fromkeys(state for state in (self.state, *self.also) if state))


class LogBox(NamedTuple):
    """One box of a log's row: what is written in it, and whether it is crossed out."""

    text: str = ""
    crossed: bool = False


@dataclass(slots=True)
class LogRow:
    """One line of a log: its label, then a value in words, or boxes, or both.

    group: a gap stands after every so many boxes; 0 for none.
    """

    label: str
    value: str = ""
    boxes: tuple[LogBox, ...] = ()
    group: int = 0


@dataclass(slots=True)
class LogMark:
    """A ship's log, as players keep it on paper.

    ship: id of the ShipMark. side: id of a SideMark. note: a few words beside the name.
    """

    ship: str
    name: str
    side: str
    note: str = ""
    rows: tuple[LogRow, ...] = ()


@dataclass(slots=True)
class Picture:
    """One moment of a game as one onlooker may see it.

    scale: what a hex or an inch stands for, such as "1 hex = 200 m"; may be empty. hulls: what
    this game calls the classes of hull, where the plain words would not do. arcs: ids of the
    ships whose arcs are drawn; "all" for every ship's. logs: of the ships that have one. logged:
    ids of the ships whose logs are drawn; "all" for every ship's.
    """

    title: str
    subtitle: str
    turn: int
    phase: str
    board: HexTable | FreeTable | None
    ships: list[ShipMark]
    wind: WindMark | None
    sides: list[SideMark]
    notes: list[str] = field(default_factory=list)
    scale: str = ""
    hulls: dict[LengthClass, str] = field(default_factory=dict)
    arcs: tuple[str, ...] = ()
    logs: list[LogMark] = field(default_factory=list)
    logged: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        rules: Rules,
        state: State,
        board: HexTable | FreeTable | None,
        ships: list[ShipMark],
        wind: WindMark | None = None,
        *,
        scale: str | None = None,
        notes: Iterable[str] = (),
        hulls: dict[LengthClass, str] | None = None,
        logs: Iterable[LogMark] = (),
    ) -> Picture:
        """That of a game's state, with the title, date and sides of its scenario.

        scale: told in words where the yards of the ruleset's scales are not what players say.
        """
        scenario, scales = rules.scenario, rules.ruleset.scales
        return cls(
            title=scenario.title,
            subtitle=scenario.when,
            turn=state.turn,
            phase="",
            board=board,
            ships=ships,
            wind=wind,
            sides=[SideMark(side.id, side.name, n) for n, side in enumerate(scenario.sides)],
            notes=list(notes),
            scale=f"1 {scales.per} = {scales.yards:g} yards" if scale is None else scale,
            hulls=hulls or {},
            logs=list(logs),
        )

    def side(self, ship: ShipMark | LogMark) -> SideMark:
        """The side of a ship or a log; one that is not listed has the next free livery."""
        for side in self.sides:
            if side.id == ship.side:
                return side
        return SideMark(ship.side, ship.side, len(self.sides))

    def fleets(self) -> Iterator[tuple[SideMark, int]]:
        """Each listed side with the number of its ships, in order."""
        for side in self.sides:
            yield side, sum(ship.side == side.id for ship in self.ships)

    def strength(self, side: SideMark) -> str:
        """What a side has, in words: ``12 ships, 1 battery``."""
        kinds = [ship.kind for ship in self.ships if ship.side == side.id]
        counts = [(kinds.count(kind), kind) for kind in KINDS]
        found = [f"{count} {KINDS[kind][count > 1]}" for count, kind in counts if count]
        return ", ".join(found) or "0 ships"

    def where(self, ship: ShipMark) -> str:
        """Where a ship is, in words: her hex, or her point on the table."""
        if self.board is None:
            return ""
        if isinstance(self.board, HexTable):
            return self.board.label(ship.place)
        return self.board.label(ship.at)

    def heading(self, ship: ShipMark) -> str:
        """Where a ship heads, in words."""
        degrees = ship.heading_degrees
        return compass_name(degrees) if isinstance(self.board, FreeTable) else heading_name(degrees)

    def shown_arcs(self) -> Iterator[tuple[ShipMark, ArcMark]]:
        """The arcs that are asked for, ship by ship."""
        for ship in self.ships:
            if "all" in self.arcs or ship.id in self.arcs:
                for arc in ship.arcs:
                    yield ship, arc

    def shown_logs(self) -> list[LogMark]:
        """The logs that are asked for, side by side and in the order given."""
        places = {side.id: place for place, side in enumerate(self.sides)}
        wanted = [log for log in self.logs if "all" in self.logged or log.ship in self.logged]
        return sorted(wanted, key=lambda log: places.get(log.side, len(places)))

    def stacks(self) -> dict[int, list[ShipMark]]:
        """The ships by hex, hexes from west to east, ships in the order given."""
        found: dict[int, list[ShipMark]] = {}
        for ship in self.ships:
            found.setdefault(ship.place, []).append(ship)
        return dict(sorted(found.items()))
