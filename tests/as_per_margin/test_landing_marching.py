"""Regular movement ashore: marching, crossing, forming (V)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from landing_camp import camp, loaded, play
from table_top import answer, battery, region, sea, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing import firing, ground, marching
from weathergage_as_per_margin.landing.asking import HOLD, Hold
from weathergage_as_per_margin.landing.marching import (
    Form,
    March,
    Marched,
    SetOut,
    SetOutOn,
    Skirmish,
)

WOODS = region("Woods", "rough", (0, 10), (60, 10), (60, 15), (0, 15))
DITCH = region("Ditch", "obstacle", (0, 18), (60, 18), (60, 18.4), (0, 18.4))


def marines(*others: Any, dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """A game with marines at (20, 20) that face north, and the question is theirs."""
    known = {key: more.pop(key) for key in ("regions", "battle_turn") if key in more}
    more.setdefault("figures", 8)
    mine = unit("Marines", more.pop("figures"), (20, 20), facing="N", **more)
    return camp(mine, *others, dice=dice, **known)


def north(inches: float, **more: Any) -> March:
    return March(unit="marines", legs=((0, inches),), **more)


def refusal(game: wg.Game, command: wg.Command) -> str:
    with pytest.raises(wg.IllegalCommand) as refused:
        answer(game, command)
    return refused.value.code


# V.1


@pytest.mark.clause("APM.landing.V.1")
def test_skirmishers_with_a_5_go_up_to_5_inches_in_woods() -> None:
    game = marines(
        dice=loaded(march_marines=5),
        formed=False,
        skirmishing=True,
        regions=[region("Woods", "rough", (0, 0), (60, 0), (60, 60), (0, 60))],
    )
    answer(game, SetOut(unit="marines"))
    assert refusal(game, north(5.1)) == "too-far"
    answer(game, north(5))
    assert troops(game, "marines").pose.inches == (20, 15)


@pytest.mark.clause("APM.landing.V.1")
@pytest.mark.parametrize("kind", ["rough", "obstacle"])
def test_a_gun_crossing_a_ditch_with_a_4_goes_up_to_4_inches(kind: str) -> None:
    ditch = region("Ditch", kind, (0, 18), (60, 18), (60, 18.4), (0, 18.4))
    game = marines(dice=loaded(march_marines=4), arm="artillery", figures=4, regions=[ditch])
    answer(game, SetOut(unit="marines", across=True))
    answer(game, north(4))
    assert troops(game, "marines").pose.inches == (20, 16)


@pytest.mark.clause("APM.landing.V.1")
def test_a_gun_crossing_a_ditch_with_a_3_stays_and_does_not_fire() -> None:
    game = marines(
        unit("Militia", 8, (20, 12), "french", facing="S"),
        dice=loaded(march_marines=3),
        arm="artillery",
        figures=4,
        regions=[DITCH],
    )
    gun = troops(game, "marines")
    assert firing.is_eligible(game.state, gun)
    answer(game, SetOut(unit="marines", across=True))
    assert gun.pose.inches == (20, 20)
    assert not firing.is_eligible(game.state, gun)
    assert not firing.may_fire_at_once(game.state, gun)
    assert told(game, SetOutOn)[0].stuck


@pytest.mark.clause("APM.landing.V.1")
def test_hauling_is_by_even_and_odd() -> None:
    table = marines().rules.tables["hauling"]
    assert [table.look_up(die, 0) for die in range(1, 7)] == ["stuck", "crosses"] * 3


@pytest.mark.clause("APM.landing.V.1")
def test_a_gun_that_did_not_say_so_does_not_cross() -> None:
    game = marines(dice=loaded(march_marines=3), arm="artillery", figures=4, regions=[DITCH])
    answer(game, SetOut(unit="marines"))
    assert refusal(game, north(3)) == "rough"
    answer(game, March(unit="marines", legs=((180, 3),)))
    assert troops(game, "marines").pose.inches == (20, 23)


@pytest.mark.clause("APM.landing.V.1")
def test_unformed_troops_throw_before_they_say_where() -> None:
    game = marines(dice=loaded(march_marines=2), formed=False)
    assert refusal(game, north(1)) == "no-die"
    answer(game, SetOut(unit="marines"))
    assert "up to 2 inches" in game.decisions[0].prompt
    assert refusal(game, SetOut(unit="marines")) == "marching"
    assert refusal(game, March(unit="reserve", legs=((0, 1),))) == "cannot"
    answer(game, HOLD)
    assert troops(game, "marines").moved, "who has thrown has used its move"
    assert game.decisions[0].about == "the landing party", "the reserve may still move"


@pytest.mark.clause("APM.landing.V.1")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("order", "shaken"),
        ("order", "routing"),
        ("pinned", True),
        ("contact", (1,)),
        ("moved", True),
        ("fired", True),
        ("halted", True),
        ("barred", True),
        ("gone", "destroyed"),
    ],
)
def test_who_makes_no_regular_move(name: str, value: Any) -> None:
    game = marines()
    unit = troops(game, "marines")
    assert marching.may_move(game.state, unit)
    setattr(unit, name, value)
    assert not marching.may_move(game.state, unit)


@pytest.mark.clause("APM.landing.V.1")
def test_a_crew_stays_at_its_guns_and_walks_back_to_them() -> None:
    game = camp(
        battery("San Jago", (30, 30)),
        unit("Crew", 4, (30, 30), "french", arm="artillery", battery="san-jago"),
    )
    crew = troops(game, "crew")
    assert not marching.may_move(game.state, crew)
    crew.pose = wg.FreePose.at(32, 30)
    assert marching.may_move(game.state, crew)


# V.2


@pytest.mark.clause("APM.landing.V.2")
@pytest.mark.parametrize(("arm", "most"), [("infantry", 6), ("cavalry", 12)])
def test_formed_troops_march_up_to_6_or_12_inches(arm: str, most: int) -> None:
    game = marines(arm=arm)
    assert refusal(game, north(most + 0.01)) == "too-far"
    assert refusal(game, SetOut(unit="marines")) == "formed"
    answer(game, March(unit="marines", legs=((0, most - 1), (90, 1)), facing=180))
    assert troops(game, "marines").pose == wg.FreePose.at(21, 21 - most, 180)
    assert troops(game, "marines").formed


@pytest.mark.clause("APM.landing.V.2")
def test_cavalry_that_enters_woods_is_unformed_and_goes_by_a_die() -> None:
    game = marines(dice=loaded(march_marines=6), arm="cavalry", regions=[WOODS])
    assert refusal(game, north(6)) == "rough"
    answer(game, SetOut(unit="marines", across=True))
    answer(game, north(6))
    horse = troops(game, "marines")
    assert horse.pose.inches == (20, 14)
    assert not horse.formed
    assert told(game, Marched)[0].unformed


@pytest.mark.clause("APM.landing.V.2")
def test_who_goes_by_a_die_but_meets_no_rough_ground_stays_formed() -> None:
    game = marines(dice=loaded(march_marines=6), regions=[WOODS])
    answer(game, SetOut(unit="marines", across=True))
    answer(game, north(4))
    assert troops(game, "marines").formed


@pytest.mark.clause("APM.landing.V.2", "APM.landing.V.3")
def test_unformed_infantry_forms_on_clear_ground_in_place_of_its_move() -> None:
    game = marines(formed=False, figures=7)
    answer(game, Form(unit="marines"))
    foot = troops(game, "marines")
    assert foot.formed
    assert foot.files == 4
    assert foot.moved
    assert not firing.is_eligible(game.state, foot)


@pytest.mark.clause("APM.landing.V.2")
def test_nobody_forms_on_rough_ground_nor_twice_nor_with_guns() -> None:
    wild = region("Wild", "rough", (10, 10), (30, 10), (30, 30), (10, 30))
    assert refusal(marines(formed=False, regions=[wild]), Form(unit="marines")) == "rough"
    assert refusal(marines(), Form(unit="marines")) == "formed"
    assert refusal(marines(arm="artillery"), Form(unit="marines")) == "artillery"


@pytest.mark.clause("APM.landing.V.2")
def test_infantry_spreads_out_where_there_is_room() -> None:
    game = marines(figures=4)
    answer(game, Skirmish(unit="marines"))
    foot = troops(game, "marines")
    assert foot.skirmishing
    assert not foot.formed
    assert 2 * ground.box_of(foot).across == 3 * 1300 + 300
    friend = unit("Seamen", 8, (21.5, 20))
    assert refusal(marines(friend, figures=4), Skirmish(unit="marines")) == "no-room"
    assert refusal(marines(arm="cavalry"), Skirmish(unit="marines")) == "arm"
    spread = marines(formed=False, skirmishing=True)
    assert refusal(spread, Skirmish(unit="marines")) == "skirmishing"


# V.3


@pytest.mark.clause("APM.landing.V.3")
def test_infantry_that_moves_an_inch_does_not_fire_and_that_stands_may() -> None:
    game = marines(unit("Militia", 8, (20, 15), "french", facing="S"))
    foot = troops(game, "marines")
    assert firing.is_eligible(game.state, foot)
    answer(game, north(1))
    assert not firing.is_eligible(game.state, foot)


@pytest.mark.clause("APM.landing.V.3")
def test_turning_on_the_spot_is_a_move_and_closing_forfeits_fire_too() -> None:
    game = marines()
    answer(game, March(unit="marines", facing=90))
    assert troops(game, "marines").pose == wg.FreePose.at(20, 20, 90)
    assert not firing.is_eligible(game.state, troops(game, "marines"))
    assert refusal(game, March(unit="reserve")) == "nowhere"
    from weathergage_as_per_margin.landing import closing

    game = marines(
        unit("Militia", 8, (20, 17), "french", facing="S"), dice=loaded(morale_marines=6)
    )
    play(closing.landing_closes(game), closing.Close(unit="marines", target="militia"))
    assert not firing.is_eligible(game.state, troops(game, "marines"))


# Where a march may lead


@pytest.mark.clause("APM.landing.V.1", "APM.landing.V.2")
def test_a_march_keeps_to_land_and_table_and_out_of_others() -> None:
    shore = region("Shore", "land", (0, 17), (60, 17), (60, 60), (0, 60))
    assert refusal(marines(regions=[shore]), north(4)) == "water"
    game = marines(arm="cavalry", regions=[])
    troops(game, "marines").pose = wg.FreePose.at(20, 3)
    assert refusal(game, north(4)) == "off-table"
    enemy = unit("Militia", 8, (20, 17), "french", facing="S")
    assert refusal(marines(enemy), north(3)) == "blocked"
    assert refusal(marines(enemy), north(5.5)) == "blocked", "nor through them"
    friend = unit("Seamen", 8, (20, 17))
    assert refusal(marines(friend), north(3)) == "blocked"
    game = marines(friend)
    answer(game, north(5))
    assert troops(game, "marines").pose.inches == (20, 15), "but through friends"


@pytest.mark.clause("APM.landing.V.1")
def test_troops_wade_ashore_from_the_shallows() -> None:
    shore = region("Shore", "land", (0, 0), (60, 0), (60, 19.5), (0, 19.5))
    game = marines(regions=[shore])
    assert refusal(game, March(unit="marines", legs=((180, 1),))) == "water"
    answer(game, north(3))


@pytest.mark.clause("APM.landing.V.1")
def test_by_night_an_unseen_enemy_stops_a_march_and_is_not_named_before() -> None:
    game = sea(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing="S"),
        phase="landing-move",
        battle_turn=11,
        sight=2,
    )
    answer(game, north(6))
    assert troops(game, "marines").pose.inches == (20, 15.3)


@pytest.mark.clause("APM.landing.V.1")
def test_a_side_with_nobody_to_move_is_not_asked() -> None:
    game = marines()
    assert play(marching.garrison_moves(game)) == []


@pytest.mark.clause("APM.landing.V.1")
@pytest.mark.parametrize(
    ("line", "kind", "data"),
    [
        ("marines NE 4", March, {"unit": "marines", "legs": [(45.0, 4.0)]}),
        (
            "marines NE 2 then 90 1.5 facing S",
            March,
            {"unit": "marines", "legs": [(45.0, 2.0), (90.0, 1.5)], "facing": 180.0},
        ),
        ("marines facing sw", March, {"unit": "marines", "legs": [], "facing": 225.0}),
        ("marines close militia", March, None),
        ("marines set out", SetOut, {"unit": "marines", "across": False}),
        ("gun set out across", SetOut, {"unit": "gun", "across": True}),
        ("gun NE 4", SetOut, None),
        ("marines form", Form, {"unit": "marines"}),
        ("marines N 1", Form, None),
        ("marines skirmish", Skirmish, {"unit": "marines"}),
        ("done", Skirmish, None),
        ("done", Hold, {}),
        ("marines form", Hold, None),
    ],
)
def test_lines_say_what_units_do(line: str, kind: Any, data: dict[str, Any] | None) -> None:
    assert kind.read(line) == data
    if data is not None:
        command = kind.model_validate(data)
        assert kind.model_validate(kind.read(command.write())) == command


@pytest.mark.clause("APM.landing.V.1")
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("marines NE", March),
        ("marines NE far", March),
        ("marines NE 3 facing up", March),
        ("gun set out over", SetOut),
    ],
)
def test_half_an_order_is_refused_with_an_example(line: str, kind: Any) -> None:
    with pytest.raises(ValueError, match=r"marines|such as"):
        kind.read(line)


@pytest.mark.clause("APM.landing.V.1", "APM.landing.V.2")
@given(st.integers(0, 2**32))
def test_random_marches_are_legal_and_never_touch_an_enemy(seed: int) -> None:
    pond = region("Pond", "land", (0, 0), (60, 0), (60, 60), (22, 60), (22, 25), (0, 25))
    game = marines(
        unit("Seamen", 5, (22, 18), formed=False),
        unit("Gun", 3, (18, 18), arm="artillery"),
        unit("Militia", 8, (20, 16), "french", facing="S"),
        dice=wg.Dice(seed),
        regions=[pond, WOODS],
    )
    dice = wg.Dice(seed)
    for _ in range(12):
        if game.phase != "landing-move":
            break
        command = game.decisions[0].sample(dice)
        assert marching.Marching(game, "landing").check(command) is None
        answer(game, command)
        militia = ground.box_of(troops(game, "militia"))
        for id in ("marines", "seamen", "gun"):
            mine = troops(game, id)
            assert ground.gap(ground.box_of(mine), militia) > 0
            assert ground.ground_of(game.rules).is_firm(mine.pose.x, mine.pose.y)
