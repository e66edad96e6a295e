"""Speed Levels: who chooses when, and who may be put at Maximum (6.11, 6.12)."""

from __future__ import annotations

import re

import pytest
from battles import begun
from galleys import answer, commander, galley, one, sea, told
from one_galley import Move, still as resting
from turns import asks, play, until

from weathergage import STEP, Dice
from weathergage_war_galley import fatigue, speeds
from weathergage_war_galley.arrivals import arrive, enter_behind
from weathergage_war_galley.speeds import Speeds, SpeedsSet, fit_for_maximum, may_hurry
from weathergage_war_galley.state import Squadron

ENEMY = galley("5/90", "2505", side="carthage")


def setting(*things, leaders=(), **more):
    """A game at its Speed Level Determination Phase."""
    return sea(*things, ENEMY, commanders=leaders, phase="speeds", **more)


def fit(things, code="5/1", **more):
    """Whether a galley may be put at Maximum."""
    game = setting(*things, **more)
    return one(game, code).n in fit_for_maximum(game)


@pytest.mark.clause("6.11")
@pytest.mark.clause("2.1-speed")
def test_the_side_that_is_up_sets_the_points():
    game = resting(galley("5/1", "2319", speed=(4, 6), maximum=True))
    assert Move(game, "5/1").most == 6
    game = resting(galley("5/1", "2319", speed=(4, 6)))
    assert Move(game, "5/1").most == 4


@pytest.mark.clause("6.11")
@pytest.mark.parametrize("maximum", [True, False])
def test_ramming_is_open_at_either_level_and_grappling_at_cruise_only(maximum):
    beside = galley("5/91", "2419", side="carthage", manpower=0, crew=1)
    game = resting(galley("5/1", "2319", speed=(4, 6), manpower=0, crew=1, maximum=maximum), beside)
    move = Move(game, "5/1", "row 0")
    offered = [] if move.ask is None else move.lines
    assert any(line.startswith("grapple") for line in offered) is not maximum
    ahead = galley("5/91", "2318", "SE", side="carthage", manpower=0, crew=1)
    game = resting(galley("5/1", "2319", ram=(4, 6), manpower=0, maximum=maximum), ahead)
    assert "ram 5/91" in Move(game, "5/1", "row 1").lines


@pytest.mark.clause("6.12")
@pytest.mark.parametrize(
    "marker",
    [
        {"fatigue": 1},
        {"crippled": 1},
        {"half": True},
        {"captured": "captured"},
        {"captured": "recaptured"},
        {"rammed": True},
        {"stranded": 1},
        {"sail": True},
        {"mast_down": True},
        {"anchored": True},
        {"corvus": True},
    ],
)
def test_markers_that_bar_a_galley_from_maximum(marker):
    assert fit([galley("5/1", "2319")])
    assert not fit([galley("5/1", "2319", **marker)])


@pytest.mark.clause("6.12")
@pytest.mark.parametrize("bond", ["grappled", "fouled"])
def test_a_grappled_or_fouled_galley_is_barred(bond):
    other = galley("5/91", "2419", side="carthage")
    assert not fit([other, galley("5/1", "2319", **{bond: ("5/91",)})])


@pytest.mark.clause("6.12")
def test_a_tremiola_under_sail_may_be_at_maximum():
    game = setting(galley("Trm/1", "2319", sail=True))
    assert may_hurry(one(game, "Trm/1"))


@pytest.mark.clause("5.52")
@pytest.mark.clause("6.12")
def test_a_galley_that_a_commander_has_shifted_to_may_not_until_he_is_himself_again():
    def shifted(**state):
        return fit([galley("5/1", "2319")], leaders=[commander("x", "5/1", **state)])

    assert shifted()
    assert not shifted(reduced=True)
    assert shifted(reduced=True, lost=True)


@pytest.mark.clause("6.12")
def test_three_of_a_squadron_of_five_at_maximum_and_two_at_cruise():
    things = [galley(f"5/{k}", f"{20 + k}19") for k in range(1, 6)]
    game = setting(*things, leaders=[commander("x", "5/3", range=6)])
    answer(game, Speeds(**Speeds.read("speeds x: 5/1, 5/3, 5/5")))
    assert [one(game, f"5/{k}").maximum for k in range(1, 6)] == [True, False, True, False, True]


@pytest.mark.clause("6.12")
def test_all_that_are_fit_at_once():
    game = setting(
        galley("5/1", "2319"), galley("5/2", "2419", half=True), leaders=[commander("x", "5/1")]
    )
    answer(game, Speeds(**Speeds.read("speeds x: all")))
    assert (one(game, "5/1").maximum, one(game, "5/2").maximum) == (True, False)


@pytest.mark.clause("6.12")
def test_others_cannot_be_named():
    game = setting(
        galley("5/1", "2319"), galley("5/2", "2419", half=True), leaders=[commander("x", "5/1")]
    )
    decision = until(game, Speeds)
    for line, code in (("speeds x: 5/2", "not-fit"), ("speeds y", "unknown")):
        complaint = decision.complaint(Speeds(**Speeds.read(line)))
        assert complaint is not None
        assert complaint.code == code


def test_help_tells_of_the_squadron_at_hand_and_what_it_tells_is_legal():
    game = setting(
        galley("5/1", "2319"), galley("5/2", "2419", half=True), leaders=[commander("x", "5/1")]
    )
    decision = until(game, Speeds)
    ways = re.findall(r'"([^"]+)"', decision.help())
    assert ways == ["speeds x", "speeds x: all", "speeds x: 5/1"]
    assert [decision.complaint(Speeds(**Speeds.read(way))) for way in ways] == [None] * 3


def order(game):
    """The sides in the order in which they are asked for levels."""
    seats = []
    while asks(Speeds)(game):
        seats.append(game.decisions[0].seat)
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(Dice(0)))
    return seats


@pytest.mark.clause("3.1.D")
@pytest.mark.clause("6.12")
@pytest.mark.parametrize("first", ["rome", "carthage"])
def test_the_sides_alternate_by_squadron_from_the_one_that_goes_first(first):
    game = setting(
        galley("5/1", "2319"),
        galley("5/2", "3519"),
        leaders=[commander("x", "5/1"), commander("y", "5/2"), commander("z", "5/90")],
        first=first,
    )
    rome_first = ["rome", "carthage", "rome"]
    assert order(game) == (rome_first if first == "rome" else ["carthage", "rome", "rome"])


@pytest.mark.clause("6.12")
def test_individual_squadrons_take_their_turn_as_squadrons():
    game = setting(galley("5/1", "2319"), galley("5/2", "3519"), leaders=[commander("x", "5/1")])
    answer(game, Speeds(squadron="5/2", maximum=("5/2",)))
    assert one(game, "5/2").maximum


@pytest.mark.clause("6.12")
def test_a_side_without_anyone_fit_is_not_asked():
    game = setting(galley("5/1", "2319", half=True))
    assert order(game) == ["carthage"]
    assert [event.squadron for event in told(game, SpeedsSet)] == ["5/90"]


@pytest.mark.clause("6.12")
def test_last_turns_levels_do_not_stand():
    game = setting(galley("5/1", "2319", maximum=True))
    until(game, Speeds)
    assert not one(game, "5/1").maximum


@pytest.mark.clause("6.12-flip")
def test_fatigue_turns_a_galley_to_cruise():
    game = setting(galley("5/1", "2319"))
    ship = one(game, "5/1")
    ship.maximum = True
    fatigue.tire_by_avoidance(game, ship)
    assert (ship.fatigue, ship.maximum) == (2, False)


@pytest.mark.clause("6.12-flip")
def test_a_collision_turns_rammer_and_target_to_cruise():
    game = resting(
        galley("5/1", "2319", ram=(4, 6), speed=(4, 6), maximum=True, manpower=0, firepots=False),
        galley("5/91", "2317", "SE", side="carthage", maximum=True, crew=1, manpower=0),
        dice=Dice.of(ram=(1, 1), avoidance=(6,)),
    )
    move = Move(game, "5/1", "row 1", "ahead")
    while move.ask is not None and move.seat == "carthage":
        move.say("decline")
    move.say("ram 5/91")
    assert not one(game, "5/1").maximum
    assert not one(game, "5/91").maximum


# What scenarios say


@pytest.mark.clause("6.12")
def test_nobody_at_drepanum_hurries_before_all_have_entered():
    table = begun("drepanum-approach")
    for side in ("rome", "carthage"):
        assert speeds.is_kept_slow(table, side)
    battle = begun("drepanum-battle")
    assert not speeds.is_kept_slow(battle, "rome")


@pytest.mark.clause("6.12")
def test_caesarians_at_tauris_are_at_cruise_in_the_first_turn():
    table = begun("tauris")
    assert speeds.is_kept_slow(table, "caesarians")
    assert not speeds.is_kept_slow(table, "pompeians")
    table.state.turn = 2
    assert not speeds.is_kept_slow(table, "caesarians")


@pytest.mark.clause("6.12")
def test_an_option_may_keep_a_side_at_cruise_and_so_may_an_approach():
    # The Romans of the approach are at Cruise in any case, so this is where it tells.
    slow = begun("drepanum-battle", slow_romans=True)
    assert speeds.is_kept_slow(slow, "rome")
    assert not speeds.is_kept_slow(slow, "carthage")
    slow.state.turn = 2
    assert not speeds.is_kept_slow(slow, "rome")
    assert speeds.is_kept_slow(begun("catana"), "syracuse")
    assert not speeds.is_kept_slow(begun("side"), "rhodes")


@pytest.mark.clause("6.12")
@pytest.mark.clause("5.22")
@pytest.mark.parametrize(("confused", "fast"), [("", True), ("half", False)])
def test_those_that_wait_off_the_map_are_set_with_the_squadron_they_come_up_to(confused, fast):
    table = begun("lade")
    arrive(table)
    state = table.state
    line = state.arrivals[0]
    tail, follower = state.galleys[line.ahead], state.galleys[line.numbers[0]]
    state.squadrons, tail.squadron = (Squadron(0, "ionia", "chios", (tail.n,)),), 0
    state.first = "ionia"
    run = speeds.choose(table)
    ask = next(run)
    order = Speeds(squadron="chios", maximum=(follower.counter.code,))
    assert ask.answers.check(order) is None
    with pytest.raises(StopIteration):
        run.send(order)
    assert (follower.gone, follower.maximum) == ("waiting", True)
    state.confused = confused
    state.place(tail, tail.bow + 3 * STEP[tail.heading], tail.heading)
    assert enter_behind(table, tail) == follower.n
    assert follower.maximum is fast


def test_speeds_are_written_as_they_are_read():
    for command in (Speeds(squadron="x"), Speeds(squadron="green 5/1", maximum=("green 5/1",))):
        assert Speeds(**Speeds.read(command.write())) == command
    assert Speeds.read("form") is None
    with pytest.raises(ValueError, match="which squadron"):
        Speeds.read("speeds")


def test_random_levels_are_legal():
    game = setting(galley("5/1", "2319"), galley("5/2", "2419"), leaders=[commander("x", "5/1")])
    decision = until(game, Speeds)
    for seed in range(10):
        assert decision.complaint(decision.sample(Dice(seed))) is None
    play(game)
