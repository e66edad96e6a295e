"""Ramming: who may, the roll, and what comes of it (7.1); the Defensive Reaction Ram (6.7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from weathergage import STEP, Ask, Command, Decline, Event, OneOf, PhaseRun, clause, event
from weathergage_war_galley import aground, avoidance, flame, missiles, sails, towing
from weathergage_war_galley.rolls import Changes, Throw, one_die, two_dice
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import NOWHERE, flank_at, is_prize, shift_of

FOULED_FROM: Final = 7
"""The lowest roll, less the rammer's Crew, with which it stays stuck in its target."""


class Ram(Command):
    """The galley rams the one that its bow points at. target: its code."""

    NOTATION = '"ram 5/11"'

    target: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The target; None for another kind of line. Raises ValueError without a target."""
        words = line.split()
        if not words or words[0].lower() != "ram":
            return None
        if len(words) == 1:
            raise ValueError('write which galley is rammed, such as "ram 5/11"')
        return {"target": " ".join(words[1:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"ram {self.target}"


class BackOff(Command):
    """A galley that has drawn its ram out of its target backs one hex, straight."""

    NOTATION = '"back off"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.lower().split() == ["back", "off"] else None

    def write(self) -> str:
        """The line that stands for it."""
        return "back off"


COMMANDS: tuple[type[Command], ...] = (Ram,)
REACTIONS: tuple[type[Command], ...] = (Ram, Decline)
AFTER_RAM: tuple[type[Command], ...] = (BackOff, Decline)

_DECLINE: Final = Decline()
_BACKING: Final[tuple[Command, ...]] = (_DECLINE, BackOff())


@cache
def ram_of(code: str) -> Ram:
    """The command that rams a galley of a code."""
    return Ram(target=code)


@event
class Rammed(Event):
    """A galley rammed another with success."""

    galley: str
    target: str
    clause: str

    def say(self) -> str:
        """Who rammed whom."""
        return f"{self.galley} rams {self.target}, which lies dead in the water."


@event
class Collided(Event):
    """A ram failed."""

    galley: str
    target: str
    clause: str

    def say(self) -> str:
        """Who ran into whom."""
        return f"{self.galley} collides with {self.target} to no effect."


@event
class Retracted(Event):
    """A rammer has drawn its ram out of its target. hexes: where it has backed to, "" if it lies
    where it was.
    """

    galley: str
    target: str
    hexes: str
    clause: str

    def say(self) -> str:
        """That it is free, and where."""
        if self.hexes:
            return f"{self.galley} backs off from {self.target} to {self.hexes}."
        return f"{self.galley} gets free of {self.target}."


@event
class FouledBy(Event):
    """A rammer is stuck in its target."""

    galley: str
    target: str
    clause: str

    def say(self) -> str:
        """Which two."""
        return f"{self.galley} and {self.target} are Fouled."


@event
class Reacted(Event):
    """A galley tried to ram one that crossed its bow. able: its crew was up to it."""

    galley: str
    mover: str
    able: bool
    clause: str

    def say(self) -> str:
        """Whether it can."""
        if self.able:
            return f"{self.galley} turns on {self.mover}, which crosses its bow."
        return f"{self.galley} is too slow to ram {self.mover}, which crosses its bow."


# Who may


@clause("7.13", "7.22", "6.37-immobile")
def is_fit(galley: Galley) -> bool:
    """Whether a galley may ram or rake as far as its markers go: it is not Crippled, Fatigued or
    at Half Speed, and not kept from moving in some other way.
    """
    if galley.crippled or galley.fatigue or galley.half:
        return False
    return not (galley.held or galley.anchored or galley.towed >= 0)


@clause("2.1-ram", "6.23")
def attack(galley: Galley) -> int:
    """Its Ram Attack: of the side in use, and under sail of the Cruise side."""
    return galley.counter.ram[0] if galley.sail else galley.ram


@clause("7.11", "7.13")
def may_ram(galley: Galley) -> bool:
    """Whether a galley has a ram, is fit to use it and has not tried to in this turn."""
    return not galley.rammed_at and is_fit(galley) and attack(galley) > 0


@clause("7.12", "6.36-protection")
def points_at(state: GalleyState, galley: Galley) -> Galley | None:
    """The galley that a bow points straight at from a hex on its flank, unless it is aground; None
    if there is none.
    """
    n = state.at.get(galley.bow + STEP[galley.heading])
    if n is None:
        return None
    target = state.galleys[n]
    return target if flank_at(target, galley.bow) and not target.stranded else None


@clause("7.11", "7.12")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Ramming the enemy at which the galley that is moving points, if it has neither turned in
    place in this turn nor backed.
    """
    state: GalleyState = game.state
    moving = state.moving
    target = points_at(state, galley)
    if target is None or target.side == galley.side or moving is None or moving.stopped:
        return []
    if moving.backing:
        return []
    return [ram_of(target.counter.code)] if not galley.swung and may_ram(galley) else []


# The attempt


@clause("7.11", "8.42", "7.15-speed")
def perform(game: Any, galley: Galley, command: Command) -> PhaseRun:
    """Ram the galley ahead: it ends the movement, whatever comes of it."""
    state: GalleyState = game.state
    moving = state.moving
    target = points_at(state, galley)
    if moving is None or target is None:
        return
    moving.begun = moving.stopped = True
    yield from missiles.reaction(game, galley, target, "ram")
    changes = (*speed_bonus(galley, moving), *hindrance(moving))
    yield from attempt(game, galley, target, changes)


@clause("7.15-speed", "6.25")
def speed_bonus(galley: Galley, moving: Moving) -> Changes:
    """One for each Movement Point over the printed Cruise Speed, those from the wind not counted,
    if the galley has turned once at most.
    """
    over = moving.spent + moving.fee - moving.sailed - galley.counter.speed[0]
    return (("speed", over, "7.15-speed"),) if over > 0 and moving.turns <= 1 else ()


@clause("6.7-result")
def hindrance(moving: Moving) -> Changes:
    """What a failed reaction ram takes off the attempts of the galley that went on."""
    return (("hindered by a ram", -1, "6.7-result"),) if moving.hindered else ()


def is_mobile(galley: Galley) -> bool:
    """Whether a galley can still move."""
    return not (galley.held or galley.anchored or galley.towed >= 0)


@clause("7.15", "7.15-plus", "7.15-minus", "8.47", "8.48")
def modifiers(rammer: Galley, target: Galley) -> Changes:
    """What the two ships add to a ram attempt and take off it, speed apart."""
    found = []
    if target.crippled or target.fouled or target.grappled:
        found.append(("target Crippled, Fouled or Grappled", 1, "7.15-plus"))
    if is_mobile(target) and (target.half or target.fatigue):
        found.append(("target tired or at Half Speed", 1, "7.15-plus"))
    if rammer.crew > target.crew:
        found.append(("better Crew", 1, "7.15-plus"))
    if target.crew > rammer.crew:
        found.append(("target's better Crew", -1, "7.15-minus"))
    if target.maximum:
        found.append(("target at Maximum", -1, "7.15-minus"))
    if rammer.towers:
        found.append(("Towers", -1, "7.15-minus"))
    return tuple(found)


@clause("7.14", "7.14-table", "2.1-ram")
def needed(game: Any, rammer: Galley, target: Galley) -> int:
    """The lowest roll with which a ram succeeds, 12 being the highest."""
    return int(game.look_up("ramming", attack(rammer), target.counter.defense - 1))


@clause("7.14", "7.15", "7.16", "8.53")
def attempt(
    game: Any, rammer: Galley, target: Galley, changes: Changes = (), *, reacting: bool = False
) -> PhaseRun:
    """A ram attempt from a hex on the target's flank, firepots first. changes: modifiers besides
    those that the two ships bring. reacting: it is a Defensive Reaction Ram.
    """
    rammer.rammed_at = True
    yield from flame.firepots(game, rammer, target)
    code, other = rammer.counter.code, target.counter.code
    threshold = needed(game, rammer, target)
    thrown = two_dice(
        game,
        f"ram {code}",
        f"ram of {code} against {other} ({threshold}-12)",
        "7.14",
        (*modifiers(rammer, target), *changes),
        code,
        at="ram",
        by=rammer,
        against=target,
    )
    if thrown.adjusted >= threshold:
        yield from _succeed(game, rammer, target, thrown)
    else:
        _collide(game, rammer, target, reacting)


@clause("7.16-collision", "6.24", "6.7-result", "6.12-flip", "6.37-half")
def _collide(game: Any, rammer: Galley, target: Galley, reacting: bool) -> None:
    """The rammer is at Half Speed until the end of its next activation, and both are at Cruise; a
    target that goes on from a reaction ram is not touched.
    """
    if game.telling:
        game.tell(Collided(rammer.counter.code, target.counter.code, "7.16-collision"))
    for ship in (rammer,) if reacting else (rammer, target):
        ship.maximum = False
        sails.collide(game, ship)
    rammer.half = rammer.collided = True
    rammer.slowed = not reacting


@clause("7.16", "7.16-rammed", "7.16-retraction", "6.12-flip")
def _succeed(game: Any, rammer: Galley, target: Galley, thrown: Throw) -> PhaseRun:
    """The target is Rammed, which cannot grow worse; the same roll, as thrown and less the rammer's
    Crew, tells whether the two are Fouled.
    """
    target.rammed = True
    if target.rammer < 0:
        target.rammer = rammer.n
    target.maximum = rammer.maximum = False
    if target.towed >= 0:
        # "7.16-rammed" Dead in the water, it is not drawn along either; its tug's way is free.
        towing.part(game, target)
    if game.telling:
        game.tell(Rammed(rammer.counter.code, target.counter.code, "7.16-rammed"))
    if thrown.natural - rammer.crew >= FOULED_FROM:
        _foul(game, rammer, target)
    else:
        yield from _retract(game, rammer, target)


@clause("7.16-fouled")
def _foul(game: Any, rammer: Galley, target: Galley) -> None:
    """The rammer has not got free: neither can move."""
    rammer.fouled = (*rammer.fouled, target.n)
    target.fouled = (*target.fouled, rammer.n)
    if game.telling:
        game.tell(FouledBy(rammer.counter.code, target.counter.code, "7.16-fouled"))


@clause("7.16-retraction")
def _retract(game: Any, rammer: Galley, target: Galley) -> PhaseRun:
    """The rammer is free, and may back one hex straight if that is empty."""
    code, other = rammer.counter.code, target.counter.code
    if game.telling:
        game.tell(Retracted(code, other, "", "7.16-retraction"))
    if not _may_back_off(game, rammer):
        return
    answer = yield Ask(
        rammer.side,
        AFTER_RAM,
        clause="7.16-retraction",
        about=code,
        answers=OneOf(
            _BACKING, "7.16-retraction", 'Write "back off" or, to stay next to it, "decline".'
        ),
        prompt=f"{code} is free of {other}: back off one hex?",
    )
    if type(answer) is BackOff:
        yield from _back_off(game, rammer, target)


def _may_back_off(game: Any, galley: Galley) -> bool:
    """Whether the hex astern is on the map, open to the galley and empty; it may be land."""
    sheet: Sheet = game.rules.scenario.sheet
    hex = galley.bow + shift_of(galley, "back").entered
    if galley.tows >= 0 or hex in game.state.at or hex not in sheet.hexes:
        return False
    sea = galley.counter.sea
    return sea is None or hex in sea or is_prize(galley)


@clause("7.16-retraction", "6.31", "6.51")
def _back_off(game: Any, galley: Galley, target: Galley) -> PhaseRun:
    """Back straight out, for no Movement Points. Land astern holds the galley; the enemies that an
    active one comes next to may avoid it.
    """
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    shift = shift_of(galley, "back")
    hex = galley.bow + shift.entered
    galley.wake = (*galley.wake, galley.bow)
    state.place(galley, galley.bow + shift.bow, shift.heading)
    if game.telling:
        hexes = labels(sheet, galley.hexes)
        game.tell(Retracted(galley.counter.code, target.counter.code, hexes, "7.16-retraction"))
    if hex in sheet.land:
        aground.run_aground(game, galley, hex)
    moving = state.moving
    if moving is not None and moving.n == galley.n:
        moving.came = NOWHERE
        yield from avoidance.ask(game, galley, avoidance.threatened(state, galley, hex))
        yield from cross_bows(game, galley, (hex,))


# The Defensive Reaction Ram


@clause("6.7")
def cross_bows(game: Any, mover: Galley, entered: Iterable[int]) -> PhaseRun:
    """Let every enemy whose bow hex an active galley has come into try to ram it, where the game
    is played with the rule.
    """
    if not game.rules.options.reaction_ram:
        return
    state: GalleyState = game.state
    for hex in entered:
        for heading, step in enumerate(STEP):
            n = state.at.get(hex - step)
            if n is None or mover.gone or mover.rammed:
                continue
            other = state.galleys[n]
            across = other.heading == heading and other.bow == hex - step
            if across and other.side != mover.side:
                yield from reaction(game, mover, other)


@clause("6.7", "6.7-result", "7.11")
def reaction(game: Any, mover: Galley, rammer: Galley) -> PhaseRun:
    """An active galley has come into the bow hex of an enemy: that may ram it, as its ram of the
    turn, if it points at a flank of it and its crew is up to it.
    """
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or points_at(state, rammer) is not mover:
        return
    if not may_ram(rammer) or not rammer.crew:
        return
    code = rammer.counter.code
    command = ram_of(mover.counter.code)
    answer = yield Ask(
        rammer.side,
        REACTIONS,
        clause="6.7",
        about=code,
        answers=OneOf((_DECLINE, command), "6.7", f'Write "{command.write()}" or "decline".'),
        prompt=f"{mover.counter.code} crosses the bow of {code}: ram it?",
    )
    if type(answer) is not Ram or not is_ready(game, rammer, mover):
        return
    yield from attempt(game, rammer, mover, reacting=True)
    if mover.rammed:
        moving.stopped = True
    else:
        moving.hindered = True
        moving.spent += min(1, moving.left)


@clause("6.7")
def is_ready(game: Any, rammer: Galley, mover: Galley) -> bool:
    """Check the crew of a galley that would ram one crossing its bow."""
    code = rammer.counter.code
    rolled = one_die(
        game,
        f"reaction {code}",
        f"{code} to ram in reaction",
        "6.7",
        (),
        code,
        at="reaction",
        by=rammer,
    )
    able = rolled <= rammer.crew
    if game.telling:
        game.tell(Reacted(code, mover.counter.code, able, "6.7"))
    return able
