"""Victory Points, withdrawal without an Admiral, and how games end (9)."""

from __future__ import annotations

import pytest
from battles import begun, found, scenario
from fighting import battle
from galleys import answer, commander, galley, one, sea, still, told
from turns import asks, lines, passive, play

from weathergage import Decline, Dice, Rolled
from weathergage.captains import make_captain
from weathergage_war_galley import aground, boarding, endings, ramming, sinking, victory
from weathergage_war_galley.activation import Activate
from weathergage_war_galley.movement import Row
from weathergage_war_galley.victory import Tallied, Withdrew, totals

POINTS = {"rome": 80, "carthage": 80}


def points(*things, arrange=None, **more):
    """Victory Points of a position: (Rome's, Carthage's)."""
    table = still(*things, **more)
    if arrange is not None:
        arrange(table.state)
    found = totals(table.rules, table.state)
    return found["rome"], found["carthage"]


def prize(**more):
    """A Carthaginian galley of Ram Defense 5."""
    return galley("5/91", "2419", side="carthage", defense=5, **more)


def taken(ship, by="rome"):
    ship.side = by
    ship.captured = "captured" if by != ship.counter.side else "recaptured"


# What a galley is worth


@pytest.mark.clause("9.1-ram")
@pytest.mark.parametrize(
    "plight",
    [
        {"rammed": True},
        {"stranded": 1},
        {"gone": "sunk"},
        {"gone": "burned"},
        {"gone": "stranded"},
        {"rammed": True, "gone": "sunk"},
    ],
)
def test_rammed_aground_or_lost_is_its_ram_defense_once(plight):
    assert points(prize(**plight)) == (5, 0)


@pytest.mark.clause("9.1-ram")
def test_a_galley_that_gets_off_gives_its_points_back():
    def off(state):
        state.galleys[0].stranded = 0

    assert points(prize(stranded=1), arrange=off) == (0, 0)


@pytest.mark.clause("9.1-ram")
def test_a_sound_or_crippled_galley_is_worth_nothing():
    assert points(prize(crippled=3, depletion=2)) == (0, 0)


@pytest.mark.clause("9.1-capture")
def test_a_capture_has_a_bonus_of_1():
    assert points(prize(), arrange=lambda state: taken(state.galleys[0])) == (6, 0)


@pytest.mark.clause("9.1-capture")
@pytest.mark.parametrize("why", ["sunk", "burned", "stranded"])
def test_a_prize_that_is_lost_loses_the_bonus_and_its_old_side_scores_nothing(why):
    def lose(state):
        taken(state.galleys[0])
        state.lift(state.galleys[0], why)

    assert points(prize(), arrange=lose) == (5, 0)


@pytest.mark.clause("9.1-capture")
def test_a_prize_aground_or_rammed_by_its_old_side_loses_the_bonus():
    def strand(state):
        taken(state.galleys[0])
        state.galleys[0].stranded = 2

    def ram(state):
        taken(state.galleys[0])
        state.galleys[0].rammed, state.galleys[0].rammer = True, 1

    other = galley("5/92", "2819", side="carthage")
    assert points(prize(), other, arrange=strand) == (5, 0)
    assert points(prize(), other, arrange=ram) == (5, 0)


def fought_over(*steps):
    """Victory Points for 5/91 after what befell it: "rome" or "carthage" has captured it, or
    a code has Rammed it; 5/1 and its prize 5/92 are Rome's, and 5/93 and its prize 5/2 Carthage's.
    """
    table = battle(
        prize(), galley("5/1", "2319", crew=0), galley("5/92", "2719", side="carthage", defense=5),
        galley("5/93", "2919", side="carthage", crew=0), galley("5/2", "3119", defense=5),
        dice=Dice.of(ram=(6, 6) * len(steps)),
    )  # fmt: skip
    state = table.state
    taken(one(table, "5/92"))
    taken(one(table, "5/2"), "carthage")
    ship = one(table, "5/91")
    for step in steps:
        if step in POINTS:
            boarding.capture(table, ship, step)
        else:
            for _ in ramming.attempt(table, one(table, step), ship):
                raise AssertionError("a Fouled rammer is asked nothing")
    return totals(table.rules, state)["rome"] - 6


@pytest.mark.clause("9.1-capture")
def test_a_galley_rammed_and_then_captured_scores_as_a_capture_once():
    assert fought_over("5/1", "rome") == 6
    # Its rammer may be a prize that was Carthage's once.
    assert fought_over("5/92", "rome") == 6


@pytest.mark.clause("9.1-capture")
@pytest.mark.parametrize("rammer", ["5/93", "5/2"])
def test_a_prize_that_is_rammed_loses_the_bonus_whoever_built_the_rammer(rammer):
    assert fought_over("rome", rammer) == 5
    assert fought_over("5/1", "rome", rammer) == 5
    # "Subsequently": a later capture has its bonus again.
    assert fought_over("rome", rammer, "carthage", "rome") == 6


@pytest.mark.clause("9.1-capture")
def test_a_recaptured_galley_is_worth_nothing_until_it_is_hit():
    def retake(state):
        taken(state.galleys[0])
        taken(state.galleys[0], "carthage")

    def and_ram(state):
        retake(state)
        state.galleys[0].rammed = True

    assert points(prize(), arrange=retake) == (0, 0)
    assert points(prize(), arrange=and_ram) == (5, 0)


@pytest.mark.clause("9.1")
def test_who_leaves_of_his_own_will_gives_nothing():
    assert points(prize(gone="exited")) == (0, 0)


@pytest.mark.clause("9.1")
def test_a_value_that_the_scenario_gives_takes_the_place_of_ram_defense():
    assert points(prize(rammed=True, value=10)) == (10, 0)


@pytest.mark.clause("9.1-ram")
@pytest.mark.clause("7.17-chain")
def test_each_side_scores_what_the_other_loses_in_a_chain():
    game = sea(
        galley("5/1", "2319", defense=8, grappled=("5/91",)),
        galley("5/91", "2419", side="carthage", defense=5, fouled=("5/92",)),
        galley("5/92", "2519", side="carthage", defense=6),
        galley("5/93", "4019", side="carthage"),
    )
    sinking.sink(game, one(game, "5/1"))
    assert totals(game.rules, game.state) == {"rome": 11, "carthage": 8}


# What scenarios add


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(("edge", "crippled", "gained"), [("28", 0, 3), ("28", 1, 0), ("00", 0, 0)])
def test_at_the_aegatian_isles_sound_carthaginians_gain_3_by_the_roman_edge(edge, crippled, gained):
    table = begun("aegates")
    ship = found(table, "carthage", "5/53")
    table.state.lift(ship, "exited")
    ship.edge, ship.crippled = edge, crippled
    assert totals(table.rules, table.state) == {"rome": 0, "carthage": gained}


@pytest.mark.clause("9.1")
def test_at_drepanum_romans_ashore_at_the_city_are_3_each_and_lost_to_nobody():
    table = begun("drepanum-battle")
    ship = found(table, "rome", "5/50")
    ship.stranded = 2
    table.state.lift(ship, "ashore")
    assert totals(table.rules, table.state) == {"rome": 3, "carthage": 0}


@pytest.mark.clause("9.1")
def test_at_drepanum_a_carthaginian_prize_that_romans_put_ashore_is_3_more_than_a_capture():
    table = begun("drepanum-battle")
    ship = found(table, "carthage", "5/11")
    taken(ship)
    ship.stranded = 2
    table.state.lift(ship, "ashore")
    assert totals(table.rules, table.state) == {"rome": ship.counter.defense + 1 + 3, "carthage": 0}


@pytest.mark.clause("9.1")
@pytest.mark.clause("6.31")
def test_at_drepanum_a_roman_prize_that_carthaginians_run_aground_gains_rome_nothing():
    table = begun("drepanum-battle")
    ship = found(table, "rome", "5/50")
    taken(ship, "carthage")
    aground.run_aground(table, ship, scenario("drepanum-battle").sheet.parse("6020"))
    assert not ship.gone
    assert totals(table.rules, table.state) == {"rome": 0, "carthage": ship.counter.defense}


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(
    ("escaped", "chasing", "lost"), [(3, 0, 0), (3, 1, 20), (3, 2, 20), (4, 2, 40)]
)
def test_at_ecnomus_transports_count_in_twos_for_each_galley_sent_after_them(
    escaped, chasing, lost
):
    table = begun("ecnomus")
    ships = [found(table, "rome", f"T/{k + 1}") for k in range(escaped)]
    ships += [found(table, "carthage", f"cat3/{k + 1}") for k in range(chasing)]
    for ship in ships:
        table.state.lift(ship, "exited")
        ship.edge = "28"
    assert totals(table.rules, table.state) == {"rome": 0, "carthage": lost}


@pytest.mark.clause("9.1")
def test_at_ecnomus_a_transport_that_leaves_another_way_counts():
    table = begun("ecnomus")
    ship = found(table, "rome", "T/1")
    table.state.lift(ship, "exited")
    ship.edge = "10"
    assert totals(table.rules, table.state)["carthage"] == 10


def treasure(table):
    return next(ship for ship in table.state.galleys if ship.treasure)


@pytest.mark.clause("9.1")
def test_the_treasure_of_actium():
    table = begun("actium")
    ship = treasure(table)
    taken(ship, "octavian")
    assert totals(table.rules, table.state)["octavian"] == ship.counter.points + 1 + 15
    table.state.lift(ship, "sunk")
    assert totals(table.rules, table.state)["octavian"] == ship.counter.points + 15
    table = begun("actium")
    ship = treasure(table)
    table.state.lift(ship, "sunk")
    assert totals(table.rules, table.state) == {"octavian": ship.counter.points, "antony": 0}
    table = begun("actium")
    ship = treasure(table)
    table.state.lift(ship, "exited")
    ship.edge = "60"
    assert totals(table.rules, table.state) == {"octavian": 0, "antony": 10}


# The Victory Phase


def ended(rome, carthage, *things, needed=POINTS, **more):
    """A game after a Victory Phase in which the sides have so many points."""
    own = [
        galley("5/1", "2019", side="rome", defense=carthage, gone="sunk"),
        galley("5/91", "2919", side="carthage", defense=rome, gone="sunk"),
        galley("5/2", "2319"),
        galley("5/92", "2305", side="carthage"),
    ]
    turns = more.pop("turns", 40)
    return sea(
        *own, *things, phase="victory", victory={"points": needed}, turns=turns, **more
    )  # fmt: skip


@pytest.mark.clause("3.1.H")
@pytest.mark.clause("9.1")
@pytest.mark.parametrize(
    ("rome", "carthage", "over"), [(80, 41, False), (80, 40, True), (79, 0, False), (160, 80, True)]
)
def test_a_win_needs_the_total_and_twice_the_enemys(rome, carthage, over):
    game = ended(rome, carthage)
    assert game.over is over
    if over:
        assert (game.outcome.winner, game.outcome.how) == ("rome", "victory")
        assert dict(game.outcome.scores) == {"rome": rome, "carthage": carthage}


@pytest.mark.clause("3.1")
def test_there_is_no_limit_of_turns_but_the_scenarios():
    assert not ended(10, 0, turn=39).over
    game = ended(10, 5, turn=40)
    assert (game.outcome.winner, game.outcome.how) == ("rome", "turn limit")
    assert ended(5, 5, turn=40).outcome.winner == "draw"


@pytest.mark.clause("9.1")
def test_when_exits_bar_both_from_their_totals_the_higher_wins():
    gone = [galley(f"5/9{k}", f"{30 + k}15", side="carthage", gone="exited") for k in range(3, 9)]
    game = ended(40, 35, *gone, turn=40)
    assert (game.outcome.winner, game.outcome.how) == ("rome", "exits")


@pytest.mark.clause("9.1")
def test_a_side_without_a_galley_ends_the_game():
    game = sea(
        galley("5/1", "2319"),
        galley("5/91", "2305", side="carthage", defense=8, gone="sunk"),
        phase="victory",
    )
    assert (game.outcome.winner, game.outcome.how) == ("rome", "destruction")


@pytest.mark.clause("10.0-victory")
@pytest.mark.parametrize(("size", "needed"), [("250", 55), ("300", 65), ("350", 75), ("400", 85)])
def test_levels_of_a_tournament(size, needed):
    from battles import RULESET

    from weathergage.plugins import assemble_scenario

    rules = assemble_scenario(RULESET, RULESET.scenarios["tournament"], {"fleet_points": size})
    assert set(victory.levels(rules).values()) == {needed}


@pytest.mark.clause("9.1")
def test_the_points_are_told():
    assert told(ended(10, 5), Tallied)[0].points == (("Rome", 10), ("Carthage", 5))


# Without the Admiral


def headless(die, initiative, rome, carthage, *leaders, **more):
    """A game after a Victory Phase in which Rome has lost its Admiral."""

    def lose(state):
        state.lost_admirals = (("rome", initiative),)

    return ended(
        rome, carthage, arrange=lose, commanders=leaders, dice=Dice.of(withdrawal=(die,)), **more
    )  # fmt: skip


@pytest.mark.clause("9.2")
@pytest.mark.parametrize(
    ("die", "initiative", "rome", "carthage", "withdraws"),
    [(4, 2, 10, 20, True), (4, 2, 20, 10, False), (4, 2, 10, 10, False), (6, 1, 20, 10, True)],
)
def test_the_die_with_initiative_and_the_points(die, initiative, rome, carthage, withdraws):
    game = headless(die, initiative, rome, carthage)
    assert told(game, Withdrew)[0].withdraws is withdraws
    assert game.over is withdraws
    roll = next(e for e in told(game, Rolled) if e.clause == "9.2")
    assert roll.result == die + initiative + (rome < carthage)


@pytest.mark.clause("9.2")
def test_the_other_side_adds_25_and_the_higher_total_wins():
    game = headless(6, 3, 60, 40)
    assert (game.outcome.winner, game.outcome.how) == ("carthage", "withdrawal")
    assert dict(game.outcome.scores) == {"rome": 60, "carthage": 65}
    assert "draw" not in game.outcome.reason
    won = headless(6, 3, 70, 40).outcome
    assert won.winner == "rome"
    assert won.reason.endswith("which is more of a draw")
    assert headless(6, 3, 65, 40).outcome.winner == "draw"


@pytest.mark.clause("9.2")
def test_with_another_admiral_nothing_is_rolled():
    game = headless(6, 4, 0, 10, commander("a", "5/2", initiative=1))
    assert not told(game, Withdrew)
    assert not game.over


@pytest.mark.clause("9.2")
@pytest.mark.clause("5.53")
def test_the_loss_is_noted_with_his_rating_when_he_was_the_last():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "2519"), galley("5/3", "2719"),
        galley("5/90", "2305", side="carthage"),
        commanders=[commander("a", "5/1", initiative=2), commander("b", "5/2", initiative=1)],
    )  # fmt: skip
    boarding.capture(game, one(game, "5/1"), "carthage")
    assert game.state.lost_admirals == ()
    boarding.capture(game, one(game, "5/2"), "carthage")
    assert game.state.lost_admirals == (("rome", 1),)


@pytest.mark.clause("9.1")
def test_antony_and_cleopatra_at_large_are_20_points_at_the_end_only():
    table = begun("actium")
    for n, ship in enumerate(ship for ship in table.state.galleys if ship.side == "antony"):
        if n < 2:
            ship.rammed = True
    given = totals(table.rules, table.state)
    assert given["octavian"] > 0
    outcome = victory._by_points(table, given, "the end", "9.1", "turn limit")
    assert dict(outcome.scores)["antony"] == 20
    even = victory._by_points(table, {"octavian": 30, "antony": 10}, "the end", "9.1", "turn limit")
    assert even.winner == "octavian"
    table.state.commanders[[c.id for c in table.state.commanders].index("cleopatra")].lost = True
    outcome = victory._by_points(table, given, "the end", "9.1", "turn limit")
    assert dict(outcome.scores)["antony"] == 0


# Giving in


@pytest.mark.clause("9.1")
def test_a_side_may_cede_victory_before_it_moves_anything_in_a_turn():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "2519"), galley("5/91", "4010", side="carthage"),
        commanders=[commander("x", "5/1")],
    )  # fmt: skip
    assert lines(game.decisions[0])[-2:] == ["cede", "halt"]
    assert '"cede" gives the battle up; "halt" proposes to end it' in game.decisions[0].help()
    answer(game, endings.Cede())
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("carthage", "ceded")
    assert game.outcome.reason == "Rome ceded victory"


@pytest.mark.clause("9.1")
@pytest.mark.parametrize("led", [True, False])
def test_a_side_may_cede_though_its_one_galley_leaves_it_no_choice(led):
    game = sea(
        galley("5/1", "2319"), galley("5/91", "4010", side="carthage"),
        commanders=[commander("x", "5/1")] if led else [],
        phase="command" if led else "individual",
    )  # fmt: skip
    name = "x" if led else "5/1"
    assert lines(game.decisions[0]) == [f"activate {name}", "cede", "halt"]
    answer(game, endings.Cede())
    assert (game.outcome.winner, game.outcome.how) == ("carthage", "ceded")


@pytest.mark.clause("9.1")
def test_it_may_cede_instead_of_activating_a_squadron_and_not_once_it_has_moved():
    game = sea(
        galley("5/1", "2319", manpower=0), galley("5/2", "3019", manpower=0),
        galley("5/91", "4010", side="carthage", manpower=0),
        commanders=[commander("x", "5/1"), commander("y", "5/2")],
    )  # fmt: skip
    assert lines(game.decisions[0])[-1] == "halt"
    play(game, stop=asks(Row))
    answer(game, Row(mp=0))
    while not game.over and game.turn == 2:
        decision = game.decisions[0]
        if decision.seat == "rome":
            assert "cede" not in lines(decision)
            refused = decision.complaint(endings.Cede()) if Activate in decision.kinds else None
            assert refused is None or refused.clause in ("9.1", "5.41")
        game.submit(decision.id, passive(decision))


@pytest.mark.clause("9.1")
def test_no_game_ends_by_chance():
    game = sea(
        galley("5/1", "2319"), galley("5/2", "3019"), galley("5/91", "4010", side="carthage"),
        commanders=[commander("x", "5/1"), commander("y", "5/2")],
    )  # fmt: skip
    decision = game.decisions[0]
    assert {"cede", "halt"} < set(lines(decision))
    drawn = {decision.sample(Dice(n)).write() for n in range(40)}
    assert drawn == {"activate x", "activate y"}
    assert endings.Cede.read("concede") == endings.Cede.read("cede") == {}


def halting(**more):
    """Rome, which has a prize of 6 points, has proposed to halt."""
    game = sea(
        galley("5/1", "2319"), galley("5/2", "3019"), galley("5/91", "4010", side="carthage"),
        galley("5/92", "4410", side="carthage", defense=5, rammed=True),
        commanders=[commander("x", "5/1"), commander("y", "5/2")], **more,
    )  # fmt: skip
    answer(game, endings.Halt())
    return game


@pytest.mark.clause("9.1")
def test_both_may_halt_and_the_side_with_more_points_has_the_better_of_it():
    game = halting()
    assert (game.decisions[0].seat, lines(game.decisions[0])) == ("carthage", ["decline", "agree"])
    answer(game, endings.Agree())
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("rome", "agreement")
    assert game.outcome.reason.startswith("both sides halted")


@pytest.mark.clause("9.1")
def test_who_is_refused_a_halt_goes_on_and_may_still_cede():
    game = halting()
    answer(game, Decline())
    assert lines(game.decisions[0]) == ["activate x", "activate y", "cede"]
    answer(game, Activate(squadron="x"))
    assert not game.over


@pytest.mark.clause("9.1")
def test_a_captain_halts_when_it_is_ahead():
    game = halting()
    asked = game.decisions[0]
    captain = make_captain(game.rules.ruleset, "captain", "carthage", 1)
    assert captain.answer(game.view("carthage"), asked) == Decline()
