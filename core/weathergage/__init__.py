"""Weathergage: one core for naval wargames, every ruleset a plugin.

The front door: all public names, each loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from weathergage.boards.arcs import (
        in_arc as in_arc,
        through as through,
    )
    from weathergage.boards.hex import (
        HEADINGS as HEADINGS,
        NEAR as NEAR,
        STEP as STEP,
        HexBoard as HexBoard,
        HexGrid as HexGrid,
        Numbering as Numbering,
        Sections as Sections,
        SectionSheet as SectionSheet,
        axial as axial,
        bearing as bearing,
        distance as distance,
        hexes_within as hexes_within,
        is_straight as is_straight,
        line as line,
        neighbours as neighbours,
        opposite as opposite,
        parse_heading as parse_heading,
        place_at as place_at,
        straddled as straddled,
        turn_between as turn_between,
        two_hex as two_hex,
    )
    from weathergage.boards.pose import HexPose as HexPose
    from weathergage.captains import (
        Captain as Captain,
        play_out as play_out,
    )
    from weathergage.captains.random import RandomCaptain as RandomCaptain
    from weathergage.clauses import clause as clause
    from weathergage.commands import (
        Choose as Choose,
        Command as Command,
        Decline as Decline,
    )
    from weathergage.datafiles import Status as Status
    from weathergage.dice import (
        Dice as Dice,
        LoadedDice as LoadedDice,
    )
    from weathergage.draw.picture import (
        HexTable as HexTable,
        Picture as Picture,
        SectionMark as SectionMark,
        ShipMark as ShipMark,
        SideMark as SideMark,
        WindMark as WindMark,
    )
    from weathergage.errors import (
        BadFile as BadFile,
        Contradiction as Contradiction,
        DecisionClosed as DecisionClosed,
        IllegalCommand as IllegalCommand,
        PluginFailed as PluginFailed,
        RecordMismatch as RecordMismatch,
        StuckGame as StuckGame,
        UnknownName as UnknownName,
        WeathergageError as WeathergageError,
    )
    from weathergage.events import (
        Event as Event,
        GameEnded as GameEnded,
        PhaseBegan as PhaseBegan,
        Rolled as Rolled,
        Told as Told,
        TurnBegan as TurnBegan,
        event as event,
    )
    from weathergage.game import (
        Decision as Decision,
        Game as Game,
        Modifier as Modifier,
        new_game as new_game,
    )
    from weathergage.hooks import hookimpl as hookimpl
    from weathergage.phases import (
        Answers as Answers,
        Ask as Ask,
        Complaint as Complaint,
        OneOf as OneOf,
        Phase as Phase,
        PhaseRun as PhaseRun,
        Together as Together,
        ask as ask,
        together as together,
    )
    from weathergage.plugins import (
        HouseRule as HouseRule,
        Rules as Rules,
        assemble as assemble,
        discover as discover,
        rulesets as rulesets,
    )
    from weathergage.records import (
        Record as Record,
        Verification as Verification,
        load as load,
    )
    from weathergage.ruleset import (
        Answer as Answer,
        Options as Options,
        Outcome as Outcome,
        Ruleset as Ruleset,
        Scales as Scales,
        State as State,
        option as option,
    )
    from weathergage.scenarios import (
        Scenario as Scenario,
        Side as Side,
        Strict as Strict,
        load_scenarios as load_scenarios,
    )
    from weathergage.shiplists import (
        ShipType as ShipType,
        load_ships as load_ships,
        ship_named as ship_named,
    )
    from weathergage.tables import (
        Table as Table,
        load_tables as load_tables,
    )
    from weathergage.tracks import (
        Boxes as Boxes,
        CappedHits as CappedHits,
        Tally as Tally,
    )
    from weathergage.views import View as View
    from weathergage.wind import (
        Forces as Forces,
        Wind as Wind,
        point_of_sailing as point_of_sailing,
    )

_EXPORTS = {
    "Answer": "ruleset",
    "Answers": "phases",
    "Ask": "phases",
    "BadFile": "errors",
    "Boxes": "tracks",
    "CappedHits": "tracks",
    "Captain": "captains",
    "Choose": "commands",
    "Command": "commands",
    "Complaint": "phases",
    "Contradiction": "errors",
    "Decision": "game",
    "DecisionClosed": "errors",
    "Decline": "commands",
    "Dice": "dice",
    "Event": "events",
    "Forces": "wind",
    "Game": "game",
    "GameEnded": "events",
    "HEADINGS": "boards.hex",
    "HexBoard": "boards.hex",
    "HexGrid": "boards.hex",
    "HexPose": "boards.pose",
    "HexTable": "draw.picture",
    "HouseRule": "plugins",
    "IllegalCommand": "errors",
    "LoadedDice": "dice",
    "Modifier": "game",
    "NEAR": "boards.hex",
    "Numbering": "boards.hex",
    "OneOf": "phases",
    "Options": "ruleset",
    "Outcome": "ruleset",
    "Phase": "phases",
    "PhaseBegan": "events",
    "PhaseRun": "phases",
    "Picture": "draw.picture",
    "PluginFailed": "errors",
    "RandomCaptain": "captains.random",
    "Record": "records",
    "RecordMismatch": "errors",
    "Rolled": "events",
    "Rules": "plugins",
    "Ruleset": "ruleset",
    "STEP": "boards.hex",
    "Scales": "ruleset",
    "Scenario": "scenarios",
    "SectionMark": "draw.picture",
    "SectionSheet": "boards.hex",
    "Sections": "boards.hex",
    "ShipMark": "draw.picture",
    "ShipType": "shiplists",
    "Side": "scenarios",
    "SideMark": "draw.picture",
    "State": "ruleset",
    "Status": "datafiles",
    "Strict": "scenarios",
    "StuckGame": "errors",
    "Table": "tables",
    "Tally": "tracks",
    "Together": "phases",
    "Told": "events",
    "TurnBegan": "events",
    "UnknownName": "errors",
    "Verification": "records",
    "View": "views",
    "WeathergageError": "errors",
    "Wind": "wind",
    "WindMark": "draw.picture",
    "ask": "phases",
    "assemble": "plugins",
    "axial": "boards.hex",
    "bearing": "boards.hex",
    "clause": "clauses",
    "discover": "plugins",
    "distance": "boards.hex",
    "event": "events",
    "hexes_within": "boards.hex",
    "hookimpl": "hooks",
    "in_arc": "boards.arcs",
    "is_straight": "boards.hex",
    "line": "boards.hex",
    "load": "records",
    "load_scenarios": "scenarios",
    "load_ships": "shiplists",
    "load_tables": "tables",
    "neighbours": "boards.hex",
    "new_game": "game",
    "opposite": "boards.hex",
    "option": "ruleset",
    "parse_heading": "boards.hex",
    "place_at": "boards.hex",
    "play_out": "captains",
    "point_of_sailing": "wind",
    "rulesets": "plugins",
    "ship_named": "shiplists",
    "straddled": "boards.hex",
    "through": "boards.arcs",
    "together": "phases",
    "turn_between": "boards.hex",
    "two_hex": "boards.hex",
}

__all__ = sorted(["__version__", *_EXPORTS])


def __getattr__(name: str) -> Any:
    module = _EXPORTS.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
