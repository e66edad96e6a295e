"""Victory Points and the ways in which a game ends, by the book's cases (11.0)."""

from __future__ import annotations

from typing import Any

import pytest
from games import all_golden
from positions import clear, plot, put, sea, ship, stage, take, told

import weathergage as wg
from weathergage_frigate.state import FrigateState
from weathergage_frigate.victory import ENDINGS, scores, worth

NO_REPAIR = {"damage_control": (6,) * 99}
STILL = {"force": "calm"}
WITHOUT_GOLDEN = {
    "parted": "the sections follow the ships of a duel, so neither leaves; tested below",
    "strategic": "Trafalgar would have to end on equal points; test_special_rules has it",
}
"""Endings without a golden game, and why."""


def rest(type: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    return ship(type, hex, heading, 0, **more)


def fate(type: str, gone: str = "", prize: bool = False, **hits: int) -> int:
    """What a French ship is worth to the British."""

    def meet_it(state: FrigateState) -> None:
        state.ships[1].gone = gone
        if prize:
            take(state, 1, "british")

    game = sea([rest("B-74", "F 1010")], [rest(type, "A 1010", **hits)], arrange=meet_it)
    value = worth(game, game.state.ships[1])
    assert dict(scores(game)) == {"british": value, "french": 0}
    return value


def end_of(turn: int, british: Any, french: Any, **more: Any) -> wg.Game:
    """A turn in which nobody does anything, with no repairs."""
    more.setdefault("dice", wg.Dice.of(**NO_REPAIR))
    game = sea(british, french, turn=turn, **(STILL | more))
    plot(game)
    for decision in game.decisions:
        if decision.kind == "repair":
            game.submit(decision.id, decision.sample(wg.Dice(1)))
    return game


def over(*fleets: str, turn: int = 1) -> Any:
    """Fleets that passed their levels before."""

    def arrange(state: FrigateState) -> None:
        state.over, state.frozen = dict.fromkeys(fleets, turn), True

    return arrange


# 11.0


@pytest.mark.clause("11.0-points")
@pytest.mark.parametrize(
    ("type", "crew", "mast", "value"),
    [
        ("A-74", 2, 1, 6),
        ("A-36", 0, 2, 2),
        ("A-64", 3, 3, 12),
        ("A-44", 3, 3, 6),
        ("C-50", 1, 0, 2),
        ("A-74", 3, 2, 10),
        ("MM", 1, 1, 2),
        ("A-74", 0, 0, 0),
    ],
)
def test_hits_score_1_or_2_by_class_and_a_disabled_ship_6_or_12(
    type: str, crew: int, mast: int, value: int
) -> None:
    assert fate(type, crew=crew, mast=mast) == value


@pytest.mark.clause("11.0-points")
@pytest.mark.parametrize(
    ("type", "gone", "value"),
    [("C-50", "exploded", 12), ("A-36", "exploded", 6), ("A-74", "aground", 12), ("MM", "sunk", 6)],
)
def test_a_ship_sunk_scores_6_or_12_whatever_her_hits(type: str, gone: str, value: int) -> None:
    assert fate(type, gone=gone, crew=1) == value


@pytest.mark.clause("11.0-points", "10.12")
@pytest.mark.parametrize(
    ("type", "hits"), [("MM", {}), ("A-74", {"crew": 3, "mast": 1}), ("A-36", {"crew": 3})]
)
def test_a_captured_ship_scores_18_and_nothing_besides(type: str, hits: dict[str, int]) -> None:
    assert fate(type, prize=True, **hits) == 18


@pytest.mark.clause("11.0-points")
@pytest.mark.parametrize("gone", ["exited", "escaped"])
def test_hits_on_a_ship_off_the_map_count_as_they_were(gone: str) -> None:
    assert fate("A-74", gone=gone, crew=1, mast=2) == 6


@pytest.mark.clause("11.0-points")
def test_a_prize_off_the_map_is_still_a_capture() -> None:
    assert fate("A-74", gone="exited", prize=True) == 18


@pytest.mark.clause("11.0-points", "10.2")
def test_a_ship_captured_and_retaken_scores_by_her_hits() -> None:
    assert fate("A-74", crew=2) == 4


@pytest.mark.clause("11.0-general", "4.2.G")
@pytest.mark.parametrize(("die", "points"), [(3, 0), (4, 2)])
def test_a_hit_repaired_in_the_last_phase_g_scores_nothing(die: int, points: int) -> None:
    game = end_of(
        16,
        [rest("B-74", "F 1010")],
        [rest("A-74", "A 1010", mast=1)],
        dice=wg.Dice.of(damage_control=(die,)),
    )
    assert game.outcome is not None
    assert dict(game.outcome.scores) == {"british": points, "french": 0}


@pytest.mark.clause("11.0-general", "14.3")
def test_points_decide_nothing_where_the_scenario_has_other_conditions() -> None:
    def last(state: FrigateState) -> None:
        clear(state, 0, 2)
        put(state, 0, "A 0101", mast=1)
        put(state, 2, "B 0101")

    game = stage("bay-of-bengal", last, turn=16, damage_control=(6,))
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("draw", "undecided")
    assert dict(game.outcome.scores)["british"] == 1


# 11.1


@pytest.mark.clause("11.1", "11.0-endings", "13.0-length")
@pytest.mark.parametrize(
    ("british", "french", "winner", "how"),
    [
        ({"crew": 1}, {"crew": 2}, "british", "points"),
        ({"crew": 2, "mast": 1}, {"crew": 2}, "french", "points"),
        ({"crew": 2}, {"crew": 2}, "draw", "level-points"),
        ({}, {}, "draw", "level-points"),
    ],
)
def test_after_the_sixteenth_turn_the_most_points_win_and_equal_ones_are_a_draw(
    british: dict[str, int], french: dict[str, int], winner: str, how: str
) -> None:
    game = end_of(16, [rest("B-74", "F 1010", **british)], [rest("A-74", "A 1010", **french)])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == (winner, how)
    assert game.outcome.clause == "11.1"


@pytest.mark.clause("11.1", "11.3")
def test_before_the_sixteenth_turn_points_end_nothing() -> None:
    game = end_of(15, [rest("B-74", "F 1010")], [rest("A-74", "A 1010", crew=3, mast=3)])
    assert not game.over
    assert game.turn == 16


# 11.2


@pytest.mark.clause("11.2", "11.0-endings")
def test_the_game_ends_in_the_turn_in_which_the_last_retiring_ship_leaves() -> None:
    game = sea(
        [rest("B-74", "A 1205")],
        [ship("A-74", "A 1003", "N", 4), rest("A-64", "F 1010", crew=3, mast=3)],
        wind="S",
        turn=12,
        arrange=over("french"),
    )
    plot(game, french={"74/A": "Accel 2, N 6"})
    assert game.outcome is not None
    assert (game.turn, game.outcome.how, game.outcome.clause) == (12, "withdrawn", "11.2")
    # The 64 that stays is disabled, and so out of action.
    assert dict(game.outcome.scores) == {"british": 12, "french": 0}


@pytest.mark.clause("11.2")
@pytest.mark.parametrize(
    ("hits", "ends"), [({"mast": 3}, False), ({"crew": 3}, False), ({"crew": 3, "mast": 3}, True)]
)
def test_a_ship_is_out_of_action_when_disabled_and_not_before(
    hits: dict[str, int], ends: bool
) -> None:
    game = sea(
        [rest("B-74", "A 1205")],
        [rest("A-74", "A 1003", **hits)],
        arrange=over("french"),
        **STILL,
    )
    plot(game)
    assert game.over is ends


@pytest.mark.clause("11.2")
def test_while_one_of_its_ships_is_afoul_and_not_disabled_the_game_goes_on() -> None:
    game = sea(
        [rest("B-74", "A 1205")],
        [rest("A-74", "A 1003")],
        afoul=[(0, 1)],
        arrange=over("french"),
        **STILL,
    )
    plot(game)
    assert not game.over


@pytest.mark.clause("11.2", "10.0-general")
@pytest.mark.parametrize("whose", ["lost", "held"])
def test_prizes_keep_no_game_going(whose: str) -> None:
    def prize(state: FrigateState) -> None:
        over("french")(state)
        if whose == "lost":
            take(state, 2, "british")
        else:
            take(state, 1, "french")
            state.ships[2].gone = "exited"

    game = sea(
        [rest("B-74", "A 1205"), rest("B-64", "F 1010", mast=3)],
        [rest("A-74", "A 1003")],
        arrange=prize,
        **STILL,
    )
    plot(game)
    assert game.over


@pytest.mark.clause("11.2", "10.11", "14.5")
def test_both_fleets_of_pondicherry_over_in_one_turn_make_a_draw_at_once() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 1, 5, 6)
        for n, hex in ((0, "A 0101"), (1, "A 0301"), (5, "F 0101"), (6, "F 0301")):
            put(state, n, hex, crew=3, mast=3)

    game = stage("pondicherry", hurt)
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("draw", "both-passed")
    assert (game.turn, game.outcome.clause) == (2, "11.2")


@pytest.mark.clause("11.2", "14.6")
def test_both_fleets_of_st_jago_over_in_one_turn_make_a_british_victory() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 5)
        put(state, 0, "A 0101", crew=3, mast=3)
        put(state, 5, "E 0101", crew=3, mast=3)

    game = stage("st-jago", hurt)
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("british", "both-passed-won")


@pytest.mark.clause("11.2", "11.3", "14.3", "14.4")
@pytest.mark.parametrize(("scenario", "hurt"), [("bay-of-bengal", (0, 2)), ("azores", (0, 1, 3))])
def test_both_over_where_only_the_british_win_by_it_is_a_british_victory(
    scenario: str, hurt: tuple[int, ...]
) -> None:
    def dead(state: FrigateState) -> None:
        clear(state, *hurt)
        for n in hurt:
            put(state, n, f"A {n + 1:02}01", crew=3, mast=3)

    game = stage(scenario, dead)
    plot(game)
    assert len(game.state.over) == 2
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("british", "broken")


@pytest.mark.clause("11.2", "10.11", "16.1")
def test_both_over_where_leaving_the_map_still_scores_is_played_out() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 1, 2, 3, 14, 15, 16)
        for n in (0, 1, 2, 14, 15):
            put(state, n, f"A {n + 1:02}01", crew=3, mast=3)
        put(state, 3, "D 1203")
        put(state, 16, "D 1003", crew=1)

    game = stage("first-trincomalee", hurt, **NO_REPAIR)
    plot(game)
    assert set(game.state.over) == {"french", "british"}
    assert not game.over


@pytest.mark.clause("11.2", "15.6")
def test_both_over_where_exits_score_before_the_level_only_is_a_draw_at_once() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 1, 2, 3, 9, 10, 11)
        for n in (0, 1, 2, 3, 9, 10, 11):
            put(state, n, f"{'A' if n < 9 else 'E'} 0{2 * (n % 4) + 1}01", crew=3, mast=3)

    game = stage("cape-fear", hurt)
    plot(game)
    assert set(game.state.over) == {"british", "us"}
    assert game.outcome is not None
    assert game.outcome.how == "both-passed"


@pytest.mark.clause("11.2")
def test_levels_passed_in_different_turns_are_not_passed_together() -> None:
    game = end_of(
        3,
        [rest("B-74", "A 1010", mast=1)],
        [rest("A-74", "A 1210", mast=3)],
        preservation={"british": 0, "french": 0},
        arrange=over("french", turn=2),
    )
    assert game.state.over == {"french": 2, "british": 3}
    assert not game.over


# 11.3


@pytest.mark.clause("11.3", "11.0-endings", "14.1")
def test_three_and_three_in_turn_7_end_a_fight_to_the_death() -> None:
    def beaten(state: FrigateState) -> None:
        put(state, 0, "A 0101", crew=3, mast=3)
        put(state, 1, "B 0101")

    game = stage("constitution-guerriere", beaten, turn=7)
    plot(game)
    assert game.outcome is not None
    assert (game.turn, game.outcome.winner, game.outcome.clause) == (7, "us", "11.3")


@pytest.mark.clause("11.3", "14.3", "4.2.H")
def test_the_french_over_their_level_lose_in_phase_h() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 1, 2)
        put(state, 0, "A 0101", mast=2)
        put(state, 1, "A 0301", mast=2)
        put(state, 2, "B 0101")

    game = stage("bay-of-bengal", hurt, **NO_REPAIR)
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("british", "broken")


@pytest.mark.clause("11.3", "14.3")
def test_an_exit_in_phase_e_comes_before_the_count_in_phase_h() -> None:
    def both(state: FrigateState) -> None:
        clear(state, 0, 1, 2)
        put(state, 0, "C 2003", "SE", 5)
        put(state, 1, "A 0301", crew=3, mast=3)
        put(state, 2, "A 0101")

    game = stage("bay-of-bengal", both)
    plot(game, french={"36/R": "SE 5"})
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("french", "exit")
    assert not told(game, "LevelPassed")


@pytest.mark.clause("11.3")
def test_a_points_scenario_cannot_be_won_early_however_far_ahead_one_is() -> None:
    game = end_of(
        3,
        [rest("B-74", "F 1010"), rest("B-74", "F 1210")],
        [rest("A-74", "A 1010", crew=3, mast=3), rest("A-74", "A 1210", crew=3, mast=3)],
    )
    assert not game.over


@pytest.mark.clause("11.3", "11.0-endings")
def test_a_fight_to_the_death_is_a_draw_once_a_ship_has_left_the_map() -> None:
    game = sea(
        [ship("B-44", "A 0302", "N", 4)],
        [ship("A-44", "A 1010", "N", 4)],
        wind="S",
        victory={"kind": "disable"},
        map={"layout": ["A B C", "D E F"], "fixed": ["A", "B", "C", "D", "E", "F"]},
    )
    plot(game, british={"44/F": "N 4"}, french={"44/M": "N 4"})
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("draw", "parted")


@pytest.mark.clause("11.0-endings", "11.1", "11.2", "11.3")
def test_every_way_to_end_has_a_golden_game() -> None:
    kept = {golden.how for golden in all_golden("frigate")}
    assert kept | set(WITHOUT_GOLDEN) == set(ENDINGS)
