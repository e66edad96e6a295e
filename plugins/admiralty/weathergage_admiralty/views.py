"""What a side may see, what a record keeps, and how well a side stands."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from weathergage import Dice, FreePose, clause, point_name
from weathergage_admiralty import scoring
from weathergage_admiralty.scales import factor
from weathergage_admiralty.ships import base_of
from weathergage_admiralty.state import Action, AdmiraltyState, Card, Guns, Ship, Signal

HIDDEN = ""
"""What stands for the words of a signal that a side has not read."""


@dataclass(slots=True)
class Table:
    """The table as a side sees it: all but the words of the enemy's signals.

    rules: the book and the scenario, which are open to all.
    """

    seat: str
    turn: int
    state: AdmiraltyState
    rules: Any

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return plain(self.state)


@clause("3.2", "3.2-post")
def view(game: Any, seat: str) -> Table:
    """The table as a side may know it."""
    return Table(seat, game.state.turn, known(game.state, seat), game.rules)


def known(state: AdmiraltyState, seat: str) -> AdmiraltyState:
    """A state that holds only what a side may know: of an enemy's signal that it flies."""
    seen = state.copy()
    seen.agenda = ()
    seen.signals = tuple(
        signal
        if state.ships[signal.ship].side == seat
        else signal._replace(words=HIDDEN, read=(), tried=())
        for signal in state.signals
    )
    return seen


# What records keep


def plain(state: AdmiraltyState) -> dict[str, Any]:
    """The state between turns as JSON data: what a record keeps of each turn."""
    return {
        "turn": state.turn,
        "wind": {
            "from": point_name(state.wind / 100),
            "hundredths": state.wind,
            "speed": state.speed,
        },
        "ships": [_ship(ship) for ship in state.ships],
        "actions": [_data(action) for action in state.actions],
        "signals": [_data(signal) for signal in state.signals],
        "counted": state.counted,
    }


def _ship(ship: Ship) -> dict[str, Any]:
    """A ship: what people look for first, then all else that drawing her needs."""
    card = ship.card
    x, y = ship.pose.inches
    return {
        "id": card.id,
        "name": card.name,
        "side": ship.side,
        "position": "" if ship.gone else f"{x:.3f},{y:.3f}",
        "heading": ship.pose.degrees,
        "speed": round(sum(a.distance(b) for a, b in pairwise(ship.track)), 3),
        "damage": {
            "guns": ship.guns_lost,
            "sails": ship.sail_hits,
            "masts": ship.masts,
            "waterline": ship.waterline,
            "fires": ship.fires + ship.infernos,
        },
        "card": {
            field.name: _data(getattr(card, field.name))
            for field in fields(card)
            if field.name not in ("n", "base")
        },
        "now": {
            field.name: _data(getattr(ship, field.name))
            for field in fields(ship)
            if field.name not in ("card", "n")
        },
    }


def _data(value: Any) -> Any:
    return [_data(part) for part in value] if isinstance(value, tuple) else value


def restore(rules: Any, table: dict[str, Any]) -> AdmiraltyState:
    """A state to draw, from what `plain` gave; the ships' cards are today's, or made from the
    data for ships that the scenario no longer has.
    """
    state: AdmiraltyState = rules.ruleset.set_up(rules, Dice(0))
    cards = {ship.card.id: ship.card for ship in state.ships}
    state.turn = table["turn"]
    state.wind = table["wind"]["hundredths"]
    state.speed = table["wind"]["speed"]
    state.ships = [_restored(rules, n, data, cards) for n, data in enumerate(table["ships"])]
    state.actions = tuple(Action(*_tuples(action)) for action in table["actions"])
    state.signals = tuple(Signal(*_tuples(signal)) for signal in table["signals"])
    state.counted = table["counted"]
    return state


def _restored(rules: Any, n: int, data: dict[str, Any], cards: dict[str, Card]) -> Ship:
    card = cards.get(data["id"]) or _card(rules, data["card"])
    # Records of other versions may keep what is kept no more.
    kept = ((name, value) for name, value in data["now"].items() if name in Ship.__slots__)
    now = {name: _value(name, value) for name, value in kept}
    return Ship(card=replace(card, n=n), **now)


def _card(rules: Any, kept: dict[str, Any]) -> Card:
    base = base_of(rules.tables["bases"], kept["size"], factor(rules))
    return Card(n=0, base=base, **{name: _value(name, value) for name, value in kept.items()})


def _value(name: str, value: Any) -> Any:
    if name in ("port", "starboard", "guns", "party"):
        return Guns(*value)
    if name == "pose":
        return FreePose(*value)
    if name == "track":
        return tuple(FreePose(*pose) for pose in value)
    return _tuples(value)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


# How well a side stands


def score(seen: Any, seat: str) -> float:
    """How well a side stands: its points less the others', and what its ships have lost."""
    table: Table = seen.table
    totals = scoring.points(table.rules, table.state)
    total = 10.0 * sum(count if side == seat else -count for side, count in totals.items())
    for ship in table.state.ships:
        if not ship.gone:
            hurt = 2 * ship.guns_lost + ship.sail_hits / max(1, ship.card.ratio)
            hurt += 3 * (ship.fires + 2 * ship.infernos) + ship.waterline
            total += -hurt if ship.card.side == seat else hurt
    return total


def imagine(game: Any, seen: Any) -> AdmiraltyState:
    """A state that agrees with a view: enemies' signals have no words."""
    return seen.table.state.copy()  # type: ignore[no-any-return]
