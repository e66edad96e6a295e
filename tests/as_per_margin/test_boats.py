"""Boats: how many, in groups, rowing, guarding, landing troops, and what their loss costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from signals import give, place, read, refused
from table_top import boats, group, one, region, sea, ship, told, troops, unit

import weathergage as wg
from weathergage import in_contact
from weathergage_as_per_margin.boat_orders import HoistIn, Join, Land, Lower, Row, Split
from weathergage_as_per_margin.boats import BoatsRowed, settle, settle_boats
from weathergage_as_per_margin.damage import lose_boats
from weathergage_as_per_margin.landing import ground
from weathergage_as_per_margin.mustering import most_boats, most_guards
from weathergage_as_per_margin.night import sees
from weathergage_as_per_margin.state import MarginState

BAY = region("Bay", "land", (0, 0), (60, 0), (60, 10), (0, 10))


def night(*more: Any, phase: str = "second-move", **own: Any) -> wg.Game:
    """The Caesar by night, anchored, and the Muiron moored out of sight."""
    table = own.pop("table", {})
    own.setdefault("at", (30, 30))
    guns = own.pop("guns", 74)
    table = {"night": True, "sight": 4, "regions": (BAY,), **table}
    return sea(
        ship("Caesar", guns, anchored="bow", heading="E", **own),
        ship("Muiron", 38, at=(50, 20), side="french", anchored="both", heading="E"),
        *more,
        phase=phase,
        **table,
    )


# How many


@pytest.mark.clause("APM.cutting-out.boats")
def test_a_fresh_seventy_four_sends_sixteen_boats_of_24_boxes_and_ten_boxes_send_six() -> None:
    game = night()
    assert one(game, "caesar").boxes == 24
    assert refused(game, "caesar lower 16") == ""
    assert refused(game, "caesar lower 17") == "APM.cutting-out.boats"
    game = night(lost={"upper": 4, "lower": 4, "hull": 4, "port": 2})
    assert one(game, "caesar").boxes == 10
    assert most_boats(one(game, "caesar")) == 6


@pytest.mark.clause("APM.cutting-out.boats")
def test_boats_that_are_out_count_and_those_lost_too() -> None:
    game = night()
    give(game, "caesar lower 10")
    assert refused(game, "caesar lower 7") == "APM.cutting-out.boats"
    assert refused(game, "caesar lower 6") == ""
    lose_boats(game, group(game, "caesar-1"), 4, "APM.cutting-out.combat")
    assert most_boats(one(game, "caesar")) == 6


@pytest.mark.clause("APM.cutting-out.guard-boats")
@pytest.mark.parametrize(
    ("guns", "lost", "boxes", "guards"),
    [(38, {}, 12, 4), (28, {"upper": 1, "port": 1, "hull": 2}, 2, 0)],
)
def test_a_third_of_the_boxes_may_guard_her(
    guns: int, lost: dict[str, int], boxes: int, guards: int
) -> None:
    game = night(guns=guns, lost=lost)
    caesar = one(game, "caesar")
    assert caesar.boxes == boxes
    assert most_guards(game.state, caesar) == guards


@pytest.mark.clause("APM.cutting-out.guard-boats")
def test_guard_boats_may_be_fewer_and_only_at_anchor_by_night() -> None:
    game = night(guns=38)
    assert refused(game, "caesar lower 5 guard") == "APM.cutting-out.guard-boats"
    give(game, "caesar lower 3 guard")
    assert group(game, "caesar-1").guard
    assert most_guards(game.state, one(game, "caesar")) == 1
    sailing = night(ship("Pompee", at=(10, 40)))
    assert refused(sailing, "pompee lower 2 guard") == "APM.cutting-out.guard-boats"


@pytest.mark.clause("APM.cutting-out.guard-boats")
def test_guard_boats_that_are_lost_are_not_made_good() -> None:
    game = night(guns=38)
    give(game, "caesar lower 4 guard")
    lose_boats(game, group(game, "caesar-1"), 3, "APM.cutting-out.combat")
    assert most_guards(game.state, one(game, "caesar")) == 0
    give(game, "done", "caesar-1 hoist in")
    assert most_guards(game.state, one(game, "caesar")) == 1


@pytest.mark.clause("APM.cutting-out.boats")
def test_boats_attack_by_night_only() -> None:
    marines = unit("Marines", 4, None, ship="caesar")
    day = night(marines, table={"night": False, "sight": 0})
    assert refused(day, "caesar lower 4") == "APM.cutting-out.boats"
    assert refused(day, "caesar lower 4 with marines") == ""
    assert refused(day, "caesar lower 5 with marines") == "APM.cutting-out.boats"


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.alert")
def test_boats_attack_ships_at_anchor_so_a_moored_ship_cannot_wake_herself_by_sending_one() -> None:
    game = sea(
        ship("Caesar", anchored="bow"),
        ship("Muiron", 38, at=(50, 20), side="french"),
        phase="second-move",
        night=True,
        sight=4,
    )
    assert refused(game, "caesar lower 1") == "APM.cutting-out.boats"
    assert refused(game, "caesar lower 1 guard") == ""
    assert "guard" in game.decisions[0].help()
    assert '"caesar lower 16"' not in game.decisions[0].help()


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.visibility")
@pytest.mark.parametrize(("sight", "told"), [(4, ""), (3, "APM.cutting-out.boats")])
def test_a_ship_that_anchored_since_can_be_cut_out_where_she_is_seen(sight: int, told: str) -> None:
    def lies_to_her_anchor(state: MarginState) -> None:
        muiron = state.ship("muiron")
        assert muiron is not None
        muiron.bow_cable = True

    game = sea(
        ship("Caesar", anchored="bow"),
        ship("Muiron", 38, at=(20, 24), side="french"),
        phase="second-move",
        night=True,
        sight=sight,
        arrange=lies_to_her_anchor,
    )
    assert refused(game, "caesar lower 1") == told


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.boarding")
def test_no_more_boats_are_sent_after_the_only_prize_is_taken() -> None:
    def taken(state: MarginState) -> None:
        muiron = state.ship("muiron")
        assert muiron is not None
        muiron.side = "british"

    things = (ship("Desaix", at=(50, 50), side="french"),)
    assert refused(night(*things), "caesar lower 1") == ""
    game = night(*things, table={"arrange": taken})
    assert refused(game, "caesar lower 1") == "APM.cutting-out.boats"


@pytest.mark.clause("APM.cutting-out.boats")
def test_a_side_without_boats_to_send_by_night_is_not_asked() -> None:
    game = sea(
        ship("Caesar"),
        ship("Muiron", 38, at=(50, 20), side="french"),
        phase="second-move",
        night=True,
        sight=4,
    )
    assert game.decisions[0].clause != "APM.cutting-out.movement"


@pytest.mark.clause("APM.cutting-out.boats")
def test_boats_are_lowered_alongside_and_their_boxes_stay_on_the_ship() -> None:
    game = night()
    give(game, "caesar lower 5")
    caesar, own = one(game, "caesar"), group(game, "caesar-1")
    assert in_contact(caesar.stand, own.stand)
    assert (own.count, caesar.boats_out, caesar.boxes) == (5, 5, 24)


# Groups and rowing


def out(*counts: int, dice: tuple[int, ...] = (), **table: Any) -> wg.Game:
    """Groups of the Caesar's boats in a row, half an inch apart, named and their dice thrown."""
    own = [
        boats(f"caesar-{n + 1}", "caesar", count, (30 + n, 25)) for n, count in enumerate(counts)
    ]
    thrown = wg.Dice.of(boats=dice) if dice else None
    return night(*own, table={"dice": thrown, **table})


@pytest.mark.clause("APM.cutting-out.movement")
def test_a_group_of_five_moves_up_to_its_one_die_together() -> None:
    game = out(5, dice=(4,))
    give(game, "done")
    assert group(game, "caesar-1").reach == 4
    assert refused(game, "caesar-1 row N 4.1") == "APM.cutting-out.movement"
    give(game, "caesar-1 row N 4")
    assert group(game, "caesar-1").pose == wg.FreePose.at(30, 21, 0)
    assert group(game, "caesar-1").count == 5


@pytest.mark.clause("APM.cutting-out.movement")
def test_boats_apart_throw_a_die_each() -> None:
    game = out(1, 1, dice=(2, 6))
    give(game, "done")
    assert [b.reach for b in game.state.boats] == [2, 6]
    assert refused(game, "caesar-1 row S 2") == ""
    assert refused(game, "caesar-2 row W 6") == ""
    assert refused(game, "caesar-1 row S 0") == ""


@pytest.mark.clause("APM.cutting-out.movement")
def test_groups_are_named_at_the_start_and_boats_within_an_inch_may_form_one() -> None:
    game = out(4, 2, dice=(3, 3))
    give(game, "caesar-2 join caesar-1", "caesar-1 split 1", "done")
    assert [(b.id, b.count) for b in game.state.boats if not b.gone] == [
        ("caesar-1", 5),
        ("caesar-3", 1),
    ]
    game = night(
        boats("caesar-1", "caesar", 2, (30, 25)), boats("caesar-2", "caesar", 2, (31.5, 25))
    )
    assert refused(game, "caesar-2 join caesar-1") == "APM.cutting-out.movement"
    assert refused(game, "caesar-1 split 2") == "APM.cutting-out.movement"


@pytest.mark.clause("APM.cutting-out.movement")
def test_boats_row_once_a_turn_against_any_wind_and_need_not() -> None:
    game = out(3, dice=(4,), wind="N")
    give(game, "done", "caesar-1 row N 1")
    assert "caesar-1" not in game.decisions[0].help() or refused(game, "caesar-1 row N 1") != ""
    game = out(3, dice=(4,))
    give(game, "done", "done")
    assert game.phase != "second-move"


@pytest.mark.clause("APM.cutting-out.movement", "APM.cutting-out.boarding")
def test_boats_stop_where_they_touch_a_ship() -> None:
    game = night(boats("caesar-1", "caesar", 4, (50, 23)), table={"dice": wg.Dice.of(boats=(6,))})
    give(game, "done", "caesar-1 row N 6")
    assert in_contact(group(game, "caesar-1").stand, one(game, "muiron").stand)
    assert told(game, BoatsRowed)[0].stopped == "Muiron"


@pytest.mark.clause("APM.cutting-out.movement", "APM.cutting-out.combat")
def test_boats_stop_where_they_touch_enemy_boats_and_pass_their_own() -> None:
    game = night(
        boats("caesar-1", "caesar", 4, (40, 26)),
        boats("caesar-2", "caesar", 4, (40, 25)),
        boats("muiron-1", "muiron", 2, (40, 22), side="french", guard=True),
        table={"dice": wg.Dice.of(boats=(6,)), "sight": 1},
    )
    give(game, "done", "caesar-1 row N 6")
    assert group(game, "caesar-1").pose.inches[1] == pytest.approx(22.4, abs=0.002)


@pytest.mark.clause("APM.campaign.ground-depth")
def test_boats_never_ground_on_a_shoal() -> None:
    bank = region("Bank", "shoal", (20, 15), (40, 15), (40, 23), (20, 23), depth=0.5)
    game = out(3, dice=(6,), regions=(BAY, bank))
    give(game, "done", "caesar-1 row N 6")
    assert group(game, "caesar-1").pose == wg.FreePose.at(30, 19, 0)


def test_boats_do_not_row_off_the_table() -> None:
    game = night(boats("caesar-1", "caesar", 4, (1, 40)), table={"dice": wg.Dice.of(boats=(6,))})
    give(game, "done")
    assert refused(game, "caesar-1 row W 2") == "APM.cutting-out.movement"


# Night


@pytest.mark.clause("APM.cutting-out.visibility")
@pytest.mark.parametrize(("die", "seen"), [(2, False), (3, True)])
def test_boats_three_inches_apart_see_each_other_on_a_three(die: int, seen: bool) -> None:
    game = night(
        boats("caesar-1", "caesar", 4, (40, 40)),
        boats("muiron-1", "muiron", 2, (40, 43), side="french"),
        table={"sight": die},
    )
    assert sees(game.state, "british", group(game, "muiron-1").pose) is seen
    assert sees(game.state, "french", group(game, "caesar-1").pose) is seen


@pytest.mark.clause("APM.cutting-out.visibility")
def test_boats_that_nobody_sees_stay_hidden_from_the_other_side() -> None:
    game = night(table={"sight": 2, "dice": wg.Dice.of(boats=(4,))})
    give(game, "caesar lower 6", "done", "caesar-1 row S 4", "done")
    assert [e for e in game.view("french").events if "boats" in e.say().lower()] == []
    assert game.view("french").table.state.boats == []
    assert [b.id for b in game.view("british").table.state.boats] == ["caesar-1"]


# Troops


def party(figures: int, at: tuple[float, float] = (30, 12), **table: Any) -> wg.Game:
    marines = unit("Marines", figures, None, ship="caesar")
    return night(marines, at=at, table={"dice": wg.Dice.of(boats=(6,)), **table})


@pytest.mark.clause("APM.landing.scale")
def test_a_ship_lands_a_figure_for_each_box_two_thirds_of_them_at_most() -> None:
    men = 200
    assert men // 25 == 8  # a figure is 25 men
    game = party(8)
    assert refused(game, "caesar lower 7 with marines") == "APM.landing.scale"
    assert refused(game, "caesar lower 8 with marines") == ""
    game = party(17)
    assert refused(game, "caesar lower 17 with marines") == "APM.cutting-out.boats"


def test_help_says_which_troops_and_how_many_boats() -> None:
    game = party(8)
    told_how = game.decisions[0].help()
    assert '"caesar lower 8 with marines"' in told_how
    assert '"caesar lower 16" or fewer' in told_how
    assert '"caesar lower 8 guard" or fewer' in told_how
    give(game, "caesar lower 2", "caesar lower 2")
    assert '"caesar-1 join caesar-2"' in game.decisions[0].help()


@pytest.mark.clause("APM.landing.scale")
def test_boats_put_the_troops_ashore_where_they_touch_land() -> None:
    game = party(8, at=(30, 14))
    give(game, "caesar lower 8 with marines", "done")
    assert refused(game, "caesar-1 land") == "APM.landing.scale"
    give(game, "caesar-1 row W 1.5")
    own = group(game, "caesar-1")
    own.moved = False
    own.reach = 6
    give(game, "caesar-1 row N 6", "caesar-1 land")
    marines = troops(game, "marines")
    assert marines.gone == ""
    assert marines.pose.inches[1] == pytest.approx(10)
    assert marines.pose.degrees == 0
    assert marines.figures == 8
    assert marines.moved
    assert own.troops == -1


def beach(*garrison: Any, night: bool = False, sight: int = 0) -> wg.Game:
    """Boats of the Caesar with six marines and two seamen, side by side on the beach of the bay,
    whose shore is at 10. The garrison is in the bay.
    """

    def embark(state: MarginState) -> None:
        state.boats[0].troops, state.boats[1].troops = 0, 1

    return sea(
        ship("Caesar", at=(30, 30), heading="E"),
        unit("Marines", 6, None, ship="caesar"),
        unit("Seamen", 2, None, ship="caesar"),
        boats("first", "caesar", 6, (30, 10.1)),
        boats("second", "caesar", 2, (30.4, 10.1)),
        ship("Muiron", 38, at=(50, 20), side="french", anchored="both", heading="E"),
        *garrison,
        phase="second-move",
        regions=(BAY,),
        night=night,
        sight=sight,
        arrange=embark,
    )


def outlines(game: wg.Game) -> list[Any]:
    return [ground.box_of(u) for u in game.state.units if not u.gone]


@pytest.mark.clause("APM.landing.scale")
def test_troops_that_land_beside_others_do_not_stand_in_them() -> None:
    game = beach()
    give(game, "done", "first land", "second land")
    one_box, other = outlines(game)
    assert not ground.do_overlap(one_box, other)
    assert ground.is_near(one_box, other, 1)


@pytest.mark.clause("APM.landing.scale", "APM.landing.III")
def test_troops_do_not_land_on_top_of_a_garrison_but_beside_it() -> None:
    """Only closing brings troops into contact."""
    for figures, files, lands in ((8, 4, True), (60, 60, False)):
        militia = unit("Militia", figures, (30, 9.9), "french", facing="S", files=files)
        game = beach(militia)
        give(game, "done")
        assert refused(game, "first land") == ("" if lands else "APM.landing.scale")
        if lands:
            give(game, "first land")
            theirs, own = outlines(game)[::-1]
            assert ground.gap(own, theirs) > 0
            assert troops(game, "marines").contact == ()


@pytest.mark.clause("APM.landing.scale", "APM.cutting-out.visibility")
def test_by_night_troops_land_where_they_see_nobody_and_still_not_in_others() -> None:
    line = unit("Militia", 60, (36, 9.9), "french", facing="S", files=60)
    game = beach(line, night=True, sight=1)
    give(game, "done")
    assert refused(game, "first land") == ""
    give(game, "first land")
    theirs, own = outlines(game)[::-1]
    assert not ground.do_overlap(own, theirs)


@pytest.mark.clause("APM.landing.scale", "APM.cutting-out.alert")
def test_a_boat_lost_takes_its_figure_with_it() -> None:
    game = party(8)
    give(game, "caesar lower 8 with marines")
    lose_boats(game, group(game, "caesar-1"), 3, "APM.cutting-out.combat")
    assert troops(game, "marines").figures == 5


@pytest.mark.clause("APM.cutting-out.boats", "APM.landing.scale")
def test_boats_alongside_are_hoisted_in_with_whom_they_carry() -> None:
    game = party(8)
    give(game, "caesar lower 8 with marines", "done", "caesar-1 hoist in")
    assert group(game, "caesar-1").gone == "hoisted in"
    assert one(game, "caesar").boats_out == 0
    assert troops(game, "marines").gone == "afloat"


@pytest.mark.clause("APM.cutting-out.boats")
def test_boats_away_from_their_ship_are_not_hoisted_in() -> None:
    game = out(3, dice=(4,))
    give(game, "done")
    assert refused(game, "caesar-1 hoist in") == "APM.cutting-out.boats"


# The end of the action


@pytest.mark.clause("APM.cutting-out.boats")
def test_boats_lost_are_crossed_off_the_ship_when_the_action_ends_guns_first() -> None:
    game = night()
    give(game, "caesar lower 12")
    caesar, own = one(game, "caesar"), group(game, "caesar-1")
    lose_boats(game, own, 3, "APM.cutting-out.combat")
    assert caesar.boxes == 24
    settle_boats(game)
    assert (caesar.guns, caesar.mast_boxes, caesar.hull) == (5, 8, 8)
    assert caesar.boats_out == 0
    assert own.gone == "hoisted in"


@pytest.mark.clause("APM.cutting-out.boats", "APM.ships.strike")
def test_more_boats_lost_than_she_has_guns_cost_masts_too_and_her_flag() -> None:
    game = night()
    give(game, "caesar lower 12")
    caesar = one(game, "caesar")
    lose_boats(game, group(game, "caesar-1"), 12, "APM.cutting-out.combat")
    settle(game, caesar)
    assert (caesar.guns, caesar.mast_boxes, caesar.hull) == (0, 4, 8)
    assert caesar.struck
    settle(game, caesar)
    assert caesar.mast_boxes == 4


# Notation

WORDS = st.from_regex(r"[a-z]{2,8}(-[0-9])?", fullmatch=True)


@given(WORDS, WORDS, st.integers(1, 30), st.integers(0, 35999), st.integers(0, 6000), st.booleans())
def test_boats_orders_read_as_they_are_written(
    one_id: str, other: str, count: int, heading: int, inches: int, flag: bool
) -> None:
    for order in (
        Lower(ship=one_id, boats=count, guard=flag),
        Lower(ship=one_id, boats=count, troops=other),
        Split(boats=one_id, count=count),
        Join(boats=one_id, to=other),
        Row(boats=one_id, heading=heading / 100, inches=inches / 1000),
        Land(boats=one_id),
        HoistIn(boats=one_id),
    ):
        assert type(order)(**(type(order).read(order.write()) or {})) == order


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("caesar lower", "number of boats"),
        ("caesar lower many", "number of boats"),
        ("caesar-1 split", "how many"),
        ("caesar-1 join", "which group"),
        ("caesar-1 row 4", "where and how far"),
    ],
)
def test_an_order_that_cannot_be_read_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read(line)


@given(st.integers(0, 10**6))
def test_whatever_is_drawn_for_boats_is_legal(seed: int) -> None:
    game = night(
        unit("Marines", 6, None, ship="caesar"),
        at=(30, 12),
        phase="first-move",
        table={"seed": seed},
    )
    dice = wg.Dice(seed)
    for _ in range(25):
        if game.over:
            break
        decision = game.decisions[0]
        command = decision.sample(dice)
        assert decision.complaint(command) is None
        game.submit(decision.id, command)
    assert place(game, "muiron") is not None
