"""Moving ships: each side's ships under sail or oars, and its boats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import (
    CIRCLE,
    Ask,
    Command,
    Complaint,
    Dice,
    FreePose,
    PhaseRun,
    clause,
    hundredths,
)
from weathergage_as_per_margin import boats as boats_
from weathergage_as_per_margin.anchors import (
    Anchor,
    Rest,
    cut,
    finds_ground,
    is_clear,
    let_go,
    weigh,
)
from weathergage_as_per_margin.boat_orders import HoistIn, Land, Row
from weathergage_as_per_margin.compass import heading_text, inches_told
from weathergage_as_per_margin.courses import (
    bad_course,
    bad_extra,
    bad_lead,
    bad_oars,
    bad_turn,
    headings_to_try,
    not_anchored,
)
from weathergage_as_per_margin.cutting_out import is_surprised
from weathergage_as_per_margin.distances import (
    can_sail,
    distance_of,
    extra_die,
    has_privileges,
    range_of,
    throw_extra,
    throw_oars,
)
from weathergage_as_per_margin.falling_aboard import REACH, check_aboard
from weathergage_as_per_margin.grounding import cast_lead, has_uncharted, kedge
from weathergage_as_per_margin.handling import CastLead, ExtraDie, Oars, Sail, Weigh
from weathergage_as_per_margin.mustering import muster
from weathergage_as_per_margin.passage import come_to_rest, slide
from weathergage_as_per_margin.sea import english, others
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import Stop, near

_ANCHORS: tuple[Anchor, ...] = ("bow", "stern", "both")

_KINDS = (Sail, ExtraDie, Oars, Weigh, CastLead, Row, Land, HoistIn, Rest)


@clause("APM.turn", "APM.turn.english-advantage")
def move_first(game: Any) -> PhaseRun:
    """The French and Spanish, or who plays their part, move."""
    return move_side(game, others(game.rules))


@clause("APM.turn", "APM.turn.english-advantage")
def move_second(game: Any) -> PhaseRun:
    """The English, or who plays their part, move when the others have moved."""
    return move_side(game, english(game.rules))


@clause("APM.move.sailing", "APM.move.minimum")
def move_side(game: Any, seat: str) -> PhaseRun:
    """A side moves its ships and boats one by one, in any order, until all have moved that must
    and it wants no more.
    """
    yield from kedge(game, seat)
    yield from muster(game, seat)
    ships: Sequence[Ship] = game.state.ships
    while True:
        answers = Moves(game, seat, ships)
        if not answers.anything:
            return
        order = yield Ask(
            seat,
            _KINDS if answers.bound is None else (Sail,),
            clause="APM.move.sailing",
            answers=answers,
            about=None if answers.bound is None else answers.bound.card.id,
            prompt=answers.prompt,
        )
        if isinstance(order, Rest):
            return
        _carry_out(game, answers, order)
        # Nothing that happens in a side's move lets a ship move that could not before.
        ships = answers.ships


def _carry_out(game: Any, asked: Moves, order: Command) -> None:
    state: MarginState = game.state
    seat = asked.seat
    match order:
        case Row():
            boats_.row(game, seat, order)
        case Land():
            boats_.land(game, seat, order)
        case HoistIn():
            boats_.hoist_in(game, seat, order)
        case Sail():
            ship = _ship(state, order.ship)
            sail(game, ship, order, asked.about(ship))
        case ExtraDie():
            throw_extra(game, _ship(state, order.ship))
        case Oars():
            throw_oars(game, _ship(state, order.ship))
        case Weigh():
            weigh(game, _ship(state, order.ship))
        case CastLead():
            cast_lead(game, _ship(state, order.ship), order.heading)


def _ship(state: MarginState, id: str) -> Ship:
    found = state.ship(id)
    assert found is not None
    return found


@clause("APM.move.sailing", "APM.turning.before", "APM.turning.after", "APM.turning.no-tacking")
def sail(game: Any, ship: Ship, order: Sail, ships: Sequence[Ship]) -> None:
    """Carry out a ship's move: cut, pivot, straight ahead, pivot, anchor; then she checks for
    falling aboard.

    ships: the others that she may come near. Ruling: by night a pivot that would bring her into a
    ship that she does not see is not made, and before the move it stops her where she is.
    """
    start = ship.pose
    if order.cut:
        cut(game, ship)
    heading = start.degrees if order.heading is None else order.heading
    pose, inches = start.pointed(heading), distance_of(game, ship, order)
    how = "rows" if ship.rowing else "sails"
    by_night = bool(game.state.sight)
    if by_night and pose != start and not is_clear(game, ship, pose, ships):
        come_to_rest(game, ship, (start, start, start), how, start.degrees, Stop(0.0))
        check_aboard(game, ship, ships)
        return
    end = pose.ahead(inches)
    stop = slide(game, ship, pose, end, ships)
    there = end if stop.share == 1.0 else pose.ahead(inches * stop.share)
    track: tuple[FreePose, ...] = (start, pose, there)
    if order.then is not None and stop.ground is None and not stop.left:
        turned = there.pointed(order.then)
        if not by_night or is_clear(game, ship, turned, ships):
            track = (start, pose, there, turned)
    come_to_rest(game, ship, track, how, pose.degrees, stop)
    if order.anchor and not ship.gone and not ship.aground:
        let_go(game, ship, order.anchor)
    if inches or ship.pose != start:
        check_aboard(game, ship, ships)


# What a side may answer


class Moves:
    """A move of one of the ships or boats that have not moved, or no more.

    must: ships that have to move. may: ships at anchor, which need not. bound: the ship that has
    thrown a die or cast the lead and moves next. boats: those that may still do something.
    among: the ships that may be of these; all by default.
    """

    __slots__ = ("_drawn_order", "_near", "boats", "bound", "game", "may", "must", "seat")

    def __init__(self, game: Any, seat: str, among: Sequence[Ship] | None = None) -> None:
        state: MarginState = game.state
        self._near: dict[int, list[Ship]] = {}
        self._drawn_order: Command | None = None
        self.game = game
        self.seat = seat
        self.must: list[Ship] = []
        self.may: list[Ship] = []
        self.bound: Ship | None = None
        for ship in state.ships if among is None else among:
            if (
                ship.moved
                or ship.side != seat
                or ship.gone
                or ship.struck
                or ship.locked
                or ship.aground
                or ship.immobile
                or not (ship.upper or ship.lower or ship.card.kind == "gunboat")
            ):
                continue
            if ship.extra or ship.rowing or ship.sounded:
                self.bound = ship
            if not ship.bow_cable and not ship.stern_cable:
                self.must.append(ship)
            elif not is_surprised(state, ship):
                self.may.append(ship)
        self.boats = boats_.tasks(game, seat)

    @property
    def ships(self) -> list[Ship]:
        """The ships that must or may move, in their order."""
        return self.must + self.may

    @property
    def anything(self) -> bool:
        """Whether there is anything to ask."""
        return bool(self.must or self.may or self.boats)

    def prompt(self) -> str:
        """The question, with how many ships have to move."""
        if self.bound is not None:
            return f"Where does {self.bound.card.name} go?"
        if self.must:
            count = len(self.must)
            return f"Which ship moves? {count} {'has' if count == 1 else 'have'} to."
        return "Does any ship at anchor, or any boat, move?"

    def legal(self) -> None:
        """Too many to list."""
        return

    def help(self) -> str:
        """Who may move, and how it is written."""
        if self.bound is not None:
            id, (way, far) = self.bound.card.id, self._shown(self.bound)
            return f'Her heading and inches: "{id} {way} {far}", "{id} {far}".'
        ids = [*(ship.card.id for ship in self.ships), *(boats.id for boats in self.boats)]
        done = "" if self.must else '; or "done"'
        return f"One of {', '.join(ids)}. Such as {', '.join(self._examples())}{done}.{self._far()}"

    def _examples(self) -> Iterator[str]:
        """Orders that those who may move can be given, in writing."""
        state: MarginState = self.game.state
        ship = next((one for one in self.must if can_sail(one)), None)
        if ship is not None:
            way, far = self._shown(ship)
            yield f'"{ship.card.id} {way} {far}"'
            if finds_ground(self.game, ship.stand, self.seat) and not ship.lost_anchors:
                yield f'"{ship.card.id} {way} {state.lower} anchor bow and stern"'
            if has_uncharted(self.game.rules):
                yield f'"{ship.card.id} lead {way}"'
        free = next((one for one in self.must if has_privileges(one)), None)
        if free is not None:
            way, far = self._shown(free)
            yield f'"{free.card.id} {way} {far} then E"'
            yield f'"{free.card.id} extra die"'
        gunboat = next((one for one in self.must if one.card.kind == "gunboat"), None)
        if gunboat is not None:
            yield f'"{gunboat.card.id} oars"'
        if self.may:
            yield f'"{self.may[0].card.id} weigh"'
            way, far = self._shown(self.may[0])
            yield f'"{self.may[0].card.id} cut, {way} {far}"'
        for boats in self.boats:
            if not boats.moved and boats.reach:
                yield f'"{boats.id} row NE {boats.reach}"'
                break
        for boats in self.boats:
            landing = Land(boats=boats.id)
            if boats_.bad_landing(self.game, self.seat, landing) is None:
                yield f'"{boats.id} land"'
            elif boats_.can_hoist(self.game, boats):
                yield f'"{boats.id} hoist in"'

    def _shown(self, ship: Ship) -> tuple[str, int]:
        """A heading on which a ship can sail, as it is written, and the most inches on it: the
        one that she lies on, or the first of the eight points.
        """
        for heading in (ship.pose.heading, *range(0, CIRCLE, CIRCLE // 8)):
            found = range_of(self.game, ship, heading)
            if found is not None:
                return heading_text(heading / 100), found.most
        return heading_text(ship.pose.degrees), self.game.state.lower

    def _far(self) -> str:
        """How far ships sail this turn."""
        state: MarginState = self.game.state
        if not self.ships:
            return ""
        damaged = any(not ship.upper for ship in self.ships)
        more = f"; damaged ones {state.higher} and {state.lower}" if damaged else ""
        return (
            f" Ships sail {inches_told(state.lower)} at least, and {state.total} at most, or "
            f"{state.higher} beating{more}."
        )

    # Drawing

    def sample(self, dice: Dice) -> Command:
        """Any ship or boats that are left, with a legal heading and distance, at random."""
        if self.bound is not None:
            return self._course(self.bound, dice)
        rest = len(self.may) + len(self.boats)
        if not self.must:
            if dice.below("sample", 2):
                return Rest()
            return self._other(dice, rest) or Rest()
        if rest and not dice.below("sample", 8):
            found = self._other(dice, rest)
            if found is not None:
                return found
        ship = self.must[dice.below("sample", len(self.must))]
        return self._special(ship, dice) or self._course(ship, dice)

    def _other(self, dice: Dice, count: int) -> Command | None:
        """Something that a ship at anchor or some boats may do."""
        if not count:
            return None
        drawn = dice.below("sample", count)
        if drawn >= len(self.may):
            boats = self.boats[drawn - len(self.may)]
            self._drawn_order = boats_.drawn(self.game, boats, dice)
            return self._drawn_order
        ship = self.may[drawn]
        if dice.below("sample", 2):
            return Weigh(ship=ship.card.id)
        if not can_sail(ship):
            return Oars(ship=ship.card.id)
        return self._course(ship, dice)

    def _special(self, ship: Ship, dice: Dice) -> Command | None:
        if ship.card.kind == "gunboat" and (not can_sail(ship) or dice.below("sample", 2)):
            return Oars(ship=ship.card.id)
        if ship.independent and ship.upper and not dice.below("sample", 4):
            return ExtraDie(ship=ship.card.id)
        if has_uncharted(self.game.rules) and not dice.below("sample", 8):
            order = CastLead(ship=ship.card.id, heading=float(dice.below("sample", 360)))
            return order if bad_lead(self.game, ship, order) is None else None
        return None

    def _course(self, ship: Ship, dice: Dice) -> Command:
        """A course for a ship at random; one that is surely legal where no draw is."""
        for _ in range(6):
            order = self._drawn(ship, dice)
            if order is not None and bad_turn(self.game, ship, order, self.about(ship)) is None:
                self._drawn_order = order
                return order
        for heading in headings_to_try(self.game, ship):
            order = Sail(
                ship=ship.card.id,
                heading=heading / 100,
                inches=None,
                cut=ship.anchored,
            )
            if self.check(order) is None:
                return order
        return Sail(ship=ship.card.id, inches=0.0, cut=ship.anchored)

    def _drawn(self, ship: Ship, dice: Dice) -> Sail | None:
        wind = self.game.state.wind
        if ship.rowing or self.game.rules.options.beating == "within-45":
            heading = float(dice.below("sample", 360))
        else:
            heading = float((wind + 45 + dice.below("sample", 271)) % 360)
        found = range_of(self.game, ship, hundredths(heading))
        if found is None:
            return None
        spread = 10 * (found.most - found.least)
        inches = found.least + (dice.below("sample", spread + 1) / 10 if spread else 0.0)
        order: dict[str, Any] = {"ship": ship.card.id, "heading": heading, "inches": inches}
        if ship.independent and ship.upper and not ship.extra and dice.below("sample", 2):
            order["then"] = float(dice.below("sample", 360))
        if ship.anchored:
            order["cut"] = True
        elif inches <= self.game.state.lower and not dice.below("sample", 4):
            order["anchor"] = _ANCHORS[dice.below("sample", 3)]
        return Sail.of(order)

    # Checking

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with a move, or with stopping now; what was drawn here is not looked at
        twice.
        """
        if command is self._drawn_order:
            return None
        match command:
            case Row():
                return boats_.bad_row(self.game, self.seat, command)
            case Land():
                return boats_.bad_landing(self.game, self.seat, command)
            case HoistIn():
                return boats_.bad_hoisting(self.game, self.seat, command)
            case Rest():
                return self._bad_rest()
        id: str = command.ship  # type: ignore[attr-defined]
        ship = self._mover(id)
        return self._no_mover(id) if ship is None else self._bad_order(ship, command)

    def _bad_order(self, ship: Ship, command: Command) -> Complaint | None:
        match command:
            case Sail():
                return bad_course(self.game, ship, command, self.about(ship))
            case ExtraDie():
                return bad_extra(ship)
            case Oars():
                return bad_oars(ship)
            case Weigh():
                return None if ship.anchored else not_anchored(ship)
            case CastLead():
                return bad_lead(self.game, ship, command)
        return None

    def about(self, ship: Ship) -> list[Ship]:
        """The others that a ship may come near by any move; worked out once for a question."""
        found = self._near.get(ship.n)
        if found is None:
            most = self.game.modified(
                "sailing distance", self.game.state.total, extra_die(ship), ship
            )
            found = near(self.game, ship, max(most, ship.rowing) + REACH)
            self._near[ship.n] = found
        return found

    def _mover(self, id: str) -> Ship | None:
        if self.bound is not None:
            return self.bound if self.bound.card.id == id else None
        for ship in self.must:
            if ship.card.id == id:
                return ship
        for ship in self.may:
            if ship.card.id == id:
                return ship
        return None

    @clause("APM.move.minimum")
    def _bad_rest(self) -> Complaint | None:
        if not self.must:
            return None
        names = ", ".join(ship.card.name for ship in self.must)
        told = f"{names} must still move, by {inches_told(self.game.state.lower)} at least"
        return Complaint(told, "APM.move.minimum", "must-move")

    def _no_mover(self, id: str) -> Complaint:
        """Why a word stands for no ship that may move now."""
        if self.bound is not None:
            told = f"{self.bound.card.name} moves next, since she has begun"
            return Complaint(told, "APM.move.sailing", "another-moves", self.bound.card.id)
        ship = self.game.state.ship(id)
        if ship is None or ship.side != self.seat:
            known = ", ".join(s.card.id for s in (*self.must, *self.may)) or "none is left"
            told = f"{id!r} is none of your ships that may move: {known}"
            return Complaint(told, "APM.move.sailing", "unknown-ship")
        return Complaint(f"{ship.card.name} {_why_not(ship)}", "APM.move.sailing", "still", id)


def _why_not(ship: Ship) -> str:
    """Why a ship does not move now."""
    for is_so, why in (
        (bool(ship.gone), "is not on the table"),
        (ship.moved, "has had her move this turn"),
        (ship.struck, "has struck"),
        (bool(ship.locked), "is locked to another ship"),
        (ship.aground, "is aground"),
        (ship.immobile, "has too few hands to get under way"),
        (not can_sail(ship), "is dismasted"),
    ):
        if is_so:
            return why
    return "lies at anchor, unaware of the enemy"
