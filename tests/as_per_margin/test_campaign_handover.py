from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sea_chart import (
    at,
    chart,
    chart_of,
    damage,
    log_of,
    one,
    order,
    port,
    squadron,
    squadron_of,
    told,
)

import weathergage as wg
from weathergage_as_per_margin.boat_orders import Lower
from weathergage_as_per_margin.campaign import aims, handover
from weathergage_as_per_margin.clock import DAWN, DAY, DUSK
from weathergage_as_per_margin.mustering import bad_lowering
from weathergage_as_per_margin.state import MarginState
from weathergage_as_per_margin.weather import blow

FLEET = squadron("fleet", "Caesar", "Spencer", at=(300, 300), heading="E")


def french(x: float, *ships: Any, y: float = 300) -> dict[str, Any]:
    """A French squadron at a point, heading west."""
    named = ships or ("Desaix", "Formidable")
    return squadron("linois", *named, at=(x, y), side="french", heading="W")


def met(
    *squadrons: dict[str, Any], arrange: Callable[[MarginState], None] | None = None, **more: Any
) -> wg.Game:
    """A game whose squadrons, a mile apart, have come to the table."""
    game = chart(*(squadrons or (FLEET, french(301))), wind="N", arrange=arrange, **more)
    stay(game)
    stay(game)
    return game


def stay(game: wg.Game) -> None:
    """One turn on a chart in which nobody moves."""
    order(game, **{s.id.replace("-", "_"): "stay" for s in chart_of(game).squadrons})


def end_battle(game: wg.Game, turns: int = 1) -> None:
    """What the end of a table turn does, without the turn."""
    game.state.battle_turn += turns
    handover.back_to_chart(game)


def put(game: wg.Game, id: str, x: float, y: float) -> None:
    """Put a ship on the table."""
    ship = one(game, id)
    ship.pose = wg.FreePose.at(x, y, ship.pose.degrees)


# "APM.campaign.to-table"


@pytest.mark.clause("APM.campaign.to-table", "APM.scale.distance")
def test_fleets_a_mile_apart_are_sixty_inches_apart_on_the_table():
    game = met()
    assert game.state.scale == "table"
    ours = [one(game, id).pose for id in ("caesar", "spencer")]
    theirs = [one(game, id).pose for id in ("desaix", "formidable")]
    middle = [(a.inches[0] + b.inches[0]) / 2 for a, b in (ours, theirs)]
    assert middle[1] - middle[0] == pytest.approx(60, abs=0.01)
    assert not any(ship.gone for ship in game.state.ships)


@pytest.mark.clause("APM.campaign.to-table")
def test_fleets_four_miles_apart_stay_on_the_sighting_chart():
    game = met(FLEET, french(304))
    assert game.state.scale == "sighting"
    assert all(ship.gone == "elsewhere" for ship in game.state.ships)


@pytest.mark.clause("APM.campaign.to-table")
def test_headings_places_and_the_wind_carry_over():
    game = met(FLEET, french(300.6, y=299.2))
    assert (one(game, "caesar").pose.degrees, one(game, "desaix").pose.degrees) == (90, 270)
    caesar, spencer = one(game, "caesar").pose, one(game, "spencer").pose
    assert caesar.inches[0] - spencer.inches[0] == pytest.approx(6, abs=0.01)
    assert one(game, "desaix").pose.inches[1] < caesar.inches[1]
    assert game.state.battle_turn == 1
    assert wg.point_name(game.state.wind) == "N"


@pytest.mark.clause("APM.campaign.to-table")
def test_squadrons_that_close_within_a_turn_stop_where_they_are_a_mile_apart():
    game = chart(FLEET, french(310), wind="N", days=[(4, 3)] * 4)
    order(game, fleet="stay", linois="stay")
    order(game, fleet="E 7", linois="W 7")
    assert chart_of(game).closing == () or game.state.scale == "sighting"
    apart = at(game, "linois")[0] - at(game, "fleet")[0]
    assert apart == pytest.approx(1, abs=0.2)
    assert game.state.minutes == 97
    assert game.state.scale == "table"


@pytest.mark.clause("APM.campaign.to-table")
def test_consorts_within_a_mile_come_along_and_others_hold_their_ground():
    near = squadron("near", "Superb", at=(299.5, 300))
    away = squadron("away", "Hannibal", at=(295, 300))
    game = met(FLEET, near, away, french(301))
    assert chart_of(game).engaged == ("fleet", "near", "linois")
    assert one(game, "superb").gone == ""
    assert one(game, "superb").independent
    assert one(game, "hannibal").gone == "elsewhere"


@pytest.mark.clause("APM.campaign.to-table")
def test_a_ship_aground_keeps_out_of_a_battle_and_her_consorts_do_not():
    def strand(state: MarginState) -> None:
        state.ships[0].aground = True

    game = met(arrange=strand)
    assert game.state.scale == "table"
    assert one(game, "caesar").gone == "elsewhere"
    assert one(game, "spencer").gone == ""
    end_battle(game)
    assert at(game, "fleet-2") == (300, 300)
    assert squadron_of(game, "fleet-2").ships == (one(game, "caesar").n,)


@pytest.mark.clause("APM.campaign.to-table")
def test_no_two_ships_are_put_down_in_one_another():
    many = [f"Ship{n}" for n in range(12)]
    crowd = [
        squadron("a", *many[:6], at=(300, 300)),
        squadron("b", *many[6:9], at=(300, 300)),
        squadron("c", *many[9:], at=(300.1, 300)),
        french(300.2, *[f"Enemy{n}" for n in range(30)]),
    ]
    game = met(*crowd)
    assert game.state.scale == "table"
    problems = game.rules.ruleset.invariants
    assert problems is None or not problems(game)
    for ship in game.state.ships:
        assert 0 < ship.pose.inches[0] < 150
        assert 0 < ship.pose.inches[1] < 150


@pytest.mark.clause("APM.campaign.to-table", "APM.fire.initial-broadside")
def test_every_battle_begins_with_loaded_broadsides():
    def fought(state: MarginState) -> None:
        state.ships[0].p = state.ships[0].s = False
        state.ships[0].lost_anchors = True
        damage(state, "spencer", port=4)

    game = met(arrange=fought)
    assert one(game, "caesar").p
    assert one(game, "caesar").s
    assert not one(game, "caesar").lost_anchors
    assert not one(game, "spencer").p
    assert one(game, "spencer").s


@pytest.mark.clause("APM.campaign.to-table")
def test_a_ship_without_guns_keeps_out_and_a_side_of_such_ships_is_taken():
    def disarmed(state: MarginState) -> None:
        damage(state, "desaix", port=4, starboard=4)

    game = met(arrange=disarmed)
    assert one(game, "desaix").gone == "elsewhere"
    assert one(game, "formidable").gone == ""

    def all_disarmed(state: MarginState) -> None:
        disarmed(state)
        damage(state, "formidable", port=4, starboard=4)

    game = met(arrange=all_disarmed)
    assert game.state.scale != "table"
    assert one(game, "desaix").side == one(game, "formidable").side == "british"
    assert len(squadron_of(game, "fleet").ships) == 4
    assert [event.ship for event in told(game, "PrizeManned")] == ["Desaix", "Formidable"]


# A battle that goes on into the night


@pytest.mark.clause("APM.cutting-out.visibility", "APM.campaign.visibility")
@pytest.mark.parametrize(
    ("minutes", "inches"),
    [
        (DUSK - 15, 0),
        (DUSK, 0),
        (DUSK + 0.5, 3),
        (DAY / 2, 3),
        (DAWN - 1, 3),
        (DAWN, 0),
        (DAY + DUSK, 0),
        (DAY + DUSK + 1.5, 3),
    ],
)
def test_a_campaigns_battle_is_by_night_from_six_to_six(minutes: float, inches: int):
    game = met(dice={"sight": (3,)})
    game.state.minutes = minutes
    blow(game)
    assert game.state.sight == inches
    assert [event.inches for event in told(game, "NightSight")] == ([3] if inches else [])


@pytest.mark.clause("APM.cutting-out.visibility")
def test_the_sight_of_a_night_in_battle_is_thrown_anew_each_turn_and_ends_at_dawn():
    game = met(dice={"sight": (3, 5)})
    seen = []
    for minutes in (DAWN - 30.0, DAWN - 15.0, DAWN):
        game.state.minutes = minutes
        blow(game)
        seen.append(game.state.sight)
    assert seen == [3, 5, 0]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_fleets_of_a_campaign_lose_sight_of_one_another():
    game = met(dice={"sight": (3,)})
    put(game, "desaix", one(game, "caesar").pose.inches[0] + 3, 75)
    put(game, "caesar", one(game, "caesar").pose.inches[0], 75)
    seen = game.view("british").table
    assert {ship.gone for ship in seen.ships} == {""}
    game.state.minutes = DUSK + 15.0
    blow(game)
    seen = game.rules.ruleset.view(game, "british")
    assert {ship.card.id for ship in seen.ships if not ship.gone} == {
        "caesar",
        "spencer",
        "desaix",
    }
    hidden = next(ship for ship in seen.ships if ship.card.id == "formidable")
    assert hidden.gone == "unseen"
    before = seen.plain()
    put(game, "formidable", 140, 20)
    damage(game.state, "formidable", upper=2, port=1)
    assert game.rules.ruleset.view(game, "british").plain() == before


@pytest.mark.clause("APM.cutting-out.boats")
def test_a_campaigns_ships_send_boats_to_attack_by_night_only():
    game = met()
    order = Lower(ship="caesar", boats=2)
    complaint = bad_lowering(game, "british", order)
    assert complaint is not None
    assert complaint.code == "day"
    game.state.minutes = DUSK + 15.0
    complaint = bad_lowering(game, "british", order)
    assert complaint is not None
    assert complaint.code == "no-prize"
    game.state.ship("formidable").bow_cable = True
    assert bad_lowering(game, "british", order) is None


@pytest.mark.clause("APM.cutting-out.visibility", "APM.campaign.to-table")
def test_captains_fight_a_campaigns_battle_on_into_the_night():
    def evening(state: MarginState) -> None:
        state.minutes = float(DUSK)

    game = chart(FLEET, french(300.3), wind="N", arrange=evening, options={"battles": "captains"})
    stay(game)
    problems = game.rules.ruleset.invariants
    assert problems is not None
    while game.state.scale != "chart" and not game.over and game.decisions:
        stay(game)
        assert not problems(game)
    nights = [event.inches for event in told(game, "NightSight")]
    assert nights
    assert set(nights) <= set(range(1, 7))
    assert told(game, "BattleOver")
    assert game.state.sight == 0


# Back to the chart


@pytest.mark.clause("APM.campaign.to-table")
def test_sixty_inches_keep_a_battle_going_and_more_end_it():
    game = met()
    put(game, "caesar", 20, 75)
    put(game, "spencer", 14, 75)
    put(game, "desaix", 80, 75)
    put(game, "formidable", 90, 75)
    end_battle(game)
    assert game.state.scale == "table"
    put(game, "desaix", 80.1, 75)
    end_battle(game)
    assert game.state.scale == "sighting"
    assert told(game, "BattleOver")[0].why == "the enemies are more than a mile apart"
    assert at(game, "fleet")[0] < at(game, "linois")[0]
    assert at(game, "linois")[0] - at(game, "fleet")[0] == pytest.approx(68.05 / 60, abs=0.01)
    assert all(ship.gone == "elsewhere" for ship in game.state.ships)


@pytest.mark.clause("APM.campaign.to-table", "APM.ships.strike")
def test_losses_come_back_and_a_struck_ship_is_the_nearest_sides():
    game = met()
    one(game, "desaix").struck = True
    one(game, "formidable").gone = "sunk"
    put(game, "caesar", 70, 70)
    end_battle(game)
    assert game.state.scale == "chart"
    desaix = one(game, "desaix")
    assert desaix.side == "british"
    assert not desaix.struck
    assert desaix.n in squadron_of(game, "fleet").ships
    assert chart_of(game).squadron("linois") is None
    assert one(game, "formidable").gone == "sunk"


@pytest.mark.clause("APM.campaign.to-table", "APM.ships.strike")
def test_a_struck_ship_among_her_own_is_saved():
    game = met(FLEET, french(301, "Desaix", "Formidable", "Muiron"))
    one(game, "desaix").struck = True
    put(game, "desaix", 100, 50)
    put(game, "formidable", 102, 50)
    put(game, "muiron", 110, 50)
    put(game, "caesar", 20, 140)
    put(game, "spencer", 20, 130)
    end_battle(game)
    assert game.state.scale != "table"
    assert one(game, "desaix").side == "french"
    assert not one(game, "desaix").struck


@pytest.mark.clause("APM.campaign.to-table", "APM.ships.strike")
def test_a_struck_ship_that_drifted_off_the_table_is_the_nearest_sides_too():
    game = met()
    desaix = one(game, "desaix")
    desaix.struck, desaix.gone = True, "left"
    put(game, "desaix", 150, 20)
    put(game, "caesar", 140, 20)
    put(game, "formidable", 20, 140)
    end_battle(game)
    assert (desaix.side, desaix.struck, desaix.gone) == ("british", False, "elsewhere")
    assert desaix.n in squadron_of(game, "fleet").ships


@pytest.mark.clause("APM.campaign.to-table")
def test_a_ship_that_boarders_took_sails_with_their_squadron():
    game = met()
    one(game, "desaix").side = "british"
    put(game, "formidable", 75, 145)
    put(game, "caesar", 20, 20)
    put(game, "spencer", 20, 30)
    put(game, "desaix", 20, 40)
    end_battle(game)
    assert one(game, "desaix").n in squadron_of(game, "fleet").ships
    assert squadron_of(game, "linois").ships == (one(game, "formidable").n,)


@pytest.mark.clause("APM.campaign.to-table")
def test_a_ship_that_left_the_table_is_with_her_squadron_again():
    game = met()
    for id in ("desaix", "formidable"):
        one(game, id).gone = "left"
    end_battle(game)
    assert [one(game, id).gone for id in ("desaix", "formidable")] == ["elsewhere"] * 2
    assert len(squadron_of(game, "linois").ships) == 2


@pytest.mark.clause("APM.campaign.to-table")
def test_a_battle_that_is_broken_off_is_not_begun_again_before_a_turn_of_sailing():
    game = met(battle_turns=3)
    end_battle(game, 2)
    assert game.state.scale == "table"
    end_battle(game)
    assert game.state.scale == "sighting"
    assert chart_of(game).lull


@pytest.mark.clause("APM.campaign.repairs", "APM.campaign.to-table")
def test_after_a_battle_emergency_repairs_are_due_a_day_later():
    game = met()
    game.state.minutes = 300.0
    damage(game.state, "caesar", upper=2, port=1)
    put(game, "caesar", 10, 10)
    put(game, "spencer", 16, 10)
    put(game, "desaix", 140, 140)
    put(game, "formidable", 130, 140)
    end_battle(game)
    assert log_of(game, "caesar").mend_at == 300 + DAY
    assert chart_of(game).days == 0


@pytest.mark.clause("APM.campaign.to-table")
def test_a_battles_minutes_count_for_the_days_of_a_campaign():
    game = met(stores={"water": 0, "provisions": 0})
    game.state.minutes = DAY + 5.0
    put(game, "caesar", 10, 10)
    put(game, "spencer", 16, 10)
    put(game, "desaix", 140, 140)
    put(game, "formidable", 130, 140)
    end_battle(game)
    assert chart_of(game).days == 1
    assert one(game, "caesar").guns == 7


# The end of a campaign


HAVEN = port("haven", (300, 320), side="british")

BRING = {"id": "in", "side": "british", "ships": ["spencer"], "port": "haven", "points": 3}
DENY = {
    "id": "out",
    "side": "french",
    "kind": "keep-out",
    "ships": ["caesar", "spencer"],
    "port": "haven",
    "points": 2,
}


@pytest.mark.clause("APM.campaign.daily")
def test_a_campaign_ends_with_its_last_day():
    game = chart(FLEET, french(590), wind="W", length=3)
    for _ in range(3):
        assert not game.over
        stay(game)
    assert game.over
    assert game.outcome is not None
    assert game.outcome.how == "time"


@pytest.mark.clause("APM.campaign.daily", "APM.score.points")
def test_ships_brought_in_and_kept_out_count_and_end_a_campaign_when_all_is_settled():
    game = chart(FLEET, french(590), wind="W", ports=[HAVEN], aims=[BRING, DENY])
    assert [aims.aim_points(game, seat) for seat in ("british", "french")] == [0, 0]
    order(game, fleet="detach spencer (to haven)")
    assert game.over
    assert game.outcome is not None
    assert game.outcome.how == "aims"
    assert dict(game.outcome.scores) == {"british": 3, "french": 2}
    assert told(game, "Arrived")[0].points == 3


@pytest.mark.clause("APM.campaign.daily")
def test_an_aim_is_settled_when_its_ship_is_lost():
    game = chart(FLEET, french(590), wind="W", ports=[HAVEN], aims=[BRING])
    one(game, "spencer").gone = "sunk"
    stay(game)
    assert game.over
    assert dict(game.outcome.scores)["british"] == -1  # type: ignore[union-attr]
