"""Repairs: one die for each kind of hit, and cutting loose (6.0)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty import damage, repairs
from weathergage_admiralty.repairs import CutFree, Repair, Repaired

BESIDE = (21.3, 20.0)
"""Where a ship of the line lies beside the Caesar, a tenth of an inch off."""


def caesar(*others: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> wg.Game:
    """The Caesar in the repair phase, with dice for her tasks in their order."""
    keep = {name: more.pop(name) for name in ("speed", "arrange") if name in more}
    return sea(
        ship("Caesar", **more), *others, phase="repair", dice=wg.Dice.of(repair_caesar=dice), **keep
    )


def locked(
    *others: dict[str, Any],
    own: int = 1,
    theirs: int = 0,
    side: str = "french",
    dice: tuple[int, ...] = (),
    neighbour: dict[str, Any] | None = None,
    **more: Any,
) -> wg.Game:
    """The Caesar locked to a neighbour. own, theirs: L hits of each."""
    return caesar(
        ship(
            "Neighbour",
            "french-74" if side == "french" else "british-74",
            BESIDE,
            side=side,
            locks={"caesar": theirs},
            **(neighbour or {}),
        ),
        *others,
        dice=dice,
        locks={"neighbour": own},
        **more,
    )


def mend(game: wg.Game, *tasks: str, id: str = "caesar") -> None:
    """Order a ship's tasks; the French mend nothing."""
    answer(game, Repair(orders={id: tasks}), seat="british")
    if game.phase == "repair":
        answer(game, Repair(), seat="french")


def tasks(game: wg.Game, id: str = "caesar") -> list[str]:
    """What a ship may try."""
    return repairs.tasks_of(game, one(game, id))


# Notation


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("repair all", {"orders": {}, "rest": True}),
        ("repair nothing", {"orders": {}, "rest": False}),
        (
            "repair caesar B port P W L formidable",
            {"orders": {"caesar": ("B port", "P", "W", "L formidable")}, "rest": False},
        ),
        (
            "repair caesar cut formidable, zealous W, rest",
            {"orders": {"caesar": ("cut formidable",), "zealous": ("W",)}, "rest": True},
        ),
        (
            "repair caesar L formidable from indomptable W",
            {"orders": {"caesar": ("L formidable from indomptable", "W")}, "rest": False},
        ),
    ],
)
def test_repairs_are_written_as_they_are_read(line: str, fields: dict[str, Any]) -> None:
    assert Repair.read(line) == fields
    assert Repair(**fields).write() == line


def test_bad_lines_say_what_is_missing() -> None:
    assert Repair.read("repair") == {"orders": {}, "rest": True}
    assert Repair.read("sails keep") is None
    with pytest.raises(ValueError, match="say which after"):
        Repair.read("repair caesar B")
    with pytest.raises(ValueError, match="'mast' is no repair"):
        Repair.read("repair caesar mast")


# Kinds


@pytest.mark.clause("6.0")
def test_b_p_w_and_l_can_be_repaired() -> None:
    game = locked(side="british", blocked=(1, 0), pumps=1, waterline=1)
    kinds = {task.partition(" ")[0] for task in tasks(game)}
    assert kinds == {"B", "P", "W", "L", "cut"}


@pytest.mark.clause("6.0")
def test_g_s_m_o_and_a_are_not_repairable_and_nobody_is_asked_about_them() -> None:
    hits = {"gun_hits": (2, 1), "sail_hits": 20, "masts": 1, "officers": 2, "anchors": 1}
    assert caesar(**hits, rudders=1).phase != "repair"


@pytest.mark.clause("6.0-one-per-type")
def test_three_w_and_one_p_make_one_throw_for_each() -> None:
    game = caesar(waterline=3, pumps=1, dice=(6, 6))
    answer(game, Repair(rest=True))
    assert [e.task for e in told(game, Repaired)] == ["P", "W"]
    assert (one(game, "caesar").waterline, one(game, "caesar").pumps) == (2, 0)


@pytest.mark.clause("6.0-one-per-type")
def test_b_hits_on_both_sides_make_one_throw_in_all() -> None:
    game = caesar(blocked=(1, 2))
    with pytest.raises(wg.IllegalCommand, match="one repair of each kind") as refused:
        mend(game, "B port", "B starboard")
    assert refused.value.clause == "6.0-one-per-type"
    answer(game, Repair(rest=True))
    assert [e.task for e in told(game, Repaired)] == ["B starboard"]


@pytest.mark.clause("6.0-one-per-type")
def test_each_ship_has_her_own_tries() -> None:
    game = caesar(ship("Zealous", at=(30, 30), pumps=1), pumps=1)
    answer(game, Repair(rest=True))
    assert [e.ship for e in told(game, Repaired)] == ["Caesar", "Zealous"]


@pytest.mark.clause("6.0-B")
@pytest.mark.parametrize(("die", "left"), [(4, (0, 2)), (3, (1, 2))])
def test_a_four_clears_one_b_hit_of_the_side_chosen_before(die: int, left: tuple[int, int]) -> None:
    game = caesar(blocked=(1, 2), dice=(die,))
    mend(game, "B port")
    assert one(game, "caesar").blocked == left


@pytest.mark.clause("6.0-P")
@pytest.mark.parametrize(("die", "left"), [(6, 0), (5, 1)])
def test_a_six_repairs_a_pump_one_time_in_six(die: int, left: int) -> None:
    game = caesar(pumps=1, dice=(die,))
    mend(game, "P")
    assert one(game, "caesar").pumps == left
    assert sum(face >= game.look_up("repairs", "P", 0) for face in range(1, 7)) == 1


@pytest.mark.clause("6.0-W")
def test_no_leak_is_mended_at_wind_5() -> None:
    game = caesar(waterline=1, pumps=1, speed=5)
    assert tasks(game) == ["P"]
    with pytest.raises(wg.IllegalCommand) as refused:
        mend(game, "W")
    assert refused.value.clause == "6.0-W"


@pytest.mark.clause("6.0-W")
def test_at_wind_4_a_six_mends_a_leak_and_gives_back_her_speed() -> None:
    game = caesar(waterline=1, dice=(6,), speed=4)
    before = damage.battle_move(game.rules, game.state, one(game, "caesar"))
    mend(game, "W")
    assert one(game, "caesar").waterline == 0
    assert damage.battle_move(game.rules, game.state, one(game, "caesar")) == before + 0.5


# Locks


@pytest.mark.clause("6.0-L")
def test_a_ship_cannot_throw_to_be_loose_of_an_enemy_who_fights() -> None:
    game = locked()
    assert tasks(game) == ["cut neighbour"]
    with pytest.raises(wg.IllegalCommand) as refused:
        mend(game, "L neighbour")
    assert refused.value.clause == "6.0-L"


@pytest.mark.clause("6.0-L")
def test_a_six_clears_one_l_hit_with_a_friend() -> None:
    game = locked(side="british", dice=(6,))
    mend(game, "L neighbour")
    assert one(game, "caesar").locks == one(game, "neighbour").locks == ()
    assert told(game, damage.Freed)


@pytest.mark.clause("6.0-L")
@pytest.mark.parametrize("state", [{"surrendered": "british"}, {"infernos": 1}, {"waterline": 7}])
def test_a_ship_may_throw_to_be_loose_of_an_enemy_who_has_given_up(state: dict[str, Any]) -> None:
    game = locked(neighbour=state)
    assert "L neighbour" in tasks(game)


@pytest.mark.clause("6.0-L-others")
def test_a_ship_mends_her_own_l_hit_before_a_friends() -> None:
    third = ship("Third", at=(18.7, 20), locks={"caesar": 1})
    game = caesar(
        ship("Neighbour", at=BESIDE, locks={"caesar": 1}),
        third,
        locks={"neighbour": 1, "third": 0},
        dice=(6,),
    )
    assert [task for task in tasks(game) if task[0] == "L"] == ["L neighbour"]
    mend(game, "L neighbour")
    assert dict(one(game, "caesar").locks)[one(game, "neighbour").n] == 0
    assert dict(one(game, "neighbour").locks)[0] == 1
    assert "L third" in tasks(game)


@pytest.mark.clause("6.0-L-others")
def test_a_ship_without_l_hits_throws_once_for_a_prizes() -> None:
    game = locked(own=0, theirs=2, neighbour={"surrendered": "british"}, dice=(6,))
    mend(game, "L neighbour")
    assert dict(one(game, "neighbour").locks)[0] == 1
    assert len(told(game, Repaired)) == 1


@pytest.mark.clause("6.0-L-others")
def test_the_helped_ship_may_throw_too_in_the_same_turn() -> None:
    game = locked(own=0, theirs=2, side="british", dice=(6,))
    answer(game, Repair(rest=True))
    assert [e.ship for e in told(game, Repaired)] == ["Caesar", "Neighbour"]


@pytest.mark.clause("6.0-L-others")
def test_nobody_throws_for_a_lock_that_a_friend_has_just_cleared() -> None:
    game = locked(own=0, theirs=1, side="british", dice=(6,))
    answer(game, Repair(rest=True))
    assert [e.ship for e in told(game, Repaired)] == ["Caesar"]


def three(*, own: int = 0, third: dict[str, Any] | None = None, **more: Any) -> wg.Game:
    """The Caesar held by a friend, who has an L hit with a third ship and none with her."""
    return caesar(
        ship("Neighbour", at=BESIDE, locks={"caesar": 0 if own else 1, "third": 1}),
        ship("Third", at=(22.6, 20), locks={"neighbour": 0}, **(third or {})),
        locks={"neighbour": own},
        **more,
    )


@pytest.mark.clause("6.0-L-others", "6.0-L")
def test_a_ship_without_l_hits_may_throw_for_any_of_a_friends_with_a_third_ship_too() -> None:
    game = three(dice=(6,))
    assert tasks(game) == ["L neighbour", "L neighbour from third", "cut neighbour"]
    mend(game, "L neighbour from third")
    assert dict(one(game, "neighbour").locks) == {0: 1}
    assert one(game, "third").locks == ()
    assert [event.task for event in told(game, Repaired)] == ["L neighbour from third"]


@pytest.mark.clause("6.0-L-others", "6.0-L")
@pytest.mark.parametrize(
    ("third", "may"),
    [
        ({"side": "french"}, False),
        ({"side": "french", "surrendered": "british"}, True),
        ({"side": "french", "infernos": 1}, True),
        ({"surrendered": "french"}, True),
    ],
)
def test_nobody_helps_a_friend_loose_from_an_enemy_who_fights_on(
    third: dict[str, Any], may: bool
) -> None:
    assert ("L neighbour from third" in tasks(three(third=third))) is may


@pytest.mark.clause("6.0-L-others")
def test_who_has_an_l_hit_of_her_own_does_not_help_with_a_third_ship() -> None:
    assert tasks(three(own=1)) == ["L neighbour", "cut neighbour"]


@pytest.mark.clause("6.0-L-others")
def test_nobody_throws_for_a_friends_lock_with_a_third_ship_that_is_cleared_already() -> None:
    game = three(dice=(6,))
    orders = {"caesar": ("L neighbour from third",), "neighbour": ("L third",)}
    answer(game, Repair(orders=orders), seat="british")
    assert [event.ship for event in told(game, Repaired)] == ["Caesar"]


@pytest.mark.clause("6.0-emergency-L")
@pytest.mark.parametrize(("before", "over"), [(0, 3), (2, 5)])
def test_cutting_loose_costs_thirty_sail_hits_at_once(before: int, over: int) -> None:
    game = locked(sail_hits=before, neighbour={"infernos": 1})
    caesar_ = one(game, "caesar")
    mend(game, "cut neighbour")
    assert caesar_.sail_hits == 30 + before
    assert divmod(caesar_.sail_hits, caesar_.card.ratio) == (3, over)
    assert damage.battle_move(game.rules, game.state, caesar_) == 5.5 - 1.5
    assert caesar_.locks == ()
    assert told(game, CutFree)


@pytest.mark.clause("6.0-emergency-L")
def test_it_may_be_done_against_any_ship_and_once_a_turn_as_the_one_l_repair() -> None:
    game = locked(own=2, side="british")
    with pytest.raises(wg.IllegalCommand, match="cutting loose is one of L"):
        mend(game, "L neighbour", "cut neighbour")
    mend(game, "cut neighbour")
    assert dict(one(game, "caesar").locks)[1] == 1
    hostile = locked(own=1)
    mend(hostile, "cut neighbour")
    assert one(hostile, "caesar").locks == ()


@pytest.mark.clause("6.0-emergency-L")
def test_a_ship_held_by_the_others_hit_alone_cuts_that() -> None:
    game = locked(own=0, theirs=1)
    mend(game, "cut neighbour")
    assert one(game, "neighbour").locks == ()


def test_what_crews_do_by_themselves_never_cuts() -> None:
    game = locked(side="british", blocked=(0, 1), waterline=1)
    assert repairs.usual(game, one(game, "caesar")) == ("B starboard", "W", "L neighbour")


def test_only_ships_of_the_side_that_have_something_to_mend_are_named() -> None:
    game = caesar(ship("Zealous", at=(40, 40)), pumps=1)
    with pytest.raises(wg.IllegalCommand, match="not to be named"):
        mend(game, "P", id="zealous")
    assert "caesar: P" in game.decisions[0].help()


def test_samples_are_legal() -> None:
    game = locked(side="british", blocked=(1, 1), waterline=1, pumps=1)
    for seed in range(40):
        for decision in game.decisions:
            assert decision.complaint(decision.sample(wg.Dice(seed))) is None
