"""Positions for tests of single clauses: a small sea with chosen ships, wind and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_frigate.scenarios import FrigateScenario

SIDES = {"british": "B", "french": "A"}


def ship(
    type: str,
    hex: str,
    heading: str = "N",
    speed: int = 4,
    *,
    crew: int = 0,
    mast: int = 0,
    flag: str = "",
) -> dict[str, Any]:
    """A ship of a position: "B-74" on "A 1010"."""
    return {
        "type": type,
        "hex": hex,
        "heading": heading,
        "speed": speed,
        "crew": crew,
        "mast": mast,
        "flag": flag,
    }


def scenario(
    british: Sequence[Mapping[str, Any]],
    french: Sequence[Mapping[str, Any]],
    wind: str,
    force: str,
    **more: Any,
) -> FrigateScenario:
    """A scenario of two fleets; `more` replaces parts of it (map, victory, suspended, turns),
    and `efficiency`, `gunnery`, `preservation` by side.
    """
    ratings = {
        key: more.pop(key, {}) for key in ("efficiency", "gunnery", "preservation", "nation")
    }
    sides = []
    for (side, mix), ships in zip(SIDES.items(), (british, french), strict=True):
        groups = [
            {
                "section": s["hex"].split()[0],
                "heading": s["heading"],
                "speed": s["speed"],
                "ships": [
                    {
                        "type": s["type"],
                        "hex": s["hex"].split()[1],
                        "flag": s["flag"],
                        "name": s["type"],
                    }
                ],
            }
            for s in ships
        ]
        fleet = {
            "id": side,
            "name": side.capitalize(),
            "nation": ratings["nation"].get(side, side),
            "mix": mix,
            "efficiency": ratings["efficiency"].get(side, ""),
            "gunnery": ratings["gunnery"].get(side, 1),
            "preservation": ratings["preservation"].get(side),
            "forces": [{"type": s["type"], "count": 1} for s in ships],
            "groups": groups,
        }
        sides.append({"id": side, "name": side.capitalize(), "fleets": [fleet]})
    data = {
        "id": "position",
        "title": "A position",
        "date": "1800-01-01",
        "source": "tests",
        "status": "house",
        "turns": 16,
        "sides": sides,
        "wind": {"from": wind, "force": force, "constant": True, "waters": "oceanic"},
        "victory": {"kind": "points"},
    }
    data.update(more)
    return FrigateScenario.model_validate(data)


def sea(
    british: Sequence[Mapping[str, Any]],
    french: Sequence[Mapping[str, Any]],
    *,
    wind: str = "N",
    force: str = "moderate",
    dice: wg.Dice | None = None,
    options: Mapping[str, Any] | None = None,
    mode: str = "assisted",
    turn: int = 2,
    afoul: Sequence[tuple[int, int]] = (),
    **more: Any,
) -> wg.Game:
    """A game of a position, at the plot of its second turn (so that speed may change).

    british, french: ships made by `ship`; the British have the first lines of the plot sheets.
    wind, force: constant. dice: `wg.Dice.of(...)`. afoul: pairs of lines. options, mode, and
    what `scenario` takes.
    """
    ruleset = find_ruleset("frigate")
    rules = assemble_scenario(
        ruleset, scenario(british, french, wind, force, **more), options or {}
    )
    chance = dice if dice is not None else wg.Dice(0)
    state = ruleset.set_up(rules, chance)
    state.turn = turn
    for placed, wanted in zip(state.ships, [*british, *french], strict=True):
        placed.crew, placed.mast = wanted["crew"], wanted["mast"]
    for one, other in afoul:
        state.ships[one].afoul += (other,)
        state.ships[other].afoul += (one,)
    return wg.Game(rules, 0, dice=chance, state=state, mode=mode)


def answer(game: wg.Game, kind: str, **by_seat: Any) -> None:
    """Answer the open decisions of a kind, each seat its own; others stay open."""
    for decision in game.decisions:
        if decision.kind == kind and decision.seat in by_seat:
            game.submit(decision.id, by_seat[decision.seat])


def plot(game: wg.Game, **rows: Mapping[str, str]) -> None:
    """Hand in every side's plot sheet; a side not named plots nothing."""
    for decision in game.decisions:
        if decision.kind == "plot":
            game.submit(decision.id, {"orders": dict(rows.get(decision.seat, {}))})


def by_code(game: wg.Game, side: str, code: str) -> Any:
    """A ship of a side's first owners by her code."""
    return next(s for s in game.state.ships if s.counter.side == side and s.counter.code == code)


def told(game: wg.Game, kind: str) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in game.events if event.kind == kind]
