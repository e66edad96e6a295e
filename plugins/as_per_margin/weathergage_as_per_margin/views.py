"""What a side may see, what a record keeps, and how well a side stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from weathergage import Dice, FreePose, clause, point_name
from weathergage_as_per_margin import scoring
from weathergage_as_per_margin.campaign.chart import Chart
from weathergage_as_per_margin.campaign.known import known_chart
from weathergage_as_per_margin.night import sees
from weathergage_as_per_margin.ships import fresh
from weathergage_as_per_margin.state import Battery, Boats, MarginState, Ship, Unit

UNSEEN = "unseen"
"""Why a ship or unit is not on the table that a side sees: it may be anywhere out of sight."""


@dataclass(slots=True)
class Table:
    """The table as a side sees it: a state in which what it does not see is not to be found.

    rules: the book and the scenario, which are open to all.
    """

    seat: str
    turn: int
    state: MarginState
    rules: Any

    @property
    def ships(self) -> list[Ship]:
        """The ships that she sees, by number; others are UNSEEN."""
        return self.state.ships

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return plain(self.state)


@clause("APM.cutting-out.visibility", "APM.campaign.report", "APM.campaign.orders")
def view(game: Any, seat: str) -> Table:
    """The table as a side may know it: built from its own and from what it sees."""
    return Table(seat, game.state.turn, known(game.state, seat), game.rules)


def known(state: MarginState, seat: str) -> MarginState:
    """A state that holds only what a side may know."""
    return MarginState(
        turn=state.turn,
        ships=[_known_ship(state, seat, ship) for ship in state.ships],
        wind=state.wind,
        batteries=[battery.copy() for battery in state.batteries],
        boats=[boats.copy() for boats in state.boats if _is_known(state, seat, boats)],
        units=[_known_unit(state, seat, unit) for unit in state.units],
        scale=state.scale,
        battle_turn=state.battle_turn,
        wind_dice=state.wind_dice,
        sight=state.sight,
        soundings=tuple(found for found in state.soundings if found[1] == seat),
        minutes=state.minutes,
        chart=known_chart(state, seat) if state.chart is not None else None,
        outcome=state.outcome,
    )


def _known_ship(state: MarginState, seat: str, ship: Ship) -> Ship:
    if ship.side == seat:
        return ship.copy()
    if ship.gone == "elsewhere" and state.chart is not None:
        return fresh(ship.card, gone=UNSEEN)
    # "APM.cutting-out.visibility" Who went off in the dark may still be anywhere.
    if ship.gone in ("", "left") and not sees(state, seat, ship.pose):
        return fresh(ship.card, gone=UNSEEN)
    seen = ship.copy()
    seen.alarm = 0
    if state.sight:
        seen.boats_out = sum(
            boats.count
            for boats in state.boats
            if boats.ship == ship.n and boats.side == ship.side and _is_known(state, seat, boats)
        )
    return seen


def _is_known(state: MarginState, seat: str, boats: Boats) -> bool:
    return boats.side == seat or (not boats.gone and sees(state, seat, boats.pose))


def _known_unit(state: MarginState, seat: str, unit: Unit) -> Unit:
    if unit.side == seat or not state.sight or (not unit.gone and sees(state, seat, unit.pose)):
        return unit.copy()
    return Unit(
        unit.n,
        unit.id,
        unit.name,
        unit.side,
        unit.party,
        unit.arm,
        figures=0,
        pose=FreePose(0, 0, 0),
        files=1,
        battery=unit.battery,
        gone=UNSEEN,
    )


# What records keep


def plain(state: MarginState) -> dict[str, Any]:
    """The state between turns as JSON data: what a record keeps of each turn."""
    return {
        "turn": state.turn,
        "scale": state.scale,
        "battle_turn": state.battle_turn,
        "minutes": state.minutes,
        "wind": {
            "from": point_name(state.wind),
            "degrees": state.wind,
            "dice": list(state.wind_dice),
            "sight": state.sight,
        },
        "soundings": [list(found) for found in state.soundings],
        "ships": [_ship(ship) for ship in state.ships],
        "batteries": [_thing(battery, ("base",)) for battery in state.batteries],
        "boats": [_thing(boats) for boats in state.boats],
        "units": [_thing(unit) for unit in state.units],
        "chart": state.chart.plain() if state.chart is not None else None,
    }


def _ship(ship: Ship) -> dict[str, Any]:
    """A ship: what people look for first, then all else that drawing her needs."""
    card, built = ship.card, ship.card.boxes
    x, y = ship.pose.inches
    return {
        "id": card.id,
        "name": card.name,
        "side": ship.side,
        "position": "" if ship.gone else f"{x:.3f},{y:.3f}",
        "heading": ship.pose.degrees,
        "speed": round(_inches(ship.track), 3),
        "damage": {
            "masts": built.upper + built.lower - ship.mast_boxes,
            "guns": built.guns - ship.guns,
            "hull": built.hull - ship.hull,
        },
        "card": {
            "side": card.side,
            "nation": card.nation,
            "kind": card.kind,
            "guns": card.guns,
            "rate": card.rate,
            "boxes": list(built),
            "base": [round(100 * card.base.length), round(100 * card.base.width)],
        },
        "now": _thing(ship, ("card", "n")),
    }


def _inches(track: tuple[FreePose, ...]) -> float:
    return sum(one.distance(other) for one, other in pairwise(track))


def _thing(thing: Any, without: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a slotted dataclass as JSON data."""
    return {
        field.name: _data(getattr(thing, field.name))
        for field in fields(thing)
        if field.name not in without
    }


def _data(value: Any) -> Any:
    return [_data(part) for part in value] if isinstance(value, tuple) else value


def restore(rules: Any, table: dict[str, Any]) -> MarginState:
    """A state to draw, from what `plain` gave; the ships' cards are today's, or made from the
    data for ships that the scenario no longer has.
    """
    state: MarginState = rules.ruleset.set_up(rules, Dice(0))
    state.turn = table["turn"]
    state.scale = table["scale"]
    state.battle_turn = table["battle_turn"]
    state.minutes = table["minutes"]
    state.wind = table["wind"]["degrees"]
    state.wind_dice = tuple(table["wind"]["dice"])
    state.sight = table["wind"]["sight"]
    state.soundings = tuple((found[0], found[1]) for found in table["soundings"])
    cards = {ship.card.id: ship.card for ship in state.ships}
    state.ships = [_restored_ship(n, data, cards) for n, data in enumerate(table["ships"])]
    state.batteries = [Battery(**_fields(data)) for data in table["batteries"]]
    state.boats = [Boats(**_fields(data)) for data in table["boats"]]
    state.units = [Unit(**_fields(data)) for data in table["units"]]
    if table["chart"] is not None:
        state.chart = Chart.restored(table["chart"])
    return state


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    """Fields as they were before they became JSON: poses and tuples again."""
    return {name: _value(name, value) for name, value in data.items()}


def _value(name: str, value: Any) -> Any:
    if name == "pose":
        return FreePose(*value)
    if name == "track":
        return tuple(FreePose(*pose) for pose in value)
    return tuple(value) if isinstance(value, list) else value


def _restored_ship(n: int, data: dict[str, Any], cards: dict[str, Any]) -> Ship:
    from weathergage_as_per_margin.scenarios import card_from

    card = cards.get(data["id"]) or card_from(data)
    return Ship(card=replace(card, n=n), **_fields(data["now"]))


# How well a side stands


def score(seen: Any, seat: str) -> float:
    """How well a side stands: points on the rising scale, and the boxes lost on either side."""
    table: Table = seen.table
    seats = tuple(table.rules.seats)
    taken, lost = scoring.taken_and_lost(table.state, seats, seat)
    total = 12.0 * (scoring.rising(taken) - scoring.rising(lost))
    for ship in table.state.ships:
        if not ship.lost:
            built = ship.card.boxes
            gone = 2 * (built.guns - ship.guns) + (built.upper + built.lower - ship.mast_boxes)
            gone += built.hull - ship.hull
            total += -gone if ship.card.side == seat else gone
    return total


def imagine(game: Any, seen: Any) -> MarginState:
    """A state that agrees with a view: what is unseen is taken not to be there."""
    state: MarginState = seen.table.state.copy()
    for ship in state.ships:
        if ship.gone == UNSEEN:
            ship.gone = "left"
    for unit in state.units:
        if unit.gone == UNSEEN:
            unit.gone = "routed off"
    return state
