"""log: a ship's log filled in before play."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from weathergage.cli.app import app


def run(*arguments: str, status: int = 0) -> Any:
    """The result of `log`, whose exit status is checked."""
    result = CliRunner().invoke(app, ["log", *arguments], env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def rows(*arguments: str) -> dict[str, str]:
    """A log's rows as values by label."""
    data = json.loads(run(*arguments, "--json").stdout)
    return {row["label"]: row["value"] for row in data["rows"]}


def test_a_type_of_the_lists_gives_her_log() -> None:
    told = run("admiralty", "british-100", "crew=b", "wind=2", "--name", "Royal Sovereign").stdout
    assert "Royal Sovereign" in told
    assert "British 100, size 3, stout" in told
    assert "508+1" in told
    found = rows("admiralty", "british-100", "crew=b", "wind=2")
    assert found["Battle move"] == "3 in"
    assert found["Crew, doctrine"] == "B, hull"


def test_an_armament_gives_the_log_of_a_ship_of_ones_own() -> None:
    found = rows("admiralty", "28x36 30x18 16x8", "size=2", "nation=french", "scale=small")
    assert found["Port"] == "244"
    assert found["Crew, doctrine"] == "C, rigging"
    assert found["Battle move"] == "2.75 in"


def test_without_a_ship_it_says_what_may_be_said() -> None:
    told = run("admiralty").stdout
    assert "crew=c" in told
    assert "weathergage ships admiralty" in told
    asked = json.loads(run("admiralty", "--json").stdout)
    assert {"crew", "wind", "scale", "size", "hull", "nation"} == {
        one["name"] for one in asked["arguments"]
    }


def test_what_is_wrong_is_one_sentence() -> None:
    wrong = {
        ("admiralty", "british-75"): (2, "did you mean british-74"),
        ("admiralty", "28x99"): (2, "no row of table guns is called 'long 99'"),
        ("admiralty", "british-74", "crew=z"): (2, "crew is 'z'; it may be a, b, c, d"),
        ("admiralty", "british-74", "mood=good"): (2, "no argument is called 'mood'"),
        ("admiralty", "british-74", "crew"): (2, "a log takes NAME=VALUE, not 'crew'"),
        ("frigate", "x"): (1, "keeps no logs"),
    }
    for arguments, (status, told) in wrong.items():
        error = run(*arguments, status=status).stderr
        assert told in error
        assert error.count("\n") == 1
