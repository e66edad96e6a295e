"""Scenario files: what they say, what is checked in them, and how one is set up (13.0).

A file is TOML. Its forces stand as the book prints them, its groups as the ships are deployed;
where the two do not agree the file's notes say what was done. Whatever is not printed carries
its status and the reason, and `FrigateScenario.doubts` lists it.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from weathergage import (
    HEADINGS,
    Dice,
    Scenario,
    Sections,
    SectionSheet,
    ShipType,
    Side,
    Status,
    Strict,
    Table,
    UnknownName,
    WeathergageError,
    clause,
    load_ships,
    load_tables,
    parse_heading,
    place_at,
    ship_named,
)
from weathergage_frigate.routes import allowance
from weathergage_frigate.state import (
    FLAGSHIP,
    FLEET_FLAGSHIP,
    FORCES,
    NO_FLAG,
    Counter,
    Fleet,
    FrigateState,
    Ship,
)

# "3.1" Ruling: the book describes no grid; 20 columns by 16 rows with the even ones lower is the
# one under which the printed lines of battle are straight.
SHEET = SectionSheet(20, 16)
"""A map section: its size and how its hexes are numbered."""

NOWHERE = place_at(-900, 450)
"""Where a ship is before she is deployed: far off every map."""

TO_DEPLOY = "to deploy"
"""Why a ship is not on the map: her side has still to place her."""

FARTHEST = 10
"""Hexes of the longest range for which the counters carry a strength."""

LETTERS = "ABCDEFGHIKLMNOPQRSTUVWXYZ"
"""Identity letters in their order; there is no J."""

NATIONS = (
    "british",
    "dutch",
    "us",
    "french",
    "spanish",
    "italian",
    "franco-italian",
    "franco-spanish",
)
EFFICIENCIES = ("high", "moderate", "low")
WATERS = ("oceanic", "coastal")
FLAGS = {"": NO_FLAG, "F": FLAGSHIP, "FF": FLEET_FLAGSHIP}
EDGES = ("N", "E", "S", "W")
AGROUND = ("six-points", "sunk", "captured")
VICTORIES = ("disable", "points", "break")

SHIPS = Path(__file__).parent / "ships"
"""The counters."""


# The parts of a file


@clause("13.0-forces")
class Force(Strict):
    """An entry of the forces line: so many ships of a type, and the flags among them."""

    type: str
    count: int = Field(gt=0)
    flags: tuple[str, ...] = ()


class ShipEntry(Strict):
    """A ship. hex: as numbered on her group's section, "" for one that is placed by her side.
    flag: "", "F" or "FF". name: from the book's list of ships; which ship of a rating lies in
    which hex is ours. status, why: of her hex, rating or flag, where these are not as printed.
    """

    type: str
    hex: str = ""
    flag: str = ""
    name: str = ""
    status: Status = "printed"
    why: str = ""

    @property
    def label(self) -> str:
        """Type and name, as messages show her."""
        return f"{self.type} {self.name}".rstrip()


@clause("13.0-deployment")
class Group(Strict):
    """Ships that start on printed hexes of one section with one facing and speed.

    if_possible: ships whose Movement Allowance in the first wind is less start at that.
    anchored: they neither move nor drift. main: they belong to the main formation, from which
    free deployment is measured. status, why: of the hexes of the whole group.
    """

    section: str
    heading: str
    speed: int = Field(ge=0)
    if_possible: bool = False
    anchored: bool = False
    main: bool = True
    status: Status = "printed"
    why: str = ""
    ships: tuple[ShipEntry, ...] = ()


@clause("13.0-deployment")
class Free(Strict):
    """Ships that their side places.

    within: hexes from some ship of the main formation, 0 for any distance. section, hexes: bare
    hexes, when the choice is only which ship lies on which. east: in a column east of every ship
    of the main formation. line_ahead: one behind the other along their facing. interval: hexes
    from one ship of the line to the next, 0 for as near as a formation demands. heading, speed:
    where there is no main formation; otherwise those of its nearest ship.
    """

    ships: tuple[ShipEntry, ...] = Field(min_length=1)
    within: int = Field(default=0, ge=0)
    section: str = ""
    hexes: tuple[str, ...] = ()
    east: bool = False
    line_ahead: bool = False
    interval: int = Field(default=0, ge=0)
    heading: str = ""
    speed: int | None = Field(default=None, ge=0)
    status: Status = "printed"
    why: str = ""


@clause("13.0-ratings", "3.23-mixed")
class FleetEntry(Strict):
    """A fleet: its ratings, its forces as printed, and its ships as deployed.

    nation: whose guns and boarders they are, whatever mix supplies the counters. mix: the letter
    of the counters, with which their types begin. efficiency: "" for a fleet that has none.
    preservation: absent for a fleet that never gives up. allies: fleets that are over their level
    when this one is. status, why: of the ratings.
    """

    id: str
    name: str
    nation: str
    mix: str
    efficiency: str = ""
    gunnery: int
    preservation: int | None = None
    allies: tuple[str, ...] = ()
    status: Status = "printed"
    why: str = ""
    forces: tuple[Force, ...] = Field(min_length=1)
    groups: tuple[Group, ...] = ()
    free: tuple[Free, ...] = ()

    @property
    def ships(self) -> Iterator[ShipEntry]:
        """Every ship, those on printed hexes first."""
        for group in self.groups:
            yield from group.ships
        for free in self.free:
            yield from free.ships

    @property
    def main_groups(self) -> tuple[Group, ...]:
        """The groups that make up the main formation."""
        return tuple(group for group in self.groups if group.main)


class FrigateSide(Side):
    """A side and its fleets. automatic: nobody plays it; its ships stay where they are and MUST
    fire at the nearest enemy.
    """

    fleets: tuple[FleetEntry, ...] = Field(min_length=1)
    automatic: bool = False


@clause("13.0-wind")
class WindAtStart(Strict):
    """The wind of the first turn. blows_from (in the file: from): a heading, "" where a die sets
    it. waters: which column of the Optional Wind Chart serves, "" where none is named. die: the
    heading for each face. constant: it never changes.
    """

    blows_from: str = Field(default="", alias="from")
    force: str
    waters: str = ""
    die: dict[int, str] = Field(default_factory=dict)
    constant: bool = False


class Closed(Strict):
    """Where no section may be laid: beyond that side of a section's place at the start, in all
    the rows or columns there, or with `cell` in the one place next to it.
    """

    side: str
    of: str
    cell: bool = False


@clause("13.0-map", "3.1")
class MapAtStart(Strict):
    """How the sections lie. layout: northern row first, names parted by blanks; "." is a place
    for a section with none in it, "#" is land. land: sections that are all land. fixed: sections
    that stay where they are. aground: what becomes of a ship that enters land ("six-points",
    "sunk" or "captured"). blocks_fire: nobody fires across land.
    """

    layout: tuple[str, ...] = ("A B C", "D E F")
    land: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()
    aground: str = ""
    blocks_fire: bool = False

    @property
    def cells(self) -> dict[str, tuple[int, int]]:
        """Each section's cell: columns counted eastward, rows southward, from the layout's
        north-western corner.
        """
        return {
            name: (x, y)
            for y, row in enumerate(self.layout)
            for x, name in enumerate(row.split())
            if name not in (".", "#")
        }

    @property
    def sections(self) -> Sections:
        """The sections as they lie at the start."""
        return Sections(SHEET, self.cells)

    @property
    def frozen(self) -> bool:
        """Whether no section may move at all."""
        return set(self.cells) <= set(self.fixed)


class Exit(Strict):
    """What a side gains by a ship that leaves the map.

    edges, sections: where she must leave, any if empty. win: the side wins at once. most_crew:
    Crew Hits that she may have at most. points: Victory Points, less_per_hit fewer for each hit
    on her, and per_portion more for each of her six undamaged portions. before_level: only while
    her fleet has not passed its Preservation Level.
    """

    side: str
    edges: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    win: bool = False
    most_crew: int = Field(default=3, ge=0, le=3)
    points: int = 0
    less_per_hit: int = 0
    per_portion: int = 0
    before_level: bool = False


@clause("13.0-victory")
class Victory(Strict):
    """How the scenario is won.

    kind: "disable" (three Mast and three Crew Hits on the enemy), "points" (the most Victory
    Points) or "break" (drive the enemy over his level). breaks: the sides that win by that.
    together: the side that wins when both pass their levels in one turn. strategic: a side that
    gets so many thirds of its ships off the map after passing its level wins a strategic victory.
    """

    kind: str
    breaks: tuple[str, ...] = ()
    together: str = ""
    exits: tuple[Exit, ...] = ()
    strategic: int | None = None


class Doubt(NamedTuple):
    """Something in a scenario that is not as the book prints it."""

    what: str
    status: Status
    why: str


# A scenario


@clause("13.0-general", "13.0-length", "13.0-special")
class FrigateScenario(Scenario):
    """A scenario of Frigate. suspended: clauses that are not played in it."""

    sides: tuple[FrigateSide, ...] = Field(min_length=2)
    wind: WindAtStart
    map: MapAtStart = MapAtStart()
    victory: Victory
    suspended: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        problems = list(_problems(self))
        if problems:
            raise PydanticCustomError("scenario", "{told}", {"told": "; ".join(problems)})
        return self

    @property
    def ship_count(self) -> int:
        """How many ships take part."""
        return sum(1 for fleet in self.fleets for _ in fleet.ships)

    @cached_property
    def fleets(self) -> tuple[FleetEntry, ...]:
        """All fleets, side by side."""
        return tuple(fleet for side in self.sides for fleet in side.fleets)

    def fleet(self, id: str) -> FleetEntry:
        """The fleet of that id."""
        return next(fleet for fleet in self.fleets if fleet.id == id)

    def side(self, id: str) -> FrigateSide:
        """The side of that id."""
        return next(side for side in self.sides if side.id == id)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Everything in the file that is not printed, with its status and the reason."""
        found: list[Doubt] = []
        for fleet in self.fleets:
            found.append(Doubt(f"{fleet.name} ratings", fleet.status, fleet.why))
            for group in fleet.groups:
                what = f"{fleet.name} ships on section {group.section}"
                found.append(Doubt(what, group.status, group.why))
            for section, ship in _located(fleet):
                where = f" on {section} {ship.hex}" if ship.hex else ""
                found.append(Doubt(f"{fleet.name} {ship.label}{where}", ship.status, ship.why))
            for free in fleet.free:
                found.append(Doubt(f"{fleet.name} free deployment", free.status, free.why))
        return tuple(doubt for doubt in found if doubt.status != "printed")

    @property
    def differences(self) -> tuple[str, ...]:
        """Where the ships deployed are not those of the forces line, type by type."""
        found: list[str] = []
        for fleet in self.fleets:
            listed: Tally[str] = Tally()
            for force in fleet.forces:
                listed[force.type] += force.count
                listed.update(f"{force.type} {flag}" for flag in force.flags)
            stand: Tally[str] = Tally()
            for ship in fleet.ships:
                stand[ship.type] += 1
                if ship.flag:
                    stand[f"{ship.type} {ship.flag}"] += 1
            for what in sorted(listed.keys() | stand.keys()):
                if listed[what] != stand[what]:
                    found.append(
                        f"{fleet.name} {what}: {listed[what]} in the forces, {stand[what]} deployed"
                    )
        return tuple(found)


def _located(fleet: FleetEntry) -> Iterator[tuple[str, ShipEntry]]:
    """Every ship with the section that she stands on, "" for a free one."""
    for group in fleet.groups:
        for ship in group.ships:
            yield group.section, ship
    for free in fleet.free:
        for ship in free.ships:
            yield "", ship


# What can be wrong with a file


def _words(words: Iterable[str]) -> str:
    known = list(words)
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} or {known[-1]}"


def _unknown(where: str, what: str, given: str, known: Iterable[str]) -> str:
    return f"{where}: {what} {given!r} is unknown; write {_words(known)}"


def _problems(scenario: FrigateScenario) -> Iterator[str]:
    """Everything that is wrong, a sentence each."""
    yield from _wrong_map(scenario.map)
    yield from _wrong_wind(scenario.wind)
    yield from _twice("side", [side.id for side in scenario.sides])
    yield from _twice("fleet", [fleet.id for fleet in scenario.fleets])
    for fleet in scenario.fleets:
        yield from _wrong_words(scenario, fleet)
    if len(set(scenario.map.cells)) == sum(_is_section(w) for w in _layout_words(scenario.map)):
        yield from _wrong_places(scenario)
    if scenario.status != "house":
        # A house scenario may call for ships and mixes of a house rule; set_up looks those up.
        yield from _wrong_ships(scenario)
    yield from _wrong_victory(scenario)


def _layout_words(chart: MapAtStart) -> list[str]:
    return [word for row in chart.layout for word in row.split()]


def _is_section(word: str) -> bool:
    return word not in (".", "#")


def _twice(what: str, ids: Iterable[str]) -> Iterator[str]:
    for id, count in Tally(ids).items():
        if count > 1:
            yield f"{what} {id!r} is there {count} times; each has an id of its own"


def _wrong_map(chart: MapAtStart) -> Iterator[str]:
    for name, count in Tally(filter(_is_section, _layout_words(chart))).items():
        if count > 1:
            yield f"map: the layout has section {name!r} {count} times"
    known = chart.cells
    for what, names in (
        ("land section", chart.land),
        ("fixed section", chart.fixed),
        ("closed beside section", tuple(closed.of for closed in chart.closed)),
    ):
        for name in names:
            if name not in known:
                yield _unknown("map", what, name, known)
    for closed in chart.closed:
        if closed.side not in EDGES:
            yield _unknown("map", "closed side", closed.side, EDGES)
    has_land = bool(chart.land) or "#" in _layout_words(chart)
    if has_land and chart.aground not in AGROUND:
        yield _unknown("map", "aground", chart.aground, AGROUND)
    for name in chart.land:
        if name in known and name not in chart.fixed:
            yield f"map: land section {name!r} must be fixed, or it could be moved away"


def _wrong_wind(wind: WindAtStart) -> Iterator[str]:
    directions = [wind.blows_from] if wind.blows_from or not wind.die else []
    for direction in (*directions, *wind.die.values()):
        if direction not in HEADINGS:
            yield _unknown("wind", "direction", direction, HEADINGS)
    if wind.die and sorted(wind.die) != [1, 2, 3, 4, 5, 6]:
        yield "wind: the die needs a direction for each face from 1 to 6"
    if wind.die and wind.blows_from:
        yield "wind: the direction is either given or rolled, not both"
    forces = [force.lower() for force in FORCES]
    if wind.force not in forces:
        yield _unknown("wind", "force", wind.force, forces)
    if wind.waters and wind.waters not in WATERS:
        yield _unknown("wind", "waters", wind.waters, WATERS)


def _wrong_words(scenario: FrigateScenario, fleet: FleetEntry) -> Iterator[str]:
    where = f"fleet {fleet.id}"
    if fleet.nation not in NATIONS:
        yield _unknown(where, "nation", fleet.nation, NATIONS)
    if fleet.efficiency and fleet.efficiency not in EFFICIENCIES:
        yield _unknown(where, "efficiency", fleet.efficiency, EFFICIENCIES)
    if fleet.gunnery not in (1, 2, 3):
        yield f"{where}: gunnery rating {fleet.gunnery} is unknown; write 1, 2 or 3"
    for ally in fleet.allies:
        if ally not in [other.id for other in scenario.fleets]:
            yield _unknown(where, "ally", ally, (other.id for other in scenario.fleets))
    if not fleet.groups and not fleet.free:
        yield f"{where}: it has no ships; give it a group or free ships"
    yield from _wrong_facings(fleet, where)
    yield from _too_fast(scenario, fleet, where)
    flags = [flag for force in fleet.forces for flag in force.flags]
    for flag in (*flags, *(ship.flag for ship in fleet.ships)):
        if flag not in FLAGS:
            yield _unknown(where, "flag", flag, ("F", "FF"))
    if sum(ship.flag == "FF" for ship in fleet.ships) > 1:
        yield f"{where}: it has more than one fleet flagship (FF)"
    yield from _unfounded(fleet, where)


def _unfounded(fleet: FleetEntry, where: str) -> Iterator[str]:
    """Whatever is not printed and does not say why it is as it is."""
    parts: list[tuple[str, FleetEntry | Group | ShipEntry | Free]] = [("its ratings", fleet)]
    parts += [(f"the group on section {group.section}", group) for group in fleet.groups]
    parts += [(ship.label, ship) for ship in fleet.ships]
    parts += [("its free deployment", free) for free in fleet.free]
    for what, part in parts:
        if part.status != "printed" and not part.why:
            yield f"{where}: {what}: {part.status}, so it needs why: the reason"


def _wrong_facings(fleet: FleetEntry, where: str) -> Iterator[str]:
    for group in fleet.groups:
        if group.heading not in HEADINGS:
            yield _unknown(where, "facing", group.heading, HEADINGS)
        if not group.ships:
            yield f"{where}: the group on section {group.section} has no ships"
        for ship in group.ships:
            if not ship.hex:
                yield f"{where}: {ship.label} has no hex; ships without one belong under free"
    for free in fleet.free:
        if free.heading and free.heading not in HEADINGS:
            yield _unknown(where, "facing", free.heading, HEADINGS)
        if free.hexes and len(free.hexes) != len(free.ships):
            named = ", ".join(free.hexes)
            yield f"{where}: {len(free.ships)} ships share {named}; give each a bare hex"
        for ship in free.ships:
            if ship.hex:
                yield f"{where}: {ship.label} is free and has hex {ship.hex}; move her to a group"
        if not fleet.main_groups and (not free.heading or free.speed is None):
            yield f"{where}: free ships without a main formation need heading and speed"
        if not fleet.main_groups and (free.within or free.east):
            yield f"{where}: there is no main formation to measure free deployment from"


@clause("6.34", "13.0-deployment")
def _too_fast(scenario: FrigateScenario, fleet: FleetEntry, where: str) -> Iterator[str]:
    """Starting speeds that no ship makes in any wind."""
    tables = scenario.figures.tables if scenario.figures else load_tables(SHIPS.parent / "tables")
    fastest = max(max(pair) for pair in _schedule(tables["maneuver"]))
    parts = [(f"the group on section {group.section}", group.speed) for group in fleet.groups]
    parts += [("its free deployment", free.speed or 0) for free in fleet.free]
    for what, speed in parts:
        if speed > fastest:
            yield f"{where}: {what} starts at speed {speed}; no ship makes more than {fastest}"


def _wrong_places(scenario: FrigateScenario) -> Iterator[str]:
    sections = scenario.map.sections
    taken: dict[int, str] = {}
    for side in scenario.sides:
        for fleet in side.fleets:
            placed = list(_hexes(fleet))
            for section in dict.fromkeys(section for _, section, _ in placed):
                if section not in sections.names:
                    yield _unknown(f"fleet {fleet.id}", "section", section, sections.names)
            for who, section, hex_number in placed:
                if section not in sections.names:
                    continue
                what = f"{side.id} {who}"
                place = place_on(sections, section, hex_number)
                if isinstance(place, str):
                    yield f"{what}: {place}"
                    continue
                if sections.section_at(place) in scenario.map.land:
                    yield f"{what}: {sections.label(place)} is land"
                if place in taken:
                    label = sections.label(place)
                    yield f"{taken[place]} and {what} both stand on {label}"
                taken.setdefault(place, what)


def _hexes(fleet: FleetEntry) -> Iterator[tuple[str, str, str]]:
    """Who stands there, the section and the number of every hex that the file gives a fleet."""
    for group in fleet.groups:
        for ship in group.ships:
            if ship.hex:
                yield ship.label, group.section, ship.hex
    for free in fleet.free:
        for number in free.hexes:
            yield "bare hex", free.section, number


@clause("3.1-grid")
def place_on(sections: Sections, section: str, hex_number: str) -> int | str:
    """The place of a numbered hex of a section that there is, or why there is none.

    Column 21 is the first of the section to the east, and row 17 of the one to the south.
    """
    try:
        place = sections.parse(section, hex_number)
    except WeathergageError:
        return (
            f"hex {hex_number!r} is not on section {section}; "
            f"write column 01 to {SHEET.width} and row 01 to {SHEET.height}, such as 0304"
        )
    if sections.section_at(place) is None:
        return f"hex {hex_number} of section {section} runs off the map"
    return place


def _wrong_ships(scenario: FrigateScenario) -> Iterator[str]:
    """Mixes and types that do not exist, and more ships of one than there are counters."""
    known = scenario.figures.ships if scenario.figures else load_ships(SHIPS)
    yield from _wrong_mixes(scenario, known)
    needed: Tally[str] = Tally()
    for fleet in scenario.fleets:
        listed = (force.type for force in fleet.forces)
        for type in dict.fromkeys((*listed, *(ship.type for ship in fleet.ships))):
            if type not in known:
                yield f"fleet {fleet.id}: {UnknownName('ship type', type, known)}"
        needed.update(ship.type for ship in fleet.ships)
    for type, count in needed.items():
        if type in known and count > known[type].quantity:
            most = known[type].quantity
            yield f"{count} ships of type {type} are deployed, and the mix has {most}"


def _wrong_mixes(scenario: FrigateScenario, ships: Iterable[str]) -> Iterator[str]:
    """Mixes with which no type of ship begins."""
    mixes = sorted({type.partition("-")[0] for type in ships})
    for fleet in scenario.fleets:
        if fleet.mix not in mixes:
            yield _unknown(f"fleet {fleet.id}", "mix", fleet.mix, mixes)


def _wrong_victory(scenario: FrigateScenario) -> Iterator[str]:
    victory = scenario.victory
    sides = [side.id for side in scenario.sides]
    if victory.kind not in VICTORIES:
        yield _unknown("victory", "kind", victory.kind, VICTORIES)
    if victory.kind == "break" and not victory.breaks:
        yield "victory: nobody wins by breaking the enemy; name the sides in breaks"
    named = [*victory.breaks, *(exit.side for exit in victory.exits)]
    for side in (*named, *([victory.together] if victory.together else [])):
        if side not in sides:
            yield _unknown("victory", "side", side, sides)
    for exit in victory.exits:
        for edge in exit.edges:
            if edge not in EDGES:
                yield _unknown("victory", "edge", edge, EDGES)
        for section in exit.sections:
            if section not in scenario.map.cells:
                yield _unknown("victory", "section", section, scenario.map.cells)


# Setting up


class _Muster:
    """Makes the counters of a game: lines counted through all sides, letters by side and type."""

    def __init__(self, ships: Mapping[str, ShipType]) -> None:
        self._ships = ships
        self._used: dict[str, set[str]] = {}
        self._lines = 0

    @clause("3.2", "3.21", "3.23")
    def counter(self, side: str, fleet: FleetEntry, entry: ShipEntry) -> Counter:
        """The next counter of an entry's type. Raises UnknownName for a type that is not there."""
        type = ship_named(self._ships, entry.type)
        ratings: Mapping[str, Any] = type.ratings
        rating = int(ratings["rating"])
        word = str(rating) if rating else type.id
        code = self._code(side, word, str(ratings["letter"]))
        self._lines += 1
        return Counter(
            n=self._lines - 1,
            id=f"{side} {code}",
            code=code,
            name=entry.name or code,
            side=side,
            fleet=fleet.id,
            nation=fleet.nation,
            type=type.id,
            rating=rating,
            guns=tuple(ratings["gunnery"]),
            defense=int(ratings["defense"]),
            line=ratings["class"] == "ship-of-the-line",
        )

    def _code(self, side: str, word: str, first: str) -> str:
        used = self._used.setdefault(side, set())
        code = next(
            f"{word}/{letter}" for letter in _letters(first) if f"{word}/{letter}" not in used
        )
        used.add(code)
        return code


def _letters(first: str) -> Iterator[str]:
    """Identity letters from the first of a type on; numbers for ships that have these instead."""
    if first.isdigit():
        number = int(first)
        while True:
            yield str(number)
            number += 1
    at = LETTERS.index(first)
    while True:
        round_, letter = divmod(at, len(LETTERS))
        yield LETTERS[letter] * (round_ + 1)
        at += 1


@clause("13.0-general", "13.0-deployment", "13.0-wind", "4.2.A")
def set_up(rules: Any, dice: Dice) -> FrigateState:
    """The table as a scenario has it at the start of the first turn.

    rules: has `.scenario`, `.ships` and `.tables`. dice: rolled once, where the scenario rolls
    for the wind. Ships that their side has still to place are gone `TO_DEPLOY` and stand
    `NOWHERE`. Raises UnknownName for a type of ship that is not among the ships, and
    WeathergageError for a mix of which there is none.
    """
    scenario: FrigateScenario = rules.scenario
    for problem in _wrong_mixes(scenario, rules.ships):
        # Only a house scenario comes so far: which ships there are depends on the game's rules.
        raise WeathergageError(problem)
    state = FrigateState(
        turn=1,
        ships=[],
        fleets=tuple(_fleet(side, fleet) for side in scenario.sides for fleet in side.fleets),
        wind=_wind(scenario.wind, dice),
        force=[force.lower() for force in FORCES].index(scenario.wind.force),
        sections=scenario.map.sections,
        schedule=_schedule(rules.tables["maneuver"]),
        bands=bands_of(rules.tables["range-bands"]),
        frozen=scenario.map.frozen,
    )
    muster = _Muster(rules.ships)
    for side in scenario.sides:
        for fleet in side.fleets:
            state.ships.extend(_ships(state, muster, side, fleet))
    state.free = tuple(ship.n for ship in state.ships if ship.gone == TO_DEPLOY)
    return state


@clause("6.34")
def _schedule(table: Table) -> tuple[tuple[int, ...], ...]:
    """The Movement Allowances by force, each of frigates and of Ships of the Line."""
    return tuple(
        (_number(table, force, "frigate"), _number(table, force, "ship-of-the-line"))
        for force in FORCES
    )


@clause("7.4")
def bands_of(table: Table) -> tuple[int, ...]:
    """Which of the four gun strengths, counted from 0, serves at each distance in range."""
    return tuple(_number(table, hexes, "strength") - 1 for hexes in range(FARTHEST + 1))


def _number(table: Table, row: int | str, column: str) -> int:
    value = table.look_up(row, column)
    if not isinstance(value, int):
        raise WeathergageError(f"table {table.id} has {value!r} at {row}, {column}, and no number")
    return value


def _wind(wind: WindAtStart, dice: Dice) -> int:
    direction = wind.die[dice.roll("wind at the start")] if wind.die else wind.blows_from
    return parse_heading(direction)


@clause("13.0-ratings")
def _fleet(side: FrigateSide, fleet: FleetEntry) -> Fleet:
    return Fleet(
        id=fleet.id,
        side=side.id,
        name=fleet.name,
        nation=fleet.nation,
        efficiency=fleet.efficiency,
        gunnery=fleet.gunnery,
        preservation=fleet.preservation,
        allies=fleet.allies,
    )


def _ships(
    state: FrigateState, muster: _Muster, side: FrigateSide, fleet: FleetEntry
) -> Iterator[Ship]:
    for group in fleet.groups:
        for entry in group.ships:
            ship = Ship(
                counter=muster.counter(side.id, fleet, entry),
                side=side.id,
                fleet=fleet.id,
                place=state.sections.parse(group.section, entry.hex),
                heading=parse_heading(group.heading),
                speed=group.speed,
                flag=FLAGS[entry.flag],
                anchored=group.anchored,
            )
            if group.if_possible:
                slow_to_allowance(state, ship)
            yield ship
    for free in fleet.free:
        for entry in free.ships:
            yield Ship(
                counter=muster.counter(side.id, fleet, entry),
                side=side.id,
                fleet=fleet.id,
                place=NOWHERE,
                heading=0,
                speed=0,
                flag=FLAGS[entry.flag],
                gone=TO_DEPLOY,
            )


@clause("6.2", "13.0-deployment")
def slow_to_allowance(state: FrigateState, ship: Ship) -> None:
    """Bring a starting speed that is printed "if possible" down to what the wind lets her make."""
    ship.speed = min(ship.speed, allowance(ship, state))
