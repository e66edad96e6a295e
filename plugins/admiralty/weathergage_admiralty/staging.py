"""Staging a battle that belongs to no ruleset: types by nation and guns, arms as she carried them.

The book makes a ship's dice from her guns by weight (1.3), so that a battle which tells them needs
no likeness; otherwise the list's ship of the nearest rating in the same size stands in.
"""

from __future__ import annotations

from typing import Any

from weathergage import (
    Battle,
    Chart,
    Notes,
    ShipType,
    Staged,
    Vessel,
    aims_beside_beating,
    clause,
    grounds,
    head_of,
    in_turns,
    needs_era,
    table_for,
)
from weathergage_admiralty.scales import MINUTES_A_TURN, YARDS_AN_INCH
from weathergage_admiralty.scenarios import AdmiraltyScenario, slug
from weathergage_admiralty.ships import own_types, size_of
from weathergage_admiralty.state import Grade, Setting

MARGIN = 20.0
"""Inches of sea around the ships: three turns' sailing at the best."""

LEAST, MOST = (72.0, 60.0), (160.0, 140.0)
"""The tables between which a battle's is chosen; the largest is what a club can reach across."""

GRADES: dict[str, Grade] = {"elite": "A", "crack": "B", "average": "C", "green": "D", "poor": "D"}
SETTINGS: dict[str, Setting] = {"full": "normal", "battle": "battle", "hove-to": "stop"}

# "2.1-battle-move" Five wind ratings for Beaufort's words: a knot is two to three inches a turn.
WINDS = {
    "calm": 1,
    "light air": 1,
    "light breeze": 2,
    "gentle breeze": 2,
    "moderate breeze": 3,
    "fresh breeze": 4,
    "strong breeze": 4,
    "near gale": 5,
    "gale": 5,
}

SIZES: dict[str, tuple[float, ...]] = {
    "three-decker": (3.0, 2.0),
    "two-decker": (2.0,),
    "frigate": (1.0,),
    "corvette": (0.5, 1.0),
    "cutter": (0.25,),
    "gunboat": (0.25,),
    "merchantman": (1.0,),
}
"""The sizes that a kind of ship may have, the likeliest first."""

POST_SHIP = 20
"""Guns from which a corvette is a post ship, of a frigate's size."""

AKIN = {
    "american": ("us", "british"),
    "danish": ("danish", "british"),
    "dutch": ("dutch", "british"),
    "italian": ("french", "british"),
    "spanish": ("spanish", "french", "british"),
    "french": ("french", "british"),
    "british": ("british", "french"),
}
"""On whose lists a nation's ships are looked for, in this order."""

KEPT = 8
"""Points for a ship kept or brought away: what a captured ship of size 1 brings."""


@clause("1.1", "1.3-ship-logs")
def stage(battle: Battle) -> Staged:
    """A battle as a scenario of Admiralty. Raises Contradiction for one of galleys."""
    needs_era(battle, "sail", "Admiralty")
    notes = Notes(battle)
    chart = table_for(battle, notes, yards=YARDS_AN_INCH, margin=MARGIN, least=LEAST, most=MOST)
    aims = list(aims_beside_beating(battle, escape="left", keep="safe", points=KEPT, slug=slug))
    data = {
        **head_of(battle, in_turns(battle.minutes, MINUTES_A_TURN)),
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "nation": side.nation,
                "grade": GRADES[side.crew],
                "ships": [_ship(chart, vessel, notes) for vessel in battle.of(side.id)],
            }
            for side in battle.sides
        ],
        "wind": {"from": battle.wind.source, "speed": WINDS[battle.wind.force]},
        "table": {
            "width": chart.width,
            "height": chart.height,
            "regions": [region for _, region in grounds(battle, chart, notes)],
        },
        "victory": {"aims": aims},
    }
    _remarks(battle, notes)
    return notes.staged(AdmiraltyScenario.model_validate(data))


@clause("1.3-ship-logs")
def _ship(chart: Chart, vessel: Vessel, notes: Notes) -> dict[str, Any]:
    type = likeness(vessel)
    rated = int(str(type.ratings["rating"]))
    if vessel.arms:
        notes.guess(f"{vessel.name} has the hull of {type.id} and the arms that she carried.")
    elif rated != vessel.guns:
        notes.guess(f"{vessel.name}, rated {vessel.guns}, has hull and arms of {type.id}.")
    else:
        notes.guess(f"{vessel.nation.capitalize()} ships rated {vessel.guns} are {type.id}.")
    place = vessel.sources["place"]
    return {
        "name": vessel.name,
        "type": type.id,
        "at": chart.at(vessel.x, vessel.y),
        "heading": vessel.heading,
        "setting": "anchored" if vessel.anchored else SETTINGS[vessel.sail],
        "grade": GRADES[vessel.crew],
        "nation": vessel.nation,
        "rating": vessel.guns,
        "armament": vessel.arms,
        "flag": vessel.flag,
        "status": place.status,
        "why": place.source,
    }


@clause("1.3-ship-logs")
def likeness(vessel: Vessel) -> ShipType:
    """The type that stands for a ship: of her size, on the first list that has one, of the nearest
    rating, and of two as near the larger.
    """
    sizes = SIZES[vessel.kind]
    if vessel.kind == "corvette" and vessel.guns >= POST_SHIP:
        sizes = sizes[::-1]
    types = own_types().values()
    laden = vessel.kind == "merchantman"
    for size in sizes:
        sized = [t for t in types if size_of(t) == size and ("moves" in t.ratings) == laden]
        for nation in (*AKIN.get(vessel.nation, ("british", "french")), ""):
            listed = [t for t in sized if t.id.startswith(nation)]
            if listed:
                return min(listed, key=lambda t: _unlike(t, vessel.guns))
    raise AssertionError(vessel.kind)


def _unlike(type: ShipType, guns: int) -> tuple[int, int]:
    rating = int(str(type.ratings["rating"]))
    return abs(rating - guns), -rating


def _remarks(battle: Battle, notes: Notes) -> None:
    notes.guess(f"A {battle.wind.force} is wind rating {WINDS[battle.wind.force]}.")
    notes.guess("Crews are graded A for elite, B for crack, C for average, D for what is less.")
    if any(side.batteries for side in battle.sides):
        notes.lose("There are no shore batteries.")
    if any(ground.kind == "shoal" for ground in battle.ground):
        notes.lose("A shoal stops every ship, whatever water she draws.")
    if any(aim.what != "beat" for side in battle.sides for aim in side.aims):
        notes.guess(f"A ship kept or brought away counts {KEPT} points, as a frigate taken does.")
    if any(vessel.kind == "gunboat" for vessel in battle.vessels):
        notes.lose("A gunboat is a cutter that sails.")
