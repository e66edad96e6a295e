"""What the table or the chart looks like: neutral marks for the drawing of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from weathergage import (
    ArcMark,
    FreeBoard,
    FreePose,
    FreeTable,
    LengthClass,
    Picture,
    RegionMark,
    ShipMark,
    ShipState,
    WindMark,
    clause,
    point_name,
)
from weathergage_as_per_margin.campaign.known import chart_table, squadron_marks
from weathergage_as_per_margin.clock import time_of
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.landing.ground import outline_of
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.sheet import aboard_of, sheets
from weathergage_as_per_margin.state import Battery, Boats, MarginState, Ship, Unit

RANGES = (8.0, 16.0, 24.0)
"""The rings of a gun arc: "APM.fire.ranges"."""

LENGTH: dict[int, LengthClass] = {
    1: "line",
    2: "line",
    3: "line",
    4: "line",
    5: "cruiser",
    6: "cruiser",
    7: "small",
}


@clause("APM.measuring", "APM.scale.distance")
def picture(rules: Any, state: MarginState) -> Picture:
    """The table with all that stands on it, to scale; or the chart with its squadrons."""
    on_chart = state.scale != "table" and state.chart is not None
    return Picture.of(
        rules,
        state,
        chart_table(rules, state) if on_chart else _table(rules, board_of(rules)),
        squadron_marks(rules, state) if on_chart else list(_marks(state)),
        WindMark(state.wind, point_name(state.wind), _force(state)),
        scale="" if on_chart else "1 inch = 100 feet",
        notes=[*_gone(state), *_fixed(state)],
        logs=sheets(rules, state),
    )


def _force(state: MarginState) -> str:
    """The three distances of the turn, and how far one sees by night."""
    if not state.lower:
        return ""
    if state.chart is not None and state.scale != "table":
        total = state.chart.total
        return f"{total} / {min(state.higher, total)} / {min(state.lower, total)} intervals"
    told = f"{state.total} / {state.higher} / {state.lower} in"
    return f"{told}, sight {state.sight} in" if state.sight else told


def _table(rules: Any, board: FreeBoard) -> FreeTable:
    charted = {entry.name: entry.charted for entry in rules.scenario.table.regions}
    return FreeTable(
        board.width,
        board.height,
        [
            RegionMark(
                region.name,
                region.kind,
                tuple((x / 1000, y / 1000) for x, y in region.corners),
                counted(region.depth, "fathom")
                if region.depth is not None and charted.get(region.name, True)
                else "",
            )
            for region in board.regions
        ],
    )


def _marks(state: MarginState) -> Iterator[ShipMark]:
    yield from (_battery(battery) for battery in state.batteries)
    yield from (_ship(state, ship) for ship in state.ships if not ship.gone)
    yield from (_boats(boats) for boats in state.boats if not boats.gone)
    yield from (_unit(unit) for unit in state.units if not unit.gone)


def _ship(state: MarginState, ship: Ship) -> ShipMark:
    card = ship.card
    first, *more = _conditions(ship)
    return ShipMark(
        id=card.id,
        label=card.name,
        name=card.name,
        side=ship.side,
        heading_degrees=ship.pose.degrees,
        length_class="merchant" if card.kind in ("merchant", "transport") else LENGTH[card.rate],
        speed=round(sum(a.distance(b) for a, b in pairwise(ship.track)), 1),
        damage=_damage(ship),
        damage_share=_share(ship),
        flag="F" if card.flag else "",
        state=first,
        also=tuple(more),
        note=", ".join(part for part in (_letters(ship), *aboard_of(state, ship)) if part),
        at=ship.pose.inches,
        outline=ship.stand.corners,
        arcs=tuple(_arcs(ship)),
        path=tuple(pose.inches for pose in ship.track),
    )


def _conditions(ship: Ship) -> list[ShipState]:
    """All that is the matter with her, the weightiest first; "" for nothing."""
    cables: ShipState = "moored" if ship.moored else "anchored" if ship.bow_cable else ""
    if ship.stern_cable and not ship.bow_cable:
        cables = "anchored aft"
    flag: ShipState = "struck" if ship.struck else ""
    if ship.side != ship.card.side and not ship.struck:
        flag = "prize"
    found: list[ShipState] = [
        flag,
        "locked" if ship.locked else "",
        "aground" if ship.aground else "",
        "dismasted" if ship.masts == "dismasted" else "",
        cables,
    ]
    return [state for state in found if state] or [""]


@clause("APM.ships.record")
def _letters(ship: Ship) -> str:
    """The letters that are still open, as on the fleet's sheet."""
    open_letters = [letter for letter, held in (("P", ship.p), ("S", ship.s)) if held]
    return " ".join(open_letters)


def _damage(ship: Ship) -> str:
    """Boxes lost of each kind: M2 G1 H3."""
    built = ship.card.boxes
    lost = (
        ("M", built.upper + built.lower - ship.mast_boxes),
        ("G", built.guns - ship.guns),
        ("H", built.hull - ship.hull),
    )
    return " ".join(f"{letter}{count}" for letter, count in lost if count)


def _share(ship: Ship) -> float:
    built = ship.card.boxes
    whole = built.upper + built.lower + built.guns + built.hull
    return 1 - ship.boxes / whole if whole else 0.0


def _arcs(ship: Ship) -> Iterator[ArcMark]:
    """A sector for each broadside that has guns."""
    heading = ship.pose.degrees
    for name, middle, boxes in (
        ("port", 270, ship.port + ship.either),
        ("starboard", 90, ship.starboard + ship.either),
        ("bow", 0, ship.bow),
    ):
        if boxes:
            yield _arc(name, ship.pose, heading + middle, 45)


def _arc(name: str, pose: FreePose, middle: float, half: float) -> ArcMark:
    return ArcMark(name, pose.inches, (middle - half) % 360, (middle + half) % 360, RANGES)


def _battery(battery: Battery) -> ShipMark:
    facing = battery.pose.degrees
    return ShipMark(
        id=battery.id,
        label=battery.name,
        name=battery.name,
        side=battery.side,
        kind="battery",
        heading_degrees=facing,
        damage=f"G{battery.built - battery.boxes}" if battery.boxes < battery.built else "",
        damage_share=1 - battery.boxes / battery.built,
        note=_quiet(battery),
        at=battery.pose.inches,
        outline=battery.stand.corners,
        arcs=(_arc("guns", battery.pose, facing, battery.arc),) if battery.fights else (),
        size=counted(battery.boxes, "gun box", "gun boxes"),
    )


def _quiet(battery: Battery) -> str:
    if battery.spiked or not battery.boxes:
        return "silenced"
    return "silent" if battery.silent else "red-hot shot" if battery.red_hot else ""


def _boats(boats: Boats) -> ShipMark:
    return ShipMark(
        id=boats.id,
        label=boats.id,
        name=boats.id,
        side=boats.side,
        kind="boats",
        heading_degrees=boats.pose.degrees,
        length_class="small",
        note="guard" if boats.guard else "",
        at=boats.pose.inches,
        outline=boats.stand.corners,
        size=counted(boats.count, "boat"),
    )


def _unit(unit: Unit) -> ShipMark:
    words = [unit.arm, "formed" if unit.formed else "skirmishing" if unit.skirmishing else ""]
    words.append("" if unit.order == "good" else unit.order)
    return ShipMark(
        id=unit.id,
        label=unit.name,
        name=unit.name,
        side=unit.side,
        kind="unit",
        heading_degrees=unit.pose.degrees,
        note=" ".join(word for word in words if word),
        at=unit.pose.inches,
        outline=outline_of(unit),
        size=counted(unit.figures, "figure"),
    )


def _gone(state: MarginState) -> list[str]:
    """What is no longer on the table, by what became of it."""
    gone: dict[str, list[str]] = {}
    for ship in state.ships:
        if ship.gone and ship.gone not in ("elsewhere", "unseen"):
            gone.setdefault(ship.gone, []).append(ship.card.name)
    for unit in state.units:
        if unit.gone and unit.gone not in ("afloat", "unseen"):
            gone.setdefault(unit.gone, []).append(unit.name)
    return [f"{why.capitalize()}: {', '.join(names)}" for why, names in sorted(gone.items())]


def _fixed(state: MarginState) -> list[str]:
    """What the clock shows."""
    return [time_of(state)]
