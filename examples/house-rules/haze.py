"""Haze, for As Per Margin: an enemy more than 30 inches from every ship of yours is not seen.

It changes what a view shows and nothing else: guns reach 24 inches, so nobody fires at what he
does not see. The wrapper starts from the ruleset's own view and takes away.

Weighed: in 300 pairs of a frigate duel it takes 2.2 minutes longer (1.7 to 2.7), clearly; who wins
does not clearly change. docs/six-house-rules.md has the figures.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg
from weathergage_as_per_margin.ships import fresh

SIGHT = 30.0
"""Inches, from centre to centre: a thousand yards."""
UNSEEN = "unseen"
"""The ruleset's own word for a ship that a side does not see: its captains know it."""


class Haze:
    """The hooks."""

    @wg.hookimpl(wrapper=True)
    def view(self, game: wg.Game, seat: str) -> Generator[None, Any, Any]:
        """The side's own view, less what the haze hides."""
        table = yield
        ships = table.state.ships
        own = [ship.pose for ship in ships if ship.side == seat and not ship.gone]
        for number, ship in enumerate(ships):
            if ship.side == seat or ship.gone:
                continue
            if not any(pose.is_within(ship.pose, SIGHT) for pose in own):
                ships[number] = fresh(ship.card, gone=UNSEEN)
        return table


@wg.hookimpl
def house_rules() -> list[wg.HouseRule]:
    """Supply the house rule."""
    return [
        wg.HouseRule(
            "haze",
            ruleset="as-per-margin",
            title="Haze: an enemy is seen up to 30 inches away",
            plugin=Haze(),
            clause="haze",
            author="The weathergage authors",
            reason="On a table everybody sees the whole sea. In a haze the first question of a "
            "battle is where the enemy is.",
        )
    ]
