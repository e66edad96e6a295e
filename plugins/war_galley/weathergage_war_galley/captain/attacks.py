"""What the attacks of one galley are worth: rams, rakes on the way, grapples at the end."""

from __future__ import annotations

from collections.abc import Iterator

from weathergage import STEP, clause, distance
from weathergage_war_galley import grappling, raking, ramming
from weathergage_war_galley.captain.seen import NEAR, Seen
from weathergage_war_galley.captain.ways import Lanes, Node
from weathergage_war_galley.state import PORT, STARBOARD, Galley, Moving
from weathergage_war_galley.steps import (
    AROUND,
    BOW,
    FLANK,
    MIDSHIP_PORT,
    MIDSHIP_STARBOARD,
    NOWHERE,
    STERN,
    around,
    flank_at,
    side_at,
)


class Attacks:
    """What a galley may do to the enemies around it, and what it gains by that.

    moving: its movement, if it has begun one. limit: the most Movement Points of it. aloof: it
    keeps away from enemies.
    """

    def __init__(
        self, seen: Seen, galley: Galley, moving: Moving | None, limit: int, aloof: bool
    ) -> None:
        self.seen = seen
        self.galley = galley
        self.foes = seen.foes_near(galley, NEAR)
        self.may_ram = ramming.may_ram(galley)
        self.may_rake = raking.may_rake(galley)
        self.may_grapple = grappling.may_grapple(galley) and not galley.rammed
        self.may_pass = galley.maximum and galley.tows < 0 and self.may_rake and not aloof
        self._limit = limit
        self._raked = moving.raked if moving is not None else ()
        self._change = -1 if moving is not None and moving.hindered else 0
        self._fee = moving.fee - moving.sailed if moving is not None else 0
        self._rams: dict[int, float] = {}
        self._tired: dict[int, float] = {}

    # Fatigue

    @clause("6.42", "6.14")
    def fatigue(self, spent: int, ram: bool = False, rake: bool = False) -> float:
        """What rowing so hard costs: turns of Fatigue to be expected."""
        galley = self.galley
        if not galley.maximum:
            return 0.0
        change = self._over(spent) + (ram or galley.rammed_at) + (rake or galley.raked_at)
        known = self._tired.get(change)
        if known is None:
            turns = self.seen.odds.fatigue(galley, change)
            known = self._tired[change] = turns * self.seen.temper.tired
        return known

    def _over(self, spent: int) -> int:
        """Movement Points over Cruise Speed."""
        return max(0, spent + self._fee - self.galley.counter.speed[0])

    # Rams

    @clause("7.12", "7.16", "7.16-missed")
    def ram(self, node: Node) -> tuple[float, int] | None:
        """What ramming the enemy that the bow points at from a node is worth, and his number; None
        if there is none that is worth it.
        """
        state = self.seen.state
        n = state.at.get(node.bow + STEP[node.heading])
        if n is None or n == self.galley.n:
            return None
        target = state.galleys[n]
        if target.side == self.galley.side or target.stranded or not flank_at(target, node.bow):
            return None
        gain = self._ram_gain(node, target)
        if gain <= 0.0:
            return None
        missed = 1.0 - (1.0 - self.seen.dodges(target)) ** _alarms(node, target)
        return (1.0 - missed) * gain + missed * self.seen.temper.dodge, n

    @clause("7.15-speed", "7.16-fouled", "7.16-collision")
    def _ram_gain(self, node: Node, target: Galley) -> float:
        """What a ram from a node is worth if its target stays."""
        galley, seen = self.galley, self.seen
        over = self._over(node.spent) if node.turns < 2 else 0
        key = target.n * 32 + over
        known = self._rams.get(key)
        if known is None:
            hit = seen.odds.ram(galley, target, over + self._change)
            fouled = seen.odds.foul(galley, hit)
            stuck = 0.1 * seen.ram_worth(galley) + seen.temper.foul
            known = hit * seen.ram_worth(target) - fouled * stuck
            known -= (1.0 - hit) * seen.temper.collision
            self._rams[key] = known
        return known

    # Rakes

    @clause("7.21", "7.21-small")
    def lanes(self) -> Lanes:
        """Steps along the sides of enemies, with what the rakes that they open are worth."""
        lanes: Lanes = {}
        if not self.may_rake:
            return lanes
        for foe in self.foes:
            if distance(foe.bow, self.galley.bow) > self._limit + 3:
                break
            sides = [side for side in (PORT, STARBOARD) if self._is_whole(foe, side)]
            worth = self._rake_gain(foe)
            if sides and worth > 0.0:
                for step in _lanes_of(foe, sides):
                    lanes[step] = lanes.get(step, 0.0) + worth
        return lanes

    def _is_whole(self, foe: Galley, side: int) -> bool:
        """Whether a flank of an enemy has not been crippled, or raked in this movement."""
        return not foe.crippled & side and (foe.n, side) not in self._raked

    @clause("7.26", "7.28")
    def _rake_gain(self, foe: Galley) -> float:
        """What the rake of an enemy is worth, who may avoid it twice."""
        seen = self.seen
        if foe.rammed or foe.captured or foe.stranded:
            return 0.0
        worth = seen.temper.crippling * seen.ram_worth(foe) * (0.3 if foe.crippled else 1.0)
        stays = (1.0 - seen.dodges(foe)) ** 2
        return stays * worth * seen.odds.rake(self.galley, foe, self._change)

    @clause("7.24", "7.25")
    def passage(self, node: Node) -> tuple[float, int, int] | None:
        """Passing straight through the enemy ahead, who stands in line with another: the worth of
        the rake, whom, and the Movement Points; None where it cannot be done.
        """
        state = self.seen.state
        n = state.at.get(node.bow + STEP[node.heading])
        if n is None or state.galleys[n].side == self.galley.side:
            return None
        through = state.galleys[n]
        if side_at(through, node.bow) not in (BOW, STERN):
            return None
        line = [through, *self._neighbours(through)]
        points = self._far_side(node)
        if len(line) < 2 or not points:
            return None
        worth, target = max((self._rake_gain(found), found.n) for found in line)
        return (worth, target, points) if worth > 0.0 else None

    def _neighbours(self, through: Galley) -> Iterator[Galley]:
        for flank in (PORT, STARBOARD):
            yield from raking.neighbours(self.seen.state, through, flank)

    def _far_side(self, node: Node) -> int:
        """Movement Points to get through, 0 where they are too few or it is barred."""
        sheet, at, step = self.seen.sheet, self.seen.state.at, STEP[node.heading]
        hex, clear = node.bow, 0
        for spent in range(1, self._limit - node.spent + 1):
            hex += step
            if hex not in sheet.hexes or hex in sheet.land:
                return 0
            clear = clear + 1 if at.get(hex, self.galley.n) == self.galley.n else 0
            if clear >= self.galley.counter.hexes and spent >= raking.THROUGH:
                return spent
        return 0

    # Grapples

    def grapple(self, node: Node) -> tuple[float, int]:
        """The best grapple from a node: what it is worth, and whom; -1 for nobody."""
        best, target = 0.0, -1
        if self.may_grapple:
            for foe in self._alongside(node):
                worth = grapple_gain(self.seen, self.galley, foe, node.heading)
                if worth > best:
                    best, target = worth, foe.n
        return best, target

    @clause("8.11")
    def _alongside(self, node: Node) -> list[Galley]:
        """Enemies with a flank hexside in common with the galley at a node."""
        state, galley = self.seen.state, self.galley
        hexes = galley.counter.hexes
        own = (node.bow,) if hexes == 1 else (node.bow, node.bow - STEP[node.heading])
        found: list[Galley] = []
        for side, offset in enumerate(AROUND[hexes][node.heading]):
            if not offset or not FLANK[side]:
                continue
            hex = node.bow + offset
            n = state.at.get(hex)
            if n is None or state.galleys[n].side == galley.side:
                continue
            foe = state.galleys[n]
            if foe in found or foe.n in galley.grappled:
                continue
            if any(hex - mine in STEP and flank_at(foe, mine) for mine in own):
                found.append(foe)
        return found


def _alarms(node: Node, target: Galley) -> int:
    """How often a target may try to avoid on the way to a node."""
    near = set(around(target))
    return sum(step.bow in near and step.came != NOWHERE for step in node.path())


def _lanes_of(foe: Galley, sides: list[int]) -> Iterator[tuple[int, int]]:
    """Steps of a bow along the sides of an enemy: from an end to the midship, or along a one-hex
    galley between the hexes of a side.
    """
    ring = AROUND[foe.counter.hexes][foe.heading]
    for flank in sides:
        hexes = [(s, foe.bow + x) for s, x in enumerate(ring) if x and FLANK[s] == flank]
        for before, came in hexes:
            for now, hex in hexes:
                if before == now or hex - came not in STEP:
                    continue
                if foe.counter.hexes == 1 or now in (MIDSHIP_PORT, MIDSHIP_STARBOARD):
                    yield came, hex


def holders(seen: Seen, galley: Galley, foe: Galley) -> int:
    """Manpower of a galley's side that is Grappled to an enemy already."""
    held = (seen.state.galleys[n] for n in foe.grappled)
    return sum(other.manpower for other in held if other.side == galley.side)


@clause("8.11", "8.12", "8.23", "8.28", "8.22-many-attackers")
def grapple_gain(seen: Seen, galley: Galley, foe: Galley, heading: int) -> float:
    """What it is worth to grapple an enemy alongside and to board him at once, with those who hold
    him already, against what he does if he holds out. heading: that of the galley by then.
    """
    odds, temper = seen.odds, seen.temper
    before, galley.heading = galley.heading, heading
    held = odds.grapple(galley, foe, True, _means(galley))
    galley.heading = before
    others = holders(seen, galley, foe)
    above = odds.height(galley, foe)
    taken = odds.capture(galley.manpower + others, foe.manpower, above) if galley.manpower else 0.0
    already = odds.capture(others, foe.manpower, above)
    gain = (taken - already) * seen.capture_worth(foe) - (1.0 - taken) * temper.depletion
    if foe.manpower and not foe.rammed:
        back = odds.capture(foe.manpower, max(0, galley.manpower - 1), -above)
        gain -= (1.0 - taken) * 0.7 * back * seen.capture_worth(galley)
    return held * gain


def _means(galley: Galley) -> grappling.Means:
    """The invention that helps a galley to grapple, a corvus taken to reach."""
    if galley.counter.harpax:
        return "harpax"
    return "corvus" if galley.counter.corvus else ""
