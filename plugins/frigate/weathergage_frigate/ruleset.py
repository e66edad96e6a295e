"""Frigate: the ruleset, its options and its sequence of play (3.5, 4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from weathergage import Answer, Dice, Options, Phase, Ruleset, Scales, clause, option
from weathergage_frigate import preservation, victory
from weathergage_frigate.afoul import Election
from weathergage_frigate.captain import FrigateCaptain
from weathergage_frigate.command import command_control
from weathergage_frigate.damage import Repair, apply_results, damage_control
from weathergage_frigate.deployment import Deploy, deploy
from weathergage_frigate.gunnery import fire
from weathergage_frigate.invariants import problems
from weathergage_frigate.meetings import MEETING
from weathergage_frigate.movement import move, sail_on
from weathergage_frigate.odds import BROADSIDES, QUESTIONS
from weathergage_frigate.picture import picture
from weathergage_frigate.plotting import Plot, plot
from weathergage_frigate.points import POINTS
from weathergage_frigate.scenarios import FrigateScenario, set_up
from weathergage_frigate.standing import shots, standing
from weathergage_frigate.state import FrigateState
from weathergage_frigate.views import imagine, plain, restore, score, view
from weathergage_frigate.weather import change_wind

if TYPE_CHECKING:
    from weathergage import Battle, Staged


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


def stage(battle: Battle) -> Staged:
    """A battle that belongs to no ruleset, as a scenario of this one."""
    # Drawn in only here: whoever plays the book's own scenarios does without.
    from weathergage_frigate.staging import stage

    return stage(battle)


PROFILE = {
    "scale": Answer(
        "A hex is 200 metres and a turn just under nine minutes.",
        ("3.5",),
    ),
    "wind": Answer(
        "Each turn a die may shift its direction and another sets its strength anew, from "
        "calm to fresh; a steadier table is an option.",
        ("6.35", "6.36"),
    ),
    "order": Answer(
        "All ships at once, by their plots; those close to an enemy go a Movement Point "
        "at a time. Ships out of command go last.",
        ("6.0-general", "6.6-stepwise", "8.33"),
    ),
    "plotting": Answer(
        "Yes: both sides write movement and fire in secret, and all of it must be carried out.",
        ("5.0-general",),
    ),
    "command": Answer(
        "A die for each fleet takes ships on certain hexes out of command: they do not "
        "fire, and sail at random. Formations with a flagship suffer less.",
        ("8.0-general", "8.21-use", "8.3"),
    ),
    "gunfire": Answer(
        "The strengths of all who fire at a ship are added and set against her Defense as "
        "odds; one die gives up to three hits, Mast or Crew as was said before.",
        ("7.22", "7.0-odds", "7.0-type"),
    ),
    "raking": Answer(
        "Fire at a ship that could not fire back from where she lies: a third more strength.",
        ("7.17",),
    ),
    "first-broadside": Answer(
        "No: a ship may fire every turn, the first time like any other.",
        ("7.14",),
    ),
    "crews": Answer(
        "Gunnery: each fleet uses one of three results tables. Order: its Efficiency says "
        "how many ships are lost to command.",
        ("7.6", "8.21-use"),
    ),
    "damage": Answer(
        "One or two Mast Hits halve her speed and one or two Crew Hits her guns, until "
        "they are repaired; a third of a kind ends either for good.",
        ("6.51", "6.52", "7.3"),
    ),
    "collisions": Answer(
        "Enemies who meet run afoul if both want it, or on a die of 1 or 2 if one does. "
        "Friends stop short of one another.",
        ("6.6-election", "6.6-meeting", "6.61-friends"),
    ),
    "boarding": Answer(
        "Not as such. Ships afoul fire at double strength; those of a beaten fleet "
        "surrender to the enemy alongside, and as an option so does a ship with three "
        "Crew Hits.",
        ("6.62", "10.11", "10.13"),
    ),
    "fire-and-explosion": Answer(
        "As an option: two new Crew Hits at once, and then a 1 on each of two dice, blow "
        "a ship up and hurt those beside her.",
        ("7.31",),
    ),
    "repair": Answer(
        "One hit a turn for each ship, on a 1 to 3, or on a 1 or 2 where she has two of "
        "the kind; nothing after a third.",
        ("7.32", "6.54"),
    ),
    "morale": Answer(
        "A fleet whose hits and prizes come to more than its Preservation Level retires: "
        "ships out of reach get away, the rest must run.",
        ("9.0-procedure", "9.12", "9.13"),
    ),
    "ending": Answer(
        "After sixteen turns, when a fleet past its level is gone, or when a scenario's "
        "aim is met; Victory Points for hits, sinkings and captures decide where it says "
        "so.",
        ("11.0-endings", "13.0-length", "11.0-points"),
    ),
    "secrets": Answer(
        "Plots, and with them speeds and aims, until all are in.",
        ("5.0-general", "6.0-general"),
    ),
}

FRIGATE = Ruleset(
    id="frigate",
    title="Frigate: Sea War in the Age of Sail",
    source="Frigate: Sea War in the Age of Sail, Simulations Publications (SPI)",
    board="hex",
    rules_version=3,
    package="weathergage_frigate",
    turn_clause="4.1",
    scales=SCALES,
    options=FrigateOptions,
    scenario=FrigateScenario,
    sequence=SEQUENCE,
    pieces={MEETING: Phase("movement", "4.2.E", sail_on, "Movement execution")},
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
    standing=standing,
    shots=shots,
    stage=stage,
    odds=QUESTIONS,
    odds_scenario="constitution-guerriere",
    broadsides=BROADSIDES,
)
