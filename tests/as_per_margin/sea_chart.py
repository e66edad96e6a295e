"""Campaigns for tests of single clauses: a small chart with chosen squadrons, wind and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import weathergage as wg
from weathergage.plugins import assemble_scenario
from weathergage_as_per_margin.campaign.chart import Chart, Log, Squadron
from weathergage_as_per_margin.ruleset import AS_PER_MARGIN
from weathergage_as_per_margin.scenarios import MarginScenario
from weathergage_as_per_margin.state import MarginState, Ship

Arrange = Callable[[MarginState], None]

FAIR = (4, 3)
"""Wind dice of a fair day: 70 miles free and 40 beating."""


def squadron(
    id: str,
    *ships: str | tuple[str, int],
    at: tuple[float, float] | None = None,
    port: str = "",
    side: str = "british",
    heading: str = "N",
) -> dict[str, Any]:
    """A squadron: names of its ships, 74s unless guns are given, at a point or in a port."""
    return {
        "id": id,
        "side": side,
        "at": at,
        "port": port,
        "heading": heading,
        "ships": [ship if isinstance(ship, tuple) else (ship, 74) for ship in ships],
    }


def port(
    id: str, at: tuple[float, float], side: str = "", kind: str = "port", water: bool = False
) -> dict[str, Any]:
    """A port or harbour."""
    return {"id": id, "name": id.title(), "at": at, "side": side, "kind": kind, "water": water}


FAR = squadron("far", "Desaix", at=(590, 590), side="french")
"""An enemy far away, for campaigns that are not about him."""


def scenario(squadrons: Sequence[Mapping[str, Any]], **more: Any) -> MarginScenario:
    """A scenario of a campaign; more: fields of its campaign, or of `aims` and `turns`."""
    sides = {"british": [], "french": []}
    entries = []
    for one in squadrons:
        names = [name.lower() for name, _ in one["ships"]]
        sides[one["side"]] += [{"name": name, "guns": guns} for name, guns in one["ships"]]
        entry = {key: one[key] for key in ("id", "side", "heading")}
        entry |= {"name": one["id"].title(), "ships": names}
        entry |= {"at": one["at"]} if one["at"] is not None else {"port": one["port"]}
        entries.append(entry)
    campaign = {
        "days": 30,
        "start": "1801-03-01",
        "latitude": 41.0,
        "width": 600,
        "height": 600,
        "squadrons": entries,
        **more,
    }
    return MarginScenario.model_validate(
        {
            "id": "campaign",
            "title": "A campaign",
            "date": "1801-03-01",
            "source": "tests",
            "status": "house",
            "turns": 5000,
            "english": "british",
            "sides": [
                {"id": side, "name": side.title(), "ships": ships} for side, ships in sides.items()
            ],
            "campaign": campaign,
        }
    )


def chart(
    *squadrons: Mapping[str, Any],
    wind: str = "W",
    days: Sequence[tuple[int, int]] = (FAIR,) * 40,
    steady: bool = True,
    dice: Mapping[str, Sequence[int]] | None = None,
    options: Mapping[str, Any] | None = None,
    arrange: Arrange | None = None,
    length: int = 30,
    house: Sequence[wg.HouseRule] = (),
    **more: Any,
) -> wg.Game:
    """A campaign at the orders of its first turn.

    wind: where it comes from at first. days: the wind dice of each turn. steady: it never changes
    direction. dice: faces of other streams, by their beginning. arrange: does to the state what
    else is to be done. length: days of the campaign. house: rules. more: as for `scenario`.
    """
    rules = assemble_scenario(
        AS_PER_MARGIN, scenario(squadrons, days=length, **more), options or {}, list(house)
    )
    faces: dict[str, Sequence[int]] = dict(dice or {})
    if steady:
        faces["wind change"] = (2, 3) * 200
    faces["wind"] = tuple(face for pair in days for face in pair)
    chance = wg.LoadedDice((), {name: tuple(shown) for name, shown in faces.items()})
    state: MarginState = rules.ruleset.set_up(rules, chance)
    state.wind = round(wg.degrees_of(wind))
    if arrange is not None:
        arrange(state)
    return wg.Game(rules, 0, dice=chance, state=state)


def order(game: wg.Game, **rows: str) -> None:
    """Give one turn's orders, each row by its squadron (underscores for hyphens); the rest of the
    squadrons carry on.
    """
    named = {id.replace("_", "-"): row for id, row in rows.items()}
    for decision in game.decisions:
        if decision.kind == "chart-orders":
            chart_now = chart_of(game)
            own = {s.id for s in chart_now.squadrons if s.side == decision.seat}
            game.submit(
                decision.id,
                {"squadrons": {id: row for id, row in named.items() if id in own}},
            )


def wait(game: wg.Game, turns: int = 1, **rows: str) -> None:
    """Let so many turns go by, with the same orders in each."""
    for _ in range(turns):
        order(game, **rows)


def refusal(game: wg.Game, id: str, row: str) -> str:
    """The clause that a squadron's row breaks, or "" for none; nothing is handed in."""
    side = squadron_of(game, id).side
    decision = next(d for d in game.decisions if d.seat == side)
    problem = decision.complaint(decision.kinds[0](squadrons={id: row}))
    return "" if problem is None else problem.clause


def chart_of(game: wg.Game) -> Chart:
    """The chart."""
    found: Chart = game.state.chart
    return found


def squadron_of(game: wg.Game, id: str) -> Squadron:
    """A squadron by its id."""
    found = chart_of(game).squadron(id)
    assert found is not None, f"there is no squadron {id}"
    return found


def at(game: wg.Game, id: str) -> tuple[float, float]:
    """Where a squadron is, in miles to a hundredth."""
    x, y = squadron_of(game, id).pose.inches
    return round(x, 2), round(y, 2)


def one(game: wg.Game, id: str) -> Ship:
    """A ship by her id."""
    found: Ship = game.state.ship(id)
    assert found is not None, f"there is no ship {id}"
    return found


def log_of(game: wg.Game, id: str) -> Log:
    """A ship's log."""
    return chart_of(game).logs[one(game, id).n]


def told(game: wg.Game, kind: str, seat: str = "") -> list[Any]:
    """The events of a kind, in order, those that only one side was told among them. seat: only
    what that side was told.
    """
    found = []
    for event in game.events:
        inner = event
        if isinstance(event, wg.Told):
            if seat and event.seat != seat:
                continue
            inner = event.inner
        if inner.kind == kind:
            found.append(inner)
    return found


def damage(state: MarginState, id: str, **lines: int) -> None:
    """Take boxes off a ship, by line."""
    found = state.ship(id)
    assert found is not None
    for line, count in lines.items():
        setattr(found, line, getattr(found, line) - count)
