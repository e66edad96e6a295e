"""Fire ashore: artillery and musketry (VI, VII), and the shots that morale results give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    clause,
    event,
)
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.damage import throw
from weathergage_as_per_margin.landing.asking import HOLD, TITLES, Hold, Party, unknown, words_of
from weathergage_as_per_margin.landing.casualties import at_guns, battery_of, lose
from weathergage_as_per_margin.landing.ground import (
    Seen,
    ashore,
    box_of,
    box_of_craft,
    gap,
    is_covered,
    is_enfiladed,
    is_near,
    seat_of,
    seen_by,
)
from weathergage_as_per_margin.landing.morale import PARTIES
from weathergage_as_per_margin.night import sees, tell_seen
from weathergage_as_per_margin.state import Boats, MarginState, Ship, Unit
from weathergage_as_per_margin.targets import find, hit, id_of, name_of

MUSKET_RANGE = 6.0
"""Inches that muskets reach ("APM.landing.VII")."""

RANKS = 2
"""Ranks of formed troops that fire ("APM.landing.VII")."""

Mark = Unit | Ship | Boats
"""What troops fire at."""


class Shoot(Command):
    """Fire with one unit. target: id of an enemy unit; for artillery of a ship or boats too."""

    NOTATION: ClassVar[str] = "marines fire at militia"

    unit: str
    target: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "marines fire at militia" says; None where it is no such order.

        Raises ValueError, which says how to write it.
        """
        words = words_of(line)
        if len(words) < 2 or words[1] not in ("fire", "fires", "shoot", "shoots"):
            return None
        rest = [word for word in words[2:] if word != "at"]
        if len(rest) != 1:
            raise ValueError(f"say at whom {words[0]} fires: {cls.NOTATION}")
        return {"unit": words[0], "target": rest[0]}

    def write(self) -> str:
        """The line that says it."""
        return f"{self.unit} fire at {self.target}"


@event
class Shot(Event):
    """Troops fired. arm: of who fires. against: the column by which they hit. faces: the dice.

    inches: from edge to edge.
    """

    unit: str
    arm: str
    target: str
    against: str
    faces: tuple[int, ...]
    hits: int
    clause: str
    inches: float = 0.0

    def say(self) -> str:
        """The dice and the hits."""
        dice = " ".join(map(str, self.faces))
        how = f"within {self.against} inches" if self.arm == "artillery" else self.against
        hits = counted(self.hits, "hit") if self.hits else "no hits"
        return f"Fire of {self.unit} at {self.target}, {how} ({dice}): {hits}."


class Hits(NamedTuple):
    """What a unit's fire did: dice, and those that hit."""

    faces: tuple[int, ...]
    hitting: tuple[int, ...]


# Who may fire


@clause("APM.landing.XI.eligible", "APM.landing.V.3")
def is_eligible(state: MarginState, unit: Unit) -> bool:
    """Whether a unit may fire in the firing steps: in order, and it has neither moved nor fired
    this turn. Units in contact had their shot when the contact was made.
    """
    return (
        unit.order == "good"
        and not (unit.moved or unit.fired or unit.barred or unit.contact or unit.gone)
        and has_shot(state, unit)
    )


@clause("APM.landing.XI.immediate-fire")
def may_fire_at_once(state: MarginState, unit: Unit) -> bool:
    """Whether a unit whose morale die says so can fire: once a turn, moved or not."""
    return (unit.order == "good" and not (unit.fired or unit.barred or unit.gone)) and has_shot(
        state, unit
    )


@clause("APM.landing.VI", "APM.landing.VII")
def has_shot(state: MarginState, unit: Unit) -> bool:
    """Whether a unit has anything to fire: infantry muskets, artillery guns.

    Ruling: cavalry has none, as no result lets it fire. A battery's crew has its battery's guns,
    while it stands at them and they have not fired at sea this turn.
    """
    if unit.arm != "artillery":
        return unit.arm == "infantry"
    battery = battery_of(state, unit)
    if battery is None:
        return True
    return battery.boxes > 0 and not (battery.spiked or battery.fired) and at_guns(state, unit)


# At what


def reach_of(game: Any, unit: Unit) -> float:
    """Inches that a unit's weapons reach."""
    return MUSKET_RANGE if unit.arm == "infantry" else _bands(game)[-1]


def _bands(game: Any) -> list[float]:
    """The ranges of artillery, in inches."""
    return [float(name) for name in game.rules.tables["artillery"].columns]


def box_of_mark(mark: Mark) -> Any:
    """The rectangle round a target."""
    return box_of(mark) if isinstance(mark, Unit) else box_of_craft(mark)


@clause("APM.landing.VI", "APM.landing.VII", "APM.landing.I")
def marks_of(game: Any, unit: Unit, seen: Seen | None = None) -> Iterator[Mark]:
    """What a unit can fire at: enemy units in range, edge to edge; for artillery boats and ships
    too. Ruling: no arc is printed, so all round: guns pivot, and so do men with muskets.

    seen: what `seen_by` gives for the unit's party, for whoever asks more than once.
    """
    state: MarginState = game.state
    own, reach = box_of(unit), reach_of(game, unit)
    for enemy, box in seen_by(state, unit.party) if seen is None else seen:
        if enemy.party != unit.party and is_near(own, box, reach):
            yield enemy
    if unit.arm == "artillery":
        afloat: list[Ship | Boats] = [*state.ships, *state.boats]
        for craft in afloat:
            if craft.side == unit.side or craft.gone or (isinstance(craft, Ship) and craft.struck):
                continue
            if is_near(own, box_of_craft(craft), reach) and sees(state, unit.side, craft.pose):
                yield craft


@clause("APM.landing.VII")
def musketry_dice(unit: Unit) -> int:
    """Figures that fire: all skirmishers, two ranks of formed troops, one of a crowd."""
    if unit.skirmishing:
        return unit.figures
    return min(unit.figures, unit.files * (RANKS if unit.formed else 1))


@clause("APM.landing.VI", "APM.landing.VII")
def dice_of(game: Any, unit: Unit) -> int:
    """Dice that a unit throws when it fires."""
    if unit.arm == "artillery":
        dice: int = game.modified("artillery dice", unit.figures, (), unit)
    else:
        dice = game.modified("musketry dice", musketry_dice(unit), (), unit)
    return max(0, dice)


@clause("APM.landing.VII.targets")
def target_class(game: Any, unit: Unit, target: Unit) -> str:
    """The column of the musketry table: cover first, then mounted or enfiladed, then skirmishers.
    Artillery in the open counts as infantry.
    """
    if is_covered(game, target):
        return "cover"
    if target.arm == "cavalry":
        return "mounted"
    if is_enfiladed(target, unit):
        return "enfilade"
    return "skirmishers" if target.skirmishing else "open"


@clause("APM.landing.VI")
def band_of(game: Any, unit: Unit, mark: Mark) -> str:
    """The column of the artillery table: the shortest range that reaches."""
    own, theirs = box_of(unit), box_of_mark(mark)
    columns: tuple[str, ...] = game.rules.tables["artillery"].columns
    return next((name for name in columns if is_near(own, theirs, float(name))), columns[-1])


def expected_hits(game: Any, unit: Unit, mark: Mark) -> float:
    """Hits that a unit's fire scores on the average, for whoever weighs it."""
    table, column = _aimed(game, unit, mark)
    chances = sum(int(game.look_up(table, die, column)) for die in range(1, 7))
    return dice_of(game, unit) * chances / 6


def _aimed(game: Any, unit: Unit, mark: Mark) -> tuple[str, str]:
    """The table and column by which a unit hits a mark."""
    if unit.arm == "artillery" or not isinstance(mark, Unit):
        return "artillery", band_of(game, unit, mark)
    return "musketry", target_class(game, unit, mark)


# The firing steps


class Shooting:
    """Answers: one eligible unit and its target, or no more fire."""

    __slots__ = ("_game", "_seen", "units")

    def __init__(self, game: Any, party: Party, arm: str) -> None:
        self._game = game
        state: MarginState = game.state
        self.units = [
            unit for unit in ashore(state, party) if unit.arm == arm and is_eligible(state, unit)
        ]
        self._seen = seen_by(state, party) if self.units else []

    def _marks(self, unit: Unit) -> Iterator[Mark]:
        return marks_of(self._game, unit, self._seen)

    def can_act(self) -> bool:
        """Whether anybody who is eligible has a target."""
        return any(next(self._marks(unit), None) is not None for unit in self.units)

    def legal(self) -> Sequence[Command]:
        """Every unit with each of its targets, and to hold."""
        shots = [
            Shoot(unit=unit.id, target=id_of(mark))
            for unit in self.units
            for mark in self._marks(unit)
        ]
        return [*shots, HOLD]

    def sample(self, dice: Dice) -> Command:
        """Most often a unit and a target, each as likely; now and then no more."""
        units = list(self.units)
        while units and dice.below("sample", 8):
            unit = units.pop(dice.below("sample", len(units)))
            marks = list(self._marks(unit))
            if marks:
                mark = marks[dice.below("sample", len(marks))]
                return Shoot(unit=unit.id, target=id_of(mark))
        return HOLD

    def check(self, command: Command) -> Complaint | None:
        """Whether the unit may fire, and can fire at that."""
        if not isinstance(command, Shoot):
            return None
        unit = next((unit for unit in self.units if unit.id == command.unit), None)
        if unit is None:
            names = [unit.id for unit in self.units]
            return unknown(command.unit, names, "APM.landing.XI.eligible", "not-eligible")
        marks = [id_of(mark) for mark in self._marks(unit)]
        if command.target in marks:
            return None
        return Complaint(
            f"{unit.name} can fire up to {reach_of(self._game, unit):g} inches, at "
            f"{', '.join(marks) or 'nobody'}; not at {command.target}",
            "APM.landing.VI" if unit.arm == "artillery" else "APM.landing.VII",
            "no-target",
            unit.id,
        )

    def help(self) -> str:
        """How to answer."""
        return f'Name a unit and its target: "{Shoot.NOTATION}"; "done" when nobody else fires.'


def artillery(game: Any) -> PhaseRun:
    """All eligible artillery fires: both sides say at what, then all dice are thrown."""
    return _fire_step(game, "artillery", "APM.landing.VI")


def musketry(game: Any) -> PhaseRun:
    """All eligible muskets fire: both sides say at what, then all dice are thrown."""
    return _fire_step(game, "infantry", "APM.landing.VII")


@clause("APM.landing.VI", "APM.landing.VII", "APM.landing.I")
def _fire_step(game: Any, arm: str, clause: str) -> PhaseRun:
    """Fire is simultaneous: no choice waits for a die, and figures hit by artillery or muskets
    fall when both steps are over.
    """
    state: MarginState = game.state
    for party in PARTIES:
        while (answers := Shooting(game, party, arm)).can_act():
            order: Command = yield Ask(
                seat_of(state, party),
                (Shoot, Hold),
                clause=clause,
                answers=answers,
                about=TITLES[party],
                prompt=f"What does {TITLES[party]}'s {arm} fire at? One unit at a time.",
            )
            if not isinstance(order, Shoot):
                break
            unit = next(unit for unit in state.units if unit.id == order.unit)
            unit.aim, unit.fired = order.target, True
    _discharge(game)


def _discharge(game: Any) -> None:
    """Throw for all that was aimed, then let ships and boats have their hits at once; troops bear
    theirs until the firing is over.
    """
    state: MarginState = game.state
    afloat: list[tuple[Unit, Ship | Boats, Hits]] = []
    for unit in state.units:
        if not unit.aim:
            continue
        mark = find(state, unit.aim)
        unit.aim = ""
        if isinstance(mark, Unit):
            mark.struck += len(_throw(game, unit, mark).hitting)
        elif isinstance(mark, Ship | Boats):
            afloat.append((unit, mark, _throw(game, unit, mark)))
    for unit, craft, hits in afloat:
        # "APM.landing.I" Ruling: a land gun's hit is a box, by the face that a ship's gun shows.
        kinds = [game.look_up("gunnery", face, "near") for face in hits.hitting]
        if not craft.gone:
            hit(game, craft, kinds, unit.pose, clause="APM.landing.VI", by=unit.name)


@clause("APM.landing.VI", "APM.landing.VII.targets")
def hitting_of(game: Any, table: str, faces: Sequence[int], column: str) -> tuple[int, ...]:
    """Those of some dice that hit. table: "artillery" or "musketry"; column: its."""
    return tuple(face for face in faces if game.look_up(table, face, column))


@clause("APM.landing.VI", "APM.landing.VII", "APM.landing.VII.targets")
def _throw(game: Any, unit: Unit, mark: Mark) -> Hits:
    """Throw a unit's dice at a mark. Artillery pivots to it, unless an enemy is at the guns."""
    table, column = _aimed(game, unit, mark)
    count = dice_of(game, unit)
    under = "APM.landing.VI" if table == "artillery" else "APM.landing.VII.targets"
    if unit.arm == "artillery" and not unit.contact:
        unit.pose = unit.pose.facing(mark.pose)
    why = f"{'guns' if table == 'artillery' else 'muskets'} of {unit.name}"
    stream = f"{table} {unit.id}"
    faces = throw(game, stream, why, count)
    hitting = hitting_of(game, table, faces, column)
    if game.telling:
        inches = round(inches_to(unit, mark), 3)
        told = Shot(unit.name, unit.arm, name_of(mark), column, faces, len(hitting), under, inches)
        tell_seen(game, told, unit.side, unit.pose, mark.pose)
    return Hits(faces, hitting)


@clause("APM.landing.XI.immediate-fire")
def fire_at_once(game: Any, unit: Unit, target: Unit) -> bool:
    """A unit fires as its morale die says, and not again this turn; figures fall at once. False
    where it cannot, or where its target is out of reach.
    """
    state: MarginState = game.state
    if not may_fire_at_once(state, unit) or target.gone:
        return False
    if not is_near(box_of(unit), box_of(target), reach_of(game, unit)):
        return False
    unit.fired = True
    hits = _throw(game, unit, target)
    lose(game, target, len(hits.hitting), "APM.landing.XI.immediate-fire")
    return True


def inches_to(unit: Unit, mark: Mark) -> float:
    """Inches from a unit's nearest edge to a target's."""
    return gap(box_of(unit), box_of_mark(mark))
