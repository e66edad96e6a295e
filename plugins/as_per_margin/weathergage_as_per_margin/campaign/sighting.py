"""Sightings: who comes in sight of whom, when, and what each side has to report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, sqrt
from typing import Any

from weathergage import TOLERANCE, Event, clause, event
from weathergage_as_per_margin.campaign.chart import MILES, Chart, Report, Squadron
from weathergage_as_per_margin.campaign.sailing import Track
from weathergage_as_per_margin.campaign.waters import Waters, waters_of
from weathergage_as_per_margin.clock import DAWN, DAY, DUSK, is_daylight, time_of_day
from weathergage_as_per_margin.state import MarginState

SIGHT = 20
"""Miles that one sees by daylight: "APM.campaign.visibility"."""

CLOSE = 1.0
"""Miles within which movement goes to the table: its five feet, "APM.campaign.to-table"."""


@event
class Sighted(Event):
    """Squadrons of two sides came in sight of one another; both say how many ships they have."""

    squadron: str
    side: str
    ships: int
    other: str
    other_side: str
    other_ships: int
    when: str
    clause: str

    def say(self) -> str:
        """Who sees whom, and the numbers."""
        return (
            f"At {self.when} {self.squadron}, {self.ships} sail {self.side.capitalize()}, and "
            f"{self.other}, {self.other_ships} sail {self.other_side.capitalize()}, are in sight."
        )


@event
class InSight(Event):
    """Movement went from one chart to the other."""

    sighting: bool
    when: str
    clause: str

    def say(self) -> str:
        """Which chart."""
        if self.sighting:
            return f"At {self.when} movement goes to the sighting chart."
        return f"At {self.when} nobody is in sight; movement goes back to the sea chart."


@clause("APM.campaign.visibility")
def sight(game: Any) -> int:
    """How many miles one sees by daylight."""
    miles: int = game.modified("miles seen by day", SIGHT)
    return miles


# When


@clause("APM.campaign.visibility", "APM.time.day")
def daylight(start: float, length: float) -> Iterator[tuple[float, float]]:
    """The parts of a turn by daylight, as shares of it. start, length: minutes."""
    day = start // DAY - 1
    while day * DAY < start + length:
        begins, ends = (day * DAY) + DAWN, (day + 1) * DAY + DUSK
        low, high = max(begins, start), min(ends, start + length)
        if low <= high:
            yield (low - start) / length, (high - start) / length
        day += 1


@clause("APM.campaign.visibility")
def first_within(
    one: Track, other: Track, miles: float, start: float, length: float
) -> float | None:
    """The share of a turn at which two tracks are first so near by daylight, or None.

    The tracks are compared at equal shares of the turn; the limit counts.
    """
    limit = (miles + TOLERANCE) * MILES
    if one.is_far(other, limit):
        return None
    corners = sorted({0.0, 1.0, *one.shares, *other.shares})
    for light, dark in daylight(start, length):
        shares = [light, *(share for share in corners if light < share < dark), dark]
        for low, high in pairwise(shares):
            found = _first_near(one, other, limit, low, high)
            if found is not None:
                return found
    return None


def _first_near(one: Track, other: Track, limit: float, low: float, high: float) -> float | None:
    """The first share from low to high, between which both sail straight, with the two so near."""
    (ax, ay), (bx, by) = one.place(low), other.place(low)
    x, y = bx - ax, by - ay
    if x * x + y * y <= limit * limit:
        return low
    (ax, ay), (bx, by) = one.place(high), other.place(high)
    dx, dy = bx - ax - x, by - ay - y
    a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - limit * limit
    root = b * b - a * c
    if not a or b >= 0 or root < 0:
        return None
    part = (-b - sqrt(root)) / a
    return low + (high - low) * part if part <= 1 else None


def minute_of(share: float, length: float) -> float:
    """The whole minute of a turn at or after a share of it."""
    return min(length, float(ceil(share * length - 1e-9)))


# Who


@clause("APM.campaign.visibility", "APM.campaign.storm")
def is_at_sea(waters: Waters, state: MarginState, squadron: Squadron) -> bool:
    """Whether a squadron can be met: not in a port, and not all of it on the shore.

    Ruling: a port's batteries cover who lies there, a harbour's nothing; both are seen from the
    sea like any other ship.
    """
    port = waters.ports.get(squadron.place)
    if port is not None and port.kind == "port":
        return False
    ships = state.ships
    return not all([ships[n].aground for n in squadron.ships])


def hostile_pairs(chart: Chart) -> Iterator[tuple[Squadron, Squadron]]:
    """Every two squadrons of different sides."""
    for number, one in enumerate(chart.squadrons):
        for other in chart.squadrons[number + 1 :]:
            if one.side != other.side:
                yield one, other


@clause("APM.campaign.report", "APM.campaign.visibility")
def look_out(game: Any, met: tuple[tuple[str, str], ...] = ()) -> None:
    """By daylight, let all who are in sight of one another report their numbers, and play on the
    chart that fits: the sighting chart while two squadrons at sea are in sight, else the sea chart.

    met: squadrons in sight at this very moment whatever the rounded places say.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    waters = waters_of(game.rules)
    meeting: list[str] = []
    miles = sight(game)
    if is_daylight(state.minutes):
        for one, other in hostile_pairs(chart):
            if not one.pose.is_within(other.pose, miles) and (one.id, other.id) not in met:
                continue
            _report(game, chart, one, other)
            if is_at_sea(waters, state, one) and is_at_sea(waters, state, other):
                meeting += [one.id, other.id]
    chart.meeting = tuple(dict.fromkeys(meeting))
    before = state.scale
    state.scale = "sighting" if chart.meeting else "chart"
    if game.telling and state.scale != before:
        told = InSight(bool(meeting), time_of_day(state.minutes), "APM.campaign.sighting-chart")
        game.tell(told)


@clause("APM.campaign.report")
def _report(game: Any, chart: Chart, one: Squadron, other: Squadron) -> None:
    """Both say how many ships they have, and nothing else; told again only when it has changed."""
    minutes = game.state.minutes
    known = chart.reported(other.side, one.id) == len(one.ships) and chart.reported(
        one.side, other.id
    ) == len(other.ships)
    if known and other.id in chart.meeting and one.id in chart.meeting:
        return
    kept = [
        report
        for report in chart.reports
        if (report.side, report.squadron) not in ((other.side, one.id), (one.side, other.id))
    ]
    kept.append(Report(other.side, one.id, len(one.ships), minutes))
    kept.append(Report(one.side, other.id, len(other.ships), minutes))
    chart.reports = tuple(kept)
    if game.telling and not known:
        game.tell(
            Sighted(
                one.name,
                one.side,
                len(one.ships),
                other.name,
                other.side,
                len(other.ships),
                time_of_day(minutes),
                "APM.campaign.report",
            )
        )
