"""Ships that strike: the helpless to an enemy close by, the boarded to their captors (3.4, 5.1)."""

from __future__ import annotations

from typing import Any

from weathergage import PER_INCH, Event, at_least, clause, event, measure, up_to
from weathergage_admiralty import damage
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import NOBODY, AdmiraltyState, Ship


@event
class Surrendered(Event):
    """A ship hauled down her colours. to: the side whose prize she is. how: "helpless" or
    "captured".
    """

    ship: str
    to: str
    how: str
    clause: str

    def say(self) -> str:
        """Who, to whom."""
        if self.how == "captured":
            return f"{self.ship} is captured by the {self.to.capitalize()}."
        return f"{self.ship}, helpless, surrenders to the {self.to.capitalize()}."


@clause("3.4", "3.0")
def check(game: Any) -> None:
    """Helpless ships look who is near; all at once, so that one that strikes is still counted by
    the others.
    """
    state: AdmiraltyState = game.state
    striking = []
    for ship in state.ships:
        if is_helpless(game, ship):
            to = taker(game, ship)
            if to is not None:
                striking.append((ship, to.side))
    for ship, side in striking:
        strike(game, ship, side, "helpless", "3.4")


@clause("3.4-immobile", "4.3-W")
def is_helpless(game: Any, ship: Ship) -> bool:
    """Whether she is in the fight without a gun die left and cannot move: she has no battle move
    left, is locked, in irons, aground or full of water. Guns that are only blocked or mobilised are
    not lost.
    """
    if not ship.fights or ship.port.total or ship.starboard.total:
        return False
    if ship.locked or ship.irons or ship.aground or damage.is_flooding(game.rules, ship):
        return True
    return damage.battle_move(game.rules, game.state, ship) <= 0


@clause("3.4", "1.1")
def taker(game: Any, ship: Ship) -> Ship | None:
    """The enemy to whom a helpless ship strikes, the nearest; None while no enemy is within the
    enemy's distance or a friend is not farther off than the friends'. Hull to hull; only ships that
    have not surrendered count.
    """
    grade = ship.card.grade
    friend, enemy = (
        scaled(game.rules, game.look_up("surrender", grade, column) / damage.HUNDRED)
        for column in ("friend", "enemy")
    )
    found: tuple[float, Ship] | None = None
    for other in game.state.ships:
        if other is ship or not other.fights:
            continue
        limit = friend if other.side == ship.side else enemy
        away = _away(ship, other, limit)
        if away is None or not up_to(away, limit):
            continue
        if other.side == ship.side:
            return None
        if found is None or not at_least(away, found[0]):
            found = away, other
    return found[1] if found else None


def _away(ship: Ship, other: Ship, limit: float) -> float | None:
    """Inches between two hulls, or None where they are plainly farther apart than a limit."""
    far = (limit + ship.card.base.reach + other.card.base.reach + 0.1) * PER_INCH
    if abs(ship.pose.x - other.pose.x) > far or abs(ship.pose.y - other.pose.y) > far:
        return None
    return measure(ship.stand, other.stand, "base")


@clause("3.4", "5.1-win-attacker")
def strike(game: Any, ship: Ship, to: str, how: str, clause: str) -> None:
    """Make a ship the prize of a side: she takes no further part.

    Ruling: a boarded ship is a prize like one that struck.
    """
    state: AdmiraltyState = game.state
    ship.surrendered = to
    ship.party, ship.raising = NOBODY, 0
    state.leave_boarding(ship.n)
    if game.telling:
        game.tell(Surrendered(ship.card.name, to, how, clause))
