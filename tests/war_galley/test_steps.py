"""Hexes around galleys and where moves lead (4.2, 6.32 to 6.35), clause by clause."""

from __future__ import annotations

import pytest
from galleys import galley, one
from hypothesis import given, strategies as st
from one_galley import still

from weathergage import HEADINGS, STEP, distance, place_at
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.state import PORT, STARBOARD
from weathergage_war_galley.steps import (
    AROUND,
    BACK,
    BOW,
    FLANK,
    FORWARD,
    MIDSHIP_PORT,
    NOWHERE,
    RING,
    SHIFTS,
    SIDE_NAMES,
    STERN,
    SWINGS,
    are_adjacent,
    around,
    beside,
    flank_at,
    hex_at,
    is_beside_enemy,
    side_at,
)

SHEET = Sheet()
SIZES = st.sampled_from((1, 2))
TURNS = st.integers(0, 5)
PLACES = st.builds(place_at, st.integers(20, 50), st.integers(-10, 10))


def sides(code_hex: str, heading: str, size: int = 2) -> dict[str, str]:
    """The printed hexes around a galley by side."""
    h = HEADINGS.index(heading)
    bow = SHEET.parse(code_hex)
    return {
        SIDE_NAMES[side]: SHEET.label(bow + offset)
        for side, offset in enumerate(AROUND[size][h])
        if offset
    }


def moved(bow: str, heading: str, way: str, size: int = 2) -> tuple[str, str]:
    """Where a move takes a galley: its hexes, bow first, and heading."""
    shift = SHIFTS[size][HEADINGS.index(heading)][way]  # type: ignore[index]
    hex = SHEET.parse(bow) + shift.bow
    hexes = [hex] if size == 1 else [hex, hex - STEP[shift.heading]]
    return "-".join(SHEET.label(place) for place in hexes), HEADINGS[shift.heading]


@pytest.mark.clause("4.2")
def test_there_are_six_headings_and_a_pair_shows_which():
    assert len(HEADINGS) == 6
    for bow, stern, heading in (
        ("2319", "2320", "N"),
        ("2512", "2413", "NE"),
        ("2118", "2219", "NW"),
    ):
        assert HEADINGS[STEP.index(SHEET.parse(bow) - SHEET.parse(stern))] == heading


@pytest.mark.clause("2.2")
@pytest.mark.clause("4.2")
def test_even_columns_stand_half_a_hex_toward_row_00():
    def next_to(hex: str) -> list[str]:
        return [SHEET.label(SHEET.parse(hex) + step) for step in STEP]

    assert next_to("2010") == ["2009", "2109", "2110", "2011", "1910", "1909"]
    assert next_to("2110") == ["2109", "2210", "2211", "2111", "2011", "2010"]
    assert SHEET.parse("2028") in SHEET.hexes
    assert SHEET.parse("2027") + STEP[3] in SHEET.hexes
    assert SHEET.parse("2127") + STEP[3] not in SHEET.hexes


@pytest.mark.clause("2.5-bow-stern")
@pytest.mark.clause("4.2-double")
def test_a_galley_heading_north_has_port_on_its_left_and_eight_hexes_around_it():
    assert sides("2319", "N") == {
        "bow": "2318",
        "starboard bow/flank": "2419",
        "starboard midship": "2420",
        "starboard stern/flank": "2421",
        "stern": "2321",
        "port stern/flank": "2221",
        "port midship": "2220",
        "port bow/flank": "2219",
    }


@pytest.mark.clause("4.2-double")
def test_galley_a_of_the_diekplus_has_the_bow_hex_that_the_book_gives_it():
    around_a = sides("2811", "SW")
    assert around_a["bow"] == "2711"
    assert {around_a["port bow/flank"], around_a["starboard bow/flank"]} == {"2812", "2710"}
    assert {around_a["port midship"], around_a["starboard midship"]} == {"2810", "2911"}
    assert {around_a["port stern/flank"], around_a["starboard stern/flank"]} == {"2909", "3011"}
    assert around_a["stern"] == "3010"


@pytest.mark.clause("4.2-double")
def test_galley_b_of_the_anastrophe_has_its_hexes_around_it():
    around_b = sides("1818", "SW")
    assert around_b["bow"] == "1718"
    assert {around_b["port bow/flank"], around_b["starboard bow/flank"]} == {"1717", "1819"}
    assert {around_b["port midship"], around_b["starboard midship"]} == {"1817", "1918"}
    assert {around_b["port stern/flank"], around_b["starboard stern/flank"]} == {"1916", "2018"}
    assert around_b["stern"] == "2017"


@pytest.mark.clause("4.2-small")
@pytest.mark.clause("2.5-bow-stern")
def test_a_one_hex_galley_has_six_hexes_around_it_and_no_midship():
    assert sides("2020", "N", 1) == {
        "bow": "2019",
        "starboard bow/flank": "2119",
        "starboard stern/flank": "2120",
        "stern": "2021",
        "port stern/flank": "1920",
        "port bow/flank": "1919",
    }
    south = sides("2507", "S", 1)
    assert south["bow"] == "2508"
    assert (south["starboard bow/flank"], south["port bow/flank"]) == ("2408", "2608")
    assert {south["port stern/flank"], south["starboard stern/flank"]} == {"2407", "2607"}
    assert south["stern"] == "2506"


@pytest.mark.clause("4.2")
@given(size=SIZES, h=TURNS, bow=PLACES)
def test_the_hexes_around_follow_the_formulas_in_every_heading(size, h, bow):
    def to(turn):
        return STEP[(h + turn) % 6]

    stern = bow - to(0) if size == 2 else bow
    found = [bow + offset if offset else None for offset in AROUND[size][h]]
    assert found[BOW] == bow + to(0)
    assert (found[1], found[7]) == (bow + to(1), bow + to(-1))
    assert (found[3], found[5]) == (stern + to(2), stern + to(-2))
    assert found[STERN] == stern + to(3)
    if size == 2:
        assert found[2] == bow + to(2) == stern + to(1)
        assert found[6] == bow + to(-2) == stern + to(-1)
    own = {bow, stern}
    near = {hex + step for hex in own for step in STEP} - own
    assert {bow + offset for offset in RING[size][h]} == near
    assert len(RING[size][h]) == (6 if size == 1 else 8)


@pytest.mark.clause("4.2")
@pytest.mark.clause("6.32")
@given(size=SIZES, h=TURNS, bow=PLACES)
def test_every_move_follows_the_formulas_in_every_heading(size, h, bow):
    def to(turn):
        return STEP[(h + turn) % 6]

    stern = bow - to(0) if size == 2 else bow
    # Each: the new bow, the new stern where it matters, and hexsides turned.
    expected = {
        "ahead": (bow + to(0), bow, 0),
        "port": (bow + to(-1), bow, -1),
        "starboard": (bow + to(1), bow, 1),
        "back": (stern, stern + to(3), 0),
        "back port": (stern, stern + to(-2), 1),
        "back starboard": (stern, stern + to(2), -1),
        "swing port bow": (stern + to(-1), stern, -1),
        "swing starboard bow": (stern + to(1), stern, 1),
        "swing port stern": (bow, bow + to(2), -1),
        "swing starboard stern": (bow, bow + to(4), 1),
        "about": (stern, bow, 3),
    }
    if size == 1:
        expected |= {way: (expected[way][1], 0, expected[way][2]) for way in BACK}
        expected = {way: x for way, x in expected.items() if not way.startswith("swing")}
        expected |= {"swing port": (bow, 0, -1), "swing starboard": (bow, 0, 1)}
        expected["about"] = (bow, 0, 3)
    shifts = SHIFTS[size][h]
    assert set(shifts) == set(expected)
    for way, (new_bow, new_stern, turned) in expected.items():
        shift = shifts[way]
        assert bow + shift.bow == new_bow, way
        assert shift.heading == (h + turned) % 6, way
        if size == 2:
            assert new_bow - STEP[shift.heading] == new_stern, way
            fresh = {new_bow, new_stern} - {bow, stern}
        else:
            fresh = {new_bow} - {bow}
        assert fresh == ({bow + shift.entered} if shift.entered else set()), way


@given(size=SIZES, h=TURNS, bow=PLACES)
def test_a_swing_and_its_contrary_or_two_turns_about_lead_back(size, h, bow):
    def back_again(*ways):
        hex, heading = bow, h
        for way in ways:
            shift = SHIFTS[size][heading][way]
            hex, heading = hex + shift.bow, shift.heading
        return (hex, heading) == (bow, h)

    assert back_again("about", "about")
    for way in SWINGS[size]:
        other = way.replace("port", "*").replace("starboard", "port").replace("*", "starboard")
        assert back_again(way, other)
        assert back_again(*[way] * 6)


@pytest.mark.clause("6.32")
@pytest.mark.clause("2.5-mp")
def test_costs_are_one_forward_or_a_hexside_and_two_back_or_around():
    for size in (1, 2):
        for shifts in SHIFTS[size]:
            costs = {way: shift.cost for way, shift in shifts.items()}
            assert {costs[way] for way in FORWARD} == {1}
            assert {costs[way] for way in BACK} == {2}
            assert {costs[way] for way in SWINGS[size]} == {1}
            assert costs["about"] == 2


@pytest.mark.clause("6.32")
@pytest.mark.clause("6.32-bow-flank")
@pytest.mark.parametrize(
    ("bow", "heading", "way", "hexes", "new"),
    [
        ("2319", "N", "ahead", "2318-2319", "N"),
        ("2319", "N", "starboard", "2419-2319", "NE"),
        ("2319", "N", "port", "2219-2319", "NW"),
        ("4022", "N", "starboard", "4121-4022", "NE"),
    ],
)
def test_a_step_into_a_bow_flank_hex_turns_by_a_hexside(bow, heading, way, hexes, new):
    assert moved(bow, heading, way) == (hexes, new)


@pytest.mark.clause("6.33")
@pytest.mark.parametrize(
    ("way", "hexes", "new"),
    [
        ("back", "2320-2321", "N"),
        ("back starboard", "2320-2421", "NW"),
        ("back port", "2320-2221", "NE"),
    ],
)
def test_backing_into_a_stern_flank_hex_turns_the_bow_the_other_way(way, hexes, new):
    assert moved("2319", "N", way) == (hexes, new)


@pytest.mark.clause("6.34")
@pytest.mark.parametrize(
    ("bow", "way", "hexes", "new"),
    [
        ("4022", "swing starboard bow", "4122-4023", "NE"),
        ("4022", "swing port stern", "4022-4122", "NW"),
        ("2319", "swing starboard bow", "2420-2320", "NE"),
        ("2319", "swing starboard stern", "2319-2220", "NE"),
    ],
)
def test_either_half_swings_into_the_midship_hex(bow, way, hexes, new):
    assert moved(bow, "N", way) == (hexes, new)


@pytest.mark.clause("6.34-square")
def test_a_one_hex_galley_turns_in_its_hex():
    assert moved("2020", "N", "swing starboard", 1) == ("2020", "NE")
    assert moved("2020", "N", "about", 1) == ("2020", "S")


@pytest.mark.clause("6.35")
def test_turning_around_lets_bow_and_stern_change_places():
    assert moved("2319", "N", "about") == ("2320-2319", "S")


@pytest.mark.clause("4.2")
def test_sides_of_neighbours_are_told_by_their_hexes():
    game = still(
        galley("5/1", "2319"),
        galley("5/2", "2420", side="carthage"),
        galley("T/1", "2221", side="carthage"),
        galley("5/3", "2611"),
    )
    ship, label = one(game, "5/1"), game.rules.scenario.sheet.label
    parse = game.rules.scenario.sheet.parse
    assert [label(hex) for hex in around(ship)][:2] == ["2318", "2419"]
    assert SIDE_NAMES[side_at(ship, parse("2420"))] == "starboard midship"
    assert side_at(ship, parse("2319")) == side_at(ship, parse("2611")) == NOWHERE
    assert flank_at(ship, parse("2420")) == STARBOARD
    assert flank_at(ship, parse("2221")) == PORT
    assert [flank_at(ship, parse(hex)) for hex in ("2318", "2321", "2611")] == [0, 0, 0]
    assert label(hex_at(ship, STERN)) == "2321"
    assert hex_at(one(game, "T/1"), MIDSHIP_PORT) == NOWHERE
    assert FLANK[BOW] == FLANK[STERN] == 0
    assert beside(game.state, ship) == [one(game, "5/2").n, one(game, "T/1").n]
    assert are_adjacent(ship, one(game, "5/2"))
    assert are_adjacent(one(game, "5/2"), ship)
    assert not are_adjacent(ship, one(game, "5/3"))
    assert is_beside_enemy(game.state, parse("2222"), "rome")
    assert not is_beside_enemy(game.state, parse("2224"), "rome")


@given(a=PLACES, b=PLACES, x=TURNS, y=TURNS, size=SIZES, other=SIZES)
def test_adjacency_is_that_some_hexes_adjoin_and_none_is_shared(a, b, x, y, size, other):
    class Ship:
        def __init__(self, bow, heading, hexes):
            self.bow, self.heading = bow, heading
            self.counter = type("Counter", (), {"hexes": hexes})
            self.stern = bow - STEP[heading] if hexes == 2 else bow

    one, two = Ship(a, x, size), Ship(a + (b - a) % 3 * STEP[y], y, other)
    mine, theirs = {one.bow, one.stern}, {two.bow, two.stern}
    near = min(distance(p, q) for p in mine for q in theirs) == 1
    if not mine & theirs:
        assert are_adjacent(one, two) == near
