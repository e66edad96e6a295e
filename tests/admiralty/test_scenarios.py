"""Scenario files: that each can be played, what is wrong with wrong ones, and how one is set up."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from fleet import laid, one_of, region, scenario, ship
from pydantic import ValidationError

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset, scenarios_of
from weathergage_admiralty.movement import groups_of
from weathergage_admiralty.scenarios import (
    AdmiraltyScenario,
    Aim,
    WindEntry,
    edge_near,
    may_anchor,
    slug,
)

RULESET = find_ruleset("admiralty")
SCENARIOS: dict[str, Any] = dict(scenarios_of(RULESET))
ENEMY = ship("Desaix", "french-74", (50, 50), side="french")
REACH = 12.0
"""Inches of the longest shot."""


def problem(*ships: Any, **more: Any) -> str:
    """The sentence that refuses a scenario."""
    with pytest.raises(ValidationError) as refused:
        scenario([*ships, ENEMY], "W", 3, **more)
    return str(refused.value.errors()[0]["msg"])


# The scenarios that there are


def test_there_are_duels_fleets_a_chase_a_convoy_and_fleets_at_anchor() -> None:
    assert set(SCENARIOS) >= {
        "algesiras",
        "anchored-fleet",
        "chase",
        "constitution-guerriere",
        "convoy",
        "first-trincomalee",
        "frigate-duel",
        "two-lines",
    }


@pytest.mark.parametrize("id", SCENARIOS)
def test_a_scenario_fits_on_a_large_table_and_in_an_evening(id: str) -> None:
    found = SCENARIOS[id]
    assert 60 <= found.table.width <= 120
    assert 60 <= found.table.height <= 96
    assert 20 <= found.turns <= 40
    assert found.notes
    assert found.summary


@pytest.mark.parametrize("id", SCENARIOS)
def test_the_fleets_of_a_scenario_are_within_reach_in_a_few_turns(id: str) -> None:
    rules = assemble_scenario(RULESET, SCENARIOS[id])
    state = RULESET.set_up(rules, wg.Dice(0))
    first, *_ = (side.id for side in SCENARIOS[id].sides)
    own = [one for one in state.ships if one.side == first]
    others = [one for one in state.ships if one.side != first]
    nearest = min(a.pose.distance(b.pose) for a, b in product(own, others))
    pace = max(s.card.moves[state.speed - 1][0] for s in state.ships if s.setting != "anchored")
    assert REACH < nearest <= REACH + 4 * pace


@pytest.mark.parametrize("id", SCENARIOS)
def test_no_ship_starts_in_irons(id: str) -> None:
    """Nearer to the wind than her crew's gage, which is 60, 65, 70 or 75 degrees by grade."""
    limits = {"A": 60, "B": 65, "C": 70, "D": 75}
    rules = assemble_scenario(RULESET, SCENARIOS[id])
    state = RULESET.set_up(rules, wg.Dice(0))
    for sailing in (s for s in state.ships if s.setting in ("battle", "normal")):
        off = abs((state.wind / 100 - sailing.pose.degrees + 180) % 360 - 180)
        assert off >= limits[sailing.card.grade], sailing.card.name


def test_a_historical_scenario_says_what_it_does_not_know() -> None:
    for id in ("first-trincomalee", "algesiras", "constitution-guerriere"):
        found = SCENARIOS[id]
        assert found.status == "reconstructed"
        assert found.doubts
        assert any("ours" in note for note in found.notes)


def test_the_ships_of_trincomalee_are_those_that_were_there() -> None:
    found = SCENARIOS["first-trincomalee"]
    assert [len(side.ships) for side in found.sides] == [10, 15]
    of_the_line = [e for _, e in found.entries() if not e.type.endswith(("-24", "-32", "-38"))]
    assert len(of_the_line) == 9 + 12
    assert [e.name for _, e in found.entries() if e.flag] == [
        "Superb",
        "Exeter",
        "Heros",
        "Annibal",
    ]


def test_a_chase_starts_with_what_she_has_lost() -> None:
    rules = assemble_scenario(RULESET, SCENARIOS["chase"])
    state = RULESET.set_up(rules, wg.Dice(0))
    assert [s.sail_hits for s in state.ships] == [0, 0, 18]


def test_the_convoy_is_marked_and_its_aim_counts_each_ship_of_it() -> None:
    found = SCENARIOS["convoy"]
    rules = assemble_scenario(RULESET, found)
    cards = [s.card for s in RULESET.set_up(rules, wg.Dice(0)).ships]
    (aim,) = found.victory.aims
    assert sum(aim.names(card) for card in cards) == sum(card.convoy for card in cards) == 6


@pytest.mark.clause("2.0-in-line")
@pytest.mark.parametrize(
    ("id", "bodies"),
    [("two-lines", [10, 10]), ("first-trincomalee", [8, 1, 1, 6, 6, 3]), ("algesiras", [6])],
)
def test_the_lines_of_a_scenario_may_move_in_unison(id: str, bodies: list[int]) -> None:
    game = wg.new_game(f"admiralty/{id}", seed=1)
    game.state.turn = 1
    assert sorted(len(body) for body in groups_of(game)) == sorted(bodies)


# Setting up


@pytest.mark.clause("1.3-ship-logs")
def test_every_ship_has_her_log_before_play() -> None:
    _, state = laid(ship("Petit Annibal", "french-50", grade="D", nation="french", flag=True))
    card = one_of(state, "petit-annibal").card
    assert (card.name, card.guns.digits, card.grade, card.flag) == (
        "Petit Annibal",
        "330",
        "D",
        True,
    )
    assert card.doctrine == "rigging"


def test_a_line_may_differ_from_type_and_side() -> None:
    changed = ship("Caesar", armament="30x32 32x24 18x12", rating=80, doctrine="rigging", id="c")
    card = one_of(laid(changed)[1], "c").card
    assert (card.guns.digits, card.rating, card.doctrine) == ("209", 80, "rigging")


def test_grade_and_doctrine_are_the_side_s_unless_given() -> None:
    sides = [
        {
            "id": "dutch",
            "name": "Dutch",
            "nation": "dutch",
            "grade": "A",
            "doctrine": "rigging",
            "ships": [{"name": "Vrijheid", "type": "dutch-74", "at": (9, 9)}],
        },
        {
            "id": "danish",
            "name": "Danish",
            "nation": "danish",
            "ships": [{"name": "Danmark", "type": "danish-74", "at": (40, 9)}],
        },
    ]
    rules = assemble_scenario(RULESET, scenario([], "W", 3, sides=sides))
    cards = [s.card for s in RULESET.set_up(rules, wg.Dice(0)).ships]
    assert [(c.grade, c.doctrine) for c in cards] == [("A", "rigging"), ("C", "hull")]


def test_a_set_up_gives_each_game_its_own_ships() -> None:
    rules = assemble_scenario(RULESET, SCENARIOS["frigate-duel"])
    first, second = (RULESET.set_up(rules, wg.Dice(0)) for _ in range(2))
    first.ships[0].sail_hits = 3
    assert second.ships[0].sail_hits == 0


def test_wind_is_a_point_or_degrees() -> None:
    assert laid(ship("Caesar"), wind="NNW")[1].wind == 33750
    assert laid(ship("Caesar"), wind=100.5)[1].wind == 10050
    with pytest.raises(ValidationError, match="less than or equal to 5"):
        WindEntry.model_validate({"from": "N", "speed": 6})


# Mistakes


def test_a_type_that_there_is_not_is_named_with_the_nearest() -> None:
    said = problem(ship("Caesar", "brittish-74"))
    assert (
        said
        == "Value error, Caesar: no ship is called 'brittish-74'; did you mean "
        + (said.partition("did you mean ")[2])
    )
    assert "british-74" in said


def test_an_armament_that_cannot_be_read_is_told_with_the_ship() -> None:
    assert "Caesar: '28-32' in the armament" in problem(ship("Caesar", armament="28-32"))


def test_bases_may_not_overlap() -> None:
    said = problem(ship("Caesar", at=(20, 20)), ship("Pompee", at=(20, 22)))
    assert said == "Value error, the bases of Caesar and Pompee overlap: move one of them"


def test_a_ship_stands_wholly_on_the_table() -> None:
    said = problem(ship("Caesar", at=(1, 20), heading="E"))
    assert said == (
        "Value error, Caesar at 1, 20 is not wholly on the table of 60 by 60 inches: "
        "move her inwards"
    )


SHORE = region("Spain", "land", (0, 0), (10, 0), (10, 60), (0, 60))
SHOAL = region("the Pearl", "shoal", (28, 28), (34, 28), (34, 34), (28, 34))


def test_a_ship_may_not_stand_on_land() -> None:
    said = problem(ship("Caesar", at=(10.3, 20)), regions=[SHORE])
    assert said == (
        "Value error, Caesar at 10.3, 20 is on Spain, which is land: put her in the water"
    )


def test_a_ship_stands_on_a_shoal_only_if_she_is_aground() -> None:
    assert "which is shoal" in problem(ship("Hannibal", at=(31, 31)), regions=[SHOAL])
    _, state = laid(ship("Hannibal", at=(31, 31), aground=True), regions=[SHOAL])
    assert one_of(state, "hannibal").aground


def test_two_ships_of_a_name_need_an_id() -> None:
    assert "give one an id" in problem(ship("Achille"), ship("Achille", at=(30, 30)))
    laid(ship("Achille"), ship("Achille", at=(30, 30), side="french", id="achille-74"))


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        (
            {"side": "dutch", "what": "left", "points": 1},
            "side is 'dutch': write british or french",
        ),
        ({"side": "french", "what": "safe", "who": "convoy", "points": 1}, "convoy = true"),
        ({"side": "french", "what": "safe", "who": "cesar", "points": 1}, "caesar, desaix"),
    ],
)
def test_an_aim_is_about_what_there_is(aim: dict[str, Any], words: str) -> None:
    assert words in problem(ship("Caesar"), victory={"aims": [aim]})


def test_a_key_that_does_not_belong_is_refused() -> None:
    with pytest.raises(ValidationError, match="shp"):
        AdmiraltyScenario.model_validate({"shp": 1})


# Ground and edges


@pytest.mark.clause("2.2-anchoring")
def test_a_scenario_may_bar_deep_water_to_anchors() -> None:
    deep = region("the deep", "deep", (0, 0), (10, 0), (10, 60), (0, 60))
    bank = region("the bank", "anchorage", (20, 0), (30, 0), (30, 60), (20, 60))
    here, _ = laid(ship("Caesar", at=(15, 20)), regions=[deep, bank])
    at = {x: may_anchor(here, wg.FreePose.at(x, 30, 0)) for x in (5, 15, 25)}
    assert at == {5: False, 15: True, 25: True}
    offshore, _ = laid(ship("Caesar", at=(15, 20)), regions=[deep, bank], deep=True)
    at = {x: may_anchor(offshore, wg.FreePose.at(x, 30, 0)) for x in (5, 15, 25)}
    assert at == {5: False, 15: False, 25: True}


@pytest.mark.parametrize(
    ("at", "edge"), [((30, -1), "N"), ((60.2, 30), "E"), ((59, 61), "S"), ((0.5, 20), "W")]
)
def test_the_edge_that_a_ship_left_by_is_the_nearest(at: tuple[float, float], edge: str) -> None:
    assert edge_near(laid(ship("Caesar"))[0], wg.FreePose.at(*at, 0)) == edge


def test_an_aim_names_a_ship_a_convoy_or_all() -> None:
    _, state = laid(ship("Caesar"), ship("Hannah", "merchantman", (30, 30), convoy=True))
    cards = [one_of(state, id).card for id in ("caesar", "hannah")]
    named = [
        [Aim(side="british", what="safe", who=who, points=1).names(card) for card in cards]
        for who in ("", "convoy", "caesar")
    ]
    assert named == [[True, True], [False, True], [True, False]]


def test_ids_are_words() -> None:
    assert slug("Peuple Souverain") == "peuple-souverain"
