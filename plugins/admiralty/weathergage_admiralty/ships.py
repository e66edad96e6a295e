"""What a ship is built with: gun dice from her guns, and the log that is filled in before play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from weathergage import (
    Base,
    FreePose,
    ShipType,
    Table,
    WeathergageError,
    clause,
    load_ships as read_ships,
    load_tables as read_tables,
    ship_named,
)
from weathergage_admiralty.scales import FACTORS, Scale, factor
from weathergage_admiralty.state import Card, Doctrine, Grade, Guns, Hull, Setting, Ship

MM: Final = 25.4
"""Millimetres in an inch."""

WINDS: Final = range(1, 6)
"""The wind ratings that a log has moves for."""

SIZES: Final[dict[str, float]] = {"3": 3, "2": 2, "1": 1, "1/2": 0.5, "1/4": 0.25}
"""Sizes as data write them, and in points."""

HULLS: Final[dict[str, Hull]] = {"weak": "weak", "ordinary": "", "stout": "stout"}

# "4.1-doctrine" French and Spanish fleets fire at the rigging, all others at the hull.
RIGGING_NATIONS: Final = frozenset({"french", "spanish"})

LISTS: Final = {
    "british": "british",
    "french": "french",
    "spanish": "spanish",
    "dutch": "dutch",
    "danish": "danish",
    "us": "american",
}
"""Nations by what the ids of their types begin with; small craft and merchantmen are of none."""

_GUNS = re.compile(r"(\d+)x(\d+)")
_FOLDER = Path(__file__).parent


class Battery(NamedTuple):
    """Guns of one calibre in a ship's armament."""

    number: int
    shot: int
    carronades: bool

    @property
    def calibre(self) -> str:
        """Their row in the table of calibres, such as "long 32"."""
        return f"{'carronade' if self.carronades else 'long'} {self.shot}"


def armament_of(text: str) -> tuple[Battery, ...]:
    """The guns that an armament names, calibre by calibre.

    text: such as "28x32 28x18 18x9 + 2x32 6x18": number x shot in pounds, what follows the + being
    carronades. Raises WeathergageError for what is not written so.
    """
    found = []
    long, _, carronades = text.partition("+")
    for part, are_carronades in ((long, False), (carronades, True)):
        for word in part.split():
            match = _GUNS.fullmatch(word)
            if match is None:
                raise WeathergageError(
                    f"{word!r} in the armament {text!r} is not number x shot, such as 28x32"
                )
            found.append(Battery(int(match[1]), int(match[2]), are_carronades))
    return tuple(found)


@clause("1.3-ship-logs", "4.0-digits")
def gun_dice(armament: str, calibres: Table | None = None) -> Guns:
    """The gun dice of either side of a ship with an armament, as `armament_of` reads it.

    calibres: the table guns, the plugin's own by default. For each calibre number / 2 x value / 4,
    half up, then added within a weight. Raises UnknownName for a calibre that the table lacks.
    """
    table = own_tables()["guns"] if calibres is None else calibres
    dice = {"light": 0, "medium": 0, "heavy": 0, "carronades": 0}
    for battery in armament_of(armament):
        weight, value = (table.look_up(battery.calibre, column) for column in (0, 1))
        dice[str(weight)] += (2 * battery.number * int(str(value)) + 800) // 1600
    return Guns(**dice)


def own_tables() -> dict[str, Table]:
    """The plugin's tables as printed, without a game's house rules."""
    return read_tables(_FOLDER / "tables")


def own_types() -> dict[str, ShipType]:
    """The plugin's types of ship, without a game's house rules."""
    return read_ships(_FOLDER / "ships")


def size_of(type: ShipType) -> float:
    """Size in points: 3, 2, 1, 0.5 or 0.25."""
    return SIZES[str(type.ratings["size"])]


def size_text(size: float) -> str:
    """Size as logs write it: "2", "1/2"."""
    return next(text for text, points in SIZES.items() if points == size)


def hull_of(type: ShipType) -> Hull:
    """Weak, stout, or "" for an ordinary hull."""
    return HULLS[str(type.ratings["hull"])]


def guns_of(type: ShipType) -> Guns:
    """Gun dice of either side."""
    dice = type.ratings["guns"]
    if not isinstance(dice, tuple):
        raise WeathergageError(f"the guns of {type.id} are four numbers, not {dice!r}")
    return Guns(*(int(number) for number in dice))


def movement_row(type: ShipType) -> str:
    """Her row in the table of movement: her own where she has one, else her size's."""
    return str(type.ratings.get("moves", f"size {type.ratings['size']}"))


@clause("2.1-battle-move", "2.1-normal-bonus", "1.1")
def moves_of(movement: Table, row: str, scale: float = 1.0) -> tuple[tuple[float, float], ...]:
    """(battle move, normal bonus) in inches by wind rating from 1.

    scale: what inches of medium scale are multiplied by.
    """

    def inches(column: str) -> float:
        return round(int(str(movement.look_up(row, column))) / 100 * scale, 4)

    return tuple((inches(f"battle {wind}"), inches(f"normal {wind}")) for wind in WINDS)


@clause("4.3-sail-hits")
def ratio_of(movement: Table, row: str) -> int:
    """Sail hits that cost half an inch of battle move."""
    return int(str(movement.look_up(row, "ss")))


@clause("1.2", "1.1", "1.2-centre-point")
def base_of(bases: Table, size: float, scale: float = 1.0) -> Base:
    """The base of a ship of that size; ships of a size share one.

    scale: what inches of medium scale are multiplied by. The mainmast stands at the centre.
    """
    row = f"size {size_text(size)}"
    length, width = (int(str(bases.look_up(row, column))) for column in ("length", "width"))
    return _base(length, width, scale)


@lru_cache(maxsize=64)
def _base(length: int, width: int, scale: float) -> Base:
    return Base.rectangle(length / MM * scale, width / MM * scale)


@clause("4.1-doctrine")
def doctrine_of(nation: str) -> Doctrine:
    """What a nation's guns are laid at beyond close range."""
    return "rigging" if nation in RIGGING_NATIONS else "hull"


@clause("1.3-ship-logs", "1.1")
def card_of(rules: Any, entry: Any, side: Any, n: int) -> Card:
    """A ship's entry in the log, from her line in a scenario and her side's.

    rules: an assembled game's. entry, side: `scenarios.ShipEntry` and `scenarios.SideEntry`.
    Raises UnknownName for a type that there is not.
    """
    type = ship_named(rules.ships, entry.type)
    tables, scale = rules.tables, factor(rules)
    nation = entry.nation or side.nation
    row = movement_row(type)
    return Card(
        n=n,
        id=entry.key,
        name=entry.name,
        side=side.id,
        nation=nation,
        rating=entry.rating or int(str(type.ratings["rating"])),
        guns=gun_dice(entry.armament, tables["guns"]) if entry.armament else guns_of(type),
        size=size_of(type),
        hull=hull_of(type),
        grade=entry.grade or side.grade,
        doctrine=entry.doctrine or side.doctrine or doctrine_of(nation),
        ratio=ratio_of(tables["movement"], row),
        moves=moves_of(tables["movement"], row, scale),
        base=base_of(tables["bases"], size_of(type), scale),
        flag=entry.flag,
        convoy=entry.convoy,
    )


def fresh(card: Card, pose: FreePose, setting: Setting = "battle") -> Ship:
    """A ship as built, with all her guns, at a place."""
    return Ship(card, card.side, pose, setting, card.guns, card.guns)


@clause("1.3-ship-logs")
def fill_log(
    what: str,
    *,
    grade: Grade = "C",
    nation: str = "",
    scale: Scale = "medium",
    name: str = "",
    size: str = "2",
    hull: str = "ordinary",
    tables: Mapping[str, Table] | None = None,
    types: Mapping[str, ShipType] | None = None,
) -> Card:
    """A ship's log filled in outside a scenario; `logs.log_of` writes it as players do.

    what: a type such as "british-74", or an armament such as "28x32 28x18 18x9 + 8x18". nation: by
    the type's id unless given. size, hull: of a ship given by her armament. tables, types: a
    game's, or the plugin's own. Raises UnknownName and WeathergageError as `card_of` does.
    """
    known = own_types() if types is None else types
    grids = own_tables() if tables is None else tables
    by_armament = bool(_GUNS.search(what))
    if by_armament and (size not in SIZES or hull not in HULLS):
        raise WeathergageError(
            f"a size is one of {', '.join(SIZES)} and a hull one of {', '.join(HULLS)}, "
            f"not {size!r} and {hull!r}"
        )
    type = None if by_armament else ship_named(known, what)
    points = SIZES[size] if type is None else size_of(type)
    row = f"size {size}" if type is None else movement_row(type)
    guns = gun_dice(what, grids["guns"]) if type is None else guns_of(type)
    listed = "" if type is None else LISTS.get(type.id.partition("-")[0], "")
    country = nation or listed
    times = FACTORS[scale]
    return Card(
        n=0,
        id=re.sub(r"[^a-z0-9]+", "-", (name or what).lower()).strip("-"),
        name=name or ("" if type is None else type.name),
        side="",
        nation=country,
        rating=_count(what) if type is None else int(str(type.ratings["rating"])),
        guns=guns,
        size=points,
        hull=HULLS[hull] if type is None else hull_of(type),
        grade=grade,
        doctrine=doctrine_of(country),
        ratio=ratio_of(grids["movement"], row),
        moves=moves_of(grids["movement"], row, times),
        base=base_of(grids["bases"], points, times),
    )


def _count(armament: str) -> int:
    """Guns on the decks, carronades not counted, as ships were rated."""
    return sum(guns.number for guns in armament_of(armament) if not guns.carronades)
