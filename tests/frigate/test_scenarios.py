"""The twenty scenarios: what the files say, how they are set up, and what a bad file is told."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import weathergage_frigate
from weathergage import (
    HEADINGS,
    BadFile,
    Dice,
    UnknownName,
    WeathergageError,
    axial,
    distance,
    is_straight,
    load_scenarios,
    load_ships,
    load_tables,
)
from weathergage_frigate.routes import rates
from weathergage_frigate.scenarios import (
    NOWHERE,
    TO_DEPLOY,
    FleetEntry,
    FrigateScenario,
    place_on,
    set_up,
)
from weathergage_frigate.state import FLAGSHIP, FLEET_FLAGSHIP, FrigateState, Ship
from weathergage_frigate.views import plain

HOME = Path(weathergage_frigate.__path__[0])
SHIPS = load_ships(HOME / "ships")
TABLES = load_tables(HOME / "tables")
SCENARIOS = load_scenarios(HOME / "scenarios", FrigateScenario)

# id: clause, ships of each side in the file's order
CONTENTS = {
    "constitution-guerriere": ("14.1", 1, 1),
    "gulf-of-tehuantepec": ("14.2", 1, 1),
    "bay-of-bengal": ("14.3", 2, 2),
    "azores": ("14.4", 3, 2),
    "pondicherry": ("14.5", 5, 4),
    "st-jago": ("14.6", 5, 5),
    "lissa": ("15.1", 7, 4),
    "the-lizard": ("15.2", 13, 5),
    "santa-martha": ("15.3", 7, 10),
    "cape-finisterre": ("15.4", 8, 14),
    "ceylon": ("15.5", 13, 10),
    "cape-fear": ("15.6", 9, 14),
    "first-trincomalee": ("16.1", 14, 10),
    "madras": ("16.2", 15, 10),
    "dogger-bank": ("16.3", 15, 14),
    "minorca": ("16.4", 17, 14),
    "nile": ("16.5", 17, 14),
    "camperdown": ("16.6", 16, 16),
    "glorious-first-of-june": ("16.7", 26, 26),
    "trafalgar": ("16.8", 38, 31),
}

# scenario and fleet: efficiency, gunnery rating, Preservation Level
RATINGS = {
    "constitution-guerriere british": ("high", 1, None),
    "constitution-guerriere us": ("high", 1, None),
    "gulf-of-tehuantepec spanish-rebels": ("low", 3, None),
    "gulf-of-tehuantepec british": ("high", 1, None),
    "bay-of-bengal french": ("moderate", 3, 3),
    "bay-of-bengal british": ("high", 1, 4),
    "azores british": ("high", 1, 6),
    "azores us": ("low", 2, 2),
    "pondicherry french": ("high", 2, 10),
    "pondicherry british": ("high", 1, 8),
    "st-jago french": ("moderate", 2, 3),
    "st-jago british": ("moderate", 1, 5),
    "lissa franco-italian": ("moderate", 2, 8),
    "lissa british": ("high", 1, 6),
    "the-lizard french": ("moderate", 2, 16),
    "the-lizard british": ("high", 1, None),
    "santa-martha british": ("moderate", 1, 9),
    "santa-martha french": ("moderate", 2, 5),
    "santa-martha dutch": ("high", 2, 12),
    "cape-finisterre french": ("moderate", 2, None),
    "cape-finisterre british": ("high", 2, 17),
    "ceylon french": ("high", 2, 26),
    "ceylon british": ("moderate", 2, 13),
    "cape-fear british": ("high", 1, 18),
    "cape-fear us": ("high", 1, 12),
    "first-trincomalee french": ("moderate", 2, 14),
    "first-trincomalee british": ("moderate", 2, 12),
    "madras french": ("high", 1, 45),
    "madras british": ("high", 1, 30),
    "dogger-bank british": ("moderate", 1, 20),
    "dogger-bank dutch": ("high", 1, 30),
    "minorca french": ("moderate", 2, 28),
    "minorca british": ("moderate", 3, 18),
    "nile french": ("", 2, None),
    "nile british": ("high", 1, 28),
    "camperdown british": ("high", 2, 27),
    "camperdown dutch": ("high", 2, 27),
    "glorious-first-of-june french": ("low", 3, 36),
    "glorious-first-of-june british": ("high", 1, 48),
    "trafalgar franco-spanish": ("moderate", 2, 53),
    "trafalgar british": ("high", 1, 57),
}

# Where the ships deployed are still not those of the forces. The hexes of 16.7 have two flags
# more than its forces, and nothing says which.
DIFFERENCES = {
    "glorious-first-of-june": (
        "British B-100 F: 4 in the forces, 5 deployed",
        "British B-74 F: 2 in the forces, 3 deployed",
    )
}

# Everything that is not as the book prints it.
DOUBTS = {
    "lissa": ["Franco-Italian A-14 Mercure on C 1301"],
    "ceylon": ["French A-64 Duc de Bourgoyne on B 0410"],
    "madras": ["British B-64 Exeter on A 0502"],
    "camperdown": ["Dutch C-50 Alkmaar on E 0210"],
    "glorious-first-of-june": ["British B-74 Audacious on B 1809"],
    "trafalgar": ["Franco-Spanish ratings", "British ratings", "British ships on section D"],
}


def table(scenario: FrigateScenario, dice: Dice | None = None) -> FrigateState:
    """The state at the start of a scenario."""
    rules = SimpleNamespace(scenario=scenario, ships=SHIPS, tables=TABLES, options=None)
    return set_up(rules, dice or Dice(1))


def begun(id: str, dice: Dice | None = None) -> FrigateState:
    return table(SCENARIOS[id], dice)


def at(state: FrigateState, side: str, where: str) -> Ship:
    """The ship of a side on a hex."""
    place = state.sections.parse(where)
    return next(ship for ship in state.ships if ship.side == side and ship.place == place)


def types(fleet: FleetEntry) -> Tally[str]:
    return Tally(ship.type for ship in fleet.ships)


def small(**more: Any) -> dict[str, Any]:
    """A scenario of two ships, as a file's data."""
    data: dict[str, Any] = {
        "id": "small",
        "title": "Small",
        "date": "1800",
        "source": "tests",
        "status": "house",
        "turns": 16,
        "wind": {"from": "N", "force": "light"},
        "victory": {"kind": "points"},
        "sides": [side("british", "B"), side("french", "A")],
    }
    return data | more


def side(name: str, mix: str, **fleet: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": name,
        "name": name.title(),
        "nation": name,
        "mix": mix,
        "gunnery": 1,
        "forces": [{"type": f"{mix}-74", "count": 1}],
    }
    entry["groups"] = [group([f"{mix}-74"], column=5 if mix == "A" else 10)]
    return {"id": name, "name": name.title(), "fleets": [entry | fleet]}


def group(types: list[str], column: int, section: str = "A") -> dict[str, Any]:
    ships = [{"type": type, "hex": f"{column:02}{row:02}"} for row, type in enumerate(types, 1)]
    return {"section": section, "heading": "N", "speed": 4, "ships": ships}


# Contents


@pytest.mark.clause("13.0-general")
def test_there_are_twenty_scenarios_in_three_groups_and_in_the_books_order() -> None:
    clauses = [scenario.clause for scenario in SCENARIOS.values()]
    assert list(SCENARIOS) == list(CONTENTS)
    assert Tally(clause.split(".")[0] for clause in clauses) == {"14": 6, "15": 6, "16": 8}


@pytest.mark.clause("13.0-general")
@pytest.mark.parametrize("id", CONTENTS)
def test_a_scenario_names_its_place_in_the_book_and_its_ships(id: str) -> None:
    scenario = SCENARIOS[id]
    clause, *ships = CONTENTS[id]
    assert (scenario.clause, scenario.source) == (clause, f"Frigate, {clause}")
    assert [sum(1 for f in s.fleets for _ in f.ships) for s in scenario.sides] == ships
    assert scenario.ship_count == len(begun(id).ships) == sum(int(n) for n in ships)
    assert scenario.summary
    assert scenario.history


@pytest.mark.clause("13.0-general")
def test_the_smallest_has_two_ships_and_the_largest_sixty_nine() -> None:
    assert SCENARIOS["constitution-guerriere"].ship_count == 2
    assert SCENARIOS["trafalgar"].ship_count == 69


@pytest.mark.clause("13.0-length")
def test_every_scenario_lasts_sixteen_turns() -> None:
    assert {scenario.turns for scenario in SCENARIOS.values()} == {16}


# Forces


@pytest.mark.clause("13.0-forces")
@pytest.mark.parametrize("id", CONTENTS)
def test_the_ships_deployed_are_those_of_the_forces(id: str) -> None:
    assert SCENARIOS[id].differences == DIFFERENCES.get(id, ())


@pytest.mark.clause("13.0-forces", "3.23")
@pytest.mark.parametrize("id", CONTENTS)
def test_no_scenario_needs_more_counters_than_there_are(id: str) -> None:
    needed = sum((types(fleet) for fleet in SCENARIOS[id].fleets), Tally[str]())
    assert all(count <= SHIPS[type].quantity for type, count in needed.items())


@pytest.mark.clause("13.0-forces")
@pytest.mark.parametrize("id", CONTENTS)
def test_whatever_is_not_printed_is_marked_and_reasoned(id: str) -> None:
    doubts = SCENARIOS[id].doubts
    assert [doubt.what for doubt in doubts] == DOUBTS.get(id, [])
    assert all(doubt.status == "reconstructed" and doubt.why for doubt in doubts)
    assert not doubts or SCENARIOS[id].notes


@pytest.mark.clause("13.0-forces")
def test_the_sample_force_is_three_74s_with_a_fleet_flagship_and_a_borrowed_64() -> None:
    british = group(["B-74", "B-74", "B-74", "A-64"], column=10)
    british["ships"][0]["flag"] = "FF"
    forces = [
        {"type": "B-74", "count": 3, "flags": ["FF"]},
        {"type": "A-64", "count": 1},
    ]
    scenario = FrigateScenario.model_validate(
        small(sides=[side("british", "B", forces=forces, groups=[british]), side("french", "A")])
    )
    ours = [ship for ship in table(scenario).ships if ship.side == "british"]
    assert scenario.differences == ()
    assert [ship.counter.code for ship in ours] == ["74/A", "74/B", "74/C", "64/A"]
    assert [ship.flag for ship in ours] == [FLEET_FLAGSHIP, 0, 0, 0]
    assert ours[3].counter.guns == (15, 9, 5, 1)


@pytest.mark.clause("13.0-forces", "8.15")
def test_seven_100s_with_five_flags_in_the_forces_leave_two_without() -> None:
    force = SCENARIOS["glorious-first-of-june"].fleet("british").forces[0]
    assert (force.type, force.count, force.flags) == ("B-100", 7, ("FF", "F", "F", "F", "F"))


@pytest.mark.clause("13.0-forces", "3.23-mixed")
def test_the_dutch_of_dogger_bank_have_five_36s_of_mix_a() -> None:
    dutch = SCENARIOS["dogger-bank"].fleet("dutch")
    assert dutch.mix == "C"
    assert types(dutch) == {"C-74": 2, "C-64": 1, "C-50": 4, "A-36": 5, "A-28": 1, "A-14": 1}


@pytest.mark.clause("3.23-mixed")
def test_a_british_120_of_mix_a_is_british() -> None:
    ship = at(begun("cape-fear"), "british", "B 1111")
    assert (ship.counter.type, ship.counter.code) == ("A-120", "120/A")
    assert (ship.counter.nation, ship.flag) == ("british", FLEET_FLAGSHIP)


@pytest.mark.clause("3.23-mixed", "3.23-MM")
def test_french_and_dutch_sail_on_one_side_as_two_fleets_with_five_merchantmen() -> None:
    state = begun("santa-martha")
    allies = [fleet for fleet in state.fleets if fleet.side == "allies"]
    assert [(fleet.id, fleet.allies) for fleet in allies] == [
        ("french", ("dutch",)),
        ("dutch", ("french",)),
    ]
    merchants = [ship.counter for ship in state.ships if ship.counter.type == "MM"]
    assert [counter.code for counter in merchants] == [f"MM/{n}" for n in range(1, 6)]
    assert not any(counter.line for counter in merchants)


@pytest.mark.clause("3.21", "3.23")
def test_letters_run_on_from_the_first_of_the_type_and_skip_j() -> None:
    british = [s.counter.code for s in begun("cape-finisterre").ships if s.side == "british"]
    assert [code for code in british if code.startswith("64/")] == [
        f"64/{letter}" for letter in "KLMNOPQRSTUV"
    ]
    allies = [s.counter.code for s in begun("trafalgar").ships if s.counter.type == "A-74"]
    assert allies == [f"74/{letter}" for letter in "ABCDEFGHIKLMNOPQRSTUVWX"]


@pytest.mark.clause("3.2", "3.21")
@pytest.mark.parametrize("id", CONTENTS)
def test_codes_are_unique_in_a_side_and_ids_and_lines_in_the_game(id: str) -> None:
    ships = begun(id).ships
    assert len({(ship.side, ship.counter.code) for ship in ships}) == len(ships)
    assert [ship.n for ship in ships] == list(range(len(ships)))
    assert all(ship.counter.id == f"{ship.side} {ship.counter.code}" for ship in ships)


@pytest.mark.clause("3.21")
def test_a_ship_without_a_historical_name_goes_by_her_code() -> None:
    names = {ship.counter.code: ship.counter.name for ship in begun("santa-martha").ships}
    assert names["MM/1"] == "MM/1"
    assert names["74/A"] in ("Breda", "Esperance")


@pytest.mark.clause("13.0-forces", "8.15")
@pytest.mark.parametrize("id", CONTENTS)
def test_no_fleet_has_two_fleet_flagships_and_every_side_but_one_has_one(id: str) -> None:
    # The Dutch of 15.3 have a flagship only, and sail with the French.
    for part in SCENARIOS[id].sides:
        flags = [[s.flag for s in f.ships].count("FF") for f in part.fleets]
        assert sum(flags) == 1


# Ratings


@pytest.mark.clause("13.0-ratings")
def test_every_fleet_has_the_printed_ratings() -> None:
    found = {
        f"{id} {fleet.id}": (fleet.efficiency, fleet.gunnery, fleet.preservation)
        for id in SCENARIOS
        for fleet in begun(id).fleets
    }
    assert found == RATINGS


@pytest.mark.clause("13.0-ratings")
def test_none_and_na_both_mean_a_level_that_is_never_passed() -> None:
    assert SCENARIOS["cape-finisterre"].fleet("french").preservation is None
    assert SCENARIOS["the-lizard"].fleet("british").preservation is None


@pytest.mark.clause("13.0-ratings")
def test_the_ratings_of_trafalgar_are_marked_as_reconstructed() -> None:
    fleets = SCENARIOS["trafalgar"].fleets
    assert {fleet.status for fleet in fleets} == {"reconstructed"}
    others = [f for s in SCENARIOS.values() if s.id != "trafalgar" for f in s.fleets]
    assert {fleet.status for fleet in others} == {"printed"}


# Wind


@pytest.mark.clause("13.0-wind")
def test_direction_and_force_are_those_of_the_first_turn() -> None:
    scenario = FrigateScenario.model_validate(
        small(wind={"from": "SE", "force": "moderate", "waters": "oceanic"})
    )
    state = table(scenario)
    assert (HEADINGS[state.wind], state.force, scenario.wind.waters) == ("SE", 2, "oceanic")


@pytest.mark.clause("13.0-wind")
@pytest.mark.parametrize(
    ("face", "wind"), [(1, "SW"), (2, "NW"), (3, "N"), (4, "NE"), (5, "SE"), (6, "S")]
)
def test_a_die_sets_the_wind_of_cape_fear(face: int, wind: str) -> None:
    assert HEADINGS[begun("cape-fear", Dice.of(face)).wind] == wind


@pytest.mark.clause("13.0-wind")
def test_trafalgar_has_no_waters_and_a_wind_that_never_changes() -> None:
    wind = SCENARIOS["trafalgar"].wind
    assert (wind.blows_from, wind.force, wind.waters, wind.constant) == ("NW", "light", "", True)
    assert [id for id, s in SCENARIOS.items() if s.wind.constant] == ["trafalgar"]


# Map


@pytest.mark.clause("13.0-map", "3.1")
def test_the_sections_lie_in_two_rows_unless_the_scenario_says_otherwise() -> None:
    other = {id for id, s in SCENARIOS.items() if s.map.layout != ("A B C", "D E F")}
    assert other == {"minorca", "nile"}
    assert begun("lissa").sections.adjoining("E") == {"N": "B", "E": "F", "W": "D"}


@pytest.mark.clause("13.0-map")
def test_minorca_has_three_rows_of_two_sections() -> None:
    assert begun("minorca").sections.adjoining("C") == {"N": "A", "E": "D", "S": "E"}


@pytest.mark.clause("13.0-map", "13.0-special")
def test_the_nile_has_land_south_and_west_of_sections_that_stay() -> None:
    chart = SCENARIOS["nile"].map
    assert chart.cells == {
        "A": (0, 0),
        "B": (1, 1),
        "C": (2, 1),
        "D": (2, 2),
        "E": (3, 2),
        "F": (4, 2),
    }
    assert [row.split().count("#") for row in chart.layout] == [0, 0, 2, 6]
    assert chart.fixed == ("D", "E", "F")
    assert (chart.aground, chart.blocks_fire) == ("captured", True)


@pytest.mark.clause("13.0-map", "3.1")
def test_only_st_jago_freezes_the_whole_map() -> None:
    assert [id for id in SCENARIOS if begun(id).frozen] == ["st-jago"]


@pytest.mark.clause("13.0-map")
def test_land_stays_where_it_is() -> None:
    land = {id: s.map.land for id, s in SCENARIOS.items() if s.map.land}
    assert land == {"st-jago": ("C", "F"), "lissa": ("F",)}
    assert all(set(land[id]) <= set(SCENARIOS[id].map.fixed) for id in land)
    assert [SCENARIOS[id].map.aground for id in land] == ["six-points", "sunk"]


@pytest.mark.clause("13.0-map", "13.0-special")
def test_seas_are_closed_where_the_special_rules_say() -> None:
    closed = {
        id: [(c.side, c.of, c.cell) for c in s.map.closed]
        for id, s in SCENARIOS.items()
        if s.map.closed
    }
    assert closed == {
        "bay-of-bengal": [("E", "C", False)],
        "azores": [("N", "C", True), ("E", "C", True)],
        "the-lizard": [("N", "C", False), ("E", "C", False)],
        "cape-fear": [("N", "C", False), ("E", "C", False)],
        "first-trincomalee": [("E", "C", False)],
        "minorca": [("E", "F", False)],
    }


# Deployment


@pytest.mark.clause("13.0-deployment", "3.1-grid")
@pytest.mark.parametrize("id", CONTENTS)
def test_every_printed_ship_has_a_hex_of_her_own_at_sea(id: str) -> None:
    scenario, state = SCENARIOS[id], begun(id)
    placed = [ship for ship in state.ships if not ship.gone]
    sections = {ship.n: state.sections.section_at(ship.place) for ship in placed}
    assert len({ship.place for ship in placed}) == len(placed)
    assert None not in sections.values()
    assert not set(sections.values()) & set(scenario.map.land)


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize("id", CONTENTS)
def test_ships_left_to_their_side_are_on_no_map(id: str) -> None:
    state = begun(id)
    free = [ship for ship in state.ships if ship.gone]
    assert state.free == tuple(ship.n for ship in free)
    assert {(ship.gone, ship.place) for ship in free} <= {(TO_DEPLOY, NOWHERE)}
    assert all(distance(ship.place, NOWHERE) > 100 for ship in state.ships if not ship.gone)


@pytest.mark.clause("13.0-deployment")
def test_the_sample_line_gives_facing_section_speed_and_hexes() -> None:
    groups = [
        {
            "section": "A",
            "heading": "SE",
            "speed": 5,
            "ships": [
                {"type": "B-74", "hex": "1703", "flag": "FF"},
                {"type": "B-80", "hex": "1901"},
            ],
        }
    ]
    free = [{"ships": [{"type": "B-64"}], "section": "A", "hexes": ["1803"]}]
    scenario = FrigateScenario.model_validate(
        small(sides=[side("british", "B", groups=groups, free=free), side("french", "A")])
    )
    state = table(scenario)
    first, second = at(state, "british", "A 1703"), at(state, "british", "A 1901")
    assert (first.flag, first.heading, first.speed) == (FLEET_FLAGSHIP, 2, 5)
    assert (second.counter.rating, second.heading, second.speed) == (80, 2, 5)
    assert [state.ships[n].counter.type for n in state.free] == ["B-64"]


@pytest.mark.clause("13.0-deployment", "6.2")
@pytest.mark.parametrize("id", CONTENTS)
def test_on_the_first_turn_every_ship_sails_at_the_speed_printed(id: str) -> None:
    state = begun(id)
    for ship in state.ships:
        if not ship.gone:
            assert rates(ship, state) == (ship.speed, ship.speed)


@pytest.mark.clause("13.0-deployment")
def test_column_21_is_the_first_of_the_section_to_the_east() -> None:
    sections = begun("pondicherry").sections
    assert place_on(sections, "A", "2112") == sections.parse("B 0112")
    assert place_on(sections, "A", "0417") == sections.parse("D 0401")
    assert at(begun("pondicherry"), "french", "B 0112").counter.code == "14/Z"


@pytest.mark.clause("13.0-deployment")
def test_groups_of_one_fleet_may_face_different_ways() -> None:
    state = begun("trafalgar")
    assert at(state, "franco-spanish", "B 0614").heading == HEADINGS.index("NW")
    assert at(state, "franco-spanish", "E 0604").heading == HEADINGS.index("NE")
    assert at(state, "british", "A 1810").heading == HEADINGS.index("SE")
    june = SCENARIOS["glorious-first-of-june"].fleet("british")
    assert [(g.section, g.heading, len(g.ships)) for g in june.groups] == [
        ("B", "NW", 16),
        ("C", "NW", 3),
        ("C", "SW", 7),
    ]


@pytest.mark.clause("13.0-deployment", "3.1-grid")
def test_the_columns_of_trafalgar_are_unbroken_straight_lines() -> None:
    state = begun("trafalgar")
    for section, first, last, count in (("A", "1810", "0504", 14), ("D", "2004", "0412", 17)):
        ships = [s for s in state.ships if s.side == "british"]
        line = [s.place for s in ships if state.sections.section_at(s.place) == section]
        assert len(line) == count
        assert line[0] == state.sections.parse(section, first)
        assert line[-1] == state.sections.parse(section, last)
        assert is_straight(line)
        assert {distance(a, b) for a, b in pairwise(line)} == {1}


@pytest.mark.clause("13.0-deployment")
def test_the_lee_column_of_trafalgar_is_without_the_three_74s_too_many() -> None:
    lee = SCENARIOS["trafalgar"].fleet("british").groups[1]
    ratings = " ".join(ship.type.split("-")[1] for ship in lee.ships)
    assert ratings == "100 74 74 80 74 74 74 100 64 74 74 74 74 74 100 44 32"
    assert types(SCENARIOS["trafalgar"].fleet("british"))["B-74"] == 16


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize(
    ("id", "side_id", "where", "type"),
    [
        ("lissa", "franco-italian", "C 1301", "A-14"),
        ("ceylon", "french", "B 0410", "A-64"),
        ("madras", "british", "A 0502", "B-64"),
        ("camperdown", "dutch", "E 0210", "C-50"),
        ("glorious-first-of-june", "british", "B 1809", "B-74"),
    ],
)
def test_a_hex_that_cannot_be_as_printed_is_settled(
    id: str, side_id: str, where: str, type: str
) -> None:
    assert at(begun(id), side_id, where).counter.type == type


@pytest.mark.clause("13.0-deployment")
def test_the_hex_that_cannot_be_read_completes_the_line_and_has_a_flag() -> None:
    state = begun("madras")
    line = [state.sections.parse("A", number) for number in ("0703", "0502", "0301")]
    assert is_straight(line)
    assert [distance(a, b) for a, b in pairwise(line)] == [2, 2]
    assert at(state, "british", "A 0502").flag == FLAGSHIP


@pytest.mark.clause("13.0-deployment")
def test_bare_hexes_are_a_choice_only_where_different_ships_may_take_them() -> None:
    bare = {
        id: [free.hexes for fleet in s.fleets for free in fleet.free if free.hexes]
        for id, s in SCENARIOS.items()
    }
    assert {id: hexes for id, hexes in bare.items() if hexes} == {"azores": [("1906", "1706")]}


@pytest.mark.clause("13.0-deployment")
def test_free_deployment_has_the_printed_limits() -> None:
    found = {
        f"{id} {fleet.id}": (len(free.ships), free.within, free.line_ahead, free.interval)
        for id, s in SCENARIOS.items()
        for fleet in s.fleets
        for free in fleet.free
        if not free.hexes
    }
    assert found == {
        "ceylon french": (2, 10, False, 0),
        "ceylon british": (1, 10, False, 0),
        "cape-fear british": (4, 3, True, 0),
        "cape-fear us": (4, 3, True, 2),
        "madras french": (4, 10, False, 0),
        "madras british": (1, 10, False, 0),
        "dogger-bank british": (8, 10, False, 0),
        "dogger-bank dutch": (7, 10, False, 0),
        "trafalgar franco-spanish": (5, 0, False, 0),
    }


@pytest.mark.clause("13.0-deployment", "6.31-halving")
@pytest.mark.parametrize(
    ("face", "british", "american"),
    [(1, 4, 5), (2, 5, 5), (3, 5, 5), (4, 5, 4), (5, 4, 4), (6, 4, 4)],
)
def test_speed_5_if_possible_is_4_for_ships_on_the_wind(
    face: int, british: int, american: int
) -> None:
    # A British line heading S, an American one heading SE; wind SW, NW, N, NE, SE, S.
    state = begun("cape-fear", Dice.of(face))
    assert at(state, "british", "B 1111").speed == british
    assert at(state, "us", "A 2012").speed == american
    assert at(state, "us", "A 1311").speed == american


@pytest.mark.clause("13.0-deployment")
def test_two_tables_of_one_scenario_share_nothing_that_changes() -> None:
    first, second = begun("azores"), begun("azores")
    assert plain(first) == plain(second)
    first.ships[0].speed += 1
    first.sections.lay("F", (5, 5))
    assert plain(first) != plain(second)
    assert plain(second) == plain(begun("azores"))


# Victory and special rules


@pytest.mark.clause("13.0-victory")
def test_scenarios_are_won_by_disabling_by_breaking_or_by_points() -> None:
    kinds = {id: s.victory.kind for id, s in SCENARIOS.items() if s.victory.kind != "points"}
    assert kinds == {
        "constitution-guerriere": "disable",
        "gulf-of-tehuantepec": "disable",
        "bay-of-bengal": "break",
        "azores": "break",
        "st-jago": "break",
    }


@pytest.mark.clause("13.0-victory")
def test_both_sides_of_st_jago_win_by_breaking_and_the_british_when_both_do() -> None:
    victory = SCENARIOS["st-jago"].victory
    assert (set(victory.breaks), victory.together) == ({"french", "british"}, "british")
    assert SCENARIOS["bay-of-bengal"].victory.breaks == ("british",)
    assert SCENARIOS["azores"].victory.breaks == ("british",)


@pytest.mark.clause("13.0-victory")
def test_leaving_the_map_wins_or_scores_where_the_scenario_says() -> None:
    found = {
        id: (e.side, "".join(e.edges), "".join(e.sections), e.win, e.points, e.before_level)
        for id, s in SCENARIOS.items()
        for e in s.victory.exits
    }
    assert found == {
        "bay-of-bengal": ("french", "E", "", True, 0, False),
        "azores": ("us", "NE", "C", True, 0, False),
        "the-lizard": ("french", "NE", "C", False, 0, True),
        "cape-fear": ("us", "", "C", False, 6, True),
        "first-trincomalee": ("british", "E", "", False, 6, False),
        "minorca": ("british", "E", "", False, 6, False),
    }
    assert SCENARIOS["bay-of-bengal"].victory.exits[0].most_crew == 2
    assert SCENARIOS["the-lizard"].victory.exits[0].per_portion == 1
    assert SCENARIOS["minorca"].victory.exits[0].less_per_hit == 1


@pytest.mark.clause("13.0-victory")
def test_only_trafalgar_has_a_strategic_victory_for_two_thirds() -> None:
    thirds = {id: s.victory.strategic for id, s in SCENARIOS.items() if s.victory.strategic}
    assert thirds == {"trafalgar": 2}


@pytest.mark.clause("13.0-special")
def test_the_first_scenario_suspends_surrender_and_preservation() -> None:
    suspended = {id: s.suspended for id, s in SCENARIOS.items() if s.suspended}
    assert suspended == {"constitution-guerriere": ("9.0", "10.0")}


@pytest.mark.clause("13.0-special")
def test_the_french_at_the_nile_are_anchored_and_play_themselves() -> None:
    automatic = [(id, s.id) for id, sc in SCENARIOS.items() for s in sc.sides if s.automatic]
    assert automatic == [("nile", "french")]
    french = [ship for ship in begun("nile").ships if ship.side == "french"]
    assert all(ship.anchored and ship.speed == 0 for ship in french)
    assert {ship.heading for ship in french} == {HEADINGS.index("NW")}
    assert not any(ship.anchored for ship in begun("nile").ships if ship.side == "british")


@pytest.mark.clause("13.0-deployment")
def test_the_main_body_of_cape_fear_does_not_include_the_merchantmen() -> None:
    groups = SCENARIOS["cape-fear"].fleet("us").groups
    assert [(group.main, group.ships[0].type) for group in groups] == [
        (True, "D-74"),
        (False, "MM"),
    ]


# Bad files


def told(tmp_path: Path, text: str, name: str = "azores.toml") -> str:
    """What the person is told who wrote this file, after the file's name."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as refused:
        load_scenarios(tmp_path, FrigateScenario)
    return str(refused.value).removeprefix(f"{path}: ")


def changed(*changes: tuple[str, str], id: str = "azores") -> str:
    """A scenario's file with some text replaced."""
    text = (HOME / "scenarios" / f"{id}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


BAD = {
    "two ships in one hex": (
        [('hex = "0304"', 'hex = "0503"')],
        "british B-28 Nightingale and british B-28 Fox both stand on A 0503",
    ),
    "ship on a bare hex": (
        [('hex = "0304"', 'hex = "1906"')],
        "british B-28 Fox and us bare hex both stand on A 1906",
    ),
    "unknown rating": (
        [('type = "B-44"', 'type = "B-45"')],
        "fleet british: no ship type is called 'B-45'; did you mean B-74 or B-64 or B-50?",
    ),
    "unknown mix": (
        [('mix = "D"', 'mix = "E"')],
        "fleet us: mix 'E' is unknown; write A, B, C, D or MM",
    ),
    "unknown efficiency": (
        [('efficiency = "low"', 'efficiency = "poor"')],
        "fleet us: efficiency 'poor' is unknown; write high, moderate or low",
    ),
    "unknown gunnery": (
        [("gunnery = 2", "gunnery = 4")],
        "fleet us: gunnery rating 4 is unknown; write 1, 2 or 3",
    ),
    "a speed that no wind gives": (
        [("speed = 5", "speed = 18")],
        "fleet british: the group on section A starts at speed 18; no ship makes more than 17; "
        "fleet us: its free deployment starts at speed 18; no ship makes more than 17",
    ),
    "unknown nation": (
        [('nation = "us"', 'nation = "yankee"')],
        "fleet us: nation 'yankee' is unknown; write british, dutch, us, french, spanish, "
        "italian, franco-italian or franco-spanish",
    ),
    "unknown facing": (
        [('heading = "NE"\nspeed = 5\nships', 'heading = "E"\nspeed = 5\nships')],
        "fleet british: facing 'E' is unknown; write N, NE, SE, S, SW or NW; "
        "fleet us: facing 'E' is unknown; write N, NE, SE, S, SW or NW",
    ),
    "unknown flag": (
        [('type = "B-44", flag = "FF"', 'type = "B-44", flag = "X"')],
        "fleet british: flag 'X' is unknown; write F or FF",
    ),
    "unknown section": (
        [
            (
                'section = "A"\nheading = "NE"\nspeed = 5\nships = [\n    { hex',
                'section = "G"\nheading = "NE"\nspeed = 5\nships = [\n    { hex',
            )
        ],
        "fleet british: section 'G' is unknown; write A, B, C, D, E or F",
    ),
    "hex off its section": (
        [('hex = "0304"', 'hex = "2204"')],
        "british B-28 Fox: hex '2204' is not on section A; write column 01 to 20 and row 01 to "
        "16, such as 0304",
    ),
    "hex that is none": (
        [('hex = "0304"', 'hex = "3O4"')],
        "british B-28 Fox: hex '3O4' is not on section A; write column 01 to 20 and row 01 to "
        "16, such as 0304",
    ),
    "group without ships": (
        [
            (
                '[[sides]]\nid = "us"',
                '[[sides.fleets.groups]]\nsection = "B"\nheading = "N"\nspeed = 1\n\n'
                '[[sides]]\nid = "us"',
            )
        ],
        "fleet british: the group on section B has no ships",
    ),
    "unknown wind": (
        [('from = "NW"', 'from = "W"')],
        "wind: direction 'W' is unknown; write N, NE, SE, S, SW or NW",
    ),
    "unknown force": (
        [('force = "moderate"', 'force = "gale"')],
        "wind: force 'gale' is unknown; write calm, light, moderate or fresh",
    ),
    "unknown victory": (
        [('kind = "break"', 'kind = "glory"')],
        "victory: kind 'glory' is unknown; write disable, points or break",
    ),
    "unknown winner": (
        [('breaks = ["british"]', 'breaks = ["spanish"]')],
        "victory: side 'spanish' is unknown; write british or us",
    ),
    "unknown edge": (
        [('edges = ["N", "E"]', 'edges = ["N", "NE"]')],
        "victory: edge 'NE' is unknown; write N, E, S or W",
    ),
    "unknown fixed section": (
        [('fixed = ["C"]', 'fixed = ["K"]')],
        "map: fixed section 'K' is unknown; write A, B, C, D, E or F",
    ),
    "section laid twice": (
        [('"D E F"', '"D E A"')],
        "map: the layout has section 'A' 2 times",
    ),
    "too many counters": (
        [('{ type = "D-32", name = "Raleigh" }', '{ type = "D-36", name = "Raleigh" }')],
        "2 ships of type D-36 are deployed, and the mix has 1",
    ),
    "ships and bare hexes": (
        [('hexes = ["1906", "1706"]', 'hexes = ["1906"]')],
        "fleet us: 2 ships share 1906; give each a bare hex",
    ),
    "no reason given": (
        [('{ hex = "0304", ', '{ hex = "0304", status = "reconstructed", ')],
        "fleet british: B-28 Fox: reconstructed, so it needs why: the reason",
    ),
}


@pytest.mark.clause("13.0-general")
@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_told_what_is_wrong(case: str, tmp_path: Path) -> None:
    changes, sentence = BAD[case]
    assert told(tmp_path, changed(*changes)) == sentence


@pytest.mark.clause("13.0-map")
def test_a_ship_on_land_is_told(tmp_path: Path) -> None:
    text = changed(('section = "E"', 'section = "F"'), id="st-jago")
    sentence = told(tmp_path, text, "st-jago.toml")
    assert sentence.startswith("british B-50 Jupiter: F 0501 is land; british B-74 Hero: F 0504")


@pytest.mark.clause("13.0-map")
def test_a_hex_beyond_the_last_section_is_told(tmp_path: Path) -> None:
    text = changed(('section = "C"', 'section = "F"'), ('"1103"', '"2103"'), id="the-lizard")
    assert told(tmp_path, text, "the-lizard.toml") == (
        "british B-80 Cumberland: hex 2103 of section F runs off the map"
    )


@pytest.mark.clause("13.0-map")
def test_land_without_a_fate_for_ships_aground_or_free_to_move_is_told(tmp_path: Path) -> None:
    text = changed(('aground = "sunk"\n', ""), ('fixed = ["F"]\n', ""), id="lissa")
    assert told(tmp_path, text, "lissa.toml") == (
        "map: aground '' is unknown; write six-points, sunk or captured; "
        "map: land section 'F' must be fixed, or it could be moved away"
    )


@pytest.mark.clause("13.0-general")
def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = changed(
        ('from = "NW"', 'from = "W"'),
        ('efficiency = "low"', 'efficiency = "poor"'),
        ('hex = "0304"', 'hex = "0503"'),
    )
    assert told(tmp_path, text) == (
        "wind: direction 'W' is unknown; write N, NE, SE, S, SW or NW; "
        "fleet us: efficiency 'poor' is unknown; write high, moderate or low; "
        "british B-28 Nightingale and british B-28 Fox both stand on A 0503"
    )


@pytest.mark.clause("13.0-general")
def test_an_unknown_key_is_told_by_its_place(tmp_path: Path) -> None:
    text = changed(("preservation = 2", "preservatoin = 2"))
    assert told(tmp_path, text) == (
        "sides.us.fleets.us.preservatoin: is not a key that belongs here; "
        "did you mean preservation?"
    )


@pytest.mark.clause("3.23")
def test_a_house_scenario_may_call_for_ships_of_a_house_rule() -> None:
    scenario = FrigateScenario.model_validate(
        small(sides=[side("british", "B"), side("french", "A", groups=[group(["X-40"], 5)])])
    )
    with pytest.raises(UnknownName, match="no ship is called 'X-40'"):
        table(scenario)
    rules = SimpleNamespace(
        scenario=scenario, ships=SHIPS | {"X-40": SHIPS["A-44"]}, tables=TABLES, options=None
    )
    assert set_up(rules, Dice(1)).ships[1].counter.code == "44/M"


@pytest.mark.clause("13.0-forces", "3.23")
def test_a_house_scenario_may_call_for_the_mix_of_a_house_rule() -> None:
    french = side("french", "A")
    french["fleets"][0]["mix"] = "X"
    scenario = FrigateScenario.model_validate(small(sides=[side("british", "B"), french]))
    sentence = "^fleet french: mix 'X' is unknown; write A, B, C, D or MM$"
    with pytest.raises(WeathergageError, match=sentence):
        table(scenario)
    rules = SimpleNamespace(
        scenario=scenario, ships=SHIPS | {"X-40": SHIPS["A-44"]}, tables=TABLES, options=None
    )
    assert len(set_up(rules, Dice(1)).ships) == 2


@pytest.mark.clause("3.1-grid")
def test_printed_hexes_are_as_far_apart_as_the_grid_says() -> None:
    sections = begun("lissa").sections
    far = {
        (a, b): distance(sections.parse(a), sections.parse(b))
        for a, b in [("A 1010", "A 1005"), ("A 0101", "A 0402"), ("A 2003", "B 0102")]
    }
    assert list(far.values()) == [5, 3, 2]


@pytest.mark.clause("13.0-deployment")
def test_the_allied_frigates_of_trafalgar_are_named_by_their_codes_and_wait() -> None:
    state = begun("trafalgar")
    free = [state.ships[n] for n in state.free]
    assert [ship.counter.name for ship in free] == ["44/M", "44/N", "44/O", "44/P", "44/Q"]
    assert max(axial(s.place)[0] for s in state.ships if s.fleet == "franco-spanish") < 28
