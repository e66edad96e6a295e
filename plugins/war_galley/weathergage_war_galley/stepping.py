"""The steps that a galley may make, why not the others, and making one (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from weathergage import Command, Event, clause, event
from weathergage_war_galley import aground, towing
from weathergage_war_galley.scenarios import numbers_of
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState, Moving
from weathergage_war_galley.steps import (
    BACK,
    FORWARD,
    NOWHERE,
    SHIFTS,
    SWINGS,
    Way,
    allowance,
    for_each,
    has_enemy_beside,
    is_beside_enemy,
    is_open,
    is_prize,
)


class Step(Command):
    """The galley's next step. to: "port" is into the port bow/flank hex, "back port" into the port
    stern/flank hex; "swing port bow" turns it to port in its place, its bow half moving; "about"
    turns it around.
    """

    NOTATION = (
        '"ahead", "port", "starboard", "back", "back port", "swing port bow", "swing starboard '
        'stern", "swing port" (one-hex galleys), "about"'
    )

    to: Way

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The way; None for another kind of line."""
        words = " ".join(line.lower().split())
        words = _SHORT.get(words, words)
        return {"to": words} if words in _STEPS else None

    def write(self) -> str:
        """The line that stands for it."""
        return self.to


_STEPS: Final[dict[str, Step]] = {
    way: Step(to=way) for way in (*FORWARD, *BACK, *SWINGS[1], *SWINGS[2], "about")
}
_SHORT: Final = {
    "a": "ahead",
    "p": "port",
    "s": "starboard",
    "b": "back",
    "astern": "back",
    "astern port": "back port",
    "astern starboard": "back starboard",
    "turn around": "about",
}


@event
class Moved(Event):
    """A galley made a step, and lies in these hexes now, the bow first."""

    galley: str
    to: str
    hexes: str
    spent: int
    clause: str

    def say(self) -> str:
        """Where to."""
        return f"{self.galley}: {self.to} to {self.hexes}."


@event
class Exited(Event):
    """A galley left the map by an edge."""

    galley: str
    edge: str
    clause: str

    def say(self) -> str:
        """By which."""
        return f"{self.galley} leaves the map by the {self.edge} edge."


# How many points


@clause("6.11", "6.13", "2.1-speed")
def most_points(game: Any, galley: Galley, moving: Moving) -> int:
    """The most Movement Points that a galley may announce now."""
    points = allowance(game.state, galley)
    limit = game.rules.scenario.special.first_speed
    if limit is not None and game.state.turn == 1 and galley.n in _slow_at_first(game):
        points = min(points, limit.points)
    return max(0, points - moving.fee)


@clause("2.0")
def _slow_at_first(game: Any) -> frozenset[int]:
    """Numbers of the galleys whose speed the scenario limits in the first turn."""
    memo = game.rules.memo
    if "slow at first" not in memo:
        limit = game.rules.scenario.special.first_speed
        played = not limit.option or getattr(game.rules.options, limit.option)
        named = numbers_of(game.state, limit.side, limit.galleys) if played else ()
        memo["slow at first"] = frozenset(named)
    found: frozenset[int] = memo["slow at first"]
    return found


# What steps are open


class Refusal(NamedTuple):
    """Why a step is not open, and the clause."""

    reason: str
    clause: str


_STOPPED: Final = Refusal("it makes no further step in this activation", "6.13")
_HELD: Final = Refusal("it cannot move", "6.37-immobile")
_SPENT: Final = Refusal("there are not Movement Points enough left", "6.32")
_BACKED: Final = Refusal("it has backed this turn, and moves forward no more", "6.33")
_NOT_BACK: Final = Refusal("a galley at Maximum does not backwater", "6.33")
_WENT_ON: Final = Refusal("it has moved forward this turn, and does not backwater", "6.33")
_SWUNG: Final = Refusal("it has changed facing this turn, and does not backwater", "6.33")
_NO_SWING: Final = Refusal("at Maximum it changes direction only by moving", "6.34")
_SAIL_SWING: Final = Refusal("under sail it does not change facing without moving", "6.34-sail")
_BACKED_SWING: Final = Refusal("it has backed this turn, and changes facing only so", "6.33")
_NO_ABOUT: Final = Refusal("at Maximum it does not turn around", "6.35")
_SAIL_ABOUT: Final = Refusal("under sail it does not turn around", "6.23")
_ENEMY_ABOUT: Final = Refusal("it does not turn around with an enemy next to it", "6.35")
_CRIPPLED: Final = Refusal("Crippled, it moves or turns only toward its arrow", "6.37-crippled")
_TAKEN: Final = Refusal("another galley is in that hex", "6.6")
_NO_SEA: Final = Refusal("it swings only into an empty sea hex", "6.34")
_OFF: Final = Refusal("it leaves the map only bow first", "6.33")
_OUT: Final = Refusal("its scenario does not let it go there", "6.31")
_ALOOF: Final = Refusal("it may not move next to an enemy", "5.31-fail")
_TOWING: Final = Refusal("its tow hinders it: it moves forward, or swings its bow", "2.0")
_SIZE: Final = Refusal("galleys of its size swing in another way", "6.34-square")


class _Course(NamedTuple):
    """A step as its command. bow, entered: as in its Shift."""

    step: Step
    bow: int
    entered: int


@clause("6.31", "6.32", "6.33", "6.34", "6.35")
def open_steps(game: Any, galley: Galley, moving: Moving, near: bool) -> list[Command]:
    """The steps that a galley may make now. near: whether an enemy is within two hexes."""
    found: list[Command] = []
    if moving.announced <= moving.spent or moving.stopped or galley.held:
        return found
    at, bow, sheet = game.state.at, galley.bow, game.rules.scenario.sheet
    hexes, open_sea, sea = sheet.hexes, sheet.sea, galley.counter.sea
    free = not (galley.crippled or galley.tows >= 0 or (moving.aloof and near))
    for refuse, courses in _COURSES[galley.counter.hexes][galley.heading]:
        if refuse(game, galley, moving) is not None:
            continue
        for step, to, entered in courses:
            # Most of the sea is empty, and then any galley that is free may go there.
            hex = bow + entered
            clear = free and bow + to in hexes
            if clear and entered:
                clear = hex in open_sea and hex not in at and (sea is None or hex in sea)
            if clear or _refuse_way(game, galley, moving, step.to) is None:
                found.append(step)
    return found


def refusal(game: Any, galley: Galley, moving: Moving, way: Way) -> Refusal | None:
    """Why a step is not open to a galley; None if it is."""
    if moving.stopped:
        return _STOPPED
    if galley.held:
        return _HELD
    if way not in SHIFTS[galley.counter.hexes][galley.heading]:
        return _SIZE
    if way in FORWARD:
        found = _refuse_forward(game, galley, moving)
    elif way in BACK:
        found = _refuse_back(game, galley, moving)
    elif way == "about":
        found = _refuse_about(game, galley, moving)
    else:
        found = _refuse_swing(game, galley, moving)
    return found or _refuse_way(game, galley, moving, way)


@clause("6.33", "6.32")
def _refuse_forward(game: Any, galley: Galley, moving: Moving) -> Refusal | None:
    if moving.backing:
        return _BACKED
    return _SPENT if moving.announced - moving.spent < 1 else None


@clause("6.33", "6.44", "6.37-crippled")
def _refuse_back(game: Any, galley: Galley, moving: Moving) -> Refusal | None:
    if galley.maximum:
        return _NOT_BACK
    if moving.forward:
        return _WENT_ON
    if galley.swung:
        return _SWUNG
    if galley.crippled:
        return _CRIPPLED
    if galley.tows >= 0:
        return _TOWING
    left = moving.announced - moving.spent
    return _SPENT if left < 2 and not (left == 1 and _is_worn(game, galley, moving)) else None


@clause("6.44")
def _is_worn(game: Any, galley: Galley, moving: Moving) -> bool:
    """Whether Fatigue leaves it a single hex, which it may always move, backward too."""
    if not galley.fatigue or moving.spent:
        return False
    return most_points(game, galley, moving) == 1


@clause("6.34", "6.34-square", "6.34-sail", "6.35-terms")
def _refuse_swing(game: Any, galley: Galley, moving: Moving) -> Refusal | None:
    if galley.maximum:
        return _NO_SWING
    if galley.sail:
        return _SAIL_SWING
    if moving.backing:
        return _BACKED_SWING
    return _SPENT if moving.announced - moving.spent < 1 else None


@clause("6.35", "6.23", "6.37-crippled")
def _refuse_about(game: Any, galley: Galley, moving: Moving) -> Refusal | None:
    if galley.maximum:
        return _NO_ABOUT
    if galley.sail:
        return _SAIL_ABOUT
    if moving.announced - moving.spent < 2:
        return _SPENT
    if galley.crippled:
        return _CRIPPLED
    if moving.backing:
        return _BACKED_SWING
    if galley.tows >= 0:
        return _TOWING
    return _ENEMY_ABOUT if has_enemy_beside(game.state, galley) else None


@clause("6.6", "6.31", "6.34", "6.37-crippled")
def _refuse_way(game: Any, galley: Galley, moving: Moving, way: Way) -> Refusal | None:
    """What is wrong with the one hex that a step leads into, and with the side it turns to."""
    state: GalleyState = game.state
    shift = SHIFTS[galley.counter.hexes][galley.heading][way]
    if galley.crippled and galley.crippled not in _TURNS_TO.get(way, ()):
        return _CRIPPLED
    entered = galley.bow + shift.entered
    sheet: Sheet = game.rules.scenario.sheet
    if not shift.entered:
        return None if galley.bow + shift.bow in sheet.hexes else _OFF
    if entered in state.at:
        return _TAKEN
    if way in _SWING_WAYS:
        if not is_open(state, sheet, galley, entered):
            return _NO_SEA
        if galley.bow + shift.bow not in sheet.hexes:
            return _OFF
        if galley.tows >= 0 and way in _STERN_SWINGS:
            return _TOWING
    elif entered not in sheet.hexes:
        # One that has yet to come onto the map has no way but onto it.
        hex = galley.stern if way in BACK else galley.bow
        if hex not in sheet.hexes or (way in BACK and not sheet.is_coastal(hex, entered)):
            return _OFF
    elif way in BACK and galley.bow + shift.bow not in sheet.hexes:
        return _OFF
    sea = galley.counter.sea
    if sea is not None and entered not in sea and not is_prize(galley):
        return _OUT
    if (moving.aloof or galley.tows >= 0) and is_beside_enemy(state, entered, galley.side):
        return _ALOOF if moving.aloof else _TOWING
    return None


_SWING_WAYS: Final = frozenset((*SWINGS[1], *SWINGS[2]))
_STERN_SWINGS: Final = frozenset(way for way in _SWING_WAYS if way.endswith("stern"))

# "6.37-crippled" "7.28" The arrows, as bits, that let a Crippled galley go each way.
_TURNS_TO: Final[dict[str, tuple[int, ...]]] = {
    way: (PORT if "port" in way else STARBOARD,)
    for way in ("port", "starboard", *SWINGS[1], *SWINGS[2])
}

_Refuse = Callable[[Any, Galley, Moving], Refusal | None]


def _courses(hexes: int, heading: int) -> tuple[tuple[_Refuse, tuple[_Course, ...]], ...]:
    """The steps that a galley of a size and heading has, in groups that are refused together."""
    shifts = SHIFTS[hexes][heading]

    def of(ways: Iterable[Way]) -> tuple[_Course, ...]:
        return tuple(_Course(_STEPS[w], shifts[w].bow, shifts[w].entered) for w in ways)

    return (
        (_refuse_forward, of(FORWARD)),
        (_refuse_back, of(BACK)),
        (_refuse_swing, of(SWINGS[hexes])),
        (_refuse_about, of(("about",))),
    )


_COURSES: Final = for_each(_courses)
"""_COURSES[hexes][heading]."""


# Making a step


@clause("6.32", "6.31", "6.33", "6.34", "6.35")
def take(game: Any, galley: Galley, moving: Moving, way: Way) -> int:
    """Make a step that is open; gives back the hex that the galley has come into, or NOWHERE."""
    state: GalleyState = game.state
    to, heading, entering, cost = SHIFTS[galley.counter.hexes][galley.heading][way]
    bow, stern = galley.bow, galley.stern
    moving.spent += min(cost, moving.announced - moving.spent)
    moving.came = NOWHERE
    if way in FORWARD:
        moving.forward = True
        moving.turns += way != "ahead"
        moving.came = bow
        moving.straight = way == "ahead"
    elif way in BACK:
        moving.backing = True
    else:
        galley.swung = True
    sheet: Sheet = game.rules.scenario.sheet
    entered = bow + entering
    if entering and entered not in sheet.hexes:
        _cross(game, galley, sheet, bow if moving.forward else stern, entered)
        return NOWHERE
    galley.wake = (*galley.wake, bow)
    state.place(galley, bow + to, heading)
    if galley.tows >= 0 and way in FORWARD:
        towing.follow(state, galley, stern)
    if game.telling:
        hexes = labels(sheet, galley.hexes)
        game.tell(Moved(galley.counter.code, way, hexes, moving.spent, "6.32"))
    if not entering:
        return NOWHERE
    # Ruling: what comes onto the map out of a harbour does not run aground in it.
    if entered in sheet.land and bow in sheet.hexes:
        aground.run_aground(game, galley, entered)
    return entered


@clause("6.31")
def _cross(game: Any, galley: Galley, sheet: Sheet, hex: int, beyond: int) -> None:
    """Go over the edge of the map: a shore holds the galley where it is, else it is gone."""
    if sheet.is_coastal(hex, beyond):
        aground.run_aground(game, galley, hex)
        return
    galley.edge = sheet.edge_of(beyond) or ""
    game.state.lift(galley, "exited")
    if game.telling:
        game.tell(Exited(galley.counter.code, galley.edge, "6.31"))
