from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
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
)

import weathergage as wg
from weathergage_as_per_margin.campaign.chart import Leg
from weathergage_as_per_margin.campaign.sailing import Track, intervals, run, slowest
from weathergage_as_per_margin.state import MarginState

FLEET = squadron("fleet", "Caesar", "Spencer", at=(300, 300))
SINGLE = squadron("thames", ("Thames", 32), at=(300, 300))

STORMY = [{"from": "01-01", "to": "12-31", "kind": "stormy"}]


def gone(game, id: str) -> float:  # type: ignore[no-untyped-def]
    """Miles from the start, for squadrons that began at (300, 300)."""
    x, y = at(game, id)
    return round(((x - 300) ** 2 + (y - 300) ** 2) ** 0.5, 1)


# "APM.campaign.daily", "APM.wind-speed.extra-die"


@pytest.mark.clause("APM.campaign.daily")
def test_a_fleets_longest_day_is_120_miles():
    game = chart(FLEET, FAR, days=[(6, 6)] * 2)
    order(game, fleet="E 290")
    assert gone(game, "fleet") == 120


@pytest.mark.clause("APM.campaign.daily", "APM.wind-speed.extra-die")
def test_a_single_ships_longest_day_is_180_miles():
    game = chart(SINGLE, FAR, days=[(6, 6)] * 2, dice={"sailing thames": (6,)})
    order(game, thames="E 290")
    assert gone(game, "thames") == 180


@pytest.mark.clause("APM.campaign.daily", "APM.wind-speed.extra-die")
def test_the_extra_die_belongs_to_undamaged_ships_alone():
    def rigging(state: MarginState) -> None:
        damage(state, "thames", upper=2)

    game = chart(SINGLE, FAR, days=[(6, 6)] * 2, arrange=rigging)
    order(game, thames="E 290")
    assert gone(game, "thames") == 60
    assert not [e for e in told(game, "Rolled") if e.clause == "APM.wind-speed.extra-die"]


@pytest.mark.clause("APM.campaign.daily", "APM.campaign.orders")
def test_the_extra_die_is_thrown_only_for_a_course_that_needs_it_and_in_secret():
    game = chart(SINGLE, FAR, days=[(4, 3)] * 3, dice={"sailing thames": (2,)})
    order(game, thames="E 70")
    own = [e for e in told(game, "Rolled") if e.clause == "APM.wind-speed.extra-die"]
    assert own == []
    order(game, thames="E 120")
    assert at(game, "thames") == (300 + 70 + 90, 300)
    assert [
        e for e in told(game, "Rolled", seat="british") if e.clause == "APM.wind-speed.extra-die"
    ]
    hidden = game.view("french").events
    assert not [e for e in hidden if getattr(e, "clause", "") == "APM.wind-speed.extra-die"]


# "APM.campaign.weekly"


@pytest.mark.clause("APM.campaign.weekly")
def test_a_weeks_intervals_are_seventy_miles():
    week = {"weekly": True}
    game = chart(FLEET, FAR, days=[(4, 3)], options=week, width=2000)
    order(game, fleet="E 1000")
    assert gone(game, "fleet") == 490


@pytest.mark.clause("APM.campaign.weekly")
def test_a_fleets_longest_week_is_840_miles_and_a_single_ships_1260():
    week = {"weekly": True}
    game = chart(FLEET, FAR, days=[(6, 6)] * 2, options=week, width=2000)
    order(game, fleet="E 1600")
    assert gone(game, "fleet") == 840
    game = chart(
        SINGLE,
        FAR,
        days=[(6, 6)] * 2,
        options=week,
        width=2000,
        dice={"sailing thames": (6,)},
    )
    order(game, thames="E 1600")
    assert gone(game, "thames") == 1260


# "APM.campaign.course"


@pytest.mark.clause("APM.campaign.course")
def test_a_course_with_a_beat_is_no_longer_than_the_beat_allows():
    game = chart(FLEET, FAR, days=[(6, 3)] * 2, wind="N")
    order(game, fleet="NE 10, S 200")
    x, y = at(game, "fleet")
    assert x == pytest.approx(307.07, abs=0.01)
    assert y == pytest.approx(292.93 + 50, abs=0.01)


@pytest.mark.clause("APM.campaign.course")
def test_a_course_without_a_leg_to_windward_has_the_whole_total():
    game = chart(FLEET, FAR, days=[(6, 3)] * 2, wind="N")
    order(game, fleet="E 40, S 200")
    assert at(game, "fleet") == (340, 350)


@pytest.mark.clause("APM.campaign.course")
def test_a_beat_that_comes_too_late_is_left_for_the_next_turn():
    game = chart(FLEET, FAR, days=[(6, 3), (6, 3), (6, 3)], wind="N")
    order(game, fleet="S 70, NE 30")
    assert at(game, "fleet") == (300, 370)
    order(game)
    x, _ = at(game, "fleet")
    assert x == pytest.approx(321.21, abs=0.01)


@pytest.mark.clause("APM.campaign.course")
def test_damaged_ships_have_the_higher_die_free_and_the_lower_beating():
    def rigging(state: MarginState) -> None:
        damage(state, "spencer", upper=4)

    game = chart(FLEET, FAR, days=[(5, 2)] * 3, wind="N", arrange=rigging)
    assert slowest(game.state, squadron_of(game, "fleet")) == "damaged"
    order(game, fleet="S 200")
    assert gone(game, "fleet") == 50
    order(game, fleet="SE 1, NE 60")
    assert told(game, "Sailed")[-1].miles == 20


@pytest.mark.clause("APM.campaign.course", "APM.wind-speed.beating")
def test_no_leg_leads_nearer_to_the_wind_than_ships_sail():
    game = chart(FLEET, FAR, wind="N")
    assert refusal(game, "fleet", "NNE 10") == "APM.wind-speed.beating"
    assert refusal(game, "fleet", "NE 10") == ""
    game = chart(FLEET, FAR, wind="N", options={"beating": "within-45"})
    assert refusal(game, "fleet", "NNE 10") == ""


legs = st.lists(
    st.tuples(st.integers(0, 35999), st.integers(1, 200_000)).map(lambda leg: Leg(*leg)),
    min_size=1,
    max_size=5,
)


@pytest.mark.clause("APM.campaign.course")
@given(
    legs,
    st.sampled_from(range(0, 360, 45)),
    st.integers(0, 120_000),
    st.integers(0, 120_000),
    st.booleans(),
)
def test_what_is_sailed_and_what_is_left_are_the_course(
    course: list[Leg], wind: int, one_way: int, other_way: int, within_45: bool
):
    free, beating = max(one_way, other_way), min(one_way, other_way)
    found = run(wind, course, free, beating, within_45)
    made = sum(leg.miles for leg in found.sailed)
    assert made <= free
    assert made + sum(leg.miles for leg in found.left) == sum(leg.miles for leg in course)


@given(legs, st.floats(0, 1))
def test_a_track_begins_and_ends_where_it_should_at_an_even_speed(course: list[Leg], share: float):
    from weathergage import FreePose

    track = Track(FreePose(5, 7, 0), course)
    assert track.pose(0)[:2] == (5, 7)
    assert track.pose(1) == track.points[-1]
    x, y = track.place(share)
    later_x, later_y = track.place(min(1, share + 0.01))
    reach = track.length * 0.01 + 1
    assert abs(later_x - x) <= reach
    assert abs(later_y - y) <= reach


# Coasts and ports


COAST = [{"name": "coast", "outline": [[340, 200], [360, 200], [360, 330], [340, 330]]}]


@pytest.mark.clause("APM.campaign.orders")
def test_nobody_sails_over_land_or_off_the_chart():
    game = chart(FLEET, FAR, land=COAST, wind="N")
    assert refusal(game, "fleet", "E 100") == "APM.campaign.orders"
    assert refusal(game, "fleet", "E 39") == ""
    assert refusal(game, "fleet", "W 301") == "APM.campaign.orders"
    assert refusal(game, "fleet", "S 40, E 50, NE 20") == ""


@pytest.mark.clause("APM.campaign.orders", "APM.campaign.course")
def test_a_squadron_finds_its_way_to_a_port_round_the_land_and_against_the_wind():
    ports = [port("haven", (380, 300), side="british")]
    game = chart(FLEET, FAR, land=COAST, ports=ports, wind="E", days=[(5, 4)] * 9)
    turns = 0
    order(game, fleet="to haven")
    while not squadron_of(game, "fleet").place:
        order(game)
        turns += 1
        assert turns < 8
    assert at(game, "fleet") == (380, 300)
    assert squadron_of(game, "fleet").place == "haven"


@pytest.mark.clause("APM.campaign.orders")
def test_an_enemys_port_is_closed_and_a_port_is_entered_only_when_one_sails_to_it():
    ports = [port("haven", (300, 320)), port("nest", (300, 280), side="french")]
    game = chart(FLEET, FAR, ports=ports, wind="W")
    assert refusal(game, "fleet", "to nest") == "APM.campaign.orders"
    order(game, fleet="S 20")
    assert squadron_of(game, "fleet").place == ""
    order(game, fleet="to haven")
    assert squadron_of(game, "fleet").place == "haven"
    assert refusal(game, "fleet", "to haven") == "APM.campaign.orders"


# "APM.campaign.storm"


@pytest.mark.clause("APM.campaign.storm")
def test_a_storm_leaves_ships_in_port_and_harbour_alone_and_asks_nobody():
    ports = [port("haven", (300, 320)), port("bay", (300, 280), kind="harbour")]
    game = chart(
        FLEET,
        squadron("safe", "Superb", port="haven"),
        squadron("lee", "Hannibal", port="bay"),
        FAR,
        ports=ports,
        seasons=STORMY,
        days=[(6, 6), (4, 3)],
    )
    assert game.turn == 2
    assert at(game, "fleet") == (370, 300)
    assert at(game, "safe") == (300, 320)
    assert at(game, "lee") == (300, 280)


@pytest.mark.clause("APM.campaign.storm", "APM.campaign.aground", "APM.campaign.refloat")
def test_land_to_leeward_is_a_grounding_by_the_dice_of_the_rate():
    game = chart(
        FLEET,
        FAR,
        land=COAST,
        seasons=STORMY,
        days=[(6, 6), (4, 3), (4, 3), (4, 3)],
        dice={
            "grounding caesar": (1, 4, 5, 6),
            "grounding spencer": (3, 3, 2, 1),
            "refloat caesar": (2, 6),
            "refloat spencer": (6,),
        },
    )
    assert at(game, "fleet") == (340, 300)
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    assert caesar.aground
    assert spencer.aground
    assert (caesar.mast_boxes, caesar.guns, caesar.hull) == (7, 7, 7)
    assert (spencer.mast_boxes, spencer.guns, spencer.hull) == (8, 8, 8)
    assert refusal(game, "fleet", "N 10") == "APM.campaign.refloat"
    order(game, fleet="refloat")
    assert (caesar := one(game, "caesar")).aground
    assert not one(game, "spencer").aground
    order(game, fleet="refloat")
    assert not one(game, "caesar").aground
    order(game, fleet="N 10")
    assert at(game, "fleet") == (340, 290)


@pytest.mark.clause("APM.campaign.refloat")
def test_a_one_breaks_a_stranded_ship_up():
    def stranded(state: MarginState) -> None:
        state.ships[0].aground = True

    game = chart(FLEET, FAR, arrange=stranded, dice={"refloat caesar": (1,)})
    order(game, fleet="refloat")
    assert one(game, "caesar").gone == "broken up"
    assert squadron_of(game, "fleet").ships == (1,)


class Pilots:
    """A coast that takes two dice less from every ship, and gives her up more readily."""

    @wg.hookimpl
    def modifiers(self, game: Any, about: str) -> list[wg.Modifier]:
        by = {"grounding dice": -2, "refloat": 1}.get(about, 0)
        return [wg.Modifier("pilots", by, "APM.campaign.aground")] if by else []


@pytest.mark.clause("APM.campaign.aground", "APM.campaign.refloat")
def test_house_rules_have_their_say_on_the_chart_as_on_the_table():
    game = chart(
        FLEET,
        FAR,
        land=COAST,
        seasons=STORMY,
        days=[(6, 6), (4, 3)],
        dice={"grounding caesar": (6, 6, 5, 5), "refloat caesar": (5,), "refloat spencer": (1,)},
        house=[wg.HouseRule("pilots", "as-per-margin", "Pilots", Pilots())],
    )
    assert (one(game, "caesar").mast_boxes, one(game, "caesar").guns) == (6, 8)
    order(game, fleet="refloat")
    assert not one(game, "caesar").aground
    assert one(game, "spencer").aground
    assert one(game, "spencer").gone == "elsewhere"


@pytest.mark.clause("APM.campaign.storm")
def test_a_storm_drives_the_consorts_of_a_ship_aground_and_leaves_her():
    def strand(state):
        state.ships[0].aground = True

    fleet = squadron("fleet", "Caesar", "Spencer", at=(300, 300))
    game = chart(fleet, FAR, seasons=STORMY, days=[(6, 6), (4, 3)], arrange=strand)
    assert at(game, "fleet") == (370, 300)
    assert squadron_of(game, "fleet").ships == (one(game, "spencer").n,)
    assert at(game, "fleet-2") == (300, 300)
    assert squadron_of(game, "fleet-2").ships == (one(game, "caesar").n,)


@pytest.mark.clause("APM.campaign.storm")
def test_at_the_edge_of_the_chart_a_storm_has_sea_room_enough():
    fleet = squadron("fleet", "Caesar", at=(580, 300))
    far = squadron("far", "Desaix", at=(5, 590), side="french")
    game = chart(fleet, far, seasons=STORMY, days=[(6, 6), (4, 3)])
    x, y = at(game, "fleet")
    assert x == pytest.approx(600, abs=0.01)
    assert y == 300
    assert not one(game, "caesar").aground


@pytest.mark.clause("APM.campaign.storm")
def test_short_of_a_storm_there_is_no_least_distance():
    game = chart(FLEET, FAR, days=[(6, 6)] * 2)
    order(game, fleet="E 1")
    assert at(game, "fleet") == (301, 300)


# "APM.campaign.towing"


def crippled(state: MarginState) -> None:
    """Take the Spencer's masts away."""
    damage(state, "spencer", upper=4, lower=4)


def in_tow(state: MarginState) -> None:
    """The same, in tow of the Caesar."""
    crippled(state)
    assert state.chart is not None
    state.chart.logs[1].tow = 0


@pytest.mark.clause("APM.campaign.towing")
def test_a_dismasted_ship_holds_her_squadron_up_until_she_is_towed_as_a_damaged_one():
    game = chart(FLEET, FAR, arrange=crippled, days=[(5, 2)] * 3)
    order(game, fleet="E 100")
    assert at(game, "fleet") == (300, 300)
    order(game, fleet="tow spencer by caesar, E 100")
    assert log_of(game, "spencer").tow == one(game, "caesar").n
    assert at(game, "fleet") == (350, 300)
    assert intervals(game.state, "damaged", True) == 2


@pytest.mark.clause("APM.campaign.towing")
def test_a_score_over_ten_casts_a_tow_adrift_and_her_die_is_hull_boxes():
    game = chart(FLEET, FAR, arrange=in_tow, days=[(6, 5), (4, 3)], dice={"adrift spencer": (3,)})
    assert one(game, "spencer").hull == 5
    assert log_of(game, "spencer").tow == -1
    assert squadron_of(game, "fleet-2").ships == (one(game, "spencer").n,)
    order(game, fleet="E 100")
    assert at(game, "fleet") == (400, 300)
    assert at(game, "fleet-2") == (300, 300)


@pytest.mark.clause("APM.campaign.towing")
def test_a_score_of_ten_parts_no_tow():
    game = chart(FLEET, FAR, arrange=in_tow, days=[(6, 4)])
    assert log_of(game, "spencer").tow == 0
    assert one(game, "spencer").hull == 8


@pytest.mark.clause("APM.campaign.towing")
def test_a_ship_with_three_hull_boxes_is_lost_by_a_four():
    def weak(state: MarginState) -> None:
        in_tow(state)
        damage(state, "spencer", hull=5)

    game = chart(FLEET, FAR, arrange=weak, days=[(6, 5)], dice={"adrift spencer": (4,)})
    assert one(game, "spencer").gone == "sunk"
    assert squadron_of(game, "fleet").ships == (one(game, "caesar").n,)


@pytest.mark.clause("APM.campaign.towing")
def test_who_may_tow_whom():
    trio = squadron("fleet", "Caesar", "Spencer", "Superb", at=(300, 300))
    game = chart(trio, FAR, arrange=in_tow)
    for row in (
        "tow spencer by superb",
        "tow superb by caesar",
        "tow superb by spencer",
        "tow superb by superb",
        "tow superb by desaix",
        "cast off caesar",
        "cast off spencer, tow superb by spencer",
    ):
        assert refusal(game, "fleet", row) == "APM.campaign.towing", row
    assert refusal(game, "fleet", "cast off spencer, tow spencer by superb, E 10") == ""
    order(game, fleet="cast off spencer, tow spencer by superb, E 10")
    assert log_of(game, "spencer").tow == one(game, "superb").n


@pytest.mark.clause("APM.campaign.towing")
def test_a_tow_ends_in_port_and_when_the_two_part():
    ports = [port("haven", (300, 320))]
    game = chart(FLEET, FAR, ports=ports, arrange=in_tow, wind="W")
    order(game, fleet="to haven")
    assert log_of(game, "spencer").tow == -1
    assert refusal(game, "fleet", "tow spencer by caesar") == "APM.campaign.towing"
    game = chart(FLEET, FAR, arrange=in_tow)
    order(game, fleet="detach caesar")
    assert log_of(game, "spencer").tow == -1
    assert chart_of(game).squadron("fleet-2") is not None
