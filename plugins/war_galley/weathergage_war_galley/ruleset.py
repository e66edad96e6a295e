"""War Galley: the ruleset, its options and its sequence of play (3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from weathergage import (
    Answer,
    Choose,
    Command,
    Decline,
    Dice,
    Options,
    Phase,
    Ruleset,
    clause,
    option,
)
from weathergage_war_galley import (
    activation,
    aground,
    anastrophe,
    avoidance,
    boarding,
    commanders,
    deployment,
    disengaging,
    endings,
    flame,
    grappling,
    initiative,
    missiles,
    movement,
    opening,
    orders,
    raking,
    ramming,
    sails,
    speeds,
    squadrons,
    status,
    stepping,
    tournament,
    towing,
    victory,
    wind,
)
from weathergage_war_galley.captain import WarGalleyCaptain
from weathergage_war_galley.invariants import problems
from weathergage_war_galley.odds import QUESTIONS
from weathergage_war_galley.picture import picture
from weathergage_war_galley.points import POINTS
from weathergage_war_galley.scales import SCALES
from weathergage_war_galley.scenarios import WarGalleyScenario, set_up
from weathergage_war_galley.standing import shots, standing
from weathergage_war_galley.state import GalleyState
from weathergage_war_galley.views import imagine, plain, restore, score, view

if TYPE_CHECKING:
    from weathergage import Battle, Staged


class WarGalleyOptions(Options):
    """The optional rules of the book."""

    reaction_ram: bool = option(
        False,
        clause="6.7",
        title="A galley may ram one that crosses its bow (Defensive Reaction Ram)",
    )
    alternate_squadrons: bool = option(
        False, clause="5.24-alternate", title="Squadrons are declared in turns, not at once"
    )
    treachery: bool = option(False, clause="2.0", title="Lade: treachery and cowardice")
    no_transports: bool = option(False, clause="2.0", title="Ecnomus: transports are left out")
    slow_romans: bool = option(
        False, clause="2.0", title="Drepanum: no Roman galley at Maximum in the first turn"
    )
    naulochus_fire: bool = option(False, clause="8.5", title="Naulochus: flame missiles are used")
    fleet_points: Literal["250", "300", "350", "400"] = option(
        "250", clause="10.0", title="Tournament: Fleet-Building Points of each side"
    )
    naulochus_towers: bool = option(
        False, clause="6.13-towers", title="Naulochus: all galleys but Liburnians have Towers"
    )


# "3.1" The phases in the book's order, after the set-up of the scenario.
SEQUENCE = (
    Phase("set-up", "2.2", opening.deploy, "Set-up", later_turns=False, dear=True),
    Phase("wind", "3.1.A", wind.blow, "Wind Determination"),
    Phase("squadrons", "3.1.B", squadrons.determine, "Squadron Determination", dear=True),
    Phase("initiative", "3.1.C", initiative.contest, "Initiative"),
    Phase("speeds", "3.1.D", speeds.choose, "Speed Level Determination"),
    Phase("command", "3.1.E", activation.command_phase, "Command Squadron Activation"),
    Phase("individual", "3.1.F", activation.individual_phase, "Individual Squadron Activation"),
    Phase("disengage", "3.1.G1", status.disengage, "Disengage Segment"),
    Phase("recovery", "3.1.G2", status.recover, "Galley Recovery Segment"),
    Phase("fatigue", "3.1.G3", status.rest, "Fatigue Recovery Segment"),
    Phase("sinking", "3.1.G4", status.sink, "Sinking Segment"),
    Phase("victory", "3.1.H", victory.conclude, "Victory"),
)

# What the agenda of an activation hands out, each a checkpoint of its own ("5.41").
PIECES = {
    "activate": Phase("activate", "5.41", activation.activate, "A squadron is activated"),
    "galley": Phase("galley", "3.1.E1", activation.next_galley, "Movement Segment"),
    "boarding": Phase("boarding", "3.1.E2", activation.boarding_segment, "Boarding Segment"),
}


COMMANDS: tuple[type[Command], ...] = (
    Decline,
    Choose,
    deployment.Deploy,
    tournament.Fleet,
    squadrons.Form,
    initiative.Name,
    initiative.First,
    speeds.Speeds,
    orders.Activate,
    orders.Double,
    orders.Move,
    orders.Done,
    *endings.COMMANDS,
    orders.Weigh,
    commanders.Transfer,
    commanders.Place,
    sails.Hoist,
    sails.Lower,
    disengaging.Cut,
    aground.GetOff,
    towing.CutTow,
    movement.Row,
    stepping.Step,
    movement.Rest,
    avoidance.Avoid,
    ramming.Ram,
    ramming.BackOff,
    raking.Rake,
    raking.PassThrough,
    anastrophe.Anastrophe,
    grappling.Grapple,
    missiles.Fire,
    missiles.Split,
    missiles.Jettison,
    flame.Firepots,
    boarding.Board,
)


@clause("2.2")
def begin(rules: Any, dice: Dice) -> GalleyState:
    """The state at the start of a scenario: made once, and copied for every game."""
    start: GalleyState | None = rules.memo.get("start")
    if start is None:
        start = rules.memo["start"] = set_up(rules, dice)
    return start.copy()


def stage(battle: Battle) -> Staged:
    """A battle that belongs to no ruleset, as a scenario of this one."""
    # Drawn in only here: whoever plays the book's own scenarios does without.
    from weathergage_war_galley.staging import stage

    return stage(battle)


PROFILE = {
    "scale": Answer(
        "A hex is about a galley's berth in line and a counter one to ten ships, by "
        "scenario; a turn is some five to ten minutes.",
        ("4.0", "3.1"),
    ),
    "wind": Answer(
        "In most battles there is none, or it is steady; else two dice each turn may "
        "shift or still it. Under sail a galley that has it astern gains a point.",
        ("6.2", "6.22"),
    ),
    "order": Answer(
        "Squadrons in turns, one of a side and then one of the other, strays singly at "
        "the end; whoever wins the initiative says who begins.",
        ("3.1.E3", "3.1.F", "3.2"),
    ),
    "plotting": Answer(
        "No, but all choose Cruise or Maximum before anybody moves, and the points that a "
        "galley will row are announced before it does.",
        ("6.12", "6.13"),
    ),
    "command": Answer(
        "Galleys within a commander's range, or in line astern of him, act together; a "
        "stray needs a die up to its Crew Rating to act freely.",
        ("5.24", "5.22", "5.31"),
    ),
    "gunfire": Answer(
        "Missiles: a die by Manpower, at two hexes at most, and who is fired at may shoot "
        "back at once. The ram counts for more: two dice, by Ram Attack and Defense.",
        ("8.41", "8.44", "8.42-reaction", "7.14"),
    ),
    "raking": Answer(
        "Shearing an enemy's oars by rowing along his side or through his line; two dice, "
        "by the Crews, whether it cripples him.",
        ("7.21", "7.24", "7.26"),
    ),
    "first-broadside": Answer(
        "There are no broadsides: a galley may shoot once each time it moves, and once in "
        "each enemy activation in answer.",
        ("8.42",),
    ),
    "crews": Answer(
        "Crew Ratings 1 to 4 tell in rams, rakes, grapples, avoidance and fatigue, and "
        "keep strays in hand.",
        ("6.41", "7.15-plus", "7.26", "8.12", "6.52", "6.42", "5.31"),
    ),
    "damage": Answer(
        "A ram stops a galley for good, a rake cripples it, a failed ram halves the "
        "rammer's speed for a while, and fatigue slows; Depletions take Manpower, and "
        "with it missiles.",
        ("7.16-rammed", "7.28", "7.16-collision", "6.44", "8.62"),
    ),
    "collisions": Answer(
        "They never share a hex, save to row through a line. A ram that fails is a "
        "collision: the rammer stops, and goes at half speed in its next activation.",
        ("6.6", "7.16-collision"),
    ),
    "boarding": Answer(
        "Grapple at Cruise by a die; then Manpower against Manpower on two dice captures "
        "the galley or throws the boarders back.",
        ("8.11", "8.12", "8.23"),
    ),
    "fire-and-explosion": Answer(
        "Flame missiles and firepots where a scenario has them; a burning galley may be "
        "lost, and set fire to those held to it. Nothing explodes.",
        ("8.5", "8.54", "8.54-spread"),
    ),
    "repair": Answer(
        "At the turn's end fires are fought, masts set up and crews rested; what a ram or "
        "a rake broke is never mended.",
        ("3.1.G2", "6.45", "7.28"),
    ),
    "morale": Answer(
        "Single galleys fight on. A fleet that loses its only Admiral withdraws if a die "
        "with his Initiative comes to more than 6.",
        ("9.2",),
    ),
    "ending": Answer(
        "When a side has its scenario's Victory Points, for enemies rammed, aground, sunk "
        "or taken, and mostly twice the enemy's.",
        ("9.1", "9.1-ram", "9.1-capture", "3.1.H"),
    ),
    "secrets": Answer(
        "Only what both choose at the same time, such as who is in which squadron; in one "
        "battle which galley has the treasure, and in tournaments what fleets are bought.",
        ("3.1.B", "10.0"),
    ),
}

WAR_GALLEY = Ruleset(
    id="war-galley",
    title="War Galley",
    source="War Galley: Naval Warfare in the Ancient World, second edition (GMT Games)",
    board="hex",
    rules_version=3,
    package="weathergage_war_galley",
    turn_clause="3.1",
    scales=SCALES,
    options=WarGalleyOptions,
    scenario=WarGalleyScenario,
    sequence=SEQUENCE,
    pieces=PIECES,
    commands=COMMANDS,
    set_up=begin,
    view=view,
    plain=plain,
    restore=restore,
    picture=picture,
    captains={"captain": WarGalleyCaptain},
    score=score,
    imagine=imagine,
    invariants=problems,
    points=POINTS,
    profile=PROFILE,
    standing=standing,
    shots=shots,
    odds=QUESTIONS,
    odds_scenario="first-evening",
    stage=stage,
    checkpoint_after=40,
)
