"""How the sides stand and what missiles, rams and rakes did, in words that rulesets share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from weathergage import Dice, Event, Part, Rolled, Shot, Standing, clause
from weathergage_war_galley.boarding import Taken
from weathergage_war_galley.deployment import Deployed
from weathergage_war_galley.missiles import TWO_HEXES, Fired
from weathergage_war_galley.raking import Raked
from weathergage_war_galley.ramming import Collided, Rammed
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState
from weathergage_war_galley.victory import DESTROYED

FLANK: Final = 0.5
"""A house figure: what a Crippled flank costs of the Crew Rating, since with both a galley cannot
move (7.28).
"""


@clause("10.0-cost", "8.62", "7.28", "9.1-ram", "8.25")
def standing(rules: Any, state: GalleyState) -> dict[str, Standing]:
    """How each side stands, its ships being the counters that it began with or has bought.

    Strength: Fleet-Building Points (10.0), that is Manpower, Crew and Ram Defense, and one more
    each for towers and engines. What is left of them is Manpower less Depletions (8.62), half the
    Crew for each flank that is not Crippled (7.28), towers that still stand, and no Ram Defense
    once she is Rammed or aground, since the enemy then has it as Victory Points (9.1). A galley is
    captured while the enemy holds her (8.25) and lost when she sinks, burns or is stranded; nobody
    strikes. Deserters are left, and no strength.
    """
    return {
        side: Standing.of(_part(galley) for galley in state.galleys if galley.counter.side == side)
        for side in rules.seats
    }


def _part(galley: Galley) -> Part:
    counter = galley.counter
    full = counter.manpower + counter.crew + counter.defense + counter.towers + counter.engines
    if galley.gone in DESTROYED:
        return Part("lost", full, 0)
    if galley.side != counter.side:
        return Part("captured", full, 0)
    if galley.gone in ("exited", "ashore"):
        return Part("left", full, 0 if galley.deserting else _left(galley))
    return Part("", full, _left(galley))


def _left(galley: Galley) -> float:
    """The Fleet-Building Points of what a galley has left."""
    counter = galley.counter
    flanks = sum(not galley.crippled & flank for flank in (PORT, STARBOARD))
    hull = 0 if galley.rammed or galley.stranded else counter.defense
    towers = counter.towers and galley.towers
    return galley.manpower + galley.crew * flanks * FLANK + hull + towers + counter.engines


@clause("8.41", "8.45", "7.16-rammed", "7.16-collision", "7.26", "4.0")
def shots(rules: Any, events: Sequence[Event]) -> Iterator[Shot]:
    """Missile fire, rams and rakes, in order. A hit is a Depletion, a successful ram, or a flank
    Crippled; a collision is a ram without one. Missiles have one hex or two (8.41), the others no
    range. Raking marks the shearing of oars, which is what this book calls so.
    """
    start: GalleyState = rules.ruleset.set_up(rules, Dice(0))
    sides = {galley.counter.code: galley.counter.side for galley in start.galleys}
    names = {side.name: side.id for side in rules.scenario.sides}
    a_hex, hexes = rules.ruleset.scales.yards, 1
    for event in events:
        if isinstance(event, Deployed):
            sides.update((code, names[event.side]) for code, _ in event.galleys)
        elif isinstance(event, Taken):
            sides[event.galley] = event.side
        elif isinstance(event, Rolled):
            hexes = 2 if any(name == TWO_HEXES[0] for name, _, _ in event.modifiers) else 1
        elif isinstance(event, Fired):
            side = _side(rules, sides, event.galley, event.target)
            yield Shot(side, event.galley, hexes * a_hex, int(event.result != "none"))
        elif isinstance(event, Rammed | Collided):
            side = _side(rules, sides, event.galley, event.target)
            yield Shot(side, event.galley, 0.0, int(isinstance(event, Rammed)))
        elif isinstance(event, Raked):
            side = _side(rules, sides, event.galley, event.target)
            yield Shot(side, event.galley, 0.0, int(event.success), raking=True)


@clause("10.0-setup")
def _side(rules: Any, sides: dict[str, str], code: str, target: str) -> str:
    """Whose a galley is. One that a side has bought and that came up behind others, so that
    nobody told of her, is the enemy of her target's.
    """
    if code not in sides:
        sides[code] = rules.scenario.enemy(sides[target])
    return sides[code]
