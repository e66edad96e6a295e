"""weathergage odds and weathergage compare gunnery, as people and programs use them."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from exact import counted
from typer.testing import CliRunner

from weathergage.cli.app import app


def run(*arguments: str, status: int = 0) -> Any:
    """The result of a command, whose exit status is checked."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == status, result.output
    return result


def data(*arguments: str) -> Any:
    """The JSON document that a command prints."""
    return json.loads(run(*arguments, "--json").stdout)


def complaint(*arguments: str) -> str:
    """The sentence by which a wrong command is refused."""
    told: str = run(*arguments, status=2).stderr
    assert told.count("\n") == 1, told
    return told


# odds


def test_a_ram_of_six_against_seven_takes_a_ten() -> None:
    told = run("odds", "war-galley", "ram", "attack=6", "defense=7").stdout
    assert "A ram (clause 7.14)" in told
    assert "83.3% 5/6" in told
    found = data("odds", "war-galley", "ram", "attack=6", "defense=7")
    assert found["settings"]["attack"] == 6
    assert found["odds"]["the rammer"]["chances"][0] == {
        "outcome": "collides",
        "chance": "5/6",
        "decimal": 5 / 6,
    }


def test_a_fire_of_three_dice_and_a_boarding_of_five_against_four() -> None:
    found = data("odds", "admiralty", "gunnery", "heavy=3", "--at-least", "2")
    assert found["odds"]["dice that hit"]["at_least"] == {"2": "1/2"}
    assert found["odds"]["dice that hit"]["mean"] == "3/2"
    assert "72.2% 13/18" in run("odds", "war-galley", "board", "manpower=5", "against=4").stdout


def test_all_columns_of_a_table_unless_one_is_named() -> None:
    whole = data("odds", "frigate", "gunnery-2")
    assert list(whole["odds"])[:2] == ["1-1", "2-1"]
    part = data("odds", "frigate", "gunnery-2", "--column", "2-1")
    assert list(part["odds"]) == ["2-1"]
    assert part["odds"]["2-1"] == whole["odds"]["2-1"]


def test_the_odds_of_a_table_say_how_well_founded_its_figures_are() -> None:
    asked = ("odds", "frigate", "gunnery-1", "--column", "2-1")
    assert data(*asked)["figures"] == {"printed": 3, "reconstructed": 3}
    told = " ".join(run(*asked).stdout.split())
    assert "Figures: 3 printed, 3 reconstructed; where they come from: weathergage tables" in told


def test_a_question_says_on_which_tables_it_rests_and_how_well_founded_they_are() -> None:
    asked = ("odds", "war-galley", "fatigue")
    (table,) = data(*asked)["rests_on"]
    assert table["table"] == "fatigue"
    assert table["figures"] == {"printed": 1, "reconstructed": 4}
    assert any("Crew 2 at 7A" in source["source"] for source in table["sources"])
    told = " ".join(run(*asked).stdout.split())
    assert "It rests on fatigue (1 printed, 4 reconstructed); where they come from:" in told
    assert "weathergage tables war-galley TABLE" in told
    assert data("odds", "frigate", "explosion")["rests_on"] == []
    assert "It rests on no table." in run("odds", "frigate", "explosion").stdout


def test_a_modifier_moves_a_table_that_has_rows_for_it() -> None:
    found = data("odds", "war-galley", "missiles", "--column", "3-4", "--modifier", "1")
    assert {c["outcome"]: c["chance"] for c in found["odds"]["3-4"]["chances"]} == {
        "none": "1/2",
        "D": "1/6",
        "DF": "1/3",
    }
    told = complaint("odds", "frigate", "gunnery-2", "--modifier", "1")
    assert "no row" in told


def test_a_name_that_is_question_and_table_is_the_question_unless_the_table_is_wanted() -> None:
    assert "question" in data("odds", "as-per-margin", "boarding")
    assert data("odds", "as-per-margin", "boarding", "--table")["table"] == "boarding"
    assert data("odds", "as-per-margin", "boarding", "--column", "hits")["table"] == "boarding"


@pytest.mark.parametrize("dice", ["1d6", "3d6", "2d10"])
def test_dice_alone(dice: str) -> None:
    count, sides = (int(part) for part in dice.split("d"))
    found = data("odds", "--dice", dice, "--modifier", "2", "--at-least", "9")["odds"][f"{dice}+2"]
    expected = counted(count, lambda *faces: sum(faces) + 2, sides)
    assert {c["outcome"]: Fraction(c["chance"]) for c in found["chances"]} == expected
    over = sum((chance for total, chance in expected.items() if total >= 9), Fraction(0))
    assert Fraction(found["at_least"]["9"]) == over


def test_what_may_be_asked_is_listed_with_what_each_question_takes() -> None:
    told = run("odds", "war-galley").stdout
    assert "ram  A ram (7.14)" in told
    assert "attack=6  Ram Attack: 1 to 24" in told
    found = data("odds", "war-galley")
    assert {one["id"] for one in found["questions"]} >= {"ram", "rake", "grapple", "board"}
    assert "missiles" in [table["id"] for table in found["tables"]]
    assert "ramming" not in [table["id"] for table in found["tables"]]


def test_options_change_the_answer_and_are_told() -> None:
    found = data("odds", "frigate", "command", "--option", "command-method=chits")
    assert found["options"] == {"command_method": "chits"}
    chances = {c["outcome"]: c["chance"] for c in found["odds"]["the ship"]["chances"]}
    assert chances["out of command"] == "3/10"


def test_a_house_rule_from_a_file_changes_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "sixes.py"
    path.write_text(
        "import weathergage as wg\n"
        "class Sixes:\n"
        "    @wg.hookimpl\n"
        "    def rolled(self, game, purpose, result):\n"
        "        return 6\n"
        "def house_rules():\n"
        "    return [wg.HouseRule('sixes', 'war-galley', 'All sixes', Sixes())]\n"
        "house_rules = wg.hookimpl(house_rules)\n",
        encoding="utf-8",
    )
    found = data("odds", "war-galley", "sinking", "--house-rule", str(path))
    assert found["house_rules"] == ["sixes"]
    assert [c["outcome"] for c in found["odds"]["a Rammed galley"]["chances"]] == ["sinks"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("odds",), "name a ruleset"),
        (("odds", "frigat"), "did you mean frigate"),
        (("odds", "war-galley", "rum"), "did you mean ram"),
        (("odds", "war-galley", "ram", "attack=forty"), "it may be 1 to 24"),
        (("odds", "war-galley", "ram", "attak=4"), "did you mean attack"),
        (("odds", "war-galley", "ram", "4"), "NAME=VALUE"),
        (("odds", "war-galley", "missiles", "--column", "9"), "column"),
        (("odds", "war-galley", "missiles", "a=b", "--table"), "--column"),
        (("odds", "--dice", "three"), "3d6"),
        (("odds", "frigate", "--dice", "3d6"), "leave the ruleset out"),
        (("odds", "frigate", "wind", "--option", "tea=yes"), "option"),
        (("odds", "frigate", "wind", "--scenario", "nowhere"), "scenario"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    assert says in complaint(*arguments)


def test_a_table_that_is_not_rolled_on_points_to_the_questions() -> None:
    told = run("odds", "war-galley", "ramming", status=1).stderr
    assert "weathergage odds war-galley" in told


# compare gunnery


def test_the_same_broadside_under_every_ruleset_that_knows_broadsides() -> None:
    found = data("compare", "gunnery", "--yards", "100", "--yards", "400")
    by = {one["ruleset"]: one for one in found["rulesets"]}
    assert set(by) == {"admiralty", "as-per-margin", "frigate"}
    assert found["without"] == [{"ruleset": "war-galley", "why": "no broadsides"}]
    assert set(found["ship"].values()) == {"74"}
    margin = by["as-per-margin"]
    assert margin["ship"] == "third-rate"
    assert [row["yards"] for row in margin["ranges"]] == [100, 400]
    near = margin["ranges"][0]
    assert near["plain"]["mean_hits"] == 2
    assert near["first, raking"]["mean_hits"] == 6
    for one in by.values():
        assert one["bears"]
        assert one["assumed"]
        for row in one["ranges"]:
            for variant in ("plain", "raking", "first", "first, raking"):
                if row[variant] is not None:
                    for what in ("hits", "share"):
                        chances = row[variant][what].values()
                        assert sum(map(Fraction, chances)) == 1


def test_broadsides_say_which_of_their_figures_are_not_printed() -> None:
    found = data("compare", "gunnery", "--yards", "200")
    rests_on = {
        one["ruleset"]: {table["table"]: table["figures"] for table in one["rests_on"]}
        for one in found["rulesets"]
    }
    assert set(rests_on["admiralty"]["criticals"]) == {"reconstructed"}
    assert set(rests_on["as-per-margin"]["gunnery"]) == {"printed"}
    assert set(rests_on["frigate"]["gunnery-2"]) == {"printed", "reconstructed"}
    assert set(rests_on["frigate"]["range-bands"]) == {"printed"}
    ships = {one["ruleset"]: one["ship_figures"] for one in found["rulesets"]}
    assert set(ships["admiralty"]) == {"found", "reconstructed"}
    told = " ".join(run("compare", "gunnery", "admiralty").stdout.split())
    assert "criticals (reconstructed)" in told
    assert "Her own ratings: 3 found, 2 reconstructed." in told


def test_ships_are_chosen_for_all_and_for_one() -> None:
    found = data("compare", "gunnery", "--ship", "38", "--ship", "frigate=D-44", "--yards", "200")
    ships = {one["ruleset"]: one["ship"] for one in found["rulesets"]}
    assert ships == {
        "admiralty": "british-38",
        "as-per-margin": "fifth-rate",
        "frigate": "D-44",
    }


def test_the_table_tells_ranges_and_one_range_hit_by_hit() -> None:
    told = run("compare", "gunnery", "as-per-margin", "frigate").stdout
    assert "Once a turn of 8.9 minutes." in told
    assert "no fire" in told
    whole = run("compare", "gunnery", "as-per-margin", "--yards", "150").stdout
    assert "hits at 150 yards" in whole
    assert "War Galley" not in whole
    both = run("compare", "gunnery", "as-per-margin", "war-galley").stdout
    assert "War Galley has no broadsides and takes no part." in both


def test_options_are_given_by_ruleset() -> None:
    found = data("compare", "gunnery", "admiralty", "--option", "admiralty:close=basic")
    assert found["options"] == {"admiralty": {"close": "basic"}}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("war-galley",), "no broadsides"),
        (("--ship", "73"), "did you mean"),
        (("--ship", "74", "--ship", "38"), "one class"),
        (("--ship", "war-galley=5"), "ruleset with broadsides"),
        (("--option", "close=basic"), "RULESET:NAME=VALUE"),
        (("--option", "tea:close=basic"), "ruleset with broadsides"),
    ],
)
def test_a_wrong_comparison_is_refused_in_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    assert says in complaint("compare", "gunnery", *arguments)


def test_the_picture_is_drawn_with_text_as_text_and_the_same_each_time(tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    chosen = ("compare", "gunnery", "as-per-margin", "frigate", "--svg", str(svg))
    run(*chosen, "--png", str(png))
    text = svg.read_text(encoding="utf-8")
    assert "<text" in text
    assert "What a broadside of a 74 does to her equal" in text
    assert "As Per Margin III: Third rate" in text
    assert png.read_bytes().startswith(b"\x89PNG")
    run(*chosen)
    assert svg.read_text(encoding="utf-8") == text


def test_the_broadsides_of_a_program_say_versions_provenance_and_what_tells_them_again() -> None:
    told = data("compare", "gunnery", "frigate", "admiralty", "--ship", "38", "--yards", "100")
    assert set(told["versions"]) == {"weathergage", "frigate", "admiralty"}
    assert all("reconstructed" in told_of for told_of in told["provenance"]["admiralty"])
    _, *words, flag = shlex.split(told["command"])
    assert flag == "--json"
    assert data(*words) == told
