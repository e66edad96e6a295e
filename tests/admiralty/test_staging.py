"""Battles staged in Admiralty: types and arms, inches, wind ratings, settings and grades."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest

import weathergage as wg
from weathergage import Stand, do_overlap
from weathergage.battles import battle_names, battle_path
from weathergage.captains import make_captain, play_out
from weathergage.plugins import stage_battle
from weathergage_admiralty.scenarios import AdmiraltyScenario
from weathergage_admiralty.sea import board_of
from weathergage_admiralty.staging import likeness
from weathergage_admiralty.state import AdmiraltyState, Ship

RULESET = wg.rulesets()["admiralty"]
SAIL = [name for name in battle_names() if wg.find_battle(name).era == "sail"]
INCH = 1200 / 36
"""Yards at 1 to 1200."""


def staged(name: str) -> AdmiraltyScenario:
    scenario = stage_battle(RULESET, name).scenario
    assert isinstance(scenario, AdmiraltyScenario)
    return scenario


def ships(name: str) -> dict[str, Ship]:
    state: AdmiraltyState = wg.new_game(f"admiralty/battle:{name}", seed=1).state
    return {ship.card.name: ship for ship in state.ships}


@pytest.mark.clause("1.1")
@pytest.mark.parametrize("name", SAIL)
def test_distances_are_those_in_yards_at_1_to_1200(name: str) -> None:
    there = ships(name)
    for one, other in combinations(wg.find_battle(name).vessels, 2):
        yards = math.dist((one.x, one.y), (other.x, other.y))
        here = math.dist(there[one.name].pose.inches, there[other.name].pose.inches)
        assert here == pytest.approx(yards / INCH, abs=0.02), (one.name, other.name)


@pytest.mark.parametrize(
    ("name", "source", "speed"),
    [
        ("constitution-guerriere", 315, 4),
        ("algesiras", 292.5, 2),
        ("first-trincomalee", 22.5, 2),
        ("lissa", 315, 3),
        ("ten-against-ten", 270, 3),
    ],
)
def test_the_wind_is_the_battles_with_a_rating_for_its_force(
    name: str, source: float, speed: int
) -> None:
    found = staged(name).wind
    assert (found.source, found.speed) == (source, speed)


def test_settings_are_those_of_the_battle() -> None:
    settings = {name: ship.setting for name, ship in ships("algesiras").items()}
    assert {name for name, setting in settings.items() if setting == "anchored"} == {
        "Formidable",
        "Desaix",
        "Indomptable",
        "Muiron",
    }
    assert settings["Venerable"] == "battle"
    # The French at Lissa came down under all sail.
    assert ships("lissa")["Favorite"].setting == "normal"
    assert ships("lissa")["Amphion"].setting == "battle"


@pytest.mark.parametrize(
    ("battle", "ship", "grade"),
    [
        ("constitution-guerriere", "Constitution", "B"),
        ("constitution-guerriere", "Guerriere", "C"),
        ("lissa", "Amphion", "B"),
        ("lissa", "Cerberus", "C"),
        ("first-trincomalee", "Heros", "C"),
    ],
)
def test_crews_have_the_grade_of_their_word(battle: str, ship: str, grade: str) -> None:
    assert ships(battle)[ship].card.grade == grade


@pytest.mark.clause("1.3-ship-logs")
@pytest.mark.parametrize(
    ("battle", "ship", "type"),
    [
        ("constitution-guerriere", "Constitution", "us-44"),
        ("constitution-guerriere", "Guerriere", "british-38"),
        ("algesiras", "Desaix", "french-74"),
        ("algesiras", "Formidable", "french-80"),
        ("lissa", "Volage", "british-24"),
        ("lissa", "Mercure", "british-18"),
        ("lissa", "Corona", "french-38"),
        ("first-trincomalee", "Burford", "british-70"),
        ("first-trincomalee", "Isis", "british-50"),
        ("first-trincomalee", "Ajax", "french-64"),
    ],
)
def test_types_are_the_nearest_of_the_nation_and_size(battle: str, ship: str, type: str) -> None:
    vessel = next(v for v in wg.find_battle(battle).vessels if v.name == ship)
    assert likeness(vessel).id == type


@pytest.mark.clause("1.3-ship-logs")
def test_a_ship_whose_arms_are_told_has_the_dice_of_these() -> None:
    # 22 carronades of 32 pounds: 11 x 1.30 / 4 is 3.6.
    constitution = ships("constitution-guerriere")["Constitution"].card.guns
    assert (constitution.light, constitution.medium) == (0, 0)
    # 30 long 24s: 15 x 1.00 / 4 is 3.75.
    assert (constitution.heavy, constitution.carronades) == (4, 4)
    # 30 long 18s 3.75, two 12s 0.25, sixteen 32-pounder carronades 2.6.
    guerriere = ships("constitution-guerriere")["Guerriere"].card.guns
    assert (guerriere.light, guerriere.medium, guerriere.heavy) == (0, 4, 0)
    assert guerriere.carronades == 3


@pytest.mark.clause("1.1-turn")
def test_turns_hold_the_minutes_at_two_and_a_half_each() -> None:
    for name in SAIL:
        assert staged(name).turns == math.ceil(wg.find_battle(name).minutes / 2.5)


@pytest.mark.parametrize("name", SAIL)
def test_nobody_is_on_land_or_in_another(name: str) -> None:
    board = board_of(wg.new_game(f"admiralty/battle:{name}", seed=1).rules)
    stands = [Stand(ship.pose, ship.card.base) for ship in ships(name).values()]
    grounds = [region for region in board.regions if region.kind in ("land", "shoal")]
    assert all(not stand.shape.intersects(g.shape) for stand in stands for g in grounds)
    assert not any(do_overlap(one, other) for one, other in combinations(stands, 2))


def test_ships_to_be_kept_count_and_forts_are_lost() -> None:
    aims = staged("algesiras").victory.aims
    assert [(aim.side, aim.what, aim.who, aim.points) for aim in aims] == [
        ("french", "safe", who, 8) for who in ("formidable", "desaix", "indomptable", "muiron")
    ]
    assert "There are no shore batteries." in stage_battle(RULESET, "algesiras").losses


def test_an_escape_counts_by_its_edge(tmp_path: Path) -> None:
    text = battle_path("lissa").read_text(encoding="utf-8")
    own = tmp_path / "lissa.toml"
    own.write_text(text.replace('what = "beat"', 'what = "escape", edge = "E"', 1), "utf-8")
    (aim,) = staged(str(own)).victory.aims
    assert (aim.side, aim.what, aim.who, aim.edge) == ("british", "left", "", "E")


def test_a_battle_too_big_for_the_table_is_drawn_together_and_says_so(tmp_path: Path) -> None:
    text = battle_path("ten-against-ten").read_text(encoding="utf-8")
    own = tmp_path / "ten-against-ten.toml"
    own.write_text(text.replace("at = [900, 0]", "at = [5000, 0]"), encoding="utf-8")
    told = stage_battle(RULESET, str(own))
    assert any("drawn together" in guess for guess in told.guesses)
    first, last = staged(str(own)).sides[0].ships[0], staged(str(own)).sides[1].ships[0]
    # 5000 yards are 150 inches; 160 less 20 on either hand leave 120.
    assert last.at[0] - first.at[0] == pytest.approx(120, abs=0.05)


@pytest.mark.parametrize("seed", [1, 2])
def test_captains_fight_a_duel_out(seed: int) -> None:
    game = wg.new_game("admiralty/battle:constitution-guerriere", seed=seed)
    play_out(game, {seat: make_captain(RULESET, "captain", seat, seed) for seat in game.seats})
    assert game.over
    assert game.record.verify()
