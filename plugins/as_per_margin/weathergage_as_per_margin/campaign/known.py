"""The chart as a side may know it, and as a drawing has it."""

from __future__ import annotations

from typing import Any

from weathergage import FreePose, FreeTable, RegionMark, ShipMark, clause
from weathergage_as_per_margin.campaign.chart import Chart, Log, Squadron
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState


@clause("APM.campaign.report", "APM.campaign.orders", "APM.campaign.visibility")
def known_chart(state: MarginState, seat: str) -> Chart:
    """The chart as a side may know it: its own squadrons and logs whole, of the others where they
    stand and how many ships they had when they were last in sight.

    Which ships they are, their course, orders and stores are not in it.
    """
    chart = state.chart
    assert chart is not None
    own = {ship.n for ship in state.ships if ship.side == seat}
    return Chart(
        [_known(chart, squadron, seat) for squadron in chart.squadrons],
        [log.copy() if n in own else Log() for n, log in enumerate(chart.logs)],
        chart.season,
        chart.total,
        chart.days,
        chart.asked,
        chart.closing,
        chart.engaged,
        chart.origin,
        chart.lull,
        tuple(report for report in chart.reports if report.side == seat),
        tuple(award for award in chart.awards if award.side == seat),
        chart.meeting,
    )


def _known(chart: Chart, squadron: Squadron, seat: str) -> Squadron:
    if squadron.side == seat:
        return squadron.copy()
    pose = FreePose(squadron.pose.x, squadron.pose.y, 0)
    seen = Squadron(squadron.id, squadron.name, squadron.side, pose, place=squadron.place)
    seen.number = chart.reported(seat, squadron.id)
    return seen


def chart_table(rules: Any, state: MarginState) -> FreeTable:
    """The sea chart as a drawing has it, in miles; the ports are small regions with their names."""
    data: CampaignData = rules.scenario.campaign
    regions = [RegionMark(land.name, "land", land.outline) for land in data.land]
    for port in data.ports:
        x, y = port.at
        square = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
        note = "" if port.kind == "port" else "harbour"
        regions.append(RegionMark(port.name, "town", square, note))
    return FreeTable(data.width, data.height, regions, "mi", 10.0, 60.0)


def squadron_marks(rules: Any, state: MarginState) -> list[ShipMark]:
    """Every squadron of a chart as a mark of a drawing, with the word that orders use for it; of
    one that is not known, what is.
    """
    chart = state.chart
    assert chart is not None
    marks = []
    for squadron in chart.squadrons:
        count = len(squadron.ships) or squadron.number
        marks.append(
            ShipMark(
                id=squadron.id,
                label=squadron.id,
                name=squadron.name,
                side=squadron.side,
                kind="squadron",
                heading_degrees=squadron.pose.degrees,
                note=_whereabouts(rules, squadron),
                at=squadron.pose.inches,
                size=counted(count, "ship") if count >= 0 else "",
            )
        )
    return marks


def _whereabouts(rules: Any, squadron: Squadron) -> str:
    """Where a squadron lies or is bound, in a few words."""
    waters = waters_of(rules)
    if squadron.place:
        return f"in {waters.ports[squadron.place].name}"
    if squadron.bound:
        return f"bound for {waters.ports[squadron.bound].name}"
    return ""
