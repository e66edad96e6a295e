"""Fog, for Frigate: it rises and lifts, and nobody fires at what lies more than three hexes off.

A phase more in each turn, after the wind; what it found stands in the game's notes, and a modifier
at the point "gunnery strength" takes away the fire at what cannot be seen.

Weighed: in 100 pairs of Frigate's first duel four more are drawn, which is not clear (194 pairs
would show it); docs/six-house-rules.md has the figures.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import Any

import weathergage as wg

SIGHT = 3
"""Hexes to which one sees in fog: 600 metres."""
RISES, STAYS = 6, 3
"""The least die with which fog rises, and with which it stays."""


@wg.event
class FogTurned(wg.Event):
    """The fog rose or lifted."""

    thick: bool
    clause: str

    def say(self) -> str:
        """Which of them."""
        return f"Fog rises: {SIGHT} hexes of sight." if self.thick else "The fog lifts."


def fog(game: wg.Game) -> None:
    """The phase: a die for the fog."""
    was = game.notes.get("fog", False)
    die = game.roll("fog", "the fog", clause="fog")
    game.notes["fog"] = die >= (STAYS if was else RISES)
    if game.telling and game.notes["fog"] != was:
        game.tell(FogTurned(game.notes["fog"], clause="fog"))


class Fog:
    """The hooks."""

    @wg.hookimpl(wrapper=True)
    def sequence(self, rules: wg.Rules) -> Generator[None, Any, Any]:
        """The fog comes after the wind, before anything is plotted."""
        own = yield
        after = 1 + [phase.id for phase in own].index("wind")
        return (*own[:after], wg.Phase("fog", "fog", fog, "Fog", quiet=True), *own[after:])

    @wg.hookimpl
    def modifiers(self, game: Any, about: str, by: Any, against: Any) -> Sequence[wg.Modifier]:
        """No strength at all against what is out of sight. A captain has no notes to look at."""
        thick = getattr(game, "notes", {}).get("fog", False)
        if about != "gunnery strength" or not thick or against is None:
            return []
        hidden = wg.distance(by.place, against.place) > SIGHT
        return [wg.Modifier("hidden in fog", Fraction(0), clause="fog")] if hidden else []


@wg.hookimpl
def house_rules() -> list[wg.HouseRule]:
    """Supply the house rule."""
    return [
        wg.HouseRule(
            "fog",
            ruleset="frigate",
            title="Fog: it rises with a 6 and stays with a 3 or more",
            plugin=Fog(),
            clause="fog",
            author="The weathergage authors",
            reason="The book's weather is wind alone. The Glorious First of June came after two "
            "days in which fog kept the fleets apart.",
            points=("gunnery strength",),
        )
    ]
