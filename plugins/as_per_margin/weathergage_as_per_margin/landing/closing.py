"""Closing with the enemy, and how those who are closed with take it (III, IV)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from weathergage import (
    TOLERANCE,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    OneOf,
    PhaseRun,
    ask,
    clause,
    event,
    up_to,
)
from weathergage_as_per_margin.landing.asking import (
    HOLD,
    TITLES,
    Hold,
    Party,
    figure,
    inches_long,
    inches_of,
    unknown,
    words_of,
)
from weathergage_as_per_margin.landing.firing import Shoot, fire_at_once, has_shot, may_fire_at_once
from weathergage_as_per_margin.landing.ground import (
    Face,
    Seen,
    ashore,
    box_of,
    do_overlap,
    face_touched,
    face_towards,
    ground_of,
    is_near,
    near_way,
    pose_against,
    seat_of,
    seen_by,
    shares_to,
    unit_named,
)
from weathergage_as_per_margin.landing.morale import rout, shake, throw_morale
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Unit

HALF_WAY = 0.5
"""The share of its way that a charge makes before cavalry meets it ("APM.landing.IV")."""


class Close(Command):
    """Try to close with an enemy unit. via: where the unit turns on its way, in inches; all beyond
    is straight ahead, and at least half of the way.
    """

    NOTATION: ClassVar[str] = "marines close militia; marines close militia via 12.5 8"

    unit: str
    target: str
    via: tuple[float, float] | None = None

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "marines close militia via 12.5 8" says; None where it is no such
        order. Raises ValueError, which says how to write it.
        """
        words = words_of(line)
        if len(words) < 2 or words[1] not in ("close", "closes", "charge", "charges"):
            return None
        rest = [word for word in words[2:] if word != "with"]
        if len(rest) == 1:
            return {"unit": words[0], "target": rest[0]}
        if len(rest) != 4 or rest[1] != "via":
            raise ValueError(f"say with whom {words[0]} closes: {cls.NOTATION}")
        place = tuple(inches_of(word, "the place it turns at") for word in rest[2:])
        return {"unit": words[0], "target": rest[0], "via": place}

    def write(self) -> str:
        """The line that says it."""
        via = f" via {figure(self.via[0])} {figure(self.via[1])}" if self.via else ""
        return f"{self.unit} close {self.target}{via}"


@event
class Closed(Event):
    """A unit closed to contact. face: of its target, "front", "left", "right" or "rear"."""

    unit: str
    target: str
    face: str
    inches: float
    clause: str

    def say(self) -> str:
        """With whom, and from where."""
        where = self.face if self.face in ("front", "rear") else f"{self.face} flank"
        return (
            f"{self.unit} to contact with the {where} of {self.target}: {inches_long(self.inches)}."
        )


@event
class CounterCharged(Event):
    """Cavalry met a charge. half_way: it was met half way, and not where it stood."""

    unit: str
    enemy: str
    half_way: bool
    clause: str

    def say(self) -> str:
        """Where they met."""
        where = "half way" if self.half_way else "on the spot"
        return f"Counter-charge of {self.unit}, to meet {self.enemy} {where}."


class Route(NamedTuple):
    """A way to contact. stops: poses from the start to the contact. rough: it crosses rough."""

    stops: tuple[FreePose, ...]
    face: Face
    inches: float
    rough: bool


# Who may close, and how


@clause("APM.landing.III")
def may_close(unit: Unit) -> bool:
    """Whether a unit may try to close at all: infantry or cavalry in order, not pinned, that has
    neither moved nor fired nor tried this turn and is not in a melee.
    """
    return (
        unit.arm != "artillery"
        and unit.order == "good"
        and not (unit.pinned or unit.moved or unit.fired or unit.halted or unit.barred)
        and not (unit.contact or unit.gone)
    )


@clause("APM.landing.III")
def closing_reach(game: Any, unit: Unit, *, rough: bool) -> float:
    """Inches from which a unit may close. Ruling: obstacles count as rough ground."""
    return float(game.look_up("closing-reach", int(rough), unit.arm))


@clause("APM.landing.III")
def route(
    game: Any,
    unit: Unit,
    target: Unit,
    via: tuple[float, float] | None = None,
    seen: Seen | None = None,
) -> Route | Complaint:
    """The way by which a unit closes with a target, or why there is none.

    Ruling: half of the way actually gone must be straight; the way is that of the middle of the
    front rank, which keeps clear of the water and of other enemies and passes through friends;
    where it ends there must be room.

    seen: what `seen_by` gives for the unit's party, for whoever asks more than once.
    """
    start = unit.pose
    corner = start if via is None else FreePose.at(*via)
    face = face_towards(box_of(target), corner.x, corner.y)
    end = pose_against(unit, target, face, corner.x, corner.y)
    stops = (start, end) if via is None else (start, corner, end)
    ways = [a.distance(b) for a, b in pairwise(stops)]
    ground = ground_of(game.rules)
    rough = any(ground.crosses_rough(a, b) for a, b in pairwise(stops))
    inches, reach = sum(ways), closing_reach(game, unit, rough=rough)
    if not up_to(inches, reach):
        over = " over rough ground" if rough else ""
        return _no(
            unit,
            f"it is {inches:.2f} inches to {target.name}, and {unit.name} closes from "
            f"up to {reach:g}{over}",
            "too-far",
        )
    if ways[0] > ways[-1] + TOLERANCE:
        return _no(
            unit,
            f"the last half of the way must be straight: {unit.name} would turn after "
            f"{ways[0]:.2f} of {inches:.2f} inches",
            "not-straight",
        )
    if any(ground.firm_share(a, b) < 1 for a, b in pairwise(stops)) or not ground.is_on_table(
        corner.x, corner.y
    ):
        return _no(unit, f"the way of {unit.name} to {target.name} leaves the land", "water")
    everybody = seen_by(game.state, unit.party) if seen is None else seen
    blocked = _in_the_way(unit, target, stops, everybody)
    if blocked is not None:
        return _no(unit, f"{blocked.name} is in the way of {unit.name}", "blocked")
    return Route(stops, face, inches, rough)


def _no(unit: Unit, reason: str, code: str) -> Complaint:
    return Complaint(reason, "APM.landing.III", code, unit.id)


def _in_the_way(unit: Unit, target: Unit, stops: tuple[FreePose, ...], seen: Seen) -> Unit | None:
    """Who stands on the way, or where it ends; only who is seen."""
    place = box_of(unit, stops[-1])
    for other, box in near_way(seen, stops, 2 * place.radius):
        if other is unit:
            continue
        if other is target:
            if len(stops) == 3 and shares_to(box, stops[0], stops[1]) < 1:
                return other
            continue
        if other.party != unit.party and any(
            shares_to(box, a, b, 0.0) < 1 for a, b in pairwise(stops)
        ):
            return other
        if do_overlap(place, box):
            return other
    return None


def prey(game: Any, unit: Unit, seen: Seen | None = None) -> Iterator[Unit]:
    """The enemies that a unit may be near enough to close with, whatever lies between."""
    reach, box = closing_reach(game, unit, rough=False), box_of(unit)
    for enemy, theirs in seen_by(game.state, unit.party) if seen is None else seen:
        if enemy.party != unit.party and is_near(box, theirs, reach):
            yield enemy


def reachable(game: Any, unit: Unit) -> list[tuple[Unit, Route]]:
    """The enemies that a unit can close with straight from where it stands, with the way."""
    ways = ((enemy, route(game, unit, enemy)) for enemy in prey(game, unit))
    return [(enemy, way) for enemy, way in ways if isinstance(way, Route)]


class Closing:
    """Answers: a unit that tries to close, with whom and which way, or no more."""

    __slots__ = ("_game", "_passed", "_seen", "units")

    def __init__(self, game: Any, party: Party) -> None:
        self._game = game
        self.units = [unit for unit in ashore(game.state, party) if may_close(unit)]
        self._seen = seen_by(game.state, party) if self.units else []
        self._passed: Close | None = None

    def can_act(self) -> bool:
        """Whether an enemy is near enough to anybody who may try."""
        game, seen = self._game, self._seen
        return any(next(prey(game, unit, seen), None) is not None for unit in self.units)

    def legal(self) -> None:
        """Too many: a way may turn anywhere."""

    def sample(self, dice: Dice) -> Command:
        """Most often a unit and an enemy that it can reach; now and then no more."""
        units = list(self.units)
        while units and dice.below("sample", 6):
            unit = units.pop(dice.below("sample", len(units)))
            near = list(prey(self._game, unit, self._seen))
            if not near:
                continue
            target = near[dice.below("sample", len(near))]
            turns = [None] if dice.below("sample", 4) else [self._turn(dice, unit), None]
            for via in turns:
                command = Close(unit=unit.id, target=target.id, via=via)
                if isinstance(route(self._game, unit, target, via, self._seen), Route):
                    self._passed = command
                    return command
        return HOLD

    def _turn(self, dice: Dice, unit: Unit) -> tuple[float, float]:
        """A place near a unit, on the tenth of an inch."""
        steps = int(closing_reach(self._game, unit, rough=False) * 5)
        x, y = unit.pose.inches
        dx, dy = (dice.below("sample", 2 * steps + 1) - steps for _ in range(2))
        return round(x + dx / 10, 1), round(y + dy / 10, 1)

    def check(self, command: Command) -> Complaint | None:
        """Whether the unit may try, and gets there."""
        if not isinstance(command, Close) or command is self._passed:
            return None
        units = self.units
        unit = next((unit for unit in units if unit.id == command.unit), None)
        if unit is None:
            return unknown(command.unit, [unit.id for unit in units], "APM.landing.III", "cannot")
        enemies = [enemy for enemy, _ in self._seen if enemy.party != unit.party]
        target = next((enemy for enemy in enemies if enemy.id == command.target), None)
        if target is None:
            return unknown(
                command.target, [enemy.id for enemy in enemies], "APM.landing.III", "no-enemy"
            )
        if command.via is not None and not all(abs(at) < 1000 for at in command.via):
            return _no(unit, "a way turns at a place on the table", "off-table")
        found = route(self._game, unit, target, command.via, self._seen)
        return found if isinstance(found, Complaint) else None

    def help(self) -> str:
        """How to answer."""
        return (
            f'Name a unit and the enemy it closes with: "{Close.NOTATION}"; "done" when nobody '
            "else tries. The last half of the way is straight."
        )


# The steps


def landing_closes(game: Any) -> PhaseRun:
    """The landing party's units try to close."""
    return _closes(game, "landing")


def garrison_closes(game: Any) -> PhaseRun:
    """The garrison's units try to close."""
    return _closes(game, "garrison")


@clause("APM.landing.III", "APM.landing.I")
def _closes(game: Any, party: Party) -> PhaseRun:
    """One unit after the other says with whom it closes, throws, and does what the die says."""
    state: MarginState = game.state
    while (answers := Closing(game, party)).can_act():
        order: Command = yield Ask(
            seat_of(state, party),
            (Close, Hold),
            clause="APM.landing.III",
            answers=answers,
            about=TITLES[party],
            prompt=f"Which unit of {TITLES[party]} tries to close, and with whom?",
        )
        if not isinstance(order, Close):
            return
        unit, target = unit_named(state, order.unit), unit_named(state, order.target)
        if unit is not None and target is not None:
            way = route(game, unit, target, order.via)
            if isinstance(way, Route):
                _try(game, unit, target, way)


def _try(game: Any, unit: Unit, target: Unit, way: Route) -> None:
    if unit.arm == "cavalry":
        _try_cavalry(game, unit, target, way)
    else:
        _try_infantry(game, unit, target, way)


@clause("APM.landing.III.infantry", "APM.landing.shaken")
def _try_infantry(game: Any, unit: Unit, target: Unit, way: Route) -> None:
    """Infantry halts shaken, or halts and fires at once, or closes.

    Ruling: who halts makes no regular movement this turn. One whose target is out of musket range,
    as round a corner, has not fired and is still eligible.
    """
    result = throw_morale(game, unit, "close-infantry", "APM.landing.III.infantry")
    if result == "close":
        _make_contact(game, unit, target, way)
        return
    unit.halted = True
    if result == "shaken":
        shake(unit)
        unit.barred = True
    else:
        fire_at_once(game, unit, target)


@clause("APM.landing.III.cavalry")
def _try_cavalry(game: Any, unit: Unit, target: Unit, way: Route) -> None:
    """Cavalry stands or closes; nothing is added to its die. Ruling: standing costs it its move."""
    result = throw_morale(game, unit, "close-cavalry", "APM.landing.III.cavalry")
    if result == "close":
        _make_contact(game, unit, target, way)
    else:
        unit.halted = True


@clause("APM.landing.III.infantry", "APM.landing.III.cavalry", "APM.landing.V.3")
def _make_contact(game: Any, unit: Unit, target: Unit, way: Route) -> None:
    """A unit goes in: its target is pinned, it has moved, and crossing rough ground unforms it."""
    unit.pose, unit.track = way.stops[-1], way.stops
    unit.moved = unit.charging = True
    if way.rough:
        unit.formed = False
    touch(unit, target)
    target.pinned = True
    if game.telling:
        inches = round(way.inches, 2)
        told = Closed(unit.name, target.name, way.face, inches, "APM.landing.III")
        tell_seen(game, told, unit.side, unit.pose, target.pose)


def touch(unit: Unit, other: Unit) -> None:
    """Two enemies are in contact."""
    if other.n not in unit.contact:
        unit.contact = (*unit.contact, other.n)
        other.contact = (*other.contact, unit.n)


def garrison_contacted(game: Any) -> PhaseRun:
    """The garrison's units that were closed with test."""
    return _contacted(game, "garrison")


def landing_contacted(game: Any) -> PhaseRun:
    """The landing party's units that were closed with test."""
    return _contacted(game, "landing")


def attackers_of(state: MarginState, unit: Unit) -> list[Unit]:
    """Who closed with a unit in the step just past. A counter-charger, which is pinned, did not."""
    enemies = (state.units[n] for n in unit.contact)
    return [enemy for enemy in enemies if enemy.charging and not enemy.pinned]


@clause("APM.landing.IV", "APM.landing.IX.4", "APM.landing.I")
def _contacted(game: Any, party: Party) -> PhaseRun:
    """Every unit that was closed with tests once, however many closed with it; one taken in the
    rear by any of them as if it were routing, instead of and not besides the ordinary test.
    """
    state: MarginState = game.state
    for unit in ashore(state, party):
        attackers = attackers_of(state, unit)
        if not attackers or unit.gone:
            continue
        rear = any(face_touched(unit, enemy) == "rear" for enemy in attackers)
        under = "APM.landing.IX.4" if rear else "APM.landing.IV"
        result = throw_morale(game, unit, "contacted", under, rear=rear)
        if result == "rout":
            rout(game, unit, under)
        elif result == "shaken":
            shake(unit)
        elif unit.order == "good" and result == "counter-charge":
            _counter_charge(game, unit, attackers)
        elif unit.order == "good":
            yield from _stand_and_fire(game, unit, attackers)


@clause("APM.landing.IV", "APM.landing.XI.immediate-fire")
def _stand_and_fire(game: Any, unit: Unit, attackers: list[Unit]) -> PhaseRun:
    """A unit fires at who closed with it; where several did, its side says at whom."""
    state: MarginState = game.state
    target = attackers[0]
    if len(attackers) > 1 and may_fire_at_once(state, unit) and has_shot(state, unit):
        order: Shoot = yield from ask(
            unit.side,
            Shoot,
            clause="APM.landing.IV",
            answers=OneOf(
                [Shoot(unit=unit.id, target=enemy.id) for enemy in attackers],
                "APM.landing.IV",
                f'Say at whom it fires: "{unit.id} fire at {target.id}".',
            ),
            about=unit.id,
            prompt=f"At whom of those who closed with it does {unit.name} fire?",
        )
        target = next(enemy for enemy in attackers if enemy.id == order.target)
    fire_at_once(game, unit, target)


@clause("APM.landing.IV")
def _counter_charge(game: Any, unit: Unit, attackers: list[Unit]) -> None:
    """Cavalry that stands the test charges in turn, and meets the enemy half way.

    Ruling: one that several closed with, or that has no room or ground there, is met where it
    stands, and fights as charging cavalry all the same.
    """
    unit.charging = True
    enemy = attackers[0]
    half_way = len(unit.contact) == len(enemy.contact) == 1 and _meet_half_way(game, unit, enemy)
    if game.telling:
        told = CounterCharged(unit.name, enemy.name, half_way, "APM.landing.IV")
        tell_seen(game, told, unit.side, unit.pose, enemy.pose)


def _meet_half_way(game: Any, unit: Unit, enemy: Unit) -> bool:
    """Put both where they meet, front to front, on the straight part of the charge."""
    corner, end = enemy.track[-2:]
    course = corner.bearing(end)
    if course is None:
        return False
    was, theirs = unit.pose, enemy.pose
    enemy.pose = corner.pointed(course).ahead(corner.distance(end) * HALF_WAY)
    unit.pose = pose_against(unit, enemy, "front", unit.pose.x, unit.pose.y)
    places = box_of(unit), box_of(enemy)
    ground = ground_of(game.rules)
    clear = ground.is_firm(unit.pose.x, unit.pose.y) and not any(
        do_overlap(place, box_of(other))
        for other in game.state.units
        if not other.gone and other is not unit and other is not enemy
        for place in places
    )
    if not clear:
        unit.pose, enemy.pose = was, theirs
        return False
    unit.track = (was, unit.pose)
    return True
