"""What hooks cost a simulated game, measured in pairs: python -m pytest benchmarks/test_hooks.py -s

Each pair of games is the same game twice, once either way, turn and turn about, so that whatever
else the machine does falls on both. Told is the median of the ratios of their processor times.

none: a game without house rules against one whose hooks are not even tested for (the bare rules of
a ruleset have no cheaper form, so the tests for None are timed by themselves and put in relation).
one: a house rule of each kind that listens to its hook and changes nothing, against none.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import median
from time import process_time
from typing import Any

import pytest

import weathergage as wg
from weathergage.captains.random import play_at_random

PAIRS = 30
GAMES = 4
SCENARIO = "frigate/constitution-guerriere"

Wrapper = Generator[None, Any, Any]


class Modifies:
    @wg.hookimpl
    def modifiers(self) -> list[wg.Modifier]:
        return []


class LooksUp:
    @wg.hookimpl
    def look_up(self) -> None:
        return None


class Rolls:
    @wg.hookimpl
    def rolled(self) -> None:
        return None


class Phases:
    @wg.hookimpl(wrapper=True)
    def phase(self) -> Wrapper:
        return (yield)


class Ends:
    @wg.hookimpl
    def outcome(self) -> None:
        return None


class Cells:
    @wg.hookimpl(wrapper=True)
    def tables(self) -> Wrapper:
        own = yield
        table = own["gunnery-1"].replaced("6 x 6-1", 3, "As it was.")
        return {**own, table.id: table}


def seconds(rules: wg.Rules, first: int) -> float:
    """The processor time of a few games."""
    began = process_time()
    for seed in range(first, first + GAMES):
        play_at_random(wg.Game(rules, seed, journal=False), wg.Dice(seed))
    return process_time() - began


def ratio(rules: wg.Rules, other: wg.Rules) -> float:
    """How many times as long games take under the one as under the other."""
    seconds(rules, 1)
    seconds(other, 1)
    ratios = []
    for pair in range(PAIRS):
        first = 1 + pair * GAMES
        if pair % 2:
            one, two = seconds(rules, first), seconds(other, first)
        else:
            two, one = seconds(other, first), seconds(rules, first)
        ratios.append(one / two)
    return median(ratios)


@pytest.mark.parametrize("plugin", [Cells, Modifies, LooksUp, Rolls, Phases, Ends])
def test_one_house_rule_costs_less_than_a_tenth(plugin: type) -> None:
    """A house rule that says in which points and phases it has a say, as it should."""
    rule = wg.HouseRule(
        plugin.__name__.lower(),
        ruleset="frigate",
        title="One",
        points=("gunnery strength",),
        phases=("combat",),
        plugin=plugin(),
    )
    cost = ratio(wg.assemble(SCENARIO, None, [rule]), wg.assemble(SCENARIO)) - 1
    print(f"\n{plugin.__name__}: {100 * cost:+.1f}%")
    assert cost < 0.10


def test_no_house_rule_costs_less_than_three_hundredths() -> None:
    """The tests for None of a game, all of them, against the time of the game."""
    rules = wg.assemble(SCENARIO)
    counted = {"modifiers": 0, "rolls": 0, "look_ups": 0, "complaints": 0, "phases": 0}

    class Counts:
        @wg.hookimpl
        def modifiers(self) -> list[wg.Modifier]:
            counted["modifiers"] += 1
            return []

        @wg.hookimpl
        def rolled(self) -> None:
            counted["rolls"] += 1

        @wg.hookimpl
        def look_up(self) -> None:
            counted["look_ups"] += 1

        @wg.hookimpl
        def legal(self) -> None:
            counted["complaints"] += 1

        @wg.hookimpl(wrapper=True)
        def phase(self) -> Wrapper:
            counted["phases"] += 1
            return (yield)

    rule = wg.HouseRule("counts", ruleset="frigate", title="Counts", plugin=Counts())
    seconds(wg.assemble(SCENARIO, None, [rule]), 1)
    tests = sum(counted.values()) + 2 * counted["phases"]
    game = wg.Game(rules, 1, journal=False)
    began = process_time()
    for _ in range(200_000):
        if game.rules.modifiers is not None:
            raise AssertionError
    each = (process_time() - began) / 200_000
    share = tests * each / median(seconds(rules, 1) for _ in range(10))
    print(f"\nnone: {100 * share:.2f}% ({tests} tests for None in {GAMES} games)")
    assert share < 0.03
