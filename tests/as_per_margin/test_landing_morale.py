"""Morale ashore: additions, rallies, runs and retreats, the test after fire (II, VIII, XI)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from landing_camp import camp, loaded
from table_top import battery, region, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing import casualties, morale, rallying
from weathergage_as_per_margin.landing.morale import MoraleTested, Retreated
from weathergage_as_per_margin.state import Unit

WOODS = region("Woods", "cover", (15, 15), (25, 15), (25, 25), (15, 25))
"""Cover round (20, 20)."""

THICKET = region("Thicket", "rough", (0, 20.5), (60, 20.5), (60, 30), (0, 30))
"""Rough ground south of (20, 20)."""


def one_unit(dice: wg.Dice | None = None, **more: Any) -> tuple[wg.Game, Unit]:
    """A garrison unit at (20, 20) that faces a British one to the north."""
    regions, options = more.pop("regions", ()), more.pop("options", None)
    order = more.pop("order", "good")
    game = camp(
        unit("Marines", 8, (20, 10), facing="S"),
        unit("Militia", 8, (20, 20), "french", facing="N", **more),
        dice=dice,
        regions=regions,
        options=options,
    )
    militia = troops(game, "militia")
    militia.order = order
    return game, militia


def odds(table: str, added: int, column: str | int = 0) -> dict[Any, Fraction]:
    """The chances of a test with an addition."""
    game, _ = one_unit()
    return game.rules.tables[table].odds(column, added)


# Additions


@pytest.mark.clause("APM.landing.modifiers")
def test_formed_and_behind_a_wall_is_one_addition() -> None:
    game, militia = one_unit(regions=[WOODS])
    assert militia.formed
    assert morale.additions(game, militia, "fire-morale") == 1


@pytest.mark.clause("APM.landing.modifiers")
@pytest.mark.parametrize("occasion", ["rally", "contacted", "fire-morale", "melee-morale"])
@pytest.mark.parametrize(
    ("formed", "cover", "added"), [(False, False, 0), (True, False, 1), (False, True, 1)]
)
def test_formed_or_cover_adds_one(
    occasion: morale.Occasion, formed: bool, cover: bool, added: int
) -> None:
    game, militia = one_unit(formed=formed, regions=[WOODS] if cover else [])
    assert morale.additions(game, militia, occasion) == added


@pytest.mark.clause("APM.landing.modifiers")
@pytest.mark.parametrize(
    ("occasion", "less"),
    [("rally", 1), ("contacted", 2), ("fire-morale", 1), ("melee-morale", 1)],
)
def test_routing_takes_off_one_and_two_when_contacted(occasion: morale.Occasion, less: int) -> None:
    game, militia = one_unit(formed=False, order="routing")
    assert morale.additions(game, militia, occasion) == -less


@pytest.mark.clause("APM.landing.modifiers")
def test_a_die_of_1_routing_and_contacted_reads_as_1() -> None:
    game, militia = one_unit(loaded(morale_militia=1), formed=False, order="routing")
    assert morale.throw_morale(game, militia, "contacted", "APM.landing.IV") == "rout"
    (tested,) = told(game, MoraleTested)
    assert tested.die + tested.added == -1


@pytest.mark.clause("APM.landing.modifiers")
def test_a_die_of_6_and_2_more_reads_as_6() -> None:
    game = camp(unit("Marines", 8, (20, 20)), dice=loaded(morale_marines=6))
    marines = troops(game, "marines")
    assert morale.throw_morale(game, marines, "close-infantry", "APM.landing.III") == "close"
    (tested,) = told(game, MoraleTested)
    assert tested.die + tested.added == 8


@pytest.mark.clause("APM.landing.modifiers")
def test_only_closing_infantry_of_the_landing_party_adds_for_its_party() -> None:
    game = camp(unit("Marines", 8, (20, 20), formed=False))
    marines = troops(game, "marines")
    occasions: tuple[morale.Occasion, ...] = (
        "rally",
        "close-infantry",
        "close-cavalry",
        "contacted",
        "fire-morale",
        "melee-morale",
    )
    assert [morale.additions(game, marines, o) for o in occasions] == [0, 1, 0, 0, 0, 0]


@pytest.mark.clause("APM.landing.modifiers")
def test_a_battery_s_crew_is_behind_cover_at_its_guns() -> None:
    game = camp(
        battery("San Jago", (30, 30)),
        unit("Crew", 4, (30, 30), "french", arm="artillery", battery="san-jago"),
    )
    crew = troops(game, "crew")
    assert morale.additions(game, crew, "fire-morale") == 1
    crew.pose = wg.FreePose.at(33, 30)
    assert morale.additions(game, crew, "fire-morale") == 0


# II


@pytest.mark.clause("APM.landing.II")
@pytest.mark.parametrize(
    ("die", "cover", "order", "formed"),
    [
        (3, False, "routing", False),
        (4, False, "routing", False),
        (5, False, "shaken", False),
        (6, False, "shaken", False),
        (3, True, "routing", False),
        (4, True, "shaken", False),
        (5, True, "shaken", False),
        (6, True, "good", False),
    ],
)
def test_a_routing_unit_runs_on_falls_back_or_is_good(
    die: int, cover: bool, order: str, formed: bool
) -> None:
    game, militia = one_unit(
        loaded(morale_militia=die, rout=(1, 1), fall_back=1),
        formed=formed,
        order="routing",
        regions=[WOODS] if cover else [],
    )
    rallying.rally(game)
    assert militia.order == order


@pytest.mark.clause("APM.landing.II")
def test_chances_to_rally_in_the_open_are_four_two_and_none() -> None:
    assert odds("rally", -1) == {"rout": Fraction(4, 6), "shaken": Fraction(2, 6)}
    assert odds("rally", 0)["good"] == Fraction(1, 6)


@pytest.mark.clause("APM.landing.II")
def test_an_option_drops_the_penalty_of_those_who_rally() -> None:
    dice = loaded(morale_militia=6)
    game, militia = one_unit(dice, formed=False, order="routing", options={"rally_penalty": False})
    rallying.rally(game)
    assert militia.order == "good"
    assert morale.additions(game, militia, "contacted", rear=True) == -2


@pytest.mark.clause("APM.landing.II")
def test_only_routing_units_throw_and_the_landing_party_first() -> None:
    game, _ = one_unit(order="routing", formed=False)
    marines = troops(game, "marines")
    marines.order, marines.formed = "routing", False
    rallying.rally(game)
    assert [e.unit for e in told(game, MoraleTested)] == ["Marines", "Militia"]


# Rout


@pytest.mark.clause("APM.landing.rout")
def test_dice_of_3_and_5_run_8_inches_away_from_the_enemy() -> None:
    game, militia = one_unit(loaded(rout=(3, 5)))
    morale.rout(game, militia, "APM.landing.VIII")
    assert militia.pose.inches == (20, 28)
    assert militia.pose.degrees == 180, "its back is to the enemy"
    assert militia.order == "routing"
    assert not militia.formed
    assert [e.inches for e in told(game, Retreated)] == [8]


@pytest.mark.clause("APM.landing.rout")
def test_a_rout_goes_straight_away_from_the_nearest_enemy() -> None:
    game = camp(
        unit("Marines", 8, (20, 10), facing="S"),
        unit("Seamen", 8, (25, 20), facing="W"),
        unit("Militia", 8, (20, 20), "french", facing="N"),
        dice=loaded(rout=(2, 2)),
    )
    morale.rout(game, troops(game, "militia"), "APM.landing.VIII")
    assert troops(game, "militia").pose == wg.FreePose.at(16, 20, 270)


@pytest.mark.clause("APM.landing.rout")
def test_a_rout_stops_at_the_water() -> None:
    land = region("Isle", "land", (10, 5), (30, 5), (30, 23), (10, 23))
    game, militia = one_unit(loaded(rout=(6, 6)), regions=[land])
    morale.rout(game, militia, "APM.landing.VIII")
    assert militia.pose.inches == (20, 23)
    assert not militia.gone


@pytest.mark.clause("APM.landing.rout")
def test_who_runs_off_the_table_is_lost() -> None:
    game = camp(
        unit("Marines", 8, (20, 10), facing="N"),
        unit("Militia", 8, (20, 4), "french", facing="S"),
        dice=loaded(rout=(1, 3)),
    )
    militia = troops(game, "militia")
    morale.rout(game, militia, "APM.landing.VIII")
    assert (militia.pose.inches, militia.gone) == ((20, 0), ""), "the edge is on the table"
    game.dice.reset({})
    morale.rout(game, militia, "APM.landing.VIII")
    assert militia.gone == "routed off"


@pytest.mark.clause("APM.landing.rout")
def test_a_run_passes_through_friends_and_stops_short_of_enemies() -> None:
    game = camp(
        unit("Marines", 8, (20, 10), facing="S"),
        unit("Seamen", 8, (20, 35), facing="N"),
        unit("Reserves", 8, (20, 23), "french", facing="N"),
        unit("Militia", 8, (20, 20), "french", facing="N"),
        dice=loaded(rout=(6, 6)),
    )
    seamen = troops(game, "seamen")
    seamen.pose = wg.FreePose.at(20, 31)
    morale.rout(game, troops(game, "militia"), "APM.landing.VIII")
    assert troops(game, "militia").pose.inches == (20, 30.7)


@pytest.mark.clause("APM.landing.rout")
def test_where_no_enemy_is_ashore_troops_run_from_the_nearest_ship() -> None:
    game = camp(
        ship("Caesar", 80, at=(10, 20)),
        unit("Militia", 8, (20, 20), "french", facing="N"),
        dice=loaded(rout=(2, 3)),
        arrange=lambda state: setattr(state.units[0], "gone", "destroyed"),
    )
    militia = troops(game, "militia")
    morale.rout(game, militia, "APM.landing.VIII")
    assert militia.pose == wg.FreePose.at(25, 20, 90)


@pytest.mark.clause("APM.landing.rout")
def test_a_routing_unit_does_nothing_else() -> None:
    from weathergage_as_per_margin.landing import closing, firing, marching

    game, militia = one_unit(order="routing", formed=False)
    assert not firing.is_eligible(game.state, militia)
    assert not closing.may_close(militia)
    assert not marching.may_move(game.state, militia)


# Shaken


@pytest.mark.clause("APM.landing.shaken")
def test_shaken_by_fire_with_a_4_it_falls_back_4_inches_facing_the_enemy() -> None:
    game, militia = one_unit(loaded(fall_back=4))
    morale.fall_back(game, militia, "APM.landing.VIII")
    assert militia.pose == wg.FreePose.at(20, 24, 0)
    assert militia.order == "shaken"


@pytest.mark.clause("APM.landing.shaken")
def test_shaken_lasts_until_the_turn_ends() -> None:
    from weathergage_as_per_margin.landing import melee

    game, militia = one_unit()
    morale.shake(militia)
    assert militia.order == "shaken"
    melee.melees(game)
    assert militia.order == "good"


@pytest.mark.clause("APM.landing.shaken")
def test_a_shaken_unit_neither_moves_nor_fires_nor_closes() -> None:
    from weathergage_as_per_margin.landing import closing, firing, marching

    game, militia = one_unit(order="shaken")
    assert not firing.is_eligible(game.state, militia)
    assert not closing.may_close(militia)
    assert not marching.may_move(game.state, militia)


@pytest.mark.clause("APM.landing.shaken")
def test_a_routing_unit_that_is_to_stand_shaken_goes_on_routing() -> None:
    _, militia = one_unit(order="routing")
    morale.shake(militia)
    assert militia.order == "routing"


# VIII


@pytest.mark.clause("APM.landing.VIII")
@pytest.mark.parametrize(
    ("added", "rout", "shaken", "good"), [(0, 2, 2, 2), (1, 1, 2, 3), (-1, 3, 2, 1)]
)
def test_chances_after_fire(added: int, rout: int, shaken: int, good: int) -> None:
    assert odds("fire-morale", added) == {
        "rout": Fraction(rout, 6),
        "shaken": Fraction(shaken, 6),
        "good": Fraction(good, 6),
    }


@pytest.mark.clause("APM.landing.VIII")
@pytest.mark.parametrize(
    ("formed", "cover", "order", "added"),
    [
        (False, False, "good", 0),
        (False, True, "good", 1),
        (True, False, "good", 1),
        (False, False, "routing", -1),
    ],
)
def test_what_is_added_after_fire(formed: bool, cover: bool, order: str, added: int) -> None:
    game, militia = one_unit(formed=formed, order=order, regions=[WOODS] if cover else [])
    assert morale.additions(game, militia, "fire-morale") == added


@pytest.mark.clause("APM.landing.VIII")
def test_several_hits_mean_one_test() -> None:
    game, militia = one_unit(loaded(morale_militia=6))
    militia.struck = 2
    casualties.lose(game, militia, 1, "APM.landing.XI.immediate-fire")
    morale.morale_from_fire(game)
    assert militia.figures == 5
    assert len(told(game, MoraleTested)) == 1


@pytest.mark.clause("APM.landing.VIII")
def test_who_was_not_hit_does_not_test() -> None:
    game, _ = one_unit()
    morale.morale_from_fire(game)
    assert not told(game, MoraleTested)


@pytest.mark.clause("APM.landing.VIII")
def test_a_routing_unit_that_comes_out_good_keeps_routing_but_runs_no_farther() -> None:
    game, militia = one_unit(loaded(morale_militia=6), formed=False, order="routing")
    militia.hit = True
    morale.morale_from_fire(game)
    assert militia.order == "routing"
    assert militia.pose.inches == (20, 20)


@pytest.mark.clause("APM.landing.VIII")
def test_a_unit_in_contact_tests_too_and_contact_ends_when_it_runs() -> None:
    game = camp(
        unit("Marines", 8, (20, 19.7), facing="S"),
        unit("Militia", 8, (20, 20), "french", facing="N"),
        dice=loaded(morale_militia=1, rout=(1, 1)),
    )
    marines, militia = troops(game, "marines"), troops(game, "militia")
    marines.contact, militia.contact, militia.hit = (militia.n,), (marines.n,), True
    morale.morale_from_fire(game)
    assert militia.order == "routing"
    assert marines.contact == militia.contact == ()


# XI, forced moves


@pytest.mark.clause("APM.landing.XI.forced")
def test_a_rout_of_9_inches_through_woods_is_9_inches() -> None:
    game, militia = one_unit(loaded(rout=(4, 5)), regions=[THICKET])
    morale.rout(game, militia, "APM.landing.VIII")
    assert militia.pose.inches == (20, 29)


@pytest.mark.clause("APM.landing.XI.forced")
def test_a_formed_unit_that_falls_back_over_a_ditch_stays_formed() -> None:
    ditch = region("Ditch", "obstacle", (0, 21), (60, 21), (60, 21.5), (0, 21.5))
    game, militia = one_unit(loaded(fall_back=5), regions=[ditch])
    morale.fall_back(game, militia, "APM.landing.VIII")
    assert militia.pose.inches == (20, 25)
    assert militia.formed


@pytest.mark.clause("APM.landing.XI.forced", "APM.landing.rout")
@given(st.integers(1, 59), st.integers(1, 59), st.integers(0, 359), st.integers(0, 2**32))
def test_a_run_never_ends_nearer_to_the_enemy_it_runs_from(
    x: int, y: int, facing: int, seed: int
) -> None:
    game = camp(
        unit("Marines", 8, (30, 30)),
        unit("Militia", 8, (x, y), "french", facing=facing),
        dice=wg.Dice(seed),
        arrange=lambda state: setattr(state.units[1], "gone", "destroyed"),
    )
    militia, marines = troops(game, "militia"), troops(game, "marines")
    before = militia.pose.distance(marines.pose)
    morale.rout(game, militia, "APM.landing.VIII")
    gone = militia.pose.distance(marines.pose)
    assert gone >= before - wg.TOLERANCE
    assert gone <= before + 12 + wg.TOLERANCE
