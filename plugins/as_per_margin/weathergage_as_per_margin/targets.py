"""What can be fired on, and what hits do to it: ships, batteries, boats and troops ashore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import FreePose, Stand, clause
from weathergage_as_per_margin.batteries import hit_battery
from weathergage_as_per_margin.damage import lose_boats, score_hits, side_of
from weathergage_as_per_margin.landing.casualties import lose
from weathergage_as_per_margin.state import BOAT, Battery, Boats, MarginState, Ship, Unit

Target = Ship | Battery | Boats | Unit


def id_of(target: Target) -> str:
    """The word that commands use for it."""
    return target.card.id if isinstance(target, Ship) else target.id


def name_of(target: Target) -> str:
    """What people call it."""
    if isinstance(target, Ship):
        return target.card.name
    return target.id if isinstance(target, Boats) else target.name


def stand_of(target: Target) -> Stand:
    """Where it stands; troops count by the middle of their front rank."""
    return Stand(target.pose, BOAT) if isinstance(target, Unit) else target.stand


@clause("APM.ships.strike", "APM.battery.fired-on", "APM.landing.I")
def is_target(target: Target) -> bool:
    """Whether there is anything to fire at: no ship that has struck, no battery out of the fight,
    no boats that are gone, and no troops but on land.
    """
    return target.fights if isinstance(target, Ship | Battery) else not target.gone


def everything(state: MarginState) -> Iterator[Target]:
    """All that could ever be fired on, in the order of the state."""
    yield from state.ships
    yield from state.batteries
    yield from state.boats
    yield from state.units


def enemies(state: MarginState, seat: str) -> list[Target]:
    """All that a side could fire at, wherever it is."""
    found: list[Target] = [
        ship for ship in state.ships if ship.side != seat and not ship.gone and not ship.struck
    ]
    found += [battery for battery in state.batteries if battery.side != seat and battery.fights]
    found += [boats for boats in state.boats if boats.side != seat and not boats.gone]
    found += [unit for unit in state.units if unit.side != seat and not unit.gone]
    return found


def find(state: MarginState, id: str) -> Target | None:
    """What commands call by a word, or None."""
    return next((thing for thing in everything(state) if id_of(thing) == id), None)


@clause("APM.fire.effects", "APM.battery.fired-on", "APM.cutting-out.alert", "APM.landing.I")
def hit(
    game: Any,
    target: Target,
    kinds: Sequence[str],
    at: FreePose,
    *,
    rake: bool = False,
    clause: str,
    by: str,
) -> None:
    """Give a target its hits: "cable", "hull", "guns" or "masts", one each.

    at: where they come from. A boat is gone with any hit on hull, guns or masts, troops lose a
    figure to each on hull or guns, as a battery would be hurt by it.
    """
    if not kinds:
        return
    if isinstance(target, Ship):
        near = side_of(target, at)
        score_hits(game, target, kinds, near=near, rake=rake, clause=clause, by=by)
    elif isinstance(target, Battery):
        hit_battery(game, target, kinds, clause=clause, by=by)
    elif isinstance(target, Boats):
        lose_boats(game, target, len(kinds) - kinds.count("cable"), clause)
    else:
        lose(game, target, kinds.count("hull") + kinds.count("guns"), clause)
