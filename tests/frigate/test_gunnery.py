"""Gunnery, by the book's cases: who fires, with what strength, at what odds (7.0 to 7.7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from positions import answer, plot, put, sea, ship, stage, told, where

import weathergage as wg
from weathergage_frigate.gunnery import bears, odds_column, rakes, why_strength
from weathergage_frigate.state import FrigateState

STILL = {"force": "calm", "gunnery": {"british": 1, "french": 1}}
FRESH = """
id = "fresh"
title = "Fresh crews"
author = "The club"
version = "1"
ruleset = "frigate"
reason = "They slept well."

[[modifiers]]
at = "gunnery strength"
add = "fresh crews"
value = 3
"""
FIRST = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")


ABEAM = {0: "A 0410", 1: "A 0510", 2: "A 0610", 3: "A 0710", 4: "A 0810", 5: "A 0910"} | {
    6: "A 1010",
    7: "A 1110",
    8: "A 1210",
    9: "A 1310",
    10: "A 1410",
    11: "A 1510",
}
"""Hexes abeam of a ship off A 0410 heading north, by distance."""

ASTERN = {1: "A 1110", 2: "A 1209", 4: "A 1408", 8: "A 1806"}
"""Hexes north-east of A 1010: whoever lies there heading south-west is raked from A 1010."""


def rest(type: str, hex: str = "A 0410", heading: str = "N", **more: int) -> dict[str, Any]:
    return ship(type, hex, heading, 0, **more)


def fire(game: wg.Game, *, kind: str = "Crew") -> Any:
    """Everyone British fires at the only French ship; the attack."""
    target = next(s.code for s in game.state.ships if s.side == "french")
    rows = {s.code: f"Fire {kind} {target}" for s in game.state.ships if s.side == "british"}
    plot(game, british=rows)
    return told(game, "Fired")[0]


def shot(firer: dict[str, Any], target: dict[str, Any], **more: Any) -> Any:
    return fire(sea([firer], [target], **(STILL | more)))


def refusal(game: wg.Game, **rows: dict[str, str]) -> str:
    """The clause by which plots are refused."""
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, **rows)
    return refused.value.clause


# 7.0: the attack


@pytest.mark.clause("7.0-general")
def test_two_ships_that_fire_at_one_another_make_two_attacks() -> None:
    game = sea([rest("B-74")], [rest("A-74", ABEAM[2])], **STILL)
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Mast 74/A"})
    fired = told(game, "Fired")
    assert {(len(e.firers), e.target_kind) for e in fired} == {(1, "crew"), (1, "mast")}


@pytest.mark.clause("7.0-general", "7.4-continued")
def test_a_target_at_ten_hexes_may_be_attacked_and_one_at_eleven_may_not() -> None:
    assert shot(rest("A-120"), rest("MM", ABEAM[10])).total == 4
    game = sea([rest("A-120")], [rest("MM", ABEAM[11])], **STILL)
    assert refusal(game, british={"120/A": "Fire Crew MM/1"}) == "7.4-continued"


@pytest.mark.clause("7.0-odds")
@pytest.mark.parametrize(
    ("total", "defense", "odds"),
    [
        (44, 15, "2-1"),
        (30, 15, "2-1"),
        (29, 15, "1-1"),
        (23, 15, "1-1"),
        (15, 15, "1-1"),
        (15, 16, "1-2"),
        (8, 15, "1-2"),
        (7, 15, ""),
        (25 + 14, 13, "3-1"),
        (1, 2, "1-2"),
        (0, 5, ""),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(total: int, defense: int, odds: str) -> None:
    column = odds_column(total, defense, FIRST)
    assert (FIRST[column] if column >= 0 else "") == odds


@pytest.mark.clause("7.0-type", "7.7-limits")
@pytest.mark.parametrize(
    ("guns", "kind", "crew", "hits"),
    [("A-110", "Crew", 2, (3, 0)), ("A-120", "Mast", 0, (0, 3)), ("A-110", "Mast", 2, (2, 2))],
)
def test_hits_are_of_the_kind_declared_and_no_more_than_three(
    guns: str, kind: str, crew: int, hits: tuple[int, int]
) -> None:
    dice = wg.Dice.of(gunnery=(1,), damage_control=(6,))
    game = sea([rest(guns)], [rest("C-50", ABEAM[2], crew=crew)], dice=dice, **STILL)
    fire(game, kind=kind)
    assert (game.state.ships[1].crew, game.state.ships[1].mast) == hits


@pytest.mark.clause("7.0-type", "5.1", "6.12")
def test_one_attack_has_one_kind_and_a_ship_that_names_another_does_not_fire() -> None:
    rows = {"74/A": "Fire Crew 74/A", "64/K": "Fire Mast 74/A"}
    ships = [rest("B-74"), rest("B-64", "A 0408")]
    assert refusal(sea(ships, [rest("A-74", ABEAM[2])], **STILL), british=rows) == "5.1"
    game = sea(ships, [rest("A-74", ABEAM[2])], mode="book", **STILL)
    plot(game, british=rows)
    fired = told(game, "Fired")
    assert [(e.total, e.target_kind) for e in fired] == [(23, "crew")]


@pytest.mark.clause("7.0-roll", "7.71", "7.72", "7.73")
@pytest.mark.parametrize(
    ("rating", "guns", "odds", "die", "hits"),
    [
        (1, "B-74", "3-1", 2, 1),
        (2, "A-110", "5-1", 1, 1),
        (3, "A-74", "4-1", 2, 1),
        (1, "B-64", "2-1", 1, 0),
        (1, "A-74", "4-1", 1, 1),
        (1, "B-64", "2-1", 3, 1),
        (1, "A-120", "6-1", 1, 3),
        (2, "A-74", "4-1", 1, 1),
        (2, "B-74", "3-1", 2, 1),
        (2, "B-64", "2-1", 3, 1),
        (3, "A-110", "5-1", 1, 1),
    ],
)
def test_the_die_and_the_odds_are_read_on_the_table_of_the_gunnery_rating(
    rating: int, guns: str, odds: str, die: int, hits: int
) -> None:
    fired = shot(
        rest(guns),
        rest("C-50", ABEAM[2]),
        gunnery={"british": rating},
        dice=wg.Dice.of(gunnery=(die,)),
    )
    assert (fired.table, fired.odds, fired.hits) == (f"gunnery-{rating}", odds, hits)


@pytest.mark.clause("7.7-limits", "7.71", "7.72", "7.73")
@pytest.mark.parametrize(
    ("rating", "guns", "odds", "die", "hits"),
    [
        (1, ("A-120", "C-50", "MM"), "6-1", 2, 3),
        (2, ("A-120", "C-50", "MM"), "8-1", 1, 3),
        (3, ("A-120", "C-50", "MM"), "9-1", 1, 2),
        (3, ("A-120", "A-110"), "10-1", 1, 3),
    ],
)
def test_odds_above_a_table_use_its_last_column(
    rating: int, guns: tuple[str, ...], odds: str, die: int, hits: int
) -> None:
    # 54 to 6 is 9-1, and 75 to 6 is 12-1.
    hexes = ("A 0410", "A 0411", "A 0412")
    ships = [rest(type, hex) for type, hex in zip(guns, hexes, strict=False)]
    game = sea(
        ships,
        [rest("C-50", "A 0611")],
        dice=wg.Dice.of(gunnery=(die,)),
        **(STILL | {"gunnery": {"british": rating}}),
    )
    fired = fire(game)
    assert (fired.odds, fired.hits) == (odds, hits)


@pytest.mark.clause("7.7-limits", "6.12")
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_1_to_2_is_allowed_on_the_first_table_only(rating: int) -> None:
    # A 50 (11) on a 74 (15).
    more = STILL | {"gunnery": {"british": rating}}
    game = sea([rest("B-50")], [rest("A-74", ABEAM[2])], **more)
    if rating == 1:
        assert fire(game).odds == "1-2"
    else:
        assert refusal(game, british={"50/A": "Fire Crew 74/A"}) == "7.7-limits"


@pytest.mark.clause("7.0-timing", "5.0-delay", "7.13", "7.14")
def test_two_ships_that_silence_one_another_have_both_fired_in_full() -> None:
    game = sea(
        [rest("A-74")],
        [rest("A-74", "A 0810")],
        afoul=[(0, 1)],
        options={"national_multipliers": True},
        nation={"british": "french"},
        dice=wg.Dice.of(gunnery=(3, 3)),
        **STILL,
    )
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert [(e.total, e.odds, e.hits) for e in told(game, "Fired")] == [(75, "5-1", 3)] * 2
    assert [s.crew for s in game.state.ships] == [3, 3]
    assert refusal(game, british={"74/A": "Fire Crew 74/A"}) == "7.13"
    answer(game, "plot", british={"orders": {}})
    assert refusal(game, french={"74/A": "Fire Crew 74/A"}) == "7.13"


@pytest.mark.clause("7.0-timing", "5.0-delay")
def test_the_order_of_the_plot_sheet_is_of_no_consequence() -> None:
    ends = []
    for first in ("B-74", "A-120"):
        second = "A-120" if first == "B-74" else "B-74"
        game = sea(
            [rest(first)],
            [rest(second, ABEAM[2])],
            dice=wg.Dice.of(gunnery=(3, 3), damage_control=(6,)),
            **STILL,
        )
        codes = [s.code for s in game.state.ships]
        plot(
            game,
            british={codes[0]: f"Fire Mast {codes[1]}"},
            french={codes[1]: f"Fire Mast {codes[0]}"},
        )
        ends.append({s.counter.type: s.mast for s in game.state.ships})
    assert ends[0] == ends[1]


# 7.1, 7.2: conditions


@pytest.mark.clause("7.11")
def test_no_ship_need_fire() -> None:
    game = sea([rest("B-74")], [rest("A-74", ABEAM[2])], **STILL)
    plot(game)
    assert not told(game, "Fired")


@pytest.mark.clause("7.12", "7.22")
def test_three_ships_at_one_target_make_one_attack_with_their_sum() -> None:
    # 23 + 23 + 16 on 15 is 62 to 15: 4-1.
    ships = [rest("B-74", "A 0410"), rest("B-74", "A 0411"), rest("B-64", "A 0412")]
    game = sea(ships, [rest("A-74", "A 0611")], **STILL)
    fired = fire(game)
    assert len(told(game, "Fired")) == 1
    assert (fired.total, fired.defense, fired.odds) == (62, 15, "4-1")
    assert [points for _, points, _ in fired.firers] == [23, 23, 16]


@pytest.mark.clause("7.12", "7.21")
def test_a_ship_between_two_enemies_fires_at_one_of_them() -> None:
    game = sea([rest("B-74")], [rest("A-74", ABEAM[2]), rest("A-74", "A 0210")], **STILL)
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": "Fire Crew 74/A; Fire Crew 74/B"})
    plot(game, british={"74/A": "Fire Crew 74/B"})
    assert len(told(game, "Fired")) == 1


@pytest.mark.clause("7.13", "7.3")
@pytest.mark.parametrize(("crew", "total"), [(0, 23), (1, 11), (2, 11), (3, None)])
def test_two_crew_hits_leave_half_the_guns_and_three_leave_none(
    crew: int, total: int | None
) -> None:
    game = sea([rest("B-74", crew=crew)], [rest("B-32", ABEAM[2])], **STILL)
    if total is None:
        assert refusal(game, british={"74/A": "Fire Crew 32/K"}) == "7.13"
    else:
        assert fire(game).total == total


@pytest.mark.clause("7.13", "6.6-fire")
def test_a_ship_afoul_fires_only_at_those_she_is_afoul_of() -> None:
    game = sea(
        [rest("B-74")], [rest("A-74", "A 1010"), rest("A-74", ABEAM[2])], afoul=[(0, 1)], **STILL
    )
    assert refusal(game, british={"74/A": "Fire Crew 74/B"}) == "6.6-fire"
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert told(game, "Fired")[0].total == 46


@pytest.mark.clause("7.14")
def test_a_ship_may_fire_in_every_turn_of_the_sixteen() -> None:
    game = sea(
        [rest("B-64")],
        [rest("A-74", ABEAM[2])],
        turn=1,
        dice=wg.Dice.of(gunnery=(1,) * 16),
        **STILL,
    )
    for _ in range(16):
        plot(game, british={"64/K": "Fire Crew 74/A"})
    assert game.over
    assert len(told(game, "Fired")) == 16


@pytest.mark.clause("7.15")
@pytest.mark.parametrize("between", ["B-74", "A-74"])
def test_ships_in_between_are_neither_in_the_way_nor_hurt(between: str) -> None:
    ships = [rest("B-74")], [rest("C-50", ABEAM[4])]
    ships[0 if between == "B-74" else 1].append(rest(between, ABEAM[2]))
    game = sea(*ships, dice=wg.Dice.of(gunnery=(3,)), **STILL)
    plot(game, british={"74/A": "Fire Crew 50/N"})
    assert told(game, "Fired")[0].total == 13
    assert [s.hits for s in game.state.ships if s.counter.type == between] == [0] * sum(
        s.counter.type == between for s in game.state.ships
    )


@pytest.mark.clause("7.16")
@pytest.mark.parametrize(
    ("heading", "hex", "seen"),
    [
        ("N", "A 1008", False),
        ("N", "A 1110", True),
        ("N", "A 1111", True),
        ("N", "A 1012", False),
        ("N", "A 1210", True),
        ("N", "A 1109", True),
        ("N", "A 0909", True),
        ("N", "A 1112", True),
        ("NE", "A 1012", True),
        ("NE", "A 1209", False),
        ("NE", "A 0811", False),
        ("N", "A 1006", False),
        ("N", "A 1107", False),
        ("N", "A 1207", True),
        ("N", "A 1206", False),
    ],
)
def test_the_fields_of_fire_are_the_four_hexsides_to_either_side(
    heading: str, hex: str, seen: bool
) -> None:
    game = sea([rest("B-74", "A 1010", heading)], [rest("C-50", hex)], **STILL)
    assert bears(*game.state.ships) is seen
    if seen:
        assert fire(game).total >= 13
    else:
        assert refusal(game, british={"74/A": "Fire Crew 50/N"}) == "7.16"


@pytest.mark.clause("7.16")
@pytest.mark.parametrize("heading", list(wg.HEADINGS))
def test_both_fields_together_cover_two_thirds_of_every_ring_and_the_corner_lines(
    heading: str,
) -> None:
    game = sea([rest("B-74", "A 1010", heading)], [rest("A-74", "A 1208")], **STILL)
    firer, target = game.state.ships
    for ring in range(1, 11):
        seen = 0
        for offset, (away, _) in wg.NEAR.items():
            if away == ring:
                target.place = firer.place + offset
                seen += bears(firer, target)
        # Front and rear take the ring - 1 hexes between two corner lines, or one more.
        blind = 2 * (ring if ring % 2 else ring - 1)
        assert seen == 6 * ring - blind


# 7.17: raking


@pytest.mark.clause("7.17", "7.4")
@pytest.mark.parametrize(
    ("type", "hexes", "crew", "total"),
    [
        ("B-74", 2, 0, 30),
        ("B-74", 4, 0, 17),
        ("A-74", 1, 1, 16),
        ("A-110", 8, 0, 4),
    ],
)
def test_raking_adds_a_third_and_drops_the_fraction(
    type: str, hexes: int, crew: int, total: int
) -> None:
    # 23 + 7, 13 + 4, 25 halved to 12 + 4, and 3 + 1.
    target = rest("MM", ASTERN[hexes], "SW")
    assert shot(rest(type, "A 1010", crew=crew), target).total == total


@pytest.mark.clause("7.17")
def test_a_third_of_2_is_nothing() -> None:
    ships = [rest("B-74", "A 1010"), rest("B-74", "A 1410", "SE")]
    game = sea(ships, [rest("MM", ASTERN[8], "SW")], **STILL)
    plot(game, british={"74/A": "Fire Crew MM/1", "74/B": "Fire Crew MM/1"})
    points = {ship: points for ship, points, _ in told(game, "Fired")[0].firers}
    assert points["B-74 74/A"] == 2


@pytest.mark.clause("7.17")
@pytest.mark.parametrize("heading", ["SW", "NE"])
def test_bow_and_stern_are_raked_alike(heading: str) -> None:
    fired = shot(rest("B-74", "A 1010"), rest("A-74", ASTERN[2], heading))
    assert fired.firers == (("B-74 74/A", 30, "raking"),)


def test_the_story_names_what_a_house_rule_adds_to_a_broadside(tmp_path: Path) -> None:
    rule = tmp_path / "fresh.toml"
    rule.write_text(FRESH, encoding="utf-8")
    scenario = "frigate/constitution-guerriere"
    game = wg.new_game(scenario, seed=1, house_rules=[str(rule)])
    one, other = game.state.ships
    other.place = wg.neighbours(one.place)[0]
    one.crew = 1
    told = why_strength(game, one, other)
    assert told.startswith("halved for crew hits")
    assert told.endswith("fresh crews +3")
    assert "fresh" not in why_strength(wg.new_game(scenario, seed=1), one, other)


@pytest.mark.clause("7.17", "7.22")
def test_of_two_ships_only_the_one_that_rakes_is_raised() -> None:
    ships = [rest("B-74", "A 1010"), rest("B-74", "A 1009")]
    fired = fire(sea(ships, [rest("A-74", ASTERN[2], "SW")], **STILL))
    assert sorted(points for _, points, _ in fired.firers) == [23, 30]
    assert fired.total == 53


@pytest.mark.clause("7.17")
@pytest.mark.parametrize("why", ["no crew", "prize", "afoul"])
def test_a_target_that_cannot_fire_for_other_reasons_is_not_raked_from_abeam(why: str) -> None:
    def helpless(state: FrigateState) -> None:
        target = state.ships[1]
        target.crew = 3 if why == "no crew" else 0
        target.prize = why == "prize"
        target.rename()
        if why == "afoul":
            put(state, 2, "A 1210", afoul=(1,))
            target.afoul = (2,)
            state.ships[2].side = "british"

    game = sea(
        [rest("B-74", "A 1010")],
        [rest("A-74", "A 1210"), rest("A-74", "F 1010")],
        arrange=helpless,
        **STILL,
    )
    target = game.state.ships[1].code
    plot(game, british={"74/A": f"Fire Crew {target}"})
    assert told(game, "Fired")[0].total == 23


@pytest.mark.clause("7.17", "7.16")
@pytest.mark.parametrize("heading", list(wg.HEADINGS))
def test_a_ship_is_raked_from_exactly_where_she_does_not_bear(heading: str) -> None:
    game = sea([rest("B-74", "A 1010")], [rest("A-74", "A 1208", heading)], **STILL)
    firer, target = game.state.ships
    for offset in wg.NEAR:
        firer.place = target.place + offset
        assert rakes(firer, target) is not bears(target, firer)


# 7.17-order: what comes first


@pytest.mark.clause("7.17-order", "7.5")
@pytest.mark.parametrize(
    ("crew", "speed", "total"),
    [(1, 12, 6), (0, 12, 14), (0, 9, 30), (1, 9, 14), (2, 16, 6)],
)
def test_crew_then_speed_halve_before_raking_adds_its_third(
    crew: int, speed: int, total: int
) -> None:
    # 23, 11, 5, 6 at most; the heading is south, so the target north-east is on the quarter.
    game = sea(
        [ship("B-74", "A 1010", "S", speed, crew=crew)],
        [rest("MM", ASTERN[2], "SW")],
        force="fresh",
        options={"speed_effects": True},
        gunnery={"british": 1},
    )
    plot(game, british={"74/A": f"S {speed}; Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == total


@pytest.mark.clause("7.17-order", "6.63")
def test_a_french_74_with_a_crew_hit_trebles_12_when_afoul() -> None:
    game = sea(
        [rest("A-74", crew=1)],
        [rest("B-74", "A 1010")],
        afoul=[(0, 1)],
        nation={"british": "french"},
        options={"national_multipliers": True},
        **STILL,
    )
    assert fire(game).total == 36


@pytest.mark.clause("7.17-order", "7.23", "7.17")
def test_two_74s_of_which_one_rakes_come_to_26_when_combined_fire_is_halved() -> None:
    ships = [rest("B-74", "A 1010"), rest("B-74", "A 1009")]
    game = sea(
        ships,
        [rest("B-64", ASTERN[2], "SW")],
        options={"combined_fire_halved": True},
        **STILL,
    )
    fired = fire(game)
    assert sorted(points for _, points, _ in fired.firers) == [23, 30]
    assert (fired.total, fired.defense, fired.odds) == (26, 13, "2-1")


@pytest.mark.clause("7.17-order", "9.13")
@pytest.mark.parametrize(("crew", "heading", "total"), [(1, "SW", 6), (0, "SW", 14), (0, "N", 11)])
def test_the_halving_of_a_retreat_comes_before_raking(crew: int, heading: str, total: int) -> None:
    # 23, 11, 5, 6; and 23, 11, 14.
    def retiring(state: FrigateState) -> None:
        state.over = {"british": 1}

    game = sea(
        [rest("B-74", "A 1010", crew=crew)],
        [rest("MM", ASTERN[2], heading)],
        arrange=retiring,
        **STILL,
    )
    assert fire(game).total == total


@pytest.mark.clause("7.22")
def test_firers_of_different_ratings_use_the_worst_table() -> None:
    def two_fleets(state: FrigateState) -> None:
        state.fleets = (*state.fleets, replace(state.fleets[0], id="dutch", gunnery=3))
        state.ships[1].fleet = "dutch"

    ships = [rest("B-74", "A 0410"), rest("B-74", "A 0411")]
    game = sea(ships, [rest("A-74", "A 0611")], arrange=two_fleets, **STILL)
    fired = fire(game)
    assert (fired.total, fired.table, fired.odds) == (46, "gunnery-3", "3-1")


@pytest.mark.clause("7.22", "7.12")
def test_two_targets_in_one_hex_are_two_attacks() -> None:
    def stack(state: FrigateState) -> None:
        state.ships[3].place = state.ships[2].place
        state.ships[3].prize = True
        state.ships[3].rename()

    game = sea(
        [rest("B-74", "A 0410"), rest("B-74", "A 0411")],
        [rest("A-74", "A 0611"), rest("A-74", "F 1010")],
        arrange=stack,
        **STILL,
    )
    plot(game, british={"74/A": "Fire Crew 74/A", "74/B": "Fire Crew P-74/B"})
    assert [e.total for e in told(game, "Fired")] == [23, 23]


@pytest.mark.clause("7.23")
@pytest.mark.parametrize(
    ("guns", "total", "odds"),
    [(("B-74", "B-74", "B-64"), 31, "2-1"), (("B-74",), 23, "1-1"), (("B-74", "B-74"), 23, "1-1")],
)
def test_the_sum_of_several_ships_is_halved_and_a_ship_alone_is_not(
    guns: tuple[str, ...], total: int, odds: str
) -> None:
    hexes = ("A 0410", "A 0411", "A 0412")
    ships = [rest(type, hex) for type, hex in zip(guns, hexes, strict=False)]
    game = sea(ships, [rest("A-74", "A 0611")], options={"combined_fire_halved": True}, **STILL)
    fired = fire(game)
    assert (fired.total, fired.odds) == (total, odds)


@pytest.mark.clause("6.12", "7.22", "8.3")
def test_if_command_control_takes_a_partner_away_the_rest_may_fall_below_the_table() -> None:
    # 11 and 9 on 15 are 1-1 on table #2; either alone is below it.
    game = sea(
        [rest("B-50", "A 0411"), rest("C-50", "A 0412")],
        [rest("A-74", "A 0611")],
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(2,)),
        mode="book",
        force="calm",
        gunnery={"british": 2},
        arrange=lambda state: put(state, 1, "A 0413"),
    )
    plot(game, british={"50/A": "Fire Crew 74/A", "50/N": "Fire Crew 74/A"})
    assert not told(game, "Fired")
    assert [e.clause for e in told(game, "HeldFire")] == ["6.12"]


# 7.4, 7.5, 7.6


@pytest.mark.clause("7.4", "3.24-gunnery")
@pytest.mark.parametrize(
    ("hexes", "total"),
    [(1, 23), (2, 23), (3, 13), (5, 13), (6, 7), (7, 7)],
)
def test_the_british_74_fires_by_four_bands(hexes: int, total: int) -> None:
    assert shot(rest("B-74"), rest("MM", ABEAM[hexes])).total == total


@pytest.mark.clause("7.4", "7.4-continued")
@pytest.mark.parametrize("hexes", [8, 10])
def test_at_eight_to_ten_hexes_a_74_has_2(hexes: int) -> None:
    game = sea([rest("B-74"), rest("A-120", "A 0411")], [rest("MM", ABEAM[hexes])], **STILL)
    plot(game, british={"74/A": "Fire Crew MM/1", "120/A": "Fire Crew MM/1"})
    assert [points for _, points, _ in told(game, "Fired")[0].firers] == [2, 4]


@pytest.mark.clause("7.4", "6.68")
def test_at_no_distance_the_highest_strength_serves() -> None:
    def stack(state: FrigateState) -> None:
        state.ships[1].place = state.ships[0].place

    game = sea([rest("B-74")], [rest("A-74", "A 1010", "S")], arrange=stack, **STILL)
    assert fire(game).total == 23


@pytest.mark.clause("7.4", "7.4-continued")
@pytest.mark.parametrize(("type", "hexes"), [("D-32", 8), ("MM", 6)])
def test_a_nought_in_the_band_is_no_attack(type: str, hexes: int) -> None:
    game = sea([rest(type)], [rest("C-50", ABEAM[hexes])], **STILL)
    code = game.state.ships[0].code
    assert refusal(game, british={code: "Fire Crew 50/N"}) == "7.4-continued"


@pytest.mark.clause("7.5")
@pytest.mark.parametrize(
    ("type", "speed", "crew", "total"),
    [
        ("B-74", 10, 0, 11),
        ("B-74", 9, 0, 23),
        ("B-74", 10, 1, 5),
        ("D-44", 17, 0, 20),
        ("B-50", 10, 0, 5),
        ("B-44", 16, 0, 14),
    ],
)
def test_at_ten_and_faster_a_ship_of_the_line_fires_with_half(
    type: str, speed: int, crew: int, total: int
) -> None:
    game = sea(
        [ship(type, "A 1010", "S", speed, crew=crew)],
        [rest("MM", "A 1210")],
        force="fresh",
        options={"speed_effects": True},
        gunnery={"british": 1},
    )
    code = game.state.ships[0].code
    plot(game, british={code: f"S {speed}; Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == total


@pytest.mark.clause("7.5")
def test_without_the_option_speed_costs_no_guns() -> None:
    game = sea([ship("B-74", "A 1010", "S", 12)], [rest("MM", "A 1210")], force="fresh")
    plot(game, british={"74/A": "S 12; Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == 23


@pytest.mark.clause("7.5", "6.21")
@pytest.mark.parametrize(
    ("speed", "row", "total"), [(9, "Accel 2, S 11", 23), (10, "Decel 4, S 6", 11)]
)
def test_the_speed_that_counts_is_the_one_at_which_she_entered_the_turn(
    speed: int, row: str, total: int
) -> None:
    game = sea(
        [ship("B-74", "A 1010", "S", speed)],
        [rest("MM", "A 1210")],
        force="fresh",
        options={"speed_effects": True},
        gunnery={"british": 1},
    )
    plot(game, british={"74/A": f"{row}; Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == total


@pytest.mark.clause("7.6", "13.0-ratings")
@pytest.mark.parametrize(
    ("scenario", "fleet", "rating"),
    [("gulf-of-tehuantepec", "spanish-rebels", 3), ("minorca", "british", 3)],
)
def test_a_fleet_fires_on_the_table_of_its_rating(scenario: str, fleet: str, rating: int) -> None:
    game = stage(scenario)
    assert {f.id: f.gunnery for f in game.state.fleets}[fleet] == rating


@pytest.mark.clause("7.6")
def test_rating_2_fires_on_table_2() -> None:
    fired = shot(rest("B-74"), rest("A-74", ABEAM[2]), gunnery={"british": 2})
    assert fired.table == "gunnery-2"


# 6.12 and the plot


@pytest.mark.clause("6.12", "7.16")
def test_in_book_play_illegal_fire_is_lost_and_the_movement_is_not() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4)],
        [rest("A-74", "A 1004")],
        mode="book",
        gunnery={"british": 1},
    )
    plot(game, british={"74/A": "N 4; Fire Crew 74/A"})
    assert not told(game, "Fired")
    assert where(game, 0) == "A 1006"
