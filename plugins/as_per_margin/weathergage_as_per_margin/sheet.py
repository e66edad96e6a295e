"""The fleet's sheet: each ship's lines of hit boxes and her letters, and a campaign's stores."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from weathergage import LogBox, LogMark, LogRow, clause
from weathergage_as_per_margin.campaign.chart import Chart
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState, Ship

UNSEEN = "unseen"
"""Why a ship is not on the table that a side sees."""


@clause("APM.ships.record")
def sheets(rules: Any, state: MarginState) -> list[LogMark]:
    """The sheets of all ships on the table; while play is on a chart, of those of the squadrons
    whose ships are known, under their squadron.
    """
    chart = state.chart if state.scale != "table" else None
    if chart is None:
        return [
            _sheet(state, ship, ship.card.id, _rest(state, ship))
            for ship in state.ships
            if not ship.gone
        ]
    return [
        _sheet(state, ship, squadron.id, _stores(rules, state, ship))
        for squadron in chart.squadrons
        for ship in (state.ships[n] for n in squadron.ships)
        if ship.gone != UNSEEN and not ship.lost
    ]


def _sheet(state: MarginState, ship: Ship, mark: str, more: Iterator[LogRow]) -> LogMark:
    card = ship.card
    kind = f"{counted(card.guns, 'gun')}, " if card.guns else ""
    rate = f"rate {card.rate}" if card.kind == "man-of-war" and card.rate < 7 else ""
    note = kind + (rate or card.kind.replace("-", " "))
    return LogMark(mark, card.name, ship.side, note, (*_boxes(ship), *more))


@clause("APM.ships.lines", "APM.ships.mast-states", "APM.fire.initial-broadside")
def _boxes(ship: Ship) -> Iterator[LogRow]:
    """The lines of boxes, those lost crossed out, and what is open of the letters."""
    built = ship.card.boxes
    masts = "" if ship.masts == "undamaged" else ship.masts
    lines = (*_line(built.upper, ship.upper), *_line(built.lower, ship.lower))
    yield LogRow("Masts", masts, lines, group=built.upper)
    port, starboard = "P" * ship.p, "S" * ship.s
    for label, words, all_boxes, left in (
        ("Port", port, built.port, ship.port),
        ("Starboard", starboard, built.starboard, ship.starboard),
        ("Either side", f"{port} {starboard}".strip(), built.either, ship.either),
        ("Bow", "", built.bow, ship.bow),
    ):
        if all_boxes:
            yield LogRow(label, words, _line(all_boxes, left))
    yield LogRow("Hull", "", _line(built.hull, ship.hull), group=(built.hull + 1) // 2)


def _line(built: int, left: int) -> tuple[LogBox, ...]:
    return tuple(LogBox(crossed=place < built - left) for place in range(built))


def _rest(state: MarginState, ship: Ship) -> Iterator[LogRow]:
    """What only some ships on the table have."""
    if ship.card.mortars:
        yield LogRow("Mortars", str(ship.card.mortars))
    if ship.boats_out:
        yield LogRow("Boats away", str(ship.boats_out))
    aboard = aboard_of(state, ship)
    if aboard:
        yield LogRow("Troops", ", ".join(aboard))


def aboard_of(state: MarginState, ship: Ship) -> list[str]:
    """The troops that a ship carries, with their figures, those in her boats left out."""
    afloat = {boats.troops for boats in state.boats if not boats.gone}
    return [
        f"{unit.name} {unit.figures}"
        for unit in state.units
        if unit.ship == ship.n and unit.gone == "afloat" and unit.n not in afloat
    ]


@clause("APM.campaign.victualling", "APM.campaign.water", "APM.campaign.towing")
def _stores(rules: Any, state: MarginState, ship: Ship) -> Iterator[LogRow]:
    """To what date her stores last, her days in port, and who has her in tow."""
    data: CampaignData = rules.scenario.campaign
    chart = state.chart
    assert isinstance(chart, Chart)
    log = chart.logs[ship.n]
    for label, day in (("Water", log.water), ("Provisions", log.provisions)):
        yield LogRow(label, f"to {(data.first_day + timedelta(days=day)).isoformat()}")
    if log.port_days:
        yield LogRow("In port", counted(log.port_days, "day"))
    if log.harbour_days:
        yield LogRow("Watering", counted(log.harbour_days, "day"))
    if log.tow >= 0:
        yield LogRow("In tow of", state.ships[log.tow].card.name)
    if ship.aground:
        yield LogRow("State", "aground")
