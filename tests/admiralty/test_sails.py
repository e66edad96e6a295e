"""Sail settings, anchors raised and cut, and battle sail in an emergency (2.2, 2.6, 3.3)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, one, region, sea, ship, told
from orders import order as order_as_written

import weathergage as wg
from weathergage_admiralty import damage, sails, salvos
from weathergage_admiralty.actions import ActionTried
from weathergage_admiralty.sails import CablesCut, RaisingAnchor, Sails, SailsSet
from weathergage_admiralty.turning import allowance

PASSES, FAILS = 6, 1


def caesar(setting: str = "battle", die: int = PASSES, **more: Any) -> wg.Game:
    """The Caesar, crew B, far from any enemy, in the sail step, with a die for her action."""
    keep = {
        name: more.pop(name)
        for name in ("turn", "options", "regions", "deep", "phase", "arrange", "current")
        if name in more
    }
    keep.setdefault("phase", "sails")
    return sea(ship("Caesar", setting=setting, **more), dice=wg.Dice.of(action=(die,)), **keep)


def order(game: wg.Game, what: str = "", **orders: str) -> None:
    """Order the Caesar, or ships by keyword; the French keep what they have."""
    given = {"caesar": what} if what else orders
    answer(game, {"kind": "sails", "orders": given}, seat="british")
    if game.phase == "sails":
        answer(game, {"kind": "sails", "orders": {}}, seat="french")


def refused(game: wg.Game, what: str) -> wg.IllegalCommand:
    """What an order is refused with."""
    with pytest.raises(wg.IllegalCommand) as problem:
        order(game, what)
    return problem.value


def setting(game: wg.Game) -> str:
    """The Caesar's setting."""
    return one(game, "caesar").setting


# Notation


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("sails caesar battle, zealous anchor", {"caesar": "battle", "zealous": "anchor"}),
        ("sails caesar emergency", {"caesar": "emergency"}),
        ("sails all battle, caesar stop", {"all": "battle", "caesar": "stop"}),
        ("sails keep", {}),
    ],
)
def test_sails_are_written_as_they_are_read(line: str, orders: dict[str, Any]) -> None:
    fields = Sails.read(line)
    assert fields == {"orders": orders}
    assert Sails(**fields).write() == line


def test_a_line_with_another_setting_says_which_there_are() -> None:
    assert Sails.read("board nobody") is None
    with pytest.raises(ValueError, match="none of stop, battle"):
        Sails.read("sails caesar full")


# Changing


@pytest.mark.clause("3.3")
def test_battle_to_normal_failed_stays_battle_and_may_be_tried_again_next_turn() -> None:
    game = caesar(die=FAILS)
    order(game, "normal")
    assert setting(game) == "battle"
    assert not told(game, ActionTried)[0].passed
    assert sails.refusal(game, one(game, "caesar"), "normal") is None


@pytest.mark.clause("3.3", "3.0", "3.3-normal-sail")
def test_battle_to_normal_passed_counts_for_the_next_movement() -> None:
    game = caesar()
    assert allowance(game, one(game, "caesar")) == 5.5
    order(game, "normal")
    assert (told(game, SailsSet)[0].was, told(game, SailsSet)[0].now) == ("battle", "normal")
    assert allowance(game, one(game, "caesar")) == 5.5 + 3


@pytest.mark.clause("3.3")
def test_a_ship_tries_one_thing_in_a_turn() -> None:
    with pytest.raises(ValueError, match="named twice"):
        Sails.read("sails caesar normal, caesar stop")
    game = caesar("stop")
    order(game, "battle")
    assert setting(game) == "battle"
    assert game.phase != "sails" or game.turn == 3


@pytest.mark.clause("3.3")
@pytest.mark.parametrize(
    ("was", "may"),
    [
        ("stop", {"battle", "normal", "anchor"}),
        ("battle", {"stop", "normal"}),
        ("normal", {"stop", "battle"}),
        ("anchored", {"raise", "cut"}),
    ],
)
def test_stop_battle_and_normal_follow_freely_and_the_anchor_only_by_way_of_stop(
    was: str, may: set[str]
) -> None:
    game = caesar(was)
    assert set(sails.possible(game, one(game, "caesar"))) == may


@pytest.mark.clause("3.3-battle-sail", "3.3-normal-sail")
def test_each_setting_is_marked_by_its_own_clause() -> None:
    for was, now, clause in (
        ("normal", "battle", "3.3-battle-sail"),
        ("battle", "normal", "3.3-normal-sail"),
        ("battle", "stop", "3.3-stop"),
    ):
        game = caesar(was)
        order(game, now)
        assert [(e.now, e.clause) for e in told(game, SailsSet)] == [(now, clause)]


@pytest.mark.clause("3.3-battle-sail", "3.3-normal-sail")
@pytest.mark.parametrize(("was", "up"), [("battle", 0), ("normal", 1)])
def test_rigging_fire_at_normal_sail_goes_a_line_up_and_at_battle_sail_not(
    was: str, up: int
) -> None:
    game = caesar(was)
    assert salvos.lines_of(game, "medium", one(game, "caesar")) == (0, up)


@pytest.mark.clause("3.3-battle-sail", "3.3-normal-sail")
@pytest.mark.parametrize(("was", "danger"), [("battle", False), ("normal", True)])
def test_who_fires_under_normal_sail_throws_for_fire_danger_and_under_battle_sail_not(
    was: str, danger: bool
) -> None:
    game = caesar(was)
    salvos.note(one(game, "caesar"), "port", game.state.ships[1], game.state)
    assert (one(game, "caesar").n in game.state.risks) is danger


@pytest.mark.clause("3.3", "4.3-W")
def test_a_side_without_a_ship_that_may_change_is_not_asked() -> None:
    game = caesar(waterline=7)
    assert [d.seat for d in game.decisions] == ["french"]
    assert "flooding" in str(sails.barred(game, one(game, "caesar")))


def test_a_ship_that_has_surrendered_and_one_of_the_enemy_are_not_to_be_named() -> None:
    game = sea(
        ship("Caesar"),
        ship("Zealous", at=(30, 30), surrendered="french"),
        ship("Desaix", "french-74", at=(40, 40), side="french"),
        phase="sails",
    )
    for id, why in (("zealous", "out of the fight"), ("desaix", "not to be named")):
        with pytest.raises(wg.IllegalCommand, match=why):
            order(game, **{id: "stop"})


# Stop and headway


@pytest.mark.clause("3.3-stop")
def test_from_normal_sail_of_eight_inches_a_ship_coasts_four_and_then_stops() -> None:
    game = under_way(sail_hits=9)
    assert one(game, "caesar").sailed == pytest.approx(8)
    order(game, "stop")
    assert one(game, "caesar").headway == 4
    assert allowance(game, one(game, "caesar")) == 4
    sails.change(game)
    assert allowance(game, one(game, "caesar")) == 0


def under_way(slow: str = "", **more: Any) -> wg.Game:
    """The Caesar under normal sail, after her move and before the sail step."""
    game = caesar("normal", phase="movement", at=(20, 50), **more)
    order_as_written(game, f"caesar {slow or 'straight'}")
    assert game.phase == "sails"
    return game


@pytest.mark.clause("3.3-stop")
def test_she_coasts_half_of_the_move_before_whatever_this_turns_fire_cost_her() -> None:
    game = under_way(sail_hits=9)
    one(game, "caesar").sail_hits += 18
    order(game, "stop")
    assert one(game, "caesar").headway == 4


@pytest.mark.clause("3.3-stop", "2.1-slowing")
def test_she_coasts_half_of_her_allowance_though_she_slowed_down_under_it() -> None:
    game = under_way("slow 5", sail_hits=9)
    assert one(game, "caesar").sailed == pytest.approx(5)
    order(game, "stop")
    assert one(game, "caesar").headway == 4


@pytest.mark.clause("3.3-stop")
def test_headway_is_kept_by_who_takes_her_sails_in_and_by_nobody_else() -> None:
    game = under_way()
    order(game, "battle")
    assert one(game, "caesar").headway == 0


@pytest.mark.clause("3.3-stop")
def test_from_battle_sail_a_ship_stops_at_once() -> None:
    game = caesar("battle")
    order(game, "stop")
    assert one(game, "caesar").headway == 0
    assert allowance(game, one(game, "caesar")) == 0


@pytest.mark.clause("3.3-stop")
def test_headway_is_sailed_in_the_next_movement_with_turns_if_the_player_likes() -> None:
    game = sea(
        ship("Caesar", setting="stop", headway=4.0),
        phase="movement",
    )
    (decision,) = (d for d in game.decisions if d.seat == "british")
    game.submit(decision.id, {"kind": "helm", "ship": "caesar", "legs": ["wear starboard", "2"]})
    caesar = one(game, "caesar")
    assert caesar.sailed == pytest.approx(4)
    assert caesar.pose.heading != 0
    assert caesar.headway == 0


@pytest.mark.clause("3.3-stop")
@pytest.mark.parametrize("held", [{"irons": True}, {"aground": True}])
def test_a_ship_in_irons_or_held_fast_has_no_headway_to_keep(held: dict[str, Any]) -> None:
    game = under_way()
    for name, value in held.items():
        setattr(one(game, "caesar"), name, value)
    order(game, "stop")
    assert one(game, "caesar").headway == 0


# No change while turning


@pytest.mark.clause("2.2-no-sail-change")
def test_a_ship_in_the_middle_of_a_tack_does_not_change_sail() -> None:
    game = caesar(tack="port")
    assert [d.seat for d in game.decisions] == ["french"]
    problem = sails.barred(game, one(game, "caesar"))
    assert problem is not None
    assert problem.clause == "2.2-no-sail-change"


@pytest.mark.clause("2.2-no-sail-change")
def test_a_ship_whose_move_ended_in_escaping_from_irons_does_not_change_sail() -> None:
    game = caesar(turned=True)
    assert sails.barred(game, one(game, "caesar")) is not None


@pytest.mark.clause("2.2-no-sail-change")
def test_a_ship_that_wore_and_then_sailed_straight_may_change() -> None:
    game = caesar(phase="movement")
    (decision,) = (d for d in game.decisions if d.seat == "british")
    game.submit(decision.id, {"kind": "helm", "ship": "caesar", "legs": ["wear starboard"]})
    assert sails.barred(game, one(game, "caesar")) is None


# Anchoring


@pytest.mark.clause("2.2-anchoring")
def test_a_ship_under_battle_sail_may_not_anchor() -> None:
    problem = refused(caesar("battle"), "anchor")
    assert (problem.clause, "completely stopped" in str(problem)) == ("2.2-anchoring", True)


@pytest.mark.clause("2.2-anchoring", "3.3-anchor")
def test_a_stopped_ship_that_passes_is_anchored() -> None:
    game = caesar("stop")
    order(game, "anchor")
    assert setting(game) == "anchored"
    assert told(game, ActionTried)[0].action == "drop anchor"


@pytest.mark.clause("2.2-anchoring")
def test_a_stopped_ship_that_fails_is_not_anchored() -> None:
    game = caesar("stop", die=FAILS)
    order(game, "anchor")
    assert setting(game) == "stop"


@pytest.mark.clause("2.2-anchoring", "3.3-anchor")
@pytest.mark.parametrize(("hits", "may"), [(2, True), (3, False)])
def test_with_two_anchor_hits_a_ship_may_anchor_and_with_three_not(hits: int, may: bool) -> None:
    game = caesar("stop", anchors=hits)
    assert (sails.refusal(game, one(game, "caesar"), "anchor") is None) is may
    if not may:
        assert "too few anchors" in str(refused(game, "anchor"))


@pytest.mark.clause("2.2-anchoring")
def test_a_scenario_may_bar_deep_water() -> None:
    bank = region("Bank", "anchorage", (10, 10), (30, 10), (30, 30), (10, 30))
    assert "no bottom" in str(refused(caesar("stop", deep=True), "anchor"))
    assert sails.possible(g := caesar("stop", deep=True, regions=[bank]), one(g, "caesar"))[-1] == (
        "anchor"
    )


@pytest.mark.clause("3.3-anchor")
def test_the_third_anchor_hit_leaves_an_anchored_ship_stopped_without_the_bonus() -> None:
    game = caesar("anchored", anchors=2)
    damage.apply(game, one(game, "caesar"), (("A", 1),))
    assert setting(game) == "stop"
    assert told(game, damage.Dragging)[0].clause == "3.3-anchor"


@pytest.mark.clause("2.2-anchored")
def test_an_anchored_ship_does_not_move_and_is_not_asked_to() -> None:
    game = caesar("anchored", phase="movement")
    assert allowance(game, one(game, "caesar")) == 0
    assert not [d for d in game.decisions if d.about == "caesar"]
    assert one(game, "caesar").pose == wg.FreePose.at(20, 20, 0)


@pytest.mark.clause("2.2-anchored")
def test_five_gun_dice_at_close_range_are_ten_at_anchor() -> None:
    for was, dice in (("anchored", 10), ("stop", 5)):
        game = caesar(was)
        share = salvos.share_of(game, one(game, "caesar"), "close", "")
        assert salvos.shared(5, share) == dice


@pytest.mark.clause("2.2-anchored")
@pytest.mark.parametrize(("was", "x"), [("anchored", 20.0), ("stop", 21.0)])
def test_a_current_of_an_inch_does_not_shift_a_ship_at_anchor(was: str, x: float) -> None:
    game = caesar(was, phase="movement", current={"towards": "E", "inches": 1})
    assert one(game, "caesar").pose.inches == (x, 20.0)


# Raising anchor


@pytest.mark.clause("2.2-raising-anchor")
def test_raising_passed_in_turn_3_makes_stopped_possible_in_turn_18() -> None:
    game = caesar("anchored", turn=3)
    order(game, "raise")
    caesar_ = one(game, "caesar")
    assert (caesar_.raising, caesar_.setting) == (3, "anchored")
    assert told(game, RaisingAnchor)[0].until == 18
    for turn, may in ((17, False), (18, True)):
        later = caesar("anchored", raising=3, turn=turn)
        assert (sails.refusal(later, one(later, "caesar"), "stop") is None) is may
    order(later, "stop")
    assert setting(later) == "stop"
    assert one(later, "caesar").raising == 0
    assert not told(later, ActionTried)


@pytest.mark.clause("2.2-raising-anchor")
def test_from_the_anchor_battle_and_normal_come_after_stop() -> None:
    game = caesar("anchored", raising=3, turn=18)
    for what in ("battle", "normal", "anchor", "emergency"):
        assert "come to stop first" in str(refused(game, what))


@pytest.mark.clause("2.2-raising-anchor", "3.1")
def test_a_ship_whose_gun_crews_are_mustered_does_not_begin_to_raise_her_anchor() -> None:
    game = caesar("anchored", party=(2, 2, 0))
    assert "gun crews" in refused(game, "raise").reason
    assert refused(game, "raise").clause == "2.2-raising-anchor"


@pytest.mark.clause("2.2-raising-anchor")
def test_a_ship_that_raises_her_anchor_does_not_begin_again() -> None:
    assert "already" in str(refused(caesar("anchored", raising=1), "raise"))
    assert "not at anchor" in str(refused(caesar("battle"), "raise"))


@pytest.mark.clause("2.2-raising-cancelled")
def test_an_anchor_hit_in_the_fourteenth_turn_undoes_all_and_she_is_still_anchored() -> None:
    game = caesar("anchored", raising=3, turn=17)
    damage.apply(game, one(game, "caesar"), (("A", 1),))
    assert (one(game, "caesar").raising, setting(game)) == (0, "anchored")
    assert sails.possible(game, one(game, "caesar")) == ["raise", "cut"]


@pytest.mark.clause("2.2-raising-cancelled")
def test_a_lock_undoes_raising_and_a_locked_ship_may_not_begin() -> None:
    game = caesar("anchored", raising=3, turn=10)
    damage.lock(game, one(game, "caesar"), game.state.ships[1])
    assert one(game, "caesar").raising == 0
    assert "locked" in str(refused(game, "raise"))


# Cutting


@pytest.mark.clause("2.2-cutting-cables")
def test_cut_in_turn_4_she_is_stopped_and_may_set_sail_in_turn_5() -> None:
    game = caesar("anchored", turn=4)
    order(game, "cut")
    assert (setting(game), one(game, "caesar").anchors) == ("stop", 1)
    assert told(game, CablesCut)
    assert {"battle", "normal"} <= set(sails.possible(game, one(game, "caesar")))


@pytest.mark.clause("2.2-cutting-cables")
def test_who_fails_to_cut_is_still_anchored_and_may_try_next_turn() -> None:
    game = caesar("anchored", die=FAILS)
    order(game, "cut")
    assert (setting(game), one(game, "caesar").anchors) == ("anchored", 0)
    assert "cut" in sails.possible(game, one(game, "caesar"))
    assert "not at anchor" in str(refused(caesar("stop"), "cut"))


# Emergency


@pytest.mark.clause("2.6-emergency-sail")
@pytest.mark.parametrize(("hits", "may"), [(25, True), (24, False)])
def test_more_than_a_quarter_of_99_sail_hits_allows_an_emergency_change(
    hits: int, may: bool
) -> None:
    game = caesar("normal", sail_hits=hits)
    assert one(game, "caesar").card.ratio == 9
    assert sails.may_shorten(game, one(game, "caesar")) is may
    if may:
        order(game, "emergency")
        assert setting(game) == "battle"
        assert not told(game, ActionTried)
    else:
        assert refused(game, "emergency").clause == "2.6-emergency-sail"


@pytest.mark.clause("2.6-emergency-sail")
def test_the_share_does_not_change_with_the_scale() -> None:
    for scale in ("tiny", "small", "large"):
        game = caesar("normal", sail_hits=25, options={"scale": scale})
        assert sails.may_shorten(game, one(game, "caesar"))


@pytest.mark.clause("2.6-emergency-sail")
def test_after_an_emergency_change_there_is_no_normal_sail_ever_again() -> None:
    game = caesar("normal", sail_hits=25)
    order(game, "emergency")
    assert one(game, "caesar").no_normal
    assert "no normal sail any more" in str(refused(caesar("battle", no_normal=True), "normal"))
    assert "normal" not in sails.possible(game, one(game, "caesar"))


@pytest.mark.clause("2.6-emergency-sail")
def test_a_ship_under_battle_sail_has_no_emergency() -> None:
    assert "no reason" in str(refused(caesar("battle", sail_hits=60), "emergency"))


def test_samples_are_legal_for_every_setting() -> None:
    for was in ("stop", "battle", "normal", "anchored"):
        game = caesar(was, sail_hits=30)
        for seed in range(12):
            for decision in game.decisions:
                assert decision.complaint(decision.sample(wg.Dice(seed))) is None


@pytest.mark.clause("3.3")
def test_all_is_said_to_every_ship_that_may_and_is_not_named() -> None:
    game = sea(
        ship("Caesar", setting="battle"),
        ship("Zealous", at=(30, 20), setting="battle"),
        ship("Hannibal", at=(40, 20), setting="normal"),
        ship("Spencer", at=(50, 20), setting="anchored"),
        phase="sails",
        dice=wg.Dice.of(action=(6, 6)),
    )
    order(game, all="normal", caesar="stop")
    ids = ("caesar", "zealous", "hannibal", "spencer")
    assert [one(game, id).setting for id in ids] == ["stop", "normal", "normal", "anchored"]
    assert [event.ship for event in told(game, SailsSet)] == ["Caesar", "Zealous"]


@pytest.mark.clause("3.3")
def test_what_no_ship_may_try_is_not_said_to_all() -> None:
    game = caesar("battle")
    with pytest.raises(wg.IllegalCommand, match="no ship"):
        order(game, all="raise")
