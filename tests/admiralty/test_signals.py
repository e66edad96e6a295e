"""Signals: posting, reading, and who knows what they say (3.2)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, one, region, sea, ship, told
from hypothesis import given, strategies as st

import weathergage as wg
from weathergage_admiralty import signals
from weathergage_admiralty.signals import Post, SignalDown, SignalPosted, SignalRead, SignalWords
from weathergage_admiralty.state import Signal

WORDS = "engage the enemy van"


def fleet(*others: dict[str, Any], dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """The flagship Caesar, with the Zealous to starboard of her and others, when signals are sent.

    zealous: fields of that ship.
    """
    reader, flag = more.pop("zealous", {}), more.pop("caesar", {})
    return sea(
        ship("Caesar", flag=True, **flag),
        ship("Zealous", at=(30, 20), **reader),
        ship("Desaix", "french-74", at=(50, 50), side="french", flag=True),
        *others,
        phase="signals",
        dice=dice,
        **more,
    )


def post(game: wg.Game, words: str = WORDS, french: str = "") -> None:
    """The Caesar posts words, the Desaix others or nothing."""
    answer(game, Post(signals={"caesar": words}), seat="british")
    answer(game, Post(signals={"desaix": french} if french else {}), seat="french")


def reads(die: int, words: str = WORDS, **more: Any) -> bool:
    """Whether the Zealous reads the Caesar's signal with a die."""
    game = fleet(dice=wg.Dice.of(signal_zealous=(die,)), **more)
    post(game, words)
    (flying,) = game.state.signals
    return flying.read == (one(game, "zealous").n,)


# Notation


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("post engage the enemy", {"": "engage the enemy"}),
        ("post caesar: engage; zealous: down", {"caesar": "engage", "zealous": ""}),
        ("post down", {"": ""}),
        ("post nothing", {}),
    ],
)
def test_signals_are_written_as_they_are_read(line: str, fields: dict[str, str]) -> None:
    assert Post.read(line) == {"signals": fields}
    assert Post(signals=fields).write() == line


def test_quotes_and_blanks_about_a_message_do_not_count() -> None:
    assert Post.read('post "Engage  the enemy"') == {"signals": {"": "Engage the enemy"}}
    assert Post.read("sails keep") is None
    with pytest.raises(ValueError, match="write the message"):
        Post.read("post")
    with pytest.raises(ValueError, match="two messages"):
        Post.read("post caesar: engage; caesar: wear")


# Posting


@pytest.mark.clause("3.2-post")
def test_that_a_signal_flies_is_public_and_its_words_are_not() -> None:
    game = fleet(dice=wg.Dice.of(signal_zealous=(6,)))
    post(game)
    assert told(game, SignalPosted)[0].ship == "Caesar"
    assert told(game, SignalRead)[0].words == WORDS
    plain = str(game.view("french").plain())
    assert WORDS not in plain
    assert "SignalPosted" in plain
    assert WORDS in str(game.view("british").plain())
    assert [s.words for s in game.view("french").table.state.signals] == [""]


@pytest.mark.clause("3.2-post")
def test_the_enemys_record_holds_that_it_flies_and_not_its_words() -> None:
    game = sea(
        ship("Caesar", flag=True, setting="stop"),
        ship("Zealous", at=(30, 20), setting="stop"),
        ship("Desaix", "french-74", at=(50, 50), side="french", flag=True, setting="stop"),
        phase="wind",
    )
    post(game)
    for seat, knows in (("french", False), ("british", True)):
        lines = str(game.record_for(seat).lines())
        assert "SignalPosted" in lines
        assert (WORDS in lines) is knows


@pytest.mark.clause("3.2-post", "3.2")
def test_what_an_enemy_sees_does_not_depend_on_the_words_or_on_who_read_them() -> None:
    seen = []
    for words, die in ((WORDS, 1), ("tack together", 6)):
        game = fleet(dice=wg.Dice.of(signal_zealous=(die,)))
        post(game, words)
        seen.append(game.view("french").plain())
    assert seen[0] == seen[1]


@pytest.mark.clause("3.2-post")
def test_a_second_message_replaces_the_first_and_is_read_anew() -> None:
    game = fleet(dice=wg.Dice.of(signal_zealous=(6, 1)))
    post(game)
    signals.post(game, one(game, "caesar"), "tack together")
    (flying,) = game.state.signals
    assert (flying.words, flying.read) == ("tack together", ())


@pytest.mark.clause("3.2-post", "3.2")
def test_a_signal_flies_until_it_is_taken_down() -> None:
    game = fleet()
    post(game)
    signals.read_all(game)
    assert len(game.state.signals) == 1
    signals.post(game, one(game, "caesar"), "")
    assert game.state.signals == ()
    assert told(game, SignalDown)


@pytest.mark.clause("3.2-post")
def test_nothing_is_taken_down_where_nothing_flies() -> None:
    with pytest.raises(wg.IllegalCommand, match="no signal to take down"):
        post(fleet(), "")


@pytest.mark.clause("3.2-post")
def test_only_flagships_that_the_scenario_names_may_post() -> None:
    game = fleet()
    with pytest.raises(wg.IllegalCommand, match="'zealous' is not to be named"):
        answer(game, Post(signals={"zealous": WORDS}), seat="british")
    plain = sea(
        ship("Caesar"), ship("Desaix", "french-74", at=(40, 40), side="french"), phase="signals"
    )
    assert plain.phase != "signals"


@pytest.mark.clause("3.2-post")
def test_with_several_flagships_a_message_says_whose_it_is() -> None:
    game = fleet(ship("Victory", "british-104", at=(10, 40), flag=True))
    with pytest.raises(wg.IllegalCommand, match="say which flagship: caesar, victory"):
        answer(game, Post(signals={"": WORDS}), seat="british")
    answer(game, Post(signals={"caesar": "tack", "victory": "wear"}), seat="british")
    answer(game, Post(signals={}), seat="french")
    assert [s.words for s in game.state.signals] == ["tack", "wear"]


@pytest.mark.clause("3.2-post")
def test_the_only_flagship_need_not_be_named() -> None:
    game = fleet()
    answer(game, Post(signals={"": WORDS}), seat="british")
    answer(game, Post(signals={}), seat="french")
    assert game.state.signals[0].ship == one(game, "caesar").n


@pytest.mark.clause("3.2-post")
def test_the_signal_of_a_ship_that_is_lost_is_down() -> None:
    def flies(state: Any) -> None:
        state.signals = (Signal(1, 0, WORDS, 1), Signal(2, 2, "wear", 1))

    game = fleet(caesar={"surrendered": "french"}, arrange=flies)
    assert [s.words for s in game.state.signals] == ["wear"]


# Words


@pytest.mark.clause("3.2-length")
@pytest.mark.parametrize(
    ("count", "length"), [(1, "short"), (5, "short"), (6, "long"), (10, "long")]
)
def test_up_to_five_words_are_short_and_up_to_ten_long(count: int, length: str) -> None:
    message = " ".join(["tack"] * count)
    assert signals.wrong_words(message) is None
    assert signals.length_of(message) == length


@pytest.mark.clause("3.2-length")
@pytest.mark.parametrize("count", [0, 11])
def test_no_words_and_eleven_are_refused(count: int) -> None:
    problem = signals.wrong_words(" ".join(["tack"] * count))
    assert problem is not None
    assert problem.clause == "3.2-length"
    with pytest.raises(wg.IllegalCommand, match="1 to 10 words"):
        post(fleet(), " ".join(["tack"] * count) or " ")


@pytest.mark.clause("3.2-words")
def test_tack_at_3_is_three_words() -> None:
    assert signals.wrong_words("Tack at 3") is None
    assert signals.length_of("Tack at 3") == "short"


@pytest.mark.clause("3.2-words")
@pytest.mark.parametrize("word", ["Tack3together", "tack-together", "w8", "x" * 16, "now!"])
def test_run_on_words_and_words_with_numbers_are_refused(word: str) -> None:
    problem = signals.wrong_words(f"please {word}")
    assert problem is not None
    assert problem.clause == "3.2-words"
    with pytest.raises(wg.IllegalCommand, match="will not do"):
        post(fleet(), word)


@pytest.mark.clause("3.2-words")
def test_with_the_option_no_word_has_more_than_three_syllables() -> None:
    words = {"tack": 1, "line": 1, "engage": 2, "enemy": 3, "little": 2, "independently": 5}
    assert {word: signals.count_syllables(word) for word in words} == words
    limited = {"syllables": True}
    with pytest.raises(wg.IllegalCommand, match="at most 3 syllables"):
        post(fleet(options=limited), "act independently")
    post(fleet(options=limited), "engage the enemy")
    post(fleet(), "act independently")


@given(st.text(max_size=40))
@pytest.mark.clause("3.2-words", "3.2-length")
def test_a_message_that_may_be_posted_is_of_letters_and_digits_only(message: str) -> None:
    if signals.wrong_words(message) is None:
        words = message.split()
        assert 1 <= len(words) <= 10
        assert all(word.isalpha() or word.isdecimal() for word in words)


# Reading


@pytest.mark.clause("3.2", "3.2-read")
@pytest.mark.parametrize(("die", "read"), [(4, True), (3, False)])
def test_a_reader_in_combat_needs_a_4_for_a_short_signal_in_clear_sight(
    die: int, read: bool
) -> None:
    assert reads(die, zealous={"fought": True}) is read


@pytest.mark.clause("3.2")
def test_after_a_throw_that_failed_the_words_stay_hidden_from_that_ship() -> None:
    game = fleet(dice=wg.Dice.of(signal_zealous=(1,)))
    post(game)
    assert told(game, SignalRead)[0].words == ""
    assert list(signals.signals_read(game.state, one(game, "zealous"))) == []
    assert [s.words for s in signals.signals_read(game.state, one(game, "caesar"))] == [WORDS]


@pytest.mark.clause("3.2")
def test_each_ship_tries_once_a_turn_and_again_in_the_next() -> None:
    game = fleet(dice=wg.Dice.of(signal_zealous=(1, 6)))
    post(game)
    signals.read_all(game)
    assert len(told(game, SignalRead)) == 1
    game.state.signals = tuple(s._replace(tried=()) for s in game.state.signals)
    signals.read_all(game)
    assert [bool(e.words) for e in told(game, SignalRead)] == [False, True]
    game.state.signals = tuple(s._replace(tried=()) for s in game.state.signals)
    signals.read_all(game)
    assert len(told(game, SignalRead)) == 2


@pytest.mark.clause("3.2")
def test_enemies_do_not_read() -> None:
    game = fleet(dice=wg.Dice.of(6, 6, 6, 6))
    post(game, french="tack")
    ours, theirs = game.state.signals
    assert one(game, "desaix").n not in ours.read
    assert theirs.read == ()


@pytest.mark.clause("3.2")
def test_for_one_player_who_commands_a_side_alone_signals_do_nothing() -> None:
    """All that a signal changes is who has read it."""
    silent, loud = fleet(), fleet()
    answer(silent, Post(signals={}), seat="british")
    answer(silent, Post(signals={}), seat="french")
    post(loud)
    loud.state.signals = ()
    british = loud.view("british").table.plain()
    assert british == silent.view("british").table.plain()
    assert [s.words for s in told(loud, SignalWords)] == [WORDS]


@pytest.mark.clause("3.0", "3.2")
def test_signals_are_read_after_movement_and_before_fire() -> None:
    phases = [phase.id for phase in fleet().rules.later]
    assert phases.index("movement") < phases.index("signals") < phases.index("cannon")
    assert phases.index("cannon") < phases.index("sails") < phases.index("surrender")


@pytest.mark.clause("3.2-read")
@pytest.mark.parametrize(
    ("words", "blocked", "needed"),
    [("tack", False, 3), ("tack", True, 5), ("a b c d e f", False, 4), ("a b c d e f", True, 6)],
)
def test_what_is_needed_goes_by_length_and_line_of_sight(
    words: str, blocked: bool, needed: int
) -> None:
    between = [ship("Pique", "british-38", at=(25, 20))] if blocked else []

    def try_it(die: int) -> bool:
        game = fleet(*between, dice=wg.Dice.of(signal_zealous=(die,)))
        post(game, words)
        return one(game, "zealous").n in game.state.signals[0].read

    assert [try_it(needed - 1), try_it(needed)] == [False, True]


@pytest.mark.clause("3.2-line-of-sight")
def test_a_third_base_on_the_line_blocks_it_and_open_water_does_not() -> None:
    def sight(*others: dict[str, Any], **more: Any) -> str:
        game = fleet(*others, **more)
        stands = [thing.stand for thing in game.state.ships]
        return signals.line_of_sight(game, one(game, "zealous"), one(game, "caesar"), stands)

    land = region("Green Island", "land", (24, 10), (26, 10), (26, 30), (24, 30))
    shoal = region("Pearl Rock", "shoal", (24, 10), (26, 10), (26, 30), (24, 30))
    assert sight() == "clear"
    assert sight(ship("Pique", "british-38", at=(25, 20))) == "blocked"
    assert sight(ship("Pique", "french-38", at=(25, 20), side="french")) == "blocked"
    assert sight(ship("Pique", "british-38", at=(25, 25))) == "clear"
    assert sight(regions=[shoal]) == "clear"
    assert sight(regions=[land]) == "land"


@pytest.mark.clause("3.2-line-of-sight")
def test_behind_land_nothing_is_read_whatever_the_die() -> None:
    land = region("Green Island", "land", (24, 10), (26, 10), (26, 30), (24, 30))
    game = fleet(dice=wg.Dice.of(signal_zealous=(6,)), regions=[land])
    post(game)
    assert game.state.signals[0].read == ()
    assert not told(game, SignalRead)


@pytest.mark.clause("3.2-combat")
@pytest.mark.parametrize(
    ("sender", "reader", "off"),
    [(True, False, 1), (True, True, 2), (False, True, 1), (False, False, 0)],
)
def test_each_ship_in_combat_takes_one_off(sender: bool, reader: bool, off: int) -> None:
    game = fleet(
        dice=wg.Dice.of(signal_zealous=(6,)),
        caesar={"fought": sender},
        zealous={"fought": reader},
    )
    post(game)
    assert told(game, SignalRead)[0].die == 6 - off


@pytest.mark.clause("3.2-combat")
def test_combat_is_fire_of_the_turn_before_passing_fire_or_a_lock_with_an_enemy() -> None:
    game = fleet(ship("Pique", "french-38", at=(31.5, 20), side="french"))
    zealous, pique = one(game, "zealous"), one(game, "pique")
    assert not signals.in_combat(game.state, zealous)
    game.state.called = ((pique.n, "port", zealous.n),)
    assert signals.in_combat(game.state, zealous)
    assert signals.in_combat(game.state, pique)
    game.state.called = ()
    zealous.locks, pique.locks = ((pique.n, 1),), ((zealous.n, 0),)
    assert signals.in_combat(game.state, zealous)
    pique.surrendered = "british"
    assert not signals.in_combat(game.state, zealous)
    zealous.locks = ((one(game, "caesar").n, 1),)
    assert not signals.in_combat(game.state, zealous)


@pytest.mark.clause("3.2-officers")
@pytest.mark.parametrize(("reader", "sender", "off"), [(1, 2, 3), (0, 0, 0)])
def test_every_officer_hit_of_the_two_ships_takes_one_off(
    reader: int, sender: int, off: int
) -> None:
    game = fleet(
        dice=wg.Dice.of(signal_zealous=(6,)),
        caesar={"officers": sender},
        zealous={"officers": reader},
    )
    post(game)
    assert told(game, SignalRead)[0].die == 6 - off


@pytest.mark.clause("3.2")
def test_dice_for_reading_are_told_to_the_reader_alone() -> None:
    game = fleet()
    post(game)
    rolled = [e for e in game.events if isinstance(e, wg.Told) and isinstance(e.inner, wg.Rolled)]
    assert [e.seat for e in rolled] == ["british"]
    assert not [e for e in game.view("french").events if isinstance(e, wg.Rolled)]


def test_samples_are_legal_and_with_the_option_too() -> None:
    game = fleet(options={"syllables": True})
    for seed in range(60):
        for decision in game.decisions:
            assert decision.complaint(decision.sample(wg.Dice(seed))) is None
            assert "post" in decision.help()
