"""The captain of the ruleset: what it does in single positions, and how it plays whole games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from battles import BATTLES
from galleys import commander, galley, one, sea, told

import weathergage as wg
from weathergage.captains import make_captain
from weathergage.plugins import find_ruleset
from weathergage_war_galley import boarding
from weathergage_war_galley.avoidance import Avoid
from weathergage_war_galley.boarding import Board
from weathergage_war_galley.captain import WarGalleyCaptain
from weathergage_war_galley.captain.odds import on_one, on_two
from weathergage_war_galley.commanders import Transfer
from weathergage_war_galley.flame import Firepots
from weathergage_war_galley.grappling import TriedToGrapple
from weathergage_war_galley.missiles import Fire
from weathergage_war_galley.movement import Row
from weathergage_war_galley.orders import Activate, Move
from weathergage_war_galley.raking import Raked
from weathergage_war_galley.ramming import Collided, Rammed
from weathergage_war_galley.speeds import Speeds
from weathergage_war_galley.state import PORT
from weathergage_war_galley.stepping import Exited, Moved
from weathergage_war_galley.victory import Tallied

RULESET = find_ruleset("war-galley")


def led(*things: Any, by: str = "5/1", **more: Any) -> wg.Game:
    """A position with a Squadron Commander in one galley, at the start of the activations."""
    return sea(*things, commanders=[commander("drusus", by)], **more)


def ask(game: wg.Game, seat: str, captain: WarGalleyCaptain | None = None) -> Any:
    """What a captain answers to the seat's open question; it has to be legal."""
    decision = next(d for d in game.decisions if d.seat == seat)
    captain = captain or WarGalleyCaptain(seat, wg.Dice(1))
    command = captain.answer(game.view(seat), decision)
    assert decision.complaint(command) is None, command
    return command


def follow(game: wg.Game, seat: str, stop: type | None = None) -> None:
    """Let a captain answer for a seat, and the other decline, until a question of a kind, or until
    the end of the turn.
    """
    captain = WarGalleyCaptain(seat, wg.Dice(1))
    turn = game.turn
    while not game.over and game.turn == turn:
        decision = game.decisions[0]
        if stop is not None and stop in decision.kinds:
            return
        if decision.seat == seat:
            game.submit(decision.id, ask(game, seat, captain))
        elif wg.Decline in decision.kinds:
            game.submit(decision.id, wg.Decline())
        else:
            game.submit(decision.id, decision.sample(wg.Dice(1)))


def play(
    scenario: str,
    seed: int,
    names: Mapping[str, str] | None = None,
    turns: int | None = None,
    **more: Any,
) -> wg.Game:
    """A game; names: of the captains by seat, the ruleset's own where none is given."""
    game = wg.new_game(f"war-galley/{scenario}", seed=seed, **more)
    captains = {
        seat: make_captain(RULESET, (names or {}).get(seat, "captain"), seat, 10 * seed + n)
        for n, seat in enumerate(game.seats)
    }
    while not game.over and (turns is None or game.turn <= turns):
        views: dict[str, wg.View] = {}
        for decision in game.decisions:
            seat = decision.seat
            if seat not in views:
                views[seat] = game.view(seat)
            game.submit(decision.id, captains[seat].answer(views[seat], decision))
    return game


# Chances


@pytest.mark.clause("2.4")
@pytest.mark.clause("2.4-drm")
def test_chances_of_two_dice_are_those_of_their_thirty_six_faces():
    assert on_two(2) == 1.0
    assert on_two(7) == pytest.approx(21 / 36)
    assert on_two(12) == pytest.approx(1 / 36)
    assert on_two(12, -1) == 0.0
    assert on_two(9, 3) == on_two(6)


def test_chances_of_one_die_are_those_of_its_six_faces():
    assert [on_one(n) for n in (1, 4, 7)] == [1.0, 0.5, 0.0]
    assert on_one(7, 2) == pytest.approx(2 / 6)


# Attacks


@pytest.mark.clause("7.12")
@pytest.mark.clause("7.15-plus")
def test_a_crippled_galley_in_reach_is_rammed():
    game = led(
        galley("5/1", "2518", maximum=True),
        galley("5/50", "2513", "NE", "carthage", crippled=PORT),
        dice=wg.Dice.of(1, 6, 5),
    )
    follow(game, "rome")
    assert told(game, Rammed) or told(game, Collided)


@pytest.mark.clause("7.15-speed")
def test_a_ram_is_made_with_all_the_speed_that_a_straight_run_gives():
    game = led(
        galley("5/1", "2519", maximum=True, speed=(4, 7), crew=4),
        galley("5/50", "2512", "NE", "carthage", crippled=PORT),
    )
    follow(game, "rome", stop=Row)
    assert ask(game, "rome").mp >= 6


@pytest.mark.clause("7.21")
def test_the_oars_of_a_bigger_galley_are_sheared_on_the_way():
    game = led(
        galley("cat3/1", "2418", maximum=True, crew=4),
        galley("10/1", "2513", "S", "carthage", crew=1, defense=13, manpower=9),
        by="cat3/1",
    )
    follow(game, "rome")
    assert told(game, Raked)


@pytest.mark.clause("8.11")
@pytest.mark.clause("8.23")
def test_stronger_marines_grapple():
    game = led(
        galley("5/1", "2416", manpower=6, crew=3),
        galley("5/50", "2512", "N", "carthage", manpower=1, crew=1),
    )
    follow(game, "rome")
    assert told(game, TriedToGrapple)


@pytest.mark.clause("8.11")
def test_weaker_marines_do_not_grapple():
    game = led(
        galley("5/1", "2416", manpower=1, crew=3),
        galley("5/50", "2512", "N", "carthage", manpower=6, crew=1),
    )
    follow(game, "rome")
    assert not told(game, TriedToGrapple)


@pytest.mark.clause("6.12")
@pytest.mark.clause("6.11")
def test_a_galley_with_a_ram_in_reach_is_put_at_maximum():
    game = sea(
        galley("5/1", "2519", crew=3),
        galley("5/50", "2513", "NE", "carthage", crew=1, crippled=PORT),
        phase="speeds",
    )
    assert ask(game, "rome") == Speeds(squadron="5/1", maximum=("5/1",))


@pytest.mark.clause("6.12")
@pytest.mark.clause("6.42")
def test_nobody_tires_his_crew_for_an_enemy_out_of_reach():
    game = sea(galley("5/1", "2526"), galley("5/50", "2505", "S", "carthage"), phase="speeds")
    assert ask(game, "rome").maximum == ()


# Between


@pytest.mark.clause("6.32")
def test_a_galley_closes_with_a_far_enemy_and_does_not_run_aground_or_off_the_map():
    game = led(galley("5/1", "2526"), galley("5/50", "2505", "S", "carthage"))
    before = one(game, "5/1").bow
    follow(game, "rome")
    enemy = one(game, "5/50").bow
    assert wg.distance(one(game, "5/1").bow, enemy) < wg.distance(before, enemy)
    assert not told(game, Exited)


@pytest.mark.clause("5.41")
@pytest.mark.clause("3.1.E1")
def test_the_squadron_with_an_attack_goes_first_and_in_it_the_galley_that_has_it():
    game = sea(
        galley("5/1", "4018"),
        galley("5/2", "4118"),
        galley("5/3", "2618"),
        galley("5/4", "2518", maximum=True),
        galley("5/50", "2513", "NE", "carthage", crippled=PORT),
        commanders=[commander("far", "5/1"), commander("near", "5/3")],
    )
    captain = WarGalleyCaptain("rome", wg.Dice(1))
    assert ask(game, "rome", captain) == Activate(squadron="near")
    game.submit(game.decisions[0].id, Activate(squadron="near"))
    assert ask(game, "rome", captain) == Move(galley="5/4")


@pytest.mark.clause("5.51")
def test_a_commander_leaves_a_rammed_ship():
    game = sea(
        galley("5/1", "2518", rammed=True),
        galley("5/2", "2718"),
        galley("5/3", "2918"),
        galley("5/50", "2510", "S", "carthage"),
        commanders=[commander("drusus", "5/1")],
    )
    assert ask(game, "rome") == Transfer(commander="drusus", to="5/2")


# Replies


@pytest.mark.clause("6.51")
@pytest.mark.clause("6.52")
def test_a_galley_avoids_when_it_is_about_to_be_rammed():
    game = led(
        galley("5/1", "2519", "N", maximum=True, crew=3, ram=(9, 10)),
        galley("5/50", "2613", "SW", "carthage", crew=4, used=True),
    )
    follow(game, "rome", stop=Avoid)
    assert isinstance(ask(game, "carthage"), Avoid)


@pytest.mark.clause("6.51")
def test_a_galley_does_not_tire_itself_to_avoid_what_cannot_hurt_it():
    game = led(
        galley("5/1", "2514", "N", crew=3, ram=(0, 0), manpower=1),
        galley("5/50", "2512", "NE", "carthage", crew=4, manpower=9),
    )
    follow(game, "rome", stop=Row)
    game.submit(game.decisions[0].id, Row(mp=1))
    game.submit(
        game.decisions[0].id,
        next(c for c in game.decisions[0].legal() or () if c.write() == "ahead"),
    )
    assert Avoid in game.decisions[0].kinds
    assert isinstance(ask(game, "carthage"), wg.Decline)


@pytest.mark.clause("8.42")
def test_reaction_fire_is_taken():
    game = led(
        galley("5/1", "2419", "N", crew=3, manpower=6),
        galley("5/50", "2515", "N", "carthage", crew=1, manpower=4, fatigue=2),
    )
    follow(game, "rome", stop=wg.Decline)
    decision = game.decisions[0]
    assert Fire in decision.kinds
    assert ask(game, "carthage") == Fire(target="5/1")


@pytest.mark.clause("8.22-many-attackers")
@pytest.mark.clause("8.23")
@pytest.mark.parametrize("listed", [boarding.MOST_LISTED, 0])
def test_all_who_hold_an_enemy_board_it_together(listed: int, monkeypatch: pytest.MonkeyPatch):
    """Where there are too many ways to list them it weighs some that it draws."""
    monkeypatch.setattr(boarding, "MOST_LISTED", listed)
    game = sea(
        galley("5/1", "2416", manpower=2),
        galley("5/2", "2616", manpower=2),
        galley("5/50", "2516", "N", "carthage", manpower=2, grappled=("5/1", "5/2")),
        commanders=[commander("drusus", "5/1")],
    )
    follow(game, "rome", stop=Board)
    assert ask(game, "rome") == Board(target="5/50", shares={"5/1": 2, "5/2": 2})


@pytest.mark.clause("8.53")
def test_firepots_are_dropped():
    game = led(
        galley("5/1", "2514", "N", firepots=True, crew=3, maximum=True),
        galley("5/50", "2513", "NE", "carthage", crippled=PORT),
    )
    follow(game, "rome", stop=Firepots)
    assert isinstance(ask(game, "rome"), Firepots)


# What scenarios pay for


@pytest.mark.clause("9.1")
def test_transports_that_may_leave_the_map_cast_off_their_tow_and_go():
    game = play("ecnomus", 1, turns=6)
    transports = [g for g in game.state.galleys if g.counter.type == "T"]
    assert sum(g.gone == "exited" and g.edge == "28" for g in transports) >= 7


@pytest.mark.clause("9.1")
def test_a_galley_that_is_past_the_enemy_takes_the_points_for_leaving():
    more = {
        "victory": {
            "points": {"rome": 60, "carthage": 60},
            "exits": [{"side": "carthage", "edge": "28", "points": 3, "sound": True}],
        }
    }
    game = led(
        galley("5/1", "2510", "N"),
        galley("5/50", "2525", "S", "carthage"),
        first="carthage",
        **more,
    )
    follow(game, "carthage")
    assert one(game, "5/50").gone == "exited"


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(("gone", "pursuers"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_one_galley_goes_after_each_two_transports_that_have_left_the_map(gone, pursuers):
    """By the terms of Ecnomus: for two transports gone, 10 points each, one galley sent out."""
    transports = [
        galley(f"T/{n}", f"{20 + 2 * n}20", gone="exited", edge="28", value=10)
        for n in range(1, gone + 1)
    ]
    escape = {"side": "rome", "edge": "28", "each": 2}
    game = led(
        galley("5/1", "2402", "N"),
        *transports,
        *(galley(f"5/{n}", f"{n - 10}25", "S", "carthage") for n in (50, 53, 56)),
        first="carthage",
        victory={"points": {"rome": 60, "carthage": 60}, "escape": escape},
    )
    follow(game, "carthage")
    hunters = [g for g in game.state.galleys if g.side == "carthage" and g.gone == "exited"]
    assert len(hunters) == pursuers
    (tallied,) = told(game, Tallied)
    assert dict(tallied.points) == {"Rome": 0, "Carthage": 20 * pursuers}


# Whole games


@pytest.mark.parametrize("seat", ["rome", "carthage"])
def test_it_beats_the_random_captain_on_a_first_evening(seat: str):
    other = "carthage" if seat == "rome" else "rome"
    won = 0
    for seed in range(10):
        game = play("first-evening", seed, {other: "random"}, journal=False)
        assert game.outcome is not None
        won += game.outcome.winner == seat
    assert won >= 9


@pytest.mark.parametrize("battle", [*BATTLES, "tournament"])
def test_every_battle_goes_on_for_two_turns_and_the_slowest_for_one(battle: str):
    turns = 1 if battle in ("lade", "arginusae", "actium") else 2
    game = play(battle, 1, turns=turns)
    assert game.over or game.turn == turns + 1


def test_the_same_seeds_give_the_same_game():
    first, second = (play("first-evening", 4, turns=3) for _ in range(2))
    assert [event.plain() for event in first.events] == [event.plain() for event in second.events]
    assert told(first, Moved)


def test_it_plays_with_the_reaction_ram():
    game = play("first-evening", 2, options={"reaction_ram": True}, turns=4)
    assert game.over or game.turn == 5
