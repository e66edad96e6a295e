"""The wind never rises above what it is: a six for its strength counts as a five."""

from __future__ import annotations

from typing import Any

import weathergage as wg


class FairWeather:
    @wg.hookimpl
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        return 5 if purpose == "wind velocity" and result == 6 else None


RULE = wg.HouseRule(
    "fair", ruleset="frigate", title="Fair weather", clause="club 4", plugin=FairWeather()
)


def test_the_event_tells_of_the_die_and_of_the_change() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    game.dice = wg.Dice.of(6, 6)
    assert game.roll("wind", "wind velocity", "6.35") == 5
    event = game.events[-1]
    assert isinstance(event, wg.Rolled)
    assert (event.faces, event.result) == ((6,), 5)
    assert event.modifiers == (("house rule", -1, "6.35"),)
    assert game.roll("wind", "wind direction", "6.35") == 6
