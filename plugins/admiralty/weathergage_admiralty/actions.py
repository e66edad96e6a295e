"""Move actions: what a crew must pass a die for, and how hard it is (2.3)."""

from __future__ import annotations

from typing import Any, Final, Literal

from weathergage import Event, Modifier, clause, event
from weathergage_admiralty.state import Ship

Action = Literal[
    "slow",
    "tack",
    "escape irons",
    "sternway",
    "battle to normal",
    "normal to battle",
    "to stop",
    "stop to battle",
    "stop to normal",
    "drop anchor",
    "raise anchor",
    "cut cables",
]

LEVELS: Final = ("easy", "moderate", "hard")

SMALL: Final = 0.5
"""Size up to which a vessel tacks on the spot, and more easily."""


@event
class ActionTried(Event):
    """A move action was tried. die: with what came off it. needed: the least that passes."""

    ship: str
    action: str
    difficulty: str
    die: int
    needed: int
    passed: bool
    clause: str

    def say(self) -> str:
        """Whether it succeeded."""
        how = "succeeds" if self.passed else "fails"
        what = f"{self.action} ({self.difficulty}, {self.needed} or more)"
        return f"{self.ship} tries: {what}; with {self.die} she {how}."


@clause("2.3", "2.2-tack-test", "2.2-small")
def difficulty(game: Any, ship: Ship, action: Action) -> str:
    """How hard an action is for a ship in the wind there is: "easy", "moderate" or "hard"."""
    found: str = game.look_up("difficulties", action, game.state.speed - 1)
    if action == "tack" and ship.card.size <= SMALL:
        return LEVELS[max(0, LEVELS.index(found) - 1)]
    return found


@clause("2.3")
def needed(game: Any, ship: Ship, action: Action) -> int:
    """The least die with which a ship passes an action, before mast hits."""
    found: int = game.look_up("move-actions", difficulty(game, ship, action), ship.card.grade)
    return found


@clause("2.3", "4.3-M")
def test(game: Any, ship: Ship, action: Action, clause: str) -> bool:
    """Throw for an action, with the stream "action <id>"; whether the ship passes.

    Each mast hit takes one off the die. A six always passes, a one never. clause: the rule that
    calls for it.
    """
    name = ship.card.name
    die = game.roll(f"action {ship.card.id}", f"{name}: {action}", clause, about=ship.card.id)
    own = (Modifier("mast hits", -ship.masts, "4.3-M"),) if ship.masts else ()
    total: int = game.modified("move action", die, own, ship)
    least = needed(game, ship, action)
    passed = die == 6 or (die > 1 and total >= least)
    if game.telling:
        how = difficulty(game, ship, action)
        game.tell(ActionTried(name, action, how, total, least, passed, clause))
    return passed
