"""Anchors: letting go, weighing, cutting, what a lost cable does, and pivoting on springs."""

from __future__ import annotations

from typing import Any

import pytest
from signals import give, place, read, refused
from table_top import boats, one, region, sea, ship, told

import weathergage as wg
from weathergage_as_per_margin import anchors
from weathergage_as_per_margin.anchors import Anchored, Spring
from weathergage_as_per_margin.ending import tidy

SHORE = region("Shore", "land", (0, 0), (60, 0), (60, 8), (0, 8))


def roads(*more: Any, regions: Any = (SHORE,), phase: str = "second-move", **own: Any) -> wg.Game:
    """The Caesar off a shore, with the Desaix moored far away."""
    table = own.pop("table", {})
    own.setdefault("at", (30, 20))
    own.setdefault("heading", "E")
    return sea(
        ship("Caesar", **own),
        ship("Desaix", at=(55, 55), side="french", anchored="both"),
        *more,
        phase=phase,
        wind=table.pop("wind", "N"),
        speed=(5, 2),
        regions=regions,
        **table,
    )


@pytest.mark.clause("APM.anchor.handling")
def test_a_ship_that_sails_her_least_distance_may_let_go_both_anchors() -> None:
    game = roads()
    give(game, "caesar E 2 anchor bow and stern")
    assert one(game, "caesar").moored
    assert told(game, Anchored)[0].say() == "Caesar anchors by bow and stern."


@pytest.mark.clause("APM.anchor.handling")
def test_she_may_not_let_go_when_she_sailed_farther() -> None:
    assert refused(roads(), "caesar E 2.1 anchor bow") == "APM.anchor.handling"
    assert refused(roads(), "caesar E least anchor stern") == ""


@pytest.mark.clause("APM.anchor.handling", "APM.move.minimum")
def test_an_anchored_ship_cuts_both_cables_and_sails_this_turn_as_usual() -> None:
    game = roads(anchored="both")
    assert refused(game, "caesar E 7") == "APM.anchor.handling"
    assert refused(game, "caesar cut, E 7.1") == "APM.wind-speed.total"
    give(game, "caesar cut, E 7")
    assert place(game, "caesar") == (37, 20, 90)
    assert not one(game, "caesar").anchored


@pytest.mark.clause("APM.anchor.handling")
def test_anchors_that_were_cut_are_lost_for_the_battle() -> None:
    game = roads(anchored="bow")
    assert refused(game, "caesar cut, E 2 anchor stern") == "APM.anchor.handling"
    give(game, "caesar cut, E 2")
    ship_ = one(game, "caesar")
    ship_.moved = False
    assert ship_.lost_anchors
    assert refused(roads(lost_anchors=True), "caesar E 2 anchor bow") == "APM.anchor.handling"


@pytest.mark.clause("APM.anchor.handling", "APM.anchor.pivot")
def test_weighing_takes_a_whole_turn_without_moving_or_pivoting() -> None:
    game = roads(anchored="both")
    give(game, "caesar weigh")
    caesar = one(game, "caesar")
    assert (caesar.moored, caesar.weighing, caesar.moved) == (True, True, True)
    assert not anchors.can_spring(game, caesar, "british")
    tidy(game.state)
    assert not caesar.anchored
    assert not caesar.lost_anchors
    assert not caesar.weighing


@pytest.mark.clause("APM.anchor.handling")
def test_only_ships_at_anchor_weigh_or_cut() -> None:
    assert refused(roads(), "caesar weigh") == "APM.anchor.handling"
    assert refused(roads(), "caesar cut, E 3") == "APM.anchor.handling"


@pytest.mark.clause("APM.anchor.handling", "APM.algesiras.sophie")
def test_a_prize_crew_too_small_cannot_get_her_under_way() -> None:
    game = roads(anchored="both", immobile=True)
    assert game.phase != "second-move"
    game = roads(ship("Pompee", at=(10, 30)), anchored="both", immobile=True)
    assert refused(game, "caesar weigh") == "APM.move.sailing"
    assert refused(game, "caesar cut, E 3") == "APM.move.sailing"


@pytest.mark.clause("APM.cutting-out.alert")
def test_by_night_a_ship_that_boats_surprise_does_not_cut_until_she_has_reacted() -> None:
    about = boats("desaix-1", "desaix", 4, (50, 50), side="french")
    pompee = ship("Pompee", at=(10, 30))
    asleep = roads(about, pompee, anchored="bow", table={"sight": 2, "night": True})
    give(asleep, "done")
    assert refused(asleep, "caesar cut, E 3") == "APM.move.sailing"
    awake = roads(about, pompee, anchored="bow", alarm=2, table={"sight": 2, "night": True})
    give(awake, "done")
    assert refused(awake, "caesar cut, E 3") == ""


# Depth


def over(fathoms: float | None, **more: Any) -> str:
    """Under which clause the Caesar is refused an anchor over so many fathoms far from land."""
    deep = region("Roads", "deep", (20, 10), (45, 10), (45, 30), (20, 30), depth=fathoms)
    return refused(roads(regions=(deep,), **more), "caesar E 2 anchor bow")


@pytest.mark.clause("APM.campaign.anchor-depth")
def test_a_ship_may_anchor_in_fifty_fathoms_and_not_in_fifty_one() -> None:
    assert over(50) == ""
    assert over(51) == "APM.campaign.anchor-depth"


@pytest.mark.clause("APM.campaign.anchor-depth")
@pytest.mark.parametrize(("y", "clause"), [(32.35, ""), (32.4, "APM.campaign.anchor-depth")])
def test_without_soundings_she_may_anchor_within_24_inches_of_land(y: float, clause: str) -> None:
    # Heading E her nearest edge lies 0.35 inch north of her centre, and the shore ends at 8.
    assert refused(roads(at=(30, y)), "caesar E 2 anchor bow") == clause


@pytest.mark.clause("APM.campaign.anchor-depth")
def test_without_land_or_soundings_she_may_not() -> None:
    assert refused(roads(regions=()), "caesar E 2 anchor bow") == "APM.campaign.anchor-depth"


@pytest.mark.clause("APM.campaign.anchor-depth", "APM.campaign.lead")
def test_where_her_side_has_not_sounded_she_may_try_and_find_no_bottom() -> None:
    deep = region("Hole", "deep", (20, 10), (45, 10), (45, 30), (20, 30), depth=60, charted=False)
    game = roads(regions=(deep,))
    give(game, "caesar E 2 anchor bow")
    assert not one(game, "caesar").anchored
    assert told(game, Anchored)[0].say() == "Caesar lets go by the bow, but finds no bottom."


# Springs


@pytest.mark.clause("APM.anchor.pivot", "APM.turn")
def test_a_moored_ship_may_pivot_before_any_gun_fires() -> None:
    game = roads(phase="anchored-pivot", anchored="both")
    assert (game.phase, game.decisions[0].seat) == ("anchored-pivot", "french")
    give(game, "desaix spring NE")
    assert place(game, "desaix")[2] == 45
    assert game.decisions[0].seat == "british"
    give(game, "caesar spring W")
    assert place(game, "caesar") == (30, 20, 270)
    assert game.phase == "first-fire" or game.phase != "anchored-pivot"


@pytest.mark.clause("APM.anchor.pivot")
def test_pivoting_is_a_right_and_not_a_duty() -> None:
    game = roads(phase="anchored-pivot", anchored="both")
    give(game, "done", "done")
    assert place(game, "caesar") == (30, 20, 90)


@pytest.mark.clause("APM.anchor.pivot", "APM.anchor.adrift")
def test_a_ship_whose_stern_cable_was_shot_away_does_not_pivot() -> None:
    game = roads(phase="anchored-pivot", anchored="bow")
    give(game, "done")
    assert game.phase != "anchored-pivot"


@pytest.mark.clause("APM.anchor.pivot")
def test_a_pivot_on_springs_may_not_end_in_another_ship_or_on_ground() -> None:
    pompee = ship("Pompee", at=(31.2, 20), heading="N", anchored="bow")
    game = roads(pompee, heading="N", anchored="both", phase="anchored-pivot")
    give(game, "done")
    assert refused(game, "caesar spring E") == "APM.anchor.pivot"
    assert refused(game, "caesar spring S") == ""
    game = roads(at=(30, 8.6), anchored="both", phase="anchored-pivot")
    give(game, "done")
    assert refused(game, "caesar spring N") == "APM.anchor.pivot"
    assert refused(game, "caesar spring W") == ""


@pytest.mark.clause("APM.anchor.pivot")
def test_struck_locked_and_grounded_ships_do_not_pivot() -> None:
    for state in ({"struck": True}, {"aground": True}, {"locked": ("desaix",)}, {"pivoted": True}):
        game = roads(anchored="both", phase="anchored-pivot", **state)
        assert not anchors.can_spring(game, one(game, "caesar"), "british")


def test_a_spring_reads_as_it_is_written() -> None:
    order = Spring(ship="desaix", heading=123.45)
    assert read(order.write()) == order
    with pytest.raises(ValueError, match="desaix spring ENE"):
        Spring.read("desaix spring")


# Cables shot away


@pytest.mark.clause("APM.anchor.adrift")
@pytest.mark.parametrize(("left", "lost", "heading"), [("bow", "stern", 0), ("stern", "bow", 180)])
def test_with_one_cable_left_she_swings_to_it_in_the_next_second_step(
    left: str, lost: str, heading: float
) -> None:
    game = roads(anchored=left, swing=lost, phase="dismasted")
    assert place(game, "caesar") == (30, 20, heading)
    assert one(game, "caesar").swing == ""


@pytest.mark.clause("APM.anchor.adrift")
def test_a_ship_at_a_single_anchor_that_lost_no_cable_does_not_swing() -> None:
    assert place(roads(anchored="bow", phase="dismasted"), "caesar")[2] == 90


@pytest.mark.clause("APM.anchor.adrift")
def test_she_does_not_swing_into_another_ship_and_waits_for_room() -> None:
    pompee = ship("Pompee", at=(30, 19), heading="E", anchored="bow")
    game = roads(pompee, anchored="bow", swing="stern", phase="dismasted")
    assert place(game, "caesar")[2] == 90
    assert one(game, "caesar").swing == "stern"


@pytest.mark.clause("APM.anchor.adrift", "APM.move.minimum")
def test_with_both_cables_gone_she_is_under_the_least_distance_from_the_next_turn() -> None:
    game = roads(swing="bow stern", phase="dismasted")
    assert game.phase == "first-move"
    give(game, "done")
    assert refused(game, "done") == "APM.move.minimum"
    assert refused(game, "caesar E 1.9") == "APM.move.minimum"


@pytest.mark.clause("APM.anchor.adrift", "APM.algesiras.sophie", "APM.move.dismasted")
def test_the_prize_whose_cables_are_cut_drifts_as_dismasted() -> None:
    game = roads(immobile=True, regions=(), phase="dismasted")
    assert place(game, "caesar") == (30, 22, 180)
