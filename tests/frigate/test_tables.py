"""The tables and the ships of Frigate, against the book's figures and our rulings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest

import weathergage_frigate
from weathergage.clauses import load_clauses
from weathergage.shiplists import ShipType, load_ships
from weathergage.tables import Table, load_tables

HOME = Path(weathergage_frigate.__path__[0])
TABLES = load_tables(HOME / "tables")
SHIPS = load_ships(HOME / "ships")
GUNNERY = [TABLES["gunnery-1"], TABLES["gunnery-2"], TABLES["gunnery-3"]]
ALPHABET = "ABCDEFGHIKLMNOPQRSTUVWXYZ"  # without J

RECONSTRUCTED = {
    "A-50": ((10, 6, 3, 1), 10, 4, "H"),
    "A-44": ((15, 8, 3, 1), 9, 5, "M"),
    "A-36": ((10, 5, 2, 1), 7, 5, "R"),
    "A-28": ((7, 3, 1, 0), 5, 2, "W"),
    "A-20": ((5, 2, 1, 0), 4, 1, "A"),
    "A-14": ((4, 2, 0, 0), 4, 2, "Y"),
    "B-44": ((14, 7, 3, 1), 8, 4, "F"),
    "B-32": ((8, 4, 1, 0), 6, 3, "K"),
    "B-28": ((7, 3, 1, 0), 5, 2, "N"),
    "B-14": ((4, 2, 0, 0), 4, 5, "P"),
}


def figures(id: str) -> tuple[object, object, int, object]:
    ship = SHIPS[id]
    return ship.ratings["gunnery"], ship.ratings["defense"], ship.quantity, ship.ratings["letter"]


def guns(id: str) -> tuple[int | str, ...]:
    strengths = SHIPS[id].ratings["gunnery"]
    assert isinstance(strengths, tuple)
    return strengths


def hits(table: Table, line: int, place: int) -> int:
    value = table.value(line, place)
    assert isinstance(value, int)
    return value


def mean(table: Table, column: str) -> Fraction:
    odds = table.odds(column)
    return sum((chance * int(str(value)) for value, chance in odds.items()), Fraction(0))


def printed(ships: Mapping[str, ShipType], group: str) -> int:
    return sum(s.quantity for s in ships.values() if s.group == group and s.status == "printed")


# The gunnery tables


@pytest.mark.clause("7.71")
def test_the_first_table_reads_as_printed_in_rows_1_to_3() -> None:
    table = TABLES["gunnery-1"]
    assert table.columns == ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
    assert table.grid[0] == (0, 0, 0, 0, 1, 2, 3)
    assert table.grid[1] == (0, 0, 0, 1, 2, 2, 3)
    assert table.grid[2] == (0, 0, 1, 1, 2, 3, 3)
    assert table.look_up(1, "4-1") == 1
    assert table.look_up(2, "3-1") == 1
    assert table.look_up(3, "2-1") == 1
    assert table.look_up(1, "6-1") == 3


@pytest.mark.clause("7.72")
def test_the_second_table_reads_as_printed_as_far_as_the_print_goes() -> None:
    table = TABLES["gunnery-2"]
    assert table.columns == ("1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")
    assert table.grid[0] == (0, 0, 0, 1, 1, 2, 2, 3)
    assert table.grid[1] == (0, 0, 1, 1, 2, 2, 2, 3)
    assert table.grid[2][:4] == (0, 1, 1, 1)
    assert table.look_up(1, "4-1") == 1
    assert table.look_up(2, "3-1") == 1
    assert table.look_up(3, "2-1") == 1
    assert table.look_up(1, "8-1") == 3
    assert "1-2" not in table.columns


@pytest.mark.clause("7.73")
def test_the_third_table_reads_as_printed_as_far_as_the_print_goes() -> None:
    table = TABLES["gunnery-3"]
    assert table.columns == tuple(f"{n}-1" for n in range(1, 11))
    assert table.grid[0] == (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
    assert table.grid[1][:9] == (0, 0, 0, 1, 1, 1, 1, 2, 2)
    assert table.look_up(1, "5-1") == 1
    assert table.look_up(2, "4-1") == 1
    assert table.look_up(1, "10-1") == 3


@pytest.mark.parametrize(
    ("id", "rows"),
    [
        pytest.param(
            "gunnery-1",
            ["0112233", "1122333", "1223333"],
            marks=pytest.mark.clause("7.71"),
        ),
        pytest.param(
            "gunnery-2",
            ["11122333", "11223333", "12233333"],
            marks=pytest.mark.clause("7.72"),
        ),
        pytest.param(
            "gunnery-3",
            ["0111122333", "1111223333", "1112233333"],
            marks=pytest.mark.clause("7.73"),
        ),
    ],
)
def test_the_lost_rows_are_those_of_the_ruling(id: str, rows: list[str]) -> None:
    for die, row in zip((4, 5, 6), rows, strict=True):
        assert TABLES[id].grid[die - 1] == tuple(int(digit) for digit in row)


@pytest.mark.parametrize(
    ("id", "cells"),
    [
        pytest.param("gunnery-1", {1: 7, 2: 7, 3: 7}, marks=pytest.mark.clause("7.71")),
        pytest.param("gunnery-2", {1: 8, 2: 8, 3: 4}, marks=pytest.mark.clause("7.72")),
        pytest.param("gunnery-3", {1: 10, 2: 9}, marks=pytest.mark.clause("7.73")),
    ],
)
def test_exactly_the_printed_figures_are_marked_as_printed(id: str, cells: dict[int, int]) -> None:
    table = TABLES[id]
    for die, place in product(range(1, 7), range(len(table.columns))):
        source = table.source(die, place)
        if place < cells.get(die, 0):
            assert (source.status, source.where) == ("printed", table.clause)
        else:
            assert source.status == "reconstructed"
            assert len(source.why) > 40


@pytest.mark.clause("7.71", "7.72", "7.73")
@pytest.mark.parametrize("table", GUNNERY, ids=lambda table: table.id)
def test_no_figure_falls_with_the_die_or_with_the_odds(table: Table) -> None:
    for line in table.grid:
        row = [int(str(value)) for value in line]
        assert row == sorted(row)
    for above, below in pairwise(table.grid):
        assert all(int(str(a)) <= int(str(b)) for a, b in zip(above, below, strict=True))
    assert {value for line in table.grid for value in line} == {0, 1, 2, 3}


@pytest.mark.clause("7.71", "7.72", "7.73")
@pytest.mark.parametrize(
    ("table", "diagonal"), list(zip(GUNNERY, (5, 4, 5), strict=True)), ids=("1", "2", "3")
)
def test_the_first_hit_moves_a_column_left_with_each_point_of_the_die(
    table: Table, diagonal: int
) -> None:
    for die in range(1, 7):
        first = next(c for c in range(len(table.columns)) if hits(table, die - 1, c))
        assert first == max(0, diagonal - die)


@pytest.mark.clause("7.71", "7.72", "7.73")
@pytest.mark.parametrize("table", GUNNERY, ids=lambda table: table.id)
def test_fire_that_is_allowed_can_hit(table: Table) -> None:
    assert all(mean(table, column) > 0 for column in table.columns)


@pytest.mark.clause("7.6", "7.71", "7.72", "7.73")
def test_better_crews_score_more_at_every_shared_odds() -> None:
    for better, worse in pairwise(GUNNERY):
        shared = [c for c in better.columns if c in worse.columns]
        assert len(shared) >= 6
        for column in shared:
            assert mean(better, column) > mean(worse, column)


@pytest.mark.clause("7.71", "7.72", "7.73")
@pytest.mark.parametrize(
    ("id", "sixths"),
    [
        ("gunnery-1", [2, 4, 6, 9, 13, 16, 18]),
        ("gunnery-2", [3, 5, 7, 10, 13, 15, 16, 18]),
        ("gunnery-3", [2, 3, 4, 6, 8, 10, 12, 15, 16, 18]),
    ],
)
def test_the_mean_number_of_hits_is_as_worked_out_by_hand(id: str, sixths: list[int]) -> None:
    table = TABLES[id]
    assert [mean(table, column) * 6 for column in table.columns] == sixths
    assert all(sum(table.odds(column).values()) == 1 for column in table.columns)


@pytest.mark.clause("7.7")
def test_three_tables_stand_under_the_heading() -> None:
    assert [table.clause for table in GUNNERY] == ["7.71", "7.72", "7.73"]
    assert [table.rolls for table in GUNNERY] == ["1d6"] * 3


@pytest.mark.clause("7.7-limits")
def test_odds_below_a_table_are_no_attack() -> None:
    assert GUNNERY[0].column_index("1-2") == 0
    for table, die in product(GUNNERY, range(1, 7)):
        assert table.look_up(die, -1) == "no-attack"


@pytest.mark.clause("7.7-limits")
@pytest.mark.parametrize(
    ("table", "used"), list(zip(GUNNERY, ("6-1", "8-1", "9-1"), strict=True)), ids=("1", "2", "3")
)
def test_odds_of_9_to_1_use_the_last_column_that_there_is(table: Table, used: str) -> None:
    nine = 9 - 1 + table.column_index("1-1")
    for die in range(1, 7):
        assert table.look_up(die, nine) == table.look_up(die, used)


# Movement and wind


@pytest.mark.clause("6.34")
@pytest.mark.parametrize(
    ("wind", "frigate", "line"),
    [("Calm", 1, 1), ("Light", 5, 4), ("Moderate", 9, 8), ("Fresh", 17, 16)],
)
def test_the_schedule_gives_the_printed_allowances(wind: str, frigate: int, line: int) -> None:
    assert TABLES["maneuver"].look_up(wind, "frigate") == frigate
    assert TABLES["maneuver"].look_up(wind, "ship-of-the-line") == line


@pytest.mark.clause("3.23-velocity")
def test_the_velocity_markers_repeat_the_schedule_from_calm_to_fresh() -> None:
    table = TABLES["maneuver"]
    assert table.rows == ("Calm", "Light", "Moderate", "Fresh")
    assert table.grid == ((1, 1), (5, 4), (9, 8), (17, 16))


@pytest.mark.clause("6.33")
@pytest.mark.parametrize(
    ("ship", "wind", "allowance"),
    [("B-50", "Fresh", 16), ("B-44", "Fresh", 17), ("MM", "Light", 5)],
)
def test_a_ships_class_gives_her_column(ship: str, wind: str, allowance: int) -> None:
    in_line = SHIPS[ship].ratings["class"] == "ship-of-the-line"
    column = "ship-of-the-line" if in_line else "frigate"
    assert TABLES["maneuver"].look_up(wind, column) == allowance


@pytest.mark.clause("6.35")
def test_the_standard_wind_holds_its_direction_half_the_time() -> None:
    table = TABLES["wind-standard-direction"]
    sixth = Fraction(1, 6)
    assert table.odds("points") == {-1: sixth, 0: 3 * sixth, 1: sixth, "two-points": sixth}
    assert table.look_up(4, "points") == 1
    assert table.look_up(5, "points") == -1


@pytest.mark.clause("6.35")
def test_two_points_go_clockwise_on_an_even_die_and_back_on_an_odd_one() -> None:
    table = TABLES["wind-standard-two-points"]
    assert [table.look_up(die, "points") for die in range(1, 7)] == [-2, 2, -2, 2, -2, 2]


@pytest.mark.clause("6.35")
def test_the_standard_wind_blows_with_the_printed_odds() -> None:
    assert TABLES["wind-standard-velocity"].odds("velocity") == {
        "Calm": Fraction(1, 6),
        "Light": Fraction(1, 3),
        "Moderate": Fraction(1, 3),
        "Fresh": Fraction(1, 6),
    }


@pytest.mark.clause("6.36")
def test_the_optional_wind_can_change_in_a_third_or_a_sixth_of_the_turns() -> None:
    table = TABLES["wind-optional-enabling"]
    assert table.odds("oceanic")["go-on"] == Fraction(1, 3)
    assert table.odds("coastal")["go-on"] == Fraction(1, 6)
    assert table.look_up(5, "oceanic") == "go-on"
    assert table.look_up(5, "coastal") == "none"


@pytest.mark.clause("6.36")
def test_the_optional_wind_changes_by_a_point_and_a_step_at_most() -> None:
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert TABLES["wind-optional-direction"].odds("points") == {-1: third, 0: third, 1: third}
    assert TABLES["wind-optional-velocity"].odds("steps") == {-1: sixth, 0: 4 * sixth, 1: sixth}
    assert TABLES["wind-optional-direction"].look_up(2, "points") == 1
    assert TABLES["wind-optional-velocity"].look_up(1, "steps") == 1
    assert TABLES["wind-optional-velocity"].look_up(6, "steps") == -1


# Damage control, command control, range, facing, points


@pytest.mark.clause("7.32")
def test_damage_control_succeeds_in_half_or_a_third_of_the_tries() -> None:
    table = TABLES["damage-control"]
    assert table.odds("one-hit") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert table.odds("two-hits") == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert table.look_up(3, "one-hit") == 1
    assert table.look_up(3, "two-hits") == 0
    assert table.look_up(1, "two-hits") == 1


@pytest.mark.clause("8.21")
@pytest.mark.parametrize(
    ("rating", "kind", "die", "digits"),
    [
        ("high", "independent", 1, (1,)),
        ("moderate", "flagship", 2, (3,)),
        ("moderate", "independent", 2, (2, 5)),
        ("low", "flagship", 6, (0, 2)),
        ("low", "independent", 6, (0, 2, 6)),
        ("low", "flagship", 4, (6, 8)),
        ("low", "independent", 4, (1, 4, 8)),
    ],
)
def test_rating_kind_and_die_give_the_last_digits(
    rating: str, kind: str, die: int, digits: tuple[int, ...]
) -> None:
    column = TABLES["command-columns"].look_up(rating, kind)
    assert isinstance(column, str)
    assert TABLES["command-control"].look_up(die, column) == digits


@pytest.mark.clause("8.21-use")
def test_flagships_of_a_high_fleet_never_lose_command() -> None:
    assert TABLES["command-columns"].look_up("high", "flagship") == "never"
    assert TABLES["command-columns"].look_up("high", "independent") == "1"


@pytest.mark.clause("8.21")
def test_column_n_names_n_digits_on_every_die() -> None:
    for line in TABLES["command-control"].grid:
        assert [len(digits) for digits in line if isinstance(digits, tuple)] == [1, 2, 3]
    first = {line[0] for line in TABLES["command-control"].grid}
    assert first == {(1,), (3,), (5,), (7,), (9,), (0,)}


@pytest.mark.clause("7.4", "3.24-gunnery")
@pytest.mark.parametrize(
    ("ship", "ranges", "strengths"),
    [
        ("B-74", (0, 2, 3, 5, 6, 7, 8, 10), (23, 23, 13, 13, 7, 7, 2, 2)),
        ("C-50", (5, 6), (5, 3)),
        ("D-32", (8,), (0,)),
        ("A-120", (2, 6), (44, 13)),
    ],
)
def test_the_range_picks_one_of_four_strengths(
    ship: str, ranges: tuple[int, ...], strengths: tuple[int, ...]
) -> None:
    bands = [TABLES["range-bands"].look_up(distance, "strength") for distance in ranges]
    assert tuple(guns(ship)[int(str(band)) - 1] for band in bands) == strengths


@pytest.mark.clause("7.4-continued")
def test_ten_hexes_are_in_range_and_eleven_are_not() -> None:
    assert TABLES["range-bands"].look_up(10, "strength") == 4
    assert TABLES["range-bands"].look_up(11, "strength") == "no-attack"


@pytest.mark.clause("8.3")
def test_a_ship_out_of_command_turns_either_way_or_holds_with_equal_chance() -> None:
    table = TABLES["facing"]
    assert [table.look_up(die, "hexsides") for die in range(1, 7)] == [1, 1, 0, 0, -1, -1]
    assert set(table.odds("hexsides").values()) == {Fraction(1, 3)}


@pytest.mark.clause("11.0-points")
def test_points_are_by_class_and_state() -> None:
    table = TABLES["victory-points"]
    for state, frigate, line in (
        ("each-hit", 1, 2),
        ("sunk-or-disabled", 6, 12),
        ("captured", 18, 18),
    ):
        assert table.look_up(state, "frigate") == frigate
        assert table.look_up(state, "ship-of-the-line") == line


# Charts and contents of the box


@pytest.mark.clause("3.3")
def test_every_chart_that_the_book_names_is_a_table() -> None:
    by_clause = {table.clause for table in TABLES.values()}
    assert {"6.34", "7.71", "7.72", "7.73", "8.21", "8.3", "7.4", "7.32"} <= by_clause


@pytest.mark.clause("3.3")
def test_only_the_gunnery_tables_hold_reconstructed_figures() -> None:
    for table in TABLES.values():
        statuses = {cell["status"] for cell in table.as_json()["cells"]}
        assert statuses == ({"printed", "reconstructed"} if table in GUNNERY else {"printed"})


@pytest.mark.clause("3.4")
def test_the_box_holds_one_die_and_every_table_rolls_one() -> None:
    contents = TABLES["contents"]
    assert contents.look_up("dice", "number") == 1
    assert contents.look_up("counters", "number") == 255
    assert contents.look_up("map-sections", "number") == 6
    assert {table.rolls for table in TABLES.values()} == {"1d6", "none"}


@pytest.mark.clause("3.4", "3.23")
def test_the_counters_of_the_box_leave_34_for_the_lost_rows() -> None:
    markers = sum(int(str(line[0])) for line in TABLES["markers"].grid)
    listed = sum(s.quantity for s in SHIPS.values() if s.status == "printed")
    lost = sum(s.quantity for s in SHIPS.values() if s.status == "reconstructed")
    assert (markers, listed, lost) == (105, 116, 33)
    assert markers + listed == 221
    assert 255 - markers - listed - lost == 1


@pytest.mark.clause("3.23-markers")
def test_there_are_105_markers() -> None:
    table = TABLES["markers"]
    numbers = {row: int(str(table.look_up(row, "number"))) for row in table.rows}
    assert sum(n for row, n in numbers.items() if "mast" in row) == 30
    assert sum(n for row, n in numbers.items() if "crew" in row) == 45
    assert (numbers["disabled"], numbers["prize"], numbers["afoul"]) == (5, 10, 10)
    assert numbers["wind-direction"] + numbers["wind-velocity"] == 5


# The ships


@pytest.mark.clause("3.23")
def test_the_five_groups_list_116_printed_ships() -> None:
    groups = ("mix-a", "mix-b", "mix-c", "mix-d", "merchantmen")
    assert [printed(SHIPS, group) for group in groups] == [41, 43, 16, 11, 5]


@pytest.mark.parametrize(
    ("id", "gunnery", "defense", "quantity", "letter"),
    [
        pytest.param(*row, marks=pytest.mark.clause("3.23-A"))
        for row in (
            ("A-120", (44, 24, 13, 4), 24, 2, "A"),
            ("A-110", (31, 18, 10, 3), 21, 3, "C"),
            ("A-80", (29, 16, 9, 3), 16, 5, "F"),
            ("A-74", (25, 14, 7, 2), 15, 24, "A"),
            ("A-64", (15, 9, 5, 1), 13, 7, "A"),
        )
    ]
    + [
        pytest.param(*row, marks=pytest.mark.clause("3.23-B"))
        for row in (
            ("B-100", (27, 15, 8, 2), 20, 7, "A"),
            ("B-80", (24, 13, 7, 2), 20, 2, "H"),
            ("B-74", (23, 13, 7, 2), 15, 17, "A"),
            ("B-64", (16, 9, 4, 1), 13, 12, "K"),
            ("B-50", (11, 6, 3, 1), 10, 5, "A"),
        )
    ]
    + [
        pytest.param(*row, marks=pytest.mark.clause("3.23-C"))
        for row in (
            ("C-74", (19, 11, 6, 2), 15, 4, "A"),
            ("C-64", (14, 8, 5, 1), 9, 8, "E"),
            ("C-50", (9, 5, 3, 1), 6, 4, "N"),
        )
    ]
    + [
        pytest.param(*row, marks=pytest.mark.clause("3.23-D"))
        for row in (
            ("D-74", (34, 18, 9, 3), 26, 5, "A"),
            ("D-44", (20, 10, 4, 1), 9, 4, "F"),
            ("D-36", (13, 6, 2, 1), 7, 1, "K"),
            ("D-32", (19, 9, 2, 0), 6, 1, "L"),
        )
    ]
    + [pytest.param("MM", (1, 1, 0, 0), 6, 5, "1", marks=pytest.mark.clause("3.23-MM"))],
)
def test_a_printed_ship_has_the_printed_figures(
    id: str, gunnery: tuple[int, ...], defense: int, quantity: int, letter: str
) -> None:
    assert figures(id) == (gunnery, defense, quantity, letter)
    assert SHIPS[id].status == "printed"
    assert id == "MM" or SHIPS[id].ratings["rating"] == int(id[2:])


@pytest.mark.clause("3.23")
@pytest.mark.parametrize("id", RECONSTRUCTED)
def test_a_ship_whose_row_is_lost_is_marked_in_every_figure(id: str) -> None:
    assert figures(id) == RECONSTRUCTED[id]
    assert SHIPS[id].ratings["rating"] == int(id[2:])
    for source in SHIPS[id].provenance.values():
        assert source.status == "reconstructed"
        assert len(source.why) > 40


@pytest.mark.clause("3.23")
def test_exactly_ten_rows_are_lost() -> None:
    assert {s.id for s in SHIPS.values() if s.status != "printed"} == set(RECONSTRUCTED)
    assert len(SHIPS) == 28


@pytest.mark.clause("3.21")
def test_the_sample_counter_is_the_120_of_mix_a() -> None:
    assert figures("A-120") == ((44, 24, 13, 4), 24, 2, "A")


@pytest.mark.clause("3.21", "3.23")
@pytest.mark.parametrize("id", SHIPS)
def test_no_strength_grows_with_the_range(id: str) -> None:
    strengths = [int(str(n)) for n in guns(id)]
    assert len(strengths) == 4
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.clause("3.21")
@pytest.mark.parametrize(
    "run",
    [
        ("A-120", "A-110", "A-80"),
        ("A-64", "A-50", "A-44", "A-36", "A-28", "A-14"),
        ("B-100", "B-80", "B-64"),
        ("B-50", "B-44", "B-32", "B-28", "B-14"),
        ("C-74", "C-64", "C-50"),
        ("D-74", "D-44", "D-36", "D-32"),
    ],
)
def test_identity_letters_run_on_through_a_mix_and_skip_j(run: tuple[str, ...]) -> None:
    place = 0
    for id in run:
        assert SHIPS[id].ratings["letter"] == ALPHABET[place]
        place += SHIPS[id].quantity
    assert place <= len(ALPHABET)


@pytest.mark.clause("3.22")
@pytest.mark.parametrize("id", SHIPS)
def test_ships_of_the_line_are_rated_50_and_up(id: str) -> None:
    ratings = SHIPS[id].ratings
    assert (ratings["class"] == "ship-of-the-line") == (int(str(ratings["rating"])) >= 50)


@pytest.mark.clause("3.22")
def test_the_five_silhouettes_are_in_use() -> None:
    assert {ship.ratings["class"] for ship in SHIPS.values()} == {
        "ship-of-the-line",
        "frigate",
        "corvette",
        "sloop",
        "merchantman",
    }


@pytest.mark.clause("3.2")
def test_the_74s_of_two_nations_are_different_counters() -> None:
    assert figures("D-74")[:2] == ((34, 18, 9, 3), 26)
    assert figures("B-74")[:2] == ((23, 13, 7, 2), 15)


@pytest.mark.clause("3.23-B")
def test_raking_lifts_the_british_44_to_2_to_1_against_the_american() -> None:
    strength = int(str(guns("B-44")[0]))
    defense = int(str(SHIPS["D-44"].ratings["defense"]))
    assert strength // defense == 1
    assert (strength + strength // 3) // defense == 2


@pytest.mark.clause("3.24-defense")
def test_a_ship_has_one_defense_strength_for_every_range() -> None:
    assert SHIPS["A-80"].ratings["defense"] == 16
    assert SHIPS["B-50"].ratings["defense"] == 10
    assert all(isinstance(ship.ratings["defense"], int) for ship in SHIPS.values())


@pytest.mark.clause("3.23-D")
def test_the_american_32_outguns_the_36_close_in_and_has_nothing_far_off() -> None:
    assert guns("D-32")[0] == 19
    assert guns("D-36")[0] == 13
    assert guns("D-32")[3] == 0


def test_every_clause_that_a_table_or_ship_names_is_a_clause_of_the_book() -> None:
    clauses = load_clauses(HOME / "clauses.toml")
    named = {t.clause for t in TABLES.values()} | {s.clause for s in SHIPS.values()}
    rules = [id for id in clauses if not id.startswith(("14.", "15.", "16."))]
    assert (len(rules), len(clauses)) == (154, 174)
    assert named <= set(clauses)
