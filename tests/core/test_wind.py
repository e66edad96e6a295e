"""The wind: where it is from, how it changes, how ships lie to it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from weathergage.errors import UnknownName, WeathergageError
from weathergage.wind import Forces, Wind, point_of_sailing, relative_angle

N, NE, SE, S, SW, NW = range(6)
FORCES = Forces(["calm", "light", "fresh", "gale"])

headings = st.integers(0, 5)
fast = settings(deadline=None, max_examples=100)


@pytest.mark.parametrize(
    ("heading", "where", "side", "words"),
    [
        (SE, "astern", "", "dead before the wind"),
        (S, "quarter", "starboard", "running free, starboard quarter"),
        (N, "bow", "port", "on the wind, port tack"),
        (NE, "quarter", "port", "running free, port quarter"),
        (SW, "bow", "starboard", "on the wind, starboard tack"),
        (NW, "ahead", "", "straight into the wind"),
    ],
)
def test_points_of_sailing_in_a_north_west_wind(
    heading: int, where: str, side: str, words: str
) -> None:
    # "6.31"
    assert Wind(NW).point_of_sailing(heading) == (where, side, words)
    assert point_of_sailing(NW, heading) == (where, side, words)


def test_a_north_wind_blows_to_the_south() -> None:
    assert Wind(N).downwind == S
    assert Wind.in_degrees(0).downwind == 180
    assert Wind.in_degrees(450).source == 90


@given(headings, headings, st.integers(-9, 9))
@fast
def test_turning_ship_and_wind_together_changes_nothing(
    source: int, heading: int, turned: int
) -> None:
    wind = Wind(source)
    assert wind.veer(turned).point_of_sailing((heading + turned) % 6) == wind.point_of_sailing(
        heading
    )
    assert wind.veer(turned).off((heading + turned) % 6) == wind.off(heading)


@given(headings, headings)
@fast
def test_the_mirror_image_is_on_the_other_tack(source: int, heading: int) -> None:
    was = Wind(source).point_of_sailing(heading)
    now = Wind(source).mirrored().point_of_sailing(-heading % 6)
    assert now.where == was.where
    assert now.side == {"port": "starboard", "starboard": "port", "": ""}[was.side]


def test_how_far_off_the_wind_counts_from_straight_into_it() -> None:
    assert [Wind(N).off(h) for h in range(6)] == [0, 1, 2, 3, 2, 1]
    assert Wind.in_degrees(350).off(10) == 20


@given(st.integers(-720, 720), st.integers(-720, 720))
@fast
def test_relative_angles_lie_between_astern_and_astern(direction: int, heading: int) -> None:
    angle = relative_angle(direction, heading)
    assert -180 < angle <= 180
    assert (heading + angle - direction) % 360 == 0
    assert relative_angle(100 * direction, 100 * heading, 36000) == 100 * angle


def test_relative_angles_are_positive_to_starboard() -> None:
    assert relative_angle(90, 0) == 90
    assert relative_angle(0, 90) == -90
    assert relative_angle(180, 0) == relative_angle(0, 180) == 180
    assert Wind.in_degrees(10).relative(350) == 20
    assert Wind(NW).relative(N) == -1


@given(headings, st.integers(-9, 9))
@fast
def test_a_wind_that_veers_and_backs_is_where_it_was(source: int, points: int) -> None:
    wind = Wind(source, "light")
    assert wind.veer(points).back(points) == wind
    assert wind.veer(6) == wind


def test_winds_veer_clockwise_and_back_the_other_way() -> None:
    assert Wind(NW).veer().source == N
    assert Wind(N).back().source == NW
    assert Wind.in_degrees(350).veer().source == 35
    assert Wind.in_degrees(0, point=30).back(2).source == 300


def test_a_wind_is_from_a_direction_that_there_is() -> None:
    for source in (-1, 6):
        with pytest.raises(WeathergageError, match="a direction of 0 to 5"):
            Wind(source)


def test_points_of_sailing_are_for_hexes_only() -> None:
    with pytest.raises(WeathergageError, match="on hexes"):
        Wind.in_degrees(90).point_of_sailing(0)


def test_forces_go_up_and_down_and_stop_at_the_ends() -> None:
    assert FORCES.up("light") == "fresh"
    assert FORCES.up("fresh", 5) == "gale"
    assert FORCES.down("light") == "calm"
    assert FORCES.down("calm") == "calm"
    assert FORCES.up("gale", -9) == "calm"
    assert FORCES.rank("fresh") == 2
    assert list(FORCES) == ["calm", "light", "fresh", "gale"]
    assert len(FORCES) == 4
    assert "gale" in FORCES
    assert "storm" not in FORCES
    assert Wind(N, "light").with_force(FORCES.up("light")) == Wind(N, "fresh")


def test_an_unknown_force_is_refused() -> None:
    with pytest.raises(UnknownName, match="storm"):
        FORCES.up("storm")


@pytest.mark.parametrize("names", [[], ["calm", "calm"]])
def test_a_ladder_of_forces_is_distinct_names(names: list[str]) -> None:
    with pytest.raises(WeathergageError, match="each given once"):
        Forces(names)
