"""Commanders: how far they reach, transfers to another galley, and what their loss brings (5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from weathergage import (
    STEP,
    Ask,
    Command,
    Decline,
    Event,
    OneOf,
    PhaseRun,
    clause,
    distance,
    event,
)
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Commander, Galley, GalleyState
from weathergage_war_galley.steps import for_each

TRANSFERS_ON: Final = 3
"""The lowest die with which a commander gets over to another galley."""

FAR: Final = 160
"""More hexes than any map is wide."""

SUNK: Final = frozenset({"sunk", "burned", "stranded"})
"""Ways to leave the map that take a commander with them; one who sails off is not lost."""


class Transfer(Command):
    """A commander shifts to another galley. commander: his id. to: code of the galley."""

    NOTATION = '"transfer hanno to 5/12"'

    commander: str
    to: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Who, and where to; None for another kind of line. Raises ValueError for half a line."""
        words = line.split()
        if not words or words[0].lower() != "transfer":
            return None
        if len(words) < 4 or words[2].lower() != "to":
            raise ValueError('write who goes where, such as "transfer hanno to 5/12"')
        return {"commander": words[1].lower(), "to": " ".join(words[3:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"transfer {self.commander} to {self.to}"


class Place(Command):
    """The galley, of several equally near, that gets the deputy of a lost commander: its code."""

    NOTATION = '"place 5/12"'

    galley: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The galley; None for another kind of line. Raises ValueError without one."""
        words = line.split()
        if not words or words[0].lower() != "place":
            return None
        if len(words) == 1:
            raise ValueError('write in which galley, such as "place 5/12"')
        return {"galley": " ".join(words[1:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"place {self.galley}"


COMMANDS: tuple[type[Command], ...] = (Transfer, Place)

_LAST_KINDS: Final[tuple[type[Command], ...]] = (Transfer, Decline)
_DECLINE: Final = Decline()


@lru_cache(maxsize=4096)
def transfer_of(commander: str, code: str) -> Transfer:
    """The command that brings a commander to a galley."""
    return Transfer(commander=commander, to=code)


@event
class Transferred(Event):
    """A commander tried to shift to another galley. success: he is in it now."""

    commander: str
    galley: str
    success: bool
    clause: str

    def say(self) -> str:
        """Whether he got there."""
        if self.success:
            return f"{self.commander} shifts to {self.galley}, with Reduced Effectiveness."
        return f"{self.commander} does not get over to {self.galley}."


@event
class CommanderLost(Event):
    """A commander went down or was taken with his ship. deputy: the galley from which another
    leads in his place, "" if there is none.
    """

    commander: str
    galley: str
    deputy: str
    clause: str

    def say(self) -> str:
        """Who, and what is left of his command."""
        if self.deputy:
            end = f"his deputy leads from {self.deputy}"
        else:
            end = "no galley of his squadron is left"
        return f"{self.commander} is lost with {self.galley}; {end}."


@event
class Placed(Event):
    """A lost commander's deputy has his place."""

    commander: str
    galley: str
    clause: str

    def say(self) -> str:
        """Where."""
        return f"The deputy of {self.commander} leads from {self.galley}."


@event
class Recovered(Event):
    """A commander who had shifted to another galley has his normal ratings again."""

    commander: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.commander} is fully effective again."


# Who is where


def commander_of(state: GalleyState, id: str) -> Commander:
    """The commander of an id; StopIteration if there is none."""
    return next(found for found in state.commanders if found.id == id)


@clause("5.14", "2.1-commanders")
def command_ship(state: GalleyState, commander: Commander) -> Galley | None:
    """The vessel that carries a commander, if it is on the map and his side's."""
    if commander.galley < 0:
        return None
    galley = state.galleys[commander.galley]
    return None if galley.gone or galley.side != commander.side else galley


@clause("5.14")
def aboard(state: GalleyState, galley: Galley) -> Commander | None:
    """The commander that a galley carries."""
    for commander in state.commanders:
        if commander.galley == galley.n:
            return commander
    return None


@clause("5.12", "2.1-commanders")
def admirals(state: GalleyState, side: str) -> list[Commander]:
    """A side's Admirals who are on the map."""
    return [
        commander
        for commander in state.commanders
        if commander.side == side and commander.is_admiral and command_ship(state, commander)
    ]


@clause("5.12", "5.11", "5.52")
def rating(commander: Commander) -> int:
    """An Admiral's Initiative Rating, 0 on his Reduced Effectiveness side; 0 for anyone else."""
    if not commander.is_admiral or commander.reduced:
        return 0
    return commander.initiative or 0


@clause("5.24")
def commands(commander: Commander, galley: Galley) -> bool:
    """Whether a galley is one that a commander may command, whatever the range; a prize is."""
    if galley.side != commander.side:
        return False
    is_own = galley.counter.side == galley.side
    if commander.fleet and is_own and commander.fleet != galley.counter.fleet:
        return False
    return not commander.only or galley.counter.type in commander.only


@clause("5.51", "5.53")
def may_carry(game: Any, commander: Commander, galley: Galley) -> bool:
    """Whether a galley may carry a commander at all: one that he may command, of a type that may be
    a Command Ship, and without another commander aboard.
    """
    if galley.gone or not commands(commander, galley):
        return False
    if galley.counter.type in game.rules.scenario.special.no_flagship.get(commander.side, ()):
        return False
    return aboard(game.state, galley) is None


# Command Range


def _straight(hexes: int, heading: int) -> tuple[tuple[int, ...], ...]:
    """Offsets from a ship's bow to the hexes next to it, to those two away, and so on."""
    seen = {0, -STEP[heading]} if hexes == 2 else {0}
    edge = list(seen)
    return tuple(tuple(edge := _next_to(edge, seen)) for _ in range(STRAIGHT))


def _next_to(edge: Iterable[int], seen: set[int]) -> list[int]:
    """The hexes next to any of some that have not been seen yet; now they have."""
    found: list[int] = []
    for place in edge:
        for step in STEP:
            hex = place + step
            if hex not in seen:
                seen.add(hex)
                found.append(hex)
    return found


STRAIGHT: Final = 8
"""How far away the hexes around a ship are listed beforehand; hardly anybody commands farther."""

_STRAIGHT: Final = for_each(_straight)


@clause("5.23", "2.5-command-range")
def rings(game: Any, ship: Galley, limit: int) -> Iterator[tuple[int, list[int]]]:
    """Friendly galleys around a ship as (hexes, numbers), nearest first, to a limit. Hexes are
    counted from any part of the ship, its own not counted, to any part of the other, by a path that
    may pass friends but never an enemy.
    """
    state: GalleyState = game.state
    at, galleys, side, bow = state.at, state.galleys, ship.side, ship.bow
    on_map = game.rules.scenario.sheet.hexes
    straight = _STRAIGHT[ship.counter.hexes][ship.heading]
    within = on_map.issuperset(ship.hexes)
    known = {ship.n}
    # As long as nothing bars a way every path is straight. The map's edge bars none from a ship
    # wholly on it to any hex of it, but may bar one to a galley beyond it.
    past_edge = barred = False
    hexes, last = 0, list(ship.hexes)
    for hexes in range(1, min(limit, STRAIGHT) + 1):
        ring = [bow + x for x in straight[hexes - 1]]
        taken = [hex for hex in ring if hex in at]
        if past_edge and not on_map.issuperset(taken):
            hexes -= 1
            break
        past_edge = not on_map.issuperset(ring) and any(
            hex not in on_map and hex not in at for hex in ring
        )
        found: list[int] = []
        for hex in taken:
            n = at[hex]
            if galleys[n].side != side:
                barred = True
            elif n not in known:
                known.add(n)
                found.append(n)
        if found:
            yield hexes, found
        last = ring
        if barred or (past_edge and not within):
            break
    if hexes >= limit:
        return
    seen = {bow + x for ring in straight[:hexes] for x in ring}.union(ship.hexes)
    yield from _winding(game, side, last, seen, known, range(hexes + 1, limit + 1))


@clause("5.23")
def _winding(
    game: Any,
    side: str,
    last: Iterable[int],
    seen: set[int],
    known: set[int],
    counts: Iterable[int],
) -> Iterator[tuple[int, list[int]]]:
    """The rings beyond the one that something bars the way in. last: its hexes. seen: those up to
    it. known: galleys found already. counts: hexes to the rings that are left.
    """
    state: GalleyState = game.state
    at, on_map = state.at, game.rules.scenario.sheet.hexes
    edge = _passable(state, on_map, side, last)
    for hexes in counts:
        if not edge:
            return
        edge = _passable(state, on_map, side, _next_to(edge, seen))
        found: list[int] = []
        for hex in edge:
            n = at.get(hex)
            if n is not None and n not in known:
                known.add(n)
                found.append(n)
        if found:
            yield hexes, found


def _passable(
    state: GalleyState, on_map: frozenset[int], side: str, hexes: Iterable[int]
) -> list[int]:
    """The hexes that a path may go through: on the map, or where a friend lies, and no enemy."""
    at, galleys = state.at, state.galleys
    return [
        hex
        for hex in hexes
        if (hex in on_map if (n := at.get(hex)) is None else galleys[n].side == side)
    ]


@clause("5.23", "2.5-command-range", "5.21")
def in_range(game: Any, commander: Commander) -> dict[int, int]:
    """Hexes from his ship to each friendly galley within a commander's range, by number."""
    ship = command_ship(game.state, commander)
    if ship is None:
        return {}
    return {n: hexes for hexes, found in rings(game, ship, commander.reach) for n in found}


# Transfers


@clause("5.51")
def transfers(game: Any, commander: Commander) -> list[Transfer]:
    """Where a commander may try to shift to: the nearest galley that may carry him and is neither
    Fouled nor Grappled, or any of those equally near; once a turn.
    """
    state: GalleyState = game.state
    ship = command_ship(state, commander)
    if ship is None or commander.transferred:
        return []
    for _, numbers in rings(game, ship, FAR):
        fit = [
            galley
            for galley in (state.galleys[n] for n in sorted(numbers))
            if not (galley.fouled or galley.grappled) and may_carry(game, commander, galley)
        ]
        if fit:
            return [transfer_of(commander.id, galley.counter.code) for galley in fit]
    return []


@clause("5.51")
def in_danger(state: GalleyState, commander: Commander) -> bool:
    """Whether a commander has cause to leave his ship and may still try to in this turn."""
    if commander.transferred or commander.galley < 0:
        return False
    ship = state.galleys[commander.galley]
    if not (ship.rammed or ship.fire or ship.grappled or ship.fouled):
        return False
    return command_ship(state, commander) is not None


@clause("5.52", "5.14", "5.51")
def transfer(game: Any, command: Transfer) -> bool:
    """Roll for a transfer: 3 to 6 brings the commander over on his Reduced Effectiveness side, and
    the galley that receives him to Cruise; else he stays, and may try again next turn.
    """
    state: GalleyState = game.state
    commander = commander_of(state, command.commander)
    galley = next(found for found in state.galleys if found.counter.code == command.to)
    commander.transferred = True
    name = commander.name
    die = one_die(
        game,
        f"transfer {commander.id}",
        f"{name} to shift to {command.to}",
        "5.52",
        (),
        command.to,
        at="transfer",
        by=commander,
    )
    success = die >= TRANSFERS_ON
    if success:
        commander.galley = galley.n
        commander.reduced = True
        commander.applied = False
        galley.maximum = False
    if game.telling:
        game.tell(Transferred(name, command.to, success, "5.52"))
    return success


@clause("5.51")
def last_chance(game: Any) -> PhaseRun:
    """Once all squadrons have been activated, whoever is aboard a Rammed or burning ship, or one
    that is held to such a ship, may still try to leave it before its fate is settled.
    """
    state: GalleyState = game.state
    for commander in state.commanders:
        ship = command_ship(state, commander)
        if ship is None or commander.transferred or not _is_at_risk(state, ship):
            continue
        found = transfers(game, commander)
        if not found:
            continue
        answer = yield Ask(
            commander.side,
            _LAST_KINDS,
            clause="5.51",
            about=ship.counter.code,
            answers=OneOf(
                (_DECLINE, *found),
                "5.51",
                f'Write "{found[0].write()}" to try, or "decline" to stay.',
            ),
            prompt=f"{commander.name}: leave {ship.counter.code}?",
        )
        if type(answer) is Transfer:
            transfer(game, answer)


@clause("7.17-chain", "8.54-spread")
def _is_at_risk(state: GalleyState, ship: Galley) -> bool:
    """Whether a ship, or one that it is bound to, near or far, is Rammed or burns."""
    return any(other.rammed or other.fire for other in state.bound(ship))


@clause("5.52")
def apply(state: GalleyState) -> None:
    """Squadrons are being formed: who has shifted to another galley uses his reduced ratings."""
    for commander in state.commanders:
        if commander.reduced and not commander.lost:
            commander.applied = True


@clause("5.52")
def recover(game: Any, ids: Iterable[str]) -> None:
    """At the end of an activation its commanders who have used their reduced ratings turn back to
    the normal ones; a deputy never does.
    """
    for id in ids:
        if not id:
            continue
        commander = commander_of(game.state, id)
        if commander.reduced and commander.applied and not commander.lost:
            commander.reduced = commander.applied = False
            if game.telling:
                game.tell(Recovered(commander.name, "5.52"))


# Losses


@clause("5.53", "9.2")
def lost(game: Any, galley: Galley) -> None:
    """A galley is sunk, burned, eliminated or captured: the commander aboard is lost. His deputy
    leads with reduced ratings, for good and never as an Admiral, from the nearest galley of the
    squadron; where several are equally near, from the first of them until `settle` has asked. The
    last Admiral of a side is noted for the Victory Phase.
    """
    state: GalleyState = game.state
    for commander in state.commanders:
        if commander.galley != galley.n:
            continue
        if commander.is_admiral:
            initiative = commander.initiative or 0
            commander.lost = True
            if not admirals(state, commander.side):
                state.lost_admirals = (*state.lost_admirals, (commander.side, initiative))
        commander.lost = commander.reduced = True
        commander.applied = False
        commander.galley = -1
        found = heirs(game, commander, galley)
        commander.galley = found[0].n if found else -1
        commander.adrift = galley.n if len(found) > 1 else -1
        if game.telling:
            deputy = found[0].counter.code if found else ""
            game.tell(CommanderLost(commander.name, galley.counter.code, deputy, "5.53"))


@clause("5.53")
def heirs(game: Any, commander: Commander, galley: Galley) -> list[Galley]:
    """The galleys of a lost commander's squadron that are nearest to the ship he was lost with; of
    one who is not the first in a column, those of the column.
    """
    state: GalleyState = game.state
    nearest, found = FAR, []
    for squadron in state.squadrons:
        in_column = squadron.word and galley.n in squadron.members
        if squadron.commander != commander.id and not in_column:
            continue
        for n in squadron.members:
            other = state.galleys[n]
            if other is galley or not may_carry(game, commander, other):
                continue
            hexes = min(distance(a, b) for a in galley.hexes for b in other.hexes)
            if hexes < nearest:
                nearest, found = hexes, [other]
            elif hexes == nearest:
                found.append(other)
    return found


@clause("5.53")
def settle(game: Any) -> PhaseRun:
    """See to commanders whose ships were lost since the last time: each side says which of equally
    near galleys has the deputy.
    """
    state: GalleyState = game.state
    for commander in state.commanders:
        if commander.galley < 0:
            continue
        galley = state.galleys[commander.galley]
        if galley.side != commander.side or galley.gone in SUNK:
            lost(game, galley)
        if commander.adrift >= 0:
            yield from _place(game, commander)


def _place(game: Any, commander: Commander) -> PhaseRun:
    """Ask in which galley a deputy is."""
    state: GalleyState = game.state
    galley = state.galleys[commander.adrift]
    before, commander.galley = commander.galley, -1
    found = heirs(game, commander, galley)
    commander.galley = before
    commander.adrift = -1
    if len(found) > 1:
        options = [Place(galley=other.counter.code) for other in found]
        answer = yield Ask(
            commander.side,
            Place,
            clause="5.53",
            about=galley.counter.code,
            answers=OneOf(
                options, "5.53", "Write one of: " + "; ".join(o.write() for o in options)
            ),
            prompt=f"{commander.name} is lost: which galley has his deputy?",
        )
        code = answer.galley
        commander.galley = next(other.n for other in found if other.counter.code == code)
        if game.telling:
            game.tell(Placed(commander.name, code, "5.53"))
