from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely
from hypothesis import given, settings, strategies as st
from sea_chart import order, scenario, squadron, squadron_of

import weathergage as wg
from weathergage.datafiles import read_toml
from weathergage.plugins import Rules, assemble_scenario
from weathergage.scenarios import validate
from weathergage_as_per_margin.campaign.sailing import Course, course_to, end_of
from weathergage_as_per_margin.campaign.waters import Waters, waters_of
from weathergage_as_per_margin.campaign.winds import prevailing
from weathergage_as_per_margin.ruleset import AS_PER_MARGIN
from weathergage_as_per_margin.scenarios import MarginScenario

CADIZ = AS_PER_MARGIN.folder / "scenarios" / "cadiz-1801.toml"


def rules(**options: Any) -> Rules:
    return assemble_scenario(
        AS_PER_MARGIN, validate(MarginScenario, read_toml(CADIZ), Path(CADIZ)), options
    )


WATERS: Waters = waters_of(rules())


def at_random(game: wg.Game, seed: int, most: int = 4000) -> int:
    """Play by lot to the end; the number of answers."""
    dice, given_answers = wg.Dice(seed), 0
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
            given_answers += 1
        assert given_answers < most
    return given_answers


@pytest.mark.clause("APM.wind.latitudes", "APM.campaign.daily")
def test_off_cadiz_the_wind_is_westerly_and_the_days_are_those_of_july():
    chosen = rules()
    assert prevailing(chosen) == 270
    assert chosen.scenario.campaign.first_day.isoformat() == "1801-07-01"
    assert chosen.scenario.ship_count == 19


@pytest.mark.clause("APM.campaign.daily", "APM.campaign.orders")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", [{}, {"weekly": True}, {"beating": "within-45"}])
def test_a_campaign_by_lot_comes_to_an_end(seed: int, options: dict[str, Any]):
    game = wg.Game(rules(**options), seed, journal=False)
    at_random(game, seed)
    assert game.outcome is not None
    assert game.outcome.how in ("time", "aims", "finished")


@pytest.mark.clause("APM.campaign.orders")
@pytest.mark.parametrize("wind", range(0, 360, 45))
def test_there_is_a_way_through_the_strait_in_every_wind(wind: int):
    game = wg.Game(rules(), 1)
    game.state.wind = wind
    start, goal = squadron_of(game, "linois").pose, WATERS.port_pose("cadiz")
    legs = course_to(game, start, goal)
    assert legs
    stops = [start]
    for leg in legs:
        stops.append(end_of(stops[-1], leg))
    assert all(WATERS.is_clear(a, b) for a, b in pairwise(stops))


@pytest.mark.clause("APM.campaign.orders", "APM.score.points")
def test_with_the_blockade_gone_to_lagos_linois_joins_the_ships_in_cadiz():
    game = wg.Game(rules(), 0)
    lagos = {"saumarez": "to lagos", "superb": "to lagos"}
    order(game, linois="to cadiz", cadiz_fleet="stay", **lagos)
    while not game.over:
        order(game)
    assert game.state.minutes == 3 * 1440
    assert squadron_of(game, "linois").place == "cadiz"
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner) == ("aims", "french")
    assert dict(game.outcome.scores) == {"british": 0, "french": 8}


@pytest.mark.clause("APM.campaign.to-table", "APM.score.points")
def test_a_blockade_that_stays_off_cadiz_meets_him_there():
    game = wg.Game(rules(), 0)
    order(game, linois="to cadiz", cadiz_fleet="stay", saumarez="stay", superb="join saumarez")
    while game.state.scale != "table" and not game.over:
        order(game)
    sighted = [event for event in game.events if event.kind == "Sighted"]
    assert sighted
    assert game.state.minutes < 6 * 1440


points = st.tuples(st.floats(0, 290), st.floats(0, 150)).map(lambda at: wg.FreePose.at(*at))


@settings(max_examples=60)
@given(points, points)
def test_a_way_turns_in_the_water_and_ends_where_it_should(a: wg.FreePose, b: wg.FreePose):
    if any(region.holds(pose) for region in WATERS.board.regions for pose in (a, b)):
        return
    way = WATERS.way(a, b)
    if not way:
        return
    assert way[-1][:2] == b[:2]
    here = a
    for turn in way:
        assert WATERS.is_clear(here, turn)
        here = turn


@settings(max_examples=60)
@given(points, points, st.sampled_from(range(0, 360, 45)), st.integers(0, 200_000))
def test_a_course_that_is_laid_so_far_is_the_beginning_of_the_whole(
    a: wg.FreePose, b: wg.FreePose, wind: int, miles: int
):
    if any(region.holds(pose) for region in WATERS.board.regions for pose in (a, b)):
        return
    laid = Course(WATERS, wind, a, b, False).legs(miles)
    whole = Course(WATERS, wind, a, b, False).legs(float("inf"))
    if laid is None or whole is None:
        assert laid is whole
        return
    assert laid == whole[: len(laid)]
    assert laid == whole or sum(leg.miles for leg in laid) > miles


@settings(max_examples=60)
@given(points, points)
def test_open_water_is_told_as_the_coast_has_it(a: wg.FreePose, b: wg.FreePose):
    over_land = any(
        region.opaque.intersects(shapely.LineString([a.inches, b.inches]))
        for region in WATERS.board.regions
    )
    assert WATERS.is_clear(a, b) is not over_land


@settings(max_examples=60)
@given(points, points)
def test_a_ship_that_is_driven_ends_on_the_chart_and_off_the_land(a: wg.FreePose, b: wg.FreePose):
    if any(region.holds(a) for region in WATERS.board.regions):
        return
    stop, _ = WATERS.run_ashore(a, wg.FreePose(b.x + 200_000, b.y, 0))
    assert WATERS.is_clear(a, stop)


# What is wrong with a campaign's data


def wrong(**changes: Any) -> str:
    """What is said of a campaign with something changed."""
    fleet = squadron("fleet", "Caesar", at=(100, 100))
    far = squadron("far", "Desaix", at=(300, 300), side="french")
    with pytest.raises(ValueError, match=r".") as error:
        scenario([fleet, far], **changes)
    return str(error.value)


HAVEN = {"id": "haven", "name": "Haven", "at": [50, 50]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"start": "1801-13-01"}, "write the date as 1801-07-01"),
        ({"ports": [HAVEN, HAVEN]}, "port 'haven' is there twice"),
        ({"ports": [{**HAVEN, "id": "fleet"}]}, "is a port and a squadron"),
        ({"ports": [{**HAVEN, "at": [900, 50]}]}, "off the chart"),
        ({"ports": [{**HAVEN, "side": "danish"}]}, "is 'danish': write british or french"),
        (
            {"land": [{"name": "Isle", "outline": [[90, 90], [110, 90], [110, 110], [90, 110]]}]},
            "on land in Isle",
        ),
        ({"land": [{"name": "Knot", "outline": [[0, 0], [9, 9], [9, 0], [0, 9]]}]}, "Knot"),
        (
            {"aims": [{"id": "a", "side": "british", "ships": ["x"], "port": "p", "points": 1}]},
            "which is no port",
        ),
        (
            {
                "ports": [HAVEN],
                "aims": [
                    {"id": "a", "side": "british", "ships": ["x"], "port": "haven", "points": 1}
                ],
            },
            "which is no ship",
        ),
    ],
)
def test_wrong_data_is_refused_with_what_to_do(changes: dict[str, Any], said: str):
    assert said in wrong(**changes)


def test_a_campaign_leaves_the_night_to_its_clock():
    with pytest.raises(wg.BadFile, match="clock says when it is night: leave night out"):
        validate(MarginScenario, read_toml(CADIZ) | {"night": True}, Path(CADIZ))
