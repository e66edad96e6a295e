"""The ruleset's own captain: its answer to every question.

It keeps formation, works for the rake, fires for masts or crews as the scenario's aim asks, runs
for an edge when that wins and breaks off when it must. It sees its side's table and nothing else.
What it is after is in `aims`, how it writes a plot sheet in `conduct`, what positions are worth in
`reckoning`; the last two are loaded when the first captain plays, since they work on arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weathergage import Command, Complaint, Dice, View, clause
from weathergage_frigate import deployment
from weathergage_frigate.afoul import Election
from weathergage_frigate.aims import STEADY, Aim, Temper, aim_of, worth_of
from weathergage_frigate.damage import Repair
from weathergage_frigate.notation import read_order
from weathergage_frigate.plotting import Plot
from weathergage_frigate.state import Ship

if TYPE_CHECKING:
    from weathergage import Decision
    from weathergage_frigate.duel import Prospects
    from weathergage_frigate.guesses import Outlook
    from weathergage_frigate.reckoning import Worth
    from weathergage_frigate.views import Table

TRIES = 60
"""Rows of a plot sheet that are corrected before one is drawn by lot instead."""

UNTRIED = 0.9
"""How likely an enemy in a duel is taken to sail without a plan, before he has been seen to; one
who has a plan shows it in a turn or two, and one who has none is long in coming to close range.
"""


class FrigateCaptain:
    """Plays one seat of a game of Frigate.

    seat: the side. dice: chance of its own, for answers that are drawn by lot. temper: how it
    weighs one thing against another.
    """

    def __init__(self, seat: str, dice: Dice, temper: Temper = STEADY) -> None:
        self.seat = seat
        self.dice = dice
        self.temper = temper
        self._worth: Worth | None = None
        self._rules: Any = None
        self._wild = UNTRIED
        self._outlook: Outlook | None = None

    def answer(self, view: View, decision: Decision) -> Command:
        """A legal answer to an open decision of its seat."""
        table: Table = view.table
        if decision.kind == Plot.KIND:
            command: Command = self._plot(table, decision)
        elif decision.kind == Election.KIND:
            command = self._elect(table, decision)
        elif decision.kind == Repair.KIND:
            command = self._repair(table, decision)
        elif decision.kind == deployment.Deploy.KIND:
            command = deployment.suggest(table.state, table.scenario, self.seat)
        else:
            return decision.sample(self.dice)
        return command if decision.complaint(command) is None else decision.sample(self.dice)

    def _worth_of(self, table: Table) -> Worth:
        if self._worth is None or self._rules is not table.rules:
            self._worth = worth_of(table, self.seat)
            self._rules = table.rules
        return self._worth

    def _read(self, table: Table) -> None:
        """Learn from where the enemy of a duel went: one who sails without a plan comes to good
        places and bad ones alike, a captain to the good ones.
        """
        seen, self._outlook = self._outlook, None
        if seen is None or seen.turn != table.turn - 1 or len(seen.places.q) < 2:
            return
        standing = seen.standing(table.ships[seen.n])
        odds = self._wild / (1.0 - self._wild) / (0.25 + 2.25 * standing * standing)
        self._wild = min(0.95, max(0.05, odds / (1.0 + odds)))

    def _aim_of(self, table: Table) -> Aim:
        return aim_of(table, self.seat, self.temper, self._wild)

    def _prospects_of(self, table: Table) -> Prospects | None:
        """The prospects of a duel with an enemy without a plan."""
        from weathergage_frigate.duel import prospects_of

        return prospects_of(table, self.seat)

    def _loose(self, table: Table) -> Prospects | None:
        """The prospects of a duel, if the enemy is likely to sail without a plan."""
        from weathergage_frigate.conduct import LOOSE

        return self._prospects_of(table) if self._wild > LOOSE else None

    # The plot sheet

    def _plot(self, table: Table, decision: Decision) -> Command:
        from weathergage_frigate.conduct import Conduct

        worth = self._worth_of(table)
        self._read(table)
        aim = self._aim_of(table)
        conduct = Conduct(
            table,
            self.seat,
            self.dice,
            worth,
            aim,
            self.temper,
            self._wild,
            self._prospects_of(table),
        )
        plot = conduct.plot()
        self._outlook = conduct.outlook
        by_id = {ship.counter.id: ship for ship in conduct.own}
        for _ in range(TRIES):
            complaint = decision.complaint(plot)
            if complaint is None:
                return plot
            ship = by_id.get(str(complaint.about))
            if ship is None:
                break
            plot = mended(plot, ship.code, complaint)
            if ship.code not in plot.orders and ship.speed:
                text = conduct.course(ship).text
                plot = Plot(orders={**plot.orders, ship.code: text})
        return decision.sample(self.dice)

    # Enemies met, and repairs

    @clause("6.6-election")
    def _elect(self, table: Table, decision: Decision) -> Command:
        """Run afoul where that pays: our fire alongside against his, a prize, a runner stopped."""
        ids = str(decision.about).split(" / ")
        pair = [ship for ship in table.ships if ship.counter.id in ids]
        ours = next(ship for ship in pair if ship.side == self.seat)
        his = next(ship for ship in pair if ship is not ours)
        return Election(run_afoul=self._wants_afoul(table, ours, his))

    def _wants_afoul(self, table: Table, ours: Ship, his: Ship) -> bool:
        worth = self._worth_of(table)
        aim = self._aim_of(table)
        if ours.prize or ours.fleet in table.state.over or aim.goals is not None:
            return False
        prospects = self._loose(table)
        if prospects is not None:
            return prospects.grapples(table, ours, his)
        if his.fleet in table.state.over and "10.0" not in table.scenario.suspended:
            # "9.14" A ship that retires strikes to whoever runs afoul of her.
            return not his.disabled
        if his.prize:
            return bool(table.options.recapture and ours.crew < 3)
        if table.options.surrender and his.crew >= 3 and "10.0" not in table.scenario.suspended:
            return ours.crew < 3
        given = worth.alongside(table, ours, his)
        taken = worth.alongside(table, his, ours)
        if aim.shaken:
            return False
        if aim.shaking or (aim.hunts and his.mast < 3):
            return given > 0.6 * taken
        return given > aim.caution * taken * 1.1

    @clause("7.32")
    def _repair(self, table: Table, decision: Decision) -> Command:
        """The kind whose repair is worth most, by what it gains and how likely it is."""
        worth = self._worth_of(table)
        ships = {ship.code: ship for ship in table.ships if ship.side == self.seat}
        both = [s for s in ships.values() if s.crew and s.mast and not s.crippled and not s.gone]
        prospects = self._loose(table)
        if prospects is not None:
            his = next(ship for ship in table.ships if ship.side != self.seat)
            return Repair(kinds={s.code: prospects.mends(table, s, his) for s in both})
        runs = self._aim_of(table).goals is not None
        kinds = {}
        for ship in both:
            gain = {}
            for kind, hits in (("crew", ship.crew), ("mast", ship.mast)):
                chance = 3 if hits == 1 else 2
                gain[kind] = chance * worth.relief(ship, kind)
            if runs:
                gain["mast"] *= 1.5
            kinds[ship.code] = "crew" if gain["crew"] >= gain["mast"] else "mast"
        return Repair(kinds=kinds)


def mended(plot: Plot, code: str, complaint: Complaint) -> Plot:
    """A plot without what a complaint is about: the fire of a ship, her flag, or her course and
    the formation that she sails in.
    """
    orders = dict(plot.orders)
    text = orders.get(code, "")
    parts = [part.strip() for part in text.split(";") if part.strip()]
    acts = [part for part in parts if part.startswith(("Fire", "Flag"))]
    course = [part for part in parts if not part.startswith(("Fire", "Flag"))]
    doubtful = "Fire" if complaint.code == "fire" else "Flag"
    kept = [act for act in acts if not act.startswith(doubtful)]
    if len(kept) < len(acts):
        orders[code] = "; ".join([*course, *kept])
        if not orders[code]:
            del orders[code]
        return Plot(orders=orders)
    order = read_order(text) if text else None
    leader = code if order is None or not order.follows else order.follows
    for other in list(orders):
        if other in (code, leader) or read_order(orders[other]).follows == leader:
            del orders[other]
    return Plot(orders=orders)
