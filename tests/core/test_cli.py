"""The command line: its surface, its listings, and how it ends when something is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from weathergage.cli import rules as rules_module
from weathergage.cli.app import app
from weathergage.plugins import Discovered, Failure, discover, discovery

COMMANDS = (
    *"play sim replay show rulesets scenarios rules tables ships log options".split(),  # noqa: SIM905
    *"check new-plugin".split(),  # noqa: SIM905
)
DUEL = "frigate/constitution-guerriere"


def run(*arguments: str, status: int = 0) -> Any:
    """The result of a command, whose exit status is checked."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def data(*arguments: str) -> Any:
    """The JSON document that a command prints."""
    return json.loads(run(*arguments, "--json").stdout)


def is_one_sentence(text: str) -> bool:
    """Whether something is one line that says more than a word, and no traceback."""
    return text.count("\n") == 1 and len(text.split()) > 4 and "Traceback" not in text


# The surface


def test_help_imports_neither_numbers_nor_shapes_nor_any_plugin() -> None:
    script = (
        "import sys\n"
        "sys.argv = ['weathergage', '--help']\n"
        "from weathergage.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    heavy = {"numpy", "scipy", "shapely", "matplotlib", "icepool", "distributed", "resvg_py"}
    assert not heavy & loaded
    assert not [name for name in loaded if name.startswith("weathergage_")]
    ours = [name for name in done.stderr.split() if name.startswith("weathergage")]
    assert ours == [
        "weathergage",
        "weathergage.cli",
        "weathergage.cli.app",
        "weathergage.cli.compare",
        "weathergage.cli.compare_run",
        "weathergage.cli.exits",
        "weathergage.cli.given",
        "weathergage.errors",
    ]
    for command in COMMANDS:
        assert command in done.stdout


def test_the_module_runs_like_the_command_and_tells_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "weathergage", "--version"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.startswith("weathergage ")


def test_no_command_at_all_prints_the_help() -> None:
    assert "scenarios" in run().stdout
    assert "house-rules" in run("compare").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str) -> None:
    assert "--json" in run(command, "--help").stdout


# Listings


def test_rulesets_as_data_and_as_a_table() -> None:
    rows = data("rulesets")
    frigate = next(row for row in rows if row["id"] == "frigate")
    assert set(frigate) >= {"id", "title", "source", "board", "scenarios", "clauses"}
    assert frigate["scenarios"] == 20
    assert frigate["title"].split(":")[0] in run("rulesets").stdout


def test_a_plugin_that_failed_is_named_with_its_reason_and_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = discover()
    broken = Discovered(good.rulesets, good.house_rules, [Failure("leaky", "ImportError: no pump")])
    monkeypatch.setattr(discovery, "_found", broken)
    result = run("rulesets")
    assert is_one_sentence(result.stderr)
    assert "leaky" in result.stderr
    assert "no pump" in result.stderr
    assert "leaky" in result.stdout
    assert [row["id"] for row in data("rulesets")] == list(good.rulesets)


def test_scenarios_of_all_and_of_one_ruleset() -> None:
    rows = data("scenarios", "frigate")
    assert len(rows) == 20
    duel = next(row for row in rows if row["id"] == DUEL)
    assert duel["ruleset"] == "frigate"
    assert duel["sides"] == ["british", "us"]
    assert duel["ships"] == 2
    assert set(duel) >= {"title", "date", "turns", "source", "status"}
    assert [row["id"] for row in data("scenarios") if row["ruleset"] == "frigate"] == [
        row["id"] for row in rows
    ]
    assert DUEL in run("scenarios").stdout


def test_options_with_default_choices_and_clause() -> None:
    rows = {row["name"]: row for row in data("options", "frigate")}
    assert rows["drift"]["default"] is False
    assert rows["drift"]["clause"] == "6.56"
    assert rows["command_method"]["choices"] == ["die", "chits"]
    assert "drift" in run("options", "frigate").stdout


def test_rules_lists_each_clause_with_status_code_and_tests(tmp_path: Path) -> None:
    rows = data("rules", "frigate")
    assert len(rows) > 100
    for row in rows:
        assert set(row) >= {"id", "title", "optional", "status", "note", "ruling", "code", "tests"}
        assert row["status"] in ("done", "out-of-scope")
    assert "7.17" in run("rules", "frigate").stdout


def test_one_clause_is_told_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    cited = {"6.42": {"code": ["plugins/x/movement.py:12"], "tests": ["tests/x.py::test_turn"]}}
    monkeypatch.setattr(rules_module, "load_citations", lambda path: cited)
    told = run("rules", "frigate", "6.42").stdout
    for words in ("6.42", "Question", "Ruling", "Why", "movement.py:12", "test_turn"):
        assert words in told
    (row,) = data("rules", "frigate", "6.42")
    assert row["code"] == ["plugins/x/movement.py:12"]


def test_a_chapter_lists_the_clauses_under_it() -> None:
    ids = [row["id"] for row in data("rules", "frigate", "7.0")]
    assert ids
    assert all(id.startswith("7.") for id in ids)


def test_the_ledger_holds_every_ruling_and_nothing_else() -> None:
    rows = data("rules", "frigate", "--rulings")
    assert rows
    assert all(row["ruling"] and row["question"] and row["why"] for row in rows)
    assert rows[0]["ruling"][:30] in " ".join(run("rules", "frigate", "--rulings").stdout.split())


def test_tables_carry_each_cells_provenance() -> None:
    rows = data("tables", "frigate")
    gunnery = next(row for row in rows if row["id"] == "gunnery-1")
    assert len(gunnery["cells"]) == len(gunnery["rows"]) * len(gunnery["columns"])
    assert {cell["status"] for cell in gunnery["cells"]} == {"printed", "reconstructed"}
    assert "odds" not in gunnery


def test_a_table_shows_its_odds_and_why_a_figure_is_not_printed() -> None:
    (table,) = data("tables", "frigate", "gunnery-1")
    odds = table["odds"]["1-1"]
    assert odds["mean"]
    told = run("tables", "frigate", "gunnery-1").stdout
    assert "exact odds" in told
    assert "[1] reconstructed:" in told


def test_ships_mark_printed_and_reconstructed_ratings() -> None:
    rows = data("ships", "frigate")
    assert {row["status"] for row in rows} == {"printed", "reconstructed"}
    assert set(rows[0]) >= {"id", "name", "ratings", "status", "source"}
    told = run("ships", "frigate").stdout
    assert "[1] reconstructed:" in told
    assert "without a mark are printed" in told


@pytest.mark.parametrize("ruleset", ["frigate", "as-per-margin", "admiralty", "war-galley"])
def test_the_list_of_ships_breaks_no_word_and_leaves_nothing_out(ruleset: str) -> None:
    told = run("ships", ruleset).stdout
    assert max(map(len, told.splitlines())) <= 100
    words = set(told.split())
    for row in data("ships", ruleset):
        assert {row["id"], *row["name"].split()} <= words
        assert {name.replace("_", " ") for name in row["ratings"]} <= words


# What goes wrong


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "frigate/constitution-guerrier"], "did you mean constitution-guerriere"),
        (["play", "nowhere"], "no scenario is called 'nowhere'"),
        (["sim", "frigat/lissa", "-n", "1"], "did you mean frigate"),
        (["show", "frigate/nil"], "did you mean nile"),
        (["play", DUEL, "--option", "drifft=true"], "did you mean drift"),
        (["play", DUEL, "--option", "drift"], "--option takes NAME=VALUE"),
        (["play", DUEL, "--option", "drift=perhaps"], "should be true or false, and is 'perhaps'"),
        (["play", DUEL, "--option", "wind-table=mild"], "'standard'"),
        (["play", DUEL, "--seat", "french=captain"], "no side is called 'french'"),
        (["play", DUEL, "--seat", "us=admiral"], "no kind of player is called 'admiral'"),
        (["play", DUEL, "--mode", "lenient"], "no mode is called 'lenient'"),
        (["play", DUEL, "--undo", "always"], "no undo policy is called 'always'"),
        (["play", DUEL, "--house-rule", "calm-seas"], "no house rule is called 'calm-seas'"),
        (["sim", DUEL, "-n", "1", "--seat", "us=human"], "weathergage play"),
        (["sim", DUEL, "-n", "0"], "--games"),
        (["sim", DUEL], "--games"),
        (["rules", "frigate", "99.9"], "no clause is called '99.9'"),
        (["rules", "frigate", "6.42", "--rulings"], "not both"),
        (["tables", "frigate", "gunery-1"], "did you mean gunnery-1"),
        (["ships", "war"], "no ruleset is called 'war'"),
        (["scenarios", "frigatte"], "did you mean frigate"),
        (["show", DUEL, "--turn", "3"], "--turn is for saved games"),
        (["plya", DUEL], "plya"),
        (["play", DUEL, "--sead", "3"], "--sead"),
        (["play", DUEL, "--seed", "three"], "--seed"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(arguments: list[str], said: str) -> None:
    result = run(*arguments, status=2)
    assert is_one_sentence(result.stderr), result.stderr
    assert said in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", [["replay"], ["show"], ["play"]])
def test_a_file_that_is_no_record_is_one_sentence_and_status_1(
    command: list[str], tmp_path: Path
) -> None:
    shopping = tmp_path / "list.wg"
    shopping.write_text("tar, hemp, beef\n")
    result = run(*command, str(shopping), status=1)
    assert is_one_sentence(result.stderr)
    assert "list.wg" in result.stderr
    assert "no record" in result.stderr
    assert shopping.read_text() == "tar, hemp, beef\n"


@pytest.mark.parametrize("command", [["replay"], ["show"], ["play"]])
def test_a_file_that_is_not_there_is_one_sentence_and_status_1(
    command: list[str], tmp_path: Path
) -> None:
    result = run(*command, str(tmp_path / "gone.wg"), status=1)
    assert is_one_sentence(result.stderr)
    assert "gone.wg" in result.stderr


@pytest.mark.parametrize("command", [["replay"], ["show"], ["play"]])
def test_a_folder_is_told_as_one(command: list[str], tmp_path: Path) -> None:
    result = run(*command, str(tmp_path), status=1)
    assert is_one_sentence(result.stderr)
    assert "this is a folder" in result.stderr


def test_a_long_word_that_means_nothing_is_not_repeated_in_full() -> None:
    result = run("rules", "x" * 3000, status=2)
    assert is_one_sentence(result.stderr)
    assert len(result.stderr) < 400


def test_a_defect_is_one_sentence_that_names_the_exception(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sink(*arguments: object) -> None:
        raise ZeroDivisionError("the well is dry")

    monkeypatch.setattr(rules_module, "load_clauses", sink)
    result = run("rules", "frigate", status=1)
    assert is_one_sentence(result.stderr)
    assert "ZeroDivisionError: the well is dry" in result.stderr
    again = CliRunner().invoke(app, ["rules", "frigate"], env={"WEATHERGAGE_DEBUG": "1"})
    assert isinstance(again.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "listing",
    [
        lambda: run("scenarios"),
        lambda: run("rules", "frigate"),
        lambda: run("tables", "frigate"),
        lambda: run("ships", "frigate"),
        lambda: run("options", "frigate"),
    ],
)
def test_listings_fit_the_width_without_colour(listing: Callable[[], Any]) -> None:
    told = listing().stdout
    assert "\x1b" not in told
    assert max(len(line.rstrip()) for line in told.splitlines()) <= 100
