"""How a captain writes his plot sheet: courses first in formation, then ship by ship, and fire.

Every course is judged by where it ends: what the ship could then do to each enemy and each enemy
to her, wherever those are likely to be by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weathergage import STEP, Complaint, Dice, axial, distance
from weathergage_frigate import formations, preservation
from weathergage_frigate.aiming import Gunners
from weathergage_frigate.duel import AFOUL, by_distance, hits_of, lie_of
from weathergage_frigate.guesses import Foes, Guess, Outlook, Places, Unit
from weathergage_frigate.gunnery import FARTHEST, fleet_of
from weathergage_frigate.lookout import Lookout
from weathergage_frigate.notation import COLUMN, CREW, Order, lead_row
from weathergage_frigate.plotting import Plot
from weathergage_frigate.reckoning import (
    FAR,
    Ends,
    Floats,
    Ints,
    Worth,
    classes,
    drawn_ends,
    ends_of,
    hexes_between,
    meetings,
    settle,
)
from weathergage_frigate.routes import Route, allowance, rates, route_of, turn_cost
from weathergage_frigate.sheets import Plotter
from weathergage_frigate.state import Formation, FrigateState, Ship

if TYPE_CHECKING:
    from weathergage_frigate.aims import Aim, Temper
    from weathergage_frigate.duel import Prospects
    from weathergage_frigate.views import Table

GUESSES = 3
"""Positions in which each enemy of a fleet is expected."""

LIKELY = 48
"""Positions in which the enemy of a duel is expected."""

TRIED, ALIKE = 200, 12
"""Courses looked at for dangers, best first, and the most among which one is drawn by lot."""

GLANCE, WEIGHED = 24, 240
"""In a duel: positions of the enemy that all of ours are tried against at first, and how many of
ours are then weighed against all of his."""

HOPELESS = -1_000.0
"""The worth of a position that was not weighed."""

ENOUGH = 5
"""Points of speed beyond which more are worth nothing by themselves."""

NEAREST = 10
"""Enemies that a ship looks at; a formation looks at twice as many."""

FORESIGHT = 0.3
"""How much of next turn's way counts already, to a ship that runs for an edge."""

MOST_SLOWED = 4
"""Points of speed that a ship can lose in a turn; dismasted, she then lies stopped ("6.55")."""

CLOSE = 2
"""Hexes of the range for which the guns are strongest."""

WON = 20.0
"""What it is worth to win a duel, in hits."""

LOOSE = 0.5
"""How likely an enemy must be to sail without a plan for us to fire and mend accordingly."""

SIGHT = 60
"""Hexes beyond which all distances are alike."""


class Conduct:
    """One side's conduct of one turn.

    wild: how far the enemy is taken to sail without a plan, 0 to 1. prospects: of a duel to the
    death with one who does. outlook: what was expected of him, in a duel.
    """

    def __init__(
        self,
        table: Table,
        seat: str,
        dice: Dice,
        worth: Worth,
        aim: Aim,
        temper: Temper,
        wild: float,
        prospects: Prospects | None = None,
    ) -> None:
        self.dice = dice
        self.prospects = prospects
        self.table = table
        self.temper = temper
        self.wild = wild
        self.outlook: Outlook | None = None
        self.state: FrigateState = table.state
        self.seat = seat
        self.worth = worth
        self.aim = aim
        self.plotter = Plotter(table, seat)
        self.own = self.plotter.own
        self.enemies = [ship for ship in self.plotter.enemies if not ship.disabled or ship.prize]
        self.lookout = Lookout(table, seat, aim.goals)
        self._foes: dict[tuple[int, ...], Foes] = {}
        self._guesses: dict[int, list[Guess]] = {}

    # The sheet

    def plot(self) -> Plot:
        """The whole sheet."""
        orders: dict[int, Order] = {}
        self._sail_formations(orders)
        for ship in self._in_order():
            if ship.n not in orders:
                orders[ship.n] = self.course(ship)
        texts = {n: order.text for n, order in orders.items()}
        for n, (kind, code) in self.fire().items():
            fire = f"Fire {kind.capitalize()} {code}"
            texts[n] = f"{texts[n]}; {fire}" if texts.get(n) else fire
        ships = self.state.ships
        return Plot(orders={ships[n].code: texts[n] for n in sorted(texts) if texts[n]})

    def _in_order(self) -> list[Ship]:
        """Ships by how little room they have to choose: the slow ones first."""
        return sorted(self.own, key=lambda ship: (rates(ship, self.state)[1], ship.n))

    # Where enemies will be

    def foes_near(self, places: Sequence[int], most: int) -> Foes | None:
        """The enemies nearest to some places, with their guesses; None where there are none."""
        if not self.enemies:
            return None
        if len(self.enemies) > most:
            ranked = sorted(
                self.enemies, key=lambda e: (min(distance(p, e.place) for p in places), e.n)
            )[:most]
        else:
            ranked = self.enemies
        key = tuple(ship.n for ship in ranked)
        foes = self._foes.get(key)
        if foes is None:
            foes = self._foes[key] = Foes(ranked, [self._guess(ship) for ship in ranked])
        return foes

    def _guess(self, ship: Ship) -> list[Guess]:
        known = self._guesses.get(ship.n)
        if known is None:
            known = self._guesses[ship.n] = self._expect(ship)
        return known

    def _expect(self, ship: Ship) -> list[Guess]:
        """Straight on as she goes, or a turn to either side; toward her edge if she runs."""
        q, r = axial(ship.place)
        if is_still(ship):
            return [(q, r, ship.heading, 1.0 / GUESSES)] * GUESSES
        least, most = rates(ship, self.state)
        rate = min(max(ship.speed, least), most)
        if self.aim.hunts and self.aim.their_goals is not None:
            ends = ends_of(least, most, ship.heading, self.plotter.air)
            left = self.aim.their_goals.away(q + ends.q, r + ends.r)
            best = int(np.argmin(left))
            runs = (q + int(ends.q[best]), r + int(ends.r[best]), int(ends.heading[best]), 0.6)
            return [runs, *self._turned(ship, q, r, rate, ((0, 0.3), (1, 0.1)))]
        return self._turned(ship, q, r, rate, ((0, 0.5), (1, 0.25), (-1, 0.25)))

    def _turned(
        self, ship: Ship, q: int, r: int, rate: int, turns: Iterable[tuple[int, float]]
    ) -> list[Guess]:
        found = []
        for turned, weight in turns:
            heading = (ship.heading + turned) % 6
            dq, dr = axial(STEP[heading] * rate)
            found.append((q + dq, r + dr, heading, weight))
        return found

    # What a position is worth

    def value(self, unit: Unit, foes: Foes | None) -> Floats:
        """What each position of a unit is worth to us."""
        total = np.zeros(len(unit.q))
        aim = self.aim
        if foes is not None:
            total += self._exchange(unit, foes)
            total -= self._too_far(unit, foes)
        total += self._seamanship(unit)
        if aim.goals is not None:
            ways = np.array([self._way(ship) for ship in unit.ships])
            next_turn = np.minimum(unit.rate + 2, ways[unit.row, unit.heading])
            left = aim.goals.away(unit.q, unit.r) - FORESIGHT * next_turn
            total -= aim.haste * left
        return total

    def _exchange(self, unit: Unit, foes: Foes) -> Floats:
        """Fire given, at the best target, less fire taken, on the average."""
        alone = len(self.own) == 1
        pairs = [
            [self.worth.pair(self.table, ship, his, alone) for his in foes.ships]
            for ship in unit.ships
        ]
        ours = np.array([[p[0] for p in row] for row in pairs])
        theirs = np.array([[p[1] for p in row] for row in pairs])
        lie = classes(unit.q, unit.r, unit.heading, foes.q, foes.r, foes.heading)
        at = unit.row[:, None], foes.of[None, :], lie
        shape = (len(unit.q), len(foes.ships), -1)
        given: Floats = (ours[at] * foes.weight).reshape(shape).sum(2)
        taken: Floats = (theirs[at] * foes.weight).reshape(shape).sum(2)
        best = given.max(1)
        others = given.sum(1) - best
        share = self._shares(foes)
        net: Floats = best + self.temper.others * others - self.aim.caution * (taken @ share)
        return net

    def _shares(self, foes: Foes) -> Floats:
        """How likely each enemy is to choose one certain ship of those in her reach."""
        found = []
        for his in foes.ships:
            near = sum(1 for ship in self.own if distance(ship.place, his.place) <= FARTHEST)
            found.append(1.0 / max(1.0, near) ** self.temper.spread)
        return np.array(found)

    def _too_far(self, unit: Unit, foes: Foes) -> Floats:
        """How much a position is worth less for lying far from whom we want to fight."""
        away = hexes_between(unit.q, unit.r, foes.middle_q, foes.middle_r)
        wanted = np.array([self.aim.quarry(ship) for ship in foes.ships])
        nearest: Floats = (np.maximum(away - CLOSE, 0) + wanted[None, :]).min(1)
        return self.aim.eagerness * nearest

    def _seamanship(self, unit: Unit) -> Floats:
        """A little for a heading that keeps way on her, and for lying to windward."""
        temper = self.temper
        ways = np.array([self._way(ship) for ship in unit.ships])
        handiness = self.aim.handiness
        value: Floats = handiness * temper.allowed * ways[unit.row, unit.heading]
        up_q, up_r = axial(STEP[self.state.wind])
        # The scalar product of two axial offsets, in half hexes.
        up = (2 * up_q + up_r) * unit.q + (up_q + 2 * up_r) * unit.r
        value += temper.windward * up + handiness * temper.way * np.minimum(unit.rate, ENOUGH)
        return value

    def _way(self, ship: Ship) -> list[int]:
        """Her Movement Allowance on each heading."""
        heading = ship.heading
        found = []
        for way in range(6):
            ship.heading = way
            found.append(min(8, allowance(ship, self.state)))
        ship.heading = heading
        return found

    # Courses of single ships

    def course(self, ship: Ship) -> Order:
        """The row of a ship that sails by herself, and her claim to where it takes her."""
        if ship.afoul:
            return self._alongside(ship)
        if is_still(ship):
            self.lookout.claim(ship.place, ())
            return Order(f"Decel {ship.speed}", -ship.speed) if ship.speed else Order("")
        ends = self._ends(ship)
        rate, route = self._choose(ship, ends, self.judge(ship, ends))
        self.lookout.claim(ship.place, route.offsets)
        return self.plotter.row(ship, rate, route)

    def _ends(self, ship: Ship) -> Ends:
        if self.state.over and ship.fleet in self.state.over:
            found = preservation.escapes(self.plotter, ship)
            if found:
                return Ends(found)
        least, most = rates(ship, self.state)
        return ends_of(least, most, ship.heading, self.plotter.air)

    def judge(self, ship: Ship, ends: Ends) -> Floats:
        """What each end of a ship's courses is worth."""
        q, r = axial(ship.place)
        at_q, at_r = q + ends.q, r + ends.r
        row = np.zeros(len(at_q), dtype=np.int32)
        unit = Unit([ship], row, at_q, at_r, ends.heading, ends.rate)
        if len(self.own) == 1 and len(self.enemies) == 1 and not self.state.over:
            return self._duel(ship, self.enemies[0], unit, ends)
        return self.value(unit, self.foes_near([ship.place], NEAREST))

    def _duel(self, ship: Ship, his: Ship, unit: Unit, ends: Ends) -> Floats:
        """As `value` with one ship against one: the enemy chooses his place as well as we.

        Positions that are poor against a few of his are not weighed against all of them.
        """
        places = self._places_of(his)
        value = np.full(len(unit.q), HOPELESS)
        rows: NDArray[np.intp] = np.arange(len(unit.q), dtype=np.intp)
        if len(rows) > WEIGHED and len(places.q) > GLANCE:
            few = places.some(slice(None, None, len(places.q) // GLANCE))
            first = self._against_chance(ship, his, unit, ends.track, few) @ few.prior
            rows = np.argpartition(first, -WEIGHED)[-WEIGHED:]
        some, track = unit.some(rows), ends.track[rows]
        payoff = self._payoff(ship, his, some, track, places)
        likely, worth_to_him = settle(payoff, places.prior, 0.0, 20)
        self.outlook = Outlook(self.state.turn, his.n, places, worth_to_him)
        value[rows] = (1.0 - self.wild) * (payoff @ likely)
        value[rows] += self.wild * (
            self._against_chance(ship, his, some, track, places) @ places.prior
        )
        return value

    def _against_chance(
        self, ship: Ship, his: Ship, unit: Unit, track: Ints, places: Places
    ) -> Floats:
        """As `_payoff` where the enemy sails without a plan: by the chance of winning in the end,
        if that is known.
        """
        if self.prospects is None:
            return self._payoff(ship, his, unit, track, places)
        worth = WON * self.prospects.lies(*self._position(ship, his))
        lie = classes(unit.q, unit.r, unit.heading, places.q, places.r, places.heading)
        away = hexes_between(unit.q, unit.r, places.q, places.r)
        bearing = np.where(lie < FAR, lie & 3, 0)
        payoff = by_distance(worth, self.state.bands, SIGHT)[np.minimum(away, SIGHT), bearing]
        met = meetings(ship.place + track, places.track)
        gain = worth[AFOUL] - payoff[met]
        willing = 0.0 if ship.crippled else (1.0 if his.crippled else 2.0) / 3.0
        payoff[met] += np.where(gain > 0.0, willing, 0.0 if his.crippled else 1.0 / 6.0) * gain
        payoff += self._seamanship(unit)[:, None]
        return payoff

    def _position(self, ship: Ship, his: Ship) -> tuple[int, int, int, int]:
        """Turns left, this one included, how the ships lie, and the hits of ours and of his."""
        left = self.table.scenario.turns + 1 - self.state.turn
        return left, lie_of(self.table, ship, his), hits_of(ship), hits_of(his)

    def _payoff(self, ship: Ship, his: Ship, unit: Unit, track: Ints, places: Places) -> Floats:
        """What we gain with each position of ours (rows) and each of his (columns)."""
        caution = self.aim.caution
        ours, theirs = self.worth.pair(self.table, ship, his, True)
        lie = classes(unit.q, unit.r, unit.heading, places.q, places.r, places.heading)
        payoff: Floats = (ours - caution * theirs)[lie]
        met = meetings(ship.place + track, places.track)
        chance, gain = self._grapple(ship, his)
        payoff[met] += chance * (gain - payoff[met])
        away = hexes_between(unit.q, unit.r, places.q, places.r)
        payoff -= self.aim.eagerness * np.maximum(away - CLOSE, 0)
        payoff += self._seamanship(unit)[:, None]
        return payoff

    def _grapple(self, ship: Ship, his: Ship) -> tuple[float, float]:
        """The chance of running afoul of an enemy whom we meet, and what it would bring us."""
        given = self.worth.alongside(self.table, ship, his)
        taken = self.worth.alongside(self.table, his, ship)
        turns = self.temper.alongside * (1.0 + 2.0 * self.wild)
        gain = turns * (given - self.aim.caution * taken)
        willing = not ship.crippled and gain > 0.0
        he_would = 0.0 if his.crippled else 0.5 * self.wild + (1.0 - self.wild) * (gain < 0.0)
        if willing:
            return (1.0 + 2.0 * he_would) / 3.0, gain
        return he_would / 3.0, gain

    def _places_of(self, his: Ship) -> Places:
        """Where the enemy of a duel may be, and how likely that is if he sails without a plan:
        positions of all kinds that he could choose, and those that chance would lead him to.
        """
        q, r = axial(his.place)
        if is_still(his):
            one = np.ones(1, dtype=np.int32)
            track = one[:, None] * his.place
            return Places(one * q, one * r, one * his.heading, np.ones(1), track)
        least, most = rates(his, self.state)
        air = self.plotter.air
        ends = ends_of(least, most, his.heading, air)
        drawn = drawn_ends(least, most, his.heading, air)
        step = max(1, len(ends.q) // LIKELY)
        chosen = len(ends.q[::step])
        prior = np.full(chosen + len(drawn.q), 0.9 / len(drawn.q))
        prior[:chosen] = 0.1 / chosen
        steps = min(ends.track.shape[1], drawn.track.shape[1])
        return Places(
            q + np.concatenate((ends.q[::step], drawn.q)),
            r + np.concatenate((ends.r[::step], drawn.r)),
            np.concatenate((ends.heading[::step], drawn.heading)),
            prior,
            his.place + np.concatenate((ends.track[::step, :steps], drawn.track[:, :steps])),
        )

    def _choose(self, ship: Ship, ends: Ends, value: Floats) -> tuple[int, Route]:
        """The best course that runs into no friend and off no map; of several nearly as good, one
        by lot, so that nobody can foresee it.
        """
        order = [int(n) for n in np.argsort(-np.round(value, 6), kind="stable")[:TRIED]]
        least = float(value[order[0]]) - self.temper.slack
        near = [n for n in order[:ALIKE] if value[n] >= least]
        if len(near) > 1:
            drawn = near[self.dice.below("course", len(near))]
            order.remove(drawn)
            order.insert(0, drawn)
        spare = -1
        for number in order:
            danger = self.lookout.danger(ship, ends.routes[number])
            if danger == 0:
                return int(ends.rate[number]), ends.routes[number]
            if danger == 1 and spare < 0:
                spare = number
        spare = spare if spare >= 0 else order[0]
        return int(ends.rate[spare]), ends.routes[spare]

    # Ships afoul

    def _alongside(self, ship: Ship) -> Order:
        """Stay and fight it out, or try to part."""
        if not self.wants_out(ship):
            return Order("")
        most = min(2, allowance(ship, self.state))
        air = self.plotter.air
        into = air >= 0 and bool(air & 1) and air >> 2 == ship.heading
        order = Order("Break away", breaks_away=True)
        if most and not into and ship.mast < 3:
            ahead = tuple(STEP[ship.heading] * n for n in range(1, most + 1))
            if not self.lookout.is_lost(ship.place, ahead):
                leg = self.plotter.row(ship, most, _straight(ship, most))
                order = Order(f"Break away, {leg.text}", breaks_away=True)
        return order

    def wants_out(self, ship: Ship) -> bool:
        """Whether an afoul ship is better off by herself."""
        others = [self.state.ships[n] for n in ship.afoul]
        if self.prospects is not None and self.wild > LOOSE:
            left, lie, ours, his = self._position(ship, others[0])
            then = self.prospects.won[left - 1, lie]
            return bool(self.prospects.free[left - 1, ours, his] > then[ours, his])
        if ship.fleet in self.state.over or (self.aim.goals is not None and ship.crew < 3):
            return True
        if self.aim.shaken:
            return True
        given = max(self.worth.alongside(self.table, ship, other) for other in others)
        if self.aim.shaking and given > 0.0:
            return False
        taken = sum(self.worth.alongside(self.table, other, ship) for other in others)
        return given < self.aim.caution * taken

    # Formations

    def _sail_formations(self, orders: dict[int, Order]) -> None:
        """Rows for the formations that lie on the water and do well to stay so."""
        if len(self.own) < 2 or any(ship.fleet in self.state.over for ship in self.own):
            return
        for formation in formations.find(self.plotter):
            members = [self.state.ships[n] for n in formation.members]
            best = self._lead(formation, members)
            if best is None:
                continue
            value, order, tracks = best
            if value + self._cohesion(members) < self._apart(members):
                continue
            leader = self.state.ships[formation.leader]
            for ship, offsets in zip(members, tracks, strict=True):
                self.lookout.claim(ship.place, offsets)
                text = f"Formation {leader.code}"
                orders[ship.n] = order if ship is leader else Order(text, follows=leader.code)
            self._pass_flag(formation, members, orders)

    def _cohesion(self, members: Sequence[Ship]) -> float:
        """What it is worth to each ship to sail in formation."""
        places = [ship.place for ship in members]
        near = min((distance(p, e.place) for p in places for e in self.enemies), default=99)
        if near > FARTHEST + 6:
            return 1_000.0
        efficiency = fleet_of(self.state, members[0]).efficiency
        return self.temper.cohesion[efficiency != "high"]

    def _apart(self, members: Sequence[Ship]) -> float:
        """What the ships of a formation would have on the average if each went her own way."""
        best = [float(self.judge(ship, self._ends(ship)).max()) for ship in members]
        return sum(best) / len(best)

    def _lead(
        self, formation: Formation, members: Sequence[Ship]
    ) -> tuple[float, Order, list[tuple[int, ...]]] | None:
        """The best course for a formation: (value a ship, leader's row, every ship's track)."""
        leader = self.state.ships[formation.leader]
        tried = []
        for change, legs in self._courses(leader):
            kinds = ((0, formation.kind),)
            stations = formations.courses(self.plotter, formation, change, legs, kinds)
            if isinstance(stations, Complaint):
                continue
            tried.append((change, legs, stations))
        if not tried:
            return None
        flat = [station for _, _, stations in tried for station in stations]
        at = [axial(station.place) for station in flat]
        # The stations of a formation stand in the order of its members.
        row = np.tile(np.arange(len(members), dtype=np.int32), len(tried))
        unit = Unit(
            [station.ship for station in tried[0][2]],
            row,
            np.array([q for q, _ in at], dtype=np.int32),
            np.array([r for _, r in at], dtype=np.int32),
            np.array([station.heading for station in flat], dtype=np.int32),
            np.array([len(station.offsets) for station in flat], dtype=np.int32),
        )
        foes = self.foes_near([ship.place for ship in members], 2 * NEAREST)
        value = self.value(unit, foes).reshape(len(tried), -1).mean(1)
        for number in np.argsort(-np.round(value, 6), kind="stable"):
            change, legs, stations = tried[int(number)]
            if any(self.lookout.is_barred(s) for s in stations):
                continue
            route = route_of(legs, leader.heading, self.plotter.air)
            if isinstance(route, Route):
                tracks = {s.ship.n: tuple(s.offsets) for s in stations}
                order = lead_row(formation.kind, change, route)
                return float(value[int(number)]), order, [tracks[s.n] for s in members]
        return None

    def _courses(self, leader: Ship) -> Iterable[tuple[int, tuple[tuple[int, int], ...]]]:
        """Courses that a formation may be led by: straight, one turn at once or half way."""
        least, most = rates(leader, self.state)
        air = self.plotter.air
        speeds = {most, min(max(leader.speed, least), most), max(least, most - 3)}
        for rate in sorted(speeds, reverse=True):
            change = rate - leader.speed
            if rate == 0:
                yield change, ()
                continue
            for turned in (0, 1, -1, 2, -2):
                heading = (leader.heading + turned) % 6
                run = rate - turn_cost(leader.heading, turned, air)
                if run > 0:
                    yield change, ((heading, run),)
                half = rate // 2
                rest = rate - half - turn_cost(leader.heading, turned, air)
                if turned and half and rest > 0:
                    yield change, ((leader.heading, half), (heading, rest))

    def _pass_flag(
        self, formation: Formation, members: Sequence[Ship], orders: dict[int, Order]
    ) -> None:
        """Hand on the flag of a ship that is about to be lost, to a sound ship next to her."""
        if formation.kind != COLUMN:
            return
        for at, ship in enumerate(members):
            if not ship.flag or max(ship.crew, ship.mast) < 2:
                continue
            beside = [members[i] for i in (at - 1, at + 1) if 0 <= i < len(members)]
            heirs = [s for s in beside if not s.flag and s.hits < 2]
            if heirs:
                old = orders[ship.n]
                heir = min(heirs, key=lambda s: (s.hits, -s.counter.rating, s.n))
                text = f"{old.text}; Flag to {heir.code}"
                orders[ship.n] = Order(text, flag_to=heir.code)

    # Fire

    def fire(self) -> dict[int, tuple[str, str]]:
        """Who fires at whom and for what, by line: (kind, code of the target)."""
        gunners = Gunners(
            self.table, self.own, self.plotter.enemies, self.worth, self.temper.thrift
        )
        orders: dict[int, tuple[str, str]] = {}
        for attack in gunners.attacks():
            if self.prospects is not None and self.wild > LOOSE:
                kind = self.prospects.best_kind(*self._position(attack.ships[0], attack.target))
            else:
                kind = gunners.value(attack)[1]
            for ship in attack.ships:
                orders[ship.n] = (kind or CREW, attack.target.code)
        return orders


def is_still(ship: Ship) -> bool:
    """Whether a ship stays where she is and as she lies, whatever is plotted."""
    return bool(ship.anchored or ship.afoul or (ship.mast >= 3 and ship.speed <= MOST_SLOWED))


def _straight(ship: Ship, points: int) -> Route:
    way = ship.heading
    offsets = tuple(STEP[way] * n for n in range(1, points + 1))
    return Route(((way, points),), offsets, (way,) * points, way)
