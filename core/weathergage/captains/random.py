"""The captain that answers by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weathergage.commands import Command
from weathergage.dice import Dice

if TYPE_CHECKING:
    from weathergage.game import Decision, Game
    from weathergage.views import View


class RandomCaptain:
    """Draws one legal answer, each as likely where that is possible."""

    def __init__(self, seat: str, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice

    def answer(self, view: View, decision: Decision) -> Command:
        """A drawn answer; the view is not looked at."""
        return decision.sample(self.dice)


def play_at_random(game: Game, dice: Dice) -> None:
    """Play a game to its end by lot on every seat, without making a view."""
    while not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
