"""Gun dice, hits, criticals of sixes, modifiers, and the step of cannon fire (4.0, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty.damage import Damaged
from weathergage_admiralty.gunnery import HOLD, Fire, HoldFire, Line, lines
from weathergage_admiralty.mix import Aim
from weathergage_admiralty.rows import Critical
from weathergage_admiralty.salvos import (
    Fired,
    Salvo,
    criticals_of,
    hits_of,
    lines_of,
    salvos,
    share_of,
    shared,
)
from weathergage_admiralty.state import Guns, Side

SHIP_609 = {"type": "british-104", "armament": "30x32 28x24 44x12"}
FRIGATE_040 = {"type": "british-38", "armament": "28x18 4x9"}


def duel(
    firer: Mapping[str, Any] = SHIP_609,
    target: Mapping[str, Any] | None = None,
    inches: float = 2.9,
    **more: Any,
) -> wg.Game:
    """Caesar fires to starboard at Desaix on her beam, on the same course."""
    caesar = {"type": "british-74", **firer}
    desaix = {"type": "french-74", **(target or {})}
    return sea(
        ship("Caesar", at=(30, 30), **caesar),
        ship("Desaix", at=(30 + inches, 30), side="french", **desaix),
        **{"phase": "cannon", **more},
    )


def line(game: wg.Game, id: str = "caesar", side: str = "starboard") -> Line:
    return next(x for x in lines(game) if x.ship.card.id == id and x.side == side)


def fire(game: wg.Game, other: Any = HOLD, **more: Any) -> list[Fired]:
    """Caesar's starboard broadside; what was thrown."""
    answer(game, Fire(ship="caesar", side="starboard", **more), seat="british")
    if any(d.seat == "french" and d.kind == "fire" for d in game.decisions):
        answer(game, other, seat="french")
    return [event for event in told(game, Fired) if event.ship == "Caesar"]


# The book's two examples


@pytest.mark.clause("4.0-gun-dice", "4.0-digits", "4.0-hit-table", "4.2-heavy")
@pytest.mark.parametrize(("setting", "lines"), [("normal", (1, 2)), ("battle", (1, 1))])
def test_609_of_a_b_crew_under_three_inches_throws_nine_heavy_dice_that_hit_on_three(
    setting: str, lines: tuple[int, int]
) -> None:
    game = duel(target={"setting": setting})
    assert line(game).primary.salvos == (Salvo("heavy", 9, 3), Salvo("light", 6, 3))
    heavy = fire(game)[0]
    assert heavy.needed == 3
    assert len(heavy.faces) == 9
    assert heavy.lines == lines


@pytest.mark.clause("4.0-gun-dice", "4.0-pairs", "4.2-long-range")
def test_040_of_a_d_crew_at_ten_inches_is_left_with_one_die_and_does_not_roll() -> None:
    frigate = {**FRIGATE_040, "grade": "D"}
    game = duel(frigate, {"type": "french-74", "grade": "D"}, inches=10)
    caesar = one(game, "caesar")
    share = share_of(game, caesar, "long", "")
    assert shared(4, share) == 1
    assert all(x.ship is not caesar for x in lines(game))
    assert not any(d.seat == "british" and d.kind == "fire" for d in game.decisions)


@pytest.mark.clause("4.0-gun-dice", "4.2-medium-range")
def test_040_of_a_d_crew_at_medium_range_throws_two_dice_that_hit_on_six() -> None:
    game = duel({**FRIGATE_040, "grade": "D"}, inches=5.9)
    assert line(game).primary.salvos == (Salvo("medium", 2, 6),)


@pytest.mark.clause("4.0-pairs")
def test_two_dice_of_a_d_crew_at_long_range_are_thrown() -> None:
    game = duel({"armament": "56x18", "grade": "D"}, inches=10)
    assert line(game).primary.salvos == (Salvo("medium", 2, 12),)


@pytest.mark.clause("4.0-multiple-sixes", "4.0-roll")
def test_nine_dice_with_three_sixes_make_two_criticals_on_top_of_seven_hits() -> None:
    game = duel(
        {**SHIP_609, "armament": "30x32 28x24"},
        dice=wg.Dice.of(gunnery=(2, 2, 3, 4, 4, 5, 6, 6, 6), critical=(1, 1)),
    )
    (heavy,) = fire(game)
    assert heavy.hits == (7, 0)
    assert heavy.criticals == (2, 0)
    assert [event.line for event in told(game, Critical)] == ["CR hull", "CR hull"]


# Gun dice


@pytest.mark.clause("4.0-digits")
@pytest.mark.parametrize(
    ("armament", "digits"),
    [("30x32 28x24 44x12", "609"), ("28x18 4x9", "040"), ("28x36 30x18 16x8", "244")],
)
def test_digits_stand_singly_for_light_medium_and_heavy(armament: str, digits: str) -> None:
    card = one(duel({"armament": armament}), "caesar").card
    assert card.guns.digits == digits
    assert "".join(map(str, card.guns[:3])) == digits


@pytest.mark.clause("4.0-digits")
def test_244_is_ten_dice_in_all() -> None:
    assert Guns(2, 4, 4).total == 10


@pytest.mark.clause("4.0-carronades", "4.2-heavy")
@pytest.mark.parametrize(("inches", "dice"), [(2.9, 7), (5, 2)])
def test_carronades_are_heavy_dice_at_close_range_only(inches: float, dice: int) -> None:
    game = duel(inches=inches)
    caesar, shot = one(game, "caesar"), line(game).primary.shot
    assert salvos(game, caesar, Guns(0, 0, 4, 3), shot)[0][:2] == ("heavy", dice)


@pytest.mark.clause("4.0-roll")
@pytest.mark.parametrize(("needed", "hits"), [(3, 7), (4, 6), (6, 3)])
def test_a_die_at_or_above_the_hit_number_hits(needed: int, hits: int) -> None:
    faces = (2, 2, 3, 4, 4, 5, 6, 6, 6)
    assert hits_of(duel(), "x", faces, Aim(9, 0), needed) == Aim(hits, 0)
    assert hits_of(duel(), "x", faces, Aim(0, 9), needed) == Aim(0, hits)


@pytest.mark.clause("4.0-roll")
def test_nine_dice_of_a_b_crew_at_close_range_bring_six_hits_on_average() -> None:
    table = duel().rules.tables["gun-dice"]
    assert 9 * Fraction(7 - table.look_up("B", "close"), 6) == 6


@pytest.mark.clause("4.0-gun-dice")
@pytest.mark.parametrize(
    ("grade", "numbers", "status"),
    [
        ("A", (2, 4, 5), ("reconstructed", "reconstructed", "reconstructed")),
        ("B", (3, 5, 6), ("printed", "found", "reconstructed")),
        ("C", (4, 5, 6), ("reconstructed", "reconstructed", "reconstructed")),
        ("D", (5, 6, 12), ("reconstructed", "printed", "printed")),
    ],
)
def test_hit_numbers_and_where_they_come_from(
    grade: str, numbers: tuple[int, ...], status: tuple[str, ...]
) -> None:
    table = duel().rules.tables["gun-dice"]
    brackets = ("close", "medium", "long")
    assert tuple(table.look_up(grade, bracket) for bracket in brackets) == numbers
    assert tuple(table.source(grade, bracket).status for bracket in brackets) == status


# Pairs of sixes


@pytest.mark.clause("4.0-pairs")
def test_two_dice_hit_by_a_pair_of_sixes_once_in_36() -> None:
    game = duel()
    hits = sum(
        sum(hits_of(game, "x", faces, Aim(2, 0), 12)) for faces in product(range(1, 7), repeat=2)
    )
    assert hits == 1


@pytest.mark.clause("4.0-pairs")
def test_four_sixes_are_two_hits_and_three_are_one() -> None:
    game = duel()
    assert hits_of(game, "x", (6, 6, 6, 6, 2), Aim(5, 0), 12) == Aim(2, 0)
    assert hits_of(game, "x", (6, 6, 6, 2, 2), Aim(5, 0), 12) == Aim(1, 0)


@pytest.mark.clause("4.0-pairs")
@pytest.mark.parametrize(("die", "hits"), [(1, Aim(1, 0)), (2, Aim(0, 1))])
def test_a_pair_of_both_colours_hits_what_a_die_drawn_from_it_says(die: int, hits: Aim) -> None:
    game = duel(dice=wg.Dice.of(x=(die,)))
    assert hits_of(game, "x", (6, 6), Aim(1, 1), 12) == hits


@pytest.mark.clause("4.0-pairs", "4.0-multiple-sixes")
def test_a_pair_that_hits_makes_a_critical_too() -> None:
    assert criticals_of(duel(), "x", (6, 6), Aim(2, 0)) == Aim(1, 0)


# Extra sixes


@pytest.mark.clause("4.0-multiple-sixes")
def test_a_single_six_is_no_critical() -> None:
    assert criticals_of(duel(), "x", (6, 5, 5, 1), Aim(4, 0)) == Aim(0, 0)


@pytest.mark.clause("4.0-multiple-sixes")
def test_the_chance_of_a_critical_with_nine_dice_is_that_of_two_sixes() -> None:
    # Nine dice show a six or none each: count by the number of sixes instead of all 6 ** 9.
    game = duel()
    none = Fraction(0)
    for sixes, ways in ((0, 1), (1, 9)):
        faces = (6,) * sixes + (1,) * (9 - sixes)
        assert criticals_of(game, "x", faces, Aim(9, 0)) == Aim(0, 0)
        none += ways * Fraction(1, 6) ** sixes * Fraction(5, 6) ** (9 - sixes)
    assert criticals_of(game, "x", (6, 6, *(1,) * 7), Aim(9, 0)) == Aim(1, 0)
    assert 1 - none == 1 - Fraction(5, 6) ** 9 - 9 * Fraction(1, 6) * Fraction(5, 6) ** 8


@pytest.mark.clause("4.0-critical-kind")
def test_two_hull_sixes_and_no_rigging_six_are_one_hull_critical() -> None:
    assert criticals_of(duel(), "x", (6, 6, 3), Aim(2, 1)) == Aim(1, 0)


@pytest.mark.clause("4.0-critical-kind")
@pytest.mark.parametrize(("die", "found"), [(1, Aim(1, 1)), (2, Aim(1, 1)), (3, Aim(2, 0))])
def test_the_free_six_is_drawn_among_all_sixes(die: int, found: Aim) -> None:
    game = duel(dice=wg.Dice.of(x=(die,)))
    assert criticals_of(game, "x", (6, 6, 6), Aim(2, 1)) == found


@pytest.mark.clause("4.0-critical-kind")
@pytest.mark.parametrize(
    ("armament", "die", "read"),
    [("56x32", 3, 4), ("56x32", 6, 6), ("56x18", 3, 3), ("56x12", 3, 2), ("56x12", 1, 1)],
)
def test_heavy_guns_add_one_to_a_critical_and_light_guns_take_one_off_within_1_to_6(
    armament: str, die: int, read: int
) -> None:
    faces = (6, 6, *(1,) * 7)
    game = duel({"armament": armament}, dice=wg.Dice.of(gunnery=faces, critical=(die, 1, 1)))
    fire(game)
    assert told(game, Critical)[0].die == read


# Hit Table


@pytest.mark.clause("4.0-hit-table", "4.2-line")
@pytest.mark.parametrize(
    ("weight", "target", "expected"),
    [
        pytest.param("heavy", {"setting": "normal"}, (1, 2), id="4.2-rigging-normal"),
        pytest.param("heavy", {}, (1, 1), id="4.2-heavy"),
        pytest.param("medium", {}, (0, 0), id="4.2-line start"),
        pytest.param("light", {"setting": "normal"}, (-1, 0), id="4.2-line cumulative"),
        pytest.param("heavy", {"type": "british-28"}, (2, 1), id="weak hull, the limit"),
        pytest.param("light", {"type": "french-118"}, (-2, -1), id="stout hull, the limit"),
        pytest.param("medium", {"type": "british-28"}, (1, 0), id="4.2-weak-hull"),
        pytest.param("heavy", {"type": "french-118"}, (0, 1), id="4.2-stout-hull heavy"),
        pytest.param("medium", {"type": "french-118"}, (-1, 0), id="4.2-stout-hull medium"),
        pytest.param("light", {"type": "british-28"}, (0, -1), id="4.2-light"),
        pytest.param("medium", {"setting": "normal"}, (0, 1), id="hull dice at normal sail"),
    ],
)
@pytest.mark.clause(
    "4.2-weak-hull", "4.2-stout-hull", "4.2-heavy", "4.2-light", "4.2-rigging-normal"
)
def test_lines_of_the_hit_table(
    weight: str, target: dict[str, Any], expected: tuple[int, int]
) -> None:
    game = duel(target=target)
    assert lines_of(game, weight, one(game, "desaix")) == expected


@pytest.mark.clause("4.0-hit-table")
@pytest.mark.parametrize(
    ("row", "hull", "rigging"),
    [
        (2, (3, "G", 1, "S"), (5, "S")),
        (1, (2, "G", 1, "S"), (4, "S")),
        (0, (1, "G", 1, "S"), (3, "S")),
        (-1, (1, "G"), (2, "S")),
        (-2, (1, "S"), (1, "S")),
    ],
)
def test_cells_of_the_hit_table(row: int, hull: tuple[Any, ...], rigging: tuple[Any, ...]) -> None:
    table = duel().rules.tables["hit-table"]
    assert (table.look_up(row, "hull"), table.look_up(row, "rigging")) == (hull, rigging)
    assert table.source(row, "hull").status == "reconstructed"


@pytest.mark.clause("4.0-hit-table", "4.1-target-types")
def test_hull_dice_do_hull_damage_and_rigging_dice_rigging_damage() -> None:
    # Seven medium dice, close: five at the hull, two at the rigging; all hit on line 0.
    game = duel({"armament": "56x18"}, dice=wg.Dice.of(gunnery=(5,) * 7))
    fire(game, mix={"medium": (5, 2)})
    desaix = one(game, "desaix")
    assert desaix.sail_hits == 5 + 2 * 3
    assert desaix.port.total == desaix.card.guns.total - 1


# Quantity modifiers


def quantity(dice: int, bracket: str, rake: str = "", speed: int = 3, **firer: Any) -> int:
    game = duel(firer, speed=speed)
    return shared(dice, share_of(game, one(game, "caesar"), bracket, rake))


@pytest.mark.parametrize(
    ("dice", "bracket", "more", "found"),
    [
        pytest.param(9, "medium", {"rake": "stern"}, 9, id="4.2: x2 x1/2"),
        pytest.param(4, "medium", {"speed": 4}, 1, id="4.2: x1/2 x1/2"),
        pytest.param(5, "medium", {}, 3, id="4.2-rounding: 2.5"),
        pytest.param(1, "long", {}, 0, id="4.2-rounding: 0.25"),
        pytest.param(5, "medium", {"speed": 4}, 1, id="4.2-rounding: once"),
        pytest.param(4, "close", {"rake": "stern"}, 8, id="4.2-stern-rake"),
        pytest.param(4, "close", {"rake": "bow"}, 6, id="4.2-bow-rake"),
        pytest.param(5, "close", {"rake": "bow"}, 8, id="4.2-bow-rake: 7.5"),
        pytest.param(5, "medium", {"rake": "bow"}, 4, id="4.2-bow-rake: 3.75"),
        pytest.param(4, "close", {"setting": "anchored"}, 8, id="4.2-anchored"),
        pytest.param(
            4, "close", {"setting": "anchored", "rake": "stern"}, 16, id="4.2-anchored: raking"
        ),
        pytest.param(4, "medium", {}, 2, id="4.2-medium-range"),
        pytest.param(9, "medium", {}, 5, id="4.2-medium-range: 4.5"),
        pytest.param(4, "long", {}, 1, id="4.2-long-range"),
        pytest.param(9, "long", {}, 2, id="4.2-long-range: 2.25"),
        pytest.param(2, "long", {}, 1, id="4.2-long-range: 0.5"),
        pytest.param(6, "close", {"speed": 4}, 3, id="4.2-wind-4"),
        pytest.param(6, "long", {"speed": 4}, 1, id="4.2-wind-4: 0.75"),
        pytest.param(9, "close", {"speed": 5}, 2, id="4.2-wind-5: 2.25"),
        pytest.param(9, "medium", {"speed": 5}, 1, id="4.2-wind-5: 1.125"),
    ],
)
@pytest.mark.clause(
    "4.2",
    "4.2-rounding",
    "4.2-stern-rake",
    "4.2-bow-rake",
    "4.2-anchored",
    "4.2-medium-range",
    "4.2-long-range",
    "4.2-wind-4",
    "4.2-wind-5",
)
def test_quantity_modifiers_are_multiplied_and_rounded_once(
    dice: int, bracket: str, more: dict[str, Any], found: int
) -> None:
    assert quantity(dice, bracket, **more) == found


@pytest.mark.clause("4.2-anchored")
def test_a_ship_that_raises_her_anchor_is_still_anchored() -> None:
    assert quantity(4, "close", setting="anchored", raising=1) == 8


def rake(off: float, **more: Any) -> wg.Game:
    """Caesar fires to starboard at Desaix, who points so many degrees off away from her."""
    return sea(
        ship("Caesar", at=(30, 30), armament="56x18"),
        ship("Desaix", "french-74", (32.9, 30), 90 + off, "french"),
        phase="cannon",
        **more,
    )


@pytest.mark.clause("4.2-stern-rake", "4.2-bow-rake")
@pytest.mark.parametrize(("off", "dice"), [(20, 14), (-27.5, 14), (30, 7), (160, 11), (90, 7)])
def test_the_firers_centre_in_a_rake_zone_gives_more_dice(off: float, dice: int) -> None:
    assert line(rake(off)).primary.salvos[0].dice == dice


@pytest.mark.clause("4.2-stern-rake")
def test_a_rake_has_no_limit_of_range() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), armament="56x18"),
        ship("Desaix", "french-74", (41.5, 30), "E", "french"),
        phase="cannon",
    )
    assert line(game).primary.salvos == (Salvo("medium", 4, 6),)


@pytest.mark.clause("4.2-rake-split")
@pytest.mark.parametrize(("hits", "port", "starboard"), [(6, 3, 3), (5, 2, 3)])
def test_gun_hits_of_a_rake_are_split_the_odd_one_to_the_nearer_side(
    hits: int, port: int, starboard: int
) -> None:
    # Desaix points just south of east, so that Caesar lies on her starboard quarter.
    faces = (5,) * hits + (1,) * (14 - hits)
    game = rake(10, dice=wg.Dice.of(gunnery=faces))
    fire(game, mix={"medium": (14, 0)})
    assert one(game, "desaix").gun_hits == (port, starboard)


@pytest.mark.clause("4.2-rake-split")
def test_the_odd_hit_goes_to_port_right_on_the_keel_line() -> None:
    game = rake(0, dice=wg.Dice.of(gunnery=(5,) * 3 + (1,) * 11))
    fire(game, mix={"medium": (14, 0)})
    assert one(game, "desaix").gun_hits == (2, 1)


@pytest.mark.clause("4.3-gun-hits")
def test_without_a_rake_the_side_that_faces_the_firer_is_hit() -> None:
    game = duel({"armament": "56x18"}, dice=wg.Dice.of(gunnery=(5,) * 3 + (1,) * 4))
    fire(game)
    assert one(game, "desaix").gun_hits == (3, 0)


# The step


@pytest.mark.clause("4.0")
def test_a_ship_that_does_not_wish_to_fire_holds_her_fire() -> None:
    game = duel()
    answer(game, HOLD, seat="british")
    answer(game, HOLD, seat="french")
    assert not told(game, Fired)
    assert game.phase != "cannon"


def between(**more: Any) -> wg.Game:
    """Caesar between two enemies."""
    return sea(
        ship("Caesar", at=(30, 30)),
        ship("Desaix", "french-74", (33, 30), "N", "french"),
        ship("Formidable", "french-80", (27, 30), "N", "french"),
        phase="cannon",
        **more,
    )


@pytest.mark.clause("4.0-one-side", "4.0-battery-once")
def test_one_side_fires_in_a_turn() -> None:
    game = between()
    assert {x.side for x in lines(game) if x.ship.card.id == "caesar"} == {"port", "starboard"}
    fire(game)
    assert {event.target for event in told(game, Fired)} == {"Desaix"}
    assert not any(d.seat == "british" and d.kind == "fire" for d in game.decisions)


@pytest.mark.clause("4.0-one-side", "4.0-battery-once")
def test_both_sides_may_fire_with_the_option_each_once() -> None:
    game = between(options={"both_sides": True})
    answer(game, Fire(ship="caesar", side="port"), seat="british")
    answer(game, HOLD, seat="french")
    decision = game.decisions[0]
    complaint = decision.complaint(Fire(ship="caesar", side="port"))
    assert complaint is not None
    assert complaint.clause == "4.0-one-side"
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    assert {event.target for event in told(game, Fired)} == {"Desaix", "Formidable"}


@pytest.mark.clause("4.0-battery-once", "4.1-primary")
def test_all_sizes_of_a_broadside_fire_at_one_target_each_once() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Desaix", "french-74", (32.5, 30), "N", "french"),
        ship("Formidable", "french-80", (35, 31), "N", "french"),
        phase="cannon",
    )
    thrown = fire(game)
    assert [event.weight for event in thrown] == ["heavy", "medium", "light"]
    assert {event.target for event in thrown} == {"Desaix"}


@pytest.mark.clause("4.0-simultaneous")
def test_two_ships_that_silence_each_other_both_fire_in_full() -> None:
    def last(side: str) -> dict[str, Any]:
        return {side: (0, 1, 0), "gun_hits": (4, 4)}

    game = duel(last("starboard"), last("port"), dice=wg.Dice.of(gunnery=(5, 5)))
    fire(game, Fire(ship="desaix", side="port", mix={"medium": (1, 0)}), mix={"medium": (1, 0)})
    assert len(told(game, Fired)) == 2
    assert one(game, "caesar").starboard.total == one(game, "desaix").port.total == 0


@pytest.mark.clause("4.0-simultaneous")
def test_damage_counts_at_the_end_of_the_step() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Zealous", at=(30, 33)),
        ship("Desaix", "french-74", (32.9, 30), "N", "french"),
        phase="cannon",
    )
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    answer(game, HOLD, seat="french")
    assert game.phase == "cannon"
    assert not told(game, Damaged)
    assert one(game, "desaix").gun_hits == (0, 0)
    answer(game, HOLD, seat="british")
    assert told(game, Damaged)


@pytest.mark.clause("4.0-grouping", "4.0-multiple-sixes")
def test_a_six_from_each_of_two_ships_is_no_critical() -> None:
    armament = "28x32"
    faces = (6, 1, 1, 1, 1)
    game = sea(
        ship("Caesar", at=(30, 30), armament=armament),
        ship("Zealous", at=(30, 32.8), armament=armament),
        ship("Desaix", "french-74", (32.6, 31.4), "N", "french"),
        phase="cannon",
        dice=wg.Dice.of(gunnery_caesar=faces, gunnery_zealous=faces),
    )
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    answer(game, HOLD, seat="french")
    answer(game, Fire(ship="zealous", side="starboard"), seat="british")
    thrown = [event for event in told(game, Fired) if event.faces == faces]
    assert len(thrown) == 2
    assert not any(sum(event.criticals) for event in told(game, Fired))


@pytest.mark.clause("4.0-grouping")
def test_two_ships_with_the_same_modifiers_throw_as_many_dice_as_together() -> None:
    game = duel({"armament": "28x32"})
    number = line(game).primary.salvos[0].dice
    assert number == 5
    share = share_of(game, one(game, "caesar"), "close", "")
    assert shared(2 * number, share) == 2 * number


# Guns that are silent


@pytest.mark.clause("4.3-B")
@pytest.mark.parametrize(("hits", "dice"), [(1, 3), (2, 2)])
def test_blocked_guns_do_not_fire(hits: int, dice: int) -> None:
    game = duel({**FRIGATE_040, "blocked": (0, hits)})
    assert line(game).primary.salvos[0].dice == dice


@pytest.mark.clause("3.1-suppression")
@pytest.mark.parametrize("side", ["port", "starboard"])
def test_mobilised_guns_fire_four_dice_less_on_either_side(side: Side) -> None:
    from weathergage_admiralty.damage import guns_ready

    game = duel({"armament": "28x36 30x18 16x8", "party": Guns(2, 2, 0)})
    assert guns_ready(game.rules, one(game, "caesar"), side) == Guns(0, 2, 4)


# Commands


@pytest.mark.clause("4.0", "4.1-target-types")
@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("caesar starboard", {"ship": "caesar", "side": "starboard", "keep": False, "mix": {}}),
        ("fire caesar port keep", {"ship": "caesar", "side": "port", "keep": True, "mix": {}}),
        (
            "caesar s mix medium 3 1 light 0 2",
            {
                "ship": "caesar",
                "side": "starboard",
                "keep": False,
                "mix": {"medium": (3, 1), "light": (0, 2)},
            },
        ),
        ("fire larboard", {"ship": "", "side": "port", "keep": False, "mix": {}}),
        ("hold", None),
    ],
)
def test_fire_is_written_in_a_line(text: str, fields: dict[str, Any] | None) -> None:
    assert Fire.read(text) == fields
    if fields is not None:
        order = Fire.model_validate(fields)
        assert Fire.model_validate(Fire.read(order.write())) == order
    else:
        assert HoldFire.read(text) == {}


@pytest.mark.clause("4.0")
@pytest.mark.parametrize(
    "text", ["caesar port at desaix", "caesar port mix medium 3", "caesar port mix big 1 1"]
)
def test_a_line_that_is_not_understood_says_how_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match=r"medium 3 1"):
        Fire.read(text)


@pytest.mark.clause("4.0")
def test_without_a_name_the_only_ship_whose_side_can_fire_is_meant() -> None:
    game = duel()
    answer(game, {"ship": "", "side": "starboard"}, seat="british")
    answer(game, HOLD, seat="french")
    assert {event.ship for event in told(game, Fired)} == {"Caesar"}


@pytest.mark.clause("4.0")
def test_every_listed_answer_and_every_sample_is_legal() -> None:
    for options in ({}, {"close": "basic"}, {"close": "advanced"}):
        game = duel({"armament": "28x32 12x18 10x12"}, options=options)
        for decision in game.decisions:
            listed = decision.legal()
            assert listed
            assert all(decision.complaint(command) is None for command in listed)
            dice = wg.Dice(1)
            for _ in range(50):
                assert decision.sample(dice) in listed
            assert decision.help()


@pytest.mark.clause("4.0")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        ({"ship": "nobody", "side": "port"}, "4.0"),
        ({"ship": "desaix", "side": "port"}, "4.0"),
        ({"ship": "caesar", "side": "port"}, "4.1-arc"),
        ({"ship": "caesar", "side": "starboard", "keep": True}, "4.1-preexisting"),
    ],
)
def test_what_cannot_be_fired_is_refused_with_its_clause(
    order: dict[str, Any], clause: str
) -> None:
    decision = next(d for d in duel().decisions if d.seat == "british")
    complaint = decision.complaint(Fire.model_validate(order))
    assert complaint is not None
    assert complaint.clause == clause


# House rules


class Drill:
    """Every throw has a die more and hits a line higher; every die shows 5; ranges are shorter."""

    @wg.hookimpl
    def modifiers(self, game: Any, about: str) -> list[wg.Modifier]:
        return (
            [wg.Modifier("drill", 1, "4.2")]
            if about in ("gun dice", "hull line", "rigging line")
            else []
        )

    @wg.hookimpl
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        return 5 if purpose.startswith("gunnery") else None

    @wg.hookimpl
    def look_up(self, game: Any, table: str, row: Any, column: str) -> Any:
        return 200 if (table, row) == ("gun-ranges", "close") else None


@pytest.mark.clause("4.2", "4.0-multiple-sixes")
def test_house_rules_are_heard_wherever_dice_lines_and_tables_are_read() -> None:
    faces = (6, 6, 1, 1, 1)
    rule = wg.HouseRule("drill", "admiralty", "Drill", Drill())
    game = duel({"armament": "56x18"}, house_rules=[rule], dice=wg.Dice.of(gunnery=faces))
    (medium,) = fire(game)
    assert medium.range == "medium"
    assert medium.faces == (5,) * 5
    assert medium.hits == (4, 1)
    assert medium.lines == (1, 1)
    # Extra sixes are those that the dice show, not what a rule makes of them.
    assert sum(medium.criticals) == 1
