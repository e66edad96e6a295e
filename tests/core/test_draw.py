"""Pictures of a hex table: what is drawn, where, and that it is always the same."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any

import pytest

from weathergage.boards.hex import column_row, place_in
from weathergage.draw import png as png_module
from weathergage.draw.hexes import svg
from weathergage.draw.letters import arrow, short_code, side_letters
from weathergage.draw.picture import (
    HexTable,
    Picture,
    SectionMark,
    ShipMark,
    SideMark,
    WindMark,
    heading_name,
)
from weathergage.draw.png import png
from weathergage.draw.sea import HULLS, LIVERIES, fan_out, number, shortened, text_width, wrap
from weathergage.draw.terminal import chart, roster
from weathergage.errors import WeathergageError

SVG = "{http://www.w3.org/2000/svg}"


def ship(id: str, column: int, row: int, heading: int = 0, **more: object) -> ShipMark:
    """A ship for a test, by column and row counted from 0."""
    made = ShipMark(id, "74/A", id.title(), "blue", place_in(column, row), heading)
    for key, value in more.items():
        setattr(made, key, value)
    return made


def picture(*ships: ShipMark, sections: list[SectionMark] | None = None) -> Picture:
    """One section of 20 by 16 unless said otherwise, two sides, a moderate wind from NW."""
    return Picture(
        title="A trial",
        subtitle="off nowhere",
        turn=3,
        phase="Movement",
        board=HexTable(sections or [SectionMark("A", 0, 0, 20, 16)]),
        ships=list(ships),
        wind=WindMark(300, "NW", "Moderate"),
        sides=[SideMark("blue", "Blue", 0), SideMark("red", "Red", 1)],
        notes=["A note."],
    )


def fleet() -> Picture:
    """69 ships on six sections, most of them in two lines, some in one hex."""
    ships = []
    for index in range(69):
        column, row = 3 + index % 35, 4 + index % 35 // 2 + index // 35 * 6
        ships.append(
            ship(
                f"ship {index}",
                column,
                row,
                (index % 6) * 60,
                side="red" if index % 2 else "blue",
                label=f"{(74, 80, 120)[index % 3]}/{'ABCDEFGH'[index % 8]}",
                damage="M1 C1" if index % 5 == 0 else "",
                damage_share=0.3 if index % 5 == 0 else 0.0,
                flag=("FF" if index == 0 else "F") if index % 20 == 0 else "",
                track=(place_in(column, row + 1),),
            )
        )
    ships += [ship("close", 3, 4, 60, state="afoul")]
    sections = [
        SectionMark("ABCDEF"[3 * down + across], 20 * across, 16 * down, 20, 16)
        for down in range(2)
        for across in range(3)
    ]
    return picture(*ships[1:], sections=sections)


def texts(document: str) -> list[str]:
    """Every line of text of an SVG document."""
    return [
        "".join(found.itertext()) for found in ElementTree.fromstring(document).iter(f"{SVG}text")
    ]


def hulls(document: str) -> list[tuple[float, float, float]]:
    """Where each ship is drawn and how she is turned: x, y, degrees."""
    found = re.findall(
        r'class="ship [a-z]+" data-ship="[^"]*" '
        r'transform="translate\((\S+) (\S+)\) rotate\((\d+)\)"',
        document,
    )
    return [(float(x), float(y), float(turn)) for x, y, turn in found]


def label_boxes(document: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The letters of each label beside a ship, and what they cover at least."""
    root = ElementTree.fromstring(document)
    (labels,) = (one for one in root.iter() if one.get("class") == "labels")
    found = []
    for block in labels.iter(f"{SVG}g"):
        size = float(block.get("font-size", 0))
        for line in block.findall(f"{SVG}text"):
            words = "".join(line.itertext())
            x, y, half = (
                float(line.attrib["x"]),
                float(line.attrib["y"]),
                text_width(words, size) / 2,
            )
            found.append((words, (x - half, y - 0.65 * size, x + half, y)))
    return found


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize("column", range(-3, 4))
@pytest.mark.parametrize("row", range(-3, 4))
def test_a_place_and_its_column_and_row_name_each_other(column: int, row: int) -> None:
    assert column_row(place_in(column, row)) == (column, row)


def test_hexes_are_labelled_by_their_section_column_and_row() -> None:
    two = HexTable([SectionMark("A", 0, 0, 20, 16), SectionMark("B", 20, 0, 20, 16)])
    assert two.label(place_in(0, 0)) == "A 0101"
    assert two.label(place_in(24, 1)) == "B 0502"
    assert two.label(place_in(40, 0)) == "sea 41,1"
    assert HexTable([SectionMark("A", 0, 0, 20, 16)]).label(place_in(4, 1)) == "0502"


@pytest.mark.parametrize(
    ("degrees", "name"),
    [
        (0, "N"),
        (60, "NE"),
        (120, "SE"),
        (180, "S"),
        (240, "SW"),
        (300, "NW"),
        (90, "E"),
        (360, "N"),
    ],
)
def test_headings_have_the_names_of_the_hexsides(degrees: int, name: str) -> None:
    assert heading_name(degrees) == name


# --- the SVG ---------------------------------------------------------------------------------


def test_a_ship_that_heads_south_east_is_turned_by_120_degrees() -> None:
    document = svg(picture(ship("bellona", 5, 5, 120)))
    ((_, _, turned),) = hulls(document)
    assert turned == 120
    assert "rotate(120)" in document


def test_a_hull_points_north_before_it_is_turned() -> None:
    document = svg(picture(ship("bellona", 5, 5)))
    hull = re.search(r'class="ship line".*?<path d="M0 (-[\d.]+)C', document)
    assert hull is not None, "the bow is the first point, above the middle"


def test_the_wind_arrow_points_where_the_wind_blows_to_and_says_where_it_comes_from() -> None:
    document = svg(picture(ship("bellona", 5, 5)))
    assert '<g class="wind" transform="rotate(120)"><title>wind from NW, Moderate' in document
    assert "Wind from NW, Moderate" in texts(document)


def test_without_wind_there_is_a_rose_and_no_arrow() -> None:
    calm = picture(ship("bellona", 5, 5))
    calm.wind = None
    document = svg(calm)
    assert 'class="north"' in document
    assert 'class="wind"' not in document


def test_every_hex_of_a_section_bears_its_number() -> None:
    written = [
        words for words in texts(svg(picture(), focus=False)) if re.fullmatch(r"\d{4}", words)
    ]
    assert sorted(written) == sorted(
        f"{column:02d}{row:02d}" for column in range(1, 21) for row in range(1, 17)
    )


def test_hexes_of_even_printed_columns_lie_half_a_hex_lower() -> None:
    found = dict(re.findall(r'<text x="\S+" y="(\S+)">(0[12]0[12])</text>', svg(picture())))
    height = {label: float(y) for y, label in found.items()}
    first, lower, second = height["0101"], height["0201"], height["0102"]
    assert lower == pytest.approx((first + second) / 2, abs=0.02)


def test_a_number_that_a_ship_or_her_label_would_cover_in_part_is_left_out() -> None:
    assert "0606" in texts(svg(picture(), focus=False))
    assert "0606" not in texts(svg(picture(ship("bellona", 5, 5, 0)), focus=False))


def test_the_picture_closes_in_on_a_small_action_and_shows_which_part_of_the_table_it_is() -> None:
    duel = picture(ship("bellona", 9, 8), ship("lion", 10, 8, side="red"))
    duel.board = fleet().board
    near, all_of_it = texts(svg(duel)), texts(svg(duel, focus=False))
    assert "Part of the table shown" in near
    assert "Part of the table shown" not in all_of_it
    assert near.count("0101") == 0
    assert all_of_it.count("0101") == 6


def test_a_ship_off_the_sections_is_still_on_the_picture() -> None:
    for focus in (True, False):
        document = svg(picture(ship("runaway", 22, -2)), focus=focus)
        root = ElementTree.fromstring(document)
        panel = root.find(f"{SVG}defs/{SVG}clipPath/{SVG}rect")
        assert panel is not None
        ((x, y, _),) = hulls(document)
        left, top = float(panel.attrib["x"]), float(panel.attrib["y"])
        assert left < x < left + float(panel.attrib["width"])
        assert top < y < top + float(panel.attrib["height"])


def test_land_is_filled_by_hex_and_by_section() -> None:
    coast = picture(sections=[SectionMark("A", 0, 0, 4, 4), SectionMark("C", 4, 0, 4, 4, "land")])
    assert coast.board is not None
    coast.board.land = (place_in(0, 0),)
    land = re.search(r'class="land" d="([^"]*)"', svg(coast))
    assert land is not None
    assert land.group(1).count("M") == 17


def test_a_border_runs_where_one_section_ends() -> None:
    def sides(*sections: SectionMark) -> int:
        found = re.search(r'class="borders" d="([^"]*)"', svg(picture(sections=[*sections])))
        assert found is not None
        return found.group(1).count("M")

    whole = sides(SectionMark("A", 0, 0, 8, 4))
    joined = sides(SectionMark("A", 0, 0, 4, 4), SectionMark("B", 4, 0, 4, 4))
    assert joined - whole == 2 * 4 - 1


def test_a_section_that_may_not_be_moved_says_so() -> None:
    fixed = picture(sections=[SectionMark("C", 0, 0, 20, 16, frozen=True)])
    assert "fixed in place" in texts(svg(fixed))


def test_sides_differ_in_grey_too() -> None:
    assert len({livery.pattern for livery in LIVERIES}) == len(LIVERIES)
    document = svg(picture(ship("bellona", 5, 5), ship("lion", 8, 5, side="red")))
    assert 'fill="url(#livery-1)"' in document
    assert '<pattern id="livery-1"' in document


def test_code_speed_damage_and_name_stand_beside_a_ship() -> None:
    hurt = ship("lion", 8, 5, speed=4, damage="M2 C1", damage_share=0.5)
    words = texts(svg(picture(hurt)))
    assert "Lion" in words
    assert "74/A · 4 · M2 C1" in words


def test_every_ship_of_a_fleet_has_her_code_written() -> None:
    words = texts(svg(fleet(), focus=False))
    assert sum(bool(re.match(r"\d+/[A-H] · 0", line)) for line in words) == 69


@pytest.mark.parametrize("state", ["afoul", "prize", "dismasted", "anchored", "sunk"])
def test_the_legend_explains_the_states_that_are_on_the_picture_and_no_others(state: str) -> None:
    names = {"afoul", "prize", "dismasted", "at anchor", "sunk"}
    shown = names & set(texts(svg(picture(ship("lion", 8, 5, state=state)))))
    assert shown == {"at anchor" if state == "anchored" else state}


def test_a_dismasted_ship_has_no_yards() -> None:
    def curves(mark: ShipMark) -> int:
        found = re.search(r'class="ship line".*?</g>', svg(picture(mark)))
        assert found is not None
        return found.group().count("Q0 ")

    assert curves(ship("lion", 8, 5)) == 6, "three masts, each with its pale rim"
    assert curves(ship("lion", 8, 5, state="dismasted")) == 0


def test_flagships_fly_a_pennant_or_a_square_flag() -> None:
    words = texts(svg(picture(ship("lion", 8, 5, flag="F"), ship("bellona", 4, 5, flag="FF"))))
    assert {"flagship (F)", "flagship of the fleet (FF)"} <= set(words)


def test_the_track_of_the_last_move_is_dashed_and_ends_at_the_ship() -> None:
    moved = ship("lion", 8, 5, track=(place_in(8, 7), place_in(8, 6), place_in(8, 5)))
    document = svg(picture(moved))
    track = re.search(r'class="tracks".*?d="M([^"]*)".*?stroke-dasharray', document)
    assert track is not None
    points = track.group(1).split("L")
    assert len(points) == 3
    ((x, y, _),) = hulls(document)
    assert points[-1] == f"{number(x)} {number(y)}"


# --- ships that share a hex ------------------------------------------------------------------


def _outline(
    kind: str, heading: int, x: float, y: float, scale: float
) -> Iterator[tuple[float, float]]:
    """Points all over the hull and yards of a ship, in hex sizes."""
    hull = HULLS[kind]  # type: ignore[index]
    for step in range(-10, 11):
        along = step / 10 * hull.length / 2
        for across in (-hull.yard, -hull.beam / 2, 0.0, hull.beam / 2, hull.yard):
            angle = radians(heading)
            yield (
                x + scale * (across * cos(angle) - along * sin(angle)),
                y + scale * (across * sin(angle) + along * cos(angle)),
            )


@pytest.mark.parametrize("second", range(0, 360, 60))
@pytest.mark.parametrize("first", [0, 60, 120])
@pytest.mark.parametrize("kind", ["line", "small", "merchant"])
def test_two_ships_in_a_hex_do_not_overlap(kind: str, first: int, second: int) -> None:
    from shapely import MultiPoint

    pair = [ship("one", 3, 3, first, length_class=kind), ship("two", 3, 3, second)]
    shapes = [
        MultiPoint(list(_outline(mark.length_class, mark.heading_degrees, *where))).convex_hull
        for mark, where in zip(pair, fan_out(pair), strict=True)
    ]
    assert not shapes[0].intersects(shapes[1])
    document = svg(picture(*pair))
    (x1, y1, _), (x2, y2, _) = hulls(document)
    assert (x1, y1) != (x2, y2)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_ships_that_share_a_hex_stay_in_it(count: int) -> None:
    ships = [ship(str(index), 3, 3, index * 60) for index in range(count)]
    for x, y, _ in fan_out(ships):
        assert (x * x + y * y) ** 0.5 < 0.87


def test_a_ship_alone_lies_in_the_middle_of_her_hex_at_full_size() -> None:
    assert fan_out([ship("one", 3, 3, 60)]) == [(0.0, 0.0, 1.0)]


# --- the document ----------------------------------------------------------------------------


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert svg(fleet()) == svg(fleet())


def test_the_text_does_not_hang_on_the_hash_seed() -> None:
    program = (
        "import hashlib, sys\n"
        "sys.path.insert(0, 'tests/core')\n"
        "from weathergage.draw.picture import *\n"
        "from weathergage.draw.hexes import svg\n"
        "ships = [ShipMark(str(i), 'x/' + str(i), 'n', 'ab'[i % 2], place_in(i, i), 60 * (i % 6))"
        " for i in range(9)]\n"
        "table = HexTable([SectionMark('A', 0, 0, 20, 16)], frozenset(range(9)))\n"
        "sides = [SideMark('a', 'A', 0), SideMark('b', 'B', 3)]\n"
        "made = svg(Picture('t', '', 1, '', table, ships, None, sides))\n"
        "print(hashlib.sha256(made.encode()).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(digests) == 1


def test_no_number_has_more_than_two_decimals() -> None:
    assert not re.search(r"\d\.\d{3}", svg(fleet()))
    assert [number(value) for value in (1.0, -0.001, 2.346, 10)] == ["1", "0", "2.35", "10"]


def test_labels_of_galleys_packed_side_by_side_stand_off_with_a_line_to_theirs() -> None:
    galleys = [
        ship(
            f"{column}-{row}",
            column,
            row,
            180,
            label=f"{column}/{row}",
            length_class="galley",
            stern=place_in(column, row - 1),
            damage="D2 Cs",
            damage_share=0.5,
        )
        for column in range(4, 10)
        for row in (4, 6, 8)
    ]
    document = svg(picture(*galleys))
    found = label_boxes(document)
    assert {f"{one.label}" for one in galleys} <= {words.split(" ")[0] for words, _ in found}
    clashes = [
        (one, two)
        for index, (one, a) in enumerate(found)
        for two, b in found[index + 1 :]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    assert not clashes
    assert 'class="leaders"' in document
    assert 'class="leaders"' not in svg(picture(galleys[0]))


def test_a_ship_whose_code_is_her_name_has_it_once() -> None:
    words = texts(svg(picture(ship("lion", 8, 5, label="74/C", name="74/C", speed=4))))
    assert [line for line in words if "74/C" in line and line != "74/C"] == ["74/C · 4"]
    assert words.count("74/C") == 1, "in the legend"


@pytest.mark.parametrize("kind", ["line", "small", "galley"])
@pytest.mark.parametrize("heading", [0, 180])
def test_a_flag_flies_clear_of_a_ship_that_heads_north_or_south(kind: str, heading: int) -> None:
    flagship = ship("lion", 8, 5, heading, length_class=kind, flag="F")
    document = svg(picture(flagship, ship("ajax", 10, 5)))
    (x, _, _), (farther, _, _) = hulls(document)
    hex_size = (farther - x) / 3
    (marks,) = (
        one for one in ElementTree.fromstring(document).iter() if one.get("class") == "marks"
    )
    moves = [one.get("transform", "") for one in marks.iter(f"{SVG}g") if one is not marks]
    staff = sum(float(move[len("translate(") :].split()[0]) for move in moves)
    hull = HULLS[kind]  # type: ignore[index]
    assert staff - x >= max(hull.yard, hull.beam / 2) * hex_size - 0.02


def test_names_of_any_kind_leave_the_document_sound() -> None:
    odd = ship('<&>"\x00', 5, 5, name='L\'"<Orient>" & [bold]\x07', label="<1>", note="]]>")
    odd.side = "nobody's"
    root = ElementTree.fromstring(svg(picture(odd)))
    assert root.tag == f"{SVG}svg"
    assert 'L\'"<Orient>" & [bold]' in texts(svg(picture(odd)))


def test_a_picture_without_a_hex_table_is_refused() -> None:
    bare = picture(ship("lion", 5, 5))
    bare.board = None
    with pytest.raises(WeathergageError, match="no hex table"):
        svg(bare)
    with pytest.raises(WeathergageError, match="no hex table"):
        chart(bare)


def test_text_is_measured_wrapped_and_shortened_to_fit() -> None:
    assert text_width("iii", 10) < text_width("WWW", 10)
    lines = wrap("all that the weather gage is worth", 10, 80)
    assert len(lines) > 1
    assert all(text_width(line, 10) <= 80 for line in lines)
    assert shortened("Nuestra Señora", 10, 40).endswith("…")
    assert shortened("Ajax", 10, 40) == "Ajax"


# --- PNG -------------------------------------------------------------------------------------


def test_png_begins_with_its_signature_and_has_the_width_asked() -> None:
    made = png(svg(picture(ship("lion", 5, 5))), width=700)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(made[16:20], "big") == 700
    assert int.from_bytes(made[20:24], "big") > 300


def test_text_shows_without_any_font_of_the_system() -> None:
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'
    words = '<text x="2" y="15" font-family="No Such Face, sans-serif" font-size="14">0502</text>'
    assert len(png(blank.format(words), 40)) > len(png(blank.format(""), 40)) + 100


def test_what_is_not_svg_is_refused_with_a_sentence() -> None:
    with pytest.raises(WeathergageError, match="cannot be drawn as SVG"):
        png("<nothing")
    with pytest.raises(WeathergageError, match="1 to 16000 pixels"):
        png("<svg/>", 0)


def test_without_the_renderer_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(WeathergageError, match="pip install resvg-py"):
        png("<svg/>")


def test_without_the_font_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_module, "find_spec", lambda name: None)
    with pytest.raises(WeathergageError, match="pip install font-source-sans-pro"):
        png("<svg/>")


def test_importing_the_drawing_imports_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "import weathergage.draw.svg, weathergage.draw.png, weathergage.draw.terminal\n"
        "heavy = {'resvg_py', 'rich', 'shapely', 'matplotlib', 'numpy', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert run.stdout.strip() == "[]"


# --- the terminal ----------------------------------------------------------------------------


def test_the_chart_shows_heading_side_and_code_in_the_ships_hex() -> None:
    lines = chart(picture(ship("lion", 5, 5, 120, side="red"))).plain.splitlines()
    above = next(index for index, line in enumerate(lines) if "↘R" in line)
    at = lines[above].index("↘R")
    assert lines[above + 1][at - 1 : at + 3] == "74/A"
    assert lines[1].startswith("↘ wind from NW, Moderate")


def test_a_hex_of_an_odd_column_stands_one_line_lower() -> None:
    lines = chart(picture(ship("lion", 4, 5), ship("bellona", 5, 5))).plain.splitlines()
    first, second = (index for index, line in enumerate(lines) if "↑B" in line)
    assert second == first + 1


def test_the_charts_edges_bear_the_numbers_that_are_printed() -> None:
    table = picture(
        ship("lion", 32, 18), sections=[SectionMark("", 10, 0, 51, 29, first=(10, 0), ragged=True)]
    )
    lines = chart(table).plain.splitlines()
    above = next(index for index, line in enumerate(lines) if "↑B" in line)
    assert lines[above].split()[0] == lines[above].split()[-1] == "18"
    columns = next(line for line in lines if line.split()[:1] == ["27"])
    assert columns.index("32") == pytest.approx(lines[above].index("↑B"), abs=1)


def test_a_ragged_last_row_is_not_cut_up() -> None:
    table = picture(
        ship("lion", 10, 6), sections=[SectionMark("", 10, 0, 5, 9, first=(10, 0), ragged=True)]
    )
    lines = chart(table).plain.splitlines()
    last = next(line for line in lines if line.split()[:1] == ["08"])
    assert last.count("│") == 1  # the edge of the row above, half a hex lower


def test_the_chart_shows_where_the_stern_of_a_long_ship_lies() -> None:
    long = ship("lion", 4, 5, 0, side="red")
    long.stern = place_in(4, 6)
    text = chart(picture(long)).plain
    lines = text.splitlines()
    bow = next(index for index, line in enumerate(lines) if "↑R" in line)
    assert lines[bow + 2][lines[bow].index("↑R")] == "o"
    assert "o stern of a ship two hexes long" in text
    assert "stern" not in chart(picture(ship("lion", 4, 5))).plain


def test_ships_that_share_a_hex_are_listed_below_the_chart() -> None:
    both = picture(ship("lion", 5, 5, 60), ship("bellona", 5, 5, 180, side="red", state="prize"))
    written = chart(both).plain
    assert "↗B↓R" in written
    assert re.search(r"a\)\s+0606\s+↗B 74/A Lion\s+↓R\$ 74/A Bellona", written)


def test_land_borders_and_section_names_are_on_the_chart() -> None:
    table = picture(
        ship("lion", 3, 2),
        sections=[SectionMark("A", 0, 0, 4, 4), SectionMark("B", 4, 0, 4, 4, "land")],
    )
    written = chart(table).plain
    assert "░░░░" in written
    assert "│" in written
    assert "────" in written
    assert "░ land" in written


@pytest.mark.parametrize("width", [100, 120, 160])
def test_the_chart_of_a_fleet_keeps_to_its_width_and_loses_no_ship_unsaid(width: int) -> None:
    lines = chart(fleet(), width=width, height=40).plain.splitlines()
    assert max(len(line) for line in lines) <= width
    assert not any("outside this chart" in line for line in lines)
    scattered = picture(ship("lion", 0, 0), ship("bellona", 900, 0))
    assert "1 ship lies outside this chart" in chart(scattered, width=width).plain


def test_each_side_has_a_letter_of_its_own() -> None:
    sides = [SideMark("f", "France", 0), SideMark("i", "Finland", 1), SideMark("x", "Ff", 2)]
    alike = picture()
    alike.sides = sides
    assert side_letters(alike) == {"f": "F", "i": "I", "x": "3"}


def test_codes_are_shortened_to_the_room_there_is() -> None:
    assert short_code("74/A", 4) == "74/A"
    assert short_code("120/A", 4) == "120A"
    assert short_code("120/A", 2) == "A"


@pytest.mark.parametrize(
    ("degrees", "sign"),
    [(0, "↑"), (60, "↗"), (120, "↘"), (180, "↓"), (240, "↙"), (300, "↖"), (90, "→")],
)
def test_arrows_point_along_the_headings(degrees: int, sign: str) -> None:
    assert arrow(degrees) == sign


def test_the_roster_lists_every_ship_by_side_with_hex_heading_and_state() -> None:
    from rich.console import Console

    listed = picture(
        ship("lion", 4, 1, 120, side="red", state="anchored", note="guns run out"),
        ship("[bold]bellona", 5, 5, 0, flag="F", speed=3, damage="M1"),
    )
    console = Console(width=140, record=True, force_terminal=False, file=None, quiet=False)
    with console.capture() as caught:
        console.print(roster(listed))
    rows = [line.split() for line in caught.get().splitlines() if "74/A" in line]
    assert rows[0] == ["74/A", "F", "[Bold]Bellona", "B", "Blue", "0606", "↑", "N", "3", "M1"]
    assert rows[1][:7] == ["74/A", "Lion", "R", "Red", "0502", "↘", "SE"]
    assert " ".join(rows[1][7:]) == "0 at anchor, guns run out"


def test_a_picture_of_a_state_has_its_scenarios_title_date_and_sides() -> None:
    sides = [SimpleNamespace(id="red", name="Red"), SimpleNamespace(id="blue", name="Blue")]
    scenario = SimpleNamespace(title="Two brigs", when="1808", sides=sides)
    scales = SimpleNamespace(yards=100.0, per="hex")
    rules: Any = SimpleNamespace(scenario=scenario, ruleset=SimpleNamespace(scales=scales))
    state: Any = SimpleNamespace(turn=4)
    board = HexTable([SectionMark("", 0, 0, 4, 4)])
    made = Picture.of(rules, state, board, [ship("lion", 1, 1)])
    assert (made.title, made.subtitle, made.turn) == ("Two brigs", "1808", 4)
    assert made.sides == [SideMark("red", "Red", 0), SideMark("blue", "Blue", 1)]
    assert made.scale == "1 hex = 100 yards"
    assert made.wind is None
    assert made.board is board
    assert (made.notes, made.hulls, made.logs) == ([], {}, [])


def test_a_picture_tells_its_own_scale_and_notes_where_it_is_given_them() -> None:
    scenario = SimpleNamespace(title="Two brigs", when="1808", sides=[])
    rules: Any = SimpleNamespace(
        scenario=scenario, ruleset=SimpleNamespace(scales=SimpleNamespace(yards=218.7, per="hex"))
    )
    state: Any = SimpleNamespace(turn=4)
    wind = WindMark(90, "E", "fresh")
    made = Picture.of(
        rules,
        state,
        None,
        [],
        wind,
        scale="1 hex = 200 m",
        notes=("Sunk: Lion",),
        hulls={"small": "brig"},
    )
    assert (made.scale, made.notes, made.hulls) == (
        "1 hex = 200 m",
        ["Sunk: Lion"],
        {"small": "brig"},
    )
    assert made.wind is wind
    assert Picture.of(rules, state, None, [], scale="").scale == ""
