"""When each phase of the sequence of play is played, and who answers in a campaign's battles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from weathergage import PhaseRun, Together, clause
from weathergage_as_per_margin.state import MarginState

Run = Callable[[Any], PhaseRun | None]

SHORT_TURNS = 10
"""Battle turns of a minute and a half, fifteen minutes together; later ones last as long each."""


@clause("APM.campaign.to-table")
def on_chart(game: Any) -> bool:
    """Whether ships are moved on a chart."""
    state: MarginState = game.state
    return state.scale != "table"


@clause("APM.campaign.to-table")
def at_sea(game: Any) -> bool:
    """Whether ships are on the table."""
    state: MarginState = game.state
    return state.scale == "table"


@clause("APM.landing.I", "APM.landing.scale")
def ashore(game: Any) -> bool:
    """Whether a landing turn is due: after ten short sea turns, then after each long one."""
    state: MarginState = game.state
    return state.scale == "table" and bool(state.units) and state.battle_turn >= SHORT_TURNS


@clause("APM.campaign.to-table")
def fought(run: Run) -> Run:
    """A phase of a battle; where captains fight a campaign's battles, they answer for all."""

    @wraps(run)
    def played(game: Any) -> PhaseRun | None:
        own = run(game)
        if own is None or game.state.chart is None or game.rules.options.battles != "captains":
            return own
        _by_captains(game, own)
        return None

    return played


def _by_captains(game: Any, own: PhaseRun) -> None:
    """Answer every question of a phase, each by its seat's captain from that seat's view."""
    from weathergage_as_per_margin.captain import admiral_for

    captains = {seat: admiral_for(game, seat) for seat in game.rules.seats}
    send: Any = None
    while True:
        try:
            request = own.send(send)
        except StopIteration:
            return
        asks = request.asks if isinstance(request, Together) else (request,)
        answers = tuple(captains[ask.seat].decide(game, ask) for ask in asks)
        send = answers if isinstance(request, Together) else answers[0]
