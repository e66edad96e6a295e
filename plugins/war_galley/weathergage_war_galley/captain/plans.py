"""The plan of one galley: where it goes and what it attacks on the way and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from weathergage import STEP, hexes_within
from weathergage_war_galley.captain.attacks import Attacks
from weathergage_war_galley.captain.places import Places
from weathergage_war_galley.captain.seen import Seen
from weathergage_war_galley.captain.threats import Threats
from weathergage_war_galley.captain.ways import Node, Terms, Ways, start_of
from weathergage_war_galley.state import Galley, Moving

Act = Literal["", "ram", "through", "grapple"]


class Plan(NamedTuple):
    """A way to a node, and what follows there. worth: of all of it. attack: the part of that which
    is done to the enemy. target: number, -1 for none. spends: Movement Points to announce.
    """

    worth: float
    attack: float
    node: Node
    act: Act = ""
    target: int = -1
    spends: int = 0


def plan_for(
    seen: Seen, threats: Threats, galley: Galley, terms: Terms, moving: Moving | None = None
) -> Plan:
    """The best that a galley can do. moving: its movement, if it has begun one."""
    return _Task(seen, threats, galley, terms, moving).best()


class _Task:
    """The search for one galley's plan."""

    def __init__(
        self, seen: Seen, threats: Threats, galley: Galley, terms: Terms, moving: Moving | None
    ) -> None:
        self._seen = seen
        self._galley = galley
        self._terms = terms
        self._moving = moving
        self._edge = seen.edge_of(galley)
        self._attacks = Attacks(seen, galley, moving, terms.limit, terms.aloof)
        self._places = Places(seen, threats, galley, self._attacks.foes, self._edge)
        self._stays: dict[int, float] = {}
        self._ends: dict[int, tuple[float, float, int]] = {}

    def best(self) -> Plan:
        """The plan that is worth most; the shortest of equals."""
        seen, galley = self._seen, self._galley
        start = start_of(galley, self._moving)
        self._terms.exits = frozenset(self._exits())
        ways = Ways(seen.state, seen.sheet, galley, self._terms, self._attacks.lanes())
        levels = ways.nodes(start)
        last = self._last(levels)
        best = Plan(float("-inf"), 0.0, start, spends=start.spent)
        for level in levels:
            for node in level:
                for plan in self._plans(node, last):
                    if plan.worth > best.worth + 1e-9:
                        best = plan
        return best

    def _last(self, levels: list[list[Node]]) -> int:
        """Movement Points that a plan without a ram has to spend, all that are announced or as many
        as can be; -1 if that is free.
        """
        if self._moving is None or not self._moving.begun:
            return -1
        return max((k for k, level in enumerate(levels) if level), default=0)

    def _exits(self) -> Iterator[int]:
        """Hexes beyond the edge that the galley makes for, near it."""
        sheet, edge = self._seen.sheet, self._edge
        bow, limit = self._galley.bow, self._terms.limit
        if edge is None or sheet.from_edge(bow, edge) > limit:
            return
        for hex in hexes_within(bow, limit + 1):
            if hex not in sheet.hexes and sheet.edge_of(hex) == edge:
                yield hex

    def _plans(self, node: Node, last: int) -> Iterator[Plan]:
        """What may be done at a node."""
        if node.off:
            yield self._leave(node)
            return
        attacks = self._attacks
        if attacks.may_ram and node.may_ram:
            ram = attacks.ram(node)
            if ram is not None:
                yield self._ram(node, *ram)
        if attacks.may_pass and node.straight:
            passage = attacks.passage(node)
            if passage is not None:
                yield self._pass(node, *passage)
        if (last < 0 or node.spent == last) and not self._is_outdone(node):
            yield self._stay(node)

    def _leave(self, node: Node) -> Plan:
        gain = self._seen.exit_worth(self._galley, self._edge) if self._edge else 0.0
        worth = gain + node.raking - self._attacks.fatigue(node.spent)
        return Plan(worth, node.raking, node, spends=node.spent)

    def _ram(self, node: Node, gain: float, target: int) -> Plan:
        """Ram at a node, and lie there or a hex behind."""
        attack = gain + node.raking
        worth = attack - self._attacks.fatigue(node.spent, True, node.raking > 0.0)
        worth += 0.7 * self._place(node) + 0.3 * self._place(self._backed(node))
        return Plan(worth, attack, node, "ram", target, node.spent)

    def _backed(self, node: Node) -> Node:
        """Where a galley lies that has drawn out its ram, if it can back off."""
        back = node.bow - STEP[node.heading]
        stern = back - STEP[node.heading] if self._galley.counter.hexes == 2 else back
        seen, n = self._seen, self._galley.n
        if seen.state.at.get(stern, n) != n or stern not in seen.sheet.hexes:
            return node
        return node._replace(bow=back)

    def _pass(self, node: Node, gain: float, target: int, points: int) -> Plan:
        """Pass through what lies ahead."""
        spent = node.spent + points
        end = node._replace(bow=node.bow + points * STEP[node.heading], spent=spent)
        attack = node.raking + gain
        worth = attack - self._attacks.fatigue(spent, rake=True) + self._place(end)
        return Plan(worth, attack, node, "through", target, spent)

    def _is_outdone(self, node: Node) -> bool:
        """Whether the galley ends in this pose in another way that is as good and no farther."""
        key = node.bow * 6 + node.heading
        known = self._stays.get(key)
        if known is not None and known >= node.raking:
            return True
        self._stays[key] = node.raking
        return False

    def _stay(self, node: Node) -> Plan:
        """End the movement at a node, and grapple there if that pays."""
        key = node.bow * 6 + node.heading
        known = self._ends.get(key)
        if known is None:
            gain, target = self._attacks.grapple(node)
            known = self._ends[key] = (self._place(node) + gain, gain, target)
        worth, gain, target = known
        worth += node.raking - self._attacks.fatigue(node.spent, rake=node.raking > 0.0)
        act: Act = "grapple" if target >= 0 else ""
        return Plan(worth, node.raking + gain, node, act, target, node.spent)

    def _place(self, node: Node) -> float:
        return self._places.worth(node.bow, node.heading)
