"""compare rules: every ruleset's answers to the same questions, and what a house rule changes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import weathergage as wg
from weathergage.cli.app import app
from weathergage.errors import Contradiction, UnknownName
from weathergage.plugins import Discovered
from weathergage.study.profiles import QUESTIONS, columns, side_by_side

OWN = "Where can a chest be?"


class Nothing:
    """A house rule without a hook."""


def ruled(id: str, ruleset: str = "toy", **facts: Any) -> wg.HouseRule:
    return wg.HouseRule(id, ruleset, id, Nothing(), **facts)


@pytest.fixture
def installed(found: Discovered, toy: wg.Ruleset) -> Discovered:
    """The toy, a ruleset that tells one thing, and house rules."""
    tale = {"scale": wg.Answer("A lock is a mile.", ("9.0",))}
    found.rulesets["raft"] = replace(toy, id="raft", profile=tale)
    deep = {"ending": wg.Answer("Never.", ("6.0",)), "Is it deep?": wg.Answer("Yes.")}
    found.house_rules.update(
        deep=ruled("deep", profile=deep),
        still=ruled("still", needs=("deep",), profile={"wind": wg.Answer("It does not.")}),
        everywhere=ruled("everywhere", "*", profile={"wind": wg.Answer("It roars.")}),
        silent=ruled("silent", "raft"),
    )
    return found


def run(*arguments: str, width: int = 100, status: int = 0) -> Any:
    result = CliRunner().invoke(app, ["compare", "rules", *arguments], env={"COLUMNS": str(width)})
    assert result.exit_code == status, result.output
    return result


def data(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


# The list of questions


def test_the_questions_cover_what_wargamers_ask() -> None:
    """Issue 6, item 1, names them."""
    assert len(QUESTIONS) == 17
    assert all(title.endswith("?") for title in QUESTIONS.values())
    assert all(id == id.lower() and " " not in id for id in QUESTIONS)


def test_every_question_is_a_row_and_what_is_not_answered_is_not_told(
    installed: Discovered,
) -> None:
    rows = data("toy", "raft")
    assert [row["question"] for row in rows] == [*QUESTIONS, OWN]
    told = {row["question"]: row["answers"] for row in rows}
    assert told["raking"] == {"toy": None, "raft": None}
    assert told["scale"] == {
        "toy": None,
        "raft": {"text": "A lock is a mile.", "clauses": ["9.0"]},
    }
    assert rows[0]["title"] == QUESTIONS["scale"]


def test_a_question_that_a_ruleset_brings_comes_last_under_its_own_words(
    installed: Discovered,
) -> None:
    last = data("toy")[-1]
    assert last["question"] == last["title"] == OWN
    assert last["answers"] == {"toy": {"text": "In any lock.", "clauses": ["1.0"]}}


def test_all_that_is_installed_is_compared_unless_some_are_named(installed: Discovered) -> None:
    assert list(data()[0]["answers"]) == ["toy", "raft"]
    assert list(data("raft", "toy", "raft")[0]["answers"]) == ["raft", "toy"]


def test_a_ruleset_that_is_not_there_is_wrong_usage(installed: Discovered) -> None:
    assert "did you mean raft" in run("rafts", status=2).stderr


# Some questions only


def test_only_the_questions_asked_for_in_the_order_of_the_list(installed: Discovered) -> None:
    rows = data("--question", OWN, "--question", "wind", "--question", "scale")
    assert [row["question"] for row in rows] == ["scale", "wind", OWN]


def test_a_question_that_nobody_knows_is_wrong_usage(installed: Discovered) -> None:
    assert "no question is called 'rakin'; did you mean raking" in " ".join(
        run("--question", "rakin", status=2).stderr.split()
    )
    with pytest.raises(UnknownName):
        side_by_side(columns(["raft"]), [OWN])


# House rules


def test_a_house_rule_is_one_more_column_with_its_answers_in_the_rulesets_place(
    installed: Discovered,
) -> None:
    rows = {row["question"]: row["answers"] for row in data("--house-rule", "deep")}
    assert list(rows["ending"]) == ["toy", "toy+deep", "raft"]
    assert rows["ending"]["toy+deep"] == {"text": "Never.", "clauses": ["6.0"]}
    assert rows["ending"]["toy"]["text"] == "A chest is found, or nobody is left."
    assert rows["secrets"]["toy+deep"] == rows["secrets"]["toy"]
    assert rows["Is it deep?"] == {
        "toy": None,
        "toy+deep": {"text": "Yes.", "clauses": []},
        "raft": None,
    }


def test_each_house_rule_has_its_own_column(installed: Discovered) -> None:
    rows = data("toy", "--house-rule", "deep", "--house-rule", "still", "--house-rule", "deep")
    assert list(rows[0]["answers"]) == ["toy", "toy+deep", "toy+still"]


def test_a_house_rule_stands_on_those_that_it_needs(installed: Discovered) -> None:
    rows = {row["question"]: row["answers"] for row in data("toy", "--house-rule", "still")}
    assert rows["ending"]["toy+still"]["text"] == "Never."
    assert rows["wind"]["toy+still"]["text"] == "It does not."


def test_a_house_rule_for_every_ruleset_has_a_column_beside_each(installed: Discovered) -> None:
    rows = data("--house-rule", "everywhere")
    assert list(rows[0]["answers"]) == ["toy", "toy+everywhere", "raft", "raft+everywhere"]


def test_a_house_rule_without_answers_changes_none(installed: Discovered) -> None:
    raft, silent = (column.answers for column in columns(["raft"], ["silent"]))
    assert silent == raft


def test_a_house_rule_for_what_is_not_compared_is_wrong_usage(installed: Discovered) -> None:
    with pytest.raises(Contradiction, match="deep is for toy, not for raft; compare toy too"):
        columns(["raft"], ["deep"])
    run("raft", "--house-rule", "deep", status=2)


def test_a_house_rule_in_a_file_of_ones_own_joins_too(toy: wg.Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "ours.py"
    path.write_text(
        "import weathergage as wg\n"
        "class Ours: pass\n"
        "@wg.hookimpl\n"
        "def house_rules():\n"
        "    told = {'raking': wg.Answer('There is none.', ('4.0',))}\n"
        "    return [wg.HouseRule('ours', 'toy', 'Ours', Ours(), profile=told)]\n"
    )
    (row,) = data("--house-rule", str(path), "--question", "raking")
    assert row["answers"]["toy+ours"] == {"text": "There is none.", "clauses": ["4.0"]}


def test_house_rules_with_a_profile_can_still_be_told_apart_in_a_set() -> None:
    assert len({ruled("a", profile={"wind": wg.Answer("No.")}), ruled("b")}) == 2


# For people


def test_a_wide_terminal_shows_the_rulesets_side_by_side(installed: Discovered) -> None:
    lines = run("--question", "ending", "--question", "raking", width=100).stdout.splitlines()
    assert lines[1].split() == ["toy", "raft"]
    assert "not told" in lines[3]
    assert max(map(len, lines)) <= 100
    text = " ".join(" ".join(lines).split())
    assert "5.0, 6.0" in text
    assert "ending" in text


def test_a_narrow_one_tells_them_question_by_question(installed: Discovered) -> None:
    lines = run("--question", "ending", "--question", "raking", width=60).stdout.splitlines()
    assert [line.rstrip() for line in lines] == [
        f"{QUESTIONS['raking']}  (raking)",
        "toy   not told",
        "raft  not told",
        "",
        f"{QUESTIONS['ending']}  (ending)",
        "toy   A chest is found, or nobody is left. (5.0, 6.0)",
        "raft  not told",
    ]


@pytest.mark.parametrize("width", [40, 60, 78, 100, 140])
def test_no_line_is_wider_than_the_terminal(installed: Discovered, width: int) -> None:
    lines = run("--house-rule", "deep", width=width).stdout.splitlines()
    assert max(map(len, lines)) <= width


def test_nothing_installed_is_said(found: Discovered) -> None:
    assert run().stdout == "No ruleset is installed.\n"


def test_a_page_can_be_written_as_well(installed: Discovered, tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    asked = ("toy", "raft", "--question", OWN, "--question", "secrets")
    assert json.loads(run(*asked, "--html", str(page), "--json").stdout) == data(*asked)
    html = page.read_text(encoding="utf-8")
    assert html.index(QUESTIONS["secrets"]) < html.index(OWN)
    assert "Where the chests are." in html
    assert "not told" in html
    assert "weathergage compare rules toy raft --question" in html


def test_a_page_that_cannot_be_written_is_one_sentence(
    installed: Discovered, tmp_path: Path
) -> None:
    error = run("--html", str(tmp_path / "nowhere" / "rules.html"), status=1).stderr
    assert error.count("\n") == 1
