"""The critical table, and fire aboard: infernos, fires, fire danger, explosions (1.4, 4.3, 4.4)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty.damage import Damaged, Lost, apply, mast_in_irons
from weathergage_admiralty.gunnery import HOLD, Fire
from weathergage_admiralty.rows import Code, Critical, received, throw
from weathergage_admiralty.state import Ship


def aboard(
    *others: dict[str, Any], phase: str = "movement", dice: wg.Dice | None = None, **more: Any
) -> wg.Game:
    """Caesar by herself, but for others."""
    return sea(ship("Caesar", at=(20, 20), **more), *others, phase=phase, dice=dice)


def rows(game: wg.Game) -> list[str]:
    """The lines of the table that were thrown on."""
    return [event.line for event in told(game, Critical)]


def hit(game: wg.Game, *codes: tuple[Any, ...]) -> Ship:
    caesar = one(game, "caesar")
    apply(game, caesar, codes)
    return caesar


# The table


@pytest.mark.clause("4.4")
@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("CR hull", ["-", "A", "O", (2, "G", 1, "D"), "R", "W"]),
        ("CR rigging", ["-", (3, "S"), "B", "O", (1, "B", 3, "S"), "M"]),
        ("W", ["-", "-", "-", "-", "P", "W"]),
        ("M", ["XX", (5, "S"), (10, "S"), (15, "S", 1, "B"), (20, "S", 1, "B"), (30, "S", 1, "B")]),
        ("D", ["-", "-", "-", "-", "-", "F"]),
        ("F", ["XX", "XX", "XX", "-", (2, "G"), "I"]),
        ("I", ["F", (5, "S"), (5, "G"), "M", (10, "S"), "EX"]),
    ],
)
def test_lines_of_the_critical_table(line: str, cells: list[Any]) -> None:
    table = aboard().rules.tables["criticals"]
    assert [table.look_up(die, line) for die in range(1, 7)] == cells
    assert {table.source(die, line).status for die in range(1, 7)} == {"reconstructed"}


@pytest.mark.clause("4.4")
def test_a_blank_has_no_effect() -> None:
    game = aboard(dice=wg.Dice.of(critical=(1,)))
    assert throw(game, one(game, "caesar"), "CR hull", "4.4") == ()
    assert not told(game, Damaged)


@pytest.mark.clause("4.4", "4.3-D")
def test_a_result_that_has_a_line_is_thrown_for_at_once() -> None:
    game = aboard(dice=wg.Dice.of(critical=(4, 6)))
    caesar = one(game, "caesar")
    codes = throw(game, caesar, "CR hull", "4.4")
    found = received(game, caesar, codes, "4.4")
    assert rows(game) == ["CR hull", "D"]
    assert Code("F") in found
    assert not any(code.kind == "D" for code in found)


@pytest.mark.clause("4.4", "4.3-W")
@pytest.mark.parametrize(("faces", "hits"), [((4,), (1, 0)), ((5,), (1, 1)), ((6, 6, 1), (3, 0))])
def test_a_waterline_hit_is_thrown_for_when_it_is_received(
    faces: tuple[int, ...], hits: tuple[int, int]
) -> None:
    caesar = hit(aboard(dice=wg.Dice.of(critical=faces)), ("W",))
    assert (caesar.waterline, caesar.pumps) == hits


# Masts


@pytest.mark.clause("4.3-M", "4.4")
@pytest.mark.parametrize(
    ("die", "sails", "blocked"),
    [(2, 5, 0), (3, 10, 0), (4, 15, 1), (5, 20, 1), (6, 30, 1)],
)
def test_a_mast_hit_is_thrown_for_on_line_m(die: int, sails: int, blocked: int) -> None:
    caesar = hit(aboard(dice=wg.Dice.of(critical=(die,))), ("M",))
    assert (caesar.masts, caesar.sail_hits, sum(caesar.blocked)) == (1, sails, blocked)


@pytest.mark.clause("4.3-M", "4.3-XX")
def test_xx_on_line_m_takes_the_mast_hit_away() -> None:
    caesar = hit(aboard(dice=wg.Dice.of(critical=(1,))), ("M",))
    assert (caesar.masts, caesar.sail_hits) == (0, 0)


@pytest.mark.clause("4.3-XX", "4.3-M", "2.6-irons-mast")
def test_xx_on_line_m_is_ignored_in_irons() -> None:
    game = aboard(dice=wg.Dice.of(critical=(1,)))
    mast_in_irons(game, one(game, "caesar"))
    assert (one(game, "caesar").masts, one(game, "caesar").sail_hits) == (1, 0)


@pytest.mark.clause("2.6-irons-mast")
def test_rigging_damage_of_a_mast_hit_counts_in_irons() -> None:
    game = aboard(dice=wg.Dice.of(critical=(3,)))
    mast_in_irons(game, one(game, "caesar"))
    assert (one(game, "caesar").masts, one(game, "caesar").sail_hits) == (1, 10)


# Fire danger


@pytest.mark.clause("4.3-D")
@pytest.mark.parametrize(("die", "fires"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 1)])
def test_fire_danger_lights_a_fire_on_a_six(die: int, fires: int) -> None:
    assert hit(aboard(dice=wg.Dice.of(critical=(die,))), ("D",)).fires == fires


def neighbour(**more: Any) -> dict[str, Any]:
    """Desaix alongside Caesar, each with an L hit."""
    return ship("Desaix", "french-74", (21.3, 20), "N", "french", locks={"caesar": 1}, **more)


@pytest.mark.clause("1.4-movement-a", "4.3-D", "4.3-L")
@pytest.mark.parametrize(
    ("burning", "rolls"), [({"infernos": 2}, 2), ({"infernos": 1}, 1), ({"fires": 1}, 0), ({}, 0)]
)
def test_a_ship_throws_once_for_every_inferno_of_those_that_she_is_locked_with(
    burning: dict[str, int], rolls: int
) -> None:
    game = aboard(neighbour(**burning), phase="fire-danger", locks={"desaix": 1})
    assert rows(game) == ["D"] * rolls
    assert {event.ship for event in told(game, Critical)} <= {"Caesar"}


@pytest.mark.clause("1.4-movement-a")
def test_ships_locked_at_one_remove_throw_nothing() -> None:
    third = ship("Zealous", at=(18.7, 20), locks={"caesar": 1})
    game = aboard(
        neighbour(infernos=1), third, phase="fire-danger", locks={"desaix": 1, "zealous": 1}
    )
    assert [event.ship for event in told(game, Critical)] == ["Caesar"]


@pytest.mark.clause("4.3-I", "1.4-movement-a")
def test_two_ships_locked_to_an_inferno_throw_once_each() -> None:
    third = ship("Formidable", "french-80", (18.6, 20), "N", "french", locks={"caesar": 1})
    game = aboard(
        neighbour(), third, phase="fire-danger", infernos=1, locks={"desaix": 1, "formidable": 1}
    )
    assert sorted(event.ship for event in told(game, Critical)) == ["Desaix", "Formidable"]


@pytest.mark.clause("4.3-F")
def test_a_mere_fire_endangers_no_neighbour() -> None:
    game = aboard(neighbour(fires=2), phase="fire-danger", locks={"desaix": 1})
    assert rows(game) == []


def fired(side: str = "starboard", faces: tuple[int, ...] = (1,), **more: Any) -> wg.Game:
    """Caesar has fired to starboard; dice of the critical table follow."""
    at = (32.9, 30) if side == "starboard" else (27.1, 30)
    game = sea(
        ship("Caesar", at=(30, 30), **more),
        ship("Desaix", "french-74", at, "N", "french"),
        phase="cannon",
        dice=wg.Dice.of(gunnery=(1,) * 30, critical=faces),
    )
    answer(game, Fire(ship="caesar", side=side), seat="british")
    answer(game, HOLD, seat="french")
    return game


@pytest.mark.clause("1.4-firing-d", "4.3-B")
@pytest.mark.parametrize(
    ("state", "rolls"),
    [
        ({"blocked": (0, 1), "setting": "battle"}, 0),
        ({"setting": "normal"}, 1),
        ({"blocked": (1, 0), "setting": "normal"}, 1),
        ({"blocked": (1, 0)}, 1),
        ({}, 0),
    ],
)
def test_a_ship_that_fired_past_blocked_guns_or_under_normal_sail_throws_for_danger(
    state: dict[str, Any], rolls: int
) -> None:
    assert rows(fired("port", **state)) == ["D"] * rolls


@pytest.mark.clause("1.4-firing-d")
def test_results_of_fire_danger_go_at_once_on_the_log() -> None:
    game = fired(setting="normal", faces=(6,))
    assert one(game, "caesar").fires == 1


@pytest.mark.clause("1.4-firing-d")
def test_a_ship_that_held_her_fire_throws_for_no_danger() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), setting="normal", blocked=(1, 1)),
        ship("Desaix", "french-74", (32.9, 30), "N", "french"),
        phase="cannon",
    )
    answer(game, HOLD, seat="british")
    answer(game, HOLD, seat="french")
    assert rows(game) == []


@pytest.mark.clause("1.4-firing-d")
def test_a_b_hit_of_this_very_step_brings_no_danger() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Desaix", "french-74", (32.9, 30), "N", "french", armament="28x18"),
        phase="cannon",
        dice=wg.Dice.of(
            gunnery_desaix=(6, 6, 1, 1), gunnery=(1,) * 30, critical=(3, 1), side=(6,), x=(1,)
        ),
    )
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    answer(game, Fire(ship="desaix", side="port", mix={"medium": (0, 4)}), seat="french")
    assert one(game, "caesar").blocked == (0, 1)
    assert rows(game) == ["CR rigging"]


# Infernos


def blaze(die: int, *more: int, others: tuple[dict[str, Any], ...] = (), **state: Any) -> wg.Game:
    """The infernos of Caesar are thrown for."""
    state = {"infernos": 1, **state}
    dice = wg.Dice.of(critical=(die, *more), side=(1,) * 5)
    return aboard(*others, phase="infernos", dice=dice, **state)


@pytest.mark.clause("1.4-firing-a", "4.3-I")
def test_a_ship_with_an_inferno_throws_once_on_line_i_before_any_gun_fires() -> None:
    game = blaze(2)
    assert rows(game) == ["I"]
    assert one(game, "caesar").sail_hits == 5
    assert one(game, "caesar").infernos == 1


@pytest.mark.clause("1.4-firing-a", "4.3-gun-hits")
def test_gun_dice_that_an_inferno_costs_are_gone_in_this_turns_cannon_fire() -> None:
    game = sea(
        ship(
            "Caesar", at=(30, 30), infernos=1, gun_hits=(4, 4), port=(0, 1, 0), starboard=(0, 1, 0)
        ),
        ship("Desaix", "french-74", (32.9, 30), "N", "french"),
        phase="infernos",
        dice=wg.Dice.of(critical=(3,), side=(1,)),
    )
    assert one(game, "caesar").starboard.total == 0
    assert [d.seat for d in game.decisions if d.kind == "fire"] == ["french"]


@pytest.mark.clause("1.4-firing-a", "4.3-gun-hits")
def test_five_gun_hits_of_an_inferno_are_split_over_both_sides() -> None:
    assert one(blaze(3), "caesar").gun_hits == (3, 2)


@pytest.mark.clause("4.3-I", "1.4-firing-b")
def test_an_inferno_that_falls_back_to_a_fire_is_not_thrown_for_again_this_turn() -> None:
    game = blaze(1, 5)
    assert rows(game) == ["I"]
    assert (one(game, "caesar").infernos, one(game, "caesar").fires) == (0, 1)


@pytest.mark.clause("1.4-firing-b")
def test_older_fires_are_thrown_for_beside_one_that_is_new() -> None:
    game = blaze(1, 4, fires=1)
    assert rows(game) == ["I", "F"]
    assert one(game, "caesar").fires == 2


@pytest.mark.clause("1.4-firing-a")
def test_an_inferno_that_starts_here_is_thrown_for_from_the_next_turn_on() -> None:
    # The first throw lights a third fire, which makes another inferno.
    game = blaze(1, 2, fires=2, infernos=2)
    assert rows(game) == ["I", "I"]
    assert (one(game, "caesar").infernos, one(game, "caesar").fires) == (2, 0)


@pytest.mark.clause("1.4-firing-a")
def test_ships_throw_for_their_infernos_the_most_downwind_first() -> None:
    upwind = ship("Zealous", at=(10, 20), infernos=1)
    lee = ship("Audacious", at=(40, 20), infernos=1)
    game = aboard(upwind, lee, phase="infernos", infernos=1, dice=wg.Dice.of(critical=(2, 2, 2)))
    assert [event.ship for event in told(game, Critical)] == ["Audacious", "Caesar", "Zealous"]


@pytest.mark.clause("4.3-I", "4.3-M")
def test_an_inferno_may_bring_down_a_mast() -> None:
    caesar = one(blaze(4, 3), "caesar")
    assert (caesar.masts, caesar.sail_hits) == (1, 10)


@pytest.mark.clause("4.3-I", "4.3-D", "4.3-L")
def test_a_ship_explodes_and_endangers_those_near_her_and_lights_those_locked_with_her() -> None:
    near = ship("Zealous", at=(20, 24), locks={})  # 1.24 inches between the bases
    close = ship("Audacious", at=(17.9, 20))  # 0.92
    game = blaze(6, 1, 1, others=(neighbour(), near, close), locks={"desaix": 1})
    caesar, desaix = one(game, "caesar"), one(game, "desaix")
    assert caesar.gone == "exploded"
    assert [event.how for event in told(game, Lost)] == ["exploded"]
    thrown = [(event.ship, event.line) for event in told(game, Critical)]
    assert sorted(thrown[1:]) == [("Audacious", "D"), ("Desaix", "D")]
    assert desaix.fires == 1
    assert not desaix.locked
    assert one(game, "zealous").fires == 0


# Fires


@pytest.mark.clause("1.4-firing-b", "4.3-F", "4.3-XX")
@pytest.mark.parametrize(
    ("die", "fires", "infernos", "gun_hits"),
    [
        (1, 0, 0, (0, 0)),
        (2, 0, 0, (0, 0)),
        (3, 0, 0, (0, 0)),
        (4, 1, 0, (0, 0)),
        (5, 1, 0, (1, 1)),
        (6, 0, 1, (0, 0)),
    ],
)
def test_a_fire_goes_out_burns_on_takes_guns_or_becomes_an_inferno(
    die: int, fires: int, infernos: int, gun_hits: tuple[int, int]
) -> None:
    game = aboard(phase="fires", fires=1, dice=wg.Dice.of(critical=(die,)))
    caesar = one(game, "caesar")
    assert (caesar.fires, caesar.infernos, caesar.gun_hits) == (fires, infernos, gun_hits)


@pytest.mark.clause("1.4-firing-b")
def test_a_ship_with_two_fires_throws_twice() -> None:
    game = aboard(phase="fires", fires=2, dice=wg.Dice.of(critical=(4, 4)))
    assert rows(game) == ["F", "F"]


@pytest.mark.clause("4.3-XX")
def test_xx_on_line_f_puts_out_that_fire_only() -> None:
    game = aboard(phase="fires", fires=2, dice=wg.Dice.of(critical=(1, 4)))
    assert one(game, "caesar").fires == 1


@pytest.mark.clause("4.3-master-list", "4.3-I")
def test_explosions_are_marked_reconstructed() -> None:
    assert aboard().rules.tables["criticals"].source(6, "I").status == "reconstructed"


@pytest.mark.clause("1.4-movement-a", "4.3-I")
def test_an_inferno_that_starts_with_these_throws_endangers_nobody_before_the_next_turn() -> None:
    third = ship("Zealous", at=(18.7, 20), locks={"caesar": 1})
    # The Zealous is to windward and comes after Caesar, whose third fire makes an inferno.
    game = aboard(
        neighbour(infernos=1),
        third,
        phase="fire-danger",
        fires=2,
        locks={"desaix": 1, "zealous": 1},
        dice=wg.Dice.of(critical_caesar=(6,)),
    )
    assert one(game, "caesar").infernos == 1
    assert [event.ship for event in told(game, Critical)] == ["Caesar"]
