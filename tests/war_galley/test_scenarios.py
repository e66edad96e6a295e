"""The battles: their forces, their places as printed, and what is wrong with a bad file."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path
from typing import Any

import pytest
from battles import (
    BATTLES,
    RULESET,
    begun,
    commander_at,
    found,
    in_hex,
    pair,
    scenario,
    scenario_of,
)
from galleys import galley, one, still

import weathergage as wg
import weathergage_war_galley
from weathergage_war_galley import layout, missiles, scenarios
from weathergage_war_galley.parts import ONE_HEX, TYPES
from weathergage_war_galley.scenarios import WarGalleyScenario
from weathergage_war_galley.sheet import Sheet

FORCES: dict[str, dict[str, dict[str, int]]] = {
    "lade": {"persia": {"3": 62}, "ionia": {"3": 35}},
    "arginusae": {"sparta": {"cat3": 30}, "athens": {"cat3": 4, "3": 35}},
    "catana": {"carthage": {"cat3": 25, "T": 10}, "syracuse": {"2": 2, "cat3": 14, "5": 7}},
    "salamis": {
        "antigonids": {"4": 17, "5": 10, "6": 3, "7": 2, "T": 18},
        "ptolemy": {"4": 26, "5": 20},
    },
    "ecnomus": {"rome": {"5": 22, "cat3": 6, "T": 9}, "carthage": {"cat3": 8, "5": 16}},
    "drepanum-approach": {"carthage": {"5": 31}, "rome": {"5": 31}},
    "drepanum-battle": {"carthage": {"5": 31}, "rome": {"5": 31}},
    "aegates": {"rome": {"5": 33}, "carthage": {"5": 33}},
    "chios": {
        "macedon": {"10": 1, "8": 2, "7": 1, "5": 6, "4": 6, "Trm": 1, "L": 25},
        "allies": {"5": 22, "Trm": 3, "cat3": 1},
    },
    "side": {
        "syria": {"7": 3, "6": 4, "5": 10, "4": 20, "cat3": 10, "3": 5},
        "rhodes": {"4": 32, "cat3": 4, "3": 6},
    },
    "myonessus": {"syria": {"7": 1, "6": 1, "5": 28}, "rome": {"5": 20, "cat3": 7}},
    "tauris": {
        "caesarians": {"RL": 4, "L2": 2, "cat3": 5, "5": 2},
        "pompeians": {"L2": 3, "3": 3, "cat3": 4, "4": 4, "5": 2},
    },
    "naulochus": {
        "pompeians": {"L2": 14, "cat3": 25},
        "caesarians": {"L2": 5, "cat3": 11, "4": 12, "5": 5, "6": 1},
    },
    "actium": {
        "octavian": {"L2": 10, "cat3": 25, "4": 20, "5": 10},
        "antony": {"4": 2, "5": 30, "6": 8, "7": 3, "8": 1, "10": 1},
    },
}

LEVELS = {
    "lade": {"persia": 70, "ionia": 100},
    "arginusae": {"sparta": 80, "athens": 70},
    "catana": {"carthage": 55, "syracuse": 80},
    "salamis": {"antigonids": 125, "ptolemy": 100},
    "ecnomus": {"rome": 65, "carthage": 75},
    "drepanum-approach": {"carthage": 85, "rome": 85},
    "drepanum-battle": {"carthage": 85, "rome": 85},
    "aegates": {"rome": 80, "carthage": 80},
    "chios": {"allies": 60, "macedon": 70},
    "side": {"rhodes": 135, "syria": 100},
    "myonessus": {"rome": 85, "syria": 75},
    "tauris": {"pompeians": 30, "caesarians": 35},
    "naulochus": {"caesarians": 85, "pompeians": 80},
    "actium": {"octavian": 135, "antony": 150},
}


# All battles


@pytest.mark.clause("2.0")
def test_thirteen_battles_are_playable_fifteen_with_their_versions() -> None:
    assert set(BATTLES) <= set(RULESET.scenarios)
    assert len({id.partition("-")[0] for id in BATTLES}) == 13
    both = [begun("ecnomus"), begun("ecnomus", no_transports=True)]
    assert len(BATTLES) + len(both) - 1 == 15
    assert [sum(g.counter.type == "T" for g in t.state.galleys) for t in both] == [9, 0]


@pytest.mark.parametrize("id", BATTLES)
def test_every_galley_lies_in_adjoining_hexes_of_its_own(id: str) -> None:
    table = begun(id)
    sheet = scenario_of(table).sheet
    filled: set[int] = set()
    for ship in table.state.galleys:
        if ship.gone == "waiting":
            continue
        assert ship.gone == ""
        assert wg.distance(ship.hexes[0], ship.hexes[-1]) == ship.counter.hexes - 1
        assert ship.bow in sheet.hexes
        assert filled.isdisjoint(ship.hexes)
        filled.update(ship.hexes)
        if id not in ("catana", "drepanum-approach"):
            assert ship.hexes[-1] in sheet.hexes
        if id != "drepanum-approach":
            assert sheet.land.isdisjoint(ship.hexes)
    assert table.state.at.keys() == filled


@pytest.mark.parametrize("id", BATTLES)
def test_every_pair_is_printed_as_two_hexes_that_adjoin(id: str) -> None:
    made = scenario(id)
    for side in made.sides:
        for block in side.blocks:
            for pose in scenarios.poses_of(made.sheet, side, block):
                hexes = pose.hexes(side.size(block))
                assert len(set(hexes)) == side.size(block)
                assert pose.bow in made.sheet.hexes


@pytest.mark.parametrize("id", BATTLES)
def test_forces_and_levels_are_those_of_the_book(id: str) -> None:
    table = begun(id)
    for side, forces in FORCES[id].items():
        own = [g.counter.type for g in table.state.galleys if g.side == side]
        assert Tally(own) == forces
    assert scenarios.levels(table.rules) == LEVELS[id]
    assert scenario(id).victory.ratio == 2


@pytest.mark.parametrize("id", BATTLES)
def test_every_commander_has_a_galley_to_himself(id: str) -> None:
    table = begun(id)
    galleys = [leader.galley for leader in table.state.commanders]
    assert min(galleys) >= 0
    assert len(set(galleys)) == len(galleys)
    for leader in table.state.commanders:
        ship = table.state.galleys[leader.galley]
        assert ship.side == leader.side
        assert leader.fleet in ("", ship.counter.fleet)
        assert not leader.only or ship.counter.type in leader.only


@pytest.mark.parametrize("id", [*BATTLES, "first-evening", "tournament"])
def test_every_scenario_says_what_is_not_printed(id: str) -> None:
    made = scenario(id)
    assert made.notes
    assert made.turns > 0
    assert made.summary
    assert made.history
    unprinted = [e for s in made.sides for e in s.commanders if e.status != "printed"]
    assert len(made.doubts) >= len(unprinted)
    assert all(doubt.endswith(".") for doubt in made.doubts)


@pytest.mark.clause("4.0")
def test_a_counter_is_one_galley_whatever_it_stands_for() -> None:
    table = begun("ecnomus")
    assert scenario("ecnomus").scale == (8, 8)
    assert sum(g.counter.type == "5" and g.side == "rome" for g in table.state.galleys) == 22
    assert scenario("lade").scale == (10, 10)
    assert scenario("chios").scale == (3, 6)


@pytest.mark.clause("4.1")
def test_there_are_fourteen_types_of_galley() -> None:
    assert len(TYPES) == 14
    assert TYPES["5"] == "quinquereme"
    assert TYPES["3"] != TYPES["cat3"]
    used = {g.counter.type for id in BATTLES for g in begun(id).state.galleys}
    assert used == set(TYPES)


@pytest.mark.clause("2.1-size")
def test_lembi_and_transports_fill_one_hex_and_all_others_two() -> None:
    assert {"L", "RL", "T"} == ONE_HEX
    chios = begun("chios")
    line = [pair(chios, f"25{row:02}") for row in range(7, 15)]
    assert line == [f"25{row:02}" for row in range(7, 15)]
    ecnomus = begun("ecnomus")
    column = {in_hex(ecnomus, f"N33{row:02}").n for row in range(5, 13)}
    assert len(column) == 4
    assert pair(begun("tauris"), "4216") == "4216-4316"


@pytest.mark.clause("2.1-type")
def test_a_galley_is_known_by_colour_type_and_number() -> None:
    table = begun("aegates")
    red, green = found(table, "rome", "5/55"), found(table, "carthage", "5/55")
    assert red.counter.code == "red 5/55"
    assert green.counter.code == "green 5/55"
    assert (red.counter.crew, green.counter.crew) == (2, 1)
    assert found(table, "rome", "5/50").counter.code == "5/50"


@pytest.mark.clause("2.1-type")
def test_a_scenario_says_otherwise_than_a_counter() -> None:
    assert found(begun("drepanum-battle"), "rome", "5/55").crew == 2
    assert found(begun("drepanum-battle"), "rome", "5/35").crew == 1
    assert found(begun("actium"), "antony", "5/55").crew == 1


@pytest.mark.clause("2.1-type")
def test_there_are_twelve_differently_rated_quinqueremes() -> None:
    folder = Path(weathergage_war_galley.__file__).parent / "ships"
    fives = [s for s in wg.load_ships(folder).values() if s.ratings["type"] == "5"]
    assert len(fives) == 12


@pytest.mark.clause("2.1-crew")
def test_crews_are_one_to_four_and_nought_in_a_prize() -> None:
    game = still(galley("5/1", "2319", crew=4, captured="captured"), galley("5/2", "3019"))
    assert one(game, "5/1").crew == 0
    assert one(game, "5/2").crew == 2
    for id in BATTLES:
        assert all(1 <= g.counter.crew <= 4 for g in begun(id).state.galleys)


@pytest.mark.clause("2.1-ram")
def test_the_side_that_is_up_gives_the_ram_and_the_anastrophe() -> None:
    game = still(
        galley("3/1", "2319", ram=(4, 6), anastrophe=True),
        galley("3/2", "3019", ram=(4, 6), anastrophe=True, maximum=True),
    )
    assert one(game, "3/1").ram == 4
    assert not one(game, "3/1").maximum
    assert one(game, "3/2").ram == 6


@pytest.mark.clause("2.1-manpower")
def test_depletions_are_taken_from_manpower() -> None:
    game = still(galley("5/1", "2319", manpower=3, depletion=2))
    assert one(game, "5/1").manpower == 1


@pytest.mark.clause("2.1-engines")
def test_engines_add_one_to_missile_fire() -> None:
    game = still(
        galley("5/1", "2319", engines=True, towers=False),
        galley("5/2", "2420", side="carthage", engines=False, towers=False),
    )
    changes = missiles.modifiers(game, one(game, "5/1"), one(game, "5/2"))
    assert sum(value for _, value, _ in changes) == 1
    back = missiles.modifiers(game, one(game, "5/2"), one(game, "5/1"))
    assert sum(value for _, value, _ in back) == 0


@pytest.mark.clause("2.1-towers")
def test_towers_have_the_height_of_those_without() -> None:
    game = still(
        galley("5/1", "2319", engines=False, towers=True),
        galley("5/2", "2420", side="carthage", engines=False, towers=False),
    )
    changes = missiles.modifiers(game, one(game, "5/1"), one(game, "5/2"))
    assert sum(value for _, value, _ in changes) == 1


@pytest.mark.clause("2.1-speed")
def test_a_counter_on_its_back_has_its_maximum_speed() -> None:
    game = still(
        galley("4/1", "2319", speed=(4, 6)), galley("4/2", "3019", speed=(4, 6), maximum=True)
    )
    assert one(game, "4/1").printed_speed == 4
    assert one(game, "4/2").printed_speed == 6


@pytest.mark.clause("6.13-towers")
def test_towers_take_nothing_off_the_printed_maximum() -> None:
    game = still(galley("4/1", "2319", speed=(4, 6), towers=True, maximum=True))
    assert one(game, "4/1").printed_speed == 6
    assert found(begun("actium"), "octavian", "4/40").counter.speed == (4, 6)


@pytest.mark.clause("4.1-cataphract")
def test_a_roofed_deck_changes_nothing_in_missile_fire() -> None:
    game = still(
        galley("5/1", "2319", engines=False, towers=False),
        galley("cat3/1", "2420", side="carthage"),
        galley("3/1", "2220", side="carthage"),
    )
    firer = one(game, "5/1")
    roofed = missiles.modifiers(game, firer, one(game, "cat3/1"))
    assert roofed == missiles.modifiers(game, firer, one(game, "3/1"))


@pytest.mark.clause("2.1-commanders")
def test_a_fleet_has_as_many_command_ships_as_commanders() -> None:
    table = begun("catana")
    leaders = [c for c in table.state.commanders if c.side == "carthage"]
    assert len({c.galley for c in leaders}) == 3
    assert [c.is_admiral for c in leaders] == [True, False, False]


@pytest.mark.clause("5.11")
def test_a_squadron_commander_has_a_range_and_no_initiative() -> None:
    table = begun("catana")
    gisgo = next(c for c in table.state.commanders if c.id == "gisgo")
    assert gisgo.range == 4
    assert gisgo.initiative is None


@pytest.mark.clause("5.12")
def test_octavius_at_tauris_has_range_four_and_initiative_nought() -> None:
    table = begun("tauris")
    octavius = next(c for c in table.state.commanders if c.id == "octavius")
    assert (octavius.range, octavius.initiative) == (4, 0)
    assert octavius.is_admiral
    entry = scenario("tauris").side("pompeians").commanders[0]
    assert entry.status == "printed"


@pytest.mark.clause("2.2")
def test_only_the_land_of_the_battle_counts() -> None:
    arginusae, drepanum = scenario("arginusae").sheet, scenario("drepanum-battle").sheet
    harbour = drepanum.parse("6016")
    assert harbour in drepanum.land
    assert harbour not in arginusae.land
    assert arginusae.parse("3524") in arginusae.land
    assert arginusae.parse("3524") not in drepanum.land


@pytest.mark.clause("2.2")
def test_ecnomus_is_sea_but_for_the_edge_beyond_column_60() -> None:
    sheet = scenario("ecnomus").sheet
    assert not sheet.land
    assert sheet.coast == {"60"}
    assert sheet.is_coastal(sheet.parse("S6010"), sheet.beyond("S6110"))
    assert not sheet.is_coastal(sheet.parse("N1010"), sheet.beyond("N0910"))


# The battles as printed


def test_lade_the_persians_point_at_row_28_and_the_ionians_at_row_00() -> None:
    table = begun("lade")
    assert pair(table, "2007") == "2007-2006"
    assert pair(table, "5004") == "5004-5003"
    assert pair(table, "4815") == "4815-4816"
    assert pair(table, "4826") == "4825-4826"
    assert pair(table, "4428") == "4427-4428"
    assert {in_hex(table, f"30{row}").counter.fleet for row in range(15, 21)} == {"teos"}
    waiting = {a.line: len(a.numbers) for a in table.state.arrivals}
    assert waiting == {"chios": 4, "miletus": 1}


def test_lade_the_squadrons_of_the_islands_keep_to_themselves() -> None:
    table = begun("lade")
    for leader in table.state.commanders:
        if leader.side == "ionia":
            assert table.state.galleys[leader.galley].counter.fleet == leader.fleet
            assert not leader.is_admiral


def test_arginusae_is_set_up_in_full() -> None:
    table = begun("arginusae")
    assert pair(table, "4908") == "4908-4907"
    assert commander_at(table, "callicratides") == "2308-2307"
    assert commander_at(table, "hippeus") == "3520-3521"
    assert pair(table, "3323") == "3323-3324"
    assert pair(table, "4923") == "4923-4924"
    assert found(table, "athens", "3/29").crew == 1


def test_catana_places_the_syracusans_with_their_sterns_beyond_the_edge() -> None:
    table = begun("catana")
    sheet = scenario("catana").sheet
    for ship in table.state.galleys:
        if ship.side == "syracuse":
            assert sheet.from_edge(ship.bow, "00") == 0
            assert ship.stern not in sheet.hexes
        elif ship.counter.type == "T":
            assert ship.manpower == 0
            sea_room = ship.counter.sea
            assert sea_room is not None
            assert sheet.parse("5710") in sea_room
            assert sheet.parse("5810") not in sea_room
        else:
            assert sheet.from_edge(ship.bow, "28") <= 6


def test_salamis_has_its_wings_and_its_centre() -> None:
    table = begun("salamis")
    assert commander_at(table, "demetrius") == "3907-3906"
    assert commander_at(table, "plistias") == "1507-1506"
    assert commander_at(table, "orestes") == "2507"
    assert pair(table, "4307") == "4307-4306"
    assert in_hex(table, "3507").counter.type == "7"
    assert {in_hex(table, f"{c}04").counter.type for c in range(35, 41)} == {"5", "6"}
    assert commander_at(table, "khefren") == "1623-1624"
    assert found(table, "antigonids", "T/1").manpower == 3


def test_ecnomus_has_the_wedge_with_transports_in_tow() -> None:
    table = begun("ecnomus")
    assert commander_at(table, "manlius") == "S3712-S3713"
    assert pair(table, "S3814") == "S3814-S3815"
    assert pair(table, "N2616") == "N2616-N2615"
    assert commander_at(table, "hanno") == "N2616-N2615"
    assert commander_at(table, "gisgo") == "N4714-N4713"
    for column in range(32, 41):
        tug, transport = in_hex(table, f"S{column}21"), in_hex(table, f"S{column}23")
        assert tug.tows == transport.n
        assert transport.towed == tug.n
        assert transport.counter.points == 10
    assert found(table, "rome", "5/8").counter.corvus
    assert not found(table, "rome", "cat3/31").counter.corvus
    assert wg.HEADINGS[table.state.wind] == "NW"


def test_drepanum_the_vanguard_comes_on_in_echelon() -> None:
    table = begun("drepanum-approach")
    assert pair(table, "2326") == "2326-2227"
    assert pair(table, "1926") == "1926-1826"
    ahead = layout.Pose(in_hex(table, "2126").bow, in_hex(table, "2126").heading)
    behind = layout.Pose(in_hex(table, "1926").bow, in_hex(table, "1926").heading)
    assert layout.is_behind(behind, 2, ahead, 2)
    sheet = scenario("drepanum-approach").sheet
    assert in_hex(table, "6016").heading == wg.HEADINGS.index("NW")
    assert sheet.parse("5915") == sheet.parse("6016") + wg.STEP[5]


def test_drepanum_the_battle_has_the_romans_in_two_files() -> None:
    table = begun("drepanum-battle")
    assert pair(table, "3526") == "3526-3426"
    assert pair(table, "3527") == "3527-3427"
    assert commander_at(table, "adherbal") == "3409-3408"
    assert commander_at(table, "fabius") == "4826-4926"
    assert commander_at(table, "pulcher") == "2527-2427"
    assert commander_at(table, "metellus") == "3727-3627"
    assert pair(table, "4727") == "4727-4827"


@pytest.mark.clause("3.2")
@pytest.mark.parametrize(
    ("id", "side"),
    [
        ("lade", "ionia"),
        ("arginusae", ""),
        ("catana", ""),
        ("salamis", "antigonids"),
        ("ecnomus", "carthage"),
        ("drepanum-approach", "carthage"),
        ("drepanum-battle", "carthage"),
        ("aegates", "carthage"),
        ("chios", ""),
        ("side", ""),
        ("myonessus", ""),
        ("tauris", "pompeians"),
        ("naulochus", ""),
        ("actium", ""),
    ],
)
def test_who_has_the_first_initiative_by_the_scenario(id: str, side: str) -> None:
    assert scenario(id).special.initiative == side


def test_chios_fills_its_lines_but_for_the_last_two_hexes() -> None:
    table = begun("chios")
    assert commander_at(table, "demokrates") == "2721-2720"
    assert found(table, "macedon", "10/1").n == in_hex(table, "2721").n
    heavy = {in_hex(table, f"27{row}").counter.type for row in range(14, 22)}
    assert heavy == {"10", "8", "7"}
    sheet = scenario("chios").sheet
    assert sheet.parse("3703") in table.state.at
    assert sheet.parse("3803") not in table.state.at
    assert pair(table, "1820") == "1820-1919"
    assert pair(table, "3623") == "3623-3722"
    assert commander_at(table, "philostratus") == "5009-5109"
    assert commander_at(table, "theopholiscus") == "4904-5005"


def test_side_has_three_columns_and_three_lines_that_wait() -> None:
    table = begun("side")
    assert commander_at(table, "eudamus") == "N3106-N3206"
    assert commander_at(table, "pamphilidus") == "N4108-N4107"
    assert commander_at(table, "chariclitus") == "N5110-N5109"
    assert {a.line: len(a.numbers) for a in table.state.arrivals} == {
        "right": 8,
        "centre": 2,
        "left": 8,
    }
    assert pair(table, "N5500") == "N5500-N5600"


def test_myonessus_settles_the_two_places_that_do_not_fit() -> None:
    table = begun("myonessus")
    assert commander_at(table, "aemilius") == "2906-2905"
    assert commander_at(table, "zeuxis") == "4120-4121"
    assert commander_at(table, "polyxenidas") == "3021-3022"
    assert commander_at(table, "eudamus") == "5306-5206"
    assert pair(table, "4100") == "4100-4000"
    assert sum(len(a.numbers) for a in table.state.arrivals) == 14


def test_tauris_starts_under_sail_in_the_fog() -> None:
    table = begun("tauris")
    assert commander_at(table, "vatinius") == "3713-3814"
    assert commander_at(table, "drusus") == "4817-4917"
    assert all(g.sail for g in table.state.galleys if g.side == "caesarians")
    assert table.state.wind == -1
    assert in_hex(table, "3421").counter.type == "4"
    assert scenario("tauris").special.foul.ignition == 5


@pytest.mark.clause("8.5")
def test_flame_and_firepots_are_what_the_scenario_says() -> None:
    assert not any(g.counter.flame for g in begun("naulochus").state.galleys)
    bold = begun("naulochus", naulochus_fire=True)
    assert found(bold, "caesarians", "4/27").counter.flame
    assert not found(bold, "caesarians", "L2/1").counter.flame
    rhodian = found(begun("myonessus"), "rome", "cat3/26").counter
    assert rhodian.firepots
    assert not rhodian.flame
    assert found(begun("salamis"), "antigonids", "5/1").counter.flame


def test_naulochus_with_towers_slows_all_but_the_liburnians() -> None:
    plain, tall = begun("naulochus"), begun("naulochus", naulochus_towers=True)
    for code, slower in (("4/27", 1), ("cat3/31", 1), ("6/6", 1), ("L2/1", 0)):
        before = found(plain, "caesarians", code).counter.speed[1]
        after = found(tall, "caesarians", code).counter
        assert before - after.speed[1] == slower
        assert after.towers == bool(slower)
    assert found(plain, "caesarians", "6/6").counter.harpax
    assert not found(plain, "caesarians", "cat3/31").counter.harpax


def test_actium_is_joined_at_column_60_under_column_10() -> None:
    table = begun("actium")
    sheet = scenario("actium").sheet
    assert sheet.parse("N6005") == sheet.parse("S1005")
    assert sheet.label(sheet.parse("N6005")) == "S1005"
    assert pair(table, "N5919") == "N5919-N5920"
    assert pair(table, "S1019") == "S1019-S1020"
    assert pair(table, "N4409") == "N4409-N4408"
    assert commander_at(table, "cleopatra") == "N5505-N5504"
    assert sum(g.anchored for g in table.state.galleys) == 15
    assert not sheet.is_coastal(sheet.parse("N4600"), sheet.parse("N4600") - 1)
    assert sheet.is_coastal(sheet.parse("N4500"), sheet.parse("N4500") - 1)


def test_actium_crews_are_one_but_in_the_two_flagships() -> None:
    table = begun("actium")
    crews = {g.counter.code: g.crew for g in table.state.galleys if g.side == "antony"}
    assert {code for code, crew in crews.items() if crew == 3} == {"10/1", "8/3"}
    assert {crew for code, crew in crews.items() if code not in ("10/1", "8/3")} == {1}
    assert found(table, "antony", "5/50").counter.speed == (4, 6)
    assert found(table, "antony", "10/1").counter.speed == (3, 5)
    assert all(g.towers for g in table.state.galleys)


# Reading places


def test_pairs_are_bow_first_unless_a_heading_says_otherwise() -> None:
    sheet = Sheet()
    assert layout.written(sheet, layout.read(sheet, "2118-2219", 2)[0]) == "2118 NW"
    assert layout.written(sheet, layout.read(sheet, "2007-6", 2)[0]) == "2007 S"
    assert layout.written(sheet, layout.read(sheet, "1506-7 S", 2)[0]) == "1507 S"
    assert len(layout.read(sheet, "3226-7 to 4226-7 by 2", 2)) == 6
    assert [layout.written(sheet, p) for p in layout.read(sheet, "2507 to 2510 S", 2)] == [
        "2510 S",
        "2508 S",
    ]


@pytest.mark.parametrize(
    ("text", "size", "told"),
    [
        ("2319-2322", 2, "do not adjoin"),
        ("2319-20 NE", 2, "heads N or S"),
        ("2319", 2, "needs a heading"),
        ("here", 2, "places nothing"),
        ("3021 to 3027 N", 2, "7 hexes"),
        ("2319-20", 1, "small galley"),
        ("2105 to 2109 NE", 1, "no line"),
    ],
)
def test_a_place_that_makes_no_sense_is_told(text: str, size: int, told: str) -> None:
    with pytest.raises(wg.WeathergageError, match=told):
        layout.read(Sheet(), text, size)


# Files that are wrong


def data(**more: Any) -> dict[str, Any]:
    side = {
        "id": "rome",
        "name": "Rome",
        "colour": "red",
        "galleys": [{"type": "5", "numbers": [8, 9]}],
        "blocks": [{"id": "a", "galleys": ["5/8-9"], "at": ["2319-20", "2419-20"]}],
        "commanders": [{"id": "x", "name": "X", "range": 4, "at": "2319"}],
    }
    side.update(more.pop("rome", {}))
    made = {
        "id": "wrong",
        "title": "Wrong",
        "date": "-0250",
        "source": "tests",
        "status": "house",
        "turns": 5,
        "sides": [side, {"id": "carthage", "name": "Carthage", "colour": "green"}],
    }
    made.update(more)
    return made


def test_the_file_that_the_wrong_ones_are_made_of_is_right() -> None:
    WarGalleyScenario.model_validate(data())


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rome": {"blocks": []}, "order": ["gaul"]}, "names 'gaul', which is no side"),
        ({"rome": {"galleys": [{"type": "9", "numbers": [1, 1]}]}}, "no type of galley"),
        ({"rome": {"galleys": [{"type": "5", "numbers": [8, 200]}]}}, "there is no red"),
        (
            {"rome": {"blocks": [{"id": "a", "galleys": ["5/8"], "at": ["2319-20"]}]}},
            "5/9 is placed nowhere",
        ),
        (
            {"rome": {"blocks": [{"id": "a", "galleys": ["5/8-10"], "at": ["2319-20"]}]}},
            "5/10 is none of its galleys",
        ),
        (
            {"rome": {"blocks": [{"id": "a", "galleys": ["5/8-9"], "at": ["2319-20", "2318-9"]}]}},
            "2319 is taken",
        ),
        (
            {"rome": {"blocks": [{"id": "a", "galleys": ["5/8-9"], "at": ["2319-20", "2327-8"]}]}},
            "is off the map",
        ),
        (
            {"rome": {"blocks": [{"id": "a", "galleys": ["5/8-9"], "at": ["2319-22", "2419-20"]}]}},
            "do not adjoin",
        ),
        ({"map": {"land": ["2420"]}}, "2420 is land"),
        ({"map": {"land": ["24"]}}, "map: "),
        (
            {"rome": {"commanders": [{"id": "x", "name": "X", "range": 4, "at": "3030"}]}},
            "no galley for X is in 3030",
        ),
        ({"wind": {"changes": "steady"}}, "give where it blows to"),
        ({"wind": {"changes": "steady", "to": "W"}}, "write one of N, NE"),
        ({"special": {"in_command": {"y": ["5/8"]}}}, "commander 'y'"),
    ],
)
def test_a_file_that_is_wrong_is_told_in_a_sentence(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        WarGalleyScenario.model_validate(data(**changes))


def test_without_transports_the_third_squadron_is_slow_at_first() -> None:
    special = scenario("ecnomus").special
    assert special.first_speed is not None
    table = begun("ecnomus", no_transports=True)
    limit = special.first_speed
    slow = scenarios.numbers_of(table.state, limit.side, limit.galleys)
    assert {pair(table, f"S{column}21")[:5] for column in range(32, 41)} == {
        scenario("ecnomus").sheet.label(table.state.galleys[n].bow) for n in slow
    }
    assert limit.points == 2
