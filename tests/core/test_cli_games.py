"""sim, replay and show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.cli.story import Bygone, by_name, restored
from weathergage.dice import Dice
from weathergage.events import Rolled, Told, TurnBegan
from weathergage.game import new_game
from weathergage.plugins import rulesets, scenarios_of
from weathergage.records import canonical, load
from weathergage.study import games
from weathergage.study.plans import Plan

DUEL = "frigate/constitution-guerriere"


def run(*arguments: str, status: int = 0) -> Any:
    """The result of a command, whose exit status is checked."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def is_one_sentence(text: str) -> bool:
    """Whether something is one line that says more than a word, and no traceback."""
    return text.count("\n") == 1 and len(text.split()) > 4 and "Traceback" not in text


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    file = tmp_path_factory.mktemp("games") / "duel.wg"
    run("play", DUEL, "--seat", "all=random", "--seed", "7", "--quiet", "--save", str(file))
    return file


def changed(record: Path, to: Path, **header: Any) -> Path:
    """A copy of a record with another header."""
    lines = record.read_text().split("\n")
    first = json.loads(lines[0]) | header
    to.write_text("\n".join([canonical(first), *lines[1:]]))
    return to


# sim


def test_sim_counts_how_games_end() -> None:
    arguments = ("sim", DUEL, "-n", "6", "--seed", "3", "--seat", "all=random")
    data = json.loads(run(*arguments, "--json").stdout)
    assert data["scenario"] == DUEL
    assert data["seed"] == 3
    assert data["games"] == 6
    assert set(data["outcomes"]) == {"british", "us", "draw"}
    assert sum(data["outcomes"].values()) + data["errors"] == 6
    assert set(data["turns"]) == {"mean", "min", "max"}
    assert data["games_per_second"] > 0
    told = run(*arguments, "--jobs", "1").stdout
    assert "United States" in told
    assert "turns on average" in told


def test_a_game_that_fails_is_counted_named_by_seed_and_gives_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = games.play_one

    def leaky(plan: Plan, seed: int) -> Any:
        if seed % 2:
            raise ZeroDivisionError("no water")
        return whole(plan, seed)

    monkeypatch.setattr(games, "play_one", leaky)
    result = run("sim", DUEL, "-n", "4", "--seat", "all=random", "--jobs", "1", "--json", status=1)
    data = json.loads(result.stdout)
    assert data["errors"] == 2
    assert data["failures"] == [
        {"error": "ZeroDivisionError: no water", "games": 2, "seeds": [1, 3]}
    ]
    assert sum(data["outcomes"].values()) == 2
    assert is_one_sentence(result.stderr)
    assert "--seed 1" in result.stderr


def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    result = run("sim", DUEL, "-n", "1", "--cluster", "tcp://127.0.0.1:1", status=1)
    assert is_one_sentence(result.stderr)
    assert "weathergage[scale]" in result.stderr


# replay


def test_replay_tells_the_story(duel: Path) -> None:
    told = run("replay", str(duel)).stdout
    assert "Turn 16" in told
    assert "sails" in told
    assert "[4.2.A]" in told
    one = run("replay", str(duel), "--turn", "3").stdout
    assert "Turn 3" in one
    assert "Turn 4" not in one


def test_who_won_is_told_by_the_names_of_the_sides_and_kept_by_their_ids(tmp_path: Path) -> None:
    file = tmp_path / "azores.wg"
    played = run(
        "play", "frigate/azores", "--seat", "all=random", "--seed", "3", "--save", str(file)
    )
    again = run("replay", str(file)).stdout
    for told in (played.stdout, again):
        line = " ".join(told.split()).partition("Victory: ")[2]
        assert line.startswith("British; ")
        assert "(British 3, United States 0)" in line
    assert "Victory: British, in turn 11" in played.stdout
    data = json.loads(run("replay", str(file), "--json").stdout)
    assert data["outcome"]["winner"] == "british"
    assert data["outcome"]["scores"] == {"british": 3, "us": 0}
    assert data["events"][-1]["scores"] == [["british", 3], ["us", 0]]


def test_replay_verifies(duel: Path) -> None:
    data = json.loads(run("replay", str(duel), "--verify", "--json").stdout)
    assert data["ok"] is True
    assert data["turns"] == 16
    assert data["hash"] == data["expected"]
    assert "every event as recorded" in run("replay", str(duel), "--verify").stdout


def test_what_one_seat_keeps_is_not_said_to_be_played_again(tmp_path: Path) -> None:
    game = new_game(DUEL, seed=2)
    kept = tmp_path / "us.wg"
    game.record_for("us").save(kept)
    told = run("replay", str(kept), "--verify").stdout
    assert "as hashed, for what us may know" in told
    assert "played again" not in told
    dice = Dice(1)
    while not game.over:
        game.submit(game.decisions[0].id, game.decisions[0].sample(dice))
    game.record_for("us").save(kept)
    assert "and the seed that was promised" in run("replay", str(kept), "--verify").stdout


def test_a_record_that_comes_out_otherwise_fails_with_the_reason(
    duel: Path, tmp_path: Path
) -> None:
    other = changed(duel, tmp_path / "other.wg", seed=8)
    result = run("replay", str(other), "--verify", "--json", status=1)
    data = json.loads(result.stdout)
    assert data["ok"] is False
    assert data["hash"] != data["expected"]
    assert is_one_sentence(result.stderr)
    assert "turn" in result.stderr
    assert "Turn 16" in run("replay", str(other)).stdout


def test_verification_goes_as_far_as_the_turn_that_is_named(duel: Path, tmp_path: Path) -> None:
    data = json.loads(run("replay", str(duel), "--verify", "--turn", "3", "--json").stdout)
    assert data["ok"] is True
    assert data["turns"] == 3
    assert data["hash"] == data["expected"] == load(duel).turns[2].hash
    told = run("replay", str(duel), "--verify", "--turn", "3").stdout
    assert "the first 3 turns of 16 played again, every event as recorded" in told
    assert "16 turns played" in run("replay", str(duel), "--verify", "--turn", "16").stdout
    other = tmp_path / "other.wg"
    lines = duel.read_text(encoding="utf-8").splitlines()
    fifth = json.loads(lines[5])
    fifth["table"]["ships"] = []
    lines[5] = json.dumps(fifth)
    other.write_text("\n".join(lines), encoding="utf-8")
    assert run("replay", str(other), "--verify", "--turn", "4").exit_code == 0
    result = run("replay", str(other), "--verify", "--turn", "5", status=1)
    assert "turn 5: the table at its end" in result.stderr
    assert run("replay", str(other), "--verify", status=1).stderr == result.stderr


def test_a_record_cut_in_half_is_told_up_to_its_last_whole_turn(duel: Path, tmp_path: Path) -> None:
    whole = duel.read_bytes()
    half = tmp_path / "half.wg"
    half.write_bytes(whole[: len(whole) // 2])
    result = run("replay", str(half))
    assert is_one_sentence(result.stderr)
    assert "cut or damaged in line" in result.stderr
    assert f"Turn {load(half).turns[-1].turn}" in result.stdout
    assert "Turn 16" not in result.stdout
    assert json.loads(run("replay", str(half), "--verify", "--json").stdout)["ok"]


def test_a_turn_that_a_record_lacks_is_wrong_usage(duel: Path) -> None:
    for command in ("replay", "show"):
        result = run(command, str(duel), "--turn", "99", status=2)
        assert is_one_sentence(result.stderr)
        assert "turns 1 to 16" in result.stderr
    result = run("replay", str(duel), "--verify", "--turn", "99", status=2)
    assert is_one_sentence(result.stderr)
    assert "turns 1 to 16" in result.stderr


def test_a_story_outlives_its_rules(duel: Path, tmp_path: Path) -> None:
    other = changed(duel, tmp_path / "old.wg", ruleset="lost-rules")
    assert "Turn 16" in run("replay", str(other)).stdout
    result = run("replay", str(other), "--verify", status=1)
    assert is_one_sentence(result.stderr)


def test_events_come_back_from_a_record_as_they_were() -> None:
    for event in (
        TurnBegan(3, "4.1"),
        Rolled("fire", "7.0", (3, 4), (("rake", 1, "7.1"),), 8, "x"),
        Told("us", Rolled("wind", "6.3", (2,), (), 2), ""),
    ):
        again = restored(json.loads(canonical(event.plain())))
        assert again == event
        assert again.say() == event.say()


def test_an_event_of_a_kind_that_is_gone_is_told_by_its_fields() -> None:
    gone = restored(["Mutinied", "Bounty", 18, "12.3"])
    assert isinstance(gone, Bygone)
    assert gone.say() == "Mutinied: Bounty, 18."
    assert gone.clause == "12.3"
    assert isinstance(restored(["TurnBegan", 1, 2, 3, 4]), Bygone)


def test_programs_get_events_by_the_names_of_their_fields() -> None:
    turn = {"kind": "TurnBegan", "turn": 3, "clause": "4.1"}
    assert by_name(TurnBegan(3, "4.1")) == turn
    told = {"kind": "Told", "seat": "us", "inner": turn, "clause": ""}
    assert by_name(Told("us", TurnBegan(3, "4.1"))) == told
    gone = {"kind": "Mutinied", "fields": ["Bounty", 18, "12.3"], "clause": "12.3"}
    assert by_name(restored(["Mutinied", "Bounty", 18, "12.3"])) == gone


# show


def test_show_a_scenario_at_its_start() -> None:
    told = run("show", DUEL).stdout
    assert "wind from NW, Fresh" in told
    assert "Guerriere" in told
    data = json.loads(run("show", DUEL, "--json").stdout)
    assert data["scenario"] == DUEL
    assert data["turn"] == 0
    assert data["wind"]
    for ship in data["ships"]:
        assert set(ship) >= {"id", "name", "side", "position", "heading", "speed", "damage"}


@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("frigate/constitution-guerriere", "A 1713"),
        ("war-galley/first-evening", "3118"),
        ("war-galley/actium", ""),  # not placed yet
        ("as-per-margin/frigate-duel", "16.000,44.000"),
        ("admiralty/frigate-duel", "17.000,42.000"),
    ],
)
def test_show_tells_where_ships_are_as_the_map_has_it(
    scenario: str, first: str, tmp_path: Path
) -> None:
    shown = json.loads(run("show", scenario, "--json").stdout)
    assert shown["ships"][0]["position"] == first
    saved = tmp_path / "game.wg"
    new_game(scenario, seed=1).record.save(saved)
    assert json.loads(run("show", str(saved), "--json").stdout)["ships"][0]["position"] == first


def test_show_a_turn_of_a_record_in_the_terminal_and_in_files(duel: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "turn.svg", tmp_path / "turn.png"
    told = run("show", str(duel), "--turn", "3").stdout
    assert "turn 3" in told
    told = run("show", str(duel), "--turn", "3", "--svg", str(svg), "--png", str(png)).stdout
    assert str(svg) in told
    assert "turn 3" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")
    data = json.loads(run("show", str(duel), "--turn", "3", "--json").stdout)
    assert data["turn"] == 3
    assert json.loads(run("show", str(duel), "--turn", "0", "--json").stdout)["turn"] == 0
    assert json.loads(run("show", str(duel), "--json").stdout)["turn"] == 16


def test_a_record_is_shown_whatever_has_become_of_its_rules(duel: Path, tmp_path: Path) -> None:
    before = run("show", str(duel), "--turn", "3").stdout
    old = changed(
        duel, tmp_path / "old.wg", rules_version=0, options={"forgotten": True}, seed=99,
        house_rules=[{"id": "calm-seas", "version": "1", "hash": "0"}],
    )  # fmt: skip
    assert run("show", str(old), "--turn", "3").stdout == before


def test_a_table_is_restored_from_a_record_as_it_was() -> None:
    for ruleset in rulesets().values():
        if ruleset.restore is None:
            continue
        for scenario in list(scenarios_of(ruleset))[:4]:
            game = new_game(f"{ruleset.id}/{scenario}", seed=5, options={})
            for _ in range(9):
                if game.decisions:
                    game.submit(game.decisions[0].id, game.decisions[0].sample(Dice(game.turn)))
            plain = json.loads(canonical(ruleset.plain(game.state)))
            again = ruleset.restore(game.rules, plain)
            assert json.loads(canonical(ruleset.plain(again))) == plain
            assert ruleset.picture(game.rules, again) == ruleset.picture(game.rules, game.state)


def test_a_ruleset_that_is_gone_leaves_the_data_to_show(duel: Path, tmp_path: Path) -> None:
    other = changed(duel, tmp_path / "old.wg", ruleset="lost-rules")
    data = json.loads(run("show", str(other), "--json").stdout)
    assert all(ship["position"] for ship in data["ships"])
    result = run("show", str(other), status=1)
    assert is_one_sentence(result.stderr)
    assert "'lost-rules', which is not installed" in result.stderr


def test_a_picture_that_cannot_be_written_is_one_sentence(duel: Path, tmp_path: Path) -> None:
    result = run("show", str(duel), "--svg", str(tmp_path / "no" / "a.svg"), status=1)
    assert is_one_sentence(result.stderr)
    assert "no folder" in result.stderr


@pytest.mark.parametrize("width", ["0", "-3"])
def test_a_picture_or_chart_is_one_wide_at_least(width: str) -> None:
    assert is_one_sentence(run("show", DUEL, "--width", width, status=2).stderr)


def test_show_takes_ships_whose_arcs_are_to_be_drawn() -> None:
    result = run("show", DUEL, "--arcs", "guerriere", "--arcs", "all")
    assert "there are no arcs to show for guerriere and all" in result.stderr, "hexes have none"
    for more in ([], ["--json"]):
        result = run("show", DUEL, "--arcs", "gueriere", *more, status=2)
        assert is_one_sentence(result.stderr)
        assert "no ship is called 'gueriere'; did you mean" in result.stderr
