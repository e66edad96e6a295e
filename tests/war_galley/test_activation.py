"""Activations: turns, Individual Squadrons, Double Activation, scenarios' own (5.3, 5.4)."""

from __future__ import annotations

import pytest
from battles import begun
from galleys import answer, commander, galley, leader, one, sea, told, where
from turns import asks, lines, passive, play, until

from weathergage import Decline, Dice, Rolled
from weathergage_war_galley import activation, desertion, stepping
from weathergage_war_galley.activation import Activated, AnchorUp, Doubled, OnItsOwn
from weathergage_war_galley.boarding import Board
from weathergage_war_galley.fatigue import Fatigued
from weathergage_war_galley.movement import Announced, Row
from weathergage_war_galley.orders import Activate, Done, Double, Move, Weigh
from weathergage_war_galley.squadrons import Form, survey
from weathergage_war_galley.steps import allowance


def fleet(rome=1, carthage=1, **more):
    """Squadrons a, b, c of Rome and p, q, r of Carthage, of one galley each, far from the enemy."""
    things, leaders = [], []
    for side, ids, count, row in (("rome", "abc", rome, 24), ("carthage", "pqr", carthage, 4)):
        for k in range(count):
            code = f"5/{10 + k}" if side == "rome" else f"5/{90 + k}"
            things.append(galley(code, f"{14 + 8 * k}{row:02}", side=side, manpower=0))
            leaders.append(commander(ids[k], code))
    return sea(*things, commanders=leaders, **more)


def strays(rome=1, carthage=1, **more):
    """Galleys on their own."""
    things = [galley(f"5/{10 + k}", f"{14 + 8 * k}24", manpower=0) for k in range(rome)]
    things += [
        galley(f"5/{90 + k}", f"{14 + 8 * k}04", side="carthage", manpower=0)
        for k in range(carthage)
    ]
    return sea(*things, phase="individual", **more)


def turns(game):
    """The sides in the order in which they activate."""
    return [event.side for event in told(play(game), Activated)]


# Taking turns


@pytest.mark.clause("3.1.E3")
@pytest.mark.clause("5.41")
def test_a_side_whose_opponent_has_no_squadron_left_goes_on():
    assert turns(fleet(3, 1)) == ["Rome", "Carthage", "Rome", "Rome"]


@pytest.mark.clause("3.1.E1")
def test_the_side_settled_in_phase_c_has_the_first_squadron():
    assert turns(fleet(1, 2, first="carthage")) == ["Carthage", "Rome", "Carthage"]


@pytest.mark.clause("3.1.F")
@pytest.mark.clause("5.31")
def test_individual_squadrons_alternate_from_the_side_that_led_off():
    assert turns(strays(3, 1)) == ["Rome", "Carthage", "Rome", "Rome"]


@pytest.mark.clause("3.1.E4")
@pytest.mark.clause("3.1.F")
@pytest.mark.clause("5.31")
def test_individual_squadrons_wait_for_every_command_squadron():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "4019"), galley("5/90", "2305", side="carthage"),
        galley("5/91", "4005", side="carthage"),
        commanders=[commander("x", "5/1"), commander("p", "5/90")],
    )  # fmt: skip
    play(game)
    assert [event.squadrons for event in told(game, Activated)] == [
        ("X",), ("P",), ("5/2",), ("5/91",)
    ]  # fmt: skip


@pytest.mark.clause("5.41")
def test_a_side_must_activate_one_and_a_squadron_that_did_nothing_is_not_called_again():
    game = fleet(3, 1)
    decision = until(game, Activate)
    assert lines(decision) == ["activate a", "activate b", "activate c", "cede", "halt"]
    answer(game, Activate(squadron="b"))
    play(game, stop=lambda g: asks(Activate)(g) and g.decisions[0].seat == "rome")
    assert lines(game.decisions[0]) == ["activate a", "activate c"]
    complaint = game.decisions[0].complaint(Activate(squadron="b"))
    assert complaint is not None
    assert complaint.clause == "5.41"


@pytest.mark.clause("3.1.E")
@pytest.mark.clause("5.21")
def test_all_galleys_of_a_squadron_are_activated_together():
    things = [galley(f"5/{k}", f"{20 + k}19", manpower=0) for k in range(1, 8)]
    game = sea(
        *things, galley("5/90", "2305", side="carthage"),
        commanders=[commander("x", "5/4"), commander("p", "5/90")],
    )  # fmt: skip
    decision = until(game, Move)
    assert lines(decision)[:7] == [f"move 5/{k}" for k in range(1, 8)]
    answer(game, Move(galley="5/2"))
    play(game, stop=asks(Move))
    assert "move 5/2" not in lines(game.decisions[0])
    answer(game, Done())
    assert all(one(game, f"5/{k}").used for k in range(1, 8))
    assert game.decisions[0].seat == "carthage"


@pytest.mark.clause("5.41")
def test_galleys_of_a_squadron_need_not_move_alike_nor_at_one_speed():
    game = sea(
        galley("5/1", "2319", speed=(4, 7), maximum=True, manpower=0),
        galley("5/2", "2719", speed=(4, 7), manpower=0),
        galley("5/90", "2305", side="carthage"),
        commanders=[commander("x", "5/1")],
    )
    answer(game, Move(galley="5/1"))
    assert set(lines(game.decisions[0])) == {f"row {n}" for n in range(8)}
    answer(game, Row(mp=0))
    play(game, stop=asks(Row))
    assert set(lines(game.decisions[0])) == {f"row {n}" for n in range(5)}


@pytest.mark.clause("6.14")
@pytest.mark.clause("5.41")
def test_who_does_nothing_at_maximum_is_checked_for_fatigue_all_the_same():
    game = sea(
        galley("5/1", "2319", maximum=True, crew=1), galley("5/2", "2719", crew=1),
        galley("5/90", "2305", side="carthage"),
        commanders=[commander("x", "5/1")], dice=Dice.of(fatigue=(6,)),
    )  # fmt: skip
    answer(game, Done())
    rolls = [e.about for e in told(game, Rolled) if e.purpose.startswith("fatigue")]
    assert rolls == ["5/1"]


@pytest.mark.clause("3.1.E1")
def test_a_galley_at_cruise_is_not_checked_for_fatigue():
    game = play(fleet())
    assert not [e for e in told(game, Rolled) if "fatigue" in e.purpose]
    assert not told(game, Fatigued)


@pytest.mark.clause("3.1.E1")
def test_within_one_movement_a_galley_may_step_fire_step_and_grapple_with_one_fire():
    game = sea(
        galley("5/1", "2319", speed=(4, 7), crew=4, manpower=3, towers=False),
        galley("5/91", "2418", "N", side="carthage", manpower=0, fatigue=1),
        commanders=[commander("x", "5/1")], dice=Dice.of(missile=(1,), grapple=(1,)),
    )  # fmt: skip
    play(game, stop=asks(Row))
    answer(game, Row(mp=2))
    for wanted in ("ahead", "fire", "ahead", "grapple"):
        while game.decisions[0].seat == "carthage":
            answer(game, Decline())
        offered = lines(game.decisions[0])
        assert any(line.startswith("fire") for line in offered) is not one(game, "5/1").fired
        line = next(line for line in offered if line.startswith(wanted))
        answer(game, game.decisions[0].legal()[offered.index(line)])


@pytest.mark.clause("3.1.E2")
def test_boarding_waits_until_the_whole_squadron_has_moved():
    game = sea(
        galley("5/1", "2319", manpower=4, grappled=("5/91",)), galley("5/2", "2719", manpower=0),
        galley("5/91", "2419", side="carthage", manpower=1),
        commanders=[commander("x", "5/1")],
    )  # fmt: skip
    answer(game, Move(galley="5/1"))
    play(game, stop=lambda g: asks(Row)(g) or asks(Board)(g) or asks(Move)(g))
    seen = []
    while not asks(Board)(game):
        seen.append(game.decisions[0].about)
        answer(game, passive(game.decisions[0]))
    assert "5/2" in seen
    assert game.state.segment == "boarding"


@pytest.mark.clause("5.41")
def test_a_galley_that_can_do_nothing_is_not_offered():
    game = sea(
        galley("5/1", "2319", manpower=0), galley("5/2", "2619", rammed=True, manpower=0),
        galley("5/3", "2719", manpower=0), galley("5/90", "2305", side="carthage"),
        commanders=[commander("x", "5/1")],
    )  # fmt: skip
    assert [line for line in lines(until(game, Move)) if line.startswith("move")] == [
        "move 5/1", "move 5/3"
    ]  # fmt: skip


# On their own


def alone(die, *others, **more):
    ratings = {"crew": 2, "manpower": 0, "towers": False} | more
    game = sea(
        galley("5/1", "2319", **ratings), *others, galley("5/92", "2304", side="carthage"),
        phase="individual", dice=Dice.of(alone=(die,)),
    )  # fmt: skip
    answer(game, Activate(squadron="5/1"))
    return game


@pytest.mark.clause("5.31")
@pytest.mark.parametrize(("crew", "die", "free"), [(2, 2, True), (2, 3, False), (3, 3, True)])
def test_a_galley_on_its_own_rolls_against_its_crew(crew, die, free):
    game = alone(die, crew=crew)
    assert told(game, OnItsOwn)[0].free is free


@pytest.mark.clause("5.31-pass")
def test_one_that_passes_may_ram():
    enemy = galley("5/91", "2316", "SE", side="carthage", crew=1, manpower=0, fatigue=1)
    game = alone(3, enemy, crew=3, maximum=True, ram=(4, 6))
    assert one(game, "5/1").maximum
    answer(game, Row(mp=2))
    options = game.decisions[0].legal()
    answer(game, options[lines(game.decisions[0]).index("ahead")])
    play(game, stop=lambda g: "ram 5/91" in lines(g.decisions[0]))
    assert "ram 5/91" in lines(game.decisions[0])


@pytest.mark.clause("5.31-fail")
def test_one_that_fails_goes_to_cruise_and_not_next_to_an_enemy():
    enemy = galley("5/91", "2315", "SE", side="carthage", crew=1, manpower=0)
    game = alone(5, enemy, maximum=True, speed=(4, 7))
    assert not one(game, "5/1").maximum
    answer(game, Row(mp=4))
    # 2316 would be next to the enemy in 2315; 2318 and 2317 are not.
    for _ in range(2):
        options = game.decisions[0].legal()
        answer(game, options[lines(game.decisions[0]).index("ahead")])
    assert where(game, "5/1").startswith("2317")
    assert "ahead" not in lines(game.decisions[0])


@pytest.mark.clause("5.31-fail")
def test_one_that_starts_next_to_an_enemy_is_free_whatever_the_die():
    enemy = galley("5/91", "2419", side="carthage", crew=1, manpower=0)
    game = alone(5, enemy, maximum=True)
    assert told(game, OnItsOwn)[0].free
    assert one(game, "5/1").maximum


@pytest.mark.clause("5.31")
def test_a_prize_out_of_range_never_passes():
    assert not told(alone(1, captured="captured"), OnItsOwn)[0].free


@pytest.mark.clause("5.31")
def test_the_player_chooses_which_goes_next():
    game = strays(3, 1)
    wanted = ["activate 5/10", "activate 5/11", "activate 5/12", "cede", "halt"]
    assert lines(until(game, Activate)) == wanted


# Double Activation


def admiral(rating=2, die=1, confusion=6, reach=6, **more):
    """Admiral a of Rome with b and c in range, one galley each, and p of Carthage."""
    return sea(
        galley("5/1", "2319", speed=(4, 7), manpower=0),
        galley("5/2", "2519", speed=(5, 7), manpower=0),
        galley("5/3", "2719", speed=(4, 7), manpower=0),
        galley("5/90", "2304", side="carthage", manpower=0),
        commanders=[
            commander("a", "5/1", initiative=rating, range=reach),
            commander("b", "5/2"), commander("c", "5/3"), commander("p", "5/90"),
        ],
        dice=Dice.of(double=(die,), confusion=(confusion,)), **more,
    )  # fmt: skip


def doubles(game):
    return [line for line in lines(until(game, Activate)) if line.startswith("double")]


@pytest.mark.clause("5.42")
def test_an_admiral_may_bring_in_any_squadron_whose_command_ship_is_in_his_range():
    assert doubles(admiral()) == ["double b with a", "double c with a"]
    assert doubles(admiral(reach=3)) == ["double b with a"]


@pytest.mark.clause("5.42")
def test_at_5_hexes_range_4_is_too_short():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "2819"), galley("5/90", "2304", side="carthage"),
        commanders=[commander("a", "5/1", initiative=4, range=4), commander("b", "5/2")],
    )  # fmt: skip
    assert doubles(game) == []


@pytest.mark.clause("5.42")
@pytest.mark.clause("5.12")
def test_an_admiral_brings_in_no_squadron_of_another_fleet():
    def apart(state):
        fleets = {"a": "pergamon", "b": "pergamon", "c": "rhodes"}
        for found in state.commanders:
            found.fleet = fleets.get(found.id, "")

    assert doubles(admiral(arrange=apart)) == ["double b with a"]


@pytest.mark.clause("5.42")
@pytest.mark.clause("5.42-limits")
def test_individual_squadrons_take_no_part():
    game = admiral(squadrons=[("a", ["5/1"]), ("b", ["5/2"]), ("p", ["5/90"])])
    assert doubles(game) == ["double b with a"]
    complaint = until(game, Activate).complaint(Double(squadron="5/3"))
    assert complaint is not None
    assert complaint.clause == "5.42"


@pytest.mark.clause("5.42-success")
def test_success_activates_two_of_three_and_then_the_opponent_goes():
    game = admiral(die=3)
    until(game, Activate)
    answer(game, Double(squadron="b"))
    assert told(game, Doubled)[0].success
    assert [game.state.squadrons[k].commander for k in game.state.active] == ["a", "b"]
    play(game)
    assert [event.squadrons for event in told(game, Activated)] == [("A", "B"), ("P",), ("C",)]


@pytest.mark.clause("5.42-success")
def test_the_one_squadron_moves_and_then_the_other_in_the_players_order():
    game = sea(
        galley("5/1", "2319", manpower=0), galley("5/2", "2519", manpower=0),
        galley("5/3", "2719", manpower=0), galley("5/90", "2304", side="carthage"),
        commanders=[commander("a", "5/1", initiative=4, range=6), commander("b", "5/2")],
        squadrons=[("a", ["5/1"]), ("b", ["5/2", "5/3"])], dice=Dice.of(double=(1,)),
    )  # fmt: skip
    answer(game, Double(squadron="b"))
    assert lines(game.decisions[0])[:3] == ["move 5/1", "move 5/2", "move 5/3"]
    answer(game, Move(galley="5/2"))
    play(game, stop=lambda g: g.decisions[0].about == "5/3" or asks(Move)(g))
    assert game.decisions[0].about == "5/3"


@pytest.mark.clause("5.42-failure")
@pytest.mark.clause("5.42-confusion")
def test_failure_sends_the_other_squadron_alone_and_confused():
    game = admiral(die=4, confusion=2)
    until(game, Activate)
    answer(game, Double(squadron="b"))
    assert [game.state.squadrons[k].commander for k in game.state.active] == ["b"]
    assert allowance(game.state, one(game, "5/2")) == 3
    assert allowance(game.state, one(game, "5/1")) == 4
    play(game, stop=lambda g: asks(Activate)(g) and g.decisions[0].seat == "rome")
    assert lines(game.decisions[0]) == ["activate a", "activate c"]
    assert game.state.confused == ""


@pytest.mark.clause("5.42-confusion")
@pytest.mark.parametrize(("die", "points"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 4), (6, 5)])
def test_orders_confusion_slows_every_galley_by_one_roll(die, points):
    game = admiral(die=6, confusion=die)
    until(game, Activate)
    answer(game, Double(squadron="b"))
    assert allowance(game.state, one(game, "5/2")) == points
    assert len([e for e in told(game, Rolled) if e.clause == "5.42-confusion"]) == 1


@pytest.mark.clause("5.42-confusion")
def test_half_speed_by_confusion_is_at_cruise():
    game = sea(
        galley("5/1", "2319", manpower=0), galley("5/2", "2519", maximum=True, manpower=0),
        galley("5/90", "2304", side="carthage"),
        commanders=[commander("a", "5/1", initiative=0), commander("b", "5/2")],
        dice=Dice.of(double=(6,), confusion=(1,)),
    )  # fmt: skip
    answer(game, Double(squadron="b"))
    assert not one(game, "5/2").maximum


@pytest.mark.clause("5.42-table")
@pytest.mark.parametrize("rating", range(5))
def test_success_is_a_die_up_to_initiative_and_one(rating):
    for die in range(1, 7):
        game = admiral(rating, die)
        until(game, Activate)
        answer(game, Double(squadron="b"))
        assert told(game, Doubled)[0].success is (die <= rating + 1)


@pytest.mark.clause("5.42-limits")
def test_one_attempt_a_turn_whoever_the_admiral():
    game = sea(
        *(galley(f"5/{k}", f"{21 + 2 * k}19", manpower=0) for k in range(1, 5)),
        galley("5/90", "2304", side="carthage"),
        commanders=[
            commander("a", "5/1", initiative=0, range=6), commander("b", "5/2", initiative=0),
            commander("c", "5/3"), commander("d", "5/4"),
        ],
        dice=Dice.of(double=(6,), confusion=(6,)),
    )  # fmt: skip
    assert "double c with b" in doubles(game)
    ambiguous = game.decisions[0].complaint(Double(squadron="c"))
    assert ambiguous is not None
    answer(game, Double(squadron="c", admiral="a"))
    play(game, stop=asks(Activate))
    assert doubles(game) == []


@pytest.mark.clause("5.42-limits")
def test_each_side_has_an_attempt_of_its_own():
    game = sea(
        *(galley(f"5/{k}", f"{21 + 2 * k}19", manpower=0) for k in (1, 2)),
        *(galley(f"5/9{k}", f"{21 + 2 * k}05", side="carthage", manpower=0) for k in (1, 2)),
        commanders=[
            commander("a", "5/1", initiative=4), commander("b", "5/2"),
            commander("p", "5/91", initiative=4), commander("q", "5/92"),
        ],
        dice=Dice.of(double=(1, 1)),
    )  # fmt: skip
    answer(game, Double(squadron="b"))
    play(game, stop=asks(Activate))
    assert doubles(game) == ["double q with p"]


@pytest.mark.clause("5.42")
def test_no_double_activation_for_a_side_that_its_scenario_denies_it():
    assert doubles(admiral(special={"single": ["rome"]})) == []


@pytest.mark.clause("5.52")
@pytest.mark.clause("5.42")
def test_a_reduced_admiral_tries_with_0_and_is_himself_again_afterwards():
    def shift(state):
        state.commanders[0].reduced = True

    game = admiral(rating=4, die=1, arrange=shift)
    until(game, Activate)
    answer(game, Double(squadron="b"))
    assert told(game, Doubled)[0].success
    assert leader(game, "a").reduced
    play(game, stop=lambda g: g.decisions[0].seat == "carthage")
    assert not leader(game, "a").reduced


# What scenarios add


def anchored(**more):
    return sea(
        galley("5/1", "2319", anchored=True, manpower=0),
        galley("5/2", "2519", anchored=True, manpower=0),
        galley("5/90", "2304", side="carthage"),
        commanders=[commander("x", "5/1")], **more,
    )  # fmt: skip


@pytest.mark.clause("5.41")
def test_raising_anchor_takes_a_whole_activation():
    game = anchored()
    assert lines(until(game, Weigh)) == ["raise anchor", "decline"]
    answer(game, Weigh())
    assert told(game, AnchorUp)[0].galleys == ("5/1", "5/2")
    assert not one(game, "5/1").anchored
    play(game)
    assert not [e for e in told(game, Announced) if e.galley in ("5/1", "5/2")]
    play(game, stop=lambda g: asks(Move)(g) and g.decisions[0].seat == "rome")
    answer(game, Move(galley="5/1"))
    assert asks(Row)(game)


@pytest.mark.clause("5.41")
@pytest.mark.clause("8.21")
def test_a_squadron_that_raises_anchor_does_not_board():
    game = sea(
        galley("5/1", "2319", anchored=True, manpower=4),
        galley("5/90", "2419", side="carthage", manpower=0, grappled=("5/1",)),
        commanders=[commander("x", "5/1")],
    )  # fmt: skip
    until(game, Weigh)
    answer(game, Weigh())
    play(game, stop=asks(Board))
    assert game.over or not asks(Board)(game)


@pytest.mark.clause("8.21")
@pytest.mark.clause("5.42-success")
def test_nor_does_it_board_in_a_double_activation_that_goes_on_with_the_other():
    game = sea(
        galley("5/1", "2319", manpower=0),
        galley("5/2", "2519", anchored=True, manpower=4, half=True),
        galley("5/90", "2619", side="carthage", manpower=0, grappled=("5/2",)),
        commanders=[
            commander("a", "5/1", initiative=4), commander("b", "5/2"), commander("p", "5/90"),
        ],
        dice=Dice.of(double=(1,)),
    )  # fmt: skip
    until(game, Activate)
    answer(game, Double(squadron="b"))
    until(game, Weigh)
    answer(game, Weigh())
    ship = one(game, "5/2")
    assert (ship.anchored, ship.used, ship.half) == (False, True, False)
    assert "move 5/1" in lines(until(game, Move))
    play(game, stop=lambda g: asks(Board)(g) or g.decisions[0].seat == "carthage")
    assert not asks(Board)(game)


@pytest.mark.clause("5.41")
def test_a_squadron_may_stay_at_anchor_and_does_not_move():
    game = anchored()
    until(game, Weigh)
    answer(game, Decline())
    play(game)
    assert one(game, "5/1").anchored
    assert where(game, "5/1") == "2319-2320"


@pytest.mark.clause("5.41")
def test_the_romans_at_ecnomus_activate_four_squadrons_of_five():
    table = begun("ecnomus")
    survey(table, "rome").form(table, Form())
    open = activation.ready(table, "rome", False)
    assert len(open) == 5
    for squadron in open[:4]:
        for n in squadron.members:
            table.state.galleys[n].used = True
    assert activation.ready(table, "rome", False) == []


def lade(**more):
    """Samos, three galleys heading N, with treachery at Lade as an option."""
    things = [galley(f"3/{k}", f"{22 + k}19", "N", fleet="samos") for k in (1, 2, 3)]
    return sea(
        *things, galley("5/90", "4004", side="carthage"),
        commanders=[commander("samos", "3/1", fleet="samos")],
        special={"deserting": {"fleets": ["samos"], "edge": "28", "option": "treachery"}},
        options={"treachery": True}, **more,
    )  # fmt: skip


def test_treachery_the_die_says_how_many_turn_and_leave():
    game = lade(dice=Dice.of(treachery=(2,)))
    (event,) = told(game, desertion.Deserting)
    assert len(event.galleys) == 2
    assert game.state.deserters == {"samos": 2}
    for _ in range(4):
        play(
            game,
            answers={Move: lambda d: next(c for c in d.legal() if type(c) in (Move, Done))},
        )
    gone = [e.galley for e in told(game, stepping.Exited)]
    assert sorted(gone) == sorted(event.galleys)
    assert all(one(game, code).edge == "28" for code in gone)


def test_without_the_option_nobody_deserts():
    table = begun("lade")
    layout = survey(table, "ionia")
    layout.form(table, Form())
    for squadron in table.state.squadrons:
        desertion.begin(table, squadron)
    assert not table.state.deserters


# Commands


def test_commands_are_written_as_they_are_read():
    for command in (
        Activate(squadron="x"),
        Double(squadron="x"),
        Double(squadron="x", admiral="y"),
        Move(galley="green 5/1"),
        Done(),
        Weigh(),
    ):
        assert type(command)(**type(command).read(command.write())) == command
    for kind in (Activate, Double, Move):
        with pytest.raises(ValueError, match="write which"):
            kind.read(kind.KIND)
        assert kind.read("row 5") is None


def test_a_wrong_answer_is_told_what_is_right():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "2519"), galley("5/90", "2304", side="carthage"),
        commanders=[commander("x", "5/1")],
    )  # fmt: skip
    decision = until(game, Move)
    complaint = decision.complaint(Move(galley="5/90"))
    assert complaint is not None
    assert "5/1, 5/2" in complaint.reason
