"""Scenario files: what they say, what is checked in them, and how one is set up.

A file is TOML. Places are inches of medium scale from the table's north-west corner, x east and y
south; in another scale table and places shrink or grow with the models. Headings and the wind's
direction are names of points or degrees clockwise from north. Ships and ground carry their status
and the reason for it, and `AdmiraltyScenario.doubts` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from weathergage import (
    Dice,
    FreePose,
    Region,
    Scenario,
    ShipType,
    Side,
    Stand,
    Status,
    Strict,
    Table,
    WeathergageError,
    clause,
    degrees_of,
    do_overlap,
    hundredths,
    ship_named,
)
from weathergage_admiralty.scales import factor
from weathergage_admiralty.sea import board_of
from weathergage_admiralty.ships import (
    base_of,
    card_of,
    fresh,
    gun_dice,
    own_tables,
    own_types,
    size_of,
)
from weathergage_admiralty.state import AdmiraltyState, Card, Doctrine, Grade, Setting, Ship

Heading = Annotated[float, BeforeValidator(degrees_of)]
"""Degrees clockwise from north, or a name such as "NNE"."""

Place = tuple[float, float]
"""Inches of medium scale from the table's north-west corner: x east, y south."""

Edge = Literal["N", "E", "S", "W"]
Ground = Literal["land", "shoal", "deep", "anchorage"]

AGROUND: tuple[Ground, ...] = ("land", "shoal")
"""Regions on which a ship is aground."""


@clause("1.3-ship-logs")
class ShipEntry(Strict):
    """A ship. type: of the ship lists. at, heading: where her centre starts and where she points.

    setting: of her sails. grade, nation, doctrine: her side's unless given. rating, armament: where
    she differs from her type. sail_hits: that she starts with. aground: she starts on a shoal.
    status, why: of her arms or place.
    """

    name: str
    id: str = ""
    type: str
    at: Place
    heading: Heading = 0.0
    setting: Setting = "battle"
    grade: Grade | None = None
    nation: str = ""
    doctrine: Doctrine | None = None
    rating: int | None = Field(default=None, gt=0)
    armament: str = ""
    flag: bool = False
    convoy: bool = False
    sail_hits: int = Field(default=0, ge=0)
    aground: bool = False
    status: Status = "house"
    why: str = ""

    @property
    def key(self) -> str:
        """The word that commands use."""
        return self.id or slug(self.name)


class SideEntry(Side):
    """One side. nation: of its ships. grade: of their crews. doctrine: by nation unless given."""

    nation: str
    grade: Grade = "C"
    doctrine: Doctrine | None = None
    ships: tuple[ShipEntry, ...] = Field(min_length=1)


@clause("2.2-anchoring")
class RegionEntry(Strict):
    """A part of the table. kind: "land", "shoal", "deep" (no bottom for an anchor) or "anchorage"
    (anchors hold where the open sea is too deep). outline: corners in inches of medium scale.
    """

    name: str
    kind: Ground
    outline: tuple[Place, ...] = Field(min_length=3)
    status: Status = "house"
    why: str = ""

    def region(self, scale: float = 1.0) -> Region:
        """The region on the board. scale: what inches of medium scale are multiplied by."""
        return Region.of(self.name, self.kind, [(x * scale, y * scale) for x, y in self.outline])


class TableEntry(Strict):
    """The table: its size in inches of medium scale and what lies on it. deep: anchors find no
    bottom but in an anchorage.
    """

    width: float = Field(gt=0)
    height: float = Field(gt=0)
    deep: bool = False
    regions: tuple[RegionEntry, ...] = ()


class WindEntry(Strict):
    """The wind at the start: where it blows from and its rating. changes: it may change in play."""

    source: Heading = Field(alias="from")
    speed: int = Field(ge=1, le=5)
    changes: bool = False


@clause("2.5")
class CurrentEntry(Strict):
    """A current: where it sets, and inches of medium scale that it carries ships each turn."""

    towards: Heading
    inches: float = Field(gt=0)


class Aim(Strict):
    """Points besides those for ships taken and lost, house rules of a scenario.

    side: who gets them. what: "left" (the side's own ship left the table by the edge), "taken" (she
    is in the side's hands at the end, and was not at the start), "sunk" (the enemy's ship is
    destroyed) or "safe" (the side's own ship is neither destroyed nor taken). who: id of the ship,
    "convoy" for each ship of a convoy, or "" for each ship.
    """

    side: str
    what: Literal["left", "taken", "sunk", "safe"]
    who: str = ""
    edge: Edge | Literal[""] = ""
    points: int

    def names(self, card: Card) -> bool:
        """Whether it is about that ship."""
        return not self.who or self.who == card.id or (self.who == "convoy" and card.convoy)


class Victory(Strict):
    """How a scenario is won, house rules all.

    taken, sunk: points for each point of an enemy ship's size that is captured, or destroyed; the
    four sizes below three give whole numbers where these are multiples of four. margin: the least
    lead that wins. aims: further points.
    """

    taken: int = Field(default=8, ge=0)
    sunk: int = Field(default=4, ge=0)
    margin: int = Field(default=1, ge=1)
    aims: tuple[Aim, ...] = ()


class AdmiraltyScenario(Scenario):
    """A scenario of Admiralty."""

    sides: tuple[SideEntry, ...] = Field(min_length=2)
    wind: WindEntry
    table: TableEntry
    victory: Victory = Victory()
    current: CurrentEntry | None = None

    @property
    def ship_count(self) -> int:
        """How many ships take part."""
        return sum(len(side.ships) for side in self.sides)

    def entries(self) -> Iterator[tuple[SideEntry, ShipEntry]]:
        """Each ship with her side, in the order of the file."""
        for side in self.sides:
            for entry in side.ships:
                yield side, entry

    @cached_property
    def doubts(self) -> list[str]:
        """What is said of where figures come from, a sentence each."""
        ships = [entry for _, entry in self.entries()]
        about: list[ShipEntry | RegionEntry] = [*ships, *self.table.regions]
        return [f"{entry.name}: {entry.status}: {entry.why}" for entry in about if entry.why]

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for problem in problems(self):
            raise ValueError(problem)
        return self


def slug(name: str) -> str:
    """A name as the word that commands use: "Petit Annibal" is petit-annibal."""
    return "-".join(re.findall("[a-z0-9]+", name.lower()))


# What is wrong with a scenario


def problems(scenario: AdmiraltyScenario) -> Iterator[str]:
    """What is wrong with a scenario, a sentence each that says what to do."""
    unknown = list(_unknown_types(scenario))
    yield from unknown
    yield from _twice(scenario)
    yield from _strange_aims(scenario)
    if not unknown:
        yield from _misplaced(scenario)


def _unknown_types(scenario: AdmiraltyScenario) -> Iterator[str]:
    types, tables = _figures(scenario)
    for _, entry in scenario.entries():
        try:
            ship_named(types, entry.type)
            if entry.armament:
                gun_dice(entry.armament, tables["guns"])
        except WeathergageError as error:
            yield f"{entry.name}: {error}"


def _twice(scenario: AdmiraltyScenario) -> Iterator[str]:
    sides = [side.id for side in scenario.sides]
    for id in {id for id in sides if sides.count(id) > 1}:
        yield f"two sides are {id!r}: give one another id"
    seen: dict[str, str] = {}
    for _, entry in scenario.entries():
        if entry.key in seen:
            yield f"{entry.name} and {seen[entry.key]} are both {entry.key!r}: give one an id"
        seen[entry.key] = entry.name


def _strange_aims(scenario: AdmiraltyScenario) -> Iterator[str]:
    ships = {entry.key for _, entry in scenario.entries()}
    sides = [side.id for side in scenario.sides]
    for aim in scenario.victory.aims:
        if aim.side not in sides:
            yield f"an aim's side is {aim.side!r}: write {' or '.join(sides)}"
        if aim.who == "convoy" and not any(entry.convoy for _, entry in scenario.entries()):
            yield "an aim is about a convoy: mark its ships convoy = true"
        if aim.who not in ("", "convoy") and aim.who not in ships:
            yield f"an aim is about {aim.who!r}: write one of {', '.join(sorted(ships))}"


def _misplaced(scenario: AdmiraltyScenario) -> Iterator[str]:
    """Ships off the table, on land and in one another."""
    table = scenario.table
    stands = [(entry, _stand(scenario, entry)) for _, entry in scenario.entries()]
    grounds = [entry.region() for entry in table.regions if entry.kind in AGROUND]
    for entry, stand in stands:
        where = f"at {entry.at[0]:g}, {entry.at[1]:g}"
        if any(not (0 <= x <= table.width and 0 <= y <= table.height) for x, y in stand.corners):
            yield (
                f"{entry.name} {where} is not wholly on the table of {table.width:g} by "
                f"{table.height:g} inches: move her inwards"
            )
        for ground in grounds:
            if stand.shape.intersects(ground.shape) and not (
                entry.aground and ground.kind == "shoal"
            ):
                yield (
                    f"{entry.name} {where} is on {ground.name}, which is {ground.kind}: "
                    "put her in the water"
                )
    for (entry, stand), (other, theirs) in combinations(stands, 2):
        if stand.pose.is_within(theirs.pose, 4) and do_overlap(stand, theirs):
            yield f"the bases of {entry.name} and {other.name} overlap: move one of them"


def _figures(scenario: AdmiraltyScenario) -> tuple[Mapping[str, ShipType], Mapping[str, Table]]:
    """The ships and tables that a scenario is checked by."""
    if scenario.figures:
        return scenario.figures.ships, scenario.figures.tables
    return own_types(), own_tables()


def _stand(scenario: AdmiraltyScenario, entry: ShipEntry) -> Stand:
    types, tables = _figures(scenario)
    base = base_of(tables["bases"], size_of(ship_named(types, entry.type)))
    return Stand(FreePose.at(*entry.at, entry.heading), base)


# Setting up


@clause("1.1", "1.3", "1.3-ship-logs")
def set_up(rules: Any, dice: Dice) -> AdmiraltyState:
    """The state at the start of a scenario; no die has a part in it."""
    del dice
    scenario: AdmiraltyScenario = rules.scenario
    ships = [
        _placed(rules, entry, card_of(rules, entry, side, n))
        for n, (side, entry) in enumerate(scenario.entries())
    ]
    return AdmiraltyState(
        turn=1, ships=ships, wind=hundredths(scenario.wind.source), speed=scenario.wind.speed
    )


def _placed(rules: Any, entry: ShipEntry, card: Card) -> Ship:
    times = factor(rules)
    x, y = entry.at
    ship = fresh(card, FreePose.at(x * times, y * times, entry.heading), entry.setting)
    ship.aground, ship.sail_hits = entry.aground, entry.sail_hits
    return ship


@clause("2.2-anchoring")
def may_anchor(rules: Any, pose: FreePose) -> bool:
    """Whether an anchor finds the bottom there: not in deep water, unless it is an anchorage."""
    deep: bool = rules.scenario.table.deep
    for region in board_of(rules).regions:
        if region.kind in ("deep", "anchorage") and region.holds(pose):
            return bool(region.kind == "anchorage")
    return not deep


def edge_near(rules: Any, pose: FreePose) -> Edge:
    """The edge by which a ship left: the one that a point is nearest to, or farthest beyond."""
    board = board_of(rules)
    x, y = pose.inches
    inside: dict[Edge, float] = {"N": y, "E": board.width - x, "S": board.height - y, "W": x}
    return min(inside, key=lambda edge: inside[edge])
