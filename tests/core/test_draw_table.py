"""Pictures of a free table and of a chart: to scale, readable, and always the same."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

import pytest
from rich.console import Console

from weathergage.cli.pictures import with_arcs
from weathergage.draw.picture import (
    KINDS,
    ArcMark,
    FreeTable,
    HexTable,
    Picture,
    RegionMark,
    SectionMark,
    ShipMark,
    SideMark,
    WindMark,
    compass_name,
)
from weathergage.draw.plan import is_inside
from weathergage.draw.png import png
from weathergage.draw.svg import svg
from weathergage.draw.terminal import chart, roster
from weathergage.draw.terrain import LOOKS
from weathergage.errors import UnknownName, WeathergageError

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def base(x: float, y: float, heading: float, length: float = 2.0, width: float = 0.75) -> Any:
    """The corners of a base, clockwise from the port bow."""
    s, c = sin(radians(heading)), cos(radians(heading))
    sides = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    halves = [(length / 2 * ahead, width / 2 * aside) for ahead, aside in sides]
    return tuple((x + a * s + b * c, y - a * c + b * s) for a, b in halves)


def ship(id: str, x: float, y: float, heading: float = 0.0, **more: Any) -> ShipMark:
    """A ship of 2 by 0.75 inches with a broadside of guns to each side."""
    guns = (
        ArcMark("starboard", (x, y), (heading + 45) % 360, (heading + 135) % 360, (8, 16, 24)),
        ArcMark("port", (x, y), (heading + 225) % 360, (heading + 315) % 360, (8, 16, 24)),
    )
    side, label = more.pop("side", "blue"), more.pop("label", id[:3].upper())
    made = ShipMark(id, label, id.title(), side, heading_degrees=heading, at=(x, y))
    return replace(made, outline=base(x, y, heading), arcs=guns, **more)


def other(id: str, kind: str, x: float, y: float, heading: float = 0.0, **more: Any) -> ShipMark:
    """What is no ship, without an outline unless one is given."""
    mark = ShipMark(id, "", id.title(), "red", heading_degrees=heading, at=(x, y))
    return replace(mark, kind=kind, **more)


def picture(*ships: ShipMark, table: FreeTable | None = None, **more: Any) -> Picture:
    return Picture(
        title="A trial",
        subtitle="on a table",
        turn=3,
        phase="Fire",
        board=table or FreeTable(60, 60),
        ships=list(ships),
        wind=WindMark(337.5, "NNW", "Light"),
        sides=[SideMark("blue", "Blue", 0), SideMark("red", "Red", 1)],
        notes=["A note."],
        scale="1 inch = 50 yards",
        **more,
    )


def square(left: float, top: float, side: float = 5.0) -> tuple[Point, ...]:
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def everything() -> Picture:
    """A mark of every kind, a region of every kind, a ship in every state."""
    kinds = [*LOOKS, "quicksand"]
    regions = [
        RegionMark(f"The {kind}", kind, square(6 * index + 1, 1), "a note" if index == 2 else "")
        for index, kind in enumerate(kinds)
    ]
    states = (
        "afoul prize dismasted anchored sunk moored locked aground struck".split()  # noqa: SIM905
    )
    ships = [
        ship(
            f"{state} one",
            5 + 6 * index,
            20,
            40 * index,
            state=state,
            flag=("", "F", "FF")[index % 3],
        )
        for index, state in enumerate(states)
    ]
    ships += [
        ship(
            "mover", 30, 30, 45, speed=5.5, path=((24, 40), (27, 33)), damage="H2",
            damage_share=0.4,
        ),
        ship(
            "both", 40, 30, 180, state="anchored aft", also=("dismasted",), length_class="cruiser"
        ),
        replace(ship("bare", 50, 30), outline=()),
        other("fort", "battery", 10, 40, 90, size="5 guns", outline=base(10, 40, 90, 1.5, 4)),
        other("redoubt", "battery", 20, 45, 200),
        other("cutters", "boats", 30, 45, 270, size="5 boats"),
        other("gunboats", "boats", 36, 45, 270, size="3 boats", outline=base(36, 45, 270, 1.5, 2)),
        other("marines", "unit", 40, 50, 90, size="8 figures", outline=base(40, 50, 90, 1, 3)),
        other("seamen", "unit", 46, 50, 10),
        other("van", "squadron", 10, 55, 90, size="6 ships"),
        other("wreck", "buoy", 50, 55),
    ]  # fmt: skip
    return picture(*ships, table=FreeTable(60, 60, regions), arcs=("mover",))


def line_of_ten() -> list[ShipMark]:
    first = ("bucentaure", "neptuno", "indomptable", "redoutable", "formidable")
    names = (*first, "pluton", "swiftsure", "argonaute", "berwick", "scipion")
    return [ship(name, 6 + 4 * index, 30, 270) for index, name in enumerate(names)]


def texts(document: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(document).iter(f"{SVG}text")]


class Scale:
    """How the map of a document is laid, by what the document says of itself."""

    def __init__(self, document: str) -> None:
        self.root = ElementTree.fromstring(document)
        (self.map,) = (one for one in self.root.iter() if one.get("class") == "map")
        self.scale = float(self.map.attrib["data-scale"])
        self.x, self.y = float(self.map.attrib["data-x"]), float(self.map.attrib["data-y"])

    def table(self, x: float, y: float) -> Point:
        """A point of the sheet on the table."""
        return (x - self.x) / self.scale, (y - self.y) / self.scale

    def mark(self, id: str) -> ElementTree.Element:
        (found,) = (
            one
            for one in self.map.iter()
            if one.get("data-ship") == id and not (one.get("class") or "").startswith("arc")
        )
        return found

    def base(self, id: str) -> list[Point]:
        """The corners of a base in the table's unit."""
        (path,) = (one for one in self.mark(id).iter() if one.get("class") == "base")
        corners = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"])
        return [self.table(float(x), float(y)) for x, y in corners]

    def hull(self, id: str) -> tuple[Point, float]:
        """Where a hull lies, in the table's unit, and how it is turned."""
        (hull,) = (one for one in self.mark(id).iter() if one.get("class") == "hull")
        found = re.fullmatch(r"translate\((\S+) (\S+)\) rotate\((\S+)\)", hull.attrib["transform"])
        assert found is not None
        x, y, turn = (float(number) for number in found.groups())
        return self.table(x, y), turn


def boxes(document: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Each line of the labels beside the ships, and about what it covers."""
    from weathergage.draw.sea import text_width

    root = ElementTree.fromstring(document)
    (labels,) = (one for one in root.iter() if one.get("class") == "labels")
    found = []
    for block in labels:
        if block.tag != f"{SVG}g":
            continue
        size = float(block.attrib["font-size"])
        for line in block.iter(f"{SVG}text"):
            words = "".join(line.itertext())
            x, y = float(line.attrib["x"]), float(line.attrib["y"])
            half = text_width(words, size) / 2
            found.append((words, (x - half, y - 0.7 * size, x + half, y + 0.15 * size)))
    return found


def overlaps(document: str) -> list[tuple[str, str]]:
    found = boxes(document)
    return [
        (one, two)
        for index, (one, a) in enumerate(found)
        for two, b in found[index + 1 :]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


# --- to scale --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height"), [(40, 40), (60, 60), (100, 60), (150, 100), (48, 96), (97.5, 31)]
)
@pytest.mark.parametrize("heading", [0, 33.75, 270])
def test_a_base_is_drawn_exactly_where_it_lies(width: float, height: float, heading: float) -> None:
    x, y = width - 3.125, height / 3
    document = svg(picture(ship("lion", x, y, heading), table=FreeTable(width, height)))
    corners = Scale(document).base("lion")
    for found, true in zip(corners, base(x, y, heading), strict=True):
        assert found == pytest.approx(true, abs=0.01)
    assert Scale(document).hull("lion")[1] == heading


@pytest.mark.parametrize(("width", "height"), [(40, 40), (60, 60), (100, 60), (150, 100), (24, 90)])
def test_a_sheet_is_of_a_size_that_can_be_read_and_the_table_lies_on_it(
    width: float, height: float
) -> None:
    made = Scale(svg(picture(table=FreeTable(width, height))))
    assert 1400 <= float(made.root.attrib["width"]) <= 2200
    panel = made.root.find(f"{SVG}defs/{SVG}clipPath/{SVG}rect")
    assert panel is not None
    left, top = float(panel.attrib["x"]), float(panel.attrib["y"])
    assert made.table(left, top) == pytest.approx((0, 0), abs=0.01)
    right, bottom = left + float(panel.attrib["width"]), top + float(panel.attrib["height"])
    assert made.table(right, bottom) == pytest.approx((width, height), abs=0.01)
    assert 0 < left < right < float(made.root.attrib["width"])


def test_the_hull_lies_on_its_base_and_points_where_the_ship_heads() -> None:
    made = Scale(svg(picture(ship("lion", 20, 20, 90))))
    middle, turn = made.hull("lion")
    assert turn == 90
    assert is_inside(middle, made.base("lion"))
    (hull,) = (one for one in made.mark("lion").iter() if one.get("class") == "hull")
    bow = re.search(r"^M0 (-[\d.]+)C", hull[0].attrib["d"])
    assert bow is not None, "the bow is the first point, ahead of the middle"
    ahead = float(bow.group(1)) / made.scale
    assert middle[0] - ahead < 21


def test_a_base_that_is_small_on_a_large_table_still_has_a_hull_to_be_seen() -> None:
    tiny = replace(ship("gig", 70, 50), outline=base(70, 50, 0, 0.3, 0.1))
    made = Scale(svg(picture(tiny, table=FreeTable(150, 100))))
    corners = made.base("gig")
    assert max(y for _, y in corners) - min(y for _, y in corners) == pytest.approx(0.3, abs=0.01)
    (hull,) = (one for one in made.mark("gig").iter() if one.get("class") == "hull")
    bow = re.search(r"^M0 (-[\d.]+)C", hull[0].attrib["d"])
    assert bow is not None
    assert float(bow.group(1)) < -5


def test_figures_stand_at_the_edges_where_their_lines_are() -> None:
    document = svg(picture(table=FreeTable(60, 42)))
    made = Scale(document)
    (figures,) = (one for one in made.root.iter() if one.get("class") == "figures")
    words = [text.text for text in figures.iter(f"{SVG}text")]
    assert words.count("60") == 2, "above and below"
    assert words.count("42") == 4, "above, below and at either side"
    for text in figures.iter(f"{SVG}text"):
        if text.get("text-anchor") == "middle":
            x = made.table(float(text.attrib["x"]), 0)[0]
            assert x == pytest.approx(float(text.text or ""), abs=0.01)


def test_fine_lines_are_thinned_out_where_they_would_run_together() -> None:
    def lines(table: FreeTable) -> tuple[int, float]:
        made = Scale(svg(picture(table=table)))
        fine = [one for one in made.map.iter() if one.get("class") == "fine"]
        across = sorted({float(x) for x in re.findall(r"M(\S+) \S+V", fine[0].attrib["d"])})
        gaps = [b - a for a, b in pairwise(across)]
        return len(across), min(gaps)

    count, gap = lines(FreeTable(60, 60))
    assert count == 61 - 11
    assert gap > 6
    assert lines(FreeTable(400, 300, unit="mi", grid=1, labels=50))[1] >= 6
    assert not re.search('class="fine"', svg(picture(table=FreeTable(60, 60, grid=0))))
    assert 'class="grid"' not in svg(picture(table=FreeTable(60, 60, grid=0, labels=0)))


def test_the_scale_bar_is_as_long_as_it_says() -> None:
    made = Scale(svg(picture()))
    words = next(words for words in texts(svg(picture())) if words.endswith("(1 inch = 50 yards)"))
    inches = float(words.split()[0])
    (legend,) = (one for one in made.root.iter() if one.get("class") == "legend")
    bars = [one for one in legend if one.tag == f"{SVG}rect"]
    assert sum(float(bar.attrib["width"]) for bar in bars) == pytest.approx(
        inches * made.scale, abs=0.1
    )


# --- what is drawn ---------------------------------------------------------------------------


def test_every_kind_of_mark_region_and_state_is_drawn_and_explained() -> None:
    shown = everything()
    document = svg(shown)
    made = Scale(document)
    for mark in shown.ships:
        assert (made.mark(mark.id).get("class") or "").split()[0] == mark.kind
    words = texts(document)
    for region in shown.board.regions if isinstance(shown.board, FreeTable) else ():
        assert region.name in words
    assert {"a note", "quicksand"} <= set(words)
    assert {how.words for how in LOOKS.values()} <= set(words)
    assert {one for kind, (one, _) in KINDS.items() if kind != "ship"} <= set(words)
    for state in ("aground", "colours struck", "locked together", "anchored bow and stern"):
        assert state in words
    assert "Red, 2 batteries, 2 groups of boats, 2 units ashore, 1 squadron, 1 buoy" in words
    assert "MOV · 5.5 · H2" in words
    for mark in shown.ships:
        assert any(mark.label in line if mark.label else mark.name in line for line in words)


def test_the_title_of_a_mark_says_where_it_is_and_how_it_heads() -> None:
    document = svg(picture(ship("lion", 12.5, 30, 47, speed=4, state="struck", also=("aground",))))
    assert (
        "<title>Lion (LIO), Blue, 12.5, 30 in, heading 047 NE, speed 4, struck, aground</title>"
        in document
    )


def test_a_squadron_shows_its_name_and_its_size_on_a_chart() -> None:
    table = FreeTable(300, 200, unit="mi", grid=10, labels=50)
    words = texts(svg(picture(other("van", "squadron", 100, 50, size="6 ships"), table=table)))
    assert {"Van", "6 ships", "50", "300"} <= set(words)
    assert any(word.startswith("50 mi") for word in words)


def test_squadrons_at_one_point_fly_their_pennants_one_above_the_other() -> None:
    three = [other(f"squadron {index}", "squadron", 30, 30) for index in range(3)]
    document = svg(picture(*three))
    made = Scale(document)
    cloths = [made.mark(mark.id)[-1].attrib["d"] for mark in three]
    assert len(set(cloths)) == 3
    assert not overlaps(document)


def test_as_many_boats_are_drawn_as_there_are_up_to_a_dozen() -> None:
    for size, count in (("5 boats", 5), ("", 1), ("40 boats", 12)):
        made = Scale(svg(picture(other("cutters", "boats", 30, 30, size=size))))
        boats = [one for one in made.mark("cutters").iter() if one.tag == f"{SVG}ellipse"]
        assert len(boats) == count


@pytest.mark.parametrize(
    ("state", "anchors"), [("anchored", 1), ("anchored aft", 1), ("moored", 2)]
)
def test_anchors_lie_at_the_ends_a_ship_is_anchored_by(state: str, anchors: int) -> None:
    made = Scale(svg(picture(ship("lion", 20, 20, 0, state=state))))
    (marks,) = (one for one in made.map.iter() if one.get("class") == "marks")
    places = [
        made.table(*(float(number) for number in found.groups()))
        for one in marks
        if (found := re.fullmatch(r"translate\((\S+) (\S+)\)", one.get("transform", "")))
    ]
    assert len(places) == anchors
    ends = {"bow" if y < 19 else "stern" if y > 21 else "amidships" for _, y in places}
    expected = {"anchored": {"bow"}, "anchored aft": {"stern"}, "moored": {"bow", "stern"}}
    assert ends == expected[state]


def test_the_track_of_the_last_move_runs_through_its_points_to_the_ship() -> None:
    made = Scale(svg(picture(ship("lion", 20, 20, path=((10, 30), (15, 24), (20, 20))))))
    (tracks,) = (one for one in made.map.iter() if one.get("class") == "tracks")
    points = re.findall(r"(\S+) (\S+?)(?:L|$)", tracks[0].attrib["d"][1:])
    found = [made.table(float(x), float(y)) for x, y in points]
    assert [(round(x, 1), round(y, 1)) for x, y in found] == [(10, 30), (15, 24), (20, 20)]
    assert 'class="tracks"' not in svg(picture(ship("lion", 20, 20)))


def test_arcs_are_drawn_only_when_they_are_asked_for() -> None:
    two = [ship("lion", 20, 20), ship("bellona", 40, 40)]
    assert 'class="arc' not in svg(picture(*two))
    assert "where guns bear, rings at their ranges" not in texts(svg(picture(*two)))
    one = svg(picture(*two, arcs=("lion",)))
    assert one.count('class="arc" data-ship="lion"') == 2
    assert 'class="arc" data-ship="bellona"' not in one
    assert one.count('class="ring"') == 6
    assert {"8", "16", "where guns bear, rings at their ranges"} <= set(texts(one))
    assert svg(picture(*two, arcs=("all",))).count('class="ring"') == 12


def test_a_ring_lies_at_its_range_and_begins_and_ends_with_its_arc() -> None:
    gun = ArcMark("bow", (30, 30), 350, 80, (10,))
    made = Scale(svg(picture(replace(ship("lion", 30, 30), arcs=(gun,)), arcs=("all",))))
    (ring,) = (one for one in made.map.iter() if one.get("class") == "ring")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", ring.attrib["d"])]
    start, end = made.table(*numbers[:2]), made.table(*numbers[-2:])
    for point, degrees in ((start, 350), (end, 80)):
        assert hypot(point[0] - 30, point[1] - 30) == pytest.approx(10, abs=0.01)
        assert point[0] - 30 == pytest.approx(10 * sin(radians(degrees)), abs=0.01)
    assert numbers[2] / made.scale == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize(("start", "end", "pieces"), [(0, 0, 2), (45, 135, 1), (90, 350, 2)])
def test_an_arc_of_more_than_half_a_circle_is_drawn_in_two(
    start: float, end: float, pieces: int
) -> None:
    guns = (ArcMark("", (30, 30), start, end, (8,)),)
    document = svg(picture(other("fort", "battery", 30, 30, arcs=guns), arcs=("fort",)))
    ring = re.search(r'class="ring" d="([^"]*)"', document)
    assert ring is not None
    assert ring.group(1).count("A") == pieces


def test_land_lies_under_a_town_whatever_order_they_are_given_in() -> None:
    town, land = RegionMark("T", "town", square(10, 10)), RegionMark("L", "land", square(5, 5, 20))
    for regions in ([town, land], [land, town]):
        document = svg(picture(table=FreeTable(60, 60, regions)))
        assert document.index('class="region land"') < document.index('class="region town"')


def test_names_of_the_ground_read_over_the_arcs_of_fire() -> None:
    shoal = RegionMark("Cabezuela shoal", "shoal", square(24, 24, 10))
    drawn = picture(ship("lion", 30, 30), table=FreeTable(60, 60, [shoal]), arcs=("all",))
    document = svg(drawn)
    assert document.index('class="arcs"') < document.index('class="names"')


# --- labels ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(60, 60), (100, 60), (150, 100)])
def test_the_labels_of_ten_ships_four_inches_apart_do_not_overlap(
    width: float, height: float
) -> None:
    document = svg(picture(*line_of_ten(), table=FreeTable(width, height)))
    assert len(boxes(document)) >= 10
    assert not overlaps(document)
    assert sum(code in texts(document) for code in ("BUC", "SCI", "PLU")) == 3


def test_every_ship_of_two_lines_close_together_has_her_label() -> None:
    ships = [
        ship(f"{'ab'[row]}{index:02d}", 20 + 2.4 * index, 30 + 1.2 * row, 270, damage="H1")
        for row in range(2)
        for index in range(12)
    ]
    document = svg(picture(*ships, table=FreeTable(100, 60)))
    assert not overlaps(document)
    assert {f"{'AB'[row]}{index:02d}" for row in range(2) for index in range(12)} <= {
        words.split(" ")[0] for words, _ in boxes(document)
    }


def test_ships_at_one_point_have_labels_that_can_be_told_apart() -> None:
    document = svg(picture(*(ship(f"ship {index}", 30, 30, index * 60) for index in range(6))))
    assert not overlaps(document)
    assert len(boxes(document)) >= 6


def test_a_ship_without_a_code_of_her_own_has_her_name_written_once() -> None:
    words = texts(svg(picture(ship("lion", 30, 30, label="Lion"), ship("ajax", 20, 20, label=""))))
    assert words.count("Lion") == 1
    assert words.count("Ajax") == 1


# --- edges -----------------------------------------------------------------------------------


def test_a_ship_that_has_just_left_the_table_is_still_shown_and_one_far_off_is_counted() -> None:
    near, far = ship("near", -3, 20), ship("far", 300, 20)
    document = svg(picture(near, far))
    made = Scale(document)
    assert made.base("near")[0] == pytest.approx(base(-3, 20, 0)[0], abs=0.01)
    panel = made.root.find(f"{SVG}defs/{SVG}clipPath/{SVG}rect")
    assert panel is not None
    assert made.table(float(panel.attrib["x"]), 0)[0] < -3.3
    assert 'data-ship="far"' not in document
    assert "1 is too far off to be shown." in texts(document)
    assert "1 lies outside this chart; the roster has all." in chart(picture(near, far)).plain


def test_a_ship_that_is_not_on_the_table_is_in_the_roster_only() -> None:
    waiting = ShipMark("lion", "LIO", "Lion", "blue")
    document = svg(picture(waiting))
    assert "data-ship" not in document
    assert "outside" not in chart(picture(waiting)).plain
    assert "Lion" in written(picture(waiting))


def test_an_empty_table_is_drawn() -> None:
    bare = Picture("", "", 0, "", FreeTable(40, 40), [], None, [])
    ElementTree.fromstring(svg(bare))
    assert chart(bare).plain
    png(svg(bare), 300)


def test_regions_that_lie_off_the_table_or_have_no_outline_do_no_harm() -> None:
    odd = [
        RegionMark("Far", "land", square(200, 200)),
        RegionMark("Line", "land", ((1, 1), (2, 2))),
        RegionMark("None", "town", ()),
        RegionMark("Half", "land", square(-10, -10, 20)),
        RegionMark("Flat", "obstacle", ((5, 5), (9, 5), (7, 5))),
    ]
    document = svg(picture(table=FreeTable(40, 40, odd)))
    assert "Far" not in texts(document)
    assert "Half" in texts(document)
    assert chart(picture(table=FreeTable(40, 40, odd))).plain


def test_names_of_any_kind_leave_the_document_sound() -> None:
    name = '<&>"\x00 [bold]'
    region = RegionMark(name, name, square(1, 1), name)
    odd = replace(ship("x", 20, 20), id=name, name=name, label=name, side=name, size=name)
    shown = picture(odd, table=FreeTable(40, 40, [region]), arcs=(name,))
    ElementTree.fromstring(svg(shown))
    chart(shown)
    assert "[bold]" in written(shown)


@pytest.mark.parametrize("table", [FreeTable(0, 40), FreeTable(40, -1)])
def test_a_table_without_a_size_is_refused(table: FreeTable) -> None:
    with pytest.raises(WeathergageError, match="no table of any size"):
        svg(picture(table=table))
    with pytest.raises(WeathergageError, match="no table of any size"):
        chart(picture(table=table))


def test_the_one_svg_function_draws_hexes_too() -> None:
    from weathergage.draw import hexes

    board = HexTable([SectionMark("A", 0, 0, 20, 16)])
    on_hexes = replace(picture(ShipMark("x", "74/A", "X", "blue", 5, 60)), board=board)
    assert svg(on_hexes) == hexes.svg(on_hexes)
    assert svg(on_hexes, focus=False) == hexes.svg(on_hexes, focus=False)


def test_several_states_of_a_ship_on_hexes_are_all_marked_and_listed() -> None:
    board = HexTable([SectionMark("A", 0, 0, 20, 16)])
    hurt = ShipMark("x", "74/A", "X", "blue", 5, 60, state="anchored", also=("dismasted",))
    on_hexes = replace(picture(hurt), board=board)
    assert {"at anchor", "dismasted"} <= set(texts(svg(on_hexes)))
    assert "at anchor, dismasted" in written(on_hexes)


def test_the_same_picture_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    assert svg(everything()) == svg(everything())
    program = (
        "import hashlib, sys\n"
        "sys.path.insert(0, 'tests/core')\n"
        "from test_draw_table import everything, svg, chart\n"
        "made = svg(everything()) + chart(everything()).plain\n"
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
    assert not re.search(r"\d\.\d{3}", svg(everything()))


def test_a_picture_of_everything_becomes_a_png() -> None:
    assert png(svg(everything()), 400).startswith(b"\x89PNG")


# --- the terminal ----------------------------------------------------------------------------


def written(shown: Picture, width: int = 160) -> str:
    console = Console(width=width, force_terminal=False)
    with console.capture() as caught:
        console.print(roster(shown))
    return caught.get()


@pytest.mark.parametrize("width", [60, 80, 100, 120, 160])
@pytest.mark.parametrize("height", [24, 32, 44])
def test_the_chart_of_a_table_keeps_to_its_width_and_height(width: int, height: int) -> None:
    shown = replace(everything(), arcs=("all",))
    for table in (shown.board, FreeTable(150, 100), FreeTable(30, 90)):
        lines = chart(replace(shown, board=table), width=width, height=height).plain.splitlines()
        assert max(len(line) for line in lines) <= width
        frame = [line for line in lines if "│" in line or "┌" in line or "└" in line]
        assert len(frame) <= height


def test_the_chart_shows_heading_side_and_code_where_the_ship_is() -> None:
    shown = picture(ship("lion", 30, 30, 135, side="red"), ship("ajax", 40, 30, 0))
    lines = chart(shown).plain.splitlines()
    (line,) = (line for line in lines if "↘R" in line)
    assert "↘R LIO" in line
    assert "↑B AJA" in line
    assert lines[1].startswith("↓ wind from NNW, Light")
    assert re.search(r"├─+┤ 10 in", chart(picture(*line_of_ten())).plain)


def test_ships_without_codes_have_their_names_on_the_chart_cut_short_where_room_is_scarce() -> None:
    lion = ship("queen charlotte", 30, 30, 90, label="Queen Charlotte")
    assert "→B Queen Charlotte" in chart(picture(lion)).plain
    crowd = [
        ship(f"queen charlotte {x} {y}", 20 + 3 * x, 26 + 4 * y, 90, label="")
        for x in range(5)
        for y in range(3)
    ]
    assert re.search(r"Queen (?!C)", chart(picture(*crowd)).plain)
    assert written(picture(lion)).count("Queen Charlotte") == 1


def test_the_scale_of_the_chart_is_as_long_as_it_says() -> None:
    lines = chart(picture(*line_of_ten()), width=120).plain.splitlines()
    (scale,) = (line for line in lines if "├" in line)
    at = [index for index, line in enumerate(lines) if "←B" in line]
    row = lines[at[0]]
    apart = row.index("←B", row.index("←B") + 2) - row.index("←B")
    assert len(scale.split()[0]) == pytest.approx(apart * 2.5, abs=2.5)


def test_ships_that_stand_together_are_listed_below_the_chart() -> None:
    shown = picture(
        ship("lion", 30, 30, 90), ship("ajax", 30.1, 30, 270, side="red", state="struck")
    )
    plain = chart(shown).plain
    assert re.search(r"a\)\s+30, 30 in\s+→B LIO Lion\s+←Rx AJA Ajax", plain)
    assert "x colours struck" in plain


def test_no_mark_on_the_chart_hides_a_part_of_another() -> None:
    fort = other("fort", "battery", 31.3, 30)
    shown = picture(fort, ship("lion", 30, 30, state="moored"), ship("ajax", 5, 5))
    plain = chart(shown, width=80, height=30).plain
    assert re.search(r"a\)\s+31.3, 30 in\s+■R Fort\s+↑B≡ LIO Lion", plain)


def test_the_ground_is_on_the_chart_with_its_names_and_explained() -> None:
    land = RegionMark("Spain", "land", ((0, 0), (60, 0), (60, 20), (0, 20)))
    wall = RegionMark("Wall", "obstacle", ((20, 30), (30, 30), (30, 30.1), (20, 30.1)))
    plain = chart(picture(table=FreeTable(60, 60, [land, wall]))).plain
    for words in ("░░░Spain░░░", "###", "░ land", "# obstacle"):
        assert words in plain


def test_arcs_are_on_the_chart_only_when_they_are_asked_for() -> None:
    lion = ship("lion", 30, 30)
    assert "∙" not in chart(picture(lion)).plain
    plain = chart(picture(lion, arcs=("lion",))).plain
    assert "where guns bear" in plain
    assert re.search(r"16\W", plain)


def test_the_roster_gives_places_and_courses_on_the_table() -> None:
    rows = written(everything())
    assert "Place" in rows
    assert "30, 30 in" in rows
    assert "↗ 045 NE" in rows
    assert "battery, 5 guns" in rows
    assert "at anchor by the stern, dismasted" in rows


@pytest.mark.parametrize(
    ("degrees", "name"), [(0, "000 N"), (359.9, "000 N"), (45, "045 NE"), (258.75, "259 W")]
)
def test_a_course_is_given_in_degrees_and_by_its_point(degrees: float, name: str) -> None:
    assert compass_name(degrees) == name


# --- asking for arcs -------------------------------------------------------------------------


def test_arcs_are_asked_for_by_id_code_or_name(capsys: pytest.CaptureFixture[str]) -> None:
    shown = picture(ship("lion", 20, 20, label="74/A"), ship("ajax", 30, 30, label="74/A"))
    assert with_arcs(shown, []).arcs == ()
    assert with_arcs(shown, ["LION"]).arcs == ("lion",)
    assert with_arcs(shown, ["74/a", "Lion"]).arcs == ("lion", "ajax")
    assert with_arcs(shown, ["all"]).arcs == ("all",)
    assert not capsys.readouterr().err
    with pytest.raises(UnknownName, match=r"did you mean Lion\?"):
        with_arcs(shown, ["lyon"])


def test_a_ship_without_arcs_is_remarked_upon(capsys: pytest.CaptureFixture[str]) -> None:
    shown = picture(replace(ship("lion", 20, 20), arcs=()))
    assert with_arcs(shown, ["lion"]).arcs == ("lion",)
    assert "there are no arcs to show for lion" in capsys.readouterr().err
