"""A side's plot sheet: what it comes to, and the courses that may be written in it (5.0)."""

from __future__ import annotations

from typing import Any

from weathergage import HEADINGS, Complaint, clause
from weathergage_frigate.charts import charts_of
from weathergage_frigate.notation import Order, keep_drawn, keep_order
from weathergage_frigate.routes import SHORT, Legs, Route, rates, route_of
from weathergage_frigate.state import Formation, FrigateState, Planned, Ship, complaint


class _Written(dict[tuple[int, int], str]):
    """Legs as they are written, each worked out once."""

    def __missing__(self, leg: tuple[int, int]) -> str:
        self[leg] = written = f"{HEADINGS[leg[0]]} {leg[1]}"
        return written


_LEGS = _Written()


class Sheet:
    """What a plot comes to.

    planned: what each ship will do, by her line. formations: those plotted. problems: what
    breaks the rules, in the order of the rows. lost: ships whose movement plot is illegal and
    which therefore fall to Command Control (6.11). flags: flag passed, from line to line.
    """

    __slots__ = ("flags", "formations", "lost", "planned", "problems")

    def __init__(self) -> None:
        self.planned: dict[int, Planned] = {}
        self.formations: list[Formation] = []
        self.problems: list[Complaint] = []
        self.lost: set[int] = set()
        self.flags: dict[int, int] = {}

    def complain(self, ship: Ship, reason: str, clause: str, code: str = "illegal-plot") -> None:
        """Note what is wrong with a ship's row."""
        self.problems.append(complaint(ship, reason, clause, code))


class Plotter:
    """A side at its plot sheet: the ships that it plots for, its enemies, and the wind.

    own: its ships on the map that are not at anchor. air: the wind, for routes.
    """

    __slots__ = ("air", "enemies", "game", "own", "seat", "state")

    def __init__(self, game: Any, seat: str) -> None:
        state: FrigateState = game.state
        self.game = game
        self.state = state
        self.seat = seat
        self.air = charts_of(game.rules).airs[state.wind]
        own: list[Ship] = []
        enemies: list[Ship] = []
        for ship in state.ships:
            if ship.gone:
                continue
            if ship.side != seat:
                enemies.append(ship)
            elif not ship.anchored:
                own.append(ship)
        self.own = own
        self.enemies = enemies

    @clause("6.21", "6.22", "13.0-deployment")
    def sail(self, ship: Ship, speed: int | None, legs: Legs) -> tuple[int, Route | Complaint]:
        """The Rate and route of a plotted course, or what is wrong with it.

        Slowing that the wind or damage forces on a ship need not be written.
        """
        state = self.state
        least, most = rates(ship, state)
        rate = ship.speed + (speed or 0)
        if speed is None and not least <= rate <= most:
            rate = most
        if not least <= rate <= most:
            return rate, self._too_fast(ship, rate, least, most)
        if rate == 0:
            return 0, self._at_rest(ship, legs)
        route = route_of(legs, ship.heading, self.air)
        if isinstance(route, Route) and route.points != rate:
            return rate, Complaint(
                f"at Rate {rate} the course must spend {rate} point{'s' if rate > 1 else ''}, "
                f"and it spends {route.points}",
                "6.0-general",
                "wrong-points",
                suffered=True,
            )
        return rate, route

    def _too_fast(self, ship: Ship, rate: int, least: int, most: int) -> Complaint:
        span = str(least) if least == most else f"{least} to {most}"
        if self.state.turn == 1:
            why, clause = "on the first turn the speed is the scenario's", "13.0-deployment"
        elif ship.mast >= 3:
            why, clause = "dismasted, she slows by four", "6.55"
        elif least == most and ship.speed > most:
            why, clause = "she is above her Allowance and slows all she can", "6.2-auto"
        else:
            why, clause = "two more or four less at most, within her Allowance", "6.22"
        return Complaint(
            f"cannot make Rate {rate}: {why}; {span} is allowed", clause, "rate", suffered=True
        )

    @clause("6.45", "6.52")
    def _at_rest(self, ship: Ship, legs: Legs) -> Route | Complaint:
        """A ship at rest MAY turn one hexside, but not one that damage has stopped."""
        if not legs:
            return Route((), (), (), ship.heading)
        way, hexes = legs[0]
        turn = (way - ship.heading + 2) % 6 - 2
        if len(legs) > 1 or hexes:
            return Complaint(
                "at Rate 0 she goes nowhere; she may turn one hexside, written with 0 hexes",
                "6.45",
                "at-rest",
                suffered=True,
            )
        if ship.mast >= 3:
            return Complaint("dismasted and stopped, she may not turn", "6.52", suffered=True)
        if abs(turn) != 1:
            return Complaint("at rest she may turn one hexside only", "6.45", suffered=True)
        return Route(legs, (), (), way)

    def row(self, ship: Ship, rate: int, route: Route) -> Order:
        """The row for a course, remembered so that it is read and traced but once."""
        change = rate - ship.speed
        if change in route.rows:
            return route.rows[change]  # type: ignore[return-value]
        text = ", ".join([_LEGS[leg] for leg in route.legs])
        if change:
            head = f"Accel {change}" if change > 0 else f"Decel {-change}"
            text = f"{head}, {text}" if text else head
        order = Order(text, change or None, route.legs)
        if rate:
            order.traced = (ship.heading, self.air, route)
        if route.points > SHORT:
            return keep_drawn(order)
        route.rows[change] = order
        return keep_order(order)
