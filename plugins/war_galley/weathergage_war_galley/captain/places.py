"""What lying in a pose is worth to a galley: near the enemy, in line, out of danger."""

from __future__ import annotations

from weathergage import STEP, clause, distance
from weathergage_war_galley.captain.seen import NEAR, Seen
from weathergage_war_galley.captain.threats import Fear, Threats
from weathergage_war_galley.sheet import Edge
from weathergage_war_galley.state import Galley
from weathergage_war_galley.steps import AROUND, FLANK

PREY = 3
"""Enemies to whom a galley's nearness is measured."""

LEAST = 1.5
"""What an enemy must be worth to be gone after, in Victory Points."""

TOGETHER = 3
"""Friends alongside that count."""


class Places:
    """The worth of poses for one galley. edge: of the map that it makes for, None if it fights.
    foes: enemies near it, the nearest first.
    """

    def __init__(
        self, seen: Seen, threats: Threats, galley: Galley, foes: list[Galley], edge: Edge | None
    ) -> None:
        self._seen = seen
        self._threats = threats
        self._galley = galley
        self._edge = edge
        self._fear = Fear(seen, threats, galley)
        self._prey = [foe for foe in foes if seen.ram_worth(foe) > LEAST][:PREY] or self._far_prey()
        self._fights = bool(galley.counter.ram[1] or galley.manpower) and not galley.captured
        self._known: dict[int, float] = {}

    def _far_prey(self) -> list[Galley]:
        """The nearest enemy of any worth, where none is near; any enemy where none has any."""
        seen, bow = self._seen, self._galley.bow
        foes = [foe for foe in seen.foes if seen.ram_worth(foe) > LEAST] or seen.foes
        return sorted(foes, key=lambda foe: (distance(bow, foe.bow), foe.n))[:1]

    def worth(self, bow: int, heading: int) -> float:
        """What lying in a pose is worth."""
        key = bow * 6 + heading
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._weigh(bow, heading)
        return known

    def _weigh(self, bow: int, heading: int) -> float:
        seen, temper = self._seen, self._seen.temper
        loss = self._threats.loss(seen.state.at, self._galley, self._fear, bow, heading)
        worth = -seen.caution * loss
        if self._edge is not None:
            return worth - temper.homeward * seen.sheet.from_edge(bow, self._edge)
        return worth + temper.line * self._friends(bow, heading) + self._press(bow, heading)

    def _press(self, bow: int, heading: int) -> float:
        """What being so near the enemy is worth, or so far from him."""
        temper, galley = self._seen.temper, self._galley
        if not self._prey:
            return 0.0
        ahead = bow + 2 * STEP[heading]
        away, later = min((distance(bow, foe.bow), distance(ahead, foe.bow)) for foe in self._prey)
        if not self._fights:
            return 0.3 * min(away, NEAR)
        eager = 0.4 if galley.fatigue or galley.half else 1.0
        return -eager * temper.press * away - temper.facing * (later - away)

    @clause("2.5-line-abreast")
    def _friends(self, bow: int, heading: int) -> int:
        """Friends alongside, those of the squadron that have yet to move taken to move along."""
        state, galley = self._seen.state, self._galley
        drift = bow - galley.bow if heading == galley.heading else 0
        count = 0
        for side, offset in enumerate(AROUND[galley.counter.hexes][heading]):
            if not offset or not FLANK[side]:
                continue
            n = state.at.get(bow + offset - drift)
            if n is not None and n != galley.n and self._drifts(state.galleys[n], drift):
                count += 1
                continue
            n = state.at.get(bow + offset)
            if n is not None and n != galley.n and self._stands(state.galleys[n]):
                count += 1
        return min(count, TOGETHER)

    def _drifts(self, other: Galley, drift: int) -> bool:
        if not drift or other.side != self._galley.side or other.held:
            return False
        return other.squadron == self._galley.squadron and not other.used

    def _stands(self, other: Galley) -> bool:
        return other.side == self._galley.side and (other.used or other.held)
