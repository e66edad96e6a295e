"""Sailing on the charts: how far, along which course, in tow, and before a storm."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Any, Literal, NamedTuple

from weathergage import Event, FreePose, clause, cosine, event, sine
from weathergage_as_per_margin.campaign.chart import (
    AWAY,
    MILES,
    Chart,
    Leg,
    Squadron,
)
from weathergage_as_per_margin.campaign.waters import KEPT, Waters, waters_of
from weathergage_as_per_margin.campaign.winds import (
    is_storm,
    parts_tows,
    roll_for,
    sailing,
    tell_owner,
)
from weathergage_as_per_margin.clock import DAY, SIGHTING_TURN
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.damage import boxes_told, cross_guns
from weathergage_as_per_margin.grounding import dice_of, effect
from weathergage_as_per_margin.state import MarginState, Ship

DAYS_A_WEEK = 7

INTERVAL = 10
"""Miles of an interval in a daily turn: "APM.campaign.daily"; seven times as many in a week."""

TOGETHER = 1.0
"""Miles within which squadrons of a side join: as near as a table is wide."""

Condition = Literal["undamaged", "damaged", "dismasted", "aground"]

_RANK: dict[Condition, int] = {"undamaged": 0, "damaged": 1, "dismasted": 2, "aground": 3}


@event
class Sailed(Event):
    """A squadron sailed; only its own side is told how far and which way it went."""

    squadron: str
    course: tuple[str, ...]
    miles: float
    clause: str

    def say(self) -> str:
        """Its track."""
        return f"{self.squadron} sails {counted(self.miles, 'mile')}: {', '.join(self.course)}."


@event
class CastAdrift(Event):
    """A ship in tow had to be cast adrift. hull: boxes that she lost."""

    ship: str
    hull: int
    lost: bool
    clause: str

    def say(self) -> str:
        """What it cost her."""
        fate = ": she is lost" if self.lost else ""
        return f"{self.ship} is cast adrift and loses {boxes_told(hull=self.hull)}{fate}."


@event
class DrivenAshore(Event):
    """A ship was driven ashore by a storm; boxes lost of each kind."""

    ship: str
    masts: int
    guns: int
    hull: int
    clause: str

    def say(self) -> str:
        """What it cost her."""
        lost = boxes_told(mast=self.masts, gun=self.guns, hull=self.hull)
        return f"{self.ship} is driven ashore and loses {lost or 'nothing'}."


@event
class Refloating(Event):
    """A try to get a ship off the shore. result: "breaks-up", "stuck" or "off"."""

    ship: str
    result: str
    clause: str

    def say(self) -> str:
        """How it went."""
        words = {"breaks-up": "breaks up", "stuck": "is still fast", "off": "is kedged off"}
        return f"{self.ship} {words.get(self.result, self.result)}."


# How far


def span(game: Any) -> float:
    """How many minutes this turn lasts: to the next noon, or to the end of the week or of the
    campaign, and on the sighting chart two and a half hours.
    """
    state: MarginState = game.state
    if state.scale == "sighting":
        return float(SIGHTING_TURN)
    whole = DAY * DAYS_A_WEEK if game.rules.options.weekly else DAY
    left: float = game.rules.scenario.campaign.days * DAY - state.minutes
    return min(whole - state.minutes % whole, left)


@clause("APM.campaign.daily", "APM.campaign.weekly", "APM.campaign.sighting-chart")
def interval(game: Any) -> int:
    """What an interval of the wind dice is, in thousandths of a mile: ten miles for a day, seventy
    for a week, one on the sighting chart.

    Ruling: a turn that begins in the middle of a day is as long as what is left of it, and so are
    its intervals.
    """
    if game.state.scale == "sighting":
        return MILES
    return round(INTERVAL * MILES * span(game) / DAY)


@clause("APM.campaign.towing", "APM.wind-speed.total")
def condition(state: MarginState, ship: Ship) -> Condition:
    """How a ship sails on the chart: a dismasted one in tow as one that is damaged."""
    if ship.aground:
        return "aground"
    chart = state.chart
    assert chart is not None
    if ship.masts == "dismasted" and chart.logs[ship.n].tow >= 0:
        return "damaged"
    return ship.masts


def slowest(state: MarginState, squadron: Squadron) -> Condition:
    """The condition of the ship by which a squadron has to sail."""
    found: Condition = "undamaged"
    for n in squadron.ships:
        now = condition(state, state.ships[n])
        if _RANK[now] > _RANK[found]:
            found = now
    return found


@clause("APM.campaign.daily", "APM.wind-speed.extra-die")
def is_alone(state: MarginState, squadron: Squadron) -> bool:
    """Whether a squadron is a single undamaged ship, which moves independently."""
    return len(squadron.ships) == 1 and slowest(state, squadron) == "undamaged"


@clause("APM.campaign.wind", "APM.campaign.course", "APM.campaign.season", "APM.wind-speed.total")
def intervals(state: MarginState, how: Condition, beating: bool) -> int:
    """How many intervals ships in a condition make in this wind, on a course with a beat or not.

    Undamaged the total or, beating, the higher die; damaged the higher or the lower. Never more
    than the total as the season leaves it. A dismasted ship that nobody tows makes none.
    """
    chart = state.chart
    assert chart is not None
    if how == "undamaged":
        return min(state.higher, chart.total) if beating else chart.total
    if how == "damaged":
        return min(state.lower if beating else state.higher, chart.total)
    return 0


# Where


def bearing_of(a: FreePose, b: FreePose) -> int:
    """How b bears from a, in hundredths of a degree; north where they coincide."""
    angle = a.bearing(b)
    return 0 if angle is None else round(angle * 100) % 36000


def leg_to(a: FreePose, b: FreePose) -> Leg:
    """The straight leg from a to b."""
    return Leg(bearing_of(a, b), round(a.distance(b) * MILES))


def end_of(pose: FreePose, leg: Leg) -> FreePose:
    """Where a leg ends."""
    (x, y, _), (bearing, length) = pose, leg
    east, north = round(length * sine(bearing)), round(length * cosine(bearing))
    return FreePose(x + east, y - north, bearing)


@clause("APM.wind-speed.beating", "APM.campaign.course")
def tack_to(wind: int, a: FreePose, b: FreePose, within_45: bool) -> tuple[Leg, ...]:
    """The shortest course from a to b that the wind allows: straight, or one tack and the other,
    the longer first.
    """
    straight = leg_to(a, b)
    if not straight.miles:
        return ()
    if sailing(wind, straight.bearing, within_45) != "into":
        return (straight,)
    one, other = (wind * 100 - 4500) % 36000, (wind * 100 + 4500) % 36000
    east, north = b.x - a.x, a.y - b.y
    first = Leg(one, round(east * sine(one) + north * cosine(one)))
    then = Leg(other, round(east * sine(other) + north * cosine(other)))
    if then.miles > first.miles:
        first, then = then, first
    return (first, then) if then.miles > 0 else (first,) if first.miles > 0 else ()


TACKS = (1, 2, 3, 4, 6, 9)
"""Into how many pairs of tacks a beat is parted until there is water for it."""


def beat_to(
    waters: Waters, wind: int, a: FreePose, b: FreePose, within_45: bool
) -> tuple[Leg, ...] | None:
    """A course straight from a to b, or in as few tacks as the land leaves room for; None where it
    leaves none.
    """
    for pairs in TACKS:
        legs = _tacks(waters, wind, a, b, within_45, pairs)
        if legs is not None:
            return legs
        if pairs == 1 and len(tack_to(wind, a, b, within_45)) <= 1:
            return None  # A straight leg is no better for being parted.
    return None


def _tacks(
    waters: Waters, wind: int, a: FreePose, b: FreePose, within_45: bool, pairs: int
) -> tuple[Leg, ...] | None:
    """A course from a to b in so many equal parts, each in a pair of tacks where it has to be; None
    as soon as one of them leads over land or off the chart.
    """
    legs: list[Leg] = []
    at = sailed = a
    for number in range(1, pairs + 1):
        x, y = (b.x - a.x) * number // pairs, (b.y - a.y) * number // pairs
        goal = FreePose(a.x + x, a.y + y, 0)
        for leg in tack_to(wind, at, goal, within_45):
            end = end_of(sailed, leg)
            if not waters.is_clear(sailed, end):
                return None
            legs.append(leg)
            sailed = end
        at = goal
    return tuple(legs)


class Course:
    """The way from a point to another round the land and by the wind, laid cape by cape only as far
    as it is asked for: a turn's sailing rarely passes more than one.
    """

    __slots__ = ("_at", "_legs", "_miles", "_turns", "_waters", "_wind", "_within_45", "is_none")

    def __init__(
        self, waters: Waters, wind: int, start: FreePose, goal: FreePose, within_45: bool
    ) -> None:
        self._waters, self._wind, self._within_45 = waters, wind, within_45
        self._at = start
        self._turns = list(reversed(waters.way(start, goal)))
        self._legs: tuple[Leg, ...] = ()
        self._miles = 0
        self.is_none = not self._turns and not start.is_within(goal, TOGETHER)

    def legs(self, miles: float) -> tuple[Leg, ...] | None:
        """Its legs until they are longer than so many thousandths of a mile; None for no way."""
        while self._turns and self._miles <= miles:
            self._lay(self._turns.pop())
        return None if self.is_none else self._legs

    def _lay(self, turn: FreePose) -> None:
        part = beat_to(self._waters, self._wind, self._at, turn, self._within_45)
        if part is None:
            self.is_none = not self._legs
            self._turns.clear()
            return
        self._legs += part
        self._miles += sum(leg.miles for leg in part)
        self._at = turn


def course_to(
    game: Any, start: FreePose, goal: FreePose, miles: float = inf
) -> tuple[Leg, ...] | None:
    """The course from a point to another round the land and by the wind; None for no way.

    miles: thousandths of a mile after which what is left of it may be left out.
    """
    waters, wind = waters_of(game.rules), game.state.wind
    within_45 = reads_within_45(game)
    key = (start.x, start.y, goal.x, goal.y, wind, within_45)
    found: Course | None = waters.kept.get(key)
    if found is None:
        if len(waters.kept) >= KEPT:
            waters.kept.clear()
        found = waters.kept[key] = Course(waters, wind, start, goal, within_45)
    return found.legs(miles)


def course_of(game: Any, squadron: Squadron, miles: float = inf) -> tuple[Leg, ...]:
    """The course that a squadron's orders lay in this wind, to a port or a squadron at least so
    many thousandths of a mile of it.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    if squadron.legs:
        return squadron.legs
    goal: FreePose | None = None
    if squadron.bound:
        goal = waters_of(game.rules).port_pose(squadron.bound)
    elif squadron.joining:
        other = chart.squadron(squadron.joining)
        goal = other.pose if other is not None else None
    return (course_to(game, squadron.pose, goal, miles) or ()) if goal is not None else ()


def reads_within_45(game: Any) -> bool:
    """Whether the other reading of beating is played."""
    return bool(game.rules.options.beating == "within-45")


class Run(NamedTuple):
    """How far a course is sailed: its legs as sailed, what is left of it, and whether more wind
    would have carried the squadron farther along it.
    """

    sailed: tuple[Leg, ...]
    left: tuple[Leg, ...]
    short: bool


STAYS = Run((), (), False)
"""That of a squadron without a course."""


@clause("APM.campaign.course")
def run(wind: int, legs: Sequence[Leg], free: int, beating: int, within_45: bool) -> Run:
    """Sail a course as far as its slowest leg allows.

    free, beating: thousandths of a mile that may be made without and with a beat. A squadron that
    has come farther than a beat would allow lies to before it begins one, and before a leg too
    near the wind.
    """
    limit, made = free, 0
    sailed: list[Leg] = []
    for number, leg in enumerate(legs):
        how = sailing(wind, leg.bearing, within_45)
        if how == "into":
            return Run(tuple(sailed), tuple(legs[number:]), False)
        if how == "beating" and limit > beating:
            if made and made >= beating:
                return Run(tuple(sailed), tuple(legs[number:]), True)
            limit = beating
        part = min(leg.miles, limit - made)
        if part > 0:
            sailed.append(Leg(leg.bearing, part))
        made += max(0, part)
        if part < leg.miles:
            rest = Leg(leg.bearing, leg.miles - max(0, part))
            return Run(tuple(sailed), (rest, *legs[number + 1 :]), True)
    return Run(tuple(sailed), (), False)


class Track:
    """Where a squadron is through a turn: it sails its track at an even speed.

    points: its corners, the start first. shares: the part of the turn gone by at each. box: west,
    north, east and south of all of them.
    """

    __slots__ = ("box", "length", "points", "shares")

    def __init__(self, start: FreePose, legs: Sequence[Leg]) -> None:
        self.points = [start]
        if not legs:
            self.length, self.shares = 0.0, [0.0]
            self.box = start.x, start.y, start.x, start.y
            return
        for leg in legs:
            self.points.append(end_of(self.points[-1], leg))
        made = [0.0]
        for a, b in zip(self.points, self.points[1:], strict=False):
            made.append(made[-1] + hypot(b.x - a.x, b.y - a.y))
        self.length = made[-1]
        self.shares = [part / self.length if self.length else 0.0 for part in made]
        xs, ys = [point.x for point in self.points], [point.y for point in self.points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def is_far(self, other: Track, limit: float) -> bool:
        """Whether it certainly never comes within a limit of another, in thousandths of a mile."""
        west, north, east, south = self.box
        left, top, right, low = other.box
        return (
            left - east > limit
            or west - right > limit
            or top - south > limit
            or north - low > limit
        )

    def place(self, share: float) -> tuple[float, float]:
        """Where it is when so much of the turn has gone by, in thousandths of a mile."""
        points, shares = self.points, self.shares
        if not self.length or share <= 0:
            return float(points[0].x), float(points[0].y)
        for number in range(1, len(points)):
            if share <= shares[number]:
                a, b = points[number - 1], points[number]
                whole = shares[number] - shares[number - 1]
                part = (share - shares[number - 1]) / whole if whole else 1.0
                return a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
        return float(points[-1].x), float(points[-1].y)

    def pose(self, share: float) -> FreePose:
        """The same as a pose, rounded to the chart's unit, headed as it sails there."""
        if share >= 1:
            return self.points[-1]
        x, y = self.place(share)
        heading = self.points[0].heading
        for number in range(1, len(self.points)):
            heading = self.points[number].heading
            if share <= self.shares[number]:
                break
        return FreePose(round(x), round(y), heading)


@clause("APM.campaign.orders", "APM.wind-speed.extra-die", "APM.campaign.storm")
def plan_runs(game: Any) -> list[Run]:
    """What every squadron sails this turn, in their order; in a storm all at sea run before it.

    A single ship's own die is thrown when her course is longer than the wind carries her without.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    per = interval(game)
    if is_storm(chart.total):
        return [_driven(game, squadron, per) for squadron in chart.squadrons]
    return [_run_of(game, squadron, per) for squadron in chart.squadrons]


def _run_of(game: Any, squadron: Squadron, per: int) -> Run:
    if not (squadron.legs or squadron.bound or squadron.joining):
        return STAYS
    state: MarginState = game.state
    how = slowest(state, squadron)
    within_45 = reads_within_45(game)
    free, beating = intervals(state, how, False) * per, intervals(state, how, True) * per
    found = run(state.wind, course_of(game, squadron, free), free, beating, within_45)
    if found.short and is_alone(state, squadron):
        ship = state.ships[squadron.ships[0]]
        more = per * roll_for(
            game,
            squadron.side,
            f"sailing {squadron.id}",
            f"{ship.card.name} alone at sea",
            "APM.wind-speed.extra-die",
            ship.card.id,
        )
        legs = course_of(game, squadron, free + more)
        found = run(state.wind, legs, free + more, beating + more, within_45)
    return _over_water(waters_of(game.rules), squadron.pose, found)


def _over_water(waters: Waters, pose: FreePose, planned: Run) -> Run:
    """A run as far as there is water before it; a squadron lies to before a leg that has none."""
    for number, leg in enumerate(planned.sailed):
        end = end_of(pose, leg)
        if not waters.is_clear(pose, end):
            return Run(planned.sailed[:number], (), False)
        pose = end
    return planned


@clause("APM.campaign.storm")
def _driven(game: Any, squadron: Squadron, per: int) -> Run:
    """Half of the total downwind, for all that are at sea; those ashore stay there."""
    state: MarginState = game.state
    assert state.chart is not None
    if squadron.place or slowest(state, squadron) == "aground":
        return Run((), squadron.legs, False)
    downwind = (state.wind * 100 + 18000) % 36000
    leg = Leg(downwind, state.chart.total * per // 2)
    stop, _ = waters_of(game.rules).run_ashore(squadron.pose, end_of(squadron.pose, leg))
    return Run((Leg(downwind, round(squadron.pose.distance(stop) * MILES)),), (), False)


@clause("APM.campaign.storm")
def is_driven_ashore(game: Any, squadron: Squadron, start: FreePose) -> bool:
    """Whether a storm that drove a squadron from a point put it on the coast."""
    state: MarginState = game.state
    assert state.chart is not None
    leg = Leg((state.wind * 100 + 18000) % 36000, state.chart.total * interval(game) // 2)
    return waters_of(game.rules).run_ashore(start, end_of(start, leg))[1]


# What the sea does to ships


@clause("APM.campaign.towing")
def part_tows(game: Any) -> None:
    """Cast adrift every ship in tow at sea when the score is too high: she loses as many hull
    boxes as her die shows, and stays behind by herself.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    if not parts_tows(chart.total):
        return
    for squadron in list(chart.squadrons):
        for n in squadron.ships if not squadron.place else ():
            if chart.logs[n].tow >= 0:
                _cast_adrift(game, chart, squadron, state.ships[n])
    forget_lost(state)


def _cast_adrift(game: Any, chart: Chart, squadron: Squadron, ship: Ship) -> None:
    chart.logs[ship.n].tow = -1
    die = roll_for(
        game,
        ship.side,
        f"adrift {ship.card.id}",
        f"hull of {ship.card.name}, cast adrift",
        "APM.campaign.towing",
        ship.card.id,
    )
    lost = min(die, ship.hull)
    ship.hull -= lost
    if not ship.hull:
        ship.gone = "sunk"
    elif len(squadron.ships) > 1:
        detach(chart, squadron, (ship.n,))
    if game.telling:
        told = CastAdrift(ship.card.name, lost, not ship.hull, "APM.campaign.towing")
        tell_owner(game, ship.side, told)


def detach(chart: Chart, squadron: Squadron, ships: tuple[int, ...]) -> Squadron:
    """Make ships of a squadron one of their own, at the same place and without orders."""
    root = squadron.id.rstrip("0123456789").rstrip("-")
    number = 2
    while chart.squadron(f"{root}-{number}") is not None:
        number += 1
    made = Squadron(
        f"{root}-{number}",
        f"{squadron.name.rpartition(', detachment ')[0] or squadron.name}, detachment {number}",
        squadron.side,
        squadron.pose,
        ships,
        place=squadron.place,
        since=squadron.since,
        mending=squadron.mending,
        mission=squadron.mission,
    )
    squadron.ships = tuple(n for n in squadron.ships if n not in ships)
    chart.squadrons.append(made)
    return made


@clause("APM.campaign.storm", "APM.campaign.to-table")
def leave_aground(state: MarginState, squadrons: Sequence[Squadron]) -> None:
    """Part ships that are aground from consorts at sea that a storm or a battle carries away; they
    are squadrons of their own.
    """
    chart = state.chart
    assert chart is not None
    for squadron in squadrons:
        fast = tuple(n for n in squadron.ships if state.ships[n].aground)
        if fast and len(fast) < len(squadron.ships):
            detach(chart, squadron, fast)


def forget_lost(state: MarginState) -> None:
    """Strike lost ships off the squadrons, squadrons without ships off the chart with what was
    known of them, and tows whose ship is no longer there.
    """
    chart = state.chart
    assert chart is not None
    lost = {ship.n for ship in state.ships if ship.gone and ship.gone != AWAY}
    if lost:
        for squadron in chart.squadrons:
            if not lost.isdisjoint(squadron.ships):
                squadron.ships = tuple(n for n in squadron.ships if n not in lost)
    chart.squadrons = [squadron for squadron in chart.squadrons if squadron.ships]
    if chart.reports:
        known = {squadron.id for squadron in chart.squadrons}
        chart.reports = tuple(report for report in chart.reports if report.squadron in known)
    for n, log in enumerate(chart.logs):
        if log.tow >= 0:
            holder = chart.holder(n)
            if holder is not None and (holder.place or log.tow not in holder.ships):
                log.tow = -1


@clause("APM.campaign.aground", "APM.campaign.storm", "APM.fire.effects")
def drive_ashore(game: Any, squadron: Squadron) -> None:
    """Put a squadron on the coast: each ship throws dice by her rate, as for fire at close
    range.
    """
    state: MarginState = game.state
    for n in squadron.ships:
        ship = state.ships[n]
        ship.aground = True
        kinds = [_ground_hit(game, ship) for _ in range(dice_of(game, ship))]
        masts = min(kinds.count("masts"), ship.mast_boxes)
        guns, hull = min(kinds.count("guns"), ship.guns), min(kinds.count("hull"), ship.hull)
        _cross(ship, masts, guns, hull)
        if game.telling:
            told = DrivenAshore(ship.card.name, masts, guns, hull, "APM.campaign.aground")
            tell_owner(game, ship.side, told)
    forget_lost(state)


def _ground_hit(game: Any, ship: Ship) -> str:
    die = roll_for(
        game,
        ship.side,
        f"grounding {ship.card.id}",
        f"damage to {ship.card.name}, ashore",
        "APM.campaign.aground",
        ship.card.id,
    )
    return effect(game, die)


def _cross(ship: Ship, masts: int, guns: int, hull: int) -> None:
    upper = min(masts, ship.upper)
    ship.upper -= upper
    ship.lower -= masts - upper
    cross_guns(ship, guns)
    ship.hull -= hull
    if not ship.hull:
        ship.gone = "sunk"


@clause("APM.campaign.refloat")
def refloat(game: Any, squadron: Squadron) -> None:
    """Try to get every ship of a squadron off the shore, a die each."""
    state: MarginState = game.state
    for n in squadron.ships:
        ship = state.ships[n]
        if not ship.aground:
            continue
        die = roll_for(
            game,
            ship.side,
            f"refloat {ship.card.id}",
            f"refloating {ship.card.name}",
            "APM.campaign.refloat",
            ship.card.id,
        )
        result = str(game.look_up("refloat", game.modified("refloat", die, (), ship), 0))
        if result == "off":
            ship.aground = False
        elif result == "breaks-up":
            ship.gone = "broken up"
        if game.telling:
            told = Refloating(ship.card.name, result, "APM.campaign.refloat")
            tell_owner(game, ship.side, told)
    forget_lost(state)
