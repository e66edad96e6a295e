"""What is on the table in a game of As Per Margin III: ships, batteries, boats and troops."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from weathergage import Base, FreePose, Outcome, Stand, clause
from weathergage_as_per_margin.campaign.chart import Chart

Kind = Literal["man-of-war", "merchant", "transport", "gunboat", "bomb-ketch"]
Broadside = Literal["port", "starboard", "bow"]
Scale = Literal["table", "sighting", "chart"]
Masts = Literal["undamaged", "damaged", "dismasted"]

SMALL = 7
"""The rate of craft below twenty guns, which the rates leave out."""


class Boxes(NamedTuple):
    """How many hit boxes a ship is built with.

    upper, lower: the two lines of mast boxes. port, starboard: gun boxes of either side. bow: gun
    boxes that fire ahead, a gunboat's. either: gun boxes that bear on whichever side is engaged.
    """

    upper: int
    lower: int
    port: int
    starboard: int
    bow: int
    either: int
    hull: int

    @property
    def guns(self) -> int:
        """All gun boxes."""
        return self.port + self.starboard + self.bow + self.either


@clause("APM.ships.record")
@dataclass(frozen=True, slots=True)
class Card:
    """A ship's line on the sheet of her fleet, as she was built.

    n: her number, counted through all sides: `state.ships[n]`. id: the word that commands use,
    "caesar". guns: her number of guns; rate: 1 to 6, or SMALL. mortars: of a bomb ketch. troops:
    figures that a loaded transport can land. immobile: her crew cannot get her under way.
    one_side: she can man one broadside a turn. flag: an admiral is aboard.
    """

    n: int
    id: str
    name: str
    side: str
    nation: str
    kind: Kind
    guns: int
    rate: int
    boxes: Boxes
    base: Base
    mortars: int = 0
    troops: int = 0
    immobile: bool = False
    one_side: bool = False
    flag: bool = False


@dataclass(slots=True, eq=False)
class Ship:
    """A ship as she is now; a captured one is the same ship.

    side: who sails her. pose: centre of the base. upper to hull: boxes left. p, s: whether the
    letter is still open, that is, whether that side has yet to fire. independent: she moves apart
    from any line. bow_cable, stern_cable: anchors that hold. lost_anchors: cut by her crew and lost
    for the battle. locked: numbers of the ships she has fallen aboard of. struck: the flag is down.
    gone: why she is not on the table ("sunk", "broken up", "left", "starved", "elsewhere"), or "".
    moved: had her move this turn. extra: inches that her own die adds to her move. rowing: inches
    that her oars give her this turn. sounded: she has cast the lead and keeps to her least speed.
    weighing: her anchors come up when the turn ends. pivoted: on her springs, this turn. fired:
    broadsides fired this turn. swing: cables cut since she last swung. loaded: troops aboard.
    boats_out: boxes away in boats. alarm: the turn from which she has reacted to an alarm, or
    has been aware of the action without one; 0 for none. immobile: she cannot make sail (until
    another crew does). ladder: (id of the target, firings so far) of her mortars. laid: her pose
    and the target's when they last fired. track: poses of her last move, oldest first.
    """

    card: Card
    side: str
    pose: FreePose
    upper: int
    lower: int
    port: int
    starboard: int
    bow: int
    either: int
    hull: int
    p: bool = True
    s: bool = True
    independent: bool = False
    bow_cable: bool = False
    stern_cable: bool = False
    lost_anchors: bool = False
    aground: bool = False
    locked: tuple[int, ...] = ()
    struck: bool = False
    gone: str = ""
    moved: bool = False
    extra: int = 0
    rowing: int = 0
    sounded: bool = False
    weighing: bool = False
    pivoted: bool = False
    fired: tuple[str, ...] = ()
    swing: str = ""
    loaded: bool = False
    boats_out: int = 0
    alarm: int = 0
    immobile: bool = False
    ladder: tuple[str, int] = ("", 0)
    laid: tuple[FreePose, ...] = ()
    track: tuple[FreePose, ...] = ()
    n: int = -1

    def __post_init__(self) -> None:
        """Take the number from the card."""
        self.n = self.card.n

    @property
    def guns(self) -> int:
        """Gun boxes left."""
        return self.port + self.starboard + self.bow + self.either

    @property
    def mast_boxes(self) -> int:
        """Mast boxes left."""
        return self.upper + self.lower

    @property
    def boxes(self) -> int:
        """Hit boxes left of all three kinds."""
        return self.guns + self.upper + self.lower + self.hull

    @property
    @clause("APM.ships.mast-states")
    def masts(self) -> Masts:
        """Undamaged while the upper line has a box, dismasted when neither has."""
        if self.upper:
            return "undamaged"
        return "damaged" if self.lower else "dismasted"

    @property
    @clause("APM.anchor.handling")
    def anchored(self) -> bool:
        """Whether a cable holds her."""
        return self.bow_cable or self.stern_cable

    @property
    @clause("APM.anchor.pivot", "APM.bomb.anchored")
    def moored(self) -> bool:
        """Whether she lies by bow and stern."""
        return self.bow_cable and self.stern_cable

    @property
    def fights(self) -> bool:
        """Whether she is on the table with her colours up."""
        return not self.gone and not self.struck

    @property
    @clause("APM.ships.sink")
    def lost(self) -> bool:
        """Whether she is no more: sunk, broken up or starved."""
        return self.gone not in ("", "left", "elsewhere")

    @property
    def base(self) -> Base:
        """Her base."""
        return self.card.base

    @property
    def stand(self) -> Stand:
        """Her base where it stands."""
        return Stand(self.pose, self.card.base)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of her base where it stands, in inches."""
        return self.card.base.corners(self.pose)

    def copy(self) -> Ship:
        """The same ship, sharing nothing that changes."""
        twin = Ship.__new__(Ship)
        twin.card = self.card
        twin.n = self.n
        twin.side = self.side
        twin.pose = self.pose
        twin.upper = self.upper
        twin.lower = self.lower
        twin.port = self.port
        twin.starboard = self.starboard
        twin.bow = self.bow
        twin.either = self.either
        twin.hull = self.hull
        twin.p = self.p
        twin.s = self.s
        twin.independent = self.independent
        twin.bow_cable = self.bow_cable
        twin.stern_cable = self.stern_cable
        twin.lost_anchors = self.lost_anchors
        twin.aground = self.aground
        twin.locked = self.locked
        twin.struck = self.struck
        twin.gone = self.gone
        twin.moved = self.moved
        twin.extra = self.extra
        twin.rowing = self.rowing
        twin.sounded = self.sounded
        twin.weighing = self.weighing
        twin.pivoted = self.pivoted
        twin.fired = self.fired
        twin.swing = self.swing
        twin.loaded = self.loaded
        twin.boats_out = self.boats_out
        twin.alarm = self.alarm
        twin.immobile = self.immobile
        twin.ladder = self.ladder
        twin.laid = self.laid
        twin.track = self.track
        return twin


# "APM.measuring" House figures: a work of a hundred feet, and a boat with room for her oars.
BATTERY = Base.rectangle(1.0, 1.0)
BOAT = Base.rectangle(0.4, 0.2)


@clause("APM.battery.boxes")
@dataclass(slots=True, eq=False)
class Battery:
    """A shore battery. pose: where it stands and what it faces. boxes: gun boxes left. arc: the
    degrees to either side of its front that its guns bear. red_hot: it has a furnace. too_high:
    ships' guns cannot reach it. silent: the scenario keeps it out of the fight. spiked: taken by
    a landing party.
    """

    id: str
    name: str
    side: str
    pose: FreePose
    built: int
    boxes: int
    arc: float = 45.0
    red_hot: bool = False
    too_high: bool = False
    silent: bool = False
    spiked: bool = False
    fired: bool = False
    base: Base = BATTERY

    @property
    def fights(self) -> bool:
        """Whether it has guns and uses them."""
        return self.boxes > 0 and not self.silent and not self.spiked

    @property
    def stand(self) -> Stand:
        """Its base where it stands."""
        return Stand(self.pose, self.base)

    def copy(self) -> Battery:
        """The same battery, sharing nothing that changes."""
        return Battery(
            self.id,
            self.name,
            self.side,
            self.pose,
            self.built,
            self.boxes,
            self.arc,
            self.red_hot,
            self.too_high,
            self.silent,
            self.spiked,
            self.fired,
            self.base,
        )


@clause("APM.cutting-out.boats")
@dataclass(slots=True, eq=False)
class Boats:
    """Boats that keep together: one, or a group named at the start of its side's move.

    ship: number of the ship that sent them. count: boats left, a box of their ship each. guard:
    put out to guard an anchored ship. reach: inches they may row this turn, once thrown. troops:
    number of the unit they carry, or -1. gone: "lost", "hoisted in", "joined" (others) or "".
    base: that of one boat.
    """

    id: str
    side: str
    ship: int
    pose: FreePose
    count: int
    guard: bool = False
    reach: int = 0
    moved: bool = False
    troops: int = -1
    gone: str = ""
    base: ClassVar[Base] = BOAT

    @property
    def stand(self) -> Stand:
        """One boat's base where the group is."""
        return Stand(self.pose, BOAT)

    def copy(self) -> Boats:
        """The same boats, sharing nothing that changes."""
        return Boats(
            self.id,
            self.side,
            self.ship,
            self.pose,
            self.count,
            self.guard,
            self.reach,
            self.moved,
            self.troops,
            self.gone,
        )


Arm = Literal["infantry", "cavalry", "artillery"]
Order = Literal["good", "shaken", "routing"]


@clause("APM.landing.scale", "APM.landing.casualties")
@dataclass(slots=True, eq=False)
class Unit:
    """Troops ashore, or to be put ashore; a figure is 25 men.

    n: its number, `state.units[n]`. party: "landing" or "garrison". pose: the middle of its front
    rank, and which way it faces. figures: left; a gun's are its crew. files: figures in its front
    rank. formed: in close order, else in no order; skirmishing: spread an inch apart. order: good,
    shaken or routing. pinned: an enemy has closed with it. moved, fired, hit: this turn. barred:
    it may not move or fire this turn (a failed test, a gun stuck in a ditch). contact: numbers of
    the enemies it is in contact with. charging: it closed this turn. ship: number of the ship it
    came from, or -1. battery: id of the battery whose crew it is. gone: "destroyed", "routed
    off", "afloat" (not yet landed) or "". halted: it stands where it is this turn
    (it failed to close) but may fire. reach: inches it may march, once thrown; crossing: it set
    out across rough ground. aim: id of what it fires at, until the dice fall. struck: hits of this
    turn's fire that are not yet taken off. track: poses of its last move, oldest first.
    """

    n: int
    id: str
    name: str
    side: str
    party: Literal["landing", "garrison"]
    arm: Arm
    figures: int
    pose: FreePose
    files: int
    formed: bool = True
    skirmishing: bool = False
    order: Order = "good"
    pinned: bool = False
    moved: bool = False
    fired: bool = False
    hit: bool = False
    barred: bool = False
    contact: tuple[int, ...] = ()
    charging: bool = False
    ship: int = -1
    battery: str = ""
    gone: str = ""
    halted: bool = False
    reach: int = 0
    crossing: bool = False
    aim: str = ""
    struck: int = 0
    track: tuple[FreePose, ...] = ()

    def copy(self) -> Unit:
        """The same unit, sharing nothing that changes."""
        twin = Unit.__new__(Unit)
        twin.n = self.n
        twin.id = self.id
        twin.name = self.name
        twin.side = self.side
        twin.party = self.party
        twin.arm = self.arm
        twin.figures = self.figures
        twin.pose = self.pose
        twin.files = self.files
        twin.formed = self.formed
        twin.skirmishing = self.skirmishing
        twin.order = self.order
        twin.pinned = self.pinned
        twin.moved = self.moved
        twin.fired = self.fired
        twin.hit = self.hit
        twin.barred = self.barred
        twin.contact = self.contact
        twin.charging = self.charging
        twin.ship = self.ship
        twin.battery = self.battery
        twin.gone = self.gone
        twin.halted = self.halted
        twin.reach = self.reach
        twin.crossing = self.crossing
        twin.aim = self.aim
        twin.struck = self.struck
        twin.track = self.track
        return twin


@clause("APM.measuring")
@dataclass(slots=True)
class MarginState:
    """All that is on the table.

    scale: whether play is on the table, on the sighting chart or on the sea chart. battle_turn:
    the number of this turn in its battle, from 1. wind: degrees it blows from, one of eight.
    wind_dice: the two dice of this turn, 0 before they are first
    thrown. sight: inches that one sees by night, 0 by day or before
    they are thrown. soundings: depths that casting the lead has found, as
    (region, side). chart: the campaign, if it is one. minutes: of the clock, from the noon at
    which a campaign began, or from the battle's first turn.

    Tuples are replaced, never changed in place, so copies share them.
    """

    turn: int
    ships: list[Ship]
    wind: int
    batteries: list[Battery] = field(default_factory=list)
    boats: list[Boats] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    scale: Scale = "table"
    battle_turn: int = 1
    wind_dice: tuple[int, int] = (0, 0)
    sight: int = 0
    soundings: tuple[tuple[str, str], ...] = ()
    minutes: float = 0.0
    chart: Chart | None = None
    agenda: tuple[tuple[str, tuple[object, ...]], ...] = ()
    outcome: Outcome | None = None

    @property
    @clause("APM.wind-speed.total")
    def total(self) -> int:
        """Both wind dice."""
        return self.wind_dice[0] + self.wind_dice[1]

    @property
    @clause("APM.wind-speed.higher")
    def higher(self) -> int:
        """The higher wind die."""
        return max(self.wind_dice)

    @property
    @clause("APM.wind-speed.lower")
    def lower(self) -> int:
        """The lower wind die."""
        return min(self.wind_dice)

    def ship(self, id: str) -> Ship | None:
        """The ship of that id, or None."""
        for ship in self.ships:
            if ship.card.id == id:
                return ship
        return None

    def copy(self) -> MarginState:
        """The same position, sharing nothing that changes."""
        return MarginState(
            self.turn,
            [ship.copy() for ship in self.ships],
            self.wind,
            [battery.copy() for battery in self.batteries],
            [boats.copy() for boats in self.boats],
            [unit.copy() for unit in self.units],
            self.scale,
            self.battle_turn,
            self.wind_dice,
            self.sight,
            self.soundings,
            self.minutes,
            self.chart.copy() if self.chart is not None else None,
            self.agenda,
            self.outcome,
        )
