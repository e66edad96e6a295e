"""Melees and their morale, and batteries that are stormed (IX, X, XII)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from landing_camp import camp, loaded
from table_top import battery, region, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing import closing, ground, melee
from weathergage_as_per_margin.landing.casualties import BatterySilenced
from weathergage_as_per_margin.landing.melee import Fought, MeleeDecided
from weathergage_as_per_margin.landing.morale import MoraleTested
from weathergage_as_per_margin.state import Unit

WALL = region("Wall", "cover", (15, 10), (25, 10), (25, 19.8), (15, 19.8))
"""Cover for whoever stands north of (20, 20)."""


def meet(game: wg.Game, one: str, other: str) -> None:
    """Put two units in contact where they stand."""
    closing.touch(troops(game, one), troops(game, other))


def fight(dice: wg.Dice | None = None, **more: Any) -> tuple[wg.Game, Unit, Unit]:
    """Marines at (20, 20) in contact with militia to their north, front to front.

    marines, militia: more of each. shift: inches that the militia stands to the east.
    """
    mine, theirs = more.pop("marines", {}), more.pop("militia", {})
    shift = more.pop("shift", 0)
    game = camp(
        unit("Marines", mine.pop("figures", 8), (20, 20), **{"facing": "N", **mine}),
        unit(
            "Militia",
            theirs.pop("figures", 8),
            (20 + shift, 19.7),
            "french",
            **{"facing": "S", **theirs},
        ),
        dice=dice,
        **more,
    )
    meet(game, "marines", "militia")
    return game, troops(game, "marines"), troops(game, "militia")


def dice_of(game: wg.Game, unit: Unit) -> int:
    return sum(melee.figures_against(game.state, unit).values())


def chance(game: wg.Game, column: str) -> Fraction:
    table = game.rules.tables["melee"]
    return Fraction(sum(int(table.look_up(die, column)) for die in range(1, 7)), 6)


# IX.1


@pytest.mark.clause("APM.landing.IX.1")
@pytest.mark.parametrize(("column", "hits"), [("equal", 2), ("inferior", 3), ("superior", 1)])
def test_4_in_contact_and_2_beside_them_throw_6_dice(column: str, hits: int) -> None:
    game, marines, militia = fight(
        marines={"figures": 6, "files": 6}, militia={"figures": 4, "files": 4}
    )
    assert len(ground.touching(marines, militia)) == 4
    assert dice_of(game, marines) == 6
    assert dice_of(game, militia) == 4
    assert 6 * chance(game, column) == hits
    assert melee.expected_melee_hits(game, marines) == pytest.approx(2)


@pytest.mark.clause("APM.landing.IX.1")
def test_only_one_figure_on_either_side_is_beside_and_no_rank_behind() -> None:
    game, marines, _ = fight(
        marines={"figures": 16, "files": 8}, militia={"figures": 4, "files": 4}
    )
    assert dice_of(game, marines) == 6


@pytest.mark.clause("APM.landing.IX.1")
def test_bases_that_meet_at_a_corner_only_are_not_in_contact() -> None:
    _, marines, militia = fight(
        shift=1.2, marines={"figures": 4, "files": 4}, militia={"figures": 4, "files": 4}
    )
    assert ground.touching(marines, militia) == set()
    militia.pose = wg.FreePose.at(21.15, 19.7, 180)
    assert ground.touching(marines, militia) == {3}
    assert ground.touching(militia, marines) == {3}


@pytest.mark.clause("APM.landing.IX.1")
def test_both_throw_at_once() -> None:
    game, marines, militia = fight(
        loaded(melee_marines=(6,) * 4, melee_militia=(6,) * 4, morale=(6, 6)),
        marines={"figures": 4, "files": 4},
        militia={"figures": 4, "files": 4},
    )
    melee.melees(game)
    assert marines.gone == militia.gone == "destroyed"


@pytest.mark.clause("APM.landing.IX.1")
def test_figures_that_touch_two_enemies_fight_one_of_them() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N", files=8),
        unit("Militia", 4, (19.4, 19.7), "french", facing="S", files=4),
        unit("Guard", 4, (20.6, 19.7), "french", facing="S", files=4),
    )
    meet(game, "marines", "militia")
    meet(game, "marines", "guard")
    counted = melee.figures_against(game.state, troops(game, "marines"))
    assert counted == {troops(game, "militia").n: 4, troops(game, "guard").n: 4}


@pytest.mark.clause("APM.landing.IX.1")
def test_units_that_losses_parted_close_up_before_they_fight() -> None:
    game, marines, militia = fight(
        marines={"figures": 4, "files": 4}, militia={"figures": 12, "files": 12}, shift=2
    )
    militia.figures = 2
    assert not ground.touching(marines, militia)
    militia.charging = True
    melee.melees(game)
    assert [event.unit for event in told(game, Fought)] == ["Marines", "Militia"]


# IX.2


@pytest.mark.clause("APM.landing.IX.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "cover", "to_me", "to_them"),
    [
        ({"arm": "cavalry"}, {}, False, "inferior", "superior"),
        ({"arm": "cavalry"}, {}, True, "superior", "inferior"),
        ({}, {}, False, "equal", "equal"),
        ({}, {"arm": "artillery"}, False, "inferior", "superior"),
        ({}, {"arm": "artillery"}, True, "superior", "inferior"),
    ],
)
def test_who_is_superior(
    mine: dict[str, Any], theirs: dict[str, Any], cover: bool, to_me: str, to_them: str
) -> None:
    game, marines, militia = fight(
        marines=dict(mine), militia=dict(theirs), regions=[WALL] if cover else []
    )
    marines.charging = True
    assert melee.standing(game, marines, militia) == to_me
    assert melee.standing(game, militia, marines) == to_them


@pytest.mark.clause("APM.landing.IX.2")
def test_charging_cavalry_hits_infantry_on_4_to_6_and_is_hit_on_6() -> None:
    game, marines, militia = fight(marines={"arm": "cavalry"})
    marines.charging = True
    assert chance(game, melee.standing(game, marines, militia)) == Fraction(3, 6)
    assert chance(game, melee.standing(game, militia, marines)) == Fraction(1, 6)


@pytest.mark.clause("APM.landing.IX.2")
def test_infantry_behind_a_wall_is_better_than_charging_cavalry() -> None:
    game, marines, militia = fight(marines={"arm": "cavalry"}, regions=[WALL])
    marines.charging = True
    assert chance(game, melee.standing(game, militia, marines)) == Fraction(3, 6)
    assert chance(game, melee.standing(game, marines, militia)) == Fraction(1, 6)


@pytest.mark.clause("APM.landing.IX.2")
def test_infantry_against_infantry_hits_on_5_and_6() -> None:
    game, marines, militia = fight()
    assert chance(game, melee.standing(game, marines, militia)) == Fraction(2, 6)


@pytest.mark.clause("APM.landing.IX.2")
def test_the_ranking_as_printed() -> None:
    game, _, _ = fight()
    table = game.rules.tables["melee-ranking"]
    assert sorted(table.rows, key=lambda row: int(table.look_up(row, 0))) == [
        "cover",
        "charging-cavalry",
        "standing-cavalry",
        "infantry",
        "artillery",
        "flank",
        "shaken",
    ]


@pytest.mark.clause("APM.landing.IX.2")
@pytest.mark.parametrize(
    ("heading", "description"), [("S", "cover"), ("E", "flank"), ("W", "flank"), ("N", "flank")]
)
def test_taken_in_flank_or_rear_ranks_below_cover(heading: str, description: str) -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing=heading),
        regions=[region("Redoubt", "cover", (18, 13), (22, 13), (22, 15.2), (18, 15.2))],
    )
    marines, militia = troops(game, "marines"), troops(game, "militia")
    way = closing.route(game, marines, militia)
    assert isinstance(way, closing.Route)
    marines.pose = way.stops[-1]
    meet(game, "marines", "militia")
    assert melee.description(game, militia) == description
    assert melee.description(game, marines) == "infantry", "who attacks has its enemy in front"


@pytest.mark.clause("APM.landing.IX.2")
def test_cavalry_that_goes_on_fighting_stands() -> None:
    game, marines, _ = fight(marines={"arm": "cavalry"})
    assert melee.description(game, marines) == "standing-cavalry"
    marines.charging = True
    assert melee.description(game, marines) == "charging-cavalry"


# IX.3


@pytest.mark.clause("APM.landing.IX.3")
@pytest.mark.parametrize("order", ["shaken", "routing"])
def test_shaken_infantry_behind_a_wall_ranks_lowest(order: Any) -> None:
    game, marines, militia = fight(regions=[WALL])
    militia.order = order
    assert melee.description(game, militia) == "shaken"
    assert melee.standing(game, marines, militia) == "inferior"


@pytest.mark.clause("APM.landing.IX.3")
def test_shaken_against_shaken_are_equals() -> None:
    game, marines, militia = fight()
    marines.order = militia.order = "shaken"
    assert melee.standing(game, marines, militia) == "equal"
    assert chance(game, "equal") == Fraction(2, 6)


# IX.5


@pytest.mark.clause("APM.landing.IX.5")
def test_of_5_skirmishers_one_is_touched_and_throws_one_die() -> None:
    game, _, militia = fight(
        marines={"figures": 1, "files": 1},
        militia={"figures": 5, "skirmishing": True, "formed": False},
    )
    assert dice_of(game, militia) == 1


@pytest.mark.clause("APM.landing.IX.5")
def test_skirmishers_rank_as_infantry_all_the_same() -> None:
    game, marines, militia = fight(militia={"figures": 5, "skirmishing": True, "formed": False})
    assert melee.description(game, militia) == "infantry"
    assert melee.standing(game, marines, militia) == "equal"


# X


def after(lost: int, won: int, dice: dict[str, Any], **more: Any) -> tuple[wg.Game, Unit, Unit]:
    """A melee of 4 against 4 in which the marines lose and score so many hits, and what follows."""
    faces = {
        "melee_marines": (6,) * won + (1,) * (4 - won),
        "melee_militia": (6,) * lost + (1,) * (4 - lost),
        "rout": (1, 1),
        "fall_back": (1, 1),
    }
    game, one, other = fight(loaded(**faces, **dice), **more)
    melee.melees(game)
    return game, one, other


@pytest.mark.clause("APM.landing.X")
def test_the_loser_is_good_and_the_winner_routs() -> None:
    game, marines, militia = after(
        1, 2, {"morale_militia": 6, "morale_marines": 2}, marines={"formed": False, "files": 4}
    )
    assert militia.order == "good"
    assert marines.order == "routing"
    assert [event.unit for event in told(game, MoraleTested)] == ["Militia", "Marines"]


@pytest.mark.clause("APM.landing.X")
def test_the_loser_falls_back_and_the_winner_does_not_test() -> None:
    game, marines, militia = after(1, 2, {"morale_militia": 2})
    assert militia.pose.inches == (20, 18.7)
    assert not militia.contact
    assert len(told(game, MoraleTested)) == 1
    assert marines.pose.inches == (20, 20)


@pytest.mark.clause("APM.landing.X")
def test_on_a_tie_nobody_tests_and_the_melee_goes_on() -> None:
    game, marines, militia = after(1, 1, {})
    assert not told(game, MoraleTested)
    assert told(game, MeleeDecided)[0].loser == ""
    assert marines.contact == (militia.n,)


@pytest.mark.clause("APM.landing.X")
def test_if_both_pass_the_melee_goes_on() -> None:
    game, marines, militia = after(1, 2, {"morale_militia": 6, "morale_marines": 6})
    assert len(told(game, MoraleTested)) == 2
    assert marines.contact == (militia.n,)
    assert not militia.pinned


@pytest.mark.clause("APM.landing.X")
@pytest.mark.parametrize(
    ("added", "rout", "shaken", "good"), [(0, 2, 2, 2), (1, 1, 2, 3), (-1, 3, 2, 1)]
)
def test_the_dice_are_those_of_morale_from_fire(
    added: int, rout: int, shaken: int, good: int
) -> None:
    tables = fight()[0].rules.tables
    assert tables["melee-morale"].odds(0, added) == tables["fire-morale"].odds(0, added)
    assert tables["melee-morale"].odds(0, added) == {
        "rout": Fraction(rout, 6),
        "shaken": Fraction(shaken, 6),
        "good": Fraction(good, 6),
    }


@pytest.mark.clause("APM.landing.X")
def test_where_nobody_of_the_losers_is_left_the_winner_does_not_test() -> None:
    game, _, militia = after(0, 4, {}, militia={"figures": 4, "files": 4})
    assert militia.gone == "destroyed"
    assert not told(game, MoraleTested)


@pytest.mark.clause("APM.landing.I", "APM.landing.shaken")
def test_when_the_melees_are_over_so_is_the_turn_ashore() -> None:
    game, marines, militia = fight()
    for one in (marines, militia):
        one.contact = ()
        one.order = "shaken"
        one.pinned = one.moved = one.fired = one.hit = one.barred = one.halted = True
        one.charging = True
    militia.order = "routing"
    melee.melees(game)
    assert marines.order == "good"
    assert militia.order == "routing"
    for one in (marines, militia):
        flags = ("pinned", "moved", "fired", "hit", "barred", "halted", "charging")
        assert not [flag for flag in flags if getattr(one, flag)]


# XII


def storm(dice: wg.Dice) -> wg.Game:
    game = camp(
        battery("San Jago", (20, 19.7), facing="S", boxes=5),
        unit(
            "Crew",
            4,
            (20, 19.7),
            "french",
            arm="artillery",
            battery="san-jago",
            facing="S",
            files=4,
        ),
        unit("Marines", 4, (20, 20), facing="N", files=4),
        dice=dice,
    )
    meet(game, "marines", "crew")
    melee.melees(game)
    return game


@pytest.mark.clause("APM.landing.XII")
@pytest.mark.parametrize("hits", [1, 4])
def test_a_landing_party_that_beats_a_crew_silences_the_battery_for_good(hits: int) -> None:
    faces = (6,) * hits + (1,) * (4 - hits)
    game = storm(loaded(melee_marines=faces, melee_crew=(1,) * 4, morale=(6, 6)))
    (fort,) = game.state.batteries
    assert fort.spiked
    assert not fort.fights
    assert [event.taken for event in told(game, BatterySilenced)] == [True]


@pytest.mark.clause("APM.landing.XII")
@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (1, 4)])
def test_a_melee_that_is_not_won_leaves_the_battery_as_it_was(mine: int, theirs: int) -> None:
    game = storm(
        loaded(
            melee_marines=(6,) * mine + (1,) * (4 - mine),
            melee_crew=(6,) * theirs + (1,) * (4 - theirs),
            morale=(6, 6),
        )
    )
    assert not game.state.batteries[0].spiked


# Whatever happens


@pytest.mark.clause("APM.landing.IX.1", "APM.landing.X")
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32))
def test_contact_stays_mutual_and_figures_are_never_made(ours: int, theirs: int, seed: int) -> None:
    game, marines, militia = fight(
        wg.Dice(seed), marines={"figures": ours}, militia={"figures": theirs}
    )
    before = ours + theirs
    for _ in range(4):
        melee.melees(game)
        assert marines.figures + militia.figures <= before
        before = marines.figures + militia.figures
        assert (militia.n in marines.contact) == (marines.n in militia.contact)
        assert bool(marines.gone) >= (not marines.figures)
