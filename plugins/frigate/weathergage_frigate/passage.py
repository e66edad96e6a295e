"""Ships under way in a movement: plain data, so that undo and fork can come back to any of it."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage_frigate.state import Planned, Ship


class Sailing:
    """A ship on her way in this phase: her plan, where she began, and her track."""

    __slots__ = ("planned", "ship", "spent", "start", "start_heading", "track")

    def __init__(self, ship: Ship, planned: Planned) -> None:
        self.ship = ship
        self.planned = planned
        self.start = ship.place
        self.start_heading = ship.heading
        self.spent = 0
        self.track = [ship.place]

    def copy(self, ship: Ship) -> Sailing:
        """The same for the ship of another copy of the position."""
        twin = Sailing.__new__(Sailing)
        twin.ship = ship
        twin.planned = self.planned
        twin.start = self.start
        twin.start_heading = self.start_heading
        twin.spent = self.spent
        twin.track = self.track.copy()
        return twin


class Passage:
    """Ships that sail together, and how far that has come.

    together: all of them. stepping: those that go a point at a time. later: those that sail after
    them, out of command. drifts: whether what has no way on her drifts when all is done. Of the
    point that is being spent: active: who spends it. wants: where to, by line; whoever runs afoul
    is taken out. waiting: who waits for the ship ahead. stopped: who spends no more. passed:
    enemies who met, by their lines, and are settled. arrived: where ships that ran afoul are.
    """

    __slots__ = (
        "active",
        "arrived",
        "drifts",
        "later",
        "passed",
        "stepping",
        "stopped",
        "together",
        "waiting",
        "wants",
    )

    def __init__(
        self,
        together: Sequence[Sailing],
        stepping: Sequence[Sailing],
        later: Sequence[Sailing],
        drifts: bool,
    ) -> None:
        self.together = together
        self.stepping = stepping
        self.later = later
        self.drifts = drifts
        self.active: Sequence[Sailing] = ()
        self.spend({})

    def spend(self, wants: dict[int, int]) -> None:
        """Another point is to be spent."""
        self.wants = wants
        self.waiting: set[int] = set()
        self.stopped: set[int] = set()
        self.passed: set[tuple[int, int]] = set()
        self.arrived: dict[int, int] = {}

    def copy(self, ships: Sequence[Ship]) -> Passage:
        """The same with the ships of another copy of the position."""
        twins = {
            s.planned.n: s.copy(ships[s.planned.n])
            for group in (self.together, self.later)
            for s in group
        }
        twin = Passage.__new__(Passage)
        twin.together = [twins[s.planned.n] for s in self.together]
        twin.stepping = [twins[s.planned.n] for s in self.stepping]
        twin.later = [twins[s.planned.n] for s in self.later]
        twin.active = [twins[s.planned.n] for s in self.active]
        twin.drifts = self.drifts
        twin.wants = self.wants.copy()
        twin.waiting = self.waiting.copy()
        twin.stopped = self.stopped.copy()
        twin.passed = self.passed.copy()
        twin.arrived = self.arrived.copy()
        return twin
