"""Gunnery combat: who may fire at whom, with what strength, and what it does (7.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from weathergage import NEAR, Event, Modifier, clause, distance, event
from weathergage_frigate.chart import coast_of
from weathergage_frigate.charts import charts_of
from weathergage_frigate.sheets import Sheet
from weathergage_frigate.state import Fleet, FrigateState, Planned, Ship, complaint

FARTHEST = 10
"""Hexes beyond which nobody fires (7.4-continued)."""

# "7.16" Relative bearings (twelfths from the bow) that leave by the front or rear hexside; the
# lines through a corner also touch a side hexside, so they are in the field.
BLIND = (0, 6)

THRICE = ("french", "spanish", "italian", "franco-italian", "franco-spanish")
"""Nations that triple their strength when afoul under 6.63."""

HALF: Final = Fraction(1, 2)
CREW_HITS: Final = Modifier("crew hits", HALF, "7.3")
SILENCED: Final = Modifier("three crew hits", Fraction(0), "7.13")
FAST: Final = Modifier("speed", HALF, "7.5")
RETREATING: Final = Modifier("retreat", HALF, "9.13")
AFOUL: Final = Modifier("afoul", Fraction(2), "6.62")
AFOUL_THRICE: Final = Modifier("afoul, by nation", Fraction(3), "6.63")
RAKING: Final = Modifier("raking", Fraction(4, 3), "7.17")
COMBINED: Final = Modifier("several ships", HALF, "7.23")

WORDS: Final = {
    CREW_HITS: "halved for crew hits",
    SILENCED: "silenced by crew hits",
    FAST: "halved for speed",
    RETREATING: "halved in retreat",
    AFOUL: "doubled afoul",
    AFOUL_THRICE: "times 3 afoul",
    RAKING: "raking",
}
"""How the story tells of what the book changes a ship's strength by."""

CLAUSES: Final = {words: modifier.clause for modifier, words in WORDS.items()}


@event
class Fired(Event):
    """An attack: who fired at whom for what, the odds, the die and the hits.

    firers: (ship, strength, what changed it) each. total: after 7.23, if played. hexes: how far
    each firer is from the target.
    """

    firers: tuple[tuple[str, int, str], ...]
    target: str
    target_kind: str
    total: int
    defense: int
    odds: str
    table: str
    die: int
    hits: int
    clause: str
    hexes: tuple[int, ...] = ()

    def say(self) -> str:
        """The attack and its result."""
        who = " and ".join(
            f"{ship} ({points}{', ' + why if why else ''})" for ship, points, why in self.firers
        )
        hits = "no hit" if not self.hits else f"{self.hits} {self.target_kind} hit"
        if self.hits > 1:
            hits += "s"
        verb = "fires" if len(self.firers) == 1 else "fire"
        return (
            f"{who} {verb} at {self.target} for {self.target_kind} hits: "
            f"{self.total} against {self.defense}, {self.odds}, die {self.die}: {hits}."
        )

    def under(self) -> Iterator[str]:
        """The clause of the table, and those of what changed the strengths."""
        yield self.clause
        for _, _, why in self.firers:
            yield from (CLAUSES[words] for words in why.split(", ") if words in CLAUSES)


@event
class HeldFire(Event):
    """Fire that was plotted and could not be given."""

    ship: str
    target: str
    reason: str
    clause: str

    def say(self) -> str:
        """Who did not fire, and why."""
        return f"{self.ship} does not fire at {self.target}: {self.reason}."


@event
class Exploding(Event):
    """A magazine is on fire: two dice were rolled for a ship with two or more new Crew Hits."""

    ship: str
    explodes: bool
    clause: str

    def say(self) -> str:
        """Whether she goes up."""
        if self.explodes:
            return f"{self.ship} is on fire to the magazine and will blow up."
        return f"The fire aboard {self.ship} is put out."


def reach(ship: Ship, target: Ship) -> int:
    """Hexes from firer to target; 0 in one hex (7.4)."""
    return distance(ship.place, target.place)


def fleet_of(state: FrigateState, ship: Ship) -> Fleet:
    """The fleet that a ship sails with now."""
    for fleet in state.fleets:
        if fleet.id == ship.fleet:
            return fleet
    raise AssertionError(f"no fleet {ship.fleet}")


@clause("7.16", "6.68")
def bears(ship: Ship, target: Ship) -> bool:
    """Whether a target lies in a ship's field of fire, at any distance; in one hex it does."""
    near = NEAR.get(target.place - ship.place)
    if near is None:
        return False
    bearing = near[1]
    return bearing is None or (bearing - 2 * ship.heading) % 12 not in BLIND


@clause("7.17")
def rakes(ship: Ship, target: Ship) -> bool:
    """Whether a ship that fires at a target is out of both the target's fields of fire. Only
    position counts; in one hex nobody is raked.
    """
    bearing = NEAR[ship.place - target.place][1]
    return bearing is not None and (bearing - 2 * target.heading) % 12 in BLIND


def can_fire(state: FrigateState, ship: Ship) -> bool:
    """Whether a ship has guns to fire at all: not with three Crew Hits, and no prize has."""
    return ship.crew < 3 and not ship.prize and not ship.gone


@clause("7.17-order", "7.17", "7.3", "7.4", "7.5", "9.13", "6.62", "6.63", "3.24-gunnery", "3.21")
def strength(game: Any, ship: Ship, target: Ship) -> int:
    """A ship's Gunnery Strength against a target in range: the counter's for the distance,
    halved for Crew Hits, for speed (7.5), for retiring (9.13), then multiplied when afoul or
    raised by a third when raking. Every fraction is dropped.
    """
    state: FrigateState = game.state
    counter = ship.counter
    near = NEAR[target.place - ship.place]
    points = counter.guns[state.bands[near[0]]]
    if game.rules.modifiers is not None:
        found: int = game.modified(
            "gunnery strength", points, strength_modifiers(game, ship, target), ship, target
        )
        return max(0, found)
    if ship.crew:
        points = points // 2 if ship.crew < 3 else 0
    if counter.line and ship.speed >= 10 and game.rules.options.speed_effects:
        points //= 2
    if state.over and ship.fleet in state.over:
        points //= 2
    if ship.afoul and target.n in ship.afoul:
        points *= multiplier(game, ship)
    elif near[1] is not None and (near[1] + 6 - 2 * target.heading) % 12 in BLIND:
        points += points // 3
    return points


@clause("7.17", "7.3", "7.5", "9.13", "6.62", "6.63")
def strength_modifiers(game: Any, ship: Ship, target: Ship) -> list[Modifier]:
    """What `strength` multiplies a ship's guns by, one by one, for house rules to change."""
    state: FrigateState = game.state
    found = []
    if ship.crew:
        found.append(CREW_HITS if ship.crew < 3 else SILENCED)
    if ship.counter.line and ship.speed >= 10 and game.rules.options.speed_effects:
        found.append(FAST)
    if ship.fleet in state.over:
        found.append(RETREATING)
    if target.n in ship.afoul:
        found.append(AFOUL_THRICE if multiplier(game, ship) == 3 else AFOUL)
    elif rakes(ship, target):
        found.append(RAKING)
    return found


@clause("6.62", "6.63", "3.23-mixed")
def multiplier(game: Any, ship: Ship) -> int:
    """What a ship afoul multiplies her strength by: two, or by nation under 6.63."""
    if game.rules.options.national_multipliers and fleet_of(game.state, ship).nation in THRICE:
        return 3
    return 2


def why_strength(game: Any, ship: Ship, target: Ship) -> str:
    """What changed a ship's strength, in words, in the order in which it was applied."""
    own = strength_modifiers(game, ship, target)
    found = game.modifiers("gunnery strength", own, ship, target)
    return ", ".join(WORDS.get(one) or _in_words(one) for one in found)


def _in_words(modifier: Modifier) -> str:
    """A modifier that a house rule added or changed."""
    name, by, _ = modifier
    return f"{name} {by:+d}" if isinstance(by, int) else f"{name}, times {by}"


def targets(game: Any, ship: Ship, enemies: Iterable[Ship]) -> list[tuple[Ship, int]]:
    """The enemies that a ship could attack by herself, with her strength against each."""
    guns = ship.counter.guns
    if ship.crew >= 3 or ship.prize or not guns[0]:
        return []
    found = []
    place, near = ship.place, NEAR.get
    lowest_half = -1
    for target in enemies:
        seen = near(target.place - place)
        if seen is None or seen[0] > FARTHEST or not guns[game.state.bands[seen[0]]]:
            continue
        if ship.afoul:
            if target.n not in ship.afoul:
                continue
        elif seen[1] is not None and (seen[1] - 2 * ship.heading) % 12 in BLIND:
            continue
        if lowest_half < 0:
            lowest_half = _lowest_half(game, ship)
            coast = coast_of(game)
        points = counted = strength(game, ship, target)
        if game.rules.modifiers is not None:
            counted = game.modified("attack", points, (), ship, target)
        if 2 * counted < target.counter.defense * lowest_half or not points:
            continue
        if coast.blocks_fire and coast.hides(game.state.sections, place, target.place):
            continue
        found.append((target, points))
    return found


def _lowest_half(game: Any, ship: Ship) -> int:
    """Twice the lowest odds of the ship's results table: 1 for 1-2, 2 for 1-1."""
    table = game.rules.tables[f"gunnery-{fleet_of(game.state, ship).gunnery}"]
    return 1 if table.columns[0] == "1-2" else 2


@clause("7.13", "7.16", "7.4-continued", "6.6-fire", "6.67", "7.0-general")
def why_not(game: Any, ship: Ship, target: Ship) -> tuple[str, str] | None:
    """Why a ship may not fire at a target, with the clause; None when she may."""
    state: FrigateState = game.state
    code = target.code
    if ship.prize:
        return "is a prize and never fires", "10.0-general"
    if ship.crew >= 3:
        return "has three Crew Hits and cannot fire", "7.13"
    if ship.afoul:
        if target.n not in ship.afoul:
            return f"is afoul and fires only within her own hex, not at {code}", "6.6-fire"
    elif reach(ship, target) > FARTHEST:
        return f"{code} is {reach(ship, target)} hexes off; ten is the farthest", "7.4-continued"
    elif not bears(ship, target):
        return f"{code} is ahead or astern, outside both fields of fire", "7.16"
    if not strength(game, ship, target):
        return f"has no Gunnery Strength at {reach(ship, target)} hexes", "7.4-continued"
    coast = coast_of(game)
    if coast.blocks_fire and coast.hides(state.sections, ship.place, target.place):
        return f"land lies between her and {code}", "13.0-special"
    return None


@clause("7.0-odds", "7.7-limits", "3.24-defense")
def odds_column(total: int, defense: int, columns: tuple[str, ...]) -> int:
    """The column of an attack: whole multiples with the fraction dropped, 1-2 for at least half,
    the last column for anything above it, -1 below the first.
    """
    halves = 1 if columns[0] == "1-2" else 0
    if total >= defense:
        column = total // defense - 1 + halves
        return column if column < len(columns) else len(columns) - 1
    return 0 if halves and 2 * total >= defense else -1


@clause("6.12", "7.12", "7.21", "7.22", "5.1")
def check_attacks(game: Any, side: str, sheet: Sheet) -> None:
    """Settle a side's plotted fire: one attack for each target, one kind of hit for each attack,
    and odds that the table knows; what is illegal is complained of and taken out.
    """
    state: FrigateState = game.state
    attacks: dict[int, list[Planned]] = {}
    for n in sorted(sheet.planned):
        planned = sheet.planned[n]
        if planned.target >= 0:
            attacks.setdefault(planned.target, []).append(planned)
    for n, firing in attacks.items():
        target = state.ships[n]
        kind = firing[0].kind
        joined = [p for p in firing if p.kind == kind]
        for planned in firing:
            if planned.kind != kind:
                reason = f"others fire at {target.code} for {kind} hits, so she must too"
                _cancel(state, planned, reason, "5.1", sheet)
        total, table = _total(game, [state.ships[p.n] for p in joined], target)
        columns = game.rules.tables[table].columns
        if odds_column(total, target.counter.defense, columns) < 0:
            reason = (
                f"{total} against {target.code}'s {target.counter.defense} is below {columns[0]}, "
                "the lowest odds of the table"
            )
            for planned in joined:
                _cancel(state, planned, reason, "7.7-limits", sheet)


def _cancel(state: FrigateState, planned: Planned, reason: str, under: str, sheet: Sheet) -> None:
    sheet.problems.append(complaint(state.ships[planned.n], reason, under, "fire"))
    sheet.planned[planned.n] = planned.firing("", -1)


@clause("7.22", "7.23", "7.6")
def _total(game: Any, firers: list[Ship], target: Ship) -> tuple[int, str]:
    """The strength of an attack and its table: ships add up, the sum of several is halved under
    7.23, and ships of different Gunnery Ratings use the worst.
    """
    total = sum(strength(game, ship, target) for ship in firers)
    halved = len(firers) > 1 and game.rules.options.combined_fire_halved
    total = game.modified("attack", total, (COMBINED,) if halved else (), firers[0], target)
    rating = max(fleet_of(game.state, ship).gunnery for ship in firers)
    return total, f"gunnery-{rating}"


@clause("4.2.D", "7.0-general", "7.11", "7.14")
def fire(game: Any) -> None:
    """Carry out the fire that was plotted, each target once; nothing is marked before phase F."""
    state: FrigateState = game.state
    attacks: dict[int, list[Ship]] = {}
    kinds: dict[int, str] = {}
    for planned in state.plans:
        if planned is None or planned.target < 0:
            continue
        ship = state.ships[planned.n]
        # "6.67" A ship out of command loses her fire, but never that at whom she is afoul of.
        if planned.n in state.out and planned.target not in ship.afoul:
            continue
        attacks.setdefault(planned.target, []).append(ship)
        kinds[planned.target] = planned.kind
    for side in charts_of(game.rules).automatic:
        _fire_at_nearest(state, game, side, attacks, kinds)
    if not attacks:
        return
    scored: dict[int, tuple[int, int]] = {}
    for n in sorted(attacks):
        hits = attack(game, attacks[n], state.ships[n], kinds[n])
        if hits:
            scored[n] = (hits, 0) if kinds[n] == "crew" else (0, hits)
    state.scored = scored
    if game.rules.options.explosions:
        state.exploding = tuple(
            n for n in sorted(scored) if scored[n][0] >= 2 and explodes(game, state.ships[n])
        )


@clause("13.0-special")
def _fire_at_nearest(
    state: FrigateState,
    game: Any,
    side: str,
    attacks: dict[int, list[Ship]],
    kinds: dict[int, str],
) -> None:
    """The ships of a side that nobody plays MUST fire, at the nearest enemy they can.

    Ruling: of enemies equally near the one with the most hits, then the first on the plot
    sheets; and for Crew Hits, since the book leaves the choice to nobody. Ships whose nearest
    enemies are too much for all who fire at them turn to the next nearest.
    """
    enemies = [ship for ship in state.ships if ship.side != side and not ship.gone]
    left: dict[int, list[Ship]] = {}
    for ship in state.ships:
        if ship.side == side and can_fire(state, ship):
            near = [t for t in enemies if why_not(game, ship, t) is None]
            left[ship.n] = sorted(near, key=lambda t: (reach(ship, t), -t.hits, t.n))
    while True:
        aimed: dict[int, list[Ship]] = {}
        for n, near in left.items():
            if near:
                aimed.setdefault(near[0].n, []).append(state.ships[n])
        vain = [n for n, firers in aimed.items() if not avails(game, firers, state.ships[n])]
        if not vain:
            break
        for firer in (ship for n in vain for ship in aimed[n]):
            del left[firer.n][0]
    for n, firers in aimed.items():
        attacks[n] = firers
        kinds[n] = "crew"


def avails(game: Any, firers: list[Ship], target: Ship) -> bool:
    """Whether the odds of an attack are on its table."""
    total, table = _total(game, firers, target)
    return odds_column(total, target.counter.defense, game.rules.tables[table].columns) >= 0


@clause("7.0-roll", "7.0-type", "7.71", "7.72", "7.73")
def attack(game: Any, firers: list[Ship], target: Ship, kind: str) -> int:
    """One attack on one ship: the odds, the die, and the hits scored."""
    total, table_id = _total(game, firers, target)
    table = game.rules.tables[table_id]
    defense = target.counter.defense
    column = odds_column(total, defense, table.columns)
    if column < 0:
        if game.telling:
            for ship in firers:
                reason = f"without the others {total} against {defense} is too little"
                game.tell(HeldFire(ship.counter.title, target.counter.title, reason, "6.12"))
        return 0
    stream = f"gunnery {target.counter.id}"
    die = game.roll(stream, f"fire at {target.counter.title}", "7.0-roll", about=target.counter.id)
    hits: int
    if game.rules.look_up is None and not game.rules.throws:
        hits = table.grid[die - 1][column]
    else:
        hits = game.look_up(table_id, die, table.columns[column])
    if game.telling:
        game.tell(
            Fired(
                tuple(
                    (s.counter.title, strength(game, s, target), why_strength(game, s, target))
                    for s in firers
                ),
                target.counter.title,
                kind,
                total,
                defense,
                table.columns[column],
                table_id,
                die,
                hits,
                table.clause,
                tuple(reach(ship, target) for ship in firers),
            )
        )
    return hits


@clause("7.31")
def explodes(game: Any, ship: Ship) -> bool:
    """Two dice for a ship that took two or more Crew Hits in one phase: two ones blow her up."""
    stream = f"explosion {ship.counter.id}"
    purpose = f"fire aboard {ship.counter.title}"
    first = game.roll(stream, purpose, "7.31", about=ship.counter.id)
    second = game.roll(stream, purpose, "7.31", about=ship.counter.id)
    blown: bool = first == second == 1
    if game.telling:
        game.tell(Exploding(ship.counter.title, blown, "7.31"))
    return blown
