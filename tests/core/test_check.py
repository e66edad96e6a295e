"""weathergage check finds what is wrong with plugins that are broken on purpose."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import weathergage as wg
from weathergage.cli.app import app
from weathergage.cli.new_plugin import write_plugin
from weathergage.testing import Findings, check_target, find_target, lot

Check = Callable[[], Findings]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weathergage.testing.whole.MOST", 400)
    monkeypatch.setattr(sys, "path", list(sys.path))


def told(findings: Findings) -> str:
    """All that there is to mend, in one text; each with where, what and how."""
    assert all(mend.where and mend.what and mend.how for mend in findings.mends)
    return "\n".join(f"{mend.where} | {mend.what} | {mend.how}" for mend in findings.mends)


# Rulesets: a plugin's folder


@pytest.fixture
def folder(found: Any, short: None, tmp_path: Path) -> Path:
    """The folder of a ruleset that keeps every promise."""
    return write_plugin("brig-duel", kind="ruleset", board="hex", into=tmp_path)


def check(folder: Path, games: int = 4) -> Findings:
    return check_target(str(folder), games=games, folder=folder)


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "src" / "weathergage_brig_duel" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_good_ruleset_has_nothing_to_mend(folder: Path) -> None:
    findings = check(folder, games=8)
    assert findings, told(findings)
    assert findings.games == 8
    assert len(findings.seconds) == 8
    assert min(findings.seconds) > 0
    for promise in ("clauses", "data files", "record", "undo", "fork", "secrecy", "kept", "views"):
        assert findings.checked[promise] > 0, promise
    assert findings.checked["another process"] == 8
    assert findings.checked["captains"] == 1


def test_what_was_installed_before_is_there_again_afterwards(folder: Path) -> None:
    check(folder)
    assert wg.rulesets() == {}


def test_every_data_file_that_is_wrong_is_told(folder: Path) -> None:
    change(folder, "tables/gunnery.toml", '"1-2" = [0, 1]', '"1-2" = [0]')
    change(folder, "ships/ships.toml", "quantity = 4", 'quantity = "four"')
    change(folder, "scenarios/first-meeting.toml", "turns = 12", "turns = 0")
    findings = check(folder)
    wheres = [mend.where for mend in findings.mends]
    assert len(wheres) == 3
    for file in ("gunnery.toml", "ships.toml", "first-meeting.toml"):
        assert any(file in where for where in wheres), file
    assert findings.games == 0


def test_a_clause_that_nothing_lists_is_told(folder: Path) -> None:
    change(folder, "tables/gunnery.toml", 'clause = "2.3"', 'clause = "7.7"')
    assert "table gunnery names clause '7.7'" in told(check(folder))


def test_a_clause_without_code_or_test_is_told(folder: Path) -> None:
    change(folder, "clauses.toml", '[[clause]]\nid = "4.1"', NEW_CLAUSE + '[[clause]]\nid = "4.1"')
    text = told(check(folder))
    assert "no code cites clause 3.3 (Ships may surrender)" in text
    assert "no test cites clause 3.3" in text
    assert '@pytest.mark.clause("3.3")' in text


NEW_CLAUSE = '[[clause]]\nid = "3.3"\ntitle = "Ships may surrender"\nstatus = "done"\n\n'


def test_a_citation_of_no_clause_and_an_old_ledger_are_told(folder: Path) -> None:
    change(folder, "victory.py", '@wg.clause("3.1", "3.2")', '@wg.clause("3.1", "3.2", "8.8")')
    text = told(check(folder))
    assert "cite clause 8.8, which is not listed" in text
    assert "citations.json | it is not what code and tests cite today" in text
    assert "python -m weathergage.clauses" in text


def test_a_draw_that_is_illegal_is_told(folder: Path) -> None:
    change(
        folder,
        "movement.py",
        'return wg.Ask.one_of(\n        ship.side,\n        choices,\n        clause="1.1",\n'
        '        refused="1.2",\n',
        'return wg.Ask(\n        ship.side,\n        Sail,\n        clause="1.1",\n'
        '        answers=TooFar(choices, "1.2"),\n',
    )
    change(folder, "movement.py", "        help=f", "        prompt=f")
    change(folder, "movement.py", "class Sail(wg.Command)", TOO_FAR + "class Sail(wg.Command)")
    text = told(check(folder))
    assert "sample" in text or "Sail" in text
    assert "brig-duel/first-meeting, seed" in text


TOO_FAR = """class TooFar(wg.OneOf):
    def sample(self, dice: wg.Dice) -> wg.Command:
        return Sail(turn=0, ahead=40)


"""


def test_a_game_that_never_ends_is_told_and_kept(folder: Path) -> None:
    change(folder, "victory.py", "elif state.turn >= game.rules.scenario.turns:", "elif False:")
    change(folder, "gunnery.py", "target.hits += count", "pass")
    findings = check(folder)
    text = told(findings)
    assert "every game ends" in text
    assert "end the game after its last turn" in text
    assert list(folder.glob("first-meeting-*.json"))


def test_a_phase_that_raises_is_told(folder: Path) -> None:
    change(folder, "victory.py", "state = game.state", "state = game.state.ships[9]")
    assert "nothing raises" in told(check(folder))


def test_a_view_that_shows_what_is_sealed_is_told(folder: Path) -> None:
    change(
        folder,
        "state.py",
        "    ships: list[Ship]\n\n\ndef set_up",
        "    ships: list[Ship]\n\n"
        "    @staticmethod\n"
        "    def view(game: wg.Game, seat: str) -> State:\n"
        "        seen = game.state.copy()\n"
        "        seen.turn += 100 * sum(a is not None and a.ahead for a in game._answers)\n"
        "        return seen\n\n\ndef set_up",
    )
    text = told(check(folder, games=8))
    assert "secrets are kept" in text
    assert "build the view from what the seat may know" in text


def test_chance_from_elsewhere_is_told(folder: Path) -> None:
    change(
        folder, "gunnery.py", "hits = int(", "import random\n    hits = random.randint(0, 3) + int("
    )
    assert "a record verifies" in told(check(folder))


def test_a_state_that_shares_its_copy_is_told(folder: Path) -> None:
    change(
        folder,
        "state.py",
        "    ships: list[Ship]\n\n\ndef set_up",
        "    ships: list[Ship]\n\n"
        "    def copy(self) -> State:\n"
        "        return State(self.ships, turn=self.turn, agenda=self.agenda, outcome=self.outcome)"
        "\n\n\ndef set_up",
    )
    text = told(check(folder))
    assert "a copy shares nothing" in text
    assert "copy the field in copy()" in text


def test_a_captain_that_answers_wrongly_is_told(folder: Path) -> None:
    change(
        folder,
        "ruleset.py",
        "wg.weighing(captain.worth)",
        "Bad",
    )
    change(folder, "ruleset.py", "SEQUENCE = (", BAD_CAPTAIN + "SEQUENCE = (")
    assert "captains can play it" in told(check(folder))


BAD_CAPTAIN = """class Bad:
    def __init__(self, seat, dice): ...
    def answer(self, view, decision):
        return Sail(turn=7, ahead=7)


"""


def test_a_plugin_that_cannot_be_imported_is_told(folder: Path) -> None:
    change(
        folder,
        "ruleset.py",
        "import weathergage as wg\n",
        "import weathergage as wg\nimport no_such_thing\n",
    )
    text = told(check(folder))
    assert "No module named 'no_such_thing'" in text
    assert "install what it imports" in text


def test_a_hook_that_does_not_exist_is_told_with_the_nearest(folder: Path) -> None:
    change(folder, "__init__.py", "def rulesets()", "def rulesetz()")
    assert "rename it to rulesets" in told(check(folder))


def test_a_folder_without_a_plugin_is_told(found: Any, tmp_path: Path) -> None:
    assert "there is no plugin in this folder" in told(check_target(str(tmp_path)))
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert "names no plugin" in told(check_target(str(tmp_path)))


# House rules: a file


RULE = """
import weathergage as wg

class Rule:
{hooks}

@wg.hookimpl
def house_rules():
    return [wg.HouseRule("our-rule", ruleset="toy", title="Ours", plugin=Rule(), clause="9.9")]
"""


@pytest.fixture
def house_rule(install: Callable[..., Any], short: None, tmp_path: Path) -> Callable[..., Findings]:
    """Check a house rule for the toy, which is installed, by its hooks."""
    install(toy="")

    def do(hooks: str, before: str = "", games: int = 6) -> Findings:
        path = tmp_path / "our_rule.py"
        indented = "\n".join(f"    {line}" for line in hooks.strip().splitlines())
        path.write_text(before + RULE.format(hooks=indented), encoding="utf-8")
        return check_target(str(path), games=games)

    return do


def test_a_good_house_rule_has_nothing_to_mend(house_rule: Callable[..., Findings]) -> None:
    findings = house_rule("@wg.hookimpl\ndef rolled(self, result):\n    return max(2, result)")
    assert findings, told(findings)
    assert findings.target.kinds == "house rule our-rule"
    assert findings.games == 6
    assert findings.checked["untouched"] == 1
    assert findings.checked["another process"] > 0


def test_a_wrong_argument_is_told_with_the_right_ones(house_rule: Callable[..., Findings]) -> None:
    findings = house_rule("@wg.hookimpl\ndef rolled(self, porpoise):\n    return 1")
    text = told(findings)
    assert "porpoise" in text
    assert "rolled is given game, purpose, result" in text
    assert findings.games == 0


def test_a_phase_that_never_ends_is_told(house_rule: Callable[..., Findings]) -> None:
    text = told(house_rule(FOR_EVER))
    assert "every game ends" in text


FOR_EVER = """
@wg.hookimpl(wrapper=True)
def sequence(self, rules):
    own = yield
    return (*own[:2], wg.Phase("parley", "9.9", self.parley), *own[2:])

def parley(self, game):
    while True:
        yield wg.Ask("red", wg.Decline, clause="9.9", answers=wg.OneOf([wg.Decline()], "9.9"))
"""


def test_a_rule_that_leaves_nothing_legal_is_told(house_rule: Callable[..., Findings]) -> None:
    refuse = "@wg.hookimpl\ndef legal(self, command):\n    return wg.Complaint('no', '9.9')"
    assert "leave" in told(house_rule(refuse))


def test_a_view_that_gives_a_secret_away_is_told(house_rule: Callable[..., Findings]) -> None:
    text = told(house_rule(ALL_CHESTS))
    assert "secrets are kept" in text
    assert "answered to hide shows in" in text


ALL_CHESTS = """
@wg.hookimpl(wrapper=True)
def view(self, game, seat):
    own = yield
    own.wind = sum(game.state.chests.values())
    return own
"""


def test_a_rule_that_changes_other_games_when_imported_is_told(
    house_rule: Callable[..., Findings],
) -> None:
    # Every game has its wind from then on, chosen or not.
    before = """
import toy
def gale(game):
    game.state.wind = 3
    game.roll("wind", "the gale", "2.0")
"""
    change = 'object.__setattr__(toy.SEQUENCE[1], "run", gale)\n'
    original = sys.modules["toy"].SEQUENCE[1].run
    try:
        text = told(house_rule("pass", before=before + change))
    finally:
        object.__setattr__(sys.modules["toy"].SEQUENCE[1], "run", original)
    assert "nothing changes in games that do not choose it" in text
    assert "nothing when imported" in text


def test_a_rule_that_changes_other_games_when_played_is_told(
    house_rule: Callable[..., Findings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["toy"], "LOCKS", 10)
    hooks = "@wg.hookimpl\ndef outcome(self, game):\n    import toy\n    toy.LOCKS = 7"
    assert "nothing changes in games that do not choose it" in told(house_rule(hooks))


def test_a_rule_that_remembers_outside_the_game_is_told(
    house_rule: Callable[..., Findings],
) -> None:
    assert "a record verifies" in told(house_rule(MEMORY))


MEMORY = """
rolls = 0

@wg.hookimpl
def rolled(self, result):
    self.rolls += 1
    return 1 + self.rolls % 6
"""


def test_an_event_without_a_clause_is_told(house_rule: Callable[..., Findings]) -> None:
    hooks = "@wg.hookimpl\ndef outcome(self, game):\n    return wg.Outcome('draw', 'so', '77')"
    assert "everything has its clause" in told(house_rule(hooks))


def test_a_house_rule_for_a_ruleset_that_is_not_there_is_told(
    install: Callable[..., Any], tmp_path: Path
) -> None:
    install(toy="")
    path = tmp_path / "rule.py"
    path.write_text(RULE.format(hooks="    pass").replace('"toy"', '"canoe"'))
    assert "canoe" in told(check_target(str(path)))


def test_a_file_that_is_not_there_is_told(found: Any, tmp_path: Path) -> None:
    for name in ("no.py", "no.toml"):
        text = told(check_target(str(tmp_path / name)))
        assert "there is no such" in text


# Shared among processes


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started after the first game, however little there is to do."""
    monkeypatch.setattr(lot, "CHUNK", 0.0)
    monkeypatch.setattr(lot, "WORTH_A_POOL", 0.0)


def apart_from_time(findings: Findings) -> dict[str, Any]:
    return {key: value for key, value in findings.plain().items() if key != "seconds"}


def test_processes_find_what_one_alone_finds(folder: Path, shared: None, tmp_path: Path) -> None:
    # Hits that mend: the ruleset itself says that a ship with fewer than none cannot be.
    change(folder, "gunnery.py", "target.hits += count", "target.hits -= count")
    heard: list[tuple[str, int, int]] = []
    alone, many = (
        check_target(
            str(folder),
            games=6,
            jobs=jobs,
            folder=tmp_path,
            progress=lambda doing, done, of: heard.append((doing, done, of)),
        )
        for jobs in (1, 3)
    )
    assert "has -" in told(alone)
    assert apart_from_time(many) == apart_from_time(alone)
    by_lot = [done for doing, done, of in heard if doing == "games by lot"]
    assert by_lot == [0, 1, 2, 3, 4, 5, 6] * 2


def test_processes_keep_the_records_that_another_verifies(folder: Path, shared: None) -> None:
    findings = check_target(str(folder), games=3, jobs=2)
    assert findings, told(findings)
    assert findings.checked["another process"] == 3
    assert len(findings.seconds) == findings.games == 3


def test_a_process_that_dies_is_told(folder: Path, shared: None) -> None:
    dies = "import multiprocessing, os\n    if multiprocessing.parent_process(): os._exit(3)\n    "
    change(folder, "victory.py", "state = game.state", f"{dies}state = game.state")
    with pytest.raises(wg.WeathergageError, match=r"[1-3] of 4 games still to play.*--jobs 1"):
        check_target(str(folder), games=4, jobs=2)


def test_processes_are_not_started_for_a_moments_work(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lot, "pool", None)
    monkeypatch.setattr(lot, "WORTH_A_POOL", 1e6)
    assert check_target(str(folder), games=2, jobs=2)


# What is installed, and the command


def test_an_installed_plugin_is_found_by_any_of_its_names(install: Callable[..., Any]) -> None:
    source = RULE.format(hooks="    pass")
    install(toy="", canal_rules=source)
    assert find_target("toy").rulesets[0].id == "toy"
    assert find_target("toy").points == ("toy",)
    for name in ("our-rule", "canal_rules"):
        assert [h.id for h in find_target(name).house_rules] == ["our-rule"]
        assert find_target(name).points == ("canal_rules",)
    with pytest.raises(wg.UnknownName, match="our-rule"):
        find_target("our-rul")


def test_an_installed_plugin_that_cannot_be_loaded_is_told(install: Callable[..., Any]) -> None:
    install(toy="", torn="raise RuntimeError('no sails')")
    assert "no sails" in told(check_target("torn"))


def run(*arguments: str, status: int) -> Any:
    result = CliRunner().invoke(app, ["check", *arguments], env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def test_the_command_ends_with_what_to_mend_and_status_1(folder: Path) -> None:
    assert "nothing to mend" in run(str(folder), "--games", "2", status=0).stdout
    change(folder, "tables/gunnery.toml", '"1-2" = [0, 1]', '"1-2" = [0]')
    said = run(str(folder), "--games", "2", status=1).stdout
    assert "To mend (1):" in said
    assert "gunnery.toml" in said
    assert "How:" in said


def test_the_command_prints_one_json_document(folder: Path) -> None:
    data = json.loads(run(str(folder), "-n", "2", "--jobs", "1", "--json", status=0).stdout)
    assert (data["ok"], data["games"], data["mend"]) == (True, 2, [])
    assert data["seconds"]["longest"] >= data["seconds"]["mean"] > 0
    assert data["supplies"] == "ruleset brig-duel"


def test_what_is_neither_a_file_nor_installed_is_wrong_usage(found: Any) -> None:
    result = run("no-such-thing", status=2)
    assert len(result.stderr.splitlines()) == 1
    assert "no-such-thing" in result.stderr


@pytest.mark.parametrize("ruleset", ["frigate", "as-per-margin", "admiralty", "war-galley"])
def test_the_rulesets_that_come_with_it_keep_their_promises(ruleset: str) -> None:
    findings = check_target(ruleset, games=1)
    assert findings, told(findings)
