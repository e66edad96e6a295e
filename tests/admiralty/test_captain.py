"""The captain of the ruleset: what it does in single positions, and how it plays whole games."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from fleet import one, region, sea, ship

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage.plugins import find_ruleset
from weathergage_admiralty.boarding import Board
from weathergage_admiralty.captain import AdmiraltyCaptain
from weathergage_admiralty.captain.courses import fan
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.prizes import win_chance
from weathergage_admiralty.collisions import Collided, LeftTable, RanAground
from weathergage_admiralty.invariants import problems
from weathergage_admiralty.parties import Mobilise
from weathergage_admiralty.passing import CallFire
from weathergage_admiralty.repairs import Repair
from weathergage_admiralty.sails import Sails
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.signals import Post
from weathergage_admiralty.steering import Helm, Wait
from weathergage_admiralty.turning import Helmed, draws, plan

RULESET = find_ruleset("admiralty")
SCENARIOS = (
    "frigate-duel",
    "constitution-guerriere",
    "chase",
    "convoy",
    "algesiras",
    "anchored-fleet",
    "first-trincomalee",
    "two-lines",
)


def ask(game: wg.Game, seat: str = "british", seed: int = 1) -> Any:
    """What a captain answers to the seat's open question; it has to be legal."""
    decision = next(d for d in game.decisions if d.seat == seat)
    command = AdmiraltyCaptain(seat, wg.Dice(seed)).answer(game.view(seat), decision)
    assert decision.complaint(command) is None, command
    return command


def follow(game: wg.Game, phase: str) -> None:
    """Let captains answer all questions of a phase."""
    while game.phase == phase and not game.over:
        decision = game.decisions[0]
        game.submit(decision.id, ask(game, decision.seat))


def sail_on(game: wg.Game, turns: int) -> None:
    """Let captains play for some turns."""
    last = game.turn + turns
    while game.turn < last and not game.over:
        decision = game.decisions[0]
        game.submit(decision.id, ask(game, decision.seat))


def play(scenario: str, seed: int, names: dict[str, str] | None = None, **more: Any) -> wg.Game:
    """A whole game; names: of the captains by seat, the ruleset's own where none is given."""
    game = wg.new_game(f"admiralty/{scenario}", seed=seed, **more)
    play_out(
        game,
        {
            seat: make_captain(RULESET, (names or {}).get(seat, "captain"), seat, 10 * seed + n)
            for n, seat in enumerate(game.seats)
        },
    )
    return game


def far_enemy(at: tuple[float, float] = (57, 57)) -> dict[str, Any]:
    """An enemy out of the way."""
    return ship("Faraway", "french-74", at, "N", "french", setting="stop")


# What it thinks with


def test_courses_lead_where_the_rules_lead() -> None:
    game = sea(ship("Caesar", at=(30, 30), heading="N"), wind="S")
    seen = Lookout(game.view("british").table.state, game.rules, "british")
    caesar = one(game, "caesar")
    courses = fan(5.5, 22.5)
    for legs, ends in zip(courses.legs, courses.shape, strict=True):
        texts = tuple(leg if isinstance(leg, str) else f"{leg:g}" for leg in legs)
        course = plan(seen, caesar, texts, Helmed(5500, 5500))
        assert not isinstance(course, wg.Complaint)
        x, y = course.end.inches
        assert (30 - y, x - 30) == pytest.approx((ends[-1][0], ends[-1][1]), abs=0.01)


def test_chances_of_boarding_are_even_for_even_dice() -> None:
    assert win_chance(4, 4) == 0.5
    assert win_chance(5, 3) > 0.85
    assert win_chance(0, 2) == 0.0


# Sails


@pytest.mark.clause("3.3-battle-sail")
def test_sail_is_taken_in_before_the_enemy_is_in_range() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading="S", setting="normal"),
        ship("Formidable", "french-80", at=(30, 51), heading="N", side="french"),
        wind="W",
        phase="sails",
    )
    order = ask(game)
    assert isinstance(order, Sails)
    assert order.orders == {"caesar": "battle"}


@pytest.mark.clause("3.3-normal-sail")
def test_all_sail_is_set_far_from_the_enemy() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="S"),
        ship("Formidable", "french-80", at=(78, 78), side="french"),
        wind="W",
        phase="sails",
        size=(100, 100),
    )
    assert ask(game).orders == {"caesar": "normal"}


@pytest.mark.clause("2.2-anchoring")
@pytest.mark.clause("4.2-anchored")
def test_a_ship_beside_an_anchored_line_stops_to_anchor() -> None:
    for setting, order in (("battle", "stop"), ("stop", "anchor")):
        game = sea(
            ship("Caesar", at=(30, 30), heading="N", setting=setting),
            ship("Desaix", at=(32.6, 30), side="french", setting="anchored", grade="C"),
            wind="W",
            phase="sails",
        )
        assert ask(game).orders == {"caesar": order}


def test_ships_that_the_scenario_anchors_stay_at_anchor() -> None:
    game = sea(ship("Caesar", at=(30, 30), setting="anchored"), far_enemy(), phase="sails")
    assert ask(game).orders == {}


# Movement


@pytest.mark.clause("2.4")
@pytest.mark.clause("2.1-obstacles")
def test_a_ship_keeps_clear_of_a_consort_that_lies_stopped() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading="E"),
        ship("Spencer", at=(34.5, 30), heading="N", setting="stop"),
        ship("Formidable", "french-80", at=(44, 30), side="french"),
        wind="N",
    )
    follow(game, "movement")
    assert not [event for event in game.events if isinstance(event, Collided)]


@pytest.mark.clause("2.0-in-line")
def test_a_line_keeps_its_order_and_touches_nobody() -> None:
    game = sea(
        *(ship(f"Ship {n}", at=(50 - 5.4 * n, 30), heading="E", id=f"s{n}") for n in range(5)),
        ship("Formidable", "french-80", at=(50, 12), heading="E", side="french"),
        wind="N",
    )
    sail_on(game, 4)
    ships = [one(game, f"s{n}") for n in range(5)]
    gaps = [a.pose.distance(b.pose) for a, b in pairwise(ships)]
    assert max(gaps) < 8
    friends = {s.card.name for s in ships}
    assert not [e for e in game.events if isinstance(e, Collided) and {e.ship, e.other} <= friends]


@pytest.mark.clause("2.1-obstacles")
def test_a_ship_turns_away_from_land_and_from_the_edge() -> None:
    land = region("Spain", "land", (40, 0), (60, 0), (60, 60), (40, 60))
    game = sea(
        ship("Caesar", at=(28, 30), heading="E"),
        far_enemy(at=(10, 55)),
        wind="N",
        regions=[land],
    )
    sail_on(game, 4)
    assert not [e for e in game.events if isinstance(e, RanAground | LeftTable)]


@pytest.mark.clause("2.1-wind-gage")
def test_no_course_ends_nearer_the_wind_than_her_crew_can_lie() -> None:
    game = sea(
        ship("Caesar", at=(30, 50), heading="E", grade="D"),
        ship("Formidable", "french-80", at=(30, 30), side="french"),
        wind="N",
    )
    order = ask(game)
    assert isinstance(order, Helm)
    follow(game, "movement")
    caesar = one(game, "caesar")
    assert draws(game, caesar)
    assert not caesar.irons


@pytest.mark.clause("4.2-stern-rake")
def test_a_ship_takes_a_raking_berth() -> None:
    game = sea(
        ship("Caesar", at=(25, 36), heading="E"),
        ship(
            "Formidable", "french-80", at=(32, 30), heading="N", side="french", setting="anchored"
        ),
        wind="W",
    )
    sail_on(game, 3)
    fired = [e for e in game.events if isinstance(e, Fired) and e.ship == "Caesar"]
    assert any(e.rake == "stern" for e in fired)


def test_a_stopped_ship_waits() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading="N", setting="stop"),
        ship("Spencer", at=(33, 30), heading="N", setting="stop"),
        far_enemy(),
        wind="W",
    )
    assert isinstance(ask(game), Wait)


@pytest.mark.clause("2.6-escape")
def test_a_ship_in_irons_escapes_to_the_nearer_tack() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading=30, irons=True, moved=False), far_enemy(), wind="N"
    )
    assert ask(game).side == "starboard"


# Guns


@pytest.mark.clause("4.1-doctrine")
@pytest.mark.clause("4.1-close-battery")
def test_doctrine_decides_where_light_guns_aim_at_close_range() -> None:
    def aim(doctrine: str, **more: Any) -> Any:
        game = sea(
            ship("Caesar", at=(30, 30), heading="N", doctrine=doctrine),
            ship("Formidable", "french-80", at=(32.8, 30), side="french", **more),
            wind="W",
            phase="cannon",
        )
        return ask(game).mix

    assert all(rigging == 0 for _, rigging in aim("hull").values())
    assert all(hull == 0 for hull, _ in aim("rigging").values())
    assert all(rigging == 0 for _, rigging in aim("rigging", setting="anchored").values())


def test_every_ship_that_can_fires() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading="N"),
        ship("Spencer", at=(30, 36), heading="N"),
        ship("Formidable", "french-80", at=(33, 33), side="french"),
        wind="W",
        phase="cannon",
    )
    follow(game, "cannon")
    assert all(one(game, id).fought or one(game, id).fights_now for id in ("caesar", "spencer"))


# Boarding, repairs, signals


@pytest.mark.clause("3.1")
@pytest.mark.clause("5.0-declare")
def test_a_ship_fast_to_a_weak_enemy_musters_and_boards() -> None:
    def position(phase: str) -> wg.Game:
        return sea(
            ship("Caesar", at=(30, 30), heading="N", locks={"formidable": 1}),
            ship(
                "Formidable",
                "french-80",
                at=(31.6, 30),
                side="french",
                grade="C",
                locks={"caesar": 0},
                port=(1, 2, 1),
                starboard=(1, 2, 1),
            ),
            wind="W",
            phase=phase,
        )

    order = ask(position("attempts"))
    assert isinstance(order, Board)
    assert order.orders == {"caesar": "formidable"}
    assert isinstance(ask(position("mobilise")), Mobilise)


@pytest.mark.clause("4.1-passing-fire", "3.1-suppression")
def test_a_ship_that_will_muster_her_gun_crews_fires_in_passing_before_she_does() -> None:
    """What she does not fire now most of her guns will not fire this turn."""
    game = sea(
        ship("Thalia", "british-38", at=(26.591, 35.122), heading=67.5),
        ship("Bravoure", "french-38", (34, 36), 112.5, "french", grade="C", setting="stop"),
        wind="NW",
        dice=wg.Dice.of(collision_thalia=(1,), collision_bravoure=(6,)),
    )
    legs = ("wear starboard", "2", "wear port")
    game.submit(game.decisions[0].id, Helm(ship="thalia", legs=legs, alongside="bravoure"))
    assert one(game, "thalia").locked
    assert isinstance(ask(game), CallFire)


@pytest.mark.clause("6.0-emergency-L")
def test_a_ship_is_cut_loose_from_one_that_burns() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), heading="N", locks={"formidable": 1}, blocked=(0, 2)),
        ship("Formidable", at=(31.6, 30), side="french", locks={"caesar": 0}, infernos=1, fires=1),
        wind="W",
        phase="repair",
    )
    order = ask(game)
    assert isinstance(order, Repair)
    assert order.orders["caesar"] == ("cut formidable", "B starboard")


@pytest.mark.clause("3.2-post")
@pytest.mark.clause("3.2-length")
def test_a_flagship_posts_a_short_signal_once() -> None:
    game = sea(ship("Caesar", at=(20, 20), flag=True), far_enemy(), phase="signals")
    order = ask(game)
    assert isinstance(order, Post)
    words = order.signals["caesar"]
    assert len(words.split()) <= 5
    game.submit(game.decisions[0].id, order)
    while game.phase != "signals" or not game.decisions:
        decision = game.decisions[0]
        game.submit(decision.id, ask(game, decision.seat))
    assert ask(game).signals == {}


# Whole games


FEW = 10
"""Ships, at most, of scenarios that are played more than once: a fleet takes seconds."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played_to_its_end(scenario: str) -> None:
    ships = RULESET.scenarios[scenario].ship_count
    for seed in range(2 if ships <= FEW else 1):
        game = play(scenario, seed)
        assert game.outcome is not None
        assert problems(game) == []


def test_the_same_game_is_played_again() -> None:
    games = [play("convoy", 3) for _ in range(2)]
    assert games[0].outcome == games[1].outcome
    assert [e.say() for e in games[0].events] == [e.say() for e in games[1].events]


@pytest.mark.parametrize(
    ("scenario", "stronger"),
    [("frigate-duel", "british"), ("constitution-guerriere", "american")],
)
def test_the_captain_beats_the_random_one_over_both_sides(scenario: str, stronger: str) -> None:
    won: Counter[str] = Counter()
    seats = wg.new_game(f"admiralty/{scenario}", seed=1).seats
    for seat in seats:
        names = {other: "random" for other in seats if other != seat}
        for seed in range(10):
            outcome = play(scenario, seed, names).outcome
            assert outcome is not None
            how = (
                "draw" if outcome.winner == "draw" else "won" if outcome.winner == seat else "lost"
            )
            won[how] += 1
            won[seat, how] += 1  # type: ignore[index]
    assert won["won"] > 3 * won["lost"]
    assert won[stronger, "won"] >= 5  # type: ignore[index]


@pytest.mark.parametrize(
    ("scenario", "seat"),
    [("two-lines", "british"), ("two-lines", "french"), ("first-trincomalee", "british")],
)
def test_a_fleet_beats_a_random_one(scenario: str, seat: str) -> None:
    seats = wg.new_game(f"admiralty/{scenario}", seed=1).seats
    other = next(s for s in seats if s != seat)
    outcome = play(scenario, 0, {other: "random"}).outcome
    assert outcome is not None
    scores = dict(outcome.scores)
    assert scores[seat] >= scores[other]


def test_convoys_and_chased_ships_make_for_their_edge() -> None:
    game = play("convoy", 1, {"french": "random"})
    assert outcome_of(game)["british"] >= 16
    assert outcome_of(play("chase", 1, {"british": "random"}))["french"] > 0


def outcome_of(game: wg.Game) -> dict[str, int]:
    """Points by side."""
    assert game.outcome is not None
    return dict(game.outcome.scores)
