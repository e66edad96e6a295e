"""How a campaign begins: its squadrons on the chart, with their stores and the prevailing wind."""

from __future__ import annotations

from typing import Any

from weathergage import FreePose, clause
from weathergage_as_per_margin.campaign.chart import AWAY, Chart, Log, Squadron
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.campaign.winds import first_wind, season_at
from weathergage_as_per_margin.state import MarginState


@clause("APM.wind.prevailing-start", "APM.campaign.victualling", "APM.campaign.daily")
def begin(rules: Any, state: MarginState, dice: Any) -> None:
    """Put a campaign's squadrons on the chart, at noon of its first day, with their stores and the
    prevailing wind; no ship is on the table.
    """
    data: CampaignData = rules.scenario.campaign
    waters = waters_of(rules)
    numbers = {ship.card.id: ship.n for ship in state.ships}
    for ship in state.ships:
        ship.gone = AWAY
    squadrons = []
    for entry in data.squadrons:
        pose = waters.port_pose(entry.port) if entry.port else FreePose.at(*(entry.at or (0, 0)))
        ships = tuple(numbers[id] for id in entry.ships)
        squadron = Squadron(entry.id, entry.name, entry.side, pose.pointed(entry.heading), ships)
        squadron.place, squadron.mission = entry.port, entry.mission
        squadrons.append(squadron)
    stores = data.stores
    logs = [Log(stores.water, stores.provisions) for _ in state.ships]
    state.scale, state.minutes = "chart", 0.0
    state.wind = first_wind(rules, dice)
    state.chart = Chart(squadrons, logs, season_at(rules, 0.0))
