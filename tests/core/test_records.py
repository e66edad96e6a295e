from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy as toy_module
from toy import Hide, Orders, Search

import weathergage as wg
from weathergage import plugins
from weathergage.captains.random import play_at_random
from weathergage.plugins import discovery
from weathergage.records import Record, record_of, turn_of
from weathergage.testing import check_elsewhere, played, position

pytestmark = pytest.mark.usefixtures("toy")


def finished(seed: int = 3, **choices: Any) -> wg.Game:
    game = wg.new_game("toy/locks", seed=seed, **choices)
    play_at_random(game, wg.Dice(seed))
    return game


def half_played(seed: int = 3, commands: int = 9, **choices: Any) -> wg.Game:
    game = wg.new_game("toy/locks", seed=seed, **choices)
    played(game, wg.Dice(seed), commands)
    assert not game.over
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return finished().record.save(tmp_path / "game.json")


# Saved, loaded, verified


def test_a_finished_game_is_saved_and_verifies(saved: Path) -> None:
    record = wg.load(saved)
    found = record.verify()
    assert found
    assert (found.hash, found.turns, found.problem) == (record.hash, len(record.turns), "")
    assert record.outcome == finished().outcome.plain()  # type: ignore[union-attr]
    assert record.scenario == "toy/locks"
    assert record.note == ""


def test_a_game_in_progress_is_resumed_where_it_stood(tmp_path: Path) -> None:
    for commands in range(1, 14):
        game = half_played(commands=commands)
        resumed = wg.load(game.record.save(tmp_path / "game.json")).resume()
        assert position(resumed) == position(game)


def test_an_illegal_order_that_was_suffered_is_played_again(tmp_path: Path) -> None:
    game = wg.new_game("toy/locks", seed=1, mode="book")
    for seat in game.seats:
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=5))
    for seat in game.seats:
        order = Orders(steps={f"{seat} 1": 6})
        game.submit(next(d.id for d in game.decisions if d.seat == seat), order)
    record = wg.load(game.record.save(tmp_path / "game.json"))
    assert record.verify()
    assert record.resume().mode == "book"


def test_a_record_says_what_was_chosen_and_a_hash_of_every_data_file() -> None:
    header = finished(options={"squall": True}).record.header
    assert header["options"]["squall"] is True
    assert (header["ruleset"], header["scenario"], header["seed"]) == ("toy", "locks", 3)
    assert set(header["data"]) == {"tables/hits.toml", "ships/boats.toml", "scenarios/locks.toml"}
    assert header["rules_version"] == 1


def test_a_record_has_a_line_a_turn_with_a_chained_hash(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    turns = [json.loads(line) for line in lines[1:-1]]
    assert [line["turn"] for line in turns] == list(range(1, len(turns) + 1))
    assert len({line["hash"] for line in turns}) == len(turns)
    assert json.loads(lines[-1])["hash"] == turns[-1]["hash"]
    assert turns[0]["events"][0][0] == "TurnBegan"
    assert turns[-1]["events"][-1][0] == "GameEnded"


def test_a_turn_is_looked_up_by_its_number(saved: Path) -> None:
    record = wg.load(saved)
    assert turn_of(record, 2).table["turn"] in (2, 3)
    assert turn_of(record, None) is record.turns[-1]
    with pytest.raises(wg.WeathergageError, match=r"turns 1 to \d+, and no turn 99"):
        turn_of(record, 99)


def test_the_same_choices_give_the_same_file_to_the_byte() -> None:
    assert finished().record.lines() == finished().record.lines()
    assert finished(seed=4).record.lines() != finished().record.lines()


def test_records_verify_in_another_process_with_another_hash_seed(
    install: Callable[..., Any], tmp_path: Path
) -> None:
    install(toy="")
    records: dict[str, Record] = {}
    for seed in range(3):
        record = finished(seed, options={"squall": True}).record
        records[str(record.save(tmp_path / f"{seed}.json"))] = record
    check_elsewhere(records, hash_seed=1)
    check_elsewhere(records, hash_seed=2)


# Cut and damaged


def test_a_record_cut_anywhere_opens_up_to_its_last_whole_turn_or_says_why_not(
    saved: Path, tmp_path: Path
) -> None:
    whole = saved.read_bytes()
    lines = wg.load(saved).lines()
    opened, said = 0, list[str]()
    for size in [*range(0, len(whole), 100), len(whole) - 1]:
        cut = tmp_path / "cut.json"
        cut.write_bytes(whole[:size])
        try:
            record = wg.load(cut)
        except wg.BadFile as error:
            said.append(str(error))
            continue
        opened += 1
        assert record.lines() == lines[: len(record.lines())]
        assert all(line.whole for line in record.turns)
        at_the_end_of_a_line = b"\n" in whole[size - 1 : size + 1]
        assert bool(record.note) != at_the_end_of_a_line
        found = record.verify()
        assert found, (size, found)
        assert record.resume().turn >= len(record.turns)
    assert opened > 5
    assert len(said) > 2
    assert all(str(tmp_path / "cut.json") in line and "\n" not in line for line in said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no record"),
        ("no json at all", "no record"),
        ("[1, 2]", "no record"),
        ('{"weathergage": 99}', "format 99 is not known"),
        ('{"weathergage": 1}\n{"turn": 1}', "header lacks ruleset, scenario"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(wg.BadFile, match=said):
        wg.load(path)
    with pytest.raises(wg.BadFile, match="there is no such saved game"):
        wg.load(tmp_path / "none.json")


def test_a_device_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    for path in (Path(os.devnull), tmp_path):
        with pytest.raises(wg.BadFile, match="this is a folder or a device; name a file"):
            wg.load(path)
        with pytest.raises(wg.BadFile, match="this is a folder or a device; name a file"):
            half_played().record.save(path)
    assert Path(os.devnull).is_char_device()


def test_a_line_that_was_changed_ends_what_can_be_trusted(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    lines[3] = lines[3].replace("Wind", "Calm", 1)
    saved.write_text("\n".join(lines))
    record = wg.load(saved)
    assert len(record.turns) == 2
    assert record.note == "the file is cut or damaged in line 4; what follows is lost"
    found = record.verify()
    assert not found
    assert found.problem.startswith("turn 3, event ")
    assert "Calm" in found.problem


def rewritten(path: Path, line: int, change: Callable[[Any], object]) -> wg.Record:
    """The record after one of its lines was changed by hand."""
    lines = path.read_text(encoding="utf-8").splitlines()
    data = json.loads(lines[line])
    change(data)
    lines[line] = json.dumps(data)
    path.write_text("\n".join(lines), encoding="utf-8")
    return wg.load(path)


def test_a_hash_that_was_changed_is_named(saved: Path) -> None:
    found = rewritten(saved, 3, lambda turn: turn.update(hash="0" * 32)).verify()
    assert not found
    assert found.expected == "0" * 32
    assert "the hash of turn 3 is not that of its events" in found.problem


def test_the_turns_before_one_that_was_changed_still_verify(saved: Path) -> None:
    record = rewritten(saved, 3, lambda turn: turn.update(hash="0" * 32))
    found = record.until(2).verify()
    assert found
    assert (found.turns, found.hash) == (2, record.turns[1].hash)
    assert record.until(3).verify() == record.verify()
    with pytest.raises(wg.WeathergageError, match="turns 1 to 2, and no turn 4"):
        record.until(4)


def test_a_record_up_to_its_last_turn_keeps_its_outcome(saved: Path) -> None:
    record = wg.load(saved)
    last = record.turns[-1].turn
    assert record.until(last).outcome == record.outcome is not None
    assert record.until(last - 1).outcome is None
    assert all(record.until(line.turn).verify() for line in record.turns)


def test_a_line_that_is_missing_is_no_cut(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    saved.write_text("\n".join([*lines[:3], *lines[4:]]))
    record = wg.load(saved)
    assert len(record.turns) == 2
    assert record.verify().problem == "the file is damaged in line 4"


@pytest.mark.parametrize(
    ("line", "change", "problem"),
    [
        (2, lambda turn: turn["table"].update(ships=[]), "turn 2: the table at its end is not"),
        (-1, lambda end: end["outcome"].update(winner="nobody"), 'recorded {"winner":"nobody"'),
        (-1, lambda end: end.update(hash=""), "the file is damaged in line"),
    ],
)
def test_what_no_hash_covers_is_compared_too(
    saved: Path, line: int, change: Callable[[Any], object], problem: str
) -> None:
    found = rewritten(saved, line, change).verify()
    assert not found
    assert problem in found.problem


@pytest.mark.parametrize(
    ("key", "value"),
    [("seed", "x"), ("options", 5), ("house_rules", [5]), ("mode", "hard"), ("standing", {"a": 1})],
)
def test_a_header_of_another_form_is_refused_by_its_key(
    saved: Path, key: str, value: object
) -> None:
    with pytest.raises(wg.BadFile, match=f"line 1: {key}"):
        rewritten(saved, 0, lambda header: header.update({key: value}))


@pytest.mark.parametrize("commands", [5, [5], [["red", 0]], [["red", 0, 5]]])
def test_a_turn_of_another_form_is_left_out(saved: Path, commands: object) -> None:
    record = rewritten(saved, 2, lambda turn: turn.update(commands=commands))
    assert len(record.turns) == 1
    assert not record.verify()


# A disk that fills


@pytest.mark.parametrize("step", ["fsync", "replace", "fdopen"])
def test_a_disk_that_fills_while_saving_leaves_the_old_file_whole(
    saved: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = saved.read_bytes()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(wg.BadFile, match=r"No space left on device.*unchanged"):
        half_played().record.save(saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def test_a_file_is_as_open_to_others_as_any_and_a_link_goes_on_being_one(
    saved: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.touch()
    assert saved.stat().st_mode == other.stat().st_mode
    link = tmp_path / "link.json"
    link.symlink_to(saved)
    half_played().record.save(link)
    assert link.is_symlink()
    assert wg.load(saved).outcome is None


def test_a_folder_that_does_not_exist_is_said(tmp_path: Path) -> None:
    with pytest.raises(wg.BadFile, match="could not be written"):
        half_played().record.save(tmp_path / "none" / "game.json")


# Rules that have changed since


def changed_toy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    """Install the toy ruleset anew from a copy in which one file is changed."""
    source = Path(toy_module.__file__).parent
    folder = tmp_path / "copied"
    shutil.copytree(source, folder / "toy_changed")
    path = folder / "toy_changed" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    monkeypatch.syspath_prepend(str(folder))
    sys.modules.pop("toy_changed", None)
    found = plugins.Discovered({"toy": replace(toy_module.TOY, package="toy_changed")})
    monkeypatch.setattr(discovery, "_found", found)
    plugins.forget()


def with_a_hit(saved: Path) -> tuple[int, int]:
    """Turn and number, from 1, of the first event of a record in which a boat is hit."""
    for line in wg.load(saved).turns:
        for number, event in enumerate(line.events, 1):
            if event[0] == "Hit" and event[2] == 1:
                return line.turn, number
    raise AssertionError("nobody is hit in this game")


@pytest.fixture
def saved_with_a_hit(tmp_path: Path) -> Path:
    for seed in range(50):
        path = finished(seed).record.save(tmp_path / "game.json")
        if any(event[0] == "Hit" and event[2] == 1 for event in wg.load(path).events):
            return path
    raise AssertionError("nobody is ever hit")


def test_a_changed_table_is_named_at_the_first_event_that_differs(
    saved_with_a_hit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, number = with_a_hit(saved_with_a_hit)
    changed_toy(
        tmp_path,
        monkeypatch,
        "tables/hits.toml",
        "5 = [1, 1]\n6 = [1, 2]",
        "5 = [2, 1]\n6 = [2, 2]",
    )
    record = wg.load(saved_with_a_hit)
    found = record.verify()
    assert not found
    assert found.problem.startswith(f"turn {turn}, event {number} differs: recorded ")
    assert found.problem.endswith("(changed since: tables/hits.toml)")
    assert "\n" not in found.problem
    with pytest.raises(wg.RecordMismatch, match=r"tables/hits.toml"):
        record.resume()
    # It can still be shown: each turn's table is in it.
    assert turn_of(record, turn).table["ships"]


def test_a_changed_file_that_changes_nothing_is_no_difference(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_toy(tmp_path, monkeypatch, "tables/hits.toml", "Hits on a boat", "Hits on any boat")
    assert wg.load(saved).verify()


def test_other_rules_versions_are_named_with_the_difference(
    saved_with_a_hit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def harmless(game: wg.Game) -> None:
        game.roll("wind", "the wind", "2.0")

    sequence = list(toy_module.SEQUENCE)
    sequence[1] = replace(sequence[1], run=harmless)
    other = replace(toy_module.TOY, rules_version=2, sequence=tuple(sequence))
    monkeypatch.setattr(discovery, "_found", plugins.Discovered({"toy": other}))
    plugins.forget()
    problem = wg.load(saved_with_a_hit).verify().problem
    assert "turn " in problem
    assert problem.endswith("(rules version 1 then, 2 now)")


def test_a_ruleset_that_is_not_installed_is_said(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_found", plugins.Discovered())
    record = wg.load(saved)
    assert record.verify().problem == "no ruleset is called 'toy'; there are none"
    with pytest.raises(wg.UnknownName):
        record.resume()
    assert turn_of(record, 1).table["ships"]


def test_a_house_rule_that_is_not_installed_is_said(saved: Path) -> None:
    record = wg.load(saved)
    record.header["house_rules"] = [{"id": "fog", "version": "1", "hash": ""}]
    assert record.verify().problem.startswith("no house rule is called 'fog'")


HOUSE_RULE = """
import weathergage as wg

class Calm:
    @wg.hookimpl
    def rolled(self, game, purpose, result):
        return 1 if purpose == "the wind" else None

@wg.hookimpl
def house_rules():
    return [wg.HouseRule("calm-seas", ruleset="toy", title="No wind", plugin=Calm())]
"""


def test_a_house_rule_from_a_file_is_found_again_and_must_be_the_same(tmp_path: Path) -> None:
    rule = tmp_path / "calm.py"
    rule.write_text(HOUSE_RULE)
    game = half_played(house_rules=[str(rule)])
    record = wg.load(game.record.save(tmp_path / "game.json"))
    assert record.verify()
    assert position(record.resume()) == position(game)
    rule.write_text(HOUSE_RULE.replace("return 1", "return 2"))
    problem = wg.load(tmp_path / "game.json").verify().problem
    assert problem.startswith("house rule calm-seas is not the one that the record was made under")
    rule.unlink()
    problem = wg.load(tmp_path / "game.json").verify().problem
    assert problem.startswith("house rule calm-seas was read from ")
    assert problem.endswith("which is not there any more; put it back, or beside the record")


def test_a_house_rule_that_is_an_object_verifies_in_the_game_at_hand_alone(tmp_path: Path) -> None:
    class Calm:
        @wg.hookimpl
        def rolled(self, game: wg.Game, purpose: str, result: int) -> int | None:
            return 1 if purpose == "the wind" else None

    rule = wg.HouseRule("calm-seas", ruleset="toy", title="No wind", plugin=Calm())
    game = half_played(house_rules=[rule])
    assert game.record.verify()
    assert position(game.record.game) == position(game)
    read = wg.load(game.record.save(tmp_path / "game.json"))
    assert read.verify().problem.startswith("no house rule is called 'calm-seas'")


# One seat's record


def test_a_seats_record_tells_only_what_it_knew(tmp_path: Path) -> None:
    game = wg.new_game("toy/locks", seed=11)
    for seat, lock in (("red", 2), ("blue", 9)):
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=lock))
    record = wg.load(game.record_for("red").save(tmp_path / "red.json"))
    assert record.seat == "red"
    assert [event for event in record.events if event[0] == "Told"] == [
        ["Told", "red", ["Hidden", 2, "1.0"], "1.0"]
    ]
    assert record.commands == [["red", 0, {"kind": "hide", "lock": 2}]]
    assert record.turns[-1].table["chest"] == 2
    assert "seed" not in record.header
    assert record.verify()
    with pytest.raises(wg.RecordMismatch, match="no seed"):
        record.resume()


def test_a_record_of_the_whole_gives_each_seat_its_own() -> None:
    game = half_played()
    for seat in game.seats:
        assert game.record.for_seat(seat).lines() == game.record_for(seat).lines()


def test_a_search_is_in_both_seats_records_once_it_is_told() -> None:
    game = wg.new_game("toy/locks", seed=11)
    for seat in game.seats:
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=9))
    for seat in game.seats:
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Orders(steps={}))
    game.submit(game.decisions[0].id, Search(lock=0))
    for seat in game.seats:
        assert any(event[0] == "Searched" for event in game.record_for(seat).events)


def test_a_record_needs_no_journal() -> None:
    assert record_of(half_played(journal=False)).lines() == half_played().record.lines()
