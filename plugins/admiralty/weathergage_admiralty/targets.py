"""Who can fire at whom: arcs, ranges, rakes, and the target that a broadside must take (4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot, radians, tan
from typing import Any, Final, NamedTuple

from weathergage import (
    HAIR,
    PER_INCH,
    SLACK,
    Arc,
    Edge,
    FreePose,
    Stand,
    clause,
    cosine,
    rake,
    sine,
    units,
)
from weathergage_admiralty.damage import HUNDRED, guns_ready, is_flooding
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import SIDES, AdmiraltyState, Guns, Ship, Side

BRACKETS: Final = ("close", "medium", "long")
"""The ranges, nearest first."""

BEAM: Final[dict[Side, float]] = {"port": 270.0, "starboard": 90.0}
"""Degrees from the bow at which a side's line of fire runs."""

ANGLES: Final = ("arc of fire", "rake zone")
"""Rows of the table gun-angles."""


class Shot(NamedTuple):
    """A target that a side bears on. off: sine of the angle off the line of fire. facing: the side
    of the target that faces the firer.
    """

    target: int
    bracket: str
    rake: str
    facing: Side
    off: float
    inches: float


class Broadside(NamedTuple):
    """A side of a ship that can fire. primary: the target that she must take; kept: the one that
    she may keep instead, or None.
    """

    ship: Ship
    side: Side
    guns: Guns
    primary: Shot
    kept: Shot | None


class Ranges(NamedTuple):
    """What decides about distance and angle, at the game's scale: inches, and degrees.

    For a first look: tangents of half the arc and half the zone; squares of the limits in units
    of the lattice.
    """

    limits: tuple[float, float, float]
    arcs: dict[Side, Arc]
    zone: float
    tangents: tuple[float, float]
    squares: tuple[float, float, float]

    @property
    def longest(self) -> float:
        """Inches beyond which nothing is fired at."""
        return self.limits[2]


@clause("4.1-arc", "1.2-rake-zones", "1.1")
def ranges_of(game: Any) -> Ranges:
    """The brackets, arcs of fire and rake zones of a game; kept, unless a house rule looks in."""
    rules = game.rules
    found: Ranges | None = rules.memo.get("gun ranges")
    if found is None or rules.look_up is not None:
        limits = [game.look_up("gun-ranges", row, 0) for row in BRACKETS]
        arc, zone = (game.look_up("gun-angles", row, 0) / 100 for row in ANGLES)
        close, medium, long = (scaled(rules, limit / HUNDRED) for limit in limits)
        arcs = {side: Arc.about(BEAM[side], arc) for side in SIDES}
        tangents = tan(radians(arc)), tan(radians(zone))
        one, two, three = ((units(limit) + 4.0) ** 2 for limit in (close, medium, long))
        found = Ranges((close, medium, long), arcs, zone, tangents, (one, two, three))
        rules.memo["gun ranges"] = found
    return found


# One ship and another


@clause("1.2-measuring-fire", "1.2-centre-point")
def bracket_of(game: Any, inches: float) -> str:
    """The range bracket of a distance between mainmasts, which stand at the centres; "" beyond."""
    return _bracket(ranges_of(game), inches)


def _bracket(ranges: Ranges, inches: float) -> str:
    close, medium, long = ranges.limits
    if inches <= close + HAIR:
        return "close"
    if inches <= medium + HAIR:
        return "medium"
    return "long" if inches <= long + HAIR else ""


@lru_cache(maxsize=8192)
def _edges(arc: Arc, heading: int) -> tuple[Edge, ...]:
    return arc.edges(heading)


def _holds(edges: Sequence[Edge], x: float, y: float) -> bool:
    """Whether a point, from the ship's centre in units of the lattice, is inside an arc's lines."""
    (ax, ay, a, _), (bx, by, b, _), (cx, cy, c, _) = edges
    one, other = ax * x + ay * y + a, bx * x + by * y + b
    return bool(one >= 0 and other >= 0 and cx * x + cy * y + c >= 0)


@clause("4.1-arc", "4.1-arc-centre", "4.1-arc-leaving")
def is_in_arc(arc: Arc, firer: FreePose, target: Stand) -> bool:
    """Whether a target may be fired at by her place in an arc of fire: with her centre inside, or,
    if she points out of the arc, with part of her stern.
    """
    x, y, heading = firer
    pose = target.pose
    if _holds(_edges(arc, heading), pose.x - x, pose.y - y):
        return True
    bow, stern = target.spot("bow"), target.spot("stern")
    if _off(arc, firer, bow) <= _off(arc, firer, stern):
        return False
    return arc.holds(firer, target, "stern")


def _off(arc: Arc, firer: FreePose, point: tuple[float, float]) -> float:
    """How far a point, in inches, is off an arc's middle: less the nearer in angle."""
    line = arc.first + arc.span // 2 + firer.heading
    x, y = point[0] * PER_INCH - firer.x, point[1] * PER_INCH - firer.y
    away = hypot(x, y)
    return -(x * sine(line) - y * cosine(line)) / away if away else -1.0


@clause("1.2-rake-zones", "4.2-stern-rake", "4.2-bow-rake")
def rake_of(game: Any, firer: FreePose, target: FreePose) -> str:
    """By which end fire from a place rakes a target: "bow", "stern" or ""."""
    return rake(firer, target, ranges_of(game).zone)


@clause("4.3-gun-hits", "4.2-rake-split")
def facing(target: FreePose, firer: FreePose) -> Side:
    """The side of a target that faces a place; port for one exactly on her keel line."""
    x, y = firer.x - target.x, firer.y - target.y
    starboard = x * cosine(target.heading) + y * sine(target.heading)
    return "starboard" if starboard > 1e-6 else "port"


def shot_at(game: Any, side: Side, firer: FreePose, target: Stand, number: int) -> Shot | None:
    """A shot from a place at a target, wherever both are; None out of range or arc.

    number: the target's.
    """
    ranges = ranges_of(game)
    at = target.pose
    dx, dy = at.x - firer.x, at.y - firer.y
    inches = hypot(dx, dy) / PER_INCH
    bracket = _bracket(ranges, inches)
    if not bracket or not is_in_arc(ranges.arcs[side], firer, target):
        return None
    ahead = dx * sine(firer.heading) - dy * cosine(firer.heading)
    off = abs(ahead) / (inches * PER_INCH) if inches else 0.0
    raked = rake_of(game, firer, at) if _may_rake(ranges, at, dx, dy) else ""
    return Shot(number, bracket, raked, facing(at, firer), off, inches)


def _may_rake(ranges: Ranges, target: FreePose, dx: int, dy: int) -> bool:
    """A first look: whether a firer is not far outside the zones before a target's bow and behind
    her stern. dx, dy: the way to the target.
    """
    s, c = sine(target.heading), cosine(target.heading)
    return abs(dx * c + dy * s) <= ranges.tangents[1] * abs(dx * s - dy * c) + 2 * SLACK


# Who may fire, and at whom


@clause("4.0", "4.3-W", "3.4")
def can_fire(rules: Any, ship: Ship) -> bool:
    """Whether she fires at all: she fights on, and is not sinking under her crew."""
    return ship.fights and not is_flooding(rules, ship)


@clause("4.0-one-side", "4.0-battery-once", "4.1-passing-weapons")
def sides_to_fire(rules: Any, ship: Ship) -> tuple[Side, ...]:
    """The sides that she may still fire this turn; one in all, unless the option is on."""
    if ship.fired and not rules.options.both_sides:
        return ()
    found: tuple[Side, ...] = ()
    for side in SIDES:
        if side not in ship.fired and any(guns_ready(rules, ship, side)):
            found += (side,)
    return found


def open_sides(rules: Any, ship: Ship) -> tuple[Side, ...]:
    """The same of a ship that may not be able to fire at all."""
    return sides_to_fire(rules, ship) if can_fire(rules, ship) else ()


@clause("4.1", "4.1-primary", "4.1-preexisting", "4.0")
def broadsides(game: Any) -> list[Broadside]:
    """Every side that can fire, with its targets: all of both players at once."""
    state: AdmiraltyState = game.state
    rules = game.rules
    shots: dict[tuple[int, Side], list[Shot]] = {}
    for n, other, side in _pairs(game):
        firer, target = state.ships[n], state.ships[other]
        shot = shot_at(game, side, firer.pose, target.stand, other)
        if shot is not None:
            shots.setdefault((n, side), []).append(shot)
    found = []
    for (n, side), those in sorted(shots.items()):
        ship = state.ships[n]
        primary, kept = first_of(those), kept_of(ship, side, those)
        if kept is not None and kept.target == primary.target:
            kept = None
        found.append(Broadside(ship, side, guns_ready(rules, ship, side), primary, kept))
    return found


@clause("4.1-primary")
def first_of(shots: Iterable[Shot]) -> Shot:
    """The primary target: of those in the nearest bracket the one nearest to the line of fire by
    angle, then the nearest.
    """
    return min(
        shots, key=lambda s: (BRACKETS.index(s.bracket), round(s.off, 6), s.inches, s.target)
    )


@clause("4.1-preexisting")
def kept_of(ship: Ship, side: Side, shots: Iterable[Shot]) -> Shot | None:
    """The target that the side fired at in the turn before, if it still bears on her."""
    number = next((n for n, before in ship.targets if before == side), -1)
    return next((shot for shot in shots if shot.target == number), None)


def _pairs(game: Any) -> Iterator[tuple[int, int, Side]]:
    """Firers, targets and sides that may bear: in range, and not far outside the arc."""
    ranges, rules = ranges_of(game), game.rules
    limit, tangent = units(ranges.longest) + 4, ranges.tangents[0]
    # "4.1-primary" Ruling: ships that have surrendered are no targets.
    fighting = [ship for ship in game.state.ships if ship.fights]
    places = [(*ship.pose, ship.side, ship.n, room(ranges, ship)) for ship in fighting]
    for firer in fighting:
        x, y, heading = firer.pose
        own = firer.side
        near = [
            (tx - x, ty - y, target, around)
            for tx, ty, _, side, target, around in places
            if side != own and -limit <= tx - x <= limit and -limit <= ty - y <= limit
        ]
        sides = open_sides(rules, firer) if near else ()
        if not sides:
            continue
        s, c = sine(heading), cosine(heading)
        for dx, dy, target, around in near:
            ahead, abeam = dx * s - dy * c, dx * c + dy * s
            if ahead * ahead + abeam * abeam > limit * limit:
                continue
            for side in sides:
                off = abeam if side == "starboard" else -abeam
                if abs(ahead) <= tangent * off + around:
                    yield firer.n, target, side


@clause("4.1-arc-leaving")
def room(ranges: Ranges, target: Ship) -> float:
    """How far outside the lines of an arc of fire, in units of the lattice and along the keel of
    the firer, a target's centre may lie while part of her is inside.
    """
    return target.card.base.reach * PER_INCH * hypot(1.0, ranges.tangents[0]) + 2 * SLACK
