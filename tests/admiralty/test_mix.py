"""Hull dice and rigging dice: doctrine, the can, and the methods of close range (4.1)."""

from __future__ import annotations

from fractions import Fraction
from math import perm
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty import mix
from weathergage_admiralty.gunnery import HOLD, Fire, lines
from weathergage_admiralty.mix import Aim, by_doctrine, choices, from_can, usual
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.ships import doctrine_of


def duel(nation: str = "british", inches: float = 2.9, **more: Any) -> wg.Game:
    """Caesar has Desaix on her starboard beam."""
    return sea(
        ship("Caesar", at=(30, 30), nation=nation, armament="56x18"),
        ship("Desaix", "french-74", (30 + inches, 30), "N", "french"),
        **{"phase": "cannon", **more},
    )


def aimed(game: wg.Game, **order: Any) -> list[tuple[str, tuple[int, int]]]:
    """Caesar fires; how her dice were aimed."""
    answer(game, Fire(ship="caesar", side="starboard", **order), seat="british")
    if any(d.seat == "french" and d.kind == "fire" for d in game.decisions):
        answer(game, HOLD, seat="french")
    return [(e.weight, e.dice) for e in told(game, Fired) if e.ship == "Caesar"]


def refused(game: wg.Game, aim: dict[str, tuple[int, int]]) -> str:
    """The clause by which an aim is refused, or ""."""
    decision = next(d for d in game.decisions if d.seat == "british")
    complaint = decision.complaint(Fire(ship="caesar", side="starboard", mix=aim))
    return "" if complaint is None else complaint.clause


# Two colours


@pytest.mark.clause("4.1-target-types")
def test_four_dice_are_three_hull_dice_and_one_rigging_die() -> None:
    # Seven medium dice halved make four: three and one by the doctrine of the hull.
    assert aimed(duel(inches=5)) == [("medium", (3, 1))]


@pytest.mark.clause("4.1-target-types")
def test_a_die_is_never_both() -> None:
    assert refused(duel(), {"medium": (7, 1)}) == "4.1-target-types"
    assert refused(duel(), {"medium": (3, 3)}) == "4.1-target-types"
    assert refused(duel(), {"medium": (8, -1)}) == "4.1-target-types"
    assert refused(duel(), {"heavy": (0, 0)}) == "4.1-target-types"


# Doctrine


@pytest.mark.clause("4.1-doctrine", "4.2-rounding")
@pytest.mark.parametrize(
    ("nation", "dice", "aim"),
    [
        ("french", 2, Aim(0, 2)),
        ("french", 3, Aim(1, 2)),
        ("british", 4, Aim(3, 1)),
        ("british", 8, Aim(6, 2)),
        ("spanish", 4, Aim(1, 3)),
        ("dutch", 1, Aim(1, 0)),
    ],
)
def test_three_quarters_of_the_dice_go_where_the_fleet_fires(
    nation: str, dice: int, aim: Aim
) -> None:
    game = duel(nation)
    assert by_doctrine(game, one(game, "caesar"), dice) == aim


@pytest.mark.clause("4.1-doctrine")
@pytest.mark.parametrize(
    ("nation", "doctrine"),
    [
        ("french", "rigging"),
        ("spanish", "rigging"),
        ("british", "hull"),
        ("american", "hull"),
        ("dutch", "hull"),
        ("danish", "hull"),
    ],
)
def test_doctrines_of_nations(nation: str, doctrine: str) -> None:
    assert doctrine_of(nation) == doctrine


@pytest.mark.clause("4.1-doctrine")
@pytest.mark.parametrize("inches", [5.0, 7.0])
def test_at_range_the_player_has_no_choice(inches: float) -> None:
    assert refused(duel(inches=inches), {"medium": (4, 0)}) == "4.1-doctrine"


# The can


def chance_of_all_hull(game: wg.Game, dice: int) -> Fraction:
    """The chance that every die drawn is a hull die, by the can's rule."""
    chance, full, size = Fraction(1), 15, 20
    assert game.look_up("gun-mix", "dice in the can", 0) == size
    for n in range(dice):
        chance *= Fraction(full - n, size - n)
    return chance


@pytest.mark.clause("4.1-random-mix")
def test_four_hull_dice_from_a_can_of_15_and_5() -> None:
    game = duel()
    assert chance_of_all_hull(game, 4) == Fraction(perm(15, 4), perm(20, 4))
    hits = sum(
        from_can(duel(dice=wg.Dice(seed)), one(game, "caesar"), "medium", 4) == Aim(4, 0)
        for seed in range(400)
    )
    # 0.2817 against 81/256 = 0.3164 with replacement, which is not played.
    assert hits / 400 == pytest.approx(float(chance_of_all_hull(game, 4)), abs=0.05)


@pytest.mark.clause("4.1-random-mix")
def test_a_can_drawn_with_replacement_would_give_81_in_256() -> None:
    assert Fraction(15, 20) ** 4 == Fraction(81, 256) != chance_of_all_hull(duel(), 4)


@pytest.mark.clause("4.1-random-mix")
@pytest.mark.parametrize(("nation", "aim"), [("british", Aim(15, 5)), ("french", Aim(5, 15))])
def test_a_whole_can_holds_three_quarters_of_the_doctrines_kind(nation: str, aim: Aim) -> None:
    game = duel(nation)
    assert from_can(game, one(game, "caesar"), "heavy", 20) == aim
    assert sum(from_can(game, one(game, "caesar"), "heavy", 25)) == 25


@pytest.mark.clause("4.1-random-mix")
def test_the_can_serves_beyond_close_range_only() -> None:
    options = {"random_mix": True}
    dice = {"dice": wg.Dice.of(mix=(20, 19, 18, 17)), "options": options}
    assert aimed(duel(inches=5, **dice)) == [("medium", (0, 4))]
    assert aimed(duel(**dice)) == [("medium", (7, 0))]


# Close range


@pytest.mark.clause("4.1-close-battery", "4.1-close-choice")
def test_battery_targeting_heavy_guns_always_fire_at_the_hull() -> None:
    game = duel()
    caesar = one(game, "caesar")
    assert choices(game, caesar, "heavy", 9, "close") == (0, 0)
    assert usual(game, caesar, "heavy", 9, "close") == Aim(9, 0)


@pytest.mark.clause("4.1-close-battery")
@pytest.mark.parametrize("rigging", range(5))
def test_battery_targeting_four_medium_dice_are_split_from_0_to_4(rigging: int) -> None:
    game = sea(
        ship("Caesar", at=(30, 30), armament="28x18 4x9"),
        ship("Desaix", "french-74", (32.9, 30), "N", "french"),
        phase="cannon",
    )
    assert choices(game, one(game, "caesar"), "medium", 4, "close") == (0, 4)
    assert refused(game, {"medium": (4 - rigging, rigging)}) == ""


@pytest.mark.clause("4.1-close-battery")
def test_battery_targeting_is_what_is_played_unless_agreed_otherwise() -> None:
    assert mix.method(duel()) == "battery"
    assert refused(duel(), {"medium": (0, 7)}) == ""


@pytest.mark.clause("4.1-close-basic")
@pytest.mark.parametrize(("dice", "aim"), [(9, Aim(8, 1)), (1, Aim(0, 1)), (0, Aim(0, 0))])
def test_basic_targeting_all_dice_but_one_are_hull_dice(dice: int, aim: Aim) -> None:
    for nation in ("british", "french"):
        game = duel(nation, options={"close": "basic"})
        assert usual(game, one(game, "caesar"), "heavy", dice, "close") == aim
    assert refused(duel(options={"close": "basic"}), {"medium": (7, 0)}) == "4.1-close-basic"


@pytest.mark.clause("4.1-close-advanced")
@pytest.mark.parametrize(("dice", "fewest", "most"), [(5, 0, 1), (6, 1, 1), (1, 0, 1), (9, 1, 1)])
def test_advanced_targeting(dice: int, fewest: int, most: int) -> None:
    game = duel(options={"close": "advanced"})
    assert choices(game, one(game, "caesar"), "heavy", dice, "close") == (fewest, most)


@pytest.mark.clause("4.1-close-advanced")
def test_advanced_targeting_of_seven_dice_one_must_be_a_rigging_die() -> None:
    game = duel(options={"close": "advanced"})
    assert refused(game, {"medium": (7, 0)}) == "4.1-close-advanced"
    assert aimed(game) == [("medium", (6, 1))]


@pytest.mark.clause("4.1-close-choice")
def test_a_method_that_is_not_agreed_is_diced_for_once_for_the_game() -> None:
    rules = duel(options={"close": "drawn"}).rules
    drawn = {mix.draw_method(rules, wg.Dice(seed)) for seed in range(30)}
    assert drawn == {"battery", "basic", "advanced"}
    assert mix.draw_method(duel().rules, wg.Dice(0)) == ""
    game = duel(options={"close": "drawn"})
    assert game.state.close == mix.method(game) in drawn


@pytest.mark.clause("4.1-close-choice")
def test_the_method_cannot_be_changed_in_the_game() -> None:
    # Nothing that a player can answer names a method.
    assert "close" not in Fire.model_fields
    game = duel(options={"close": "basic"}, turn=5)
    assert refused(game, {"medium": (0, 7)}) == "4.1-close-basic"


@pytest.mark.clause("4.1-close-choice")
def test_a_player_who_does_not_say_aims_as_his_fleet_does() -> None:
    assert aimed(duel("french")) == [("medium", (0, 7))]
    assert aimed(duel("british")) == [("medium", (7, 0))]
    assert lines(duel())
