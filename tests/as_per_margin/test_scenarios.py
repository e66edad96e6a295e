"""The scenarios: what the files say, how they are set up, and what a bad file is told."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely
from table_top import battery, boats, region, scenario, ship, unit

import weathergage as wg
from weathergage import TOLERANCE, FreePose
from weathergage.captains.random import play_at_random
from weathergage.datafiles import read_toml
from weathergage.plugins import scenarios_of
from weathergage.scenarios import validate
from weathergage_as_per_margin.scenarios import MarginScenario
from weathergage_as_per_margin.sea import board_of, english, others
from weathergage_as_per_margin.state import MarginState, Ship

RULESET = wg.rulesets()["as-per-margin"]
SCENARIOS = scenarios_of(RULESET)


def algesiras(**options: Any) -> wg.Game:
    return wg.new_game("as-per-margin/algesiras", seed=1, options=options)


def the(game: wg.Game, id: str) -> Ship:
    state: MarginState = game.state
    found = state.ship(id)
    assert found is not None, id
    return found


def present(game: wg.Game, side: str) -> list[str]:
    return [s.card.name for s in game.state.ships if s.side == side and not s.gone]


def test_the_scenarios_of_the_text_and_ours() -> None:
    assert {id for id, s in SCENARIOS.items() if s.status == "printed"} == {"algesiras"}
    assert set(SCENARIOS) == {
        "algesiras",
        "bombardment",
        "cadiz-1801",
        "chase",
        "frigate-duel",
        "hermione",
        "landing",
        "two-lines",
    }


# Algesiras


@pytest.mark.clause("APM.algesiras.british")
def test_six_third_rates_and_a_lugger_are_the_british() -> None:
    game = algesiras()
    assert present(game, "british") == [
        "Venerable",
        "Pompee",
        "Audacious",
        "Caesar",
        "Spencer",
        "Hannibal",
        "Plymouth",
    ]
    line = [the(game, name.lower()) for name in present(game, "british")[:6]]
    assert [s.card.rate for s in line] == [3] * 6
    assert sum(s.boxes for s in line) == 144
    assert the(game, "caesar").card.flag


@pytest.mark.clause("APM.algesiras.british")
def test_the_ships_out_of_sight_come_by_an_option() -> None:
    game = algesiras(absent_ships=True)
    assert present(game, "british")[7:] == ["Superb", "Thames", "Pasley"]
    assert the(game, "thames").card.rate == 5


@pytest.mark.clause("APM.algesiras.french")
def test_the_french_squadron_and_its_prize() -> None:
    game = algesiras()
    assert present(game, "french") == [
        "Formidable",
        "Desaix",
        "Indomptable",
        "Muiron",
        "Sophie",
        "Gunboat",
    ]
    big = [the(game, id) for id in ("formidable", "desaix", "indomptable", "muiron")]
    assert [s.card.rate for s in big] == [3, 3, 3, 5]
    assert sum(s.boxes for s in big) == 84
    assert the(game, "formidable").card.flag


@pytest.mark.clause("APM.algesiras.mooring", "APM.scale.distance")
def test_the_french_lie_moored_in_line_five_hundred_yards_apart() -> None:
    game = algesiras()
    formidable, desaix, indomptable = (
        the(game, id) for id in ("formidable", "desaix", "indomptable")
    )
    assert formidable.pose.distance(desaix.pose) == pytest.approx(15, abs=TOLERANCE)
    assert desaix.pose.distance(indomptable.pose) == pytest.approx(15, abs=TOLERANCE)
    assert formidable.pose.distance(indomptable.pose) == pytest.approx(30, abs=TOLERANCE)
    assert all(s.moored for s in (formidable, desaix, indomptable))
    assert desaix.pose.relative_bearing(formidable.pose) == 0


@pytest.mark.clause("APM.algesiras.sophie")
def test_the_sophie_lies_between_the_formidable_and_the_fort() -> None:
    game = algesiras()
    sophie, formidable = the(game, "sophie"), the(game, "formidable")
    fort = next(b for b in game.state.batteries if b.id == "san-jago")
    assert fort.pose.x < sophie.pose.x < formidable.pose.x
    assert sophie.immobile
    assert sophie.card.one_side


@pytest.mark.clause("APM.algesiras.gunboat")
def test_one_gunboat_is_anchored_south_west_of_the_isle() -> None:
    game = algesiras()
    boats = [s for s in game.state.ships if s.card.kind == "gunboat"]
    assert [s.card.name for s in boats] == ["Gunboat"]
    assert boats[0].anchored
    isle = next(r for r in board_of(game.rules).regions if r.name == "Isle of Verda")
    x, y = boats[0].pose.inches
    middle = isle.shape.centroid
    assert x < middle.x
    assert y > middle.y
    assert isle.shape.distance(shapely.Point(x, y)) == pytest.approx(2, abs=0.01)


@pytest.mark.clause("APM.algesiras.batteries", "APM.battery.boxes")
def test_san_jago_fires_heated_shot_and_the_others_are_silent() -> None:
    jago, verda, town = algesiras().state.batteries
    assert (jago.boxes, jago.red_hot, jago.too_high, jago.silent) == (1, True, True, False)
    assert verda.silent
    assert town.silent
    awake = algesiras(active_batteries=True).state.batteries
    assert not any(b.silent for b in awake)


@pytest.mark.clause("APM.algesiras.approach")
def test_the_british_stand_in_in_their_order_a_cable_apart() -> None:
    game = algesiras()
    line = [the(game, name.lower()) for name in present(game, "british")[:6]]
    for ahead, astern in pairwise(line):
        assert ahead.pose.distance(astern.pose) == pytest.approx(6, abs=TOLERANCE)
        assert astern.pose.relative_bearing(ahead.pose) == 0
    indomptable = the(game, "indomptable")
    assert line[0].pose.distance(indomptable.pose) == pytest.approx(48, abs=0.1)
    assert all(s.independent for s in line)


@pytest.mark.clause("APM.algesiras.wind")
def test_the_wind_starts_west() -> None:
    assert RULESET.set_up(algesiras().rules, wg.Dice(1)).wind == 270


@pytest.mark.clause("APM.turn.english-advantage")
def test_the_scenario_names_the_side_that_plays_the_english_part() -> None:
    rules = algesiras().rules
    assert (english(rules), others(rules)) == ("british", "french")


@pytest.mark.clause("APM.algesiras.account")
def test_both_dates_and_the_joke_are_told() -> None:
    notes = " ".join(SCENARIOS["algesiras"].notes)
    assert "6th" in notes
    assert "7th" in notes
    assert "Speedy" in notes


# All of them


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_played_by_lot_to_its_end(name: str) -> None:
    for seed in range(3):
        game = wg.new_game(f"as-per-margin/{name}", seed=seed)
        play_at_random(game, wg.Dice(seed))
        assert game.outcome is not None


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_is_not_printed_says_so(name: str) -> None:
    found: Any = SCENARIOS[name]
    for side in found.sides:
        for entry in (*side.ships, *side.batteries):
            assert entry.status == "printed" or entry.why, entry.name


# Files that are wrong


def told(**changes: Any) -> str:
    data = read_toml(RULESET.folder / "scenarios" / "frigate-duel.toml")
    data.update(changes)
    with pytest.raises(wg.BadFile) as error:
        validate(MarginScenario, data, Path("frigate-duel.toml"))
    return str(error.value)


def duel_sides() -> list[dict[str, Any]]:
    return read_toml(RULESET.folder / "scenarios" / "frigate-duel.toml")["sides"]


def test_a_ship_on_land_is_named_with_the_land_and_the_place() -> None:
    coast = {"name": "Spain", "kind": "land", "outline": [[10, 40], [20, 40], [20, 50], [10, 50]]}
    said = told(table={"width": 60, "height": 60, "regions": [coast]})
    assert "Amazon is on land, in Spain at 16, 44" in said


BEACH = region("Beach", "land", (0, 0), (60, 0), (60, 20), (0, 20))
HARD = region("Hard", "rough", (30, 20), (40, 20), (40, 25), (30, 25))


def test_boats_on_land_are_refused() -> None:
    raid = boats("raid", "caesar", 2, (20, 12))
    with pytest.raises(ValueError, match="boats raid are on land, in Beach at 20, 12: put them in"):
        scenario([ship("Caesar", at=(20, 40)), raid], "W", regions=[BEACH])


@pytest.mark.clause("APM.landing.scale")
@pytest.mark.parametrize(
    "at", [(20, 12), (20, 20), (20, 21), (35, 26)], ids=["ashore", "edge", "an inch off", "a hard"]
)
def test_troops_start_ashore_or_up_to_an_inch_off_the_land(at: tuple[float, float]) -> None:
    made = scenario([unit("Marines", 4, at)], "W", regions=[BEACH, HARD])
    assert made.sides[0].units[0].at == at


@pytest.mark.clause("APM.landing.scale")
def test_troops_in_deep_water_are_told_where_and_what_would_be_right() -> None:
    said = (
        "Marines stand in deep water at 20, 21.01, 1.01 inches off the land: put them ashore or in "
        "the shallows, which are 1 inch wide, or name the ship that they are aboard of"
    )
    with pytest.raises(ValueError, match=said):
        scenario([unit("Marines", 4, (20, 21.01))], "W", regions=[BEACH, HARD])


@pytest.mark.clause("APM.landing.scale")
def test_troops_aboard_and_those_on_a_table_without_a_coast_may_be_anywhere() -> None:
    aboard = unit("Marines", 4, None, ship="caesar")
    assert scenario([ship("Caesar", at=(20, 40)), aboard], "W", regions=[BEACH])
    assert scenario([unit("Marines", 4, (20, 40))], "W", regions=[HARD])


def test_two_ships_in_one_another_are_named() -> None:
    sides = duel_sides()
    sides[1]["ships"][0]["at"] = [16.5, 44]
    said = told(sides=sides)
    assert "Amazon" in said
    assert "Sirene" in said
    assert "overlap" in said


def test_a_ship_off_the_table_is_told_its_size() -> None:
    sides = duel_sides()
    sides[0]["ships"][0]["at"] = [70, 10]
    assert "off the table of 60 by 60 inches" in told(sides=sides)


def test_an_english_part_that_is_no_side_is_refused() -> None:
    assert "name one of the sides, british or french" in told(english="dutch")


def test_a_wind_that_is_none_of_the_eight_is_refused() -> None:
    assert "one of eight directions" in told(wind={"from": "NNE"})


def test_an_unknown_key_is_named() -> None:
    assert "knots" in told(knots=4)


def test_troops_and_boats_of_no_ship_are_refused() -> None:
    with pytest.raises(ValueError, match="no ship of british"):
        scenario([ship("Caesar"), unit("Marines", 4, None, ship="loire")], "W")
    with pytest.raises(ValueError, match="are both 'caesar'"):
        scenario([ship("Caesar"), ship("Caesar", 74, (30, 30), side="french")], "W")


def test_an_aim_at_nothing_is_told_what_there_is() -> None:
    aims = [{"side": "british", "what": "taken", "who": "hermione", "points": 1}]
    with pytest.raises(ValueError, match="write one of caesar, fort"):
        scenario([ship("Caesar"), battery("Fort", (40, 40), guns=8)], "W", victory={"aims": aims})


@pytest.mark.clause("APM.measuring")
def test_places_are_inches_from_the_north_west_corner() -> None:
    game = wg.new_game("as-per-margin/frigate-duel", seed=1)
    assert the(game, "amazon").pose == FreePose(16000, 44000, 4500)
