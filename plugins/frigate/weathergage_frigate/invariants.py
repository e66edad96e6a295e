"""What is wrong with a position that no play can reach: for the contract tests (3.0)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from weathergage import TurnBegan
from weathergage_frigate.chart import coast_of
from weathergage_frigate.movement import Drifted, Moved
from weathergage_frigate.prizes import Captured, Recaptured
from weathergage_frigate.state import FLEET_FLAGSHIP, FrigateState, Ship


def problems(game: Any) -> list[str]:
    """Everything impossible about a game's position, a sentence each."""
    state: FrigateState = game.state
    found = [*_ships(state), *_afoul(state), *_places(game, state)]
    return [*found, *_stacks(game, state), *_flags(game, state)]


def _ships(state: FrigateState) -> Iterator[str]:
    """Hits, speeds, headings and lines are what they can be."""
    for number, ship in enumerate(state.ships):
        title = ship.counter.title
        if ship.n != number:
            yield f"{title} is on line {ship.n} of the plot sheets and in place {number}"
        if not (0 <= ship.crew <= 3 and 0 <= ship.mast <= 3):
            yield f"{title} has {ship.crew} Crew and {ship.mast} Mast Hits"
        if ship.speed < 0 or not 0 <= ship.heading <= 5:
            yield f"{title} makes {ship.speed} on heading {ship.heading}"
        if ship.gone and (ship.speed or ship.afoul):
            yield f"{title} is {ship.gone} and yet at speed {ship.speed} or afoul"
        if ship.prize == (ship.side == ship.counter.side):
            yield f"{title} is sailed by {ship.side}, and prize is {ship.prize}"
        fleet = next((fleet for fleet in state.fleets if fleet.id == ship.fleet), None)
        if fleet is None or fleet.side != ship.side:
            yield f"{title} of {ship.side} is in fleet {ship.fleet}"


def _afoul(state: FrigateState) -> Iterator[str]:
    """Who is afoul is so mutually, of an enemy, in the same hex and without way."""
    for ship in state.ships:
        title = ship.counter.title
        if len(set(ship.afoul)) != len(ship.afoul):
            yield f"{title} is afoul of one ship twice"
        if ship.afoul and ship.speed:
            yield f"{title} is afoul and makes {ship.speed}"
        for n in ship.afoul:
            other = state.ships[n]
            if ship.n not in other.afoul:
                yield f"{title} is afoul of {other.counter.title}, but not the other way round"
            if other.place != ship.place:
                yield f"{title} is afoul of {other.counter.title} in another hex"
            if other.side == ship.side:
                yield f"{title} is afoul of her friend {other.counter.title}"


def _places(game: Any, state: FrigateState) -> Iterator[str]:
    """Every ship on the map is on a section, and at sea."""
    coast = coast_of(game)
    for ship in state.ships:
        if ship.gone:
            continue
        if state.sections.section_at(ship.place) is None:
            yield f"{ship.counter.title} is on no map section"
        elif coast.is_land(state.sections, ship.place):
            yield f"{ship.counter.title} is on land in {state.sections.label(ship.place)}"


def _stacks(game: Any, state: FrigateState) -> Iterator[str]:
    """No two friends share a hex, but for a ship just taken and who took her.

    Not asked while ships are sailing: of two that are to change places, one goes first.
    """
    if game.phase == "movement":
        return
    held: dict[tuple[int, str], Ship] = {}
    for ship in state.ships:
        if ship.gone:
            continue
        other = held.setdefault((ship.place, ship.side), ship)
        if other is not ship and not _just_taken(game, ship, other):
            where = state.sections.label(ship.place)
            yield f"{other.counter.title} and {ship.counter.title} are both in {where}"


def _just_taken(game: Any, one: Ship, other: Ship) -> bool:
    """Whether one of two ships changed hands and neither has moved in a later turn.

    With no events to look at, any prize may be with her captor.
    """
    if not game.events:
        return one.prize or other.prize
    titles = {one.counter.title, other.counter.title}
    turn, taken, moved = 0, -1, -1
    for event in game.events:
        if isinstance(event, TurnBegan):
            turn = event.turn
        elif isinstance(event, Captured | Recaptured) and event.ship in titles:
            taken = turn
        elif isinstance(event, Moved | Drifted) and event.ship in titles:
            stays = isinstance(event, Moved) and event.start == event.end
            moved = moved if stays else turn
    return taken >= 0 and moved <= taken


def _flags(game: Any, state: FrigateState) -> Iterator[str]:
    """A side has never more flags than it began with (allies may pass one on)."""
    now: Tally[str] = Tally()
    first: Tally[str] = Tally()
    for ship in state.ships:
        now[ship.side] += bool(ship.flag)
        now[f"{ship.side} FF"] += ship.flag == FLEET_FLAGSHIP
    for side in game.rules.scenario.sides:
        for entry in (entry for fleet in side.fleets for entry in fleet.ships):
            first[side.id] += bool(entry.flag)
            first[f"{side.id} FF"] += entry.flag == "FF"
    for side_id, count in now.items():
        if count > first[side_id]:
            yield f"side {side_id} has {count} flags and began with {first[side_id]}"
