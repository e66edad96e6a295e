"""Studies as data, what is counted of a game, and the file that a study goes on from."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.errors import BadFile, Contradiction, UnknownName, WeathergageError
from weathergage.events import Rolled
from weathergage.game import Game
from weathergage.records import canonical
from weathergage.study import batch, games
from weathergage.study.batch import Chunk, play_chunk, run_study, versions_of
from weathergage.study.games import (
    BANDS,
    GameResult,
    Question,
    band_of,
    play_counted,
    play_one,
    reactions,
    result_of,
)
from weathergage.study.plans import Arm, Plan, Prediction, Study
from weathergage.study.resume import Kept
from weathergage.study.variants import Variant

DUEL = "frigate/constitution-guerriere"
BY_LOT = Plan(DUEL, (("british", "random"), ("us", "random")))
DRIFTING = Plan(DUEL, BY_LOT.seats, (("drift", True),))


def study_of(games: int = 8, measure: str = "outcome", **more: Any) -> Study:
    arms = (Arm("plain", BY_LOT), Arm("drift", DRIFTING))
    return Study("drift", "Does drift matter", arms, 1, games, measure, **more)


# As data


def test_a_study_is_the_same_after_it_was_written_down() -> None:
    study = study_of(
        compared=(("drift", "plain"),),
        prediction=Prediction("none", "drift", "plain", "drawn", -0.1, None),
        command="weathergage compare ...",
    )
    plan = Plan(DUEL, BY_LOT.seats, (), (), "book", (Variant("gunnery-1", "up"),))
    arms = (*study.arms, Arm("up", plan, varies="plain"), Arm("again", BY_LOT, 100, "plain"))
    for one in (study, Study("all", "", arms, 3, 5)):
        assert Study.of(json.loads(json.dumps(one.plain()))) == one


def test_a_prediction_has_a_mark_that_any_change_changes() -> None:
    said = Prediction("drift favours nobody", "drift", "plain", "drawn", -0.1, 0.1)
    assert (
        said.mark == Prediction("drift favours nobody", "drift", "plain", "drawn", -0.1, 0.1).mark
    )
    assert (
        said.mark != Prediction("drift favours nobody", "drift", "plain", "drawn", -0.1, 0.2).mark
    )
    assert said.mark != Prediction("drift favours all").mark


def test_studies_that_cannot_be_are_refused() -> None:
    arm = Arm("plain", BY_LOT)
    with pytest.raises(Contradiction, match="at least one arm"):
        Study("none", "", (), 1, 5)
    with pytest.raises(Contradiction, match="at least one arm and one game"):
        Study("none", "", (arm,), 1, 0)
    with pytest.raises(Contradiction, match="'plain'"):
        Study("twice", "", (arm, arm), 1, 5)
    with pytest.raises(UnknownName, match="plian"):
        Study("swap", "", (arm, Arm("back", BY_LOT, swaps="plian")), 1, 5)
    with pytest.raises(UnknownName, match="drift"):
        Study("pair", "", (arm,), 1, 5, compared=(("plain", "drift"),))
    with pytest.raises(UnknownName, match="all"):
        Study("all", "", (arm,), 1, 5, "all")


# What is counted


def test_a_game_that_is_counted_is_the_game_that_is_not() -> None:
    for seed in range(1, 5):
        for seats in (BY_LOT.seats, (("british", "captain"), ("us", "captain"))):
            plan = Plan(DUEL, seats)
            bare, counted = play_one(plan, seed), play_counted(plan, seed)
            assert counted.commands == bare.commands
            assert counted.outcome == bare.outcome


def test_a_game_that_goes_on_telling_is_given_up_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_TOLD", 50)
    result = result_of(BY_LOT, 1, "full")
    assert "had not ended after 50 events" in result.error
    assert result.told is None


def test_counts_are_those_of_the_journal_and_of_the_commands() -> None:
    game = play_counted(Plan(DUEL, (("british", "captain"), ("us", "captain"))), 1)
    told = game.told
    rolls = [event for event in game.events if isinstance(event, Rolled)]
    assert told.rolls == len(rolls) > 0
    assert told.dice == sum(len(roll.faces) for roll in rolls)
    assert sum(told.decisions.values()) == len(game.commands)
    assert set(told.decisions) <= {"plot", "election"}
    assert told.decisions["plot"] == 2 * game.turn
    # One die for each attack, and each is read off a table of gunnery.
    attacks = sum(roll.clause == "7.0-roll" for roll in rolls)
    assert sum(n for table, n in told.look_ups.items() if table.startswith("gunnery-")) == attacks
    # The turn's clause is told of once a turn; plots are asked for under 5.0 by no event.
    assert told.clauses["4.1"] == game.turn
    asked_under = {decision.clause for decision in Game(game.rules, 1).decisions}
    assert asked_under <= set(told.clauses)
    assert told.ships == 2


def test_a_result_is_the_same_after_it_was_written_down() -> None:
    for measure in ("outcome", "full"):
        result = result_of(BY_LOT, 3, measure)
        assert GameResult.of(json.loads(json.dumps(result.plain()))) == result
        assert (result.told is not None) == (measure == "full")


@pytest.mark.parametrize(
    ("yards", "band"), [(-1, -1), (0, 0), (99.9, 0), (100, 100), (399, 300), (5_000, BANDS[-1])]
)
def test_a_band_holds_its_beginning_and_not_its_end(yards: float, band: int) -> None:
    assert band_of(yards) == band


def asked(seat: str, about: str, *, run: int = 1, piece: bool = False, **more: Any) -> Question:
    return Question(run, piece, seat, "k", about, "1.0", more.get("together", False))


def test_who_is_asked_in_the_midst_of_anothers_piece_reacts() -> None:
    run = [
        asked("red", "a", piece=True),
        asked("green", "b", piece=True),
        asked("red", "c", piece=True),
    ]
    assert reactions(run) == [run[1]]
    # The next piece is begun by the other side.
    after = [asked("green", "b", piece=True, run=2), asked("red", "a", piece=True, run=2)]
    assert reactions(run + after) == [run[1], after[1]]


def test_in_a_phase_only_who_interrupts_a_ship_reacts() -> None:
    turns = [asked("red", "a"), asked("green", "b"), asked("red", "c"), asked("green", "d")]
    assert reactions(turns) == []
    interrupted = [asked("red", "a"), asked("green", "b"), asked("red", "a")]
    assert reactions(interrupted) == [interrupted[1]]
    assert (
        reactions([asked("red", "a"), asked("green", "b", together=True), asked("red", "a")]) == []
    )


# Workers


def test_a_worker_with_other_rules_refuses_to_play() -> None:
    with pytest.raises(WeathergageError, match="same versions everywhere"):
        play_chunk(Chunk("plain", BY_LOT, "outcome", "frigate 99 (00)", 1, 1))


def test_a_worker_without_the_scenario_says_so_in_one_error_that_travels() -> None:
    with pytest.raises(WeathergageError, match="a worker cannot play frigate/nowhere") as told:
        play_chunk(Chunk("plain", Plan("frigate/nowhere", ()), "outcome", "", 1, 1))
    assert type(told.value) is WeathergageError


# A file to go on from


def resumed(study: Study, file: Path) -> tuple[batch.StudyResults, int]:
    told: list[int] = []
    results = run_study(study, jobs=1, resume=file, progress=told.append)
    assert sum(told) == study.count * len(study.arms)
    return results, results.played


@pytest.mark.parametrize("measure", ["outcome", "full"])
def test_a_study_that_was_cut_anywhere_goes_on_to_the_same_numbers(
    measure: str, tmp_path: Path
) -> None:
    study = study_of(measure=measure)
    whole = run_study(study, jobs=1)
    file = tmp_path / "study.jsonl"
    results, played = resumed(study, file)
    assert (results.arms, played) == (whole.arms, 16)
    kept = file.read_bytes()
    header = kept.index(b"\n") + 1
    for length in (0, header // 2, header, header + 40, len(kept) // 2, len(kept) - 1, len(kept)):
        file.write_bytes(kept[:length])
        results, played = resumed(study, file)
        assert results.arms == whole.arms
        lines = kept[:length].split(b"\n")[1:-1]
        assert played == 16 - sum(len(json.loads(line)["games"]) for line in lines)
        assert resumed(study, file)[1] == 0


def test_more_games_of_the_same_study_take_in_those_there_are(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    resumed(study_of(4), file)
    results, played = resumed(study_of(6), file)
    assert played == 4
    assert results.arms == run_study(study_of(6), jobs=1).arms
    results, played = resumed(study_of(2), file)
    assert played == 0
    assert results.arms == run_study(study_of(2), jobs=1).arms


def test_another_study_is_refused_by_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    resumed(study_of(2), file)
    kept = file.read_bytes()
    with pytest.raises(Contradiction, match="another study: it differs in measure"):
        resumed(study_of(2, "full"), file)
    with pytest.raises(Contradiction, match="differs in prediction"):
        resumed(study_of(2, prediction=Prediction("I knew it")), file)
    arms = (Arm("plain", BY_LOT), Arm("drift", BY_LOT))
    with pytest.raises(Contradiction, match="differs in arms"):
        resumed(Study("drift", "", arms, 1, 2, "outcome"), file)
    assert file.read_bytes() == kept


def test_other_versions_are_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    study = study_of(2)
    header = {
        "format": 1,
        "study": study.plain(),
        "versions": versions_of(study) | {"rules of drift": "frigate 0 (abc)"},
    }
    file.write_text(canonical(header) + "\n")
    with pytest.raises(Contradiction, match=r"rules of drift was frigate 0 \(abc\) and is frigate"):
        resumed(study, file)


@pytest.mark.parametrize("text", ["hello\n", "[1]\n", '{"format": 99}\n', "{}\n"])
def test_a_file_of_another_kind_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(BadFile, match="line 1"):
        resumed(study_of(2), file)
    assert file.read_text() == text


def test_a_file_without_an_end_of_line_that_is_no_study_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes")
    with pytest.raises(BadFile, match="no study to go on with"):
        resumed(study_of(2), file)
    assert file.read_text() == "my notes"


def test_two_commands_do_not_write_into_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "study.jsonl"
    study = study_of(2)
    held = pytest.raises(Contradiction, match="is being written by another command")
    with Kept(file, study, versions_of(study)), held:
        resumed(study, file)
    assert resumed(study, file)[1] == 4


def sim(games: int, *more: str) -> list[str]:
    return ["sim", DUEL, "-n", str(games), "--seat", "all=random", "--json", *more]


def numbers(*arguments: str) -> str:
    """What the command prints, but for how long it took."""
    result = CliRunner().invoke(app, [*arguments, "--jobs", "1"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    del data["seconds"], data["games_per_second"]
    return json.dumps(data)


def test_a_command_killed_half_way_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    count, file = 300, tmp_path / "study.jsonl"
    kept = sim(count, "--resume", str(file))
    command = [sys.executable, "-m", "weathergage", *kept, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            time.sleep(0.005)
        os.kill(running.pid, signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
        assert running.stdout is not None
        assert running.stdout.read() == b""
    lines = file.read_bytes().split(b"\n")[1:-1]
    assert 0 < sum(len(json.loads(line)["games"]) for line in lines) < count
    assert numbers(*kept) == numbers(*sim(count))
