"""What a side may see, what a record keeps, and how well a side stands."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from weathergage import HEADINGS, Dice, clause
from weathergage_war_galley import victory
from weathergage_war_galley.sheet import labels
from weathergage_war_galley.state import Commander, Counter, Galley, GalleyState, Moving, Squadron

WAITING = "to deploy"
"""Why a galley is not on the map: its side has still to place it."""


@dataclass(slots=True)
class Table:
    """The map as a side sees it: all but the enemy's treasure.

    rules: the book and the scenario, which are open to both.
    """

    seat: str
    turn: int
    state: GalleyState
    rules: Any

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data, with what people ask about each galley in words."""
        found = plain(self.state)
        sheet = self.rules.scenario.sheet
        for galley, data in zip(self.state.galleys, found["ships"], strict=True):
            data["position"] = "" if galley.gone else where(sheet, galley)
            data["ratings"] = ratings(galley.counter)
            data["markers"] = markers(self.state, galley)
        return found


@clause("3.1.B", "2.3")
def view(game: Any, seat: str) -> Table:
    """The map as a side may know it: galleys with their markers, which lie open, without what the
    other side has hidden aboard one of them.
    """
    return Table(seat, game.state.turn, known(game.state, seat), game.rules)


def known(state: GalleyState, seat: str) -> GalleyState:
    """A state that holds only what a side may know."""
    seen = state.copy()
    seen.agenda = ()
    for galley in seen.galleys:
        if galley.treasure and galley.counter.side != seat and galley.side == galley.counter.side:
            galley.treasure = False
    return seen


# In words

_GEAR = ("engines", "towers", "flame", "firepots", "corvus", "harpax", "sails")


@clause("2.1-type", "2.3")
def ratings(counter: Counter) -> str:
    """A galley's ratings as they are printed, and what its scenario gives it."""
    star = "*" if counter.anastrophe else ""
    told = [
        f"Crew {counter.crew}",
        f"Ram Attack {counter.ram[0]} at Cruise, {counter.ram[1]}{star} at Maximum",
        f"Ram Defense {counter.defense}",
        f"M{counter.manpower}",
        f"Speed {counter.speed[0]} at Cruise, {counter.speed[1]} at Maximum",
        *(word for word in _GEAR if getattr(counter, word)),
    ]
    return "; ".join(told)


@clause("2.1-markers", "2.3")
def markers(state: GalleyState, galley: Galley) -> str:
    """The markers that lie on a galley, and what it has done in this turn."""

    def codes(numbers: tuple[int, ...]) -> str:
        return ", ".join(state.galleys[n].counter.code for n in numbers)

    flank = {1: " to port", 2: " to starboard", 3: " on both sides"}.get(galley.crippled, "")
    told = {
        "at Maximum": galley.maximum,
        "at Cruise": not galley.maximum,
        f"Fatigued-{galley.fatigue}": galley.fatigue,
        f"Depletion {galley.depletion}, M{galley.manpower} left": galley.depletion,
        "Half Speed": galley.half,
        f"Crippled{flank}": galley.crippled,
        "Rammed": galley.rammed,
        f"Fouled with {codes(galley.fouled)}": galley.fouled,
        f"Grappled with {codes(galley.grappled)}": galley.grappled,
        "aground": galley.stranded and not galley.gone,
        "On Fire": galley.fire,
        galley.captured.capitalize(): galley.captured,
        "under sail": galley.sail,
        "Mast Down": galley.mast_down,
        "towers overboard": galley.counter.towers and not galley.towers,
        f"tows {codes((galley.tows,))}": galley.tows >= 0,
        f"in tow of {codes((galley.towed,))}": galley.towed >= 0,
        "at anchor": galley.anchored,
        "carries the treasure": galley.treasure,
        "activated": galley.used,
        "has tried to ram": galley.rammed_at,
        "has tried to rake": galley.raked_at,
        "has tried to grapple": galley.grappled_at,
        "has fired": galley.fired,
    }
    return galley.gone or ", ".join(word for word, holds in told.items() if holds)


# What records keep


def plain(state: GalleyState) -> dict[str, Any]:
    """The state between turns as JSON data: what a record keeps of each turn."""
    return {
        "turn": state.turn,
        "wind": {
            "to": HEADINGS[state.wind] if state.wind >= 0 else "",
            "calm": state.calm,
            "blowing": state.blowing,
        },
        "ships": [_galley(galley) for galley in state.galleys],
        "commanders": [_fields(commander) for commander in state.commanders],
        "squadrons": [_squadron(squadron) for squadron in state.squadrons],
        "moving": _fields(state.moving) if state.moving is not None else None,
        "rest": {
            name: _data(getattr(state, name))
            for name in (
                "first",
                "named",
                "doubled",
                "activation",
                "active",
                "segment",
                "confused",
                "arrivals",
                "deserters",
                "lost_admirals",
                "withdrawn",
                "scattered",
                "conceded",
            )
        },
    }


def _galley(galley: Galley) -> dict[str, Any]:
    """A galley: what people look for first, then all else that drawing it needs. Which hex its bow
    is in takes the sheet to say, which the state has not; a picture has it.
    """
    counter = galley.counter
    return {
        "id": counter.code,
        "name": f"{counter.type} {counter.number}",
        "side": galley.side,
        **({"position": ""} if galley.gone else {}),
        "heading": HEADINGS[galley.heading],
        "speed": galley.printed_speed,
        "damage": {
            "depletion": galley.depletion,
            "fatigue": galley.fatigue,
            "crippled": galley.crippled,
            "rammed": galley.rammed,
        },
        "counter": {
            field.name: _data(getattr(counter, field.name))
            for field in fields(counter)
            if field.name not in ("n", "sea")
        },
        "now": _fields(galley, "counter", "n"),
    }


def _fields(thing: Any, *without: str) -> dict[str, Any]:
    return {
        field.name: _data(getattr(thing, field.name))
        for field in fields(thing)
        if field.name not in without
    }


def _squadron(squadron: Squadron) -> list[Any]:
    return [squadron.n, squadron.side, squadron.commander, list(squadron.members), squadron.line]


def _data(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_data(part) for part in value]
    return dict(value) if isinstance(value, dict) else value


def restore(rules: Any, table: dict[str, Any]) -> GalleyState:
    """A state to draw, from what `plain` gave, for galleys that the scenario no longer has too."""
    state: GalleyState = rules.ruleset.set_up(rules, Dice(0))
    counters = {galley.counter.code: galley.counter for galley in state.galleys}
    state.turn = table["turn"]
    state.wind = HEADINGS.index(table["wind"]["to"]) if table["wind"]["to"] else -1
    state.calm = table["wind"]["calm"]
    state.blowing = table["wind"]["blowing"]
    state.galleys = [_restored(n, data, counters) for n, data in enumerate(table["ships"])]
    state.at = {
        hex: galley.n for galley in state.galleys if not galley.gone for hex in galley.hexes
    }
    state.commanders = [Commander(**_values(data)) for data in table["commanders"]]
    state.squadrons = tuple(
        Squadron(n, side, commander, tuple(members), line)
        for n, side, commander, members, line in table["squadrons"]
    )
    state.moving = Moving(**_values(table["moving"])) if table["moving"] else None
    for name, value in table["rest"].items():
        setattr(state, name, _value(value))
    return state


def _restored(n: int, data: dict[str, Any], counters: dict[str, Counter]) -> Galley:
    """A galley with its ratings as they were in that game, where a set-up changes some."""
    today = counters.get(data["id"])
    counter = Counter(n=n, sea=today.sea if today else None, **_values(data["counter"]))
    return Galley(counter=counter, **_values(data["now"]))


def _values(data: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in data.items()}


def _value(value: Any) -> Any:
    return tuple(_value(part) for part in value) if isinstance(value, list) else value


# How well a side stands


def score(seen: Any, seat: str) -> float:
    """How well a side stands: its Victory Points less the other's, and what its galleys suffer."""
    table: Table = seen.table
    totals = victory.totals(table.rules, table.state)
    total = 10.0 * sum(points if side == seat else -points for side, points in totals.items())
    for galley in table.state.galleys:
        if not galley.gone:
            hurt = galley.depletion + galley.fatigue + 4 * bool(galley.crippled)
            hurt += 3 * galley.fire + bool(galley.grappled) + bool(galley.fouled)
            total += -hurt if galley.side == seat else hurt
    return total


def imagine(game: Any, seen: Any) -> GalleyState:
    """A state that agrees with a view: the treasure is taken to lie in no galley."""
    return seen.table.state.copy()  # type: ignore[no-any-return]


def where(sheet: Any, galley: Galley) -> str:
    """A galley's hexes as printed, the bow first."""
    return labels(sheet, galley.hexes)
