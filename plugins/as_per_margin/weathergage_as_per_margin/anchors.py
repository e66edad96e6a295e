"""Anchors: letting go, weighing, cutting, swinging to a cable, and pivoting on springs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from weathergage import (
    PER_INCH,
    TOLERANCE,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    PhaseRun,
    Stand,
    clause,
    degrees_of,
    event,
    point_name,
)
from weathergage_as_per_margin.compass import Heading, heading_text
from weathergage_as_per_margin.cutting_out import is_surprised
from weathergage_as_per_margin.grounding import grounds_for, is_known, run_aground
from weathergage_as_per_margin.night import sees, tell_seen
from weathergage_as_per_margin.sea import board_of, english, others
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import ground_under, grounds_of, near, overlapped

Anchor = Literal["", "bow", "stern", "both"]

DEEPEST = 500
"""Tenths of a fathom in which a ship may anchor."""

# "APM.campaign.anchor-depth", "APM.scale.distance" House figure, four cables, for water of which no
# depth is told.
OFFSHORE = 24.0
"""Inches from land or shoal within which a ship may anchor where no depth is told."""

SHALLOWS = ("land", "shoal")


class Rest(Command):
    """The side is done with this step; ships that need not move stay."""

    NOTATION = '"done"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.strip().lower() in ("done", "rest") else None

    def write(self) -> str:
        """The line that stands for it."""
        return "done"


class Spring(Command):
    """A ship moored by bow and stern pivots on her springs. heading: where to."""

    NOTATION = '"desaix spring ENE"'

    ship: str
    heading: Heading

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if len(words) < 2 or words[1] != "spring":
            return None
        if len(words) != 3:
            raise ValueError('write the heading after "spring", such as "desaix spring ENE"')
        return {"ship": words[0], "heading": degrees_of(words[2])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"{self.ship} spring {heading_text(self.heading)}"


@event
class Anchored(Event):
    """A ship let go an anchor or two. held: whether they found the ground."""

    ship: str
    by: str
    held: bool
    clause: str

    def say(self) -> str:
        """By which."""
        by = "bow and stern" if self.by == "both" else f"the {self.by}"
        if not self.held:
            return f"{self.ship} lets go by {by}, but finds no bottom."
        return f"{self.ship} anchors by {by}."


@event
class Unmoored(Event):
    """A ship cut her cables, or began to weigh. cut: whether she cut."""

    ship: str
    cut: bool
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.ship} cuts her cables." if self.cut else f"{self.ship} weighs anchor."


@event
class Swung(Event):
    """A ship swung, to the cable that still holds her or on her springs."""

    ship: str
    heading: float
    why: str
    clause: str

    def say(self) -> str:
        """Where she points."""
        return f"{self.ship} {self.why} and lies {point_name(self.heading)}."


# Letting go, weighing, cutting


@clause("APM.campaign.anchor-depth", "APM.anchor.handling")
def finds_ground(game: Any, stand: Stand, seat: str | None = None) -> bool:
    """Whether an anchor holds there: in 50 fathoms or less, and where no depth is told within 24
    inches of land or shoal.

    seat: whose knowledge counts; where it has not sounded, it may try. None: as it is.
    """
    for ground in grounds_of(game.rules):
        if ground.region.holds(stand.pose):
            return (
                seat is not None and not is_known(game, ground, seat)
            ) or ground.tenths <= DEEPEST
    far = round((OFFSHORE + stand.base.reach + 1) * PER_INCH)
    x, y, _ = stand.pose
    for region in board_of(game.rules).regions:
        west, north, east, south = region.bounds
        if (
            region.kind in SHALLOWS
            and west - far <= x <= east + far
            and north - far <= y <= south + far
            and region.shape.distance(stand.shape) <= OFFSHORE + TOLERANCE
        ):
            return True
    return False


@clause("APM.anchor.handling", "APM.cutting-out.alert")
def let_go(game: Any, ship: Ship, anchor: Anchor) -> None:
    """Let go one anchor or two; where the water turns out too deep they find no ground. A ship that
    anchors in an action is aware of it.
    """
    held = finds_ground(game, ship.stand)
    if held:
        ship.bow_cable = anchor in ("bow", "both")
        ship.stern_cable = anchor in ("stern", "both")
        ship.swing = ""
        ship.alarm = game.state.turn
    if game.telling:
        tell_seen(
            game,
            Anchored(ship.card.name, anchor, held, "APM.anchor.handling"),
            ship.side,
            ship.pose,
        )


@clause("APM.anchor.handling")
def cut(game: Any, ship: Ship) -> None:
    """Cut all cables at once; the anchors are lost for the battle."""
    ship.bow_cable = ship.stern_cable = False
    ship.lost_anchors = True
    ship.swing = ""
    if game.telling:
        told = Unmoored(ship.card.name, True, "APM.anchor.handling")
        tell_seen(game, told, ship.side, ship.pose)


@clause("APM.anchor.handling")
def weigh(game: Any, ship: Ship) -> None:
    """Begin to weigh: she neither moves nor pivots this turn, and is under way in the next.

    Ruling: her cables hold, and may be hit, until the turn ends.
    """
    ship.weighing = True
    ship.moved = True
    if game.telling:
        told = Unmoored(ship.card.name, False, "APM.anchor.handling")
        tell_seen(game, told, ship.side, ship.pose)


# Swinging


@clause("APM.anchor.adrift")
def swing(game: Any) -> None:
    """Ships with one cable cut swing to the other: head to wind by the bow, stern to it by the
    stern.

    Ruling: one that would swing into another ship stays as she lies until she has room.
    """
    state: MarginState = game.state
    for ship in state.ships:
        if not ship.swing or ship.gone:
            continue
        if ship.moored or not ship.anchored:
            ship.swing = ""
            continue
        heading = (state.wind + (0 if ship.bow_cable else 180)) % 360
        pose = ship.pose.pointed(heading)
        if ship.locked or ship.aground or not is_clear(game, ship, pose):
            continue
        ship.swing = ""
        turn(game, ship, pose, "swings to her cable", "APM.anchor.adrift")


def turn(game: Any, ship: Ship, pose: FreePose, why: str, clause: str) -> None:
    """Point a ship elsewhere where she lies; she grounds where that brings her on a shoal."""
    if pose == ship.pose:
        return
    ship.pose = pose
    if game.telling:
        tell_seen(game, Swung(ship.card.name, pose.degrees, why, clause), ship.side, pose)
    ground = ground_under(ship.stand, grounds_for(game, ship))
    if ground is not None:
        run_aground(game, ship, ground)


def is_clear(game: Any, ship: Ship, pose: FreePose, ships: Sequence[Ship] | None = None) -> bool:
    """Whether a ship pointed as in a pose lies in nobody, seen or unseen.

    ships: the others that may be so near; all by default.
    """
    ships = near(game, ship, 0.0) if ships is None else ships
    return not any(overlapped(Stand(pose, ship.card.base), ships))


# Pivoting


@clause("APM.anchor.pivot", "APM.turn")
def pivot_moored(game: Any) -> PhaseRun | None:
    """Ships moored by bow and stern may pivot on their springs by up to half a circle, the French
    and Spanish first.
    """
    if not any(ship.bow_cable and ship.stern_cable for ship in game.state.ships):
        return None
    game.keep()
    return _pivot_in_turn(game)


def _pivot_in_turn(game: Any) -> PhaseRun:
    for seat in (others(game.rules), english(game.rules)):
        while True:
            ships = [ship for ship in game.state.ships if can_spring(game, ship, seat)]
            if not ships:
                break
            order = yield Ask(
                seat,
                (Spring, Rest),
                clause="APM.anchor.pivot",
                answers=_Springs(game, seat, ships),
                prompt="Which moored ship pivots on her springs?",
            )
            if isinstance(order, Rest):
                break
            ship = game.state.ship(order.ship)
            ship.pivoted = True
            _pivot(game, ship, order.heading)


@clause("APM.anchor.pivot")
def can_spring(game: Any, ship: Ship, seat: str) -> bool:
    """Whether a side may pivot a ship in this step: moored, in the fight, not weighing, and awake;
    once a turn.
    """
    return (
        ship.bow_cable
        and ship.stern_cable
        and ship.side == seat
        and ship.fights
        and not (ship.pivoted or ship.weighing or ship.locked or ship.aground)
        and not is_surprised(game.state, ship)
    )


def _pivot(game: Any, ship: Ship, heading: float) -> None:
    """Pivot a ship, unless somebody unseen lies in the way of it."""
    pose = ship.pose.pointed(heading)
    if is_clear(game, ship, pose):
        turn(game, ship, pose, "pivots on her springs", "APM.anchor.pivot")


@clause("APM.turning.before")
def bad_pivot(
    game: Any, ship: Ship, stand: Stand, ships: Sequence[Ship], clause: str
) -> Complaint | None:
    """Why a ship may not end a pivot there: in another base, or on ground that takes her.

    ships: the others that may be so near. Only what her side sees and knows of counts. The
    pivot's sweep does not.
    """
    state: MarginState = game.state
    for other in overlapped(stand, ships):
        if other.side == ship.side or sees(state, ship.side, other.pose):
            return Complaint(
                f"pointing {point_name(stand.pose.degrees)}, {ship.card.name} would lie in "
                f"{other.card.name}; choose another heading",
                clause,
                "overlap",
                ship.card.id,
            )
    ground = ground_under(stand, grounds_for(game, ship, ship.side))
    if ground is not None:
        return Complaint(
            f"pointing {point_name(stand.pose.degrees)}, {ship.card.name} would touch "
            f"{ground.region.name}; choose another heading",
            clause,
            "aground",
            ship.card.id,
        )
    return None


class _Springs:
    """A moored ship of the side and a heading, or no more."""

    __slots__ = ("game", "seat", "ships")

    def __init__(self, game: Any, seat: str, ships: list[Ship]) -> None:
        self.game = game
        self.seat = seat
        self.ships = ships

    def legal(self) -> None:
        """Too many to list."""
        return

    def sample(self, dice: Dice) -> Command:
        """Half the time no more, else one of them and any heading."""
        if dice.below("sample", 2):
            ship = self.ships[dice.below("sample", len(self.ships))]
            command = Spring(ship=ship.card.id, heading=float(dice.below("sample", 360)))
            if self.check(command) is None:
                return command
        return Rest()

    def check(self, command: Command) -> Complaint | None:
        """Whether she may pivot and where to."""
        if not isinstance(command, Spring):
            return None
        for ship in self.ships:
            if ship.card.id == command.ship:
                stand = Stand(ship.pose.pointed(command.heading), ship.card.base)
                ships = near(self.game, ship, 0.0)
                return bad_pivot(self.game, ship, stand, ships, "APM.anchor.pivot")
        names = ", ".join(ship.card.id for ship in self.ships)
        told = f"{command.ship!r} is none of the moored ships that may still pivot: {names}"
        return Complaint(told, "APM.anchor.pivot", "unknown-ship")

    def help(self) -> str:
        """Who may pivot."""
        names = ", ".join(ship.card.id for ship in self.ships)
        return f'One of {names}: "{self.ships[0].card.id} spring ENE"; or "done".'
