"""Placing the ships that the scenario leaves to their side (13.0).

Before the first turn every side with such ships is asked once, all together and in secret. A
placement is written as {"28/N": "D 0304"}: identity code, then section and hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

from weathergage import (
    HEADINGS,
    STEP,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    WeathergageError,
    axial,
    clause,
    distance,
    event,
    hexes_within,
    parse_heading,
    together,
)
from weathergage_frigate.scenarios import (
    FleetEntry,
    Free,
    FrigateScenario,
    slow_to_allowance,
)
from weathergage_frigate.state import FrigateState, Ship

# "8.1" No more than two hexes may lie between one ship of a formation and the next.
WIDEST_GAP = 3

NEAR_ENOUGH = 3
"""Hexes from the main formation within which a suggested place is as good as any."""


class Deploy(Command):
    """Where a side's free ships start: section and hex by identity code, such as
    {"28/N": "D 0304"}.
    """

    placements: dict[str, str]


@event
class Deployed(Event):
    """A side has placed its free ships: (identity code, section and hex) of each."""

    side: str
    ships: tuple[tuple[str, str], ...]
    clause: str

    def say(self) -> str:
        """The ships with their hexes."""
        placed = ", ".join(f"{code} on {where}" for code, where in self.ships)
        return f"Side {self.side} places {placed}."


class Facing(NamedTuple):
    """How a ship starts. slowed: at less than speed if the wind does not let her make it."""

    heading: int
    speed: int
    slowed: bool


class Task:
    """Ships of one entry of a fleet's free deployment, and where they may be placed."""

    def __init__(
        self, state: FrigateState, scenario: FrigateScenario, fleet: FleetEntry, free: Free
    ) -> None:
        self.free = free
        self.ships: list[Ship] = []
        self._state = state
        self._land = scenario.map.land
        self._main = dict(_main_formation(state, fleet))
        self._kept = _kept_hexes(state, scenario, free)
        self._bare = _bare_hexes(state, free)
        self._east = max((axial(main)[0] for main in self._main), default=0)
        self._facings: dict[int, Facing] = {}
        self._candidates: list[int] | None = None
        self._lines: list[tuple[int, ...]] | None = None

    def facing(self, place: int) -> Facing:
        """Facing and speed of a ship there: those of the nearest ship of the main formation,
        unless the scenario gives others.
        """
        facing = self._facings.get(place)
        if facing is None:
            facing = self._facings[place] = self._worked_out(place)
        return facing

    def _worked_out(self, place: int) -> Facing:
        free = self.free
        if free.heading and free.speed is not None:
            return Facing(parse_heading(free.heading), free.speed, False)
        nearest = self._main[min(self._main, key=lambda main: (distance(main, place), main))]
        heading = parse_heading(free.heading) if free.heading else nearest.heading
        speed = nearest.speed if free.speed is None else free.speed
        return Facing(heading, speed, nearest.slowed)

    def fault(self, place: int) -> str:
        """Why no ship of the task may stand on a hex, or "" if one may."""
        sections = self._state.sections
        section = sections.section_at(place)
        if section is None:
            return "is off the map"
        if section in self._land:
            return "is land"
        if place in self._kept:
            return f"is taken by {self._kept[place]}"
        if self._bare and place not in self._bare:
            return f"is not one of {_listed([sections.label(bare) for bare in self._bare])}"
        if self.free.within and self.off(place) > self.free.within:
            return (
                f"is {self.off(place)} hexes from the main formation; "
                f"{self.free.within} is the most"
            )
        if self.free.east and axial(place)[0] <= self._east:
            return "is not in a column east of the whole main formation"
        return ""

    def off(self, place: int) -> int:
        """Hexes to the nearest ship of the main formation; 0 where there is none."""
        return min((distance(main, place) for main in self._main), default=0)

    @property
    def candidates(self) -> list[int]:
        """Every hex that a ship of the task may stand on by itself, sorted."""
        if self._candidates is None:
            self._candidates = sorted(p for p in self._places() if not self.fault(p))
        return self._candidates

    def _places(self) -> set[int]:
        sections = self._state.sections
        if self._bare:
            return set(self._bare)
        if self.free.within:
            return {p for main in self._main for p in hexes_within(main, self.free.within)}
        return {p for name in sections.names for p in sections.places(name)}

    @property
    def bare(self) -> tuple[int, ...]:
        """The hexes among which the ships choose, as printed; none for other tasks."""
        return self._bare

    @property
    def gaps(self) -> tuple[int, ...]:
        """How many hexes there may be from a ship of the line ahead to the next."""
        if self.free.interval:
            return (self.free.interval,)
        return tuple(range(1, WIDEST_GAP + 1))

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """Every line ahead that the ships can form, the leading hex of each first."""
        if self._lines is None:
            self._lines = list(self._all_lines())
        return self._lines

    def _all_lines(self) -> Iterator[tuple[int, ...]]:
        open_hexes = set(self.candidates)
        for lead in self.candidates:
            astern = -STEP[self.facing(lead).heading]
            for gaps in product(self.gaps, repeat=len(self.ships) - 1):
                line = [lead]
                for gap in gaps:
                    line.append(line[-1] + gap * astern)
                if open_hexes.issuperset(line) and self.line_fault(line) == "":
                    yield tuple(line)

    def line_fault(self, places: Sequence[int]) -> str:
        """Why ships on these hexes are not in line ahead as the scenario wants, or ""."""
        headings = {self.facing(place).heading for place in places}
        heading = self.facing(places[0]).heading
        steps = [_steps(place - places[0], heading) for place in places]
        way = HEADINGS[heading]
        if len(headings) > 1 or None in steps:
            return f"the ships are not in line ahead, one straight behind the other heading {way}"
        along = sorted(step for step in steps if step is not None)
        if all(after - before in self.gaps for before, after in pairwise(along)):
            return ""
        if self.free.interval:
            return f"the ships in line ahead are to be {self.free.interval} hexes apart"
        return f"in line ahead the next ship is at most {WIDEST_GAP} hexes off"

    @property
    def limits(self) -> str:
        """Where the ships may be placed, in words."""
        free, sections = self.free, self._state.sections
        if self._bare:
            return "on " + _listed([sections.label(bare) for bare in self._bare])
        told = "at sea anywhere on the map"
        if free.within:
            told = f"at sea within {free.within} hexes of the main formation"
        if free.east:
            told += ", in a column east of all of it"
        if free.line_ahead:
            apart = f"{free.interval} hexes apart" if free.interval else f"up to {WIDEST_GAP} apart"
            told += f", in line ahead and {apart}"
        return told


def _steps(offset: int, heading: int) -> int | None:
    """How many steps ahead an offset is, negative astern; None off the line of the heading."""
    hexes = distance(0, offset)
    if offset == hexes * STEP[heading]:
        return hexes
    return -hexes if offset == -hexes * STEP[heading] else None


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _main_formation(state: FrigateState, fleet: FleetEntry) -> Iterator[tuple[int, Facing]]:
    """The hexes of a fleet's main formation, each with the facing and speed that go with it."""
    for group in fleet.main_groups:
        facing = Facing(parse_heading(group.heading), group.speed, group.if_possible)
        for entry in group.ships:
            yield state.sections.parse(group.section, entry.hex), facing


def _bare_hexes(state: FrigateState, free: Free) -> tuple[int, ...]:
    return tuple(state.sections.parse(free.section, number) for number in free.hexes)


def _kept_hexes(state: FrigateState, scenario: FrigateScenario, free: Free) -> dict[int, str]:
    """Hexes that are printed for others, with who stands there.

    What the other side places freely is its secret, so it keeps no hex.
    """
    kept = {ship.place: ship.counter.id for ship in state.ships if not ship.gone}
    for side in scenario.sides:
        for fleet in side.fleets:
            for other in fleet.free:
                if other is not free:
                    for place in _bare_hexes(state, other):
                        kept[place] = f"a ship of {side.id}"
    return kept


@clause("13.0-deployment")
def tasks(state: FrigateState, scenario: FrigateScenario, side: str) -> list[Task]:
    """What a side has still to place: one task for each entry of its fleets' free deployment."""
    found: list[Task] = []
    for fleet in scenario.side(side).fleets:
        waiting = [ship for ship in state.ships if ship.n in state.free and ship.fleet == fleet.id]
        for free in fleet.free:
            if waiting:
                task = Task(state, scenario, fleet, free)
                task.ships, waiting = waiting[: len(free.ships)], waiting[len(free.ships) :]
                found.append(task)
    return found


class Placements:
    """What one side may answer when it is asked to deploy."""

    def __init__(self, state: FrigateState, scenario: FrigateScenario, side: str) -> None:
        self._sections = state.sections
        self._tasks = tasks(state, scenario, side)
        self._state = state
        self._side = side

    def legal(self) -> None:
        """None: the placements are too many to list."""
        return None

    def sample(self, dice: Dice) -> Command:
        """A legal placement; for one task each as likely."""
        placed: dict[str, str] = {}
        taken: set[int] = set()
        for task in self._tasks:
            places = _drawn(task, taken, dice)
            taken.update(places)
            placed.update(self._written(task, places))
        return Deploy(placements=placed)

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a placement: the ship, the hex and the reason."""
        if not isinstance(command, Deploy):
            return Complaint("placements are wanted here", "13.0-deployment", "wrong-kind")
        given = command.placements
        ships = {ship.counter.code: ship for task in self._tasks for ship in task.ships}
        for code in given:
            if code not in ships:
                told = f"{code} is not to be placed; to be placed: {', '.join(ships)}"
                return _complaint(told, "not-offered", None)
        for code, ship in ships.items():
            if code not in given:
                return _complaint(f"{code} has not been placed", "unplaced", ship)
        return self._check_places(given)

    def _check_places(self, given: Mapping[str, str]) -> Complaint | None:
        taken: dict[int, str] = {}
        for task in self._tasks:
            places: list[int] = []
            for ship in task.ships:
                code = ship.counter.code
                try:
                    place = self._sections.parse(given[code])
                except WeathergageError as error:
                    return _complaint(f"{code}: {error}", "no-hex", ship)
                fault = task.fault(place)
                if place in taken:
                    fault = f"is taken by {taken[place]}"
                if fault:
                    where = self._sections.label(place)
                    return _complaint(f"{code}: {where} {fault}", "no-place", ship)
                taken[place] = code
                places.append(place)
            if task.free.line_ahead:
                fault = task.line_fault(places)
                if fault:
                    return _complaint(fault, "no-line", task.ships[0])
        return None

    def help(self) -> str:
        """Who is to be placed, where, and an example."""
        parts = [
            f"{', '.join(ship.counter.code for ship in task.ships)} {task.limits}"
            for task in self._tasks
        ]
        pairs = self.suggested().placements.items()
        example = ", ".join(f'"{code}": "{where}"' for code, where in pairs)
        return f"Place {'; '.join(parts)}. For example {{{example}}}"

    def suggested(self) -> Deploy:
        """A sensible placement: by the main formation, on the side away from the enemy."""
        enemies = [s.place for s in self._state.ships if not s.gone and s.side != self._side]
        placed: dict[str, str] = {}
        taken: set[int] = set()
        for task in self._tasks:
            places = _sheltered(task, taken, enemies)
            taken.update(places)
            placed.update(self._written(task, places))
        return Deploy(placements=placed)

    def _written(self, task: Task, places: Sequence[int]) -> dict[str, str]:
        return {
            ship.counter.code: self._sections.label(place)
            for ship, place in zip(task.ships, places, strict=True)
        }


def _complaint(reason: str, code: str, ship: Ship | None) -> Complaint:
    about = ship.counter.id if ship else None
    return Complaint(reason, "13.0-deployment", code, about)


def _drawn(task: Task, taken: set[int], dice: Dice) -> list[int]:
    """Hexes for the ships of a task in order, drawn with the stream "sample"."""
    if task.free.line_ahead:
        lines = [line for line in task.lines if taken.isdisjoint(line)]
        open_hexes = list(lines[dice.below("sample", len(lines))])
    else:
        open_hexes = [place for place in task.candidates if place not in taken]
    return [open_hexes.pop(dice.below("sample", len(open_hexes))) for _ in task.ships]


def _sheltered(task: Task, taken: set[int], enemies: Sequence[int]) -> Sequence[int]:
    """The hexes of a task that are near the main formation and far from the enemy."""

    @cache
    def danger(place: int) -> tuple[int, int, int]:
        clear = min((distance(place, enemy) for enemy in enemies), default=0)
        return max(task.off(place) - NEAR_ENOUGH, 0), -clear, place

    if task.bare:
        return task.bare
    if task.free.line_ahead:
        lines = [line for line in task.lines if taken.isdisjoint(line)]
        return min(lines, key=lambda line: max(danger(place) for place in line))
    return sorted((p for p in task.candidates if p not in taken), key=danger)[: len(task.ships)]


def suggest(state: FrigateState, scenario: FrigateScenario, side: str) -> Deploy:
    """A sensible placement of a side's free ships, the same every time."""
    return Placements(state, scenario, side).suggested()


# The phase


@clause("13.0-deployment")
def deploy(game: Any) -> PhaseRun:
    """Before the first turn each side places its free ships, in secret and together.

    They take facing and speed of their main formation; nobody is asked who has none to place.
    """
    scenario: FrigateScenario = game.rules.scenario
    state: FrigateState = game.state
    sides = [side.id for side in scenario.sides if tasks(state, scenario, side.id)]
    answers = yield from together(
        *(
            Ask(
                side,
                Deploy,
                clause="13.0-deployment",
                answers=Placements(state, scenario, side),
                prompt="Place your free ships",
            )
            for side in sides
        )
    )
    todo = [tasks(state, scenario, side) for side in sides]
    for side, own, answer in zip(sides, todo, answers, strict=True):
        assert isinstance(answer, Deploy)
        _place(game, side, own, answer)
    state.free = ()


def _place(game: Any, side: str, own: Sequence[Task], answer: Deploy) -> None:
    """Put a side's free ships on the map."""
    state: FrigateState = game.state
    told: list[tuple[str, str]] = []
    for task in own:
        for ship in task.ships:
            place = state.sections.parse(answer.placements[ship.counter.code])
            facing = task.facing(place)
            ship.place, ship.heading, ship.speed = place, facing.heading, facing.speed
            ship.gone = ""
            if facing.slowed:
                slow_to_allowance(state, ship)
            told.append((ship.counter.code, state.sections.label(place)))
    if game.telling:
        game.tell(Deployed(side, tuple(told), "13.0-deployment"))
