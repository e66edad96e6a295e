"""Boats by night: their fights, the alarm, and the boarding of an anchored ship."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from table_top import answer, boats, group, one, region, sea, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin import cutting_out, damage
from weathergage_as_per_margin.anchors import let_go
from weathergage_as_per_margin.boats import settle_boats
from weathergage_as_per_margin.cutting_out import Alarmed, BoatsBoarded, BoatsFought
from weathergage_as_per_margin.falling_aboard import check_aboard
from weathergage_as_per_margin.mustering import most_guards

AWAY = ship("Caesar", at=(50, 50))


def meeting(
    attackers: int,
    guards: int,
    *things: Any,
    dice: wg.Dice | None = None,
    gap: float = 0.0,
    turn: int = 5,
    **desaix: Any,
) -> wg.Game:
    """Boats of the Caesar and guard boats of the Desaix in contact, far from both; at night."""
    return sea(
        AWAY,
        ship("Desaix", at=(10, 10), side="french", anchored="both", **desaix),
        boats("raid", "caesar", attackers, (30, 30)),
        boats("guard", "desaix", guards, (30, 30.4 + gap), side="french", guard=True),
        *things,
        phase="boarding",
        dice=dice,
        sight=4,
        night=True,
        turn=turn,
    )


def attack(
    count: int,
    guns: int = 38,
    *things: Any,
    dice: wg.Dice | None = None,
    sight: int = 4,
    night: bool = True,
    turn: int = 5,
    arrange: Any = None,
    **frigate: Any,
) -> wg.Game:
    """So many boats of the Caesar alongside the Muiron, a frigate at anchor, by night."""
    return sea(
        AWAY,
        ship("Muiron", guns, at=(10, 10), side="french", **{"anchored": "both", **frigate}),
        boats("raid", "caesar", count, (10.3, 10)),
        *things,
        phase="boarding",
        dice=dice,
        sight=sight,
        night=night,
        turn=turn,
        arrange=arrange,
    )


def faces(hits: int, count: int) -> tuple[int, ...]:
    """So many hits of so many boarding dice."""
    return (4,) * hits + (1,) * (count - hits)


# Boats against boats


@pytest.mark.clause("APM.cutting-out.combat")
@pytest.mark.parametrize(
    ("attacker", "guard", "left", "alarm"),
    [(5, 3, (1, 0), False), (4, 4, (1, 1), True), (2, 6, (0, 1), True)],
)
def test_the_higher_die_takes_the_other_boat_and_only_a_win_gives_no_alarm(
    attacker: int, guard: int, left: tuple[int, int], alarm: bool
) -> None:
    game = meeting(1, 1, dice=wg.Dice.of(boats_raid=(attacker,), boats_guard=(guard,)))
    assert (group(game, "raid").count, group(game, "guard").count) == left
    assert bool(one(game, "desaix").alarm) is alarm
    assert group(game, "raid").gone == ("" if left[0] else "lost")


@pytest.mark.clause("APM.cutting-out.combat")
def test_one_fight_gives_the_alarm_with_chance_21_in_36() -> None:
    alarms = 0
    for attacker, guard in product(range(1, 7), repeat=2):
        game = meeting(1, 1, dice=wg.Dice.of(boats_raid=(attacker,), boats_guard=(guard,)))
        alarms += bool(one(game, "desaix").alarm)
    assert Fraction(alarms, 36) == Fraction(21, 36)


@pytest.mark.clause("APM.cutting-out.combat")
def test_boats_pair_off_one_to_one_and_the_rest_look_on() -> None:
    game = meeting(5, 2, dice=wg.Dice.of(boats_raid=(6, 1), boats_guard=(2, 3)))
    (event,) = told(game, BoatsFought)
    assert (event.one_faces, event.other_faces) == ((6, 1), (2, 3))
    assert (group(game, "raid").count, group(game, "guard").count) == (4, 1)
    assert event.say() == "Boats raid fight guard (6 to 2, 1 to 3): they lose 1 and 1."


@pytest.mark.clause("APM.cutting-out.combat")
def test_boats_that_are_not_in_contact_do_not_fight() -> None:
    assert not told(meeting(1, 1, gap=0.05), BoatsFought)


@pytest.mark.clause("APM.cutting-out.combat")
def test_a_boat_fights_once_a_turn() -> None:
    second = boats("second", "desaix", 2, (30, 29.8), side="french", guard=True)
    game = meeting(3, 2, second, dice=wg.Dice.of(boats=(6, 6, 1, 1, 6, 1)))
    fights = told(game, BoatsFought)
    assert [(event.other, len(event.one_faces)) for event in fights] == [
        ("guard", 2),
        ("second", 1),
    ]
    assert group(game, "raid").count == 3
    assert (group(game, "guard").gone, group(game, "second").count) == ("lost", 1)


@pytest.mark.clause("APM.cutting-out.combat")
def test_guard_boats_that_have_fought_do_not_fight_the_next_group() -> None:
    second = boats("second", "caesar", 2, (30, 30.8))
    game = meeting(2, 3, second, dice=wg.Dice.of(boats=(4, 4, 4, 4, 4, 4)))
    fights = told(game, BoatsFought)
    assert [(event.one, event.other, len(event.one_faces)) for event in fights] == [
        ("raid", "guard", 2),
        ("second", "guard", 1),
    ]


@pytest.mark.clause("APM.cutting-out.combat", "APM.cutting-out.boarding")
def test_boats_that_fought_do_not_board_in_the_same_turn_but_others_do() -> None:
    guard = boats("guard", "muiron", 1, (10.4, 10.2), side="french", guard=True)
    game = attack(
        3, 38, guard, dice=wg.Dice.of(boats_raid=(6,), boats_guard=(1,), boarding=(1,) * 6)
    )
    (event,) = told(game, BoatsBoarded)
    assert event.boats == 2
    assert len(event.faces) == 2


# The alarm


@pytest.mark.clause("APM.cutting-out.alert")
def test_a_ship_alerted_in_turn_5_with_a_3_has_reacted_from_turn_8_on() -> None:
    game = meeting(1, 1, dice=wg.Dice.of(boats=(4, 4), alarm=(3,)))
    desaix, state = one(game, "desaix"), game.state
    assert desaix.alarm == 8
    assert told(game, Alarmed)[0].say() == ("Desaix is warned (die 3) and will be ready in turn 8.")
    for turn, reacted in ((6, False), (7, False), (8, True), (12, True)):
        state.turn = turn
        assert cutting_out.has_reacted(state, desaix) is reacted


@pytest.mark.clause("APM.cutting-out.alert")
def test_a_second_alarm_throws_no_die() -> None:
    game = meeting(1, 1, dice=wg.Dice.of(boats=(4, 4), alarm=(1,)), turn=6, alarm=8)
    assert one(game, "desaix").alarm == 8
    assert not told(game, Alarmed)


@pytest.mark.clause("APM.cutting-out.alert", "APM.cutting-out.visibility")
def test_only_the_side_that_is_warned_is_told_of_it() -> None:
    game = meeting(1, 1, dice=wg.Dice.of(boats=(4, 4), alarm=(3,)))
    (wrapped,) = (
        event
        for event in game.events
        if isinstance(event, wg.Told) and isinstance(event.inner, Alarmed)
    )
    assert wrapped.seat == "french"


@pytest.mark.clause("APM.cutting-out.alert")
def test_the_guard_warns_the_ship_that_put_it_out_and_no_other() -> None:
    other = ship("Muiron", 38, at=(20, 10), side="french", anchored="both")
    game = meeting(1, 1, other, dice=wg.Dice.of(boats=(4, 4), alarm=(3,)))
    assert one(game, "desaix").alarm
    assert not one(game, "muiron").alarm


@pytest.mark.clause("APM.cutting-out.alert")
def test_boats_of_two_attackers_raise_no_alarm() -> None:
    game = sea(
        AWAY,
        ship("Desaix", at=(10, 10), side="french", anchored="both"),
        boats("raid", "caesar", 1, (30, 30)),
        boats("party", "desaix", 1, (30, 30.2), side="french"),
        phase="boarding",
        sight=4,
        night=True,
        dice=wg.Dice.of(boats=(4, 4)),
    )
    assert told(game, BoatsFought)
    assert not one(game, "desaix").alarm


@pytest.mark.clause("APM.cutting-out.alert")
def test_who_is_surprised() -> None:
    def surprised(sight: int = 4, raid: bool = True, turn: int = 5, **frigate: Any) -> bool:
        things = [boats("raid", "caesar", 4, (30, 30))] if raid else []
        game = sea(
            AWAY,
            ship("Muiron", 38, at=(10, 10), side="french", **{"anchored": "both", **frigate}),
            *things,
            sight=sight,
            night=True,
            turn=turn,
        )
        return cutting_out.is_surprised(game.state, one(game, "muiron"))

    assert surprised()
    assert surprised(alarm=6)
    assert not surprised(alarm=5)
    assert not surprised(sight=0)
    assert surprised(raid=False)
    assert not surprised(anchored="")


@pytest.mark.clause("APM.cutting-out.alert")
def test_a_ship_at_anchor_that_sent_boats_out_to_attack_is_not_surprised_herself() -> None:
    game = sea(
        ship("Caesar", at=(50, 50), anchored="bow"),
        ship("Muiron", 38, at=(10, 10), side="french", anchored="bow"),
        boats("raid", "caesar", 4, (30, 30)),
        boats("sortie", "muiron", 2, (30, 40), side="french"),
        sight=4,
        night=True,
    )
    assert not cutting_out.is_surprised(game.state, one(game, "caesar"))
    assert not cutting_out.is_surprised(game.state, one(game, "muiron"))


@pytest.mark.clause("APM.cutting-out.alert")
@pytest.mark.parametrize(("guard", "aware"), [(False, True), (True, False)])
def test_consorts_of_a_ship_that_sent_boats_to_attack_keep_watch_too(
    guard: bool, aware: bool
) -> None:
    """The surprise is theirs who lie in the bay, not of the squadron whose boats row in."""
    game = sea(
        ship("Caesar", at=(50, 50), anchored="bow"),
        ship("Pompee", at=(40, 50), anchored="bow"),
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both"),
        boats("raid", "caesar", 4, (30, 30), guard=guard),
        sight=4,
        night=True,
    )
    for consort in ("caesar", "pompee"):
        assert cutting_out.is_surprised(game.state, one(game, consort)) is not aware
    assert cutting_out.is_surprised(game.state, one(game, "muiron"))


@pytest.mark.clause("APM.cutting-out.alert")
@pytest.mark.parametrize("hit", [5, 1])
def test_gunfire_warns_a_ship_at_anchor_as_a_guard_boat_would(hit: int) -> None:
    """Else she could be battered all night and never answer."""
    game = sea(
        ship("Caesar", at=(10, 14), heading="E"),
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both", heading="E"),
        boats("raid", "caesar", 4, (30, 30)),
        phase="first-fire",
        sight=5,
        night=True,
        turn=5,
        dice=wg.Dice.of(gunnery=(hit,) + (1,) * 7, alarm=(3,)),
    )
    answer(game, {"kind": "fire", "ship": "caesar", "broadside": "port", "target": "muiron"})
    assert one(game, "muiron").alarm == 8


@pytest.mark.clause("APM.cutting-out.alert", "APM.falling-aboard")
@pytest.mark.parametrize(("die", "ready"), [(5, 0), (6, 7)])
def test_a_ship_that_is_fallen_aboard_of_is_warned_and_one_that_is_passed_is_not(
    die: int, ready: int
) -> None:
    """Within two inches a 4 or more is a collision, and at anchor two are taken off the die."""
    game = sea(
        ship("Caesar", at=(12.2, 10)),
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both"),
        sight=6,
        night=True,
        turn=5,
        dice=wg.Dice.of(aboard=(die,), alarm=(2,)),
    )
    check_aboard(game, one(game, "caesar"))
    assert one(game, "muiron").alarm == ready
    assert [event.turn for event in told(game, Alarmed)] == ([ready] if ready else [])
    assert one(game, "caesar").alarm == 0


@pytest.mark.clause("APM.cutting-out.alert", "APM.boarding.when")
def test_a_ship_that_a_ship_boards_is_warned() -> None:
    game = sea(
        ship("Caesar", at=(10.8, 10), locked=("muiron",)),
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both", locked=("caesar",)),
        phase="boarding",
        sight=6,
        night=True,
        turn=5,
        dice=wg.Dice.of(boarding=(1,) * 60, alarm=(2,)),
    )
    answer(game, {"kind": "announce", "board": True}, "british")
    answer(game, {"kind": "announce", "board": False}, "french")
    assert one(game, "muiron").alarm == 7


@pytest.mark.clause("APM.cutting-out.alert", "APM.cutting-out.boarding")
def test_a_ship_that_boats_boarded_in_vain_is_warned() -> None:
    game = attack(
        4, dice=wg.Dice.of(boarding_raid=faces(0, 4), boarding_muiron=faces(2, 4), alarm=(4,))
    )
    assert not told(game, BoatsBoarded)[0].ready
    assert one(game, "muiron").alarm == 9
    assert cutting_out.is_surprised(game.state, one(game, "muiron"))


@pytest.mark.clause("APM.cutting-out.alert", "APM.anchor.handling")
def test_a_ship_that_anchors_in_the_action_is_aware_of_it() -> None:
    game = sea(
        ship("Caesar", at=(50, 50)),
        ship("Muiron", 38, at=(10, 10), side="french"),
        boats("raid", "caesar", 4, (30, 30)),
        regions=[region("Shore", "land", (0, 0), (60, 0), (60, 5), (0, 5))],
        sight=4,
        night=True,
        turn=5,
    )
    let_go(game, one(game, "muiron"), "both")
    assert one(game, "muiron").moored
    assert not cutting_out.is_surprised(game.state, one(game, "muiron"))


# Boats against the ship


@pytest.mark.clause("APM.cutting-out.boarding")
def test_boats_with_five_hits_to_two_take_three_gun_boxes() -> None:
    game = attack(8, dice=wg.Dice.of(boarding_raid=faces(5, 8), boarding_muiron=faces(2, 4)))
    (event,) = told(game, BoatsBoarded)
    assert (len(event.faces), len(event.defending)) == (8, 4)
    assert one(game, "muiron").guns == 1
    assert group(game, "raid").count == 8
    assert event.say() == "8 boats board Muiron: 5 hits to 2 of 4 dice, surprised."


@pytest.mark.clause("APM.cutting-out.boarding")
def test_boats_with_two_hits_to_four_lose_two_boats() -> None:
    game = attack(8, dice=wg.Dice.of(boarding_raid=faces(2, 8), boarding_muiron=faces(4, 4)))
    assert group(game, "raid").count == 6
    assert one(game, "muiron").guns == 4


@pytest.mark.clause("APM.cutting-out.boarding")
def test_contact_is_enough_and_less_is_not() -> None:
    near = sea(
        AWAY,
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both"),
        boats("raid", "caesar", 8, (10.6, 10)),
        phase="boarding",
        sight=4,
        night=True,
    )
    assert not told(near, BoatsBoarded)
    assert told(attack(8), BoatsBoarded)


@pytest.mark.clause("APM.cutting-out.boarding")
def test_all_boats_that_reach_her_board_together_and_the_larger_group_loses_first() -> None:
    more = boats("more", "caesar", 3, (9.6, 10))
    game = attack(
        5,
        38,
        more,
        dice=wg.Dice.of(
            boarding_raid=faces(0, 5), boarding_more=faces(0, 3), boarding_muiron=faces(3, 4)
        ),
    )
    (event,) = told(game, BoatsBoarded)
    assert event.boats == 8
    assert (group(game, "raid").count, group(game, "more").count) == (2, 3)


@pytest.mark.clause("APM.cutting-out.boarding", "APM.boarding.transports")
def test_a_transport_that_is_taken_has_the_enemys_troops_aboard_as_prisoners() -> None:
    game = attack(
        8,
        16,
        unit("Militia", 4, None, "french", ship="muiron"),
        dice=wg.Dice.of(boarding_raid=faces(8, 8), boarding_muiron=(1,) * 9),
        kind="transport",
        boxes={"guns": 2, "hull": 4},
    )
    muiron = one(game, "muiron")
    assert muiron.side == "british"
    assert not muiron.loaded
    assert troops(game, "militia").gone == "destroyed"


@pytest.mark.clause("APM.cutting-out.boarding", "APM.boarding.capture")
def test_a_ship_taken_by_boats_is_sailed_by_her_new_crew() -> None:
    game = attack(
        8, dice=wg.Dice.of(boarding_raid=faces(5, 8), boarding_muiron=faces(1, 4)), alarm=9
    )
    prize = one(game, "muiron")
    assert (prize.side, prize.struck, prize.guns) == ("british", False, 0)
    assert prize.moored
    assert not cutting_out.is_surprised(game.state, prize)
    assert told(game, damage.Struck)[0].to == "british"
    assert told(game, damage.Taken)


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.boarding")
def test_boats_that_the_crew_before_lost_cost_its_captors_nothing() -> None:
    """The Muiron put out four guard boats and lost two before she was taken: the prize has her
    boxes as the boarders left them, all of them manned, and may put out guard boats of her own.
    """
    guard = boats("watch", "muiron", 2, (40, 40), side="french", guard=True)

    def two_lost(state: Any) -> None:
        state.ship("muiron").boats_out += 2

    taken = wg.Dice.of(boarding_raid=faces(5, 8), boarding_muiron=faces(1, 4))
    game = attack(8, 38, guard, dice=taken, alarm=9, arrange=two_lost)
    prize = one(game, "muiron")
    assert (prize.side, prize.boats_out, prize.boxes) == ("british", 0, 8)
    assert most_guards(game.state, prize) == 2
    settle_boats(game)
    assert (prize.mast_boxes, prize.hull) == (4, 4)
    assert group(game, "watch").gone == "hoisted in"


@pytest.mark.clause("APM.cutting-out.boats", "APM.cutting-out.boarding")
def test_boats_that_have_landed_troops_do_not_board_by_day() -> None:
    game = attack(8, sight=0, dice=wg.Dice.of(boarding_raid=faces(8, 8)), night=False)
    assert not told(game, BoatsBoarded)
    assert one(game, "muiron").guns == 4


@pytest.mark.clause("APM.cutting-out.boarding")
def test_guard_boats_and_boats_with_troops_to_land_do_not_board() -> None:
    guard = boats("watch", "caesar", 2, (9.6, 10), guard=True)
    marines = unit("Marines", 4, None, ship="caesar")
    game = sea(
        AWAY,
        ship("Muiron", 38, at=(10, 10), side="french", anchored="both"),
        marines,
        boats("raid", "caesar", 4, (10.4, 10)),
        guard,
        phase="boarding",
        sight=4,
        night=True,
        arrange=lambda state: setattr(state.boats[0], "troops", 0),
    )
    assert not told(game, BoatsBoarded)
    assert troops(game, "marines").figures == 4


@pytest.mark.clause("APM.cutting-out.defence")
@pytest.mark.parametrize(("alarm", "dice"), [(5, 8), (3, 8), (0, 4), (6, 4)])
def test_a_frigate_of_12_boxes_defends_with_8_dice_when_she_has_reacted_else_with_4(
    alarm: int, dice: int
) -> None:
    game = attack(8, alarm=alarm)
    assert len(told(game, BoatsBoarded)[0].defending) == dice


@pytest.mark.clause("APM.cutting-out.defence")
@pytest.mark.parametrize(
    ("lost", "ready", "surprised"),
    [
        ({}, 8, 4),
        ({"hull": 1}, 7, 4),
        ({"hull": 2}, 7, 3),
        ({"hull": 3, "upper": 2, "lower": 2, "port": 2, "starboard": 1}, 1, 1),
    ],
)
def test_thirds_are_rounded_to_the_nearest_and_at_least_one(
    lost: dict[str, int], ready: int, surprised: int
) -> None:
    for alarm, dice in ((5, ready), (0, surprised)):
        game = attack(8, alarm=alarm, lost=lost, dice=wg.Dice.of(boarding=(1,) * 16))
        assert len(told(game, BoatsBoarded)[0].defending) == dice


@pytest.mark.clause("APM.cutting-out.defence")
def test_boxes_in_guard_boats_count_for_the_defence() -> None:
    game = attack(8, alarm=5, boats_out=4)
    assert len(told(game, BoatsBoarded)[0].defending) == 8


@pytest.mark.clause("APM.cutting-out.defence", "APM.cutting-out.boats")
@pytest.mark.parametrize(("away", "dice"), [(0, 16), (8, 16), (9, 15), (16, 8)])
def test_crews_away_to_attack_do_not_defend_their_ship(away: int, dice: int) -> None:
    """A 74 has 24 boxes and, ready, two thirds of them; never more than are aboard."""
    raid = [boats("sortie", "muiron", away, (50, 10), side="french")] if away else []
    game = attack(8, 74, *raid, alarm=5)
    assert len(told(game, BoatsBoarded)[0].defending) == dice


@pytest.mark.clause("APM.cutting-out.defence")
def test_a_ship_under_way_is_ready() -> None:
    assert told(attack(8, anchored=""), BoatsBoarded)[0].ready


@pytest.mark.clause("APM.cutting-out.defence", "APM.boarding.merchants")
def test_a_merchant_defends_with_a_share_of_her_own_dice() -> None:
    game = attack(4, 10, kind="merchant", boxes={"guns": 4}, alarm=5)
    assert len(told(game, BoatsBoarded)[0].defending) == 3
    game = attack(4, 10, kind="merchant", boxes={"guns": 0}, dice=wg.Dice.of(boarding=(4, 1, 1, 1)))
    assert told(game, BoatsBoarded)[0].defending == ()
    assert one(game, "muiron").side == "british"


@pytest.mark.clause("APM.cutting-out.combat", "APM.cutting-out.boarding")
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    raid=st.integers(1, 16),
    guard=st.integers(1, 4),
    alarm=st.booleans(),
)
def test_boats_are_never_lost_twice_and_ships_lose_only_guns(
    seed: int, raid: int, guard: int, alarm: bool
) -> None:
    watch = boats("guard", "muiron", guard, (10.4, 10.2), side="french", guard=True)
    game = attack(raid, 38, watch, dice=wg.Dice(seed), alarm=5 if alarm else 0)
    lost = sum(event.lost for event in told(game, damage.BoatsLost))
    assert group(game, "raid").count + group(game, "guard").count == raid + guard - lost
    muiron = one(game, "muiron")
    assert (muiron.mast_boxes, muiron.hull) == (4, 4)
    assert (muiron.side == "british") == (muiron.guns == 0)
    fought = min(raid, guard)
    boarded = told(game, BoatsBoarded)
    assert [event.boats for event in boarded] == ([raid - fought] if raid > fought else [])
