"""play: captains' games, the keyboard game by a scripted person, keeping and going on."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import platformdirs
import pytest
from rich.console import Console
from typer.testing import CliRunner

from weathergage import records
from weathergage.cli.app import app
from weathergage.cli.choices import HUMAN
from weathergage.cli.forms import (
    Fields,
    NotUnderstood as Slip,
    Numbered,
    OneOfKinds,
    Rows,
    Written,
    YesNo,
    form_of,
    value_of,
)
from weathergage.cli.play import _default_seats
from weathergage.cli.sitting import Sitting
from weathergage.commands import Choose, Command, Decline
from weathergage.game import new_game
from weathergage.records import load

DUEL = "frigate/constitution-guerriere"
YOU = ("--seat", "us=human", "--seat", "british=random", "--seed", "7")


def run(*arguments: str, typed: Sequence[str] = (), status: int = 0) -> Any:
    """The result of `play` with lines typed at the keyboard, whose exit status is checked."""
    lines = "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(app, ["play", *arguments], input=lines, env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def is_one_sentence(text: str) -> bool:
    """Whether something is one line that says more than a word, and no traceback."""
    return text.count("\n") == 1 and len(text.split()) > 4 and "Traceback" not in text


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where a test's game is kept."""
    return tmp_path / "evening.wg"


# Captains


def test_captains_tell_the_story_and_leave_a_record_and_pictures(tmp_path: Path) -> None:
    file, png, svg = tmp_path / "duel.wg", tmp_path / "duel.png", tmp_path / "duel.svg"
    told = run(
        DUEL, "--seat", "all=random", "--seed", "7",
        "--save", str(file), "--png", str(png), "--svg", str(svg),
    ).stdout  # fmt: skip
    assert "Turn 1" in told
    assert "[4.2.A]" in told
    assert "in turn 16" in told
    assert png.read_bytes().startswith(b"\x89PNG")
    assert svg.read_text().startswith("<svg")
    assert load(file).verify().ok


def test_where_nobody_sits_at_a_terminal_captains_play(tmp_path: Path) -> None:
    result = run("frigate/azores", "--seed", "3", "--quiet", "--json")
    assert json.loads(result.stdout)["seats"] == {"british": "captain", "us": "captain"}


def test_at_a_terminal_you_play_the_first_side(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = new_game(DUEL, seed=1)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert _default_seats(duel, []) == {"british": HUMAN, "us": "captain"}
    assert _default_seats(duel, ["us=human"])["british"] == "captain"
    # There the second side places its ships before the first is asked anything.
    azores = new_game("frigate/azores", seed=1)
    assert _default_seats(azores, []) == {"british": HUMAN, "us": "captain"}


def test_nobody_is_seated_by_default_at_a_side_that_is_never_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    nile = new_game("frigate/nile", seed=1)
    assert _default_seats(nile, []) == {"french": "captain", "british": HUMAN}


def test_quiet_tells_the_outcome_only() -> None:
    told = run(DUEL, "--seat", "all=random", "--seed", "7", "--quiet").stdout
    assert "[4.2.A]" not in told
    assert "in turn 16" in told


def test_json_is_one_document_with_what_programs_need(kept: Path) -> None:
    arguments = (DUEL, "--seat", "all=random", "--seed", "7", "--json")
    data = json.loads(run(*arguments, "--save", str(kept)).stdout)
    assert data["scenario"] == DUEL
    assert data["seed"] == 7
    assert set(data["outcome"]) >= {"winner", "reason", "clause", "scores"}
    told = [[event["kind"], *list(event.values())[1:]] for event in data["events"]]
    assert told == load(kept).events
    assert data["events"][0] == {"kind": "TurnBegan", "turn": 1, "clause": "4.1"}
    assert all(event["clause"] for event in data["events"])
    assert data["hash"] == load(kept).hash
    assert data["record"] == str(kept)
    again = json.loads(run(*arguments).stdout)
    assert again["record"] is None
    assert again["hash"] == data["hash"]


def test_an_option_and_a_mode_reach_the_game(kept: Path) -> None:
    run(DUEL, "--seat", "all=random", "--seed", "1", "--quiet", "--save", str(kept),
        "--option", "no-sailing-into-wind=true", "--mode", "book")  # fmt: skip
    header = load(kept).header
    assert header["options"]["no_sailing_into_wind"] is True
    assert header["mode"] == "book"


# The keyboard


def test_a_slip_is_refused_with_its_clause_and_asked_again(kept: Path) -> None:
    told = run(DUEL, *YOU, "--save", str(kept), typed=["SE 5, X 1", "SE 4", "SE 5"]).stdout
    assert "cannot read 'X 1'" in told
    assert "[5.2]" in told
    assert "must spend 5 points, and it spends 4" in told
    assert "Turn 2" in told
    assert [c[2]["orders"] for c in load(kept).commands if c[0] == "us"] == [{"44/F": "SE 5"}]


def test_the_end_of_input_keeps_the_game_and_says_how_to_go_on(kept: Path) -> None:
    result = run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"])
    assert f"Go on with: weathergage play {kept}" in result.stdout
    assert load(kept).turns[-1].turn == 2


def test_a_kept_game_goes_on_with_the_same_players_and_ends_as_if_never_left(
    kept: Path,
) -> None:
    run(DUEL, *YOU, "--save", str(kept), typed=["SE 5", "quit"])
    told = run(str(kept), typed=["random"] * 40).stdout
    assert "United States (us): you" in told
    assert "Turn 1\n" not in told
    assert "in turn 16" in told
    record = load(kept)
    assert record.outcome is not None
    assert record.verify().ok
    assert "in turn 16" in run(str(kept)).stdout


def test_help_says_that_its_examples_are_of_whichever_ships(kept: Path) -> None:
    seats = ("--seat", "all=human", "--seed", "7")
    told = run("admiralty/frigate-duel", *seats, "--save", str(kept), typed=["help"]).stdout
    lines = told.splitlines()
    header = lines.index("Written like these, whichever the ships:")
    assert lines[header + 1].startswith('  "')


@pytest.mark.parametrize("word", ["help", "?", "Help?"])
def test_the_chart_the_question_and_the_help_are_shown(kept: Path, word: str) -> None:
    told = run(DUEL, *YOU, "--save", str(kept), typed=[word]).stdout
    assert "wind from NW, Fresh" in told
    assert "Constitution" in told
    assert "[5.0-general]" in told
    assert "44/F Constitution, heading SE: speed 5" in told
    assert "always KIND VALUE" in told


def test_words_at_the_prompt(kept: Path, tmp_path: Path) -> None:
    copy, svg = tmp_path / "copy.wg", tmp_path / "now.svg"
    typed = [
        "show 44/F", "show 99/Z", "rules 6.42", "rules", "odds gunnery-1 2-1", "odds?", "map",
        "story", "story all", "list", "suggest", "ok", "story 1", f"save {copy}", f"svg {svg}",
    ]  # fmt: skip
    told = run(DUEL, *YOU, "--save", str(kept), typed=typed).stdout
    for words in (
        "crew 0, mast 0",
        "no ship is called '99/Z'",
        "6.42  ",
        "write rules and a clause",
        "exact odds, 1d6",
        "write odds and a table",
        "A captain would answer",
        "Turn 2",
        f"Saved to {copy}",
        f"Picture: {svg}",
    ):
        assert words in told
    assert load(copy).turns[-1].turn == 2
    assert svg.is_file()


def test_a_ship_that_has_a_log_is_shown_by_it(kept: Path) -> None:
    typed = ["show thalia", "straight", "suggest"]
    seats = ("--seat", "british=human", "--seat", "french=random", "--seed", "3")
    told = run("admiralty/frigate-duel", *seats, "--save", str(kept), typed=typed).stdout
    shown = told[told.index("show thalia") : told.index("straight\n")]
    assert "heading    45" in shown
    assert "Battle move" in shown
    assert "gun_hits" not in shown
    assert "Thalia moves 6.0 inches" in told
    assert "  sails " in told[told.index("A captain would answer") :], "as it is to be written"


def test_the_map_takes_ships_whose_arcs_are_to_be_drawn(kept: Path) -> None:
    typed = ["map arcs 44/F", "map arcs", "map arcs Constitutoin"]
    told = run(DUEL, *YOU, "--save", str(kept), typed=typed)
    assert "no ship is called 'Constitutoin'; did you mean Constitution" in told.stdout
    assert "there are no arcs to show for 44/F" in told.stderr, "hexes have none"
    assert "there are no arcs to show for all" in told.stderr


def test_undo_takes_the_own_command_back_and_the_captain_answers_as_before(kept: Path) -> None:
    told = run(DUEL, *YOU, "--save", str(kept), typed=["SE 5", "undo", "SE 4, S 1"]).stdout
    assert "The last command of us is taken back." in told
    sailed = [line for line in told.splitlines() if "Guerriere 44/F sails" in line]
    assert len(sailed) == 2
    assert sailed[0] == sailed[1]


def test_a_game_that_lets_nothing_be_taken_back_says_so(kept: Path) -> None:
    told = run(DUEL, *YOU, "--undo", "never", "--save", str(kept), typed=["SE 5", "undo"]).stdout
    assert "this game lets nothing be taken back" in told
    assert load(kept).turns[-1].turn == 2


def test_undo_by_the_book_ends_with_the_reveal_and_loses_nothing(kept: Path) -> None:
    told = run(
        DUEL, *YOU, "--undo", "book", "--save", str(kept), typed=["SE 5", "undo", "random"]
    ).stdout
    assert "it stands" in told
    assert "Turn 3" in told


def test_with_nothing_given_yet_there_is_nothing_to_take_back(kept: Path) -> None:
    told = run(DUEL, *YOU, "--save", str(kept), typed=["undo"]).stdout
    assert "there is nothing to take back" in told


def test_rows_are_kept_when_another_is_refused(kept: Path) -> None:
    typed = ["36/K: A 9999", "36/K: A 1906", "44/F: A 1706", "", "32/L A 1706", "", "list"]
    told = run(
        "frigate/azores", "--seat", "us=human", "--seat", "british=random", "--seed", "7",
        "--save", str(kept), typed=typed,
    ).stdout  # fmt: skip
    assert "Not taken: 36/K:" in told
    assert "Not taken: 44/F is not to be placed" in told
    assert "32/L has not been placed" in told
    assert "Plot movement and fire for turn 1" in told


def test_a_suggestion_fills_the_rows_that_are_not_written(kept: Path) -> None:
    typed = ["36/K: A 1706", "suggest", "ok", "32/L: A 1906", "ok"]
    run(
        "frigate/azores", "--seat", "us=human", "--seat", "british=random", "--seed", "7",
        "--save", str(kept), typed=typed,
    )  # fmt: skip
    (deployed,) = [c[2] for c in load(kept).commands if c[2]["kind"] == "deploy"]
    assert deployed["placements"] == {"36/K": "A 1706", "32/L": "A 1906"}


def test_a_standing_order_is_kept_with_the_game(kept: Path) -> None:
    typed = ["always election no", "always", "always raid yes", "always election ask",
             "always election no"]  # fmt: skip
    told = run(DUEL, *YOU, "--save", str(kept), typed=typed).stdout
    assert "always election: no" in told
    assert "no kind of question is called 'raid'" in told
    assert load(kept).header["standing"] == {"us": {"election": {"run_afoul": False}}}
    again = run(str(kept), typed=["always"]).stdout
    assert "always election: no" in again


def test_two_persons_at_one_keyboard_are_asked_in_turn(kept: Path) -> None:
    told = run(
        DUEL, "--seat", "all=human", "--seed", "7", "--save", str(kept), typed=["SE 5", "SE 5"]
    ).stdout
    assert told.index("british 44/F> SE 5") < told.index("us 44/F> SE 5")
    assert told.count("Movement execution") == 1


def test_by_the_book_an_empty_plot_is_asked_for_twice_and_then_suffered(kept: Path) -> None:
    told = run(DUEL, *YOU, "--mode", "book", "--save", str(kept), typed=["", ""]).stdout
    assert "nothing is written" in told
    assert "[6.11]" in told


def test_with_json_the_talk_goes_to_standard_error(kept: Path) -> None:
    result = run(DUEL, *YOU, "--save", str(kept), "--json", typed=["SE 5", "quit"])
    data = json.loads(result.stdout)
    assert data["outcome"] is None
    assert data["turns"] == 2
    assert "us 44/F>" in result.stderr


def test_a_captain_that_fails_spoils_no_persons_evening(kept: Path) -> None:
    game = new_game(DUEL, seed=7)
    out = Console(file=open(os.devnull, "w"), width=100)  # noqa: SIM115
    sitting = Sitting(game, {"british": "random", "us": HUMAN}, path=None, out=out)

    class Drunk:
        def answer(self, view: object, decision: object) -> Command:
            raise RuntimeError("hic")

    sitting._captains["british"] = Drunk()
    sitting.captains_answer()
    assert [logged.seat for logged in game.commands] == ["british"]
    out.file.close()


# Files


def test_a_persons_game_is_kept_without_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *a, **k: str(tmp_path))
    for number in (1, 2):
        told = run(DUEL, *YOU, typed=["SE 5"]).stdout
        file = tmp_path / "games" / f"frigate-constitution-guerriere-{number}.wg"
        assert str(file) in told
        assert load(file).turns[-1].turn == 2


def test_a_game_that_is_not_over_is_not_overwritten(kept: Path) -> None:
    run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"])
    before = kept.read_text()
    result = run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"], status=1)
    assert is_one_sentence(result.stderr)
    assert "go on with it" in result.stderr
    assert kept.read_text() == before


def test_a_file_that_is_no_game_is_not_overwritten(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    result = run(DUEL, "--seat", "all=random", "--save", str(diary), status=1)
    assert is_one_sentence(result.stderr)
    assert diary.read_text() == "Dear diary"


def test_a_folder_that_is_missing_is_said_before_the_game(tmp_path: Path) -> None:
    result = run(DUEL, "--seat", "all=random", "--save", str(tmp_path / "no" / "a.wg"), status=1)
    assert is_one_sentence(result.stderr)
    assert result.stdout == ""


def test_a_disk_that_fills_leaves_the_old_file_and_the_game_goes_on(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"])
    before = kept.read_text()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(records.os, "fsync", full)
    result = run(str(kept), typed=["random", "random"], status=1)
    assert "No space left on device" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Turn 4" in result.stdout
    assert kept.read_text() == before


def test_a_record_cut_in_half_goes_on_from_its_last_whole_turn(kept: Path) -> None:
    run(DUEL, "--seat", "all=random", "--seed", "7", "--quiet", "--save", str(kept))
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    result = run(str(kept), "--seat", "all=random", "--quiet")
    assert is_one_sentence(result.stderr)
    assert "cut or damaged in line" in result.stderr
    assert load(kept).verify().ok
    assert load(kept).outcome is not None


def test_a_record_whose_house_rule_is_not_installed_says_which(kept: Path) -> None:
    run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"])
    lines = kept.read_text().split("\n")
    header = json.loads(lines[0])
    header["house_rules"] = [{"id": "calm-seas", "version": "1", "hash": "0"}]
    kept.write_text("\n".join([json.dumps(header), *lines[1:]]))
    result = run(str(kept), status=1)
    assert is_one_sentence(result.stderr)
    assert "house rule 'calm-seas', which is not installed" in result.stderr


def test_a_saved_game_keeps_its_own_rules(kept: Path) -> None:
    run(DUEL, *YOU, "--save", str(kept), typed=["SE 5"])
    result = run(str(kept), "--seed", "3", "--mode", "book", status=2)
    assert is_one_sentence(result.stderr)
    assert "leave --seed and --mode out" in result.stderr


def test_one_seats_record_is_no_game_to_go_on_with(kept: Path) -> None:
    game = new_game(DUEL, seed=7)
    game.record_for("us").save(kept)
    result = run(str(kept), status=1)
    assert is_one_sentence(result.stderr)
    assert "us" in result.stderr


HOUSE_RULE = """
from weathergage import HouseRule, hookimpl


class Quiet:
    @hookimpl
    def modifiers(self, game, about):
        return []


@hookimpl
def house_rules():
    return [HouseRule("quiet", ruleset="frigate", title="Nothing changes", plugin=Quiet())]
"""


def test_a_house_rule_in_a_file_is_found_again(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "quiet.py"
    file.write_text(HOUSE_RULE)
    run(DUEL, *YOU, "--house-rule", str(file), "--save", str(kept), typed=["SE 5"])
    assert "Turn 3" in run(str(kept), typed=["random"]).stdout
    assert load(kept).header["house_rules"][0]["path"] == str(file)
    file.unlink()
    result = run(str(kept), status=1)
    assert is_one_sentence(result.stderr)
    assert "quiet.py" in result.stderr


# Forms


class Board(Command):
    """Yes or no."""

    boarding: bool


class Pump(Command):
    """Several fields."""

    ship: str
    hands: int
    fast: bool = False
    decks: tuple[str, ...] = ()


class Signals(Command):
    """Rows."""

    flags: dict[str, str]


class Tack(Command):
    """One of some words."""

    way: Literal["port", "starboard"]


class Row(Command):
    """So many points, in a line of its own."""

    mp: int

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        word, _, points = line.lower().partition(" ")
        return {"mp": int(points)} if word in ("r", "row") else None

    def write(self) -> str:
        return f"row {self.mp}"


def test_yes_and_no_in_several_spellings() -> None:
    form = form_of(Board, [])
    assert isinstance(form, YesNo)
    assert form.take("Y") == {"kind": "board", "boarding": True}
    assert form.take("no") == {"kind": "board", "boarding": False}
    with pytest.raises(Slip, match="yes or no"):
        form.take("perhaps")


def test_a_short_list_is_chosen_from_by_number_or_by_its_words() -> None:
    form = Numbered([Choose(choice="grapple"), Choose(choice="sheer off"), Decline()])
    assert "2  sheer off" in form.invitation()
    assert "3  decline" in form.invitation()
    assert form.take("2") == Choose(choice="sheer off")
    assert form.take("GRAPPLE") == Choose(choice="grapple")
    with pytest.raises(Slip, match="1 to 3"):
        form.take("4")
    assert form.repeats("grapple; sheer off; decline")
    assert form.repeats('write "grapple" or "sheer off"; or "decline"')
    assert not form.repeats("grapple, or sheer off")
    assert not form.repeats("grapple; sheer off; decline. To grapple holds both ships fast.")


def test_a_line_that_is_no_answer_is_told_what_is_asked_for() -> None:
    form = Written([Row, Choose])
    with pytest.raises(Slip) as slip:
        form.take("board her")
    assert str(slip.value) == 'what is asked for is row, choose; "help" shows how it is written'


def test_what_else_a_line_of_a_short_list_stands_for_is_handed_in() -> None:
    form = Numbered([Row(mp=0), Row(mp=1), Choose(choice="wait")], [Row, Choose])
    assert form.take("ROW 1") == Row(mp=1)
    assert form.take("r 1") == {"kind": "row", "mp": 1}
    assert form.take("r 7") == {"kind": "row", "mp": 7}
    with pytest.raises(Slip, match="invalid literal"):
        form.take("r many")
    with pytest.raises(Slip, match="or write one of them"):
        form.take("walk")


def test_rows_are_gathered_replaced_struck_out_and_handed_in() -> None:
    form = form_of(Signals, ["74/A", "74/B"])
    assert isinstance(form, Rows)
    assert form.take("74/a: close action") is None
    assert form.take("74/B  tack") is None
    assert form.take("74/B: wear") is None
    assert form.written() == ["74/A: close action", "74/B: wear"]
    assert form.take("74/A:") is None
    with pytest.raises(Slip, match="begin the row with a code"):
        form.take("wear")
    assert form.take("") == {"kind": "signals", "flags": {"74/B": "wear"}}


def test_for_one_ship_the_row_alone_is_the_answer() -> None:
    form = form_of(Signals, ["74/A"])
    answer = {"kind": "signals", "flags": {"74/A": "wear"}}
    assert form.take("wear") == answer
    assert form.take("74/A: wear") == answer
    assert form.take("") == {"kind": "signals", "flags": {}}


def test_any_command_can_be_given_field_by_field_or_as_json() -> None:
    form = form_of(Pump, [])
    assert isinstance(form, Fields)
    with pytest.raises(Slip, match="ship is needed"):
        form.take("")
    assert form.take("74/A") is None
    assert form.take("20") is None
    assert form.take("yes") is None
    answer = {"kind": "pump", "ship": "74/A", "hands": 20, "fast": True, "decks": ["gun", "orlop"]}
    assert form.take("gun, orlop") == answer
    for _ in range(3):
        assert form.take("") is None
    assert form.take("") == answer
    assert form.take('{"ship": "74/B", "hands": 3}') == {"ship": "74/B", "hands": 3}
    with pytest.raises(Slip, match="not valid JSON"):
        form.take("{ship")


def test_of_several_kinds_one_is_chosen_first() -> None:
    form = OneOfKinds([Tack, Decline], [], False)
    assert form.take("decline") == {"kind": "decline"}
    assert form.take("1") is None
    assert form.take("port") == {"kind": "tack", "way": "port"}


def test_standing_orders_are_read_from_a_few_words() -> None:
    assert value_of(Board, "no") == {"boarding": False}
    assert value_of(Signals, "74/A: wear; 74/B: tack") == {
        "flags": {"74/A": "wear", "74/B": "tack"}
    }
    assert value_of(Tack, "port") == {"way": "port"}
    assert value_of(Decline, "yes") == {}
    with pytest.raises(Slip, match="as JSON"):
        value_of(Pump, "20 hands")
