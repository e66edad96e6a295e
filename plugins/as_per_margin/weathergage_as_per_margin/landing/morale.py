"""Morale ashore: the dice and what is added to them, runs and retreats, and the test after fire."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import Event, FreePose, Modifier, clause, event
from weathergage_as_per_margin.damage import throw
from weathergage_as_per_margin.landing.asking import Party, inches_long
from weathergage_as_per_margin.landing.casualties import lose, part, remove
from weathergage_as_per_margin.landing.ground import (
    Ground,
    ashore,
    box_of,
    ground_of,
    is_covered,
    shares_to,
)
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Unit

Occasion = Literal[
    "rally", "close-infantry", "close-cavalry", "contacted", "fire-morale", "melee-morale"
]
"""A test, by the table that it is read on."""

Move = Literal["rout", "fall-back"]

PARTIES: tuple[Party, ...] = ("landing", "garrison")
"""Both parties; the landing party acts first."""

_WHY: dict[str, str] = {
    "rally": "rallying",
    "close-infantry": "closing",
    "close-cavalry": "closing",
    "contacted": "closed with",
    "fire-morale": "after fire",
    "melee-morale": "after the melee",
}

_RESULT: dict[str, str] = {
    "rout": "rout",
    "shaken": "shaken",
    "good": "good",
    "fire": "stand and fire",
    "close": "to contact",
    "stand": "stand",
    "counter-charge": "counter-charge",
}


@event
class MoraleTested(Event):
    """A unit threw for its morale.

    occasion: the table. added: what was added to the die. result: the table's word.
    """

    unit: str
    occasion: str
    die: int
    added: int
    result: str
    clause: str

    def say(self) -> str:
        """Why, what it threw, and how it takes it."""
        more = f" {'+' if self.added > 0 else '-'} {abs(self.added)}" if self.added else ""
        why, result = _WHY[self.occasion], _RESULT[self.result]
        return f"Morale of {self.unit}, {why} ({self.die}{more}): {result}."


@event
class Retreated(Event):
    """A unit was driven back. faces: its dice. inches: how far it came; off: it left the table and
    is lost.
    """

    unit: str
    move: str
    faces: tuple[int, ...]
    inches: float
    off: bool
    clause: str

    def say(self) -> str:
        """How far."""
        how = "Rout" if self.move == "rout" else "Retreat"
        lost = ", off the table and lost" if self.off else ""
        dice = " ".join(map(str, self.faces))
        return f"{how} of {self.unit} ({dice}): {inches_long(self.inches)}{lost}."


@clause("APM.landing.modifiers")
def additions(game: Any, unit: Unit, occasion: Occasion, *, rear: bool = False) -> int:
    """What is added to a unit's die. rear: it is taken in the rear, and tests as if it were
    routing.
    """
    added: int = game.modified("landing morale", 0, _own(game, unit, occasion, rear), unit)
    return added


def _own(game: Any, unit: Unit, occasion: Occasion, rear: bool) -> list[Modifier]:
    """The book's additions. Formed or in cover is one, not two."""
    table = game.rules.tables["morale-additions"]
    row = table.rows.index(occasion)
    formed = game.look_up("morale-additions", row, "formed") if unit.formed else 0
    cover = game.look_up("morale-additions", row, "cover")
    covered = cover > formed and is_covered(game, unit)
    found = {"cover": cover} if covered else {"formed": formed}
    if unit.order == "routing" or rear:
        found["routing"] = _for_routing(game, row, occasion)
    if unit.party == "landing":
        found["landing party"] = game.look_up("morale-additions", row, "landing-party")
    return [Modifier(name, by, "APM.landing.modifiers") for name, by in found.items() if by]


def _for_routing(game: Any, row: int, occasion: Occasion) -> int:
    """Ruling: the penalty of those who rally stands as printed, unless the option drops it."""
    if occasion == "rally" and not game.rules.options.rally_penalty:
        return 0
    penalty: int = game.look_up("morale-additions", row, "routing")
    return penalty


@clause("APM.landing.modifiers")
def throw_morale(
    game: Any, unit: Unit, occasion: Occasion, clause: str, *, rear: bool = False
) -> str:
    """Throw a unit's die and read the table: totals below 1 read as 1, above 6 as 6."""
    why = f"morale of {unit.name}"
    (die,) = throw(game, f"morale {unit.id}", why, 1)
    added = additions(game, unit, occasion, rear=rear)
    column = unit.arm if occasion == "contacted" else 0
    result: str = game.look_up(occasion, die + added, column)
    if game.telling:
        told = MoraleTested(unit.name, occasion, die, added, result, clause)
        tell_seen(game, told, unit.side, unit.pose)
    return result


@clause("APM.landing.rout")
def rout(game: Any, unit: Unit, clause: str) -> None:
    """A unit runs for the inches of two dice with its back to the enemy, in no order, and does
    nothing else until it has been rallied.
    """
    unit.order = "routing"
    unit.formed = unit.skirmishing = unit.charging = False
    _retreat(game, unit, "rout", clause)


@clause("APM.landing.shaken")
def fall_back(game: Any, unit: Unit, clause: str) -> None:
    """A unit falls back for the inches of a die with its front to the enemy. It is shaken until
    the turn ends, and by then it has rallied.
    """
    unit.order = "shaken"
    unit.charging = False
    _retreat(game, unit, "fall-back", clause)


@clause("APM.landing.shaken")
def shake(unit: Unit) -> None:
    """A unit stands where it is, shaken: until the turn ends it neither moves nor fires. One that
    is routing goes on routing.
    """
    if unit.order == "good":
        unit.order = "shaken"
    unit.charging = False


@clause("APM.landing.XI.forced", "APM.landing.rout")
def _retreat(game: Any, unit: Unit, move: Move, clause: str) -> None:
    """Move a unit straight away from its nearest enemy, whatever the terrain and without being
    unformed by it; it stops at the water and short of an enemy, and off the table it is lost.

    Ruling: it goes through its friends.
    """
    state: MarginState = game.state
    row = 0 if move == "rout" else 1
    count = game.look_up("forced-moves", row, 0)
    stream, why = f"{move.replace('-', ' ')} {unit.id}", f"inches that {unit.name} goes back"
    faces = throw(game, stream, why, count)
    inches = sum(faces)
    part(state, unit)
    start = away_from_enemy(state, unit)
    end = start.ahead(inches)
    ground = ground_of(game.rules)
    share, off = _how_far(state, ground, unit, start, end)
    stop = start.ahead(inches * share)
    unit.pose = stop if move == "rout" else stop.turned(180)
    unit.track = (start, unit.pose)
    unit.moved = True
    if game.telling:
        told = Retreated(unit.name, move, faces, round(inches * share, 2), off, clause)
        tell_seen(game, told, unit.side, start)
    if off:
        remove(game, unit, "routed off")


def away_from_enemy(state: MarginState, unit: Unit) -> FreePose:
    """A unit's pose, pointing straight away from its nearest enemy ashore; where there is none
    from the nearest enemy ship; else backwards.
    """
    pose = unit.pose
    enemies = [e.pose for e in state.units if e.party != unit.party and not e.gone]
    if not enemies:
        enemies = [ship.pose for ship in state.ships if ship.fights and ship.side != unit.side]
    if enemies:
        nearest = min(enemies, key=lambda e: (e.x - pose.x) ** 2 + (e.y - pose.y) ** 2)
        bearing = nearest.bearing(pose)
        if bearing is not None:
            return pose.pointed(bearing)
    return pose.turned(180)


def _how_far(
    state: MarginState, ground: Ground, unit: Unit, start: FreePose, end: FreePose
) -> tuple[float, bool]:
    """The share of a retreat that a unit makes, and whether it ends off the table."""
    share = ground.firm_share(start, end)
    for enemy in state.units:
        if enemy.party != unit.party and not enemy.gone:
            share = min(share, shares_to(box_of(enemy), start, end))
    edge = ground.leaves(start, end)
    return (edge, True) if edge < share else (share, False)


@clause("APM.landing.VIII", "APM.landing.I")
def morale_from_fire(game: Any) -> None:
    """Take off what this turn's fire struck down, then let every unit that lost figures to fire
    test once, in contact or not. A routing unit that comes out good runs no farther.
    """
    state: MarginState = game.state
    for unit in state.units:
        hits, unit.struck = unit.struck, 0
        lose(game, unit, hits, "APM.landing.casualties")
    for party in PARTIES:
        for unit in ashore(state, party):
            if unit.hit and not unit.gone:
                take_result(game, unit, "fire-morale", "APM.landing.VIII")


@clause("APM.landing.VIII", "APM.landing.X")
def take_result(game: Any, unit: Unit, occasion: Occasion, clause: str) -> bool:
    """Test a unit after fire or a melee and do what the die says; True when it came out good."""
    result = throw_morale(game, unit, occasion, clause)
    if result == "rout":
        rout(game, unit, clause)
    elif result == "shaken":
        fall_back(game, unit, clause)
    return result == "good"
