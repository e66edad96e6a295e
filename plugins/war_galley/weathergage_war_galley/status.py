"""The Status Resolution Phase: fouls, fires, masts, tired crews and sinking ships (3.1.G).

Nothing is asked in it, so both sides' galleys are taken together, in order of number.
"""

from __future__ import annotations

from typing import Any

from weathergage import Event, clause, event
from weathergage_war_galley import commanders, disengaging, fatigue, sails, sinking
from weathergage_war_galley.flame import kindle
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.state import Galley, GalleyState

CATCHES = 4
"""The lowest die with which a galley catches fire from one that holds it."""


@event
class Firefight(Event):
    """What a fire has come to: "out", "burns" or "lost"."""

    galley: str
    result: str
    clause: str

    def say(self) -> str:
        """Which."""
        how = {"out": "the fire is out", "burns": "it burns on", "lost": "it burns out"}
        return f"{self.galley}: {how[self.result]}."


@event
class Rested(Event):
    """A crew recovers. turns: for how many more it is Fatigued, 0 if no longer."""

    galley: str
    turns: int
    clause: str

    def say(self) -> str:
        """How far."""
        return f"{self.galley} is {f'Fatigued-{self.turns}' if self.turns else 'rested'}."


@clause("3.1.G", "3.1.G1", "8.35")
def disengage(game: Any) -> None:
    """G/1: Fouled galleys try to come clear."""
    disengaging.clear(game)


# Fires and masts


@clause("3.1.G", "3.1.G2", "8.54", "8.54-spread", "6.24")
def recover(game: Any) -> None:
    """G/2: every fire that burned before this segment is fought; then it is seen whom fires spread
    to; then masts go up. A galley that catches fire here waits for the next turn's segment.
    """
    state: GalleyState = game.state
    for galley in state.galleys:
        galley.kindled = False
    burning = [galley for galley in state.galleys if galley.fire and not galley.gone]
    # The bonds are those before any galley is lost, for a lost one spreads its fire too.
    held = [[state.galleys[n] for n in (*g.grappled, *g.fouled)] for g in burning]
    spreads = [_fight(game, galley) for galley in burning]
    for galley, others, spread in zip(burning, held, spreads, strict=True):
        for other in sorted(set(others), key=lambda found: found.n):
            _spread(game, galley, other, spread)
    sails.clear_masts(state)


@clause("8.54", "8.54-table", "9.1-ram")
def _fight(game: Any, galley: Galley) -> str:
    """Roll a galley's fire on the Firefight Table; gives back how it spreads."""
    code = galley.counter.code
    weather = game.rules.scenario.special.foul.firefight
    modifiers = (("foul weather", weather, "8.54-table"),) if weather else ()
    rolled = one_die(
        game,
        f"firefight {code}",
        f"the fire of {code}",
        "8.54",
        modifiers,
        code,
        at="firefight",
        by=galley,
    )
    result = str(game.look_up("firefight", rolled, "galley"))
    spread = str(game.look_up("firefight", rolled, "spread"))
    if game.telling:
        game.tell(Firefight(code, result, "8.54"))
    if result == "out":
        galley.fire = False
    elif result == "lost":
        game.state.lift(galley, "burned")
        commanders.lost(game, galley)
    return spread


@clause("8.54-spread", "8.54")
def _spread(game: Any, galley: Galley, other: Galley, spread: str) -> None:
    """Whether another galley catches fire from one that it is held to."""
    if spread == "none" or other.fire or other.gone:
        return
    code, name = galley.counter.code, other.counter.code
    if spread == "die":
        die = one_die(
            game,
            f"spread {name}",
            f"the fire of {code} to spread to {name}",
            "8.54",
            (),
            name,
            at="fire spreading",
            by=galley,
            against=other,
        )
        if die < CATCHES:
            return
    kindle(game, other, f"the fire of {code}", "8.54-spread")
    other.kindled = True


# Crews and wrecks


@clause("3.1.G", "3.1.G3", "6.45")
def rest(game: Any) -> None:
    """G/3: F-1 markers go, the others come down by one; those put on this turn stay."""
    state: GalleyState = game.state
    resting = [
        galley for galley in state.galleys if galley.fatigue and not (galley.tired or galley.gone)
    ]
    fatigue.recover(state)
    if game.telling:
        for galley in resting:
            game.tell(Rested(galley.counter.code, galley.fatigue, "6.45"))


@clause("3.1.G", "3.1.G4")
def sink(game: Any) -> None:
    """G/4: Rammed galleys may sink, and take along what holds them."""
    sinking.sink_rammed(game)
