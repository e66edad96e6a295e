"""House rules written as data, and what every house rule declares."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import weathergage as wg
import weathergage.battles
from weathergage import plugins
from weathergage.cli.app import app
from weathergage.houserules import HouseRule, in_order
from weathergage.plugins import discovery
from weathergage.testing.promises import check_target

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


RATING = '[[ratings]]\nship = "barge"\nrating = "hull"\nvalue = '
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


def test_a_modifier_holds_for_one_side_alone_where_the_file_says_so(write: Write) -> None:
    both = (
        MODIFIER
        + 'add = "drill"\nvalue = 1\nby = "red"\n'
        + MODIFIER
        + 'add = "drill"\nvalue = 3\nby = "blue"\nagainst = "red"\n'
    )
    game = start(write(both))
    red = next(boat for boat in game.state.boats if boat.side == "red")
    blue = next(boat for boat in game.state.boats if boat.side == "blue")
    assert game.modified("fire", 1, (), red, blue) == 2
    assert game.modified("fire", 1, (), blue, red) == 4
    assert game.modified("fire", 1, (), blue, blue) == 1
    assert game.modified("fire", 1, (), "red") == 2
    assert game.modified("fire", 1) == 1


@pytest.mark.parametrize("word", ["by", "against"])
def test_a_side_that_no_scenario_has_is_told_with_its_place_and_those_there_are(
    write: Write, word: str
) -> None:
    file = write(MODIFIER + f'add = "drill"\nvalue = 1\n{word} = "redd"\n')
    with pytest.raises(wg.BadFile) as refused:
        start(file)
    assert (Path(refused.value.path), refused.value.key) == (Path(file), f"modifiers.0.{word}")
    assert refused.value.problem == (
        "is 'redd', and no scenario of toy has such a side; locks has red and blue, others no more"
    )
    found = check_target(file, games=2)
    (mend,) = found.mends
    assert (found.games, mend.where) == (0, "club")
    assert mend.what.endswith("has such a side; there are blue, red")


def test_a_modifier_for_a_side_of_another_scenario_is_idle_in_this_one(
    write: Write, tmp_path: Path
) -> None:
    source = Path(start().rules.folder) / "scenarios" / "locks.toml"
    text = source.read_text(encoding="utf-8").replace('id = "locks"', 'id = "ponds"')
    text = text.replace('"red"', '"pink"')
    (tmp_path / "ponds.toml").write_text(text, encoding="utf-8")
    drill = MODIFIER + 'add = "drill"\nvalue = 1\nby = "pink"\n'
    file = write(drill + '[[scenarios]]\nfile = "ponds.toml"\n')
    assert start(file).modified("fire", 1, (), "red") == 1
    assert start(file, scenario="toy/ponds").modified("fire", 1, (), "pink") == 2
    # A file of one's own is a scenario too, while it is played.
    (tmp_path / "ponds.toml").write_text(f'ruleset = "toy"\n{text}', encoding="utf-8")
    alone = write(drill, name="alone.toml")
    own = start(alone, scenario=str(tmp_path / "ponds.toml"))
    assert wg.new_game(tmp_path / "ponds.toml", house_rules=[alone]).rules is own.rules
    assert own.modified("fire", 1, (), "pink") == 2


@pytest.mark.parametrize("second", ['change = "spray"\nvalue = 1', 'remove = "spray"'])
def test_a_file_deals_with_a_modifier_once(write: Write, second: str) -> None:
    with pytest.raises(
        wg.BadFile, match=r"modifiers\.1\.\w+: this file deals with 'spray' at fire"
    ):
        start(write(MODIFIER + 'change = "spray"\nvalue = 2\n' + MODIFIER + second))


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
        (CELL.replace("= 2", "= -2"), r"cells\.0\.value: is -2, and no cell of hits is below 0"),
        ("[options]\nsqual = true", r"options\.squal: .*did you mean squall\?"),
        ('[options]\nsquall = "perhaps"', r"options\.squall: is 'perhaps'; it may be true, false$"),
        ('needs = ["option squal"]', r"needs\.0: .*did you mean squall\?"),
        ('needs = ["option shot=triple"]', r"needs\.0: is .*the option may be plain, double$"),
        ('excludes = ["option squall=no"]', r"excludes\.0: .*the option may be true, false$"),
        (RATING + "-1", r"ratings\.0\.value: is -1, and hull of no ship is below 0"),
        (RATING + "0", r"ratings\.0\.value: is 0, and hull of no ship is: the least is 2"),
        (MODIFIER.replace("fire", "fires") + 'add = "x"\nvalue = 1', r"modifiers\.0: .*fire\?"),
        (MODIFIER + 'change = "sprey"\nvalue = 1', r"modifiers\.0\.change: .*did you mean spray\?"),
        (MODIFIER + 'remove = "grape"', r"modifiers\.0\.remove: "),
        (MODIFIER + 'add = "spray"\nvalue = 1', r"modifiers\.0\.add: .*already"),
        (MODIFIER + 'add = "grape"', r"modifiers\.0: has one of value"),
        (MODIFIER + 'add = "grape"\nvalue = 1\ntimes = "2"', r"modifiers\.0: has one of value"),
        (MODIFIER + 'add = "grape"\ntimes = "half"', r"modifiers\.0\.times: is 'half'"),
        (MODIFIER + 'add = "grape"\ntimes = "-2"', r"modifiers\.0\.times: is '-2'"),
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
    for part in ("needs", "excludes", "after", "before"):
        with pytest.raises(wg.Contradiction, match="house rule a names itself"):
            in_order([rule("a", **{part: ("a",)})])


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


def test_a_record_finds_its_house_rule_beside_it_when_both_were_moved(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(CELL)
    monkeypatch.chdir(tmp_path)
    start("./club.toml").record.save(tmp_path / "game.wg")
    monkeypatch.chdir(tmp_path.parent)
    assert wg.load(tmp_path / "game.wg").verify()
    other = tmp_path / "other"
    other.mkdir()
    for name in ("game.wg", "club.toml"):
        (tmp_path / name).rename(other / name)
    assert wg.load(other / "game.wg").verify()
    (other / "club.toml").unlink()
    with pytest.raises(wg.RecordMismatch, match=r"house rule club was read from .*beside the rec"):
        wg.load(other / "game.wg").resume()
    told = wg.load(other / "game.wg").verify()
    assert not told
    assert "put it back, or beside the record" in told.problem


def test_figures_of_a_ruleset_under_house_rules(write: Write) -> None:
    ruleset = plugins.find_ruleset("toy")
    chosen = plugins.chosen_rules(ruleset, [write(CELL)])
    assert plugins.figures(ruleset, chosen).tables["hits"].look_up(6, "plain") == 2
    assert plugins.figures(ruleset).tables["hits"].look_up(6, "plain") != 2


# On the command line


FRIGATE = (
    HEAD.replace('"toy"', '"frigate"')
    + """
[[cells]]
table = "gunnery-1"
cells = "6 x 1-1"
value = 3

[[ratings]]
ship = "D-44"
rating = "defense"
value = 14

[[modifiers]]
at = "gunnery strength"
change = "raking"
times = "2"
"""
)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The club's file for Frigate, with all installed plugins there."""
    monkeypatch.setattr(discovery, "_found", None)
    path = tmp_path / "club.toml"
    path.write_text(FRIGATE, encoding="utf-8")
    return path


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


def test_listings_show_whose_figures_they_are(club: Path) -> None:
    rule = ("--house-rule", str(club))
    (table,) = json.loads(run("tables", "frigate", "gunnery-1", *rule, "--json").stdout)
    changed = [c for c in table["cells"] if c["status"] == "house"]
    assert [(c["row"], c["column"], c["value"]) for c in changed] == [("6", "1-1", 3)]
    ships = json.loads(run("ships", "frigate", *rule, "--json").stdout)
    ship = next(one for one in ships if one["id"] == "D-44")
    assert ship["ratings"]["defense"] == 14
    assert ship["fields"]["defense"]["status"] == "house"
    points = json.loads(run("modifiers", "frigate", *rule, "--json").stdout)
    strength = next(one for one in points if one["point"] == "gunnery strength")
    assert strength["changes"] == [
        {
            "house_rule": "club",
            "how": "change",
            "name": "raking",
            "value": "x 2",
            "clause": "club 1",
            "by": "",
            "against": "",
        }
    ]
    assert "changed by club" in run("modifiers", "frigate", *rule).stdout
    assert "[] " not in run("modifiers", "war-galley").stdout


def test_listings_say_for_which_side_a_modifier_holds(club: Path) -> None:
    drill = '\n[[modifiers]]\nat = "attack"\nadd = "drill"\nvalue = 1\nby = "us"\n'
    club.write_text(FRIGATE + drill, encoding="utf-8")
    points = json.loads(run("modifiers", "frigate", "--house-rule", str(club), "--json").stdout)
    (change,) = next(one for one in points if one["point"] == "attack")["changes"]
    assert (change["name"], change["by"], change["against"]) == ("drill", "us", "")
    listed = run("modifiers", "frigate", "--house-rule", str(club)).stdout
    assert "added by club, by us alone" in " ".join(listed.split())


def test_a_side_of_a_battle_or_of_another_ruleset_of_the_file_is_idle_too(club: Path) -> None:
    attack = '[[{}]]\nat = "attack"\nadd = "drill"\nvalue = 1\nby = "{}"\n'
    duel = "frigate/constitution-guerriere"
    # The battle of this duel has an American side, where the book's scenario has the US.
    club.write_text(FRIGATE + attack.format("modifiers", "american"), encoding="utf-8")
    assert start(str(club), scenario=duel).modified("attack", 4, (), "us") == 4
    assert (
        start(str(club), scenario="frigate/battle:constitution-guerriere").modified(
            "attack", 4, (), "american"
        )
        == 5
    )
    both = HEAD.replace('"toy"', '["frigate", "war-galley"]')
    rome = both + attack.format("in.frigate.modifiers", "rome")
    club.write_text(rome, encoding="utf-8")
    with pytest.raises(wg.BadFile, match=r"in\.frigate\.modifiers\.0\.by: is 'rome', and no"):
        start(str(club), scenario=duel)
    ram = '[[modifiers]]\nat = "{}"\nadd = "drill"\nvalue = 1\nby = "us"\n'
    club.write_text(both.replace('"frigate", ', "") + ram.format("ram"), encoding="utf-8")
    with pytest.raises(wg.BadFile, match=r"is 'us', and no scenario of war-galley has"):
        start(str(club), scenario="war-galley/first-evening")


BATTLES = Path(weathergage.battles.__file__).parent


def test_a_battle_is_added_played_and_recorded(club: Path, tmp_path: Path) -> None:
    text = (BATTLES / "constitution-guerriere.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('"constitution-guerriere"', '"mine"', 1), encoding="utf-8")
    heads = 'battles = ["mine.toml"]\n' + FRIGATE.replace('"frigate"', '["frigate", "admiralty"]')
    for part in ("cells", "ratings", "modifiers"):
        heads = heads.replace(f"[[{part}]]", f"[[in.frigate.{part}]]")
    club.write_text(heads, encoding="utf-8")
    for ruleset in ("frigate", "admiralty"):
        game = wg.new_game(f"{ruleset}/battle:mine", seed=3, house_rules=[str(club)])
        assert game.rules.scenario.title == "Constitution and Guerriere"
        record = wg.load(game.record.save(tmp_path / "game.wg"))
        assert record.verify()
        assert record.resume().decisions
        with pytest.raises(wg.UnknownName, match="no battle is called 'mine'"):
            wg.new_game(f"{ruleset}/battle:mine", seed=3)
    other = tmp_path / "other"
    other.mkdir()
    for file in (club, mine, tmp_path / "game.wg"):
        file.rename(other / file.name)
    assert wg.load(other / "game.wg").verify()
    mine = other / "mine.toml"
    mine.write_text(mine.read_text(encoding="utf-8") + "\n# mended\n", encoding="utf-8")
    with pytest.raises(wg.RecordMismatch, match="house rule club is not the one"):
        wg.load(other / "game.wg").resume()


def test_a_saved_game_goes_on_under_a_changed_house_rule_when_told_to(
    club: Path, tmp_path: Path
) -> None:
    save = tmp_path / "game.wg"
    played = run(
        "play", "frigate/constitution-guerriere", "--house-rule", str(club), "--seat",
        "all=random", "--seed", "3", "-q", "--save", str(save),
    )  # fmt: skip
    assert played.exit_code == 0, played.output
    assert run("replay", str(save), "--verify").exit_code == 0
    club.write_text(FRIGATE.replace('version = "1"', 'version = "2"'), encoding="utf-8")
    refused = run("replay", str(save), "--verify")
    assert refused.exit_code == 1
    assert "(version 1 then, 2 now)" in refused.stderr
    assert "--house-rules-as-now" in refused.stderr
    assert run("replay", str(save), "--verify", "--house-rules-as-now").exit_code == 0
    game = wg.load(save, house_rules_as_now=True).game
    assert game.over


def test_a_game_goes_on_from_where_it_stood_under_the_house_rule_as_it_is_now(
    write: Write, tmp_path: Path
) -> None:
    path = write(CELL)
    game = start(path)
    for decision in game.decisions:
        game.submit(decision.id, decision.sample(wg.Dice(1)))
    game.record.save(tmp_path / "game.wg")
    write(CELL.replace("value = 2", "value = 1"))
    with pytest.raises(wg.RecordMismatch, match="--house-rules-as-now"):
        wg.load(tmp_path / "game.wg").resume()
    again = wg.load(tmp_path / "game.wg", house_rules_as_now=True).resume()
    assert len(again.commands) == len(game.commands)
    assert again.look_up("hits", 6, "plain") == 1
    assert game.look_up("hits", 6, "plain") == 2
