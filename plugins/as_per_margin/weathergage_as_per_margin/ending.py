"""The end of a turn: the clock goes on, and the game may be over."""

from __future__ import annotations

from typing import Any

from weathergage import Outcome, clause
from weathergage_as_per_margin import scoring
from weathergage_as_per_margin.boats import settle_boats
from weathergage_as_per_margin.campaign import aims, handover
from weathergage_as_per_margin.clock import battle_minutes
from weathergage_as_per_margin.state import MarginState


@clause("APM.score.purpose", "APM.scale.time")
def end_turn(game: Any) -> None:
    """Move the clock on, and end the game when a side has nothing left or time is up."""
    state: MarginState = game.state
    if state.scale == "table":
        state.minutes += battle_minutes(state.battle_turn)
        state.battle_turn += 1
        tidy(state)
    if state.chart is not None:
        state.outcome = _campaign_over(game)
    else:
        state.outcome = _battle_over(game)
    if state.outcome is not None:
        settle_boats(game)
        state.outcome = scoring.outcome(game, state.outcome.how, state.outcome.reason)


def tidy(state: MarginState) -> None:
    """Forget what held for this turn only."""
    for ship in state.ships:
        ship.moved = ship.sounded = ship.pivoted = False
        ship.extra = ship.rowing = 0
        if ship.weighing:
            ship.weighing = ship.bow_cable = ship.stern_cable = False
        ship.fired = ()
    for battery in state.batteries:
        battery.fired = False
    for boats in state.boats:
        boats.moved = False
        boats.reach = 0


@clause("APM.score.purpose")
def _battle_over(game: Any) -> Outcome | None:
    """A side without a ship, boat or troops in the fight ends the game, and so does the limit."""
    state: MarginState = game.state
    for side in game.rules.scenario.sides:
        if not in_the_fight(state, side.id):
            return _ended("finished", f"the {side.name} have nothing left in the fight")
    if state.turn >= game.rules.scenario.turns:
        return _ended("time", f"turn {state.turn} was the last")
    return None


def in_the_fight(state: MarginState, seat: str) -> bool:
    """Whether a side has a ship under its colours, boats, troops or a battery on the table."""
    return (
        any(ship.side == seat and ship.fights for ship in state.ships)
        or any(boats.side == seat and not boats.gone for boats in state.boats)
        or any(
            unit.side == seat and not unit.gone and unit.order != "routing" for unit in state.units
        )
        or any(b.side == seat and b.fights and not b.too_high for b in state.batteries)
    )


def _campaign_over(game: Any) -> Outcome | None:
    """A campaign ends by its calendar, or when a side has no ship left."""
    state: MarginState = game.state
    if state.scale == "table":
        handover.back_to_chart(game)
    for side in game.rules.scenario.sides:
        if not any(ship.side == side.id and not (ship.struck or ship.lost) for ship in state.ships):
            return _ended("finished", f"the {side.name} have no ship left")
    if state.turn >= game.rules.scenario.turns:
        return _ended("time", f"turn {state.turn} was the last")
    return aims.over(game)


def _ended(how: str, reason: str) -> Outcome:
    return Outcome("draw", reason, "APM.score.purpose", (), how)
