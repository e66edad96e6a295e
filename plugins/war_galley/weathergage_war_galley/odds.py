"""What players ask about chances in War Galley, each answered by the rule that a game runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from weathergage import (
    STEP,
    Argument,
    Bench,
    Odds,
    OddsQuestion,
    clause,
    hexes_within,
    mapped,
)
from weathergage_war_galley import (
    activation,
    aground,
    avoidance,
    boarding,
    commanders,
    disengaging,
    fatigue,
    flame,
    grappling,
    initiative,
    missiles,
    raking,
    ramming,
    sinking,
    status,
    victory,
    wind,
)
from weathergage_war_galley.state import PORT, Commander, Galley, GalleyState, Moving

Settings = Mapping[str, Any]
Answer = dict[str, Odds]

NORTH, SOUTH = 0, 3
ROOM: Final = 5
"""Hexes of open sea around the galleys of a question."""


# Two galleys on an empty sea


def _open_sea(bench: Bench) -> int:
    """A hex of the map with nothing but sea around it."""
    sheet = bench.rules.scenario.sheet
    for hex in sorted(sheet.hexes):
        around = set(hexes_within(hex, ROOM))
        if around <= set(sheet.hexes) and not around & set(sheet.land):
            return int(hex)
    raise AssertionError("the map has no room for two galleys")


def _galley(state: GalleyState, n: int, side: str, **ratings: Any) -> Galley:
    """The galley of a number as new, of middling ratings but those that are given."""
    known: dict[str, Any] = {
        "crew": 2,
        "ram": (6, 6),
        "defense": 7,
        "manpower": 4,
        "speed": (4, 7),
        "hexes": 1,
        "sea": None,
    }
    known |= dict.fromkeys(
        ("engines", "towers", "flame", "firepots", "corvus", "harpax", "sails"), False
    )
    counter = replace(state.galleys[n].counter, side=side, **{**known, **ratings})
    galley = Galley(counter, side, -1, NORTH, towers=counter.towers)
    galley.gone = ""
    state.galleys[n] = galley
    return galley


def _laid(
    bench: Bench, ours: Settings, theirs: Settings, *, apart: int = 1, heading: int = NORTH
) -> tuple[GalleyState, Galley, Galley]:
    """Two enemies side by side, or so many hexes apart, both heading north unless the target heads
    otherwise; nobody else is on the map and no commander is in the game.
    """
    state: GalleyState = bench.state()
    for other in state.galleys:
        other.gone = "exited"
    state.at, state.commanders = {}, []
    state.activation, state.turn = 1, 2
    one, two = bench.rules.seats[:2]
    galley, target = _galley(state, 0, one, **ours), _galley(state, 1, two, **theirs)
    at = _open_sea(bench)
    state.place(galley, at, NORTH)
    state.place(target, at + apart * STEP[1], heading)
    state.moving = Moving(galley.n)
    return state, galley, target


def _mark(galley: Galley, asked: Settings) -> None:
    """The markers of a target that several questions ask about."""
    if asked["held"]:
        galley.crippled = PORT
    galley.half = asked["tired"]


def _named(found: Mapping[bool, Fraction], name: str, yes: str, no: str) -> Answer:
    return {name: mapped(dict(found), lambda done: yes if done else no)}


# Ramming and raking


@clause("7.14", "7.15", "7.16", "7.16-fouled")
def _ram(bench: Bench, asked: Settings) -> Answer:
    attack = asked["attack"]
    ours = {"ram": (attack, attack), "crew": asked["crew"], "towers": asked["towers"]}
    theirs = {"defense": asked["defense"], "crew": asked["target_crew"]}
    state, _, target = _laid(bench, ours, theirs)
    _mark(target, asked)
    target.maximum = asked["maximum"]
    speed = asked["speed"]
    changes = (("speed", speed, "7.15-speed"),) if speed else ()

    def rammed(game: Any) -> str:
        rammer, hit = game.state.galleys[:2]
        bench.through(ramming.attempt(game, rammer, hit, changes))
        if not hit.rammed:
            return "collides"
        return "rams and is stuck" if rammer.fouled else "rams and gets free"

    return {"the rammer": bench.exactly(rammed, state)}


@clause("6.7")
def _reaction_ram(bench: Bench, asked: Settings) -> Answer:
    state, _, _ = _laid(bench, {"crew": asked["crew"]}, {})

    def ready(game: Any) -> bool:
        rammer, mover = game.state.galleys[:2]
        return ramming.is_ready(game, rammer, mover)

    return _named(bench.exactly(ready, state), "the crew", "may ram", "is too slow")


@clause("7.26", "7.27")
def _rake(bench: Bench, asked: Settings) -> Answer:
    speed = 4 + ("slower", "equal", "faster").index(asked["speed"])
    ours = {"crew": asked["crew"], "speed": (speed, 9)}
    state, _, target = _laid(bench, ours, {"crew": asked["target_crew"], "speed": (5, 9)})
    _mark(target, asked)

    def raked(game: Any) -> bool:
        raker, hit = game.state.galleys[:2]
        return raking.resolve(game, raker, hit, PORT)

    return _named(bench.exactly(raked, state), "the target", "is Crippled", "is not touched")


@clause("7.17")
def _sinking(bench: Bench, asked: Settings) -> Answer:
    state, galley, _ = _laid(bench, {}, {})
    galley.rammed = True

    def sunk(game: Any) -> bool:
        sinking.sink_rammed(game)
        return bool(game.state.galleys[0].gone)

    return _named(bench.exactly(sunk, state), "a Rammed galley", "sinks", "floats on")


@clause("6.52", "6.53")
def _avoidance(bench: Bench, asked: Settings) -> Answer:
    state, _, target = _laid(bench, {}, {"crew": asked["crew"]})
    target.half = asked["half"]
    answer = avoidance.Avoid(to="ahead")

    def avoided(game: Any) -> bool:
        mover, galley = game.state.galleys[:2]
        return avoidance.attempt(game, galley, mover, answer)

    return _named(bench.exactly(avoided, state), "the galley", "avoids", "stays")


# Boarding


@clause("8.12", "8.12-table")
def _grapple(bench: Bench, asked: Settings) -> Answer:
    means = asked["means"]
    ours = {"crew": asked["crew"], means: True} if means != "none" else {"crew": asked["crew"]}
    heading = SOUTH if asked["opposite"] else NORTH
    state, galley, target = _laid(bench, ours, {}, heading=heading)
    if asked["held"]:
        target.crippled = PORT
    galley.sail, target.sail = asked["sail"], asked["target_sail"]
    command = grappling.Grapple(target=target.counter.code)

    def held(game: Any) -> bool:
        bench.through(grappling.perform(game, game.state.galleys[0], command))
        return bool(game.state.galleys[0].grappled)

    return _named(bench.exactly(held, state), "the target", "is Grappled", "is not held")


@clause("8.23", "8.24", "8.27", "8.28")
def _board(bench: Bench, asked: Settings) -> Answer:
    ours = {"manpower": asked["manpower"], "towers": asked["height"] == "ours"}
    theirs = {"manpower": asked["against"], "towers": asked["height"] == "theirs"}
    state, _, _ = _laid(bench, ours, theirs)

    def boarded(game: Any) -> tuple[bool, int, int]:
        boarder, target = game.state.galleys[:2]
        boarding.resolve(game, target, [(boarder, asked["manpower"])])
        return bool(target.captured), boarder.depletion, target.depletion

    found = bench.exactly(boarded, state)
    return {
        "the target": mapped(found, lambda end: "is captured" if end[0] else "repulses us"),
        "Manpower that we lose": mapped(found, lambda end: end[1]),
        "Manpower that they lose": mapped(found, lambda end: end[2]),
    }


@clause("8.32", "8.32-drm", "8.33")
def _cut(bench: Bench, asked: Settings) -> Answer:
    state, galley, other = _laid(bench, {"crew": asked["crew"]}, {"crew": asked["target_crew"]})
    galley.grappled, other.grappled = (other.n,), (galley.n,)
    galley.repulsed = asked["repulsed"]
    if asked["crippled"]:
        galley.crippled = PORT
    if asked["hooked"]:
        other.hooks = (galley.n,)

    def loose(game: Any) -> bool:
        held, holder = game.state.galleys[:2]
        return disengaging.cut(game, held, holder, alone=True)

    return _named(bench.exactly(loose, state), "the galley", "is loose", "stays Grappled")


@clause("8.35", "8.35-table")
def _unfoul(bench: Bench, asked: Settings) -> Answer:
    state, galley, other = _laid(bench, {"crew": asked["crew"]}, {})
    galley.fouled, other.fouled = (other.n,), (galley.n,)

    def clear(game: Any) -> bool:
        disengaging.come_clear(game, game.state, game.state.galleys[0])
        return not game.state.galleys[0].fouled

    return _named(bench.exactly(clear, state), "the galley", "comes clear", "stays Fouled")


# Missiles and fire


@clause("8.44", "8.45", "8.51", "8.47")
def _missiles(bench: Bench, asked: Settings) -> Answer:
    ours = {
        "manpower": asked["manpower"],
        "engines": asked["engines"],
        "towers": asked["height"] == "ours",
        "flame": asked["flame"],
    }
    theirs = {"towers": asked["height"] == "theirs"}
    state, galley, target = _laid(bench, ours, theirs, apart=2 if asked["two_hexes"] else 1)
    galley.sail = asked["sail"]
    if asked["held"]:
        target.crippled = PORT

    def struck(game: Any) -> str:
        firer, mark = game.state.galleys[:2]
        missiles.suffer(game, missiles.shoot(game, firer, mark, asked["manpower"], asked["flame"]))
        if not mark.depletion:
            return "no effect"
        return "a Depletion and fire" if mark.fire else "a Depletion"

    return {"the target": bench.exactly(struck, state)}


@clause("8.53")
def _firepots(bench: Bench, asked: Settings) -> Answer:
    state, _, _ = _laid(bench, {"firepots": True}, {})

    def kindled(game: Any) -> bool:
        rammer, target = game.state.galleys[:2]
        dropped = flame.Firepots()
        bench.through(flame.firepots(game, rammer, target), lambda _: dropped)
        return bool(target.fire)

    return _named(bench.exactly(kindled, state), "the target", "is On Fire", "does not catch fire")


@clause("8.54", "8.54-spread")
def _firefight(bench: Bench, asked: Settings) -> Answer:
    state, galley, other = _laid(bench, {}, {})
    galley.fire = True
    galley.grappled, other.grappled = (other.n,), (galley.n,)

    def fought(game: Any) -> tuple[str, bool]:
        status.recover(game)
        burning, held = game.state.galleys[:2]
        fate = "is lost" if burning.gone else "burns on" if burning.fire else "is saved"
        return fate, bool(held.fire)

    found = bench.exactly(fought, state)
    return {
        "the galley": mapped(found, lambda end: end[0]),
        "one held to it": mapped(found, lambda end: "catches fire" if end[1] else "is spared"),
    }


# Crews and commanders


@clause("6.42", "6.43-table")
def _fatigue(bench: Bench, asked: Settings) -> Answer:
    state, galley, _ = _laid(bench, {"crew": asked["crew"]}, {})
    galley.rammed_at, galley.raked_at = asked["ram"], asked["rake"]
    spent = galley.counter.speed[0] + asked["over"]
    moving = Moving(galley.n, spent=spent, began_maximum=True)

    def tired(game: Any) -> int:
        fatigue.check(game, game.state.galleys[0], moving)
        return int(game.state.galleys[0].fatigue)

    return {"turns of Fatigue": bench.exactly(tired, state)}


@clause("5.31")
def _alone(bench: Bench, asked: Settings) -> Answer:
    state, _, _ = _laid(bench, {"crew": asked["crew"]}, {}, apart=4)
    found = bench.exactly(lambda game: activation.is_free(game, game.state.galleys[0]), state)
    return _named(found, "the galley", "does as it likes", "keeps away from enemies")


@clause("6.36")
def _get_off(bench: Bench, asked: Settings) -> Answer:
    state, galley, _ = _laid(bench, {"crew": asked["crew"]}, {}, apart=4)
    galley.stranded = 1
    command = aground.GetOff(to="ahead")

    def tried(game: Any) -> str:
        stuck = game.state.galleys[0]
        aground.get_off(game, stuck, game.state.moving, command)
        return "is lost" if stuck.gone else "stays" if stuck.stranded else "gets off"

    return {"the galley": bench.exactly(tried, state)}


@clause("5.52")
def _transfer(bench: Bench, asked: Settings) -> Answer:
    state, galley, _ = _laid(bench, {}, {})
    state.commanders = [Commander("odds", "the commander", galley.side, 4, None, 0)]
    command = commanders.Transfer(commander="odds", to=galley.counter.code)
    found = bench.exactly(lambda game: commanders.transfer(game, command), state)
    return _named(found, "the commander", "goes over", "stays aboard")


@clause("5.42", "5.42-table")
def _double(bench: Bench, asked: Settings) -> Answer:
    state, galley, _ = _laid(bench, {}, {})
    admiral = Commander("odds", "the Admiral", galley.side, 4, asked["initiative"], 0)
    found = bench.exactly(lambda game: activation.throw_double(game, galley.side, admiral), state)
    return _named(found, "the Double Activation", "succeeds", "fails: Orders Confusion")


@clause("3.2", "5.12")
def _initiative(bench: Bench, asked: Settings) -> Answer:
    """Ties are rolled again, without end: what counts is who is ahead once there is none."""
    state, _, _ = _laid(bench, {}, {})
    sides = bench.rules.seats[:2]
    state.commanders = [
        Commander(side, side, side, 4, asked[name], n)
        for n, (side, name) in enumerate(zip(sides, ("ours", "theirs"), strict=True))
    ]
    found = bench.exactly(
        lambda game: tuple(initiative.total_of(game, side) for side in sides), state
    )
    ahead = {
        "ours": sum((c for (a, b), c in found.items() if a > b), Fraction(0)),
        "theirs": sum((c for (a, b), c in found.items() if a < b), Fraction(0)),
    }
    decided = sum(ahead.values())
    return {"the initiative": {who: chance / decided for who, chance in ahead.items() if chance}}


@clause("9.2")
def _withdrawal(bench: Bench, asked: Settings) -> Answer:
    side, lost, behind = bench.rules.seats[0], asked["initiative"], asked["behind"]
    found = bench.exactly(lambda game: victory.withdraws(game, side, lost, behind=behind))
    return _named(found, "the fleet", "withdraws", "fights on")


@clause("6.2-table")
def _wind(bench: Bench, asked: Settings) -> Answer:
    state, _, _ = _laid(bench, {}, {})
    state.wind, state.calm = 2, asked["calm"]

    def blown(game: Any) -> tuple[int, str]:
        wind.change(game)
        return (game.state.wind + 1) % 6 - 3, "Dead Calm" if game.state.calm else "a wind"

    found = bench.exactly(blown, state)
    return {
        "hexsides clockwise": mapped(found, lambda end: end[0]),
        "then there is": mapped(found, lambda end: end[1]),
    }


CREW: Final = Argument("crew", "Crew Rating of the galley", 2, most=4)
TARGET_CREW: Final = Argument("target-crew", "Crew Rating of the other", 2, most=4)
HELD: Final = Argument("held", "the target is Crippled, Fouled or Grappled", False)
TIRED: Final = Argument("tired", "the target is Fatigued or at Half Speed, and can move", False)
HEIGHT: Final = Argument(
    "height", "who has the Height Advantage", "none", ("none", "ours", "theirs")
)

QUESTIONS: Final = {
    "ram": OddsQuestion(
        "A ram",
        "7.14",
        (
            Argument("attack", "Ram Attack", 6, least=1, most=24),
            Argument("defense", "Ram Defense of the target", 7, least=1, most=13),
            CREW,
            TARGET_CREW,
            Argument("speed", "Movement Points over Cruise Speed, turned once at most", 0, most=9),
            HELD,
            TIRED,
            Argument("maximum", "the target is at Maximum", False),
            Argument("towers", "the rammer has Towers", False),
        ),
        _ram,
    ),
    "reaction-ram": OddsQuestion(
        "Whether a crew is up to ramming one that crosses its bow", "6.7", (CREW,), _reaction_ram
    ),
    "rake": OddsQuestion(
        "A rake",
        "7.26",
        (
            CREW,
            TARGET_CREW,
            Argument(
                "speed",
                "Speed Rating against the target's",
                "equal",
                ("slower", "equal", "faster"),
            ),
            HELD,
            TIRED,
        ),
        _rake,
    ),
    "sinking": OddsQuestion("Whether a Rammed galley sinks this turn", "7.17", (), _sinking),
    "avoidance": OddsQuestion(
        "Whether a galley avoids one that comes next to it",
        "6.52",
        (CREW, Argument("half", "it is at Half Speed", False)),
        _avoidance,
    ),
    "grapple": OddsQuestion(
        "A grapple, alongside",
        "8.12",
        (
            CREW,
            HELD,
            Argument("opposite", "the target goes the opposite way at its full pace", False),
            Argument("sail", "the grappler is under sail", False),
            Argument("target-sail", "the target is under sail", False),
            Argument("means", "what helps", "none", ("none", "corvus", "harpax")),
        ),
        _grapple,
    ),
    "board": OddsQuestion(
        "A boarding",
        "8.23",
        (
            Argument("manpower", "Manpower that boards", 5, least=1, most=24),
            Argument("against", "Manpower of the target", 4, most=12),
            HEIGHT,
        ),
        _board,
    ),
    "cut-loose": OddsQuestion(
        "Cutting loose from a galley that holds one",
        "8.32",
        (
            CREW,
            TARGET_CREW,
            Argument("repulsed", "it has repulsed boarders", False),
            Argument("crippled", "it is Crippled or Fouled", False),
            Argument("hooked", "the other's corvus holds it", False),
        ),
        _cut,
    ),
    "come-clear": OddsQuestion("A Fouled galley that comes clear", "8.35", (CREW,), _unfoul),
    "missiles": OddsQuestion(
        "Missile fire",
        "8.44",
        (
            Argument("manpower", "Manpower that fires", 4, most=24),
            Argument("engines", "it has engines", False),
            HEIGHT,
            HELD,
            Argument("sail", "the firer is under sail", False),
            Argument("two-hexes", "the target is two hexes away", False),
            Argument("flame", "flame missiles", False),
        ),
        _missiles,
    ),
    "firepots": OddsQuestion("Firepots dropped in a ram", "8.53", (), _firepots),
    "firefight": OddsQuestion("A galley On Fire, and one held to it", "8.54", (), _firefight),
    "fatigue": OddsQuestion(
        "Fatigue after moving at Maximum",
        "6.42",
        (
            CREW,
            Argument("over", "Movement Points over Cruise Speed", 2, most=9),
            Argument("ram", "it has tried to ram", False),
            Argument("rake", "it has tried to rake", False),
        ),
        _fatigue,
    ),
    "alone": OddsQuestion("A galley without a commander acting freely", "5.31", (CREW,), _alone),
    "get-off": OddsQuestion("A galley aground", "6.36", (CREW,), _get_off),
    "transfer": OddsQuestion("A commander who shifts to another ship", "5.52", (), _transfer),
    "double": OddsQuestion(
        "A Double Activation",
        "5.42",
        (Argument("initiative", "Initiative Rating of the Admiral", 2, most=9),),
        _double,
    ),
    "initiative": OddsQuestion(
        "Who has the initiative",
        "3.2",
        (
            Argument("ours", "Initiative Rating of our Admiral", 2, most=9),
            Argument("theirs", "of theirs", 1, most=9),
        ),
        _initiative,
    ),
    "withdrawal": OddsQuestion(
        "A fleet that has lost its only Admiral",
        "9.2",
        (
            Argument("initiative", "the Admiral's Initiative Rating", 2, most=9),
            Argument("behind", "the enemy has more Victory Points", False),
        ),
        _withdrawal,
    ),
    "wind": OddsQuestion(
        "What the wind does in a turn",
        "6.2",
        (Argument("calm", "it is Dead Calm now", False),),
        _wind,
    ),
}
