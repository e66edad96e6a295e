"""The Initiative Phase: the roll, admirals, and who goes first (3.2, 5.12, 5.13)."""

from __future__ import annotations

import pytest
from galleys import answer, commander, galley, sea, told
from turns import asks, lines, play, until

from weathergage import Dice, Rolled
from weathergage_war_galley.initiative import First, LeadsOff, Name
from weathergage_war_galley.orders import Activate


def contested(rome=(), carthage=(), ours=(), theirs=(), **more):
    """A game at its Initiative Phase. rome, carthage: dice. ours, theirs: commanders' ratings."""
    things, leaders = [], []
    for side, ratings, row in (("rome", ours, 19), ("carthage", theirs, 5)):
        for k, rating in enumerate(ratings or (None,)):
            code = f"5/{10 + k}" if side == "rome" else f"5/{90 + k}"
            things.append(galley(code, f"{20 + 10 * k}{row:02}", side=side))
            leaders.append(commander(f"{side}-{k}", code, initiative=rating))
    dice = Dice.of(initiative_rome=rome, initiative_carthage=carthage)
    return sea(*things, commanders=leaders, phase="initiative", dice=dice, **more)


def winner(game):
    return until(game, First).seat


@pytest.mark.clause("3.2")
@pytest.mark.clause("5.12")
def test_the_admirals_rating_is_added_and_the_higher_total_chooses():
    game = contested((4,), (5,), ours=(2,), theirs=(0,))
    assert winner(game) == "rome"
    assert [event.result for event in told(game, Rolled)] == [6, 5]


@pytest.mark.clause("3.2")
def test_ties_are_rolled_again():
    game = contested((3, 1), (4, 6), ours=(1,), theirs=(0,))
    assert winner(game) == "carthage"
    assert [event.result for event in told(game, Rolled)] == [4, 4, 2, 6]


@pytest.mark.clause("3.2")
def test_the_ionians_without_an_admiral_take_one_off():
    game = contested((5,), (1,), special={"initiative_modifiers": {"rome": -1}})
    winner(game)
    roll = told(game, Rolled)[0]
    assert roll.result == 4
    assert roll.modifiers == (("no Admiral", -1, "3.2"),)


@pytest.mark.clause("5.11")
def test_a_squadron_commander_has_no_initiative():
    game = contested((3,), (2,), ours=(None,), theirs=(None,))
    assert all(not event.modifiers for event in told(game, Rolled))
    assert game.state.commanders[0].initiative is None
    assert winner(game) == "rome"


@pytest.mark.clause("5.12")
def test_octavius_at_tauris_has_range_4_and_initiative_0():
    from battles import begun

    leader = next(c for c in begun("tauris").state.commanders if c.is_admiral and c.range == 4)
    assert (leader.name, leader.reach, leader.initiative) == ("M. Octavius", 4, 0)


@pytest.mark.clause("5.52")
@pytest.mark.clause("5.12")
def test_an_admiral_on_his_reduced_side_adds_nothing():
    def shift(state):
        state.commanders[0].reduced = True

    game = contested((3,), (4,), ours=(4,), theirs=(0,), arrange=shift)
    assert winner(game) == "carthage"


@pytest.mark.clause("3.1.C")
@pytest.mark.clause("3.2")
def test_the_winner_may_let_the_other_begin_and_the_choice_holds_for_the_turn():
    game = contested((6,), (1,), ours=(0,), theirs=(0,))
    assert lines(until(game, First)) == ["first rome", "first carthage"]
    answer(game, First(side="carthage"))
    assert game.state.first == "carthage"
    assert told(game, LeadsOff)[0].first == "Carthage"
    # D, E and F: the other side is asked first in each, and never again who goes first.
    assert game.decisions[0].seat == "carthage"
    play(game)
    assert len(told(game, LeadsOff)) == 1


@pytest.mark.clause("3.2")
def test_in_the_first_turn_a_scenario_may_give_the_initiative():
    game = contested(ours=(0,), theirs=(0,), special={"initiative": "carthage"}, turn=1)
    assert winner(game) == "carthage"
    assert not told(game, Rolled)


# Several admirals


def two(**more):
    return contested((6,), (1,), ours=(1, 3), theirs=(0,), **more)


@pytest.mark.clause("5.13")
def test_with_admirals_of_different_ratings_one_is_named_before_the_roll():
    game = two()
    assert lines(until(game, Name)) == ["name rome-0", "name rome-1"]
    assert not told(game, Rolled)
    answer(game, Name(admiral="rome-1"))
    assert told(game, Rolled)[0].result == 9


@pytest.mark.clause("5.13")
def test_with_admirals_of_one_rating_nobody_is_named():
    game = contested((6,), (1,), ours=(1, 1), theirs=(0,))
    assert asks(First)(game)
    assert told(game, Rolled)[0].result == 7


@pytest.mark.clause("5.13")
def test_who_wins_and_goes_first_begins_with_the_admiral_he_named():
    game = two()
    answer(game, Name(admiral="rome-0"))
    answer(game, First(side="rome"))
    play(game, stop=lambda game: bool(game.state.active))
    leader = game.state.squadrons[game.state.active[0]].commander
    assert leader == "rome-0"


@pytest.mark.clause("5.13")
def test_who_lets_the_other_begin_is_bound_to_nobody():
    game = two()
    answer(game, Name(admiral="rome-0"))
    answer(game, First(side="carthage"))
    play(game, stop=lambda g: asks(Activate)(g) and g.decisions[0].seat == "rome")
    assert lines(game.decisions[0]) == ["activate rome-0", "activate rome-1", "cede", "halt"]


def test_commands_are_written_as_they_are_read():
    for command in (Name(admiral="manlius"), First(side="rome")):
        assert type(command)(**type(command).read(command.write())) == command
        with pytest.raises(ValueError, match="write wh"):
            type(command).read(type(command).KIND)
    assert Name.read("first rome") is None
    assert First.read("name rome") is None
