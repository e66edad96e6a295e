"""Odds of Admiralty against a count of faces by the book, and against games played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from exact import agrees, counted, odds_of
from fleet import answer, sea, ship, told

import weathergage as wg
from weathergage.chances import BroadsideCase, mean
from weathergage.plugins import find_ruleset
from weathergage.study.odds import bench_for
from weathergage_admiralty.gunnery import HOLD, Fire
from weathergage_admiralty.salvos import Fired

F = Fraction


def hits(dice: int, needed: int) -> dict[int, Fraction]:
    return counted(dice, lambda *faces: sum(face >= needed for face in faces))


def sixes_but_one(dice: int) -> dict[int, Fraction]:
    return counted(dice, lambda *faces: max(0, sum(face == 6 for face in faces) - 1))


def gun_hits(dice: int, needed: int, each: int, critical: int) -> dict[int, Fraction]:
    """Gun hits of hull dice, and two more for every critical whose die shows a face that is 4 with
    what the size of the guns adds. critical: that face.
    """
    found: dict[int, Fraction] = {}
    throws = counted(
        dice,
        lambda *faces: (
            sum(face >= needed for face in faces),
            max(0, sum(face == 6 for face in faces) - 1),
        ),
    )
    for (struck, criticals), chance in throws.items():
        extra = counted(criticals, lambda *faces: 2 * sum(face == critical for face in faces))
        for more, share in extra.items():
            total = struck * each + more
            found[total] = found.get(total, F(0)) + chance * share
    return found


def passes(needed: int, off: int = 0) -> dict[str, Fraction]:
    """A six always passes, a one never."""
    return counted(
        1, lambda die: "passes" if die == 6 or (die > 1 and die - off >= needed) else "fails"
    )


def round_of(ours: int, theirs: int) -> dict[tuple[int, int], Fraction]:
    """Two dice at most against one, the lower added to the higher where it is unopposed."""

    def lost(*faces: int) -> tuple[int, int]:
        a, d = sum(faces[:ours]), sum(faces[ours:])
        return int(a < d), int(d < a)

    return counted(ours + theirs, lost)


def of(pairs: dict[tuple[int, int], Fraction], place: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for pair, chance in pairs.items():
        found[pair[place]] = found.get(pair[place], F(0)) + chance
    return found


EXPECTED: dict[str, list[tuple[dict[str, Any], str, dict[Any, Fraction]]]] = {
    "gunnery": [
        # A fire of three heavy dice by a C crew at close range, that hit on 4.
        ({}, "dice that hit", hits(3, 4)),
        ({}, "critical hits", sixes_but_one(3)),
        ({}, "gun hits", gun_hits(3, 4, 2, 3)),
        ({"heavy": 0, "medium": 3}, "gun hits", gun_hits(3, 4, 1, 4)),
        ({"heavy": 0, "light": 4, "hull": "weak"}, "gun hits", gun_hits(4, 4, 1, 5)),
        # "4.0" A B crew under three inches hits on 3.
        ({"heavy": 5, "crew": "b"}, "dice that hit", hits(5, 3)),
        # Half as many at medium range, a quarter at long; by the stern twice.
        ({"heavy": 8, "range": "medium"}, "dice that hit", hits(4, 5)),
        ({"heavy": 8, "range": "long"}, "dice that hit", hits(2, 6)),
        ({"heavy": 3, "rake": "stern"}, "dice that hit", hits(6, 4)),
        ({"heavy": 2, "rake": "bow", "crew": "a"}, "dice that hit", hits(3, 2)),
        ({"heavy": 2, "carronades": 2}, "dice that hit", hits(4, 4)),
        ({"heavy": 4, "carronades": 2, "range": "medium"}, "dice that hit", hits(2, 5)),
        # Grade D hits at long range by pairs of sixes only.
        (
            {"heavy": 12, "range": "long", "crew": "d"},
            "dice that hit",
            counted(3, lambda *faces: sum(face == 6 for face in faces) // 2),
        ),
        ({"heavy": 1, "aim": "rigging"}, "sail hits", {0: F(1, 2), 4: F(1, 2)}),
        ({"heavy": 1, "aim": "rigging"}, "gun hits", {0: F(1)}),
    ],
    "critical": [
        (
            {},
            "the die brings",
            dict.fromkeys(("nothing", "A", "O", "2G D", "R", "W"), F(1, 6)),
        ),
        (
            {"guns": "heavy"},
            "the die brings",
            {**dict.fromkeys(("A", "O", "2G D", "R"), F(1, 6)), "W": F(1, 3)},
        ),
        ({"line": "d"}, "the die brings", {"nothing": F(5, 6), "F": F(1, 6)}),
        (
            {"line": "f"},
            "the die brings",
            {"XX": F(1, 2), "nothing": F(1, 6), "2G": F(1, 6), "I": F(1, 6)},
        ),
    ],
    "fire": [
        # Line F: 1 to 3 put it out, 4 and 5 leave it, 6 makes an inferno of it.
        ({}, "after a turn", {"all is out": F(1, 2), "1 fire": F(1, 3), "1 inferno": F(1, 6)}),
        (
            {"fires": 2},
            "after a turn",
            {
                "all is out": F(1, 4),
                "1 fire": F(1, 3),
                "2 fires": F(1, 9),
                "1 inferno": F(1, 6),
                "1 inferno and 1 fire": F(1, 9),
                "2 infernos": F(1, 36),
            },
        ),
        # Line I: a 1 makes a fire of it, which waits, a 6 blows her up.
        (
            {"fires": 0, "infernos": 1},
            "after a turn",
            {"1 fire": F(1, 6), "1 inferno": F(2, 3), "she blows up": F(1, 6)},
        ),
    ],
    "action": [
        ({}, "the crew", passes(4)),
        ({"wind": 4}, "the crew", passes(5)),
        ({"masts": 1}, "the crew", passes(4, 1)),
        ({"masts": 5}, "the crew", {"passes": F(1, 6), "fails": F(5, 6)}),
        ({"action": "slow", "crew": "a"}, "the crew", passes(2)),
        ({"size": "1/2"}, "the crew", passes(3)),
    ],
    "astern": [
        ({}, "her masts", {"a mast hit": F(1, 6), "hold": F(5, 6)}),
        ({}, "her rudder", {"a rudder hit": F(1, 6), "holds": F(5, 6)}),
    ],
    "collision": [
        (
            {},
            "she takes",
            {"nothing": F(1, 3), **dict.fromkeys(("2S", "5S", "5S L", "10S A L"), F(1, 6))},
        ),
        (
            {"course": "other", "part": "side"},
            "she takes",
            {"nothing": F(5, 6), "3S": F(1, 6)},
        ),
        (
            {"part": "stern", "fast": True, "larger": True, "crew": "d", "wind": 5},
            "she takes",
            {"3S": F(1, 6), "5S L": F(1, 6), "10S R L": F(2, 3)},
        ),
    ],
    "wind": [
        (
            {},
            "points clockwise",
            counted(
                2,
                lambda a, b: {2: -2, 3: -1, 4: -1, 10: 1, 11: 1, 12: 2}.get(a + b, 0),
            ),
        ),
        ({}, "rating", {2: F(1, 36), 3: F(17, 18), 4: F(1, 36)}),
        ({"wind": 5}, "rating", {4: F(1, 36), 5: F(35, 36)}),
    ],
    "signal": [
        ({}, "the signal", {"is read": F(2, 3), "is not made out": F(1, 3)}),
        ({"words": 6}, "the signal", {"is read": F(1, 2), "is not made out": F(1, 2)}),
        ({"in-combat": 2}, "the signal", {"is read": F(1, 3), "is not made out": F(2, 3)}),
        (
            {"words": 8, "blocked": True, "officers": 1},
            "the signal",
            {"is not made out": F(1)},
        ),
    ],
    "repair": [
        ({"hit": "b"}, "the hit", {"is mended": F(1, 2), "stays": F(1, 2)}),
        *(
            ({"hit": hit}, "the hit", {"is mended": F(1, 6), "stays": F(5, 6)})
            for hit in ("p", "w", "l")
        ),
    ],
    "boarding-attempt": [
        ({}, "the attempt", {"begins an action": F(11, 36), "fails": F(25, 36)}),
        ({"fouled": True}, "the attempt", {"begins an action": F(91, 216), "fails": F(125, 216)}),
        ({"sizes-differ": True}, "the attempt", {"begins an action": F(1, 6), "fails": F(5, 6)}),
    ],
    "boarding": [
        ({"dice": 1, "against": 1}, "dice that we lose", of(round_of(1, 1), 0)),
        (
            {"dice": 1, "against": 1},
            "fought to the end",
            dict.fromkeys(("we take her", "we are repulsed"), F(1, 2)),
        ),
        ({"dice": 2, "against": 1}, "dice that they lose", of(round_of(2, 1), 1)),
        ({"dice": 2, "against": 1}, "dice that we lose", of(round_of(2, 1), 0)),
        ({"dice": 1, "against": 2}, "dice that we lose", of(round_of(1, 2), 0)),
        (
            {"dice": 2, "against": 2},
            "dice that they lose",
            counted(
                4,
                lambda a, b, c, d: int(max(a, b) > max(c, d)) + int(min(a, b) > min(c, d)),
            ),
        ),
    ],
}


def test_every_question_is_tested() -> None:
    assert set(EXPECTED) == set(find_ruleset("admiralty").odds)


@pytest.mark.clause(
    "4.0-gun-dice",
    "4.0-multiple-sixes",
    "4.0-pairs",
    "4.2-stern-rake",
    "4.4",
    "2.3",
    "2.4-roll",
    "2.5",
    "3.2-read",
    "5.1-attempt",
    "5.1-compare",
    "6.0",
)
@pytest.mark.parametrize(
    ("question", "given", "what", "expected"),
    [(name, *case) for name, cases in EXPECTED.items() for case in cases],
)
def test_odds_are_those_of_the_faces(
    question: str, given: dict[str, Any], what: str, expected: dict[Any, Fraction]
) -> None:
    assert odds_of("admiralty", question, **given)[what] == expected


@pytest.mark.clause("5.1-rounds", "5.1-win-attacker", "5.1-win-defender")
def test_two_against_one_win_by_the_rounds_that_are_lost() -> None:
    """With two the attackers win at once, lose a die and are one to one, or nothing happens."""
    rounds = round_of(2, 1)
    won, lost = rounds[0, 1], rounds[1, 0]
    expected = (won + lost * F(1, 2)) / (won + lost)
    found = odds_of("admiralty", "boarding", dice=2, against=1)["fought to the end"]
    assert found["we take her"] == expected


@pytest.mark.clause("4.0-roll", "4.0-multiple-sixes")
def test_broadsides_of_games_agree() -> None:
    """Four heavy dice of a C crew fire at a 74 on the beam, in 300 games."""
    seen = []
    for seed in range(300):
        game = sea(
            ship("Caesar", at=(30, 30), armament="32x32", grade="C"),
            ship("Desaix", "french-74", at=(32.9, 30), side="french", grade="C"),
            phase="cannon",
            dice=wg.Dice(seed),
        )
        answer(game, Fire(ship="caesar", side="starboard"), seat="british")
        if any(d.seat == "french" and d.kind == "fire" for d in game.decisions):
            answer(game, HOLD, seat="french")
        seen += [fired for fired in told(game, Fired) if fired.ship == "Caesar"]
    dice = len(seen[0].faces)
    odds = odds_of("admiralty", "gunnery", heavy=dice)
    assert agrees([sum(fired.hits) for fired in seen], odds["dice that hit"])
    assert agrees([sum(fired.criticals) for fired in seen], odds["critical hits"])
    other = odds_of("admiralty", "gunnery", heavy=dice, crew="a")
    assert not agrees([sum(fired.hits) for fired in seen], other["dice that hit"])


# Broadsides


@pytest.mark.clause("4.0-gun-dice", "4.2-medium-range", "4.2-long-range", "4.2-stern-rake")
@pytest.mark.parametrize(("raking", "times"), [(False, 1), (True, 2)])
def test_half_the_dice_of_a_74_hit_her_equal_at_half_a_cable(raking: bool, times: int) -> None:
    ruleset = find_ruleset("admiralty")
    assert ruleset.broadsides is not None
    weighed = ruleset.broadsides.weigh(bench_for(ruleset), BroadsideCase("74", 100, raking))
    assert weighed is not None
    assert weighed.ship == "british-74"
    guns = ruleset.ships["british-74"].ratings["guns"]
    assert isinstance(guns, tuple)
    assert mean(weighed.hits) == F(times, 2) * sum(map(int, guns))
    assert sum(weighed.share.values()) == 1
    assert all(0 <= share <= 1 for share in weighed.share)


def test_nothing_is_fired_beyond_two_cables() -> None:
    ruleset = find_ruleset("admiralty")
    assert ruleset.broadsides is not None
    assert ruleset.broadsides.weigh(bench_for(ruleset), BroadsideCase("74", 401)) is None
