"""The house rules in examples/house-rules do what they say, and keep every promise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage.captains.random import play_at_random
from weathergage.plugins import find_house_rule
from weathergage.testing import check_target

FOLDER = Path(__file__).parents[2] / "examples" / "house-rules"
RULES = {
    "fog.py": "frigate",
    "grappling_irons.py": "frigate",
    "haze.py": "as-per-margin",
    "nightfall.py": "war-galley",
    "razee-for-a-44.toml": "frigate",
    "razees.toml": "frigate",
    "steady-hands.toml": "frigate",
}
DUEL = "frigate/constitution-guerriere"


def game(rule: str, scenario: str = DUEL, seed: int = 1) -> wg.Game:
    return wg.new_game(scenario, seed=seed, house_rules=[str(FOLDER / rule)])


def test_every_example_is_tested_here_and_says_why_it_is_there() -> None:
    files = {p.name for p in FOLDER.iterdir() if p.suffix in (".py", ".toml")}
    assert files - {"razee-and-frigate.toml"} == set(RULES)
    for name in RULES:
        rule = find_house_rule(str(FOLDER / name))
        assert rule.author
        assert len(rule.reason.split()) > 10


@pytest.mark.parametrize("rule", sorted(RULES))
def test_it_keeps_every_promise(rule: str) -> None:
    findings = check_target(str(FOLDER / rule), games=2)
    assert findings, findings.mends


@pytest.mark.parametrize(("rule", "ruleset"), sorted(RULES.items()))
def test_captains_play_it_and_its_record_verifies(rule: str, ruleset: str) -> None:
    found = wg.rulesets()[ruleset]
    scenario = min(found.scenarios.values(), key=lambda s: (s.ship_count or 999, s.id))
    played = game(rule, f"{ruleset}/{scenario.id}")
    captains = {
        seat: make_captain(found, "captain", seat, number)
        for number, seat in enumerate(played.seats)
    }
    play_out(played, captains)
    assert played.record.verify()


def test_steady_hands_mend_a_double_hit_with_a_3() -> None:
    plain = wg.new_game(DUEL, seed=1)
    ruled = game("steady-hands.toml")
    assert plain.look_up("damage-control", 3, "two-hits") == 0
    assert ruled.look_up("damage-control", 3, "two-hits") == 1
    for die, column in ((2, "two-hits"), (3, "one-hit"), (4, "two-hits")):
        assert ruled.look_up("damage-control", die, column) == plain.look_up(
            "damage-control", die, column
        )


def test_a_razee_lies_between_the_44_and_the_64() -> None:
    ruled = game("razees.toml", "frigate/razee-and-frigate")
    ships = ruled.rules.ships
    for place in range(4):
        weak, razee, strong = (
            ships[id].ratings["gunnery"][place]  # type: ignore[index]
            for id in ("B-44", "razee", "B-64")
        )
        assert weak <= razee <= strong
    assert {s.counter.name for s in ruled.state.ships} == {"Majestic", "President"}
    with pytest.raises(wg.UnknownName):
        wg.new_game("frigate/razee-and-frigate")


def test_the_razee_is_weighed_with_the_ratings_that_she_has() -> None:
    razee = game("razees.toml").rules.ships["razee"]
    weighed = game("razee-for-a-44.toml").rules.ships["B-44"]
    assert weighed.ratings["gunnery"] == razee.ratings["gunnery"]
    assert weighed.ratings["defense"] == razee.ratings["defense"]


def test_fog_rises_and_lifts_and_hides_what_is_more_than_three_hexes_off() -> None:
    told: list[str] = []
    for seed in range(6):
        played = game("fog.py", seed=seed)
        play_at_random(played, wg.Dice(seed))
        told += [e.say() for e in played.events if e.kind == "FogTurned"]
    assert "Fog rises: 3 hexes of sight." in told
    assert "The fog lifts." in told


@pytest.mark.parametrize(("hexes", "strength"), [(3, 14), (4, 0)])
def test_nothing_is_fired_at_what_the_fog_hides(hexes: int, strength: int) -> None:
    played = game("fog.py")
    one, other = played.state.ships
    other.place = one.place
    for _ in range(hexes):
        other.place = wg.neighbours(other.place)[0]
    assert played.modified("gunnery strength", 14, by=one, against=other) == 14
    played.notes["fog"] = True
    assert played.modified("gunnery strength", 14, by=one, against=other) == strength


def test_haze_hides_ships_more_than_30_inches_away_and_only_from_the_view() -> None:
    played = game("haze.py", "as-per-margin/frigate-duel")
    one, other = played.state.ships
    seat = one.side
    for inches, seen in ((30, True), (30.1, False)):
        other.pose = one.pose.drifted(90, inches)
        view: Any = played.view(seat).table
        assert (view.ships[other.n].gone == "unseen") is not seen
        assert not view.ships[one.n].gone
        assert not other.gone


@pytest.mark.parametrize("scenario", [DUEL, "war-galley/first-evening"])
def test_the_dark_ends_battles_in_two_rulesets_in_their_last_third_only(scenario: str) -> None:
    ends: list[tuple[str, int]] = []
    for seed in range(5):
        played = game("nightfall.py", scenario, seed)
        play_at_random(played, wg.Dice(seed))
        assert played.outcome is not None
        ends.append((played.outcome.how, played.turn))
    dark = [turn for how, turn in ends if how == "nightfall"]
    assert dark
    assert min(dark) >= 2 * wg.new_game(scenario, seed=1).rules.scenario.turns / 3


@pytest.mark.parametrize(("crew", "counts"), [(0, 3), (1, 2)])
def test_a_full_crew_holds_what_it_is_afoul_of(crew: int, counts: int) -> None:
    played = game("grappling_irons.py")
    enemy = played.state.ships[1]
    enemy.crew = crew
    rolled = played.rules.rolled
    assert rolled is not None
    purpose = f"breaking away from {enemy.counter.title}"
    found = rolled(game=played, purpose=purpose, result=2)
    assert (found or 2) == counts
    assert rolled(game=played, purpose="wind velocity", result=2) is None
