"""Repairs: clearing guns, pumps and leaks, and cutting ships loose (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from pydantic import Field

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    clause,
    event,
    together,
)
from weathergage_admiralty import damage
from weathergage_admiralty.orders import first_word, listed, unknown
from weathergage_admiralty.state import SIDES, AdmiraltyState, Ship

Kind = Literal["B", "P", "W", "L"]
KINDS: Final[tuple[Kind, ...]] = ("B", "P", "W", "L")
"""Hits that can be repaired, each by one try a turn."""

CUT: Final = "cut"
FROM: Final = "from"
_ALL = "all"
_NOTHING = "nothing"


class Repair(Command):
    """What a side's crews try to mend.

    orders: by ship, her tasks: "B port" or "B starboard", "P", "W", "L formidable" (an L hit with
    that ship, her own before the other's), "L formidable from indomptable" (one of a ship that she
    is locked with, toward a third), or "cut formidable", which needs no die and costs sails.
    rest: whether ships that are not named try all that they can, without cutting.
    """

    NOTATION = (
        '"repair all", "repair caesar B port W L formidable", '
        '"repair caesar cut formidable, rest", "repair nothing"'
    )

    orders: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    rest: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word != "repair":
            return None
        if rest.lower() in ("", _ALL):
            return {"orders": {}, "rest": True}
        if rest.lower() in (_NOTHING, "none"):
            return {"orders": {}, "rest": False}
        orders = listed(rest)
        others = orders.pop("rest", None) is not None
        return {"orders": {id: _tasks(text) for id, text in orders.items()}, "rest": others}

    def write(self) -> str:
        """The line that stands for it."""
        if not self.orders:
            return f"repair {_ALL if self.rest else _NOTHING}"
        parts = [" ".join((id, *tasks)) for id, tasks in self.orders.items()]
        return f"repair {', '.join([*parts, 'rest'] if self.rest else parts)}"


def _tasks(text: str) -> tuple[str, ...]:
    """Tasks in one line, such as "b port w l formidable"."""
    found, words = [], text.split()
    while words:
        word = words.pop(0)
        if word in ("b", "l", CUT):
            if not words:
                raise ValueError(f'say which after "{word}": "b port", "l formidable"')
            found.append(f"{word if word == CUT else word.upper()} {words.pop(0)}")
            if word == "l" and words[:1] == [FROM] and len(words) > 1:
                found[-1] += f" {FROM} {words[1]}"
                del words[:2]
        elif word in ("p", "w"):
            found.append(word.upper())
        else:
            raise ValueError(f"{word!r} is no repair: write B port, P, W, L or cut with a ship")
    return tuple(found)


@event
class Repaired(Event):
    """A crew tried to mend a hit. task: what, such as "B port"; die: what was thrown for it."""

    ship: str
    task: str
    die: int
    needed: int
    mended: bool
    clause: str

    def say(self) -> str:
        """Whether it is mended."""
        how = "mended" if self.mended else "not mended"
        return f"{self.ship}, {self.task}: {self.die} ({self.needed} or more): {how}."


@event
class CutFree(Event):
    """A ship cut away what held her to another, and her own rigging with it."""

    ship: str
    other: str
    sails: int
    clause: str

    def say(self) -> str:
        """From whom, and at what cost."""
        return f"{self.ship} cuts herself loose from {self.other} at the cost of {self.sails} S."


@clause("6.0")
def repair(game: Any) -> PhaseRun | None:
    """Both sides say what their crews try to mend; a side with nothing to mend is not asked."""
    state: AdmiraltyState = game.state
    hurt = [ship for ship in state.ships if ship.fights and tasks_of(game, ship)]
    if not hurt:
        return None
    game.keep()
    return _repair(game, hurt)


def _repair(game: Any, hurt: list[Ship]) -> PhaseRun:
    asks = []
    for seat in game.rules.seats:
        own = [ship for ship in hurt if ship.side == seat]
        if own:
            asks.append(
                Ask(
                    seat,
                    Repair,
                    clause="6.0",
                    answers=_Repairs(game, own),
                    prompt="What do your crews mend?",
                )
            )
    answers = yield from together(*asks)
    orders: dict[str, tuple[str, ...]] = {}
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Repair) and isinstance(ask.answers, _Repairs):
            if answer.rest:
                orders |= {id: usual(game, ship) for id, ship in ask.answers.ships.items()}
            orders |= answer.orders
    for ship in hurt:
        for task in orders.get(ship.card.id, ()):
            carry_out(game, ship, task)


# What can be mended


@clause("6.0", "6.0-B", "6.0-P", "6.0-W", "6.0-L", "6.0-emergency-L")
def tasks_of(game: Any, ship: Ship) -> list[str]:
    """All that a crew may try this turn, best first among those of a kind."""
    found = []
    port, starboard = ship.blocked
    sides = SIDES if port >= starboard else SIDES[::-1]
    found += [f"B {side}" for side in sides if ship.blocked[SIDES.index(side)]]
    if ship.pumps:
        found.append("P")
    if ship.waterline and game.state.speed < game.look_up("repairs", "storm", 0):
        found.append("W")
    if ship.locks:
        held = [game.state.ships[n] for n, _ in ship.locks]
        found += [f"L {other.card.id}" for other in held if can_loosen(game, ship, other)]
        found += [
            f"L {other.card.id} {FROM} {third.card.id}"
            for other in held
            for third in thirds(game, ship, other)
        ]
        found += [f"{CUT} {other.card.id}" for other in held]
    return found


@clause("6.0-L", "6.0-L-others")
def can_loosen(game: Any, ship: Ship, other: Ship) -> bool:
    """Whether she may throw to be loose of a ship: not of an enemy who fights on. Her own L hits
    come first; without any she may help a friend, or an enemy who has surrendered.
    """
    if dict(ship.locks)[other.n]:
        return _lets_go(game, ship, other)
    if any(hits for _, hits in ship.locks):
        return False
    is_friend, is_prize = other.side == ship.side, not other.fights
    return bool(dict(other.locks).get(ship.n)) and (is_friend or is_prize)


@clause("6.0-L", "6.0-L-others")
def thirds(game: Any, ship: Ship, other: Ship) -> list[Ship]:
    """The ships that a friend, or a prize, with whom she is locked has L hits toward and that she
    may throw to loosen him from: none while she has L hits herself, no enemy who fights on.
    """
    if any(hits for _, hits in ship.locks) or (other.side != ship.side and other.fights):
        return []
    found = [game.state.ships[n] for n, hits in other.locks if hits and n != ship.n]
    return [third for third in found if _lets_go(game, ship, third)]


def _lets_go(game: Any, ship: Ship, other: Ship) -> bool:
    """Whether a lock with a ship can be worked on: she is a friend, or fights no more."""
    is_enemy = other.side != ship.side and other.fights
    return not is_enemy or damage.has_given_up(game.rules, other)


@clause("6.0-one-per-type")
def usual(game: Any, ship: Ship) -> tuple[str, ...]:
    """One task of each kind, as a crew goes about it by itself; it cuts nothing away."""
    found: dict[str, str] = {}
    for task in tasks_of(game, ship):
        found.setdefault(task.partition(" ")[0], task)
    found.pop(CUT, None)
    return tuple(found.values())


# Mending


@clause("6.0", "6.0-B", "6.0-P", "6.0-W", "6.0-L", "6.0-L-others")
def carry_out(game: Any, ship: Ship, task: str) -> None:
    """Throw for a task, with the stream "repair <id>"; or cut, which needs no die."""
    kind, _, what = task.partition(" ")
    if kind == CUT:
        cut_free(game, ship, _named(game, what))
        return
    if kind == "L" and not _is_held(game, ship, what):
        return
    clause = _CLAUSES[kind]
    card = ship.card
    needed: int = game.look_up("repairs", kind, 0)
    die: int = game.roll(f"repair {card.id}", f"{card.name}, {task}", clause, about=card.id)
    die = game.modified("repair", die, (), ship)
    mended = die >= needed
    if game.telling:
        game.tell(Repaired(card.name, task, die, needed, mended, clause))
    if mended:
        _mend(game, ship, kind, what)


_CLAUSES: Final = {"B": "6.0-B", "P": "6.0-P", "W": "6.0-W", "L": "6.0-L"}


def _named(game: Any, id: str) -> Ship:
    found: Ship = game.state.ship(id)
    return found


def _is_held(game: Any, ship: Ship, what: str) -> bool:
    """Whether a lock is still there: a repair of this turn may have parted the two. what: the other
    ship; or a ship that is helped, and from whom, which must be by a hit of her own.
    """
    helped, _, third = what.partition(f" {FROM} ")
    if third:
        return bool(dict(_named(game, helped).locks).get(_named(game, third).n))
    return any(n == _named(game, helped).n for n, _ in ship.locks)


def _mend(game: Any, ship: Ship, kind: str, what: str) -> None:
    if kind == "B":
        port, starboard = ship.blocked
        ship.blocked = (port - 1, starboard) if what == "port" else (port, starboard - 1)
    elif kind == "P":
        ship.pumps -= 1
    elif kind == "W":
        ship.waterline -= 1
    else:
        helped, _, third = what.partition(f" {FROM} ")
        pair = (_named(game, helped), _named(game, third)) if third else (ship, _named(game, what))
        _loosen(game, *pair, "6.0-L")


@clause("6.0-L", "6.0-L-others")
def _loosen(game: Any, ship: Ship, other: Ship, clause: str) -> None:
    """Cross out an L hit between two ships: her own, or the other's where she has none."""
    if dict(ship.locks).get(other.n):
        damage.unlock(game, ship, other, clause=clause)
    else:
        damage.unlock(game, other, ship, clause=clause)


@clause("6.0-emergency-L")
def cut_free(game: Any, ship: Ship, other: Ship) -> None:
    """Cut one L hit away from any ship, an enemy too, for sail hits that count at once.

    Ruling: her own L hit with that ship before the other's.
    """
    if not _is_held(game, ship, other.card.id):
        return
    sails: int = game.look_up("repairs", "cut free", 0)
    if game.telling:
        game.tell(CutFree(ship.card.name, other.card.name, sails, "6.0-emergency-L"))
    damage.apply(game, ship, (("S", sails),), clause="6.0-emergency-L")
    _loosen(game, ship, other, "6.0-emergency-L")


# A command never changes: one that says the same serves again.
_AS_USUAL: Final = Repair(rest=True)


class _Repairs:
    """Tasks for any of a side's ships that have something to mend."""

    __slots__ = ("game", "ships")

    def __init__(self, game: Any, ships: Iterable[Ship]) -> None:
        self.game = game
        self.ships: Mapping[str, Ship] = {ship.card.id: ship for ship in ships}

    def legal(self) -> None:
        """Too many to list."""
        return

    def sample(self, dice: Dice) -> Repair:
        """All ships do what is usual; now and then one does some other thing alone."""
        ids = list(self.ships)
        drawn = dice.below("sample", 8 * len(ids))
        if drawn >= len(ids):
            return _AS_USUAL
        tasks = tasks_of(self.game, self.ships[ids[drawn]])
        return Repair(orders={ids[drawn]: (tasks[dice.below("sample", len(tasks))],)})

    def check(self, command: Command) -> Complaint | None:
        """Whether each ship may try each of her tasks, and tries one of a kind."""
        assert isinstance(command, Repair)
        problem = unknown(command.orders, self.ships, "6.0")
        if problem is not None:
            return problem
        for id, tasks in command.orders.items():
            problem = self._tasks(self.ships[id], tasks)
            if problem is not None:
                return problem
        return None

    @clause("6.0-one-per-type", "6.0-emergency-L")
    def _tasks(self, ship: Ship, tasks: tuple[str, ...]) -> Complaint | None:
        name, open_ = ship.card.name, tasks_of(self.game, ship)
        kinds = ["L" if kind == CUT else kind for kind in (t.partition(" ")[0] for t in tasks)]
        for task in tasks:
            if task not in open_:
                told = f"{name} cannot repair {task!r} now; open to her: {', '.join(open_)}"
                clause = _CLAUSES.get(task[:1], "6.0")
                return Complaint(told, clause, "no-repair", ship.card.id)
        if len(set(kinds)) < len(kinds):
            told = f"{name} tries one repair of each kind in a turn; cutting loose is one of L"
            return Complaint(told, "6.0-one-per-type", "twice", ship.card.id)
        return None

    def help(self) -> str:
        """Who can mend what."""
        parts = (f"{id}: {', '.join(tasks_of(self.game, s))}" for id, s in self.ships.items())
        id, ship = next(iter(self.ships.items()))
        task = tasks_of(self.game, ship)[0]
        return (
            f'{"; ".join(parts)}. One try of each kind. Write "repair all" for all of it but '
            f'cutting, "repair {id} {task}", or "repair nothing".'
        )
