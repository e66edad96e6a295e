"""Grappling irons, for Frigate: a ship that ran afoul of an enemy breaks away on a 1 only.

The book lets her break away with 1 or 2 (6.64). The enemy's crew has a word in that: the die
counts one more for as long as the enemy has lost no crew.

Weighed: in 60 pairs of Frigate's Bay of Bengal, no clear difference in who wins; sixty are few, and
some 469 would be needed. docs/six-house-rules.md has the figures.
"""

from __future__ import annotations

import weathergage as wg


class GrapplingIrons:
    """The hooks."""

    @wg.hookimpl
    def rolled(self, game: wg.Game, purpose: str, result: int) -> int | None:
        """One more on the die to break away, where the enemy has a full crew to hold her with."""
        title = purpose.removeprefix("breaking away from ")
        if title == purpose:
            return None
        holds = any(s.counter.title == title and not s.crew for s in game.state.ships)
        return min(6, result + 1) if holds else None


@wg.hookimpl
def house_rules() -> list[wg.HouseRule]:
    """Supply the house rule."""
    return [
        wg.HouseRule(
            "grappling-irons",
            ruleset="frigate",
            title="Grappling irons: whoever has a full crew holds what she is afoul of",
            plugin=GrapplingIrons(),
            clause="6.64",
            author="The weathergage authors",
            reason="Ships that lay aboard one another were lashed together by whoever wanted to "
            "stay. In the book one side's wish to leave is all that counts.",
        )
    ]
