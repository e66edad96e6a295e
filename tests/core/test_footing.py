"""On which figures an answer rests: every one that could change it, and where each comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import weathergage as wg
from weathergage.datafiles import STATUSES
from weathergage.errors import WeathergageError
from weathergage.plugins import discover, find_ruleset
from weathergage.ruleset import Ruleset
from weathergage.study.footing import Footing, founded
from weathergage.study.gunnery import weigh
from weathergage.study.odds import Workbench, answer, bench_for, question_of, table_odds
from weathergage.tables import Table, Value

RULESETS = list(discover().rulesets.values())
FIRING = [ruleset for ruleset in RULESETS if ruleset.broadsides is not None]


def asking(ruleset: Ruleset, name: str, **given: object) -> Callable[[Workbench], Any]:
    """A question of a ruleset, to be asked on a bench."""
    return lambda bench: answer(bench, question_of(ruleset, name), given)


def statuses(rests_on: tuple[Footing, ...]) -> dict[str, dict[str, int]]:
    """How many figures of each table are of which status."""
    return {one.table: dict(Counter(s.status for s in one.sources)) for one in rests_on}


def shaken(table: Table) -> Table:
    """A table that has another entry in every cell that can have one."""
    places = [(r, c) for r in range(len(table.rows)) for c in range(len(table.columns))]
    entries = [table.value(*place) for place in places]

    def other(entry: Value) -> Value:
        if isinstance(entry, int):
            return entry + 1
        return next((e for e in entries if e != entry and type(e) is type(entry)), entry)

    cells = {place: other(entry) for place, entry in zip(places, entries, strict=True)}
    return table.rewritten(cells, "shaken")


def untouched(bench: Workbench, ask: Callable[[Workbench], Any], rests_on: Any) -> list[str]:
    """The tables that an answer does not rest on by its own account, and that change it."""
    found, changing = ask(bench), []
    for id, table in bench.rules.tables.items():
        if id in {one.table for one in rests_on}:
            continue
        rules = bench.rules.reading({**bench.rules.tables, id: shaken(table)})
        try:
            is_same = ask(Workbench(rules)) == found
        except (WeathergageError, LookupError):
            is_same = False
        if not is_same:
            changing.append(id)
    return changing


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_no_table_changes_an_answer_that_does_not_rest_on_it(ruleset: Ruleset) -> None:
    bench = bench_for(ruleset)
    for name in ruleset.odds:
        ask = asking(ruleset, name)
        found, rests_on = founded(bench, ask)
        assert found == ask(bench), name
        assert untouched(bench, ask, rests_on) == [], name


@pytest.mark.parametrize("ruleset", FIRING, ids=lambda ruleset: ruleset.id)
def test_no_table_changes_a_broadside_that_does_not_rest_on_it(ruleset: Ruleset) -> None:
    def ask(bench: Workbench) -> Any:
        found = weigh(bench, "74")
        return found.limits, found.weighed

    bench = bench_for(ruleset)
    assert untouched(bench, ask, weigh(bench, "74").rests_on) == []


def test_one_column_of_six_cells_is_read_by_a_broadside_of_frigate() -> None:
    frigate = find_ruleset("frigate")
    _, rests_on = founded(bench_for(frigate), asking(frigate, "gunnery", rating=1))
    (table,) = rests_on
    assert table.table == "gunnery-1"
    assert len(table.sources) == 6
    assert table.plain()["figures"] == {"printed": 3, "reconstructed": 3}
    assert {one["status"] for one in table.plain()["sources"]} == {"printed", "reconstructed"}


def test_figures_are_of_the_status_that_the_tables_give_them() -> None:
    galley = find_ruleset("war-galley")
    bench = bench_for(galley)
    _, ram = founded(bench, asking(galley, "ram", attack=6, defense=7))
    assert statuses(ram) == {"ramming": {"printed": 1}}
    _, rake = founded(bench, asking(galley, "rake"))
    assert statuses(rake) == {"rake": {"reconstructed": 1}}
    _, wind = founded(bench_for(admiralty := find_ruleset("admiralty")), asking(admiralty, "wind"))
    assert set(statuses(wind)["wind-change"]) == {"house"}


def test_an_answer_of_dice_alone_rests_on_no_table() -> None:
    frigate = find_ruleset("frigate")
    assert founded(bench_for(frigate), asking(frigate, "explosion"))[1] == ()


def test_a_cell_that_a_house_rule_writes_is_of_the_house(tmp_path: Path) -> None:
    path = tmp_path / "ram.toml"
    path.write_text(
        'id = "ram"\nruleset = "war-galley"\ntitle = "Ram"\nauthor = "A club"\nversion = "1"\n'
        'reason = "To try it."\n[[cells]]\ntable = "rake"\ncells = "*"\nvalue = 5\n',
        encoding="utf-8",
    )
    galley = find_ruleset("war-galley")
    bench = bench_for(galley, house_rules=(str(path),))
    assert statuses(founded(bench, asking(galley, "rake"))[1]) == {"rake": {"house": 1}}


def test_what_a_house_rule_answers_in_place_of_a_table_is_of_the_house() -> None:
    class Sure:
        @wg.hookimpl
        def look_up(self, game: Any, table: str, row: Any, column: str) -> int | None:
            return 2 if table == "gunnery-2" and row == 6 else None

    rule = wg.HouseRule("sure", "frigate", "A six is sure to hit", Sure())
    frigate = find_ruleset("frigate")
    found, rests_on = founded(
        bench_for(frigate, house_rules=(rule,)), asking(frigate, "gunnery", rating=2)
    )
    assert statuses(rests_on)["gunnery-2"]["house"] == 1
    assert len(rests_on[0].sources) == 6
    assert found["hits"][2] >= Fraction(1, 6)


def test_whoever_takes_the_whole_grid_has_read_every_cell() -> None:
    bench = bench_for(find_ruleset("frigate"))
    table = bench.rules.tables["gunnery-1"]
    _, (found,) = founded(bench, lambda noting: noting.rules.tables["gunnery-1"].grid)
    assert len(found.sources) == len(table.rows) * len(table.columns)
    assert founded(bench, lambda noting: noting.rules.tables["gunnery-1"].columns)[1] == ()


def test_the_odds_of_a_column_rest_on_its_cells() -> None:
    bench = bench_for(find_ruleset("frigate"))
    table = bench.rules.tables["gunnery-1"]
    _, (found,) = founded(bench, lambda noting: table_odds(noting, table, "2-1"))
    place = table.column_index("2-1")
    assert found.sources == tuple(line[place] for line in table.sources)


@pytest.mark.parametrize("ruleset", FIRING, ids=lambda ruleset: ruleset.id)
def test_a_broadside_says_where_its_tables_and_its_ship_come_from(ruleset: Ruleset) -> None:
    found = weigh(bench_for(ruleset), "74")
    told = found.plain([200])
    assert told["rests_on"] == [one.plain() for one in found.rests_on] != []
    assert {one["table"] for one in told["rests_on"]} <= set(ruleset.tables)
    ratings = ruleset.ships[found.ship].ratings
    assert sum(told["ship_figures"].values()) == len(ratings)
    assert set(told["ship_figures"]) <= set(STATUSES)
