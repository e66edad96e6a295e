"""Gunfire: who bears on whom, with how many dice, and what they hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergage import Arc, Ask, Command, Complaint, Dice, Event, PhaseRun, clause, event, in_arc
from weathergage_as_per_margin import mortars
from weathergage_as_per_margin.batteries import arc_of, light_fires
from weathergage_as_per_margin.bearing import (
    ARCS,
    BANDS,
    Gun,
    Guns,
    Line,
    Shot,
    boxes_bearing,
    is_too_high,
    limit,
    lines_of,
    open_broadsides,
    sides_of,
)
from weathergage_as_per_margin.cutting_out import is_surprised, warn
from weathergage_as_per_margin.damage import hits_told, read_dice, throw
from weathergage_as_per_margin.landing.asking import HOLD, Hold
from weathergage_as_per_margin.landing.casualties import is_manned
from weathergage_as_per_margin.night import sees, tell_seen
from weathergage_as_per_margin.sea import english, others
from weathergage_as_per_margin.state import Battery, MarginState, Ship
from weathergage_as_per_margin.targets import Target, find, hit, id_of, is_target, name_of

LETTER = {"port": "p", "starboard": "s"}
"""The attribute of a ship that says whether a side has yet to fire."""


class Fire(Command):
    """A broadside at one target. ship: who fires, a battery by its id; broadside "battery" is all
    that a battery has, "bow" a gunboat's guns, "mortars" a bomb ketch's.
    """

    NOTATION = "caesar port at formidable; san-jago at caesar; etna mortars at san-jago"

    ship: str
    broadside: Guns
    target: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "caesar port at formidable" says; None where it is no fire order.

        Raises ValueError, which says how to write it.
        """
        words = line.lower().split()
        if "at" not in words:
            return None
        head, target = words[: words.index("at")], words[words.index("at") + 1 :]
        broadside = _BROADSIDES.get(head[1]) if len(head) == 2 else "battery"
        if not 1 <= len(head) <= 2 or len(target) != 1 or broadside is None:
            raise ValueError(f"write who fires with what at whom: {cls.NOTATION}")
        return {"ship": head[0], "broadside": broadside, "target": target[0]}

    def write(self) -> str:
        """The line that says it."""
        with_ = "" if self.broadside == "battery" else f" {self.broadside}"
        return f"{self.ship}{with_} at {self.target}"


_BROADSIDES = {
    "port": "port",
    "starboard": "starboard",
    "bow": "bow",
    "battery": "battery",
    "mortars": "mortars",
    "p": "port",
    "s": "starboard",
    "larboard": "port",
}


FIRST, RAKING = "first broadside", "raking"
"""What multiplies a broadside's dice, in words."""


@event
class Fired(Event):
    """A broadside. range: its band. boxes: gun boxes that bore; why: what multiplied their dice.

    faces: the dice. kinds: what they hit. inches: from centre to centre.
    """

    ship: str
    broadside: str
    target: str
    range: str
    boxes: int
    why: tuple[str, ...]
    faces: tuple[int, ...]
    kinds: tuple[str, ...]
    clause: str
    inches: float = 0.0

    def say(self) -> str:
        """The dice and what they hit."""
        guns = "" if self.broadside == "battery" else f"'s {self.broadside} guns"
        fire = "fires" if self.broadside == "battery" else "fire"
        why = f", {' and '.join(self.why)}" if self.why else ""
        dice = " ".join(map(str, self.faces))
        return (
            f"{self.ship}{guns} {fire} at {self.target}, {self.range} range{why} ({dice}): "
            f"{hits_told(self.kinds) or 'no hit'}."
        )

    def under(self) -> Iterator[str]:
        """The clause of the fire, and those of a first broadside, a rake, or both at once."""
        yield self.clause
        if FIRST in self.why and RAKING in self.why:
            yield "APM.fire.raking-initial"
        elif FIRST in self.why:
            yield "APM.fire.initial-broadside"
        elif RAKING in self.why:
            yield "APM.fire.rake"


# Asking and answering


class FireAnswers:
    """What a side can answer while it fires. It follows its own shots, so that what is worked out
    for all pairs at once need not be worked out again.
    """

    def __init__(self, game: Any, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.lines: dict[tuple[str, Guns], Line] = {}
        self.look()

    def look(self) -> None:
        """Work out from the state who bears on whom."""
        found = lines_of(self.game, self.seat)
        self.lines = {(id_of(line.gun), line.guns): line for line in found}

    def follow(self, line: Line, target: Target) -> None:
        """Take out what a broadside at a target has closed: itself, her others if she can fire no
        more, the target if it is no more. A ship that sank has opened lines of fire.
        """
        gun = line.gun
        state: MarginState = self.game.state
        del self.lines[id_of(gun), line.guns]
        if isinstance(gun, Ship) and line.guns != mortars.MORTARS:
            still = open_broadsides(state, gun)
            for broadside in sides_of(gun):
                if broadside not in still:
                    self.lines.pop((id_of(gun), broadside), None)
        if isinstance(target, Ship) and target.gone:
            self.look()
        elif not is_target(target):
            for other in list(self.lines.values()):
                if other.shots.pop(id_of(target), None) is not None and not other.shots:
                    del self.lines[id_of(other.gun), other.guns]

    def legal(self) -> Sequence[Command]:
        """Every broadside at everything that it bears on, and holding fire."""
        return [
            *(
                Fire(ship=id, broadside=broadside, target=target)
                for (id, broadside), line in self.lines.items()
                for target in line.shots
            ),
            HOLD,
        ]

    def sample(self, dice: Dice) -> Command:
        """Each of them as likely."""
        counts = [len(line.shots) for line in self.lines.values()]
        number = dice.below("sample", 1 + sum(counts))
        for (key, line), count in zip(self.lines.items(), counts, strict=True):
            if number < count:
                id, broadside = key
                target = list(line.shots)[number]
                return Fire.of({"ship": id, "broadside": broadside, "target": target})
            number -= count
        return HOLD

    def check(self, command: Command) -> Complaint | None:
        """Why a broadside cannot be fired so."""
        if not isinstance(command, Fire):
            return None
        line = self.lines.get((command.ship, command.broadside))
        if line is not None and command.target in line.shots:
            return None
        return _why_not(self.game, self.seat, command)

    def help(self) -> str:
        """How to write it, and what can still be fired."""
        some = next(iter(self.lines.values()), None)
        example = "caesar port at formidable"
        if some is not None:
            name = next(iter(some.shots))
            fire = Fire(ship=id_of(some.gun), broadside=some.guns, target=name)
            example = fire.write()
        still = ", ".join(f"{id} {broadside}" for id, broadside in self.lines)
        return (
            f'Name a broadside and one target, such as "{example}", or "done" to hold fire. '
            f"Still to fire: {still}."
        )


def _why_not(game: Any, seat: str, fire: Fire) -> Complaint:
    """Why a broadside cannot be fired at a target."""
    gun = find(game.state, fire.ship)
    if not isinstance(gun, Ship | Battery) or gun.side != seat:
        return Complaint(
            f"{seat} has no ship or battery called {fire.ship}", "APM.fire.dice", "unknown"
        )
    if isinstance(gun, Battery):
        problem = _why_not_battery(game, gun, fire)
    elif fire.broadside == mortars.MORTARS:
        problem = _why_not_ship(game, gun) or _why_not_mortars(gun)
    else:
        problem = _why_not_ship(game, gun) or _why_not_broadside(game, gun, fire)
    target = find(game.state, fire.target)
    if problem is None and not _is_seen(game.state, gun, target):
        problem = Complaint(
            f"{name_of(gun)} sees no enemy called {fire.target} that fights",
            "APM.cutting-out.visibility" if game.state.sight else "APM.fire.dice",
            "no-target",
            fire.ship,
        )
    if problem is None and target is not None:
        problem = _why_not_at(game, gun, fire, target)
    return problem or Complaint(
        f"something lies between {name_of(gun)} and {fire.target}",
        "APM.bomb.obstacles" if fire.broadside == mortars.MORTARS else "APM.fire.ranges",
        "blocked",
        fire.ship,
    )


def _why_not_battery(game: Any, battery: Battery, fire: Fire) -> Complaint | None:
    """Why a battery can fire at nothing at all, or not so; None where it can."""
    if fire.broadside != "battery":
        reason = f'{battery.name} is a battery: write "{battery.id} at ..."'
        return Complaint(reason, "APM.fire.dice", "cannot-fire", battery.id)
    if not battery.fights:
        reason = f"{battery.name} is out of the fight"
        return Complaint(reason, "APM.battery.fire", "cannot-fire", battery.id)
    if not is_manned(game.state, battery):
        reason = f"{battery.name} has no crew at its guns"
        return Complaint(reason, "APM.landing.casualties", "cannot-fire", battery.id)
    if battery.fired:
        reason = f"{battery.name} has fired this turn"
        return Complaint(reason, "APM.fire.dice", "cannot-fire", battery.id)
    return None


def _why_not_ship(game: Any, ship: Ship) -> Complaint | None:
    """Why a ship does not fight at all, or None."""
    name, id = ship.card.name, ship.card.id
    if not ship.fights:
        return Complaint(f"{name} no longer fights", "APM.ships.strike", "cannot-fire", id)
    if is_surprised(game.state, ship):
        reason = f"{name} lies at anchor unaware of anything"
        return Complaint(reason, "APM.cutting-out.alert", "cannot-fire", id)
    return None


def _why_not_mortars(ship: Ship) -> Complaint | None:
    """Why a ship's mortars can be fired at nothing, or None."""
    name, id = ship.card.name, ship.card.id
    if not ship.card.mortars or not ship.moored:
        reason = f"{name} is no bomb ketch moored by bow and stern"
        return Complaint(reason, "APM.bomb.anchored", "cannot-fire", id)
    if not mortars.can_throw(ship):
        reason = f"{name} has fired her mortars this turn"
        return Complaint(reason, "APM.bomb.ladder", "cannot-fire", id)
    return None


def _why_not_broadside(game: Any, ship: Ship, fire: Fire) -> Complaint | None:
    """Why a broadside can be fired at nothing, or None."""
    name, id = ship.card.name, ship.card.id
    if fire.broadside not in sides_of(ship):
        reason = f"{name} has {' and '.join(sides_of(ship))} guns, no {fire.broadside} ones"
        return Complaint(reason, "APM.fire.dice", "cannot-fire", id)
    if fire.broadside not in open_broadsides(game.state, ship):
        left = "no more guns to fire" if ship.fired else "no guns left"
        reason = f"{name} has {left} to {fire.broadside} this turn"
        return Complaint(reason, "APM.fire.dice", "cannot-fire", id)
    return None


def _is_seen(state: MarginState, gun: Gun, target: Target | None) -> bool:
    """Whether there is such an enemy, and the side sees it; one cannot tell which is wrong."""
    if target is None or target.side == gun.side or not is_target(target):
        return False
    return sees(state, gun.side, target.pose)


@clause("APM.fire.no-chasers")
def _why_not_at(game: Any, gun: Gun, fire: Fire, target: Target) -> Complaint | None:
    """Why an open broadside cannot reach a target, but for what lies between; or None."""
    name, id = name_of(gun), fire.ship
    inches = gun.pose.distance(target.pose)
    told = f"{name_of(target)} is {inches:.1f} inches from {name}"
    if isinstance(gun, Ship) and fire.broadside == mortars.MORTARS:
        if mortars.in_range(game, gun, target.pose):
            return None
        return Complaint(f"{told}, out of mortars' range", "APM.bomb.range", "no-target", id)
    if is_too_high(game.state, gun, target):
        reason = f"{name_of(target)} stands too high for ships' guns"
        return Complaint(reason, "APM.battery.too-high", "no-target", id)
    if not gun.pose.is_within(target.pose, limit(game, "far")):
        reason = f"{told}; {limit(game, 'far'):g} is the farthest"
        return Complaint(reason, "APM.fire.ranges", "no-target", id)
    if in_arc(_arc(gun, fire.broadside), gun.pose, target.pose):
        return None
    return Complaint(
        f"{name_of(target)} is outside the arc of {name}'s {fire.broadside} guns",
        "APM.battery.fire" if isinstance(gun, Battery) else "APM.fire.arc",
        "no-target",
        id,
    )


def _arc(gun: Gun, broadside: str) -> Arc:
    return arc_of(gun) if isinstance(gun, Battery) else ARCS[broadside]


# The two fire steps


@clause("APM.turn", "APM.turn.english-advantage")
def fire_first(game: Any) -> PhaseRun | None:
    """The side that plays the English part fires."""
    return _fire(game, english(game.rules))


@clause("APM.turn", "APM.turn.english-advantage")
def fire_second(game: Any) -> PhaseRun | None:
    """The other side fires, with what it has left."""
    return _fire(game, others(game.rules))


def _fire(game: Any, seat: str) -> PhaseRun | None:
    """A side's step; None when nothing of it can be fired."""
    state: MarginState = game.state
    for ship in state.ships:
        if ship.side == seat:
            ship.fired = ()
    for battery in state.batteries:
        if battery.side == seat:
            battery.fired = False
    answers = FireAnswers(game, seat)
    if not answers.lines:
        return None
    game.keep()
    return _fire_in_turn(game, answers)


@clause("APM.turn.english-advantage", "APM.fire.dice")
def _fire_in_turn(game: Any, answers: FireAnswers) -> PhaseRun:
    """Ask for one broadside after another, each of which counts at once, until the player holds
    fire or nothing is left to fire.
    """
    seat = answers.seat
    while answers.lines:
        command = yield Ask(
            seat,
            (Fire, Hold),
            clause="APM.fire.dice",
            answers=answers,
            prompt=f"{seat}: the next broadside, or done",
        )
        if isinstance(command, Hold):
            return
        line = answers.lines[command.ship, command.broadside]
        shot = line.shots[command.target]
        shoot(game, line.gun, line.guns, shot)
        answers.follow(line, shot.target)


# A broadside


@clause("APM.cutting-out.alert")
def shoot(game: Any, gun: Gun, broadside: str, shot: Shot) -> None:
    """Fire a broadside at a target that it bears on.

    Ruling: a ship at anchor that is fired on is warned by it, as by guard boats that hold their
    own.
    """
    if isinstance(gun, Battery):
        gun.fired = True
        _volley(game, gun, broadside, shot, gun.boxes, "reloaded")
    elif broadside == mortars.MORTARS:
        mortars.throw_shells(game, gun, shot.target)
    else:
        boxes = boxes_bearing(gun, broadside)
        gun.fired = (*gun.fired, broadside)
        _volley(game, gun, broadside, shot, boxes, _open_letter(gun, broadside))
    target = shot.target
    if isinstance(target, Ship):
        warn(game, target)


@clause("APM.fire.initial-broadside", "APM.ships.record", "APM.fire.shot")
def _open_letter(ship: Ship, broadside: str) -> str:
    """Whether this is the side's initial broadside, as the table has it; it is crossed out, hit
    or miss. Guns over the bow have none.
    """
    letter = LETTER.get(broadside)
    if letter is None or not getattr(ship, letter):
        return "reloaded"
    setattr(ship, letter, False)
    return "initial"


@clause("APM.fire.dice", "APM.fire.initial-broadside", "APM.fire.rake", "APM.fire.raking-initial")
def volley_dice(
    game: Any, gun: Gun, target: Target, boxes: int, loading: str, *, rake: bool
) -> int:
    """Dice of so many gun boxes that bear. loading: "initial" for a first broadside, "reloaded"."""
    each = int(game.look_up("broadside", loading, "raking" if rake else "plain"))
    count: int = game.modified("gunnery dice", boxes * each, (), gun, target)
    return max(0, count)


@clause("APM.fire.dice", "APM.fire.raking-initial", "APM.battery.fire", "APM.battery.red-hot")
def _volley(game: Any, gun: Gun, broadside: str, shot: Shot, boxes: int, loading: str) -> None:
    """Throw the dice of a volley and give the target its hits, and those of the flames."""
    target = shot.target
    count = volley_dice(game, gun, target, boxes, loading, rake=shot.rake)
    id, name = id_of(gun), name_of(target)
    faces = throw(game, f"gunnery {id} {broadside}", f"gunnery at {name}", count)
    kinds = hits_of(game, faces, shot.range, target)
    if game.telling:
        why: tuple[str, ...] = (FIRST,) if loading == "initial" else ()
        why += (RAKING,) if shot.rake else ()
        told = Fired(
            name_of(gun),
            broadside,
            name,
            shot.range,
            boxes,
            why,
            faces,
            kinds,
            "APM.fire.effects",
            round(gun.pose.distance(target.pose), 3),
        )
        tell_seen(game, told, gun.side, gun.pose, target.pose)
    if kinds and isinstance(gun, Battery) and gun.red_hot and isinstance(target, Ship):
        kinds += light_fires(game, gun, target, len(kinds))
    hit(game, target, kinds, gun.pose, rake=shot.rake, clause="APM.fire.effects", by=name_of(gun))


@clause("APM.fire.effects", "APM.fire.ranges", "APM.gunboat.guns")
def hits_of(game: Any, faces: Sequence[int], range: str, target: Target) -> tuple[str, ...]:
    """What the dice of a volley hit, in their order; a cable only of a ship at anchor."""
    column = BANDS.index(range)
    found = read_dice(game, "gunnery", faces, column)
    cables = isinstance(target, Ship) and target.anchored
    return tuple(kind for kind in found if kind != "miss" and (cables or kind != "cable"))
