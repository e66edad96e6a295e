"""Galleys that sink, and those that they take down with them (7.17)."""

from __future__ import annotations

from typing import Any, Final

from weathergage import Event, clause, event
from weathergage_war_galley import commanders
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley, GalleyState

SINKS_ON: Final = 6


@event
class Sank(Event):
    """A galley went down. dragged: by another that it was Grappled or Fouled with."""

    galley: str
    dragged: bool
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.galley} {'is dragged down and sinks' if self.dragged else 'sinks'}."


@clause("7.17", "3.1.G4")
def sink_rammed(game: Any) -> None:
    """Roll for every Rammed galley: 1 to 5 it floats, still Rammed; on a 6 it sinks."""
    state: GalleyState = game.state
    for galley in state.galleys:
        if not galley.rammed or galley.gone:
            continue
        code = galley.counter.code
        rolled = one_die(
            game,
            f"sinking {code}",
            f"{code} to stay afloat",
            "7.17",
            (),
            code,
            at="staying afloat",
            by=galley,
        )
        if rolled >= SINKS_ON:
            sink(game, galley)


@clause("7.17-chain", "3.1.G4")
def sink(game: Any, galley: Galley) -> None:
    """A galley sinks, and with it all that are Grappled or Fouled with it, and those with them."""
    lost = game.state.bound(galley)
    for ship in lost:
        game.state.lift(ship, "sunk")
        if game.telling:
            game.tell(Sank(ship.counter.code, ship is not galley, "7.17"))
    for ship in lost:
        commanders.lost(game, ship)
