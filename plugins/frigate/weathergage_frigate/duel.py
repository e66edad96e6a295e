"""A duel to the death against an enemy who sails without a plan, reckoned through to its end.

Such an enemy goes anywhere, fires two turns in three for either kind of hit, and mends whatever
comes to hand. What matters in a position is then how the ships lie to one another, what hits both
have and how many turns are left; where they will lie next is a matter of chance. `Prospects` holds
the chance of winning from every such position, worked out backward from the last turn.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weathergage import clause
from weathergage_frigate.gunnery import FARTHEST, bears, fleet_of, multiplier, odds_column, reach
from weathergage_frigate.notation import CREW, MAST

if TYPE_CHECKING:
    from weathergage_frigate.state import Ship
    from weathergage_frigate.views import Table

Floats = NDArray[np.float64]

KINDS = (CREW, MAST)

AREAS = 6
"""Distances that are told apart: the four of the guns, a little beyond them, and farther."""

BEYOND = 14
"""The last hex of the fifth."""

LIES = 19
"""How two ships may lie: 4 * area, + 2 if we bear, + 1 if he does, for the areas in range; one
number each for the other two; and afoul."""

AFOUL = LIES - 1

MIDDLES = (1.0, 4.0, 6.5, 9.0, 12.5, 18.0)
"""The middle of each area, in hexes."""

STATES = 16
"""Hits of a ship as one number: 4 * crew + mast."""

LOST = -0.1
"""What a lost duel counts, where a win is 1 and a draw nothing: a weaker ship has to dare."""

FIRES = 2.0 / 3.0
"""How likely one without a plan is to fire at whom she can."""

PARTS = 1.0 / 3.0
"""The chance of breaking away in a turn for a ship that tries ("6.64")."""

TRIES = 0.5
"""How likely one without a plan is to try it, or to want to run afoul."""

# House figures, counted in some 2,700 duels against ships that sailed without a plan: of a
# hundred turns that begin in an area (row), those that end in each of the six, and afoul. By how
# we sail and how he does: sound, masts hurt, and dismasted.
_SOUND = (
    (53, 29, 3, 0, 0, 0, 15),
    (34, 52, 6, 1, 0, 0, 7),
    (18, 48, 26, 5, 1, 0, 2),
    (8, 31, 27, 29, 4, 0, 1),
    (2, 26, 26, 37, 8, 1, 0),
    (0, 2, 6, 15, 35, 42, 0),
)
_HE_IS_HURT = ((71, 19, 0, 0, 0, 0, 10), (48, 46, 3, 0, 0, 0, 3), *_SOUND[2:])
_HE_IS_STILL = (
    (92, 0, 0, 0, 0, 0, 8),
    (80, 18, 0, 0, 0, 0, 2),
    (40, 50, 10, 0, 0, 0, 0),
    (20, 50, 20, 10, 0, 0, 0),
    *_SOUND[4:],
)
_HURT = (
    (57, 30, 3, 0, 0, 0, 10),
    (25, 58, 11, 2, 0, 0, 4),
    (6, 32, 39, 18, 4, 0, 1),
    (1, 5, 13, 51, 27, 3, 0),
    (0, 0, 1, 19, 51, 29, 0),
    (0, 0, 0, 2, 20, 78, 0),
)
_BOTH_ARE_HURT = ((66, 27, 1, 0, 0, 0, 6), (30, 58, 10, 1, 0, 0, 1), *_HURT[2:])
_HURT_AND_STILL = (
    (96, 0, 0, 0, 0, 0, 4),
    (50, 48, 0, 0, 0, 0, 2),
    (10, 60, 30, 0, 0, 0, 0),
    (0, 20, 40, 40, 0, 0, 0),
    *_HURT[4:],
)
_STILL = (
    (60, 36, 3, 0, 0, 0, 1),
    (15, 61, 20, 4, 0, 0, 0),
    (2, 12, 46, 32, 8, 0, 0),
    (0, 4, 10, 56, 28, 2, 0),
    (0, 0, 0, 16, 68, 16, 0),
    (0, 0, 0, 0, 24, 76, 0),
)
_STILL_AND_HURT = ((66, 34, 0, 0, 0, 0, 0), (10, 71, 18, 1, 0, 0, 0), *_STILL[2:])
_BOTH_ARE_STILL = tuple(tuple(100 * (end == area) for end in range(7)) for area in range(AREAS))
_NEXT = (
    (_SOUND, _HE_IS_HURT, _HE_IS_STILL),
    (_HURT, _BOTH_ARE_HURT, _HURT_AND_STILL),
    (_STILL, _STILL_AND_HURT, _BOTH_ARE_STILL),
)
# Of a hundred turns that end in an area in range: nobody bears, he does, we do, both do. By
# whether both sail, he is dismasted, or we are.
_BEARING = (
    ((6, 9, 21, 64), (8, 14, 25, 53), (9, 18, 22, 51), (11, 18, 22, 49)),
    ((2, 0, 80, 18), (5, 2, 65, 28), (8, 5, 55, 32), (10, 10, 45, 35)),
    ((7, 15, 14, 64), (11, 19, 21, 49), (11, 12, 26, 51), (8, 21, 23, 48)),
)


class Arms(NamedTuple):
    """What counts of a ship in a duel. guns: strength by distance. afoul: what it is multiplied
    by alongside. columns, grid: of her results table.
    """

    guns: tuple[int, ...]
    defense: int
    afoul: int
    columns: tuple[str, ...]
    grid: tuple[tuple[int, ...], ...]


def lie_of(table: Table, ours: Ship, his: Ship) -> int:
    """How two ships lie to one another."""
    if ours.afoul:
        return AFOUL
    hexes = reach(ours, his)
    if hexes > FARTHEST:
        return 16 + (hexes > BEYOND)
    area: int = table.state.bands[hexes]
    return 4 * area + 2 * bears(ours, his) + bears(his, ours)


def hits_of(ship: Ship) -> int:
    """A ship's hits as one number."""
    return 4 * ship.crew + ship.mast


@clause("11.3", "13.0-victory")
def prospects_of(table: Table, seat: str) -> Prospects | None:
    """The prospects of a side in a duel to the death; None where there is another aim, another
    ship, or a way to end it otherwise.
    """
    options = table.options
    scenario = table.scenario
    if scenario.victory.kind != "disable" or scenario.victory.exits or table.state.over:
        return None
    if options.surrender or options.recapture or len(table.ships) != 2:
        return None
    ours, his = sorted(table.ships, key=lambda ship: ship.side != seat)
    if ours.side != seat or his.side == seat or any(s.gone or s.prize for s in (ours, his)):
        return None
    return _prospects(_arms(table, ours), _arms(table, his), scenario.turns)


def _arms(table: Table, ship: Ship) -> Arms:
    results = table.rules.tables[f"gunnery-{fleet_of(table.state, ship).gunnery}"]
    return Arms(
        ship.counter.guns,
        ship.counter.defense,
        multiplier(table, ship),
        tuple(results.columns),
        tuple(tuple(row) for row in results.grid),
    )


@cache
def _prospects(mine: Arms, his: Arms, turns: int) -> Prospects:
    return Prospects(mine, his, turns)


class Prospects:
    """The chance of winning a duel, from every position of it.

    won: by turns left, lie, our hits and his. kind: 0 where to fire for crews, 1 for masts, by
    the same. free: by turns left and hits, when the ships part from being afoul.
    """

    def __init__(self, mine: Arms, his: Arms, turns: int) -> None:
        self._given = _fire_given(mine, his)
        self._taken = _fire_taken(his, mine)
        shape = (turns + 1, LIES, STATES, STATES)
        self.won: Floats = np.zeros(shape)
        self.kind = np.zeros(shape, dtype=np.int8)
        self.free: Floats = np.zeros((turns + 1, STATES, STATES))
        _end(self.won[0])
        for left in range(1, turns + 1):
            self._work_out(left)

    @clause("4.2.D", "4.2.F", "7.32")
    def _work_out(self, left: int) -> None:
        """A turn from the one after it: fire, movement, hits and repairs."""
        after = self._sail(left)
        # By lie, repair of ours and hits before: how we fare, for each state of his after it.
        faring = self._taken.reshape(LIES, -1, STATES) @ after
        faring = faring.reshape(LIES, 2, STATES, STATES, STATES)
        # By lie, repair and kind, our hits and his.
        best = np.einsum("zrhan,zkahn->zrkah", faring, self._given).max(1)
        self.kind[left] = best.argmax(1)
        self.won[left] = best.max(1)
        _end(self.won[left])

    def _sail(self, left: int) -> Floats:
        """The worth of hits after a turn by how the ships lay in it, before it is seen how they
        lie in the next.
        """
        won = self.won[left - 1]
        moved = np.einsum("ijgz,zab->ijgab", _chances(), won)
        state = np.arange(STATES)
        # "6.51", "6.52" Sound, hurt or dismasted.
        hurt = np.array((0, 1, 1, 2))[state % 4]
        by_area: Floats = moved[
            hurt[None, :, None],
            hurt[None, None, :],
            np.arange(AREAS)[:, None, None],
            state[None, :, None],
            state[None, None, :],
        ]
        self.free[left - 1] = by_area[0]
        lies = [by_area[lie // 4 if lie < 16 else lie - 12] for lie in range(AFOUL)]
        return np.stack([*lies, self._alongside(left)])

    @clause("6.64")
    def _alongside(self, left: int) -> Floats:
        """As `_sail` for ships that are afoul, who may try to part."""
        held, free = self.won[left - 1, AFOUL], self.free[left - 1]
        stays = 1.0 - TRIES * PARTS
        both: Floats = np.maximum(
            stays * held + (1.0 - stays) * free,
            stays * (1.0 - PARTS) * held + (1.0 - stays * (1.0 - PARTS)) * free,
        )
        return both

    # What a captain asks

    def lies(self, left: int, lie: int, ours: int, his: int) -> Floats:
        """The chance of winning by how the ships lie next turn, this turn's fire being still to
        come.

        left: turns, this one included. lie, ours, his: of this turn.
        """
        kind = self.kind[left, lie, ours, his]
        then = self.won[left - 1] @ self._given[lie, kind, ours, his]
        by_repair: Floats = then @ self._taken[lie, :, his, ours].T
        best: Floats = by_repair.max(1)
        return best

    @clause("6.6-election")
    def grapples(self, table: Table, ours: Ship, his: Ship) -> bool:
        """Whether to run afoul of an enemy whom we meet."""
        at = table.scenario.turns - table.turn, slice(None), hits_of(ours), hits_of(his)
        by_lie = self.won[at]
        return bool(by_lie[AFOUL] > by_lie[3])

    @clause("7.32")
    def mends(self, table: Table, ours: Ship, his: Ship) -> str:
        """The kind of hit to take off a ship of ours that has both."""
        left, lie = table.scenario.turns - table.turn, lie_of(table, ours, his)
        by_hits = _mended(CREW), _mended(MAST)
        gain = [rows[hits_of(ours)] @ self.won[left, lie, :, hits_of(his)] for rows in by_hits]
        return CREW if gain[0] >= gain[1] else MAST

    def best_kind(self, left: int, lie: int, ours: int, his: int) -> str:
        """The kind of hit to fire for."""
        return KINDS[int(self.kind[left, lie, ours, his])]


def by_distance(worth: Floats, bands: tuple[int, ...], hexes: int) -> Floats:
    """What lies are worth by distance, 0 to `hexes`, and by who bears; nearer is better by
    degrees, as far as nobody bears.
    """
    far = np.arange(hexes + 1)
    idle = np.concatenate((worth[0:16:4], worth[16:AFOUL]))
    smooth = np.interp(far, MIDDLES, idle)
    found: Floats = np.repeat(smooth[:, None], 4, axis=1)
    for reach_, area in enumerate(bands[: FARTHEST + 1]):
        found[reach_] += worth[4 * area : 4 * area + 4] - worth[4 * area]
    return found


def _end(won: Floats) -> None:
    """What is decided: he is disabled, we are, or both."""
    won[:, STATES - 1, :] = LOST
    won[:, :, STATES - 1] = 1.0
    won[:, STATES - 1, STATES - 1] = 0.0


@cache
def _chances() -> Floats:
    """How the ships lie next turn, by how each sails and in which area they are."""
    found = np.zeros((3, 3, AREAS, LIES))
    for we, rows in enumerate(_NEXT):
        for he, areas in enumerate(rows):
            bearing = np.array(_BEARING[1 if he == 2 else 2 if we == 2 else 0]) / 100.0
            chance = np.array(areas) / 100.0
            within = chance[:, :4, None] * bearing[None]
            found[we, he] = np.concatenate((within.reshape(AREAS, 16), chance[:, 4:]), axis=1)
    return found


# Fire


def _fire_given(firer: Arms, target: Arms) -> Floats:
    """Our fire: by lie, kind, our hits and his: his hits after it and after his repairs."""
    found = np.zeros((LIES, 2, STATES, STATES, STATES))
    for lie in range(LIES):
        for crew in range(4):
            hits = _hits(firer, target, lie, True, crew)
            for number, kind in enumerate(KINDS):
                rows = _after(tuple(hits), ((kind, 1.0),), "")
                found[lie, number, 4 * crew : 4 * crew + 4] = rows
    return found


def _fire_taken(firer: Arms, target: Arms) -> Floats:
    """His fire: by lie, the kind that we would rather mend, his hits and ours: ours after it."""
    found = np.zeros((LIES, 2, STATES, STATES, STATES))
    at_will = tuple((kind, 0.5 * FIRES) for kind in KINDS)
    for lie in range(LIES):
        for crew in range(4):
            hits = _hits(firer, target, lie, False, crew)
            for number, kind in enumerate(KINDS):
                found[lie, number, 4 * crew : 4 * crew + 4] = _after(tuple(hits), at_will, kind)
    return found


@clause("7.17-order", "7.3", "6.62")
def _hits(firer: Arms, target: Arms, lie: int, ours: bool, crew: int) -> list[float]:
    """How likely a ship with so many Crew Hits is to score 0, 1, 2 and 3."""
    none = [1.0, 0.0, 0.0, 0.0]
    bearing = 3 if lie == AFOUL else lie % 4 if lie < 16 else 0
    us, them = (2, 1) if ours else (1, 2)
    if crew >= 3 or not bearing & us:
        return none
    points = firer.guns[0 if lie == AFOUL else lie // 4] // (2 if crew else 1)
    if lie == AFOUL:
        points *= firer.afoul
    elif not bearing & them:
        points += points // 3
    column = odds_column(points, target.defense, firer.columns) if points else -1
    if column < 0:
        return none
    found = [0.0] * 4
    for row in firer.grid:
        found[min(3, row[column])] += 1.0 / len(firer.grid)
    return found


@cache
def _after(hits: tuple[float, ...], kinds: tuple[tuple[str, float], ...], mends: str) -> Floats:
    """Hits before (rows) and after (columns) fire for these kinds, each with its chance, and the
    repairs that follow. mends: the kind that is mended first, "" for either.
    """
    found = np.zeros((STATES, STATES))
    idle = 1.0 - sum(chance for _, chance in kinds)
    for state in range(STATES):
        found[state, state] += idle
        for kind, chance in kinds:
            for number, likely in enumerate(hits):
                found[state, _struck(state, kind, number)] += chance * likely
    return found @ _mended(mends)


@clause("7.7-limits")
def _struck(state: int, kind: str, hits: int) -> int:
    crew, mast = divmod(state, 4)
    if kind == CREW:
        return 4 * min(3, crew + hits) + mast
    return 4 * crew + min(3, mast + hits)


MENDED = (0.0, 1.0 / 2.0, 1.0 / 3.0, 0.0)
"""The chance of taking off one hit of so many, from the Damage Control Chart."""


@cache
@clause("7.32", "6.54")
def _mended(mends: str) -> Floats:
    """Hits before (rows) and after (columns) a ship's repairs."""
    found = np.zeros((STATES, STATES))
    for state in range(STATES):
        crew, mast = divmod(state, 4)
        kinds = [kind for kind, hits in ((CREW, crew), (MAST, mast)) if hits]
        if len(kinds) == 2 and mends:
            kinds = [mends]
        if crew >= 3 or mast >= 3 or not kinds:
            found[state, state] = 1.0
            continue
        for kind in kinds:
            chance = MENDED[crew if kind == CREW else mast]
            less = state - (4 if kind == CREW else 1)
            found[state, less] += chance / len(kinds)
            found[state, state] += (1.0 - chance) / len(kinds)
    return found
