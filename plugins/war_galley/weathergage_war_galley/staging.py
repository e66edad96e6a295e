"""Staging a battle that belongs to no ruleset: counters by kind, crew and marines, 80-yard hexes.

A galley's arms are read as words with commas between them: "80 marines", and any of "towers",
"engines", "corvus", "harpax", "flame" and "firepots".
"""

from __future__ import annotations

import math
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from weathergage import (
    HEADINGS,
    Battle,
    Chart,
    Contradiction,
    Notes,
    ShipType,
    Staged,
    Vessel,
    clause,
    head_of,
    hex_at,
    hexes_within,
    in_turns,
    nearest_direction,
    needs_era,
    point_name,
)
from weathergage_war_galley.layout import Pose, written
from weathergage_war_galley.parts import Colour, size_of
from weathergage_war_galley.scales import SCALES
from weathergage_war_galley.scenarios import WarGalleyScenario, counters
from weathergage_war_galley.sheet import (
    FIRST_COLUMN,
    LAST_COLUMN,
    LAST_ROW,
    NUMBERS,
    Edge,
    Join,
    Sheet,
)

DEGREES: Final = tuple(60.0 * heading for heading in range(6))

COLUMN: Final = math.sqrt(3) / 2
"""Hexes from the middle of a column to that of the next."""

WIDE, HIGH = (LAST_COLUMN - FIRST_COLUMN) * COLUMN, float(LAST_ROW)
"""Hexes across a sheet, from the middles of its outermost ones."""

SIZES: Final[dict[Join, tuple[float, float]]] = {
    "": (WIDE, HIGH),
    "long": (WIDE, 2 * HIGH),
    "short": (2 * WIDE, HIGH),
}
"""How large the map is with one sheet and with two, in hexes."""

MARGIN: Final = 3.0
"""Hexes of sea around the galleys, at the least."""

ROWS: Final = tuple(30.0 * n for n in range(12))
"""Degrees in which rows of hexes run: straight, and between them in and out."""

CLOSE: Final = 1.05
"""How many times its gap a line may need before the battle is drawn apart."""

SLACK: Final = 1.0
"""Degrees or yards that are not worth a word."""

HAIR: Final = 1e-3

# "4.1" The book has no penteconters and no nines.
TYPES: Final[dict[str, str]] = {
    "penteconter": "L",
    "liburnian": "L2",
    "trireme": "3",
    "quadrireme": "4",
    "quinquereme": "5",
    "hexareme": "6",
    "septireme": "7",
    "octeres": "8",
    "enneres": "8",
    "deceres": "10",
}

ROOFED: Final = -350
"""The year from which a trireme is a cataphracted one ("4.1-cataphract")."""

CREWS: Final = {"elite": 4, "crack": 3, "average": 2, "green": 1, "poor": 1}

MEN: Final = 25
"""Marines to a point of Manpower, a house figure: the book's quinqueremes have 1 to 5 points, and
forty to a hundred and twenty marines are told of theirs.
"""

GEAR: Final = ("towers", "engines", "corvus", "harpax", "flame", "firepots")

INITIATIVE: Final = 2
ADMIRAL_RANGE, LEADER_RANGE = 5, 4
"""What most of the book's Admirals and Squadron Commanders are rated here."""

SHARE: Final = 0.36
"""The part of the enemy's Ram Defense that wins: the mean of the book's scenarios."""

COLOURS: Final[tuple[Colour, Colour]] = ("red", "green")

EDGES: Final[dict[str, Edge]] = {"N": "00", "S": "28", "E": "60", "W": "10"}


class Arms(NamedTuple):
    """What a galley carries beside her oars: marines, -1 where nobody says, and gear."""

    marines: int
    gear: tuple[str, ...]


class Placed(NamedTuple):
    """A vessel of the battle as a counter: its type and number, and its pose on the map."""

    vessel: Vessel
    type: str
    number: int
    arms: Arms
    pose: Pose


@clause("2.0", "4.0", "10.0")
def stage(battle: Battle) -> Staged:
    """A battle as a scenario of War Galley. Raises Contradiction for one under sail, and for arms
    that no galley has.
    """
    needs_era(battle, "galleys", "War Galley")
    notes = Notes(battle)
    join, chart = _chart(battle, notes)
    sheet = Sheet(join, _land(battle, chart, Sheet(join), notes))
    galleys = _placed(battle, chart, sheet, notes)
    data = {
        **head_of(battle, in_turns(battle.minutes, SCALES.minutes)),
        "map": _map(battle, sheet),
        "wind": _wind(battle, notes),
        "victory": _victory(battle, galleys, notes),
        "sides": [
            _side(side, colour, [g for g in galleys if g.vessel.side == side.id], sheet, notes)
            for side, colour in zip(battle.sides, COLOURS, strict=True)
        ],
    }
    _remarks(battle, galleys, notes)
    return notes.staged(WarGalleyScenario.model_validate(data))


# The map


@clause("2.2", "4.0")
def _chart(battle: Battle, notes: Notes) -> tuple[Join, Chart]:
    """The sheets that the battle needs, and where it lies on them, in hexes.

    Where lines are closer than counters allow, all gaps are drawn apart alike.
    """
    spread = max(_crowding(battle, line) for line in _lines(battle))
    if spread > CLOSE:
        notes.guess(
            f"A galley takes up a hex of {SCALES.yards:g} yards or two: all gaps are drawn apart "
            f"to {spread:.0%} of what they were."
        )
    yards = SCALES.yards / (spread if spread > CLOSE else 1.0)
    charts = {
        join: Chart.around(battle, yards=yards, margin=MARGIN, least=size, most=size)
        for join, size in SIZES.items()
    }
    join = max(charts, key=lambda join: charts[join].shrunk)
    chart = charts[join]
    if chart.shrunk < 1:
        notes.guess(
            f"Two sheets are too small: all gaps are drawn together to {chart.shrunk:.0%} of that."
        )
    return join, chart


def _lines(battle: Battle) -> list[list[Vessel]]:
    """The vessels of each line, and each that lies by herself."""
    lines: dict[int, list[Vessel]] = {}
    for vessel in battle.vessels:
        if vessel.line >= 0:
            lines.setdefault(vessel.line, []).append(vessel)
    return [*lines.values(), *([vessel] for vessel in battle.vessels if vessel.line < 0)]


def _crowding(battle: Battle, line: Sequence[Vessel]) -> float:
    """How many times the gap between its first two vessels a line needs."""
    if len(line) < 2:
        return 0.0
    one, two = line[:2]
    return _room(battle, line) * SCALES.yards / math.hypot(two.x - one.x, two.y - one.y)


@clause("2.1-size")
def _room(battle: Battle, line: Sequence[Vessel]) -> float:
    """Hexes that each galley of a line takes up along it."""
    if _is_abreast(line):
        return COLUMN
    return float(max(size_of(_type(battle, vessel)) for vessel in line))


def _is_abreast(line: Sequence[Vessel]) -> bool:
    """Whether a line lies across its heading rather than along it."""
    one, two = line[0], line[-1]
    bearing = math.atan2(two.x - one.x, two.y - one.y)
    return abs(math.sin(bearing - math.radians(one.heading))) > math.sqrt(0.5)


@clause("2.2")
def _land(battle: Battle, chart: Chart, sheet: Sheet, notes: Notes) -> frozenset[int]:
    """The hexes whose middles are land."""
    found: set[int] = set()
    for ground in battle.ground:
        if ground.kind == "shoal":
            notes.lose(f"{ground.name} is left out: there are no shoals.")
        else:
            notes.guess("A hex is land where its middle is.")
            found.update(_covered(chart.outlines(ground.outline), sheet))
    return frozenset(found)


def _covered(outlines: Sequence[Sequence[tuple[float, float]]], sheet: Sheet) -> Iterator[int]:
    """The hexes whose middles are within some outlines."""
    # Drawn in only here: a battle on the open sea is staged without it.
    from shapely import Point, Polygon

    for shape in map(Polygon, outlines):
        for place in sheet.hexes:
            if shape.covers(Point(*_middle(place))):
                yield place


def _map(battle: Battle, sheet: Sheet) -> dict[str, Any]:
    if not sheet.land:
        return {"join": sheet.join}
    source = battle.sources["ground"]
    land = [sheet.label(place) for place in sorted(sheet.land)]
    return {"join": sheet.join, "land": land, "status": source.status, "why": source.source}


# Places


@clause("4.2", "4.2-double")
def _placed(battle: Battle, chart: Chart, sheet: Sheet, notes: Notes) -> list[Placed]:
    """Every vessel as a counter on the map, in the battle's order; no hex is used twice."""
    taken: set[int] = set()
    poses: dict[str, Pose] = {}
    for line in _lines(battle):
        for vessel, bow in zip(line, _bows(battle, chart, line, notes), strict=True):
            size = size_of(_type(battle, vessel))
            pose = _free(Pose(bow, _heading(vessel, notes)), size, sheet, taken)
            if pose.bow != bow:
                notes.guess(f"{vessel.name}'s hexes were taken; she lies in the nearest free ones.")
            taken.update(pose.hexes(size))
            poses[vessel.name] = pose
    numbers: Tally[tuple[str, str]] = Tally()
    found = []
    for vessel in battle.vessels:
        type = _type(battle, vessel)
        numbers[vessel.side, type] += 1
        number = numbers[vessel.side, type]
        found.append(Placed(vessel, type, number, arms_of(vessel), poses[vessel.name]))
    return found


def _heading(vessel: Vessel, notes: Notes) -> int:
    degrees = nearest_direction(vessel.heading, DEGREES)
    heading = DEGREES.index(degrees)
    if degrees != vessel.heading % 360:
        notes.guess(
            f"Galleys that head {point_name(vessel.heading)} point at the hexside called "
            f"{HEADINGS[heading]}."
        )
    return heading


def _bows(battle: Battle, chart: Chart, line: Sequence[Vessel], notes: Notes) -> list[int]:
    """The hexes of the bows of a line: the middle galley's own, and from there in even steps along
    the nearest of twelve directions, in which rows of hexes run straight or in and out.
    """
    middle = len(line) // 2
    anchor = _bow(chart, line[middle], size_of(_type(battle, line[middle])))
    if len(line) == 1:
        return [anchor]
    one, last = line[0], line[-1]
    bearing = math.degrees(math.atan2(last.x - one.x, last.y - one.y)) % 360
    # By the heading, so that whoever follows in another's wake still does.
    turned = nearest_direction(one.heading, DEGREES) - one.heading
    along = nearest_direction(bearing + turned, ROWS)
    if abs((along - bearing + 180) % 360 - 180) > SLACK:
        notes.guess(f"A line that lies along {bearing:.0f} degrees lies along {along:.0f}.")
    pitch = 1.0 if along in DEGREES else COLUMN
    gap = math.hypot(line[1].x - one.x, line[1].y - one.y) / chart.yards
    least = math.ceil(round(_room(battle, line) / pitch, 6))
    step = max(least, round(gap / pitch)) * pitch
    if abs(step - gap) > SLACK / SCALES.yards:
        notes.guess(
            f"{gap * chart.yards:.0f} yards from galley to galley are "
            f"{step * SCALES.yards:.0f} on the map."
        )
    x, y = _middle(anchor)
    east, south = math.sin(math.radians(along)), -math.cos(math.radians(along))
    return [
        _hex((x + (n - middle) * step * east, y + (n - middle) * step * south))
        for n in range(len(line))
    ]


def _bow(chart: Chart, vessel: Vessel, size: int) -> int:
    """The hex of a vessel's bow, where her middle is where bow and stern meet."""
    x, y = chart.at(vessel.x, vessel.y)
    heading = math.radians(nearest_direction(vessel.heading, DEGREES))
    ahead = (size - 1) / 2
    return _hex((x + ahead * math.sin(heading), y - ahead * math.cos(heading)))


def _hex(at: tuple[float, float]) -> int:
    # A hair south and east, so that places between two hexes all fall to the same one.
    return hex_at(at[0] + HAIR, at[1] + HAIR, 1.0) + NUMBERS.place(FIRST_COLUMN, 0)


def _middle(place: int) -> tuple[float, float]:
    """The middle of a hex in hexes from the north-west corner: x east, y south."""
    column, row = NUMBERS.numbers(place)
    return (column - FIRST_COLUMN) * COLUMN, row + (column - FIRST_COLUMN) % 2 / 2


def _free(pose: Pose, size: int, sheet: Sheet, taken: set[int]) -> Pose:
    """A pose, or the nearest with its heading whose hexes are water and free."""
    bows = chain.from_iterable(hexes_within(pose.bow, far) for far in (0, 4, LAST_COLUMN))
    near = (Pose(bow, pose.heading) for bow in bows)
    return next(
        other
        for other in near
        if all(h in sheet.hexes and h not in sheet.land | taken for h in other.hexes(size))
    )


# The fleets


@clause("4.1", "4.1-cataphract")
def _type(battle: Battle, vessel: Vessel) -> str:
    """The book's type of a vessel; triremes are roofed from the middle of the fourth century."""
    type = TYPES[vessel.kind]
    roofed = not battle.date.startswith("-") or -int(battle.date.split("-")[1]) >= ROOFED
    return "cat3" if type == "3" and roofed else type


def arms_of(vessel: Vessel) -> Arms:
    """What a galley carries. Raises Contradiction for what no galley has."""
    marines, gear = -1, []
    for word in filter(None, (part.strip() for part in vessel.arms.split(","))):
        count, _, rest = word.partition(" ")
        if rest == "marines" and count.isdigit():
            marines = int(count)
        elif word in GEAR:
            gear.append(word)
        else:
            raise Contradiction(
                f"{vessel.name} has {word!r}, which War Galley gives to no galley: write "
                f'"80 marines" or some of {", ".join(GEAR)}'
            )
    return Arms(marines, tuple(gear))


@clause("2.1-crew", "2.1-manpower", "2.1-ram", "2.1-speed", "6.13-towers")
def ratings(type: str, crew: str, arms: Arms) -> dict[str, Any]:
    """A galley's ratings: those of the commonest counter of her type, of either colour, but for
    Crew by her crew, Manpower by her marines, and a Maximum a step lower with towers.
    """
    printed = _commonest(type).ratings
    cruise, most = (int(str(speed)) for speed in printed["speed"])  # type: ignore[union-attr]
    most += int(str(printed.get("towers", 0))) - ("towers" in arms.gear)
    manpower = int(str(printed["manpower"]))
    if arms.marines >= 0:
        manpower = max(1, round(arms.marines / MEN))
    return {
        "crew": CREWS[crew],
        "ram": tuple(int(str(ram)) for ram in printed["ram"]),  # type: ignore[union-attr]
        "defense": int(str(printed["defense"])),
        "manpower": manpower,
        "speed": (cruise, most),
        "anastrophe": bool(printed.get("anastrophe", 0)),
    } | {word: word in arms.gear for word in GEAR}


def _commonest(type: str) -> ShipType:
    own = [ship for ship in counters().values() if ship.ratings["type"] == type]
    return max(own, key=lambda ship: ship.quantity)


def _side(
    side: Any,
    colour: Colour,
    galleys: Sequence[Placed],
    sheet: Sheet,
    notes: Notes,
) -> dict[str, Any]:
    sails = any(galley.vessel.sail == "full" for galley in galleys)
    return {
        "id": side.id,
        "name": side.name,
        "colour": colour,
        "sails": "up" if sails else "none",
        "galleys": list(_entries(galleys)),
        "commanders": list(_commanders(side, galleys, sheet, notes)),
        "blocks": list(_blocks(galleys, sheet)),
    }


def _entries(galleys: Sequence[Placed]) -> Iterator[dict[str, Any]]:
    """An entry for each galley: what makes her ratings may differ from one to the next."""
    for galley in galleys:
        yield {
            "type": galley.type,
            "numbers": (galley.number, galley.number),
            "status": "reconstructed",
            **ratings(galley.type, galley.vessel.crew, galley.arms),
        }


@clause("4.2")
def _blocks(galleys: Sequence[Placed], sheet: Sheet) -> Iterator[dict[str, Any]]:
    """A block for each galley, where she lies."""
    for galley in galleys:
        code = f"{galley.type}/{galley.number}"
        place = galley.vessel.sources["place"]
        yield {
            "id": code,
            "galleys": (code,),
            "at": (written(sheet, galley.pose),),
            "anchored": galley.vessel.anchored,
            "status": place.status,
        }


@clause("5.11", "5.12", "2.1-commanders")
def _commanders(
    side: Any, galleys: Sequence[Placed], sheet: Sheet, notes: Notes
) -> Iterator[dict[str, Any]]:
    """A commander for each division: in the flagship, else in the first galley of a line astern
    and in the middle of a line abreast. The side's first flag, or its first division, has the
    Admiral.
    """
    divisions: dict[int, list[Placed]] = {}
    for galley in galleys:
        divisions.setdefault(_division_of(galley), []).append(galley)
    flags = [_division_of(galley) for galley in galleys if galley.vessel.flag]
    admiral = (flags or list(divisions))[0]
    for n, (key, own) in enumerate(divisions.items()):
        division = side.divisions[key]
        ship = _flagship(own)
        name = division.commander or f"Leader of the {division.name or f'division {n + 1}'}"
        leads = key == admiral
        yield {
            "id": f"{side.id}-{n + 1}",
            "name": name,
            "range": ADMIRAL_RANGE if leads else LEADER_RANGE,
            "initiative": INITIATIVE if leads else None,
            "at": sheet.label(ship.pose.bow),
            "ersatz": not division.commander,
            "status": "house",
            "why": "No battle's file rates a commander: the same for all.",
        }
    notes.guess(
        f"Admirals have Initiative {INITIATIVE} and Command Range {ADMIRAL_RANGE}, other "
        f"commanders Range {LEADER_RANGE}; each division has one, named or not."
    )


def _division_of(galley: Placed) -> int:
    """The place of a galley's division among those of her side, from where the file has her."""
    words = galley.vessel.key.split(".")
    return int(words[words.index("divisions") + 1])


def _flagship(galleys: Sequence[Placed]) -> Placed:
    flagged = [galley for galley in galleys if galley.vessel.flag]
    line = [galley.vessel for galley in galleys]
    middle = len(galleys) // 2 if len(galleys) > 1 and _is_abreast(line) else 0
    return (flagged or [galleys[middle]])[0]


# The wind, the aims, and what is lost


@clause("6.2", "6.21")
def _wind(battle: Battle, notes: Notes) -> dict[str, Any]:
    if battle.wind.force == "calm":
        return {"changes": "none"}
    to = (battle.wind.source + 180) % 360
    degrees = nearest_direction(to, DEGREES)
    name = HEADINGS[DEGREES.index(degrees)]
    if degrees != to:
        notes.guess(f"The wind blows across a hexside: toward {name}.")
    notes.lose("How hard it blows: a wind only helps galleys under sail, and never shifts here.")
    return {"to": name, "changes": "steady"}


@clause("9.1")
def _victory(battle: Battle, galleys: Sequence[Placed], notes: Notes) -> dict[str, Any]:
    """Points that each side needs: the usual share of the enemy's Ram Defense."""
    defense: Tally[str] = Tally()
    for galley in galleys:
        defense[galley.vessel.side] += int(str(_commonest(galley.type).ratings["defense"]))
    one, other = (side.id for side in battle.sides)
    points = {
        side: max(5, 5 * round(SHARE * defense[enemy] / 5))
        for side, enemy in ((one, other), (other, one))
    }
    notes.guess(
        f"A side wins with {points[one]} or {points[other]} Victory Points, {SHARE:.0%} of the "
        "enemy's Ram Defense to the nearest five, as in most of the book's scenarios."
    )
    exits = []
    for side in battle.sides:
        mean = max(1, round(defense[side.id] / len(battle.of(side.id))))
        for aim in side.aims:
            if aim.what == "escape":
                exits.append({"side": side.id, "edge": EDGES[aim.edge], "points": mean})
                notes.guess(f"A galley that gets away gives the {side.name} {mean} points.")
            elif aim.what == "keep":
                notes.lose(f"That the {side.name} have only to keep their ships.")
    return {"points": points, "exits": exits}


def _remarks(battle: Battle, galleys: Sequence[Placed], notes: Notes) -> None:
    notes.guess("Crews are rated 4 for elite, 3 for crack, 2 for average, 1 for what is less.")
    notes.guess(f"A point of Manpower is {MEN} marines, and no galley has less than one.")
    notes.guess("All other ratings are those of the commonest counter of a galley's type.")
    notes.guess("Galleys that are not under full sail have left their sails ashore.")
    notes.lose("Names: a galley is known by her type and number, in the order of the file.")
    for kind, type in (("penteconter", "lembi"), ("enneres", "octares")):
        if any(galley.vessel.kind == kind for galley in galleys):
            notes.guess(f"There is no counter for a {kind}: {type} stand in.")
    if any(side.batteries for side in battle.sides):
        notes.lose("There are no batteries ashore.")
    if any(vessel.sail == "hove-to" for vessel in battle.vessels):
        notes.lose("Nobody lies with oars in: all may row from the first turn.")
