"""Weathergage: one core for naval wargames, every ruleset a plugin.

The front door: all public names, each loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from weathergage.battles import (
        Battle as Battle,
        Staged as Staged,
        Vessel as Vessel,
        find_battle as find_battle,
        needs_era as needs_era,
        read_battle as read_battle,
    )
    from weathergage.battles.staging import (
        Chart as Chart,
        Notes as Notes,
        aims_beside_beating as aims_beside_beating,
        grounds as grounds,
        head_of as head_of,
        hex_at as hex_at,
        in_turns as in_turns,
        nearest_direction as nearest_direction,
        table_for as table_for,
    )
    from weathergage.boards.angles import (
        Arc as Arc,
        Edge as Edge,
        in_arc as in_arc,
        rake as rake,
        rake_arcs as rake_arcs,
        sector as sector,
    )
    from weathergage.boards.arcs import through as through
    from weathergage.boards.bases import (
        Base as Base,
        Stand as Stand,
        do_overlap as do_overlap,
        in_contact as in_contact,
        is_near as is_near,
        measure as measure,
        overlap as overlap,
    )
    from weathergage.boards.compass import (
        degrees_of as degrees_of,
        point_name as point_name,
    )
    from weathergage.boards.free import (
        FreeBoard as FreeBoard,
        Region as Region,
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
    from weathergage.boards.lattice import (
        CIRCLE as CIRCLE,
        HAIR as HAIR,
        PER_INCH as PER_INCH,
        SLACK as SLACK,
        TOLERANCE as TOLERANCE,
        FreePose as FreePose,
        at_least as at_least,
        cosine as cosine,
        hundredths as hundredths,
        sine as sine,
        units as units,
        up_to as up_to,
    )
    from weathergage.boards.many import (
        Stands as Stands,
        are_in_arc as are_in_arc,
        are_near as are_near,
        bearings as bearings,
        distances as distances,
        rakes as rakes,
        relative_bearings as relative_bearings,
        sights as sights,
    )
    from weathergage.boards.paths import (
        Ahead as Ahead,
        Approach as Approach,
        Curve as Curve,
        Drift as Drift,
        Path as Path,
        Pivot as Pivot,
        brought_to as brought_to,
        closest_approach as closest_approach,
        first_off as first_off,
        first_touch as first_touch,
        first_within as first_within,
        is_on_table as is_on_table,
    )
    from weathergage.boards.pose import HexPose as HexPose
    from weathergage.boards.sight import (
        blocker as blocker,
        is_over_land as is_over_land,
    )
    from weathergage.boards.templates import (
        Sector as Sector,
        Sheet as Sheet,
    )
    from weathergage.captains import (
        Captain as Captain,
        play_out as play_out,
    )
    from weathergage.captains.random import RandomCaptain as RandomCaptain
    from weathergage.captains.weighing import weighing as weighing
    from weathergage.chances import (
        Argument as Argument,
        Bench as Bench,
        BroadsideCase as BroadsideCase,
        BroadsideOdds as BroadsideOdds,
        Broadsides as Broadsides,
        Odds as Odds,
        OddsQuestion as OddsQuestion,
        certain as certain,
        joined as joined,
        mapped as mapped,
        mean as mean,
        mixed as mixed,
        repeated as repeated,
        summed as summed,
    )
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
        ArcMark as ArcMark,
        FreeTable as FreeTable,
        HexTable as HexTable,
        LengthClass as LengthClass,
        LogBox as LogBox,
        LogMark as LogMark,
        LogRow as LogRow,
        Picture as Picture,
        RegionMark as RegionMark,
        SectionMark as SectionMark,
        ShipMark as ShipMark,
        ShipState as ShipState,
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
        Happened as Happened,
        PhaseBegan as PhaseBegan,
        Rolled as Rolled,
        Told as Told,
        TurnBegan as TurnBegan,
        event as event,
    )
    from weathergage.game import (
        Decision as Decision,
        Game as Game,
        new_game as new_game,
    )
    from weathergage.hooks import hookimpl as hookimpl
    from weathergage.houserules import HouseRule as HouseRule
    from weathergage.modifiers import (
        Declared as Declared,
        Modifier as Modifier,
        Point as Point,
        told as told,
        total as total,
    )
    from weathergage.openstate import OpenState as OpenState
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
        Rules as Rules,
        assemble as assemble,
        discover as discover,
        rulesets as rulesets,
    )
    from weathergage.reckoning import Reckoner as Reckoner
    from weathergage.records import (
        Record as Record,
        Verification as Verification,
        load as load,
    )
    from weathergage.ruleset import (
        Answer as Answer,
        LogForm as LogForm,
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
    from weathergage.standing import (
        Fate as Fate,
        Part as Part,
        Shot as Shot,
        Standing as Standing,
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
    "Ahead": "boards.paths",
    "Answer": "ruleset",
    "Answers": "phases",
    "Approach": "boards.paths",
    "Arc": "boards.angles",
    "ArcMark": "draw.picture",
    "Argument": "chances",
    "Ask": "phases",
    "BadFile": "errors",
    "Base": "boards.bases",
    "Battle": "battles",
    "Bench": "chances",
    "Boxes": "tracks",
    "BroadsideCase": "chances",
    "BroadsideOdds": "chances",
    "Broadsides": "chances",
    "CIRCLE": "boards.lattice",
    "CappedHits": "tracks",
    "Captain": "captains",
    "Chart": "battles.staging",
    "Choose": "commands",
    "Command": "commands",
    "Complaint": "phases",
    "Contradiction": "errors",
    "Curve": "boards.paths",
    "Decision": "game",
    "DecisionClosed": "errors",
    "Declared": "modifiers",
    "Decline": "commands",
    "Dice": "dice",
    "Drift": "boards.paths",
    "Edge": "boards.angles",
    "Event": "events",
    "Fate": "standing",
    "Forces": "wind",
    "FreeBoard": "boards.free",
    "FreePose": "boards.lattice",
    "FreeTable": "draw.picture",
    "Game": "game",
    "GameEnded": "events",
    "HAIR": "boards.lattice",
    "HEADINGS": "boards.hex",
    "Happened": "events",
    "HexBoard": "boards.hex",
    "HexGrid": "boards.hex",
    "HexPose": "boards.pose",
    "HexTable": "draw.picture",
    "HouseRule": "houserules",
    "IllegalCommand": "errors",
    "LengthClass": "draw.picture",
    "LoadedDice": "dice",
    "LogBox": "draw.picture",
    "LogForm": "ruleset",
    "LogMark": "draw.picture",
    "LogRow": "draw.picture",
    "Modifier": "modifiers",
    "NEAR": "boards.hex",
    "Notes": "battles.staging",
    "Numbering": "boards.hex",
    "Odds": "chances",
    "OddsQuestion": "chances",
    "OneOf": "phases",
    "OpenState": "openstate",
    "Options": "ruleset",
    "Outcome": "ruleset",
    "PER_INCH": "boards.lattice",
    "Part": "standing",
    "Path": "boards.paths",
    "Phase": "phases",
    "PhaseBegan": "events",
    "PhaseRun": "phases",
    "Picture": "draw.picture",
    "Pivot": "boards.paths",
    "PluginFailed": "errors",
    "Point": "modifiers",
    "RandomCaptain": "captains.random",
    "Reckoner": "reckoning",
    "Record": "records",
    "RecordMismatch": "errors",
    "Region": "boards.free",
    "RegionMark": "draw.picture",
    "Rolled": "events",
    "Rules": "plugins",
    "Ruleset": "ruleset",
    "SLACK": "boards.lattice",
    "STEP": "boards.hex",
    "Scales": "ruleset",
    "Scenario": "scenarios",
    "SectionMark": "draw.picture",
    "SectionSheet": "boards.hex",
    "Sections": "boards.hex",
    "Sector": "boards.templates",
    "Sheet": "boards.templates",
    "ShipMark": "draw.picture",
    "ShipState": "draw.picture",
    "ShipType": "shiplists",
    "Shot": "standing",
    "Side": "scenarios",
    "SideMark": "draw.picture",
    "Staged": "battles",
    "Stand": "boards.bases",
    "Standing": "standing",
    "Stands": "boards.many",
    "State": "ruleset",
    "Status": "datafiles",
    "Strict": "scenarios",
    "StuckGame": "errors",
    "TOLERANCE": "boards.lattice",
    "Table": "tables",
    "Tally": "tracks",
    "Together": "phases",
    "Told": "events",
    "TurnBegan": "events",
    "UnknownName": "errors",
    "Verification": "records",
    "Vessel": "battles",
    "View": "views",
    "WeathergageError": "errors",
    "Wind": "wind",
    "WindMark": "draw.picture",
    "aims_beside_beating": "battles.staging",
    "are_in_arc": "boards.many",
    "are_near": "boards.many",
    "ask": "phases",
    "assemble": "plugins",
    "at_least": "boards.lattice",
    "axial": "boards.hex",
    "bearing": "boards.hex",
    "bearings": "boards.many",
    "blocker": "boards.sight",
    "brought_to": "boards.paths",
    "certain": "chances",
    "clause": "clauses",
    "closest_approach": "boards.paths",
    "cosine": "boards.lattice",
    "degrees_of": "boards.compass",
    "discover": "plugins",
    "distance": "boards.hex",
    "distances": "boards.many",
    "do_overlap": "boards.bases",
    "event": "events",
    "find_battle": "battles",
    "first_off": "boards.paths",
    "first_touch": "boards.paths",
    "first_within": "boards.paths",
    "grounds": "battles.staging",
    "head_of": "battles.staging",
    "hex_at": "battles.staging",
    "hexes_within": "boards.hex",
    "hookimpl": "hooks",
    "hundredths": "boards.lattice",
    "in_arc": "boards.angles",
    "in_contact": "boards.bases",
    "in_turns": "battles.staging",
    "is_near": "boards.bases",
    "is_on_table": "boards.paths",
    "is_over_land": "boards.sight",
    "is_straight": "boards.hex",
    "joined": "chances",
    "line": "boards.hex",
    "load": "records",
    "load_scenarios": "scenarios",
    "load_ships": "shiplists",
    "load_tables": "tables",
    "mapped": "chances",
    "mean": "chances",
    "measure": "boards.bases",
    "mixed": "chances",
    "nearest_direction": "battles.staging",
    "needs_era": "battles",
    "neighbours": "boards.hex",
    "new_game": "game",
    "opposite": "boards.hex",
    "option": "ruleset",
    "overlap": "boards.bases",
    "parse_heading": "boards.hex",
    "place_at": "boards.hex",
    "play_out": "captains",
    "point_name": "boards.compass",
    "point_of_sailing": "wind",
    "rake": "boards.angles",
    "rake_arcs": "boards.angles",
    "rakes": "boards.many",
    "read_battle": "battles",
    "relative_bearings": "boards.many",
    "repeated": "chances",
    "rulesets": "plugins",
    "sector": "boards.angles",
    "ship_named": "shiplists",
    "sights": "boards.many",
    "sine": "boards.lattice",
    "straddled": "boards.hex",
    "summed": "chances",
    "table_for": "battles.staging",
    "through": "boards.arcs",
    "together": "phases",
    "told": "modifiers",
    "total": "modifiers",
    "turn_between": "boards.hex",
    "two_hex": "boards.hex",
    "units": "boards.lattice",
    "up_to": "boards.lattice",
    "weighing": "captains.weighing",
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
