"""Preservation Levels and what a fleet does past its own, by the book's cases (9.0)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import by_code, elect, plot, put, sea, ship, stage, take, told, where

import weathergage as wg
from weathergage_frigate.gunnery import strength
from weathergage_frigate.preservation import edge_distance, points
from weathergage_frigate.state import FrigateState
from weathergage_frigate.victory import scores

STILL = {"force": "calm", "gunnery": {"british": 1, "french": 1}}
NO_REPAIR = {"damage_control": (6,) * 99}


def rest(type: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    return ship(type, hex, heading, 0, **more)


def passing(
    *french: dict[str, Any],
    british: tuple[dict[str, Any], ...] = (),
    level: int | None = 0,
    **more: Any,
) -> wg.Game:
    """The French pass their level at the end of the turn, with no repairs and nobody moving."""
    ours = list(british) or [rest("B-74", "F 1016")]
    more.setdefault("preservation", {"french": level})
    dice = more.pop("dice", wg.Dice.of(**NO_REPAIR))
    game = sea(ours, list(french), dice=dice, **(STILL | more))
    plot(game)
    for decision in game.decisions:
        if decision.kind == "repair":
            codes = [
                s.code for s in game.state.ships if s.side == decision.seat and s.crew * s.mast
            ]
            game.submit(decision.id, {"kinds": dict.fromkeys(codes, "crew")})
    return game


def retired(*french: dict[str, Any], british: tuple[dict[str, Any], ...], **more: Any) -> wg.Game:
    """At the plot of a turn, the French having passed their level before."""
    inner = more.pop("arrange", None)

    def over(state: FrigateState) -> None:
        state.over, state.frozen = {"french": 1}, True
        if inner is not None:
            inner(state)

    return sea(list(british), list(french), arrange=over, **more)


# 9.0: the count


@pytest.mark.clause("9.0-procedure")
def test_three_ships_with_2_1_and_0_hits_count_3() -> None:
    game = sea(
        [rest("B-74", "F 1010")],
        [
            rest("A-74", "A 0110", crew=1, mast=1),
            rest("A-74", "A 0310", mast=1),
            rest("A-74", "A 0510"),
        ],
    )
    assert points(game.state, "french") == 3


@pytest.mark.clause("9.0-procedure", "10.0-general")
def test_a_captured_ship_counts_six_whatever_her_hits_and_nothing_for_her_captor() -> None:
    game = sea(
        [rest("B-74", "F 1010")],
        [rest("A-74", "A 0110", crew=2), rest("A-74", "A 0310", mast=1)],
        arrange=lambda state: take(state, 1, "british"),
    )
    assert points(game.state, "french") == 7
    assert points(game.state, "british") == 0


@pytest.mark.clause("9.0-procedure")
@pytest.mark.parametrize(
    ("gone", "count"),
    [("sunk", 6), ("exploded", 6), ("aground", 6), ("exited", 0), ("escaped", 0), ("", 2)],
)
def test_a_lost_ship_counts_six_and_one_off_the_map_nothing(gone: str, count: int) -> None:
    game = sea(
        [rest("B-74", "F 1010")],
        [rest("A-74", "A 0110", crew=2)],
        arrange=lambda state: setattr(state.ships[1], "gone", gone),
    )
    assert points(game.state, "french") == count


@pytest.mark.clause("9.0-procedure")
def test_a_prize_that_sails_off_the_map_still_counts_six() -> None:
    def gone(state: FrigateState) -> None:
        take(state, 1, "british")
        state.ships[1].gone = "exited"

    game = sea([rest("B-74", "F 1010")], [rest("A-74", "A 0110")], arrange=gone)
    assert points(game.state, "french") == 6


@pytest.mark.clause("9.0-general", "4.2.H")
@pytest.mark.parametrize(("level", "over"), [(3, False), (2, True), (None, False)])
def test_a_level_must_be_exceeded(level: int | None, over: bool) -> None:
    game = passing(rest("A-74", "A 0110", mast=2), rest("A-74", "A 0310", mast=1), level=level)
    assert bool(game.state.over) is over


@pytest.mark.clause("9.0-procedure", "4.2.G")
def test_a_hit_repaired_in_phase_g_is_not_counted() -> None:
    game = passing(rest("A-74", "A 0110", mast=1), level=0, dice=wg.Dice.of(damage_control=(3,)))
    assert not game.state.over


@pytest.mark.clause("9.0-general")
def test_points_are_counted_afresh_each_turn() -> None:
    # A hit is mended and another taken: the count stays at 1, and a level of 1 holds.
    dice = wg.Dice.of(gunnery=(3,), damage_control=(1, 6, 6))
    game = sea(
        [rest("B-64", "A 1010")],
        [rest("C-50", "A 1210"), rest("A-74", "F 1010", mast=1)],
        dice=dice,
        preservation={"french": 1},
        **STILL,
    )
    plot(game, british={"64/K": "Fire Mast 50/N"})
    assert points(game.state, "french") == 1
    assert not game.state.over


@pytest.mark.clause("9.0-general", "4.2.H")
def test_a_level_once_passed_stays_passed_though_the_count_falls() -> None:
    game = passing(
        rest("A-74", "A 1210", mast=1),
        british=(rest("B-74", "A 1010"),),
        dice=wg.Dice.of(damage_control=(6, 1)),
    )
    assert game.state.over == {"french": 2}
    plot(game)
    assert points(game.state, "french") == 0
    assert game.state.over == {"french": 2}
    assert len(told(game, "LevelPassed")) == 1


@pytest.mark.clause("9.0-procedure", "14.6")
def test_one_british_ship_aground_at_st_jago_passes_the_level_of_5() -> None:
    def ashore(state: FrigateState) -> None:
        state.ships[9].gone = "aground"

    game = stage("st-jago", ashore)
    assert points(game.state, "british") == 6
    assert {f.id: f.preservation for f in game.state.fleets}["british"] == 5


# 9.11


@pytest.mark.clause("9.11", "3.1-leapfrog")
@pytest.mark.parametrize(("over", "gone"), [(True, "exited"), (False, "")])
def test_once_a_level_is_passed_no_section_is_laid(over: bool, gone: str) -> None:
    game = sea(
        [ship("B-74", "A 1001", "N", 2)],
        [rest("A-74", "A 1201", mast=1)],
        wind="S",
        preservation={"french": 0} if over else {},
        dice=wg.Dice.of(**NO_REPAIR),
    )
    plot(game, british={"74/A": "Decel 2"})
    assert game.state.frozen is over
    plot(
        game,
        british={"74/A": "Accel 2, N 2"},
        french={"74/A": "Accel 2, N 2"} if over else {},
    )
    assert game.state.ships[0].gone == gone
    assert bool(told(game, "Laid")) is not over


# 9.12


@pytest.mark.clause("9.12", "7.16")
@pytest.mark.parametrize(
    ("british", "gone"),
    [
        (rest("B-74", "A 0110"), "escaped"),  # eleven hexes
        (rest("B-74", "A 0210"), ""),  # ten, abeam
        (rest("B-74", "A 1216", "N"), "escaped"),  # six, pointing at her
        (rest("B-74", "A 1216", "S"), "escaped"),  # six, her stern towards her
        (rest("B-74", "A 0610", "N"), ""),  # six, abeam
        (rest("B-74", "A 1210", "N", crew=3), "escaped"),
        (rest("B-74", "A 1110", "N", crew=2), ""),
    ],
)
def test_only_whom_an_enemy_able_to_fire_has_in_range_and_field_of_fire_stays(
    british: dict[str, Any], gone: str
) -> None:
    hexes = {"A 1210": "A 1410"}
    french = rest("A-74", hexes.get(british["hex"], "A 1210"), mast=1)
    game = passing(french, british=(british,))
    assert game.state.ships[1].gone == gone
    assert bool(told(game, "Escaped")) is bool(gone)


@pytest.mark.clause("9.12", "10.0-general")
def test_a_prize_keeps_nobody_on_the_map() -> None:
    def prize(state: FrigateState) -> None:
        take(state, 1, "british")

    game = passing(
        rest("A-74", "A 1210"),
        rest("A-74", "A 1410"),
        british=(rest("B-74", "F 1010"),),
        arrange=prize,
    )
    assert [s.gone for s in game.state.ships] == ["", "", "escaped"]


@pytest.mark.clause("9.12")
def test_the_check_is_made_once() -> None:
    game = passing(
        rest("A-74", "A 1211", mast=1), british=(rest("B-74", "A 1010"),), force="light", wind="S"
    )
    assert not game.state.ships[1].gone
    # Next turn nobody has her in a field of fire, and she stays on the map.
    put(game.state, 0, "A 1216", "S")
    plot(game, french={"74/A": "Accel 2, N 2"})
    assert game.state.over
    assert not game.state.ships[1].gone
    assert where(game, 1) == "A 1209"


@pytest.mark.clause("9.12", "11.0-points")
def test_the_other_fleet_stays_and_hits_on_the_escaped_count_as_they_were() -> None:
    game = passing(
        rest("A-74", "A 1216", crew=2, mast=1),
        british=(rest("B-74", "A 1205", mast=1),),
    )
    assert [s.gone for s in game.state.ships] == ["", "escaped"]
    assert dict(scores(game)) == {"british": 6, "french": 2}


@pytest.mark.clause("9.12", "10.11")
def test_when_both_retire_all_get_away_at_one_moment() -> None:
    # Each has only the other under fire; neither is gone before the other is looked at.
    game = passing(
        rest("A-74", "A 1210", mast=1),
        rest("A-74", "F 1010", mast=1),
        british=(rest("B-74", "A 1010", mast=1),),
        preservation={"british": 0, "french": 1},
        victory={"kind": "points", "strategic": 2},
    )
    assert game.state.over == {"british": 2, "french": 2}
    assert [s.gone for s in game.state.ships] == ["", "", "escaped"]


@pytest.mark.clause("9.12", "10.11")
@pytest.mark.parametrize("first", ["british", "french"])
def test_when_both_retire_one_who_escapes_still_kept_her_enemy_under_fire(first: str) -> None:
    # The British bear on the French, who do not bear on them: the British get away and the
    # French stay, whichever stands first on the sheets.
    shooter, target = rest("B-74", "A 1010", "S", mast=1), rest("A-74", "A 1209", "SW", mast=1)
    ours, theirs = ((shooter,), target) if first == "british" else ((target,), shooter)
    game = passing(
        theirs,
        british=ours,
        preservation={"british": 0, "french": 0},
        victory={"kind": "points", "strategic": 2},
    )
    gone = {s.counter.type: s.gone for s in game.state.ships}
    assert gone == {"B-74": "escaped", "A-74": ""}


@pytest.mark.clause("9.12", "10.0-general")
def test_a_prize_of_the_retiring_fleet_gets_away_like_any_ship_of_it() -> None:
    game = passing(
        rest("A-74", "A 0110", mast=1),
        british=(rest("B-74", "F 1010"), rest("B-64", "B 1010")),
        arrange=lambda state: take(state, 1, "french"),
    )
    assert [s.gone for s in game.state.ships] == ["", "escaped", "escaped"]


# 9.13


@pytest.mark.clause("9.13", "7.17-order")
@pytest.mark.parametrize(("crew", "total"), [(0, 12), (1, 6)])
def test_a_retiring_74_fires_with_half_after_what_her_crew_hits_leave(
    crew: int, total: int
) -> None:
    game = retired(
        rest("A-74", "A 1210", crew=crew),
        british=(rest("MM", "A 1010"),),
        **STILL,
    )
    assert strength(game, game.state.ships[1], game.state.ships[0]) == total


@pytest.mark.clause("9.13")
def test_a_retiring_ship_may_still_fire() -> None:
    game = retired(ship("A-74", "A 1202", "N", 2), british=(rest("MM", "A 1002"),), wind="S")
    plot(game, french={"74/A": "Accel 2, N 4; Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == 12


@pytest.mark.clause("9.13", "7.23")
def test_the_halving_of_a_retreat_is_before_that_of_combined_fire() -> None:
    # 12 and 12 (from 25 each) are 24, and half of it 12.
    game = retired(
        rest("A-74", "A 1210"),
        rest("A-74", "A 1211"),
        british=(rest("MM", "A 1010"),),
        options={"combined_fire_halved": True},
        **STILL,
    )
    plot(game, french={"74/A": "Fire Crew MM/1", "74/B": "Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == 12


@pytest.mark.clause("9.13")
@pytest.mark.parametrize(
    ("row", "legal"),
    [
        ("Accel 2, N 4", True),
        ("Accel 2, NW 1, N 3", True),
        ("N 2", False),  # nearer, but not as fast as the wind allows
        ("Accel 2, SE 1, S 2", False),
        ("Decel 2", False),
    ],
)
def test_each_plot_brings_a_retiring_ship_nearer_the_edge_as_fast_as_she_can(
    row: str, legal: bool
) -> None:
    game = retired(ship("A-74", "A 1006", "N", 2), british=(rest("B-74", "A 1306"),), wind="S")
    if legal:
        plot(game, french={"74/A": row})
        assert game.turn == 3
    else:
        with pytest.raises(wg.IllegalCommand) as refused:
            plot(game, french={"74/A": row})
        assert refused.value.clause == "9.13"


@pytest.mark.clause("9.13", "6.11")
def test_in_book_play_a_plot_that_does_not_run_is_lost_to_command_control() -> None:
    game = retired(
        ship("A-74", "A 1006", "N", 2),
        british=(rest("B-74", "A 1306"),),
        wind="S",
        mode="book",
        dice=wg.Dice.of(helm=(3,)),
    )
    plot(game, french={"74/A": "Decel 2"})
    assert [e.misplotted for e in told(game, "OutOfCommand")] == [True]


@pytest.mark.clause("9.13")
def test_a_ship_of_the_other_fleet_need_not_run() -> None:
    game = retired(
        ship("A-74", "A 1006", "N", 2),
        british=(ship("B-74", "A 1306", "N", 2),),
        wind="S",
    )
    plot(game, british={"74/A": "Decel 2"}, french={"74/A": "Accel 2, N 4"})
    assert game.turn == 3


@pytest.mark.clause("9.13")
def test_a_ship_at_rest_must_get_under_way() -> None:
    game = retired(rest("A-74", "A 1006"), british=(rest("B-74", "A 1306"),), wind="S")
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game)
    assert refused.value.clause == "9.13"


@pytest.mark.clause("9.13", "6.64")
def test_a_ship_that_cannot_get_nearer_may_stay() -> None:
    # Dismasted and at rest, or afoul of an enemy who is too dead to take her.
    game = retired(
        rest("A-74", "A 1006", mast=3),
        rest("A-74", "B 1006"),
        british=(rest("B-74", "A 1306", crew=3, mast=3),),
        afoul=[(0, 2)],
    )
    plot(game)
    assert game.turn == 3


@pytest.mark.clause("9.13", "6.55")
def test_a_dismasted_ship_that_still_slows_must_use_what_way_she_has() -> None:
    game = retired(
        ship("A-74", "A 1006", "N", 6, mast=3), british=(rest("B-74", "A 1306"),), wind="S"
    )
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, french={"74/A": "SE 1"})
    assert refused.value.clause == "9.13"


@pytest.mark.clause("9.13", "8.14")
def test_a_formation_in_retreat_is_judged_by_the_ship_whose_row_it_sails_by() -> None:
    column = [ship("A-74", "A 1006", "N", 2, flag="FF"), ship("A-74", "A 1007", "N", 2)]
    game = retired(*column, british=(rest("B-74", "A 1306"),), wind="S")
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, french={"74/A": "Column, SE 1", "74/B": "Formation"})
    assert refused.value.clause == "9.13"
    plot(game, french={"74/A": "Column, N 2", "74/B": "Formation"})
    assert [where(game, 1), where(game, 2)] == ["A 1004", "A 1005"]


@pytest.mark.clause("9.13", "9.12")
def test_out_of_reach_she_is_not_taken_off_but_sails_on_to_the_edge() -> None:
    game = retired(
        ship("A-74", "A 1016", "S", 8),
        british=(rest("B-74", "A 1001", "S"),),
        force="fresh",
        dice=wg.Dice.of(**NO_REPAIR),
    )
    for _ in range(2):
        course = {8: "Accel 2, S 10", 10: "Accel 2, S 12"}[game.state.ships[1].speed]
        assert not game.state.ships[1].gone
        plot(game, french={"74/A": course})
    assert game.state.ships[1].gone == "escaped"


@pytest.mark.clause("9.13", "13.0-special")
def test_land_is_no_way_out() -> None:
    game = stage("lissa", lambda state: put(state, 0, "C 1010", "S", 4))
    sections = game.state.sections
    # South of C lies the island: from its last row the way out is east or west of it.
    assert edge_distance(game, sections.parse("C", "1016")) > 5
    assert edge_distance(game, sections.parse("E", "1016")) == 1
    assert edge_distance(game, sections.parse("C", "2003")) == 1


@pytest.mark.clause("9.13")
@pytest.mark.parametrize(
    ("hex", "hexes"), [("A 1001", 1), ("A 1006", 6), ("A 0110", 1), ("D 1016", 1), ("B 1016", 16)]
)
def test_the_edge_is_as_far_as_the_straight_way_off_every_section(hex: str, hexes: int) -> None:
    game = sea([rest("B-74", "A 0505")], [rest("A-74", "A 0705")])
    assert edge_distance(game, game.state.sections.parse(*hex.split())) == hexes


# 9.14


@pytest.mark.clause("9.14", "10.11")
def test_a_retiring_ship_afoul_of_an_enemy_surrenders() -> None:
    game = passing(
        rest("A-74", "A 1210", mast=1), british=(rest("B-74", "A 1010"),), afoul=[(0, 1)]
    )
    prize = by_code(game, "french", "74/A")
    assert (prize.side, prize.prize, prize.code, prize.afoul) == ("british", True, "P-74/A", ())
    assert told(game, "Captured")[0].clause == "10.11"


@pytest.mark.clause("9.14", "10.12")
def test_a_wholly_dead_ship_afoul_does_not() -> None:
    game = passing(
        rest("A-74", "A 1210", crew=3, mast=3), british=(rest("B-74", "A 1010"),), afoul=[(0, 1)]
    )
    assert by_code(game, "french", "74/A").side == "french"
    assert game.over


@pytest.mark.clause("9.14", "10.11")
def test_if_both_fleets_pass_their_levels_afoul_ships_part_instead() -> None:
    game = passing(
        rest("A-74", "A 1210", mast=1),
        british=(rest("B-74", "A 1010", mast=1),),
        afoul=[(0, 1)],
        preservation={"british": 0, "french": 0},
        victory={"kind": "points", "strategic": 2},
    )
    assert not told(game, "Captured")
    assert len(told(game, "Parted")) == 1
    assert [s.afoul for s in game.state.ships] == [(), ()]
    assert [s.side for s in game.state.ships] == ["british", "french"]


@pytest.mark.clause("9.14", "10.11")
def test_a_fleet_that_passes_its_level_later_surrenders_to_one_that_retires_already() -> None:
    def british_over(state: FrigateState) -> None:
        state.over, state.frozen = {"british": 1}, True

    game = passing(
        rest("A-74", "A 1210", mast=1),
        british=(rest("B-74", "A 1010"),),
        afoul=[(0, 1)],
        preservation={"british": 0, "french": 0},
        arrange=british_over,
    )
    assert by_code(game, "french", "74/A").side == "british"


@pytest.mark.clause("9.14", "10.2")
def test_a_prize_in_a_retiring_fleet_that_is_afoul_goes_back_to_her_own_side() -> None:
    game = passing(
        rest("A-74", "A 0110", mast=1),
        british=(rest("B-74", "A 1010"), rest("B-64", "A 1210")),
        arrange=lambda state: _prize_alongside(state),
    )
    back = game.state.ships[1]
    assert (back.side, back.prize, back.afoul) == ("british", False, ())
    assert [e.clause for e in told(game, "Recaptured")] == ["10.11"]


def _prize_alongside(state: FrigateState) -> None:
    take(state, 1, "french")
    put(state, 1, "A 1010", afoul=(0,))
    state.ships[0].afoul = (1,)


def _upon(*over: str, french: dict[str, Any] | None = None, **more: Any) -> wg.Game:
    """A British ship has sailed upon a French one at rest, at least one side wishing to run
    afoul; the fleets named passed their levels turns ago.
    """

    def retiring(state: FrigateState) -> None:
        state.over, state.frozen = dict.fromkeys(over, 1), True

    game = sea(
        [ship("B-74", "A 1004", "N", 2), rest("B-74", "A 0312", mast=3)],
        [french or rest("A-74", "A 1002", mast=3), rest("A-74", "A 0512", mast=3)],
        dice=wg.Dice.of(afoul=(1,), damage_control=(6,) * 9),
        arrange=retiring,
        turn=5,
        wind="S",
        **more,
    )
    plot(game, british={"74/A": "Accel 2, N 4"})
    elect(game, british=True, french=True)
    return game


@pytest.mark.clause("9.14", "4.2.H", "10.11")
def test_a_ship_that_runs_afoul_when_her_fleet_retires_already_surrenders_at_once() -> None:
    prize = (game := _upon("french")).state.ships[2]
    assert (prize.side, prize.prize, prize.afoul) == ("british", True, ())
    assert [e.clause for e in told(game, "Captured")] == ["9.14"]
    assert [where(game, n) for n in (0, 2)] == ["A 1002", "A 1002"]


@pytest.mark.clause("9.14", "10.12")
def test_a_wholly_dead_one_does_not_and_stays_afoul() -> None:
    game = _upon("french", french=rest("A-74", "A 1002", crew=3, mast=3))
    assert not told(game, "Captured")
    assert game.state.ships[2].afoul == (0,)


@pytest.mark.clause("9.14", "10.11")
def test_where_both_fleets_retire_those_that_run_afoul_part_and_neither_surrenders() -> None:
    game = _upon("french", "british")
    assert not told(game, "Captured")
    assert [e.clause for e in told(game, "Parted")] == ["10.11"]
    assert [s.afoul for s in game.state.ships] == [()] * 4


@pytest.mark.clause("9.14")
def test_while_nobody_retires_running_afoul_takes_nobody() -> None:
    game = _upon()
    assert not told(game, "Captured")
    assert game.state.ships[2].afoul == (0,)


# 9.15


def at_the_end(*french: dict[str, Any], **more: Any) -> wg.Game:
    """The last turn of a game in which the French retire, played out."""
    game = retired(*french, british=(rest("B-74", "F 1010"),), turn=16, **more)
    plot(game)
    assert game.over
    return game


@pytest.mark.clause("9.15", "11.0-points", "6.56")
@pytest.mark.parametrize("drift", [True, False])
def test_a_dismasted_ship_of_a_retiring_fleet_is_captured_at_the_end(drift: bool) -> None:
    game = at_the_end(rest("A-74", "A 1010", mast=3), options={"drift": drift})
    assert game.state.ships[1].prize
    assert told(game, "Captured")[0].clause == "9.15"
    assert game.outcome is not None
    assert dict(game.outcome.scores)["british"] == 18


@pytest.mark.clause("9.15", "10.12")
def test_one_that_is_wholly_dead_is_disabled_and_not_captured() -> None:
    game = retired(rest("A-74", "A 1010", crew=3, mast=3), british=(rest("B-74", "F 1010"),))
    plot(game)
    assert game.outcome is not None
    assert dict(game.outcome.scores)["british"] == 12


@pytest.mark.clause("9.15", "6.56")
@pytest.mark.parametrize(("drift", "prize"), [(True, True), (False, False)])
def test_a_sound_ship_at_rest_drifts_only_where_drift_is_played(drift: bool, prize: bool) -> None:
    # Afoul of a ship that cannot take her, so that she is not bound to run.
    game = at_the_end(
        rest("A-74", "A 1010"),
        arrange=_bound,
        options={"drift": drift},
    )
    assert game.state.ships[1].prize is prize


def _bound(state: FrigateState) -> None:
    put(state, 0, "A 1010", crew=3, mast=3, afoul=(1,))
    state.ships[1].afoul = (0,)


@pytest.mark.clause("9.15", "6.56", "9.11")
def test_one_that_drifts_off_the_map_has_escaped() -> None:
    game = retired(
        rest("A-74", "D 1016", mast=3), british=(rest("B-74", "C 1010"),), options={"drift": True}
    )
    plot(game)
    assert game.state.ships[1].gone == "escaped"
    assert not game.state.ships[1].prize
    assert game.over


@pytest.mark.clause("9.15")
def test_a_dismasted_ship_of_a_fleet_that_holds_its_level_is_not_captured() -> None:
    game = sea([rest("B-74", "F 1010")], [rest("A-74", "A 1010", mast=3)], turn=16, force="calm")
    plot(game)
    assert not game.state.ships[1].prize
    assert game.outcome is not None
    assert dict(game.outcome.scores)["british"] == 6
