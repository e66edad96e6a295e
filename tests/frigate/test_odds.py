"""Odds of Frigate against the book's tables counted face by face, and against games played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from exact import agrees, counted, odds_of
from positions import plot, sea, ship, told

import weathergage as wg
from weathergage.chances import BroadsideCase
from weathergage.plugins import find_ruleset
from weathergage.study.odds import bench_for

F = Fraction

FIRST = {
    "1-2": (0, 0, 0, 0, 1, 1),
    "1-1": (0, 0, 0, 1, 1, 2),
    "2-1": (0, 0, 1, 1, 2, 2),
    "3-1": (0, 1, 1, 2, 2, 3),
}
"""Hits by die in four columns of the table of Gunnery Rating 1."""

SECOND = {"1-1": (0, 0, 0, 1, 1, 1), "2-1": (0, 0, 1, 1, 1, 2)}
"""The same of Gunnery Rating 2."""


def die(hits: tuple[int, ...]) -> dict[int, Fraction]:
    """The odds of a column of six results."""
    return {value: F(times, 6) for value, times in Counter(hits).items()}


def winds(first: int, second: int, third: int) -> int:
    """The standard table of direction: a 6 turns two hexsides, even dice clockwise."""
    if first == 6:
        return 2 if second % 2 == 0 else -2
    return {4: 1, 5: -1}.get(first, 0)


VELOCITIES = {1: "Calm", 2: "Light", 3: "Light", 4: "Moderate", 5: "Moderate", 6: "Fresh"}

EXPECTED: dict[str, list[tuple[dict[str, Any], str, dict[Any, Fraction]]]] = {
    "gunnery": [
        # "7.0-odds" 44 against 15 is 2-1, and so is 30; 29 is not.
        ({"strength": 44, "defense": 15, "rating": 1}, "hits", die(FIRST["2-1"])),
        ({"strength": 29, "defense": 15, "rating": 1}, "hits", die(FIRST["1-1"])),
        ({"strength": 8, "defense": 15, "rating": 1}, "hits", die(FIRST["1-2"])),
        ({"strength": 7, "defense": 15, "rating": 1}, "hits", {0: F(1)}),
        ({"strength": 14, "defense": 15, "rating": 2}, "hits", {0: F(1)}),
        ({"strength": 30, "defense": 15, "rating": 2}, "hits", die(SECOND["2-1"])),
        # "7.17" 23 and a third of it, the fraction dropped, is 30.
        ({"strength": 23, "defense": 15, "rating": 1}, "hits", die(FIRST["1-1"])),
        (
            {"strength": 23, "defense": 15, "rating": 1, "raking": True},
            "hits",
            die(FIRST["2-1"]),
        ),
        # "6.62" doubled afoul; "7.3" halved for Crew Hits; "9.13" and in retreat.
        ({"strength": 23, "defense": 15, "rating": 1, "afoul": True}, "hits", die(FIRST["3-1"])),
        ({"strength": 44, "defense": 15, "rating": 1, "crew-hits": 2}, "hits", die(FIRST["1-1"])),
        ({"strength": 44, "defense": 15, "rating": 1, "retiring": True}, "hits", die(FIRST["1-1"])),
    ],
    "explosion": [({}, "the ship", {"blows up": F(1, 36), "is saved": F(35, 36)})],
    "wind": [
        ({}, "hexsides clockwise", counted(3, winds)),
        ({}, "velocity", counted(1, VELOCITIES.__getitem__)),
    ],
    "command": [
        # "8.21" Column 3 names digit 1 on two dice, column 1 on one.
        ({"digit": 1}, "the ship", {"out of command": F(1, 3), "in command": F(2, 3)}),
        (
            {"efficiency": "moderate", "ship": "flagship", "digit": 3},
            "the ship",
            {"out of command": F(1, 6), "in command": F(5, 6)},
        ),
        ({"efficiency": "high", "ship": "flagship"}, "the ship", {"in command": F(1)}),
    ],
    "helm": [({}, "hexsides clockwise", {-1: F(1, 3), 0: F(1, 3), 1: F(1, 3)})],
    "run-afoul": [
        ({"wanted": 0}, "the ships", {"pass": F(1)}),
        ({"wanted": 1}, "the ships", {"run afoul": F(1, 3), "pass": F(2, 3)}),
        ({"wanted": 2}, "the ships", {"run afoul": F(1)}),
    ],
    "break-away": [({}, "the ship", {"is free": F(1, 3), "stays afoul": F(2, 3)})],
    "repair": [
        ({"hits": 1}, "hits taken off", {0: F(1, 2), 1: F(1, 2)}),
        ({"hits": 2}, "hits taken off", {0: F(2, 3), 1: F(1, 3)}),
    ],
}


def test_every_question_is_tested() -> None:
    assert set(EXPECTED) == set(find_ruleset("frigate").odds)


@pytest.mark.clause(
    "7.0-odds",
    "7.0-roll",
    "7.17",
    "7.3",
    "7.31",
    "7.32",
    "9.13",
    "6.35",
    "6.62",
    "6.6-election",
    "6.64",
    "8.21",
    "8.3",
)
@pytest.mark.parametrize(
    ("question", "given", "what", "expected"),
    [(name, *case) for name, cases in EXPECTED.items() for case in cases],
)
def test_odds_are_those_of_the_faces(
    question: str, given: dict[str, Any], what: str, expected: dict[Any, Fraction]
) -> None:
    assert odds_of("frigate", question, **given)[what] == expected


@pytest.mark.clause("7.5", "6.36", "8.23")
def test_optional_rules_are_in_the_odds() -> None:
    fast = {"strength": 44, "defense": 15, "rating": 1, "line": True, "speed": 10}
    slowed = odds_of("frigate", "gunnery", {"speed_effects": True}, **fast)
    assert slowed["hits"] == die(FIRST["1-1"])
    assert odds_of("frigate", "gunnery", **fast)["hits"] == die(FIRST["2-1"])
    wind = odds_of("frigate", "wind", {"wind_table": "optional"})
    assert set(wind["hexsides clockwise"]) == {-1, 0, 1}
    chits = odds_of("frigate", "command", {"command_method": "chits"}, efficiency="moderate")
    assert chits["the ship"]["out of command"] == F(2, 10)


@pytest.mark.clause("7.0-roll", "7.17")
@pytest.mark.parametrize(("hex", "heading", "raking"), [("A 0610", "N", False)])
def test_games_that_are_played_agree(hex: str, heading: str, raking: bool) -> None:
    """A B-74 fires at an A-74 two hexes abeam, in 400 games."""
    seen = []
    for seed in range(400):
        game = sea(
            [ship("B-74", "A 0410", "N", 0)],
            [ship("A-74", hex, heading, 0)],
            force="calm",
            gunnery={"british": 1, "french": 1},
            dice=wg.Dice(seed),
        )
        plot(game, british={"74/A": "Fire Crew 74/A"})
        seen.append(told(game, "Fired")[0].hits)
    odds = odds_of("frigate", "gunnery", strength=23, defense=15, rating=1, raking=raking)["hits"]
    assert agrees(seen, odds)
    assert not agrees(seen, odds_of("frigate", "gunnery", strength=46, defense=15)["hits"])


# Broadsides


@pytest.mark.clause("7.13", "7.4", "7.17", "7.7-limits")
@pytest.mark.parametrize(
    ("yards", "raking", "hits"),
    [
        (0, False, die(SECOND["1-1"])),  # 23 against 15, by average crews
        (0, True, die(SECOND["1-1"])),  # in one hex nobody is raked
        (400, True, die(SECOND["2-1"])),  # 23 and 7 are 30
        (547, False, None),  # three hexes: 13 against 15
        (546, False, die(SECOND["1-1"])),
        (700, True, die(SECOND["1-1"])),  # 13 and 4 are 17
        (2400, True, None),
    ],
)
def test_a_74_at_her_equal(yards: float, raking: bool, hits: dict[int, Fraction] | None) -> None:
    ruleset = find_ruleset("frigate")
    assert ruleset.broadsides is not None
    case = BroadsideCase("74", yards, raking)
    weighed = ruleset.broadsides.weigh(bench_for(ruleset), case)
    assert (weighed.hits if weighed else None) == hits
    if weighed:
        assert weighed.ship == "B-74"
        assert weighed.share == {F(min(n, 3), 3): chance for n, chance in weighed.hits.items()}
