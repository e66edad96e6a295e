"""Commanders: transfers to other galleys, Reduced Effectiveness, and losses (5.1, 5.5)."""

from __future__ import annotations

import pytest
from battles import begun
from galleys import answer, commander, galley, leader, one, sea, told
from turns import asks, lines, play, until

from weathergage import STEP, Decline, Dice, distance
from weathergage_war_galley import boarding, commanders, sinking
from weathergage_war_galley.commanders import CommanderLost, Place, Recovered, Transfer
from weathergage_war_galley.orders import Done
from weathergage_war_galley.speeds import fit_for_maximum
from weathergage_war_galley.squadrons import Form, survey

ENEMY = galley("5/90", "5010", side="carthage", manpower=0)


def led(*things, die=6, range=4, leaders=(), **more):
    """x in 5/1, in his side's activation, with dice for a transfer."""
    dice = more.pop("dice", None) or Dice.of(transfer=(die,))
    own = [commander("x", "5/1", range=range, **more.pop("state", {})), *leaders]
    return sea(*things, ENEMY, commanders=own, dice=dice, **more)


def pair(**more):
    return led(galley("5/1", "2319"), galley("5/2", "2519"), galley("5/3", "2819"), **more)


def squadron_in_hand(game):
    """Codes of the squadron that is being activated."""
    found = game.state.squadrons[game.state.active[0]]
    return [game.state.galleys[n].counter.code for n in found.members]


def targets(game, id="x"):
    return [command.to for command in commanders.transfers(game, leader(game, id))]


# Who and where


@pytest.mark.clause("5.11")
def test_a_squadron_commanders_only_rating_is_his_range():
    game = pair()
    assert leader(game, "x").reach == 4
    assert commanders.rating(leader(game, "x")) == 0
    assert not leader(game, "x").is_admiral


@pytest.mark.clause("5.14")
@pytest.mark.clause("5.52")
def test_a_transfer_moves_the_flag():
    game = pair(die=3)
    assert commanders.aboard(game.state, one(game, "5/1")).id == "x"
    answer(game, Transfer(commander="x", to="5/2"))
    assert commanders.command_ship(game.state, leader(game, "x")) is one(game, "5/2")
    assert commanders.aboard(game.state, one(game, "5/1")) is None


# Where to


@pytest.mark.clause("5.51")
def test_only_the_nearest_galley_may_be_chosen():
    assert targets(pair()) == ["5/2"]


@pytest.mark.clause("5.51")
@pytest.mark.parametrize("bond", ["grappled", "fouled"])
def test_past_a_grappled_or_fouled_galley_he_goes_to_the_next(bond):
    game = led(
        galley("5/1", "2319"),
        galley("5/91", "2617", side="carthage", manpower=0),
        galley("5/2", "2519", **{bond: ("5/91",)}),
        galley("5/3", "2019"),
    )
    assert targets(game) == ["5/3"]


@pytest.mark.clause("5.51")
def test_of_two_equally_near_the_player_chooses():
    game = led(galley("5/1", "2319"), galley("5/2", "2519"), galley("5/3", "2119"))
    assert targets(game) == ["5/2", "5/3"]
    decision = until(game, Transfer)
    assert {"transfer x to 5/2", "transfer x to 5/3"} <= set(lines(decision))


@pytest.mark.clause("5.51")
def test_a_path_must_be_free_of_enemies():
    """One-hex enemies on all sides but one, and then there too."""
    ring = ["2318", "2419", "2420", "2421", "2321", "2221", "2220"]
    walls = [galley(f"L/{k}", hex, side="carthage") for k, hex in enumerate(ring, 1)]
    last = galley("L/9", "2219", side="carthage")
    here, there = galley("5/1", "2319"), galley("5/2", "2719")
    assert targets(led(here, there, *walls)) == ["5/2"]
    assert targets(led(here, there, *walls, last)) == []


@pytest.mark.clause("5.51")
def test_a_prize_is_a_friendly_galley():
    def take(state):
        prize = next(g for g in state.galleys if g.counter.code == "5/91")
        prize.side, prize.captured = "rome", "captured"

    game = led(
        galley("5/1", "2319"), galley("5/91", "2419", side="carthage"), galley("5/2", "2719"),
        arrange=take,
    )  # fmt: skip
    assert targets(game) == ["5/91"]


@pytest.mark.clause("5.51")
def test_a_second_attempt_in_the_turn_is_not_allowed():
    game = pair(die=2)
    answer(game, Transfer(commander="x", to="5/2"))
    decision = until(game, Transfer)
    assert not [line for line in lines(decision) if line.startswith("transfer")]
    complaint = decision.complaint(Transfer(commander="x", to="5/2"))
    assert complaint is not None
    assert complaint.clause == "5.51"


@pytest.mark.clause("5.51")
def test_a_commander_of_lembi_goes_to_lembi_only_and_nobody_to_another_command_ship():
    game = led(
        galley("L/1", "2319"), galley("5/1", "2419"), galley("5/2", "2519"), galley("L/2", "2719"),
        leaders=[commander("y", "L/1", only=("L",))],
    )  # fmt: skip
    assert targets(game, "y") == ["L/2"]
    assert targets(game, "x") == ["5/2"]


@pytest.mark.clause("5.51")
def test_a_type_that_carries_no_flag_is_passed_over():
    game = pair(special={"no_flagship": {"rome": ["5"]}})
    assert targets(game) == []


# The die


@pytest.mark.clause("5.52")
@pytest.mark.parametrize("die", [3, 6])
def test_3_to_6_brings_him_over_reduced_and_the_galley_to_cruise(die):
    game = led(
        galley("5/1", "2319"), galley("5/2", "2519", maximum=True), galley("5/3", "2619"), die=die
    )
    answer(game, Transfer(commander="x", to="5/2"))
    x = leader(game, "x")
    assert (x.galley, x.reduced, x.reach) == (one(game, "5/2").n, True, 3)
    assert not one(game, "5/2").maximum
    assert one(game, "5/2").n not in fit_for_maximum(game)


@pytest.mark.clause("5.52")
@pytest.mark.parametrize("die", [1, 2])
def test_1_or_2_leaves_him_where_he_is_until_next_turn(die):
    game = pair(die=die)
    answer(game, Transfer(commander="x", to="5/2"))
    x = leader(game, "x")
    assert (x.galley, x.reduced, x.transferred) == (one(game, "5/1").n, False, True)
    play(game)
    play(game, stop=asks(Done))
    assert targets(game) == ["5/2"]


@pytest.mark.clause("5.52")
def test_he_turns_back_at_the_end_of_the_activation_that_first_uses_his_reduced_ratings():
    # He shifts after his activation of turn 3, in that of another squadron.
    game = led(
        galley("5/1", "2319"), galley("5/2", "2419"), galley("5/3", "4019"), galley("5/4", "4119"),
        leaders=[commander("y", "5/3")], turn=3,
    )  # fmt: skip
    play(game, stop=lambda g: asks(Done)(g) and g.state.active == (1,))
    answer(game, Transfer(commander="x", to="5/2"))
    play(game)
    assert leader(game, "x").reduced
    assert not told(game, Recovered)
    play(game, stop=lambda g: asks(Done)(g) and "5/1" in squadron_in_hand(g))
    assert leader(game, "x").reduced
    play(game, stop=lambda g: bool(told(g, Recovered)))
    assert (game.turn, leader(game, "x").reduced) == (4, False)


@pytest.mark.clause("5.51")
@pytest.mark.parametrize("plight", [{"rammed": True}, {"fire": True}])
def test_before_a_ships_fate_is_settled_its_commander_may_still_leave_it(plight):
    game = led(
        galley("5/1", "2319", manpower=0, crew=1, **plight), galley("5/2", "2719", manpower=0),
        squadrons=[("x", ["5/1"])],
    )  # fmt: skip
    play(game, stop=lambda g: Decline in g.decisions[0].kinds and Transfer in g.decisions[0].kinds)
    assert lines(game.decisions[0]) == ["decline", "transfer x to 5/2"]
    answer(game, Transfer(commander="x", to="5/2"))
    assert leader(game, "x").galley == one(game, "5/2").n


@pytest.mark.clause("5.51")
@pytest.mark.clause("7.17-chain")
def test_a_commander_may_leave_a_ship_that_a_rammed_one_may_take_down():
    game = led(
        galley("5/1", "2319", manpower=0, crew=1), galley("5/2", "2719"),
        galley("5/91", "2419", side="carthage", manpower=0, crew=1, grappled=("5/1",)),
        galley("5/92", "2519", side="carthage", manpower=0, crew=1, fouled=("5/91",), rammed=True),
        squadrons=[("x", ["5/1"])],
    )  # fmt: skip
    while True:
        play(game, stop=asks(Transfer))
        if Decline in game.decisions[0].kinds:
            break
        answer(game, Done())
    assert lines(game.decisions[0]) == ["decline", "transfer x to 5/2"]


# Losses


def sunk(*things, **more):
    game = led(*things, **more)
    sinking.sink(game, one(game, "5/1"))
    return game


@pytest.mark.clause("5.53")
def test_a_lost_commander_is_reduced_for_good_in_the_nearest_galley_of_his_squadron():
    game = sunk(galley("5/1", "2319"), galley("5/2", "2619"), galley("5/3", "2519"))
    x = leader(game, "x")
    assert x.galley == one(game, "5/3").n
    assert (x.reduced, x.lost) == (True, True)
    commanders.apply(game.state)
    commanders.recover(game, ["x"])
    assert x.reduced
    assert told(game, CommanderLost)[0].deputy == "5/3"


@pytest.mark.clause("5.53")
def test_one_already_reduced_stays_reduced():
    game = sunk(galley("5/1", "2319"), galley("5/2", "2619"), state={"reduced": True})
    assert leader(game, "x").reduced


@pytest.mark.clause("5.53")
def test_without_a_galley_of_his_squadron_he_is_out_of_the_game():
    game = sunk(galley("5/1", "2319"), galley("5/2", "4019"))
    assert leader(game, "x").galley == -1
    assert told(game, CommanderLost)[0].deputy == ""


@pytest.mark.clause("5.53")
def test_the_second_commander_of_a_column_has_a_deputy_in_the_column():
    table = begun("drepanum-battle")
    survey(table, "rome").form(table, Form())
    metellus = next(found for found in table.state.commanders if found.id == "metellus")
    (column,) = (s for s in table.state.squadrons if s.word == "column")
    assert column.commander == "pulcher"
    assert metellus.galley in column.members
    before = metellus.galley
    sinking.sink(table, table.state.galleys[before])
    assert metellus.galley in column.members
    assert metellus.galley != before


@pytest.mark.clause("5.51")
def test_a_commander_who_is_alone_may_shift_for_any_reason():
    game = led(galley("5/1", "2319"), galley("5/2", "4019"), dice=Dice.of(transfer=(3,)))
    assert "transfer x to 5/2" in lines(until(game, Transfer))
    answer(game, Transfer(commander="x", to="5/2"))
    assert leader(game, "x").galley == one(game, "5/2").n


@pytest.mark.clause("5.53")
def test_of_equally_near_galleys_the_player_says_which():
    game = led(
        galley("5/1", "2319", rammed=True), galley("5/2", "2519"), galley("5/3", "2119"),
        dice=Dice.of(sinking=(6,)),
    )  # fmt: skip
    decision = until(game, Place)
    assert lines(decision) == ["place 5/2", "place 5/3"]
    answer(game, Place(galley="5/3"))
    assert leader(game, "x").galley == one(game, "5/3").n


@pytest.mark.clause("5.53")
@pytest.mark.clause("5.12")
def test_the_deputy_of_an_admiral_is_no_admiral():
    game = led(
        galley("5/1", "2319"), galley("5/2", "2519"), galley("5/3", "2819"),
        state={"initiative": 3},
    )  # fmt: skip
    assert commanders.rating(leader(game, "x")) == 3
    sinking.sink(game, one(game, "5/1"))
    x = leader(game, "x")
    assert (x.is_admiral, commanders.rating(x)) == (False, 0)
    assert game.state.lost_admirals == (("rome", 3),)


@pytest.mark.clause("5.53")
def test_a_commander_of_a_captured_ship_is_lost():
    game = pair()
    boarding.capture(game, one(game, "5/1"), "carthage")
    x = leader(game, "x")
    assert (x.lost, x.galley) == (True, one(game, "5/2").n)


@pytest.mark.clause("5.53")
@pytest.mark.parametrize("why", ["burned", "stranded", "sunk"])
def test_whatever_way_his_ship_is_lost(why):
    game = pair()
    game.state.lift(one(game, "5/1"), why)
    assert list(commanders.settle(game)) == []
    assert leader(game, "x").lost


@pytest.mark.clause("5.53")
def test_who_sails_off_the_map_is_not_lost():
    game = pair()
    game.state.lift(one(game, "5/1"), "exited")
    assert list(commanders.settle(game)) == []
    assert not leader(game, "x").lost
    assert commanders.command_ship(game.state, leader(game, "x")) is None


def test_commands_are_written_as_they_are_read():
    for command in (Transfer(commander="x", to="green 5/1"), Place(galley="green 5/1")):
        assert type(command)(**type(command).read(command.write())) == command
        with pytest.raises(ValueError, match="write"):
            type(command).read(type(command).KIND)
    assert Transfer.read("move 5/1") is None
    assert Place.read("move 5/1") is None


# Ranges at the map's edge


def by_hand(game, ship, limit):
    """Hexes to each friend, hex by hex, where the map's edge and the enemy bar the way."""
    state, on_map = game.state, game.rules.scenario.sheet.hexes
    seen, edge, found = set(ship.hexes), list(ship.hexes), {}
    for hexes in range(1, limit + 1):
        beyond = {hex + step for hex in edge for step in STEP} - seen
        seen |= beyond
        edge = []
        for hex in beyond:
            n = state.at.get(hex)
            if hex in on_map if n is None else state.galleys[n].side == ship.side:
                edge.append(hex)
                if n not in (None, ship.n):
                    found.setdefault(n, hexes)
    return found


@pytest.mark.clause("5.23")
@pytest.mark.parametrize("seed", range(40))
def test_command_range_is_counted_along_hexes_of_the_map(seed):
    codes = [(f"5/{k}", f"{14 + 2 * k}15", "rome") for k in range(1, 12)]
    codes += [(f"5/{k}", f"{14 + 2 * (k - 80)}05", "carthage") for k in range(81, 86)]
    game = sea(*(galley(code, hex, side=side) for code, hex, side in codes))
    state, on_map = game.state, game.rules.scenario.sheet.hexes
    dice, corner = Dice(seed), game.rules.scenario.sheet.parse("1000")
    edge = sorted(h for h in on_map if any(h + step not in on_map for step in STEP))
    near = [hex for hex in edge if distance(hex, corner) < 9]
    for ship in state.galleys:
        for _ in range(20):
            # On the edge, its stern perhaps beyond it, or about to come in over it.
            bow, heading = near[dice.below("hex", len(near))], dice.below("heading", 6)
            bow -= STEP[heading] * dice.below("off", 2)
            if not {bow, bow - STEP[heading]} & state.at.keys():
                state.place(ship, bow, heading)
                break
    for ship in state.galleys:
        counted = {n: k for k, found in commanders.rings(game, ship, 10) for n in found}
        assert counted == by_hand(game, ship, 10)
