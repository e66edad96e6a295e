"""The two dice, and what modifiers make of them (2.4, 2.5)."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import product

import pytest
from galleys import galley
from one_galley import still

import weathergage as wg
from weathergage_war_galley.rolls import one_die, two_dice

FACES = range(1, 7)


def rolled(*faces: int, modifiers: tuple[tuple[str, int, str], ...] = ()) -> tuple[int, int]:
    game = still(galley("5/1", "2319", "N", side="rome"), dice=wg.Dice.of(test=faces))
    throw = two_dice(game, "test", "a test", "2.4", modifiers, at="ram")
    return throw.natural, throw.adjusted


@pytest.mark.clause("2.4")
def test_two_dice_are_added() -> None:
    assert rolled(3, 5) == (8, 8)


@pytest.mark.clause("2.4")
def test_the_chances_of_two_dice() -> None:
    totals = Tally(a + b for a, b in product(FACES, FACES))
    assert sum(totals[n] for n in range(8, 13)) == 15
    assert sum(totals[n] for n in range(10, 13)) == 6


@pytest.mark.clause("2.4-drm")
def test_more_than_twelve_counts_as_twelve_and_less_than_two_fails() -> None:
    assert rolled(5, 6, modifiers=(("help", 3, "2.4-drm"),)) == (11, 12)
    assert rolled(1, 1, modifiers=(("harm", -1, "2.4-drm"),)) == (2, 1)
    assert rolled(6, 6, modifiers=(("harm", -1, "2.4-drm"),)) == (12, 11)


@pytest.mark.clause("2.5-drm")
def test_modifiers_add_up() -> None:
    game = still(galley("5/1", "2319", "N", side="rome"), dice=wg.Dice.of(test=(4,)))
    some = (("one", 1, "2.5-drm"), ("two", 1, "2.5-drm"), ("three", -1, "2.5-drm"))
    assert one_die(game, "test", "a test", "2.5-drm", some, at="ram") == 5
