"""Positions for tests of single clauses: a small sea with chosen ships, wind and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import weathergage as wg
from weathergage import HEADINGS
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_frigate.scenarios import FrigateScenario
from weathergage_frigate.state import FORCES, FrigateState

SIDES = {"british": "B", "french": "A"}

Arrange = Callable[[FrigateState], None]


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
    and `efficiency`, `gunnery`, `preservation` by side. With `waters` the wind changes by them.
    """
    waters = more.pop("waters", "")
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
        "wind": {
            "from": wind,
            "force": force,
            "constant": not waters,
            "waters": waters or "oceanic",
        },
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
    arrange: Arrange | None = None,
    **more: Any,
) -> wg.Game:
    """A game of a position, at the plot of its second turn (so that speed may change).

    british, french: ships made by `ship`; the British have the first lines of the plot sheets.
    wind, force: constant. dice: `wg.Dice.of(...)`. afoul: pairs of lines, the second of which is
    brought into the hex of the first. arrange: does to the state what else is to be done before
    play. options, mode, and what `scenario` takes.
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
        state.ships[other].place = state.ships[one].place
    if arrange is not None:
        arrange(state)
    return wg.Game(rules, 0, dice=chance, state=state, mode=mode)


STEADY = {"Calm": 1, "Light": 2, "Moderate": 4, "Fresh": 6}


def stage(
    id: str,
    arrange: Arrange | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    turn: int = 2,
    **dice: Sequence[int],
) -> wg.Game:
    """A scenario of the book at the plot of a turn, with the ships as it deploys them.

    arrange: as for `sea`; ships that a side would place itself stay off the map unless it puts
    them there. The wind holds, and every command die is a 6, so that ships in rows that end in
    an odd digit obey. dice: faces by stream, as for `wg.Dice.of`.
    """
    ruleset = find_ruleset("frigate")
    rules = wg.assemble(f"frigate/{id}", options or {})
    state = ruleset.set_up(rules, wg.Dice(0))
    state.turn = turn
    if arrange is not None:
        arrange(state)
    steady: dict[str, Sequence[int]] = {
        "wind": (1, STEADY[FORCES[state.force]]) * 16,
        "command": (6,) * 200,
    }
    return wg.Game(rules, 0, dice=wg.Dice.of(**(steady | dice)), state=state)


def put(
    state: FrigateState, n: int, hex: str, heading: str = "N", speed: int = 0, **more: Any
) -> None:
    """Put a ship, by her line, on "A 1010"; more: hits and whatever else she has."""
    ship = state.ships[n]
    ship.place = state.sections.parse(*hex.split())
    ship.heading, ship.speed, ship.gone = HEADINGS.index(heading), speed, ""
    for name, value in more.items():
        setattr(ship, name, value)


def clear(state: FrigateState, *keep: int) -> None:
    """Take every ship but those lines off the map, as if they had sailed from it long ago."""
    for ship in state.ships:
        if ship.n not in keep:
            ship.gone = "exited"


def take(state: FrigateState, n: int, side: str) -> None:
    """Make a ship, by her line, a prize of a side."""
    ship = state.ships[n]
    ship.side, ship.prize, ship.flag = side, True, 0
    ship.fleet = next(fleet.id for fleet in state.fleets if fleet.side == side)
    ship.rename()


def where(game: wg.Game, n: int) -> str:
    """Where a ship is, by her line: "A 1010"."""
    label: str = game.state.sections.label(game.state.ships[n].place)
    return label


def elect(game: wg.Game, **by_seat: bool) -> None:
    """Say for each seat whether it runs afoul; an open question not named is answered no."""
    for decision in game.decisions:
        if decision.kind == "election":
            wish = by_seat.get(decision.seat, False)
            game.submit(decision.id, {"run_afoul": wish})


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


def refusal(game: wg.Game, seat: str, rows: Mapping[str, str]) -> str:
    """The clause that a plot sheet breaks, or "" if none; nothing is handed in."""
    decision = next(d for d in game.decisions if d.kind == "plot" and d.seat == seat)
    problem = decision.complaint(decision.kinds[0](orders=dict(rows)))
    return problem.clause if problem is not None else ""
