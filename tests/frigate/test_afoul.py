"""Meeting, running afoul, fighting alongside and breaking away, by the book's cases (6.6)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import answer, elect, plot, put, refusal, sea, ship, take, told, where

import weathergage as wg
from weathergage_frigate.state import FrigateState

STILL = {"force": "calm", "gunnery": {"british": 1, "french": 1}}


def lines(game: wg.Game) -> list[str]:
    return [where(game, n) for n in range(len(game.state.ships))]


def electing(game: wg.Game) -> list[str]:
    """The seats that are asked whether they run afoul."""
    return [d.seat for d in game.decisions if d.kind == "election"]


def headlong(**more: Any) -> wg.Game:
    """A British 74 sailing N from A 1013 and a French one S from A 1007: both enter A 1010 with
    their third point, and each has a fourth.
    """
    game = sea([ship("B-74", "A 1013", "N", 4)], [ship("A-74", "A 1007", "S", 4)], **more)
    plot(game, british={"74/A": "N 4"}, french={"74/A": "S 4"})
    return game


def alongside(
    british: dict[str, Any] | None = None, french: dict[str, Any] | None = None, **more: Any
) -> wg.Game:
    """A British and a French ship afoul of one another in A 1010."""
    one = british or ship("B-74", "A 1010", "N", 0)
    other = french or ship("A-74", "A 1410", "S", 0)
    return sea([one], [other], afoul=[(0, 1)], **more)


# 6.6: who meets


@pytest.mark.clause("6.6-general", "6.6-election")
def test_two_that_enter_one_hex_with_their_third_points_and_decline_sail_on() -> None:
    game = headlong()
    assert electing(game) == ["british", "french"]
    elect(game)
    assert lines(game) == ["A 1009", "A 1011"]
    assert [s.speed for s in game.state.ships] == [4, 4]
    assert not any(s.afoul for s in game.state.ships)


@pytest.mark.clause("6.6-general")
def test_a_hex_left_before_the_other_enters_is_no_encounter() -> None:
    game = sea([ship("B-74", "A 1012", "N", 4)], [ship("A-74", "A 1408", "SW", 4)], wind="NE")
    plot(game, british={"74/A": "N 4"}, french={"74/A": "SW 4"})
    assert not told(game, "Met")
    assert lines(game) == ["A 1008", "A 1010"]


@pytest.mark.clause("6.6-election")
@pytest.mark.parametrize(
    ("british", "french", "die", "afoul"),
    [
        (True, True, 6, True),
        (True, False, 1, True),
        (True, False, 2, True),
        (True, False, 3, False),
        (False, True, 2, True),
        (False, True, 3, False),
        (False, False, 1, False),
    ],
)
def test_both_run_afoul_by_choice_one_alone_on_1_or_2(
    british: bool, french: bool, die: int, afoul: bool
) -> None:
    game = headlong(dice=wg.Dice.of(afoul=(die,)))
    elect(game, british=british, french=french)
    assert (game.state.ships[0].afoul == (1,)) is afoul
    assert lines(game) == (["A 1010", "A 1010"] if afoul else ["A 1009", "A 1011"])
    rolled = [e for e in told(game, "Rolled") if e.clause == "6.6-election"]
    assert bool(rolled) is (british is not french)


@pytest.mark.clause("6.6-election")
def test_neither_answer_is_known_before_both_are_in() -> None:
    game = headlong()
    answer(game, "election", british={"run_afoul": True})
    assert electing(game) == ["french"]
    assert not told(game, "RanAfoul")
    answer(game, "election", french={"run_afoul": True})
    assert told(game, "RanAfoul")


@pytest.mark.clause("6.6-election", "6.61")
@pytest.mark.parametrize("kind", ["crew", "mast"])
@pytest.mark.parametrize(("die", "afoul"), [(2, True), (3, False)])
def test_a_crippled_ship_may_not_choose_and_her_enemy_rolls_alone(
    kind: str, die: int, afoul: bool
) -> None:
    hurt = ship("B-74", "A 1010", "N", 0, **{kind: 3})
    game = sea([hurt], [ship("A-74", "A 1007", "S", 4)], dice=wg.Dice.of(afoul=(die,)))
    plot(game, french={"74/A": "S 4"})
    assert electing(game) == ["french"]
    elect(game, french=True)
    assert bool(game.state.ships[0].afoul) is afoul


@pytest.mark.clause("6.61")
def test_if_the_enemy_of_a_crippled_ship_declines_they_pass() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0, crew=3)], [ship("A-74", "A 1007", "S", 4)])
    plot(game, french={"74/A": "S 4"})
    elect(game, french=False)
    assert lines(game) == ["A 1010", "A 1011"]


@pytest.mark.clause("6.61")
def test_two_crippled_ships_pass_and_nobody_is_asked() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0, mast=3)], [ship("A-74", "A 1007", "S", 4, crew=3)])
    plot(game, french={"74/A": "S 4"})
    assert not electing(game)
    assert lines(game) == ["A 1010", "A 1011"]
    assert [e.tried for e in told(game, "Met")] == [False]


@pytest.mark.clause("6.61")
def test_two_hits_of_each_kind_do_not_bar_the_choice() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0, crew=2, mast=2)], [ship("A-74", "A 1007", "S", 4)])
    plot(game, french={"74/A": "S 4"})
    assert electing(game) == ["british", "french"]


# 6.6-stepwise, 6.6-meeting


@pytest.mark.clause("6.6-stepwise")
def test_after_the_slower_has_spent_three_points_the_faster_goes_on_alone() -> None:
    # The British end in A 1007 with their third point; the French pass there with their sixth.
    game = sea([ship("B-74", "A 1010", "N", 3)], [ship("A-74", "A 1001", "S", 7)])
    plot(game, british={"74/A": "N 3"}, french={"74/A": "S 7"})
    assert electing(game) == ["british", "french"]
    elect(game, british=True, french=True)
    assert lines(game) == ["A 1007", "A 1007"]
    assert [s.speed for s in game.state.ships] == [0, 0]


@pytest.mark.clause("6.6-stepwise", "6.42")
def test_a_ship_that_pays_for_a_second_hexside_stays_in_her_hex_for_that_step() -> None:
    # Step 1: the British turn in A 1010, and the French enter it.
    game = sea([ship("B-74", "A 1010", "N", 4)], [ship("A-74", "A 1009", "S", 2)], wind="S")
    plot(game, british={"74/A": "SE 3"}, french={"74/A": "S 2"})
    assert electing(game) == ["british", "french"]
    elect(game, british=True, french=True)
    assert lines(game) == ["A 1010", "A 1010"]
    assert [e.hex for e in told(game, "RanAfoul")] == ["A 1010"]


@pytest.mark.clause("6.6-meeting")
def test_changing_places_is_a_meeting() -> None:
    game = sea([ship("B-74", "A 1010", "N", 1)], [ship("A-74", "A 1009", "S", 1)])
    plot(game, british={"74/A": "N 1"}, french={"74/A": "S 1"})
    assert len(electing(game)) == 2
    elect(game)
    assert lines(game) == ["A 1009", "A 1010"]


@pytest.mark.clause("6.6-meeting")
def test_entering_one_hex_at_one_step_is_a_meeting() -> None:
    game = sea([ship("B-74", "A 1011", "N", 2)], [ship("A-74", "A 1208", "SW", 2)])
    plot(game, british={"74/A": "N 2"}, french={"74/A": "SW 2"})
    assert len(electing(game)) == 2
    elect(game)
    assert lines(game) == ["A 1009", "A 1009"]
    assert not game.state.ships[0].afoul


@pytest.mark.clause("6.6-meeting")
def test_entering_the_hex_of_a_ship_at_rest_is_a_meeting() -> None:
    game = sea([ship("B-74", "A 1009", "N", 0)], [ship("A-74", "A 1008", "S", 2)])
    plot(game, french={"74/A": "S 2"})
    assert len(electing(game)) == 2
    elect(game)
    assert lines(game) == ["A 1009", "A 1010"]


@pytest.mark.clause("6.6-meeting")
def test_entering_a_hex_that_the_other_leaves_for_elsewhere_is_none() -> None:
    game = sea([ship("B-74", "A 1010", "N", 1)], [ship("A-74", "A 1011", "N", 1)])
    plot(game, british={"74/A": "N 1"}, french={"74/A": "N 1"})
    assert not told(game, "Met")
    assert lines(game) == ["A 1009", "A 1010"]


@pytest.mark.clause("6.6-meeting", "6.6-general")
def test_a_pair_that_declined_parts_in_the_next_turn_without_another_meeting() -> None:
    game = sea([ship("B-74", "A 1011", "N", 1)], [ship("A-74", "A 1008", "S", 2)])
    plot(game, british={"74/A": "N 1"}, french={"74/A": "S 2"})
    assert len(electing(game)) == 2
    elect(game)
    assert lines(game) == ["A 1010", "A 1010"]
    plot(game, british={"74/A": "N 1"}, french={"74/A": "S 2"})
    assert lines(game) == ["A 1009", "A 1012"]


@pytest.mark.clause("6.6-meeting", "6.61-friends")
def test_of_two_friends_that_would_meet_one_enemy_the_first_on_the_sheet_does() -> None:
    game = sea(
        [ship("B-64", "A 1011", "N", 1), ship("B-100", "A 0910", "SE", 1)],
        [ship("A-74", "A 1110", "SW", 1)],
    )
    plot(game, british={"64/K": "N 1", "100/A": "SE 1"}, french={"74/A": "SW 1"})
    assert [d.about for d in game.decisions] == ["british 64/K / french 74/A"] * 2
    assert [(e.ship, e.friend) for e in told(game, "Blocked")] == [("B-100 100/A", "B-64 64/K")]


@pytest.mark.clause("6.6-meeting", "6.61-friends")
def test_a_friend_stays_out_of_the_hex_in_which_two_have_run_afoul() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 1)],
        [ship("A-64", "A 1110", "NW", 1), ship("A-120", "A 1007", "S", 2)],
    )
    plot(game, british={"74/A": "N 1"}, french={"64/A": "NW 1", "120/A": "S 2"})
    assert [d.about for d in game.decisions] == ["british 74/A / french 64/A"] * 2
    elect(game, british=True, french=True)
    assert not electing(game)
    assert lines(game) == ["A 1009", "A 1009", "A 1008"]


@pytest.mark.clause("6.6-meeting")
def test_of_two_pairs_that_meet_at_one_step_the_stronger_is_asked_first() -> None:
    # 16 + 44 before 23 + 15, by Gunnery Strength at two hexes.
    game = sea(
        [ship("B-74", "A 1010", "N", 0), ship("B-64", "A 1210", "N", 0)],
        [ship("A-64", "A 1009", "S", 1), ship("A-120", "A 1209", "S", 1)],
    )
    plot(game, french={"64/A": "S 1", "120/A": "S 1"})
    assert [d.about for d in game.decisions] == ["british 64/K / french 120/A"] * 2
    elect(game)
    assert [d.about for d in game.decisions] == ["british 74/A / french 64/A"] * 2


@pytest.mark.clause("6.6-meeting", "10.0-general")
@pytest.mark.parametrize("joins", [True, False])
def test_three_in_one_hex_are_settled_in_pairs_and_a_third_may_join_two_that_are_afoul(
    joins: bool,
) -> None:
    # A captor may lie in one hex with her prize, and a French 74 sails into both.
    def prize(state: FrigateState) -> None:
        take(state, 2, "british")
        put(state, 2, "A 1010")

    game = sea(
        [ship("B-64", "A 1010", "N", 0)],
        [ship("A-74", "A 1011", "N", 2), ship("A-120", "A 1210", "N", 0)],
        arrange=prize,
    )
    plot(game, french={"74/A": "N 2"})
    assert [d.about for d in game.decisions] == ["french 74/A / french 120/A"] * 2
    elect(game, british=True, french=True)
    assert [d.about for d in game.decisions] == ["british 64/K / french 74/A"] * 2
    elect(game, british=joins, french=joins)
    assert lines(game) == ["A 1010"] * 3
    assert sorted(game.state.ships[1].afoul) == ([0, 2] if joins else [2])
    assert game.state.ships[1].speed == 0


# 6.6-afoul


@pytest.mark.clause("6.6-afoul", "6.22")
def test_afoul_after_four_of_nine_points_she_stays_and_loses_five() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [ship("A-74", "A 1006", "S", 9)], force="fresh")
    plot(game, french={"74/A": "S 9"})
    elect(game, british=True, french=True)
    assert where(game, 1) == "A 1010"
    assert game.state.ships[1].speed == 0


@pytest.mark.clause("6.6-afoul")
@pytest.mark.parametrize(
    ("wind", "british", "french", "end"),
    [
        ("N", ("A 1010", "S"), ("A 1011", "N"), "A 1011"),
        ("S", ("A 1010", "S"), ("A 1011", "N"), "A 1010"),
        ("NW", ("A 1010", "SE"), ("A 1111", "NW"), "A 1111"),
        ("SE", ("A 1010", "SE"), ("A 1111", "NW"), "A 1010"),
        ("NE", ("A 1010", "S"), ("A 1011", "N"), "A 1011"),
        ("SW", ("A 1010", "S"), ("A 1011", "N"), "A 1010"),
    ],
)
def test_of_two_that_change_places_the_one_more_with_the_wind_enters_the_others_hex(
    wind: str, british: tuple[str, str], french: tuple[str, str], end: str
) -> None:
    game = sea([ship("B-74", *british, 1)], [ship("A-74", *french, 1)], wind=wind)
    plot(game, british={"74/A": f"{british[1]} 1"}, french={"74/A": f"{french[1]} 1"})
    elect(game, british=True, french=True)
    assert lines(game) == [end, end]


@pytest.mark.clause("6.6-afoul", "6.41")
def test_a_ship_that_turns_into_the_exchange_counts_by_the_course_she_steers() -> None:
    # Before her turn the British ship heads SW, as near the wind's way as the French SE; changing
    # places she steers NW and the French have the wind more behind them.
    game = sea([ship("B-74", "A 1111", "SW", 1)], [ship("A-74", "A 1010", "SE", 1)], wind="N")
    plot(game, british={"74/A": "NW 1"}, french={"74/A": "SE 1"})
    elect(game, british=True, french=True)
    assert lines(game) == ["A 1111", "A 1111"]


@pytest.mark.clause("6.6-afoul", "6.41", "6.65")
def test_she_who_turned_to_enter_points_away_from_the_hex_she_left() -> None:
    game = sea([ship("B-74", "A 1010", "N", 1)], [ship("A-74", "A 1110", "N", 0)])
    plot(game, british={"74/A": "NE 1"})
    elect(game, british=True, french=True)
    assert where(game, 0) == "A 1110"
    assert game.state.ships[0].heading == wg.HEADINGS.index("NE")
    assert game.state.ships[1].heading == wg.HEADINGS.index("N")


@pytest.mark.clause("6.6-afoul", "6.22")
def test_running_afoul_is_the_one_thing_that_stops_a_ship_dead() -> None:
    game = headlong()
    elect(game, british=True, french=True)
    assert [s.speed for s in game.state.ships] == [0, 0]


# 6.61-friends


@pytest.mark.clause("6.61-friends")
def test_in_a_column_each_enters_the_hex_that_her_leader_leaves() -> None:
    column = [ship("B-74", f"A 10{row}", "N", 3, flag="FF" * (row == "10")) for row in ("10", "11")]
    game = sea(column, [ship("A-74", "F 1010", "N", 0)])
    plot(game, british={"74/A": "Column, N 3", "74/B": "Formation"})
    assert lines(game)[:2] == ["A 1007", "A 1008"]
    assert not told(game, "Blocked")


@pytest.mark.clause("6.61-friends", "6.1")
def test_of_two_friends_for_one_hex_the_later_on_the_sheet_stops_short_and_keeps_her_rate() -> None:
    game = sea(
        [ship("B-74", "A 0910", "SE", 3), ship("B-74", "A 1110", "SW", 3)],
        [ship("A-74", "F 1010", "N", 0)],
    )
    plot(game, british={"74/A": "SE 3", "74/B": "SW 3"})
    assert lines(game)[1] == "A 1110"
    assert game.state.ships[1].speed == 3
    assert [(e.ship, e.friend) for e in told(game, "Blocked")] == [("B-74 74/B", "B-74 74/A")]


@pytest.mark.clause("6.61-friends", "6.1")
def test_a_friend_at_rest_in_the_third_hex_stops_her_in_the_second() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4), ship("B-74", "A 1007", "N", 0)],
        [ship("A-74", "F 1010", "N", 0)],
    )
    plot(game, british={"74/A": "N 4"})
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1008", 4)


@pytest.mark.clause("6.61-friends", "6.6-afoul")
def test_a_ship_stopped_by_an_enemy_stops_the_friend_behind_her() -> None:
    game = sea(
        [ship("B-74", "A 1012", "N", 4), ship("B-74", "A 1013", "N", 4)],
        [ship("A-74", "A 1010", "N", 0)],
    )
    plot(game, british={"74/A": "N 4", "74/B": "N 4"})
    elect(game, british=True, french=True)
    assert lines(game) == ["A 1010", "A 1011", "A 1010"]
    assert [s.speed for s in game.state.ships] == [0, 4, 0]


@pytest.mark.clause("6.61-friends", "6.6-afoul")
@pytest.mark.parametrize(("wind", "ends"), [("N", ["A 1011", "A 1012", "A 1011"]), ("S", None)])
def test_a_friend_behind_one_who_changes_places_is_stopped_whichever_way_they_end(
    wind: str, ends: list[str] | None
) -> None:
    # A 1011 and A 1010 change places; a British friend comes up behind A 1011.
    game = sea(
        [ship("B-74", "A 1011", "N", 1), ship("B-74", "A 1012", "N", 1)],
        [ship("A-74", "A 1010", "S", 1)],
        wind=wind,
    )
    plot(game, british={"74/A": "N 1", "74/B": "N 1"}, french={"74/A": "S 1"})
    elect(game, british=True, french=True)
    # With a north wind the French enter A 1011; with a south wind the British enter A 1010, and
    # the hex that they leave is free.
    assert lines(game) == (ends or ["A 1010", "A 1011", "A 1010"])


# 6.6-fire, 6.62, 6.63, 6.67


@pytest.mark.clause("6.6-fire", "6.62", "7.22")
def test_a_ship_afoul_doubled_and_one_outside_make_one_attack() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 0), ship("B-74", "A 0710", "N", 0)],
        [ship("A-74", "A 1410", "N", 0)],
        afoul=[(0, 2)],
        **STILL,
    )
    plot(game, british={"74/A": "Fire Crew 74/A", "74/B": "Fire Crew 74/A"})
    fired = told(game, "Fired")
    assert len(fired) == 1
    assert [points for _, points, _ in fired[0].firers] == [46, 13]
    assert fired[0].total == 59


@pytest.mark.clause("6.6-fire")
def test_a_ship_afoul_may_not_fire_at_a_third() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 0), ship("B-74", "A 0810", "N", 0)],
        [ship("A-74", "A 1410", "N", 0)],
        afoul=[(0, 2)],
        **STILL,
    )
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, french={"74/A": "Fire Crew 74/B"})
    assert refused.value.clause == "6.6-fire"


@pytest.mark.clause("6.62")
@pytest.mark.parametrize(
    ("type", "crew", "total"), [("A-74", 0, 50), ("B-64", 1, 16), ("B-74", 0, 46)]
)
def test_ships_afoul_fire_at_one_another_with_double_strength(
    type: str, crew: int, total: int
) -> None:
    game = alongside(ship(type, "A 1010", "N", 0, crew=crew), **STILL)
    code = game.state.ships[0].code
    plot(game, british={code: "Fire Crew 74/A"})
    fired = told(game, "Fired")[0]
    assert fired.total == total
    if type == "B-74":
        assert (fired.defense, fired.odds) == (15, "3-1")


@pytest.mark.clause("6.62", "7.16", "7.17")
@pytest.mark.parametrize("heading", list(wg.HEADINGS))
def test_between_ships_afoul_there_are_no_arcs_and_no_raking(heading: str) -> None:
    game = alongside(french=ship("A-74", "A 1410", heading, 0), **STILL)
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert [e.total for e in told(game, "Fired")] == [50, 46]


@pytest.mark.clause("6.63", "3.23-mixed")
@pytest.mark.parametrize(
    ("type", "nation", "crew", "total"),
    [
        ("A-74", "french", 0, 75),
        ("A-74", "french", 1, 36),
        ("A-74", "spanish", 0, 75),
        ("A-74", "franco-italian", 0, 75),
        ("C-50", "dutch", 2, 8),
        ("C-50", "dutch", 0, 18),
        ("A-120", "british", 0, 88),
        ("D-44", "us", 0, 40),
        ("B-74", "british", 0, 46),
    ],
)
def test_frenchmen_spaniards_and_italians_treble_and_the_rest_double(
    type: str, nation: str, crew: int, total: int
) -> None:
    game = alongside(
        ship(type, "A 1010", "N", 0, crew=crew),
        ship("MM", "A 1410", "N", 0),
        nation={"british": nation},
        options={"national_multipliers": True},
        **STILL,
    )
    code = game.state.ships[0].code
    plot(game, british={code: "Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == total


@pytest.mark.clause("6.63")
def test_without_the_option_frenchmen_double_too() -> None:
    game = alongside(ship("A-74", "A 1010", "N", 0), nation={"british": "french"}, **STILL)
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert told(game, "Fired")[0].total == 50


@pytest.mark.clause("6.67", "7.0-timing")
def test_the_third_crew_hit_of_this_turn_does_not_silence_her_in_it() -> None:
    game = alongside(
        ship("A-74", "A 1010", "N", 0, crew=2),
        options={"national_multipliers": True},
        dice=wg.Dice.of(gunnery=(3, 3)),
        **STILL,
    )
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert len(told(game, "Fired")) == 2
    assert game.state.ships[0].crew == 3
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, british={"74/A": "Fire Crew 74/A"})
    assert refused.value.clause == "7.13"


@pytest.mark.clause("6.67", "8.36", "8.3")
def test_out_of_command_a_ship_afoul_fires_all_the_same() -> None:
    # A high fleet that rolls a 6 loses its independents on hexes ending in 0.
    game = alongside(efficiency={"british": "high"}, dice=wg.Dice.of(command=(6,)), **STILL)
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert told(game, "OutOfCommand")
    assert told(game, "Fired")[0].total == 46


# 6.64, 6.65: breaking away


@pytest.mark.clause("6.64")
@pytest.mark.parametrize(
    ("row", "die", "place", "free"),
    [
        ("Break away, Accel 2, N 2", 1, "A 1008", True),
        ("Break away, Accel 2, N 2", 2, "A 1008", True),
        ("Break away, Accel 1, N 1", 2, "A 1009", True),
        ("Break away", 2, "A 1010", True),
        ("Break away, Accel 2, N 2", 3, "A 1010", False),
        ("Break away, Accel 2, N 2", 6, "A 1010", False),
    ],
)
def test_a_1_or_2_frees_her_and_she_may_go_two_hexes_straight_ahead(
    row: str, die: int, place: str, free: bool
) -> None:
    game = alongside(dice=wg.Dice.of(break_away=(die,)))
    plot(game, british={"74/A": row})
    assert lines(game) == [place, "A 1010"]
    assert [bool(s.afoul) for s in game.state.ships] == [not free, not free]
    assert game.state.ships[1].speed == 0


@pytest.mark.clause("6.64", "6.65", "6.22")
@pytest.mark.parametrize(
    "row",
    [
        "Break away, Accel 3, N 3",
        "Break away, Accel 1, NE 1",
        "Break away, NE 0",
        "N 2",
        "Accel 2, N 2",
    ],
)
def test_she_may_not_turn_first_nor_gain_more_than_two_nor_go_without_rolling(row: str) -> None:
    game = alongside()
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": row})


@pytest.mark.clause("6.64", "6.65", "6.41")
@pytest.mark.parametrize("row", ["Accel 2, N 1, NE 1", "Accel 1, N 1, NE 0"])
def test_freed_she_moves_in_the_direction_that_she_is_facing_and_no_other(row: str) -> None:
    game = alongside(dice=wg.Dice.of(break_away=(1,)))
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, british={"74/A": f"Break away, {row}"})
    assert refused.value.clause == "6.64"


@pytest.mark.clause("6.64")
@pytest.mark.parametrize(
    ("force", "mast", "close", "row"),
    [
        ("moderate", 0, False, "Break away, Accel 2, N 2"),
        ("calm", 0, False, "Break away"),
        ("moderate", 3, False, "Break away"),
        ("moderate", 0, True, "Break away"),
    ],
)
def test_the_help_names_a_way_out_that_is_accepted(
    force: str, mast: int, close: bool, row: str
) -> None:
    # With 6.32 nobody sails into the north wind.
    more = {"force": force, "options": {"no_sailing_into_wind": close}}
    game = alongside(ship("B-74", "A 1010", "N", 0, mast=mast), **more)
    [decision] = [d for d in game.decisions if d.seat == "british"]
    assert f'afoul: nothing, or "{row}"' in decision.help()
    assert refusal(game, "british", {"74/A": row}) == ""


@pytest.mark.clause("6.64", "6.52")
def test_dismasted_she_is_freed_and_cannot_move() -> None:
    game = alongside(ship("B-74", "A 1010", "N", 0, mast=3), dice=wg.Dice.of(break_away=(1,)))
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": "Break away, Accel 1, N 1"})
    plot(game, british={"74/A": "Break away"})
    assert lines(game) == ["A 1010", "A 1010"]
    assert not game.state.ships[0].afoul


@pytest.mark.clause("6.64", "8.36")
def test_out_of_command_she_does_not_roll() -> None:
    dice = wg.Dice.of(command=(6,), break_away=(1,))
    game = alongside(efficiency={"british": "high"}, dice=dice)
    plot(game, british={"74/A": "Break away, Accel 2, N 2"})
    assert not told(game, "BrokeAway")
    assert game.state.ships[0].afoul == (1,)
    assert lines(game) == ["A 1010", "A 1010"]


@pytest.mark.clause("6.64")
def test_both_that_plotted_it_roll_and_only_the_one_who_succeeds_moves() -> None:
    game = alongside(dice=wg.Dice.of(break_away=(2, 5)))
    plot(
        game,
        british={"74/A": "Break away, Accel 2, N 2"},
        french={"74/A": "Break away, Accel 2, S 2"},
    )
    assert [(e.ship, e.done) for e in told(game, "BrokeAway")] == [
        ("B-74 74/A", True),
        ("A-74 74/A", False),
    ]
    assert lines(game) == ["A 1008", "A 1010"]
    assert [s.speed for s in game.state.ships] == [2, 0]
    assert not any(s.afoul for s in game.state.ships)


@pytest.mark.clause("6.64")
def test_if_both_succeed_both_move() -> None:
    game = alongside(dice=wg.Dice.of(break_away=(2, 1)))
    plot(
        game,
        british={"74/A": "Break away, Accel 2, N 2"},
        french={"74/A": "Break away, Accel 2, S 2"},
    )
    assert lines(game) == ["A 1008", "A 1012"]


@pytest.mark.clause("6.64")
def test_afoul_of_two_she_rolls_for_each_and_is_free_only_of_whom_she_parts_from() -> None:
    def second(state: FrigateState) -> None:
        put(state, 1, "A 1010", "S", afoul=(0,))
        put(state, 2, "A 1010", "S", afoul=(0,))
        state.ships[0].afoul = (1, 2)

    game = sea(
        [ship("B-74", "A 1010", "N", 0)],
        [ship("A-74", "A 1410", "S", 0), ship("A-74", "A 1610", "S", 0)],
        arrange=second,
        dice=wg.Dice.of(break_away=(1, 4)),
    )
    plot(game, british={"74/A": "Break away, Accel 2, N 2"})
    assert [e.done for e in told(game, "BrokeAway")] == [True, False]
    assert game.state.ships[0].afoul == (2,)
    assert where(game, 0) == "A 1010"


@pytest.mark.clause("6.64", "6.22")
def test_who_breaks_away_with_a_halved_allowance_of_1_goes_one_hex_at_most() -> None:
    game = alongside(
        ship("B-74", "A 1010", "N", 0, mast=1), force="light", dice=wg.Dice.of(break_away=(1,))
    )
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": "Break away, Accel 2, N 2"})
    plot(game, british={"74/A": "Break away, Accel 1, N 1"})
    assert where(game, 0) == "A 1009"


@pytest.mark.clause("6.65", "6.45")
def test_afoul_she_keeps_her_facing() -> None:
    game = alongside()
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": "NE 0"})
    plot(game)
    assert game.state.ships[0].heading == wg.HEADINGS.index("N")


# 6.56 with 6.64


@pytest.mark.clause("6.56", "6.64")
def test_freed_and_gone_she_does_not_drift_but_her_enemy_does() -> None:
    game = alongside(dice=wg.Dice.of(break_away=(1,)), options={"drift": True}, wind="S")
    plot(game, british={"74/A": "Break away, Accel 2, N 2"})
    assert lines(game) == ["A 1008", "A 1009"]


@pytest.mark.clause("6.56", "6.64", "6.6-meeting")
def test_parted_without_way_both_drift_into_one_hex_and_meet_again() -> None:
    game = alongside(dice=wg.Dice.of(break_away=(1,)), options={"drift": True})
    plot(game, british={"74/A": "Break away"})
    assert len(electing(game)) == 2
    elect(game)
    assert lines(game) == ["A 1011", "A 1011"]
    assert not any(s.afoul for s in game.state.ships)


# 6.68


@pytest.mark.clause("6.68")
def test_two_that_decline_and_end_in_one_hex_are_not_afoul_in_any_way() -> None:
    game = sea(
        [ship("B-74", "A 1011", "N", 2)],
        [ship("A-74", "A 1208", "SW", 2), ship("A-64", "A 0708", "N", 0)],
        gunnery={"british": 1},
    )
    plot(game, british={"74/A": "N 2"}, french={"74/A": "SW 2"})
    elect(game)
    assert lines(game)[:2] == ["A 1009", "A 1009"]
    assert [s.speed for s in game.state.ships[:2]] == [2, 2]
    # She may fire at another ship, and sail on without penalty.
    plot(
        game,
        british={"74/A": "N 2; Fire Crew 64/A"},
        french={"74/A": "SW 2; Fire Crew 74/A"},
    )
    assert {e.target: e.total for e in told(game, "Fired")} == {
        game.state.ships[2].counter.title: 13,
        game.state.ships[0].counter.title: 25,
    }
    assert lines(game)[:2] == ["A 1007", "A 0810"]


@pytest.mark.clause("6.68", "6.62", "7.17")
@pytest.mark.parametrize("heading", list(wg.HEADINGS))
def test_in_one_hex_but_not_afoul_they_fire_undoubled_and_nobody_rakes(heading: str) -> None:
    def stack(state: FrigateState) -> None:
        state.ships[1].place = state.ships[0].place

    game = sea(
        [ship("B-74", "A 1010", "N", 0)],
        [ship("A-74", "A 1410", heading, 0)],
        arrange=stack,
        **STILL,
    )
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert [e.total for e in told(game, "Fired")] == [25, 23]


# 3.1 with 6.6: sections are laid for all who move


@pytest.mark.clause("3.1-leapfrog", "6.6-stepwise")
def test_no_section_is_taken_from_under_a_ship_that_is_entering_it() -> None:
    # All sections but A hold a ship; one ship leaves the map northward from B at the step in
    # which another enters A from the south. A is about to be used and stays.
    game = sea(
        [ship("B-74", "B 1001", "N", 1), ship("B-74", "D 1001", "N", 1)],
        [ship("A-74", f"{section} 1010", "N", 0) for section in "CEF"],
    )
    plot(game, british={"74/A": "N 1", "74/B": "N 1"})
    assert where(game, 1) == "A 1016"
    assert game.state.ships[0].gone == "exited"
    assert not told(game, "Laid")
