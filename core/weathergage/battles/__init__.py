"""Battles in a form that belongs to no ruleset, which each stages in its own ships and distances.

One TOML file for each battle, here or of one's own::

    id = "constitution-guerriere"
    title = "Constitution and Guerriere"
    date = "1812-08-19"
    place = "North Atlantic, south-east of Halifax"
    era = "sail"                     # or "galleys"
    source = "..."
    minutes = 120                    # at most
    [wind]
    from = "NW"
    force = "fresh breeze"
    [history]
    minutes = 35
    winner = "american"              # a side, or "draw"
    [history.fates.british]
    captured = 1
    [[sides]]
    id = "british"
    name = "British"
    nation = "british"
    crew = "average"
    aims = [{ what = "beat" }]
    [[sides.divisions]]              # ships in line, the first at `at`, the others at intervals
    at = [0, 0]                      # yards: x east, y north
    heading = "WSW"
    interval = 200
    ships = [{ name = "Guerriere", kind = "frigate", guns = 38 }]
    [[provenance]]                   # every figure is covered; ships have blocks of their own
    figures = ["date", "wind"]
    status = "found"
    where = "..."
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from weathergage.boards.compass import degrees_of
from weathergage.datafiles import (
    FileModel,
    Provenance,
    ProvenanceBlock,
    Several,
    checked,
    dotted,
    named_after_file,
    read_toml,
    toml_files,
)
from weathergage.errors import BadFile, Contradiction, UnknownName
from weathergage.history import History
from weathergage.scenarios import Scenario, told_date

Era = Literal["sail", "galleys"]

Kind = Literal[
    "three-decker",
    "two-decker",
    "frigate",
    "corvette",
    "cutter",
    "gunboat",
    "merchantman",
    "penteconter",
    "liburnian",
    "trireme",
    "quadrireme",
    "quinquereme",
    "hexareme",
    "septireme",
    "octeres",
    "enneres",
    "deceres",
]
"""What a vessel is. Corvette: any ship or brig below a frigate; cutter: any lesser craft that
sails, a lugger among them."""

UNDER_SAIL: tuple[Kind, ...] = (
    "three-decker",
    "two-decker",
    "frigate",
    "corvette",
    "cutter",
    "gunboat",
    "merchantman",
)

Crew = Literal["elite", "crack", "average", "green", "poor"]
"""How good a crew is, best first."""

CREWS: tuple[Crew, ...] = get_args(Crew)

Force = Literal[
    "calm",
    "light air",
    "light breeze",
    "gentle breeze",
    "moderate breeze",
    "fresh breeze",
    "strong breeze",
    "near gale",
    "gale",
]
"""How hard it blows, in Beaufort's words."""

FORCES: tuple[Force, ...] = get_args(Force)
"""The same in Beaufort's order: the index is his number."""

Sail = Literal["full", "battle", "hove-to"]
Edge = Literal["N", "E", "S", "W"]

Direction = Annotated[float, BeforeValidator(degrees_of)]
"""Degrees clockwise from north, or a point's name such as "NNE"."""

Place = Annotated[list[float], Field(min_length=2, max_length=2)]
"""Yards from the battle's own middle: x east, y north."""

Figure = Literal[
    "date", "wind", "minutes", "aims", "history", "ground", "batteries", "guns", "crew", "place"
]
OF_VESSELS: tuple[Figure, ...] = ("guns", "crew", "place")

SHIP_LENGTH = 50.0
"""Yards between the middles of two ships below which they would lie in one another."""

TOML = ".toml"


class FigureBlock(ProvenanceBlock):
    """Where some figures come from: of the whole battle, or of one vessel."""

    figures: Several = Field(min_length=1)


class VesselEntry(FileModel):
    """A vessel as a file has it.

    guns: as she was rated; 0 for a galley. arms: what she carried, number x shot in pounds with
    carronades after the +, such as "28x32 28x18 18x9 + 2x32"; of a galley her marines and gear,
    such as "80 marines, towers". count: so many of the kind, numbered.
    at, heading: where she does not keep her division's line. crew, nation: where not her side's.
    """

    name: str
    kind: Kind
    guns: int = Field(default=0, ge=0)
    arms: str = ""
    count: int = Field(default=1, gt=0)
    crew: Crew | None = None
    nation: str = ""
    flag: bool = False
    captain: str = ""
    note: str = ""
    at: Place | None = None
    heading: Direction | None = None
    anchored: bool | None = None
    sail: Sail | None = None
    provenance: list[FigureBlock] = Field(default_factory=list)


class DivisionEntry(FileModel):
    """Ships in a line. at: of the first. bearing: from each to the next, astern unless given.
    interval: yards from middle to middle. commander: who led them.
    """

    name: str = ""
    commander: str = ""
    at: Place
    heading: Direction
    interval: float = Field(default=200.0, gt=0)
    bearing: Direction | None = None
    anchored: bool = False
    sail: Sail = "battle"
    ships: list[VesselEntry] = Field(min_length=1)


class BatteryEntry(FileModel):
    """Guns ashore. facing: the middle of their arc; arc: degrees to either side of it."""

    name: str
    guns: int = Field(gt=0)
    shot: int = Field(default=24, gt=0)
    at: Place
    facing: Direction
    arc: float = Field(default=60.0, gt=0, le=180)
    note: str = ""


class Aim(FileModel):
    """What a side is after.

    what: "beat" (take, sink or drive off the enemy), "escape" (get the ships off by the edge) or
    "keep" (have the ships neither taken nor destroyed at the end). ships: names, [] for all of the
    side's own.
    """

    what: Literal["beat", "escape", "keep"]
    edge: Edge | Literal[""] = ""
    ships: list[str] = Field(default_factory=list)


class SideEntry(FileModel):
    """One side. crew: of its ships unless one has her own word."""

    id: str
    name: str
    nation: str
    crew: Crew = "average"
    aims: list[Aim] = Field(min_length=1)
    divisions: list[DivisionEntry] = Field(min_length=1)
    batteries: list[BatteryEntry] = Field(default_factory=list)


class WindEntry(FileModel):
    """The wind: where it blows from, and how hard."""

    source: Direction = Field(alias="from")
    force: Force


class GroundEntry(FileModel):
    """Land or a shoal. outline: corners in yards. fathoms: over a shoal."""

    name: str
    kind: Literal["land", "shoal"]
    outline: list[Place] = Field(min_length=3)
    fathoms: float | None = Field(default=None, gt=0)


@dataclass(frozen=True, slots=True)
class Vessel:
    """A vessel with all that her side and division lend her.

    x, y: yards east and north. heading: degrees. line: the number of the division in whose line she
    lies, counted through both sides, -1 where her place is her own. key: where the file has her.
    sources: where guns, crew and place come from.
    """

    name: str
    side: str
    division: str
    nation: str
    kind: Kind
    guns: int
    arms: str
    crew: Crew
    x: float
    y: float
    heading: float
    anchored: bool
    sail: Sail
    flag: bool
    captain: str
    note: str
    line: int
    key: str
    sources: Mapping[str, Provenance]


class Battle(FileModel):
    """A battle. minutes: how long it may last. date: ISO. era: what kind of ships fought it."""

    id: str
    title: str
    date: str
    place: str
    era: Era
    source: str
    summary: str = ""
    notes: list[str] = Field(default_factory=list)
    minutes: int = Field(gt=0)
    wind: WindEntry
    sides: list[SideEntry] = Field(min_length=2, max_length=2)
    ground: list[GroundEntry] = Field(default_factory=list)
    history: History | None = None
    provenance: list[FigureBlock] = Field(min_length=1)

    @property
    def when(self) -> str:
        """The date for people."""
        return told_date(self.date)

    @cached_property
    def vessels(self) -> tuple[Vessel, ...]:
        """Every vessel, side by side and division by division."""
        divisions = [
            (side, division, dotted("sides", s, "divisions", d))
            for s, side in enumerate(self.sides)
            for d, division in enumerate(side.divisions)
        ]
        return tuple(
            vessel
            for line, (side, division, key) in enumerate(divisions)
            for vessel in _in_line(self, side, division, line, key)
        )

    def of(self, side: str) -> tuple[Vessel, ...]:
        """The vessels of a side."""
        return tuple(vessel for vessel in self.vessels if vessel.side == side)

    @cached_property
    def sources(self) -> dict[str, Provenance]:
        """Where the figures of the whole battle come from, by figure."""
        return _told(self.provenance)

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures of the whole battle that it has."""
        there = {
            "ground": bool(self.ground),
            "batteries": any(side.batteries for side in self.sides),
            "history": self.history is not None,
        }
        named = ("date", "wind", "minutes", "aims", "history", "ground", "batteries")
        return tuple(figure for figure in named if there.get(figure, True))

    @property
    def doubts(self) -> tuple[str, ...]:
        """Where figures come from that no source gives, a sentence for all that share a reason."""
        about: dict[Provenance, list[str]] = {}
        for figure in self.figures:
            about.setdefault(self.sources[figure], []).append(figure)
        for figure in OF_VESSELS:
            those: dict[Provenance, list[str]] = {}
            for vessel in self.vessels:
                those.setdefault(vessel.sources[figure], []).append(vessel.name)
            for source, names in those.items():
                whose = "all ships" if len(names) == len(self.vessels) else ", ".join(names)
                about.setdefault(source, []).append(f"{figure} of {whose}")
        return tuple(
            f"{what[0][0].upper()}{', '.join(what)[1:]}: {source.status}: {source.source}"
            for source, what in about.items()
            if source.status in ("reconstructed", "house")
        )


@dataclass(frozen=True, slots=True)
class Staged:
    """A battle as a ruleset stages it.

    scenario: its own, of the id "battle:" and the battle's. guesses: what the translation had to
    guess. losses: what the ruleset cannot express. A sentence each.
    """

    scenario: Scenario
    guesses: tuple[str, ...]
    losses: tuple[str, ...]


def read_battle(path: Path) -> Battle:
    """The battle in a file. Raises BadFile with the key that is wrong."""
    battle = checked(Battle, read_toml(path), path)
    named_after_file(path, battle.id)
    for key, problem in _problems(battle):
        raise BadFile(path, key, problem)
    return battle


FOLDER = Path(__file__).parent
"""Where the battles that come with the package are."""


def battle_names() -> list[str]:
    """The ids of the battles that come with the package."""
    return [path.stem for path in toml_files(FOLDER)]


def battle_path(name: str) -> Path:
    """The file of a battle by its id, or of one's own by its path. Raises UnknownName."""
    if name.endswith(TOML):
        return Path(name)
    if name not in battle_names():
        raise UnknownName("battle", name, battle_names())
    return FOLDER / f"{name}{TOML}"


def find_battle(name: str) -> Battle:
    """The battle of that id, or in that file. Raises UnknownName or BadFile."""
    return read_battle(battle_path(name))


def needs_era(battle: Battle, era: Era, title: str) -> None:
    """Raise Contradiction where a ruleset of one era is asked for a battle of another."""
    if battle.era != era:
        fought = {"sail": "ships under sail", "galleys": "galleys"}
        raise Contradiction(
            f"{battle.title} was fought by {fought[battle.era]}, and {title} has "
            f"{fought[era]}: see `weathergage battles {battle.id}` for who can stage it"
        )


# Ships in line


def _in_line(
    battle: Battle, side: SideEntry, division: DivisionEntry, line: int, key: str
) -> Iterator[Vessel]:
    """The vessels of a division, each at her place; a vessel with one of her own leaves no gap."""
    bearing = division.heading + 180 if division.bearing is None else division.bearing
    east, north = math.sin(math.radians(bearing)), math.cos(math.radians(bearing))
    place = 0
    for n, entry in enumerate(division.ships):
        for number in range(1, entry.count + 1):
            along = place * division.interval
            x, y = division.at[0] + along * east, division.at[1] + along * north
            if entry.at is not None:
                x, y = entry.at
            else:
                place += 1
            yield Vessel(
                name=entry.name if entry.count == 1 else f"{entry.name} {number}",
                side=side.id,
                division=division.name,
                nation=entry.nation or side.nation,
                kind=entry.kind,
                guns=entry.guns,
                arms=entry.arms,
                crew=entry.crew or side.crew,
                x=round(x, 3),
                y=round(y, 3),
                heading=division.heading if entry.heading is None else entry.heading,
                anchored=division.anchored if entry.anchored is None else entry.anchored,
                sail=entry.sail or division.sail,
                flag=entry.flag and number == 1,
                captain=entry.captain,
                note=entry.note,
                line=line if entry.at is None else -1,
                key=dotted(key, "ships", n),
                sources=_of_vessel(battle, entry),
            )


def _told(blocks: list[FigureBlock]) -> dict[str, Provenance]:
    """Provenance by figure, the last block that names it."""
    return {figure: block.told("") for block in blocks for figure in block.figures}


def _of_vessel(battle: Battle, entry: VesselEntry) -> dict[str, Provenance]:
    """A vessel's figures: the battle's blocks serve where she has none of her own."""
    shared = {figure: source for figure, source in battle.sources.items() if figure in OF_VESSELS}
    return shared | _told(entry.provenance)


# What can be wrong with a file


def _problems(battle: Battle) -> Iterator[tuple[str, str]]:
    """Everything that is wrong: the key, and what would be right."""
    yield from _strange_words(battle)
    yield from _unfounded(battle)
    yield from _wrong_vessels(battle)
    yield from _strangers(battle)
    yield from _in_one_another(battle)
    if battle.ground:
        yield from _on_the_ground(battle)


def _strange_words(battle: Battle) -> Iterator[tuple[str, str]]:
    known: tuple[str, ...] = get_args(Figure)
    for n, block in enumerate(battle.provenance):
        for figure in block.figures:
            if figure not in known:
                yield (
                    dotted("provenance", n, "figures"),
                    f"{figure!r} is no figure; write some of {', '.join(known)}",
                )
    for vessel in battle.vessels:
        for figure in vessel.sources:
            if figure not in OF_VESSELS:
                yield (
                    dotted(vessel.key, "provenance"),
                    f"{figure!r} is no figure of a ship; write some of {', '.join(OF_VESSELS)}",
                )


def _unfounded(battle: Battle) -> Iterator[tuple[str, str]]:
    for figure in battle.figures:
        if figure not in battle.sources:
            yield "provenance", f"no block covers {figure}; say where it comes from"
    for vessel in battle.vessels:
        for figure in OF_VESSELS:
            if figure not in vessel.sources:
                yield vessel.key, f"no provenance covers {figure} of {vessel.name}"


def _wrong_vessels(battle: Battle) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for vessel in battle.vessels:
        if vessel.name in seen:
            yield (
                dotted(vessel.key, "name"),
                f"two ships are called {vessel.name}; tell them apart, as by nation",
            )
        seen.add(vessel.name)
        if (battle.era == "sail") != (vessel.kind in UNDER_SAIL):
            yield (
                dotted(vessel.key, "kind"),
                f"{vessel.name} is a {vessel.kind} in a battle of the era {battle.era}",
            )
        if battle.era == "sail" and not vessel.guns:
            yield dotted(vessel.key, "guns"), f"{vessel.name} has none; say how she was rated"


def _strangers(battle: Battle) -> Iterator[tuple[str, str]]:
    """Sides, ships and edges that stand for nothing."""
    sides = [side.id for side in battle.sides]
    if sides[0] == sides[1]:
        yield "sides.1.id", f"both sides are {sides[0]!r}; each has an id of its own"
    for s, side in enumerate(battle.sides):
        own = {vessel.name for vessel in battle.of(side.id)}
        for n, aim in enumerate(side.aims):
            key = dotted("sides", s, "aims", n)
            for name in aim.ships:
                if name not in own:
                    yield dotted(key, "ships"), str(UnknownName(f"ship of {side.id}", name, own))
            if (aim.what == "escape") != bool(aim.edge):
                yield dotted(key, "edge"), "an escape, and nothing else, has the edge that it is by"
    if battle.history is not None:
        yield from _wrong_history(battle, battle.history, sides)


def _wrong_history(battle: Battle, history: History, sides: list[str]) -> Iterator[tuple[str, str]]:
    if history.winner not in (*sides, "draw"):
        yield (
            "history.winner",
            f"{history.winner!r} is no side; write {sides[0]}, {sides[1]} or draw",
        )
    for side, fates in history.fates.items():
        key = dotted("history", "fates", side)
        if side not in sides:
            yield key, f"{side!r} is no side; write {sides[0]} or {sides[1]}"
        elif fates.gone > len(battle.of(side)):
            yield key, f"{fates.gone} ships gone are more than the {len(battle.of(side))} of {side}"


def _in_one_another(battle: Battle) -> Iterator[tuple[str, str]]:
    """Pairs too near one another. Sorted by x, so that a ship is held only against her likes."""
    least = SHIP_LENGTH if battle.era == "sail" else SHIP_LENGTH / 5
    ships = sorted(battle.vessels, key=lambda vessel: vessel.x)
    if not any(b.x - a.x < least for a, b in pairwise(ships)):
        return
    for one, other in combinations(ships, 2):
        apart = math.hypot(one.x - other.x, one.y - other.y)
        if apart < least:
            yield (
                other.key,
                f"{one.name} and {other.name} are {apart:.0f} yards apart and would lie in one "
                f"another; leave {least:.0f} at least",
            )


def _on_the_ground(battle: Battle) -> Iterator[tuple[str, str]]:
    # Drawn in only here: a battle on the open sea is played without it.
    from shapely import Point, Polygon

    shapes = [(ground, Polygon(ground.outline)) for ground in battle.ground]
    for n, (ground, shape) in enumerate(shapes):
        if not shape.is_valid:
            yield dotted("ground", n, "outline"), f"the outline of {ground.name} crosses itself"
            return
    for vessel in battle.vessels:
        for ground, shape in shapes:
            if shape.covers(Point(vessel.x, vessel.y)):
                yield (
                    vessel.key,
                    f"{vessel.name} is on {ground.name}, which is {ground.kind}: put her in the "
                    "water",
                )
