"""As Per Margin III: the ruleset, its options and its sequence of play."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import Answer, Command, Dice, Options, Phase, Ruleset, Scales, clause, option
from weathergage_as_per_margin import (
    anchors,
    boarding,
    boats,
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
from weathergage_as_per_margin.picture import picture
from weathergage_as_per_margin.points import POINTS
from weathergage_as_per_margin.scenarios import MarginScenario, set_up
from weathergage_as_per_margin.sequence import Run, ashore, at_sea, fought, on_chart
from weathergage_as_per_margin.state import MarginState
from weathergage_as_per_margin.views import imagine, plain, restore, score, view


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
    _sea("dismasted", "APM.turn", movement.drift_dismasted, "Dismasted ships move", quiet=True),
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
    boats.Lower,
    boats.Split,
    boats.Join,
    boats.Row,
    boats.Land,
    boats.HoistIn,
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
    if given is None:
        return set_up(rules, dice)
    start: MarginState | None = rules.memo.get("start")
    if start is None:
        start = rules.memo["start"] = set_up(rules, dice)
    return start.copy()


# "APM.scale.distance", "APM.scale.time" An inch is 100 feet; the first ten turns are 1.5 minutes.
SCALES = Scales(yards=100 / 3, minutes=1.5, per="inch")

PROFILE = {
    "scale": Answer(
        "An inch is 100 feet; ten turns last a minute and a half each, later ones fifteen.",
        ("APM.scale.distance", "APM.scale.time"),
    ),
    "wind": Answer(
        "A die each turn backs or veers it; two dice set how far ships sail, fresh every turn.",
        ("APM.wind.change", "APM.wind-speed"),
    ),
    "who moves when": Answer(
        "Dismasted ships drift, then one side moves and then the other, the English last.",
        ("APM.turn", "APM.turn.english-advantage"),
    ),
    "plotted": Answer("No; only a campaign's orders are written.", ("APM.campaign.orders",)),
    "command and control": Answer(
        "None, but that ships moving independently may turn or run on at the end of a move.",
        ("APM.ships.independent",),
    ),
    "fire": Answer(
        "A die for each gun box that bears; its face says whether and what it hits.",
        ("APM.fire.dice", "APM.fire.effects"),
    ),
    "raking": Answer(
        "Twice the dice within twelve inches of an enemy whose guns cannot bear.",
        ("APM.fire.rake",),
    ),
    "first broadside": Answer(
        "Twice the dice, three times for a rake, once for each side of a ship.",
        ("APM.fire.initial-broadside", "APM.fire.raking-initial"),
    ),
    "crew quality": Answer(
        "Only that the English move last and fire first.", ("APM.turn.english-advantage",)
    ),
    "how ships lose speed and guns": Answer(
        "Half the mast boxes make her slower, all of them make her drift; guns go box by box.",
        ("APM.ships.mast-states", "APM.fire.gun-side"),
    ),
    "collisions": Answer(
        "Ships within three inches, friends too, throw a die whether they fall aboard.",
        ("APM.falling-aboard", "APM.falling-aboard.friends"),
    ),
    "boarding": Answer(
        "A die for each hit box left, hits cancel, what is left over costs gun boxes.",
        ("APM.boarding.roll", "APM.boarding.surplus"),
    ),
    "fire and explosion": Answer(
        "Only from red-hot shot; the loss of the last hull box stands for all the rest.",
        ("APM.battery.red-hot", "APM.ships.sink"),
    ),
    "repair": Answer(
        "None in a battle; in a campaign a box of each kind at sea, the rest in port.",
        ("APM.campaign.repairs", "APM.campaign.repairs-port"),
    ),
    "morale": Answer(
        "A ship without guns strikes; ashore a die after closing, fire and melee.",
        ("APM.ships.strike", "APM.landing.VIII"),
    ),
    "how it ends": Answer(
        "By the scenario's turns or when a side has nothing left; ships taken and lost count on "
        "a rising scale.",
        ("APM.score.points", "APM.score.purpose"),
    ),
    "what is secret": Answer(
        "What lies out of sight by night, and a campaign's orders and the make-up of fleets.",
        ("APM.cutting-out.visibility", "APM.campaign.orders"),
    ),
}

AS_PER_MARGIN = Ruleset(
    id="as-per-margin",
    title="As Per Margin III",
    source="As Per Margin III, by Aelred Glidden (MWAN 63, 1993)",
    board="free",
    rules_version=1,
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
    checkpoint_after=8,
)
