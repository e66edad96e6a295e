"""What is wrong with a position that no play can reach: for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import STEP
from weathergage_war_galley.scenarios import sheet_of
from weathergage_war_galley.state import Galley, GalleyState


def problems(game: Any) -> list[str]:
    """What is wrong with the state of a game, a sentence each."""
    state: GalleyState = game.state
    return [
        *_hexes(game, state),
        *_waters(state),
        *_bonds(state),
        *_markers(state),
        *_commanders(state),
    ]


def _hexes(game: Any, state: GalleyState) -> Iterator[str]:
    """One galley a hex, on the map or entering it; but for the one that is passing through
    another.
    """
    passing = state.moving.n if state.moving is not None and state.moving.through >= 0 else -1
    sheet = sheet_of(game.rules)
    seen: dict[int, Galley] = {}
    for n, galley in enumerate(state.galleys):
        code = galley.counter.code
        if galley.n != n:
            yield f"{code} has number {galley.n} and stands in place {n}"
        if galley.gone:
            continue
        for hex in galley.hexes:
            other = seen.setdefault(hex, galley)
            if other is not galley and passing not in (n, other.n):
                yield f"{code} and {other.counter.code} are both in {sheet.label(hex)}"
            if state.at.get(hex) != n and passing not in (n, state.at.get(hex)):
                yield f"{code} is in {sheet.label(hex)}, where the map has {state.at.get(hex)}"
        if galley.bow not in sheet.hexes and galley.bow + STEP[galley.heading] not in sheet.hexes:
            yield f"{code} is off the map at {sheet.label(galley.bow)}"
    for hex, n in state.at.items():
        if state.galleys[n].gone or hex not in state.galleys[n].hexes:
            code = state.galleys[n].counter.code
            yield f"{sheet.label(hex)} is held by {code}, which is not in it"


def _waters(state: GalleyState) -> Iterator[str]:
    """Every galley lies in the waters that its enemies know of."""
    for galley in state.galleys:
        for side, waters in state.enemy_waters.items():
            if side != galley.side and not (galley.gone or waters.hold(galley.bow)):
                yield f"{galley.counter.code} is where {side} thinks no enemy has been"


def _bonds(state: GalleyState) -> Iterator[str]:
    """Grappled, Fouled and towing are mutual, among galleys on the map."""
    for galley in state.galleys:
        code = galley.counter.code
        for name in ("grappled", "fouled"):
            for n in getattr(galley, name):
                other = state.galleys[n]
                if galley.n not in getattr(other, name):
                    yield f"{code} is {name} with {other.counter.code}, but not the other way round"
                if galley.gone or other.gone:
                    yield f"{code} and {other.counter.code} are {name} and one of them is gone"
        if galley.tows >= 0 and state.galleys[galley.tows].towed != galley.n:
            yield f"{code} tows what is not towed by it"


def _markers(state: GalleyState) -> Iterator[str]:
    """Markers are those that can lie together."""
    for galley in state.galleys:
        code = galley.counter.code
        if galley.gone:
            continue
        if galley.maximum and (galley.fatigue or galley.half or galley.crippled or galley.captured):
            yield f"{code} is at Maximum in spite of its markers"
        if galley.captured and (galley.crew or galley.manpower):
            yield f"{code} is captured and has a crew"
        if galley.depletion < 0 or galley.fatigue < 0 or not 0 <= galley.crippled <= 3:
            yield f"{code} has impossible markers"
        if galley.stranded and galley.stranded > state.turn:
            yield f"{code} ran aground in turn {galley.stranded}, which is to come"


def _commanders(state: GalleyState) -> Iterator[str]:
    """A commander in play is aboard a galley of his side."""
    for commander in state.commanders:
        if commander.galley < 0:
            continue
        galley = state.galleys[commander.galley]
        if galley.gone and galley.gone not in ("waiting", "to deploy", "exited"):
            yield f"{commander.name} is aboard {galley.counter.code}, which is {galley.gone}"
        if galley.side != commander.side:
            yield f"{commander.name} is aboard {galley.counter.code} of the other side"
