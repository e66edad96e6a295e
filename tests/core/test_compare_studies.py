"""compare battle, house-rules and ablate: what is laid out, what is told, and what is refused."""

from __future__ import annotations

import csv
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
from weathergage.errors import Contradiction
from weathergage.plugins import find_ruleset
from weathergage.records import load
from weathergage.ruleset import Ruleset
from weathergage.study.arms import CONTROL_SHIFT
from weathergage.study.designs import (
    BOOK,
    Asked,
    ablation_study,
    ablations,
    battle_study,
    house_rules_study,
)
from weathergage.study.plans import Plan

DUEL = "frigate/constitution-guerriere"
RAPID = """
from weathergage import HouseRule, Modifier
from weathergage.hooks import hookimpl


class Louder:
    @hookimpl
    def modifiers(self, game, about):
        return [Modifier("louder guns", 20, "H.1")] if about == "gunnery strength" else []


@hookimpl
def house_rules():
    return [HouseRule("louder", ruleset="frigate", title="Guns twice as loud", plugin=Louder())]
"""


def run(*arguments: str, status: int = 0) -> Any:
    result = CliRunner().invoke(app, ["compare", *arguments], env={"COLUMNS": "110"})
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def louder(tmp_path: Path) -> str:
    path = tmp_path / "louder.py"
    path.write_text(RAPID)
    return str(path)


# How a study is laid out


def test_a_study_of_house_rules_has_two_captains_a_control_and_exchanged_sides(
    louder: str,
) -> None:
    study = house_rules_study(Plan(DUEL, ()), [(louder,)], Asked(1, 10))
    names = [arm.name for arm in study.arms]
    assert {f"{BOOK}, captain", f"{BOOK}, random"} <= set(names)
    assert {"with louder, captain", "with louder, random"} <= set(names)
    control = next(arm for arm in study.arms if arm.shift)
    assert control.shift == CONTROL_SHIFT
    assert not set(study.seeds(control)) & set(study.seeds(study.arms[0]))
    assert any(arm.swaps for arm in study.arms)
    assert ("with louder, captain", f"{BOOK}, captain") in study.compared


def test_arms_that_are_compared_share_their_seeds(louder: str) -> None:
    study = house_rules_study(Plan(DUEL, ()), [(louder,)], Asked(5, 10))
    for one, other in study.compared:
        first, second = study.arm(one), study.arm(other)
        if not first.shift:
            assert list(study.seeds(first)) == list(study.seeds(second))


def test_a_house_rule_weighed_twice_is_refused(louder: str) -> None:
    with pytest.raises(Contradiction, match="twice"):
        house_rules_study(Plan(DUEL, ()), [(louder,), (louder,)], Asked(1, 10))


def ways(plan: Plan) -> dict[str, dict[str, tuple[Any, ...]]]:
    """By clause and name, what each ablation changes of a plan."""
    return {
        clause: {name: (dict(way.options), way.house_rules) for name, way in named.items()}
        for clause, named in ablations(plan).items()
    }


def test_every_option_that_can_be_turned_alone_is_an_ablation() -> None:
    found = ways(Plan(DUEL, ()))
    assert found["7.31"] == {"explosions on": ({"explosions": True}, ())}
    assert found["6.36"] == {"wind-table optional": ({"wind_table": "optional"}, ())}


def test_every_clause_that_has_modifiers_is_an_ablation() -> None:
    found = ways(Plan(DUEL, ()))
    assert found["7.17"] == {"without 7.17": ({}, ("without:frigate/7.17",))}
    declared = {own.clause for point in find_ruleset("frigate").points for own in point.own}
    assert declared <= found.keys()


def test_a_clause_that_is_optional_is_turned_and_not_taken_out() -> None:
    assert ways(Plan(DUEL, ()))["6.63"] == {
        "national-multipliers on": ({"national_multipliers": True}, ())
    }


def test_an_option_that_needs_another_is_no_ablation_until_that_is_on(toy: Ruleset) -> None:
    assert "2.2" not in ablations(Plan("toy/still-water", ()))
    with_squall = ways(Plan("toy/still-water", (), (("squall", True),)))
    assert with_squall["2.2"] == {"gale on": ({"squall": True, "gale": True}, ())}


def test_modifiers_that_a_house_rule_changes_are_no_ablation(tmp_path: Path) -> None:
    path = tmp_path / "broad.toml"
    path.write_text(
        'id = "broad"\ntitle = "B"\nauthor = "A"\nversion = "1"\nruleset = "frigate"\n'
        'reason = "R"\n[[modifiers]]\nat = "gunnery strength"\nchange = "raking"\n'
        'times = "3/2"\n'
    )
    plan = Plan(DUEL, (), house_rules=(str(path),))
    assert "7.17" not in ablations(plan)
    assert ways(plan)["7.3"] == {"without 7.3": ({}, (str(path), "without:frigate/7.3"))}
    with pytest.raises(Contradiction, match=r"cannot be played without clause 7\.17"):
        ablation_study(plan, ["7.17"], Asked(1, 10))


def test_turning_a_clause_that_is_on_turns_it_off() -> None:
    plan = Plan(DUEL, (), (("explosions", "true"),))
    study = ablation_study(plan, ["7.31"], Asked(1, 10))
    off = study.arm("explosions off, captain").plan
    assert dict(off.options)["explosions"] is False


def test_a_clause_named_without_its_parts_is_taken_out_whole() -> None:
    study = ablation_study(Plan("war-galley/first-evening", ()), ["7.15"], Asked(1, 10))
    assert study.arm("without 7.15, captain").plan.house_rules == ("without:war-galley/7.15",)


def test_a_clause_that_cannot_be_left_out_is_named_with_those_that_can() -> None:
    with pytest.raises(Contradiction, match=r"clause 5\.0 .*7\.31.*7\.17"):
        ablation_study(Plan(DUEL, ()), ["5.0"], Asked(1, 10))


def test_a_battle_is_laid_out_under_each_ruleset_and_house_rule_that_fits(louder: str) -> None:
    rulesets = [find_ruleset("frigate"), find_ruleset("admiralty")]
    study = battle_study("constitution-guerriere", rulesets, [louder], Asked(1, 10))
    names = {arm.name for arm in study.arms}
    assert {"frigate, captain", "admiralty, captain", "frigate with louder, captain"} <= names
    assert "admiralty with louder, captain" not in names


def test_a_house_rule_that_fits_none_of_the_rulesets_is_refused(louder: str) -> None:
    with pytest.raises(Contradiction, match="frigate"):
        battle_study("constitution-guerriere", [find_ruleset("admiralty")], [louder], Asked(1, 2))


def test_sensitivity_moves_each_reconstructed_table_both_ways() -> None:
    plan = Plan(DUEL, ())
    study = ablation_study(plan, ["7.31"], Asked(1, 10, captains=("random",), sensitivity=True))
    moved = {v for arm in study.arms for v in arm.plan.variants}
    tables = {v.table for v in moved}
    assert tables
    assert all(any(v.table == t and v.way == "up" for v in moved) for t in tables)
    assert all(arm.varies for arm in study.arms if arm.plan.variants)


# What is told


def test_weighing_a_house_rule_tells_the_difference_its_interval_and_the_games_needed(
    louder: str, tmp_path: Path
) -> None:
    arguments = ("house-rules", DUEL, "--with", louder, "-n", "6", "--captain", "random")
    data = json.loads(run(*arguments, "--json").stdout)
    (pair,) = [d for d in data["differences"] if d["arm"] == "with louder, random"]
    assert pair["pairs"] == 6
    for figure in pair["measures"].values():
        assert {"value", "low", "high", "p", "needed"} <= figure.keys()
    command = data["study"]["command"]
    assert command.startswith("weathergage compare house-rules")
    made_by = data["made_by"]
    assert made_by["Command"] == command
    assert made_by["Seeds"].startswith("1 to 6")
    assert made_by["Options of with louder, random"] == f"house rule {louder}"
    assert any(version.startswith("frigate ") for version in made_by.values())
    assert any("table gunnery-1 (21 of 42 cells) reconstructed:" in p for p in data["provenance"])
    assert "House rule louder: Guns twice as loud" in data["provenance"]


def test_the_same_command_gives_the_same_page_and_the_same_figures(
    louder: str, tmp_path: Path
) -> None:
    pages = []
    for number, jobs in enumerate(("1", "2")):
        page, figures = tmp_path / f"{number}.html", tmp_path / f"{number}.csv"
        run(
            *("house-rules", DUEL, "--with", louder, "-n", "4", "--captain", "random"),
            *("--jobs", jobs, "--html", str(page), "--csv", str(figures)),
        )
        pages.append((page.read_text(), figures.read_text()))
    assert pages[0] == pages[1]
    lines = pages[0][1].splitlines()
    told = [line for line in lines if line.startswith("# ")]
    assert lines[: len(told)] == told
    assert any(line.startswith("# Command: weathergage compare house-rules") for line in told)
    rows = list(csv.DictReader(lines[len(told) :]))
    assert {"arm", "against", "measure", "value", "low", "high"} <= rows[0].keys()


def test_a_prediction_stands_beside_what_came_of_it(louder: str) -> None:
    told = run(
        *("house-rules", DUEL, "--with", louder, "-n", "4", "--captain", "random"),
        *("--predict", "Louder guns end it sooner", "--claim", "minutes=-60..-1"),
    ).stdout
    assert "Louder guns end it sooner" in told
    assert "WHAT WAS PREDICTED" in told


def test_a_battle_tells_what_its_translation_guessed_and_what_happened() -> None:
    told = run(
        *("battle", "constitution-guerriere", "--ruleset", "frigate", "-n", "2"),
        *("--captain", "random"),
    ).stdout
    words = " ".join(told.split())
    assert "AGAINST WHAT HAPPENED Guerriere. Close action" in words
    assert "Frigate: Sea War in the Age of Sail guesses:" in words
    assert "weathergage compare battle constitution-guerriere --ruleset frigate -n 2" in words


def test_ablating_keeps_the_records_of_the_first_games_that_ended_otherwise(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "kept"
    told = run(
        *("ablate", DUEL, "--clause", "6.36", "-n", "6", "--captain", "random"),
        *("--records", str(folder)),
    )
    kept = sorted(folder.glob("*.wg")) if folder.exists() else []
    if "no game ended otherwise" in told.stderr:
        assert kept == []
        return
    assert 2 <= len(kept) <= 6
    assert all(load(path).verify().ok for path in kept)


# Cut short


def test_a_comparison_killed_half_way_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    count, file = 150, tmp_path / "study.jsonl"
    asked = ("ablate", DUEL, "--clause", "7.17", "-n", str(count), "--captain", "random", "--json")
    kept = [*asked, "--resume", str(file)]
    command = [sys.executable, "-m", "weathergage", "compare", *kept, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            time.sleep(0.005)
        os.kill(running.pid, signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
        assert running.stdout is not None
        assert running.stdout.read() == b""
    lines = file.read_bytes().split(b"\n")[1:-1]
    done = sum(len(json.loads(line)["games"]) for line in lines)
    resumed = run(*kept, "--jobs", "1").stdout
    assert 0 < done < count * len(json.loads(resumed)["arms"])
    assert resumed == run(*asked, "--jobs", "1").stdout


def test_of_many_clauses_those_that_change_nothing_clear_share_a_sentence() -> None:
    asked = ("ablate", DUEL, "--all", "-n", "2", "--captain", "random", "--jobs", "1")
    data = json.loads(run(*asked, "--json").stdout)
    choices = {arm["name"] for arm in data["arms"]} - {"as it stands, random"}
    assert len(choices) > 10
    assert data["answer"].startswith("No clear difference in who wins: ")
    told = data["answer"].removeprefix("No clear difference in who wins: ").rstrip(".").split("; ")
    assert set(told) == {name for name in choices if "control" not in name}
    assert data["study"]["title"] == f"What each of 14 clauses does in {DUEL}"


# What is refused


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("house-rules", DUEL), "--with"),
        (("ablate", DUEL), "7.31"),
        (("ablate", DUEL, "--clause", "5.0"), "7.17"),
        (("battle", "trafalgaar"), "battle"),
        (("house-rules", DUEL, "--with", "nobody"), "nobody"),
        (("ablate", DUEL, "--clause", "6.36", "--claim", "minutes"), "LOW..HIGH"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(arguments: tuple[str, ...], told: str) -> None:
    result = run(*arguments, "-n", "2", status=2)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
