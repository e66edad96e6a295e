"""A round of boarding dice: the highest three of each side, compared in pairs (5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple

from weathergage import clause

FRONT: Final = 3
"""Dice of a side that are compared in a round."""


class Front(NamedTuple):
    """Dice that are compared, the highest first: up to three of each side."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Pairs of dice that oppose each other."""
        return min(len(self.attackers), len(self.defenders))

    @property
    def owner(self) -> int:
        """Which side has unopposed dice, if any: 0 the attackers, 1 the defender."""
        return int(len(self.defenders) > len(self.attackers))

    @property
    def spare(self) -> tuple[int, ...]:
        """The unopposed dice of the three."""
        return self[self.owner][self.pairs :]


@clause("5.1-compare")
def front(attackers: Iterable[int], defenders: Iterable[int]) -> Front:
    """The three highest dice of each side."""
    ours, theirs = (sorted(dice, reverse=True)[:FRONT] for dice in (attackers, defenders))
    return Front(tuple(ours), tuple(theirs))


@clause("5.1-unopposed")
def totals(dice: Front, added: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pairs as they are compared. added: for each unopposed die the number of the pair, from 1,
    that it is added to, 0 for none.
    """
    sides = [list(side[: dice.pairs]) for side in dice]
    for die, pair in zip(dice.spare, added, strict=True):
        if pair:
            sides[dice.owner][pair - 1] += die
    return tuple(sides[0]), tuple(sides[1])


@clause("5.1-compare")
def losses(compared: tuple[Sequence[int], Sequence[int]]) -> tuple[int, int]:
    """Dice that attackers and defender lose: the lower of each pair; ties stay."""
    pairs = list(zip(*compared, strict=True))
    return sum(a < d for a, d in pairs), sum(d < a for a, d in pairs)


@clause("5.1-unopposed")
def ways_to_add(dice: Front) -> list[tuple[int, ...]]:
    """All ways to add the unopposed dice whole: to the highest pair first, to none last."""
    order = (*range(1, dice.pairs + 1), 0)
    return list(product(order, repeat=len(dice.spare)))


@clause("5.1-unopposed")
def best_addition(dice: Front) -> tuple[int, ...]:
    """What takes most enemy dice, then saves most of one's own, then helps the highest die."""

    def worth(added: tuple[int, ...]) -> tuple[int, int]:
        lost = losses(totals(dice, added))
        return lost[1 - dice.owner], -lost[dice.owner]

    return max(ways_to_add(dice), key=worth)


@clause("5.1-unopposed")
def is_choice(dice: Front) -> bool:
    """Whether it matters how unopposed dice are added: no way is as good as every other in dice
    taken and in dice saved.
    """
    if not dice.spare or dice.pairs < 2:
        return False
    found = {losses(totals(dice, added)) for added in ways_to_add(dice)}
    mine, theirs = dice.owner, 1 - dice.owner
    most, least = max(lost[theirs] for lost in found), min(lost[mine] for lost in found)
    return not any(lost[theirs] == most and lost[mine] == least for lost in found)
