"""Odds of As Per Margin III against a count of faces by the book, and against games played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from exact import agrees, counted, odds_of
from table_top import answer, sea, ship, told

import weathergage as wg
from weathergage.chances import BroadsideCase
from weathergage.plugins import find_ruleset
from weathergage.study.odds import bench_for
from weathergage_as_per_margin.gunnery import Fire, Fired

F = Fraction

NEAR = {3: "cable", 4: "hull", 5: "guns", 6: "masts"}
"""What a face hits at eight inches; beyond eight inches 5 and 6 do, beyond sixteen 6 alone."""


def binomial(dice: int, faces: int) -> dict[int, Fraction]:
    """Hits of dice of which so many faces hit."""
    return counted(dice, lambda *thrown: sum(face > 6 - faces for face in thrown))


def shells(mortars: int, firing: int) -> dict[int, Fraction]:
    """Shells on the mark: a die up to the number of the firing scores its face."""
    return counted(mortars, lambda *faces: sum(face for face in faces if face <= firing))


def bursts(mortars: int, firing: int) -> dict[int, Fraction]:
    """Boxes hit: half the shells on the mark do nothing."""
    found: Counter[int] = Counter()
    for shell, chance in shells(mortars, firing).items():
        for hits, share in binomial(shell, 3).items():
            found[hits] += chance * share  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def surplus(ours: int, theirs: int) -> dict[int, Fraction]:
    """Hits over of so many boarding dice against others, 4 to 6 hitting."""
    return counted(
        ours + theirs,
        lambda *faces: max(
            0, sum(f >= 4 for f in faces[:ours]) - sum(f >= 4 for f in faces[ours:])
        ),
    )


ABOARD, CLEAR = "fall aboard", "pass"

EXPECTED: dict[str, list[tuple[dict[str, Any], str, dict[Any, Fraction]]]] = {
    "gunnery": [
        # One die: at eight inches two thirds hit, a sixth each of cable, hull, guns and masts.
        ({"anchored": True}, "hits", {0: F(1, 3), 1: F(2, 3)}),
        *(
            ({"anchored": True}, kind, {0: F(5, 6), 1: F(1, 6)})
            for kind in ("cable", "hull", "guns", "masts")
        ),
        ({"range": "middle"}, "hits", {0: F(2, 3), 1: F(1, 3)}),
        ({"range": "far"}, "hits", {0: F(5, 6), 1: F(1, 6)}),
        ({"range": "far"}, "masts", {0: F(5, 6), 1: F(1, 6)}),
        ({"range": "far"}, "hull", {0: F(1)}),
        # Two dice for each box of a first broadside, two raking, three for both.
        ({"boxes": 3}, "hits", binomial(3, 3)),
        ({"boxes": 2, "first": True}, "hits", binomial(4, 3)),
        ({"boxes": 2, "raking": True}, "hits", binomial(4, 3)),
        ({"boxes": 2, "first": True, "raking": True, "range": "middle"}, "hits", binomial(6, 2)),
    ],
    "red-hot": [
        ({}, "further hits", binomial(3, 3)),
        ({"hits": 2}, "further hits", binomial(6, 3)),
    ],
    "battery": [
        ({}, "gun boxes lost", {n: F(1, 6) for n in range(1, 7)}),
        ({"hull": 2, "guns": 1}, "gun boxes lost", counted(2, lambda a, b: 1 + a + b)),
        ({"hull": 0, "guns": 2}, "gun boxes lost", {2: F(1)}),
    ],
    "mortars": [
        ({"mortars": 2, "firing": 1}, "shells on the mark", shells(2, 1)),
        ({"mortars": 2, "firing": 3}, "hits", bursts(2, 3)),
        ({"mortars": 1, "firing": 6}, "shells on the mark", shells(1, 6)),
        ({"mortars": 1, "firing": 9}, "shells on the mark", shells(1, 6)),
    ],
    "falling-aboard": [
        ({"inches": 1}, "the ships", {ABOARD: F(5, 6), CLEAR: F(1, 6)}),
        ({"inches": 2}, "the ships", {ABOARD: F(1, 2), CLEAR: F(1, 2)}),
        ({"inches": 3}, "the ships", {ABOARD: F(1, 6), CLEAR: F(5, 6)}),
        ({"inches": 1, "anchored": True}, "the ships", {ABOARD: F(1, 2), CLEAR: F(1, 2)}),
        ({"inches": 2, "anchored": True}, "the ships", {ABOARD: F(1, 6), CLEAR: F(5, 6)}),
        ({"inches": 3, "anchored": True}, "the ships", {CLEAR: F(1)}),
    ],
    "separating": [({}, "the ships", {"part": F(1, 3), "stay locked": F(2, 3)})],
    "boarding": [
        ({"dice": 3, "against": 2}, "gun boxes that they lose", surplus(3, 2)),
        ({"dice": 2, "against": 3}, "gun boxes that they lose", surplus(2, 3)),
        ({"dice": 3, "against": 2}, "gun boxes that we lose", surplus(2, 3)),
    ],
    "boats-board": [
        # Two thirds of three dice when she is ready, one third when not, and one at least.
        ({"boats": 2, "dice": 3}, "gun boxes that she loses", surplus(2, 2)),
        ({"boats": 2, "dice": 3}, "boats that are lost", surplus(2, 2)),
        ({"boats": 2, "dice": 3, "surprised": True}, "gun boxes that she loses", surplus(2, 1)),
        ({"boats": 1, "dice": 1, "surprised": True}, "gun boxes that she loses", surplus(1, 1)),
        ({"boats": 1, "dice": 0}, "gun boxes that she loses", surplus(1, 0)),
    ],
    "boats": [
        (
            {},
            "a boat against a boat",
            {"a tie": F(1, 6), "ours is taken": F(5, 12), "the enemy's is taken": F(5, 12)},
        )
    ],
    "aground": [
        ({"rate": 7}, "hits", binomial(1, 3)),
        ({"rate": 3}, "hits", binomial(4, 3)),
        ({"rate": 1}, "guns", binomial(6, 1)),
    ],
    "refloat": [
        ({}, "the ship", {"breaks up": F(1, 6), "stuck": F(2, 3), "off": F(1, 6)}),
    ],
    "wind": [
        ({}, "points clockwise", {-1: F(1, 6), 0: F(2, 3), 1: F(1, 6)}),
        ({}, "inches free", counted(2, lambda a, b: a + b)),
        ({}, "inches beating", counted(2, max)),
        ({}, "inches at least", counted(2, min)),
    ],
    "initial-wind": [
        (
            {},
            "the wind blows from",
            {
                **dict.fromkeys("NESW", F(1, 6)),
                "NE": F(1, 18),
                "SE": F(1, 18),
                "SW": F(1, 9),
                "NW": F(1, 9),
            },
        )
    ],
    "morale": [
        # Formed adds one: 1 runs, 2 and 3 are shaken, 4 to 6 fire.
        ({}, "the unit", {"rout": F(1, 6), "shaken": F(1, 3), "fire": F(1, 2)}),
        ({"formed": False}, "the unit", {"rout": F(1, 3), "shaken": F(1, 3), "fire": F(1, 3)}),
        ({"formed": False, "rear": True}, "the unit", {"rout": F(2, 3), "shaken": F(1, 3)}),
    ],
    "fire-ashore": [
        ({"dice": 4}, "hits", binomial(4, 2)),
        ({"dice": 3, "at": "cover"}, "hits", binomial(3, 1)),
        ({"dice": 3, "at": "mounted"}, "hits", binomial(3, 3)),
        ({"dice": 2, "at": "6"}, "hits", binomial(2, 3)),
        ({"dice": 2, "at": "18"}, "hits", binomial(2, 1)),
    ],
    "melee": [
        ({"dice": 3}, "hits", binomial(3, 2)),
        ({"dice": 3, "against": "superior"}, "hits", binomial(3, 1)),
        ({"dice": 3, "against": "inferior"}, "hits", binomial(3, 3)),
    ],
}


def test_every_question_is_tested() -> None:
    assert set(EXPECTED) == set(find_ruleset("as-per-margin").odds)


@pytest.mark.clause(
    "APM.fire.effects",
    "APM.fire.initial-broadside",
    "APM.fire.raking-initial",
    "APM.falling-aboard.roll",
    "APM.falling-aboard.anchored",
    "APM.boarding.roll",
    "APM.battery.red-hot",
    "APM.bomb.ladder",
    "APM.wind-speed",
)
@pytest.mark.parametrize(
    ("question", "given", "what", "expected"),
    [(name, *case) for name, cases in EXPECTED.items() for case in cases],
)
def test_odds_are_those_of_the_faces(
    question: str, given: dict[str, Any], what: str, expected: dict[Any, Fraction]
) -> None:
    assert odds_of("as-per-margin", question, **given)[what] == expected


def _duel(seed: int, inches: float) -> Fired:
    """The Caesar's first broadside to port at the Desaix on her beam."""
    game = sea(
        ship("Caesar", 74, at=(30, 30), heading=0),
        ship("Desaix", 74, at=(30 - inches, 30), heading=0, side="french"),
        phase="first-fire",
        dice=wg.Dice(seed),
    )
    answer(game, {"kind": "fire", **(Fire.read("caesar port at desaix") or {})})
    fired: Fired = told(game, Fired)[-1]
    return fired


@pytest.mark.clause("APM.fire.effects", "APM.fire.initial-broadside")
@pytest.mark.parametrize(("inches", "band"), [(7.5, "near"), (12, "middle")])
def test_broadsides_of_games_agree(inches: float, band: str) -> None:
    told_ = [_duel(seed, inches) for seed in range(300)]
    odds = odds_of("as-per-margin", "gunnery", boxes=4, first=True, range=band)
    assert agrees([len(fired.kinds) for fired in told_], odds["hits"])
    assert agrees([fired.kinds.count("masts") for fired in told_], odds["masts"])
    other = odds_of("as-per-margin", "gunnery", boxes=6, first=True, range=band)
    assert not agrees([len(fired.kinds) for fired in told_], other["hits"])


# Broadsides


@pytest.mark.clause("APM.fire.ranges", "APM.fire.rake", "APM.ships.strike", "APM.ships.sink")
@pytest.mark.parametrize(
    ("yards", "raking", "first", "dice", "hitting"),
    [
        (266, False, False, 4, 3),  # a third rate has four gun boxes a side
        (267, False, False, 4, 2),
        (266, True, False, 8, 3),
        (400, True, True, 12, 2),
        (401, True, False, 4, 2),  # beyond twelve inches nothing is raked
        (800, False, True, 8, 1),
    ],
)
def test_a_74_at_her_equal(
    yards: float, raking: bool, first: bool, dice: int, hitting: int
) -> None:
    ruleset = find_ruleset("as-per-margin")
    assert ruleset.broadsides is not None
    case = BroadsideCase("74", yards, raking, first)
    weighed = ruleset.broadsides.weigh(bench_for(ruleset), case)
    assert weighed is not None
    assert weighed.ship == "third-rate"
    share = F(hitting, 6)
    expected: dict[int, Fraction] = {0: F(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for hits, chance in expected.items():
            more[hits] = more.get(hits, F(0)) + chance * (1 - share)
            more[hits + 1] = more.get(hits + 1, F(0)) + chance * share
        expected = more
    assert weighed.hits == expected


def test_the_share_is_of_guns_or_hull_whichever_are_nearer_their_end() -> None:
    ruleset = find_ruleset("as-per-margin")
    assert ruleset.broadsides is not None
    weighed = ruleset.broadsides.weigh(bench_for(ruleset), BroadsideCase("74", 100))
    assert weighed is not None
    expected: Counter[Fraction] = Counter()
    for faces in product(range(1, 7), repeat=4):
        most = max(faces.count(4), faces.count(5))
        expected[F(most, 8)] += 1
    assert weighed.share == {share: F(times, 6**4) for share, times in expected.items()}


def test_nothing_is_fired_beyond_four_cables() -> None:
    ruleset = find_ruleset("as-per-margin")
    assert ruleset.broadsides is not None
    assert ruleset.broadsides.weigh(bench_for(ruleset), BroadsideCase("74", 801)) is None
