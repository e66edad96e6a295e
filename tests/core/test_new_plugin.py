"""weathergage new-plugin: what it writes is complete and passes its own tests at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder
from typer.testing import CliRunner

from weathergage.clauses import load_clauses
from weathergage.cli.app import app

KINDS = {
    "night-fall": ["--kind", "house-rule"],
    "brig-duel": ["--kind", "ruleset", "--board", "hex"],
    "table-duel": ["--kind", "ruleset", "--board", "free"],
}


def run(*arguments: str, status: int = 0) -> Any:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def python(*arguments: str, folder: Path, path: Path | None = None) -> str:
    """Run a fresh interpreter in a folder; what it printed."""
    env = {k: v for k, v in os.environ.items() if k != "PYTEST_ADDOPTS"}
    paths = [str(path)] if path else []
    env["PYTHONPATH"] = os.pathsep.join([*paths, env.get("PYTHONPATH", "")]).strip(os.pathsep)
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(params=sorted(KINDS))
def plugin(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a new plugin."""
    run("new-plugin", request.param, *KINDS[request.param], "--into", str(tmp_path))
    return Path(tmp_path / request.param)


def test_it_passes_its_own_tests_at_once(plugin: Path) -> None:
    told = python("-m", "pytest", "-q", "-p", "no:cacheprovider", folder=plugin)
    assert re.search(r"^\d+ passed", told, re.MULTILINE), told


def test_it_is_a_complete_package_that_is_found_when_installed(
    plugin: Path, tmp_path: Path
) -> None:
    (wheel,) = WheelBuilder(str(plugin)).build(directory=str(tmp_path / "dist"))
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    script = "import weathergage as wg; d = wg.discover(); print(*d.rulesets, *d.house_rules)"
    script += "; assert not d.failures, d.failures"
    assert plugin.name in python("-c", script, folder=tmp_path, path=site).split()
    package = site / f"weathergage_{plugin.name.replace('-', '_')}"
    assert (package / "py.typed").is_file()
    assert load_clauses(package / "clauses.toml")
    assert json.loads((package / "citations.json").read_text(encoding="utf-8"))
    for name in ("README.md", ".gitignore", ".github/workflows/check.yml"):
        assert (plugin / name).read_text(encoding="utf-8").strip()
    assert "Licence" in (plugin / "README.md").read_text(encoding="utf-8")
    assert (plugin / "tests").is_dir()


def test_nothing_of_the_template_is_left_in_it(plugin: Path) -> None:
    for path in plugin.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\{\{|\}\}|\{%|%\}", text), path
            assert path.suffix != ".jinja"
            if path.suffix in (".py", ".toml"):
                assert max(len(line) for line in [*text.splitlines(), ""]) <= 100, path
    project = tomllib.loads((plugin / "pyproject.toml").read_text(encoding="utf-8"))
    assert list(project["project"]["entry-points"]["weathergage"]) == [plugin.name]


def test_its_code_is_formatted_and_clean(plugin: Path) -> None:
    python("-m", "ruff", "format", "--check", ".", folder=plugin)
    python("-m", "ruff", "check", ".", folder=plugin)
    python("-m", "ruff", "check", "--select", "E,F,I,B,UP,SIM,RUF", ".", folder=plugin)


@pytest.mark.parametrize("board", ["hex", "free"])
def test_the_first_meeting_of_a_new_ruleset_is_anybodys(board: str, tmp_path: Path) -> None:
    name = f"even-{board}"
    run("new-plugin", name, "--kind", "ruleset", "--board", board, "--into", str(tmp_path))
    script = f"""
import weathergage as wg
from weathergage.plugins import assemble_scenario
from weathergage.study.games import captains_for
from weathergage_even_{board}.ruleset import RULESET
rules = assemble_scenario(RULESET, RULESET.scenarios["first-meeting"])
for seed in range(1, 41):
    game = wg.Game(rules, seed)
    wg.play_out(game, captains_for(RULESET, dict.fromkeys(game.seats, "captain"), seed))
    print(game.outcome.winner)
"""
    winners = python("-c", script, folder=tmp_path, path=tmp_path / name / "src").split()
    decided = [winner for winner in winners if winner != "draw"]
    assert len(decided) >= 20
    for side in ("north", "south"):
        assert 0.4 <= decided.count(side) / len(decided) <= 0.6


def test_it_says_what_it_wrote_and_what_to_do_next(tmp_path: Path) -> None:
    said = run("new-plugin", "grape-shot", "--into", str(tmp_path)).stdout
    assert "src/weathergage_grape_shot/__init__.py" in said
    assert "weathergage check ." in said
    data = json.loads(run("new-plugin", "bar-shot", "--into", str(tmp_path), "--json").stdout)
    assert data["folder"] == str(tmp_path / "bar-shot")
    assert set(data["files"]) >= {"pyproject.toml", "README.md", "tests/test_rule.py"}


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("GrapeShot", "grape-shot"),
        ("grape_shot", "grape-shot"),
        ("grape shot", "grape-shot"),
        ("3-deckers", "deckers"),
        ("-shot", "shot"),
        ("shot-", "shot"),
        ("../shot", "shot"),
        ("", "grape-shot"),
        ("ärger", "rger"),
    ],
)
def test_a_bad_name_is_refused_with_a_better_one(name: str, better: str, tmp_path: Path) -> None:
    result = run("new-plugin", "--into", str(tmp_path), "--", name, status=2)
    assert f"such as {better};" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["frigate", "weathergage", "a" * 61])
def test_a_name_that_is_taken_or_too_long_is_refused(name: str, tmp_path: Path) -> None:
    run("new-plugin", name, "--into", str(tmp_path), status=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--kind", "captain"], ["--board", "squares"]])
def test_a_kind_or_board_that_does_not_exist_is_refused(
    arguments: list[str], tmp_path: Path
) -> None:
    result = run("new-plugin", "grape-shot", *arguments, "--into", str(tmp_path), status=2)
    assert arguments[1] in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "grape-shot").mkdir()
    (tmp_path / "grape-shot" / "notes.txt").write_text("mine")
    (tmp_path / "bar-shot").write_text("a file")
    for name in ("grape-shot", "bar-shot"):
        result = run("new-plugin", name, "--into", str(tmp_path), status=1)
        assert "nothing was written" in result.stderr
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["bar-shot", "grape-shot", "notes.txt"]
    assert (tmp_path / "grape-shot" / "notes.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_written_to_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "shelf").write_text("a file")
    result = run("new-plugin", "grape-shot", "--into", str(tmp_path / "shelf"), status=1)
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
