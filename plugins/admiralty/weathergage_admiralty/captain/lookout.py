"""What a side sees, standing in for the game in rules that throw no die and change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import PER_INCH, Modifier, total
from weathergage_admiralty.scales import factor
from weathergage_admiralty.state import AdmiraltyState, Ship


class Lookout:
    """A side's table, asked as rules ask a game; house rules have their say as they do there.

    unit: thousandths of an inch of the table that make an inch of medium scale, in which a captain
    thinks.
    """

    telling = False

    def __init__(self, state: AdmiraltyState, rules: Any, seat: str) -> None:
        self.state = state
        self.rules = rules
        self.seat = seat
        self.seats: tuple[str, ...] = rules.seats
        self.unit = PER_INCH * factor(rules)

    def look_up(self, table: str, row: Any, column: str | int) -> Any:
        """The entry of a table, or what a house rule puts in its place."""
        rules = self.rules
        book = rules.tables[table]
        if rules.look_up is not None:
            name = book.columns[column] if isinstance(column, int) else column
            own = rules.look_up(game=self, table=table, row=row, column=name)
            if own is not None:
                return own
        return book.look_up(row, column)

    def modifiers(
        self, about: str, own: Sequence[Modifier] = (), by: Any = None, against: Any = None
    ) -> Sequence[Modifier]:
        """The modifiers at a named point, those of house rules too."""
        found: Sequence[Modifier] = self.rules.modified(self, about, own, by, against)
        return found

    def modified(
        self,
        about: str,
        value: int,
        own: Sequence[Modifier] = (),
        by: Any = None,
        against: Any = None,
    ) -> int:
        """A value with these."""
        return total(value, self.modifiers(about, own, by, against))

    def place(self, ship: Ship) -> tuple[float, float, float]:
        """Where a ship is: inches of medium scale east and south, and degrees."""
        x, y, heading = ship.pose
        return x / self.unit, y / self.unit, heading / 100

    @property
    def wind(self) -> float:
        """Degrees that the wind blows from."""
        return self.state.wind / 100

    def own(self) -> list[Ship]:
        """The side's ships that fight."""
        return [ship for ship in self.state.ships if ship.fights and ship.side == self.seat]

    def foes(self) -> list[Ship]:
        """The enemies that fight."""
        return [ship for ship in self.state.ships if ship.fights and ship.side != self.seat]
