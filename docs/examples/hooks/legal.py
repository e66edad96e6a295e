"""A truce: until the third turn nobody may plot fire."""

from __future__ import annotations

from typing import Any

import pytest

import weathergage as wg


class Truce:
    @wg.hookimpl
    def legal(self, game: Any, decision: Any, command: wg.Command) -> wg.Complaint | None:
        if game.turn < 3 and decision.kind == "plot" and fires(command):
            return wg.Complaint("there is a truce for two turns", "club 5", "truce")
        return None


def fires(command: Any) -> bool:
    """Whether a plot fires at anybody."""
    return any("fire" in row.lower() for row in command.orders.values())


RULE = wg.HouseRule("truce", ruleset="frigate", title="Truce", clause="club 5", plugin=Truce())


def test_fire_is_refused_with_the_clause() -> None:
    from weathergage_frigate.plotting import Plot

    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    decision = game.decisions[0]
    quiet = decision.sample(wg.Dice(1))
    assert decision.complaint(quiet) is None
    row = quiet.orders["44/F"]
    firing = Plot(orders={"44/F": f"{row}; Fire Crew 44/F"})
    with pytest.raises(wg.IllegalCommand, match=r"truce for two turns \(clause club 5\)"):
        game.submit(decision.id, firing)
