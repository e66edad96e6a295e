"""What a ship is built with: her rate by the number of her guns, her boxes and her base."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from weathergage import Base, FreePose, ShipType, Table, clause
from weathergage_as_per_margin.state import SMALL, Boxes, Card, Kind, Ship

RATED = ("first-rate", "second-rate", "third-rate", "fourth-rate", "fifth-rate", "sixth-rate")
BRIG = 10
"""Guns from which a craft below the sixth rate is a brig or sloop."""

TYPES: dict[str, str] = {
    "merchant": "merchantman",
    "transport": "troop-transport",
    "gunboat": "gunboat",
    "bomb-ketch": "bomb-ketch",
}
"""The type of a ship that is not told by her guns."""


@clause("APM.ships.rates", "APM.ships.small-craft")
def rate_of(rates: Table, guns: int) -> int:
    """The rate of a ship with so many guns, 1 to 6; SMALL below twenty."""
    for rate in range(1, SMALL):
        if guns >= int(str(rates.look_up(rate, "guns"))):
            return rate
    return SMALL


@clause("APM.ships.rates", "APM.ships.small-craft", "APM.gunboat.build")
def type_of(rates: Table, guns: int, kind: Kind) -> str:
    """The id of the type that a ship is built as."""
    if kind != "man-of-war":
        return TYPES[kind]
    rate = rate_of(rates, guns)
    if rate < SMALL:
        return RATED[rate - 1]
    return "brig" if guns >= BRIG else "lugger"


@clause("APM.ships.boxes", "APM.ships.lines", "APM.ships.small-craft")
def boxes_of(type: ShipType) -> Boxes:
    """The boxes that a type is built with: two lines of each category, by rate alone."""
    upper, lower = _numbers(type, "masts")
    port, starboard, bow, either = _numbers(type, "guns")
    return Boxes(upper, lower, port, starboard, bow, either, number(type, "hull"))


@clause("APM.ships.fudge", "APM.gunboat.guns")
def fudged(boxes: Boxes, changes: Mapping[str, int], odd_gun: str = "port") -> Boxes:
    """Boxes as a scenario sets them: "masts", "guns" and "hull" by their number.

    An odd mast box goes to the upper line, an odd gun box to the side that the scenario names. A
    gunboat's all fire over her bow.
    """
    if "masts" in changes:
        masts = changes["masts"]
        boxes = boxes._replace(upper=masts - masts // 2, lower=masts // 2)
    if "guns" in changes and boxes.bow:
        boxes = boxes._replace(bow=changes["guns"])
    elif "guns" in changes:
        more, less = changes["guns"] - changes["guns"] // 2, changes["guns"] // 2
        port, starboard = (more, less) if odd_gun == "port" else (less, more)
        boxes = boxes._replace(port=port, starboard=starboard, bow=0, either=0)
    return boxes._replace(hull=changes.get("hull", boxes.hull))


@lru_cache(maxsize=64)
def base_of(length: int, width: int) -> Base:
    """A pointed base, in hundredths of an inch; one for all ships of a size, which share its
    shapes.
    """
    return Base.pointed(length / 100, width / 100, min(length, 2 * width) / 400)


def fresh(card: Card, **changes: object) -> Ship:
    """A ship as built, on the table's corner until she is placed."""
    boxes = card.boxes
    ship = Ship(
        card,
        card.side,
        FreePose(0, 0, 0),
        boxes.upper,
        boxes.lower,
        boxes.port,
        boxes.starboard,
        boxes.bow,
        boxes.either,
        boxes.hull,
        p=bool(boxes.port or boxes.either),
        s=bool(boxes.starboard or boxes.either),
        loaded=card.kind == "transport" and card.troops > 0,
        immobile=card.immobile,
    )
    for name, value in changes.items():
        setattr(ship, name, value)
    return ship


def number(type: ShipType, rating: str) -> int:
    """A rating that is one number; 0 where the type has none of that name."""
    value = type.ratings.get(rating, 0)
    return value if isinstance(value, int) else 0


def _numbers(type: ShipType, rating: str) -> tuple[int, ...]:
    value = type.ratings[rating]
    return tuple(int(n) for n in value) if isinstance(value, tuple) else (int(value),)
