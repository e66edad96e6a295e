"""What comes before the first turn: fleets bought, where the players buy them, and laid out."""

from __future__ import annotations

from typing import Any

from weathergage import PhaseRun, clause
from weathergage_war_galley.arrivals import arrive
from weathergage_war_galley.deployment import deploy_side
from weathergage_war_galley.scenarios import WarGalleyScenario
from weathergage_war_galley.tournament import muster


@clause("2.0")
def deploy(game: Any) -> PhaseRun:
    """Before the first turn each side with something to decide deploys, in the book's order; then
    the first of each waiting line comes up to the edge.
    """
    scenario: WarGalleyScenario = game.rules.scenario
    if scenario.tournament is not None:
        yield from muster(game)
    else:
        for id in scenario.deploys:
            yield from deploy_side(game, scenario, scenario.side(id))
    arrive(game)
