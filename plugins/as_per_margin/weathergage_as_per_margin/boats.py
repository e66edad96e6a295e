"""Boats: sent to cut out or to land troops, kept as a guard, rowed, landed and hoisted in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from weathergage import (
    PER_INCH,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    PhaseRun,
    Stand,
    clause,
    degrees_of,
    event,
    in_contact,
    is_near,
    units,
)
from weathergage_as_per_margin import damage
from weathergage_as_per_margin.anchors import Rest
from weathergage_as_per_margin.compass import Heading, heading_text, inches_text, told_way
from weathergage_as_per_margin.landing.beach import landed_at, landing_place
from weathergage_as_per_margin.night import is_night, roll_seen, tell_seen
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import BOAT, Boats, MarginState, Ship, Unit
from weathergage_as_per_margin.ways import (
    Ground,
    contact,
    ground_under,
    grounds_of,
    near,
    overlapped,
    way,
)

# "APM.cutting-out.movement" Inches within which boats of a side may form one group.
TOGETHER = 1.0

# "APM.landing.scale" A boat carries a figure, which is 25 men.
FIGURES_A_BOAT = 1


class Lower(Command):
    """A ship puts out boats, which keep together. guard: to guard her where she lies. troops: id
    of the unit that goes with them, or "".
    """

    NOTATION = '"caesar lower 8", "muiron lower 4 guard", "caesar lower 8 with marines"'

    ship: str
    boats: int = Field(gt=0)
    guard: bool = False
    troops: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "lower":
            return None
        rest = words[2:]
        with_troops = len(rest) > 2 and rest[1] == "with"
        if not (rest and rest[0].isdigit() and (rest[1:] in ([], ["guard"]) or with_troops)):
            raise ValueError('write the number of boats, such as "caesar lower 8 with marines"')
        return {
            "ship": words[0],
            "boats": int(rest[0]),
            "guard": rest[1:] == ["guard"],
            "troops": "-".join(rest[2:]),
        }

    def write(self) -> str:
        """The line that stands for it."""
        what = " guard" if self.guard else f" with {self.troops}" if self.troops else ""
        return f"{self.ship} lower {self.boats}{what}"


class Split(Command):
    """Some boats leave a group and form another. boats: the group; count: how many leave."""

    NOTATION = '"caesar-1 split 3"'

    boats: str
    count: int = Field(gt=0)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "split":
            return None
        if len(words) != 3 or not words[2].isdigit():
            raise ValueError('write how many boats leave, such as "caesar-1 split 3"')
        return {"boats": words[0], "count": int(words[2])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} split {self.count}"


class Join(Command):
    """A group of boats joins another that is within an inch. boats: which; to: the other."""

    NOTATION = '"caesar-2 join caesar-1"'

    boats: str
    to: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "join":
            return None
        if len(words) != 3:
            raise ValueError('write which group they join, such as "caesar-2 join caesar-1"')
        return {"boats": words[0], "to": words[2]}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} join {self.to}"


class Row(Command):
    """Boats row. heading: the way they go; inches: how far, up to their die."""

    NOTATION = '"caesar-1 row NE 4"'

    boats: str
    heading: Heading
    inches: float = Field(ge=0, allow_inf_nan=False)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "row":
            return None
        if len(words) != 4:
            raise ValueError('write where and how far they row, such as "caesar-1 row NE 4"')
        return {"boats": words[0], "heading": degrees_of(words[2]), "inches": float(words[3])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} row {heading_text(self.heading)} {inches_text(self.inches)}"


class Land(Command):
    """Boats that touch land put the troops that they carry ashore."""

    NOTATION = '"caesar-1 land"'

    boats: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        return {"boats": words[0]} if len(words) == 2 and words[1] == "land" else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} land"


class HoistIn(Command):
    """Boats alongside the ship that sent them are hoisted in."""

    NOTATION = '"caesar-1 hoist in"'

    boats: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        return {"boats": words[0]} if words[1:] == ["hoist", "in"] else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.boats} hoist in"


@event
class BoatsLowered(Event):
    """A ship put out boats. troops: name of the unit in them, or ""."""

    ship: str
    boats: str
    count: int
    guard: bool
    troops: str
    clause: str

    def say(self) -> str:
        """How many and what for."""
        what = " to guard her" if self.guard else f" with {self.troops}" if self.troops else ""
        return f"{self.ship} lowers {_boats(self.count)}{what} ({self.boats})."


@event
class BoatsRegrouped(Event):
    """Boats parted or came together. boats: the group that there is now."""

    boats: str
    other: str
    count: int
    joined: bool
    clause: str

    def say(self) -> str:
        """How they go now."""
        if self.joined:
            return f"{self.other} join {self.boats}: {_boats(self.count)} together."
        return f"{_boats(self.count)} of {self.other} go apart as {self.boats}."


@event
class BoatsRowed(Event):
    """Boats rowed. inches: made good. stopped: by what, or ""."""

    boats: str
    count: int
    heading: float
    inches: float
    stopped: str
    clause: str

    def say(self) -> str:
        """Where to."""
        end = f" up to {self.stopped}" if self.stopped else ""
        way = told_way(self.heading, self.inches)
        return f"{_boats(self.count)} ({self.boats}) row {way}{end}."


@event
class Landed(Event):
    """Boats put troops ashore."""

    boats: str
    troops: str
    figures: int
    clause: str

    def say(self) -> str:
        """Who lands."""
        return f"{self.troops} land, {self.figures} figures, from {self.boats}."


@event
class HoistedIn(Event):
    """Boats came back to their ship."""

    boats: str
    ship: str
    count: int
    clause: str

    def say(self) -> str:
        """How many."""
        return f"{self.ship} hoists in {_boats(self.count)}."


def _boats(count: int) -> str:
    return "1 boat" if count == 1 else f"{count} boats"


# How many


@clause("APM.cutting-out.boats", "APM.landing.scale")
def most_boats(ship: Ship) -> int:
    """How many boats a ship may still send: two thirds of her boxes left, less those away."""
    return max(0, ship.boxes * 2 // 3 - ship.boats_out)


@clause("APM.cutting-out.guard-boats")
def most_guards(state: MarginState, ship: Ship) -> int:
    """How many guard boats a ship may still put out: a third of her boxes left, less those that
    guard her and any that she has lost.
    """
    own = [b for b in state.boats if b.ship == ship.n and not b.gone]
    attacking = sum(b.count for b in own if not b.guard)
    return max(0, min(ship.boxes // 3 - (ship.boats_out - attacking), most_boats(ship)))


def groups(state: MarginState, seat: str) -> list[Boats]:
    """A side's boats that are in the water."""
    return [boats for boats in state.boats if boats.side == seat and not boats.gone]


def troops_aboard(state: MarginState, ship: Ship) -> list[Unit]:
    """Units that a ship still carries, those in her boats left out."""
    afloat = {boats.troops for boats in state.boats if not boats.gone}
    return [u for u in state.units if u.ship == ship.n and u.gone == "afloat" and u.n not in afloat]


@clause("APM.cutting-out.boats", "APM.cutting-out.guard-boats", "APM.landing.scale")
def bad_lowering(game: Any, seat: str, order: Lower) -> Complaint | None:
    """Why a ship may not put out boats so: by night to attack or to guard, or to land troops.

    Ruling: a unit needs a boat for every figure of it.
    """
    state: MarginState = game.state
    ship = state.ship(order.ship)
    if ship is None or ship.side != seat or not ship.fights:
        return _no(f"{order.ship!r} is none of your ships in the fight", "unknown-ship")
    if order.guard:
        return _bad_guard(state, ship, order)
    most = most_boats(ship)
    if order.boats > most:
        told = f"{ship.card.name} may send {_boats(most)} more: two thirds of her boxes in all"
        return _no(told, "too-many")
    if not order.troops:
        by_night = is_night(game.rules, state)
        return None if by_night else _no("boats are sent by night only", "day")
    for unit in troops_aboard(state, ship):
        if unit.id == order.troops:
            if order.boats > unit.figures and not is_night(game.rules, state):
                told = f"{unit.name} need {_boats(unit.figures)}, and others are sent by night only"
                return _no(told, "day")
            if order.boats * FIGURES_A_BOAT >= unit.figures:
                return None
            told = f"{unit.name} are {unit.figures} figures and need as many boats"
            return Complaint(told, "APM.landing.scale", "too-few", ship.card.id)
    told = f"{order.troops!r} are no troops aboard {ship.card.name}"
    return Complaint(told, "APM.landing.scale", "unknown-unit", ship.card.id)


def _bad_guard(state: MarginState, ship: Ship, order: Lower) -> Complaint | None:
    most = most_guards(state, ship)
    told = ""
    if not state.sight or not ship.anchored:
        told = "guard boats are put out by night, by ships at anchor"
    elif order.troops:
        told = "guard boats carry no troops"
    elif order.boats > most:
        told = f"{ship.card.name} may put out {_boats(most)} more: a third of her boxes in all"
    if not told:
        return None
    return Complaint(told, "APM.cutting-out.guard-boats", "guard", ship.card.id)


def _no(reason: str, code: str) -> Complaint:
    return Complaint(reason, "APM.cutting-out.boats", code)


# Naming the groups


@clause("APM.cutting-out.movement", "APM.cutting-out.boats")
def muster(game: Any, seat: str) -> PhaseRun:
    """At the start of a side's move boats are lowered, parted and brought together; then each
    group throws one die for the inches that it may row.
    """
    while True:
        answers = _Muster.of(game, seat)
        if answers is None:
            break
        order = yield Ask(
            seat,
            (Lower, Split, Join, Rest),
            clause="APM.cutting-out.movement",
            answers=answers,
            prompt="Which boats are lowered, parted or brought together?",
        )
        if isinstance(order, Rest):
            break
        _regroup(game, seat, order)
    for boats in groups(game.state, seat):
        die = roll_seen(
            game,
            f"boats {boats.id}",
            f"boats {boats.id} rowing",
            "APM.cutting-out.movement",
            boats.side,
            boats.pose,
            about=boats.id,
        )
        boats.reach = max(0, game.modified("boats rowing", die, (), boats))


def _regroup(game: Any, seat: str, order: Command) -> None:
    state: MarginState = game.state
    if isinstance(order, Lower):
        ship = state.ship(order.ship)
        assert ship is not None
        lower(game, ship, order)
    elif isinstance(order, Split):
        one = _group(state, seat, order.boats)
        assert one is not None
        twin = one.copy()
        twin.id, twin.count, twin.troops = _fresh_id(state, one.ship), order.count, -1
        one.count -= order.count
        state.boats.append(twin)
        _tell_regrouped(game, twin, one.id, twin.count, False)
    elif isinstance(order, Join):
        one, other = _group(state, seat, order.boats), _group(state, seat, order.to)
        assert one is not None
        assert other is not None
        other.count += one.count
        other.troops = max(other.troops, one.troops)
        one.count, one.gone = 0, "joined"
        _tell_regrouped(game, other, one.id, other.count, True)


def _tell_regrouped(game: Any, boats: Boats, other: str, count: int, joined: bool) -> None:
    if game.telling:
        told = BoatsRegrouped(boats.id, other, count, joined, "APM.cutting-out.movement")
        tell_seen(game, told, boats.side, boats.pose)


@clause("APM.cutting-out.boats", "APM.cutting-out.guard-boats")
def lower(game: Any, ship: Ship, order: Lower) -> None:
    """Put out boats, alongside the ship where there is room."""
    state: MarginState = game.state
    unit = next((u for u in troops_aboard(state, ship) if u.id == order.troops), None)
    pose = alongside(game, ship)
    assert pose is not None
    boats = Boats(
        _fresh_id(state, ship.n),
        ship.side,
        ship.n,
        pose,
        order.boats,
        order.guard,
        troops=-1 if unit is None else unit.n,
    )
    state.boats.append(boats)
    ship.boats_out += order.boats
    if game.telling:
        told = BoatsLowered(
            ship.card.name,
            boats.id,
            order.boats,
            order.guard,
            "" if unit is None else unit.name,
            "APM.cutting-out.boats",
        )
        tell_seen(game, told, ship.side, ship.pose)


def _fresh_id(state: MarginState, ship: int) -> str:
    """A word for a group that no other has had: the ship's and a number."""
    taken = {boats.id for boats in state.boats}
    number = 1
    while (found := f"{state.ships[ship].card.id}-{number}") in taken:
        number += 1
    return found


def alongside(game: Any, ship: Ship) -> FreePose | None:
    """Where a boat lies alongside a ship: on a beam, ahead or astern, wherever it has room."""
    base, board = ship.card.base, board_of(game.rules)
    others = near(game, ship, 1.0)
    off = (base.width + BOAT.width) / 2
    for turn, inches, along in (
        (90, off, 0.0),
        (-90, off, 0.0),
        (180, (base.length + BOAT.length) / 2, 0.0),
        (0, (base.length + BOAT.length) / 2, 0.0),
        (90, off, -0.3),
        (-90, off, -0.3),
    ):
        pose = ship.pose.ahead(along * base.length).drifted(ship.pose.degrees + turn, inches)
        stand = Stand(pose, BOAT)
        if (
            board.is_on_table(pose)
            and not any(overlapped(stand, others))
            and ground_under(stand, _lands(game)) is None
        ):
            return pose
    return None


def _group(state: MarginState, seat: str, id: str) -> Boats | None:
    return next((boats for boats in groups(state, seat) if boats.id == id), None)


class _Muster:
    """Boats to lower, to part or to bring together; or no more of it."""

    __slots__ = ("game", "own", "seat", "ships")

    def __init__(self, game: Any, seat: str, ships: list[Ship], own: list[Boats]) -> None:
        self.game = game
        self.seat = seat
        self.ships = ships
        self.own = own

    @classmethod
    def of(cls, game: Any, seat: str) -> _Muster | None:
        """The question, or None where there is nothing to do."""
        state: MarginState = game.state
        own = groups(state, seat) if state.boats else []
        ships = []
        if state.sight or state.units:
            ships = [ship for ship in state.ships if ship.side == seat and _may_lower(game, ship)]
        if not ships and len(own) < 2 and all(boats.count < 2 for boats in own):
            return None
        return cls(game, seat, ships, own)

    def legal(self) -> None:
        """Too many to list."""
        return

    def sample(self, dice: Dice) -> Command:
        """Half the time no more, else something that can be done."""
        for _ in range(dice.below("sample", 4)):
            command = self._drawn(dice)
            if command is not None and self.check(command) is None:
                return command
        return Rest()

    def _drawn(self, dice: Dice) -> Command | None:
        if self.ships and not (self.own and dice.below("sample", 2)):
            ship = self.ships[dice.below("sample", len(self.ships))]
            state = self.game.state
            aboard = troops_aboard(state, ship)
            if aboard:
                unit = aboard[dice.below("sample", len(aboard))]
                return Lower(ship=ship.card.id, boats=max(1, unit.figures), troops=unit.id)
            guard = ship.anchored and not dice.below("sample", 2)
            most = most_guards(state, ship) if guard else most_boats(ship)
            if not most:
                return None
            count = 1 + dice.below("sample", most)
            return Lower(ship=ship.card.id, boats=count, guard=guard)
        if not self.own:
            return None
        one = self.own[dice.below("sample", len(self.own))]
        other = self.own[dice.below("sample", len(self.own))]
        if one is other:
            if one.count < 2:
                return None
            return Split(boats=one.id, count=1 + dice.below("sample", one.count - 1))
        return Join(boats=one.id, to=other.id)

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a lowering, parting or joining."""
        if isinstance(command, Lower):
            problem = bad_lowering(self.game, self.seat, command)
            if problem is None:
                ship = self.game.state.ship(command.ship)
                if alongside(self.game, ship) is None:
                    problem = _no(f"{ship.card.name} has no room alongside for a boat", "no-room")
            return problem
        if isinstance(command, Split):
            return self._bad_split(command)
        if isinstance(command, Join):
            return self._bad_join(command)
        return None

    def _bad_split(self, order: Split) -> Complaint | None:
        one = _group(self.game.state, self.seat, order.boats)
        if one is None:
            return unknown_boats(self.game, self.seat, order.boats)
        spare = one.count - 1
        if one.troops >= 0:
            spare = min(spare, one.count - self.game.state.units[one.troops].figures)
        if order.count <= spare:
            return None
        told = f"of {one.id}, {_boats(max(0, spare))} may leave: the rest are needed"
        return Complaint(told, "APM.cutting-out.movement", "too-many", one.id)

    def _bad_join(self, order: Join) -> Complaint | None:
        state = self.game.state
        one, other = _group(state, self.seat, order.boats), _group(state, self.seat, order.to)
        if one is None or other is None:
            missing = order.boats if one is None else order.to
            return unknown_boats(self.game, self.seat, missing)
        told = ""
        if one is other:
            told = f"{one.id} cannot join themselves"
        elif one.ship != other.ship or one.guard != other.guard:
            told = f"{one.id} and {other.id} are not of one ship and one purpose"
        elif one.troops >= 0 and other.troops >= 0:
            told = f"{one.id} and {other.id} carry troops, each their own"
        elif not is_near(one.stand, other.stand, TOGETHER, "base"):
            told = f"{one.id} and {other.id} are more than an inch apart"
        return Complaint(told, "APM.cutting-out.movement", "apart", one.id) if told else None

    def help(self) -> str:
        """What can be written, and how many boats each ship may send."""
        told = ", ".join([*self._lowerings(), *self._regroupings()])
        return f'Such as {told}; or "done", which throws the dice for rowing.'

    def _lowerings(self) -> Iterator[str]:
        state = self.game.state
        for ship in self.ships:
            id, most = ship.card.id, most_boats(ship)
            for unit in troops_aboard(state, ship):
                yield f'"{id} lower {unit.figures} with {unit.id}"'
            if is_night(self.game.rules, state):
                yield f'"{id} lower {most}" or fewer'
                if ship.anchored and (guards := most_guards(state, ship)):
                    yield f'"{id} lower {guards} guard" or fewer'

    def _regroupings(self) -> Iterator[str]:
        one = next((boats for boats in self.own if boats.count > 1), None)
        if one is not None:
            yield f'"{one.id} split 1"'
        for boats in self.own:
            for other in self.own:
                order = Join(boats=boats.id, to=other.id)
                if boats is not other and self._bad_join(order) is None:
                    yield f'"{order.write()}"'
                    return


def _may_lower(game: Any, ship: Ship) -> bool:
    """Whether a ship has boats to send and a reason to."""
    return (
        ship.fights
        and most_boats(ship) > 0
        and (is_night(game.rules, game.state) or bool(troops_aboard(game.state, ship)))
    )


def unknown_boats(game: Any, seat: str, id: str) -> Complaint:
    """That a word names none of a side's boats."""
    known = ", ".join(boats.id for boats in groups(game.state, seat)) or "none are out"
    return Complaint(
        f"{id!r} are none of your boats ({known})", "APM.cutting-out.movement", "unknown-boats"
    )


# Rowing, landing, hoisting in


@clause("APM.cutting-out.movement")
def bad_row(game: Any, seat: str, order: Row) -> Complaint | None:
    """Why boats may not row so: once a turn, up to their die, and not off the table."""
    boats = _group(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    told = ""
    if boats.moved:
        told = f"{boats.id} have rowed this turn"
    elif units(order.inches) > boats.reach * PER_INCH:
        told = f"{boats.id} row {boats.reach} inches at most, not {order.inches:g}"
    elif not board_of(game.rules).is_on_table(boats.pose.drifted(order.heading, order.inches)):
        told = f"{boats.id} would leave the table; row less far or elsewhere"
    return Complaint(told, "APM.cutting-out.movement", "row", boats.id) if told else None


@clause("APM.cutting-out.movement", "APM.campaign.ground-depth")
def row(game: Any, seat: str, order: Row) -> None:
    """Boats row straight until they touch a ship, enemy boats or land; shoals do not stop them."""
    state: MarginState = game.state
    boats = _group(state, seat, order.boats)
    assert boats is not None
    start = Stand(boats.pose.pointed(order.heading), BOAT)
    end = start.pose.ahead(order.inches)
    afloat = [ship for ship in state.ships if not ship.gone]
    stop = way(game.rules, start, end, afloat, _lands(game))
    share, met = stop.share, stop.ship.card.name if stop.ship else ""
    if stop.ground is not None:
        met = stop.ground.region.name
    wx, wy = (end.x - start.pose.x) / PER_INCH, (end.y - start.pose.y) / PER_INCH
    for other in state.boats:
        if other.side == seat or other.gone or not start.pose.is_within(other.pose, 8):
            continue
        touch = contact(start.corners, other.stand.corners, wx, wy)
        if touch is not None and touch < share:
            share, met = touch, other.id
    before = boats.pose
    boats.pose = start.pose.ahead(order.inches * share)
    boats.moved = True
    if game.telling:
        told = BoatsRowed(
            boats.id,
            boats.count,
            order.heading,
            before.distance(boats.pose),
            met,
            "APM.cutting-out.movement",
        )
        tell_seen(game, told, seat, before, boats.pose)


def _lands(game: Any) -> Sequence[Ground]:
    return [ground for ground in grounds_of(game.rules) if not ground.tenths]


@clause("APM.landing.scale")
def bad_landing(game: Any, seat: str, order: Land) -> Complaint | None:
    """Why boats may not land troops: they carry none, touch no land, or find no room there."""
    boats = _group(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    if boats.troops < 0:
        return Complaint(f"{boats.id} carry no troops", "APM.landing.scale", "empty", boats.id)
    ground = ground_under(boats.stand, _lands(game))
    if ground is None:
        told = f"{boats.id} do not touch land"
        return Complaint(told, "APM.landing.scale", "afloat", boats.id)
    unit = game.state.units[boats.troops]
    if landing_place(game, unit, boats.pose, ground) is None:
        told = f"{unit.name} have no room to land there; row along the shore"
        return Complaint(told, "APM.landing.scale", "no-room", boats.id)
    return None


@clause("APM.landing.scale")
def land(game: Any, seat: str, order: Land) -> None:
    """Put the troops of some boats ashore where they touch the land, facing inland."""
    state: MarginState = game.state
    boats = _group(state, seat, order.boats)
    assert boats is not None
    ground = ground_under(boats.stand, _lands(game))
    assert ground is not None
    unit = state.units[boats.troops]
    boats.troops = -1
    unit.gone = ""
    unit.moved = True
    unit.pose = landed_at(game, unit, boats.pose, ground)
    ship = state.ships[boats.ship]
    if not any(u.ship == ship.n and u.gone == "afloat" for u in state.units):
        ship.loaded = False
    if game.telling:
        told = Landed(boats.id, unit.name, unit.figures, "APM.landing.scale")
        tell_seen(game, told, seat, unit.pose)


@clause("APM.cutting-out.boats")
def bad_hoisting(game: Any, seat: str, order: HoistIn) -> Complaint | None:
    """Why boats may not be hoisted in: only alongside the ship that sent them, still her own."""
    boats = _group(game.state, seat, order.boats)
    if boats is None:
        return unknown_boats(game, seat, order.boats)
    if not can_hoist(game, boats):
        ship = game.state.ships[boats.ship]
        return _no(f"{boats.id} are not alongside {ship.card.name}", "not-alongside")
    return None


def can_hoist(game: Any, boats: Boats) -> bool:
    """Whether some boats lie alongside their ship and she is still their side's."""
    ship: Ship = game.state.ships[boats.ship]
    return ship.side == boats.side and ship.fights and in_contact(boats.stand, ship.stand)


@clause("APM.cutting-out.boats")
def hoist_in(game: Any, seat: str, order: HoistIn) -> None:
    """Boats come back aboard, with the troops that are still in them."""
    state: MarginState = game.state
    boats = _group(state, seat, order.boats)
    assert boats is not None
    ship = state.ships[boats.ship]
    ship.boats_out -= boats.count
    boats.gone, boats.troops = "hoisted in", -1
    if game.telling:
        told = HoistedIn(boats.id, ship.card.name, boats.count, "APM.cutting-out.boats")
        tell_seen(game, told, seat, ship.pose)


def tasks(game: Any, seat: str) -> list[Boats]:
    """A side's boats that may still do something in its move."""
    state: MarginState = game.state
    if not state.boats:
        return []
    return [b for b in groups(state, seat) if any(_doings(game, b))]


def _doings(game: Any, boats: Boats) -> Iterator[str]:
    if boats.reach and not boats.moved:
        yield "row"
    if boats.troops >= 0 and bad_landing(game, boats.side, Land(boats=boats.id)) is None:
        yield "land"
    if can_hoist(game, boats):
        yield "hoist"


def drawn(game: Any, boats: Boats, dice: Dice) -> Command | None:
    """Something at random that some boats may do; None where the draw is not legal."""
    doings = list(_doings(game, boats))
    doing = doings[dice.below("sample", len(doings))]
    if doing == "land":
        return Land(boats=boats.id)
    if doing == "hoist":
        return HoistIn(boats=boats.id)
    order = Row(
        boats=boats.id,
        heading=float(dice.below("sample", 360)),
        inches=dice.below("sample", 10 * boats.reach + 1) / 10,
    )
    return order if bad_row(game, boats.side, order) is None else None


# The end of the action


@clause("APM.cutting-out.boats")
def settle(game: Any, ship: Ship) -> None:
    """Cross off a ship the boats that she lost: guns first, then masts, then hull.

    Boats that are still out come back to her.
    """
    state: MarginState = game.state
    out = sum(b.count for b in state.boats if b.ship == ship.n and not b.gone)
    lost = ship.boats_out - out
    ship.boats_out = 0
    if lost <= 0 or ship.gone:
        return
    guns = min(lost, ship.guns)
    masts = min(lost - guns, ship.mast_boxes)
    hull = min(lost - guns - masts, ship.hull)
    if masts or hull:
        kinds = ("masts",) * masts + ("hull",) * hull
        damage.score_hits(game, ship, kinds, near="port", clause="APM.cutting-out.boats")
    if guns:
        damage.lose_guns(game, ship, guns, "APM.cutting-out.boats")


@clause("APM.cutting-out.boats")
def settle_boats(game: Any) -> None:
    """Settle the boats of every ship when an action ends; none is in the water afterwards."""
    state: MarginState = game.state
    for ship in state.ships:
        if ship.boats_out:
            settle(game, ship)
    for boats in state.boats:
        if not boats.gone:
            boats.gone = "hoisted in"
