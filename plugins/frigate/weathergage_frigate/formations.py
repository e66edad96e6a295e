"""Formations: line abreast, column ahead, changing between them, flags (8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from weathergage import (
    HEADINGS,
    NEAR,
    STEP,
    Complaint,
    Dice,
    clause,
    distance,
    is_straight,
)
from weathergage_frigate.routes import Legs, Route, nth_route, rates, route_of, ways
from weathergage_frigate.state import Formation, Planned, Ship, complaint

if TYPE_CHECKING:
    from weathergage_frigate.plotting import Order, PlotAnswers, Sheet

COLUMN, ABREAST = "column", "abreast"

GAP = 3
"""Hexes from one ship of a formation to the next: no more than two lie between (8.1)."""


@dataclass(slots=True)
class Station:
    """A member while her formation's plot is worked out, point by point."""

    ship: Ship
    place: int
    heading: int
    track: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)

    def steer(self, offset: int, heading: int) -> None:
        """Spend one point: be at an offset from where she began, heading so."""
        place = self.ship.place + offset
        if place != self.place:
            self.track.append(place)
        self.place = place
        self.heading = heading
        self.offsets.append(offset)
        self.headings.append(heading)

    def planned(self, formation: int) -> Planned:
        """What she will do."""
        return Planned(
            self.ship.n,
            self.heading,
            len(self.offsets),
            tuple(self.offsets),
            tuple(self.headings),
            formation=formation,
        )


@clause("8.1", "8.14")
def plan(answers: PlotAnswers, rows: Mapping[int, Order], sheet: Sheet) -> None:
    """Work out every formation of a plot: each row that leads one, and the ships that name it."""
    ships = answers.state.ships
    leaders = [ships[n] for n, order in rows.items() if order.kinds]
    followers: dict[int, list[Ship]] = {leader.n: [] for leader in leaders}
    for n, order in rows.items():
        if not order.follows or order.kinds:
            continue
        leader = _leader(leaders, order.follows)
        if leader is None:
            which = "several ships lead" if order.follows == "*" and leaders else "no ship leads"
            answers.complain(
                ships[n], f"sails in a formation, but {which} one by that name", "8.14", sheet
            )
            sheet.lost.add(n)
        else:
            followers[leader.n].append(ships[n])
    for leader in leaders:
        _plan_one(answers, rows[leader.n], leader, followers[leader.n], sheet)


def _leader(leaders: Sequence[Ship], code: str) -> Ship | None:
    if code == "*":
        return leaders[0] if len(leaders) == 1 else None
    return next((leader for leader in leaders if leader.code == code), None)


def _plan_one(
    answers: PlotAnswers, order: Order, leader: Ship, followers: list[Ship], sheet: Sheet
) -> None:
    number = len(sheet.formations)
    made = muster(order.kinds[0][1], leader, followers)
    if isinstance(made, Complaint):
        sheet.problems.append(made)
        sheet.lost.update([leader.n, *(ship.n for ship in followers)])
        return
    sheet.formations.append(made)
    result = courses(answers, made, order.speed, order.legs, order.kinds)
    if isinstance(result, Complaint):
        # "6.11" An illegal plot for a formation gives all of it one Command Control plot.
        sheet.problems.append(result)
        sheet.lost.update(made.members)
        for n in made.members:
            ship = answers.state.ships[n]
            sheet.planned[n] = Planned(n, ship.heading, formation=number)
        return
    for station in result:
        sheet.planned[station.ship.n] = station.planned(number)


@clause("8.1", "8.15", "8.12")
def muster(kind: str, leader: Ship, followers: Sequence[Ship]) -> Formation | Complaint:
    """The formation that ships make, or why they make none: a flagship must be in it, and no
    more than two hexes may lie between one ship and the next.
    """
    ships = [leader, *followers]
    for ship in ships:
        if ship.afoul:
            return complaint(ship, "is afoul and sails in no formation", "8.1")
    flag = controller(ships, leader)
    if flag is None:
        return complaint(leader, "leads a formation without a flagship", "8.1")
    if kind == ABREAST and flag is not leader:
        return complaint(
            leader, f"leads a Line Abreast, but its flagship is {flag.code}", "8.14"
        )
    ranked = in_column(leader, followers) if kind == COLUMN else in_line(ships, leader)
    if isinstance(ranked, Complaint):
        return ranked
    return Formation(kind, leader.n, flag.n, tuple(ship.n for ship in ranked))


@clause("8.15")
def controller(ships: Sequence[Ship], leader: Ship) -> Ship | None:
    """The flagship that controls a formation: a Fleet Flagship before any Flagship; of several
    Flagships the one whose row it sails by, else the first from the lead ship.
    """
    flagged = [ship for ship in ships if ship.flag]
    if not flagged:
        return None
    return max(flagged, key=lambda s: (s.flag, s is leader, -distance(leader.place, s.place)))


def in_column(leader: Ship, followers: Sequence[Ship]) -> list[Ship] | Complaint:
    """The ships of a column from the lead ship back, each the nearest to the one ahead."""
    ranked = [leader]
    waiting = list(followers)
    while waiting:
        ahead = ranked[-1]
        nearest = min(waiting, key=lambda s: (distance(ahead.place, s.place), s.n))
        if distance(ahead.place, nearest.place) > GAP:
            return complaint(
                nearest, f"is more than two hexes from {ahead.code}, the next in the column", "8.1"
            )
        waiting.remove(nearest)
        ranked.append(nearest)
    return ranked


@clause("8.11")
def in_line(ships: Sequence[Ship], leader: Ship) -> list[Ship] | Complaint:
    """The ships of a Line Abreast, flagship first and then along the line, if they are one: one
    facing, one straight line through the centres of their hexes, no gap over two hexes.
    """
    problem = line_problem([(s, s.place, s.heading) for s in ships], leader)
    if problem is not None:
        return problem
    return [leader, *along_line([s for s in ships if s is not leader])]


def along_line(ships: Iterable[Ship]) -> list[Ship]:
    """Ships in the order of their hexes along the line."""
    return sorted(ships, key=lambda s: (s.place, s.n))


def line_problem(
    posted: Sequence[tuple[Ship, int, int]], leader: Ship
) -> Complaint | None:
    """Why ships at some (place, heading) are no Line Abreast, or None."""
    heading = next(h for s, _, h in posted if s is leader)
    for ship, _, way in posted:
        if way != heading:
            return complaint(
                ship,
                f"heads {HEADINGS[way]} where the flagship heads {HEADINGS[heading]}",
                "8.11",
            )
    places = [place for _, place, _ in posted]
    if not is_straight(places):
        return complaint(leader, "and her ships do not lie on one straight line", "8.11")
    ranked = sorted(posted, key=lambda p: p[1])
    for one, other in zip(ranked, ranked[1:], strict=False):
        if distance(one[1], other[1]) > GAP:
            return complaint(
                other[0], f"is more than two hexes from {one[0].code}, the next in line", "8.1"
            )
    return None


@clause("8.11", "8.12", "8.13")
def courses(
    answers: PlotAnswers,
    formation: Formation,
    speed: int | None,
    legs: Legs,
    kinds: Sequence[tuple[int, str]],
) -> list[Station] | Complaint:
    """What every member of a formation does when its leader sails so, or what goes wrong.

    In a Line Abreast all do as the flagship does, at the same moment. In a Column each follows
    the track of the ship ahead, and her speed MAY differ as long as she keeps her station.
    """
    ships = answers.state.ships
    leader = ships[formation.leader]
    rate, whole = answers.sail(leader, speed, legs)
    if isinstance(whole, Complaint):
        return complaint(leader, whole.reason, whole.clause, whole.code)
    stations = [Station(ships[n], ships[n].place, ships[n].heading) for n in formation.members]
    if len(kinds) == 1 and formation.kind == COLUMN:
        return _column_alone(answers, stations, whole)
    for station in stations:
        least, most = rates(station.ship, answers.state)
        if not least <= rate <= most:
            return complaint(
                station.ship, f"cannot make the formation's Rate of {rate}", "8.11", "rate"
            )
    bounds = [index for index, _ in kinds[1:]] + [len(legs)]
    start = 0
    for (_, kind), end in zip(kinds, bounds, strict=True):
        problem = _segment(answers, stations, kind, legs[start:end])
        if problem is not None:
            return problem
        start = end
    return _ended(stations, kinds[-1][1]) or stations


def _segment(
    answers: PlotAnswers, stations: list[Station], kind: str, legs: Legs
) -> Complaint | None:
    """One stretch of a plot sailed in one kind of formation."""
    lead = stations[0]
    route = route_of(legs, lead.heading, answers.air)
    if isinstance(route, Complaint):
        return complaint(lead.ship, route.reason, route.clause, route.code)
    if kind == ABREAST:
        posted = [(s.ship, s.place, s.heading) for s in stations]
        problem = line_problem(posted, lead.ship)
        if problem is not None:
            return problem
        for station in stations:
            base = station.place - station.ship.place
            for offset, heading in zip(route.offsets, route.headings, strict=True):
                station.steer(base + offset, heading)
            station.heading = route.end
        return None
    ranked = _rank(stations)
    if isinstance(ranked, Complaint):
        return ranked
    base = lead.place - lead.ship.place
    for offset, heading in zip(route.offsets, route.headings, strict=True):
        lead.steer(base + offset, heading)
    lead.heading = route.end
    for ahead, station in zip(ranked, ranked[1:], strict=False):
        if not follow(answers, station, ahead, route.points):
            return complaint(station.ship, f"cannot follow {ahead.ship.code}", "8.12")
    return None


def _rank(stations: list[Station]) -> list[Station] | Complaint:
    """The ships of a formation that is becoming a column, from its lead ship back."""
    ranked = [stations[0]]
    waiting = stations[1:]
    while waiting:
        ahead = ranked[-1]
        nearest = min(waiting, key=lambda s: (distance(ahead.place, s.place), s.ship.n))
        if distance(ahead.place, nearest.place) > GAP:
            return complaint(nearest.ship, f"has lost {ahead.ship.code}, the next ahead", "8.1")
        waiting.remove(nearest)
        ranked.append(nearest)
    return ranked


@clause("8.12")
def _column_alone(
    answers: PlotAnswers, stations: list[Station], whole: Route
) -> list[Station] | Complaint:
    """A column that stays one: each follower takes the leader's Rate, or the nearest to it that
    keeps her station.
    """
    lead = stations[0]
    for offset, heading in zip(whole.offsets, whole.headings, strict=True):
        lead.steer(offset, heading)
    lead.heading = whole.end
    kept = [lead]
    for station in stations[1:]:
        ahead = kept[-1]
        least, most = rates(station.ship, answers.state)
        wanted = sorted(range(least, most + 1), key=lambda r: (abs(r - whole.points), r))
        for rate in wanted:
            trial = Station(station.ship, station.ship.place, station.ship.heading)
            if follow(answers, trial, ahead, rate) and 0 < distance(
                trial.place, ahead.place
            ) <= GAP:
                kept.append(trial)
                break
        else:
            return complaint(
                station.ship, f"cannot keep her station astern of {ahead.ship.code}", "8.12"
            )
    return kept


def follow(answers: PlotAnswers, station: Station, ahead: Station, points: int) -> bool:
    """Sail a follower along the track of the ship ahead for so many points; False where she
    would leave the track, overrun it, or turn too sharply.
    """
    track = _track(station, ahead)
    at = 0
    spent = 0
    while spent < points:
        if at == len(track):
            return False
        way = _way(station.place, track[at])
        if way is None:
            return False
        turn = (way - station.heading + 2) % 6 - 2
        legs = ((way, 1),)
        route = route_of(legs, station.heading, answers.air)
        if isinstance(route, Complaint) or abs(turn) > 2:
            return False
        base = station.place - station.ship.place
        for offset, heading in zip(route.offsets, route.headings, strict=True):
            if spent == points:
                break
            station.steer(base + offset, heading)
            spent += 1
        at += 1
    return True


def _way(place: int, next_place: int) -> int | None:
    step = next_place - place
    return STEP.index(step) if step in STEP else None


def _track(station: Station, ahead: Station) -> list[int]:
    """The hexes that a follower sails through: from where she is to where the ship ahead began,
    by the way that one came if she came by it, and then that ship's own track.
    """
    start = ahead.ship.place
    wake = (*ahead.ship.wake, start)
    if station.place in wake:
        last = len(wake) - 1 - wake[::-1].index(station.place)
        between = list(wake[last + 1 :])
    elif station.place in ahead.track:
        return ahead.track[len(ahead.track) - ahead.track[::-1].index(station.place) :]
    else:
        between = _shortest(station.place, station.heading, start)
    return [*between, *ahead.track]


def _shortest(place: int, heading: int, goal: int) -> list[int]:
    """A shortest way between two hexes, straight on as long as that is one."""
    path: list[int] = []
    while place != goal:
        left = distance(place, goal)
        turned = next(
            (heading + turn) % 6
            for turn in (0, 1, -1, 2, -2, 3)
            if distance(place + STEP[(heading + turn) % 6], goal) < left
        )
        heading = turned
        place += STEP[heading]
        path.append(place)
    return path


def _ended(stations: list[Station], kind: str) -> Complaint | None:
    """What is wrong with a formation at the end of its plot (8.1.c)."""
    if kind == ABREAST:
        posted = [(s.ship, s.place, s.heading) for s in stations]
        return line_problem(posted, stations[0].ship)
    ranked = _rank(stations)
    return ranked if isinstance(ranked, Complaint) else None


# Flags


@clause("8.15-passing", "8.15")
def pass_flag(answers: PlotAnswers, ship: Ship, code: str, sheet: Sheet) -> None:
    """A flagship MAY hand her flag to the ship next to her in their formation."""
    planned = sheet.planned.get(ship.n)
    other = next((s for s in answers.own if s.code == code), None)
    if not ship.flag:
        answers.complain(ship, "has no flag to pass", "8.15-passing", sheet)
    elif planned is None or planned.formation < 0 or other is None:
        answers.complain(
            ship, f"passes her flag only within a formation, not to {code}", "8.15-passing", sheet
        )
    elif other.n not in _neighbours(sheet.formations[planned.formation], ship.n, answers):
        answers.complain(ship, f"{code} is not next to her in line", "8.15-passing", sheet)
    elif other.flag:
        answers.complain(ship, f"{code} flies a flag already", "8.15-passing", sheet)
    else:
        sheet.flags[ship.n] = other.n


def _neighbours(formation: Formation, n: int, answers: PlotAnswers) -> list[int]:
    """The ships next to one in a formation, on either side."""
    if formation.kind == COLUMN:
        order = list(formation.members)
    else:
        order = [s.n for s in along_line(answers.state.ships[m] for m in formation.members)]
    at = order.index(n)
    return [order[i] for i in (at - 1, at + 1) if 0 <= i < len(order)]


# Finding formations on the water, for captains and random plots


def find(answers: PlotAnswers) -> list[Formation]:
    """The formations that a side's ships lie in now: for each flagship, Fleet Flagships first,
    her column or her line abreast, whichever holds more ships not in another.
    """
    free = {s.n: s for s in answers.own if not s.afoul and s.mast < 3 and not s.prize}
    found: list[Formation] = []
    flags = sorted((s for s in free.values() if s.flag), key=lambda s: (-s.flag, s.n))
    for flag in flags:
        if flag.n not in free:
            continue
        column = _column_of(flag, free)
        line = _line_of(flag, free)
        kind, ships = (COLUMN, column) if len(column) >= len(line) else (ABREAST, line)
        if len(ships) < 2:
            continue
        made = muster(kind, ships[0], ships[1:])
        if isinstance(made, Formation):
            found.append(made)
            for ship in ships:
                free.pop(ship.n, None)
    return found


def _column_of(flag: Ship, free: Mapping[int, Ship]) -> list[Ship]:
    """The ships ahead and astern of a flagship in one chain, lead ship first."""
    chain = [flag]
    for ahead in (False, True):
        while True:
            end = chain[0] if ahead else chain[-1]
            other = _next_in_chain(end, free, chain, ahead)
            if other is None:
                break
            if ahead:
                chain.insert(0, other)
            else:
                chain.append(other)
    return chain


_ASTERN = (5, 6, 7)


def _next_in_chain(
    ship: Ship, free: Mapping[int, Ship], chain: Sequence[Ship], ahead: bool
) -> Ship | None:
    best: tuple[int, int, Ship] | None = None
    for other in free.values():
        near = NEAR.get(other.place - ship.place)
        if near is None or near[1] is None or near[0] > GAP or other in chain:
            continue
        if (other.heading - ship.heading + 1) % 6 > 2:
            continue
        if ahead:
            astern = (near[1] + 6 - 2 * other.heading) % 12
        else:
            astern = (near[1] - 2 * ship.heading) % 12
        if astern in _ASTERN and (best is None or (near[0], other.n) < best[:2]):
            best = (near[0], other.n, other)
    return best[2] if best else None


def _line_of(flag: Ship, free: Mapping[int, Ship]) -> list[Ship]:
    """The ships abreast of a flagship on one straight line, flagship first."""
    best: list[Ship] = [flag]
    for way in range(12):
        rel = (way - 2 * flag.heading) % 12
        if rel in (0, 6) or rel > 6:
            continue
        line = [flag]
        for side in (way, (way + 6) % 12):
            end = flag
            while True:
                near = [
                    (NEAR[o.place - end.place][0], o.n, o)
                    for o in free.values()
                    if o not in line
                    and o.heading == flag.heading
                    and o.place - end.place in NEAR
                    and NEAR[o.place - end.place][1] == side
                    and NEAR[o.place - end.place][0] <= GAP
                    and is_straight([flag.place, end.place, o.place])
                ]
                if not near:
                    break
                end = min(near)[2]
                line.append(end)
        if len(line) > len(best) and is_straight([s.place for s in line]):
            best = line
    return best


_TRIES = 3


def sample(answers: PlotAnswers, dice: Dice) -> dict[int, Order]:
    """Rows for the formations that lie on the water, each led as often as not by a course drawn
    evenly among its leader's, if one of a few keeps the formation together.
    """
    rows: dict[int, Order] = {}
    if len(answers.own) < 2 or answers.state.over:
        return rows
    for formation in find(answers):
        if dice.below("sample", 2) == 0:
            continue
        for _ in range(_TRIES):
            led = _draw(answers, formation, dice)
            if led is not None:
                rows.update(led)
                break
    return rows


def _draw(answers: PlotAnswers, formation: Formation, dice: Dice) -> dict[int, Order] | None:
    from weathergage_frigate.plotting import lead_row, member_row

    leader = answers.state.ships[formation.leader]
    least, most = rates(leader, answers.state)
    rate = least + dice.below("sample", most - least + 1)
    air = answers.air
    number = dice.below("sample", ways(rate, leader.heading, air))
    route = nth_route(rate, leader.heading, air, number)
    change = rate - leader.speed
    kinds = ((0, formation.kind),)
    if isinstance(courses(answers, formation, change, route.legs, kinds), Complaint):
        return None
    rows = {n: member_row(leader.code) for n in formation.members if n != leader.n}
    rows[leader.n] = lead_row(formation.kind, change, route)
    return rows
