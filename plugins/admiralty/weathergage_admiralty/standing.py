"""How the sides stand and what their guns did, in words that other rulesets share (3.4, 4.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from weathergage import Event, Part, Shot, Standing, TurnBegan, clause
from weathergage_admiralty import scoring
from weathergage_admiralty.damage import battle_move, figure
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.scales import YARDS_AN_INCH, factor
from weathergage_admiralty.state import AdmiraltyState, Ship


@clause("3.4-immobile", "4.3-gun-hits", "4.3-sail-hits", "1.4")
def standing(rules: Any, state: AdmiraltyState) -> dict[str, Standing]:
    """How each side stands, its ships being those of its log.

    Strength: the gun dice of a ship's two sides as her log had them, times the mean of two shares:
    of gun dice that she has left, where a gun hit costs the fifth part of one (4.3), and of her
    battle move in the wind that blows. These are what a ship that strikes has nothing left of
    (3.4). Guns that are blocked or whose crews board are not lost. A ship that hauled down her
    colours is her taker's prize at once (3.4), so none is only struck; a prize that sinks is lost.
    """
    return {
        side: Standing.of(
            _part(rules, state, ship) for ship in state.ships if ship.card.side == side
        )
        for side in rules.seats
    }


def _part(rules: Any, state: AdmiraltyState, ship: Ship) -> Part:
    full = 2.0 * ship.card.guns.total
    now = _guns(rules, ship) + full * _move(rules, state, ship)
    if ship.gone in scoring.DESTROYED:
        return Part("lost", full, now / 2)
    if scoring.holder(ship) != ship.card.side:
        return Part("captured", full, now / 2)
    return Part("left" if ship.gone else "", full, now / 2)


def _guns(rules: Any, ship: Ship) -> float:
    """Gun dice left on both sides, less the part of a die that hits have taken so far: hits that
    wait for a die which a side no longer has take nothing.
    """
    waiting = sum(ship.gun_hits) / figure(rules, "gun hits to a die")
    return max(0.0, ship.port.total + ship.starboard.total - waiting)


def _move(rules: Any, state: AdmiraltyState, ship: Ship) -> float:
    """The share of her log's battle move that is left; one where the wind gives her none."""
    built = ship.card.moves[state.speed - 1][0]
    return battle_move(rules, state, ship) / built if built else 1.0


@clause("4.0-gun-dice", "4.0-roll", "4.2-stern-rake", "4.2-bow-rake", "1.1")
def shots(rules: Any, events: Sequence[Event]) -> Iterator[Shot]:
    """Each broadside, in order: all its sizes of guns as one. Hits are dice that hit, on the hull
    and on the rigging; the CR hits that some of them bring are not counted again. Yards are those
    of 1:1200, by the game's own scale. No broadside is an initial one.
    """
    sides = {entry.name: side.id for side in rules.scenario.sides for entry in side.ships}
    an_inch = YARDS_AN_INCH / factor(rules)
    for (name, *_), sizes in groupby(_fired(events), lambda pair: pair[0]):
        salvo = [fired for _, fired in sizes]
        hits = sum(sum(fired.hits) for fired in salvo)
        yield Shot(sides[name], name, salvo[0].inches * an_inch, hits, bool(salvo[0].rake))


def _fired(events: Sequence[Event]) -> Iterator[tuple[tuple[str, str, str, int], Fired]]:
    """The fire of each size of guns, by ship, side, target and turn: a side fires once a turn."""
    turn = 0
    for event in events:
        if isinstance(event, TurnBegan):
            turn += 1
        elif isinstance(event, Fired):
            yield (event.ship, event.side, event.target, turn), event
