"""Stores and repairs: what each day costs a ship, and what a port or harbour gives her."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import Any

from weathergage import Event, clause, event
from weathergage_as_per_margin.campaign.chart import AWAY, Chart, Log, Squadron
from weathergage_as_per_margin.campaign.data import CampaignData, PortData
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.campaign.winds import tell_owner
from weathergage_as_per_margin.clock import DAY, days_past
from weathergage_as_per_margin.damage import boxes_told, cross_guns
from weathergage_as_per_margin.state import MarginState, Ship

WATER_MONTHS, PROVISION_MONTHS = 3, 12
"""What a week of victualling in port is good for: "APM.campaign.victualling"."""

VICTUALLING_DAYS = 7
"""Whole days at a stretch for victualling in port, or for watering in a harbour."""

SPENT = "starved"
"""Why a ship is gone whose crew had nothing left to live on."""


@event
class Mended(Event):
    """Boxes of a ship were repaired, so many of each kind."""

    ship: str
    masts: int
    guns: int
    hull: int
    clause: str

    def say(self) -> str:
        """What was mended."""
        return f"{self.ship} repairs {boxes_told(mast=self.masts, gun=self.guns, hull=self.hull)}."


@event
class Supplied(Event):
    """A ship took in stores. until: the date to which they last."""

    ship: str
    what: str
    until: str
    clause: str

    def say(self) -> str:
        """What she has, and for how long."""
        return f"{self.ship} has {self.what} until {self.until}."


@event
class Starved(Event):
    """A ship lost a gun box for want of provisions or water. left: gun boxes she still has."""

    ship: str
    what: str
    left: int
    clause: str

    def say(self) -> str:
        """What she lacks and what is left of her."""
        fate = f"has {boxes_told(gun=self.left)} left" if self.left else "is lost"
        return f"{self.ship} is out of {self.what} and {fate}."


@clause("APM.campaign.daily", "APM.campaign.weekly", "APM.time.day")
def pass_time(game: Any) -> None:
    """Count the days that have ended since they were counted last, each at its noon."""
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    while chart.days < days_past(state.minutes):
        chart.days += 1
        _end_day(game, chart)


def _end_day(game: Any, chart: Chart) -> None:
    """Ruling: the day on which a ship makes port is neither a whole day there nor one at sea, but
    what she has done at sea before it is done.
    """
    state: MarginState = game.state
    waters = waters_of(game.rules)
    noon = chart.days * DAY
    for squadron in chart.squadrons:
        port = waters.ports.get(squadron.place)
        for n in squadron.ships:
            ship, log = state.ships[n], chart.logs[n]
            since = max(squadron.since, log.came)
            if port is None or since > noon - DAY:
                log.port_days = log.harbour_days = 0
            elif port.kind == "port":
                _day_in_port(game, squadron, ship, log)
            else:
                _day_in_harbour(game, port, ship, log)
            if port is None or port.kind != "port" or since > noon:
                _emergency(game, ship, log, noon)
                _live(game, ship, log)
            else:
                _emergency(game, ship, log, since)
                log.mend_at = -1.0
        squadron.ships = tuple(n for n in squadron.ships if state.ships[n].gone == AWAY)
    chart.squadrons = [squadron for squadron in chart.squadrons if squadron.ships]


# Stores


@clause("APM.campaign.victualling", "APM.campaign.water", "APM.campaign.repairs-port")
def _day_in_port(game: Any, squadron: Squadron, ship: Ship, log: Log) -> None:
    """A whole day in port: water, a box mended, and after a week all provisions."""
    log.port_days += 1
    log.harbour_days = 0
    if log.port_days >= VICTUALLING_DAYS:
        _victual(game, ship, log)
    else:
        _water(game, ship, log)
    mend_in_port(game, ship, squadron.mending)


@clause("APM.campaign.water")
def _day_in_harbour(game: Any, port: PortData, ship: Ship, log: Log) -> None:
    """A whole day in a harbour: after a week of them, water, where there is wood and water."""
    log.port_days = 0
    log.harbour_days = log.harbour_days + 1 if port.water else 0
    if log.harbour_days >= VICTUALLING_DAYS:
        _water(game, ship, log)


@clause("APM.campaign.victualling")
def _victual(game: Any, ship: Ship, log: Log) -> None:
    log.water = _lasts(game, WATER_MONTHS)
    last = _lasts(game, PROVISION_MONTHS)
    if log.provisions < last and game.telling and log.port_days == VICTUALLING_DAYS:
        _tell_supplied(game, ship, "provisions", last, "APM.campaign.victualling")
    log.provisions = max(log.provisions, last)


@clause("APM.campaign.water")
def _water(game: Any, ship: Ship, log: Log) -> None:
    last = _lasts(game, WATER_MONTHS)
    if game.telling and 1 in (log.port_days, log.harbour_days - VICTUALLING_DAYS + 1):
        _tell_supplied(game, ship, "wood and water", last, "APM.campaign.water")
    log.water = max(log.water, last)


def _tell_supplied(game: Any, ship: Ship, what: str, last: int, clause: str) -> None:
    data: CampaignData = game.rules.scenario.campaign
    until = (data.first_day + timedelta(days=last)).isoformat()
    tell_owner(game, ship.side, Supplied(ship.card.name, what, until, clause))


def _lasts(game: Any, months: int) -> int:
    """The last naval day that so many months from today's noon reach to."""
    data: CampaignData = game.rules.scenario.campaign
    return last_day(data, game.state.chart.days, months)


@clause("APM.campaign.victualling")
def last_day(data: CampaignData, days: int, months: int) -> int:
    """The number of the last naval day that stores taken in after so many days reach to.

    Ruling: months are the calendar's, so that what is taken in on 1 March lasts to 1 June.
    """
    today = data.first_day + timedelta(days=days)
    return (months_after(today, months) - data.first_day).days


def months_after(day: date, months: int) -> date:
    """The same day so many months later, or the last of a month that is too short."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


@clause("APM.campaign.starvation")
def _live(game: Any, ship: Ship, log: Log) -> None:
    """A day out of port: a ship whose water or provisions have run out loses a gun box, and is
    lost with the last.
    """
    day = game.state.chart.days
    if day <= log.water and day <= log.provisions:
        return
    cross_guns(ship, 1)
    what = "provisions" if day > log.provisions else "water"
    if game.telling:
        told = Starved(ship.card.name, what, ship.guns, "APM.campaign.starvation")
        tell_owner(game, ship.side, told)
    if not ship.guns:
        ship.gone = SPENT


# Repairs


@clause("APM.campaign.repairs")
def _emergency(game: Any, ship: Ship, log: Log, until: float) -> None:
    """On the first day after an action at sea, one box of each kind, and once only.

    until: the minute to which she has been at sea. Ruling: they are done at the first noon by
    which a whole day has passed since the action.
    """
    if log.mend_at < 0 or until < log.mend_at:
        return
    log.mend_at = -1.0
    _tell_mended(game, ship, [kind for kind in MEND if MEND[kind](ship)], "APM.campaign.repairs")


@clause("APM.campaign.repairs-port")
def mend_in_port(game: Any, ship: Ship, order: tuple[str, ...]) -> None:
    """A day's work in port: one box, of the first kind in the order of which one is lost."""
    done = next((kind for kind in order if MEND[kind](ship)), None)
    _tell_mended(game, ship, [done] if done else [], "APM.campaign.repairs-port")


def _tell_mended(game: Any, ship: Ship, kinds: list[str], clause: str) -> None:
    if kinds and game.telling:
        counts = (kinds.count("masts"), kinds.count("guns"), kinds.count("hull"))
        tell_owner(game, ship.side, Mended(ship.card.name, *counts, clause))


@clause("APM.ships.mast-states")
def _mend_masts(ship: Ship) -> bool:
    """Put back a mast box, the lower line first, as it was lost last."""
    for line in ("lower", "upper"):
        if getattr(ship, line) < getattr(ship.card.boxes, line):
            setattr(ship, line, getattr(ship, line) + 1)
            return True
    return False


def _mend_guns(ship: Ship) -> bool:
    """Put back a gun box, on the side that lacks most."""
    built = ship.card.boxes
    lines = ("port", "starboard", "either", "bow")
    line = max(lines, key=lambda name: getattr(built, name) - getattr(ship, name))
    if getattr(ship, line) == getattr(built, line):
        return False
    setattr(ship, line, getattr(ship, line) + 1)
    return True


def _mend_hull(ship: Ship) -> bool:
    if ship.hull == ship.card.boxes.hull:
        return False
    ship.hull += 1
    return True


MEND = {"masts": _mend_masts, "guns": _mend_guns, "hull": _mend_hull}
"""How a box of each kind is put back; False where none is lost."""
