"""Ships within half an inch of one another: when they check, how, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import laid, one, region, sea, ship, told
from orders import asked, order, refused

import weathergage as wg
from weathergage_admiralty.collisions import (
    Collided,
    LeftTable,
    RanAground,
    close_by,
    end_of,
    ends_off_table,
    meetings,
    moment,
    part_of,
    runs_clear,
)
from weathergage_admiralty.damage import Damaged
from weathergage_admiralty.sweeps import Rectangle, Sweep
from weathergage_admiralty.turning import Course, curve, straight

BEAM = 30 / 25.4
"""Inches of a 74's breadth; her length is 70 millimetres."""

LENGTH = 70 / 25.4


def meeting(
    gap: float = 0.4,
    ahead: float = 4.0,
    heading: float | str = "E",
    *,
    dice: tuple[int, int] = (1, 1),
    own: dict[str, Any] | None = None,
    mode: str = "assisted",
    speed: int = 3,
    **more: Any,
) -> wg.Game:
    """Caesar, steering east, and Spencer at anchor: that far ahead of her, their sides that far
    apart when they are abreast. dice: Caesar's and Spencer's.
    """
    return sea(
        ship("Caesar", at=(20, 20), **{"heading": "E", **(own or {})}),
        ship(
            "Spencer",
            at=(20 + ahead, 20 + BEAM + gap),
            heading=heading,
            **{"setting": "anchored", **more},
        ),
        wind="N",
        speed=speed,
        mode=mode,
        dice=wg.Dice.of(collision_caesar=(dice[0],), collision_spencer=(dice[1],)),
    )


def ahead_on(
    gap: float = 2.0, heading: float | str = "N", *, dice: tuple[int, int] = (1, 1), **more: Any
) -> wg.Game:
    """Caesar, steering east, with Spencer's hull that far dead ahead of her bow."""
    half = BEAM / 2 if heading in ("N", "S") else LENGTH / 2
    return meeting(-BEAM, LENGTH / 2 + gap + half, heading, dice=dice, mode="book", **more)


def only(game: wg.Game) -> Collided:
    (found,) = told(game, Collided)
    assert isinstance(found, Collided)
    return found


# Within half an inch


@pytest.mark.clause("2.4")
@pytest.mark.parametrize(("gap", "checks"), [(0.5, True), (0.6, False)])
def test_half_an_inch_is_close_enough_and_more_is_not(gap: float, checks: bool) -> None:
    game = meeting(gap)
    order(game, "caesar straight")
    assert bool(told(game, Collided)) is checks


@pytest.mark.clause("2.4", "1.1")
@pytest.mark.parametrize(("gap", "checks"), [(0.24, True), (0.26, False)])
def test_it_is_a_quarter_of_an_inch_at_small_scale(gap: float, checks: bool) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(24, 20 + BEAM + 2 * gap), heading="E", setting="anchored"),
        wind="N",
        options={"scale": "small"},
    )
    order(game, "caesar straight")
    assert bool(told(game, Collided)) is checks


@pytest.mark.clause("2.4")
def test_a_ship_that_she_is_locked_to_is_not_checked_with() -> None:
    game = meeting(heading="E", ahead=1.0, own={"locks": {"spencer": 1}}, locks={"caesar": 0})
    assert not told(game, Collided)


@pytest.mark.clause("2.4", "2.1-obstacles")
def test_friends_and_ships_at_anchor_check_too() -> None:
    game = meeting()
    order(game, "caesar straight")
    assert only(game).other == "Spencer"


# Dice and table


@pytest.mark.clause("2.4-roll")
def test_two_ships_throw_two_dice_for_two_results() -> None:
    game = meeting(dice=(5, 6))
    order(game, "caesar straight")
    # Other courses, -2; Caesar is fast, +1.
    event = only(game)
    assert event.dice == (4, 4)
    assert event.hits == ("3S",)
    assert event.other_hits == ("3S",)
    assert one(game, "caesar").sail_hits == 3
    assert one(game, "spencer").sail_hits == 3


@pytest.mark.clause("2.4-roll", "4.3-L")
def test_where_only_one_of_them_suffers_l_both_are_locked() -> None:
    game = meeting(dice=(6, 1))
    order(game, "caesar straight")
    assert only(game).locked
    assert only(game).other_hits == ()
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    assert caesar.locked
    assert spencer.locked
    assert caesar.locks == ((spencer.n, 1),)
    assert spencer.locks == ((caesar.n, 0),)


@pytest.mark.clause("2.4-roll")
@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("bow", ((), ("2S",), ("5S",), ("5S", "L"), ("10S", "A", "L"), ("M", "A", "L"))),
        ("side", ((), (), ("3S",), ("3S", "L"), ("2G", "5S", "L"), ("3G", "10S", "L"))),
        ("stern", ((), (), ("3S",), ("3S",), ("5S", "L"), ("10S", "R", "L"))),
    ],
)
def test_the_table(column: str, cells: tuple[tuple[str, ...], ...]) -> None:
    rules, _ = laid(ship("Caesar"))
    table = rules.tables["collision"]
    assert tuple(table.look_up(die, column) for die in range(2, 8)) == cells
    assert table.look_up(-1, column) == cells[0]
    assert table.look_up(10, column) == cells[-1]
    assert table.source(7, column).status == "reconstructed"


@pytest.mark.clause("2.4-roll")
def test_gun_hits_go_to_the_side_that_is_struck() -> None:
    game = meeting(dice=(6, 6), own={"grade": "D"}, speed=4)
    order(game, "caesar straight")
    # 6 - 2 + 1 fast + 1 wind + 1 crew: 3G 10S L.
    assert only(game).dice == (7, 5)
    assert one(game, "caesar").gun_hits == (0, 3)
    assert one(game, "caesar").sail_hits == 10


@pytest.mark.clause("2.4-roll")
@pytest.mark.parametrize(
    ("more", "total"),
    [
        ({}, (2, 1)),
        ({"own": {"sail_hits": 27}}, (1, 1)),
        ({"speed": 4}, (3, 2)),
        ({"own": {"grade": "A"}}, (1, 1)),
        ({"grade": "D"}, (2, 2)),
        ({"type": "british-104"}, (3, 1)),
        ({"own": {"type": "british-104"}, "gap": 0.2}, (2, 2)),
    ],
)
def test_the_modifiers(more: dict[str, Any], total: tuple[int, int]) -> None:
    game = meeting(**{"dice": (3, 3), "gap": 0.3, **more})
    order(game, "caesar straight")
    assert only(game).dice == total


@pytest.mark.clause("2.4-roll", "2.4-alongside")
def test_coming_alongside_adds_one_to_both_dice() -> None:
    game = meeting(dice=(3, 3))
    order(game, "caesar alongside spencer, 5.5")
    assert only(game).dice == (3, 2)


# The moment


@pytest.mark.clause("2.4-moment")
def test_ships_that_pass_at_four_tenths_check_when_they_are_abreast() -> None:
    game = meeting(0.4)
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    course = Course(caesar.pose, caesar.card.base, (straight(caesar.pose, 5500),))
    (met,) = meetings(game, course, [spencer])
    time = moment(game, course, met, alongside=False)
    assert course.path.at(time).pose.inches[0] == pytest.approx(24, abs=0.02)


@pytest.mark.clause("2.4-moment")
def test_a_ship_that_runs_head_on_at_another_checks_at_contact_and_goes_no_farther() -> None:
    game = ahead_on(2.0)
    order(game, "caesar straight")
    event = only(game)
    assert (event.part, event.other_part, event.course) == ("bow", "side", "collision")
    assert one(game, "caesar").pose.inches[0] == pytest.approx(22, abs=5e-3)
    assert one(game, "caesar").moved


@pytest.mark.clause("2.4-passing", "2.4-courses")
def test_ships_on_opposite_courses_check_abreast_by_the_side_columns() -> None:
    game = meeting(0.4, heading="W")
    order(game, "caesar straight")
    event = only(game)
    assert (event.course, event.part, event.other_part) == ("collision", "side", "side")


@pytest.mark.clause("2.4-passing")
def test_where_the_move_ends_before_they_are_abreast_they_check_at_its_end() -> None:
    game = meeting(0.4, ahead=7.0, heading="W")
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    course = Course(caesar.pose, caesar.card.base, (straight(caesar.pose, 5500),))
    (met,) = meetings(game, course, [spencer])
    assert moment(game, course, met, alongside=False) == pytest.approx(1, abs=1e-3)
    order(game, "caesar straight")
    assert only(game).part == "side"


@pytest.mark.clause("2.4-moment", "2.2-no-take-back")
def test_a_ship_that_holds_while_she_closes_is_checked_when_her_move_goes_on() -> None:
    game = meeting(0.2, ahead=6.0)
    order(game, "caesar 3, hold")
    assert not told(game, Collided)
    order(game, "caesar straight")
    assert len(told(game, Collided)) == 1


@pytest.mark.clause("2.4-moment")
def test_a_ship_that_holds_at_the_end_of_her_way_is_checked_there() -> None:
    game = meeting(0.2, ahead=8.4)
    order(game, "caesar 5.5, hold")
    assert one(game, "caesar").moved
    assert len(told(game, Collided)) == 1


@pytest.mark.clause("2.4-moment", "2.2-tack-test")
def test_a_ship_that_misses_stays_close_to_another_is_checked_where_she_lies() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading=65),
        ship("Spencer", at=(21.471, 15.423), heading="E", setting="anchored"),
        wind="N",
        dice=wg.Dice.of(action_caesar=(1,), collision=(1, 1)),
        mode="book",
    )
    order(game, "caesar tack port, tack port")
    assert one(game, "caesar").irons
    assert len(told(game, Collided)) == 1


@pytest.mark.clause("2.4-alongside", "2.4-areas")
def test_a_ship_that_lays_herself_alongside_checks_where_she_ends_by_the_side_columns() -> None:
    game = meeting(0.3, ahead=5.5)
    order(game, "caesar alongside spencer, 5.5")
    event = only(game)
    assert (event.part, event.other_part, event.course) == ("side", "side", "other")


@pytest.mark.clause("2.4-alongside")
def test_without_such_intent_a_converging_ship_checks_at_her_closest() -> None:
    game = meeting(0.5, ahead=5.0, own={"heading": 92})
    order(game, "caesar straight")
    assert only(game).course == "other"


@pytest.mark.clause("2.4-alongside")
def test_the_intent_is_declared_as_the_move_begins() -> None:
    game = meeting()
    order(game, "caesar 1, hold")
    assert refused(game, "caesar alongside spencer, 1").clause == "2.4-alongside"
    assert refused(meeting(), "caesar alongside nobody").code == "unknown-ship"
    assert refused(meeting(), "caesar alongside caesar").code == "unknown-ship"


@pytest.mark.clause("2.4-alongside", "2.1-slowing")
def test_an_order_that_failed_to_slow_her_leaves_no_intent_behind() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(24, 20 + BEAM + 0.4), heading="E", setting="anchored"),
        wind="N",
        dice=wg.Dice.of(action_caesar=(1,), collision=(3, 3)),
    )
    order(game, "caesar slow 4, alongside spencer", "caesar straight")
    # Other course -2, own move over four inches +1 for the Caesar: 2 and 1.
    assert only(game).dice == (2, 1)


# Courses and parts


@pytest.mark.clause("2.4-courses")
def test_the_same_heading_half_an_inch_apart_is_another_course() -> None:
    game = meeting(0.5)
    order(game, "caesar straight")
    assert only(game).course == "other"


@pytest.mark.clause("2.4-courses")
@pytest.mark.parametrize(
    ("heading", "gap", "course"),
    [
        (110, 0.7, "other"),
        (111, 0.7, "collision"),
        (70, 0.7, "other"),
        (270, 0.4, "collision"),
    ],
)
def test_within_twenty_degrees_of_one_heading_courses_are_other(
    heading: float, gap: float, course: str
) -> None:
    game = meeting(gap, heading=heading)
    order(game, "caesar straight")
    assert only(game).course == course


@pytest.mark.clause("2.4-courses", "2.4-areas")
def test_paths_that_cross_at_sixty_degrees_are_a_collision_course() -> None:
    game = ahead_on(1.0, heading=30)
    order(game, "caesar straight")
    event = only(game)
    assert (event.course, event.part, event.other_part) == ("collision", "bow", "side")


@pytest.mark.clause("2.4-areas")
def test_passing_under_a_stern_is_stern_for_the_one_and_side_for_the_other() -> None:
    # Spencer points south, her stern 0.3 inches south of where Caesar's side passes.
    game = meeting(0.3 + (LENGTH - BEAM) / 2, ahead=4.0, heading="S")
    order(game, "caesar straight")
    event = only(game)
    assert (event.part, event.other_part) == ("side", "stern")


@pytest.mark.clause("2.4-areas")
def test_a_bow_into_a_side_is_bow_and_side() -> None:
    game = ahead_on(1.0)
    order(game, "caesar straight")
    assert (only(game).part, only(game).other_part) == ("bow", "side")


@pytest.mark.clause("2.4-areas")
@pytest.mark.parametrize(("heading", "part"), [("W", "bow"), ("E", "stern")])
def test_bow_to_bow_and_bow_to_stern_go_by_what_is_nearest(heading: str, part: str) -> None:
    game = ahead_on(1.0, heading)
    order(game, "caesar straight")
    assert (only(game).part, only(game).other_part) == ("bow", part)


@pytest.mark.clause("2.4-areas")
@pytest.mark.parametrize(
    ("way", "part"),
    [
        ((1, 0), ("side", "starboard")),
        ((-1, 0), ("side", "port")),
        ((0, -1), ("bow", "starboard")),
        ((0, 1), ("stern", "starboard")),
        ((-1, -2), ("bow", "port")),
        ((2, -1), ("side", "starboard")),
    ],
)
def test_the_part_is_that_which_looks_to_the_other(way: tuple[int, int], part: Any) -> None:
    assert part_of(wg.FreePose(0, 0, 0), *way) == part


# Sailing on, and not checking again


@pytest.mark.clause("2.4-no-lock")
def test_without_a_lock_she_sails_the_rest_of_her_way() -> None:
    game = meeting(dice=(5, 1), ahead=2.5)
    order(game, "caesar straight")
    assert only(game).hits == ("3S",)
    assert not only(game).locked
    assert one(game, "caesar").pose.x == 25500


@pytest.mark.clause("2.4-no-lock", "4.3-L")
def test_a_lock_ends_the_movement_of_both() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(22.5, 20 - BEAM - 0.4), heading="E", side="french"),
        wind="N",
        dice=wg.Dice.of(collision_caesar=(6,), collision_spencer=(1,)),
    )
    order(game, "caesar straight")
    assert only(game).locked
    assert one(game, "caesar").pose.inches[0] == pytest.approx(22.5, abs=0.02)
    assert asked(game) != ["spencer"]
    assert one(game, "spencer").pose.inches[0] == pytest.approx(22.5)


def lying(own: str | float = "E", **more: Any) -> wg.Game:
    """Caesar alongside Spencer, with whom she has checked already, to port of her."""
    return meeting(
        0.3, ahead=0.5, own={"heading": own, "near": ["spencer"]}, near=["caesar"], **more
    )


@pytest.mark.clause("2.4-recheck")
def test_ships_that_stay_alongside_on_the_same_headings_do_not_check_again() -> None:
    game = lying()
    order(game, "caesar straight")
    assert not told(game, Collided)


@pytest.mark.clause("2.4-recheck")
def test_a_turn_towards_the_other_makes_a_new_check() -> None:
    game = lying(mode="book")
    order(game, "caesar wear starboard")
    assert len(told(game, Collided)) == 1


@pytest.mark.clause("2.4-recheck")
def test_a_turn_away_makes_none() -> None:
    game = lying()
    order(game, "caesar wear port")
    assert not told(game, Collided)


@pytest.mark.clause("2.4-recheck")
def test_drawing_apart_by_more_than_half_an_inch_ends_the_exemption() -> None:
    game = lying()
    order(game, "caesar straight")
    assert one(game, "caesar").near == () == one(game, "spencer").near


@pytest.mark.clause("2.4-recheck")
def test_ships_that_have_checked_and_end_close_are_exempt_next_turn() -> None:
    game = meeting(0.3, ahead=5.5)
    order(game, "caesar straight")
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    assert caesar.near == (spencer.n,)
    assert spencer.near == (caesar.n,)


@pytest.mark.clause("2.4")
def test_a_ship_checks_with_another_once_in_a_move() -> None:
    game = meeting(0.3, ahead=3.0)
    order(game, "caesar 3, hold", "caesar straight")
    assert len(told(game, Collided)) <= 1


# Something in the path


@pytest.mark.clause("2.1-obstacles", "2.1-slowing")
def test_with_an_enemy_dead_ahead_she_must_turn_where_a_turn_clears_it() -> None:
    game = meeting(-BEAM, 3.0 + LENGTH, "E")
    why = refused(game, "caesar straight")
    assert (why.clause, why.code) == ("2.1-obstacles", "avoidable")
    assert "clears it" in why.reason
    order(game, why.reason.split("'")[1])
    assert not told(game, Collided) or only(game).part == "side"


@pytest.mark.clause("2.1-obstacles")
def test_where_no_turn_clears_it_she_sails_on_and_checks() -> None:
    game = meeting(-BEAM, LENGTH / 2 + 0.6 + BEAM / 2, "N")
    order(game, "caesar straight")
    assert only(game).part == "bow"


@pytest.mark.clause("2.1-obstacles", "2.0")
def test_by_the_book_a_course_straight_at_a_friend_is_legal_and_checked() -> None:
    game = meeting(-BEAM, 2.0 + LENGTH, "E", mode="book")
    order(game, "caesar straight")
    assert only(game).part == "bow"


@pytest.mark.clause("2.1-obstacles", "2.4-alongside")
def test_a_ship_that_means_to_lie_alongside_may_run_at_her() -> None:
    game = meeting(-BEAM, 2.0 + LENGTH, "E")
    order(game, "caesar alongside spencer, 5.5")
    assert only(game).part == "bow"


@pytest.mark.clause("2.1-obstacles")
def test_ships_that_touch_may_draw_apart_but_not_push_on() -> None:
    game = meeting(0.0, ahead=0.0, near=["caesar"], own={"near": ["spencer"]})
    order(game, "caesar straight")
    assert one(game, "caesar").pose.x == 25500
    held = meeting(
        -BEAM, LENGTH / 2 + BEAM / 2, "N", near=["caesar"], own={"near": ["spencer"]}, mode="book"
    )
    order(held, "caesar straight")
    assert one(held, "caesar").pose.inches[0] == pytest.approx(20, abs=0.06)
    assert not told(held, Collided)


SHOAL = region("Kettle", "shoal", (24, 15), (30, 15), (30, 25), (24, 25))


@pytest.mark.clause("2.1-obstacles")
def test_land_or_a_shoal_stops_a_ship_for_good() -> None:
    game = sea(ship("Caesar", at=(20, 20), heading="E"), wind="N", regions=[SHOAL], mode="book")
    order(game, "caesar straight")
    caesar = one(game, "caesar")
    assert caesar.aground
    assert caesar.pose.inches[0] == pytest.approx(24 - LENGTH / 2, abs=5e-3)
    assert told(game, RanAground)[0].where == "Kettle"


@pytest.mark.clause("2.1-obstacles")
def test_a_course_onto_a_shoal_is_refused_where_a_turn_clears_it() -> None:
    low = region("Kettle", "shoal", (24, 20), (30, 20), (30, 25), (24, 25))
    game = sea(ship("Caesar", at=(18, 19.5), heading="E"), wind="N", regions=[low])
    assert refused(game, "caesar straight").code == "avoidable"
    order(game, "caesar wear port")
    assert not one(game, "caesar").aground


@pytest.mark.clause("2.0")
def test_a_ship_whose_centre_passes_the_edge_has_left() -> None:
    game = sea(ship("Caesar", at=(57, 20), heading="E"), wind="N")
    order(game, "caesar straight")
    assert one(game, "caesar").gone == "left"
    assert told(game, LeftTable)


# The quick look agrees with the exact one


@pytest.mark.clause("2.4")
def test_the_quick_look_is_never_too_far_and_finds_the_closest_approach() -> None:
    dice, game = wg.Dice(5), meeting()
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    for _ in range(150):
        x, y, angle = (dice.below("at", n) for n in (12000, 12000, 36000))
        spencer.pose = wg.FreePose(14000 + x, 14000 + y, angle)
        turn = (0, 2250, -3000, 4500, -1500)[dice.below("turn", 5)]
        step = curve("wear", caesar.pose, 2000, turn) if turn else straight(caesar.pose, 4000)
        course = Course(caesar.pose, caesar.card.base, (step,))
        exact = wg.closest_approach(course.path, wg.Path(spencer.stand)).distance
        sweep = Sweep(step, caesar.card.base)
        if exact <= 0.5:
            share = sweep.first_near(spencer, 0.5)
            assert share is not None
            if turn:
                found, _ = sweep.closest(spencer, share)
                assert found == pytest.approx(exact, abs=6e-3)
        if sweep.first_near(spencer, 0.0) is not None:
            assert exact <= 0.01
        if exact <= 0.5:
            assert list(close_by(course, [spencer], 0.5)) == [spencer]


@pytest.mark.clause("2.4")
def test_bases_are_as_far_apart_as_their_shapes() -> None:
    dice, game = wg.Dice(6), meeting()
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    for _ in range(200):
        x, y, angle = (dice.below("at", n) for n in (10000, 10000, 36000))
        spencer.pose = wg.FreePose(15000 + x, 15000 + y, angle)
        ours, theirs = (Rectangle.of(each.card.base, each.pose) for each in (caesar, spencer))
        apart = wg.measure(caesar.stand, spencer.stand, "base")
        assert ours.distance(theirs) == pytest.approx(apart, abs=1e-9)
        assert ours.gap(theirs) <= apart + 1e-9


@pytest.mark.clause("2.1-obstacles", "2.0")
def test_a_course_runs_clear_when_nothing_ends_it() -> None:
    rock = region("Rock", "land", (26, 24), (30, 24), (30, 30), (26, 30))
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(40, 40), heading="E"),
        wind="N",
        regions=[rock],
    )
    caesar, spencer = one(game, "caesar"), one(game, "spencer")
    dice, found = wg.Dice(7), set()
    for _ in range(200):
        x, y, angle = (dice.below("at", n) for n in (12000, 12000, 36000))
        caesar.pose = wg.FreePose(20000 + 4 * x - 20000 * (x % 2), 20000 + y, 36000 - angle - 1)
        spencer.pose = wg.FreePose(14000 + x, 14000 + y, angle)
        turn = (0, 2250, -3000)[dice.below("turn", 3)]
        first = curve("wear", caesar.pose, 2000, turn) if turn else straight(caesar.pose, 2000)
        steps = first, straight(first.end, 3000)
        course, twin = (Course(caesar.pose, caesar.card.base, steps) for _ in range(2))
        end = end_of(game, twin, [spencer])
        assert runs_clear(game, course, [spencer]) is (end is None)
        assert end_of(game, course, [spencer]) == end
        found.add(end and (end.ship is not None, end.ground is not None, end.off))
    assert len(found) == 4


@pytest.mark.clause("2.4-roll", "4.3-M")
def test_a_mast_hit_by_collision_is_thrown_on_the_critical_table() -> None:
    game = ahead_on(1.0, dice=(6, 1), own={"grade": "D"})
    order(game, "caesar straight")
    assert only(game).hits == ("M", "A", "L")
    assert one(game, "caesar").anchors == 1
    assert any("M" in event.codes for event in told(game, Damaged))


@pytest.mark.parametrize("turn", [0, 2000, -2000])
@pytest.mark.parametrize("over", [-100, -11, 0, 11, 40, 1000])
def test_who_ends_well_off_the_table_has_left_it(over: int, turn: int) -> None:
    game = sea(ship("Caesar", at=(57, 30), heading="E"), wind="N", speed=3)
    caesar = one(game, "caesar")
    kind = curve("wear", caesar.pose, 3000, turn) if turn else straight(caesar.pose, 3000)
    # She is put down so that her centre comes so many thousandths beyond the edge at 60 inches.
    caesar.pose = caesar.pose._replace(x=caesar.pose.x + 60_000 + over - kind.end.x)
    step = curve("wear", caesar.pose, 3000, turn) if turn else straight(caesar.pose, 3000)
    course = Course(caesar.pose, caesar.card.base, (step,))
    end = end_of(game, course, ())
    assert ends_off_table(game, course) is (over > 10)
    assert (end is not None and end.off) is (over > 10)
