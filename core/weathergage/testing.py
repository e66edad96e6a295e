"""What every ruleset must hold, as tests that a ruleset or house rule runs on itself.

One call puts a ruleset through all of it and says what does not hold::

    report = check_ruleset("my-ruleset", folder=tmp_path)
    assert report, report.say()

Each part can be used alone from a plugin's own tests: it is given a game at any moment and
dice to draw answers with, works on forks, leaves the game as it was, and raises `Failure`. The
game of a failure is saved as a record that `weathergage show` opens.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from weathergage.clauses import load_citations, load_clauses
from weathergage.commands import Command, parse_command
from weathergage.dice import Dice
from weathergage.draw import hexes
from weathergage.draw.picture import Picture
from weathergage.errors import Contradiction, DecisionClosed, IllegalCommand, WeathergageError
from weathergage.events import Event, Rolled, Told
from weathergage.game import MODES, Decision, Game
from weathergage.plugins import (
    Rules,
    assemble_scenario,
    choose_options,
    discover,
    find_ruleset,
    package_folder,
    scenarios_of,
)
from weathergage.records import Record, canonical, load
from weathergage.ruleset import Ruleset
from weathergage.scenarios import Scenario, pick
from weathergage.shiplists import load_ships
from weathergage.tables import load_tables

MOST = 20_000
"""Commands after which a game played by lot counts as one that never ends."""

Given = tuple[str, int, Command]
"""An answer as it can be given again: seat, number of the question, command."""


class Failure(AssertionError):
    """Something that must always hold and does not.

    invariant: what must hold. problem: what was found instead. scenario, seed, mode, options:
    of the game, "" without one. decision: how many commands had been given. record: where the
    game was saved, "" if it was not.
    """

    def __init__(self, invariant: str, problem: str, game: Game | None = None) -> None:
        self.invariant = invariant
        self.problem = problem
        self.game = game
        self.scenario = f"{game.rules.ruleset.id}/{game.rules.scenario.id}" if game else ""
        self.seed = game.seed if game else 0
        self.mode = game.mode if game else ""
        self.options = _chosen(game.rules) if game else {}
        self.decision = len(game.commands) if game else 0
        self.record = ""
        super().__init__(invariant, problem)

    def __str__(self) -> str:
        """All of it in one line."""
        where = ""
        if self.scenario:
            options = ", ".join(f"{k}={v}" for k, v in self.options.items()) or "no options"
            where = f" ({self.scenario}, seed {self.seed}, {self.mode}, {options}, "
            where += f"after {self.decision} commands"
            where += f"; saved as {self.record})" if self.record else ")"
        return f"{self.invariant}: {self.problem}{where}"

    def save(self, folder: Path) -> None:
        """Save the game as a record in a folder, and name the file in `record`."""
        if self.game is None:
            return
        words = "-".join(self.invariant.split())
        name = f"{self.game.rules.scenario.id}-{self.seed}-{self.decision}-{words}.json"
        try:
            self.record = str(self.game.record.save(folder / name))
        except Exception as error:
            self.problem += f"; and no record of it can be made: {error!r}"


@dataclass(slots=True)
class Report:
    """What came of the tests. checked: how often each thing was looked at; games, commands: how
    much was played; failures: what does not hold.
    """

    ruleset: str
    games: int = 0
    commands: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True when everything holds."""
        return not self.failures

    def say(self) -> str:
        """The result, a line for each failure."""
        head = (
            f"{self.ruleset}: {self.games} games, {self.commands} commands, "
            f"{sum(self.checked.values())} checks, {len(self.failures)} failures"
        )
        return "\n".join([head, *(str(failure) for failure in self.failures)])


def _need(holds: object, invariant: str, problem: str, game: Game | None = None) -> None:
    if not holds:
        raise Failure(invariant, problem, game)


def _chosen(rules: Rules) -> dict[str, Any]:
    """The options that are not as the book has them."""
    return rules.options.model_dump(mode="json", exclude_defaults=True)


# Looking at a game --------------------------------------------------------------------------


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class; None where it says by its repr what it is."""
    if is_dataclass(kind):
        return tuple(f.name for f in fields(kind))
    if "__repr__" in kind.__dict__:
        return None
    return tuple(name for c in reversed(kind.__mro__) for name in getattr(c, "__slots__", ()))


def dump(value: Any) -> Any:
    """Anything in a state as plain data that can be compared, down to the last field."""
    if value is None or isinstance(value, str | int | float | bytes):
        return value
    if isinstance(value, list | tuple):
        return [dump(part) for part in value]
    if isinstance(value, Mapping):
        return ["dict", *([dump(key), dump(part)] for key, part in value.items())]
    if isinstance(value, set | frozenset):
        return ["set", *sorted((dump(part) for part in value), key=repr)]
    kind: Any = type(value)
    names = _field_names(kind)
    if not names:
        return repr(value)
    return [kind.__name__, *(dump(getattr(value, name, None)) for name in names)]


def position(game: Game) -> tuple[Any, ...]:
    """All that makes two games the same: state, dice, events, and what is open to whom. Ids of
    decisions are left out, as they are never used twice.
    """
    return (
        dump(game.state),
        game.dice.mark(),
        canonical([event.plain() for event in game.events]),
        game.phase,
        [(d.seat, d.index, d.kind, d.about, d.clause) for d in game.decisions],
    )


def _mark(game: Game) -> tuple[Any, ...]:
    """The same in short, with the ids: what a refusal may not change."""
    return (
        dump(game.state),
        game.dice.mark(),
        len(game.events),
        len(game.commands),
        [d.id for d in game.decisions],
    )


_PARTS = ("state", "dice", "events", "phase", "open decisions")


def _difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Which parts of two positions differ, and the first place in the first of them."""
    parts = [n for n, (a, b) in zip(_PARTS, zip(one, other, strict=True), strict=True) if a != b]
    for name, a, b in zip(_PARTS, one, other, strict=True):
        if a != b:
            left, right = canonical(a), canonical(b)
            at = next(
                (i for i, (x, y) in enumerate(zip(left, right, strict=False)) if x != y),
                min(len(left), len(right)),
            )
            start = max(0, at - 40)
            return (
                f"{' and '.join(parts)} differ: {left[start : at + 40]!r} in {name} is "
                f"{right[start : at + 40]!r}"
            )
    return "nothing differs"


def give(game: Game, given: Given) -> None:
    """Give an answer to the open question of that seat and number."""
    seat, index, command = given
    decision = next((d for d in game.decisions if (d.seat, d.index) == (seat, index)), None)
    if decision is None:
        raise Failure("the same game again", f"{seat} has no question {index} to answer", game)
    game.submit(decision.id, command)


def drawn(game: Game, dice: Dice) -> Given:
    """An answer drawn for one of the open decisions; in `book` play one in four may be an error
    that the book lets be suffered.
    """
    decision = game.decisions[dice.below("which decision", len(game.decisions))]
    command = decision.sample(dice)
    if game.mode == "book" and dice.below("error", 4) == 0:
        command = _suffered(decision, command, dice) or command
    return decision.seat, decision.index, command


def _suffered(decision: Decision, command: Command, dice: Dice) -> Command | None:
    for _ in range(6):
        try:
            wrong = parse_command(nudged(command.data(), dice), decision.kinds)
        except IllegalCommand:
            continue
        problem = decision.complaint(wrong)
        if problem is not None and problem.suffered:
            return wrong
    return None


def played(game: Game, dice: Dice, most: int) -> list[Given]:
    """Play on by lot for so many commands or to the end, and say which were given."""
    answers: list[Given] = []
    while not game.over and len(answers) < most:
        answers.append(drawn(game, dice))
        give(game, answers[-1])
    return answers


# Wrong answers ------------------------------------------------------------------------------


def nudged(value: Any, dice: Dice) -> Any:
    """Plain data with one small thing changed, somewhere."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (1, -1, 3, -1000, 1000)[dice.below("nudge", 5)]
    if isinstance(value, str):
        return _nudged_text(value, dice)
    if isinstance(value, list) and value:
        at = dice.below("nudge", len(value))
        changed = list(value)
        way = dice.below("nudge", 4)
        if way == 0:
            del changed[at]
        elif way == 1:
            changed.append(changed[at])
        else:
            changed[at] = nudged(changed[at], dice)
        return changed
    if isinstance(value, dict) and value:
        return _nudged_mapping(value, dice)
    return "nothing that exists"


def _nudged_text(text: str, dice: Dice) -> str:
    way = dice.below("nudge", 4)
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if digits and way < 2:
        at = digits[dice.below("nudge", len(digits))]
        return text[:at] + str(dice.below("nudge", 10)) + text[at + 1 :]
    parts = text.split(",")
    if way == 2 and len(parts) > 1:
        del parts[dice.below("nudge", len(parts))]
        return ",".join(parts)
    return text + "x" if way else ""


def _nudged_mapping(value: dict[str, Any], dice: Dice) -> dict[str, Any]:
    keys = [key for key in value if key != "kind"]
    changed = dict(value)
    if not keys:
        changed["kind"] = "nothing that exists"
        return changed
    key = keys[dice.below("nudge", len(keys))]
    way = dice.below("nudge", 6)
    other = keys[dice.below("nudge", len(keys))]
    if way == 0:
        del changed[key]
    elif way == 1 and other != key:
        changed[key], changed[other] = changed[other], changed[key]
    elif way == 2:
        changed["nobody"] = changed[key]
    else:
        changed[key] = nudged(value[key], dice)
    return changed


_NO_VALUES: tuple[Any, ...] = (None, "\ud800", 1e300, [[]], {"": {}})


def wrong_answers(command: Command, dice: Dice, nudges: int = 8) -> list[Any]:
    """Answers that are no command at all or miss a field, and near misses of a legal one."""
    data = command.data()
    wrong: list[Any] = [None, 7, "yes", [], {"kind": "no-such-kind"}, {**data, "extra": 1}]
    for name in data:
        if name != "kind":
            wrong.append({key: value for key, value in data.items() if key != name})
            wrong.extend({**data, name: value} for value in _NO_VALUES)
    wrong.extend(nudged(data, dice) for _ in range(nudges))
    return wrong


# What must hold, one by one -----------------------------------------------------------------


@cache
def _known_clauses(package: str, folder: Path) -> frozenset[str]:
    return frozenset(load_clauses(folder / "clauses.toml"))


def _clauses_of(rules: Rules) -> frozenset[str]:
    return _known_clauses(rules.ruleset.package, rules.folder)


def check_data(ruleset: Ruleset) -> None:
    """Every data file can be read, and every clause that the ruleset names is in its list."""
    what = "data files are valid"
    folder = package_folder(ruleset)
    try:
        clauses = load_clauses(folder / "clauses.toml")
        load_citations(folder / "citations.json")
        tables = load_tables(folder / "tables")
        load_ships(folder / "ships")
        scenarios = scenarios_of(ruleset)
    except WeathergageError as error:
        raise Failure(what, str(error)) from error
    _need(scenarios, what, f"{ruleset.id} has no scenario")
    named = {"turn_clause": ruleset.turn_clause}
    named.update((f"table {table.id}", table.clause) for table in tables.values())
    phases = (*ruleset.sequence, *ruleset.pieces.values())
    named.update((f"phase {phase.id}", phase.clause) for phase in phases)
    for name in ruleset.options.model_fields:
        named[f"option {name}"] = ruleset.options.facts(name).get("clause", "")
    for about, answer in ruleset.profile.items():
        named.update((f"profile {about!r}, {clause}", clause) for clause in answer.clauses)
    for where, clause in named.items():
        _need(clause in clauses, what, f"{where} names clause {clause!r}, which is not listed")
    kinds = Counter(command.KIND for command in ruleset.commands)
    for kind, count in kinds.items():
        _need(count == 1, what, f"two commands are of kind {kind!r}")


def check_position(game: Game) -> None:
    """The ruleset finds nothing wrong with the position, and somebody can go on or it is over."""
    invariants = game.rules.ruleset.invariants
    problems = invariants(game) if invariants is not None else []
    _need(not problems, "the position is possible", "; ".join(problems[:4]), game)
    _need(
        bool(game.decisions) != game.over,
        "never stuck",
        "it is over and something is open" if game.over else "nothing is open to anyone",
        game,
    )


def check_clauses(game: Game) -> None:
    """Every event so far and every open decision is under a clause of the ruleset."""
    what = "everything has its clause"
    known = _clauses_of(game.rules)

    def look(event: Event) -> None:
        if isinstance(event, Told):
            look(event.inner)
            return
        _need(event.clause in known, what, f"{event.kind} under {event.clause!r}", game)
        _need(event.say().strip(), what, f"{event.kind} says nothing", game)
        if isinstance(event, Rolled):
            for name, _, clause in event.modifiers:
                _need(clause in known, what, f"modifier {name} under {clause!r}", game)

    for event in game.events:
        look(event)
    for decision in game.decisions:
        _need(decision.clause in known, what, f"{decision} under {decision.clause!r}", game)


def check_copy(game: Game) -> None:
    """A copied state is the same, and shares nothing that can change with the first."""
    state, copied = game.state, game.state.copy()
    what = "a copy shares nothing"
    _need(dump(state) == dump(copied), what, "the copy is not the same", game)
    mine = _mutable(state, "state", {})
    for place, part in _mutable(copied, "state", {}).values():
        shared = mine.get(id(part))
        _need(shared is None, what, f"{place} is the same object in both", game)


def _mutable(value: Any, place: str, found: dict[int, tuple[str, Any]]) -> dict[int, Any]:
    """Every list, dict, set and changeable dataclass in a value, by identity."""
    kind = type(value)
    if is_dataclass(kind):
        if id(value) in found:
            return found
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            found[id(value)] = (place, value)
        for f in fields(kind):
            _mutable(getattr(value, f.name, None), f"{place}.{f.name}", found)
    elif isinstance(value, list | dict | set | bytearray | tuple | frozenset):
        if not isinstance(value, tuple | frozenset):
            found[id(value)] = (place, value)
        parts = value.values() if isinstance(value, dict) else value
        for number, part in enumerate(parts):
            _mutable(part, f"{place}[{number}]", found)
    return found


def check_answers(game: Game, dice: Dice, most: int = 8) -> None:
    """Each open decision has a legal answer; what it lists or draws is accepted and drawing
    moves nothing; what it shows is plain data.

    most: how many listed answers are tried of each.
    """
    before = _mark(game)
    for decision in game.decisions:
        what = "a drawn answer is legal"
        listed = decision.legal()
        for _ in range(4):
            command = decision.sample(dice)
            problem = decision.complaint(command)
            _need(problem is None, what, f"{decision}: {command!r}: {problem}", game)
            if listed is not None:
                _need(command in listed, what, f"{decision}: {command!r} is not listed", game)
            again = parse_command(json.loads(canonical(command.data())), decision.kinds)
            _need(again == command, "an answer survives as data", f"{command!r}", game)
        if listed is not None:
            _need(listed, "every decision has an answer", f"{decision} lists none", game)
            tried = [listed[dice.below("listed", len(listed))] for _ in range(most)]
            for command in listed if len(listed) <= most else tried:
                _accepted(game, decision, command)
        canonical([decision.plain(), decision.schema])
        _need(decision.help() and decision.prompt, "questions explain themselves", f"{decision}")
    _need(_mark(game) == before, "looking changes nothing", "the game moved", game)


def _accepted(game: Game, decision: Decision, command: Command) -> None:
    twin = game.fork()
    try:
        twin.submit(decision.id, command)
    except IllegalCommand as error:
        raise Failure(
            "what is listed is accepted", f"{decision} refuses {command!r}: {error}", game
        ) from error


def check_refusals(game: Game, dice: Dice, nudges: int = 8) -> None:
    """A wrong answer is refused with reason and clause and changes nothing; what is accepted is
    legal, or an error that `book` play suffers.
    """
    twin = game.fork()
    before = _mark(twin)
    for decision in game.decisions:
        listed = decision.legal()
        for wrong in wrong_answers(decision.sample(dice), dice, nudges):
            try:
                twin.submit(decision.id, wrong)
            except IllegalCommand as error:
                _check_refusal(game, decision, wrong, error)
                _need(
                    _mark(twin) == before,
                    "a refusal changes nothing",
                    f"{decision}: {wrong!r}",
                    game,
                )
                continue
            except Exception as error:
                raise Failure(
                    "wrong answers are refused", f"{decision}: {wrong!r} raises {error!r}", game
                ) from error
            _check_acceptance(game, decision, wrong, listed)
            twin = game.fork()


def _check_refusal(game: Game, decision: Decision, wrong: Any, error: IllegalCommand) -> None:
    what = "a refusal says why"
    known = _clauses_of(game.rules)
    told = f"{decision}: {wrong!r} is refused with {error.reason!r} under {error.clause!r}"
    _need(error.reason and error.clause in known, what, told, game)
    try:
        command = parse_command(wrong, decision.kinds)
    except IllegalCommand:
        return
    problem = decision.complaint(command)
    _need(problem is not None, "what is legal is accepted", told, game)


def _check_acceptance(
    game: Game, decision: Decision, wrong: Any, listed: Sequence[Command] | None
) -> None:
    command = parse_command(wrong, decision.kinds)
    problem = decision.complaint(command)
    told = f"{decision}: {wrong!r} was accepted"
    suffered = problem is not None and problem.suffered and game.mode == "book"
    _need(problem is None or suffered, "what is illegal is refused", f"{told}: {problem}", game)
    if listed is not None and problem is None:
        _need(command in listed, "what is accepted is listed", told, game)


def check_closed(game: Game, dice: Dice) -> None:
    """An answer given twice, to nothing or for another seat is refused and changes nothing; the
    refusal lists what is open.
    """
    twin = game.fork()
    decision = twin.decisions[dice.below("which decision", len(twin.decisions))]
    command = decision.sample(dice)
    for other in game.seats:
        if other != decision.seat:
            _refused(twin, decision.id, command, IllegalCommand, game, seat=other)
    twin.submit(decision.id, command)
    for id in (decision.id, "d0", ""):
        error = _refused(twin, id, command, DecisionClosed, game)
        _need(
            error.open == tuple(d.id for d in twin.decisions),
            "a late answer is refused",
            f"the refusal lists {error.open} and not what is open",
            game,
        )


def _refused(
    twin: Game,
    id: str,
    command: Command,
    kind: type[IllegalCommand],
    game: Game,
    seat: str | None = None,
) -> IllegalCommand:
    what = "a late answer is refused" if seat is None else "nobody answers for another"
    before = _mark(twin)
    try:
        twin.submit(id, command, seat=seat)
    except kind as error:
        _need(_mark(twin) == before, what, f"the refusal of {id!r} changed the game", game)
        return error
    raise Failure(what, f"{command!r} to {id!r} was accepted", game)


def check_order(game: Game, dice: Dice) -> None:
    """Answers that are open together come to the same in whatever order they are given."""
    if len(game.decisions) < 2:
        return
    answers = [(d.seat, d.index, d.sample(dice)) for d in game.decisions]
    turned = answers[1:] + answers[:1]
    first: tuple[Any, ...] | None = None
    for order in (answers, answers[::-1], turned if len(answers) > 2 else answers):
        twin = game.fork()
        for given in order:
            give(twin, given)
        found = position(twin)
        if first is None:
            first = found
        _need(
            first == found,
            "simultaneous answers have no order",
            _difference(first, found),
            game,
        )


def check_undo(game: Game, dice: Dice, depth: int = 3) -> None:
    """Taking back gives the position before, the same command again the same game; ids are not
    used again, and an answer to what was taken back lands nowhere.
    """
    twin = game.fork()
    twin.undo_policy = "ok"
    seen = {d.id for d in twin.decisions}
    positions = [position(twin)]
    answers: list[Given] = []
    for _ in range(depth):
        if twin.over:
            break
        answers += played(twin, dice, 1)
        positions.append(position(twin))
        seen.update(d.id for d in twin.decisions)
    for back in range(len(answers), 0, -1):
        late = [d.id for d in twin.decisions]
        twin.undo()
        found = position(twin)
        what = "undo gives the position before"
        _need(found == positions[back - 1], what, _difference(positions[back - 1], found), game)
        now = {d.id for d in twin.decisions}
        _need(now.isdisjoint(seen), "ids are never used twice", f"{sorted(now & seen)}", game)
        seen |= now
        for id in late:
            _refused(twin, id, answers[back - 1][2], DecisionClosed, game)
    for number, given in enumerate(answers, 1):
        give(twin, given)
        found = position(twin)
        what = "the same command again is the same game"
        _need(found == positions[number], what, _difference(positions[number], found), game)


def check_honest_undo(game: Game, dice: Dice) -> None:
    """By the book an answer stands once a die, a reveal or another seat's act has followed it,
    and in a phase that forbids it; before that it can be taken back. With `never`, nothing can.
    """
    twin = game.fork()
    twin.undo_policy = "book"
    before, dice_before = position(twin), twin.dice.mark()
    forbidden = _phase_undo(twin) == "no"
    shared = len({d.seat for d in twin.decisions}) > 1 or _is_shared(twin)
    given = drawn(twin, dice)
    last = len(twin.decisions) == 1
    give(twin, given)
    stands = forbidden or (last and (shared or twin.dice.mark() != dice_before))
    after = position(twin)
    try:
        twin.undo(given[0])
    except IllegalCommand as error:
        _need(stands, "undo is honest", f"{given} cannot be taken back: {error}", game)
        _need(position(twin) == after, "undo is honest", "a refused undo changed the game", game)
    else:
        _need(not stands, "undo is honest", f"{given} was taken back", game)
        found = position(twin)
        _need(found == before, "undo is honest", _difference(before, found), game)
    twin = game.fork()
    twin.undo_policy = "never"
    give(twin, given)
    try:
        twin.undo()
    except IllegalCommand:
        return
    raise Failure("undo is honest", "a game that lets nothing be taken back did", game)


def _phase_undo(game: Game) -> str:
    phases = (*game.rules.sequence, *game.rules.ruleset.pieces.values())
    return next((phase.undo for phase in phases if phase.id == game.phase), "ok")


def _is_shared(game: Game) -> bool:
    """Whether another seat has already answered one of the questions that are open together."""
    return any(game.view(seat).pending for seat in game.seats)


def check_fork(game: Game, dice: Dice, commands: int = 4) -> None:
    """A fork played on does not touch its parent, and the same answers take another the same
    way.
    """
    before = position(game)
    one, other = game.fork(), game.fork()
    _need(position(one) == before, "a fork is the same game", "it differs at once", game)
    answers = played(one, dice, commands)
    _need(
        position(game) == before,
        "a fork leaves its parent alone",
        _difference(before, position(game)),
        game,
    )
    for given in answers:
        give(other, given)
    found = position(other)
    _need(
        found == position(one), "a fork is the same game", _difference(position(one), found), game
    )


def check_resume(game: Game, dice: Dice, commands: int = 3) -> None:
    """A game saved at this moment and loaded is the same game, and goes on alike."""
    what = "a saved game is the same game"
    record = game.record
    with tempfile.TemporaryDirectory() as folder:
        loaded = load(record.save(Path(folder) / "game.json"))
    _need(loaded.lines() == record.lines(), what, "the file reads otherwise", game)
    resumed = loaded.resume()
    before, found = position(game), position(resumed)
    _need(found == before, what, _difference(before, found), game)
    twin = game.fork()
    for given in played(twin, dice, commands):
        give(resumed, given)
    before, found = position(twin), position(resumed)
    _need(found == before, what, _difference(before, found), game)


def check_journal(game: Game) -> None:
    """The same commands with the journal off come to the same state and dice."""
    what = "the journal changes nothing"
    twin = Game(game.rules, game.seed, journal=False, mode=game.mode, undo=game.undo_policy)
    for logged in game.commands:
        give(twin, (logged.seat, logged.number, logged.command))
    before, found = position(game), position(twin)
    _need(found[0] == before[0], what, _difference(before, found), game)
    _need(found[1] == before[1], what, "the dice stand elsewhere", game)


def check_record(game: Game) -> Record:
    """The record of a game verifies in this process. Returns it."""
    record = game.record
    found = record.verify()
    _need(found.ok, "a record verifies", found.problem or f"{found.hash}", game)
    return record


_ELSEWHERE = """
import sys
from weathergage.records import load
for path in sys.argv[1:]:
    found = load(path).verify()
    print(found.ok, found.hash, found.problem, sep="\\t")
"""


def check_elsewhere(records: Mapping[str, Record], hash_seed: int = 4711) -> None:
    """Records, by the path that each is saved at, verify in a new process that orders its sets
    and hashes differently.
    """
    what = "a record verifies in another process"
    if not records:
        return
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE, *records],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    _need(done.returncode == 0, what, done.stderr.strip()[-500:])
    for line, (path, record) in zip(done.stdout.splitlines(), records.items(), strict=True):
        ok, found, problem = line.split("\t")
        _need(ok == "True" and found == record.hash, what, f"{path}: {problem or found}")


def check_standing(game: Game, dice: Dice) -> None:
    """A standing order answers as its seat would, whenever that is legal, until withdrawn."""
    what = "a standing order answers"
    decision = game.decisions[dice.below("which decision", len(game.decisions))]
    seat, kind, command = decision.seat, decision.kind, decision.sample(dice)
    one, other = game.fork(), game.fork()
    one.stand(seat, kind, command.data())
    answered = True
    while answered:
        answered = False
        for d in other.decisions:
            if (d.seat, d.kind) == (seat, kind) and d.complaint(command) is None:
                other.submit(d.id, command)
                answered = True
                break
    _need(len(one.commands) > len(game.commands), what, f"{decision} stays open", game)
    found, wanted = position(one), position(other)
    _need(found == wanted, what, _difference(wanted, found), game)
    one.stand(seat, kind, None)
    given = len(one.commands)
    played(one, dice, 4)
    standing = any(logged.standing for logged in one.commands[given:])
    _need(not standing, "a standing order can be withdrawn", f"{kind} of {seat}", game)


# Secrets ------------------------------------------------------------------------------------


def reachable(game: Game, seat: str, *, picture: bool = True) -> dict[str, str]:
    """Everything that a seat can get at, by name: its view, decisions, legal and drawn answers,
    what it is told when it answers wrongly, its events, its record, and its picture.
    """
    view = game.view(seat)
    found = {
        "view": canonical(view.plain()),
        "events": canonical([[event.say(), event.plain()] for event in view.events]),
        "record": "\n".join(game.record_for(seat).lines()),
    }
    for decision in view.decisions:
        found[f"question {decision.index}"] = canonical([decision.plain(), decision.schema])
        listed = decision.legal()
        if listed is not None:
            found[f"legal {decision.index}"] = canonical([c.data() for c in listed])
        samples = [decision.sample(Dice(number)) for number in range(3)]
        found[f"samples {decision.index}"] = canonical([c.data() for c in samples])
        found[f"refusals {decision.index}"] = canonical(_refusals(game, decision, samples[0]))
    if picture:
        found["picture"] = drawing(game, view)
    return found


def _refusals(game: Game, decision: Decision, command: Command) -> list[str]:
    """What is said to wrong answers of a seat, and to those that it has no business giving."""
    told: list[str] = []
    twin = game.fork()
    dice = Dice(1)
    for wrong in (nudged(command.data(), dice) for _ in range(3)):
        try:
            twin.submit(decision.id, wrong, seat=decision.seat)
        except IllegalCommand as error:
            told.append(str(error))
        else:
            told.append("accepted")
            twin = game.fork()
    for id in ("d0", *(d.id for d in game.decisions if d.seat != decision.seat)):
        try:
            twin.submit(id, command, seat=decision.seat)
        except IllegalCommand as error:
            told.append(str(error))
    return told


def drawing(game: Game, view: Any) -> str:
    """The picture of a view as SVG, "" where the ruleset draws none."""
    ruleset = game.rules.ruleset
    seen = view.table if ruleset.imagine is None else ruleset.imagine(game, view)
    drawn_table = ruleset.picture(game.rules, seen)
    if isinstance(drawn_table, Picture) and drawn_table.board is not None:
        return hexes.svg(drawn_table)
    return repr(drawn_table)


def check_secrecy(game: Game, dice: Dice, *, picture: bool = True) -> bool:
    """Where several seats are asked together, what one answers changes nothing that any other
    can get at, until the last answer is in. Returns whether there was anything to try.

    Every seat's answer in turn is replaced by another legal one, drawn by lot.
    """
    if len({d.seat for d in game.decisions}) < 2:
        return False
    tried = False
    for decision in game.decisions:
        first = decision.sample(dice)
        second = next((c for c in (decision.sample(dice) for _ in range(12)) if c != first), None)
        if second is not None:
            tried = True
            _compare_secrets(game, decision, (first, second), dice, picture)
    return tried


def _compare_secrets(
    game: Game, decision: Decision, answers: tuple[Command, Command], dice: Dice, picture: bool
) -> None:
    twins = (game.fork(), game.fork())
    for twin, answer in zip(twins, answers, strict=True):
        twin.submit(decision.id, answer)
    waiting = [(d.seat, d.index, d.sample(dice)) for d in game.decisions if d.id != decision.id]
    # The last answer reveals, so it is not given.
    for number in range(len(waiting)):
        for seat in game.seats:
            if seat == decision.seat:
                continue
            one, other = (reachable(twin, seat, picture=picture) for twin in twins)
            for name in one:
                if one[name] != other.get(name):
                    told = _difference((one[name],) * 5, (other.get(name),) * 5)
                    raise Failure(
                        "secrets are kept",
                        f"what {decision.seat} answers to {decision.kind} shows in {seat}'s "
                        f"{name}: {told}",
                        game,
                    )
        if number + 1 < len(waiting):
            for twin in twins:
                give(twin, waiting[number])


# All of it ----------------------------------------------------------------------------------

Check = Callable[[Game, Dice], object]

DEEP: dict[str, Check] = {
    "answers": check_answers,
    "refusals": check_refusals,
    "closed": check_closed,
    "order": check_order,
    "undo": check_undo,
    "honest undo": check_honest_undo,
    "fork": check_fork,
    "resume": check_resume,
    "standing": check_standing,
    "secrecy": check_secrecy,
    "copy": lambda game, dice: check_copy(game),
}
"""What is looked at in chosen positions of every game."""


def option_choices(ruleset: Ruleset, scenario: Scenario) -> list[dict[str, Any]]:
    """Choices of options worth playing: the book's, each option alone (with what it needs), and
    as many together as agree. What the scenario does not allow is left out.
    """
    choices: list[dict[str, Any]] = [{}]
    together: dict[str, Any] = {}
    for name, about in ruleset.options.model_fields.items():
        for value in _other_values(about.annotation, about.default):
            alone = {name: value}
            for needed in ruleset.options.facts(name).get("needs", ()):
                alone[needed] = True
            if _agree(ruleset, scenario, alone):
                choices.append(alone)
                if name not in together and _agree(ruleset, scenario, {**together, **alone}):
                    together |= alone
    if together and together not in choices:
        choices.append(together)
    return choices


def _other_values(annotation: Any, default: Any) -> list[Any]:
    if annotation is bool:
        return [not default]
    if get_origin(annotation) is Literal:
        return [value for value in get_args(annotation) if value != default]
    return []


def _agree(ruleset: Ruleset, scenario: Scenario, options: Mapping[str, Any]) -> bool:
    try:
        choose_options(ruleset, options, scenario)
    except Contradiction:
        return False
    return True


def whole_game(rules: Rules, seed: int, mode: str = "assisted") -> tuple[Game, list[Given]]:
    """Play a game by lot to its end: it is never stuck, it ends, nothing raises, and every
    position is possible. Returns it with the answers given.
    """
    game = Game(rules, seed, mode=mode)
    dice = Dice(seed)
    answers: list[Given] = []
    while True:
        check_position(game)
        if game.over:
            return game, answers
        _need(len(answers) < MOST, "every game ends", f"{MOST} commands were not enough", game)
        told = "drawing an answer"
        try:
            given = drawn(game, dice)
            told = f"giving {given[2]!r} for {given[0]}"
            give(game, given)
        except Exception as error:
            raise Failure("nothing raises", f"{told} raises {error!r}", game) from error
        answers.append(given)


class _Inspector:
    """Looks at games and writes down in a report what does not hold."""

    def __init__(self, report: Report, folder: Path | None) -> None:
        self.report = report
        self.folder = folder
        self.records: dict[str, Record] = {}

    def look(self, name: str, check: Callable[[], object], game: Game | None = None) -> bool:
        """Whether something holds; noted, and the game saved, where it does not."""
        self.report.checked[name] += 1
        try:
            check()
        except Failure as failure:
            self._note(failure)
        except Exception as error:
            self._note(Failure("nothing raises", f"{name}: {error!r}", game))
        else:
            return True
        return False

    def _note(self, failure: Failure) -> None:
        if self.folder is not None:
            failure.save(self.folder)
        failure.game = None
        self.report.failures.append(failure)

    def game(self, rules: Rules, seed: int, mode: str, deep: int) -> Game | None:
        """Play a game and look at it, `deep` of its positions closely; the game if it ended."""
        ended: list[tuple[Game, list[Given]]] = []
        if not self.look("whole games", lambda: ended.append(whole_game(rules, seed, mode))):
            return None
        ((game, answers),) = ended
        self.report.games += 1
        self.report.commands += len(answers)
        self.look("clauses", lambda: check_clauses(game), game)
        self.look("journal", lambda: check_journal(game), game)
        self.look("record", lambda: check_record(game), game)
        self.look("again", lambda: self._again(game, answers, deep), game)
        return game

    def _again(self, game: Game, answers: Sequence[Given], deep: int) -> None:
        """The same answers give the same game, with close looks on the way."""
        dice = Dice(game.seed)
        chosen = {dice.below("look closely", len(answers)) for _ in range(deep)} if answers else ()
        again = Game(game.rules, game.seed, mode=game.mode)
        for number, given in enumerate(answers):
            if number in chosen:
                for name, check in DEEP.items():
                    self.look(name, _bound(check, again, dice), again)
            give(again, given)
        one, other = position(game), position(again)
        _need(one == other, "the same commands are the same game", _difference(one, other), game)


def _bound(check: Check, game: Game, dice: Dice) -> Callable[[], object]:
    return lambda: check(game, dice)


@contextmanager
def _installed(ruleset: Ruleset) -> Iterator[None]:
    """Let records of a ruleset that is not installed find it, meanwhile."""
    known = discover().rulesets
    if known.get(ruleset.id) is ruleset:
        yield
        return
    if ruleset.id in known:
        raise Contradiction(f"another ruleset called {ruleset.id} is installed")
    known[ruleset.id] = ruleset
    try:
        yield
    finally:
        del known[ruleset.id]


def check_ruleset(
    ruleset: str | Ruleset,
    *,
    scenarios: Sequence[str] | None = None,
    seeds: Sequence[int] = range(2),
    folder: Path | None = None,
    quick: bool = False,
    options: Mapping[str, Any] | None = None,
    deep: int = 3,
) -> Report:
    """Put a ruleset through everything that must always hold, and report what does not.

    ruleset: an installed one by id, or one that need not be. scenarios: by id, all if None.
    seeds: of the games of each choice. folder: where games that fail are saved. options: one
    choice; None for the book's, each option alone, and as many together as agree. quick: only
    the book's options and those together, a game each. deep: positions looked at closely in
    each game. Games alternate between assisted and `book` play.
    Raises UnknownName for a ruleset or scenario that does not exist.
    """
    chosen = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    report = Report(chosen.id)
    inspector = _Inspector(report, folder)
    if not inspector.look("data", lambda: check_data(chosen)):
        return report
    known = scenarios_of(chosen)
    wanted = [pick(known, id, chosen.id) for id in (known if scenarios is None else scenarios)]
    with _installed(chosen), tempfile.TemporaryDirectory() as records:
        for scenario in wanted:
            choices = [options] if options is not None else option_choices(chosen, scenario)
            if quick:
                choices = [choices[0], *choices[1:][-1:]]
            for number, choice in enumerate(choices):
                rules = assemble_scenario(chosen, scenario, choice)
                for seed in seeds[:1] if quick else seeds:
                    mode = MODES[(number + seed) % len(MODES)]
                    game = inspector.game(rules, seed, mode, deep)
                    if game is not None and (number == 0 or not quick):
                        path = Path(records) / f"{scenario.id}-{number}-{seed}.json"
                        inspector.records[str(path)] = game.record
                        game.record.save(path)
        if chosen is discover().rulesets.get(chosen.id) and isinstance(ruleset, str):
            inspector.look("elsewhere", lambda: check_elsewhere(inspector.records))
    return report
