"""The handbook: its code blocks are run, its commands work, and no page of it is missing."""

from __future__ import annotations

import importlib.util
import re
import shlex
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

import weathergage as wg
from weathergage.clauses import load_clauses
from weathergage.cli.app import app
from weathergage.hooks import Hooks
from weathergage.plugins import find_house_rule
from weathergage.testing import check_target

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [code for kind, code in BLOCK.findall(text) if kind == language]


def commands(page: str) -> list[list[str]]:
    """The arguments of every weathergage command that a page tells people to type."""
    lines = [line for block in blocks(page, "console") for line in block.splitlines()]
    assert all(line.startswith("$ weathergage ") for line in lines)
    return [shlex.split(line)[2:] for line in lines]


@pytest.mark.parametrize(
    ("page", "file", "language"),
    [
        ("five-minutes.md", "our-rule.toml", "toml"),
        ("half-an-hour.md", "tired_gunners.py", "python"),
    ],
)
def test_the_page_can_be_followed_to_the_letter(
    page: str, file: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"Save this as `{file}`" in (DOCS / page).read_text(encoding="utf-8")
    (tmp_path / file).write_text(blocks(page, language)[0], encoding="utf-8")
    typed = commands(page)
    assert any(command[0] == "check" for command in typed)
    assert any(command[0] == "play" for command in typed)
    for command in typed:
        # Fewer games than people play, to be done sooner.
        short = ["2" if word == "20" else word for word in command]
        result = CliRunner().invoke(app, short, env={"COLUMNS": "100"})
        assert result.exit_code == 0, (command, result.output)
        if command[0] == "check":
            assert "Every promise is kept; there is nothing to mend." in result.stdout


HEAD = """
id = "a-part"
title = "A part of the page"
author = "The handbook"
version = "1"
ruleset = "frigate"
reason = "It stands in the handbook."
"""


@pytest.mark.parametrize("part", blocks("five-minutes.md", "toml")[1:])
def test_every_other_part_of_a_file_is_one(part: str, tmp_path: Path) -> None:
    path = tmp_path / "a-part.toml"
    if "file = " in part:
        scenario = wg.rulesets()["frigate"].folder / "scenarios" / "constitution-guerriere.toml"
        text = scenario.read_text(encoding="utf-8")
        text = text.replace("constitution-guerriere", "off-our-coast")
        (tmp_path / "off-our-coast.toml").write_text(text, encoding="utf-8")
    path.write_text(HEAD + part, encoding="utf-8")
    options = {"surrender": True} if "surrender" in part else {}
    scenario = "frigate/azores"
    game = wg.new_game(scenario, seed=1, options=options, house_rules=[str(path)])
    assert game.rules.house_rules[0].id == "a-part"


def test_a_modifier_of_one_side_is_counted_where_the_page_says(tmp_path: Path) -> None:
    (part,) = [one for one in blocks("five-minutes.md", "toml") if "by = " in one]
    path = tmp_path / "a-part.toml"
    path.write_text(HEAD + part, encoding="utf-8")
    game = wg.new_game("frigate/azores", seed=1, house_rules=[str(path)])

    def counted(by: str, against: str) -> int:
        return game.modified("gunnery strength", 10, by=by, against=against)

    assert counted("british", "us") == 10
    assert counted("us", "british") == 16  # (10 + 1) x 3/2, and the half is let go
    assert counted("us", "french") == 11


def test_the_other_house_rule_with_code_does_what_the_page_says(tmp_path: Path) -> None:
    path = tmp_path / "bells.py"
    path.write_text(blocks("half-an-hour.md", "python")[1], encoding="utf-8")
    for ruleset in wg.rulesets().values():
        rules = wg.assemble(f"{ruleset.id}/{min(ruleset.scenarios)}", house_rules=[str(path)])
        assert rules.sequence[-1].id == "bells"
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[str(path)])
    dice = wg.Dice(1)
    while game.turn < 3:
        game.submit(game.decisions[0].id, game.decisions[0].sample(dice))
    assert game.notes["bells"] == 2
    assert find_house_rule(str(path)).suits("war-galley")


@pytest.mark.parametrize("typed", commands("comparing.md"), ids=" ".join)
def test_every_command_of_the_page_on_comparing_works(
    typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    # Fewer games than people play, to be done sooner.
    short = [("2" if before == "-n" else word) for before, word in pairwise(["", *typed])]
    if "-n" in short and short[0] == "compare":
        short += ["--jobs", "1", "--captain", "random"]
    result = CliRunner().invoke(app, short, env={"COLUMNS": "100"})
    assert result.exit_code == 0, (short, result.output)
    for file in (word for word in typed if word.endswith((".png", ".csv", ".html", ".jsonl"))):
        assert (tmp_path / file).stat().st_size


def test_a_check_can_be_made_from_a_test() -> None:
    (code,) = blocks("check.md", "python")
    assert "from weathergage.testing import check_target" in code
    exec(code, {})


# What is copied from the examples


SNIPPET = re.compile(r'--8<-- "([^":]+)(?::([^"]+))?"')


@pytest.mark.parametrize("page", ["weekend.md", "six-house-rules.md"])
def test_what_a_page_copies_is_there(page: str) -> None:
    found = SNIPPET.findall((DOCS / page).read_text(encoding="utf-8"))
    assert found
    for file, part in found:
        text = (ROOT / file).read_text(encoding="utf-8")
        if part and not part[0].isdigit():
            assert f"--8<-- [start:{part}]" in text, (file, part)
            assert f"--8<-- [end:{part}]" in text, (file, part)


def test_no_line_that_copies_a_file_is_broken() -> None:
    for path in DOCS.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert len(SNIPPET.findall(text)) == len(re.findall(r"8 *< *-- *\"", text)), path.name


def test_every_house_rule_of_the_examples_is_on_its_page() -> None:
    text = (DOCS / "six-house-rules.md").read_text(encoding="utf-8")
    copied = {file for file, _ in SNIPPET.findall(text)}
    for path in (ROOT / "examples" / "house-rules").iterdir():
        if path.suffix in (".py", ".toml") and path.name != "razee-and-frigate.toml":
            assert f"examples/house-rules/{path.name}" in copied


def test_every_house_rule_of_the_examples_was_weighed() -> None:
    text = (DOCS / "six-house-rules.md").read_text(encoding="utf-8")
    for path in (ROOT / "examples" / "house-rules").iterdir():
        if path.suffix in (".py", ".toml") and path.stem not in ("razee-and-frigate", "razees"):
            assert f"--with examples/house-rules/{path.name}" in text
            assert "Weighed" in path.read_text(encoding="utf-8"), path.name


# Pages that are made


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Every page that docs/generate.py makes, by its path."""
    pytest.importorskip("mkdocs")
    spec = importlib.util.spec_from_file_location("handbook", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = ModuleType("handbook")
    module.__file__ = str(DOCS / "generate.py")
    spec.loader.exec_module(module)
    pages: Any = module.pages()
    return dict(pages)


def test_every_hook_has_a_page_with_its_arguments_and_its_example(made: dict[str, str]) -> None:
    for hook in (name for name in vars(Hooks) if not name.startswith("_")):
        page = made[f"hooks/{hook}.md"]
        assert f"]({hook}.md)" in made["hooks/index.md"]
        assert not re.search(r"^\| `\w+` \|  \|$", page, re.MULTILINE), page
        assert "## Example" in page
        assert f"def {hook}(" in page


def test_every_clause_of_every_ruleset_is_in_its_index(made: dict[str, str]) -> None:
    for ruleset in wg.rulesets().values():
        page = made[f"clauses/{ruleset.id}.md"]
        clauses = load_clauses(ruleset.folder / "clauses.toml")
        assert len(re.findall(r"^\| [^|]+ \| ", page, re.MULTILINE)) >= len(clauses)
        for id, clause in clauses.items():
            assert f"| {id} | " in page
            assert not clause.ruling or f"### {id} " in page


def test_the_example_of_a_whole_ruleset_is_checked_like_any_other() -> None:
    findings = check_target(str(ROOT / "examples" / "gun-brigs"), games=1)
    assert findings, findings.mends
