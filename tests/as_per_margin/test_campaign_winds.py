from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sea_chart import FAR, at, chart, chart_of, order, squadron, told

import weathergage as wg
from weathergage_as_per_margin.campaign.winds import (
    date_at,
    is_storm,
    parts_tows,
    prevailing,
    sailing,
    season_at,
    wind_at,
)

FLEET = squadron("fleet", "Caesar", "Spencer", at=(300, 300))

STORMY = [{"from": "01-01", "to": "12-31", "kind": "stormy"}]
CALM = [{"from": "01-01", "to": "12-31", "kind": "calm"}]


def blown(wind: str, die: int, mostly: str = "W") -> str:
    """The wind after one campaign turn's throw."""
    game = chart(
        FLEET, FAR, wind=wind, steady=False, dice={"wind change": (die,)}, prevailing=mostly
    )
    return wg.point_name(game.state.wind)


# "APM.wind.prevailing-start"


@pytest.mark.clause("APM.wind.prevailing-start")
@pytest.mark.parametrize(("die", "wind"), [(1, "W"), (3, "W"), (4, "W"), (5, "SW"), (6, "NW")])
def test_at_the_prevailing_wind_five_backs_and_six_veers(die: int, wind: str):
    assert blown("W", die) == wind


@pytest.mark.clause("APM.wind.prevailing-start")
def test_a_campaign_begins_with_the_prevailing_wind_and_its_first_turn_checks_too():
    game = chart(FLEET, FAR, wind="W", steady=False, dice={"wind change": (6,)})
    start = game.rules.ruleset.set_up(game.rules, wg.Dice(0))
    assert start.wind == prevailing(game.rules) == 270
    assert told(game, "ChartWind")[0].wind == "NW"


# "APM.wind.prevailing-opposite"


@pytest.mark.clause("APM.wind.prevailing-opposite")
@pytest.mark.parametrize(
    ("die", "wind"), [(1, "E"), (2, "E"), (3, "NE"), (4, "SE"), (5, "N"), (6, "S")]
)
def test_opposite_the_prevailing_wind_it_changes_twice_as_often(die: int, wind: str):
    assert blown("E", die) == wind


# "APM.wind.prevailing-other"


@pytest.mark.clause("APM.wind.prevailing-other")
@pytest.mark.parametrize(
    ("wind", "die", "after"),
    [
        ("N", 6, "W"),
        ("N", 1, "NE"),
        ("N", 2, "N"),
        ("N", 3, "N"),
        ("N", 4, "NW"),
        ("N", 5, "NW"),
        ("NW", 6, "W"),
        ("SW", 6, "W"),
        ("SW", 1, "S"),
        ("SE", 1, "E"),
        ("NE", 1, "E"),
        ("NE", 6, "NW"),
    ],
)
def test_elsewhere_the_wind_tends_to_the_prevailing_one_and_stops_at_it(
    wind: str, die: int, after: str
):
    assert blown(wind, die) == after


@pytest.mark.clause("APM.wind.prevailing-other")
def test_the_three_tables_hold_for_any_prevailing_wind():
    assert blown("NE", 5, mostly="NE") == "N"
    assert blown("SW", 5, mostly="NE") == "SE"
    assert blown("N", 4, mostly="NE") == "NE"


# "APM.wind.latitudes"


@pytest.mark.clause("APM.wind.latitudes")
@pytest.mark.parametrize(
    ("latitude", "wind"),
    [
        (36, "W"),
        (17, "NE"),
        (-5, ""),
        (70, "E"),
        (60, "E"),
        (59.9, "W"),
        (30, "W"),
        (29.9, "NE"),
        (10, "NE"),
        (9.9, ""),
        (0, ""),
        (-10, "SE"),
        (-29.9, "SE"),
        (-30, "W"),
        (-60, "E"),
        (-90, "E"),
    ],
)
def test_latitude_tells_the_prevailing_wind_and_a_boundary_is_the_poleward_bands(
    latitude: float, wind: str
):
    rules = chart(FLEET, FAR).rules
    found = wind_at(rules, latitude)
    assert ("" if found is None else wg.point_name(found)) == wind


@pytest.mark.clause("APM.wind.latitudes")
def test_the_middle_of_the_chart_tells_its_wind_unless_the_scenario_does():
    assert prevailing(chart(FLEET, FAR, latitude=24.0).rules) == 45  # middle at 19 degrees north
    assert prevailing(chart(FLEET, FAR, latitude=24.0, prevailing="S").rules) == 180


@pytest.mark.clause("APM.wind.latitudes", "APM.campaign.season")
def test_in_the_doldrums_the_battle_table_changes_the_wind_and_calms_are_likely():
    game = chart(
        FLEET,
        FAR,
        wind="S",
        latitude=5.0,
        steady=False,
        dice={"initial wind": (5, 6), "wind change": (5,)},
        days=[(3, 2)] * 3,
    )
    assert prevailing(game.rules) is None
    assert wg.point_name(game.state.wind) == "SE"
    assert chart_of(game).season == "calm"
    assert chart_of(game).total == 3


@pytest.mark.clause("APM.wind.latitudes")
def test_a_campaign_in_the_doldrums_begins_with_a_thrown_wind():
    game = chart(FLEET, FAR, latitude=5.0)
    dice = wg.Dice.of(initial_wind=(6, 3))
    assert wg.point_name(game.rules.ruleset.set_up(game.rules, dice).wind) == "SW"
    dice = wg.Dice.of(initial_wind=(1,))
    assert wg.point_name(game.rules.ruleset.set_up(game.rules, dice).wind) == "N"


# "APM.campaign.wind"


@pytest.mark.clause("APM.campaign.wind", "APM.campaign.daily")
def test_four_and_three_across_the_wind_are_seventy_miles_a_day():
    game = chart(FLEET, FAR, days=[(4, 3)])
    order(game, fleet="N 200")
    assert at(game, "fleet") == (300, 230)


@pytest.mark.clause("APM.campaign.wind")
def test_four_and_three_beating_are_forty_miles_a_day():
    game = chart(FLEET, FAR, days=[(4, 3)], wind="N")
    order(game, fleet="NE 200")
    x, y = at(game, "fleet")
    assert x - 300 == pytest.approx(28.28, abs=0.01)
    assert 300 - y == pytest.approx(28.28, abs=0.01)


# "APM.campaign.season"


@pytest.mark.clause("APM.campaign.season")
def test_a_stormy_season_adds_two_and_a_calm_one_takes_two_off():
    for seasons, total in ((STORMY, 13), ([], 11), (CALM, 9)):
        game = chart(FLEET, FAR, seasons=seasons, days=[(6, 5)])
        assert told(game, "ChartWind")[0].total == total


@pytest.mark.clause("APM.campaign.season")
def test_two_ones_when_calms_are_likely_are_a_calm():
    game = chart(FLEET, FAR, seasons=CALM, days=[(1, 1)])
    assert chart_of(game).total == 0
    order(game, fleet="N 200")
    assert at(game, "fleet") == (300, 300)


@pytest.mark.clause("APM.campaign.season", "APM.campaign.course")
def test_a_beat_is_never_longer_than_the_total_that_the_season_leaves():
    game = chart(FLEET, FAR, seasons=CALM, days=[(4, 1)], wind="N")
    assert chart_of(game).total == 3
    order(game, fleet="NE 200")
    x, _ = at(game, "fleet")
    assert x - 300 == pytest.approx(30 * 2**-0.5, abs=0.01)


@pytest.mark.clause("APM.campaign.season")
def test_seasons_go_by_the_calendar_and_may_run_over_new_year():
    seasons = [
        {"from": "11-15", "to": "02-28", "kind": "stormy"},
        {"from": "06-01", "to": "08-31", "kind": "calm"},
    ]
    rules = chart(FLEET, FAR, seasons=seasons).rules
    days = {"1801-03-01": 0, "1801-06-01": 92, "1801-08-31": 183, "1801-11-15": 259}
    for date, day in days.items():
        assert date_at(rules.scenario.campaign, day * 1440).isoformat() == date
    found = [season_at(rules, day * 1440) for day in (0, 91, 92, 183, 184, 258, 259, 364)]
    assert found == ["", "", "calm", "calm", "", "", "stormy", "stormy"]


# "APM.campaign.storm"


def chance(holds: object, season: int) -> Fraction:
    """The chance that a total of two dice with a season's change passes a test."""
    throws = list(product(range(1, 7), repeat=2))
    return Fraction(sum(holds(a + b + season) for a, b in throws), len(throws))  # type: ignore[operator]


@pytest.mark.clause("APM.campaign.storm")
def test_two_sixes_in_a_stormy_season_drive_a_fleet_seventy_miles_downwind():
    game = chart(FLEET, FAR, seasons=STORMY, days=[(6, 6)])
    assert told(game, "ChartWind")[0].total == 14
    assert at(game, "fleet") == (370, 300)
    assert game.turn == 2


@pytest.mark.clause("APM.campaign.storm")
def test_thirteen_drives_at_half_of_it_exactly():
    game = chart(FLEET, FAR, seasons=STORMY, days=[(6, 5)])
    assert at(game, "fleet") == (365, 300)


@pytest.mark.clause("APM.campaign.storm")
def test_a_total_of_twelve_forces_nobody():
    game = chart(FLEET, FAR, seasons=STORMY, days=[(5, 5)])
    assert chart_of(game).total == 12
    assert game.turn == 1
    order(game, fleet="stay")
    assert at(game, "fleet") == (300, 300)


@pytest.mark.clause("APM.campaign.storm")
def test_a_storm_comes_on_three_throws_of_thirty_six_and_never_in_a_fair_season():
    assert chance(is_storm, 2) == Fraction(3, 36)
    assert chance(is_storm, 0) == 0


# "APM.campaign.towing"


@pytest.mark.clause("APM.campaign.towing")
def test_tows_part_on_three_throws_in_an_ordinary_season_and_on_ten_in_a_stormy_one():
    assert chance(parts_tows, 0) == Fraction(3, 36)
    assert chance(parts_tows, 2) == Fraction(10, 36)


# "APM.wind-speed.beating" as the chart uses it


@pytest.mark.clause("APM.campaign.course")
def test_a_leg_beats_from_45_to_under_90_degrees_off_the_wind():
    north = 0
    assert [sailing(north, b, False) for b in (0, 4499, 4500, 8999, 9000, 18000)] == [
        "into",
        "into",
        "beating",
        "beating",
        "free",
        "free",
    ]
    assert [sailing(north, b, True) for b in (0, 4500, 4501, 31500, 31499)] == [
        "beating",
        "beating",
        "free",
        "beating",
        "free",
    ]
