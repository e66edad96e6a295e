"""How far ships sail: by the wind dice, their masts and their heading, or by their oars."""

from __future__ import annotations

from typing import Any, NamedTuple

from weathergage import Modifier, clause, hundredths
from weathergage_as_per_margin.handling import Sail
from weathergage_as_per_margin.night import roll_seen
from weathergage_as_per_margin.state import MarginState, Ship

CLOSEST = 4500
"""Hundredths of a degree off the wind under which no ship sails."""

ACROSS = 9000
"""Hundredths of a degree off the wind from which she sails across it or with it."""


class Range(NamedTuple):
    """How far a ship may go on a heading. clause: what sets the most."""

    least: int
    most: int
    clause: str


@clause(
    "APM.wind-speed.total",
    "APM.wind-speed.higher",
    "APM.wind-speed.lower",
    "APM.wind-speed.heading",
    "APM.wind-speed.beating",
    "APM.move.minimum",
)
def range_of(game: Any, ship: Ship, heading: int) -> Range | None:
    """How far a ship may and must go on a heading, in hundredths of a degree, that she has once
    she has pivoted; None where she cannot sail so close to the wind.
    """
    state: MarginState = game.state
    least = min(state.wind_dice)
    if ship.rowing:
        return Range(0, ship.rowing, "APM.gunboat.move")
    off = (100 * state.wind - heading) % 36000
    off = min(off, 36000 - off)
    if game.rules.options.beating == "within-45":
        beats = off <= CLOSEST
    elif off < CLOSEST:
        return None
    else:
        beats = off < ACROSS
    if ship.sounded:
        return Range(least, least, "APM.campaign.lead")
    if ship.upper:
        most = max(state.wind_dice) if beats else sum(state.wind_dice)
        under = "APM.wind-speed.higher" if beats else "APM.wind-speed.total"
    else:
        most = least if beats else max(state.wind_dice)
        under = "APM.wind-speed.lower" if beats else "APM.wind-speed.higher"
    most = game.modified("sailing distance", most, extra_die(ship), ship)
    return Range(least, max(least, most), under)


def has_privileges(ship: Ship) -> bool:
    """Whether a ship may throw an extra die or pivot after her move: undamaged, independent."""
    return ship.independent and ship.upper > 0


def can_sail(ship: Ship) -> bool:
    """Whether a ship can set a sail at all."""
    return not ship.immobile and (ship.upper > 0 or ship.lower > 0)


def distance_of(game: Any, ship: Ship, order: Sail) -> float:
    """The inches that an order is for: those it names, or the least on its heading."""
    if order.inches is not None:
        return order.inches
    found = range_of(game, ship, heading_of(ship, order))
    return 0.0 if found is None else float(found.least)


def heading_of(ship: Ship, order: Sail) -> int:
    """The heading that an order is for, in hundredths of a degree: hers where it names none."""
    return ship.pose.heading if order.heading is None else hundredths(order.heading) % 36000


# Dice of her own


@clause("APM.wind-speed.extra-die")
def extra_die(ship: Ship) -> tuple[Modifier, ...]:
    """What a ship's own die adds to the most inches that she may go."""
    return (Modifier("extra die", ship.extra, "APM.wind-speed.extra-die"),) if ship.extra else ()


@clause("APM.wind-speed.extra-die")
def throw_extra(game: Any, ship: Ship) -> None:
    """A ship throws her own die, which raises her most inches on every heading."""
    ship.extra = _throw(game, ship, "extra", "going her own way", "APM.wind-speed.extra-die")


@clause("APM.gunboat.move")
def throw_oars(game: Any, ship: Ship) -> None:
    """A gunboat throws her own die, the inches that she may row on any heading."""
    ship.rowing = max(1, _throw(game, ship, "oars", "rowing", "APM.gunboat.move"))


def _throw(game: Any, ship: Ship, stream: str, what: str, clause: str) -> int:
    die = roll_seen(
        game,
        f"{stream} {ship.card.id}",
        f"{ship.card.name} {what}",
        clause,
        ship.side,
        ship.pose,
        about=ship.card.id,
    )
    value: int = game.modified(f"{stream} die", die, (), ship)
    return value
