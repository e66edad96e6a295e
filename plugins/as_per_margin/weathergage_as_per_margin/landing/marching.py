"""Regular movement ashore: marching, forming up, spreading out (V)."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    PhaseRun,
    clause,
    degrees_of,
    event,
    point_name,
    up_to,
)
from weathergage_as_per_margin.damage import throw
from weathergage_as_per_margin.landing.asking import (
    HOLD,
    TITLES,
    Hold,
    Party,
    figure,
    inches_long,
    inches_of,
    is_direction,
    unknown,
    words_of,
)
from weathergage_as_per_margin.landing.casualties import at_guns
from weathergage_as_per_margin.landing.ground import (
    FIGURE,
    Box,
    Seen,
    ashore,
    box_of,
    do_overlap,
    foes,
    ground_of,
    is_near,
    near_way,
    seat_of,
    seen_by,
    shares_to,
)
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Unit

Bearing = Annotated[float, BeforeValidator(degrees_of)]
"""Degrees clockwise from north, or a name such as "NNE"."""

Inches = Annotated[float, Field(gt=0, le=100)]

LEGS = 4
"""Straight stretches that a march may have, so that it can be written in a line."""


class March(Command):
    """March with one unit. legs: bearing and inches of each straight stretch; none: it only turns.
    facing: where it looks at the end, by default the way that it went.
    """

    NOTATION: ClassVar[str] = "marines NE 4; marines NE 2 then E 1.5 facing S; marines facing S"

    unit: str
    legs: tuple[tuple[Bearing, Inches], ...] = Field(default=(), max_length=LEGS)
    facing: Bearing | None = None

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "marines NE 2 then E 1.5 facing S" says; None where it is no march.

        Raises ValueError, which says how to write it.
        """
        words = words_of(line)
        if len(words) < 2 or not (words[1] == "facing" or is_direction(words[1])):
            return None
        unit, rest = words[0], words[1:]
        found: dict[str, Any] = {"unit": unit}
        if "facing" in rest:
            at = rest.index("facing")
            if len(rest) != at + 2 or not is_direction(rest[-1]):
                raise ValueError(f"say which way {unit} faces: {cls.NOTATION}")
            found["facing"] = degrees_of(rest[-1])
            rest = rest[:at]
        found["legs"] = _legs(unit, [word for word in rest if word != "then"])
        return found

    def write(self) -> str:
        """The line that says it."""
        legs = " then ".join(f"{_direction(b)} {figure(i)}" for b, i in self.legs)
        facing = f"facing {_direction(self.facing)}" if self.facing is not None else ""
        return " ".join(part for part in (self.unit, legs, facing) if part)


def _legs(unit: str, words: list[str]) -> list[tuple[float, float]]:
    if len(words) % 2 or not all(is_direction(word) for word in words[::2]):
        raise ValueError(f"say which way and how many inches {unit} goes: {March.NOTATION}")
    ways = [inches_of(word, "the march") for word in words[1::2]]
    return [(degrees_of(word), inches) for word, inches in zip(words[::2], ways, strict=True)]


def _direction(bearing: float) -> str:
    """A point's name where there is one, else degrees."""
    name = point_name(bearing)
    return name if degrees_of(name) == bearing else figure(bearing)


class SetOut(Command):
    """Throw the die by which a unit marches. across: it means to cross rough ground or an
    obstacle, which artillery may fail to do and which unforms formed troops.
    """

    NOTATION: ClassVar[str] = "marines set out; gun set out across"

    unit: str
    across: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "gun set out across" says; None where it is no such order.

        Raises ValueError, which says how to write it.
        """
        words = words_of(line)
        if words[1:3] not in (["set", "out"], ["sets", "out"]):
            return None
        if words[3:] not in ([], ["across"]):
            raise ValueError(
                f"say that {words[0]} sets out, and across rough or not: {cls.NOTATION}"
            )
        return {"unit": words[0], "across": bool(words[3:])}

    def write(self) -> str:
        """The line that says it."""
        return f"{self.unit} set out{' across' if self.across else ''}"


class Form(Command):
    """Form a unit up in close order, in two ranks; it takes the place of its move."""

    NOTATION: ClassVar[str] = "marines form"

    unit: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What "marines form" says; None where it is no such order."""
        words = words_of(line)
        return {"unit": words[0]} if words[1:] in (["form"], ["forms"]) else None

    def write(self) -> str:
        """The line that says it."""
        return f"{self.unit} form"


class Skirmish(Command):
    """Spread infantry out in one rank, an inch between figures; it takes the place of its move."""

    NOTATION: ClassVar[str] = "marines skirmish"

    unit: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What "marines skirmish" says; None where it is no such order."""
        words = words_of(line)
        return {"unit": words[0]} if words[1:] in (["skirmish"], ["skirmishes"]) else None

    def write(self) -> str:
        """The line that says it."""
        return f"{self.unit} skirmish"


@event
class Marched(Event):
    """A unit marched. unformed: rough ground unformed it on the way."""

    unit: str
    inches: float
    facing: float
    unformed: bool
    clause: str

    def say(self) -> str:
        """How far, and which way it looks."""
        looks = _direction(self.facing)
        went = f"march of {inches_long(self.inches)}" if self.inches else "turn"
        loose = ", unformed by rough ground" if self.unformed else ""
        return f"{self.unit}: {went}, facing {looks}{loose}."


@event
class SetOutOn(Event):
    """A unit threw for its march. stuck: it is artillery that does not get across."""

    unit: str
    inches: int
    across: bool
    stuck: bool
    clause: str

    def say(self) -> str:
        """How far it may go."""
        if self.stuck:
            return f"{self.unit}: stuck on rough ground ({self.inches}), no move and no fire."
        over = " across rough ground" if self.across else ""
        return f"{self.unit}: up to {inches_long(self.inches)}{over}."


@event
class OrderChanged(Event):
    """A unit formed up or spread out."""

    unit: str
    formed: bool
    clause: str

    def say(self) -> str:
        """How it stands now."""
        return f"{self.unit}: {'formed up' if self.formed else 'spread out to skirmish'}."


# Who may move, and how far


@clause("APM.landing.V.1", "APM.landing.shaken")
def may_move(state: MarginState, unit: Unit) -> bool:
    """Whether a unit may make a regular move: in order, not pinned nor in a melee, and it has not
    moved, fired or halted this turn. A battery's crew stays at its guns.
    """
    return (
        unit.order == "good"
        and not (unit.moved or unit.fired or unit.pinned or unit.halted or unit.barred)
        and not (unit.contact or unit.gone)
        and not (unit.battery and at_guns(state, unit))
    )


@clause("APM.landing.V.1", "APM.landing.V.2")
def marching_reach(game: Any, unit: Unit) -> float:
    """Inches that a unit may march now: what it threw, or what formed troops march without."""
    if unit.reach:
        return float(unit.reach)
    return float(game.look_up("marching", 0, unit.arm)) if unit.formed else 0.0


def _stops(unit: Unit, command: March) -> list[FreePose]:
    """The poses of a march: the start, and the end of each leg."""
    stops = [unit.pose]
    for bearing, inches in command.legs:
        stops.append(stops[-1].pointed(bearing).ahead(inches))
    if command.facing is not None:
        stops[-1] = stops[-1].pointed(command.facing)
    return stops


@clause("APM.landing.V.1", "APM.landing.V.2")
def complaint_of(
    game: Any, unit: Unit, command: March, seen: Seen | None = None
) -> Complaint | None:
    """What is wrong with a march: too long, over rough ground unannounced, into the water, off the
    table, or into others.

    Ruling: only closing brings troops into contact, so a march keeps clear of enemies; it may pass
    through friends but not end among them. The middle of the front rank is what is measured.

    seen: what `seen_by` gives for the unit's party, for whoever asks more than once.
    """
    stops = _stops(unit, command)
    inches, reach = sum(way for _, way in command.legs), marching_reach(game, unit)
    if not command.legs and command.facing is None:
        return _no(unit, f"say where {unit.name} marches, or which way it faces", "nowhere")
    if command.legs and not reach:
        return _no(unit, f"{unit.name} is unformed: throw for its march first (set out)", "no-die")
    if not up_to(inches, reach):
        return _no(unit, f"{unit.name} may march {inches_long(reach)}, not {inches:g}", "too-far")
    ground = ground_of(game.rules)
    if _needs_announcing(unit) and any(ground.crosses_rough(a, b) for a, b in pairwise(stops)):
        return _no(
            unit,
            f"{unit.name} would cross rough ground: let it set out across, on a die",
            "rough",
        )
    if any(ground.firm_share(a, b) < 1 for a, b in pairwise(stops)):
        return _no(unit, f"{unit.name} would march into the water", "water")
    if not all(ground.is_on_table(stop.x, stop.y) for stop in stops):
        return _no(unit, f"{unit.name} would march off the table", "off-table")
    other = _in_the_way(unit, stops, seen_by(game.state, unit.party) if seen is None else seen)
    if other is not None:
        return _no(unit, f"{unit.name} would march into {other.name}", "blocked")
    return None


def _no(unit: Unit, reason: str, code: str) -> Complaint:
    return Complaint(reason, "APM.landing.V.2" if unit.formed else "APM.landing.V.1", code, unit.id)


def _needs_announcing(unit: Unit) -> bool:
    """Whether rough ground is closed to a unit that has not said that it crosses it."""
    if unit.arm == "artillery":
        return not unit.crossing
    return unit.formed and not unit.reach


def _in_the_way(unit: Unit, stops: list[FreePose], seen: Seen) -> Unit | None:
    """Who would be marched into, of those who are seen: enemies on the way, anybody at its end."""
    place = box_of(unit, stops[-1])
    for other, box in near_way(seen, stops, 2 * place.radius + FIGURE):
        if other is unit:
            continue
        if other.party == unit.party:
            if len(stops) > 1 and do_overlap(place, box):
                return other
        elif _meets(place, box, stops):
            return other
    return None


def _meets(place: Box, box: Box, stops: list[FreePose]) -> bool:
    if is_near(place, box, 0.0):
        return True
    return any(shares_to(box, a, b) < 1 for a, b in pairwise(stops))


class Marching:
    """Answers: what one unit does in its side's regular movement, or no more."""

    __slots__ = ("_found", "_game", "_party", "_passed", "_seen")

    def __init__(self, game: Any, party: Party) -> None:
        self._game = game
        self._party = party
        self._found: list[Unit] | None = None
        self._seen: Seen | None = None
        self._passed: March | None = None

    @property
    def units(self) -> list[Unit]:
        """Who may move; one that has thrown its die, and only it, until it has marched."""
        if self._found is None:
            own = ashore(self._game.state, self._party)
            started = [unit for unit in own if unit.reach]
            self._found = started or [unit for unit in own if may_move(self._game.state, unit)]
        return self._found

    def _complaint(self, unit: Unit, command: March) -> Complaint | None:
        """As `complaint_of`, and remember a march that nothing is wrong with."""
        if self._seen is None:
            self._seen = seen_by(self._game.state, self._party)
        found = complaint_of(self._game, unit, command, self._seen)
        self._passed = command if found is None else None
        return found

    def legal(self) -> None:
        """Too many: a march may end anywhere."""

    def sample(self, dice: Dice) -> Command:
        """Most often a march of one unit, or that it sets out or changes its order."""
        units = self.units
        if not dice.below("sample", 8):
            return HOLD
        unit = units[dice.below("sample", len(units))]
        if unit.reach:
            return self._march(dice, unit) or HOLD
        for command in (self._order(dice, unit), self._march(dice, unit)):
            if command is not None and self.check(command) is None:
                return command
        return SetOut(unit=unit.id, across=unit.formed)

    def _order(self, dice: Dice, unit: Unit) -> Command | None:
        """Now and then something else than a march."""
        match dice.below("sample", 8):
            case 0:
                return Form(unit=unit.id)
            case 1:
                return Skirmish(unit=unit.id)
            case 2:
                return SetOut(unit=unit.id, across=True)
            case _:
                return None if unit.formed else SetOut(unit=unit.id)

    def _march(self, dice: Dice, unit: Unit) -> March | None:
        """A march of one leg, by half inches and degrees, that is legal; a few trials."""
        steps = int(2 * marching_reach(self._game, unit))
        for _ in range(3 if steps else 0):
            leg = float(dice.below("sample", 360)), (dice.below("sample", steps) + 1) / 2
            command = March(unit=unit.id, legs=(leg,))
            if self._complaint(unit, command) is None:
                return command
        return None

    def check(self, command: Command) -> Complaint | None:
        """Whether the unit may do it; what has just been sampled is not looked at twice."""
        if isinstance(command, Hold) or command is self._passed:
            return None
        units = self.units
        id = getattr(command, "unit", "")
        unit = next((unit for unit in units if unit.id == id), None)
        if unit is None:
            return unknown(id, [unit.id for unit in units], "APM.landing.V.1", "cannot")
        if isinstance(command, March):
            return self._complaint(unit, command)
        if unit.reach:
            return _no(unit, f"{unit.name} has thrown for its march: say where it goes", "marching")
        if isinstance(command, SetOut):
            return _cannot_set_out(unit, across=command.across)
        if isinstance(command, Form):
            return _cannot_form(self._game, unit)
        return _cannot_skirmish(self._game, unit)

    def help(self) -> str:
        """How to answer."""
        return (
            f'Say what a unit does: "{March.NOTATION}"; "{SetOut.NOTATION}" for those that move by '
            f'a die; "{Form.NOTATION}"; "{Skirmish.NOTATION}"; "done" when nobody else moves.'
        )


@clause("APM.landing.V.1")
def _cannot_set_out(unit: Unit, *, across: bool) -> Complaint | None:
    """Formed troops need no die but to cross rough ground."""
    if unit.formed and not across:
        return _no(unit, f"{unit.name} is formed: it marches without a die", "formed")
    return None


@clause("APM.landing.V.2")
def _cannot_form(game: Any, unit: Unit) -> Complaint | None:
    """Infantry and cavalry form, on clear ground, where there is room."""
    if unit.arm == "artillery":
        return _no(unit, f"{unit.name} is artillery, which is always unformed", "artillery")
    if unit.formed:
        return _no(unit, f"{unit.name} is formed already", "formed")
    if ground_of(game.rules).is_rough(unit.pose.x, unit.pose.y):
        return _no(unit, f"{unit.name} stands on rough ground, where troops cannot form", "rough")
    return _no_room(game.state, unit, formed=True)


@clause("APM.landing.VII.targets")
def _cannot_skirmish(game: Any, unit: Unit) -> Complaint | None:
    """Only infantry spreads out, where there is room. Ruling: it takes the place of a move, as
    forming does.
    """
    if unit.arm != "infantry":
        return _no(unit, f"{unit.name} is {unit.arm}: only infantry skirmishes", "arm")
    if unit.skirmishing:
        return _no(unit, f"{unit.name} is spread out already", "skirmishing")
    return _no_room(game.state, unit, formed=False)


def _no_room(state: MarginState, unit: Unit, *, formed: bool) -> Complaint | None:
    """Whether others, as far as they are seen, stand where a unit's figures would."""
    changed = unit.copy()
    _arrange(changed, formed=formed)
    place, theirs = box_of(changed), foes(state, unit)
    for other in state.units:
        if other is unit or other.gone or not do_overlap(place, box_of(other)):
            continue
        if other.party == unit.party or other in theirs:
            return _no(unit, f"{unit.name} has no room: {other.name} is in the way", "no-room")
    return None


def _arrange(unit: Unit, *, formed: bool) -> None:
    """Ruling: troops form two deep."""
    unit.formed, unit.skirmishing = formed, not formed
    if formed:
        unit.files = (unit.figures + 1) // 2


# The steps


def landing_moves(game: Any) -> PhaseRun:
    """The landing party's regular movement."""
    return _moves(game, "landing")


def garrison_moves(game: Any) -> PhaseRun:
    """The garrison's regular movement."""
    return _moves(game, "garrison")


@clause("APM.landing.V.1", "APM.landing.V.2", "APM.landing.V.3", "APM.landing.I")
def _moves(game: Any, party: Party) -> PhaseRun:
    """One unit after the other, as its side likes. Whoever moves, forms up or only throws for its
    march gives up its fire.
    """
    state: MarginState = game.state
    while (answers := Marching(game, party)).units:
        order: Command = yield Ask(
            seat_of(state, party),
            (March, SetOut, Form, Skirmish, Hold),
            clause="APM.landing.V.1",
            answers=answers,
            about=TITLES[party],
            prompt=partial(_prompt, state, party),
        )
        if isinstance(order, Hold):
            started = [unit for unit in ashore(state, party) if unit.reach]
            if not started:
                return
            started[0].reach = 0
            continue
        id = getattr(order, "unit", "")
        unit = next(unit for unit in state.units if unit.id == id and not unit.gone)
        unit.moved = True
        if isinstance(order, March):
            march(game, unit, order)
        elif isinstance(order, SetOut):
            _set_out(game, unit, across=order.across)
        else:
            _change_order(game, unit, formed=isinstance(order, Form))


def _prompt(state: MarginState, party: Party) -> str:
    for unit in state.units:
        if unit.reach and unit.party == party:
            return f"{unit.name} may march up to {inches_long(unit.reach)}: where to?"
    return f"{TITLES[party].capitalize()} moves, one unit at a time."


@clause("APM.landing.V.1", "APM.landing.V.3")
def _set_out(game: Any, unit: Unit, *, across: bool) -> None:
    """Throw the die by which a unit moves. Artillery that is to cross rough ground is stuck on an
    odd score, and has spent its turn trying: it neither moves nor fires.
    """
    why, under = f"march of {unit.name}", "APM.landing.V.1"
    (die,) = throw(game, f"march {unit.id}", why, 1)
    stuck = across and unit.arm == "artillery" and game.look_up("hauling", die, 0) == "stuck"
    unit.crossing = across
    if stuck:
        unit.barred = True
    else:
        unit.reach = die
    if game.telling:
        told = SetOutOn(unit.name, die, across, stuck, under)
        tell_seen(game, told, unit.side, unit.pose)


@clause("APM.landing.V.1", "APM.landing.V.2")
def march(game: Any, unit: Unit, command: March) -> None:
    """March a unit along its legs; an enemy that its side did not see stops it short. Formed
    troops that cross rough ground are unformed by it.
    """
    state: MarginState = game.state
    stops = _stops(unit, command)
    gone = [stops[0]]
    for start, end in pairwise(stops):
        boxes = [box_of(e) for e in state.units if e.party != unit.party and not e.gone]
        share = min((shares_to(box, start, end) for box in boxes), default=1.0)
        if share < 1:
            gone.append(
                end._replace(
                    x=round(start.x + share * (end.x - start.x)),
                    y=round(start.y + share * (end.y - start.y)),
                )
            )
            break
        gone.append(end)
    ground = ground_of(game.rules)
    rough = unit.formed and any(ground.crosses_rough(a, b) for a, b in pairwise(gone))
    if rough:
        unit.formed = False
    unit.pose, unit.track = gone[-1], tuple(gone)
    unit.reach, unit.crossing = 0, False
    if game.telling:
        inches = round(sum(a.distance(b) for a, b in pairwise(gone)), 2)
        under = "APM.landing.V.2" if unit.formed or rough else "APM.landing.V.1"
        told = Marched(unit.name, inches, unit.pose.degrees, rough, under)
        tell_seen(game, told, unit.side, *gone)


@clause("APM.landing.V.2")
def _change_order(game: Any, unit: Unit, *, formed: bool) -> None:
    """Form up, or spread out, where the unit stands."""
    _arrange(unit, formed=formed)
    if game.telling:
        told = OrderChanged(unit.name, formed, "APM.landing.V.2")
        tell_seen(game, told, unit.side, unit.pose)
