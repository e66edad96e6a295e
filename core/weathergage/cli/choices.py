"""What a player chose on the command line: seats, options, house rules, and which game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from weathergage.captains import CORE_CAPTAINS
from weathergage.cli.exits import UsageProblem
from weathergage.datafiles import TOML
from weathergage.errors import BadFile, RecordMismatch, UnknownName, WeathergageError
from weathergage.game import Game
from weathergage.plugins import Rules, find_house_rule, find_scenario
from weathergage.records import Record, load
from weathergage.ruleset import Ruleset

SUFFIX = ".wg"
"""What saved games are called by; any name will do."""

HUMAN = "human"
ALL = "all"


def pairs(given: Sequence[str], option: str, form: str) -> list[tuple[str, str]]:
    """The two halves of every NAME=VALUE. Raises UsageProblem for what has no two halves."""
    found: list[tuple[str, str]] = []
    for words in given:
        name, equals, value = words.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageProblem(f"{option} takes {form}, not {words!r}")
        found.append((name.strip(), value.strip()))
    return found


def chosen_options(given: Sequence[str]) -> dict[str, str]:
    """Options by name, as written. Raises UsageProblem."""
    return dict(pairs(given, "--option", "NAME=VALUE"))


def own_captain(ruleset: Ruleset) -> str:
    """The captain that plays where none is named: the ruleset's own, else the one by lot."""
    return "captain" if "captain" in ruleset.captains else "random"


def seated(
    rules: Rules, given: Sequence[str], *, default: Mapping[str, str], people: bool = True
) -> dict[str, str]:
    """Who plays each side, in the scenario's order.

    default: for sides that are not named. people: whether a person may sit. Raises UnknownName
    for a side or a kind that does not exist, UsageProblem for a person where none may be.
    """
    kinds = sorted({*CORE_CAPTAINS, *rules.ruleset.captains, *([HUMAN] if people else [])})
    seats = dict(default)
    wanted = pairs(given, "--seat", "SIDE=KIND")
    for side, kind in sorted(wanted, key=lambda pair: pair[0] != ALL):
        if side != ALL and side not in rules.seats:
            raise UnknownName("side", side, [*rules.seats, ALL])
        if kind == HUMAN and not people:
            raise UsageProblem("nobody can play by hand here; use weathergage play")
        if kind not in kinds:
            raise UnknownName("kind of player", kind, kinds)
        seats.update(dict.fromkeys(rules.seats if side == ALL else [side], kind))
    return {side: seats[side] for side in rules.seats}


def is_record(what: str) -> bool:
    """Whether a word names a saved game rather than a scenario or its file."""
    return Path(what).is_file() and not what.endswith(TOML)


def check_scenario(what: str, house_rules: Sequence[str] = ()) -> None:
    """Raise UnknownName where a word names no scenario, BadFile where it was meant for a file.

    house_rules: those that it is to be played with, which may add it.
    """
    try:
        find_scenario(what, [find_house_rule(rule) for rule in house_rules])
    except UnknownName:
        _refuse_a_folder(Path(what))
        if what.endswith(SUFFIX) or Path(what).exists() or what.startswith((".", "/", "~")):
            raise BadFile(what, "", "there is no such saved game") from None
        raise


def opened(path: Path, *, as_now: bool = False) -> Record:
    """A saved game. as_now: under its house rules as they are now. Raises BadFile."""
    _refuse_a_folder(path)
    return load(path, house_rules_as_now=as_now)


def _refuse_a_folder(path: Path) -> None:
    if path.is_dir():
        raise BadFile(path, "", "this is a folder; name a saved game in it")


def taken_up(record: Record) -> Game:
    """The game of a record, as it stood. Raises RecordMismatch with what to do."""
    if record.seat is not None:
        raise RecordMismatch(
            f"{record.path}: this is what {record.seat} may know of a game, not the game; "
            "go on with the whole game's own file"
        )
    try:
        return record.game
    except UnknownName as missing:
        not_installed(record, missing)


def not_installed(record: Record, missing: WeathergageError) -> NoReturn:
    """Say that a record needs something that is not here: that is no wrong usage."""
    where = record.path or "the record"
    if isinstance(missing, UnknownName):
        raise RecordMismatch(
            f"{where} was played with the {missing.kind} {missing.name!r}, which is not "
            "installed; install it and try again"
        ) from None
    raise RecordMismatch(f"{where}: {missing}") from None
