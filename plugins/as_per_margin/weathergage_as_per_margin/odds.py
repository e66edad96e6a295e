"""What players ask about chances in As Per Margin III, answered by the rules that a game runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any, Final, get_args

from weathergage import (
    Argument,
    Bench,
    BroadsideCase,
    BroadsideOdds,
    Broadsides,
    FreePose,
    Odds,
    OddsQuestion,
    clause,
    mapped,
    mixed,
    point_name,
    repeated,
    ship_named,
    summed,
    up_to,
)
from weathergage_as_per_margin import (
    batteries,
    boarding,
    cutting_out,
    falling_aboard,
    grounding,
    gunnery,
    mortars,
    weather,
)
from weathergage_as_per_margin.bearing import limit
from weathergage_as_per_margin.boarders import hits_of
from weathergage_as_per_margin.damage import throw
from weathergage_as_per_margin.landing import firing, melee, morale
from weathergage_as_per_margin.ships import boxes_of, fresh
from weathergage_as_per_margin.state import (
    Arm,
    Battery,
    Boats,
    Boxes,
    MarginState,
    Order,
    Ship,
    Unit,
)

Settings = Mapping[str, Any]
Answer = dict[str, Odds]

KINDS: Final = ("hull", "guns", "masts", "cable")
"""What a die of gunfire may hit, in the order in which odds of several dice hold them."""

BANDS: Final = ("near", "middle", "far")

HERE: Final = FreePose(0, 0, 0)

MANY: Final = Boxes(9, 9, 9, 9, 0, 0, 99)
"""Boxes of a target that no throw can exhaust."""


def _pair(state: MarginState) -> tuple[Ship, Ship]:
    """Two enemies as built, for a question to change."""
    one = state.ships[0]
    other = next(ship for ship in state.ships if ship.side != one.side)
    return one, other


def _laid(bench: Bench, ours: Boxes, theirs: Boxes = MANY) -> tuple[MarginState, Ship, Ship]:
    """A position of two fresh ships with those boxes, put in the places of two of a scenario."""
    state: MarginState = bench.state()
    ships = []
    for ship, boxes in zip(_pair(state), (ours, theirs), strict=True):
        new = fresh(replace(ship.card, boxes=boxes, kind="man-of-war"))
        state.ships[ship.n] = new
        ships.append(new)
    state.sight = 0
    return state, ships[0], ships[1]


# Gunnery


@clause("APM.fire.effects", "APM.fire.ranges")
def _one_die(bench: Bench, band: str, *, anchored: bool = False) -> Odds:
    """What one die of gunfire hits, as counts in the order of `KINDS`."""
    state, _, target = _laid(bench, MANY)
    target.bow_cable = anchored
    n = target.n

    def die(game: Any) -> tuple[int, ...]:
        faces = throw(game, "gunnery", "gunnery", 1)
        kinds = gunnery.hits_of(game, faces, band, game.state.ships[n])
        return tuple(kinds.count(kind) for kind in KINDS)

    return bench.exactly(die, state)


def _by_kind(hits: Odds) -> Answer:
    """Hits of all kinds together, and of each."""
    told = {"hits": mapped(hits, sum)}
    for place, kind in enumerate(KINDS):
        told[kind] = mapped(hits, itemgetter(place))
    return {name: odds for name, odds in told.items() if name != "cable" or set(odds) != {0}}


@clause("APM.fire.dice", "APM.fire.initial-broadside", "APM.fire.rake", "APM.fire.raking-initial")
def _gunnery(bench: Bench, asked: Settings) -> Answer:
    loading = "initial" if asked["first"] else "reloaded"
    state, firer, target = _laid(bench, MANY)
    game, boxes = bench.game(state), asked["boxes"]
    count = gunnery.volley_dice(game, firer, target, boxes, loading, rake=asked["raking"])
    die = _one_die(bench, asked["range"], anchored=asked["anchored"])
    return _by_kind(repeated(die, count))


@clause("APM.battery.red-hot")
def _red_hot(bench: Bench, asked: Settings) -> Answer:
    state, ship, _ = _laid(bench, MANY)
    battery = Battery("odds", "the battery", "", HERE, 1, 1, red_hot=True)
    n = ship.n
    one = bench.exactly(
        lambda game: len(batteries.light_fires(game, battery, game.state.ships[n], 1)), state
    )
    return {"further hits": repeated(one, asked["hits"])}


@clause("APM.battery.fired-on", "APM.battery.magazine")
def _battery(bench: Bench, asked: Settings) -> Answer:
    def struck(kind: str, game: Any) -> int:
        target = Battery("odds", "the battery", "", HERE, 99, 99)
        batteries.hit_battery(game, target, (kind,), clause="APM.battery.fired-on", by="odds")
        return 99 - target.boxes

    state, _, _ = _laid(bench, MANY)
    parts = [
        repeated(bench.exactly(partial(struck, kind), state), asked[kind])
        for kind in ("guns", "hull")
    ]
    return {"gun boxes lost": summed(*parts)}


@clause("APM.bomb.ladder", "APM.bomb.effects")
def _mortars(bench: Bench, asked: Settings) -> Answer:
    state, ketch, target = _laid(bench, MANY)
    ketch.card, n = replace(ketch.card, mortars=1), ketch.n

    def burst(game: Any) -> tuple[int, ...]:
        _, kinds = mortars.burst(game, game.state.ships[n], 1, "the mark")
        return tuple(kinds.count(kind) for kind in KINDS)

    one = bench.exactly(
        lambda game: mortars.aim(game, game.state.ships[n], asked["firing"], target)[1], state
    )
    shells, shell = repeated(one, asked["mortars"]), bench.exactly(burst, state)
    hits = mixed((repeated(shell, count), chance) for count, chance in shells.items())
    return {"shells on the mark": shells, **_by_kind(hits)}


# Ships that meet


@clause("APM.falling-aboard.roll", "APM.falling-aboard.anchored")
def _falling_aboard(bench: Bench, asked: Settings) -> Answer:
    state, ship, other = _laid(bench, MANY)
    other.bow_cable = asked["anchored"]
    ours, theirs = ship.n, other.n

    def thrown(game: Any) -> bool:
        ships = game.state.ships
        return falling_aboard.throw_aboard(game, ships[ours], ships[theirs], asked["inches"])[1]

    found = bench.exactly(thrown, state)
    return {"the ships": mapped(found, lambda hits: "fall aboard" if hits else "pass")}


@clause("APM.falling-aboard.separate")
def _separating(bench: Bench, asked: Settings) -> Answer:
    state, ship, other = _laid(bench, MANY)
    ship.locked, other.locked = (other.n,), (ship.n,)
    ours, theirs = ship.n, other.n

    def parted(game: Any) -> bool:
        ships = game.state.ships
        falling_aboard.try_to_part(game, ships[ours], ships[theirs])
        return not ships[ours].locked

    found = bench.exactly(parted, state)
    return {"the ships": mapped(found, lambda free: "part" if free else "stay locked")}


@clause("APM.boarding.roll", "APM.boarding.surplus")
def _boarding(bench: Bench, asked: Settings) -> Answer:
    def dice(count: int) -> int:
        state, ship, _ = _laid(bench, Boxes(0, 0, 0, 0, 0, 0, count))
        return boarding.dice_of(bench.game(state), ship)

    ours, theirs = _over(bench, dice(asked["dice"]), dice(asked["against"]))
    return {"gun boxes that they lose": ours, "gun boxes that we lose": theirs}


@clause("APM.boarding.roll")
def _over(bench: Bench, dice: int, against: int) -> tuple[Odds, Odds]:
    """Hits over of either side, of so many boarding dice against others."""
    hits = bench.exactly(lambda game: hits_of(game, throw(game, "boarding", "boarding", 1)))
    theirs = mapped(repeated(hits, against), lambda count: -count)
    surplus = summed(repeated(hits, dice), theirs)
    return mapped(surplus, lambda n: max(0, n)), mapped(surplus, lambda n: max(0, -n))


@clause("APM.cutting-out.boarding", "APM.cutting-out.defence")
def _boats_board(bench: Bench, asked: Settings) -> Answer:
    """Boats at a ship that would throw so many dice against another ship."""
    state, ship, enemy = _laid(bench, Boxes(0, 0, 0, 0, 0, 0, asked["dice"]))
    party = Boats("odds", enemy.side, enemy.n, HERE, asked["boats"])
    if asked["surprised"]:
        # By night, at anchor, and with boats about of which she knows nothing.
        state.sight, ship.bow_cable, state.boats = 1, True, [party]
    game = bench.game(state)
    boats, dice = cutting_out.boat_dice(game, party, ship, {}), cutting_out.defence_dice(game, ship)
    ours, theirs = _over(bench, boats, dice)
    return {"gun boxes that she loses": ours, "boats that are lost": theirs}


@clause("APM.cutting-out.combat")
def _boats(bench: Bench, asked: Settings) -> Answer:
    def fought(game: Any) -> str:
        ours, theirs = (
            Boats(side, side, 0, HERE, 1) for side in (game.rules.seats[0], game.rules.seats[1])
        )
        cutting_out.fight(game, ours, theirs, 1, {})
        return "the enemy's is taken" if theirs.gone else "ours is taken" if ours.gone else "a tie"

    state, _, _ = _laid(bench, MANY)
    return {"a boat against a boat": bench.exactly(fought, state)}


# The ground and the wind


@clause("APM.campaign.aground")
def _aground(bench: Bench, asked: Settings) -> Answer:
    def die(game: Any) -> tuple[int, ...]:
        face = game.roll("aground", "running aground", "APM.campaign.aground")
        kind = grounding.effect(game, face)
        return tuple(int(kind == known and kind != "cable") for known in KINDS)

    state, ship, _ = _laid(bench, MANY)
    ship.card = replace(ship.card, rate=asked["rate"])
    count = grounding.dice_of(bench.game(state), ship)
    return _by_kind(repeated(bench.exactly(die), count))


@clause("APM.campaign.refloat")
def _refloat(bench: Bench, asked: Settings) -> Answer:
    state, ship, _ = _laid(bench, MANY)
    n = ship.n
    thrown = bench.exactly(lambda game: grounding.throw_off(game, game.state.ships[n]), state)
    return {"the ship": mapped(thrown, lambda result: result.replace("-", " "))}


@clause("APM.wind.change", "APM.wind-speed")
def _wind(bench: Bench, asked: Settings) -> Answer:
    state: MarginState = bench.state()
    before = state.wind

    def blown(game: Any) -> tuple[int, int, int, int]:
        weather.blow(game)
        dice = game.state.wind_dice
        points = (game.state.wind - before) // weather.POINT
        return (points + 4) % 8 - 4, sum(dice), max(dice), min(dice)

    found = bench.exactly(blown, state)
    names = ("points clockwise", "inches free", "inches beating", "inches at least")
    return {name: mapped(found, itemgetter(place)) for place, name in enumerate(names)}


@clause("APM.wind.initial")
def _initial_wind(bench: Bench, asked: Settings) -> Answer:
    found = bench.exactly(lambda game: weather.initial_wind(game.rules, game.dice))
    return {"the wind blows from": mapped(found, point_name)}


# Ashore


def _unit(asked: Settings, **more: Any) -> Unit:
    """A unit of troops as a question has it."""
    return Unit(0, "odds", "the unit", "", asked["party"], asked["arm"], 9, HERE, 9, **more)


@clause("APM.landing.modifiers")
def _morale(bench: Bench, asked: Settings) -> Answer:
    unit = _unit(asked, formed=asked["formed"], order=asked["order"])
    test, rear = asked["test"], asked["rear"]
    under = bench.rules.tables[test].clause
    state, _, _ = _laid(bench, MANY)
    state.units = [unit]
    found = bench.exactly(
        lambda game: morale.throw_morale(game, game.state.units[0], test, under, rear=rear), state
    )
    return {"the unit": mapped(found, lambda result: result.replace("-", " "))}


@clause("APM.landing.VI", "APM.landing.VII.targets")
def _fire_ashore(bench: Bench, asked: Settings) -> Answer:
    table = "artillery" if asked["at"].isdigit() else "musketry"

    def die(game: Any) -> int:
        faces = throw(game, table, table, 1)
        return len(firing.hitting_of(game, table, faces, asked["at"]))

    return {"hits": repeated(bench.exactly(die), asked["dice"])}


@clause("APM.landing.IX.1", "APM.landing.IX.2")
def _melee(bench: Bench, asked: Settings) -> Answer:
    unit = _unit({"party": "landing", "arm": "infantry"})
    blow = melee.Blows(unit, unit, asked["against"], 1)
    state, _, _ = _laid(bench, MANY)
    one = bench.exactly(lambda game: melee.strike(game, blow), state)
    return {"hits": repeated(one, asked["dice"])}


TESTS: Final = (
    "rally",
    "close-infantry",
    "close-cavalry",
    "contacted",
    "fire-morale",
    "melee-morale",
)

MARKS: Final = ("6", "12", "18", "open", "cover", "skirmishers", "mounted", "enfilade")
"""Columns of the two tables of fire ashore: inches of artillery, and targets of musketry."""

QUESTIONS: Final = {
    "gunnery": OddsQuestion(
        "Hits of a broadside",
        "APM.fire.effects",
        (
            Argument("boxes", "gun boxes that bear", 1, least=1, most=24),
            Argument("range", "near (8 inches), middle (16) or far (24)", "near", BANDS),
            Argument("raking", "the target is raked", False),
            Argument("first", "it is the side's initial broadside", False),
            Argument("anchored", "the target lies at anchor, so that cables can be hit", False),
        ),
        _gunnery,
    ),
    "red-hot": OddsQuestion(
        "Further hits by the flames of red-hot shot",
        "APM.battery.red-hot",
        (Argument("hits", "hits of the battery", 1, least=1, most=20),),
        _red_hot,
    ),
    "battery": OddsQuestion(
        "Gun boxes that a shore battery loses to hits",
        "APM.battery.fired-on",
        (
            Argument("guns", "hits on its guns", 0, most=20),
            Argument("hull", "hull hits, which strike its magazine", 1, most=20),
        ),
        _battery,
    ),
    "mortars": OddsQuestion(
        "Hits of a bomb ketch's shells",
        "APM.bomb.ladder",
        (
            Argument("mortars", "how many she fires", 2, least=1, most=9),
            Argument("firing", "which firing at the target as both lie", 1, least=1, most=20),
        ),
        _mortars,
    ),
    "falling-aboard": OddsQuestion(
        "Whether a ship falls aboard of another",
        "APM.falling-aboard.roll",
        (
            Argument("inches", "inches within which they are", 1, least=1, most=3),
            Argument("anchored", "either is at anchor", False),
        ),
        _falling_aboard,
    ),
    "separating": OddsQuestion(
        "Whether two that are locked part", "APM.falling-aboard.separate", (), _separating
    ),
    "boarding": OddsQuestion(
        "A boarding action",
        "APM.boarding.roll",
        (
            Argument("dice", "boarding dice of our ships", 5, least=1),
            Argument("against", "boarding dice of theirs", 4, least=1),
        ),
        _boarding,
    ),
    "boats-board": OddsQuestion(
        "Boats that board a ship",
        "APM.cutting-out.boarding",
        (
            Argument("boats", "boats that board", 4, least=1, most=40),
            Argument("dice", "dice that she throws against a ship", 12, most=60),
            Argument("surprised", "she is not ready for them", False),
        ),
        _boats_board,
    ),
    "boats": OddsQuestion("A boat against a guard boat", "APM.cutting-out.combat", (), _boats),
    "aground": OddsQuestion(
        "Boxes lost by running aground",
        "APM.campaign.aground",
        (Argument("rate", "her rate, 7 for craft below the sixth", 3, least=1, most=7),),
        _aground,
    ),
    "refloat": OddsQuestion("Getting off the ground", "APM.campaign.refloat", (), _refloat),
    "wind": OddsQuestion("What the wind does in a turn", "APM.wind.change", (), _wind),
    "initial-wind": OddsQuestion("The wind at the start", "APM.wind.initial", (), _initial_wind),
    "morale": OddsQuestion(
        "How a unit ashore takes a test, in the open",
        "APM.landing.modifiers",
        (
            Argument("test", "which test", "contacted", TESTS),
            Argument("arm", "arm of the unit", "infantry", get_args(Arm)),
            Argument("formed", "it is in close order", True),
            Argument("order", "how it stands", "good", get_args(Order)),
            Argument("party", "whose it is", "landing", ("landing", "garrison")),
            Argument("rear", "it is taken in the rear", False),
        ),
        _morale,
    ),
    "fire-ashore": OddsQuestion(
        "Hits of artillery or muskets ashore",
        "APM.landing.VII.targets",
        (
            Argument("dice", "dice of the unit", 4, least=1, most=60),
            Argument("at", "range of guns up to, in inches, or target of muskets", "open", MARKS),
        ),
        _fire_ashore,
    ),
    "melee": OddsQuestion(
        "Hits of a unit in melee",
        "APM.landing.IX.1",
        (
            Argument("dice", "dice of the unit", 4, least=1, most=60),
            Argument(
                "against", "what the enemy is to it", "equal", ("equal", "superior", "inferior")
            ),
        ),
        _melee,
    ),
}


# Broadsides

CLASSES: Final = {
    "100": "first-rate",
    "98": "second-rate",
    "80": "third-rate",
    "74": "third-rate",
    "64": "third-rate",
    "50": "fourth-rate",
    "44": "fourth-rate",
    "38": "fifth-rate",
    "36": "fifth-rate",
    "32": "fifth-rate",
    "28": "sixth-rate",
    "20": "sixth-rate",
    "18": "brig",
    "14": "brig",
}
"""Types of ship for neutral classes: the book goes by rates."""


def _limits(bench: Bench) -> list[float]:
    game, yards = bench.game(), float(bench.rules.ruleset.scales.yards)
    inches = {limit(game, row) for row in (*BANDS, "rake")}
    return [each * yards for each in sorted(inches) if up_to(each, limit(game, BANDS[-1]))]


@clause("APM.fire.ranges", "APM.fire.rake", "APM.ships.strike", "APM.ships.sink")
def _broadside(bench: Bench, case: BroadsideCase) -> BroadsideOdds | None:
    """The whole broadside of a fresh ship at one of her kind under way."""
    kind = ship_named(bench.rules.ships, CLASSES.get(case.ship, case.ship))
    boxes, game = boxes_of(kind), bench.game()
    inches = case.yards / bench.rules.ruleset.scales.yards
    band = next((band for band in BANDS if up_to(inches, limit(game, band))), "")
    if not band:
        return None
    rake = case.raking and up_to(inches, limit(game, "rake"))
    bearing = boxes.port + boxes.either or boxes.bow
    loading = "initial" if case.first and not boxes.bow else "reloaded"
    _, firer, target = _laid(bench, boxes, boxes)
    count = gunnery.volley_dice(game, firer, target, bearing, loading, rake=rake)
    hits = repeated(_one_die(bench, band), count)

    def share(counts: tuple[int, ...]) -> Fraction:
        hull, guns = counts[0], counts[1]
        most = max(Fraction(hull, boxes.hull), Fraction(guns, boxes.guns))
        return min(Fraction(1), most)

    return BroadsideOdds(
        mapped(hits, sum),
        mapped(hits, share),
        kind.id,
        "her gun boxes, without which she strikes, or her hull boxes, without which she sinks, "
        "whichever are nearer their end (APM.ships.strike, APM.ships.sink)",
    )


BROADSIDES: Final = Broadsides(
    CLASSES,
    (
        "a class is the rate of so many guns; all boxes of a side bear, and crews are all alike",
        "the target is under way, so that hits on cables are misses",
        "hits count boxes of hull, guns and masts; masts do not end a ship",
        "beyond twelve inches (400 yards) nothing is raked (APM.fire.rake)",
    ),
    _limits,
    _broadside,
)
