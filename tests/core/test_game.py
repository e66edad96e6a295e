from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy import TOY, Fire, Hide, Orders, Search

import weathergage as wg
from weathergage.dice import seed_commitment
from weathergage.plugins import assemble_scenario, find_scenario
from weathergage.testing import position

pytestmark = pytest.mark.usefixtures("toy")


def new(scenario: str = "locks", seed: int = 5, **choices: Any) -> wg.Game:
    return wg.new_game(f"toy/{scenario}", seed=seed, **choices)


def decision(game: wg.Game, seat: str, kind: str = "") -> wg.Decision:
    return next(d for d in game.decisions if d.seat == seat and kind in ("", d.kind))


def give(game: wg.Game, seat: str, command: Any) -> None:
    game.submit(decision(game, seat).id, command, seat=seat)


def hidden(game: wg.Game, red: int = 2, blue: int = 7) -> wg.Game:
    give(game, "red", Hide(lock=red))
    give(game, "blue", Hide(lock=blue))
    return game


def ordered(game: wg.Game, **steps: int) -> wg.Game:
    """Both sides' orders by "red_1" and the like; boats not named stay."""
    for seat in game.seats:
        own = {k.replace("_", " "): v for k, v in steps.items() if k.startswith(seat)}
        give(game, seat, Orders(steps=own))
    return game


def to_reaction(seed: int = 5, **choices: Any) -> wg.Game:
    """A game in which red has just been asked whether to fire at blue's boat, in turn 4."""
    game = hidden(new("still-water", seed, **choices))
    for _ in range(3):
        ordered(game, red_1=1, blue_1=1)
        give(game, "red", wg.Decline())
        give(game, "blue", wg.Decline())
    # Red is in lock 3 and blue in lock 6: they meet when blue moves.
    ordered(game, red_1=1, blue_1=1)
    assert (game.decisions[0].seat, game.decisions[0].kind) == ("red", "fire")
    return game


def to_both_reactions(**choices: Any) -> wg.Game:
    """The turn after: blue is asked as red passes, and red will be as blue passes."""
    game = to_reaction(**choices)
    for seat in ("red", "red", "blue"):
        give(game, seat, wg.Decline())
    ordered(game, red_1=1, blue_1=1)
    assert (game.decisions[0].seat, game.decisions[0].kind) == ("blue", "fire")
    return game


# What is open


def test_a_new_game_asks_the_first_questions() -> None:
    game = new()
    assert [(d.id, d.seat, d.kind, d.clause) for d in game.decisions] == [
        ("red-1", "red", "hide", "1.0"),
        ("blue-1", "blue", "hide", "1.0"),
    ]
    assert (game.turn, game.phase, game.over, game.outcome) == (1, "hide", False, None)
    assert game.seats == ("red", "blue")
    assert len(game.decisions[0].legal() or ()) == 10
    assert game.decisions[0].schema["properties"]["lock"]["type"] == "integer"


def test_choices_that_do_not_exist_are_refused_with_what_does() -> None:
    with pytest.raises(wg.UnknownName, match="did you mean locks"):
        wg.new_game("toy/lock")
    with pytest.raises(wg.UnknownName, match="did you mean toy/locks"):
        wg.new_game("locks")
    with pytest.raises(wg.UnknownName, match="ruleset is called 'canal'"):
        wg.new_game("canal/locks")
    with pytest.raises(wg.UnknownName, match="did you mean squall"):
        new(options={"squal": True})
    with pytest.raises(wg.UnknownName, match="assisted"):
        new(mode="assist")
    with pytest.raises(wg.UnknownName, match="undo policy"):
        new(undo="sometimes")
    with pytest.raises(wg.UnknownName, match="seat"):
        new().view("green")
    with pytest.raises(wg.UnknownName, match="house rule"):
        new(house_rules=["none-such"])


def test_views_are_equal_where_a_seat_sees_the_same() -> None:
    game, other = new(), new()
    give(game, "blue", Hide(lock=7))
    give(other, "blue", Hide(lock=9))
    assert game.view("red") == other.view("red") == game.fork().view("red")
    assert game.view("blue") != other.view("blue")
    assert game.view("red") != game.view("blue")


def test_options_that_contradict_one_another_are_refused_with_both_clauses() -> None:
    with pytest.raises(wg.Contradiction, match=r"calm \(clause 2.3\) excludes squall \(clause 2"):
        new(options={"calm": True, "squall": True})
    with pytest.raises(wg.Contradiction, match=r"gale \(clause 2.2\) needs squall \(clause 2.1\)"):
        new(options={"gale": True})
    with pytest.raises(wg.Contradiction, match=r"suspends clause 2.0"):
        new("still-water", options={"calm": True})
    with pytest.raises(wg.Contradiction, match="shot"):
        new(options={"shot": "triple"})
    assert new(options={"squall": True, "gale": True}).rules.options.is_on("gale")


def test_options_may_be_the_rulesets_own_model_of_which_counts_what_was_named() -> None:
    chosen = TOY.options(squall=True)
    assert new(options=chosen).rules is new(options={"squall": True}).rules
    with pytest.raises(wg.Contradiction, match="excludes squall"):
        new(options=TOY.options(calm=True, squall=True))


@pytest.mark.parametrize("alone", ["fog", Path("fog.toml")])
def test_house_rules_are_a_list(alone: Any) -> None:
    with pytest.raises(wg.Contradiction, match="house_rules is a list of ids"):
        new(house_rules=alone)


def test_a_game_without_a_seed_draws_one_of_128_bits() -> None:
    seeds = {wg.new_game("toy/locks").seed for _ in range(4)}
    assert len(seeds) == 4
    assert max(seeds) > 1 << 96


# Answers


def test_answers_given_together_wait_for_the_last() -> None:
    game = new()
    give(game, "blue", Hide(lock=7))
    assert game.phase == "hide"
    assert [d.seat for d in game.decisions] == ["red"]
    assert game.view("blue").pending == (Hide(lock=7),)
    assert game.view("red").pending == ()
    give(game, "red", {"lock": 2})
    assert game.phase == "orders"
    assert game.state.chests == {"red": 2, "blue": 7}


def test_a_refused_answer_says_why_and_what_is_open_and_changes_nothing() -> None:
    game = new()
    before = position(game)
    with pytest.raises(wg.IllegalCommand) as caught:
        game.submit("red-1", Hide(lock=10))
    error = caught.value
    assert (error.clause, error.code, error.open) == ("1.0", "not-offered", ("red-1",))
    assert str(error).endswith("(clause 1.0)")
    with pytest.raises(wg.IllegalCommand, match="takes hide, not fire"):
        game.submit("red-1", Fire())
    with pytest.raises(wg.IllegalCommand, match="hide: lock: ") as caught:
        game.submit("red-1", {"lock": "deep"})
    assert caught.value.clause == "1.0"
    assert position(game) == before


def test_nobody_answers_for_another_seat() -> None:
    game = new()
    with pytest.raises(wg.IllegalCommand, match="red-1 is red's to answer, not blue's") as caught:
        game.submit("red-1", Hide(lock=1), seat="blue")
    assert (caught.value.code, caught.value.open) == ("wrong-seat", ("blue-1",))


def test_an_answer_sent_twice_is_refused_with_what_is_open_now() -> None:
    game = new()
    game.submit("red-1", Hide(lock=1))
    with pytest.raises(wg.DecisionClosed) as caught:
        game.submit("red-1", Hide(lock=1))
    assert str(caught.value) == "decision red-1 is not open; open now: blue-1 (blue: hide)"
    assert caught.value.open == ("blue-1",)
    with pytest.raises(wg.DecisionClosed) as caught:
        game.submit("red-1", Hide(lock=1), seat="red")
    assert str(caught.value) == "decision red-1 is not open; open now: nothing"
    assert caught.value.open == ()


def test_simultaneous_answers_in_either_order_give_the_same_events() -> None:
    one, other = new(), new()
    give(one, "red", Hide(lock=2))
    give(one, "blue", Hide(lock=7))
    give(other, "blue", Hide(lock=7))
    give(other, "red", Hide(lock=2))
    assert position(one) == position(other)


def test_who_can_do_nothing_is_not_asked() -> None:
    game = to_reaction()
    for boat in game.state.boats:
        if boat.side == "blue":
            boat.hits = 2
    give(game, "red", wg.Decline())
    while not game.over:
        assert {d.seat for d in game.decisions} == {"red"}
        game.submit(game.decisions[0].id, game.decisions[0].sample(wg.Dice(1)))


# Book and assisted


def test_assisted_refuses_an_error_that_the_book_makes_an_event() -> None:
    game = hidden(new())
    with pytest.raises(wg.IllegalCommand, match="red 1 goes 1 at most") as caught:
        give(game, "red", Orders(steps={"red 1": 5}))
    assert (caught.value.clause, caught.value.about) == ("3.1", "red 1")


def test_the_book_lets_the_error_be_suffered() -> None:
    game = hidden(new(mode="book"))
    ordered(game, red_1=5, red_2=1)
    assert [e.say() for e in game.events if e.kind in ("Grounded", "Moved")] == [
        "red 1 runs aground.",
        "red 2 goes to lock 1.",
    ]


def test_what_is_malformed_is_refused_in_both() -> None:
    for mode in ("assisted", "book"):
        game = hidden(new(mode=mode))
        with pytest.raises(wg.IllegalCommand, match="there is no boat"):
            give(game, "red", Orders(steps={"red 9": 1}))
        with pytest.raises(wg.IllegalCommand, match="orders: steps"):
            give(game, "red", {"steps": {"red 1": "far"}})


# Undo


def test_undo_takes_back_a_command_with_all_that_followed_and_buys_no_roll() -> None:
    game = to_reaction()
    before = position(game)
    asked = game.decisions[0].id
    give(game, "red", Fire())
    after = position(game)
    assert game.events[-1].plain() != before[2]
    game.undo()
    assert position(game) == before
    assert game.decisions[0].id != asked
    with pytest.raises(wg.DecisionClosed):
        game.submit(asked, Fire())
    give(game, "red", Fire())
    assert position(game) == after


def test_undo_goes_back_across_phases_turns_and_the_end() -> None:
    game = new(seed=9)
    dice = wg.Dice(1)
    positions = [position(game)]
    while not game.over:
        d = game.decisions[0]
        game.submit(d.id, d.sample(dice))
        positions.append(position(game))
    given = [(c.seat, c.command) for c in game.commands]
    for wanted in positions[-2::-1]:
        game.undo()
        assert position(game) == wanted
    with pytest.raises(wg.IllegalCommand, match="nothing to take back"):
        game.undo()
    for (seat, command), wanted in zip(given, positions[1:], strict=True):
        give(game, seat, command)
        assert position(game) == wanted


def test_one_takes_back_only_ones_own_last_command() -> None:
    game = new()
    give(game, "red", Hide(lock=1))
    with pytest.raises(wg.IllegalCommand, match="red's, so blue cannot take it back"):
        game.undo("blue")
    game.undo("red")
    assert len(game.commands) == 0


def refuses_undo(game: wg.Game, seat: str) -> bool:
    before = position(game)
    try:
        game.undo(seat)
    except wg.IllegalCommand as error:
        code = error.code
    else:
        return False
    assert code == "undo-refused"
    assert position(game) == before
    return True


def test_by_the_book_a_command_stands_once_something_followed_it() -> None:
    game = new(undo="book")
    give(game, "red", Hide(lock=1))
    assert not refuses_undo(game, "red")
    hidden(game)
    assert refuses_undo(game, "blue"), "the chests were revealed together"
    game = to_reaction(undo="book")
    give(game, "red", wg.Decline())
    assert not refuses_undo(game, "red"), "nothing followed a refusal to fire"
    give(game, "red", Fire())
    assert refuses_undo(game, "red"), "a die was rolled"


def test_by_the_book_nothing_is_taken_back_in_a_phase_that_forbids_it() -> None:
    game = ordered(hidden(new(undo="book")))
    assert game.phase == "search"
    give(game, "red", wg.Decline())
    assert refuses_undo(game, "red")


def test_by_the_book_another_seats_standing_order_is_its_act() -> None:
    game = to_both_reactions(undo="book")
    give(game, "blue", wg.Decline())
    assert not refuses_undo(game, "blue")
    game.stand("red", "fire", wg.Decline())
    give(game, "blue", wg.Decline())
    assert game.commands[-1].standing
    assert refuses_undo(game, "blue")


def test_a_game_may_let_nothing_be_taken_back() -> None:
    game = new(undo="never")
    give(game, "red", Hide(lock=1))
    assert refuses_undo(game, "red")


# Forks


def test_a_fork_does_not_touch_its_parent_and_plays_on_alike() -> None:
    game = to_reaction()
    before = position(game)
    fork = game.fork()
    assert [d.id for d in fork.decisions] == [d.id for d in game.decisions]
    give(fork, "red", Fire())
    assert position(game) == before
    give(game, "red", Fire())
    assert position(game) == position(fork)


def test_a_fork_of_a_half_answered_question_keeps_the_answer() -> None:
    game = new()
    give(game, "red", Hide(lock=1))
    fork = game.fork()
    assert [d.id for d in fork.decisions] == ["blue-1"]
    give(fork, "blue", Hide(lock=8))
    assert fork.state.chests == {"red": 1, "blue": 8}
    assert game.phase == "hide"


# Standing orders


def test_a_standing_order_answers_until_it_is_withdrawn() -> None:
    game = to_both_reactions()
    game.stand("red", "fire", {"kind": "fire"})
    game.stand("blue", "fire", {"kind": "decline"})
    assert (game.decisions[0].seat, game.decisions[0].kind) == ("red", "search")
    assert [(c.seat, c.command.KIND) for c in game.commands if c.standing] == [
        ("blue", "decline"),
        ("red", "fire"),
    ]
    assert sum(isinstance(e, wg.Rolled) for e in game.events) == 1
    game = to_both_reactions()
    game.stand("red", "fire", Fire())
    game.stand("red", "fire", None)
    give(game, "blue", wg.Decline())
    assert (game.decisions[0].seat, game.decisions[0].kind) == ("red", "fire")


def test_a_standing_order_is_given_again_after_undo_but_not_to_what_was_undone() -> None:
    game = new()
    game.stand("blue", "hide", Hide(lock=8))
    assert [d.seat for d in game.decisions] == ["red"]
    give(game, "red", Hide(lock=1))
    game.undo()
    assert [d.seat for d in game.decisions] == ["red"]
    game = new()
    give(game, "red", Hide(lock=1))
    game.stand("blue", "hide", Hide(lock=8))
    assert game.phase == "orders"
    game.undo("red")
    assert [d.seat for d in game.decisions] == ["red"], "blue's order stands"
    give(game, "red", Hide(lock=3))
    assert game.state.chests == {"red": 3, "blue": 8}


def test_a_standing_order_that_is_illegal_now_is_not_given() -> None:
    game = ordered(hidden(new()))
    game.stand("red", "search", Search(lock=5))
    assert decision(game, "red", "search")
    game.stand("red", "search", Search(lock=0))
    assert game.decisions[0].seat == "blue"


def test_a_standing_order_for_what_does_not_exist_is_refused() -> None:
    game = new()
    with pytest.raises(wg.UnknownName, match="seat"):
        game.stand("green", "fire", Fire())
    with pytest.raises(wg.UnknownName, match="did you mean fire"):
        game.stand("red", "fires", Fire())
    with pytest.raises(wg.IllegalCommand, match="search: lock"):
        game.stand("red", "search", {"lock": "here"})
    with pytest.raises(wg.IllegalCommand, match="not no-such"):
        game.stand("red", "fire", {"kind": "no-such"})


# Chance


def test_looking_and_drawing_move_no_die() -> None:
    game = to_reaction()
    mark = game.dice.mark()
    for _ in range(5):
        game.decisions[0].sample(wg.Dice(1))
        game.decisions[0].legal()
        game.view("red").plain()
    assert game.dice.mark() == mark


def test_a_draw_may_come_from_any_generator_of_chance() -> None:
    import random

    game = new()
    assert game.decisions[0].sample(random.Random(1)) in (game.decisions[0].legal() or ())
    with pytest.raises(wg.WeathergageError, match="takes Dice, not str"):
        game.decisions[0].sample("dice")


def test_every_roll_is_an_event_with_purpose_and_clause() -> None:
    game = to_reaction()
    give(game, "red", Fire())
    rolled = [e for e in game.events if isinstance(e, wg.Rolled)]
    assert [(e.purpose, e.clause, e.about) for e in rolled] == [("fire at blue 1", "4.1", "blue 1")]
    assert rolled[0].faces == (rolled[0].result,)


def test_the_journal_may_be_off_and_the_game_is_the_same() -> None:
    loud, quiet = new(seed=3), new(seed=3, journal=False)
    dice = wg.Dice(2)
    while not loud.over:
        d = loud.decisions[0]
        command = d.sample(dice)
        give(loud, d.seat, command)
        give(quiet, d.seat, command)
    assert quiet.events == []
    assert position(quiet)[:2] == position(loud)[:2]
    assert quiet.record.lines() == loud.record.lines()


# Secrets


def test_a_hidden_chest_is_in_nothing_that_the_other_side_can_reach() -> None:
    from weathergage.testing import reachable

    def told(blue: int) -> dict[str, str]:
        game = hidden(new(), red=3, blue=blue)
        ordered(game, red_1=1, blue_1=1)
        return reachable(game, "red")

    assert told(7) == told(4)
    game = hidden(new(), red=3, blue=7)
    assert game.view("blue").table.chest == 7
    assert game.view("red").table.chest == 3
    assert any(isinstance(e, wg.Told) for e in game.view("blue").events)


def test_a_search_reveals_it() -> None:
    game = ordered(hidden(new(), red=3, blue=0))
    give(game, "red", Search(lock=0))
    assert game.over
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.clause) == ("red", "5.0")
    assert game.decisions == ()
    assert game.events[-1].kind == "GameEnded"


def test_a_seats_record_has_a_commitment_and_the_seed_only_at_the_end() -> None:
    game = hidden(new(seed=77), blue=0)
    mine = game.record_for("blue")
    assert "seed" not in mine.header
    assert mine.header["seed_commitment"] == seed_commitment(77)
    assert {seat for seat, _, _ in mine.commands} == {"blue"}
    ordered(game)
    give(game, "red", Search(lock=0))
    after = game.record_for("blue")
    assert seed_commitment(after.header["seed"]) == mine.header["seed_commitment"]
    with pytest.raises(wg.UnknownName):
        game.record_for("green")


def test_captains_play_a_game_to_its_end() -> None:
    game = new(seed=4)
    wg.play_out(game, {seat: wg.RandomCaptain(seat, wg.Dice(1)) for seat in game.seats})
    assert game.over


def test_without_a_journal_undo_still_goes_back_to_the_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # So few are kept that most have been dropped by the end.
    monkeypatch.setattr("weathergage.game.FEW", 2)
    game, dice = new(seed=9, journal=False), wg.Dice(1)
    positions = [position(game)[:2]]
    while not game.over:
        d = game.decisions[0]
        game.submit(d.id, d.sample(dice))
        positions.append(position(game)[:2])
    assert len(game._checkpoints) <= 3 < len(positions)
    for wanted in positions[-2::-1]:
        game.undo()
        assert position(game)[:2] == wanted


@pytest.mark.parametrize("dear", [True, False])
def test_undo_and_fork_do_not_play_a_dear_phase_again_once_it_is_over(dear: bool) -> None:
    sequence = tuple(replace(p, dear=dear and p.id == "orders") for p in TOY.sequence)
    ruleset = replace(TOY, sequence=sequence, checkpoint_after=1000)
    rules = assemble_scenario(ruleset, find_scenario("toy/locks")[1], None)
    game, dice = wg.Game(rules, 5, journal=False), wg.Dice(1)
    positions, ordered = [position(game)[:2]], 0
    while not game.over and game.turn < 4:
        d = game.decisions[0]
        if d.kind == "orders":
            ordered = len(game.commands) + 1
        game.submit(d.id, d.sample(dice))
        positions.append(position(game)[:2])
        assert position(game.fork())[:2] == positions[-1]
        behind = len(game.commands) - game._checkpoints[-1].logged
        if game.phase not in ("orders", "hide", "wind"):
            assert (behind == len(game.commands) - ordered) is dear
    for wanted in positions[-2::-1]:
        game.undo()
        assert position(game)[:2] == wanted
