"""How the sides of a game stand, and what their guns did, in words that all rulesets share.

A comparison of systems counts the same things under each: ships lost, taken and struck, the
share of a side's fighting strength that is left, and each broadside with its range in yards. What
these mean in a book's own terms is for its ruleset to say (`Ruleset.standing`, `Ruleset.shots`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, Self

Fate = Literal["", "lost", "captured", "struck", "left"]
"""What has become of a ship; "" while she is with her side and on the table."""


class Part(NamedTuple):
    """What one ship adds to her side's standing. full: her fighting strength as built, in any
    unit that the side's ships share. now: what is left of it, as far as damage goes.
    """

    fate: Fate
    full: float
    now: float


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

    @classmethod
    def of(cls, parts: Iterable[Part], beside: Iterable[Part] = ()) -> Self:
        """That of a side from its ships. A ship that is lost, captured or struck adds nothing to
        the strength; one that left is still her side's. Where nothing has any strength as built,
        all weigh the same. beside: what fights beside the ships and is not counted as one.
        """
        ships = list(parts)
        fates = Counter(part.fate for part in ships)
        whole = [*ships, *beside]
        if not any(part.full for part in whole):
            whole = [part._replace(full=1.0, now=1.0) for part in whole]
        full = sum(part.full for part in whole)
        now = sum(part.now for part in whole if part.fate in ("", "left"))
        return cls(
            len(ships),
            fates["lost"],
            fates["captured"],
            fates["struck"],
            fates["left"],
            now / full if full else 1.0,
        )

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
