"""The turn: its phases, their order, and what is done in which (3.1)."""

from __future__ import annotations

import pytest
from battles import BATTLES, RULESET
from galleys import commander, galley, one, sea, told
from turns import asks, play, until

from weathergage import Dice, PhaseBegan, Rolled, new_game
from weathergage_war_galley.activation import Activated
from weathergage_war_galley.initiative import First
from weathergage_war_galley.orders import Done
from weathergage_war_galley.speeds import Speeds
from weathergage_war_galley.state import Commander, Galley
from weathergage_war_galley.victory import Tallied

PHASES = [
    "3.1.A", "3.1.B", "3.1.C", "3.1.D", "3.1.E", "3.1.F",
    "3.1.G1", "3.1.G2", "3.1.G3", "3.1.G4", "3.1.H",
]  # fmt: skip


def table(phase="wind", **more):
    """One squadron a side, far apart."""
    return sea(
        galley("5/1", "2324", manpower=0), galley("5/2", "2624", manpower=0),
        galley("5/90", "2304", side="carthage", manpower=0),
        commanders=[commander("x", "5/1", initiative=1), commander("p", "5/90", initiative=1)],
        phase=phase, **more,
    )  # fmt: skip


@pytest.mark.clause("3.1")
def test_the_phases_follow_the_book():
    assert [phase.clause for phase in RULESET.sequence if phase.id != "set-up"] == PHASES
    game = play(table())
    begun = [event.clause for event in told(game, PhaseBegan) if event.turn == 2]
    assert begun == PHASES


@pytest.mark.clause("3.1")
@pytest.mark.clause("3.1.D")
def test_no_speed_level_is_chosen_before_the_initiative_is_rolled():
    game = table()
    until(game, First)
    assert not asks(Speeds)(game)
    assert [event for event in told(game, Rolled) if "initiative" in event.purpose]
    assert until(game, Speeds)


@pytest.mark.clause("3.1.C")
@pytest.mark.clause("3.2")
def test_who_goes_first_does_so_in_d_e_and_f():
    game = table(phase="initiative", dice=Dice.of(initiative_rome=(6,), initiative_carthage=(1,)))
    decision = until(game, First)
    game.submit(decision.id, First(side="carthage"))
    assert game.decisions[0].seat == "carthage"
    play(game)
    assert [event.side for event in told(game, Activated)] == ["Carthage", "Rome"]


@pytest.mark.clause("3.1.H")
def test_the_victory_phase_comes_last():
    game = play(table())
    kinds = [type(event) for event in game.events]
    assert Tallied in kinds
    last = max(k for k, event in enumerate(game.events) if isinstance(event, Tallied))
    assert not [e for e in game.events[last:] if isinstance(e, PhaseBegan) and e.turn == 2]


@pytest.mark.clause("3.1.G")
@pytest.mark.clause("3.1.G4")
def test_sinking_comes_after_disengaging():
    clauses = [phase.clause for phase in RULESET.sequence]
    assert clauses.index("3.1.G1") < clauses.index("3.1.G4") < clauses.index("3.1.H")


@pytest.mark.clause("3.1")
def test_undo_takes_back_one_choice_and_nothing_else():
    game = table(phase="command")
    decision = until(game, Done)
    before = len(game.commands)
    game.submit(decision.id, Done())
    assert one(game, "5/2").used
    game.undo("rome")
    assert len(game.commands) == before
    assert not one(game, "5/2").used
    assert asks(Done)(game)


@pytest.mark.clause("3.1")
def test_a_fork_plays_on_alike():
    game = table(phase="command")
    until(game, Done)
    twin = game.fork()
    play(game)
    play(twin)
    assert game.state.activation == twin.state.activation
    assert [g.bow for g in game.state.galleys] == [g.bow for g in twin.state.galleys]


@pytest.mark.parametrize("battle", ["first-evening", *BATTLES, "tournament"])
def test_random_captains_play_a_turn_or_two_of_every_battle(battle):
    game = new_game(f"war-galley/{battle}", seed=5, journal=False)
    dice = Dice(7)
    while not game.over and game.turn < 3:
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
    assert game.rules.ruleset.invariants(game) == []


def test_the_deciding_sides_turn_is_the_scenarios_own_in_an_approach():
    for battle, side in (("catana", "syracuse"), ("side", "rhodes")):
        game = new_game(f"war-galley/{battle}", seed=5)
        dice = Dice(7)
        while game.turn == 1:
            decision = game.decisions[0]
            game.submit(decision.id, decision.sample(dice))
        name = game.rules.scenario.side(side).name
        assert {event.side for event in told(game, Activated)} == {name}


@pytest.mark.parametrize("kind", [Galley, Commander])
def test_a_copy_has_every_field(kind):
    game = table()
    thing = game.state.galleys[0] if kind is Galley else game.state.commanders[0]
    twin = thing.copy()
    assert all(getattr(twin, name) is getattr(thing, name) for name in kind.__slots__)
