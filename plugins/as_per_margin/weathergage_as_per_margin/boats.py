"""Boats in the water: rowed, landing troops, hoisted in, and counted when the action ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import (
    PER_INCH,
    Command,
    Complaint,
    Dice,
    Event,
    Stand,
    clause,
    event,
    units,
)
from weathergage_as_per_margin import damage
from weathergage_as_per_margin.boat_orders import HoistIn, Land, Row
from weathergage_as_per_margin.compass import inches_told, told_way
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.landing.beach import landed_at, landing_place
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import BOAT, Boats, MarginState, Ship
from weathergage_as_per_margin.ways import Ground, contact, ground_under, grounds_of, touch, way


@event
class BoatsRowed(Event):
    """Boats rowed. inches: made good. stopped: by what, or ""."""

    boats: str
    count: int
    heading: float
    inches: float
    stopped: str
    clause: str

    def say(self) -> str:
        """Where to."""
        end = f" up to {self.stopped}" if self.stopped else ""
        way = told_way(self.heading, self.inches)
        row = "rows" if self.count == 1 else "row"
        return f"{boats_told(self.count)} ({self.boats}) {row} {way}{end}."


@event
class Landed(Event):
    """Boats put troops ashore."""

    boats: str
    troops: str
    figures: int
    clause: str

    def say(self) -> str:
        """Who lands."""
        return f"{self.troops} land, {counted(self.figures, 'figure')}, from {self.boats}."


@event
class HoistedIn(Event):
    """Boats came back to their ship."""

    boats: str
    ship: str
    count: int
    clause: str

    def say(self) -> str:
        """How many."""
        return f"{self.ship} hoists in {boats_told(self.count)}."


def boats_told(count: int) -> str:
    """How many boats, in words."""
    return counted(count, "boat")


def groups(state: MarginState, seat: str) -> list[Boats]:
    """A side's boats that are in the water."""
    return [boats for boats in state.boats if boats.side == seat and not boats.gone]


def group_of(state: MarginState, seat: str, id: str) -> Boats | None:
    """A side's boats in the water that are called so, or None."""
    for boats in state.boats:
        if boats.id == id and boats.side == seat and not boats.gone:
            return boats
    return None


def lands_of(game: Any) -> Sequence[Ground]:
    """What stops boats; worked out once."""
    found: Sequence[Ground] | None = game.rules.memo.get("lands-of-boats")
    if found is None:
        found = [ground for ground in grounds_of(game.rules) if not ground.tenths]
        game.rules.memo["lands-of-boats"] = found
    return found


def unknown_boats(game: Any, seat: str, id: str) -> Complaint:
    """That a word names none of a side's boats."""
    known = ", ".join(boats.id for boats in groups(game.state, seat)) or "none are out"
    return Complaint(
        f"{id!r} are none of your boats ({known})", "APM.cutting-out.movement", "unknown-boats"
    )


def no_boats(reason: str, code: str) -> Complaint:
    """Why boats are not sent, or not brought back, as is wanted."""
    return Complaint(reason, "APM.cutting-out.boats", code)


# Rowing, landing, hoisting in


@clause("APM.cutting-out.movement")
def bad_row(game: Any, seat: str, order: Row) -> Complaint | None:
    """Why boats may not row so: once a turn, up to their die, and not off the table."""
    boats = group_of(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    told = ""
    if boats.moved:
        told = f"{boats.id} have rowed this turn"
    elif units(order.inches) > boats.reach * PER_INCH:
        told = f"{boats.id} row {inches_told(boats.reach)} at most, not {order.inches:g}"
    elif not board_of(game.rules).is_on_table(boats.pose.drifted(order.heading, order.inches)):
        told = f"{boats.id} would leave the table; row less far or elsewhere"
    return Complaint(told, "APM.cutting-out.movement", "row", boats.id) if told else None


@clause("APM.cutting-out.movement", "APM.campaign.ground-depth")
def row(game: Any, seat: str, order: Row) -> None:
    """Boats row straight until they touch a ship, enemy boats or land; shoals do not stop them."""
    state: MarginState = game.state
    boats = group_of(state, seat, order.boats)
    assert boats is not None
    start = Stand(boats.pose.pointed(order.heading), BOAT)
    end = start.pose.ahead(order.inches)
    afloat = [ship for ship in state.ships if not ship.gone]
    stop = way(game.rules, start, end, afloat, lands_of(game))
    share, met = stop.share, stop.ship.card.name if stop.ship else ""
    if stop.ground is not None:
        met = stop.ground.region.name
    wx, wy = (end.x - start.pose.x) / PER_INCH, (end.y - start.pose.y) / PER_INCH
    for other in state.boats:
        if other.side == seat or other.gone or not start.pose.is_within(other.pose, 8):
            continue
        reached = contact(start.corners, other.stand.corners, wx, wy)
        if reached is not None and reached < share:
            share, met = reached, other.id
    before = boats.pose
    boats.pose = start.pose.ahead(order.inches * share)
    boats.moved = True
    if game.telling:
        told = BoatsRowed(
            boats.id,
            boats.count,
            order.heading,
            before.distance(boats.pose),
            met,
            "APM.cutting-out.movement",
        )
        tell_seen(game, told, seat, before, boats.pose)


@clause("APM.landing.scale")
def bad_landing(game: Any, seat: str, order: Land) -> Complaint | None:
    """Why boats may not land troops: they carry none, touch no land, or find no room there."""
    boats = group_of(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    if boats.troops < 0:
        return Complaint(f"{boats.id} carry no troops", "APM.landing.scale", "empty", boats.id)
    ground = ground_under(boats.stand, lands_of(game))
    if ground is None:
        told = f"{boats.id} do not touch land"
        return Complaint(told, "APM.landing.scale", "afloat", boats.id)
    unit = game.state.units[boats.troops]
    if landing_place(game, unit, boats.pose, ground) is None:
        told = f"{unit.name} have no room to land there; row along the shore"
        return Complaint(told, "APM.landing.scale", "no-room", boats.id)
    return None


@clause("APM.landing.scale")
def land(game: Any, seat: str, order: Land) -> None:
    """Put the troops of some boats ashore where they touch the land, facing inland."""
    state: MarginState = game.state
    boats = group_of(state, seat, order.boats)
    assert boats is not None
    ground = ground_under(boats.stand, lands_of(game))
    assert ground is not None
    unit = state.units[boats.troops]
    boats.troops = -1
    unit.gone = ""
    unit.moved = True
    unit.pose = landed_at(game, unit, boats.pose, ground)
    ship = state.ships[boats.ship]
    if not any(u.ship == ship.n and u.gone == "afloat" for u in state.units):
        ship.loaded = False
    if game.telling:
        told = Landed(boats.id, unit.name, unit.figures, "APM.landing.scale")
        tell_seen(game, told, seat, unit.pose)


@clause("APM.cutting-out.boats")
def bad_hoisting(game: Any, seat: str, order: HoistIn) -> Complaint | None:
    """Why boats may not be hoisted in: only alongside the ship that sent them, still her own."""
    boats = group_of(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    if not can_hoist(game, boats):
        ship = game.state.ships[boats.ship]
        return no_boats(f"{boats.id} are not alongside {ship.card.name}", "not-alongside")
    return None


def can_hoist(game: Any, boats: Boats) -> bool:
    """Whether some boats lie alongside their ship and she is still their side's."""
    ship: Ship = game.state.ships[boats.ship]
    return ship.side == boats.side and ship.fights and touch(boats, ship)


@clause("APM.cutting-out.boats")
def hoist_in(game: Any, seat: str, order: HoistIn) -> None:
    """Boats come back aboard, with the troops that are still in them."""
    state: MarginState = game.state
    boats = group_of(state, seat, order.boats)
    assert boats is not None
    ship = state.ships[boats.ship]
    ship.boats_out -= boats.count
    boats.gone, boats.troops = "hoisted in", -1
    if game.telling:
        told = HoistedIn(boats.id, ship.card.name, boats.count, "APM.cutting-out.boats")
        tell_seen(game, told, seat, ship.pose)


def tasks(game: Any, seat: str) -> list[Boats]:
    """A side's boats that may still do something in its move."""
    state: MarginState = game.state
    if not state.boats:
        return []
    return [b for b in groups(state, seat) if (b.reach and not b.moved) or any(_doings(game, b))]


def _doings(game: Any, boats: Boats) -> Iterator[str]:
    if boats.reach and not boats.moved:
        yield "row"
    if boats.troops >= 0 and ground_under(boats.stand, lands_of(game)) is not None:
        yield "land"
    if can_hoist(game, boats):
        yield "hoist"


def drawn(game: Any, boats: Boats, dice: Dice) -> Command | None:
    """Something at random that some boats may do; None where the draw is not legal."""
    doings = list(_doings(game, boats))
    doing = doings[dice.below("sample", len(doings))]
    if doing == "land":
        return Land(boats=boats.id)
    if doing == "hoist":
        return HoistIn(boats=boats.id)
    order = Row(
        boats=boats.id,
        heading=float(dice.below("sample", 360)),
        inches=dice.below("sample", 10 * boats.reach + 1) / 10,
    )
    return order if bad_row(game, boats.side, order) is None else None


# The end of the action


@clause("APM.cutting-out.boats")
def settle(game: Any, ship: Ship) -> None:
    """Cross off a ship the boats that she lost: guns first, then masts, then hull.

    Boats that are still out come back to her. Those of a crew from which she was taken are not
    counted.
    """
    out = sum(b.count for b in groups(game.state, ship.side) if b.ship == ship.n)
    lost = ship.boats_out - out
    ship.boats_out = 0
    if lost <= 0 or ship.gone:
        return
    guns = min(lost, ship.guns)
    masts = min(lost - guns, ship.mast_boxes)
    hull = min(lost - guns - masts, ship.hull)
    if masts or hull:
        kinds = ("masts",) * masts + ("hull",) * hull
        damage.score_hits(game, ship, kinds, near="port", clause="APM.cutting-out.boats")
    if guns:
        damage.lose_guns(game, ship, guns, "APM.cutting-out.boats")


@clause("APM.cutting-out.boats")
def settle_boats(game: Any) -> None:
    """Settle the boats of every ship when an action ends; none is in the water afterwards."""
    state: MarginState = game.state
    for ship in state.ships:
        if ship.boats_out:
            settle(game, ship)
    for boats in state.boats:
        if not boats.gone:
            boats.gone = "hoisted in"
