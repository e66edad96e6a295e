"""A galley's own movement: what comes before it, its Movement Points, its steps and attacks."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import Command, clause
from weathergage_war_galley.aground import GetOff
from weathergage_war_galley.anastrophe import Anastrophe, ram_changes
from weathergage_war_galley.captain import replies
from weathergage_war_galley.captain.attacks import grapple_gain, holders
from weathergage_war_galley.captain.bridge import Bridge
from weathergage_war_galley.captain.odds import total_of
from weathergage_war_galley.captain.plans import Plan
from weathergage_war_galley.captain.seen import NEAR, Seen
from weathergage_war_galley.captain.threats import Fear
from weathergage_war_galley.captain.ways import Node, Terms
from weathergage_war_galley.disengaging import Cut
from weathergage_war_galley.grappling import Grapple
from weathergage_war_galley.movement import Rest, Row
from weathergage_war_galley.raking import PassThrough, Rake
from weathergage_war_galley.ramming import Ram
from weathergage_war_galley.sails import Hoist, Lower
from weathergage_war_galley.state import Galley, Moving
from weathergage_war_galley.stepping import Step
from weathergage_war_galley.steps import allowance, shift_of
from weathergage_war_galley.towing import CutTow
from weathergage_war_galley.wind import helps

CLOSE = 7
"""Hexes from the enemy at which a galley wants no sail set, and no tow."""


# Before it moves


@clause("6.13")
def announce(bridge: Bridge, seen: Seen, code: str, legal: Sequence[Command]) -> Command | None:
    """What a galley does before it rows, and how far it then rows."""
    galley, moving = seen.galley(code), seen.state.moving
    if moving is None:
        return None
    first = _first(seen, galley, legal)
    if first is not None:
        return first
    most = max((command.mp for command in legal if isinstance(command, Row)), default=0)
    plan = _plan(bridge, seen, galley, moving, most)
    best = _anastrophe(seen, galley, legal)
    if best is not None and best[0] > plan.attack + 0.5:
        return best[1]
    bridge.course = plan
    return Row(mp=min(most, plan.spends))


def _plan(bridge: Bridge, seen: Seen, galley: Galley, moving: Moving, most: int) -> Plan:
    keeps_off = moving.aloof or galley.tows >= 0
    if not keeps_off and not moving.fee and most == allowance(seen.state, galley):
        return bridge.plan(seen, galley)
    terms = Terms(0, most, keeps_off)
    return bridge.replan(seen, galley, terms, moving)


def _first(seen: Seen, galley: Galley, legal: Sequence[Command]) -> Command | None:
    """Getting off the ground, out of a tow, loose, or under sail; None if nothing is called for."""
    for command in legal:
        if isinstance(command, GetOff):
            return command
        if isinstance(command, CutTow) and _drops_tow(seen, galley):
            return command
        if isinstance(command, Lower) and not _wants_sail(seen, galley):
            return command
        if isinstance(command, Hoist) and _wants_sail(seen, galley):
            return command
        if isinstance(command, Cut) and _wants_loose(seen, galley, command):
            return command
    return None


@clause("2.0")
def _drops_tow(seen: Seen, galley: Galley) -> bool:
    """A transport that can leave the map goes on its own; a tug drops it when the enemy is near."""
    towed = galley if galley.towed >= 0 else seen.state.galleys[galley.tows]
    if seen.edge_of(towed) is not None:
        return True
    return galley.tows >= 0 and bool(seen.foes_near(galley, CLOSE))


@clause("6.21", "6.22")
def _wants_sail(seen: Seen, galley: Galley) -> bool:
    """Whether a galley had better be under sail: the wind helps it, and no enemy is near, or it
    runs from him.
    """
    if not helps(seen.state, galley):
        return False
    edge = seen.edge_of(galley)
    if edge is not None:
        return not seen.foes_near(galley, 3) and _leads_to(seen, galley, edge)
    return not seen.foes_near(galley, NEAR)


def _leads_to(seen: Seen, galley: Galley, edge: str) -> bool:
    """Whether a galley points at an edge."""
    ahead = galley.bow + shift_of(galley, "ahead").entered
    from_edge = seen.sheet.from_edge
    return bool(from_edge(ahead, edge) < from_edge(galley.bow, edge))  # type: ignore[arg-type]


@clause("8.32", "8.34")
def _wants_loose(seen: Seen, galley: Galley, command: Cut) -> bool:
    """Whether a galley cuts loose: from its prizes, and from enemies whom it does not board. It
    tries to leave all that hold it at once.
    """
    if len(command.ships) < len(galley.grappled):
        return False
    others = [seen.galley(code) for code in command.ships]
    foes = [other for other in others if other.side != galley.side]
    if not foes:
        return not (galley.rammed or galley.fouled)
    gain = 0.0
    for foe in foes:
        taken = seen.odds.capture(
            holders(seen, galley, foe), foe.manpower, seen.odds.height(galley, foe)
        )
        back = seen.odds.capture(foe.manpower, galley.manpower, seen.odds.height(foe, galley))
        gain += taken * seen.capture_worth(foe) - (1 - taken) * back * seen.capture_worth(galley)
    return gain <= 0.0


@clause("7.31", "7.33", "7.35", "7.36")
def _anastrophe(
    seen: Seen, galley: Galley, legal: Sequence[Command]
) -> tuple[float, Command] | None:
    """The best Anastrophe, with what it promises."""
    best: tuple[float, Command] | None = None
    for command in legal:
        if not isinstance(command, Anastrophe):
            continue
        worth = _anastrophe_worth(seen, galley, seen.galley(command.target))
        if best is None or worth > best[0]:
            best = (worth, command)
    return best


def _anastrophe_worth(seen: Seen, galley: Galley, target: Galley) -> float:
    odds, temper = seen.odds, seen.temper
    raked = odds.rake(galley, target)
    crippled, fast = target.crippled, target.maximum
    target.crippled, target.maximum = 1, False
    after = odds.ram(galley, target, total_of(ram_changes(galley, True)))
    target.crippled, target.maximum = crippled, fast
    failing = odds.ram(galley, target, total_of(ram_changes(galley, False)))
    hit = raked * after + (1.0 - raked) * failing
    worth = seen.ram_worth(target)
    gain = hit * worth + raked * (1.0 - after) * temper.crippling * worth
    gain -= odds.foul(galley, hit) * (temper.foul + 0.1 * seen.ram_worth(galley))
    gain -= (1.0 - hit) * temper.collision
    stays = (1.0 - seen.dodges(target)) * (1.0 - (1.0 - raked) * seen.dodges(target))
    return stays * gain - 2.5 * temper.tired


# Its steps


@clause("6.32", "7.23")
def step(bridge: Bridge, seen: Seen, code: str, legal: Sequence[Command]) -> Command | None:
    """A galley's next step or attack."""
    galley, moving = seen.galley(code), seen.state.moving
    if moving is None:
        return None
    rake = _rake(seen, galley, legal)
    if rake is not None:
        return rake
    if moving.ended:
        return _at_the_end(seen, galley, legal)
    course = bridge.course
    node = _next(course, galley, moving) if course is not None else None
    if course is None or node is None or moving.dodged or moving.hindered:
        limit = max(moving.announced, moving.spent)
        terms = Terms(moving.spent, limit, _keeps_off(galley, moving))
        course = bridge.course = bridge.replan(seen, galley, terms, moving)
        node = _next(course, galley, moving)
    return _follow(seen, galley, course, node, legal)


def _keeps_off(galley: Galley, moving: Moving) -> bool:
    return moving.aloof or galley.tows >= 0


def _next(course: Plan, galley: Galley, moving: Moving) -> Node | None:
    """The node that a course leads to from where the galley is, the same one at its end; None if
    the galley is not on it.
    """
    node: Node | None = course.node
    after = course.node
    while node is not None:
        here = node.bow == galley.bow and node.heading == galley.heading
        if here and node.spent == moving.spent:
            return after
        after, node = node, node.parent
    return None


def _follow(
    seen: Seen, galley: Galley, course: Plan, node: Node | None, legal: Sequence[Command]
) -> Command | None:
    """The command that takes a galley on to the next node of its course, or attacks at its end."""
    steps = [command for command in legal if isinstance(command, Step)]
    end = course.node
    moving = seen.state.moving
    there = moving is not None and moving.spent == end.spent
    if not (there and galley.bow == end.bow and galley.heading == end.heading):
        way = node.way if node is not None else None
        return next((command for command in steps if command.to == way), None)
    target = seen.state.galleys[course.target].counter.code if course.target >= 0 else ""
    wanted = {"ram": Ram, "through": PassThrough}.get(course.act)
    for command in legal:
        if wanted is not None and isinstance(command, wanted) and command.target == target:
            return command
    return steps[0] if steps else None


@clause("7.21", "7.23")
def _rake(seen: Seen, galley: Galley, legal: Sequence[Command]) -> Command | None:
    """The rake that promises most, of those that are open."""
    best: tuple[float, Command] | None = None
    for command in legal:
        if isinstance(command, Rake):
            target = seen.galley(command.target)
            if target.rammed or target.captured:
                continue
            worth = seen.odds.rake(galley, target) * seen.ram_worth(target)
            if worth > 0.0 and (best is None or worth > best[0]):
                best = (worth, command)
    return best[1] if best is not None else None


# At the end


@clause("8.11", "8.42", "8.43")
def _at_the_end(seen: Seen, galley: Galley, legal: Sequence[Command]) -> Command | None:
    """What is left to a galley that goes no farther: rams, fire, then grapples."""
    for command in legal:
        if isinstance(command, Ram):
            target = seen.galley(command.target)
            if seen.odds.ram(galley, target) * seen.ram_worth(target) > seen.temper.collision:
                return command
    shot = replies.fire(seen, galley, legal)
    if shot is not None:
        return shot
    best: tuple[float, Command] | None = None
    for command in legal:
        if isinstance(command, Grapple):
            worth = grapple_gain(seen, galley, seen.galley(command.target), galley.heading)
            if worth > 0.0 and (best is None or worth > best[0]):
                best = (worth, command)
    if best is not None:
        return best[1]
    return next((c for c in legal if isinstance(c, Rest)), None)


@clause("7.16-retraction")
def after_ram(bridge: Bridge, seen: Seen, code: str, legal: Sequence[Command]) -> Command | None:
    """Whether to back off from a rammed enemy."""
    galley = seen.galley(code)
    threats = bridge.threats(seen)
    fear = Fear(seen, threats, galley)
    shift = shift_of(galley, "back")
    at = seen.state.at
    here = threats.loss(at, galley, fear, galley.bow, galley.heading)
    there = threats.loss(at, galley, fear, galley.bow + shift.bow, shift.heading)
    return replies.back_off(legal, here, there)
