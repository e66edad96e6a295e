from __future__ import annotations

from datetime import date

import pytest
from sea_chart import (
    FAR,
    at,
    chart,
    chart_of,
    damage,
    log_of,
    one,
    order,
    port,
    refusal,
    squadron,
    squadron_of,
    told,
    wait,
)

from weathergage_as_per_margin.campaign.stores import months_after
from weathergage_as_per_margin.state import MarginState

GIBRALTAR = port("gibraltar", (300, 300), side="british")
BAY = port("bay", (300, 300), kind="harbour", water=True)
BARE = port("bay", (300, 300), kind="harbour")

IN_PORT = squadron("fleet", "Caesar", port="gibraltar")
IN_BAY = squadron("fleet", "Caesar", port="bay")
AT_SEA = squadron("fleet", "Caesar", at=(100, 100))

TOULON = port("toulon", (580, 580), side="french")
SAFE = squadron("far", "Desaix", port="toulon", side="french")

LOW = {"water": 10, "provisions": 20}
"""Stores at the start of which something can be seen to change."""


def hurt(**lines: int):  # type: ignore[no-untyped-def]
    """Take boxes off the Caesar, in an action that ended just now."""

    def arrange(state: MarginState) -> None:
        damage(state, "caesar", **lines)
        assert state.chart is not None
        state.chart.logs[0].mend_at = 1440.0

    return arrange


def lost(game, id: str = "caesar") -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
    """Mast, gun and hull boxes that a ship lacks."""
    ship = one(game, id)
    built = ship.card.boxes
    return (
        built.upper + built.lower - ship.mast_boxes,
        built.guns - ship.guns,
        built.hull - ship.hull,
    )


# "APM.campaign.repairs"


@pytest.mark.clause("APM.campaign.repairs")
def test_the_first_day_after_an_action_mends_a_box_of_each_kind_and_the_second_nothing():
    game = chart(AT_SEA, FAR, arrange=hurt(upper=4, lower=1, port=2))
    assert lost(game) == (5, 2, 0)
    wait(game)
    assert lost(game) == (4, 1, 0)
    wait(game)
    assert lost(game) == (4, 1, 0)


@pytest.mark.clause("APM.campaign.repairs", "APM.ships.mast-states")
def test_a_dismasted_ship_is_jury_rigged_on_the_first_day_and_sails_as_damaged():
    game = chart(AT_SEA, FAR, arrange=hurt(upper=4, lower=4), days=[(5, 2)] * 9, wind="N")
    order(game, fleet="S 100")
    assert at(game, "fleet") == (100, 100)
    assert one(game, "caesar").masts == "damaged"
    order(game, fleet="S 100")
    assert at(game, "fleet") == (100, 150)


@pytest.mark.clause("APM.campaign.repairs")
def test_there_are_no_emergency_repairs_before_a_day_has_passed_nor_in_port():
    game = chart(AT_SEA, FAR, arrange=hurt(port=2, starboard=1))
    chart_of(game).logs[0].mend_at = 2000.0
    wait(game)
    assert lost(game) == (0, 3, 0)
    wait(game)
    assert lost(game) == (0, 2, 0)
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], arrange=hurt(port=2, hull=2))
    wait(game)
    assert lost(game) == (0, 1, 2)


@pytest.mark.clause("APM.campaign.repairs")
def test_a_ship_that_is_a_whole_day_at_sea_before_she_makes_port_has_mended_on_her_way():
    game = chart(
        squadron("fleet", "Caesar", at=(300, 310)),
        FAR,
        ports=[GIBRALTAR],
        arrange=hurt(upper=3, port=2, hull=1),
    )
    order(game, fleet="to gibraltar")
    assert squadron_of(game, "fleet").place == "gibraltar"
    assert lost(game) == (2, 1, 0)
    wait(game)
    assert sum(lost(game)) == 2


# "APM.campaign.repairs-port"


@pytest.mark.clause("APM.campaign.repairs-port")
def test_eleven_boxes_take_eleven_days_in_port():
    game = chart(
        IN_PORT, FAR, ports=[GIBRALTAR], arrange=hurt(upper=4, port=3, starboard=1, hull=3)
    )
    assert sum(lost(game)) == 11
    for day in range(1, 12):
        wait(game)
        assert sum(lost(game)) == 11 - day
    assert lost(game) == (0, 0, 0)


@pytest.mark.clause("APM.campaign.repairs-port", "APM.campaign.victualling")
def test_a_week_in_port_mends_seven_boxes_and_victuals_at_once():
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], arrange=hurt(upper=4, lower=4), stores=LOW)
    wait(game, 7)
    assert lost(game) == (1, 0, 0)
    assert log_of(game, "caesar").provisions > 360


@pytest.mark.clause("APM.campaign.repairs-port")
def test_what_is_mended_first_is_the_admirals_choice():
    game = chart(
        IN_PORT, FAR, ports=[GIBRALTAR], arrange=hurt(upper=1, port=1, starboard=1, hull=1)
    )
    order(game, fleet="repair guns hull")
    wait(game)
    assert lost(game) == (1, 0, 1)
    wait(game)
    assert lost(game) == (1, 0, 0)
    wait(game)
    assert lost(game) == (0, 0, 0)


@pytest.mark.clause("APM.campaign.repairs-port", "APM.ships.mast-states")
def test_mast_boxes_come_back_to_the_lower_line_first():
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], arrange=hurt(upper=4, lower=1))
    wait(game)
    assert (one(game, "caesar").upper, one(game, "caesar").lower) == (0, 4)
    wait(game)
    assert (one(game, "caesar").upper, one(game, "caesar").lower) == (1, 4)


@pytest.mark.clause("APM.campaign.repairs-port")
def test_nothing_more_than_emergencies_is_mended_at_sea_or_in_a_harbour():
    game = chart(IN_BAY, FAR, ports=[BAY], arrange=hurt(port=4))
    wait(game, 5)
    assert lost(game) == (0, 3, 0)
    assert refusal(game, "fleet", "repair") == "APM.campaign.repairs-port"


# "APM.campaign.victualling"


@pytest.mark.clause("APM.campaign.victualling")
def test_stores_taken_in_on_the_first_of_march_last_to_june_and_to_the_next_march():
    assert months_after(date(1801, 3, 1), 3) == date(1801, 6, 1)
    assert months_after(date(1801, 3, 1), 12) == date(1802, 3, 1)
    assert months_after(date(1801, 11, 30), 3) == date(1802, 2, 28)
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], stores=LOW, start="1801-02-22")
    wait(game, 7)
    supplied = {event.what: event.until for event in told(game, "Supplied")}
    assert supplied["provisions"] == "1802-03-01"
    assert log_of(game, "caesar").water == 7 + 92
    assert log_of(game, "caesar").provisions == 7 + 365


@pytest.mark.clause("APM.campaign.victualling", "APM.campaign.water")
def test_four_days_in_port_give_water_and_no_provisions():
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], stores=LOW)
    wait(game, 4)
    assert log_of(game, "caesar").provisions == 20
    assert log_of(game, "caesar").water > 90


@pytest.mark.clause("APM.campaign.victualling")
def test_a_week_of_victualling_is_one_stretch():
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], stores=LOW)
    wait(game, 6)
    order(game, fleet="S 10")
    order(game, fleet="to gibraltar")
    assert squadron_of(game, "fleet").place == "gibraltar"
    wait(game, 6)
    assert log_of(game, "caesar").provisions == 20
    wait(game)
    assert log_of(game, "caesar").provisions > 360


@pytest.mark.clause("APM.campaign.victualling", "APM.campaign.orders")
def test_one_victuals_in_a_port_only():
    assert refusal(chart(AT_SEA, FAR), "fleet", "victual") == "APM.campaign.victualling"
    game = chart(IN_BAY, FAR, ports=[BAY])
    assert refusal(game, "fleet", "victual") == "APM.campaign.victualling"
    assert refusal(game, "fleet", "water") == ""
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR])
    assert refusal(game, "fleet", "victual") == refusal(game, "fleet", "water") == ""


# "APM.campaign.water"


@pytest.mark.clause("APM.campaign.water")
def test_a_day_in_port_gives_water_for_three_months():
    game = chart(IN_PORT, FAR, ports=[GIBRALTAR], stores=LOW)
    wait(game)
    assert log_of(game, "caesar").water == 1 + 92  # from 2 March to 2 June


@pytest.mark.clause("APM.campaign.water")
def test_a_wooded_bay_gives_water_after_a_week_and_not_after_six_days():
    game = chart(IN_BAY, FAR, ports=[BAY], stores=LOW)
    wait(game, 6)
    assert log_of(game, "caesar").water == 10
    wait(game)
    assert log_of(game, "caesar").water > 90
    assert log_of(game, "caesar").provisions == 20


@pytest.mark.clause("APM.campaign.water")
def test_a_bay_without_wood_and_water_gives_none():
    game = chart(IN_BAY, FAR, ports=[BARE], stores=LOW)
    assert refusal(game, "fleet", "water") == "APM.campaign.water"
    wait(game, 9)
    assert log_of(game, "caesar").water == 10


@pytest.mark.clause("APM.campaign.water", "APM.campaign.daily")
def test_only_whole_days_in_port_count():
    game = chart(squadron("fleet", "Caesar", at=(300, 310)), FAR, ports=[GIBRALTAR], stores=LOW)
    order(game, fleet="to gibraltar")
    assert squadron_of(game, "fleet").place == "gibraltar"
    assert log_of(game, "caesar").water == 10
    wait(game)
    assert log_of(game, "caesar").water > 90


# "APM.campaign.starvation"


@pytest.mark.clause("APM.campaign.starvation")
@pytest.mark.parametrize(("guns", "days"), [(74, 8), (24, 2), (100, 12)])
def test_without_provisions_a_ship_loses_a_gun_box_a_day_and_is_lost_with_the_last(
    guns: int, days: int
):
    fleet = squadron("fleet", ("Caesar", guns), ("Plymouth", 100), at=(100, 100))
    game = chart(fleet, SAFE, ports=[TOULON], stores={"water": 90, "provisions": 0})
    built = one(game, "caesar").card.boxes.guns
    assert built == days
    for day in range(1, days):
        wait(game)
        assert one(game, "caesar").guns == built - day
    assert one(game, "caesar").gone == "elsewhere"
    wait(game)
    assert one(game, "caesar").gone == "starved"
    found = chart_of(game).squadron("fleet")
    assert found is None or one(game, "caesar").n not in found.ships


@pytest.mark.clause("APM.campaign.starvation")
def test_want_of_water_alone_counts_and_both_wants_cost_one_box_a_day():
    game = chart(AT_SEA, FAR, stores={"water": 2, "provisions": 4})
    guns = []
    for _ in range(6):
        wait(game)
        guns.append(one(game, "caesar").guns)
    assert guns == [8, 8, 7, 6, 5, 4]
    assert [event.what for event in told(game, "Starved", seat="british")] == [
        "water",
        "water",
        "provisions",
        "provisions",
    ]


@pytest.mark.clause("APM.campaign.starvation", "APM.campaign.repairs-port")
def test_nobody_starves_in_port_and_the_boxes_come_back_there():
    game = chart(
        squadron("fleet", "Caesar", at=(300, 310)),
        FAR,
        ports=[GIBRALTAR],
        stores={"water": 0, "provisions": 0},
    )
    order(game, fleet="stay")
    order(game, fleet="to gibraltar")
    assert one(game, "caesar").guns == 7
    wait(game)
    assert one(game, "caesar").guns == 8
    wait(game, 3)
    assert one(game, "caesar").guns == 8


@pytest.mark.clause("APM.campaign.starvation", "APM.campaign.orders")
def test_a_side_does_not_learn_what_the_enemy_lacks():
    game = chart(AT_SEA, FAR, stores={"water": 0, "provisions": 0})
    wait(game, 2)
    assert {event.ship for event in told(game, "Starved", seat="british")} == {"Caesar"}


# "APM.campaign.weekly"


@pytest.mark.clause("APM.campaign.weekly", "APM.campaign.repairs-port", "APM.campaign.starvation")
def test_in_a_weekly_turn_stores_and_repairs_go_by_days():
    game = chart(
        IN_PORT,
        squadron("hungry", "Spencer", at=(100, 100)),
        FAR,
        ports=[GIBRALTAR],
        arrange=hurt(upper=4, lower=4),
        stores={"water": 90, "provisions": 3},
        options={"weekly": True},
    )
    wait(game)
    assert game.state.minutes == 7 * 1440
    assert lost(game) == (1, 0, 0)
    assert log_of(game, "caesar").provisions > 360
    assert one(game, "spencer").guns == 8 - 4


@pytest.mark.clause("APM.campaign.weekly", "APM.campaign.starvation", "APM.campaign.repairs")
def test_of_a_week_that_ends_in_port_the_days_before_were_spent_at_sea():
    game = chart(
        squadron("fleet", "Caesar", at=(300, 310)),
        FAR,
        ports=[GIBRALTAR],
        arrange=hurt(hull=2),
        stores={"water": 90, "provisions": 3},
        options={"weekly": True},
    )
    order(game, fleet="to gibraltar")
    assert squadron_of(game, "fleet").place == "gibraltar"
    assert lost(game) == (0, 3, 1)  # the fourth to the sixth day, the seventh made port


@pytest.mark.clause("APM.campaign.victualling", "APM.campaign.water")
def test_who_joins_others_in_port_has_lain_there_no_longer_than_she_has():
    game = chart(
        squadron("fleet", "Caesar", port="gibraltar"),
        squadron("late", "Spencer", port="gibraltar"),
        FAR,
        ports=[GIBRALTAR],
        arrange=lambda state: came_in(state, "late", 150.0),
        stores=LOW,
    )
    order(game, late="join fleet")
    assert log_of(game, "caesar").port_days == 1
    assert log_of(game, "spencer").port_days == 0
    assert log_of(game, "spencer").water == 10
    wait(game)
    assert log_of(game, "spencer").port_days == 1


def came_in(state: MarginState, id: str, minutes: float) -> None:
    """Say that a squadron has lain in its port only since then."""
    assert state.chart is not None
    found = state.chart.squadron(id)
    assert found is not None
    found.since = minutes
