"""Falling aboard: ships that come too near one another, and how they part again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    Modifier,
    PhaseRun,
    brought_to,
    clause,
    event,
    together,
    up_to,
)
from weathergage_as_per_margin.cutting_out import warn
from weathergage_as_per_margin.grounding import grounds_for, run_aground
from weathergage_as_per_margin.night import roll_seen, tell_seen
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import FREE, Stop, near, near_any, neighbours, way

# "APM.falling-aboard" The farthest at which ships check.
REACH = 3
"""Inches from base to base within which ships check."""

# "APM.falling-aboard.anchored" Taken off the die once, whether one ship is anchored or both.
ANCHORED = -2

Pair = tuple[str, str]


class Part(Command):
    """Which locked pairs of ships a side wants to separate. pairs: ids, in either order."""

    NOTATION = '"part caesar from formidable", "part none"'

    pairs: tuple[Pair, ...]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        head, _, rest = line.strip().lower().partition(" ")
        if head != "part":
            return None
        if rest.strip() == "none":
            return {"pairs": ()}
        pairs = [part.split() for part in rest.split(",")]
        if not all(len(words) == 3 and words[1] == "from" for words in pairs):
            raise ValueError('write "part caesar from formidable", pairs set off by commas')
        return {"pairs": tuple((words[0], words[2]) for words in pairs)}

    def write(self) -> str:
        """The line that stands for it."""
        return "part " + (", ".join(f"{one} from {other}" for one, other in self.pairs) or "none")


@event
class FellAboard(Event):
    """A ship checked for falling aboard of another. inches: between their bases. die: with what
    was taken off it. barred: name of what lay in between, a ship that she fell aboard of instead or
    a shoal, or "". grounded: she ran onto it.
    """

    ship: str
    other: str
    inches: float
    die: int
    collision: bool
    barred: str
    grounded: bool
    clause: str

    def say(self) -> str:
        """Whether they collided."""
        if not self.collision:
            return f"{self.ship} passes {self.other} at {self.inches:.1f} inches (die {self.die})."
        if self.grounded:
            return f"{self.ship} is carried towards {self.other} and onto {self.barred}."
        what = self.barred or self.other
        return f"{self.ship} falls aboard of {what} (die {self.die} at {self.inches:.1f} inches)."


@event
class Separated(Event):
    """Two locked ships tried to part."""

    ship: str
    other: str
    free: bool
    clause: str

    def say(self) -> str:
        """Whether they are free."""
        if self.free:
            return f"{self.ship} and {self.other} separate."
        return f"{self.ship} and {self.other} remain locked together."


# Locks


@clause("APM.falling-aboard.locked")
def lock(one: Ship, other: Ship) -> None:
    """Two ships have fallen aboard: each is locked to the other."""
    if other.n not in one.locked:
        one.locked = (*one.locked, other.n)
        other.locked = (*other.locked, one.n)


@clause("APM.falling-aboard.separate")
def unlock(one: Ship, other: Ship) -> None:
    """Two ships are no longer locked to one another."""
    one.locked = tuple(n for n in one.locked if n != other.n)
    other.locked = tuple(n for n in other.locked if n != one.n)


@clause("APM.falling-aboard.locked")
def body(state: MarginState, ship: Ship) -> list[Ship]:
    """The ship and all that are locked to her, directly or by way of others, by number."""
    if not ship.locked:
        return [ship]
    found, open_ = {ship.n}, [ship]
    while open_:
        for n in open_.pop().locked:
            if n not in found:
                found.add(n)
                open_.append(state.ships[n])
    return [state.ships[n] for n in sorted(found)]


# Checking


@clause(
    "APM.falling-aboard",
    "APM.falling-aboard.roll",
    "APM.falling-aboard.anchored",
    "APM.falling-aboard.friends",
)
def check_aboard(game: Any, ship: Ship, ships: Sequence[Ship] | None = None) -> bool:
    """A ship that has just moved or drifted checks with each ship within three inches, friends
    too, nearest first, until there is a collision; gives back whether there was one.

    ships: the others that may be so near, none of them locked to her; all by default.
    """
    if ship.gone or ship.aground:
        return False
    if ships is None:
        own = body(game.state, ship)
        ships = [other for other in near(game, ship, REACH) if other not in own]
    return any(
        _collides(game, ship, other, inches) for inches, other in neighbours(ship, ships, REACH)
    )


@clause("APM.falling-aboard.roll", "APM.falling-aboard.anchored")
def throw_aboard(game: Any, ship: Ship, other: Ship, inches: float) -> tuple[int, bool]:
    """Throw whether a ship falls aboard of one so many inches off: the die, with what is taken off
    it, and whether the two collide.
    """
    die = roll_seen(
        game,
        f"aboard {ship.card.id}",
        f"{ship.card.name} falling aboard of {other.card.name}",
        "APM.falling-aboard.roll",
        ship.side,
        ship.pose,
        other.pose,
        about=ship.card.id,
    )
    still = ship.anchored or other.anchored
    own = (Modifier("anchored", ANCHORED, "APM.falling-aboard.roll"),) if still else ()
    die = game.modified("falling aboard", die, own, ship, other)
    column = 0 if up_to(inches, 1) else 1 if up_to(inches, 2) else 2
    hits: bool = game.look_up("falling-aboard", die, column) == "collision"
    return die, hits


@clause("APM.falling-aboard", "APM.cutting-out.alert")
def _collides(game: Any, ship: Ship, other: Ship, inches: float) -> bool:
    """Check with one other ship; a collision warns all that hang together after it."""
    die, hits = throw_aboard(game, ship, other, inches)
    barred = bring_together(game, ship, other) if hits else ""
    if game.telling:
        told = FellAboard(
            ship.card.name,
            other.card.name,
            inches,
            die,
            hits,
            barred,
            ship.aground,
            "APM.falling-aboard.roll",
        )
        tell_seen(game, told, ship.side, ship.pose, other.pose)
    if hits and game.state.sight:
        warn(game, *body(game.state, ship))
    return hits


@clause("APM.falling-aboard.locked")
def bring_together(game: Any, ship: Ship, other: Ship) -> str:
    """Move a ship, and all that is locked to her, along the shortest line into contact, and lock
    the two.

    Ruling: where another base lies in that line she falls aboard of that one instead, whose name
    is given back; where ground does, she runs aground there and is not locked.
    """
    state: MarginState = game.state
    movers = body(state, ship)
    to = brought_to(ship.stand, other.stand).pose
    by = to.x - ship.pose.x, to.y - ship.pose.y
    mover, stop = _first_stop(game, movers, by)
    for one in movers:
        x, y, heading = one.pose
        share = stop.share
        one.pose = FreePose(x + round(by[0] * share), y + round(by[1] * share), heading)
        one.track = (*one.track, one.pose)
    if stop.ground is not None:
        run_aground(game, mover, stop.ground)
        return stop.ground.region.name
    if stop.ship is None or stop.ship is other:
        lock(mover if stop.ship is other else ship, other)
        return ""
    lock(mover, stop.ship)
    return stop.ship.card.name


def _first_stop(game: Any, movers: Sequence[Ship], by: tuple[int, int]) -> tuple[Ship, Stop]:
    """Return which of some ships that move alike is stopped first, and by what."""
    others = [ship for ship in near_any(game, movers, REACH) if ship not in movers]
    first, found = movers[0], FREE
    for one in movers:
        end = FreePose(one.pose.x + by[0], one.pose.y + by[1], one.pose.heading)
        stop = way(game.rules, one.stand, end, others, grounds_for(game, one))
        if not stop.left and (stop.share < found.share or (found is FREE and stop is not FREE)):
            first, found = one, stop
    return first, found


# Separating


@clause("APM.falling-aboard.separate")
def separate(game: Any) -> PhaseRun:
    """Throw once for each locked pair that either ship's player wants to part.

    Both sides say so at once. A ship that has struck has nobody to say it for her.
    """
    state: MarginState = game.state
    pairs = [(ship, state.ships[n]) for ship in state.ships for n in ship.locked if ship.n < n]
    if not pairs:
        return
    asks = []
    for seat in game.rules.seats:
        own = tuple(
            (one.card.id, other.card.id)
            for one, other in pairs
            if any(ship.side == seat and ship.fights for ship in (one, other))
        )
        if own:
            asks.append(
                Ask(
                    seat,
                    Part,
                    clause="APM.falling-aboard.separate",
                    answers=_Parting(own),
                    prompt="Which ships that are locked together shall try to separate?",
                )
            )
    answers = yield from together(*asks)
    wanted = {frozenset(p) for order in answers if isinstance(order, Part) for p in order.pairs}
    for one, other in pairs:
        if {one.card.id, other.card.id} in wanted:
            try_to_part(game, one, other)


@clause("APM.falling-aboard.separate")
def try_to_part(game: Any, one: Ship, other: Ship) -> None:
    """Throw for two ships that are locked; they may part."""
    die = roll_seen(
        game,
        f"separate {one.card.id} {other.card.id}",
        f"separating {one.card.name} and {other.card.name}",
        "APM.falling-aboard.separate",
        one.side,
        one.pose,
        other.pose,
        about=one.card.id,
    )
    die = game.modified("separating", die, (), one, other)
    free = game.look_up("separating", die, 0) == "free"
    if free:
        unlock(one, other)
    if game.telling:
        told = Separated(one.card.name, other.card.name, free, "APM.falling-aboard.separate")
        tell_seen(game, told, one.side, one.pose, other.pose)


class _Parting:
    """Any of the locked pairs, each once."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: tuple[Pair, ...]) -> None:
        self.pairs = pairs

    def legal(self) -> None:
        """Not listed: any choice of the pairs."""
        return

    def sample(self, dice: Dice) -> Part:
        """Each pair half the time."""
        return Part(pairs=tuple(p for p in self.pairs if dice.below("sample", 2)))

    def check(self, command: Command) -> Complaint | None:
        """Whether each named pair is locked, and named once."""
        assert isinstance(command, Part)
        known = {frozenset(pair) for pair in self.pairs}
        for pair in command.pairs:
            if frozenset(pair) not in known:
                told = f"{pair[0]!r} and {pair[1]!r} are no locked pair of yours: {self._names()}"
                return Complaint(told, "APM.falling-aboard.separate", "not-locked")
        if len({frozenset(pair) for pair in command.pairs}) < len(command.pairs):
            told = "a pair is named twice; name each once"
            return Complaint(told, "APM.falling-aboard.separate", "named-twice")
        return None

    def help(self) -> str:
        """Which pairs there are."""
        return f'Name pairs that shall try to separate, of {self._names()}; or "part none".'

    def _names(self) -> str:
        return "; ".join(f"{one} from {other}" for one, other in self.pairs)
