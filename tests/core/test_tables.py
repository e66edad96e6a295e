"""Results tables and ship lists, read from small files of our own."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from weathergage.datafiles import Provenance, worst
from weathergage.errors import BadFile, UnknownName, WeathergageError
from weathergage.shiplists import load_ship_file, load_ships, ship_named
from weathergage.tables import Table, data_hash, load_table, load_tables

BOARDING = """
id = "boarding"
clause = "9.3"
title = "Boarding by strength"
rolls = "1d6"
columns = ["1-2", "1-1", "2-1"]
low = "first"
high = "last"
below = "refused"
beyond = "last"
results = { refused = "not allowed at such odds", taken = "the ship is taken" }
[rows]
"1-3" = [0, 0, 1]
4 = [0, 1, [1, 2]]
"5-6" = [1, 2, "taken"]
[[provenance]]
cells = "*"
status = "printed"
[[provenance]]
cells = ["row 4", "5-6 x 1-1"]
status = "reconstructed"
why = "the row is lost"
[[provenance]]
cells = "4 x 2-1"
status = "found"
where = "a chart in a museum"
"""


def write(folder: Path, text: str, name: str = "boarding") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def boarding(tmp_path: Path) -> Table:
    return load_table(write(tmp_path, BOARDING))


def test_a_cell_is_looked_up_by_number_and_column(boarding: Table) -> None:
    assert boarding.look_up(2, "2-1") == 1
    assert boarding.look_up(4, 2) == (1, 2)
    assert boarding.look_up(6, "2-1") == "taken"
    assert boarding.look_up("5-6", "1-2") == 1


def test_a_range_of_rows_is_spread_out_in_the_grid(boarding: Table) -> None:
    assert boarding.lowest == 1
    assert len(boarding.grid) == 6
    for face, (place, name) in product(range(1, 7), enumerate(boarding.columns)):
        assert boarding.grid[face - boarding.lowest][place] == boarding.look_up(face, name)
    assert [boarding.column_index(name) for name in boarding.columns] == [0, 1, 2]


def test_rolls_beyond_the_rows_follow_low_and_high(boarding: Table) -> None:
    assert boarding.look_up(-3, "2-1") == boarding.look_up(1, "2-1")
    assert boarding.look_up(9, "2-1") == boarding.look_up(6, "2-1")


def test_columns_beyond_the_table_follow_below_and_beyond(boarding: Table) -> None:
    assert boarding.look_up(1, -1) == "refused"
    assert boarding.look_up(9, -1) == "refused"
    assert boarding.look_up(1, 7) == boarding.look_up(1, 2)


@pytest.mark.parametrize("row", [*range(-2, 9), "1-3", "4"])
@pytest.mark.parametrize("column", [*range(5), "1-2", "2-1"])
def test_the_cell_that_is_read_holds_what_is_looked_up(
    boarding: Table, row: int | str, column: int | str
) -> None:
    cell = boarding.cell(row, column)
    assert cell is not None
    assert boarding.value(*cell) == boarding.look_up(row, column)


def test_an_entry_for_what_lies_outside_stands_in_no_cell(boarding: Table) -> None:
    assert boarding.cell(1, -1) is None
    with pytest.raises(UnknownName, match="did you mean 2-1"):
        boarding.cell(1, "2-11")


def test_what_no_rule_covers_is_an_unknown_name(tmp_path: Path) -> None:
    text = "\n".join(
        line
        for line in BOARDING.splitlines()
        if not line.startswith(("low", "high", "below", "beyond"))
    )
    table = load_table(write(tmp_path, text))
    with pytest.raises(UnknownName, match="no row of table boarding is called '7'"):
        table.look_up(7, 0)
    with pytest.raises(UnknownName, match="no column of table boarding is called '3'"):
        table.look_up(1, 3)
    with pytest.raises(UnknownName, match="did you mean 2-1"):
        table.look_up(1, "2-11")
    with pytest.raises(UnknownName, match="no row of table boarding is called '7'"):
        table.source(7, 0)


def test_odds_are_exact_and_agree_with_every_face(boarding: Table) -> None:
    for column, modifier in product(boarding.columns, range(-3, 4)):
        odds = boarding.odds(column, modifier)
        counted = Counter(boarding.look_up(face + modifier, column) for face in range(1, 7))
        assert odds == {value: Fraction(count, 6) for value, count in counted.items()}
        assert sum(odds.values()) == 1
    assert boarding.odds("1-1") == {0: Fraction(1, 2), 1: Fraction(1, 6), 2: Fraction(1, 3)}
    assert list(boarding.odds("1-1", 3)) == [1, 2]


def test_odds_of_two_dice_agree_with_all_36_throws(tmp_path: Path) -> None:
    text = """
id = "morale"
clause = "1.1"
title = "Morale"
rolls = "2d6"
columns = ["any"]
[rows]
"2-4" = [2]
"5-9" = [1]
"10+" = [0]
[[provenance]]
cells = "*"
status = "printed"
"""
    table = load_table(write(tmp_path, text, "morale"))
    counted = Counter(table.look_up(a + b + 1, 0) for a, b in product(range(1, 7), repeat=2))
    assert table.odds("any", 1) == {v: Fraction(n, 36) for v, n in counted.items()}
    assert table.look_up(15, 0) == 0
    assert table.rows == ("2-4", "5-9", "10+")


def test_rows_may_be_names_where_nothing_is_rolled(tmp_path: Path) -> None:
    text = """
id = "speeds"
clause = "1.1"
title = "Speeds"
rolls = "none"
columns = ["sloop", "cutter"]
[rows]
calm = [1, 2]
gale = [3, 4]
[[provenance]]
cells = ["row calm", "gale x cutter"]
status = "printed"
[[provenance]]
cells = "gale x sloop"
status = "house"
why = "a guess"
"""
    table = load_table(write(tmp_path, text, "speeds"))
    assert table.look_up("gale", "cutter") == 4
    assert table.look_up(1, 1) == 4
    assert table.source("gale", "sloop").status == "house"
    with pytest.raises(UnknownName, match="no row of table speeds is called 'gail'"):
        table.look_up("gail", "cutter")
    with pytest.raises(WeathergageError, match="table speeds is not rolled on"):
        table.odds("cutter")


def test_the_last_provenance_that_fits_wins(boarding: Table) -> None:
    assert boarding.source(2, "1-2") == Provenance("printed", "9.3")
    assert boarding.source(4, "1-2") == Provenance("reconstructed", "", "the row is lost")
    assert boarding.source(6, "1-1").status == "reconstructed"
    assert boarding.source("4", 2) == Provenance("found", "a chart in a museum")


@pytest.mark.parametrize(
    ("selector", "cells"),
    [
        ("*", 9),
        ("row 4", 3),
        ("row 1-3", 3),
        ("rows 1-4", 6),
        ("rows 4, 5-6", 6),
        ("column 2-1", 3),
        ("columns 1-2, 2-1", 6),
        ("columns 1-2 to 2-1", 9),
        ("4 x 2-1", 1),
        ("4-6 x 1-1 to 2-1", 4),
        ("* x 1-1", 3),
        (["4 x 2-1", "row 5-6"], 4),
    ],
)
def test_a_selector_names_cells(boarding: Table, selector: str | list[str], cells: int) -> None:
    changed = boarding.replaced(selector, 9, "to see which")
    assert [cell["value"] for cell in changed.as_json()["cells"]].count(9) == cells


@pytest.mark.parametrize("selector", ["row 7", "4 x 9-1", "rows 2-4", "nonsense", "4 x", "row 0-4"])
def test_a_selector_without_a_cell_is_refused(boarding: Table, selector: str) -> None:
    with pytest.raises(UnknownName, match="no cell of table boarding is called"):
        boarding.replaced(selector, 1, "why not")


def test_a_replaced_cell_is_marked_and_the_first_table_stays(boarding: Table) -> None:
    house = boarding.replaced("4 x 2-1", 2, "marines aboard")
    assert house.look_up(4, "2-1") == 2
    assert house.grid[3][2] == 2
    assert house.source(4, "2-1") == Provenance("house", why="marines aboard")
    assert boarding.look_up(4, "2-1") == (1, 2)
    assert house.odds("2-1")[2] == Fraction(1, 6)
    with pytest.raises(UnknownName, match="no result of table boarding is called 'sunk'"):
        boarding.replaced("4 x 2-1", "sunk", "why not")
    with pytest.raises(WeathergageError, match="neither a whole number nor a declared word"):
        boarding.replaced("4 x 2-1", [1.5], "why not")  # type: ignore[list-item]


def test_what_was_looked_up_once_does_not_stick_to_another_table(boarding: Table) -> None:
    assert [boarding.look_up("4", "1-1") for _ in range(2)] == [1, 1]
    changed = boarding.replaced("4 x 1-1", 2, "tried")
    assert [changed.look_up("4", "1-1") for _ in range(2)] == [2, 2]
    assert boarding.look_up("4", "1-1") == boarding.look_up(4, 1) == 1
    for _ in range(2):
        with pytest.raises(UnknownName):
            boarding.look_up("seven", "1-1")


def test_as_json_gives_head_rows_and_every_cell(boarding: Table) -> None:
    told = boarding.as_json()
    assert list(told) == ["id", "clause", "title", "rolls", "columns", "rows", "cells"]
    assert told["rows"] == ["1-3", "4", "5-6"]
    assert len(told["cells"]) == 9
    assert told["cells"][0] == {
        "row": "1-3",
        "column": "1-2",
        "value": 0,
        "status": "printed",
        "source": "9.3",
    }
    assert told["cells"][5]["value"] == [1, 2]


def test_a_table_travels_to_another_process(boarding: Table) -> None:
    assert pickle.loads(pickle.dumps(boarding)) == boarding


def test_a_folder_is_read_once_and_handed_out_as_a_fresh_dict(tmp_path: Path) -> None:
    write(tmp_path, BOARDING)
    write(tmp_path, BOARDING.replace('"boarding"', '"another"'), "another")
    first, second = load_tables(tmp_path), load_tables(str(tmp_path))
    assert list(first) == ["another", "boarding"]
    assert first["boarding"] is second["boarding"]
    assert first is not second


def test_the_hash_is_of_the_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, BOARDING)
    assert data_hash(path) == hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
    before = data_hash(path)
    write(tmp_path, BOARDING + "\n")
    assert data_hash(path) != before


def test_reading_tables_does_not_import_icepool() -> None:
    code = "import sys, weathergage.tables; sys.exit('icepool' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '"1-3" = [0, 0, 1]',
            '"1-2" = [0, 0, 1]',
            "rows.4: leaves 3 without a row",
        ),
        (
            '"1-3" = [0, 0, 1]',
            '"1-4" = [0, 0, 1]',
            "rows.4: covers 4, as does row 1-4",
        ),
        (
            '"5-6" = [1, 2, "taken"]',
            '5 = [1, 2, "taken"]',
            "rows: 1d6 can give 6, which no row has",
        ),
        (
            '"1-3" = [0, 0, 1]',
            '"2-3" = [0, 0, 1]',
            "rows: 1d6 can give 1, which no row has",
        ),
        (
            '"1-3" = [0, 0, 1]',
            '"3-1" = [0, 0, 1]',
            "rows.3-1: runs backwards",
        ),
        (
            '"1-3" = [0, 0, 1]',
            "low = [0, 0, 1]",
            'rows.low: is not a number, a range "1-3" or "6+"',
        ),
        (
            '"1-3" = [0, 0, 1]',
            '"1+" = [0, 0, 1]',
            "rows.4: covers 4, as does row 1+",
        ),
        ("4 = [0, 1, [1, 2]]", "4 = [0, 1]", "rows.4: has 2 entries for 3 columns"),
        (
            "4 = [0, 1, [1, 2]]",
            '4 = [0, 1, "sunk"]',
            "rows.4.2-1: 'sunk' is not among the words that results declares",
        ),
        (
            "4 = [0, 1, [1, 2]]",
            "4 = [0, 1, 1.5]",
            "rows.4.2-1: 1.5 is neither a whole number nor a declared word",
        ),
        (
            "4 = [0, 1, [1, 2]]",
            "4 = [0, 1, true]",
            "rows.4.2-1: True is neither a whole number nor a declared word",
        ),
        (
            'rolls = "1d6"',
            'rolls = "d"',
            'rolls: is \'d\'; write dice such as "1d6" or "2d6", or "none"',
        ),
        (
            'columns = ["1-2", "1-1", "2-1"]',
            'columns = ["1-1", "1-1", "2-1"]',
            "columns: names '1-1' twice",
        ),
        (
            'columns = ["1-2", "1-1", "2-1"]',
            'columns = ["1 x 2", "1-1", "2-1"]',
            "columns: '1 x 2' cannot be told apart in a selector",
        ),
        (
            'beyond = "last"',
            'beyond = "lost"',
            "beyond: is 'lost'; write \"last\" or a word that results declares",
        ),
        ('clause = "9.3"\n', "", "clause: is missing"),
        (
            'clause = "9.3"',
            'clause = "9.3"\ncolour = "red"',
            "colour: is not a key that belongs here; correct its spelling or leave it out",
        ),
        (
            'title = "Boarding by strength"',
            "title = 3",
            "title: should be text in quotation marks, and is 3",
        ),
        (
            'id = "boarding"',
            'id = "b"',
            "id: is 'b', but the file is called 'boarding'; give both the same name",
        ),
        ('cells = "*"', 'cells = "row 4"', "provenance: no block covers 1-3 x 1-2"),
        (
            'cells = "4 x 2-1"',
            'cells = "7 x 2-1"',
            "provenance.2.cells: '7 x 2-1' names no cell of the table",
        ),
        (
            'cells = "4 x 2-1"',
            'cells = "2 x 2-1"',
            "provenance.2.cells: '2 x 2-1' takes only a part of row 1-3",
        ),
        (
            'cells = "4 x 2-1"',
            'cells = "all"',
            "provenance.2.cells: 'all' is no selector; "
            'write "*", "row 4", "columns 2-1 to 4-1" or "4 x 2-1"',
        ),
        (
            'where = "a chart in a museum"',
            "",
            'provenance.2: a figure that is "found" needs where: its source',
        ),
        (
            'why = "the row is lost"',
            "",
            'provenance.1: a figure that is "reconstructed" needs why: the reasoning',
        ),
        (
            'status = "printed"',
            'status = "guessed"',
            "provenance.0.status: should be 'printed', 'found', 'reconstructed' or 'house', "
            "and is 'guessed'",
        ),
    ],
)
def test_a_broken_table_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in BOARDING
    path = write(tmp_path, BOARDING.replace(old, new, 1))
    with pytest.raises(BadFile) as caught:
        load_table(path)
    assert str(caught.value) == f"{path}: {sentence}"


def test_rows_past_the_dice_need_modifiers_to_be_declared(tmp_path: Path) -> None:
    wide = BOARDING.replace("5-6", "5-8").replace('"1-3" = ', '"-1-3" = ')
    assert load_table(write(tmp_path, wide)).look_up(-1, 2) == 1
    path = write(tmp_path, wide.replace('high = "last"\n', ""))
    with pytest.raises(
        BadFile, match="rows: 1d6 cannot give 7 to 8; if modifiers can, declare high"
    ):
        load_table(path)
    path = write(tmp_path, wide.replace('low = "first"\n', ""))
    with pytest.raises(
        BadFile, match="rows: 1d6 cannot give -1 to 0; if modifiers can, declare low"
    ):
        load_table(path)


def test_a_slip_of_toml_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, 'id = "boarding"\nrolls = \n')
    with pytest.raises(BadFile, match=r"it is not valid TOML: Invalid value \(at line 2"):
        load_table(path)
    with pytest.raises(BadFile, match="there is no such file"):
        load_table(tmp_path / "nothing.toml")
    with pytest.raises(BadFile, match="there is no such folder"):
        load_tables(tmp_path / "nowhere")


FLEET = """
id = "red"
clause = "2.1"
title = "The red fleet"
[[provenance]]
fields = "*"
status = "printed"
[[ships]]
id = "R-74"
name = "74 of the red fleet"
quantity = 3
ratings = { guns = [9, 4], hull = 7, class = "line" }
[[ships]]
id = "R-50"
name = "50 of the red fleet"
quantity = 1
ratings = { guns = [5, 2], hull = 5, class = "line" }
provenance = [{ fields = ["hull", "quantity"], status = "reconstructed", why = "lost" }]
"""


def test_ships_carry_ratings_and_the_worst_status_of_their_fields(tmp_path: Path) -> None:
    write(tmp_path, FLEET, "red")
    ships = load_ships(tmp_path)
    assert list(ships) == ["R-74", "R-50"]
    assert ships["R-74"].ratings == {"guns": (9, 4), "hull": 7, "class": "line"}
    assert ships["R-74"].status == "printed"
    assert ships["R-50"].status == "reconstructed"
    assert ships["R-50"].provenance["guns"] == Provenance("printed", "2.1")
    told = ships["R-50"].as_json()
    assert told["ratings"] == {"guns": [5, 2], "hull": 5, "class": "line"}
    assert (told["status"], told["source"]) == ("reconstructed", "lost")
    assert told["fields"]["guns"] == {"status": "printed", "source": "2.1"}
    with pytest.raises(UnknownName, match="no ship is called 'R-75'; did you mean R-74"):
        ship_named(ships, "R-75")


def test_a_replaced_rating_is_marked_as_a_house_rules(tmp_path: Path) -> None:
    ship = load_ship_file(write(tmp_path, FLEET, "red"))[0]
    house = ship.replaced("guns", [8, 4], "fewer carronades")
    assert house.ratings["guns"] == (8, 4)
    assert (house.status, house.as_json()["source"]) == ("house", "fewer carronades")
    assert ship.ratings["guns"] == (9, 4)
    assert house.replaced("quantity", 9, "more of them").quantity == 9
    with pytest.raises(UnknownName, match="no rating of R-74 is called 'gun'; did you mean guns"):
        ship.replaced("gun", 1, "why not")
    with pytest.raises(WeathergageError, match="quantity of R-74: -1 is not a count"):
        ship.replaced("quantity", -1, "why not")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('fields = "*"', 'fields = "hull"', "ships.0: no provenance covers quantity of R-74"),
        (
            'fields = ["hull", "quantity"]',
            'fields = "sail"',
            "ships.1.provenance.0.fields: 'sail' names no field of R-50",
        ),
        (
            "hull = 5",
            "hull = 5.5",
            "ships.1.ratings.hull: 5.5 is neither a whole number, a word, nor a list of these",
        ),
        (
            "hull = 5",
            "quantity = 5",
            "ships.1.ratings.quantity: has a key of its own",
        ),
        (
            "quantity = 3",
            "quantity = -3",
            "ships.0.quantity: should be greater than or equal to 0, and is -3",
        ),
        ("quantity = 3\n", "", "ships.0.quantity: is missing"),
    ],
)
def test_a_broken_ship_list_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = write(tmp_path, FLEET.replace(old, new, 1), "red")
    with pytest.raises(BadFile) as caught:
        load_ship_file(path)
    assert str(caught.value) == f"{path}: {sentence}"


def test_two_files_cannot_hold_the_same_ship(tmp_path: Path) -> None:
    write(tmp_path, FLEET, "red")
    path = write(tmp_path, FLEET.replace('id = "red"', 'id = "white"'), "white")
    with pytest.raises(BadFile) as caught:
        load_ships(tmp_path)
    assert str(caught.value) == f"{path}: R-74: is a ship of red.toml as well"


def test_house_is_the_worst_status_and_printed_the_best() -> None:
    a, b = Provenance("printed"), Provenance("reconstructed", why="x")
    assert worst([a, b, a]) is b
    assert worst([b, Provenance("house", why="y")]).status == "house"
    assert Provenance("found", "a chart", "faded").source == "a chart: faded"
