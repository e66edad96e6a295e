"""Boarders: how many dice they throw, what these score, and what the loser pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import clause
from weathergage_as_per_margin.damage import lose_guns, man_prize, read_dice, strike
from weathergage_as_per_margin.state import Ship


@clause("APM.boarding.men-of-war", "APM.boarding.merchants", "APM.boarding.transports")
def crew_dice(game: Any, ship: Ship) -> int:
    """Boarding dice of a ship's whole crew: by her kind, for the boxes that she has left."""
    kind = "loaded-transport" if ship.card.kind == "transport" and ship.loaded else ship.card.kind
    masts, guns, hull = (int(game.look_up("boarding-dice", kind, place)) for place in range(3))
    return masts * ship.mast_boxes + guns * ship.guns + hull * ship.hull


@clause("APM.cutting-out.boats")
def dice_aboard(game: Any, ship: Ship) -> int:
    """Boarding dice of the crew that is not away in her boats."""
    return max(0, crew_dice(game, ship) - ship.boats_out)


@clause("APM.boarding.roll")
def hits_of(game: Any, faces: Sequence[int]) -> int:
    """How many boarding dice hit."""
    return sum(read_dice(game, "boarding", faces))


@clause("APM.boarding.surplus", "APM.boarding.capture", "APM.boarding.merchants")
def press(game: Any, ships: Sequence[Ship], surplus: int, by: str, *, clause: str) -> list[Ship]:
    """Let a side's surplus hits fall on the gun boxes of enemy ships, a box for each hit, and give
    back the ships that strike.

    Ruling: of several ships the one with most gun boxes loses next, the first in the list on a
    tie. A ship that had none strikes to a hit of her own, after all others have lost theirs.
    by: the side that boards; clause: what for.
    """
    armed = [ship for ship in ships if ship.guns]
    bare = [ship for ship in ships if not ship.guns]
    left = {ship.n: ship.guns for ship in armed}
    for _ in range(min(surplus, sum(left.values()))):
        left[max(left, key=lambda n: left[n])] -= 1
    beyond = surplus - sum(ship.guns - left[ship.n] for ship in armed)
    for ship in armed:
        lose_guns(game, ship, ship.guns - left[ship.n], clause, to=by)
    for ship in bare[: max(0, beyond)]:
        strike(game, ship, by, "APM.boarding.merchants")
    return [ship for ship in ships if ship.struck]


@clause("APM.boarding.capture", "APM.cutting-out.boarding", "APM.algesiras.sophie")
def take(game: Any, ship: Ship, by: str, *, from_boats: bool) -> None:
    """Say what becomes of a ship that struck to boarders.

    Ruling: boats bring a crew that sails her, and so does whoever boards a ship that only a prize
    crew holds; any other lies where she struck, as one that gunfire beat.
    """
    if from_boats or ship.immobile:
        man_prize(game, ship, by, "APM.cutting-out.boarding")
