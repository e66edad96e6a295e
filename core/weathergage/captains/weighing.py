"""The captain that takes the answer which a ruleset's own reckoning finds best."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from weathergage.commands import Command
from weathergage.dice import Dice

if TYPE_CHECKING:
    from weathergage.captains import Captain
    from weathergage.game import Decision
    from weathergage.views import View

Worth = Callable[["View", "Decision", Command], float]
"""How good an answer to a decision looks from a view: the more the better, in any unit."""

DRAWN = 24
"""How many answers are drawn and weighed where they are too many to list."""


class WeighingCaptain:
    """Takes the legal answer that is worth the most; its dice decide between equals."""

    def __init__(self, worth: Worth, seat: str, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice
        self._worth = worth

    def answer(self, view: View, decision: Decision) -> Command:
        """The best of all answers, or of some that are drawn."""
        listed = decision.legal()
        answers = listed or [decision.sample(self.dice) for _ in range(DRAWN)]
        worths = [self._worth(view, decision, answer) for answer in answers]
        most = max(worths)
        best = [a for a, worth in zip(answers, worths, strict=True) if worth == most]
        return best[self.dice.below("captain", len(best))]


def weighing(worth: Worth) -> Callable[[str, Dice], Captain]:
    """A maker of captains, for `Ruleset.captains`, that weigh each answer by a function."""

    def captain(seat: str, dice: Dice) -> Captain:
        return WeighingCaptain(worth, seat, dice)

    return captain
