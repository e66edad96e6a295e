"""How the sides stand and what their fire did, in words that other rulesets share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import Event, Part, Shot, Standing, Told, clause
from weathergage_as_per_margin.campaign.chart import AWAY
from weathergage_as_per_margin.campaign.handover import PrizeManned
from weathergage_as_per_margin.damage import Taken
from weathergage_as_per_margin.gunnery import Fired
from weathergage_as_per_margin.landing import firing
from weathergage_as_per_margin.mortars import Shelled
from weathergage_as_per_margin.state import MarginState, Ship


@clause("APM.ships.record", "APM.ships.strike", "APM.ships.sink", "APM.landing.scale")
def standing(rules: Any, state: MarginState) -> dict[str, Standing]:
    """How each side stands, its ships being those of its sheet, but for those that an option
    leaves out of a battle.

    Strength: boxes left, of a ship all her hit boxes (masts, guns and hull), of a battery its gun
    boxes while it is in the fight, and a box for each figure of troops, ashore or afloat, as a boat
    costs her ship a box and carries a figure. A ship that struck is counted so until her captors
    sail her, and then as captured; one that her own side sails again is hers.
    """
    return {
        side: Standing.of(
            _ships(state, side), (*_batteries(state, side), *_troops(rules, side, state))
        )
        for side in rules.seats
    }


def _ships(state: MarginState, side: str) -> Iterator[Part]:
    for ship in state.ships:
        if ship.card.side == side and (ship.gone != AWAY or state.chart is not None):
            built = ship.card.boxes
            full = built.guns + built.upper + built.lower + built.hull
            yield _part(ship, full)


def _part(ship: Ship, full: int) -> Part:
    if ship.lost:
        return Part("lost", full, ship.boxes)
    if ship.struck:
        return Part("struck", full, ship.boxes)
    if ship.side != ship.card.side:
        return Part("captured", full, ship.boxes)
    return Part("left" if ship.gone == "left" else "", full, ship.boxes)


def _batteries(state: MarginState, side: str) -> Iterator[Part]:
    for battery in state.batteries:
        if battery.side == side and not battery.silent:
            yield Part("", battery.built, battery.boxes if battery.fights else 0)


def _troops(rules: Any, side: str, state: MarginState) -> Iterator[Part]:
    landed = [entry.figures for each in rules.scenario.sides for entry in each.units]
    for unit, figures in zip(state.units, landed, strict=True):
        if unit.side == side:
            away = unit.gone in ("destroyed", "routed off")
            yield Part("", figures, 0 if away else unit.figures)


@clause("APM.fire.dice", "APM.fire.initial-broadside", "APM.fire.raking-initial", "APM.bomb.ladder")
def shots(rules: Any, events: Sequence[Event]) -> Iterator[Shot]:
    """The fire of ships, batteries, mortars and troops, in order, each with its hits: dice that
    hit something aboard, whether or not a box was left there to cross off; ashore, figures hit. A
    captured ship fires for whoever sails her. By night all fire counts, whoever saw it.
    """
    sides = _owners(rules)
    an_inch = rules.ruleset.scales.yards
    for told in events:
        event = told.inner if isinstance(told, Told) else told
        if isinstance(event, Taken | PrizeManned):
            sides[event.ship] = event.by
        elif isinstance(event, Fired):
            yield Shot(
                sides[event.ship],
                event.ship,
                event.inches * an_inch,
                len(event.kinds),
                "raking" in event.why,
                "first broadside" in event.why,
            )
        elif isinstance(event, Shelled):
            yield Shot(sides[event.ship], event.ship, event.inches * an_inch, len(event.kinds))
        elif isinstance(event, firing.Shot):
            yield Shot(sides[event.unit], event.unit, event.inches * an_inch, event.hits)


def _owners(rules: Any) -> dict[str, str]:
    """Whose each ship, battery and unit is at the start, by name."""
    return {
        entry.name: side.id
        for side in rules.scenario.sides
        for entry in (*side.ships, *side.batteries, *side.units)
    }
