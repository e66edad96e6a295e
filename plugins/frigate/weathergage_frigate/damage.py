"""Hits put on ships, and hits taken off: results application and damage control (6.5, 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    clause,
    distance,
    event,
    together,
)
from weathergage_frigate import prizes
from weathergage_frigate.charts import charts_of
from weathergage_frigate.gunnery import explodes
from weathergage_frigate.state import LEFT, FrigateState, Ship

KINDS = ("mast", "crew")
MOST = 3
"""Hits of a kind that a ship can carry (7.7-limits)."""


class Repair(Command):
    """Which kind of hit each ship with both kinds tries to take off: "mast" or "crew" by code."""

    kinds: dict[str, str]


@event
class Damaged(Event):
    """Hits marked on a ship, and what she carries now."""

    ship: str
    crew: int
    mast: int
    crew_now: int
    mast_now: int
    clause: str

    def say(self) -> str:
        """What she takes and has."""
        taken = [f"{n} {kind}" for n, kind in ((self.crew, "crew"), (self.mast, "mast")) if n]
        state = f"{self.crew_now} crew and {self.mast_now} mast"
        hit = "hit" if self.crew + self.mast == 1 else "hits"
        return f"{self.ship} takes {' and '.join(taken)} {hit}; she has {state}."


@event
class Dismasted(Event):
    """A ship has lost her masts."""

    ship: str
    clause: str

    def say(self) -> str:
        """That she is dismasted."""
        return f"{self.ship} is dismasted."


@event
class Exploded(Event):
    """A ship blew up and is gone."""

    ship: str
    clause: str

    def say(self) -> str:
        """That she blew up."""
        return f"{self.ship} blows up."


@event
class Repaired(Event):
    """A hit was taken off, or an attempt failed."""

    ship: str
    of: str
    done: bool
    clause: str

    def say(self) -> str:
        """Whether the repair held."""
        if self.done:
            return f"{self.ship} repairs a {self.of} hit."
        return f"{self.ship} tries to repair a {self.of} hit and fails."


@clause("4.2.F", "5.0-delay", "7.0-timing", "7.31")
def apply_results(game: Any) -> None:
    """Mark what this turn's fire has scored, also on ships that have left the map since; ships
    that blow up go, and hurt their neighbours.
    """
    state: FrigateState = game.state
    if not state.scored and not state.exploding:
        return
    scored = dict(state.scored)
    blown = _chain(game, scored) if state.exploding else []
    struck = [n for n in sorted(scored) if n not in blown and state.ships[n].gone != "aground"]
    manned = [n for n in struck if state.ships[n].crew < MOST]
    for n in struck:
        mark(game, state.ships[n], *scored[n])
    for n in blown:
        if state.ships[n].gone != "aground":
            prizes.remove(state, state.ships[n], "exploded")
        if game.telling:
            game.tell(Exploded(state.ships[n].counter.title, "7.31"))
    state.scored = {}
    state.exploding = ()
    if game.rules.options.surrender:
        reached = [n for n in manned if state.ships[n].crew >= MOST]
        prizes.surrender_after_fire(game, reached)


@clause("7.31")
def _chain(game: Any, scored: dict[int, tuple[int, int]]) -> list[int]:
    """Every ship that blows up, one setting off the next: a ship in the same hex takes one hit
    of each kind, one in an adjacent hex a Mast Hit, and whoever comes to two Crew Hits by it
    rolls too, once a phase. One that has left the map harms nobody there.
    """
    state: FrigateState = game.state
    rolled = {n for n, (crew, _) in scored.items() if crew >= 2}
    waiting = list(state.exploding)
    blown: list[int] = []
    while waiting:
        centre = waiting.pop(0)
        blown.append(centre)
        if state.ships[centre].gone in LEFT:
            continue
        for ship in state.ships:
            if ship.gone or ship.n in blown or ship.n in waiting:
                continue
            away = distance(state.ships[centre].place, ship.place)
            if away > 1:
                continue
            crew, mast = scored.get(ship.n, (0, 0))
            scored[ship.n] = (crew + (away == 0), mast + 1)
            if scored[ship.n][0] >= 2 and ship.n not in rolled:
                rolled.add(ship.n)
                if explodes(game, ship):
                    waiting.append(ship.n)
    return blown


@clause("5.0-delay", "7.7-limits")
def hits_to_bear(state: FrigateState, ship: Ship) -> int:
    """Hits that a ship has once this turn's fire is marked on her."""
    crew, mast = state.scored.get(ship.n, (0, 0))
    return min(MOST, ship.crew + crew) + min(MOST, ship.mast + mast)


@clause("7.7-limits", "6.5", "6.52", "6.54")
def mark(game: Any, ship: Ship, crew: int, mast: int) -> None:
    """Put hits on a ship; of each kind three at most, and what is over is lost."""
    before = ship.mast
    ship.crew = min(MOST, ship.crew + crew)
    ship.mast = min(MOST, ship.mast + mast)
    if game.telling:
        game.tell(Damaged(ship.counter.title, crew, mast, ship.crew, ship.mast, "7.7-limits"))
        if before < MOST <= ship.mast:
            game.tell(Dismasted(ship.counter.title, "6.52"))


class RepairAnswers:
    """A kind for each of a side's ships that has hits of both."""

    __slots__ = ("_codes",)

    def __init__(self, ships: Sequence[Ship]) -> None:
        self._codes = [ship.code for ship in ships]

    def legal(self) -> Sequence[Command] | None:
        """Every choice, for up to six ships."""
        if len(self._codes) > 6:
            return None
        return [
            Repair(kinds=dict(zip(self._codes, kinds, strict=True)))
            for kinds in product(KINDS, repeat=len(self._codes))
        ]

    def sample(self, dice: Dice) -> Command:
        """Each choice as likely."""
        return Repair(kinds={code: KINDS[dice.below("sample", 2)] for code in self._codes})

    def check(self, command: Command) -> Complaint | None:
        """Whether every ship is named, with one of the two kinds."""
        assert isinstance(command, Repair)
        for code in command.kinds:
            if code not in self._codes:
                return Complaint(f"{code} has no choice of repair now", "7.32", "not-offered", code)
        for code in self._codes:
            if command.kinds.get(code) not in KINDS:
                return Complaint(f"say mast or crew for {code}", "7.32", "kind-of-repair", code)
        return None

    def help(self) -> str:
        """What to write."""
        return "Say mast or crew for each: " + ", ".join(self._codes)


@clause("4.2.G", "7.32", "6.53", "7.3", "6.54")
def damage_control(game: Any) -> PhaseRun | None:
    """One die for each ship with hits that can be repaired; she has three of neither kind. Whose
    has both kinds says first which he is trying for.
    """
    state: FrigateState = game.state
    hurt = [
        s for s in state.ships if (s.crew or s.mast) and s.crew < 3 and s.mast < 3 and not s.gone
    ]
    if any(s.crew and s.mast for s in hurt):
        game.keep()
    return _repair(game, hurt) if hurt else None


def _repair(game: Any, hurt: list[Ship]) -> PhaseRun:
    kinds = {s.n: "crew" if s.crew else "mast" for s in hurt}
    both = [s for s in hurt if s.crew and s.mast]
    if both:
        yield from _choose(game, both, kinds)
    for ship in hurt:
        kind = kinds[ship.n]
        hits = ship.crew if kind == "crew" else ship.mast
        purpose = f"repair of a {kind} hit aboard {ship.counter.title}"
        die = game.roll(f"damage control {ship.counter.id}", purpose, "7.32", about=ship.counter.id)
        off = game.look_up("damage-control", die, 0 if hits == 1 else 1)
        if kind == "crew":
            ship.crew -= off
        else:
            ship.mast -= off
        if game.telling:
            game.tell(Repaired(ship.counter.title, kind, bool(off), "7.32"))


def _choose(game: Any, both: list[Ship], kinds: dict[int, str]) -> PhaseRun:
    """Ask every side that has a choice; the ships of a side that nobody plays mend their crews."""
    automatic = charts_of(game.rules).automatic
    sides = [s for s in game.seats if s not in automatic and any(b.side == s for b in both)]
    groups = [[s for s in both if s.side == side] for side in sides]
    answers = yield from together(
        *(
            Ask(
                side,
                Repair,
                clause="7.32",
                answers=RepairAnswers(group),
                prompt=f"{side}: which hits to repair",
            )
            for side, group in zip(sides, groups, strict=True)
        )
    )
    for group, answer in zip(groups, answers, strict=True):
        assert isinstance(answer, Repair)
        for ship in group:
            kinds[ship.n] = answer.kinds[ship.code]
