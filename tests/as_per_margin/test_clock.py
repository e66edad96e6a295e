from __future__ import annotations

from itertools import pairwise

import pytest

from weathergage_as_per_margin import clock
from weathergage_as_per_margin.clock import (
    DAY,
    GLASS,
    WATCHES,
    battle_minutes,
    bells,
    crew_on_watch,
    is_daylight,
    naval_day,
    time_of_day,
    watch_at,
)

NOON = 12


def at(hours: int, minutes: int = 0, day: int = 1) -> float:
    """A moment by the clock on the wall, 0 to 23, of a naval day."""
    return (day - 1) * DAY + ((hours - NOON) % 24) * 60 + minutes


# "APM.scale.time"


@pytest.mark.clause("APM.scale.time")
@pytest.mark.parametrize(
    ("turn", "elapsed"), [(1, 1.5), (2, 3.0), (10, 15.0), (11, 30.0), (14, 75.0)]
)
def test_ten_turns_take_fifteen_minutes_and_every_later_one_as_long(turn: int, elapsed: float):
    assert sum(battle_minutes(n) for n in range(1, turn + 1)) == elapsed


# "APM.time.day"


@pytest.mark.clause("APM.time.day")
def test_a_naval_day_begins_at_noon():
    assert naval_day(at(11, 59)) == 1
    assert naval_day(at(11, 59) + 1) == 2
    assert naval_day(0) == 1


# "APM.time.watches"


@pytest.mark.clause("APM.time.watches")
@pytest.mark.parametrize(
    ("hours", "minutes", "name"),
    [
        (17, 30, "first dog watch"),
        (20, 0, "first watch"),
        (19, 59, "second dog watch"),
        (3, 59, "middle watch"),
        (4, 0, "morning watch"),
        (12, 0, "afternoon watch"),
        (16, 0, "first dog watch"),
        (18, 0, "second dog watch"),
        (0, 0, "middle watch"),
        (8, 0, "forenoon watch"),
        (11, 59, "forenoon watch"),
    ],
)
def test_a_watch_holds_its_first_moment_and_not_its_last(hours: int, minutes: int, name: str):
    assert watch_at(at(hours, minutes)).name == name


@pytest.mark.clause("APM.time.watches")
def test_all_watches_last_four_hours_but_the_dog_watches_two():
    begins = [*(watch.begins for watch in WATCHES), DAY]
    lengths = [later - now for now, later in pairwise(begins)]
    assert lengths == [240, 120, 120, 240, 240, 240, 240]


# "APM.time.crew-watches"


@pytest.mark.clause("APM.time.crew-watches")
def test_seven_watches_a_day_give_each_half_other_hours_every_day():
    assert len(WATCHES) == 7
    assert [crew_on_watch(at(12, day=day)) for day in (1, 2, 3)] == [
        "starboard",
        "larboard",
        "starboard",
    ]
    assert crew_on_watch(at(16)) == "larboard"


# "APM.time.bells"


@pytest.mark.clause("APM.time.bells")
@pytest.mark.parametrize(
    ("hours", "minutes", "struck"),
    [
        (17, 30, 3),
        (12, 0, 8),
        (12, 30, 1),
        (15, 30, 7),
        (16, 0, 8),
        (18, 0, 4),
        (18, 30, 5),
        (19, 30, 7),
        (20, 0, 8),
        (0, 0, 8),
        (4, 30, 1),
        (8, 0, 8),
        (11, 30, 7),
    ],
)
def test_bells_count_half_hours_and_run_on_through_the_dog_watches(
    hours: int, minutes: int, struck: int
):
    assert bells(at(hours, minutes)) == struck


@pytest.mark.clause("APM.time.bells")
def test_between_two_bells_the_last_one_struck_is_told():
    assert bells(at(12, 29)) == 8
    assert bells(at(12, 59)) == 1


# "APM.time.glass"


@pytest.mark.clause("APM.time.glass")
def test_half_a_glass_is_a_long_battle_turn():
    assert GLASS / 2 == 15 == battle_minutes(11)


@pytest.mark.clause("APM.time.glass")
def test_forty_eight_glasses_run_from_noon_to_noon():
    assert DAY / GLASS == 48
    struck = [minute for minute in range(1, DAY + 1) if bells(minute) != bells(minute - 1)]
    assert struck == [GLASS * turned for turned in range(1, 49)]


# "APM.campaign.visibility"


@pytest.mark.clause("APM.campaign.visibility")
def test_daylight_is_from_six_to_six_with_both_ends():
    assert is_daylight(at(18, 0))
    assert not is_daylight(at(18, 1))
    assert not is_daylight(at(5, 59))
    assert is_daylight(at(6, 0))


def test_the_clock_reads_as_a_person_tells_the_time():
    assert time_of_day(at(17, 30)) == "5:30 PM"
    assert time_of_day(0) == "noon"
    assert time_of_day(at(0)) == "midnight"
    assert time_of_day(at(0, 5)) == "12:05 AM"
    assert time_of_day(at(12, 5)) == "12:05 PM"
    assert (
        clock.told(at(17, 30, day=3))
        == "Day 3, 5:30 PM: 3 bells, first dog watch, larboard on deck"
    )
