"""What a captain sees: the galleys of both sides, what they are worth, and what each is after."""

from __future__ import annotations

from typing import Any, Final

from weathergage import clause, distance
from weathergage_war_galley import commanders, victory
from weathergage_war_galley.avoidance import is_able
from weathergage_war_galley.captain.odds import Odds
from weathergage_war_galley.captain.temper import Temper
from weathergage_war_galley.missiles import by_code
from weathergage_war_galley.parts import Escape, Victory
from weathergage_war_galley.sheet import Edge, Sheet
from weathergage_war_galley.state import Commander, Galley, GalleyState

TRANSPORT: Final = "T"
PRIZE: Final = 1.0
"""What a galley that is rammed already is worth when it is taken as well."""

NEAR: Final = 12
"""Hexes from which on an enemy is looked at closely."""


class Seen:
    """A position as one side knows it."""

    def __init__(self, state: GalleyState, rules: Any, seat: str, temper: Temper) -> None:
        self.state = state
        self.rules = rules
        self.seat = seat
        self.temper = temper
        self.odds = Odds(state, rules)
        self.sheet: Sheet = rules.scenario.sheet
        self.terms: Victory = rules.scenario.victory
        self.own: list[Galley] = []
        self.foes: list[Galley] = []
        for galley in state.galleys:
            if not galley.gone:
                (self.own if galley.side == seat else self.foes).append(galley)
        self._leaders = {c.galley: c for c in state.commanders if c.galley >= 0}
        self._points: tuple[int, int] | None = None
        self._chase: frozenset[int] | None = None

    def galley(self, code: str) -> Galley:
        """The galley of a code."""
        return by_code(self.state, code)

    def foes_near(self, galley: Galley, hexes: int) -> list[Galley]:
        """Enemies whose bow is within so many hexes of a galley's, the nearest first."""
        bow = galley.bow
        found = [(distance(bow, foe.bow), foe.n, foe) for foe in self.foes]
        return [foe for away, _, foe in sorted(found) if away <= hexes]

    # What galleys are worth

    def leader(self, galley: Galley) -> Commander | None:
        """The commander aboard a galley."""
        return self._leaders.get(galley.n)

    @clause("9.1-ram", "9.2", "5.14")
    def ram_worth(self, galley: Galley) -> float:
        """What ramming a galley is worth to its enemies: nothing a second time."""
        if galley.rammed or galley.stranded:
            return 0.0
        if galley.side != galley.counter.side:
            return PRIZE
        return galley.counter.points + self.strength(galley) + self._lead_worth(galley, 0.25)

    @clause("9.1-capture", "8.25", "8.26")
    def capture_worth(self, galley: Galley) -> float:
        """What capturing a galley is worth to its enemies."""
        if galley.side != galley.counter.side:
            return PRIZE if galley.rammed else galley.counter.points + PRIZE
        worth = PRIZE + self._lead_worth(galley, 1.0)
        if galley.treasure and self.terms.treasure is not None:
            worth += self.terms.treasure.captured
        if galley.rammed:
            return worth
        return worth + galley.counter.points + self.strength(galley)

    def strength(self, galley: Galley) -> float:
        """What a galley may still do in a fight."""
        if galley.rammed or galley.captured or galley.counter.type == TRANSPORT:
            return 0.0
        fighting = self.temper.fighting
        if galley.crippled:
            return fighting * (0.1 if galley.crippled == 3 else 0.3)
        return fighting * (0.6 if galley.fatigue > 1 else 1.0)

    def _lead_worth(self, galley: Galley, share: float) -> float:
        leader = self._leaders.get(galley.n)
        if leader is None or leader.lost:
            return 0.0
        if not leader.is_admiral:
            return share * self.temper.leader
        return share * (self.temper.leader + self.temper.admiral * self._breaks(leader))

    @clause("9.2")
    def _breaks(self, admiral: Commander) -> float:
        """The chance that a fleet withdraws which loses its Admiral."""
        if len(commanders.admirals(self.state, admiral.side)) > 1:
            return 0.0
        ours, theirs = self.points
        behind = ours < theirs if admiral.side == self.seat else theirs < ours
        over = (admiral.initiative or 0) + behind + 6 - victory.STAYS_UP_TO
        return min(6, over) / 6

    @property
    def points(self) -> tuple[int, int]:
        """Victory Points of the side and of its enemy."""
        if self._points is None:
            totals = victory.totals(self.rules, self.state)
            enemy = next(seat for seat in self.rules.seats if seat != self.seat)
            self._points = totals[self.seat], totals[enemy]
        return self._points

    @property
    def caution(self) -> float:
        """How heavily losses to be expected weigh: less from turn to turn for a side that is not
        ahead.
        """
        ours, theirs = self.points
        turns = max(0, self.state.turn - 2) if ours <= theirs else 0
        return self.temper.caution * max(0.3, 1.0 - self.temper.patience * turns)

    # How likely one gets away

    @clause("6.52", "6.53")
    def dodges(self, galley: Galley) -> float:
        """The chance that a galley avoids an enemy each time that one comes next to it."""
        if not is_able(galley):
            return 0.0
        return min(6, galley.crew - galley.half) / 6

    # What galleys are after

    @clause("9.1")
    def edge_of(self, galley: Galley) -> Edge | None:
        """The edge of the map that a galley makes for; None for one that fights."""
        if galley.side != galley.counter.side:
            return None
        terms, seat = self.terms, galley.side
        treasure, escape = terms.treasure, terms.escape
        if escape is not None and escape.side == seat and galley.counter.type == TRANSPORT:
            return escape.edge
        if treasure is not None and treasure.side == seat and self._flees(galley):
            return treasure.edge
        if escape is not None and galley.n in self._pursuers(escape):
            return escape.edge
        for found in terms.exits:
            runs = found.side == seat and not (found.sound and galley.crippled)
            if runs and found.points and self._is_past(galley, found.edge):
                return found.edge
        return None

    @clause("9.1")
    def _pursuers(self, escape: Escape) -> frozenset[int]:
        """Numbers of the galleys that go after transports which have left the map: the nearest to
        the edge that could, as many as there are groups of transports still to be paid for.
        """
        if self._chase is None:
            left = [g for g in self.state.galleys if g.gone == "exited" and g.edge == escape.edge]
            gone = sum(g.counter.type == TRANSPORT and g.side == escape.side for g in left)
            sent = sum(g.side == g.counter.side != escape.side for g in left)
            able = [
                (self.sheet.from_edge(galley.bow, escape.edge), galley.n)
                for galley in self.state.galleys
                if galley.side == galley.counter.side != escape.side
                and not (galley.gone or galley.held or galley.crippled)
            ]
            wanted = max(0, gone // escape.each - sent)
            self._chase = frozenset(n for _, n in sorted(able)[:wanted])
        return self._chase

    def _freight(self, escape: Escape) -> int:
        """What a transport that may leave the map is worth."""
        own = (g.counter for g in self.state.galleys if g.counter.side == escape.side)
        return max((counter.points for counter in own if counter.type == TRANSPORT), default=0)

    def _is_past(self, galley: Galley, edge: Edge) -> bool:
        """Whether nobody near a galley who could stop it lies between it and an edge."""
        from_edge = self.sheet.from_edge
        here = from_edge(galley.bow, edge)
        return not any(
            from_edge(other.bow, edge) < here
            and not other.held
            and distance(galley.bow, other.bow) <= NEAR
            for other in self.state.galleys
            if other.side != galley.side and not other.gone
        )

    def _flees(self, galley: Galley) -> bool:
        """Whether a galley carries the treasure, or one whom his side needs alive."""
        survivors = self.terms.survivors
        leader = self._leaders.get(galley.n)
        if leader is None or survivors is None or leader.is_admiral:
            return galley.treasure
        return leader.id in survivors.commanders or galley.treasure

    def exit_worth(self, galley: Galley, edge: Edge) -> float:
        """What leaving by an edge is worth to a galley's side, its safety counted."""
        safe = 0.25 * galley.counter.points
        treasure = self.terms.treasure
        if treasure is not None and galley.treasure and edge == treasure.edge:
            safe += treasure.exited
        for found in self.terms.exits:
            if found.side == galley.side and found.edge == edge:
                safe += found.points
        escape = self.terms.escape
        if escape is not None and galley.n in self._pursuers(escape):
            safe += escape.each * self._freight(escape)
        return safe
