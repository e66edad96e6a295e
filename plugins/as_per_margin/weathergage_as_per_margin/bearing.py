"""Who can fire at whom: arcs, ranges, rakes, and what lies between."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, floor, isqrt, sqrt
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from weathergage import (
    HAIR,
    PER_INCH,
    Arc,
    Edge,
    FreePose,
    Region,
    Stand,
    blocker,
    clause,
    in_arc,
    is_over_land,
    units,
)
from weathergage_as_per_margin import mortars
from weathergage_as_per_margin.batteries import WIDEST, arc_of, edges_of
from weathergage_as_per_margin.cutting_out import is_surprised
from weathergage_as_per_margin.landing.casualties import at_guns, battery_of, is_manned
from weathergage_as_per_margin.night import Lookout
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Battery, Boats, Broadside, MarginState, Ship, Unit
from weathergage_as_per_margin.targets import Target, enemies, id_of
from weathergage_as_per_margin.ways import widest

HALF_ARC = 45.0
"""Degrees to either side of their middle direction that guns bear ("APM.fire.arc")."""

ARCS: dict[str, Arc] = {
    "port": Arc.about(270, HALF_ARC),
    "starboard": Arc.about(90, HALF_ARC),
    "bow": Arc.about(0, HALF_ARC),
}
"""Where the guns of a ship's broadsides bear, and a gunboat's over her bow."""

BANDS = ("near", "middle", "far")
OTHER_SIDE = {"port": "starboard", "starboard": "port"}

FEW = 24
"""Ships up to which looking at each is quicker than sorting them first."""

KEPT = 4096
"""How many places are kept with the regions that hold them."""

Gun = Ship | Battery
Guns = Literal["port", "starboard", "bow", "battery", "mortars"]


class Shot(NamedTuple):
    """A target that a broadside bears on. range: "near", "middle", "far", or "" of mortars."""

    target: Target
    range: str
    rake: bool


@dataclass(slots=True)
class Line:
    """A broadside that can be fired, and all that it could be fired at, by id."""

    gun: Gun
    guns: Guns
    arc: Arc
    shots: dict[str, Shot] = field(default_factory=dict)


# One ship


@clause("APM.fire.arc", "APM.fire.no-chasers", "APM.gunboat.guns")
def sides_of(ship: Ship) -> tuple[Broadside, ...]:
    """The broadsides that a ship was built with; a craft with bow guns only fires ahead, and a
    ship built without guns has arcs all the same.
    """
    boxes = ship.card.boxes
    if boxes.bow:
        both = boxes.port or boxes.starboard or boxes.either
        return ("port", "starboard", "bow") if both else ("bow",)
    return ("port", "starboard")


@clause("APM.fire.arc", "APM.gunboat.guns")
def bears(ship: Ship, broadside: str, at: FreePose) -> bool:
    """Whether a place lies in the arc of a ship's broadside, at any distance."""
    x, y, heading = ship.pose
    return _holds(_edges(broadside, heading), at[0] - x, at[1] - y)


@lru_cache(maxsize=4096)
def _edges(broadside: str, heading: int) -> tuple[Edge, ...]:
    """The lines that bound the arc of a broadside of ships with a heading."""
    return ARCS[broadside].edges(heading)


def _holds(edges: Sequence[Edge], x: int, y: int) -> bool:
    """Whether a place, so far from the ship in units of the lattice, is inside an arc's lines."""
    (ax, ay, a, _), (bx, by, b, _), (cx, cy, c, _) = edges
    if ax * x + ay * y + a < 0 or bx * x + by * y + b < 0:
        return False
    return bool(cx * x + cy * y + c >= 0)


@clause("APM.fire.rake", "APM.gunboat.guns")
def is_raked(game: Any, target: Target, at: FreePose) -> bool:
    """Whether fire from a place rakes a target: it is near, and no gun of hers could bear on it,
    by its arcs alone. Only ships are raked.
    """
    if not isinstance(target, Ship):
        return False
    x, y, _ = target.pose
    dx, dy = at[0] - x, at[1] - y
    return dx * dx + dy * dy <= _square(limit(game, "rake")) and not _could_answer(target, dx, dy)


def _could_answer(ship: Ship, x: int, y: int) -> bool:
    """Whether a place, so far from a ship in units of the lattice, is in an arc of any guns of
    hers.
    """
    heading = ship.pose.heading
    return any(_holds(_edges(side, heading), x, y) for side in sides_of(ship))


def _square(inches: float) -> int:
    """The greatest square of the way to a place, in units of the lattice, up to so many inches
    off.
    """
    most = units(inches) + HAIR * PER_INCH
    return floor(most * most)


@clause("APM.fire.dice", "APM.ships.lines", "APM.cutting-out.boats")
def boxes_bearing(ship: Ship, broadside: str) -> int:
    """Gun boxes that a broadside has to fire this turn: those of its line, and those that bear on
    either side while the other has not fired; never more than are manned, boats being away.
    """
    boxes: int = getattr(ship, broadside)
    if ship.either and broadside != "bow" and OTHER_SIDE[broadside] not in ship.fired:
        boxes += ship.either
    return min(boxes, max(0, ship.boxes - ship.boats_out)) if ship.boats_out else boxes


@clause("APM.fire.dice", "APM.algesiras.sophie", "APM.ships.strike", "APM.cutting-out.alert")
def open_broadsides(state: MarginState, ship: Ship) -> list[Broadside]:
    """The broadsides that a ship could fire now, if there were a target: each once a turn; one of
    them only if no more can be manned. Not if she has struck, or lies surprised by boats.
    """
    if not ship.fights or is_surprised(state, ship) or (ship.card.one_side and ship.fired):
        return []
    return [side for side in sides_of(ship) if side not in ship.fired and boxes_bearing(ship, side)]


@clause("APM.fire.ranges", "APM.fire.rake", "APM.scale.distance")
def limit(game: Any, row: str) -> float:
    """The inches of a line of the table of ranges: "near", "middle", "far" or "rake"."""
    rules = game.rules
    if rules.look_up is not None:
        inches: float = game.look_up("gun-ranges", row, 0)
        return inches
    known: dict[str, float] | None = rules.memo.get("gun-ranges")
    if known is None:
        table = rules.tables["gun-ranges"]
        known = rules.memo["gun-ranges"] = {name: table.look_up(name, 0) for name in table.rows}
    return known[row]


# Everybody


@clause("APM.fire.ranges", "APM.fire.arc", "APM.cutting-out.visibility", "APM.measuring")
def lines_of(game: Any, seat: str) -> list[Line]:
    """Everything that a side could fire now: broadsides with their targets, in the state's order,
    then mortars with theirs. By night only at what the side sees.
    """
    state: MarginState = game.state
    targets = enemies(state, seat)
    if state.sight:
        lookout = Lookout(state, seat)
        targets = [target for target in targets if lookout.sees(target.pose)]
    if not targets:
        return []
    reach = Reach(game, targets)
    lines = list(_guns(state, seat, reach))
    if lines:
        _aim(game, lines, reach)
    lines += _mortars(game, seat, targets)
    return [line for line in lines if line.shots]


Near = list[tuple[int, int, int, Target]]
"""Targets in range: x and y from the guns, the square of the way, and who it is."""


def _reaches(game: Any) -> tuple[int, ...]:
    """The squares of the most of each band, in units of the lattice: whole numbers, as places are,
    since to compare a whole number with a fraction costs twice as much.
    """
    rules = game.rules
    found: tuple[int, ...] | None = rules.memo.get("reaches")
    if found is None or rules.look_up is not None:
        found = rules.memo["reaches"] = tuple(_square(limit(game, band)) for band in BANDS)
    return found


class Reach:
    """Which of some targets guns reach, worked out once for each.

    squares: of the most of each band, nearest first, in units of the lattice.
    """

    __slots__ = ("_far", "_found", "_spots", "squares")

    def __init__(self, game: Any, targets: Sequence[Target]) -> None:
        self.squares = _reaches(game)
        self._far = isqrt(self.squares[-1])
        self._found: dict[Gun, Near] = {}
        self._spots = [(*target.pose, target) for target in targets]

    def of(self, gun: Gun) -> Near:
        """The targets in range of a gun."""
        found = self._found.get(gun)
        if found is None:
            found = self._found[gun] = []
            x, y, _ = gun.pose
            far, farthest = self._far, self.squares[-1]
            for tx, ty, _, target in self._spots:
                dx = tx - x
                if -far <= dx <= far:
                    dy = ty - y
                    square = dx * dx + dy * dy
                    if square <= farthest:
                        found.append((dx, dy, square, target))
        return found


def _guns(state: MarginState, seat: str, reach: Reach) -> Iterator[Line]:
    """The broadsides of a side that are open and reach a target, in whatever arc, and its
    batteries.
    """
    for ship in state.ships:
        if ship.side != seat or ship.gone or ship.struck or not ship.guns:
            continue
        if reach.of(ship):
            for broadside in open_broadsides(state, ship):
                yield Line(ship, broadside, ARCS[broadside])
    for battery in state.batteries:
        if (
            battery.side == seat
            and battery.fights
            and not battery.fired
            and is_manned(state, battery)
        ):
            yield Line(battery, "battery", arc_of(battery))


@clause("APM.fire.ranges", "APM.fire.arc", "APM.fire.rake")
def _aim(game: Any, lines: Sequence[Line], reach: Reach) -> None:
    """Give lines their shots."""
    near, middle, _ = reach.squares
    blocks, rake = Blocks(game), _square(limit(game, "rake"))
    for line in lines:
        gun = line.gun
        for dx, dy, square, target in _in_arc(line, reach.of(gun)):
            if not is_too_high(game.state, gun, target) and blocks.are_clear(gun, target):
                band = 0 if square <= near else 1 if square <= middle else 2
                raked = (
                    square <= rake
                    and isinstance(target, Ship)
                    and not _could_answer(target, -dx, -dy)
                )
                line.shots[id_of(target)] = Shot(target, BANDS[band], raked)


def _in_arc(line: Line, found: Near) -> Near:
    """Those of some targets in range on which guns bear."""
    gun = line.gun
    if isinstance(gun, Ship):
        edges = _edges(line.guns, gun.pose.heading)
    elif 0 < gun.arc <= WIDEST:
        edges = edges_of(gun.arc, gun.pose.heading)
    else:
        return [near for near in found if in_arc(line.arc, gun.pose, near[3].pose)]
    (ax, ay, a, _), (bx, by, b, _), (cx, cy, c, _) = edges
    return [
        near
        for near in found
        if ax * near[0] + ay * near[1] + a >= 0
        and bx * near[0] + by * near[1] + b >= 0
        and cx * near[0] + cy * near[1] + c >= 0
    ]


@clause("APM.battery.too-high")
def is_too_high(state: MarginState, gun: Gun, target: Target) -> bool:
    """Whether a target stands too high for a ship's guns: such a battery, and its crew at its
    guns.
    """
    return not isinstance(target, Ship) and isinstance(gun, Ship) and _stands_high(state, target)


def _stands_high(state: MarginState, target: Target) -> bool:
    if isinstance(target, Unit):
        battery = battery_of(state, target)
        return battery is not None and battery.too_high and at_guns(state, target)
    return isinstance(target, Battery) and target.too_high


# What lies between


@clause("APM.fire.ranges")
def bases_in_the_way(game: Any) -> list[Stand]:
    """The bases that stop fire: those of all ships on the table, of either side; none of them
    where players let fire pass.
    """
    if not game.rules.options.blocking:
        return []
    return [ship.stand for ship in game.state.ships if not ship.gone]


@clause("APM.fire.ranges")
class Blocks:
    """What may stop fire, so that where nothing is near a line that is soon said."""

    __slots__ = ("_by_y", "_game", "_lands", "_places", "_reach", "_ships")

    def __init__(self, game: Any) -> None:
        self._game = game
        self._ships: list[tuple[int, int, Ship]] = []
        self._lands: Sequence[tuple[Region, tuple[int, int, int, int]]] = ()
        if game.rules.options.blocking:
            self._ships = [(*one.pose[:2], one) for one in game.state.ships if not one.gone]
            self._lands = _lands_of(game.rules)
        self._by_y = False
        self._places: list[int] = []
        if len(self._ships) > FEW:
            self._sort()
        self._reach = widest(game) + 1

    def _sort(self) -> None:
        """Put the ships in order along the axis on which they lie farthest apart, by which few of
        them are found between any two places.
        """
        xs, ys = [x for x, _, _ in self._ships], [y for _, y, _ in self._ships]
        self._by_y = max(ys) - min(ys) > max(xs) - min(xs)
        self._ships.sort(key=itemgetter(1 if self._by_y else 0))
        self._places = sorted(ys if self._by_y else xs)

    def _between(
        self, low_x: int, low_y: int, high_x: int, high_y: int
    ) -> list[tuple[int, int, Ship]]:
        """The ships that may be inside a box; some that are not, too."""
        if not self._places:
            return self._ships
        low, high = (low_y, high_y) if self._by_y else (low_x, high_x)
        return self._ships[bisect_right(self._places, low) : bisect_left(self._places, high)]

    def are_clear(self, gun: Gun, target: Target) -> bool:
        """Whether no base and no land lies between. What stands on land fires, and is fired at,
        over the land that it stands on.
        """
        (x, y, _), (tx, ty, _) = gun.pose, target.pose
        dx, dy, reach = tx - x, ty - y, self._reach
        low_x, high_x = (x - reach, tx + reach) if x < tx else (tx - reach, x + reach)
        low_y, high_y = (y - reach, ty + reach) if y < ty else (ty - reach, y + reach)
        off = ceil(reach * sqrt(dx * dx + dy * dy))
        blocks = [
            ship.stand
            for bx, by, ship in self._between(low_x, low_y, high_x, high_y)
            if low_x < bx < high_x
            and low_y < by < high_y
            and -off <= (bx - x) * dy - (by - y) * dx <= off
            and ship is not gun
            and ship is not target
        ]
        lands = [
            region
            for region, (west, north, east, south) in self._lands
            if low_x <= east and high_x >= west and low_y <= south and high_y >= north
        ]
        if not blocks and not lands:
            return True
        start, end = gun.pose.inches, target.pose.inches
        if blocks and blocker(start, end, blocks) is not None:
            return False
        if lands:
            ignored = ground_of(self._game, gun, target)
            lands = [region for region in lands if region.name not in ignored]
        return not lands or not is_over_land(start, end, [one.opaque for one in lands])


def _lands_of(rules: Any) -> Sequence[tuple[Region, tuple[int, int, int, int]]]:
    """The land that stops fire, with its bounds; worked out once."""
    found: tuple[tuple[Region, tuple[int, int, int, int]], ...] | None = rules.memo.get("lands")
    if found is None:
        regions = board_of(rules).regions
        found = tuple((one, one.bounds) for one in regions if one.blocks_sight)
        rules.memo["lands"] = found
    return found


def ground_of(game: Any, *things: Target) -> set[str]:
    """The names of the lands that stop fire and on which batteries and troops stand."""
    found: set[str] = set()
    for thing in things:
        if not isinstance(thing, Ship) and not isinstance(thing, Boats):
            found.update(_regions_at(game.rules, thing.pose))
    return found


def _regions_at(rules: Any, pose: FreePose) -> tuple[str, ...]:
    """The names of the lands that stop fire and hold a place; kept, since batteries stay where they
    are.
    """
    kept: dict[FreePose, tuple[str, ...]] = rules.memo.setdefault("regions-at", {})
    found = kept.get(pose)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[pose] = tuple(land.name for land, _ in _lands_of(rules) if land.holds(pose))
    return found


@clause("APM.bomb.range", "APM.bomb.obstacles", "APM.bomb.anchored")
def _mortars(game: Any, seat: str, targets: Sequence[Target]) -> Iterator[Line]:
    """The mortars of a side with all that they can reach."""
    state: MarginState = game.state
    for ship in state.ships:
        if not ship.card.mortars or ship.side != seat:
            continue
        if not mortars.can_throw(ship) or is_surprised(state, ship):
            continue
        line = Line(ship, mortars.MORTARS, Arc(0, 0))
        for target in targets:
            if mortars.in_range(game, ship, target.pose) and shell_is_clear(game, ship, target):
                line.shots[id_of(target)] = Shot(target, "", False)
        yield line


@clause("APM.bomb.obstacles")
def shell_is_clear(game: Any, ship: Ship, target: Target) -> bool:
    """Whether nothing is too near either end of a shell's path, where fire is blocked at all."""
    if not game.rules.options.blocking:
        return True
    blocks = bases_in_the_way(game)
    return mortars.is_clear(game, ship, target, blocks, ground_of(game, ship, target))
