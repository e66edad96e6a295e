"""Rallies: routing units of both sides try to stop running (II)."""

from __future__ import annotations

from typing import Any

from weathergage import clause
from weathergage_as_per_margin.landing.ground import ashore
from weathergage_as_per_margin.landing.morale import PARTIES, fall_back, rout, throw_morale
from weathergage_as_per_margin.state import MarginState


@clause("APM.landing.II", "APM.landing.I")
def rally(game: Any) -> None:
    """Every routing unit throws: it runs on, falls back shaken, or is in good order at once and
    may even close with the enemy this turn.
    """
    state: MarginState = game.state
    for party in PARTIES:
        for unit in ashore(state, party):
            if unit.order != "routing":
                continue
            result = throw_morale(game, unit, "rally", "APM.landing.II")
            if result == "rout":
                rout(game, unit, "APM.landing.II")
            elif result == "shaken":
                fall_back(game, unit, "APM.landing.II")
            else:
                unit.order = "good"
