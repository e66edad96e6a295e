"""The Anastrophe: a rake and a ram in one turn (7.3)."""

from __future__ import annotations

from typing import Any

import pytest
from galleys import one, sea, told, where
from rowing import Run, enemy, modifiers, own, rolled, row

import weathergage as wg
from weathergage_war_galley import anastrophe
from weathergage_war_galley.state import PORT

TRIREME: dict[str, Any] = {
    "crew": 2,
    "ram": (4, 6),
    "defense": 6,
    "speed": (4, 6),
    "manpower": 0,
    "anastrophe": True,
}

BY_PORT, BY_STARBOARD = "anastrophe 5/2 by port", "anastrophe 5/2 by starboard"
HIT, MISS = (6, 6), (1, 1)


def attacker(hex: str = "1619", heading: str = "NE", **more: Any) -> dict[str, Any]:
    """A Roman trireme at Maximum; in 1619-1519 it faces B of the example."""
    return own("3/1", hex, heading, **(TRIREME | {"maximum": True} | more))


def victim(code: str = "5/2", hex: str = "1818", heading: str = "SW", **more: Any) -> Any:
    """A Carthaginian galley; the first is B of the example, 1818-1917."""
    return enemy(code, hex, heading, **(TRIREME | {"anastrophe": False} | more))


LINE = {"5/3": "1717", "5/4": "1819", "5/5": "1919"}
"""The others of the example's line, heading SW: bows in these hexes; 5/4 is A."""


def example(*things: Any, dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """The position of the worked example."""
    line = [victim(code, hex) for code, hex in LINE.items()]
    return sea(attacker(), victim(**more), *line, *things, dice=dice)


def alone(hex: str, heading: str, **more: Any) -> list[str]:
    """The Anastrophes of a trireme from there against a galley in 2319-2320, heading N."""
    game = sea(attacker(hex, heading, **more), victim(hex="2319", heading="N"))
    return row(game, "3/1").offers("anastrophe")


def try_it(game: wg.Game, line: str = BY_PORT, *, asks: tuple[str, ...] = ()) -> Run:
    """Begin with an Anastrophe."""
    return row(game, "3/1", asks=asks).say(line)


# The worked example


@pytest.mark.clause("7.35-example", "7.32")
def test_the_attacker_lies_straight_ahead_of_b() -> None:
    game = example()
    sheet = game.rules.scenario.sheet
    assert where(game, "3/1") == "1619-1519"
    assert where(game, "5/2") == "1818-1917"
    assert [where(game, code) for code in LINE] == ["1717-1817", "1819-1918", "1919-2019"]
    step = wg.STEP[one(game, "3/1").heading]
    bow = one(game, "3/1").bow
    assert [sheet.label(bow + k * step) for k in (1, 2, 3)] == ["1718", "1818", "1917"]
    assert row(game, "3/1").offers("anastrophe") == [BY_PORT, BY_STARBOARD]


@pytest.mark.clause("7.35-example", "7.34", "7.35", "7.33")
def test_the_worked_example_rakes_b_to_port_and_rams_from_1916() -> None:
    game = example(dice=wg.Dice.of(rake=HIT, ram=(6, 6)))
    try_it(game)
    assert one(game, "5/2").crippled == PORT
    assert where(game, "3/1") == "1916-1915"
    assert wg.HEADINGS[one(game, "3/1").heading] == "S"
    assert game.state.at[one(game, "3/1").bow + wg.STEP[3]] == one(game, "5/2").n
    assert one(game, "5/2").rammed
    assert told(game, anastrophe.TurnedAround)[-1].hexes == "1916-1915"


@pytest.mark.clause("7.34", "7.35-example")
@pytest.mark.parametrize("hex", ["2017", "2018", "1916", "1915"])
@pytest.mark.parametrize("side", ["rome", "carthage"])
def test_any_ship_in_a_turn_around_hex_bars_it(hex: str, side: str) -> None:
    game = example(own("L/9", "4010") if side == "rome" else enemy("L/9", "4010"))
    game.state.place(one(game, "L/9"), game.rules.scenario.sheet.parse(hex), 0)
    assert BY_PORT not in row(game, "3/1").offers("anastrophe")


@pytest.mark.clause("7.34")
def test_the_turn_around_hexes_must_be_empty_at_the_placement_too() -> None:
    game = example(own("L/9", "4010"), crew=1, dice=wg.Dice.of(avoidance=(6,), rake=HIT))
    rowing = try_it(game, asks=("6.51",))
    assert rowing.ask.about == "5/2"
    game.state.place(one(game, "L/9"), game.rules.scenario.sheet.parse("2018"), 0)
    rowing.say("avoid ahead" if "avoid ahead" in rowing.lines else "avoid back")
    assert one(game, "5/2").crippled == PORT
    assert where(game, "3/1") == "1619-1519"
    assert not one(game, "3/1").rammed_at
    assert one(game, "3/1").fatigue == 3


# Who may


@pytest.mark.clause("7.31", "2.1-ram")
def test_only_galleys_with_an_asterisk_may() -> None:
    assert alone("2318", "S")
    assert not alone("2318", "S", anastrophe=False)


@pytest.mark.clause("7.31", "7.32", "2.1-ram")
def test_it_takes_maximum() -> None:
    assert not alone("2318", "S", maximum=False)


@pytest.mark.clause("7.31")
def test_it_is_the_sole_manoeuvre() -> None:
    game = example()
    rowing = row(game, "3/1").say("row 1")
    assert not rowing.offers("anastrophe")
    game = example(dice=wg.Dice.of(rake=MISS, ram=MISS))
    rowing = try_it(game)
    assert not rowing.offers("ahead")
    assert not rowing.offers("row")


@pytest.mark.clause("7.31", "8.42")
def test_it_may_fire_once_besides() -> None:
    game = sea(
        attacker("2318", "S", manpower=4),
        victim(hex="2319", heading="N"),
        victim("5/3", "2422", "N"),
        dice=wg.Dice.of(rake=MISS, ram=(1, 1)),
    )
    rowing = row(game, "3/1").say("anastrophe 5/2 by port")
    assert rowing.offers("fire") == ["fire 5/3"]
    rowing.say("fire 5/3")
    assert rowing.over


@pytest.mark.clause("7.32")
@pytest.mark.parametrize(
    ("hex", "heading", "sides"),
    [
        ("2318", "S", "port starboard"),  # the bow hex
        ("2317", "S", "port starboard"),  # two hexes ahead of the bow
        ("2316", "S", ""),  # three
        ("2419", "S", "starboard"),  # the bow/flank hex, running along the side
        ("2419", "SW", "starboard"),  # the bow/flank hex, pointing at the bow
        ("2518", "SW", "starboard"),  # two hexes from the bow, through that hex
        ("2219", "S", "port"),
        ("2219", "SE", "port"),
        ("2321", "N", ""),  # from astern
        ("2322", "N", ""),
        ("2420", "NW", ""),  # abeam
        ("2317", "N", ""),  # facing away
        ("2418", "S", ""),  # passing by
    ],
)
def test_the_approach(hex: str, heading: str, sides: str) -> None:
    assert alone(hex, heading) == [f"anastrophe 5/2 by {side}" for side in sides.split()]


@pytest.mark.clause("7.32")
def test_nothing_may_lie_between() -> None:
    game = sea(attacker("2317", "S"), victim(hex="2319", heading="N"), own("L/9", "2318", "S"))
    assert not row(game, "3/1").offers("anastrophe")


@pytest.mark.clause("7.33", "7.34")
def test_a_side_that_is_barred_without_a_neighbour_to_pass_is_not_raked() -> None:
    game = sea(attacker("2318", "S"), victim(hex="2319", heading="N"), own("L/9", "2420", "S"))
    assert row(game, "3/1").offers("anastrophe") == ["anastrophe 5/2 by port"]


@pytest.mark.clause("7.33", "7.24")
def test_from_a_bow_flank_hex_there_is_no_diekplus() -> None:
    game = sea(attacker("2419", "SW"), victim(hex="2319", heading="N"), victim("5/3", "2420", "N"))
    assert not row(game, "3/1").offers("anastrophe")


@pytest.mark.clause("7.33", "7.34")
def test_one_hex_targets_are_raked_and_rammed_alike() -> None:
    game = sea(
        attacker("2318", "S"),
        victim("L/2", "2319", "N"),
        dice=wg.Dice.of(rake=HIT, ram=(6, 6)),
    )
    row(game, "3/1").say("anastrophe L/2 by port")
    assert where(game, "3/1") == "2420-2520"
    assert one(game, "L/2").rammed


# The rake and the sting


@pytest.mark.clause("7.33", "7.35", "7.15-minus")
def test_a_failed_rake_takes_one_off_the_ram() -> None:
    game = example(dice=wg.Dice.of(rake=MISS, ram=(1, 1)))
    try_it(game)
    assert not one(game, "5/2").crippled
    changes = {name: value for name, value, _ in rolled(game, "ram").modifiers}
    assert changes == {"speed": 2, "its rake failed": -1}


@pytest.mark.clause("7.33", "7.35", "7.15-speed")
def test_a_successful_rake_adds_one_to_the_ram_and_maximum_speed_two() -> None:
    game = example(dice=wg.Dice.of(rake=HIT, ram=(1, 1)))
    try_it(game)
    assert modifiers(game, "ram") == 3


@pytest.mark.clause("7.35", "7.16")
def test_the_ram_is_like_any_other() -> None:
    game = example(dice=wg.Dice.of(rake=MISS, ram=(1, 1)))
    try_it(game)
    galley = one(game, "3/1")
    assert galley.rammed_at
    assert galley.raked_at
    assert galley.half
    assert not galley.maximum
    game = example(dice=wg.Dice.of(rake=HIT, ram=(4, 4)), defense=3)
    rowing = try_it(game)
    assert one(game, "3/1").rammed_at
    assert rowing.offers("back") == ["back off"]


@pytest.mark.clause("7.35", "6.51", "7.36")
def test_a_target_that_avoids_the_rake_ends_it_with_fatigue() -> None:
    game = example(crew=3, dice=wg.Dice.of(avoidance=(1,)))
    rowing = try_it(game, asks=("6.51",))
    assert rowing.ask.about == "5/2"
    rowing.say("avoid ahead")
    galley = one(game, "3/1")
    assert (galley.raked_at, galley.rammed_at) == (False, False)
    assert where(game, "3/1") == "1619-1519"
    assert galley.fatigue == 3


@pytest.mark.clause("7.35", "7.16-missed")
def test_a_target_that_avoids_the_sting_is_not_rammed() -> None:
    game = example(crew=3, dice=wg.Dice.of(avoidance=(1,), rake=MISS))
    rowing = try_it(game, asks=("6.51",)).say("decline")
    while rowing.ask.about != "5/2":
        rowing.say("decline")
    rowing.say("avoid ahead")
    while not rowing.over:
        rowing.say("decline" if "decline" in rowing.lines else "rest")
    galley = one(game, "3/1")
    assert where(game, "3/1") == "1916-1915"
    assert galley.raked_at
    assert not galley.rammed_at
    assert not one(game, "5/2").rammed
    assert galley.fatigue == 3


@pytest.mark.clause("7.35", "6.53")
def test_a_target_that_was_raked_cannot_avoid_the_sting() -> None:
    game = example(crew=3, dice=wg.Dice.of(rake=HIT, ram=(1, 1)))
    rowing = try_it(game, asks=("6.51",)).say("decline")
    while not rowing.over and rowing.ask.clause == "6.51":
        assert rowing.ask.about != "5/2"
        rowing.say("decline")
    assert one(game, "3/1").rammed_at


@pytest.mark.clause("7.36", "6.42-auto", "6.43-table")
@pytest.mark.parametrize(("crew", "turns"), [(2, 3), (3, 2), (1, 4)])
def test_it_tires_the_crew_by_row_7a_without_another_check(crew: int, turns: int) -> None:
    game = sea(
        attacker("2318", "S", crew=crew),
        victim(hex="2319", heading="N"),
        dice=wg.Dice.of(rake=MISS, ram=(1, 1)),
    )
    rowing = row(game, "3/1").say("anastrophe 5/2 by port")
    while not rowing.over:
        rowing.say("rest")
    assert one(game, "3/1").fatigue == turns
    assert not [e for e in told(game, wg.Rolled) if e.purpose.startswith("fatigue")]


def test_the_command_is_read_as_it_is_written() -> None:
    command = anastrophe.Anastrophe(target="green 3/7", by="starboard")
    assert command.write() == "anastrophe green 3/7 by starboard"
    assert anastrophe.Anastrophe.read(command.write()) == {
        "target": "green 3/7",
        "by": "starboard",
    }
    assert anastrophe.Anastrophe.read("ram 3/7") is None
    with pytest.raises(ValueError, match="target and side"):
        anastrophe.Anastrophe.read("anastrophe 3/7")
