"""Damage tracks."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from weathergage.tracks import Boxes, CappedHits, Tally


def test_boxes_are_filled_from_left_to_right() -> None:
    speed = Boxes.of([6, 5, 3])
    assert speed.current == 6
    assert speed.fill(2) == 2
    assert (speed.current, speed.left) == (3, 1)
    assert speed.fill(4) == 1
    assert speed.left == 0
    assert speed.current is None
    assert speed.clear() == 1
    assert speed.current == 3
    assert speed.clear(9) == 2


def test_hits_beyond_the_cap_of_a_kind_are_lost() -> None:
    hull = CappedHits.of({"crew": 3, "mast": 3})
    assert hull.add("crew", 2) == 2
    assert hull.add("crew", 3) == 1
    assert hull.add("crew") == 0
    assert hull.hits == {"crew": 3, "mast": 0}
    assert hull.is_full("crew")
    assert not hull.is_full("mast")
    assert hull.total == 3
    assert (hull.left("crew"), hull.left("mast")) == (0, 3)
    assert hull.remove("crew") == 1
    assert hull.remove("mast", 2) == 0
    with pytest.raises(KeyError):
        hull.add("rudder")


def test_every_few_hits_lose_one_of_something() -> None:
    boats = Tally(step=3, have=2)
    assert boats.add(2) == 0
    assert (boats.lost, boats.toward) == (0, 2)
    assert boats.add(1) == 1
    assert (boats.lost, boats.left, boats.toward) == (1, 1, 0)
    assert boats.add(50) == 1
    assert (boats.lost, boats.left, boats.toward) == (2, 0, 0)
    assert boats.remove(1) == 1
    assert (boats.left, boats.toward) == (1, 2)
    assert boats.remove(50) == 1


def test_a_copy_shares_nothing_that_changes() -> None:
    boxes, hits, tally = Boxes.of([1, 2]), CappedHits.of({"crew": 3}), Tally(2, 2)
    twins = boxes.copy(), hits.copy(), tally.copy()
    assert twins == (boxes, hits, tally)
    boxes.fill()
    hits.add("crew")
    tally.add()
    assert (twins[0].filled, twins[1].hits, twins[2].hits) == (0, {"crew": 0}, 0)


def test_what_makes_no_sense_is_refused() -> None:
    for track in (Boxes.of([1]), Tally(1, 1)):
        with pytest.raises(ValueError, match="hits are counted from 0, not -1"):
            track.add(-1) if isinstance(track, Tally) else track.fill(-1)
    with pytest.raises(ValueError, match="a loss takes at least one hit, not 0"):
        Tally(0, 1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=20))
def test_no_track_ever_leaves_its_bounds(steps: list[tuple[bool, int]]) -> None:
    boxes, hits, tally = Boxes.of(range(5)), CappedHits.of({"crew": 3}), Tally(2, 3)
    for taken, number in steps:
        before = boxes.filled, hits.total, tally.lost
        if taken:
            moved = boxes.fill(number), hits.add("crew", number), tally.add(number)
            after = tuple(b + m for b, m in zip(before, moved, strict=True))
        else:
            moved = boxes.clear(number), hits.remove("crew", number), tally.remove(number)
            after = tuple(b - m for b, m in zip(before, moved, strict=True))
        assert (boxes.filled, hits.total, tally.lost) == after
        assert 0 <= boxes.filled <= 5
        assert 0 <= hits.total <= 3
        assert 0 <= tally.left <= 3
        assert 0 <= tally.toward < 2


def test_a_copy_of_capped_hits_shares_nothing() -> None:
    hull = CappedHits.of({"crew": 3})
    other = hull.copy()
    assert other == hull
    other.add("crew", 2)
    other.caps["crew"] = 9
    assert hull == CappedHits.of({"crew": 3})
