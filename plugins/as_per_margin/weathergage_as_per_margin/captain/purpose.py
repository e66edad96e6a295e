"""What a side is after: whether it closes, what it wants most, and who of it had better run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from weathergage import clause
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.sea import english
from weathergage_as_per_margin.state import MarginState, Ship

STRONGER = 1.15
"""Ratio of strength from which the side that fires last seeks a close action too."""

BEATEN = 0.55
"""Ratio of strength from which a fleet that is beaten makes off."""

FEW = 2
"""Ships up to which a side is no fleet, and keeps no line."""


@dataclass(slots=True)
class Purpose:
    """What a side is after in a position.

    english: it moves last and fires first. ratio: its strength to the enemy's. closes: it seeks
    close action. fleet: it has a line to keep. beaten: it had better break off. prizes: worth of
    ships by id, in ships, where it is not 1. wanted: ids of enemies that are worth more alive.
    runners: ids of enemies that win by leaving, with the edge. exits: own ships that do, with it.
    silences: ids of batteries that it is after. holds: regions that it wants to hold.
    """

    english: bool
    ratio: float = 1.0
    closes: bool = True
    fleet: bool = False
    beaten: bool = False
    prizes: dict[str, float] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)
    runners: dict[str, str] = field(default_factory=dict)
    exits: dict[str, str] = field(default_factory=dict)
    silences: set[str] = field(default_factory=set)
    holds: list[str] = field(default_factory=list)


def strength_of(ship: Ship) -> float:
    """What a ship is worth in a fight."""
    if not ship.fights or not ship.guns:
        return 0.0
    sails = 1.0 if ship.upper else 0.75 if ship.lower or ship.anchored else 0.45
    return (ship.guns + 0.4 * ship.hull) * sails


@clause("APM.turn.english-advantage", "APM.score.purpose", "APM.score.points")
def purpose_of(seen: Seen) -> Purpose:
    """What a side is after now, from its table and the scenario."""
    state, rules = seen.state, seen.rules
    own = [s for s in state.ships if s.side == seen.seat and s.fights]
    theirs = [s for s in state.ships if s.side != seen.seat and s.fights]
    ours = sum(map(strength_of, own))
    against = sum(map(strength_of, theirs))
    for battery in state.batteries:
        if battery.fights and battery.side == seen.seat:
            ours += 0.8 * battery.boxes
        elif battery.fights:
            against += 0.8 * battery.boxes
    ratio = ours / max(1.0, against)
    purpose = Purpose(english(rules) == seen.seat, ratio)
    purpose.fleet = sum(1 for s in own if not s.independent) > FEW
    purpose.beaten = ratio < BEATEN
    helpless = bool(theirs) and all(not s.upper and not s.anchored for s in theirs)
    purpose.closes = (
        purpose.english or ratio >= STRONGER or helpless or (not purpose.fleet and ratio > 1.0)
    ) and not purpose.beaten
    _read_aims(purpose, state, rules, seen.seat)
    if purpose.wanted & {s.card.id for s in state.ships if s.side != seen.seat and not s.struck}:
        # Who came to take one ship does not give it up for being weaker.
        purpose.beaten = False
    return purpose


def _read_aims(purpose: Purpose, state: MarginState, rules: Any, seat: str) -> None:
    """Add what the scenario gives points for, to either side."""
    for aim in rules.scenario.victory.aims:
        mine = aim.side == seat
        ids = [s.card.id for s in state.ships if aim.who in ("", s.card.id)]
        if aim.what == "left":
            exits = purpose.exits if mine else purpose.runners
            exits.update({id: aim.edge for id in ids if _side(state, id) == aim.side})
        elif aim.what in ("taken", "unharmed"):
            for id in ids:
                if aim.who:
                    purpose.prizes[id] = 1.0 + min(3.0, aim.points / 2)
                if aim.what == "taken" and mine and _side(state, id) != seat:
                    purpose.wanted.add(id)
        elif aim.what == "silenced" and mine:
            purpose.silences |= {b.id for b in state.batteries if aim.who in ("", b.id)}
        elif aim.what == "held":
            purpose.holds.append(aim.who)


def _side(state: MarginState, id: str) -> str:
    ship = state.ship(id)
    return "" if ship is None else ship.side


def flees(ship: Ship, purpose: Purpose, enemies: list[Ship]) -> bool:
    """Whether a ship had better make off: her side is beaten, or she is nearly done for and an
    enemy who is not is near.
    """
    if not (ship.upper or ship.lower) or ship.locked:
        return False
    if purpose.beaten:
        return any(e.guns and e.pose.is_within(ship.pose, 30) for e in enemies)
    spent = ship.guns * 4 <= ship.card.boxes.guns or (ship.hull <= 1 < ship.card.boxes.hull)
    if not spent:
        return False
    near = [e for e in enemies if e.guns and e.pose.is_within(ship.pose, 30)]
    return any(strength_of(e) > 1.4 * strength_of(ship) for e in near)
