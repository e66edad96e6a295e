"""Reckoning for a captain: where a ship can come to, and what lying there is worth.

Nothing here decides anything. `ends_of` gives the positions that a ship can reach in a turn,
`classes` how pairs of positions lie to one another, and `Worth` what a broadside does on the
average, from the exact odds of the results tables. Arrays run over positions of ours (rows) and
of the enemy (columns), so that a whole turn's choices are weighed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from weathergage import NEAR, Dice, axial, clause
from weathergage_frigate.gunnery import BLIND, FARTHEST, fleet_of, multiplier, odds_column
from weathergage_frigate.routes import Legs, Route, nth_route, route_of, turn_cost, ways
from weathergage_frigate.state import FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.views import Table

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Places = NDArray[np.int32]
"""Places or differences of places, by course and by point of movement."""

ALL_COURSES = 3
"""Up to so many points every course is looked at; beyond, those of two turns."""

_HELM = (0, 1, -1, 2, -2)
"""The turns that one hex allows, in hexsides to starboard."""

_SIDE = 25
_MIDDLE = 12

FAR = 4 * (FARTHEST + 1)
"""The class of two ships out of range of one another."""

CLASSES = FAR + 1


def _class_table() -> NDArray[np.uint8]:
    """For each offset to the enemy and both headings: 4 * distance, + 2 if we bear on him, + 1
    if he bears on us.
    """
    table = np.full((_SIDE, _SIDE, 6, 6), FAR, dtype=np.uint8)
    for offset, (reach, bearing) in NEAR.items():
        if reach > FARTHEST:
            continue
        q, r = axial(offset)
        for mine in range(6):
            for his in range(6):
                bears = borne = True
                if bearing is not None:
                    bears = (bearing - 2 * mine) % 12 not in BLIND
                    borne = (bearing + 6 - 2 * his) % 12 not in BLIND
                table[q + _MIDDLE, r + _MIDDLE, mine, his] = 4 * reach + 2 * bears + borne
    return table.reshape(-1)


_CLASS = _class_table()


class Ends:
    """Where a ship can be at the end of a turn, relative to where she begins.

    routes: how she gets there. q, r: how far, in axial coordinates. heading, rate: of each.
    track: offsets from the start after each point, nought first, the last one kept. Shared by all
    ships that begin alike; never changed.
    """

    __slots__ = ("heading", "q", "r", "rate", "routes", "track")

    def __init__(self, found: Sequence[tuple[int, Route]]) -> None:
        steps = max((len(route.offsets) for _, route in found), default=0)
        self.track: Places = np.zeros((len(found), steps + 1), dtype=np.int32)
        for n, (_, route) in enumerate(found):
            if route.offsets:
                self.track[n, 1 : len(route.offsets) + 1] = route.offsets
                self.track[n, len(route.offsets) + 1 :] = route.offsets[-1]
        self.routes = [route for _, route in found]
        offsets = [axial(route.offsets[-1]) if route.offsets else (0, 0) for _, route in found]
        self.q: Ints = np.array([q for q, _ in offsets], dtype=np.int32)
        self.r: Ints = np.array([r for _, r in offsets], dtype=np.int32)
        self.heading: Ints = np.array([route.end for _, route in found], dtype=np.int32)
        self.rate: Ints = np.array([rate for rate, _ in found], dtype=np.int32)


_ends: dict[tuple[int, int, int, int], Ends] = {}
_drawn: dict[tuple[int, int, int, int], Ends] = {}

DRAWN = 112
"""Courses of a ship that is sailed without a plan."""


def ends_of(least: int, most: int, heading: int, air: int) -> Ends:
    """The positions that a ship can reach at the Rates from least to most."""
    key = (least, most, heading, air)
    ends = _ends.get(key)
    if ends is None:
        found: list[tuple[int, Route]] = []
        for rate in _rates(least, most):
            found += [(rate, route) for route in _distinct(rate, heading, air)]
        ends = _ends[key] = Ends(found)
    return ends


def drawn_ends(least: int, most: int, heading: int, air: int) -> Ends:
    """Positions that she comes to when every course is as likely: some courses, drawn one from
    each equal part of them all with dice that are always the same.
    """
    key = (least, most, heading, air)
    ends = _drawn.get(key)
    if ends is None:
        dice = Dice(DRAWN)
        counts = [ways(rate, heading, air) for rate in range(least, most + 1)]
        total = sum(counts)
        found: list[tuple[int, Route]] = []
        for n in range(DRAWN):
            number = (n * total + dice.below("course", total)) // DRAWN
            for rate, count in enumerate(counts, least):
                if number < count:
                    found.append((rate, nth_route(rate, heading, air, number)))
                    break
                number -= count
        ends = _drawn[key] = Ends(found)
    return ends


def _rates(least: int, most: int) -> list[int]:
    """The Rates looked at: all that a ship can choose among in a turn."""
    return list(range(most, least - 1, -1))


_routes: dict[tuple[int, int, int], list[Route]] = {}


def _distinct(rate: int, heading: int, air: int) -> list[Route]:
    """One course to each position that a Rate leads to, the plainest."""
    key = (rate, heading, air)
    kept = _routes.get(key)
    if kept is None:
        routes = (
            (nth_route(rate, heading, air, n) for n in range(ways(rate, heading, air)))
            if rate <= ALL_COURSES
            else _shapes(rate, heading, air)
        )
        best: dict[tuple[int, int], Route] = {}
        for route in routes:
            end = (route.offsets[-1] if route.offsets else 0, route.end)
            other = best.get(end)
            if other is None or len(route.legs) < len(other.legs):
                best[end] = route
        kept = _routes[key] = list(best.values())
    return kept


def _shapes(rate: int, heading: int, air: int) -> Iterable[Route]:
    """Courses of a turn, a run, a turn, a run and perhaps a turn with the last point."""
    for first in _HELM:
        one = (heading + first) % 6
        left = rate - turn_cost(heading, first, air)
        yield from _last_turns(((one, left),), rate, heading, air)
        for run in _runs(left):
            for second in _HELM[1:]:
                two = (one + second) % 6
                rest = left - run - turn_cost(one, second, air)
                if rest > 0:
                    yield from _last_turns(((one, run), (two, rest)), rate, heading, air)


def _last_turns(legs: Legs, rate: int, heading: int, air: int) -> Iterable[Route]:
    """A course as it is, and with its last points spent on a turn to either side."""
    yield from _traced(legs, rate, heading, air)
    way, run = legs[-1]
    for last in (2, -2):
        run_on = run - turn_cost(way, last, air)
        if run_on > 0:
            turned = (*legs[:-1], (way, run_on), ((way + last) % 6, 0))
            yield from _traced(turned, rate, heading, air)


def _runs(left: int) -> list[int]:
    if left <= 6:
        return list(range(1, left + 1))
    return sorted({1, 2, 3, left // 2, left - 4, left - 3, left - 2, left - 1, left})


def _traced(legs: Legs, rate: int, heading: int, air: int) -> Iterable[Route]:
    route = route_of(legs, heading, air)
    if isinstance(route, Route) and route.points == rate:
        yield route


@clause("7.16", "7.4")
def classes(
    q: Ints, r: Ints, heading: Ints, his_q: Ints, his_r: Ints, his_heading: Ints
) -> NDArray[np.uint8]:
    """How each position of ours (rows) lies to each of the enemy's (columns): 4 * distance, + 2
    if we bear, + 1 if he does; FAR beyond range.
    """
    dq = np.clip(his_q[None, :] - q[:, None] + _MIDDLE, 0, _SIDE - 1)
    dr = np.clip(his_r[None, :] - r[:, None] + _MIDDLE, 0, _SIDE - 1)
    at = ((dq * _SIDE + dr) * 6 + heading[:, None]) * 6 + his_heading[None, :]
    found: NDArray[np.uint8] = _CLASS[at]
    return found


def hexes_between(q: Ints, r: Ints, his_q: Ints, his_r: Ints) -> Ints:
    """Hexes from each position of ours (rows) to each of the others (columns)."""
    dq = his_q[None, :] - q[:, None]
    dr = his_r[None, :] - r[:, None]
    hexes: Ints = np.maximum(np.maximum(np.abs(dq), np.abs(dr)), np.abs(dq + dr))
    return hexes


def settle(payoff: Floats, prior: Floats, trust: float, rounds: int) -> tuple[Floats, Floats]:
    """What the enemy (columns) is likely to do: partly the prior, and partly what hurts us most
    where both sides choose well, found by both learning from one another. Beside it, what each
    of his choices is worth to him against our good ones.

    payoff: what we gain, rows ours. trust: weight of the prior, 0 to 1.
    """
    keep = min(40, payoff.shape[0])
    first = payoff @ prior
    part = payoff
    if keep < payoff.shape[0]:
        part = payoff[np.argpartition(first, -keep)[-keep:]]
    scale = 4.0 / (float(np.ptp(part)) + 0.1)
    rows = np.zeros(part.shape[0])
    columns = np.log(prior + 1e-3)
    mean = np.zeros(part.shape[1])
    ours = np.zeros(part.shape[0])
    for _ in range(rounds):
        q = np.exp(columns - columns.max())
        q /= q.sum()
        rows += scale * (part @ q)
        p = np.exp(rows - rows.max())
        p /= p.sum()
        columns -= scale * (p @ part)
        mean += q
        ours += p
    mean /= mean.sum()
    ours /= ours.sum()
    return trust * prior + (1.0 - trust) * mean, -(ours @ part)


def meetings(mine: Places, his: Places) -> NDArray[np.bool_]:
    """Which of our tracks (rows) meet which of his (columns): both in one hex at one moment, or
    changing places.

    mine, his: the place after each point, the start first; a track that ends stays where it is.
    """
    steps = max(mine.shape[1], his.shape[1])
    mine, his = _long(mine, steps), _long(his, steps)
    met = np.zeros((mine.shape[0], his.shape[0]), dtype=np.bool_)
    together = mine[0, 0] == his[0, 0]
    for k in range(1, steps):
        now, then = mine[:, k, None], mine[:, k - 1, None]
        his_now, his_then = his[None, :, k], his[None, :, k - 1]
        same = now == his_now
        if together:
            same &= (now != then) | (his_now != his_then)
        met |= same
        met |= (now == his_then) & (then == his_now) & (now != then)
    return met


def _long(track: Places, steps: int) -> Places:
    missing = steps - track.shape[1]
    return np.pad(track, ((0, 0), (0, missing)), mode="edge") if missing else track


# What fire is worth


class Worth:
    """What hits are worth to each side of a game, and what fire brings on the average.

    hostile, own: value by (crew, mast) of hits on an enemy and on a ship of ours, as tables of
    4 by 4, for one that counts single; Ships of the Line count `heavy` times.
    """

    def __init__(self, table: Table, seat: str, hostile: Floats, own: Floats, heavy: float) -> None:
        self._rules = table.rules
        self.seat = seat
        self._hostile = hostile.tolist()
        self._own = own.tolist()
        self.heavy = heavy
        self._known: dict[Any, tuple[float, str]] = {}
        self._pairs: dict[Any, Floats] = {}
        tables = table.rules.tables
        self._columns = {n: tables[f"gunnery-{n}"].columns for n in (1, 2, 3)}
        self._grids = {n: tables[f"gunnery-{n}"].grid for n in (1, 2, 3)}
        self._explosions = 1.0 / 36.0 if table.options.explosions else 0.0

    def fire(self, points: int, target: Ship, rating: int, kinds: str = "") -> tuple[float, str]:
        """The best that one attack does on the average, and the kind of hit to try for.

        points: summed strength. rating: of the results table. kinds: "crew" or "mast" to allow
        that only. (0.0, "") below the lowest odds.
        """
        counter = target.counter
        hostile = target.side != self.seat
        key = (points, counter.defense, rating, target.crew, target.mast, hostile, kinds)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._fire(*key)
        weight = self.heavy if counter.line else 1.0
        return known[0] * weight, known[1]

    def _fire(
        self,
        points: int,
        defense: int,
        rating: int,
        crew: int,
        mast: int,
        hostile: bool,
        kinds: str,
    ) -> tuple[float, str]:
        column = odds_column(points, defense, self._columns[rating])
        if column < 0:
            return 0.0, ""
        value = self._hostile if hostile else self._own
        before = value[crew][mast]
        gain = {"crew": 0.0, "mast": 0.0}
        for row in self._grids[rating]:
            hits = row[column]
            gain["crew"] += value[min(3, crew + hits)][mast] - before
            gain["mast"] += value[crew][min(3, mast + hits)] - before
            if hits >= 2 and self._explosions:
                gain["crew"] += self._explosions * (value[3][3] - before)
        if kinds:
            return gain[kinds] / 6.0, kinds
        kind = "crew" if gain["crew"] >= gain["mast"] else "mast"
        return gain[kind] / 6.0, kind

    def smooth_fire(self, points: int, target: Ship, rating: int) -> float:
        """As `fire` for a ship that others will join: the odds are not rounded down."""
        whole = self.fire(points, target, rating)[0]
        defense = target.counter.defense
        share = points / defense
        if share >= 1.0:
            up = self.fire((points // defense + 1) * defense, target, rating)[0]
            return whole + (up - whole) * (share % 1.0)
        return max(whole, share * self.fire(defense, target, rating)[0])

    def pair(self, table: Table, mine: Ship, his: Ship, alone: bool) -> tuple[Floats, Floats]:
        """What we do to him and he to us on the average, by class of position.

        alone: nobody else fires, so that odds round down.
        """
        return self._by_class(table, mine, his, alone, True), self._by_class(
            table, his, mine, alone, False
        )

    def _by_class(self, table: Table, firer: Ship, target: Ship, alone: bool, ours: bool) -> Floats:
        state = table.state
        fleet = fleet_of(state, firer)
        crew = firer.crew if not firer.prize else 3
        halved = firer.fleet in state.over
        key = (firer.counter.guns, crew, halved, target.counter.defense, target.crew, target.mast)
        key = (*key, fleet.gunnery, target.counter.line, alone, ours)  # type: ignore[assignment]
        known = self._pairs.get(key)
        if known is None:
            known = self._pairs[key] = np.zeros(CLASSES)
            if crew < 3:
                self._fill(known, state, firer, target, fleet.gunnery, alone, ours)
        return known

    def _fill(
        self,
        values: Floats,
        state: FrigateState,
        firer: Ship,
        target: Ship,
        rating: int,
        alone: bool,
        ours: bool,
    ) -> None:
        """Fill in every class in which the firer bears."""
        bit, other = (2, 1) if ours else (1, 2)
        for reach in range(FARTHEST + 1):
            points = gun_points(state, firer, reach)
            for borne in (0, other):
                raking = points // 3 if not borne and reach else 0
                total = points + raking
                if not total:
                    continue
                value = (
                    self.fire(total, target, rating)[0]
                    if alone
                    else self.smooth_fire(total, target, rating)
                )
                values[4 * reach + bit + borne] = value

    def relief(self, ship: Ship, kind: str) -> float:
        """What it is worth to a ship of ours to have one hit of a kind taken off."""
        crew, mast = ship.crew, ship.mast
        less = self._own[crew - (kind == "crew")][mast - (kind == "mast")]
        return float(self._own[crew][mast] - less)

    def alongside(self, table: Table, firer: Ship, target: Ship) -> float:
        """What a ship does on the average to one that she is afoul of."""
        if firer.crew >= 3 or firer.prize:
            return 0.0
        points = gun_points(table.state, firer, 0) * multiplier(table, firer)
        return self.fire(points, target, fleet_of(table.state, firer).gunnery)[0]


@clause("7.4", "7.3", "9.13")
def gun_points(state: FrigateState, ship: Ship, reach: int) -> int:
    """A ship's strength at a distance before raking, as she is now."""
    points = ship.counter.guns[state.bands[reach]]
    if ship.crew:
        points //= 2
    if ship.fleet in state.over:
        points //= 2
    return points


def ladder(
    crew: Sequence[float], mast: Sequence[float], both: Sequence[Sequence[float]] = ()
) -> Floats:
    """Value by (crew, mast) hits: of each kind by number, and of both by a table to be added."""
    values: Floats = np.add.outer(np.array(crew), np.array(mast))
    return values + np.array(both) if both else values


class Goals:
    """Hexes just beyond the edges by which a side may leave the map with profit."""

    __slots__ = ("_places", "_q", "_r")

    def __init__(self, places: Iterable[int]) -> None:
        self._places = frozenset(places)
        at = [axial(place) for place in sorted(self._places)]
        self._q: Ints = np.array([q for q, _ in at], dtype=np.int32)
        self._r: Ints = np.array([r for _, r in at], dtype=np.int32)

    def holds(self, place: int) -> bool:
        """Whether a place is one of them."""
        return place in self._places

    def away(self, q: Ints, r: Ints) -> Ints:
        """Hexes from each position to the nearest of them."""
        nearest: Ints = hexes_between(q, r, self._q, self._r).min(1)
        return nearest
