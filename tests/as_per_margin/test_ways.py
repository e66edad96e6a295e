"""How far a base slides: what it touches, what it only passes, and where it leaves the table."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st
from table_top import region, sea, ship

import weathergage as wg
from weathergage import Ahead, FreePose, Path, Stand, do_overlap, first_within, measure
from weathergage_as_per_margin.ships import base_of
from weathergage_as_per_margin.ways import (
    contact,
    ground_under,
    grounds_of,
    lie_in,
    neighbours,
    way,
)

BASES = [base_of(200, 70), base_of(100, 40), base_of(160, 60)]
poses = st.builds(
    FreePose, st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(0, 35999)
)
bases = st.sampled_from(BASES)


@given(poses, bases, poses, bases, st.integers(0, 12000))
@pytest.mark.clause("APM.move.sailing", "APM.measuring")
def test_contact_comes_when_the_core_says_that_the_bases_first_touch(
    start: FreePose, base: wg.Base, where: FreePose, other: wg.Base, way_: int
) -> None:
    one, two = Stand(start, base), Stand(where, other)
    assume(measure(one, two, "base") > 0.01)
    inches = way_ / 1000
    end = start.ahead(inches)
    found = contact(one.corners, two.corners, (end.x - start.x) / 1000, (end.y - start.y) / 1000)
    wanted = first_within(Path.of(one, Ahead(inches)), Path(two))
    if found is None:
        # The core takes what comes within the tolerance for contact.
        assert (
            wanted is None
            or measure(Path.of(one, Ahead(inches)).at(wanted), two, "base") > 0
            or (not do_overlap(one.at(end), two))
        )
        return
    assert wanted is not None
    assert abs(found - wanted) * inches < 0.02 or found >= wanted
    there = one.at(start.ahead(inches * found))
    assert not do_overlap(there, two)
    assert measure(there, two, "base") < 0.0025


@given(poses, bases, poses, bases)
def test_lying_in_one_another_is_what_the_core_calls_overlap(
    a: FreePose, base: wg.Base, b: FreePose, other: wg.Base
) -> None:
    one, two = Stand(a, base), Stand(b, other)
    if do_overlap(one, two):
        assert lie_in(one.corners, two.corners)
    elif measure(one, two, "base") > 0:
        assert not lie_in(one.corners, two.corners)


@given(st.integers(0, 35999), st.integers(0, 35999), st.floats(0.1, 6))
@pytest.mark.clause("APM.falling-aboard.separate")
def test_ships_in_contact_may_slide_apart_but_not_into_one_another(
    heading: int, other: int, inches: float
) -> None:
    two = Stand(FreePose(0, 0, other), BASES[0])
    one = wg.brought_to(Stand(FreePose(4000, 1000, heading), BASES[0]), two)
    end = one.pose.ahead(inches)
    share = contact(
        one.corners, two.corners, (end.x - one.pose.x) / 1000, (end.y - one.pose.y) / 1000
    )
    there = one.at(one.pose.ahead(inches * (1.0 if share is None else share)))
    assert not do_overlap(there, two)
    if share is None:
        for part in (0.25, 0.5, 0.75):
            assert not do_overlap(one.at(one.pose.ahead(inches * part)), two)
    else:
        sides = [
            lie_in(one.at(one.pose.ahead(inches * n / 40)).corners, two.corners) for n in range(41)
        ]
        assert any(sides) or share > 0.9


def table(*regions: object) -> wg.Game:
    return sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Pompee", at=(30, 20), heading="N"),
        ship("Desaix", at=(50, 50), side="french"),
        phase="first-move",
        regions=regions,
    )


def test_the_nearest_of_ship_ground_and_edge_stops_her() -> None:
    land = region("Isle", "land", (26, 10), (28, 10), (28, 30), (26, 30))
    game = table(land)
    caesar, pompee, _ = game.state.ships
    grounds = grounds_of(game.rules)
    end = caesar.pose.ahead(50)
    stop = way(game.rules, caesar.stand, end, [pompee], grounds)
    assert stop.ground is grounds[0]
    assert 50 * stop.share == pytest.approx(5.0, abs=0.001)
    stop = way(game.rules, caesar.stand, end, [pompee], ())
    assert stop.ship is pompee
    assert 50 * stop.share == pytest.approx(8.65, abs=0.001)
    stop = way(game.rules, caesar.stand, end, [], ())
    assert stop.left
    assert 50 * stop.share == pytest.approx(40, abs=0.01)


def test_a_base_that_lies_all_on_a_shoal_touches_it() -> None:
    game = table(region("Bank", "shoal", (10, 10), (40, 10), (40, 40), (10, 40), depth=1))
    (ground,) = grounds_of(game.rules)
    assert ground_under(game.state.ships[0].stand, (ground,)) is ground
    assert ground_under(game.state.ships[2].stand, (ground,)) is None


@given(poses, poses, st.floats(0, 5))
@pytest.mark.clause("APM.measuring")
def test_neighbours_are_those_whose_nearest_edges_are_within_the_inches(
    a: FreePose, b: FreePose, inches: float
) -> None:
    game = table()
    caesar, pompee, _ = game.state.ships
    caesar.pose, pompee.pose = a, b
    between = measure(caesar.stand, pompee.stand, "base")
    found = neighbours(caesar, [pompee], inches)
    assert bool(found) is (between <= inches + wg.TOLERANCE)
    assert [between for _ in found] == [gap for gap, _ in found]
