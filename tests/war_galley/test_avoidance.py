"""Avoidance: when it is open, the roll, and where the galley goes (6.5)."""

from __future__ import annotations

import pytest
from galleys import galley, one, told, where
from one_galley import Move, still

from weathergage import Dice, Rolled
from weathergage_war_galley.avoidance import Avoided, choices, is_able
from weathergage_war_galley.state import PORT


def meeting(*rolls, x=None, others=(), mover=("2522", "N"), **parts):
    """The mover, whose step ahead brings its bow into 2521, next to X in 2420-2421 heading N."""
    target = {"crew": 3, "speed": (4, 7), "manpower": 0} | (x or {})
    return still(
        galley("5/1", *mover, speed=(4, 7), crew=3, manpower=0),
        galley("5/50", "2420", "N", "carthage", **target),
        *others,
        dice=Dice.of(avoidance=rolls),
        **parts,
    )


def closing(game, *lines):
    return Move(game, "5/1", "row 2", "ahead", *lines)


@pytest.mark.clause("6.51")
@pytest.mark.clause("3.1.E1")
def test_the_enemy_is_asked_the_instant_a_bow_comes_next_to_it():
    move = closing(meeting())
    assert move.seat == "carthage"
    assert move.ask.about == "5/50"
    assert move.lines == ["decline", "avoid ahead", "avoid back"]
    move.say("decline")
    assert move.seat == "rome"


@pytest.mark.clause("6.51")
def test_an_attacker_that_begins_adjacent_and_does_not_move_opens_nothing():
    move = Move(meeting(mover=("2521", "N")), "5/1", "row 0")
    assert move.rests


@pytest.mark.clause("6.51")
def test_a_swing_that_brings_the_bow_alongside_opens_an_attempt():
    game = still(
        galley("5/1", "2620", "NE", manpower=0),
        galley("5/50", "2420", "N", "carthage", manpower=0),
    )
    move = Move(game, "5/1", "row 1", "swing port bow")
    assert where(game, "5/1") == "2519-2520"
    assert move.seat == "carthage"


@pytest.mark.clause("6.51")
def test_a_galley_already_adjacent_that_moves_to_another_hex_alongside_opens_one_again():
    move = closing(meeting(), "decline", "ahead")
    assert move.seat == "carthage"


@pytest.mark.clause("6.51")
def test_several_enemies_are_asked_once_each_in_the_order_of_their_numbers():
    move = closing(meeting(others=(galley("5/51", "2621", "N", "carthage", manpower=0),)))
    assert move.ask.about == "5/50"
    move.say("decline")
    assert move.ask.about == "5/51"
    move.say("decline")
    assert move.seat == "rome"


@pytest.mark.clause("6.52")
@pytest.mark.clause("2.0")
@pytest.mark.parametrize(("near", "may"), [(None, True), ("2517", False)])
def test_a_tug_avoids_ahead_only_where_no_enemy_is_next_to_it(near, may):
    others = [galley("T/50", "2422", "N", "carthage", towed="5/50", hexes=1, manpower=0)]
    if near:
        others.append(galley("5/2", near, "N", manpower=0))
    game = meeting(x={"tows": "T/50"}, others=others)
    found = [command.write() or command.KIND for command in choices(game, one(game, "5/50"))]
    assert found == (["decline", "avoid ahead"] if may else [])


@pytest.mark.clause("6.52")
@pytest.mark.clause("6.42-auto")
@pytest.mark.parametrize(("way", "hexes"), [("ahead", "2419-2420"), ("back", "2421-2422")])
def test_crew_3_avoids_with_a_3_ahead_or_back_and_is_f2(way, hexes):
    game = meeting(3)
    closing(game, f"avoid {way}")
    ship = one(game, "5/50")
    assert (where(game, "5/50"), ship.fatigue, ship.tired) == (hexes, 2, True)
    assert [roll.clause for roll in told(game, Rolled)] == ["6.52"]
    assert told(game, Avoided)[0].to == way


@pytest.mark.clause("6.52")
def test_crew_3_fails_with_a_4_and_is_not_tired():
    game = meeting(4)
    move = closing(game, "avoid ahead")
    assert (where(game, "5/50"), one(game, "5/50").fatigue) == ("2420-2421", 0)
    assert told(game, Avoided)[0].to == ""
    assert move.seat == "rome"


@pytest.mark.clause("6.52")
@pytest.mark.clause("6.52-max")
@pytest.mark.clause("6.12-flip")
def test_at_maximum_it_avoids_ahead_only_and_goes_to_cruise():
    game = meeting(3, x={"maximum": True})
    move = closing(game)
    assert move.lines == ["decline", "avoid ahead"]
    move.say("avoid ahead")
    assert not one(game, "5/50").maximum


@pytest.mark.clause("6.52-max")
def test_at_maximum_with_the_hex_ahead_taken_there_is_no_avoidance():
    blocker = galley("5/51", "2419", "S", "carthage", fatigue=1, manpower=0)
    assert closing(meeting(x={"maximum": True}, others=(blocker,))).seat == "rome"


@pytest.mark.clause("6.52")
@pytest.mark.clause("6.31")
def test_it_avoids_into_empty_sea_only():
    game = meeting(map={"land": ["2419"]})
    assert closing(game).lines == ["decline", "avoid back"]
    edge = still(
        galley("5/50", "2400", "N", "carthage", manpower=0), galley("5/1", "4010", manpower=0)
    )
    assert [c.write() for c in choices(edge, one(edge, "5/50"))] == ["", "avoid back"]


@pytest.mark.clause("6.53")
@pytest.mark.clause("6.44")
@pytest.mark.parametrize(
    "state",
    [
        {"fatigue": 1},
        {"crippled": PORT},
        {"rammed": True},
        {"stranded": 1},
        {"fouled": ("5/60",)},
        {"grappled": ("5/60",)},
        {"anchored": True},
        {"captured": "captured"},
    ],
)
def test_who_cannot_get_away_is_not_asked(state):
    far = galley("5/60", "4010", manpower=0)
    game = meeting(x=state, others=(far,))
    assert not is_able(one(game, "5/50"))
    assert closing(game).seat == "rome"


@pytest.mark.clause("6.53")
@pytest.mark.parametrize(("die", "fatigue"), [(2, 2), (3, 0)])
def test_half_speed_adds_one_to_the_die(die, fatigue):
    game = meeting(die, x={"half": True})
    closing(game, "avoid ahead")
    assert told(game, Rolled)[0].result == die + 1
    assert one(game, "5/50").fatigue == fatigue


@pytest.mark.clause("6.54")
def test_attempts_are_not_counted_but_a_success_ends_them():
    game = meeting(4, 5, 3)
    move = Move(game, "5/1", "row 4", "ahead", "avoid ahead", "ahead", "avoid ahead", "ahead")
    assert len(told(game, Rolled)) == 2
    move.say("avoid back")
    assert one(game, "5/50").fatigue == 2
    assert len(told(game, Rolled)) == 3
    move.say("swing port bow")
    assert move.seat != "carthage"


@pytest.mark.clause("6.52")
def test_one_that_avoids_may_make_room_for_the_next():
    """5/50 clears the hex ahead of 5/51, which is asked after it."""
    behind = galley("5/51", "2422", "N", "carthage", maximum=True, manpower=0, crew=4)
    game = still(
        galley("5/1", "2522", "N", manpower=0),
        galley("5/50", "2420", "N", "carthage", crew=4, manpower=0),
        behind,
        dice=Dice.of(avoidance=(1, 1)),
    )
    move = Move(game, "5/1", "row 1", "ahead")
    asked = []
    while move.seat == "carthage":
        asked.append(move.ask.about)
        move.say("avoid ahead")
    assert asked[-1] == "5/51"
    assert where(game, "5/51") == "2421-2422"
