"""The end of a turn: what held for it is forgotten, and the game may be over."""

from __future__ import annotations

from typing import Any

from weathergage import clause
from weathergage_admiralty import scoring
from weathergage_admiralty.state import AdmiraltyState


@clause("1.4")
def end_turn(game: Any) -> None:
    """Forget what held for the turn; the game ends with a side's last ship or the last turn."""
    state: AdmiraltyState = game.state
    tidy(state)
    for side in game.rules.scenario.sides:
        if not any(ship.side == side.id and ship.fights for ship in state.ships):
            reason = f"the {side.name} have no ship left in the fight"
            state.outcome = scoring.outcome(game, "finished", reason)
            return
    if state.turn >= game.rules.scenario.turns:
        state.outcome = scoring.outcome(game, "time", f"turn {state.turn} was the last")


@clause("3.2-combat")
def tidy(state: AdmiraltyState) -> None:
    """Forget what held for this turn only; who was in combat is remembered for signals."""
    for ship in state.ships:
        ship.moved = False
        ship.fought = ship.fights_now
        ship.fights_now = False
        ship.fired = ()
        ship.passed = ()
    state.called = ()
    state.attempts = ()
    state.signals = tuple(signal._replace(tried=()) for signal in state.signals)
