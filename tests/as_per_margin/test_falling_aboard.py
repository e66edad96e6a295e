"""Falling aboard: who checks, on what die, where the ships end up, and how they part."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from signals import give, place, refused
from table_top import one, region, sea, ship, told

import weathergage as wg
from weathergage import do_overlap, in_contact, measure
from weathergage_as_per_margin import falling_aboard
from weathergage_as_per_margin.falling_aboard import FellAboard, Part, body, check_aboard, lock

ABREAST = 0.7
"""Inches from centre to centre of two third rates that touch side by side."""


def pair(
    inches: float,
    *more: Any,
    dice: wg.Dice | None = None,
    regions: tuple[Any, ...] = (),
    **own: Any,
) -> wg.Game:
    """The Desaix heading N and the Caesar abreast of her, so many inches apart."""
    return sea(
        ship("Desaix", at=(20, 20), side="french", **own),
        ship("Caesar", at=(20 + ABREAST + inches, 20)),
        *more,
        phase="first-move",
        dice=dice,
        regions=regions,
    )


def checked(inches: float, die: int, **own: Any) -> bool:
    """Whether the Desaix collides on a die."""
    game = pair(inches, dice=wg.Dice.of(aboard=(die,)), **own)
    check_aboard(game, one(game, "desaix"))
    return bool(one(game, "desaix").locked)


@pytest.mark.clause("APM.falling-aboard", "APM.measuring")
@pytest.mark.parametrize(
    ("inches", "checks"), [(2.5, 1), (3.0, 1), (3.1, 0), (3.003, 0), (0.0, 1), (4.0, 0)]
)
def test_a_ship_checks_with_another_up_to_three_inches_from_base_to_base(
    inches: float, checks: int
) -> None:
    game = pair(inches, dice=wg.Dice.of(aboard=(1,)))
    check_aboard(game, one(game, "desaix"))
    assert len(told(game, FellAboard)) == checks


@pytest.mark.clause("APM.falling-aboard.roll")
def test_a_one_is_no_collision_even_in_contact() -> None:
    assert not checked(0.0, 1)


@pytest.mark.clause("APM.falling-aboard.roll")
@pytest.mark.parametrize(
    ("inches", "chance"), [(1.0, Fraction(5, 6)), (2.0, Fraction(1, 2)), (3.0, Fraction(1, 6))]
)
def test_the_chance_is_five_three_and_one_in_six(inches: float, chance: Fraction) -> None:
    assert Fraction(sum(checked(inches, die) for die in range(1, 7)), 6) == chance


@pytest.mark.clause("APM.falling-aboard.roll")
def test_two_inches_on_a_four_is_a_collision_and_more_on_a_five_is_none() -> None:
    assert checked(2.0, 4)
    assert not checked(2.1, 5)


@pytest.mark.clause("APM.falling-aboard.anchored")
@pytest.mark.parametrize(
    ("inches", "chance"), [(1.0, Fraction(1, 2)), (2.0, Fraction(1, 6)), (3.0, Fraction(0))]
)
def test_an_anchored_ship_falls_aboard_less(inches: float, chance: Fraction) -> None:
    hits = sum(checked(inches, die, bow_cable=True) for die in range(1, 7))
    assert Fraction(hits, 6) == chance


@pytest.mark.clause("APM.falling-aboard.anchored")
def test_two_come_off_once_when_both_are_anchored() -> None:
    game = pair(1.0, bow_cable=True, dice=wg.Dice.of(aboard=(4,)))
    one(game, "caesar").bow_cable = True
    check_aboard(game, one(game, "desaix"))
    assert one(game, "desaix").locked


@pytest.mark.clause("APM.falling-aboard.anchored")
def test_a_natural_six_does_not_save_the_modified_four() -> None:
    assert not checked(2.5, 6, bow_cable=True)


@pytest.mark.clause("APM.falling-aboard")
def test_the_mover_checks_once_for_each_nearest_first_until_a_collision() -> None:
    game = pair(
        2.0,
        ship("Pompee", at=(20 - ABREAST - 1, 20)),
        ship("Spencer", at=(20, 24.9)),
        dice=wg.Dice.of(aboard=(1, 4, 6)),
    )
    check_aboard(game, one(game, "desaix"))
    names = [(e.other, e.collision) for e in told(game, FellAboard)]
    assert names == [("Pompee", False), ("Caesar", True)]


@pytest.mark.clause("APM.falling-aboard", "APM.move.sailing")
def test_ships_that_neither_move_nor_drift_do_not_check_one_another() -> None:
    game = sea(
        ship("Desaix", at=(20, 20), side="french", anchored="both"),
        ship("Formidable", at=(21, 20), side="french", anchored="both"),
        ship("Caesar", at=(40, 40)),
        phase="first-move",
    )
    give(game, "done", "caesar N least", "done")
    assert not told(game, FellAboard)


@pytest.mark.clause("APM.falling-aboard.friends")
def test_consorts_four_inches_apart_do_not_check_and_two_inches_apart_collide_on_a_four() -> None:
    for inches, die, collides in ((4.0, 6, False), (2.0, 4, True), (2.0, 5, True), (2.0, 3, False)):
        game = sea(
            ship("Caesar", at=(20, 20)),
            ship("Pompee", at=(20 + ABREAST + inches, 20)),
            ship("Desaix", at=(50, 50), side="french"),
            phase="second-move",
            dice=wg.Dice.of(aboard=(die,)),
        )
        check_aboard(game, one(game, "caesar"))
        assert bool(one(game, "caesar").locked) is collides


@pytest.mark.clause("APM.falling-aboard.locked")
def test_a_colliding_frigate_is_moved_two_inches_to_touch_heading_kept() -> None:
    game = sea(
        ship("Muiron", 38, at=(20, 20), heading=30, side="french"),
        ship("Caesar", at=(22, 20 + 3.2)),
        phase="first-move",
        dice=wg.Dice.of(aboard=(6,)),
    )
    muiron, caesar = one(game, "muiron"), one(game, "caesar")
    before, gap = muiron.pose, measure(muiron.stand, caesar.stand, "base")
    check_aboard(game, muiron)
    assert in_contact(muiron.stand, caesar.stand)
    assert not do_overlap(muiron.stand, caesar.stand)
    assert muiron.pose.heading == before.heading
    assert before.distance(muiron.pose) == pytest.approx(gap, abs=0.002)
    assert muiron.locked == (caesar.n,)
    assert caesar.locked == (muiron.n,)


@pytest.mark.clause("APM.falling-aboard.locked")
def test_a_locked_pair_drifts_as_one_body_by_the_lower_die_and_keeps_its_headings() -> None:
    game = sea(
        ship("Muiron", 38, at=(20, 20), heading=30, side="french", locked=("caesar",)),
        ship("Caesar", at=(21, 20), heading=40, locked=("muiron",)),
        phase="dismasted",
        wind="W",
        speed=(5, 2),
    )
    give(game, "part none", "part none")
    assert place(game, "muiron") == (22, 20, 30)
    assert place(game, "caesar") == (23, 20, 40)
    assert one(game, "muiron").moved
    assert one(game, "caesar").moved


@pytest.mark.clause("APM.falling-aboard.locked")
@pytest.mark.parametrize("held", [{"bow_cable": True}, {"aground": True}])
def test_a_locked_group_does_not_drift_while_one_of_it_is_held(held: dict[str, bool]) -> None:
    game = sea(
        ship("Muiron", 38, at=(20, 20), side="french", locked=("caesar", "pompee")),
        ship("Caesar", at=(21, 20), locked=("muiron",), **held),
        ship("Pompee", at=(19, 20), locked=("muiron",)),
        phase="dismasted",
    )
    give(game, "part none", "part none")
    assert [place(game, id)[0] for id in ("muiron", "caesar", "pompee")] == [20, 21, 19]


@pytest.mark.clause("APM.falling-aboard.locked")
def test_locked_ships_do_not_sail_in_their_sides_step() -> None:
    game = sea(
        ship("Muiron", 38, at=(20, 20), side="french", locked=("caesar",)),
        ship("Caesar", at=(21, 20), locked=("muiron",)),
        ship("Pompee", at=(40, 40)),
        phase="second-move",
    )
    assert refused(game, "caesar N 3") == "APM.move.sailing"


@pytest.mark.clause("APM.falling-aboard.locked", "APM.fire.dice")
def test_locked_ships_still_fire_guns_that_bear() -> None:
    game = sea(
        ship("Muiron", 38, at=(20, 20), side="french", locked=("caesar",)),
        ship("Caesar", at=(20.75, 20), locked=("muiron",)),
        phase="first-fire",
    )
    assert [d.seat for d in game.decisions] == ["british"]


@pytest.mark.clause("APM.falling-aboard.locked")
def test_another_ship_in_the_shortest_line_is_fallen_aboard_of_instead() -> None:
    game = pair(2.9, ship("Sprite", 8, at=(21.4, 20), heading="N"), dice=wg.Dice.of(aboard=(1, 6)))
    desaix = one(game, "desaix")
    check_aboard(game, desaix)
    assert desaix.locked == (one(game, "sprite").n,)
    assert told(game, FellAboard)[-1].barred == "Sprite"
    assert not do_overlap(desaix.stand, one(game, "sprite").stand)


# Separating


def locked(*more: Any, dice: wg.Dice | None = None, **own: Any) -> wg.Game:
    return sea(
        ship("Desaix", at=(20, 20), side="french", locked=("caesar",)),
        ship("Caesar", at=(20.7, 20), locked=("desaix",), **own),
        *more,
        phase="dismasted",
        dice=dice,
    )


@pytest.mark.clause("APM.falling-aboard.separate")
def test_a_ship_gets_free_on_a_five_or_six_one_time_in_three() -> None:
    free = 0
    for die in range(1, 7):
        game = locked(dice=wg.Dice.of(separate=(die,)))
        give(game, "part caesar from desaix", "part none")
        free += not one(game, "caesar").locked
    assert Fraction(free, 6) == Fraction(1, 3)


@pytest.mark.clause("APM.falling-aboard.separate")
def test_three_throws_leave_eight_in_twenty_seven_still_locked() -> None:
    table = locked().rules.tables["separating"]
    assert table.odds(0)["locked"] ** 3 == Fraction(8, 27)


@pytest.mark.clause("APM.falling-aboard.separate")
def test_one_throw_settles_it_for_both_and_none_is_made_that_nobody_wants() -> None:
    game = locked(dice=wg.Dice.of(separate=(1, 6)))
    give(game, "part desaix from caesar", "part caesar from desaix")
    assert one(game, "caesar").locked
    assert len(told(game, falling_aboard.Separated)) == 1
    game = locked(dice=wg.Dice.of(separate=(6,)))
    give(game, "part none", "part none")
    assert one(game, "caesar").locked


@pytest.mark.clause("APM.falling-aboard.separate")
def test_both_sides_are_asked_at_once_and_a_struck_ship_asks_for_nothing() -> None:
    assert [d.seat for d in locked().decisions] == ["british", "french"]
    assert [d.seat for d in locked(struck=True).decisions] == ["french"]


@pytest.mark.clause("APM.falling-aboard.separate", "APM.turn")
def test_once_free_each_sails_in_its_own_step_and_checks_again_when_it_moves() -> None:
    game = locked(dice=wg.Dice.of(separate=(6,), aboard=(2,)))
    give(game, "part caesar from desaix", "part none")
    assert game.phase == "first-move"
    assert not told(game, FellAboard)
    give(game, "desaix N 3")
    assert place(game, "desaix") == (20, 17, 0)
    assert [e.collision for e in told(game, FellAboard)] == [False]


@pytest.mark.clause("APM.falling-aboard.separate")
@pytest.mark.parametrize(
    "line", ["part caesar from pompee", "part caesar from desaix, desaix from caesar"]
)
def test_only_locked_pairs_can_part_each_once(line: str) -> None:
    assert refused(locked(), line) == "APM.falling-aboard.separate"


def test_a_pair_reads_as_it_is_written() -> None:
    for pairs in ((), (("caesar", "desaix"),), (("caesar", "desaix"), ("muiron", "spencer"))):
        order = Part(pairs=pairs)
        assert Part(**(Part.read(order.write()) or {})) == order
    with pytest.raises(ValueError, match="part caesar from formidable"):
        Part.read("part caesar formidable")


def test_a_body_is_all_that_hang_together() -> None:
    game = sea(
        *(ship(f"A{n}", at=(10 + 2 * n, 20)) for n in range(4)),
        ship("Desaix", at=(50, 50), side="french"),
        phase="first-move",
    )
    ships = game.state.ships
    lock(ships[0], ships[2])
    lock(ships[2], ships[3])
    assert [s.n for s in body(game.state, ships[3])] == [0, 2, 3]
    assert body(game.state, ships[1]) == [ships[1]]


@given(
    st.floats(-3.5, 3.5),
    st.floats(-3.5, 3.5),
    st.integers(0, 359),
    st.integers(0, 359),
    st.floats(-3, 3),
    st.floats(-3, 3),
)
@pytest.mark.clause("APM.falling-aboard.locked", "APM.measuring")
def test_a_collision_never_leaves_two_bases_in_one_another(
    x: float, y: float, heading: int, other: int, px: float, py: float
) -> None:
    things = [
        ship("Desaix", at=(20, 20), heading=heading, side="french"),
        ship("Caesar", at=(20 + x, 20 + y), heading=other),
        ship("Pompee", 38, at=(20 + px, 20 + py), heading=45),
    ]
    try:
        game = sea(*things, phase="first-move", dice=wg.Dice.of(aboard=(1, 6, 6)))
    except ValueError:
        return  # they lay in one another from the start
    desaix = one(game, "desaix")
    check_aboard(game, desaix)
    ships = game.state.ships
    assert not any(do_overlap(a.stand, b.stand) for a in ships for b in ships if a.n < b.n)
    for n in desaix.locked:
        assert in_contact(desaix.stand, ships[n].stand)


@pytest.mark.clause("APM.falling-aboard.locked", "APM.score.purpose")
def test_one_of_a_locked_group_that_drifts_off_the_table_is_parted_from_the_rest() -> None:
    game = sea(
        ship("Muiron", 38, at=(58, 20), side="french", locked=("caesar",)),
        ship("Caesar", at=(57.3, 20), locked=("muiron",)),
        ship("Desaix", at=(10, 50), side="french", anchored="both"),
        phase="dismasted",
        wind="W",
        speed=(5, 2),
    )
    one(game, "muiron").pose = wg.FreePose.at(58.5, 20, 0)
    give(game, "part none", "part none")
    assert one(game, "muiron").gone == "left"
    assert one(game, "caesar").locked == ()
    assert place(game, "caesar")[0] == pytest.approx(59.3, abs=0.002)


@pytest.mark.clause("APM.falling-aboard.locked", "APM.campaign.aground")
def test_ground_in_the_shortest_line_stops_her_and_she_is_not_locked() -> None:
    spit = region("Spit", "shoal", (21, 15), (21.2, 15), (21.2, 25), (21, 25), depth=1)
    game = pair(2.0, dice=wg.Dice.of(aboard=(6,)), regions=(spit,))
    desaix = one(game, "desaix")
    check_aboard(game, desaix)
    assert desaix.aground
    assert not desaix.locked
    said = told(game, FellAboard)[-1].say()
    assert said == "Desaix is carried towards Caesar and onto Spit."


@pytest.mark.clause("APM.falling-aboard.locked", "APM.move.dismasted")
def test_a_ship_that_a_drifter_falls_aboard_of_does_not_drift_as_well() -> None:
    lost = {"upper": 4, "lower": 4}
    game = sea(
        ship("Muiron", 38, at=(20, 20), side="french", lost={"upper": 2, "lower": 2}),
        ship("Caesar", at=(24, 20), heading="E", lost=lost),
        ship("Desaix", at=(10, 50), side="french", anchored="both"),
        phase="dismasted",
        wind="W",
        speed=(5, 2),
        dice=wg.Dice.of(aboard=(6,)),
    )
    assert one(game, "caesar").locked
    assert place(game, "caesar") == (24, 20, 90)
