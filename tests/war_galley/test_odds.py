"""Odds of War Galley against a count of faces by the book's rules, and against galleys that ram."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from exact import agrees, counted, odds_of
from galleys import one
from one_galley import still
from rowing import enemy, own, row

import weathergage as wg
from weathergage.plugins import find_ruleset

F = Fraction


def at_least(needed: int, yes: str, no: str, modifier: int = 0) -> dict[str, Fraction]:
    """Two dice that must come to so much."""
    return counted(2, lambda a, b: yes if a + b + modifier >= needed else no)


def one_at_least(needed: int, yes: str, no: str) -> dict[str, Fraction]:
    """One die that must show so much."""
    return counted(1, lambda a: yes if a >= needed else no)


def ram(needed: int, modifier: int, crew: int) -> dict[str, Fraction]:
    """Two dice with a modifier, of which the natural sum less Crew fouls at seven."""

    def end(a: int, b: int) -> str:
        if a + b + modifier < needed:
            return "collides"
        return "rams and is stuck" if a + b - crew >= 7 else "rams and gets free"

    return counted(2, end)


def wind(a: int, b: int) -> int:
    return {3: -2, 4: -1, 10: 1, 11: 2}.get(a + b, 0)


LOOSE, HELD = "is loose", "stays Grappled"
GRAPPLED, MISSED = "is Grappled", "is not held"
CRIPPLED, WHOLE = "is Crippled", "is not touched"

EXPECTED: dict[str, list[tuple[dict[str, Any], str, dict[Any, Fraction]]]] = {
    "ram": [
        # "7.14" A ram of 6 against 7 needs 10-12.
        ({}, "the rammer", {"collides": F(5, 6), "rams and is stuck": F(1, 6)}),
        ({"attack": 6, "defense": 6}, "the rammer", ram(8, 0, 2)),
        ({"crew": 4, "target-crew": 4}, "the rammer", ram(10, 0, 4)),
        ({"held": True}, "the rammer", ram(10, 1, 2)),
        ({"crew": 3, "speed": 2, "tired": True}, "the rammer", ram(10, 4, 3)),
        ({"target-crew": 3, "maximum": True, "towers": True}, "the rammer", ram(10, -3, 2)),
    ],
    "reaction-ram": [
        ({"crew": 2}, "the crew", {"may ram": F(1, 3), "is too slow": F(2, 3)}),
    ],
    "rake": [
        ({}, "the target", at_least(8, CRIPPLED, WHOLE)),
        ({"crew": 4, "target-crew": 0}, "the target", at_least(4, CRIPPLED, WHOLE)),
        ({"speed": "faster", "held": True}, "the target", at_least(8, CRIPPLED, WHOLE, 2)),
        ({"speed": "slower"}, "the target", at_least(8, CRIPPLED, WHOLE, -1)),
    ],
    "sinking": [({}, "a Rammed galley", {"sinks": F(1, 6), "floats on": F(5, 6)})],
    "avoidance": [
        ({"crew": 3}, "the galley", {"avoids": F(1, 2), "stays": F(1, 2)}),
        ({"crew": 3, "half": True}, "the galley", {"avoids": F(1, 3), "stays": F(2, 3)}),
    ],
    "grapple": [
        ({"crew": 2}, "the target", one_at_least(4, GRAPPLED, MISSED)),
        ({"crew": 3}, "the target", one_at_least(3, GRAPPLED, MISSED)),
        ({"crew": 2, "held": True}, "the target", one_at_least(3, GRAPPLED, MISSED)),
        ({"crew": 2, "opposite": True}, "the target", one_at_least(5, GRAPPLED, MISSED)),
        ({"crew": 2, "means": "corvus"}, "the target", one_at_least(2, GRAPPLED, MISSED)),
        # "8.12" Crews 3 and 4 succeed without fail at two more.
        ({"crew": 3, "means": "harpax"}, "the target", {GRAPPLED: F(1)}),
    ],
    "board": [
        # "8.23" Four against one need 4-12; "8.28" both may lose Manpower.
        (
            {"manpower": 4, "against": 1},
            "the target",
            at_least(4, "is captured", "repulses us"),
        ),
        ({}, "the target", at_least(6, "is captured", "repulses us")),
        ({"height": "ours"}, "the target", at_least(6, "is captured", "repulses us", 1)),
        ({"height": "theirs"}, "the target", at_least(6, "is captured", "repulses us", -1)),
    ],
    "cut-loose": [
        ({}, "the galley", one_at_least(5, LOOSE, HELD)),
        ({"crew": 3, "repulsed": True}, "the galley", one_at_least(2, LOOSE, HELD)),
        ({"crippled": True}, "the galley", one_at_least(6, LOOSE, HELD)),
    ],
    "come-clear": [({"crew": 3}, "the galley", one_at_least(4, "comes clear", "stays Fouled"))],
    "missiles": [
        ({"manpower": 1}, "the target", {"a Depletion": F(1, 6), "no effect": F(5, 6)}),
        ({"manpower": 4}, "the target", {"a Depletion": F(1, 3), "no effect": F(2, 3)}),
        (
            {"manpower": 4, "two-hexes": True},
            "the target",
            {"a Depletion": F(1, 6), "no effect": F(5, 6)},
        ),
        (
            {"manpower": 4, "engines": True},
            "the target",
            {"a Depletion": F(1, 2), "no effect": F(1, 2)},
        ),
        # "8.51" A six brings the F, and 4 to 6 of a further die the fire.
        (
            {"manpower": 4, "flame": True},
            "the target",
            {"a Depletion": F(1, 4), "a Depletion and fire": F(1, 12), "no effect": F(2, 3)},
        ),
    ],
    "firepots": [
        ({}, "the target", {"is On Fire": F(1, 3), "does not catch fire": F(2, 3)}),
    ],
    "firefight": [
        ({}, "the galley", {"is saved": F(1, 2), "burns on": F(1, 3), "is lost": F(1, 6)}),
        ({}, "one held to it", {"catches fire": F(1, 4), "is spared": F(3, 4)}),
    ],
    "fatigue": [
        # "6.43" Crew 3 checks at two points over: 4 and 5 do nothing, 6 and 7 tire for two turns.
        ({"crew": 3, "over": 0}, "turns of Fatigue", {0: F(5, 6) - F(1, 6), 2: F(1, 3)}),
        ({"crew": 2, "over": 2}, "turns of Fatigue", {0: F(1, 6), 2: F(1, 3), 3: F(1, 2)}),
        ({"crew": 4, "over": 0}, "turns of Fatigue", {0: F(5, 6), 2: F(1, 6)}),
        (
            {"crew": 4, "over": 0, "ram": True, "rake": True},
            "turns of Fatigue",
            {0: F(1, 2), 2: F(1, 2)},
        ),
    ],
    "alone": [
        (
            {"crew": 3},
            "the galley",
            {"does as it likes": F(1, 2), "keeps away from enemies": F(1, 2)},
        )
    ],
    "get-off": [
        ({"crew": 3}, "the galley", {"gets off": F(1, 2), "stays": F(1, 3), "is lost": F(1, 6)})
    ],
    "transfer": [({}, "the commander", {"goes over": F(2, 3), "stays aboard": F(1, 3)})],
    "double": [
        (
            {"initiative": 0},
            "the Double Activation",
            {"succeeds": F(1, 6), "fails: Orders Confusion": F(5, 6)},
        )
    ],
    "initiative": [
        ({"ours": 1, "theirs": 1}, "the initiative", {"ours": F(1, 2), "theirs": F(1, 2)}),
        # Of 36 pairs 21 are ahead with one more, 10 behind, and 5 are thrown again.
        ({"ours": 2, "theirs": 1}, "the initiative", {"ours": F(21, 31), "theirs": F(10, 31)}),
        ({"ours": 9, "theirs": 0}, "the initiative", {"ours": F(1)}),
    ],
    "withdrawal": [
        # "9.2" It stays up to six, with the Admiral's rating and one for being behind.
        ({"initiative": 2}, "the fleet", {"withdraws": F(1, 3), "fights on": F(2, 3)}),
        (
            {"initiative": 2, "behind": True},
            "the fleet",
            {"withdraws": F(1, 2), "fights on": F(1, 2)},
        ),
        ({"initiative": 0}, "the fleet", {"fights on": F(1)}),
    ],
    "wind": [
        ({}, "hexsides clockwise", counted(2, wind)),
        ({}, "then there is", {"Dead Calm": F(1, 36), "a wind": F(35, 36)}),
        ({"calm": True}, "then there is", {"Dead Calm": F(29, 36), "a wind": F(7, 36)}),
    ],
}


def test_every_question_is_tested() -> None:
    assert set(EXPECTED) == set(find_ruleset("war-galley").odds)


@pytest.mark.clause("7.14", "7.15", "7.16-fouled", "7.26", "7.27", "8.12", "8.23", "8.44", "8.54")
@pytest.mark.parametrize(
    ("question", "given", "what", "expected"),
    [(name, *case) for name, cases in EXPECTED.items() for case in cases],
)
def test_odds_are_those_of_the_faces(
    question: str, given: dict[str, Any], what: str, expected: dict[Any, Fraction]
) -> None:
    assert odds_of("war-galley", question, **given)[what] == expected


@pytest.mark.clause("8.28")
def test_a_boarding_may_cost_either_side_manpower() -> None:
    """Captured on an adjusted 9 to 12, or repulsed, we lose; repulsed on 2 to 5 they do."""
    found = odds_of("war-galley", "board", manpower=5, against=4)

    def ours(a: int, b: int) -> int:
        return int(a + b < 6 or a + b >= 9)

    assert found["Manpower that we lose"] == counted(2, ours)
    assert found["Manpower that they lose"] == counted(2, lambda a, b: int(a + b < 6))


@pytest.mark.clause("7.14", "7.16", "7.16-fouled")
def test_galleys_that_ram_in_a_game_agree() -> None:
    """Crew 2 rams a 6 with a 6 at Cruise, in 400 games."""
    even: dict[str, Any] = {"crew": 2, "ram": (6, 8), "defense": 6, "speed": (4, 7), "manpower": 1}
    seen = []
    game = still(own("5/1", "2420", "NW", **even), enemy("5/2", "2319", "N", **even))
    start = game.state.copy()
    for seed in range(400):
        game.state, game.dice = start.copy(), wg.Dice(seed)
        row(game, "5/1").say("row 0", "ram 5/2")
        if not one(game, "5/2").rammed:
            seen.append("collides")
        else:
            stuck = bool(one(game, "5/1").fouled)
            seen.append("rams and is stuck" if stuck else "rams and gets free")
    odds = odds_of("war-galley", "ram", attack=6, defense=6, crew=2)["the rammer"]
    assert agrees(seen, odds)
    assert not agrees(seen, odds_of("war-galley", "ram")["the rammer"])
