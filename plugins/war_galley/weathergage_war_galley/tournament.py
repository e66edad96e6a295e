"""Tournament: fleets that are bought by points, and their set-up (10.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from weathergage import (
    Ask,
    Choose,
    Command,
    Complaint,
    Dice,
    Event,
    OneOf,
    PhaseRun,
    ShipType,
    ask,
    clause,
    event,
    together,
)
from weathergage_war_galley.deployment import deploy_side
from weathergage_war_galley.parts import (
    TO_DEPLOY,
    Block,
    CommanderEntry,
    GalleyEntry,
    SideEntry,
    TournamentEntry,
    Zone,
    size_of,
)
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.scenarios import WarGalleyScenario, counter_of
from weathergage_war_galley.sheet import FIRST_COLUMN, LAST_COLUMN, LAST_ROW, Edge
from weathergage_war_galley.state import Commander, Galley, GalleyState

WIDEST = 20
"""Galleys in one row of a suggested set-up."""

MIDDLE = 35
"""The column about which it lies."""

ROWS: dict[Edge, tuple[int, ...]] = {"28": (21, 24, 26), "00": (7, 4, 2)}
"""Rows of bows of a suggested set-up, the first line first, by edge."""


class Fleet(Command):
    """A fleet: how many galleys of each group of counters, "red-5-8", and who leads it.

    admiral, leaders: ids.
    """

    NOTATION = '"fleet red-5-8 = 10, red-cat3-31 = 6; agrippa; philip, sosius"'

    galleys: dict[str, int]
    admiral: str
    leaders: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Fields of a line such as "fleet red-5-8 = 10; agrippa; philip, sosius"."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() != "fleet":
            return None
        parts = [part.strip() for part in rest.split(";")]
        if len(parts) not in (2, 3):
            raise ValueError("a fleet has galleys; an Admiral; and leaders: " + cls.NOTATION)
        galleys: dict[str, int] = {}
        for item in filter(None, parts[0].split(",")):
            group, _, count = (text.strip() for text in item.partition("="))
            if not count.isdigit():
                raise ValueError(f'"{item.strip()}" buys nothing: write "red-5-8 = 10"')
            galleys[group] = int(count)
        leaders = parts[2].split(",") if len(parts) == 3 else []
        named = tuple(id.strip() for id in leaders if id.strip())
        return {"galleys": galleys, "admiral": parts[1], "leaders": named}

    def write(self) -> str:
        """The line that stands for it."""
        galleys = ", ".join(f"{group} = {count}" for group, count in self.galleys.items())
        return f"fleet {galleys}; {self.admiral}; {', '.join(self.leaders)}".removesuffix("; ")


@event
class FleetBuilt(Event):
    """A side has bought its fleet: (group, count) each, what it cost, and who leads it."""

    side: str
    galleys: tuple[tuple[str, int], ...]
    cost: int
    leaders: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """The fleet and its price."""
        galleys = ", ".join(f"{count} of {group}" for group, count in self.galleys)
        return f"{self.side}: {galleys} for {self.cost} points, under {', '.join(self.leaders)}."


@event
class SetUpWon(Event):
    """A side has won the initiative for the set-up, so that the other one sets up first."""

    side: str
    clause: str

    def say(self) -> str:
        """Who has won it."""
        return f"{self.side} wins the initiative; the other side sets up first."


@clause("10.0-cost")
def cost(ship: ShipType) -> int:
    """Fleet-Building Points for a galley: Manpower, Crew and Ram Defense, and one more each for
    towers and engines.
    """
    names = ("manpower", "crew", "defense", "towers", "engines")
    return sum(int(str(ship.ratings.get(name, 0))) for name in names)


class Purse(NamedTuple):
    """What a side may spend, on what, and who may lead."""

    points: int
    leaders: int
    groups: dict[str, ShipType]
    admirals: dict[str, CommanderEntry]
    others: dict[str, CommanderEntry]


@clause("10.0", "10.0-commanders")
def purse_of(rules: Any, side: SideEntry) -> Purse:
    """A side's points, its counters, and its commanders."""
    entry: TournamentEntry = rules.scenario.tournament
    size = str(rules.options.fleet_points)
    return Purse(
        int(size),
        entry.squadron_leaders[size],
        {id: ship for id, ship in rules.ships.items() if ship.group == side.colour},
        {leader.id: leader for leader in entry.admirals[side.id]},
        {leader.id: leader for leader in entry.leaders[side.id]},
    )


class Market:
    """What a side may answer when it is asked for its fleet."""

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self._costs = {id: cost(ship) for id, ship in purse.groups.items()}

    def legal(self) -> None:
        """None: the fleets are too many to list."""
        return None

    def sample(self, dice: Dice) -> Command:
        """A fleet bought at random until the points run out."""
        bought: dict[str, int] = {}
        left = self._purse.points
        while open := [id for id in self._costs if self._is_open(id, bought, left)]:
            id = open[dice.below("sample", len(open))]
            bought[id] = bought.get(id, 0) + 1
            left -= self._costs[id]
        admirals, others = list(self._purse.admirals), list(self._purse.others)
        admiral = admirals[dice.below("sample", len(admirals))]
        leaders = tuple(
            others.pop(dice.below("sample", len(others))) for _ in range(self._purse.leaders)
        )
        return Fleet(galleys=bought, admiral=admiral, leaders=leaders)

    def _is_open(self, id: str, bought: Mapping[str, int], left: int) -> bool:
        return self._costs[id] <= left and bought.get(id, 0) < self._purse.groups[id].quantity

    def suggested(self) -> Fleet:
        """Quinqueremes for as long as the points last, then what is still to be had."""
        bought: dict[str, int] = {}
        left = self._purse.points
        groups = self._purse.groups
        order = sorted(groups, key=lambda id: (groups[id].ratings["type"] != "5", -self._costs[id]))
        for id in order:
            count = min(left // self._costs[id], groups[id].quantity)
            if count:
                bought[id] = count
                left -= count * self._costs[id]
        admiral = max(self._purse.admirals.values(), key=lambda a: (a.initiative or 0, a.range))
        leaders = tuple(list(self._purse.others)[: self._purse.leaders])
        return Fleet(galleys=bought, admiral=admiral.id, leaders=leaders)

    @clause("10.0-cost", "10.0-commanders")
    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a fleet: the group or commander, and the reason."""
        if not isinstance(command, Fleet):
            return Complaint("a fleet is wanted here", "10.0", "wrong-kind")
        purse = self._purse
        for id, count in command.galleys.items():
            if id not in purse.groups:
                offered = ", ".join(purse.groups)
                return Complaint(f"{id} is no group of counters here: {offered}", "10.0", "unknown")
            if not 1 <= count <= purse.groups[id].quantity:
                there_are = purse.groups[id].quantity
                return Complaint(f"{id}: {count} of {there_are} cannot be bought", "10.0", "count")
        spent = sum(count * self._costs[id] for id, count in command.galleys.items())
        if spent > purse.points:
            told = f"the fleet costs {spent} points, and {purse.points} are to be spent"
            return Complaint(told, "10.0-cost", "too-dear")
        return self._check_leaders(command)

    def _check_leaders(self, command: Fleet) -> Complaint | None:
        purse = self._purse
        if command.admiral not in purse.admirals:
            told = f"{command.admiral} is no Admiral here: choose from {', '.join(purse.admirals)}"
            return Complaint(told, "10.0-commanders", "unknown")
        for id in command.leaders:
            if id not in purse.others:
                told = f"{id} is no Squadron Commander here: choose from {', '.join(purse.others)}"
                return Complaint(told, "10.0-commanders", "unknown")
        if len(set(command.leaders)) < len(command.leaders):
            return Complaint("a leader is named twice", "10.0-commanders", "twice")
        if len(command.leaders) > purse.leaders:
            told = f"{len(command.leaders)} leaders are named; {purse.leaders} is the most"
            return Complaint(told, "10.0-commanders", "too-many")
        if sum(command.galleys.values()) <= len(command.leaders):
            return Complaint("each commander needs a galley", "10.0-commanders", "too-few")
        return None

    def help(self) -> str:
        """What there is to buy, who leads, and an example."""
        prices = ", ".join(f"{id} at {price}" for id, price in self._costs.items())
        return (
            f"Buy galleys for {self._purse.points} points ({prices}), pick an Admiral "
            f"({', '.join(self._purse.admirals)}) and up to {self._purse.leaders} leaders "
            f"({', '.join(self._purse.others)}). For example: {self.suggested().write()}"
        )


# The set-up


@clause("10.0", "10.0-setup")
def muster(game: Any) -> PhaseRun:
    """Both sides buy their fleets, in secret and together; the initiative is rolled for; its loser
    sets up first, and its winner then deploys on the edge opposite or keeps his fleet beyond it
    to bring it in in the first turn.
    """
    scenario: WarGalleyScenario = game.rules.scenario
    purses = [purse_of(game.rules, side) for side in scenario.sides]
    fleets = yield from together(
        *(
            Ask(
                side.id,
                Fleet,
                clause="10.0",
                answers=Market(purse),
                prompt=f"{side.name}: buy your fleet for {purse.points} points",
            )
            for side, purse in zip(scenario.sides, purses, strict=True)
        )
    )
    sides: dict[str, SideEntry] = {}
    for side, purse, fleet in zip(scenario.sides, purses, fleets, strict=True):
        assert isinstance(fleet, Fleet)
        sides[side.id] = manned(side, purse, fleet)
        if game.telling:
            _tell(game, sides[side.id], purse, fleet)
    raise_fleets(game.rules, game.state, sides)
    winner = contest(game, sides)
    loser = scenario.enemy(winner)
    yield from deploy_side(game, scenario, placed(scenario, sides[loser], enters=False))
    choice = yield from ask(
        winner,
        Choose,
        clause="10.0-setup",
        answers=OneOf((Choose(choice="deploy"), Choose(choice="enter")), "10.0-setup"),
        prompt=f"{sides[winner].name}: deploy now, or enter in the first turn",
    )
    enters = choice.choice == "enter"
    yield from deploy_side(game, scenario, placed(scenario, sides[winner], enters=enters))
    game.state.first = winner


def _tell(game: Any, side: SideEntry, purse: Purse, fleet: Fleet) -> None:
    spent = sum(count * cost(purse.groups[id]) for id, count in fleet.galleys.items())
    names = tuple(leader.name for leader in side.commanders)
    game.tell(FleetBuilt(side.name, tuple(fleet.galleys.items()), spent, names, "10.0-cost"))


def manned(side: SideEntry, purse: Purse, fleet: Fleet) -> SideEntry:
    """A side with the galleys that it has bought, the lowest numbers of each group."""
    entries = []
    for id, count in fleet.galleys.items():
        ratings = purse.groups[id].ratings
        first = int(str(ratings["numbers"][0]))  # type: ignore[index]
        entries.append(GalleyEntry(type=str(ratings["type"]), numbers=(first, first + count - 1)))
    leaders = (purse.admirals[fleet.admiral], *(purse.others[id] for id in fleet.leaders))
    return side.model_copy(update={"galleys": tuple(entries), "commanders": leaders})


def raise_fleets(rules: Any, state: GalleyState, sides: Mapping[str, SideEntry]) -> None:
    """Put the galleys and commanders of both sides into the state, still to be deployed."""
    first, second = ({c for e in side.galleys for c in e.codes} for side in sides.values())
    for side in sides.values():
        for entry in side.galleys:
            for number in range(entry.numbers[0], entry.numbers[1] + 1):
                short = f"{entry.type}/{number}"
                code = f"{side.colour} {short}" if short in first & second else short
                n = len(state.galleys)
                counter = counter_of(rules.ships, side, entry, number, n, code)
                galley = Galley(counter, side.id, -1, 0, towers=counter.towers, gone=TO_DEPLOY)
                state.galleys.append(galley)
        state.commanders += [
            Commander(leader.id, leader.name, side.id, leader.range, leader.initiative, -1)
            for leader in side.commanders
        ]


@clause("10.0-setup", "3.2")
def contest(game: Any, sides: Mapping[str, SideEntry]) -> str:
    """Who wins the initiative for the set-up, rolled as in a turn; ties are rolled again."""
    while True:
        totals = {}
        for side in sides.values():
            rating = side.commanders[0].initiative or 0
            changes = (("Admiral's Initiative", rating, "3.2"),) if rating else ()
            purpose = "initiative for the set-up"
            totals[side.id] = one_die(
                game,
                f"initiative {side.id}",
                purpose,
                "10.0-setup",
                changes,
                side.id,
                at="initiative for the set-up",
                by=side.id,
            )
        (a, first), (b, second) = totals.items()
        if first != second:
            winner = a if first > second else b
            if game.telling:
                game.tell(SetUpWon(sides[winner].name, "10.0-setup"))
            return winner


@clause("10.0-setup")
def placed(scenario: WarGalleyScenario, side: SideEntry, *, enters: bool) -> SideEntry:
    """A side with a block for its galleys of each size: within 8 hexes of its edge in every hex,
    or just beyond the edge.
    """
    entry = scenario.tournament
    assert entry is not None
    edge = entry.edges[side.id]
    heading = "N" if edge == "28" else "S"
    blocks: list[Block] = []
    used = 0
    total = sum(len(galleys.codes) for galleys in side.galleys)
    for size, id in ((2, "galleys"), (1, "small-craft")):
        own = [galleys for galleys in side.galleys if size_of(galleys.type) == size]
        count = sum(len(galleys.codes) for galleys in own)
        if count:
            at = _entering(edge, used, count, total) if enters else _lines(edge, used, count)
            blocks.append(
                Block(
                    id=id,
                    galleys=tuple(f"{g.type}/{g.numbers[0]}-{g.numbers[1]}" for g in own),
                    at=at,
                    heading=heading,
                    entry=f"{_entry(edge, FIRST_COLUMN)} {heading}",
                    zone=_zone(edge, entry.within, enters),
                )
            )
            used += count
    return side.model_copy(update={"blocks": tuple(blocks)})


def _zone(edge: Edge, within: int, enters: bool) -> Zone:
    if enters:
        words = f"just beyond the edge of row {edge}, written by the hex that they enter"
        return Zone(edge=edge, beyond=True, words=words)
    return Zone(edge=edge, within=within, words=f"within {within} hexes of the edge of row {edge}")


def _lines(edge: Edge, used: int, count: int) -> tuple[str, ...]:
    """Bows of a set-up: rows of twenty, one behind the other, after those that are used."""
    return tuple(
        f"{MIDDLE - WIDEST // 2 + k % WIDEST}{ROWS[edge][k // WIDEST]:02}"
        for k in range(used, used + count)
    )


def _entering(edge: Edge, used: int, count: int, total: int) -> tuple[str, ...]:
    """Hexes by which galleys enter, a column each; those for whom there is none left wait."""
    first = max(FIRST_COLUMN, MIDDLE - total // 2) + used
    columns = range(first, min(first + count, LAST_COLUMN + 1))
    return tuple(_entry(edge, column) for column in columns)


def _entry(edge: Edge, column: int) -> str:
    """The hex of a column that lies on an edge."""
    return f"{column}{LAST_ROW - column % 2 if edge == '28' else 0:02}"


def suggest_fleet(rules: Any, side: str) -> Fleet:
    """A sensible fleet of a side, the same every time, for captains."""
    scenario: WarGalleyScenario = rules.scenario
    return Market(purse_of(rules, scenario.side(side))).suggested()
