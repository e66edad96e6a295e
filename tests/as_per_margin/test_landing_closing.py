"""Closing with the enemy and being closed with (III, IV, IX.4, XI)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from landing_camp import camp, loaded, play
from table_top import answer, region, sea, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing import closing, firing, marching, melee, morale
from weathergage_as_per_margin.landing.asking import HOLD
from weathergage_as_per_margin.landing.casualties import FiguresLost
from weathergage_as_per_margin.landing.closing import Close, CounterCharged
from weathergage_as_per_margin.landing.firing import Shoot, Shot
from weathergage_as_per_margin.landing.morale import MoraleTested

AT_SIX = 13.7
"""Where a French unit stands that faces one at (20, 20) with 6 inches between their edges."""


def facing(y: float = AT_SIX, dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """Marines at (20, 20) that face militia north of them. marines, militia: more of each."""
    marines, militia = more.pop("marines", {}), more.pop("militia", {})
    return camp(
        unit("Marines", marines.pop("figures", 8), (20, 20), facing="N", **marines),
        unit("Militia", militia.pop("figures", 8), (20, y), "french", facing="S", **militia),
        dice=dice,
        **more,
    )


def find_route(game: wg.Game, via: tuple[float, float] | None = None) -> Any:
    return closing.route(game, troops(game, "marines"), troops(game, "militia"), via)


def close(game: wg.Game, unit: str = "marines", target: str = "militia", **more: Any) -> None:
    """Let a unit try to close, and end its side's attempts."""
    landing = troops(game, unit).party == "landing"
    generator = closing.landing_closes(game) if landing else closing.garrison_closes(game)
    assert generator is not None
    generator.send(None)
    try:
        generator.send(Close(unit=unit, target=target, **more))
        generator.send(HOLD)
    except StopIteration:
        pass


# III


@pytest.mark.clause("APM.landing.III")
def test_infantry_6_inches_away_over_clear_ground_may_close() -> None:
    way = find_route(facing())
    assert way.inches == 6.0
    assert find_route(facing(AT_SIX - 0.01)).code == "too-far"


@pytest.mark.clause("APM.landing.III")
def test_cavalry_closes_from_12_inches() -> None:
    horse = {"arm": "cavalry"}
    assert find_route(facing(AT_SIX - 6, marines=horse)).inches == 12.0
    assert find_route(facing(AT_SIX - 6.01, marines=horse)).code == "too-far"


@pytest.mark.clause("APM.landing.III")
@pytest.mark.parametrize("kind", ["rough", "obstacle"])
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_over_rough_ground_both_close_from_4_inches(kind: str, arm: str) -> None:
    strip = region("Strip", kind, (0, 17), (60, 17), (60, 17.5), (0, 17.5))
    more: dict[str, Any] = {"regions": [strip]}
    assert find_route(facing(AT_SIX + 2, marines={"arm": arm}, **more)).rough
    assert find_route(facing(AT_SIX + 1, marines={"arm": arm}, **more)).code == "too-far"


@pytest.mark.clause("APM.landing.III")
def test_cavalry_goes_round_rough_ground_if_the_way_is_short_enough() -> None:
    bush = region("Bush", "rough", (19.5, 16), (20.5, 16), (20.5, 18), (19.5, 18))
    game = facing(AT_SIX + 1, marines={"arm": "cavalry"}, regions=[bush])
    assert find_route(game).code == "too-far"
    assert not find_route(game, (22, 19)).rough


@pytest.mark.clause("APM.landing.III")
def test_the_last_half_of_a_charge_is_straight() -> None:
    game = facing(17, marines={"arm": "cavalry"})
    ahead = find_route(game, (20, 18.85))
    assert ahead.inches == pytest.approx(2.7)
    assert find_route(game, (20, 18.65)).inches == pytest.approx(2.7), "exactly half"
    assert find_route(game, (20, 18.6)).code == "not-straight"
    game = facing()
    assert find_route(game, (20, 17)).inches == 6.0, "the last 3 inches of 6 without a wheel"
    assert find_route(game, (20, 16.9)).code == "not-straight"


@pytest.mark.clause("APM.landing.III")
def test_artillery_never_closes() -> None:
    game = facing(marines={"arm": "artillery"})
    assert not closing.may_close(troops(game, "marines"))


@pytest.mark.clause("APM.landing.III")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("order", "shaken"),
        ("order", "routing"),
        ("pinned", True),
        ("contact", (1,)),
        ("moved", True),
        ("halted", True),
        ("barred", True),
        ("gone", "destroyed"),
    ],
)
def test_who_may_not_try_to_close(name: str, value: Any) -> None:
    game = facing()
    marines = troops(game, "marines")
    assert closing.may_close(marines)
    setattr(marines, name, value)
    assert not closing.may_close(marines)


@pytest.mark.clause("APM.landing.III")
def test_the_way_keeps_to_the_land_and_clear_of_other_enemies() -> None:
    pond = [
        region("West", "land", (0, 0), (60, 0), (60, 17), (0, 17)),
        region("East", "land", (0, 18), (60, 18), (60, 60), (0, 60)),
    ]
    assert find_route(facing(regions=pond)).code == "water"
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing="S"),
        unit("Guard", 8, (20, 17), "french", facing="S"),
    )
    assert find_route(game).code == "blocked"


@pytest.mark.clause("APM.landing.III")
def test_a_charge_passes_friends_but_needs_room_where_it_ends() -> None:
    things = (
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Seamen", 8, (20, 18), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing="S"),
    )
    game = camp(*things)
    assert isinstance(find_route(game), closing.Route)
    troops(game, "seamen").pose = wg.FreePose.at(20, 15.3)
    assert find_route(game).code == "blocked"


@pytest.mark.clause("APM.landing.III")
def test_the_way_is_by_the_middle_of_the_front_rank_which_squares_up_to_the_face() -> None:
    game = camp(
        unit("Marines", 8, (24, 20), facing="W"),
        unit("Militia", 8, (20, 20), "french", facing="N"),
    )
    way = find_route(game)
    assert way.face == "right"
    assert way.stops[-1].degrees == 270
    assert way.stops[-1].inches[0] == pytest.approx(20 + 0.6 + 0.15)


@pytest.mark.clause("APM.landing.III")
def test_who_tried_does_not_try_again_and_who_has_nobody_near_is_not_asked() -> None:
    game = facing(dice=loaded(morale_marines=3))
    asked = play(closing.landing_closes(game), Close(unit="marines", target="militia"))
    assert len(asked) == 1
    assert not play(closing.landing_closes(facing(AT_SIX - 0.1)))


@pytest.mark.clause("APM.landing.III")
def test_closing_over_rough_ground_unforms() -> None:
    strip = region("Strip", "rough", (0, 17), (60, 17), (60, 17.5), (0, 17.5))
    game = facing(16, dice=loaded(morale_marines=6), regions=[strip])
    close(game)
    assert troops(game, "marines").contact
    assert not troops(game, "marines").formed


@pytest.mark.clause("APM.landing.III")
def test_a_captain_may_ask_whom_a_unit_can_reach() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 15), "french", facing="S"),
        unit("Guard", 8, (24, 17), "french", facing="W"),
        unit("Far", 8, (40, 15), "french", facing="S"),
    )
    reached = closing.reachable(game, troops(game, "marines"))
    assert [enemy.id for enemy, _ in reached] == ["militia", "guard"]


# III, infantry


@pytest.mark.clause("APM.landing.III.infantry")
@pytest.mark.parametrize(
    ("added", "shaken", "fires", "closes"),
    [(2, 0, 2, 4), (1, 1, 2, 3), (0, 2, 2, 2)],
)
def test_chances_to_close(added: int, shaken: int, fires: int, closes: int) -> None:
    odds = facing().rules.tables["close-infantry"].odds(0, added)
    wanted = {"shaken": shaken, "fire": fires, "close": closes}
    assert odds == {word: Fraction(n, 6) for word, n in wanted.items() if n}


@pytest.mark.clause("APM.landing.III.infantry")
def test_formed_landing_parties_add_2_and_unformed_garrisons_nothing() -> None:
    game = facing(militia={"formed": False})
    marines, militia = troops(game, "marines"), troops(game, "militia")
    assert morale.additions(game, marines, "close-infantry") == 2
    assert morale.additions(game, militia, "close-infantry") == 0
    militia.formed = True
    assert morale.additions(game, militia, "close-infantry") == 1


@pytest.mark.clause("APM.landing.III.infantry")
def test_cover_adds_nothing_to_a_die_for_closing() -> None:
    wood = region("Wood", "cover", (10, 10), (30, 10), (30, 30), (10, 30))
    game = facing(militia={"formed": False}, regions=[wood])
    assert morale.additions(game, troops(game, "militia"), "close-infantry") == 0


@pytest.mark.clause("APM.landing.III.infantry")
def test_a_formed_garrison_with_a_1_stands_shaken_without_move_or_fire() -> None:
    game = facing(dice=loaded(morale_militia=1))
    close(game, "militia", "marines")
    militia = troops(game, "militia")
    assert militia.order == "shaken"
    assert militia.pose.inches == (20, AT_SIX)
    assert not marching.may_move(game.state, militia)
    assert not firing.is_eligible(game.state, militia)


@pytest.mark.clause("APM.landing.III.infantry", "APM.landing.XI.immediate-fire")
def test_who_halts_fires_at_once_and_not_again() -> None:
    game = facing(dice=loaded(morale_marines=2, musketry_marines=(5, 6, 1, 1, 1, 1, 1, 1)))
    close(game)
    marines = troops(game, "marines")
    assert marines.fired
    assert troops(game, "militia").figures == 6
    assert not firing.is_eligible(game.state, marines)
    assert not marching.may_move(game.state, marines)


@pytest.mark.clause("APM.landing.III.infantry")
def test_a_6_brings_infantry_into_contact_and_pins_the_enemy() -> None:
    game = facing(dice=loaded(morale_marines=6))
    close(game)
    marines, militia = troops(game, "marines"), troops(game, "militia")
    assert marines.pose == wg.FreePose.at(20, 14, 0)
    assert marines.contact == (militia.n,)
    assert militia.contact == (marines.n,)
    assert militia.pinned
    assert not marines.pinned
    assert not marching.may_move(game.state, militia)
    assert not closing.may_close(militia)


@pytest.mark.clause("APM.landing.III.infantry")
def test_who_halts_out_of_musket_range_may_still_fire_later() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 16, (20, 14.2), "french", facing="S"),
    )
    marines = troops(game, "marines")
    militia = troops(game, "militia")
    militia.pose = wg.FreePose.at(20, 12, 180)
    assert not firing.fire_at_once(game, marines, militia)
    marines.halted = True
    assert firing.is_eligible(game.state, marines)


# III, cavalry


@pytest.mark.clause("APM.landing.III.cavalry")
def test_cavalry_closes_in_4_cases_of_6() -> None:
    odds = facing().rules.tables["close-cavalry"].odds(0)
    assert odds == {"stand": Fraction(2, 6), "close": Fraction(4, 6)}


@pytest.mark.clause("APM.landing.III.cavalry")
@pytest.mark.parametrize(("die", "closed"), [(2, False), (3, True)])
def test_formed_cavalry_of_the_landing_party_adds_nothing(die: int, closed: bool) -> None:
    game = facing(dice=loaded(morale_marines=die), marines={"arm": "cavalry"})
    close(game)
    marines = troops(game, "marines")
    assert bool(marines.contact) == closed
    assert marines.order == "good", "cavalry that stands is not shaken"
    assert not marching.may_move(game.state, marines)


# IV


def contacted(die: int, y: float = 17, **more: Any) -> wg.Game:
    """A game in which the marines have closed with the militia, which then threw its die."""
    faces = {"musketry_militia": (1,) * 8, "rout": (1, 1)} | more.pop("faces", {})
    dice = loaded(morale_marines=6, morale_militia=die, **faces)
    game = facing(y, dice=dice, **more)
    close(game)
    play(closing.garrison_contacted(game))
    return game


@pytest.mark.clause("APM.landing.IV")
@pytest.mark.parametrize(
    ("added", "rout", "shaken", "fire"), [(0, 2, 2, 2), (1, 1, 2, 3), (-2, 4, 2, 0)]
)
def test_chances_of_the_contacted(added: int, rout: int, shaken: int, fire: int) -> None:
    odds = facing().rules.tables["contacted"].odds("infantry", added)
    wanted = {"rout": rout, "shaken": shaken, "fire": fire}
    assert odds == {word: Fraction(n, 6) for word, n in wanted.items() if n}


@pytest.mark.clause("APM.landing.IV")
@pytest.mark.parametrize(
    ("formed", "order", "added"),
    [(False, "good", 0), (True, "good", 1), (False, "routing", -2)],
)
def test_what_the_contacted_add(formed: bool, order: Any, added: int) -> None:
    game = facing(militia={"formed": formed})
    troops(game, "militia").order = order
    assert morale.additions(game, troops(game, "militia"), "contacted") == added


@pytest.mark.clause("APM.landing.IV")
def test_a_contacted_unit_that_routs_leaves_the_attacker_where_contact_was() -> None:
    game = contacted(1)
    marines, militia = troops(game, "marines"), troops(game, "militia")
    assert militia.order == "routing"
    assert militia.pose.inches == (20, 15)
    assert marines.pose.inches == (20, 17.3)
    assert not marines.contact


@pytest.mark.clause("APM.landing.IV")
def test_a_contacted_unit_may_stand_shaken_without_fire() -> None:
    game = contacted(2)
    militia = troops(game, "militia")
    assert militia.order == "shaken"
    assert militia.contact
    assert not told(game, Shot)


@pytest.mark.clause("APM.landing.IV")
def test_artillery_tests_like_the_rest_and_fires_at_once() -> None:
    game = contacted(
        5, militia={"arm": "artillery", "figures": 4}, faces={"artillery_militia": (4, 4, 3, 1)}
    )
    assert troops(game, "marines").figures == 6
    assert not firing.is_eligible(game.state, troops(game, "militia"))


@pytest.mark.clause("APM.landing.IV", "APM.landing.III.cavalry")
def test_cavalry_counter_charges_and_is_met_half_way() -> None:
    game = contacted(5, y=AT_SIX, militia={"arm": "cavalry"})
    marines, militia = troops(game, "marines"), troops(game, "militia")
    assert marines.pose.inches == (20, 17), "three of the six inches"
    assert militia.pose.inches == (20, 16.7)
    assert marines.contact == (militia.n,)
    assert told(game, CounterCharged)[0].half_way
    assert melee.description(game, militia) == "charging-cavalry"
    assert not told(game, Shot)


@pytest.mark.clause("APM.landing.IV")
def test_a_counter_charge_is_no_attack_that_the_attacker_tests_for() -> None:
    game = contacted(5, y=AT_SIX, militia={"arm": "cavalry"})
    before = len(told(game, MoraleTested))
    play(closing.landing_contacted(game))
    assert len(told(game, MoraleTested)) == before


@pytest.mark.clause("APM.landing.IV")
def test_one_test_however_many_attack_and_its_side_says_at_whom_it_fires() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Seamen", 8, (23, 16.5), facing="W"),
        unit("Militia", 8, (20, 17), "french", facing="S"),
        dice=loaded(morale_marines=6, morale_seamen=6, morale_militia=6, musketry_militia=(6,) * 8),
    )
    play(
        closing.landing_closes(game),
        Close(unit="marines", target="militia"),
        Close(unit="seamen", target="militia"),
    )
    asked = play(closing.garrison_contacted(game), Shoot(unit="militia", target="seamen"))
    assert [ask.seat for ask in asked] == ["french"]
    assert len([e for e in told(game, MoraleTested) if e.unit == "Militia"]) == 1
    assert troops(game, "seamen").gone == "destroyed"
    assert troops(game, "militia").contact == (troops(game, "marines").n,)


@pytest.mark.clause("APM.landing.IV")
def test_the_landing_party_tests_only_for_who_closed_with_it() -> None:
    game = contacted(5)
    before = len(told(game, MoraleTested))
    play(closing.landing_contacted(game))
    assert len(told(game, MoraleTested)) == before
    assert troops(game, "marines").contact


@pytest.mark.clause("APM.landing.IV")
def test_a_unit_that_closed_may_itself_be_closed_with_and_fires_once() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 17), "french", facing="S"),
        unit("Guard", 8, (24, 17.6), "french", facing="W"),
        dice=loaded(
            morale_marines=(6, 6),
            morale_militia=6,
            morale_guard=6,
            musketry_militia=(1,) * 8,
            musketry_marines=(6,) + (1,) * 7,
        ),
    )
    close(game)
    play(closing.garrison_contacted(game))
    close(game, "guard", "marines")
    play(closing.landing_contacted(game))
    assert troops(game, "guard").figures == 7
    assert troops(game, "marines").fired


# IX.4


@pytest.mark.clause("APM.landing.IX.4")
def test_a_formed_line_hit_from_behind_with_a_5_stands_shaken() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 17), "french", facing="N"),
        dice=loaded(morale_marines=6, morale_militia=5),
    )
    close(game)
    play(closing.garrison_contacted(game))
    tested = told(game, MoraleTested)[-1]
    assert (tested.die, tested.added, tested.result) == (5, -1, "shaken")
    assert tested.clause == "APM.landing.IX.4"
    assert len(told(game, MoraleTested)) == 2, "instead of the ordinary test, not besides it"


@pytest.mark.clause("APM.landing.IX.4")
def test_unformed_troops_hit_from_behind_with_a_4_rout() -> None:
    game = camp(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 17), "french", facing="N", formed=False),
        dice=loaded(morale_marines=6, morale_militia=4),
    )
    close(game)
    play(closing.garrison_contacted(game))
    assert troops(game, "militia").order == "routing"


@pytest.mark.clause("APM.landing.IX.4")
def test_the_rear_takes_off_2_once_from_who_is_routing_too() -> None:
    game = facing(militia={"formed": False})
    militia = troops(game, "militia")
    militia.order = "routing"
    assert morale.additions(game, militia, "contacted", rear=True) == -2


# XI, immediate fire


@pytest.mark.clause("APM.landing.XI.immediate-fire")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_contacted_formed_infantry_fires_before_the_melee(die: int) -> None:
    game = contacted(die, faces={"musketry_militia": (5, 6, 1, 1, 1, 1, 1, 1)})
    marines = troops(game, "marines")
    assert marines.figures == 6, "the attackers lose two figures to it"
    assert marines.hit, "and test in L11"
    assert not firing.is_eligible(game.state, troops(game, "militia"))
    assert [e.clause for e in told(game, FiguresLost)] == ["APM.landing.XI.immediate-fire"]
    counted = melee.figures_against(game.state, marines)
    assert sum(counted.values()) == 4, "the rear rank loses them first"


@pytest.mark.clause("APM.landing.XI.immediate-fire")
def test_two_figures_lost_of_a_single_rank_are_two_dice_less_in_the_melee() -> None:
    game = contacted(
        5,
        marines={"figures": 6, "files": 6},
        militia={"figures": 12, "files": 6},
        faces={"musketry_militia": (5, 6) + (1,) * 10},
    )
    militia = troops(game, "militia")
    assert melee.figures_against(game.state, troops(game, "marines")) == {militia.n: 4}


@pytest.mark.clause("APM.landing.XI.immediate-fire", "APM.landing.XI.eligible")
def test_a_unit_that_fired_in_L3_does_not_fire_when_it_is_contacted_in_L7() -> None:
    game = facing(
        17, dice=loaded(morale_marines=(2, 6), morale_militia=6, musketry_marines=(1,) * 8)
    )
    close(game)
    assert troops(game, "marines").fired
    close(game, "militia", "marines")
    play(closing.landing_contacted(game))
    assert len(told(game, Shot)) == 1


# Questions


@pytest.mark.clause("APM.landing.III")
def test_the_question_and_its_answers() -> None:
    game = sea(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 14), "french", facing="S"),
        phase="landing-close",
        battle_turn=11,
    )
    decision = game.decisions[0]
    assert (decision.seat, game.phase) == ("british", "landing-close")
    for command, code in (
        (Close(unit="nobody", target="militia"), "cannot"),
        (Close(unit="marines", target="marines"), "no-enemy"),
        (Close(unit="marines", target="militia", via=(5000, 0)), "off-table"),
        (Close(unit="marines", target="militia", via=(20, -3)), "too-far"),
    ):
        with pytest.raises(wg.IllegalCommand) as refused:
            game.submit(decision.id, command)
        assert refused.value.code == code
    answer(game, HOLD)
    assert game.phase != "landing-close"


@pytest.mark.clause("APM.landing.III")
@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("marines close militia", {"unit": "marines", "target": "militia"}),
        ("marines charge militia", {"unit": "marines", "target": "militia"}),
        (
            "marines close with militia via 12.5, 8",
            {"unit": "marines", "target": "militia", "via": (12.5, 8.0)},
        ),
        ("marines NE 4", None),
        ("done", None),
    ],
)
def test_a_line_says_who_closes(line: str, data: dict[str, Any] | None) -> None:
    assert Close.read(line) == data
    if data is not None:
        command = Close.model_validate(data)
        assert Close.read(command.write()) == command.model_dump(exclude_none=True)


@pytest.mark.clause("APM.landing.III")
@pytest.mark.parametrize("line", ["marines close", "marines close x via here 8", "a close b c"])
def test_a_line_that_is_half_an_order_is_refused_with_the_reason(line: str) -> None:
    with pytest.raises(ValueError, match=r"such as 4\.5|say with whom"):
        Close.read(line)


@pytest.mark.clause("APM.landing.III", "APM.landing.IX.1")
@given(
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.integers(0, 359),
    st.integers(1, 12),
    st.integers(1, 12),
    st.booleans(),
    st.booleans(),
)
def test_whoever_closes_touches_with_a_figure_and_lies_in_nobody(
    x: float, y: float, facing: int, ours: int, theirs: int, spread: bool, loose: bool
) -> None:
    from weathergage_as_per_margin.landing import ground

    game = camp(
        unit("Marines", ours, (30 + x, 30 + y), arm="cavalry"),
        unit("Militia", theirs, (30, 30), "french", facing=facing, skirmishing=spread),
    )
    marines, militia = troops(game, "marines"), troops(game, "militia")
    if loose:
        marines.arm, marines.skirmishing, marines.formed = "infantry", True, False
    way = find_route(game)
    if isinstance(way, closing.Route):
        marines.pose = way.stops[-1]
        assert ground.touching(marines, militia)
        assert ground.touching(militia, marines)
        assert ground.face_touched(militia, marines) == way.face
        assert not ground.do_overlap(ground.box_of(marines), ground.box_of(militia))
