"""Getting loose: cutting grapples before moving, and freeing Fouled galleys (8.3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

from pydantic import field_validator

from weathergage import Command, Event, PhaseRun, clause, event
from weathergage_war_galley.grappling import unbind
from weathergage_war_galley.missiles import by_code
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import allowance, wind_points

CUTTING = 2
"""Movement Points that getting loose costs, or all that the galley has."""

HOOKED = -2
"""What a corvus or harpax takes from the die of the galley that it holds."""
UNHOOKING = -1
"""What its own corvus takes from the die of a galley that wants to leave."""


class Cut(Command):
    """The galley tries to cut itself loose. ships: from whom."""

    NOTATION = '"cut from 5/11", "cut from 5/11, 5/12"'

    ships: tuple[str, ...]

    @field_validator("ships")
    @classmethod
    def _in_order(cls, ships: tuple[str, ...]) -> tuple[str, ...]:
        """The order in which they are named does not matter."""
        return tuple(sorted(set(ships)))

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """From whom; None for another kind of line."""
        words = line.split()
        if [word.lower() for word in words[:2]] != ["cut", "from"]:
            return None
        ships = tuple(part.strip() for part in " ".join(words[2:]).split(",") if part.strip())
        if not ships:
            raise ValueError('write from whom to cut loose, such as "cut from 5/11"')
        return {"ships": ships}

    def write(self) -> str:
        """The line that stands for it."""
        return f"cut from {', '.join(self.ships)}"


COMMANDS: tuple[type[Command], ...] = (Cut,)


@lru_cache(maxsize=1024)
def _cuts(codes: tuple[str, ...]) -> tuple[Cut, ...]:
    return tuple(
        Cut(ships=chosen)
        for count in range(1, len(codes) + 1)
        for chosen in combinations(codes, count)
    )


@event
class TriedToCut(Event):
    """A galley tried to cut the grapples that hold it to another."""

    galley: str
    other: str
    success: bool
    clause: str

    def say(self) -> str:
        """Whether it is loose."""
        if self.success:
            return f"{self.galley} cuts itself loose from {self.other}."
        return f"{self.galley} does not get loose from {self.other}."


@event
class TriedToClear(Event):
    """A Fouled galley tried to come clear. freed: those that it has come clear of."""

    galley: str
    freed: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Of whom."""
        if self.freed:
            return f"{self.galley} comes clear of {' and '.join(self.freed)}."
        return f"{self.galley} stays Fouled."


# Grapples


@clause("8.31", "8.32", "8.34", "6.37-immobile")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Cutting loose from one, some or all of those that hold the galley, once, before it moves."""
    if not galley.grappled:
        return []
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or moving.begun or moving.cut or moving.stopped:
        return []
    codes = sorted(state.galleys[n].counter.code for n in galley.grappled)
    return list(_cuts(tuple(codes)))


@clause("8.32", "8.33", "8.34")
def perform(game: Any, galley: Galley, command: Cut) -> PhaseRun:
    """Roll a die for each, at one cost in Movement Points if any is a success. It can move if
    nobody holds it any more.
    """
    state: GalleyState = game.state
    moving: Moving | None = state.moving
    if moving is not None:
        moving.cut = True
    alone = len(command.ships) == 1
    loose = [
        other
        for other in [by_code(state, code) for code in command.ships]
        if cut(game, galley, other, alone)
    ]
    for other in loose:
        unbind(galley, other)
    if loose and moving is not None:
        left = CUTTING if galley.held else allowance(state, galley) - moving.fee
        moving.fee += min(CUTTING, max(0, left))
        moving.sailed = wind_points(state, galley)
    yield from ()


@clause("8.32", "8.32-table", "8.33")
def cut(game: Any, galley: Galley, other: Galley, alone: bool) -> bool:
    """Roll whether a galley gets loose from another. alone: it tries to leave no other."""
    code, name = galley.counter.code, other.counter.code
    rolled = one_die(
        game,
        f"cut {code}",
        f"{code} to cut loose from {name}",
        "8.32",
        modifiers(galley, other, alone),
        code,
        at="cutting loose",
        by=galley,
        against=other,
    )
    success = rolled >= int(game.look_up("grapple-disengage", galley.crew, 0))
    if game.telling:
        game.tell(TriedToCut(code, name, success, "8.33"))
    return success


@clause("8.32-drm", "8.34")
def modifiers(galley: Galley, other: Galley, alone: bool) -> tuple[tuple[str, int, str], ...]:
    """What changes the die of a galley that cuts itself loose."""
    found: list[tuple[str, int, str]] = []
    if galley.repulsed:
        found.append(("repulsed boarders", 1, "8.32-drm"))
    if other.side == galley.side:
        found.append(("both its own", 2, "8.32-drm"))
    elif alone and galley.crew > other.crew:
        found.append(("better Crew", 1, "8.32-drm"))
    if galley.crippled or galley.fouled:
        found.append(("Crippled or Fouled", -1, "8.32-drm"))
    if galley.n in other.hooks:
        name = "harpax" if other.counter.harpax else "corvus"
        found.append((name, HOOKED, "8.32-drm"))
    if other.n in galley.hooks and galley.counter.corvus:
        found.append(("its own corvus", UNHOOKING, "8.32-drm"))
    return tuple(found)


# Fouls


@clause("8.35", "3.1.G1", "8.31")
def clear(game: Any) -> None:
    """Every galley that is still Fouled when its turn comes, in order of number, rolls once for all
    that it is Fouled with. The bond is one thing: who comes clear frees the others of itself.
    """
    state: GalleyState = game.state
    for galley in state.galleys:
        if galley.fouled and not galley.gone:
            come_clear(game, state, galley)


@clause("8.35", "8.35-table")
def come_clear(game: Any, state: GalleyState, galley: Galley) -> None:
    """Roll for a Fouled galley; on a success it and what it was Fouled with are free."""
    code = galley.counter.code
    rolled = one_die(
        game,
        f"foul {code}",
        f"{code} to come clear",
        "8.35",
        (),
        code,
        at="coming clear",
        by=galley,
    )
    freed: list[Galley] = []
    if rolled >= int(game.look_up("foul-disengage", galley.crew, 0)):
        freed = [state.galleys[n] for n in galley.fouled]
        galley.fouled = ()
        _slow(galley)
        for other in freed:
            other.fouled = tuple(n for n in other.fouled if n != galley.n)
            _slow(other)
    if game.telling:
        game.tell(TriedToClear(code, tuple(other.counter.code for other in freed), "8.35"))


@clause("8.35", "6.37-half", "6.12-flip")
def _slow(galley: Galley) -> None:
    """A Half Speed marker takes the place of the last Fouled one."""
    if not galley.fouled:
        galley.half = True
        galley.maximum = False
