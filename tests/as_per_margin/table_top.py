"""Positions for tests of single clauses: a small table with chosen ships, wind and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from at_the_table import answer as answer, told as told

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage.scenarios import Scenario
from weathergage_as_per_margin.scenarios import MarginScenario
from weathergage_as_per_margin.state import Boats, MarginState, Ship, Unit

SIDES = {"british": "British", "french": "French"}

Arrange = Callable[[MarginState], None]


def ship(
    name: str,
    guns: int = 74,
    at: tuple[float, float] | None = (20, 20),
    heading: str | float = "N",
    side: str = "british",
    *,
    lost: Mapping[str, int] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A ship of a position. lost: boxes gone, by line ("upper", "port", "hull" ...). more: as in
    scenario files (kind, anchored, independent, boxes, mortars, troops ...), and fields of `Ship`
    to set afterwards (p, s, struck, aground, locked by names ...).
    """
    return {
        "name": name,
        "guns": guns,
        "at": at,
        "heading": heading,
        "side": side,
        "lost": dict(lost or {}),
        **more,
    }


def battery(
    name: str, at: tuple[float, float], side: str = "french", **more: Any
) -> dict[str, Any]:
    """A battery of a position."""
    return {"battery": True, "name": name, "at": at, "side": side, "facing": "N", **more}


def unit(
    name: str, figures: int, at: tuple[float, float] | None, side: str = "british", **more: Any
) -> dict[str, Any]:
    """Troops of a position: the British land, the French garrison, unless party says otherwise."""
    party = "landing" if side == "british" else "garrison"
    return {
        "unit": True,
        "name": name,
        "figures": figures,
        "at": at,
        "side": side,
        "party": party,
        **more,
    }


def boats(
    id: str, ship: str, count: int, at: tuple[float, float], side: str = "british", **more: Any
) -> dict[str, Any]:
    """Boats of a position."""
    return {"boats": True, "id": id, "ship": ship, "count": count, "at": at, "side": side, **more}


def region(name: str, kind: str, *outline: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A part of the table."""
    return {"name": name, "kind": kind, "outline": outline, **more}


_FIELDS = set(Ship.__slots__) - {"side", "independent", "immobile"}


def scenario(things: Sequence[Mapping[str, Any]], wind: str, **more: Any) -> MarginScenario:
    """A scenario of two sides; `more` replaces parts of it (table, victory, turns, night)."""
    regions = more.pop("regions", ())
    size = more.pop("size", (60, 60))
    sides = []
    for id, name in SIDES.items():
        own = [thing for thing in things if thing["side"] == id]
        sides.append(
            {
                "id": id,
                "name": name,
                "nation": id,
                "ships": [_entry(t) for t in own if "guns" in t and not t.get("battery")],
                "batteries": [_bare(t, "battery") for t in own if t.get("battery") is True],
                "units": [_bare(t, "unit") for t in own if t.get("unit")],
                "boats": [_bare(t, "boats") for t in own if t.get("boats")],
            }
        )
    data = {
        "id": "position",
        "title": "A position",
        "date": "1801-07-07",
        "source": "tests",
        "status": "house",
        "turns": 40,
        "english": "british",
        "sides": sides,
        "wind": {"from": wind},
        "table": {"width": size[0], "height": size[1], "regions": list(regions)},
    }
    data.update(more)
    return MarginScenario.model_validate(data)


def _entry(thing: Mapping[str, Any]) -> dict[str, Any]:
    without = {"side", "lost", *_FIELDS}
    return {key: value for key, value in thing.items() if key not in without}


def _bare(thing: Mapping[str, Any], flag: str) -> dict[str, Any]:
    return {k: v for k, v in thing.items() if k not in (flag, "side", "lost")}


def sea(
    *things: Mapping[str, Any],
    wind: str = "W",
    phase: str = "orders",
    speed: tuple[int, int] = (5, 2),
    dice: wg.Dice | None = None,
    options: Mapping[str, Any] | None = None,
    mode: str = "assisted",
    turn: int = 2,
    battle_turn: int | None = None,
    sight: int = 0,
    arrange: Arrange | None = None,
    seed: int = 0,
    **more: Any,
) -> wg.Game:
    """A game of a position that stands at the start of a phase of its second turn.

    speed: the two wind dice of the turn. sight: inches seen, for a night. arrange: changes the
    state before play. more: parts of the scenario.
    """
    ruleset = find_ruleset("as-per-margin")
    made: Scenario = scenario(things, wind, **more)
    rules = assemble_scenario(ruleset, made, options)
    state = ruleset.set_up(rules, wg.Dice(0))
    state.turn = turn
    state.battle_turn = turn if battle_turn is None else battle_turn
    state.wind_dice = speed
    state.sight = sight
    _lose(state, things)
    if arrange is not None:
        arrange(state)
    return wg.Game(rules, seed, dice=dice, state=state, phase=phase, mode=mode)


def _lose(state: MarginState, things: Sequence[Mapping[str, Any]]) -> None:
    """Take the lost boxes off, and set what a scenario file cannot say."""
    for thing in things:
        found = (
            state.ship(thing.get("id") or str(thing["name"]).lower().replace(" ", "-"))
            if "guns" in thing and not thing.get("battery")
            else None
        )
        if found is None:
            continue
        for line, count in thing["lost"].items():
            setattr(found, line, getattr(found, line) - count)
        for name in _FIELDS & set(thing):
            value = thing[name]
            if name == "locked":
                value = tuple(one_of(state, other).n for other in value)
            if name not in ("pose", "card", "n"):
                setattr(found, name, value)


def one_of(state: MarginState, id: str) -> Ship:
    """The ship of that id."""
    found = state.ship(id)
    assert found is not None, id
    return found


def one(game: wg.Game, id: str) -> Ship:
    """The ship of that id in a game."""
    return one_of(game.state, id)


def troops(game: wg.Game, id: str) -> Unit:
    """The unit of that id in a game."""
    return next(unit for unit in game.state.units if unit.id == id)


def group(game: wg.Game, id: str) -> Boats:
    """The boats of that id in a game."""
    return next(boats for boats in game.state.boats if boats.id == id)
