"""What players ask about chances in Frigate, each answered by the rule that a game runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, Final

from weathergage import (
    STEP,
    Argument,
    Bench,
    BroadsideCase,
    BroadsideOdds,
    Broadsides,
    Odds,
    OddsQuestion,
    clause,
    mapped,
    ship_named,
)
from weathergage_frigate import afoul, command, damage, gunnery, weather
from weathergage_frigate.scenarios import bands_of
from weathergage_frigate.state import FORCES, FrigateState, Ship

Settings = Mapping[str, Any]
Answer = dict[str, Odds]

NORTH: Final = 0
STERN_ON, BROADSIDE_ON = 0, 1
"""Headings of a target to the north of her enemy: raked, and not."""


def _pair(state: FrigateState) -> tuple[Ship, Ship]:
    """Two sound enemies, for a question to place."""
    one = state.ships[0]
    other = next(ship for ship in state.ships if ship.side != one.side)
    for ship in (one, other):
        ship.crew = ship.mast = 0
        ship.afoul, ship.prize, ship.gone, ship.anchored = (), False, "", False
    state.over = {}
    return one, other


@clause("7.4", "7.6", "7.16", "7.17")
def _laid(
    state: FrigateState,
    guns: tuple[int, int, int, int],
    defense: int,
    rating: int,
    hexes: int,
    raking: bool,
) -> tuple[Ship, Ship]:
    """A firer with a target so many hexes to the north of her, both bearing unless it is raked."""
    firer, target = _pair(state)
    firer.counter = replace(firer.counter, guns=guns)
    target.counter = replace(target.counter, defense=defense)
    target.place = firer.place + hexes * STEP[NORTH]
    firer.heading = 2
    target.heading = STERN_ON if raking else BROADSIDE_ON
    state.fleets = tuple(
        replace(fleet, gunnery=rating) if fleet.id == firer.fleet else fleet
        for fleet in state.fleets
    )
    return firer, target


def _hits(bench: Bench, state: FrigateState, firer: Ship, target: Ship) -> Odds:
    ours, theirs = firer.n, target.n
    return bench.exactly(
        lambda game: gunnery.attack(
            game, [game.state.ships[ours]], game.state.ships[theirs], "crew"
        ),
        state,
    )


@clause("7.0-odds", "7.0-roll", "7.3", "7.5", "6.62")
def _gunnery(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    guns = (asked["strength"],) * 4
    firer, target = _laid(state, guns, asked["defense"], asked["rating"], 1, asked["raking"])
    firer.crew = asked["crew_hits"]
    firer.counter = replace(firer.counter, line=asked["line"])
    firer.speed = asked["speed"]
    if asked["retiring"]:
        state.over = {firer.fleet: 1}
    if asked["afoul"]:
        target.place = firer.place
        firer.afoul, target.afoul = (target.n,), (firer.n,)
    return {"hits": _hits(bench, state, firer, target)}


@clause("7.31")
def _explosion(bench: Bench, asked: Settings) -> Answer:
    done = bench.exactly(lambda game: gunnery.explodes(game, game.state.ships[0]))
    return {"the ship": mapped(done, lambda blown: "blows up" if blown else "is saved")}


@clause("6.35", "6.36")
def _wind(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    state.force = FORCES.index(asked["velocity"].capitalize())
    before = state.wind
    optional = bench.rules.options.wind_table == "optional"
    change = weather.optional_table if optional else weather.standard_table

    def blown(game: Any) -> tuple[int, str]:
        change(game, game.state)
        return (game.state.wind - before + 2) % 6 - 2, FORCES[game.state.force]

    found = bench.exactly(blown, state)
    return {
        "hexsides clockwise": mapped(found, lambda wind: wind[0]),
        "velocity": mapped(found, lambda wind: wind[1]),
    }


@clause("8.2", "8.21", "8.21-use", "8.23")
def _command(bench: Bench, asked: Settings) -> Answer:
    columns = bench.rules.tables["command-columns"]
    column = str(columns.look_up(asked["efficiency"], asked["ship"]))
    fleet = bench.state().fleets[0]
    if column == "never":
        return {"the ship": {"in command": Fraction(1)}}
    chits = bench.rules.options.command_method == "chits"
    draw = command.draw_chits if chits else command.throw_digits
    found = bench.exactly(lambda game: asked["digit"] in draw(game, fleet, "", column)[1])
    return {"the ship": mapped(found, lambda lost: "out of command" if lost else "in command")}


@clause("8.3", "8.32")
def _helm(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    ship, _ = _pair(state)
    n, before = ship.n, ship.heading
    found = bench.exactly(
        lambda game: (command.random_heading(game, game.state.ships[n]) - before + 2) % 6 - 2, state
    )
    return {"hexsides clockwise": found}


@clause("6.6-election")
def _run_afoul(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    one, other = _pair(state)
    other.place = one.place
    first, second = one.n, other.n

    def met(game: Any) -> bool:
        ships = game.state.ships
        return bool(afoul.settle(game, ships[first], ships[second], asked["wanted"]))

    found = bench.exactly(met, state)
    return {"the ships": mapped(found, lambda joined: "run afoul" if joined else "pass")}


@clause("6.64")
def _break_away(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    one, other = _pair(state)
    one.afoul, other.afoul = (other.n,), (one.n,)
    n = one.n
    found = bench.exactly(lambda game: bool(afoul.break_away(game, [game.state.ships[n]])), state)
    return {"the ship": mapped(found, lambda free: "is free" if free else "stays afoul")}


@clause("7.32")
def _repair(bench: Bench, asked: Settings) -> Answer:
    state: FrigateState = bench.state()
    for ship in state.ships:
        ship.crew = ship.mast = 0
    ship, hits, n = state.ships[0], asked["hits"], state.ships[0].n
    ship.crew = hits

    def mended(game: Any) -> int:
        bench.through(damage.damage_control(game))
        left: int = game.state.ships[n].crew
        return int(hits - left)

    return {"hits taken off": bench.exactly(mended, state)}


QUESTIONS: Final = {
    "gunnery": OddsQuestion(
        "Hits of one ship's fire",
        "7.0-odds",
        (
            Argument("strength", "Gunnery Strength at the range, as printed", 10, least=1),
            Argument("defense", "Defense of the target", 10, least=1),
            Argument("rating", "Gunnery Rating of the crew", 2, least=1, most=3),
            Argument("raking", "the target is raked (7.17)", False),
            Argument("afoul", "the two are afoul (6.62)", False),
            Argument("crew-hits", "Crew Hits of the firer (7.3)", 0, most=2),
            Argument("line", "the firer is a Ship of the Line (7.5)", False),
            Argument("speed", "the firer's Movement Rate (7.5, an option)", 4, most=20),
            Argument("retiring", "her fleet is over its Preservation Level (9.13)", False),
        ),
        _gunnery,
    ),
    "explosion": OddsQuestion(
        "Whether a ship with two new Crew Hits blows up", "7.31", (), _explosion
    ),
    "wind": OddsQuestion(
        "What the wind does in a turn",
        "6.35",
        (
            Argument(
                "velocity",
                "what it is now",
                "moderate",
                tuple(force.lower() for force in FORCES),
            ),
        ),
        _wind,
    ),
    "command": OddsQuestion(
        "Whether a ship loses command",
        "8.21",
        (
            Argument(
                "efficiency", "Efficiency Rating of her fleet", "low", ("high", "moderate", "low")
            ),
            Argument("ship", "what she is", "independent", ("flagship", "independent")),
            Argument("digit", "last digit of her hex", 1, most=9),
        ),
        _command,
    ),
    "helm": OddsQuestion("How a ship out of command turns", "8.3", (), _helm),
    "run-afoul": OddsQuestion(
        "Whether two that meet run afoul",
        "6.6-election",
        (Argument("wanted", "sides that want it", 1, most=2),),
        _run_afoul,
    ),
    "break-away": OddsQuestion(
        "Whether a ship frees herself of one enemy", "6.64", (), _break_away
    ),
    "repair": OddsQuestion(
        "Hits that damage control takes off",
        "7.32",
        (Argument("hits", "hits of the kind that is named", 1, least=1, most=2),),
        _repair,
    ),
}


# Broadsides

CLASSES: Final = {
    "100": "B-100",
    "80": "B-80",
    "74": "B-74",
    "64": "B-64",
    "50": "B-50",
    "44": "B-44",
    "38": "A-36",
    "36": "A-36",
    "32": "B-32",
    "28": "B-28",
    "20": "A-20",
    "18": "A-20",
    "14": "B-14",
}
"""Types of ship for neutral classes. The book has no 38 and no 18: the nearest kind serves."""

SILENCED: Final = 3
"""Crew Hits after which a ship cannot fire (7.13)."""


def _limits(bench: Bench) -> list[float]:
    yards = float(bench.rules.ruleset.scales.yards)
    return [(hexes + 0.5) * yards for hexes in range(gunnery.FARTHEST + 1)]


@clause("7.13", "7.4", "7.7-limits")
def _broadside(bench: Bench, case: BroadsideCase) -> BroadsideOdds | None:
    """One attack for Crew Hits by an average crew at the nearest whole number of hexes."""
    kind = ship_named(bench.rules.ships, CLASSES.get(case.ship, case.ship))
    hexes = max(0, ceil(case.yards / bench.rules.ruleset.scales.yards - 0.5))
    printed, defense = kind.ratings["gunnery"], kind.ratings["defense"]
    if hexes > gunnery.FARTHEST or not isinstance(printed, tuple) or not isinstance(defense, int):
        return None
    first, second, third, fourth = (int(points) for points in printed)
    state: FrigateState = bench.state()
    state.bands = bands_of(bench.rules.tables["range-bands"])
    raking = case.raking and hexes > 0
    firer, target = _laid(state, (first, second, third, fourth), defense, 2, hexes, raking)
    game = bench.game(state)
    if gunnery.why_not(game, firer, target) or not gunnery.avails(game, [firer], target):
        return None
    hits = _hits(bench, state, firer, target)
    return BroadsideOdds(
        hits,
        mapped(hits, lambda count: Fraction(min(count, SILENCED), SILENCED)),
        kind.id,
        "three Crew Hits, after which she cannot fire (7.13)",
    )


BROADSIDES: Final = Broadsides(
    CLASSES,
    (
        "Gunnery Rating 2, the middle one of three, and no hits on either ship before",
        "one plotted attack for Crew Hits; at odds below the table there is no fire (7.7-limits)",
        "yards become the nearest whole number of hexes of 219 yards",
        "a first broadside is no different from any other (7.14)",
        "a class that the book has no ship for is the nearest that it has",
    ),
    _limits,
    _broadside,
)
