"""Scenario files: what they say, what is checked in them, and how one is set up.

A file is TOML. Hexes are written as the book prints them (`layout.py`), headings by the grid, N
toward row 00, whatever the book calls north. Whatever is not printed carries its status and the
reason, and `WarGalleyScenario.doubts` lists it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from pydantic import Field, model_validator

from weathergage import (
    HEADINGS,
    STEP,
    Dice,
    Scenario,
    ShipType,
    WeathergageError,
    clause,
    load_ships,
    parse_heading,
)
from weathergage_war_galley import layout
from weathergage_war_galley.layout import Pose
from weathergage_war_galley.parts import (
    TO_DEPLOY,
    TYPES,
    WAITING,
    Approach,
    Block,
    CommanderEntry,
    GalleyEntry,
    MapEntry,
    SideEntry,
    Special,
    TournamentEntry,
    Victory,
    WindEntry,
    codes_of as codes_of,
    size_of,
)
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.state import Arrival, Commander, Counter, Galley, GalleyState


@clause("2.0", "4.0")
class WarGalleyScenario(Scenario):
    """A scenario of War Galley.

    scale: fewest and most vessels that a counter stands for, which changes nothing in play.
    order: sides in the order in which they deploy, () for that of `sides`. turns: a limit of
    ours, after which the leader on points has the better of it: the book has none.
    """

    sides: tuple[SideEntry, ...] = Field(min_length=2, max_length=2)
    scale: tuple[int, int] = (1, 1)
    difficulty: str = ""
    playing_time: str = ""
    balance: str = ""
    map: MapEntry = MapEntry()
    wind: WindEntry = WindEntry()
    order: tuple[str, ...] = ()
    special: Special = Special()
    victory: Victory = Victory()
    tournament: TournamentEntry | None = None

    @property
    def ship_count(self) -> int:
        """How many galleys take part."""
        return sum(len(entry.codes) for side in self.sides for entry in side.galleys)

    @cached_property
    def sheet(self) -> Sheet:
        """The map."""
        chart = self.map
        bare = Sheet(chart.join, names=chart.names)
        return Sheet(
            chart.join,
            frozenset(layout.hexes(bare, chart.land)),
            frozenset(chart.coast),
            frozenset(layout.hexes(bare, chart.open_coast)),
            names=chart.names,
        )

    def side(self, id: str) -> SideEntry:
        """The side of that id; KeyError."""
        for side in self.sides:
            if side.id == id:
                return side
        raise KeyError(id)

    def enemy(self, id: str) -> str:
        """The other side's id."""
        return next(side.id for side in self.sides if side.id != id)

    @property
    def deploys(self) -> tuple[str, ...]:
        """The sides in the order in which they deploy."""
        return self.order or tuple(side.id for side in self.sides)

    @cached_property
    def doubts(self) -> list[str]:
        """What is not as printed, a sentence each."""
        told = [f"Map: {self.map.status}: {self.map.why}"] if self.map.why else []
        for side in self.sides:
            for entry in side.galleys:
                if entry.why:
                    named = f"{TYPES[entry.type]} {entry.numbers[0]} to {entry.numbers[1]}"
                    told.append(f"{side.name}, {named}: {entry.status}: {entry.why}")
            for block in side.blocks:
                if block.why:
                    told.append(f"{side.name}, {block.id}: {block.status}: {block.why}")
            for leader in side.commanders:
                if leader.status != "printed":
                    told.append(f"{leader.name}: {leader.status}: {leader.why}")
        return told

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for problem in problems(self):
            raise ValueError(problem)
        return self


# What others ask of a scenario


def numbers_of(state: GalleyState, side: str, texts: Iterable[str]) -> tuple[int, ...]:
    """Numbers, `state.galleys[n]`, of a side's galleys that texts such as "5/8-13" name."""
    own = {
        f"{galley.counter.type}/{galley.counter.number}": galley.n
        for galley in state.galleys
        if galley.counter.side == side
    }
    return tuple(own[code] for code in codes_of(texts) if code in own)


def sheet_of(rules: Any) -> Sheet:
    """The map that a game is played on."""
    sheet: Sheet = rules.scenario.sheet
    return sheet


@clause("10.0-victory")
def levels(rules: Any) -> dict[str, int]:
    """Victory Points that each side needs; in a tournament by the size of the fleets."""
    scenario: WarGalleyScenario = rules.scenario
    if scenario.tournament is None:
        return dict(scenario.victory.points)
    needed = scenario.tournament.levels[str(rules.options.fleet_points)]
    return {side.id: needed for side in scenario.sides}


def holder(game: Any) -> str:
    """The side that has the initiative of this turn without a roll, "" for none: in the first
    turn who the scenario says, or who won it for the set-up of a tournament.
    """
    if game.state.turn != 1:
        return ""
    scenario: WarGalleyScenario = game.rules.scenario
    first: str = game.state.first
    return scenario.special.initiative or (first if scenario.tournament is not None else "")


def approaching(game: Any) -> Approach | None:
    """The approach that this turn is, or None for a turn of both sides."""
    approach: Approach | None = game.rules.scenario.special.approach
    return approach if approach is not None and game.state.turn == 1 else None


def blocks_played(side: SideEntry, options: Any) -> list[Block]:
    """The blocks of a side, without those that an option leaves out."""
    return [b for b in side.blocks if not (b.without and getattr(options, b.without, False))]


def poses_of(sheet: Sheet, side: SideEntry, block: Block) -> list[Pose]:
    """The poses of a block, as printed or suggested, as many as it has places on the map."""
    poses = layout.read_all(sheet, block.at, side.size(block), block.heading)
    if block.zone is not None and block.zone.beyond:
        return [Pose(pose.bow - STEP[pose.heading], pose.heading) for pose in poses]
    return poses


@clause("5.22")
def berth_of(sheet: Sheet, block: Block, last: Pose | None) -> Pose:
    """Where the next galley of a waiting line starts: its bow in the first hex off the map,
    straight behind the last galley of the line or the line's entry.
    """
    if last is None:
        (entry,) = layout.read(sheet, block.entry, 1)
        return Pose(entry.bow - STEP[entry.heading], entry.heading)
    bow = last.bow
    while bow in sheet.hexes:
        bow -= STEP[last.heading]
    return Pose(bow, last.heading)


# What is wrong with a scenario


def problems(scenario: WarGalleyScenario) -> Iterator[str]:
    """What is wrong with a scenario, a sentence each that says what to do."""
    try:
        found = scenario.sheet
    except WeathergageError as error:
        yield f"map: {error}"
        return
    ids = [side.id for side in scenario.sides]
    yield from _strangers(scenario, ids)
    if not scenario.wind.to and scenario.wind.changes in ("steady", "rolled"):
        yield "wind: give where it blows to"
    if scenario.wind.to and scenario.wind.to not in HEADINGS:
        yield f"wind.to is {scenario.wind.to!r}: write one of {', '.join(HEADINGS)}"
    taken: dict[int, str] = {}
    for side in scenario.sides:
        wrong = [*_wrong_galleys(scenario, side), *_wrong_blocks(side)]
        yield from wrong
        if not wrong:
            yield from _wrong_places(found, side, taken)
            yield from _wrong_commanders(found, side)


def _strangers(scenario: WarGalleyScenario, ids: list[str]) -> Iterator[str]:
    special, victory = scenario.special, scenario.victory
    named: list[tuple[str, Iterable[str]]] = [
        ("order", scenario.order),
        ("special.initiative", filter(None, [special.initiative])),
        ("special.initiative_modifiers", special.initiative_modifiers),
        ("special.single", special.single),
        ("special.fatigue", special.fatigue),
        ("special.cruise", special.cruise),
        ("special.cruise_until_entered", special.cruise_until_entered),
        ("special.no_flagship", special.no_flagship),
        ("special.throwers", special.throwers),
        ("victory.points", victory.points),
        ("victory.exits", [exit.side for exit in victory.exits]),
        ("wind.side", filter(None, [scenario.wind.side])),
    ]
    for key in ("approach", "convoy", "column", "first_speed"):
        entry = getattr(special, key)
        named.append((f"special.{key}", [entry.side] if entry else []))
    for key in ("aground", "treasure", "survivors", "escape"):
        entry = getattr(victory, key)
        named.append((f"victory.{key}", [entry.side] if entry else []))
    for key, sides in named:
        for side in sides:
            if side not in ids:
                yield f"{key} names {side!r}, which is no side: write {' or '.join(ids)}"
    leaders = {leader.id for side in scenario.sides for leader in side.commanders}
    for id in (*special.in_command, *special.flagship_crew):
        if id not in leaders:
            yield f"special names commander {id!r}, who is not in the scenario"


def _wrong_galleys(scenario: WarGalleyScenario, side: SideEntry) -> Iterator[str]:
    known = scenario.figures.ships if scenario.figures else counters()
    seen: set[str] = set()
    for entry in side.galleys:
        if entry.type not in TYPES:
            yield f"{side.id}: {entry.type!r} is no type of galley: write one of {', '.join(TYPES)}"
            continue
        for code in entry.codes:
            if code in seen:
                yield f"{side.id} has {code} twice"
            seen.add(code)
        complete = None not in (entry.crew, entry.ram, entry.defense, entry.manpower, entry.speed)
        for n in range(entry.numbers[0], entry.numbers[1] + 1):
            if not complete and _counter_type(known, side.colour, entry.type, n) is None:
                yield (
                    f"{side.id}: there is no {side.colour} {TYPES[entry.type]} {n}: correct its "
                    "number, or give all its ratings"
                )
                break


def _wrong_blocks(side: SideEntry) -> Iterator[str]:
    known = [code for entry in side.galleys for code in entry.codes]
    placed: dict[str, str] = {}
    for block in side.blocks:
        try:
            codes = block.codes
        except WeathergageError as error:
            yield f"{side.id}, {block.id}: {error}"
            continue
        for code in codes:
            if code not in known:
                yield f"{side.id}, {block.id}: {code} is none of its galleys"
            if code in placed:
                yield f"{side.id}: {code} is in {placed[code]} and in {block.id}"
            placed[code] = block.id
    for code in known:
        if side.blocks and code not in placed:
            yield f"{side.id}: {code} is placed nowhere; give it to a block"
    ids = [block.id for block in side.blocks]
    for first, second in pairwise(sorted(ids)):
        if first == second:
            yield f"{side.id} has two blocks {first!r}"
    for block in side.blocks:
        for other in filter(None, (block.behind, block.near, block.tugs, *block.after)):
            if other not in ids:
                yield f"{side.id}, {block.id}: there is no block {other!r}"


def _wrong_places(sheet: Sheet, side: SideEntry, taken: dict[int, str]) -> Iterator[str]:
    for block in side.blocks:
        where = f"{side.id}, {block.id}"
        try:
            poses = poses_of(sheet, side, block)
            if not poses and len(block.codes):
                berth_of(sheet, block, None)
        except (WeathergageError, ValueError) as error:
            yield f"{where}: {error}"
            continue
        if len(poses) > len(block.codes):
            yield f"{where}: {len(poses)} places for {len(block.codes)} galleys"
        for pose in poses:
            yield from _wrong_pose(sheet, where, block, pose, side.size(block), taken)


def _wrong_pose(
    sheet: Sheet, where: str, block: Block, pose: Pose, size: int, taken: dict[int, str]
) -> Iterator[str]:
    zone = block.zone
    harbour = bool(zone and zone.bows)
    for k, hex in enumerate(pose.hexes(size)):
        off = zone is not None and (zone.beyond or (k == 1 and (zone.stern_off or harbour)))
        if hex not in sheet.hexes and not off:
            yield f"{where}: {sheet.label(hex).removeprefix('off map ')} is off the map"
        if hex in sheet.land and not harbour:
            yield f"{where}: {sheet.label(hex)} is land"
        if hex in taken:
            yield f"{where}: {sheet.label(hex)} is taken by {taken[hex]}: move one of them"
        taken[hex] = where


def _wrong_commanders(sheet: Sheet, side: SideEntry) -> Iterator[str]:
    ids = [block.id for block in side.blocks]
    seen: set[str] = set()
    for leader in side.commanders:
        if leader.id in seen:
            yield f"{side.id} has two commanders {leader.id!r}"
        seen.add(leader.id)
        for id in leader.squadrons:
            if id not in ids:
                yield f"{side.id}: {leader.name} is in block {id!r}, which there is not"
        if leader.at and all(
            sheet.beyond(leader.at) not in pose.hexes(side.size(block))
            for block in side.blocks
            for pose in poses_of(sheet, side, block)
        ):
            yield f"{side.id}: no galley for {leader.name} is in {leader.at}"


# Setting up


def counters() -> dict[str, ShipType]:
    """The counters of the book, read once."""
    return load_ships(Path(__file__).parent / "ships")


def _counter_type(
    ships: Mapping[str, ShipType], colour: str, type: str, number: int
) -> ShipType | None:
    """The block of counters that a number is of."""
    for ship in ships.values():
        if ship.group != colour or ship.ratings["type"] != type:
            continue
        first, last = ship.ratings["numbers"]  # type: ignore[misc, str-unpack]
        if int(first) <= number <= int(last):
            return ship
    return None


@clause("2.1-crew", "2.1-ram", "2.1-manpower", "2.1-engines", "2.1-towers", "2.1-speed")
def counter_of(
    ships: Mapping[str, ShipType],
    side: SideEntry,
    entry: GalleyEntry,
    number: int,
    n: int,
    code: str,
    sea: frozenset[int] | None = None,
) -> Counter:
    """A galley's counter: what the scenario says, else what is printed on it."""
    # "6.13-towers" The Maximum of a galley with towers is printed a step lower: nothing is taken
    # off here.
    # "4.1-cataphract" A roofed deck has no rating of its own.
    ship = _counter_type(ships, side.colour, entry.type, number)
    printed: dict[str, Any] = dict(ship.ratings) if ship is not None else {}

    def rating(name: str, given: Any, default: Any = 0) -> Any:
        return printed.get(name, default) if given is None else given

    cruise, most = rating("speed", entry.speed)
    attack, fast_attack = rating("ram", entry.ram)
    return Counter(
        n=n,
        code=code,
        colour=side.colour,
        type=entry.type,
        number=number,
        side=side.id,
        fleet=entry.fleet,
        crew=rating("crew", entry.crew),
        ram=(attack, fast_attack),
        defense=rating("defense", entry.defense),
        manpower=rating("manpower", entry.manpower),
        speed=(cruise, most + entry.faster),
        hexes=size_of(entry.type) if entry.hexes is None else entry.hexes,
        anastrophe=bool(rating("anastrophe", entry.anastrophe)),
        engines=bool(rating("engines", entry.engines)),
        towers=bool(rating("towers", entry.towers)),
        flame=entry.flame,
        firepots=entry.firepots,
        corvus=entry.corvus,
        harpax=entry.harpax,
        sails=side.sails != "none",
        value=entry.value,
        sea=sea,
    )


def set_up(rules: Any, dice: Dice) -> GalleyState:
    """The state at the start: galleys with printed places on the map, the others off it until
    their side has placed them; nothing is rolled.
    """
    scenario: WarGalleyScenario = rules.scenario
    wind = scenario.wind
    state = GalleyState(turn=1, galleys=[], commanders=[])
    if wind.changes in ("steady", "rolled"):
        state.wind = parse_heading(wind.to)
        state.blowing = True
    both = _on_both_sides(scenario)
    for side in scenario.sides:
        left_out = _left_out(side, rules.options)
        for entry in side.galleys:
            played = entry.with_options(rules.options)
            sea = _confined(scenario.sheet, played.off_coast)
            for number in range(entry.numbers[0], entry.numbers[1] + 1):
                short = f"{entry.type}/{number}"
                if short in left_out:
                    continue
                code = f"{side.colour} {short}" if short in both else short
                n = len(state.galleys)
                counter = counter_of(rules.ships, side, played, number, n, code, sea)
                galley = Galley(counter, side.id, -1, 0, towers=counter.towers, gone=TO_DEPLOY)
                galley.sail = side.sails == "up"
                state.galleys.append(galley)
    for side in scenario.sides:
        for block in blocks_played(side, rules.options):
            if not block.is_free:
                settle(state, scenario, side, block)
        state.commanders += [
            _commander(state, scenario, side, leader) for leader in side.commanders
        ]
    _take_in_tow(state, scenario, rules.options)
    return state


def _confined(sheet: Sheet, off_coast: int | None) -> frozenset[int] | None:
    """The hexes that galleys are kept to, off the coast by so many hexes; None for no limit."""
    if off_coast is None:
        return None
    return frozenset(
        hex
        for hex in sheet.hexes - sheet.land
        if all(sheet.from_edge(hex, edge) > off_coast for edge in sheet.coast)
    )


def _on_both_sides(scenario: WarGalleyScenario) -> set[str]:
    first, second = (
        {code for entry in side.galleys for code in entry.codes} for side in scenario.sides
    )
    return first & second


def _left_out(side: SideEntry, options: Any) -> set[str]:
    played = blocks_played(side, options)
    return {code for block in side.blocks if block not in played for code in block.codes}


def settle(state: GalleyState, scenario: WarGalleyScenario, side: SideEntry, block: Block) -> None:
    """Put the galleys of a block on their printed places, the rest of a line behind them."""
    sheet = scenario.sheet
    poses = poses_of(sheet, side, block)
    members = numbers_of(state, side.id, block.galleys)
    for n, pose in zip(members, poses, strict=False):
        put(state, state.galleys[n], pose, block)
    wait(state, sheet, block, members[len(poses) :], poses[-1] if poses else None, members)


def put(state: GalleyState, galley: Galley, pose: Pose, block: Block) -> None:
    """Put a galley on the map."""
    galley.gone = ""
    galley.anchored = block.anchored
    state.place(galley, *pose)


@clause("5.22")
def wait(
    state: GalleyState,
    sheet: Sheet,
    block: Block,
    waiting: tuple[int, ...],
    last: Pose | None,
    members: tuple[int, ...],
    name: str = "",
) -> None:
    """Let galleys wait in line behind the last of a block on the map, or at the block's entry.

    name: of the line, if it is not the block's.
    """
    if not waiting:
        return
    berth = berth_of(sheet, block, last)
    for n in waiting:
        state.galleys[n].gone = WAITING
        state.galleys[n].heading = berth.heading
    ahead = members[len(members) - len(waiting) - 1] if last is not None else -1
    line = Arrival(
        name or block.id, berth.bow, berth.heading, ahead, tuple(waiting), block.turn, block.after
    )
    state.arrivals = (*state.arrivals, line)


def _commander(
    state: GalleyState, scenario: WarGalleyScenario, side: SideEntry, leader: CommanderEntry
) -> Commander:
    galley = -1
    if leader.at:
        galley = state.at.get(scenario.sheet.beyond(leader.at), -1)
    return Commander(
        leader.id,
        leader.name,
        side.id,
        leader.range,
        leader.initiative,
        galley,
        leader.fleet,
        leader.only,
    )


def _take_in_tow(state: GalleyState, scenario: WarGalleyScenario, options: Any) -> None:
    """Each transport in tow of the galley of the same place in its tugs' block."""
    for side in scenario.sides:
        for block in blocks_played(side, options):
            if block.tugs:
                towed = numbers_of(state, side.id, block.galleys)
                tugs = numbers_of(state, side.id, side.block(block.tugs).galleys)
                for tug, transport in zip(tugs, towed, strict=True):
                    state.galleys[tug].tows = transport
                    state.galleys[transport].towed = tug


def recrewed(galley: Galley, crew: int) -> None:
    """Give a galley another crew than its counter has."""
    galley.counter = replace(galley.counter, crew=crew)
