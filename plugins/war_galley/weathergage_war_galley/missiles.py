"""Missile fire: whom a galley reaches, its dice, fire in reaction, and Depletion (8.4, 8.6)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple

from weathergage import STEP, Ask, Command, Decline, Event, OneOf, PhaseRun, clause, event
from weathergage_war_galley.flame import has_flame, ignite
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.steps import AROUND, FLANK, allowance, beside

FAR = 2
"""Hexes that missiles reach."""

JETTISONING = 1
"""Movement Points to throw the towers overboard."""

Threat = Literal["fire", "grapple", "ram", "rake"]
"""What an active galley does to another that may fire in reaction."""


# Commands


class Fire(Command):
    """The galley fires at another with all its Manpower. flame: with flame missiles."""

    NOTATION = '"fire 5/11", "fire 5/11 with flame"'

    target: str
    flame: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The target; None for another kind of line, such as fire that is divided."""
        words, flame = _words(line)
        if words is None or _is_divided(words):
            return None
        return {"target": " ".join(words), "flame": flame}

    def write(self) -> str:
        """The line that stands for it."""
        return f"fire {self.target}{_WITH_FLAME if self.flame else ''}"


class Split(Command):
    """The galley divides its fire at the end of its movement. shares: Manpower by target."""

    NOTATION = '"fire 5/11 1, 5/12 2", "fire 5/11 1, 5/12 2 with flame"'

    shares: dict[str, int]
    flame: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The shares; None for another kind of line. Raises ValueError for one without numbers."""
        words, flame = _words(line)
        if words is None or not _is_divided(words):
            return None
        shares: dict[str, int] = {}
        for part in " ".join(words).split(","):
            code, _, share = part.strip().rpartition(" ")
            if not code or not share.isdigit():
                raise ValueError(f"write how much Manpower fires at whom: {cls.NOTATION}")
            shares[code] = int(share)
        return {"shares": shares, "flame": flame}

    def write(self) -> str:
        """The line that stands for it."""
        parts = ", ".join(f"{code} {share}" for code, share in self.shares.items())
        return f"fire {parts}{_WITH_FLAME if self.flame else ''}"


_WITH_FLAME = " with flame"


def _words(line: str) -> tuple[list[str] | None, bool]:
    """What is fired at, and whether with flame; None for a line that is no fire."""
    words = line.split()
    if len(words) < 2 or words[0].lower() != "fire":
        return None, False
    flame = words[-1].lower() == "flame"
    if flame:
        words.pop()
        if words[-1].lower() == "with":
            words.pop()
    return words[1:] or None, flame


def _is_divided(words: Sequence[str]) -> bool:
    return words[-1].isdigit() or any("," in word for word in words)


class Jettison(Command):
    """The galley throws its towers overboard, for good."""

    NOTATION = '"jettison"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["jettison"], ["jettison", "towers"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "jettison"


COMMANDS: tuple[type[Command], ...] = (Fire, Split, Jettison)
REACTIONS: tuple[type[Command], ...] = (Fire, Decline)

_DECLINE, _JETTISON = Decline(), Jettison()


@cache
def _fire(code: str, flame: bool) -> Fire:
    return Fire(target=code, flame=flame)


@lru_cache(maxsize=1024)
@clause("8.43")
def splits(codes: tuple[str, ...], manpower: int, flame: bool) -> tuple[Split, ...]:
    """Every way to divide all of a galley's Manpower among several targets, M1 at least each."""
    return tuple(
        Split(shares=dict(zip(chosen, shares, strict=True)), flame=flame)
        for count in range(2, min(len(codes), manpower) + 1)
        for chosen in combinations(codes, count)
        for shares in _parts(manpower, count)
    )


def _parts(whole: int, count: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of so many, none of them 0."""
    for cuts in combinations(range(1, whole), count - 1):
        edges = (0, *cuts, whole)
        yield tuple(edges[k + 1] - edges[k] for k in range(count))


# Events


@event
class Fired(Event):
    """A galley fired. manpower: with how much. result: of the table, as it counts."""

    galley: str
    target: str
    manpower: int
    flame: bool
    result: str
    clause: str

    def say(self) -> str:
        """At whom, and with what effect."""
        arms = "flame missiles" if self.flame else "missiles"
        effect = {"none": "no effect", "D": "a Depletion", "DF": "a Depletion and perhaps fire"}
        return f"{self.galley}, M{self.manpower}, {arms} at {self.target}: {effect[self.result]}."


@event
class Depleted(Event):
    """A galley lost Manpower. level: of its marker now. manpower: what it has left."""

    galley: str
    level: int
    manpower: int
    clause: str

    def say(self) -> str:
        """What it has left."""
        return f"{self.galley} takes a Depletion: M{self.manpower} is left."


@event
class Jettisoned(Event):
    """A galley threw its towers overboard."""

    galley: str
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.galley} throws its towers overboard."


@clause("8.61", "8.62", "8.63", "2.1-markers")
def deplete(game: Any, galley: Galley, clause: str) -> None:
    """Raise a galley's Depletion marker by one level; its Manpower never falls below 0."""
    galley.depletion += 1
    if game.telling:
        code = galley.counter.code
        game.tell(Depleted(code, galley.depletion, galley.manpower, clause))


# Whom a galley reaches


class _Side(NamedTuple):
    """A hex next to a galley, as offset from its bow's hex. is_flank. beyond: the hexes next to it
    that are two hexes from the galley.
    """

    offset: int
    is_flank: bool
    beyond: tuple[int, ...]


def _sides(hexes: int, heading: int) -> tuple[_Side, ...]:
    around = AROUND[hexes][heading]
    near = {0, *around} if hexes == 1 else {0, -STEP[heading], *around}
    return tuple(
        _Side(
            offset,
            bool(FLANK[side]),
            tuple(offset + step for step in STEP if offset + step not in near),
        )
        for side, offset in enumerate(around)
        if offset
    )


_SIDES: Final = ((), *(tuple(_sides(size, way) for way in range(6)) for size in (1, 2)))


class Reach(NamedTuple):
    """Enemies that a galley reaches, by number: whether one next to it is across a flank hexside,
    and those two hexes away.
    """

    near: dict[int, bool]
    far: set[int]

    @clause("8.41")
    def missiles(self) -> list[int]:
        """Those that ordinary missiles reach: through a flank hexside."""
        return sorted([*(n for n, is_flank in self.near.items() if is_flank), *self.far])

    @clause("8.41", "8.52")
    def flame(self) -> list[int]:
        """Those that flame missiles reach: one hex away, through any hexside."""
        return sorted(self.near)


@clause("8.41", "8.46", "7.16-rammed")
def reach(state: GalleyState, galley: Galley) -> Reach:
    """The enemies that a galley may fire at. One that is two hexes away is seen across a hex next
    to both, a flank hex of the firer, that holds no ship. A Rammed galley has but its rammer.
    """
    at, bow, galleys, side = state.at.get, galley.bow, state.galleys, galley.side
    near: dict[int, bool] = {}
    far: set[int] = set()
    for offset, is_flank, beyond in _SIDES[galley.counter.hexes][galley.heading]:
        n = at(bow + offset)
        if n is not None:
            if galleys[n].side != side:
                near[n] = is_flank or near.get(n, False)
        elif is_flank:
            for other in beyond:
                n = at(bow + other)
                if n is not None and galleys[n].side != side:
                    far.add(n)
    far.difference_update(near)
    if galley.rammed:
        rammer = galley.rammer
        return Reach({n: near[n] for n in near if n == rammer}, far & {rammer})
    return Reach(near, far)


# What is offered


@clause("8.42", "8.43", "8.51", "3.1.E1", "8.64", "8.25-use")
def offers(game: Any, galley: Galley) -> list[Command]:
    """Fire at each enemy within reach, once in its own Movement Segment; divided fire at the end of
    its movement; throwing the towers overboard.
    """
    state: GalleyState = game.state
    moving = state.moving
    if moving is None:
        return []
    found = jettisons(game, galley)
    if galley.fired:
        return found
    reached = reach(state, galley)
    galleys = state.galleys
    kinds = [(False, reached.missiles())]
    if has_flame(galley):
        kinds.append((True, reached.flame()))
    for flame, numbers in kinds:
        codes = tuple(galleys[n].counter.code for n in numbers)
        found += [_fire(code, flame) for code in codes]
        if moving.ended and len(codes) > 1 and galley.manpower > 1:
            found += splits(codes, galley.manpower, flame)
    return found


@clause("8.48")
def jettisons(game: Any, galley: Galley) -> list[Command]:
    """Throwing the towers overboard, where the galley that is moving may."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or not may_jettison(state, galley, moving):
        return []
    return [_JETTISON]


@clause("8.48")
def may_jettison(state: GalleyState, galley: Galley, moving: Moving) -> bool:
    """Whether a galley has towers and a Movement Point to throw them overboard: at Maximum the one
    that it gains, else one that it has left.
    """
    if not galley.towers or moving.stopped or not allowance(state, galley):
        return False
    if galley.maximum:
        return True
    left = moving.left if moving.begun else allowance(state, galley) - moving.fee
    return left >= JETTISONING


# Doing it


@clause("8.42", "8.43", "8.44")
def perform(game: Any, galley: Galley, command: Command) -> PhaseRun:
    """Fire, or throw the towers overboard."""
    if isinstance(command, Fire):
        shots = {command.target: galley.manpower}
        yield from _volley(game, galley, shots, command.flame)
    elif isinstance(command, Split):
        yield from _volley(game, galley, command.shares, command.flame)
    else:
        jettison(game, galley)


@clause("8.48")
def jettison(game: Any, galley: Galley) -> None:
    """Throw a galley's towers overboard for a Movement Point, out of the raised allowance where it
    is at Maximum.
    """
    moving: Moving = game.state.moving
    galley.towers = False
    if not moving.begun:
        moving.fee += JETTISONING
    else:
        moving.spent += JETTISONING
        if galley.maximum:
            moving.announced += JETTISONING
    if game.telling:
        game.tell(Jettisoned(galley.counter.code, "8.48"))


class _Shot(NamedTuple):
    """A shot that has been rolled for, and its result."""

    firer: Galley
    target: Galley
    flame: bool
    result: str


@clause("8.42", "8.42-reaction", "8.63")
def _volley(game: Any, galley: Galley, shots: Mapping[str, int], flame: bool) -> PhaseRun:
    """Fire of an active galley with so much Manpower at each target, and the fire of those that
    shoot back: all of it is rolled before any takes effect.
    """
    galley.fired = True
    targets = [by_code(game.state, code) for code in shots]
    back: list[tuple[Galley, bool]] = []
    for target in targets:
        answer = yield from _ask(game, galley, target, "fire", target)
        if answer is not None:
            back.append((target, answer.flame))
    rolled = [shoot(game, galley, target, shots[target.counter.code], flame) for target in targets]
    rolled += [shoot(game, target, galley, target.manpower, flames) for target, flames in back]
    for shot in rolled:
        suffer(game, shot)


def by_code(state: GalleyState, code: str) -> Galley:
    """The galley of a code. Raises KeyError."""
    for galley in state.galleys:
        if galley.counter.code == code:
            return galley
    raise KeyError(code)


@clause("8.44", "8.44-table", "8.45", "8.51")
def shoot(game: Any, firer: Galley, target: Galley, manpower: int, flame: bool) -> _Shot:
    """Roll a shot; nothing takes effect yet. The result is as it counts: an F means nothing without
    flame missiles, and those of flame-throwers turn a D into a D/F.
    """
    code, aim = firer.counter.code, target.counter.code
    rolled = one_die(
        game,
        f"missiles {code}",
        f"missiles of {code}",
        "8.44",
        modifiers(game, firer, target),
        aim,
        at="missiles",
        by=firer,
        against=target,
    )
    result = str(game.look_up("missiles", rolled, column(manpower)))
    if not flame and result == "DF":
        result = "D"
    elif flame and result == "D" and firer.counter.side in game.rules.scenario.special.throwers:
        result = "DF"
    if game.telling:
        game.tell(Fired(code, aim, manpower, flame, result, "8.45"))
    return _Shot(firer, target, flame, result)


@clause("8.45", "8.61", "8.63")
def suffer(game: Any, shot: _Shot) -> None:
    """A shot takes effect."""
    if shot.result == "none":
        return
    deplete(game, shot.target, "8.45")
    if shot.result == "DF" and not shot.target.fire:
        ignite(game, shot.firer, shot.target)


TWO_HEXES: Final = ("two hexes away", -1, "8.44")
"""What a die of missiles suffers at two hexes, which also tells the range of a shot."""

_COLUMNS: Final = (0, 1, 1, 2, 2, 3, 3, 4)


@clause("8.44-table", "2.1-manpower")
def column(manpower: int) -> int:
    """The column of the Missile Table for a Manpower: 0, 1-2, 3-4, 5-6, 7 or more."""
    return _COLUMNS[min(manpower, len(_COLUMNS) - 1)]


@clause("8.44", "8.47", "8.48", "2.1-engines", "2.1-towers")
def modifiers(game: Any, firer: Galley, target: Galley) -> tuple[tuple[str, int, str], ...]:
    """What changes the die of a shot."""
    found: list[tuple[str, int, str]] = []
    if firer.counter.engines:
        found.append(("engines", 1, "8.44"))
    above = height(game, (firer,), target)
    if above:
        found.append(("height", above, "8.47"))
    if firer.sail:
        found.append(("under sail", -1, "8.44"))
    if firer.counter.towers and not firer.towers:
        found.append(("towers gone", -1, "8.48"))
    if target.rammed or target.grappled or target.fouled or target.crippled:
        found.append(("target held or Crippled", 1, "8.44"))
    if target.n not in reach(game.state, firer).near:
        found.append(TWO_HEXES)
    return tuple(found)


@clause("8.47", "8.24", "2.1-towers")
def height(game: Any, ours: Iterable[Galley], theirs: Galley) -> int:
    """1 if any of ours has the Height Advantage over theirs, -1 if theirs has it over all of ours.
    Nobody has it where the scenario says so.
    """
    if game.rules.scenario.special.level:
        return 0
    return any(galley.towers for galley in ours) - theirs.towers


# Fire in reaction


@clause("8.42", "8.63", "7.16-rammed")
def reaction(game: Any, active: Galley, target: Galley, why: Threat) -> PhaseRun:
    """Ask the side of a galley that is about to be grappled, rammed or raked whether it fires at
    the attacker first, and let it; then, in order of number, every other enemy next to the
    attacker, which it does not attack. Nobody is asked who cannot: it must be adjacent, across a
    flank hexside or with flame missiles, and must not have used Reaction Fire in this activation.
    """
    state: GalleyState = game.state
    for n in (target.n, *(n for n in beside(state, active) if n != target.n)):
        firer = state.galleys[n]
        answer = yield from _ask(game, active, firer, why, target)
        if answer is not None:
            suffer(game, shoot(game, firer, active, firer.manpower, answer.flame))


@clause("8.42", "8.42-reaction")
def _ask(
    game: Any, active: Galley, firer: Galley, why: Threat, target: Galley
) -> Generator[Any, Any, Fire | None]:
    """The answer of a side whose galley may fire in reaction to what an active one does to a
    target, mostly itself; None if it may not, or declines.
    """
    offered = reactions(game, active, firer, why)
    if not offered:
        return None
    code, mark, other = firer.counter.code, active.counter.code, target.counter.code
    threat = f"{mark} is about to {why}{' at' if why == 'fire' else ''} {other}"
    answer = yield Ask(
        firer.side,
        REACTIONS,
        clause="8.42",
        about=code,
        answers=OneOf((_DECLINE, *offered), "8.42", f'Write "fire {mark}" or "decline".'),
        prompt=f"{threat}: Reaction Fire{'' if firer is target else f' by {code}'}?",
    )
    if type(answer) is not Fire:
        return None
    firer.reacted = game.state.activation
    return answer


@clause("8.42", "8.41", "8.44-table")
def reactions(game: Any, active: Galley, target: Galley, why: Threat) -> list[Fire]:
    """How a galley may fire in reaction. What no roll can give an effect is left out."""
    state: GalleyState = game.state
    if target.reacted == state.activation or target.side == active.side:
        return []
    reached = reach(state, target)
    n = active.n
    if n not in reached.near and (why != "fire" or n not in reached.far):
        return []
    if _is_idle(game, target, active):
        return []
    code = active.counter.code
    found = []
    if reached.near.get(n, True):
        found.append(_fire(code, False))
    if n in reached.near and has_flame(target):
        found.append(_fire(code, True))
    return found


def _is_idle(game: Any, firer: Galley, target: Galley) -> bool:
    """Whether no roll gives the shot an effect. House rules may, for all that is known."""
    if game.rules.house_rules:
        return False
    best = 6 + sum(value for _, value, _ in modifiers(game, firer, target))
    return bool(game.look_up("missiles", best, column(firer.manpower)) == "none")
