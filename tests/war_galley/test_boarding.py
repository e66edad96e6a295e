"""Boarding: who boards whom, with how much, the dice, capture, repulse and what they cost."""

from __future__ import annotations

import pytest
from fighting import Talk, acting, battle, lines, punic, read, rolled, roman
from galleys import answer, commander, leader, one, sea, told

import weathergage as wg
from weathergage_war_galley import boarding, grappling, missiles, sinking
from weathergage_war_galley.boarding import (
    COMMANDS,
    Board,
    Boarded,
    Boardings,
    Taken,
    TreasureTaken,
)
from weathergage_war_galley.steps import allowance

ROMANS = (("", ("5/1",)),)
TWO = (("a", ("5/1", "5/2")),)


def grappled(*faces, own=None, others=(), by=(), squadrons=ROMANS, dice=None, **target):
    """5/1, M3, Grappled to 5/51, M1, in whose Boarding Segment we are. by: others that hold it."""
    things = [
        roman("5/1", "2319", **{"manpower": 3, **(own or {})}),
        punic("5/51", "2420", **{"manpower": 1, "grappled": ("5/1", *by), **target}),
        *others,
    ]
    return battle(*things, squadrons=squadrons, dice=dice or wg.Dice.of(*faces), commanders=())


def segment(game, squadrons=(0,)):
    return Talk(boarding.segment(game, squadrons))


def two_on_one(*faces, first=2, second=2, target=1, squadrons=(("", ("5/1", "5/2")),), **more):
    """Two Romans Grappled to 5/51."""
    second_ = roman("5/2", "2520", **{"manpower": second, **more.pop("two", {})})
    return grappled(
        *faces,
        own={"manpower": first, **more.pop("one", {})},
        others=(second_,),
        by=("5/2",),
        squadrons=squadrons,
        manpower=target,
        **more,
    )


def one_on_two(*faces, manpower=3, second=1, **more):
    """5/1 Grappled to 5/51 and 5/52."""
    other = punic("5/52", "2220", manpower=second, grappled=("5/1",))
    return grappled(*faces, own={"manpower": manpower}, others=(other,), **more)


# Who boards


@pytest.mark.clause("8.21")
@pytest.mark.clause("3.1.E2")
def test_m1_boards_a_grappled_enemy():
    talk = segment(grappled(own={"manpower": 1}))
    assert (talk.ask.seat, talk.ask.clause) == ("rome", "8.21")
    assert talk.lines == ["decline", "board 5/51 from 5/1 1"]


@pytest.mark.clause("8.21")
@pytest.mark.clause("8.64")
@pytest.mark.parametrize("own", [{"manpower": 0}, {"manpower": 2, "depletion": 2}])
def test_m0_does_not_board(own):
    assert segment(grappled(own=own)).over


@pytest.mark.clause("8.21")
@pytest.mark.clause("8.64")
def test_m0_defends():
    game = grappled(3, 2, own={"manpower": 1}, manpower=0)
    segment(game).say("board 5/51 from 5/1 1")
    assert (told(game, Boarded)[0].needed, told(game, Boarded)[0].result) == (6, "Repulsed")


@pytest.mark.clause("8.25-use")
def test_a_captured_galley_does_not_board():
    assert segment(grappled(own={"captured": "recaptured"})).over


@pytest.mark.clause("8.14")
def test_a_fouled_pair_without_a_grapple_does_not_board():
    game = battle(
        roman("5/1", "2319", manpower=3, fouled=("5/51",)),
        punic("5/51", "2420"),
        squadrons=ROMANS,
    )
    assert segment(game).over


@pytest.mark.clause("8.21")
def test_grappled_by_the_enemy_earlier_it_may_board_him():
    game = grappled(squadrons=(("", ("5/51",)),), manpower=2, own={"hooks": ("5/51",)})
    talk = segment(game)
    assert talk.ask.seat == "carthage"
    assert talk.lines == ["decline", "board 5/1 from 5/51 2"]


@pytest.mark.clause("8.21")
def test_nobody_boards_his_own():
    game = grappled()
    one(game, "5/51").side = "rome"
    assert segment(game).over


@pytest.mark.clause("7.16-rammed")
def test_a_rammed_galley_boards_if_it_is_grappled():
    assert len(segment(grappled(own={"rammed": True, "rammer": "5/51"})).lines) == 2


@pytest.mark.clause("3.1.E2")
@pytest.mark.clause("3.1.E")
def test_boarding_waits_until_the_whole_squadron_has_moved():
    game = sea(
        roman("5/1", "2319", manpower=4, crew=4),
        roman("5/2", "2719", manpower=4),
        punic("5/51", "2420", manpower=0),
        commanders=[commander("duilius", "5/1", initiative=1)],
        squadrons=[("duilius", ("5/1", "5/2"))],
        dice=wg.Dice.of(grapple=(6,), boarding=(6, 2)),
    )
    say(game, "move 5/1", "row 0", "grapple 5/51", "rest")
    # 5/1 holds its enemy, and 5/2 has still to move.
    assert game.decisions[0].about == "5/2"
    say(game, "move 5/2", "row 0")
    assert game.decisions[0].clause == "8.21"
    say(game, "board 5/51 from 5/1 4")
    assert one(game, "5/51").side == "rome"


def say(game, *written):
    """Answer one question after another by lines that are among its answers."""
    for line in written:
        (decision,) = game.decisions
        found = {command.write(): command for command in decision.legal()}
        assert line in found, f"{line} is not among {list(found)}"
        answer(game, found[line])


# Several galleys


@pytest.mark.clause("8.22-many-attackers")
@pytest.mark.clause("8.23")
@pytest.mark.clause("8.23-table")
@pytest.mark.parametrize(("faces", "result"), [((1, 2), "Repulsed"), ((1, 3), "Captured")])
def test_two_of_m2_against_m1_need_4_to_12(faces, result):
    game = two_on_one(*faces)
    segment(game).say("board 5/51 from 5/1 2, 5/2 2")
    (event,) = told(game, Boarded)
    assert (event.needed, event.result) == (4, result)
    assert event.boarders == (("5/1", 2), ("5/2", 2))


@pytest.mark.clause("8.22-many-attackers")
def test_a_third_that_is_not_activated_does_not_count():
    game = two_on_one(squadrons=(("", ("5/1",)), ("", ("5/2",))))
    talk = segment(game)
    assert talk.lines == ["decline", "board 5/51 from 5/1 2"]
    assert talk.refused("board 5/51 from 5/1 2, 5/2 2") == "8.22-many-attackers"


@pytest.mark.clause("8.22-many-attackers")
def test_two_squadrons_that_act_together_board_together():
    game = two_on_one(squadrons=(("", ("5/1",)), ("", ("5/2",))))
    assert "board 5/51 from 5/1 2, 5/2 2" in segment(game, (0, 1)).lines


@pytest.mark.clause("8.22-many-targets")
def test_m3_against_two_divides_1_and_2_or_boards_one_with_all():
    game = one_on_two(1, 1, 6, 6)
    talk = segment(game)
    assert talk.lines[1:] == [
        *(f"board 5/51 from 5/1 {share}" for share in (1, 2, 3)),
        *(f"board 5/52 from 5/1 {share}" for share in (1, 2, 3)),
    ]
    talk.say("board 5/51 from 5/1 1")
    assert talk.lines == ["decline", "board 5/52 from 5/1 2"]
    talk.say("board 5/52 from 5/1 2")
    assert [sum(s for _, s in e.boarders) for e in told(game, Boarded)] == [1, 2]


@pytest.mark.clause("8.22-many-targets")
def test_m3_may_go_whole_against_one():
    talk = segment(one_on_two(6, 6)).say("board 5/52 from 5/1 3")
    assert talk.over


@pytest.mark.clause("8.22-many-targets")
def test_m1_against_two_boards_one_only():
    talk = segment(one_on_two(1, 1, manpower=1))
    assert talk.lines == ["decline", "board 5/51 from 5/1 1", "board 5/52 from 5/1 1"]
    assert talk.say("board 5/52 from 5/1 1").over


@pytest.mark.clause("8.22-many-targets")
def test_with_one_enemy_it_boards_with_all_or_not_at_all():
    talk = segment(grappled())
    assert talk.refused("board 5/51 from 5/1 2") == "8.22-many-targets"
    assert talk.refused("board 5/51 from 5/1 4") == "8.22-many-targets"
    assert talk.refused("board 5/52 from 5/1 3") == "8.21"
    assert talk.ask.answers.check(Board(target="5/51", shares={})).clause == "8.21"


@pytest.mark.clause("8.21")
def test_declining_ends_the_segment():
    game = one_on_two()
    assert segment(game).say("decline").over
    assert not told(game, Boarded)


def test_what_is_drawn_is_what_is_listed():
    other = punic("5/52", "2220", manpower=1, grappled=("5/1",))
    game = battle(
        roman("5/1", "2319", manpower=3),
        punic("5/51", "2420", grappled=("5/1", "5/2")),
        roman("5/2", "2520", manpower=2),
        other,
        squadrons=(("", ("5/1", "5/2")),),
    )
    answers = segment(game).ask.answers
    listed = [command.write() or command.KIND for command in answers.legal()]
    assert len(set(listed)) == len(listed) == 1 + 7 + 3
    dice = wg.Dice(5)
    drawn = {command.write() or command.KIND for command in map(answers.sample, [dice] * 400)}
    assert drawn == set(listed)
    assert "board 5/51 from" in answers.help()


@pytest.mark.clause("8.22-many-targets")
def test_a_knot_of_many_ships_is_not_listed_and_every_draw_is_legal():
    shares = {f"5/{n}": tuple(range(1, 7)) for n in range(1, 9)}
    answers = Boardings({"5/51": shares, "5/52": {"5/1": (1, 2)}})
    assert answers.legal() is None
    dice = wg.Dice(3)
    for command in map(answers.sample, [dice] * 50):
        assert answers.check(command) is None
        read_again = Board.read(command.write())
        assert read_again == command.model_dump(include={"target", "shares"})


@pytest.mark.clause("8.22-many-targets")
def test_boardings_are_listed_up_to_a_limit(monkeypatch):
    answers = Boardings({"5/51": {"5/1": (1, 2, 3), "5/2": (2,)}, "5/52": {"5/1": (1, 2, 3)}})
    monkeypatch.setattr(boarding, "MOST_LISTED", 7 + 3)
    assert len(answers.legal()) == 1 + 7 + 3
    monkeypatch.setattr(boarding, "MOST_LISTED", 7 + 3 - 1)
    assert answers.legal() is None


# The dice


@pytest.mark.clause("8.23-table")
def test_the_boarding_table_goes_by_the_difference():
    table = grappled().rules.tables["boarding"]
    for defender in range(13):
        for attacker in range(1, 25):
            needed = min(12, max(2, 7 - (attacker - defender)))
            assert table.look_up(defender, str(attacker)) == needed


@pytest.mark.clause("8.24")
@pytest.mark.parametrize(
    ("own", "target", "found"),
    [(True, False, 1), (True, True, 0), (False, True, -1), (False, False, 0)],
)
def test_height_of_towers(own, target, found):
    game = grappled(own={"towers": own}, towers=target)
    modifiers = boarding.odds(game, one(game, "5/51"), [(one(game, "5/1"), 3)]).modifiers
    assert sum(value for _, value, _ in modifiers) == found


@pytest.mark.clause("8.24")
@pytest.mark.clause("8.47")
@pytest.mark.parametrize(("target", "found"), [(False, 1), (True, 0)])
def test_one_boarder_with_towers_is_enough(target, found):
    game = two_on_one(two={"towers": True}, towers=target)
    boarders = [(one(game, "5/1"), 2), (one(game, "5/2"), 2)]
    modifiers = boarding.odds(game, one(game, "5/51"), boarders).modifiers
    assert sum(value for _, value, _ in modifiers) == found


@pytest.mark.clause("8.24")
def test_height_is_the_only_modifier():
    game = grappled(2, 2, own={"fatigue": 2, "crippled": 1, "sail": True}, rammed=True)
    segment(game).say("board 5/51 from 5/1 3")
    assert rolled(game, "8.23")[0].modifiers == ()


# Capture


def captured(*faces, **more):
    game = grappled(*(faces or (3, 4)), own={"manpower": 4}, **more)
    segment(game).say("board 5/51 from 5/1 4")
    assert told(game, Boarded)[0].result == "Captured"
    return game, one(game, "5/51")


@pytest.mark.clause("8.25")
@pytest.mark.clause("8.64")
@pytest.mark.clause("2.1-crew")
def test_a_captured_galley_is_its_captors_with_crew_and_manpower_0():
    game, target = captured(6, 5, manpower=4, crew=3, maximum=True)
    assert (target.side, target.captured) == ("rome", "captured")
    assert (target.crew, target.manpower, target.maximum) == (0, 0, False)
    assert [(e.galley, e.side, e.marker) for e in told(game, Taken)] == [
        ("5/51", "rome", "captured")
    ]


@pytest.mark.clause("8.25")
@pytest.mark.clause("6.37-immobile")
def test_it_cannot_move_before_it_is_cut_loose():
    game, target = captured()
    assert target.grappled == (one(game, "5/1").n,)
    assert allowance(game.state, target) == 0


@pytest.mark.clause("8.25")
def test_it_has_no_activation_left_this_turn_and_no_squadron():
    _, target = captured()
    assert (target.used, target.squadron) == (True, -1)


@pytest.mark.clause("8.25")
@pytest.mark.clause("5.53")
def test_a_commander_aboard_is_lost():
    game = battle(
        roman("5/1", "2319", manpower=4),
        punic("5/51", "2420", manpower=1, grappled=("5/1",)),
        punic("5/52", "2822", manpower=1),
        commanders=[commander("hanno", "5/51", initiative=1)],
        squadrons=[("", ("5/1",)), ("hanno", ("5/51", "5/52"))],
        dice=wg.Dice.of(3, 4),
    )
    segment(game).say("board 5/51 from 5/1 4")
    assert leader(game, "hanno").lost
    assert leader(game, "hanno").galley != one(game, "5/51").n


@pytest.mark.clause("8.25")
def test_its_tow_is_cast_off():
    transport = punic("T/1", "2422", manpower=0, hexes=1)
    game, target = captured(others=(transport,), tows="T/1")
    one(game, "T/1").towed = target.n
    assert target.tows == -1
    assert one(game, "T/1").side == "carthage"


@pytest.mark.clause("8.25-use")
def test_a_captured_galley_fires_and_grapples_for_its_captor():
    game = battle(
        roman("5/1", "2319", manpower=4),
        punic("5/51", "2420", manpower=1, crew=3, grappled=("5/1",)),
        punic("5/52", "2520", manpower=0),
        squadrons=ROMANS,
        dice=wg.Dice.of(3, 4),
    )
    segment(game).say("board 5/51 from 5/1 4")
    acting(game, "5/51")
    target = one(game, "5/51")
    assert lines(missiles.offers(game, target)) == ["fire 5/52"]
    assert lines(grappling.offers(game, target)) == ["grapple 5/52"]


@pytest.mark.clause("8.26")
def test_retaken_it_is_recaptured_and_still_has_no_crew():
    game = grappled(6, 5, captured="captured", crew=4, manpower=5)
    target = one(game, "5/51")
    target.side = "rome"
    assert (target.crew, target.manpower) == (0, 0)
    boarding.capture(game, target, "carthage")
    assert (target.side, target.captured) == ("carthage", "recaptured")
    assert (target.crew, target.manpower) == (0, 0)
    boarding.capture(game, target, "rome")
    assert (target.side, target.captured) == ("rome", "captured")


@pytest.mark.clause("8.26")
def test_a_recaptured_galley_boarded_again_defends_with_m0():
    game = grappled(3, 3, captured="recaptured", manpower=5)
    segment(game).say("board 5/51 from 5/1 3")
    assert told(game, Boarded)[0].manpower == 0


@pytest.mark.clause("8.25")
def test_the_treasure_ship_must_be_told():
    game, _ = captured(treasure=True)
    assert [event.galley for event in told(game, TreasureTaken)] == ["5/51"]
    assert not told(captured()[0], TreasureTaken)


@pytest.mark.clause("7.17-chain")
def test_a_sinking_prize_takes_its_captor_along():
    game, target = captured(rammed=True)
    sinking.sink(game, target)
    assert one(game, "5/1").gone == "sunk"
    assert target.grappled == ()


# Repulse and Depletion


@pytest.mark.clause("8.27")
def test_repulsed_boarders_may_try_again_in_another_turn_only():
    game = grappled(1, 1, own={"manpower": 3})
    assert segment(game).say("board 5/51 from 5/1 3").over
    target = one(game, "5/51")
    assert (target.side, target.repulsed) == ("carthage", True)
    assert one(game, "5/1").grappled
    assert segment(game).lines == ["decline", "board 5/51 from 5/1 2"]


@pytest.mark.clause("8.28")
@pytest.mark.parametrize(
    ("faces", "result", "boarders", "target"),
    [
        ((5, 5), "Captured", 1, 0),  # 10: dear
        ((4, 4), "Captured", 0, 0),  # 8: for nothing
        ((6, 6), "Captured", 1, 0),
        ((4, 5), "Captured", 1, 0),
    ],
)
def test_a_capture_with_9_to_12_costs_each_party_one(faces, result, boarders, target):
    game = two_on_one(*faces)
    segment(game).say("board 5/51 from 5/1 2, 5/2 2")
    assert told(game, Boarded)[0].result == result
    assert [one(game, code).depletion for code in ("5/1", "5/2", "5/51")] == [
        boarders,
        boarders,
        target,
    ]


@pytest.mark.clause("8.28")
@pytest.mark.parametrize(("faces", "target"), [((2, 2), 1), ((2, 3), 1), ((3, 3), 0), ((1, 1), 1)])
def test_a_repulse_costs_the_boarders_and_with_2_to_5_the_defender(faces, target):
    # Two against M5 need 8.
    game = two_on_one(*faces, target=5)
    segment(game).say("board 5/51 from 5/1 2, 5/2 2")
    assert told(game, Boarded)[0].result == "Repulsed"
    assert [one(game, code).depletion for code in ("5/1", "5/2", "5/51")] == [1, 1, target]


@pytest.mark.clause("8.28")
@pytest.mark.clause("2.4-drm")
def test_an_adjusted_1_counts_as_2_to_5():
    game = grappled(1, 1, own={"manpower": 24}, towers=True, manpower=2)
    segment(game).say("board 5/51 from 5/1 24")
    (event,) = told(game, Boarded)
    assert (event.needed, event.result) == (2, "Repulsed")
    assert one(game, "5/51").depletion == 1


@pytest.mark.clause("8.28")
@pytest.mark.clause("8.24")
def test_the_bands_go_by_the_adjusted_dice():
    game = grappled(4, 4, own={"manpower": 4, "towers": True})
    segment(game).say("board 5/51 from 5/1 4")
    assert one(game, "5/1").depletion == 1


@pytest.mark.clause("8.63")
def test_a_depletion_counts_for_later_boardings_of_the_turn():
    game = one_on_two(1, 1, 6, 6, manpower=3)
    talk = segment(game).say("board 5/51 from 5/1 2")
    assert one(game, "5/1").manpower == 2
    assert talk.lines == ["decline", "board 5/52 from 5/1 1"]
    game = one_on_two(1, 1, 1, 1, manpower=1)
    assert segment(game).say("board 5/51 from 5/1 1").over


@pytest.mark.clause("8.63")
def test_the_defenders_depletion_counts_against_him_later():
    game = grappled(1, 2, own={"manpower": 2}, manpower=4)
    segment(game).say("board 5/51 from 5/1 2")
    assert one(game, "5/51").manpower == 3
    needed = boarding.odds(game, one(game, "5/51"), [(one(game, "5/1"), 1)]).needed
    assert needed == 9


# Writing it


def test_boardings_are_read_and_written():
    command = Board(target="5/11", shares={"5/1": 2, "green 5/2": 3})
    assert read(COMMANDS, "board 5/11 from 5/1 2, green 5/2 3") == command
    assert read(COMMANDS, command.write()) == command
    assert Board.read("rest") is None


@pytest.mark.parametrize("line", ["board 5/11", "board 5/11 from 5/1", "board 5/11 from 5/1 x"])
def test_half_a_boarding_is_explained(line):
    with pytest.raises(ValueError, match="from where with how much"):
        Board.read(line)
