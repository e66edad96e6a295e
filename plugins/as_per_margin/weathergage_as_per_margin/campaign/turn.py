"""One turn on a chart: wind, orders, sailing, stores and repairs, sightings."""

from __future__ import annotations

from typing import Any

from weathergage import TOLERANCE, Ask, Event, PhaseRun, clause, event, point_name, together
from weathergage_as_per_margin.campaign.aims import award
from weathergage_as_per_margin.campaign.chart import MILES, Chart, Squadron
from weathergage_as_per_margin.campaign.handover import close, in_reach, to_table
from weathergage_as_per_margin.campaign.orders import (
    ChartOrders,
    OrderAnswers,
    asked,
    join_up,
    obey,
    told_leg,
)
from weathergage_as_per_margin.campaign.sailing import (
    Run,
    Sailed,
    Track,
    drive_ashore,
    forget_lost,
    is_driven_ashore,
    leave_aground,
    part_tows,
    plan_runs,
    run,
    span,
)
from weathergage_as_per_margin.campaign.sighting import (
    CLOSE,
    first_within,
    is_at_sea,
    look_out,
    minute_of,
    sight,
)
from weathergage_as_per_margin.campaign.stores import pass_time
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.campaign.winds import blow_on_chart, is_storm, tell_owner
from weathergage_as_per_margin.clock import naval_day, told
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState


@event
class ClockStruck(Event):
    """When a turn on a chart begins."""

    minutes: float
    clause: str

    def say(self) -> str:
        """Day, time, bells and watch."""
        return f"{told(self.minutes)}."


@event
class Stands(Event):
    """Where a squadron is at the end of a turn, as merchantmen report it; in miles from the
    chart's north-west corner. port: the name of the one that it lies in, or "".
    """

    squadron: str
    side: str
    x: float
    y: float
    port: str
    clause: str

    def say(self) -> str:
        """The place."""
        where = f"in {self.port}" if self.port else f"{self.x:.1f} miles east, {self.y:.1f} south"
        return f"{self.squadron} is reported {where}."


@clause("APM.campaign.orders", "APM.campaign.daily", "APM.campaign.sighting-chart")
def play_chart(game: Any) -> PhaseRun:
    """Play one turn on the chart in use, or bring squadrons that have met to the table."""
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    if chart.closing:
        to_table(game)
        return
    if game.telling:
        game.tell(ClockStruck(state.minutes, "APM.time.day"))
    blow_on_chart(game)
    part_tows(game)
    # "APM.campaign.storm" A storm leaves nothing to be ordered: those at sea run before it.
    if is_storm(chart.total):
        leave_aground(state, list(chart.squadrons))
    else:
        yield from _take_orders(game)
    _sail(game)


@clause("APM.campaign.orders")
def _take_orders(game: Any) -> PhaseRun:
    """Let both sides write their orders, then carry out those of all together."""
    state: MarginState = game.state
    ordered = [(seat, asked(state, seat)) for seat in game.rules.seats]
    answers = yield from together(*(_question(game, seat, own) for seat, own in ordered if own))
    chart = game.state.chart
    chart.asked = max(chart.asked, naval_day(state.minutes))
    for answer in answers:
        assert isinstance(answer, ChartOrders)
        for id, row in answer.squadrons.items():
            squadron = chart.squadron(id)
            if squadron is not None:
                obey(game, squadron, row)


def _question(game: Any, seat: str, squadrons: list[Squadron]) -> Ask:
    return Ask(
        seat,
        ChartOrders,
        clause="APM.campaign.orders",
        answers=OrderAnswers(game, squadrons),
        prompt=_prompt(game.state, squadrons) if game.telling else "",
    )


def _prompt(state: MarginState, squadrons: list[Squadron]) -> str:
    """The moment, the wind, and whom orders are wanted for."""
    chart = state.chart
    assert chart is not None
    ids = ", ".join(squadron.id for squadron in squadrons)
    free = counted(chart.total, "interval")
    return (
        f"{told(state.minutes)}: wind {point_name(state.wind)}, {free} free and "
        f"{min(state.higher, chart.total)} beating; orders for {ids}"
    )


@clause("APM.campaign.daily", "APM.campaign.course", "APM.campaign.visibility")
def _sail(game: Any) -> None:
    """Move all squadrons at once along their courses, up to the moment of a meeting: enemies in
    sight on the sea chart, within a mile on the sighting chart.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    before, start, length = state.scale, state.minutes, span(game)
    places = {squadron.id: _place(squadron) for squadron in chart.squadrons if game.telling}
    runs = plan_runs(game)
    tracks = [
        Track(squadron.pose, planned.sailed)
        for squadron, planned in zip(chart.squadrons, runs, strict=True)
    ]
    share, pairs = _first_meeting(game, tracks, length)
    minutes = length if share is None else minute_of(share, length)
    part = 1.0 if share is None else minutes / length
    ashore = part >= 1 and is_storm(chart.total)
    driven = [s for s in chart.squadrons if ashore and not s.place and _is_wrecked(game, s)]
    for squadron, planned, track in zip(chart.squadrons, runs, tracks, strict=True):
        _move(game, squadron, planned, track, part, start + minutes)
    state.minutes = start + minutes
    for squadron in driven:
        drive_ashore(game, squadron)
    join_up(game)
    pass_time(game)
    forget_lost(state)
    award(game)
    _report_places(game, places)
    look_out(game, tuple((one.id, other.id) for one, other in pairs))
    _see_who_closes(game, before, pairs)


def _is_wrecked(game: Any, squadron: Squadron) -> bool:
    """Whether the storm at hand drives a squadron on the coast from where it is."""
    aground = any(game.state.ships[n].aground for n in squadron.ships)
    return not aground and is_driven_ashore(game, squadron, squadron.pose)


@clause("APM.campaign.visibility", "APM.campaign.to-table")
def _first_meeting(
    game: Any, tracks: list[Track], length: float
) -> tuple[float | None, list[tuple[Squadron, Squadron]]]:
    """The share of the turn at which enemies first meet, and who does then; (None, []) for never.

    Just after a battle nobody closes before a whole turn on the sighting chart.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    if state.scale == "sighting" and chart.lull:
        return None, []
    miles = CLOSE if state.scale == "sighting" else sight(game)
    waters = waters_of(game.rules)
    out = [
        (squadron, track)
        for squadron, track in zip(chart.squadrons, tracks, strict=True)
        if track.length or is_at_sea(waters, state, squadron)
    ]
    limit = (miles + TOLERANCE) * MILES
    found: list[tuple[float, Squadron, Squadron]] = []
    for n, (one, ours) in enumerate(out):
        for other, theirs in out[n + 1 :]:
            if one.side == other.side or ours.is_far(theirs, limit):
                continue
            share = first_within(ours, theirs, miles, state.minutes, length)
            if share is not None:
                found.append((share, one, other))
    if not found:
        return None, []
    first = min(share for share, _, _ in found)
    return first, [(one, other) for share, one, other in found if share == first]


def _move(
    game: Any, squadron: Squadron, planned: Run, track: Track, part: float, now: float
) -> None:
    """Put a squadron where it is after a part of the turn, with the rest of its course."""
    storm = is_storm(game.state.chart.total)
    if not track.length:
        if squadron.legs and not storm:
            squadron.legs = planned.left
        if part >= 1:
            _enter(game, squadron, now)
        return
    squadron.place = ""
    squadron.since = now
    squadron.pose = track.pose(part)
    done = round(track.length * part)
    cut = Run(planned.sailed, (), False) if part >= 1 else run(0, planned.sailed, done, done, True)
    if storm:
        squadron.heave_to()
    elif squadron.legs:
        squadron.legs = (*cut.left, *planned.left)
    if part >= 1:
        _enter(game, squadron, now)
    if game.telling and done:
        course = tuple(told_leg(leg) for leg in cut.sailed)
        miles = round(track.length * part / MILES, 1)
        tell_owner(
            game,
            squadron.side,
            Sailed(squadron.name, course, miles, "APM.campaign.course"),
        )


def _enter(game: Any, squadron: Squadron, now: float) -> None:
    """Let a squadron into the port that it was bound for, if it has come there."""
    if not squadron.bound:
        return
    goal = waters_of(game.rules).port_pose(squadron.bound)
    if squadron.pose.is_within(goal, 0.01):
        squadron.pose = goal.pointed(squadron.pose.degrees)
        squadron.place, squadron.since = squadron.bound, now
        squadron.bound = ""


@clause("APM.campaign.orders")
def _report_places(game: Any, before: dict[str, tuple[int, int, str]]) -> None:
    """Tell all where squadrons that are elsewhere than they were are now, and not how they came
    there. before: places by squadron; a new one has none.
    """
    chart: Chart = game.state.chart
    if not game.telling:
        return
    ports = waters_of(game.rules).ports
    for squadron in chart.squadrons:
        if before.get(squadron.id) == _place(squadron):
            continue
        x, y = squadron.pose.inches
        port = ports[squadron.place].name if squadron.place else ""
        game.tell(Stands(squadron.name, squadron.side, x, y, port, "APM.campaign.orders"))


def _place(squadron: Squadron) -> tuple[int, int, str]:
    return squadron.pose.x, squadron.pose.y, squadron.place


@clause("APM.campaign.to-table")
def _see_who_closes(game: Any, before: str, pairs: list[tuple[Squadron, Squadron]]) -> None:
    """After a turn on the sighting chart, note the squadrons that are within a mile of one
    another. before: the scale that the turn was played on.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    lull, chart.lull = chart.lull, False
    if before != "sighting" or state.scale != "sighting":
        return
    met = [pair for pair in pairs if all(squadron in chart.squadrons for squadron in pair)]
    if lull:
        met = list(in_reach(game))
    if met:
        close(game, met)
