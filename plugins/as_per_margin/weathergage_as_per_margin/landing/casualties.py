"""Figures lost: what a hit does to troops."""

from __future__ import annotations

from typing import Any

from weathergage import Event, clause, event
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import Battery, MarginState, Unit


@event
class FiguresLost(Event):
    """Figures were taken off a unit. left: how many it has now."""

    unit: str
    lost: int
    left: int
    clause: str

    def say(self) -> str:
        """How many fall, and how many stand."""
        rest = f"{self.left} left" if self.left else "none left"
        return f"Losses of {self.unit}: {counted(self.lost, 'figure')}, {rest}."


@event
class BatterySilenced(Event):
    """A battery lost its crew, and with it its voice for good."""

    battery: str
    taken: bool
    clause: str

    def say(self) -> str:
        """How it fell silent."""
        if self.taken:
            return f"The guns of {self.battery} are stormed and spiked."
        return f"No crew is left at {self.battery}: its guns fall silent."


@clause("APM.landing.casualties")
def lose(game: Any, unit: Unit, figures: int, clause: str) -> None:
    """Take a figure off a unit for each hit; whoever loses any tests morale by VIII this turn.

    figures: hits; those beyond the unit's last figure are lost. clause: what scored them.
    """
    lost = min(figures, unit.figures)
    if unit.gone or lost <= 0:
        return
    unit.figures -= lost
    unit.hit = True
    if game.telling:
        tell_seen(game, FiguresLost(unit.name, lost, unit.figures, clause), unit.side, unit.pose)
    if not unit.figures:
        remove(game, unit, "destroyed")


@clause("APM.landing.casualties")
def remove(game: Any, unit: Unit, why: str) -> None:
    """Take a unit off the table. why: as in `Unit.gone`. A battery without a crew is silent."""
    state: MarginState = game.state
    part(state, unit)
    unit.gone = why
    battery = battery_of(state, unit)
    if battery is not None and not battery.spiked:
        silence(game, battery, taken=False, clause="APM.landing.casualties")


@clause("APM.landing.XII")
def silence(game: Any, battery: Battery, *, taken: bool, clause: str) -> None:
    """Put a battery out of action for good. taken: by a landing party that beat its crew."""
    battery.spiked = True
    if game.telling:
        told = BatterySilenced(battery.name, taken, clause)
        tell_seen(game, told, battery.side, battery.pose)


def part(state: MarginState, unit: Unit) -> None:
    """End a unit's contact with all its enemies."""
    for n in unit.contact:
        other = state.units[n]
        other.contact = tuple(m for m in other.contact if m != unit.n)
    unit.contact = ()


def battery_of(state: MarginState, unit: Unit) -> Battery | None:
    """The battery whose crew a unit is."""
    if not unit.battery:
        return None
    return next((battery for battery in state.batteries if battery.id == unit.battery), None)


GUNS_REACH = 0.6
"""Inches from the middle of a battery within which its crew serves it: just beyond its edge."""


def at_guns(state: MarginState, unit: Unit) -> bool:
    """Whether a battery's crew stands at its guns."""
    battery = battery_of(state, unit)
    return battery is not None and unit.pose.is_within(battery.pose, GUNS_REACH)


@clause("APM.landing.casualties")
def is_manned(state: MarginState, battery: Battery) -> bool:
    """Whether somebody can serve a battery's guns: one whose crew is not among the units always
    has one; else the crew must stand at the guns in order.
    """
    crews = [unit for unit in state.units if unit.battery == battery.id]
    return not crews or any(
        not unit.gone and unit.order == "good" and at_guns(state, unit) for unit in crews
    )
