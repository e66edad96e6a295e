"""Boats put out, parted and brought together, at the start of their side's move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    PhaseRun,
    Stand,
    clause,
    event,
    is_near,
)
from weathergage_as_per_margin.anchors import Rest
from weathergage_as_per_margin.boat_orders import Join, Lower, Split
from weathergage_as_per_margin.boats import (
    boats_told,
    group_of,
    groups,
    lands_of,
    no_boats,
    unknown_boats,
)
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.night import is_night, roll_seen, sees, tell_seen
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import BOAT, Boats, MarginState, Ship, Unit
from weathergage_as_per_margin.ways import ground_under, near, overlapped

# "APM.cutting-out.movement" Inches within which boats of a side may form one group.
TOGETHER = 1.0

# "APM.landing.scale" A boat carries a figure, which is 25 men.
FIGURES_A_BOAT = 1


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
        return f"{self.ship} lowers {boats_told(self.count)}{what} ({self.boats})."


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
            return f"{self.other} join {self.boats}: {boats_told(self.count)} together."
        go = "goes" if self.count == 1 else "go"
        return f"{boats_told(self.count)} of {self.other} {go} apart as {self.boats}."


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
    own = [b for b in groups(state, ship.side) if b.ship == ship.n]
    attacking = sum(b.count for b in own if not b.guard)
    return max(0, min(ship.boxes // 3 - (ship.boats_out - attacking), most_boats(ship)))


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
        return no_boats(f"{order.ship!r} is none of your ships in the fight", "unknown-ship")
    if order.guard:
        return _bad_guard(state, ship, order)
    most = most_boats(ship)
    if order.boats > most:
        told = f"{ship.card.name} may send {boats_told(most)} more: two thirds of her boxes in all"
        return no_boats(told, "too-many")
    if not order.troops:
        return _bad_attack(game, seat)
    for unit in troops_aboard(state, ship):
        if unit.id == order.troops:
            if order.boats > unit.figures and not is_night(game.rules, state):
                told = f"{unit.name} need {boats_told(unit.figures)}; others are sent by night only"
                return no_boats(told, "day")
            if order.boats * FIGURES_A_BOAT >= unit.figures:
                return None
            told = f"{unit.name} are {counted(unit.figures, 'figure')} and need as many boats"
            return Complaint(told, "APM.landing.scale", "too-few", ship.card.id)
    told = f"{order.troops!r} are no troops aboard {ship.card.name}"
    return Complaint(told, "APM.landing.scale", "unknown-unit", ship.card.id)


@clause("APM.cutting-out.boats")
def _bad_attack(game: Any, seat: str) -> Complaint | None:
    """Why a side may not send boats to attack now: by night only, and to cut out a ship."""
    if not is_night(game.rules, game.state):
        return no_boats("boats are sent by night only", "day")
    if not can_cut_out(game, seat):
        told = "boats are sent to cut out a ship at anchor, and you know of no enemy that lies so"
        return no_boats(told, "no-prize")
    return None


@clause("APM.cutting-out.boats", "APM.cutting-out.visibility")
def can_cut_out(game: Any, seat: str) -> bool:
    """Whether a side knows of an enemy at anchor: one that it sees, or that the scenario put there.

    Ruling: who came to attack has seen by day where the enemy lay; whether a ship out of sight
    lies there still is not told. One that the side has taken is no enemy.
    """
    state, rules = game.state, game.rules
    moored = {
        entry.key
        for side in rules.scenario.sides
        for entry in side.ships
        if side.id != seat
        and entry.at is not None
        and entry.anchored
        and (not entry.option or rules.options.is_on(entry.option))
    }
    return any(
        ship.card.id in moored or (ship.fights and ship.anchored and sees(state, seat, ship.pose))
        for ship in state.ships
        if ship.side != seat
    )


def _bad_guard(state: MarginState, ship: Ship, order: Lower) -> Complaint | None:
    most = most_guards(state, ship)
    told = ""
    if not state.sight or not ship.anchored:
        told = "guard boats are put out by night, by ships at anchor"
    elif order.troops:
        told = "guard boats carry no troops"
    elif order.boats > most:
        told = f"{ship.card.name} may put out {boats_told(most)} more: a third of her boxes in all"
    if not told:
        return None
    return Complaint(told, "APM.cutting-out.guard-boats", "guard", ship.card.id)


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
        one = group_of(state, seat, order.boats)
        assert one is not None
        twin = one.copy()
        twin.id, twin.count, twin.troops = _fresh_id(state, one.ship), order.count, -1
        one.count -= order.count
        state.boats.append(twin)
        _tell_regrouped(game, twin, one.id, twin.count, False)
    elif isinstance(order, Join):
        one, other = group_of(state, seat, order.boats), group_of(state, seat, order.to)
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
            and ground_under(stand, lands_of(game)) is None
        ):
            return pose
    return None


class _Muster:
    """Boats to lower, to part or to bring together; or no more of it."""

    __slots__ = ("_passed", "game", "own", "seat", "ships")

    def __init__(self, game: Any, seat: str, ships: list[Ship], own: list[Boats]) -> None:
        self.game = game
        self.seat = seat
        self.ships = ships
        self.own = own
        self._passed: Command | None = None

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
                self._passed = command
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
        """What is wrong with a lowering, parting or joining; what was drawn here is not looked at
        twice.
        """
        if command is self._passed:
            return None
        if isinstance(command, Lower):
            problem = bad_lowering(self.game, self.seat, command)
            if problem is None:
                ship = self.game.state.ship(command.ship)
                if alongside(self.game, ship) is None:
                    problem = no_boats(
                        f"{ship.card.name} has no room alongside for a boat", "no-room"
                    )
            return problem
        if isinstance(command, Split):
            return self._bad_split(command)
        if isinstance(command, Join):
            return self._bad_join(command)
        return None

    def _bad_split(self, order: Split) -> Complaint | None:
        one = group_of(self.game.state, self.seat, order.boats)
        if one is None:
            return unknown_boats(self.game, self.seat, order.boats)
        spare = one.count - 1
        if one.troops >= 0:
            spare = min(spare, one.count - self.game.state.units[one.troops].figures)
        if order.count <= spare:
            return None
        told = f"of {one.id}, {boats_told(max(0, spare))} may leave: the rest are needed"
        return Complaint(told, "APM.cutting-out.movement", "too-many", one.id)

    def _bad_join(self, order: Join) -> Complaint | None:
        state = self.game.state
        one, other = group_of(state, self.seat, order.boats), group_of(state, self.seat, order.to)
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
                if can_cut_out(self.game, self.seat):
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
    state: MarginState = game.state
    if not ship.fights or not most_boats(ship):
        return False
    if troops_aboard(state, ship):
        return True
    if not is_night(game.rules, state):
        return False
    return (ship.anchored and most_guards(state, ship) > 0) or can_cut_out(game, ship.side)
