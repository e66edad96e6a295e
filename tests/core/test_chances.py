"""Odds as fractions: sums, mixtures, and the arguments of a question."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from exact import agrees, counted
from hypothesis import given, strategies as st

from weathergage.chances import (
    Argument,
    Bench,
    Odds,
    OddsQuestion,
    certain,
    mapped,
    mean,
    mixed,
    repeated,
    summed,
)
from weathergage.errors import Contradiction, UnknownName

DIE = counted(1, lambda a: a)


@given(st.integers(0, 4))
def test_the_sum_of_dice_is_what_counting_their_faces_gives(dice: int) -> None:
    assert repeated(DIE, dice) == counted(dice, lambda *faces: sum(faces))


def test_tuples_add_up_place_by_place() -> None:
    pair = mapped(DIE, lambda face: (int(face == 6), face))
    assert repeated(pair, 2) == counted(2, lambda a, b: ((a == 6) + (b == 6), a + b))
    assert repeated(pair, 0) == {(0, 0): 1}


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 12))
def test_odds_stay_odds_whatever_is_done_to_them(weights: list[int], count: int) -> None:
    odds = {n: Fraction(weight, sum(weights)) for n, weight in enumerate(weights)}
    many = repeated(odds, count)
    assert sum(many.values()) == 1
    assert mean(many) == count * mean(odds)
    assert mean(summed(odds, many)) == (count + 1) * mean(odds)
    assert sum(mixed((repeated(odds, n), p) for n, p in odds.items()).values()) == 1


def test_what_is_certain_adds_without_chance() -> None:
    assert summed(DIE, certain(3)) == counted(1, lambda a: a + 3)


def _nothing(bench: Bench, settings: Mapping[str, Any]) -> dict[str, Odds]:
    return {}


QUESTION = OddsQuestion(
    "A ram",
    "1.1",
    (
        Argument("crew", "of the galley", 2, most=4),
        Argument("target-half", "slow", False),
        Argument("range", "how far", "near", ("near", "far")),
    ),
    _nothing,
)


def test_arguments_are_read_by_their_kind_and_default_where_nothing_is_said() -> None:
    assert QUESTION.settings({}) == {"crew": 2, "target_half": False, "range": "near"}
    found = QUESTION.settings({"crew": "4", "target-half": "YES", "range": "far"})
    assert found == {"crew": 4, "target_half": True, "range": "far"}
    assert QUESTION.settings({"target_half": False})["target_half"] is False


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("crew", "5", "0 to 4"),
        ("crew", "-1", "0 to 4"),
        ("crew", "two", "0 to 4"),
        ("crew", "2.5", "0 to 4"),
        ("target-half", "perhaps", "yes, no"),
        ("range", "middling", "near, far"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(name: str, value: str, allowed: str) -> None:
    with pytest.raises(Contradiction, match=rf"{name} is '{value}'; it may be {allowed}"):
        QUESTION.settings({name: value})


def test_an_argument_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="crew"):
        QUESTION.settings({"crow": 1})


def test_the_test_of_agreement_tells_a_fair_die_from_a_loaded_one() -> None:
    fair = [face for face in range(1, 7) for _ in range(100)]
    assert agrees(fair, DIE)
    assert not agrees([*fair, *[6] * 100], DIE)
    assert not agrees([*fair, 7], DIE)
