"""Ship types, gun dice from guns, logs filled in before play, bases, and the four scales."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import laid, one_of, scenario, ship

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.ships import (
    MM,
    armament_of,
    doctrine_of,
    fill_log,
    fresh,
    gun_dice,
    guns_of,
    movement_row,
    moves_of,
    own_tables,
    own_types,
    size_of,
)
from weathergage_admiralty.state import Guns

TYPES = own_types()
MOVEMENT = own_tables()["movement"]


def rules(**options: Any) -> Any:
    things = [ship("Caesar"), ship("Desaix", "french-74", (40, 40), side="french")]
    return assemble_scenario(find_ruleset("admiralty"), scenario(things, "W", 3), options)


# Gun dice


@pytest.mark.clause("4.0-digits")
@pytest.mark.parametrize(
    ("armament", "digits"),
    [
        ("30x32 28x24 44x12", "609"),  # Victory in 1805
        ("28x36 30x18 16x8", "244"),  # a French 74
        ("28x24 30x18 18x8", "244"),
        ("28x18 4x9", "040"),  # a British frigate of 38
        ("30x32 28x24 44x12 + 2x68", "609+1"),
    ],
)
def test_a_ship_s_guns_give_the_digits_that_are_printed(armament: str, digits: str) -> None:
    assert gun_dice(armament).digits == digits


@pytest.mark.clause("4.0-digits")
def test_each_digit_stands_alone_for_a_weight() -> None:
    assert Guns(6, 0, 9) == (6, 0, 9, 0)
    assert (Guns(0, 4, 0).medium, Guns(0, 4, 0).total) == (4, 4)
    assert Guns(2, 4, 4).total == 10


@pytest.mark.clause("4.0-digits")
def test_more_than_nine_dice_of_a_weight_are_kept_as_a_number() -> None:
    assert gun_dice("64x32").heavy == 10


@pytest.mark.clause("1.3-ship-logs")
def test_each_calibre_is_rounded_by_itself_and_then_added() -> None:
    """Together 30 32-pounders and 28 24-pounders would be 8.375, and 609 would be 608."""
    assert gun_dice("30x32").heavy + gun_dice("28x24").heavy == gun_dice("30x32 28x24").heavy == 9


@pytest.mark.clause("1.3-ship-logs")
def test_half_a_die_rounds_up() -> None:
    assert [gun_dice(f"{number}x24").heavy for number in (3, 4, 11, 12, 20)] == [0, 1, 1, 2, 3]


@pytest.mark.parametrize("type", TYPES.values(), ids=list(TYPES))
def test_the_dice_of_every_type_come_from_her_guns(type: wg.ShipType) -> None:
    assert guns_of(type) == gun_dice(str(type.ratings["armament"]))


def test_an_armament_tells_carronades_from_long_guns() -> None:
    assert [guns.calibre for guns in armament_of("28x32 + 2x32")] == ["long 32", "carronade 32"]


@pytest.mark.parametrize("text", ["28 x 32", "28x", "32-pounders", "28x32; 2x18"])
def test_an_armament_that_is_not_written_so_is_refused(text: str) -> None:
    with pytest.raises(wg.WeathergageError, match="is not number x shot"):
        armament_of(text)


def test_a_calibre_that_the_table_lacks_is_refused() -> None:
    with pytest.raises(wg.UnknownName, match="long 50"):
        gun_dice("28x50")


# The lists


@pytest.mark.clause("1.3-ship-logs")
def test_a_british_74_is_as_in_the_list_of_adye() -> None:
    log = fill_log("british-74", grade="B")
    assert (log.guns.digits, log.size, log.hull, log.rating) == ("245+1", 2, "", 74)
    assert (log.grade, log.nation, log.doctrine, log.ratio) == ("B", "british", "hull", 9)


@pytest.mark.clause("1.3-ship-logs")
def test_gun_dice_are_found_and_sizes_are_reconstructed() -> None:
    source = TYPES["british-74"].provenance
    assert (source["guns"].status, source["size"].status) == ("found", "reconstructed")
    assert "Adye" in source["armament"].where
    assert TYPES["british-74"].status == "reconstructed"


@pytest.mark.clause("1.3-ship-logs")
def test_what_is_of_our_making_says_so() -> None:
    assert TYPES["merchantman"].provenance["guns"].status == "house"


@pytest.mark.parametrize(
    ("type", "size", "hull"),
    [
        ("british-100", 3, "stout"),
        ("british-74", 2, ""),
        ("us-44", 1, "stout"),
        ("british-28", 1, "weak"),
        ("british-18-cruizer", 0.5, "weak"),
        ("cutter", 0.25, "weak"),
    ],
)
def test_sizes_and_hulls_go_by_the_kind_of_ship(type: str, size: float, hull: str) -> None:
    assert (fill_log(type).size, fill_log(type).hull) == (size, hull)


@pytest.mark.clause("4.1-doctrine")
def test_the_french_and_spanish_fire_at_the_rigging() -> None:
    nations = ("french", "spanish", "british", "american", "dutch", "danish")
    assert [doctrine_of(nation) for nation in nations] == ["rigging"] * 2 + ["hull"] * 4


# Moves


@pytest.mark.clause("2.0")
def test_how_far_a_ship_goes_depends_on_type_and_wind() -> None:
    moves = {id: fill_log(id).moves for id in ("british-100", "british-74", "british-38")}
    assert [moves[id][2] for id in moves] == [(4.5, 2.5), (5.5, 3), (6, 3.5)]
    assert [battle for battle, _ in moves["british-74"]] == [2, 3.5, 5.5, 6, 5.5]


@pytest.mark.clause("2.1-battle-move")
def test_the_battle_move_is_that_of_the_movement_table() -> None:
    assert fill_log("british-74").moves == moves_of(MOVEMENT, "size 2")
    assert MOVEMENT.look_up("size 2", "battle 3") == 550


@pytest.mark.clause("2.1-battle-move", "4.3-sail-hits", "2.1-normal-bonus")
def test_only_the_figures_of_the_printed_log_are_printed() -> None:
    printed = [
        (row, column)
        for row in MOVEMENT.rows
        for column in MOVEMENT.columns
        if MOVEMENT.source(row, column).status == "printed"
    ]
    assert printed == [("size 2", "normal 3"), ("size 2", "ss")]


@pytest.mark.clause("2.1-normal-bonus")
def test_no_bonus_exceeds_the_battle_move() -> None:
    for row in MOVEMENT.rows:
        assert all(bonus <= battle for battle, bonus in moves_of(MOVEMENT, row))


@pytest.mark.clause("2.1-normal-bonus", "2.1-battle-move")
@pytest.mark.parametrize(
    ("row", "moves"),
    [
        ("size 3", ((1.5, 1), (3, 2), (4.5, 2.5), (5, 2.5), (4.5, 1))),
        ("size 2", ((2, 1), (3.5, 2), (5.5, 3), (6, 3), (5.5, 1.5))),
        ("size 1", ((2, 1.5), (4, 2.5), (6, 3.5), (7, 4), (6, 2))),
        ("size 1/2", ((2.5, 1.5), (4.5, 3), (6.5, 4), (7, 3.5), (5.5, 1.5))),
        ("size 1/4", ((2.5, 1.5), (4.5, 3), (6.5, 4), (6.5, 3), (4, 1))),
    ],
)
def test_battle_move_and_bonus_of_every_size_in_every_wind(
    row: str, moves: tuple[tuple[float, float], ...]
) -> None:
    assert moves_of(MOVEMENT, row) == moves


def test_a_type_may_have_a_row_of_its_own() -> None:
    assert movement_row(TYPES["merchantman"]) == "merchantman"
    assert fill_log("merchantman").ratio == 6


# Logs filled in


@pytest.mark.clause("1.3-ship-logs")
def test_a_log_is_filled_in_from_an_armament() -> None:
    log = fill_log("28x32 28x18 18x9 + 8x18", grade="A", nation="dutch", name="Vrede", size="2")
    assert (log.guns.digits, log.rating, log.name, log.id) == ("245+1", 74, "Vrede", "vrede")
    assert (log.doctrine, log.moves) == ("hull", fill_log("british-74").moves)


def test_a_log_needs_a_type_or_an_armament() -> None:
    with pytest.raises(wg.UnknownName, match="did you mean british-74"):
        fill_log("british-73")
    with pytest.raises(wg.WeathergageError, match="a size is one of 3, 2, 1"):
        fill_log("28x32", size="4")


def test_a_scenario_s_card_and_a_log_filled_in_agree() -> None:
    _, state = laid(ship("Caesar", grade="A"))
    card, log = one_of(state, "caesar").card, fill_log("british-74", grade="A")
    for name in ("guns", "size", "hull", "grade", "doctrine", "ratio", "moves", "base", "rating"):
        assert getattr(card, name) == getattr(log, name)


def test_a_house_rule_may_change_the_movement_table() -> None:
    changed = MOVEMENT.replaced("size 2 x battle 3", 600, "faster two-deckers")
    assert fill_log("british-74", tables=own_tables() | {"movement": changed}).moves[2] == (6, 3)


# Scales


@pytest.mark.clause("1.1")
def test_medium_is_the_scale_of_what_is_printed() -> None:
    assert rules().options.scale == "medium"
    assert scaled(rules(), 0.5) == 0.5


@pytest.mark.clause("1.1")
@pytest.mark.parametrize(
    ("scale", "half"), [("tiny", 0.125), ("small", 0.25), ("medium", 0.5), ("large", 0.85)]
)
def test_distances_go_with_the_models(scale: str, half: float) -> None:
    assert scaled(rules(scale=scale), 0.5) == pytest.approx(half)


@pytest.mark.clause("1.1")
def test_moves_bases_and_places_shrink_with_the_models() -> None:
    _, state = laid(ship("Caesar", at=(20, 30)), options={"scale": "small"})
    card = one_of(state, "caesar").card
    assert card.moves[2] == (2.75, 1.5)
    assert card.base.length == pytest.approx(35 / MM, abs=0.002)
    assert one_of(state, "caesar").pose.inches == (10, 15)
    assert card.ratio == 9


@pytest.mark.clause("1.1-turn")
def test_a_turn_stands_for_two_to_three_minutes() -> None:
    minutes = find_ruleset("admiralty").scales.minutes
    assert 20 <= 10 * minutes <= 30
    assert 30 <= 15 * minutes <= 45
    assert minutes == 2.5


# Bases


@pytest.mark.clause("1.2")
@pytest.mark.parametrize(("type", "size"), [("british-74", (70, 30)), ("british-100", (80, 35))])
def test_bases_are_those_of_the_older_edition(type: str, size: tuple[int, int]) -> None:
    base = fill_log(type).base
    assert (base.length * MM, base.width * MM) == pytest.approx(size, abs=0.03)


@pytest.mark.clause("1.2")
def test_other_bases_are_in_proportion() -> None:
    bases = [fill_log(type).base for type in ("british-74", "british-38", "british-10", "cutter")]
    assert [base.length for base in bases] == sorted((b.length for b in bases), reverse=True)
    assert all(base.length / base.width == pytest.approx(70 / 30, rel=0.03) for base in bases)


@pytest.mark.clause("1.2")
def test_what_is_measured_to_an_edge_is_measured_to_the_base() -> None:
    stand = fresh(fill_log("british-74"), wg.FreePose.at(20, 20, 0)).stand
    beside = stand.at(wg.FreePose.at(20 + stand.base.width + 0.5, 20, 0))
    assert wg.measure(stand, beside, "base") == pytest.approx(0.5, abs=0.003)


@pytest.mark.clause("1.2-centre-point")
def test_the_centre_is_as_far_from_bow_and_stern_and_from_both_sides() -> None:
    base = fill_log("british-74").base
    ahead, aside = base.corner("bow", "starboard")
    assert (ahead * MM, aside * MM) == pytest.approx((35, 15), abs=0.03)
    assert base.corner("stern", "port") == (-ahead, -aside)


@pytest.mark.clause("1.2-centre-point")
def test_the_mainmast_stands_at_the_centre() -> None:
    stand = fresh(fill_log("british-74"), wg.FreePose.at(20, 20, 45)).stand
    assert stand.spot("mast") == stand.spot("centre") == (20, 20)


def test_a_fresh_ship_has_all_her_guns_on_both_sides() -> None:
    made = fresh(fill_log("french-74"), wg.FreePose.at(5, 5, 0), "normal")
    assert made.port == made.starboard == Guns(2, 4, 4)
    assert (made.setting, made.guns_lost) == ("normal", 0)


def test_every_type_has_a_size_and_a_row_of_moves() -> None:
    for type in TYPES.values():
        assert size_of(type) > 0
        assert MOVEMENT.look_up(movement_row(type), "ss")
