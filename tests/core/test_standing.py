"""How a side stands, from its ships."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from weathergage import Part, Standing

FATES = ("", "lost", "captured", "struck", "left")

parts = st.builds(
    lambda fate, full, left: Part(fate, full, full * left),
    st.sampled_from(FATES),
    st.integers(0, 100),
    st.floats(0, 1),
)


def test_what_is_lost_taken_or_struck_adds_no_strength() -> None:
    ships = [Part("", 10, 5), *(Part(fate, 10, 10) for fate in ("lost", "captured", "struck"))]
    assert Standing.of(ships) == Standing(4, 1, 1, 1, 0, 5 / 40)


def test_who_left_is_still_with_her_side() -> None:
    assert Standing.of([Part("left", 10, 10), Part("", 10, 5)]) == Standing(
        2, left=1, strength=0.75
    )


def test_ships_without_any_strength_weigh_the_same() -> None:
    assert Standing.of([Part("", 0, 0), Part("lost", 0, 0)]).strength == pytest.approx(0.5)


def test_a_side_that_never_had_a_ship_has_lost_nothing() -> None:
    assert Standing.of([]) == Standing(0)


@given(st.lists(parts, min_size=1))
def test_every_ship_is_counted_once_and_the_strength_is_a_share(ships: list[Part]) -> None:
    stands = Standing.of(ships)
    assert stands.ships == len(ships)
    gone = stands.lost + stands.captured + stands.struck + stands.left
    assert gone == sum(part.fate != "" for part in ships)
    assert 0 <= stands.strength <= 1
