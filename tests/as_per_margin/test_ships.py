"""Ships: rates by guns, boxes by rate, lines, states of the masts, and the fleet's sheet."""

from __future__ import annotations

import pytest
from table_top import one, sea, ship

from weathergage import load_ships, load_tables
from weathergage.plugins import find_ruleset
from weathergage_as_per_margin.ships import boxes_of, fudged, rate_of, type_of
from weathergage_as_per_margin.state import SMALL, Boxes

RULES = find_ruleset("as-per-margin")
RATES = load_tables(RULES.folder / "tables")["rates"]
TYPES = load_ships(RULES.folder / "ships")


def built(guns: int, kind: str = "man-of-war") -> Boxes:
    return boxes_of(TYPES[type_of(RATES, guns, kind)])  # type: ignore[arg-type]


@pytest.mark.clause("APM.ships.rates")
@pytest.mark.parametrize(
    ("guns", "rate"),
    [
        (120, 1),
        (100, 1),
        (99, 2),
        (98, 2),
        (90, 2),
        (89, 3),
        (80, 3),
        (74, 3),
        (64, 3),
        (60, 3),
        (59, 4),
        (50, 4),
        (40, 4),
        (39, 5),
        (38, 5),
        (30, 5),
        (29, 6),
        (28, 6),
        (20, 6),
        (19, SMALL),
        (8, SMALL),
    ],
)
def test_a_ship_is_rated_by_the_number_of_her_guns(guns: int, rate: int) -> None:
    assert rate_of(RATES, guns) == rate


@pytest.mark.clause("APM.ships.boxes", "APM.ships.lines")
@pytest.mark.parametrize("rate", range(1, 7))
def test_boxes_of_each_kind_are_twice_what_a_rate_lacks_to_the_seventh(rate: int) -> None:
    guns = (100, 90, 60, 40, 30, 20)[rate - 1]
    boxes = built(guns)
    each = 2 * (7 - rate)
    assert (boxes.upper + boxes.lower, boxes.guns, boxes.hull) == (each, each, each)
    assert boxes.upper == boxes.lower == boxes.port == boxes.starboard == each // 2


@pytest.mark.clause("APM.ships.boxes")
def test_a_first_rate_has_twelve_of_each_and_a_38_twelve_in_all() -> None:
    assert built(100) == Boxes(6, 6, 6, 6, 0, 0, 12)
    frigate = built(38)
    assert frigate.upper + frigate.lower + frigate.guns + frigate.hull == 12


@pytest.mark.clause("APM.ships.boxes")
def test_the_table_of_rates_and_the_types_say_the_same() -> None:
    for rate in range(1, 7):
        guns = int(str(RATES.look_up(rate, "guns")))
        assert built(guns).guns == RATES.look_up(rate, "boxes")
        assert built(guns).hull == RATES.look_up(rate, "boxes")


@pytest.mark.clause("APM.ships.small-craft")
def test_craft_below_twenty_guns_have_house_boxes_that_say_so() -> None:
    assert built(14) == Boxes(1, 1, 1, 1, 0, 0, 1)
    assert built(8) == Boxes(1, 0, 0, 0, 0, 1, 1)
    assert TYPES["brig"].status == TYPES["lugger"].status == "house"
    assert TYPES["third-rate"].ratings["hull"] == 8
    assert TYPES["third-rate"].provenance["hull"].status == "printed"


@pytest.mark.clause("APM.ships.fudge")
def test_a_scenario_may_set_any_boxes() -> None:
    assert built(32).guns == 4
    assert built(28).guns == 2
    fudge = fudged(built(28), {"masts": 3, "guns": 3, "hull": 3})
    assert (fudge.upper, fudge.lower, fudge.port, fudge.starboard, fudge.hull) == (2, 1, 2, 1, 3)
    other = fudged(built(28), {"guns": 3}, "starboard")
    assert (other.port, other.starboard) == (1, 2)


@pytest.mark.clause("APM.ships.fudge")
def test_a_ship_with_set_boxes_is_in_the_game_with_them() -> None:
    game = sea(
        ship("Carysfort", 28, boxes={"masts": 3, "guns": 3, "hull": 3}),
        ship("Castor", 32, (40, 20), side="french"),
    )
    found = one(game, "carysfort")
    assert (found.mast_boxes, found.guns, found.hull) == (3, 3, 3)


@pytest.mark.clause("APM.ships.fudge", "APM.gunboat.guns")
def test_a_gunboat_with_set_boxes_still_fires_over_the_bow() -> None:
    big = ship("Gunboat", 4, (20, 20), kind="gunboat", boxes={"guns": 2})
    game = sea(big, ship("Castor", 32, (20, 10), side="french"), phase="first-fire")
    found = one(game, "gunboat")
    assert (found.bow, found.port, found.starboard, found.guns) == (2, 0, 0, 2)
    assert [command.write() for command in game.decisions[0].legal()] == [
        "gunboat bow at castor",
        "done",
    ]


@pytest.mark.clause("APM.ships.mast-states")
@pytest.mark.parametrize(
    ("guns", "lost", "masts"),
    [
        (74, {"upper": 3}, "undamaged"),
        (74, {"upper": 4}, "damaged"),
        (74, {"upper": 4, "lower": 3}, "damaged"),
        (74, {"upper": 4, "lower": 4}, "dismasted"),
        (28, {"upper": 1}, "damaged"),
        (28, {"upper": 1, "lower": 1}, "dismasted"),
        (8, {"upper": 1}, "dismasted"),
        (74, {"hull": 7, "port": 4, "starboard": 3}, "undamaged"),
    ],
)
def test_masts_go_by_their_two_lines_alone(guns: int, lost: dict[str, int], masts: str) -> None:
    game = sea(ship("Spencer", guns, lost=lost), ship("Desaix", 74, (50, 50), side="french"))
    assert one(game, "spencer").masts == masts


@pytest.mark.clause("APM.ships.record")
def test_a_fresh_ship_has_both_letters_open() -> None:
    game = sea(ship("Spencer"), ship("Desaix", 74, (50, 50), side="french"))
    fresh = one(game, "spencer")
    assert (fresh.p, fresh.s) == (True, True)
    assert (fresh.upper, fresh.lower, fresh.port, fresh.starboard, fresh.hull) == (4, 4, 4, 4, 8)


@pytest.mark.clause("APM.ships.independent")
def test_frigates_and_smaller_start_independent_and_a_fleet_in_chase() -> None:
    game = sea(
        ship("Caesar", 80),
        ship("Thames", 32, (30, 20)),
        ship("Desaix", 74, (50, 50), side="french", independent=True),
    )
    assert [one(game, id).independent for id in ("caesar", "thames", "desaix")] == [
        False,
        True,
        True,
    ]
