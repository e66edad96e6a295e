"""Loss of command, and where it takes ships (8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, strategies as st
from positions import plot, sea, ship, stage, told, where

import weathergage as wg
from weathergage import HEADINGS
from weathergage_frigate.plotting import PlotAnswers

FAR = ship("A-74", "D 0101", "N", 0)
LETTERS = "ABCDEFGH"


def fleet(*hexes: str, heading: str = "N", speed: int = 4, flag: int = -1) -> list[dict[str, Any]]:
    """British 74s on section A, one of them a flagship perhaps."""
    return [
        ship("B-74", f"A {hex}", heading, speed, flag="F" if n == flag else "")
        for n, hex in enumerate(hexes)
    ]


def at_sea(ships: list[dict[str, Any]], efficiency: str, *die: int, **more: Any) -> wg.Game:
    """British ships of a fleet so rated, before a south wind unless said otherwise; die: the
    command die, and `helm` the headings that are rolled.
    """
    helm = tuple(more.pop("helm", ()))
    faces = more.pop("dice", None) or wg.Dice.of(command=die, helm=helm)
    french = more.pop("french", [FAR])
    settings = {"wind": "S", "force": "fresh"} | more
    return sea(ships, french, efficiency={"british": efficiency}, dice=faces, **settings)


def straight_on(game: wg.Game) -> dict[str, str]:
    """Rows that keep every British ship on her course."""
    return {
        s.code: f"{HEADINGS[s.heading]} {s.speed}"
        for s in game.state.ships
        if s.side == "british" and s.speed
    }


def column(count: int, lead: str, flag: int = 0) -> dict[str, str]:
    return {f"74/{LETTERS[n]}": "Formation" if n else lead for n in range(count)}


def lost(game: wg.Game) -> list[str]:
    """The codes of the British that went out of command, formation by formation."""
    found = []
    for event in told(game, "OutOfCommand"):
        found += [event.ship.split()[1], *event.members]
    return found


def sailed(game: wg.Game, orders: Mapping[str, str] | None = None) -> list[str]:
    """Where the British are when a plot has been sailed, with how they head."""
    plot(game, british=straight_on(game) if orders is None else orders)
    own = [s for s in game.state.ships if s.side == "british"]
    return [f"{where(game, s.n)[2:]} {HEADINGS[s.heading]}" for s in own]


def rolls(game: wg.Game, word: str) -> int:
    return sum(1 for event in told(game, "Rolled") if word in event.purpose)


# Who loses command


@pytest.mark.clause("8.0-general", "8.21-use")
@pytest.mark.parametrize("die", range(1, 7))
def test_in_a_high_fleet_no_ship_in_a_formation_is_ever_out(die: int) -> None:
    hexes = [f"10{row:02}" for row in range(5, 11)]
    game = at_sea(fleet(*hexes, flag=0), "high", die)
    plot(game, british=column(6, "Column, N 4"))
    assert lost(game) == []
    assert rolls(game, "command") == 0


@pytest.mark.clause("8.0-general", "8.21")
@pytest.mark.parametrize(("die", "out"), [(2, ["74/A"]), (1, []), (3, [])])
def test_a_high_fleets_independent_on_3_is_out_on_a_2(die: int, out: list[str]) -> None:
    game = at_sea(fleet("1003"), "high", die)
    plot(game, british=straight_on(game))
    assert lost(game) == out


ALL_DIGITS = [f"{2 + 2 * (n % 8):02}{1 + n:02}" for n in range(10)]
"""Ten hexes far enough apart, whose numbers end in 1 to 9 and 0."""

COLUMNS = {
    1: {1: "1", 2: "3", 3: "5", 4: "7", 5: "9", 6: "0"},
    2: {1: "13", 2: "25", 3: "47", 4: "68", 5: "19", 6: "02"},
    3: {1: "148", 2: "267", 3: "357", 4: "148", 5: "359", 6: "026"},
}


def digits_out(efficiency: str, die: int, flag: str) -> set[str]:
    """The last digits on which ships of a kind are out, found by putting one on each."""
    ships = [ship("B-74", f"A {hex}", "S", 0, flag=flag) for hex in ALL_DIGITS]
    game = at_sea(ships, efficiency, die, wind="N")
    plot(game)
    codes = lost(game)
    return {
        hex[-1]
        for hex, mine in zip(ALL_DIGITS, game.state.ships, strict=False)
        if mine.counter.code in codes
    }


@pytest.mark.clause("8.21", "8.2", "8.21-use")
@pytest.mark.parametrize(
    ("efficiency", "independent", "flagship"), [("high", 1, 0), ("moderate", 2, 1), ("low", 3, 2)]
)
@pytest.mark.parametrize("die", range(1, 7))
def test_rating_and_kind_of_ship_give_the_column(
    die: int, efficiency: str, independent: int, flagship: int
) -> None:
    assert digits_out(efficiency, die, "") == set(COLUMNS[independent][die])
    flags = set(COLUMNS[flagship][die]) if flagship else set()
    assert digits_out(efficiency, die, "F") == flags


@pytest.mark.clause("8.21")
def test_column_1_never_names_an_even_digit_but_0() -> None:
    found = set().union(*(digits_out("high", die, "") for die in range(1, 7)))
    assert found == set("135790")


@pytest.mark.clause("8.0-general", "8.21")
def test_in_a_low_fleet_an_independent_risks_three_digits_and_a_flagship_two() -> None:
    for die in range(1, 7):
        assert len(digits_out("low", die, "")) == 3
        assert len(digits_out("low", die, "F")) == 2


@pytest.mark.clause("8.2")
def test_one_die_settles_a_whole_fleet() -> None:
    ships = [
        *fleet("0302", "0303", flag=0),
        *fleet("0602", "0603", flag=1),
        *fleet("0902", "1205", "1506"),
    ]
    game = at_sea(ships, "moderate", 2)
    orders = {
        "74/A": "Column, N 4",
        "74/B": "Formation 74/A",
        "74/C": "Column, N 4",
        "74/D": "Formation 74/C",
        "74/E": "N 4",
        "74/F": "N 4",
        "74/G": "N 4",
    }
    plot(game, british=orders)
    # Flagships on 3, independents on 2 and 5.
    assert rolls(game, "command") == 1
    assert sorted(lost(game)) == ["74/C", "74/D", "74/E", "74/F"]


@pytest.mark.clause("8.2")
def test_two_fleets_on_one_side_have_a_die_each() -> None:
    game = stage("santa-martha", turn=1)
    orders: dict[str, dict[str, str]] = {seat: {} for seat in game.seats}
    for mine in game.state.ships:
        orders[mine.side][mine.code] = f"{HEADINGS[mine.heading]} {mine.speed}"
    plot(game, **orders)
    purposes = [e.purpose for e in told(game, "Rolled") if e.purpose.startswith("command of")]
    assert purposes == [f"command of the {name} fleet" for name in ("British", "French", "Dutch")]


@pytest.mark.clause("8.2", "13.0-ratings")
def test_a_fleet_without_a_rating_never_loses_command() -> None:
    game = at_sea(fleet("1001"), "", 1)
    plot(game, british=straight_on(game))
    assert lost(game) == []


@pytest.mark.clause("8.2", "8.3")
def test_out_of_command_a_ship_neither_fires_nor_sails_as_plotted() -> None:
    game = at_sea(
        fleet("1010"),
        "high",
        6,
        helm=(1,),
        french=[ship("A-74", "A 1210", "N", 0)],
    )
    assert sailed(game, {"74/A": "N 4; Fire Mast 74/A"}) == ["1408 NE"]
    assert not told(game, "Fired")


@pytest.mark.clause("8.21-use", "8.3")
def test_a_column_whose_flagship_is_hit_sails_by_a_plot_for_its_lead_ship() -> None:
    # The flagship is on 1013 and the lead ship on 1010.
    game = at_sea(fleet("1010", "1011", "1012", "1013", flag=3), "moderate", 2, helm=(1,))
    assert sailed(game, column(4, "Column, N 4")) == ["1408 NE", "1309 NE", "1209 NE", "1110 NE"]
    assert [e.ship for e in told(game, "Wanders")] == ["B-74 74/A"]
    [event] = told(game, "OutOfCommand")
    assert (event.ship, event.members) == ("B-74 74/D", ("74/A", "74/B", "74/C"))


@pytest.mark.clause("8.21-use")
def test_a_member_of_a_formation_on_a_digit_is_not_out_by_herself() -> None:
    # 2 on the die: independents on 2 and 5, flagships on 3. The second ship is on 1012.
    game = at_sea(fleet("1011", "1012", flag=0), "moderate", 2)
    plot(game, british=column(2, "Column, N 4"))
    assert lost(game) == []


@pytest.mark.clause("8.21-use", "8.15")
def test_a_second_flagship_in_a_formation_is_an_ordinary_member() -> None:
    ships = fleet("1011", "1013", flag=0)
    ships[1]["flag"] = "F"
    for lead, out in (("Column, N 4", []), ("Column under 74/B, N 4", ["74/B", "74/A"])):
        game = at_sea(ships, "moderate", 2)
        plot(game, british=column(2, lead))
        assert lost(game) == out


@pytest.mark.clause("8.21-use")
def test_row_10_ends_in_0() -> None:
    game = at_sea(fleet("1810"), "high", 6)
    plot(game, british=straight_on(game))
    assert lost(game) == ["74/A"]


@pytest.mark.clause("8.21-use")
@pytest.mark.parametrize("flag", ["F", "FF"])
def test_a_lone_flagship_is_a_flagship_and_not_an_independent_ship(flag: str) -> None:
    ships = fleet("1003", "1202")
    ships[0]["flag"], ships[1]["flag"] = flag, "F"
    game = at_sea(ships, "moderate", 2)
    plot(game, british=straight_on(game))
    assert lost(game) == ["74/A"]
    game = at_sea(ships, "high", 2)
    plot(game, british=straight_on(game))
    assert lost(game) == []


@pytest.mark.clause("8.21-use", "8.15")
def test_ships_whose_formation_is_not_plotted_are_independent() -> None:
    game = at_sea(fleet("1011", "1012", flag=0), "moderate", 2)
    plot(game, british=straight_on(game))
    assert lost(game) == ["74/B"]


# Chits


@pytest.mark.clause("8.23")
@pytest.mark.parametrize(
    ("efficiency", "faces", "flags", "independents"),
    [
        ("high", (4,), (), (3,)),
        ("moderate", (4, 4, 4), (3,), (3, 4)),
        ("low", (1, 1, 1, 1, 1), (0, 1), (0, 1, 2)),
        ("low", (10, 9, 10, 1, 1), (9, 8), (9, 0, 1)),
    ],
)
def test_chits_are_drawn_without_return_and_put_back_in_between(
    efficiency: str, faces: tuple[int, ...], flags: tuple[int, ...], independents: tuple[int, ...]
) -> None:
    ships = fleet("0304", "0607", flag=0)
    game = at_sea(
        ships,
        efficiency,
        options={"command_method": "chits"},
        dice=wg.Dice.of(command_chits=faces),
    )
    plot(game, british=straight_on(game))
    [event] = told(game, "CommandRolled")
    assert (event.flagships, event.independents) == (flags, independents)
    assert rolls(game, "command") == 0


@pytest.mark.clause("8.23")
@given(seed=st.integers(0, 1 << 30), efficiency=st.sampled_from(["high", "moderate", "low"]))
def test_chits_name_as_many_different_digits_as_the_rating_says(seed: int, efficiency: str) -> None:
    game = at_sea(
        fleet("0304", "0607", flag=0),
        efficiency,
        options={"command_method": "chits"},
        dice=wg.Dice(seed),
    )
    plot(game, british=straight_on(game))
    [event] = told(game, "CommandRolled")
    number = {"high": 1, "moderate": 2, "low": 3}[efficiency]
    assert len(set(event.independents)) == len(event.independents) == number
    assert len(set(event.flagships)) == len(event.flagships) == number - 1
    assert set(event.independents) | set(event.flagships) <= set(range(10))


@pytest.mark.clause("8.23")
def test_each_of_the_ten_chits_names_a_digit_of_its_own() -> None:
    # So an independent ship of a high, moderate or low fleet is out with 1, 2 or 3 tenths.
    drawn = set()
    for face in range(1, 11):
        options, dice = {"command_method": "chits"}, wg.Dice.of(command_chits=(face,))
        game = at_sea(fleet("0304"), "high", options=options, dice=dice)
        plot(game, british=straight_on(game))
        drawn |= set(told(game, "CommandRolled")[0].independents)
    assert drawn == set(range(10))


# Random headings


@pytest.mark.clause("8.3")
@pytest.mark.parametrize(
    ("die", "heading"), [(1, "NE"), (2, "NE"), (3, "N"), (4, "N"), (5, "NW"), (6, "NW")]
)
def test_a_die_turns_her_right_or_left_or_holds_her_on(die: int, heading: str) -> None:
    game = at_sea(fleet("1010"), "high", 6, helm=(die,))
    assert sailed(game)[0].split()[1] == heading


@pytest.mark.clause("8.3", "8.31")
def test_a_line_abreast_turns_and_runs_as_one() -> None:
    ships = fleet("0713", "0913", "1113", "1313", flag=0)
    game = at_sea(ships, "moderate", 2, helm=(1,))
    orders = column(4, "Abreast, N 4")
    assert sailed(game, orders) == ["1111 NE", "1311 NE", "1511 NE", "1711 NE"]
    assert len(told(game, "Wanders")) == 1


@pytest.mark.clause("8.3", "8.2")
def test_every_ship_of_an_affected_formation_loses_her_fire() -> None:
    french = [ship("A-74", "A 1213", "N", 4), ship("A-74", "A 1215", "N", 4)]
    game = at_sea(fleet("1013", "1014", flag=0), "moderate", 2, french=french, helm=(3,))
    orders = {"74/A": "Column, N 4; Fire Mast 74/A", "74/B": "Formation; Fire Mast 74/B"}
    plot(game, british=orders, french={"74/A": "N 4", "74/B": "N 4"})
    assert lost(game) == ["74/A", "74/B"]
    assert not told(game, "Fired")


# Random courses


@pytest.mark.clause("8.31", "6.2")
@pytest.mark.parametrize(
    ("speed", "force", "row", "end"),
    [
        (5, "moderate", "N 5", "1005 N"),
        (8, "light", "Decel 4, N 4", "1006 N"),
        (8, "moderate", "Decel 4, N 4", "1002 N"),
        (0, "moderate", "", "1010 N"),
    ],
)
def test_she_runs_straight_on_at_the_rate_that_she_has(
    speed: int, force: str, row: str, end: str
) -> None:
    game = at_sea(fleet("1010", speed=speed), "high", 6, helm=(3,), force=force)
    assert sailed(game, {"74/A": row}) == [end]


@pytest.mark.clause("8.31", "6.2-auto")
def test_the_wind_may_have_fallen_by_more_than_she_can_lose() -> None:
    # Rate 8, Allowance 2 on the wind: she slows to 4.
    game = at_sea(fleet("1010", speed=8), "high", 6, helm=(3,), force="light", wind="N")
    assert sailed(game, {"74/A": "Decel 4, N 4"}) == ["1006 N"]
    assert game.state.ships[0].speed == 4


@pytest.mark.clause("8.31", "6.45")
@pytest.mark.parametrize(("die", "end"), [(1, "1010 NE"), (3, "1010 N"), (6, "1010 NW")])
def test_at_rest_she_only_turns(die: int, end: str) -> None:
    game = at_sea(fleet("1010", speed=0), "high", 6, helm=(die,))
    assert sailed(game, {}) == [end]


@pytest.mark.clause("8.31", "8.35")
def test_she_neither_gains_nor_loses_what_she_plotted() -> None:
    for row in ("Accel 2, N 6", "Decel 4"):
        game = at_sea(fleet("1010"), "high", 6, helm=(3,))
        assert sailed(game, {"74/A": row}) == ["1006 N"]
        assert game.state.ships[0].speed == 4


@pytest.mark.clause("8.31", "8.12")
def test_in_a_column_each_turns_where_the_lead_ship_did() -> None:
    game = at_sea(fleet("1013", "1014", "1015", flag=0), "moderate", 2, helm=(2,))
    assert sailed(game, column(3, "Column, N 4")) == ["1411 NE", "1312 NE", "1212 NE"]
    assert [s.speed for s in game.state.ships[:3]] == [4, 4, 4]


@pytest.mark.clause("8.31", "8.12")
def test_the_tail_follows_round_a_bend_of_an_earlier_turn() -> None:
    # First flagships on 1 and 3, then those on 6 and 8.
    game = at_sea(fleet("1010", "1012", "1014", flag=0), "low", 1, 4, helm=(3,))
    assert sailed(game, column(3, "Column, N 1, NE 3")) == ["1308 NE", "1109 NE", "1010 N"]
    assert sailed(game, column(3, "Column, N 4")) == ["1706 NE", "1507 NE", "1308 NE"]


@pytest.mark.clause("8.31", "6.22")
def test_a_follower_without_room_keeps_her_rate_and_stops_short() -> None:
    ships = fleet("1013", "1014", flag=0)
    ships[0]["speed"], ships[1]["speed"] = 2, 8
    game = at_sea(ships, "moderate", 2, helm=(3,), mode="book")
    # The plot is illegal as well: at 4 she would run over the lead ship.
    assert sailed(game, column(2, "Column, N 2")) == ["1011 N", "1012 N"]
    assert [s.speed for s in game.state.ships[:2]] == [2, 8]


@pytest.mark.clause("8.31", "8.35")
def test_a_line_runs_at_the_rate_of_its_slowest_ship() -> None:
    ships = fleet("0713", "0913", flag=0, speed=6)
    ships[1]["mast"] = 1
    game = at_sea(ships, "moderate", 2, helm=(3,), force="moderate")
    assert sailed(game, column(2, "Abreast, Decel 2, N 4")) == ["0709 N", "0909 N"]
    assert [s.speed for s in game.state.ships[:2]] == [4, 4]


@pytest.mark.clause("8.31", "8.35", "6.45")
def test_a_line_with_a_ship_that_damage_has_stopped_turns_without_her() -> None:
    ships = fleet("0713", "0913", flag=0, speed=0)
    ships[1]["mast"] = 3
    game = at_sea(ships, "moderate", 2, helm=(1,))
    assert sailed(game, column(2, "Abreast")) == ["0713 NE", "0913 N"]


@pytest.mark.clause("8.31", "8.3", "8.35")
def test_a_formation_whose_lead_ship_is_stopped_loses_its_fire_all_the_same() -> None:
    ships = fleet("1013", "1014", flag=1, speed=0)
    ships[0]["mast"] = 3
    french = [ship("A-74", "A 1214", "N", 0)]
    game = at_sea(ships, "low", 4, french=french, mode="book")
    # The column is led by a wreck; its plot has her turn, which is illegal.
    orders = {"74/A": "Column, NE 0", "74/B": "Formation; Fire Mast 74/A"}
    assert sailed(game, orders) == ["1013 N", "1014 N"]
    assert lost(game) == ["74/B", "74/A"]
    assert not told(game, "Fired")


@pytest.mark.clause("8.32", "6.32")
def test_a_heading_into_the_wind_is_rolled_again_when_nobody_may_sail_there() -> None:
    ships = fleet("1010", heading="NE")
    options = {"no_sailing_into_wind": True}
    game = at_sea(ships, "high", 6, helm=(5, 6, 1), wind="N", force="moderate", options=options)
    assert sailed(game) == ["1412 SE"]
    assert rolls(game, "heading") == 3


@pytest.mark.clause("8.32")
def test_who_faces_the_wind_already_and_would_hold_on_rolls_again() -> None:
    options = {"no_sailing_into_wind": True}
    game = at_sea(
        fleet("1010"), "high", 6, helm=(3, 4, 6), wind="N", force="moderate", options=options
    )
    assert sailed(game, {"74/A": "NE 4"}) == ["0608 NW"]


@pytest.mark.clause("8.32", "6.31-halving")
def test_without_the_option_she_sails_into_the_wind() -> None:
    game = at_sea(fleet("1010", heading="NE"), "high", 6, helm=(5,), wind="N", force="moderate")
    assert sailed(game) == ["1006 N"]


# When and how far


@pytest.mark.clause("8.33", "6.6-meeting")
def test_random_ships_sail_when_the_others_have_finished() -> None:
    # Both would enter A 1007 with their third points; now the enemy has passed it.
    for die, met in ((6, False), (1, True)):
        french = [ship("A-74", "A 1309", "NW", 4)]
        game = at_sea(fleet("1010"), "high", die, helm=(3,), french=french)
        plot(game, british={"74/A": "N 4"}, french={"74/A": "NW 4"})
        assert [d.kind == "election" for d in game.decisions] == [met, met]
        if not met:
            assert [e.ship for e in told(game, "Moved")] == ["A-74 74/A", "B-74 74/A"]


@pytest.mark.clause("8.33")
def test_a_ship_that_has_finished_is_at_rest_for_those_that_sail_at_random() -> None:
    game = at_sea(fleet("1010"), "high", 6, helm=(3,), french=[ship("A-74", "A 1309", "NW", 3)])
    plot(game, british={"74/A": "N 4"}, french={"74/A": "NW 3"})
    assert {d.about for d in game.decisions} == {"british 74/A / french 74/A"}
    for decision in game.decisions:
        game.submit(decision.id, {"run_afoul": True})
    assert where(game, 0) == where(game, 1) == "A 1007"


@pytest.mark.clause("8.33", "6.6-stepwise")
def test_two_random_ships_are_stepped_against_each_other() -> None:
    for hex, meet in (("A 1310", False), ("A 1309", True)):
        # From 1310 she enters 1008 with her third point, which the other has left by then; from
        # 1309 she enters 1007 when the other does.
        game = sea(
            fleet("1010"),
            [ship("A-74", hex, "NW", 4)],
            wind="S",
            force="fresh",
            efficiency={"british": "high", "french": "high"},
            dice=wg.Dice.of(command=(6, 4 if hex == "A 1310" else 5), helm=(3, 3)),
        )
        plot(game, british={"74/A": "N 4"}, french={"74/A": "NW 4"})
        assert len(told(game, "OutOfCommand")) == 1 + meet
        assert any(d.kind == "election" for d in game.decisions) is meet


@pytest.mark.clause("8.34")
@pytest.mark.parametrize(
    ("friends", "end"),
    [(("1005",), "1006 N"), (("1006", "1005"), "1007 N"), ((), "1005 N")],
)
def test_a_random_course_ends_short_of_a_friend(friends: tuple[str, ...], end: str) -> None:
    still = [ship("B-74", f"A {hex}", "N", 0) for hex in friends]
    game = at_sea([*fleet("1010", speed=5), *still], "high", 6, helm=(3, 3))
    assert sailed(game, {"74/A": "N 5"})[0] == end
    assert game.state.ships[0].speed == 5


@pytest.mark.clause("8.34", "6.61-friends")
def test_a_friend_on_the_way_stops_a_random_course_as_any_other() -> None:
    game = at_sea([*fleet("1010", speed=5), ship("B-74", "A 1007", "N", 0)], "high", 6, helm=(3,))
    assert sailed(game, {"74/A": "N 5"})[0] == "1008 N"


@pytest.mark.clause("8.34", "8.33")
def test_a_friend_who_has_sailed_there_in_command_counts() -> None:
    # 74/B ends on 1005 with her plot; 74/A would too, by chance.
    ships = [*fleet("1010", speed=5), ship("B-74", "A 1508", "NW", 5)]
    game = at_sea(ships, "high", 6, helm=(3,))
    plot(game, british={"74/A": "N 5", "74/B": "NW 5"})
    assert where(game, 1) == "A 1005"
    assert where(game, 0) == "A 1006"


@pytest.mark.clause("8.34", "8.35", "6.6-meeting")
@pytest.mark.parametrize("wish", [True, False])
def test_a_random_course_may_end_on_an_enemy_and_6_6_applies(wish: bool) -> None:
    french = [ship("A-74", "A 1005", "N", 0)]
    game = at_sea(fleet("1010", speed=5), "high", 6, helm=(3,), french=french)
    plot(game, british={"74/A": "N 5"})
    assert {d.kind for d in game.decisions} == {"election"}
    for decision in game.decisions:
        game.submit(decision.id, {"run_afoul": wish})
    assert where(game, 0) == "A 1005"
    assert game.state.ships[0].afoul == ((1,) if wish else ())


@pytest.mark.clause("8.35", "6.22")
def test_chance_does_not_speed_a_ship_up() -> None:
    game = at_sea(fleet("1010", speed=3), "high", 6, helm=(3,), force="moderate")
    assert sailed(game) == ["1007 N"]
    assert game.state.ships[0].speed == 3


@pytest.mark.clause("8.35", "6.55")
def test_a_dismasted_ship_that_slows_from_6_goes_two_hexes() -> None:
    ships = fleet("1010", speed=6)
    ships[0]["mast"] = 3
    game = at_sea(ships, "high", 6, helm=(1,))
    assert sailed(game, {"74/A": "Decel 4, N 2"}) == ["1209 NE"]


@pytest.mark.clause("8.35", "6.52", "6.45")
@pytest.mark.parametrize("speed", [0, 4])
def test_nothing_is_rolled_for_a_ship_that_damage_has_stopped(speed: int) -> None:
    ships = fleet("1010", speed=speed)
    ships[0]["mast"] = 3
    game = at_sea(ships, "high", 6, helm=(1,))
    assert sailed(game, {}) == ["1010 N"]
    assert lost(game) == ["74/A"]
    assert rolls(game, "heading") == 0


@pytest.mark.clause("8.35", "6.43")
def test_turning_into_the_wind_costs_a_random_course_a_point() -> None:
    ships = fleet("1010", heading="SE")
    game = at_sea(
        ships, "high", 6, helm=(5,), wind="N", force="moderate", options={"bearing_up": True}
    )
    assert sailed(game, {"74/A": "SE 4"}) == ["1309 NE"]


@pytest.mark.clause("8.35", "13.0-deployment")
def test_on_the_first_turn_chance_sails_her_at_the_scenarios_speed() -> None:
    game = at_sea(fleet("1010", speed=8), "high", 6, helm=(3,), force="light", wind="N", turn=1)
    assert sailed(game, {"74/A": "N 8"}) == ["1002 N"]


@pytest.mark.clause("8.36", "6.67", "6.65")
def test_an_afoul_ship_out_of_command_stays_fires_and_does_not_break_away() -> None:
    game = at_sea(
        fleet("1010", speed=0),
        "high",
        6,
        french=[ship("A-74", "A 1510", "N", 0)],
        afoul=[(0, 1)],
    )
    orders = {"74/A": "Break away, Accel 2, N 2; Fire Crew 74/A"}
    assert sailed(game, orders) == ["1010 N"]
    assert lost(game) == ["74/A"]
    assert rolls(game, "breaking") == rolls(game, "heading") == 0
    assert len(told(game, "Fired")) == 1
    assert game.state.ships[0].afoul == (1,)


@pytest.mark.clause("8.36", "6.56", "6.66")
def test_an_afoul_ship_out_of_command_drifts() -> None:
    game = at_sea(
        fleet("1010", speed=0),
        "high",
        6,
        french=[ship("A-74", "A 1510", "N", 0)],
        afoul=[(0, 1)],
        options={"drift": True},
    )
    assert sailed(game, {}) == ["1009 N"]


@pytest.mark.clause("8.2", "6.11")
def test_who_plotted_illegally_and_loses_command_suffers_once() -> None:
    game = at_sea(fleet("1010"), "high", 6, helm=(1, 1), mode="book")
    assert sailed(game, {"74/A": "N 3"}) == ["1408 NE"]
    assert len(told(game, "OutOfCommand")) == 1
    assert rolls(game, "heading") == 1


@pytest.mark.clause("8.34", "8.31")
@given(seed=st.integers(0, 1 << 30), into=st.booleans(), up=st.booleans())
def test_whatever_chance_does_no_two_friends_end_in_one_hex(
    seed: int, into: bool, up: bool
) -> None:
    ships = [
        *fleet("1010", "1011", "1013", flag=0),
        *fleet("0810", "0608", heading="NE", speed=6, flag=1),
        *fleet("1208", "1205", heading="NW", speed=0),
    ]
    game = at_sea(
        ships,
        "low",
        force="moderate",
        dice=wg.Dice(seed),
        options={"no_sailing_into_wind": into, "bearing_up": up},
    )
    dice = wg.Dice(seed)
    for _ in range(2):
        plot(game, british=PlotAnswers(game, "british").sample(dice).orders)
        here = [s.place for s in game.state.ships if not s.gone]
        assert len(set(here)) == len(here)
