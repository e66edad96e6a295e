"""Gun Brigs, clause by clause, and all that weathergage asks of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from weathergage_gun_brigs import ending
from weathergage_gun_brigs.boarding import Board
from weathergage_gun_brigs.gunnery import Fire, is_abeam, targets
from weathergage_gun_brigs.ruleset import GUN_BRIGS
from weathergage_gun_brigs.sailing import Sail, speed
from weathergage_gun_brigs.state import Ship

import weathergage as wg
from weathergage.plugins import assemble_scenario
from weathergage.testing import check_target

N, NE, SE, S, SW, NW = range(6)


def begin(scenario: str = "two-brigs", seed: int = 1, **options: bool) -> wg.Game:
    """A game, whether the package is installed or not."""
    rules = assemble_scenario(GUN_BRIGS, GUN_BRIGS.scenarios[scenario], options)
    return wg.Game(rules, seed)


def ship(game: wg.Game, name: str) -> Ship:
    return next(ship for ship in game.state.ships if ship.name == name)


def hull(ship: Ship) -> int:
    return ship.damage.hits["hull"]


def fallen(ship: Ship) -> int:
    return ship.damage.hits["crew"]


def names(ships: list[Ship]) -> list[str]:
    return [ship.name for ship in ships]


def order(game: wg.Game, **commands: wg.Command) -> None:
    """Answer for ships by name; the others heave to, or let things be."""
    asked = [d.about for d in game.decisions]
    for name in asked:
        decision = next(d for d in game.decisions if d.about == name)
        nothing = Sail(turn=0, ahead=0) if decision.kind == "sail" else wg.Decline()
        game.submit(decision.id, commands.get(str(name), nothing))


def faces(game: wg.Game, purpose: str) -> list[int]:
    return [e.faces[0] for e in game.events if isinstance(e, wg.Rolled) and e.purpose == purpose]


def aboard(seed: int = 1) -> wg.Game:
    """Both brigs in one hex, their orders given and no gun fired: Lapwing is asked to board."""
    game = begin(seed=seed)
    ship(game, "Najaden").pose = ship(game, "Lapwing").pose
    order(game)
    order(game)
    assert [(d.about, d.kind) for d in game.decisions] == [("Lapwing", "board")]
    return game


@pytest.mark.clause("1.1", "1.2")
@pytest.mark.parametrize("seed", range(8))
def test_the_wind_backs_with_a_1_and_veers_with_a_6(seed: int) -> None:
    game = begin(seed=seed)
    assert faces(game, "the wind") == []
    order(game)
    (die,) = faces(game, "the wind")
    assert game.state.wind == {1: SW, 6: N}.get(die, NW)


@pytest.mark.clause("1.3")
def test_a_steady_wind_is_not_rolled_for() -> None:
    game = begin(steady_wind=True)
    while game.turn < 4:
        order(game)
    assert faces(game, "the wind") == []
    assert game.state.wind == NW


@pytest.mark.clause("2.1")
def test_nobody_sails_before_the_last_order_is_given() -> None:
    game = begin()
    before = ship(game, "Lapwing").pose
    game.submit(game.decisions[0].id, Sail(turn=0, ahead=1))
    assert ship(game, "Lapwing").pose == before
    order(game)
    assert ship(game, "Lapwing").pose == before.ahead(1)


@pytest.mark.clause("2.2")
def test_a_ship_turns_first_and_then_goes_ahead() -> None:
    game = begin()
    before = ship(game, "Lapwing").pose
    order(game, Lapwing=Sail(turn=1, ahead=2))
    assert ship(game, "Lapwing").pose == before.turned(1).ahead(2)


@pytest.mark.clause("2.2")
def test_ships_pass_through_one_another() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    najaden.pose = lapwing.pose.ahead(1)
    order(game, Lapwing=Sail(turn=0, ahead=2))
    assert lapwing.pose == najaden.pose.ahead(1)


@pytest.mark.clause("2.3")
@pytest.mark.parametrize(("heading", "hexes"), [(NW, 0), (N, 2), (SW, 2), (NE, 4), (S, 4), (SE, 3)])
def test_speed_is_by_the_wind(heading: int, hexes: int) -> None:
    assert speed(ship(begin(), "Lapwing"), heading, source=NW) == hexes


@pytest.mark.clause("2.3")
def test_more_than_the_wind_allows_is_refused() -> None:
    with pytest.raises(wg.IllegalCommand) as refused:
        order(begin(), Lapwing=Sail(turn=0, ahead=4))
    assert refused.value.clause == "2.3"


@pytest.mark.clause("3.1")
def test_all_fire_at_once() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    najaden.pose = lapwing.pose.turned(2).ahead(1).turned(-2)
    order(game)
    game.submit(game.decisions[0].id, Fire(at="Najaden"))
    assert hull(najaden) == 0
    order(game, Najaden=Fire(at="Lapwing"))
    assert hull(najaden) > 0
    assert hull(lapwing) > 0


@pytest.mark.clause("3.2")
def test_guns_bear_on_the_side_up_to_four_hexes() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    for hexes, bears in ((1, True), (4, True), (5, False)):
        najaden.pose = lapwing.pose.turned(2).ahead(hexes)
        assert bool(targets(game, lapwing)) is bears
    for turned in (0, 3):
        najaden.pose = lapwing.pose.turned(turned).ahead(2)
        assert targets(game, lapwing) == []
    najaden.pose = lapwing.pose
    assert names(targets(game, lapwing)) == ["Najaden"]


@pytest.mark.clause("3.3")
@pytest.mark.parametrize(("hexes", "column"), [(1, "close"), (2, "middle"), (4, "long")])
def test_guns_a_die_and_the_range_give_the_hits(hexes: int, column: str) -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    najaden.pose = lapwing.pose.turned(2).ahead(hexes).turned(-2)
    order(game)
    order(game, Lapwing=Fire(at="Najaden"))
    (die,) = faces(game, "Lapwing fires")
    assert hull(najaden) == GUN_BRIGS.tables["broadside"].look_up(die + 3, column)
    assert fallen(najaden) == 0


# --8<-- [start:test]
@pytest.mark.clause("3.4")
def test_raking_adds_two_and_a_man_falls() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    najaden.pose = lapwing.pose.turned(2).ahead(1)
    assert not is_abeam(najaden.pose, lapwing.pose)
    order(game)
    order(game, Lapwing=Fire(at="Najaden"))
    (die,) = faces(game, "Lapwing fires")
    assert hull(najaden) == GUN_BRIGS.tables["broadside"].look_up(die + 3 + 2, "close")
    assert fallen(najaden) == 1


# --8<-- [end:test]


@pytest.mark.clause("4.1")
def test_only_ships_in_one_hex_may_board() -> None:
    game = begin()
    ship(game, "Najaden").pose = ship(game, "Lapwing").pose.turned(2).ahead(1)
    order(game)
    order(game)
    assert game.turn == 2
    assert aboard().phase == "boarding"


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("seed", range(6))
def test_the_loser_loses_the_difference(seed: int) -> None:
    game = aboard(seed)
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    lapwing.damage.add("crew", 1)
    game.submit(game.decisions[0].id, Board(at="Najaden"))
    (ours,), (theirs,) = faces(game, "Lapwing's men"), faces(game, "Najaden's men")
    difference = (ours + 4) - (theirs + 5)
    assert fallen(najaden) == min(5, max(0, difference))
    assert fallen(lapwing) == min(5, 1 + max(0, -difference))


@pytest.mark.clause("4.3")
@pytest.mark.parametrize("seed", range(6))
def test_a_ship_without_men_is_taken(seed: int) -> None:
    game = aboard(seed)
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    najaden.damage.add("crew", 4)
    game.submit(game.decisions[0].id, Board(at="Najaden"))
    (ours,), (theirs,) = faces(game, "Lapwing's men"), faces(game, "Najaden's men")
    won = ours + 5 > theirs + 1
    assert najaden.side == ("british" if won else "danish")
    assert lapwing.side == "british" or not won


@pytest.mark.clause("5.1")
def test_it_ends_when_one_side_alone_fights_on_or_time_is_out() -> None:
    game = begin()
    ship(game, "Najaden").damage.add("hull", 8)
    order(game)
    order(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how, game.turn) == ("british", "beaten", 1)
    idle = begin()
    while not idle.over:
        order(idle)
    assert idle.outcome is not None
    assert (idle.outcome.how, idle.turn) == ("time", 15)


@pytest.mark.clause("5.2")
def test_a_ship_that_is_gone_counts_twice_her_hull() -> None:
    state: Any = begin().state
    lapwing, najaden = state.ships
    najaden.damage.add("hull", 3)
    assert (ending.score(state, "british"), ending.score(state, "danish")) == (3, 0)
    najaden.damage.add("hull", 5)
    assert ending.score(state, "british") == 16
    lapwing.side = "danish"
    assert ending.score(state, "danish") == 16


@pytest.mark.clause("5.3")
def test_with_the_same_points_it_is_a_draw() -> None:
    game = begin()
    while not game.over:
        order(game)
    assert game.outcome is not None
    assert game.outcome.winner == "draw"


def test_what_has_become_of_a_ship_counts_once() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")
    assert (lapwing.fate, najaden.fate) == ("", "")
    najaden.damage.add("crew", 5)
    assert najaden.fate == "struck"
    najaden.side = "british"
    assert najaden.fate == "captured"
    najaden.damage.add("hull", 4)
    lapwing.damage.add("hull", 8)
    stood = ending.standing(game.rules, game.state)
    assert stood["british"] == wg.Standing(1, lost=1, strength=0.0)
    assert stood["danish"] == wg.Standing(1, captured=1, strength=0.0)


def test_the_captain_closes_fires_and_boards_the_weaker() -> None:
    game = begin()
    lapwing, najaden = ship(game, "Lapwing"), ship(game, "Najaden")

    def answer(decision: wg.Decision) -> wg.Command:
        captain = GUN_BRIGS.captains["captain"](decision.seat, wg.Dice(1))
        command: wg.Command = captain.answer(game.view(decision.seat), decision)
        return command

    before = lapwing.pose.distance(najaden.pose)
    order(game, **{str(d.about): answer(d) for d in game.decisions})
    assert lapwing.pose.distance(najaden.pose) < before
    game = aboard()
    decision = game.decisions[0]
    ship(game, "Lapwing").damage.add("crew", 1)
    assert answer(decision) == wg.Decline()
    ship(game, "Najaden").damage.add("crew", 2)
    assert answer(decision) == Board(at="Najaden")


def test_captains_settle_it_in_good_time() -> None:
    rules = begin().rules
    for seed in range(10):
        game = wg.Game(rules, seed)
        captains = {seat: GUN_BRIGS.captains["captain"](seat, wg.Dice(seed)) for seat in game.seats}
        wg.play_out(game, captains)
        assert game.outcome is not None
        assert game.outcome.how == "beaten"


def test_a_record_keeps_what_a_picture_needs() -> None:
    game = aboard()
    ship(game, "Lapwing").damage.add("hull", 2)
    kept = GUN_BRIGS.plain(game.state)
    assert GUN_BRIGS.restore is not None
    again = GUN_BRIGS.restore(game.rules, kept)
    assert again == game.state
    assert GUN_BRIGS.picture(game.rules, again) == GUN_BRIGS.picture(game.rules, game.state)


# --8<-- [start:promises]
def test_it_keeps_what_every_ruleset_promises(tmp_path: Path) -> None:
    findings = check_target(str(Path(__file__).parents[1]), games=12, folder=tmp_path)
    assert findings, findings.mends


# --8<-- [end:promises]
