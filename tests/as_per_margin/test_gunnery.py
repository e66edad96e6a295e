"""Gunfire between ships: arcs, ranges, dice, rakes, first broadsides, and who fires when."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from table_top import (
    answer,
    battery,
    boats,
    group,
    one,
    region,
    scenario,
    sea,
    ship,
    told,
    troops,
    unit,
)

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_as_per_margin import bearing, gunnery
from weathergage_as_per_margin.gunnery import Fire, Fired
from weathergage_as_per_margin.landing.asking import Hold
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.targets import stand_of


def off(
    degrees: float, inches: float, start: tuple[float, float] = (30, 30)
) -> tuple[float, float]:
    """The place at a bearing and distance from another."""
    angle = radians(degrees)
    return start[0] + inches * sin(angle), start[1] - inches * cos(angle)


def duel(
    at: tuple[float, float],
    *more: Any,
    heading: float = 0,
    facing: float = 0,
    dice: wg.Dice | None = None,
    phase: str = "first-fire",
    target: dict[str, Any] | None = None,
    **own: Any,
) -> wg.Game:
    """The Caesar, of 74 guns, at (30, 30), and the Desaix at a place; own: of the Caesar.

    heading, facing: of the two. target: of the Desaix.
    """
    table = own.pop("table", {})
    return sea(
        ship("Caesar", own.pop("guns", 74), at=(30, 30), heading=heading, **own),
        ship("Desaix", at=at, heading=facing, side="french", **(target or {})),
        *more,
        phase=phase,
        dice=dice,
        **table,
    )


def fire(game: wg.Game, line: str) -> None:
    """Give a fire order in a line."""
    answer(game, {"kind": "fire", **(Fire.read(line) or {})})


def hold(game: wg.Game) -> None:
    answer(game, {"kind": "hold"})


def refusal(game: wg.Game, line: str) -> str:
    """The clause under which a fire order is refused; nothing where it is allowed."""
    command = Fire.model_validate(Fire.read(line))
    (decision,) = game.decisions
    problem = decision.complaint(command)
    listed = decision.legal()
    assert listed is not None
    assert (problem is None) == (command in listed)
    return "" if problem is None else problem.clause


def dice_thrown(game: wg.Game) -> int:
    """How many dice the last broadside threw."""
    return len(told(game, Fired)[-1].faces)


def may_fire(game: wg.Game, ship_id: str, broadside: str, target: str) -> bool:
    """Whether a ship bears on a target, whoever's turn it is to fire."""
    lines = bearing.lines_of(game, one(game, ship_id).side)
    return any(
        bearing.id_of(line.gun) == ship_id and line.guns == broadside and target in line.shots
        for line in lines
    )


# Dice


@pytest.mark.clause("APM.fire.dice")
@pytest.mark.parametrize(
    ("lost", "dice"), [({}, 4), ({"port": 3}, 1), ({"starboard": 4}, 4), ({"port": 1}, 3)]
)
def test_a_broadside_throws_a_die_for_each_box_of_its_side(lost: dict[str, int], dice: int) -> None:
    game = duel(off(270, 20), lost=lost, p=False)
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == dice


@pytest.mark.clause("APM.fire.dice", "APM.fire.no-chasers")
def test_no_guns_bear_on_a_target_dead_ahead() -> None:
    game = duel(off(0, 6), ship("Muiron", 38, at=off(90, 20), side="french"))
    assert refusal(game, "caesar port at desaix") == "APM.fire.arc"
    assert refusal(game, "caesar starboard at desaix") == "APM.fire.arc"


@pytest.mark.clause("APM.fire.dice")
def test_both_sides_may_fire_in_a_turn_each_once_at_one_target() -> None:
    game = duel(
        off(270, 20),
        ship("Muiron", 38, at=off(90, 20), side="french"),
        ship("Indomptable", 80, at=off(250, 20), side="french"),
    )
    fire(game, "caesar port at desaix")
    assert refusal(game, "caesar port at indomptable") == "APM.fire.dice"
    fire(game, "caesar starboard at muiron")
    assert game.phase == "second-fire"


@pytest.mark.clause("APM.fire.dice")
def test_a_captain_may_pass() -> None:
    game = duel(off(270, 20))
    hold(game)
    assert game.phase == "second-fire"
    assert one(game, "caesar").p


@pytest.mark.clause("APM.fire.dice")
def test_who_can_fire_at_nobody_is_not_asked() -> None:
    game = duel(off(0, 6), facing=90)
    assert game.phase == "second-fire" or game.turn > 2
    assert not told(game, Fired)


@pytest.mark.clause("APM.fire.dice", "APM.ships.lines")
def test_a_gun_that_bears_on_either_side_fires_once_a_turn() -> None:
    game = duel(off(270, 20), ship("Muiron", 38, at=off(90, 20), side="french"), guns=8)
    listed = game.decisions[0].legal()
    assert listed is not None
    assert len(listed) == 3
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == 2
    assert game.phase != "first-fire"


@pytest.mark.clause("APM.fire.dice", "APM.cutting-out.boats")
def test_a_ship_fires_no_more_boxes_than_are_left_aboard_when_her_boats_are_away() -> None:
    game = duel(off(270, 20), p=False, boats_out=21)
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == 3


@pytest.mark.clause("APM.fire.dice", "APM.algesiras.sophie")
def test_a_prize_crew_of_one_broadside_fires_one_of_them() -> None:
    game = duel(
        off(270, 20), ship("Muiron", 38, at=off(90, 20), side="french"), one_side=True, guns=14
    )
    assert refusal(game, "caesar port at desaix") == ""
    assert refusal(game, "caesar starboard at muiron") == ""
    fire(game, "caesar port at desaix")
    assert game.phase == "second-fire"
    assert one(game, "caesar").fired == ("port",)


# Arcs


@pytest.mark.clause("APM.fire.arc")
@pytest.mark.parametrize(
    ("degrees", "side"),
    [(45, "starboard"), (44, ""), (270, "port"), (135, "starboard"), (136, ""), (225, "port")],
)
def test_broadsides_bear_45_degrees_either_way_from_the_beam(degrees: float, side: str) -> None:
    game = duel(off(degrees, 15))
    found = [name for name in ("port", "starboard") if may_fire(game, "caesar", name, "desaix")]
    assert found == ([side] if side else [])


@pytest.mark.clause("APM.fire.arc", "APM.measuring")
def test_the_arc_turns_with_the_ship_and_is_taken_to_the_targets_centre() -> None:
    game = duel(off(85, 15), heading=40)
    assert may_fire(game, "caesar", "starboard", "desaix")
    game = duel(off(84, 15), heading=40)
    assert not may_fire(game, "caesar", "starboard", "desaix")


@pytest.mark.clause("APM.fire.no-chasers")
def test_a_frigate_in_chase_cannot_fire_ahead() -> None:
    game = duel(off(0, 6), guns=38)
    assert not any(may_fire(game, "caesar", side, "desaix") for side in ("port", "starboard"))
    assert bearing.sides_of(one(game, "caesar")) == ("port", "starboard")


@pytest.mark.clause("APM.fire.no-chasers", "APM.fire.ranges")
def test_nothing_is_fired_at_25_inches() -> None:
    game = duel(off(90, 25), ship("Muiron", 38, at=off(270, 20), side="french"))
    assert refusal(game, "caesar starboard at desaix") == "APM.fire.ranges"


# Ranges


@pytest.mark.clause("APM.scale.distance", "APM.fire.ranges")
def test_the_farthest_range_is_four_cables() -> None:
    game = duel(off(90, 20))
    ranges = game.rules.tables["gun-ranges"]
    inches = int(str(ranges.look_up("far", 0)))
    assert game.rules.ruleset.scales.yards * inches == pytest.approx(800)
    assert inches / 6 == 4
    assert inches * 100 / 3 / 3 == pytest.approx(800 / 3)


@pytest.mark.clause("APM.scale.distance")
def test_consorts_two_thirds_of_a_cable_apart_are_four_inches_apart() -> None:
    scales = duel(off(90, 20)).rules.ruleset.scales
    cable = 200 / scales.yards
    assert cable == pytest.approx(6)
    assert cable * 2 / 3 == pytest.approx(4)


@pytest.mark.clause("APM.scale.distance")
def test_ships_moored_500_yards_apart_are_15_inches_apart_and_a_mile_is_60() -> None:
    scales = duel(off(90, 20)).rules.ruleset.scales
    assert 500 / scales.yards == pytest.approx(15)
    assert 2000 / scales.yards == pytest.approx(60)


@pytest.mark.clause("APM.fire.ranges", "APM.measuring")
@pytest.mark.parametrize(
    ("inches", "range"),
    [(8, "near"), (8.001, "middle"), (16, "middle"), (16.001, "far"), (24, "far"), (24.001, "")],
)
def test_the_limits_of_the_ranges_belong_to_them(inches: float, range: str) -> None:
    game = duel(off(90, inches))
    shots = [line.shots["desaix"].range for line in bearing.lines_of(game, "british")]
    assert shots == ([range] if range else [])


@pytest.mark.clause("APM.fire.ranges")
@pytest.mark.parametrize(
    ("column", "chances"),
    [
        ("near", {"cable": 1, "hull": 1, "guns": 1, "masts": 1, "miss": 2}),
        ("middle", {"guns": 1, "masts": 1, "miss": 4}),
        ("far", {"masts": 1, "miss": 5}),
    ],
)
def test_the_exact_odds_of_one_die(column: str, chances: dict[str, int]) -> None:
    odds = duel(off(90, 20)).rules.tables["gunnery"].odds(column)
    assert odds == {what: Fraction(n, 6) for what, n in chances.items()}
    hit = 1 - odds["miss"]
    assert hit == {"near": Fraction(2, 3), "middle": Fraction(1, 3), "far": Fraction(1, 6)}[column]


@pytest.mark.clause("APM.fire.ranges", "APM.fire.effects")
@pytest.mark.parametrize(("inches", "hits"), [(8, 4), (12, 2), (20, 1)])
def test_six_different_faces_at_three_ranges(inches: float, hits: int) -> None:
    dice = wg.Dice.of(gunnery=(1, 2, 3, 4, 5, 6))
    game = duel(off(90, inches), guns=100, s=False, dice=dice, target={"anchored": "both"})
    fire(game, "caesar starboard at desaix")
    assert len(told(game, Fired)[-1].kinds) == hits


@pytest.mark.clause("APM.fire.ranges")
def test_a_ships_base_on_the_line_blocks_it() -> None:
    game = duel(off(90, 15), ship("Spencer", at=off(90, 7)))
    assert not may_fire(game, "caesar", "starboard", "desaix")
    assert may_fire(game, "spencer", "starboard", "desaix")


@pytest.mark.clause("APM.fire.ranges")
def test_a_struck_ship_blocks_like_any_other() -> None:
    game = duel(off(90, 15), ship("Muiron", 38, at=off(90, 7), side="french", struck=True))
    assert not may_fire(game, "caesar", "starboard", "desaix")


@pytest.mark.clause("APM.fire.ranges")
def test_land_on_the_line_blocks_it() -> None:
    isle = region("Isle", "land", (36, 25), (39, 25), (39, 35), (36, 35))
    game = duel(off(90, 15), table={"regions": [isle]})
    assert not may_fire(game, "caesar", "starboard", "desaix")
    shoal = region("Shoal", "shoal", (36, 25), (39, 25), (39, 35), (36, 35), depth=2)
    game = duel(off(90, 15), table={"regions": [shoal]})
    assert may_fire(game, "caesar", "starboard", "desaix")


@pytest.mark.clause("APM.fire.ranges")
def test_players_may_let_fire_pass_what_lies_between() -> None:
    isle = region("Isle", "land", (36, 25), (39, 25), (39, 35), (36, 35))
    game = duel(
        off(90, 15),
        ship("Spencer", at=off(90, 12)),
        table={"regions": [isle], "options": {"blocking": False}},
    )
    assert may_fire(game, "caesar", "starboard", "desaix")


@pytest.mark.clause("APM.fire.ranges")
def test_the_refusal_says_that_something_lies_between() -> None:
    game = duel(
        off(90, 15),
        ship("Spencer", at=off(90, 7)),
        ship("Muiron", 38, at=off(270, 9), side="french"),
    )
    decision = game.decisions[0]
    command = Fire(ship="caesar", broadside="starboard", target="desaix")
    problem = decision.complaint(command)
    assert problem is not None
    assert problem.reason == "something lies between Caesar and desaix"


# Effects


@pytest.mark.clause("APM.fire.effects")
@pytest.mark.parametrize("anchored", ["", "both"])
def test_near_dice_of_3_to_6_hit_each_its_own(anchored: str) -> None:
    dice = wg.Dice.of(gunnery=(3, 4, 5, 6), cable=(1,))
    game = duel(off(90, 8), s=False, dice=dice, target={"anchored": anchored})
    fire(game, "caesar starboard at desaix")
    desaix = one(game, "desaix")
    assert (desaix.hull, desaix.guns, desaix.mast_boxes) == (7, 7, 7)
    cables = ["cable"] if anchored else []
    assert list(told(game, Fired)[-1].kinds) == [*cables, "hull", "guns", "masts"]
    assert desaix.stern_cable == bool(anchored)
    assert not desaix.bow_cable


@pytest.mark.clause("APM.fire.effects")
def test_at_long_range_masts_only_are_hit() -> None:
    game = duel(off(90, 20), lost={"starboard": 1}, s=False, dice=wg.Dice.of(gunnery=(5, 6, 6)))
    fire(game, "caesar starboard at desaix")
    desaix = one(game, "desaix")
    assert (desaix.hull, desaix.guns, desaix.mast_boxes) == (8, 8, 6)


@pytest.mark.clause("APM.fire.effects", "APM.ships.sink")
def test_at_9_inches_the_hull_cannot_be_hit() -> None:
    game = duel(
        off(90, 9), s=False, dice=wg.Dice.of(gunnery=(4, 4, 3, 4)), target={"lost": {"hull": 7}}
    )
    fire(game, "caesar starboard at desaix")
    assert one(game, "desaix").fights
    assert "hull" not in game.rules.tables["gunnery"].odds("middle")


@pytest.mark.clause("APM.ships.sink", "APM.fire.ranges")
def test_a_sunk_ship_no_longer_covers_those_behind_her() -> None:
    game = duel(
        off(90, 8),
        ship("Muiron", 38, at=off(90, 15), side="french"),
        ship("Spencer", at=off(45, 8), heading="N"),
        dice=wg.Dice.of(gunnery=(4, 1, 1, 1)),
        s=False,
        target={"lost": {"hull": 7}},
    )
    assert not may_fire(game, "caesar", "starboard", "muiron")
    assert refusal(game, "spencer starboard at muiron") == ""
    fire(game, "caesar starboard at desaix")
    assert one(game, "desaix").gone == "sunk"
    (decision,) = game.decisions
    assert decision.seat == "british"
    assert decision.complaint(Fire(ship="spencer", broadside="starboard", target="muiron")) is None


@pytest.mark.clause("APM.fire.gun-side")
def test_gun_hits_fall_on_the_side_where_the_firer_lies() -> None:
    game = duel(off(90, 12), s=False, dice=wg.Dice.of(gunnery=(5, 5, 1, 1)))
    fire(game, "caesar starboard at desaix")
    desaix = one(game, "desaix")
    assert (desaix.port, desaix.starboard) == (2, 4)


@pytest.mark.clause("APM.fire.gun-side")
def test_a_rake_from_dead_astern_takes_two_of_port_and_one_of_starboard() -> None:
    game = duel(off(90, 10), facing=90, s=False, dice=wg.Dice.of(gunnery=(5, 5, 5, 1, 1, 1, 1, 1)))
    fire(game, "caesar starboard at desaix")
    desaix = one(game, "desaix")
    assert (desaix.port, desaix.starboard) == (2, 3)


# First broadsides and rakes


@pytest.mark.clause("APM.fire.initial-broadside", "APM.ships.record")
def test_the_first_broadside_of_each_side_has_twice_the_dice() -> None:
    game = duel(off(270, 20), ship("Muiron", 38, at=off(90, 20), side="french"))
    caesar = one(game, "caesar")
    assert (caesar.p, caesar.s) == (True, True)
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == 8
    assert (caesar.p, caesar.s) == (False, True)
    fire(game, "caesar starboard at muiron")
    assert dice_thrown(game) == 8
    assert (caesar.p, caesar.s) == (False, False)


@pytest.mark.clause("APM.fire.initial-broadside")
def test_a_side_that_was_hit_before_it_fired_still_doubles_what_is_left() -> None:
    game = duel(off(270, 20), lost={"port": 2})
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == 4


@pytest.mark.clause("APM.fire.initial-broadside")
def test_a_whole_miss_uses_the_first_broadside_up() -> None:
    game = duel(off(270, 20), dice=wg.Dice.of(gunnery=(1,) * 8))
    fire(game, "caesar port at desaix")
    assert told(game, Fired)[-1].kinds == ()
    assert not one(game, "caesar").p


@pytest.mark.clause("APM.fire.shot")
@pytest.mark.parametrize(
    ("inches", "column", "kinds"),
    [(20, "far", ["masts"]), (6, "near", ["hull", "guns", "masts"])],
)
def test_a_first_broadside_expects_eight_sixths_of_a_hit_of_each_kind_in_reach(
    inches: float, column: str, kinds: list[str]
) -> None:
    game = duel(off(270, inches))
    odds = game.rules.tables["gunnery"].odds(column)
    fire(game, "caesar port at desaix")
    thrown = dice_thrown(game)
    assert thrown == 8
    assert [thrown * odds[kind] for kind in kinds] == [Fraction(8, 6)] * len(kinds)
    assert {kind for kind in odds if kind not in ("miss", "cable")} == set(kinds)


@pytest.mark.clause("APM.fire.rake", "APM.fire.raking-initial")
@pytest.mark.parametrize(
    ("guns", "first", "dice"), [(74, False, 8), (74, True, 12), (100, True, 18), (100, False, 12)]
)
def test_a_rake_doubles_and_a_first_one_triples_the_dice(guns: int, first: bool, dice: int) -> None:
    game = duel(off(270, 10), facing=110, guns=guns, p=first)
    fire(game, "caesar port at desaix")
    assert dice_thrown(game) == dice
    assert "raking" in told(game, Fired)[-1].why


@pytest.mark.clause("APM.fire.rake", "APM.measuring")
@pytest.mark.parametrize(
    ("inches", "bow", "raked"),
    [
        (10, 20, True),
        (12, 180, True),
        (12.001, 180, False),
        (10, 45, False),
        (10, 44, True),
        (10, 135, False),
        (10, 136, True),
    ],
)
def test_a_rake_is_near_and_outside_the_targets_arcs(
    inches: float, bow: float, raked: bool
) -> None:
    # The Caesar lies to the west of her target, which heads so many degrees away from her.
    game = duel(off(90, inches), facing=(270 + bow) % 360)
    (line,) = bearing.lines_of(game, "british")
    assert line.shots["desaix"].rake is raked
    assert bearing.is_raked(game, one(game, "desaix"), one(game, "caesar").pose) is raked


@pytest.mark.clause("APM.fire.rake")
def test_an_empty_gun_deck_is_no_raking_position() -> None:
    game = duel(off(90, 10), s=False, target={"lost": {"port": 4}})
    fire(game, "caesar starboard at desaix")
    assert dice_thrown(game) == 4


# Gunboats


@pytest.mark.clause("APM.gunboat.guns")
def test_a_gunboat_fires_over_the_bow() -> None:
    gunboat = ship("Gunboat", 2, kind="gunboat", at=off(90, 8), heading=270 - 40, side="french")
    game = duel(off(0, 20), gunboat)
    assert may_fire(game, "gunboat", "bow", "caesar")
    assert not may_fire(game, "gunboat", "port", "caesar")
    gunboat["heading"] = 270 - 46
    assert not may_fire(duel(off(0, 20), gunboat), "gunboat", "bow", "caesar")


@pytest.mark.clause("APM.gunboat.guns", "APM.fire.rake")
@pytest.mark.parametrize(("heading", "raked"), [(0, True), (270, False), (270 - 45, False)])
def test_an_enemy_on_a_gunboats_beam_rakes_her(heading: float, raked: bool) -> None:
    gunboat = ship("Gunboat", 2, kind="gunboat", at=off(90, 8), heading=heading, side="french")
    game = duel(off(0, 20), gunboat)
    (line,) = (line for line in bearing.lines_of(game, "british") if line.guns == "starboard")
    assert line.shots["gunboat"].rake is raked


@pytest.mark.clause("APM.gunboat.guns", "APM.fire.initial-broadside")
def test_a_gunboat_has_no_first_broadside() -> None:
    gunboat = ship("Gunboat", 2, kind="gunboat", at=off(90, 18), heading=270, side="french")
    game = duel(off(0, 20), gunboat)
    hold(game)
    fire(game, "gunboat bow at caesar")
    assert dice_thrown(game) == 1


# Who fires when


@pytest.mark.clause("APM.turn.english-advantage", "APM.turn")
@pytest.mark.parametrize(("letter", "dice"), [(False, 2), (True, 4)])
def test_losses_from_english_fire_count_before_the_french_reply(letter: bool, dice: int) -> None:
    game = duel(
        off(90, 12), s=False, dice=wg.Dice.of(gunnery_caesar=(5, 5, 1, 1)), target={"p": letter}
    )
    assert game.decisions[0].seat == "british"
    fire(game, "caesar starboard at desaix")
    assert game.phase == "second-fire"
    fire(game, "desaix port at caesar")
    assert dice_thrown(game) == dice


@pytest.mark.clause("APM.turn.english-advantage", "APM.ships.strike")
def test_a_ship_that_strikes_to_english_fire_does_not_reply() -> None:
    game = duel(
        off(90, 12),
        s=False,
        dice=wg.Dice.of(gunnery_caesar=(5, 1, 1, 1)),
        target={"lost": {"port": 3, "starboard": 4}},
    )
    fire(game, "caesar starboard at desaix")
    assert one(game, "desaix").struck
    assert [event.ship for event in told(game, Fired)] == ["Caesar"]
    assert game.phase != "second-fire"


@pytest.mark.clause("APM.turn.english-advantage", "APM.fire.initial-broadside")
def test_who_loses_the_last_box_of_a_side_first_never_fires_it() -> None:
    game = duel(
        off(270, 12),
        p=False,
        dice=wg.Dice.of(gunnery_caesar=(5, 1, 1, 1)),
        target={"lost": {"starboard": 3}},
    )
    fire(game, "caesar port at desaix")
    assert one(game, "desaix").s
    assert not may_fire(game, "desaix", "starboard", "caesar")


@pytest.mark.clause("APM.turn.english-advantage")
def test_damage_counts_at_once_so_a_later_ship_may_choose_another_target() -> None:
    game = duel(
        off(90, 12),
        ship("Spencer", at=off(0, 4), s=False),
        s=False,
        dice=wg.Dice.of(gunnery_caesar=(5, 1, 1, 1)),
        target={"lost": {"port": 3, "starboard": 4}},
    )
    assert refusal(game, "spencer starboard at desaix") == ""
    fire(game, "caesar starboard at desaix")
    assert game.phase != "first-fire"
    assert not may_fire(game, "spencer", "starboard", "desaix")


@pytest.mark.clause("APM.turn")
def test_a_ship_dismasted_by_english_fire_still_replies() -> None:
    game = duel(
        off(90, 20),
        s=False,
        dice=wg.Dice.of(gunnery_caesar=(6, 1, 1, 1)),
        target={"lost": {"upper": 4, "lower": 3}},
    )
    fire(game, "caesar starboard at desaix")
    assert one(game, "desaix").masts == "dismasted"
    assert refusal(game, "desaix port at caesar") == ""


@pytest.mark.clause("APM.falling-aboard.locked", "APM.fire.dice")
def test_locked_ships_still_fire_guns_that_bear() -> None:
    game = duel(off(90, 1), locked=("desaix",), target={"locked": ("caesar",)})
    assert refusal(game, "caesar starboard at desaix") == ""


@pytest.mark.clause("APM.ships.strike")
def test_a_struck_ship_neither_fires_nor_is_fired_at() -> None:
    game = duel(
        off(90, 12),
        ship("Muiron", 38, at=off(270, 12), side="french"),
        target={"struck": True},
    )
    assert refusal(game, "caesar starboard at desaix") == "APM.fire.dice"
    hold(game)
    assert refusal(game, "desaix port at caesar") == "APM.ships.strike"


# Boats, troops and night


@pytest.mark.clause("APM.cutting-out.alert")
def test_any_hit_on_hull_guns_or_masts_destroys_a_boat() -> None:
    game = duel(
        off(0, 20),
        boats("desaix-1", "desaix", 5, off(90, 8), side="french"),
        s=False,
        dice=wg.Dice.of(gunnery=(3, 4, 5, 6)),
    )
    fire(game, "caesar starboard at desaix-1")
    assert group(game, "desaix-1").count == 2


@pytest.mark.clause("APM.cutting-out.alert", "APM.fire.rake")
def test_boats_are_never_raked() -> None:
    game = duel(off(0, 20), boats("desaix-1", "desaix", 5, off(90, 8), side="french"), s=False)
    fire(game, "caesar starboard at desaix-1")
    assert dice_thrown(game) == 4


@pytest.mark.clause("APM.landing.I", "APM.battery.fired-on")
def test_ships_fire_at_troops_as_at_a_battery() -> None:
    shore = region("Shore", "land", (36, 20), (50, 20), (50, 40), (36, 40))
    game = duel(
        off(270, 20),
        unit("Garrison", 8, off(90, 8), side="french"),
        s=False,
        dice=wg.Dice.of(gunnery=(3, 4, 5, 6)),
        table={"regions": [shore]},
    )
    fire(game, "caesar starboard at garrison")
    assert troops(game, "garrison").figures == 6


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_only_what_is_seen_can_be_fired_on() -> None:
    near, far = off(90, 3), off(270, 4)
    game = duel(near, ship("Muiron", 38, at=far, side="french"), table={"sight": 3, "night": True})
    assert refusal(game, "caesar starboard at desaix") == ""
    assert refusal(game, "caesar port at muiron") == "APM.cutting-out.visibility"
    assert refusal(game, "caesar port at nobody") == "APM.cutting-out.visibility"


@pytest.mark.clause("APM.cutting-out.alert")
def test_a_ship_surprised_at_anchor_fires_once_she_has_reacted() -> None:
    def night(alarm: int) -> wg.Game:
        return duel(
            off(90, 15),
            boats("desaix-1", "desaix", 5, off(90, 5), side="french"),
            anchored="bow",
            alarm=alarm,
            table={"sight": 6, "night": True, "turn": 5},
        )

    for alarm, ready in ((0, False), (6, False), (5, True), (3, True)):
        assert may_fire(night(alarm), "caesar", "starboard", "desaix-1") is ready


# How it is written


@pytest.mark.clause("APM.fire.dice")
@pytest.mark.parametrize(
    ("line", "broadside"),
    [
        ("caesar port at formidable", "port"),
        ("caesar s at formidable", "starboard"),
        ("CAESAR larboard AT formidable", "port"),
        ("san-jago at caesar", "battery"),
        ("gunboat bow at caesar", "bow"),
        ("etna mortars at san-jago", "mortars"),
    ],
)
def test_fire_orders_are_read_and_written(line: str, broadside: str) -> None:
    data = Fire.read(line)
    assert data is not None
    command = Fire.model_validate(data)
    assert command.broadside == broadside
    assert Fire.read(command.write()) == data


def test_what_is_no_fire_order_is_left_alone_and_a_wrong_one_is_explained() -> None:
    assert Fire.read("caesar NE 5") is None
    assert Hold.read("caesar port at desaix") is None
    assert Hold.read("done") == {}
    assert Hold().write() == "done"
    for line in ("caesar amidships at desaix", "caesar port at", "at desaix", "a b c at d"):
        with pytest.raises(ValueError, match="caesar port at formidable"):
            Fire.read(line)


@pytest.mark.clause("APM.fire.dice")
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("nobody port at desaix", "APM.fire.dice"),
        ("desaix port at caesar", "APM.fire.dice"),
        ("caesar bow at desaix", "APM.fire.dice"),
        ("caesar at desaix", "APM.fire.dice"),
        ("caesar mortars at desaix", "APM.bomb.anchored"),
        ("caesar port at desaix", "APM.fire.arc"),
        ("caesar starboard at caesar", "APM.fire.dice"),
        ("caesar starboard at nobody", "APM.fire.dice"),
    ],
)
def test_what_cannot_be_fired_is_refused_under_its_clause(line: str, clause: str) -> None:
    game = duel(off(90, 15))
    before = game.state.copy()
    assert refusal(game, line) == clause
    assert [s.fired for s in game.state.ships] == [s.fired for s in before.ships]


@pytest.mark.clause("APM.fire.dice")
def test_help_gives_an_order_that_is_legal() -> None:
    game = duel(off(90, 15))
    text = game.decisions[0].help()
    assert '"caesar starboard at desaix"' in text


def test_a_broadside_is_told_in_one_sentence() -> None:
    game = duel(
        off(90, 8), facing=90, dice=wg.Dice.of(gunnery=(1, 2, 3, 4, 5, 6, 6, 1, 1, 1, 1, 1))
    )
    fire(game, "caesar starboard at desaix")
    assert told(game, Fired)[0].say() == (
        "Caesar's starboard guns fire at Desaix, near range, first broadside and raking "
        "(1 2 3 4 5 6 6 1 1 1 1 1): 1 hull, 1 gun, 2 masts."
    )


# All that bear


def shots_by_the_board(game: wg.Game, seat: str) -> Iterator[tuple[Any, str, Any, str]]:
    """Every (gun, broadside, target, range) of a side that is in range, in the arc and clear, asked
    of the board pair by pair.
    """
    state, board = game.state, board_of(game.rules)
    bases = [one.stand for one in state.ships]
    own = [(one, side) for one in state.ships for side in ("port", "starboard")]
    own += [(one, "battery") for one in state.batteries]
    for gun, side in own:
        arc = bearing.arc_of(gun) if side == "battery" else bearing.ARCS[side]
        for target in bearing.enemies(state, seat) if gun.side == seat else ():
            ashore = bearing.ground_of(game, gun, target)
            aimed = stand_of(target)
            inches = next((n for n in (8, 16, 24) if gun.pose.is_within(target.pose, n)), 0)
            if (
                inches
                and board.arc(arc, gun.pose, target.pose)
                and not bearing.is_too_high(state, gun, target)
                and board.line_of_sight(gun.stand, aimed, bases, ignoring=ashore)
            ):
                yield gun, side, target, {8: "near", 16: "middle", 24: "far"}[inches]


@pytest.mark.clause("APM.fire.ranges", "APM.fire.arc")
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), land=st.booleans())
def test_every_gun_has_the_shots_that_the_board_gives_it(seed: int, land: bool) -> None:
    chance = wg.Dice(seed)
    places: list[tuple[float, float]] = []
    while len(places) < 24:
        at = 2 + chance.below("x", 560) / 10, 2 + chance.below("y", 360) / 10
        if all((at[0] - x) ** 2 + (at[1] - y) ** 2 > 7 for x, y in places):
            places.append(at)
    things: list[Any] = [
        ship(
            f"S{n}",
            (74, 38, 14, 100)[n % 4],
            at=at,
            heading=chance.below("heading", 36000) / 100,
            side=("british", "french")[n % 2],
        )
        for n, at in enumerate(places)
    ]
    things += [
        battery("Fort", (30, 45), guns=22, facing="N"),
        battery("High", (20, 45), "british", guns=22, facing="NE", too_high=True),
        unit("Guards", 8, (40, 45), side="french"),
        boats("s1-a", "s1", 3, (30, 39), side="french"),
    ]
    coast = [region("Coast", "land", (0, 41), (60, 41), (60, 50), (0, 50))] if land else []
    game = sea(*things, phase="first-fire", regions=coast)
    for seat in ("british", "french"):
        found = {
            (line.gun, line.guns, shot.target, shot.range)
            for line in bearing.lines_of(game, seat)
            for shot in line.shots.values()
        }
        assert found == set(shots_by_the_board(game, seat))
        assert found


@pytest.mark.clause("APM.fire.dice", "APM.turn.english-advantage")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_a_side_can_still_fire_is_what_the_state_says(seed: int) -> None:
    things = [
        ship(
            f"S{n}",
            (74, 38)[n % 2],
            at=(10 + 5 * (n // 2), 20 + 7 * (n % 2)),
            heading="E",
            side=("british", "french")[n % 2],
            lost={"hull": 3, "port": 1, "starboard": 1},
        )
        for n in range(12)
    ]
    game = sea(*things, phase="first-fire", seed=seed)
    captain = wg.Dice(seed)
    while game.decisions and game.phase in ("first-fire", "second-fire") and game.turn == 2:
        (decision,) = game.decisions
        fresh = gunnery.FireAnswers(game, decision.seat)
        assert list(fresh.legal()) == decision.legal()
        game.submit(decision.id, decision.sample(captain))


# House rules


class Devastation:
    """Every die shows a 4, which hits the guns, and every volley has one more."""

    @wg.hookimpl
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        return 4 if purpose.startswith("gunnery") else None

    @wg.hookimpl
    def look_up(self, game: Any, table: str, row: int, column: str) -> Any:
        return "guns" if (table, row) == ("gunnery", 4) else None

    @wg.hookimpl
    def modifiers(self, game: Any, about: str) -> list[wg.Modifier]:
        one_more = wg.Modifier("zeal", 1, "APM.fire.dice")
        return [one_more] if about == "gunnery dice" else []


@pytest.mark.clause("APM.fire.dice", "APM.fire.effects")
def test_house_rules_see_every_die_and_change_dice_and_tables() -> None:
    rule = wg.HouseRule("zeal", "as-per-margin", "Zeal", Devastation())
    things = (ship("Caesar", at=(30, 30), p=False), ship("Desaix", at=(22, 30), side="french"))
    ruleset = find_ruleset("as-per-margin")
    rules = assemble_scenario(ruleset, scenario(things, "W"), {}, [rule])
    state = ruleset.set_up(rules, wg.Dice(0))
    state.ships[0].p = False
    game = wg.Game(rules, 0, state=state, phase="first-fire")
    fire(game, "caesar port at desaix")
    assert told(game, Fired)[-1].faces == (4,) * 5
    assert one(game, "desaix").guns == 3
