"""replay and show: a game told again, and what a table looks like."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from weathergage.cli.choices import (
    check_scenario,
    is_record,
    not_installed,
    opened,
    taken_up,
)
from weathergage.cli.exits import UsageProblem
from weathergage.cli.output import console, many, note, print_json
from weathergage.cli.pictures import draw, with_arcs, with_logs, write_pictures
from weathergage.cli.story import by_name, restored, tell
from weathergage.errors import RecordMismatch, WeathergageError
from weathergage.game import new_game
from weathergage.plugins import assemble, discover
from weathergage.records import Record, TurnLine, turn_of
from weathergage.views import bared

if TYPE_CHECKING:
    from weathergage.draw.picture import Picture, ShipMark
    from weathergage.game import Game
    from weathergage.plugins import Rules

# replay


def replay(file: Path, *, verify: bool, turn: int | None, as_now: bool, as_json: bool) -> None:
    """Tell or verify a saved game."""
    record = opened(file, as_now=as_now)
    if record.note:
        note(f"{file}: {record.note}")
    if verify:
        _verify(record, turn, as_json)
        return
    lines = record.turns if turn is None else [_line(record, turn)]
    # What a ruleset calls its events is known once the plugins are loaded.
    ruleset = discover().rulesets.get(record.header["ruleset"])
    package = ruleset.package if ruleset else ""
    events = [restored(data, package) for line in lines for data in line.events]
    if as_json:
        print_json(
            {
                "ok": not record.note,
                "turns": len(record.turns),
                "hash": record.hash,
                "expected": record.hash,
                "verified": False,
                "scenario": record.scenario,
                "outcome": record.outcome,
                "note": record.note,
                "story": [{"text": event.say(), "clause": bared(event).clause} for event in events],
                "events": [by_name(event) for event in events],
            }
        )
        return
    out = console()
    header = record.header
    seed = f", seed {header['seed']}" if "seed" in header else ""
    out.print(Text(f"{record.scenario}{seed}", style="bold"))
    tell(out, events, _side_names(record))
    if record.outcome is None and turn is None:
        out.print(f"\nThe game is not over. Go on with: weathergage play {file}", soft_wrap=True)


def _side_names(record: Record) -> dict[str, str]:
    """What the sides of a saved game are called, by id; none where its rules are gone."""
    try:
        return {side.id: side.name for side in _rules_of(record).scenario.sides}
    except WeathergageError:
        return {}


def _rules_of(record: Record) -> Rules:
    """A record's scenario with its house rules and options where they still exist."""
    header = record.header
    chosen = [rule.get("path", rule["id"]) for rule in header.get("house_rules", [])]
    for house_rules in (chosen, []):
        try:
            return assemble(record.scenario, header.get("options"), house_rules)
        except WeathergageError:
            continue
    return assemble(record.scenario)


def _line(record: Record, turn: int) -> TurnLine:
    """A turn of a record; to ask for one it lacks is wrong usage."""
    try:
        return turn_of(record, turn)
    except WeathergageError as error:
        raise UsageProblem(f"{record.path}: {error}") from None


def _until(record: Record, turn: int) -> Record:
    """A record up to and with a turn; to ask for one it lacks is wrong usage."""
    try:
        return record.until(turn)
    except WeathergageError as error:
        raise UsageProblem(f"{record.path}: {error}") from None


def _verify(record: Record, turn: int | None, as_json: bool) -> None:
    """Play a record again, as far as a turn where one is named."""
    result = (record if turn is None else _until(record, turn)).verify()
    if as_json:
        print_json(
            {
                "ok": result.ok,
                "turns": result.turns,
                "hash": result.hash,
                "expected": result.expected,
                "verified": True,
                "problem": result.problem,
                "note": record.note,
            }
        )
    elif result.ok:
        out = console()
        turns = many(result.turns, "turn")
        if turn is not None and turn < record.turns[-1].turn:
            turns = f"the first {turns} of {len(record.turns)}"
        out.print(f"{record.path}: {turns} {_held(record)} ({result.hash}).", soft_wrap=True)
    if not result.ok:
        problem = result.problem or f"the hash is {result.hash}, recorded {result.expected}"
        raise RecordMismatch(f"{record.path} does not come out as recorded: {problem}")


def _held(record: Record) -> str:
    """What was found of a record that verifies: one seat's has not the commands of all."""
    if record.seat is None:
        return "played again, every event as recorded"
    if "seed" in record.header:
        return "as hashed, and the seed that was promised"
    return f"as hashed, for what {record.seat} may know; the seed is told at the end"


# show


def show(
    what: str,
    *,
    turn: int | None,
    svg: Path | None,
    png: Path | None,
    width: int | None,
    arcs: Sequence[str] = (),
    logs: bool = False,
    house_rules: Sequence[str] = (),
    style: str = "",
    as_json: bool,
) -> None:
    """Show a scenario at its start, or a saved game at a turn's end."""
    if is_record(what):
        record = opened(Path(what))
        if record.note:
            note(f"{what}: {record.note}")
        if house_rules:
            raise UsageProblem(f"{what} is a saved game and keeps its own rules")
        moment: _Moment = _OfRecord(record, turn)
    else:
        check_scenario(what, house_rules)
        if turn:
            raise UsageProblem("a scenario has only its start; --turn is for saved games")
        moment = _OfGame(new_game(what, seed=0, house_rules=house_rules))
    if as_json and not (arcs or logs or svg or png):
        print_json(moment.data())
        return
    if style and not (svg or png):
        raise UsageProblem("--style is for pictures in files; name one with --svg or --png")
    picture = with_arcs(moment.picture(), arcs)
    if logs:
        picture = with_logs(picture)
    written = []
    if svg or png:
        written = write_pictures(picture, svg=svg, png=png, width=width, style=style)
    if as_json:
        print_json(moment.data())
    elif written:
        for path in written:
            console().print(f"Picture: {path}", soft_wrap=True)
    else:
        draw(console(), picture, width=width)


SHOWN = dict.fromkeys(("id", "name", "side", "position", "heading", "speed", "damage"))
"""What is told of every ship, where it is known."""


def _seen(picture: Picture, mark: ShipMark) -> dict[str, Any]:
    """What a picture tells of a ship."""
    return {
        "id": mark.id,
        "name": mark.name,
        "side": mark.side,
        "position": picture.where(mark),
        "heading": picture.heading(mark),
        "speed": mark.speed,
        "damage": mark.damage,
    }


class _Moment(ABC):
    """A table at one moment: as data, and as a picture."""

    scenario: str
    turn: int

    @abstractmethod
    def table(self) -> dict[str, Any]:
        """The table as plain data."""

    @abstractmethod
    def picture(self) -> Picture:
        """What it looks like."""

    def data(self) -> dict[str, Any]:
        """What `show --json` prints: the table, and which it is."""
        head = {"scenario": self.scenario, "turn": self.turn}
        rest = {key: value for key, value in self.table().items() if key != "turn"}
        ships = rest.pop("ships", [])
        if not all(ship.keys() >= SHOWN.keys() for ship in ships):
            ships = self._told_of(ships)
        return {**head, "ships": ships, "wind": rest.pop("wind", None), **rest}

    def _told_of(self, ships: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The ships of a table with what their ruleset does not tell of them but its picture does,
        by their ids or names. What neither tells, or no picture that can be made any more, is None.
        """
        try:
            picture = self.picture()
            marks = {key: mark for mark in picture.ships for key in (mark.name, mark.id)}
        except WeathergageError:
            marks = {}
        told = []
        for ship in ships:
            mark = marks.get(ship.get("id", ship.get("name", "")))
            seen = {} if mark is None else _seen(picture, mark)
            told.append({**SHOWN, **seen, **ship})
        return told


class _OfGame(_Moment):
    """A game as it stands."""

    def __init__(self, game: Game, turn: int = 0) -> None:
        self._game = game
        self.scenario = f"{game.rules.ruleset.id}/{game.rules.scenario.id}"
        self.turn = turn

    def table(self) -> dict[str, Any]:
        return self._game.rules.ruleset.plain(self._game.state)

    def picture(self) -> Picture:
        picture: Picture = self._game.rules.picture(self._game.state)
        picture.turn = self.turn
        return picture


class _OfRecord(_Moment):
    """A saved game at the end of a turn, from the table that the record keeps: so it can be
    shown whatever has become of its rules since.
    """

    def __init__(self, record: Record, turn: int | None) -> None:
        self._record = record
        self.scenario = record.scenario
        self._line = None if turn == 0 else _line(record, turn) if turn else turn_of(record, None)
        self.turn = self._line.turn if self._line else 0

    def table(self) -> dict[str, Any]:
        if self._line is None:
            return self._again().table()
        if not self._line.table:
            raise RecordMismatch(
                f"{self._record.path}: one seat's record keeps the table of its last turn only"
            )
        return self._line.table

    def picture(self) -> Picture:
        if self._line is None:
            return self._again().picture()
        rules = self._rules()
        if rules.ruleset.restore is None:
            return self._again().picture()
        state = rules.ruleset.restore(rules, self.table())
        picture: Picture = rules.picture(state)
        picture.turn = self.turn
        return picture

    def _again(self) -> _OfGame:
        """The moment by playing the record again."""
        from weathergage.records import replay

        if self.turn and self._line is self._record.turns[-1]:
            return _OfGame(taken_up(self._record), self.turn)
        try:
            game, problem = replay(self._record, self.turn)
        except WeathergageError as error:
            not_installed(self._record, error)
        if problem:
            raise RecordMismatch(f"{self._record.path}: {problem}")
        return _OfGame(game, self.turn)

    def _rules(self) -> Rules:
        """Rules to draw by."""
        try:
            return _rules_of(self._record)
        except WeathergageError as error:
            not_installed(self._record, error)
