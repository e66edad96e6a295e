"""Boarding parties: who musters gun crews, what it costs, and when they go back (3.1)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, laid, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty import crews, damage, parties
from weathergage_admiralty.boarding import BoardingDice
from weathergage_admiralty.parties import CrewsLost, Mobilise, Mobilised, StoodDown
from weathergage_admiralty.state import Action, AdmiraltyState, Guns

BESIDE = 1.5
"""Inches between the centres of two ships of the line that lie side by side, 0.3 apart."""


def pair(*more: Any, phase: str = "mobilise", theirs: Any = None, **ours: Any) -> wg.Game:
    """The Caesar with an enemy close alongside. ours: of the Caesar; theirs: of the Desaix."""
    keep = {
        name: ours.pop(name)
        for name in ("dice", "options", "arrange", "speed", "turn")
        if name in ours
    }
    return sea(
        ship("Caesar", **ours),
        ship("Desaix", "french-74", at=(20 + BESIDE, 20), side="french", **(theirs or {})),
        *more,
        phase=phase,
        **keep,
    )


def guns(*dice: int) -> dict[str, Any]:
    """The same gun dice left on both sides."""
    return {"port": dice, "starboard": dice}


def muster(game: wg.Game, *ids: str, seat: str = "british", **weights: tuple[int, ...]) -> None:
    """Answer for a side: ids with the lightest guns, keywords with weights."""
    ships = {**dict.fromkeys(ids, ()), **weights}
    answer(game, Mobilise(ships=ships), seat=seat)


def nobody(game: wg.Game, seat: str = "french") -> None:
    """A side musters nobody."""
    answer(game, Mobilise(ships={}), seat=seat)


def at_boarding(lost: tuple[int, int] = (0, 0), dice: tuple[int, int] = (3, 5)) -> Any:
    """An action of the Caesar against the Desaix that was begun last turn."""

    def arrange(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (0,), 1, dice, (), state.turn - 1, lost),)
        state.mark_boarding()

    return arrange


# Notation


@pytest.mark.parametrize(
    ("line", "ships"),
    [
        ("mobilise caesar", {"caesar": ()}),
        ("mobilise caesar 2 2 0, zealous", {"caesar": (2, 2, 0), "zealous": ()}),
        ("mobilise none", {}),
    ],
)
def test_mobilise_is_written_as_it_is_read(line: str, ships: dict[str, Any]) -> None:
    fields = Mobilise.read(line)
    assert fields == {"ships": ships}
    assert Mobilise(**fields).write() == line


def test_other_lines_are_not_read_as_mobilise_and_bad_ones_say_why() -> None:
    assert Mobilise.read("sails keep") is None
    with pytest.raises(ValueError, match="gun dice"):
        Mobilise.read("mobilise caesar all")
    with pytest.raises(ValueError, match="name ships"):
        Mobilise.read("mobilise")


# How many


@pytest.mark.clause("3.1", "3.1-both-sides")
def test_a_ship_of_505_makes_two_boarding_dice_in_all_and_not_for_each_side() -> None:
    game = pair(**guns(5, 0, 5), arrange=at_boarding(lost=(1, 0)))
    caesar = one(game, "caesar")
    assert crews.best(caesar).total // crews.price(game.rules) == 2
    parties.muster(game, caesar)
    assert parties.spare(caesar).total == 6
    parties.muster(game, caesar)
    assert (caesar.party, crews.carried(game.rules, caesar)) == (Guns(5, 0, 3), 2)
    assert not parties.can_mobilise(game, caesar)


@pytest.mark.clause("3.1", "5.1-dice-mobilised")
@pytest.mark.parametrize(("option", "price"), [("4", 3), ("5", 5)])
def test_whoever_types_in_another_price_on_the_chart_plays_by_it(option: str, price: int) -> None:
    class Cheap:
        @wg.hookimpl(wrapper=True)
        def tables(self, ruleset: wg.Ruleset) -> Any:
            own = yield
            changed = own["boarding-dice"].replaced("mobilised gun dice x each", 3, "tests")
            return {**own, "boarding-dice": changed}

    rule = wg.HouseRule("cheap", "admiralty", "Cheap", Cheap())
    rules, _ = laid(ship("Caesar"), house_rules=[rule], options={"mobilise": option})
    assert crews.price(rules) == price


@pytest.mark.clause("3.1")
@pytest.mark.parametrize(("dice", "possible"), [((0, 4, 0), True), ((0, 3, 0), False)])
def test_a_ship_of_040_makes_one_boarding_die_and_one_of_030_none(
    dice: tuple[int, ...], possible: bool
) -> None:
    game = pair(**guns(*dice))
    assert parties.can_mobilise(game, one(game, "caesar")) is possible
    assert ("british" in [d.seat for d in game.decisions]) is possible


@pytest.mark.clause("3.1")
def test_with_the_option_a_boarding_die_costs_five_gun_dice() -> None:
    game = pair(options={"mobilise": "5"}, **guns(5, 0, 5))
    muster(game, "caesar")
    nobody(game)
    assert one(game, "caesar").party == Guns(5, 0, 0)
    assert crews.carried(game.rules, one(game, "caesar")) == 1


@pytest.mark.clause("3.1")
def test_the_owner_chooses_the_weights_that_are_given_up() -> None:
    game = pair(**guns(2, 4, 4))
    muster(game, caesar=(0, 1, 3))
    nobody(game)
    caesar = one(game, "caesar")
    assert caesar.party == Guns(0, 1, 3)
    assert damage.guns_ready(game.rules, caesar, "port") == Guns(2, 3, 1)


@pytest.mark.clause("3.1")
@pytest.mark.parametrize("weights", [(1, 1, 1), (3, 1, 0), (-1, 4, 1), (4,), (2, 2, 0, 1)])
def test_weights_that_are_no_four_gun_dice_of_hers_are_refused(weights: tuple[int, ...]) -> None:
    game = pair(**guns(2, 4, 4))
    with pytest.raises(wg.IllegalCommand, match="gives up 4") as refused:
        muster(game, caesar=weights)
    assert refused.value.clause == "3.1"


# Who is asked


@pytest.mark.clause("3.1", "3.0")
def test_only_sides_with_a_ship_beside_an_enemy_are_asked() -> None:
    game = sea(
        ship("Caesar"),
        ship("Desaix", "french-74", at=(26, 20), side="french"),
        phase="mobilise",
    )
    assert game.phase != "mobilise"


@pytest.mark.clause("3.1")
def test_a_ship_that_is_not_beside_an_enemy_is_not_to_be_named() -> None:
    game = pair(ship("Zealous", at=(40, 40)))
    with pytest.raises(wg.IllegalCommand, match="'zealous' is not to be named"):
        muster(game, "zealous")


@pytest.mark.clause("2.2-raising-anchor", "3.1")
def test_a_ship_that_raises_her_anchor_may_not_muster_in_the_tenth_turn() -> None:
    game = pair(setting="anchored", raising=3, turn=10)
    assert [d.seat for d in game.decisions] == ["french"]


# Marks


@pytest.mark.clause("3.1-marking")
def test_one_and_two_dice_are_marked_gm4_and_gm8() -> None:
    game = pair(**guns(5, 0, 5), arrange=at_boarding(lost=(1, 0)))
    caesar = one(game, "caesar")
    marks = []
    for _ in range(2):
        parties.muster(game, caesar)
        marks.append(told(game, Mobilised)[-1].mark)
    assert marks == ["GM4", "GM8"]
    assert caesar.port == Guns(5, 0, 5)


@pytest.mark.clause("3.1-marking")
def test_the_mark_is_public_and_both_sides_declare_together_in_secret() -> None:
    game = pair()
    assert [d.seat for d in game.decisions] == ["british", "french"]
    muster(game, "caesar")
    assert not told(game, Mobilised)
    assert game.view("french").plain() == pair().view("french").plain()
    nobody(game)
    assert [e for e in game.view("french").events if isinstance(e, Mobilised)]
    assert game.view("french").table.state.ships[0].mobilised == 4


@pytest.mark.clause("3.1-both-sides", "3.1-suppression")
def test_a_ship_of_040_with_gm4_has_no_gun_die_left_on_either_side() -> None:
    game = pair(**guns(0, 4, 0), party=(0, 4, 0))
    caesar = one(game, "caesar")
    for side in ("port", "starboard"):
        assert damage.guns_ready(game.rules, caesar, side).total == 0


@pytest.mark.clause("3.1-both-sides")
def test_the_better_side_is_what_can_be_mobilised_and_the_other_gives_what_it_has() -> None:
    game = pair(port=(0, 4, 0), starboard=(0, 2, 0))
    muster(game, "caesar")
    nobody(game)
    caesar = one(game, "caesar")
    assert caesar.party == Guns(0, 4, 0)
    assert crews.silenced(caesar, "port") == Guns(0, 4, 0)
    assert crews.silenced(caesar, "starboard") == Guns(0, 2, 0)


# Suppression


@pytest.mark.clause("3.1-suppression")
def test_a_ship_of_244_with_gm4_in_light_and_medium_fires_four_dice_less_on_either_side() -> None:
    game = pair(**guns(2, 4, 4), party=(2, 2, 0))
    caesar = one(game, "caesar")
    for side in ("port", "starboard"):
        assert damage.guns_ready(game.rules, caesar, side) == Guns(0, 2, 4)


@pytest.mark.clause("3.1-suppression")
def test_a_party_whose_guns_are_lost_takes_others_as_long_as_there_are_four() -> None:
    game = pair(**guns(1, 4, 4), party=(2, 2, 0))
    assert damage.guns_ready(game.rules, one(game, "caesar"), "port") == Guns(0, 1, 4)


@pytest.mark.clause("3.1-suppression")
def test_a_mark_is_no_b_hit_and_brings_no_fire_danger() -> None:
    game = pair(party=(2, 2, 0))
    assert one(game, "caesar").blocked == (0, 0)


@pytest.mark.clause("3.1-suppression")
def test_boarders_without_an_action_go_back_to_their_guns_at_the_end_of_the_phase() -> None:
    game = pair(phase="boarding", party=(2, 2, 0))
    assert one(game, "caesar").mobilised == 0
    assert len(told(game, StoodDown)) == 1


@pytest.mark.clause("3.1-suppression")
def test_after_an_attempt_that_failed_the_crews_may_stay_mustered() -> None:
    def failed(state: AdmiraltyState) -> None:
        state.attempts = ((0, 1),)

    game = pair(phase="boarding", party=(2, 2, 0), arrange=failed)
    assert one(game, "caesar").mobilised == 4


@pytest.mark.clause("3.1-suppression")
@pytest.mark.parametrize(("named", "left"), [(("caesar",), 4), ((), 0)])
def test_crews_that_are_still_mustered_stay_where_named_and_stand_down_elsewhere(
    named: tuple[str, ...], left: int
) -> None:
    game = pair(party=(2, 2, 0))
    muster(game, *named)
    nobody(game)
    assert one(game, "caesar").mobilised == left


@pytest.mark.clause("3.1-suppression")
def test_crews_that_are_still_mustered_stand_down_when_no_enemy_is_near_any_more() -> None:
    game = sea(ship("Caesar", party=(2, 2, 0)), phase="mobilise")
    assert one(game, "caesar").mobilised == 0


# Losses


@pytest.mark.clause("3.1-loss")
def test_lost_crews_are_crossed_out_on_both_sides() -> None:
    game = pair(port=(2, 4, 4), starboard=(2, 1, 4), party=(2, 2, 0))
    caesar = one(game, "caesar")
    parties.lose_crews(game, caesar)
    assert (caesar.port, caesar.starboard) == (Guns(0, 2, 4), Guns(0, 0, 3))
    assert caesar.mobilised == 0
    (event,) = told(game, CrewsLost)
    assert (event.port, event.starboard) == ("024", "003")


@pytest.mark.clause("3.1-shrink")
@pytest.mark.parametrize(("left", "dice"), [(3, 0), (4, 1)])
def test_gun_hits_shrink_a_party_when_fewer_than_four_gun_dice_are_left(
    left: int, dice: int
) -> None:
    """040 with GM4 loses a gun die: none; 050 with GM4 loses one: still one."""
    game = pair(**guns(0, left + 1, 0), party=(0, 4, 0))
    caesar = one(game, "caesar")
    for side in ("port", "starboard"):
        damage.apply(game, caesar, (("G", 5, side),))
    assert caesar.port.total == caesar.starboard.total == left
    assert crews.carried(game.rules, caesar) == dice
    assert caesar.mobilised == 4 * dice


# In an action


@pytest.mark.clause("5.1-dice-mobilised", "3.1")
def test_a_new_action_gets_one_die_though_there_are_eight_gun_dice_to_spare() -> None:
    game = pair(**guns(4, 4, 0))
    muster(game, "caesar")
    nobody(game)
    assert one(game, "caesar").mobilised == 4
    with pytest.raises(wg.IllegalCommand):
        muster(pair(**guns(4, 4, 0)), caesar=(4, 4, 0))


@pytest.mark.clause("5.1-dice-mobilised", "5.1-carry-over")
@pytest.mark.parametrize(("lost", "asked"), [(1, True), (0, False)])
def test_in_an_action_only_who_lost_a_die_in_the_turn_before_may_muster(
    lost: int, asked: bool
) -> None:
    game = pair(**guns(0, 4, 0), arrange=at_boarding(lost=(lost, 0)))
    assert [(d.kind, d.seat) for d in game.decisions][:asked] == [("mobilise", "british")][:asked]
    assert (game.phase == "mobilise") is asked


@pytest.mark.clause("5.1-dice-mobilised")
def test_a_lost_die_of_any_origin_may_be_replaced_once_a_turn() -> None:
    game = pair(**guns(4, 4, 0), party=(4, 0, 0), arrange=at_boarding(lost=(2, 0)))
    muster(game, "caesar")
    assert one(game, "caesar").party == Guns(4, 4, 0)


@pytest.mark.clause("5.1-carry-over")
def test_of_several_attackers_one_adds_the_die_of_a_turn() -> None:
    def both(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (0, 1), 2, (3, 5), (), state.turn - 1, (1, 0)),)
        state.mark_boarding()

    zealous = ship("Zealous", at=(20 + 2 * BESIDE, 20))
    game = sea(
        ship("Caesar"),
        zealous,
        ship("Desaix", "french-74", at=(20 + BESIDE, 20), side="french"),
        phase="mobilise",
        arrange=both,
    )
    with pytest.raises(wg.IllegalCommand, match="already adds the die") as refused:
        muster(game, "caesar", "zealous")
    assert refused.value.clause == "5.1-carry-over"


def test_samples_are_legal_and_no_help_is_empty() -> None:
    game = pair(ship("Zealous", at=(20 - BESIDE, 20)))
    for seed in range(20):
        decision = game.decisions[seed % 2]
        assert decision.complaint(decision.sample(wg.Dice(seed))) is None
        assert "gun dice" in decision.help()
    assert not told(game, BoardingDice)
