"""The fleet's decisions: who goes first, Speed Levels, which squadron and which galley acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weathergage import Command, clause, distance
from weathergage_war_galley import commanders
from weathergage_war_galley.captain.bridge import Bridge
from weathergage_war_galley.captain.seen import Seen
from weathergage_war_galley.captain.threats import Fear
from weathergage_war_galley.commanders import Transfer, transfer_of
from weathergage_war_galley.initiative import First
from weathergage_war_galley.orders import Activate, Double, Move
from weathergage_war_galley.speeds import Speeds, fit_for_maximum
from weathergage_war_galley.squadrons import name_of
from weathergage_war_galley.state import Galley, Squadron
from weathergage_war_galley.steps import allowance

if TYPE_CHECKING:
    from weathergage import Decision

REACH = 9
"""Hexes within which an enemy may be attacked at Maximum Speed."""


# Who goes first


@clause("3.2")
def first(bridge: Bridge, seen: Seen) -> Command:
    """Go first where an enemy can be reached and it matters, else let him come."""
    near = any(
        _nearest(seen, galley) <= seen.temper.initiative for galley in seen.own if not galley.held
    )
    enemy = next(seat for seat in seen.rules.seats if seat != seen.seat)
    return First(side=seen.seat if near else enemy)


def _nearest(seen: Seen, galley: Galley) -> int:
    return min((distance(galley.bow, foe.bow) for foe in seen.foes), default=99)


# Speed Levels


@clause("6.11", "6.12")
def levels(bridge: Bridge, seen: Seen, decision: Decision) -> Command | None:
    """The next squadron that has not been set, each galley at the level that promises more."""
    fit = fit_for_maximum(seen.odds)
    state = seen.state
    for squadron in state.squadrons:
        if squadron.side != seen.seat or not fit.intersection(squadron.members):
            continue
        bare = Speeds(squadron=name_of(state, squadron))
        if decision.complaint(bare) is None:
            fast = [n for n in squadron.members if n in fit and _hurries(bridge, seen, n)]
            codes = tuple(state.galleys[n].counter.code for n in fast)
            return Speeds(squadron=bare.squadron, maximum=codes)
    return None


@clause("6.14", "6.42")
def _hurries(bridge: Bridge, seen: Seen, n: int) -> bool:
    """Whether a galley had better be at Maximum in this turn: its attacks from where it lies are
    worth the fatigue; nobody hurries who is out of reach.
    """
    galley = seen.state.galleys[n]
    if _nearest(seen, galley) > REACH:
        return False
    galley.maximum = False
    slow = bridge.plan(seen, galley)
    galley.maximum = True
    fast = bridge.plan(seen, galley)
    galley.maximum = False
    return fast.attack > 0.5 and fast.worth > slow.worth


# Activations


@clause("5.41", "5.42")
def activation(bridge: Bridge, seen: Seen, legal: Sequence[Command]) -> Command | None:
    """The squadron that has most to gain or to fear; two at once where that is likely to work."""
    urgency = {
        command.squadron: _urgency(bridge, seen, command.squadron)
        for command in legal
        if isinstance(command, Activate)
    }
    if not urgency:
        return None
    double = _double(seen, urgency, legal)
    if double is not None:
        return double
    best = max(urgency, key=lambda name: urgency[name])
    return Activate(squadron=best)


def _squadron(seen: Seen, name: str) -> Squadron:
    state = seen.state
    return next(s for s in state.squadrons if s.side == seen.seat and name_of(state, s) == name)


def _urgency(bridge: Bridge, seen: Seen, name: str) -> float:
    """What a squadron's attacks are worth, and what it has to fear where it lies."""
    state = seen.state
    total = 0.0
    away = 99
    threats = bridge.threats(seen)
    for n in _squadron(seen, name).members:
        galley = state.galleys[n]
        if galley.gone or galley.used or galley.side != seen.seat:
            continue
        near = _nearest(seen, galley)
        away = min(away, near)
        if seen.edge_of(galley) is not None:
            total += 1.0
        if near > REACH or galley.held:
            continue
        total += max(0.0, bridge.plan(seen, galley).attack)
        fear = Fear(seen, threats, galley)
        total += 0.3 * threats.loss(state.at, galley, fear, galley.bow, galley.heading)
    return total - 0.001 * away if total > 0.3 else 0.001 * away


@clause("5.42", "5.42-success", "5.42-failure")
def _double(seen: Seen, urgency: dict[str, float], legal: Sequence[Command]) -> Command | None:
    """Both squadrons at once, where both have much to do and the Admiral is good at it."""
    best: tuple[float, Command] | None = None
    for command in legal:
        if not isinstance(command, Double):
            continue
        admiral = commanders.commander_of(seen.state, command.admiral)
        chance = int(seen.odds.look_up("double-activation", commanders.rating(admiral), 0)) / 6
        own, other = urgency.get(command.admiral, 0.0), urgency.get(command.squadron, 0.0)
        gain = 0.3 * chance * min(own, other) - 0.35 * (1.0 - chance) * other
        if gain > 0.2 and (best is None or gain > best[0]):
            best = (gain, command)
    return best[1] if best is not None else None


# Galleys


@clause("3.1.E1", "5.51")
def next_galley(bridge: Bridge, seen: Seen, decision: Decision) -> Command | None:
    """A commander leaves a doomed ship; then whoever has the best attack, and the foremost of the
    others.
    """
    shift = _transfer(seen, decision)
    if shift is not None:
        return shift
    state = seen.state
    best: tuple[tuple[float, int, int], Galley] | None = None
    for k in state.active:
        for n in state.squadrons[k].members:
            galley = state.galleys[n]
            if galley.used or galley.gone or galley.side != seen.seat:
                continue
            rank = _rank(bridge, seen, galley)
            if best is None or rank > best[0]:
                command = Move(galley=galley.counter.code)
                if decision.complaint(command) is None:
                    best = (rank, galley)
    return Move(galley=best[1].counter.code) if best is not None else None


def _rank(bridge: Bridge, seen: Seen, galley: Galley) -> tuple[float, int, int]:
    """Attacks by what they are worth, rakes before the rams that profit by them; then the nearest
    to the enemy.
    """
    near = _nearest(seen, galley)
    attack = 0.0
    if near <= REACH and not galley.held and allowance(seen.state, galley):
        plan = bridge.plan(seen, galley, stale=True)
        attack = plan.attack + (2.0 if plan.node.raking > 0.0 else 0.0)
    return (attack if attack > 0.5 else 0.0, -near, -galley.n)


@clause("5.51", "5.52")
def _transfer(seen: Seen, decision: Decision) -> Command | None:
    """A commander whose ship is Rammed, or burns, shifts to the nearest galley."""
    state = seen.state
    if Transfer not in decision.kinds:
        return None
    for commander in state.commanders:
        if commander.side != seen.seat or not commanders.in_danger(state, commander):
            continue
        ship = commanders.command_ship(state, commander)
        if ship is None or not (ship.rammed or ship.fire or _is_losing(seen, ship)):
            continue
        for found in commanders.transfers(seen.odds, commander):
            command = transfer_of(found.commander, found.to)
            if decision.complaint(command) is None:
                return command
    return None


@clause("8.23")
def _is_losing(seen: Seen, ship: Galley) -> bool:
    """Whether a ship is likely to be boarded and taken."""
    state = seen.state
    strength = sum(
        state.galleys[n].manpower for n in ship.grappled if state.galleys[n].side != ship.side
    )
    return bool(strength) and seen.odds.capture(strength, ship.manpower) > 0.6
