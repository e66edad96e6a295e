"""Command Control: who loses it, and where the ships that lose it go (8.2, 8.3)."""

from __future__ import annotations

from typing import Any

from weathergage import HEADINGS, Event, clause, event
from weathergage_frigate.charts import charts_of
from weathergage_frigate.formations import Station, follow
from weathergage_frigate.notation import ABREAST
from weathergage_frigate.routes import air_of, random_rate, rates, straight
from weathergage_frigate.sheets import Plotter
from weathergage_frigate.state import NO_FLAG, Fleet, Formation, FrigateState, Planned, Ship


@event
class CommandRolled(Event):
    """The last digits of the hexes in which a fleet's ships are out of command."""

    fleet: str
    flagships: tuple[int, ...]
    independents: tuple[int, ...]
    clause: str

    def say(self) -> str:
        """The digits by kind of ship."""
        parts = []
        if self.flagships:
            parts.append(f"flagships on hexes ending in {_listed(self.flagships)}")
        if self.independents:
            parts.append(f"independent ships on hexes ending in {_listed(self.independents)}")
        return f"The {self.fleet} fleet loses command of {' and '.join(parts)}."


def _listed(digits: tuple[int, ...]) -> str:
    return " or ".join(str(digit) for digit in digits)


@event
class OutOfCommand(Event):
    """A ship, or a formation by its flagship, does not follow her orders this turn."""

    ship: str
    members: tuple[str, ...]
    misplotted: bool
    clause: str

    def say(self) -> str:
        """Who is out of command."""
        with_her = f" and her formation ({', '.join(self.members)})" if self.members else ""
        why = "was given orders that cannot be carried out" if self.misplotted else "loses command"
        return f"{self.ship}{with_her} {why}."


@event
class Wanders(Event):
    """The random heading of a ship out of command."""

    ship: str
    heading: str
    clause: str

    def say(self) -> str:
        """Where she heads."""
        return f"{self.ship} heads {self.heading}."


@clause("4.2.C", "8.0-general", "8.2")
def command_control(game: Any) -> None:
    """Find which formations and single ships of each fleet are out of command, and give them a
    random course instead of their plot.
    """
    state: FrigateState = game.state
    lost: set[int] = set()
    for fleet, flags, independents in _exposed(game):
        _determine(game, fleet, flags, independents, lost)
    # "6.11" What was plotted illegally suffers the same.
    wrong = {n for n in state.misplotted if not state.ships[n].gone} if state.misplotted else set()
    if not lost and not wrong:
        state.out = frozenset()
        return
    state.out = frozenset(lost | wrong)
    _tell_lost(game, lost, wrong)
    plans = list(state.plans)
    for group in _units(state):
        _random_plot(game, group, plans)
    for n in state.out:
        planned = plans[n]
        if planned is not None and state.ships[n].afoul:
            # "8.36" An afoul ship out of command keeps her fire and does not break away.
            plans[n] = Planned(n, state.ships[n].heading, kind=planned.kind, target=planned.target)
    state.plans = tuple(plans)
    state.passing = tuple(pair for pair in state.passing if pair[0] not in state.out)


@clause("8.21-use")
def _exposed(game: Any) -> list[tuple[Fleet, list[Ship], list[Ship]]]:
    """The fleets with ships that could lose command: flagships (lone ones, and those that control
    a formation) and independents. For a fleet with none no die is rolled.
    """
    state: FrigateState = game.state
    columns = charts_of(game.rules).command
    if not columns:
        return []
    flags: dict[str, list[Ship]] = {}
    independents: dict[str, list[Ship]] = {}
    plans = state.plans
    for ship in state.ships:
        fleet = ship.fleet
        if ship.gone or ship.anchored or fleet not in columns:
            continue
        planned = plans[ship.n]
        if planned is None or planned.formation < 0:
            is_flag = ship.flag != NO_FLAG
        elif state.formations[planned.formation].flag == ship.n:
            is_flag = True
        else:
            continue
        if not is_flag:
            independents.setdefault(fleet, []).append(ship)
        elif columns[fleet][0]:
            flags.setdefault(fleet, []).append(ship)
    if not flags and not independents:
        return []
    return [
        (exposed, flags.get(exposed.id, []), independents.get(exposed.id, []))
        for exposed in state.fleets
        if exposed.id in flags or exposed.id in independents
    ]


def _determine(
    game: Any, fleet: Fleet, flags: list[Ship], independents: list[Ship], lost: set[int]
) -> None:
    """Add the ships of a fleet that are out of command."""
    state: FrigateState = game.state
    for_flags, for_independents = charts_of(game.rules).command[fleet.id]
    if game.rules.options.command_method == "chits":
        flag_digits, digits = draw_chits(game, fleet, for_flags, for_independents)
    else:
        flag_digits, digits = throw_digits(game, fleet, for_flags, for_independents)
    if game.telling:
        game.tell(CommandRolled(fleet.name, flag_digits, digits, "8.21"))
    for ship in flags:
        if _last_digit(state, ship) in flag_digits:
            planned = state.plans[ship.n]
            number = planned.formation if planned is not None else -1
            lost.update(state.formations[number].members if number >= 0 else (ship.n,))
    lost.update(ship.n for ship in independents if _last_digit(state, ship) in digits)


def _last_digit(state: FrigateState, ship: Ship) -> int:
    return state.sections.sheet.numbers(ship.place)[1] % 10


Digits = tuple[int, ...]


@clause("8.21")
def throw_digits(game: Any, fleet: Fleet, for_flags: str, column: str) -> tuple[Digits, Digits]:
    """The digits by the table: one die for all of a fleet."""
    die = game.roll(f"command {fleet.id}", f"command of the {fleet.name} fleet", "8.21")
    digits = game.look_up("command-control", die, column)
    flags = game.look_up("command-control", die, for_flags) if for_flags else ()
    return flags, digits


@clause("8.23")
def draw_chits(game: Any, fleet: Fleet, for_flags: str, column: str) -> tuple[Digits, Digits]:
    """The digits by chits drawn from ten: for flagships first, put back, then for the others."""
    stream = f"command chits {fleet.id}"
    flags = _draw(game, stream, int(for_flags)) if for_flags else ()
    return flags, _draw(game, stream, int(column))


def _draw(game: Any, stream: str, chits: int) -> tuple[int, ...]:
    left = list(range(10))
    return tuple(left.pop(game.below(stream, "command chits", len(left))) for _ in range(chits))


def _tell_lost(game: Any, lost: set[int], wrong: set[int]) -> None:
    if not game.telling:
        return
    state: FrigateState = game.state
    for unit in _units(state):
        head = state.ships[unit.flag if isinstance(unit, Formation) else unit]
        members = unit.members if isinstance(unit, Formation) else ()
        others = tuple(state.ships[n].code for n in members if n != head.n)
        by_plot = head.n in wrong and head.n not in lost
        under = "6.11" if by_plot else "8.2"
        game.tell(OutOfCommand(head.counter.title, others, by_plot, under))


def _units(state: FrigateState) -> list[Formation | int]:
    """The formations and single ships that are out of command, in the order of the sheets."""
    units: list[Formation | int] = []
    seen: set[int] = set()
    for n in sorted(state.out):
        if n in seen:
            continue
        planned = state.plans[n]
        if planned is not None and planned.formation >= 0:
            formation = state.formations[planned.formation]
            units.append(formation)
            seen.update(formation.members)
        else:
            units.append(n)
    return units


@clause("8.3", "8.31", "8.36")
def _random_plot(game: Any, unit: Formation | int, plans: list[Planned | None]) -> None:
    """Roll up a random course for a formation or a single ship, and cancel its fire."""
    state: FrigateState = game.state
    lead = state.ships[unit.leader if isinstance(unit, Formation) else unit]
    if lead.afoul:
        return
    # "8.35" Whom damage has stopped may not turn (6.45), so nothing is rolled for her.
    heading = lead.heading if _is_stopped(lead, state) else random_heading(game, lead)
    if isinstance(unit, Formation):
        _random_formation(game, unit, heading, plans)
        return
    options = game.rules.options
    air = air_of(state.wind, options.no_sailing_into_wind, options.bearing_up)
    route = straight(lead.heading, heading, random_rate(lead, state), air)
    plans[lead.n] = Planned(lead.n, route.end, route.points, route.offsets, route.headings)


def _is_stopped(ship: Ship, state: FrigateState) -> bool:
    return ship.mast >= 3 and random_rate(ship, state) == 0


@clause("8.3", "8.32")
def random_heading(game: Any, ship: Ship) -> int:
    """One hexside to the right, on, or one to the left, by a die; where nobody may sail into the
    wind, a heading into it is rolled again.
    """
    state: FrigateState = game.state
    title = ship.counter.title
    while True:
        die = game.roll(f"helm {ship.counter.id}", f"the heading of {title}", "8.3")
        heading = (ship.heading + game.look_up("facing", die, "hexsides")) % 6
        if not (game.rules.options.no_sailing_into_wind and heading == state.wind):
            break
    if game.telling:
        game.tell(Wanders(title, HEADINGS[heading], "8.3"))
    return int(heading)


@clause("8.31", "8.35")
def _random_formation(
    game: Any, formation: Formation, heading: int, plans: list[Planned | None]
) -> None:
    """A Line Abreast turns and runs as one, at the Rate of its slowest ship; a Column follows its
    lead ship.
    """
    state: FrigateState = game.state
    options = game.rules.options
    air = air_of(state.wind, options.no_sailing_into_wind, options.bearing_up)
    ships = [state.ships[n] for n in formation.members]
    lead = ships[0]
    number = plans[lead.n].formation if plans[lead.n] is not None else -1  # type: ignore[union-attr]
    if formation.kind == ABREAST:
        slowest = min(random_rate(ship, state) for ship in ships)
        for ship in ships:
            rate = max(slowest, rates(ship, state)[0])
            way = ship.heading if _is_stopped(ship, state) else heading
            route = straight(ship.heading, way, rate, air)
            plans[ship.n] = Planned(
                ship.n,
                route.end,
                route.points,
                route.offsets,
                route.headings,
                formation=number,
            )
        return
    plotter = Plotter(game, lead.side)
    route = straight(lead.heading, heading, random_rate(lead, state), air)
    ahead = Station(lead, lead.place, lead.heading)
    for offset, way in zip(route.offsets, route.headings, strict=True):
        ahead.steer(offset, way)
    ahead.heading = route.end
    plans[lead.n] = ahead.planned(number)
    for ship in ships[1:]:
        rate = random_rate(ship, state)
        ahead = _trail(plotter, ship, ahead, rate)
        plans[ship.n] = ahead.planned(number, rate)


def _trail(plotter: Plotter, ship: Ship, ahead: Station, rate: int) -> Station:
    """A follower in the track of the ship ahead, for as many points of her Rate as do not bring
    her upon that ship.
    """
    for points in range(rate, 0, -1):
        station = Station(ship, ship.place, ship.heading)
        if follow(plotter, station, ahead, points) and station.place != ahead.place:
            return station
    return Station(ship, ship.place, ship.heading)
