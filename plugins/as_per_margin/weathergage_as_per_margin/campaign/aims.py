"""What a campaign is about besides taking ships, and when it is over."""

from __future__ import annotations

from typing import Any

from weathergage import Event, Outcome, clause, event
from weathergage_as_per_margin.campaign.chart import Award
from weathergage_as_per_margin.campaign.data import AimData, CampaignData
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.campaign.winds import tell_owner
from weathergage_as_per_margin.clock import DAY
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState, Ship


@event
class Arrived(Event):
    """A ship was brought to the port where her side wants her."""

    ship: str
    port: str
    points: int
    clause: str

    def say(self) -> str:
        """Where, and what it is worth."""
        return f"{self.ship} is safe in {self.port}: {counted(self.points, 'point')}."


@clause("APM.campaign.daily")
def over(game: Any) -> Outcome | None:
    """The end of a campaign by its calendar, once no battle is on the table, or because all that
    anybody aimed at is settled; None while it goes on.
    """
    state: MarginState = game.state
    data: CampaignData = game.rules.scenario.campaign
    if state.scale == "table":
        return None
    if state.minutes >= data.days * DAY:
        return _outcome("time", f"day {data.days} was the last")
    wanted = [aim for aim in data.aims if aim.kind == "bring"]
    if wanted and all(_is_settled(state, aim) for aim in wanted):
        return _outcome("aims", "every ship that was wanted in a port is in it or lost")
    return None


def _outcome(how: str, reason: str) -> Outcome:
    return Outcome("draw", reason, "APM.campaign.daily", (), how)


def _is_settled(state: MarginState, aim: AimData) -> bool:
    """Whether each ship of an aim is where she was wanted, or will not come."""
    assert state.chart is not None
    there = {award.ship for award in state.chart.awards if award.aim == aim.id}
    wanted = (ship for ship in state.ships if ship.card.id in aim.ships)
    return all(ship.n in there or not _is_kept(ship, aim) for ship in wanted)


def _is_kept(ship: Ship, aim: AimData) -> bool:
    return not ship.lost and ship.side == aim.side


@clause("APM.campaign.daily")
def award(game: Any) -> None:
    """Count the aims that are newly met: ships of a side that lie in the port where it wants
    them.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    data: CampaignData = game.rules.scenario.campaign
    for aim in data.aims:
        if aim.kind != "bring":
            continue
        there = {done.ship for done in chart.awards if done.aim == aim.id}
        for squadron in chart.squadrons:
            if squadron.side != aim.side or squadron.place != aim.port:
                continue
            for n in squadron.ships:
                ship = state.ships[n]
                if ship.card.id in aim.ships and n not in there and _is_kept(ship, aim):
                    chart.awards = (*chart.awards, Award(aim.id, aim.side, n, aim.points))
                    _tell(game, aim, ship)


def _tell(game: Any, aim: AimData, ship: Ship) -> None:
    if game.telling:
        port = waters_of(game.rules).ports[aim.port].name
        tell_owner(game, aim.side, Arrived(ship.card.name, port, aim.points, "APM.campaign.daily"))


@clause("APM.score.points")
def aim_points(game: Any, seat: str) -> int:
    """A side's points for the campaign's own aims: ships brought in, and at the end ships kept out,
    be it that they never came or that they are lost.
    """
    state: MarginState = game.state
    if state.chart is None:
        return 0
    data: CampaignData = game.rules.scenario.campaign
    points = sum(award.points for award in state.chart.awards if award.side == seat)
    for aim in data.aims:
        if aim.side == seat and aim.kind == "keep-out" and state.outcome is not None:
            points += aim.points * sum(not _is_in(state, id, aim) for id in aim.ships)
    return points


def _is_in(state: MarginState, id: str, aim: AimData) -> bool:
    """Whether an enemy's ship has come into the port that an aim would keep her out of."""
    ship = state.ship(id)
    assert state.chart is not None
    if ship is None or ship.lost or ship.side == aim.side:
        return False
    squadron = state.chart.holder(ship.n)
    return squadron is not None and squadron.place == aim.port
