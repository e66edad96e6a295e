"""Treachery and cowardice (Lade): galleys that turn and leave the map when they are to fight."""

from __future__ import annotations

from typing import Any, Final

from weathergage import STEP, Event, clause, event
from weathergage_war_galley import fatigue, movement, stepping, steps
from weathergage_war_galley.commanders import commander_of
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.sheet import Edge, Sheet
from weathergage_war_galley.state import Galley, GalleyState, Moving, Squadron

MOST_STEPS: Final = 24
"""More steps than any galley has in one movement."""


@event
class Deserting(Event):
    """Galleys of a fleet have had enough of it."""

    fleet: str
    galleys: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.fleet}: {', '.join(self.galleys) or 'nobody'} will make off."


@clause("2.0")
def begin(game: Any, squadron: Squadron) -> None:
    """When a shaky fleet's squadron is activated for the first time, as an option: the die says how
    many of its galleys desert, those nearest the edge that they make for.
    """
    treachery = game.rules.scenario.special.deserting
    if treachery is None or not squadron.commander:
        return
    if treachery.option and not getattr(game.rules.options, treachery.option):
        return
    state: GalleyState = game.state
    fleet = commander_of(state, squadron.commander).fleet
    if fleet not in treachery.fleets or fleet in state.deserters:
        return
    name = fleet.capitalize()
    count = one_die(
        game, f"treachery {fleet}", f"treachery of {name}", "2.0", (), fleet, at="treachery"
    )
    state.deserters[fleet] = count
    sheet: Sheet = game.rules.scenario.sheet
    galleys = [state.galleys[n] for n in squadron.members]
    present = [galley for galley in galleys if not galley.gone and galley.side == squadron.side]
    present.sort(key=lambda galley: (sheet.from_edge(galley.bow, treachery.edge), galley.n))
    for galley in present[:count]:
        galley.deserting = True
    if game.telling:
        codes = tuple(galley.counter.code for galley in present[:count])
        game.tell(Deserting(name, codes, "2.0"))


@clause("2.0", "6.13")
def leave(game: Any, galley: Galley) -> None:
    """Move a deserter, which nobody is asked about: it turns around and rows with all it has toward
    the edge, and over it.
    """
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    edge = game.rules.scenario.special.deserting.edge
    moving = state.moving = Moving(galley.n, began_maximum=galley.maximum)
    moving.announced = stepping.most_points(game, galley, moving)
    moving.begun = True
    if game.telling:
        game.tell(movement.Announced(galley.counter.code, moving.announced, "6.13"))
    for _ in range(MOST_STEPS):
        open = [] if galley.gone else stepping.open_steps(game, galley, moving, True)
        ways = [step.to for step in open if isinstance(step, stepping.Step)]
        ways = [way for way in ways if way not in steps.BACK]
        if not ways:
            break
        here = _far(sheet, galley.bow, galley.heading, edge)
        best = min(ways, key=lambda way: _after(sheet, galley, way, edge))
        if best not in steps.FORWARD and _after(sheet, galley, best, edge) >= here:
            break
        stepping.take(game, galley, moving, best)
    fatigue.check(game, galley, moving)
    state.moving = None


def _after(sheet: Sheet, galley: Galley, way: steps.Way, edge: Edge) -> int:
    """How far from the edge a step would leave a galley."""
    shift = steps.shift_of(galley, way)
    return _far(sheet, galley.bow + shift.bow, shift.heading, edge)


def _far(sheet: Sheet, bow: int, heading: int, edge: Edge) -> int:
    """Hexes from an edge, those of the hex that a galley points at counting most."""
    return sheet.from_edge(bow, edge) + 3 * sheet.from_edge(bow + STEP[heading], edge)
