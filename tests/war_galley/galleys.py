"""Positions for tests of single clauses: a few galleys with chosen ratings, wind and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from at_the_table import answer as answer, told as told

import weathergage as wg
import weathergage_war_galley
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage.scenarios import Scenario
from weathergage_war_galley.scenarios import WarGalleyScenario, sheet_of
from weathergage_war_galley.state import Commander, Galley, GalleyState, Squadron

SIDES = {"rome": "Rome", "carthage": "Carthage"}
COLOURS = {"rome": "red", "carthage": "green"}

Arrange = Callable[[GalleyState], None]

_RATINGS = ("crew", "ram", "defense", "manpower", "speed", "hexes", "anastrophe", "engines")
_ENTRY = {*_RATINGS, "towers", "fleet", "flame", "firepots", "corvus", "harpax", "faster", "value"}
_OTHERS = ("fouled", "grappled", "hooks")
_OTHER = ("rammer", "tows", "towed")


def galley(
    code: str, hex: str, heading: str = "N", side: str = "rome", **more: Any
) -> dict[str, Any]:
    """A galley of a position: "5/1" with its bow in "2319", heading N.

    more: ratings instead of the counter's (crew, ram=(6, 8), defense, manpower, speed=(4, 7),
    hexes, anastrophe, engines, towers), what a scenario gives (fleet, flame, firepots, corvus,
    harpax, value), and fields of `Galley` (maximum, fatigue, crippled, sail, gone ...); others are
    named by their codes (grappled=("5/2",), fouled, hooks, rammer, tows, towed).
    """
    return {"code": code, "hex": hex, "heading": heading, "side": side, "more": more}


def commander(
    id: str, galley: str, range: int = 4, initiative: int | None = None, **more: Any
) -> dict[str, Any]:
    """A commander of a position in the galley of a code; an Admiral if he has an initiative.

    more: name, fleet, only, and fields of `Commander` (reduced, lost, transferred).
    """
    return {"id": id, "galley": galley, "range": range, "initiative": initiative, "more": more}


def counters() -> dict[str, dict[str, Any]]:
    """The ratings of the first counters of each colour and type, such as "red 5"."""
    found: dict[str, dict[str, Any]] = {}
    folder = Path(weathergage_war_galley.__file__).parent / "ships"
    for ship in wg.load_ships(folder).values():
        found.setdefault(f"{ship.group} {ship.ratings['type']}", dict(ship.ratings))
    return found


def _entry(thing: Mapping[str, Any]) -> dict[str, Any]:
    """A galley as a scenario file has it, with all its ratings given."""
    type, _, number = thing["code"].rpartition(" ")[2].partition("/")
    colour = COLOURS[thing["side"]]
    known = counters()
    printed = known.get(f"{colour} {type}") or next(
        ratings for name, ratings in known.items() if name.endswith(f" {type}")
    )
    entry: dict[str, Any] = {
        "type": type,
        "numbers": (int(number), int(number)),
        "towers": bool(printed.get("towers", 0)),
    }
    for name in ("anastrophe", "engines"):
        entry[name] = bool(printed.get(name, 0))
    for name in ("crew", "ram", "defense", "manpower", "speed"):
        entry[name] = printed[name]
    entry.update({key: value for key, value in thing["more"].items() if key in _ENTRY})
    return entry


def scenario(things: Sequence[Mapping[str, Any]], wind: str, **more: Any) -> WarGalleyScenario:
    """A scenario of two sides; `more` replaces parts of it (map, special, victory, turns)."""
    sides = []
    for id, name in SIDES.items():
        own = [thing for thing in things if thing["side"] == id]
        blocks = [
            {
                "id": f"block {thing['code']}",
                "galleys": (thing["code"].rpartition(" ")[2],),
                "at": (f"{thing['hex']} {thing['heading']}",),
            }
            for thing in own
        ]
        sides.append(
            {
                "id": id,
                "name": name,
                "colour": COLOURS[id],
                "sails": "down",
                "galleys": [_entry(thing) for thing in own],
                "blocks": blocks,
            }
        )
    data = {
        "id": "position",
        "title": "A position",
        "date": "-0250",
        "source": "tests",
        "status": "house",
        "turns": 40,
        "sides": sides,
        "wind": {"to": wind, "changes": "steady" if wind else "none"},
        "victory": {"points": {"rome": 60, "carthage": 60}},
    }
    data.update(more)
    return WarGalleyScenario.model_validate(data)


def sea(
    *things: Mapping[str, Any],
    commanders: Sequence[Mapping[str, Any]] = (),
    squadrons: Sequence[tuple[str, Sequence[str]]] | None = None,
    wind: str = "",
    phase: str = "command",
    first: str = "rome",
    dice: wg.Dice | None = None,
    options: Mapping[str, Any] | None = None,
    turn: int = 2,
    arrange: Arrange | None = None,
    seed: int = 0,
    mode: str = "assisted",
    **parts: Any,
) -> wg.Game:
    """A game of a position that stands at the start of a phase of its second turn.

    wind: heading that it blows to. squadrons: (commander's id, codes), where they are not simply
    the galleys within range of each commander, the first come first served; others are on their
    own. first: who leads off. arrange: changes the state before play. parts: of the scenario.
    """
    rules, state = _position(things, commanders, squadrons, wind, options, parts)
    state.turn = turn
    state.first = first
    if arrange is not None:
        arrange(state)
    return wg.Game(rules, seed, dice=dice, state=state, phase=phase, mode=mode)


class Still:
    """A position that nobody plays: what rules need of a game to answer a question about it."""

    telling = False

    def __init__(self, rules: Any, state: GalleyState) -> None:
        self.rules = rules
        self.state = state


def still(
    *things: Mapping[str, Any],
    commanders: Sequence[Mapping[str, Any]] = (),
    wind: str = "",
    options: Mapping[str, Any] | None = None,
    **parts: Any,
) -> Still:
    """A position of the second turn at which no phase is run."""
    rules, state = _position(things, commanders, None, wind, options, parts)
    state.turn = 2
    return Still(rules, state)


def _position(
    things: Sequence[Mapping[str, Any]],
    commanders: Sequence[Mapping[str, Any]],
    squadrons: Sequence[tuple[str, Sequence[str]]] | None,
    wind: str,
    options: Mapping[str, Any] | None,
    parts: dict[str, Any],
) -> tuple[Any, GalleyState]:
    """The rules of a position and its state, with commanders and squadrons."""
    ruleset = find_ruleset("war-galley")
    made: Scenario = scenario(things, wind, **parts)
    rules = assemble_scenario(ruleset, made, options)
    state: GalleyState = ruleset.set_up(rules, wg.Dice(0))
    for thing in things:
        _set(state, thing)
    state.commanders = [_commander(state, entry) for entry in commanders]
    state.enrol(_squadrons(state, squadrons))
    for squadron in state.squadrons:
        for n in squadron.members:
            state.galleys[n].squadron = squadron.n
    return rules, state


def _set(state: GalleyState, thing: Mapping[str, Any]) -> None:
    """Set the fields of a galley that a scenario file cannot say."""
    found = one_of(state, thing["code"])
    for name, value in thing["more"].items():
        if name in _OTHERS:
            for other in (one_of(state, code) for code in value):
                setattr(found, name, (*getattr(found, name), other.n))
                if name != "hooks" and found.n not in getattr(other, name):
                    setattr(other, name, (*getattr(other, name), found.n))
            setattr(found, name, tuple(dict.fromkeys(getattr(found, name))))
        elif name in _OTHER:
            setattr(found, name, one_of(state, value).n if isinstance(value, str) else value)
        elif name == "gone":
            state.lift(found, value)
        elif name not in _ENTRY or name == "towers":
            setattr(found, name, value)


def _commander(state: GalleyState, entry: Mapping[str, Any]) -> Commander:
    ship = one_of(state, entry["galley"])
    more = dict(entry["more"])
    made = Commander(
        id=entry["id"],
        name=more.pop("name", entry["id"].capitalize()),
        side=ship.side,
        range=entry["range"],
        initiative=entry["initiative"],
        galley=ship.n,
    )
    for name, value in more.items():
        setattr(made, name, value)
    return made


def _squadrons(
    state: GalleyState, given: Sequence[tuple[str, Sequence[str]]] | None
) -> tuple[Squadron, ...]:
    groups: list[tuple[str, str, tuple[int, ...]]] = []
    taken: set[int] = set()
    if given is None:
        for leader in state.commanders:
            members = tuple(
                ship.n
                for ship in state.galleys
                if ship.n not in taken and _commands(state, leader, ship)
            )
            taken.update(members)
            groups.append((leader.side, leader.id, members))
    else:
        for id, codes in given:
            members = tuple(one_of(state, code).n for code in codes)
            taken.update(members)
            groups.append((state.galleys[members[0]].side, id, members))
    groups += [
        (ship.side, "", (ship.n,))
        for ship in state.galleys
        if ship.n not in taken and not ship.gone
    ]
    return tuple(Squadron(k, *group) for k, group in enumerate(groups))


def _commands(state: GalleyState, leader: Commander, ship: Galley) -> bool:
    """Whether a galley is of a commander's side and within his range, paths apart."""
    if ship.side != leader.side or ship.gone or leader.galley < 0:
        return False
    if ship.n == leader.galley:
        return True
    if leader.fleet not in ("", ship.counter.fleet):
        return False
    if leader.only and ship.counter.type not in leader.only:
        return False
    if any(other.galley == ship.n for other in state.commanders):
        return False
    own = state.galleys[leader.galley].hexes
    return min(wg.distance(a, b) for a in own for b in ship.hexes) <= leader.reach


def one_of(state: GalleyState, code: str) -> Galley:
    """The galley of a code in a state."""
    for ship in state.galleys:
        if code == ship.counter.code:
            return ship
    raise AssertionError(f"no galley {code}")


def one(game: wg.Game | Still, code: str) -> Galley:
    """The galley of a code in a game."""
    return one_of(game.state, code)


def where(game: wg.Game | Still, code: str) -> str:
    """The hexes that a galley fills, bow first, as they are printed: "2319-2320"."""
    label = sheet_of(game.rules).label
    return "-".join(label(hex) for hex in one(game, code).hexes)


def leader(game: wg.Game, id: str) -> Commander:
    """The commander of an id in a game."""
    found: Commander = next(found for found in game.state.commanders if found.id == id)
    return found
