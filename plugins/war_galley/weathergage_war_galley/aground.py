"""Running aground and getting off again (6.31, 6.36)."""

from __future__ import annotations

from typing import Any

from weathergage import Command, Event, clause, event
from weathergage_war_galley.layout import hexes
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import (
    BACK,
    FORWARD,
    NOWHERE,
    Way,
    is_beside_enemy,
    shift_of,
)

STUCK = 6
"""The face that loses a grounded galley for good."""


class GetOff(Command):
    """A galley that is aground tries to get off. to: the way, if there is more than one."""

    NOTATION = '"get off", "get off back port"'

    to: Way = "back"

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The way; None for another kind of line."""
        words = line.lower().split()
        if words[:2] != ["get", "off"]:
            return None
        return {"to": " ".join(words[2:])} if words[2:] else {}

    def write(self) -> str:
        """The line that stands for it."""
        return "get off" if self.to == "back" else f"get off {self.to}"


COMMANDS: tuple[type[Command], ...] = (GetOff,)

_GET_OFF: dict[Way, GetOff] = {way: GetOff(to=way) for way in (*BACK, *FORWARD)}


@event
class RanAground(Event):
    """A galley ran aground in a hex. ashore: its side wanted it there, and it is out of play."""

    galley: str
    hex: str
    ashore: bool
    clause: str

    def say(self) -> str:
        """Who, and where."""
        end = ", where it was meant to go." if self.ashore else "."
        return f"{self.galley} runs aground in {self.hex}{end}"


@event
class TriedToGetOff(Event):
    """A grounded galley came off, to where, or "stays", or is "stuck" for good."""

    galley: str
    how: str
    hexes: str
    clause: str

    def say(self) -> str:
        """How it went."""
        if self.how == "off":
            return f"{self.galley} gets off, to {self.hexes}."
        return f"{self.galley} {'stays aground' if self.how == 'stays' else 'is stuck for good'}."


@clause("6.31", "6.13")
def run_aground(game: Any, galley: Galley, hex: int) -> None:
    """A galley has come into a land hex, or to a shore beyond the map's edge, at the hex given."""
    state: GalleyState = game.state
    galley.stranded = state.turn
    ashore = hex in _goals(game, galley.side)
    if ashore:
        state.lift(galley, "ashore")
    if game.telling:
        sheet: Sheet = game.rules.scenario.sheet
        game.tell(RanAground(galley.counter.code, sheet.label(hex), ashore, "6.31"))


def _goals(game: Any, side: str) -> frozenset[int]:
    """Hexes in which a side earns Victory Points by running aground."""
    goal = game.rules.scenario.victory.aground
    if goal is None or goal.side != side:
        return frozenset()
    memo = game.rules.memo
    if "aground" not in memo:
        memo["aground"] = frozenset(hexes(game.rules.scenario.sheet, goal.hexes))
    found: frozenset[int] = memo["aground"]
    return found


@clause("6.36")
def ways_off(game: Any, galley: Galley) -> list[Way]:
    """The ways by which a grounded galley could get off: astern; or forward, where there is nothing
    but land and shore astern, so that it must have gone aground by the stern.
    """
    at, sea = game.state.at, galley.counter.sea
    memo = game.rules.memo.setdefault("ways off", {})
    berth = galley.bow, galley.heading, galley.counter.hexes
    if berth not in memo:
        memo[berth] = _ways_to_sea(game.rules.scenario.sheet, galley)
    return [way for way, hex in memo[berth] if hex not in at and (sea is None or hex in sea)]


def _ways_to_sea(sheet: Sheet, galley: Galley) -> tuple[tuple[Way, int], ...]:
    """The ways off as far as the map goes, each with the hex that it leads into."""
    ways = BACK
    if all(galley.bow + shift_of(galley, way).entered not in sheet.sea for way in BACK):
        ways = FORWARD
    found: list[tuple[Way, int]] = []
    for way in ways:
        shift = shift_of(galley, way)
        entered = galley.bow + shift.entered
        if entered in sheet.sea and galley.bow + shift.bow in sheet.sea:
            found.append((way, entered))
    return tuple(found)


@clause("6.36")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Trying to get off, instead of moving, from the turn after it ran aground."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or moving.begun:
        return []
    ways = open_ways(game, galley)
    if moving.aloof:
        ways = [way for way in ways if not _leads_to_enemy(state, galley, way)]
    return [_GET_OFF[way] for way in ways]


@clause("6.36")
def open_ways(game: Any, galley: Galley) -> list[Way]:
    """The ways by which a galley may try to get off before it moves; none if it is not aground, has
    run aground in this turn, or is held by something else as well.
    """
    if not galley.stranded or galley.stranded >= game.state.turn:
        return []
    if galley.rammed or galley.fouled or galley.grappled or galley.crippled == 3:
        return []
    return ways_off(game, galley)


@clause("5.31-fail")
def _leads_to_enemy(state: GalleyState, galley: Galley, way: Way) -> bool:
    """Whether a way off brings a galley next to an enemy."""
    return is_beside_enemy(state, galley.bow + shift_of(galley, way).entered, galley.side)


@clause("6.36")
def get_off(game: Any, galley: Galley, moving: Moving, command: GetOff) -> int:
    """Roll against the Crew Rating: at or under it the galley moves one hex and is free, on a 6 it
    is lost, else it stays. Either way it moves no more in this activation. Gives back the hex that
    it has come into, or NOWHERE.
    """
    state: GalleyState = game.state
    code = galley.counter.code
    rolled = one_die(
        game, f"aground {code}", f"{code} to get off", "6.36", (), code, at="getting off", by=galley
    )
    moving.stopped = True
    if rolled <= galley.crew:
        shift = shift_of(galley, command.to)
        entered = galley.bow + shift.entered
        galley.stranded = 0
        galley.wake = (*galley.wake, galley.bow)
        state.place(galley, galley.bow + shift.bow, shift.heading)
        _tell(game, galley, "off")
        return entered
    if rolled >= STUCK:
        _tell(game, galley, "stuck")
        state.lift(galley, "stranded")
    else:
        _tell(game, galley, "stays")
    return NOWHERE


def _tell(game: Any, galley: Galley, how: str) -> None:
    if game.telling:
        where = labels(game.rules.scenario.sheet, galley.hexes)
        game.tell(TriedToGetOff(galley.counter.code, how, where, "6.36"))
