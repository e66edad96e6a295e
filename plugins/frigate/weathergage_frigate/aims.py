"""What a captain is after: how it weighs one thing against another, and what its side's position
asks of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weathergage import clause
from weathergage_frigate import preservation
from weathergage_frigate.chart import coast_of
from weathergage_frigate.gunnery import fleet_of
from weathergage_frigate.state import FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.reckoning import Goals, Worth
    from weathergage_frigate.views import Table


@dataclass(frozen=True, slots=True)
class Temper:
    """How a captain weighs one thing against another; hits are the unit.

    caution, eagerness: fire taken against fire given, and a hex nearer the enemy, in a fight to
    the death; against an enemy without a plan they are `loose_caution` and `loose_eagerness`,
    for the stronger side and for the weaker, which has to dare more. press: a hex nearer the
    enemy elsewhere. alongside: turns that ships stay afoul. cohesion: what sailing in
    formation is worth to a ship, in a fleet of high efficiency and in others. windward: half a
    hex to windward. allowed, way: a point of next turn's Allowance, and of speed; against an
    enemy without a plan more by `handiness` times, to be where he turns up. others: fire
    at targets other than the best. spread: how the enemy spreads his fire over the ships in his
    reach. thrift: how ships share one target (1: as it pays each of them). slack: courses that
    are worse than the best by no more are as good.
    """

    caution: float = 0.6
    eagerness: float = 0.2
    loose_caution: tuple[float, float] = (1.1, 0.3)
    loose_eagerness: tuple[float, float] = (0.8, 0.5)
    press: float = 0.06
    alongside: float = 2.0
    cohesion: tuple[float, float] = (0.3, 0.7)
    windward: float = 0.002
    allowed: float = 0.012
    way: float = 0.03
    handiness: float = 2.0
    others: float = 0.1
    spread: float = 0.7
    thrift: float = 0.85
    slack: float = 0.05


STEADY = Temper()


@dataclass(slots=True)
class Aim:
    """What a side is after in a position.

    caution: weight of fire taken against fire given. eagerness: worth of a hex nearer the enemy.
    goals: where to leave the map, None for a side that stays; haste: worth of a hex nearer to
    them. handiness: how much more than usual a ship's way counts. hunts: the enemy must be kept
    from leaving; their_goals: where he would. shaken: our fleet nears its Preservation Level
    before his does, at which its ships afoul would strike; shaking: the other way about.
    """

    caution: float
    eagerness: float
    goals: Goals | None = None
    haste: float = 0.0
    hunts: bool = False
    their_goals: Goals | None = None
    handiness: float = 1.0
    shaken: bool = False
    shaking: bool = False

    def quarry(self, ship: Ship) -> float:
        """Hexes by which an enemy seems farther off than she is, because we want her less."""
        if ship.prize:
            return 8.0
        return 3.0 if ship.disabled else 0.0


_CREW = (0.0, 1.2, 2.4, 4.4)
_MAST = (0.0, 1.0, 2.1, 3.8)

# Turns that (crew, mast) hits save of a fight to the death, where 0.8 hits a turn are scored, both
# sides choose well and hits are repaired; in units of what the first hit saves.
_TO_DEATH = (
    (0.0, 1.0, 2.06, 3.33),
    (1.0, 1.81, 2.81, 4.08),
    (2.06, 2.81, 3.5, 4.67),
    (3.33, 4.08, 4.67, 5.67),
)
# What they do besides: guns halved and silenced, way halved and lost.
_CREW_EXTRA = (0.0, 1.0, 1.2, 1.8)
_MAST_EXTRA = (0.0, 0.15, 0.3, 0.9)


@clause("13.0-victory", "11.0-points")
def worth_of(table: Table, seat: str) -> Worth:
    """What hits are worth to a side, as the scenario is won."""
    from weathergage_frigate.reckoning import Worth, ladder

    victory = table.scenario.victory
    if victory.kind == "disable":
        death = ladder(_CREW_EXTRA, _MAST_EXTRA, _TO_DEATH)
        return Worth(table, seat, death, death, 1.0)
    crew, mast = list(_CREW), list(_MAST)
    heavy = 1.0 if victory.kind == "break" else 2.0
    if table.options.surrender:
        crew[3] += 2.0
    hostile_mast, hostile_crew = list(mast), list(crew)
    if _runners(table, seat, True):
        hostile_mast = [1.5 * value for value in mast]
    if _runners(table, seat, False):
        hostile_crew = [1.3 * value for value in crew]
    return Worth(table, seat, ladder(hostile_crew, hostile_mast), ladder(crew, mast), heavy)


def _runners(table: Table, seat: str, enemies: bool) -> bool:
    """Whether the enemies of a side, or that side, gain by leaving the map."""
    exits = table.scenario.victory.exits
    return any((worth.side != seat) == enemies for worth in exits)


def aim_of(table: Table, seat: str, temper: Temper, wild: float = 0.0) -> Aim:
    """What a side is after now. wild: how likely the enemy of a duel sails without a plan."""
    state = table.state
    ours = _power(state, seat, True)
    theirs = _power(state, seat, False)
    ratio = ours / max(1.0, theirs)
    kind = table.scenario.victory.kind
    eagerness = temper.press * min(1.5, max(0.4, ratio)) if ours else -temper.press
    aim = Aim(min(1.2, max(0.6, 1.0 / max(ratio, 0.1))), eagerness)
    if kind == "disable":
        _to_the_death(state, seat, temper, aim, wild)
    exits = [w for w in table.scenario.victory.exits if w.side == seat]
    others = [w for w in table.scenario.victory.exits if w.side != seat]
    retired = {f.side for f in state.fleets if f.id in state.over}
    if exits and seat not in retired:
        aim.goals = goals_of(table, exits)
        aim.haste = 0.5 if any(w.win for w in exits) else 0.25
    strain, his_strain = strain_of(state, seat, True), strain_of(state, seat, False)
    aim.shaken = strain >= SHAKEN and strain > his_strain
    aim.shaking = his_strain >= SHAKEN and his_strain > strain
    if others and not retired.difference((seat,)):
        aim.their_goals = goals_of(table, others)
        aim.hunts = aim.their_goals is not None
    return aim


SKILL = (1.3, 1.0, 0.7)
"""What the Gunnery Ratings 1 to 3 make of the same guns."""

SHAKEN = 0.55
"""The share of its Preservation Level at which a fleet takes heed of it."""


@clause("9.0-procedure", "9.14")
def strain_of(state: FrigateState, seat: str, own: bool) -> float:
    """How near a side's fleets, or its enemies', are to their levels: the points of the nearest
    as a share of its level, 0.0 for fleets that have none or are past it.
    """
    most = 0.0
    for fleet in state.fleets:
        if (fleet.side == seat) != own or fleet.preservation is None or fleet.id in state.over:
            continue
        most = max(most, preservation.points(state, fleet.id) / (fleet.preservation + 1))
    return most


def _power(state: FrigateState, seat: str, own: bool) -> float:
    """Guns at short range of a side or of its enemies, as they can be used now, by Defense."""
    total = 0.0
    for ship in state.ships:
        if ship.gone or (ship.side == seat) != own or ship.prize or ship.crew >= 3:
            continue
        guns = ship.counter.guns[0] / (2 if ship.crew else 1)
        total += guns * SKILL[fleet_of(state, ship).gunnery - 1] * (3 - ship.crew) / 3
    return total


def _to_the_death(state: FrigateState, seat: str, temper: Temper, aim: Aim, wild: float) -> None:
    """How to fight to the death, between an enemy with a plan and one without."""
    ours, theirs = _broadsides(state, seat, True), _broadsides(state, seat, False)
    weaker = ours < theirs
    aim.caution = temper.caution + wild * (temper.loose_caution[weaker] - temper.caution)
    aim.handiness = 1.0 + temper.handiness * wild
    if ours:
        looser = temper.loose_eagerness[weaker] - temper.eagerness
        aim.eagerness = temper.eagerness + wild * looser


def _broadsides(state: FrigateState, seat: str, own: bool) -> float:
    """Guns at short range of a side's ships or of its enemies', undamaged, by their crews."""
    return sum(
        s.counter.guns[0] * SKILL[fleet_of(state, s).gunnery - 1]
        for s in state.ships
        if (s.side == seat) == own and not s.gone
    )


def goals_of(table: Table, exits: Iterable[Any]) -> Goals | None:
    """The hexes beyond the edges that exits name, as the sections lie; None if there are none."""
    from weathergage_frigate.reckoning import Goals

    state, coast = table.state, coast_of(table)
    sections = state.sections
    west, north, east, south = sections.bounds()
    # Sections may yet be laid beyond those that lie now, up to where the scenario closes the sea.
    spread = [(x, y) for x in range(west - 2, east + 3) for y in range(north - 2, south + 3)]
    places: set[int] = set()
    for worth in exits:
        named = [sections.cell(name) for name in worth.sections]
        for x, y in named or spread:
            if coast.is_closed((x, y)) or (state.frozen and sections.section_in((x, y)) is None):
                continue
            for edge in worth.edges or EDGES:
                beyond = (x + EDGES[edge][0], y + EDGES[edge][1])
                if coast.is_closed(beyond) or (
                    state.frozen and sections.section_in(beyond) is None
                ):
                    places.update(_border(table, beyond, edge))
    return Goals(places) if places else None


EDGES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The sides of a section, and where the next one lies: columns eastward, rows southward."""


def _border(table: Table, cell: tuple[int, int], edge: str) -> Iterable[int]:
    """The hexes of a cell along the side that a ship enters it by, leaving by the opposite."""
    sheet = table.state.sections.sheet
    if edge in ("E", "W"):
        column = 1 if edge == "E" else sheet.width
        return [sheet.place(cell, column, row) for row in range(1, sheet.height + 1)]
    row = sheet.height if edge == "N" else 1
    return [sheet.place(cell, column, row) for column in range(1, sheet.width + 1)]
