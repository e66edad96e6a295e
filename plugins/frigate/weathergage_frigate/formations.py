"""Formations: line abreast, column ahead, changing between them, flags (8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

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
from weathergage_frigate.notation import ABREAST, COLUMN, Order, lead_row, member_row
from weathergage_frigate.routes import Legs, Route, nth_route, rates, route_of, ways
from weathergage_frigate.sheets import Plotter, Sheet
from weathergage_frigate.state import Formation, Planned, Ship, complaint

GAP = 3
"""Hexes from one ship of a formation to the next: no more than two lie between (8.1)."""


@dataclass(slots=True, eq=False)
class Station:
    """A member while her formation's plot is worked out, point by point.

    turning: whether her last point was spent on turning in her hex.
    """

    ship: Ship
    place: int
    heading: int
    turning: bool = False
    track: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)

    def steer(self, offset: int, heading: int) -> None:
        """Spend one point: be at an offset from where she began, heading so."""
        place = self.ship.place + offset
        self.turning = place == self.place
        if not self.turning:
            self.track.append(place)
        self.place = place
        self.heading = heading
        self.offsets.append(offset)
        self.headings.append(heading)

    def planned(self, formation: int, rate: int | None = None) -> Planned:
        """What she will do. rate: her Movement Rate, where she cannot spend all of it."""
        return Planned(
            self.ship.n,
            self.heading,
            len(self.offsets) if rate is None else rate,
            tuple(self.offsets),
            tuple(self.headings),
            formation=formation,
        )


@clause("8.1", "8.14")
def plan(plotter: Plotter, rows: Mapping[int, Order], sheet: Sheet) -> None:
    """Work out every formation of a plot: each row that leads one, and the ships that name it."""
    ships = plotter.state.ships
    leaders = [ships[n] for n, order in rows.items() if order.kinds]
    followers: dict[int, list[Ship]] = {leader.n: [] for leader in leaders}
    for n, order in rows.items():
        if not order.follows or order.kinds:
            continue
        leader = _leader(leaders, order.follows, rows, ships)
        if leader is None:
            which = "several ships lead" if order.follows == "*" and leaders else "no ship leads"
            reason = f"sails in a formation, but {which} one by that name"
        elif order.legs or order.speed or order.breaks_away:
            reason = f"sails in {leader.code}'s formation and has no course of her own"
        else:
            followers[leader.n].append(ships[n])
            continue
        sheet.complain(ships[n], reason, "8.14")
        sheet.lost.add(n)
    for leader in leaders:
        _plan_one(plotter, rows[leader.n], leader, followers[leader.n], sheet)


def _leader(
    leaders: Sequence[Ship], code: str, rows: Mapping[int, Order], ships: Sequence[Ship]
) -> Ship | None:
    """The ship whose row is meant: by her own code, or by that of one who sails by it."""
    if code == "*":
        return leaders[0] if len(leaders) == 1 else None
    for leader in leaders:
        if leader.code == code:
            return leader
    for n, order in rows.items():
        if ships[n].code == code and order.follows not in ("", code):
            return next((leader for leader in leaders if leader.code == order.follows), None)
    return None


def _plan_one(
    plotter: Plotter, order: Order, leader: Ship, followers: list[Ship], sheet: Sheet
) -> None:
    number = len(sheet.formations)
    made = muster(order.kinds[0][1], leader, followers, order.under)
    while isinstance(made, Complaint):
        sheet.problems.append(made)
        stray = next((ship for ship in followers if ship.counter.id == made.about), None)
        if stray is None:
            sheet.lost.update([leader.n, *(ship.n for ship in followers)])
            return
        # "8.1" Who is out of reach is not in the formation; the others are.
        sheet.lost.add(stray.n)
        followers.remove(stray)
        made = muster(order.kinds[0][1], leader, followers, order.under)
    sheet.formations.append(made)
    result = _misplaced(leader, order) or courses(
        plotter, made, order.speed, order.legs, order.kinds
    )
    if isinstance(result, Complaint):
        # "6.11" An illegal plot for a formation gives all of it one Command Control plot.
        sheet.problems.append(result)
        sheet.lost.update(made.members)
        for n in made.members:
            ship = plotter.state.ships[n]
            sheet.planned[n] = Planned(n, ship.heading, formation=number)
        return
    for station in result:
        sheet.planned[station.ship.n] = station.planned(number)


def _misplaced(leader: Ship, order: Order) -> Complaint | None:
    """What the row of a ship that leads a formation may not say."""
    if order.kinds[0][0]:
        return complaint(leader, "must be in formation from the start of the plot", "8.1")
    if order.follows:
        return complaint(leader, "leads a formation and sails in another", "8.1")
    if order.breaks_away:
        return complaint(leader, "is not afoul of anyone", "6.64")
    return None


@clause("8.1", "8.15", "8.12")
def muster(
    kind: str, leader: Ship, followers: Sequence[Ship], under: str = ""
) -> Formation | Complaint:
    """The formation that ships make, or why they make none: a flagship must be in it, and no
    more than two hexes may lie between one ship and the next.

    under: code of the flagship that is to control it, where the player names one.
    """
    ships = [leader, *followers]
    for ship in ships:
        if ship.afoul:
            return complaint(ship, "is afoul and sails in no formation", "8.1")
    ranked = in_column(leader, followers) if kind == COLUMN else in_line(ships, leader)
    if isinstance(ranked, Complaint):
        return ranked
    flag = controller(ships, leader, under)
    if flag is None:
        return complaint(leader, "leads a formation without a flagship", "8.1")
    if under and flag.code != under:
        return complaint(leader, f"sails under {flag.code}, not under {under}", "8.15")
    if kind == ABREAST and flag is not leader:
        return complaint(leader, f"leads a Line Abreast, but its flagship is {flag.code}", "8.14")
    return Formation(kind, leader.n, flag.n, tuple(ship.n for ship in ranked))


@clause("8.15")
def controller(ships: Sequence[Ship], leader: Ship, under: str = "") -> Ship | None:
    """The flagship that controls a formation: a Fleet Flagship before any Flagship. Of several
    Flagships it is the one that the player names; if none, the one whose row it sails by, else
    the nearest to that.
    """
    flagged = [ship for ship in ships if ship.flag]
    if not flagged:
        return None
    return max(
        flagged,
        key=lambda s: (s.flag, s.code == under, s is leader, -distance(leader.place, s.place)),
    )


@clause("8.12")
def in_column(leader: Ship, followers: Sequence[Ship]) -> list[Ship] | Complaint:
    """The ships of a column from the lead ship back: next to each comes who lies in her wake, and
    where nobody does the nearest.
    """
    ranked = [leader]
    waiting = list(followers)
    while waiting:
        ahead = ranked[-1]
        wake = came_by(ahead)
        back = {place: len(wake) - index for index, place in enumerate(wake)}
        nearest = min(
            waiting,
            key=lambda s: (back.get(s.place, len(wake) + 1), distance(ahead.place, s.place), s.n),
        )
        if distance(ahead.place, nearest.place) > GAP:
            return complaint(
                nearest, f"is more than two hexes from {ahead.code}, the next in the column", "8.1"
            )
        waiting.remove(nearest)
        ranked.append(nearest)
    return ranked


def came_by(ship: Ship) -> list[int]:
    """The hexes by which a ship came to hers, hers last, as far back as one led to the next."""
    way = [ship.place]
    for place in reversed(ship.wake):
        if place == way[-1]:
            continue
        if way[-1] - place not in STEP:
            break
        way.append(place)
    way.reverse()
    return way


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


def line_problem(posted: Sequence[tuple[Ship, int, int]], leader: Ship) -> Complaint | None:
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
    before = True
    for one, other in pairwise(ranked):
        before = before and one[0] is not leader
        if distance(one[1], other[1]) > GAP:
            off, near = (one[0], other[0]) if before else (other[0], one[0])
            return complaint(
                off, f"is more than two hexes from {near.code}, the next in line", "8.1"
            )
    return None


@clause("8.11", "8.12", "8.13")
def courses(
    plotter: Plotter,
    formation: Formation,
    speed: int | None,
    legs: Legs,
    kinds: Sequence[tuple[int, str]],
) -> list[Station] | Complaint:
    """What every member of a formation does when its leader sails so, or what goes wrong.

    In a Line Abreast all do as the flagship does, at the same moment. In a Column each follows
    the track of the ship ahead, and her speed MAY differ as long as she keeps her station.
    """
    ships = plotter.state.ships
    leader = ships[formation.leader]
    stretches = _stretches(legs, kinds)
    rate, whole = plotter.sail(leader, speed, _joined(stretches))
    if isinstance(whole, Complaint):
        return complaint(leader, whole.reason, whole.clause, whole.code)
    stations = [Station(ships[n], ships[n].place, ships[n].heading) for n in formation.members]
    if len(stretches) == 1 and formation.kind == COLUMN:
        return _column_alone(plotter, stations, whole)
    problem = _cannot_echo(plotter, stations, rate, whole)
    before = formation.kind
    for kind, part in stretches:
        problem = problem or _stretch(plotter, stations, before, kind, part)
        before = kind
    return problem or _ended(stations, before) or stations


def _stretches(legs: Legs, kinds: Sequence[tuple[int, str]]) -> list[tuple[str, Legs]]:
    """A plot cut up where the formation changes. A turn written with 0 hexes, which the first
    direction after a change repeats, belongs to what comes after.
    """
    stretches: list[tuple[str, Legs]] = []
    ends = [index for index, _ in kinds[1:]] + [len(legs)]
    start = 0
    for (_, kind), end in zip(kinds, ends, strict=True):
        part = legs[start:end]
        if part and end < len(legs) and part[-1] == (legs[end][0], 0):
            part = part[:-1]
        if stretches and stretches[-1][0] == kind:
            part = stretches.pop()[1] + part
        stretches.append((kind, part))
        start = end
    return stretches


def _joined(stretches: Sequence[tuple[str, Legs]]) -> Legs:
    """The course of all stretches in one."""
    whole = list(stretches[0][1])
    for _, part in stretches[1:]:
        rest = list(part)
        if rest and whole and whole[-1][0] == rest[0][0]:
            whole[-1] = (whole[-1][0], whole[-1][1] + rest.pop(0)[1])
        whole += rest
    return tuple(whole)


@clause("8.11", "6.52")
def _cannot_echo(
    plotter: Plotter, stations: Sequence[Station], rate: int, whole: Route
) -> Complaint | None:
    """Why a ship cannot do as her flagship does, at the same Rate."""
    turns = rate == 0 and whole.end != stations[0].heading
    for station in stations:
        least, most = rates(station.ship, plotter.state)
        if not least <= rate <= most:
            return complaint(
                station.ship, f"cannot make the formation's Rate of {rate}", "8.11", "rate"
            )
        if turns and station.ship.mast >= 3:
            return complaint(station.ship, "dismasted and stopped, she may not turn", "6.52")
    return None


@clause("8.13")
def _stretch(
    plotter: Plotter, stations: list[Station], before: str, kind: str, legs: Legs
) -> Complaint | None:
    """Sail one stretch of a plot in one kind of formation, before it in another perhaps."""
    marks = None
    if kind != before:
        way = stations[0].heading
        if kind == COLUMN and legs and not _in_file(stations, way):
            way = legs[0][0]
        head = _in_file(stations, way)
        if not head:
            return complaint(
                stations[0].ship,
                "and her ships do not lie in one straight line along their heading, and so cannot "
                f"change to {'Column Ahead' if kind == COLUMN else 'Line Abreast'}",
                "8.13",
            )
        stations[:] = head
        marks = [(station.place, len(station.track)) for station in stations]
    lead = stations[0]
    route = route_of(legs, lead.heading, plotter.air)
    if isinstance(route, Complaint):
        return complaint(lead.ship, route.reason, route.clause, route.code)
    if kind == ABREAST:
        return _abreast(stations, route, legs)
    return _in_track(plotter, stations, route, marks)


def _in_file(stations: Sequence[Station], way: int) -> list[Station]:
    """Ships of one facing from the head back, if they lie in a row of hexes along a heading and
    no more than two apart; otherwise none.
    """
    first = stations[0]
    along: dict[int, Station] = {}
    for station in stations:
        hexes = distance(first.place, station.place)
        if station.place - first.place == -hexes * STEP[way]:
            hexes = -hexes
        elif station.place - first.place != hexes * STEP[way]:
            return []
        if station.heading != first.heading or hexes in along:
            return []
        along[hexes] = station
    ranked = sorted(along, reverse=True)
    if any(ahead - astern > GAP for ahead, astern in pairwise(ranked)):
        return []
    return [along[hexes] for hexes in ranked]


@clause("8.11")
def _abreast(stations: list[Station], route: Route, legs: Legs) -> Complaint | None:
    """All do as the flagship does, at the same moment."""
    lead = stations[0]
    problem = line_problem([(s.ship, s.place, s.heading) for s in stations], lead.ship)
    if problem is not None:
        return problem
    for station in stations:
        if station.turning and legs and legs[0][0] != lead.heading:
            return complaint(station.ship, "has just turned in her hex", "6.42")
    for station in stations:
        base = station.place - station.ship.place
        for offset, heading in zip(route.offsets, route.headings, strict=True):
            station.steer(base + offset, heading)
        station.heading = route.end
    return None


@clause("8.12")
def _in_track(
    plotter: Plotter,
    stations: list[Station],
    route: Route,
    marks: Sequence[tuple[int, int]] | None,
) -> Complaint | None:
    """The lead ship sails a route and each other follows the ship ahead.

    marks: where each was when they became a column, and how long her track was, if they did.
    """
    lead = stations[0]
    base = lead.place - lead.ship.place
    for offset, heading in zip(route.offsets, route.headings, strict=True):
        lead.steer(base + offset, heading)
    lead.heading = route.end
    for index in range(1, len(stations)):
        station, ahead = stations[index], stations[index - 1]
        track = None
        if marks is not None:
            place, length = marks[index - 1]
            track = _shortest(station.place, station.heading, place) + ahead.track[length:]
        if not follow(plotter, station, ahead, route.points, track):
            return complaint(station.ship, f"cannot follow {ahead.ship.code}", "8.12")
    return None


@clause("8.12")
def _column_alone(
    plotter: Plotter, stations: list[Station], whole: Route
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
        least, most = rates(station.ship, plotter.state)
        wanted = sorted(range(least, most + 1), key=lambda r: (abs(r - whole.points), r))
        for rate in wanted:
            trial = Station(station.ship, station.ship.place, station.ship.heading)
            if (
                follow(plotter, trial, ahead, rate)
                and distance(trial.place, ahead.place) <= GAP
                and all(trial.place != other.place for other in kept)
            ):
                kept.append(trial)
                break
        else:
            return complaint(
                station.ship, f"cannot keep her station astern of {ahead.ship.code}", "8.12"
            )
    return kept


@clause("8.12")
def follow(
    plotter: Plotter,
    station: Station,
    ahead: Station,
    points: int,
    track: list[int] | None = None,
) -> bool:
    """Sail a follower along the track of the ship ahead for so many points; False where she
    would leave the track, overrun it, or turn too sharply, or lies ahead on it.

    track: the hexes, where they are not those from her place at the start of the turn.
    """
    if track is None:
        if station.place in ahead.track and station.place not in ahead.ship.wake:
            return False
        track = _track(station, ahead)
    at = 0
    spent = 0
    while spent < points:
        if at == len(track):
            return False
        way = _way(station.place, track[at])
        if way is None:
            return False
        route = route_of(((way, 1),), station.heading, plotter.air)
        if isinstance(route, Complaint):
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
    wake = came_by(ahead.ship)
    if station.place in wake:
        last = len(wake) - 1 - wake[::-1].index(station.place)
        between = wake[last + 1 :]
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


@clause("8.1")
def _ended(stations: list[Station], kind: str) -> Complaint | None:
    """What is wrong with a formation at the end of its plot."""
    if kind == ABREAST:
        posted = [(s.ship, s.place, s.heading) for s in stations]
        return line_problem(posted, stations[0].ship)
    for ahead, station in pairwise(stations):
        if distance(ahead.place, station.place) > GAP:
            return complaint(station.ship, f"does not keep station on {ahead.ship.code}", "8.1")
    ends: dict[int, Station] = {}
    for station in stations:
        other = ends.setdefault(station.place, station)
        if other is not station:
            return complaint(station.ship, f"ends in the hex of {other.ship.code}", "8.1")
    return None


# Flags


@clause("8.15-passing", "8.15")
def pass_flag(plotter: Plotter, ship: Ship, code: str, sheet: Sheet) -> None:
    """A flagship MAY hand her flag to the ship next to her in their formation; one that is afoul
    in the formation that she lies in.
    """
    planned = sheet.planned.get(ship.n)
    other = next((s for s in plotter.own if s.code == code), None)
    if not ship.flag:
        sheet.complain(ship, "has no flag to pass", "8.15-passing")
    elif other is None or (not ship.afoul and (planned is None or planned.formation < 0)):
        sheet.complain(
            ship, f"passes her flag only within a formation, not to {code}", "8.15-passing"
        )
    elif other.n in sheet.flags.values():
        sheet.complain(ship, f"{code} is given a flag already", "8.15-passing")
    elif other not in _beside(plotter, ship, planned, sheet):
        sheet.complain(ship, f"{code} is not next to her in their formation", "8.15-passing")
    elif other.flag:
        sheet.complain(ship, f"{code} flies a flag already", "8.15-passing")
    else:
        sheet.flags[ship.n] = other.n


def _beside(plotter: Plotter, ship: Ship, planned: Planned | None, sheet: Sheet) -> list[Ship]:
    """The ships next to one in her formation, on either side."""
    if planned is not None and planned.formation >= 0:
        formation = sheet.formations[planned.formation]
        members = [plotter.state.ships[n] for n in formation.members]
        return _next_to(ship, members if formation.kind == COLUMN else along_line(members))
    # "8.15-passing" Ruling: a ship afoul has no formation to plot, but lies in one.
    free = {s.n: s for s in plotter.own if s is ship or not s.afoul}
    return _next_to(ship, _column_of(ship, free)) + _next_to(ship, along_line(_line_of(ship, free)))


def _next_to(ship: Ship, ranked: Sequence[Ship]) -> list[Ship]:
    at = ranked.index(ship)
    return [ranked[i] for i in (at - 1, at + 1) if 0 <= i < len(ranked)]


# Finding formations on the water, for captains and random plots


def find(plotter: Plotter) -> list[Formation]:
    """The formations that a side's ships lie in now: for each flagship, Fleet Flagships first,
    her column or her line abreast, whichever holds more ships not in another.
    """
    free = {s.n: s for s in plotter.own if not s.afoul and s.mast < 3 and not s.prize}
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


def sample(plotter: Plotter, dice: Dice) -> dict[int, Order]:
    """Rows for the formations that lie on the water, each led as often as not by a course drawn
    evenly among its leader's, if one of a few keeps the formation together.
    """
    rows: dict[int, Order] = {}
    if len(plotter.own) < 2 or plotter.state.over:
        return rows
    for formation in find(plotter):
        if dice.below("sample", 2) == 0:
            continue
        for _ in range(_TRIES):
            led = _draw(plotter, formation, dice)
            if led is not None:
                rows.update(led)
                break
    return rows


def _draw(plotter: Plotter, formation: Formation, dice: Dice) -> dict[int, Order] | None:
    leader = plotter.state.ships[formation.leader]
    least, most = rates(leader, plotter.state)
    rate = least + dice.below("sample", most - least + 1)
    air = plotter.air
    number = dice.below("sample", ways(rate, leader.heading, air))
    route = nth_route(rate, leader.heading, air, number)
    change = rate - leader.speed
    kinds = ((0, formation.kind),)
    if isinstance(courses(plotter, formation, change, route.legs, kinds), Complaint):
        return None
    rows = {n: member_row(leader.code) for n in formation.members if n != leader.n}
    rows[leader.n] = lead_row(formation.kind, change, route)
    return rows
