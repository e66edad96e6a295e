"""War Galley: the ruleset, its options and its sequence of play (3.1)."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import (
    Answer,
    Choose,
    Command,
    Decline,
    Dice,
    Options,
    Phase,
    Ruleset,
    Scales,
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
    flame,
    grappling,
    initiative,
    missiles,
    movement,
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
from weathergage_war_galley.picture import picture
from weathergage_war_galley.points import POINTS
from weathergage_war_galley.scenarios import WarGalleyScenario, set_up
from weathergage_war_galley.state import GalleyState
from weathergage_war_galley.views import imagine, plain, restore, score, view


class WarGalleyOptions(Options):
    """The optional rules of the book."""

    reaction_ram: bool = option(False, clause="6.7", title="Defensive Reaction Ram")
    alternate_squadrons: bool = option(
        False, clause="5.24-alternate", title="Squadrons are declared in turns, not at once"
    )
    treachery: bool = option(False, clause="2.0", title="Lade: treachery and cowardice")
    no_transports: bool = option(False, clause="2.0", title="Ecnomus: transports are left out")
    slow_romans: bool = option(
        False, clause="2.0", title="Drepanum: no Roman galley at Maximum in the first turn"
    )
    naulochus_fire: bool = option(False, clause="8.5", title="Naulochus: flame missiles")
    fleet_points: Literal["250", "300", "350", "400"] = option(
        "250", clause="10.0", title="Tournament: Fleet-Building Points of each side"
    )
    naulochus_towers: bool = option(False, clause="6.13-towers", title="Naulochus: towers")


# "3.1" The phases in the book's order, after the set-up of the scenario.
SEQUENCE = (
    Phase("set-up", "2.2", deployment.deploy, "Set-up", later_turns=False),
    Phase("wind", "3.1.A", wind.blow, "Wind Determination"),
    Phase("squadrons", "3.1.B", squadrons.determine, "Squadron Determination"),
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
    activation.Activate,
    activation.Double,
    activation.Move,
    activation.Done,
    activation.Weigh,
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


# "4.0" "3.1" A hex is about a galley's berth in line; a turn 5 to 10 minutes, very loosely.
SCALES = Scales(yards=80.0, minutes=7.5, per="hex")

PROFILE = {
    "scale": Answer(
        "A hex is a galley's berth, a counter one to ten ships; a turn some five to ten minutes.",
        ("4.0", "3.1"),
    ),
    "wind": Answer(
        "None in most battles; it lends a point to galleys under sail that have it astern.",
        ("6.2", "6.22"),
    ),
    "who moves when": Answer(
        "Squadrons in turns, one of a side and then one of the other; strays singly at the end.",
        ("3.1.E3", "3.1.F"),
    ),
    "plotted": Answer(
        "No, but the points that a galley will row are announced before it moves.", ("6.13",)
    ),
    "command and control": Answer(
        "Galleys within a commander's range, or in line astern of him, act together; others need "
        "a die.",
        ("5.24", "5.22", "5.31"),
    ),
    "fire": Answer(
        "A die of missiles by Manpower, at two hexes at most, answered at once.",
        ("8.44", "8.42-reaction"),
    ),
    "raking": Answer(
        "Shearing the oars of a galley by passing along its side, or through its line.",
        ("7.21", "7.24"),
    ),
    "first broadside": Answer("There is none.", ("8.44",)),
    "crew quality": Answer(
        "Crew Ratings 1 to 4 govern rakes, grapples, avoidance and fatigue.", ("2.1-crew", "6.41")
    ),
    "how ships lose speed and guns": Answer(
        "Fatigue, collisions and rakes slow them; Depletions take Manpower.",
        ("6.44", "7.28", "8.62"),
    ),
    "collisions": Answer(
        "A ram that fails is a collision, and slows the rammer.", ("7.16-collision",)
    ),
    "boarding": Answer("After grappling, Manpower against Manpower on two dice.", ("8.11", "8.23")),
    "fire and explosion": Answer(
        "Flame missiles and firepots where a scenario has them; fire may spread and destroy.",
        ("8.5", "8.54"),
    ),
    "repair": Answer(
        "Fires are fought and crews rest at the turn's end; nothing else is mended.",
        ("8.54", "6.45"),
    ),
    "morale": Answer("A fleet that loses its only admiral may withdraw.", ("9.2",)),
    "how it ends": Answer(
        "When a side has its Victory Points and twice the enemy's.", ("9.1", "3.1.H")
    ),
    "what is secret": Answer(
        "Only what is chosen at the same time, and Antony's treasure ship.", ("3.1.B",)
    ),
}

WAR_GALLEY = Ruleset(
    id="war-galley",
    title="War Galley",
    source="War Galley: Naval Warfare in the Ancient World, second edition (GMT Games)",
    board="hex",
    rules_version=1,
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
    checkpoint_after=8,
)
