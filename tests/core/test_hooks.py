from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest
import toy as toy_module
from toy import Fire, Hide, Orders

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage.phases import Complaint
from weathergage.plugins import discover
from weathergage.testing import check_undo, position

pytestmark = pytest.mark.usefixtures("toy")

Wrapper = Generator[None, Any, Any]


def rule(id: str, plugin: object, **facts: Any) -> wg.HouseRule:
    return wg.HouseRule(id, ruleset="toy", title=id, plugin=plugin, clause="9.9", **facts)


def play(*plugins: object, seed: int = 3, **choices: Any) -> wg.Game:
    """A whole game by lot under house rules, which are installed meanwhile."""
    rules = [rule(type(p).__name__.lower(), p) for p in plugins]
    discover().house_rules.update((r.id, r) for r in rules)
    game = wg.new_game("toy/locks", seed=seed, house_rules=rules, **choices)
    play_at_random(game, wg.Dice(seed))
    assert game.record.verify()
    return game


def start(*plugins: object, seed: int = 3, **choices: Any) -> wg.Game:
    """A game with both chests hidden, its orders asked."""
    rules = [rule(type(p).__name__.lower(), p) for p in plugins]
    game = wg.new_game("toy/locks", seed=seed, house_rules=rules, **choices)
    for seat, lock in zip(game.seats, (2, 7), strict=True):
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=lock))
    return game


def order(game: wg.Game, **steps: int) -> None:
    for seat in game.seats:
        own = {k.replace("_", " "): v for k, v in steps.items() if k.startswith(seat)}
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Orders(steps=own))


def said(game: wg.Game, *kinds: str) -> list[str]:
    return [event.say() for event in game.events if event.kind in kinds]


# Each hook


def test_sequence_is_changed_by_a_wrapper_once() -> None:
    def fog(game: wg.Game) -> None:
        game.roll("fog", "the fog", "9.9")

    class Foggy:
        asked = 0

        @wg.hookimpl(wrapper=True)
        def sequence(self, rules: wg.Rules) -> Wrapper:
            own = yield
            Foggy.asked += 1
            assert rules.scenario.id == "locks"
            return (*own[:2], wg.Phase("fog", "9.9", fog, "Fog"), *own[2:])

    game = play(Foggy())
    fogs = [e for e in game.events if isinstance(e, wg.Rolled) and e.purpose == "the fog"]
    assert len(fogs) == game.turn
    assert Foggy.asked == 1


def test_phase_is_wrapped_around_its_run() -> None:
    told: list[str] = []

    class Watch:
        @wg.hookimpl(wrapper=True)
        def phase(self, game: wg.Game, phase: wg.Phase) -> Wrapper:
            own = yield
            return self.around(game, phase, own)

        def around(self, game: wg.Game, phase: wg.Phase, own: wg.PhaseRun) -> wg.PhaseRun:
            told.append(f"before {phase.id} of {game.turn}")
            yield from own
            told.append(f"after {phase.id} of {game.turn}")

    game = start(Watch())
    assert told == ["before hide of 1", "after hide of 1", "before orders of 1"]
    order(game)
    # A plain function is run inside the wrapper too, and so is a piece of the agenda.
    assert told[3:7] == [
        "after orders of 1",
        "before activation of 1",
        "after activation of 1",
        "before move of 1",
    ]


def test_phase_is_asked_only_of_the_phases_that_a_house_rule_names() -> None:
    told: list[str] = []

    class Ear:
        @wg.hookimpl(wrapper=True)
        def phase(self, phase: wg.Phase) -> Wrapper:
            told.append(phase.id)
            return (yield)

    chosen = [rule("ear", Ear(), phases=("orders", "move"))]
    game = wg.new_game("toy/locks", seed=3, house_rules=chosen)
    play_at_random(game, wg.Dice(3))
    assert set(told) == {"orders", "move"}
    assert [e.plain() for e in game.events] == [e.plain() for e in play().events]


def test_phase_is_wrapped_by_several_in_the_order_chosen() -> None:
    told: list[str] = []

    class Outer:
        @wg.hookimpl(wrapper=True)
        def phase(self, game: wg.Game, phase: wg.Phase) -> Wrapper:
            own = yield
            return around(type(self).__name__, own)

    class Inner(Outer):
        @wg.hookimpl(wrapper=True)
        def phase(self, game: wg.Game, phase: wg.Phase) -> Wrapper:
            own = yield
            return around(type(self).__name__, own)

    def around(name: str, own: wg.PhaseRun) -> wg.PhaseRun:
        told.append(name)
        yield from own

    start(Inner(), Outer())
    assert told[:2] == ["Outer", "Inner"]


def test_phase_is_replaced_or_left() -> None:
    class NoSearch:
        @wg.hookimpl
        def phase(self, game: wg.Game, phase: wg.Phase) -> wg.PhaseRun | None:
            return self.nothing(game) if phase.id == "search" else None

        def nothing(self, game: wg.Game) -> wg.PhaseRun:
            if game.turn > 900:
                yield wg.Ask("red", Fire, clause="5.0", answers=wg.OneOf([Fire()], "5.0"))

    game = play(NoSearch())
    assert not said(game, "Searched")
    assert all(logged.command.KIND != "search" for logged in game.commands)


class Crack:
    """Red's gunners are better by a number."""

    def __init__(self, by: int = 1) -> None:
        self.by = by

    @wg.hookimpl
    def modifiers(self, game: wg.Game, about: str) -> Sequence[wg.Modifier]:
        return [wg.Modifier("crack crews", self.by, "9.9")] if about == "fire" else []


def test_modifiers_are_added_up() -> None:
    game = start(Crack(2), Crack2())
    assert game.modified("fire", 1) == 6
    assert game.modified("something else", 1) == 1


class Crack2(Crack):
    def __init__(self) -> None:
        super().__init__(3)


def test_modifiers_of_another_are_changed_by_a_wrapper() -> None:
    class Sober:
        @wg.hookimpl(wrapper=True)
        def modifiers(self) -> Wrapper:
            lists = yield
            return [[m for m in given if m.name != "crack crews"] for given in lists]

    assert start(Crack(2)).modified("fire", 1) == 3
    assert start(Crack(2), Sober()).modified("fire", 1) == 1


class Grape:
    @wg.hookimpl
    def look_up(self, table: str, row: int, column: str) -> int | None:
        return 2 if (table, column) == ("hits", "plain") and row >= 5 else None


def test_look_up_answers_for_the_table_or_leaves_it() -> None:
    game = start(Grape())
    assert game.look_up("hits", 5, "plain") == 2
    assert game.look_up("hits", 4, "plain") == 0
    assert game.look_up("hits", 5, 1) == 1
    assert start().look_up("hits", 5, "plain") == 1


def test_rolled_changes_a_die_and_the_event_says_so() -> None:
    class Becalmed:
        @wg.hookimpl
        def rolled(self, purpose: str, result: int) -> int | None:
            return 1 if purpose == "the wind" else None

    game = play(Becalmed())
    winds = [e for e in game.events if isinstance(e, wg.Rolled) and e.purpose == "the wind"]
    assert winds
    assert all(e.result == 1 for e in winds)
    for event in winds:
        fell = event.faces[0]
        assert event.modifiers == ((("house rule", 1 - fell, "2.0"),) if fell > 1 else ())


class CeaseFire:
    """Nobody fires before the third turn."""

    @wg.hookimpl
    def legal(self, game: wg.Game, decision: wg.Decision, command: wg.Command) -> Complaint | None:
        if game.turn < 3 and isinstance(command, Fire):
            return Complaint("there is a truce", "9.9", "truce")
        return None


def test_legal_refuses_lists_and_draws_alike() -> None:
    game = wg.new_game("toy/still-water", seed=1, house_rules=[rule("ceasefire", CeaseFire())])
    for seat in game.seats:
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=5))
    game.state.boats[0].lock, game.state.boats[1].lock = 4, 6
    order(game, red_1=1)
    asked = game.decisions[0]
    assert asked.legal() == [wg.Decline()]
    assert {asked.sample(wg.Dice(n)).KIND for n in range(20)} == {"decline"}
    with pytest.raises(wg.IllegalCommand, match=r"there is a truce \(clause 9.9\)"):
        game.submit(asked.id, Fire())


def test_legal_that_leaves_no_answer_is_said() -> None:
    class Forbidding:
        @wg.hookimpl
        def legal(self, game: wg.Game) -> Complaint | None:
            return Complaint("nothing is allowed", "9.9")

    game = wg.new_game("toy/locks", seed=1, house_rules=[rule("forbidding", Forbidding())])
    with pytest.raises(wg.StuckGame, match="leave red no legal answer to hide"):
        game.decisions[0].sample(wg.Dice(1))


@pytest.mark.parametrize("journal", [True, False])
def test_happened_is_told_of_everything_with_the_journal_on_or_off(journal: bool) -> None:
    heard: list[str] = []

    class Ear:
        @wg.hookimpl
        def happened(self, game: wg.Game, event: wg.Event) -> None:
            heard.append(event.kind)

    game = wg.new_game("toy/locks", seed=3, journal=journal, house_rules=[rule("ear", Ear())])
    play_at_random(game, wg.Dice(3))
    told = [event.kind for event in play().events]
    assert heard == told
    assert heard[:2] == ["TurnBegan", "PhaseBegan"]


def test_happened_may_change_the_state_and_undo_takes_that_back() -> None:
    class Leaks:
        @wg.hookimpl
        def happened(self, game: wg.Game, event: wg.Event) -> None:
            if isinstance(event, toy_module.Moved):
                boat = next(b for b in game.state.boats if b.id == event.boat)
                boat.hits += 1

    game = start(Leaks())
    check_undo(game, wg.Dice(1), depth=6)
    order(game, red_1=1)
    assert game.state.boats[0].hits == 1


def test_outcome_ends_the_game_at_the_end_of_a_phase() -> None:
    class Short:
        @wg.hookimpl
        def outcome(self, game: wg.Game) -> wg.Outcome | None:
            if game.turn == 2 and game.phase == "orders":
                return wg.Outcome("blue", "the day is over", "9.9")
            return None

    game = play(Short())
    assert (game.turn, game.phase) == (2, "orders")
    assert game.outcome is not None
    assert game.outcome.winner == "blue"
    assert game.events[-1].clause == "9.9"


def test_view_is_changed_by_a_wrapper() -> None:
    class Fog:
        @wg.hookimpl(wrapper=True)
        def view(self, game: wg.Game, seat: str) -> Wrapper:
            table = yield
            table.boats = [boat for boat in table.boats if boat.side == seat]
            return table

    game = start(Fog())
    assert {boat.side for boat in game.view("red").table.boats} == {"red"}
    assert {ship["side"] for ship in game.record_for("red").turns[-1].table["ships"]} == {"red"}
    assert len(game.state.boats) == 4


# Order, failure, and games side by side


def test_the_house_rule_chosen_last_answers_first() -> None:
    class Three:
        @wg.hookimpl
        def rolled(self) -> int:
            return 3

    class Four:
        @wg.hookimpl
        def rolled(self) -> int:
            return 4

    assert start(Three(), Four()).roll("a", "a test", "9.9") == 4
    assert start(Four(), Three()).roll("a", "a test", "9.9") == 3


class Faulty:
    """Breaks down when the first boat moves in a game that is armed."""

    armed = True

    @wg.hookimpl
    def happened(self, game: wg.Game, event: wg.Event) -> None:
        if isinstance(event, toy_module.Moved) and self.armed:
            self.explode()

    def explode(self) -> None:
        raise ZeroDivisionError("the mast went by the board")


class Innocent:
    @wg.hookimpl
    def happened(self, game: wg.Game, event: wg.Event) -> None:
        pass


def test_a_house_rule_that_raises_is_named_and_the_game_can_go_on() -> None:
    faulty = Faulty()
    game = start(Innocent(), faulty, Crack())
    for seat in game.seats[:1]:
        game.submit(
            next(d.id for d in game.decisions if d.seat == seat), Orders(steps={"red 1": 1})
        )
    before = position(game)
    with pytest.raises(wg.PluginFailed) as caught:
        game.submit(game.decisions[0].id, Orders(steps={}))
    assert (caught.value.plugin, caught.value.hook) == ("faulty", "happened")
    assert str(caught.value) == (
        "house rule or plugin 'faulty' failed in happened under clause 9.9: "
        "ZeroDivisionError: the mast went by the board"
    )
    assert position(game) == before
    assert game.record.lines()
    faulty.armed = False
    game.submit(game.decisions[0].id, Orders(steps={}))
    assert said(game, "Moved") == ["red 1 goes to lock 1."]
    play_at_random(game, wg.Dice(1))
    assert game.over


@pytest.mark.parametrize("plain", [True, False])
def test_a_house_rules_phase_that_raises_is_named(plain: bool) -> None:
    def quick(game: wg.Game) -> None:
        raise KeyError("fog")

    def asking(game: wg.Game) -> wg.PhaseRun:
        yield wg.Ask("red", Fire, clause="9.9", answers=wg.OneOf([Fire()], "9.9"))
        raise KeyError("fog")

    class Foggy:
        @wg.hookimpl(wrapper=True)
        def sequence(self) -> Wrapper:
            own = yield
            return (*own[:1], wg.Phase("fog", "9.9", self.fog, "Fog"), *own[1:])

        def fog(self, game: wg.Game) -> Any:
            return quick(game) if plain else asking(game)

    if plain:
        with pytest.raises(wg.PluginFailed, match="'foggy' failed in phase fog"):
            start(Innocent(), Foggy())
        return
    game = start(Innocent(), Foggy())
    with pytest.raises(wg.PluginFailed):
        game.submit(game.decisions[0].id, Fire())
    assert (game.phase, game.decisions[0].kind) == ("fog", "fire")


def test_a_ruleset_that_raises_is_not_blamed_on_a_house_rule() -> None:
    game = start(Innocent(), Watcher())
    game.state.boats[0].way = None  # type: ignore[assignment]
    with pytest.raises(wg.PluginFailed, match=r"'toy' failed in phase move.*TypeError"):
        order(game, red_1=1)
    game = start()
    game.state.boats[0].way = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        order(game, red_1=1)


class Watcher:
    @wg.hookimpl(wrapper=True)
    def phase(self, game: wg.Game, phase: wg.Phase) -> Wrapper:
        own = yield
        return self.around(own)

    def around(self, own: wg.PhaseRun) -> wg.PhaseRun:
        yield from own


def test_games_under_different_house_rules_side_by_side_do_not_touch_one_another() -> None:
    class Becalmed:
        @wg.hookimpl
        def rolled(self) -> int:
            return 1

    class Gusty:
        @wg.hookimpl
        def rolled(self) -> int:
            return 6

    choices = [(), (Becalmed(),), (Gusty(),), (CeaseFire(), Grape())]
    alone = [position(play(*plugins)) for plugins in choices]
    games = [
        wg.new_game(
            "toy/locks", seed=3, house_rules=[rule(type(p).__name__.lower(), p) for p in plugins]
        )
        for plugins in choices
    ]
    dice = [wg.Dice(3) for _ in games]
    while not all(game.over for game in games):
        for game, own in zip(games, dice, strict=True):
            for decision in game.decisions:
                game.submit(decision.id, decision.sample(own))
    assert [position(game) for game in games] == alone
    assert len({str(position(game)) for game in games}) == len(games)
