"""Records: saved games that verify, can be resumed, and can be shown for ever.

A record is a text file of JSON lines. The first is the header: what was chosen, the seed, and a
hash of every data file used. Then comes one line a turn, with the turn's commands, its events,
the table at its end, and a hash chained over the events of all turns so far; a last line tells
the outcome of a finished game. A file that was cut opens up to its last whole turn.

A record handed to a seat has the same form, but holds a commitment to the seed instead of the
seed, and of commands, events and table only what that seat gave or was told.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from weathergage.commands import first_problem
from weathergage.dice import seed_commitment
from weathergage.errors import BadFile, IllegalCommand, RecordMismatch, WeathergageError
from weathergage.events import Event
from weathergage.scenarios import BATTLE
from weathergage.views import told_to

if TYPE_CHECKING:
    from weathergage.game import Game
    from weathergage.houserules import HouseRule
    from weathergage.plugins import Rules

FORMAT = 1
"""Raised when the form of records or the dice's bytes change."""


def canonical(data: Any) -> str:
    """JSON in its one compact form, which hashes cover."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def chained(previous: str, events: Sequence[Any]) -> str:
    """The hash over a turn's events and all before them."""
    digest = blake2b(previous.encode(), digest_size=16)
    digest.update(canonical(events).encode())
    return digest.hexdigest()


@dataclass(slots=True)
class TurnLine:
    """One turn of a record. commands: [seat, number of the question, data] each. events: kind and
    fields each. hash: over the events so far. table: at the turn's end, or so far. whole: whether
    the turn was played to its end.
    """

    turn: int
    commands: list[list[Any]]
    events: list[list[Any]]
    hash: str
    table: dict[str, Any]
    whole: bool = True

    def plain(self) -> dict[str, Any]:
        """The line as data."""
        return {
            "turn": self.turn,
            "whole": self.whole,
            "commands": self.commands,
            "events": self.events,
            "hash": self.hash,
            "table": self.table,
        }


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a record comes out as it was written. hash: what today's rules give; expected: what
    the record says; problem: the first difference, as a sentence.
    """

    ok: bool
    turns: int
    hash: str
    expected: str
    problem: str = ""

    def __bool__(self) -> bool:
        """True when it does."""
        return self.ok


@dataclass
class Record:
    """A saved game. header: what was chosen; turns: one line each; outcome: of a finished game;
    note: what was lost where the file was cut; path: where it was read from; damage: the same where
    it was not cut but changed; changed: the turn that no longer bears the hash of its events;
    as_now: whether it goes on under house rules that have changed since; given: the house rules of
    a game at hand that no file holds, none where the record was read from a file.
    """

    header: dict[str, Any]
    turns: list[TurnLine] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    note: str = ""
    path: str = ""
    damage: str = ""
    changed: TurnLine | None = None
    as_now: bool = False
    given: tuple[HouseRule, ...] = field(default=(), repr=False, compare=False)

    @property
    def scenario(self) -> str:
        """The scenario's full id, or its file where it is not an installed one."""
        if "scenario_file" in self.header:
            return str(self._place(self.header["scenario_file"]))
        if "battle_file" in self.header:
            return f"{self.header['ruleset']}/{BATTLE}{self._place(self.header['battle_file'])}"
        return f"{self.header['ruleset']}/{self.header['scenario']}"

    @property
    def seat(self) -> str | None:
        """Whose record it is, or None for the whole game's."""
        return self.header.get("seat")

    @property
    def hash(self) -> str:
        """The hash over all its events."""
        return self.turns[-1].hash if self.turns else ""

    @property
    def commands(self) -> list[list[Any]]:
        """All commands, in order."""
        return [command for line in self.turns for command in line.commands]

    @property
    def events(self) -> list[list[Any]]:
        """All events as data, in order."""
        return [event for line in self.turns for event in line.events]

    def _place(self, path: str) -> Path:
        """Where a file lies that the game was made of: where it was, or else beside the record."""
        beside = Path(self.path).parent / Path(path).name
        return Path(path) if os.path.exists(path) or not beside.exists() else beside

    def lines(self) -> list[str]:
        """The record as lines of text."""
        lines = [canonical(self.header)]
        lines += [canonical(line.plain()) for line in self.turns]
        if self.outcome is not None:
            lines.append(canonical({"outcome": self.outcome, "hash": self.hash}))
        return lines

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the record, whole or not at all: a write that fails leaves the old file.

        Raises BadFile.
        """
        return write_whole(Path(path), "\n".join(self.lines()) + "\n")

    @cached_property
    def game(self) -> Game:
        """The game as it stood at the record's end, played again from its commands.

        Raises RecordMismatch when today's rules or data do not give the recorded events (or with
        `as_now`, when a command is not legal any more), and UnknownName when the ruleset or a
        house rule is not installed.
        """
        game, problem = replay(self)
        if problem and not (self.as_now and len(game.commands) >= len(self.commands)):
            raise RecordMismatch(f"{self.path or 'the record'}: {problem}")
        return game

    def resume(self) -> Game:
        """The same, to be played on: its standing orders hold again."""
        game = self.game
        for seat, orders in self.header.get("standing", {}).items():
            for kind, fields in orders.items():
                game.stand(seat, kind, {"kind": kind, **fields})
        return game

    def verify(self) -> Verification:
        """Play the record again and compare every event."""
        if self.seat is not None:
            return self._verify_seat()
        if self.changed is not None:
            return self._verify_changed(self.changed)
        try:
            game, problem = replay(self)
        except WeathergageError as error:
            return Verification(False, len(self.turns), "", self.hash, str(error))
        again = record_of(game)
        again.turns = again.turns[: len(self.turns)]
        problem = problem or self.damage or _other_difference(self, again)
        ok = not problem and again.hash == self.hash
        return Verification(ok, len(self.turns), again.hash, self.hash, problem)

    def until(self, turn: int) -> Record:
        """The record as if it ended with this turn; what was lost or changed after it is no matter.

        Raises WeathergageError for a turn that it lacks.
        """
        if self.changed is not None and self.changed.turn == turn:
            return self
        last = turn_of(self, turn)
        turns = self.turns[: self.turns.index(last) + 1]
        outcome = self.outcome if len(turns) == len(self.turns) else None
        return replace(self, turns=turns, outcome=outcome, note="", damage="", changed=None)

    def _verify_seat(self) -> Verification:
        """Check what one seat was left with: its events by their hashes, and, once the seed is
        disclosed, that it is the one that was promised.
        """
        found = ""
        for line in self.turns:
            found = chained(found, line.events)
        problem = self.damage
        if found != self.hash:
            problem = "the events are not those that were hashed"
        elif "seed" in self.header:
            promised = self.header["seed_commitment"]
            if seed_commitment(self.header["seed"]) != promised:
                problem = "the seed is not the one that was promised"
        return Verification(not problem, len(self.turns), found, self.hash, problem)

    def _verify_changed(self, line: TurnLine) -> Verification:
        """What is wrong with a record in which a turn does not bear the hash of its events."""
        found = chained(self.hash, line.events)
        trial = Record(self.header, [*self.turns, line], path=self.path)
        try:
            _, problem = replay(trial)
        except WeathergageError as error:
            problem = str(error)
        problem = problem or (
            f"{self.damage}: the hash of turn {line.turn} is not that of its events"
        )
        return Verification(False, len(self.turns), found, line.hash, problem)

    def for_seat(self, seat: str) -> Record:
        """What this seat may keep of the game; the seed is in it once the game is over."""
        return seat_record(self.game, seat)


def write_whole(path: Path, text: str) -> Path:
    """Write a file beside the old one and put it in its place; BadFile when that fails."""
    # Through a link, so that it goes on being one; made by hand, so that the file is as open to
    # others as any file of this user's.
    _refuse_what_is_no_file(path)
    goal = os.path.realpath(path)
    folder, name = os.path.split(goal)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, goal)
    except OSError as error:
        if os.path.exists(temporary):
            os.unlink(temporary)
        reason = error.strerror or str(error)
        raise BadFile(
            path, "", f"could not be written ({reason}); what was there before is unchanged"
        ) from None
    return path


def _refuse_what_is_no_file(path: Path) -> None:
    """Raise BadFile for a folder or a device: neither is to be read to its end or replaced."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadFile(path, "", "this is a folder or a device; name a file")


# Making a record of a game


def record_of(game: Game) -> Record:
    """The record of a game as it stands. With the journal off it is played again to get it."""
    if game.journal is None:
        game = with_journal(game)
    given = tuple(rule for rule in game.rules.house_rules if not rule.path)
    record = Record(_header(game), given=given)
    record.turns = _turn_lines(game)
    record.outcome = game.outcome.plain() if game.outcome else None
    return record


def with_journal(game: Game) -> Game:
    """The same game with its events, from its commands."""
    from weathergage.game import Game as Fresh

    twin = Fresh(game.rules, game.seed, mode=game.mode, undo=game.undo_policy)
    for logged in game.commands:
        twin._repeat(logged)
    return twin


def _header(game: Game) -> dict[str, Any]:
    rules = game.rules
    return {
        "weathergage": FORMAT,
        "ruleset": rules.ruleset.id,
        "rules_version": rules.ruleset.rules_version,
        "scenario": rules.scenario.id,
        **({"scenario_file": str(rules.scenario_file)} if rules.scenario_file else {}),
        **_own_battle(rules),
        "options": rules.options.model_dump(mode="json"),
        "house_rules": [
            {"id": h.id, "version": h.version, "hash": h.fingerprint}
            | ({"path": h.path} if h.path else {})
            for h in rules.house_rules
        ],
        "mode": game.mode,
        "undo": game.undo_policy,
        "seed": game.seed,
        "standing": _standing(game),
        "python": platform.python_version(),
        "data": rules.data_hashes,
    }


def _own_battle(rules: Rules) -> dict[str, str]:
    """The path of a battle's file that did not come with the package."""
    file = rules.battle_file
    if file is None:
        return {}
    from weathergage.battles import FOLDER

    return {} if file.parent == FOLDER.resolve() else {"battle_file": str(file)}


def _standing(game: Game) -> dict[str, dict[str, Any]]:
    """The standing orders by seat and kind, each as its fields."""
    orders: dict[str, dict[str, Any]] = {}
    for (seat, kind), command in game.standing.items():
        orders.setdefault(seat, {})[kind] = command.model_dump(mode="json")
    return orders


def _turn_lines(game: Game) -> list[TurnLine]:
    """A game's turns: events are cut where a turn begins, commands and tables at checkpoints."""
    starts = game.turn_starts()
    lines: list[TurnLine] = []
    previous = ""
    for index, start in enumerate(starts):
        following = starts[index + 1] if index + 1 < len(starts) else None
        events = [
            event.plain()
            for event in game.events[start.told : following.told if following else None]
        ]
        previous = chained(previous, events)
        logged = game.commands[start.logged : following.logged if following else None]
        state = following.state if following else game.state
        whole = following is not None or game.over
        table = game.rules.ruleset.plain(state)
        turn = start.state.turn
        table["turn"] = turn
        commands = [[entry.seat, entry.number, entry.command.data()] for entry in logged]
        lines.append(TurnLine(turn, commands, events, previous, table, whole))
    return lines


def seat_record(game: Game, seat: str) -> Record:
    """What one seat may keep: its own commands, what it was told, and the table as it sees it."""
    if game.journal is None:
        game = with_journal(game)
    view = game.view(seat)
    header = _header(game)
    header["seat"] = seat
    header["standing"] = {seat: header["standing"].get(seat, {})}
    header["seed_commitment"] = seed_commitment(game.seed)
    if not game.over:
        del header["seed"]
    record = Record(header)
    starts = game.turn_starts()
    previous = ""
    for index, start in enumerate(starts):
        following = starts[index + 1] if index + 1 < len(starts) else None
        told = told_to(seat, game.events[start.told : following.told if following else None])
        events = [event.plain() for event in told]
        previous = chained(previous, events)
        logged = game.commands[start.logged : following.logged if following else None]
        commands = [[e.seat, e.number, e.command.data()] for e in logged if e.seat == seat]
        table = {} if following else view.table.plain()
        whole = following is not None or game.over
        record.turns.append(TurnLine(start.state.turn, commands, events, previous, table, whole))
    record.outcome = game.outcome.plain() if game.outcome else None
    return record


# Reading a record


class ChosenRule(BaseModel):
    """A house rule as a header names it."""

    id: str
    hash: str
    version: str = ""
    path: str | None = None


class Header(BaseModel):
    """What a header must be like to be read; more keys are welcome."""

    model_config = ConfigDict(strict=True)

    ruleset: str
    scenario: str
    rules_version: int
    options: dict[str, Any]
    house_rules: list[ChosenRule] = []
    mode: Literal["assisted", "book"]
    undo: Literal["ok", "never", "book"]
    scenario_file: str = ""
    battle_file: str = ""
    seed: int = 0
    standing: dict[str, dict[str, dict[str, Any]]] = {}
    seats: dict[str, str] = {}
    data: dict[str, str] = {}


_NEEDED = ("ruleset", "scenario", "options", "mode", "undo", "rules_version")


def load(path: str | os.PathLike[str], *, house_rules_as_now: bool = False) -> Record:
    """Read a record. A file that was cut gives its whole turns, with a note of what is lost.

    house_rules_as_now: let the game go on under house rules that have changed since; the same
    commands may then have come to something else. Raises BadFile where nothing can be opened, in
    one sentence.
    """
    file = Path(path)
    _refuse_what_is_no_file(file)
    try:
        text = file.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError:
        raise BadFile(file, "", "there is no such saved game") from None
    except OSError as error:
        raise BadFile(file, "", error.strerror or str(error)) from None
    lines = text.split("\n")
    header = _parsed(lines[0])
    if header is None or "weathergage" not in header:
        raise BadFile(
            file, "line 1", "this is no record, or it is cut within its first line: nothing to open"
        )
    if header["weathergage"] != FORMAT:
        raise BadFile(file, "line 1", f"format {header['weathergage']} is not known here")
    missing = [key for key in _NEEDED if key not in header]
    if missing:
        raise BadFile(file, "line 1", f"the record's header lacks {', '.join(missing)}")
    try:
        Header.model_validate(header)
    except ValidationError as error:
        raise BadFile(file, "line 1", first_problem(error)) from None
    record = Record(header, path=str(file), as_now=house_rules_as_now)
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        data = _parsed(line)
        if data is None or not _add_line(record, data):
            record.note = f"the file is cut or damaged in line {number}; what follows is lost"
            # A file that was cut ends in half a line; anything else was changed.
            if data is not None or any(rest.strip() for rest in lines[number:]):
                record.damage = f"the file is damaged in line {number}"
            break
    if not record.turns:
        how = "damaged" if record.damage else "cut"
        raise BadFile(file, "line 2", f"the file is {how} within its first turn: nothing to open")
    return record


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _add_line(record: Record, data: Mapping[str, Any]) -> bool:
    """Add a turn or the outcome to a record; False where the line does not fit."""
    if "outcome" in data:
        if not isinstance(data["outcome"], dict) or data.get("hash") != record.hash:
            return False
        record.outcome = data["outcome"]
        return True
    line = _turn_line(data)
    if line is None or (record.turns and line.turn != record.turns[-1].turn + 1):
        return False
    if chained(record.hash, line.events) != line.hash:
        record.changed = line
        return False
    record.turns.append(line)
    return True


def _turn_line(data: Mapping[str, Any]) -> TurnLine | None:
    """A turn from its data, or None where they have not the form of one."""
    match data:
        case {
            "turn": int(turn),
            "commands": list(commands),
            "events": list(events),
            "hash": str(chain),
            "table": dict(table),
            "whole": bool(whole),
        }:
            if all(map(_is_command, commands)) and all(map(_is_event, events)):
                return TurnLine(turn, commands, events, chain, table, whole)
    return None


def _is_command(data: Any) -> bool:
    match data:
        case [str(), int(), dict()]:
            return True
    return False


def _is_event(data: Any) -> bool:
    match data:
        case [str(), *_]:
            return True
    return False


# Playing a record again


def replay(record: Record, turns: int | None = None) -> tuple[Game, str]:
    """The game that a record's commands give under today's rules, and the first difference from
    what it tells, "" if there is none.

    turns: only so many. Raises UnknownName or RecordMismatch where it cannot be played at all.
    """
    game = _fresh(record)
    changed = _changed_files(record, game)
    stopped = ""
    for line in record.turns[:turns]:
        stopped = _repeat_turn(game, line)
        if stopped:
            break
    starts = game.turn_starts()
    for line, start in zip(record.turns[:turns], starts, strict=False):
        following = next((s for s in starts if s.told > start.told), None)
        events = game.events[start.told : following.told if following else None]
        # Where a command found nothing to answer, the cause is an event before it.
        problem = _first_difference(line, events, whole=not stopped)
        if problem:
            return game, problem + changed
    return game, stopped + changed if stopped else ""


def _fresh(record: Record) -> Game:
    """The game at its beginning, as the header chose it."""
    from weathergage.game import Game as Fresh
    from weathergage.plugins import assemble

    header = record.header
    if "seed" not in header:
        raise RecordMismatch("one seat's record of a game in progress has no seed to play from")
    wanted = header.get("house_rules", [])
    chosen_rules = [_whereabouts(record, chosen) for chosen in wanted]
    rules = assemble(record.scenario, header["options"], chosen_rules)
    for chosen, house_rule in zip(wanted, rules.house_rules, strict=True):
        if chosen["hash"] != house_rule.fingerprint and not record.as_now:
            raise RecordMismatch(
                f"house rule {house_rule.id} is not the one that the record was made under "
                f"(version {chosen.get('version', '?')} then, {house_rule.version} now); install "
                "that one, or go on under this one with --house-rules-as-now"
            )
    return Fresh(rules, header["seed"], mode=header["mode"], undo=header["undo"])


def _whereabouts(record: Record, chosen: Mapping[str, Any]) -> str | HouseRule:
    """A house rule as it was given, by its id, or by its file: where it was, or beside the record.
    Raises RecordMismatch where it is at neither place.
    """
    path = chosen.get("path")
    if path is None:
        id = str(chosen["id"])
        return next((rule for rule in record.given if rule.id == id), id)
    place = record._place(path)
    if place.exists():
        return str(place)
    raise RecordMismatch(
        f"house rule {chosen['id']} was read from {path}, which is not there any more; put it "
        "back, or beside the record"
    )


def _changed_files(record: Record, game: Game) -> str:
    """The data files that are not as they were, as a part of a sentence."""
    now = game.rules.data_hashes
    then: dict[str, str] = record.header.get("data", {})
    changed = sorted(name for name in {*now, *then} if now.get(name) != then.get(name))
    version = record.header.get("rules_version")
    parts = []
    if changed:
        parts.append(f"changed since: {', '.join(changed)}")
    if version != game.rules.ruleset.rules_version:
        parts.append(f"rules version {version} then, {game.rules.ruleset.rules_version} now")
    return f" ({'; '.join(parts)})" if parts else ""


def _repeat_turn(game: Game, line: TurnLine) -> str:
    """Give a turn's commands again; what stands in the way of one, or ""."""
    for seat, index, data in line.commands:
        decision = next((d for d in game.decisions if d.seat == seat and d.index == index), None)
        if decision is None:
            return f"turn {line.turn}: {seat}'s {data.get('kind')} has nothing to answer"
        try:
            game.submit(decision.id, data)
        except IllegalCommand as error:
            return f"turn {line.turn}: {seat}'s {data.get('kind')} is refused: {error}"
    return ""


def _first_difference(line: TurnLine, events: Sequence[Event], *, whole: bool) -> str:
    """The first event of a turn that is not as recorded. whole: its last one counts too."""
    told = canonical([event.plain() for event in events])
    recorded = canonical(line.events)
    if told == recorded:
        return ""
    now, then = json.loads(told), json.loads(recorded)
    for number, (new, old) in enumerate(zip(now, then, strict=False), 1):
        if new != old:
            return (
                f"turn {line.turn}, event {number} differs: recorded {_told(old)}, now {_told(new)}"
            )
    if not whole:
        return ""
    return f"turn {line.turn} has {len(now)} events where {len(then)} are recorded"


def _other_difference(record: Record, again: Record) -> str:
    """Where the tables or the outcome of a record played again are not as recorded, or ""."""
    for line, now in zip(record.turns, again.turns, strict=False):
        if (line.turn, line.whole) != (now.turn, now.whole):
            return f"turn {line.turn} was not played as far as the record says"
        if line.table != now.table and canonical(line.table) != canonical(now.table):
            return f"turn {line.turn}: the table at its end is not the recorded one"
    if record.outcome is not None and canonical(record.outcome) != canonical(again.outcome):
        return f"the outcome is {canonical(again.outcome)}, recorded {canonical(record.outcome)}"
    return ""


def _told(event: list[Any]) -> str:
    text = canonical(event)
    return text if len(text) <= 160 else text[:157] + "..."


def turn_of(record: Record, turn: int | None) -> TurnLine:
    """The line of a turn, the last if none is named. Raises WeathergageError for one it lacks."""
    if turn is None:
        return record.turns[-1]
    for line in record.turns:
        if line.turn == turn:
            return line
    last = record.turns[-1].turn
    raise WeathergageError(f"the record has turns 1 to {last}, and no turn {turn}")
