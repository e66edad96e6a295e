from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest
import toy

import weathergage as wg
from weathergage.houserules import HouseRule
from weathergage.phases import Complaint

FIRE_OR_NOT = wg.OneOf([toy.Fire(), wg.Decline()], "4.1")


def question(seat: str = "red") -> wg.Ask:
    return wg.Ask(seat, (toy.Fire, wg.Decline), clause="4.1", answers=FIRE_OR_NOT, about="red 1")


def answered(run: Generator[Any, Any, Any], *replies: Any) -> Any:
    """What a sub-generator gives back when its questions are answered so."""
    next(run)
    for reply in replies[:-1]:
        run.send(reply)
    with pytest.raises(StopIteration) as stopped:
        run.send(replies[-1])
    return stopped.value.value


def test_a_short_list_offers_and_takes_only_what_is_on_it() -> None:
    searches = wg.OneOf([toy.Search(lock=2), toy.Search(lock=5), wg.Decline()], "5.0")
    assert searches.legal() == [toy.Search(lock=2), toy.Search(lock=5), wg.Decline()]
    assert searches.check(toy.Search(lock=5)) is None
    problem = searches.check(toy.Search(lock=4))
    assert problem == Complaint(
        "that is not among the choices: 2; 5; decline", "5.0", "not-offered"
    )
    assert searches.help() == "Choose one of: 2; 5; decline"


def test_a_short_list_is_drawn_from_evenly() -> None:
    dice = wg.Dice(3)
    drawn = [FIRE_OR_NOT.sample(dice) for _ in range(1000)]
    assert 430 < drawn.count(toy.Fire()) < 570
    assert set(dice.mark()) == {"sample"}


@pytest.mark.usefixtures("toy")
def test_a_prompt_is_made_when_it_is_read() -> None:
    read: list[None] = []
    made = wg.Ask("red", toy.Fire, clause="4.1", answers=FIRE_OR_NOT, prompt=lambda: said(read))
    decision = wg.Decision(wg.new_game("toy/locks", seed=1), made, "d1", 0)
    assert not read
    assert decision.prompt == "Fire?"
    assert decision.plain()["prompt"] == "Fire?"
    assert len(read) == 2


def said(read: list[None]) -> str:
    read.append(None)
    return "Fire?"


def test_a_question_can_be_made_from_the_list_of_its_answers() -> None:
    ask = wg.Ask.one_of(
        "red",
        [wg.Decline(), toy.Search(lock=2), toy.Search(lock=5), toy.Fire()],
        clause="4.1",
        refused="4.2",
        about="red 1",
        help="Look or fire.",
    )
    # Declining is the last: the first kind is what the question is called.
    assert ask.kinds == (toy.Search, toy.Fire, wg.Decline)
    assert (ask.seat, ask.clause, ask.about, ask.answers.help()) == (
        "red",
        "4.1",
        "red 1",
        "Look or fire.",
    )
    assert ask.answers.check(toy.Search(lock=5)) is None
    problem = ask.answers.check(toy.Search(lock=4))
    assert problem is not None
    assert problem.clause == "4.2"
    plain = wg.Ask.one_of("red", [toy.Fire()], clause="4.1")
    problem = plain.answers.check(wg.Decline())
    assert problem is not None
    assert problem.clause == "4.1"


def test_ask_hands_back_the_answer() -> None:
    run = wg.ask("red", toy.Fire, clause="4.1", answers=FIRE_OR_NOT, about="red 1", prompt="Fire?")
    asked = next(run)
    assert isinstance(asked, wg.Ask)
    assert (asked.seat, asked.kinds, asked.clause, asked.about, asked.prompt) == (
        "red",
        (toy.Fire,),
        "4.1",
        "red 1",
        "Fire?",
    )
    run = wg.ask("red", toy.Fire, clause="4.1", answers=FIRE_OR_NOT)
    assert answered(run, toy.Fire()) == toy.Fire()


def test_a_question_without_answers_takes_every_command_of_its_kind() -> None:
    asked = wg.Ask("red", (toy.Fire, wg.Decline), clause="4.1")
    assert asked.answers.legal() == (toy.Fire(), wg.Decline())
    assert asked.answers.check(toy.Fire()) is None
    problem = asked.answers.check(toy.Search(lock=2))
    assert problem is not None
    assert problem.clause == "4.1"
    assert answered(wg.ask("red", toy.Fire, clause="4.1"), toy.Fire()) == toy.Fire()
    with pytest.raises(wg.WeathergageError, match=r"choose\.choice .* needs answers="):
        wg.Ask("red", wg.Choose, clause="4.1")


def test_together_hands_back_the_answers_in_the_order_of_the_questions() -> None:
    run = wg.together(question("red"), question("blue"))
    assert answered(run, (toy.Fire(), wg.Decline())) == (toy.Fire(), wg.Decline())


def test_questions_together_are_given_one_by_one_or_as_they_are_gone_through() -> None:
    red, blue = question("red"), question("blue")
    assert wg.Together(red, blue).asks == (red, blue)
    assert wg.Together(asked for asked in (red, blue)).asks == (red, blue)
    assert wg.Together([red]).asks == wg.Together(red).asks == (red,)


def test_together_with_nobody_to_ask_gives_no_answers_at_once() -> None:
    with pytest.raises(StopIteration) as stopped:
        next(wg.together())
    assert stopped.value.value == ()


def game_of(
    toy_ruleset: wg.Ruleset,
    *phases: wg.Phase,
    house_rules: Sequence[HouseRule] = (),
    **pieces: wg.Phase,
) -> wg.Game:
    """A game of the toy's scenario with other phases."""
    import dataclasses

    from weathergage.plugins import assemble_scenario, scenarios_of

    ruleset = dataclasses.replace(toy_ruleset, sequence=phases, pieces=pieces)
    scenario = scenarios_of(toy_ruleset)["locks"]
    return wg.Game(assemble_scenario(ruleset, scenario, house_rules=house_rules), 1)


def test_phases_run_in_order_with_plain_functions_at_once(toy: wg.Ruleset) -> None:
    ran: list[str] = []

    def first(game: wg.Game) -> None:
        ran.append("first")

    def second(game: wg.Game) -> wg.PhaseRun:
        ran.append("second")
        yield question()
        ran.append("answered")

    def last(game: wg.Game) -> None:
        ran.append(f"turn {game.turn}")

    game = game_of(
        toy,
        wg.Phase("one", "4.0", first, later_turns=False),
        wg.Phase("two", "4.0", second),
        wg.Phase("three", "4.0", last),
    )
    assert ran == ["first", "second"]
    assert (game.turn, game.phase) == (1, "two")
    game.submit(game.decisions[0].id, wg.Decline())
    assert ran == ["first", "second", "answered", "turn 1", "second"]
    assert game.turn == 2


def test_an_agenda_is_run_piece_by_piece_before_the_next_phase(toy: wg.Ruleset) -> None:
    ran: list[str] = []

    def fill(game: wg.Game) -> None:
        game.state.agenda = (("piece", ("a",)), ("piece", ("b",)), ("quiet", ()))

    def piece(game: wg.Game, name: str) -> wg.PhaseRun:
        ran.append(name)
        yield question()
        if name == "a":
            # A piece may add to what is still to do.
            game.state.agenda = (("piece", ("c",)), *game.state.agenda)

    def quiet(game: wg.Game) -> None:
        ran.append("quiet")

    def stop(game: wg.Game) -> None:
        game.state.outcome = wg.Outcome("draw", "done", "6.0")

    game = game_of(
        toy,
        wg.Phase("fill", "4.0", fill),
        wg.Phase("stop", "6.0", stop),
        piece=wg.Phase("piece", "4.0", piece),
        quiet=wg.Phase("quiet", "4.0", quiet),
    )
    while not game.over:
        assert game.phase == "piece"
        game.submit(game.decisions[0].id, wg.Decline())
    assert ran == ["a", "c", "b", "quiet"]
    game.undo()
    assert game.phase == "piece"
    assert ran[4:] == ["b"]


def bouts(game: wg.Game, ran: list[int], first: int = 1, met: bool = False) -> wg.PhaseRun:
    """Three bouts, each a die and a question; one may go on from any of its questions."""
    for bout in range(first, 4):
        if not (met and bout == first):
            ran.append(bout)
            game.roll("bout", f"bout {bout}", "4.0")
            game.keep_place("rest", bout)
        yield question()


def game_of_bouts(toy: wg.Ruleset, ran: list[int], *house_rules: HouseRule) -> wg.Game:
    def rest(game: wg.Game, bout: int) -> wg.PhaseRun:
        return bouts(game, ran, bout, met=True)

    phases = (
        wg.Phase("bouts", "4.0", lambda game: bouts(game, ran)),
        wg.Phase("pause", "4.0", lambda game: None),
    )
    return game_of(toy, *phases, house_rules=house_rules, rest=wg.Phase("bouts", "4.0", rest))


def test_undo_and_fork_come_back_to_a_place_that_a_phase_keeps(toy: wg.Ruleset) -> None:
    ran: list[int] = []
    game = game_of_bouts(toy, ran)
    for _ in range(2):
        game.submit(game.decisions[0].id, wg.Decline())
    assert (ran, game.phase) == ([1, 2, 3], "bouts")
    twin = game.fork()
    assert ran == [1, 2, 3]
    assert twin.decisions[0].id == game.decisions[0].id
    assert [e.plain() for e in twin.events] == [e.plain() for e in game.events]
    game.undo()
    assert ran == [1, 2, 3]
    for one in (game, twin):
        while one.turn == 1:
            one.submit(one.decisions[0].id, wg.Decline())
        assert one.phase == "bouts"
    assert [e.plain() for e in twin.events] == [e.plain() for e in game.events]
    assert twin.dice.mark() == game.dice.mark()
    while game.commands:
        game.undo()
    assert game.turn == 1


def test_a_place_is_not_kept_in_a_phase_that_a_house_rule_surrounds(toy: wg.Ruleset) -> None:
    begun: list[str] = []

    class Surround:
        @wg.hookimpl(wrapper=True)
        def phase(self, phase: wg.Phase) -> Generator[None, Any, Any]:
            begun.append(phase.id)
            return (yield)

    ran: list[int] = []
    surround = HouseRule("surround", "toy", "Surround", Surround(), phases=("bouts",))
    game = game_of_bouts(toy, ran, surround)
    game.submit(game.decisions[0].id, wg.Decline())
    game.fork()
    # The fork began the phase anew and played it as far as here.
    assert (ran, begun) == ([1, 2, 1, 2], ["bouts", "bouts"])


@pytest.mark.parametrize("asked", ["a question", wg.Together(), None])
def test_a_phase_that_asks_nothing_that_is_a_question_is_at_fault(
    toy: wg.Ruleset, asked: Any
) -> None:
    def phase(game: wg.Game) -> wg.PhaseRun:
        yield asked

    with pytest.raises(wg.StuckGame, match="phase odd asked something that is no question"):
        game_of(toy, wg.Phase("odd", "4.0", phase))


def test_a_sequence_that_never_asks_and_never_ends_is_stuck(toy: wg.Ruleset) -> None:
    def idle(game: wg.Game) -> None:
        pass

    with pytest.raises(wg.StuckGame, match="did not end in 10000 turns"):
        game_of(toy, wg.Phase("idle", "4.0", idle))


def test_a_question_of_three_kinds_of_answers_keeps_them_apart() -> None:
    commands: Sequence[wg.Command] = [toy.Fire(), wg.Decline(), wg.Choose(choice="ram")]
    offered = wg.OneOf(commands, "4.1", help="Fire, ram or let her pass.")
    assert offered.help() == "Fire, ram or let her pass."
    assert offered.check(wg.Choose(choice="board")) is not None


def test_a_question_without_words_of_its_own_is_put_all_the_same(toy: wg.Ruleset) -> None:
    def asks(game: wg.Game) -> Generator[Any, Any, None]:
        for about in ("east 1", None):
            yield wg.Ask.one_of("east", FIRE_OR_NOT.legal(), clause="4.1", about=about)
        game.state.outcome = wg.Outcome("draw", "done", "6.0")

    game = game_of(toy, wg.Phase("asks", "4.1", asks))
    assert game.decisions[0].prompt == "east 1: fire?"
    game.submit(game.decisions[0].id, wg.Decline())
    assert game.decisions[0].prompt == "east: fire?"
