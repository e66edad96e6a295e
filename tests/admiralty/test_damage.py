"""What hits do: gun dice, sails, water, locks, and all the codes of the list (4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fleet import one, sea, ship, told

import weathergage as wg
from weathergage_admiralty import crews, damage, repairs
from weathergage_admiralty.boarding import attempt_dice
from weathergage_admiralty.damage import (
    Damaged,
    Flooding,
    GunsLost,
    Lost,
    allowance,
    apply,
    battle_move,
    flooding_level,
    guns_ready,
    has_given_up,
    is_flooding,
    lock,
    normal_bonus,
    unlock,
)
from weathergage_admiralty.melee import dice_list
from weathergage_admiralty.rows import Code, codes_of, read_code, words_of
from weathergage_admiralty.signals import SignalRead, tries
from weathergage_admiralty.state import Action, Guns, Ship

GATEAU = {"type": "french-74", "armament": "28x36 30x18 16x8", "side": "french"}
"""Figure 4's ship: 244, SS ratio 9."""


def afloat(
    *others: dict[str, Any], dice: wg.Dice | None = None, speed: int = 3, **more: Any
) -> wg.Game:
    """Gateau with an enemy far off. more: what her log has, and options."""
    options = more.pop("options", None)
    gateau = ship("Gateau", **{**GATEAU, **more})
    return sea(gateau, *others, dice=dice, speed=speed, options=options)


def hit(game: wg.Game, *codes: Sequence[Any], id: str = "gateau") -> Ship:
    """Give a ship hits."""
    found = one(game, id)
    apply(game, found, codes)
    return found


def moves(game: wg.Game, id: str = "gateau") -> tuple[float, float, float]:
    """Battle move, normal bonus and allowance."""
    found, rules = one(game, id), game.rules
    return (
        battle_move(rules, game.state, found),
        normal_bonus(rules, game.state, found),
        allowance(rules, game.state, found),
    )


# Figure 4


@pytest.mark.clause("4.3-log", "4.3-gun-hits", "4.3-sail-hits", "4.3-B", "4.3-A", "4.3-W")
def test_figure_4s_log_comes_from_the_hits_that_it_shows() -> None:
    game = afloat(dice=wg.Dice.of(guns_lost=(3,), critical=(1, 1, 1)))
    gateau = hit(
        game,
        ("G", 8, "starboard"),
        ("G", 2, "port"),
        ("B", 1, "starboard"),
        ("F",),
        ("A",),
        ("W",),
        ("S", 20),
    )
    assert gateau.starboard == Guns(2, 3, 4)
    assert gateau.port == Guns(2, 4, 4)
    assert gateau.gun_hits == (2, 3)
    assert gateau.blocked == (0, 1)
    assert (gateau.anchors, gateau.waterline, gateau.fires) == (1, 1, 1)
    assert gateau.sail_hits == 20
    assert gateau.setting == "battle"
    assert guns_ready(game.rules, gateau, "starboard").digits == "123"
    assert guns_ready(game.rules, gateau, "port").digits == "244"


# Gun hits


@pytest.mark.clause("4.3-gun-hits")
def test_five_gun_hits_on_a_side_cost_one_die_and_are_crossed_out() -> None:
    game = afloat(starboard=(2, 3, 4), gun_hits=(2, 3), dice=wg.Dice.of(guns_lost=(6,)))
    gateau = hit(game, ("G", 2, "starboard"))
    assert gateau.starboard == Guns(2, 3, 3)
    assert gateau.gun_hits == (2, 0)


@pytest.mark.clause("4.3-gun-hits")
def test_four_gun_hits_cost_nothing_yet() -> None:
    gateau = hit(afloat(), ("G", 4, "port"))
    assert gateau.port.total == gateau.card.guns.total
    assert gateau.gun_hits == (4, 0)


@pytest.mark.clause("4.3-gun-hits")
@pytest.mark.parametrize(
    ("faces", "left"),
    [((1,), (1, 4, 4)), ((2,), (1, 4, 4)), ((3,), (2, 3, 4)), ((4,), (2, 3, 4)), ((5,), (2, 4, 3))],
)
def test_the_size_of_a_lost_die_is_thrown_for(faces: Sequence[int], left: Sequence[int]) -> None:
    gateau = hit(afloat(dice=wg.Dice.of(guns_lost=faces)), ("G", 5, "port"))
    assert gateau.port[:3] == tuple(left)


@pytest.mark.clause("4.3-gun-hits")
def test_a_size_of_which_none_is_left_is_thrown_for_again() -> None:
    game = afloat(port=(0, 4, 4), dice=wg.Dice.of(guns_lost=(1, 2, 6)))
    assert hit(game, ("G", 5, "port")).port == Guns(0, 4, 3)


@pytest.mark.clause("4.3-gun-hits")
@pytest.mark.parametrize(("number", "left"), [(1, (1, 4, 4)), (3, (2, 3, 4)), (10, (2, 4, 3))])
def test_with_the_option_a_die_is_drawn_among_those_left(number: int, left: Sequence[int]) -> None:
    game = afloat(dice=wg.Dice.of(guns_lost=(number,)), options={"by_number": True})
    assert hit(game, ("G", 5, "port")).port[:3] == tuple(left)


@pytest.mark.clause("4.0-carronades", "4.3-gun-hits")
@pytest.mark.parametrize(
    ("drawn", "left"), [(1, (0, 0, 3, 3)), (4, (0, 0, 3, 3)), (5, (0, 0, 4, 2))]
)
def test_carronade_dice_are_lost_like_heavy_ones_by_number(drawn: int, left: Sequence[int]) -> None:
    game = afloat(port=(0, 0, 4, 3), dice=wg.Dice.of(guns_lost=(6, drawn)))
    assert hit(game, ("G", 5, "port")).port == Guns(*left)


@pytest.mark.clause("4.3-gun-hits")
def test_a_side_without_guns_has_nothing_more_to_lose() -> None:
    game = afloat(port=(0, 0, 1))
    gateau = hit(game, ("G", 23, "port"))
    assert gateau.port.total == 0
    assert gateau.gun_hits == (0, 0)
    assert len(told(game, GunsLost)) == 1


# Boarding parties


def party(port: Sequence[int], starboard: Sequence[int], given: Sequence[int]) -> wg.Game:
    return afloat(
        port=port, starboard=starboard, gun_hits=(4, 4), party=Guns(*given), armament="40x18"
    )


@pytest.mark.clause("3.1-shrink")
def test_040_with_gm4_that_loses_a_die_carries_no_boarding_die_any_more() -> None:
    game = party((0, 4, 0), (0, 3, 0), (0, 4, 0))
    gateau = hit(game, ("G", 1, "port"))
    assert crews.carried(game.rules, gateau) == 0


@pytest.mark.clause("3.1-shrink")
def test_050_with_gm4_that_loses_a_die_still_carries_one() -> None:
    game = party((0, 5, 0), (0, 3, 0), (0, 4, 0))
    gateau = hit(game, ("G", 1, "port"))
    assert crews.carried(game.rules, gateau) == 1


# Sails


@pytest.mark.clause("4.3-sail-hits", "2.1-battle-move")
@pytest.mark.parametrize(
    ("hits", "move"), [(8, 5.5), (9, 5), (18, 4.5), (20, 4.5), (27, 4), (99, 0), (120, 0)]
)
def test_every_nine_sail_hits_cost_half_an_inch(hits: int, move: float) -> None:
    game = afloat()
    hit(game, ("S", hits))
    assert moves(game)[0] == move


@pytest.mark.clause("4.3-sail-hits")
def test_figure_4_twenty_sail_hits_cost_an_inch_and_seven_more_an_inch_and_a_half() -> None:
    game = afloat(sail_hits=20)
    assert moves(game)[0] == 5.5 - 1
    hit(game, ("S", 7))
    assert moves(game)[0] == 5.5 - 1.5


@pytest.mark.clause("4.3-sail-hits", "1.1")
def test_the_half_inch_shrinks_with_the_models() -> None:
    game = afloat(sail_hits=18, options={"scale": "small"})
    assert moves(game)[0] == 5.5 / 2 - 2 * 0.25


@pytest.mark.clause("4.3-normal-drag", "2.1-normal-bonus")
@pytest.mark.parametrize(("hits", "battle", "bonus"), [(45, 3, 3), (63, 2, 2), (54, 2.5, 2.5)])
def test_a_low_battle_move_drags_the_bonus_down(hits: int, battle: float, bonus: float) -> None:
    game = afloat(sail_hits=hits, setting="normal")
    assert moves(game) == (battle, bonus, battle + bonus)


@pytest.mark.clause("4.3-normal-drag")
@pytest.mark.parametrize(("hits", "bonus"), [(39, 2.5), (65, 2)])
def test_a_bonus_of_two_and_a_half_stays_at_three_and_falls_to_two(hits: int, bonus: float) -> None:
    # A three-decker: battle move 4.5, bonus 2.5, ratio 13.
    game = afloat(type="french-118", armament="", sail_hits=hits)
    assert moves(game)[:2] == (4.5 - hits // 13 / 2, bonus)


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(
    ("state", "inches"),
    [
        ({}, 5.5),
        ({"setting": "normal"}, 8.5),
        ({"setting": "stop"}, 0),
        ({"setting": "stop", "headway": 4.25}, 4.25),
        ({"setting": "anchored"}, 0),
        ({"waterline": 7}, 0),
    ],
)
def test_the_allowance_follows_the_sail_setting(state: dict[str, Any], inches: float) -> None:
    assert moves(afloat(**state))[2] == inches


# Codes


@pytest.mark.clause("4.3-A", "2.2-raising-cancelled")
def test_an_anchor_hit_cancels_raising_an_anchor() -> None:
    gateau = hit(afloat(setting="anchored", raising=1), ("A",))
    assert (gateau.anchors, gateau.raising, gateau.setting) == (1, 0, "anchored")


@pytest.mark.clause("4.3-A")
def test_anchor_hits_add_up_on_the_log() -> None:
    assert hit(afloat(anchors=1), ("A", 2)).anchors == 3


@pytest.mark.clause("4.3-B")
@pytest.mark.parametrize(("die", "blocked"), [(1, (1, 0)), (3, (1, 0)), (4, (0, 1)), (6, (0, 1))])
def test_a_blocked_side_is_thrown_for(die: int, blocked: tuple[int, int]) -> None:
    assert hit(afloat(dice=wg.Dice.of(side=(die,))), ("B",)).blocked == blocked


@pytest.mark.clause("4.3-B")
@pytest.mark.parametrize(
    ("guns", "hits", "left"),
    [
        ((2, 3, 4), 1, "123"),
        ((0, 4, 0), 1, "030"),
        ((0, 4, 0), 2, "020"),
        ((0, 0, 4, 3), 1, "003+3"),
        ((0, 0, 0, 3), 1, "000+2"),
    ],
)
def test_each_b_hit_takes_one_die_of_each_size(guns: Sequence[int], hits: int, left: str) -> None:
    game = afloat(port=guns, blocked=(hits, 0))
    assert guns_ready(game.rules, one(game, "gateau"), "port").digits == left


@pytest.mark.clause("4.3-F", "4.3-I")
@pytest.mark.parametrize(("fires", "found"), [(1, (1, 0)), (2, (2, 0)), (3, (0, 1)), (4, (1, 1))])
def test_three_fires_make_an_inferno(fires: int, found: tuple[int, int]) -> None:
    gateau = hit(afloat(), ("F", fires))
    assert (gateau.fires, gateau.infernos) == found


@pytest.mark.clause("4.3-O", "4.3-P", "4.3-R", "4.3-log")
def test_what_a_log_only_counts() -> None:
    gateau = hit(afloat(), ("O",), ("O", 2), ("P", 1), ("R", 2))
    assert (gateau.officers, gateau.pumps, gateau.rudders) == (3, 1, 2)


@pytest.mark.clause("4.3-W", "2.1-battle-move")
def test_a_waterline_hit_costs_half_an_inch() -> None:
    game = afloat(dice=wg.Dice.of(critical=(1,)))
    hit(game, ("W",))
    assert moves(game)[0] == 5


@pytest.mark.clause("4.3-P", "4.3-W")
@pytest.mark.parametrize(
    ("waterline", "pumps", "level"), [(2, 1, 3), (0, 1, 0), (3, 0, 3), (0, 0, 0)]
)
def test_pumps_count_only_while_there_is_a_hole(waterline: int, pumps: int, level: int) -> None:
    assert flooding_level(one(afloat(waterline=waterline, pumps=pumps), "gateau")) == level


@pytest.mark.clause("4.3-W", "4.3-master-list")
@pytest.mark.parametrize(
    ("type", "hits", "found"),
    [
        ("french-74", 6, ""),
        ("french-74", 7, "flooding"),
        ("french-74", 9, "flooding"),
        ("french-74", 10, "sunk"),
        ("cruizer", 4, ""),
        ("cruizer", 5, "flooding"),
        ("cruizer", 7, "sunk"),
    ],
)
def test_water_gives_an_emergency_and_sinks_in_the_end(type: str, hits: int, found: str) -> None:
    more = {"type": "british-18-cruizer" if type == "cruizer" else type, "armament": ""}
    game = afloat(**more, dice=wg.Dice.of(critical=(1,) * 12))
    gateau = hit(game, ("W", hits))
    assert gateau.gone == ("sunk" if found == "sunk" else "")
    if not gateau.gone:
        assert is_flooding(game.rules, gateau) == (found == "flooding")
    assert bool(told(game, Flooding)) == (found == "flooding")
    assert bool(told(game, Lost)) == (found == "sunk")


@pytest.mark.clause("4.3-W", "4.3-I", "6.0-L")
@pytest.mark.parametrize(
    ("state", "given_up"), [({}, False), ({"waterline": 7}, True), ({"infernos": 1}, True)]
)
def test_flooding_and_infernos_end_the_fight(state: dict[str, Any], given_up: bool) -> None:
    game = afloat(**state)
    assert has_given_up(game.rules, one(game, "gateau")) is given_up


@pytest.mark.clause("4.3-master-list")
@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("gun hits to a die", "printed"),
        ("speed lost by sails", "printed"),
        ("guns blocked", "printed"),
        ("sinks over", "reconstructed"),
        ("explosion reach", "reconstructed"),
    ],
)
def test_attested_effects_are_marked_printed_and_the_rest_reconstructed(
    row: str, status: str
) -> None:
    assert afloat().rules.tables["damage"].source(row, "value").status == status


@pytest.mark.clause("4.3")
def test_the_codes_of_the_text_are_those_of_the_tables() -> None:
    tables = afloat().rules.tables
    known = {*tables["criticals"].results, *tables["hit-table"].results}
    assert known - {"-", "EX"} == {*"ABDFGIMOPRSW", "XX"}


@pytest.mark.clause("4.3")
def test_repairs_serve_b_p_w_and_l() -> None:
    assert repairs.KINDS == ("B", "P", "W", "L")


@pytest.mark.clause("4.3-static-active")
def test_static_damage_is_done_with_and_active_damage_comes_up_again() -> None:
    # G, S, A and O ask nothing more of any step; F, I and B have a step of the turn.
    game = sea(
        ship("Gateau", **{**GATEAU, "gun_hits": (4, 4), "sail_hits": 8, "anchors": 1}),
        phase="infernos",
    )
    assert not told(game, Damaged)
    assert not [e for e in told(game, wg.Rolled) if e.about == "gateau"]
    burning = sea(ship("Gateau", **{**GATEAU, "fires": 1}), phase="infernos")
    assert [e.purpose for e in told(burning, wg.Rolled)] == ["Gateau, critical line F"]


@pytest.mark.clause("4.3-log")
def test_a_ship_that_is_gone_takes_no_more_hits() -> None:
    gateau = hit(afloat(gone="sunk"), ("S", 3))
    assert gateau.sail_hits == 0


@pytest.mark.clause("4.3-log")
def test_hits_without_a_side_strike_one_at_random() -> None:
    gateau = hit(afloat(dice=wg.Dice.of(side=(6,))), ("G", 2))
    assert gateau.gun_hits == (0, 2)


@pytest.mark.clause("4.3-log")
def test_codes_are_read_and_written_as_on_a_log() -> None:
    assert codes_of((2, "G", 1, "D")) == (Code("G", 2), Code("D"))
    assert codes_of(("B", 3, "S")) == (Code("B"), Code("S", 3))
    assert codes_of("-") == ()
    assert codes_of("W") == (Code("W"),)
    assert words_of((("G", 2), ("W", 1))) == ("2G", "W")
    assert (read_code("15S"), read_code("M")) == (Code("S", 15), Code("M"))
    game = afloat()
    damage.hit(game, one(game, "gateau"), "5S", clause="2.4-roll")
    assert one(game, "gateau").sail_hits == 5


# Locks


def two(**more: Any) -> wg.Game:
    """Gateau and an enemy alongside."""
    enemy = ship("Caesar", at=(21.3, 20), **more)
    return sea(ship("Gateau", at=(20, 20), **GATEAU), enemy)


@pytest.mark.clause("4.3-L")
def test_each_ship_takes_her_own_l_hits_and_both_must_be_cleared() -> None:
    game = two()
    gateau, caesar = one(game, "gateau"), one(game, "caesar")
    lock(game, gateau, caesar, 1, 1)
    assert gateau.locked
    assert caesar.locked
    unlock(game, gateau, caesar)
    assert gateau.locked
    assert caesar.locked
    unlock(game, caesar, gateau)
    assert not gateau.locked
    assert not caesar.locked


@pytest.mark.clause("4.3-L", "2.4-roll")
def test_a_lock_of_one_ship_holds_both() -> None:
    game = two()
    gateau, caesar = one(game, "gateau"), one(game, "caesar")
    hit(game, ("L", 1, caesar.n))
    assert gateau.locks == ((caesar.n, 1),)
    assert caesar.locks == ((gateau.n, 0),)
    assert moves(game, "caesar")[2] == 0
    assert not game.rules.ruleset.invariants(game)
    unlock(game, gateau, caesar)
    assert not caesar.locked


@pytest.mark.clause("2.2-raising-cancelled", "4.3-L")
def test_a_lock_cancels_raising_an_anchor() -> None:
    game = two(setting="anchored", raising=3)
    lock(game, one(game, "gateau"), one(game, "caesar"))
    assert one(game, "caesar").raising == 0


@pytest.mark.clause("4.3-W", "4.3-L")
def test_a_ship_that_sinks_lets_go_of_the_others_and_of_her_boarding_action() -> None:
    game = two()
    gateau, caesar = one(game, "gateau"), one(game, "caesar")
    lock(game, gateau, caesar, 1, 1)
    game.state.actions = (Action(0, (caesar.n,), gateau.n, (3, 4), (), 2),)
    gateau.action = caesar.action = 0
    damage.lose(game, gateau, "sunk", "4.3-W")
    assert gateau.gone == "sunk"
    assert not caesar.locked
    assert game.state.actions == ()
    assert caesar.action == -1
    assert not game.rules.ruleset.invariants(game)


# What other chapters make of it


@pytest.mark.clause("4.3-L", "4.3-O")
def test_a_lock_by_collision_and_officers_lost_count_when_ships_board() -> None:
    game = two()
    gateau, caesar = one(game, "gateau"), one(game, "caesar")
    hit(game, ("L", 1, caesar.n))
    assert attempt_dice(game, [caesar], gateau) == 3
    assert "officer hits" not in dict(dice_list(game, [gateau], [caesar], defends=True))
    hit(game, ("O", 3))
    assert dict(dice_list(game, [gateau], [caesar], defends=True))["officer hits"] == -1


@pytest.mark.clause("4.3-O")
@pytest.mark.parametrize(("officers", "less"), [(0, 0), (3, 3)])
def test_each_officer_hit_takes_one_off_reading_a_signal(officers: int, less: int) -> None:
    flagship = ship("Formidable", "french-80", (24, 20), "N", "french", flag=True)
    game = afloat(flagship, officers=officers, dice=wg.Dice.of(5))
    stands = [vessel.stand for vessel in game.state.ships]
    tries(game, one(game, "gateau"), one(game, "formidable"), "engage", stands)
    assert told(game, SignalRead)[0].die == 5 - less
