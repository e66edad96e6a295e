"""How far a ship goes, how near the wind she lies, and the turn gage, leg by leg (2.1, 2.2).

A course is planned before it is sailed. Distances are kept in thousandths of an inch, angles in
hundredths of a degree, as on the board.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from weathergage import (
    PER_INCH,
    Ahead,
    Base,
    Complaint,
    Curve,
    Drift,
    FreePose,
    Path,
    Pivot,
    Stand,
    clause,
    units,
)
from weathergage_admiralty import damage
from weathergage_admiralty.actions import SMALL
from weathergage_admiralty.scales import FACTORS, factor
from weathergage_admiralty.state import AdmiraltyState, Ship, Side

CIRCLE: Final = 36000
HALF: Final = 18000

STEP: Final = 2.0
"""Inches of medium scale that a step along the turn gage uses."""

_STEPS: Final = {scale: units(STEP * times) for scale, times in FACTORS.items()}

LINES: Final = ("W1", "W2", "W3")
"""The wearing lines, the tightest first."""

UNDER_SAIL: Final = ("battle", "normal")

Kind = Literal["ahead", "wear", "tack", "drift"]
CoreLeg = Ahead | Curve | Pivot | Drift


# How far


@clause("2.1", "2.1-battle-move", "2.1-normal-bonus", "2.0", "3.3-stop")
def allowance(game: Any, ship: Ship) -> float:
    """Inches that she has to move this turn by her sails, or by the headway that is on her; with
    the option points_of_sailing by her heading too.
    """
    rules = game.rules
    move = damage.allowance(rules, game.state, ship)
    if rules.options.points_of_sailing and ship.setting in UNDER_SAIL:
        off = off_wind(game.state, ship.pose.heading) // 100
        percent: int = game.look_up("points-of-sailing", off, 0)
        move = move * percent / 100
    thousandths: int = round(move * PER_INCH)
    if rules.modifiers is not None:
        thousandths = max(0, game.modified("allowance", thousandths, (), ship))
    return thousandths / PER_INCH


@clause("2.1-exact")
def step_of(rules: Any) -> int:
    """What a step along the gage uses, in thousandths of an inch at the game's scale."""
    return _STEPS[rules.options.scale]


# How near the wind


def off_wind(state: AdmiraltyState, heading: int) -> int:
    """Hundredths of a degree between a heading and the wind's eye: 0 into it, 18000 before it."""
    angle = (state.wind - heading) % CIRCLE
    return angle if angle <= HALF else CIRCLE - angle


@clause("2.1-wind-gage")
def gage(game: Any, ship: Ship) -> int:
    """The least angle off the wind, in hundredths, at which her crew keeps the sails drawing."""
    found: int = game.look_up("wind-gage", 0, ship.card.grade)
    return found


@clause("2.1-wind-gage")
def draws(game: Any, ship: Ship, heading: int | None = None) -> bool:
    """Whether her sails draw on a heading, her own unless one is given."""
    at = ship.pose.heading if heading is None else heading
    return off_wind(game.state, at) >= gage(game, ship)


def to_eye(state: AdmiraltyState, heading: int, side: Side) -> int:
    """Hundredths of a degree that the bow turns to a side before it points into the wind's eye."""
    angle = state.wind - heading if side == "starboard" else heading - state.wind
    return angle % CIRCLE


# The gage


@clause("2.2-speed-lines", "4.3-R")
def line_of(game: Any, ship: Ship, speed: int) -> str:
    """Her wearing line at a speed in thousandths of an inch; one wider with a rudder hit."""
    tenths = -int(-speed // (100 * factor(game.rules)))
    line: str = game.look_up("speed-lines", tenths, 0)
    if ship.rudders:
        return LINES[min(LINES.index(line) + ship.rudders, len(LINES) - 1)]
    return line


@clause("2.2")
def turn_of(game: Any, line: str) -> int:
    """Hundredths of a degree that a step on a line turns."""
    found: int = game.look_up("turn-gage", line, 0)
    return found


# Legs as they are written


class Leg(NamedTuple):
    """A leg of a course. value: thousandths of an inch ahead; or hundredths of a degree that a
    small vessel turns on the spot, 0 for as far as she may.
    """

    kind: Kind
    side: Side | Literal[""] = ""
    value: int = 0


@lru_cache(maxsize=4096)
def leg_of(text: str) -> Leg:
    """The leg that a text stands for: "3.5", "ahead 3.5", "wear port", "tack starboard",
    "tack port 60".

    Raises ValueError for another text.
    """
    words = text.lower().split()
    if words[:1] == ["ahead"] and len(words) == 2:
        words = words[1:]
    if len(words) == 1:
        inches = _number(words[0])
        if inches is not None and inches > 0:
            return Leg("ahead", value=units(inches))
    elif words[:1] in (["wear"], ["tack"]) and words[1] in ("port", "starboard"):
        side: Side = "port" if words[1] == "port" else "starboard"
        if len(words) == 2:
            return Leg("wear" if words[0] == "wear" else "tack", side)
        degrees = _number(words[2]) if words[0] == "tack" and len(words) == 3 else None
        if degrees is not None and 0 < degrees <= 180:
            return Leg("tack", side, round(degrees * 100))
    raise ValueError(
        f'{text!r} is no leg of a course: write inches such as "3.5", "wear port", '
        '"tack starboard", or "tack port 60" for a vessel of size 1/2 or less'
    )


def _number(word: str) -> float | None:
    try:
        found = float(word)
    except ValueError:
        return None
    return found if 0 <= found < 1000 else None


@lru_cache(maxsize=4096)
def leg_text(text: str) -> str:
    """A leg's text as it is kept: the shortest that `leg_of` reads alike. Raises ValueError."""
    leg = leg_of(text)
    if leg.kind == "ahead":
        return inches_text(leg.value)
    degrees = f" {leg.value / 100:g}" if leg.value else ""
    return f"{leg.kind} {leg.side}{degrees}"


def inches_text(thousandths: int) -> str:
    """A distance as courses write it."""
    return f"{thousandths / 1000:.3f}".rstrip("0").rstrip(".")


# Courses


class Step(NamedTuple):
    """A leg as it will be sailed. cost: thousandths of an inch of her allowance, negative astern.
    turn: hundredths of a degree to starboard, negative to port. eye: the share of it after which
    the bow points into the wind's eye, 0 where it does not. leg: its motion.
    """

    kind: Kind
    cost: int
    turn: int
    start: FreePose
    end: FreePose
    leg: CoreLeg
    eye: float = 0.0


class Course:
    """Legs one after the other. left: thousandths of an inch not spent. tack: a tack that is not
    finished at its end. luffs: at its end the sails do not draw, though she may turn on. irons:
    she falls in irons at its end, and what was planned beyond is not sailed. met, nearing,
    swept, blocked, ended: kept by `collisions`, which works them out once.
    """

    __slots__ = (
        "_box",
        "_path",
        "base",
        "blocked",
        "ended",
        "irons",
        "left",
        "luffs",
        "met",
        "nearing",
        "start",
        "steps",
        "swept",
        "tack",
    )

    def __init__(self, start: FreePose, base: Base, steps: tuple[Step, ...]) -> None:
        self.start = start
        self.base = base
        self.steps = steps
        self.left = 0
        self.tack: Side | Literal[""] = ""
        self.luffs = False
        self.irons = False
        self.met: dict[int, Any] = {}
        self.nearing: dict[int, Any] = {}
        self.swept: dict[int, Any] = {}
        self.blocked: int | None = None
        self.ended: Any = None
        self._path: Path | None = None
        self._box: tuple[float, float, float, float] | None = None

    @property
    def end(self) -> FreePose:
        """Where it ends."""
        return self.steps[-1].end if self.steps else self.start

    @property
    def spent(self) -> int:
        """Thousandths of an inch of her allowance."""
        return sum([abs(step.cost) for step in self.steps])

    @property
    def path(self) -> Path:
        """The way of her base."""
        found = self._path
        if found is None:
            start = Stand(self.start, self.base)
            legs = tuple([step.leg for step in self.steps])
            if self._joins():
                stops = [start, *[Stand(step.end, self.base) for step in self.steps]]
                found = Path.through(tuple(stops), legs)
            else:
                found = Path(start, legs)
            self._path = found
        return found

    def _joins(self) -> bool:
        """Whether each step begins right where the one before it ends: what follows a cut may lie
        a hair off.
        """
        at = self.start
        for step in self.steps:
            if step.start != at:
                return False
            at = step.end
        return True

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, east, north and south of all that her base may pass over, in units of the
        lattice.
        """
        found = self._box
        if found is None:
            west, north, _ = east, south, _ = self.start
            bulge = 0.0
            for _, cost, turn, _, (x, y, _), _, _ in self.steps:
                west, east = x if x < west else west, x if x > east else east
                north, south = y if y < north else north, y if y > south else south
                if turn and abs(cost) > 2 * bulge:
                    # A curve's middle is off the box round its ends by less than half its way.
                    bulge = abs(cost) / 2
            far = self.base.reach * PER_INCH + bulge
            found = self._box = west - far, east + far, north - far, south + far
        return found

    def until(self, time: float) -> Course:
        """The same course, ended at a time of its path from 0 to 1."""
        steps: list[Step] = []
        for n, step in enumerate(self.steps):
            since, until = self.path.cuts[n : n + 2]
            if time < until:
                if time > since:
                    steps.append(cut(step, (time - since) / (until - since))[0])
                break
            steps.append(step)
        return Course(self.start, self.base, tuple(steps))

    def quarters(self) -> list[Course]:
        """Four courses that make it up, of a quarter of its inches each."""
        total, rest, parts = self.spent, list(self.steps), []
        for n in range(4):
            wanted, own = total * (n + 1) // 4 - total * n // 4, []
            while rest and wanted > 0:
                step = rest.pop(0)
                if abs(step.cost) > wanted:
                    step, later = cut(step, wanted / abs(step.cost))
                    rest.insert(0, later)
                own.append(step)
                wanted -= abs(step.cost)
            start = own[0].start if own else self.start
            parts.append(Course(start, self.base, tuple(own)))
        return parts


@clause("1.2-measuring-movement")
def straight(pose: FreePose, cost: int) -> Step:
    """So far straight ahead, astern where it is negative; her front edge goes as far."""
    inches = cost / PER_INCH
    return Step("ahead", cost, 0, pose, pose.ahead(inches), Ahead(inches))


def drift(pose: FreePose, cost: int, bearing: float) -> Step:
    """So far along a bearing in degrees, as she points."""
    inches = cost / PER_INCH
    return Step("drift", cost, 0, pose, pose.drifted(bearing, inches), Drift(bearing, inches))


@clause("1.2-templates", "1.2-measuring-movement", "2.2-wearing", "2.2-tacking")
def curve(kind: Kind, pose: FreePose, cost: int, turn: int, eye: float = 0.0) -> Step:
    """A step along the gage, its zero pointer at the middle of the base's edge; the centre runs
    along the line. Astern where the cost is negative.
    """
    leg = _curve(cost, turn)
    return Step(kind, cost, turn, pose, pose.curved(*leg), leg, eye)


@lru_cache(maxsize=4096)
def _curve(cost: int, turn: int) -> Curve:
    return Curve(cost / PER_INCH, turn / 100)


def spin(pose: FreePose, cost: int, turn: int, eye: float = 0.0) -> Step:
    """A turn on the spot that uses up movement."""
    return Step("tack", cost, turn, pose, pose.turned(turn / 100), Pivot(turn / 100), eye)


def cut(step: Step, share: float) -> tuple[Step, Step]:
    """The two parts of a step that is cut after a share of it."""
    pose, turn = step.start, round(step.turn * share)
    cost = round(step.cost * share)
    if isinstance(step.leg, Pivot):
        first = spin(pose, cost, turn)
        second = spin(first.end, step.cost - cost, step.turn - turn)
    elif step.turn:
        first = curve(step.kind, pose, cost, turn)
        second = curve(step.kind, first.end, step.cost - cost, step.turn - turn)
    elif isinstance(step.leg, Drift):
        first = drift(pose, cost, step.leg.bearing)
        second = drift(first.end, step.cost - cost, step.leg.bearing)
    else:
        first = straight(pose, cost)
        second = straight(first.end, step.cost - cost)
    if step.eye > share:
        second = second._replace(eye=(step.eye - share) / (1 - share))
    elif step.eye:
        first = first._replace(eye=step.eye / share)
    return first, second


class Helmed(NamedTuple):
    """What a course is planned from. left, speed: thousandths of an inch that she may still move,
    and those of her whole move. tack: an unfinished tack. luffs: her last step left her sails
    shaking.
    """

    left: int
    speed: int
    tack: Side | Literal[""] = ""
    luffs: bool = False


class _Planner:
    """Plans one course; a leg that the rules do not have ends it with a complaint. worn: what a
    step of her wearing line turns, once it is looked up.
    """

    __slots__ = (
        "gage",
        "game",
        "left",
        "luffs",
        "pose",
        "sails",
        "ship",
        "speed",
        "step",
        "steps",
        "tack",
        "worn",
    )

    def __init__(self, game: Any, ship: Ship, at: Helmed) -> None:
        self.game = game
        self.ship = ship
        self.pose = ship.pose
        self.left, self.speed, self.tack, self.luffs = at
        self.step = step_of(game.rules)
        self.sails = ship.setting in UNDER_SAIL
        self.gage = gage(game, ship)
        self.steps: list[Step] = []
        self.worn = 0

    def draws(self) -> bool:
        return not self.sails or off_wind(self.game.state, self.pose.heading) >= self.gage

    def add(self, step: Step) -> None:
        self.steps.append(step)
        self.pose = step.end
        self.left -= step.cost

    @clause("2.1-exact", "2.1-wind-gage")
    def ahead(self, cost: int) -> Complaint | None:
        """Straight on; a ship whose turn has left her shaking falls in irons instead."""
        if cost > self.left:
            return _too_far(self.ship, cost, self.left)
        if self.tack and self.left >= self.step and can_tack(self.ship):
            return _goes_on(self.ship, self.tack)
        if not self.luffs:
            self.add(straight(self.pose, cost))
        return None

    @clause("2.2-wearing", "2.2-speed-lines", "4.3-R")
    def wear(self, side: Side) -> Complaint | None:
        """A step on her wearing line, also to luff as long as she does not come to the eye."""
        ship, eye = self.ship, to_eye(self.game.state, self.pose.heading, side)
        if self.left < self.step:
            return _no_room(ship, self.left)
        if ship.rudders > 1:
            return _no_rudder(ship, "she cannot turn any more")
        if self.tack and (side != self.tack or eye < HALF):
            return _goes_on(ship, self.tack)
        turn = self.worn = self.worn or turn_of(self.game, line_of(self.game, ship, self.speed))
        if 0 < eye <= turn:
            told = f"{ship.card.name} would come head to wind: that is done by tacking"
            return Complaint(told, "2.2-speed-lines", "through-the-eye", ship.card.id)
        self.add(curve("wear", self.pose, self.step, turn if side == "starboard" else -turn))
        self._turned(side if self.tack else "")
        return None

    @clause("2.2-tacking", "2.2-small", "4.3-R")
    def tack_to(self, side: Side, degrees: int) -> Complaint | None:
        """A step on the T line towards the wind and through it; a small vessel's on the spot."""
        ship, eye = self.ship, to_eye(self.game.state, self.pose.heading, side)
        small = ship.card.size <= SMALL
        if self.left < self.step:
            return _no_room(ship, self.left)
        if not can_tack(ship):
            return _no_rudder(ship, "she cannot tack")
        if self.tack and side != self.tack:
            return _goes_on(ship, self.tack)
        if not self.tack and not 0 < eye <= HALF:
            told = f"{ship.card.name} would turn off the wind: to {side} she wears"
            return Complaint(told, "2.2-tacking", "off-the-wind", ship.card.id)
        most = self.game.look_up("handling", "small vessel turns", 0) * 100
        if degrees and not (small and degrees <= most):
            told = "only vessels of size 1/2 and less" if not small else f"at most {most // 100}"
            told = f"{ship.card.name} cannot turn {degrees / 100:g} degrees on the spot: {told}"
            return Complaint(told, "2.2-small", "degrees", ship.card.id)
        turn = (degrees or most) if small else turn_of(self.game, "T")
        share = eye / turn if 0 < eye <= turn else 0.0
        signed = turn if side == "starboard" else -turn
        if small:
            self.add(spin(self.pose, self.step, signed, share))
        else:
            self.add(curve("tack", self.pose, self.step, signed, share))
        self._turned(side)
        return None

    def _turned(self, tack: Side | Literal[""]) -> None:
        """After a step: a tack is done when the bow is past the eye and the sails draw."""
        draws = self.draws()
        if tack and draws and to_eye(self.game.state, self.pose.heading, tack) > HALF:
            tack = ""
        self.tack = tack
        self.luffs = not draws and not tack

    def course(self) -> Course:
        found = Course(self.ship.pose, self.ship.card.base, tuple(self.steps))
        found.left, found.tack, found.luffs = self.left, self.tack, self.luffs
        return found


@clause("2.1", "2.1-exact", "2.1-wind-gage", "2.2")
def plan(
    game: Any, ship: Ship, legs: tuple[str, ...], at: Helmed, hold: bool = False
) -> Course | Complaint:
    """The course by some legs from where a ship is, or what is wrong with one of them.

    What they leave of her allowance is sailed straight, unless hold is set. The wind gage is
    looked at where she stops turning: where her sails do not draw she is in irons.
    """
    planner = _Planner(game, ship, at)
    for text in legs:
        kind, side, value = leg_of(text)
        if kind == "ahead":
            problem = planner.ahead(value)
            if planner.luffs:
                break
        else:
            assert side
            problem = planner.wear(side) if kind == "wear" else planner.tack_to(side, value)
        if problem is not None:
            return problem
    if planner.left and not hold and not planner.luffs:
        problem = planner.ahead(planner.left)
        if problem is not None:
            return problem
    found = planner.course()
    if planner.luffs and not hold:
        found.irons, found.luffs, found.left = True, False, 0
    return found


@clause("4.3-R")
def can_tack(ship: Ship) -> bool:
    """Whether the T line serves her: not with a rudder hit."""
    return not ship.rudders


@clause("2.1-exact")
def _too_far(ship: Ship, cost: int, left: int) -> Complaint:
    told = f"{ship.card.name} has {inches_text(left)} inches left, not {inches_text(cost)}"
    return Complaint(told, "2.1-exact", "too-far", ship.card.id)


@clause("2.1-exact")
def _no_room(ship: Ship, left: int) -> Complaint:
    told = f"{ship.card.name} has {inches_text(left)} inches left, too few for a step of the gage"
    return Complaint(told, "2.1-exact", "too-far", ship.card.id)


@clause("2.2-tacking")
def _goes_on(ship: Ship, side: str) -> Complaint:
    told = f'{ship.card.name} is in the middle of a tack and goes on with it: "tack {side}"'
    return Complaint(told, "2.2-tacking", "tack-goes-on", ship.card.id)


@clause("4.3-R")
def _no_rudder(ship: Ship, what: str) -> Complaint:
    told = f"{ship.card.name}'s rudder is hit: {what}"
    return Complaint(told, "4.3-R", "rudder", ship.card.id)
