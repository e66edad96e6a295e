"""What a side may see, what a record keeps, and how well a side stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from weathergage import HEADINGS, Dice, Reckoner, Sections, clause
from weathergage_frigate import victory
from weathergage_frigate.state import FORCES, Counter, FrigateState, Ship


@dataclass(slots=True)
class Table(Reckoner):
    """The table as a side sees it: everything but ships still to be placed by the other side.

    Plots never lie on the table: until they are shown they are with the players, and then only
    what is carried out is told. rules: the book, which is open to all; with it and `state` a
    captain reckons as the game does.
    """

    seat: str
    turn: int
    wind: int
    force: int
    ships: list[Ship]
    state: FrigateState
    scenario: Any
    options: Any
    rules: Any

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return {"turn": self.turn, **_table(self.state)}


@clause("4.2.B", "5.0-general")
def view(game: Any, seat: str) -> Table:
    """The table as a side may know it: built from the ships on the map and what is told of them;
    nothing of this turn's plots, nor of where the other side deploys in secret, is in it.
    """
    state: FrigateState = game.state
    known = FrigateState(
        turn=state.turn,
        ships=[ship.copy() for ship in state.ships],
        fleets=state.fleets,
        wind=state.wind,
        force=state.force,
        sections=state.sections,
        schedule=state.schedule,
        bands=state.bands,
        frozen=state.frozen,
        over=state.over,
        awarded=state.awarded,
        free=state.free,
        outcome=state.outcome,
    )
    return Table(
        seat,
        state.turn,
        state.wind,
        state.force,
        known.ships,
        known,
        game.rules.scenario,
        game.rules.options,
        game.rules,
    )


def plain(state: FrigateState) -> dict[str, Any]:
    """The state between turns as JSON data: what a record keeps of each turn."""
    return {"turn": state.turn, **_table(state)}


def _table(state: FrigateState) -> dict[str, Any]:
    return {
        "wind": {"from": HEADINGS[state.wind], "force": FORCES[state.force]},
        "sections": {name: list(cell) for name, cell in state.sections.layout.items()},
        "frozen": state.frozen,
        "over": dict(state.over),
        "awarded": dict(state.awarded),
        "ships": [_ship(state, ship) for ship in state.ships],
    }


def _ship(state: FrigateState, ship: Ship) -> dict[str, Any]:
    counter = ship.counter
    hidden = ship.gone == "to deploy"
    return {
        "id": counter.id,
        "code": ship.code,
        "name": counter.name,
        "side": ship.side,
        "fleet": ship.fleet,
        "type": counter.type,
        "position": "" if hidden else state.sections.label(ship.place),
        "place": 0 if hidden else ship.place,
        "heading": HEADINGS[ship.heading],
        "speed": ship.speed,
        "damage": {"crew": ship.crew, "mast": ship.mast},
        "flag": ("", "F", "FF")[ship.flag],
        "afoul": [state.ships[n].counter.id for n in ship.afoul],
        "prize": ship.prize,
        "anchored": ship.anchored,
        "gone": ship.gone,
        "wake": [] if hidden else list(ship.wake),
    }


def restore(rules: Any, table: dict[str, Any]) -> FrigateState:
    """A state to draw, from what `plain` gave; the counters are today's, or made from the data
    for ships that the scenario no longer has.
    """
    state: FrigateState = rules.ruleset.set_up(rules, Dice(0))
    counters = {ship.counter.id: ship.counter for ship in state.ships}
    lines = {data["id"]: n for n, data in enumerate(table["ships"])}
    state.turn = table["turn"]
    state.wind = HEADINGS.index(table["wind"]["from"])
    state.force = FORCES.index(table["wind"]["force"])
    state.sections = Sections(
        state.sections.sheet, {name: (x, y) for name, (x, y) in table["sections"].items()}
    )
    state.frozen = table["frozen"]
    state.over = dict(table["over"])
    state.awarded = dict(table["awarded"])
    state.ships = [
        _restored(n, data, counters.get(data["id"]), lines) for n, data in enumerate(table["ships"])
    ]
    return state


def _restored(n: int, data: dict[str, Any], counter: Counter | None, lines: dict[str, int]) -> Ship:
    return Ship(
        replace(counter, n=n) if counter else _counter(n, data),
        data["side"],
        data["fleet"],
        data["place"],
        HEADINGS.index(data["heading"]),
        data["speed"],
        flag=("", "F", "FF").index(data["flag"]),
        crew=data["damage"]["crew"],
        mast=data["damage"]["mast"],
        afoul=tuple(lines[id] for id in data["afoul"]),
        prize=data["prize"],
        anchored=data["anchored"],
        gone=data["gone"],
        wake=tuple(data["wake"]),
    )


def _counter(n: int, data: dict[str, Any]) -> Counter:
    """A counter for a ship that is no longer in the scenario, as far as her data tell."""
    first, _, code = data["id"].partition(" ")
    figures = code.partition("/")[0]
    rating = int(figures) if figures.isdigit() else 0
    guns = (0, 0, 0, 0)
    return Counter(
        n,
        data["id"],
        code,
        data["name"],
        first,
        data["fleet"],
        "",
        data["type"],
        rating,
        guns,
        0,
        rating >= 50,
    )


def score(view: Any, seat: str) -> float:
    """How well a side stands: its Victory Points less the other's, and hits of both kinds."""
    table: Table = view.table
    total = 0.0
    for ship in table.ships:
        mine = ship.counter.side == seat
        total += _loss(ship) * (-1 if mine else 1)
    awarded = table.state.awarded
    total += sum(p if side == seat else -p for side, p in awarded.items())
    return total


def _loss(ship: Ship) -> float:
    weight = 2.0 if ship.counter.line else 1.0
    if ship.prize:
        return 18.0
    if ship.gone in victory.DESTROYED:
        return 6 * weight
    return weight * (ship.crew * 1.1 + ship.mast)


def imagine(game: Any, seen: Any) -> FrigateState:
    """A state that agrees with a view: the same table, no plots."""
    return seen.table.state.copy()  # type: ignore[no-any-return]
