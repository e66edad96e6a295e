"""Fleets that are bought by points, and how they are set up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from battles import RULESET, Table, scenario

import weathergage as wg
from weathergage.plugins import assemble_scenario
from weathergage_war_galley import scenarios, tournament
from weathergage_war_galley.arrivals import arrive
from weathergage_war_galley.deployment import Deploy, Deployment
from weathergage_war_galley.tournament import Fleet, Market, Purse, cost, muster, purse_of

SIZES = ("250", "300", "350", "400")

RED = Fleet(galleys={"red-5-8": 10}, admiral="regulus", leaders=("drusus",))
GREEN = Fleet(galleys={"green-5-11": 9, "green-RL-1": 4}, admiral="hanno", leaders=("gisgo",))


class Arena(Table):
    """A tournament on which `muster` can be run."""

    def __init__(self, size: str = "250", **dice: Iterable[int]) -> None:
        super().__init__(assemble_scenario(RULESET, scenario("tournament"), {"fleet_points": size}))
        self.dice = wg.Dice.of(**dice) if dice else wg.Dice(7)
        self.events: list[wg.Event] = []
        self.telling = True

    def tell(self, event: wg.Event) -> None:
        self.events.append(event)

    def modified(self, about: str, value: int) -> int:
        return value


def purse(size: str = "250", side: str = "red") -> Purse:
    return purse_of(Arena(size).rules, scenario("tournament").side(side))


def refused(command: Fleet, size: str = "250", side: str = "red") -> str:
    told = Market(purse(size, side)).check(command)
    return told.reason if told else ""


def mustered(arena: Arena, *answers: Any) -> list[wg.Ask]:
    """Run the set-up with these answers, the two fleets first; gives the questions of it."""
    asked: list[wg.Ask] = []
    run = muster(arena)
    question = next(run)
    assert isinstance(question, wg.Together)
    asked += question.asks
    reply: Any = (RED, GREEN)
    left = list(answers)
    while True:
        try:
            question = run.send(reply)
        except StopIteration:
            assert not left
            return asked
        assert isinstance(question, wg.Ask)
        asked.append(question)
        reply = left.pop(0)
        problem = question.answers.check(reply)
        assert problem is None, problem


@pytest.mark.clause("10.0")
def test_fleets_are_of_four_sizes() -> None:
    assert [purse(size).points for size in SIZES] == [250, 300, 350, 400]
    with pytest.raises(wg.Contradiction):
        Arena("275")


@pytest.mark.clause("10.0-cost")
def test_a_galley_costs_its_manpower_crew_and_ram_defense() -> None:
    ships = Arena().rules.ships
    five = ships["green-5-11"]
    assert [five.ratings[name] for name in ("manpower", "crew", "defense")] == [2, 3, 8]
    assert cost(five) == 13
    tall = five.ratings | {"towers": 1, "engines": 1}
    assert cost(wg.ShipType(**_with(five, tall))) == 15


def _with(ship: wg.ShipType, ratings: dict[str, Any]) -> dict[str, Any]:
    names = ("id", "name", "clause", "group", "quantity", "provenance")
    return {name: getattr(ship, name) for name in names} | {"ratings": ratings}


@pytest.mark.clause("10.0-cost")
def test_a_fleet_costs_no_more_than_the_points() -> None:
    fleet = Fleet(galleys={"red-5-8": 17}, admiral="regulus")
    assert refused(fleet) == ""
    dear = Fleet(galleys={"red-5-8": 18}, admiral="regulus")
    assert refused(dear) == "the fleet costs 252 points, and 250 are to be spent"
    assert refused(dear, "300") == ""
    assert "cannot be bought" in refused(Fleet(galleys={"red-5-8": 23}, admiral="regulus"), "400")
    assert "no group of counters" in refused(Fleet(galleys={"green-5-11": 1}, admiral="regulus"))


@pytest.mark.clause("10.0-commanders")
def test_leaders_are_limited_by_the_size_of_the_fleet() -> None:
    assert [purse(size).leaders for size in SIZES] == [2, 3, 3, 4]
    leaders = ("philip", "hannibal", "drusus")
    three = Fleet(galleys={"red-5-8": 10}, admiral="regulus", leaders=leaders)
    assert refused(three) == "3 leaders are named; 2 is the most"
    assert refused(three, "350") == ""
    four = Fleet(galleys={"red-5-8": 10}, admiral="regulus", leaders=(*leaders, "sosius"))
    assert refused(four, "400") == ""
    assert refused(four, "350") == "4 leaders are named; 3 is the most"


@pytest.mark.clause("10.0-commanders")
def test_commanders_are_of_the_colour_and_each_has_a_galley() -> None:
    assert "no Admiral here" in refused(Fleet(galleys={"red-5-8": 2}, admiral="adherbal"))
    twice = Fleet(galleys={"red-5-8": 9}, admiral="regulus", leaders=("drusus", "drusus"))
    assert refused(twice) == "a leader is named twice"
    few = Fleet(galleys={"red-5-8": 1}, admiral="regulus", leaders=("drusus",))
    assert refused(few) == "each commander needs a galley"
    assert "no Squadron Commander" in refused(
        Fleet(galleys={"red-5-8": 9}, admiral="regulus", leaders=("gisgo",))
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", ["red", "green"])
def test_suggested_and_drawn_fleets_are_legal(size: str, side: str) -> None:
    market = Market(purse(size, side))
    assert market.check(market.suggested()) is None
    assert market.legal() is None
    assert market.suggested().write() in market.help()
    for seed in range(10):
        fleet = market.sample(wg.Dice(seed))
        assert market.check(fleet) is None
        assert Fleet.model_validate(Fleet.read(fleet.write())) == fleet  # type: ignore[attr-defined]


@pytest.mark.clause("10.0-setup")
def test_the_loser_of_the_roll_sets_up_first_and_the_winner_has_the_first_initiative() -> None:
    # 3 + 1 against 4 + 1: Green wins.
    arena = Arena(initiative_red=(3,), initiative_green=(4,))
    asked = mustered(arena, Deploy(), wg.Choose(choice="deploy"), Deploy())
    assert [ask.seat for ask in asked] == ["red", "green", "red", "green", "green"]
    assert arena.state.first == "green"
    assert scenarios.holder(arena) == "green"
    sheet = scenario("tournament").sheet
    for ship in arena.state.galleys:
        edge = "28" if ship.side == "red" else "00"
        assert ship.gone == ""
        assert all(sheet.from_edge(hex, edge) <= 8 for hex in ship.hexes)
    assert all(leader.galley >= 0 for leader in arena.state.commanders)


@pytest.mark.clause("10.0-setup")
def test_a_tie_of_the_roll_is_rolled_again() -> None:
    arena = Arena(initiative_red=(3, 6), initiative_green=(3, 2))
    asked = mustered(arena, Deploy(), wg.Choose(choice="deploy"), Deploy())
    assert [ask.seat for ask in asked][2:] == ["green", "red", "red"]


@pytest.mark.clause("10.0-setup")
def test_no_part_of_a_galley_lies_more_than_eight_hexes_in() -> None:
    arena = Arena(initiative_red=(1,), initiative_green=(6,))
    run = muster(arena)
    next(run)
    ask = run.send((RED, GREEN))
    assert isinstance(ask, wg.Ask)
    check = ask.answers.check
    assert check(Deploy(places={"5/8": "1820 N"})) is None
    told = check(Deploy(places={"5/8": "1819 N"}))
    assert told is not None
    assert "is 9 hexes from the edge, and 8 is the most" in told.reason
    other = check(Deploy(places={"5/8": "1802 N"}))
    assert other is not None


@pytest.mark.clause("10.0-setup")
def test_the_winner_may_enter_in_the_first_turn_from_beyond_his_edge() -> None:
    arena = Arena(initiative_red=(1,), initiative_green=(6,))
    places = {"5/11": "1000 S", "RL/1": "6000 S"}
    mustered(arena, Deploy(), wg.Choose(choice="enter"), Deploy(places=places))
    sheet = scenario("tournament").sheet
    own = [ship for ship in arena.state.galleys if ship.side == "green"]
    assert len(own) == 13
    for ship in own:
        assert ship.bow not in sheet.hexes
        assert ship.bow + wg.STEP[ship.heading] in sheet.hexes
    first = next(ship for ship in own if ship.counter.code == "green 5/11")
    assert first.bow + wg.STEP[first.heading] == sheet.parse("1000")


@pytest.mark.clause("10.0-setup")
def test_a_fleet_wider_than_the_edge_enters_in_part_behind_itself() -> None:
    made = scenario("tournament")
    arena = Arena("400")
    side = made.side("red")
    fleet = Fleet(galleys={"red-L-1": 25, "red-T-1": 9, "red-3-1": 24}, admiral="regulus")
    own = tournament.manned(side, purse("400"), fleet)
    tournament.raise_fleets(arena.rules, arena.state, {"red": own, "green": made.side("green")})
    entering = tournament.placed(made, own, enters=True)
    asked = Deployment(arena.state, made, entering, arena.rules.options)
    asked.carry_out(arena, asked.plan(Deploy()))
    waiting = sum(len(line.numbers) for line in arena.state.arrivals)
    assert waiting == 58 - 51
    arrive(arena)
    assert len({hex for hex in arena.state.at}) == sum(
        ship.counter.hexes for ship in arena.state.galleys if not ship.gone
    )


@pytest.mark.clause("10.0-victory")
def test_levels_go_by_the_size_of_the_fleets() -> None:
    levels = [scenarios.levels(Arena(size).rules) for size in SIZES]
    assert [level["red"] for level in levels] == [55, 65, 75, 85]
    assert all(level["red"] == level["green"] for level in levels)


def test_codes_tell_the_sides_apart_where_both_have_a_number() -> None:
    arena = Arena(initiative_red=(1,), initiative_green=(6,))
    mustered(arena, Deploy(), wg.Choose(choice="deploy"), Deploy())
    codes = [ship.counter.code for ship in arena.state.galleys]
    assert len(set(codes)) == len(codes)
    assert "red 5/11" in codes
    assert "5/8" in codes


def test_a_line_of_the_command_is_read_and_written() -> None:
    line = "fleet red-5-8 = 10, red-cat3-31 = 6; agrippa; philip, sosius"
    fleet = Fleet.model_validate(Fleet.read(line))
    assert fleet.write() == line
    assert fleet.leaders == ("philip", "sosius")
    assert Fleet.read("row 5") is None
    with pytest.raises(ValueError, match="buys nothing"):
        Fleet.read("fleet red-5-8; agrippa")
    with pytest.raises(ValueError, match="galleys; an Admiral"):
        Fleet.read("fleet red-5-8 = 3")


def test_captains_have_a_fleet_to_take_over() -> None:
    rules = Arena("300").rules
    fleet = tournament.suggest_fleet(rules, "green")
    assert Market(purse("300", "green")).check(fleet) is None
