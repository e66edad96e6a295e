"""Movement: every ship at once, a point at a time (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

from weathergage import HEADINGS, STEP, Event, PhaseRun, clause, distance, event
from weathergage_frigate.afoul import break_away, elect, tell_afoul
from weathergage_frigate.chart import coast_of, lay_ahead, side_crossed
from weathergage_frigate.formations import GAP
from weathergage_frigate.meetings import settle
from weathergage_frigate.passage import Passage, Sailing
from weathergage_frigate.prizes import remove
from weathergage_frigate.state import CALM, NO_FLAG, FrigateState, Planned, Ship
from weathergage_frigate.victory import on_exit

WAKE = 6
"""Places kept of a ship's track, for those who follow in it and for pictures."""

_ASTERN = slice(-WAKE - 1, -1)
"""The part of a track that is her wake: the last places but the one she is in."""


@event
class Moved(Event):
    """A ship sailed: the course she made good, and where from and to."""

    ship: str
    course: str
    start: str
    end: str
    speed: int
    clause: str

    def say(self) -> str:
        """Her course."""
        if self.start == self.end:
            return f"{self.ship} stays in {self.end} and {self.course}."
        return f"{self.ship} sails {self.course} from {self.start} to {self.end}."


@event
class Aground(Event):
    """A ship ran ashore and is lost to her side. hex: the last that she sailed in."""

    ship: str
    hex: str
    clause: str

    def say(self) -> str:
        """Where she struck."""
        return f"{self.ship} runs aground off {self.hex}."


@event
class Drifted(Event):
    """A ship without way was carried off by the wind."""

    ship: str
    end: str
    clause: str

    def say(self) -> str:
        """Where to."""
        return f"{self.ship} drifts to {self.end}."


@event
class FlagPassed(Event):
    """The flag went to another ship of the formation."""

    ship: str
    to: str
    clause: str

    def say(self) -> str:
        """From whom to whom."""
        return f"{self.ship} passes the flag to {self.to}."


@clause("4.2.E", "6.0-general", "8.33")
def move(game: Any) -> PhaseRun | None:
    """Ships in command sail as plotted, then those out of command as chance has it, then what
    has no way on her drifts.
    """
    state: FrigateState = game.state
    ordered: list[Sailing] = []
    random: list[Sailing] = []
    freed: list[Ship] = []
    ships, out = state.ships, state.out
    foul = False
    for planned in state.plans:
        if planned is None:
            continue
        ship = ships[planned.n]
        if ship.gone:
            continue
        if planned.breaks_away:
            freed.append(ship)
        if ship.afoul:
            foul = True
        if planned.n in out:
            random.append(Sailing(ship, planned))
        else:
            ordered.append(Sailing(ship, planned))
    if freed or random:
        game.keep()
    if freed:
        free = break_away(game, freed)
        # "6.64" Ruling: only she who rolled herself free sails; who was merely let go lies still.
        ordered = [s for s in ordered if not s.planned.breaks_away or s.ship.n in free]
    if foul:
        ordered = [s for s in ordered if not s.ship.afoul]
    tangled = begin_sailing(game, ordered)
    drifts = state.force != CALM and game.rules.options.drift
    if tangled or random or (drifts and any(_is_adrift(ship) for ship in state.ships)):
        return _sail_on(game, Passage(ordered, tangled, random, drifts))
    for s in ordered:
        _arrive(game, state, s)
    _end_movement(game)
    return None


@clause("6.6-meeting")
def sail_on(game: Any, passage: Passage, one: int, other: int) -> PhaseRun:
    """The rest of the movement from the meeting of two ships, by their lines."""
    ships = game.state.ships
    return _sail_on(game, passage.copy(ships), (ships[one], ships[other]))


@clause("6.6-stepwise", "6.1", "5.0-general")
def _sail_on(game: Any, passage: Passage, met: tuple[Ship, Ship] | None = None) -> PhaseRun:
    """The rest of the phase where ships may meet, are out of command, or drift: the nth point of
    all that sail together at one moment, until all are spent. For those that are not tangled with
    others, going at once comes to the same.

    met: two that have met and are not settled, if that is where we are.
    """
    state: FrigateState = game.state
    while True:
        if passage.stepping:
            yield from _step_by_step(game, passage, met)
        for s in passage.together:
            _arrive(game, state, s)
        later = [s for s in passage.later if not s.ship.afoul and not s.ship.gone]
        if not later:
            break
        shorten(state, later)
        met, passage = None, Passage(later, begin_sailing(game, later), (), passage.drifts)
    if passage.drifts:
        yield from drift(game)
    _end_movement(game)


def _end_movement(game: Any) -> None:
    """Flags are where they were sent, and the plots are done with."""
    state: FrigateState = game.state
    for old, new in state.passing:
        pass_flag(game, state.ships[old], state.ships[new])
    state.plans = ()
    state.formations = ()
    state.passing = ()
    state.misplotted = frozenset()


@clause("8.15-passing")
def pass_flag(game: Any, old: Ship, new: Ship) -> None:
    """The flag is with its new ship at the end of the movement, unless either is lost or they have
    been parted. A prize of an earlier turn is a ship like any other.
    """
    if old.gone or new.gone or old.prize or old.side != new.side:
        return
    if distance(old.place, new.place) > GAP:
        return
    new.flag, old.flag = old.flag, NO_FLAG
    if game.telling:
        game.tell(FlagPassed(old.counter.title, new.counter.title, "8.15-passing"))


@clause("8.34")
def shorten(state: FrigateState, sailing: Sequence[Sailing]) -> None:
    """Cut a random course short of a hex in which it would end upon a friend; it ends in an empty
    hex, or one that an enemy holds.
    """
    moving = {s.ship.n for s in sailing}
    still = {
        (ship.place, ship.side) for ship in state.ships if not ship.gone and ship.n not in moving
    }
    for s in sailing:
        offsets = s.planned.offsets
        keep = len(offsets)
        while keep and (s.start + offsets[keep - 1], s.ship.side) in still:
            keep -= 1
        if keep < len(offsets):
            end = s.planned.headings[keep - 1] if keep else s.planned.end
            s.planned = Planned(
                s.ship.n,
                end,
                s.planned.rate,
                offsets[:keep],
                s.planned.headings[:keep],
                formation=s.planned.formation,
            )


def begin_sailing(game: Any, sailing: Sequence[Sailing]) -> Sequence[Sailing]:
    """Give ships their Rate, and let those whose tracks touch nobody else's go all the way at
    once; gives back the others.
    """
    tangled, lays = _tangled(game, sailing)
    if tangled:
        game.keep()
    for s in sailing:
        s.ship.speed = s.planned.rate
    if lays:
        _lay_on_the_way(game, sailing)
    if tangled is not sailing:
        for s in sailing:
            ship = s.ship
            if not ship.gone and (not tangled or s not in tangled):
                ship.place = s.track[-1]
                ship.heading = s.planned.end
    return tangled


def _tangled(game: Any, sailing: Sequence[Sailing]) -> tuple[Sequence[Sailing], bool]:
    """The ships that share a hex with another at any moment; all of them, if any is also to leave
    the map, or may strike land. And whether nobody does that, but sections have to be laid.
    """
    state: FrigateState = game.state
    reached: list[int] = []
    for s in sailing:
        start = s.start
        s.track += [start + offset for offset in s.planned.offsets]
        reached += set(s.track)
    places = set(reached)
    count = len(reached)
    coast = coast_of(game)
    held = state.sections.holds(places)
    if coast.has_land and (
        not held or any(coast.is_land(state.sections, place) for place in places)
    ):
        return sailing, False
    if len(sailing) < len(state.ships):
        moving = {s.ship.n for s in sailing}
        still = {s.place for s in state.ships if not s.gone and s.n not in moving}
        count += len(still)
        places |= still
    if held:
        return (_sharing(state, sailing) if len(places) < count else []), False
    if len(places) < count or any(len(s.planned.offsets) > s.planned.rate for s in sailing):
        return sailing, False
    return [], True


@clause("3.1-leapfrog", "6.6-stepwise")
def _lay_on_the_way(game: Any, sailing: Sequence[Sailing]) -> None:
    """Lay the sections that ships who meet nobody need on their way, each at its moment: where
    all ships then are decides which section goes. Who finds the map's edge instead is gone.
    """
    state: FrigateState = game.state
    under_way = sailing
    point = 0
    while point := _first_off(state, under_way, point + 1):
        wants: dict[int, int] = {}
        for s in under_way:
            track, ship = s.track, s.ship
            ship.place = track[min(point, len(track)) - 1]
            if point < len(track) and track[point] != ship.place:
                ship.heading = s.planned.headings[point - 1]
                wants[ship.n] = track[point]
        _leave_map(game, under_way, wants)
        for s in under_way:
            if s.ship.gone:
                del s.track[point:]
        under_way = [s for s in under_way if not s.ship.gone]
    for s in sailing:
        s.track = [place for place, _ in groupby(s.track)]


def _first_off(state: FrigateState, sailing: Sequence[Sailing], point: int) -> int:
    """The first point, not before that one, that takes a ship off every section; 0 for none."""
    section_at = state.sections.section_at
    firsts = [
        next((n for n in range(point, len(s.track)) if section_at(s.track[n]) is None), 0)
        for s in sailing
    ]
    return min(filter(None, firsts), default=0)


def _sharing(state: FrigateState, sailing: Sequence[Sailing]) -> list[Sailing]:
    """The ships with a hex on their track that another has on hers, or lies in."""
    users: dict[int, int] = {}
    shared: set[int] = set()
    moving = {s.ship.n for s in sailing}
    for ship in state.ships:
        if not ship.gone and ship.n not in moving:
            users[ship.place] = ship.n
    for s in sailing:
        n = s.ship.n
        for place in s.track:
            other = users.setdefault(place, n)
            if other != n:
                shared.add(n)
                shared.add(other)
    return [s for s in sailing if s.ship.n in shared]


@clause("6.6-meeting", "6.61-friends", "6.41", "6.42")
def _step_by_step(game: Any, passage: Passage, met: tuple[Ship, Ship] | None) -> PhaseRun:
    """Sail ships one point at a time, settling who meets whom before each is moved."""
    if met is None:
        for s in passage.stepping:
            s.track = [s.start]
            if not s.planned.offsets:
                s.ship.heading = s.planned.end
    while met is not None or _is_any_under_way(game, passage):
        yield from settle(game, passage, met)
        met = None
        _spend_point(passage)


def _is_any_under_way(game: Any, passage: Passage) -> bool:
    """Whether any ship has a point left, and where she would go with it."""
    passage.active = active = [
        s
        for s in passage.active or passage.stepping
        if s.spent < s.planned.rate
        and s.spent < len(s.planned.offsets)
        and not s.ship.gone
        and not s.ship.afoul
    ]
    wants: dict[int, int] = {}
    for s in active:
        place = s.start + s.planned.offsets[s.spent]
        if place != s.ship.place:
            wants[s.ship.n] = place
            # "6.41" She points where she goes before it is known whom she meets there.
            s.ship.heading = s.planned.headings[s.spent]
    _leave_map(game, active, wants)
    passage.spend(wants)
    return bool(active)


def _spend_point(passage: Passage) -> None:
    """Move the ships of a point on which all meetings are settled."""
    active, wants, waiting = passage.active, passage.wants, passage.waiting
    stopped = passage.stopped
    if len(waiting) == len(active):
        stopped |= waiting
    for s in active:
        ship = s.ship
        if ship.gone or ship.afoul:
            continue
        if ship.n in stopped:
            s.spent = len(s.planned.offsets)
            continue
        if ship.n in waiting:
            continue
        ship.heading = s.planned.headings[s.spent]
        s.spent += 1
        if ship.n in wants:
            ship.place = wants[ship.n]
            s.track.append(ship.place)
    for s in active:
        if s.spent == len(s.planned.offsets) and s.ship.n not in stopped:
            s.ship.heading = s.planned.end if not s.ship.afoul else s.ship.heading


def _leave_map(game: Any, active: Iterable[Sailing], wants: dict[int, int]) -> None:
    """Deal with ships about to enter land, or a hex where no section lies."""
    state: FrigateState = game.state
    coast = coast_of(game)
    for s in active:
        place = wants.get(s.ship.n)
        if place is None or (state.sections.section_at(place) is not None and not coast.has_land):
            continue
        if not go_to(game, s.ship, place, wants.values()):
            wants.pop(s.ship.n)


@clause("3.1-leapfrog", "13.0-special", "9.13", "9.15")
def go_to(game: Any, ship: Ship, place: int, goals: Iterable[int] = ()) -> bool:
    """Whether a ship can go to a hex: a section is laid there if need be, but none that others
    are entering (goals). If it is land she runs aground, and if no section can be laid she has
    left the map, escaped if her fleet was retiring; then she is gone.
    """
    state: FrigateState = game.state
    coast = coast_of(game)
    if coast.has_land and coast.is_land(state.sections, place):
        if game.telling:
            where = state.sections.label(ship.place)
            game.tell(Aground(ship.counter.title, where, "13.0-special"))
        ship.place = place
        remove(state, ship, "aground")
        return False
    section = state.sections.section_at(place)
    if section is not None:
        return True
    beside = state.sections.section_at(ship.place) or ""
    side = side_crossed(state.sections, ship.place, place)
    if lay_ahead(game, state.sections.cell_of(place), beside, side, goals):
        return True
    ship.edge, ship.section = side, beside
    remove(state, ship, "escaped" if ship.fleet in state.over else "exited")
    on_exit(game, ship)
    return False


def _arrive(game: Any, state: FrigateState, s: Sailing) -> None:
    """Note a ship's track, and tell what course she made good."""
    ship = s.ship
    track = s.track
    if ship.place != track[-1] and not ship.gone:
        track.append(ship.place)
    ship.wake = (*ship.wake, *track)[_ASTERN]
    if game.telling and not ship.gone:
        turned = ship.heading != s.start_heading
        if len(set(track)) > 1 or turned:
            course = _made_good(track) or f"turns to {HEADINGS[ship.heading]}"
            label = state.sections.label
            game.tell(
                Moved(
                    ship.counter.title,
                    course,
                    label(s.start),
                    label(ship.place),
                    ship.speed,
                    "6.0-general",
                )
            )


def _made_good(track: Sequence[int]) -> str:
    """A track as a course, "N 4, NW 2"."""
    legs: list[list[int]] = []
    for old, new in pairwise(track):
        if new - old not in STEP:
            continue
        way = STEP.index(new - old)
        if legs and legs[-1][0] == way:
            legs[-1][1] += 1
        else:
            legs.append([way, 1])
    return ", ".join(f"{HEADINGS[way]} {hexes}" for way, hexes in legs)


@clause("6.56", "6.66")
def drift(game: Any) -> PhaseRun:
    """Every ship whose Rate is nought and that lies at no anchor goes one hex with the wind, the
    ships farthest down the wind first and ships afoul together. A friend in the way stops her.
    """
    state: FrigateState = game.state
    way = (state.wind + 3) % 6
    step = STEP[way]
    adrift = [s for s in state.ships if _is_adrift(s)]
    done: set[int] = set()
    for ship in sorted(adrift, key=lambda s: (-_down(s.place, way), s.n)):
        if ship.n in done or ship.gone:
            continue
        group = _alongside(state, ship)
        done.update(member.n for member in group)
        yield from _drift_one(game, group, ship.place + step)


def _is_adrift(ship: Ship) -> bool:
    """Whether nothing holds a ship where she lies but the want of wind."""
    return not (ship.speed or ship.gone or ship.anchored)


def _down(place: int, way: int) -> int:
    """How far a place lies in the direction of a heading, in half hexes."""
    q = (place + 2048) >> 12
    r = place - (q << 12)
    along = ((0, -2), (1, -1), (2, 1), (0, 2), (-1, 1), (-2, -1))[way]
    if way in (0, 3):
        return along[1] * r + (-q if way == 0 else q)
    return along[0] * q + along[1] * r


def _alongside(state: FrigateState, ship: Ship) -> list[Ship]:
    """A ship and all that are afoul with her, directly or not."""
    group = [ship]
    for member in group:
        group += [state.ships[n] for n in member.afoul if state.ships[n] not in group]
    return group


def _drift_one(game: Any, group: list[Ship], place: int) -> PhaseRun:
    state: FrigateState = game.state
    there = [s for s in state.ships if s.place == place and not s.gone and s not in group]
    sides = {ship.side for ship in group}
    if any(other.side in sides for other in there):
        return
    for ship in group:
        if go_to(game, ship, place):
            ship.place = place
            if game.telling:
                where = state.sections.label(place)
                game.tell(Drifted(ship.counter.title, where, "6.56"))
    for ship in group:
        for other in there:
            if not ship.gone and other.side != ship.side and other.n not in ship.afoul:
                yield from elect(game, ship, other)
                if other.n in ship.afoul:
                    tell_afoul(game, ship, other)
