"""Positions for tests of single clauses: a small table with chosen ships, wind and dice.

    game = sea(
        ship("Caesar", at=(20, 20), heading="N"),
        ship("Formidable", "french-80", at=(26, 20), side="french", grade="D", sail_hits=20),
        wind="W", speed=3, phase="cannon", dice=wg.Dice.of(6, 1),
    )
    answer(game, "fire starboard", seat="british")
    one(game, "formidable").gun_hits

Places are inches of medium scale; with options={"scale": "small"} they shrink with the models.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from at_the_table import answer as answer, told as told

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_admiralty.scenarios import AdmiraltyScenario, slug
from weathergage_admiralty.state import AdmiraltyState, Guns, Ship

SIDES = {"british": "British", "french": "French"}

Arrange = Callable[[AdmiraltyState], None]

_STATE = frozenset(Ship.__slots__) - {
    "card",
    "n",
    "side",
    "setting",
    "pose",
    "aground",
    "sail_hits",
}
"""What `ship` sets on the ship herself; all else goes into her line of the scenario."""


def ship(
    name: str,
    type: str = "british-74",
    at: tuple[float, float] = (20, 20),
    heading: str | float = "N",
    side: str = "british",
    *,
    grade: str = "B",
    setting: str = "battle",
    held_by: str = "",
    **more: Any,
) -> dict[str, Any]:
    """A ship of a position. held_by: the side that has captured her. more: what scenario files say
    (nation, doctrine, armament, flag, convoy, aground ...), and fields of `Ship`: sail_hits=9,
    gun_hits=(3, 2), port=(1, 2, 3) or (1, 2, 3, 1), party=(2, 2, 0), fires=1, blocked=(0, 1),
    irons=True, surrendered="british", moved=True ... Other ships go by name:
    locks={"formidable": 2}, near=["formidable"], targets=[("formidable", "port")].
    """
    return {
        "name": name,
        "type": type,
        "at": at,
        "heading": heading,
        "side": side,
        "grade": grade,
        "setting": setting,
        "held_by": held_by,
        **more,
    }


def region(name: str, kind: str, *outline: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A part of the table: land, shoal, deep or anchorage."""
    return {"name": name, "kind": kind, "outline": outline, **more}


def scenario(
    ships: Sequence[Mapping[str, Any]], wind: str | float, speed: int, **more: Any
) -> AdmiraltyScenario:
    """A scenario of those ships' sides; `more` replaces parts of it (table, victory, turns)."""
    size, regions = more.pop("size", (60, 60)), more.pop("regions", ())
    deep, changes = more.pop("deep", False), more.pop("changes", False)
    ids = dict.fromkeys([*SIDES, *(thing["side"] for thing in ships)])
    present = [id for id in ids if any(thing["side"] == id for thing in ships)]
    data = {
        "id": "position",
        "title": "A position",
        "date": "1801-07-06",
        "source": "tests",
        "status": "house",
        "turns": 40,
        "sides": [
            {
                "id": id,
                "name": SIDES.get(id, id.capitalize()),
                "nation": id,
                "ships": [_entry(thing) for thing in ships if thing["side"] == id],
            }
            for id in present
        ],
        "wind": {"from": wind, "speed": speed, "changes": changes},
        "table": {"width": size[0], "height": size[1], "regions": list(regions), "deep": deep},
    }
    data.update(more)
    return AdmiraltyScenario.model_validate(data)


def _entry(thing: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in thing.items() if key not in {"side", "held_by", *_STATE}}


def laid(
    *ships: Mapping[str, Any],
    wind: str | float = "W",
    speed: int = 3,
    options: Mapping[str, Any] | None = None,
    turn: int = 2,
    arrange: Arrange | None = None,
    house_rules: Sequence[Any] = (),
    **more: Any,
) -> tuple[Any, AdmiraltyState]:
    """Rules and state of a position, without a game that plays on from it; as `sea` takes them."""
    things = [*ships, *_enemy(ships, more.get("size", (60, 60)))]
    ruleset = find_ruleset("admiralty")
    rules = assemble_scenario(ruleset, scenario(things, wind, speed, **more), options, house_rules)
    state = ruleset.set_up(rules, wg.Dice(0))
    state.turn = turn
    mark(state, things)
    if arrange is not None:
        arrange(state)
    return rules, state


def sea(
    *ships: Mapping[str, Any],
    phase: str = "movement",
    dice: wg.Dice | None = None,
    mode: str = "assisted",
    seed: int = 0,
    **more: Any,
) -> wg.Game:
    """A game of a position that stands at the start of a phase of its second turn.

    Both sides need a ship: a lone one gets an enemy far off in the table's south-east corner.
    more: as `laid` takes it: wind, speed, options, turn, house_rules, arrange, which changes the
    state before play, and parts of the scenario, with size, regions, deep, changes.
    """
    rules, state = laid(*ships, **more)
    return wg.Game(rules, seed, dice=dice, state=state, phase=phase, mode=mode)


def _enemy(ships: Sequence[Mapping[str, Any]], size: tuple[float, float]) -> list[dict[str, Any]]:
    sides = {thing["side"] for thing in ships}
    if len(sides) > 1:
        return []
    side = "british" if "french" in sides else "french"
    at = (size[0] - 3, size[1] - 3)
    return [ship("Faraway", f"{side}-74", at, "N", side, setting="stop")]


def mark(state: AdmiraltyState, ships: Sequence[Mapping[str, Any]]) -> None:
    """Write into the logs what the ships of a position have suffered and done."""
    for thing in ships:
        found = one_of(state, thing.get("id") or slug(thing["name"]))
        if thing["held_by"]:
            found.side = thing["held_by"]
        for name in _STATE & set(thing):
            setattr(found, name, _value(state, name, thing[name]))


def _value(state: AdmiraltyState, name: str, value: Any) -> Any:
    """A field as the state keeps it: guns as `Guns`, other ships by number."""
    if name in ("port", "starboard", "party"):
        return Guns(*value)
    if name == "locks":
        pairs = value.items() if isinstance(value, Mapping) else value
        return tuple((_number(state, other), hits) for other, hits in pairs)
    if name == "near":
        return tuple(_number(state, other) for other in value)
    if name == "targets":
        return tuple((_number(state, other), side) for other, side in value)
    return value


def _number(state: AdmiraltyState, ship: str | int) -> int:
    return ship if isinstance(ship, int) else one_of(state, ship).n


def one_of(state: AdmiraltyState, id: str) -> Ship:
    """The ship of that id."""
    found = state.ship(id)
    assert found is not None, id
    return found


def one(game: wg.Game, id: str) -> Ship:
    """The ship of that id in a game."""
    return one_of(game.state, id)
