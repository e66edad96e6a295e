"""A scenario file of one's own is played by its path, and a wrong one is refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import weathergage as wg
import weathergage_frigate
from weathergage.cli.app import app

BOOK = Path(weathergage_frigate.__file__).parent / "scenarios" / "gulf-of-tehuantepec.toml"


def own(folder: Path, name: str, *changes: tuple[str, str], ruleset: str = "frigate") -> Path:
    """A copy of the book's second scenario under another name, changed."""
    text = BOOK.read_text(encoding="utf-8").replace('"gulf-of-tehuantepec"', f'"{name}"', 1)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name}.toml"
    head = f'ruleset = "{ruleset}"\n' if ruleset else ""
    path.write_text(head + text, encoding="utf-8")
    return path


def run(*arguments: object, status: int = 0) -> Any:
    result = CliRunner().invoke(app, [str(a) for a in arguments], env={"COLUMNS": "200"})
    assert result.exit_code == status, result.output
    return result


def test_a_scenario_file_is_played_saved_and_verified(tmp_path: Path) -> None:
    path = own(tmp_path, "mine", ("speed = 5", "speed = 3"))
    saved = tmp_path / "mine.wg"
    run("play", path, "--seat", "all=random", "--seed", 4, "--save", saved, "--quiet")
    record = wg.load(saved)
    assert record.verify()
    assert "mine.toml" in record.header["data"]


def test_a_record_names_the_scenario_file_that_has_changed_since(tmp_path: Path) -> None:
    path = own(tmp_path, "mine", ("speed = 5", "speed = 3"))
    game = wg.new_game(str(path), seed=1)
    for decision in game.decisions:
        game.submit(decision.id, decision.sample(wg.Dice(1)))
    record = game.record
    own(tmp_path, "mine", ("speed = 5", "speed = 2"))
    checked = record.verify()
    assert not checked
    assert "changed since: mine.toml" in checked.problem


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            ('hex = "0606"', 'hex = "1314"'),
            "spanish-rebels A-44 Natividad and british B-44 Lydia both stand on A 1314",
        ),
        (
            ('mix = "B"', 'mix = "Q"'),
            "fleet british: mix 'Q' is unknown; write A, B, C, D or MM",
        ),
        (
            ('"B-44"', '"B-45"'),
            "fleet british: no ship type is called 'B-45'; did you mean B-74 or B-64 or B-50?",
        ),
    ],
)
def test_a_wrong_scenario_file_is_one_sentence(
    tmp_path: Path, change: tuple[str, str], sentence: str
) -> None:
    path = own(tmp_path, "wrong", change)
    result = run("show", path, status=1)
    assert result.stderr == f"weathergage: {path}: {sentence}\n"


def test_a_scenario_file_says_which_ruleset_it_is_for(tmp_path: Path) -> None:
    path = own(tmp_path, "lost", ruleset="")
    result = run("play", path, status=1)
    assert "ruleset: say which ruleset the scenario is for" in result.stderr


def test_a_seats_record_can_be_checked_by_itself(tmp_path: Path) -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=9)
    dice = wg.Dice(9)
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
    record = game.record_for("british")
    assert record.verify()
    record.header["seed"] += 1
    assert record.verify().problem == "the seed is not the one that was promised"
