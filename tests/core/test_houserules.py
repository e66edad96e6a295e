"""House rules written as data, and what every house rule declares."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import weathergage as wg
from weathergage import plugins
from weathergage.houserules import HouseRule, in_order

pytestmark = pytest.mark.usefixtures("toy")

HEAD = """
id = "club"
title = "Club rules"
author = "The club"
version = "1"
ruleset = "toy"
reason = "Our games ended in the dark."
clause = "club 1"
"""

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a house rule file and give its path; changes come after the head."""

    def do(changes: str = "", head: str = HEAD, name: str = "club.toml") -> str:
        path = tmp_path / name
        path.write_text(head + changes, encoding="utf-8")
        return str(path)

    return do


def start(*files: str | HouseRule, scenario: str = "toy/locks", **choices: Any) -> wg.Game:
    return wg.new_game(scenario, seed=3, house_rules=files, **choices)


# What a file changes


CELL = """
[[cells]]
table = "hits"
cells = "6 x plain"
value = 2
"""


def test_a_cell_is_changed_and_says_whose_figure_it_is(write: Write) -> None:
    game = start(write(CELL))
    assert game.look_up("hits", 6, "plain") == 2
    source = game.rules.tables["hits"].source(6, "plain")
    assert source.status == "house"
    assert source.source == "Club rules (The club): Our games ended in the dark."
    assert start().look_up("hits", 6, "plain") != 2
    assert start().rules.tables["hits"].source(6, "plain").source == "Made for the tests."


def test_a_reason_of_its_own_goes_with_a_cell(write: Write) -> None:
    game = start(write(CELL + 'why = "Too tame."'))
    source = game.rules.tables["hits"].source(6, "plain")
    assert source.source == "Club rules (The club): Too tame."


def whole(table: wg.Table, **changes: Any) -> str:
    """A table as a part of a house rule's file."""
    told = {
        "id": table.id,
        "clause": table.clause,
        "title": "Ours",
        "rolls": table.rolls,
        "columns": list(table.columns),
        **changes,
    }
    rows = told.pop("rows", {row: [1] * len(told["columns"]) for row in table.rows})
    lines = [f"{key} = {value!r}" for key, value in told.items()]
    cells = [f'"{row}" = {values}' for row, values in rows.items()]
    return "\n".join(["[[tables]]", *lines, "[tables.rows]", *cells])


def test_a_whole_table_takes_the_place_of_another(write: Write) -> None:
    game = start(write(whole(start().rules.tables["hits"])))
    hits = game.rules.tables["hits"]
    assert hits.title == "Ours"
    assert {game.look_up("hits", die, "plain") for die in range(1, 7)} == {1}
    assert {source.status for line in hits.sources for source in line} == {"house"}


def test_a_whole_table_that_lacks_what_the_rules_read_is_refused(write: Write) -> None:
    hits = start().rules.tables["hits"]
    with pytest.raises(wg.BadFile, match=r"tables\.0\.columns: has no column 'plain'"):
        start(write(whole(hits, columns=["other", *hits.columns[1:]])))
    rows = {str(n): [1] * len(hits.columns) for n in range(2, 13)}
    path = write(whole(hits, rolls="2d6", rows=rows))
    with pytest.raises(wg.BadFile, match=r"tables\.0\.rolls: is '2d6', and the rules roll 1d6"):
        start(path)


def test_options_have_other_defaults_and_what_a_player_chooses_stands(write: Write) -> None:
    path = write("[options]\nsqualls = true\n".replace("squalls", "squall"))
    assert start(path).rules.options.squall is True
    assert start(path, options={"squall": False}).rules.options.squall is False
    assert start().rules.options.squall is False


RAZEE = """
[[ships]]
id = "razee"
like = "barge"
name = "Razee"
quantity = 2
ratings = { hull = 3 }
"""


def test_a_rating_is_changed_and_a_ship_added(write: Write) -> None:
    changed = '[[ratings]]\nship = "barge"\nrating = "hull"\nvalue = 4\n'
    ships = start(write(RAZEE + changed)).rules.ships
    assert ships["barge"].ratings == {"hull": 4}
    assert ships["barge"].provenance["hull"].status == "house"
    assert (ships["razee"].name, ships["razee"].quantity) == ("Razee", 2)
    assert ships["razee"].ratings == {"hull": 3}
    assert ships["razee"].status == "house"
    assert list(start().rules.ships) == ["barge"]
    with pytest.raises(wg.BadFile, match=r"ships\.0\.id: there is a ship barge already"):
        start(write(RAZEE.replace('"razee"', '"barge"')))
    with pytest.raises(wg.BadFile, match=r"ships\.0: no ship is called 'barges'"):
        start(write(RAZEE.replace('"barge"', '"barges"')))
    with pytest.raises(wg.BadFile, match=r"ratings\.0\.value: is 'x'; hull of barge is 2"):
        start(write(changed.replace("4", '"x"')))
    with pytest.raises(wg.BadFile, match=r"ratings\.0: .*did you mean hull"):
        start(write(changed.replace('"hull"', '"hulk"')))


MODIFIER = '[[modifiers]]\nat = "fire"\n'


def test_a_modifier_is_added_changed_and_removed_by_name(write: Write) -> None:
    added = start(write(MODIFIER + 'add = "grape"\nvalue = 2'))
    assert added.modified("fire", 1) == 3
    assert added.modifiers("fire") == [wg.Modifier("grape", 2, "club 1")]
    assert added.modified("something else", 1) == 1
    own = (wg.Modifier("spray", -1, "4.1"),)
    changed = start(write(MODIFIER + 'change = "spray"\nvalue = -2\nclause = "club 2"'))
    assert changed.modifiers("fire", own) == [wg.Modifier("spray", -2, "club 2")]
    assert changed.modified("fire", 6, own) == 4
    removed = start(write(MODIFIER + 'remove = "spray"'))
    assert removed.modified("fire", 6, own) == 6
    times = start(write(MODIFIER + 'change = "spray"\ntimes = "1/2"'))
    assert times.modifiers("fire", own)[0].value == Fraction(1, 2)
    assert times.modified("fire", 5, own) == 2


def test_a_scenario_is_added_in_the_file_or_beside_it(write: Write, tmp_path: Path) -> None:
    source = Path(start().rules.folder) / "scenarios" / "locks.toml"
    text = source.read_text(encoding="utf-8").replace('id = "locks"', 'id = "ponds"')
    (tmp_path / "ponds.toml").write_text(text, encoding="utf-8")
    path = write('[[scenarios]]\nfile = "ponds.toml"')
    game = start(path, scenario="toy/ponds")
    assert game.rules.scenario.id == "ponds"
    assert start(path).rules.scenario.id == "locks"
    record = game.record
    assert record.scenario == "toy/ponds"
    assert record.verify()
    with pytest.raises(wg.UnknownName, match="ponds"):
        start(scenario="toy/ponds")
    whole = "[[scenarios]]\n" + text.replace("[[sides]]", "[[scenarios.sides]]")
    assert start(write(whole, name="inline.toml"), scenario="toy/ponds").rules.scenario == (
        game.rules.scenario
    )


def test_what_holds_in_one_of_several_rulesets_alone(write: Write) -> None:
    head = HEAD.replace('"toy"', '["toy", "canal"]')
    game = start(write('[[in.toy.cells]]\ntable = "hits"\ncells = "6 x plain"\nvalue = 2', head))
    assert game.look_up("hits", 6, "plain") == 2
    with pytest.raises(wg.BadFile, match=r"in\.ponds: is none of the rulesets toy, canal"):
        start(write("[[in.ponds.cells]]\ntable = 'hits'\ncells = '*'\nvalue = 1", head))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (CELL.replace('"hits"', '"hit"'), r"cells\.0\.table: .*did you mean hits\?"),
        (CELL.replace("6 x", "9 x"), r"cells\.0: no cell of table hits is called '9 x plain'"),
        (CELL.replace("2", '"two"'), r"cells\.0: "),
        (CELL.replace("table", "tabel"), r"cells\.0\.table: is missing|cells\.0\.tabel"),
        ("[options]\nsqual = true", r"options\.squal: .*did you mean squall\?"),
        ('[options]\nsquall = "perhaps"', r"options\.squall: "),
        (MODIFIER.replace("fire", "fires") + 'add = "x"\nvalue = 1', r"modifiers\.0: .*fire\?"),
        (MODIFIER + 'change = "sprey"\nvalue = 1', r"modifiers\.0\.change: .*did you mean spray\?"),
        (MODIFIER + 'remove = "grape"', r"modifiers\.0\.remove: "),
        (MODIFIER + 'add = "spray"\nvalue = 1', r"modifiers\.0\.add: .*already"),
        (MODIFIER + 'add = "grape"', r"modifiers\.0: has one of value"),
        (MODIFIER + 'add = "grape"\nvalue = 1\ntimes = "2"', r"modifiers\.0: has one of value"),
        (MODIFIER + 'add = "grape"\ntimes = "half"', r"modifiers\.0\.times: is 'half'"),
        (MODIFIER + 'remove = "spray"\nvalue = 1', r"modifiers\.0: takes a modifier away"),
        (MODIFIER + "value = 1", r"modifiers\.0: says what to do"),
        ('[[scenarios]]\nfile = "ponds.toml"', r"scenarios\.0\.file: there is no file ponds"),
        ('battles = ["nile.toml"]', r"battles\.0: there is no file nile"),
        ("bananas = 3", r"bananas: is not a key that belongs here"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(write: Write, changes: str, told: str) -> None:
    with pytest.raises(wg.BadFile, match=told) as caught:
        start(write(changes))
    assert caught.value.path.endswith("club.toml")


@pytest.mark.parametrize("key", ["id", "title", "author", "version", "ruleset", "reason"])
def test_what_a_file_must_say(write: Write, key: str) -> None:
    head = "\n".join(line for line in HEAD.splitlines() if not line.startswith(f"{key} "))
    with pytest.raises(wg.BadFile, match=f"{key}: is missing"):
        start(write("", head))


# Together, and in order


def rule(id: str, **facts: Any) -> HouseRule:
    facts.setdefault("ruleset", "toy")
    return HouseRule(id, title=id, plugin=object(), **facts)


def test_two_files_that_change_the_same_are_refused_and_others_are_not(write: Write) -> None:
    one = write(CELL)
    same = write(CELL, HEAD.replace('"club"', '"other"'), "other.toml")
    with pytest.raises(
        wg.Contradiction, match="club and other both replace table hits: 6 x plain; choose one"
    ):
        start(one, same)
    apart = write(CELL.replace("6 x", "5 x"), HEAD.replace('"club"', '"apart"'), "apart.toml")
    game = start(one, apart)
    assert [game.look_up("hits", die, "plain") for die in (5, 6)] == [2, 2]
    all_of_it = write(
        whole(start().rules.tables["hits"]), HEAD.replace('"club"', '"all"'), "all.toml"
    )
    with pytest.raises(wg.Contradiction, match="table hits: 6 x plain"):
        start(one, all_of_it)


def test_one_that_says_it_comes_after_has_the_last_word(write: Write) -> None:
    one = write(CELL)
    head = HEAD.replace('"club"', '"other"') + 'after = ["club"]\n'
    other = write(CELL.replace("value = 2", "value = 1"), head, "other.toml")
    for chosen in ((one, other), (other, one)):
        game = start(*chosen)
        assert [r.id for r in game.rules.house_rules] == ["club", "other"]
        assert game.look_up("hits", 6, "plain") == 1


def test_order_is_that_of_the_choice_but_for_what_is_declared() -> None:
    a, b, c = rule("a"), rule("b"), rule("c", before=("a",))
    assert [r.id for r in in_order([a, b, c])] == ["b", "c", "a"]
    assert [r.id for r in in_order([b, a])] == ["b", "a"]
    assert [r.id for r in in_order([rule("x", needs=("y",)), rule("y")])] == ["y", "x"]
    with pytest.raises(wg.Contradiction, match="in a circle; leave one out"):
        in_order([rule("a", after=("b",)), rule("b", after=("a",))])


def test_what_is_excluded_is_refused_with_the_clauses_of_both() -> None:
    one = rule("one", clause="9.1", excludes=("two",))
    with pytest.raises(
        wg.Contradiction,
        match=r"house rule one \(clause 9.1\) cannot be played with two \(clause 9.2\); choose one",
    ):
        start(one, rule("two", clause="9.2"))


def test_options_that_contradict_a_house_rule_are_refused_with_the_clauses_of_both() -> None:
    needing = rule("dry", clause="9.1", needs=("option squall",))
    with pytest.raises(
        wg.Contradiction,
        match=r"house rule dry \(clause 9.1\) needs option squall \(clause 2.1\); choose it too",
    ):
        start(needing)
    assert start(needing, options={"squall": True})
    shunning = rule("calm", clause="9.2", excludes=("option squall",))
    with pytest.raises(
        wg.Contradiction,
        match=r"calm \(clause 9.2\) excludes option squall \(clause 2.1\); choose one of them",
    ):
        start(shunning, options={"squall": True})
    with pytest.raises(wg.UnknownName, match="did you mean squall"):
        start(rule("odd", needs=("option squal",)))
    valued = rule("valued", clause="9.3", needs=("option shot=double",))
    told = r"needs option shot=double \(clause 4.3\), and it is plain; choose it too"
    with pytest.raises(wg.Contradiction, match=told):
        start(valued)
    assert start(valued, options={"shot": "double"})


# Files and folders


PYTHON = """
import weathergage as wg
{imports}
class Rule:
    @wg.hookimpl
    def rolled(self):
        return {face}

@wg.hookimpl
def house_rules():
    return [wg.HouseRule("steady", ruleset="toy", title="Steady", plugin=Rule())]
"""


def test_a_folder_with_a_package_is_loaded_with_what_it_imports(tmp_path: Path) -> None:
    folder = tmp_path / "steady"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        PYTHON.format(imports="from .faces import FACE", face="FACE")
    )
    (folder / "faces.py").write_text("FACE = 4")
    game = start(str(folder))
    assert game.roll("a", "a test", "9.9") == 4
    before = game.rules.house_rules[0].fingerprint
    (folder / "faces.py").write_text("FACE = 5 # more")
    assert start(str(folder)).roll("a", "a test", "9.9") == 5
    assert start(str(folder)).rules.house_rules[0].fingerprint != before


def test_a_folder_with_a_project_begins_with_its_entry_point(tmp_path: Path) -> None:
    package = tmp_path / "project" / "src" / "steady_rule"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PYTHON.format(imports="", face="2"))
    (tmp_path / "project" / "setup.py").write_text("raise RuntimeError")
    (tmp_path / "project" / "pyproject.toml").write_text(
        '[project]\nname = "x"\n[project.entry-points.weathergage]\nsteady = "steady_rule"\n'
    )
    assert start(str(tmp_path / "project")).roll("a", "a test", "9.9") == 2


def test_a_folder_with_a_toml_file_is_loaded(write: Write, tmp_path: Path) -> None:
    write(CELL)
    (tmp_path / "notes.toml").write_text("x = 1")
    assert start(str(tmp_path)).look_up("hits", 6, "plain") == 2
    write(CELL, HEAD.replace('"club"', '"more"'), "more.toml")
    with pytest.raises(wg.BadFile, match="which file of this folder is the house rule"):
        start(str(tmp_path))


def test_a_record_refuses_to_go_on_under_another_version_unless_told_to(
    write: Write, tmp_path: Path
) -> None:
    path = write(CELL)
    record = start(path).record
    record.save(tmp_path / "game.wg")
    (chosen,) = record.header["house_rules"]
    assert (chosen["id"], chosen["version"], len(chosen["hash"])) == ("club", "1", 32)
    assert wg.load(tmp_path / "game.wg").verify()
    write(CELL.replace("value = 2", "value = 1"))
    with pytest.raises(wg.RecordMismatch, match="house rule club is not the one"):
        _ = wg.load(tmp_path / "game.wg").game


def test_figures_of_a_ruleset_under_house_rules(write: Write) -> None:
    ruleset = plugins.find_ruleset("toy")
    chosen = plugins.chosen_rules(ruleset, [write(CELL)])
    assert plugins.figures(ruleset, chosen).tables["hits"].look_up(6, "plain") == 2
    assert plugins.figures(ruleset).tables["hits"].look_up(6, "plain") != 2
