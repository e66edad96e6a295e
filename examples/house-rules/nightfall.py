"""Nightfall, for Frigate and for War Galley: from the evening on, the dark may part the fleets.

One hook serves both, as it asks the game for nothing that only one of them has: the turn, the
scenario's length, and which phase is the last.

Weighed in 100 pairs each: in Frigate's first duel 11 games in a hundred more are drawn (5 to 18),
in War Galley's first evening, by captains who choose by lot, 50 (39 to 60); both are clear.
In ten of the latter by good captains it changes nothing: they are done before the evening.
docs/six-house-rules.md has the figures.
"""

from __future__ import annotations

import weathergage as wg

ENDS = 5
"""The least die that ends the battle."""


class Nightfall:
    """The hooks."""

    @wg.hookimpl
    def outcome(self, game: wg.Game) -> wg.Outcome | None:
        """A die at the end of each turn, once two thirds of the scenario's turns are over."""
        turns = game.rules.scenario.turns
        if game.phase != game.rules.played(game.turn)[-1].id or 3 * game.turn < 2 * turns:
            return None
        if game.roll("nightfall", "the light", clause="nightfall") < ENDS:
            return None
        return wg.Outcome("draw", "night parts the fleets", clause="nightfall", how="nightfall")


@wg.hookimpl
def house_rules() -> list[wg.HouseRule]:
    """Supply the house rule."""
    return [
        wg.HouseRule(
            "nightfall",
            ruleset=("frigate", "war-galley"),
            title="Nightfall: in a scenario's last third the dark may end it",
            plugin=Nightfall(),
            clause="nightfall",
            author="The weathergage authors",
            reason="Both books end a battle at a fixed turn, and the last turns are played as if "
            "both admirals had a watch. Camperdown began at noon and Actium lasted into the night: "
            "nobody knew how much light was left.",
            profile={
                "ending": wg.Answer(
                    "As in the book; from two thirds of the turns on, a 5 or 6 at a turn's end is "
                    "the night, and a draw.",
                    ("nightfall",),
                )
            },
        )
    ]
