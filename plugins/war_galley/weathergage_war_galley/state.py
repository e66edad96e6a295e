"""What is on the map in a game of War Galley (2.0 to 5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from weathergage import STEP, Outcome, clause
from weathergage_war_galley import waters
from weathergage_war_galley.waters import Waters

PORT, STARBOARD = 1, 2
"""Flanks, as bits: a galley Crippled on both is 3."""

Captured = Literal["", "captured", "recaptured"]
Segment = Literal["", "movement", "boarding"]


@clause("2.1-type", "2.1-size", "4.1")
@dataclass(frozen=True, slots=True)
class Counter:
    """A galley's counter, with what its scenario says of it.

    n: its number, `state.galleys[n]`. code: how commands name it, "5/11" or, where both sides have
    one, "green 5/11". colour, type, number: as printed, "green", "5", 11. fleet: who may command
    it, where a side's fleets are apart. ram: Ram Attack at Cruise and at Maximum. speed: at Cruise
    and at Maximum. hexes: 1 or 2. anastrophe: an asterisk on its Maximum side. flame, firepots,
    corvus, harpax, sails: as its scenario equips it. value: Victory Points instead of its Ram
    Defense. sea: the hexes that it is kept to, None for all.
    """

    n: int
    code: str
    colour: str
    type: str
    number: int
    side: str
    fleet: str
    crew: int
    ram: tuple[int, int]
    defense: int
    manpower: int
    speed: tuple[int, int]
    hexes: int
    anastrophe: bool = False
    engines: bool = False
    towers: bool = False
    flame: bool = False
    firepots: bool = False
    corvus: bool = False
    harpax: bool = False
    sails: bool = False
    value: int | None = None
    sea: frozenset[int] | None = None

    @property
    def points(self) -> int:
        """Victory Points that an enemy has for it: its Ram Defense, or what the scenario says."""
        return self.defense if self.value is None else self.value


@clause("2.1-markers", "2.3")
@dataclass(slots=True, eq=False)
class Galley:
    """A galley as it is now; a captured one is the same galley.

    n, side: `side` is who has it. bow, heading: the hex of its bow and the hexside it points at;
    `stern` is the bow itself for a one-hex galley. maximum: which side of the counter is up.
    depletion: levels. fatigue: the number on its marker; tired: the marker was put on this turn.
    half: a Half Speed marker, and in `slowed` whether it was put on in this activation. crippled:
    flanks, as bits. rammed: a Rammed marker; rammer: the first who did it to its present side, or
    -1. fouled, grappled: numbers of the
    others, mutual. hooks: those of `grappled` that its own corvus or harpax holds. stranded: the
    turn it ran aground, 0 if afloat. fire: On Fire; kindled: only since this turn's Status phase.
    sail, mast_down, unrigged: under sail; Mast Down; may not raise sail again. towers: still
    standing. tows: number of the transport in tow, or -1; towed: of its tug. anchored. treasure:
    carries it, a secret of its side. gone: "sunk", "burned", "stranded", "exited", "ashore",
    "to deploy" (not yet placed), "waiting" (off the map, behind others of its line), or "".
    wake: hexes of its bow this turn, oldest first.
    squadron: index in `state.squadrons`, -1 for none. used: has been activated this turn.
    rammed_at, raked_at, grappled_at, fired, transferred, collided, repulsed: what it did this turn.
    swung: changed facing or turned around without moving this turn. reacted: the activation in
    which it last used Reaction Fire. deserting: treachery makes it leave the map.
    """

    counter: Counter
    side: str
    bow: int
    heading: int
    maximum: bool = False
    depletion: int = 0
    fatigue: int = 0
    tired: bool = False
    half: bool = False
    slowed: bool = False
    crippled: int = 0
    rammed: bool = False
    rammer: int = -1
    fouled: tuple[int, ...] = ()
    grappled: tuple[int, ...] = ()
    hooks: tuple[int, ...] = ()
    stranded: int = 0
    fire: bool = False
    kindled: bool = False
    captured: Captured = ""
    sail: bool = False
    mast_down: bool = False
    unrigged: bool = False
    towers: bool = False
    tows: int = -1
    towed: int = -1
    anchored: bool = False
    treasure: bool = False
    gone: str = ""
    edge: str = ""
    wake: tuple[int, ...] = ()
    squadron: int = -1
    used: bool = False
    rammed_at: bool = False
    raked_at: bool = False
    grappled_at: bool = False
    fired: bool = False
    collided: bool = False
    repulsed: bool = False
    swung: bool = False
    reacted: int = 0
    deserting: bool = False
    n: int = -1

    def __post_init__(self) -> None:
        """Take the number from the counter."""
        self.n = self.counter.n

    @property
    @clause("4.2", "4.2-double", "4.2-small")
    def stern(self) -> int:
        """The hex of its stern: behind the bow, or the same for a one-hex galley."""
        return self.bow - STEP[self.heading] if self.counter.hexes == 2 else self.bow

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes it fills, the bow first."""
        if self.counter.hexes == 1:
            return (self.bow,)
        return (self.bow, self.bow - STEP[self.heading])

    @property
    @clause("2.1-crew", "6.46", "8.25", "8.26")
    def crew(self) -> int:
        """Its Crew Rating: as printed, 0 once captured."""
        return 0 if self.captured else self.counter.crew

    @property
    @clause("2.1-manpower", "8.62", "8.25")
    def manpower(self) -> int:
        """Its Manpower less Depletions, never below 0; 0 once captured."""
        return 0 if self.captured else max(0, self.counter.manpower - self.depletion)

    @property
    @clause("2.1-ram")
    def ram(self) -> int:
        """Ram Attack of the side that is up."""
        return self.counter.ram[self.maximum]

    @property
    @clause("2.1-speed", "8.48")
    def printed_speed(self) -> int:
        """Speed Rating of the side that is up; Maximum is one more once its towers are gone."""
        counter = self.counter
        if self.maximum and counter.towers and not self.towers:
            return counter.speed[1] + 1
        return counter.speed[self.maximum]

    @property
    @clause("6.37-immobile")
    def held(self) -> bool:
        """Rammed, Fouled, Grappled, aground or Crippled on both flanks: it cannot move."""
        return bool(
            self.rammed or self.fouled or self.grappled or self.stranded or self.crippled == 3
        )

    @property
    def afloat(self) -> bool:
        """Whether it is on the map."""
        return not self.gone

    def copy(self) -> Galley:
        """The same galley, sharing nothing that changes; written out to be quick."""
        twin = Galley.__new__(Galley)
        twin.counter = self.counter
        twin.side = self.side
        twin.bow = self.bow
        twin.heading = self.heading
        twin.maximum = self.maximum
        twin.depletion = self.depletion
        twin.fatigue = self.fatigue
        twin.tired = self.tired
        twin.half = self.half
        twin.slowed = self.slowed
        twin.crippled = self.crippled
        twin.rammed = self.rammed
        twin.rammer = self.rammer
        twin.fouled = self.fouled
        twin.grappled = self.grappled
        twin.hooks = self.hooks
        twin.stranded = self.stranded
        twin.fire = self.fire
        twin.kindled = self.kindled
        twin.captured = self.captured
        twin.sail = self.sail
        twin.mast_down = self.mast_down
        twin.unrigged = self.unrigged
        twin.towers = self.towers
        twin.tows = self.tows
        twin.towed = self.towed
        twin.anchored = self.anchored
        twin.treasure = self.treasure
        twin.gone = self.gone
        twin.edge = self.edge
        twin.wake = self.wake
        twin.squadron = self.squadron
        twin.used = self.used
        twin.rammed_at = self.rammed_at
        twin.raked_at = self.raked_at
        twin.grappled_at = self.grappled_at
        twin.fired = self.fired
        twin.collided = self.collided
        twin.repulsed = self.repulsed
        twin.swung = self.swung
        twin.reacted = self.reacted
        twin.deserting = self.deserting
        twin.n = self.n
        return twin


@clause("2.1-commanders", "5.11", "5.12")
@dataclass(slots=True, eq=False)
class Commander:
    """A Squadron Commander or Admiral. range: Command Range; initiative: an Admiral's, None for
    an SqC. galley: number of his Command Ship, -1 when he is out of the game. reduced: on his
    Reduced Effectiveness side; lost: it is his deputy, for good, and no Admiral. applied: has used
    the reduced ratings in an activation. transferred: has tried to this turn. only: types of galley
    that he may command, () for all. fleet: as a Counter's, "" for all of his side. adrift: number
    of the ship that he was lost with, until it is sure which galley has his deputy; else -1.
    """

    id: str
    name: str
    side: str
    range: int
    initiative: int | None
    galley: int
    fleet: str = ""
    only: tuple[str, ...] = ()
    reduced: bool = False
    lost: bool = False
    applied: bool = False
    transferred: bool = False
    adrift: int = -1

    @property
    def is_admiral(self) -> bool:
        """Whether he leads the fleet."""
        return self.initiative is not None and not self.lost

    @property
    @clause("5.23", "5.52")
    def reach(self) -> int:
        """His Command Range, one less on his Reduced Effectiveness side."""
        return self.range - 1 if self.reduced else self.range

    def copy(self) -> Commander:
        """The same commander, sharing nothing that changes."""
        twin = Commander.__new__(Commander)
        twin.id = self.id
        twin.name = self.name
        twin.side = self.side
        twin.range = self.range
        twin.initiative = self.initiative
        twin.galley = self.galley
        twin.fleet = self.fleet
        twin.only = self.only
        twin.reduced = self.reduced
        twin.lost = self.lost
        twin.applied = self.applied
        twin.transferred = self.transferred
        twin.adrift = self.adrift
        return twin


@clause("2.5-squadron", "5.21", "5.3")
class Squadron(NamedTuple):
    """A squadron of this turn. commander: his id, "" for an Individual Squadron or for galleys
    that need none. members: numbers. line: formed by line astern, the first galley leading. word:
    what galleys are called that act together without a commander, "transports", "column".
    """

    n: int
    side: str
    commander: str
    members: tuple[int, ...]
    line: bool = False
    word: str = ""

    @property
    def individual(self) -> bool:
        """One galley in no commander's squadron."""
        return len(self.members) == 1 and not self.commander and not self.word


class Arrival(NamedTuple):
    """Galleys that wait off the map in line. line: its name. bow, heading: the berth, just beyond
    the map's edge, where the next one starts once it is clear. ahead: number of the galley that
    the next one follows, -1 at the head of a line. numbers: who waits, in order. turn: in which
    they may begin. after: lines that must be on the map before.
    """

    line: str
    bow: int
    heading: int
    ahead: int
    numbers: tuple[int, ...]
    turn: int = 1
    after: tuple[str, ...] = ()


@clause("6.13", "6.42", "7.15-speed")
@dataclass(slots=True)
class Moving:
    """The galley that is moving. announced, spent: Movement Points. sailed: those that the wind
    gives. turns: bow/flank hexes entered. backing, forward: which way it has gone. began_maximum:
    it must check for Fatigue. came: hex its bow came from with its last step, -1 at first. raked:
    (target, flank) already tried in this move. through: number of the galley being passed through.
    hindered: a failed reaction ram takes one off its attempts. begun: its Movement Points are
    announced; what comes before any movement is over. ended: it has no step left to make, so that
    this is the end of its movement. fee: Movement Points spent before they are announced, on sails,
    tow lines, towers or grapples. stopped: it makes no further step. aloof: it may not move next to
    an enemy. sail_handled: it has raised or lowered sail. cut: it has tried to cut grapples.
    straight: its last step was straight ahead, or it has made none. dodged: (number, hex of the
    mover's bow) of those that have avoided it, and where it was.
    """

    n: int
    announced: int = 0
    spent: int = 0
    sailed: int = 0
    turns: int = 0
    backing: bool = False
    forward: bool = False
    began_maximum: bool = False
    came: int = -1
    raked: tuple[tuple[int, int], ...] = ()
    through: int = -1
    hindered: bool = False
    stopped: bool = False
    begun: bool = False
    ended: bool = False
    fee: int = 0
    aloof: bool = False
    sail_handled: bool = False
    cut: bool = False
    straight: bool = True
    dodged: tuple[tuple[int, int], ...] = ()

    @property
    def left(self) -> int:
        """Movement Points still to be spent."""
        return self.announced - self.spent

    def copy(self) -> Moving:
        """The same."""
        twin = Moving.__new__(Moving)
        for name in _MOVING:
            setattr(twin, name, getattr(self, name))
        return twin


_MOVING = tuple(Moving.__slots__)


@dataclass(slots=True)
class GalleyState:
    """All that is on the map.

    wind: heading it blows TO, -1 for none; calm: Dead Calm. at: number of the galley in each
    occupied hex, kept by `place` and `lift`. enemy_waters: by side, where its enemies have been in
    this turn, kept by `place` and `change_hands`. squadrons: of this turn. alone: numbers of the
    galleys that are Individual Squadrons of their own, in the squadrons' order, kept by `enrol`.
    first: side that leads off in phases D to F. named: id of the admiral named for the initiative
    roll, by side. doubled: sides that have tried a Double Activation this turn. activation: counts
    activations through the game. active: indices of the squadrons being activated. segment: of that
    activation. moving: the galley that is moving. confused: speed adjustment of the active
    squadron, by Orders Confusion. arrivals: lines of galleys waiting to enter. deserters: by fleet,
    what the die for its treachery said. lost_admirals: (side, initiative) of those lost since the
    last Victory Phase, the last of their fleets. conceded: the side that has ceded victory.
    scattered: a column that needed no commander has broken up.
    """

    turn: int
    galleys: list[Galley]
    commanders: list[Commander]
    wind: int = -1
    calm: bool = False
    at: dict[int, int] = field(default_factory=dict)
    squadrons: tuple[Squadron, ...] = ()
    first: str = ""
    named: dict[str, str] = field(default_factory=dict)
    doubled: tuple[str, ...] = ()
    activation: int = 0
    active: tuple[int, ...] = ()
    segment: Segment = ""
    moving: Moving | None = None
    confused: str = ""
    arrivals: tuple[Arrival, ...] = ()
    deserters: dict[str, int] = field(default_factory=dict)
    lost_admirals: tuple[tuple[str, int], ...] = ()
    withdrawn: str = ""
    conceded: str = ""
    blowing: bool = False
    scattered: bool = False
    agenda: tuple[tuple[str, tuple[object, ...]], ...] = ()
    outcome: Outcome | None = None
    enemy_waters: dict[str, Waters] = field(default_factory=dict)
    alone: tuple[int, ...] = ()

    def place(self, galley: Galley, bow: int, heading: int) -> None:
        """Put a galley on the map, or move it: its old hexes are freed."""
        at, n = self.at, galley.n
        for hex in galley.hexes:
            if at.get(hex) == n:
                del at[hex]
        galley.bow = bow
        galley.heading = heading
        at[bow] = at[galley.stern] = n
        for side, known in self.enemy_waters.items():
            if side != galley.side:
                self.enemy_waters[side] = known.reached(bow)

    def enrol(self, formed: Iterable[Squadron]) -> None:
        """Add squadrons after those that there are; each bears its number already."""
        formed = tuple(formed)
        self.squadrons += formed
        self.alone += tuple(s.members[0] for s in formed if s.individual)

    def change_hands(self, galley: Galley, side: str) -> None:
        """Give a galley to a side."""
        galley.side = side
        self.place(galley, galley.bow, galley.heading)

    def chart_waters(self) -> None:
        """See afresh where each side's enemies are; a side that has none on the map is left out."""
        self.enemy_waters = {}
        afloat = [galley for galley in self.galleys if not galley.gone]
        for side in dict.fromkeys(galley.side for galley in afloat):
            bows = [galley.bow for galley in afloat if galley.side != side]
            if bows:
                self.enemy_waters[side] = waters.around(bows)

    def lift(self, galley: Galley, why: str) -> None:
        """Take a galley off the map."""
        for hex in galley.hexes:
            if self.at.get(hex) == galley.n:
                del self.at[hex]
        galley.gone = why
        if galley.grappled or galley.fouled:
            self.part(galley)
        if galley.tows >= 0 or galley.towed >= 0:
            self.let_go(galley)

    def part(self, galley: Galley) -> None:
        """Free a galley and all that it is Grappled or Fouled with from one another."""
        n = galley.n
        for k in galley.grappled:
            other = self.galleys[k]
            other.grappled = tuple(m for m in other.grappled if m != n)
            other.hooks = tuple(m for m in other.hooks if m != n)
        for k in galley.fouled:
            other = self.galleys[k]
            other.fouled = tuple(m for m in other.fouled if m != n)
        galley.grappled = galley.fouled = galley.hooks = ()

    def bound(self, galley: Galley) -> list[Galley]:
        """A galley and all that are bound to it by grapples or fouling, near or far."""
        found = [galley]
        for ship in found:
            for n in (*ship.grappled, *ship.fouled):
                other = self.galleys[n]
                if other not in found:
                    found.append(other)
        return found

    def let_go(self, galley: Galley) -> None:
        """Part a galley from what it tows and from what tows it."""
        if galley.tows >= 0:
            self.galleys[galley.tows].towed = -1
        if galley.towed >= 0:
            self.galleys[galley.towed].tows = -1
        galley.tows = galley.towed = -1

    def copy(self) -> GalleyState:
        """The same position, sharing nothing that changes."""
        return GalleyState(
            self.turn,
            [galley.copy() for galley in self.galleys],
            [commander.copy() for commander in self.commanders],
            self.wind,
            self.calm,
            self.at.copy(),
            self.squadrons,
            self.first,
            self.named.copy(),
            self.doubled,
            self.activation,
            self.active,
            self.segment,
            self.moving.copy() if self.moving is not None else None,
            self.confused,
            self.arrivals,
            self.deserters.copy(),
            self.lost_admirals,
            self.withdrawn,
            self.conceded,
            self.blowing,
            self.scattered,
            self.agenda,
            self.outcome,
            self.enemy_waters.copy(),
            self.alone,
        )
