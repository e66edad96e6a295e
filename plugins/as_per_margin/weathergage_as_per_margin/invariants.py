"""What is wrong with a position that no play can reach: for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import do_overlap
from weathergage_as_per_margin.state import MarginState, Ship


def problems(game: Any) -> list[str]:
    """What is wrong with the state of a game, a sentence each."""
    state: MarginState = game.state
    return [
        *_boxes(state),
        *_locks(state),
        *_places(state),
        *_boats(state),
        *_units(state),
    ]


def _boxes(state: MarginState) -> Iterator[str]:
    """Boxes lie between none and those she was built with, and the lost are out of the fight."""
    for n, ship in enumerate(state.ships):
        built, name = ship.card.boxes, ship.card.name
        if ship.n != n or ship.card.n != n:
            yield f"{name} has number {ship.n} and stands in place {n}"
        for line in ("upper", "lower", "port", "starboard", "bow", "either", "hull"):
            if not 0 <= getattr(ship, line) <= getattr(built, line):
                yield f"{name} has {getattr(ship, line)} {line} boxes of {getattr(built, line)}"
        if not ship.gone and not ship.hull:
            yield f"{name} has no hull box and is on the table"
        manned = ship.side != ship.card.side
        if not ship.gone and built.guns and not ship.guns and not ship.struck and not manned:
            yield f"{name} has no gun box and has not struck"
        if ship.lower < built.lower and ship.upper:
            yield f"{name} lost lower mast boxes before the upper ones"
    for battery in state.batteries:
        if not 0 <= battery.boxes <= battery.built:
            yield f"{battery.name} has {battery.boxes} boxes of {battery.built}"


def _locks(state: MarginState) -> Iterator[str]:
    """Who is locked is so mutually, with a ship on the table."""
    for ship in state.ships:
        name = ship.card.name
        for n in ship.locked:
            other = state.ships[n]
            if ship.n not in other.locked:
                yield f"{name} is locked to {other.card.name}, but not the other way round"
            if ship.gone or other.gone:
                yield f"{name} and {other.card.name} are locked and one of them is gone"
        if len(set(ship.locked)) != len(ship.locked) or ship.n in ship.locked:
            yield f"{name} is locked to {ship.locked}"


def _places(state: MarginState) -> Iterator[str]:
    """No ship's base lies in another's. Ships at anchor may swing over a neighbour."""
    afloat = [ship for ship in state.ships if not ship.gone]
    for i, ship in enumerate(afloat):
        for other in afloat[:i]:
            if _swung(ship) or _swung(other):
                continue
            near = ship.pose.is_within(other.pose, 3)
            if near and do_overlap(ship.stand, other.stand):
                yield f"{ship.card.name} lies in {other.card.name}"


def _swung(ship: Ship) -> bool:
    return ship.anchored and not ship.moored


def _boats(state: MarginState) -> Iterator[str]:
    """Boats are somewhere, and no more of them than their ships have boxes for."""
    out: dict[int, int] = {}
    for boats in state.boats:
        if not boats.gone and boats.count <= 0:
            yield f"boats {boats.id} are {boats.count}"
        # Those of a crew from which a ship was taken are not hers any more.
        if not boats.gone and boats.side == state.ships[boats.ship].side:
            out[boats.ship] = out.get(boats.ship, 0) + boats.count
    for n, count in out.items():
        ship = state.ships[n]
        if count > ship.boats_out:
            yield f"{count} boats of {ship.card.name} are out, and {ship.boats_out} were sent"


def _units(state: MarginState) -> Iterator[str]:
    """Troops that stand have figures, and contact is mutual."""
    for n, unit in enumerate(state.units):
        if unit.n != n:
            yield f"{unit.name} has number {unit.n} and stands in place {n}"
        if not unit.gone and unit.figures <= 0:
            yield f"{unit.name} has {unit.figures} figures and is not gone"
        for other in unit.contact:
            if unit.n not in state.units[other].contact:
                yield f"{unit.name} is in contact, but {state.units[other].name} is not"
