"""The orders of a campaign's turn: written in secret for each squadron, then carried out.

A row is what one squadron is to do, its parts set off by commas: a course of legs such as
"SW 40, W 30"; "to cadiz"; "join blockade"; "stay"; in port "victual", "water", "repair guns"; and
before any of these "detach thames (S 20)", "tow hannibal by spencer", "cast off hannibal",
"refloat".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import Field

from weathergage import (
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    clause,
    degrees_of,
    event,
    point_name,
)
from weathergage_as_per_margin.campaign.chart import MENDING, MILES, Chart, Leg, Squadron
from weathergage_as_per_margin.campaign.sailing import (
    TOGETHER,
    course_to,
    detach,
    end_of,
    forget_lost,
    reads_within_45,
    refloat,
)
from weathergage_as_per_margin.campaign.waters import Waters, waters_of
from weathergage_as_per_margin.campaign.winds import sailing, tell_owner
from weathergage_as_per_margin.clock import naval_day
from weathergage_as_per_margin.state import MarginState

FARTHEST = 2000.0
"""Miles of the longest leg that can be written."""

LONGEST = 24
"""Legs of the longest course that can be written."""


class ChartOrders(Command):
    """What a side's squadrons do: a row for each; one without a row carries on as ordered."""

    NOTATION = 'a row each: "blockade: SW 40, W 30", "blockade: to cadiz", "blockade: stay"'

    squadrons: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Rows on one line, parted by semicolons; None for a line without a colon.

        Raises ValueError for a row without its squadron.
        """
        if ":" not in line:
            return {"squadrons": {}} if line.strip().lower() in ("carry on", "done") else None
        rows = {}
        for row in line.split(";"):
            if not row.strip():
                continue
            id, colon, text = row.partition(":")
            if not colon:
                raise ValueError(f'begin {row.strip()!r} with its squadron, such as "fleet: stay"')
            rows[id.strip().lower()] = text.strip()
        return {"squadrons": rows}

    def write(self) -> str:
        """The rows on one line."""
        return "; ".join(f"{id}: {text}" for id, text in self.squadrons.items()) or "carry on"


@event
class Ordered(Event):
    """What a squadron was ordered to do; only its own side knows."""

    squadron: str
    orders: str
    clause: str

    def say(self) -> str:
        """The row."""
        return f"{self.squadron} is ordered: {self.orders}."


@event
class Joined(Event):
    """One squadron became part of another."""

    squadron: str
    other: str
    clause: str

    def say(self) -> str:
        """Which of which."""
        return f"{self.squadron} joins {self.other}."


@event
class Detached(Event):
    """Ships left a squadron and are one of their own, known by its id."""

    squadron: str
    ships: tuple[str, ...]
    made: str
    clause: str

    def say(self) -> str:
        """Who leaves, and what they are called now."""
        return f"{' and '.join(self.ships)} part from {self.squadron} as {self.made}."


class Plan(NamedTuple):
    """A row as read. detached: (ids of ships, their own course) each; tows: (towed, towing).

    legs, bound, joining: the course, at most one of the three; stays: to lie to or stay in port.
    mending: the kinds to mend first. duty: the word of a duty that is done in port. carries_on:
    the course stands as it was.
    """

    legs: tuple[Leg, ...] = ()
    bound: str = ""
    joining: str = ""
    stays: bool = False
    mending: tuple[str, ...] = ()
    duty: str = ""
    detached: tuple[tuple[tuple[str, ...], Plan], ...] = ()
    tows: tuple[tuple[str, str], ...] = ()
    cast_off: tuple[str, ...] = ()
    refloats: bool = False
    carries_on: bool = True


_DETACH = re.compile(r"detach\s+([a-z0-9 -]+?)\s*(?:\((.*)\))?")
_TOW = re.compile(r"tow\s+(\S+)\s+by\s+(\S+)")
_CAST_OFF = re.compile(r"cast\s+off\s+(\S+)")
_TO = re.compile(r"to\s+(\S+)")
_JOIN = re.compile(r"join\s+(\S+)")
_REPAIR = re.compile(r"repair((?:\s+(?:masts|guns|hull))*)")
_LEG = re.compile(r"(\S+)\s+(\S+)")

_STAY = ("stay", "hold", "lie to", "heave to")
_DUTIES = ("victual", "water")


def parts_of(row: str) -> list[str]:
    """The parts of a row: what commas part, but for those in parentheses."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(row):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            found.append(row[start:at])
            start = at + 1
    found.append(row[start:])
    return [" ".join(part.split()) for part in found]


@clause("APM.campaign.orders")
@lru_cache(maxsize=1024)
def read_row(row: str, *, nested: bool = False) -> Plan:
    """What a row says. nested: it is that of a detachment. Raises ValueError, saying what would
    do.
    """
    plan = Plan()
    for part in parts_of(row.lower()):
        if part in ("", "carry on"):
            if part or row.strip():
                plan = _checked(plan, part)
            continue
        plan = _with(plan, part, nested)
    return plan


def _checked(plan: Plan, part: str) -> Plan:
    if not part:
        raise ValueError("there is nothing between two commas")
    if not plan.carries_on:
        raise ValueError('"carry on" does not go with a course')
    return plan


def _with(plan: Plan, part: str, nested: bool) -> Plan:
    """A plan with one more part."""
    if found := _DETACH.fullmatch(part):
        if nested:
            raise ValueError("a detachment does not detach ships at once")
        own = read_row(found[2] or "stay", nested=True)
        return plan._replace(detached=(*plan.detached, (tuple(found[1].split()), own)))
    if found := _TOW.fullmatch(part):
        return plan._replace(tows=(*plan.tows, (found[1], found[2])))
    if found := _CAST_OFF.fullmatch(part):
        return plan._replace(cast_off=(*plan.cast_off, found[1]))
    if part == "refloat":
        return plan._replace(refloats=True)
    return _on_course(plan, part)


def _on_course(plan: Plan, part: str) -> Plan:
    """A plan with one more part of its course."""
    if plan.stays or plan.bound or plan.joining:
        raise ValueError(f"{part!r} comes after the end of the course")
    plan = plan._replace(carries_on=False)
    if found := _REPAIR.fullmatch(part):
        kinds = tuple(dict.fromkeys(found[1].split()))
        return _staying(plan, part)._replace(mending=kinds, duty="repair")
    if part in _STAY:
        return _staying(plan, part)
    if part in _DUTIES:
        return _staying(plan, part)._replace(duty=part)
    if found := _JOIN.fullmatch(part):
        return plan._replace(joining=found[1])
    if plan.legs and _TO.fullmatch(part):
        raise ValueError(f"write either legs or {part!r}")
    if found := _TO.fullmatch(part):
        return plan._replace(bound=found[1])
    return plan._replace(legs=(*plan.legs, _leg(part)))


def _staying(plan: Plan, part: str) -> Plan:
    if plan.legs:
        raise ValueError(f"{part!r} does not go with a course")
    return plan._replace(stays=True)


def _leg(part: str) -> Leg:
    found = _LEG.fullmatch(part)
    if found is None:
        raise ValueError(
            f'{part!r} is no order: write such as "SW 40", "to cadiz", "join fleet" or "stay"'
        )
    try:
        miles = float(found[2])
    except ValueError:
        raise ValueError(f'{part!r} is no leg: write direction and miles, as in "SW 40"') from None
    if not 0 < miles <= FARTHEST:
        raise ValueError(f"a leg is up to {FARTHEST:g} miles long, not {found[2]!r}")
    bearing = round(degrees_of(found[1]) * 100) % 36000
    return Leg(bearing, max(1, round(miles * MILES)))


def told_leg(leg: Leg) -> str:
    """A leg as it is written."""
    return f"{point_name(leg.bearing / 100)} {leg.miles / MILES:g}"


# Who is asked, and what is legal


@clause("APM.campaign.orders", "APM.campaign.sighting-chart")
def asked(state: MarginState, seat: str) -> list[Squadron]:
    """The squadrons of a side that are given orders this turn: all on the sea chart.

    Ruling: on the sighting chart those in sight of an enemy, and at the first turn of a naval day
    all; the others sail on by the orders that they have.
    """
    chart = state.chart
    assert chart is not None
    own = [squadron for squadron in chart.squadrons if squadron.side == seat and squadron.ships]
    if state.scale == "chart" or chart.asked < naval_day(state.minutes):
        return own
    return [squadron for squadron in own if squadron.id in chart.meeting]


class OrderAnswers:
    """The orders that a side can give to some squadrons: too many to list."""

    __slots__ = ("_drawn", "_game", "_squadrons")

    def __init__(self, game: Any, squadrons: Sequence[Squadron]) -> None:
        self._game = game
        self._squadrons = squadrons
        self._drawn: Command | None = None

    def legal(self) -> None:
        """Too many to list."""

    def sample(self, dice: Dice) -> ChartOrders:
        """Something for some of the squadrons, by lot."""
        rows = {}
        for squadron in self._squadrons:
            row = _sample_row(self._game, squadron, dice)
            if row:
                rows[squadron.id] = row
        self._drawn = found = ChartOrders(squadrons=rows)
        return found

    @clause("APM.campaign.orders")
    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a side's rows; what was drawn here is not looked at twice."""
        if command is self._drawn:
            return None
        assert isinstance(command, ChartOrders)
        known = {squadron.id: squadron for squadron in self._squadrons}
        for id, row in command.squadrons.items():
            if id not in known:
                names = ", ".join(known) or "none"
                return Complaint(
                    f"there is no squadron {id!r} to order now: {names}",
                    "APM.campaign.orders",
                    "no-such-squadron",
                )
            try:
                plan = read_row(row)
            except ValueError as error:
                return Complaint(f"{id}: {error}", "APM.campaign.orders", "not-understood", id)
            problem = _problem(self._game, known[id], plan)
            if problem is not None:
                reason = f"{id}: {problem.reason}"
                return replace(problem, reason=reason, code="illegal-order", about=id)
        return None

    def help(self) -> str:
        """How orders are written."""
        state: MarginState = self._game.state
        squadrons = self._squadrons
        ids = [squadron.id for squadron in squadrons]
        first = ids[0] if ids else "fleet"
        ships = "; ".join(
            f"{squadron.id} has {', '.join(state.ships[n].card.id for n in squadron.ships)}"
            for squadron in squadrons
        )
        side = squadrons[0].side if squadrons else ""
        ports = ", ".join(open_ports(waters_of(self._game.rules), side)) or "none"
        return (
            f'A row each for {", ".join(ids)}: "{first}: SW 40, W 30" sails legs of so many '
            f'miles, "{first}: to PORT" sails there and in, "{first}: join SQUADRON", '
            f'"{first}: stay"; in port also victual, water, repair guns. Before it may come '
            '"detach SHIP (S 20)", "tow SHIP by SHIP", "cast off SHIP" or "refloat". Without a '
            f"row a squadron carries on. Ports: {ports}. Ships: {ships}."
        )


def open_ports(waters: Waters, side: str) -> list[str]:
    """The ids of the ports and harbours that a side may enter."""
    return [port.id for port in waters.ports.values() if port.side in ("", side)]


def _problem(game: Any, squadron: Squadron, plan: Plan) -> Complaint | None:
    """What is wrong with a squadron's orders, or None."""
    state: MarginState = game.state
    members = {state.ships[n].card.id: n for n in squadron.ships}
    leaving: list[str] = []
    for ids, own in plan.detached:
        for id in ids:
            if id not in members or id in leaving:
                return Complaint(f"{id!r} is no ship that it can detach", "APM.campaign.orders")
            leaving.append(id)
        if own.tows or own.cast_off or own.refloats:
            return Complaint(
                "a detachment is given a course and nothing else", "APM.campaign.orders"
            )
        problem = _course_problem(game, squadron, own, [members[id] for id in ids])
        if problem is not None:
            return problem
    if leaving and len(leaving) == len(members):
        return Complaint("one ship at least stays with the squadron", "APM.campaign.orders")
    staying = {id: n for id, n in members.items() if id not in leaving}
    return _tow_problem(game, squadron, plan, staying) or _course_problem(
        game, squadron, plan, list(staying.values())
    )


@clause("APM.campaign.towing")
def _tow_problem(
    game: Any, squadron: Squadron, plan: Plan, members: dict[str, int]
) -> Complaint | None:
    """What is wrong with its tows: both ships sail with it, the one has masts, neither has another
    part in a tow.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    busy = {n: chart.logs[n].tow for n in members.values() if chart.logs[n].tow >= 0}
    for id in plan.cast_off:
        if members.get(id, -1) not in busy:
            return Complaint(f"{id!r} is not in tow", "APM.campaign.towing")
        del busy[members[id]]
    for towed, towing in plan.tows:
        if squadron.place:
            return Complaint("nobody is towed in port", "APM.campaign.towing")
        if towed not in members or towing not in members or towed == towing:
            return Complaint("a ship of it tows another of it", "APM.campaign.towing")
        a, b = members[towed], members[towing]
        if {a, b} & {*busy, *busy.values()}:
            return Complaint(
                f"{towed} or {towing} has a part in a tow already", "APM.campaign.towing"
            )
        if state.ships[b].masts == "dismasted" or state.ships[a].aground or state.ships[b].aground:
            return Complaint(f"{towing} cannot tow {towed}", "APM.campaign.towing")
        busy[a] = b
    if plan.refloats and not any(state.ships[n].aground for n in members.values()):
        return Complaint("none of its ships is aground", "APM.campaign.refloat")
    return None


def _course_problem(
    game: Any, squadron: Squadron, plan: Plan, ships: Sequence[int]
) -> Complaint | None:
    """What is wrong with its course, or with a duty that it cannot do where it lies."""
    state: MarginState = game.state
    chart, waters = state.chart, waters_of(game.rules)
    assert chart is not None
    if plan.duty:
        return _duty_problem(waters, squadron, plan)
    if not (plan.legs or plan.bound or plan.joining):
        return None
    if any(state.ships[n].aground for n in ships):
        return Complaint("a ship that is aground does not sail", "APM.campaign.refloat")
    if plan.bound:
        port = waters.ports.get(plan.bound)
        if port is None or port.side not in ("", squadron.side):
            ports = ", ".join(open_ports(waters, squadron.side))
            return Complaint(f"{plan.bound!r} is no port for it: {ports}", "APM.campaign.orders")
        if squadron.place == plan.bound:
            return Complaint(f"it lies in {plan.bound} already", "APM.campaign.orders")
        return _way_problem(game, squadron.pose, waters.port_pose(port.id))
    if plan.joining:
        other = chart.squadron(plan.joining)
        if other is None or other.side != squadron.side or other is squadron:
            return Complaint(
                f"{plan.joining!r} is no squadron that it can join", "APM.campaign.orders"
            )
        if not plan.legs:
            return _way_problem(game, squadron.pose, other.pose)
    return _legs_problem(game, squadron.pose, plan.legs)


@clause("APM.campaign.victualling", "APM.campaign.water", "APM.campaign.repairs-port")
def _duty_problem(waters: Waters, squadron: Squadron, plan: Plan) -> Complaint | None:
    """Victualling and repairs are done in port, watering also in a harbour that has water."""
    port = waters.ports.get(squadron.place)
    in_port = port is not None and port.kind == "port"
    if plan.duty == "water" and not in_port and not (port is not None and port.water):
        return Complaint("there is no wood and water where it lies", "APM.campaign.water")
    if plan.duty == "victual" and not in_port:
        return Complaint("it does not lie in a port", "APM.campaign.victualling")
    if plan.duty == "repair" and not in_port:
        return Complaint("it does not lie in a port", "APM.campaign.repairs-port")
    return None


def _way_problem(game: Any, start: FreePose, goal: FreePose) -> Complaint | None:
    """Whether there is a way by water and wind to a place; if not, the legs have to be written."""
    if course_to(game, start, goal, 0) is None:
        return Complaint("there is no way by this wind: write the legs", "APM.campaign.orders")
    return None


@clause("APM.wind-speed.beating", "APM.campaign.course")
def _legs_problem(game: Any, start: FreePose, legs: Sequence[Leg]) -> Complaint | None:
    """No leg nearer to the wind than ships sail, over land, or off the chart."""
    state: MarginState = game.state
    waters = waters_of(game.rules)
    if len(legs) > LONGEST:
        return Complaint(f"a course has up to {LONGEST} legs", "APM.campaign.orders")
    for leg in legs:
        if sailing(state.wind, leg.bearing, reads_within_45(game)) == "into":
            return Complaint(
                f"{told_leg(leg)} is too near the wind from {point_name(state.wind)}",
                "APM.wind-speed.beating",
            )
        end = end_of(start, leg)
        if not waters.is_clear(start, end):
            where = "over land" if waters.board.is_on_table(end) else "off the chart"
            return Complaint(f"{told_leg(leg)} leads {where}", "APM.campaign.orders")
        start = end
    return None


# Drawing by lot


def _sample_row(game: Any, squadron: Squadron, dice: Dice) -> str:
    """A legal row for a squadron, or "" to carry on."""
    state: MarginState = game.state
    members = [state.ships[n] for n in squadron.ships]
    if any([ship.aground for ship in members]):
        return ("refloat", "")[dice.below("sample", 2)]
    way = dice.below("sample", 8)
    row = ""
    if way == 0:
        row = "stay"
    elif way == 1:
        row = _sample_goal(game, squadron, dice)
    elif way < 4 or (way < 6 and squadron.place):
        row = _sample_legs(game, squadron, dice)
    if len(members) > 1 and dice.below("sample", 40) == 0:
        leaver = members[dice.below("sample", len(members))]
        row = f"detach {leaver.card.id}" + (f", {row}" if row else "")
    return row


def _sample_goal(game: Any, squadron: Squadron, dice: Dice) -> str:
    """A port or a squadron to sail to, if the one drawn can be reached."""
    chart, waters = game.state.chart, waters_of(game.rules)
    goals = [
        f"to {port.id}"
        for port in waters.ports.values()
        if port.side in ("", squadron.side) and port.id != squadron.place
    ]
    goals += [
        f"join {other.id}"
        for other in chart.squadrons
        if other.side == squadron.side and other is not squadron
    ]
    if not goals:
        return "stay"
    goal = goals[dice.below("sample", len(goals))]
    if _course_problem(game, squadron, read_row(goal), squadron.ships) is None:
        return goal
    return "stay"


def _sample_legs(game: Any, squadron: Squadron, dice: Dice) -> str:
    """A leg that the wind and the land allow, if a few tries find one."""
    wind: int = game.state.wind
    for _ in range(4):
        bearing = (wind * 100 + 4500 + 2250 * dice.below("sample", 13)) % 36000
        leg = Leg(bearing, 10 * MILES * (1 + dice.below("sample", 8)))
        if _legs_problem(game, squadron.pose, (leg,)) is None:
            return told_leg(leg)
    return "stay"


# Carrying out


@clause("APM.campaign.orders")
def obey(game: Any, squadron: Squadron, row: str) -> None:
    """Take a squadron's orders down: detachments and tows at once, its course for this turn's
    sailing.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    plan = read_row(row)
    if game.telling:
        told = Ordered(squadron.name, row or "carry on", "APM.campaign.orders")
        tell_owner(game, squadron.side, told)
    if plan.detached or plan.tows or plan.cast_off:
        _divide(game, chart, squadron, plan)
    _lay(squadron, plan)
    if plan.refloats:
        refloat(game, squadron)


def _divide(game: Any, chart: Chart, squadron: Squadron, plan: Plan) -> None:
    """Part what a plan detaches from a squadron, and cast off and take in tow what it says."""
    state: MarginState = game.state
    numbers = {state.ships[n].card.id: n for n in squadron.ships}
    for ids, own in plan.detached:
        made = detach(chart, squadron, tuple(numbers[id] for id in ids))
        _lay(made, own)
        if game.telling:
            names = tuple(state.ships[numbers[id]].card.name for id in ids)
            tell_owner(
                game,
                squadron.side,
                Detached(squadron.name, names, made.id, "APM.campaign.orders"),
            )
    if plan.detached:
        forget_lost(state)
    for id in plan.cast_off:
        chart.logs[numbers[id]].tow = -1
    for towed, towing in plan.tows:
        chart.logs[numbers[towed]].tow = numbers[towing]


def _lay(squadron: Squadron, plan: Plan) -> None:
    """Give a squadron the course of its plan."""
    if plan.mending:
        squadron.mending = tuple(dict.fromkeys((*plan.mending, *MENDING)))
    if not plan.carries_on:
        squadron.legs, squadron.bound, squadron.joining = plan.legs, plan.bound, plan.joining


@clause("APM.campaign.orders")
def join_up(game: Any) -> None:
    """Make one squadron of those that were to join and lie within a mile of one another, all in
    the same port or all at sea; those without ships are forgotten with what else is lost.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    for squadron in list(chart.squadrons):
        if not squadron.joining or squadron.legs or not squadron.ships:
            continue
        other = chart.squadron(squadron.joining)
        if other is None or other.side != squadron.side:
            squadron.joining = ""
        elif _can_join(squadron, other):
            _join(game, chart, squadron, other)


def _can_join(squadron: Squadron, other: Squadron) -> bool:
    """Whether two squadrons lie together."""
    if other.place != squadron.place or not other.ships:
        return False
    return squadron.pose.is_within(other.pose, TOGETHER)


def _join(game: Any, chart: Chart, squadron: Squadron, other: Squadron) -> None:
    for n in squadron.ships if squadron.place else ():
        chart.logs[n].came = max(chart.logs[n].came, squadron.since)
    other.ships = (*other.ships, *squadron.ships)
    squadron.ships = ()
    for waiting in chart.squadrons:
        if waiting.joining == squadron.id:
            waiting.joining = other.id if waiting is not other else ""
    if game.telling:
        told = Joined(squadron.name, other.name, "APM.campaign.orders")
        tell_owner(game, other.side, told)
