"""Admiralty: the ruleset, its options and its sequence of play (1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

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
from weathergage_admiralty.logs import FORM
from weathergage_admiralty.mix import draw_method
from weathergage_admiralty.odds import BROADSIDES, QUESTIONS
from weathergage_admiralty.passing import CallFire
from weathergage_admiralty.picture import picture
from weathergage_admiralty.points import POINTS
from weathergage_admiralty.scales import MINUTES_A_TURN, YARDS_AN_INCH
from weathergage_admiralty.scenarios import AdmiraltyScenario, set_up
from weathergage_admiralty.standing import shots, standing
from weathergage_admiralty.state import AdmiraltyState
from weathergage_admiralty.views import imagine, plain, restore, score, view

if TYPE_CHECKING:
    from weathergage import Battle, Staged


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
    Phase("wind", "2.5", wind.blow, "Wind", plays=wind.is_due, quiet=True),
    Phase("fire-danger", "1.4-movement-a", criticals.danger_from_locked, "Fire danger", quiet=True),
    Phase("movement", "2.0-dmf", movement.move, "Movement", undo="no", quiet=True),
    Phase("mobilise", "3.1", parties.mobilise, "Boarding parties"),
    Phase("signals", "3.2", signals.signal, "Signals"),
    Phase("infernos", "1.4-firing-a", criticals.infernos, "Infernos", quiet=True),
    Phase("fires", "1.4-firing-b", criticals.fires, "Fires", quiet=True),
    Phase("cannon", "4.0", gunnery.fire, "Cannon fire"),
    Phase("danger", "1.4-firing-d", criticals.danger_after_fire, "Fire danger", quiet=True),
    Phase("sails", "3.3", sails.change, "Sail settings"),
    Phase("surrender", "3.4", surrender.check, "Surrender"),
    Phase("attempts", "5.1", boarding.declare, "Boarding attempts"),
    Phase("boarding", "5.1-start", boarding.fight, "Boarding actions"),
    Phase("repair", "6.0", repairs.repair, "Repairs"),
    Phase("ending", "1.4", end_turn, "End of the turn", quiet=True),
)

PIECES = {"helm": Phase("helm", "2.0-dmf", movement.helm, "A ship moves", undo="no")}

COMMANDS: tuple[type[Command], ...] = (
    steering.Helm,
    steering.Escape,
    steering.Sternway,
    steering.Wait,
    steering.Later,
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


def stage(battle: Battle) -> Staged:
    """A battle that belongs to no ruleset, as a scenario of this one."""
    # Drawn in only here: whoever plays the book's own scenarios does without.
    from weathergage_admiralty.staging import stage

    return stage(battle)


PROFILE = {
    "scale": Answer(
        "Four scales of models, with distances to match; at 1 to 1200 an inch is some 33 "
        "yards. A turn is two to three minutes.",
        ("1.1", "1.1-turn"),
    ),
    "wind": Answer(
        "The scenario gives it, in five strengths; the book's own rule is lost, and as an "
        "option dice may change it every fifth turn.",
        ("2.5",),
    ),
    "order": Answer(
        "Ship by ship, beginning with the one farthest downwind; friends close together "
        "in line may move as one.",
        ("2.0-dmf", "2.0-in-line"),
    ),
    "plotting": Answer(
        "No; only signals between players are written.",
        ("3.2-post",),
    ),
    "command": Answer(
        "A player's own ships obey; other players get signals of up to ten words, read by "
        "a die, harder in combat or without a clear line of sight.",
        ("3.2", "3.2-length", "3.2-read", "3.2-combat", "3.2-line-of-sight"),
    ),
    "gunfire": Answer(
        "Dice for light, medium and heavy guns, at hull or rigging; those that come to "
        "the hit number are looked up on a line of the Hit Table.",
        ("4.0-gun-dice", "4.0-roll", "4.0-hit-table"),
    ),
    "raking": Answer(
        "Fire from the zone before her bow or behind her stern: twice the dice over the "
        "stern, half as many again over the bow.",
        ("1.2-rake-zones", "4.2-stern-rake", "4.2-bow-rake"),
    ),
    "first-broadside": Answer(
        "No: each battery may fire once a turn, the first time like any other.",
        ("4.0-battery-once",),
    ),
    "crews": Answer(
        "Grades A to D tell in the hit number, in how close to the wind she lies, in "
        "boarding, and in how long she holds out.",
        ("4.0-gun-dice", "2.1-wind-gage", "5.1-dice-crew", "3.4"),
    ),
    "damage": Answer(
        "So many sail hits as is her ratio take half an inch off the battle move; five "
        "gun hits on a side take one of its gun dice.",
        ("4.3-sail-hits", "4.3-gun-hits"),
    ),
    "collisions": Answer(
        "Within half an inch of another, both throw a die: by their courses and the parts "
        "most in danger they take hits and may lock.",
        ("2.4", "2.4-roll"),
    ),
    "boarding": Answer(
        "Both must be stationary, and a 6 must come up to begin. Then two rounds a turn, "
        "the three highest dice against three, until one side has none.",
        ("5.0", "5.1-attempt", "5.1-rounds", "5.1-compare", "5.1-win-attacker"),
    ),
    "fire-and-explosion": Answer(
        "Fire danger may light a fire, a fire grow to an inferno, and an inferno blow her "
        "up; ships locked with her are in danger too.",
        ("4.3-D", "4.3-F", "4.3-I"),
    ),
    "repair": Answer(
        "Blocked guns, pumps, waterline hits and locks: one try at each a turn, by a die. "
        "Guns, masts and sails are not mended.",
        ("6.0", "6.0-one-per-type", "6.0-B", "6.0-P", "6.0-W", "6.0-L"),
    ),
    "morale": Answer(
        "A ship that can neither move nor fire strikes, by crew, when an enemy is near "
        "and every friend far off.",
        ("3.4", "3.4-immobile"),
    ),
    "ending": Answer(
        "The scenario says: with its last turn, or with a side's last ship in the fight.",
        ("1.4",),
    ),
    "secrets": Answer(
        "The words of signals; all else lies open.",
        ("3.2-post", "3.2-read"),
    ),
}


ADMIRALTY = Ruleset(
    id="admiralty",
    title="Admiralty",
    source="Admiralty, fighting sail rules of the War Times Journal",
    board="free",
    rules_version=4,
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
    standing=standing,
    shots=shots,
    stage=stage,
    odds=QUESTIONS,
    odds_scenario="frigate-duel",
    broadsides=BROADSIDES,
    log_form=FORM,
    checkpoint_after=8,
)
