"""How a captain gives out his fire: which of his ships fire together, and at whom.

Fire is given at the positions of the moment, so it is reckoned exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from weathergage import NEAR
from weathergage_frigate.gunnery import FARTHEST, fleet_of, strength, why_not
from weathergage_frigate.reckoning import Worth
from weathergage_frigate.state import FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.views import Table


@dataclass(slots=True)
class Attack:
    """Fire at one target: who joins, and with what strength each."""

    target: Ship
    ships: list[Ship] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def joined(self, ship: Ship, points: int) -> Attack:
        """The same with one ship more."""
        return Attack(self.target, [*self.ships, ship], [*self.points, points])


Bearing = dict[int, list[tuple[int, Ship]]]
"""For each enemy, by line, who of ours can fire at her and how strongly, strongest first."""


class Gunners:
    """One side's guns in one turn. thrift: how much fewer ships in an attack are worth."""

    def __init__(
        self,
        table: Table,
        own: Sequence[Ship],
        enemies: Sequence[Ship],
        worth: Worth,
        thrift: float,
    ) -> None:
        self.table = table
        self.state: FrigateState = table.state
        self.own = own
        self.enemies = enemies
        self.worth = worth
        self.thrift = thrift

    def attacks(self) -> list[Attack]:
        """The attacks that do most, one for each target, every ship in one at most."""
        bearing = self._bearing()
        free = {ship.n for shots in bearing.values() for _, ship in shots}
        attacks: dict[int, Attack] = {}
        while free:
            found = self._best(bearing, free, attacks)
            if found is None:
                break
            attacks[found.target.n] = found
            free -= {ship.n for ship in found.ships}
        for n in sorted(free):
            self._join(self.state.ships[n], bearing, attacks)
        return list(attacks.values())

    def value(self, attack: Attack) -> tuple[float, str]:
        """What an attack does on the average, and the kind of hit that it should be for."""
        total = sum(attack.points)
        if len(attack.points) > 1 and self.table.options.combined_fire_halved:
            total //= 2
        rating = max(fleet_of(self.state, ship).gunnery for ship in attack.ships)
        return self.worth.fire(total, attack.target, rating)

    def _bearing(self) -> Bearing:
        table = self.table
        found: Bearing = {}
        for target in self.enemies:
            if target.disabled:
                continue
            shots = []
            for ship in self.own:
                near = NEAR.get(target.place - ship.place)
                if near is None or near[0] > FARTHEST or ship.crew >= 3 or ship.prize:
                    continue
                if why_not(table, ship, target) is None:
                    shots.append((strength(table, ship, target), ship))
            if shots:
                found[target.n] = sorted(shots, key=lambda shot: (-shot[0], shot[1].n))
        return found

    def _best(self, bearing: Bearing, free: set[int], attacks: dict[int, Attack]) -> Attack | None:
        """The attack by free ships, on a target of its own, that does most for each of them."""
        best: Attack | None = None
        most = 0.0
        for n, shots in bearing.items():
            if n in attacks:
                continue
            attack = Attack(self.state.ships[n])
            for points, ship in shots:
                if ship.n not in free:
                    continue
                attack = attack.joined(ship, points)
                each = self.value(attack)[0] / len(attack.ships) ** self.thrift
                if each > most + 1e-9:
                    most = each
                    best = attack
        return best

    def _join(self, ship: Ship, bearing: Bearing, attacks: dict[int, Attack]) -> None:
        """Let a ship without a target of her own join the attack that gains most by her."""
        best: tuple[float, Attack] | None = None
        for target, attack in attacks.items():
            points = next((p for p, other in bearing[target] if other is ship), 0)
            if not points:
                continue
            with_her = attack.joined(ship, points)
            before, after = self.value(attack)[0], self.value(with_her)[0]
            if after >= before and (best is None or after - before > best[0]):
                best = (after - before, with_her)
        if best is not None:
            attacks[best[1].target.n] = best[1]
