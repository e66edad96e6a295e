"""The example of a whole ruleset, as it is used from the command line."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.plugins import discover, forget
from weathergage.testing import find_target
from weathergage.testing.targets import present

FOLDER = Path(__file__).parents[2] / "examples" / "gun-brigs"


@pytest.fixture(autouse=True)
def gun_brigs() -> Iterator[None]:
    """It stands as if it were installed."""
    with present(find_target(str(FOLDER))):
        yield


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def test_a_ship_is_told_of_in_full_though_the_ruleset_does_not() -> None:
    shown = json.loads(run("show", "gun-brigs/two-brigs", "--json"))
    assert [ship["name"] for ship in shown["ships"]] == ["Lapwing", "Najaden"]
    lapwing = shown["ships"][0]
    assert (lapwing["id"], lapwing["side"], lapwing["heading"]) == ("Lapwing", "british", "SE")
    # Columns and rows are counted from 0 in the file, from 1 on the map.
    assert lapwing["position"] == "0705"
    assert (lapwing["sail"], lapwing["guns"]) == (4, 3)


def test_a_saved_game_is_shown_turn_by_turn(tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    run("play", "gun-brigs/two-brigs", "--seat", "all=captain", "--seed", "3", "--save", saved)
    turns = [json.loads(run("show", saved, "--turn", n, "--json"))["ships"] for n in ("1", "3")]
    assert turns[0][0]["position"] != turns[1][0]["position"]
    assert "Lapwing" in run("show", saved, "--turn", "2")
    assert run("replay", saved, "--verify")


def test_what_a_saved_game_keeps_is_shown_without_its_ruleset(tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    run("play", "gun-brigs/two-brigs", "--seat", "all=captain", "--seed", "3", "--save", saved)
    told = json.loads(run("show", saved, "--json"))["ships"][0]
    del discover().rulesets["gun-brigs"]
    forget()
    kept = json.loads(run("show", saved, "--json"))["ships"][0]
    assert kept["name"] == told["name"] == "Lapwing"
    # All keys are there; what only the ruleset could tell is unknown.
    assert kept.keys() == told.keys()
    unknown = {key for key, value in kept.items() if value is None}
    assert unknown
    assert all(kept[key] == told[key] for key in kept.keys() - unknown)


def test_the_odds_of_a_broadside_can_be_asked_for() -> None:
    asked = ("odds", "gun-brigs", "broadside", "--modifier", "3", "--column", "close", "--json")
    odds = json.loads(run(*asked))["odds"]["close"]["chances"]
    # A brig-sloop's three guns at close range: 4 is 1 hit, 5 to 8 are 2, 9 is 3.
    assert [(o["outcome"], o["chance"]) for o in odds] == [(1, "1/6"), (2, "2/3"), (3, "1/6")]


def lines_of_code(path: Path) -> int:
    """Lines that are neither blank nor a comment nor part of a docstring."""
    text = path.read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            assert node.end_lineno is not None
            told.update(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(n not in told and line.strip()[:1] not in ("", "#") for n, line in lines)


def test_it_is_as_short_as_the_handbook_says_and_all_of_it_is_there() -> None:
    files = sorted((FOLDER / "src" / "weathergage_gun_brigs").glob("*.py"))
    assert 280 <= sum(lines_of_code(file) for file in files) <= 320
    page = (FOLDER.parents[1] / "docs" / "weekend.md").read_text(encoding="utf-8")
    assert "some three hundred lines" in page
    for file in files:
        assert f'--8<-- "examples/gun-brigs/src/weathergage_gun_brigs/{file.name}"' in page
