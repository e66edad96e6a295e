"""How the sides of a game stand, and what their guns did, in words that all rulesets share.

A comparison of systems counts the same things under each: ships lost, taken and struck, the
share of a side's fighting strength that is left, and each broadside with its range in yards. What
these mean in a book's own terms is for its ruleset to say (`Ruleset.standing`, `Ruleset.shots`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Standing:
    """How one side stands at an instant.

    ships: those it had at the start or has received since. lost: sunk, burnt, blown up or
    wrecked. captured: in enemy hands. struck: given up and in nobody's hands yet. left: gone from
    the table of their own will or by the rules. A ship counts in one of these at most.
    strength: the share of the side's fighting strength that is still with it, from 0 to 1.
    """

    ships: int
    lost: int = 0
    captured: int = 0
    struck: int = 0
    left: int = 0
    strength: float = 1.0

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Shot:
    """One broadside, ram or volley as the game told of it.

    side: who fired. ship: with what. yards: the range, or -1 where the book measures none. hits: in
    the book's own hits. raking, first: whether it raked, and whether it was an initial broadside.
    """

    side: str
    ship: str
    yards: float
    hits: int
    raking: bool = False
    first: bool = False
