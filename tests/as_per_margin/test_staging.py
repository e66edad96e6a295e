"""Battles staged in As Per Margin III: rates, inches, the wind, moorings and points."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest

import weathergage as wg
from weathergage import FreePose
from weathergage.battles import battle_names, battle_path
from weathergage.captains import make_captain, play_out
from weathergage.plugins import stage_battle
from weathergage_as_per_margin.scenarios import MarginScenario
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.staging import turns_of
from weathergage_as_per_margin.state import MarginState, Ship

RULESET = wg.rulesets()["as-per-margin"]
SAIL = [name for name in battle_names() if wg.find_battle(name).era == "sail"]
INCH = 100 / 3
"""Yards: a hundred feet."""


def staged(name: str) -> MarginScenario:
    scenario = stage_battle(RULESET, name).scenario
    assert isinstance(scenario, MarginScenario)
    return scenario


def ships(name: str) -> dict[str, Ship]:
    state: MarginState = wg.new_game(f"as-per-margin/battle:{name}", seed=1).state
    return {ship.card.name: ship for ship in state.ships}


@pytest.mark.clause("APM.scale.distance")
@pytest.mark.parametrize("name", SAIL)
def test_distances_are_those_in_yards_at_a_hundred_feet_to_the_inch(name: str) -> None:
    there = ships(name)
    for one, other in combinations(wg.find_battle(name).vessels, 2):
        yards = math.dist((one.x, one.y), (other.x, other.y))
        here = math.dist(there[one.name].pose.inches, there[other.name].pose.inches)
        assert here == pytest.approx(yards / INCH, abs=0.02), (one.name, other.name)


@pytest.mark.parametrize(
    ("name", "wind"),
    [
        ("constitution-guerriere", 315),
        ("algesiras", 270),
        ("first-trincomalee", 0),
        ("lissa", 315),
        ("ten-against-ten", 270),
    ],
)
def test_the_wind_is_the_nearest_of_eight(name: str, wind: int) -> None:
    assert staged(name).wind.degrees == wind


@pytest.mark.clause("APM.anchor.handling")
def test_ships_at_anchor_are_moored_and_no_others() -> None:
    moored = {n for n, ship in ships("algesiras").items() if ship.bow_cable and ship.stern_cable}
    assert moored == {"Formidable", "Desaix", "Indomptable", "Muiron"}
    assert not any(ship.bow_cable for ship in ships("lissa").values())


@pytest.mark.clause("APM.ships.rates")
@pytest.mark.parametrize(
    ("battle", "ship", "rate"),
    [
        ("constitution-guerriere", "Constitution", 4),
        ("constitution-guerriere", "Guerriere", 5),
        ("lissa", "Volage", 6),
        ("lissa", "Mercure", 7),
        ("first-trincomalee", "Isis", 4),
        ("algesiras", "Caesar", 3),
    ],
)
def test_ships_are_rated_by_their_guns(battle: str, ship: str, rate: int) -> None:
    assert ships(battle)[ship].card.rate == rate


@pytest.mark.clause("APM.scale.time")
@pytest.mark.parametrize(
    ("minutes", "turns"), [(1, 1), (15, 10), (16, 11), (30, 11), (31, 12), (150, 19), (330, 31)]
)
def test_the_first_ten_turns_are_short_and_the_others_long(minutes: int, turns: int) -> None:
    assert turns_of(minutes) == turns


@pytest.mark.clause("APM.turn.english-advantage")
def test_the_british_play_the_english_part() -> None:
    assert {staged(name).english for name in SAIL} == {"british"}


def test_land_shoals_and_batteries_are_where_the_battle_has_them() -> None:
    scenario = staged("algesiras")
    kinds = {region.name: region.kind for region in scenario.table.regions}
    assert kinds == {"Spain": "land", "Isla Verde": "land", "Shoal off the town": "shoal"}
    board = board_of(wg.new_game("as-per-margin/battle:algesiras", seed=1).rules)
    lands = [region for region in board.regions if region.kind == "land"]
    for ship in ships("algesiras").values():
        assert not any(land.holds(ship.pose) for land in lands)
    forts = {battery.name: battery for battery in scenario.sides[1].batteries}
    # Santiago stands ashore, abreast of Formidable and 450 yards from her.
    assert any(land.holds(FreePose.at(*forts["Santiago"].at)) for land in lands)
    formidable = ships("algesiras")["Formidable"].pose.inches
    assert math.dist(forts["Santiago"].at, formidable) * INCH == pytest.approx(450, abs=2)


def test_ships_to_be_kept_count_a_point_each() -> None:
    aims = staged("algesiras").victory.aims
    assert [(aim.side, aim.what, aim.who, aim.points) for aim in aims] == [
        ("french", "unharmed", who, 1) for who in ("formidable", "desaix", "indomptable", "muiron")
    ]
    assert staged("lissa").victory.aims == ()


def test_an_escape_counts_by_its_edge(tmp_path: Path) -> None:
    text = battle_path("lissa").read_text(encoding="utf-8")
    own = tmp_path / "lissa.toml"
    escape = 'what = "escape", edge = "E", ships = ["Volage"]'
    own.write_text(text.replace('what = "beat"', escape, 1), encoding="utf-8")
    (aim,) = staged(str(own)).victory.aims
    assert (aim.side, aim.what, aim.who, aim.edge) == ("british", "left", "volage", "E")


def test_crews_are_lost_and_said() -> None:
    for name in SAIL:
        losses = stage_battle(RULESET, name).losses
        assert any(loss.startswith("Crews do not differ") for loss in losses)


def test_a_battle_too_big_for_the_table_is_drawn_together_and_says_so(tmp_path: Path) -> None:
    text = battle_path("ten-against-ten").read_text(encoding="utf-8")
    own = tmp_path / "ten-against-ten.toml"
    own.write_text(text.replace("at = [900, 0]", "at = [5000, 0]"), encoding="utf-8")
    told = stage_battle(RULESET, str(own))
    assert any("drawn together" in guess for guess in told.guesses)
    scenario = staged(str(own))
    first, last = scenario.sides[0].ships[0], scenario.sides[1].ships[0]
    assert first.at is not None
    assert last.at is not None
    # 5000 yards are 150 inches; 150 less 24 on either hand leave 102.
    assert last.at[0] - first.at[0] == pytest.approx(102, abs=0.05)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["constitution-guerriere", "lissa"])
def test_captains_fight_a_battle_out(name: str, seed: int) -> None:
    game = wg.new_game(f"as-per-margin/battle:{name}", seed=seed)
    play_out(game, {seat: make_captain(RULESET, "captain", seat, seed) for seat in game.seats})
    assert game.over
    assert game.record.verify()


@pytest.mark.clause("APM.score.grades")
@pytest.mark.parametrize(("name", "most"), [("constitution-guerriere", 0), ("lissa", 5)])
def test_few_ships_are_won_by_any_difference_and_many_by_the_books(name: str, most: int) -> None:
    assert staged(name).victory.indecisive == most
    told = stage_battle(RULESET, name).guesses
    assert any("Whoever has more points" in guess for guess in told) == (most == 0)
