"""Admiralty: the ruleset, its options and its sequence of play (1.4)."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import Answer, Command, Dice, Options, Phase, Ruleset, Scales, clause, option
from weathergage_admiralty import (
    boarding,
    criticals,
    gunnery,
    movement,
    parties,
    repairs,
    sails,
    signals,
    steering,
    surrender,
    wind,
)
from weathergage_admiralty.captain import AdmiraltyCaptain
from weathergage_admiralty.divided import Divide
from weathergage_admiralty.ending import end_turn
from weathergage_admiralty.invariants import problems
from weathergage_admiralty.mix import draw_method
from weathergage_admiralty.passing import CallFire
from weathergage_admiralty.picture import picture
from weathergage_admiralty.points import POINTS
from weathergage_admiralty.scales import MINUTES_A_TURN, YARDS_AN_INCH
from weathergage_admiralty.scenarios import AdmiraltyScenario, set_up
from weathergage_admiralty.state import AdmiraltyState
from weathergage_admiralty.views import imagine, plain, restore, score, view


class AdmiraltyOptions(Options):
    """What the book leaves to the players, and readings that are both played."""

    scale: Literal["tiny", "small", "medium", "large"] = option(
        "medium", clause="1.1", title="Scale of the models, by which all distances go"
    )
    prorate: bool = option(
        False, clause="2.0-prorate", title="Ships on close courses move by quarters, in turns"
    )
    points_of_sailing: bool = option(
        False, clause="2.0", title="Three speeds by the direction of the wind, as in older editions"
    )
    wind_changes: bool = option(False, clause="2.5", title="The wind may change every fifth turn")
    mobilise: Literal["4", "5"] = option(
        "4", clause="3.1", title="Gun dice that are given up for a boarding die"
    )
    syllables: bool = option(
        False, clause="3.2-words", title="No word of a signal has more than three syllables"
    )
    both_sides: bool = option(
        False, clause="4.0-one-side", title="A ship may fire both sides, each once a turn"
    )
    close: Literal["battery", "basic", "advanced", "drawn"] = option(
        "battery", clause="4.1-close-choice", title="How gun dice are aimed at close range"
    )
    random_mix: bool = option(
        False, clause="4.1-random-mix", title="At range the mix of dice is drawn from a can"
    )
    by_number: bool = option(
        False, clause="4.3-gun-hits", title="Lost gun dice are drawn among those that are left"
    )


# "1.4" The phases and steps of a turn.
SEQUENCE = (
    Phase("wind", "2.5", wind.blow, "Wind", plays=wind.is_due),
    Phase("fire-danger", "1.4-movement-a", criticals.danger_from_locked, "Fire danger"),
    Phase("movement", "2.0-dmf", movement.move, "Movement", undo="no"),
    Phase("mobilise", "3.1", parties.mobilise, "Boarding parties"),
    Phase("signals", "3.2", signals.signal, "Signals"),
    Phase("infernos", "1.4-firing-a", criticals.infernos, "Infernos"),
    Phase("fires", "1.4-firing-b", criticals.fires, "Fires"),
    Phase("cannon", "4.0", gunnery.fire, "Cannon fire"),
    Phase("danger", "1.4-firing-d", criticals.danger_after_fire, "Fire danger"),
    Phase("sails", "3.3", sails.change, "Sail settings"),
    Phase("surrender", "3.4", surrender.check, "Surrender"),
    Phase("attempts", "5.1", boarding.declare, "Boarding attempts"),
    Phase("boarding", "5.1-start", boarding.fight, "Boarding actions"),
    Phase("repair", "6.0", repairs.repair, "Repairs"),
    Phase("ending", "1.4", end_turn, "End of the turn"),
)

PIECES = {"helm": Phase("helm", "2.0-dmf", movement.helm, "A ship moves", undo="no")}

COMMANDS: tuple[type[Command], ...] = (
    steering.Helm,
    steering.Escape,
    steering.Sternway,
    steering.Wait,
    CallFire,
    parties.Mobilise,
    signals.Post,
    gunnery.Fire,
    gunnery.HoldFire,
    sails.Sails,
    boarding.Board,
    boarding.CallOff,
    boarding.Add,
    Divide,
    repairs.Repair,
)


@clause("1.4")
def begin(rules: Any, dice: Dice) -> AdmiraltyState:
    """The state at the start of a scenario: made once, and copied for every game."""
    start: AdmiraltyState | None = rules.memo.get("start")
    if start is None:
        start = rules.memo["start"] = set_up(rules, dice)
    state = start.copy()
    state.close = draw_method(rules, dice)
    return state


PROFILE = {
    "scale": Answer(
        "Four scales of models; at 1 to 1200 an inch is 33 yards. A turn is two to three minutes.",
        ("1.1", "1.1-turn"),
    ),
    "wind": Answer(
        "Given by the scenario in five strengths; as an option it may change every fifth turn.",
        ("2.5",),
    ),
    "who moves when": Answer(
        "Ship by ship, the one farthest downwind first; a line moves together.",
        ("2.0-dmf", "2.0-in-line"),
    ),
    "plotted": Answer("No; only signals between players are written.", ("3.2-post",)),
    "command and control": Answer(
        "Signals of five or ten words, read with dice along a clear line of sight.",
        ("3.2-length", "3.2-read"),
    ),
    "fire": Answer(
        "Dice for light, medium and heavy guns, thrown for a number; the sum of the hits goes to "
        "a line of the Hit Table.",
        ("4.0-gun-dice", "4.0-hit-table"),
    ),
    "raking": Answer(
        "Twice the dice over the stern, half as many again over the bow.",
        ("4.2-stern-rake", "4.2-bow-rake"),
    ),
    "first broadside": Answer("No different from any other.", ("4.0-gun-dice",)),
    "crew quality": Answer(
        "The hit number, the tack test, signals, collisions and boarding go by it.",
        ("4.0-roll", "2.2-tack-test", "5.1-dice-crew"),
    ),
    "how ships lose speed and guns": Answer(
        "Sail hits lower the battle move by a ship's own ratio; five gun hits take one die.",
        ("4.3-sail-hits", "4.3-gun-hits"),
    ),
    "collisions": Answer(
        "Within half an inch: a die for each ship says what she suffers and whether they lock.",
        ("2.4", "2.4-roll"),
    ),
    "boarding": Answer(
        "Two rounds a turn, the three highest dice against three; the rest add points.",
        ("5.1-rounds", "5.1-compare"),
    ),
    "fire and explosion": Answer(
        "Fire danger, fires and infernos, rolled for each turn, and spread to locked ships.",
        ("4.3-D", "4.3-F", "4.3-I"),
    ),
    "repair": Answer(
        "One try for each kind of active damage in a turn.", ("6.0", "6.0-one-per-type")
    ),
    "morale": Answer(
        "A helpless ship strikes when an enemy is near and every friend far off.",
        ("3.4", "3.4-immobile"),
    ),
    "how it ends": Answer(
        "With a side's last ship in the fight, or with the scenario's turns.", ("1.4",)
    ),
    "what is secret": Answer("The words of signals; all else lies open.", ("3.2-post", "3.2-read")),
}


ADMIRALTY = Ruleset(
    id="admiralty",
    title="Admiralty",
    source="Admiralty, fighting sail rules of the War Times Journal",
    board="free",
    rules_version=1,
    package="weathergage_admiralty",
    turn_clause="1.4",
    scales=Scales(yards=YARDS_AN_INCH, minutes=MINUTES_A_TURN, per="inch"),
    options=AdmiraltyOptions,
    scenario=AdmiraltyScenario,
    sequence=SEQUENCE,
    pieces=PIECES,
    commands=COMMANDS,
    set_up=begin,
    view=view,
    plain=plain,
    restore=restore,
    picture=picture,
    captains={"captain": AdmiraltyCaptain},
    score=score,
    imagine=imagine,
    invariants=problems,
    points=POINTS,
    profile=PROFILE,
    checkpoint_after=8,
)
