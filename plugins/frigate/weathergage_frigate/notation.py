"""How a row of the plot sheet is written and read (5.1 to 5.3).

A row of the plot sheet is written in the book's own notation, parts set off by commas,
semicolons or a slash between blanks::

    Accel 2, N 4, NW 2; Fire Mast 44/B       gain two, four hexes north, two north-west
    Decel 4, SE 1                            lose four
    SE 0                                     turn a ship at rest, or turn in the last hex
    Column, N 3, Abreast, NE 2               lead a formation, which changes on the way
    Column under 80/B, N 4                   lead one that the flagship 80/B controls
    Formation 80/A; Fire Crew 74/C           sail by the row of 80/A
    Flag to 74/B                             pass the flag to the next ship
    Break away, Accel 2, N 2                 roll to part from the enemy alongside

"Mast Fire / 44/B" and "N4 NW2" are read as well. A target's code is the enemy's.
"""

from __future__ import annotations

import re

from weathergage import HEADINGS, IllegalCommand, clause, parse_heading
from weathergage_frigate.routes import Legs, Route

MAST, CREW = "mast", "crew"
COLUMN, ABREAST = "column", "abreast"


class Order:
    """One row of the plot sheet, read.

    speed: points gained or lost, None where nothing is written. legs: the course. kinds:
    (number of legs before it, "column" or "abreast") for a row that leads a formation.
    traced: (heading, air, route) for which the course is known to be legal.
    follows: code of the row that she sails by. fire: (kind, code of the target). flag_to: code.
    under: code of the flagship that controls the formation, where it is written. also: further
    targets, none of which may be there.
    """

    __slots__ = (
        "also",
        "breaks_away",
        "fire",
        "flag_to",
        "follows",
        "kinds",
        "legs",
        "speed",
        "text",
        "traced",
        "under",
    )

    def __init__(
        self,
        text: str,
        speed: int | None = None,
        legs: Legs = (),
        kinds: tuple[tuple[int, str], ...] = (),
        follows: str = "",
        fire: tuple[str, str] | None = None,
        flag_to: str = "",
        breaks_away: bool = False,
        under: str = "",
        also: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.text = text
        self.speed = speed
        self.legs = legs
        self.kinds = kinds
        self.follows = follows
        self.fire = fire
        self.flag_to = flag_to
        self.breaks_away = breaks_away
        self.under = under
        self.also = also
        self.traced: tuple[int, int, Route] | None = None

    @property
    def moves(self) -> bool:
        """Whether anything is written about movement."""
        return bool(self.legs or self.follows or self.breaks_away or self.speed is not None)


_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+/\s+")
_CODE = r"(?P<code>(P-)?[0-9A-Za-z]+\s?/\s?[0-9A-Za-z]+)"
_SPEED = re.compile(r"(?P<way>accel|accelerate|decel|decelerate)\s*(?P<points>\d{1,3})", re.I)
_LEG = re.compile(r"(?P<way>[A-Za-z]{1,2})\s*(?P<hexes>\d{1,3})")
_LEGS = re.compile(r"([A-Za-z]{1,2}\s*\d{1,3}\s+)+[A-Za-z]{1,2}\s*\d{1,3}")
_KIND = re.compile(
    rf"(?P<kind>column ahead|column|line abreast|abreast)(\s+under\s+{_CODE})?", re.I
)
_FOLLOW = re.compile(rf"\(?formation\)?(\s+{_CODE})?", re.I)
_FIRE = re.compile(
    rf"(fire\s+(?P<kind>mast|crew)|(?P<first>mast|crew)\s+fire)(\s+at)?\s+{_CODE}", re.I
)
_BOXES = re.compile(rf"((?:mast|crew)\s+fire|fire\s+(?:mast|crew))\s*[,;/]\s*(?={_CODE})", re.I)
_FLAG = re.compile(rf"flag\s+to\s+{_CODE}", re.I)
_BREAK = re.compile(r"break\s*away", re.I)

_orders: dict[str, Order] = {"": Order("")}
_MOST_ORDERS = 50_000

_drawn: dict[str, Order] = {}
_MOST_DRAWN = 128
"""Rows that were made for a course are kept until they have been read back, and hardly longer:
there are too many courses for one to come again.
"""


def kept_order(text: str) -> Order | None:
    """The row of a text that was read, or made for a course, before."""
    return _orders.get(text) or _drawn.get(text)


def keep_drawn(order: Order) -> Order:
    """Remember a row for a while, until it has been read back."""
    if len(_drawn) >= _MOST_DRAWN:
        _drawn.clear()
    _drawn[order.text] = order
    return order


def keep_order(order: Order) -> Order:
    """Remember a row, so that reading it again costs a look-up."""
    if len(_orders) > _MOST_ORDERS:
        _orders.clear()
    _orders[order.text] = order
    return order


@clause("5.1", "5.2", "5.3")
def read_order(text: str) -> Order:
    """The row that a text stands for.

    Raises IllegalCommand, naming the part that cannot be read and what can.
    """
    order = _orders.get(text)
    if order is None:
        order = keep_order(_read(text))
    return order


def _read(text: str) -> Order:
    order = Order(text)
    legs: list[tuple[int, int]] = []
    kinds: list[tuple[int, str]] = []
    # "5.1" On the sheet the target's code has a box of its own, after that of the fire.
    for part in _SEPARATOR.split(_BOXES.sub(r"\1 ", text.strip())):
        if _LEGS.fullmatch(part):
            for leg in _LEG.finditer(part):
                _read_part(leg[0], order, legs, kinds)
        elif part:
            _read_part(part, order, legs, kinds)
    order.legs = tuple(legs)
    order.kinds = tuple(kinds)
    return order


def _read_part(
    part: str, order: Order, legs: list[tuple[int, int]], kinds: list[tuple[int, str]]
) -> None:
    if found := _SPEED.fullmatch(part):
        if order.speed is not None:
            raise _unreadable(order.text, part, "speed is written twice")
        points = int(found["points"])
        order.speed = (points if found["way"][0] in "aA" else -points) or None
    elif found := _FIRE.fullmatch(part):
        fire = ((found["kind"] or found["first"]).lower(), plain_code(found["code"]))
        if order.fire is None:
            order.fire = fire
        else:
            order.also = (*order.also, fire)
    elif found := _LEG.fullmatch(part):
        try:
            way = parse_heading(found["way"])
        except Exception:
            raise _unreadable(
                order.text, part, f"the six directions are {', '.join(HEADINGS)}"
            ) from None
        legs.append((way, int(found["hexes"])))
    elif found := _KIND.fullmatch(part):
        kinds.append((len(legs), COLUMN if "column" in found["kind"].lower() else ABREAST))
        order.under = _once(order, part, order.under, found["code"])
    elif found := _FOLLOW.fullmatch(part):
        order.follows = _once(order, part, order.follows, found["code"] or "*")
    elif found := _FLAG.fullmatch(part):
        order.flag_to = _once(order, part, order.flag_to, found["code"])
    elif _BREAK.fullmatch(part):
        order.breaks_away = True
    elif part[:4].lower() == "fire":
        raise _unreadable(
            order.text, part, 'say whom to fire at and for which hits, such as "Fire Mast 44/B"'
        )
    else:
        raise _unreadable(
            order.text,
            part,
            'write parts such as "Accel 2", "N 4", "Fire Mast 44/B", "Column", "Formation 80/A"',
        )


def _once(order: Order, part: str, before: str, code: str | None) -> str:
    """A code that stands once in a row; what it was before where this part has none."""
    if code and before:
        raise _unreadable(order.text, part, "it is written twice")
    return plain_code(code) if code else before


def _unreadable(text: str, part: str, hint: str) -> IllegalCommand:
    where = "" if part == text.strip() else f" in {_short(text)!r}"
    return IllegalCommand(
        f"cannot read {_short(part)!r}{where}: {hint}", clause="5.2", code="unreadable-plot"
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def plain_code(text: str) -> str:
    """A code as the sheets have it: no blanks, capital letters."""
    return text.replace(" ", "").upper()


def write_order(order: Order) -> str:
    """The row as text, in the one form that the program itself uses."""
    parts: list[str] = []
    if order.breaks_away:
        parts.append("Break away")
    if order.speed:
        parts.append(f"{'Accel' if order.speed > 0 else 'Decel'} {abs(order.speed)}")
    legs = [f"{HEADINGS[way]} {hexes}" for way, hexes in order.legs]
    start = 0
    for number, (index, kind) in enumerate(order.kinds):
        under = f" under {order.under}" if order.under and not number else ""
        parts += [*legs[start:index], kind.capitalize() + under]
        start = index
    parts += legs[start:]
    if order.follows:
        parts.append("Formation" if order.follows == "*" else f"Formation {order.follows}")
    acts = []
    for kind, code in ((order.fire,) if order.fire else ()) + order.also:
        acts.append(f"Fire {kind.capitalize()} {code}")
    if order.flag_to:
        acts.append(f"Flag to {order.flag_to}")
    return "; ".join(filter(None, [", ".join(parts), *acts]))


def lead_row(kind: str, change: int, route: Route) -> Order:
    """The row of a ship that leads a formation by a course."""
    order = Order("", change or None, route.legs, ((0, kind),))
    order.text = write_order(order)
    return kept_order(order.text) or keep_drawn(order)


def member_row(leader: str) -> Order:
    """The row of a ship that sails by a leader's."""
    return read_order(f"Formation {leader}")
