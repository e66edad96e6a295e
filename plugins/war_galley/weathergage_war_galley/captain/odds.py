"""Chances of every attempt, by the tables of the game: two dice against a range, or one die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from weathergage import Reckoner, clause, total
from weathergage_war_galley import grappling, missiles, raking, ramming
from weathergage_war_galley.missiles import column
from weathergage_war_galley.ramming import FOULED_FROM, attack
from weathergage_war_galley.rolls import Changes
from weathergage_war_galley.state import Galley, GalleyState

_WAYS: Final = tuple(6 - abs(total - 7) if 2 <= total <= 12 else 0 for total in range(13))

TWO: Final = tuple(sum(_WAYS[total:]) / 36 for total in range(14))
"""TWO[n]: the chance that two dice come to n or more."""

_MOST_BOARDERS: Final = 24


@clause("2.4", "2.4-drm")
def on_two(needed: int, change: int = 0) -> float:
    """The chance of a total of so much with a modifier of the dice."""
    return TWO[min(13, max(0, needed - change))]


def on_one(needed: int, change: int = 0) -> float:
    """The chance of one die with a modifier."""
    return min(6, max(0, 7 - needed + change)) / 6


def total_of(changes: Iterable[tuple[str, int, str]]) -> int:
    """Modifiers added up."""
    return sum(value for _, value, _ in changes)


class Odds(Reckoner):
    """Chances in a position. It serves as the game that rules' own functions ask for tables.

    state: as a side knows it. rules: of the game.
    """

    telling = False

    def __init__(self, state: GalleyState, rules: Any) -> None:
        self.state = state
        self.rules = rules

    def _added(self, at: str, own: Changes, by: Any, against: Any) -> int:
        """What the modifiers at a point come to, with those of house rules."""
        if self.rules.modifiers is not None:
            return total(0, self.rules.modified(self, at, own, by, against))
        return total_of(own)

    # Rams

    @clause("7.14", "7.15")
    def ram(self, rammer: Galley, target: Galley, change: int = 0) -> float:
        """The chance that a ram succeeds. change: for speed and what else hinders or helps."""
        strength = attack(rammer)
        if strength < 1:
            return 0.0
        needed = int(self.look_up("ramming", strength, target.counter.defense - 1))
        return on_two(
            needed, change + self._added("ram", ramming.modifiers(rammer, target), rammer, target)
        )

    @clause("7.16-retraction", "7.16-fouled")
    def foul(self, rammer: Galley, hit: float) -> float:
        """The chance that a ram succeeds, by its chance of success, and leaves the rammer stuck."""
        return min(hit, TWO[min(13, FOULED_FROM + rammer.crew)])

    # Rakes

    @clause("7.26", "7.27")
    def rake(self, raker: Galley, target: Galley, change: int = 0) -> float:
        """The chance that a rake succeeds."""
        needed = int(self.look_up("rake", raker.crew, target.crew))
        return on_two(
            needed, change + self._added("rake", raking.modifiers(raker, target), raker, target)
        )

    # Grapples and boarders

    @clause("8.12", "8.12-table")
    def grapple(
        self, galley: Galley, target: Galley, alongside: bool, means: grappling.Means
    ) -> float:
        """The chance that a grapple holds."""
        needed = int(self.look_up("grappling", galley.crew, 0))
        changes = grappling.modifiers(galley, target, alongside, means)
        return on_one(needed, self._added("grapple", changes, galley, target))

    @clause("8.23", "8.23-table", "8.24")
    def capture(self, manpower: int, defence: int, above: int = 0) -> float:
        """The chance that boarders of a strength capture a galley of a Manpower."""
        if manpower < 1:
            return 0.0
        needed = int(self.look_up("boarding", defence, min(manpower, _MOST_BOARDERS) - 1))
        changes = (("height", above, "8.24"),) if above else ()
        return on_two(needed, self._added("boarding", changes, None, None))

    def height(self, ours: Galley, theirs: Galley) -> int:
        """The Height Advantage of one over another, as a modifier."""
        return missiles.height(self, (ours,), theirs)

    # Missiles, fatigue

    @clause("8.44", "8.44-table", "8.51")
    def missiles(self, firer: Galley, target: Galley, flame: bool) -> tuple[float, float]:
        """The chances that fire costs its target Manpower, and that it sets it on fire."""
        change = self._added("missiles", missiles.modifiers(self, firer, target), firer, target)
        place = column(firer.manpower)
        hits = fires = 0
        for die in range(1, 7):
            result = self.look_up("missiles", die + change, place)
            hits += result != "none"
            thrown = result == "D" and firer.counter.side in self.rules.scenario.special.throwers
            fires += flame and (result == "DF" or thrown)
        kindles = on_one(self.rules.scenario.special.foul.ignition)
        return hits / 6, 0.0 if target.fire else fires / 6 * kindles

    @clause("6.42", "6.43-table")
    def fatigue(self, galley: Galley, change: int) -> float:
        """Turns of Fatigue to be expected of a check with a modifier."""
        change += int(self.rules.scenario.special.fatigue.get(galley.counter.side, 0))
        crew = galley.crew
        return sum(int(self.look_up("fatigue", die + change, crew)) for die in range(1, 7)) / 6
