from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st
from scipy.stats import chi2

from weathergage import Dice
from weathergage.dice import BLOCK, seed_commitment

SETTLED_D6 = (1, 3, 6, 5, 3, 3, 5, 4, 4, 4, 1, 4)
SETTLED_D10 = (2, 6, 4, 9, 5, 2)
SETTLED_BELOW = 789254684044


def fits(counts: Counter[int], faces: int) -> bool:
    """Whether counts are as even as fair dice would make them in all but one case of a thousand,
    neither more nor less.
    """
    total = sum(counts.values())
    expected = total / faces
    statistic = sum((counts[face] - expected) ** 2 / expected for face in range(faces))
    low, high = chi2.ppf([0.001, 0.999], faces - 1)
    return bool(low < statistic < high)


@given(st.integers(), st.text(max_size=20), st.integers(1, 256))
def test_a_roll_is_a_function_of_seed_stream_and_number(seed: int, stream: str, sides: int) -> None:
    faces = Dice(seed).rolls(stream, 10, sides)
    assert faces == Dice(seed).rolls(stream, 10, sides)
    assert all(1 <= face <= sides for face in faces)


def test_the_bytes_of_a_stream_are_settled_for_good() -> None:
    assert Dice(7).rolls("wind", 12) == SETTLED_D6
    assert Dice(7).rolls("gunnery red 1", 6, 10) == SETTLED_D10
    assert Dice(7).below("sample", 10**12) == SETTLED_BELOW


def test_rolling_one_stream_moves_no_other() -> None:
    alone = Dice(3).rolls("gunnery", 100)
    dice = Dice(3)
    mixed = []
    for n in range(100):
        dice.roll("wind")
        mixed.append(dice.roll("gunnery"))
        dice.below(f"other {n}", 1000)
    assert tuple(mixed) == alone


def test_streams_and_neighbouring_seeds_share_no_faces() -> None:
    one, other = Dice(1), Dice(2)
    assert one.rolls("a", 50) != one.rolls("b", 50)
    assert one.rolls("c", 50) != other.rolls("c", 50)
    assert Dice(-1).rolls("a", 50) != Dice(1).rolls("a", 50)


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 100])
def test_dice_are_even(sides: int) -> None:
    dice = Dice(20)
    assert fits(Counter(dice.roll("even", sides) - 1 for _ in range(20_000)), sides)


@pytest.mark.parametrize("sides", [6, 10])
def test_pairs_of_one_stream_are_even(sides: int) -> None:
    dice = Dice(21)
    pairs = Counter(
        (dice.roll("pairs", sides) - 1) * sides + dice.roll("pairs", sides) - 1
        for _ in range(40_000)
    )
    assert fits(pairs, sides * sides)


@given(st.integers(), st.lists(st.integers(0, 3 * BLOCK), max_size=6), st.integers(2, 256))
def test_dice_thrown_at_once_are_those_that_fall_one_by_one(
    seed: int, counts: list[int], sides: int
) -> None:
    at_once, singly = Dice(seed), Dice(seed)
    for count in counts:
        faces = tuple(singly.roll("volley", sides) for _ in range(count))
        assert at_once.rolls("volley", count, sides) == faces
        assert at_once.mark() == singly.mark()


def test_first_rolls_of_many_streams_and_seeds_are_even() -> None:
    assert fits(Counter(Dice(5).roll(f"ship {n}") - 1 for n in range(12_000)), 6)
    assert fits(Counter(Dice(n).roll("wind") - 1 for n in range(12_000)), 6)


@pytest.mark.parametrize("bound", [1, 2, 7, 256, 257, 300, 5_000, 70_001])
def test_below_is_even_and_within_its_bound(bound: int) -> None:
    dice = Dice(22)
    drawn = [dice.below("b", bound) for _ in range(10_000)]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    if bound > 1:
        buckets = min(bound, 7)
        exact = bound // buckets * buckets
        assert fits(Counter(n % buckets for n in drawn if n < exact), buckets)


def test_below_takes_numbers_of_any_size() -> None:
    dice = Dice(23)
    bound = 10**60
    drawn = [dice.below("huge", bound) for _ in range(500)]
    assert max(drawn) < bound
    assert fits(Counter(n * 10 // bound for n in drawn), 10)


def test_a_mark_puts_the_dice_back() -> None:
    dice = Dice(4)
    dice.rolls("a", BLOCK + 5)
    mark = dice.mark()
    first = dice.rolls("a", 200), dice.below("b", 10**9)
    dice.reset(mark)
    assert (dice.rolls("a", 200), dice.below("b", 10**9)) == first


def test_a_fork_goes_its_own_way() -> None:
    dice = Dice(4)
    dice.roll("a")
    twin = dice.fork()
    ahead = twin.rolls("a", 300)
    twin.roll("b")
    assert dice.mark() == {"a": dice.mark()["a"]}
    assert dice.rolls("a", 300) == ahead


def test_loaded_dice_show_the_chosen_faces_first() -> None:
    dice = Dice.of(3, 5, wind=(6, 1), gunnery_red=(2,))
    assert [dice.roll("wind"), dice.roll("gunnery red 1"), dice.roll("command")] == [6, 2, 3]
    assert [dice.roll("wind"), dice.roll("wind")] == [1, 5]
    assert dice.roll("wind") == Dice(0).roll("wind")


def test_loaded_dice_are_put_back_and_forked_like_others() -> None:
    dice = Dice.of(3, 5, 6)
    mark = dice.mark()
    assert dice.roll("a") == 3
    twin = dice.fork()
    assert [twin.roll("b"), dice.roll("c")] == [5, 5]
    dice.reset(mark)
    assert dice.rolls("d", 3) == (3, 5, 6)


def test_a_commitment_binds_to_one_seed_and_does_not_tell_it() -> None:
    assert seed_commitment(7) == seed_commitment(7)
    assert len({seed_commitment(n) for n in range(1000)}) == 1000
    assert len(seed_commitment(10**40)) == 64


def test_a_long_stream_is_the_same_however_it_is_reached() -> None:
    steady, leaping = Dice(11), Dice(11)
    rolled = steady.rolls("long", 5_000)
    leaping.reset({"long": 4_000})
    first = leaping.roll("long")
    leaping.reset({})
    assert leaping.rolls("long", 5_000) == rolled
    assert first in range(1, 7)
    assert leaping.mark() == steady.mark()
