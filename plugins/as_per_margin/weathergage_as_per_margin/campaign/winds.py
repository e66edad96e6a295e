"""The wind on the chart: prevailing winds, latitudes, seasons, storms."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Literal

from weathergage import Event, Modifier, Rolled, Told, clause, degrees_of, event, point_name
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.clock import DAY
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState
from weathergage_as_per_margin.weather import POINT, initial_wind

SEASONS: dict[str, int] = {"stormy": 2, "calm": -2, "": 0}
"""What a season adds to the total of the wind dice: "APM.campaign.season"."""

FORCED = 12
"""Totals above this drive all ships at sea before the wind: "APM.campaign.storm"."""

ADRIFT = 10
"""Totals above this part every tow: "APM.campaign.towing"."""

Sailing = Literal["into", "beating", "free"]


@event
class ChartWind(Event):
    """The wind of a turn on a chart, and how many intervals ships sail by it.

    season: "stormy", "calm" or "". change: points that it veered; negative where it backed.
    """

    wind: str
    change: int
    total: int
    higher: int
    lower: int
    season: str
    clause: str

    def say(self) -> str:
        """Direction and distances."""
        how = "holds at"
        if self.change:
            how = "veers to" if self.change > 0 else "backs to"
        season = {"stormy": ", a stormy season", "calm": ", when calms are likely"}
        if self.total > FORCED:
            return f"The wind {how} {self.wind} and blows a storm of {self.total}."
        return (
            f"The wind {how} {self.wind}: {counted(self.total, 'interval')} free, "
            f"{min(self.higher, self.total)} beating{season.get(self.season, '')}."
        )


@clause("APM.wind.latitudes")
def wind_at(rules: Any, latitude: float) -> int | None:
    """Degrees that the prevailing wind of a latitude comes from; None in the doldrums.

    A latitude on a boundary belongs to the band nearer the pole.
    """
    table = rules.tables["latitudes"]
    bands = table.rows if latitude >= 0 else tuple(reversed(table.rows))
    limit = "to" if latitude >= 0 else "from"
    for band in bands:
        edge = table.look_up(band, limit)
        if (latitude >= edge) if latitude >= 0 else (latitude <= edge):
            wind = table.look_up(band, "wind")
            return None if wind == "none" else round(degrees_of(wind))
    return None


@clause("APM.wind.latitudes", "APM.wind.prevailing-start")
def prevailing(rules: Any) -> int | None:
    """Degrees that the campaign's prevailing wind comes from; None in the doldrums.

    Ruling: one wind blows over the whole chart, that of the latitude of its middle.
    """
    if "prevailing" not in rules.memo:
        data: CampaignData = rules.scenario.campaign
        given = data.prevailing
        rules.memo["prevailing"] = (
            round(degrees_of(given)) if given else wind_at(rules, data.middle_latitude)
        )
    wind: int | None = rules.memo["prevailing"]
    return wind


@clause("APM.wind.prevailing-start", "APM.wind.latitudes")
def first_wind(rules: Any, dice: Any) -> int:
    """The wind that a campaign begins with: the prevailing one, thrown for in the doldrums."""
    wind = prevailing(rules)
    return initial_wind(rules, dice) if wind is None else wind


def date_at(data: CampaignData, minutes: float) -> date:
    """The civil date of a moment; it changes at midnight."""
    return data.first_day + timedelta(days=int((minutes + DAY // 2) // DAY))


@clause("APM.campaign.season", "APM.wind.latitudes")
def season_at(rules: Any, minutes: float) -> str:
    """The season of a moment: "stormy", "calm" or ""; in the doldrums calms are always likely."""
    data: CampaignData = rules.scenario.campaign
    if prevailing(rules) is None:
        return "calm"
    if not data.seasons:
        return ""
    day = date_at(data, minutes)
    return next((season.kind for season in data.seasons if season.holds(day)), "")


def points_between(wind: int, other: int) -> int:
    """Points from one wind to another, clockwise: -3 to 4."""
    points = (other - wind) % 360 // POINT
    return points - 8 if points > 4 else points


@clause("APM.wind.prevailing-start", "APM.wind.prevailing-opposite", "APM.wind.prevailing-other")
def change(game: Any, wind: int, mostly: int) -> int:
    """Throw for the change of wind on a chart: points clockwise.

    wind: where it comes from. mostly: where the prevailing wind does. Both in degrees.
    """
    off = points_between(wind, mostly)
    if off == 0:
        name = "prevailing-start"
    elif off == 4:
        name = "prevailing-opposite"
    else:
        name = "prevailing-other"
    die = game.roll("wind change", "change of wind", _CHANGES[name])
    points: int = game.look_up(name, die, 0)
    if name != "prevailing-other":
        return points
    # "APM.wind.prevailing-other" Ruling: the wind does not pass beyond the prevailing one.
    return min(points, abs(off)) * (1 if off > 0 else -1)


_CHANGES = {
    "prevailing-start": "APM.wind.prevailing-start",
    "prevailing-opposite": "APM.wind.prevailing-opposite",
    "prevailing-other": "APM.wind.prevailing-other",
}


@clause("APM.campaign.wind", "APM.campaign.season", "APM.wind.latitudes")
def blow_on_chart(game: Any) -> None:
    """Throw for the wind of a turn on either chart: its direction, then its two dice."""
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    mostly = prevailing(game.rules)
    if mostly is None:
        die = game.roll("wind change", "change of wind", "APM.wind.change")
        points: int = game.look_up("wind-change", die, 0)
    else:
        points = change(game, state.wind, mostly)
    state.wind = (state.wind + POINT * points) % 360
    state.wind_dice = (
        game.roll("wind", "wind speed", "APM.campaign.wind"),
        game.roll("wind", "wind speed", "APM.campaign.wind"),
    )
    chart.season = season_at(game.rules, state.minutes)
    by = SEASONS[chart.season]
    own = (Modifier(f"{chart.season} season", by, "APM.campaign.season"),) if by else ()
    chart.total = max(0, game.modified("chart wind", state.total, own))
    if game.telling:
        game.tell(
            ChartWind(
                point_name(state.wind),
                points,
                chart.total,
                state.higher,
                state.lower,
                chart.season,
                "APM.campaign.wind",
            )
        )


@clause("APM.campaign.storm")
def is_storm(total: int) -> bool:
    """Whether a total forces all ships at sea before the wind."""
    return total > FORCED


@clause("APM.campaign.towing")
def parts_tows(total: int) -> bool:
    """Whether a total parts every tow."""
    return total > ADRIFT


@clause("APM.wind-speed.beating", "APM.campaign.course")
def sailing(wind: int, bearing: int, within_45: bool) -> Sailing:
    """How a ship sails on a bearing in hundredths of a degree: too near the wind, beating or free.

    within_45: the other reading, in which every heading within 45 degrees of the wind beats.
    """
    angle = (wind * 100 - bearing) % 36000
    off = min(angle, 36000 - angle)
    if within_45:
        return "beating" if off <= 4500 else "free"
    if off < 4500:
        return "into"
    return "beating" if off < 9000 else "free"


def roll_for(game: Any, side: str, stream: str, purpose: str, clause: str, about: str = "") -> int:
    """A die of which only one side may know, as it would tell what its ships are or do.

    The arguments are those of `game.roll`, after the side.
    """
    telling, game.telling = game.telling, False
    face: int = game.roll(stream, purpose, clause, about=about)
    game.telling = telling
    if telling:
        game.tell(Told(side, Rolled(purpose, clause, (face,), (), face, about), clause))
    return face


def tell_owner(game: Any, side: str, told: Event) -> None:
    """Tell one side alone."""
    game.tell(Told(side, told, told.clause))
