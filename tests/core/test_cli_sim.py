"""What sim says beside who won: how surely, how long, with sides exchanged, game by game."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.study.games import play_one
from weathergage.study.plans import Plan
from weathergage.study.statistics import share

DUEL = "frigate/constitution-guerriere"
MIXED = ("--seat", "british=captain", "--seat", "us=random")


def run(*arguments: str, status: int = 0) -> Any:
    result = CliRunner().invoke(
        app, ["sim", DUEL, "--jobs", "1", *arguments], env={"COLUMNS": "100"}
    )
    assert result.exit_code == status, result.output
    return result


def test_shares_have_their_intervals_and_lengths_add_up() -> None:
    data = json.loads(run("-n", "20", "--seat", "all=random", "--json").stdout)
    for winner, count in data["outcomes"].items():
        assert data["shares"][winner] == share(count, 20).plain()
    ended = [sum(row[winner] for winner in data["outcomes"]) for row in data["length"]["by_turn"]]
    assert sum(ended) == 20
    assert data["length"]["by_turn"][0]["turn"] == data["turns"]["min"]
    assert data["length"]["by_turn"][-1]["turn"] == data["turns"]["max"]
    assert data["degenerate"]["drawn"] == data["outcomes"]["draw"]
    assert data["versions"]["weathergage"]
    assert data["swapped"] is None


def test_people_see_intervals_and_how_long_games_were() -> None:
    told = run("-n", "12", *MIXED).stdout
    assert "95 % interval" in told
    assert "Ended in turn" in told
    assert "\u2588" in told


def test_sides_exchanged_are_as_many_games_again_and_pooled() -> None:
    data = json.loads(run("-n", "8", *MIXED, "--swap", "--json").stdout)
    assert data["games"] == sum(data["outcomes"].values()) == 16
    swapped = data["swapped"]
    assert set(swapped["by_captain"]) == {"captain", "random"}
    assert data["shares"] == swapped["by_side"]
    won = {side: count / 16 for side, count in data["outcomes"].items()}
    assert {side: one["value"] for side, one in data["shares"].items()} == won
    back = json.loads(
        run("-n", "8", "--seat", "british=random", "--seat", "us=captain", "--json").stdout
    )
    there = json.loads(run("-n", "8", *MIXED, "--json").stdout)
    for side in ("british", "us", "draw"):
        assert data["outcomes"][side] == there["outcomes"][side] + back["outcomes"][side]
    assert "on whichever side" in run("-n", "4", *MIXED, "--swap").stdout


def test_alike_captains_cannot_exchange_sides() -> None:
    result = run("-n", "2", "--seat", "all=random", "--swap", status=2)
    assert "--seat SIDE=KIND" in result.stderr


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_each_game_has_a_line_with_its_seed(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"games.{ending}"
    run("-n", "3", "--seed", "4", *MIXED, "--swap", "--each-seed", str(file))
    text = file.read_text(encoding="utf-8")
    rows: list[dict[str, Any]]
    if ending == "csv":
        rows = list(csv.DictReader(text.splitlines()))
    else:
        rows = [json.loads(line) for line in text.splitlines()]
    assert [int(row["seed"]) for row in rows] == [4, 5, 6, 4, 5, 6]
    assert [row["us: captain"] for row in rows] == ["random"] * 3 + ["captain"] * 3
    for row in rows:
        seats = tuple((side, row[f"{side}: captain"]) for side in ("british", "us"))
        game = play_one(Plan(DUEL, seats), int(row["seed"]))
        assert game.outcome is not None
        assert (row["winner"], float(row["turns"])) == (game.outcome.winner, game.turn)
        assert float(row["rolls a ship and turn"]) > 0
        assert not row["error"]


def test_lines_on_standard_output_are_all_there_is_on_it() -> None:
    lines = run("-n", "2", *MIXED, "--each-seed", "-").stdout.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [1, 2]


def test_lines_and_a_document_cannot_share_standard_output() -> None:
    assert "name a file" in run("-n", "1", "--each-seed", "-", "--json", status=2).stderr
    assert ".csv or .jsonl" in run("-n", "1", "--each-seed", "games.txt", status=2).stderr


def test_a_file_to_go_on_from_says_what_was_there(tmp_path: Path) -> None:
    kept = ["-n", "6", "--seat", "all=random", "--resume", str(tmp_path / "study.jsonl"), "--json"]
    first, second = run(*kept), run(*kept)
    assert first.stderr == ""
    assert "6 games of 6 were in" in second.stderr
    one, two = json.loads(first.stdout), json.loads(second.stdout)
    for data in (one, two):
        del data["seconds"], data["games_per_second"]
    assert one == two
    refused = run(*kept, "--option", "drift=true", status=2)
    assert "another study" in refused.stderr
