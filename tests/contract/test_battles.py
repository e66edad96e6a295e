"""Every battle under every ruleset that stages it: the same ships, and a game to its end."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import weathergage as wg
from weathergage.battles import CREWS, FORCES, Battle, battle_names, battle_path
from weathergage.captains import make_captain, play_out
from weathergage.captains.random import play_at_random
from weathergage.errors import Contradiction
from weathergage.plugins import assemble_scenario, stage_battle

STAGERS = sorted(id for id, ruleset in wg.rulesets().items() if ruleset.stage is not None)


def _is_staged(ruleset: str, name: str) -> bool:
    try:
        stage_battle(wg.rulesets()[ruleset], name)
    except Contradiction:
        return False
    return True


STAGED = [(r, b) for r in STAGERS for b in battle_names() if _is_staged(r, b)]
INCH = {"admiralty": 1200 / 36, "as-per-margin": 100 / 3}
"""Yards that an inch stands for: at 1 to 1200, and of a hundred feet."""
SHORT = 25
"""Minutes for which captains fight here: the whole of a battle takes the slower ones a minute."""


def names_of(game: wg.Game) -> dict[str, list[str]]:
    """The ships that a picture of the game shows at the start, by side."""
    picture = game.rules.ruleset.picture(game.rules, game.state)
    found: dict[str, list[str]] = {}
    for ship in picture.ships:
        found.setdefault(ship.side, []).append(ship.name)
    return found


def test_every_battle_is_staged_by_a_ruleset_of_its_era() -> None:
    assert {name for _, name in STAGED} == set(battle_names())


@pytest.mark.parametrize(("ruleset", "name"), STAGED)
def test_the_ships_are_those_of_the_battle(ruleset: str, name: str) -> None:
    battle = wg.find_battle(name)
    game = wg.new_game(f"{ruleset}/battle:{name}", seed=1)
    shown = names_of(game)
    for side in battle.sides:
        if battle.era == "galleys":
            # Counters of galleys bear numbers.
            continue
        forts = {battery.name for battery in side.batteries}
        afloat = [name for name in shown[side.id] if name not in forts]
        assert sorted(afloat) == sorted(v.name for v in battle.of(side.id))
    assert game.rules.scenario.ship_count == len(battle.vessels)
    assert [side.name for side in game.rules.scenario.sides] == [s.name for s in battle.sides]


@pytest.mark.parametrize(("ruleset", "name"), [(r, b) for r, b in STAGED if r in INCH])
def test_on_a_table_top_ships_lie_as_they_did_north_up(ruleset: str, name: str) -> None:
    inch = INCH[ruleset]
    ships = {
        ship.card.name: ship for ship in wg.new_game(f"{ruleset}/battle:{name}", seed=1).state.ships
    }
    vessels = wg.find_battle(name).vessels
    for vessel in vessels:
        assert ships[vessel.name].pose.degrees == pytest.approx(vessel.heading)
    for one, other in combinations(vessels, 2):
        (x, y), (x2, y2) = ships[one.name].pose.inches, ships[other.name].pose.inches
        assert (x2 - x) * inch == pytest.approx(other.x - one.x, abs=1)
        assert (y - y2) * inch == pytest.approx(other.y - one.y, abs=1)


@pytest.mark.parametrize(("ruleset", "name"), STAGED)
def test_what_no_source_gives_is_among_the_guesses(ruleset: str, name: str) -> None:
    battle: Battle = wg.find_battle(name)
    staged = stage_battle(wg.rulesets()[ruleset], name)
    assert battle.doubts
    assert set(battle.doubts) <= set(staged.guesses)
    assert len(staged.guesses) > len(battle.doubts)
    for sentence in (*staged.guesses, *staged.losses):
        assert sentence == sentence.strip()
    assert len(set(staged.guesses)) == len(staged.guesses)


@pytest.mark.parametrize(("ruleset", "name"), STAGED)
def test_random_captains_play_it_to_its_end_and_nothing_is_out_of_order(
    ruleset: str, name: str
) -> None:
    game = wg.new_game(f"{ruleset}/battle:{name}", seed=5)
    wrong = game.rules.ruleset.invariants
    assert wrong is None or wrong(game) == []
    play_at_random(game, wg.Dice(5))
    assert game.over
    assert game.turn <= game.rules.scenario.turns
    assert wrong is None or wrong(game) == []


@pytest.mark.parametrize(("ruleset", "name"), STAGED)
def test_captains_play_it_to_its_end_and_the_record_verifies(
    ruleset: str, name: str, tmp_path: Path
) -> None:
    minutes = f"minutes = {wg.find_battle(name).minutes}"
    text = battle_path(name).read_text(encoding="utf-8")
    assert minutes in text
    own = tmp_path / f"{name}.toml"
    own.write_text(text.replace(minutes, f"minutes = {SHORT}", 1), encoding="utf-8")
    full_id = f"{ruleset}/battle:{own}"
    game = wg.new_game(full_id, seed=1)
    rules = game.rules.ruleset
    play_out(game, {seat: make_captain(rules, "captain", seat, 1) for seat in game.seats})
    assert game.over
    record = wg.load(game.record.save(tmp_path / "game.json"))
    assert record.verify()
    assert record.scenario == full_id


SHIPS = [
    ("three-decker", 100),
    ("two-decker", 74),
    ("two-decker", 50),
    ("frigate", 38),
    ("corvette", 22),
    ("corvette", 16),
    ("cutter", 10),
    ("gunboat", 2),
    ("merchantman", 12),
]
CELL = 250
"""Yards between the ships of a made-up battle: none is so near another that models would touch."""


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """A battle of the age of sail with ships of all kinds anywhere on two miles of open sea."""
    cells = st.tuples(st.integers(0, 12), st.integers(0, 12))
    places = draw(st.lists(cells, min_size=2, max_size=14, unique=True))
    first = draw(st.integers(1, len(places) - 1))
    sides: list[dict[str, Any]] = []
    for id, own in (("one", places[:first]), ("other", places[first:])):
        ships = []
        for n, (x, y) in enumerate(own):
            kind, guns = draw(st.sampled_from(SHIPS))
            ships.append(
                {
                    "name": f"{id} {n}",
                    "kind": kind,
                    "guns": guns,
                    "at": [float(x * CELL), float(y * CELL)],
                    "heading": draw(st.integers(0, 359)),
                    "anchored": draw(st.booleans()),
                    "crew": draw(st.sampled_from(CREWS)),
                    "sail": draw(st.sampled_from(["full", "battle", "hove-to"])),
                    "flag": draw(st.booleans()),
                }
            )
        division = {"at": [0.0, 0.0], "heading": 0, "ships": ships}
        nation = draw(st.sampled_from(["british", "french", "american", "dutch", "swedish"]))
        aim = draw(
            st.sampled_from([{"what": "beat"}, {"what": "keep"}, {"what": "escape", "edge": "N"}])
        )
        sides.append(
            {"id": id, "name": id, "nation": nation, "aims": [aim], "divisions": [division]}
        )
    return Battle.model_validate(
        {
            "id": "made-up",
            "title": "Made up",
            "date": "1800",
            "place": "At sea",
            "era": "sail",
            "source": "hypothesis",
            "minutes": draw(st.integers(1, 400)),
            "wind": {"from": draw(st.integers(0, 359)), "force": draw(st.sampled_from(FORCES))},
            "sides": sides,
            "provenance": [
                {
                    "figures": ["date", "wind", "minutes", "aims", "guns", "crew", "place"],
                    "status": "house",
                    "why": "made up",
                }
            ],
        }
    )


UNDER_SAIL = sorted({r for r, b in STAGED if wg.find_battle(b).era == "sail"})


@pytest.mark.parametrize("ruleset", UNDER_SAIL)
@settings(max_examples=60, deadline=None)
@given(battle=battles())
def test_any_battle_with_room_between_its_ships_can_be_staged(ruleset: str, battle: Battle) -> None:
    found = wg.rulesets()[ruleset]
    assert found.stage is not None
    staged = found.stage(battle)
    assert staged.scenario.ship_count == len(battle.vessels)
    assert staged.guesses[0] == battle.doubts[0]
    game = wg.Game(assemble_scenario(found, staged.scenario), seed=1)
    assert found.invariants is None or found.invariants(game) == []
    assert sorted(name for names in names_of(game).values() for name in names) == sorted(
        vessel.name for vessel in battle.vessels
    )
