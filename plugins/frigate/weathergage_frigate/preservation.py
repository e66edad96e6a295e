"""Preservation Levels, and what a fleet does once past its own (9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from weathergage import STEP, Dice, Event, Sections, clause, event
from weathergage_frigate.charts import charts_of
from weathergage_frigate.gunnery import FARTHEST, bears, can_fire, reach
from weathergage_frigate.prizes import (
    Parted,
    can_be_captured,
    capture,
    part,
    remove,
)
from weathergage_frigate.routes import Route, nth_route, rates, route_of, ways
from weathergage_frigate.state import Fleet, FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.plotting import Order, PlotAnswers, Sheet

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
    _get_away(game, [ship for ship in retiring if not ship.prize])


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
        if captors and can_be_captured(game, ship):
            capture(game, ship, captors[0], "10.11")


@clause("9.12")
def _get_away(game: Any, retiring: list[Ship]) -> None:
    """Retiring ships that no enemy has both in range and in its field of fire are taken off."""
    state: FrigateState = game.state
    for ship in retiring:
        if not ship.gone and not _is_under_guns(state, ship):
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


def edge_distance(sections: Sections, place: int) -> int:
    """Hexes to sail from a place, straight in the best direction, until off every section."""
    layout = tuple(sorted(sections.layout.items()))
    _layouts.setdefault(layout, sections)
    return _edge_distance(place, layout)


Layout = tuple[tuple[str, tuple[int, int]], ...]

_layouts: dict[Layout, Sections] = {}


@lru_cache(maxsize=8192)
def _edge_distance(place: int, layout: Layout) -> int:
    sections = _layouts[layout]
    best = 1_000
    for step in STEP:
        at, count = place, 0
        while sections.section_at(at) is not None and count < best:
            at += step
            count += 1
        best = min(best, count)
    return best


def _must_run(state: FrigateState, ship: Ship) -> bool:
    return ship.fleet in state.over and not ship.afoul and not ship.anchored and ship.mast < 3


def _runs(state: FrigateState, ship: Ship, route: Route) -> bool:
    """Whether a route ends nearer the edge than it began, or off the map."""
    if not route.offsets:
        return False
    end = ship.place + route.offsets[-1]
    return edge_distance(state.sections, end) < edge_distance(state.sections, ship.place)


@clause("9.13")
def escapes(answers: PlotAnswers, ship: Ship) -> list[tuple[int, Route]]:
    """Courses by which a retiring ship gets nearer the edge, as (Rate, route): first those that
    turn once and run straight; every other course is tried only if none of these does.
    """
    state, air = answers.state, answers.air
    least, most = rates(ship, state)
    found: list[tuple[int, Route]] = []
    for rate in range(most, max(least, 1) - 1, -1):
        for turn in (0, 1, -1, 2, -2):
            heading = (ship.heading + turn) % 6
            run = rate - (1 if abs(turn) == 2 else 0)
            for hexes in range(run, 0, -1):
                route = route_of(((heading, hexes),), ship.heading, air)
                if isinstance(route, Route) and route.points == rate:
                    if _runs(state, ship, route):
                        found.append((rate, route))
                    break
    return found or _every_escape(answers, ship, least, most)


def _every_escape(
    answers: PlotAnswers, ship: Ship, least: int, most: int
) -> list[tuple[int, Route]]:
    """The same among all courses, for the slow ships that no simple course helps."""
    state, air = answers.state, answers.air
    found = []
    for rate in range(max(least, 1), most + 1):
        total = ways(rate, ship.heading, air)
        if total > 5_000:
            break
        for number in range(total):
            route = nth_route(rate, ship.heading, air, number)
            if _runs(state, ship, route):
                found.append((rate, route))
    return found


@clause("9.13")
def check_retreat(answers: PlotAnswers, rows: Mapping[int, Order], sheet: Sheet) -> None:
    """Each ship of a retiring fleet MUST plot to get nearer some edge, if any course does."""
    state = answers.state
    for ship in answers.own:
        planned = sheet.planned.get(ship.n)
        if planned is None or planned.formation >= 0 or not _must_run(state, ship):
            continue
        if planned.offsets:
            end = ship.place + planned.offsets[-1]
            if edge_distance(state.sections, end) < edge_distance(state.sections, ship.place):
                continue
        if escapes(answers, ship):
            answers.complain(
                ship, "is retiring and must get nearer to an edge of the map", "9.13", sheet
            )
            sheet.lost.add(ship.n)


def sample_retreat(answers: PlotAnswers, ship: Ship, dice: Dice) -> Order | None:
    """A course for a retiring ship, or None where she may sail as she likes."""
    if not _must_run(answers.state, ship):
        return None
    found = escapes(answers, ship)
    if not found:
        return None
    rate, route = found[dice.below("sample", len(found))]
    return answers.row(ship, rate, route)
