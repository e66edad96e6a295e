"""What happened, where scenarios state it: that it can have, and that no two files disagree."""

from __future__ import annotations

import pytest

import weathergage as wg
from weathergage.battles import battle_names, find_battle
from weathergage.history import Fates, History
from weathergage.plugins import scenarios_of

STATED = sorted(
    f"{ruleset.id}/{scenario.id}"
    for ruleset in wg.rulesets().values()
    for scenario in scenarios_of(ruleset).values()
    if scenario.happened is not None
)

SAME = {"us": "american", "franco-italian": "french"}
"""Sides that a book calls otherwise than the battle in neutral form."""


def happened(full_id: str) -> History:
    stated = wg.new_game(full_id, seed=1).rules.scenario.happened
    assert stated is not None
    return stated


def test_every_ruleset_has_a_yardstick() -> None:
    assert {full_id.partition("/")[0] for full_id in STATED} == set(wg.rulesets())


@pytest.mark.parametrize("full_id", STATED)
def test_no_side_lost_more_ships_than_it_had(full_id: str) -> None:
    game = wg.new_game(full_id, seed=1)
    ruleset = game.rules.ruleset
    assert ruleset.standing is not None
    stands = ruleset.standing(game.rules, game.state)
    for side, fates in happened(full_id).fates.items():
        assert 0 < fates.gone <= stands[side].ships


@pytest.mark.parametrize("full_id", STATED)
def test_who_says_so_is_told_and_which_ships_they_were(full_id: str) -> None:
    stated = happened(full_id)
    sources = ("James", "Clowes", "Polybius", "Xenophon", "Roosevelt")
    assert any(source in stated.account for source in sources)
    assert all(fates.names for fates in stated.fates.values())


@pytest.mark.parametrize("full_id", [id for id in STATED if id.partition("/")[2] in battle_names()])
def test_a_battle_that_is_in_neutral_form_too_came_to_the_same(full_id: str) -> None:
    neutral = find_battle(full_id.partition("/")[2]).history
    assert neutral is not None
    stated = happened(full_id)
    assert SAME.get(stated.winner, stated.winner) == neutral.winner
    sides = {SAME.get(side, side): fates for side, fates in stated.fates.items()}
    assert sides.keys() == neutral.fates.keys()
    for side, fates in sides.items():
        assert kinds(fates) == kinds(neutral.of(side))


def kinds(fates: Fates) -> tuple[int, int, int]:
    return fates.lost, fates.captured, fates.struck


def test_what_is_not_told_is_no_measure_but_ships_that_are_not_named_were_kept() -> None:
    stated = History(winner="red", fates={"green": Fates(lost=2, struck=1)})
    assert stated.measures(("red", "green")) == {
        "red: lost": 0,
        "red: captured": 0,
        "red: struck": 0,
        "green: lost": 2,
        "green: captured": 0,
        "green: struck": 1,
    }
    timed = History(winner="draw", minutes=90)
    assert timed.measures(()) == {"minutes": 90}
