"""A campaign's orders: each squadron seeks whom it can beat, avoids whom it cannot, and keeps its
ships fed and mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import Command, FreePose, clause
from weathergage_as_per_margin.campaign.chart import Chart, Squadron
from weathergage_as_per_margin.campaign.orders import ChartOrders, asked, told_leg
from weathergage_as_per_margin.campaign.sailing import course_to
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.captain.purpose import strength_of
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.clock import naval_day
from weathergage_as_per_margin.sea import english
from weathergage_as_per_margin.state import MarginState, Ship

UNKNOWN_SHIP = 11.0
"""The strength that a ship of an enemy squadron is taken to have, of which only the number is
known: a 74's."""

UNKNOWN_NUMBER = 3
"""How many ships a squadron is taken to have that was never in sight."""

BOLD = {True: 1.1, False: 1.3}
"""How much stronger one is who seeks an action: the English part, and others."""

AFRAID = 1.5
"""How much stronger an enemy is who is avoided."""

SHY = 70.0
"""Miles at which a stronger enemy is avoided."""

RESERVE = 12
"""Days of water or provisions from which a squadron goes to victual."""

FILL = 40
"""Days of water with which a squadron leaves port."""

GATHERING = 60.0
"""Miles within which squadrons at sea join the greatest of them."""

SHORT = 8.0
"""Miles from an enemy in port at which he is watched."""


@clause("APM.campaign.orders")
def considered(seen: Seen, question: Any) -> Iterator[Command]:
    """The rows of all squadrons, each the best that is legal; then to carry on."""
    rows: dict[str, str] = {}
    for squadron in asked(seen.state, seen.seat):
        for row in _rows(seen, squadron):
            if question.complaint(ChartOrders(squadrons={squadron.id: row})) is None:
                rows[squadron.id] = row
                break
    yield ChartOrders(squadrons=rows)
    yield ChartOrders()


def _rows(seen: Seen, squadron: Squadron) -> Iterator[str]:
    """What a squadron might be ordered, the best first."""
    chart = seen.state.chart
    assert chart is not None
    tow = _tow(seen.state, chart, squadron)
    for row in _courses(seen, chart, squadron):
        if tow:
            yield f"{tow}, {row}"
        yield row


def _courses(seen: Seen, chart: Chart, squadron: Squadron) -> Iterator[str]:
    state = seen.state
    if any(state.ships[n].aground for n in squadron.ships):
        yield "refloat, stay"
        yield "refloat"
    yield from _needs(state, chart, squadron, seen)
    goal = _wanted_in(seen, squadron)
    if goal:
        if squadron.place != goal:
            yield f"to {goal}"
        yield "stay"
        return
    yield from _manoeuvres(seen, chart, squadron)
    yield "stay"


def _manoeuvres(seen: Seen, chart: Chart, squadron: Squadron) -> Iterator[str]:
    """With whom a squadron joins, whom it avoids, whom it seeks, and where it watches."""
    friend = _greater(seen, chart, squadron)
    threat = _stronger(seen, chart, squadron, friend)
    if threat is not None:
        yield from _away(seen, squadron, threat)
    if friend is not None:
        yield f"join {friend.id}"
    prey = _prey(seen, chart, squadron)
    watched = _watched(seen)
    if prey is not None and (not watched or prey.pose.is_within(squadron.pose, SHY)):
        yield from _at(seen, squadron, prey)
    elif watched and not squadron.place:
        port = waters_of(seen.rules).port_pose(watched)
        if not port.is_within(squadron.pose, 2.5 * SHORT):
            yield from _to(seen, squadron, port)


# Stores and repairs


@clause("APM.campaign.victualling", "APM.campaign.repairs-port", "APM.campaign.water")
def _needs(state: MarginState, chart: Chart, squadron: Squadron, seen: Seen) -> Iterator[str]:
    """What a squadron in want of stores or repairs does."""
    days = _days_left(state, chart, squadron)
    hurt = any(_is_hurt(state.ships[n]) for n in squadron.ships)
    if squadron.place:
        if days < FILL:
            yield "victual"
            yield "water"
        if hurt and not _wanted_in(seen, squadron):
            yield "repair masts"
            yield "stay"
        return
    if days < RESERVE or hurt:
        yield from _to_port(seen, squadron)


def _days_left(state: MarginState, chart: Chart, squadron: Squadron) -> int:
    today = naval_day(state.minutes)
    logs = [chart.logs[n] for n in squadron.ships]
    return min((min(log.water, log.provisions) - today for log in logs), default=0)


def _is_hurt(ship: Ship) -> bool:
    boxes = ship.card.boxes
    whole = boxes.guns + boxes.upper + boxes.lower + boxes.hull
    return 3 * ship.boxes < 2 * whole or not ship.upper


@clause("APM.campaign.towing")
def _tow(state: MarginState, chart: Chart, squadron: Squadron) -> str:
    """An order to tow a dismasted ship, or ""."""
    if squadron.place:
        return ""
    busy = {n for n in squadron.ships if chart.logs[n].tow >= 0}
    busy |= {chart.logs[n].tow for n in squadron.ships}
    lame = [n for n in squadron.ships if state.ships[n].masts == "dismasted" and n not in busy]
    able = [n for n in squadron.ships if state.ships[n].masts != "dismasted" and n not in busy]
    if not lame or not able:
        return ""
    return f"tow {state.ships[lame[0]].card.id} by {state.ships[able[-1]].card.id}"


def _to_port(seen: Seen, squadron: Squadron) -> Iterator[str]:
    """To the nearest port of its own, then the next."""
    waters = waters_of(seen.rules)
    ports = [p for p in waters.ports.values() if p.side in ("", squadron.side)]
    ports.sort(key=lambda p: (p.kind != "port", squadron.pose.distance(waters.port_pose(p.id))))
    for port in ports:
        yield f"to {port.id}"


def _wanted_in(seen: Seen, squadron: Squadron) -> str:
    """The port that a ship of a squadron is wanted in, where that has not been done; or ""."""
    data, state = seen.rules.scenario.campaign, seen.state
    assert state.chart is not None
    done = {(award.aim, award.ship) for award in state.chart.awards}
    for aim in data.aims:
        if aim.side != squadron.side or aim.kind != "bring":
            continue
        for n in squadron.ships:
            if state.ships[n].card.id in aim.ships and (aim.id, n) not in done:
                return str(aim.port)
    return ""


def _watched(seen: Seen) -> str:
    """The port that a side has to keep the enemy out of, or ""."""
    for aim in seen.rules.scenario.campaign.aims:
        if aim.side == seen.seat and aim.kind == "keep-out":
            return str(aim.port)
    return ""


# The enemy


def _power(seen: Seen, squadron: Squadron) -> float:
    """What a squadron is worth in a battle; an enemy's by the number of his ships."""
    if squadron.side == seen.seat:
        return sum(_at_sea(seen.state.ships[n]) for n in squadron.ships)
    number = squadron.number if squadron.number >= 0 else UNKNOWN_NUMBER
    return UNKNOWN_SHIP * number


def _at_sea(ship: Ship) -> float:
    twin = ship.copy()
    twin.gone = ""
    return strength_of(twin)


def _enemies(seen: Seen, chart: Chart) -> list[Squadron]:
    return [s for s in chart.squadrons if s.side != seen.seat and s.number != 0]


def _stronger(
    seen: Seen, chart: Chart, squadron: Squadron, friend: Squadron | None
) -> Squadron | None:
    """The nearest enemy at sea that a squadron had better avoid, even with a friend that it is
    about to join.
    """
    ours = _power(seen, squadron) + (0.0 if friend is None else _power(seen, friend))
    found = [
        e
        for e in _enemies(seen, chart)
        if not e.place
        and e.number >= 0
        and _power(seen, e) > AFRAID * ours
        and e.pose.is_within(squadron.pose, SHY)
    ]
    return min(found, key=lambda e: e.pose.distance(squadron.pose), default=None)


@clause("APM.campaign.orders")
def _greater(seen: Seen, chart: Chart, squadron: Squadron) -> Squadron | None:
    """The greatest squadron of its side near one that is smaller, and that has no port to make."""
    if squadron.place:
        return None
    found = [
        s
        for s in chart.squadrons
        if s.side == squadron.side
        and s.ships
        and not s.place
        and not _wanted_in(seen, s)
        and s.pose.is_within(squadron.pose, GATHERING)
    ]
    greatest = max(found, key=lambda s: (_power(seen, s), s.id), default=None)
    return None if greatest is squadron else greatest


def _prey(seen: Seen, chart: Chart, squadron: Squadron) -> Squadron | None:
    """The nearest enemy that a squadron can hope to beat."""
    bold = BOLD[english(seen.rules) == seen.seat]
    ours = _power(seen, squadron)
    found = [e for e in _enemies(seen, chart) if ours >= bold * _power(seen, e)]
    return min(found, key=lambda e: (bool(e.place), e.pose.distance(squadron.pose)), default=None)


def _away(seen: Seen, squadron: Squadron, threat: Squadron) -> Iterator[str]:
    """Into port, or away from an enemy."""
    if squadron.place:
        yield "stay"
        return
    yield from _to_port(seen, squadron)
    bearing = threat.pose.bearing(squadron.pose)
    for turn in (0, 45, -45, 90, -90):
        yield f"{round(((bearing or 0.0) + turn) % 360)} 60"


@clause("APM.campaign.course", "APM.campaign.visibility")
def _at(seen: Seen, squadron: Squadron, prey: Squadron) -> Iterator[str]:
    """A course for an enemy: up to him, or near the port that he lies in."""
    away = squadron.pose.distance(prey.pose)
    goal = prey.pose
    if prey.place:
        if away <= 2 * SHORT:
            yield "stay"
            return
        bearing = prey.pose.bearing(squadron.pose)
        goal = prey.pose.pointed(bearing or 0.0).ahead(SHORT)
    yield from _to(seen, squadron, goal)


@clause("APM.campaign.course")
def _to(seen: Seen, squadron: Squadron, goal: FreePose) -> Iterator[str]:
    """A course round the coasts to a place, as the wind allows."""
    legs = course_to(seen, squadron.pose, goal)
    if legs:
        yield ", ".join(told_leg(leg) for leg in legs if leg.miles)
