"""Battles staged in Frigate: counters, hexes, wind and ratings."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import weathergage as wg
from weathergage import HEADINGS
from weathergage.battles import battle_names, battle_path
from weathergage.boards.hex import centre, distance
from weathergage.captains import make_captain, play_out
from weathergage.plugins import stage_battle
from weathergage_frigate.scenarios import FrigateScenario
from weathergage_frigate.staging import likeness
from weathergage_frigate.state import FrigateState, Ship

RULESET = wg.rulesets()["frigate"]
SAIL = [name for name in battle_names() if wg.find_battle(name).era == "sail"]
HEX = 218.7
"""Yards ("3.5"): 200 metres."""


def staged(name: str) -> FrigateScenario:
    scenario = stage_battle(RULESET, name).scenario
    assert isinstance(scenario, FrigateScenario)
    return scenario


def ships(name: str) -> dict[str, Ship]:
    state: FrigateState = wg.new_game(f"frigate/battle:{name}", seed=1).state
    return {ship.counter.name: ship for ship in state.ships}


@pytest.mark.parametrize("name", SAIL)
def test_distances_are_those_in_yards_to_two_hexes(name: str) -> None:
    # A hex for rounding either ship, and a hex for a line that is turned to lie along a row or
    # stretched to a ship in each hex.
    there = ships(name)
    for one, other in combinations(wg.find_battle(name).vessels, 2):
        yards = math.dist((one.x, one.y), (other.x, other.y))
        here = math.dist(
            centre(there[one.name].place, HEX / math.sqrt(3)),
            centre(there[other.name].place, HEX / math.sqrt(3)),
        )
        assert here == pytest.approx(yards, abs=2 * HEX), (one.name, other.name)


@pytest.mark.parametrize("name", SAIL)
def test_bearings_are_those_of_the_battle(name: str) -> None:
    there = ships(name)
    for one, other in combinations(wg.find_battle(name).vessels, 2):
        if math.dist((one.x, one.y), (other.x, other.y)) < 5 * HEX:
            continue
        x, y = centre(there[one.name].place)
        x2, y2 = centre(there[other.name].place)
        here = math.degrees(math.atan2(x2 - x, y - y2))
        meant = math.degrees(math.atan2(other.x - one.x, other.y - one.y))
        assert abs((here - meant + 180) % 360 - 180) <= 20, (one.name, other.name)


@pytest.mark.parametrize("name", SAIL)
def test_headings_and_the_wind_are_the_nearest_of_six(name: str) -> None:
    there = ships(name)
    battle = wg.find_battle(name)
    for vessel in battle.vessels:
        here = 60 * there[vessel.name].heading
        assert abs((here - vessel.heading + 180) % 360 - 180) <= 30
    scenario = staged(name)
    blows = 60 * HEADINGS.index(scenario.wind.blows_from)
    assert abs((blows - battle.wind.source + 180) % 360 - 180) <= 30


@pytest.mark.parametrize(
    ("name", "wind", "force"),
    [
        ("constitution-guerriere", "NW", "fresh"),
        ("algesiras", "NW", "light"),
        ("first-trincomalee", "N", "light"),
        ("lissa", "NW", "moderate"),
        ("ten-against-ten", "SW", "moderate"),
    ],
)
def test_the_wind_has_the_books_words(name: str, wind: str, force: str) -> None:
    found = staged(name).wind
    assert (found.blows_from, found.force) == (wind, force)


def test_ships_at_anchor_lie_at_anchor_and_no_others() -> None:
    there = ships("algesiras")
    assert {name for name, ship in there.items() if ship.anchored} == {
        "Formidable",
        "Desaix",
        "Indomptable",
        "Muiron",
    }
    assert all(ship.speed == 0 for ship in there.values() if ship.anchored)
    assert all(ship.speed > 0 for ship in there.values() if not ship.anchored)


@pytest.mark.parametrize("name", ["first-trincomalee", "ten-against-ten", "lissa"])
def test_a_line_lies_in_a_row_one_ship_to_a_hex(name: str) -> None:
    there = ships(name)
    lines: dict[int, list[str]] = {}
    for vessel in wg.find_battle(name).vessels:
        lines.setdefault(vessel.line, []).append(vessel.name)
    for line, names in lines.items():
        if line < 0:
            continue
        steps = {there[b].place - there[a].place for a, b in pairwise(names)}
        assert len(steps) <= 1
        assert all(distance(there[a].place, there[b].place) == 1 for a, b in pairwise(names))
        # The next astern follows in her wake.
        assert all(
            there[b].place + wg.STEP[there[b].heading] == there[a].place for a, b in pairwise(names)
        )


@pytest.mark.parametrize(
    ("name", "side", "gunnery", "efficiency"),
    [
        ("constitution-guerriere", "american", 1, "high"),
        ("constitution-guerriere", "british", 2, "moderate"),
        ("lissa", "british", 1, "high"),
        ("lissa", "french", 2, "moderate"),
    ],
)
def test_ratings_follow_the_crews(name: str, side: str, gunnery: int, efficiency: str) -> None:
    (fleet,) = staged(name).side(side).fleets
    assert (fleet.gunnery, fleet.efficiency) == (gunnery, efficiency)


def test_one_crew_of_a_fleet_that_differs_is_lost_and_said() -> None:
    losses = stage_battle(RULESET, "lissa").losses
    assert any("all crews of the British are crack" in loss for loss in losses)


@pytest.mark.clause("3.23")
@pytest.mark.parametrize(
    ("battle", "ship", "mix", "type"),
    [
        ("constitution-guerriere", "Guerriere", "B", "B-44"),  # as the book's own 14.1 has her
        ("constitution-guerriere", "Constitution", "D", "D-44"),
        ("lissa", "Favorite", "A", "A-44"),
        ("lissa", "Amphion", "B", "B-32"),
        ("lissa", "Volage", "B", "B-28"),
        ("lissa", "Mercure", "A", "A-14"),
        ("first-trincomalee", "Burford", "B", "B-64"),
        ("algesiras", "Caesar", "B", "B-80"),
    ],
)
def test_counters_are_the_nearest_of_their_kind(
    battle: str, ship: str, mix: str, type: str
) -> None:
    vessel = next(v for v in wg.find_battle(battle).vessels if v.name == ship)
    assert likeness(vessel, mix).id == type


@pytest.mark.clause("13.0-length")
def test_turns_hold_the_minutes_of_the_battle() -> None:
    for name in SAIL:
        minutes = wg.find_battle(name).minutes
        assert (staged(name).turns - 1) * 8.889 < minutes <= staged(name).turns * 8.889


def test_a_coast_beside_the_ships_is_land_and_an_isle_between_them_is_lost() -> None:
    scenario = staged("algesiras")
    assert scenario.map.layout == ("# A B C", "# D E F")
    told = stage_battle(RULESET, "algesiras")
    assert any(loss.startswith("Isla Verde is left out") for loss in told.losses)
    assert any(guess.startswith("Spain is land along the west edge") for guess in told.guesses)
    assert staged("lissa").map.layout == ("A B C", "D E F", "# # #")
    # Two hexes of water between Amphion and the rocks, 420 yards as the battle has it.
    sections = staged("lissa").map.sections
    south = ships("lissa")["Amphion"].place
    water = 0
    while sections.section_at(south) is not None:
        south += wg.STEP[3]
        water += 1
    assert water in (2, 3)


def test_single_ships_fight_as_the_books_own_duel_does() -> None:
    scenario = staged("constitution-guerriere")
    assert scenario.victory.kind == "disable"
    assert scenario.suspended == ("9.0", "10.0")
    assert staged("lissa").victory.kind == "points"


def test_an_escape_is_an_exit_worth_points(tmp_path: Path) -> None:
    text = battle_path("first-trincomalee").read_text(encoding="utf-8")
    own = tmp_path / "first-trincomalee.toml"
    own.write_text(text.replace('what = "beat"', 'what = "escape", edge = "E"', 1), "utf-8")
    (exit,) = staged(str(own)).victory.exits
    assert (exit.side, exit.edges, exit.points, exit.less_per_hit) == ("british", ("E",), 6, 1)


def test_a_battle_wider_than_the_map_is_drawn_together_and_says_so(tmp_path: Path) -> None:
    text = battle_path("ten-against-ten").read_text(encoding="utf-8")
    own = tmp_path / "ten-against-ten.toml"
    own.write_text(text.replace("at = [900, 0]", "at = [15000, 0]"), encoding="utf-8")
    told = stage_battle(RULESET, str(own))
    assert any("drawn together" in guess for guess in told.guesses)


def test_galleys_are_refused(tmp_path: Path) -> None:
    text = battle_path("ten-against-ten").read_text(encoding="utf-8")
    own = tmp_path / "ten-against-ten.toml"
    text = text.replace('era = "sail"', 'era = "galleys"')
    own.write_text(text.replace('kind = "two-decker"', 'kind = "trireme"'), encoding="utf-8")
    with pytest.raises(wg.Contradiction, match="was fought by galleys, and Frigate has ships"):
        stage_battle(RULESET, str(own))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", SAIL)
def test_captains_fight_a_battle_out(name: str, seed: int) -> None:
    game = wg.new_game(f"frigate/battle:{name}", seed=seed)
    play_out(game, {seat: make_captain(RULESET, "captain", seat, seed) for seat in game.seats})
    assert game.over
    assert game.record.verify()
