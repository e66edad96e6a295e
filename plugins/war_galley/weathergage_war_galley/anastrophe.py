"""The Anastrophe: a rake and a ram of the same target in one turn (7.3)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from weathergage import STEP, Command, Event, PhaseRun, clause, event
from weathergage_war_galley import avoidance, missiles
from weathergage_war_galley.fatigue import tire_by_anastrophe
from weathergage_war_galley.raking import (
    FLANK_OF,
    HANDS,
    Hand,
    galley_of,
    may_rake,
    neighbours,
    resolve,
)
from weathergage_war_galley.ramming import attempt, may_ram
from weathergage_war_galley.rolls import Changes
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState, Moving
from weathergage_war_galley.steps import (
    BOW_PORT,
    BOW_STARBOARD,
    MIDSHIP_PORT,
    MIDSHIP_STARBOARD,
    NOWHERE,
    STERN,
    STERN_PORT,
    STERN_STARBOARD,
    hex_at,
    is_open,
)

REACH: Final = 2
"""How many hexes from the target's bow the approach may begin."""

_ALONG: Final = {
    PORT: (BOW_PORT, MIDSHIP_PORT, STERN_PORT),
    STARBOARD: (BOW_STARBOARD, MIDSHIP_STARBOARD, STERN_STARBOARD),
}


class Anastrophe(Command):
    """The galley rakes an enemy, turns, and rams it on the other side. target: its code. by: the
    flank of the target that is raked.
    """

    NOTATION = '"anastrophe 3/7 by port" (rakes its port side)'

    target: str
    by: Hand

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Its parts; None for another kind of line. Raises ValueError where one is missing."""
        words = line.split()
        if not words or words[0].lower() != "anastrophe":
            return None
        if len(words) < 4 or words[-2].lower() != "by":
            raise ValueError('write target and side, such as "anastrophe 3/7 by port"')
        return {"target": " ".join(words[1:-2]), "by": words[-1].lower()}

    def write(self) -> str:
        """The line that stands for it."""
        return f"anastrophe {self.target} by {self.by}"


COMMANDS: tuple[type[Command], ...] = (Anastrophe,)


@cache
def _anastrophe_of(code: str, by: Hand) -> Anastrophe:
    return Anastrophe(target=code, by=by)


@event
class TurnedAround(Event):
    """A galley has run past its target and turned to ram it, or "" for hexes: it could not, since
    the target got away or the way was barred.
    """

    galley: str
    target: str
    hexes: str
    clause: str

    def say(self) -> str:
        """Where it lies."""
        if not self.hexes:
            return f"The Anastrophe of {self.galley} against {self.target} comes to nothing."
        return f"{self.galley} turns around {self.target} to {self.hexes}."


class Berth(NamedTuple):
    """Where a galley is placed for the ram: its bow, and its heading."""

    bow: int
    heading: int


# Who may, whom, and by which side


@clause("7.31", "7.32", "2.1-ram")
def offers(game: Any, galley: Galley) -> list[Command]:
    """The Anastrophes open to a galley that has done nothing yet in its activation."""
    if not (galley.maximum and galley.counter.anastrophe):
        return []
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or moving.begun or moving.fee or moving.aloof or moving.stopped:
        return []
    if not may_ram(galley) or not may_rake(galley) or galley.swung or galley.tows >= 0:
        return []
    found: list[Command] = []
    for target, coming in _targets(game, galley):
        if target.stranded:
            # "6.36-protection" A galley aground is neither raked nor rammed.
            continue
        for by in HANDS:
            if is_possible(game, galley, target, coming, FLANK_OF[by]):
                found.append(_anastrophe_of(target.counter.code, by))
    return found


@clause("7.32")
def _targets(game: Any, galley: Galley) -> list[tuple[Galley, int]]:
    """The enemies that a galley faces well enough, each with the direction that it comes from: 0
    from ahead of the target, 1 from its starboard bow, -1 from its port bow.
    """
    state: GalleyState = game.state
    found: list[tuple[Galley, int]] = []
    facing = _faced(game, galley)
    if facing is not None:
        turn = (galley.heading + 3 - facing.heading + 1) % 6 - 1
        if -1 <= turn <= 1:
            found.append((facing, turn))
    # Bow to bow, but a hex to the side: straight on it would run along the target.
    opposite = (galley.heading + 3) % 6
    for turn in (1, -1):
        n = state.at.get(galley.bow - STEP[(opposite + turn) % 6])
        if n is None or state.galleys[n].side == galley.side:
            continue
        target = state.galleys[n]
        if target.heading == opposite and target.bow == galley.bow - STEP[(opposite + turn) % 6]:
            found.append((target, turn))
    return found


def _faced(game: Any, galley: Galley) -> Galley | None:
    """The enemy whose bow lies straight ahead, with nothing but sea between."""
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    hex = galley.bow
    for _ in range(REACH):
        hex += STEP[galley.heading]
        n = state.at.get(hex)
        if n is not None:
            target = state.galleys[n]
            return target if target.bow == hex and target.side != galley.side else None
        if not is_open(state, sheet, galley, hex):
            return None
    return None


@clause("7.33", "7.34")
def is_possible(game: Any, galley: Galley, target: Galley, coming: int, flank: int) -> bool:
    """Whether a galley may rake a flank of its target from where it lies and then turn around it:
    along the side if that is clear, else between it and its neighbour from straight ahead.
    """
    if coming and FLANK_OF["starboard" if coming > 0 else "port"] != flank:
        return False
    if not has_room(game, galley, target, flank):
        return False
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    along = [hex_at(target, side) for side in _ALONG[flank]]
    # The hexes that its bow passes: of a two-hex target those to its midship.
    along = [hex for hex in along if hex != NOWHERE][:2]
    if all(hex in galley.hexes or is_open(state, sheet, galley, hex) for hex in along):
        return True
    return not coming and bool(neighbours(state, target, flank))


@clause("7.34", "7.35", "7.35-example")
def berth(target: Galley, flank: int) -> Berth:
    """Where a galley is placed that has raked a flank: in the stern/flank hex of the other side,
    pointing at the target's stern half.
    """
    side, turn = (STERN_PORT, 1) if flank == STARBOARD else (STERN_STARBOARD, -1)
    return Berth(hex_at(target, side), (target.heading + turn) % 6)


@clause("7.34")
def has_room(game: Any, galley: Galley, target: Galley, flank: int) -> bool:
    """Whether the Turn Around hexes are empty sea: the target's stern and both stern/flank hexes,
    and those in which the galley will lie.
    """
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    bow, heading = berth(target, flank)
    wanted = [hex_at(target, side) for side in (STERN, STERN_PORT, STERN_STARBOARD)]
    if galley.counter.hexes == 2:
        wanted.append(bow - STEP[heading])
    return all(is_open(state, sheet, galley, hex) for hex in wanted)


# The manoeuvre


@clause("7.31", "7.33", "7.35", "7.36")
def perform(game: Any, galley: Galley, command: Command) -> PhaseRun:
    """Rake, turn around and ram; whatever comes of it tires the crew."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or not isinstance(command, Anastrophe):
        return
    target = galley_of(state, command.target)
    flank = FLANK_OF[command.by]
    moving.begun = moving.stopped = True
    # "7.31" "7.35" It takes no Movement Points, but counts as having used all of them.
    moving.announced = moving.spent = galley.printed_speed
    yield from _manoeuvre(game, galley, target, flank, moving)
    tire_by_anastrophe(game, galley)


@clause("7.33", "7.35")
def _manoeuvre(game: Any, galley: Galley, target: Galley, flank: int, moving: Moving) -> PhaseRun:
    """The rake, which the target may avoid, and the rest of it if it does not."""
    stood = target.bow
    if avoidance.is_able(target):
        yield from avoidance.ask(game, galley, [target.n])
    if target.bow != stood:
        _fail(game, galley, target)
        return
    yield from missiles.reaction(game, galley, target, "rake")
    moving.raked = (*moving.raked, (target.n, flank))
    raked = resolve(game, galley, target, flank)
    if has_room(game, galley, target, flank):
        yield from _sting(game, galley, target, flank, raked)
    else:
        _fail(game, galley, target)


@clause("7.34", "7.35", "7.16-missed")
def _sting(game: Any, galley: Galley, target: Galley, flank: int, raked: bool) -> PhaseRun:
    """Place the galley, let those around it avoid it, and ram."""
    state: GalleyState = game.state
    galley.wake = (*galley.wake, galley.bow)
    state.place(galley, *berth(target, flank))
    if game.telling:
        hexes = labels(game.rules.scenario.sheet, galley.hexes)
        game.tell(TurnedAround(galley.counter.code, target.counter.code, hexes, "7.34"))
    stood = target.bow
    near = {n for hex in galley.hexes for n in avoidance.threatened(state, galley, hex)}
    yield from avoidance.ask(game, galley, sorted(near))
    if target.bow != stood:
        _fail(game, galley, target)
        return
    yield from missiles.reaction(game, galley, target, "ram")
    yield from attempt(game, galley, target, ram_changes(galley, raked))


@clause("7.35", "7.15-speed", "7.15-minus")
def ram_changes(galley: Galley, raked: bool) -> Changes:
    """Modifiers of the ram: for its speed, all of its Maximum, however it turned, and for a rake
    that failed.
    """
    found: list[tuple[str, int, str]] = []
    over = galley.printed_speed - galley.counter.speed[0]
    if over > 0:
        found.append(("speed", over, "7.35"))
    if not raked:
        found.append(("its rake failed", -1, "7.15-minus"))
    return tuple(found)


def _fail(game: Any, galley: Galley, target: Galley) -> None:
    if game.telling:
        game.tell(TurnedAround(galley.counter.code, target.counter.code, "", "7.35"))
