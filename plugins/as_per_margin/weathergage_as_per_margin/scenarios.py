"""Scenario files: what they say, what is checked in them, and how one is set up.

A file is TOML; places are inches from the table's north-west corner, x east and y south, headings
are names of the sixteen points or degrees clockwise from north. Whatever is not printed carries
its status and the reason, and `MarginScenario.doubts` lists it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from weathergage import (
    TOLERANCE,
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
    clause,
    degrees_of,
    do_overlap,
    load_ships,
    load_tables,
    ship_named,
)
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.landing.ground import FIRM
from weathergage_as_per_margin.ships import (
    base_of,
    boxes_of,
    fresh,
    fudged,
    number,
    rate_of,
    type_of,
)
from weathergage_as_per_margin.state import (
    Arm,
    Battery,
    Boats,
    Boxes,
    Card,
    Kind,
    MarginState,
    Ship,
    Unit,
)

Heading = Annotated[float, BeforeValidator(degrees_of)]
"""Degrees clockwise from north, or a name such as "NNE"."""

Place = tuple[float, float]
"""Inches from the table's north-west corner: x east, y south."""

# "APM.landing.scale" A house figure: 100 feet of a beach that falls a foot in 25 are waist-deep.
SHALLOWS = 1.0
"""Inches off the land, by the middle of their front rank, at which troops can stand in the sea."""

GUNS_A_BOX = 11
"""Guns that a battery's gun box stands for: the middle of 8 to 14."""


@clause("APM.ships.fudge")
class BoxesEntry(Strict):
    """Boxes that a scenario sets for a ship instead of her rate's, by category."""

    masts: int | None = Field(default=None, ge=1)
    guns: int | None = Field(default=None, ge=0)
    hull: int | None = Field(default=None, ge=1)
    odd_gun: Literal["port", "starboard"] = "port"


class ShipEntry(Strict):
    """A ship. guns: by which she is rated. at, heading: where she starts; without at she is not on
    the table (a campaign's ships, or those that an option brings in). anchored: "bow", "stern" or
    "both". immobile, one_side: a prize crew's limits. option: she is there only when that option
    is on. status, why: of her guns, boxes or place, where these are not as printed.
    """

    name: str
    id: str = ""
    guns: int = Field(ge=0)
    kind: Kind = "man-of-war"
    nation: str = ""
    at: Place | None = None
    heading: Heading = 0.0
    anchored: Literal["", "bow", "stern", "both"] = ""
    independent: bool | None = None
    boxes: BoxesEntry | None = None
    mortars: int | None = Field(default=None, ge=0)
    troops: int | None = Field(default=None, ge=0)
    immobile: bool = False
    one_side: bool = False
    flag: bool = False
    option: str = ""
    status: Status = "house"
    why: str = ""

    @property
    def key(self) -> str:
        """The word that commands use."""
        return self.id or slug(self.name)


@clause("APM.battery.boxes")
class BatteryEntry(Strict):
    """A shore battery. guns: from which its boxes follow, or boxes themselves. facing: the middle
    of its arc; arc: degrees to either side of it. awake_by: it is silent unless that option is on.
    """

    name: str
    id: str = ""
    guns: int = Field(default=0, ge=0)
    boxes: int = Field(default=0, ge=0)
    at: Place
    facing: Heading
    arc: float = Field(default=45.0, gt=0, le=180)
    red_hot: bool = False
    too_high: bool = False
    awake_by: str = ""
    status: Status = "house"
    why: str = ""

    @property
    def key(self) -> str:
        """The word that commands use."""
        return self.id or slug(self.name)

    @property
    def size(self) -> int:
        """Gun boxes: as set, or guns by eleven to the nearest, at least one."""
        return self.boxes or max(1, (2 * self.guns + GUNS_A_BOX) // (2 * GUNS_A_BOX))


class UnitEntry(Strict):
    """Troops. party: they land or they garrison. ship: name or id of the ship that they are aboard
    of, for a landing party; at and facing otherwise. battery: whose crew it is.
    """

    name: str
    id: str = ""
    party: Literal["landing", "garrison"]
    arm: Arm = "infantry"
    figures: int = Field(gt=0)
    files: int = Field(default=0, ge=0)
    at: Place | None = None
    facing: Heading = 0.0
    formed: bool = True
    skirmishing: bool = False
    ship: str = ""
    battery: str = ""

    @property
    def key(self) -> str:
        """The word that commands use."""
        return self.id or slug(self.name)


class BoatsEntry(Strict):
    """Boats that are already in the water. ship: id of the ship that sent them."""

    id: str
    ship: str
    count: int = Field(gt=0)
    at: Place
    guard: bool = False


class SideEntry(Side):
    """One side: its nation, ships, batteries, troops and boats. chase: its ships start under a
    signal for general chase, so that all move independently.
    """

    nation: str = ""
    chase: bool = False
    ships: tuple[ShipEntry, ...] = ()
    batteries: tuple[BatteryEntry, ...] = ()
    units: tuple[UnitEntry, ...] = ()
    boats: tuple[BoatsEntry, ...] = ()


class RegionEntry(Strict):
    """A part of the table. kind: "land", "shoal", "rough", "obstacle", "cover", "town" or "deep".
    outline: corners in inches. depth: fathoms over a shoal. charted: its depth is known to all.
    """

    name: str
    kind: Literal["land", "shoal", "rough", "obstacle", "cover", "town", "deep"]
    outline: tuple[Place, ...] = Field(min_length=3)
    depth: float | None = Field(default=None, ge=0)
    charted: bool = True
    blocks_sight: bool | None = None
    status: Status = "house"
    why: str = ""

    def region(self) -> Region:
        """The region on the board."""
        return Region.of(
            self.name,
            self.kind,
            self.outline,
            depth=self.depth,
            blocks_sight=self.blocks_sight,
        )


class TableEntry(Strict):
    """The table: its size in inches and what lies on it."""

    width: float = Field(gt=0)
    height: float = Field(gt=0)
    regions: tuple[RegionEntry, ...] = ()


class WindEntry(Strict):
    """The wind at the start: where it blows from, or "throw" for the dice."""

    source: str = Field(default="throw", alias="from")

    @model_validator(mode="after")
    def _is_one_of_eight(self) -> Self:
        if self.source != "throw" and degrees_of(self.source) % 45:
            raise ValueError(
                f'the wind blows from one of eight directions, not {self.source}: such as "SW"'
            )
        return self

    @property
    def degrees(self) -> int | None:
        """Where it blows from, or None for the dice."""
        return None if self.source == "throw" else round(degrees_of(self.source))


class Aim(Strict):
    """Points besides those for ships taken and lost, house rules of a scenario.

    side: who gets them. what: "taken" (the named ship is the side's own at the end), "left" (the
    side's own ship left the table by the edge), "silenced" (the named battery has no guns), "held"
    (the side alone has troops in the named region), "unharmed" (the side's ship has not struck or
    sunk). who: id of the ship or battery, or name of the region; "" for each ship of the side.
    """

    side: str
    what: Literal["taken", "left", "silenced", "held", "unharmed"]
    who: str = ""
    edge: Literal["", "N", "E", "S", "W"] = ""
    points: int


@clause("APM.score.grades")
class Victory(Strict):
    """How a scenario is won. indecisive: the greatest difference of points that nobody wins by,
    5 as printed. aims: further points.
    """

    indecisive: int = Field(default=5, ge=0)
    aims: tuple[Aim, ...] = ()


class MarginScenario(Scenario):
    """A scenario of As Per Margin III.

    english: id of the side that plays the English part: moves last and fires first. night: one
    sees no farther than a die in inches; a campaign has its clock for that.
    own_table: campaigns have none until a battle is joined.
    """

    english: str
    sides: tuple[SideEntry, ...] = Field(min_length=2, max_length=2)
    wind: WindEntry = WindEntry()
    table: TableEntry = TableEntry(width=100, height=60)
    night: bool = False
    victory: Victory = Victory()
    campaign: CampaignData | None = None

    @property
    def ship_count(self) -> int:
        """How many ships take part without options."""
        return sum(not ship.option for side in self.sides for ship in side.ships)

    @property
    def other(self) -> str:
        """The side that moves first and fires last."""
        return next(side.id for side in self.sides if side.id != self.english)

    @cached_property
    def doubts(self) -> list[str]:
        """Every figure that is not printed, a sentence each."""
        entries: Iterable[Any] = (
            entry for side in self.sides for entry in (*side.ships, *side.batteries)
        )
        found = [
            f"{entry.name}: {entry.status}: {entry.why}"
            for entry in (*entries, *self.table.regions)
            if entry.status != "printed" and entry.why
        ]
        return found if self.campaign is None else [*found, *self.campaign.doubts]

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for problem in problems(self):
            raise ValueError(problem)
        return self


def slug(name: str) -> str:
    """A name as the word that commands use: "San Jago" is san-jago."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


# What is wrong with a scenario


def problems(scenario: MarginScenario) -> Iterator[str]:
    """What is wrong with a scenario, a sentence each that says what to do."""
    sides = [side.id for side in scenario.sides]
    if scenario.english not in sides:
        yield f"english is {scenario.english!r}: name one of the sides, {' or '.join(sides)}"
        return
    yield from _words_twice(scenario)
    yield from _strangers(scenario)
    yield from _off_the_table(scenario)
    yield from _on_land(scenario)
    yield from _in_deep_water(scenario)
    yield from _in_one_another(scenario)
    if scenario.campaign is not None:
        if scenario.night:
            yield "a campaign's clock says when it is night: leave night out"
        ships = [ship.key for side in scenario.sides for ship in side.ships]
        yield from scenario.campaign.strangers(sides, ships)


def _entries(side: SideEntry) -> Iterator[ShipEntry | BatteryEntry | UnitEntry]:
    yield from side.ships
    yield from side.batteries
    yield from side.units


def _words_twice(scenario: MarginScenario) -> Iterator[str]:
    seen: dict[str, str] = {}
    for side in scenario.sides:
        for entry in _entries(side):
            if entry.key in seen:
                yield f"{entry.name} and {seen[entry.key]} are both {entry.key!r}: give one an id"
            seen[entry.key] = entry.name
        for boats in side.boats:
            if boats.id in seen:
                yield f"boats {boats.id!r} have the id of {seen[boats.id]}: give them another"
            seen[boats.id] = f"boats {boats.id}"


def _strangers(scenario: MarginScenario) -> Iterator[str]:
    """Names that stand for nothing: ships of troops and boats, sides and things of aims."""
    things = {battery.key for side in scenario.sides for battery in side.batteries}
    things |= {ship.key for side in scenario.sides for ship in side.ships}
    places = {region.name for region in scenario.table.regions}
    for side in scenario.sides:
        own = {ship.key for ship in side.ships}
        guns = {battery.key for battery in side.batteries}
        for unit in side.units:
            if unit.ship and unit.ship not in own:
                yield f"{unit.name} are aboard {unit.ship!r}, which is no ship of {side.id}"
            if unit.battery and unit.battery not in guns:
                yield f"{unit.name} man {unit.battery!r}, which is no battery of {side.id}"
            if not unit.ship and unit.at is None:
                yield f"{unit.name} are nowhere: give them a place (at) or a ship"
        for boats in side.boats:
            if boats.ship not in own:
                yield f"boats {boats.id} are of {boats.ship!r}, which is no ship of {side.id}"
        parties = {unit.party for unit in side.units}
        if len(parties) > 1:
            yield f"{side.id} both lands and garrisons: its units are of one party"
    sides = [side.id for side in scenario.sides]
    for aim in scenario.victory.aims:
        if aim.side not in sides:
            yield f"an aim's side is {aim.side!r}: write {' or '.join(sides)}"
        known = places if aim.what == "held" else things
        if aim.who and aim.who not in known:
            yield f"an aim names {aim.who!r}: write one of {', '.join(sorted(known))}"


def _off_the_table(scenario: MarginScenario) -> Iterator[str]:
    table = scenario.table
    for name, at in _placed(scenario):
        if not (0 <= at[0] <= table.width and 0 <= at[1] <= table.height):
            yield (
                f"{name} is at {at[0]:g}, {at[1]:g}, off the table of "
                f"{table.width:g} by {table.height:g} inches"
            )


def _placed(scenario: MarginScenario) -> Iterator[tuple[str, Place]]:
    for side in scenario.sides:
        for entry in _entries(side):
            if entry.at is not None:
                yield entry.name, entry.at
        for boats in side.boats:
            yield f"boats {boats.id}", boats.at


def _on_land(scenario: MarginScenario) -> Iterator[str]:
    lands = [region.region() for region in scenario.table.regions if region.kind == "land"]
    for side in scenario.sides:
        afloat = [(ship.name, ship.at, "is", "her") for ship in side.ships]
        afloat += [(f"boats {boats.id}", boats.at, "are", "them") for boats in side.boats]
        for name, at, are, them in afloat:
            for land in lands:
                if at is not None and land.holds(FreePose.at(*at)):
                    yield (
                        f"{name} {are} on land, in {land.name} at {at[0]:g}, {at[1]:g}: "
                        f"put {them} in the water"
                    )


@clause("APM.landing.scale")
def _in_deep_water(scenario: MarginScenario) -> Iterator[str]:
    """Troops that start where nobody can stand: neither ashore nor in the shallows.

    Ruling: the shallows reach an inch from ground that troops can stand on, so deep as a unit of
    three ranks that has just landed. A table that shows no coast is ground all over.
    """
    import shapely

    regions = [region.region() for region in scenario.table.regions if region.kind in FIRM]
    if not any(region.kind == "land" for region in regions):
        return
    for side in scenario.sides:
        for unit in side.units:
            if unit.ship or unit.at is None:
                continue
            place = shapely.Point(unit.at)
            off = min(region.shape.distance(place) for region in regions)
            if off > SHALLOWS + TOLERANCE:
                yield (
                    f"{unit.name} stand in deep water at {unit.at[0]:g}, {unit.at[1]:g}, "
                    f"{off:.3g} inches off the land: put them ashore or in the shallows, which "
                    f"are {SHALLOWS:g} inch wide, or name the ship that they are aboard of"
                )


def _in_one_another(scenario: MarginScenario) -> Iterator[str]:
    """Ships' bases that overlap at the start; sizes by rate alone."""
    stands = [
        (ship.name, Stand(FreePose.at(*ship.at, ship.heading), _entry_base(scenario, ship)))
        for side in scenario.sides
        for ship in side.ships
        if ship.at is not None
    ]
    for i, (name, stand) in enumerate(stands):
        for other, theirs in stands[:i]:
            if stand.pose.is_within(theirs.pose, 3) and do_overlap(stand, theirs):
                yield f"{other} and {name} overlap at {stand.pose.inches}: move one of them"


def _entry_base(scenario: MarginScenario, ship: ShipEntry) -> Any:
    if scenario.figures:
        return _base(scenario.figures.tables["rates"], scenario.figures.ships, ship)
    folder = Path(__file__).parent
    return _base(load_tables(folder / "tables")["rates"], load_ships(folder / "ships"), ship)


# Setting up


@clause("APM.ships.rates", "APM.ships.boxes", "APM.ships.fudge")
def card_of(
    rates: Table, types: Mapping[str, ShipType], entry: ShipEntry, side: SideEntry, n: int
) -> Card:
    """A ship's line on the fleet's sheet."""
    type = ship_named(types, type_of(rates, entry.guns, entry.kind))
    boxes: Boxes = boxes_of(type)
    if entry.boxes is not None:
        changes = entry.boxes.model_dump(exclude_none=True)
        odd = changes.pop("odd_gun")
        boxes = fudged(boxes, changes, odd)
    return Card(
        n=n,
        id=entry.key,
        name=entry.name,
        side=side.id,
        nation=entry.nation or side.nation,
        kind=entry.kind,
        guns=entry.guns,
        rate=number(type, "rate"),
        boxes=boxes,
        base=_base(rates, types, entry),
        mortars=number(type, "mortars") if entry.mortars is None else entry.mortars,
        troops=number(type, "troops") if entry.troops is None else entry.troops,
        immobile=entry.immobile,
        one_side=entry.one_side,
        flag=entry.flag,
    )


def _base(rates: Table, types: Mapping[str, ShipType], entry: ShipEntry) -> Any:
    type = ship_named(types, type_of(rates, entry.guns, entry.kind))
    rate = number(type, "rate") or rate_of(rates, entry.guns)
    length, width = rates.look_up(rate, "length"), rates.look_up(rate, "width")
    return base_of(int(str(length)), int(str(width)))


def set_up(rules: Any, dice: Dice) -> MarginState:
    """The state at the start of a scenario; the wind is thrown for where it is not given, and by
    night how far one sees before the first turn.
    """
    scenario: MarginScenario = rules.scenario
    state = placed(rules)
    if scenario.campaign is not None:
        from weathergage_as_per_margin.campaign.opening import begin

        begin(rules, state, dice)
    elif scenario.wind.degrees is None:
        from weathergage_as_per_margin.weather import initial_wind

        state.wind = initial_wind(rules, dice)
    if scenario.night:
        from weathergage_as_per_margin.weather import initial_sight

        state.sight = initial_sight(dice)
    return state


def placed(rules: Any) -> MarginState:
    """All that a scenario puts down, before any die is thrown: made once, and copied."""
    start: MarginState | None = rules.memo.get("placed")
    if start is None:
        start = rules.memo["placed"] = _put_down(rules)
    return start.copy()


def _put_down(rules: Any) -> MarginState:
    scenario: MarginScenario = rules.scenario
    state = MarginState(turn=1, ships=[], wind=scenario.wind.degrees or 0)
    for side in scenario.sides:
        for entry in side.ships:
            card = card_of(rules.tables["rates"], rules.ships, entry, side, len(state.ships))
            state.ships.append(_placed_ship(rules, card, entry, side))
    for side in scenario.sides:
        state.batteries += [_battery(rules, entry, side.id) for entry in side.batteries]
        for boats in side.boats:
            state.boats.append(_boats(state, boats, side.id))
        for unit in side.units:
            state.units.append(_unit(state, unit, side.id, len(state.units)))
    return state


@clause("APM.ships.independent", "APM.anchor.handling")
def _placed_ship(rules: Any, card: Card, entry: ShipEntry, side: SideEntry) -> Ship:
    """Frigates and smaller start independent, and a whole fleet under a signal to chase."""
    absent = bool(entry.option) and not rules.options.is_on(entry.option)
    independent = entry.independent
    if independent is None:
        independent = side.chase or card.rate >= 5
    return fresh(
        card,
        pose=FreePose.at(*(entry.at or (0.0, 0.0)), entry.heading),
        bow_cable=entry.anchored in ("bow", "both"),
        stern_cable=entry.anchored in ("stern", "both"),
        independent=independent,
        gone="elsewhere" if absent or entry.at is None else "",
    )


def _battery(rules: Any, entry: BatteryEntry, side: str) -> Battery:
    return Battery(
        id=entry.key,
        name=entry.name,
        side=side,
        pose=FreePose.at(*entry.at, entry.facing),
        built=entry.size,
        boxes=entry.size,
        arc=entry.arc,
        red_hot=entry.red_hot,
        too_high=entry.too_high,
        silent=bool(entry.awake_by) and not rules.options.is_on(entry.awake_by),
    )


def _boats(state: MarginState, entry: BoatsEntry, side: str) -> Boats:
    ship = state.ship(entry.ship)
    assert ship is not None
    ship.boats_out += entry.count
    return Boats(entry.id, side, ship.n, FreePose.at(*entry.at), entry.count, entry.guard)


def _unit(state: MarginState, entry: UnitEntry, side: str, n: int) -> Unit:
    ship = state.ship(entry.ship) if entry.ship else None
    return Unit(
        n=n,
        id=entry.key,
        name=entry.name,
        side=side,
        party=entry.party,
        arm=entry.arm,
        figures=entry.figures,
        pose=FreePose.at(*(entry.at or (0.0, 0.0)), entry.facing),
        files=entry.files or max(1, (entry.figures + 1) // 2),
        formed=entry.formed and not entry.skirmishing and entry.arm != "artillery",
        skirmishing=entry.skirmishing,
        ship=ship.n if ship else -1,
        battery=entry.battery,
        gone="afloat" if ship else "",
    )


def card_from(data: dict[str, Any]) -> Card:
    """A card for a ship that is no longer in the scenario, as a record has her."""
    kept = data["card"]
    return Card(
        n=0,
        id=data["id"],
        name=data["name"],
        side=kept["side"],
        nation=kept["nation"],
        kind=kept["kind"],
        guns=kept["guns"],
        rate=kept["rate"],
        boxes=Boxes(*kept["boxes"]),
        base=base_of(*kept["base"]),
    )
