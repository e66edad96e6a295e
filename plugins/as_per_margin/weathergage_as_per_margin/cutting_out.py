"""Cutting out: boats against guard boats, the alarm, and boats that board an anchored ship."""

from __future__ import annotations

from typing import Any

from weathergage import Event, Told, clause, event
from weathergage_as_per_margin.boarders import crew_dice, hits_of, press, take
from weathergage_as_per_margin.counting import counted, dice_told
from weathergage_as_per_margin.damage import lose_boats, throw
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import Boats, MarginState, Ship
from weathergage_as_per_margin.ways import near_boats, touch

Spent = dict[str, int]
"""Boats of each group, by its id, that have fought this turn and do nothing more in it."""


@event
class BoatsFought(Event):
    """Boats fought die against die. one_faces, other_faces: a die for each pair, in order."""

    one: str
    other: str
    one_faces: tuple[int, ...]
    other_faces: tuple[int, ...]
    one_lost: int
    other_lost: int
    clause: str

    def say(self) -> str:
        """How each pair fared."""
        pairs = ", ".join(
            f"{mine} to {theirs}"
            for mine, theirs in zip(self.one_faces, self.other_faces, strict=True)
        )
        return (
            f"Boats {self.one} fight {self.other} ({pairs}): they lose {self.one_lost} "
            f"and {self.other_lost}."
        )


@event
class Alarmed(Event):
    """A ship's guard boats warned her. turn: from when on she has reacted."""

    ship: str
    die: int
    turn: int
    clause: str

    def say(self) -> str:
        """When she will be ready."""
        return f"{self.ship} is warned (die {self.die}) and will be ready in turn {self.turn}."


@event
class BoatsBoarded(Event):
    """Boats boarded a ship. faces: a die for each boat; defending: the ship's dice."""

    ship: str
    side: str
    boats: int
    faces: tuple[int, ...]
    hits: int
    defending: tuple[int, ...]
    defence: int
    ready: bool
    clause: str

    def say(self) -> str:
        """What both sides threw."""
        boats = counted(self.boats, "boat boards", "boats board")
        state = "ready" if self.ready else "surprised"
        return (
            f"{boats} {self.ship}: {counted(self.hits, 'hit')} to {self.defence} of "
            f"{dice_told(self.defending)}, {state}."
        )


@clause("APM.cutting-out.alert")
def has_reacted(state: MarginState, ship: Ship) -> bool:
    """Whether the turns that her alarm die gave a ship are over."""
    return 0 < ship.alarm <= state.turn


@clause("APM.cutting-out.alert", "APM.cutting-out.defence")
def is_surprised(state: MarginState, ship: Ship) -> bool:
    """Whether a ship lies at anchor unaware of what is about: only by night, until she has reacted
    to an alarm, and while no ship of her side has sent boats to attack. Such a ship neither fires
    nor cuts her cables.

    Ruling: it does not depend on the enemy's boats, else what her side may do would tell it when
    they are lowered out of sight.
    """
    if not state.sight or not ship.anchored or has_reacted(state, ship):
        return False
    return not any(boats.side == ship.side and not boats.guard for boats in state.boats)


@clause("APM.cutting-out.combat")
def fight_boats(game: Any) -> Spent:
    """Let all boats fight that are in contact with enemy boats; gives back which are spent.

    Ruling: each boat fights once a turn, groups pairing off in the order in which they were put
    out; those that fought and are left do not board in the same turn.
    """
    state: MarginState = game.state
    spent: Spent = {}
    afloat = [boats for boats in state.boats if not boats.gone]
    for i, one in enumerate(afloat):
        for other in afloat[i + 1 :]:
            if one.side != other.side and touch(one, other):
                pairs = min(_fresh(one, spent), _fresh(other, spent))
                if pairs:
                    fight(game, one, other, pairs, spent)
    return spent


def _fresh(boats: Boats, spent: Spent) -> int:
    """How many boats of a group have not fought this turn."""
    return 0 if boats.gone else boats.count - spent.get(boats.id, 0)


@clause("APM.cutting-out.combat", "APM.cutting-out.alert")
def fight(game: Any, one: Boats, other: Boats, pairs: int, spent: Spent) -> None:
    """Pairs of boats throw a die each: the higher takes the other boat, a tie takes none, and an
    attacker that does not win is seen by the ship that put out the guard.
    """
    state: MarginState = game.state
    ours = throw(game, f"boats {one.id}", f"boats {one.id} against {other.id}", pairs)
    theirs = throw(game, f"boats {other.id}", f"boats {other.id} against {one.id}", pairs)
    lost = sum(mine < its for mine, its in zip(ours, theirs, strict=True))
    taken = sum(mine > its for mine, its in zip(ours, theirs, strict=True))
    spent[one.id] = spent.get(one.id, 0) + pairs - lost
    spent[other.id] = spent.get(other.id, 0) + pairs - taken
    if game.telling:
        told = BoatsFought(one.id, other.id, ours, theirs, lost, taken, "APM.cutting-out.combat")
        tell_seen(game, told, one.side, one.pose, other.pose)
    lose_boats(game, one, lost, "APM.cutting-out.combat")
    lose_boats(game, other, taken, "APM.cutting-out.combat")
    if one.guard != other.guard:
        guard, overpowered = (one, lost) if one.guard else (other, taken)
        if overpowered < pairs:
            alert(game, state.ships[guard.ship])


@clause("APM.cutting-out.alert")
def alert(game: Any, ship: Ship) -> None:
    """Warn an anchored ship, if nobody has: a die says in how many turns she has reacted."""
    state: MarginState = game.state
    if ship.alarm or not ship.fights:
        return
    (die,) = throw(game, f"alarm {ship.card.id}", f"alarm aboard {ship.card.name}", 1)
    ship.alarm = state.turn + die
    if game.telling:
        told = Alarmed(ship.card.name, die, ship.alarm, "APM.cutting-out.alert")
        game.tell(Told(ship.side, told))


@clause("APM.cutting-out.alert")
def warn(game: Any, *ships: Ship) -> None:
    """Warn those of some ships that are surprised: somebody fires at them, or falls aboard of them,
    or boards them.
    """
    for ship in ships:
        if is_surprised(game.state, ship):
            alert(game, ship)


@clause("APM.cutting-out.boarding")
def board_from_boats(game: Any, spent: Spent) -> None:
    """Let all boats board that have reached an enemy ship: contact is enough. By night only, as a
    cutting out is.

    Ruling: guard boats and boats that carry troops to land do not, and a group that touches
    several ships boards the nearest.
    """
    state: MarginState = game.state
    if not state.sight:
        return
    parties: dict[int, list[Boats]] = {}
    for boats in state.boats:
        if boats.guard or boats.troops >= 0 or not _fresh(boats, spent):
            continue
        ship = _alongside(game, boats)
        if ship is not None:
            parties.setdefault(ship.n, []).append(boats)
    for n, party in parties.items():
        _board(game, state.ships[n], party, spent)


def _alongside(game: Any, boats: Boats) -> Ship | None:
    """The nearest enemy ship that boats are in contact with."""
    found = [
        ship
        for ship in near_boats(game, boats)
        if ship.side != boats.side and ship.fights and touch(boats, ship)
    ]
    return min(found, key=lambda ship: ship.pose.distance(boats.pose), default=None)


@clause("APM.cutting-out.defence", "APM.cutting-out.boats")
def defence_dice(game: Any, ship: Ship) -> int:
    """Dice of a ship that boats board: two thirds of those for the boxes that she has left when
    she is ready for them, one third when surprised; to the nearest, and at least one if she has
    any. Boxes in guard boats count, as the thirds make up for them; but crews that are away to
    attack do not defend her, so she never throws for more boxes than are aboard.
    """
    row = "surprised" if is_surprised(game.state, ship) else "ready"
    dice, boxes = crew_dice(game, ship), ship.boxes
    if not dice:
        return 0
    thirds = int(game.look_up("defenders", row, 0))
    aboard = max(0, boxes - ship.boats_out)
    nearest = (2 * dice * min(thirds * boxes, 3 * aboard) + 3 * boxes) // (6 * boxes)
    share: int = game.modified("boarding dice", nearest, (), ship)
    return max(1, share)


@clause("APM.cutting-out.boarding")
def boat_dice(game: Any, boats: Boats, ship: Ship, spent: Spent) -> int:
    """Dice that a group of boats throws to board a ship: one for each that has not fought."""
    count: int = game.modified("boarding dice", _fresh(boats, spent), (), boats, ship)
    return max(0, count)


@clause("APM.cutting-out.boarding", "APM.cutting-out.defence", "APM.cutting-out.alert")
def _board(game: Any, ship: Ship, party: list[Boats], spent: Spent) -> None:
    """One boarding action of all boats of a side at a ship, a die for each boat; it warns her if
    she is not taken.
    """
    side, name = party[0].side, ship.card.name
    faces: tuple[int, ...] = ()
    for boats in party:
        count = boat_dice(game, boats, ship, spent)
        faces += throw(game, f"boarding {boats.id}", f"boarding {name}", count)
    defending = throw(
        game, f"boarding {ship.card.id}", f"boats that board {name}", defence_dice(game, ship)
    )
    hits, defence = hits_of(game, faces), hits_of(game, defending)
    if game.telling:
        told = BoatsBoarded(
            name,
            side,
            sum(_fresh(boats, spent) for boats in party),
            faces,
            hits,
            defending,
            defence,
            not is_surprised(game.state, ship),
            "APM.cutting-out.boarding",
        )
        tell_seen(game, told, side, ship.pose)
    if hits > defence:
        taken = press(game, [ship], hits - defence, side, clause="APM.cutting-out.boarding")
        for prize in taken:
            take(game, prize, side, from_boats=True)
    for _ in range(defence - hits):
        largest = max(party, key=lambda boats: boats.count)
        lose_boats(game, largest, 1, "APM.cutting-out.boarding")
    warn(game, ship)
