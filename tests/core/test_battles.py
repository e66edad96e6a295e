"""Battles that belong to no ruleset: their files, what is wrong with one, and how one is played."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import toy as toy_module
from hypothesis import given, strategies as st
from typer.testing import CliRunner

import weathergage as wg
from weathergage import plugins
from weathergage.battles import CREWS, FOLDER, FORCES, OF_VESSELS, battle_names, battle_path
from weathergage.boards.hex import centre
from weathergage.captains.random import play_at_random
from weathergage.cli.app import app
from weathergage.datafiles import data_hash
from weathergage.errors import BadFile, Contradiction, UnknownName

DUEL = """
id = "duel"
title = "A duel"
date = "1800"
place = "At sea"
era = "sail"
source = "Made up for the tests"
minutes = 60

[wind]
from = "SW"
force = "fresh breeze"

[[ground]]
name = "Rock"
kind = "land"
outline = [[-100, 1000], [100, 1000], [0, 1200]]

[history]
minutes = 30
winner = "blue"
[history.fates.red]
captured = 1

[[sides]]
id = "blue"
name = "Blue"
nation = "british"
crew = "crack"
aims = [{ what = "beat" }, { what = "escape", edge = "E", ships = ["Hawk"] }]
[[sides.divisions]]
name = "Van"
at = [0, 0]
heading = "N"
interval = 200
ships = [
    { name = "Hawk", kind = "frigate", guns = 38 },
    { name = "Kite", kind = "corvette", guns = 18, at = [500, 20], heading = 45, crew = "green" },
    { name = "Owl", kind = "two-decker", guns = 74, flag = true },
]
[[sides.batteries]]
name = "Fort"
guns = 12
at = [0, 1100]
facing = "S"

[[sides]]
id = "red"
name = "Red"
nation = "french"
aims = [{ what = "keep" }]
[[sides.divisions]]
at = [1000, 0]
heading = "S"
anchored = true
ships = [{ name = "Crow", kind = "frigate", guns = 36, nation = "spanish" }]

[[provenance]]
figures = ["date", "wind", "minutes", "aims", "history", "ground", "batteries", "crew"]
status = "house"
why = "for the tests"
[[provenance]]
figures = ["guns", "place"]
status = "found"
where = "nowhere"
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


def changed(path: Path, old: str, new: str) -> Path:
    """The duel with one of its words changed."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


# What a file says


def test_ships_of_a_division_lie_astern_of_one_another_at_its_interval(duel: Path) -> None:
    ships = {vessel.name: vessel for vessel in wg.read_battle(duel).vessels}
    assert [(s.x, s.y) for s in ships.values()] == [(0, 0), (500, 20), (0, -200), (1000, 0)]
    # She who has a place of her own leaves no gap, and belongs to no line.
    assert [s.line for s in ships.values()] == [0, -1, 0, 1]
    assert [s.heading for s in ships.values()] == [0, 45, 0, 180]


def test_a_bearing_lays_a_line_abreast(duel: Path) -> None:
    changed(duel, "interval = 200", "interval = 200\nbearing = 90")
    ships = wg.read_battle(duel).of("blue")
    assert (ships[2].x, ships[2].y) == (200, 0)


def test_a_ship_has_what_her_side_and_division_lend_her_unless_it_is_her_own(duel: Path) -> None:
    hawk, kite, owl, crow = wg.read_battle(duel).vessels
    assert [v.crew for v in (hawk, kite, owl, crow)] == ["crack", "green", "crack", "average"]
    assert [v.nation for v in (hawk, kite, owl, crow)] == [
        "british",
        "british",
        "british",
        "spanish",
    ]
    assert [v.anchored for v in (hawk, crow)] == [False, True]
    assert [v.division for v in (hawk, crow)] == ["Van", ""]
    assert [v.flag for v in (hawk, owl)] == [False, True]


def test_a_count_makes_so_many_numbered_ships_of_which_one_bears_the_flag(duel: Path) -> None:
    changed(duel, "guns = 74, flag = true", "guns = 74, count = 3, flag = true")
    battle = wg.read_battle(duel)
    owls = [vessel for vessel in battle.of("blue") if vessel.name.startswith("Owl")]
    assert [(v.name, v.y, v.flag) for v in owls] == [
        ("Owl 1", -200, True),
        ("Owl 2", -400, False),
        ("Owl 3", -600, False),
    ]


def test_history_counts_what_became_of_each_side(duel: Path) -> None:
    history = wg.read_battle(duel).history
    assert history is not None
    assert (history.of("red").gone, history.of("red").captured, history.of("blue").gone) == (
        1,
        1,
        0,
    )


def test_doubts_tell_what_has_no_source_with_the_reason_and_nothing_else(duel: Path) -> None:
    (doubt,) = wg.read_battle(duel).doubts
    assert doubt.startswith("Date, wind, minutes, aims, history, ground, batteries, crew of all")
    assert doubt.endswith("house: for the tests")
    own = '[{ figures = "guns", status = "reconstructed", why = "by her tonnage" }]'
    changed(duel, "guns = 74, flag = true", f"guns = 74, flag = true, provenance = {own}")
    assert "Guns of Owl: reconstructed: by her tonnage" in wg.read_battle(duel).doubts


def test_a_date_before_christ_is_told_as_people_say_it(duel: Path) -> None:
    assert wg.read_battle(duel).when == "1800"
    assert wg.read_battle(changed(duel, '"1800"', '"-0428-06"')).when == "429 BC, 06"


# What is wrong with one


@pytest.mark.parametrize(
    ("old", "new", "key", "told"),
    [
        ('era = "sail"', 'era = "sail"\nweather = "fine"', "weather", "is not a key that belongs"),
        ('era = "sail"', 'era = "steam"', "era", "steam"),
        ("minutes = 60", "minutes = 0", "minutes", "greater than 0"),
        ('force = "fresh breeze"', 'force = "windy"', "wind.force", "windy"),
        ('from = "SW"', 'from = "south"', "wind.from", "is no direction"),
        ('kind = "corvette"', 'kind = "galleon"', "sides.0.divisions.0.ships.1.kind", "galleon"),
        ('crew = "green"', 'crew = "brave"', "sides.0.divisions.0.ships.1.crew", "brave"),
        ("guns = 38", "guns = 0", "sides.0.divisions.0.ships.0.guns", "say how she was rated"),
        ('kind = "corvette"', 'kind = "trireme"', "sides.0.divisions.0.ships.1.kind", "era sail"),
        ("at = [500, 20]", "at = [0, 1100]", "sides.0.divisions.0.ships.1", "is on Rock"),
        ("at = [500, 20]", "at = [0, 1000]", "sides.0.divisions.0.ships.1", "is on Rock"),
        ("at = [500, 20]", "at = [30, 39]", "sides.0.divisions.0.ships.1", "49 yards apart"),
        ('name = "Kite"', 'name = "Crow"', "sides.1.divisions.0.ships.0.name", "two ships are"),
        ('ships = ["Hawk"]', 'ships = ["Hark"]', "sides.0.aims.1.ships", "did you mean Hawk?"),
        ('ships = ["Hawk"]', 'ships = ["Crow"]', "sides.0.aims.1.ships", "ship of blue"),
        ('edge = "E", ', "", "sides.0.aims.1.edge", "has the edge"),
        ('what = "keep"', 'what = "keep", edge = "N"', "sides.1.aims.0.edge", "has the edge"),
        ('id = "red"', 'id = "blue"', "sides.1.id", "each has an id of its own"),
        ('winner = "blue"', 'winner = "green"', "history.winner", "is no side; write blue, red or"),
        ("[history.fates.red]", "[history.fates.green]", "history.fates.green", "is no side"),
        ("captured = 1", "captured = 2", "history.fates.red", "more than the 1 of red"),
        ('"place"]', '"placing"]', "provenance.1.figures", "'placing' is no figure"),
        ('"guns", "place"', '"guns"', "sides.0.divisions.0.ships.0", "covers place of Hawk"),
        ('"ground", "bat', '"bat', "provenance", "no block covers ground"),
        ('why = "for the tests"', "", "provenance.0", "needs why"),
        ("[100, 1000], [0, 1200]", "[100, 1200], [100, 1000], [-100, 1200]", "ground.0", "crosses"),
        ('id = "duel"', 'id = "dual"', "id", "the file is called 'duel'"),
        ("at = [1000, 0]", "at = [1000]", "sides.1.divisions.0.at", "at least 2"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_the_key_and_what_would_do(
    duel: Path, old: str, new: str, key: str, told: str
) -> None:
    with pytest.raises(BadFile) as caught:
        wg.read_battle(changed(duel, old, new))
    assert caught.value.path == str(duel)
    assert caught.value.key.startswith(key)
    assert told in caught.value.problem


def test_ships_fifty_yards_apart_are_not_in_one_another(duel: Path) -> None:
    assert len(wg.read_battle(changed(duel, "at = [500, 20]", "at = [30, 40]")).vessels) == 4


def test_a_battle_that_is_not_there_is_told_with_those_that_are_like_it(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean lissa"):
        wg.find_battle("lisa")
    with pytest.raises(BadFile, match="there is no such file"):
        wg.find_battle(str(tmp_path / "none.toml"))


# The battles that come with the package

WANTED = {
    "constitution-guerriere": {"british": 1, "american": 1},
    "algesiras": {"british": 6, "french": 4},
    "first-trincomalee": {"british": 10, "french": 15},
    "lissa": {"british": 4, "french": 7},
    "ten-against-ten": {"british": 10, "french": 10},
}


@pytest.mark.parametrize("name", WANTED)
def test_the_battles_asked_for_are_there_with_their_ships(name: str) -> None:
    battle = wg.find_battle(name)
    assert {side.id: len(battle.of(side.id)) for side in battle.sides} == WANTED[name]


@pytest.mark.parametrize("name", battle_names())
def test_every_battle_can_be_read_and_every_figure_says_where_it_is_from(name: str) -> None:
    battle = wg.find_battle(name)
    for figure in battle.figures:
        assert battle.sources[figure].source
    for vessel in battle.vessels:
        assert set(vessel.sources) == set(OF_VESSELS)
        assert all(source.source for source in vessel.sources.values())
    if battle.history is None:
        assert battle.sources["place" if "place" in battle.sources else "date"].status == "house"
    else:
        assert battle.history.minutes <= battle.minutes


def test_what_happened_at_each_battle() -> None:
    # Roosevelt, ch. III; James III 117 and V 355-356; threedecks.org for Algeciras and Sadras.
    happened = {
        "constitution-guerriere": ("american", {"british": (0, 1, 0)}),
        "algesiras": ("french", {"british": (0, 1, 0)}),
        "first-trincomalee": ("draw", {}),
        "lissa": ("british", {"french": (1, 2, 1)}),
    }
    for name, (winner, fates) in happened.items():
        history = wg.find_battle(name).history
        assert history is not None
        assert history.winner == winner
        for side in wg.find_battle(name).sides:
            told = history.of(side.id)
            assert (told.lost, told.captured, told.struck) == fates.get(side.id, (0, 0, 0))


def test_lines_at_lissa_lie_as_the_accounts_have_them() -> None:
    battle = wg.find_battle("lissa")
    british = battle.of("british")
    assert [v.name for v in british] == ["Amphion", "Active", "Volage", "Cerberus"]
    # Starboard tack with the wind north-west: it comes over the right-hand side.
    assert {(battle.wind.source - v.heading) % 360 for v in british} == {67.5}
    # The French have the weather gage: upwind of every British ship.
    upwind = math.radians(battle.wind.source)
    gage = {v.name: v.x * math.sin(upwind) + v.y * math.cos(upwind) for v in battle.vessels}
    assert min(gage[v.name] for v in battle.of("french")) > max(gage[v.name] for v in british)


# Words shared by all stagings


@given(st.floats(0, 359.99), st.sampled_from([4, 6, 8, 16]))
def test_the_nearest_direction_is_the_nearest(degrees: float, points: int) -> None:
    choices = [n * 360 / points for n in range(points)]
    found = wg.nearest_direction(degrees, choices)
    off = abs((found - degrees + 180) % 360 - 180)
    assert off <= 180 / points + 1e-6
    assert all(off <= abs((c - degrees + 180) % 360 - 180) + 1e-6 for c in choices)


@pytest.mark.parametrize(
    ("degrees", "found"), [(270, 240), (90, 60), (345, 0), (329, 300), (331, 0), (30, 0)]
)
def test_of_two_directions_as_near_it_is_the_one_against_the_clock(
    degrees: float, found: float
) -> None:
    assert wg.nearest_direction(degrees, [0, 60, 120, 180, 240, 300]) == found


@pytest.mark.parametrize(
    ("minutes", "each", "turns"), [(60, 2.5, 24), (61, 2.5, 25), (1, 15, 1), (15, 1.5, 10)]
)
def test_turns_hold_the_minutes(minutes: float, each: float, turns: int) -> None:
    assert wg.in_turns(minutes, each) == turns


@given(st.integers(-40, 40), st.integers(-40, 40), st.floats(0, 359), st.floats(0, 0.49))
def test_a_point_lies_in_the_hex_whose_middle_is_within_half_a_hex(
    q: int, r: int, way: float, off: float
) -> None:
    place = wg.place_at(q, r)
    x, y = centre(place, 1 / math.sqrt(3))
    x0, y0 = centre(wg.place_at(0, 0), 1 / math.sqrt(3))
    dx, dy = off * math.sin(math.radians(way)), off * math.cos(math.radians(way))
    assert wg.hex_at(100 * (x - x0 + dx), 100 * (y - y0 + dy), 100) == place


def test_a_chart_keeps_distances_and_turns_north_up(duel: Path) -> None:
    battle = wg.read_battle(duel)
    chart = wg.Chart.around(battle, yards=50, margin=10, least=(30, 30), most=(100, 100))
    places = {v.name: chart.at(v.x, v.y) for v in battle.vessels}
    assert chart.shrunk == 1
    assert (chart.width, chart.height) == (40, 46)
    for one, other in combinations(battle.vessels, 2):
        yards = math.dist((one.x, one.y), (other.x, other.y))
        assert math.dist(places[one.name], places[other.name]) == pytest.approx(
            yards / 50, abs=0.02
        )
    assert places["Owl"][1] > places["Hawk"][1]
    assert all(10 <= x <= 30 and 10 <= y <= 36 for x, y in places.values())


def test_a_battle_too_big_for_the_table_is_drawn_together_and_keeps_its_shape(duel: Path) -> None:
    battle = wg.read_battle(duel)
    chart = wg.Chart.around(battle, yards=50, margin=10, least=(1, 1), most=(30, 30))
    assert (chart.width, chart.height) == (30, 30)
    # Fort and rear ship are 1300 yards apart, 26 inches, for which there are ten.
    assert chart.shrunk == pytest.approx(10 / 26)
    (x, y), (x2, y2) = chart.at(0, 0), chart.at(1000, 0)
    assert (x2 - x, y2 - y) == pytest.approx((1000 / 50 * 10 / 26, 0), abs=0.02)
    assert min(chart.at(v.x, v.y)[1] for v in battle.vessels) >= 10 - 0.01


def test_ground_is_cut_at_the_tables_edge(duel: Path) -> None:
    battle = wg.read_battle(duel)
    chart = wg.Chart.around(battle, yards=50, margin=1, least=(1, 1), most=(100, 100))
    (piece,) = chart.outlines(battle.ground[0].outline)
    assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in piece)
    assert chart.outlines([[9000, 9000], [9900, 9000], [9000, 9900]]) == []


def test_notes_begin_with_the_battles_own_doubts_and_say_nothing_twice(duel: Path) -> None:
    battle = wg.read_battle(duel)
    notes = wg.Notes(battle)
    for _ in range(2):
        notes.guess("The wind is ours.")
        notes.lose("There are no forts.")
    staged = notes.staged(toy_module.TOY.scenarios["locks"])
    assert staged.guesses == (*battle.doubts, "The wind is ours.")
    assert staged.losses == ("There are no forts.",)


def test_the_words_for_crews_and_winds_are_in_their_order() -> None:
    assert CREWS == ("elite", "crack", "average", "green", "poor")
    # The index is Beaufort's number.
    assert (FORCES[0], FORCES[4], FORCES[6], FORCES[8]) == (
        "calm",
        "moderate breeze",
        "strong breeze",
        "gale",
    )


# Played under a ruleset


def toy_stage(battle: wg.Battle) -> wg.Staged:
    """The toy ruleset's own lock scenario, under the battle's name and length."""
    wg.needs_era(battle, "sail", "Toy")
    notes = wg.Notes(battle)
    notes.lose("Everything but the length.")
    locks = toy_module.TOY.scenarios["locks"]
    changes = {"id": f"battle:{battle.id}", "title": battle.title, "turns": battle.minutes // 10}
    return notes.staged(locks.model_copy(update=changes))


@pytest.fixture
def stager(found: plugins.Discovered) -> wg.Ruleset:
    """The toy ruleset, which stages battles."""
    ruleset = replace(toy_module.TOY, stage=toy_stage)
    found.rulesets["toy"] = ruleset
    return ruleset


def finished(scenario: str, seed: int = 3) -> wg.Game:
    game = wg.new_game(scenario, seed=seed)
    play_at_random(game, wg.Dice(seed))
    return game


@pytest.mark.usefixtures("stager")
def test_a_battle_is_played_by_its_name_and_its_record_verifies(tmp_path: Path) -> None:
    game = finished("toy/battle:lissa")
    assert game.rules.scenario.id == "battle:lissa"
    record = wg.load(game.record.save(tmp_path / "game.json"))
    assert record.scenario == "toy/battle:lissa"
    assert record.verify()
    assert "battle_file" not in record.header
    assert record.header["data"]["battles/lissa.toml"] == data_hash(FOLDER / "lissa.toml")


@pytest.mark.usefixtures("stager")
def test_a_battle_of_ones_own_is_played_by_its_path_and_found_again(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(duel.parent)
    game = finished("toy/battle:duel.toml")
    assert game.rules.scenario.turns == 6
    path = game.record.save(duel.parent / "game.json")
    monkeypatch.chdir("/")
    record = wg.load(path)
    assert record.scenario == f"toy/battle:{duel}"
    assert record.verify()
    assert "battles/duel.toml" in record.header["data"]


@pytest.mark.usefixtures("stager")
def test_a_battle_whose_file_changed_is_read_anew_and_a_record_says_so(duel: Path) -> None:
    record = finished(f"toy/battle:{duel}").record
    assert record.verify()
    changed(duel, "minutes = 60", "minutes = 40")
    assert wg.new_game(f"toy/battle:{duel}", seed=3).rules.scenario.turns == 4
    assert record.verify().problem.find("battles/duel.toml") > 0


@pytest.mark.usefixtures("stager")
def test_the_same_battle_is_staged_once() -> None:
    one = plugins.find_scenario("toy/battle:lissa")[1]
    assert plugins.find_scenario("toy/battle:lissa")[1] is one
    assert wg.assemble("toy/battle:lissa") is wg.assemble("toy/battle:lissa")


@pytest.mark.usefixtures("stager")
def test_wrong_names_are_told_with_what_is_like_them(duel: Path) -> None:
    with pytest.raises(UnknownName, match="no battle is called 'lisa'; did you mean lissa"):
        wg.new_game("toy/battle:lisa", seed=1)
    with pytest.raises(UnknownName, match="no ruleset is called 'toys'"):
        wg.new_game("toys/battle:lissa", seed=1)
    changed(duel, 'winner = "blue"', 'winner = "b"')
    with pytest.raises(BadFile, match="is no side"):
        wg.new_game(f"toy/battle:{duel}", seed=1)


def galleys(duel: Path) -> Path:
    text = duel.read_text(encoding="utf-8").replace('era = "sail"', 'era = "galleys"')
    for kind in ("frigate", "corvette", "two-decker"):
        text = text.replace(f'kind = "{kind}"', 'kind = "trireme"')
    duel.write_text(text, encoding="utf-8")
    return duel


@pytest.mark.usefixtures("stager")
def test_a_battle_of_galleys_is_refused_by_a_ruleset_of_sail_in_a_plain_sentence(
    duel: Path,
) -> None:
    with pytest.raises(Contradiction, match="was fought by galleys, and Toy has ships under sail"):
        wg.new_game(f"toy/battle:{galleys(duel)}", seed=1)


def test_a_ruleset_that_stages_no_battles_says_so(toy: wg.Ruleset) -> None:
    with pytest.raises(Contradiction, match="stages no battles"):
        wg.new_game("toy/battle:lissa", seed=1)


def test_a_battle_of_which_a_ruleset_makes_no_sound_scenario_cannot_be_staged(
    found: plugins.Discovered, duel: Path
) -> None:
    def wrong(battle: wg.Battle) -> wg.Staged:
        return wg.Notes(battle).staged(toy_module.TOY.scenario.model_validate({"id": "x"}))

    found.rulesets["toy"] = replace(toy_module.TOY, stage=wrong)
    with pytest.raises(Contradiction, match="cannot stage A duel: "):
        wg.new_game(f"toy/battle:{duel}", seed=1)


# The command


def run(*arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "110"})
    assert done.exit_code == status, done.output
    return done.stdout


@pytest.mark.usefixtures("stager")
def test_battles_are_listed_with_who_can_stage_them() -> None:
    rows = {row["id"]: row for row in json.loads(run("battles", "--json"))}
    assert list(rows) == battle_names()
    assert rows["lissa"]["rulesets"] == ["toy"]
    assert (rows["lissa"]["ships"], rows["lissa"]["minutes"]) == (11, 330)
    text = run("battles")
    assert all(name in text for name in battle_names())


@pytest.mark.usefixtures("stager")
def test_one_battle_is_told_with_ships_sources_history_guesses_and_losses() -> None:
    told = json.loads(run("battles", "lissa", "--json"))
    assert told["history"]["fates"]["french"]["captured"] == 2
    assert told["rulesets"]["toy"]["losses"] == ["Everything but the length."]
    assert told["rulesets"]["toy"]["guesses"] == list(wg.find_battle("lissa").doubts)
    (amphion, *_) = told["sides"][0]["ships"]
    assert (amphion["name"], amphion["guns"], amphion["crew"]) == ("Amphion", 32, "crack")
    assert amphion["provenance"]["place"]["status"] == "reconstructed"
    text = run("battles", "lissa")
    for words in ("Amphion", "Hoste's letter", "2 captured", "Everything but the length"):
        assert words in text


@pytest.mark.usefixtures("stager")
def test_a_battle_of_ones_own_is_read_by_its_path_and_who_cannot_stage_it_says_why(
    duel: Path,
) -> None:
    told = json.loads(run("battles", str(galleys(duel)), "--json"))
    assert "was fought by galleys" in told["rulesets"]["toy"]["reason"]
    assert "cannot stage it" in run("battles", str(duel))


def test_a_copy_of_every_battle_is_the_same_battle(tmp_path: Path) -> None:
    for name in battle_names():
        copy = shutil.copy(battle_path(name), tmp_path)
        assert wg.read_battle(Path(copy)) == wg.find_battle(name)
