"""What is on the table in a game of Admiralty: ships with their logs, and signals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from weathergage import Base, FreePose, Outcome, Stand, clause

Grade = Literal["A", "B", "C", "D"]
Hull = Literal["weak", "", "stout"]
Doctrine = Literal["hull", "rigging"]
Setting = Literal["stop", "anchored", "battle", "normal"]
Side = Literal["port", "starboard"]
SIDES: tuple[Side, Side] = ("port", "starboard")


class Guns(NamedTuple):
    """Gun dice of one side of a ship by weight; carronades are heavy and serve at close range."""

    light: int
    medium: int
    heavy: int
    carronades: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.light + self.medium + self.heavy + self.carronades

    @property
    @clause("4.0-digits")
    def digits(self) -> str:
        """As logs write them: "609", "609+1"."""
        main = f"{self.light}{self.medium}{self.heavy}"
        return f"{main}+{self.carronades}" if self.carronades else main


NOBODY = Guns(0, 0, 0)
"""No gun dice."""


@clause("1.3-ship-logs")
@dataclass(frozen=True, slots=True)
class Card:
    """A ship's entry in the log as it is filled in before play.

    n: her number, `state.ships[n]`. id: the word that commands use. guns: of either side. size: 3,
    2, 1, 0.5 or 0.25. ratio: sail hits that cost half an inch of battle move. moves: (battle move,
    normal bonus) in inches at the game's scale, by wind rating from 1. flag: may post signals.
    """

    n: int
    id: str
    name: str
    side: str
    nation: str
    rating: int
    guns: Guns
    size: float
    hull: Hull
    grade: Grade
    doctrine: Doctrine
    ratio: int
    moves: tuple[tuple[float, float], ...]
    base: Base
    flag: bool = False
    convoy: bool = False


@dataclass(slots=True, eq=False)
class Ship:
    """A ship as she is now; a captured one is the same ship.

    side: who sails her. pose: centre of the base. setting: of her sails. port, starboard: gun
    dice left. gun_hits: hits on port and starboard that have yet to make five. sail_hits: S
    hits. anchors, masts, officers, pumps, rudders, waterline: A, M, O, P, R and W hits.
    blocked: B hits on port and starboard. fires, infernos: F and I. locks: (number of the other
    ship, L hits) pairs, hers only; 0 where only the other took L, so that both know of the
    lock. irons: in irons; driven: turns of being driven astern. backing: making sternway.
    no_normal: made an emergency change to battle sail. raising: turn in which raising anchor
    began, 0 for none. party: gun dice given up for boarding, by weight and on both sides.
    action: number of the first of her boarding actions, or -1. headway: inches that she coasts
    next move if she is stopped. aground. surrendered: to whom, "" for nobody. gone: "sunk",
    "exploded", "left" or "". Of this turn: moved, sailed (inches), turned (did not finish a tack),
    fired (sides), passing fire made. targets: numbers of the ships that she last fired at, in this
    turn or the one before, and from which side. fought: fired or was fired on in the turn before.
    near: ships that she need not check a collision with again. track: poses of her last move,
    oldest first.
    """

    card: Card
    side: str
    pose: FreePose
    setting: Setting
    port: Guns
    starboard: Guns
    gun_hits: tuple[int, int] = (0, 0)
    sail_hits: int = 0
    anchors: int = 0
    masts: int = 0
    officers: int = 0
    pumps: int = 0
    rudders: int = 0
    waterline: int = 0
    blocked: tuple[int, int] = (0, 0)
    fires: int = 0
    infernos: int = 0
    locks: tuple[tuple[int, int], ...] = ()
    irons: bool = False
    driven: int = 0
    backing: bool = False
    tack: Literal["", "port", "starboard"] = ""
    no_normal: bool = False
    raising: int = 0
    party: Guns = NOBODY
    action: int = -1
    headway: float = 0.0
    aground: bool = False
    surrendered: str = ""
    gone: str = ""
    moved: bool = False
    sailed: float = 0.0
    turned: bool = False
    fired: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    targets: tuple[tuple[int, str], ...] = ()
    fought: bool = False
    fights_now: bool = False
    near: tuple[int, ...] = ()
    track: tuple[FreePose, ...] = ()
    n: int = -1

    def __post_init__(self) -> None:
        """Take the number from the card."""
        self.n = self.card.n

    @property
    def stand(self) -> Stand:
        """Her base where it stands."""
        return Stand(self.pose, self.card.base)

    @property
    def afloat(self) -> bool:
        """Whether she is on the table."""
        return not self.gone

    @property
    def fights(self) -> bool:
        """On the table with her colours up."""
        return not self.gone and not self.surrendered

    @property
    @clause("4.3-L")
    def locked(self) -> bool:
        """Whether she is held to another ship, by her own L hits or the other's."""
        return bool(self.locks)

    def guns(self, side: Side) -> Guns:
        """Gun dice left on a side."""
        return self.port if side == "port" else self.starboard

    def set_guns(self, side: Side, guns: Guns) -> None:
        """Write down what is left on a side."""
        if side == "port":
            self.port = guns
        else:
            self.starboard = guns

    @property
    @clause("3.1-marking")
    def mobilised(self) -> int:
        """The number beside GM in her log: gun dice that serve as a boarding party."""
        return self.party.total

    @property
    @clause("5.1-dice-guns-lost")
    def guns_lost(self) -> int:
        """Gun dice lost on both sides together."""
        return 2 * self.card.guns.total - self.port.total - self.starboard.total

    def copy(self) -> Ship:
        """The same ship, sharing nothing that changes; written out to be quick."""
        twin = Ship.__new__(Ship)
        twin.card = self.card
        twin.side = self.side
        twin.pose = self.pose
        twin.setting = self.setting
        twin.port = self.port
        twin.starboard = self.starboard
        twin.gun_hits = self.gun_hits
        twin.sail_hits = self.sail_hits
        twin.anchors = self.anchors
        twin.masts = self.masts
        twin.officers = self.officers
        twin.pumps = self.pumps
        twin.rudders = self.rudders
        twin.waterline = self.waterline
        twin.blocked = self.blocked
        twin.fires = self.fires
        twin.infernos = self.infernos
        twin.locks = self.locks
        twin.irons = self.irons
        twin.driven = self.driven
        twin.backing = self.backing
        twin.tack = self.tack
        twin.no_normal = self.no_normal
        twin.raising = self.raising
        twin.party = self.party
        twin.action = self.action
        twin.headway = self.headway
        twin.aground = self.aground
        twin.surrendered = self.surrendered
        twin.gone = self.gone
        twin.moved = self.moved
        twin.sailed = self.sailed
        twin.turned = self.turned
        twin.fired = self.fired
        twin.passed = self.passed
        twin.targets = self.targets
        twin.fought = self.fought
        twin.fights_now = self.fights_now
        twin.near = self.near
        twin.track = self.track
        twin.n = self.n
        return twin


@clause("3.2-post")
class Signal(NamedTuple):
    """A signal that flies. ship: number of who posted it. words: the message, which only its own
    ship and those who have read it may know. turn: since when. read: numbers of ships that have
    read it; tried: those that tried this turn.
    """

    n: int
    ship: int
    words: str
    turn: int
    read: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()


@clause("5.1-start")
class Action(NamedTuple):
    """A boarding action. attackers, defender: numbers, the attackers' leader first. dice: left to
    attackers and defender; mobilised: those that come from gun dice, as (ship, dice) pairs. begun:
    the turn. lost: dice lost by attackers and defender in the turn before.
    """

    n: int
    attackers: tuple[int, ...]
    defender: int
    dice: tuple[int, int]
    mobilised: tuple[tuple[int, int], ...]
    begun: int
    lost: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class AdmiraltyState:
    """All that is on the table.

    wind: hundredths of a degree that it blows from. speed: its rating, 1 to 5. order: ships
    still to move this turn, as groups that move together, the most downwind first. places: the same
    ships one by one. pending:
    hits of the cannon fire that count at the end of its step, (ship, kind, count, side).
    called: passing fire made, (firer, side, target). offered: passing fire that could be
    called, (firer, target, greatest share of dice). risks: ships that must throw for fire
    danger after they fired. kindled: (ship, fires lit while infernos were thrown for).
    attempts: boarding attempts declared. signals: those that fly. close: the method of aiming at
    close range where it was drawn by dice, else "".

    Tuples are replaced, never changed in place, so copies share them.
    """

    turn: int
    ships: list[Ship]
    wind: int
    speed: int
    order: tuple[tuple[int, ...], ...] = ()
    places: tuple[int, ...] = ()
    pending: tuple[tuple[int, str, int, str], ...] = ()
    called: tuple[tuple[int, str, int], ...] = ()
    offered: tuple[tuple[int, int, float], ...] = ()
    risks: tuple[int, ...] = ()
    kindled: tuple[tuple[int, int], ...] = ()
    attempts: tuple[tuple[int, int], ...] = ()
    actions: tuple[Action, ...] = ()
    signals: tuple[Signal, ...] = ()
    counted: int = 0
    close: str = ""
    agenda: tuple[tuple[str, tuple[object, ...]], ...] = ()
    outcome: Outcome | None = None

    def ship(self, id: str) -> Ship | None:
        """The ship of that id, or None."""
        for ship in self.ships:
            if ship.card.id == id:
                return ship
        return None

    @clause("5.1-start")
    def leave_boarding(self, n: int) -> None:
        """Take a ship that is lost out of her boarding actions, with the dice of her gun crews; an
        action ends where a side has no ship left.
        """
        kept = []
        for action in self.actions:
            if action.defender == n or action.attackers == (n,):
                continue
            if n in action.attackers:
                gone = sum(dice for ship, dice in action.mobilised if ship == n)
                action = action._replace(
                    attackers=tuple(ship for ship in action.attackers if ship != n),
                    dice=(max(1, action.dice[0] - gone), action.dice[1]),
                    mobilised=tuple(pair for pair in action.mobilised if pair[0] != n),
                )
            kept.append(action)
        self.actions = tuple(kept)
        self.mark_boarding()

    @clause("5.1-start")
    def mark_boarding(self) -> None:
        """Write into each log which boarding action the ship is in."""
        found: dict[int, int] = {}
        for action in self.actions:
            for n in (*action.attackers, action.defender):
                found.setdefault(n, action.n)
        for ship in self.ships:
            ship.action = found.get(ship.n, -1)

    def copy(self) -> AdmiraltyState:
        """The same position, sharing nothing that changes."""
        return AdmiraltyState(
            self.turn,
            [ship.copy() for ship in self.ships],
            self.wind,
            self.speed,
            self.order,
            self.places,
            self.pending,
            self.called,
            self.offered,
            self.risks,
            self.kindled,
            self.attempts,
            self.actions,
            self.signals,
            self.counted,
            self.close,
            self.agenda,
            self.outcome,
        )
