"""Moving ships: how far, on which headings, in which order, and what stops them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st
from signals import give, place, read, refused
from table_top import one, region, sea, ship, told

import weathergage as wg
from weathergage import do_overlap
from weathergage_as_per_margin.distances import range_of
from weathergage_as_per_margin.falling_aboard import FellAboard
from weathergage_as_per_margin.handling import Sail
from weathergage_as_per_margin.movement import Moves
from weathergage_as_per_margin.passage import Sailed

FAR = ship("Desaix", at=(55, 55), side="french", anchored="both")


def under_sail(*more: Any, wind: str = "N", speed: tuple[int, int] = (5, 2), **own: Any) -> wg.Game:
    """The Caesar to move, alone but for the moored Desaix; own: of the Caesar."""
    table = own.pop("table", {})
    own.setdefault("at", (30, 30))
    guns = own.pop("guns", 74)
    return sea(
        ship("Caesar", guns, **own),
        FAR,
        *more,
        phase="second-move",
        wind=wind,
        speed=speed,
        **table,
    )


def bounds(heading: float, **more: Any) -> tuple[int, int] | None:
    """The least and the most inches of the Caesar on a heading."""
    game = under_sail(**more)
    found = range_of(game, one(game, "caesar"), round(100 * heading))
    return None if found is None else (found.least, found.most)


DAMAGED = {"upper": 4}


@pytest.mark.clause("APM.scale.distance", "APM.landing.scale")
def test_an_inch_is_a_hundred_feet_so_a_cable_is_six() -> None:
    scales = under_sail().rules.ruleset.scales
    yards = scales.yards
    assert 24 * yards == pytest.approx(800)  # four cables, extreme range
    assert 4 * yards == pytest.approx(200 * 2 / 3)  # two thirds of a cable, between consorts
    assert 15 * yards == pytest.approx(500)  # the moorings at Algesiras
    assert 60 * yards == pytest.approx(2000)  # a mile of ten cables


# How far


@pytest.mark.clause("APM.wind-speed.total")
def test_an_undamaged_ship_sails_with_or_across_the_wind_up_to_the_total() -> None:
    assert bounds(90) == (2, 7)
    assert bounds(180, speed=(6, 6)) == (6, 12)
    assert bounds(90, speed=(6, 1)) == (1, 7)


@pytest.mark.clause("APM.wind-speed.higher")
def test_the_higher_die_is_the_most_of_a_beat_and_of_a_damaged_ship_running() -> None:
    assert bounds(60) == (2, 5)
    assert bounds(180, lost=DAMAGED) == (2, 5)


@pytest.mark.clause("APM.wind-speed.lower", "APM.ships.mast-states")
def test_a_damaged_ship_beats_exactly_the_lower_die() -> None:
    assert bounds(60, lost=DAMAGED) == (2, 2)


@pytest.mark.clause("APM.wind-speed.heading")
def test_the_heading_after_the_first_pivot_decides() -> None:
    game = under_sail(heading="E")
    assert refused(game, "caesar NE 5") == ""
    assert refused(game, "caesar NE 5.01") == "APM.wind-speed.higher"
    game = under_sail(heading="NE")
    assert refused(game, "caesar E 7") == ""
    assert refused(game, "caesar E 7.01") == "APM.wind-speed.total"


@pytest.mark.clause("APM.wind-speed.beating")
@pytest.mark.parametrize(
    ("heading", "most"),
    [(45, 5), (89.99, 5), (90, 7), (30, None), (44.99, None), (0, None), (315, 5), (270, 7)],
)
def test_a_ship_beats_from_45_degrees_off_the_wind_and_sails_no_closer(
    heading: float, most: int | None
) -> None:
    found = bounds(heading)
    assert found == (None if most is None else (2, most))


@pytest.mark.clause("APM.wind-speed.beating")
def test_a_ship_too_close_to_the_wind_must_pivot_first() -> None:
    game = under_sail(heading=30)
    assert refused(game, "caesar 3") == "APM.wind-speed.beating"
    give(game, "caesar 45 3")
    assert place(game, "caesar")[2] == 45


@pytest.mark.clause("APM.wind-speed.beating")
@pytest.mark.parametrize(("heading", "most"), [(0, 5), (45, 5), (45.01, 7), (315, 5), (90, 7)])
def test_the_option_beats_on_every_heading_within_45_degrees(heading: float, most: int) -> None:
    assert bounds(heading, table={"options": {"beating": "within-45"}}) == (2, most)


@pytest.mark.clause("APM.wind-speed.extra-die")
@pytest.mark.parametrize(("heading", "most"), [("S", 11), ("NE", 9)])
def test_the_extra_die_is_added_on_every_heading(heading: str, most: int) -> None:
    game = under_sail(independent=True, table={"dice": wg.Dice.of(extra=(4,))})
    give(game, "caesar extra die")
    assert refused(game, f"caesar {heading} {most}") == ""
    assert refused(game, f"caesar {heading} {most + 0.1}") != ""


@pytest.mark.clause("APM.wind-speed.extra-die")
def test_a_single_ship_makes_half_as_much_again_as_a_fleet_at_most() -> None:
    assert bounds(180, speed=(6, 6)) == (6, 12)
    game = under_sail(independent=True, speed=(6, 6), table={"dice": wg.Dice.of(extra=(6,))})
    give(game, "caesar extra die")
    assert range_of(game, one(game, "caesar"), 18000).most == 18  # type: ignore[union-attr]


@pytest.mark.clause("APM.wind-speed.extra-die", "APM.turning.after")
def test_the_extra_die_may_go_unused_and_forbids_the_final_pivot() -> None:
    game = under_sail(independent=True, heading="S", table={"dice": wg.Dice.of(extra=(4,))})
    give(game, "caesar extra die")
    assert [d.about for d in game.decisions] == ["caesar"]
    assert refused(game, "caesar S 3 then E") == "APM.turning.after"
    give(game, "caesar S 3")
    assert place(game, "caesar") == (30, 33, 180)


@pytest.mark.clause("APM.wind-speed.extra-die", "APM.ships.independent")
def test_only_undamaged_independent_ships_throw_it() -> None:
    assert refused(under_sail(), "caesar extra die") == "APM.wind-speed.extra-die"
    damaged = under_sail(independent=True, lost=DAMAGED)
    assert refused(damaged, "caesar extra die") == "APM.wind-speed.extra-die"


@pytest.mark.clause("APM.wind-speed.extra-die")
def test_both_privileges_may_be_declined() -> None:
    game = under_sail(independent=True, heading="S")
    give(game, "caesar 3")
    assert place(game, "caesar") == (30, 33, 180)


# Sailing


@pytest.mark.clause("APM.move.sailing")
@pytest.mark.parametrize(
    ("heading", "speed", "legal", "illegal"),
    [
        ("E", (6, 1), ("1", "7", "3.217"), ("0.9", "7.1")),
        ("NE", (3, 3), ("3",), ("2.999", "3.001")),
    ],
)
def test_any_fraction_between_least_and_most_may_be_sailed(
    heading: str, speed: tuple[int, int], legal: tuple[str, ...], illegal: tuple[str, ...]
) -> None:
    game = under_sail(speed=speed)
    assert all(refused(game, f"caesar {heading} {inches}") == "" for inches in legal)
    assert all(refused(game, f"caesar {heading} {inches}") != "" for inches in illegal)


@pytest.mark.clause("APM.move.sailing", "APM.measuring")
def test_a_move_is_a_pivot_and_a_straight_line() -> None:
    game = under_sail(heading="N")
    give(game, "caesar E 5.5")
    assert place(game, "caesar") == (35.5, 30, 90)
    (said,) = told(game, Sailed)
    assert said.say() == "Caesar sails E 5.5 inches."
    assert one(game, "caesar").track[0] == wg.FreePose.at(30, 30, 0)


@pytest.mark.clause("APM.move.sailing")
def test_each_side_moves_its_ships_in_any_order() -> None:
    game = under_sail(ship("Pompee", at=(20, 20)), ship("Spencer", at=(10, 40)))
    give(game, "spencer E 3", "caesar E 3", "pompee E 3")
    assert [e.ship for e in told(game, Sailed)] == ["Spencer", "Caesar", "Pompee"]
    assert game.phase != "second-move"


@pytest.mark.clause("APM.move.sailing", "APM.falling-aboard")
def test_a_path_stops_where_a_base_would_touch_another_and_then_she_checks() -> None:
    game = under_sail(
        ship("Pompee", at=(35, 30), heading="N", anchored="bow"),
        heading="E",
        table={"dice": wg.Dice.of(aboard=(1,))},
    )
    give(game, "caesar 7", "done")
    x, y, heading = place(game, "caesar")
    assert (x, y, heading) == (pytest.approx(35 - 0.35 - 1.0, abs=0.002), 30, 90)
    assert [e.inches for e in told(game, FellAboard)] == [0.0]
    assert told(game, Sailed)[0].stopped == "Pompee"


@pytest.mark.clause("APM.move.minimum")
def test_no_ship_under_way_makes_less_than_the_lower_die() -> None:
    game = under_sail(speed=(6, 4))
    assert refused(game, "caesar E 3.9") == "APM.move.minimum"
    assert refused(game, "done") == "APM.move.minimum"
    give(game, "caesar E 4")


@pytest.mark.clause("APM.move.minimum")
def test_anchored_ships_and_ships_aground_need_not_move_and_do_not() -> None:
    game = under_sail(anchored="bow")
    give(game, "done")
    assert place(game, "caesar") == (30, 30, 0)
    game = under_sail(aground=True)
    give(game, "kedge none")
    assert game.phase != "second-move"
    assert place(game, "caesar") == (30, 30, 0)


@pytest.mark.clause("APM.move.minimum")
def test_a_ship_stopped_by_contact_forfeits_the_rest() -> None:
    game = under_sail(
        ship("Pompee", at=(31.35, 30), anchored="bow"),
        heading="E",
        speed=(6, 4),
        table={"dice": wg.Dice.of(aboard=(1,))},
    )
    give(game, "caesar 4", "done")
    assert place(game, "caesar") == (pytest.approx(30, abs=0.002), 30, 90)
    assert one(game, "caesar").moved


@pytest.mark.clause("APM.move.minimum")
def test_a_ship_that_can_point_nowhere_that_she_can_sail_may_stay() -> None:
    hems = [
        ship("Pompee", at=(30.75, 30.3), heading="N", anchored="both"),
        ship("Spencer", at=(29.25, 30), heading="N", anchored="both"),
        ship("Sprite", 8, at=(30.5, 28.65), heading="N", anchored="both"),
    ]
    game = under_sail(*hems, heading="N", wind="N")
    assert refused(game, "caesar 2") == "APM.wind-speed.beating"
    assert refused(game, "caesar NE 2") == "APM.turning.before"
    assert refused(game, "caesar S 2") == "APM.turning.before"
    assert refused(game, "caesar 1") == "APM.wind-speed.beating"
    for n in range(20):
        assert Moves(game, "british").sample(wg.Dice(n)).ship  # type: ignore[attr-defined]
    give(game, "caesar 0", "done")
    assert place(game, "caesar") == (30, 30, 0)
    assert not told(game, FellAboard)
    game = under_sail(*hems, heading="N", wind="S")
    assert refused(game, "caesar 0") == "APM.move.minimum"


@pytest.mark.clause("APM.score.purpose")
def test_a_ship_whose_centre_leaves_the_table_is_out_of_it() -> None:
    game = under_sail(at=(57, 30), heading="E")
    give(game, "caesar 3")
    assert one(game, "caesar").gone == ""
    game = under_sail(at=(57, 30), heading="E")
    give(game, "caesar 3.1")
    assert one(game, "caesar").gone == "left"


# Turning


@pytest.mark.clause("APM.turning.before")
@pytest.mark.parametrize("lost", [{}, DAMAGED])
def test_half_a_circle_before_moving_is_allowed_even_to_a_damaged_ship(lost: Any) -> None:
    game = under_sail(heading="N", lost=lost)
    give(game, "caesar S 2")
    assert place(game, "caesar") == (30, 32, 180)


@pytest.mark.clause("APM.turning.before")
def test_a_pivot_may_sweep_over_a_ship_but_not_end_in_one() -> None:
    game = under_sail(ship("Pompee", 38, at=(31.2, 30), heading="N", anchored="bow"), heading="N")
    assert refused(game, "caesar E 2") == "APM.turning.before"
    assert refused(game, "caesar S 2") == ""


@pytest.mark.clause("APM.turning.after")
def test_an_independent_ship_moves_by_the_wind_dice_and_then_pivots() -> None:
    game = under_sail(guns=38, heading="E")
    give(game, "caesar 7 then S")
    assert place(game, "caesar") == (37, 30, 180)
    game = under_sail(guns=38, heading="E")
    give(game, "caesar 7 then W")
    assert place(game, "caesar") == (37, 30, 270)


@pytest.mark.clause("APM.turning.after")
def test_a_ship_of_the_line_does_not_pivot_after_her_move() -> None:
    assert refused(under_sail(heading="E"), "caesar 7 then S") == "APM.turning.after"


@pytest.mark.clause("APM.turning.after")
def test_a_final_pivot_may_not_end_in_another_ship() -> None:
    game = under_sail(
        ship("Pompee", at=(37, 31.05), heading="E", anchored="bow"), guns=38, heading="E"
    )
    assert refused(game, "caesar 7 then S") == "APM.turning.after"
    assert refused(game, "caesar 7 then W") == ""


@pytest.mark.clause("APM.turning.after", "APM.falling-aboard")
def test_the_check_for_falling_aboard_comes_after_the_final_pivot() -> None:
    dice = wg.Dice.of(aboard=(1,))
    game = under_sail(
        ship("Pompee", at=(37, 33.5), heading="E", anchored="bow"),
        guns=38,
        heading="E",
        table={"dice": dice},
    )
    give(game, "caesar 7 then S", "done")
    (check,) = told(game, FellAboard)
    assert check.inches == pytest.approx(3.5 - 0.35 - 0.8, abs=0.002)


@pytest.mark.clause("APM.turning.no-tacking")
def test_tacking_and_wearing_come_to_the_same() -> None:
    game = under_sail(heading=60)
    give(game, "caesar 300 3")
    assert place(game, "caesar")[2] == 300
    assert not [e for e in game.events if isinstance(e, wg.Rolled) and "aesar" in e.about]


# The turn


@pytest.mark.clause("APM.turn", "APM.turn.english-advantage")
def test_the_french_move_first_and_the_english_last() -> None:
    game = sea(
        ship("Caesar", heading="E"),
        ship("Desaix", at=(40, 40), side="french", heading="E"),
        phase="wind",
        dice=wg.Dice.of(wind_change=(1,), wind=(3, 2)),
    )
    assert (game.phase, game.decisions[0].seat) == ("first-move", "french")
    give(game, "desaix 3")
    assert (game.phase, game.decisions[0].seat) == ("second-move", "british")


@pytest.mark.clause("APM.turn.english-advantage")
def test_the_scenario_says_who_plays_the_english_part() -> None:
    game = sea(
        ship("Caesar"),
        ship("Desaix", at=(40, 40), side="french"),
        phase="first-move",
        english="french",
    )
    assert game.decisions[0].seat == "british"


@pytest.mark.clause("APM.turn", "APM.falling-aboard.locked")
def test_ships_that_fall_aboard_in_the_move_can_board_in_the_same_turn() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Desaix", at=(25, 21), side="french", heading="E", anchored="both"),
        phase="second-move",
        dice=wg.Dice.of(aboard=(6,)),
    )
    give(game, "caesar 4")
    assert one(game, "caesar").locked
    while game.phase not in ("boarding", "orders"):
        decision = game.decisions[0]
        game.submit(decision.id, {"kind": "rest"} if "fire" not in game.phase else {"kind": "hold"})
    assert game.phase == "boarding"


# The dismasted


DISMASTED = {"upper": 4, "lower": 4}


def drifting(*more: Any, wind: str = "W", speed: tuple[int, int] = (5, 3), **own: Any) -> wg.Game:
    table = own.pop("table", {})
    own.setdefault("at", (30, 30))
    lost = own.pop("lost", DISMASTED)
    return sea(
        ship("Caesar", lost=lost, **own),
        FAR,
        *more,
        phase="dismasted",
        wind=wind,
        speed=speed,
        **table,
    )


@pytest.mark.clause("APM.move.dismasted", "APM.wind-speed.lower")
def test_a_dismasted_ship_turns_downwind_and_drifts_exactly_the_lower_die() -> None:
    game = drifting()
    assert place(game, "caesar") == (33, 30, 90)
    assert told(game, Sailed)[0].say() == "Caesar drifts E 3.0 inches."
    game = drifting(speed=(5, 2))
    assert place(game, "caesar") == (32, 30, 90)


@pytest.mark.clause("APM.move.dismasted", "APM.anchor.handling")
def test_a_dismasted_ship_at_anchor_stays() -> None:
    assert place(drifting(anchored="bow"), "caesar") == (30, 30, 0)


@pytest.mark.clause("APM.move.dismasted")
def test_a_dismasted_ship_does_not_move_again_in_her_sides_step() -> None:
    game = drifting(ship("Pompee", at=(10, 10)))
    give(game, "done")
    assert game.phase == "second-move"
    assert refused(game, "caesar E 3") == "APM.move.sailing"


@pytest.mark.clause("APM.turn", "APM.move.dismasted")
def test_a_french_ship_dismasted_in_one_turn_drifts_in_the_next() -> None:
    game = sea(
        ship("Caesar", at=(10, 10), heading="N", anchored="bow"),
        ship("Desaix", at=(40, 40), side="french", lost=DISMASTED, moved=True),
        phase="first-fire",
        wind="W",
        dice=wg.Dice.of(wind_change=(1,), wind=(5, 2)),
    )
    while game.turn == 2 or game.phase == "orders":
        game.submit(game.decisions[0].id, game.decisions[0].sample(wg.Dice(1)))
    assert place(game, "desaix") == (42, 40, 90)


@pytest.mark.clause("APM.move.dismasted")
def test_the_french_drift_first_and_the_most_leeward_first() -> None:
    game = drifting(
        ship("Pompee", at=(34, 10), lost=DISMASTED),
        ship("Formidable", at=(20, 20), side="french", lost=DISMASTED),
        ship("Muiron", 38, at=(10, 40), side="french", lost={"upper": 2, "lower": 2}),
    )
    names = [e.ship for e in told(game, Sailed) if e.how == "drifts"]
    assert names == ["Formidable", "Muiron", "Pompee", "Caesar"]


@pytest.mark.clause("APM.move.dismasted")
def test_a_drifting_ship_stops_at_contact_and_checks_for_falling_aboard() -> None:
    game = drifting(
        ship("Pompee", at=(32, 30), anchored="bow"), table={"dice": wg.Dice.of(aboard=(6,))}
    )
    assert place(game, "caesar")[0] == pytest.approx(32 - 1.35, abs=0.002)
    assert one(game, "caesar").locked


@pytest.mark.clause("APM.move.dismasted", "APM.campaign.anchor-depth")
def test_a_drifting_ship_may_anchor_at_the_end_of_her_drift() -> None:
    shore = region("Shore", "land", (0, 0), (60, 0), (60, 20), (0, 20))
    game = drifting(table={"regions": [shore]})
    assert game.decisions[0].kind == "let-go"
    give(game, "caesar let go both")
    assert place(game, "caesar") == (33, 30, 90)
    assert one(game, "caesar").moored


@pytest.mark.clause("APM.ships.strike", "APM.move.dismasted")
def test_a_struck_ship_drifts_as_if_dismasted_unless_she_is_anchored() -> None:
    game = drifting(lost={}, struck=True)
    assert place(game, "caesar") == (33, 30, 90)
    game = drifting(lost={}, struck=True, anchored="bow")
    assert place(game, "caesar") == (30, 30, 0)


@pytest.mark.clause("APM.falling-aboard.locked")
def test_what_stops_one_of_a_locked_group_stops_all() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), locked=("pompee",)),
        ship("Pompee", at=(30.7, 30), locked=("caesar",)),
        ship("Spencer", at=(32.4, 30), anchored="bow"),
        FAR,
        phase="dismasted",
        wind="W",
        speed=(6, 3),
        dice=wg.Dice.of(aboard=(1,)),
    )
    give(game, "part none")
    assert place(game, "pompee") == (pytest.approx(31.7, abs=0.002), 30, 0)
    assert place(game, "caesar") == (pytest.approx(31.0, abs=0.002), 30, 0)


# Gunboats


def gunboat(**own: Any) -> wg.Game:
    table = own.pop("table", {})
    return sea(
        ship("Gunboat", 2, kind="gunboat", at=(30, 30), side="french", **own),
        ship("Caesar", at=(5, 5)),
        phase=own.pop("phase", "first-move"),
        wind="N",
        speed=(5, 2),
        **table,
    )


@pytest.mark.clause("APM.gunboat.move")
def test_a_gunboat_sails_by_the_turns_wind_dice() -> None:
    game = gunboat()
    assert refused(game, "gunboat S 7") == ""
    assert refused(game, "gunboat S 7.1") == "APM.wind-speed.total"
    assert refused(game, "gunboat S 1.9") == "APM.move.minimum"


@pytest.mark.clause("APM.gunboat.move")
def test_a_gunboat_rows_up_to_her_own_die_on_any_heading() -> None:
    game = gunboat(table={"dice": wg.Dice.of(oars=(4,))})
    give(game, "gunboat oars")
    assert refused(game, "gunboat N 4.1") == "APM.gunboat.move"
    assert refused(game, "gunboat S 0") == ""
    give(game, "gunboat N 4")
    assert place(game, "gunboat") == (30, 26, 0)
    assert told(game, Sailed)[0].how == "rows"


@pytest.mark.clause("APM.gunboat.move", "APM.gunboat.build")
def test_a_dismasted_gunboat_may_row_and_need_not_drift() -> None:
    for line, x in (("gunboat adrift", 30), ("gunboat oars", 30)):
        game = sea(
            ship("Gunboat", 2, kind="gunboat", at=(30, 30), side="french", lost={"upper": 1}),
            ship("Caesar", at=(5, 5)),
            phase="dismasted",
            wind="N",
            speed=(5, 2),
            dice=wg.Dice.of(oars=(5,)),
        )
        give(game, line)
        drifted = line.endswith("adrift")
        assert place(game, "gunboat")[:2] == (x, 32 if drifted else 30)
        if not drifted:
            assert refused(game, "gunboat S 3") == "APM.gunboat.move"
            give(game, "gunboat oars", "gunboat E 5")
            assert place(game, "gunboat") == (35, 30, 90)


@pytest.mark.clause("APM.gunboat.move", "APM.algesiras.gunboat")
def test_an_anchored_gunboat_weighs_or_cuts_before_she_rows() -> None:
    game = gunboat(anchored="bow", table={"dice": wg.Dice.of(oars=(4,))})
    give(game, "gunboat oars")
    assert refused(game, "gunboat N 4") == "APM.anchor.handling"
    give(game, "gunboat cut, N 4")
    assert place(game, "gunboat") == (30, 26, 0)
    assert not one(game, "gunboat").anchored


@pytest.mark.clause("APM.gunboat.move")
def test_only_gunboats_have_oars() -> None:
    assert refused(under_sail(), "caesar oars") == "APM.gunboat.move"


# Night


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_a_ship_that_is_not_seen_neither_forbids_a_pivot_nor_lets_it_happen() -> None:
    unseen = ship("Muiron", 38, at=(31.9, 28.95), heading="E", side="french", anchored="both")
    game = under_sail(
        unseen, guns=38, heading="E", table={"sight": 1, "dice": wg.Dice.of(aboard=(1,))}
    )
    assert refused(game, "caesar E 2 then N") == ""
    give(game, "caesar E 2 then N")
    assert place(game, "caesar")[2] == 90
    ships = game.state.ships
    assert not any(do_overlap(a.stand, b.stand) for a in ships for b in ships if a.n < b.n)


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_only_who_sees_a_move_is_told_of_it() -> None:
    game = under_sail(heading="E", table={"sight": 3})
    give(game, "caesar 3")
    heard = [e.seat for e in game.events if isinstance(e, wg.Told) and isinstance(e.inner, Sailed)]
    assert heard == ["british"]


# Notation


HEADINGS = st.one_of(st.none(), st.integers(0, 35999).map(lambda h: h / 100))


@given(
    HEADINGS,
    st.one_of(st.none(), st.integers(0, 18000).map(lambda i: i / 1000)),
    HEADINGS,
    st.sampled_from(["", "bow", "stern", "both"]),
    st.booleans(),
)
def test_a_move_reads_as_it_is_written(
    heading: float | None, inches: float | None, then: float | None, anchor: Any, cut: bool
) -> None:
    order = Sail(ship="caesar", heading=heading, inches=inches, then=then, anchor=anchor, cut=cut)
    assert read(order.write()) == order


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("caesar NE 5.5", {"heading": 45, "inches": 5.5}),
        ("caesar NE 5 then E", {"heading": 45, "inches": 5, "then": 90}),
        ("caesar cut, W 4", {"heading": 270, "inches": 4, "cut": True}),
        ("caesar 5", {"inches": 5}),
        ("caesar 225 5", {"heading": 225, "inches": 5}),
        ("caesar SW anchor bow and stern", {"heading": 225, "anchor": "both"}),
        ("caesar 2 anchor by the bow", {"inches": 2, "anchor": "bow"}),
    ],
)
def test_moves_are_written_as_one_would_say_them(line: str, fields: dict[str, Any]) -> None:
    assert read(line) == Sail(ship="caesar", **fields)


@pytest.mark.parametrize(
    ("line", "told_so"),
    [
        ("caesar NE 5 then", "write one heading"),
        ("caesar XX 5", "no direction"),
        ("caesar NE five", "no distance"),
        ("caesar NE 5 6", "no heading and distance"),
        ("caesar 2 anchor somehow", "anchor bow"),
    ],
)
def test_a_move_that_cannot_be_read_says_why(line: str, told_so: str) -> None:
    with pytest.raises(ValueError, match=told_so):
        Sail.read(line)


# What must hold of any move


SPOTS = st.tuples(st.floats(-5, 5), st.floats(-5, 5), st.integers(0, 359))


@given(st.lists(SPOTS, min_size=1, max_size=5), st.integers(0, 10**6), st.sampled_from(["N", "SW"]))
@pytest.mark.clause("APM.move.sailing", "APM.move.minimum", "APM.turning.before")
def test_no_move_ends_in_another_ship_or_beyond_its_distance(
    spots: list[tuple[float, float, int]], seed: int, wind: str
) -> None:
    things = [
        ship(f"F{n}", (74, 38, 14)[n % 3], at=(30 + x, 30 + y), heading=h, side="french")
        for n, (x, y, h) in enumerate(spots)
    ]
    try:
        game = sea(*things, ship("Caesar", at=(5, 5)), phase="first-move", wind=wind, seed=seed)
    except ValueError:
        assume(False)
    dice = wg.Dice(seed)
    while game.phase == "first-move":
        ships = game.state.ships
        before = {s.n: s.pose for s in ships}
        moving = game.decisions[0]
        order = moving.sample(dice)
        game.submit(moving.id, order)
        if not isinstance(order, Sail):
            continue
        moved = game.state.ship(order.ship)
        track = moved.track
        made = track[1].distance(track[2])
        assert track[0] == before[moved.n]
        assert made <= sum(game.state.wind_dice) + moved.extra + 0.002
        if len(moved.locked) == 0 and track[1].heading != before[moved.n].heading:
            assert range_of(game, moved, track[1].heading) is not None
        afloat = [s for s in game.state.ships if not s.gone]
        assert not any(do_overlap(a.stand, b.stand) for a in afloat for b in afloat if a.n < b.n)


@given(
    st.sampled_from([0, 45, 90, 135, 180, 225, 270, 315]),
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(0, 359),
)
@pytest.mark.clause("APM.move.dismasted")
def test_a_free_drift_is_exact(wind: int, one_die: int, other: int, heading: int) -> None:
    name = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[wind // 45]
    game = drifting(heading=heading, wind=name, speed=(one_die, other))
    downwind = (wind + 180) % 360
    start = wg.FreePose.at(30, 30, downwind)
    assert one(game, "caesar").pose == start.ahead(min(one_die, other))


def test_a_question_offers_only_ships_that_may_move() -> None:
    game = under_sail(
        ship("Pompee", at=(10, 10), struck=True), ship("Spencer", at=(20, 10), moved=True)
    )
    answers = Moves(game, "british")
    assert [s.card.id for s in answers.ships] == ["caesar"]
    for line, why in (("pompee N 2", "struck"), ("spencer N 2", "move this turn")):
        problem = answers.check(read(line))
        assert problem is not None
        assert why in problem.reason
    assert "caesar" in answers.help()


def test_the_orders_that_help_shows_can_be_given_in_any_wind() -> None:
    for speed in ((6, 1), (2, 2)):
        for wind in ("NE", "SW"):
            game = sea(
                ship("Caesar", independent=True), phase="second-move", wind=wind, speed=speed
            )
            answers = Moves(game, "british")
            shown = re.findall(r'"([^"]+)"', answers.help())
            sailed = [line for line in shown if re.match(r"caesar [A-Z]", line)]
            assert sailed
            for line in sailed:
                assert answers.check(read(line)) is None, line
        refusal = answers.check(read("done"))
        assert refusal is not None
        least = "1 inch" if speed[1] == 1 else "2 inches"
        assert refusal.reason == f"Caesar must still move, by {least} at least"


def test_a_way_reads_as_a_person_would_say_it() -> None:
    assert Sailed("Caesar", "sails", 45.0, 5.0, 45.0, "", "").say() == "Caesar sails NE 5.0 inches."
    told_so = Sailed("Caesar", "sails", 165.0, 3.5, 90.0, "Desaix", "").say()
    assert told_so == "Caesar sails on 165 for 3.5 inches, up to Desaix, and turns E."
