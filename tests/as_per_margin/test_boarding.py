"""Boarding actions between locked ships."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from table_top import one, sea, ship, told

import weathergage as wg
from weathergage_as_per_margin import boarders, boarding, damage
from weathergage_as_per_margin.boarding import Announce, Boarded


def pair(
    *things: Any,
    dice: wg.Dice | None = None,
    ours: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    locked: bool = True,
) -> wg.Game:
    """The Caesar and the Desaix side by side, fallen aboard, in the last step of a turn.

    ours: of the Caesar, 74 guns unless it says so; theirs: of the Desaix.
    """
    mine, its = dict(ours or {}), dict(theirs or {})
    if locked:
        mine.setdefault("locked", ("desaix",))
        its.setdefault("locked", ("caesar",))
    return sea(
        ship("Caesar", mine.pop("guns", 74), at=(20, 20), **mine),
        ship("Desaix", its.pop("guns", 74), at=(20.7, 20), side="french", **its),
        *things,
        phase="boarding",
        dice=dice,
    )


def announce(game: wg.Game, british: bool = True, french: bool = False) -> None:
    """Let both sides say whether they board."""
    for decision in game.decisions:
        wish = british if decision.seat == "british" else french
        game.submit(decision.id, {"kind": "announce", "board": wish})


def hits(ours: int, theirs: int, dice: tuple[int, int] = (24, 24)) -> wg.Dice:
    """Dice that give both ships so many hits out of so many."""

    def faces(wanted: int, count: int) -> tuple[int, ...]:
        return (4,) * wanted + (1,) * (count - wanted)

    return wg.Dice.of(boarding_caesar=faces(ours, dice[0]), boarding_desaix=faces(theirs, dice[1]))


# When


@pytest.mark.clause("APM.boarding.when")
def test_locked_enemies_are_asked_together_whether_they_board() -> None:
    game = pair()
    assert [decision.seat for decision in game.decisions] == ["british", "french"]
    assert game.decisions[0].about == "caesar desaix"
    assert game.decisions[0].legal() == [Announce(board=False), Announce(board=True)]


@pytest.mark.clause("APM.boarding.when")
def test_ships_that_touch_but_have_not_fallen_aboard_do_not_board() -> None:
    game = pair(locked=False)
    assert game.phase != "boarding"


@pytest.mark.clause("APM.boarding.when")
def test_when_neither_side_announces_it_there_is_no_boarding() -> None:
    game = pair()
    announce(game, british=False, french=False)
    assert not told(game, Boarded)
    assert game.phase != "boarding"


@pytest.mark.clause("APM.boarding.when")
@pytest.mark.parametrize(("british", "french"), [(True, False), (False, True), (True, True)])
def test_one_announcement_is_enough_and_they_fight_once(british: bool, french: bool) -> None:
    game = pair()
    announce(game, british, french)
    assert len(told(game, Boarded)) == 1


@pytest.mark.clause("APM.boarding.when")
def test_locked_friends_do_not_board_one_another() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), locked=("spencer",)),
        ship("Spencer", at=(20.7, 20), locked=("caesar",)),
        ship("Desaix", at=(50, 50), side="french"),
        phase="boarding",
    )
    assert game.phase != "boarding"


@pytest.mark.clause("APM.boarding.when", "APM.ships.strike")
def test_a_ship_that_has_struck_is_not_boarded() -> None:
    assert pair(theirs={"struck": True}).phase != "boarding"


@pytest.mark.clause("APM.boarding.when")
def test_all_ships_of_a_group_throw_together_and_groups_apart() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), locked=("desaix",)),
        ship("Desaix", at=(20.7, 20), side="french", locked=("caesar", "spencer")),
        ship("Spencer", 38, at=(21.4, 20), locked=("desaix",)),
        ship("Hannibal", at=(40, 20), locked=("muiron",)),
        ship("Muiron", 38, at=(40.7, 20), side="french", locked=("hannibal",)),
        phase="boarding",
    )
    groups = boarding.locked_groups(game.state)
    names = [[game.state.ships[n].card.id for n in group] for group in groups]
    assert names == [["caesar", "spencer", "desaix"], ["hannibal", "muiron"]]
    announce(game)
    (event,) = told(game, Boarded)
    assert event.ships == (("Caesar", 24), ("Spencer", 12))
    assert event.other_ships == (("Desaix", 24),)
    assert len(event.faces) == 36
    announce(game, british=False)
    assert len(told(game, Boarded)) == 1


@pytest.mark.clause("APM.boarding.when")
def test_boarding_goes_on_only_when_it_is_announced_again() -> None:
    game = pair(dice=hits(1, 1))
    announce(game)
    caesar = one(game, "caesar")
    assert caesar.locked
    assert len(told(game, Boarded)) == 1


# Dice


@pytest.mark.clause("APM.boarding.men-of-war")
def test_a_man_of_war_throws_a_die_for_each_box_left() -> None:
    game = pair(theirs={"lost": {"upper": 4, "lower": 1, "port": 3, "hull": 2}})
    assert boarders.crew_dice(game, one(game, "caesar")) == 24
    assert boarders.crew_dice(game, one(game, "desaix")) == 14
    announce(game)
    (event,) = told(game, Boarded)
    assert (len(event.faces), len(event.other_faces)) == (24, 14)


@pytest.mark.clause("APM.boarding.merchants")
@pytest.mark.parametrize(("guns", "dice"), [(2, 2), (0, 0)])
def test_a_merchant_throws_a_die_for_each_gun_box(guns: int, dice: int) -> None:
    game = pair(theirs={"kind": "merchant", "boxes": {"guns": guns}})
    assert boarders.crew_dice(game, one(game, "desaix")) == dice


@pytest.mark.clause("APM.boarding.merchants")
def test_a_merchant_without_guns_is_not_asked_and_strikes_to_one_hit_over() -> None:
    game = pair(theirs={"kind": "merchant", "boxes": {"guns": 0}}, dice=hits(0, 0))
    assert [decision.seat for decision in game.decisions] == ["british"]
    announce(game)
    assert not one(game, "desaix").struck
    game = pair(theirs={"kind": "merchant", "boxes": {"guns": 0}}, dice=hits(1, 0))
    announce(game)
    assert one(game, "desaix").struck


@pytest.mark.clause("APM.boarding.transports")
@pytest.mark.parametrize(("loaded", "dice"), [(True, 10), (False, 2)])
def test_a_transport_throws_two_dice_for_each_hull_box_while_loaded(
    loaded: bool, dice: int
) -> None:
    game = pair(theirs={"kind": "transport", "boxes": {"guns": 2, "hull": 4}, "loaded": loaded})
    assert boarders.crew_dice(game, one(game, "desaix")) == dice


@pytest.mark.clause("APM.boarding.transports")
@pytest.mark.parametrize(("troops", "dice"), [(8, 10), (0, 2)])
def test_a_transport_that_carries_no_troops_boards_as_a_merchant(troops: int, dice: int) -> None:
    game = pair(theirs={"kind": "transport", "boxes": {"guns": 2, "hull": 4}, "troops": troops})
    assert boarders.crew_dice(game, one(game, "desaix")) == dice


@pytest.mark.clause("APM.cutting-out.boats", "APM.boarding.men-of-war")
def test_crews_away_in_boats_do_not_board() -> None:
    game = pair(ours={"boats_out": 16})
    announce(game)
    assert len(told(game, Boarded)[0].faces) == 8


@pytest.mark.clause("APM.boarding.roll")
def test_dice_of_4_to_6_hit() -> None:
    game = pair()
    assert boarders.hits_of(game, (1, 3, 4, 6)) == 2
    odds = game.rules.tables["boarding"].odds("hits")
    assert odds == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert 24 * odds[1] == 12


@pytest.mark.clause("APM.boarding.roll")
def test_both_sides_throw_whoever_announced_it() -> None:
    game = pair(dice=hits(0, 3))
    announce(game)
    (event,) = told(game, Boarded)
    assert (event.hits, event.other_hits) == (0, 3)
    assert one(game, "caesar").guns == 5


# What is left over


@pytest.mark.clause("APM.boarding.surplus")
@pytest.mark.parametrize(
    ("ours", "theirs", "left"), [(7, 5, (8, 6)), (6, 6, (8, 8)), (5, 7, (6, 8)), (0, 1, (7, 8))]
)
def test_hits_cancel_and_what_is_left_over_costs_gun_boxes(
    ours: int, theirs: int, left: tuple[int, int]
) -> None:
    game = pair(dice=hits(ours, theirs))
    announce(game)
    assert (one(game, "caesar").guns, one(game, "desaix").guns) == left


@pytest.mark.clause("APM.boarding.surplus", "APM.boarding.roll")
def test_five_dice_against_four_cancel_out_with_chance_126_in_512() -> None:
    game = pair()
    level = sum(
        boarders.hits_of(game, faces[:5]) == boarders.hits_of(game, faces[5:])
        for faces in product((1, 4), repeat=9)
    )
    assert Fraction(level, 2**9) == Fraction(126, 512)
    assert level == comb(9, 4)


@pytest.mark.clause("APM.boarding.surplus")
def test_of_several_ships_the_one_with_most_gun_boxes_loses_next() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), locked=("desaix", "muiron")),
        ship("Muiron", 38, at=(19.3, 20), side="french", locked=("caesar",)),
        ship("Desaix", at=(20.7, 20), side="french", locked=("caesar",), lost={"port": 2}),
        phase="boarding",
        dice=wg.Dice.of(boarding_caesar=(4,) * 5 + (1,) * 19, boarding=(1,) * 34),
    )
    announce(game)
    assert (one(game, "desaix").guns, one(game, "muiron").guns) == (3, 2)


@pytest.mark.clause("APM.boarding.surplus", "APM.boarding.merchants")
def test_a_ship_without_guns_strikes_after_the_others_have_lost_theirs() -> None:
    def convoy(surplus: int) -> list[bool]:
        game = sea(
            ship("Caesar", at=(20, 20), locked=("desaix", "argo")),
            ship(
                "Argo",
                0,
                kind="merchant",
                boxes={"guns": 0},
                at=(19.3, 20),
                side="french",
                locked=("caesar",),
            ),
            ship("Desaix", 20, at=(20.7, 20), side="french", locked=("caesar",)),
            phase="boarding",
            dice=wg.Dice.of(boarding_caesar=(4,) * surplus + (1,) * 24, boarding=(1,) * 6),
        )
        announce(game)
        return [one(game, "desaix").struck, one(game, "argo").struck]

    assert convoy(1) == [False, False]
    assert convoy(2) == [True, False]
    assert convoy(3) == [True, True]


# Capture


@pytest.mark.clause("APM.boarding.capture")
def test_a_fresh_sixth_rate_that_loses_by_two_strikes() -> None:
    game = pair(theirs={"guns": 24}, dice=hits(2, 0, (24, 6)))
    assert boarders.crew_dice(game, one(game, "desaix")) == 6
    announce(game)
    assert one(game, "desaix").struck


@pytest.mark.clause("APM.boarding.capture")
def test_a_fresh_74_that_loses_by_five_fights_on_still_locked() -> None:
    game = pair(dice=hits(5, 0))
    announce(game)
    desaix = one(game, "desaix")
    assert desaix.guns == 3
    assert desaix.fights
    assert desaix.locked


@pytest.mark.clause("APM.boarding.capture")
def test_the_attacker_too_may_strike_to_the_ship_that_it_boarded() -> None:
    game = pair(ours={"guns": 24}, dice=hits(0, 2, (6, 24)))
    announce(game, british=True, french=False)
    assert one(game, "caesar").struck
    assert told(game, damage.Struck)[0].say() == "Caesar strikes to the French."


@pytest.mark.clause("APM.boarding.capture", "APM.ships.strike")
def test_boarded_with_two_gun_boxes_left_and_three_hits_over_she_strikes_and_is_taken() -> None:
    game = pair(theirs={"lost": {"port": 3, "starboard": 3}}, dice=hits(3, 0, (24, 18)))
    announce(game)
    desaix = one(game, "desaix")
    assert desaix.guns == 0
    assert desaix.struck
    assert desaix.side == "french"
    assert told(game, damage.Struck)[0].to == "british"


@pytest.mark.clause("APM.boarding.capture", "APM.algesiras.sophie")
def test_who_takes_a_ship_that_only_a_prize_crew_held_can_sail_her() -> None:
    game = pair(theirs={"guns": 14, "immobile": True}, dice=hits(2, 0, (24, 5)))
    announce(game)
    prize = one(game, "desaix")
    assert (prize.side, prize.struck, prize.immobile) == ("british", False, False)
    assert told(game, damage.Taken)[0].say() == "Desaix is taken; the British man her."


@pytest.mark.clause("APM.boarding.when")
@pytest.mark.parametrize(
    ("line", "board"), [("board", True), ("Boarders  away", True), ("no", False), ("done", False)]
)
def test_announcements_are_read_and_written(line: str, board: bool) -> None:
    data = Announce.read(line)
    assert data == {"board": board}
    assert Announce.read(Announce(board=board).write()) == data
    assert Announce.read("caesar NE 5") is None


def test_a_boarding_action_is_told_in_one_sentence() -> None:
    game = pair(theirs={"guns": 24}, dice=hits(7, 2, (24, 6)))
    announce(game)
    assert told(game, Boarded)[0].say() == (
        "Boarding action between Caesar (24 dice, 7 hits) and Desaix (6 dice, 2 hits)."
    )


@pytest.mark.clause("APM.boarding.surplus", "APM.boarding.capture")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), ours=st.sampled_from([14, 24, 38, 74]))
def test_only_the_side_with_fewer_hits_loses_and_only_guns(seed: int, ours: int) -> None:
    game = pair(ours={"guns": ours}, dice=wg.Dice(seed))
    caesar, desaix = one(game, "caesar"), one(game, "desaix")
    before = {s.card.id: (s.guns, s.mast_boxes, s.hull) for s in (caesar, desaix)}
    announce(game)
    (event,) = told(game, Boarded)
    over = event.hits - event.other_hits
    for s, lost in ((caesar, -over), (desaix, over)):
        guns, masts, hull = before[s.card.id]
        assert (s.mast_boxes, s.hull) == (masts, hull)
        assert s.guns == max(0, guns - max(0, lost))
        assert s.struck == (s.guns == 0)
