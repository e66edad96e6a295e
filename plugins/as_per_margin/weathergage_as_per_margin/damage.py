"""What hits do to ships: boxes crossed off, cables cut, flags struck, ships lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from weathergage import PER_INCH, TOLERANCE, Event, FreePose, clause, cosine, event, sine
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import Boats, MarginState, Masts, Ship

Side = Literal["port", "starboard"]

OTHER: dict[Side, Side] = {"port": "starboard", "starboard": "port"}


@event
class Damaged(Event):
    """Boxes were crossed off a ship.

    by: who hit her, or "". masts to hull: boxes lost; other: gun boxes of no side. change: what
    her masts make her now, where that is new, or "".
    """

    ship: str
    by: str
    masts: int
    port: int
    starboard: int
    other: int
    hull: int
    change: str
    clause: str

    def say(self) -> str:
        """What she loses."""
        what = boxes_told(
            mast=self.masts,
            port_gun=self.port,
            starboard_gun=self.starboard,
            gun=self.other,
            hull=self.hull,
        )
        cause = f" to {self.by}" if self.by else ""
        change = f" and is {self.change}" if self.change else ""
        return f"{self.ship} loses {what}{cause}{change}."


@event
class CableCut(Event):
    """A shot met a cable: the die, which one it named, and whether that was there to be cut."""

    ship: str
    die: int
    cable: str
    cut: bool
    held: str
    clause: str

    def say(self) -> str:
        """What is left of her moorings."""
        if not self.cut:
            return f"A shot passes where {self.ship} has no {self.cable} cable (die {self.die})."
        left = f"she is held by the {self.held} only" if self.held else "she is adrift"
        return f"{self.ship}'s {self.cable} cable is cut (die {self.die}): {left}."


@event
class Struck(Event):
    """A ship hauled down her flag. to: the side she struck to."""

    ship: str
    to: str
    clause: str

    def say(self) -> str:
        """Who strikes."""
        return f"{self.ship} strikes to the {self.to.capitalize()}."


@event
class Sunk(Event):
    """A ship is lost. why: as in `Ship.gone`."""

    ship: str
    why: str
    clause: str

    def say(self) -> str:
        """How she is lost."""
        if self.why == "sunk":
            return f"{self.ship} sinks."
        return f"{self.ship} is lost: {self.why}."


@event
class BoatsLost(Event):
    """Boats were sunk or taken. left: how many are left of the group."""

    boats: str
    lost: int
    left: int
    clause: str

    def say(self) -> str:
        """How many are gone."""
        return f"{self.boats}: {counted(self.lost, 'boat')} lost, {self.left} left."


@event
class Taken(Event):
    """A ship was taken by boarders who can sail her."""

    ship: str
    by: str
    clause: str

    def say(self) -> str:
        """Whose she is now."""
        return f"{self.ship} is taken; the {self.by.capitalize()} man her."


HITS = {
    "cable": ("cable", "cables"),
    "hull": ("hull", "hull"),
    "guns": ("gun", "guns"),
    "masts": ("mast", "masts"),
}
"""What dice hit, as one says it of one and of several."""


def hits_told(kinds: Sequence[str]) -> str:
    """What some dice hit, in a sentence: "1 hull, 2 guns"; "" for nothing."""
    counts = ((kinds.count(kind), words) for kind, words in HITS.items())
    return ", ".join(counted(count, *words) for count, words in counts if count)


def boxes_told(**lost: int) -> str:
    """Boxes in a sentence, those of each kind that there are: "2 mast boxes and 1 hull box"."""
    parts = [
        counted(count, f"{kind.replace('_', ' ')} box", f"{kind.replace('_', ' ')} boxes")
        for kind, count in lost.items()
        if count
    ]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def throw(game: Any, stream: str, purpose: str, count: int) -> tuple[int, ...]:
    """Several dice thrown at once; house rules see each, as they see those of `game.roll`.

    They are told together, by the event of what they are thrown for, which shows their faces.
    """
    faces: tuple[int, ...] = game.throw(stream, purpose, count)
    return faces


def read_dice(game: Any, table: str, faces: Sequence[int], column: int = 0) -> list[Any]:
    """What a column of a table says of each of some dice, house rules heard."""
    rules = game.rules
    if rules.look_up is None and not rules.throws:
        grid = rules.tables[table].grid
        return [grid[face - 1][column] for face in faces]
    return [game.look_up(table, face, column) for face in faces]


@clause("APM.fire.gun-side")
def side_of(ship: Ship, at: FreePose) -> Side:
    """The side of a ship on which a point lies; port for one exactly ahead, astern or at her."""
    pose = ship.pose
    abeam = (at.x - pose.x) * cosine(pose.heading) + (at.y - pose.y) * sine(pose.heading)
    return "starboard" if abeam > TOLERANCE * PER_INCH else "port"


@clause("APM.fire.effects", "APM.ships.lines", "APM.ships.strike", "APM.ships.sink")
def score_hits(
    game: Any,
    ship: Ship,
    kinds: Sequence[str],
    *,
    near: Side,
    rake: bool = False,
    clause: str,
    by: str = "",
) -> None:
    """Cross off a ship's boxes, one for each hit, and see whether she sinks or strikes.

    kinds: "cable", "hull", "guns" or "masts", a hit each. near: the side that the hits come
    from, whose guns go first. rake: they run down both sides, which take turns beginning at
    `near`. clause: what scored them. by: the name of who did.
    Hits on what she has none left of are lost, and so are cable hits where no cable holds her.
    """
    masts, guns, hull = kinds.count("masts"), kinds.count("guns"), kinds.count("hull")
    before = ship.masts
    masts = _cross_masts(ship, masts)
    lost = _cross_guns(ship, guns, near, rake)
    hull = min(hull, ship.hull)
    ship.hull -= hull
    _tell_damage(game, ship, before, (masts, *lost, hull), clause, by)
    if hull and not ship.hull:
        sink(game, ship, "sunk", "APM.ships.sink")
        return
    for _ in range(kinds.count("cable")):
        if ship.anchored:
            _hit_cable(game, ship)
    if any(lost) and not ship.guns and ship.fights:
        strike(game, ship, "", "APM.ships.strike")


@clause("APM.ships.mast-states", "APM.ships.lines")
def _cross_masts(ship: Ship, hits: int) -> int:
    """Cross off mast boxes, the upper line first; gives back how many there were to cross."""
    upper: int = min(hits, ship.upper)
    lower: int = min(hits - upper, ship.lower)
    ship.upper -= upper
    ship.lower -= lower
    return upper + lower


@clause("APM.fire.gun-side")
def _cross_guns(ship: Ship, hits: int, near: Side, rake: bool) -> tuple[int, int, int]:
    """Cross off gun boxes hit by shot; gives back how many of port, starboard and neither."""
    port, starboard, other = ship.port, ship.starboard, ship.bow + ship.either
    line = near
    for _ in range(min(hits, ship.guns)):
        if getattr(ship, line):
            _cross(ship, line)
        elif getattr(ship, OTHER[line]):
            _cross(ship, OTHER[line])
        else:
            _cross(ship, "either" if ship.either else "bow")
        if rake:
            line = OTHER[line]
    return port - ship.port, starboard - ship.starboard, other - ship.bow - ship.either


def _cross(ship: Ship, line: str) -> None:
    setattr(ship, line, getattr(ship, line) - 1)


@clause("APM.boarding.surplus")
def cross_guns(ship: Ship, boxes: int) -> tuple[int, int, int]:
    """Cross off gun boxes that nobody aimed at: of the line with most left, port on a tie.

    Gives back how many of port, starboard and neither. Nothing else happens.
    """
    port, starboard, other = ship.port, ship.starboard, ship.bow + ship.either
    for _ in range(min(boxes, ship.guns)):
        _cross(ship, max(("port", "starboard", "either", "bow"), key=lambda n: getattr(ship, n)))
    return port - ship.port, starboard - ship.starboard, other - ship.bow - ship.either


@clause("APM.boarding.surplus", "APM.ships.strike")
def lose_guns(game: Any, ship: Ship, boxes: int, clause: str, *, to: str = "") -> None:
    """Cross off gun boxes lost to boarders, or to anything but shot; the last one strikes her.

    clause: why. to: the side that she would strike to, "" for her enemy.
    """
    lost = cross_guns(ship, boxes)
    _tell_damage(game, ship, ship.masts, (0, *lost, 0), clause, "")
    if any(lost) and not ship.guns and ship.fights:
        strike(game, ship, to, "APM.ships.strike")


def _tell_damage(
    game: Any,
    ship: Ship,
    before: Masts,
    lost: tuple[int, int, int, int, int],
    clause: str,
    by: str,
) -> None:
    if game.telling and any(lost):
        change = "" if ship.masts == before else ship.masts
        tell_seen(game, Damaged(ship.card.name, by, *lost, change, clause), ship.side, ship.pose)


@clause("APM.fire.cable", "APM.anchor.adrift")
def _hit_cable(game: Any, ship: Ship) -> None:
    """Throw for one cable hit, and cut the cable that it names if it is there.

    Ruling: only cables that she cut herself are lost with their anchors for the battle; a ship
    whose cable was shot away may moor again, as a bomb ketch must to go on firing.
    """
    (die,) = throw(game, f"cable {ship.card.id}", f"cable of {ship.card.name}", 1)
    (cable,) = read_dice(game, "cable", (die,))
    cut = ship.bow_cable if cable == "bow" else ship.stern_cable
    if cut:
        if cable == "bow":
            ship.bow_cable = False
        else:
            ship.stern_cable = False
        ship.swing = f"{ship.swing} {cable}".strip()
    if game.telling:
        held = "bow" if ship.bow_cable else "stern" if ship.stern_cable else ""
        told = CableCut(ship.card.name, die, cable, cut, held, "APM.fire.cable")
        tell_seen(game, told, ship.side, ship.pose)


def enemy_of(game: Any, side: str) -> str:
    """The other side of a battle."""
    return next((seat for seat in game.seats if seat != side), side)


@clause("APM.ships.strike")
def strike(game: Any, ship: Ship, to: str, clause: str) -> None:
    """Haul down a ship's flag: she stays where she is and fights no more.

    to: the side she strikes to, "" for her enemy. Whose she is counts at the end of the game.
    """
    ship.struck = True
    if game.telling:
        taker = to or enemy_of(game, ship.side)
        tell_seen(game, Struck(ship.card.name, taker, clause), ship.side, ship.pose)


@clause("APM.cutting-out.boarding", "APM.cutting-out.alert", "APM.boarding.capture")
def man_prize(game: Any, ship: Ship, by: str, clause: str) -> None:
    """Give a ship that boarders took to their side: they can sail her, and cut her cables, for a
    crew that has just boarded is aware of all. Troops that she carries are prisoners, and boats
    that the crew before sent out are none of hers any more, lost or not.
    """
    ship.side = by
    ship.struck = ship.immobile = ship.loaded = False
    ship.independent = True
    state: MarginState = game.state
    ship.alarm = state.turn
    own = [boats for boats in state.boats if boats.ship == ship.n and boats.side == by]
    ship.boats_out = sum(boats.count for boats in own if not boats.gone)
    _lose_troops(state, ship)
    if game.telling:
        tell_seen(game, Taken(ship.card.name, by, clause), ship.side, ship.pose)


@clause("APM.ships.sink")
def sink(game: Any, ship: Ship, why: str, clause: str) -> None:
    """Take a lost ship off the table at once: nobody stays locked to her, and troops that are
    still aboard go down with her. Her boats live on. why: as in `Ship.gone`, "sunk" as a rule.
    """
    state: MarginState = game.state
    if game.telling:
        tell_seen(game, Sunk(ship.card.name, why, clause), ship.side, ship.pose)
    ship.gone = why
    release(state, ship)
    ship.bow_cable = ship.stern_cable = False
    ship.swing = ""
    _lose_troops(state, ship)


def _lose_troops(state: MarginState, ship: Ship) -> None:
    """Troops that are still aboard of a ship that is lost to their side, in no boat, are lost."""
    afloat = {boats.troops for boats in state.boats if not boats.gone}
    for unit in state.units:
        if unit.ship == ship.n and unit.gone == "afloat" and unit.n not in afloat:
            unit.gone = "destroyed"


@clause("APM.ships.sink")
def release(state: MarginState, ship: Ship) -> None:
    """Part a ship from all that she has fallen aboard of."""
    for n in ship.locked:
        other = state.ships[n]
        other.locked = tuple(m for m in other.locked if m != ship.n)
    ship.locked = ()


@clause("APM.cutting-out.alert", "APM.cutting-out.boarding")
def lose_boats(game: Any, boats: Boats, number: int, clause: str) -> None:
    """Take boats off a group, one for each hit, each with the figure of troops that it carries.

    Their ship loses a box for each when the action ends. clause: what took them.
    """
    state: MarginState = game.state
    lost = min(number, boats.count)
    if lost <= 0 or boats.gone:
        return
    boats.count -= lost
    if not boats.count:
        boats.gone = "lost"
    if game.telling:
        told = BoatsLost(boats.id, lost, boats.count, clause)
        tell_seen(game, told, boats.side, boats.pose)
    if boats.troops >= 0:
        unit = state.units[boats.troops]
        unit.figures = 0 if boats.gone else max(0, unit.figures - lost)
        if not unit.figures:
            unit.gone = "destroyed"
