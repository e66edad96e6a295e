"""What a side is out for: who makes for an edge, who is hunted, who follows whom."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any, Final

from weathergage import clause
from weathergage_admiralty import scoring
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.damage import battle_move
from weathergage_admiralty.scenarios import Edge, ShipEntry
from weathergage_admiralty.state import Ship

POINT: Final = 6.0
"""Gun hits that a point of the scenario is taken to be worth."""

WAKE: Final = (35.0, 30.0, 9.0)
"""Degrees off the bow, degrees between headings and inches within which a ship follows another."""

LOST: Final = 22.0
"""Inches beyond which a ship no longer follows another."""

LAMBDAS: Final = (0.45, 0.6, 0.85)
"""What a hit suffered counts beside one given: to a side that is losing, level and winning."""


@clause("1.4")
class Purpose:
    """What follows from the scenario and from how the battle stands. care: what a hit suffered
    counts beside one given. runs: by number of ship, the edge that she makes for. prey: numbers of
    the enemies that make for one.
    """

    def __init__(self, seen: Lookout) -> None:
        self.seen = seen
        aims = seen.rules.scenario.victory.aims
        self.leaving = [aim for aim in aims if aim.what == "left"]
        self.runs: dict[int, Edge] = {}
        self.prey: set[int] = set()
        for aim in self.leaving:
            for ship in seen.state.ships:
                if ship.card.side == aim.side and aim.names(ship.card) and ship.fights:
                    self._mark(ship, aim)
        self.care = self._care()
        self._leaders = leaders_of(seen.rules)

    def _mark(self, ship: Ship, aim: Any) -> None:
        if ship.side == self.seen.seat:
            self.runs[ship.n] = aim.edge or "E"
        else:
            self.prey.add(ship.n)

    def _care(self) -> float:
        seen = self.seen
        totals = scoring.points(seen.rules, seen.state)
        lead = totals[seen.seat] - max(n for side, n in totals.items() if side != seen.seat)
        margin = seen.rules.scenario.victory.margin
        return LAMBDAS[(lead > -margin) + (lead >= margin)]

    def points(self, ship: Ship) -> float:
        """Points that change hands when she is taken."""
        victory = self.seen.rules.scenario.victory
        found: float = victory.taken * ship.card.size
        for aim in victory.aims:
            mine = aim.side == ship.card.side and aim.what in ("safe", "left")
            if (mine or aim.what == "taken") and aim.names(ship.card):
                found += aim.points
        return found

    def worth(self, ship: Ship) -> float:
        """What taking her is worth, in gun hits."""
        return POINT * self.points(ship)

    @clause("2.0-in-line")
    def leader(self, ship: Ship) -> Ship | None:
        """Whom she follows: the nearest ahead of her in her line that can still lead."""
        n = ship.n
        while (n := self._leaders.get(n, -1)) >= 0:
            other = self.seen.state.ships[n]
            if other.side == ship.side and self._leads(other):
                apart = ship.pose.distance(other.pose) * 1000 / self.seen.unit
                return other if apart <= LOST else None
        return None

    def _leads(self, ship: Ship) -> bool:
        return (
            ship.fights
            and ship.setting in ("battle", "normal")
            and not (ship.locks or ship.irons or ship.aground or ship.action >= 0)
            and battle_move(self.seen.rules, self.seen.state, ship) > 0
        )

    def line(self, ship: Ship) -> list[Ship]:
        """The ships of her line as it was drawn up, herself too."""
        head = self._head(ship.n)
        return [other for other in self.seen.own() if self._head(other.n) == head]

    def _head(self, n: int) -> int:
        while n in self._leaders:
            n = self._leaders[n]
        return n


@clause("2.0-in-line")
def leaders_of(rules: Any) -> dict[int, int]:
    """By number of ship, the one in whose wake she starts the battle."""
    found: dict[int, int] | None = rules.memo.get("captain's lines")
    if found is None:
        found = {}
        rules.memo["captain's lines"] = found
        entries = [(side.id, entry) for side, entry in rules.scenario.entries()]
        for n, (side, entry) in enumerate(entries):
            ahead = [
                (gap, m)
                for m, (other_side, other) in enumerate(entries)
                if m != n and other_side == side and (gap := _gap_ahead(entry, other)) > 0
            ]
            if ahead:
                found[n] = min(ahead)[1]
    return found


def _gap_ahead(entry: ShipEntry, other: ShipEntry) -> float:
    """Inches to a ship whose wake this one is in; 0 for any other."""
    if entry.convoy or other.convoy or "anchored" in (entry.setting, other.setting):
        return 0.0
    off, apart, far = WAKE
    dx, dy = other.at[0] - entry.at[0], other.at[1] - entry.at[1]
    bearing = degrees(atan2(dx, -dy)) - entry.heading
    if abs(turned(bearing)) > off or abs(turned(other.heading - entry.heading)) > apart:
        return 0.0
    gap = hypot(dx, dy)
    return gap if gap <= far else 0.0


def turned(angle: float) -> float:
    """An angle as -180 to 180 degrees."""
    return (angle + 180.0) % 360.0 - 180.0
