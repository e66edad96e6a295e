"""Moving ships: the drift of the dismasted, and each side's ships under sail or oars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from weathergage import (
    PER_INCH,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    Modifier,
    OneOf,
    PhaseRun,
    Stand,
    clause,
    cosine,
    event,
    hundredths,
    point_name,
    sine,
    units,
)
from weathergage_as_per_margin import boats as boats_
from weathergage_as_per_margin.anchors import (
    Anchor,
    Rest,
    bad_pivot,
    cut,
    finds_ground,
    is_clear,
    let_go,
    swing,
    weigh,
)
from weathergage_as_per_margin.boats import HoistIn, Land, Row
from weathergage_as_per_margin.compass import told_way
from weathergage_as_per_margin.cutting_out import is_surprised
from weathergage_as_per_margin.damage import release
from weathergage_as_per_margin.falling_aboard import REACH, body, check_aboard, separate
from weathergage_as_per_margin.grounding import (
    cast_lead,
    grounds_for,
    has_uncharted,
    kedge,
    run_aground,
)
from weathergage_as_per_margin.handling import Adrift, CastLead, ExtraDie, LetGo, Oars, Sail, Weigh
from weathergage_as_per_margin.night import roll_seen, sees, tell_seen
from weathergage_as_per_margin.sea import english, others
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import Stop, ground_under, longest, near, way

CLOSEST = 4500
"""Hundredths of a degree off the wind under which no ship sails."""

ACROSS = 9000
"""Hundredths of a degree off the wind from which she sails across it or with it."""

DRIFTS = "drifts"

EIGHTHS = tuple(1125 * n for n in range(32))
"""Headings, in hundredths, that are tried for a ship that is hemmed in."""


@event
class Sailed(Event):
    """A ship moved. heading: on which; inches: made good; then: where she points now. how:
    "sails", "rows" or "drifts". stopped: by what, or "".
    """

    ship: str
    how: str
    heading: float
    inches: float
    then: float
    stopped: str
    clause: str

    def say(self) -> str:
        """Where to."""
        way = f"{self.how} {told_way(self.heading, self.inches)}"
        end = f", up to {self.stopped}" if self.stopped else ""
        turned = f", and turns {point_name(self.then)}" if self.then != self.heading else ""
        return f"{self.ship} {way}{end}{turned}."


@event
class LeftTable(Event):
    """A ship's centre passed the edge of the table."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} leaves the table."


# How far


class Range(NamedTuple):
    """How far a ship may go on a heading. clause: what sets the most."""

    least: int
    most: int
    clause: str


@clause(
    "APM.wind-speed.total",
    "APM.wind-speed.higher",
    "APM.wind-speed.lower",
    "APM.wind-speed.heading",
    "APM.wind-speed.beating",
    "APM.move.minimum",
)
def range_of(game: Any, ship: Ship, heading: int) -> Range | None:
    """How far a ship may and must go on a heading, in hundredths of a degree, that she has once
    she has pivoted; None where she cannot sail so close to the wind.
    """
    state: MarginState = game.state
    least = min(state.wind_dice)
    if ship.rowing:
        return Range(0, ship.rowing, "APM.gunboat.move")
    off = (100 * state.wind - heading) % 36000
    off = min(off, 36000 - off)
    if game.rules.options.beating == "within-45":
        beats = off <= CLOSEST
    elif off < CLOSEST:
        return None
    else:
        beats = off < ACROSS
    if ship.sounded:
        return Range(least, least, "APM.campaign.lead")
    if ship.upper:
        most = max(state.wind_dice) if beats else sum(state.wind_dice)
        under = "APM.wind-speed.higher" if beats else "APM.wind-speed.total"
    else:
        most = least if beats else max(state.wind_dice)
        under = "APM.wind-speed.lower" if beats else "APM.wind-speed.higher"
    most = game.modified("sailing distance", most, extra_die(ship), ship)
    return Range(least, max(least, most), under)


def has_privileges(ship: Ship) -> bool:
    """Whether a ship may throw an extra die or pivot after her move: undamaged, independent."""
    return ship.independent and ship.upper > 0


def can_sail(ship: Ship) -> bool:
    """Whether a ship can set a sail at all."""
    return not ship.immobile and (ship.upper > 0 or ship.lower > 0)


# Step 2: the drift


@clause("APM.move.dismasted", "APM.turn", "APM.falling-aboard.locked")
def drift_dismasted(game: Any) -> PhaseRun | None:
    """Locked ships try to part, ships with a cut cable swing, and what cannot sail drifts.

    The French and Spanish first, the most leeward first; a locked group as one body.
    """
    for ship in game.state.ships:
        if ship.locked or ship.struck or ship.swing or ship.immobile or not ship.mast_boxes:
            game.keep()
            return _drift_in_turn(game)
    return None


def _drift_in_turn(game: Any) -> PhaseRun:
    yield from separate(game)
    swing(game)
    state: MarginState = game.state
    for n in _drifters(game):
        ship = state.ships[n]
        if ship.moved or ship.gone:
            continue
        group = body(state, ship)
        if not drifts(group):
            continue
        if len(group) > 1:
            _drift_locked(game, group)
        else:
            yield from _drift_alone(game, ship)


def drifts(group: Sequence[Ship]) -> bool:
    """Whether a body of ships drifts: a single one that is dismasted, has struck or cannot set
    sail, or some that are locked together; unless one of it is anchored or aground, or has
    drifted before it fell aboard of the others.
    """
    if any(one.anchored or one.aground or one.moved for one in group):
        return False
    return len(group) > 1 or group[0].struck or not can_sail(group[0])


@clause("APM.move.dismasted")
def _drifters(game: Any) -> list[int]:
    """The numbers of all ships that may drift, in order."""
    state: MarginState = game.state
    ships = [
        ship
        for ship in state.ships
        if not ship.gone and (ship.locked or ship.struck or not can_sail(ship))
    ]
    if not ships:
        return []
    first = others(game.rules)
    s, c = sine(100 * state.wind), cosine(100 * state.wind)
    ships.sort(key=lambda ship: (ship.side != first, ship.pose.x * s - ship.pose.y * c))
    return [ship.n for ship in ships]


@clause("APM.move.dismasted", "APM.wind-speed.lower", "APM.gunboat.move", "APM.anchor.adrift")
def _drift_alone(game: Any, ship: Ship) -> PhaseRun:
    """One ship turns downwind and drifts by exactly the lower die; she may anchor there.

    A dismasted gunboat may row in her side's step instead. A ship that has struck has nobody to
    choose for her. Ruling: without room to turn she drifts as she points.
    """
    state: MarginState = game.state
    if ship.card.kind == "gunboat" and not ship.struck and not ship.immobile:
        choice = yield Ask(
            ship.side,
            (Adrift, Oars),
            clause="APM.gunboat.move",
            answers=OneOf(
                [Adrift(ship=ship.card.id), Oars(ship=ship.card.id)],
                "APM.gunboat.move",
                f'"{ship.card.id} adrift" or "{ship.card.id} oars", to row later this turn.',
            ),
            about=ship.card.id,
            prompt=f"{ship.card.name} is dismasted: does she drift, or row in her side's move?",
        )
        if isinstance(choice, Oars):
            return
    downwind = (state.wind + 180) % 360
    pose = ship.pose.pointed(downwind)
    if not is_clear(game, ship, pose):
        pose = ship.pose
    end = pose.drifted(downwind, state.lower)
    stop = _way(game, ship, pose, end, near(game, ship, state.lower))
    there = pose.drifted(downwind, state.lower * stop.share)
    _come_to_rest(game, ship, (ship.pose, pose, there), DRIFTS, downwind, stop)
    if ship.fights and not ship.aground and may_anchor(game, ship, ship.stand):
        order = yield Ask(
            ship.side,
            LetGo,
            clause="APM.move.dismasted",
            answers=OneOf(
                [LetGo(ship=ship.card.id, anchor=a) for a in ("", "bow", "stern", "both")],
                "APM.move.dismasted",
                f'"{ship.card.id} let go both", or bow, stern, none.',
            ),
            about=ship.card.id,
            prompt=f"{ship.card.name} has drifted: does she let go an anchor?",
        )
        if order.anchor:
            let_go(game, ship, order.anchor)
    check_aboard(game, ship)


@clause("APM.falling-aboard.locked")
def _drift_locked(game: Any, group: Sequence[Ship]) -> None:
    """A locked group drifts as one body by the lower die, none of it turning.

    Ruling: what stops one of it stops all. One that leaves the table is parted from the rest.
    """
    state: MarginState = game.state
    downwind = (state.wind + 180) % 360
    around = _around(game, group)
    rest = [ship for ship in around if ship not in group]
    east, south, _ = FreePose(0, 0).drifted(downwind, state.lower)
    stops = []
    for one in group:
        x, y, heading = one.pose
        end = FreePose(x + east, y + south, heading)
        stops.append((one, _way(game, one, one.pose, end, rest)))
    share = min((stop.share for _, stop in stops if not stop.left), default=1.0)
    east, south, _ = FreePose(0, 0).drifted(downwind, state.lower * share)
    for one, stop in stops:
        if stop.share > share:
            stop = Stop(share)
        x, y, heading = one.pose
        there = FreePose(x + east, y + south, heading)
        _come_to_rest(game, one, (one.pose, one.pose, there), DRIFTS, downwind, stop)
    for one in group:
        check_aboard(game, one, [other for other in around if other is not one and not other.gone])


def _around(game: Any, group: Sequence[Ship]) -> list[Ship]:
    """A group that drifts, and all that any of it may come near on its way, however far those
    that fall aboard draw it along.
    """
    far = round((2 * longest(game) + game.state.lower + (1 + len(group)) * REACH + 1) * PER_INCH)
    xs, ys = [ship.pose.x for ship in group], [ship.pose.y for ship in group]
    west, east, north, south = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    found = []
    for ship in game.state.ships:
        x, y, _ = ship.pose
        if west < x < east and north < y < south and not ship.gone:
            found.append(ship)
    return found


def _way(game: Any, ship: Ship, pose: FreePose, end: FreePose, ships: Sequence[Ship]) -> Stop:
    """Where a slide from a pose to another really ends, whoever sees what is in the way.

    Where she pivoted to that pose over ground that takes her, at its start.
    """
    stand, grounds = Stand(pose, ship.card.base), grounds_for(game, ship)
    if grounds and pose != ship.pose:
        ground = ground_under(stand, grounds)
        if ground is not None:
            return Stop(0.0, ground=ground)
    return way(game.rules, stand, end, ships, grounds)


def _come_to_rest(
    game: Any, ship: Ship, track: tuple[FreePose, ...], how: str, heading: float, stop: Stop
) -> None:
    """Put a ship where her move ends, tell it, and see to what stopped her.

    track: her poses: at the start, pivoted, where her way ends, and after a final pivot, which
    may bring her aground.
    """
    before, ship.pose, ship.track, ship.moved = ship.pose, track[-1], track, True
    if game.telling:
        told = Sailed(
            ship.card.name,
            how,
            heading,
            track[1].distance(track[2]),
            heading if how == DRIFTS else ship.pose.degrees,
            _name(stop),
            "APM.move.dismasted" if how == DRIFTS else "APM.move.sailing",
        )
        tell_seen(game, told, ship.side, before, ship.pose)
    if stop.left:
        leave(game, ship)
        return
    ground = stop.ground
    if ground is None and len(track) > 3:
        ground = ground_under(ship.stand, grounds_for(game, ship))
    if ground is not None:
        run_aground(game, ship, ground)


def _name(stop: Stop) -> str:
    if stop.ship is not None:
        return stop.ship.card.name
    return stop.ground.region.name if stop.ground is not None else ""


@clause("APM.score.purpose")
def leave(game: Any, ship: Ship) -> None:
    """A ship whose centre passes the table's edge is out of the battle, neither taken nor lost."""
    ship.gone = "left"
    release(game.state, ship)
    if game.telling:
        told = LeftTable(ship.card.name, "APM.score.purpose")
        tell_seen(game, told, ship.side, ship.pose)


@clause("APM.anchor.handling", "APM.campaign.anchor-depth")
def may_anchor(game: Any, ship: Ship, stand: Stand) -> bool:
    """Whether a ship may let go at a place, as far as her side knows."""
    return not ship.lost_anchors and finds_ground(game, stand, ship.side)


# Steps 3 and 4: one side's ships


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
    yield from boats_.muster(game, seat)
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
            prompt=answers.prompt(),
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


@clause("APM.wind-speed.extra-die")
def extra_die(ship: Ship) -> tuple[Modifier, ...]:
    """What a ship's own die adds to the most inches that she may go."""
    return (Modifier("extra die", ship.extra, "APM.wind-speed.extra-die"),) if ship.extra else ()


@clause("APM.wind-speed.extra-die")
def throw_extra(game: Any, ship: Ship) -> None:
    """A ship throws her own die, which raises her most inches on every heading."""
    ship.extra = _throw(game, ship, "extra", "going her own way", "APM.wind-speed.extra-die")


@clause("APM.gunboat.move")
def throw_oars(game: Any, ship: Ship) -> None:
    """A gunboat throws her own die, the inches that she may row on any heading."""
    ship.rowing = max(1, _throw(game, ship, "oars", "rowing", "APM.gunboat.move"))


def _throw(game: Any, ship: Ship, stream: str, what: str, clause: str) -> int:
    die = roll_seen(
        game,
        f"{stream} {ship.card.id}",
        f"{ship.card.name} {what}",
        clause,
        ship.side,
        ship.pose,
        about=ship.card.id,
    )
    value: int = game.modified(f"{stream} die", die, (), ship)
    return value


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
    if pose != start and not is_clear(game, ship, pose, ships):
        _come_to_rest(game, ship, (start, start, start), how, start.degrees, Stop(0.0))
        check_aboard(game, ship, ships)
        return
    end = pose.ahead(inches)
    stop = _way(game, ship, pose, end, ships)
    there = end if stop.share == 1.0 else pose.ahead(inches * stop.share)
    track: tuple[FreePose, ...] = (start, pose, there)
    if order.then is not None and stop.ground is None and not stop.left:
        turned = there.pointed(order.then)
        if is_clear(game, ship, turned, ships):
            track = (start, pose, there, turned)
    _come_to_rest(game, ship, track, how, pose.degrees, stop)
    if order.anchor and not ship.gone and not ship.aground:
        let_go(game, ship, order.anchor)
    if inches or ship.pose != start:
        check_aboard(game, ship, ships)


def distance_of(game: Any, ship: Ship, order: Sail) -> float:
    """The inches that an order is for: those it names, or the least on its heading."""
    if order.inches is not None:
        return order.inches
    found = range_of(game, ship, _heading(ship, order))
    return 0.0 if found is None else float(found.least)


def _heading(ship: Ship, order: Sail) -> int:
    return ship.pose.heading if order.heading is None else hundredths(order.heading) % 36000


# What a side may answer

_ANCHORS: tuple[Anchor, ...] = ("bow", "stern", "both")

_KINDS = (Sail, ExtraDie, Oars, Weigh, CastLead, Row, Land, HoistIn, Rest)


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
            id = self.bound.card.id
            return f'Her heading and inches: "{id} NE 5.5", "{id} 5.5".'
        ids = [*(ship.card.id for ship in self.ships), *(boats.id for boats in self.boats)]
        done = "" if self.must else '; or "done"'
        return f"One of {', '.join(ids)}. Such as {', '.join(self._examples())}{done}.{self._far()}"

    def _examples(self) -> Iterator[str]:
        """Orders that those who may move can be given, in writing."""
        state: MarginState = self.game.state
        ship = next((one for one in self.must if can_sail(one)), None)
        if ship is not None:
            yield f'"{ship.card.id} NE 5.5"'
            if finds_ground(self.game, ship.stand, self.seat) and not ship.lost_anchors:
                yield f'"{ship.card.id} NE {state.lower} anchor bow and stern"'
            if has_uncharted(self.game.rules):
                yield f'"{ship.card.id} lead NE"'
        free = next((one for one in self.must if has_privileges(one)), None)
        if free is not None:
            yield f'"{free.card.id} NE 5 then E"'
            yield f'"{free.card.id} extra die"'
        gunboat = next((one for one in self.must if one.card.kind == "gunboat"), None)
        if gunboat is not None:
            yield f'"{gunboat.card.id} oars"'
        if self.may:
            yield f'"{self.may[0].card.id} weigh"'
            yield f'"{self.may[0].card.id} cut, NE 5"'
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

    def _far(self) -> str:
        """How far ships sail this turn."""
        state: MarginState = self.game.state
        if not self.ships:
            return ""
        damaged = any(not ship.upper for ship in self.ships)
        more = f"; damaged ones {state.higher} and {state.lower}" if damaged else ""
        least = "1 inch" if state.lower == 1 else f"{state.lower} inches"
        return (
            f" Ships sail {least} at least, and {state.total} at most, or {state.higher} "
            f"beating{more}."
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
            return boats_.drawn(self.game, self.boats[drawn - len(self.may)], dice)
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
            return order if self._bad_lead(ship, order) is None else None
        return None

    def _course(self, ship: Ship, dice: Dice) -> Command:
        """A course for a ship at random; one that is surely legal where no draw is."""
        for _ in range(6):
            order = self._drawn(ship, dice)
            if order is not None and self._bad_turn(ship, order, _heading(ship, order)) is None:
                self._drawn_order = order
                return order
        for heading in (ship.pose.heading, *EIGHTHS):
            order = Sail(
                ship=ship.card.id,
                heading=heading / 100,
                inches=None,
                cut=ship.anchored,
            )
            if range_of(self.game, ship, heading) and self.check(order) is None:
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
        then: float | None = None
        if ship.independent and ship.upper and not ship.extra and dice.below("sample", 2):
            then = float(dice.below("sample", 360))
        anchor: Anchor = ""
        if inches <= self.game.state.lower and not ship.anchored and not dice.below("sample", 4):
            anchor = _ANCHORS[dice.below("sample", 3)]
        return Sail(
            ship=ship.card.id,
            heading=heading,
            inches=inches,
            then=then,
            anchor=anchor,
            cut=ship.anchored,
        )

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
        if ship is None:
            return self._no_mover(id)
        match command:
            case Sail():
                return self._bad_course(ship, command)
            case ExtraDie():
                return _bad_extra(ship)
            case Oars():
                return None if ship.card.kind == "gunboat" else _only_gunboats(ship)
            case Weigh():
                return None if ship.anchored else _not_anchored(ship)
            case CastLead():
                return self._bad_lead(ship, command)
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
        told = f"{names} must still move, by {self.game.state.lower} inches at least"
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

    def _bad_course(self, ship: Ship, order: Sail) -> Complaint | None:
        if ship.anchored != order.cut:
            return _bad_cut(ship)
        heading = _heading(ship, order)
        if not can_sail(ship) and not ship.rowing:
            told = f"{ship.card.name} has no masts: she may row"
            return Complaint(told, "APM.gunboat.move", "no-masts", ship.card.id)
        found = range_of(self.game, ship, heading)
        if found is None or (order.inches is not None and not self._is_enough(ship, order, found)):
            if order.inches == 0.0 and order.heading is None and self._may_stay(ship, order):
                return None
            return _bad_distance(ship, order, heading, found)
        return self._bad_turn(ship, order, heading)

    def _bad_turn(self, ship: Ship, order: Sail, heading: int) -> Complaint | None:
        """What is wrong with where a course of a lawful length leads."""
        stand = Stand(FreePose(ship.pose.x, ship.pose.y, heading), ship.card.base)
        if heading != ship.pose.heading:
            ships = self.about(ship)
            problem = bad_pivot(self.game, ship, stand, ships, "APM.turning.before")
            if problem is not None:
                return problem
        if order.then is None and not order.anchor:
            return None
        return self._bad_end(ship, order, stand)

    def _is_enough(self, ship: Ship, order: Sail, found: Range) -> bool:
        """Whether a distance is within its bounds. With the lead a ship may stop to anchor."""
        wanted = units(order.inches or 0.0)
        least = 0 if ship.sounded and order.anchor else found.least
        return least * PER_INCH <= wanted <= found.most * PER_INCH

    @clause("APM.move.minimum")
    def _may_stay(self, ship: Ship, order: Sail) -> bool:
        """Whether a ship may stay where she is because she can point nowhere that she can sail.

        Ruling: she is as blocked as one that is stopped by contact. Her heading and the
        thirty-two points are looked at.
        """
        if order.then is not None or order.anchor:
            return False
        ships = self.about(ship)
        for heading in (ship.pose.heading, *EIGHTHS):
            stand = Stand(FreePose(ship.pose.x, ship.pose.y, heading), ship.card.base)
            if range_of(self.game, ship, heading) and (
                heading == ship.pose.heading
                or bad_pivot(self.game, ship, stand, ships, "APM.turning.before") is None
            ):
                return False
        return True

    def _bad_end(self, ship: Ship, order: Sail, stand: Stand) -> Complaint | None:
        """What is wrong with a pivot or anchor at the end of a course, as far as one sees."""
        game, inches = self.game, distance_of(self.game, ship, order)
        if order.then is not None and (not has_privileges(ship) or ship.extra):
            return _bad_then(ship)
        if order.anchor:
            if ship.lost_anchors or order.cut:
                told = f"{ship.card.name} has lost her anchors"
                return Complaint(told, "APM.anchor.handling", "no-anchors", ship.card.id)
            if units(inches) > game.state.lower * PER_INCH:
                least = game.state.lower
                told = f"{ship.card.name} is too fast to anchor: {least} inches at most"
                return Complaint(told, "APM.anchor.handling", "too-fast", ship.card.id)
        seen = self.about(ship)
        if game.state.sight:
            seen = [o for o in seen if o.side == ship.side or sees(game.state, ship.side, o.pose)]
        known = grounds_for(game, ship, ship.side)
        end = stand.pose.ahead(inches)
        stop = way(game.rules, stand, end, seen, known)
        if stop.left or stop.ground is not None:
            return None
        there = stand.at(end if stop.share == 1.0 else stand.pose.ahead(inches * stop.share))
        if order.then is not None:
            there = there.at(there.pose.pointed(order.then))
            problem = bad_pivot(game, ship, there, seen, "APM.turning.after")
            if problem is not None:
                return problem
        if order.anchor and not finds_ground(game, there, ship.side):
            told = f"{ship.card.name} finds no ground to anchor in there"
            return Complaint(told, "APM.campaign.anchor-depth", "too-deep", ship.card.id)
        return None

    @clause("APM.campaign.lead")
    def _bad_lead(self, ship: Ship, order: CastLead) -> Complaint | None:
        told = ""
        if not has_uncharted(self.game.rules):
            told = "there are no uncharted shoals here"
        elif ship.anchored or not can_sail(ship):
            told = f"{ship.card.name} is not under sail"
        elif range_of(self.game, ship, hundredths(order.heading)) is None:
            told = f"{ship.card.name} cannot sail {point_name(order.heading)}"
        return Complaint(told, "APM.campaign.lead", "no-lead", ship.card.id) if told else None


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


@clause("APM.wind-speed.extra-die")
def _bad_extra(ship: Ship) -> Complaint | None:
    if has_privileges(ship):
        return None
    why = "is not undamaged" if not ship.upper else "does not move independently"
    told = f"{ship.card.name} {why}, so she throws no extra die"
    return Complaint(told, "APM.wind-speed.extra-die", "no-privilege", ship.card.id)


@clause("APM.turning.after")
def _bad_then(ship: Ship) -> Complaint:
    if ship.extra:
        told = f"{ship.card.name} threw the extra die, so she does not pivot after her move"
    else:
        why = "is not undamaged" if not ship.upper else "does not move independently"
        told = f"{ship.card.name} {why}, so she does not pivot after her move"
    return Complaint(told, "APM.turning.after", "no-privilege", ship.card.id)


@clause("APM.gunboat.move")
def _only_gunboats(ship: Ship) -> Complaint:
    told = f"{ship.card.name} is no gunboat and has no oars"
    return Complaint(told, "APM.gunboat.move", "no-oars", ship.card.id)


@clause("APM.anchor.handling")
def _not_anchored(ship: Ship) -> Complaint:
    told = f"{ship.card.name} is not at anchor"
    return Complaint(told, "APM.anchor.handling", "not-anchored", ship.card.id)


@clause("APM.anchor.handling")
def _bad_cut(ship: Ship) -> Complaint:
    if not ship.anchored:
        return _not_anchored(ship)
    told = f"{ship.card.name} lies at anchor: she weighs, or cuts and sails"
    return Complaint(told, "APM.anchor.handling", "anchored", ship.card.id)


def _bad_distance(ship: Ship, order: Sail, heading: int, found: Range | None) -> Complaint:
    where = point_name(heading / 100)
    if found is None:
        told = (
            f"{ship.card.name} cannot sail {where}, within 45 degrees of the wind; "
            "pivot her farther off"
        )
        return Complaint(told, "APM.wind-speed.beating", "in-irons", ship.card.id)
    bounds = f"{found.least} to {found.most}" if found.least < found.most else f"{found.most}"
    told = f"{ship.card.name} goes {bounds} inches {where}, not {order.inches:g}"
    clause = found.clause
    if units(order.inches or 0.0) < found.least * PER_INCH:
        clause = "APM.move.minimum"
    return Complaint(told, clause, "distance", ship.card.id)
