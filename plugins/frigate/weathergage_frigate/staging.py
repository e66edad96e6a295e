"""Staging a battle that belongs to no ruleset: counters by nation and rating, hexes of 200 metres.

Lines are laid along the row of hexes nearest to their own, since a ship in formation follows the
hex before her; whatever that moves is among the guesses.
"""

from __future__ import annotations

import math
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from weathergage import (
    HEADINGS,
    STEP,
    Battle,
    Chart,
    Notes,
    Sections,
    ShipType,
    Staged,
    Vessel,
    clause,
    head_of,
    hex_at,
    hexes_within,
    in_turns,
    load_ships,
    load_tables,
    nearest_direction,
    needs_era,
    point_name,
)
from weathergage_frigate.scenarios import SHEET, SHIPS, FrigateScenario
from weathergage_frigate.state import FORCES

ACROSS = 218.7
"""Yards from the middle of a hex to that of the next: 200 metres ("3.5")."""

MINUTES = 8.889
"""Minutes of a turn: 8 minutes 53 seconds ("3.5")."""

DEGREES = tuple(60.0 * heading for heading in range(6))

# "3.1" Six sections, three beside one another in two rows.
COLUMNS, ROWS = 3, 2
MAP = (
    COLUMNS * SHEET.width * ACROSS * math.sqrt(3) / 2,
    ROWS * SHEET.height * ACROSS,
)
"""Width and height of the map in yards."""

MAP_ACROSS = COLUMNS * SHEET.width + ROWS * SHEET.height
"""Hexes between any two of the map, at the most."""

MARGIN = 4 * ACROSS
"""Yards of sea that ships have around them at the least."""

ROW_SLANT = 15.0
"""Degrees that a line may be turned through to lie along a row of hexes."""

MIXES = {
    "british": "B",
    "french": "A",
    "italian": "A",
    "spanish": "A",
    "dutch": "C",
    "american": "D",
    "danish": "C",
}
NATIONS = {"american": "us", "danish": "dutch"}
"""What the book calls a nation, or which of its own stands in."""

GUNNERY = {"elite": 1, "crack": 1, "average": 2, "green": 3, "poor": 3}
EFFICIENCY = {
    "elite": "high",
    "crack": "high",
    "average": "moderate",
    "green": "low",
    "poor": "low",
}

BEARS = {"elite": 1.5, "crack": 1.5, "average": 1.25, "green": 1.0, "poor": 1.0}
"""Preservation Points a ship that a fleet bears. The book's fleets lie between 0.8 and 2.2."""

WINDS = {
    "calm": "calm",
    "light air": "light",
    "light breeze": "light",
    "gentle breeze": "moderate",
    "moderate breeze": "moderate",
}
"""The book's words for Beaufort's; whatever blows harder is fresh."""

CLASSES = {
    "three-decker": ("ship-of-the-line",),
    "two-decker": ("ship-of-the-line",),
    "frigate": ("frigate",),
    "corvette": ("sloop", "corvette", "frigate"),
    "cutter": ("sloop", "corvette", "frigate"),
    "gunboat": ("sloop", "corvette", "frigate"),
    "merchantman": ("merchantman",),
}
"""The silhouettes among which a kind's counter is looked for."""

AWAY = 6
"""Points for a ship brought away, less one for each hit on her, as in 16.1."""


@clause("13.0-general", "3.5")
def stage(battle: Battle) -> Staged:
    """A battle as a scenario of Frigate. Raises Contradiction for one of galleys."""
    needs_era(battle, "sail", "Frigate")
    notes = Notes(battle)
    layout, chart = _map(battle, notes)
    duel = len(battle.vessels) == len(battle.sides)
    land = any("#" in row for row in layout)
    places = _places(battle, chart, _sections(layout), notes)
    if duel:
        notes.guess(
            "One ship against one is won by disabling her, and nobody surrenders, as in 14.1."
        )
    data = {
        **head_of(battle, in_turns(battle.minutes, MINUTES)),
        "suspended": ["9.0", "10.0"] if duel else [],
        "wind": _wind(battle, notes),
        "map": {"layout": layout, "fixed": list("ABCDEF") if land else []}
        | ({"aground": "six-points", "blocks_fire": True} if land else {}),
        "victory": {"kind": "disable"} if duel else _victory(battle, notes),
        "sides": [_side(battle, side, layout, places, notes, duel) for side in battle.sides],
    }
    _losses(battle, notes)
    return notes.staged(FrigateScenario.model_validate(data))


# The map


@clause("3.1", "13.0-map")
def _map(battle: Battle, notes: Notes) -> tuple[list[str], Chart]:
    """The layout of the sections, and where the battle lies on them.

    A coast that has all ships on one side of it becomes land along that edge of the map, drawn
    straight at its point nearest to the ships.
    """
    chart = Chart.around(battle, yards=1.0, margin=MARGIN, least=MAP, most=MAP)
    if chart.shrunk < 1:
        notes.guess(
            f"The map is {MAP[0]:.0f} by {MAP[1]:.0f} yards: all gaps are drawn together to "
            f"{chart.shrunk:.0%} of what they were."
        )
    layout = ["A B C", "D E F"]
    for ground in battle.ground:
        edge = "" if ground.kind == "shoal" or "#" in "".join(layout) else _coast(battle, ground)
        if not edge:
            notes.lose(
                f"{ground.name} is left out: land is whole sections of the map, and there are no "
                "shoals."
            )
            continue
        notes.guess(f"{ground.name} is land along the {_EDGES[edge]} edge, with a straight coast.")
        layout = _with_land(layout, edge)
        chart = _moved(chart, battle, ground, edge)
    return layout, chart


_EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def _coast(battle: Battle, ground: Any) -> str:
    """The edge of the map that a coast takes up: all ships lie to one side of it and none beyond
    its ends; "" where there is none such, and of two the one along which it is longer.
    """
    xs, ys = [vessel.x for vessel in battle.vessels], [vessel.y for vessel in battle.vessels]
    east, north = [x for x, _ in ground.outline], [y for _, y in ground.outline]
    beside = min(north) <= min(ys) and max(ys) <= max(north)
    abreast = min(east) <= min(xs) and max(xs) <= max(east)
    tall, long = max(north) - min(north), max(east) - min(east)
    lengths = {
        "W": tall if beside and max(east) < min(xs) else 0,
        "E": tall if beside and min(east) > max(xs) else 0,
        "S": long if abreast and max(north) < min(ys) else 0,
        "N": long if abreast and min(north) > max(ys) else 0,
    }
    edge = max(lengths, key=lambda edge: lengths[edge])
    return edge if lengths[edge] else ""


def _with_land(layout: Sequence[str], edge: str) -> list[str]:
    if edge == "W":
        return [f"# {row}" for row in layout]
    if edge == "E":
        return [f"{row} #" for row in layout]
    return ["# # #", *layout] if edge == "N" else [*layout, "# # #"]


def _moved(chart: Chart, battle: Battle, ground: Any, edge: str) -> Chart:
    """The chart with an edge of its sea on a coast, where that comes nearest abreast of ships."""
    # Drawn in only here: a battle on the open sea is staged without it.
    from shapely import Polygon, box

    xs, ys = [vessel.x for vessel in battle.vessels], [vessel.y for vessel in battle.vessels]
    far = max(MAP) * 10
    along = (min(xs), -far, max(xs), far) if edge in "NS" else (-far, min(ys), far, max(ys))
    left, low, right, high = Polygon(ground.outline).intersection(box(*along)).bounds
    west, north = chart.west, chart.north
    if edge == "W":
        west = right
    elif edge == "E":
        west = left - chart.width * chart.yards
    elif edge == "S":
        north = high + chart.height * chart.yards
    else:
        north = low
    return Chart(chart.yards, west, north, chart.width, chart.height, chart.shrunk)


# Places


@clause("13.0-deployment")
def _places(battle: Battle, chart: Chart, sections: Sections, notes: Notes) -> dict[str, int]:
    """Each ship's place by her name, one ship to a hex of the sea."""
    found: dict[str, int] = {}
    lines: dict[int, list[Vessel]] = {}
    for vessel in battle.vessels:
        lines.setdefault(vessel.line, []).append(vessel)
    for line, vessels in sorted(lines.items(), reverse=True):
        row = _row(vessels) if line >= 0 and len(vessels) > 1 else None
        for vessel, place in zip(vessels, _laid(chart, vessels, row, notes), strict=True):
            free = _free(place, sections, set(found.values()))
            if free != place:
                notes.guess(f"{vessel.name}'s hex is taken or land; she lies in the next free one.")
            found[vessel.name] = free
    return {vessel.name: found[vessel.name] for vessel in battle.vessels}


def _row(vessels: Sequence[Vessel]) -> int | None:
    """The heading along which a line is laid, from its first ship to its last; None where it is
    too far off every row.
    """
    first, last = vessels[0], vessels[-1]
    bearing = math.degrees(math.atan2(last.x - first.x, last.y - first.y)) % 360
    row = nearest_direction(bearing, DEGREES)
    off = abs((row - bearing + 180) % 360 - 180)
    return DEGREES.index(row) if off <= ROW_SLANT + 1e-6 else None


def _laid(chart: Chart, vessels: Sequence[Vessel], row: int | None, notes: Notes) -> list[int]:
    """The places of a line's ships: each in her own hex, or along a row from the middle ship."""
    if row is None:
        return [_hex(chart, vessel) for vessel in vessels]
    middle = len(vessels) // 2
    gap = math.dist(_at(vessels[0]), _at(vessels[1])) * chart.shrunk
    steps = max(1, round(gap / ACROSS))
    if abs(steps * ACROSS - gap) >= 1:
        notes.guess(
            f"{gap:.0f} yards from ship to ship are {steps * ACROSS:.0f}: ships of a line lie "
            f"{'a hex' if steps == 1 else f'{steps} hexes'} apart, one behind the other."
        )
    start = _hex(chart, vessels[middle])
    return [start + (n - middle) * steps * STEP[row] for n in range(len(vessels))]


def _at(vessel: Vessel) -> tuple[float, float]:
    return vessel.x, vessel.y


def _hex(chart: Chart, vessel: Vessel) -> int:
    x, y = chart.at(vessel.x, vessel.y)
    # The map's corner is half a hex from the middle of its first.
    half = ACROSS / 2
    return hex_at(x - half, y - half, ACROSS) + SHEET.numbering.place(1, 1)


def _free(place: int, sections: Sections, taken: set[int]) -> int:
    """The nearest hex on a section that no ship has."""
    return next(
        near
        for distance in range(MAP_ACROSS)
        for near in hexes_within(place, distance)
        if near not in taken and sections.section_at(near) is not None
    )


# The fleets


def _side(
    battle: Battle,
    side: Any,
    layout: Sequence[str],
    places: dict[str, int],
    notes: Notes,
    duel: bool,
) -> dict[str, Any]:
    vessels = battle.of(side.id)
    crew = Tally(vessel.crew for vessel in vessels).most_common(1)[0][0]
    if any(vessel.crew != crew for vessel in vessels):
        notes.lose(f"A fleet has one rating: all crews of the {side.name} are {crew}.")
    mix = MIXES.get(side.nation, "A")
    if side.nation not in MIXES:
        notes.guess(f"No mix is of the {side.name}; they have mix {mix}.")
    entries = list(_entries(vessels, mix, notes))
    level = None if duel else max(3, round(len(vessels) * BEARS[crew]))
    if level is not None:
        notes.guess(
            f"The {side.name} bear {level} Preservation Points: {BEARS[crew]:g} for each ship with "
            f"{crew} crews, about the middle of the book's fleets."
        )
    fleet = {
        "id": side.id,
        "name": side.name,
        "nation": _nation(side, vessels),
        "mix": mix,
        "efficiency": EFFICIENCY[crew],
        "gunnery": GUNNERY[crew],
        "preservation": level,
        "status": "reconstructed",
        "why": f"By the battle's word for the crews: {crew}.",
        "forces": list(_forces(entries)),
        "groups": list(_groups(battle, vessels, entries, layout, places, notes)),
    }
    return {"id": side.id, "name": side.name, "fleets": [fleet]}


def _nation(side: Any, vessels: Sequence[Vessel]) -> str:
    """The book's word for a nation; it has two for the French with their allies."""
    nations = {vessel.nation for vessel in vessels}
    for ally in ("italian", "spanish"):
        if {"french", ally} <= nations:
            return f"franco-{ally}"
    nation = NATIONS.get(side.nation, side.nation)
    return nation if side.nation in MIXES else "french"


@clause("13.0-forces", "3.23")
def _entries(vessels: Sequence[Vessel], mix: str, notes: Notes) -> Iterator[dict[str, Any]]:
    """Each ship's counter and flag: the side's first flag is the fleet's."""
    flags = 0
    for vessel in vessels:
        type = likeness(vessel, mix)
        if type.ratings["rating"] != vessel.guns:
            notes.guess(f"{vessel.name}, rated {vessel.guns}, has counter {type.id}.")
        flags += vessel.flag
        yield {
            "type": type.id,
            "name": vessel.name,
            "flag": ("FF" if flags == 1 else "F") if vessel.flag else "",
            "status": vessel.sources["place"].status,
            "why": vessel.sources["place"].source,
        }


@clause("3.23")
def likeness(vessel: Vessel, mix: str) -> ShipType:
    """The counter that stands for a ship: of her silhouette, from her mix if it has one, of the
    nearest rating, and of two as near the larger.
    """
    types = load_ships(SHIPS).values()
    classes = CLASSES[vessel.kind]
    fit = [type for type in types if type.ratings["class"] in classes]
    own = [type for type in fit if type.id.startswith(f"{mix}-")]

    def unlike(type: ShipType) -> tuple[int, int]:
        rating = int(str(type.ratings["rating"]))
        return abs(rating - vessel.guns), -rating

    return min(own or fit, key=unlike)


def _forces(entries: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    counts: dict[str, list[str]] = {}
    for entry in entries:
        counts.setdefault(entry["type"], []).append(entry["flag"])
    for type, flags in counts.items():
        yield {"type": type, "count": len(flags), "flags": [flag for flag in flags if flag]}


@clause("13.0-deployment")
def _groups(
    battle: Battle,
    vessels: Sequence[Vessel],
    entries: Sequence[dict[str, Any]],
    layout: Sequence[str],
    places: dict[str, int],
    notes: Notes,
) -> Iterator[dict[str, Any]]:
    """The ships by section, heading and speed, as a file has them."""
    sections = _sections(layout)
    groups: dict[tuple[str, str, int, bool], list[dict[str, Any]]] = {}
    for vessel, entry in zip(vessels, entries, strict=True):
        section, number = sections.label(places[vessel.name]).split(" ")
        degrees = nearest_direction(vessel.heading, DEGREES)
        if degrees != vessel.heading:
            notes.guess(
                f"Ships that head {point_name(vessel.heading)}, {vessel.heading:g} degrees, face "
                f"the hexside at {degrees:.0f}, called {HEADINGS[DEGREES.index(degrees)]}."
            )
        heading = HEADINGS[DEGREES.index(degrees)]
        speed = _speed(battle, vessel, degrees, entry["type"], notes)
        group = groups.setdefault((section, heading, speed, vessel.anchored), [])
        group.append(entry | {"hex": number})
    for (section, heading, speed, anchored), ships in groups.items():
        yield {
            "section": section,
            "heading": heading,
            "speed": speed,
            "anchored": anchored,
            "status": "reconstructed",
            "why": "By the battle's yards, to the nearest hex.",
            "ships": ships,
        }


def _sections(layout: Sequence[str]) -> Sections:
    cells = {
        name: (x, y)
        for y, row in enumerate(layout)
        for x, name in enumerate(row.split())
        if name != "#"
    }
    corner = cells["A"]
    # Counted from A, as the places are.
    return Sections(SHEET, {n: (x - corner[0], y - corner[1]) for n, (x, y) in cells.items()})


@clause("6.34", "6.31")
def _speed(battle: Battle, vessel: Vessel, heading: float, type: str, notes: Notes) -> int:
    """The speed at the start: what the wind allows, or half of it in fighting order."""
    if vessel.anchored or vessel.sail == "hove-to":
        return 0
    line = load_ships(SHIPS)[type].ratings["class"] == "ship-of-the-line"
    schedule = load_tables(SHIPS.parent / "tables")["maneuver"]
    force = next(word for word in FORCES if word.lower() == _force(battle))
    most = int(str(schedule.look_up(force, "ship-of-the-line" if line else "frigate")))
    off = abs((_from(battle) - heading + 180) % 360 - 180)
    if off <= 60:
        most //= 2
    if vessel.sail == "battle":
        notes.guess("In fighting order ships start at half the speed that the wind allows.")
        most //= 2
    return max(1, most)


# The wind, the aims, and what is lost


def _from(battle: Battle) -> float:
    return nearest_direction(battle.wind.source, DEGREES)


def _force(battle: Battle) -> str:
    return WINDS.get(battle.wind.force, "fresh")


@clause("13.0-wind")
def _wind(battle: Battle, notes: Notes) -> dict[str, Any]:
    name = HEADINGS[DEGREES.index(_from(battle))]
    if _from(battle) != battle.wind.source:
        notes.guess(
            f"The wind blows across a hexside: from {_from(battle):.0f} degrees, called {name}, "
            f"and not {battle.wind.source:g}."
        )
    notes.guess(f"A {battle.wind.force} is the book's {_force(battle)} wind.")
    waters = "coastal" if battle.ground else "oceanic"
    return {"from": name, "force": _force(battle), "waters": waters}


@clause("13.0-victory")
def _victory(battle: Battle, notes: Notes) -> dict[str, Any]:
    exits: list[dict[str, Any]] = []
    for side in battle.sides:
        for aim in side.aims:
            if aim.what == "escape":
                exits.append(
                    {"side": side.id, "edges": [aim.edge], "points": AWAY, "less_per_hit": 1}
                )
                notes.guess(f"A ship that gets away is worth {AWAY} less her hits, as in 16.1.")
            elif aim.what == "keep":
                notes.lose(
                    f"That the {side.name} have only to keep their ships: points are for damage "
                    "and prizes on both sides alike."
                )
    return {"kind": "points", "exits": exits}


def _losses(battle: Battle, notes: Notes) -> None:
    notes.lose("Guns by weight and carronades: a counter has one strength at each range.")
    if any(side.batteries for side in battle.sides):
        notes.lose("There are no shore batteries.")
