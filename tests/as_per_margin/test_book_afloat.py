"""Examples of the rules at sea, played as people play: orders in, events and positions out."""

from __future__ import annotations

from typing import Any

import pytest
import sea_chart
from signals import give, place, refused
from table_top import boats, group, one, sea, ship, told

import weathergage as wg
from weathergage_as_per_margin.boarding import Announce
from weathergage_as_per_margin.campaign.turn import ClockStruck
from weathergage_as_per_margin.falling_aboard import FellAboard, Separated
from weathergage_as_per_margin.gunnery import Fire, Fired
from weathergage_as_per_margin.landing.asking import Hold
from weathergage_as_per_margin.picture import picture

FACES = range(1, 7)


def fire(game: wg.Game, line: str) -> None:
    """Let one broadside be fired, and nothing else of its side."""
    seat = game.decisions[0].seat
    game.submit(game.decisions[0].id, Fire.read(line))
    if game.decisions and game.decisions[0].seat == seat and "fire" in game.phase:
        game.submit(game.decisions[0].id, Hold())


def at_anchor(**more: Any) -> wg.Game:
    """Two enemies that lie at anchor out of range of one another."""
    return sea(
        ship("Caesar", at=(10, 10), anchored="bow"),
        ship("Desaix", at=(50, 50), side="french", anchored="bow"),
        **more,
    )


# Time


@pytest.mark.clause("APM.scale.time")
@pytest.mark.parametrize(
    ("turn", "told_so"), [(1, "1.5 minutes"), (10, "15 minutes"), (14, "75 minutes")]
)
def test_the_clock_of_a_battle(turn: int, told_so: str) -> None:
    game = at_anchor(turn=1, phase="orders")
    while game.turn <= turn:
        give(game, "independent none" if game.phase == "orders" else "done")
    (note,) = picture(game.rules, game.state).notes
    assert note == f"{told_so} into the battle"


DAY = 1440
"""Minutes from noon to noon."""


@pytest.mark.clause("APM.time.bells", "APM.time.watches", "APM.time.day", "APM.time.crew-watches")
@pytest.mark.parametrize(
    ("minutes", "clock"),
    [
        (0, "Day 1, noon: 8 bells, afternoon watch, starboard on deck."),
        (30, "Day 1, 12:30 PM: 1 bell, afternoon watch, starboard on deck."),
        (210, "Day 1, 3:30 PM: 7 bells, afternoon watch, starboard on deck."),
        (330, "Day 1, 5:30 PM: 3 bells, first dog watch, larboard on deck."),
        (360, "Day 1, 6:00 PM: 4 bells, second dog watch, starboard on deck."),
        (390, "Day 1, 6:30 PM: 5 bells, second dog watch, starboard on deck."),
        (450, "Day 1, 7:30 PM: 7 bells, second dog watch, starboard on deck."),
        (480, "Day 1, 8:00 PM: 8 bells, first watch, larboard on deck."),
        (959, "Day 1, 3:59 AM: 7 bells, middle watch, starboard on deck."),
        (DAY - 1, "Day 1, 11:59 AM: 7 bells, forenoon watch, starboard on deck."),
        (DAY, "Day 2, noon: 8 bells, afternoon watch, larboard on deck."),
        (2 * DAY, "Day 3, noon: 8 bells, afternoon watch, starboard on deck."),
    ],
)
def test_the_clock_of_a_campaign(minutes: int, clock: str) -> None:
    def late(state: Any) -> None:
        state.minutes = float(minutes)

    fleet = sea_chart.squadron("fleet", "Caesar", at=(300, 300))
    game = sea_chart.chart(fleet, sea_chart.FAR, arrange=late)
    assert [event.say() for event in told(game, ClockStruck)][:1] == [clock]


# Ships


@pytest.mark.clause(
    "APM.ships.rates", "APM.ships.boxes", "APM.ships.lines", "APM.ships.small-craft"
)
@pytest.mark.parametrize(
    ("guns", "rate", "masts", "sides", "hull"),
    [
        (100, 1, (6, 6), (6, 6), 12),
        (98, 2, (5, 5), (5, 5), 10),
        (80, 3, (4, 4), (4, 4), 8),
        (74, 3, (4, 4), (4, 4), 8),
        (64, 3, (4, 4), (4, 4), 8),
        (60, 3, (4, 4), (4, 4), 8),
        (59, 4, (3, 3), (3, 3), 6),
        (50, 4, (3, 3), (3, 3), 6),
        (38, 5, (2, 2), (2, 2), 4),
        (32, 5, (2, 2), (2, 2), 4),
        (28, 6, (1, 1), (1, 1), 2),
        (14, 7, (1, 1), (1, 1), 1),
    ],
)
def test_a_ships_line_on_the_sheet(
    guns: int, rate: int, masts: tuple[int, int], sides: tuple[int, int], hull: int
) -> None:
    game = sea(ship("Caesar", guns), ship("Desaix", at=(50, 50), side="french"))
    (seen, _) = game.view("french").plain()["table"]["ships"]
    upper, lower, port, starboard, bow, either, boxes = seen["card"]["boxes"]
    assert seen["card"]["rate"] == rate
    assert ((upper, lower), (port, starboard), boxes) == (masts, sides, hull)
    assert (bow, either) == (0, 0)


@pytest.mark.clause("APM.ships.small-craft", "APM.gunboat.build")
@pytest.mark.parametrize(
    ("guns", "kind", "boxes"),
    [(8, "man-of-war", [1, 0, 0, 0, 0, 1, 1]), (2, "gunboat", [1, 0, 0, 0, 1, 0, 1])],
)
def test_craft_of_a_single_box_of_each_kind(guns: int, kind: str, boxes: list[int]) -> None:
    game = sea(ship("Fly", guns, kind=kind), ship("Desaix", at=(50, 50), side="french"))
    assert game.view("british").plain()["table"]["ships"][0]["card"]["boxes"] == boxes


@pytest.mark.clause("APM.gunboat.build", "APM.gunboat.move", "APM.ships.sink")
def test_a_hull_hit_sinks_a_gunboat_and_a_mast_hit_leaves_her_her_oars() -> None:
    def hit(face: int) -> wg.Game:
        game = sea(
            ship("Caesar", at=(20, 20), s=False, lost={"starboard": 3}),
            ship("Lanza", 2, (26, 20), "W", "french", kind="gunboat"),
            phase="first-fire",
            dice=wg.Dice.of(gunnery=(face,), oars=(3,)),
        )
        fire(game, "caesar starboard at lanza")
        return game

    assert one(hit(4), "lanza").gone == "sunk"
    game = hit(6)
    assert one(game, "lanza").masts == "dismasted"
    game.submit(game.decisions[0].id, Hold())
    give(game, "independent none")
    give(game, "lanza oars")
    assert game.decisions[0].seat == "french"
    give(game, "lanza oars", "lanza N 3")
    assert place(game, "lanza") == (26, 17, 0)


@pytest.mark.clause("APM.ships.strike", "APM.fire.gun-side")
@pytest.mark.parametrize(("starboard", "struck"), [(0, True), (1, False)])
def test_a_74_strikes_to_fire_with_her_eighth_gun_box(starboard: int, struck: bool) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), s=False, lost={"starboard": 3}),
        ship("Desaix", at=(26, 20), side="french", lost={"port": 3, "starboard": 4 - starboard}),
        phase="first-fire",
        dice=wg.Dice.of(gunnery=(5,)),
    )
    fire(game, "caesar starboard at desaix")
    assert one(game, "desaix").struck is struck
    assert one(game, "desaix").guns == starboard
    assert one(game, "desaix").fights is not struck


@pytest.mark.clause("APM.ships.sink")
def test_a_74_is_lost_with_her_eighth_hull_box_and_cannot_lose_it_at_9_inches() -> None:
    for inches, gone in ((6, "sunk"), (9, "")):
        game = sea(
            ship("Caesar", at=(20, 20), s=False, lost={"starboard": 3}),
            ship("Desaix", at=(20 + inches, 20), side="french", lost={"hull": 7}),
            phase="first-fire",
            dice=wg.Dice.of(gunnery=(4,)),
        )
        fire(game, "caesar starboard at desaix")
        assert one(game, "desaix").gone == gone


@pytest.mark.clause("APM.ships.record", "APM.fire.initial-broadside")
def test_the_letters_of_a_sheet_are_crossed_out_as_sides_first_fire() -> None:
    game = sea(
        ship("Caesar", at=(20, 20)),
        ship("Desaix", at=(14, 20), side="french"),
        phase="first-fire",
        dice=wg.Dice.of(gunnery=(1,) * 8),
    )
    assert letters(game) == {"Port": "P", "Starboard": "S"}
    fire(game, "caesar port at desaix")
    assert len(told(game, Fired)[0].faces) == 8
    assert letters(game) == {"Port": "", "Starboard": "S"}


def letters(game: wg.Game) -> dict[str, str]:
    log = next(log for log in picture(game.rules, game.state).logs if log.ship == "caesar")
    return {row.label: row.value for row in log.rows if row.label in ("Port", "Starboard")}


@pytest.mark.clause("APM.turn", "APM.turn.english-advantage")
@pytest.mark.parametrize(("fresh", "dice"), [(False, 2), (True, 4)])
def test_english_fire_that_takes_2_of_4_boxes_leaves_2_dice_to_reply(
    fresh: bool, dice: int
) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), s=False),
        ship("Desaix", at=(26, 20), heading="S", side="french", s=fresh),
        phase="first-fire",
        dice=wg.Dice.of(gunnery_caesar=(5, 5, 1, 1), gunnery_desaix=(1,) * 4),
    )
    fire(game, "caesar starboard at desaix")
    fire(game, "desaix starboard at caesar")
    assert len(told(game, Fired)[-1].faces) == dice


# Wind and sailing


@pytest.mark.clause("APM.wind.initial")
@pytest.mark.parametrize(
    ("faces", "wind"),
    [
        *(((face,), name) for face, name in zip(FACES, "NESW", strict=False)),
        *(
            ((six, face), name)
            for six in (5, 6)
            for face, name in enumerate(("NE", "SE", "SW", "SW", "NW", "NW"), 1)
        ),
    ],
)
def test_the_wind_at_the_start_is_thrown_for(faces: tuple[int, ...], wind: str) -> None:
    rules = sea(ship("Caesar"), ship("Desaix", at=(50, 50), side="french"), wind="throw").rules
    state = rules.ruleset.set_up(rules, wg.Dice.of(*faces))
    assert state.wind == wg.degrees_of(wind)


@pytest.mark.clause("APM.wind.change", "APM.wind-speed")
@pytest.mark.parametrize(
    ("wind", "die", "after"),
    [("W", 5, "SW"), ("W", 6, "NW"), ("N", 6, "NE"), *(("W", die, "W") for die in range(1, 5))],
)
def test_the_wind_of_a_turn(wind: str, die: int, after: str) -> None:
    game = sea(
        ship("Caesar"),
        ship("Desaix", at=(50, 50), side="french"),
        wind=wind,
        phase="wind",
        dice=wg.Dice.of(wind_change=(die,), wind=(5, 2)),
    )
    assert game.state.wind == wg.degrees_of(after)
    assert (game.state.total, game.state.higher, game.state.lower) == (7, 5, 2)


@pytest.mark.clause(
    "APM.wind-speed.total",
    "APM.wind-speed.higher",
    "APM.wind-speed.lower",
    "APM.wind-speed.beating",
    "APM.move.sailing",
)
@pytest.mark.parametrize(
    ("speed", "heading", "masts", "least", "most"),
    [
        ((5, 2), "E", 8, 2, 7),
        ((6, 6), "S", 8, 6, 12),
        ((5, 2), "NE", 8, 2, 5),
        ((5, 2), "S", 4, 2, 5),
        ((5, 2), "NE", 4, 2, 2),
        ((6, 1), "E", 8, 1, 7),
        ((3, 3), "NW", 8, 3, 3),
        ((4, 4), "W", 8, 4, 8),
    ],
)
def test_how_far_a_74_sails_with_the_wind_in_the_north(
    speed: tuple[int, int], heading: str, masts: int, least: int, most: int
) -> None:
    game = sea(
        ship("Caesar", at=(30, 30), lost={"upper": 8 - masts}),
        ship("Desaix", at=(55, 55), side="french", anchored="both"),
        wind="N",
        speed=speed,
        phase="second-move",
    )
    assert refused(game, f"caesar {heading} {least}") == ""
    assert refused(game, f"caesar {heading} {most}") == ""
    assert refused(game, f"caesar {heading} {least - 0.001:.3f}") == "APM.move.minimum"
    assert refused(game, f"caesar {heading} {most + 0.001:.3f}").startswith("APM.wind-speed.")


@pytest.mark.clause("APM.wind.latitudes", "APM.wind.prevailing-start")
@pytest.mark.parametrize(
    ("middle", "wind"),
    [
        (36, "W"),
        (17, "NE"),
        (70, "E"),
        (60, "E"),
        (59, "W"),
        (30, "W"),
        (29, "NE"),
        (10, "NE"),
        (-10, "SE"),
        (-20, "SE"),
        (-30, "W"),
        (-60, "E"),
    ],
)
def test_a_campaign_begins_with_the_wind_of_its_latitude(middle: float, wind: str) -> None:
    fleet = sea_chart.squadron("fleet", "Caesar", at=(300, 300))
    rules = sea_chart.chart(fleet, sea_chart.FAR, latitude=middle + 5).rules
    assert rules.ruleset.set_up(rules, wg.Dice(0)).wind == wg.degrees_of(wind)


# Falling aboard


@pytest.mark.clause("APM.falling-aboard.roll", "APM.falling-aboard.anchored")
@pytest.mark.parametrize(
    ("gap", "anchor", "collides"),
    [
        (1.0, "", {2, 3, 4, 5, 6}),
        (2.0, "", {4, 5, 6}),
        (2.1, "", {6}),
        (3.0, "", {6}),
        (3.1, "", None),
        (1.0, "both", {4, 5, 6}),
        (2.0, "both", {6}),
        (2.5, "both", set()),
    ],
)
def test_the_faces_that_make_a_ship_fall_aboard(
    gap: float, anchor: str, collides: set[int] | None
) -> None:
    found: set[int] | None = set()
    for face in FACES:
        game = sea(
            ship("Caesar", at=(30, 30), heading="E"),
            ship("Desaix", at=(34.35 + gap, 30), side="french", anchored=anchor),
            wind="N",
            phase="second-move",
            dice=wg.Dice.of(aboard=(face,)),
        )
        give(game, "caesar E 3")
        checks = told(game, FellAboard)
        if not checks:
            found = None
        elif found is not None and checks[0].collision:
            found.add(face)
            assert place(game, "caesar")[0] == pytest.approx(33 + gap, abs=0.002)
            assert one(game, "caesar").locked
    assert found == collides


@pytest.mark.clause("APM.falling-aboard.separate")
def test_two_faces_of_six_part_ships_that_are_locked() -> None:
    free = set()
    for face in FACES:
        game = sea(
            ship("Caesar", at=(30, 30), locked=("desaix",)),
            ship("Desaix", at=(30.7, 30), side="french", locked=("caesar",)),
            phase="dismasted",
            dice=wg.Dice.of(separate=(face,)),
        )
        give(game, "part caesar from desaix", "part none")
        if told(game, Separated)[0].free:
            free.add(face)
    assert free == {5, 6}


# Boarding


@pytest.mark.clause("APM.boarding.men-of-war", "APM.boarding.surplus", "APM.boarding.capture")
@pytest.mark.parametrize(("guns", "over", "left", "struck"), [(28, 2, 0, True), (74, 5, 3, False)])
def test_a_fresh_ship_that_loses_a_boarding_action(
    guns: int, over: int, left: int, struck: bool
) -> None:
    game = sea(
        ship("Caesar", at=(30, 30), locked=("desaix",)),
        ship("Desaix", guns, at=(30.7, 30), side="french", locked=("caesar",)),
        phase="boarding",
        dice=wg.Dice.of(
            boarding_caesar=(4,) * over + (3,) * (24 - over), boarding_desaix=(1,) * 24
        ),
    )
    for decision in game.decisions:
        game.submit(decision.id, Announce(board=decision.seat == "british"))
    desaix = one(game, "desaix")
    assert (desaix.guns, desaix.struck) == (left, struck)
    assert desaix.locked


# Boats


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.guard-boats")
@pytest.mark.parametrize(
    ("guns", "lost", "attack", "guard"),
    [
        (74, {}, 16, 8),
        (74, {"upper": 4, "lower": 4, "hull": 4, "port": 2}, 6, 3),
        (38, {}, 8, 4),
        (8, {"upper": 1}, 1, 0),
    ],
)
def test_how_many_boats_a_ship_puts_out(
    guns: int, lost: dict[str, int], attack: int, guard: int
) -> None:
    game = sea(
        ship("Caesar", guns, at=(30, 30), anchored="both", lost=lost),
        ship("Desaix", at=(50, 50), side="french", anchored="both"),
        night=True,
        sight=3,
        phase="second-move",
    )
    assert refused(game, f"caesar lower {attack}") == ""
    assert refused(game, f"caesar lower {attack + 1}") == "APM.cutting-out.boats"
    assert refused(game, f"caesar lower {guard + 1} guard") == "APM.cutting-out.guard-boats"
    if guard:
        assert refused(game, f"caesar lower {guard} guard") == ""


@pytest.mark.clause("APM.cutting-out.movement")
def test_a_group_of_five_boats_rows_up_to_its_die() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), anchored="both"),
        ship("Desaix", at=(50, 50), side="french", anchored="both"),
        boats("one", "caesar", 5, (20, 20)),
        boats("two", "caesar", 1, (40, 20)),
        boats("three", "caesar", 1, (44, 20)),
        night=True,
        sight=3,
        phase="second-move",
        dice=wg.Dice.of(boats_one=(4,), boats_two=(2,), boats_three=(6,)),
    )
    give(game, "done")
    for id, reach in (("one", 4), ("two", 2), ("three", 6)):
        assert refused(game, f"{id} row N {reach}") == ""
        assert refused(game, f"{id} row N {reach + 0.1}") == "APM.cutting-out.movement"
    give(game, "one row N 4")
    assert (group(game, "one").count, group(game, "one").pose.inches) == (5, (20, 16))


# Points


def ended(taken: int, lost: int) -> wg.Game:
    """A battle on its last turn: so many of nine ships of either side have struck."""
    fleet = [ship(f"B{n}", 74, (10, 5 + 6 * n), struck=n < lost, anchored="bow") for n in range(9)]
    fleet += [
        ship(f"F{n}", 74, (70, 5 + 6 * n), side="french", struck=n < taken, anchored="bow")
        for n in range(9)
    ]
    game = sea(*fleet, size=(80, 60), turns=2, phase="boarding")
    assert game.outcome is not None
    return game


@pytest.mark.clause("APM.score.points", "APM.score.grades", "APM.algesiras.account")
@pytest.mark.parametrize(
    ("taken", "lost", "points", "grade", "winner"),
    [
        (3, 0, 6, "decisive by 12 points", "british"),
        (3, 2, 3, "marginal by 6 points", "british"),
        (5, 0, 15, "Nelsonic by 30 points", "british"),
        (2, 1, 2, "indecisive by 4 points", "draw"),
        (4, 4, 0, "indecisive by 0 points", "draw"),
        (0, 2, -3, "marginal by 6 points", "french"),
        (5, 4, 5, "marginal by 10 points", "british"),
    ],
)
def test_points_and_grades_of_a_battle(
    taken: int, lost: int, points: int, grade: str, winner: str
) -> None:
    outcome: Any = ended(taken, lost).outcome
    assert dict(outcome.scores) == {"british": points, "french": -points}
    assert outcome.reason.endswith(grade)
    assert outcome.winner == winner
