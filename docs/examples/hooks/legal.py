"""A truce: until the tenth turn nobody may plot fire."""

from __future__ import annotations

from typing import Any

import pytest

import weathergage as wg
from weathergage.captains import make_captain


class Truce:
    @wg.hookimpl
    def legal(self, game: Any, decision: Any, command: wg.Command) -> wg.Complaint | None:
        if game.turn < 10 and decision.kind == "plot" and fires(command):
            return wg.Complaint("there is a truce until the tenth turn", "club 5", "truce")
        return None


def fires(command: Any) -> bool:
    """Whether a plot fires at anybody."""
    return any("fire" in row.lower() for row in command.orders.values())


RULE = wg.HouseRule("truce", ruleset="frigate", title="Truce", clause="club 5", plugin=Truce())


def test_fire_is_refused_with_the_clause() -> None:
    """Two games go side by side, one of them under the truce, until somebody would fire."""
    ruled = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    plain = wg.new_game("frigate/constitution-guerriere", seed=1)
    captains = {seat: make_captain(plain.rules.ruleset, "captain", seat, 1) for seat in plain.seats}
    while ruled.turn < 10:
        for own, other in zip(ruled.decisions, plain.decisions, strict=True):
            command = captains[other.seat].answer(plain.view(other.seat), other)
            if fires(command):
                with pytest.raises(wg.IllegalCommand, match=r"a truce .*\(clause club 5\)"):
                    ruled.submit(own.id, command)
                assert own.complaint(own.sample(wg.Dice(1))) is None
                return
            ruled.submit(own.id, command)
            plain.submit(other.id, command)
    pytest.fail("nobody would fire")
