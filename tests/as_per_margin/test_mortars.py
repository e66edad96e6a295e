"""Bomb ketches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from table_top import answer, battery, boats, group, one, region, sea, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin import bearing, mortars
from weathergage_as_per_margin.batteries import BatteryHit
from weathergage_as_per_margin.gunnery import Fire
from weathergage_as_per_margin.mortars import Shelled


def off(inches: float) -> tuple[float, float]:
    """A place so many inches east of the ketch."""
    return 20 + inches, 20


def ketch(
    inches: float,
    *things: Any,
    dice: wg.Dice | None = None,
    anchored: str = "both",
    table: dict[str, Any] | None = None,
    **target: Any,
) -> wg.Game:
    """The bomb ketch Etna, whose guns do not bear, and the Desaix so many inches to the east."""
    return sea(
        ship("Etna", 10, at=(20, 20), heading="E", kind="bomb-ketch", anchored=anchored),
        ship("Desaix", at=off(inches), side="french", **target),
        ship("Caesar", at=(55, 50)),
        ship("Muiron", 38, at=(40, 50), side="french"),
        *things,
        phase="first-fire",
        dice=dice,
        **(table or {}),
    )


def reaches(game: wg.Game, target: str = "desaix") -> bool:
    """Whether the ketch's mortars can be fired at a target."""
    lines = bearing.lines_of(game, "british")
    return any(line.guns == "mortars" and target in line.shots for line in lines)


def throw(game: wg.Game, target: str = "desaix") -> Shelled:
    """Fire the mortars, and give back what was told of it."""
    answer(game, {"kind": "fire", **(Fire.read(f"etna mortars at {target}") or {})})
    event: Shelled = told(game, Shelled)[-1]
    return event


def refusal(game: wg.Game, target: str = "desaix") -> str:
    command = Fire(ship="etna", broadside="mortars", target=target)
    problem = game.decisions[0].complaint(command)
    return "" if problem is None else problem.clause


@pytest.mark.clause("APM.bomb.anchored")
@pytest.mark.parametrize(
    ("anchored", "fires"), [("both", True), ("bow", False), ("stern", False), ("", False)]
)
def test_mortars_fire_only_from_a_ketch_moored_by_bow_and_stern(anchored: str, fires: bool) -> None:
    game = ketch(18, anchored=anchored)
    assert reaches(game) is fires
    assert refusal(game) == ("" if fires else "APM.bomb.anchored")


@pytest.mark.clause("APM.bomb.anchored", "APM.fire.cable")
def test_a_ketch_whose_stern_cable_is_shot_away_fires_again_when_she_is_moored_again() -> None:
    game = ketch(18, anchored="bow")
    assert not reaches(game)
    one(game, "etna").stern_cable = True
    assert reaches(game)


@pytest.mark.clause("APM.bomb.anchored")
def test_a_ketch_has_two_mortars_unless_the_scenario_says_otherwise() -> None:
    assert len(throw(ketch(18)).faces) == 2
    three = ship("Etna", 10, at=(20, 20), kind="bomb-ketch", anchored="both", mortars=3)
    game = sea(three, ship("Desaix", at=(20, 38), side="french"), phase="first-fire")
    assert len(throw(game).faces) == 3


@pytest.mark.clause("APM.bomb.anchored")
def test_mortars_throw_in_any_direction_once_a_turn_and_other_ships_have_none() -> None:
    for at in ((20, 5), (20, 35), (5, 20), (33, 33)):
        game = sea(
            ship("Etna", 10, at=(20, 20), kind="bomb-ketch", anchored="both"),
            ship("Desaix", at=at, side="french"),
            phase="first-fire",
        )
        assert reaches(game)
        throw(game)
    game = ketch(18)
    throw(game)
    assert refusal(game) == "APM.bomb.ladder"
    caesar = Fire(ship="caesar", broadside="mortars", target="muiron")
    problem = game.decisions[0].complaint(caesar)
    assert problem is not None
    assert problem.clause == "APM.bomb.anchored"


@pytest.mark.clause("APM.bomb.range", "APM.measuring")
@pytest.mark.parametrize(
    ("inches", "fires"), [(11.999, False), (12, True), (18, True), (24, True), (24.001, False)]
)
def test_mortars_reach_from_12_to_24_inches(inches: float, fires: bool) -> None:
    game = ketch(inches)
    assert reaches(game) is fires
    assert refusal(game) == ("" if fires else "APM.bomb.range")


def isle(first: float, last: float) -> dict[str, Any]:
    """An island across the line, from so many inches to so many from the ketch."""
    west, east = 20 + first, 20 + last
    return region("Isle", "land", (west, 10), (east, 10), (east, 30), (west, 30))


@pytest.mark.clause("APM.bomb.obstacles")
@pytest.mark.parametrize(
    ("first", "last", "fires"),
    [
        (8, 12, True),
        (5, 9, False),
        (9, 15, False),
        (6, 14, True),
        (5.9, 14, False),
        (6, 14.1, False),
    ],
)
def test_shells_clear_what_is_six_inches_from_both_ends(
    first: float, last: float, fires: bool
) -> None:
    game = ketch(20, table={"regions": [isle(first, last)]})
    assert reaches(game) is fires
    assert refusal(game) == ("" if fires else "APM.bomb.obstacles")


@pytest.mark.clause("APM.bomb.obstacles")
@pytest.mark.parametrize(("inches", "fires"), [(10, True), (4, False), (16, False), (6.2, False)])
def test_ships_are_obstacles_like_land(inches: float, fires: bool) -> None:
    assert reaches(ketch(20, ship("Spencer", at=off(inches)))) is fires


@pytest.mark.clause("APM.bomb.obstacles")
def test_where_nothing_blocks_fire_nothing_blocks_shells() -> None:
    table = {"regions": [isle(5, 9)], "options": {"blocking": False}}
    assert reaches(ketch(20, table=table))


@pytest.mark.clause("APM.bomb.obstacles")
def test_the_land_that_a_battery_stands_on_does_not_cover_it() -> None:
    fort = battery("Fort", off(20), guns=44, facing="W")
    assert reaches(ketch(13, fort, table={"regions": [isle(15, 30)]}), "fort")


@pytest.mark.clause("APM.bomb.ladder")
@pytest.mark.parametrize(
    ("before", "die", "hits"), [(0, 1, 1), (0, 2, 0), (1, 2, 2), (1, 3, 0), (2, 3, 3), (1, 1, 1)]
)
def test_a_hitting_die_scores_its_own_face(before: int, die: int, hits: int) -> None:
    game = ketch(18, dice=wg.Dice.of(mortars=(die, 6)))
    etna = one(game, "etna")
    if before:
        etna.ladder = ("desaix", before)
        etna.laid = (etna.pose, one(game, "desaix").pose)
    event = throw(game)
    assert (event.firing, event.hits) == (before + 1, hits)
    assert one(game, "etna").ladder == ("desaix", before + 1)


@pytest.mark.clause("APM.bomb.ladder")
def test_the_expected_hits_of_a_mortar_by_firing() -> None:
    table = ketch(18).rules.tables["shells"]
    expected = [
        sum(int(str(hits)) * chance for hits, chance in table.odds(column).items())
        for column in table.columns
    ]
    assert expected == [
        Fraction(1, 6),
        Fraction(1, 2),
        Fraction(1),
        Fraction(5, 3),
        Fraction(5, 2),
        Fraction(7, 2),
    ]


@pytest.mark.clause("APM.bomb.ladder")
def test_from_the_sixth_firing_on_every_die_hits() -> None:
    game = ketch(18, dice=wg.Dice.of(mortars=(6, 5), shells=(1,) * 11))
    etna = one(game, "etna")
    etna.ladder, etna.laid = ("desaix", 8), (etna.pose, one(game, "desaix").pose)
    event = throw(game)
    assert (event.firing, event.hits) == (9, 11)


@pytest.mark.clause("APM.bomb.ladder")
def test_the_count_starts_over_when_either_moves_or_pivots_or_the_target_changes() -> None:
    game = ketch(18)
    etna, desaix = one(game, "etna"), one(game, "desaix")
    etna.ladder, etna.laid = ("desaix", 3), (etna.pose, desaix.pose)
    assert mortars.firing_at(etna, desaix) == 4
    assert mortars.firing_at(etna, one(game, "muiron")) == 1
    for moved in (etna, desaix):
        lay = moved.pose
        for pose in (lay.ahead(0.1), lay.turned(1)):
            moved.pose = pose
            assert mortars.firing_at(etna, desaix) == 1
        moved.pose = lay
    assert mortars.firing_at(etna, desaix) == 4


@pytest.mark.clause("APM.bomb.ladder")
def test_a_turn_without_firing_keeps_the_count() -> None:
    game = ketch(18)
    etna, desaix = one(game, "etna"), one(game, "desaix")
    etna.ladder, etna.laid = ("desaix", 3), (etna.pose, desaix.pose)
    game.state.turn += 5
    assert mortars.firing_at(etna, desaix) == 4


@pytest.mark.clause("APM.bomb.effects")
def test_a_second_die_says_what_a_shell_does_to_a_ship() -> None:
    game = ketch(18, dice=wg.Dice.of(mortars=(3, 6), shells=(2, 4, 6)))
    etna, desaix = one(game, "etna"), one(game, "desaix")
    etna.ladder, etna.laid = ("desaix", 2), (etna.pose, desaix.pose)
    event = throw(game)
    assert event.kinds == ("hull", "masts")
    assert (desaix.hull, desaix.mast_boxes, desaix.guns) == (7, 7, 8)
    assert event.say() == (
        "Etna throws shells at Desaix, firing 3 (3 6): 3 on the mark (2 4 6): 1 hull, 1 mast."
    )


@pytest.mark.clause("APM.bomb.effects", "APM.battery.magazine")
def test_on_a_battery_a_4_is_its_magazine_and_a_6_a_miss() -> None:
    fort = battery("Fort", off(20), guns=55, facing="W")
    game = ketch(13, fort, dice=wg.Dice.of(mortars=(3, 6), shells=(2, 4, 6), magazine=(2,)))
    etna = one(game, "etna")
    etna.ladder, etna.laid = ("fort", 2), (etna.pose, game.state.batteries[0].pose)
    throw(game, "fort")
    assert game.state.batteries[0].boxes == 5 - 2
    (event,) = told(game, BatteryHit)
    assert (event.boxes, event.magazine) == (0, (2,))


@pytest.mark.clause("APM.bomb.effects")
def test_the_odds_of_what_a_shell_does() -> None:
    odds = ketch(18).rules.tables["shell-effects"].odds("hit")
    assert odds["none"] == Fraction(1, 2)
    assert odds["hull"] == odds["guns"] == odds["masts"] == Fraction(1, 6)


@pytest.mark.clause("APM.bomb.effects")
def test_shells_sink_boats_and_kill_troops() -> None:
    things = (
        boats("desaix-1", "desaix", 4, off(20), side="french"),
        unit("Guards", 6, (20, 34), side="french"),
    )
    game = ketch(13, *things, dice=wg.Dice.of(mortars=(1, 1), shells=(6, 4)))
    throw(game, "desaix-1")
    assert group(game, "desaix-1").count == 2
    game = ketch(13, *things, dice=wg.Dice.of(mortars=(1, 1), shells=(6, 4)))
    throw(game, "guards")
    assert troops(game, "guards").figures == 5


@pytest.mark.clause("APM.bomb.anchored", "APM.fire.dice")
def test_a_ketch_may_fire_her_guns_too() -> None:
    game = sea(
        ship("Etna", 10, at=(20, 20), kind="bomb-ketch", anchored="both"),
        ship("Desaix", at=off(18), side="french"),
        phase="first-fire",
    )
    throw(game)
    answer(game, {"kind": "fire", "ship": "etna", "broadside": "starboard", "target": "desaix"})
    assert one(game, "etna").fired == ("mortars", "starboard")
