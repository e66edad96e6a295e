"""As Per Margin III: the ruleset, its options and its sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from weathergage import Answer, Command, Dice, Options, Phase, Ruleset, Scales, clause, option
from weathergage_as_per_margin import (
    anchors,
    boarding,
    boat_orders,
    drifting,
    falling_aboard,
    grounding,
    gunnery,
    handling,
    movement,
    orders,
    weather,
)
from weathergage_as_per_margin.campaign.orders import ChartOrders
from weathergage_as_per_margin.campaign.turn import play_chart
from weathergage_as_per_margin.campaign.winds import prevailing
from weathergage_as_per_margin.captain import MarginCaptain
from weathergage_as_per_margin.ending import end_turn
from weathergage_as_per_margin.invariants import problems
from weathergage_as_per_margin.landing import (
    closing,
    firing,
    marching,
    melee,
    morale,
    rallying,
)
from weathergage_as_per_margin.landing.asking import Hold
from weathergage_as_per_margin.odds import BROADSIDES, QUESTIONS
from weathergage_as_per_margin.picture import picture
from weathergage_as_per_margin.points import POINTS
from weathergage_as_per_margin.scenarios import MarginScenario, set_up
from weathergage_as_per_margin.sequence import Run, ashore, at_sea, fought, on_chart
from weathergage_as_per_margin.standing import shots, standing
from weathergage_as_per_margin.state import MarginState
from weathergage_as_per_margin.views import imagine, plain, restore, score, view

if TYPE_CHECKING:
    from weathergage import Battle, Staged


class MarginOptions(Options):
    """What the text leaves to the players, and readings that are both played."""

    beating: Literal["close-hauled", "within-45"] = option(
        "close-hauled",
        clause="APM.wind-speed.beating",
        title="Beating: from 45 to 90 degrees off the wind, or every heading within 45 degrees",
    )
    blocking: bool = option(
        True, clause="APM.fire.ranges", title="Ships and land on the line of fire block it"
    )
    rally_penalty: bool = option(
        True, clause="APM.landing.II", title="Routing takes one off the die to rally"
    )
    active_batteries: bool = option(
        False, clause="APM.algesiras.batteries", title="Algesiras: the silent batteries fire"
    )
    absent_ships: bool = option(
        False,
        clause="APM.algesiras.british",
        title="Algesiras: Superb, Thames and Pasley are there",
    )
    weekly: bool = option(
        False, clause="APM.campaign.weekly", title="Campaign turns are weeks instead of days"
    )
    battles: Literal["table", "captains"] = option(
        "table",
        clause="APM.campaign.to-table",
        title="Who fights a campaign's battles: the players on the table, or captains for them",
    )


def _sea(id: str, clause: str, run: Run, title: str, *, quiet: bool = False) -> Phase:
    """A step of the turn at sea."""
    return Phase(id, clause, fought(run), title, plays=at_sea, quiet=quiet)


def _shore(id: str, clause: str, run: Run, title: str, *, quiet: bool = False) -> Phase:
    """A step of the landing turn."""
    return Phase(id, clause, fought(run), title, plays=ashore, quiet=quiet)


# "APM.turn", "APM.landing.I" A campaign's chart, the eight steps at sea, the steps ashore.
SEQUENCE = (
    Phase("chart", "APM.campaign.daily", play_chart, "On the chart", plays=on_chart),
    _sea("orders", "APM.ships.independent", orders.give_orders, "Standing orders"),
    _sea("wind", "APM.turn", weather.blow, "Wind direction and speed", quiet=True),
    _sea("dismasted", "APM.turn", drifting.drift_dismasted, "Dismasted ships move", quiet=True),
    _sea("first-move", "APM.turn", movement.move_first, "The first side moves"),
    _sea("second-move", "APM.turn", movement.move_second, "The second side moves"),
    _sea("anchored-pivot", "APM.turn", anchors.pivot_moored, "Moored ships pivot", quiet=True),
    _sea("first-fire", "APM.turn", gunnery.fire_first, "The English part fires", quiet=True),
    _sea("second-fire", "APM.turn", gunnery.fire_second, "The other side fires", quiet=True),
    _sea("boarding", "APM.turn", boarding.board, "Boarding actions", quiet=True),
    _shore("rally", "APM.landing.II", rallying.rally, "Rallies", quiet=True),
    _shore("landing-close", "APM.landing.III", closing.landing_closes, "Landing party closes"),
    _shore("garrison-contacted", "APM.landing.IV", closing.garrison_contacted, "Garrison stands"),
    _shore("landing-move", "APM.landing.V.1", marching.landing_moves, "Landing party moves"),
    _shore("garrison-close", "APM.landing.III", closing.garrison_closes, "Garrison closes"),
    _shore(
        "landing-contacted", "APM.landing.IV", closing.landing_contacted, "Landing party stands"
    ),
    _shore("garrison-move", "APM.landing.V.1", marching.garrison_moves, "Garrison moves"),
    _shore("artillery", "APM.landing.VI", firing.artillery, "Artillery"),
    _shore("musketry", "APM.landing.VII", firing.musketry, "Musketry"),
    _shore(
        "fire-morale", "APM.landing.VIII", morale.morale_from_fire, "Morale from fire", quiet=True
    ),
    _shore("melee", "APM.landing.IX.1", melee.melees, "Melees", quiet=True),
    Phase("ending", "APM.score.points", end_turn, "End of the turn", quiet=True),
)

COMMANDS: tuple[type[Command], ...] = (
    ChartOrders,
    orders.Independence,
    falling_aboard.Part,
    handling.Sail,
    handling.ExtraDie,
    handling.Oars,
    handling.Adrift,
    handling.Weigh,
    handling.LetGo,
    handling.CastLead,
    grounding.Kedge,
    boat_orders.Lower,
    boat_orders.Split,
    boat_orders.Join,
    boat_orders.Row,
    boat_orders.Land,
    boat_orders.HoistIn,
    anchors.Rest,
    anchors.Spring,
    gunnery.Fire,
    Hold,
    boarding.Announce,
    closing.Close,
    marching.March,
    marching.SetOut,
    marching.Form,
    marching.Skirmish,
    firing.Shoot,
)


@clause("APM.turn")
def begin(rules: Any, dice: Dice) -> MarginState:
    """The state at the start of a scenario: made once, and copied for every game, unless a die
    has a part in it.
    """
    scenario: MarginScenario = rules.scenario
    given = scenario.wind.degrees if scenario.campaign is None else prevailing(rules)
    if given is None or scenario.night:
        return set_up(rules, dice)
    start: MarginState | None = rules.memo.get("start")
    if start is None:
        start = rules.memo["start"] = set_up(rules, dice)
    return start.copy()


# "APM.scale.distance", "APM.scale.time" An inch is 100 feet; the first ten turns are 1.5 minutes.
SCALES = Scales(yards=100 / 3, minutes=1.5, per="inch")


def stage(battle: Battle) -> Staged:
    """A battle that belongs to no ruleset, as a scenario of this one."""
    # Drawn in only here: whoever plays the book's own scenarios does without.
    from weathergage_as_per_margin.staging import stage

    return stage(battle)


PROFILE = {
    "scale": Answer(
        "An inch is 100 feet. Ten turns last a minute and a half each, later ones fifteen minutes.",
        ("APM.scale.distance", "APM.scale.time"),
    ),
    "wind": Answer(
        "Each turn a die backs it on a 5 and veers it on a 6, and two dice, thrown anew, "
        "say how far ships sail.",
        ("APM.wind.change", "APM.wind-speed"),
    ),
    "order": Answer(
        "Dismasted ships drift; then the French and Spanish move, then the English, who "
        "also fire first.",
        ("APM.turn", "APM.turn.english-advantage"),
    ),
    "plotting": Answer(
        "No; only a campaign's orders are written.",
        ("APM.campaign.orders",),
    ),
    "command": Answer(
        "Entirely. Ships that sail independently may throw a die for more inches, or turn "
        "again after moving.",
        ("APM.ships.independent", "APM.wind-speed.extra-die", "APM.turning.after"),
    ),
    "gunfire": Answer(
        "A die for each gun box that bears: range says which faces hit, and the face what "
        "is hit, cable, hull, guns or masts.",
        ("APM.fire.dice", "APM.fire.ranges", "APM.fire.effects"),
    ),
    "raking": Answer(
        "Fire within twelve inches at an enemy whose guns cannot bear: twice the dice.",
        ("APM.fire.rake",),
    ),
    "first-broadside": Answer(
        "Yes, once for each side of a ship: twice the dice, or three times in a rake.",
        ("APM.fire.initial-broadside", "APM.fire.raking-initial"),
    ),
    "crews": Answer(
        "Nothing but this: the English move last and fire first.",
        ("APM.turn.english-advantage",),
    ),
    "damage": Answer(
        "The upper line of mast boxes gone makes her slower, both make her drift; she "
        "throws a die less for each gun box lost.",
        ("APM.ships.mast-states", "APM.fire.dice", "APM.fire.gun-side"),
    ),
    "collisions": Answer(
        "A ship that ends her move within three inches of another, friend or enemy, "
        "throws a die whether they fall aboard and are locked.",
        ("APM.falling-aboard", "APM.falling-aboard.roll", "APM.falling-aboard.friends"),
    ),
    "boarding": Answer(
        "Ships fallen aboard throw a die for each hit box left; hits cancel, what is left "
        "over takes gun boxes, and who has none strikes.",
        (
            "APM.boarding.when",
            "APM.boarding.men-of-war",
            "APM.boarding.surplus",
            "APM.boarding.capture",
        ),
    ),
    "fire-and-explosion": Answer(
        "Fires only from red-hot shot. A ship that loses her last hull box is lost, which "
        "may stand for fire or explosion too.",
        ("APM.battery.red-hot", "APM.ships.sink"),
    ),
    "repair": Answer(
        "Nothing; in a campaign a box of each kind on the first day after an action, all "
        "else in port.",
        ("APM.campaign.repairs", "APM.campaign.repairs-port"),
    ),
    "morale": Answer(
        "A ship without a gun box strikes. Ashore troops throw a die when they close, are "
        "fired on or have lost a melee.",
        ("APM.ships.strike", "APM.landing.III", "APM.landing.VIII", "APM.landing.X"),
    ),
    "ending": Answer(
        "With the scenario's turns, or when a side has nothing left in the fight; each "
        "further ship taken or lost counts a point more than the one before.",
        ("APM.score.points", "APM.score.purpose"),
    ),
    "secrets": Answer(
        "What nobody sees by night; in a campaign the orders, and what kind of ships a fleet has.",
        ("APM.cutting-out.visibility", "APM.campaign.orders", "APM.campaign.report"),
    ),
}

AS_PER_MARGIN = Ruleset(
    id="as-per-margin",
    title="As Per Margin III",
    source="As Per Margin III, by Aelred Glidden (MWAN 63, 1993)",
    board="free",
    rules_version=4,
    package="weathergage_as_per_margin",
    turn_clause="APM.turn",
    scales=SCALES,
    options=MarginOptions,
    scenario=MarginScenario,
    sequence=SEQUENCE,
    commands=COMMANDS,
    set_up=begin,
    view=view,
    plain=plain,
    restore=restore,
    picture=picture,
    captains={"captain": MarginCaptain},
    score=score,
    imagine=imagine,
    invariants=problems,
    points=POINTS,
    profile=PROFILE,
    standing=standing,
    shots=shots,
    stage=stage,
    odds=QUESTIONS,
    odds_scenario="frigate-duel",
    broadsides=BROADSIDES,
    checkpoint_after=8,
)
