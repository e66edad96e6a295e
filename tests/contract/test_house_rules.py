"""What every ruleset owes to house rules: named points, dice that are heard, games kept apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import weathergage as wg
from weathergage.clauses import load_clauses
from weathergage.testing import position
from weathergage_frigate.gunnery import targets
from weathergage_war_galley.activation import confusion

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


class Much:
    """Gives one more modifier at every point."""

    def __init__(self, by: int | Fraction) -> None:
        self.by = by

    @wg.hookimpl
    def modifiers(self) -> list[wg.Modifier]:
        return [wg.Modifier("much", self.by, "club 1")]


@pytest.mark.parametrize("scenario", EVERY)
@pytest.mark.parametrize("by", [30, -30, Fraction(0)])
def test_modifiers_of_any_size_are_borne(scenario: str, by: int | Fraction) -> None:
    chosen = [rule("much", Much(by))]
    game = wg.new_game(scenario, seed=2, journal=False, house_rules=chosen)
    if (game.rules.ruleset.id, by) != ("admiralty", 30):
        play(game, 40)
        return
    # With every critical hit read as a six one waterline hit brings the next.
    with pytest.raises(wg.StuckGame, match=r"bring others without end \(clause 4\.4\)"):
        play(game, 120)


@pytest.mark.parametrize("by", [30, -30])
def test_confusion_read_with_a_modifier_stays_on_its_table(by: int) -> None:
    game = wg.new_game("war-galley/actium", seed=2, house_rules=[rule("much", Much(by))])
    while not game.state.squadrons:
        play(game, len(game.commands) + 1)
    assert confusion(game, game.state.squadrons[0]) == ("none" if by > 0 else "half")


@pytest.mark.parametrize("by", [0, -30])
def test_who_is_too_weak_at_an_attack_is_offered_no_target(by: int) -> None:
    game = wg.new_game("frigate/trafalgar", seed=2, house_rules=[rule("much", Much(by))])
    strong, weak = game.state.ships[0], next(s for s in game.state.ships if s.side != "british")
    weak.place, weak.heading, weak.gone = strong.place + 1, strong.heading, strong.gone
    found = [one.n for one, _ in targets(game, strong, [weak])]
    assert found == ([weak.n] if by == 0 else [])


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
        twin: CountingDice = super().fork()  # type: ignore[assignment]
        twin.thrown = self.thrown.copy()
        return twin


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


def test_dice_of_the_set_up_are_not_heard_and_what_came_of_them_can_be_changed() -> None:
    class Veers:
        @wg.hookimpl(wrapper=True)
        def set_up(self, dice: wg.Dice) -> Wrapper:
            state = yield
            thrown.append((state.wind, dice.roll("club wind")))
            state.wind = (state.wind + thrown[-1][1]) % 6
            return state

    thrown: list[tuple[int, int]] = []
    listener = Listener()
    chosen = [rule("veers", Veers()), rule("listener", listener)]
    for seed in range(12):
        listener.before.clear()
        game = wg.new_game("frigate/cape-fear", seed=seed, house_rules=chosen)
        assert "wind at the start" not in listener.before
        wind, veered = thrown[-1]
        assert wind == wg.new_game("frigate/cape-fear", seed=seed).state.wind
        assert game.turn_starts()[0].state.wind == (wind + veered) % 6
    assert len({wind for wind, _ in thrown}) > 1


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


# Figures that a game is set up by

FIXED = {
    ("frigate/cape-fear", "maneuver"): ("*", 2),
    ("frigate/cape-fear", "range-bands"): ("0-2 x strength", 4),
    ("frigate/azores", "command-columns"): ("high x independent", "3"),
    ("admiralty/frigate-duel", "movement"): ("*", 100),
    ("admiralty/frigate-duel", "bases"): ("*", 10),
    ("admiralty/constitution-guerriere", "guns"): ("* x value", 300),
    ("admiralty/frigate-duel", "damage"): ("fires to an inferno x value", 9),
    ("as-per-margin/frigate-duel", "gun-ranges"): ("far x inches", 7),
    ("as-per-margin/frigate-duel", "rates"): ("* x length", 250),
}
"""Tables that are read once for a choice of rules or a game, and so hear no `look_up`: they are
changed by cells and by the hook `tables`, here in all that is at stake.
"""


def at_stake(game: wg.Game) -> str:
    """All that a game has worked out from its tables before the first command."""
    if game.rules.ruleset.id == "frigate":
        from weathergage_frigate.charts import charts_of

        charts_of(game.rules)
    if game.rules.ruleset.id == "admiralty":
        from weathergage_admiralty.damage import figure

        figure(game.rules, "fires to an inferno")
    if game.rules.ruleset.id == "as-per-margin":
        from weathergage_as_per_margin.bearing import limit

        limit(game, "far")
    memo = game.rules.memo
    charts = [getattr(memo[name], "command", memo[name]) for name in sorted(memo)]
    return f"{position(game)} {charts}"


@pytest.mark.parametrize(("scenario", "table"), FIXED)
def test_cells_and_the_hook_tables_reach_what_is_worked_out_before_play(
    scenario: str, table: str, tmp_path: Path
) -> None:
    cells, value = FIXED[scenario, table]
    ruleset = scenario.partition("/")[0]
    file = tmp_path / "club.toml"
    file.write_text(
        'id = "club"\ntitle = "Club"\nauthor = "The club"\nversion = "1"\nreason = "To see."\n'
        f'ruleset = "{ruleset}"\n\n[[cells]]\ntable = "{table}"\ncells = "{cells}"\n'
        f"value = {json.dumps(value)}\n",
        encoding="utf-8",
    )

    class Same:
        @wg.hookimpl(wrapper=True)
        def tables(self) -> Wrapper:
            own = yield
            return {**own, table: own[table].replaced(cells, value, "To see.")}

    before = at_stake(wg.new_game(scenario, seed=3))
    by_file = at_stake(wg.new_game(scenario, seed=3, house_rules=[str(file)]))
    by_hook = at_stake(wg.new_game(scenario, seed=3, house_rules=[rule("same", Same())]))
    assert by_file != before
    assert by_hook == by_file
    assert at_stake(wg.new_game(scenario, seed=3)) == before
