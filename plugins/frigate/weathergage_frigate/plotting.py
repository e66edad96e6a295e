"""The plot: what the rows of a plot sheet come to (5.0). Their notation is in notation.py."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from weathergage import (
    HEADINGS,
    Ask,
    Command,
    Complaint,
    Dice,
    IllegalCommand,
    PhaseRun,
    Together,
    clause,
)
from weathergage_frigate import formations, gunnery, preservation
from weathergage_frigate.notation import (
    CREW,
    MAST,
    Order,
    keep_drawn,
    kept_order,
    plain_code,
    read_order,
)
from weathergage_frigate.routes import (
    Route,
    allowance,
    nth_route,
    rates,
    route_of,
    span,
)
from weathergage_frigate.sheets import Plotter, Sheet
from weathergage_frigate.state import Formation, FrigateState, Planned, Ship


@clause("4.2.B", "5.0-general")
class Plot(Command):
    """A side's plot sheet for one turn: a row for each of its ships that does anything.

    orders: the row by identity code, such as {"44/F": "Accel 2, SE 7; Fire Crew 44/F"}.
    """

    NOTATION = """\
A row's parts are set off by commas, semicolons or a slash between blanks:
  Accel 2, N 4, NW 2; Fire Mast 44/B   gain two, four hexes north, two north-west, and fire
  Decel 4, SE 1                        lose four
  SE 0                                 turn a ship at rest, or turn in the last hex
  Column, N 3, Abreast, NE 2           lead a formation, which changes on the way
  Formation 80/A; Fire Crew 74/C       sail by the row of 80/A
  Flag to 74/B                         pass the flag to the next ship
  Break away, Accel 2, N 2             roll to part from the enemy alongside"""

    orders: dict[str, str]


class PlotAnswers(Plotter):
    """What a side may plot in this position."""

    __slots__ = ("_last", "_made", "_rates")

    def __init__(self, game: Any, seat: str) -> None:
        super().__init__(game, seat)
        self._last: tuple[Plot, Sheet] | None = None
        # What was worked out to draw or make a row here is at hand when it is read.
        self._rates: dict[int, tuple[int, int]] = {}
        self._made: dict[str, Order] = {}

    def legal(self) -> Sequence[Command] | None:
        """None: there are far too many plots to list."""
        return None

    def check(self, command: Command) -> Complaint | None:
        """The first thing wrong with a plot; rows that cannot be read at all are refused in
        every mode, the rest is suffered in `book` play.
        """
        assert isinstance(command, Plot)
        try:
            sheet = self.sheet(command)
        except IllegalCommand as error:
            return Complaint(error.reason, error.clause, error.code, error.about)
        return sheet.problems[0] if sheet.problems else None

    def help(self) -> str:
        """The notation, with this side's ships and what speed each may make."""
        lines = ['Write each ship a row, such as "Accel 2, N 4, NW 2; Fire Mast 44/B".']
        for ship in self.own:
            lines.append(self.help_for(ship))
        return "\n".join(lines)

    def help_for(self, ship: Ship) -> str:
        """What one ship may do: her speeds and her targets."""
        if ship.afoul:
            most = min(2, allowance(ship, self.state))
            leg = ((ship.heading, most),) if most else ()
            goes = most and isinstance(route_of(leg, ship.heading, self.air), Route)
            ahead = f", Accel {most}, {HEADINGS[ship.heading]} {most}" if goes else ""
            can = f'afoul: nothing, or "Break away{ahead}"'
        else:
            least, most = rates(ship, self.state)
            can = f"speed {ship.speed}, may plot {least}" + (f" to {most}" if most > least else "")
        targets = ", ".join(f"{t.code} at {reach}" for t, reach in self.targets_of(ship))
        where = f"{ship.code} {ship.counter.name}, heading {HEADINGS[ship.heading]}"
        return f"  {where}: {can}" + (f"; targets: {targets}" if targets else "")

    def targets_of(self, ship: Ship) -> list[tuple[Ship, int]]:
        """The enemies that a ship could fire at alone, with their distance in hexes."""
        found = gunnery.targets(self.game, ship, self.enemies)
        return [(target, gunnery.reach(ship, target)) for target, _ in found]

    # Reading a plot

    def sheet(self, plot: Plot) -> Sheet:
        """What a plot comes to; worked out once. Raises IllegalCommand for an unreadable row."""
        last = self._last
        if last is not None and last[0] is plot:
            return last[1]
        rows = self._rows(plot)
        sheet = Sheet()
        state = self.state
        led = fires = False
        for ship in self.own:
            order = rows.get(ship.n)
            if order is None:
                self._plan_without(ship, sheet)
                continue
            if order.kinds or order.follows:
                led = True
            else:
                self._plan_alone(ship, order, sheet)
            if order.fire is not None or order.flag_to:
                fires = True
        if led:
            formations.plan(self, rows, sheet)
        if fires:
            self._act(rows, sheet)
        if state.over:
            preservation.check_retreat(self, rows, sheet)
        self._last = (plot, sheet)
        return sheet

    def _act(self, rows: dict[int, Order], sheet: Sheet) -> None:
        """What ships do besides sailing: pass flags, and fire."""
        ships = self.state.ships
        for n, order in rows.items():
            if order.flag_to:
                formations.pass_flag(self, ships[n], order.flag_to, sheet)
            if order.also:
                sheet.complain(ships[n], "a ship fires at one ship only", "5.1", "fire")
            elif order.fire is not None:
                self._aim(ships[n], order.fire, sheet)
        gunnery.check_attacks(self.game, self.seat, sheet)

    def _rows(self, plot: Plot) -> dict[int, Order]:
        rows: dict[int, Order] = {}
        orders, made = plot.orders, self._made
        for ship in self.own:
            text = orders.get(ship.code)
            if text is not None:
                rows[ship.n] = made.get(text) or kept_order(text) or _read_row(ship, text)
        if len(rows) != len(orders):
            return self._rows_by_any_name(plot)
        return rows

    def _rows_by_any_name(self, plot: Plot) -> dict[int, Order]:
        """The rows of a plot in which codes are written in another way, or wrongly."""
        rows: dict[int, Order] = {}
        codes = {ship.code: ship for ship in self.own}
        for code, text in plot.orders.items():
            ship = codes.get(code) or codes.get(plain_code(code))
            if ship is None:
                raise IllegalCommand(
                    f"{self.seat} has no ship {code} to plot for; there are: {', '.join(codes)}",
                    clause="5.0-procedure",
                    code="not-your-ship",
                    about=code,
                )
            if ship.n in rows:
                raise IllegalCommand(
                    f"{ship.code} has two rows; write one",
                    clause="5.0-procedure",
                    code="two-rows",
                    about=ship.counter.id,
                )
            rows[ship.n] = _read_row(ship, text)
        return dict(sorted(rows.items()))

    @clause("5.0-procedure")
    def _plan_without(self, ship: Ship, sheet: Sheet) -> None:
        """No row: a ship at rest stays; one with way on her has an illegal plot."""
        if ship.afoul:
            return
        if ship.speed == 0:
            return
        if rates(ship, self.state)[1] == 0:
            # "6.55", "6.2-auto" She comes to rest without anybody's writing it.
            sheet.planned[ship.n] = Planned(ship.n, ship.heading)
            return
        sheet.complain(ship, "has way on her and no row in the plot", "5.0-procedure")
        sheet.lost.add(ship.n)

    @clause("6.0-general", "6.1")
    def _plan_alone(self, ship: Ship, order: Order, sheet: Sheet) -> None:
        """A ship that sails by a row of her own."""
        if ship.afoul:
            self._plan_afoul(ship, order, sheet)
            return
        if ship.speed == 0 and not order.moves:
            sheet.planned[ship.n] = Planned(ship.n, ship.heading)
            return
        n = ship.n
        if order.traced is not None:
            heading, air, route = order.traced
            rate = ship.speed + (order.speed or 0)
            if rate == route.points and heading == ship.heading and air == self.air:
                least, most = self._rates.get(n) or rates(ship, self.state)
                if least <= rate <= most:
                    sheet.planned[n] = Planned(n, route.end, rate, route.offsets, route.headings)
                    return
        if order.breaks_away:
            problem: Route | Complaint = Complaint("is not afoul of anyone", "6.64", suffered=True)
            rate = 0
        else:
            rate, problem = self.sail(ship, order.speed, order.legs)
        if isinstance(problem, Complaint):
            sheet.complain(ship, problem.reason, problem.clause, problem.code)
            sheet.lost.add(ship.n)
            return
        sheet.planned[n] = Planned(n, problem.end, rate, problem.offsets, problem.headings)

    @clause("6.64", "6.65")
    def _plan_afoul(self, ship: Ship, order: Order, sheet: Sheet) -> None:
        """An afoul ship MAY plot to break away and go up to two points straight ahead."""
        if not order.breaks_away:
            if order.legs or order.speed:
                sheet.complain(ship, 'is afoul; she moves only by "Break away"', "6.0-general")
                sheet.lost.add(ship.n)
            return
        if not order.legs:
            route = Route((), (), (), ship.heading)
        elif ship.mast >= 3 or any(way != ship.heading or not run for way, run in order.legs):
            route = None
        else:
            traced = route_of(order.legs, ship.heading, self.air)
            route = None if isinstance(traced, Complaint) else traced
        most = min(2, allowance(ship, self.state))
        written = route is not None and order.speed not in (None, 0, route.points)
        if route is None or route.points > most or written:
            sheet.complain(
                ship,
                f"breaking away she may go up to {most} straight ahead, the speed written as Accel",
                "6.64",
            )
            sheet.lost.add(ship.n)
            return
        sheet.planned[ship.n] = Planned(
            ship.n, route.end, route.points, route.offsets, route.headings, breaks_away=True
        )

    def _aim(self, ship: Ship, fire: tuple[str, str], sheet: Sheet) -> None:
        kind, code = fire
        target = next((s for s in self.enemies if s.code == code), None)
        problem = (
            f"there is no enemy {code} on the map"
            if target is None
            else gunnery.why_not(self.game, ship, target)
        )
        if target is None or problem:
            reason, under = problem if isinstance(problem, tuple) else (problem or "", "5.1")
            sheet.complain(ship, reason, under, "fire")
            return
        planned = sheet.planned.get(ship.n)
        if planned is None:
            planned = sheet.planned[ship.n] = Planned(ship.n, ship.heading)
        sheet.planned[ship.n] = planned.firing(kind, target.n)

    # Drawing a plot

    def sample(self, dice: Dice) -> Plot:
        """A legal plot: formations where the ships lie in one, as often as not, and every other
        ship's course evenly among all that she may sail, her fire among all she may give.
        """
        orders: dict[str, str] = {}
        aimed: dict[int, str] = {}
        led: dict[int, Order] = formations.sample(self, dice) if len(self.own) > 1 else {}
        for ship in self.own:
            order = (led and led.get(ship.n)) or self._sample_course(ship, dice)
            fire = self._sample_fire(ship, dice, aimed)
            if fire is not None:
                order = _with_fire(order, *fire)
            if text := order.text:
                orders[ship.code] = text
                self._made[text] = order
        return Plot.of({"orders": orders})

    def _sample_course(self, ship: Ship, dice: Dice) -> Order:
        state = self.state
        if ship.afoul:
            return self._sample_break(ship, dice)
        least, most = self._rates[ship.n] = rates(ship, state)
        if most == 0 and ship.mast >= 3:
            return read_order("")
        if state.over:
            row = preservation.sample_retreat(self, ship, dice)
            if row is not None:
                return row
        air, heading = self.air, ship.heading
        total, firsts = span(least, most, heading, air)
        number = dice.below("sample", total)
        index = bisect_right(firsts, number) - 1
        rate = least + index
        return self.row(ship, rate, nth_route(rate, heading, air, number - firsts[index]))

    def _sample_break(self, ship: Ship, dice: Dice) -> Order:
        """An afoul ship tries to part as often as not, and then goes as far as she may."""
        if dice.below("sample", 2) == 0:
            return read_order("")
        most = min(2, allowance(ship, self.state))
        into = self.air >= 0 and self.air & 1 and self.air >> 2 == ship.heading
        run = 0 if into or ship.mast >= 3 else dice.below("sample", most + 1)
        if not run:
            return read_order("Break away")
        return read_order(f"Break away, Accel {run}, {HEADINGS[ship.heading]} {run}")

    def _sample_fire(
        self, ship: Ship, dice: Dice, aimed: dict[int, str]
    ) -> tuple[str, tuple[str, str]] | None:
        """A target and a kind of hit, or none; ships that share a target name the same kind."""
        found = gunnery.targets(self.game, ship, self.enemies)
        if not found:
            return None
        drawn = dice.below("sample", 1 + 2 * len(found))
        if drawn == 0:
            return None
        target = found[(drawn - 1) // 2][0]
        kind = aimed.setdefault(target.n, CREW if drawn % 2 else MAST)
        code = target.code
        return f"Fire {'Crew' if kind == CREW else 'Mast'} {code}", (kind, code)


def _with_fire(order: Order, text: str, fire: tuple[str, str]) -> Order:
    """A row with fire added to it."""
    text = f"{order.text}; {text}" if order.text else text
    full = kept_order(text)
    if full is None:
        full = Order(text, order.speed, order.legs, order.kinds, order.follows, fire)
        full.breaks_away = order.breaks_away
        full.traced = order.traced
        keep_drawn(full)
    return full


def _read_row(ship: Ship, text: str) -> Order:
    """A ship's row, read; what is wrong with it is told under her code."""
    try:
        return read_order(text)
    except IllegalCommand as error:
        raise IllegalCommand(
            f"{ship.code}: {error.reason}",
            clause=error.clause,
            code=error.code,
            about=ship.counter.id,
        ) from None


@clause("4.2.B", "5.0-general", "5.0-procedure")
def plot(game: Any) -> PhaseRun:
    """Every side writes its plot sheet in secret; all are shown when the last is in."""
    state: FrigateState = game.state
    asked: list[PlotAnswers] = []
    asks: list[Ask] = []
    prompt = f"Plot movement and fire for turn {state.turn}"
    for side in game.seats:
        answers = PlotAnswers(game, side)
        if answers.own:
            asked.append(answers)
            asks.append(Ask(side, Plot, "5.0-general", answers, None, prompt))
    plots = (yield Together(*asks)) if asks else ()
    plans: list[Planned | None] = [None] * len(state.ships)
    groups: list[Formation] = []
    lost: set[int] = set()
    for sheet in map(PlotAnswers.sheet, asked, plots):
        first = len(groups)
        for n, planned in sheet.planned.items():
            if first and planned.formation >= 0:
                planned = planned.in_formation(planned.formation + first)
            plans[n] = planned
        groups += sheet.formations
        lost |= sheet.lost
        for old, new in sheet.flags.items():
            state.passing = (*state.passing, (old, new))
    state.plans = tuple(plans)
    state.formations = tuple(groups)
    state.misplotted = frozenset(lost)
