"""Passing fire: at ships that sail through an arc of fire, or show their bow or stern (4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any, ClassVar, Final, NamedTuple

from pydantic import Field

from weathergage import (
    PER_INCH,
    SLACK,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    Path,
    Pivot,
    Stand,
    clause,
    cosine,
    event,
    sine,
    together,
    up_to,
)
from weathergage_admiralty.damage import guns_ready
from weathergage_admiralty.gunnery import (
    HOLD,
    MOST,
    HoldFire,
    Option,
    aim_number,
    aims,
    bad_mix,
    read_mix,
    ways,
    write_mix,
)
from weathergage_admiralty.salvos import salvos, share_of, shoot
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import AdmiraltyState, Guns, Ship, Side
from weathergage_admiralty.targets import BRACKETS, open_sides, ranges_of, room, shot_at

STEP: Final = 0.5
"""Inches of medium scale between points of a track at which shots are looked for."""


class CallFire(Command):
    """A call of passing fire by the ship that is asked. shot: which of those offered; the first
    is the best. within: only if it is no farther, in inches; 0 for any. mix: as of a broadside.
    """

    NOTATION: ClassVar[str] = '"call", "call 2", "call within 3", "call 1 mix medium 3 1"'

    CONDITIONS: ClassVar[frozenset[str]] = frozenset({"within"})

    shot: int = Field(default=1, ge=1)
    within: float = Field(default=0.0, ge=0)
    mix: dict[str, tuple[int, int]] = Field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if words[:1] != ["call"]:
            return None
        rest, found = words[1:], {"shot": 1, "within": 0.0, "mix": {}}
        if rest and rest[0].isdigit():
            found["shot"] = int(rest.pop(0))
        if rest[:1] == ["within"]:
            found["within"] = _inches(rest[1:2])
            rest = rest[2:]
        if rest[:1] == ["mix"]:
            found["mix"] = read_mix(rest[1:])
        elif rest:
            raise ValueError(f"{' '.join(rest)!r} is not understood; write it as {cls.NOTATION}")
        return found

    def write(self) -> str:
        """The line that stands for it."""
        shot = f" {self.shot}" if self.shot > 1 or self.mix else ""
        within = f" within {self.within:g}" if self.within else ""
        return f"call{shot}{within}{write_mix(self.mix)}"


def _inches(words: Sequence[str]) -> float:
    try:
        return float(words[0])
    except (IndexError, ValueError):
        raise ValueError('write the distance in inches, as in "call within 3"') from None


@event
class Called(Event):
    """Passing fire was called. why: "passes" or "is raked"."""

    ship: str
    side: str
    target: str
    why: str
    clause: str

    def say(self) -> str:
        """Who calls it at whom."""
        return f"{self.ship} calls passing fire to {self.side}: {self.target} {self.why}."


class Chance(NamedTuple):
    """A shot that may be called. share: what the dice are multiplied by; time: of the path."""

    firer: Ship
    side: Side
    guns: Guns
    option: Option
    share: float
    time: float
    crossed: bool


# What may be called


# What is made at every half inch of a track is a plain tuple, for it is made very often.

Point = tuple[float, int, int, int, float, float]
"""A moment of a track: its time, x, y and heading of the ship's pose, and sine and cosine of the
heading.
"""

Look = tuple[Point, float, float, float, float]
"""A firer and her target at a moment: how far, in units of the lattice, the target is ahead of the
firer and to starboard, and the firer of the target.
"""


def _point(time: float, pose: tuple[int, int, int]) -> Point:
    x, y, heading = pose
    return time, x, y, heading, sine(heading), cosine(heading)


def _looks(points: Iterable[Point], still: Point) -> list[Look]:
    """What a ship on her way sees of one that lies still, moment by moment."""
    _, sx, sy, _, ss, sc = still
    found = []
    for point in points:
        _, x, y, _, s, c = point
        dx, dy = sx - x, sy - y
        look = point, dx * s - dy * c, dx * c + dy * s, dy * sc - dx * ss, -dx * sc - dy * ss
        found.append(look)
    return found


def _side(look: Look) -> Side:
    """The firer's side that the target lies on."""
    return "starboard" if look[2] > 0 else "port"


def _returned(look: Look) -> Look:
    """The same moment as the target sees it."""
    point, ahead, abeam, along, off = look
    return point, along, off, ahead, abeam


@clause("4.1-passing-fire", "4.1-passing-valid")
def chances(game: Any, ship: Ship, path: Path) -> list[Chance]:
    """Every shot that may be called while a ship sails a path, which is on her track already: by
    her, and by enemies at her.

    Those with the same dice for the same result are one, the earliest; the best of a firer and
    target come first.
    """
    near = _in_range(game, ship, path)
    if not near:
        return []
    own = open_sides(game.rules, ship)
    points: list[Point] = []
    found: list[Chance] = []
    for other in near:
        sides = open_sides(game.rules, other) if ship.fights else ()
        if not (own or sides):
            continue
        points = points or _points(game, ship, path)
        still = _point(0.0, other.pose)
        looks = _looks(points, still)
        if own:
            pair = _Pair(game, ship, other, own, still, moves=True)
            found += pair.shots(path, looks)
        if sides:
            pair = _Pair(game, other, ship, sides, still, moves=False)
            found += pair.shots(path, list(map(_returned, looks)))
    return found


def _in_range(game: Any, ship: Ship, path: Path) -> list[Ship]:
    """The enemies that a ship may come in range of along a path, by how far its ends are: no place
    of a leg is farther from the nearer of them than half its way.
    """
    ends = [(x, y) for (x, y, _), _ in path.stops]
    (sx, sy), inches = ends[0], ranges_of(game).longest
    far = (inches + path.inches) * PER_INCH + 4
    legs = [leg.inches for leg in path.legs if not isinstance(leg, Pivot)]
    square = ((inches + max(map(abs, legs), default=0.0) / 2) * PER_INCH + 4) ** 2
    found, side = [], ship.side
    for other in game.state.ships:
        if other.side == side:
            continue
        x, y, _ = other.pose
        if -far < x - sx < far and -far < y - sy < far:
            away = min([(x - ex) * (x - ex) + (y - ey) * (y - ey) for ex, ey in ends])
            if away <= square and other.fights:
                found.append(other)
    return found


def _points(game: Any, ship: Ship, path: Path) -> list[Point]:
    """The moments of a path that are looked at, close enough together to miss no shot that
    matters; the first are from before it, if she has come a way already in this move.
    """
    count = max(4 * len(path.legs), ceil(path.inches / scaled(game.rules, STEP)))
    times = [number / count for number in range(count + 1)]
    found = [(time, *place) for time, place in zip(times, path.track(times), strict=True)]
    before = ship.track[: -len(path.legs) - 1]
    return [*[_point(-1.0, pose) for pose in before], *found]


class _Pair:
    """A firer and a target along a track, and the shots that she may call at her.

    sides: those that the firer has to fire. still: the one that lies still. moves: whether it is
    the firer who moves.
    """

    __slots__ = (
        "crossed",
        "done",
        "firer",
        "found",
        "game",
        "moves",
        "ranges",
        "room",
        "sides",
        "still",
        "target",
    )

    def __init__(
        self, game: Any, firer: Ship, target: Ship, sides: Sequence[Side], still: Point, moves: bool
    ) -> None:
        self.game, self.firer, self.target, self.sides = game, firer, target, sides
        self.still, self.moves = still, moves
        self.ranges = ranges_of(game)
        self.room = room(self.ranges, target)
        self.crossed: dict[Side, bool] = {"port": False, "starboard": False}
        self.found: dict[tuple[str, str, Side, Side], Chance] = {}
        self.done: set[tuple[Any, Side]] = set()

    @clause("4.1-passing-valid")
    def shots(self, path: Path, looks: Sequence[Look]) -> list[Chance]:
        """The shots once the target's centre has gone over the line of fire, which moves with the
        firer, or while she is raked; in range and in arc at that moment.
        """
        arc, room, longest = self.ranges.tangents[0], self.room, self.ranges.squares[2]
        last: Look | None = None
        for look in looks:
            _, ahead, abeam, _, _ = look
            if not -SLACK <= ahead <= SLACK:
                if last is not None and ahead * last[1] < 0 and _side(look) == _side(last):
                    self.crossed[_side(look)] = True
                    self.note(self.crossing(path, last, look))
                last = look
            # A first look: far off the arc or out of range there surely is no shot.
            if abs(ahead) <= arc * abs(abeam) + room and ahead * ahead + abeam * abeam <= longest:
                self.note(look)
        return sorted(self.found.values(), key=lambda chance: (-chance.share, chance.time))

    def crossing(self, path: Path, before: Look, after: Look) -> Look:
        """The moment between two at which the line of fire is crossed, as near as no matter: to a
        hair of it on a circle.
        """
        since, until = before[0][0], after[0][0]
        if since < 0:
            return after
        time = since + (until - since) * before[1] / (before[1] - after[1])
        (place,) = path.track((time,))
        (look,) = _looks([(time, *place)], self.still)
        return look if self.moves else _returned(look)

    def note(self, look: Look) -> None:
        """Keep the shot that there is at a moment, unless one as good came before."""
        time, x, y, heading, _, _ = look[0]
        side = _side(look)
        if side not in self.sides or time < 0:
            return
        likely = self.likely(look)
        if (likely, side) in self.done or not (self.crossed[side] or likely[1]):
            return
        _, sx, sy, turned, _, _ = self.still
        at, to = FreePose(sx, sy, turned), FreePose(x, y, heading)
        if self.moves:
            at, to = to, at
        shot = shot_at(self.game, side, at, Stand(to, self.target.card.base), self.target.n)
        if shot is None or not (self.crossed[side] or shot.rake):
            return
        # A guess that is wrong, on the edge of a zone or of a bracket, stands for no other moment.
        if (BRACKETS[likely[0]], likely[1] != 0) == (shot.bracket, bool(shot.rake)):
            self.done.add((likely, side))
        key = shot.bracket, shot.rake, shot.facing, side
        guns = guns_ready(self.game.rules, self.firer, side)
        option = Option(shot, salvos(self.game, self.firer, guns, shot))
        if option.salvos and key not in self.found:
            share = float(share_of(self.game, self.firer, shot.bracket, shot.rake))
            crossed = self.crossed[side]
            self.found[key] = Chance(self.firer, side, guns, option, share, time, crossed)

    def likely(self, look: Look) -> tuple[int, int, bool]:
        """A quick guess at what sets shots apart: bracket, rake and the side that faces the
        firer.
        """
        _, ahead, abeam, along, off = look
        away = ahead * ahead + abeam * abeam
        close, medium, _ = self.ranges.squares
        zone = self.ranges.tangents[1]
        rake = (1 if along > 0 else -1) if abs(off) <= zone * abs(along) + 2 * SLACK else 0
        return (away > close) + (away > medium), rake, off > 0


# Calling it


class CallAnswers:
    """What the player of a ship that could call passing fire can answer."""

    def __init__(self, game: Any, offered: Sequence[Chance]) -> None:
        self.game = game
        self.chances = offered

    def chance_of(self, command: CallFire) -> Chance | None:
        """The shot that a call means, or None."""
        if command.shot > len(self.chances):
            return None
        chance = self.chances[command.shot - 1]
        if command.within and not up_to(chance.option.shot.inches, command.within):
            return None
        return chance

    def _counts(self) -> list[int]:
        return [ways(self.game, chance.firer, chance.option) for chance in self.chances]

    def legal(self) -> Sequence[Command] | None:
        """Every shot aimed in every way, and none; None where they are too many."""
        if sum(self._counts()) > MOST:
            return None
        found: list[Command] = [
            CallFire(shot=number, mix=aim)
            for number, chance in enumerate(self.chances, 1)
            for aim in aims(self.game, chance.firer, chance.option)
        ]
        return [*found, HOLD]

    def sample(self, dice: Dice) -> Command:
        """Each of them as likely."""
        counts = self._counts()
        number = dice.below("sample", sum(counts) + 1)
        for shot, (chance, count) in enumerate(zip(self.chances, counts, strict=True), 1):
            if number < count:
                aim = aim_number(self.game, chance.firer, chance.option, number)
                return CallFire(shot=shot, mix=aim)
            number -= count
        return HOLD

    @clause("4.1-passing-weapons", "4.1-passing-valid")
    def check(self, command: Command) -> Complaint | None:
        """Why it cannot be called so."""
        if not isinstance(command, CallFire):
            return None
        chance = self.chance_of(command)
        if chance is None:
            reason = f"there is no such shot: {self._listed()}"
            return Complaint(reason, "4.1-passing-valid", "no-target")
        return bad_mix(self.game, chance.firer, chance.option, command.mix)

    def _listed(self) -> str:
        return "; ".join(
            f"{number}: {_told(self.game, chance)}" for number, chance in enumerate(self.chances, 1)
        )

    def help(self) -> str:
        """How to write it, and the shots."""
        return (
            'Write "call" for the best shot or "call 2" for the second, "hold" for none. A side '
            f"that fires now is done for the turn. Shots: {self._listed()}."
        )


def _told(game: Any, chance: Chance) -> str:
    """A shot as help shows it."""
    shot, salvos = chance.option
    target = game.state.ships[shot.target].card.name
    rake = f", {shot.rake} rake" if shot.rake else ""
    dice = ", ".join(f"{salvo.dice} {salvo.weight}" for salvo in salvos)
    return f"{chance.side} at {target}, {shot.bracket} ({shot.inches:.1f}){rake}: {dice}"


@clause("4.1-passing-declare", "4.1-passing-fire")
def watch(game: Any, ship: Ship, path: Path) -> Any:
    """What a ship has just sailed of her move, and is on her track, may bring passing fire by her
    or at her: every ship that can call it is asked, all at once.

    Ruling: a ship is asked when she first could call it, and about the same target again only
    where more dice could be thrown than before.
    """
    if ship.gone or not path.legs:
        return
    state: AdmiraltyState = game.state
    found = chances(game, ship, path)
    if not found:
        return
    asks: list[tuple[Ask, CallAnswers]] = []
    for offered in _new(state, found):
        answers = CallAnswers(game, offered)
        firer = offered[0].firer
        ask = Ask(
            firer.side,
            (CallFire, HoldFire),
            clause="4.1-passing-declare",
            answers=answers,
            about=firer.card.id,
            prompt=f"{firer.card.name}: passing fire?",
        )
        asks.append((ask, answers))
    given = yield from together(*(ask for ask, _ in asks))
    for command, (_, answers) in zip(given, asks, strict=True):
        if isinstance(command, CallFire):
            chance = answers.chance_of(command)
            assert chance is not None
            _call(game, chance, command)


@clause("4.1-passing-declare")
def _new(state: AdmiraltyState, found: Iterable[Chance]) -> list[list[Chance]]:
    """The shots to be offered, by firer: all that she has, if some are better than any that was
    offered before. They are noted as offered.
    """
    best = {(firer, target): share for firer, target, share in state.offered}
    by_firer: dict[int, list[Chance]] = {}
    better = set()
    for chance in found:
        n, target = chance.firer.n, chance.option.shot.target
        by_firer.setdefault(n, []).append(chance)
        if chance.share > best.get((n, target), 0.0):
            best[n, target] = chance.share
            better.add(n)
    if better:
        state.offered = tuple((*pair, share) for pair, share in best.items())
    return [
        sorted(by_firer[n], key=lambda chance: (-chance.share, chance.time))
        for n in by_firer
        if n in better
    ]


@clause("4.1-passing-weapons", "4.1-passing-timing", "4.0-battery-once")
def _call(game: Any, chance: Chance, command: CallFire) -> None:
    """Fire all guns of the side, which are then done for the turn; the damage waits for the end of
    the cannon fire step.
    """
    firer, shot = chance.firer, chance.option.shot
    state: AdmiraltyState = game.state
    if game.telling:
        target = state.ships[shot.target].card.name
        why = "passes" if chance.crossed else "is raked"
        game.tell(Called(firer.card.name, chance.side, target, why, "4.1-passing-declare"))
    shoot(game, firer, chance.side, chance.guns, shot, command.mix)
    firer.passed += (chance.side,)
    state.called += ((firer.n, chance.side, shot.target),)
