"""Prizes: surrender, capture and recapture (10.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import Event, clause, event
from weathergage_frigate.charts import charts_of
from weathergage_frigate.state import NO_FLAG, FrigateState, Ship


@event
class Captured(Event):
    """A ship struck her colours and changed hands."""

    ship: str
    captor: str
    clause: str

    def say(self) -> str:
        """Who took her."""
        return f"{self.ship} strikes her colours to the {self.captor}."


@event
class Recaptured(Event):
    """A prize was taken back by her own side."""

    ship: str
    by: str
    clause: str

    def say(self) -> str:
        """Who took her back."""
        return f"{self.by} retakes {self.ship}."


@event
class Parted(Event):
    """Two ships that were afoul have come apart."""

    ship: str
    other: str
    clause: str

    def say(self) -> str:
        """Which two."""
        return f"{self.ship} and {self.other} come apart."


def suspended(game: Any, section: str) -> bool:
    """Whether the scenario does without a section of the rules, such as "10.0"."""
    return section in game.rules.scenario.suspended


def side_name(game: Any, side: str) -> str:
    """What a side is called in the story."""
    name: str = next(s.name for s in game.rules.scenario.sides if s.id == side)
    return name


def part(state: FrigateState, one: Ship, other: Ship) -> None:
    """Two ships are no longer afoul of one another."""
    one.afoul = tuple(n for n in one.afoul if n != other.n)
    other.afoul = tuple(n for n in other.afoul if n != one.n)


def free(state: FrigateState, ship: Ship) -> None:
    """A ship is no longer afoul of anyone."""
    for n in ship.afoul:
        part(state, ship, state.ships[n])


def remove(state: FrigateState, ship: Ship, why: str) -> None:
    """Take a ship off the map for good."""
    free(state, ship)
    ship.gone = why
    ship.speed = 0


@clause("10.12", "10.1", "13.0-special")
def can_be_captured(game: Any, ship: Ship) -> bool:
    """Not where the scenario suspends captures, and never a ship with three hits of both kinds."""
    return not (ship.disabled or ship.gone or ship.prize or suspended(game, "10.0"))


@clause("10.0-general")
def capture(game: Any, ship: Ship, captor: Ship | str, under: str) -> None:
    """Hand a ship to her captor: a ship, or a side whose first fleet then has her. She is no
    longer afoul nor at anchor, loses her flag, and is a member of that fleet that never fires.
    """
    state: FrigateState = game.state
    if isinstance(captor, Ship):
        side, fleet = captor.side, captor.fleet
    else:
        side = captor
        fleet = next(f.id for f in state.fleets if f.side == side)
    free(state, ship)
    ship.side, ship.fleet = side, fleet
    ship.prize = True
    ship.rename()
    ship.flag = NO_FLAG
    ship.anchored = False
    if game.telling:
        game.tell(Captured(ship.counter.title, side_name(game, side), under))


@clause("10.11", "9.15")
def strike(game: Any, ship: Ship, captor: Ship | str, under: str) -> None:
    """A ship of a beaten fleet goes to the enemy: a prize to her own side, every other as one.
    Nothing happens where she cannot be captured.
    """
    if ship.disabled or ship.gone or suspended(game, "10.0"):
        return
    if ship.prize:
        recapture(game, ship, captor, under)
    else:
        capture(game, ship, captor, under)


@clause("10.13")
def surrender_after_fire(game: Any, reached: Sequence[int]) -> None:
    """Ships just brought to three Crew Hits (their lines) while afoul strike to an enemy alongside
    who has fewer; two that come to three together strike to nobody and part.
    """
    state: FrigateState = game.state
    for n in reached:
        ship = state.ships[n]
        for other_n in ship.afoul:
            other = state.ships[other_n]
            if other_n in reached and n < other_n:
                part(state, ship, other)
                if game.telling:
                    game.tell(Parted(ship.counter.title, other.counter.title, "10.13"))
        able = [state.ships[m] for m in ship.afoul if state.ships[m].crew < 3]
        if able and can_be_captured(game, ship):
            capture(game, ship, able[0], "10.13")


@clause("10.13", "10.2")
def on_contact(game: Any, one: Ship, other: Ship) -> None:
    """Two enemies have just run afoul: a ship with three Crew Hits strikes to one who has fewer,
    a prize goes back to her own side, and a ship of a retiring fleet surrenders.
    """
    options = game.rules.options
    able = [pair for pair in ((one, other), (other, one)) if pair[1].crew < 3]
    # "10.2" Ruling: a prize takes and retakes like any ship of her new side.
    retaken = [p for p in able if p[0].prize and p[0].counter.side == p[1].side]
    beaten = [p for p in able if p[0].crew >= 3 and can_be_captured(game, p[0])]
    if options.recapture:
        for ship, enemy in retaken:
            recapture(game, ship, enemy, "10.2")
    if options.surrender:
        for ship, enemy in beaten:
            capture(game, ship, enemy, "10.13")
    if game.state.over and other.n in one.afoul:
        _surrender_in_retreat(game, one, other)


@clause("9.14", "4.2.H", "10.11")
def _surrender_in_retreat(game: Any, one: Ship, other: Ship) -> None:
    """Of two just run afoul, the one whose fleet retires surrenders; where both do, they part."""
    state: FrigateState = game.state
    retiring = [ship for ship in (one, other) if ship.fleet in state.over]
    if len(retiring) == 2:
        part(state, one, other)
        if game.telling:
            game.tell(Parted(one.counter.title, other.counter.title, "10.11"))
    elif retiring:
        strike(game, retiring[0], other if retiring[0] is one else one, "9.14")


@clause("10.2")
def recapture(game: Any, ship: Ship, rescuer: Ship | str, under: str) -> None:
    """A prize is her own side's again, with her hits as they are and no flag; where that side
    never moves she lies at anchor.
    """
    free(game.state, ship)
    ship.side, ship.fleet, ship.prize = ship.counter.side, ship.counter.fleet, False
    ship.rename()
    ship.flag = NO_FLAG
    ship.anchored = ship.side in charts_of(game.rules).automatic
    if game.telling:
        if isinstance(rescuer, Ship):
            by = rescuer.counter.title
        else:
            by = f"The {side_name(game, rescuer)}"
        game.tell(Recaptured(ship.counter.title, by, under))
