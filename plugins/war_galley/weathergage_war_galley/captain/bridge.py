"""What a captain keeps in mind between questions: plans, and where enemies can be."""

from __future__ import annotations

from collections.abc import Hashable

from weathergage import distance
from weathergage_war_galley.captain.plans import Plan, plan_for
from weathergage_war_galley.captain.seen import NEAR, Seen
from weathergage_war_galley.captain.threats import Memo, Threats
from weathergage_war_galley.captain.ways import Terms
from weathergage_war_galley.state import Galley, Moving
from weathergage_war_galley.steps import allowance


class Bridge:
    """A captain's memory. All of it follows from what he has seen; he forgets it turn by turn.

    course: the plan that the galley that is moving follows.
    """

    def __init__(self) -> None:
        self.course: Plan | None = None
        self._turn = -1
        self._memo: Memo = {}
        self._plans: dict[tuple[int, bool], tuple[Hashable, Plan]] = {}
        self._threats: tuple[Hashable, Threats] | None = None

    def _refresh(self, seen: Seen) -> None:
        if seen.state.turn != self._turn:
            self._turn = seen.state.turn
            self._memo.clear()
            self._plans.clear()
            self._threats = None

    def threats(self, seen: Seen) -> Threats:
        """The threats to all of a side's galleys as things stand."""
        self._refresh(seen)
        state = seen.state
        acting = bool(state.active) or any(galley.used for galley in state.galleys)
        mark = (acting, tuple(_mark(foe) for foe in seen.foes))
        if self._threats is None or self._threats[0] != mark:
            own = [galley.bow for galley in seen.own]
            near = [foe for foe in seen.foes if any(distance(foe.bow, bow) <= NEAR for bow in own)]
            self._threats = (mark, Threats(seen, near, acting, self._memo))
        return self._threats[1]

    def plan(self, seen: Seen, galley: Galley, stale: bool = False) -> Plan:
        """The plan of a galley that has not begun to move. stale: one of this turn will do, even
        if others have moved since.
        """
        known = self._plans.get((galley.n, galley.maximum))
        if stale and known is not None and seen.state.turn == self._turn:
            return known[1]
        threats = self.threats(seen)
        mark = _around(seen, galley)
        known = self._plans.get((galley.n, galley.maximum))
        if known is None or known[0] != mark:
            terms = Terms(0, allowance(seen.state, galley), galley.tows >= 0)
            plan = plan_for(seen, threats, galley, terms)
            known = self._plans[galley.n, galley.maximum] = (mark, plan)
        return known[1]

    def replan(self, seen: Seen, galley: Galley, terms: Terms, moving: Moving) -> Plan:
        """The plan of the galley that is moving."""
        return plan_for(seen, self.threats(seen), galley, terms, moving)


def _mark(galley: Galley) -> Hashable:
    """What of a galley matters to others."""
    return (
        galley.n,
        galley.bow,
        galley.heading,
        galley.maximum,
        galley.used,
        galley.fatigue,
        galley.crippled,
        galley.held,
        galley.half,
        galley.side,
    )


def _around(seen: Seen, galley: Galley) -> Hashable:
    """All that a galley's plan depends on, near enough."""
    bow = galley.bow
    return tuple(
        (_mark(other), other.manpower)
        for other in seen.state.galleys
        if not other.gone and distance(bow, other.bow) <= 9
    )
