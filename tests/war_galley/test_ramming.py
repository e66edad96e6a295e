"""Ramming and the Defensive Reaction Ram (6.7, 7.1)."""

from __future__ import annotations

from typing import Any

import pytest
from galleys import one, where
from one_galley import still as sea
from rowing import Run, enemy, modifiers, own, rolled, row

import weathergage as wg
from weathergage_war_galley import boarding, movement, ramming
from weathergage_war_galley.state import PORT

EVEN: dict[str, Any] = {"crew": 2, "ram": (6, 8), "defense": 6, "speed": (4, 7), "manpower": 1}
"""Ratings with which an undisturbed ram at Cruise needs 8-12."""


def ready(code: str = "5/1", hex: str = "2420", heading: str = "NW", **more: Any) -> Any:
    """A Roman galley, which points at 2319-2320 heading N from 2420."""
    return own(code, hex, heading, **(EVEN | more))


def target(code: str = "5/2", hex: str = "2319", heading: str = "N", **more: Any) -> Any:
    """A Carthaginian galley in 2319-2320, heading N."""
    return enemy(code, hex, heading, **(EVEN | more))


def ram(game: wg.Game, code: str = "5/1", other: str = "5/2") -> Any:
    """Let a galley ram another from where it lies; gives back the questions that follow."""
    return row(game, code).say("row 0", f"ram {other}")


def may_ram(*things: Any, **more: Any) -> bool:
    """Whether the first of some galleys may ram anyone from where it lies."""
    game = sea(*things, **more)
    return bool(row(game, things[0]["code"]).say("row 0").offers("ram"))


# Who may ram, and from where


@pytest.mark.clause("2.1-ram")
@pytest.mark.parametrize(("maximum", "needed"), [(False, "8-12"), (True, "6-12")])
def test_the_attack_of_the_side_in_use_counts(maximum: bool, needed: str) -> None:
    game = sea(ready(maximum=maximum), target(), dice=wg.Dice.of(ram=(1, 1)))
    ram(game)
    assert f"({needed})" in rolled(game, "ram").purpose


@pytest.mark.clause("2.1-ram")
def test_attack_four_at_cruise_and_six_at_maximum_rams_with_four_at_cruise() -> None:
    game = sea(ready("3/1", ram=(4, 6), anastrophe=True), target(defense=4))
    assert not row(game, "3/1").offers("anastrophe")
    ram(game, "3/1")
    assert "(8-12)" in rolled(game, "ram").purpose


@pytest.mark.clause("7.11")
def test_a_galley_rams_once_in_a_turn() -> None:
    assert may_ram(ready(), target())
    assert not may_ram(ready(rammed_at=True), target())


@pytest.mark.clause("7.11")
def test_without_ram_attack_there_is_no_ram() -> None:
    assert not may_ram(ready(ram=(0, 0)), target())


@pytest.mark.clause("7.11")
def test_a_target_may_be_rammed_at_again_and_again() -> None:
    game = sea(
        ready(),
        ready("5/3", "2220", "NE"),
        ready("5/4", "2421", "NW"),
        target(),
        dice=wg.Dice.of(ram=(1, 1, 1, 1, 6, 6)),
    )
    ram(game)
    ram(game, "5/3")
    assert not one(game, "5/2").rammed
    ram(game, "5/4")
    assert one(game, "5/2").rammed


@pytest.mark.clause("7.11")
def test_ramming_a_rammed_galley_changes_nothing_but_uses_up_the_attempt() -> None:
    game = sea(ready(), ready("5/3", "2220", "NE"), target(), dice=wg.Dice.of(ram=(3, 5, 6, 6)))
    ram(game)
    rammer = one(game, "5/2").rammer
    ram(game, "5/3")
    assert one(game, "5/2").rammed
    assert one(game, "5/2").rammer == rammer == one(game, "5/1").n
    assert one(game, "5/3").rammed_at


@pytest.mark.clause("7.12")
@pytest.mark.parametrize(
    ("hex", "heading", "allowed"),
    [
        ("2420", "NW", True),  # midship, pointing at 2319
        ("2420", "SW", True),  # midship, pointing at 2320
        ("2419", "SW", True),  # bow/flank, pointing at 2319
        ("2421", "NW", True),  # stern/flank, pointing at 2320
        ("2318", "S", False),  # the bow hex
        ("2321", "N", False),  # the stern hex
        ("2420", "N", False),  # alongside, pointing past it
    ],
)
def test_a_ram_is_made_from_a_flank_hex_with_the_bow_pointing_at_the_target(
    hex: str, heading: str, allowed: bool
) -> None:
    assert may_ram(ready(hex=hex, heading=heading), target()) is allowed


@pytest.mark.clause("7.12")
def test_a_galley_that_has_changed_facing_in_this_turn_does_not_ram() -> None:
    game = sea(ready(hex="2420", heading="N"), target())
    rowing = row(game, "5/1").say("row 1", "swing port stern")
    assert one(game, "5/1").heading == wg.parse_heading("NW")
    assert not rowing.offers("ram")


@pytest.mark.clause("7.12")
def test_a_galley_that_has_turned_around_in_this_turn_does_not_ram() -> None:
    game = sea(ready(hex="2622", heading="SE"), target())
    rowing = row(game, "5/1").say("row 3", "about", "ahead")
    assert where(game, "5/1") == "2421-2521"  # in the stern/flank hex, pointing at 2320
    assert not rowing.offers("ram")


@pytest.mark.clause("7.12")
@pytest.mark.clause("6.33")
def test_a_galley_that_has_backed_in_this_turn_does_not_ram() -> None:
    game = sea(ready(hex="2419", heading="N"), target())
    rowing = row(game, "5/1").say("row 2", "back starboard")
    assert (where(game, "5/1"), one(game, "5/1").heading) == ("2420-2520", wg.parse_heading("NW"))
    assert not rowing.offers("ram")


@pytest.mark.clause("7.12")
def test_turning_into_a_bow_flank_hex_does_not_bar_the_ram() -> None:
    game = sea(ready(hex="2522", heading="N"), target())
    rowing = row(game, "5/1").say("row 2", "ahead", "port")
    assert where(game, "5/1") == "2421-2521"
    assert rowing.offers("ram") == ["ram 5/2"]


@pytest.mark.clause("7.12")
def test_the_attempt_costs_no_movement_points() -> None:
    game = sea(ready(hex="2521", heading="NW"), target(), dice=wg.Dice.of(ram=(1, 1)))
    row(game, "5/1").say("row 1", "ahead", "ram 5/2")
    assert one(game, "5/1").rammed_at


@pytest.mark.clause("7.13")
@pytest.mark.parametrize(
    "state", [{"crippled": PORT}, {"fatigue": 1}, {"half": True}, {"rammed": True}]
)
def test_hampered_galleys_do_not_ram(state: dict[str, Any]) -> None:
    game = sea(ready(**state), target())
    rowing = row(game, "5/1")
    assert rowing.over or not rowing.say("row 0").offers("ram")


@pytest.mark.clause("7.13")
@pytest.mark.parametrize("bond", ["fouled", "grappled"])
def test_galleys_that_are_held_do_not_ram(bond: str) -> None:
    game = sea(ready(**{bond: ("5/3",)}), target(), enemy("5/3", "2521"))
    assert not ramming.may_ram(one(game, "5/1"))


def test_friends_are_not_rammed() -> None:
    assert not may_ram(ready(), own("5/2", "2319", **EVEN), enemy("5/3", "4010"))


# The roll


@pytest.mark.clause("7.14", "7.14-table")
@pytest.mark.parametrize(
    ("attack", "defense", "needed"),
    [(6, 7, 10), (8, 4, 4), (4, 2, 6), (5, 5, 8), (9, 9, 8), (12, 12, 8)],
)
def test_the_printed_cells_of_the_ramming_table(attack: int, defense: int, needed: int) -> None:
    game = sea(ready(ram=(attack, attack)), target(defense=defense))
    assert ramming.needed(game, one(game, "5/1"), one(game, "5/2")) == needed


@pytest.mark.clause("7.14-table")
@pytest.mark.parametrize(
    ("attack", "defense", "needed"), [(6, 5, 7), (6, 8, 11), (6, 9, 12), (1, 13, 12), (10, 3, 2)]
)
def test_the_rest_of_the_ramming_table_follows_the_difference(
    attack: int, defense: int, needed: int
) -> None:
    game = sea(ready(ram=(attack, attack)), target(defense=defense))
    assert ramming.needed(game, one(game, "5/1"), one(game, "5/2")) == needed


@pytest.mark.clause("7.14", "7.16-retraction")
def test_a_nine_rams_a_crippled_target_that_takes_a_ten() -> None:
    game = sea(ready(crew=3), target(defense=7, crew=3, crippled=PORT), dice=wg.Dice.of(ram=(4, 5)))
    ram(game)
    assert rolled(game, "ram").result == 10
    assert one(game, "5/2").rammed
    # The roll as thrown, 9, less its Crew, 3, is below 7.
    assert not one(game, "5/1").fouled


@pytest.mark.clause("7.14", "7.16-collision")
def test_a_nine_without_modifiers_is_a_collision_where_it_takes_a_ten() -> None:
    game = sea(ready(), target(defense=7), dice=wg.Dice.of(ram=(4, 5)))
    ram(game)
    assert not one(game, "5/2").rammed
    assert one(game, "5/1").half


@pytest.mark.clause("2.4-drm", "7.15")
def test_a_two_less_one_fails_where_a_two_would_do() -> None:
    game = sea(ready(ram=(12, 12), towers=True), target(defense=2), dice=wg.Dice.of(ram=(1, 1)))
    ram(game)
    assert rolled(game, "ram").result == 1
    assert not one(game, "5/2").rammed


def changes(rammer: dict[str, Any], aim: dict[str, Any], *others: Any) -> int:
    """Modifiers of a ram at rest between two galleys in such states."""
    game = sea(ready(**rammer), target(**aim), *others)
    ram(game)
    return modifiers(game, "ram")


@pytest.mark.clause("7.15")
def test_modifiers_add_up() -> None:
    assert changes({"crew": 3, "towers": True}, {"crippled": PORT}) == 1


@pytest.mark.clause("7.15-speed")
@pytest.mark.parametrize(
    ("points", "steps", "bonus"),
    [
        (7, ["ahead"] * 7, 2),
        (4, ["ahead"] * 4, 0),
        (7, ["ahead"] * 5 + ["port", "ahead"], 2),
        (7, ["ahead"] * 4 + ["starboard", "port", "ahead"], 0),
    ],
)
def test_speed_helps_a_galley_that_has_hardly_turned(
    points: int, steps: list[str], bonus: int
) -> None:
    # Rowing it back from 2420 NW finds where the galley has to start.
    game = sea(ready(hex="2420", heading="NW", speed=(5, 7), maximum=True), target())
    galley = one(game, "5/1")
    for step in reversed(steps):
        turn = {"ahead": 0, "port": 1, "starboard": -1}[step]
        heading = (galley.heading + turn) % 6
        game.state.place(galley, galley.bow - wg.STEP[galley.heading], heading)
    row(game, "5/1").say(f"row {points}", *steps, "ram 5/2")
    assert modifiers(game, "ram") == bonus


@pytest.mark.clause("7.15-speed", "6.25")
@pytest.mark.parametrize(("wind", "bonus"), [("NW", 0), ("", 2)])
def test_points_that_the_wind_gives_are_no_speed_for_the_ram(wind: str, bonus: int) -> None:
    ship = ready("Trm/1", "3024", "NW", speed=(4, 6), maximum=True, sail=bool(wind))
    game = sea(ship, target(), wind=wind)
    rowing = row(game, "Trm/1").say("row 6", *["ahead"] * 6)
    assert game.state.moving.sailed == (2 if wind else 0)
    rowing.say("ram 5/2")
    assert (
        dict((name, value) for name, value, _ in rolled(game, "ram").modifiers).get("speed", 0)
        == bonus
    )


@pytest.mark.clause("7.15-plus")
def test_a_target_grappled_and_crippled_counts_once() -> None:
    friend = enemy("5/3", "2220", **EVEN)
    assert changes({}, {"crippled": PORT, "grappled": ("5/3",)}, friend) == 1


@pytest.mark.clause("7.15-plus")
def test_a_target_tired_and_at_half_speed_counts_once() -> None:
    assert changes({}, {"half": True, "fatigue": 2}) == 1
    assert changes({}, {"half": True}) == 1
    assert changes({}, {"fatigue": 1}) == 1


@pytest.mark.clause("7.15-plus")
def test_a_fouled_target_is_not_tired_besides() -> None:
    assert changes({}, {"fatigue": 1, "fouled": ("5/3",)}, enemy("5/3", "2220", **EVEN)) == 1


@pytest.mark.clause("7.15-plus", "7.15-minus")
def test_the_better_crew_helps_its_side() -> None:
    assert changes({"crew": 3}, {"crew": 2}) == 1
    assert changes({"crew": 2}, {"crew": 3}) == -1


@pytest.mark.clause("7.15-minus")
def test_a_target_at_maximum_with_the_better_crew_is_hard_to_hit() -> None:
    assert changes({}, {"maximum": True, "crew": 3}) == -2


@pytest.mark.clause("7.15-minus", "8.48")
def test_towers_hinder_a_ram_until_they_are_jettisoned() -> None:
    assert changes({"towers": True}, {}) == -1
    game = sea(ready(towers=True), target())
    row(game, "5/1").say("jettison", "row 0", "ram 5/2")
    assert modifiers(game, "ram") == 0


# What comes of it


@pytest.mark.clause("7.16")
def test_a_ram_that_succeeds_without_retraction_leaves_the_target_rammed_and_fouled() -> None:
    game = sea(ready(), target(), dice=wg.Dice.of(ram=(5, 5)))
    ram(game)
    galley, other = one(game, "5/1"), one(game, "5/2")
    assert other.rammed
    assert other.rammer == galley.n
    assert (galley.fouled, other.fouled) == ((other.n,), (galley.n,))


@pytest.mark.clause("7.16-missed", "6.13")
def test_a_target_that_avoids_is_missed_and_the_points_are_still_to_be_spent() -> None:
    game = sea(
        ready(hex="2823", heading="NW", maximum=True),
        target(crew=3),
        dice=wg.Dice.of(avoidance=(1,)),
    )
    rowing = row(game, "5/1", asks=("6.51",)).say("row 6", *["ahead"] * 4)
    assert "comes next to 5/2" in rowing.ask.prompt
    rowing.say("avoid ahead")
    assert not one(game, "5/1").rammed_at
    assert game.state.moving.left == 2
    assert not rowing.offers("ram")
    assert rowing.offers("ahead")
    assert not rowing.offers("rest")


@pytest.mark.clause("7.16-collision")
def test_a_collision_flips_both_and_slows_the_rammer_alone() -> None:
    game = sea(ready(speed=(5, 7), maximum=True), target(maximum=True), dice=wg.Dice.of(ram=(1, 1)))
    ram(game)
    galley, other = one(game, "5/1"), one(game, "5/2")
    assert not galley.maximum
    assert not other.maximum
    assert galley.half
    assert not other.half
    assert not galley.fouled


@pytest.mark.clause("7.16-collision", "6.37-half")
def test_half_speed_lasts_through_the_next_activation() -> None:
    game = sea(ready(speed=(5, 7)), target(), dice=wg.Dice.of(ram=(1, 1)))
    ram(game)
    galley = one(game, "5/1")
    movement.end_activation(game.state, [galley.n])
    assert galley.half
    galley.rammed_at = galley.collided = False
    assert row(game, "5/1").offers("row") == ["row 1", "row 2", "row 3", "row 0"]
    movement.end_activation(game.state, [galley.n])
    assert not galley.half


@pytest.mark.clause("7.16-collision")
def test_a_galley_that_has_collided_does_not_grapple_but_may_fire() -> None:
    game = sea(ready(manpower=4), target(), dice=wg.Dice.of(ram=(1, 1)))
    rowing = row(game, "5/1").say("row 4", "ram 5/2")
    assert not rowing.offers("grapple")
    assert rowing.offers("fire") == ["fire 5/2"]
    assert not rowing.offers("ahead")
    assert rowing.offers("rest")


@pytest.mark.clause("7.16-collision", "6.24")
def test_ships_of_a_collision_lose_the_masts_that_carry_sail() -> None:
    game = sea(ready(sail=True), target(sail=True), dice=wg.Dice.of(ram=(1, 1)))
    ram(game)
    assert one(game, "5/1").mast_down
    assert one(game, "5/2").mast_down


@pytest.mark.clause("7.16-rammed", "6.12-flip")
def test_a_rammed_galley_lies_dead_at_cruise() -> None:
    game = sea(ready(ram=(8, 8)), target(maximum=True), dice=wg.Dice.of(ram=(5, 6)))
    ram(game)
    other = one(game, "5/2")
    assert other.held
    assert not other.maximum
    assert not ramming.may_ram(other)


@pytest.mark.clause("7.16-rammed")
def test_a_rammed_galley_does_not_fire_at_or_grapple_another_than_its_rammer() -> None:
    game = sea(
        ready(),
        ready("5/3", "2220", "N"),
        target(manpower=4),
        dice=wg.Dice.of(ram=(5, 5), missiles=(1,)),
    )
    ram(game)
    rowing = row(game, "5/2")
    assert rowing.offers("fire") == ["fire 5/1"]
    assert "grapple 5/3" not in rowing.offers("grapple")
    assert rowing.offers("grapple") == ["grapple 5/1"]


@pytest.mark.clause("7.16-rammed", "8.21")
def test_a_rammed_galley_that_is_grappled_may_board() -> None:
    aim = target(manpower=4, rammed=True, grappled=("5/1",))
    game = sea(ready(), aim, squadrons=[("", ["5/2"])])
    rowing = Run(boarding.segment(game, [0]))
    assert rowing.ask.about == "5/1"
    assert rowing.ask.answers.check(boarding.Board(target="5/1", shares={"5/2": 4})) is None


@pytest.mark.clause("7.16-retraction")
@pytest.mark.parametrize(
    ("dice", "crew", "fouled"),
    [((4, 5), 3, False), ((5, 6), 3, True), ((5, 5), 4, False), ((3, 3), 0, False)],
)
def test_the_same_roll_less_the_crew_tells_whether_the_rammer_gets_free(
    dice: tuple[int, int], crew: int, fouled: bool
) -> None:
    game = sea(ready(ram=(9, 9), crew=crew), target(crew=crew), dice=wg.Dice.of(ram=dice))
    ram(game)
    assert one(game, "5/2").rammed
    assert bool(one(game, "5/1").fouled) is fouled
    assert not one(game, "5/1").maximum


@pytest.mark.clause("7.16-retraction")
def test_a_rammer_that_is_free_may_back_straight_and_pays_nothing() -> None:
    game = sea(ready(crew=3), target(), dice=wg.Dice.of(ram=(4, 4)))
    rowing = row(game, "5/1").say("row 4", "ram 5/2")
    assert rowing.lines == ["decline", "back off"]
    rowing.say("back off")
    assert where(game, "5/1") == "2520-2621"
    assert game.state.moving.spent == 0
    assert not rowing.offers("ahead")
    assert not one(game, "5/1").rammed


@pytest.mark.clause("7.16-retraction", "8.14")
def test_a_rammer_that_stays_may_grapple_and_fire() -> None:
    game = sea(ready(crew=3, maximum=True, manpower=4), target(), dice=wg.Dice.of(ram=(4, 4)))
    rowing = row(game, "5/1").say("row 4", "ram 5/2", "decline")
    assert where(game, "5/1") == "2420-2520"
    assert not one(game, "5/1").grappled
    assert rowing.offers("grapple") == ["grapple 5/2"]
    assert rowing.offers("fire") == ["fire 5/2"]


@pytest.mark.clause("7.16-retraction")
def test_a_rammer_with_another_ship_astern_stays() -> None:
    game = sea(
        ready(crew=3), target(), own("5/3", "2621", "NW", **EVEN), dice=wg.Dice.of(ram=(4, 4))
    )
    assert ram(game).offers("back") == []
    assert where(game, "5/1") == "2420-2520"


@pytest.mark.clause("7.16-retraction", "6.31")
def test_backing_into_land_runs_aground() -> None:
    game = sea(
        ready(crew=3),
        target(),
        dice=wg.Dice.of(ram=(4, 4)),
        map={"land": ["2621"]},
    )
    ram(game).say("back off")
    assert one(game, "5/1").stranded


@pytest.mark.clause("7.16-retraction", "6.51")
def test_an_enemy_that_the_rammer_backs_up_to_may_avoid_it() -> None:
    game = sea(ready(crew=3), target(), target("5/4", "2721", crew=3), dice=wg.Dice.of(ram=(4, 4)))
    rowing = row(game, "5/1", asks=("6.51",)).say("row 0", "ram 5/2", "back off")
    assert rowing.ask.about == "5/4"
    assert rowing.offers("avoid") == ["avoid ahead", "avoid back"]


@pytest.mark.clause("7.16-rammed")
@pytest.mark.clause("6.37-immobile")
@pytest.mark.parametrize("dice", [(6, 6), (4, 3)])
def test_a_rammed_transport_is_not_towed_away(dice: tuple[int, int]) -> None:
    tug = enemy("5/3", "2317", "N", tows="T/1")
    towed = enemy("T/1", "2319", "N", towed="5/3", hexes=1, crew=1, defense=3)
    game = sea(ready(), tug, towed, dice=wg.Dice.of(ram=dice))
    ram(game, other="T/1")
    assert one(game, "T/1").rammed
    assert one(game, "T/1").towed == one(game, "5/3").tows == -1
    row(game, "5/3").say("row 1", "ahead")
    assert where(game, "T/1") == "2319"


@pytest.mark.clause("7.16-fouled")
def test_a_fouled_rammer_is_flipped_to_cruise_and_cannot_move() -> None:
    game = sea(ready(maximum=True), target(maximum=True), dice=wg.Dice.of(ram=(6, 6)))
    rowing = row(game, "5/1").say("row 7", "ram 5/2")
    galley = one(game, "5/1")
    assert not galley.maximum
    assert not one(game, "5/2").maximum
    assert galley.held
    assert rowing.over or not rowing.offers("ahead")


# Before the ram


@pytest.mark.clause("7.14", "8.42")
def test_the_target_may_fire_before_it_is_rammed() -> None:
    game = sea(ready(), target(manpower=4), dice=wg.Dice.of(missiles=(6,), ram=(6, 6)))
    rowing = row(game, "5/1", asks=("8.42",)).say("row 0", "ram 5/2")
    assert rowing.lines == ["decline", "fire 5/1"]
    assert not one(game, "5/2").rammed
    rowing.say("fire 5/1")
    assert one(game, "5/1").depletion == 1
    assert one(game, "5/2").rammed


@pytest.mark.clause("7.14", "8.53")
@pytest.mark.parametrize(("die", "burns"), [(5, True), (4, False)])
def test_firepots_are_dropped_before_the_ram_whatever_comes_of_it(die: int, burns: bool) -> None:
    game = sea(ready(firepots=True), target(), dice=wg.Dice.of(firepots=(die,), ram=(1, 1)))
    rowing = ram(game)
    assert "firepots" in rowing.lines
    rowing.say("firepots")
    assert one(game, "5/2").fire is burns
    assert not one(game, "5/2").rammed


@pytest.mark.clause("7.16-missed", "8.53")
def test_an_avoided_ram_drops_no_firepots() -> None:
    game = sea(
        ready(hex="2521", heading="NW", firepots=True),
        target(crew=3),
        dice=wg.Dice.of(avoidance=(1,)),
    )
    rowing = row(game, "5/1", asks=("6.51",)).say("row 1", "ahead", "avoid ahead")
    assert rowing.over or not rowing.offers("firepots")
    assert not one(game, "5/2").fire


# How it is written


def test_commands_are_read_as_they_are_written() -> None:
    assert ramming.Ram.read("ram green 5/11") == {"target": "green 5/11"}
    assert ramming.Ram.read("Ram cat3/2") == {"target": "cat3/2"}
    assert ramming.Ram.read("rake cat3/2") is None
    assert ramming.Ram(target="5/11").write() == "ram 5/11"
    assert ramming.BackOff.read(ramming.BackOff().write()) == {}
    assert ramming.BackOff.read("back") is None
    with pytest.raises(ValueError, match="which galley"):
        ramming.Ram.read("ram")


# The Defensive Reaction Ram


def crossing(*dice: int, option: bool = True, rammer: Any = None, **streams: Any) -> Any:
    """A game in which 5/1, heading NW, is about to cross the bow of 5/2, which heads N in 2319."""
    mover = ready(hex="2519", heading="NW", maximum=True, speed=(4, 7))
    return sea(
        mover,
        rammer or target(crew=2),
        target("5/4", "4010"),
        dice=wg.Dice.of(*dice, **streams),
        options={"reaction_ram": option},
    )


def cross(game: wg.Game, points: int = 5) -> Any:
    """Row 5/1 from 2519-2620 to 2318-2419."""
    return row(game, "5/1").say(f"row {points}", "ahead", "ahead")


@pytest.mark.clause("6.7")
@pytest.mark.parametrize(("die", "rams"), [(2, True), (3, False)])
def test_a_galley_may_ram_one_that_crosses_its_bow_if_its_crew_is_up_to_it(
    die: int, rams: bool
) -> None:
    game = crossing(reaction=(die,), ram=(6, 6))
    rowing = cross(game)
    assert rowing.ask.seat == "carthage"
    assert rowing.lines == ["decline", "ram 5/1"]
    rowing.say("ram 5/1")
    assert one(game, "5/2").rammed_at is rams
    assert one(game, "5/1").rammed is rams
    assert bool(rowing.offers("ahead")) is not rams


@pytest.mark.clause("6.7")
def test_the_reaction_ram_is_optional() -> None:
    rowing = cross(crossing(option=False))
    assert rowing.ask.seat == "rome"


@pytest.mark.clause("6.7")
@pytest.mark.parametrize(
    "state",
    [{"fatigue": 1}, {"half": True}, {"crippled": PORT}, {"ram": (0, 0)}, {"rammed_at": True}],
)
def test_a_galley_that_may_not_ram_does_not_react(state: dict[str, Any]) -> None:
    rowing = cross(crossing(rammer=target(crew=2, **state)))
    assert rowing.ask.seat == "rome"


@pytest.mark.clause("6.7", "7.12")
def test_a_galley_pointing_at_the_rammer_bow_to_bow_is_not_rammed_in_reaction() -> None:
    game = sea(ready(hex="2316", heading="S"), target(crew=2), options={"reaction_ram": True})
    rowing = row(game, "5/1").say("row 2", "ahead", "ahead")
    assert where(game, "5/1") == "2318-2317"
    assert rowing.over or rowing.ask.seat == "rome"


@pytest.mark.clause("6.7-result")
def test_a_failed_reaction_ram_costs_the_mover_a_point_and_hinders_it() -> None:
    game = crossing(reaction=(1,), ram=(1, 1))
    rowing = cross(game)
    assert game.state.moving.left == 3
    rowing.say("ram 5/1")
    moving = game.state.moving
    assert moving.left == 2
    assert not moving.stopped
    assert [value for _, value, _ in ramming.hindrance(moving)] == [-1]
    assert rowing.offers("ahead")


@pytest.mark.clause("6.7-result", "7.16-collision")
def test_the_collision_of_a_reaction_ram_falls_on_the_galley_that_did_not_move() -> None:
    game = crossing(reaction=(1,), ram=(1, 1), rammer=target(crew=2, maximum=True))
    cross(game).say("ram 5/1")
    galley, mover = one(game, "5/2"), one(game, "5/1")
    assert galley.half
    assert galley.collided
    assert not galley.maximum
    assert mover.maximum
    assert not mover.half
    # Its next activation is its own, and takes the marker off.
    movement.end_activation(game.state, [galley.n])
    assert not galley.half


@pytest.mark.clause("6.7-result", "7.16-retraction")
def test_a_reaction_ram_that_succeeds_stops_the_mover_and_is_drawn_out_like_any_other() -> None:
    rammer = target(crew=2, ram=(9, 9))
    game = crossing(reaction=(1,), ram=(3, 4), rammer=rammer)
    rowing = cross(game).say("ram 5/1")
    mover = one(game, "5/1")
    assert mover.rammed
    assert not mover.maximum
    assert rowing.ask.seat == "carthage"
    rowing.say("back off")
    assert where(game, "5/2") == "2320-2321"
    assert not rowing.offers("ahead")


@pytest.mark.clause("6.7-result", "7.15")
def test_a_hindered_galley_rams_with_one_less() -> None:
    game = sea(ready(), target())
    rowing = row(game, "5/1").say("row 0")
    game.state.moving.hindered = True
    rowing.say("ram 5/2")
    assert modifiers(game, "ram") == -1
