"""Ships that have fallen aboard, run aground or drifted: board, part, kedge, let go."""

from __future__ import annotations

from weathergage import Command, clause
from weathergage_as_per_margin.boarders import dice_aboard
from weathergage_as_per_margin.boarding import Announce
from weathergage_as_per_margin.captain.purpose import Purpose
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.captain.worth import surplus, worth_of
from weathergage_as_per_margin.falling_aboard import Part, body
from weathergage_as_per_margin.grounding import Kedge, can_kedge
from weathergage_as_per_margin.state import Ship

MARGIN = 0.25
"""What boarding has to promise, in hits, for who is as well off without it."""


@clause("APM.boarding.when", "APM.boarding.surplus")
def announce(seen: Seen, purpose: Purpose, about: str) -> Command:
    """Board where the group's dice promise more than they risk."""
    ships = [s for s in seen.state.ships if s.card.id in about.split()]
    ours = [s for s in ships if s.side == seen.seat]
    theirs = [s for s in ships if s.side != seen.seat]
    return Announce(board=balance(seen, purpose, ours, theirs) > MARGIN)


def balance(seen: Seen, purpose: Purpose, ours: list[Ship], theirs: list[Ship]) -> float:
    """What a boarding action between some ships is worth, in hits."""
    gain, loss = surplus(
        sum(dice_aboard(seen, s) for s in ours), sum(dice_aboard(seen, s) for s in theirs)
    )
    return _paid(purpose, theirs, gain) - _paid(purpose, ours, loss)


def _paid(purpose: Purpose, ships: list[Ship], hits: float) -> float:
    """What so many boarders' hits cost some ships: gun boxes, and those without strike last."""
    if not ships:
        return 0.0
    guns = sum(s.guns for s in ships)
    each = sum(worth_of(s, purpose).guns * max(1, s.guns) for s in ships) / max(
        1, sum(max(1, s.guns) for s in ships)
    )
    return each * min(hits, float(max(1, guns)))


@clause("APM.falling-aboard.separate")
def part(seen: Seen, purpose: Purpose) -> Command:
    """Part friends, and from enemies that are stronger in boarders."""
    state = seen.state
    wanted = []
    for ship in state.ships:
        for n in ship.locked:
            other = state.ships[n]
            if ship.n > n or seen.seat not in (ship.side, other.side):
                continue
            own = [s for s in (ship, other) if s.side == seen.seat and s.fights]
            if own and _parts(seen, purpose, ship, other):
                wanted.append((ship.card.id, other.card.id))
    return Part(pairs=tuple(wanted))


def _parts(seen: Seen, purpose: Purpose, one: Ship, other: Ship) -> bool:
    if one.side == other.side or not (one.fights and other.fights):
        return True
    ours, theirs = (one, other) if one.side == seen.seat else (other, one)
    group = body(seen.state, ours)
    friends = [s for s in group if s.side == ours.side and s.fights]
    foes = [s for s in group if s.side == theirs.side and s.fights]
    return balance(seen, purpose, friends, foes) <= MARGIN


@clause("APM.campaign.refloat")
def kedge(seen: Seen) -> Command:
    """Try to get off where a ship would be lost by staying: an enemy is near and hers are not.

    On a 1 she breaks up and on a 6 she is off, so that she who is safe where she lies stays.
    """
    state = seen.state
    tried = []
    for ship in state.ships:
        if ship.side != seen.seat or not can_kedge(ship):
            continue
        near = [s for s in state.ships if s.fights and s.pose.is_within(ship.pose, 16)]
        foes = sum(s.guns for s in near if s.side != ship.side)
        forts = sum(
            b.boxes
            for b in state.batteries
            if b.side != ship.side and b.fights and b.pose.is_within(ship.pose, 16)
        )
        if foes + forts > sum(s.guns for s in near if s.side == ship.side):
            tried.append(ship.card.id)
    return Kedge(ships=tuple(tried))
