"""Placing what a scenario leaves to its players.

Each side with something to decide is asked once, in the order of deployment, by one command. What
it leaves out goes where the scenario file suggests, so that a bare "deploy" will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pydantic import Field

from weathergage import (
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    Told,
    ask,
    clause,
    event,
)
from weathergage_war_galley import layout
from weathergage_war_galley.berths import SHIFTS, Fault, Group, Spot, column_of
from weathergage_war_galley.layout import Pose
from weathergage_war_galley.parts import TO_DEPLOY, Block, CommanderEntry, SideEntry
from weathergage_war_galley.scenarios import (
    WarGalleyScenario,
    blocks_played,
    numbers_of,
    poses_of,
    put,
    recrewed,
    wait,
)
from weathergage_war_galley.state import Galley, GalleyState


class Deploy(Command):
    """Where a side starts.

    places: by code of the galley, its bow and heading, "2319 N"; or, for one that waits off the
    map, its line and its place in it, "chios 9" (from a harbour "6016 3": the third of the line
    that starts in 6016). commanders: codes of their galleys, by id. sails: codes of those under
    sail. treasure: code of the galley that carries it. What is left out is as suggested.
    """

    NOTATION = (
        'deploy, or deploy with what shall be otherwise: "deploy 5/50 = 2623 N; catulus = 5/50; '
        'sails = 5/50, 5/51; treasure = 5/70"'
    )

    places: dict[str, str] = Field(default_factory=dict)
    commanders: dict[str, str] = Field(default_factory=dict)
    sails: tuple[str, ...] = ()
    treasure: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Fields of a line such as "deploy 5/50 = 2623 N; catulus = 5/50"."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() != "deploy":
            return None
        found: dict[str, Any] = {"places": {}, "commanders": {}}
        for part in filter(None, (part.strip() for part in rest.split(";"))):
            name, equals, value = (text.strip() for text in part.partition("="))
            if not equals or not name or not value:
                raise ValueError(f'"{part}" places nothing: write "5/50 = 2623 N"')
            if name == "sails":
                found["sails"] = tuple(code.strip() for code in value.split(","))
            elif name == "treasure":
                found["treasure"] = value
            else:
                found["places" if "/" in name else "commanders"][name] = value
        return found

    def write(self) -> str:
        """The line that stands for it."""
        parts = [f"{code} = {where}" for code, where in self.places.items()]
        parts += [f"{id} = {code}" for id, code in self.commanders.items()]
        if self.sails:
            parts.append(f"sails = {', '.join(self.sails)}")
        if self.treasure:
            parts.append(f"treasure = {self.treasure}")
        return f"deploy {'; '.join(parts)}".strip()


@event
class Deployed(Event):
    """A side has deployed: (code, place) of galleys, (name, code) of commanders, and who sails."""

    side: str
    galleys: tuple[tuple[str, str], ...]
    commanders: tuple[tuple[str, str], ...]
    sails: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """How many galleys there are and where commanders are."""
        told = [f"{len(self.galleys)} galleys are placed"] if self.galleys else []
        told += [f"{name} is in {code}" for name, code in self.commanders]
        if self.sails:
            told.append(f"{len(self.sails)} start under sail")
        return f"{self.side}: {', '.join(told) or 'all stand ready'}."


@event
class TreasureAboard(Event):
    """A galley carries the treasure, which only its side knows."""

    galley: str
    clause: str

    def say(self) -> str:
        """Which galley."""
        return f"{self.galley} carries the treasure."


def _in_short(codes: Iterable[str]) -> str:
    """Codes as "5/86 to 5/90, 4/40" where their numbers run on."""
    runs: list[list[str]] = []
    for code in codes:
        type, _, number = code.rpartition("/")
        if runs and runs[-1][-1] == f"{type}/{int(number) - 1}":
            runs[-1].append(code)
        else:
            runs.append([code])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _across(spot: Spot) -> int:
    """Where a place lies along the map; those off it come last."""
    return column_of(spot.pose.bow) if spot.pose is not None else 1000


class Plan(NamedTuple):
    """All that a side has decided. places: of every galley of the side. leaders: numbers of their
    galleys, by id of commander.
    """

    places: dict[int, Spot]
    leaders: dict[str, int]
    sails: tuple[int, ...]
    treasure: int


class Deployment:
    """What one side may answer when it is asked to deploy."""

    def __init__(
        self, state: GalleyState, scenario: WarGalleyScenario, side: SideEntry, options: Any
    ) -> None:
        self._state = state
        self._scenario = scenario
        self._side = side
        self._sheet = scenario.sheet
        self._blocks = blocks_played(side, options)
        self._own = {g.counter.code: g for g in state.galleys if g.counter.side == side.id}
        self._short = {f"{g.counter.type}/{g.counter.number}": g for g in self._own.values()}
        pools: dict[str, list[Block]] = {}
        for block in self._blocks:
            if block.is_free:
                pools.setdefault(block.pool or f"block {block.id}", []).append(block)
        self.groups = [Group(state, self._sheet, side, blocks) for blocks in pools.values()]
        self._fixed = self._printed_places()
        self._planned: tuple[Deploy, Plan] | None = None

    def _printed_places(self) -> dict[int, Spot]:
        """The places of galleys over which the player has no say."""
        found: dict[int, Spot] = {}
        for block in self._blocks:
            if not block.is_free:
                poses = poses_of(self._sheet, self._side, block)
                for k, n in enumerate(numbers_of(self._state, self._side.id, block.galleys)):
                    pose = poses[k] if k < len(poses) else None
                    found[n] = Spot(block, pose, k + 1, block.id)
        return found

    @property
    def asks(self) -> bool:
        """Whether there is anything to decide."""
        return bool(
            self.groups
            or any(not leader.at for leader in self._side.commanders)
            or self._side.sails == "choice"
            or self._hides_treasure
        )

    @property
    def _hides_treasure(self) -> bool:
        treasure = self._scenario.victory.treasure
        return treasure is not None and treasure.side == self._side.id

    # Answers

    def legal(self) -> None:
        """None: the layouts are too many to list."""
        return None

    def sample(self, dice: Dice) -> Command:
        """A legal layout: galleys dealt out anew, lines shifted, commanders anywhere they may be;
        the suggested one where chance finds none that is legal.
        """
        for _ in range(SHIFTS):
            places = {n: s for group in self.groups for n, s in group.drawn(dice).items()}
            try:
                self._check_places(self._fixed | places)
                leaders = self._drawn_leaders(self._fixed | places, dice)
            except Fault:
                continue
            hold = self._drawn_hold(self._fixed | places, dice)
            return self._command(places, leaders, self._drawn_sails(dice), hold)
        return self.suggested()

    def _drawn_leaders(self, places: Mapping[int, Spot], dice: Dice) -> dict[str, int]:
        found: dict[str, int] = {}
        rooms = self._rooms(places)
        for leader in self._by_room(rooms):
            room = [n for n in rooms[leader.id] if n not in found.values()]
            if not room:
                raise Fault(f"no galley is left for {leader.name}")
            found[leader.id] = room[dice.below("sample", len(room))]
        return found

    def _drawn_sails(self, dice: Dice) -> tuple[int, ...]:
        if self._side.sails != "choice" or dice.below("sample", 2):
            return ()
        return tuple(galley.n for galley in self._own.values())

    def _drawn_hold(self, places: Mapping[int, Spot], dice: Dice) -> int:
        holds = self._holds(places)
        return holds[dice.below("sample", len(holds))] if holds else -1

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a layout: the galley or commander, and the reason."""
        if not isinstance(command, Deploy):
            return Complaint("a deployment is wanted here", "2.0", "wrong-kind")
        try:
            self.plan(command)
        except Fault as fault:
            return Complaint(str(fault), "2.0", fault.code, fault.about)
        return None

    def help(self) -> str:
        """Who is to be placed, and where, with an example."""
        parts = []
        for group in self.groups:
            codes = _in_short(galley.counter.code for galley in group.galleys)
            words = {block.zone.words for block in group.blocks if block.zone and block.zone.words}
            where = "; or ".join(sorted(words)) or "on their printed places, dealt out as you like"
            if group.harbour:
                where = f"in up to {group.harbour} lines that start in port"
            parts.append(f"{codes} {where}")
        for leader in self._side.commanders:
            if not leader.at:
                parts.append(f"{leader.name} ({leader.id}) in a galley")
        if self._side.sails == "choice":
            parts.append("those that start under sail")
        if self._hides_treasure:
            parts.append("the treasure")
        return (
            f"Place {'; '.join(parts)}. What you leave out goes where it is suggested, the "
            f"treasure apart. For example: {self._example().write()}"
        )

    def _example(self) -> Deploy:
        """A short deployment that is legal as it stands."""
        full = self.suggested()
        first = next(iter(full.places.items()), None)
        return Deploy(
            places=dict([first]) if first and not any(g.harbour for g in self.groups) else {},
            commanders=dict(list(full.commanders.items())[:2]),
            treasure=full.treasure,
        )

    # Plans

    def plan(self, command: Deploy) -> Plan:
        """What a command comes to. Raises Fault where it breaks a rule of the scenario."""
        if self._planned is None or self._planned[0] is not command:
            self._planned = command, self._plan(command)
        return self._planned[1]

    def _plan(self, command: Deploy) -> Plan:
        given: dict[int, Spot] = {}
        for code, text in command.places.items():
            galley = self._galley(code)
            group = next((g for g in self.groups if galley in g.galleys), None)
            if group is None:
                raise Fault(f"{code} has its printed place", "not-offered", code)
            try:
                given[galley.n] = group.read(text)
            except Fault as fault:
                raise Fault(f"{code}: {fault}", fault.code, code) from None
        places = dict(self._fixed)
        for group in self.groups:
            mine = {galley.n for galley in group.galleys}
            places |= group.filled({n: spot for n, spot in given.items() if n in mine})
        self._check_places(places)
        leaders = self._leaders(command.commanders, places)
        hold = self._hold(command.treasure, places)
        return Plan(places, leaders, self._sails(command.sails), hold)

    def _galley(self, code: str) -> Galley:
        found = self._own.get(code) or self._short.get(code)
        if found is None:
            raise Fault(f"{code} is no galley of {self._side.name}", "not-offered", code)
        return found

    def _check_places(self, places: Mapping[int, Spot]) -> None:
        taken = {
            hex: self._state.galleys[n].counter.code
            for hex, n in self._state.at.items()
            if n not in places
        }
        layout_of: dict[str, list[Pose]] = {block.id: [] for block in self._blocks}
        for n, spot in places.items():
            if spot.pose is None:
                continue
            layout_of[spot.block.id].append(spot.pose)
            galley = self._state.galleys[n]
            for hex in spot.pose.hexes(galley.counter.hexes):
                if hex in taken:
                    code = galley.counter.code
                    raise Fault(
                        f"{code}: {self._sheet.label(hex)} is taken by {taken[hex]}", about=code
                    )
                taken[hex] = galley.counter.code
        for group in self.groups:
            group.check(places, layout_of)

    @clause("2.1-commanders", "5.14")
    def _leaders(self, given: Mapping[str, str], places: Mapping[int, Spot]) -> dict[str, int]:
        """The galleys of all commanders, one a galley. Raises Fault."""
        known = {leader.id: leader for leader in self._side.commanders}
        rooms = self._rooms(places)
        found: dict[str, int] = {}
        for id, code in given.items():
            if id not in known:
                raise Fault(f"{id} is no commander here: there are {', '.join(known)}", "no-one")
            n = self._galley(code).n
            if n not in rooms[id]:
                raise Fault(f"{known[id].name} may not be in {code}{self._why(known[id])}")
            if n in found.values():
                raise Fault(f"{code} has a commander already; {known[id].name} takes another")
            found[id] = n
        for leader in self._by_room(rooms):
            if leader.id not in found:
                room = [n for n in rooms[leader.id] if n not in found.values()]
                if not room:
                    raise Fault(f"no galley is left for {leader.name}{self._why(leader)}")
                found[leader.id] = self._usual(leader, room, rooms[leader.id], places)
        return found

    def _by_room(self, rooms: Mapping[str, Sequence[int]]) -> list[CommanderEntry]:
        """The commanders, those with the least choice first."""
        return sorted(self._side.commanders, key=lambda leader: len(rooms[leader.id]))

    def _rooms(self, places: Mapping[int, Spot]) -> dict[str, list[int]]:
        """By id of a commander, the numbers of the galleys that he may be in."""
        return {leader.id: self._room(leader, places) for leader in self._side.commanders}

    def _why(self, leader: CommanderEntry) -> str:
        if leader.at:
            return f": the one in {leader.at} is his"
        if leader.squadrons or leader.columns:
            limits = [" or ".join(leader.squadrons)] if leader.squadrons else []
            if leader.columns:
                first, last = (column[:-2] for column in leader.columns)
                limits.append(f"column {first}" if first == last else f"columns {first} to {last}")
            return f": he is in {', '.join(limits)}"
        return ""

    def _room(self, leader: CommanderEntry, places: Mapping[int, Spot]) -> list[int]:
        """Numbers of the galleys that a commander may be in."""
        at = self._sheet.beyond(leader.at) if leader.at else None
        barred = self._scenario.special.no_flagship.get(self._side.id, ())
        columns = leader.columns and range(
            column_of(self._sheet.beyond(leader.columns[0])),
            column_of(self._sheet.beyond(leader.columns[1])) + 1,
        )
        room = []
        for n, spot in places.items():
            counter = self._state.galleys[n].counter
            if leader.fleet and leader.fleet != counter.fleet:
                continue
            if counter.type in barred or (leader.only and counter.type not in leader.only):
                continue
            if leader.squadrons and spot.block.id not in leader.squadrons:
                continue
            hexes = spot.pose.hexes(counter.hexes) if spot.pose is not None else ()
            if at is not None and at not in hexes:
                continue
            if columns is not None and not any(column_of(hex) in columns for hex in hexes):
                continue
            room.append(n)
        return room

    def _usual(
        self,
        leader: CommanderEntry,
        room: Sequence[int],
        whole: Sequence[int],
        places: Mapping[int, Spot],
    ) -> int:
        """Where a commander is suggested: at the head of a line astern, else spread out evenly
        with those who have the same choice. room: what others have left him of his whole choice.
        """
        crew = self._scenario.special.flagship_crew
        if leader.id in crew:
            return max(room, key=lambda n: self._state.galleys[n].counter.defense)
        poses = [pose for n in room if (pose := places[n].pose) is not None]
        size = self._state.galleys[room[0]].counter.hexes
        if len(poses) > 1 and all(
            layout.is_behind(second, size, first, size) for first, second in pairwise(poses)
        ):
            return room[0]
        rivals = [
            other
            for other in self._side.commanders
            if not other.at
            and (other.squadrons, other.columns, other.fleet, other.only)
            == (leader.squadrons, leader.columns, leader.fleet, leader.only)
        ]
        k = rivals.index(leader) if leader in rivals else 0
        across = sorted(whole, key=lambda n: (_across(places[n]), n))
        middle = (2 * k + 1) * len(across) // (2 * max(1, len(rivals)))
        order = {n: i for i, n in enumerate(across)}
        return min(room, key=lambda n: abs(order[n] - middle))

    @clause("6.21")
    def _sails(self, codes: Iterable[str]) -> tuple[int, ...]:
        found = []
        for code in codes:
            if self._side.sails != "choice":
                raise Fault(f"{code} does not start under sail here", "not-offered", code)
            found.append(self._galley(code).n)
        return tuple(found)

    def _holds(self, places: Mapping[int, Spot]) -> list[int]:
        """Numbers of the galleys that may carry the treasure; none where there is no treasure."""
        treasure = self._scenario.victory.treasure
        if treasure is None or treasure.side != self._side.id:
            return []
        return [n for n, spot in places.items() if spot.block.id in treasure.blocks]

    def _hold(self, code: str, places: Mapping[int, Spot]) -> int:
        if not self._hides_treasure:
            if code:
                raise Fault("there is no treasure to hide", "not-offered", code)
            return -1
        holds = self._holds(places)
        offered = ", ".join(self._state.galleys[n].counter.code for n in holds)
        if not code:
            raise Fault(f"say which galley carries the treasure: {offered}", "unplaced")
        n = self._galley(code).n
        if n not in holds:
            raise Fault(f"{code} cannot carry the treasure; these can: {offered}", about=code)
        return n

    def suggested(self) -> Deploy:
        """The layout of the scenario file, the same every time."""
        places = {n: spot for group in self.groups for n, spot in group.filled({}).items()}
        leaders = self._leaders({}, self._fixed | places)
        holds = self._holds(self._fixed | places)
        return self._command(places, leaders, (), holds[len(holds) // 2] if holds else -1)

    def _command(
        self,
        places: Mapping[int, Spot],
        leaders: Mapping[str, int],
        sails: Sequence[int],
        treasure: int,
    ) -> Deploy:
        def code(n: int) -> str:
            return self._state.galleys[n].counter.code

        groups = {galley.n: group for group in self.groups for galley in group.galleys}
        free = {leader.id for leader in self._side.commanders if not leader.at}
        return Deploy(
            places={code(n): groups[n].written(spot) for n, spot in places.items()},
            commanders={id: code(n) for id, n in leaders.items() if id in free},
            sails=tuple(code(n) for n in sails),
            treasure=code(treasure) if treasure >= 0 else "",
        )

    # Doing it

    def carry_out(self, game: Any, plan: Plan) -> None:
        """Put a side's galleys and commanders where a plan has them, and tell it."""
        told = self.lay_out(plan)
        if game.telling:
            self._tell(game, plan, told)

    def lay_out(self, plan: Plan) -> list[tuple[str, str]]:
        """Put them there; gives back code and place of each galley that had a choice."""
        state = self._state
        told: list[tuple[str, str]] = []
        for group in self.groups:
            lines: dict[str, list[tuple[int, int, Spot]]] = {}
            for galley in group.galleys:
                spot = plan.places[galley.n]
                if spot.pose is not None:
                    put(state, galley, spot.pose, spot.block)
                told.append((galley.counter.code, group.written(spot)))
                lines.setdefault(spot.line, []).append((spot.k, galley.n, spot))
            for line in lines.values():
                self._line_up(sorted(line, key=lambda entry: entry[0]))
        for commander in state.commanders:
            if commander.side == self._side.id:
                commander.galley = plan.leaders[commander.id]
                crew = self._scenario.special.flagship_crew.get(commander.id)
                if crew is not None:
                    recrewed(state.galleys[commander.galley], crew)
        for n in plan.sails:
            state.galleys[n].sail = True
        if plan.treasure >= 0:
            state.galleys[plan.treasure].treasure = True
        return told

    def _line_up(self, line: Sequence[tuple[int, int, Spot]]) -> None:
        """Let those of a line that have no place on the map wait behind the last that has one."""
        waiting = tuple(n for _, n, spot in line if spot.pose is None)
        if waiting:
            members = tuple(n for _, n, _ in line)
            last = next((s.pose for _, _, s in reversed(line) if s.pose is not None), None)
            block = line[0][2].block
            name = line[0][2].line
            wait(self._state, self._sheet, block, waiting, last, members, name)

    def _tell(self, game: Any, plan: Plan, told: Sequence[tuple[str, str]]) -> None:
        def code(n: int) -> str:
            return self._state.galleys[n].counter.code

        leaders = tuple((e.name, code(plan.leaders[e.id])) for e in self._side.commanders)
        sails = tuple(code(n) for n in plan.sails)
        game.tell(Deployed(self._side.name, tuple(told), leaders, sails, "2.0"))
        if plan.treasure >= 0:
            game.tell(Told(self._side.id, TreasureAboard(code(plan.treasure), "2.0"), "2.0"))


# Asked of a side


def deploy_side(game: Any, scenario: WarGalleyScenario, side: SideEntry) -> PhaseRun:
    """Ask a side to deploy, if it has anything to decide."""
    task = Deployment(game.state, scenario, side, game.rules.options)
    command = Deploy()
    if task.asks:
        command = yield from ask(
            side.id,
            Deploy,
            clause="2.0",
            answers=task,
            prompt=f"{side.name}: deploy your galleys and commanders",
        )
    task.carry_out(game, task.plan(command))


def suggest(game: Any, side: str) -> Deploy:
    """The layout that the scenario file suggests to a side, for captains; in a tournament, where
    no file knows the fleets, the bare command that stands for it.
    """
    scenario: WarGalleyScenario = game.rules.scenario
    if scenario.tournament is not None:
        return Deploy()
    return Deployment(game.state, scenario, scenario.side(side), game.rules.options).suggested()


def as_suggested(rules: Any, state: GalleyState) -> tuple[GalleyState, list[str]]:
    """A position in which the sides that have still to deploy lie where the scenario file suggests,
    and their names; the position itself, and no names, where none has.
    """
    scenario: WarGalleyScenario = rules.scenario
    waiting = {galley.counter.side for galley in state.galleys if galley.gone == TO_DEPLOY}
    if not waiting or scenario.tournament is not None:
        return state, []
    laid = state.copy()
    sides = [scenario.side(id) for id in scenario.deploys if id in waiting]
    for side in sides:
        task = Deployment(laid, scenario, side, rules.options)
        task.lay_out(task.plan(task.suggested())._replace(treasure=-1))
    return laid, [side.name for side in sides]
