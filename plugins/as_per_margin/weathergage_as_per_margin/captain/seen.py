"""What a captain thinks with: a side's table, in the place of the game that it cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import Modifier, total
from weathergage_as_per_margin.state import MarginState


class Seen:
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

    def look_up(self, table: str, row: Any, column: str | int) -> Any:
        """The entry of a table, unless a house rule answers for it."""
        found = self.rules.tables[table]
        if self.rules.look_up is not None:
            name = column if isinstance(column, str) else found.columns[column]
            entry = self.rules.look_up(game=self, table=table, row=row, column=name)
            if entry is not None:
                return entry
        return found.look_up(row, column)

    def modified(
        self,
        about: str,
        value: int,
        own: Sequence[Modifier] = (),
        by: Any = None,
        against: Any = None,
    ) -> int:
        """A value with the modifiers at a named point, those of house rules too."""
        return total(value, self.rules.modified(self, about, own, by, against))

    def limits(self) -> tuple[float, float, float, float]:
        """The inches of the near, middle and far range, and of a rake."""
        near, middle, far, rake = (
            float(self.look_up("gun-ranges", row, 0)) for row in ("near", "middle", "far", "rake")
        )
        return near, middle, far, rake
