"""The table without a grid: what turning, shifting and mirroring leave alone, and what is exact."""

from __future__ import annotations

import pickle
import subprocess
import sys
from decimal import Decimal, localcontext
from itertools import pairwise
from math import cos, hypot, isclose, pi, radians, sin

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings, strategies as st

from weathergage.boards import many
from weathergage.boards.angles import Arc, clipped, in_arc, rake, sector
from weathergage.boards.bases import (
    KEPT,
    Base,
    Stand,
    do_overlap,
    in_contact,
    is_near,
    measure,
    overlap,
)
from weathergage.boards.free import FreeBoard, Region
from weathergage.boards.lattice import (
    HAIR,
    TOLERANCE,
    FreePose,
    at_least,
    bearing,
    cosine,
    distance,
    downwind,
    is_within,
    relative_bearing,
    sine,
    up_to,
)
from weathergage.boards.paths import (
    SWEEP_ERROR,
    Ahead,
    Curve,
    Drift,
    Path,
    Pivot,
    brought_to,
    closest_approach,
    first_touch,
    first_within,
)
from weathergage.boards.sight import blocker, stops
from weathergage.boards.templates import Sector, Sheet
from weathergage.errors import WeathergageError

LINE = Base.rectangle(2.75, 1.18, mast=-0.1)
SLOOP = Base.rectangle(1.1, 0.5, mast=0.05, centre=-0.1)
HULL = Base.pointed(2.6, 0.8, 0.7)
BASES = [LINE, SLOOP, HULL]

STARBOARD = Arc.of(45, 135)
PORT = STARBOARD.mirrored
CORNERS = Arc.of(
    45,
    135,
    first_at=LINE.corner("bow", "starboard"),
    last_at=LINE.corner("stern", "starboard"),
)
PI = "3.14159265358979323846264338327950288419716939937510582097494459"

WIDE = Arc.of(135, 45)
ARCS = [STARBOARD, PORT, CORNERS, WIDE, Arc.about(0, 27.5), Arc.of(60, 120), Arc.of(0, 0)]

# Two points of the lattice may move by this against one another when a position turns.
ROUNDING = 0.0015

coordinates = st.integers(-30_000, 30_000)
directions = st.integers(0, 35_999)
poses = st.builds(FreePose, coordinates, coordinates, directions)
near_poses = st.builds(FreePose, st.integers(-5000, 5000), st.integers(-5000, 5000), directions)
bases = st.sampled_from(BASES)
stands = st.builds(Stand, poses, bases)
near_stands = st.builds(Stand, near_poses, bases)
arcs = st.sampled_from(ARCS)
parts = st.sampled_from(["centre", "mast", "any", "all", "bow", "stern"])
references = st.sampled_from(["centre", "mast", "base", "bow"])
turns = st.integers(-36_000, 36_000).map(lambda angle: angle / 100)
inches = st.integers(-6000, 6000).map(lambda length: length / 1000)
shares = st.floats(0, 1)
legs = st.one_of(
    st.builds(Ahead, inches),
    st.builds(Drift, turns, inches),
    st.builds(Curve, inches, st.integers(-9000, 9000).map(lambda angle: angle / 100)),
    st.builds(Pivot, turns, st.sampled_from(["centre", "bow", "stern"])),
)
slides = st.one_of(st.builds(Ahead, inches), st.builds(Drift, turns, inches))
paths = st.builds(
    lambda start, way: Path(start, tuple(way)), near_stands, st.lists(legs, max_size=3)
)
straights = st.builds(
    lambda start, way: Path(start, tuple(way)), near_stands, st.lists(slides, max_size=3)
)
few = settings(deadline=None, max_examples=60)
some = settings(deadline=None, max_examples=150)


def ship(x: float, y: float, heading: float = 0.0, base: Base = LINE) -> Stand:
    return Stand(FreePose.at(x, y, heading), base)


def turned(stand: Stand, angle: float, about: FreePose) -> Stand:
    return stand.at(stand.pose.rotated(angle, about))


def swept(path: Path) -> shapely.Geometry:
    """What a path sweeps in one piece, joined after a hair's growth so that GEOS loses nothing."""
    return shapely.union_all(shapely.buffer(path.swept, 1e-6, join_style="mitre"))


def edge_gap(arc: Arc, pose: FreePose, points: list[tuple[float, float]]) -> float:
    """How near some points come to the edges of an arc, or to the point it opens from."""
    if not arc.span:
        return 1.0
    gaps = []
    for angle, (ahead, starboard) in ((arc.first, arc.first_at), (arc.last, arc.last_at)):
        way = radians((pose.heading + angle) / 100)
        s, c = sin(radians(pose.degrees)), cos(radians(pose.degrees))
        x = (pose.x + ahead * s + starboard * c) / 1000
        y = (pose.y - ahead * c + starboard * s) / 1000
        ray = shapely.LineString([(x, y), (x + 200 * sin(way), y - 200 * cos(way))])
        gaps += [ray.distance(shapely.Point(point)) for point in points]
        if len(points) > 1:
            outline = shapely.MultiPoint(points).convex_hull
            gaps.append(outline.distance(shapely.Point(x, y)))
    if arc.first_at != arc.last_at:
        (a, b), (d, e) = arc.first_at, arc.last_at
        local = [(a, b), (d, e)]
        s, c = sin(radians(pose.degrees)), cos(radians(pose.degrees))
        side = shapely.LineString(
            [((pose.x + p * s + q * c) / 1000, (pose.y - p * c + q * s) / 1000) for p, q in local]
        )
        gaps += [side.distance(shapely.Point(point)) for point in points]
    return min(gaps)


# Units, sines, poses


def test_sines_of_the_books_angles_are_exact() -> None:
    assert [sine(angle) for angle in (0, 3000, 9000, 18000, 21000, 27000)] == [
        0.0,
        0.5,
        1.0,
        0.0,
        -0.5,
        -1.0,
    ]
    assert sine(4500) == cosine(4500) == 0.5**0.5
    assert sine(6000) == cosine(3000) == 0.75**0.5
    assert [cosine(angle) for angle in (0, 6000, 9000, 12000, 36000)] == [1.0, 0.5, 0.0, -0.5, 1.0]


@given(st.integers(-100_000, 100_000))
def test_sines_agree_with_the_library(angle: int) -> None:
    assert isclose(sine(angle), sin(radians(angle / 100)), abs_tol=1e-12)
    assert isclose(cosine(angle), cos(radians(angle / 100)), abs_tol=1e-12)
    assert sine(-angle) == -sine(angle)
    assert cosine(-angle) == cosine(angle)


@given(st.integers(0, 9000))
def test_a_sine_is_the_float_nearest_to_it(angle: int) -> None:
    with localcontext() as context:
        context.prec = 60
        x = Decimal(PI) * angle / 18000
        term, total, n = x, Decimal(0), 1
        while abs(term) > Decimal("1e-55"):
            total += term
            term = -term * x * x / ((n + 1) * (n + 2))
            n += 2
        assert sine(angle) == cosine(9000 - angle) == float(total)


def test_x_runs_east_and_y_runs_south() -> None:
    here = FreePose.at(10, 10)
    assert here.ahead(2) == FreePose.at(10, 8)
    assert here.turned(90).ahead(2) == FreePose.at(12, 10, 90)
    assert here.turned(180).ahead(2) == FreePose.at(10, 12, 180)
    assert here.drifted(270, 1.5) == FreePose.at(8.5, 10)
    assert here.ahead(-2).inches == (10.0, 12.0)
    assert FreePose.at(0, 0, -45).degrees == 315.0


@some
@given(poses, poses)
def test_distance_is_symmetric_and_bearings_reverse(a: FreePose, b: FreePose) -> None:
    assert distance(a, b) == distance(b, a)
    out, back = bearing(a, b), bearing(b, a)
    if out is None or back is None:
        assert (a.x, a.y) == (b.x, b.y)
    else:
        assert isclose((back - out) % 360, 180, abs_tol=1e-9)
        off = relative_bearing(a, b)
        assert off is not None
        assert -180 < off <= 180
        assert isclose((off + a.degrees - out + 180) % 360, 180, abs_tol=1e-9)


@some
@given(poses, inches, turns, st.integers(-50_000, 50_000), st.integers(-50_000, 50_000))
def test_moves_shift_and_mirror_exactly(
    pose: FreePose, way: float, angle: float, east: int, south: int
) -> None:
    for move, other in (
        (lambda at: at.ahead(way), lambda at: at.ahead(way)),
        (lambda at: at.turned(angle), lambda at: at.turned(-angle)),
        (lambda at: at.curved(way, angle), lambda at: at.curved(way, -angle)),
        (lambda at: at.pivoted(angle, 1.3), lambda at: at.pivoted(-angle, 1.3)),
        (lambda at: at.drifted(angle, way), lambda at: at.drifted(-angle, way)),
    ):
        shift = FreePose(east, south).inches
        assert move(pose.shifted(*shift)) == move(pose).shifted(*shift)
        assert other(pose.mirrored()) == move(pose).mirrored()


def test_a_turning_gauge_follows_its_circle() -> None:
    step = FreePose.at(20, 20).curved(2, 45)
    radius = 2 / (pi / 4)
    assert step.heading == 4500
    assert abs(step.x / 1000 - (20 + radius * (1 - cos(pi / 4)))) <= 0.0005
    assert abs(step.y / 1000 - (20 - radius * sin(pi / 4))) <= 0.0005
    pose = FreePose.at(20, 20)
    for _ in range(8):
        pose = pose.curved(2, -45)
    assert pose.heading == 0
    assert distance(pose, FreePose.at(20, 20)) < 0.006
    assert FreePose.at(1, 1, 30).curved(2, 0) == FreePose.at(1, 1, 30).ahead(2)
    astern = FreePose.at(20, 20).curved(-2, 45)
    assert astern.x < 20_000 < astern.y
    assert astern.heading == 4500


def test_a_pivot_leaves_its_point_where_it_is() -> None:
    stand = ship(10, 10, 37)
    for about in ("bow", "stern", "centre", "mast"):
        after = stand.pivoted(77.5, about)
        assert after.pose.heading == 11450
        x, y = stand.spot(about)
        ax, ay = after.spot(about)
        assert hypot(ax - x, ay - y) <= ROUNDING


def test_the_most_leeward_comes_first() -> None:
    ships = [FreePose.at(0, 10), FreePose.at(3, 4), FreePose.at(1, 7)]
    assert [pose.y for pose in downwind(ships, 180)] == [4000, 7000, 10000]
    assert [pose.y for pose in downwind(ships, 0)] == [10000, 7000, 4000]
    assert [pose.x for pose in downwind(ships, 90)] == [0, 1000, 3000]


def test_poses_are_whole_numbers_and_equal_by_them() -> None:
    pose = FreePose.at(0.1 + 0.2, 1 / 3, 720.004)
    assert pose == FreePose(300, 333, 0)
    assert hash(pose) == hash(FreePose(300, 333, 0))
    assert all(isinstance(part, int) for part in pose.ahead(1.1).turned(0.3).curved(1, 7))


# Up to: inclusive, with the one tolerance


def test_up_to_takes_in_the_limit_and_not_a_thousandth_more() -> None:
    a = FreePose.at(5, 5)
    for limit in (3, 8, 12, 16, 24):
        there, beyond = (FreePose(5000 + limit * 1000 + over, 5000) for over in (0, 1))
        assert is_within(a, there, limit)
        assert not is_within(a, beyond, limit)
        others = many.Stands([Stand(pose, LINE) for pose in (there, beyond)])
        near = many.are_near(many.Stands([Stand(a, LINE)]), others, limit)
        assert near.tolist() == [[True, False]]


def test_a_gap_up_to_a_limit_takes_in_the_tolerance() -> None:
    assert up_to(8 + TOLERANCE, 8)
    assert not up_to(8.0023, 8)
    assert at_least(12 - TOLERANCE, 12)
    assert not at_least(11.9977, 12)


@some
@given(poses, turns, st.sampled_from([0.5, 1, 2, 3, 8, 12, 16, 24]))
def test_a_ship_put_at_the_limit_on_a_slant_is_within_it(
    pose: FreePose, angle: float, limit: float
) -> None:
    assert is_within(pose, pose.drifted(angle, limit), limit)
    assert not is_within(pose, pose.drifted(angle, limit + 0.002), limit)


def test_edges_and_masts_and_bows_measure_what_they_say() -> None:
    a, b = ship(10, 10), ship(13, 10)
    assert measure(a, b) == 3.0
    assert isclose(measure(a, b, "base"), 3 - 1.18)
    assert isclose(measure(a, b, "mast"), 3)
    assert isclose(measure(a, b, "bow"), 3 - 0.59)
    ahead = ship(10, 6)
    assert isclose(measure(a, ahead, "bow"), 4 - 2.75)
    assert isclose(measure(ahead, a, "bow"), 4)
    assert measure(a, ship(10.5, 10), "base") == 0.0


def test_bases_touch_up_to_the_tolerance() -> None:
    a = ship(10, 10)
    touching = Stand(FreePose(10000 + 1180, 10000), LINE)
    assert in_contact(a, touching)
    assert not do_overlap(a, touching)
    assert in_contact(a, touching.at(touching.pose._replace(x=11182)))
    assert not in_contact(a, touching.at(touching.pose._replace(x=11183)))
    deep = touching.at(touching.pose._replace(x=11080))
    assert isclose(overlap(a, deep), 0.1)
    assert do_overlap(a, deep)


@some
@given(near_stands, near_stands, references)
def test_measures_are_symmetric_but_for_the_bow(a: Stand, b: Stand, by: str) -> None:
    if by != "bow":
        assert isclose(measure(a, b, by), measure(b, a, by), abs_tol=1e-9)
    for limit in (0.0, 1.0, 3.0):
        slack = HAIR if by == "centre" else TOLERANCE
        assert is_near(a, b, limit, by) == (measure(a, b, by) <= limit + slack)
    assert do_overlap(a, b) == do_overlap(b, a)
    assert not do_overlap(a, b) or in_contact(a, b)


# Turning, shifting and mirroring a whole position


@some
@given(stands, stands, poses, turns, references)
def test_turning_a_position_changes_no_distance(
    a: Stand, b: Stand, about: FreePose, angle: float, by: str
) -> None:
    one, other = turned(a, angle, about), turned(b, angle, about)
    assert abs(measure(a, b, by) - measure(one, other, by)) <= ROUNDING
    gap = measure(a, b, by)
    limit = round(gap * 2) / 2
    assume(abs(gap - limit - TOLERANCE) > ROUNDING)
    assert is_near(a, b, limit, by) == is_near(one, other, limit, by)


@some
@given(near_stands, near_stands, poses, turns)
def test_turning_a_position_changes_no_contact(
    a: Stand, b: Stand, about: FreePose, angle: float
) -> None:
    assume(abs(measure(a, b, "base") - TOLERANCE) > ROUNDING or measure(a, b, "base") == 0)
    one, other = turned(a, angle, about), turned(b, angle, about)
    assert in_contact(a, b) == in_contact(one, other)
    assume(abs(overlap(a, b) - TOLERANCE) > ROUNDING)
    assert do_overlap(a, b) == do_overlap(one, other)


@some
@given(near_stands, near_stands, poses, turns, arcs, parts)
def test_turning_a_position_changes_no_arc(
    a: Stand, b: Stand, about: FreePose, angle: float, arc: Arc, part: str
) -> None:
    points = {"centre": [b.spot("centre")], "mast": [b.spot("mast")]}.get(part, list(b.corners))
    assume(edge_gap(arc, a.pose, points) > TOLERANCE + 3 * ROUNDING)
    one, other = turned(a, angle, about), turned(b, angle, about)
    assert in_arc(arc, a.pose, b, part) == in_arc(arc, one.pose, other, part)


@some
@given(near_poses, near_poses, poses, turns, st.sampled_from([10.0, 27.5, 45.0]))
def test_turning_a_position_changes_no_rake(
    a: FreePose, b: FreePose, about: FreePose, angle: float, keel: float
) -> None:
    for arc in (Arc.about(0, keel), Arc.about(180, keel)):
        assume(edge_gap(arc, b, [a.inches]) > TOLERANCE + 3 * ROUNDING)
    assert rake(a, b, keel) == rake(a.rotated(angle, about), b.rotated(angle, about), keel)


@some
@given(near_stands, near_stands, arcs, parts, coordinates, coordinates)
def test_shifting_a_position_changes_nothing(
    a: Stand, b: Stand, arc: Arc, part: str, east: int, south: int
) -> None:
    shift = FreePose(east, south).inches
    one, other = a.at(a.pose.shifted(*shift)), b.at(b.pose.shifted(*shift))
    assert measure(a, b) == measure(one, other)
    assert bearing(a.pose, b.pose) == bearing(one.pose, other.pose)
    assert isclose(measure(a, b, "base"), measure(one, other, "base"), abs_tol=1e-9)
    assert in_contact(a, b) == in_contact(one, other)
    assert rake(a.pose, b.pose, 27.5) == rake(one.pose, other.pose, 27.5)
    assert in_arc(arc, a.pose, b, part) == in_arc(arc, one.pose, other, part)


@some
@given(near_stands, near_stands, arcs, parts)
def test_port_and_starboard_mirror(a: Stand, b: Stand, arc: Arc, part: str) -> None:
    one, other = a.at(a.pose.mirrored()), b.at(b.pose.mirrored())
    assert measure(a, b) == measure(one, other)
    assert isclose(measure(a, b, "base"), measure(one, other, "base"), abs_tol=1e-9)
    assert in_contact(a, b) == in_contact(one, other)
    assert rake(a.pose, b.pose, 27.5) == rake(one.pose, other.pose, 27.5)
    assert in_arc(arc, a.pose, b, part) == in_arc(arc.mirrored, one.pose, other, part)


@few
@given(paths, paths)
def test_paths_mirror(a: Path, b: Path) -> None:
    def image(path: Path) -> Path:
        swapped = []
        for leg in path.legs:
            match leg:
                case Curve(way, angle):
                    swapped.append(Curve(way, -angle))
                case Pivot(angle, about):
                    swapped.append(Pivot(-angle, about))
                case Drift(angle, way):
                    swapped.append(Drift(-angle, way))
                case _:
                    swapped.append(leg)
        return Path(path.start.at(path.start.pose.mirrored()), tuple(swapped))

    assert image(a).end.pose == a.end.pose.mirrored()
    one, other = closest_approach(a, b), closest_approach(image(a), image(b))
    assert abs(one.distance - other.distance) <= 2 * TOLERANCE
    areas = shapely.area(a.swept).sum(), shapely.area(image(a).swept).sum()
    assert isclose(*areas, rel_tol=1e-6)


# Arcs and rakes


def test_a_broadside_of_45_degrees_takes_in_its_edges() -> None:
    here = FreePose.at(20, 20)
    for angle, bears in ((45, True), (44, False), (90, True), (135, True), (136, False)):
        assert in_arc(STARBOARD, here, here.drifted(angle, 10)) is bears
        assert in_arc(PORT, here, here.drifted(-angle, 10)) is bears
    assert in_arc(PORT, here, here.drifted(270, 24))
    assert STARBOARD.has_angle(45)
    assert not STARBOARD.has_angle(44.99)
    assert in_arc(STARBOARD, here, here)
    assert not in_arc(Arc.about(0, 1), here, here.drifted(180, 1))


@some
@given(poses, turns, st.sampled_from([(45, 135), (60, 120), (225, 315), (332.5, 27.5)]))
def test_a_ship_put_on_the_edge_of_an_arc_is_in_it(
    pose: FreePose, length: float, angles: tuple[float, float]
) -> None:
    arc, way = Arc.of(*angles), 1 + abs(length) / 20
    first, last = pose.turned(angles[0]).ahead(way), pose.turned(angles[1]).ahead(way)
    assert in_arc(arc, pose, first)
    assert in_arc(arc, pose, last)
    for ends in ("both", "first", "last", "none"):
        owned = Arc.of(*angles, ends)
        assert in_arc(owned, pose, first) is (ends in ("both", "first"))
        assert in_arc(owned, pose, last) is (ends in ("both", "last"))
        assert in_arc(owned.outside, pose, first) is (ends not in ("both", "first"))


CIRCLES = [
    (0, 90, 180, 270),
    (45, 135, 225, 315),
    (27.5, 152.5, 207.5, 332.5),
    (10, 300),
    tuple(range(0, 360, 15)),
    tuple(22.5 * i for i in range(16)),
]


@some
@given(
    poses,
    st.integers(500, 40_000),
    st.one_of(directions, st.integers(0, 143).map(lambda i: i * 250)),
    st.sampled_from(CIRCLES),
    st.sampled_from(["first", "last"]),
)
def test_arcs_that_tile_the_circle_cover_every_bearing_once(
    pose: FreePose, way: int, angle: int, cuts: tuple[float, ...], ends: str
) -> None:
    target = pose.turned(angle / 100).ahead(way / 1000)
    tiles = [Arc.of(cut, cuts[(i + 1) % len(cuts)], ends) for i, cut in enumerate(cuts)]
    owners = [i for i, tile in enumerate(tiles) if in_arc(tile, pose, target)]
    assert len(owners) == 1
    assert sum(tile.has_angle(angle / 100) for tile in tiles) == 1
    if ends == "first":
        assert owners == [sector(cuts, pose, target)]


def test_broadsides_that_own_both_edges_leave_bow_and_stern_none() -> None:
    here = FreePose.at(0, 0, 30)
    around = [STARBOARD, PORT, Arc.about(0, 45, "none"), Arc.about(180, 45, "none")]
    for hundredth in range(0, 36_000, 125):
        target = here.turned(hundredth / 100).ahead(9)
        assert sum(in_arc(arc, here, target) for arc in around) == 1


@some
@given(near_stands, near_stands, arcs)
def test_parts_of_a_ship_in_an_arc_agree(a: Stand, b: Stand, arc: Arc) -> None:
    inside = {part: in_arc(arc, a.pose, b, part) for part in ("any", "all", "bow", "stern")}
    assert not inside["all"] or inside["any"]
    assert inside["any"] or not (inside["bow"] or inside["stern"])
    assert not inside["all"] or (inside["bow"] and inside["stern"])
    if inside["all"]:
        assert in_arc(arc, a.pose, b)
    if in_arc(arc, a.pose, b):
        assert inside["any"]


def test_a_stern_left_in_the_arc_can_still_be_hit() -> None:
    firer, beam = FreePose.at(20, 20), Arc.about(90, 30)
    edge = firer.drifted(60, 8)
    leaving = Stand(edge.pointed(0).ahead(0.5), LINE)
    assert in_arc(beam, firer, leaving, "stern")
    assert not in_arc(beam, firer, leaving, "centre")
    assert not in_arc(beam, firer, leaving, "bow")
    assert not in_arc(beam, firer, leaving.at(leaving.pose.ahead(3)), "any")
    assert in_arc(beam, firer, ship(28, 20), "all")


def test_arcs_from_the_corners_leave_out_what_is_between_them_and_the_centre() -> None:
    here = ship(20, 20).pose
    assert in_arc(CORNERS, here, FreePose.at(24, 20))
    assert not in_arc(CORNERS, here, FreePose.at(20.5, 20))
    assert in_arc(CORNERS, here, FreePose.at(24, 20 - 1.375 - 4 + 0.59))
    assert not in_arc(CORNERS, here, FreePose.at(24, 20 - 1.375 - 4 + 0.58))
    with pytest.raises(WeathergageError, match="180"):
        Arc.of(0, 200, first_at=(1, 0), last_at=(-1, 0))


def test_rakes_take_in_their_edge() -> None:
    target = FreePose.at(20, 20, 90)
    assert rake(target.drifted(90 + 27.5, 6), target, 27.5) == "bow"
    assert rake(target.drifted(90 - 30, 6), target, 27.5) == ""
    assert rake(target.drifted(270, 12), target, 27.5) == "stern"
    assert rake(target.drifted(270 - 27.5, 12), target, 27.5) == "stern"
    assert rake(target.drifted(0, 12), target, 27.5) == ""


def test_clipping_keeps_what_lies_inside() -> None:
    square = [(-1000.0, -1000.0), (1000.0, -1000.0), (1000.0, 1000.0), (-1000.0, 1000.0)]
    piece = clipped(square, Arc.of(0, 90).edges(0))
    assert isclose(shapely.Polygon(piece).area, 1002.25**2, rel_tol=1e-5)
    assert clipped([(-10.0, 10.0)], Arc.of(0, 90).edges(0)) == []


# Paths: what they sweep, when they meet


@some
@given(paths, shares)
def test_a_swept_path_touches_what_it_passes_over(path: Path, time: float) -> None:
    there = path.at(time)
    assert swept(path).buffer(ROUNDING).covers(there.shape)
    assert path.touches(there.shape)
    blob = Region.of("blob", "shoal", [there.spot("centre"), *there.corners[:2]])
    board = FreeBoard(96, 60, regions=[blob])
    assert board.touched(path) == [blob]
    found = board.first_touched(path)
    assert found is not None
    assert found[0] <= time + 1e-3


@given(st.integers(10, 4000), st.integers(10, 2000), st.integers(0, 35999))
def test_no_corner_of_a_base_lies_beyond_its_radius(length: int, width: int, heading: int) -> None:
    base = Base.rectangle(length / 1000, width / 1000)
    pose = FreePose(5000, 7000, heading)
    farthest = max(hypot(1000 * x - pose.x, 1000 * y - pose.y) for x, y in base.corners(pose))
    assert base.radius - 1 <= 1000 * base.reach <= base.radius
    assert farthest == pytest.approx(1000 * base.reach)


@settings(deadline=None, max_examples=15)
@given(paths)
def test_a_swept_path_reaches_no_farther_than_the_base_does(path: Path) -> None:
    assert all(piece.is_valid for piece in path.swept)
    steps = many.Stands([stand for _, stand in path.along(0.03)]).shapes
    points = shapely.points(np.concatenate([shapely.get_coordinates(one) for one in path.swept]))
    gaps = shapely.distance(points[:, None], steps[None, :]).min(axis=1)
    assert gaps.max() <= SWEEP_ERROR + ROUNDING + 0.015  # half of a step that is looked at


def test_a_straight_sweep_is_exact() -> None:
    path = Path.of(ship(20, 20, 90), Ahead(5))
    assert isclose(swept(path).area, (2.75 + 5) * 1.18, rel_tol=1e-4)
    assert path.inches == 5
    assert list(Path(ship(3, 3)).swept) == [ship(3, 3).shape]


def test_a_pivot_sweeps_the_circles_of_its_corners_and_no_more() -> None:
    reach = LINE.reach
    full = swept(Path.of(ship(20, 20), Pivot(360)))
    assert pi * reach**2 < full.area < pi * (reach + SWEEP_ERROR) ** 2
    quarter = swept(Path.of(ship(20, 20), Pivot(10)))
    assert quarter.area < LINE.length * LINE.width * 1.35
    ahead = shapely.Point(20 + 1.0, 20 - 0.8)
    assert not quarter.covers(ahead)


@few
@given(straights, straights)
def test_the_closest_approach_of_straight_moves_is_exact(a: Path, b: Path) -> None:
    found = closest_approach(a, b)
    times = np.linspace(0, 1, 301)
    gaps = [measure(a.at(time), b.at(time), "base") for time in times]
    assert found.distance <= min(gaps) + 2 * ROUNDING
    speed = (a.inches + b.inches) / 300
    assert found.distance >= min(gaps) - speed - 2 * ROUNDING - TOLERANCE
    there = measure(a.at(found.time), b.at(found.time), "base")
    assert there <= found.distance + TOLERANCE + 2 * ROUNDING
    assert 0 <= found.since <= found.time <= found.until <= 1
    assert isclose(found.distance, closest_approach(b, a).distance, abs_tol=1e-6)


@few
@given(paths, paths, st.sampled_from([0.0, 0.5]))
def test_the_first_contact_is_the_first(a: Path, b: Path, limit: float) -> None:
    found = first_within(a, b, limit)
    times = np.linspace(0, 1, 101)
    gaps = [measure(a.at(time), b.at(time), "base") for time in times]
    if found is None:
        assert min(gaps) > limit + TOLERANCE / 2 - 2 * ROUNDING
        assert closest_approach(a, b).distance > limit - 2 * TOLERANCE
        return
    assert measure(a.at(found), b.at(found), "base") <= limit + 2 * TOLERANCE + ROUNDING
    before = [gap for time, gap in zip(times, gaps, strict=True) if time < found - 1e-3]
    assert not before or min(before) > limit + TOLERANCE / 2 - 2 * ROUNDING
    assert closest_approach(a, b).distance <= limit + 2 * TOLERANCE


@few
@given(paths, near_stands)
def test_land_is_touched_when_a_base_of_its_shape_would_be(path: Path, other: Stand) -> None:
    found, same = first_touch(path, other.shape), first_within(path, Path(other))
    if found is None or same is None:
        assert (found is None) == (same is None) or abs(
            closest_approach(path, Path(other)).distance - TOLERANCE
        ) < TOLERANCE
    elif closest_approach(path, Path(other)).distance == 0:
        assert (
            abs(found - same) < 2e-3
            or measure(path.at(min(found, same)), other, "base") <= 2 * TOLERANCE
        )


def test_ships_that_pass_on_opposite_courses_are_closest_abreast() -> None:
    a = Path.of(ship(20, 30, 0), Ahead(10))
    b = Path.of(ship(21.58, 20, 180), Ahead(10))
    found = closest_approach(a, b)
    assert isclose(found.distance, 0.4)
    assert isclose(found.time, 0.5, abs_tol=1e-6)
    assert measure(a.at(found.time), b.at(found.time)) == 1.58
    first = first_within(a, b, 0.5)
    assert first is not None
    assert first < found.since < found.time < found.until
    assert first_within(a, b, 0.3) is None


def test_a_ship_stops_where_her_base_touches() -> None:
    a = Path.of(ship(20, 30, 0), Ahead(10))
    time = first_within(a, Path(ship(20, 24, 90)))
    assert time is not None
    stopped = a.until(time)
    assert isclose(stopped.inches, 6 - 1.375 - 0.59, abs_tol=1e-9)
    assert in_contact(stopped.end, ship(20, 24, 90))
    assert not do_overlap(stopped.end, ship(20, 24, 90))


def test_a_pivot_into_a_ship_alongside_is_found_between_its_ends() -> None:
    a, b = ship(20, 20, 0), ship(21.3, 20, 0)
    path = Path.of(a, Pivot(180))
    assert not do_overlap(path.end, b)
    time = first_within(path, Path(b))
    assert time is not None
    assert 0 < time < 0.2
    assert measure(path.at(time), b, "base") <= TOLERANCE
    assert overlap(path.at(time), b) <= TOLERANCE


def test_paths_tell_where_they_are() -> None:
    path = Path.of(ship(20, 30, 0), Ahead(2), Curve(2, 45), Pivot(-45, "bow"), Ahead(1))
    assert path.inches == 5
    assert path.at(0) == path.start
    assert path.at(1) == path.end == path.stops[-1]
    assert path.cuts[0] == 0
    assert path.cuts[-1] == 1
    assert list(path.cuts) == sorted(path.cuts)
    assert path.at(path.cuts[1]) == path.stops[1]
    assert path.until(path.cuts[2]).end == path.stops[2]
    track = list(path.along(0.25))
    assert track[0] == (0.0, path.start)
    assert track[-1] == (1.0, path.end)
    for (_, one), (_, other) in pairwise(track):
        for (ax, ay), (bx, by) in zip(one.corners, other.corners, strict=True):
            assert hypot(bx - ax, by - ay) <= 0.25 + ROUNDING
    still = Path(ship(1, 1))
    assert still.at(0.5) == still.end == still.start
    assert Path.of(ship(1, 1), Pivot(0)).at(0.5).pose == ship(1, 1).pose


@some
@given(paths, st.lists(st.floats(-0.2, 1.2), max_size=8))
def test_a_track_passes_the_places_where_the_path_is(path: Path, times: list[float]) -> None:
    rising = sorted(times)
    for time, (x, y, heading, s, c) in zip(rising, path.track(rising), strict=True):
        assert path.at(time).pose == FreePose(x, y, heading)
        assert (s, c) == (sine(heading), cosine(heading))


@some
@given(paths)
def test_a_path_through_known_places_is_the_same_path(path: Path) -> None:
    twin = Path.through(path.stops, path.legs)
    assert twin == path
    assert (twin.stops, twin.cuts, twin.inches) == (path.stops, path.cuts, path.inches)


@some
@given(near_stands, bases, turns, directions, st.floats(-1.5, 1.5), st.booleans())
def test_a_ship_that_stops_at_a_contact_is_in_contact(
    stand: Stand, base: Base, way: float, heading: int, aside: float, is_curved: bool
) -> None:
    there = stand.pose.drifted(way, 4).drifted(way + 90, aside)
    other = Stand(there._replace(heading=heading), base)
    leg = Curve(6, way / 10) if is_curved else Drift(way, 6)
    path = Path.of(stand, leg) if not is_curved else Path.of(stand.at(stand.pose.pointed(way)), leg)
    time = first_within(path, Path(other))
    if not time:
        return
    assert in_contact(path.at(time), other)
    assert overlap(path.at(time), other) <= TOLERANCE
    touched = first_touch(path, other.shape)
    assert touched is not None
    assert abs(touched - time) < 2e-3 or measure(path.at(touched), other, "base") <= TOLERANCE


@some
@given(near_stands, stands)
def test_a_ship_that_falls_aboard_is_brought_into_contact(a: Stand, b: Stand) -> None:
    moved = brought_to(a, b)
    assert moved.pose.heading == a.pose.heading
    assert in_contact(moved, b)
    assert not do_overlap(moved, b) or do_overlap(a, b)


# Sight


@some
@given(near_stands, near_stands, st.lists(near_stands, max_size=4))
def test_lines_of_sight_are_the_same_both_ways(a: Stand, b: Stand, others: list[Stand]) -> None:
    board = FreeBoard(96, 60)
    assert board.line_of_sight(a, b, others) == board.line_of_sight(b, a, others)
    assert board.line_of_sight(a, b, [a, b])
    seen = all(
        shapely.LineString([a.spot("centre"), b.spot("centre")]).intersection(one.shape).length
        <= 0.2
        for one in others
        if one not in (a, b)
    )
    if not board.line_of_sight(a, b, others):
        line = shapely.LineString([a.spot("centre"), b.spot("centre")])
        assert any(line.intersects(one.shape) for one in others)
    elif not seen:
        # Clear all the same only where it runs along an edge.
        hit = [one for one in others if one not in (a, b)]
        line = shapely.LineString([a.spot("centre"), b.spot("centre")])
        assert any(line.intersection(one.shape.buffer(-0.01)).length <= 0.0 for one in hit)


def test_a_ship_between_stops_sight_and_one_that_is_grazed_does_not() -> None:
    a, b = ship(10, 10), ship(30, 10)
    board = FreeBoard(96, 60)
    assert not board.line_of_sight(a, b, [ship(20, 10, 45)])
    assert blocker(a.spot("centre"), b.spot("centre"), [ship(20, 10)]) == ship(20, 10)
    assert board.line_of_sight(a, b, [ship(20, 10 + 1.375)])
    assert not board.line_of_sight(a, b, [ship(20, 10 + 1.372)])
    assert board.line_of_sight(a, b, [ship(40, 10), ship(0, 10)])
    assert stops([(0, 0), (1, 0), (1, 1), (0, 1)], (0.5, 0.5), (5, 5))
    assert not stops([(0, 0), (1, 0), (1, 1), (0, 1)], (0.5, 0.5), (0.5, 0.5))
    assert not board.line_of_sight(a.pose, b.pose, [ship(20, 10)])


def island(name: str = "Verda") -> Region:
    return Region.of(name, "land", [(20, 5), (24, 5), (24, 12), (22, 9), (20, 12)])


def test_land_stops_sight_and_shoals_do_not() -> None:
    shoal = Region.of("bank", "shoal", [(10, 2), (30, 2), (30, 16), (10, 16)], depth=3)
    board = FreeBoard(96, 60, regions=[island(), shoal])
    a, b = ship(10, 8), ship(34, 8)
    assert not board.line_of_sight(a, b)
    assert board.line_of_sight(a, b, ignoring=["Verda"])
    assert board.line_of_sight(ship(10, 12), ship(34, 12))
    assert board.line_of_sight(ship(10, 5), ship(34, 5))
    assert not board.line_of_sight(ship(10, 11), ship(34, 11))
    assert board.line_of_sight(ship(22, 11), ship(22, 20))


@some
@given(near_poses, near_poses, near_poses, st.floats(0, 3))
def test_a_box_round_a_region_leaves_out_nothing_that_is_near(
    corner: FreePose, a: FreePose, b: FreePose, reach: float
) -> None:
    x, y = corner.inches
    square = Region.of("rock", "land", [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    if square.shape.distance(shapely.Point(a.inches)) <= reach:
        assert square.is_near(a, reach)
    if shapely.LineString([a.inches, b.inches]).intersects(square.shape):
        assert square.spans(a.inches, b.inches)
    assert not square.is_near(FreePose.at(x + 1 + reach + 0.01, y), reach)
    assert not square.spans((x, y - 0.01), (x + 1, y - 5))


# The board


def test_terrain_is_what_lies_there_and_coasts_belong_to_the_land() -> None:
    shoal = Region.of("bank", "shoal", [(19, 4), (30, 4), (30, 16), (19, 16)], depth=3)
    board = FreeBoard(96, 60, regions=[island(), shoal])
    assert board.terrain(FreePose.at(21, 6)) == "land"
    assert board.terrain(FreePose.at(20, 8)) == "land"
    assert board.terrain(FreePose.at(22, 11)) == "shoal"
    assert board.terrain(FreePose.at(19.5, 8)) == "shoal"
    assert board.terrain(ship(50, 50)) == "sea"
    found = board.region_at(FreePose.at(29, 15))
    assert found is not None
    assert found.depth == 3


def test_a_ship_grounds_where_her_base_first_touches() -> None:
    board = FreeBoard(96, 60, regions=[island()])
    path = Path.of(ship(10, 8, 90), Ahead(14))
    found = board.first_touched(path)
    assert found is not None
    time, region = found
    assert region.name == "Verda"
    assert isclose(time * 14, 10 - 1.375, abs_tol=1e-9)
    assert board.touched(path, ["shoal"]) == []
    assert board.touched(path.until(time - 0.01)) == []
    assert board.touched(path.until(time).end) == [region]
    assert board.first_touched(Path(ship(21, 7))) == (0.0, region)
    inside_the_bay = Path.of(ship(22, 20, 0, SLOOP), Ahead(12))
    found = board.first_touched(inside_the_bay)
    assert found is not None
    assert 9 < inside_the_bay.at(found[0]).spot("bow")[1] < 10


def test_the_table_has_an_edge() -> None:
    board = FreeBoard(96, 60)
    assert board.is_on_table(FreePose.at(0, 60))
    assert not board.is_on_table(FreePose.at(-0.003, 60))
    assert board.is_on_table(ship(0.59, 10))
    assert not board.is_on_table(ship(0.5, 10))
    path = Path.of(ship(90, 30, 90), Ahead(10))
    time = board.leaves(path)
    assert time is not None
    assert isclose(time * 10, 6 - 1.375, abs_tol=TOLERANCE + 1e-9)
    time = board.leaves(path, by_centre=True)
    assert time is not None
    assert isclose(time * 10, 6, abs_tol=TOLERANCE + 1e-9)
    assert board.leaves(Path.of(ship(90, 30, 90), Ahead(4.625))) is None
    curve = Path.of(ship(91, 30, 90), Curve(8, 90))
    time = board.leaves(curve)
    assert time is not None
    assert board.is_on_table(curve.at(time - 0.01))
    assert not board.is_on_table(curve.at(time + 0.01))


def test_the_board_speaks_the_common_words() -> None:
    board = FreeBoard(96, 60, reference="base")
    a, b, c = ship(20, 20), ship(23, 20), ship(20, 26)
    assert isclose(board.distance(a, b), 3 - 1.18)
    assert board.distance(a, b, "centre") == 3.0
    assert board.distance(a.pose, b) == 3.0
    assert board.is_within(a, b, 1.82)
    assert board.bearing(a, b) == 90.0
    assert board.relative_bearing(b, a) == -90.0
    assert board.arc(STARBOARD, a, b)
    assert board.neighbours(a, [c, a, b], 4) == [b, c]
    assert board.neighbours(a, [c, a, b], 2) == [b]
    assert not board.contact(a, b)
    assert board.overlap(a, ship(20.3, 20))
    found = board.first_contact(Path.of(a, Drift(90, 3)), [c, b])
    assert found is not None
    assert found[1] == b
    assert board.approach(Path(a), Path(c)).distance == 6 - 2.75


def test_regions_and_bases_that_cannot_be_are_refused() -> None:
    with pytest.raises(WeathergageError, match="bow tie"):
        Region.of("bow tie", "land", [(0, 0), (1, 1), (1, 0), (0, 1)])
    with pytest.raises(WeathergageError, match="convex"):
        Base.outlined([(1, 0), (0, 0.2), (-1, 1), (-1, -1), (0, -0.2)])
    with pytest.raises(WeathergageError, match="convex"):
        Base.outlined([(3, -1), (3, 1), (1, 1), (1, -1)])
    with pytest.raises(WeathergageError, match="corners"):
        Base.outlined([])


# Templates


def test_a_sector_takes_in_its_range_and_edges() -> None:
    guns, here = Sector(STARBOARD, 8.0), FreePose.at(20, 20)
    assert guns.contains(here, here.drifted(45, 8))
    assert not guns.contains(here, here.drifted(45, 8.004))
    assert not guns.contains(here, here.drifted(44, 6))
    mortar = Sector(Arc.of(0, 0), 24, 12)
    for way, there in ((11.9, False), (12, True), (24, True), (24.1, False)):
        assert mortar.contains(here, here.drifted(77, way)) is there
    assert guns.touches(here, ship(29.0, 20, 90))
    assert not guns.touches(here, ship(29.4, 20, 90))
    assert mortar.touches(here, ship(20, 9))
    assert not mortar.touches(here, ship(20, 16))
    wide = Sector(Arc.of(90, 0), 5)
    assert wide.touches(here, ship(20, 23))
    assert not wide.touches(here, ship(22.5, 17, 0, SLOOP))
    with pytest.raises(WeathergageError, match="opens"):
        Sector(CORNERS, 8)


@some
@given(near_poses, near_poses, st.sampled_from([Sector(STARBOARD, 8), Sector(WIDE, 6, 2)]))
def test_a_sector_is_its_arc_and_its_range(at: FreePose, point: FreePose, guns: Sector) -> None:
    held = in_arc(guns.arc, at, point) and is_within(at, point, guns.reach)
    assert guns.contains(at, point) == (held and at_least(distance(at, point), guns.least))
    drawn = guns.shape(at)
    place = shapely.Point(point.inches)
    if drawn.buffer(-0.05).contains(place):
        assert guns.contains(at, point)
    if not drawn.buffer(0.05).contains(place):
        assert not guns.contains(at, point)


@some
@given(near_poses, near_stands, st.sampled_from([Sector(STARBOARD, 4), Sector(WIDE, 4)]))
def test_a_base_touches_a_sector_where_the_drawn_one_does(
    at: FreePose, stand: Stand, guns: Sector
) -> None:
    gap = guns.shape(at).distance(stand.shape)
    if gap > 0.02:
        assert not guns.touches(at, stand)
    if gap == 0 and guns.shape(at).intersection(stand.shape).area > 0.02:
        assert guns.touches(at, stand)


def test_a_sheet_holds_what_lies_on_it() -> None:
    sheet, here = Sheet.rectangle(3, 1, 0.5, 2), FreePose.at(20, 20, 90)
    assert sheet.contains(here, FreePose.at(23, 22))
    assert not sheet.contains(here, FreePose.at(23.003, 22))
    assert not sheet.contains(here, FreePose.at(18.9, 20))
    assert sheet.touches(here, ship(20, 22.5))
    assert not sheet.touches(here, ship(20, 23.4))
    dented = Sheet.of([(2, -2), (0, 0), (2, 2), (-2, 2), (-2, -2)])
    assert dented.contains(here, FreePose.at(19, 20))
    assert not dented.contains(here, FreePose.at(21, 20))
    with pytest.raises(WeathergageError, match="uncrossed"):
        Sheet.of([(0, 0), (1, 1), (1, 0), (0, 1)])


# Many at once


fleets = st.lists(near_stands, max_size=6)


@few
@given(fleets, fleets, references, st.sampled_from([0.0, 2.0, 5.0]))
def test_many_distances_and_bearings_equal_single_ones(
    ours: list[Stand], theirs: list[Stand], by: str, limit: float
) -> None:
    a, b = many.Stands(ours), many.Stands(theirs)
    gaps, near = many.distances(a, b, by), many.are_near(a, b, limit, by)
    ways, offs = many.bearings(a, b), many.relative_bearings(a, b)
    assert gaps.shape == near.shape == ways.shape == (len(ours), len(theirs))
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            assert gaps[i, j] == measure(one, other, by)
            assert near[i, j] == is_near(one, other, limit, by)
            way, off = bearing(one.pose, other.pose), relative_bearing(one.pose, other.pose)
            assert np.isnan(ways[i, j]) if way is None else isclose(ways[i, j], way, abs_tol=1e-9)
            assert np.isnan(offs[i, j]) if off is None else isclose(offs[i, j], off, abs_tol=1e-9)


@few
@given(fleets, fleets, arcs)
def test_many_arcs_and_rakes_equal_single_ones(
    ours: list[Stand], theirs: list[Stand], arc: Arc
) -> None:
    a, b = many.Stands(ours), many.Stands(theirs)
    bears, (by_bow, by_stern) = many.are_in_arc(a, arc, b), many.rakes(a, b, 27.5)
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            assert bears[i, j] == in_arc(arc, one.pose, other)
            raked = rake(one.pose, other.pose, 27.5)
            assert (by_bow[i, j], by_stern[i, j]) == (raked == "bow", raked == "stern")


@few
@given(fleets, fleets, fleets, st.sampled_from(["centre", "mast"]))
def test_many_lines_of_sight_equal_single_ones(
    ours: list[Stand], theirs: list[Stand], others: list[Stand], spot: str
) -> None:
    ground = Region.of("rock", "land", [(1, 1), (2, 1), (1.5, 3)])
    board = FreeBoard(96, 60, regions=[ground])
    blocks = [*ours, *theirs, *others]
    a, b, c = many.Stands(ours), many.Stands(theirs), many.Stands(blocks)
    clear = board.sights(a, b, c, spot=spot)
    wanted = many.are_near(a, b, 4.0)
    some_clear = board.sights(a, b, c, wanted=wanted, spot=spot)
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            assert clear[i, j] == board.line_of_sight(one, other, blocks, spot=spot)
            assert some_clear[i, j] == (clear[i, j] and wanted[i, j])


# Kept shapes, light imports


def test_shapes_are_kept_and_never_made_anew() -> None:
    base = Base.rectangle(2, 1)
    stand = Stand(FreePose.at(5, 5, 30), base)
    assert stand.shape is stand.shape
    assert Stand(FreePose.at(5, 5, 30), base).shape is stand.shape
    together = many.Stands([stand, stand.at(stand.pose.ahead(4))]).shapes
    assert together[0] is stand.shape
    assert together[1] is stand.at(stand.pose.ahead(4)).shape
    for i in range(KEPT + 1):
        base.corners(FreePose(i, 0))
    assert len(base._corners) <= KEPT


def test_bases_are_equal_by_whole_numbers_and_travel_without_their_shapes() -> None:
    base = Base.rectangle(2, 1)
    kept = base.shape(FreePose.at(1, 1))
    again = pickle.loads(pickle.dumps(base))
    assert again == base == Base.rectangle(2.0001, 1)
    assert hash(again) == hash(base)
    assert not again._shapes
    assert kept.equals(again.shape(FreePose.at(1, 1)))
    sheet = Sheet.rectangle(1, 1, 1, 1)
    assert pickle.loads(pickle.dumps(sheet)) == sheet
    assert (base.length, base.width, base.ahead_of_centre("stern")) == (2.0, 1.0, -1.0)


def test_hexes_and_the_front_door_load_no_shapely() -> None:
    code = (
        "import sys, weathergage, weathergage.boards.hex, weathergage.boards.pose, "
        "weathergage.boards.lattice; sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
