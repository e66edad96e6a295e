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
    )
    from weathergage.boards.arcs import (
        through as through,
    )
    from weathergage.boards.hex import (
        HEADINGS as HEADINGS,
    )
    from weathergage.boards.hex import (
        NEAR as NEAR,
    )
    from weathergage.boards.hex import (
        STEP as STEP,
    )
    from weathergage.boards.hex import (
        HexBoard as HexBoard,
    )
    from weathergage.boards.hex import (
        HexGrid as HexGrid,
    )
    from weathergage.boards.hex import (
        Numbering as Numbering,
    )
    from weathergage.boards.hex import (
        Sections as Sections,
    )
    from weathergage.boards.hex import (
        SectionSheet as SectionSheet,
    )
    from weathergage.boards.hex import (
        axial as axial,
    )
    from weathergage.boards.hex import (
        bearing as bearing,
    )
    from weathergage.boards.hex import (
        distance as distance,
    )
    from weathergage.boards.hex import (
        hexes_within as hexes_within,
    )
    from weathergage.boards.hex import (
        is_straight as is_straight,
    )
    from weathergage.boards.hex import (
        line as line,
    )
    from weathergage.boards.hex import (
        neighbours as neighbours,
    )
    from weathergage.boards.hex import (
        opposite as opposite,
    )
    from weathergage.boards.hex import (
        parse_heading as parse_heading,
    )
    from weathergage.boards.hex import (
        place_at as place_at,
    )
    from weathergage.boards.hex import (
        straddled as straddled,
    )
    from weathergage.boards.hex import (
        turn_between as turn_between,
    )
    from weathergage.boards.hex import (
        two_hex as two_hex,
    )
    from weathergage.boards.pose import HexPose as HexPose
    from weathergage.captains import (
        Captain as Captain,
    )
    from weathergage.captains import (
        play_out as play_out,
    )
    from weathergage.captains.random import RandomCaptain as RandomCaptain
    from weathergage.clauses import clause as clause
    from weathergage.commands import (
        Choose as Choose,
    )
    from weathergage.commands import (
        Command as Command,
    )
    from weathergage.commands import (
        Decline as Decline,
    )
    from weathergage.dice import (
        Dice as Dice,
    )
    from weathergage.dice import (
        LoadedDice as LoadedDice,
    )
    from weathergage.draw.picture import (
        HexTable as HexTable,
    )
    from weathergage.draw.picture import (
        Picture as Picture,
    )
    from weathergage.draw.picture import (
        SectionMark as SectionMark,
    )
    from weathergage.draw.picture import (
        ShipMark as ShipMark,
    )
    from weathergage.draw.picture import (
        SideMark as SideMark,
    )
    from weathergage.draw.picture import (
        WindMark as WindMark,
    )
    from weathergage.errors import (
        BadFile as BadFile,
    )
    from weathergage.errors import (
        Contradiction as Contradiction,
    )
    from weathergage.errors import (
        DecisionClosed as DecisionClosed,
    )
    from weathergage.errors import (
        IllegalCommand as IllegalCommand,
    )
    from weathergage.errors import (
        PluginFailed as PluginFailed,
    )
    from weathergage.errors import (
        RecordMismatch as RecordMismatch,
    )
    from weathergage.errors import (
        StuckGame as StuckGame,
    )
    from weathergage.errors import (
        UnknownName as UnknownName,
    )
    from weathergage.errors import (
        WeathergageError as WeathergageError,
    )
    from weathergage.events import (
        Event as Event,
    )
    from weathergage.events import (
        GameEnded as GameEnded,
    )
    from weathergage.events import (
        PhaseBegan as PhaseBegan,
    )
    from weathergage.events import (
        Rolled as Rolled,
    )
    from weathergage.events import (
        Told as Told,
    )
    from weathergage.events import (
        TurnBegan as TurnBegan,
    )
    from weathergage.events import (
        event as event,
    )
    from weathergage.game import (
        Decision as Decision,
    )
    from weathergage.game import (
        Game as Game,
    )
    from weathergage.game import (
        Modifier as Modifier,
    )
    from weathergage.game import (
        new_game as new_game,
    )
    from weathergage.hooks import hookimpl as hookimpl
    from weathergage.phases import (
        Answers as Answers,
    )
    from weathergage.phases import (
        Ask as Ask,
    )
    from weathergage.phases import (
        Complaint as Complaint,
    )
    from weathergage.phases import (
        OneOf as OneOf,
    )
    from weathergage.phases import (
        Phase as Phase,
    )
    from weathergage.phases import (
        PhaseRun as PhaseRun,
    )
    from weathergage.phases import (
        Together as Together,
    )
    from weathergage.phases import (
        ask as ask,
    )
    from weathergage.phases import (
        together as together,
    )
    from weathergage.plugins import (
        HouseRule as HouseRule,
    )
    from weathergage.plugins import (
        Rules as Rules,
    )
    from weathergage.plugins import (
        assemble as assemble,
    )
    from weathergage.plugins import (
        discover as discover,
    )
    from weathergage.plugins import (
        rulesets as rulesets,
    )
    from weathergage.records import (
        Record as Record,
    )
    from weathergage.records import (
        Verification as Verification,
    )
    from weathergage.records import (
        load as load,
    )
    from weathergage.ruleset import (
        Answer as Answer,
    )
    from weathergage.ruleset import (
        Options as Options,
    )
    from weathergage.ruleset import (
        Outcome as Outcome,
    )
    from weathergage.ruleset import (
        Ruleset as Ruleset,
    )
    from weathergage.ruleset import (
        Scales as Scales,
    )
    from weathergage.ruleset import (
        State as State,
    )
    from weathergage.ruleset import (
        option as option,
    )
    from weathergage.scenarios import (
        Scenario as Scenario,
    )
    from weathergage.scenarios import (
        Side as Side,
    )
    from weathergage.scenarios import (
        Status as Status,
    )
    from weathergage.scenarios import (
        Strict as Strict,
    )
    from weathergage.scenarios import (
        load_scenarios as load_scenarios,
    )
    from weathergage.shiplists import (
        ShipType as ShipType,
    )
    from weathergage.shiplists import (
        load_ships as load_ships,
    )
    from weathergage.shiplists import (
        ship_named as ship_named,
    )
    from weathergage.tables import (
        Table as Table,
    )
    from weathergage.tables import (
        load_tables as load_tables,
    )
    from weathergage.tracks import (
        Boxes as Boxes,
    )
    from weathergage.tracks import (
        CappedHits as CappedHits,
    )
    from weathergage.tracks import (
        Tally as Tally,
    )
    from weathergage.views import View as View
    from weathergage.wind import (
        Forces as Forces,
    )
    from weathergage.wind import (
        Wind as Wind,
    )
    from weathergage.wind import (
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
    "Status": "scenarios",
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
