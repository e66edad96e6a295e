"""What the table looks like: neutral marks for the drawing of it, and the ships' logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from weathergage import (
    ArcMark,
    FreeTable,
    LengthClass,
    Picture,
    RegionMark,
    ShipMark,
    ShipState,
    WindMark,
    clause,
    point_name,
)
from weathergage_admiralty.logs import SETTINGS, conditions, critical_hits, log_of
from weathergage_admiralty.scales import FACTORS, YARDS_AN_INCH, scaled
from weathergage_admiralty.sea import board_of
from weathergage_admiralty.state import SIDES, AdmiraltyState, Ship

FIFTY: Final = 50
"""Guns from which a ship of two decks is drawn as one of the line."""

# "1.5" Port is the left side of a ship and starboard the right.
BEAM: Final = {"port": 270.0, "starboard": 90.0}
"""Degrees from the bow to the middle of a side's arc of fire."""

WINDS: Final = ("light airs", "light breeze", "moderate breeze", "strong breeze", "near gale")


@clause("2.0", "1.2", "1.3-ship-logs")
def picture(rules: Any, state: AdmiraltyState) -> Picture:
    """The table with all that stands on it, to scale, and every ship's log."""
    board = board_of(rules)
    afloat = [ship for ship in state.ships if not ship.gone]
    yards = YARDS_AN_INCH / FACTORS[rules.options.scale]
    return Picture.of(
        rules,
        state,
        FreeTable(board.width, board.height, [_region(region) for region in board.regions]),
        [_mark(rules, ship) for ship in afloat],
        _wind(state),
        scale=f"1 inch = {yards:.0f} yards",
        notes=[*_signals(state), *_gone(state)],
        logs=[log_of(rules, state, ship) for ship in afloat],
    )


def _wind(state: AdmiraltyState) -> WindMark:
    degrees = state.wind / 100
    return WindMark(degrees, point_name(degrees), f"{state.speed}, {WINDS[state.speed - 1]}")


def _region(region: Any) -> RegionMark:
    outline = tuple((x / 1000, y / 1000) for x, y in region.corners)
    note = {"deep": "no anchorage", "anchorage": "anchorage"}.get(region.kind, "")
    return RegionMark(region.name, region.kind, outline, note)


def _mark(rules: Any, ship: Ship) -> ShipMark:
    card, pose = ship.card, ship.pose
    first, *more = _states(ship)
    return ShipMark(
        id=card.id,
        label=card.name,
        name=card.name,
        side=ship.side,
        heading_degrees=pose.degrees,
        length_class=_class(ship),
        speed=round(sum(a.distance(b) for a, b in pairwise(ship.track)), 1),
        damage=_damage(ship),
        damage_share=_share(ship),
        flag="F" if card.flag else "",
        state=first,
        also=tuple(more),
        note=", ".join(_notes(ship)),
        at=pose.inches,
        outline=ship.stand.corners,
        arcs=tuple(_arcs(rules, ship)),
        path=tuple(past.inches for past in ship.track),
    )


def _class(ship: Ship) -> LengthClass:
    card = ship.card
    if card.convoy:
        return "merchant"
    if card.size >= 2 and card.rating >= FIFTY:
        return "line"
    return "cruiser" if card.size >= 1 else "small"


def _states(ship: Ship) -> list[ShipState]:
    """What signs show, the weightiest first; "" for nothing."""
    signs: tuple[tuple[bool, ShipState], ...] = (
        (bool(ship.surrendered), "struck"),
        (not ship.surrendered and ship.side != ship.card.side, "prize"),
        (bool(ship.fires or ship.infernos), "on fire"),
        (ship.locked, "locked"),
        (ship.aground, "aground"),
        (ship.setting == "anchored", "anchored"),
    )
    return [sign for holds, sign in signs if holds] or [""]


def _notes(ship: Ship) -> Iterator[str]:
    """Grade and setting, and the conditions that have no sign."""
    yield f"crew {ship.card.grade}"
    if ship.setting != "anchored":
        yield f"{SETTINGS[ship.setting].lower()} sail" if ship.setting != "stop" else "stopped"
    yield from (words for words in conditions(ship) if words in ("in irons", "making sternway"))


@clause("4.3-log")
def _damage(ship: Ship) -> str:
    """Gun dice and sail hits lost, and the letters of her other hits: G3 S20 A W."""
    parts = [f"G{ship.guns_lost}"] if ship.guns_lost else []
    parts += [f"S{ship.sail_hits}"] if ship.sail_hits else []
    counts = dict.fromkeys(critical_hits(ship), 0)
    for letter in critical_hits(ship):
        counts[letter] += 1
    parts += [f"{letter}{count if count > 1 else ''}" for letter, count in counts.items()]
    return " ".join(parts)


def _share(ship: Ship) -> float:
    """The larger of the parts of her gun dice and of her sails that are lost."""
    guns = 2 * ship.card.guns.total
    halves = 2 * max(move for move, _ in ship.card.moves)
    sails = ship.sail_hits / (ship.card.ratio * halves) if halves else 0.0
    return min(1.0, max(ship.guns_lost / guns if guns else 0.0, sails))


@clause("4.1-arc")
def _arcs(rules: Any, ship: Ship) -> Iterator[ArcMark]:
    """A sector for each side that has guns, with a ring at each range."""
    half = int(str(rules.tables["gun-angles"].look_up("arc of fire", 0))) / 100
    ranges = tuple(
        scaled(rules, int(str(rules.tables["gun-ranges"].look_up(band, 0))) / 100)
        for band in ("close", "medium", "long")
    )
    for side in SIDES:
        if ship.guns(side).total:
            middle = ship.pose.degrees + BEAM[side]
            at = ship.pose.inches
            yield ArcMark(side, at, (middle - half) % 360, (middle + half) % 360, ranges)


def _signals(state: AdmiraltyState) -> Iterator[str]:
    for signal in state.signals:
        ship = state.ships[signal.ship].card.name
        words = f'"{signal.words}"' if signal.words else "a signal that is not read"
        yield f"{ship} flies {words}"


def _gone(state: AdmiraltyState) -> Iterator[str]:
    """What is no longer on the table, by what became of it."""
    for why in ("sunk", "exploded", "left"):
        names = [ship.card.name for ship in state.ships if ship.gone == why]
        if names:
            yield f"{'Left the table' if why == 'left' else why.capitalize()}: {', '.join(names)}"
