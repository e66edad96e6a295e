"""Which ships move on their own, as the state of the action asks for."""

from __future__ import annotations

from weathergage import Command, clause
from weathergage_as_per_margin.captain.purpose import Purpose, flees
from weathergage_as_per_margin.captain.seen import Seen
from weathergage_as_per_margin.orders import Independence, can_use_it
from weathergage_as_per_margin.state import Ship

FRIGATE = 5
"""The rate from which ships are no ships of the line."""

CHASE = 20.0
"""Inches from the enemy at which who closes makes the signal for general chase."""


@clause("APM.ships.independent")
def independence(seen: Seen, purpose: Purpose) -> Command:
    """Frigates and smaller, ships in flight, and in a general chase all: when who closes is near,
    when the enemy's line is broken, or when there is no line to keep.
    """
    state = seen.state
    enemies = [s for s in state.ships if s.side != seen.seat and s.fights]
    own = [s for s in state.ships if s.side == seen.seat and can_use_it(s)]
    chase = _is_chase(purpose, own, enemies)
    return Independence(
        ships=tuple(
            s.card.id for s in own if chase or s.card.rate >= FRIGATE or flees(s, purpose, enemies)
        )
    )


def _is_chase(purpose: Purpose, own: list[Ship], enemies: list[Ship]) -> bool:
    line = [s for s in own if s.card.rate < FRIGATE]
    if len(line) < 3 or purpose.beaten:
        return True
    if not purpose.closes or not enemies:
        return False
    near = sum(any(e.pose.is_within(s.pose, CHASE) for e in enemies) for s in line)
    return 3 * near >= len(line)
