"""A computer player of our own: it takes the first legal answer that it is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import weathergage as wg


class Hasty:
    """A captain is given a seat and dice of its own, and sees its seat's view."""

    def __init__(self, seat: str, dice: wg.Dice) -> None:
        self.dice = dice

    def answer(self, view: wg.View, decision: wg.Decision) -> wg.Command:
        legal = decision.legal()
        return legal[0] if legal else decision.sample(self.dice)


class Admiralty:
    @wg.hookimpl
    def captains(self, ruleset: wg.Ruleset) -> Mapping[str, Callable[[str, wg.Dice], Any]]:
        return {"hasty": Hasty}


RULE = wg.HouseRule("hasty-captains", ruleset="*", title="Hasty captains", plugin=Admiralty())


def test_it_plays_a_game() -> None:
    from weathergage.captains import make_captain

    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    hasty = {seat: make_captain(game.rules.ruleset, "hasty", seat, 1) for seat in game.seats}
    wg.play_out(game, hasty)
    assert game.over
    assert "hasty" not in wg.new_game("frigate/constitution-guerriere").rules.ruleset.captains
