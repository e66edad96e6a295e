"""The ways open to one galley: every pose that it can come to, and how, by breadth first.

A pose is a bow and a heading. What is next to enemies is left to who weighs the ways; here it is
geometry and Movement Points alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from weathergage import STEP, clause
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState, Moving
from weathergage_war_galley.steps import BACK, FORWARD, NOWHERE, RING, SHIFTS, SWINGS, Way

AHEAD, TURN, SWING, ABOUT, ASTERN = range(5)
"""Kinds of steps."""

AFRESH, ONWARD, BACKWARD = range(3)
"""Which way a galley has gone so far."""


class Move(NamedTuple):
    """A step. bow: added to the bow's hex. entered: the hex come into, from the bow's; 0 for none.
    side: the arrow that lets a Crippled galley make it, 0 if none does. tows: a tug may make it.
    """

    way: Way
    kind: int
    bow: int
    heading: int
    entered: int
    cost: int
    side: int
    tows: bool


def _side(way: str) -> int:
    if way.startswith("back") or way in ("ahead", "about"):
        return 0
    return PORT if "port" in way else STARBOARD


def _moves(hexes: int, heading: int) -> tuple[Move, ...]:
    found = []
    for way, shift in SHIFTS[hexes][heading].items():
        kind = ABOUT
        if way in FORWARD:
            kind = AHEAD if way == "ahead" else TURN
        elif way in BACK:
            kind = ASTERN
        elif way in SWINGS[hexes]:
            kind = SWING
        tows = way in FORWARD or (kind == SWING and not way.endswith("stern"))
        found.append(
            Move(way, kind, shift.bow, shift.heading, shift.entered, shift.cost, _side(way), tows)
        )
    return tuple(found)


MOVES: Final = ((), *(tuple(_moves(size, way) for way in range(6)) for size in (1, 2)))
"""MOVES[hexes][heading]."""


class Node(NamedTuple):
    """A pose that a galley can come to. spent: Movement Points. turns: bow/flank hexes entered, 2
    for more. swung: it turned in its place. mode: which way it went. straight: its last step was
    ahead, or it has made none. came: the hex that its bow left with a step forward. raking: worth
    of the rakes on the way. off: it has left the map, by the edge that it wants. way: its last
    step, from `parent`.
    """

    bow: int
    heading: int
    spent: int
    turns: int
    swung: bool
    mode: int
    straight: bool
    came: int
    raking: float
    off: bool
    way: Way | None
    parent: Node | None

    @property
    def key(self) -> int:
        """The same for nodes from which the same can follow."""
        state = (self.turns * 2 + self.swung) * 6 + self.mode * 2 + self.straight
        return (self.bow * 6 + self.heading) * 36 + state

    @property
    def may_ram(self) -> bool:
        """Whether the galley has come here in a way that lets it ram."""
        return not self.swung and self.mode != BACKWARD

    def path(self) -> list[Node]:
        """How the galley comes here, where it starts left out."""
        found: list[Node] = []
        node: Node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        found.reverse()
        return found


Lanes = dict[tuple[int, int], float]
"""What a step of a bow from a hex to another is worth for the rakes that it opens."""


@dataclass(slots=True)
class Terms:
    """What a galley may do in its movement.

    first, limit: Movement Points spent already, and those that it may have spent at the end.
    aloof: it may not come next to an enemy. exits: hexes off the map by which it wants to leave.
    """

    first: int
    limit: int
    aloof: bool = False
    exits: frozenset[int] = frozenset()


class Ways:
    """The search for one galley. lanes: worth of the rakes along its way."""

    def __init__(
        self, state: GalleyState, sheet: Sheet, galley: Galley, terms: Terms, lanes: Lanes
    ) -> None:
        self._state = state
        self._sheet = sheet
        self._galley = galley
        self._terms = terms
        self._lanes = lanes
        self._n = galley.n
        self._moves = self._possible()

    def _possible(self) -> tuple[tuple[Move, ...], ...]:
        """The moves by heading that the galley's own state allows at all."""
        galley, aloof = self._galley, self._terms.aloof
        kinds = {AHEAD, TURN}
        if not galley.maximum:
            kinds.add(ASTERN)
            if not galley.sail:
                kinds |= {SWING, ABOUT}
        if aloof:
            kinds.discard(ABOUT)
        table = MOVES[galley.counter.hexes]
        return tuple(
            tuple(
                move
                for move in moves
                if move.kind in kinds
                and (not galley.crippled or galley.crippled == move.side)
                and (galley.tows < 0 or move.tows)
            )
            for moves in table
        )

    @clause("6.13", "6.32")
    def nodes(self, start: Node) -> list[list[Node]]:
        """All that can be reached from a start, by Movement Points spent."""
        limit = self._terms.limit
        levels: list[dict[int, Node]] = [{} for _ in range(limit + 1)]
        if start.spent <= limit:
            levels[start.spent][start.key] = start
        if self._galley.held or self._galley.anchored:
            return [list(level.values()) for level in levels]
        for spent in range(start.spent, limit):
            for node in levels[spent].values():
                for found in self._after(node, limit):
                    level, key = levels[found.spent], found.key
                    known = level.get(key)
                    if known is None or found.raking > known.raking:
                        level[key] = found
        return [list(level.values()) for level in levels]

    def _after(self, node: Node, limit: int) -> Iterator[Node]:
        """The poses that one step leads to."""
        bow, spent, mode = node.bow, node.spent, node.mode
        if node.off:
            return
        lanes = self._lanes
        for way, kind, shift, heading, entered, cost, _, _ in self._moves[node.heading]:
            if spent + cost > limit:
                continue
            if kind <= TURN:
                if mode == BACKWARD:
                    continue
                hex = bow + entered
                if not self._is_free(hex, bow):
                    if hex in self._terms.exits:
                        yield self._leave(node, way, hex, heading)
                    continue
                turns = min(2, node.turns + kind)
                rakes = node.raking + lanes.get((bow, hex), 0.0) if lanes else 0.0
                yield Node(
                    hex, heading, spent + 1, turns, node.swung, ONWARD, kind == AHEAD, bow,
                    rakes, False, way, node,
                )  # fmt: skip
            elif self._may(node, kind, entered):
                backs = kind == ASTERN
                yield Node(
                    bow + shift, heading, spent + cost, node.turns, node.swung or not backs,
                    BACKWARD if backs else mode, node.straight, NOWHERE,
                    node.raking, False, way, node,
                )  # fmt: skip

    def _leave(self, node: Node, way: Way, hex: int, heading: int) -> Node:
        return Node(
            hex, heading, node.spent + 1, node.turns, node.swung, ONWARD, True, NOWHERE,
            node.raking, True, way, node,
        )  # fmt: skip

    @clause("6.31", "6.6")
    def _is_free(self, hex: int, bow: int) -> bool:
        """Whether a bow may go into a hex without harm."""
        state, sheet = self._state, self._sheet
        n = state.at.get(hex)
        if (n is not None and n != self._n) or hex not in sheet.hexes:
            return False
        if hex in sheet.land and bow in sheet.hexes:
            return False
        sea = self._galley.counter.sea
        if sea is not None and hex not in sea:
            return False
        return not (self._terms.aloof and self._is_hot(hex))

    def _is_hot(self, hex: int) -> bool:
        at, galleys, side = self._state.at, self._state.galleys, self._galley.side
        for step in STEP:
            n = at.get(hex + step)
            if n is not None and galleys[n].side != side:
                return True
        return False

    @clause("6.33", "6.34", "6.35")
    def _may(self, node: Node, kind: int, entered: int) -> bool:
        """Whether a galley may swing, turn around or back from a pose."""
        if kind == ASTERN:
            if node.mode == ONWARD or node.swung or self._galley.crippled:
                return False
        elif node.mode == BACKWARD:
            return False
        if kind == ABOUT:
            around = RING[self._galley.counter.hexes][node.heading]
            return not any(self._is_enemy(node.bow + offset) for offset in around)
        return self._is_free(node.bow + entered, node.bow)

    def _is_enemy(self, hex: int) -> bool:
        n = self._state.at.get(hex)
        return n is not None and self._state.galleys[n].side != self._galley.side


def start_of(galley: Galley, moving: Moving | None) -> Node:
    """Where a galley is, and how it has gone so far."""
    if moving is None or moving.n != galley.n:
        return Node(
            galley.bow, galley.heading, 0, 0, galley.swung, AFRESH, True, NOWHERE,
            0.0, False, None, None,
        )  # fmt: skip
    mode = BACKWARD if moving.backing else ONWARD if moving.forward else AFRESH
    return Node(
        galley.bow, galley.heading, moving.spent, min(2, moving.turns), galley.swung, mode,
        moving.straight, moving.came, 0.0, False, None, None,
    )  # fmt: skip
