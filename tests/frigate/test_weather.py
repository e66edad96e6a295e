"""The wind: how it changes, and what it lets a ship make (6.3)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from positions import plot, refusal, sea, ship, told, where

import weathergage as wg
from weathergage import HEADINGS
from weathergage_frigate.routes import allowance, rates
from weathergage_frigate.state import FORCES

FAR = ship("A-74", "D 0101", "N", 0)


def blown(
    wind: str, force: str, faces: Sequence[int], waters: str = "oceanic", **options: str
) -> tuple[str, str, list[int]]:
    """The wind after its phase in turn 3, and the dice that were rolled for it."""
    # Turn 2 begins with a roll as well, which is to change nothing.
    still = {"calm": 1, "light": 2, "moderate": 4, "fresh": 6}[force]
    before = (1,) if options else (1, still)
    game = sea(
        [ship("B-74", "A 1010", "S", 0)],
        [FAR],
        wind=wind,
        force=force,
        waters=waters,
        options=options,
        dice=wg.Dice.of(wind=(*before, *faces)),
    )
    plot(game)
    assert game.turn == 3
    rolls = [event.result for event in told(game, "Rolled") if "wind" in event.purpose]
    return HEADINGS[game.state.wind], FORCES[game.state.force], rolls[len(before) :]


# Determination


@pytest.mark.clause("6.35")
@pytest.mark.parametrize(
    ("wind", "faces", "now"),
    [
        ("N", (4, 4), "NE"),
        ("N", (5, 4), "NW"),
        ("NW", (6, 3, 4), "S"),
        ("N", (6, 4, 4), "SE"),
        ("N", (1, 4), "N"),
        ("N", (2, 4), "N"),
        ("N", (3, 4), "N"),
        ("NW", (4, 4), "N"),
        ("SW", (6, 6, 4), "N"),
    ],
)
def test_the_standard_wind_changes_by_hexsides(wind: str, faces: tuple[int, ...], now: str) -> None:
    assert blown(wind, "moderate", faces) == (now, "Moderate", list(faces))


@pytest.mark.clause("6.35")
@pytest.mark.parametrize(
    ("die", "force"),
    [(1, "Calm"), (2, "Light"), (3, "Light"), (4, "Moderate"), (5, "Moderate"), (6, "Fresh")],
)
@pytest.mark.parametrize("before", ["calm", "fresh"])
def test_the_standard_force_is_set_anew_whatever_it_was(before: str, die: int, force: str) -> None:
    assert blown("N", before, (1, die))[:2] == ("N", force)


@pytest.mark.clause("6.3", "6.35")
def test_the_standard_wind_takes_two_dice_and_a_third_for_two_points() -> None:
    assert blown("N", "fresh", (1, 6))[2] == [1, 6]
    assert blown("N", "fresh", (6, 2, 6))[2] == [6, 2, 6]


@pytest.mark.clause("6.36")
@pytest.mark.parametrize(
    ("waters", "wind", "force", "faces", "now"),
    [
        ("oceanic", "NW", "moderate", (5, 2, 6), ("N", "Light")),
        ("oceanic", "NW", "moderate", (4,), ("NW", "Moderate")),
        ("oceanic", "N", "fresh", (6, 6, 1), ("NW", "Fresh")),
        ("oceanic", "N", "calm", (5, 5, 6), ("NW", "Calm")),
        ("oceanic", "N", "light", (5, 1, 1), ("NE", "Moderate")),
        ("coastal", "N", "light", (5,), ("N", "Light")),
        ("coastal", "N", "fresh", (6, 4, 1), ("N", "Fresh")),
        ("coastal", "N", "light", (6, 3, 5), ("N", "Light")),
    ],
)
def test_the_optional_wind_needs_leave_to_change(
    waters: str, wind: str, force: str, faces: tuple[int, ...], now: tuple[str, str]
) -> None:
    assert blown(wind, force, faces, waters, wind_table="optional") == (*now, list(faces))


@pytest.mark.clause("6.3")
def test_a_coastal_5_of_the_optional_chart_takes_no_more_dice() -> None:
    assert blown("N", "light", (5,), "coastal", wind_table="optional")[2] == [5]


@pytest.mark.clause("6.3")
def test_a_constant_wind_is_never_rolled_for() -> None:
    game = sea([ship("B-74", "A 1010", "S", 0)], [FAR])
    plot(game)
    assert not [event for event in told(game, "Rolled") if "wind" in event.purpose]


@pytest.mark.clause("6.3")
def test_a_change_is_told_and_no_change_is_not() -> None:
    game = sea(
        [ship("B-74", "A 1010", "S", 0)],
        [FAR],
        waters="oceanic",
        dice=wg.Dice.of(wind=(1, 4, 4, 6)),
    )
    assert not told(game, "WindChanged")
    plot(game)
    [change] = told(game, "WindChanged")
    assert (change.wind, change.force) == ("NE", "Fresh")


# Points of sailing


@pytest.mark.clause("6.31", "6.31-halving")
@pytest.mark.parametrize(
    ("type", "force", "wind", "heading", "most"),
    [
        ("B-74", "moderate", "NW", "SE", 8),
        ("B-74", "moderate", "NW", "S", 8),
        ("B-74", "moderate", "NW", "NE", 8),
        ("B-74", "moderate", "NW", "N", 4),
        ("B-74", "moderate", "NW", "SW", 4),
        ("B-74", "moderate", "NW", "NW", 4),
        ("B-44", "moderate", "N", "NE", 4),
        ("B-44", "light", "N", "N", 2),
        ("B-44", "calm", "N", "NE", 0),
        ("B-74", "calm", "N", "N", 0),
        ("B-74", "calm", "N", "S", 1),
        ("B-44", "fresh", "N", "NW", 8),
        ("B-74", "fresh", "N", "NW", 8),
    ],
)
def test_wind_in_a_front_hexside_halves_the_allowance(
    type: str, force: str, wind: str, heading: str, most: int
) -> None:
    state = sea([ship(type, "A 1010", heading, 0)], [FAR], wind=wind, force=force).state
    assert allowance(state.ships[0], state) == most


@pytest.mark.clause("6.31")
def test_the_wind_is_named_for_where_it_comes_from() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [FAR], wind="N", options={"drift": True})
    plot(game)
    assert where(game, 0) == "A 1011"


@pytest.mark.clause("6.31-halving", "6.51", "6.34")
@pytest.mark.parametrize("type", ["B-74", "B-44"])
def test_wind_and_damage_halve_one_after_the_other(type: str) -> None:
    state = sea([ship(type, "A 1010", "NE", 0, mast=1)], [FAR], force="light").state
    assert allowance(state.ships[0], state) == 1


@pytest.mark.clause("6.31-halving")
def test_the_facing_when_plotting_sets_the_allowance_and_not_the_course() -> None:
    # Off the wind she makes 8 though she ends on the wind, and pays for it next turn.
    game = sea([ship("B-74", "A 1010", "SE", 8)], [FAR], wind="N", force="moderate")
    plot(game, british={"74/A": "SE 4, NE 4"})
    assert game.state.ships[0].speed == 8
    assert rates(game.state.ships[0], game.state) == (4, 4)


@pytest.mark.clause("6.31-halving", "6.2-auto")
def test_a_rate_may_stand_above_the_allowance_while_it_falls() -> None:
    state = sea([ship("B-74", "A 1010", "N", 16)], [FAR], force="moderate").state
    assert allowance(state.ships[0], state) == 4
    assert rates(state.ships[0], state) == (12, 12)


@pytest.mark.clause("6.33", "6.34")
@pytest.mark.parametrize(
    ("type", "force", "most"),
    [
        ("B-50", "fresh", 16),
        ("B-44", "fresh", 17),
        ("MM", "light", 5),
        ("B-44", "moderate", 9),
        ("B-74", "moderate", 8),
        ("B-44", "calm", 1),
        ("B-74", "calm", 1),
        ("B-74", "light", 4),
    ],
)
def test_nobody_spends_more_than_the_schedule(type: str, force: str, most: int) -> None:
    game = sea([ship(type, "A 0202", "S", max(0, most - 2))], [FAR], force=force)
    assert rates(game.state.ships[0], game.state)[1] == most
    code = game.state.ships[0].code
    up = min(most, 2)
    assert refusal(game, "british", {code: f"Accel {up}, S {most}"}) == ""
    assert refusal(game, "british", {code: f"Accel {up + 1}, S {most + 1}"}) == "6.22"


# Straight into the wind


@pytest.mark.clause("6.32")
def test_sailing_into_the_wind_is_allowed_unless_the_option_is_in_play() -> None:
    for played, clause in ((False, ""), (True, "6.32")):
        options = {"no_sailing_into_wind": played}
        game = sea([ship("B-74", "A 1010", "N", 2)], [FAR], wind="N", options=options)
        assert refusal(game, "british", {"74/A": "N 2"}) == clause


@pytest.mark.clause("6.32", "6.42")
def test_a_tack_turns_through_the_wind_without_sailing_into_it() -> None:
    options = {"no_sailing_into_wind": True}
    game = sea([ship("B-74", "A 1010", "NE", 4)], [FAR], options=options)
    assert refusal(game, "british", {"74/A": "NE 2, N 1, NW 1"}) == "6.32"
    game = sea([ship("B-74", "A 1010", "NE", 5)], [FAR], force="fresh", options=options)
    assert refusal(game, "british", {"74/A": "NE 2, NW 2"}) == ""


@pytest.mark.clause("6.32", "13.0-deployment")
def test_a_ship_may_stand_head_to_wind_and_must_turn_before_she_sails() -> None:
    options = {"no_sailing_into_wind": True}
    game = sea([ship("B-74", "A 1010", "NW", 2)], [FAR], wind="NW", options=options, turn=1)
    assert refusal(game, "british", {"74/A": "NW 2"}) == "6.32"
    assert refusal(game, "british", {"74/A": "N 2"}) == ""
    game = sea([ship("B-74", "A 1010", "NW", 0)], [FAR], wind="NW", options=options)
    assert refusal(game, "british", {}) == ""


@pytest.mark.clause("6.32", "6.42")
def test_a_turn_in_the_last_hex_may_end_head_to_wind() -> None:
    options = {"no_sailing_into_wind": True, "bearing_up": True}
    game = sea([ship("B-74", "A 1010", "NE", 3)], [FAR], options=options)
    assert refusal(game, "british", {"74/A": "NE 2, N 0"}) == ""
