"""Captains: drawing by lot, searching in imagined games, and playing a game out."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest
import toy as toy_module
from toy import TOY

import weathergage as wg
from weathergage.captains import make_captain, search
from weathergage.captains.random import RandomCaptain
from weathergage.captains.search import SearchCaptain, clearly_best


def score(view: wg.View, seat: str) -> float:
    """How far a side's boats have come."""
    boats = [boat for boat in view.table.boats if boat.side == seat]
    return float(sum(boat.lock if boat.way > 0 else 9 - boat.lock for boat in boats))


def imagine(game: Any, seen: wg.View) -> toy_module.ToyState:
    """The table, and the other side's chest anywhere."""
    state = toy_module.imagine(game, seen)
    for seat in game.rules.seats:
        state.chests.setdefault(seat, 4)
    return state


SCORED = replace(TOY, score=score, imagine=imagine)


@pytest.fixture
def game(toy: wg.Ruleset) -> wg.Game:
    """A game at its first orders."""
    game = wg.new_game("toy/locks", seed=11)
    for decision in game.decisions:
        game.submit(decision.id, {"kind": "hide", "lock": 3})
    assert {d.kind for d in game.decisions} == {"orders"}
    return game


def first(game: wg.Game, kind: str) -> wg.Decision:
    """The first open decision of a kind, the game being played by lot up to it."""
    dice = wg.Dice(5)
    while True:
        for decision in game.decisions:
            if kind in {k.KIND for k in decision.kinds}:
                return decision
            game.submit(decision.id, decision.sample(dice))


def test_every_ruleset_has_the_captains_of_the_core(toy: wg.Ruleset) -> None:
    assert isinstance(make_captain(toy, "random", "east", 1), RandomCaptain)
    assert isinstance(make_captain(toy, "search", "east", 1), SearchCaptain)
    with pytest.raises(wg.UnknownName, match="serch"):
        make_captain(toy, "serch", "east", 1)


def test_random_captains_play_a_game_to_its_end(game: wg.Game) -> None:
    wg.play_out(game, {seat: RandomCaptain(seat, wg.Dice(n)) for n, seat in enumerate(game.seats)})
    assert game.over


def test_a_captain_that_weighs_takes_the_best_and_draws_between_equals(game: wg.Game) -> None:
    decision = first(game, "orders")
    view = game.view(decision.seat)

    def steps(view: wg.View, decision: wg.Decision, answer: Any) -> float:
        return float(min(sum(answer.steps.values()), 1))

    def answer(seed: int) -> Any:
        return wg.weighing(steps)(decision.seat, wg.Dice(seed)).answer(view, decision)

    answers = [answer(seed) for seed in range(20)]
    assert all(sum(found.steps.values()) >= 1 for found in answers)
    assert all(decision.complaint(found) is None for found in answers)
    assert len({str(found) for found in answers}) > 1
    assert answer(3) == answer(3)


def test_a_captain_that_weighs_knows_every_answer_of_a_list(game: wg.Game) -> None:
    decision = first(game, "search")
    listed = decision.legal()
    assert listed is not None
    for wanted in listed:
        maker = wg.weighing(lambda view, decision, answer, wanted=wanted: float(answer == wanted))  # type: ignore[misc]
        captain = maker(decision.seat, wg.Dice(1))
        assert captain.answer(game.view(decision.seat), decision) == wanted


def test_the_search_finds_what_scores_best(game: wg.Game) -> None:
    decision = first(game, "orders")
    seat, view = decision.seat, game.view(decision.seat)
    usual = further = 0
    for seed in range(12):
        captain = SearchCaptain(SCORED, seat, wg.Dice(seed), turns=1)
        answer = captain.answer(view, decision)
        assert decision.complaint(answer) is None
        assert isinstance(answer, toy_module.Orders)
        drawn = RandomCaptain(seat, wg.Dice(seed)).answer(view, decision)
        assert isinstance(drawn, toy_module.Orders)
        further += sum(answer.steps.values())
        usual += sum(drawn.steps.values())
    assert further > usual


def test_without_a_score_the_usual_answer_stands(game: wg.Game) -> None:
    decision = first(game, "orders")
    view = game.view(decision.seat)
    usual = RandomCaptain(decision.seat, wg.Dice(4)).answer(view, decision)
    assert SearchCaptain(TOY, decision.seat, wg.Dice(4)).answer(view, decision) == usual


def test_in_the_middle_of_a_phase_the_usual_answer_stands(game: wg.Game) -> None:
    decision = first(game, "fire")
    view = game.view(decision.seat)
    usual = RandomCaptain(decision.seat, wg.Dice(4)).answer(view, decision)
    assert SearchCaptain(SCORED, decision.seat, wg.Dice(4)).answer(view, decision) == usual


def test_an_imagined_game_knows_nothing_of_the_real_one(
    game: wg.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    imagined: list[wg.Game] = []
    real = search.Game

    def begun(*args: Any, **kwargs: Any) -> wg.Game:
        imagined.append(real(*args, **kwargs))
        return imagined[-1]

    monkeypatch.setattr(search, "Game", begun)
    decision = first(game, "orders")
    before = game.dice.mark(), len(game.commands), game.state.copy()
    SearchCaptain(SCORED, decision.seat, wg.Dice(4)).answer(game.view(decision.seat), decision)
    assert (game.dice.mark(), len(game.commands), game.state) == before
    assert imagined
    assert game.seed not in {twin.seed for twin in imagined}
    assert not any(twin.dice is game.dice or twin.state is game.state for twin in imagined)
    other = next(seat for seat in game.seats if seat != decision.seat)
    assert {twin.state.chests[other] for twin in imagined} == {4}


def test_an_answer_must_be_better_by_more_than_chance() -> None:
    assert clearly_best([[1.0, 1.0], [2.0, 3.0], [2.0, 2.0]]) == 1
    assert clearly_best([[1.0, 1.0], [9.0, -6.0]]) == 0
    assert clearly_best([[1.0, 1.0], [inf, -inf]]) == 0
    assert clearly_best([[1.0, 1.0], [1.0, 1.0]]) == 0


def test_a_game_may_begin_at_a_phase_of_its_turn(game: wg.Game) -> None:
    state = game.state.copy()
    state.turn = 2
    twin = wg.Game(game.rules, 1, state=state, phase="orders")
    assert (twin.turn, twin.phase) == (2, "orders")
    assert twin.state.wind == state.wind
    with pytest.raises(wg.UnknownName, match="hide"):
        wg.Game(game.rules, 1, state=state.copy(), phase="hide")
