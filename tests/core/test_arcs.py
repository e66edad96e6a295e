"""Arcs: masks of the twelve bearings relative to a heading."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from weathergage.boards.arcs import (
    ALL_ROUND,
    arc_of,
    bearings_in,
    in_arc,
    mirrored,
    outside,
    relative_bearing,
    through,
    turned,
)

masks = st.integers(0, ALL_ROUND)
headings = st.integers(0, 5)
bearings = st.integers(0, 11)
fast = settings(deadline=None, max_examples=100)


def test_an_arc_through_hexsides_has_the_corners_at_its_edges_or_not() -> None:
    assert bearings_in(through(1, 2)) == [1, 2, 3, 4, 5]
    assert bearings_in(through(1, 2, corners=False)) == [2, 3, 4]
    assert bearings_in(through(4, 5)) == [7, 8, 9, 10, 11]
    assert bearings_in(through(0)) == [0, 1, 11]
    assert bearings_in(through(0, corners=False)) == [0]
    assert bearings_in(through(0, 3, corners=False)) == [0, 6]
    assert bearings_in(through(0, 5, corners=False)) == [0, 10, 11]
    assert through(0, 1, 2, 3, 4, 5, corners=False) == ALL_ROUND
    assert through() == 0


def test_broadsides_bow_and_stern_cover_the_circle_once() -> None:
    parts = [
        through(1, 2),
        through(4, 5),
        through(0, corners=False),
        through(3, corners=False),
    ]
    assert sum(parts) == ALL_ROUND
    assert outside(parts[0] | parts[1]) == parts[2] | parts[3]


@given(masks, headings, bearings)
@fast
def test_being_in_an_arc_is_being_among_its_relative_bearings(
    mask: int, heading: int, bearing: int
) -> None:
    relative = relative_bearing(heading, bearing)
    assert 0 <= relative < 12
    assert in_arc(mask, heading, bearing) == (relative in bearings_in(mask))
    assert in_arc(mask, heading, bearing) != in_arc(outside(mask), heading, bearing)
    assert in_arc(turned(mask, heading), 0, bearing) == in_arc(mask, heading, bearing)
    assert in_arc(mirrored(mask), -heading % 6, -bearing % 12) == in_arc(mask, heading, bearing)


@given(masks, headings)
@fast
def test_ones_own_hex_is_in_every_arc(mask: int, heading: int) -> None:
    assert in_arc(mask, heading, None)


@given(masks)
@fast
def test_an_arc_is_its_bearings(mask: int) -> None:
    assert arc_of(bearings_in(mask)) == mask
    assert arc_of(way + 12 for way in bearings_in(mask)) == mask
    assert mirrored(mirrored(mask)) == mask
    assert turned(mask, 6) == turned(turned(mask, 2), -2) == mask


def test_the_other_broadside_is_the_mirror_image() -> None:
    assert mirrored(through(1, 2)) == through(4, 5)
    assert mirrored(through(0)) == through(0)
