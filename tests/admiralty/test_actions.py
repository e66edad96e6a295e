"""Move actions: crews, difficulties, and what a die must show."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from fleet import laid, one_of, sea, ship, told

import weathergage as wg
from weathergage_admiralty.actions import LEVELS, ActionTried, difficulty, needed, test as throw


def game_of(grade: str = "B", type: str = "british-74", speed: int = 3, die: int = 1, **more):
    game = sea(
        ship("Caesar", type, grade=grade, setting="anchored", **more),
        speed=speed,
        phase="signals",
        dice=wg.Dice.of(action_caesar=(die,)),
    )
    return game, one_of(game.state, "caesar")


@pytest.mark.clause("2.3")
def test_a_crew_of_grade_c_passes_a_hard_action_one_time_in_three() -> None:
    game, caesar = game_of("C")
    least = needed(game, caesar, "escape irons")
    assert Fraction(7 - least, 6) == Fraction(1, 3)


@pytest.mark.clause("2.3", "2.6-escape")
@pytest.mark.parametrize("speed", range(1, 6))
def test_escaping_from_irons_is_hard_in_any_wind(speed: int) -> None:
    game, caesar = game_of(speed=speed)
    assert difficulty(game, caesar, "escape irons") == "hard"


@pytest.mark.clause("2.3")
@pytest.mark.parametrize(
    ("grade", "figures"), [("A", (2, 2, 4)), ("B", (2, 3, 5)), ("C", (3, 4, 5)), ("D", (4, 5, 6))]
)
def test_the_least_die_by_grade_and_difficulty(grade: str, figures: tuple[int, ...]) -> None:
    rules, _ = laid(ship("Caesar"))
    table = rules.tables["move-actions"]
    assert tuple(table.look_up(level, grade) for level in LEVELS) == figures
    assert table.source("easy", "A").status == "reconstructed"


@pytest.mark.clause("2.3")
def test_better_crews_and_easier_actions_never_need_more() -> None:
    rules, _ = laid(ship("Caesar"))
    grid = rules.tables["move-actions"].grid
    for line in grid:
        assert all(one <= other for one, other in pairwise(line))
    for easier, harder in pairwise(grid):
        assert all(one <= other for one, other in zip(easier, harder, strict=True))


@pytest.mark.clause("2.3")
@pytest.mark.parametrize(("die", "passes"), [(2, False), (3, True)])
def test_a_crew_of_grade_b_slows_down_with_a_three(die: int, passes: bool) -> None:
    game, caesar = game_of(die=die)
    assert throw(game, caesar, "slow", "2.1-slowing") is passes
    (event,) = told(game, ActionTried)
    assert (event.needed, event.difficulty, event.clause) == (3, "moderate", "2.1-slowing")
    assert ("succeeds" if passes else "fails") in event.say()


@pytest.mark.clause("2.3", "4.3-M")
@pytest.mark.parametrize(
    ("masts", "die", "passes"), [(1, 3, False), (1, 4, True), (5, 6, True), (0, 1, False)]
)
def test_mast_hits_come_off_the_die_but_a_six_always_passes(
    masts: int, die: int, passes: bool
) -> None:
    game, caesar = game_of(die=die, masts=masts)
    assert throw(game, caesar, "slow", "2.1-slowing") is passes


@pytest.mark.clause("2.2-tack-test", "2.2-small")
@pytest.mark.parametrize(
    ("type", "levels"),
    [
        ("british-74", ("hard", "moderate", "moderate", "hard", "hard")),
        ("british-10", ("moderate", "easy", "easy", "moderate", "moderate")),
    ],
)
def test_tacking_goes_by_the_wind_and_is_a_level_easier_for_small_vessels(
    type: str, levels: tuple[str, ...]
) -> None:
    for speed, level in enumerate(levels, 1):
        game, caesar = game_of(type=type, speed=speed)
        assert difficulty(game, caesar, "tack") == level
