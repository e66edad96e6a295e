"""Melees: who fights whom, with how many dice, who lost, and how both take it (IX, X)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from weathergage import Event, clause, event
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.damage import throw
from weathergage_as_per_margin.landing.casualties import battery_of, lose, silence
from weathergage_as_per_margin.landing.ground import (
    Spot,
    face_touched,
    is_covered,
    pose_against,
    spots,
    touching,
)
from weathergage_as_per_margin.landing.morale import PARTIES, take_result
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Unit


@event
class Fought(Event):
    """One unit's part in a melee. against: how its enemy ranks to it. faces: its dice."""

    unit: str
    enemy: str
    rank: str
    against: str
    faces: tuple[int, ...]
    hits: int
    clause: str

    def say(self) -> str:
        """The dice and the hits."""
        dice = " ".join(map(str, self.faces))
        hits = counted(self.hits, "hit") if self.hits else "no hits"
        return (
            f"Melee of {self.unit} ({self.rank.replace('-', ' ')}) with {self.enemy}, "
            f"{self.against} ({dice}): {hits}."
        )


@event
class MeleeDecided(Event):
    """A melee's hits were counted. loser: the side that took more, or "" on a tie."""

    units: tuple[str, ...]
    loser: str
    clause: str

    def say(self) -> str:
        """Who had the worst of it."""
        who = " and ".join(self.units)
        if not self.loser:
            return f"Melee of {who}: undecided."
        return f"Melee of {who}: lost by the {self.loser.capitalize()}."


@dataclass(slots=True)
class Melee:
    """Units in contact with one another, however many. hits: taken so far, by party."""

    units: list[Unit]
    hits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PARTIES, 0))


# Who fights whom


def melees_of(state: MarginState) -> list[Melee]:
    """The melees on the table: every unit in contact, with all that contact joins it to."""
    seen: set[int] = set()
    found: list[Melee] = []
    for unit in state.units:
        if unit.gone or not unit.contact or unit.n in seen:
            continue
        joined, todo = {unit.n}, [unit.n]
        while todo:
            new = [n for n in state.units[todo.pop()].contact if n not in joined]
            joined.update(new)
            todo += new
        seen |= joined
        found.append(Melee([state.units[n] for n in sorted(joined)]))
    return found


@clause("APM.landing.IX.1")
def _close_up(state: MarginState, melee: Melee) -> None:
    """Bring units whose figures no longer meet together again, where losses have parted them.

    Ruling: whoever closed moves up; where neither did this turn, the later in the list.
    """
    for one in melee.units:
        for n in one.contact:
            other = state.units[n]
            if one.n < n and not touching(one, other):
                mover, stays = (one, other) if one.charging and not one.pinned else (other, one)
                face = face_touched(stays, mover)
                mover.pose = pose_against(mover, stays, face, mover.pose.x, mover.pose.y)


@clause("APM.landing.IX.1", "APM.landing.IX.5")
def figures_against(state: MarginState, unit: Unit) -> dict[int, int]:
    """How many of a unit's figures fight each enemy that it is in contact with, by number.

    Those fight who touch an enemy, and who stand base to base in the same rank with one who does;
    skirmishers stand too far apart for that. A figure that touches two enemies fights the first.
    """
    fights: dict[int, int] = {}
    for n in unit.contact:
        for place in touching(unit, state.units[n]):
            fights.setdefault(place, n)
    if not unit.skirmishing:
        fights |= dict(_beside(spots(unit), fights))
    counted: dict[int, int] = {}
    for n in fights.values():
        counted[n] = counted.get(n, 0) + 1
    return counted


def _beside(figures: Sequence[Spot], touching: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the figures next to those that touch, with the enemy of their neighbour."""
    for place, spot in enumerate(figures):
        if place in touching:
            continue
        for beside in (place - 1, place + 1):
            if beside in touching and figures[beside].rank == spot.rank:
                yield place, touching[beside]
                break


@clause("APM.landing.IX.2", "APM.landing.IX.3")
def description(game: Any, unit: Unit) -> str:
    """What a unit counts as in melee: shaken before all else, and so does who is routing; then
    taken in flank or rear; then behind cover; then its arm.
    """
    state: MarginState = game.state
    if unit.order != "good":
        return "shaken"
    if any(face_touched(unit, state.units[n]) != "front" for n in unit.contact):
        return "flank"
    if is_covered(game, unit):
        return "cover"
    if unit.arm == "cavalry":
        return "charging-cavalry" if unit.charging else "standing-cavalry"
    return unit.arm


@clause("APM.landing.IX.2")
def standing(game: Any, unit: Unit, enemy: Unit) -> str:
    """What an enemy is to a unit: its equal, its superior or its inferior."""
    rows = game.rules.tables["melee-ranking"].rows
    own, theirs = (
        int(game.look_up("melee-ranking", rows.index(description(game, one)), 0))
        for one in (unit, enemy)
    )
    if own == theirs:
        return "equal"
    return "superior" if theirs < own else "inferior"


def expected_melee_hits(game: Any, unit: Unit) -> float:
    """Hits that a unit in contact scores on the average, for whoever weighs it."""
    state: MarginState = game.state
    total = 0.0
    for n, count in figures_against(state, unit).items():
        column = standing(game, unit, state.units[n])
        total += count * sum(int(game.look_up("melee", die, column)) for die in range(1, 7)) / 6
    return total


# Fighting it out


@dataclass(frozen=True, slots=True)
class Blows:
    """What one unit throws at one enemy."""

    unit: Unit
    enemy: Unit
    against: str
    dice: int


@clause("APM.landing.IX.1", "APM.landing.I")
def melees(game: Any) -> None:
    """Fight every melee, all dice at once; then the losers test, and the turn ashore is over."""
    state: MarginState = game.state
    fought = melees_of(state)
    for melee in fought:
        _close_up(state, melee)
    blows = [(melee, _blows_of(game, melee)) for melee in fought]
    hits = [(melee, [(blow, strike(game, blow)) for blow in row]) for melee, row in blows]
    for melee, row in hits:
        for blow, count in row:
            melee.hits[blow.enemy.party] += count
        loser = _loser(melee)
        _tell(game, melee, loser)
        _storm(game, melee, loser)
        for blow, count in row:
            lose(game, blow.enemy, count, "APM.landing.IX.1")
    for melee, _ in hits:
        _test(game, melee)
    end_landing_turn(state)


def _blows_of(game: Any, melee: Melee) -> list[Blows]:
    state: MarginState = game.state
    return [
        Blows(
            unit,
            state.units[n],
            standing(game, unit, state.units[n]),
            max(0, game.modified("melee dice", count, (), unit, state.units[n])),
        )
        for unit in melee.units
        for n, count in figures_against(state, unit).items()
    ]


@clause("APM.landing.IX.1", "APM.landing.IX.2")
def strike(game: Any, blow: Blows) -> int:
    """Throw a unit's dice in a melee; gives back the hits."""
    unit, enemy = blow.unit, blow.enemy
    faces = throw(game, f"melee {unit.id}", f"melee of {unit.name}", blow.dice)
    hits = sum(int(game.look_up("melee", face, blow.against)) for face in faces)
    if game.telling:
        rank = description(game, unit)
        told = Fought(unit.name, enemy.name, rank, blow.against, faces, hits, "APM.landing.IX.1")
        tell_seen(game, told, unit.side, unit.pose, enemy.pose)
    return hits


@clause("APM.landing.X")
def _loser(melee: Melee) -> str:
    """The party that took more hits; "" on a tie."""
    landing, garrison = (melee.hits[party] for party in PARTIES)
    if landing == garrison:
        return ""
    return "landing" if landing > garrison else "garrison"


def _tell(game: Any, melee: Melee, loser: str) -> None:
    if game.telling:
        names = tuple(unit.name for unit in melee.units)
        side = next((unit.side for unit in melee.units if unit.party == loser), "")
        poses = [unit.pose for unit in melee.units]
        told = MeleeDecided(names, side, "APM.landing.X")
        tell_seen(game, told, melee.units[0].side, *poses)


@clause("APM.landing.XII")
def _storm(game: Any, melee: Melee, loser: str) -> None:
    """A landing party that beats a battery's crew in melee silences the battery for good."""
    if loser != "garrison":
        return
    for unit in melee.units:
        battery = battery_of(game.state, unit) if unit.party == loser else None
        if battery is not None and not battery.spiked:
            silence(game, battery, taken=True, clause="APM.landing.XII")


@clause("APM.landing.X")
def _test(game: Any, melee: Melee) -> None:
    """The loser's units test; if all pass, the winner's do. Passing is to come out good; on a tie
    nobody tests, and if all pass the melee goes on next turn.
    """
    loser = _loser(melee)
    if not loser:
        return
    winner = "garrison" if loser == "landing" else "landing"
    for party in (loser, winner):
        left = [unit for unit in melee.units if unit.party == party and not unit.gone]
        good = [take_result(game, unit, "melee-morale", "APM.landing.X") for unit in left]
        if not good or not all(good):
            return


@clause("APM.landing.shaken", "APM.landing.rout")
def end_landing_turn(state: MarginState) -> None:
    """The turn ashore is over: the shaken have rallied, and all may act again. Who is routing goes
    on, and melees that are not over go on.
    """
    for unit in state.units:
        if unit.order == "shaken":
            unit.order = "good"
        unit.pinned = unit.moved = unit.fired = unit.hit = False
        unit.barred = unit.halted = unit.charging = unit.crossing = False
        unit.reach = unit.struck = 0
        unit.aim = ""
