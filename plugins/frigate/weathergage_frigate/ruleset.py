"""Frigate: the ruleset, its options and its sequence of play (3.5, 4.0)."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import Answer, Dice, Options, Phase, Ruleset, Scales, clause, option
from weathergage_frigate import preservation, victory
from weathergage_frigate.afoul import Election
from weathergage_frigate.captain import FrigateCaptain
from weathergage_frigate.command import command_control
from weathergage_frigate.damage import Repair, apply_results, damage_control
from weathergage_frigate.deployment import Deploy, deploy
from weathergage_frigate.gunnery import fire
from weathergage_frigate.invariants import problems
from weathergage_frigate.movement import move
from weathergage_frigate.picture import picture
from weathergage_frigate.plotting import Plot, plot
from weathergage_frigate.points import POINTS
from weathergage_frigate.scenarios import FrigateScenario, set_up
from weathergage_frigate.state import FrigateState
from weathergage_frigate.views import imagine, plain, restore, score, view
from weathergage_frigate.weather import change_wind


class FrigateOptions(Options):
    """The optional rules of the book, all off by default as it has them."""

    no_sailing_into_wind: bool = option(
        False, clause="6.32", title="No ship sails straight into the wind"
    )
    wind_table: Literal["standard", "optional"] = option(
        "standard", clause="6.36", title="Which wind table is used"
    )
    bearing_up: bool = option(
        False, clause="6.43", title="Each hexside turned toward the wind costs a point"
    )
    drift: bool = option(False, clause="6.56", title="Ships without way drift with the wind")
    national_multipliers: bool = option(
        False, clause="6.63", title="French, Spanish and Italian fire trebles when afoul"
    )
    combined_fire_halved: bool = option(
        False, clause="7.23", title="The sum of several ships' fire is halved"
    )
    explosions: bool = option(
        False, clause="7.31", title="Two or more Crew Hits at once may blow a ship up"
    )
    speed_effects: bool = option(
        False, clause="7.5", title="Ships of the Line at ten or faster fire at half strength"
    )
    command_method: Literal["die", "chits"] = option(
        "die", clause="8.23", title="How loss of command is determined"
    )
    surrender: bool = option(
        False,
        clause="10.13",
        title="A ship with three Crew Hits strikes to an enemy alongside",
        suspended_by=["10.0"],
    )
    recapture: bool = option(
        False, clause="10.2", title="Prizes can be retaken", suspended_by=["10.0"]
    )


@clause("4.2.H", "11.0-endings")
def determine_preservation(game: Any) -> None:
    """Count Preservation Points, then see whether the game is over."""
    preservation.determine(game)
    victory.conclude(game)


# "4.1" The eight phases in the book's order, after the deployment of 13.0.
SEQUENCE = (
    Phase("deployment", "13.0-deployment", deploy, "Deployment", later_turns=False),
    Phase(
        "wind", "4.2.A", change_wind, "Wind direction and velocity", first_turn=False, quiet=True
    ),
    Phase("plot", "4.2.B", plot, "Movement and combat plot"),
    Phase("command", "4.2.C", command_control, "Command control", quiet=True),
    Phase("combat", "4.2.D", fire, "Combat execution", quiet=True),
    Phase("movement", "4.2.E", move, "Movement execution", quiet=True),
    Phase("results", "4.2.F", apply_results, "Combat results application", quiet=True),
    Phase("damage-control", "4.2.G", damage_control, "Damage control", quiet=True),
    Phase("preservation", "4.2.H", determine_preservation, "Preservation level", quiet=True),
)


@clause("3.3", "13.0-general")
def begin(rules: Any, dice: Dice) -> FrigateState:
    """The state at the start of a scenario: made once, and copied for every game, unless a die
    has a part in it.
    """
    if rules.scenario.wind.die:
        return set_up(rules, dice)
    start: FrigateState | None = rules.memo.get("start")
    if start is None:
        start = rules.memo["start"] = set_up(rules, dice)
    return start.copy()


# "3.5" A turn is 8 minutes 53 seconds, a hex 200 metres; 1.0936 yards to the metre.
SCALES = Scales(yards=218.7, minutes=8.889, per="hex")

PROFILE = {
    "scale": Answer("A hex is 200 metres and a turn just under nine minutes.", ("3.5",)),
    "wind": Answer(
        "Dice each turn change its direction and set its velocity anew; a calmer table is an "
        "option.",
        ("6.35", "6.36"),
    ),
    "who moves when": Answer(
        "All ships at once, one Movement Point at a time.", ("6.0-general", "6.6-stepwise")
    ),
    "plotted": Answer(
        "Yes: movement and fire are written in secret and carried out exactly.", ("5.0-general",)
    ),
    "command and control": Answer(
        "A die takes command of ships on certain hexes away; formations with a flagship suffer "
        "less.",
        ("8.2", "8.21"),
    ),
    "fire": Answer(
        "The strengths of all who fire at a ship are added and set against her Defense as odds; "
        "one die on the table of the crews' rating.",
        ("7.0-odds", "7.6"),
    ),
    "raking": Answer(
        "A third more strength when the target could not reply from where she lies.", ("7.17",)
    ),
    "first broadside": Answer("No different from any other.", ("7.14",)),
    "crew quality": Answer("Three results tables, one for each Gunnery Rating.", ("7.6",)),
    "how ships lose speed and guns": Answer(
        "Mast Hits halve the Allowance and Crew Hits the guns; three of a kind end either.",
        ("6.51", "7.3"),
    ),
    "collisions": Answer(
        "Enemies who meet in a hex may choose to run afoul; friends give way.",
        ("6.6-general", "6.61-friends"),
    ),
    "boarding": Answer(
        "None as such: ships afoul fire at double strength, and may strike to one another.",
        ("6.62", "10.13"),
    ),
    "fire and explosion": Answer(
        "Optional: two new Crew Hits and two ones on the dice blow a ship up.", ("7.31",)
    ),
    "repair": Answer("One hit a turn at most, by a die, until three of a kind.", ("7.32",)),
    "morale": Answer(
        "A fleet past its Preservation Level retires for good.", ("9.0-procedure", "4.2.H")
    ),
    "how it ends": Answer(
        "After sixteen turns, when a beaten fleet is gone, or when a scenario's aim is met.",
        ("11.0-endings",),
    ),
    "what is secret": Answer("The plots of a turn, until all are in.", ("5.0-general",)),
}

FRIGATE = Ruleset(
    id="frigate",
    title="Frigate: Sea War in the Age of Sail",
    source="Frigate: Sea War in the Age of Sail, Simulations Publications (SPI)",
    board="hex",
    rules_version=1,
    package="weathergage_frigate",
    turn_clause="4.1",
    scales=SCALES,
    options=FrigateOptions,
    scenario=FrigateScenario,
    sequence=SEQUENCE,
    commands=(Deploy, Plot, Election, Repair),
    set_up=begin,
    view=view,
    plain=plain,
    restore=restore,
    picture=picture,
    captains={"captain": FrigateCaptain},
    score=score,
    imagine=imagine,
    invariants=problems,
    points=POINTS,
    profile=PROFILE,
)
