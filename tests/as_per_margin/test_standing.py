"""How the sides stand, and their fire, as they are counted across rulesets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from landing_camp import camp, play
from table_top import answer, battery, boats, one, sea, ship, told, troops, unit

import weathergage as wg
from weathergage.plugins import scenarios_of
from weathergage_as_per_margin.campaign.handover import PrizeManned
from weathergage_as_per_margin.damage import Damaged, Taken, man_prize
from weathergage_as_per_margin.gunnery import Fire, Fired
from weathergage_as_per_margin.landing import firing
from weathergage_as_per_margin.landing.asking import HOLD
from weathergage_as_per_margin.landing.firing import Shoot
from weathergage_as_per_margin.mortars import Shelled

MARGIN = wg.rulesets()["as-per-margin"]
SCENARIOS = sorted(scenarios_of(MARGIN))
YARDS = 100 / 3
"""What an inch stands for: 100 feet."""


def standing(game: wg.Game) -> Any:
    assert MARGIN.standing is not None
    return MARGIN.standing(game.rules, game.state)


def shots(game: wg.Game) -> list[wg.Shot]:
    assert MARGIN.shots is not None
    return list(MARGIN.shots(game.rules, game.events))


def boxes(game: wg.Game, id: str) -> int:
    """The hit boxes that a ship was built with."""
    built = one(game, id).card.boxes
    return built.upper + built.lower + built.guns + built.hull


def two_against_one(*things: Any, **more: Any) -> wg.Game:
    """The Caesar, with what is said of her, and the Zealous, of 74 guns; and the Desaix."""
    return sea(
        ship("Caesar", at=(20, 20), **more),
        ship("Zealous", at=(30, 20)),
        ship("Desaix", at=(40, 40), side="french"),
        *things,
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_fleet_is_whole_at_the_start(scenario: str) -> None:
    game = wg.new_game(f"as-per-margin/{scenario}", seed=1)
    present = [each for each in game.state.ships if game.state.chart or each.gone != "elsewhere"]
    counted = Counter(each.card.side for each in present)
    for side, stands in standing(game).items():
        assert stands == wg.Standing(counted[side])


@pytest.mark.parametrize("absent", [True, False])
def test_ships_that_an_option_leaves_out_are_not_counted(absent: bool) -> None:
    game = wg.new_game("as-per-margin/algesiras", seed=1, options={"absent_ships": absent})
    assert standing(game)["british"].ships == (10 if absent else 7)


@pytest.mark.clause("APM.ships.record")
def test_each_box_counts_the_same() -> None:
    game = two_against_one(lost={"upper": 1, "port": 2, "hull": 1})
    whole = boxes(game, "caesar") + boxes(game, "zealous")
    assert standing(game)["british"] == wg.Standing(2, strength=(whole - 4) / whole)
    assert standing(game)["french"] == wg.Standing(1)


@pytest.mark.clause("APM.ships.strike", "APM.ships.sink", "APM.score.points")
@pytest.mark.parametrize(
    ("what", "count"),
    [
        ({"struck": True}, "struck"),
        ({"gone": "sunk"}, "lost"),
        ({"gone": "broken up"}, "lost"),
        ({"gone": "starved"}, "lost"),
        ({"struck": True, "gone": "sunk"}, "lost"),
    ],
)
def test_a_ship_is_counted_once(what: dict[str, Any], count: str) -> None:
    game = two_against_one(**what)
    assert standing(game)["british"] == wg.Standing(2, strength=0.5, **{count: 1})
    assert standing(game)["french"] == wg.Standing(1)


@pytest.mark.clause("APM.boarding.capture")
def test_a_prize_is_captured_once_her_captors_sail_her_and_her_own_again_when_retaken() -> None:
    game = two_against_one(struck=True)
    man_prize(game, one(game, "caesar"), "french", "APM.boarding.capture")
    assert standing(game)["british"] == wg.Standing(2, captured=1, strength=0.5)
    assert standing(game)["french"] == wg.Standing(1)
    man_prize(game, one(game, "caesar"), "british", "APM.boarding.capture")
    assert standing(game)["british"] == wg.Standing(2)


def test_a_ship_that_left_is_still_her_sides() -> None:
    assert standing(two_against_one(gone="left"))["british"] == wg.Standing(2, left=1)


@pytest.mark.clause("APM.battery.boxes", "APM.battery.fire")
def test_batteries_count_by_their_gun_boxes_while_they_fight() -> None:
    game = two_against_one(battery("Santiago", (10, 10), boxes=6))
    whole = boxes(game, "desaix") + 6
    game.state.batteries[0].boxes = 4
    assert standing(game)["french"] == wg.Standing(1, strength=(whole - 2) / whole)
    game.state.batteries[0].spiked = True
    assert standing(game)["french"] == wg.Standing(1, strength=(whole - 6) / whole)


@pytest.mark.clause("APM.landing.scale")
def test_a_figure_of_troops_counts_as_a_box() -> None:
    game = two_against_one(unit("Militia", 8, (5, 5), "french"))
    whole = boxes(game, "desaix") + 8
    troops(game, "militia").figures = 5
    assert standing(game)["french"] == wg.Standing(1, strength=(whole - 3) / whole)
    troops(game, "militia").gone = "routed off"
    assert standing(game)["french"] == wg.Standing(1, strength=(whole - 8) / whole)


def test_boats_that_are_out_are_no_loss() -> None:
    game = two_against_one(boats("launches", "caesar", 3, (25, 25)))
    assert standing(game)["british"] == wg.Standing(2)


# Their fire


def duel(*, facing: str = "N", p: bool = True, inches: float = 5, **more: Any) -> wg.Game:
    """Caesar's port broadside at the Desaix, so many inches on her beam."""
    game = sea(
        ship("Caesar", at=(30, 30), p=p),
        ship("Desaix", at=(30 - inches, 30), heading=facing, side="french"),
        phase="first-fire",
        **more,
    )
    answer(game, {"kind": "fire", **(Fire.read("caesar port at desaix") or {})})
    return game


@pytest.mark.clause("APM.fire.initial-broadside", "APM.fire.raking-initial")
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("facing", "raking"), [("N", False), ("E", True), ("W", True)])
def test_first_broadsides_and_rakes_are_told_as_such(
    first: bool, facing: str, raking: bool
) -> None:
    (shot,) = shots(duel(facing=facing, p=first))
    assert (shot.side, shot.ship) == ("british", "Caesar")
    assert (shot.raking, shot.first) == (raking, first)


@pytest.mark.clause("APM.scale.distance")
def test_an_inch_is_a_hundred_feet() -> None:
    (shot,) = shots(duel(inches=7.5))
    assert shot.yards == pytest.approx(250)


@pytest.mark.clause("APM.fire.effects")
@given(st.integers(0, 300))
def test_the_hits_on_a_sound_ship_are_the_boxes_that_she_loses(seed: int) -> None:
    game = duel(seed=seed)
    (shot,) = shots(game)
    lost = sum(e.masts + e.port + e.starboard + e.other + e.hull for e in told(game, Damaged))
    assert shot.hits == lost
    assert lost == boxes(game, "desaix") - one(game, "desaix").boxes


def test_what_only_one_side_was_told_of_counts_too() -> None:
    game = duel()
    fired = Fired("Desaix", "port", "Zealous", "near", 4, (), (), ("hull",), "", 3.0)
    assert MARGIN.shots is not None
    found = list(MARGIN.shots(game.rules, [wg.Told("french", fired)]))
    assert found == [wg.Shot("french", "Desaix", 100.0, 1)]


@pytest.mark.clause("APM.bomb.ladder")
def test_mortars_are_told_with_their_range() -> None:
    game = sea(
        ship("Etna", 10, at=(20, 20), heading="E", kind="bomb-ketch", anchored="both"),
        ship("Desaix", at=(40, 20), side="french"),
        ship("Caesar", at=(55, 50)),
        phase="first-fire",
    )
    answer(game, {"kind": "fire", **(Fire.read("etna mortars at desaix") or {})})
    (shot,) = shots(game)
    (shelled,) = told(game, Shelled)
    assert (shot.ship, shot.hits) == ("Etna", len(shelled.kinds))
    assert shot.yards == pytest.approx(20 * YARDS)


@pytest.mark.clause("APM.landing.VII")
def test_muskets_are_told_from_edge_to_edge() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing="S"),
    )
    play(firing.musketry(game), Shoot(unit="marines", target="militia"), HOLD)
    (shot,) = [each for each in shots(game) if each.ship == "Marines"]
    (told_of,) = [each for each in told(game, firing.Shot) if each.unit == "Marines"]
    assert shot.side == "british"
    assert shot.hits == told_of.hits
    apart = firing.inches_to(troops(game, "marines"), troops(game, "militia"))
    assert shot.yards == pytest.approx(apart * YARDS, abs=0.1)


@pytest.mark.parametrize(
    "taken", [Taken("Desaix", "british", ""), PrizeManned("Desaix", "british", "")]
)
def test_a_prize_fires_for_who_sails_her(taken: Any) -> None:
    game = duel()
    fired = Fired("Desaix", "port", "Zealous", "near", 4, (), (), ("hull",), "", 3.0)
    assert MARGIN.shots is not None
    found = MARGIN.shots(game.rules, [fired, taken, fired])
    assert [shot.side for shot in found] == ["french", "british"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_that_fires_in_a_scenario_is_called_as_something_else(scenario: str) -> None:
    state = wg.new_game(f"as-per-margin/{scenario}", seed=1).state
    names = [each.card.name for each in state.ships]
    names += [each.name for each in (*state.batteries, *state.units)]
    assert len(set(names)) == len(names)


# Whole games

SMALL = ("frigate-duel", "chase", "hermione", "landing", "bombardment", "cadiz-1801")


@settings(max_examples=24)
@given(st.sampled_from(SMALL), st.integers(0, 500))
def test_what_holds_in_any_game(scenario: str, seed: int) -> None:
    game = wg.new_game(f"as-per-margin/{scenario}", seed=seed)
    dice = wg.Dice(seed)
    ships = {side: stands.ships for side, stands in standing(game).items()}
    turn = 0
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
        if game.turn == turn:
            continue
        turn = game.turn
        found = standing(game)
        for side, stands in found.items():
            assert stands.ships == ships[side]
            assert 0 <= stands.strength <= 1
            assert stands.lost + stands.captured + stands.struck + stands.left <= stands.ships
        assert found == standing(game.fork())
    fired = told(game, Fired) + told(game, Shelled) + told(game, firing.Shot)
    assert len(shots(game)) == len(fired)
    assert {shot.side for shot in shots(game)} <= set(game.seats)
    assert all(shot.yards >= 0 for shot in shots(game))
