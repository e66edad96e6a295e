"""The contract tests find what is wrong with a ruleset that is broken on purpose."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy as toy_module
from toy import SEQUENCE, TOY, Hide, OrderAnswers, Orders, ToyState

import weathergage as wg
from weathergage.records import turn_of
from weathergage.testing import (
    Failure,
    Report,
    check_answers,
    check_copy,
    check_data,
    check_ruleset,
    check_secrecy,
    nudged,
    option_choices,
    wrong_answers,
)

pytestmark = pytest.mark.usefixtures("found")


def report(ruleset: wg.Ruleset, folder: Path | None = None, **choices: Any) -> Report:
    choices.setdefault("seeds", range(2))
    choices.setdefault("options", {})
    return check_ruleset(ruleset, scenarios=["locks"], folder=folder, deep=5, **choices)


def broken(ruleset: wg.Ruleset, **choices: Any) -> set[str]:
    """The invariants that do not hold."""
    return {failure.invariant for failure in report(ruleset, **choices).failures}


def with_phase(id: str, run: Callable[..., Any]) -> wg.Ruleset:
    """The toy with one phase run otherwise."""
    return replace(
        TOY,
        sequence=tuple(replace(phase, run=run) if phase.id == id else phase for phase in SEQUENCE),
    )


def with_orders(answers: type[OrderAnswers], monkeypatch: pytest.MonkeyPatch) -> wg.Ruleset:
    monkeypatch.setattr(toy_module, "OrderAnswers", answers)
    return TOY


def test_the_toy_holds_in_all_its_scenarios_and_options(
    toy: wg.Ruleset, install: Callable[..., Any], tmp_path: Path
) -> None:
    install(toy="")
    found = check_ruleset("toy", seeds=range(2), folder=tmp_path, deep=3)
    assert found, found.say()
    assert found.games == 2 * (6 + 5)
    assert found.checked["elsewhere"] == 1
    assert min(found.checked.values()) == 1
    assert found.checked["secrecy"] == found.checked["undo"] > 40
    assert "0 failures" in found.say()


def test_a_ruleset_need_not_be_installed(found: Any) -> None:
    assert report(TOY)
    assert "toy" not in found.rulesets


def test_a_failure_says_where_and_leaves_a_record_that_opens(tmp_path: Path) -> None:
    def fall(game: wg.Game) -> None:
        if game.turn == 3:
            raise ZeroDivisionError("the lock gave way")

    ruleset = with_phase("reckon", fall)
    failure = report(ruleset, folder=tmp_path, seeds=[8]).failures[0]
    assert failure.invariant == "nothing raises"
    assert (failure.scenario, failure.seed, failure.mode) == ("toy/locks", 8, "assisted")
    assert failure.decision > 6
    assert "the lock gave way" in str(failure)
    record = wg.load(failure.record)
    assert len(record.commands) == failure.decision
    assert turn_of(record, None).table["ships"]


def test_a_game_that_cannot_go_on_is_found() -> None:
    assert "every game ends" in broken(endless())
    odd = replace(TOY, invariants=lambda game: ["it leaks"] if game.turn == 2 else [])
    assert "the position is possible" in broken(odd)


def endless() -> wg.Ruleset:
    def never(game: wg.Game) -> wg.PhaseRun:
        for _ in itertools.count():
            yield wg.Ask("red", toy_module.Fire, clause="5.0", answers=LONE)

    return with_phase("search", never)


LONE = wg.OneOf([toy_module.Fire()], "5.0")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weathergage.testing.whole.MOST", 200)


def test_a_drawn_answer_that_is_illegal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class TooFar(OrderAnswers):
        def sample(self, dice: wg.Dice) -> Orders:
            return Orders(steps={boat.id: dice.below("sample", 9) for boat in self.own})

    assert "nothing raises" in broken(with_orders(TooFar, monkeypatch))


def test_a_listed_answer_that_is_refused_is_found() -> None:
    class Lists(wg.OneOf):
        def check(self, command: wg.Command) -> wg.Complaint | None:
            odd = isinstance(command, Hide) and command.lock == 3
            return wg.Complaint("not there", "1.0") if odd else super().check(command)

        def sample(self, dice: wg.Dice) -> wg.Command:
            return Hide(lock=1)

    def hide(game: wg.Game) -> wg.PhaseRun:
        locks = Lists([Hide(lock=n) for n in range(5)], "1.0")
        answers = yield wg.Together(
            *(wg.Ask(seat, Hide, clause="1.0", answers=locks) for seat in game.seats)
        )
        game.state.chests = {s: a.lock for s, a in zip(game.seats, answers, strict=True)}

    game = wg.Game(rules_of(with_phase("hide", hide)), 1)
    with pytest.raises(Failure, match="what is listed is accepted"):
        check_answers(game, wg.Dice(1))


def rules_of(ruleset: wg.Ruleset) -> wg.Rules:
    from weathergage.plugins import assemble_scenario, scenarios_of

    return assemble_scenario(ruleset, scenarios_of(ruleset)["locks"])


def test_an_accepted_answer_that_is_not_listed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Few(OrderAnswers):
        def legal(self) -> Any:
            return [self.sample(wg.Dice(n)) for n in range(3)]

        def sample(self, dice: wg.Dice) -> Orders:
            return Orders(steps={boat.id: 0 for boat in self.own})

    assert "what is accepted is listed" in broken(with_orders(Few, monkeypatch))


def test_a_refusal_that_changes_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(OrderAnswers):
        def check(self, command: wg.Command) -> wg.Complaint | None:
            problem = super().check(command)
            if problem is not None:
                self.state.orders["red 1"] = 7
            return problem

    assert "a refusal changes nothing" in broken(with_orders(Careless, monkeypatch))


def test_a_refusal_without_a_known_clause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nameless(OrderAnswers):
        def check(self, command: wg.Command) -> wg.Complaint | None:
            problem = super().check(command)
            return problem and replace(problem, clause="7.7")

    assert "a refusal says why" in broken(with_orders(Nameless, monkeypatch))


def test_a_checker_that_raises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rough(OrderAnswers):
        def check(self, command: wg.Command) -> wg.Complaint | None:
            assert isinstance(command, Orders)
            if any(boat.id not in command.steps for boat in self.own):
                raise KeyError("red 1")
            return super().check(command)

    assert "wrong answers are refused" in broken(with_orders(Rough, monkeypatch))


def test_a_draw_that_moves_the_games_dice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[wg.Game] = []

    class Greedy(OrderAnswers):
        def sample(self, dice: wg.Dice) -> Orders:
            games[-1].dice.roll("wind")
            return super().sample(dice)

    ruleset = with_orders(Greedy, monkeypatch)
    game = wg.Game(rules_of(ruleset), 1)
    games.append(game)
    for seat in game.seats:
        game.submit(next(d.id for d in game.decisions if d.seat == seat), Hide(lock=1))
    with pytest.raises(Failure, match="looking changes nothing"):
        check_answers(game, wg.Dice(1))


def test_a_copy_that_shares_something_is_found() -> None:
    def set_up(rules: Any, dice: wg.Dice) -> ToyState:
        state = toy_module.set_up(rules, dice)
        state.__class__ = Sharing
        return state

    game = wg.Game(rules_of(replace(TOY, set_up=set_up)), 1)
    with pytest.raises(Failure, match=r"state.chests is the same object in both"):
        check_copy(game)


class Sharing(ToyState):
    __slots__ = ()

    def copy(self) -> Sharing:
        twin = super().copy()
        twin.chests = self.chests
        twin.__class__ = Sharing
        return twin  # type: ignore[return-value]


def test_memory_outside_the_state_is_found() -> None:
    winds = itertools.count()

    def wind(game: wg.Game) -> None:
        game.state.wind = 1 + next(winds) % 2

    assert {"a fork is the same game", "undo gives the position before"} & broken(
        with_phase("wind", wind)
    )


def test_a_die_that_hangs_on_the_journal_is_found() -> None:
    def wind(game: wg.Game) -> None:
        if game.telling:
            game.state.wind = 1 + game.roll("wind", "the wind", "2.0") % 2

    assert "the journal changes nothing" in broken(with_phase("wind", wind))


def test_an_order_of_answers_that_matters_is_found() -> None:
    def hide(game: wg.Game) -> wg.PhaseRun:
        yield from toy_module.hide(game)
        game.state.wind = 1 + (game.commands[0].seat == "red")

    assert "simultaneous answers have no order" in broken(with_phase("hide", hide), seeds=range(9))


@pytest.mark.parametrize("leak", ["view", "picture", "event", "sample", "help"])
def test_a_secret_that_shows_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_lock(game: wg.Game) -> int:
        command = game.commands[-1].command if game.commands else None
        return command.lock if isinstance(command, Hide) else 0

    def view(game: wg.Game, seat: str) -> Any:
        table = toy_module.view(game, seat)
        table.wind = last_lock(game)
        return table

    def imagine(game: wg.Game, seen: wg.View) -> ToyState:
        state = toy_module.imagine(game, seen)
        state.chests["red"] = last_lock(game)
        return state

    class Telling(wg.OneOf):
        game: wg.Game

        def sample(self, dice: wg.Dice) -> wg.Command:
            return Hide(lock=last_lock(self.game) if leak == "sample" else dice.below("s", 9))

        def help(self) -> str:
            return f"not {last_lock(self.game)}" if leak == "help" else "anywhere"

    def hide(game: wg.Game) -> wg.PhaseRun:
        locks = Telling([Hide(lock=n) for n in range(10)], "1.0")
        locks.game = game
        yield wg.Together(
            wg.Ask("red", Hide, clause="1.0", answers=wg.OneOf(locks.legal(), "1.0")),
            wg.Ask("blue", Hide, clause="1.0", answers=locks),
        )

    ruleset = {
        "view": replace(TOY, view=view),
        "picture": replace(TOY, imagine=imagine),
        "sample": with_phase("hide", hide),
        "help": with_phase("hide", hide),
        "event": TOY,
    }[leak]
    game = wg.Game(rules_of(ruleset), 1)
    if leak == "event":
        # Told to both as it is answered.
        original = wg.Game.submit

        def submit(self: wg.Game, id: str, command: Any, **more: Any) -> None:
            original(self, id, command, **more)
            if isinstance(command, Hide):
                self.tell(toy_module.Hidden(command.lock, "1.0"))

        monkeypatch.setattr(wg.Game, "submit", submit)
    with pytest.raises(Failure, match=r"secrets are kept: what .* answers to hide shows in "):
        check_secrecy(game, wg.Dice(1))


def test_no_secret_shows_in_the_toy(toy: wg.Ruleset) -> None:
    game = wg.new_game("toy/locks", seed=1)
    assert check_secrecy(game, wg.Dice(1))
    game.submit("red-1", Hide(lock=1))
    assert not check_secrecy(game, wg.Dice(1)), "nobody else is asked any more"


def test_a_view_of_more_than_ones_own_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weathergage.game.told_to", lambda seat, events: events)
    assert "a view is one seat's" in broken(TOY)


def test_an_event_without_a_clause_is_found() -> None:
    def wind(game: wg.Game) -> None:
        game.roll("wind", "the wind", "8.8")

    assert "everything has its clause" in broken(with_phase("wind", wind))


def test_undo_after_a_die_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = wg.Game._answered

    def lax(self: wg.Game, logged: int) -> None:
        original(self, logged)
        self._sealed = 0

    monkeypatch.setattr(wg.Game, "_answered", lax)
    assert "undo is honest" in broken(TOY, seeds=range(3))


def test_a_clause_that_is_not_listed_is_found() -> None:
    with pytest.raises(Failure, match=r"turn_clause names clause '12.0', which is not listed"):
        check_data(replace(TOY, turn_clause="12.0"))
    answer = wg.Answer("By candle light.", ("1.0", "13.0"))
    with pytest.raises(Failure, match=r"'at night', 13.0"):
        check_data(replace(TOY, profile={"at night": answer}))
    with pytest.raises(Failure, match="two commands are of kind 'hide'"):
        check_data(replace(TOY, commands=(Hide, Hide)))


def test_options_are_chosen_alone_with_what_they_need_and_all_that_agree(
    toy: wg.Ruleset,
) -> None:
    from weathergage.plugins import scenarios_of

    scenarios = scenarios_of(toy)
    assert option_choices(toy, scenarios["locks"]) == [
        {},
        {"squall": True},
        {"gale": True, "squall": True},
        {"calm": True},
        {"shot": "double"},
        {"squall": True, "gale": True, "shot": "double"},
    ]
    assert {"calm": True} not in option_choices(toy, scenarios["still-water"])


def test_wrong_answers_are_many_and_a_nudge_changes_something() -> None:
    order = Orders(steps={"red 1": 1, "red 2": 0})
    wrong = wrong_answers(order, wg.Dice(1))
    assert None in wrong
    assert {"kind": "no-such-kind"} in wrong
    assert {"kind": "orders"} in wrong
    dice = wg.Dice(2)
    nudges = [nudged(order.data(), dice) for _ in range(40)]
    assert sum(data != order.data() for data in nudges) > 30
    assert any(data.get("steps", {}).get("red 1") == 1001 for data in nudges)
