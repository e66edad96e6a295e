"""What a ruleset is made of: how a game is counted, how many ships a scenario has."""

from __future__ import annotations

import pytest

import weathergage as wg


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        ({"red": 3, "blue": 1}, "red"),
        ({"red": 0, "blue": 1}, "blue"),
        ({"red": 2, "blue": 2}, "draw"),
        ({"red": 2, "blue": 1, "green": 2}, "draw"),
        ({"red": 2, "blue": 2, "green": 3}, "green"),
        ({"red": 0}, "red"),
    ],
)
def test_the_most_points_win_and_as_many_are_a_draw(points: dict[str, int], winner: str) -> None:
    outcome = wg.Outcome.by_points(points, "time is out", "5.1", how="time")
    assert outcome == wg.Outcome(winner, "time is out", "5.1", tuple(points.items()), "time")


class Start(wg.Strict):
    name: str


class Meeting(wg.Scenario):
    ships: tuple[Start, ...] = ()


def test_a_scenario_counts_its_ships_unless_its_ruleset_counts_otherwise() -> None:
    head = {
        "id": "one",
        "title": "One",
        "date": "1808",
        "source": "made up",
        "status": "house",
        "turns": 1,
        "sides": [{"id": "red", "name": "Red"}],
    }
    assert wg.Scenario.model_validate(head).ship_count == 0
    ships = [{"name": "Wren"}, {"name": "Finch"}]
    assert Meeting.model_validate({**head, "ships": ships}).ship_count == 2
