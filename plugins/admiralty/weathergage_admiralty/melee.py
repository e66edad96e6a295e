"""Boarding dice: what a side has by the list, and how an action keeps count of them (5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from weathergage import Event, Modifier, clause, event
from weathergage_admiralty import crews
from weathergage_admiralty.orders import names
from weathergage_admiralty.state import Action, AdmiraltyState, Ship

GRADES: Final = "ABCD"
"""Crew grades, the best first."""


@event
class BoardingDice(Event):
    """What a side's boarding dice are made of, (entry, dice) each, and how many they are."""

    ships: str
    entries: tuple[tuple[str, int], ...]
    dice: int
    clause: str

    def say(self) -> str:
        """The list and its sum."""
        parts = ", ".join(f"{name} {value:+d}" for name, value in self.entries)
        return f"{self.ships}, boarding dice: {self.dice} ({parts})."


@event
class DiceChanged(Event):
    """Boarding dice were divided, added or taken. dice: what the ships have now."""

    ships: str
    why: str
    dice: int
    clause: str

    def say(self) -> str:
        """Why, and what there is."""
        return f"{self.ships}, {self.why}: {self.dice} boarding dice."


@clause(
    "5.1-dice",
    "5.1-dice-start",
    "5.1-dice-size",
    "5.1-dice-defender",
    "5.1-dice-mobilised",
    "5.1-dice-crew",
    "5.1-dice-officers",
    "5.1-dice-guns-lost",
    "5.1-multiple-attackers",
)
def dice_list(
    game: Any, ships: Sequence[Ship], enemies: Sequence[Ship], *, defends: bool
) -> list[tuple[str, int]]:
    """What the boarding dice of a side come from, as (entry of the list, dice).

    Ruling: several attackers have one starting die, the size dice and parties of all, the best
    crew, and the officer and gun losses of the one that has suffered least.
    """

    def each(row: str, number: int) -> tuple[str, int]:
        per: int = game.look_up("boarding-dice", row, "each")
        dice: int = game.look_up("boarding-dice", row, "dice")
        return row, number // per * dice

    better = _best_grade(enemies) - _best_grade(ships)
    found = [
        each("starting die", 1),
        each("size point", sum(int(ship.card.size + 0.5) for ship in ships)),
        each("defender", int(defends)),
        ("mobilised gun dice", sum(party_dice(game, ship) for ship in ships)),
        each("crew grade higher", max(0, better)),
        each("officer hits", int(all(ship.officers for ship in ships))),
        each("gun dice lost", min(ship.guns_lost for ship in ships)),
    ]
    return [(name, dice) for name, dice in found if dice]


def _best_grade(ships: Iterable[Ship]) -> int:
    return min(GRADES.index(ship.card.grade) for ship in ships)


@clause("5.1-dice-mobilised")
def party_dice(game: Any, ship: Ship) -> int:
    """Boarding dice that a ship's party gives a new action: none where it fights in another."""
    if ship.action >= 0:
        return 0
    per: int = game.look_up("boarding-dice", "mobilised gun dice", "dice")
    return min(1, crews.carried(game.rules, ship)) * per


CLAUSES: Final = {
    "starting die": "5.1-dice-start",
    "size point": "5.1-dice-size",
    "defender": "5.1-dice-defender",
    "mobilised gun dice": "5.1-dice-mobilised",
    "crew grade higher": "5.1-dice-crew",
    "officer hits": "5.1-dice-officers",
    "gun dice lost": "5.1-dice-guns-lost",
}
"""Where each entry of the list of boarding dice stands."""


@clause("5.1-dice")
def sum_of(game: Any, entries: Iterable[tuple[str, int]]) -> int:
    """Boarding dice by the list, never fewer than one."""
    own = [Modifier(row, dice, CLAUSES[row]) for row, dice in entries]
    modified: int = game.modified("boarding dice", 0, own)
    return max(1, modified)


def replace(state: AdmiraltyState, action: Action, **changes: Any) -> Action:
    """Put a changed action in the place of what it was."""
    new = action._replace(**changes)
    state.actions = tuple(new if a.n == new.n else a for a in state.actions)
    return new


def sides_of(state: AdmiraltyState, action: Action) -> tuple[list[Ship], list[Ship]]:
    """The attackers of an action, their leader first, and its defender."""
    return [state.ships[n] for n in action.attackers], [state.ships[action.defender]]


def tell_dice(game: Any, action: Action, side: int, why: str, clause: str) -> None:
    """Tell of a change in a side's boarding dice. side: 0 the attackers, 1 the defender."""
    if game.telling:
        ships = sides_of(game.state, action)[side]
        game.tell(DiceChanged(names(ships), why, action.dice[side], clause))
