"""What every ruleset owes to house rules: named points, dice that are heard, games kept apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import weathergage as wg
from weathergage.clauses import load_clauses
from weathergage.testing import position

SCENARIOS = {
    "frigate": ("frigate/constitution-guerriere",),
    "war-galley": ("war-galley/lade",),
    "admiralty": ("admiralty/frigate-duel",),
    "as-per-margin": ("as-per-margin/frigate-duel", "as-per-margin/landing"),
}
DUELS = [names[0] for names in SCENARIOS.values()]
EVERY = [name for names in SCENARIOS.values() for name in names]

Wrapper = Generator[None, Any, Any]


def rule(id: str, plugin: object, **facts: Any) -> wg.HouseRule:
    return wg.HouseRule(id, ruleset="*", title=id, plugin=plugin, clause="club 1", **facts)


def play(game: wg.Game, commands: int, seed: int = 1) -> wg.Game:
    """So many commands by lot."""
    dice = wg.Dice(seed)
    while not game.over and len(game.commands) < commands:
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
    return game


# Named points


class Clerk:
    """Writes down what modifiers the rules have at which points."""

    def __init__(self) -> None:
        self.seen: dict[str, set[tuple[str, str]]] = {}

    @wg.hookimpl
    def modifiers(self, about: str, own: Sequence[wg.Modifier]) -> Sequence[wg.Modifier]:
        self.seen.setdefault(about, set()).update((name, clause) for name, _, clause in own)
        return []


@pytest.mark.parametrize("scenario", EVERY)
def test_every_modifier_that_the_rules_have_is_declared_at_its_point(scenario: str) -> None:
    clerk = Clerk()
    play(wg.new_game(scenario, seed=5, journal=False, house_rules=[rule("clerk", clerk)]), 150)
    points = {point.name: point for point in wg.rulesets()[scenario.partition("/")[0]].points}
    assert clerk.seen
    for about, own in clerk.seen.items():
        assert about in points
        for name, _ in own:
            assert points[about].declares(name), f"{name!r} at {about!r} is not declared"


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_every_point_and_modifier_names_a_clause_and_no_point_comes_twice(ruleset: str) -> None:
    found = wg.rulesets()[ruleset]
    clauses = load_clauses(found.folder / "clauses.toml")
    names = [point.name for point in found.points]
    assert names
    assert len(set(names)) == len(names)
    for point in found.points:
        assert point.clause in clauses, point.name
        for own in point.own:
            assert own.clause in clauses, f"{own.name} at {point.name}: {own.clause}"


# Dice


class CountingDice(wg.Dice):
    """Dice that count what is thrown, by stream."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: Counter[str] = Counter()

    def roll(self, stream: str, sides: int = 6) -> int:
        self.thrown[stream] += 1
        return super().roll(stream, sides)

    def fork(self) -> CountingDice:
        raise NotImplementedError


class Listener:
    """Hears every roll before and after."""

    def __init__(self) -> None:
        self.before: Counter[str] = Counter()
        self.after = 0

    @wg.hookimpl
    def roll(self, stream: str, count: int) -> None:
        self.before[stream] += count

    @wg.hookimpl
    def rolled(self) -> None:
        self.after += 1


@pytest.mark.parametrize("scenario", EVERY)
def test_house_rules_hear_every_die_before_and_after_it_falls(scenario: str) -> None:
    listener = Listener()
    game = wg.new_game(
        scenario, seed=5, journal=False, house_rules=[rule("listener", listener)], undo="never"
    )
    listener.before.clear()
    listener.after = 0
    game.dice = dice = CountingDice(5)
    play(game, 120)
    assert dice.thrown == listener.before
    assert listener.after == sum(dice.thrown.values())
    assert listener.after


@pytest.mark.parametrize("scenario", DUELS)
def test_house_rules_that_only_listen_change_nothing(scenario: str) -> None:
    listening = [rule("listener", Listener()), rule("clerk", Clerk())]
    heard = wg.new_game(scenario, seed=7, house_rules=listening)
    assert position(play(heard, 30)) == position(play(wg.new_game(scenario, seed=7), 30))


# Side by side


class Low:
    @wg.hookimpl
    def rolled(self, result: int) -> int:
        return max(1, result - 1)

    @wg.hookimpl
    def happened(self, game: wg.Game, event: wg.Event) -> None:
        game.notes["events"] = game.notes.get("events", 0) + 1


class High:
    @wg.hookimpl(wrapper=True)
    def tables(self, ruleset: wg.Ruleset) -> Wrapper:
        own = yield
        found = dict(own)
        for table in own.values():
            cell = f"{table.rows[0]} x {table.columns[0]}"
            found[table.id] = table.replaced(cell, table.value(0, 0), "As it was.")
        return found

    @wg.hookimpl(wrapper=True)
    def ships(self, ruleset: wg.Ruleset) -> Wrapper:
        own = yield
        return {id: ship.replaced("quantity", 99, "Many.") for id, ship in own.items()}

    @wg.hookimpl
    def modifiers(self) -> list[wg.Modifier]:
        return [wg.Modifier("more", 1, "club 1")]


CHOICES: tuple[tuple[wg.HouseRule, ...], ...] = (
    (),
    (rule("low", Low()),),
    (rule("high", High()),),
)
LENGTH = 12
LONG = 120


def alone(scenario: str, chosen: tuple[wg.HouseRule, ...], length: int = LENGTH) -> tuple[Any, ...]:
    return position(play(wg.new_game(scenario, seed=11, house_rules=chosen), length))


@pytest.mark.parametrize("scenario", DUELS)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_games_under_different_house_rules_do_not_touch_one_another(
    scenario: str, data: st.DataObject
) -> None:
    games = [wg.new_game(scenario, seed=11, house_rules=chosen) for chosen in CHOICES]
    dice = [wg.Dice(1) for _ in games]
    turns = data.draw(st.permutations([n for n in range(len(games)) for _ in range(LENGTH)]))
    for n in turns:
        game = games[n]
        if not game.over:
            decision = game.decisions[0]
            game.submit(decision.id, decision.sample(dice[n]))
    for n, chosen in enumerate(CHOICES):
        assert position(games[n]) == alone(scenario, chosen)
    tables = [game.rules.tables for game in games]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2]
    assert games[0].rules.memo is not games[1].rules.memo
    assert [bool(game.notes) for game in games] == [False, True, False]


class Breaking:
    """Breaks down at a die."""

    broken = True

    @wg.hookimpl
    def rolled(self) -> None:
        if self.broken:
            raise ZeroDivisionError("the mast went by the board")


@pytest.mark.parametrize("scenario", DUELS)
def test_a_house_rule_that_raises_stops_its_own_game_and_no_other(scenario: str) -> None:
    plugin = Breaking()
    games = [
        wg.new_game(scenario, seed=11, house_rules=chosen)
        for chosen in ((rule("breaking", plugin),), (), (rule("low", Low()),))
    ]
    dice = [wg.Dice(1) for _ in games]
    stopped: list[str] = []
    for _ in range(LONG):
        for n, game in enumerate(games):
            if game.over or (n == 0 and stopped):
                continue
            before = position(game) if n == 0 else ()
            decision = game.decisions[0]
            try:
                game.submit(decision.id, decision.sample(dice[n]))
            except wg.PluginFailed as error:
                assert n == 0
                stopped.append(str(error))
                assert position(game) == before
    assert stopped == [
        "house rule or plugin 'breaking' failed in rolled under clause club 1: "
        "ZeroDivisionError: the mast went by the board"
    ]
    assert position(games[1]) == alone(scenario, (), LONG)
    assert position(games[2]) == alone(scenario, CHOICES[1], LONG)
    # Its game is as it was, and goes on once the house rule is mended.
    assert games[0].record.lines()
    plugin.broken = False
    play(games[0], len(games[0].commands) + 2)
