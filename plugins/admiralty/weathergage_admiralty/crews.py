"""Gun crews that serve as boarding parties: the dice they silence, and when they shrink (3.1).

A party is kept by weight as `Guns`, for both sides of a ship at once.
"""

from __future__ import annotations

from typing import Any

from weathergage import clause
from weathergage_admiralty.state import NOBODY, Guns, Ship, Side


@clause("3.1")
def price(rules: Any) -> int:
    """Gun dice that are given up for a boarding die: as the table has it, or five by the option."""
    if rules.options.mobilise == "5":
        return 5
    known: int | None = rules.memo.get("boarding price")
    if known is None:
        cell = rules.tables["boarding-dice"].look_up("mobilised gun dice", "each")
        known = rules.memo["boarding price"] = int(str(cell))
    return known


@clause("3.1-both-sides")
def best(ship: Ship) -> Guns:
    """The gun dice left on a ship's better side, which are what can be mobilised."""
    return max(ship.port, ship.starboard, key=_total)


def _total(guns: Guns) -> int:
    return guns.total


def less(guns: Guns, taken: Guns) -> Guns:
    """Gun dice without some of them, never fewer than none of a weight."""
    return Guns(*(max(0, a - b) for a, b in zip(guns, taken, strict=True)))


def more(guns: Guns, added: Guns) -> Guns:
    """Gun dice and some more."""
    return Guns(*(a + b for a, b in zip(guns, added, strict=True)))


@clause("3.1-both-sides", "3.1-shrink")
def cover(party: Guns, guns: Guns) -> Guns:
    """The dice of a side that a party comes from: of its weights as far as the side has them, for
    the rest of others, the lightest first.
    """
    taken = [min(a, b) for a, b in zip(party, guns, strict=True)]
    short = min(party.total, guns.total) - sum(taken)
    for place in range(len(taken)):
        if short <= 0:
            break
        more = min(short, guns[place] - taken[place])
        taken[place] += more
        short -= more
    return Guns(*taken)


@clause("3.1-suppression", "3.1-both-sides")
def silenced(ship: Ship, side: Side) -> Guns:
    """The gun dice of a side that do not fire while their crews are mustered for boarding."""
    return cover(ship.party, ship.guns(side)) if ship.mobilised else NOBODY


@clause("3.1", "3.1-shrink")
def carried(rules: Any, ship: Ship) -> int:
    """Boarding dice that a ship's party gives."""
    return ship.mobilised // price(rules)


@clause("3.1-shrink")
def shrink(rules: Any, ship: Ship) -> None:
    """Let a party shrink with the guns whose crews it is. Other gun dice go first: a boarding die
    is gone when the better side has too few left to carry it.
    """
    have, each = best(ship), price(rules)
    if have.total < ship.mobilised:
        ship.party = lightest(cover(ship.party, have), have.total // each * each)


def lightest(guns: Guns, count: int) -> Guns:
    """So many of some gun dice, the lightest first."""
    found = []
    for dice in guns:
        found.append(min(dice, count))
        count -= found[-1]
    return Guns(*found)
