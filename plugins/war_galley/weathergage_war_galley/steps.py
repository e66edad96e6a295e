"""Hexes around a galley, where its moves take it, and how many points it has for them (4.2, 6.3).

Integers only. A two-hex galley has eight neighbours and a one-hex galley six; their sides are
numbered clockwise from the bow hex by the constants below, and a one-hex galley has no midship.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeVar

from weathergage import STEP, clause
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.state import PORT, STARBOARD, Galley, GalleyState
from weathergage_war_galley.wind import bonus

NOWHERE: Final = -1
BOW: Final = 0
BOW_STARBOARD: Final = 1
MIDSHIP_STARBOARD: Final = 2
STERN_STARBOARD: Final = 3
STERN: Final = 4
STERN_PORT: Final = 5
MIDSHIP_PORT: Final = 6
BOW_PORT: Final = 7

SIDE_NAMES: Final = (
    "bow",
    "starboard bow/flank",
    "starboard midship",
    "starboard stern/flank",
    "stern",
    "port stern/flank",
    "port midship",
    "port bow/flank",
)

# "2.5-bow-stern" Starboard is to the right of the way it points, port to the left.
FLANK: Final = (0, STARBOARD, STARBOARD, STARBOARD, 0, PORT, PORT, PORT)
"""The flank that a side is part of, by side: all but bow and stern are flank."""

T = TypeVar("T")


def for_each(make: Callable[[int, int], T]) -> tuple[tuple[T, ...], ...]:
    """What every size and heading of a galley gives, as made[hexes][heading]."""
    return ((), *(tuple(make(hexes, heading) for heading in range(6)) for hexes in (1, 2)))


# Hexes around a galley


@clause("4.2", "4.2-double", "4.2-small")
def _around(hexes: int, heading: int) -> tuple[int, ...]:
    """Offsets from the bow's hex to the neighbours, by side; 0 for those it does not have."""
    to = [STEP[(heading + turn) % 6] for turn in range(6)]
    if hexes == 1:
        return (to[0], to[1], 0, to[2], to[3], to[4], 0, to[5])
    stern = to[3]
    return (to[0], to[1], to[2], stern + to[2], stern + to[3], stern + to[4], to[4], to[5])


AROUND: Final = for_each(_around)
"""AROUND[hexes][heading][side]: what to add to the bow's hex; 0 for a side that it lacks."""


def _ring(hexes: int, heading: int) -> tuple[int, ...]:
    return tuple(x for x in AROUND[hexes][heading] if x)


RING: Final = for_each(_ring)
"""RING[hexes][heading]: offsets from the bow's hex to the neighbours, clockwise."""


@clause("8.41", "8.12")
def _near(hexes: int, heading: int) -> tuple[int, ...]:
    """Offsets from the bow's hex to every hex within two of a galley, the nearest first."""
    own = {0, -STEP[heading]} if hexes == 2 else {0}
    ring = _ring(hexes, heading)
    beyond = {offset + step: None for offset in ring for step in STEP}
    return (*ring, *(offset for offset in beyond if offset not in own and offset not in ring))


_NEAR: Final = for_each(_near)

_SIDES: Final = for_each(
    lambda hexes, heading: {x: side for side, x in enumerate(AROUND[hexes][heading]) if x}
)


def side_at(galley: Galley, hex: int) -> int:
    """The side of a galley that a hex next to it is on; NOWHERE for any other hex."""
    return _SIDES[galley.counter.hexes][galley.heading].get(hex - galley.bow, NOWHERE)


def flank_at(galley: Galley, hex: int) -> int:
    """PORT or STARBOARD for a hex on a galley's flank, 0 for any other."""
    return FLANK[_SIDES[galley.counter.hexes][galley.heading].get(hex - galley.bow, BOW)]


def hex_at(galley: Galley, side: int) -> int:
    """The hex on a side of a galley; NOWHERE for the midship of a one-hex galley."""
    offset = AROUND[galley.counter.hexes][galley.heading][side]
    return galley.bow + offset if offset else NOWHERE


def around(galley: Galley) -> list[int]:
    """The hexes next to a galley, clockwise from its bow hex."""
    bow = galley.bow
    return [bow + offset for offset in RING[galley.counter.hexes][galley.heading]]


def are_adjacent(one: Galley, other: Galley) -> bool:
    """Whether two galleys lie next to one another."""
    sides = _SIDES[one.counter.hexes][one.heading]
    if other.bow - one.bow in sides:
        return True
    return other.counter.hexes == 2 and other.stern - one.bow in sides


def beside(state: GalleyState, galley: Galley) -> list[int]:
    """Numbers of the galleys next to one, in order."""
    at, bow = state.at, galley.bow
    found = {at.get(bow + offset, NOWHERE) for offset in RING[galley.counter.hexes][galley.heading]}
    found.discard(NOWHERE)
    return sorted(found)


def has_enemy_beside(state: GalleyState, galley: Galley) -> bool:
    """Whether an enemy lies next to a galley."""
    at, bow, galleys, side = state.at, galley.bow, state.galleys, galley.side
    for offset in RING[galley.counter.hexes][galley.heading]:
        n = at.get(bow + offset)
        if n is not None and galleys[n].side != side:
            return True
    return False


def is_enemy_near(state: GalleyState, galley: Galley) -> bool:
    """Whether an enemy lies within two hexes of a galley: beyond that nothing is done to anyone."""
    waters = state.enemy_waters.get(galley.side)
    if waters is not None and not waters.hold(galley.bow):
        return False
    at, bow, galleys, side = state.at, galley.bow, state.galleys, galley.side
    offsets = _NEAR[galley.counter.hexes][galley.heading]
    for n in [at[bow + offset] for offset in offsets if bow + offset in at]:
        if galleys[n].side != side:
            return True
    return False


def is_beside_enemy(state: GalleyState, hex: int, side: str) -> bool:
    """Whether a hex has an enemy of a side next to it."""
    at, galleys = state.at, state.galleys
    for step in STEP:
        n = at.get(hex + step)
        if n is not None and galleys[n].side != side:
            return True
    return False


# Moves

Way = Literal[
    "ahead",
    "port",
    "starboard",
    "back",
    "back port",
    "back starboard",
    "swing port",
    "swing starboard",
    "swing port bow",
    "swing starboard bow",
    "swing port stern",
    "swing starboard stern",
    "about",
]
"""A move as people write it. "port" is into the port bow/flank hex, "back port" into the port
stern/flank hex; a swing turns toward the side named, with the half named moving.
"""

FORWARD: Final[tuple[Way, ...]] = ("ahead", "port", "starboard")
BACK: Final[tuple[Way, ...]] = ("back", "back port", "back starboard")
SWINGS: Final[tuple[tuple[Way, ...], ...]] = (
    (),
    ("swing port", "swing starboard"),
    ("swing port bow", "swing starboard bow", "swing port stern", "swing starboard stern"),
)
"""Facing changes by size."""


class Shift(NamedTuple):
    """What a move does. bow: added to the bow's hex. heading: the new one. entered: added to the
    old bow's hex gives the one hex that the galley comes into; 0 where it comes into none. cost:
    Movement Points.
    """

    bow: int
    heading: int
    entered: int
    cost: int


@clause("4.2", "6.32", "6.32-bow-flank", "6.33", "6.34", "6.34-square", "6.35", "2.5-mp")
def _shifts(hexes: int, heading: int) -> dict[Way, Shift]:
    """What every move does that a galley of a size and heading has."""
    to = [STEP[(heading + turn) % 6] for turn in range(6)]
    stern = to[3] if hexes == 2 else 0
    port, starboard = (heading - 1) % 6, (heading + 1) % 6
    moves: dict[Way, Shift] = {
        "ahead": Shift(to[0], heading, to[0], 1),
        "port": Shift(to[5], port, to[5], 1),
        "starboard": Shift(to[1], starboard, to[1], 1),
        "about": Shift(stern, (heading + 3) % 6, 0, 2),
    }
    # The stern goes into the hex named, and the bow to where the stern was.
    behind = to[3], to[4], to[2]
    for way, step, new in zip(BACK, behind, (heading, starboard, port), strict=True):
        moves[way] = Shift(stern or step, new, stern + step, 2)
    if hexes == 1:
        moves["swing port"] = Shift(0, port, 0, 1)
        moves["swing starboard"] = Shift(0, starboard, 0, 1)
    else:
        moves["swing port bow"] = Shift(to[4], port, to[4], 1)
        moves["swing starboard bow"] = Shift(to[2], starboard, to[2], 1)
        moves["swing port stern"] = Shift(0, port, to[2], 1)
        moves["swing starboard stern"] = Shift(0, starboard, to[4], 1)
    return moves


SHIFTS: Final = for_each(_shifts)
"""SHIFTS[hexes][heading][way]."""


def shift_of(galley: Galley, way: Way) -> Shift:
    """What a move would do to a galley. Raises KeyError for a swing that its size does not have."""
    return SHIFTS[galley.counter.hexes][galley.heading][way]


@clause("6.31", "6.6", "6.34")
def is_open(state: GalleyState, sheet: Sheet, galley: Galley, hex: int) -> bool:
    """Whether a hex is empty sea on the map, where the galley's scenario lets it go."""
    sea = galley.counter.sea
    if hex in state.at or hex not in sheet.sea:
        return False
    return sea is None or hex in sea or is_prize(galley)


@clause("8.25")
def is_prize(galley: Galley) -> bool:
    """Whether the enemy has a galley, whom her scenario does not keep to any part of the sea."""
    return galley.side != galley.counter.side


# How far


@clause("2.5-speed", "6.1", "6.11", "6.37-immobile")
def allowance(state: GalleyState, galley: Galley) -> int:
    """The most Movement Points that a galley may spend: the Speed Rating of the side that is up,
    with what the wind gives, under whichever of its markers limits it most.
    """
    return _allowed(state, galley, bonus(state, galley) if galley.sail else 0)


@clause("6.25")
def wind_points(state: GalleyState, galley: Galley) -> int:
    """How many of its allowed Movement Points a galley owes to the wind."""
    given = bonus(state, galley) if galley.sail else 0
    return _allowed(state, galley, given) - _allowed(state, galley, 0) if given else 0


def _allowed(state: GalleyState, galley: Galley, given: int) -> int:
    """An allowance with so many points from the wind."""
    if galley.held or galley.anchored or galley.towed >= 0:
        return 0
    speed = galley.printed_speed + given
    if _is_hale(galley) and not state.confused:
        return speed
    return _limited(state, galley, speed, (galley.counter.speed[0] + 1) // 2)


def _is_hale(galley: Galley) -> bool:
    return not (
        galley.fatigue or galley.half or galley.mast_down or galley.crippled or galley.tows >= 0
    )


@clause("6.37-limiting", "6.37-half", "6.37-mast", "6.37-fatigue", "6.44", "6.37-crippled", "6.24")
def _limited(state: GalleyState, galley: Galley, speed: int, half: int) -> int:
    """A speed under the tightest of a galley's limits. half: of its printed Cruise Speed."""
    least = speed
    if galley.fatigue:
        # "6.44" It may always move one hex.
        least = max(1, speed - galley.fatigue)
    if galley.half or galley.mast_down:
        least = min(least, half)
    if galley.tows >= 0:
        least = min(least, (speed + 1) // 2)
    if state.confused and galley.squadron in state.active:
        least = min(least, _confused(state.confused, speed, half))
    if galley.crippled:
        least = min(least, 1)
    return least


@clause("5.42-confusion")
def _confused(result: str, speed: int, half: int) -> int:
    """A speed under an Orders Confusion result."""
    if result == "half":
        return half
    return max(1, speed - {"less-two": 2, "less-one": 1}.get(result, 0))
