"""Rates, turns and what a course costs (6.0 to 6.2, 6.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st
from positions import by_code, plot, refusal, sea, ship, told, where

import weathergage as wg
from weathergage import HEADINGS, STEP, Complaint
from weathergage_frigate.routes import Route, air_of, nth_route, rates, route_of, span, ways
from weathergage_frigate.state import Planned

FAR = ship("A-74", "D 0101", "N", 0)
NO_WIND = air_of(0, False, False)


def alone(
    speed: int, heading: str = "N", *, type: str = "B-74", hex: str = "A 1010", **more: object
) -> wg.Game:
    """A sea with one British ship that matters, before the wind unless said otherwise."""
    settings: dict[str, object] = {"wind": HEADINGS[(HEADINGS.index(heading) + 3) % 6]}
    settings |= {"force": "fresh"} | more
    return sea([ship(type, hex, heading, speed)], [FAR], **settings)  # type: ignore[arg-type]


def sailed(game: wg.Game, row: str) -> tuple[str, str]:
    """Where a course takes the ship, and how she heads then."""
    code = game.state.ships[0].code
    plot(game, british={code: row})
    return where(game, 0), HEADINGS[game.state.ships[0].heading]


# The whole Rate is spent, exactly as plotted


@pytest.mark.clause("6.0-general")
@pytest.mark.parametrize(
    ("speed", "row", "clause"),
    [
        (5, "N 4", "6.0-general"),
        (5, "N 6", "6.0-general"),
        (5, "N 3, SE 1", ""),
        (5, "N 5", ""),
        (6, "N 4, NW 3", "6.0-general"),
        (0, "N 1", "6.45"),
        (5, "", "6.0-general"),
    ],
)
def test_a_course_spends_the_whole_rate(speed: int, row: str, clause: str) -> None:
    assert refusal(alone(speed), "british", {"74/A": row}) == clause


@pytest.mark.clause("6.0-general")
def test_what_is_refused_changes_nothing() -> None:
    game = alone(5)
    [decision] = [d for d in game.decisions if d.seat == "british"]
    with pytest.raises(wg.IllegalCommand) as caught:
        game.submit(decision.id, {"orders": {"74/A": "N 4"}})
    assert caught.value.clause == "6.0-general"
    assert caught.value.about == "british 74/A"
    assert decision in game.decisions
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1010", 5)


@pytest.mark.clause("6.0-general", "6.64")
def test_an_afoul_ship_has_no_course_but_to_break_away() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [ship("A-74", "A 1510", "N", 0)], afoul=[(0, 1)])
    assert refusal(game, "british", {"74/A": "Accel 2, N 2"}) == "6.0-general"
    assert refusal(game, "british", {"74/A": "Break away, Accel 2, N 2"}) == ""


@pytest.mark.clause("6.1", "6.61-friends")
def test_a_friend_in_the_way_stops_a_ship_in_the_hex_before() -> None:
    game = sea([ship("B-74", "A 1010", "N", 5), ship("B-74", "A 1007", "N", 0)], [FAR], wind="S")
    plot(game, british={"74/A": "N 5"})
    assert where(game, 0) == "A 1008"
    assert len(told(game, "Blocked")) == 1
    # Ruling: her Rate stands.
    assert game.state.ships[0].speed == 5


@pytest.mark.clause("6.1", "6.22", "6.6-afoul")
@pytest.mark.parametrize("speed", [5, 11])
def test_running_afoul_stops_a_ship_dead_in_that_hex(speed: int) -> None:
    game = sea(
        [ship("B-74", "A 1015", "N", speed)],
        [ship("A-74", "A 1012", "N", 0)],
        wind="S",
        force="fresh",
    )
    plot(game, british={"74/A": f"N {speed}"})
    for decision in game.decisions:
        if decision.kind == "election":
            game.submit(decision.id, {"run_afoul": True})
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1012", 0)
    assert game.state.ships[0].afoul == (1,)


@pytest.mark.clause("6.1", "5.0-general")
def test_a_plot_is_sailed_whatever_the_enemy_does() -> None:
    game = sea([ship("B-74", "A 1010", "N", 4)], [ship("A-74", "A 1410", "N", 4)], wind="S")
    plot(game, british={"74/A": "NE 4"}, french={"74/A": "NE 2, SE 2"})
    assert (where(game, 0), where(game, 1)) == ("A 1408", "A 1810")


# Illegal plots are refused, or suffered


BAD_ROWS = [
    ("N 4, NW 3", "6.0-general"),
    ("Accel 3, N 9", "6.22"),
    ("Decel 5, N 1", "6.22"),
    ("N 3, S 3", "6.42"),
]


@pytest.mark.clause("6.11")
@pytest.mark.parametrize(("row", "clause"), BAD_ROWS)
def test_assisted_play_refuses_an_illegal_course_with_its_clause(row: str, clause: str) -> None:
    assert refusal(alone(6), "british", {"74/A": row}) == clause


@pytest.mark.clause("6.11", "8.3")
@pytest.mark.parametrize(("row", "clause"), BAD_ROWS)
def test_by_the_book_an_illegal_course_is_replaced_by_chance(row: str, clause: str) -> None:
    # Nothing of the plot is sailed: she keeps her Rate of 6 and turns as the die has it.
    game = alone(6, mode="book", dice=wg.Dice.of(helm=(2,)))
    assert sailed(game, row) == ("A 1607", "NE")
    [lost] = told(game, "OutOfCommand")
    assert (lost.ship, lost.misplotted, lost.clause) == ("B-74 74/A", True, "6.11")


@pytest.mark.clause("6.11", "8.3", "5.0-procedure")
@pytest.mark.parametrize("row", ["N 4, NW 3; Fire Mast 74/A", "Fire Mast 74/A"])
def test_by_the_book_an_illegal_course_costs_the_fire_too(row: str) -> None:
    def game(mode: str) -> wg.Game:
        british, french = [ship("B-74", "A 1010", "N", 6)], [ship("A-74", "A 1209", "N", 0)]
        return sea(british, french, wind="S", mode=mode)

    assert refusal(game("assisted"), "british", {"74/A": "N 6; Fire Mast 74/A"}) == ""
    played = game("book")
    plot(played, british={"74/A": row})
    assert len(told(played, "OutOfCommand")) == 1
    assert not told(played, "Fired")


@pytest.mark.clause("6.11", "6.32")
def test_into_the_wind_is_an_illegal_course() -> None:
    options = {"no_sailing_into_wind": True}
    game = alone(4, wind="N", options=options, mode="book", dice=wg.Dice.of(helm=(3, 4, 1)))
    # Held on she would sail into the wind, so the die is thrown until she does not.
    assert sailed(game, "N 4") == ("A 1408", "NE")


@pytest.mark.clause("6.11")
def test_by_the_book_only_the_ship_with_the_illegal_course_suffers() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4), ship("B-74", "A 1510", "N", 4)],
        [FAR],
        mode="book",
        wind="S",
        dice=wg.Dice.of(helm=(5,)),
    )
    plot(game, british={"74/A": "N 3", "74/B": "NE 4"})
    assert (where(game, 0), where(game, 1)) == ("A 0608", "A 1908")


@pytest.mark.clause("6.11", "5.2")
@pytest.mark.parametrize("mode", ["assisted", "book"])
def test_what_cannot_be_read_is_refused_in_both_modes(mode: str) -> None:
    game = alone(6, mode=mode)
    with pytest.raises(wg.IllegalCommand) as caught:
        plot(game, british={"74/A": "north by a bit"})
    assert caught.value.clause == "5.2"


BAD_FIRE = [
    pytest.param("A 1010", "A 2110", "N", 1, "7.4-continued", id="eleven hexes"),
    pytest.param("A 1010", "A 1005", "N", 1, "7.16", id="dead ahead"),
    pytest.param("A 1010", "A 1015", "N", 1, "7.16", id="dead astern"),
    pytest.param("A 1010", "A 1310", "N", 2, "7.7-limits", id="1-2 on table 2"),
]


@pytest.mark.clause("6.12")
@pytest.mark.parametrize(("hex", "other", "heading", "rating", "clause"), BAD_FIRE)
def test_assisted_play_refuses_illegal_fire_with_its_clause(
    hex: str, other: str, heading: str, rating: int, clause: str
) -> None:
    game = sea([ship("B-74", hex, heading, 0)], [ship("A-74", other)], gunnery={"british": rating})
    assert refusal(game, "british", {"74/A": "Fire Mast 74/A"}) == clause


@pytest.mark.clause("6.12")
@pytest.mark.parametrize(("hex", "other", "heading", "rating", "clause"), BAD_FIRE)
def test_by_the_book_illegal_fire_is_not_given_and_the_course_is_sailed(
    hex: str, other: str, heading: str, rating: int, clause: str
) -> None:
    game = sea(
        [ship("B-74", hex, heading, 2)],
        [ship("A-74", other, "N", 0)],
        gunnery={"british": rating},
        mode="book",
    )
    plot(game, british={"74/A": "NE 2; Fire Mast 74/A"})
    assert not told(game, "Fired")
    assert not told(game, "OutOfCommand")
    assert where(game, 0) == "A 1209"


@pytest.mark.clause("6.12", "7.22", "8.2")
def test_who_is_left_alone_by_a_partner_out_of_command_may_not_fire() -> None:
    # 11 and 11 are 1-1 against 15 on table 2; 11 alone are below its first column.
    british = [ship("B-50", "A 1011", "N", 0), ship("B-50", "A 1013", "N", 0)]
    game = sea(
        british,
        [ship("A-74", "A 1211", "N", 0)],
        gunnery={"british": 2},
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(1,), gunnery=(6,)),
    )
    rows = {"50/A": "Fire Crew 74/A", "50/B": "Fire Crew 74/A"}
    assert refusal(game, "british", {"50/B": "Fire Crew 74/A"}) == "7.7-limits"
    assert refusal(game, "british", rows) == ""
    plot(game, british=rows)
    assert [held.clause for held in told(game, "HeldFire")] == ["6.12"]
    assert not told(game, "Fired")


# Momentum


@pytest.mark.clause("6.2", "13.0-deployment")
@pytest.mark.parametrize("row", ["Accel 1, N 6", "Decel 1, N 4"])
def test_on_the_first_turn_the_scenarios_speed_is_spent(row: str) -> None:
    game = alone(5, turn=1)
    assert rates(game.state.ships[0], game.state) == (5, 5)
    assert refusal(game, "british", {"74/A": row}) == "13.0-deployment"
    assert sailed(game, "N 5") == ("A 1005", "N")


@pytest.mark.clause("6.2", "6.2-auto")
def test_a_ship_above_her_allowance_sails_the_first_turn_as_printed() -> None:
    # 16.1: the French head SE at 4 in a light wind from NE.
    game = sea([FAR], [ship("A-74", "A 0505", "SE", 4)], wind="NE", force="light", turn=1)
    french = game.state.ships[1]
    assert rates(french, game.state) == (4, 4)
    plot(game, french={"74/A": "SE 4"}, british={"74/A": ""})
    assert rates(game.state.ships[1], game.state) == (2, 2)
    plot(game, french={"74/A": "SE 2"})
    assert (where(game, 1), game.state.ships[1].speed) == ("A 1108", 2)


@pytest.mark.clause("6.2", "6.22", "6.2-auto")
def test_a_wind_that_falls_takes_four_points_a_turn_at_most() -> None:
    game = alone(10, force="light")
    assert rates(game.state.ships[0], game.state) == (6, 6)
    assert refusal(game, "british", {"74/A": "Decel 6, N 4"}) == "6.2-auto"
    assert sailed(game, "Decel 4, N 6") == ("A 1004", "N")
    assert rates(game.state.ships[0], game.state) == (4, 4)


@pytest.mark.clause("6.2-auto", "6.22")
@pytest.mark.parametrize(
    ("speed", "most", "speeds"),
    [
        (12, "moderate before", [8, 8]),
        (12, "moderate on", [8, 4, 4]),
        (16, "light on", [12, 8, 4, 2, 2]),
    ],
)
def test_a_rate_comes_down_to_the_allowance_by_the_largest_cut(
    speed: int, most: str, speeds: list[int]
) -> None:
    force, point = most.split()
    game = alone(speed, force=force, wind="S" if point == "before" else "N")
    mine = game.state.ships[0]
    found = []
    for _ in speeds:
        least, greatest = rates(mine, game.state)
        mine.speed = greatest if mine.speed > greatest else mine.speed
        assert least == greatest or mine.speed <= greatest
        found.append(mine.speed)
    assert found == speeds


@pytest.mark.clause("6.2-auto")
@pytest.mark.parametrize(
    ("row", "clause"),
    [
        ("Decel 4, N 8", ""),
        ("N 8", ""),  # what is forced need not be written
        ("Decel 3, N 9", "6.2-auto"),
        ("N 12", "6.0-general"),
    ],
)
def test_nobody_may_slow_by_less_than_is_needed(row: str, clause: str) -> None:
    assert refusal(alone(12, force="moderate"), "british", {"74/A": row}) == clause


@pytest.mark.clause("6.2-auto")
def test_a_rate_below_the_allowance_is_forced_to_nothing() -> None:
    game = alone(5, force="moderate")
    assert rates(game.state.ships[0], game.state) == (1, 7)


@pytest.mark.clause("6.2-auto", "5.0-procedure", "6.31-halving")
def test_a_ship_becalmed_on_the_wind_comes_to_rest_without_a_row() -> None:
    game = alone(3, wind="NE", force="calm")
    assert rates(game.state.ships[0], game.state) == (0, 0)
    plot(game)
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1010", 0)


@pytest.mark.clause("6.21")
@pytest.mark.parametrize(
    ("row", "speed"), [("Accel 2, N 6", 6), ("N 4", 4), ("Decel 4", 0), ("Decel 1, N 3", 3)]
)
def test_speed_is_what_is_written_and_otherwise_kept(row: str, speed: int) -> None:
    game = alone(4)
    plot(game, british={"74/A": row})
    assert game.state.ships[0].speed == speed


@pytest.mark.clause("6.22")
@pytest.mark.parametrize("type", ["B-100", "B-74", "B-44", "B-14", "MM"])
@pytest.mark.parametrize(
    ("speed", "span"), [(5, (1, 7)), (3, (0, 5)), (0, (0, 2)), (4, (0, 6)), (15, (11, 16))]
)
def test_every_class_gains_two_and_loses_four_at_most(
    type: str, speed: int, span: tuple[int, int]
) -> None:
    game = alone(speed, type=type)
    most = min(speed + 2, 16 if game.state.ships[0].counter.line else 17)
    assert rates(game.state.ships[0], game.state) == (span[0], most)


@pytest.mark.clause("6.22", "6.51")
def test_the_limit_of_four_holds_after_damage() -> None:
    game = sea([ship("B-74", "A 1010", "N", 11, mast=1)], [FAR], wind="S", force="moderate")
    assert rates(game.state.ships[0], game.state) == (7, 7)


# Hexes and turns


@pytest.mark.clause("6.41")
@pytest.mark.parametrize(
    ("hex", "heading", "to"),
    [
        ("A 1010", "N", "A 1009"),
        ("A 1010", "NE", "A 1110"),
        ("A 1010", "SE", "A 1111"),
        ("A 0909", "NW", "A 0808"),
        ("A 1010", "S", "A 1011"),
        ("A 0909", "SW", "A 0809"),
    ],
)
def test_a_point_takes_her_into_the_hex_ahead(hex: str, heading: str, to: str) -> None:
    game = alone(1, heading, hex=hex)
    assert sailed(game, f"{heading} 1") == (to, heading)


@pytest.mark.clause("6.42")
@pytest.mark.parametrize(
    ("speed", "row", "clause"),
    [
        (4, "N 2, NE 2", ""),
        (4, "N 2, SE 1", ""),
        (4, "N 2, SE 2", "6.0-general"),
        (4, "N 2, S 2", "6.42"),
        (5, "N 2, SE 1, S 1", ""),
        (3, "N 3, NE 0", "6.42"),
        (3, "N 2, SE 0", ""),
        (3, "N 2, SW 0", ""),
        (3, "NE 3", ""),
        (3, "SE 2", ""),
        (1, "SE 0", ""),
        (1, "NE 0", "6.0-general"),
        (4, "N 2, NE 0, SE 1", "6.44"),
        (5, "N 2, NE 0, N 2", "6.44"),
        (4, "N 2, N 2", "5.2"),
    ],
)
def test_a_first_hexside_is_free_and_a_second_costs_a_point(
    speed: int, row: str, clause: str
) -> None:
    assert refusal(alone(speed), "british", {"74/A": row}) == clause


@pytest.mark.clause("6.42")
@pytest.mark.parametrize(
    ("speed", "row", "end"),
    [
        (4, "N 2, NE 2", ("A 1207", "NE")),
        (4, "N 2, SE 1", ("A 1109", "SE")),
        (3, "N 2, SE 0", ("A 1008", "SE")),
        (3, "N 2, SW 0", ("A 1008", "SW")),
        (3, "NE 3", ("A 1309", "NE")),
        (1, "SE 0", ("A 1010", "SE")),
    ],
)
def test_a_course_ends_where_its_points_take_it(speed: int, row: str, end: tuple[str, str]) -> None:
    assert sailed(alone(speed), row) == end


@pytest.mark.clause("6.43")
@pytest.mark.parametrize(
    ("heading", "speed", "row", "clause"),
    [
        ("SE", 2, "SE 1, NE 1", "6.0-general"),
        ("SE", 3, "SE 1, NE 1", ""),
        ("NE", 2, "NE 1, SE 1", ""),
        ("NE", 4, "NE 1, SW 1", "6.42"),
        ("NE", 4, "NE 1, NW 1", ""),
        ("NE", 3, "NE 1, NW 1", "6.0-general"),
        ("S", 5, "S 1, NE 1", ""),
        ("S", 4, "S 1, NE 1", "6.0-general"),
        ("S", 3, "S 1, SE 1", ""),
        ("S", 3, "S 1, SW 1", ""),
        ("NE", 3, "NE 1, S 1", ""),
        ("NE", 2, "NE 1, N 0", ""),
        ("SE", 4, "SE 1, N 0", ""),
    ],
)
def test_each_hexside_toward_the_wind_costs_a_point(
    heading: str, speed: int, row: str, clause: str
) -> None:
    game = alone(speed, heading, wind="N", options={"bearing_up": True})
    assert refusal(game, "british", {"74/A": row}) == clause


@pytest.mark.clause("6.43", "6.42")
def test_two_hexsides_into_the_wind_cost_three_points_and_without_the_option_one() -> None:
    for bearing_up, points in ((True, 3), (False, 1)):
        route = route_of(((1, 1),), 3, air_of(0, False, bearing_up))
        assert isinstance(route, Route)
        assert route.points == points + 1


@pytest.mark.clause("6.44", "5.2")
@pytest.mark.parametrize(
    ("speed", "row", "end"),
    [
        (5, "N4 NW1", ("A 0906", "NW")),
        (4, "N 2, NW 1, N 1", ("A 0907", "N")),
        (5, "N 4, NW 1", ("A 0906", "NW")),
    ],
)
def test_a_new_direction_is_a_turn(speed: int, row: str, end: tuple[str, str]) -> None:
    assert sailed(alone(speed), row) == end


@pytest.mark.clause("6.44", "6.42")
def test_about_in_one_hex_is_illegal() -> None:
    assert refusal(alone(3), "british", {"74/A": "N 2, S 1"}) == "6.42"


@pytest.mark.clause("6.44")
def test_a_turn_without_a_hex_is_written_last() -> None:
    assert refusal(alone(5), "british", {"74/A": "N 2, SE 0, S 2"}) == "6.44"
    assert refusal(alone(5), "british", {"74/A": "N 2, NE 0, SE 2"}) == "6.44"
    assert refusal(alone(5), "british", {"74/A": "N 4, SE 0"}) == ""


# At rest


@pytest.mark.clause("6.45")
@pytest.mark.parametrize(
    ("row", "clause"),
    [("NE 0", ""), ("NW 0", ""), ("SE 0", "6.45"), ("S 0", "6.45"), ("", ""), ("NE 1", "6.45")],
)
def test_a_ship_at_rest_may_turn_one_hexside(row: str, clause: str) -> None:
    game = alone(0)
    assert refusal(game, "british", {"74/A": row}) == clause
    if not clause:
        assert sailed(game, row) == ("A 1010", row[:2] if row else "N")


@pytest.mark.clause("6.45")
def test_a_ship_that_slows_to_rest_may_turn_too() -> None:
    assert sailed(alone(3), "Decel 3, NW 0") == ("A 1010", "NW")


@pytest.mark.clause("6.45", "6.52")
@pytest.mark.parametrize("speed", [0, 3, 4])
def test_a_ship_that_damage_has_stopped_may_not_turn(speed: int) -> None:
    game = sea([ship("B-74", "A 1010", "N", speed, mast=3)], [FAR])
    assert refusal(game, "british", {"74/A": "NE 0"}) == "6.52"
    plot(game)
    assert (game.state.ships[0].speed, game.state.ships[0].heading) == (0, 0)


@pytest.mark.clause("6.45", "6.52", "6.55")
def test_a_dismasted_ship_steers_while_she_has_way_on_her() -> None:
    game = sea([ship("B-74", "A 1010", "N", 6, mast=3)], [FAR])
    assert refusal(game, "british", {"74/A": "NE 1, N 1"}) == ""


@pytest.mark.clause("6.45", "6.65")
def test_an_afoul_ship_may_not_turn() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [ship("A-74", "A 1510", "N", 0)], afoul=[(0, 1)])
    assert refusal(game, "british", {"74/A": "NE 0"}) == "6.0-general"


@pytest.mark.clause("6.45")
@pytest.mark.parametrize("mast", [0, 1, 2])
def test_a_ship_that_the_calm_has_stopped_may_turn(mast: int) -> None:
    game = sea([ship("B-74", "A 1010", "N", 0, mast=mast)], [FAR], force="calm", wind="NE")
    assert rates(game.state.ships[0], game.state) == (0, 0)
    assert refusal(game, "british", {"74/A": "NE 0"}) == ""


@pytest.mark.clause("6.45", "6.42")
def test_the_limit_of_two_hexsides_is_for_one_turn_only() -> None:
    game = alone(0)
    for heading in ("NE", "SE", "S"):
        assert sailed(game, f"{heading} 0") == ("A 1010", heading)


# Every course, counted by hand


Actions = tuple[int, ...]
AHEAD = 9


def courses(points: int, heading: int, wind: int, into: bool, up: bool) -> Iterator[Actions]:
    """Every course of so many points, as turns of one hexside (1, -1) and hexes (AHEAD), tried
    out one step after another by the words of 6.41 to 6.43.
    """
    found: list[Actions] = []

    def sail(left: int, facing: int, turned: int, done: Actions) -> None:
        if left and not (into and facing == wind):
            after = (*done, AHEAD)
            if left == 1:
                found.append(after)
            else:
                sail(left - 1, facing, 0, after)
        for side in (1, -1):
            if turned * side < 0 or abs(turned) == 2:
                continue
            new = (facing + side) % 6
            nearer = min((new - wind) % 6, (wind - new) % 6) < min(
                (facing - wind) % 6, (wind - facing) % 6
            )
            cost = (1 if turned else 0) + (1 if up and nearer else 0)
            if cost > left:
                continue
            after = (*done, side)
            if cost and cost == left:
                found.append(after)
            elif cost < left:
                sail(left - cost, new, turned + side, after)

    sail(points, heading, 0, ())
    return iter(found)


RULES = [(into, up) for into in (False, True) for up in (False, True)]


@pytest.mark.clause("6.32", "6.41", "6.42", "6.43")
@pytest.mark.parametrize("points", range(1, 5))
@pytest.mark.parametrize(("into", "up"), RULES)
def test_the_courses_are_counted_right(points: int, into: bool, up: bool) -> None:
    for wind in range(6):
        for heading in range(6):
            by_hand = sum(1 for _ in courses(points, heading, wind, into, up))
            assert ways(points, heading, air_of(wind, into, up)) == by_hand


@pytest.mark.clause("6.41", "6.42", "6.43")
@given(
    points=st.integers(0, 12),
    heading=st.integers(0, 5),
    wind=st.integers(0, 5),
    into=st.booleans(),
    up=st.booleans(),
    data=st.data(),
)
def test_every_numbered_course_is_legal_and_spends_its_points(
    points: int, heading: int, wind: int, into: bool, up: bool, data: st.DataObject
) -> None:
    air = air_of(wind, into, up)
    number = data.draw(st.integers(0, ways(points, heading, air) - 1))
    route = nth_route(points, heading, air, number)
    assert route.points == len(route.headings) == len(route.offsets) == points
    if points == 0:
        assert route.offsets == ()
        assert (route.end - heading) % 6 in (0, 1, 5)
        return
    traced = route_of(route.legs, heading, air)
    assert isinstance(traced, Route)
    assert (traced.offsets, traced.headings, traced.end) == (
        route.offsets,
        route.headings,
        route.end,
    )
    at = 0
    for offset, way in zip(route.offsets, route.headings, strict=True):
        assert offset in (at, at + STEP[way])
        assert not (into and offset != at and way == wind)
        at = offset


@pytest.mark.clause("6.42")
@pytest.mark.parametrize(("into", "up"), RULES)
@pytest.mark.parametrize("points", range(7))
def test_no_two_numbers_give_the_same_course(points: int, into: bool, up: bool) -> None:
    for heading in range(6):
        air = air_of(2, into, up)
        total = ways(points, heading, air)
        rows = {nth_route(points, heading, air, number).legs for number in range(total)}
        assert len(rows) == total


@pytest.mark.clause("6.41", "6.42", "6.43", "6.44")
@given(
    legs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=4),
    heading=st.integers(0, 5),
    wind=st.integers(0, 5),
    into=st.booleans(),
    up=st.booleans(),
)
def test_a_written_course_is_legal_exactly_if_it_is_one_of_the_numbered(
    legs: list[tuple[int, int]], heading: int, wind: int, into: bool, up: bool
) -> None:
    air = air_of(wind, into, up)
    traced = route_of(tuple(legs), heading, air)
    if isinstance(traced, Complaint):
        assert traced.clause in ("5.2", "6.32", "6.42", "6.44")
        points = range(1, 5)
    else:
        points = range(traced.points, traced.points + 1)
    numbered = {
        nth_route(p, heading, air, n).legs
        for p in points
        if p <= 5
        for n in range(ways(p, heading, air))
    }
    if isinstance(traced, Complaint):
        assert tuple(legs) not in numbered
    elif 1 <= traced.points <= 5:
        assert tuple(legs) in numbered


COUNTS = {
    # Rate: courses without options; with 6.32; with 6.43; with both
    0: (3, 3, 3, 3),
    1: (5, 5, 3, 3),
    2: (17, 15, 8, 8),
    3: (61, 48, 19, 19),
    4: (217, 153, 46, 44),
    6: (2753, 1541, 298, 249),
    8: (34921, 15529, 1925, 1399),
}


@pytest.mark.clause("6.41", "6.42", "6.43", "6.32")
@pytest.mark.parametrize("points", COUNTS)
def test_the_courses_of_a_ship_running_free_are_as_many_as_ever(points: int) -> None:
    # Wind N, heading SE.
    found = tuple(
        ways(points, 2, air_of(0, into, up)) for up in (False, True) for into in (False, True)
    )
    assert found == COUNTS[points]


@pytest.mark.clause("6.22", "6.31-halving")
@pytest.mark.parametrize(
    ("speed", "heading", "force", "courses"),
    [
        (4, "SE", "moderate", 3829),
        (4, "NE", "moderate", 303),
        (0, "N", "calm", 3),
        (2, "SE", "light", 303),
    ],
)
def test_a_ships_choices_in_set_positions_are_as_many_as_ever(
    speed: int, heading: str, force: str, courses: int
) -> None:
    game = sea([ship("B-74", "A 1010", heading, speed)], [FAR], wind="N", force=force)
    least, most = rates(game.state.ships[0], game.state)
    assert span(least, most, HEADINGS.index(heading), NO_WIND)[0] == courses


@pytest.mark.clause("6.42", "6.43")
def test_a_plan_is_what_the_route_says() -> None:
    game = alone(4)
    [decision] = [d for d in game.decisions if d.seat == "british"]
    command = decision.kinds[0](orders={"74/A": "N 2, SE 1"})
    planned: Planned = decision._ask.answers.sheet(command).planned[0]
    steps = [STEP[0], 2 * STEP[0], 2 * STEP[0], 2 * STEP[0] + STEP[2]]
    assert (planned.rate, list(planned.offsets)) == (4, steps)
    assert (planned.headings, planned.end) == ((0, 0, 2, 2), 2)
    assert by_code(game, "british", "74/A").n == planned.n
