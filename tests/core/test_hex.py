"""Hexes: the grid by two independent ways, printed numbers, sections, lines, shifted positions."""

from __future__ import annotations

from itertools import pairwise, product
from math import atan2, degrees, hypot, isclose, sqrt

import pytest
from hypothesis import given, settings, strategies as st

from weathergage.boards import hex as hexes
from weathergage.boards.arcs import in_arc, mirrored, through
from weathergage.boards.hex import (
    FLAT,
    HEADINGS,
    NEAR,
    POINTED,
    STEP,
    HexBoard,
    HexGrid,
    Numbering,
    Sections,
    SectionSheet,
    bearing,
    distance,
    is_straight,
    line,
    mirror,
    mirror_bearing,
    mirror_heading,
    neighbours,
    parse_heading,
    place_at,
    rotate,
    straddled,
    two_hex,
)
from weathergage.boards.pose import HexPose
from weathergage.errors import UnknownName, WeathergageError
from weathergage.wind import Wind

N, NE, SE, S, SW, NW = range(6)
STARBOARD, PORT = through(1, 2), through(4, 5)

NUMBERINGS = [
    Numbering(order=order, digits=digits, start=start, rows=rows, lower=lower)
    for order, digits, start, rows, lower in product(
        ("columns", "rows"), (2, 3), (0, 1), ("down", "up"), ("even", "odd")
    )
]

places = st.builds(place_at, st.integers(-40, 40), st.integers(-40, 40))
headings = st.integers(0, 5)
numberings = st.sampled_from(NUMBERINGS)
fast = settings(deadline=None, max_examples=60)


@pytest.fixture
def sea() -> Sections:
    return Sections.in_rows(SectionSheet(20, 16), ["A B C", "D E F"])


def printed_centre(numbering: Numbering, column: int, row: int) -> tuple[float, float]:
    """Where a printed map has the hex, from its numbers alone, in hexes' heights; y southward."""
    is_low = (column % 2 == 0) == (numbering.lower == "even")
    down = row if numbering.rows == "down" else -row
    return column * sqrt(3) / 2, down + (0.5 if is_low else 0.0)


# The grid


@given(numberings, st.integers(-30, 60), st.integers(-30, 60))
@fast
def test_neighbours_by_index_are_the_six_hexes_one_height_away(
    numbering: Numbering, column: int, row: int
) -> None:
    x, y = printed_centre(numbering, column, row)
    around = {
        (c, r)
        for c in range(column - 2, column + 3)
        for r in range(row - 2, row + 3)
        for cx, cy in [printed_centre(numbering, c, r)]
        if isclose(hypot(cx - x, cy - y), 1.0)
    }
    by_index = [numbering.numbers(place) for place in neighbours(numbering.place(column, row))]
    assert len(around) == 6
    assert set(by_index) == around


@given(numberings, st.integers(-30, 60), st.integers(-30, 60), headings)
@fast
def test_a_step_goes_the_way_its_heading_says(
    numbering: Numbering, column: int, row: int, heading: int
) -> None:
    x, y = printed_centre(numbering, column, row)
    place = numbering.place(column, row)
    nx, ny = printed_centre(numbering, *numbering.numbers(place + STEP[heading]))
    assert round(degrees(atan2(nx - x, y - ny))) % 360 == FLAT.degrees[heading]
    assert neighbours(place)[heading] == place + STEP[heading]


def test_distances_agree_with_a_walk_over_neighbours() -> None:
    start = place_at(-3, 5)
    steps = {start: 0}
    edge = [start]
    for walked in range(1, 16):
        edge = [n for place in edge for n in neighbours(place)]
        edge = [place for place in dict.fromkeys(edge) if place not in steps]
        steps.update(dict.fromkeys(edge, walked))
    for place, walked in steps.items():
        assert distance(start, place) == distance(place, start) == walked
        assert hexes.between(start, place) == max(walked - 1, 0)
    assert set(hexes.hexes_within(start, 15)) == set(steps)
    assert len(hexes.hexes_within(start, 4)) == 1 + 3 * 4 * 5


def test_bearings_agree_with_the_angle_between_centres() -> None:
    here = place_at(7, -2)
    x, y = hexes.centre(here)
    for there in hexes.hexes_within(here, 16)[1:]:
        tx, ty = hexes.centre(there)
        angle = degrees(atan2(tx - x, y - ty)) % 360
        nearest_corner = (round((angle - 30) / 60) * 60 + 30) % 360
        if isclose(angle, nearest_corner, abs_tol=1e-6):
            expected = nearest_corner // 30
        else:
            expected = round(angle / 60) % 6 * 2
        assert bearing(here, there) == expected
        assert bearing(there, here) == (expected + 6) % 12
    assert bearing(here, here) is None


def test_the_near_table_is_the_functions_themselves() -> None:
    assert len(NEAR) == 1 + 3 * 12 * 13
    for offset, (far, way) in NEAR.items():
        q, r = hexes.axial(offset)
        assert far == max(abs(q), abs(r), abs(q + r)) <= 12
        assert way == bearing(1000, 1000 + offset)


@given(places, places)
@fast
def test_far_hexes_obey_the_same_laws(a: int, b: int) -> None:
    assert hexes.place_at(*hexes.axial(a)) == a
    assert distance(a, b) == distance(b, a)
    way = bearing(a, b)
    if way is None:
        assert a == b
    else:
        assert bearing(b, a) == (way + 6) % 12
        nearer = {h for h in range(6) if distance(a + STEP[h], b) < distance(a, b)}
        assert way // 2 in nearer
        assert way % 2 == 0 or (way // 2 + 1) % 6 in nearer


# Headings


def test_turns_are_signed_hexsides() -> None:
    assert hexes.opposite(NE) == SW
    assert hexes.turn(NW, 2) == NE
    assert hexes.turn(N, -1) == NW
    assert [hexes.turn_between(NE, h) for h in (NE, SE, S, SW, NW, N)] == [0, 1, 2, 3, -2, -1]


@given(headings, headings)
@fast
def test_turning_between_two_headings_gets_there(old: int, new: int) -> None:
    hexsides = hexes.turn_between(old, new)
    assert -2 <= hexsides <= 3
    assert hexes.turn(old, hexsides) == new


def test_headings_are_read_by_name_or_number() -> None:
    assert [parse_heading(name) for name in HEADINGS] == list(range(6))
    assert parse_heading(" nw ") == NW
    assert parse_heading(3) == S
    assert POINTED.parse_heading("e") == 1


@pytest.mark.parametrize("wrong", ["E", "W", "", "north", "3", "NNE", 6, -1, True])
def test_an_unknown_heading_is_refused_with_the_six_that_there_are(wrong: str | int) -> None:
    with pytest.raises(WeathergageError) as refusal:
        parse_heading(wrong)
    assert str(refusal.value) == (
        f'There is no heading "{wrong}" on this grid: choose N, NE, SE, S, SW or NW.'
    )


def test_a_grid_of_rows_has_its_own_six() -> None:
    assert POINTED.headings == ("NE", "E", "SE", "SW", "W", "NW")
    assert POINTED.degrees == (30, 90, 150, 210, 270, 330)
    with pytest.raises(WeathergageError, match=r"choose NE, E, SE, SW, W or NW\."):
        POINTED.parse_heading("N")
    with pytest.raises(WeathergageError, match='"N" or "NE", not "E"'):
        HexGrid("E")


@pytest.mark.parametrize("grid", [FLAT, POINTED])
def test_drawn_hexes_lie_as_their_headings_say(grid: HexGrid) -> None:
    here = place_at(3, -4)
    x, y = grid.centre(here, 10)
    corners = grid.corners(here, 10)
    for heading, there in enumerate(neighbours(here)):
        tx, ty = grid.centre(there, 10)
        assert isclose(hypot(tx - x, ty - y), 10 * sqrt(3))
        assert round(degrees(atan2(tx - x, y - ty))) % 360 == grid.degrees[heading]
        side = corners[heading - 1], corners[heading]
        middle = [(one + other) / 2 for one, other in zip(*side, strict=True)]
        assert middle == pytest.approx([(x + tx) / 2, (y + ty) / 2])
        assert all(isclose(hypot(cx - x, cy - y), 10) for cx, cy in side)


def test_module_drawing_is_the_flat_grids() -> None:
    assert hexes.centre(place_at(2, 0), 2) == FLAT.centre(place_at(2, 0), 2)
    assert hexes.corners(5, 2) == FLAT.corners(5, 2)


# Lines


def crossed_by_sampling(a: int, b: int) -> list[int]:
    """The hexes found under many points of the line that are well inside one."""
    ax, ay = hexes.centre(a)
    bx, by = hexes.centre(b)
    near = [p for p in hexes.hexes_within(a, distance(a, b)) if distance(p, b) <= distance(a, b)]
    found: list[int] = []
    for i in range(2001):
        x, y = ax + (bx - ax) * i / 2000, ay + (by - ay) * i / 2000
        ranked = sorted((hypot(x - cx, y - cy), p) for p in near for cx, cy in [hexes.centre(p)])
        if len(ranked) == 1 or ranked[1][0] - ranked[0][0] > 1e-6:
            found.append(ranked[0][1])
    return list(dict.fromkeys(found))


def test_a_line_crosses_the_hexes_that_its_points_lie_in() -> None:
    a = place_at(2, 9)
    sector = [p for p in hexes.hexes_within(a, 5) if bearing(a, p) in (0, 1, 2, 7)]
    for b in sector:
        assert line(a, b) == crossed_by_sampling(a, b)


@given(places, places)
@fast
def test_a_line_is_the_same_both_ways_and_never_jumps(a: int, b: int) -> None:
    way = line(a, b)
    assert (way[0], way[-1]) == (a, b)
    assert way == line(b, a)[::-1]
    jump = 2 if straddled(a, b) else 1
    assert all(distance(one, other) == jump for one, other in pairwise(way))


def test_a_line_along_corners_has_only_the_hexes_centred_on_it() -> None:
    a = place_at(0, 0)
    b = a + 2 * (STEP[N] + STEP[NE])
    assert line(a, b) == [a, a + STEP[N] + STEP[NE], b]
    assert straddled(a, b) == [
        (a + STEP[N], a + STEP[NE]),
        (a + 2 * STEP[N] + STEP[NE], a + STEP[N] + 2 * STEP[NE]),
    ]
    assert straddled(a, a + STEP[N]) == straddled(a, a) == []
    assert line(a, a) == [a]


def test_straight_means_one_exact_line_in_any_direction() -> None:
    a = place_at(4, 4)
    odd = place_at(3, -5)
    assert is_straight([a, a + odd, a - 2 * odd, a])
    assert is_straight([a, a, a])
    assert is_straight([])
    assert not is_straight([a, a + odd, a + 2 * odd + 1])
    assert not is_straight([a, a, a + STEP[N], a + STEP[NE]])


# Shifting, turning and mirroring the table


@st.composite
def shifts(draw: st.DrawFn) -> tuple[int, int, bool]:
    return draw(places), draw(st.integers(0, 5)), draw(st.booleans())


def shifted(pose: HexPose, shift: tuple[int, int, bool]) -> HexPose:
    by, sixths, flipped = shift
    pose = pose.rotated(0, sixths)
    if flipped:
        pose = pose.mirrored()
    return HexPose(pose.place + by, pose.heading)


@given(st.lists(st.builds(HexPose, places, headings), min_size=2, max_size=4), headings, shifts())
@fast
def test_a_shifted_turned_or_mirrored_position_is_the_same_position(
    poses: list[HexPose], source: int, shift: tuple[int, int, bool]
) -> None:
    _, sixths, flipped = shift
    wind = Wind(source)
    new_wind = wind.veer(sixths).mirrored() if flipped else wind.veer(sixths)
    new = [shifted(pose, shift) for pose in poses]
    assert is_straight(p.place for p in poses) == is_straight(p.place for p in new)
    for ship, moved in zip(poses, new, strict=True):
        assert shifted(ship.ahead(), shift) == moved.ahead()
        side = -1 if flipped else 1
        assert shifted(ship.turned(1), shift) == moved.turned(side)
        was, now = wind.point_of_sailing(ship.heading), new_wind.point_of_sailing(moved.heading)
        assert was.where == now.where
        assert (was.side == now.side) != (flipped and was.side != "")
        for target, aimed in zip(poses, new, strict=True):
            assert distance(ship.place, target.place) == distance(moved.place, aimed.place)
            way, new_way = bearing(ship.place, target.place), bearing(moved.place, aimed.place)
            for arc in (STARBOARD, PORT, through(0, corners=False)):
                new_arc = mirrored(arc) if flipped else arc
                assert in_arc(arc, ship.heading, way) == in_arc(new_arc, moved.heading, new_way)
            path = [shifted(HexPose(p, 0), shift).place for p in line(ship.place, target.place)]
            assert path == line(moved.place, aimed.place)


@given(places, places, places, st.integers(-7, 7))
@fast
def test_turning_and_mirroring_move_bearings_with_them(
    a: int, b: int, about: int, sixths: int
) -> None:
    way = bearing(a, b)
    turned_way = bearing(rotate(a, about, sixths), rotate(b, about, sixths))
    mirrored_way = bearing(mirror(a, about), mirror(b, about))
    if way is None:
        assert turned_way is mirrored_way is None
    else:
        assert turned_way == (way + 2 * sixths) % 12
        assert mirrored_way == mirror_bearing(way)
    assert rotate(about, about, sixths) == mirror(about, about) == about
    assert mirror(mirror(a, about), about) == a
    assert [mirror_heading(h) for h in range(6)] == [N, NW, SW, S, SE, NE]


# Units of two hexes


@given(places, headings, st.integers(-5, 5))
@fast
def test_one_end_of_a_two_hex_unit_stays_while_the_other_swings(
    bow: int, heading: int, hexsides: int
) -> None:
    _, stern = two_hex(bow, heading)
    assert distance(bow, stern) == 1
    assert bearing(stern, bow) == 2 * heading
    assert two_hex(*hexes.pivot_bow(bow, heading, hexsides))[1] == stern
    new_bow, new_heading = hexes.pivot_stern(bow, heading, hexsides)
    assert new_bow == bow
    assert two_hex(new_bow, new_heading)[1] == bow + STEP[hexes.opposite(new_heading)]
    assert HexPose(bow, heading).both_hexes() == (bow, stern)


def test_units_are_as_far_apart_as_their_nearest_hexes() -> None:
    bow = place_at(0, 0)
    galley = two_hex(bow, N)
    assert hexes.distance_between_units(galley, (place_at(0, 4),)) == 3
    assert hexes.distance_between_units(galley, two_hex(place_at(0, -5), N)) == 4
    assert hexes.distance_between_units(galley, galley) == 0


# Printed numbers


@pytest.mark.parametrize("numbering", NUMBERINGS, ids=str)
def test_labels_come_back_as_they_went(numbering: Numbering) -> None:
    start = numbering.start
    assert numbering.place(start, start) == 0
    seen = set()
    for column, row in product(range(start, start + 24), range(start, start + 18)):
        label = numbering.format(column, row)
        place = numbering.parse(label)
        assert numbering.label(place) == label
        assert numbering.numbers(place) == (column, row)
        seen.add(place)
    assert len(seen) == 24 * 18


def test_labels_read_as_the_map_prints_them() -> None:
    assert Numbering().label(Numbering().place(4, 12)) == "0412"
    assert Numbering(order="rows").format(4, 12) == "1204"
    assert Numbering(digits=3).format(4, 12) == "004012"


@pytest.mark.parametrize("text", ["", "101", "10101", "1a10", "-110", "²²²²"])
def test_a_label_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(WeathergageError, match="write 4 digits, such as 0101"):
        Numbering().parse(text)


def test_numbers_beyond_the_digits_are_refused() -> None:
    with pytest.raises(WeathergageError, match="cannot be written with 2 digits"):
        Numbering().label(Numbering().place(100, 1))
    with pytest.raises(WeathergageError, match="cannot be written"):
        Numbering().label(place_at(-3, 0))


@pytest.mark.parametrize(
    ("key", "value"),
    [("order", "diagonals"), ("start", 2), ("rows", "left"), ("lower", "none"), ("digits", 0)],
)
def test_a_numbering_that_no_map_has_is_refused(key: str, value: object) -> None:
    with pytest.raises(WeathergageError, match=f"numbering's {key} is"):
        Numbering(**{key: value})  # type: ignore[arg-type]


# Sections


@pytest.mark.parametrize("numbering", NUMBERINGS, ids=str)
def test_sections_go_on_across_their_joints(numbering: Numbering) -> None:
    sheet = SectionSheet(8, 6, numbering)
    sections = Sections.in_rows(sheet, ["A B C", "D E F"])
    assert sections.label(0).startswith("A ")
    seen: dict[int, str] = {}
    for name in sections.names:
        for place in sections.places(name):
            assert sections.section_at(place) == name
            assert sections.parse(sections.label(place)) == place
            seen[place] = name
    assert len(seen) == 6 * 48
    # Every hex inside has its six; the whole is one piece with an edge of one hex all round.
    edge = [place for place in seen if any(n not in seen for n in neighbours(place))]
    assert len(edge) == 2 * 24 + 2 * 12 - 4
    for place in edge:
        for outside in neighbours(place):
            if outside not in seen:
                assert sections.section_at(outside) is None
                assert sections.label(outside).startswith("sea ")
                assert sections.parse(sections.label(outside)) == outside


def test_one_column_or_row_too_many_is_the_next_section(sea: Sections) -> None:
    assert sea.parse("A 2112") == sea.parse("B 0112")
    assert sea.parse("B", "0917") == sea.parse("E", "0901")
    assert sea.label(sea.parse("A2117")) == "E 0101"
    assert sea.label(sea.parse("C 2101")) == "sea 61,1"
    assert sea.cell_of(sea.parse("C 2101")) == (3, 0)
    with pytest.raises(WeathergageError, match=r"columns 1 to 20 and rows 1 to 16"):
        sea.parse("A 2201")
    with pytest.raises(WeathergageError, match="no column 0"):
        sea.parse("A 0001")


@pytest.mark.parametrize("text", ["sea 1", "sea x,y", "sea 1,", "sea ,"])
def test_a_place_in_the_open_is_two_numbers(sea: Sections, text: str) -> None:
    with pytest.raises(WeathergageError):
        sea.parse(text)


def test_unknown_sections_are_refused_by_name(sea: Sections) -> None:
    for attempt in (lambda: sea.parse("G 0101"), lambda: sea.parse("0101"), lambda: sea.cell("G")):
        with pytest.raises(UnknownName):
            attempt()
    with pytest.raises(UnknownName):
        sea.lay("G", (9, 9))


def test_a_lone_section_needs_no_name() -> None:
    only = Sections(SectionSheet(20, 16), {"Map": (0, 0)})
    assert only.parse("0101") == only.parse("Map 0101") == 0


def test_sections_adjoin_by_their_sides(sea: Sections) -> None:
    assert sea.adjoining("E") == {"W": "D", "E": "F", "N": "B"}
    assert sea.bounds() == (0, 0, 2, 1)
    assert sea.section_in((2, 1)) == "F"
    assert sea.section_in((3, 1)) is None


def test_a_section_can_be_laid_elsewhere_and_the_copy_stays(sea: Sections) -> None:
    north_of_b = sea.parse("B 1001") + STEP[N]
    assert sea.section_at(north_of_b) is None
    assert sea.holds([0, sea.parse("F 2016")])
    assert not sea.holds({0, north_of_b})
    before = sea.copy()
    sea.lay("A", sea.cell_of(north_of_b))
    assert sea.label(north_of_b) == "A 1016"
    assert sea.section_at(0) is None
    assert sea.bounds() == (0, -1, 2, 1)
    assert sea.layout["A"] == (1, -1)
    assert before.label(0) == "A 0101"
    assert before.section_at(north_of_b) is None
    assert sea.holds([north_of_b])
    assert not sea.holds([0])
    assert before.holds([0])
    assert not before.holds([north_of_b])
    assert before != sea
    assert before == Sections(before.sheet, before.layout)
    with pytest.raises(WeathergageError, match='section "B" lies there'):
        sea.lay("C", (1, 0))
    sea.lay("C", (2, 0))
    assert sea.cell("C") == (2, 0)


def test_layouts_leave_gaps_and_refuse_doubles() -> None:
    sheet = SectionSheet(20, 16)
    assert Sections.in_rows(sheet, [". A", "B ."]).layout == {"A": (1, 0), "B": (0, 1)}
    with pytest.raises(WeathergageError, match='"A" twice'):
        Sections.in_rows(sheet, ["A A"])


@pytest.mark.parametrize(("width", "height"), [(19, 16), (0, 16), (20, 0)])
def test_a_section_keeps_the_stagger_across_joints_or_is_refused(width: int, height: int) -> None:
    with pytest.raises(WeathergageError, match="even number of columns"):
        SectionSheet(width, height)
    with pytest.raises(WeathergageError, match="cannot be numbered with 2 digits"):
        SectionSheet(100, 10)


# Examples of the rulebooks


def test_distances_on_staggered_columns_and_over_a_joint(sea: Sections) -> None:
    # "3.1-grid"
    cases = [
        ("A 1010", "A 1005", 5),
        ("A 0101", "A 0402", 3),
        ("A 2003", "B 0102", 2),
        ("A 1010", "A 1010", 0),
    ]
    for a, b, expected in cases:
        assert distance(sea.parse(a), sea.parse(b)) == expected


@pytest.mark.parametrize(
    ("start", "heading", "expected"),
    [("A 1010", N, "A 1009"), ("A 1010", NE, "A 1110"), ("A 1010", SE, "A 1111"),
     ("A 0909", NW, "A 0808")],
)  # fmt: skip
def test_one_hex_ahead(sea: Sections, start: str, heading: int, expected: str) -> None:
    # "6.41"
    assert sea.label(sea.parse(start) + STEP[heading]) == expected


@pytest.mark.parametrize(
    ("heading", "target", "side"),
    [(N, "A 1008", ""), (N, "A 1110", "starboard"), (N, "A 1111", "starboard"), (N, "A 1012", ""),
     (N, "A 1210", "starboard"), (N, "A 1109", "starboard"), (N, "A 0909", "port"),
     (NE, "A 1012", "starboard")],
)  # fmt: skip
def test_broadsides_bear_on_either_side_only(
    sea: Sections, heading: int, target: str, side: str
) -> None:
    # "7.16"
    board = HexBoard()
    here, there = sea.parse("A 1010"), sea.parse(target)
    assert board.arc(STARBOARD, here, heading, there) == (side == "starboard")
    assert board.arc(PORT, here, heading, there) == (side == "port")


def test_a_line_abreast_is_straight_and_a_bent_one_is_not(sea: Sections) -> None:
    # "8.11"
    assert is_straight(sea.parse(t) for t in ("C 0713", "C 0913", "C 1113", "C 1313"))
    assert is_straight(sea.parse(t) for t in ("A 1003", "A 1103"))
    assert not is_straight(sea.parse(t) for t in ("A 1003", "A 1103", "A 1204"))


# The board's words


def test_a_board_says_what_the_functions_say() -> None:
    board = HexBoard(terrain={place_at(2, 2): "shoal"})
    a, b = place_at(0, 0), place_at(3, 1)
    assert board.grid == FLAT
    assert board.distance(a, b) == distance(a, b)
    assert board.bearing(a, b) == bearing(a, b)
    assert board.neighbours(a) == neighbours(a)
    assert board.terrain(place_at(2, 2)) == "shoal"
    assert board.terrain(a) == "sea"


def test_units_touch_in_a_common_hex() -> None:
    board = HexBoard()
    galley = two_hex(place_at(0, 0), N)
    assert board.contact(galley, place_at(0, 1))
    assert board.contact(place_at(0, 1), galley)
    assert not board.contact(galley, two_hex(place_at(0, -2), N))
    assert board.contact(5, 5)
    assert not board.contact(5, 6)


def test_sight_is_stopped_by_a_hex_between_but_never_by_the_ends() -> None:
    board = HexBoard()
    a, b = place_at(0, 0), place_at(0, 3)
    assert board.line_of_sight(a, b)
    assert board.line_of_sight(a, b, {a, b})
    assert not board.line_of_sight(a, b, {place_at(0, 2)})
    assert not board.line_of_sight(a, b, lambda place: place == place_at(0, 1))
    assert board.line_of_sight(a, a, {a})


def test_sight_along_a_common_hexside_is_stopped_by_both_hexes_or_the_hexside() -> None:
    board = HexBoard()
    a, port, starboard = place_at(0, 0), STEP[N], STEP[NE]
    b = port + starboard
    assert board.line_of_sight(a, b, {port})
    assert board.line_of_sight(a, b, {starboard})
    assert not board.line_of_sight(a, b, {port, starboard})
    assert not board.line_of_sight(a, b, sides={(port, SE)})
    assert not board.line_of_sight(a, b, sides={(starboard, NW)})


def test_sight_is_stopped_by_a_hexside_named_from_either_side() -> None:
    board = HexBoard()
    a, b = place_at(0, 0), place_at(0, 3)
    assert not board.line_of_sight(a, b, sides={(place_at(0, 1), S)})
    assert not board.line_of_sight(a, b, sides={(place_at(0, 2), N)})
    assert board.line_of_sight(a, b, sides={(place_at(0, 1), NE)})


close = st.builds(place_at, st.integers(-3, 3), st.integers(-3, 3))


@given(close, close, st.sets(close, max_size=20), st.sets(st.tuples(close, headings)))
@fast
def test_sight_is_the_same_both_ways(
    a: int, b: int, blocks: set[int], sides: set[tuple[int, int]]
) -> None:
    board = HexBoard()
    seen = board.line_of_sight(a, b, blocks, sides)
    assert seen == board.line_of_sight(b, a, blocks, sides)


# Poses as scenarios have them


@given(st.integers(-40, 40), st.integers(-40, 40), headings)
def test_a_pose_is_read_from_column_row_and_heading(column: int, row: int, heading: int) -> None:
    pose = HexPose.at(column, row, HEADINGS[heading])
    assert (pose.column_row, pose.heading_name) == ((column, row), HEADINGS[heading])
    assert pose == HexPose.at(column, row, heading)
    # South is the next row; the columns beside a column of even number begin half a hex lower.
    assert HexPose.at(column, row, "S").ahead(1).column_row == (column, row + 1)
    beside = HexPose.at(column, row, "SE").ahead(1).column_row
    assert beside == (column + 1, row + (column & 1))


def test_a_pose_with_no_such_heading_is_refused() -> None:
    with pytest.raises(WeathergageError, match="SSE"):
        HexPose.at(0, 0, "SSE")


@pytest.mark.parametrize(("turned", "twelfths"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, 10)])
def test_what_lies_ahead_of_a_turn_bears_by_twelfths_to_starboard(
    turned: int, twelfths: int
) -> None:
    ship = HexPose.at(5, 5, "SE")
    other = ship.turned(turned).ahead(3)
    assert ship.relative_bearing(other) == twelfths
    assert ship.distance(other) == 3
    # Between two hexsides lies a corner.
    between = ship.turned(turned).ahead(1).turned(1).ahead(1)
    assert ship.relative_bearing(between) == twelfths + 1


def test_what_lies_in_the_same_hex_has_no_bearing() -> None:
    ship = HexPose.at(5, 5, "SE")
    assert ship.relative_bearing(ship.turned(2)) is None
    assert ship.distance(ship.turned(2)) == 0
