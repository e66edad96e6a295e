"""What a captain thinks with: a side's table, in the place of the game that it cannot see."""

from __future__ import annotations

from typing import Any

from weathergage import Reckoner
from weathergage_as_per_margin.state import MarginState


class Seen(Reckoner):
    """A side's table for the functions of the ruleset that ask a game and throw no die.

    state: what the side knows. rules: the book and the scenario. House rules are asked as a game
    asks them.
    """

    __slots__ = ("rules", "seat", "seats", "state", "telling")

    def __init__(self, state: MarginState, rules: Any, seat: str) -> None:
        self.state = state
        self.rules = rules
        self.seat = seat
        self.seats: tuple[str, ...] = rules.seats
        self.telling = False

    def limits(self) -> tuple[float, float, float, float]:
        """The inches of the near, middle and far range, and of a rake."""
        near, middle, far, rake = (
            float(self.look_up("gun-ranges", row, 0)) for row in ("near", "middle", "far", "rake")
        )
        return near, middle, far, rake
