"""Artillery, musketry, who may fire, enfilade, and what hits do (VI, VII, XI)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st
from landing_camp import camp, loaded, play
from table_top import battery, boats, group, one, region, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing import casualties, firing, ground, morale
from weathergage_as_per_margin.landing.asking import HOLD
from weathergage_as_per_margin.landing.casualties import BatterySilenced
from weathergage_as_per_margin.landing.firing import Shoot, Shot
from weathergage_as_per_margin.state import Unit

WOOD = region("Wood", "cover", (15, 0), (25, 0), (25, 16), (15, 16))
TOWN = region("Town", "town", (15, 0), (25, 0), (25, 16), (15, 16))


def pair(y: float = 15, dice: wg.Dice | None = None, **more: Any) -> tuple[wg.Game, Unit, Unit]:
    """A game with marines at (20, 20) and militia to their north. marines, militia: more."""
    mine, theirs = more.pop("marines", {}), more.pop("militia", {})
    game = camp(
        unit("Marines", mine.pop("figures", 8), (20, 20), **{"facing": "N", **mine}),
        unit("Militia", theirs.pop("figures", 8), (20, y), "french", **{"facing": "S", **theirs}),
        dice=dice,
        **more,
    )
    return game, troops(game, "marines"), troops(game, "militia")


def chance(game: wg.Game, table: str, column: str) -> Fraction:
    return Fraction(sum(game.rules.tables[table].look_up(die, column) for die in range(1, 7)), 6)


def targets(game: wg.Game, unit: Unit) -> list[str]:
    return [firing.id_of(mark) for mark in firing.marks_of(game, unit)]


# Casualties


@pytest.mark.clause("APM.landing.casualties")
def test_8_figures_that_take_3_hits_are_5_and_test_once() -> None:
    game, marines, _ = pair(dice=loaded(morale_marines=6))
    casualties.lose(game, marines, 3, "APM.landing.VII")
    assert marines.figures == 5
    assert marines.hit
    morale.morale_from_fire(game)
    assert len(told(game, morale.MoraleTested)) == 1


@pytest.mark.clause("APM.landing.casualties")
def test_a_gun_of_4_that_takes_a_hit_fires_with_3_dice_next_turn() -> None:
    game, gun, _ = pair(marines={"arm": "artillery", "figures": 4})
    assert firing.dice_of(game, gun) == 4
    casualties.lose(game, gun, 1, "APM.landing.VII")
    assert firing.dice_of(game, gun) == 3


@pytest.mark.clause("APM.landing.casualties")
def test_a_unit_without_figures_is_off_the_table_and_out_of_contact() -> None:
    game, marines, militia = pair()
    marines.contact, militia.contact = (militia.n,), (marines.n,)
    casualties.lose(game, marines, 9, "APM.landing.VII")
    assert (marines.figures, marines.gone, militia.contact) == (0, "destroyed", ())
    casualties.lose(game, marines, 1, "APM.landing.VII")
    assert marines.figures == 0


@pytest.mark.clause("APM.landing.casualties")
def test_no_hit_is_no_loss() -> None:
    game, marines, _ = pair()
    casualties.lose(game, marines, 0, "APM.landing.VII")
    assert (marines.figures, marines.hit) == (8, False)


def crewed(dice: wg.Dice | None = None) -> tuple[wg.Game, Unit]:
    game = camp(
        battery("San Jago", (20, 14), facing="S", boxes=5),
        unit("Crew", 4, (20, 14), "french", arm="artillery", battery="san-jago", facing="S"),
        unit("Marines", 8, (20, 20), facing="N"),
        dice=dice,
    )
    return game, troops(game, "crew")


@pytest.mark.clause("APM.landing.casualties")
def test_a_battery_whose_crew_is_dead_is_out_of_action() -> None:
    game, crew = crewed()
    assert casualties.is_manned(game.state, game.state.batteries[0])
    casualties.lose(game, crew, 4, "APM.landing.VII")
    assert game.state.batteries[0].spiked
    assert not game.state.batteries[0].fights
    assert [event.taken for event in told(game, BatterySilenced)] == [False]


@pytest.mark.clause("APM.landing.casualties")
@pytest.mark.parametrize(
    ("order", "x", "manned"), [("good", 20, True), ("routing", 20, False), ("good", 25, False)]
)
def test_a_battery_is_manned_by_a_crew_that_is_there_and_in_order(
    order: Any, x: float, manned: bool
) -> None:
    game, crew = crewed()
    crew.order, crew.pose = order, wg.FreePose.at(x, 14)
    assert casualties.is_manned(game.state, game.state.batteries[0]) == manned


@pytest.mark.clause("APM.landing.casualties")
def test_a_battery_without_a_crew_among_the_units_always_has_one() -> None:
    game = camp(battery("San Jago", (20, 14)), unit("Marines", 8, (20, 20)))
    assert casualties.is_manned(game.state, game.state.batteries[0])


# Scale


@pytest.mark.clause("APM.landing.scale")
def test_200_marines_are_8_figures_and_muskets_reach_200_yards() -> None:
    men, yards_to_the_inch = 25, Fraction(100, 3)
    assert 200 // men == 8
    assert Fraction(int(firing.MUSKET_RANGE)) * yards_to_the_inch == 200


# VI


@pytest.mark.clause("APM.landing.VI")
def test_4_crew_at_10_inches_expect_4_thirds_of_a_hit() -> None:
    game, gun, militia = pair(9.7, marines={"arm": "artillery", "figures": 4, "files": 4})
    assert firing.inches_to(gun, militia) == pytest.approx(10)
    assert firing.band_of(game, gun, militia) == "12"
    assert firing.expected_hits(game, gun, militia) == pytest.approx(4 / 3)


@pytest.mark.clause("APM.landing.VI")
@pytest.mark.parametrize(
    ("inches", "band", "hitting"),
    [(6.0, "6", 3), (6.1, "12", 2), (12.0, "12", 2), (12.1, "18", 1), (18.0, "18", 1)],
)
def test_artillery_hits_by_range(inches: float, band: str, hitting: int) -> None:
    game, gun, militia = pair(19.7 - inches, marines={"arm": "artillery", "figures": 4})
    assert targets(game, gun) == ["militia"]
    assert firing.band_of(game, gun, militia) == band
    assert chance(game, "artillery", band) == Fraction(hitting, 6)


@pytest.mark.clause("APM.landing.VI")
def test_18_point_1_inches_is_out_of_range() -> None:
    game, gun, _ = pair(1.6, marines={"arm": "artillery", "figures": 4})
    assert targets(game, gun) == []


@pytest.mark.clause("APM.landing.VI")
def test_cover_and_formation_do_not_matter_to_artillery() -> None:
    for more in ({"regions": [WOOD]}, {"militia": {"skirmishing": True, "formed": False}}):
        game, gun, militia = pair(marines={"arm": "artillery", "figures": 4}, **more)
        assert firing.expected_hits(game, gun, militia) == pytest.approx(2)


@pytest.mark.clause("APM.landing.VI")
def test_a_gun_pivots_and_fires() -> None:
    game, gun, _ = pair(marines={"arm": "artillery", "figures": 4, "facing": "S"})
    play(firing.artillery(game), Shoot(unit="marines", target="militia"))
    assert gun.pose.degrees == 0
    assert gun.pose.inches == (20, 20)


@pytest.mark.clause("APM.landing.VI")
def test_a_crew_fires_its_battery_once_at_sea_or_ashore() -> None:
    game, crew = crewed()
    assert firing.is_eligible(game.state, crew)
    game.state.batteries[0].fired = True
    assert not firing.is_eligible(game.state, crew)
    game.state.batteries[0].fired = False
    crew.pose = wg.FreePose.at(23, 14)
    assert not firing.is_eligible(game.state, crew)


# VII


@pytest.mark.clause("APM.landing.VII")
@pytest.mark.parametrize(
    ("figures", "more", "dice"),
    [
        (8, {"files": 4}, 8),
        (8, {"files": 4, "formed": False}, 4),
        (12, {"files": 4}, 8),
        (12, {"files": 4, "formed": False}, 4),
        (5, {"files": 4}, 5),
        (3, {"files": 4}, 3),
        (8, {"files": 4, "formed": False, "skirmishing": True}, 8),
    ],
)
def test_two_ranks_of_formed_troops_fire_and_one_of_a_crowd(
    figures: int, more: dict[str, Any], dice: int
) -> None:
    game, marines, _ = pair(marines={"figures": figures, **more})
    assert firing.dice_of(game, marines) == dice


@pytest.mark.clause("APM.landing.VII")
def test_muskets_reach_6_inches_from_edge_to_edge() -> None:
    game, marines, _ = pair(13.7)
    assert targets(game, marines) == ["militia"]
    game, marines, _ = pair(13.6)
    assert targets(game, marines) == []


@pytest.mark.clause("APM.landing.VII")
def test_muskets_do_not_reach_ships_or_boats() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        ship("Muiron", 38, at=(20, 18), side="french"),
        boats("launches", "muiron", 2, (20, 17), "french"),
    )
    assert targets(game, troops(game, "marines")) == []


# VII, targets


@pytest.mark.clause("APM.landing.VII.targets")
@pytest.mark.parametrize(
    ("militia", "column", "expected"),
    [
        ({}, "open", 2),
        ({"skirmishing": True, "formed": False}, "skirmishers", 1),
        ({"arm": "cavalry"}, "mounted", 3),
        ({"arm": "artillery", "figures": 4}, "open", 2),
        ({"facing": "E"}, "enfilade", 3),
        ({"arm": "cavalry", "facing": "E"}, "mounted", 3),
    ],
)
def test_what_6_dice_are_expected_to_hit(
    militia: dict[str, Any], column: str, expected: int
) -> None:
    game, marines, target = pair(marines={"figures": 6}, militia=militia)
    assert firing.target_class(game, marines, target) == column
    assert firing.expected_hits(game, marines, target) == pytest.approx(expected)


@pytest.mark.clause("APM.landing.VII.targets")
@pytest.mark.parametrize("cover", [WOOD, TOWN])
@pytest.mark.parametrize("militia", [{}, {"arm": "cavalry"}, {"facing": "E"}])
def test_cover_comes_before_all_else(cover: dict[str, Any], militia: dict[str, Any]) -> None:
    game, marines, target = pair(marines={"figures": 6}, militia=militia, regions=[cover])
    assert firing.target_class(game, marines, target) == "cover"
    assert firing.expected_hits(game, marines, target) == pytest.approx(1)


@pytest.mark.clause("APM.landing.VII.targets")
def test_skirmishers_stand_an_inch_apart() -> None:
    _, _, militia = pair(militia={"skirmishing": True, "formed": False})
    rights = [spot.right for spot in ground.spots(militia)]
    assert {b - a - ground.FIGURE for a, b in pairwise(rights)} == {1000}


# XI, enfilade


@pytest.mark.clause("APM.landing.XI.enfilade")
def test_skirmishers_shot_at_along_their_line_are_not_enfiladed() -> None:
    game, marines, militia = pair(militia={"skirmishing": True, "formed": False, "facing": "E"})
    assert not ground.is_enfiladed(militia, marines)
    assert chance(game, "musketry", firing.target_class(game, marines, militia)) == Fraction(1, 6)


@pytest.mark.clause("APM.landing.XI.enfilade")
def test_a_formed_line_shot_at_from_its_flank_is_enfiladed() -> None:
    game, marines, militia = pair(militia={"facing": "W"})
    assert ground.is_enfiladed(militia, marines)
    assert chance(game, "musketry", firing.target_class(game, marines, militia)) == Fraction(3, 6)


@pytest.mark.clause("APM.landing.XI.enfilade")
@pytest.mark.parametrize(
    ("bearing", "enfiladed"),
    [(0, False), (44, False), (45, True), (90, True), (135, True), (136, False), (270, True)],
)
def test_enfilade_is_from_45_to_135_degrees_off_the_front(bearing: int, enfiladed: bool) -> None:
    _, marines, militia = pair(militia={"facing": "N", "files": 8})
    marines.pose = militia.pose.pointed(bearing).ahead(5)
    assert ground.is_enfiladed(militia, marines) == enfiladed


@pytest.mark.clause("APM.landing.XI.enfilade")
@pytest.mark.parametrize("bearing", [0, 180])
def test_whoever_stands_right_before_or_behind_a_long_line_does_not_enfilade_its_wings(
    bearing: int,
) -> None:
    _, marines, militia = pair(militia={"facing": "N", "figures": 16, "files": 16})
    straight = militia.pose.pointed(bearing).ahead(1.5)
    for aside, enfiladed in ((2.3, False), (2.7, True)):
        for side in (90, 270):
            marines.pose = straight.drifted(side, aside)
            assert ground.is_enfiladed(militia, marines) == enfiladed


# XI, who may fire


@pytest.mark.clause("APM.landing.XI.eligible")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("order", "shaken"),
        ("order", "routing"),
        ("moved", True),
        ("fired", True),
        ("barred", True),
        ("contact", (1,)),
        ("gone", "destroyed"),
    ],
)
def test_who_is_not_eligible(name: str, value: Any) -> None:
    game, marines, _ = pair()
    assert firing.is_eligible(game.state, marines)
    setattr(marines, name, value)
    assert not firing.is_eligible(game.state, marines)


@pytest.mark.clause("APM.landing.XI.eligible", "APM.landing.II")
def test_a_unit_that_rallied_in_place_is_eligible() -> None:
    from weathergage_as_per_margin.landing import closing, rallying

    game, marines, _ = pair(
        dice=loaded(morale_marines=6), marines={"formed": False}, options={"rally_penalty": False}
    )
    marines.order = "routing"
    rallying.rally(game)
    assert firing.is_eligible(game.state, marines)
    assert closing.may_close(marines), "and may test for contact in the same turn"


@pytest.mark.clause("APM.landing.XI.eligible")
def test_cavalry_has_nothing_to_fire() -> None:
    game, marines, _ = pair(marines={"arm": "cavalry"})
    assert not firing.is_eligible(game.state, marines)


# Simultaneous, and at sea


@pytest.mark.clause("APM.landing.I")
def test_fire_is_simultaneous_and_losses_count_from_L11() -> None:
    game, marines, militia = pair(dice=loaded(musketry=(6,) * 16, morale=(6, 6)))
    asked = play(
        firing.musketry(game),
        Shoot(unit="marines", target="militia"),
        Shoot(unit="militia", target="marines"),
    )
    assert [ask.seat for ask in asked] == ["british", "french"]
    assert [len(event.faces) for event in told(game, Shot)] == [8, 8]
    assert (marines.figures, militia.figures) == (8, 8)
    morale.morale_from_fire(game)
    assert marines.gone == militia.gone == "destroyed"


@pytest.mark.clause("APM.landing.I")
def test_figures_hit_by_artillery_still_fire_their_muskets() -> None:
    game = camp(
        unit("Gun", 4, (20, 10), "french", arm="artillery", facing="S"),
        unit("Militia", 8, (24, 15), "french", facing="S"),
        unit("Marines", 8, (20, 20), facing="N"),
        dice=loaded(artillery_gun=(6,) * 4, musketry_marines=(6,) * 8),
    )
    play(firing.artillery(game), Shoot(unit="gun", target="marines"))
    marines = troops(game, "marines")
    assert (marines.figures, marines.struck) == (8, 4)
    play(firing.musketry(game), Shoot(unit="marines", target="militia"), HOLD)
    assert troops(game, "militia").struck == 8


@pytest.mark.clause("APM.landing.I", "APM.landing.VI")
def test_land_guns_hit_ships_box_by_box_as_ships_guns_do() -> None:
    game = camp(
        ship("Muiron", 38, at=(20, 15), heading="E", side="french"),
        unit("Gun", 4, (20, 20), arm="artillery", facing="N"),
        dice=loaded(artillery_gun=(4, 5, 6, 3)),
    )
    muiron = one(game, "muiron")
    before = muiron.hull, muiron.guns, muiron.upper
    play(firing.artillery(game), Shoot(unit="gun", target="muiron"))
    assert before == (muiron.hull + 1, muiron.guns + 1, muiron.upper + 1)
    assert muiron.starboard == muiron.card.boxes.starboard - 1, "on the side that they come from"


@pytest.mark.clause("APM.landing.I")
def test_land_guns_sink_boats_and_leave_struck_ships_alone() -> None:
    game = camp(
        ship("Muiron", 38, at=(40, 15), side="french"),
        ship("Desaix", 74, at=(20, 12), side="french", struck=True),
        boats("launches", "muiron", 3, (20, 15), "french"),
        unit("Gun", 4, (20, 20), arm="artillery", facing="N"),
        dice=loaded(artillery_gun=(4, 5, 1, 3)),
    )
    assert targets(game, troops(game, "gun")) == ["launches"]
    play(firing.artillery(game), Shoot(unit="gun", target="launches"))
    assert group(game, "launches").count == 1


@pytest.mark.clause("APM.landing.I")
def test_ships_fire_at_troops_takes_figures_and_makes_them_test() -> None:
    from weathergage_as_per_margin import targets as at_sea

    game, marines, _ = pair()
    kinds = ["hull", "guns", "masts", "guns"]
    at_sea.hit(game, marines, kinds, wg.FreePose.at(0, 0), clause="APM.fire.effects", by="Muiron")
    assert (marines.figures, marines.hit) == (5, True)


# Questions


@pytest.mark.clause("APM.landing.VII")
def test_all_shots_are_listed_and_others_refused_with_the_reason() -> None:
    game, _, _ = pair()
    answers = firing.Shooting(game, "landing", "infantry")
    assert answers.legal() == [Shoot(unit="marines", target="militia"), HOLD]
    far = answers.check(Shoot(unit="marines", target="reserve"))
    assert far is not None
    assert "6 inches, at militia" in far.reason
    nobody = answers.check(Shoot(unit="militia", target="marines"))
    assert nobody is not None
    assert nobody.code == "not-eligible"


@pytest.mark.clause("APM.landing.VII")
def test_who_has_no_target_is_not_asked() -> None:
    game, _, _ = pair(2)
    assert play(firing.musketry(game)) == []


@pytest.mark.clause("APM.landing.VII")
def test_a_house_rule_may_change_a_table_cell() -> None:
    game, _, _ = pair()
    table = game.rules.tables["musketry"]
    assert table.source(5, "open").status == "printed"
    assert table.replaced("4 x open", 1, "better drill").look_up(4, "open") == 1


@pytest.mark.clause("APM.landing.VII")
@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("marines fire at militia", {"unit": "marines", "target": "militia"}),
        ("marines fires militia", {"unit": "marines", "target": "militia"}),
        ("marines form", None),
    ],
)
def test_a_line_says_who_fires(line: str, data: dict[str, Any] | None) -> None:
    assert Shoot.read(line) == data
    if data:
        assert Shoot.read(Shoot(**data).write()) == data


@pytest.mark.clause("APM.landing.VII")
def test_a_line_without_a_target_is_refused() -> None:
    with pytest.raises(ValueError, match="say at whom marines fires"):
        Shoot.read("marines fire at")


@pytest.mark.clause("APM.landing.VII")
@given(
    st.integers(0, 359),
    st.integers(0, 359),
    st.integers(-6000, 6000),
    st.integers(-6000, 6000),
    st.integers(1, 10),
    st.integers(1, 10),
)
def test_edge_to_edge_is_what_the_shapes_say(
    a: int, b: int, x: int, y: int, ours: int, theirs: int
) -> None:
    import shapely

    _, marines, militia = pair(marines={"figures": ours}, militia={"figures": theirs})
    marines.pose = wg.FreePose.at(20, 20, a)
    militia.pose = wg.FreePose(20000 + x, 20000 + y, b * 100)
    one, other = ground.box_of(marines), ground.box_of(militia)
    shapes = [shapely.Polygon(box.corners()) for box in (one, other)]
    assert ground.gap(one, other) == pytest.approx(shapes[0].distance(shapes[1]) / 1000, abs=1e-6)
    assert ground.gap(one, other) == pytest.approx(ground.gap(other, one))
