"""What a study comes to, from games made up so that the answer is known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from weathergage.clauses import load_clauses, told_of
from weathergage.errors import UnknownName
from weathergage.standing import Standing
from weathergage.study.batch import Results, StudyResults, run_study
from weathergage.study.games import Broadsides, GameResult, Told, play_counted
from weathergage.study.plans import Arm, Plan, Prediction, Study
from weathergage.study.summary import (
    broadsides,
    clauses,
    cost,
    degenerate,
    differences,
    games_for_one_percent,
    length,
    measures,
    pooled,
    sensitivity,
    summary,
    yardstick,
)
from weathergage.study.variants import Variant

DUEL = "frigate/constitution-guerriere"
SEATS = (("british", "captain"), ("us", "random"))
PLAN = Plan(DUEL, SEATS)
SIDES = ("british", "us")


def won(seed: int, winner: str, turns: int = 5, told: Told | None = None) -> GameResult:
    return GameResult(seed, winner, "fought", turns, "", told)


def results_of(*arms: tuple[Arm, list[GameResult]], **more: Any) -> StudyResults:
    count = len(arms[0][1])
    study = Study("s", "S", tuple(arm for arm, _ in arms), 1, count, "full", **more)
    found = {arm.name: Results(arm, SIDES, 4.0, 16, tuple(games)) for arm, games in arms}
    return StudyResults(study, found, {"weathergage": "0"}, 1.0, count)


def arm_of(games: list[GameResult]) -> Results:
    return Results(Arm("plain", PLAN), SIDES, 4.0, 16, tuple(games))


def test_games_that_say_little_are_counted_by_name() -> None:
    fired = (Broadsides("us", 100, False, False, 2, 1),)
    games = [
        won(1, "us", 1, Told(broadsides=fired)),
        won(2, "draw", 16, Told(broadsides=())),
        won(3, "draw", 9, Told(broadsides=fired)),
        GameResult(4, "", "", 0, "StuckGame: nobody moves"),
    ]
    assert degenerate(arm_of(games)) == {
        "drawn": 2,
        "whole length": 1,
        "over in turn 1": 1,
        "no shot": 1,
        "ended in an error": 1,
    }
    assert degenerate(arm_of([won(1, "us")]))["no shot"] is None


def test_games_for_one_percent_follow_from_the_most_uncertain_share() -> None:
    even = arm_of([won(1, "us"), won(2, "british")])
    assert games_for_one_percent(even) == 9_604
    assert (
        games_for_one_percent(arm_of([won(n, "us") for n in range(9)] + [won(9, "draw")])) == 3_458
    )
    assert games_for_one_percent(arm_of([GameResult(1, "", "", 0, "no")])) is None


def test_lengths_are_told_turn_by_turn_and_add_up() -> None:
    told = length(arm_of([won(1, "us", 3), won(2, "british", 3), won(3, "us", 7)]))
    assert told["by_turn"] == [
        {"turn": 3, "british": 1, "us": 1, "draw": 0},
        {"turn": 7, "british": 0, "us": 1, "draw": 0},
    ]
    assert told["minutes_a_turn"] == 4.0
    assert told["turns"]["quantiles"]["0.5"] == 3


def test_hits_a_broadside_are_told_by_range_and_by_what_it_was() -> None:
    one = (
        Broadsides("us", 100, False, True, 1, 3),
        Broadsides("us", 100, True, False, 2, 4),
        Broadsides("us", 400, False, False, 3, 0),
    )
    two = (Broadsides("us", 100, False, False, 1, 1),)
    rows = broadsides(
        arm_of([won(1, "us", 5, Told(broadsides=one)), won(2, "us", 5, Told(broadsides=two))])
    )
    assert rows is not None
    told = {(row["yards"], row["of"]): (row["shots"], row["hits"]) for row in rows}
    assert told == {
        (100, "all"): (4, 8),
        (100, "raking"): (2, 4),
        (100, "first"): (1, 3),
        (400, "all"): (3, 0),
    }
    assert rows[0]["hits_a_shot"]["value"] == 2.0
    assert broadsides(arm_of([won(1, "us", 5, Told())])) is None


def test_cost_is_by_ship_and_turn() -> None:
    told = Told(ships=2, rolls=30, dice=60, modifiers=5, look_ups={"a": 10}, decisions={"plot": 20})
    more = Told(ships=2, rolls=10, dice=10, decisions={"plot": 10}, reactions={"plot": 5})
    found = cost(arm_of([won(1, "us", 10, told), won(2, "us", 10, more)]))
    assert found is not None
    values = {what: figure["value"] for what, figure in found["a_ship_and_turn"].items()}
    assert values == {
        "rolls": 1.0,
        "dice": 1.75,
        "modifiers": 0.125,
        "look-ups": 0.25,
        "decisions": 0.75,
        "reactions": 0.125,
    }
    assert (found["decisions"], found["reactions"]) == ({"plot": 30}, {"plot": 5})
    assert cost(arm_of([won(1, "us")])) is None


def test_clauses_are_counted_once_a_game_as_well_and_the_silent_ones_listed() -> None:
    games = [won(1, "us", 5, Told(clauses={"6.63": 3})), won(2, "us", 5, Told(clauses={"6.63": 1}))]
    found = clauses(arm_of(games))
    assert found is not None
    assert found["came_up"] == [{"clause": "6.63", "times": 4, "games": 2}]
    assert "6.63" not in found["never"]
    assert "7.0-roll" in found["never"]
    # A clause on what the game is made of: no event can name it.
    assert "3.1-grid" in found["untold"]
    assert not set(found["never"]) & set(found["untold"])


def test_what_happened_has_its_place_among_the_games() -> None:
    arm = arm_of([won(seed, "us", turns) for seed, turns in enumerate((2, 4, 4, 8), 1)])
    found = yardstick(arm, {"turns": 4, "british: lost": 1})
    assert set(found) == {"turns"}
    assert (found["turns"]["happened"], found["turns"]["value"]) == (4, 0.5)


def test_standing_is_measured_where_it_is_told() -> None:
    standing = {"british": Standing(1, captured=1, strength=0.25), "us": Standing(1)}
    arm = arm_of([won(1, "us", 5, Told(standing=standing))])
    known = measures(arm)
    assert known["british: captured"].estimate(arm.games).value == 1
    assert known["us: strength"].estimate(arm.games).value == 1
    assert "british: captured" not in measures(arm_of([won(1, "us", 5, Told())]))


def test_differences_are_taken_seed_by_seed_and_without_games_that_failed() -> None:
    plain = [won(1, "us", 5), won(2, "us", 5), won(3, "draw", 9), won(4, "us", 6)]
    drift = [won(1, "us", 5), won(2, "british", 7), won(3, "us", 9), GameResult(4, "", "", 0, "no")]
    results = results_of((Arm("plain", PLAN), plain), (Arm("drift", PLAN), drift))
    told = differences(results, "drift", "plain")
    assert (told["pairs"], told["differing"]) == (3, 2)
    assert told["measures"]["won by british"]["value"] == pytest.approx(1 / 3, abs=1e-6)
    assert told["measures"]["won by us"]["value"] == 0
    assert told["measures"]["won by us"]["differing"] == 2
    assert told["measures"]["turns"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    with pytest.raises(UnknownName, match="plain"):
        differences(results, "drift", "plian")


def test_a_control_with_other_seeds_is_paired_in_order() -> None:
    results = results_of(
        (Arm("plain", PLAN), [won(1, "us"), won(2, "us")]),
        (Arm("control", PLAN, 100), [won(101, "us"), won(102, "us")]),
    )
    assert differences(results, "control", "plain")["differing"] == 0


def test_sides_exchanged_tell_the_sides_share_from_the_captains() -> None:
    back = Plan(DUEL, (("british", "random"), ("us", "captain")))
    there = [won(1, "british"), won(2, "british"), won(3, "us"), won(4, "draw")]
    here = [won(1, "us"), won(2, "us"), won(3, "us"), won(4, "british")]
    (told,) = pooled(
        results_of((Arm("a", PLAN), there), (Arm("a, swapped", back, swaps="a"), here))
    )
    assert told["by_side"]["british"]["value"] == 3 / 8
    assert told["by_side"]["draw"]["value"] == 1 / 8
    assert told["by_captain"]["captain"]["value"] == 5 / 8
    assert told["by_captain"]["random"]["value"] == 2 / 8


def test_a_conclusion_that_a_table_upsets_is_told() -> None:
    us, british = "us", "british"
    varied = Plan(DUEL, SEATS, variants=(Variant("gunnery-1", "up"),))
    games = range(1, 41)
    results = results_of(
        (Arm("plain", PLAN), [won(n, british) for n in games]),
        (Arm("drift", PLAN), [won(n, us) for n in games]),
        (Arm("plain, up", varied, varies="plain"), [won(n, british) for n in games]),
        (Arm("drift, up", varied, varies="drift"), [won(n, british) for n in games]),
        compared=(("drift", "plain"), ("drift, up", "plain, up")),
    )
    plain, drift = sensitivity(results)
    assert (plain["variant"], plain["moves"]["differing"]) == ("gunnery-1, up", 0)
    assert plain["conclusions"] == []
    assert drift["moves"]["differing"] == 40
    (held,) = drift["conclusions"]
    changed = {one["measure"] for one in held["changed"]}
    assert changed == {"won by us", "won by british"}


@pytest.mark.parametrize(
    ("low", "high", "held"),
    [(0.5, 1.0, "yes"), (-1.0, 0.2, "no"), (0.9, 1.5, "open"), (0.3, None, "yes")],
)
def test_a_prediction_stands_beside_its_result(low: float, high: float | None, held: str) -> None:
    claim = Prediction("the Americans", "drift", "plain", "won by us", low, high)
    results = results_of(
        (Arm("plain", PLAN), [won(n, "british") for n in range(1, 41)]),
        (Arm("drift", PLAN), [won(n, "british" if n % 20 == 0 else "us") for n in range(1, 41)]),
        prediction=claim,
    )
    told = summary(results)["prediction"]
    assert (told["text"], told["mark"], told["held"]) == ("the Americans", claim.mark, held)
    assert told["found"]["value"] == 0.95


def test_the_whole_is_json_and_the_same_twice() -> None:
    seats = (("british", "random"), ("us", "random"))
    arms = (Arm("plain", Plan(DUEL, seats)), Arm("drift", Plan(DUEL, seats, (("drift", True),))))
    study = Study("s", "S", arms, 1, 6, "full", (("drift", "plain"),))
    one, two = (json.dumps(summary(run_study(study, jobs=1), {"turns": 9})) for _ in range(2))
    assert one == two
    data = json.loads(one)
    assert "seconds" not in one
    assert data["arms"][0]["games"] == 6
    assert sum(data["arms"][0]["outcomes"].values()) == 6
    assert data["differences"][0]["arm"] == "drift"


@pytest.mark.parametrize(
    "scenario",
    [
        "frigate/constitution-guerriere",
        "admiralty/frigate-duel",
        "as-per-margin/frigate-duel",
        "war-galley/first-evening",
    ],
)
def test_nothing_comes_up_that_was_thought_untellable(scenario: str) -> None:
    plan = Plan(scenario, ())
    plan = replace(plan, seats=tuple((seat, "captain") for seat in plan.rules().seats))
    counted = play_counted(plan, 1).told.clauses
    folder = plan.rules().folder
    played = {c.id for c in load_clauses(folder / "clauses.toml").values() if c.status == "done"}
    assert counted
    assert played & set(counted) <= told_of(folder, played)


def test_a_rake_is_counted_under_its_clause() -> None:
    plan = Plan("frigate/constitution-guerriere", (("british", "captain"), ("us", "captain")))
    game = play_counted(plan, 1)
    words = [why for event in game.events if event.kind == "Fired" for _, _, why in event.firers]
    assert game.told.clauses["7.17"] == sum("raking" in why for why in words) > 0
