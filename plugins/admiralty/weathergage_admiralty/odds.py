"""What players ask about chances in Admiralty, each answered by the rule that a game runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from operator import itemgetter
from typing import Any, Final, NamedTuple, get_args

from weathergage import (
    Argument,
    Bench,
    BroadsideCase,
    BroadsideOdds,
    Broadsides,
    Odds,
    OddsQuestion,
    certain,
    clause,
    joined,
    mapped,
    mixed,
    repeated,
    ship_named,
    summed,
    up_to,
)
from weathergage_admiralty import (
    actions,
    boarding,
    collisions,
    criticals,
    mix,
    repairs,
    rounds,
    rows,
    salvos,
    signals,
    tacking,
    throws,
    wind,
)
from weathergage_admiralty.damage import HUNDRED, figure
from weathergage_admiralty.mix import Aim
from weathergage_admiralty.rows import Code
from weathergage_admiralty.salvos import Salvo
from weathergage_admiralty.ships import SIZES, fresh, guns_of, hull_of, size_of
from weathergage_admiralty.state import AdmiraltyState, Grade, Guns, Ship
from weathergage_admiralty.targets import BRACKETS, Shot

Settings = Mapping[str, Any]
Answer = dict[str, Odds]
Counts = tuple[int, int, int, int]
"""Hits on hull and on rigging, and CR hits on either."""

HULLS: Final = {"weak": "weak", "ordinary": "", "stout": "stout"}
LEVEL_WIND: Final = 3


def _laid(bench: Bench, ours: Settings, theirs: Settings) -> tuple[AdmiraltyState, Ship, Ship]:
    """A position of two fresh enemies whose logs say so, in the places of two of a scenario, in a
    moderate wind.
    """
    state: AdmiraltyState = bench.state()
    one = state.ships[0]
    other = next(ship for ship in state.ships if ship.side != one.side)
    found = []
    for ship, log in ((one, ours), (other, theirs)):
        new = fresh(replace(ship.card, **log), ship.pose)
        state.ships[ship.n] = new
        found.append(new)
    state.speed = LEVEL_WIND
    return state, found[0], found[1]


def _named(found: Mapping[bool, Fraction], name: str, yes: str, no: str) -> Answer:
    return {name: mapped(dict(found), lambda done: yes if done else no)}


# Gunnery


class _Thrown(NamedTuple):
    """A die of a throw as it counts: its natural face, and the face that it is read as."""

    natural: int
    face: int


@clause("4.0-roll", "4.0-pairs", "4.0-multiple-sixes")
def _counts(bench: Bench, state: AdmiraltyState, salvo: Salvo, aim: Aim) -> Odds:
    """The odds of what a throw of one size scores, as `Counts`.

    Dice of a kind that count alike are told by one of them, so that all throws of many dice are
    gone through as a few hundred.
    """
    one = bench.exactly(lambda game: _one_die(game, salvo.hits))
    kinds = sorted(set(one))
    tally = mapped(one, lambda die: tuple(int(die == kind) for kind in kinds))

    def scored(ours: Sequence[_Thrown], theirs: Sequence[_Thrown], game: Any) -> Counts:
        dice = (*ours, *theirs)
        faces = [die.face for die in dice]
        hits = salvos.hits_of(game, "odds", faces, aim, salvo.hits)
        more = salvos.criticals_of(game, "odds", [die.natural for die in dice], aim)
        return hits.hull, hits.rigging, more.hull, more.rigging

    parts = []
    for hull, chance in repeated(tally, aim.hull).items():
        for rigging, other in repeated(tally, aim.rigging).items():
            ours, theirs = (
                [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
                for counts in (hull, rigging)
            )
            found = bench.exactly(partial(scored, ours, theirs), state)
            parts.append((found, chance * other))
    return mixed(parts)


def _one_die(game: Any, needed: int) -> _Thrown:
    """One die, as a six, as another hit or as a miss."""
    natural, faces = salvos.thrown(game, "odds", "gunnery", 1)
    hits = salvos.hits_of(game, "odds", faces, Aim(1, 0), needed).hull
    six = faces[0] == 6
    return _Thrown(6 if natural[0] == 6 else 1, 6 if six else needed if hits else 1)


@clause("4.0-hit-table", "4.2-line", "4.0-critical-kind")
def _damage(
    bench: Bench, state: AdmiraltyState, target: Ship, salvo: Salvo, aim: Aim, kind: str
) -> Odds:
    """The odds of so many hits of a kind, "G" or "S", by a throw of one size and by the criticals
    that it brings, without what these lead to on further lines.
    """
    game, n = bench.game(state), target.n
    lines = salvos.lines_of(game, salvo.weight, target)

    def critical(row: str, game: Any) -> int:
        ship = game.state.ships[n]
        return _sum(salvos.throw_critical(game, ship, row, salvo.weight), kind)

    extra = [bench.exactly(partial(critical, row), state) for row in ("CR hull", "CR rigging")]
    parts = []
    for (hull, rigging, *sixes), chance in _counts(bench, state, salvo, aim).items():
        own = _sum(salvos.codes_for(game, Aim(hull, rigging), lines), kind)
        more = [repeated(odds, count) for odds, count in zip(extra, sixes, strict=True)]
        parts.append((summed(certain(own), *more), chance))
    return mixed(parts)


def _sum(codes: Sequence[Code], kind: str) -> int:
    return sum(code.number for code in codes if code.kind == kind)


def _aim(game: Any, firer: Ship, salvo: Salvo, bracket: str, at: str) -> Aim:
    """How the dice are aimed; a mix that is drawn from the can goes by its doctrine."""
    if at == "usual":
        return mix.usual(game, firer, salvo.weight, salvo.dice, bracket)
    return Aim(salvo.dice, 0) if at == "hull" else Aim(0, salvo.dice)


Throw = tuple[Salvo, Aim]


def _throws(
    bench: Bench, state: AdmiraltyState, firer: Ship, target: Ship, shot: Shot, at: str
) -> list[Throw]:
    game = bench.game(state)
    return [
        (salvo, _aim(game, firer, salvo, shot.bracket, at))
        for salvo in salvos.salvos(game, firer, firer.port, shot)
    ]


def _total(throws_: Sequence[Throw], measure: Callable[[Salvo, Aim], Odds]) -> Odds:
    """The sum over the sizes of a broadside, which are independent."""
    return summed(certain(0), *(measure(salvo, aim) for salvo, aim in throws_))


@clause("4.0-gun-dice", "4.2", "4.1-target-types")
def _gunnery(bench: Bench, asked: Settings) -> Answer:
    guns = Guns(asked["light"], asked["medium"], asked["heavy"], asked["carronades"])
    ours = {"guns": guns, "grade": asked["crew"].upper(), "doctrine": "hull"}
    state, firer, target = _laid(bench, ours, {"hull": HULLS[asked["hull"]]})
    firer.setting = "anchored" if asked["anchored"] else "battle"
    target.setting = "normal" if asked["normal_sail"] else "battle"
    state.speed = asked["wind"]
    rake = "" if asked["rake"] == "none" else asked["rake"]
    shot = Shot(target.n, asked["range"], rake, "port", 0.0, 0.0)
    thrown = _throws(bench, state, firer, target, shot, asked["aim"])

    def extra(salvo: Salvo, aim: Aim) -> Odds:
        return mapped(_counts(bench, state, salvo, aim), lambda counts: counts[2] + counts[3])

    return {
        "dice that hit": _total(thrown, lambda s, a: _struck(bench, state, s, a)),
        "gun hits": _total(thrown, lambda s, a: _damage(bench, state, target, s, a, "G")),
        "sail hits": _total(thrown, lambda s, a: _damage(bench, state, target, s, a, "S")),
        "critical hits": _total(thrown, extra),
    }


@clause("4.4", "4.0-critical-kind")
def _critical(bench: Bench, asked: Settings) -> Answer:
    line = asked["line"].replace("cr", "CR").replace("-", " ")
    line = line if line.startswith("CR") else line.upper()
    state, _, target = _laid(bench, {}, {})
    n = target.n

    def thrown(game: Any) -> str:
        ship = game.state.ships[n]
        if line.startswith("CR"):
            codes = salvos.throw_critical(game, ship, line, asked["guns"])
        else:
            codes = rows.throw(game, ship, line, "4.4")
        return " ".join(rows.words_of(codes)) or "nothing"

    return {"the die brings": bench.exactly(thrown, state)}


@clause("1.4-firing-a", "1.4-firing-b", "4.3-F", "4.3-I")
def _fire(bench: Bench, asked: Settings) -> Answer:
    """A turn of the flames aboard a ship that lies by herself."""
    state, ship, _ = _laid(bench, {}, {})
    for other in state.ships:
        if other is not ship:
            other.gone = "left"
    ship.fires, ship.infernos, n = asked["fires"], asked["infernos"], ship.n

    def burnt(game: Any) -> str:
        criticals.infernos(game)
        criticals.fires(game)
        left = game.state.ships[n]
        if left.gone:
            return "she blows up"
        parts = [
            f"{count} {one if count == 1 else f'{one}s'}"
            for count, one in ((left.infernos, "inferno"), (left.fires, "fire"))
            if count
        ]
        return " and ".join(parts) or "all is out"

    return {"after a turn": bench.exactly(burnt, state)}


# Handling


@clause("2.3", "2.2-tack-test")
def _action(bench: Bench, asked: Settings) -> Answer:
    log = {"grade": asked["crew"].upper(), "size": SIZES[asked["size"]]}
    state, ship, _ = _laid(bench, log, {})
    state.speed, ship.masts = asked["wind"], asked["masts"]
    action, n = asked["action"].replace("-", " "), ship.n
    found = bench.exactly(
        lambda game: actions.test(game, game.state.ships[n], action, "2.3"), state
    )
    return _named(found, "the crew", "passes", "fails")


@clause("2.6-irons-mast", "2.6-escape-rudder")
def _astern(bench: Bench, asked: Settings) -> Answer:
    state, ship, _ = _laid(bench, {}, {})
    ship.setting, n = "normal", ship.n
    ship.pose = ship.pose._replace(heading=state.wind)

    def mast(game: Any) -> bool:
        tacking.risk_mast(game, game.state.ships[n])
        return bool(game.state.ships[n].masts)

    def rudder(game: Any) -> bool:
        tacking.risk_rudder(game, game.state.ships[n])
        return bool(game.state.ships[n].rudders)

    return {
        **_named(bench.exactly(mast, state), "her masts", "a mast hit", "hold"),
        **_named(bench.exactly(rudder, state), "her rudder", "a rudder hit", "holds"),
    }


@clause("2.4-roll")
def _collision(bench: Bench, asked: Settings) -> Answer:
    ours = {"grade": asked["crew"].upper(), "size": 1}
    state, ship, other = _laid(bench, ours, {"size": 2 if asked["larger"] else 1})
    state.speed = asked["wind"]
    ours_n, theirs_n = ship.n, other.n
    fast = 99.0 if asked["fast"] else 0.0

    def met(game: Any) -> str:
        ships = game.state.ships
        mods = collisions.shared_modifiers(game, asked["course"] == "collision", asked["alongside"])
        _, hits = collisions.throw_collision(
            game, ships[ours_n], ships[theirs_n], asked["part"], mods, fast
        )
        return " ".join(hits) or "nothing"

    return {"she takes": bench.exactly(met, state)}


@clause("2.5")
def _wind(bench: Bench, asked: Settings) -> Answer:
    state: AdmiraltyState = bench.state()
    before, rating = state.wind, asked["wind"]
    state.speed = rating

    def blown(game: Any) -> tuple[int, int]:
        wind.change(game)
        points = (game.state.wind - before) % 36000 // wind.POINT
        return (points + 16) % 32 - 16, game.state.speed

    found = bench.exactly(blown, state)
    return {
        "points clockwise": mapped(found, itemgetter(0)),
        "rating": mapped(found, itemgetter(1)),
    }


@clause("3.2-read", "3.2-combat", "3.2-officers")
def _signal(bench: Bench, asked: Settings) -> Answer:
    state, reader, sender = _laid(bench, {}, {})
    for ship in (reader, sender)[: asked["in_combat"]]:
        ship.fought = True
    reader.officers = asked["officers"]
    words, sight = "word " * asked["words"], "blocked" if asked["blocked"] else "clear"
    ours, theirs = reader.n, sender.n

    def read(game: Any) -> bool:
        ships = game.state.ships
        return signals.makes_out(game, ships[ours], ships[theirs], words, sight)

    return _named(bench.exactly(read, state), "the signal", "is read", "is not made out")


@clause("6.0", "6.0-B", "6.0-P", "6.0-W", "6.0-L")
def _repair(bench: Bench, asked: Settings) -> Answer:
    state, ship, other = _laid(bench, {}, {})
    ship.blocked, ship.pumps, ship.waterline = (1, 0), 1, 1
    ship.locks, other.locks = ((other.n, 1),), ((ship.n, 0),)
    kind, n = asked["hit"].upper(), ship.n
    task = {"B": "B port", "L": f"L {other.card.id}"}.get(kind, kind)

    def mended(game: Any) -> bool:
        patient = game.state.ships[n]
        before = patient.blocked, patient.pumps, patient.waterline, patient.locks
        repairs.carry_out(game, patient, task)
        return bool(before != (patient.blocked, patient.pumps, patient.waterline, patient.locks))

    return _named(bench.exactly(mended, state), "the hit", "is mended", "stays")


# Boarding


@clause("5.1-attempt", "5.1-attempt-fouled", "5.1-attempt-size")
def _attempt(bench: Bench, asked: Settings) -> Answer:
    sizes = (1, 2) if asked["sizes_differ"] else (1, 1)
    state, ship, enemy = _laid(bench, {"size": sizes[0]}, {"size": sizes[1]})
    if asked["fouled"]:
        ship.locks, enemy.locks = ((enemy.n, 1),), ((ship.n, 1),)

    def tried(game: Any) -> bool:
        boarding.attempt(game, (ship.n,), enemy.n)
        return bool(game.state.actions)

    return _named(bench.exactly(tried, state), "the attempt", "begins an action", "fails")


@clause("5.1-rounds", "5.1-compare", "5.1-unopposed", "5.1-win-attacker", "5.1-win-defender")
def _boarding(bench: Bench, asked: Settings) -> Answer:
    """One round, and the action fought to its end by dice alone; unopposed dice are added where
    they do most.
    """
    die = bench.exactly(lambda game: throws.throw(game, "odds", "boarding", "5.1-rounds", 1))

    @cache
    def front(count: int) -> Odds:
        """The dice of a side that are compared: those of one fewer, and one more."""
        if not count:
            return certain(())
        return joined(
            front(count - 1), die, lambda some, one: rounds.front((*some, *one), ()).attackers
        )

    @cache
    def gone(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int]:
        dice = rounds.front(ours, theirs)
        return rounds.losses(rounds.totals(dice, rounds.best_addition(dice)))

    @cache
    def lost(ours: int, theirs: int) -> Odds:
        return joined(front(ours), front(theirs), gone)

    @cache
    def taken(ours: int, theirs: int) -> Fraction:
        """The chance that the attackers win: a round without losses changes nothing."""
        if end := boarding.ended((ours, theirs)):
            return Fraction(end == "captured")
        chances = lost(ours, theirs)
        still = chances.get((0, 0), Fraction(0))
        won = sum(
            (
                chance * taken(ours - a, theirs - d)
                for (a, d), chance in chances.items()
                if (a, d) != (0, 0)
            ),
            Fraction(0),
        )
        return won / (1 - still)

    ours, theirs = asked["dice"], asked["against"]
    one_round, won = lost(ours, theirs), taken(ours, theirs)
    return {
        "dice that we lose": mapped(one_round, itemgetter(0)),
        "dice that they lose": mapped(one_round, itemgetter(1)),
        "fought to the end": {
            who: chance
            for who, chance in (("we take her", won), ("we are repulsed", 1 - won))
            if chance
        },
    }


CREW: Final = Argument("crew", "crew grade", "c", tuple(grade.lower() for grade in get_args(Grade)))
WIND: Final = Argument("wind", "rating of the wind", LEVEL_WIND, least=1, most=5)
LINES: Final = ("cr-hull", "cr-rigging", "w", "m", "d", "f", "i")
ACTIONS: Final = tuple(action.replace(" ", "-") for action in get_args(actions.Action))

QUESTIONS: Final = {
    "gunnery": OddsQuestion(
        "What a broadside scores",
        "4.0-gun-dice",
        (
            Argument("heavy", "heavy gun dice", 3, most=24),
            Argument("medium", "medium gun dice", 0, most=24),
            Argument("light", "light gun dice", 0, most=24),
            Argument("carronades", "carronade dice, heavy at close range", 0, most=24),
            Argument("range", "range bracket", "close", BRACKETS),
            CREW,
            Argument(
                "rake", "end of the target over which it rakes", "none", ("none", "bow", "stern")
            ),
            Argument("aim", "what the dice are aimed at", "usual", ("usual", "hull", "rigging")),
            Argument("hull", "the target's hull", "ordinary", tuple(HULLS)),
            Argument("normal-sail", "the target is under normal sail", False),
            Argument("anchored", "the firer is at anchor", False),
            WIND,
        ),
        _gunnery,
    ),
    "critical": OddsQuestion(
        "A die on a line of the critical table, without the lines that it leads to",
        "4.4",
        (
            Argument("line", "which line", "cr-hull", LINES),
            Argument(
                "guns", "size of the guns, on a CR line", "medium", ("light", "medium", "heavy")
            ),
        ),
        _critical,
    ),
    "fire": OddsQuestion(
        "What a turn makes of the flames aboard",
        "1.4-firing-b",
        (
            Argument("fires", "fires aboard", 1, most=2),
            Argument("infernos", "infernos aboard", 0, most=2),
        ),
        _fire,
    ),
    "action": OddsQuestion(
        "A move action",
        "2.3",
        (
            Argument("action", "what is tried", "tack", ACTIONS),
            CREW,
            WIND,
            Argument("masts", "mast hits", 0, most=9),
            Argument("size", "size of the ship", "2", tuple(SIZES)),
        ),
        _action,
    ),
    "astern": OddsQuestion(
        "What going astern may cost: a mast in irons, a rudder in turning",
        "2.6-irons-mast",
        (),
        _astern,
    ),
    "collision": OddsQuestion(
        "What a ship takes in a collision",
        "2.4-roll",
        (
            Argument("part", "part of her that is nearest", "bow", get_args(collisions.Part)),
            Argument(
                "course",
                "how the two head: on a collision course, or another",
                "collision",
                ("collision", "other"),
            ),
            Argument("alongside", "one means to lie alongside", False),
            Argument("fast", "she moves more than four inches", False),
            Argument("larger", "the other is larger", False),
            CREW,
            WIND,
        ),
        _collision,
    ),
    "wind": OddsQuestion("What the wind does when it is thrown for", "2.5", (WIND,), _wind),
    "signal": OddsQuestion(
        "Whether a signal is read",
        "3.2-read",
        (
            Argument("words", "length of the message", 3, least=1, most=10),
            Argument("blocked", "a ship is in the line of sight", False),
            Argument("in-combat", "how many of the two are in combat", 0, most=2),
            Argument("officers", "officer hits of both together", 0, most=9),
        ),
        _signal,
    ),
    "repair": OddsQuestion(
        "A repair",
        "6.0",
        (
            Argument(
                "hit", "which hit: blocked guns, pump, waterline or lock", "b", ("b", "p", "w", "l")
            ),
        ),
        _repair,
    ),
    "boarding-attempt": OddsQuestion(
        "Whether a boarding attempt begins an action",
        "5.1-attempt",
        (
            Argument("fouled", "the two are locked", False),
            Argument("sizes-differ", "they differ in size", False),
        ),
        _attempt,
    ),
    "boarding": OddsQuestion(
        "A boarding action: one round, and to the end",
        "5.1-compare",
        (
            Argument("dice", "boarding dice of the attackers", 5, least=1, most=20),
            Argument("against", "of the defender", 4, least=1, most=20),
        ),
        _boarding,
    ),
}


# Broadsides

CLASSES: Final = {
    "120": "british-120",
    "100": "british-100",
    "98": "british-98",
    "80": "british-80",
    "74": "british-74",
    "64": "british-64",
    "50": "british-50",
    "44": "us-44",
    "38": "british-38",
    "36": "british-36",
    "32": "british-32",
    "28": "british-28",
    "20": "british-20",
    "18": "british-18",
}
"""Types of ship for neutral classes: the plain British one, and the American 44."""


@clause("1.2-measuring-fire")
def _limits(bench: Bench) -> dict[str, float]:
    """Yards to which the brackets reach; the scale of the models changes none of them."""
    game, yards = bench.game(), float(bench.rules.ruleset.scales.yards)
    return {row: game.look_up("gun-ranges", row, 0) / HUNDRED * yards for row in BRACKETS}


def _ends(bench: Bench) -> list[float]:
    return sorted(_limits(bench).values())


@clause("4.0-gun-dice", "4.3-gun-hits", "4.2-stern-rake")
def _broadside(bench: Bench, case: BroadsideCase) -> BroadsideOdds | None:
    """Everything that one side of a fresh ship throws at one of her kind."""
    kind = ship_named(bench.rules.ships, CLASSES.get(case.ship, case.ship))
    limits = _limits(bench)
    bracket = next((row for row in BRACKETS if up_to(case.yards, limits[row])), "")
    if not bracket:
        return None
    log = {
        "guns": guns_of(kind),
        "grade": "C",
        "hull": hull_of(kind),
        "size": size_of(kind),
        "doctrine": "hull",
    }
    state, firer, target = _laid(bench, log, log)
    rake = "stern" if case.raking else ""
    shot = Shot(target.n, bracket, rake, "port", 0.0, 0.0)
    thrown = _throws(bench, state, firer, target, shot, "usual")
    hits = _total(thrown, lambda salvo, aim: _struck(bench, state, salvo, aim))
    guns = _total(thrown, lambda s, a: _damage(bench, state, target, s, a, "G"))
    bears = figure(bench.rules, "gun hits to a die") * 2 * target.card.guns.total
    return BroadsideOdds(
        hits,
        mapped(guns, lambda count: min(Fraction(1), Fraction(count, bears))),
        kind.id,
        "five gun hits for each gun die of both her sides, after which she cannot fire "
        "(4.3-gun-hits)",
    )


def _struck(bench: Bench, state: AdmiraltyState, salvo: Salvo, aim: Aim) -> Odds:
    """Dice of a throw that hit."""
    return mapped(_counts(bench, state, salvo, aim), lambda counts: counts[0] + counts[1])


BROADSIDES: Final = Broadsides(
    CLASSES,
    (
        "crew grade C, the full battery of one side with its carronades, a moderate wind",
        "a fleet that fires at the hull, by the method of close range that the options name",
        "hits are the dice that hit; gun hits of criticals count toward the share, what these "
        "lead to on further lines does not",
        "raking is by the stern; a first broadside is no different from any other",
    ),
    _ends,
    _broadside,
)
