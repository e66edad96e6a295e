"""Land and shoals: who grounds where, what it costs, getting off, and the lead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from signals import give, place, read, refused
from table_top import one, region, sea, ship, told

import weathergage as wg
from weathergage_as_per_margin import grounding
from weathergage_as_per_margin.grounding import Kedge, RanAground, Sounded
from weathergage_as_per_margin.ways import grounds_of


def shoal(fathoms: float, **more: Any) -> dict[str, Any]:
    """A shoal whose western edge is at 33."""
    return region("Shoal", "shoal", (33, 20), (50, 20), (50, 40), (33, 40), depth=fathoms, **more)


def run(guns: int, ground: dict[str, Any], *faces: int, **own: Any) -> wg.Game:
    """A ship heading E before a west wind, her bow a few inches from the ground."""
    table = own.pop("table", {})
    return sea(
        ship("Caesar", guns, at=(30, 30), heading="E", **own),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="second-move",
        wind="W",
        speed=(5, 2),
        regions=(ground,),
        dice=wg.Dice.of(aground=faces) if faces else None,
        **table,
    )


def grounds(guns: int, fathoms: float) -> bool:
    game = run(guns, shoal(fathoms))
    give(game, "caesar 6")
    return one(game, "caesar").aground or one(game, "caesar").gone != ""


@pytest.mark.clause("APM.campaign.ground-depth")
@pytest.mark.parametrize(
    ("guns", "deepest"), [(100, 3.5), (90, 3.5), (74, 3), (50, 3), (38, 2), (28, 1.5), (14, 1)]
)
def test_a_ship_grounds_at_the_depth_of_her_rate_and_less(guns: int, deepest: float) -> None:
    assert grounds(guns, deepest)
    assert grounds(guns, deepest - 0.1)
    assert not grounds(guns, deepest + 0.1)


@pytest.mark.clause("APM.campaign.aground", "APM.fire.cable")
def test_a_3_cuts_a_cable_of_a_ship_that_grounds_at_her_moorings_and_of_no_other() -> None:
    hidden = region("Shoal", "shoal", (30.7, 20), (50, 20), (50, 40), (30.7, 40), depth=2)
    hidden["charted"] = False
    game = sea(
        ship("Caesar", at=(30, 30), heading="N", anchored="both"),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="anchored-pivot",
        regions=(hidden,),
        dice=wg.Dice.of(aground=(3, 1, 1, 1), cable=(2,)),
    )
    give(game, "done", "caesar spring E")
    caesar = one(game, "caesar")
    assert caesar.aground
    assert (caesar.bow_cable, caesar.stern_cable) == (False, True)


@pytest.mark.clause("APM.campaign.ground-depth")
def test_a_seventy_four_grounds_in_three_fathoms_where_a_frigate_floats() -> None:
    assert grounds(74, 3)
    assert not grounds(74, 3.1)
    assert not grounds(38, 3)


@pytest.mark.clause("APM.campaign.aground", "APM.fire.effects")
def test_her_dice_are_scored_as_near_gunfire() -> None:
    game = run(74, shoal(3), 1, 4, 5, 6)
    give(game, "caesar 6")
    caesar = one(game, "caesar")
    built = caesar.card.boxes
    assert caesar.hull == built.hull - 1
    assert caesar.guns == built.guns - 1
    assert caesar.mast_boxes == built.upper + built.lower - 1
    assert told(game, RanAground)[0].faces == (1, 4, 5, 6)


@pytest.mark.clause("APM.campaign.aground")
@pytest.mark.parametrize(
    ("guns", "dice"), [(100, 6), (98, 5), (74, 4), (50, 3), (38, 2), (28, 1), (14, 1)]
)
def test_she_throws_dice_by_her_rate(guns: int, dice: int) -> None:
    game = run(guns, shoal(0.5))
    give(game, "caesar 6")
    assert len(told(game, RanAground)[0].faces) == dice


@pytest.mark.clause("APM.campaign.aground")
def test_a_first_rate_may_expect_to_lose_three_boxes() -> None:
    game = run(100, shoal(3))
    hits = [grounding.effect(game, face) not in ("", "cable") for face in range(1, 7)]
    dice = game.rules.tables["rates"].look_up(1, "dice")
    assert int(str(dice)) * Fraction(sum(hits), 6) == 3


@pytest.mark.clause("APM.campaign.aground")
def test_a_three_does_nothing() -> None:
    game = run(74, shoal(3), 3, 3, 3, 3)
    give(game, "caesar 6")
    assert one(game, "caesar").boxes == one(game, "caesar").card.boxes.guns * 3


@pytest.mark.clause("APM.campaign.aground", "APM.move.sailing")
def test_she_stops_where_her_base_touches_and_speed_does_not_matter() -> None:
    for inches in (2.5, 6):
        game = run(74, shoal(3), 1, 1, 1, 1)
        give(game, f"caesar {inches}")
        assert place(game, "caesar") == (pytest.approx(32, abs=0.002), 30, 90)
        assert one(game, "caesar").aground


@pytest.mark.clause("APM.move.sailing", "APM.campaign.ground-depth")
def test_land_grounds_every_ship() -> None:
    land = region("Isle", "land", (33, 20), (50, 20), (50, 40), (33, 40))
    game = run(14, land, 1)
    give(game, "caesar 6")
    assert one(game, "caesar").aground


@pytest.mark.clause("APM.move.dismasted", "APM.campaign.aground")
def test_a_drifting_ship_runs_aground_too() -> None:
    game = sea(
        ship("Caesar", at=(31.5, 30), lost={"upper": 4, "lower": 4}),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="dismasted",
        wind="W",
        speed=(5, 2),
        regions=(shoal(3),),
    )
    assert one(game, "caesar").aground
    assert place(game, "caesar")[0] == pytest.approx(32, abs=0.002)


@pytest.mark.clause("APM.turning.before")
def test_a_pivot_that_would_end_on_charted_ground_is_illegal() -> None:
    game = sea(
        ship("Caesar", at=(32.4, 30), heading="N"),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="second-move",
        wind="W",
        regions=(shoal(3),),
    )
    assert refused(game, "caesar E 2") == "APM.turning.before"
    assert refused(game, "caesar S 2") == ""


# Refloating


def stuck(die: int, **own: Any) -> wg.Game:
    """The Caesar aground on the shoal that she ran upon, when her side begins its move."""
    track = (wg.FreePose.at(28, 30, 90), wg.FreePose.at(28, 30, 90), wg.FreePose.at(32, 30, 90))
    game = sea(
        ship("Caesar", at=(32, 30), heading="E", aground=True, track=track, **own),
        ship("Pompee", at=(10, 10)),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="second-move",
        wind="W",
        speed=(5, 2),
        regions=(shoal(3),),
        dice=wg.Dice.of(kedge=(die,)),
    )
    give(game, "kedge caesar")
    return game


@pytest.mark.clause("APM.campaign.refloat")
@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_on_two_to_five_she_is_stuck(die: int) -> None:
    game = stuck(die)
    assert one(game, "caesar").aground
    assert place(game, "caesar") == (32, 30, 90)


@pytest.mark.clause("APM.campaign.refloat")
def test_on_a_one_she_breaks_up() -> None:
    assert one(stuck(1), "caesar").gone == "broken up"


@pytest.mark.clause("APM.campaign.refloat")
def test_on_a_six_she_comes_off_the_way_she_came_an_inch_clear_and_moves_next_turn() -> None:
    game = stuck(6)
    assert not one(game, "caesar").aground
    assert place(game, "caesar") == (pytest.approx(31, abs=0.06), 30, 90)
    assert refused(game, "caesar W 2") == "APM.move.sailing"


@pytest.mark.clause("APM.campaign.refloat")
def test_in_the_end_half_break_up_after_three_tries_on_average() -> None:
    odds = stuck(2).rules.tables["refloat"].odds(0)
    over = odds["breaks-up"] + odds["off"]
    assert odds["breaks-up"] / over == Fraction(1, 2)
    assert 1 / over == 3


@pytest.mark.clause("APM.campaign.refloat", "APM.falling-aboard.locked")
def test_a_ship_that_another_has_fallen_aboard_of_parts_from_her_before_she_kedges() -> None:
    game = sea(
        ship("Caesar", at=(32, 30), heading="E", aground=True, locked=["desaix"]),
        ship("Spencer", at=(32, 35), heading="E", aground=True),
        ship("Desaix", at=(32, 30.72), heading="E", side="french", locked=["caesar"]),
        phase="second-move",
        regions=(shoal(3),),
    )
    assert refused(game, "kedge caesar") == "APM.campaign.refloat"
    assert refused(game, "kedge spencer") == ""


@pytest.mark.clause("APM.campaign.refloat")
def test_nobody_has_to_try() -> None:
    game = sea(
        ship("Caesar", at=(32, 30), heading="E", aground=True),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="second-move",
        regions=(shoal(3),),
    )
    assert refused(game, "kedge pompee") == "APM.campaign.refloat"
    assert refused(game, "kedge caesar caesar") == "APM.campaign.refloat"
    give(game, "kedge none")
    assert one(game, "caesar").aground


@pytest.mark.clause("APM.campaign.refloat")
def test_who_struck_does_not_try() -> None:
    game = sea(
        ship("Caesar", at=(32, 30), heading="E", aground=True, struck=True),
        ship("Desaix", at=(5, 55), side="french", anchored="both"),
        phase="second-move",
        regions=(shoal(3),),
    )
    assert game.phase != "second-move"


def test_a_try_reads_as_it_is_written() -> None:
    for ships in ((), ("caesar",), ("caesar", "pompee")):
        assert read(Kedge(ships=ships).write()) == Kedge(ships=ships)
    with pytest.raises(ValueError, match="kedge none"):
        Kedge.read("kedge")


# The lead


@pytest.mark.clause("APM.campaign.lead")
def test_at_her_least_speed_she_learns_the_depth_along_the_way_before_she_sails_it() -> None:
    game = run(74, shoal(2.5, charted=False))
    one(game, "caesar").pose = wg.FreePose.at(30.8, 30, 90)
    give(game, "caesar lead E")
    (sounded,) = told(game, Sounded)
    assert sounded.fathoms == (-1, -1, 2.5)
    assert sounded.say() == "Caesar casts the lead towards E: no bottom, no bottom, 2.5 fathoms."
    assert not one(game, "caesar").moved
    assert game.state.soundings == (("Shoal", "british"),)
    heard = [e.seat for e in game.events if isinstance(e, wg.Told) and isinstance(e.inner, Sounded)]
    assert heard == ["british"]


@pytest.mark.clause("APM.campaign.lead")
def test_having_cast_it_she_may_not_move_three_inches_on_a_lower_die_of_two() -> None:
    game = run(74, shoal(2.5, charted=False))
    give(game, "caesar lead E")
    assert refused(game, "caesar S 3") == "APM.campaign.lead"
    assert refused(game, "caesar S 2") == ""
    assert refused(game, "caesar S 1") == "APM.move.minimum"


@pytest.mark.clause("APM.campaign.lead", "APM.anchor.handling")
def test_having_cast_it_she_may_stop_and_anchor_short_of_grounding() -> None:
    game = run(74, shoal(2.5, charted=False))
    one(game, "caesar").pose = wg.FreePose.at(30.8, 30, 90)
    give(game, "caesar lead E", "caesar 1 anchor bow")
    caesar = one(game, "caesar")
    assert caesar.bow_cable
    assert not caesar.aground
    assert place(game, "caesar") == (31.8, 30, 90)


@pytest.mark.clause("APM.campaign.lead")
def test_there_is_no_lead_where_everything_is_charted() -> None:
    assert refused(run(74, shoal(2.5)), "caesar lead E") == "APM.campaign.lead"
    game = run(74, shoal(2.5, charted=False))
    assert refused(game, "caesar lead W") == "APM.campaign.lead"


@pytest.mark.clause("APM.campaign.lead", "APM.turning.before")
def test_an_uncharted_shoal_forbids_no_pivot_until_it_is_sounded() -> None:
    game = run(74, shoal(2.5, charted=False), 1, 1, 1, 1)
    caesar = one(game, "caesar")
    caesar.pose = wg.FreePose.at(32.4, 30, 0)
    assert refused(game, "caesar E 2") == ""
    game.state.soundings = (("Shoal", "french"),)
    assert refused(game, "caesar E 2") == ""
    give(game, "caesar E 2")
    assert caesar.aground
    assert grounding.is_known(game, grounds_of(game.rules)[0], "british")
