"""Ship logs as players keep them: what is filled in before play, and what is written in since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from weathergage import Argument, LogBox, LogForm, LogMark, LogRow, ShipType, Table, clause
from weathergage_admiralty.damage import battle_move, figure, guns_ready, normal_bonus
from weathergage_admiralty.scales import FACTORS, Scale, scaled
from weathergage_admiralty.ships import HULLS, LISTS, SIZES, fill_log, own_tables, size_text
from weathergage_admiralty.state import (
    SIDES,
    AdmiraltyState,
    Card,
    Grade,
    Guns,
    Setting,
    Ship,
    Side,
)

HALF_INCH: Final = 0.5
"""By what a log's speeds go down, at medium scale."""

FIVES: Final = 5
"""Boxes to a group, so that people can count them."""

SETTINGS: Final[dict[Setting, str]] = {
    "stop": "Stop",
    "anchored": "Anchored",
    "battle": "Battle",
    "normal": "Normal",
}
AS_LISTED: Final = "as-listed"
NATIONS: Final = (AS_LISTED, *LISTS.values())
WEIGHTS: Final = "LMHC"
HITS: Final = (
    ("A", "anchors"),
    ("F", "fires"),
    ("I", "infernos"),
    ("M", "masts"),
    ("O", "officers"),
    ("P", "pumps"),
    ("R", "rudders"),
    ("W", "waterline"),
)
"""Letters of the hits that count by the ship, and where she keeps them."""


@clause("4.3-log", "1.3-ship-logs")
def log_of(rules: Any, state: AdmiraltyState, ship: Ship) -> LogMark:
    """A ship's log as it stands, with the hits that it has taken down."""
    card = ship.card
    rows = [
        LogRow("Crew, doctrine", f"{card.grade}, {card.doctrine}"),
        *(_guns(rules, ship, side) for side in SIDES),
        *(_gun_hits(rules, ship, side) for side in SIDES),
        LogRow("Sail hits", f"{ship.sail_hits}, SS {card.ratio}", _tally(ship)),
        _speed(rules, state, ship),
        LogRow("Normal bonus", f"+{normal_bonus(rules, state, ship):g} in"),
        LogRow("Sail setting", _setting(ship)),
        LogRow("CR hits", "", _letters(critical_hits(ship)), FIVES),
    ]
    rows += [LogRow(label, words) for label, words in _rest(state, ship) if words]
    return LogMark(card.id, card.name, ship.side, _build(card), tuple(rows))


@clause("1.3-ship-logs", "2.1-battle-move", "2.1-normal-bonus")
def filled(
    card: Card,
    wind: int = 3,
    scale: Scale = "medium",
    tables: Mapping[str, Table] | None = None,
) -> LogMark:
    """A log as it is filled in before play, such as `ships.fill_log` gives it.

    wind: the rating whose moves it shows. scale: the one that the card was filled in for. tables: a
    game's, or the plugin's own.
    """
    battle, bonus = card.moves[wind - 1]
    grids = own_tables() if tables is None else tables
    each = int(str(grids["damage"].look_up("gun hits to a die", 0)))
    rows = (
        LogRow("Crew, doctrine", f"{card.grade}, {card.doctrine}"),
        *(LogRow(s.capitalize(), card.guns.digits, _dice(card.guns, card.guns)) for s in SIDES),
        *(LogRow(f"G {side}", "", _ticks(0, each)) for side in SIDES),
        LogRow("Sail hits", f"SS {card.ratio}", _ticks(0, card.ratio)),
        LogRow("Battle move", f"{battle:g} in", _steps(battle, battle, HALF_INCH * FACTORS[scale])),
        LogRow("Normal bonus", f"+{bonus:g} in"),
        LogRow("Sail setting", "", tuple(LogBox(words[0]) for words in SETTINGS.values())),
        LogRow("CR hits", "", _letters([]), FIVES),
    )
    return LogMark(card.id, card.name, card.side, _build(card), rows)


def _grades() -> tuple[str, ...]:
    return tuple(grade.lower() for grade in get_args(Grade))


@clause("1.3-ship-logs", "1.1")
def fill(
    tables: Mapping[str, Table],
    types: Mapping[str, ShipType],
    what: str,
    name: str,
    settings: Mapping[str, Any],
) -> LogMark:
    """A log filled in before play, as `weathergage log` asks for it. Raises as `fill_log` does."""
    card = fill_log(
        what,
        name=name,
        grade=settings["crew"].upper(),
        nation="" if settings["nation"] == AS_LISTED else settings["nation"],
        scale=settings["scale"],
        size=settings["size"],
        hull=settings["hull"],
        tables=tables,
        types=types,
    )
    return filled(card, settings["wind"], settings["scale"], tables)


FORM: Final = LogForm(
    "1.3-ship-logs",
    'a ship of the lists, or of one that carries "28x32 28x18 18x9 + 8x18"',
    (
        Argument("crew", "crew grade", "c", _grades()),
        Argument("wind", "rating of the wind whose moves are shown", 3, least=1, most=5),
        Argument("scale", "of the models", "medium", tuple(FACTORS)),
        Argument("nation", "whose doctrine she follows", AS_LISTED, NATIONS),
        Argument("size", "of a ship given by her guns", "2", tuple(SIZES)),
        Argument("hull", "of a ship given by her guns", "ordinary", tuple(HULLS)),
    ),
    fill,
)


def _build(card: Card) -> str:
    """What she is: "French 80, size 2, stout"."""
    hull = f", {card.hull}" if card.hull else ""
    return f"{card.nation.capitalize()} {card.rating}, size {size_text(card.size)}{hull}".strip()


@clause("4.0-digits", "4.3-B", "3.1-marking")
def _guns(rules: Any, ship: Ship, side: Side) -> LogRow:
    """A side's gun dice: a box for each by weight, those lost crossed out, and what can fire."""
    left, now = ship.guns(side), guns_ready(rules, ship, side)
    words = left.digits if now == left else f"{left.digits}, now {now.digits}"
    return LogRow(side.capitalize(), words, _dice(ship.card.guns, left))


def _dice(built: Guns, left: Guns) -> tuple[LogBox, ...]:
    return tuple(
        LogBox(letter, crossed=place >= dice)
        for letter, count, dice in zip(WEIGHTS, built, left, strict=True)
        for place in range(count)
    )


@clause("4.3-gun-hits")
def _gun_hits(rules: Any, ship: Ship, side: Side) -> LogRow:
    """The hits of a side that have yet to make a block of five, ticked off."""
    hits = ship.gun_hits[SIDES.index(side)]
    return LogRow(f"G {side}", "", _ticks(hits, figure(rules, "gun hits to a die")))


@clause("4.3-sail-hits")
def _tally(ship: Ship) -> tuple[LogBox, ...]:
    """The sail hits that have yet to make a full count."""
    return _ticks(ship.sail_hits % ship.card.ratio, ship.card.ratio)


def _ticks(hits: int, size: int) -> tuple[LogBox, ...]:
    return tuple(LogBox("/" if place < hits else "") for place in range(size))


@clause("2.1-battle-move")
def _speed(rules: Any, state: AdmiraltyState, ship: Ship) -> LogRow:
    """Her battle move, and the halves of an inch down from what she was built for."""
    now = battle_move(rules, state, ship)
    built = ship.card.moves[state.speed - 1][0]
    return LogRow("Battle move", f"{now:g} in", _steps(built, now, scaled(rules, HALF_INCH)))


def _steps(built: float, now: float, step: float) -> tuple[LogBox, ...]:
    """A box for each speed that she can come to, those that are gone by crossed out."""
    count = round(built / step)
    speeds = [built - step * place for place in range(count + 1)]
    return tuple(LogBox(f"{speed:.3g}", crossed=speed > now + step / 4) for speed in speeds)


def _setting(ship: Ship) -> str:
    words = SETTINGS[ship.setting]
    if ship.raising:
        words += f", raising anchor since turn {ship.raising}"
    return f"{words}, normal sail barred" if ship.no_normal else words


@clause("4.3-log")
def critical_hits(ship: Ship) -> list[str]:
    """The letters of her active hits, one each: A F W, and B with its side, Bp or Bs."""
    letters = [letter for letter, name in HITS for _ in range(getattr(ship, name))]
    port, starboard = ship.blocked
    return [*letters, *["Bp"] * port, *["Bs"] * starboard]


def _letters(letters: Sequence[str]) -> tuple[LogBox, ...]:
    """The letters of hits in boxes, as many rows of ten as they take."""
    room = max(1, -(-len(letters) // 10)) * 10
    return tuple(LogBox(letter) for letter in (*letters, *[""] * (room - len(letters))))


def _rest(state: AdmiraltyState, ship: Ship) -> Iterator[tuple[str, str]]:
    """What only some logs have."""
    locks = [f"{state.ships[n].card.name} {hits}" for n, hits in ship.locks]
    yield "L hits", ", ".join(locks)
    yield "Boarders", f"GM{ship.mobilised}" if ship.mobilised else ""
    yield "Signal", _signal(state, ship)
    yield "State", ", ".join(conditions(ship))


def _signal(state: AdmiraltyState, ship: Ship) -> str:
    """The words of her signal where they are known; else that one flies."""
    flying = [signal for signal in state.signals if signal.ship == ship.n]
    return "; ".join(signal.words or "not read" for signal in flying)


def conditions(ship: Ship) -> list[str]:
    """What else is the matter with her, in words."""
    found = (
        (ship.irons, "in irons"),
        (ship.backing, "making sternway"),
        (ship.aground, "aground"),
        (bool(ship.surrendered), f"surrendered to the {ship.surrendered.capitalize()}"),
        (ship.side != ship.card.side, f"prize of the {ship.side.capitalize()}"),
        (bool(ship.gone), ship.gone),
    )
    return [words for holds, words in found if holds]
