"""What is on the table in a game of Frigate (3.0)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from weathergage import Complaint, Outcome, Sections, clause

CALM, LIGHT, MODERATE, FRESH = range(4)
FORCES = ("Calm", "Light", "Moderate", "Fresh")
NO_FLAG, FLAGSHIP, FLEET_FLAGSHIP = range(3)
LEFT = ("exited", "escaped")
"""Why a ship is gone that sailed or drifted off the map."""


@clause("3.2", "3.21")
@dataclass(frozen=True, slots=True)
class Counter:
    """What is printed on a ship's counter, and whose it is at the start.

    n: her line on the plot sheets, counted through all sides. id: "british 44/F". code: rating
    and identity letter, "44/F". guns: Gunnery Strength at 0-2, 3-5, 6-7 and 8-10 hexes.
    line: a Ship of the Line (rating 50 and up), else frigate class or smaller.
    """

    n: int
    id: str
    code: str
    name: str
    side: str
    fleet: str
    nation: str
    type: str
    rating: int
    guns: tuple[int, int, int, int]
    defense: int
    line: bool

    @property
    def title(self) -> str:
        """Name and code, "Guerriere 44/F": what stories call her."""
        return f"{self.name} {self.code}" if self.name != self.code else self.id


@dataclass(slots=True, eq=False)
class Ship:
    """A ship as she is now; a captured one is the same ship.

    n, code: her line and name on the plot sheets. side and fleet: who sails her. place: hex.
    heading: hexsides clockwise from north. speed: Movement Rate. crew, mast: hits, at most three
    each. afoul: lines of the ships she is afoul of. gone: why she is no longer on the map ("sunk",
    "exploded", "aground", "exited", or "escaped" for who left when her fleet was past its level),
    else "". edge: the side she left by; section: the
    map section she left from. wake: places she sailed through last, oldest first, without the one
    she is in.
    """

    counter: Counter
    side: str
    fleet: str
    place: int
    heading: int
    speed: int
    flag: int = NO_FLAG
    crew: int = 0
    mast: int = 0
    afoul: tuple[int, ...] = ()
    prize: bool = False
    anchored: bool = False
    gone: str = ""
    edge: str = ""
    section: str = ""
    wake: tuple[int, ...] = ()
    n: int = -1
    code: str = ""

    def __post_init__(self) -> None:
        """Take line and code from the counter."""
        self.n = self.counter.n
        self.rename()

    def rename(self) -> None:
        """Call her by her identity code, a prize with P- before it."""
        self.code = f"P-{self.counter.code}" if self.prize else self.counter.code

    @property
    def hits(self) -> int:
        """Crew and Mast Hits together."""
        return self.crew + self.mast

    @property
    def crippled(self) -> bool:
        """Three hits of either kind: no repair, and no choosing to run afoul."""
        return self.crew >= 3 or self.mast >= 3

    @property
    def disabled(self) -> bool:
        """Three Mast and three Crew Hits."""
        return self.crew >= 3 and self.mast >= 3

    def copy(self) -> Ship:
        """The same ship, sharing nothing that changes."""
        twin = Ship.__new__(Ship)
        twin.counter = self.counter
        twin.n = self.n
        twin.code = self.code
        twin.side = self.side
        twin.fleet = self.fleet
        twin.place = self.place
        twin.heading = self.heading
        twin.speed = self.speed
        twin.flag = self.flag
        twin.crew = self.crew
        twin.mast = self.mast
        twin.afoul = self.afoul
        twin.prize = self.prize
        twin.anchored = self.anchored
        twin.gone = self.gone
        twin.edge = self.edge
        twin.section = self.section
        twin.wake = self.wake
        return twin


@clause("13.0-ratings")
@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet's ratings. efficiency: "high", "moderate", "low", or "" for one that has none.
    gunnery: number of its results table. preservation: its level, or None for never.
    allies: fleets that are over their level when this one is.
    """

    id: str
    side: str
    name: str
    nation: str
    efficiency: str
    gunnery: int
    preservation: int | None
    allies: tuple[str, ...] = ()


class Planned:
    """What a ship will do this turn, once the plots are in.

    end: her facing at the end. rate: Movement Rate. offsets, headings: where she is, as a
    difference from her place, and how she heads after each point. kind, target: fire, if any.
    formation: number of the formation she sails in, or -1. Never changed, so shared freely.
    """

    __slots__ = (
        "breaks_away",
        "end",
        "formation",
        "headings",
        "kind",
        "n",
        "offsets",
        "rate",
        "target",
    )

    def __init__(
        self,
        n: int,
        end: int,
        rate: int = 0,
        offsets: tuple[int, ...] = (),
        headings: tuple[int, ...] = (),
        kind: str = "",
        target: int = -1,
        formation: int = -1,
        breaks_away: bool = False,
    ) -> None:
        self.n = n
        self.end = end
        self.rate = rate
        self.offsets = offsets
        self.headings = headings
        self.kind = kind
        self.target = target
        self.formation = formation
        self.breaks_away = breaks_away

    def firing(self, kind: str, target: int) -> Planned:
        """The same with fire at a target ("mast" or "crew"); -1 for none."""
        return Planned(
            self.n,
            self.end,
            self.rate,
            self.offsets,
            self.headings,
            kind,
            target,
            self.formation,
            self.breaks_away,
        )

    def in_formation(self, formation: int) -> Planned:
        """The same as a member of a formation."""
        return Planned(
            self.n,
            self.end,
            self.rate,
            self.offsets,
            self.headings,
            self.kind,
            self.target,
            formation,
            self.breaks_away,
        )


class Formation(NamedTuple):
    """A formation as plotted. kind: "column" or "abreast", as it begins. leader: line of the
    ship whose row it sails by. flag: line of the flagship that controls it. members: lines,
    the lead ship first and then in order.
    """

    kind: str
    leader: int
    flag: int
    members: tuple[int, ...]


@dataclass(slots=True)
class FrigateState:
    """All that is on the table.

    wind: the heading it blows from. force: 0 Calm to 3 Fresh. sections: where the six map
    sections lie; frozen: they stay there. schedule: Movement Allowance by force and class. bands:
    which of the four gun strengths serves at each distance in hexes. over: fleets past their
    level, with the turn. awarded: victory points so far by side for ships that left. scored: hits
    of this turn not yet marked, (crew, mast) by line. plans, formations: what was plotted this
    turn. misplotted: ships whose plot was illegal. passing: flags on their way, (from, to). out:
    ships out of command. exploding: ships that blow up when results are applied. free: ships
    still to be deployed.

    Tuples and sections are replaced, never changed in place, so copies share them.
    """

    turn: int
    ships: list[Ship]
    fleets: tuple[Fleet, ...]
    wind: int
    force: int
    sections: Sections
    schedule: tuple[tuple[int, ...], ...] = ()
    bands: tuple[int, ...] = ()
    frozen: bool = False
    over: dict[str, int] = field(default_factory=dict)
    awarded: dict[str, int] = field(default_factory=dict)
    scored: dict[int, tuple[int, int]] = field(default_factory=dict)
    plans: tuple[Planned | None, ...] = ()
    formations: tuple[Formation, ...] = ()
    misplotted: frozenset[int] = frozenset()
    passing: tuple[tuple[int, int], ...] = ()
    out: frozenset[int] = frozenset()
    exploding: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    agenda: tuple[tuple[str, tuple[object, ...]], ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> FrigateState:
        """The same position, sharing nothing that changes."""
        twin = FrigateState.__new__(FrigateState)
        twin.turn = self.turn
        twin.ships = [ship.copy() for ship in self.ships]
        twin.fleets = self.fleets
        twin.wind = self.wind
        twin.force = self.force
        twin.sections = self.sections
        twin.schedule = self.schedule
        twin.bands = self.bands
        twin.frozen = self.frozen
        twin.over = self.over.copy()
        twin.awarded = self.awarded.copy()
        twin.scored = self.scored.copy()
        twin.plans = self.plans
        twin.formations = self.formations
        twin.misplotted = self.misplotted
        twin.passing = self.passing
        twin.out = self.out
        twin.exploding = self.exploding
        twin.free = self.free
        twin.agenda = self.agenda
        twin.outcome = self.outcome
        return twin


def complaint(ship: Ship, reason: str, clause: str, code: str = "illegal-plot") -> Complaint:
    """What is wrong with a ship's row of a plot; `book` play suffers it (6.11, 6.12)."""
    return Complaint(f"{ship.code}: {reason}", clause, code, ship.counter.id, True)
