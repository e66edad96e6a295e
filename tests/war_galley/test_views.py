"""What a side sees, what a record keeps, and what is drawn."""

from __future__ import annotations

import json

import pytest
from battles import RULESET, scenario
from galleys import galley, one, sea

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage.draw.picture import HexTable
from weathergage.draw.svg import svg
from weathergage.plugins import assemble_scenario
from weathergage.records import canonical
from weathergage.testing import reachable
from weathergage_war_galley import layout
from weathergage_war_galley.picture import picture
from weathergage_war_galley.views import plain, restore


def deployed(treasure: int) -> wg.Game:
    """Actium at its first question after deployment, the treasure in one galley of the reserve."""
    game = wg.new_game("war-galley/actium", seed=3)
    dice = wg.Dice(3)
    while game.phase == "set-up" and not game.over:
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
    carriers = [g for g in game.state.galleys if g.treasure]
    assert len(carriers) == 1
    reserve = [
        g
        for g in game.state.galleys
        if g.side == carriers[0].side and g.anchored and g is not carriers[0]
    ]
    carriers[0].treasure = False
    reserve[treasure].treasure = True
    return game


def test_the_treasure_is_in_no_view_but_its_owners() -> None:
    game = deployed(0)
    (owner,) = {g.side for g in game.state.galleys if g.treasure}
    (other,) = set(game.seats) - {owner}
    assert sum(g.treasure for g in game.view(owner).table.state.galleys) == 1
    assert not any(g.treasure for g in game.view(other).table.state.galleys)


def test_where_the_treasure_lies_changes_nothing_that_the_other_side_can_reach() -> None:
    one_way, other_way = deployed(0), deployed(1)
    (owner,) = {g.side for g in one_way.state.galleys if g.treasure}
    (other,) = set(one_way.seats) - {owner}
    assert reachable(one_way, other) == reachable(other_way, other)


def test_the_record_of_the_other_seat_holds_no_treasure() -> None:
    game = deployed(0)
    (owner,) = {g.side for g in game.state.galleys if g.treasure}
    (other,) = set(game.seats) - {owner}
    kept = "\n".join(game.record_for(other).lines())
    assert '"treasure":true' not in kept.replace(" ", "")


@pytest.mark.parametrize("name", ["first-evening", "tauris", "ecnomus"])
def test_a_record_keeps_what_drawing_needs(name: str) -> None:
    game = wg.new_game(f"war-galley/{name}", seed=2)
    dice = wg.Dice(2)
    for _ in range(120):
        if not game.over:
            decision = game.decisions[0]
            game.submit(decision.id, decision.sample(dice))
    kept = json.loads(canonical(plain(game.state)))
    again = restore(game.rules, kept)
    assert json.loads(canonical(plain(again))) == kept
    assert svg(picture(game.rules, again)) == svg(picture(game.rules, game.state))


@pytest.mark.clause("2.1-markers", "2.3")
def test_every_marker_that_lies_on_a_galley_is_drawn() -> None:
    game = sea(
        galley("5/1", "2319", "N", side="rome", fatigue=2, depletion=1),
        galley("5/2", "2619", "N", side="carthage", rammed=True, fire=True),
        phase="victory",
    )
    marks = {mark.id: mark for mark in picture(game.rules, game.state).ships}
    assert marks[one(game, "5/1").counter.code].damage == "F2 D1"
    assert {"rammed", "on fire"} <= set(marks[one(game, "5/2").counter.code].states)
    assert marks[one(game, "5/1").counter.code].stern == one(game, "5/1").stern


@pytest.mark.clause("2.0")
@pytest.mark.clause("6.31")
def test_who_has_yet_to_deploy_is_drawn_as_suggested_and_coasts_are_told() -> None:
    game = wg.new_game("war-galley/actium", seed=3)
    drawn = picture(game.rules, game.state)
    assert len(drawn.ships) == 110
    assert drawn.notes == [
        "Coast beyond row 00, but not N4600 to S1400",
        "The book's north: column 10 of sheet N",
        "Not deployed yet, drawn as suggested: Octavian and Agrippa, Antony and Cleopatra",
    ]
    assert not any("treasure" in ship.note for ship in drawn.ships)
    assert not game.state.at
    game.submit(game.decisions[0].id, game.decisions[0].sample(wg.Dice(1)))
    assert picture(game.rules, game.state).notes[-1].endswith(": Antony and Cleopatra")


@pytest.mark.clause("2.1-markers", "2.3")
def test_a_view_tells_a_galley_in_words() -> None:
    game = sea(
        galley("5/1", "2319", "N", side="rome", fatigue=2, depletion=1, grappled=("5/2",)),
        galley("5/2", "2419", "N", side="carthage", towers=True, flame=True),
        phase="victory",
    )
    first, second = game.view("rome").table.plain()["ships"]
    assert first["position"] == "2319-2320"
    assert first["markers"] == "at Cruise, Fatigued-2, Depletion 1, M3 left, Grappled with 5/2"
    assert "Ram Attack 6 at Cruise, 8 at Maximum" in first["ratings"]
    assert second["ratings"].endswith("towers; flame; sails")


@pytest.mark.clause("2.2")
@pytest.mark.parametrize("name", ["aegates", "ecnomus", "side", "actium"])
def test_every_hex_is_drawn_with_the_number_that_commands_have(name: str) -> None:
    made = scenario(name)
    rules = assemble_scenario(RULESET, made)
    board = picture(rules, RULESET.set_up(rules, wg.Dice(0))).board
    assert isinstance(board, HexTable)
    for place in made.sheet.hexes:
        drawn = board.label(place)
        assert drawn.replace(" ", "") == made.sheet.label(place)
        assert layout.read(made.sheet, f"{drawn} N", 1) == [layout.Pose(place, 0)]


def test_a_whole_game_leaves_a_picture() -> None:
    game = wg.new_game("war-galley/first-evening", seed=4)
    play_at_random(game, wg.Dice(4))
    assert svg(picture(game.rules, game.state)).startswith("<svg")
