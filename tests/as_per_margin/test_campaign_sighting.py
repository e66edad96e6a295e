from __future__ import annotations

import pytest
from sea_chart import at, chart, chart_of, order, port, refusal, squadron, squadron_of, told

import weathergage as wg
from weathergage.testing import reachable
from weathergage_as_per_margin.campaign.chart import Chart, Leg
from weathergage_as_per_margin.campaign.known import known_chart
from weathergage_as_per_margin.campaign.sailing import Track
from weathergage_as_per_margin.campaign.sighting import daylight, first_within
from weathergage_as_per_margin.clock import DAY

BRITISH = squadron("fleet", "Caesar", "Spencer", at=(100, 300))


def french(x: float, y: float = 300, *ships: str) -> dict:  # type: ignore[type-arg]
    """A French squadron at a point."""
    return squadron("linois", *(ships or ("Desaix",)), at=(x, y), side="french")


def still(x: float) -> Track:
    return Track(wg.FreePose.at(x, 0), ())


# "APM.campaign.visibility"


@pytest.mark.clause("APM.campaign.visibility")
@pytest.mark.parametrize(
    ("apart", "hour", "seen"),
    [(20, 3, True), (21, 3, False), (15, 12, False), (15, 6, True), (15, 6.5, False)],
)
def test_twenty_miles_are_seen_in_the_afternoon_and_nothing_at_midnight(
    apart: float, hour: float, seen: bool
):
    found = first_within(still(0), still(apart), 20, hour * 60, 1)
    assert (found is not None) == seen


@pytest.mark.clause("APM.campaign.visibility")
def test_the_first_and_the_last_six_hours_of_a_daily_turn_are_daylight():
    assert list(daylight(0, DAY)) == [(0.0, 0.25), (0.75, 1.0)]
    assert len(list(daylight(0, 7 * DAY))) == 8


@pytest.mark.clause("APM.campaign.visibility")
def test_tracks_are_compared_at_equal_shares_of_the_turn():
    east = Track(wg.FreePose.at(0, 0), [Leg(9000, 100_000)])
    west = Track(wg.FreePose.at(60, 0), [Leg(27000, 100_000)])
    assert first_within(east, west, 20, 0, DAY) == pytest.approx(0.2, abs=1e-4)
    astern = Track(wg.FreePose.at(-30, 0), [Leg(9000, 100_000)])
    assert first_within(east, astern, 20, 0, DAY) is None
    by_night = Track(wg.FreePose.at(100, 0), [Leg(27000, 100_000)])
    assert first_within(east, by_night, 20, 0, DAY) is None, "they pass one another at midnight"


@pytest.mark.clause("APM.campaign.visibility", "APM.campaign.sighting-chart")
def test_fleets_that_come_in_sight_in_the_afternoon_stop_there_for_the_sighting_chart():
    game = chart(BRITISH, french(160), wind="N", days=[(5, 5)] * 3)
    order(game, fleet="E 100", linois="W 100")
    assert game.state.scale == "sighting"
    assert game.state.minutes == 288
    assert at(game, "fleet") == (120, 300)
    assert at(game, "linois") == (140, 300)
    assert chart_of(game).meeting == ("fleet", "linois")


@pytest.mark.clause("APM.campaign.visibility")
def test_fleets_that_pass_by_night_see_nothing():
    game = chart(BRITISH, french(200), wind="N", days=[(5, 5)] * 3)
    order(game, fleet="E 100", linois="W 100")
    assert game.state.scale == "chart"
    assert at(game, "fleet") == (200, 300)
    assert at(game, "linois") == (100, 300)
    assert told(game, "Sighted") == []


@pytest.mark.clause("APM.campaign.visibility", "APM.campaign.sighting-chart")
def test_at_dusk_nobody_is_in_sight_and_the_sea_chart_is_back():
    game = chart(BRITISH, french(125), wind="N", days=[(5, 5)] * 9)
    order(game, fleet="E 40", linois="stay")
    assert game.state.scale == "sighting"
    minutes = []
    while game.state.scale == "sighting":
        order(game, fleet="stay", linois="stay")
        minutes.append(game.state.minutes)
    assert minutes[-1] > 360
    assert game.state.scale == "chart"
    order(game, fleet="stay", linois="stay")
    assert game.state.scale == "sighting", "dawn shows them to one another again"
    assert game.state.minutes == 1080


@pytest.mark.clause("APM.campaign.visibility", "APM.campaign.daily")
def test_what_is_left_of_a_day_is_sailed_in_shorter_intervals():
    game = chart(squadron("fleet", "Caesar", "Spencer", at=(300, 300)), french(319), wind="N")
    order(game, fleet="stay", linois="stay")
    while game.state.scale == "sighting":
        order(game, fleet="W 40", linois="E 40")
    left = DAY - game.state.minutes
    assert 0 < left < DAY
    before = at(game, "fleet")[0]
    order(game, fleet="W 200", linois="E 200")
    assert game.state.minutes == DAY
    assert before - at(game, "fleet")[0] == pytest.approx(70 * left / DAY, abs=0.02)


@pytest.mark.clause("APM.campaign.visibility")
def test_ships_in_port_are_seen_and_counted_but_not_brought_to_action():
    ports = [port("brest", (115, 300), side="french")]
    inside = squadron("linois", "Desaix", "Formidable", port="brest", side="french")
    game = chart(BRITISH, inside, ports=ports, wind="N")
    order(game, fleet="stay")
    assert game.state.scale == "chart"
    assert told(game, "Sighted")[0].other_ships == 2
    order(game, linois="W 5")
    assert game.state.scale == "sighting"


# "APM.campaign.report"


@pytest.mark.clause("APM.campaign.report")
def test_both_sides_report_numbers_and_nothing_else():
    enemy = squadron(
        "linois",
        *(f"Liner{n}" for n in range(5)),
        ("Muiron", 38),
        ("Creole", 40),
        at=(120, 300),
        side="french",
    )
    game = chart(BRITISH, enemy, wind="N")
    order(game, fleet="stay", linois="stay")
    sighted = told(game, "Sighted")[0]
    assert (sighted.ships, sighted.other_ships) == (2, 7)
    seen = known_chart(game.state, "british").squadron("linois")
    assert seen is not None
    assert (seen.number, seen.ships) == (7, ())
    back = known_chart(game.state, "french").squadron("fleet")
    assert back is not None
    assert (back.number, back.ships) == (2, ())
    text = " ".join(event.say() for event in game.view("british").events)
    assert "Liner" not in text
    assert "Muiron" not in text


# "APM.campaign.sighting-chart"


@pytest.mark.clause("APM.campaign.sighting-chart", "APM.scale.distance")
def test_the_sighting_charts_seven_and_a_half_inches_are_twenty_miles():
    from weathergage_as_per_margin.campaign.handover import INCHES_A_MILE
    from weathergage_as_per_margin.campaign.sighting import SIGHT

    assert SIGHT == 7.5 / (3 / 8)
    assert INCHES_A_MILE == 5 * 12


@pytest.mark.clause("APM.campaign.sighting-chart")
def test_a_turn_of_two_and_a_half_hours_has_a_mile_to_the_interval():
    game = chart(BRITISH, french(119), wind="N", days=[(5, 5), (4, 3), (4, 3)])
    order(game, fleet="stay", linois="stay")
    assert game.state.scale == "sighting"
    before = game.state.minutes
    order(game, fleet="W 30", linois="stay")
    assert game.state.minutes - before == 150
    assert at(game, "fleet") == (93, 300)
    assert 7 * 3 / 8 == 2 + 5 / 8


@pytest.mark.clause("APM.campaign.sighting-chart", "APM.campaign.orders")
def test_squadrons_out_of_sight_sail_on_by_their_orders():
    game = chart(
        BRITISH,
        squadron("superb", "Superb", at=(100, 500)),
        french(119),
        wind="N",
        days=[(4, 3)] * 4,
        dice={"sailing superb": (1,) * 9},
    )
    order(game, fleet="stay", superb="E 60", linois="stay")
    assert game.state.scale == "sighting"
    assert refusal(game, "superb", "stay") == "APM.campaign.orders"
    order(game, fleet="stay", linois="stay")
    assert at(game, "superb") == (107 + 1, 500)


@pytest.mark.clause("APM.campaign.sighting-chart", "APM.campaign.orders")
def test_at_the_first_turn_of_a_day_all_squadrons_are_asked_again():
    game = chart(BRITISH, squadron("superb", "Superb", at=(100, 500)), french(119), wind="N")
    order(game, fleet="stay", linois="stay", superb="stay")
    while game.state.minutes <= DAY:
        assert (refusal(game, "superb", "stay") == "") == (game.state.scale == "chart")
        order(game, fleet="stay", linois="stay")
    assert game.state.scale == "sighting"
    assert refusal(game, "superb", "stay") == ""
    order(game, fleet="stay", linois="stay", superb="stay")
    assert refusal(game, "superb", "stay") == "APM.campaign.orders"


# "APM.campaign.orders"


@pytest.mark.clause("APM.campaign.orders")
def test_orders_are_disclosed_together_and_only_places_become_known():
    game = chart(BRITISH, french(500, 300, "Desaix", "Muiron"), wind="N")
    first, second = game.decisions
    game.submit(first.id, {"squadrons": {"fleet": "E 20, S 20"}})
    assert told(game, "Stands") == []
    assert game.turn == 1
    game.submit(second.id, {"squadrons": {"linois": "W 50"}})
    places = {event.squadron: (event.x, event.y) for event in told(game, "Stands")}
    assert places == {"Fleet": (120, 320), "Linois": (450, 300)}
    seen = known_chart(game.state, "french").squadron("fleet")
    assert seen is not None
    assert seen.pose.inches == (120, 320)
    assert seen.pose.heading == 0
    assert seen.legs == ()


@pytest.mark.clause("APM.campaign.orders", "APM.campaign.report")
def test_the_make_up_of_a_fleet_that_is_not_in_sight_stays_hidden():
    game = chart(BRITISH, french(500, 300, "Desaix", "Muiron"), wind="N")
    order(game, linois="detach muiron (S 30), W 50")
    seen = known_chart(game.state, "british")
    assert [s.id for s in seen.squadrons] == ["fleet", "linois", "linois-2"]
    assert [(s.ships, s.number) for s in seen.squadrons[1:]] == [((), -1), ((), -1)]
    assert seen.logs[2].water == 0
    text = " ".join(event.say() for event in game.view("british").events)
    assert "Muiron" not in text
    assert "W 50" not in text


@pytest.mark.clause("APM.campaign.orders")
def test_a_squadron_without_a_row_carries_on():
    game = chart(BRITISH, french(500), wind="N")
    order(game, fleet="E 200")
    order(game)
    assert at(game, "fleet") == (240, 300)
    order(game, fleet="stay")
    assert at(game, "fleet") == (240, 300)


@pytest.mark.clause("APM.campaign.orders")
def test_squadrons_part_and_join_again():
    game = chart(BRITISH, french(500), wind="N", days=[(4, 3)] * 5)
    order(game, fleet="detach spencer (S 20)")
    made = squadron_of(game, "fleet-2")
    assert at(game, "fleet-2") == (100, 320)
    order(game, fleet="E 10", fleet_2="join fleet")
    assert squadron_of(game, "fleet-2").ships == made.ships
    order(game, fleet="stay", fleet_2="stay")
    assert game.state.chart.squadron("fleet-2") is not None
    game = chart(BRITISH, french(500), wind="W", days=[(4, 3)] * 5)
    order(game, fleet="detach spencer (S 20)")
    order(game, fleet="S 20, join fleet-2")
    assert game.state.chart.squadron("fleet") is None
    assert len(squadron_of(game, "fleet-2").ships) == 2


@pytest.mark.clause("APM.campaign.orders")
@pytest.mark.parametrize(
    "row",
    [
        "sideways",
        "SW",
        "SW forty",
        "SW 0",
        "SW -3",
        "SW nan",
        "SW 99999",
        "361 10",
        "SW 10,",
        "stay, SW 10",
        "SW 10, stay",
        "to nowhere",
        "join linois",
        "join fleet",
        "detach desaix",
        "detach caesar spencer",
        "detach caesar caesar",
        "detach caesar (detach spencer)",
        "detach caesar (tow spencer by caesar)",
        "tow spencer by caesar, sw",
        "repair sails",
        "SW 10, carry on",
        ", ".join(["E 1"] * 30),
    ],
)
def test_a_row_that_cannot_be_carried_out_is_refused_with_its_reason(row: str):
    game = chart(BRITISH, french(500), wind="N")
    assert refusal(game, "fleet", row) == "APM.campaign.orders"


@pytest.mark.clause("APM.campaign.orders")
def test_only_ones_own_squadrons_are_ordered():
    game = chart(BRITISH, french(500), wind="N")
    decision = next(d for d in game.decisions if d.seat == "british")
    for id in ("linois", "nobody", ""):
        problem = decision.complaint(decision.kinds[0](squadrons={id: "stay"}))
        assert problem is not None
        assert problem.clause == "APM.campaign.orders"


def test_orders_are_read_and_written_on_one_line():
    from weathergage_as_per_margin.campaign.orders import ChartOrders

    line = "fleet: detach thames (S 20), SW 40; superb: stay"
    data = ChartOrders.read(line)
    assert data is not None
    assert ChartOrders(**data).write() == line
    assert ChartOrders.read("carry on") == {"squadrons": {}}
    assert ChartOrders.read("what now") is None
    with pytest.raises(ValueError, match="begin"):
        ChartOrders.read("fleet: stay; superb")


def test_a_chart_survives_as_data():
    game = chart(BRITISH, french(119), wind="N")
    order(game, fleet="detach spencer (W 10), stay", linois="stay")
    found = chart_of(game)
    again = Chart.restored(found.plain())
    assert again.plain() == found.plain()
    assert again.squadrons[0].pose == found.squadrons[0].pose


@pytest.mark.clause("APM.campaign.orders", "APM.campaign.report")
@pytest.mark.parametrize(
    ("one_way", "other_way"),
    [
        ("detach muiron (S 30), W 50", "detach desaix (S 30), W 50"),
        ("E 20, W 20", "stay"),
        ("W 60, E 100", "W 60"),
        ("tow muiron by desaix, stay", "stay"),
    ],
)
def test_nothing_that_a_side_can_reach_tells_what_or_how_an_enemy_far_off_sails(
    one_way: str, other_way: str
):
    reached = []
    for row in (one_way, other_way):
        enemy = french(400, 300, "Desaix", "Muiron", "Formidable")
        game = chart(BRITISH, enemy, wind="N", days=[(4, 2)] * 3)
        order(game, linois=row)
        reached.append(reachable(game, "british", svg=False))
    assert reached[0] == reached[1]
