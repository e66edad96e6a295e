"""Canal: a tiny whole ruleset for the tests of the core, and nobody's game.

Two sides hide a chest each in one of ten locks, send boats along the canal, fire at what passes,
and search for the other's chest. It has one of everything: secrets, orders given together, an
error that the book lets be suffered, an agenda, reactions within a move, undo rules, options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import weathergage as wg

LOCKS = 10
SPRAY = wg.Modifier("spray", -1, "4.1")


class Hide(wg.Command):
    """Where a side's chest is."""

    lock: int


class Orders(wg.Command):
    """How many steps each boat is to go."""

    steps: dict[str, int]


class Fire(wg.Command):
    """Fire at the boat that passes."""


class Search(wg.Command):
    """Look for the enemy's chest in a lock where a boat of one's own lies."""

    lock: int


@wg.event
class Hidden(wg.Event):
    """A side hid its chest; only it is told where."""

    lock: int
    clause: str

    def say(self) -> str:
        return f"The chest is in lock {self.lock}."


@wg.event
class Moved(wg.Event):
    """A boat went a step."""

    boat: str
    lock: int
    clause: str

    def say(self) -> str:
        return f"{self.boat} goes to lock {self.lock}."


@wg.event
class Grounded(wg.Event):
    """A boat was sent too far."""

    boat: str
    clause: str

    def say(self) -> str:
        return f"{self.boat} runs aground."


@wg.event
class Hit(wg.Event):
    """A boat was hit."""

    boat: str
    hits: int
    clause: str

    def say(self) -> str:
        return f"{self.boat} takes {self.hits}."


@wg.event
class Searched(wg.Event):
    """A lock was searched."""

    side: str
    lock: int
    found: bool
    clause: str

    def say(self) -> str:
        return f"{self.side} searches lock {self.lock}{' and finds it' if self.found else ''}."


@dataclass(slots=True)
class Boat:
    id: str
    side: str
    lock: int
    way: int
    hits: int = 0

    def copy(self) -> Boat:
        return Boat(self.id, self.side, self.lock, self.way, self.hits)


@dataclass(slots=True)
class ToyState:
    turn: int
    boats: list[Boat]
    wind: int = 1
    chests: dict[str, int] = field(default_factory=dict)
    orders: dict[str, int] = field(default_factory=dict)
    agenda: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    outcome: wg.Outcome | None = None

    def copy(self) -> ToyState:
        return ToyState(
            self.turn,
            [boat.copy() for boat in self.boats],
            self.wind,
            self.chests.copy(),
            self.orders.copy(),
            self.agenda,
            self.outcome,
        )


class ToyOptions(wg.Options):
    squall: bool = wg.option(False, clause="2.1", title="Two dice for the wind, the better counts")
    gale: bool = wg.option(False, clause="2.2", title="Three steps in a squall", needs=["squall"])
    calm: bool = wg.option(
        False, clause="2.3", title="No wind", excludes=["squall"], suspended_by=["2.0"]
    )
    shot: Literal["plain", "double"] = wg.option("plain", clause="4.3", title="Double shot")


class ToyScenario(wg.Scenario):
    boats: int
    suspended: tuple[str, ...] = ()


def set_up(rules: Any, dice: wg.Dice) -> ToyState:
    boats = []
    for side, start, way in zip(rules.seats, (0, LOCKS - 1), (1, -1), strict=True):
        boats += [Boat(f"{side} {n + 1}", side, start, way) for n in range(rules.scenario.boats)]
    return ToyState(1, boats)


def hide(game: wg.Game) -> wg.PhaseRun:
    locks = [Hide(lock=n) for n in range(LOCKS)]
    answers = yield wg.Together(
        *(
            wg.Ask(seat, Hide, clause="1.0", answers=wg.OneOf(locks, "1.0"), prompt="Hide it")
            for seat in game.seats
        )
    )
    for seat, answer in zip(game.seats, answers, strict=True):
        game.state.chests[seat] = answer.lock
        if game.telling:
            game.tell(wg.Told(seat, Hidden(answer.lock, "1.0"), "1.0"))


def wind(game: wg.Game) -> None:
    """Asks nobody, so it is a plain function."""
    options = game.rules.options
    if options.calm or "2.0" in game.rules.scenario.suspended:
        return
    faces = [game.roll("wind", "the wind", "2.0")]
    if options.squall:
        faces.append(game.roll("wind", "the squall", "2.1"))
    game.state.wind = 1 if max(faces) <= 3 else 3 if options.gale and max(faces) == 6 else 2


class OrderAnswers:
    """Any number of steps up to the wind's for each boat: too many to list."""

    def __init__(self, state: ToyState, side: str) -> None:
        self.state = state
        self.own = [boat for boat in state.boats if boat.side == side and boat.hits < 2]

    def legal(self) -> None:
        return None

    def sample(self, dice: wg.Dice) -> Orders:
        most = self.state.wind
        return Orders(steps={boat.id: dice.below("sample", most + 1) for boat in self.own})

    def check(self, command: wg.Command) -> wg.Complaint | None:
        assert isinstance(command, Orders)
        names = [boat.id for boat in self.own]
        for name, steps in command.steps.items():
            if name not in names:
                return wg.Complaint(f"there is no boat {name!r} to send", "3.0", "no-boat")
            if steps < 0:
                return wg.Complaint(f"{name} cannot go backwards", "3.1", "backwards", name)
        for name, steps in command.steps.items():
            if steps > self.state.wind:
                reason = f"{name} goes {self.state.wind} at most"
                return wg.Complaint(reason, "3.1", "too-far", name, suffered=True)
        return None

    def help(self) -> str:
        return "Say how many steps each boat goes."


def orders(game: wg.Game) -> wg.PhaseRun:
    state = game.state
    answers = {seat: OrderAnswers(state, seat) for seat in game.seats}
    given = yield from wg.together(
        *(
            wg.Ask(seat, Orders, clause="3.0", answers=own, prompt="Give your orders")
            for seat, own in answers.items()
            if own.own
        )
    )
    state.orders = {name: steps for answer in given for name, steps in answer.steps.items()}


def activation(game: wg.Game) -> None:
    game.state.agenda = tuple(("move", (n,)) for n in range(len(game.state.boats)))


def move(game: wg.Game, number: int) -> wg.PhaseRun:
    state = game.state
    boat = state.boats[number]
    steps = state.orders.get(boat.id, 0)
    if steps > state.wind:
        if game.telling:
            game.tell(Grounded(boat.id, "3.2"))
        return
    for _ in range(steps):
        if boat.hits >= 2 or not 0 <= boat.lock + boat.way < LOCKS:
            return
        boat.lock += boat.way
        if game.telling:
            game.tell(Moved(boat.id, boat.lock, "4.0"))
        for enemy in state.boats:
            if enemy.side != boat.side and enemy.hits < 2 and abs(enemy.lock - boat.lock) <= 1:
                yield from react(game, enemy, boat)


def react(game: wg.Game, enemy: Boat, boat: Boat) -> wg.PhaseRun:
    reply = yield wg.Ask(
        enemy.side,
        (Fire, wg.Decline),
        clause="4.1",
        answers=wg.OneOf([Fire(), wg.Decline()], "4.1"),
        about=enemy.id,
        prompt=f"{boat.id} passes {enemy.id}: fire?",
    )
    if isinstance(reply, Fire):
        die = game.roll(f"fire {enemy.id}", f"fire at {boat.id}", "4.1", about=boat.id)
        own = (SPRAY,) if game.rules.options.gale else ()
        die = max(1, min(6, game.modified("fire", die, own, enemy, boat)))
        hits = game.look_up("hits", die, game.rules.options.shot)
        boat.hits += hits
        if game.telling:
            game.tell(Hit(boat.id, hits, "4.2"))


def search(game: wg.Game) -> wg.PhaseRun:
    state = game.state
    for seat, other in (game.seats, game.seats[::-1]):
        locks = sorted({boat.lock for boat in state.boats if boat.side == seat and boat.hits < 2})
        if not locks or state.outcome is not None:
            continue
        choices: list[wg.Command] = [wg.Decline(), *(Search(lock=lock) for lock in locks)]
        answer = yield wg.Ask(
            seat,
            (Search, wg.Decline),
            clause="5.0",
            answers=wg.OneOf(choices, "5.0"),
            prompt="Search a lock?",
        )
        if isinstance(answer, Search):
            found = state.chests[other] == answer.lock
            if game.telling:
                game.tell(Searched(seat, answer.lock, found, "5.0"))
            if found:
                state.outcome = wg.Outcome(seat, "the chest is found", "5.0", how="found")


def reckon(game: wg.Game) -> None:
    state = game.state
    afloat = {boat.side for boat in state.boats if boat.hits < 2}
    if len(afloat) == 1:
        state.outcome = wg.Outcome(afloat.pop(), "no enemy is afloat", "6.0", how="sunk")
    elif not afloat or state.turn >= game.rules.scenario.turns:
        state.outcome = wg.Outcome("draw", "nobody has won", "6.0", how="time")


@dataclass(slots=True)
class ToyTable:
    turn: int
    wind: int
    boats: list[Boat]
    chest: int | None

    def plain(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "wind": self.wind,
            "ships": _ships(self.boats),
            "chest": self.chest,
        }


def _ships(boats: Sequence[Boat]) -> list[dict[str, Any]]:
    return [{"id": b.id, "side": b.side, "position": b.lock, "damage": b.hits} for b in boats]


def view(game: wg.Game, seat: str) -> ToyTable:
    state = game.state
    boats = [boat.copy() for boat in state.boats]
    return ToyTable(state.turn, state.wind, boats, state.chests.get(seat))


def plain(state: ToyState) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "wind": state.wind,
        "ships": _ships(state.boats),
        "chests": dict(state.chests),
    }


def imagine(game: wg.Game, seen: wg.View) -> ToyState:
    table = seen.table
    chests = {} if table.chest is None else {seen.seat: table.chest}
    return ToyState(table.turn, [boat.copy() for boat in table.boats], table.wind, chests)


def picture(rules: Any, state: ToyState) -> wg.Picture:
    return wg.Picture(
        title=rules.scenario.title,
        subtitle="",
        turn=state.turn,
        phase="",
        board=wg.HexTable([wg.SectionMark("A", 0, 0, LOCKS, 3)]),
        ships=[
            wg.ShipMark(b.id, b.id, b.id, b.side, wg.place_at(b.lock, 1 - b.lock // 2), 60)
            for b in state.boats
        ],
        wind=None,
        sides=[wg.SideMark(s.id, s.name, n) for n, s in enumerate(rules.scenario.sides)],
        notes=[f"{side} hid in {lock}" for side, lock in sorted(state.chests.items())],
    )


def invariants(game: wg.Game) -> list[str]:
    return [
        f"{boat.id} is in lock {boat.lock}" for boat in game.state.boats if not 0 <= boat.lock < 10
    ]


SEQUENCE = (
    wg.Phase("hide", "1.0", hide, "Hiding", later_turns=False),
    wg.Phase("wind", "2.0", wind, "Wind", first_turn=False),
    wg.Phase("orders", "3.0", orders, "Orders"),
    wg.Phase("activation", "4.0", activation, "Movement"),
    wg.Phase("search", "5.0", search, "Search", undo="no"),
    wg.Phase("reckon", "6.0", reckon, "Reckoning"),
)

TOY = wg.Ruleset(
    id="toy",
    title="Canal",
    source="the tests",
    board="hex",
    rules_version=1,
    package="toy",
    turn_clause="4.0",
    scales=wg.Scales(yards=100, minutes=5, per="lock"),
    options=ToyOptions,
    scenario=ToyScenario,
    sequence=SEQUENCE,
    commands=(Hide, Orders, Fire, Search, wg.Decline),
    set_up=set_up,
    view=view,
    plain=plain,
    picture=picture,
    pieces={"move": wg.Phase("move", "4.0", move)},
    imagine=imagine,
    invariants=invariants,
    points=(wg.Point("fire", "4.1", "the die of a shot", (wg.Declared(*SPRAY),)),),
    profile={
        "Where can a chest be?": wg.Answer("In any lock.", ("1.0",)),
        "ending": wg.Answer("A chest is found, or nobody is left.", ("5.0", "6.0")),
        "secrets": wg.Answer("Where the chests are.", ("1.0",)),
    },
)


@wg.hookimpl
def rulesets() -> list[wg.Ruleset]:
    return [TOY]
