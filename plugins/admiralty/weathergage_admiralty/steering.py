"""What a ship is told when she moves: her course, or what is left to one that cannot steer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field

from weathergage import PER_INCH, Ask, Command, Complaint, Dice, clause, cosine, sine, units
from weathergage_admiralty.actions import SMALL
from weathergage_admiralty.collisions import around, end_of, ends_off_table, runs_clear
from weathergage_admiralty.state import SIDES, Ship, Side
from weathergage_admiralty.turning import (
    CIRCLE,
    HALF,
    UNDER_SAIL,
    Course,
    Helmed,
    allowance,
    can_tack,
    gage,
    inches_text,
    leg_text,
    line_of,
    off_wind,
    plan,
    step_of,
    to_eye,
    turn_of,
)

LegText = Annotated[str, AfterValidator(leg_text)]


class Helm(Command):
    """A ship's move. ship: hers, "" for the only one that is asked. legs: in order, such as "3",
    "wear port", "tack starboard"; what they leave of her allowance is sailed straight on. slow: the
    inches that she tries to slow down to before she moves. alongside: id of the ship that she means
    to lie by. hold: she is asked again after these legs.
    """

    NOTATION = (
        '"caesar 3, wear port, 2.5", "caesar straight", "caesar tack starboard, tack starboard", '
        '"caesar slow 4, wear port", "caesar alongside formidable, 3", "caesar wear port, hold", '
        '"mutine tack port 90"'
    )

    ship: str
    legs: tuple[LegText, ...] = ()
    slow: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    alongside: str = ""
    hold: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        ship, rest = _named(line, _begins_course)
        parts = [part.strip() for part in rest.split(",") if part.strip()]
        if not parts or not _begins_course(parts[0].split()[0]):
            return None
        found: dict[str, Any] = {"ship": ship}
        legs = []
        for part in parts:
            words = part.split()
            if words[0] == "slow" and len(words) == 2:
                found["slow"] = _inches(words[1])
            elif words[0] == "alongside" and len(words) == 2:
                found["alongside"] = words[1]
            elif words in (["hold"], ["..."]):
                found["hold"] = True
            elif words != ["straight"]:
                legs.append(leg_text(part))
        return {**found, "legs": tuple(legs)}

    def write(self) -> str:
        """The line that stands for it."""
        parts = [f"slow {self.slow:g}"] if self.slow is not None else []
        parts += [f"alongside {self.alongside}"] if self.alongside else []
        parts += [*self.legs, *(["hold"] if self.hold else [])]
        return f"{self.ship} {', '.join(parts) or 'straight'}".strip()


def _inches(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise ValueError(f'{word!r} is no speed: write inches after it, as in "slow 4"') from None


def _named(line: str, begins: Callable[[str], bool]) -> tuple[str, str]:
    """The ship that a line names, "" where it begins with the order itself, and the order."""
    first, _, rest = line.strip().lower().partition(" ")
    return ("", line.strip().lower()) if begins(first.rstrip(",")) else (first, rest.strip())


_OPENINGS = frozenset(("wear", "tack", "ahead", "straight", "slow", "alongside", "hold", "..."))


def _begins_course(word: str) -> bool:
    return word in _OPENINGS or word.replace(".", "", 1).isdigit()


class Escape(Command):
    """A ship in irons tries to get out: a hard action, then one step of the T line. side: to which
    her bow turns. ahead: she makes it forwards instead of going astern.
    """

    NOTATION = '"caesar escape port", "caesar escape starboard ahead"'

    ship: str
    side: Side
    ahead: bool = False

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if words[1:2] != ["escape"]:
            return None
        if words[2:3] not in (["port"], ["starboard"]) or words[3:] not in ([], ["ahead"]):
            raise ValueError('write "caesar escape port" or "caesar escape starboard ahead"')
        return {"ship": words[0], "side": words[2], "ahead": len(words) == 4}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} escape {self.side}{' ahead' if self.ahead else ''}"


class Sternway(Command):
    """A stopped ship, or one in irons, makes sternway: a hard action to begin with. side: to which
    her bow turns by one step of the T line, "" for straight astern.
    """

    NOTATION = '"caesar sternway", "caesar sternway port"'

    ship: str
    side: Side | Literal[""] = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if words[1:2] != ["sternway"]:
            return None
        if words[2:] not in ([], ["port"], ["starboard"]):
            raise ValueError('write "caesar sternway", "caesar sternway port" or "... starboard"')
        return {"ship": words[0], "side": "".join(words[2:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} sternway {self.side}".strip()


class Wait(Command):
    """A stopped ship lies still; one in irons drifts."""

    NOTATION = '"caesar wait"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        return {"ship": words[0]} if words[1:] in (["wait"], ["waits"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} wait"


class Later(Command):
    """A ship of a line does not move in unison with it, but at her own place in the order."""

    NOTATION = '"caesar later"'

    ship: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        ship, rest = _named(line, "later".__eq__)
        return {"ship": ship} if rest == "later" else None

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} later".strip()


# A move under way


class Move:
    """A ship's move while it is made. left, speed: thousandths of an inch that she may still move,
    and those of the whole. allowed: inches that she had before she slowed down. alongside: number
    of the ship that she means to lie by. begun: a part of it is done. tried: she has tried to slow
    down. checked: ships that she has checked with. luffs: her last step left her sails shaking.
    """

    __slots__ = (
        "allowed",
        "alongside",
        "begun",
        "checked",
        "game",
        "left",
        "luffs",
        "near",
        "ship",
        "speed",
        "tried",
    )

    def __init__(self, game: Any, ship: Ship) -> None:
        self.game = game
        self.ship = ship
        self.allowed = allowance(game, ship)
        self.left = self.speed = units(self.allowed)
        self.alongside = -1
        self.begun = self.tried = self.luffs = False
        self.checked: set[int] = set()
        self.near: list[Ship] | None = None

    @property
    def helmed(self) -> Helmed:
        """What a course of hers is planned from."""
        return Helmed(self.left, self.speed, self.ship.tack, self.luffs)

    def others(self) -> list[Ship]:
        """The ships that she might meet; worked out once for a question."""
        if self.near is None:
            self.near = around(self.game, self.ship, self.speed / PER_INCH)
        return self.near


# What may be answered


class Helms:
    """How one of some ships of a side moves. move: hers, where it has begun. whole: all of her
    move must be said at once. waits: numbers of the ships whose own place in the order is yet to
    come, so that they may wait for it.
    """

    __slots__ = (
        "_clear",
        "_drawn",
        "_moves",
        "_shut",
        "_ways_out",
        "game",
        "ships",
        "waits",
        "whole",
    )

    def __init__(
        self,
        game: Any,
        ships: Sequence[Ship],
        move: Move | None = None,
        *,
        whole: bool = False,
        waits: Collection[int] = (),
    ) -> None:
        self.game = game
        self.ships = ships
        self.whole = whole
        self.waits = () if move is not None and move.begun else waits
        self._moves: dict[int, Move] = {} if move is None else {move.ship.n: move}
        self._drawn: tuple[Command, Course] | None = None
        # Nothing moves while the question is open: a course that is clear stays so.
        self._clear: dict[tuple[int, tuple[str, ...]], Course | None] = {}
        self._shut: set[tuple[int, str]] = set()
        self._ways_out: dict[int, list[tuple[str, ...]]] = {}

    def ask(self) -> Ask:
        """The question."""
        ship = self.ships[0]
        one = len(self.ships) == 1
        kinds = {kind: None for own in self.ships for kind in _kinds(own)}
        if self.waits and any(own.n in self.waits for own in self.ships):
            kinds[Later] = None
        return Ask(
            ship.side,
            tuple(kinds),
            clause="2.0-dmf" if not one else "2.6-irons" if ship.irons else "2.1",
            answers=self,
            about=ship.card.id if one else None,
            prompt=self._prompt,
        )

    def move(self, ship: Ship) -> Move:
        """The move of one of the ships; made when it is asked for."""
        found = self._moves.get(ship.n)
        if found is None:
            found = self._moves[ship.n] = Move(self.game, ship)
        return found

    def _is_plain(self) -> bool:
        """Whether one ship is asked, and steers, so that an order need not name her."""
        return len(self.ships) == 1 and Helm in _kinds(self.ships[0])

    def move_of(self, order: Command) -> Move | None:
        """The move that an order is for."""
        id: str = order.ship  # type: ignore[attr-defined]
        for ship in self.ships:
            if ship.card.id == id or (not id and self._is_plain()):
                return self.move(ship)
        return None

    def course_of(self, move: Move, order: Helm) -> Course:
        """The course of an order that is legal; worked out once."""
        if self._drawn is not None and self._drawn[0] is order:
            return self._drawn[1]
        found = self._plan(move, order)
        assert isinstance(found, Course)
        return found

    def _plan(self, move: Move, order: Helm) -> Course | Complaint:
        at = move.helmed
        if order.slow is not None:
            slow = units(order.slow)
            at = at._replace(left=slow, speed=slow)
        return plan(self.game, move.ship, order.legs, at, order.hold)

    # Listing and drawing

    def legal(self) -> Sequence[Command] | None:
        """The list for a ship that cannot steer; courses are too many."""
        ship = self.ships[0]
        if len(self.ships) > 1 or self._is_plain():
            return None
        later = [Later(ship=ship.card.id)] if ship.n in self.waits else []
        return [*_still_choices(ship), *later]

    def sample(self, dice: Dice) -> Command:
        """A ship of the group with a course, or what she can do else, at random.

        Mostly the foremost one, as a line moves that keeps clear of itself; now and then a ship of
        a line waits for her own place.
        """
        ships = self.ships
        ship = ships[0]
        if len(ships) > 1:
            ship = foremost(ships)
            if not dice.below("sample", 8):
                ship = ships[dice.below("sample", len(ships))]
        if ship.n in self.waits and not dice.below("sample", WAITING):
            return Later(ship=ship.card.id)
        if Helm not in _kinds(ship):
            choices = _still_choices(ship)
            return choices[dice.below("sample", len(choices))]
        move = self.move(ship)
        for _ in range(3):
            found = self._as_drawn(move, _random_legs(self.game, move, dice))
            if found is not None:
                return found
        # The first clear one of all ways out in an order drawn by lot: each as likely.
        ways = list(_evasions(self.game, move))
        while ways:
            legs = ways.pop(dice.below("sample", len(ways)))
            if self._is_clear(move, legs):
                return self._as_drawn(move, legs) or _helm(move.ship.card.id, legs)
        return _helm(move.ship.card.id, _least_legs(self.game, move))

    def _as_drawn(self, move: Move, legs: tuple[str, ...]) -> Helm | None:
        """The order for some legs if nothing is in their way; kept with its course."""
        course = self._clear_course(move, legs)
        if course is None:
            return None
        order = _helm(move.ship.card.id, legs)
        self._drawn = order, course
        return order

    @clause("2.1-obstacles")
    def _clear_course(self, move: Move, legs: tuple[str, ...]) -> Course | None:
        """The course by some legs if it is one and nothing is in its way; worked out once."""
        key = move.ship.n, legs
        if key not in self._clear:
            shut = len(legs) > 1 and (move.ship.n, legs[0]) in self._shut
            self._clear[key] = None if shut else self._looked_at(move, legs)
        return self._clear[key]

    def _looked_at(self, move: Move, legs: tuple[str, ...]) -> Course | None:
        """The same, looked at; a first leg that runs into a ship shuts all courses that begin with
        it.
        """
        course = plan(self.game, move.ship, legs, move.helmed)
        if isinstance(course, Complaint) or ends_off_table(self.game, course):
            return None
        if runs_clear(self.game, course, move.others()):
            return course
        if legs and course.blocked == 0:
            self._shut.add((move.ship.n, legs[0]))
        return None

    @clause("2.1-obstacles")
    def _ways(self, move: Move) -> list[tuple[str, ...]]:
        """Courses that clear all that is in the way: straight, or wearing at once to either side.

        Looked for only where a course runs into something.
        """
        found = self._ways_out.get(move.ship.n)
        if found is None:
            found = self._ways_out[move.ship.n] = [
                legs for legs in _evasions(self.game, move) if self._is_clear(move, legs)
            ]
        return found

    def _is_clear(self, move: Move, legs: tuple[str, ...]) -> bool:
        course = self._clear_course(move, legs)
        return course is not None and not course.irons

    # Checking

    def check(self, command: Command) -> Complaint | None:
        """What is wrong with an order; one that was drawn here is not looked at twice."""
        if self._drawn is not None and command is self._drawn[0]:
            return None
        move = self.move_of(command)
        if move is None:
            return self._no_ship(command)
        if isinstance(command, Later):
            return self._no_waiting(move.ship)
        if type(command) not in _kinds(move.ship):
            return _cannot(move.ship)
        if isinstance(command, Helm):
            return self._bad_course(move, command)
        choices = _still_choices(move.ship)
        if any(command is choice for choice in choices) or command in choices:
            return None
        if move.ship.rudders < 2:
            return _cannot(move.ship)
        told = f"{move.ship.card.name} has lost her rudder: she cannot turn any more"
        return Complaint(told, "4.3-R", "rudder", move.ship.card.id)

    @clause("2.0-in-line", "2.0-dmf")
    def _no_waiting(self, ship: Ship) -> Complaint | None:
        """Why a ship moves now and not later."""
        if ship.n in self.waits:
            return None
        told = f"{ship.card.name} is next by the wind, or has begun: she moves now"
        return Complaint(told, "2.0-dmf", "her-place", ship.card.id)

    def _no_ship(self, command: Command) -> Complaint:
        id: str = command.ship  # type: ignore[attr-defined]
        names = ", ".join(ship.card.id for ship in self.ships)
        if not id:
            return Complaint(f"say which ship: {names}", "2.0-dmf", "which-ship")
        told = f"{id!r} does not move now: {names} {'does' if len(self.ships) == 1 else 'do'}"
        return Complaint(told, "2.0-dmf", "not-her-turn")

    def _bad_course(self, move: Move, order: Helm) -> Complaint | None:
        problem = self._bad_start(move, order)
        if problem is not None:
            return problem
        course = self._plan(move, order)
        if isinstance(course, Complaint):
            return course
        self._drawn = order, course
        return self._runs_into(move, order, course)

    def _bad_start(self, move: Move, order: Helm) -> Complaint | None:
        """What is wrong with slowing down, lying alongside or holding."""
        ship = move.ship
        if order.hold and (self.whole or not order.legs):
            told = "two ships that move by quarters say their whole course at once"
            if not self.whole:
                told = f"name the legs after which {ship.card.name} holds"
            return Complaint(told, "2.0-prorate" if self.whole else "2.2", "hold", ship.card.id)
        slow = order.slow
        if slow is not None and (problem := _bad_slow(self.game, move, slow)) is not None:
            return problem
        if order.alongside:
            other = self.game.state.ship(order.alongside)
            if other is None or other.gone or other is ship:
                told = f"{order.alongside!r} is no other ship on the table"
                return Complaint(told, "2.4-alongside", "unknown-ship", ship.card.id)
            if move.begun:
                told = f"{ship.card.name} has begun her move: to lie alongside is said before it"
                return Complaint(told, "2.4-alongside", "too-late", ship.card.id)
        return None

    @clause("2.1-obstacles", "2.0", "2.4-alongside")
    def _runs_into(self, move: Move, order: Helm, course: Course) -> Complaint | None:
        """A course into a ship or onto ground, where a turn would clear it.

        It is refused where the program assists; played by the book it is sailed, and checked.
        """
        end = end_of(self.game, course, move.others())
        if end is None or end.off:
            return None
        if end.ship is not None:
            meant = move.alongside if move.begun else -1
            if end.ship.n == meant or end.ship.card.id == order.alongside:
                return None
        ways = self._ways(move)
        if not ways:
            return None
        name, way = move.ship.card.name, _helm(move.ship.card.id, ways[0]).write()
        told = f"{name} would run into {end.what}; {way!r} clears it"
        return Complaint(told, "2.1-obstacles", "avoidable", move.ship.card.id, suffered=True)

    # For people

    def _prompt(self) -> str:
        if len(self.ships) > 1:
            names = ", ".join(ship.card.name for ship in self.ships)
            return f"Which of {names} moves next, and how?"
        ship = self.ships[0]
        name = ship.card.name
        if ship.irons:
            return f"{name} is in irons: does she try to get out?"
        if is_stopped(ship):
            return f"{name} lies stopped: does she make sternway?"
        return f"How does {name} move her {inches_text(self.move(ship).left)} inches?"

    def help(self) -> str:
        """How to write a course."""
        move = self.move(self.ships[0])
        id = move.ship.card.id
        if len(self.ships) == 1 and Helm not in _kinds(move.ship):
            return "One of: " + "; ".join(f'"{one.write()}"' for one in _still_choices(move.ship))
        ships = (s for s in self.game.state.ships if s.fights and s.side != move.ship.side)
        other = next((s.card.id for s in ships), "formidable")
        step = inches_text(step_of(self.game.rules))
        turn = turn_of(self.game, line_of(self.game, move.ship, move.speed)) / 100
        return (
            f'Legs in order, such as "{id} 3, wear port": inches ahead, "wear port" or "wear '
            f'starboard" ({step} inches, {turn:g} degrees), "tack port" through the wind. What is '
            f'left is sailed straight; "{id} straight" for all. Before them "slow 4" to try to '
            f'slow down, "alongside {other}" to lay her by a ship; "hold" last to be asked again.'
            + self._later()
        )

    def _later(self) -> str:
        """That a ship may wait, where one may."""
        ids = [ship.card.id for ship in self.ships if ship.n in self.waits]
        return f' "{ids[-1]} later" leaves her to her own place by the wind.' if ids else ""


def foremost(ships: Sequence[Ship]) -> Ship:
    """The ship that lies farthest on along the first one's heading."""
    heading = ships[0].pose.heading
    s, c = sine(heading), cosine(heading)
    return max(ships, key=lambda ship: ship.pose.x * s - ship.pose.y * c)


def is_stopped(ship: Ship) -> bool:
    """Whether she lies stopped, without headway."""
    return ship.setting == "stop" and not ship.headway


def _kinds(ship: Ship) -> tuple[type[Command], ...]:
    """What a ship may be told."""
    if ship.irons:
        return _IRONS
    return _STOPPED if is_stopped(ship) else _SAILING


_SAILING: tuple[type[Command], ...] = (Helm,)
_IRONS: tuple[type[Command], ...] = (Wait, Escape, Sternway)
_STOPPED: tuple[type[Command], ...] = (Wait, Sternway)


# Commands never change: one that says the same serves again.


@lru_cache(maxsize=4096)
def _helm(id: str, legs: tuple[str, ...]) -> Helm:
    return Helm(ship=id, legs=legs)


@clause("2.6-escape", "2.2-sternway", "4.3-R")
def _still_choices(ship: Ship) -> tuple[Command, ...]:
    """What a ship that cannot steer may do: nothing, escape from irons, sternway."""
    return _choices_of(ship.card.id, ship.irons, ship.rudders <= 1)


@lru_cache(maxsize=4096)
def _choices_of(id: str, irons: bool, turns: bool) -> tuple[Command, ...]:
    found: list[Command] = [Wait(ship=id), Sternway(ship=id)]
    if turns and irons:
        found += [
            Escape(ship=id, side=side, ahead=ahead) for side in SIDES for ahead in (False, True)
        ]
    elif turns:
        found += [Sternway(ship=id, side=side) for side in SIDES]
    return tuple(found)


def _cannot(ship: Ship) -> Complaint:
    """Why a ship may not be told that kind of thing."""
    if ship.irons:
        told = f"{ship.card.name} is in irons: she may not turn but by escaping"
        return Complaint(told, "2.6-irons-drift", "in-irons", ship.card.id)
    if is_stopped(ship):
        told = f"{ship.card.name} is stopped and does not move, but for sternway"
        return Complaint(told, "2.1", "stopped", ship.card.id)
    told = f"{ship.card.name} is under way: give her a course"
    return Complaint(told, "2.1-exact", "under-way", ship.card.id)


@clause("2.1-slowing")
def _bad_slow(game: Any, move: Move, inches: float) -> Complaint | None:
    ship = move.ship
    percent = game.look_up("handling", "least after slowing", 0)
    least = -(-move.speed * percent // 100)
    told = ""
    if move.begun:
        told = "has begun her move: ships slow down before it"
    elif move.tried:
        told = "has tried to slow down in this move"
    elif ship.setting not in UNDER_SAIL:
        told = "is not under sail"
    elif not least <= units(inches) < move.speed:
        told = (
            f"slows down to {inches_text(least)} inches at the least, of {inches_text(move.speed)}"
        )
    if not told:
        return None
    return Complaint(f"{ship.card.name} {told}", "2.1-slowing", "slow", ship.card.id)


# Courses to draw from


WAITING: Final = 16
"""Of so many ships that may wait for their own place in the order, one does, in a drawn answer."""

_WEAR: Final[dict[Side, str]] = {side: f"wear {side}" for side in SIDES}


def _random_legs(game: Any, move: Move, dice: Dice) -> tuple[str, ...]:
    """Legs at random that mostly keep the sails drawing."""
    ship, state = move.ship, game.state
    step = step_of(game.rules)
    count = move.left // step
    if ship.tack or not count or ship.rudders > 1:
        return _least_legs(game, move)
    drawn = dice.below("sample", 8)
    if drawn < 3:
        return ()
    if drawn == 3 and can_tack(ship) and ship.setting in UNDER_SAIL:
        port = to_eye(state, ship.pose.heading, "port") < HALF
        return _tack_legs(game, move, "port" if port else "starboard")
    return _wearing_legs(game, move, 1 + dice.below("sample", count), dice)


def _wearing_legs(game: Any, move: Move, count: int, dice: Dice) -> tuple[str, ...]:
    """So many steps of the gage, to sides at random that keep the sails drawing, after a random
    piece straight ahead.
    """
    state, ship = game.state, move.ship
    turn = turn_of(game, line_of(game, ship, move.speed))
    least, heading = gage(game, ship), ship.pose.heading
    ahead = dice.below("sample", (move.left - count * step_of(game.rules)) // 500 + 1) * 500
    legs = [inches_text(ahead)] if ahead else []
    for _ in range(count):
        first = dice.below("sample", 2)
        for side in (SIDES[first], SIDES[1 - first]):
            to = heading + (turn if side == "starboard" else -turn)
            if off_wind(state, to) >= least:
                heading = to % CIRCLE
                legs.append(_WEAR[side])
                break
    return tuple(legs)


def _tack_legs(game: Any, move: Move, side: Side) -> tuple[str, ...]:
    """Steps of a tack to a side, until the sails draw or there is no movement left for one."""
    ship, step = move.ship, step_of(game.rules)
    small = ship.card.size <= SMALL
    turn = game.look_up("handling", "small vessel turns", 0) * 100 if small else turn_of(game, "T")
    least, heading, legs = gage(game, ship), ship.pose.heading, []
    for _ in range(move.left // step):
        heading += turn if side == "starboard" else -turn
        legs.append(f"tack {side}")
        past = to_eye(game.state, heading, side) > HALF
        if past and off_wind(game.state, heading) >= least:
            break
    return tuple(legs)


def _least_legs(game: Any, move: Move) -> tuple[str, ...]:
    """The legs that a ship cannot but sail: straight on, or on with her tack."""
    if move.ship.tack and can_tack(move.ship):
        return _tack_legs(game, move, move.ship.tack)
    return ()


@clause("2.1-obstacles")
def _evasions(game: Any, move: Move) -> Iterator[tuple[str, ...]]:
    """Courses that may clear what is in the way: straight on, or wearing at once."""
    yield _least_legs(game, move)
    if move.ship.tack:
        return
    for n in range(1, move.left // step_of(game.rules) + 1):
        for side in SIDES:
            yield (_WEAR[side],) * n
