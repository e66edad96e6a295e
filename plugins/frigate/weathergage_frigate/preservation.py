"""Preservation Levels, and what a fleet does once past its own (9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from weathergage import STEP, Dice, Event, Sections, clause, event
from weathergage_frigate.chart import Cell, coast_of
from weathergage_frigate.charts import charts_of
from weathergage_frigate.gunnery import FARTHEST, bears, can_fire, reach
from weathergage_frigate.notation import Order
from weathergage_frigate.prizes import Parted, part, remove, strike
from weathergage_frigate.routes import Route, nth_route, rates, route_of, ways
from weathergage_frigate.sheets import Plotter, Sheet
from weathergage_frigate.state import Fleet, FrigateState, Planned, Ship

LOST = 6
"""Preservation Points for a ship captured, sunk or blown up."""


@event
class LevelPassed(Event):
    """A fleet has lost more than it will bear and retires."""

    fleet: str
    points: int
    level: int
    clause: str

    def say(self) -> str:
        """The count and the level."""
        if self.points <= self.level:
            return f"The {self.fleet} fleet retires with its ally."
        return (
            f"The {self.fleet} fleet stands at {self.points} points, past its Preservation Level "
            f"of {self.level}, and retires."
        )


@event
class Escaped(Event):
    """A retiring ship that no enemy can fire on has got away."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who got away."""
        return f"{self.ship} breaks off and gets away."


@clause("9.0-general", "9.0-procedure")
def points(state: FrigateState, fleet: str) -> int:
    """A fleet's Preservation Points: its ships' hits, and six for each captured, sunk, aground or
    blown up. Ships that have left the map count nothing, nor does a prize for her captor.
    """
    total = 0
    for ship in state.ships:
        if ship.counter.fleet != fleet:
            continue
        if ship.prize or ship.gone in ("sunk", "exploded", "aground"):
            total += LOST
        elif not ship.gone:
            total += ship.hits
    return total


@clause("4.2.H", "9.11", "9.14", "10.11")
def determine(game: Any) -> None:
    """Count every fleet's points; those past their level retire from now on, and nothing that
    follows calls them back.
    """
    state: FrigateState = game.state
    if not charts_of(game.rules).levels:
        return
    passed = _passed(state)
    if not passed:
        return
    sides = {fleet.side for fleet in passed}
    state.over = {**state.over, **{fleet.id: state.turn for fleet in passed}}
    state.frozen = True
    if game.telling:
        for fleet in passed:
            level = fleet.preservation if fleet.preservation is not None else 0
            game.tell(LevelPassed(fleet.name, points(state, fleet.id), level, "9.0-procedure"))
    retiring = [s for s in state.ships if s.fleet in {f.id for f in passed} and not s.gone]
    if len(sides) > 1:
        _part_all(game, retiring)
    else:
        _strike(game, retiring)
    _get_away(game, [ship for ship in retiring if ship.fleet in state.over])


def _passed(state: FrigateState) -> list[Fleet]:
    """The fleets newly past their level, with those allied to them."""
    passed = [
        fleet
        for fleet in state.fleets
        if fleet.id not in state.over
        and fleet.preservation is not None
        and points(state, fleet.id) > fleet.preservation
    ]
    names = {fleet.id for fleet in passed} | {ally for fleet in passed for ally in fleet.allies}
    return [f for f in state.fleets if f.id in names and f.id not in state.over]


def _part_all(game: Any, retiring: list[Ship]) -> None:
    """Both sides retire at once: ships that are afoul part and nobody surrenders."""
    state: FrigateState = game.state
    for ship in retiring:
        for n in ship.afoul:
            part(state, ship, state.ships[n])
            if game.telling:
                other = state.ships[n].counter.title
                game.tell(Parted(ship.counter.title, other, "10.11"))


def _strike(game: Any, retiring: list[Ship]) -> None:
    """A retiring fleet's ships that are afoul of an enemy surrender."""
    state: FrigateState = game.state
    for ship in retiring:
        captors = [state.ships[n] for n in ship.afoul if state.ships[n].side != ship.side]
        if captors:
            strike(game, ship, captors[0], "10.11")


@clause("9.12")
def _get_away(game: Any, retiring: list[Ship]) -> None:
    """Retiring ships that no enemy has both in range and in its field of fire are taken off, all
    at one moment.
    """
    state: FrigateState = game.state
    for ship in [s for s in retiring if not s.gone and not _is_under_guns(state, s)]:
        remove(state, ship, "escaped")
        if game.telling:
            game.tell(Escaped(ship.counter.title, "9.12"))


def _is_under_guns(state: FrigateState, ship: Ship) -> bool:
    return any(
        enemy.side != ship.side
        and can_fire(state, enemy)
        and reach(enemy, ship) <= FARTHEST
        and bears(enemy, ship)
        for enemy in state.ships
    )


# Running for the edge (9.13)


Layout = tuple[tuple[str, tuple[int, int]], ...]

ASHORE = 1_000
"""The distance to the edge where land bars every way."""

_layouts: dict[Layout, Sections] = {}


def edge_distance(game: Any, place: int) -> int:
    """Hexes to sail from a place, straight in the best direction that meets no land, until off
    every section.
    """
    sections: Sections = game.state.sections
    layout = tuple(sorted(sections.layout.items()))
    _layouts.setdefault(layout, sections)
    coast = coast_of(game)
    return _edge_distance(place, layout, coast.land, frozenset(coast.land_cells))


@lru_cache(maxsize=8192)
def _edge_distance(place: int, layout: Layout, land: frozenset[str], shore: frozenset[Cell]) -> int:
    sections = _layouts[layout]
    best = ASHORE
    for step in STEP:
        at, count = place, 0
        name = sections.section_at(at)
        while name is not None and name not in land and count < best:
            at += step
            count += 1
            name = sections.section_at(at)
        if name is None and sections.cell_of(at) not in shore:
            best = min(best, count)
    return best


def _must_run(state: FrigateState, ship: Ship) -> bool:
    able = ship.mast < 3 or ship.speed > 4
    return able and ship.fleet in state.over and not ship.afoul and not ship.anchored


def _runs(plotter: Plotter, ship: Ship, offsets: tuple[int, ...]) -> bool:
    """Whether a course ends nearer the edge than it began, or off the map."""
    if not offsets:
        return False
    game = plotter.game
    return edge_distance(game, ship.place + offsets[-1]) < edge_distance(game, ship.place)


@clause("9.13")
def escapes(plotter: Plotter, ship: Ship) -> list[tuple[int, Route]]:
    """Courses by which a retiring ship gets nearer the edge, as (Rate, route), all at the greatest
    Rate that has any: first those that turn once and run straight; every other course is tried
    only if none of these does.
    """
    air = plotter.air
    least, most = rates(ship, plotter.state)
    for rate in range(most, max(least, 1) - 1, -1):
        found: list[tuple[int, Route]] = []
        for turn in (0, 1, -1, 2, -2):
            heading = (ship.heading + turn) % 6
            run = rate - (1 if abs(turn) == 2 else 0)
            for hexes in range(run, 0, -1):
                route = route_of(((heading, hexes),), ship.heading, air)
                if isinstance(route, Route) and route.points == rate:
                    if _runs(plotter, ship, route.offsets):
                        found.append((rate, route))
                    break
        if found := found or _every_escape(plotter, ship, rate):
            return found
    return []


def _every_escape(plotter: Plotter, ship: Ship, rate: int) -> list[tuple[int, Route]]:
    """The same among all courses, for the slow ships that no simple course helps."""
    total = ways(rate, ship.heading, plotter.air)
    if total > 5_000:
        return []
    routes = (nth_route(rate, ship.heading, plotter.air, number) for number in range(total))
    return [(rate, route) for route in routes if _runs(plotter, ship, route.offsets)]


@clause("9.13")
def check_retreat(plotter: Plotter, rows: Mapping[int, Order], sheet: Sheet) -> None:
    """Each ship of a retiring fleet MUST plot to get nearer some edge, as fast as she can, if any
    course does. A formation is judged by the ship whose row it sails by, and its Rate is free.
    """
    for ship in plotter.own:
        if ship.n in sheet.lost or not _must_run(plotter.state, ship):
            continue
        planned = sheet.planned.get(ship.n) or Planned(ship.n, ship.heading)
        who: tuple[int, ...] = (ship.n,)
        if planned.formation >= 0:
            formation = sheet.formations[planned.formation]
            if formation.leader != ship.n:
                continue
            who = formation.members
        runs = _runs(plotter, ship, planned.offsets)
        if runs and (planned.formation >= 0 or planned.rate == rates(ship, plotter.state)[1]):
            continue
        found = escapes(plotter, ship)
        if found and not (runs and planned.rate == found[0][0]):
            sheet.complain(
                ship,
                f"is retiring and must get nearer to an edge of the map, at Rate {found[0][0]}",
                "9.13",
            )
            sheet.lost.update(who)


def sample_retreat(plotter: Plotter, ship: Ship, dice: Dice) -> Order | None:
    """A course for a retiring ship, or None where she may sail as she likes."""
    if not _must_run(plotter.state, ship):
        return None
    found = escapes(plotter, ship)
    if not found:
        return None
    rate, route = found[dice.below("sample", len(found))]
    return plotter.row(ship, rate, route)
