"""Momentum, points of sailing, and what a course costs (6.2 to 6.4).

A route is a course in terms of points: after each Movement Point spent, how far the ship is from
where she began and where she heads. It depends on nothing but her heading and the wind, so routes
are shared by all ships and games. `ways` counts the legal courses of a number of points and
`nth_route` gives any of them by number, which is what lets a random plot be drawn evenly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from weathergage import HEADINGS, STEP, Complaint, clause
from weathergage_frigate.state import FrigateState, Ship

NO_WIND = -1
"""For an `Air` in which neither 6.32 nor 6.43 is played: no heading is dearer than another."""

Legs = tuple[tuple[int, int], ...]
"""A course as it is plotted: (heading, hexes) in order."""


class Route:
    """A course of so many points.

    legs: as plotted. offsets, headings: after each point, the difference of places from the
    start and the facing. end: the facing when all is done (a ship at rest may turn for nothing).
    rows: the rows of a plot sheet that ask for it, by change of speed.
    """

    __slots__ = ("end", "headings", "legs", "offsets", "points", "rows")

    def __init__(
        self, legs: Legs, offsets: tuple[int, ...], headings: tuple[int, ...], end: int
    ) -> None:
        self.legs = legs
        self.offsets = offsets
        self.headings = headings
        self.end = end
        self.points = len(offsets)
        self.rows: dict[int, object] = {}


# An air is what a course depends on: -1, or the wind's heading * 4 + 1 if 6.32 is played
# + 2 if 6.43 is.


def air_of(wind: int, no_sailing_into_wind: bool, bearing_up: bool) -> int:
    """The wind as routes need it: with both optional rules off it makes no difference."""
    if not (no_sailing_into_wind or bearing_up):
        return NO_WIND
    return wind * 4 + no_sailing_into_wind + 2 * bearing_up


@clause("6.34", "6.33", "3.23-velocity")
def full_allowance(state: FrigateState, line: bool) -> int:
    """The most points a ship may spend before halving, from the Ship Maneuver Control Schedule."""
    return state.schedule[state.force][line]


@clause("6.31-halving", "6.31", "6.51")
def allowance(ship: Ship, state: FrigateState) -> int:
    """A ship's Movement Allowance as she heads now: halved on the wind, and halved by one or two
    Mast Hits; each halving drops the fraction. A dismasted ship has none.
    """
    most = state.schedule[state.force][ship.counter.line]
    if (state.wind - ship.heading) % 6 in (0, 1, 5):
        most //= 2
    if ship.mast:
        most = most // 2 if ship.mast < 3 else 0
    return most


@clause("6.2", "6.2-auto", "6.22", "6.55", "3.24-movement", "6.21")
def rates(ship: Ship, state: FrigateState) -> tuple[int, int]:
    """The least and the greatest Movement Rate that a ship may plot.

    On the first turn the scenario's, and nothing else. Above her Allowance she MUST slow by as
    much as she can, at most four; dismasted, by four or what is left. Otherwise she MAY gain two
    or lose four.
    """
    speed = ship.speed
    if state.turn == 1:
        return speed, speed
    slowest = speed - 4 if speed > 4 else 0
    if ship.mast >= 3:
        return slowest, slowest
    most = allowance(ship, state)
    if speed > most:
        slowed = most if most > slowest else slowest
        return slowed, slowed
    return slowest, (speed + 2 if speed + 2 < most else most)


@clause("8.31", "8.35")
def random_rate(ship: Ship, state: FrigateState) -> int:
    """The Rate of a ship out of command: what she has, after any slowing that is forced on her."""
    least, most = rates(ship, state)
    return min(max(ship.speed, least), most)


@clause("6.43")
def bears_up(off: int, turned: int) -> bool:
    """Whether one hexside of turn brings the bow nearer the wind.

    off, turned: hexsides clockwise from the wind before and after.
    """
    return min(turned, 6 - turned) < min(off, 6 - off)


@cache
@clause("6.42", "6.43")
def _turns(off: int, flags: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every turn that one hex allows: (hexsides, the facing after each point it costs), as
    hexsides clockwise from the first facing. The first hexside is free and the second costs one
    point; with 6.43 each hexside toward the wind costs one more.
    """
    turns: list[tuple[int, tuple[int, ...]]] = []
    for hexsides in (0, 1, -1, 2, -2):
        step = 1 if hexsides > 0 else -1
        paid: list[int] = []
        for side in range(abs(hexsides)):
            before, after = (off + step * side) % 6, (off + step * (side + 1)) % 6
            cost = side + (1 if flags & 2 and bears_up(before, after) else 0)
            paid += [step * (side + 1)] * cost
        turns.append((hexsides, tuple(paid)))
    return tuple(turns)


@cache
def _prices(off: int, flags: int) -> dict[int, tuple[int, ...]]:
    return dict(_turns(off, flags))


def turn_cost(heading: int, hexsides: int, air: int) -> int:
    """The points that a turn in one hex costs: hexsides -2 to 2, positive to starboard."""
    return len(_prices(*_off(heading, air))[hexsides])


def _off(heading: int, air: int) -> tuple[int, int]:
    """Hexsides of a heading clockwise from the wind, and the optional rules in play."""
    return (heading, 0) if air == NO_WIND else ((heading - (air >> 2)) % 6, air & 3)


@cache
def _ways(points: int, off: int, flags: int) -> int:
    if points == 0:
        return 1
    total = 0
    for hexsides, paid in _turns(off, flags):
        cost = len(paid)
        if cost == points and cost:
            total += 1
        elif cost < points:
            new = (off + hexsides) % 6
            if not (flags & 1 and new == 0):
                total += _ways(points - cost - 1, new, flags)
    return total


def ways(points: int, heading: int, air: int) -> int:
    """How many courses spend exactly so many points from a heading: three for a ship at rest,
    who may stay as she is or turn one hexside either way ("6.45").
    """
    if points == 0:
        return 3
    off, flags = _off(heading, air)
    return _ways(points, off, flags)


_spans: dict[tuple[int, int, int, int], tuple[int, tuple[int, ...]]] = {}


def span(least: int, most: int, heading: int, air: int) -> tuple[int, tuple[int, ...]]:
    """How many courses there are at all Rates from least to most, and of each Rate the number
    of the first, if those of the lower Rates are counted before.
    """
    key = (least, most, 0 if air == NO_WIND else heading, air)
    found = _spans.get(key)
    if found is None:
        *firsts, total = accumulate(
            [ways(rate, heading, air) for rate in range(least, most + 1)], initial=0
        )
        found = _spans[key] = (total, tuple(firsts))
    return found


_AT_REST = tuple(
    tuple(Route(((((heading + t) % 6), 0),) if t else (), (), (), (heading + t) % 6) for t in turns)
    for heading, turns in ((h, (0, 1, -1)) for h in range(6))
)

SHORT = 4
"""Courses of up to so many points are kept once made, and so are the rows that ask for them."""

_kept: dict[tuple[int, int, int, int], Route] = {}


def nth_route(points: int, heading: int, air: int, number: int) -> Route:
    """The course of that number, 0 to ways(...) - 1."""
    if points == 0:
        return _AT_REST[heading][number]
    if points > SHORT:
        return _nth(points, heading, air, number)
    key = (points, heading, air, number)
    route = _kept.get(key)
    if route is None:
        made = _nth if points > _HEXES_BEGUN else _nth_by_hexes
        route = _kept[key] = made(points, heading, air, number)
    return route


@cache
def _branches(
    points: int, off: int, flags: int
) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """The turns that can be afforded: (ways that begin so, hexsides, what is paid, points left).

    Points left is -1 where the turn itself spends the last.
    """
    found = []
    for hexsides, paid in _turns(off, flags):
        cost = len(paid)
        if cost == points and cost:
            found.append((1, hexsides, paid, -1))
        elif cost < points:
            new = (off + hexsides) % 6
            if not (flags & 1 and new == 0):
                left = points - cost - 1
                found.append((_ways(left, new, flags), hexsides, paid, left))
    return tuple(found)


def _nth_by_hexes(points: int, heading: int, air: int, number: int) -> Route:
    """The course of that number, one hex after the other."""
    off, flags = _off(heading, air)
    turns: list[int] = []
    while points > 0:
        for branch in _branches(points, off, flags):
            if number < branch[0]:
                break
            number -= branch[0]
        _, hexsides, _, points = branch
        turns.append(hexsides)
        off = (off + hexsides) % 6
    return _sailed(heading, air, tuple(turns), len(turns) - (points < 0))


def _sailed(heading: int, air: int, turns: tuple[int, ...], hexes: int) -> Route:
    """The course of so many hexes with a turn before each; one turn more comes after the last."""
    legs: list[tuple[int, int]] = []
    offsets: list[int] = []
    headings: list[int] = []
    at = run = 0
    for index, hexsides in enumerate(turns):
        if hexsides:
            if run:
                legs.append((heading, run))
                run = 0
            for turned in _prices(*_off(heading, air))[hexsides]:
                offsets.append(at)
                headings.append((heading + turned) % 6)
            heading = (heading + hexsides) % 6
        if index < hexes:
            at += STEP[heading]
            run += 1
            offsets.append(at)
            headings.append(heading)
    legs.append((heading, run))
    return Route(tuple(legs), tuple(offsets), tuple(headings), heading)


class Opening:
    """How a course begins: the turns in its first hexes, how many it enters, and the points left.

    parts: that much of it as a course, by heading. Courses of all lengths share these.
    """

    __slots__ = ("hexes", "left", "parts", "turns")

    def __init__(self, turns: tuple[int, ...], hexes: int, left: int) -> None:
        self.turns = turns
        self.hexes = hexes
        self.left = left
        self.parts: dict[int, Route] = {}


_HEXES_BEGUN = 2
"""Hexes by which a course is put together: so few that every such beginning is soon known."""


def _nth(points: int, heading: int, air: int, number: int) -> Route:
    """The course of that number, put together from kept parts."""
    wind, flags = (0, 0) if air == NO_WIND else (air >> 2, air & 3)
    legs: Legs = ()
    offsets: tuple[int, ...] = ()
    headings: tuple[int, ...] = ()
    while points:
        if points > SHORT or (points > _HEXES_BEGUN and not offsets):
            firsts, openings = _openings(points, (heading - wind) % 6, flags)
            place = bisect_right(firsts, number) - 1
            number -= firsts[place]
            opening = openings[place]
            part, points = opening.parts.get(heading), opening.left
            if part is None:
                part = _sailed(heading, air, opening.turns, opening.hexes)
                opening.parts[heading] = part
        else:
            part, points = nth_route(points, heading, air, number), 0
        if not offsets:
            legs, offsets, headings = part.legs, part.offsets, part.headings
        else:
            at, first = offsets[-1], part.legs[0]
            if first[0] == heading:
                run = legs[-1][1] + first[1]
                legs = (*legs[:-1], (heading, run), *part.legs[1:])
            else:
                legs += part.legs
            offsets += tuple([at + offset for offset in part.offsets])
            headings += part.headings
        heading = part.end
    return Route(legs, offsets, headings, heading)


@cache
def _openings(points: int, off: int, flags: int) -> tuple[tuple[int, ...], tuple[Opening, ...]]:
    """Every beginning of a course, in the order in which courses are numbered, and of each
    the number of the first course that begins so.
    """
    firsts: list[int] = []
    found: list[Opening] = []
    first = 0
    for count, turns, left in _beginnings(points, off, flags, _HEXES_BEGUN):
        firsts.append(first)
        first += count
        opening = Opening(turns, len(turns) - (left < 0), max(left, 0))
        opening.parts = _parts(off, flags, turns, opening.hexes)
        found.append(opening)
    return tuple(firsts), tuple(found)


@cache
def _parts(off: int, flags: int, turns: tuple[int, ...], hexes: int) -> dict[int, Route]:
    return {}


def _beginnings(
    points: int, off: int, flags: int, hexes: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The turns before each of the first few hexes: (courses that begin so, hexsides turned,
    points left). Points left is -1 where the last turn itself spends them all.
    """
    for count, hexsides, _, left in _branches(points, off, flags):
        if left <= 0 or hexes == 1:
            yield count, (hexsides,), left
            continue
        for fewer, turns, rest in _beginnings(left, (off + hexsides) % 6, flags, hexes - 1):
            yield fewer, (hexsides, *turns), rest


_routes: dict[tuple[Legs, int, int], Route | Complaint] = {}
_MOST_KEPT = 20_000


@clause("6.41", "6.42", "6.44", "6.45", "6.32")
def route_of(legs: Legs, heading: int, air: int) -> Route | Complaint:
    """The route of a plotted course, or why it cannot be sailed.

    Each hex costs a point and is entered straight ahead; of the turn in one hex the first
    hexside is free, the second costs a point and a third is not allowed. A direction with no
    hexes stands last: a turn in the last hex, or that of a ship at rest.
    """
    key = (legs, heading, air)
    route = _routes.get(key)
    if route is None:
        if len(_routes) > _MOST_KEPT:
            _routes.clear()
        route = _routes[key] = _traced(legs, heading, air)
    return route


def _traced(legs: Legs, heading: int, air: int) -> Route | Complaint:
    off, flags = _off(heading, air)
    shift = heading - off
    offsets: list[int] = []
    headings: list[int] = []
    at = 0
    in_hex = 0
    for index, (way, hexes) in enumerate(legs):
        new = (way - shift) % 6
        turn = (new - off + 2) % 6 - 2
        if abs(turn) + in_hex > 2:
            return Complaint(
                f"{HEADINGS[(off + shift) % 6]} to {HEADINGS[way]} is more than two hexsides in "
                "one hex; enter a hex in between",
                "6.42",
                "too-sharp",
                suffered=True,
            )
        if not hexes and index + 1 < len(legs):
            return Complaint(
                f"{HEADINGS[way]} 0 is a turn in the last hex, and more is written after it",
                "6.44",
                "idle-leg",
                suffered=True,
            )
        if turn:
            _pay(turn, in_hex, off, flags, at, shift, offsets, headings)
            in_hex += abs(turn)
        elif not hexes or (index and legs[index - 1][0] == way):
            return Complaint(
                f"{HEADINGS[way]} {hexes} neither turns nor goes anywhere; write each direction "
                "once, with its hexes",
                "5.2",
                "idle-leg",
                suffered=True,
            )
        off = new
        if hexes and flags & 1 and off == 0:
            return Complaint(
                f"{HEADINGS[way]} is straight into the wind", "6.32", "into-wind", suffered=True
            )
        for _ in range(hexes):
            at += STEP[way]
            offsets.append(at)
            headings.append(way)
            in_hex = 0
    end = (off + shift) % 6
    if legs and not legs[-1][1] and offsets and headings[-1] != end:
        return Complaint(
            f"the turn to {HEADINGS[end]} comes after the last point is spent",
            "6.42",
            "late-turn",
            suffered=True,
        )
    return Route(legs, tuple(offsets), tuple(headings), end)


def _pay(
    turn: int,
    in_hex: int,
    off: int,
    flags: int,
    at: int,
    shift: int,
    offsets: list[int],
    headings: list[int],
) -> None:
    """Spend the points of a turn, hexside by hexside."""
    step = 1 if turn > 0 else -1
    for side in range(abs(turn)):
        before, after = (off + step * side) % 6, (off + step * (side + 1)) % 6
        cost = (1 if side + in_hex else 0) + (1 if flags & 2 and bears_up(before, after) else 0)
        for _ in range(cost):
            offsets.append(at)
            headings.append((after + shift) % 6)


def straight(heading: int, first: int, points: int, air: int) -> Route:
    """The course of a ship out of command: turned to `first`, then straight on for all her
    points; what the turn costs is taken from them ("8.31").
    """
    traced = _traced(((first, points),) if points else (), heading, air)
    if isinstance(traced, Complaint):
        return Route((), (), (), heading)
    if points == 0:
        return Route(((first, 0),) if first != heading else (), (), (), first)
    return Route(traced.legs, traced.offsets[:points], traced.headings[:points], first)
