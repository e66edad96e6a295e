"""Shore batteries: their fire, red-hot shot, and what is done to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from table_top import answer, battery, one, region, sea, ship, told, unit

import weathergage as wg
from weathergage_as_per_margin import batteries, bearing, mortars
from weathergage_as_per_margin.gunnery import Fire, FireAnswers, Fired
from weathergage_as_per_margin.state import Battery, MarginState


def fort(game: wg.Game, id: str = "fort") -> Battery:
    return next(battery for battery in game.state.batteries if battery.id == id)


def fire(game: wg.Game, line: str) -> None:
    answer(game, {"kind": "fire", **(Fire.read(line) or {})})


def refusal(game: wg.Game, line: str) -> str:
    """The clause under which a fire order is refused; nothing where it is allowed."""
    problem = game.decisions[0].complaint(Fire.model_validate(Fire.read(line)))
    return "" if problem is None else problem.clause


def attacked(inches: float, faces: tuple[int, ...], boxes: int = 4, **dice: Any) -> wg.Game:
    """The Caesar fires so many dice to starboard at a battery; gives back the game after it."""
    game = sea(
        ship("Caesar", 100, at=(20, 20), s=False, lost={"starboard": 6 - len(faces)}),
        battery("Fort", (20 + inches, 20), facing="W", boxes=boxes),
        phase="first-fire",
        dice=wg.Dice.of(gunnery=faces, **dice),
    )
    fire(game, "caesar starboard at fort")
    return game


def firing(inches: float, *things: Any, boxes: int = 2, heading: str = "N", **more: Any) -> wg.Game:
    """A French battery about to fire at the Caesar, to the west of it."""
    target = more.pop("target", {})
    dice = more.pop("dice", None)
    return sea(
        ship("Caesar", at=(20, 20), heading=heading, **target),
        battery("Fort", (20 + inches, 20), facing="W", boxes=boxes, **more),
        *things,
        phase="second-fire",
        dice=dice,
    )


@pytest.mark.clause("APM.battery.boxes")
@pytest.mark.parametrize(
    ("guns", "boxes"), [(20, 2), (5, 1), (1, 1), (8, 1), (14, 1), (16, 1), (17, 2), (33, 3)]
)
def test_a_battery_has_a_gun_box_for_each_eleven_guns(guns: int, boxes: int) -> None:
    game = sea(ship("Caesar"), battery("Fort", (50, 50), guns=guns))
    assert fort(game).boxes == boxes


@pytest.mark.clause("APM.battery.boxes", "APM.landing.XII")
def test_a_scenario_may_set_a_batterys_boxes() -> None:
    assert fort(sea(ship("Caesar"), battery("Fort", (50, 50), guns=5, boxes=3))).boxes == 3


@pytest.mark.clause("APM.battery.fire")
def test_a_battery_of_two_boxes_throws_two_dice_in_its_sides_step() -> None:
    mole = battery("Mole", (32, 24), facing="W", guns=11)
    game = firing(12, mole, dice=wg.Dice.of(gunnery_fort=(5, 6)))
    assert game.decisions[0].seat == "french"
    fire(game, "fort at caesar")
    event = told(game, Fired)[-1]
    assert event.faces == (5, 6)
    assert event.kinds == ("guns", "masts")
    assert (one(game, "caesar").guns, one(game, "caesar").mast_boxes) == (7, 7)
    assert event.say() == "Fort fires at Caesar, middle range (5 6): 1 gun, 1 mast."
    assert refusal(game, "fort at caesar") == "APM.fire.dice"


@pytest.mark.clause("APM.battery.fire")
def test_a_battery_at_12_inches_hits_with_5_and_6_only() -> None:
    game = firing(12, dice=wg.Dice.of(gunnery_fort=(3, 4)))
    fire(game, "fort at caesar")
    assert told(game, Fired)[-1].kinds == ()


@pytest.mark.clause("APM.battery.fire", "APM.fire.rake")
@pytest.mark.parametrize(
    ("heading", "inches", "dice"), [("E", 10, 4), ("E", 13, 2), ("N", 10, 2), ("W", 12, 4)]
)
def test_a_battery_rakes_ships_whose_guns_cannot_bear_on_it(
    heading: str, inches: float, dice: int
) -> None:
    game = firing(inches, heading=heading)
    fire(game, "fort at caesar")
    assert len(told(game, Fired)[-1].faces) == dice


@pytest.mark.clause("APM.battery.fire", "APM.fire.initial-broadside")
def test_a_battery_has_no_first_broadside() -> None:
    game = firing(20)
    fire(game, "fort at caesar")
    assert len(told(game, Fired)[-1].faces) == 2


@pytest.mark.clause("APM.battery.fire")
@pytest.mark.parametrize(
    ("facing", "arc", "bears"),
    [
        ("W", 45, True),
        ("NW", 45, True),
        (316, 45, False),
        ("N", 45, False),
        ("N", 90, True),
        ("E", 180, True),
        ("E", 179, False),
    ],
)
def test_a_battery_fires_within_its_arc(facing: str | float, arc: float, bears: bool) -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        battery("Fort", (30, 20), facing=facing, guns=11, arc=arc),
        phase="first-fire",
    )
    lines = bearing.lines_of(game, "french")
    assert bool(lines) is bears
    assert batteries.bears(fort(game), one(game, "caesar").pose) is bears


@pytest.mark.clause("APM.battery.fire")
def test_a_battery_fires_over_the_land_that_it_stands_on_but_over_no_other() -> None:
    own = region("Cape", "land", (28, 15), (40, 15), (40, 25), (28, 25))
    other = region("Isle", "land", (24, 15), (26, 15), (26, 25), (24, 25))

    def shots(*regions: Any) -> bool:
        game = sea(
            ship("Caesar", at=(20, 20)),
            battery("Fort", (32, 20), facing="W", guns=11),
            phase="first-fire",
            regions=regions,
        )
        assert bool(bearing.lines_of(game, "french")) == bool(bearing.lines_of(game, "british"))
        return bool(bearing.lines_of(game, "french"))

    assert shots(own)
    assert not shots(own, other)


@pytest.mark.clause("APM.battery.fire", "APM.battery.fired-on")
def test_a_battery_kept_out_of_the_fight_neither_fires_nor_is_fired_on() -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        battery("Fort", (30, 20), facing="W", guns=11, awake_by="active_batteries"),
        battery("Mole", (30, 24), facing="W", guns=11),
        phase="first-fire",
    )
    assert refusal(game, "caesar starboard at mole") == ""
    assert refusal(game, "caesar starboard at fort") == "APM.fire.dice"
    answer(game, {"kind": "hold"})
    assert refusal(game, "fort at caesar") == "APM.battery.fire"
    assert refusal(game, "mole port at caesar") == "APM.fire.dice"


# Red-hot shot


@pytest.mark.clause("APM.battery.red-hot", "APM.landing.XII")
def test_one_hit_by_red_hot_shot_throws_three_dice_for_the_flames() -> None:
    game = firing(20, boxes=1, red_hot=True, dice=wg.Dice.of(gunnery_fort=(6,), flames=(2, 4, 6)))
    fire(game, "fort at caesar")
    caesar = one(game, "caesar")
    assert (caesar.mast_boxes, caesar.hull, caesar.guns) == (6, 7, 8)
    (event,) = told(game, batteries.Flames)
    assert event.kinds == ("hull", "masts")
    assert event.say() == "Fire spreads aboard Caesar from Fort's hot shot (2 4 6): 1 hull, 1 mast."


@pytest.mark.clause("APM.battery.fire", "APM.landing.casualties")
@pytest.mark.parametrize(
    ("order", "y", "fires"), [("good", 20, True), ("routing", 20, False), ("good", 15, False)]
)
def test_a_battery_fires_only_while_its_crew_stands_at_the_guns_in_order(
    order: Any, y: float, fires: bool
) -> None:
    def flee(state: MarginState) -> None:
        state.units[0].order = order

    game = sea(
        battery("San Jago", (20, 20), facing="S", boxes=2),
        unit("Crew", 4, (20, y), "french", battery="san-jago", facing="S"),
        ship("Caesar", at=(20, 30), heading="E"),
        phase="second-fire",
        arrange=flee,
    )
    asked = [d for d in game.decisions if d.seat == "french"]
    assert bool(asked) == fires
    if not fires:
        order_given = Fire(ship="san-jago", broadside="battery", target="caesar")
        problem = FireAnswers(game, "french").check(order_given)
        assert problem is not None
        assert problem.clause == "APM.landing.casualties"


@pytest.mark.clause("APM.battery.red-hot")
def test_two_hits_throw_six_dice_which_expect_three_further_hits() -> None:
    game = firing(12, red_hot=True, dice=wg.Dice.of(gunnery_fort=(6, 6), flames=(1, 2, 3, 1, 2, 3)))
    fire(game, "fort at caesar")
    (event,) = told(game, batteries.Flames)
    assert len(event.faces) == 6
    assert event.kinds == ()
    odds = game.rules.tables["flames"].odds("hit")
    assert 6 * (1 - odds["none"]) == 3
    assert {kind: odds[kind] for kind in ("hull", "guns", "masts")} == dict.fromkeys(
        ("hull", "guns", "masts"), Fraction(1, 6)
    )


@pytest.mark.clause("APM.landing.XII", "APM.battery.red-hot")
@pytest.mark.parametrize(("die", "kind"), [(4, "hull"), (5, "guns"), (6, "masts")])
def test_the_flames_hit_hull_guns_and_masts_as_in_the_first_printing(die: int, kind: str) -> None:
    game = firing(20, boxes=1, red_hot=True, dice=wg.Dice.of(gunnery_fort=(6,), flames=(die, 1, 1)))
    fire(game, "fort at caesar")
    assert told(game, batteries.Flames)[0].kinds == (kind,)


@pytest.mark.clause("APM.battery.red-hot", "APM.fire.effects")
@pytest.mark.parametrize(("anchored", "fires"), [("", 0), ("both", 1)])
def test_a_3_lights_a_fire_only_where_it_hits_a_cable(anchored: str, fires: int) -> None:
    game = firing(
        8,
        boxes=1,
        red_hot=True,
        target={"anchored": anchored},
        dice=wg.Dice.of(gunnery_fort=(3,), flames=(1, 1, 1)),
    )
    fire(game, "fort at caesar")
    assert len(told(game, batteries.Flames)) == fires


@pytest.mark.clause("APM.battery.red-hot")
def test_a_battery_without_a_furnace_lights_no_fires() -> None:
    game = firing(20, boxes=1, dice=wg.Dice.of(gunnery_fort=(6,)))
    fire(game, "fort at caesar")
    assert not told(game, batteries.Flames)


@pytest.mark.clause("APM.battery.red-hot", "APM.ships.strike")
def test_guns_that_burn_count_for_striking() -> None:
    game = firing(
        20,
        boxes=1,
        red_hot=True,
        target={"lost": {"port": 4, "starboard": 3}},
        dice=wg.Dice.of(gunnery_fort=(6,), flames=(5, 1, 1)),
    )
    fire(game, "fort at caesar")
    assert one(game, "caesar").struck


# What is done to them


@pytest.mark.clause("APM.battery.fired-on", "APM.landing.XII")
def test_a_hull_hit_strikes_the_magazine_and_cables_and_masts_are_misses() -> None:
    game = attacked(6, (3, 4, 5, 6), magazine=(2,))
    assert fort(game).boxes == 4 - 1 - 2
    (event,) = told(game, batteries.BatteryHit)
    assert (event.boxes, event.magazine) == (1, (2,))
    assert event.say() == (
        "Caesar hits Fort: 1 gun box and its magazine (2: 2 knocked out); 1 left."
    )


@pytest.mark.clause("APM.battery.fired-on")
def test_no_kind_of_die_hurts_a_battery_at_20_inches() -> None:
    game = attacked(20, (1, 2, 3, 4, 5, 6))
    assert fort(game).boxes == 4
    assert not told(game, batteries.BatteryHit)


@pytest.mark.clause("APM.battery.fired-on")
def test_every_kind_of_hit_on_a_battery_is_in_its_table() -> None:
    table = attacked(20, (1,)).rules.tables["battery-hits"]
    effects = {kind: table.look_up(kind, 0) for kind in ("cable", "hull", "guns", "masts")}
    assert effects == {"cable": "miss", "hull": "magazine", "guns": "box", "masts": "miss"}


@pytest.mark.clause("APM.battery.magazine")
@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 0), (5, 0), (1, 3)])
def test_a_die_says_how_many_boxes_go_with_the_magazine(die: int, left: int) -> None:
    game = attacked(6, (4,), magazine=(die,))
    assert fort(game).boxes == left
    assert fort(game).fights is (left > 0)


@pytest.mark.clause("APM.battery.magazine")
def test_one_magazine_hit_silences_four_boxes_with_chance_one_half() -> None:
    odds = attacked(6, (1,)).rules.tables["magazine"].odds("boxes")
    assert sum(chance for boxes, chance in odds.items() if int(str(boxes)) >= 4) == Fraction(1, 2)


@pytest.mark.clause("APM.ships.strike", "APM.battery.magazine")
def test_a_battery_without_boxes_falls_silent_and_is_no_target() -> None:
    game = attacked(6, (4,), boxes=1, magazine=(1,))
    assert not fort(game).fights
    assert not bearing.lines_of(game, "british")
    assert not bearing.lines_of(game, "french")
    assert told(game, batteries.BatteryHit)[0].say().endswith("; it is silenced.")


@pytest.mark.clause("APM.battery.too-high")
def test_no_ship_can_fire_at_a_battery_that_stands_too_high() -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        battery("Fort", (30, 20), facing="W", guns=11, too_high=True),
        battery("Mole", (30, 24), facing="W", guns=11),
        phase="first-fire",
    )
    assert refusal(game, "caesar starboard at fort") == "APM.battery.too-high"
    assert refusal(game, "caesar starboard at mole") == ""


@pytest.mark.clause("APM.battery.too-high", "APM.landing.I")
@pytest.mark.parametrize(("x", "clause"), [(30, "APM.battery.too-high"), (28, "")])
def test_no_ship_can_fire_at_its_crew_either_while_that_is_at_the_guns(
    x: float, clause: str
) -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        battery("Fort", (30, 20), facing="W", guns=11, too_high=True),
        unit("Crew", 4, (x, 20), "french", battery="fort", facing="W"),
        ship("Desaix", at=(30, 30), side="french"),
        phase="first-fire",
    )
    assert refusal(game, "caesar starboard at crew") == clause


@pytest.mark.clause("APM.battery.too-high")
def test_shells_reach_a_battery_that_stands_too_high() -> None:
    game = sea(
        ship("Etna", 10, at=(20, 20), kind="bomb-ketch", anchored="both"),
        battery("Fort", (38, 20), facing="W", guns=11, too_high=True),
        phase="first-fire",
    )
    assert refusal(game, "etna mortars at fort") == ""
    fire(game, "etna mortars at fort")
    assert told(game, mortars.Shelled)


@pytest.mark.clause("APM.landing.XII", "APM.battery.too-high")
def test_a_battery_taken_by_a_landing_party_is_silenced_for_good() -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        battery("Fort", (30, 20), facing="W", guns=11),
        unit("Gunners", 2, (31, 20), side="french", battery="fort", arm="artillery"),
        phase="first-fire",
        arrange=lambda state: setattr(state.batteries[0], "spiked", True),
    )
    assert refusal(game, "caesar starboard at fort") == "APM.fire.dice"
    assert not bearing.lines_of(game, "french")
