"""What the enemy may do to a galley where it ends its movement: rams, and grapples by marines."""

from __future__ import annotations

from typing import Final, NamedTuple

from weathergage import STEP, clause
from weathergage_war_galley.captain.seen import Seen
from weathergage_war_galley.captain.ways import MOVES, TURN
from weathergage_war_galley.ramming import attack, is_fit, may_ram
from weathergage_war_galley.speeds import may_hurry
from weathergage_war_galley.state import Galley
from weathergage_war_galley.steps import AROUND, FLANK, allowance


def _aims(hexes: int, heading: int) -> tuple[tuple[int, int], ...]:
    """From where and how a bow points at a galley's flank: (offset from its bow, heading) each."""
    own = (0,) if hexes == 1 else (0, -STEP[heading])
    return tuple(
        (offset, way)
        for side, offset in enumerate(AROUND[hexes][heading])
        if offset and FLANK[side]
        for way in range(6)
        if offset + STEP[way] in own
    )


AIMS: Final = ((), *(tuple(_aims(size, way) for way in range(6)) for size in (1, 2)))
"""AIMS[hexes][heading]."""


class Runner(NamedTuple):
    """An enemy who may attack. share: how much of that counts, less if it is next turn's."""

    galley: Galley
    maximum: bool
    limit: int
    share: float


Memo = dict[tuple[int, ...], dict[int, int]]
"""Poses that enemies can row to, by turn, number, bow, heading and Movement Points."""


def _reach(seen: Seen, foe: Galley, limit: int) -> dict[int, int]:
    """Every pose that an enemy can row to forward, with the Movement Points over its Cruise Speed
    that it may have spent on the way if it turned once at most.
    """
    cruise = foe.counter.speed[0]
    at, own, sheet = seen.state.at, foe.n, seen.sheet
    sea, land = sheet.hexes, sheet.land
    moves = [[m for m in found if m.kind <= TURN] for found in MOVES[foe.counter.hexes]]
    best: dict[int, int] = {}
    edge = {(foe.bow, foe.heading, 0)}
    for spent in range(limit + 1):
        over = max(0, spent - cruise)
        beyond = set()
        for bow, heading, turns in edge:
            key, bonus = bow * 6 + heading, over if turns < 2 else 0
            if bonus >= best.get(key, -1):
                best[key] = bonus
            for move in moves[heading]:
                hex = bow + move.entered
                if at.get(hex, own) == own and hex in sea and hex not in land:
                    beyond.add((hex, move.heading, min(2, turns + move.kind)))
        edge = beyond
    return best


class Threats:
    """Where the enemies near some galleys may be with their bows, before or after their turn.

    A pose is numbered bow * 6 + heading.
    """

    def __init__(self, seen: Seen, foes: list[Galley], acting: bool, memo: Memo) -> None:
        self._seen = seen
        self._acting = acting
        self._memo = memo
        self.runners: list[Runner] = []
        self._poses: dict[int, list[tuple[int, int]]] = {}
        self._bows: dict[int, set[int]] = {}
        for foe in foes:
            runner = self._runner(foe)
            if runner is not None:
                self._add(runner)

    @clause("5.41", "7.13", "6.12")
    def _runner(self, foe: Galley) -> Runner | None:
        """An enemy as it may attack: in this turn at the level it has, else in the next one."""
        state = self._seen.state
        if foe.held or foe.anchored or foe.towed >= 0 or foe.captured:
            return None
        if self._acting and not foe.used and foe.squadron >= 0:
            points = allowance(state, foe)
            return Runner(foe, foe.maximum, points, 1.0) if points else None
        later = self._seen.temper.later
        if may_hurry(foe):
            return Runner(foe, True, foe.counter.speed[1], later)
        return Runner(foe, False, max(1, foe.counter.speed[0] - foe.fatigue), later)

    def _add(self, runner: Runner) -> None:
        """Enter every pose that an enemy can row to."""
        k = len(self.runners)
        self.runners.append(runner)
        foe = runner.galley
        rams = may_ram(foe) if runner.share == 1.0 else is_fit(foe) and foe.counter.ram[1] > 0
        mark = (self._seen.state.turn, foe.n, foe.bow, foe.heading, runner.limit)
        best = self._memo.get(mark)
        if best is None:
            best = self._memo[mark] = _reach(self._seen, foe, runner.limit)
        poses, bows = self._poses, self._bows
        for key, bonus in best.items():
            hex = key // 6
            if hex in bows:
                bows[hex].add(k)
            else:
                bows[hex] = {k}
            if rams:
                poses.setdefault(key, []).append((k, bonus))

    # What a galley has to fear

    def loss(self, at: dict[int, int], galley: Galley, fear: Fear, bow: int, heading: int) -> float:
        """What a galley may lose in a pose, in Victory Points. at: who is where by now."""
        if not self.runners:
            return 0.0
        rams: dict[int, float] = {}
        grapples: dict[int, float] = {}
        hexes = galley.counter.hexes
        for offset, way in AIMS[hexes][heading]:
            hex = bow + offset
            found = self._poses.get(hex * 6 + way)
            if found:
                for k, bonus in found:
                    if at.get(hex, -1) in (-1, galley.n, self.runners[k].galley.n):
                        chance = fear.ram(k, bonus)
                        if chance > rams.get(k, 0.0):
                            rams[k] = chance
        for side, offset in enumerate(AROUND[hexes][heading]):
            if offset and FLANK[side]:
                for k in self._bows.get(bow + offset, ()):
                    grapples[k] = fear.grapple(k)
        return fear.total(rams, grapples)


class Fear:
    """What single enemies may do to one galley, whatever its pose."""

    def __init__(self, seen: Seen, threats: Threats, galley: Galley) -> None:
        self._seen = seen
        self._threats = threats
        self._galley = galley
        self._rams: dict[tuple[int, int], float] = {}
        self._grapples: dict[int, float] = {}
        self._stays = 1.0 - 0.8 * seen.dodges(galley)
        self._ram_worth = seen.ram_worth(galley)
        self._capture_worth = seen.capture_worth(galley)

    def ram(self, k: int, bonus: int) -> float:
        """The chance that an enemy rams the galley, so many points over his Cruise Speed."""
        known = self._rams.get((k, bonus))
        if known is None:
            runner = self._threats.runners[k]
            foe, level = runner.galley, runner.galley.maximum
            foe.maximum = runner.maximum
            chance = self._seen.odds.ram(foe, self._galley, bonus) if attack(foe) else 0.0
            foe.maximum = level
            known = self._rams[k, bonus] = chance * runner.share * self._stays
        return known

    @clause("8.11", "8.23")
    def grapple(self, k: int) -> float:
        """The chance that an enemy grapples and takes the galley."""
        known = self._grapples.get(k)
        if known is None:
            runner = self._threats.runners[k]
            foe, galley, odds = runner.galley, self._galley, self._seen.odds
            known = 0.0
            if not runner.maximum or runner.share < 1.0:
                taken = odds.capture(foe.manpower, galley.manpower, odds.height(foe, galley))
                if taken > 0.35:
                    held = odds.grapple(foe, galley, True, "corvus" if foe.counter.corvus else "")
                    known = taken * held * runner.share * self._stays
            self._grapples[k] = known
        return known

    def total(self, rams: dict[int, float], grapples: dict[int, float]) -> float:
        """The loss to be expected of all that enemies may do."""
        safe = 1.0
        for chance in rams.values():
            safe *= 1.0 - chance
        free = 1.0
        for k, chance in grapples.items():
            if chance > rams.get(k, 0.0):
                free *= 1.0 - chance
        return (1.0 - safe) * self._ram_worth + safe * (1.0 - free) * self._capture_worth
