"""Answers in the enemy's activation, and small decisions in one's own: avoidance, reactions, what
follows a ram, fire, boarding.
"""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import STEP, Command, Decline, clause
from weathergage_war_galley.avoidance import Avoid
from weathergage_war_galley.boarding import Board
from weathergage_war_galley.captain.attacks import grapple_gain
from weathergage_war_galley.captain.seen import Seen
from weathergage_war_galley.captain.ways import Node, Terms, Ways, start_of
from weathergage_war_galley.grappling import is_alongside, is_target, may_grapple
from weathergage_war_galley.missiles import Fire
from weathergage_war_galley.raking import may_rake
from weathergage_war_galley.ramming import BackOff, Ram, may_ram
from weathergage_war_galley.state import Galley, Moving
from weathergage_war_galley.steps import FLANK, MIDSHIP_PORT, MIDSHIP_STARBOARD, flank_at, side_at

# Avoidance


@clause("6.51", "6.52")
def avoidance(seen: Seen, code: str, legal: Sequence[Command]) -> Command:
    """Avoid if what the mover may still do to the galley is worse than the Fatigue, and less so
    where it goes.
    """
    galley, moving = seen.galley(code), seen.state.moving
    if moving is None:
        return legal[0]
    mover = seen.state.galleys[moving.n]
    now = _danger(seen, galley, mover, moving)
    best, least = legal[0], now
    for command in legal:
        if isinstance(command, Avoid):
            there = _danger_after(seen, galley, mover, moving, command)
            if there < least - 1e-9:
                best, least = command, there
    return best if now - least > _cost(seen, galley) else legal[0]


def _cost(seen: Seen, galley: Galley) -> float:
    """What Fatigue costs a galley now: less when it has acted, or could not do much."""
    cost = seen.temper.avoiding * seen.strength(galley) / max(0.1, seen.temper.fighting)
    return cost * (0.8 if galley.used else 1.0)


def _danger_after(
    seen: Seen, galley: Galley, mover: Galley, moving: Moving, command: Avoid
) -> float:
    """What the mover may do once the galley has gone a hex ahead or back."""
    step = STEP[galley.heading] if command.to == "ahead" else -STEP[galley.heading]
    bow, heading, at = galley.bow, galley.heading, seen.state.at.copy()
    fatigue = galley.fatigue
    seen.state.place(galley, bow + step, heading)
    galley.fatigue = 2
    found = _danger(seen, galley, mover, moving)
    galley.fatigue = fatigue
    seen.state.place(galley, bow, heading)
    seen.state.at = at
    return found


@clause("7.12", "7.21", "8.11")
def _danger(seen: Seen, galley: Galley, mover: Galley, moving: Moving) -> float:
    """The worst that a moving enemy can still do to a galley, in Victory Points."""
    limit = max(moving.announced, moving.spent)
    terms = Terms(moving.spent, limit, moving.aloof)
    ways = Ways(seen.state, seen.sheet, mover, terms, {})
    worst = 0.0
    for level in ways.nodes(start_of(mover, moving)):
        for node in level:
            if _rams(mover, galley, node):
                over = node.spent + moving.fee - moving.sailed - mover.counter.speed[0]
                change = max(0, over) if node.turns < 2 else 0
                hit = seen.odds.ram(mover, galley, change)
                worst = max(worst, hit * seen.ram_worth(galley))
            if _rakes(mover, galley, node):
                hit = seen.odds.rake(mover, galley)
                worst = max(worst, hit * seen.temper.crippling * seen.ram_worth(galley))
    return max(worst, _grapples(seen, galley, mover, moving))


_MIDSHIPS = (MIDSHIP_PORT, MIDSHIP_STARBOARD)


def _rams(mover: Galley, galley: Galley, node: Node) -> bool:
    """Whether a galley rams another's flank from where a node leaves it."""
    ahead = node.may_ram and node.bow + STEP[node.heading] in galley.hexes
    return ahead and may_ram(mover) and bool(flank_at(galley, node.bow))


def _rakes(mover: Galley, galley: Galley, node: Node) -> bool:
    """Whether a node's step brings a galley along the oars of another."""
    if node.parent is None or side_at(galley, node.bow) not in _MIDSHIPS:
        return False
    return may_rake(mover) and bool(FLANK[max(0, side_at(galley, node.came))])


def _grapples(seen: Seen, galley: Galley, mover: Galley, moving: Moving) -> float:
    """What the mover gains by grappling the galley, if it can end alongside it."""
    if mover.maximum or not may_grapple(mover) or not is_target(mover, galley):
        return 0.0
    near = moving.left > 0 or is_alongside(mover, galley)
    return max(0.0, grapple_gain(seen, mover, galley, mover.heading)) if near else 0.0


# Rams


@clause("6.7")
def reaction_ram(seen: Seen, code: str, legal: Sequence[Command]) -> Command:
    """Ram whoever crosses the bow if the chance is fair."""
    galley = seen.galley(code)
    for command in legal:
        if isinstance(command, Ram):
            target = seen.galley(command.target)
            hit = seen.odds.ram(galley, target)
            gain = hit * seen.ram_worth(target) - (1.0 - hit) * seen.temper.collision
            gain -= seen.odds.foul(galley, hit) * seen.temper.foul
            if gain > 0.0:
                return command
    return Decline()


# Fire


def _shot(seen: Seen, firer: Galley, target: Galley, flame: bool) -> float:
    """What a shot is worth."""
    hit, kindled = seen.odds.missiles(firer, target, flame)
    worth = hit * seen.temper.depletion * (1.0 if target.manpower else 0.05)
    burning = kindled * seen.temper.burning * max(seen.ram_worth(target), 0.5)
    if flame and (target.n in firer.grappled or target.n in firer.fouled):
        burning -= kindled * seen.temper.burning * seen.ram_worth(firer)
    return worth + burning


@clause("8.42", "8.42-reaction")
def reaction_fire(seen: Seen, code: str, legal: Sequence[Command]) -> Command:
    """Fire back in the way that does more harm."""
    galley = seen.galley(code)
    shots = [
        (_shot(seen, galley, seen.galley(command.target), command.flame), -k, command)
        for k, command in enumerate(legal)
        if isinstance(command, Fire)
    ]
    best = max(shots, key=lambda shot: shot[:2], default=None)
    return best[2] if best is not None and best[0] > 0.0 else Decline()


@clause("8.42", "8.44")
def fire(seen: Seen, galley: Galley, legal: Sequence[Command]) -> Command | None:
    """The shot that does most harm, if it is worth the enemy's fire in return."""
    best: tuple[float, Command] | None = None
    for command in legal:
        if not isinstance(command, Fire):
            continue
        target = seen.galley(command.target)
        worth = _shot(seen, galley, target, command.flame)
        if target.reacted != seen.state.activation:
            worth -= 0.8 * _shot(seen, target, galley, False)
        if worth > 0.01 and (best is None or worth > best[0]):
            best = (worth, command)
    return best[1] if best is not None else None


# Boarding


@clause("8.22-many-attackers", "8.22-many-targets", "8.23", "8.28")
def boarding(seen: Seen, legal: Sequence[Command]) -> Command:
    """The boarding that promises most, none where it costs more than it promises."""
    best: Command = Decline()
    most = 0.0
    for command in legal:
        if isinstance(command, Board):
            worth = _boarding_worth(seen, command)
            if worth > most:
                best, most = command, worth
    return best


def _boarding_worth(seen: Seen, command: Board) -> float:
    target = seen.galley(command.target)
    boarders = [seen.galley(code) for code in command.shares]
    strength = sum(command.shares.values())
    above = max(seen.odds.height(galley, target) for galley in boarders)
    taken = seen.odds.capture(strength, target.manpower, above)
    cost = seen.temper.depletion * len(boarders)
    return taken * seen.capture_worth(target) - (1.0 - 0.7 * taken) * cost


def back_off(legal: Sequence[Command], closer: float, farther: float) -> Command:
    """Back off from a rammed enemy where that is safer. closer, farther: the losses to fear."""
    if farther <= closer:
        return next((c for c in legal if isinstance(c, BackOff)), legal[0])
    return next((c for c in legal if isinstance(c, Decline)), legal[0])
