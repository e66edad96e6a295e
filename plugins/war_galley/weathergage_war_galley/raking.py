"""Raking an enemy's oars, along its side or in a Pass-Through, the Diekplus (7.2)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, get_args

from weathergage import STEP, Command, Event, PhaseRun, clause, event
from weathergage_war_galley import avoidance, missiles
from weathergage_war_galley.ramming import cross_bows, hindrance, is_fit, is_mobile
from weathergage_war_galley.rolls import Changes, two_dice
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState, Moving
from weathergage_war_galley.steps import (
    AROUND,
    BOW,
    FLANK,
    MIDSHIP_PORT,
    MIDSHIP_STARBOARD,
    NOWHERE,
    STERN,
    flank_at,
    is_prize,
    side_at,
)

Hand = Literal["port", "starboard"]
HANDS: Final[tuple[Hand, ...]] = get_args(Hand)
FLANK_OF: Final[dict[Hand, int]] = {"port": PORT, "starboard": STARBOARD}
NAME_OF: Final[dict[int, Hand]] = {PORT: "port", STARBOARD: "starboard"}

TRANSPORT: Final = "T"

THROUGH: Final = 2
"""Movement Points to go through a galley; what it takes to get clear beyond comes on top."""


class Rake(Command):
    """The galley rakes an enemy whose side it has just run along. target: its code."""

    NOTATION = '"rake cat3/2"'

    target: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The target; None for another kind of line. Raises ValueError without a target."""
        words = line.split()
        if not words or words[0].lower() != "rake":
            return None
        if len(words) == 1:
            raise ValueError('write which galley is raked, such as "rake cat3/2"')
        return {"target": " ".join(words[1:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"rake {self.target}"


class PassThrough(Command):
    """The galley runs straight on through the one ahead, and rakes. through: its code. to: on
    which hand of the moving galley the gap lies. target: code of the galley to rake, the one ahead
    or one that stands next to it on that hand.
    """

    NOTATION = '"through 5/11 to port raking 5/12"'

    through: str
    to: Hand
    target: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Its parts; None for another kind of line. Raises ValueError where one is missing."""
        words = line.replace(",", " ").split()
        if not words or words[0].lower() != "through":
            return None
        lower = [word.lower() for word in words]
        if "to" not in lower or "raking" not in lower:
            raise ValueError('write the whole of it, such as "through 5/11 to port raking 5/12"')
        to, raking = lower.index("to"), lower.index("raking")
        return {
            "through": " ".join(words[1:to]),
            "to": " ".join(lower[to + 1 : raking]),
            "target": " ".join(words[raking + 1 :]),
        }

    def write(self) -> str:
        """The line that stands for it."""
        return f"through {self.through} to {self.to} raking {self.target}"


COMMANDS: tuple[type[Command], ...] = (Rake, PassThrough)


@cache
def _rake_of(code: str) -> Rake:
    return Rake(target=code)


@cache
def _passage_of(through: str, to: Hand, target: str) -> PassThrough:
    return PassThrough(through=through, to=to, target=target)


@event
class Raked(Event):
    """A galley tried to shear an enemy's oars. flank: of the enemy, "port" or "starboard"."""

    galley: str
    target: str
    flank: str
    success: bool
    clause: str

    def say(self) -> str:
        """How it went."""
        if self.success:
            return f"{self.galley} rakes {self.target}, which is Crippled to {self.flank}."
        return f"{self.galley} fails to rake {self.target} to {self.flank}."


@event
class PassedThrough(Event):
    """A galley ran through a line of enemies. hexes: where it lies now, "" if nothing came of it
    since one of them got away.
    """

    galley: str
    through: str
    hexes: str
    spent: int
    clause: str

    def say(self) -> str:
        """Where to."""
        if not self.hexes:
            return f"{self.galley} does not pass through at {self.through}: the gap is gone."
        return f"{self.galley} passes through at {self.through} to {self.hexes}."


# Who may, and whom


@clause("7.22", "6.23", "7.21", "4.1")
def may_rake(galley: Galley) -> bool:
    """Whether a galley is fit to rake: nor may it be under sail, nor be a transport."""
    return is_fit(galley) and not galley.sail and galley.counter.type != TRANSPORT


def galley_of(state: GalleyState, code: str) -> Galley:
    """The galley of a code, which is known to be there."""
    return next(galley for galley in state.galleys if galley.counter.code == code)


@clause("7.21", "7.21-small")
def passed(target: Galley, came: int, bow: int) -> int:
    """The flank of a galley that a bow has run along with its last step, from one hex to the next;
    0 if none. Along a two-hex galley that is into its midship hex from an end of the same side;
    along a one-hex galley between the two hexes of one side.
    """
    now, before = side_at(target, bow), side_at(target, came)
    if now == NOWHERE or before in (NOWHERE, now) or FLANK[now] != FLANK[before]:
        return 0
    if target.counter.hexes == 2 and now not in (MIDSHIP_PORT, MIDSHIP_STARBOARD):
        return 0
    return FLANK[now]


def offers(game: Any, galley: Galley) -> list[Command]:
    """The rakes that are open to the galley that is moving."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or moving.stopped or not may_rake(galley):
        return []
    found: list[Command] = []
    if moving.came != NOWHERE:
        found += _along(state, galley, moving)
    if galley.maximum and moving.straight and moving.left >= THROUGH:
        found += _passages(game, galley, moving)
    return found


@clause("7.21", "7.23")
def _along(state: GalleyState, galley: Galley, moving: Moving) -> list[Command]:
    """Raking the enemies along whose side the last step has led, each side once in a move."""
    at, bow, galleys = state.at, galley.bow, state.galleys
    found: list[Command] = []
    tried: list[int] = []
    for step in STEP:
        n = at.get(bow + step)
        if n is None or n in tried or galleys[n].side == galley.side:
            continue
        tried.append(n)
        if galleys[n].stranded:
            # "6.36-protection" A galley aground is not raked.
            continue
        flank = passed(galleys[n], moving.came, bow)
        # "7.21" A galley that has just avoided ran past the bow, and not the bow past it.
        if flank and (n, flank) not in moving.raked and (n, bow) not in moving.dodged:
            found.append(_rake_of(galleys[n].counter.code))
    return found


# The rake


def perform(game: Any, galley: Galley, command: Command) -> PhaseRun:
    """Rake, in passing or by a Pass-Through."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None:
        return
    if isinstance(command, PassThrough):
        yield from _pass_through(game, galley, moving, command)
    elif isinstance(command, Rake):
        target = galley_of(state, command.target)
        flank = passed(target, moving.came, galley.bow)
        yield from missiles.reaction(game, galley, target, "rake")
        moving.raked = (*moving.raked, (target.n, flank))
        resolve(game, galley, target, flank, hindrance(moving))


@clause("7.27")
def modifiers(raker: Galley, target: Galley) -> Changes:
    """What the two ships add to a rake attempt and take off it."""
    found = []
    if raker.printed_speed > target.printed_speed:
        found.append(("higher Speed Rating", 1, "7.27"))
    if raker.printed_speed < target.printed_speed:
        found.append(("target's higher Speed Rating", -1, "7.27"))
    if target.crippled or target.fouled or target.grappled:
        found.append(("target Crippled, Fouled or Grappled", 1, "7.27"))
    if is_mobile(target) and (target.half or target.fatigue):
        found.append(("target tired or at Half Speed", 1, "7.27"))
    return tuple(found)


@clause("7.26", "7.26-table", "7.27")
def resolve(game: Any, raker: Galley, target: Galley, flank: int, changes: Changes = ()) -> bool:
    """Roll for a rake of a flank; gives back whether it succeeded."""
    raker.raked_at = True
    code, other = raker.counter.code, target.counter.code
    threshold = int(game.look_up("rake", raker.crew, target.crew))
    thrown = two_dice(
        game,
        f"rake {code}",
        f"rake of {code} against {other} ({threshold}-12)",
        "7.26",
        (*modifiers(raker, target), *changes),
        code,
        at="rake",
        by=raker,
        against=target,
    )
    success = thrown.adjusted >= threshold
    if success:
        cripple(target, flank)
    if game.telling:
        game.tell(Raked(code, other, NAME_OF[flank], success, "7.26"))
    return success


@clause("7.28", "6.12-flip")
def cripple(galley: Galley, flank: int) -> None:
    """Put a Crippled marker on a galley, pointing to a flank; Half Speed and Fatigue markers go."""
    galley.crippled |= flank
    galley.half = galley.slowed = False
    galley.fatigue = 0
    galley.tired = False
    galley.maximum = False


# Pass-Through, the Diekplus


@clause("7.24", "2.5-line-abreast")
def neighbours(state: GalleyState, galley: Galley, flank: int) -> list[Galley]:
    """The galleys of the same side that share a flank hexside with one, on one of its flanks: they
    stand in line abreast with it there.
    """
    found: list[Galley] = []
    for side, offset in enumerate(AROUND[galley.counter.hexes][galley.heading]):
        n = state.at.get(galley.bow + offset) if offset and FLANK[side] == flank else None
        if n is None:
            continue
        other = state.galleys[n]
        if other.side == galley.side and other not in found and _facing(galley, other, flank):
            found.append(other)
    return found


def _facing(galley: Galley, other: Galley, flank: int) -> int:
    """The flank of another galley that shares a hexside with a flank of one; 0 if none does."""
    for own in galley.hexes:
        found = flank_at(other, own)
        if found and any(
            hex - own in STEP and flank_at(galley, hex) == flank for hex in other.hexes
        ):
            return found
    return 0


@clause("7.24")
def ahead_of(state: GalleyState, galley: Galley) -> Galley | None:
    """The enemy in whose bow or stern hex a galley's bow lies, pointing straight through it."""
    n = state.at.get(galley.bow + STEP[galley.heading])
    if n is None or state.galleys[n].side == galley.side:
        return None
    through = state.galleys[n]
    return through if side_at(through, galley.bow) in (BOW, STERN) else None


@clause("7.24")
def flank_toward(mover: Galley, through: Galley, to: Hand) -> int:
    """The flank of the galley passed through that lies to a hand of the one passing."""
    same = mover.heading == through.heading
    return FLANK_OF[to] if same else PORT + STARBOARD - FLANK_OF[to]


@clause("7.25", "6.6")
def far_side(game: Any, galley: Galley, points: int) -> int:
    """How many hexes straight ahead bring a galley through what is there, and both its halves into
    empty sea hexes; 0 if so many Movement Points do not.
    """
    sheet: Sheet = game.rules.scenario.sheet
    at, step = game.state.at, STEP[galley.heading]
    sea = None if is_prize(galley) else galley.counter.sea
    hex, clear = galley.bow, 0
    for spent in range(1, points + 1):
        hex += step
        if hex not in sheet.hexes or hex in sheet.land or (sea is not None and hex not in sea):
            return 0
        clear = 0 if hex in at else clear + 1
        if clear >= galley.counter.hexes and spent >= THROUGH:
            return spent
    return 0


@clause("7.24", "7.25")
def _passages(game: Any, galley: Galley, moving: Moving) -> list[Command]:
    """The ways through the galley ahead, and whom to rake on each: it, or one across the gap."""
    state: GalleyState = game.state
    through = ahead_of(state, galley)
    if through is None or galley.tows >= 0 or not far_side(game, galley, moving.left):
        return []
    code = through.counter.code
    found: list[Command] = []
    for to in HANDS:
        flank = flank_toward(galley, through, to)
        gap = neighbours(state, through, flank)
        if not gap:
            continue
        if (through.n, flank) not in moving.raked and not through.stranded:
            found.append(_passage_of(code, to, code))
        for other in gap:
            if other.stranded:
                continue
            if (other.n, _facing(through, other, flank)) not in moving.raked:
                found.append(_passage_of(code, to, other.counter.code))
    return found


@clause("7.24", "7.25", "6.51", "7.16-missed")
def _pass_through(game: Any, galley: Galley, moving: Moving, command: PassThrough) -> PhaseRun:
    """Whoever the galley comes next to may avoid it, and the target fire; then it passes between
    the two, if they still stand so, and rakes once it is through.
    """
    state: GalleyState = game.state
    through, target = galley_of(state, command.through), galley_of(state, command.target)
    stood = target.bow
    asked = _threatened(state, galley, through, target)
    yield from avoidance.ask(game, galley, asked)
    if target.bow != stood or command not in _passages(game, galley, moving):
        if game.telling:
            game.tell(PassedThrough(galley.counter.code, command.through, "", 0, "7.24"))
        return
    yield from missiles.reaction(game, galley, target, "rake")
    side = flank_toward(galley, through, command.to)
    flank = side if target is through else _facing(through, target, side)
    _record(state, moving, through)
    _run_through(game, galley, moving, through)
    resolve(game, galley, target, flank, hindrance(moving))
    yield from _arrive(game, galley, asked)


def _threatened(state: GalleyState, galley: Galley, through: Galley, target: Galley) -> list[int]:
    """Numbers of those who may avoid a galley that is about to pass through."""
    found = avoidance.threatened(state, galley, galley.bow + STEP[galley.heading])
    for other in (through, target):
        if other.n not in found and avoidance.is_able(other):
            found.append(other.n)
    return sorted(found)


@clause("7.25")
def _record(state: GalleyState, moving: Moving, through: Galley) -> None:
    """One rake is all that a passage gives against the galleys that it leads between."""
    for flank in (PORT, STARBOARD):
        moving.raked = (*moving.raked, (through.n, flank))
        for other in neighbours(state, through, flank):
            moving.raked = (*moving.raked, (other.n, _facing(through, other, flank)))


@clause("7.25")
def _run_through(game: Any, galley: Galley, moving: Moving, through: Galley) -> None:
    """Go straight on to the far side, a Movement Point for each hex."""
    state: GalleyState = game.state
    step = STEP[galley.heading]
    points = far_side(game, galley, moving.left)
    galley.wake = (*galley.wake, *(galley.bow + k * step for k in range(points)))
    state.place(galley, galley.bow + points * step, galley.heading)
    moving.spent += points
    moving.came = galley.bow - step
    moving.forward = True
    if game.telling:
        hexes = labels(game.rules.scenario.sheet, galley.hexes)
        code, other = galley.counter.code, through.counter.code
        game.tell(PassedThrough(code, other, hexes, moving.spent, "7.25"))


@clause("6.51", "6.7")
def _arrive(game: Any, galley: Galley, asked: list[int]) -> PhaseRun:
    """What the enemies do whom a galley comes next to beyond the line."""
    state: GalleyState = game.state
    hexes = galley.hexes
    near = {n for hex in hexes for n in avoidance.threatened(state, galley, hex)}
    yield from avoidance.ask(game, galley, sorted(near.difference(asked)))
    yield from cross_bows(game, galley, hexes)
