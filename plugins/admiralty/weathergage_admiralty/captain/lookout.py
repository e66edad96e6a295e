"""What a side sees, standing in for the game in rules that throw no die and change nothing."""

from __future__ import annotations

from typing import Any

from weathergage import PER_INCH, Reckoner
from weathergage_admiralty.scales import factor
from weathergage_admiralty.state import AdmiraltyState, Ship


class Lookout(Reckoner):
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
