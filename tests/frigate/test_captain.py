"""The ruleset's own captain: legal everywhere, and sensible where sense can be seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from positions import sea, ship

import weathergage as wg
from weathergage.captains import make_captain
from weathergage.game import Decision
from weathergage_frigate.captain import FrigateCaptain
from weathergage_frigate.gunnery import bears, rakes, reach

EVERYTHING = {
    "no_sailing_into_wind": True,
    "wind_table": "optional",
    "bearing_up": True,
    "drift": True,
    "national_multipliers": True,
    "combined_fire_halved": True,
    "explosions": True,
    "speed_effects": True,
    "command_method": "chits",
    "surrender": True,
    "recapture": True,
}


def captains(game: wg.Game, seed: int, **kinds: str) -> dict[str, Any]:
    """A captain for every seat: the ruleset's own, or the kind named."""
    ruleset = game.rules.ruleset
    return {
        seat: make_captain(ruleset, kinds.get(seat.replace("-", "_"), "captain"), seat, seed + n)
        for n, seat in enumerate(game.seats)
    }


def play(game: wg.Game, players: dict[str, Any], turns: int) -> None:
    """Play so many turns more, or to the end."""
    last = game.turn + turns
    while not game.over and game.turn < last:
        views = {d.seat: game.view(d.seat) for d in game.decisions}
        for decision in game.decisions:
            command = players[decision.seat].answer(views[decision.seat], decision)
            game.submit(decision.id, command)


def plotted(game: wg.Game, seat: str) -> dict[str, str]:
    """The plot sheet that a fresh captain writes for a seat."""
    decision = next(d for d in game.decisions if d.seat == seat)
    answer = FrigateCaptain(seat, wg.Dice(1)).answer(game.view(seat), decision)
    assert decision.complaint(answer) is None
    orders: dict[str, str] = answer.orders  # type: ignore[attr-defined]
    return orders


def tally(scenario: str, seeds: range, **kinds: str) -> Counter[str]:
    """Who wins how many of the games of these seeds."""
    won: Counter[str] = Counter()
    for seed in seeds:
        game = wg.new_game(scenario, seed=seed, journal=False)
        wg.play_out(game, captains(game, 1000 * seed, **kinds))
        assert game.outcome is not None
        won[game.outcome.winner] += 1
    return won


SCENARIOS = (
    "azores",
    "cape-fear",
    "dogger-bank",
    "lissa",
    "nile",
    "santa-martha",
    "st-jago",
    "the-lizard",
)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["plain", "all options"])
def test_every_answer_is_legal_and_none_is_drawn_by_lot(
    scenario: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sample(self: Any, dice: Any) -> None:
        pytest.fail(f"{self} was answered by lot")

    monkeypatch.setattr(Decision, "sample", sample)
    game = wg.new_game(f"frigate/{scenario}", seed=3, options=options)
    play(game, captains(game, 3), 16)


def test_the_same_game_and_captains_give_the_same_events() -> None:
    games = [wg.new_game("frigate/pondicherry", seed=5) for _ in range(2)]
    for game in games:
        play(game, captains(game, 9), 6)
    assert games[0].events == games[1].events


@pytest.mark.clause("8.1")
def test_a_column_keeps_its_formation_on_a_quiet_sea() -> None:
    line = [
        ship("B-74", "A 0408", "SE", 4, flag="FF"),
        ship("B-74", "A 0308", "SE", 4),
        ship("B-74", "A 0207", "SE", 4),
    ]
    game = sea(line, [ship("A-74", "F 1810", "N", 4)], efficiency={"british": "moderate"})
    players = captains(game, 1)
    leader = game.state.ships[0].code
    for _ in range(3):
        orders = plotted(game, "british")
        followers = [row for row in orders.values() if row.startswith(f"Formation {leader}")]
        assert len(followers) == 2
        play(game, players, 1)


@pytest.mark.clause("7.17")
def test_a_ship_that_cannot_move_is_raked() -> None:
    dismasted = ship("A-74", "A 1010", "N", 0, mast=3)
    game = sea([ship("B-74", "A 0608", "SE", 6)], [dismasted])
    ours, his = game.state.ships
    play(game, captains(game, 1, french="random"), 1)
    assert reach(ours, his) <= 2
    assert bears(ours, his)
    assert rakes(ours, his)


@pytest.mark.clause("7.17")
def test_no_ship_stays_where_she_can_be_raked_if_she_need_not() -> None:
    game = sea([ship("B-74", "A 1010", "N", 4)], [ship("A-74", "A 1012", "SE", 0, mast=3)])
    ours, his = game.state.ships
    assert rakes(his, ours)
    play(game, captains(game, 1, french="random"), 1)
    assert not (bears(his, ours) and rakes(his, ours))


@pytest.mark.clause("7.7-limits")
@pytest.mark.parametrize(("crew", "mast", "kind"), [(3, 0, "Mast"), (0, 3, "Crew")])
def test_three_hits_of_a_kind_are_enough(crew: int, mast: int, kind: str) -> None:
    target = ship("A-74", "A 1110", "N", 4, crew=crew, mast=mast)
    game = sea([ship("B-74", "A 1010", "N", 4)], [target])
    assert f"Fire {kind} 74/A" in plotted(game, "british")["74/A"]


@pytest.mark.clause("7.22")
def test_ships_join_their_fire_where_one_alone_could_do_nothing() -> None:
    ours = [ship("B-74", "A 1005", "N", 4), ship("B-74", "A 1007", "N", 4)]
    game = sea(ours, [ship("A-120", "A 1506", "N", 4)], gunnery={"british": 2})
    orders = plotted(game, "british")
    assert all("Fire" in row and "120/A" in row for row in orders.values())
    assert len(orders) == 2


@pytest.mark.clause("6.6-election", "6.61")
@pytest.mark.parametrize(("crew", "grapples"), [(3, True), (0, False)])
def test_she_grapples_an_enemy_who_cannot_fire_and_not_a_stronger_one(
    crew: int, grapples: bool
) -> None:
    enemy = ship("A-120", "A 1009", "N", 0, crew=crew)
    game = sea([ship("B-74", "A 1010", "N", 1)], [enemy], wind="S")
    rows: dict[str, dict[str, str]] = {"british": {"74/A": "N 1"}, "french": {}}
    for decision in game.decisions:
        game.submit(decision.id, {"orders": rows[decision.seat]})
    election = next(d for d in game.decisions if d.seat == "british")
    answer = FrigateCaptain("british", wg.Dice(1)).answer(game.view("british"), election)
    assert answer.run_afoul is grapples  # type: ignore[attr-defined]


@pytest.mark.clause("9.13")
def test_a_beaten_fleet_runs_for_the_edge() -> None:
    ours = [ship("B-74", "A 0508", "N", 4), ship("B-74", "A 0908", "N", 4)]
    game = sea(ours, [ship("A-74", "A 0711", "N", 4)], preservation={"british": 1})
    game.state.over = {"british": 1}
    game.state.frozen = True
    start = [s.place for s in game.state.ships[:2]]
    play(game, captains(game, 1), 1)
    assert all(s.gone or s.place != at for s, at in zip(game.state.ships, start, strict=False))


@pytest.mark.clause("13.0-victory")
def test_the_french_run_for_the_east_edge_in_the_bay_of_bengal() -> None:
    game = wg.new_game("frigate/bay-of-bengal", seed=1)
    french = [s for s in game.state.ships if s.side == "french"]
    columns = [wg.axial(s.place)[0] for s in french]
    players = captains(game, 1, british="random")
    play(game, players, 5)
    assert all(
        wg.axial(s.place)[0] - column >= 8 for s, column in zip(french, columns, strict=True)
    )
    play(game, players, 16)
    assert game.outcome is not None
    assert game.outcome.winner == "french"


def test_the_stronger_frigate_beats_one_without_a_plan_and_hardly_ever_loses() -> None:
    won = tally("frigate/constitution-guerriere", range(60), british="random")
    assert won["us"] >= 51
    assert won["british"] <= 2


def test_the_weaker_frigate_beats_one_without_a_plan_far_more_often_than_she_loses() -> None:
    # Most of the rest are draws: sixteen turns are few for her guns.
    won = tally("frigate/constitution-guerriere", range(60), us="random")
    assert won["british"] >= 26
    assert won["british"] >= 3 * won["us"]


@pytest.mark.parametrize("scenario", ["constitution-guerriere", "gulf-of-tehuantepec"])
def test_two_captains_settle_most_duels_before_time_is_up(scenario: str) -> None:
    turns = []
    for seed in range(1, 21):
        game = wg.new_game(f"frigate/{scenario}", seed=seed, journal=False)
        wg.play_out(game, captains(game, 1000 * seed))
        turns.append(game.turn)
    assert sum(turn < 16 for turn in turns) > 10


def test_the_searching_captain_plays_a_duel_legally() -> None:
    game = wg.new_game("frigate/gulf-of-tehuantepec", seed=4)
    play(game, captains(game, 4, british="search"), 4)
    assert game.turn == 5
