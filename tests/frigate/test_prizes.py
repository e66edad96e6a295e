"""Prizes: striking, capture and recapture, by the book's cases (10.0)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import by_code, elect, plot, put, sea, ship, stage, take, told, where

import weathergage as wg
from weathergage_frigate.preservation import points
from weathergage_frigate.state import FrigateState
from weathergage_frigate.victory import scores

STILL = {"force": "calm", "gunnery": {"british": 1, "french": 1}}
STRIKES = {"surrender": True}
RETAKES = {"recapture": True}


def rest(type: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    return ship(type, hex, heading, 0, **more)


def prize_at_sea(hex: str = "A 1014", heading: str = "N", speed: int = 4, **more: Any) -> wg.Game:
    """A French 74 in British hands, a British 64 far off, and another French 74."""
    hits = {kind: more.pop(kind) for kind in ("crew", "mast") if kind in more}
    french = more.pop("french", rest("A-74", "F 1010"))
    return sea(
        [rest("B-64", "C 1010")],
        [ship("A-74", hex, heading, speed, **hits), french],
        arrange=lambda state: take(state, 1, "british"),
        **more,
    )


def onto(target: dict[str, Any], comer: dict[str, Any] | None = None, **more: Any) -> wg.Game:
    """A French ship, sailing S from A 1008, runs afoul of a British one in A 1010 by both
    sides' choice, or by the one that is asked with a 1.
    """
    sailing = comer or ship("A-74", "A 1008", "S", 2)
    game = sea([target], [sailing], dice=wg.Dice.of(afoul=(1,)), **more)
    code = game.state.ships[1].code
    plot(game, french={code: "S 2"})
    elect(game, british=True, french=True)
    return game


def duel(british: dict[str, Any], french: dict[str, Any], **more: Any) -> wg.Game:
    """Two ships afoul that treble and fire for Crew Hits: 75 to 15 is 5-1, three hits on a 3."""
    return sea(
        [british],
        [french],
        afoul=[(0, 1)],
        nation={"british": "french"},
        options={"national_multipliers": True} | more.pop("options", STRIKES),
        dice=wg.Dice.of(gunnery=(3, 3), damage_control=(6, 6)),
        **(STILL | more),
    )


# 10.0: a prize


@pytest.mark.clause("10.0-general")
def test_a_prize_sails_for_her_captor_under_a_code_of_her_own() -> None:
    game = prize_at_sea()
    prize = game.state.ships[1]
    assert (prize.code, prize.side) == ("P-74/A", "british")
    plot(game, british={"P-74/A": "N 4"})
    assert where(game, 1) == "A 1010"


@pytest.mark.clause("10.0-general", "6.51")
@pytest.mark.parametrize(("mast", "row"), [(0, "Accel 2, S 6"), (2, "S 4")])
def test_she_sails_within_her_mast_damage(mast: int, row: str) -> None:
    game = prize_at_sea("A 1001", "S", 4, mast=mast)
    if mast:
        with pytest.raises(wg.IllegalCommand):
            plot(game, british={"P-74/A": "Accel 2, S 6"})
    plot(game, british={"P-74/A": row})
    assert where(game, 1) == ("A 1005" if mast else "A 1007")


@pytest.mark.clause("10.0-general", "6.52")
def test_a_dismasted_prize_cannot_move() -> None:
    game = prize_at_sea(speed=0, mast=3)
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"P-74/A": "Accel 2, N 2"})
    plot(game)
    assert where(game, 1) == "A 1014"


@pytest.mark.clause("10.0-general")
def test_a_prize_never_fires() -> None:
    game = prize_at_sea(french=rest("A-74", "A 1214"))
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, british={"P-74/A": "N 4; Fire Crew 74/B"})
    assert refused.value.clause == "10.0-general"


@pytest.mark.clause("10.0-general", "5.1")
def test_a_prize_is_a_target_for_her_old_owner_by_her_new_code() -> None:
    game = prize_at_sea(french=rest("A-74", "A 1214"), gunnery={"french": 1})
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"P-74/A": "N 4"}, french={"74/B": "Fire Mast 74/A"})
    plot(game, french={"74/B": "Fire Mast P-74/A"})
    assert [e.total for e in told(game, "Fired")] == [25]


@pytest.mark.clause("10.0-general")
def test_prizes_of_both_sides_and_their_namesakes_are_told_apart() -> None:
    # Each side has a 74/A of its own and the other's as a prize.
    def swapped(state: FrigateState) -> None:
        take(state, 0, "french")
        take(state, 2, "british")

    game = sea(
        [rest("A-74", "A 0110"), rest("B-74", "A 0310")],
        [rest("A-74", "A 0510"), rest("B-74", "A 0710")],
        arrange=swapped,
        **STILL,
    )
    codes = {(s.side, s.code) for s in game.state.ships}
    assert codes == {
        ("french", "P-74/A"),
        ("british", "74/B"),
        ("british", "P-74/A"),
        ("french", "74/B"),
    }
    plot(game, british={"74/B": "Fire Crew P-74/A"}, french={"74/B": "Fire Crew P-74/A"})
    assert {e.target for e in told(game, "Fired")} == {
        game.state.ships[0].counter.title,
        game.state.ships[2].counter.title,
    }


@pytest.mark.clause("10.0-general", "8.2", "4.2.C")
def test_a_prize_obeys_the_command_control_of_her_captor() -> None:
    # A high fleet's 6 names 0 and a low one's 0, 2 and 6: she lies in a hex ending in 2.
    ratings = {"british": "high", "french": "low"}
    game = prize_at_sea("A 1012", efficiency=ratings, dice=wg.Dice.of(command=(6, 6)))
    plot(game, british={"P-74/A": "N 4"})
    assert where(game, 1) == "A 1008"
    assert game.state.ships[1].counter.title not in [e.ship for e in told(game, "OutOfCommand")]


@pytest.mark.clause("10.0-general", "8.1")
def test_a_prize_may_sail_in_a_formation_of_her_captor() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4, flag="FF")],
        [ship("A-74", "A 1011", "N", 4), rest("A-74", "F 1010")],
        arrange=lambda state: take(state, 1, "british"),
    )
    plot(game, british={"74/A": "Column, N 4", "P-74/A": "Formation"})
    assert [where(game, 0), where(game, 1)] == ["A 1006", "A 1007"]


@pytest.mark.clause("10.0-general", "8.15")
def test_a_captured_flagship_flies_no_flag_and_none_replaces_her() -> None:
    game = onto(
        rest("B-74", "A 1010", crew=3, flag="FF"),
        ship("A-74", "A 1008", "S", 2),
        options=STRIKES,
    )
    prize = game.state.ships[0]
    assert (prize.side, prize.flag) == ("french", 0)
    assert not any(s.flag for s in game.state.ships)


@pytest.mark.clause("10.0-general", "8.15-passing")
def test_a_flag_does_not_leave_a_ship_that_strikes_in_the_same_turn() -> None:
    column = [
        ship("B-74", "A 1010", "N", 1, flag="FF", crew=3),
        ship("B-74", "A 1011", "N", 1),
    ]
    game = sea(
        column,
        [ship("A-74", "A 1009", "S", 1)],
        options=STRIKES,
        dice=wg.Dice.of(afoul=(1,)),
    )
    plot(
        game,
        british={"74/A": "Column, N 1; Flag to 74/B", "74/B": "Formation"},
        french={"74/A": "S 1"},
    )
    elect(game, french=True)
    assert game.state.ships[0].prize
    assert not any(s.flag for s in game.state.ships)


@pytest.mark.clause("10.0-general", "6.61-friends")
def test_captor_and_prize_may_share_the_hex_until_either_moves() -> None:
    game = onto(rest("B-74", "A 1010", crew=3), options=STRIKES)
    assert [where(game, 0), where(game, 1)] == ["A 1010", "A 1010"]
    plot(game)
    assert [where(game, 0), where(game, 1)] == ["A 1010", "A 1010"]
    plot(game, french={"P-74/A": "Accel 2, N 2", "74/A": "Accel 2, S 2"})
    assert [where(game, 0), where(game, 1)] == ["A 1008", "A 1012"]
    # Apart once, they are friends like any other two.
    plot(game, french={"P-74/A": "SE 1", "74/A": "NE 1"})
    plot(game, french={"P-74/A": "SE 2", "74/A": "NE 2"})
    assert where(game, 0) != where(game, 1)


@pytest.mark.clause("10.0-general", "6.61-friends")
def test_if_both_leave_for_one_hex_the_later_on_the_sheet_stays() -> None:
    game = onto(rest("B-74", "A 1010", "S", crew=3), options=STRIKES)
    plot(game, french={"P-74/A": "Accel 2, S 2", "74/A": "Accel 2, S 2"})
    assert [where(game, 0), where(game, 1)] == ["A 1012", "A 1010"]


@pytest.mark.clause("10.0-general", "6.56", "6.61-friends")
def test_captor_and_prize_that_drift_come_apart() -> None:
    game = onto(rest("B-74", "A 1010", crew=3), options=STRIKES | {"drift": True})
    assert [where(game, 0), where(game, 1)] == ["A 1011", "A 1010"]
    plot(game)
    assert [where(game, 0), where(game, 1)] == ["A 1012", "A 1011"]


@pytest.mark.clause("10.0-general", "7.32")
def test_the_captor_repairs_his_prize() -> None:
    game = prize_at_sea(speed=0, crew=1, mast=1, dice=wg.Dice.of(damage_control=(1,)), **STILL)
    plot(game)
    assert [(d.seat, d.kind) for d in game.decisions] == [("british", "repair")]
    game.submit(game.decisions[0].id, {"kinds": {"P-74/A": "mast"}})
    assert (game.state.ships[1].crew, game.state.ships[1].mast) == (1, 0)


# 10.1, 10.11


@pytest.mark.clause("10.1", "10.13")
def test_without_the_options_a_ship_without_crew_does_not_strike() -> None:
    game = onto(rest("B-74", "A 1010", crew=3))
    assert not told(game, "Captured")
    assert game.state.ships[0].afoul == (1,)


@pytest.mark.clause("10.1", "13.0-special", "14.1")
def test_where_the_scenario_suspends_captures_their_options_are_refused() -> None:
    with pytest.raises(wg.WeathergageError):
        stage("constitution-guerriere", options=STRIKES)


@pytest.mark.clause("10.11")
@pytest.mark.parametrize(("british", "captured"), [(None, ["A-74 74/A"]), (0, [])])
def test_when_one_fleet_is_over_its_afoul_ships_are_taken_and_when_both_are_none_is(
    british: int | None, captured: list[str]
) -> None:
    game = sea(
        [rest("B-74", "A 1010", mast=1)],
        [rest("A-74", "A 1410", mast=1)],
        afoul=[(0, 1)],
        preservation={"french": 0, "british": british},
        dice=wg.Dice.of(damage_control=(6, 6)),
        victory={"kind": "points", "strategic": 2},
        **STILL,
    )
    plot(game)
    assert [e.ship for e in told(game, "Captured")] == captured
    assert not any(s.afoul for s in game.state.ships)
    assert not game.over or captured


@pytest.mark.clause("10.11", "6.64")
def test_ships_parted_by_both_levels_may_move_as_usual_the_next_turn() -> None:
    game = sea(
        [rest("B-74", "A 1003", mast=1)],
        [rest("A-74", "A 1410", mast=1)],
        afoul=[(0, 1)],
        preservation={"french": 0, "british": 0},
        dice=wg.Dice.of(damage_control=(6,) * 4),
        victory={"kind": "points", "strategic": 2},
        wind="S",
    )
    plot(game)
    plot(game, british={"74/A": "Accel 2, N 2"}, french={"74/A": "Accel 2, NE 2"})
    assert [where(game, 0), where(game, 1)] == ["A 1001", "A 1202"]


# 10.12, 10.13


@pytest.mark.clause("10.12", "10.13")
@pytest.mark.parametrize(("mast", "captured"), [(2, True), (3, False), (0, True)])
def test_three_and_three_cannot_be_captured_three_and_two_can(mast: int, captured: bool) -> None:
    game = onto(rest("B-74", "A 1010", crew=3, mast=mast), options=STRIKES)
    assert game.state.ships[0].prize is captured
    assert bool(game.state.ships[0].afoul) is not captured
    # Points are for a ship disabled, 12, or captured, 18.
    assert dict(scores(game))["french"] == (18 if captured else 12)


@pytest.mark.clause("10.13")
@pytest.mark.parametrize(("crew", "captured"), [(0, True), (1, True), (2, True), (3, False)])
def test_a_ship_without_crew_strikes_at_contact_to_an_enemy_with_two_hits_or_fewer(
    crew: int, captured: bool
) -> None:
    # With three Crew Hits neither may choose, so the encounter is none.
    game = onto(
        rest("B-74", "A 1010", crew=3), ship("A-74", "A 1008", "S", 2, crew=crew), options=STRIKES
    )
    assert game.state.ships[0].prize is captured
    if captured:
        kinds = [e.kind for e in game.events if e.kind in ("RanAfoul", "Captured", "PhaseBegan")]
        at = kinds.index("Captured")
        assert kinds[at - 1] == "RanAfoul"
        assert [s.speed for s in game.state.ships] == [0, 0]
        assert [s.afoul for s in game.state.ships] == [(), ()]


@pytest.mark.clause("10.13")
def test_a_ship_without_crew_that_is_sailed_onto_an_enemy_strikes_too() -> None:
    game = onto(rest("B-74", "A 1010"), ship("A-74", "A 1008", "S", 2, crew=3), options=STRIKES)
    assert [s.side for s in game.state.ships] == ["british", "british"]


@pytest.mark.clause("10.13", "4.2.F")
def test_afoul_the_third_crew_hit_makes_her_strike_when_it_is_marked() -> None:
    game = duel(rest("A-74", "A 1010"), rest("A-74", "A 1410"))
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert (game.state.ships[1].side, game.state.ships[1].crew) == ("british", 3)
    kinds = [e.kind for e in game.events]
    assert kinds.index("Fired") < kinds.index("Damaged") < kinds.index("Captured")
    assert told(game, "Captured")[0].clause == "10.13"


@pytest.mark.clause("10.13")
def test_two_that_come_to_three_in_one_phase_part_and_neither_strikes() -> None:
    game = duel(rest("A-74", "A 1010"), rest("A-74", "A 1410"))
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert [s.crew for s in game.state.ships] == [3, 3]
    assert [s.afoul for s in game.state.ships] == [(), ()]
    assert not told(game, "Captured")
    assert len(told(game, "Parted")) == 1


@pytest.mark.clause("10.13", "10.12")
def test_a_ship_made_wholly_dead_by_the_third_hit_does_not_strike() -> None:
    game = duel(rest("A-74", "A 1010"), rest("A-74", "A 1410", mast=3))
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert not game.state.ships[1].prize
    assert game.state.ships[1].afoul == (0,)


@pytest.mark.clause("10.13")
def test_a_ship_that_had_three_before_neither_takes_her_nor_parts_from_her() -> None:
    # The British have had three Crew Hits and three Mast Hits for long, and are fired at again.
    game = sea(
        [rest("A-74", "A 1010", crew=3, mast=3), rest("A-120", "A 1211")],
        [rest("C-50", "A 1410", crew=1), rest("A-74", "A 0810")],
        afoul=[(0, 2)],
        options=STRIKES,
        dice=wg.Dice.of(gunnery=(3, 6)),
        **STILL,
    )
    plot(
        game,
        british={"120/A": "Fire Crew 50/N"},
        french={"74/A": "Fire Mast 74/A"},
    )
    assert game.state.ships[2].crew == 3
    assert not told(game, "Captured")
    assert not told(game, "Parted")
    assert game.state.ships[2].afoul == (0,)


@pytest.mark.clause("10.13", "7.31")
def test_a_ship_that_blows_up_takes_nobody() -> None:
    game = sea(
        [rest("A-110", "A 1211"), rest("C-50", "A 1010")],
        [rest("C-50", "A 1410", crew=2)],
        afoul=[(1, 2)],
        options=STRIKES | {"explosions": True},
        dice=wg.Dice.of(gunnery=(1,), explosion=(1, 1), damage_control=(6,)),
        **STILL,
    )
    plot(game, british={"110/C": "Fire Crew 50/N"})
    game.submit(game.decisions[0].id, {"kinds": {"50/N": "crew"}})
    assert [s.gone for s in game.state.ships] == ["", "", "exploded"]
    assert (game.state.ships[1].afoul, game.state.ships[1].prize) == ((), False)


@pytest.mark.clause("10.13", "7.31")
def test_a_crew_hit_from_an_explosion_can_make_a_ship_strike() -> None:
    # A French 50 blows up beside a British 74 with two Crew Hits, who is afoul of a second
    # Frenchman: the explosion's hit is her third.
    def stack(state: FrigateState) -> None:
        for n in (1, 2, 3):
            put(state, n, "A 1010", "N", afoul=())
        state.ships[1].crew = 2
        state.ships[1].afoul, state.ships[3].afoul = (3,), (1,)

    game = sea(
        [rest("A-110", "A 1210"), rest("B-74", "A 1610")],
        [rest("C-50", "A 1410"), rest("A-74", "A 1810")],
        options=STRIKES | {"explosions": True},
        dice=wg.Dice.of(gunnery=(1,), explosion=(1, 1), damage_control=(6,)),
        arrange=stack,
        **STILL,
    )
    plot(game, british={"110/C": "Fire Crew 50/N"})
    assert game.state.ships[1].side == "french"


@pytest.mark.clause("10.13", "10.0-general")
def test_a_prize_takes_ships_for_her_new_side() -> None:
    game = prize_at_sea(
        "A 1012",
        "N",
        2,
        french=rest("A-64", "A 1010", crew=3),
        options=STRIKES,
        dice=wg.Dice.of(afoul=(2,)),
    )
    plot(game, british={"P-74/A": "N 2"})
    elect(game, british=True)
    assert (game.state.ships[2].side, game.state.ships[2].prize) == ("british", True)


@pytest.mark.clause("10.13", "6.63", "7.3")
def test_she_who_strikes_in_phase_f_has_fired_in_phase_d() -> None:
    game = duel(rest("A-74", "A 1010"), rest("A-74", "A 1410", crew=1))
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Mast 74/A"})
    assert game.state.ships[1].prize
    assert [e.total for e in told(game, "Fired")] == [36, 75]


# 10.2


def retake(crew: int = 0, **more: Any) -> wg.Game:
    """A French 74 sails onto the prize in A 1010, and both sides say yes to running afoul."""
    more.setdefault("options", RETAKES)
    game = prize_at_sea(
        "A 1010",
        speed=0,
        french=ship("A-74", "A 1008", "S", 2, crew=crew),
        **more,
    )
    plot(game, french={"74/B": "S 2"})
    return game


@pytest.mark.clause("10.2", "9.0-procedure")
def test_her_own_side_with_fewer_than_three_crew_hits_retakes_a_prize() -> None:
    game = retake(crew=1, mast=1)
    elect(game, british=True, french=True)
    back = game.state.ships[1]
    assert (back.side, back.prize, back.code, back.mast) == ("french", False, "74/A", 1)
    assert back.afoul == ()
    # No Prize marker and no six points: her own hit and her rescuer's.
    assert points(game.state, "french") <= 2
    assert told(game, "Recaptured")[0].clause == "10.2"


@pytest.mark.clause("10.2")
def test_with_three_crew_hits_no_one_retakes_her() -> None:
    game = retake(crew=3)
    elect(game, british=True)
    assert game.state.ships[1].prize
    assert not told(game, "Recaptured")


@pytest.mark.clause("10.2", "10.1")
def test_without_the_option_a_prize_stays_one() -> None:
    game = retake(options={})
    elect(game, british=True, french=True)
    assert game.state.ships[1].prize
    assert game.state.ships[1].afoul == (2,)


@pytest.mark.clause("10.2", "6.6-election")
@pytest.mark.parametrize(("die", "back"), [(2, True), (3, False)])
def test_the_captor_may_refuse_and_then_a_die_decides(die: int, back: bool) -> None:
    game = retake(dice=wg.Dice.of(afoul=(die,)))
    elect(game, british=False, french=True)
    assert game.state.ships[1].prize is not back


@pytest.mark.clause("10.2", "10.0-general", "9.13")
def test_a_ship_retaken_fires_again_and_obeys_her_old_fleet() -> None:
    game = retake()
    elect(game, british=True, french=True)
    put(game.state, 2, "A 1810")
    put(game.state, 0, "A 1210")
    plot(game, french={"74/A": "Fire Crew 64/K"})
    assert told(game, "Fired")[0].total == 25


@pytest.mark.clause("10.2", "10.13")
def test_a_prize_without_crew_goes_back_by_recapture_and_not_by_striking() -> None:
    game = retake(crew=0, options=RETAKES | STRIKES)
    game.state.ships[1].crew = 3
    elect(game, british=True, french=True)
    back = game.state.ships[1]
    assert (back.side, back.prize) == ("french", False)
    assert not told(game, "Captured")


@pytest.mark.clause("10.2", "8.15")
def test_a_flagship_retaken_has_her_flag_no_more() -> None:
    game = retake()
    elect(game, british=True, french=True)
    assert by_code(game, "french", "74/A").flag == 0


@pytest.mark.clause("10.2", "10.0-general")
def test_two_prizes_that_run_afoul_of_each_other_both_go_home() -> None:
    def swapped(state: FrigateState) -> None:
        take(state, 0, "french")
        take(state, 2, "british")

    game = sea(
        [ship("B-74", "A 1008", "S", 2), rest("B-64", "F 1010")],
        [rest("A-74", "A 1010"), rest("A-64", "F 1210")],
        arrange=swapped,
        options=RETAKES,
    )
    plot(game, french={"P-74/A": "S 2"})
    elect(game, british=True, french=True)
    assert [(s.side, s.prize) for s in game.state.ships] == [
        ("british", False),
        ("british", False),
        ("french", False),
        ("french", False),
    ]


# Contact with what is out of command, and with what retires


@pytest.mark.clause("10.13", "6.6-afoul", "8.33")
def test_who_strikes_at_contact_does_not_sail_her_random_course_afterwards() -> None:
    # Out of command on a hex that ends in 0, she lies still while the French sail upon her.
    game = sea(
        [ship("B-74", "A 1010", "N", 4, crew=3)],
        [ship("A-74", "A 1008", "S", 4)],
        options=STRIKES,
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(6, 6), afoul=(1,), helm=(3,)),
    )
    plot(game, british={"74/A": "N 4"}, french={"74/A": "S 4"})
    elect(game, french=True)
    assert told(game, "Captured")
    assert (where(game, 0), where(game, 1)) == ("A 1010", "A 1010")
    assert [s.speed for s in game.state.ships] == [0, 0]


@pytest.mark.clause("10.2", "6.6-afoul", "8.33")
def test_a_prize_retaken_before_her_random_course_stays_where_she_was_retaken() -> None:
    game = sea(
        [ship("B-74", "A 1008", "S", 4), ship("B-74", "A 1010", "N", 4)],
        [ship("A-74", "C 1011", "N", 0)],
        options=RETAKES,
        efficiency={"french": "high"},
        dice=wg.Dice.of(command=(6, 6), afoul=(1,), helm=(3,)),
        arrange=lambda state: take(state, 1, "french"),
    )
    plot(game, british={"74/A": "S 4"}, french={"P-74/B": "N 4"})
    elect(game, british=True)
    assert told(game, "Recaptured")
    assert (where(game, 0), where(game, 1)) == ("A 1010", "A 1010")


@pytest.mark.clause("10.2", "8.15-passing")
def test_a_prize_retaken_leaves_her_captors_flag_behind() -> None:
    game = sea(
        [ship("B-74", "A 1008", "S", 2), rest("B-74", "A 1010")],
        [rest("A-74", "C 1011")],
        options=RETAKES,
        dice=wg.Dice.of(afoul=(1,)),
        arrange=lambda state: (take(state, 1, "french"), setattr(state.ships[1], "flag", 1))[0],
    )
    plot(game, british={"74/A": "S 2"})
    elect(game, british=True, french=True)
    assert (game.state.ships[1].side, game.state.ships[1].flag) == ("british", 0)


@pytest.mark.clause("10.0-general")
def test_the_story_calls_the_captor_by_name() -> None:
    game = duel(rest("B-74", "A 1010"), rest("A-74", "A 1210", crew=2))
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert "strikes her colours to the British." in told(game, "Captured")[0].say()
