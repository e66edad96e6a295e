"""Boxes, masts, flags and cables: what hits do to a ship."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st
from table_top import boats, group, one, sea, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin import damage
from weathergage_as_per_margin.state import Ship

KINDS = ("cable", "hull", "guns", "masts")


def table(*things: Any, dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """A game with ships on it, and an enemy at long range, so that it waits for British fire."""
    enemy = ship("Muiron", 38, at=(43, 20), side="french")
    return sea(*things, enemy, phase="first-fire", dice=dice, **more)


def score(
    game: wg.Game, target: Ship, kinds: Sequence[str], near: Any = "port", **more: Any
) -> None:
    damage.score_hits(
        game, target, kinds, near=near, clause="APM.fire.effects", by="the test", **more
    )


def lines(target: Ship) -> tuple[int, int]:
    return target.port, target.starboard


@pytest.mark.clause("APM.ships.lines")
def test_each_category_is_drawn_as_two_equal_lines() -> None:
    game = table(
        ship("Victory", 100), ship("Pompee", 74, at=(30, 20)), ship("Rose", 24, at=(40, 20))
    )
    first, third, sixth = (one(game, id) for id in ("victory", "pompee", "rose"))
    assert (first.upper, first.lower) == (6, 6)
    assert lines(third) == (4, 4)
    assert lines(sixth) == (1, 1)
    assert (sixth.upper, sixth.lower) == (1, 1)


@pytest.mark.clause("APM.ships.mast-states")
@pytest.mark.parametrize(
    ("guns", "hits", "state"),
    [
        (74, 3, "undamaged"),
        (74, 4, "damaged"),
        (74, 7, "damaged"),
        (74, 8, "dismasted"),
        (24, 0, "undamaged"),
        (24, 1, "damaged"),
        (24, 2, "dismasted"),
    ],
)
def test_masts_go_from_the_upper_line_first(guns: int, hits: int, state: str) -> None:
    game = table(ship("Pompee", guns))
    target = one(game, "pompee")
    score(game, target, ["masts"] * hits)
    assert target.masts == state


@pytest.mark.clause("APM.ships.mast-states")
def test_the_state_of_the_masts_changes_at_once_and_is_told() -> None:
    game = table(ship("Pompee", lost={"upper": 3}))
    target = one(game, "pompee")
    score(game, target, ["masts"])
    assert target.masts == "damaged"
    (event,) = told(game, damage.Damaged)
    assert event.change == "damaged"
    assert event.say() == "Pompee loses 1 mast box to the test and is damaged."


@pytest.mark.clause("APM.ships.mast-states")
def test_hits_on_guns_and_hull_leave_the_masts_as_they_were() -> None:
    game = table(ship("Pompee"))
    target = one(game, "pompee")
    score(game, target, ["guns"] * 5 + ["hull"] * 5)
    assert target.masts == "undamaged"
    assert target.mast_boxes == 8


@pytest.mark.clause("APM.ships.mast-states", "APM.fire.effects")
def test_mast_hits_beyond_the_last_box_are_lost() -> None:
    game = table(ship("Pompee"))
    target = one(game, "pompee")
    score(game, target, ["masts"] * 11)
    assert (target.mast_boxes, target.guns, target.hull) == (0, 8, 8)


@pytest.mark.clause("APM.ships.strike")
def test_a_ship_strikes_at_once_when_its_last_gun_box_goes() -> None:
    game = table(ship("Pompee", lost={"port": 4, "starboard": 3}))
    target = one(game, "pompee")
    score(game, target, ["guns"])
    assert target.struck
    assert not target.gone
    (event,) = told(game, damage.Struck)
    assert event.say() == "Pompee strikes to the French."


@pytest.mark.clause("APM.ships.strike")
def test_one_gun_box_on_the_other_side_is_enough_to_fight_on() -> None:
    game = table(ship("Pompee", lost={"starboard": 3}))
    target = one(game, "pompee")
    score(game, target, ["guns"] * 4)
    assert lines(target) == (0, 1)
    assert target.fights


@pytest.mark.clause("APM.ships.strike")
def test_guns_lost_to_any_other_cause_strike_her_too() -> None:
    game = table(ship("Pompee", lost={"port": 4, "starboard": 2}))
    target = one(game, "pompee")
    damage.lose_guns(game, target, 3, "APM.boarding.surplus")
    assert target.struck


@pytest.mark.clause("APM.ships.strike")
def test_a_ship_that_never_had_guns_does_not_strike_to_other_hits() -> None:
    game = table(ship("Argo", 0, kind="merchant", boxes={"guns": 0}))
    target = one(game, "argo")
    score(game, target, ["guns", "masts", "hull"])
    assert target.fights


@pytest.mark.clause("APM.ships.sink")
def test_the_last_hull_box_takes_a_ship_off_the_table() -> None:
    game = table(ship("Pompee", lost={"hull": 7}))
    target = one(game, "pompee")
    score(game, target, ["hull"])
    assert target.gone == "sunk"
    assert told(game, damage.Sunk)[0].say() == "Pompee sinks."


@pytest.mark.clause("APM.ships.sink")
def test_sinking_takes_precedence_over_striking() -> None:
    game = table(ship("Pompee", lost={"hull": 7, "port": 4, "starboard": 3}))
    target = one(game, "pompee")
    score(game, target, ["guns", "hull"])
    assert target.gone == "sunk"
    assert not target.struck
    assert not told(game, damage.Struck)


@pytest.mark.clause("APM.ships.sink")
def test_locks_to_a_sunk_ship_are_released_and_nobody_else_is_hurt() -> None:
    game = table(
        ship("Pompee", at=(20, 20), locked=("caesar", "spencer"), lost={"hull": 7}),
        ship("Caesar", 80, at=(21, 20), locked=("pompee", "spencer")),
        ship("Spencer", at=(22, 20), locked=("pompee", "caesar")),
    )
    target, caesar, spencer = (one(game, id) for id in ("pompee", "caesar", "spencer"))
    score(game, target, ["hull"])
    assert target.locked == ()
    assert caesar.locked == (spencer.n,)
    assert spencer.locked == (caesar.n,)
    assert caesar.boxes == spencer.boxes == 24


@pytest.mark.clause("APM.ships.sink")
def test_troops_aboard_go_down_with_her_and_those_in_boats_do_not() -> None:
    game = table(
        ship("Argo", 20, kind="transport", lost={"hull": 3}),
        unit("Marines", 4, None, ship="argo"),
        unit("Pioneers", 4, None, ship="argo"),
        boats("argo-1", "argo", 4, (25, 25)),
    )
    group(game, "argo-1").troops = troops(game, "pioneers").n
    score(game, one(game, "argo"), ["hull"])
    assert troops(game, "marines").gone == "destroyed"
    assert troops(game, "pioneers").gone == "afloat"


@pytest.mark.clause("APM.fire.gun-side")
def test_guns_are_lost_on_the_side_where_the_firer_lies_and_then_on_the_other() -> None:
    game = table(ship("Pompee"))
    target = one(game, "pompee")
    score(game, target, ["guns"] * 2)
    assert lines(target) == (2, 4)
    score(game, target, ["guns"] * 3)
    assert lines(target) == (0, 3)


@pytest.mark.clause("APM.fire.gun-side")
@pytest.mark.parametrize(("near", "left"), [("port", (2, 3)), ("starboard", (3, 2))])
def test_a_rake_takes_guns_of_both_sides_in_turn(near: str, left: tuple[int, int]) -> None:
    game = table(ship("Pompee"))
    target = one(game, "pompee")
    score(game, target, ["guns"] * 3, near=near, rake=True)
    assert lines(target) == left


@pytest.mark.clause("APM.fire.gun-side")
def test_a_rake_goes_on_with_the_side_that_has_guns_left() -> None:
    game = table(ship("Pompee", lost={"port": 3}))
    target = one(game, "pompee")
    score(game, target, ["guns"] * 4, rake=True)
    assert lines(target) == (0, 1)


@pytest.mark.clause("APM.fire.gun-side", "APM.gunboat.guns")
def test_craft_with_guns_of_no_side_lose_those() -> None:
    game = table(ship("Gunboat", 2, kind="gunboat"), ship("Plymouth", 8, at=(30, 30)))
    for id in ("gunboat", "plymouth"):
        target = one(game, id)
        score(game, target, ["guns"])
        assert target.guns == 0
        assert target.struck


@pytest.mark.clause("APM.fire.gun-side")
@pytest.mark.parametrize(
    ("at", "side"),
    [
        ((26, 20), "starboard"),
        ((14, 20), "port"),
        ((20, 10), "port"),
        ((20, 30), "port"),
        ((20.01, 10), "starboard"),
        ((20, 20), "port"),
    ],
)
def test_the_side_on_which_a_point_lies(at: tuple[float, float], side: str) -> None:
    game = table(ship("Pompee", at=(20, 20), heading="N"))
    assert damage.side_of(one(game, "pompee"), wg.FreePose.at(*at)) == side


@pytest.mark.clause("APM.fire.cable")
@pytest.mark.parametrize(("die", "left"), [(1, "stern"), (3, "stern"), (4, "bow"), (6, "bow")])
def test_a_second_die_says_which_cable_is_cut(die: int, left: str) -> None:
    game = table(ship("Desaix", anchored="both"), dice=wg.Dice.of(cable=(die,)))
    target = one(game, "desaix")
    score(game, target, ["cable"])
    assert (target.bow_cable, target.stern_cable) == (left == "bow", left == "stern")
    assert told(game, damage.CableCut)[0].held == left


@pytest.mark.clause("APM.fire.cable")
def test_two_cable_hits_cut_both_cables_with_chance_one_half() -> None:
    both = 0
    for faces in product(range(1, 7), repeat=2):
        game = table(ship("Desaix", anchored="both"), dice=wg.Dice.of(cable=faces))
        target = one(game, "desaix")
        score(game, target, ["cable", "cable"])
        both += not target.anchored
    assert Fraction(both, 36) == Fraction(1, 2)


@pytest.mark.clause("APM.fire.cable")
def test_a_shot_at_a_cable_that_is_not_there_does_nothing() -> None:
    game = table(ship("Desaix", anchored="bow"), dice=wg.Dice.of(cable=(5,)))
    target = one(game, "desaix")
    score(game, target, ["cable"])
    assert target.bow_cable
    assert told(game, damage.CableCut)[0].say() == (
        "A shot passes where Desaix has no stern cable (die 5)."
    )


@pytest.mark.clause("APM.fire.cable", "APM.fire.effects")
def test_no_die_is_thrown_for_a_ship_that_no_cable_holds() -> None:
    game = table(ship("Desaix"), dice=wg.Dice.of(cable=(1,)))
    before = game.dice.mark()
    score(game, one(game, "desaix"), ["cable"])
    assert game.dice.mark() == before


@pytest.mark.clause("APM.anchor.adrift", "APM.anchor.pivot")
def test_a_ship_that_lost_her_bow_cable_is_held_by_the_stern_and_does_not_pivot() -> None:
    game = table(ship("Desaix", anchored="both"), dice=wg.Dice.of(cable=(2,)))
    target = one(game, "desaix")
    score(game, target, ["cable"])
    assert target.anchored
    assert not target.moored
    assert target.swing == "bow"


@pytest.mark.clause("APM.anchor.adrift")
def test_with_both_cables_gone_she_is_no_longer_anchored() -> None:
    game = table(ship("Desaix", anchored="stern"), dice=wg.Dice.of(cable=(4,)))
    target = one(game, "desaix")
    score(game, target, ["cable"])
    assert not target.anchored
    assert told(game, damage.CableCut)[0].say() == (
        "Desaix's stern cable is cut (die 4): she is adrift."
    )


@pytest.mark.clause("APM.anchor.adrift")
def test_a_cable_shot_away_does_not_lose_the_anchor_for_the_battle() -> None:
    game = table(ship("Desaix", anchored="both"), dice=wg.Dice.of(cable=(4,)))
    target = one(game, "desaix")
    score(game, target, ["cable"])
    assert not target.lost_anchors


@pytest.mark.clause("APM.boarding.surplus")
@pytest.mark.parametrize(
    ("lost", "boxes", "left"),
    [
        ({}, 1, (3, 4)),
        ({"port": 1}, 1, (3, 3)),
        ({"port": 1}, 2, (2, 3)),
        ({"starboard": 2}, 3, (1, 2)),
        ({}, 99, (0, 0)),
    ],
)
def test_boarders_take_guns_of_the_fuller_line(
    lost: dict[str, int], boxes: int, left: tuple[int, int]
) -> None:
    game = table(ship("Pompee", lost=lost))
    target = one(game, "pompee")
    damage.lose_guns(game, target, boxes, "APM.boarding.surplus")
    assert lines(target) == left


@pytest.mark.clause("APM.cutting-out.alert")
def test_boats_lost_take_the_troops_in_them_along() -> None:
    game = table(
        ship("Argo", 20, kind="transport"),
        unit("Marines", 4, None, ship="argo"),
        boats("argo-1", "argo", 4, (25, 25)),
    )
    party, marines = group(game, "argo-1"), troops(game, "marines")
    party.troops = marines.n
    damage.lose_boats(game, party, 1, "APM.fire.effects")
    assert (party.count, marines.figures) == (3, 3)
    damage.lose_boats(game, party, 5, "APM.fire.effects")
    assert (party.gone, marines.gone) == ("lost", "destroyed")
    assert told(game, damage.BoatsLost)[0].say() == "argo-1: 1 boat lost, 3 left."


@pytest.mark.clause("APM.fire.effects")
@given(
    kinds=st.lists(st.sampled_from(KINDS), max_size=30),
    near=st.sampled_from(["port", "starboard"]),
    rake=st.booleans(),
    guns=st.sampled_from([8, 14, 24, 38, 74, 100]),
)
def test_every_hit_takes_one_box_of_its_kind_or_is_lost(
    kinds: list[str], near: str, rake: bool, guns: int
) -> None:
    game = table(ship("Pompee", guns))
    target = one(game, "pompee")
    before = target.mast_boxes, target.guns, target.hull
    score(game, target, kinds, near=near, rake=rake)
    wanted = [kinds.count(kind) for kind in ("masts", "guns", "hull")]
    after = target.mast_boxes, target.guns, target.hull
    assert after == tuple(max(0, b - w) for b, w in zip(before, wanted, strict=True))
    assert bool(target.gone) == (target.hull == 0)
    assert target.struck == (target.guns == 0 and not target.gone)


@pytest.mark.clause("APM.fire.gun-side")
@pytest.mark.parametrize("heading", [0, 45, 90, 160, 225, 270, 301.5])
def test_the_sides_turn_with_the_ship(heading: float) -> None:
    game = table(ship("Pompee", at=(20, 20), heading=heading))
    target = one(game, "pompee")
    for bearing in (1, 45, 90, 135, 179):
        to_starboard = target.pose.turned(bearing).ahead(9)
        to_port = target.pose.turned(-bearing).ahead(9)
        assert damage.side_of(target, to_starboard) == "starboard"
        assert damage.side_of(target, to_port) == "port"


@pytest.mark.clause("APM.boarding.surplus")
def test_guns_lost_to_boarders_are_told() -> None:
    game = table(ship("Pompee"))
    damage.lose_guns(game, one(game, "pompee"), 3, "APM.boarding.surplus")
    (event,) = told(game, damage.Damaged)
    assert event.say() == "Pompee loses 2 port gun boxes and 1 starboard gun box."
