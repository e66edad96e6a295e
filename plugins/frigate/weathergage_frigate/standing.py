"""How the sides stand and what their guns did, in words that other rulesets share (9.0, 11.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from weathergage import Dice, Event, Part, Shot, Standing, clause
from weathergage_frigate.gunnery import Fired
from weathergage_frigate.preservation import LOST
from weathergage_frigate.state import LEFT, FrigateState, Ship
from weathergage_frigate.victory import DESTROYED


@clause("9.0-procedure", "11.0-points", "10.0-general")
def standing(rules: Any, state: FrigateState) -> dict[str, Standing]:
    """How each side stands, its ships being those that it had at the start.

    Strength: a ship's Gunnery Strength at 0-2 hexes as printed (3.23), less a sixth of it for each
    Crew or Mast Hit, which is how a fleet counts its own losses: a Preservation Point a hit, six
    for a ship (9.0). A ship is captured from when she struck, whatever comes to a prize later, and
    where the scenario says so by running aground; there is no striking to nobody. A prize adds
    nothing to her captors.
    """
    return {
        side: Standing.of(_part(rules, ship) for ship in state.ships if ship.counter.side == side)
        for side in rules.seats
    }


def _part(rules: Any, ship: Ship) -> Part:
    guns = ship.counter.guns[0]
    now = guns * (LOST - ship.hits) / LOST
    if ship.prize or (ship.gone == "aground" and rules.scenario.map.aground == "captured"):
        return Part("captured", guns, now)
    if ship.gone in DESTROYED:
        return Part("lost", guns, now)
    return Part("left" if ship.gone in LEFT else "", guns, now)


@clause("7.14", "7.17", "7.22", "3.5")
def shots(rules: Any, events: Sequence[Event]) -> Iterator[Shot]:
    """Each ship's fire, in order. Ships that fire at one target together make one attack with one
    die (7.22): its hits, Crew or Mast, are shared among them by their strengths, so that they add
    up. No fire is an initial broadside (7.14).
    """
    owners: dict[str, str] = rules.memo.setdefault("owners by title", {})
    if not owners:
        start: FrigateState = rules.ruleset.set_up(rules, Dice(0))
        owners.update((ship.counter.title, ship.counter.side) for ship in start.ships)
    a_hex = rules.ruleset.scales.yards
    for fired in events:
        if isinstance(fired, Fired):
            shares = _shared(fired.hits, [strength for _, strength, _ in fired.firers])
            for (ship, _, why), hexes, hits in zip(fired.firers, fired.hexes, shares, strict=True):
                # A prize never fires (10.0), so a ship that does is her first owner's.
                yield Shot(owners[ship], ship, hexes * a_hex, hits, "raking" in why)


def _shared(hits: int, strengths: Iterable[int]) -> list[int]:
    """Hits divided in proportion to strengths, as whole hits whose sum is the same: what a ship
    has when the strengths up to hers are counted, less what those before her have.
    """
    weights = list(strengths)
    whole = sum(weights)
    given, counted, shares = 0, 0, []
    for weight in weights:
        counted += weight
        upto = round(hits * counted / whole) if whole else hits
        shares.append(upto - given)
        given = upto
    return shares
