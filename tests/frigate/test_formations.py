"""Columns and lines abreast: who is in one, how it sails, and its flag (8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st
from positions import by_code, plot, refusal, sea, ship, stage, take, told, where

import weathergage as wg
from weathergage import HEADINGS, STEP, distance
from weathergage_frigate.formations import find
from weathergage_frigate.plotting import PlotAnswers
from weathergage_frigate.state import Formation

FAR = ship("A-74", "D 0101", "N", 0)
LETTERS = "ABCDEFGH"


def fleet(
    *hexes: str, heading: str = "N", speed: int = 4, flag: int = 0, **more: Any
) -> list[dict[str, Any]]:
    """British 74s on section A, one of them the flagship."""
    return [
        ship("B-74", f"A {hex}", heading, speed, flag="F" if n == flag else "", **more)
        for n, hex in enumerate(hexes)
    ]


def rows(count: int, lead: str, follow: str = "Formation") -> dict[str, str]:
    """A plot sheet in which the first ship leads and the rest follow."""
    return {f"74/{LETTERS[n]}": follow if n else lead for n in range(count)}


def at_sea(ships: list[dict[str, Any]], heading: str = "N", **more: Any) -> wg.Game:
    """The ships before the wind as they head, unless the wind is given."""
    wind = HEADINGS[(HEADINGS.index(heading) + 3) % 6]
    return sea(ships, [FAR], **({"wind": wind} | more))


def sailed(game: wg.Game, orders: Mapping[str, str]) -> list[str]:
    """Where the British are when a plot has been sailed, with how they head."""
    plot(game, british=orders)
    own = [s for s in game.state.ships if s.side == "british"]
    return [f"{where(game, s.n)[2:]} {HEADINGS[s.heading]}" for s in own]


def planned(game: wg.Game, orders: Mapping[str, str]) -> tuple[Formation, ...]:
    """The formations of a plot sheet."""
    [decision] = [d for d in game.decisions if d.seat == "british"]
    sheet = decision._ask.answers.sheet(decision.kinds[0](orders=dict(orders)))
    return tuple(sheet.formations)


# What makes a formation


@pytest.mark.clause("8.1")
def test_two_hexes_may_lie_between_one_ship_and_the_next() -> None:
    # 15.3: A 0101, 0402, 0704 facing SE.
    ships = fleet("0704", "0402", "0101", heading="SE")
    assert refusal(at_sea(ships, "SE"), "british", rows(3, "Column, SE 4")) == ""


@pytest.mark.clause("8.1")
def test_three_hexes_between_are_too_many() -> None:
    assert refusal(at_sea(fleet("1010", "1013")), "british", rows(2, "Column, N 4")) == ""
    assert refusal(at_sea(fleet("1010", "1014")), "british", rows(2, "Column, N 4")) == "8.1"
    assert refusal(at_sea(fleet("0704", "1104")), "british", rows(2, "Abreast, N 4")) == "8.1"
    # 16.2: on 0703 and 0301 with nothing on 0502.
    ships = fleet("0904", "0703", "0301", heading="SE")
    assert refusal(at_sea(ships, "SE"), "british", rows(3, "Column, SE 4")) == "8.1"


@pytest.mark.clause("8.1", "6.11")
def test_by_the_book_only_the_ship_out_of_reach_is_not_in_the_formation() -> None:
    game = at_sea(fleet("1010", "1012", "1016"), mode="book", dice=wg.Dice.of(helm=(1,)))
    assert sailed(game, rows(3, "Column, N 4")) == ["1006 N", "1008 N", "1414 NE"]
    assert [lost.ship for lost in told(game, "OutOfCommand")] == ["B-74 74/C"]
    game = at_sea(fleet("1010", "1012", "1016", flag=2), mode="book", dice=wg.Dice.of(helm=(3, 3)))
    plot(game, british=rows(3, "Column, N 4"))
    assert [lost.ship for lost in told(game, "OutOfCommand")] == [
        f"B-74 74/{letter}" for letter in "ABC"
    ]


@pytest.mark.clause("8.1")
def test_an_enemy_or_a_stranger_in_between_has_no_effect() -> None:
    ships = [*fleet("1010", "1013"), ship("B-74", "A 1011", "N", 4)]
    game = sea(ships, [ship("A-74", "A 1012", "N", 4)], wind="S")
    orders = rows(2, "Column, N 4") | {"74/C": "N 4"}
    assert refusal(game, "british", orders) == ""
    assert planned(game, orders)[0].members == (0, 1)


@pytest.mark.clause("8.1", "8.15")
@pytest.mark.parametrize("row", ["Column, N 4", "Abreast, N 4"])
def test_without_a_flagship_there_is_no_formation(row: str) -> None:
    game = at_sea(fleet("1010", "1011", flag=-1))
    assert refusal(game, "british", rows(2, row)) == "8.1"


@pytest.mark.clause("8.1", "6.11")
def test_by_the_book_ships_without_a_flagship_are_lost_one_by_one() -> None:
    game = at_sea(fleet("1010", "1011", flag=-1), mode="book", dice=wg.Dice.of(helm=(1, 5)))
    assert sailed(game, rows(2, "Column, N 4")) == ["1408 NE", "0609 NW"]


@pytest.mark.clause("8.1")
def test_a_formation_is_one_from_the_start_to_the_end_of_its_plot() -> None:
    game = at_sea(fleet("1010", "1011"))
    assert refusal(game, "british", rows(2, "N 2, Column, N 2")) == "8.1"
    # The second ship is dismasted, falls behind, and ends four hexes astern.
    ships = fleet("1010", "1012", speed=8)
    ships[1]["mast"] = 3
    game = at_sea(ships, force="fresh")
    assert refusal(game, "british", rows(2, "Column, N 8")) == "8.12"
    assert refusal(game, "british", rows(2, "Column, Decel 3, N 5")) == ""


@pytest.mark.clause("8.1")
def test_a_flagship_is_that_of_one_formation_only() -> None:
    ships = fleet("1010", "1011", "1012")
    game = at_sea(ships)
    orders = {
        "74/A": "Column, N 4; Formation 74/B",
        "74/B": "Column, N 4",
        "74/C": "Formation 74/B",
    }
    assert refusal(game, "british", orders) == "8.1"


@pytest.mark.clause("8.1", "6.0-general")
def test_an_afoul_ship_sails_in_no_formation() -> None:
    game = sea(
        fleet("1010", "1012", speed=0),
        [ship("A-74", "A 1510", "N", 0)],
        afoul=[(1, 2)],
    )
    assert refusal(game, "british", rows(2, "Column")) == "8.1"


# Line Abreast


@pytest.mark.clause("8.11")
def test_four_on_one_row_with_a_hex_between_are_a_line_abreast() -> None:
    # 15.1: C 0713, 0913, 1113, 1313 facing N.
    ships = fleet("0713", "0913", "1113", "1313")
    game = at_sea(ships)
    assert sailed(game, rows(4, "Abreast, N 3, NW 1")) == [
        "0609 NW",
        "0809 NW",
        "1009 NW",
        "1209 NW",
    ]


@pytest.mark.clause("8.11")
def test_a_ship_that_faces_another_way_is_not_in_the_line() -> None:
    ships = fleet("0713", "0913", "1113", "1313")
    ships[2]["heading"] = "NE"
    assert refusal(at_sea(ships), "british", rows(4, "Abreast, N 4")) == "8.11"


@pytest.mark.clause("8.11")
def test_a_ship_off_the_line_is_not_in_it() -> None:
    game = at_sea(fleet("1003", "1103", "1204", heading="SE"), "SE")
    assert refusal(game, "british", rows(3, "Abreast, SE 4")) == "8.11"
    assert refusal(game, "british", rows(2, "Abreast, SE 4") | {"74/C": "SE 4"}) == ""


@pytest.mark.clause("8.11")
@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize(
    "hexes",
    [
        ("1010", "1210", "1410"),
        ("1010", "1009", "1008"),
        ("1010", "1110", "1209"),
        ("1010", "1309", "1607"),
        ("1010", "1112", "1213"),
        ("1010", "1111", "1213"),
        ("1010", "0712", "0413"),
    ],
)
def test_the_line_may_run_in_any_direction(hexes: tuple[str, ...], heading: str) -> None:
    # Rows of hexes, corner to corner, and slantwise with two hexes between; also along the bow.
    game = at_sea(fleet(*hexes, heading=heading), heading)
    order = rows(3, f"Abreast, {heading} 4")
    assert refusal(game, "british", order) == ("" if straight(game) else "8.11")
    assert straight(game) is (hexes != ("1010", "1111", "1213"))


def straight(game: wg.Game) -> bool:
    return wg.is_straight([s.place for s in game.state.ships if s.side == "british"])


@pytest.mark.clause("8.11")
def test_all_turn_and_run_at_the_same_step() -> None:
    game = at_sea(fleet("0713", "0913", "1113"))
    orders = rows(3, "Abreast, N 2, SW 1")
    [decision] = [d for d in game.decisions if d.seat == "british"]
    sheet = decision._ask.answers.sheet(decision.kinds[0](orders=orders))
    plans = list(sheet.planned.values())
    assert len(plans) == 3
    assert {(plan.offsets, plan.headings) for plan in plans} == {
        ((STEP[0], 2 * STEP[0], 2 * STEP[0], 2 * STEP[0] + STEP[4]), (0, 0, 4, 4))
    }


@pytest.mark.clause("8.11")
def test_all_ships_of_a_line_make_the_flagships_speed() -> None:
    ships = fleet("0713", "0913", "1113", speed=5)
    ships[2]["mast"] = 1
    game = at_sea(ships, force="moderate")
    assert refusal(game, "british", rows(3, "Abreast, N 5")) == "8.11"
    assert refusal(game, "british", rows(3, "Abreast, Decel 1, N 4")) == ""


@pytest.mark.clause("8.11", "6.45")
def test_a_line_at_rest_turns_together_unless_one_of_it_is_stopped_by_damage() -> None:
    ships = fleet("0713", "0913", speed=0)
    assert sailed(at_sea(ships), rows(2, "Abreast, NE 0")) == ["0713 NE", "0913 NE"]
    ships[1]["mast"] = 3
    assert refusal(at_sea(ships), "british", rows(2, "Abreast, NE 0")) == "6.52"


@pytest.mark.clause("8.11", "8.14")
def test_the_row_of_a_line_is_its_flagships() -> None:
    game = at_sea(fleet("0713", "0913", "1113", flag=1))
    assert refusal(game, "british", rows(3, "Abreast, N 4")) == "8.14"
    orders = {"74/A": "Formation", "74/B": "Abreast, N 4", "74/C": "Formation"}
    assert refusal(game, "british", orders) == ""


@pytest.mark.clause("8.11", "6.11", "8.3")
def test_by_the_book_an_illegal_row_gives_the_whole_line_one_random_plot() -> None:
    game = at_sea(fleet("0713", "0913", "1113"), mode="book", dice=wg.Dice.of(helm=(1,)))
    assert sailed(game, rows(3, "Abreast, N 3")) == ["1111 NE", "1311 NE", "1511 NE"]
    [lost] = told(game, "OutOfCommand")
    assert (lost.ship, lost.members, lost.clause) == ("B-74 74/A", ("74/B", "74/C"), "6.11")
    assert len(told(game, "Wanders")) == 1


# Column Ahead


@pytest.mark.clause("8.12")
def test_a_follower_turns_where_the_lead_ship_turned() -> None:
    game = at_sea(fleet("1010", "1011"))
    assert sailed(game, rows(2, "Column, N 2, NE 2")) == ["1207 NE", "1108 NE"]


@pytest.mark.clause("8.12")
def test_the_flagship_may_be_third() -> None:
    game = at_sea(fleet("1010", "1011", "1012", flag=2))
    orders = rows(3, "Column, N 4")
    assert refusal(game, "british", orders) == ""
    [formation] = planned(game, orders)
    assert (formation.leader, formation.flag, formation.members) == (0, 2, (0, 1, 2))


@pytest.mark.clause("8.12")
@pytest.mark.parametrize("gap", [1, 2, 3])
@pytest.mark.parametrize("lead", ["N 5", "N 2, NE 3", "NE 5", "NW 1, N 1, NE 3", "N 2, SE 2"])
def test_at_one_speed_the_gap_along_the_track_stays(gap: int, lead: str) -> None:
    game = at_sea(fleet("1006", f"10{6 + gap:02}", speed=5))
    # The follower has sailed over every hex that the lead ship came by.
    plot(game, british=rows(2, f"Column, {lead}"))
    one, other = game.state.ships[:2]
    assert 1 <= distance(one.place, other.place) <= gap
    assert (one.speed, other.speed) == (5, 5)
    assert set(other.wake) <= {*one.wake, one.place, *(one.wake[0] + n for n in (1, 2, 3))}


@pytest.mark.clause("8.12")
def test_who_comes_by_a_bend_of_an_earlier_turn_follows_it() -> None:
    # The lead ship turned NE in the first turn; two hexes behind, the follower has the bend
    # ahead of her and does not cut it off in the second.
    game = at_sea(fleet("1010", "1012"))
    assert sailed(game, rows(2, "Column, N 1, NE 3")) == ["1308 NE", "1109 NE"]
    assert sailed(game, rows(2, "Column, NE 4")) == ["1706 NE", "1507 NE"]
    game = at_sea(fleet("1010", "1013"))
    assert sailed(game, rows(2, "Column, N 1, NE 3")) == ["1308 NE", "1009 N"]
    assert sailed(game, rows(2, "Column, NW 3")) == ["1006 NW", "1308 NW"]


@pytest.mark.clause("8.12")
def test_after_a_turn_that_cost_a_point_followers_still_find_the_track() -> None:
    game = at_sea(fleet("1010", "1011", "1013"))
    assert sailed(game, rows(3, "Column, N 1, SE 2")) == ["1210 SE", "1110 SE", "1009 N"]
    assert sailed(game, rows(3, "Column, SE 4")) == ["1612 SE", "1512 SE", "1311 SE"]


@pytest.mark.clause("8.12", "6.61-friends")
def test_who_follows_a_ship_that_turns_in_her_hex_waits_for_her() -> None:
    game = at_sea(fleet("1010", "1011", "1012"))
    assert sailed(game, rows(3, "Column, N 1, SE 2")) == ["1210 SE", "1110 SE", "1009 SE"]
    assert not told(game, "Blocked")


@pytest.mark.clause("8.12", "6.61-friends")
def test_who_follows_a_ship_that_is_stopped_is_stopped_too() -> None:
    ships = [*fleet("1010", "1011", "1013"), ship("B-74", "A 1008", "N", 0)]
    assert sailed(at_sea(ships), rows(3, "Column, N 4"))[:3] == ["1009 N", "1010 N", "1011 N"]


@pytest.mark.clause("8.12")
def test_speeds_in_a_column_may_differ_while_the_gaps_allow_it() -> None:
    ships = fleet("1010", "1011")
    ships[1]["speed"] = 6
    game = at_sea(ships, force="fresh")
    assert sailed(game, rows(2, "Column, Decel 2, N 2")) == ["1008 N", "1009 N"]
    # At 8 she must make 4 at least, and would run over a lead ship that makes 2.
    ships[1]["speed"] = 8
    game = at_sea(ships, force="fresh")
    assert refusal(game, "british", rows(2, "Column, Decel 2, N 2")) == "8.12"
    ships = fleet("1010", "1013")
    ships[1]["speed"] = 8
    game = at_sea(ships, force="fresh")
    assert sailed(game, rows(2, "Column, Decel 2, N 2")) == ["1008 N", "1009 N"]
    assert [s.speed for s in game.state.ships[:2]] == [2, 4]


@pytest.mark.clause("8.12", "6.11")
def test_a_follower_who_cannot_keep_to_the_track_makes_the_plot_illegal() -> None:
    # She heads the other way and would have to turn three hexsides in her hex.
    ships = fleet("1010", "1011")
    ships[1]["heading"] = "S"
    assert refusal(at_sea(ships), "british", rows(2, "Column, N 4")) == "8.12"
    game = at_sea(ships, mode="book", dice=wg.Dice.of(helm=(3,)))
    plot(game, british=rows(2, "Column, N 4"))
    [lost] = told(game, "OutOfCommand")
    assert (lost.ship, lost.members) == ("B-74 74/A", ("74/B",))
    assert len(told(game, "Wanders")) == 1


@pytest.mark.clause("8.12", "6.32")
def test_a_follower_is_bound_by_the_wind_as_any_ship() -> None:
    # The lead ship has tacked and is off; the next has to sail north to her hex, into the wind.
    ships = fleet("1010", "1012", heading="NE")
    for played, clause in ((False, ""), (True, "8.12")):
        game = at_sea(ships, wind="N", options={"no_sailing_into_wind": played})
        assert refusal(game, "british", rows(2, "Column, NE 4")) == clause


@pytest.mark.clause("8.12")
def test_in_a_bent_column_the_next_astern_is_who_lies_in_the_wake() -> None:
    # Round the bend the third ship is nearer to the lead than the second.
    def bend(state: Any) -> None:
        parse = state.sections.parse
        state.ships[0].wake = tuple(parse(f"A {hex}") for hex in ("1011", "1010", "1109", "1209"))

    ships = [
        ship("B-74", "A 1210", "S", 4, flag="F"),
        ship("B-74", "A 1109", "SE", 4),
        ship("B-74", "A 1011", "N", 4),
    ]
    game = at_sea(ships, wind="NE", arrange=bend)
    orders = rows(3, "Column, S 4")
    [formation] = planned(game, orders)
    assert formation.members == (0, 1, 2)
    assert sailed(game, orders)[0] == "1214 S"


@pytest.mark.clause("8.12", "8.1")
@given(
    speed=st.integers(1, 6),
    gaps=st.lists(st.integers(1, 3), min_size=1, max_size=4),
    seed=st.integers(0, 1 << 20),
)
def test_a_column_never_scatters(speed: int, gaps: list[int], seed: int) -> None:
    hexes = ["1003"]
    for gap in gaps:
        hexes.append(f"10{int(hexes[-1][2:]) + gap:02}")
    game = at_sea(fleet(*hexes, speed=speed), force="fresh")
    answers = PlotAnswers(game, "british")
    dice = wg.Dice(seed)
    for _ in range(3):
        drawn = answers.sample(dice)
        if "Column" in "".join(drawn.orders.values()):
            break
    else:
        return
    orders = {code: row for code, row in drawn.orders.items()}
    [formation, *_] = planned(game, orders)
    plot(game, british=orders)
    assert not told(game, "Blocked")
    places = [game.state.ships[n].place for n in formation.members]
    assert all(1 <= distance(a, b) <= 3 for a, b in pairwise(places))


# Changing formation


@pytest.mark.clause("8.13", "8.11")
def test_a_straight_column_becomes_a_line_when_all_turn_at_once() -> None:
    game = at_sea(fleet("1010", "1012", "1014"))
    orders = rows(3, "Column, N 2, Abreast, NE 2")
    assert sailed(game, orders) == ["1207 NE", "1209 NE", "1211 NE"]


@pytest.mark.clause("8.13")
def test_a_bent_column_cannot_become_a_line() -> None:
    game = at_sea(fleet("1010", "1012", "1014"))
    assert refusal(game, "british", rows(3, "Column, N 1, NE 1, Abreast, N 2")) == "8.13"


@pytest.mark.clause("8.13")
@pytest.mark.parametrize(
    "row",
    ["Abreast, NW 2, Column, NE 1", "Abreast, NW 1, NE 1, Column", "Abreast, NW 2, NE 0, Column"],
)
def test_a_line_becomes_a_column_when_all_turn_along_it_at_once(row: str) -> None:
    ships = fleet("1010", "0911", "0811", heading="NW", speed=4 if "2, C" in row else 3)
    game = at_sea(ships, "NW")
    # Two hexsides from NW to NE cost each a point.
    plot(game, british=rows(3, row))
    places = [s.place for s in game.state.ships[:3]]
    assert [HEADINGS[s.heading] for s in game.state.ships[:3]] == ["NE"] * 3
    assert places[0] - places[1] == places[1] - places[2] == STEP[1]


@pytest.mark.clause("8.13")
def test_a_line_that_does_not_lie_along_its_course_cannot_become_a_column() -> None:
    game = at_sea(fleet("0713", "0913", "1113"))
    assert refusal(game, "british", rows(3, "Abreast, N 2, Column, NE 2")) == "8.13"
    assert refusal(game, "british", rows(3, "Abreast, N 2, Column, N 2")) == "8.13"


@pytest.mark.clause("8.13")
def test_a_formation_may_change_there_and_back_in_a_turn() -> None:
    game = at_sea(fleet("1010", "1012", "1014", speed=7), force="fresh")
    orders = rows(3, "Column, N 2, Abreast, NE 2, N 1, Column, N 1, NW 1")
    assert refusal(game, "british", orders) == ""
    assert sailed(game, orders) == ["1105 NW", "1206 N", "1208 N"]


@pytest.mark.clause("8.13", "8.14")
def test_the_foremost_ship_leads_the_column_that_a_line_becomes() -> None:
    # The flagship is in the middle of the line; when all turn along it the easternmost leads.
    ships = fleet("0911", "1010", "0811", heading="NW")
    game = at_sea(ships, "NW")
    orders = rows(3, "Abreast, NW 1, Column, NE 1, N 1")
    assert sailed(game, orders) == ["1009 NE", "1008 N", "0910 NE"]


@pytest.mark.clause("8.13")
def test_a_column_that_turns_about_together_is_led_by_what_was_its_tail() -> None:
    game = at_sea(fleet("1006", "1007", "1008", speed=8), force="fresh")
    # Together N to SE and S again, then a column heading S with the old tail ahead.
    orders = rows(3, "Column, N 1, Abreast, SE 2, S 2, Column, S 1, SW 1")
    assert sailed(game, orders) == ["1210 S", "1211 S", "1112 SW"]


@pytest.mark.clause("8.13", "6.2")
def test_a_formation_that_changes_keeps_one_rate_for_all() -> None:
    ships = fleet("1010", "1012")
    ships[1]["speed"] = 8
    game = at_sea(ships, force="fresh")
    assert refusal(game, "british", rows(2, "Column, Decel 1, N 1, Abreast, NE 2")) == "8.11"


# Plotting


@pytest.mark.clause("8.14")
def test_a_line_of_four_has_one_course_and_three_that_say_formation() -> None:
    ships = fleet("0713", "0913", "1113", "1313")
    [formation] = planned(at_sea(ships), rows(4, "Abreast, N 4"))
    assert (formation.kind, formation.members[0], sorted(formation.members)) == (
        "abreast",
        0,
        [0, 1, 2, 3],
    )


@pytest.mark.clause("8.14")
def test_the_course_of_a_column_is_in_its_lead_ships_row() -> None:
    game = at_sea(fleet("1010", "1011", "1012", flag=1))
    assert refusal(game, "british", rows(3, "Column, N 4")) == ""
    by_flag = {"74/A": "Formation", "74/B": "Column, N 4", "74/C": "Formation"}
    # 74/B as the lead ship would have 74/A astern of her, who lies ahead.
    assert refusal(game, "british", by_flag) == "8.12"


@pytest.mark.clause("8.14")
def test_a_ship_in_formation_has_no_course_of_her_own() -> None:
    for row in ("Formation, N 4", "Formation; Accel 1", "Formation; Break away"):
        game = at_sea(fleet("1010", "1011"))
        assert refusal(game, "british", rows(2, "Column, N 4", row)) == "8.14"


@pytest.mark.clause("8.14")
def test_of_several_formations_a_row_says_which() -> None:
    ships = [*fleet("1010", "1011"), *fleet("1510", "1511")]
    leads = {"74/A": "Column, N 4", "74/C": "Column, NE 4"}
    named = {"74/B": "Formation 74/A", "74/D": "Formation 74/C"}
    assert refusal(at_sea(ships), "british", leads | named) == ""
    assert [f.members for f in planned(at_sea(ships), leads | named)] == [(0, 1), (2, 3)]
    unnamed = {"74/B": "Formation", "74/D": "Formation 74/C"}
    assert refusal(at_sea(ships), "british", leads | unnamed) == "8.14"
    assert refusal(at_sea(ships), "british", leads | named | {"74/B": "Formation 74/D"}) != ""


@pytest.mark.clause("8.14", "5.0-procedure")
def test_a_row_may_name_the_flagship_instead_of_the_lead_ship() -> None:
    game = at_sea(fleet("1010", "1011", "1012", flag=1))
    orders = {"74/A": "Column, N 4", "74/B": "Formation 74/A", "74/C": "Formation 74/B"}
    assert [f.members for f in planned(game, orders)] == [(0, 1, 2)]


@pytest.mark.clause("8.14")
def test_a_formation_that_nobody_leads_is_none() -> None:
    game = at_sea(fleet("1010", "1011"))
    assert refusal(game, "british", {"74/A": "N 4", "74/B": "Formation"}) == "8.14"


# Flagships


def flags(*given: str) -> list[dict[str, Any]]:
    ships = fleet(*(f"10{10 + n}" for n in range(len(given))))
    for entry, flag in zip(ships, given, strict=True):
        entry["flag"] = flag
    return ships


@pytest.mark.clause("8.15")
@pytest.mark.parametrize(
    ("given", "lead", "controls"),
    [
        (("F", "", "FF"), "Column, N 4", 2),
        (("FF", "", "F"), "Column, N 4", 0),
        (("", "F", "FF"), "Column under 74/C, N 4", 2),
        (("F", "", "F"), "Column, N 4", 0),
        (("F", "", "F"), "Column under 74/C, N 4", 2),
        (("F", "", "F"), "Column under 74/A, N 4", 0),
        (("", "F", "F"), "Column, N 4", 1),
        (("", "F", "F"), "Column under 74/C, N 4", 2),
    ],
)
def test_a_fleet_flagship_controls_and_of_several_flagships_the_one_that_is_named(
    given: tuple[str, ...], lead: str, controls: int
) -> None:
    game = at_sea(flags(*given))
    assert refusal(game, "british", rows(3, lead)) == ""
    assert planned(game, rows(3, lead))[0].flag == controls


@pytest.mark.clause("8.15")
@pytest.mark.parametrize(
    ("given", "lead"),
    [
        (("F", "", "FF"), "Column under 74/A, N 4"),
        (("F", "", "F"), "Column under 74/B, N 4"),
        (("F", "", "F"), "Column under 74/H, N 4"),
    ],
)
def test_who_is_no_flagship_or_under_a_fleet_flagship_cannot_be_named(
    given: tuple[str, ...], lead: str
) -> None:
    assert refusal(at_sea(flags(*given)), "british", rows(3, lead)) == "8.15"


@pytest.mark.clause("8.15", "8.11")
def test_a_line_with_a_fleet_flagship_sails_by_her_row() -> None:
    ships = fleet("0713", "0913", "1113")
    ships[2]["flag"] = "FF"
    assert refusal(at_sea(ships), "british", rows(3, "Abreast, N 4")) == "8.14"
    ships[2]["flag"] = "F"
    assert refusal(at_sea(ships), "british", rows(3, "Abreast, N 4")) == ""


@pytest.mark.clause("8.15", "13.0-forces")
def test_ships_without_any_flagship_are_all_independent() -> None:
    assert find(PlotAnswers(at_sea(flags("", "", "")), "british")) == []
    assert len(find(PlotAnswers(at_sea(flags("", "F", "")), "british"))) == 1


@pytest.mark.clause("8.15")
def test_a_lost_flagship_is_not_replaced() -> None:
    def sunk(state: Any) -> None:
        state.ships[1].gone = "sunk"

    game = at_sea(flags("", "F", ""), arrange=sunk)
    orders = {"74/A": "Column, N 4", "74/C": "Formation"}
    assert refusal(game, "british", orders) == "8.1"


# Passing the flag


@pytest.mark.clause("8.15-passing")
@pytest.mark.parametrize(
    ("to", "clause"),
    [("B", ""), ("D", ""), ("E", "8.15-passing"), ("A", "8.15-passing"), ("C", "8.15-passing")],
)
def test_the_flag_goes_to_the_next_ship_on_either_side(to: str, clause: str) -> None:
    game = at_sea(flags("", "", "F", "", ""))
    orders = rows(5, "Column, N 4") | {"74/C": f"Formation; Flag to 74/{to}"}
    assert refusal(game, "british", orders) == clause
    if not clause:
        plot(game, british=orders)
        carried = [s.code for s in game.state.ships if s.flag]
        assert carried == [f"74/{to}"]
        assert [passed.to for passed in told(game, "FlagPassed")] == [f"B-74 74/{to}"]


@pytest.mark.clause("8.15-passing", "8.11")
def test_in_a_line_the_neighbours_are_those_on_either_hand() -> None:
    game = at_sea(fleet("1113", "0713", "0913", "1313"))
    for to, clause in (("C", ""), ("D", ""), ("B", "8.15-passing")):
        orders = rows(4, f"Abreast, N 4; Flag to 74/{to}")
        assert refusal(game, "british", orders) == clause


@pytest.mark.clause("8.15-passing")
def test_only_a_flagship_in_a_formation_passes_her_flag() -> None:
    game = at_sea(flags("F", "", ""))
    orders = rows(3, "Column, N 4")
    assert refusal(game, "british", orders | {"74/B": "Formation; Flag to 74/C"}) == "8.15-passing"
    alone = {"74/A": "N 4; Flag to 74/B", "74/B": "N 4", "74/C": "N 4"}
    assert refusal(game, "british", alone) == "8.15-passing"
    game = at_sea(flags("F", "F", ""))
    assert refusal(game, "british", rows(3, "Column, N 4; Flag to 74/B")) == "8.15-passing"


@pytest.mark.clause("8.15-passing")
def test_a_fleet_flag_stays_a_fleet_flag() -> None:
    game = at_sea(flags("FF", ""))
    plot(game, british=rows(2, "Column, N 4; Flag to 74/B"))
    assert [s.flag for s in game.state.ships[:2]] == [0, 2]


@pytest.mark.clause("8.15-passing", "8.21-use")
def test_the_old_flagship_decides_until_the_movement_is_over() -> None:
    # Moderate, 2: flagships on 3. The old flagship is on 1013, the new one on 1012.
    ships = fleet("1011", "1012", "1013", flag=2)
    for die, flagship in ((2, "74/C"), (1, "74/B")):
        game = at_sea(ships, efficiency={"british": "moderate"}, dice=wg.Dice.of(command=(die,)))
        plot(game, british=rows(3, "Column, N 4") | {"74/C": "Formation; Flag to 74/B"})
        assert [s.code for s in game.state.ships if s.flag] == [flagship]
        assert len(told(game, "OutOfCommand")) == (die == 2)


@pytest.mark.clause("8.15-passing")
def test_at_the_end_of_the_turn_gaps_are_measured_from_the_new_flagship() -> None:
    game = at_sea(flags("F", "", ""))
    plot(game, british=rows(3, "Column, N 4; Flag to 74/B"))
    orders = {"74/A": "N 4", "74/B": "Column, N 4", "74/C": "Formation"}
    assert planned(game, orders)[0].flag == 1
    assert refusal(game, "british", orders) == ""


@pytest.mark.clause("8.15-passing")
def test_the_flag_can_leave_a_ship_afoul_but_not_one_parted_from_her_neighbour() -> None:
    ships = fleet("1010", "1012", "1015", speed=0)
    game = sea(ships, [ship("A-74", "A 1510", "N", 0)], afoul=[(0, 3)])
    assert refusal(game, "british", {"74/A": "Flag to 74/C"}) == "8.15-passing"
    plot(game, british={"74/A": "Flag to 74/B"})
    assert [s.flag for s in game.state.ships[:3]] == [0, 1, 0]
    # The flagship runs afoul on the way and her neighbour sails on, out of reach.
    game = sea(
        [ship("B-74", "A 1010", "N", 6, flag="F"), ship("B-74", "A 1210", "N", 6)],
        [ship("A-74", "A 1009", "N", 0)],
        wind="S",
    )
    plot(game, british={"74/A": "Abreast, N 6; Flag to 74/B", "74/B": "Formation"})
    for decision in game.decisions:
        game.submit(decision.id, {"run_afoul": True})
    assert game.state.ships[0].afoul
    assert where(game, 1) == "A 1204"
    assert [s.flag for s in game.state.ships[:2]] == [1, 0]


@pytest.mark.clause("8.15-passing")
@pytest.mark.parametrize(
    ("hexes", "headings", "takers"),
    [
        # A column: ahead and astern, and not the second astern though she is three hexes off.
        (("1010", "1009", "1011", "1013"), "N N N N", "BC"),
        # A line abreast: one on either hand, and not the one beyond.
        (("1010", "0810", "1210", "1310"), "N N N N", "BC"),
        # On another course, or neither in the one nor in the other with her and her next.
        (("1010", "1011", "0909", "1110"), "N N S SW", "B"),
    ],
)
def test_only_those_next_to_her_take_the_flag_of_a_ship_afoul(
    hexes: tuple[str, ...], headings: str, takers: str
) -> None:
    ships = fleet(*hexes, speed=0)
    for placed, heading in zip(ships, headings.split(), strict=True):
        placed["heading"] = heading
    game = sea(ships, [ship("A-74", "A 1510", "N", 0)], afoul=[(0, 4)])
    allowed = [
        code for code in "ABCD" if not refusal(game, "british", {"74/A": f"Flag to 74/{code}"})
    ]
    assert "".join(allowed) == takers


@pytest.mark.clause("8.15-passing", "10.0-general")
def test_a_captured_ship_passes_no_flag() -> None:
    game = at_sea(flags("F", ""))
    by_code(game, "british", "74/A").prize = True
    from weathergage_frigate.movement import pass_flag

    pass_flag(game, game.state.ships[0], game.state.ships[1])
    assert [s.flag for s in game.state.ships[:2]] == [1, 0]


@pytest.mark.clause("8.15-passing", "8.15")
def test_two_flags_cannot_go_to_one_ship() -> None:
    game = at_sea(flags("FF", "", "F"))
    orders = rows(3, "Column, N 4; Flag to 74/B") | {"74/C": "Formation; Flag to 74/B"}
    assert refusal(game, "british", orders) == "8.15-passing"
    game = at_sea(flags("FF", "", "F"), mode="book")
    plot(game, british=orders)
    assert [s.flag for s in game.state.ships[:3]] == [0, 2, 1]


@pytest.mark.clause("8.15-passing", "10.0-general")
def test_a_prize_of_an_earlier_turn_can_be_given_the_flag() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4, flag="F")],
        [ship("A-74", "A 1011", "N", 4), ship("A-74", "F 1010", "N", 0)],
        wind="S",
        arrange=lambda state: take(state, 1, "british"),
    )
    plot(game, british={"74/A": "Column, N 4; Flag to P-74/A", "P-74/A": "Formation"})
    assert [s.flag for s in game.state.ships[:2]] == [0, 1]
    assert told(game, "FlagPassed")


# The fleets of the book


@pytest.mark.clause("8.1", "8.12")
def test_the_columns_of_trafalgar_can_sail_as_columns() -> None:
    game = stage("trafalgar")
    found = find(PlotAnswers(game, "british"))
    assert {formation.kind for formation in found} == {"column"}
    assert sum(len(formation.members) for formation in found) >= 20


@pytest.mark.clause("8.1", "8.11", "6.11")
def test_by_the_book_a_ship_that_faces_wrongly_leaves_the_line_to_the_others() -> None:
    ships = fleet("0713", "0913", "1113")
    ships[2]["heading"] = "NE"
    game = at_sea(ships, mode="book", dice=wg.Dice.of(helm=(3,)))
    assert sailed(game, rows(3, "Abreast, N 4")) == ["0709 N", "0909 N", "1511 NE"]
    assert [lost.ship for lost in told(game, "OutOfCommand")] == ["B-74 74/C"]
