"""What must hold of a game, one by one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from weathergage.clauses import load_citations, load_clauses
from weathergage.commands import Command, parse_command
from weathergage.dice import Dice
from weathergage.errors import DecisionClosed, IllegalCommand, WeathergageError
from weathergage.events import Event, Rolled, Told
from weathergage.game import Decision, Game
from weathergage.houserules import HouseRule, source_of
from weathergage.plugins import Rules, scenarios_of
from weathergage.records import Record, canonical, load
from weathergage.ruleset import Ruleset
from weathergage.shiplists import load_ships
from weathergage.tables import load_tables
from weathergage.testing.failures import Failure, need
from weathergage.testing.positions import (
    Given,
    difference,
    drawn,
    dump,
    give,
    played,
    position,
    short_position,
)
from weathergage.testing.wrong import wrong_answers


@cache
def _known_clauses(package: str, folder: Path) -> frozenset[str]:
    return frozenset(load_clauses(folder / "clauses.toml"))


def _clauses_of(rules: Rules) -> frozenset[str]:
    """The ruleset's clauses; what a house rule adds may also stand under the house rule's id."""
    known = _known_clauses(rules.ruleset.package, rules.folder)
    if not rules.house_rules:
        return known
    return known.union(*(_clauses_of_rule(rule) for rule in rules.house_rules))


def _clauses_of_rule(rule: HouseRule) -> frozenset[str]:
    listed = Path(source_of(rule.plugin)).parent / "clauses.toml"
    own = _known_clauses(rule.id, listed.parent) if listed.is_file() else frozenset()
    return own | {rule.id, rule.clause}


def check_data(ruleset: Ruleset) -> None:
    """Every data file can be read, and every clause that the ruleset names is in its list."""
    what = "data files are valid"
    folder = ruleset.folder
    try:
        clauses = load_clauses(folder / "clauses.toml")
        load_citations(folder / "citations.json")
        tables = load_tables(folder / "tables")
        load_ships(folder / "ships")
        scenarios = scenarios_of(ruleset)
    except WeathergageError as error:
        raise Failure(what, str(error)) from error
    need(scenarios, what, f"{ruleset.id} has no scenario")
    named = {"turn_clause": ruleset.turn_clause}
    named.update((f"table {table.id}", table.clause) for table in tables.values())
    phases = (*ruleset.sequence, *ruleset.pieces.values())
    named.update((f"phase {phase.id}", phase.clause) for phase in phases)
    for name in ruleset.options.model_fields:
        named[f"option {name}"] = ruleset.options.facts(name).get("clause", "")
    for about, answer in ruleset.profile.items():
        named.update((f"profile {about!r}, {clause}", clause) for clause in answer.clauses)
    for where, clause in named.items():
        need(clause in clauses, what, f"{where} names clause {clause!r}, which is not listed")
    kinds = Counter(command.KIND for command in ruleset.commands)
    for kind, count in kinds.items():
        need(count == 1, what, f"two commands are of kind {kind!r}")


def check_position(game: Game) -> None:
    """The ruleset finds nothing wrong with the position, and somebody can go on or it is over."""
    invariants = game.rules.ruleset.invariants
    problems = invariants(game) if invariants is not None else []
    need(not problems, "the position is possible", "; ".join(problems[:4]), game)
    need(
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
        need(event.clause in known, what, f"{event.kind} under {event.clause!r}", game)
        need(event.say().strip(), what, f"{event.kind} says nothing", game)
        if isinstance(event, Rolled):
            for name, _, clause in event.modifiers:
                need(clause in known, what, f"modifier {name} under {clause!r}", game)

    for event in game.events:
        look(event)
    for decision in game.decisions:
        need(decision.clause in known, what, f"{decision} under {decision.clause!r}", game)


def check_copy(game: Game) -> None:
    """A copied state is the same, and shares nothing that can change with the first."""
    state, copied = game.state, game.state.copy()
    what = "a copy shares nothing"
    need(dump(state) == dump(copied), what, "the copy is not the same", game)
    mine = _mutable(state, "state", {})
    for place, part in _mutable(copied, "state", {}).values():
        shared = mine.get(id(part))
        need(shared is None, what, f"{place} is the same object in both", game)


def _mutable(value: Any, place: str, found: dict[int, tuple[str, Any]]) -> dict[int, Any]:
    """Every list, dict, set and changeable dataclass in a value, by identity; not what a class
    keeps for itself and never compares.
    """
    kind = type(value)
    if is_dataclass(kind):
        if id(value) in found:
            return found
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            found[id(value)] = (place, value)
        for f in fields(kind):
            if f.compare or f.init:
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
    before = short_position(game)
    for decision in game.decisions:
        what = "a drawn answer is legal"
        listed = decision.legal()
        for _ in range(4):
            command = decision.sample(dice)
            problem = decision.complaint(command)
            need(problem is None, what, f"{decision}: {command!r}: {problem}", game)
            if listed is not None:
                need(command in listed, what, f"{decision}: {command!r} is not listed", game)
            again = parse_command(json.loads(canonical(command.data())), decision.kinds)
            need(again == command, "an answer survives as data", f"{command!r}", game)
        if listed is not None:
            need(listed, "every decision has an answer", f"{decision} lists none", game)
            tried = [listed[dice.below("listed", len(listed))] for _ in range(most)]
            for command in listed if len(listed) <= most else tried:
                _accepted(game, decision, command)
        canonical([decision.plain(), decision.schema])
        need(decision.help() and decision.prompt, "questions explain themselves", f"{decision}")
    need(short_position(game) == before, "looking changes nothing", "the game moved", game)


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
    before = short_position(twin)
    for decision in game.decisions:
        listed = decision.legal()
        for wrong in wrong_answers(decision.sample(dice), dice, nudges):
            try:
                twin.submit(decision.id, wrong)
            except IllegalCommand as error:
                _check_refusal(game, decision, wrong, error)
                need(
                    short_position(twin) == before,
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
    need(error.reason and error.clause in known, what, told, game)
    try:
        command = parse_command(wrong, decision.kinds)
    except IllegalCommand:
        return
    problem = decision.complaint(command)
    need(problem is not None, "what is legal is accepted", told, game)


def _check_acceptance(
    game: Game, decision: Decision, wrong: Any, listed: Sequence[Command] | None
) -> None:
    command = parse_command(wrong, decision.kinds)
    problem = decision.complaint(command)
    told = f"{decision}: {wrong!r} was accepted"
    suffered = problem is not None and problem.suffered and game.mode == "book"
    need(problem is None or suffered, "what is illegal is refused", f"{told}: {problem}", game)
    if listed is not None and problem is None:
        need(command.unconditional() in listed, "what is accepted is listed", told, game)


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
        need(
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
    before = short_position(twin)
    try:
        twin.submit(id, command, seat=seat)
    except kind as error:
        need(short_position(twin) == before, what, f"the refusal of {id!r} changed the game", game)
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
        need(
            first == found,
            "simultaneous answers have no order",
            difference(first, found),
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
        need(found == positions[back - 1], what, difference(positions[back - 1], found), game)
        now = {d.id for d in twin.decisions}
        need(now.isdisjoint(seen), "ids are never used twice", f"{sorted(now & seen)}", game)
        seen |= now
        for id in late:
            _refused(twin, id, answers[back - 1][2], DecisionClosed, game)
    for number, given in enumerate(answers, 1):
        give(twin, given)
        found = position(twin)
        what = "the same command again is the same game"
        need(found == positions[number], what, difference(positions[number], found), game)


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
        need(stands, "undo is honest", f"{given} cannot be taken back: {error}", game)
        need(position(twin) == after, "undo is honest", "a refused undo changed the game", game)
    else:
        need(not stands, "undo is honest", f"{given} was taken back", game)
        found = position(twin)
        need(found == before, "undo is honest", difference(before, found), game)
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
    need(position(one) == before, "a fork is the same game", "it differs at once", game)
    answers = played(one, dice, commands)
    need(
        position(game) == before,
        "a fork leaves its parent alone",
        difference(before, position(game)),
        game,
    )
    for given in answers:
        give(other, given)
    found = position(other)
    need(found == position(one), "a fork is the same game", difference(position(one), found), game)


def check_resume(game: Game, dice: Dice, commands: int = 3) -> None:
    """A game saved at this moment and loaded is the same game, and goes on alike."""
    what = "a saved game is the same game"
    record = game.record
    with tempfile.TemporaryDirectory() as folder:
        loaded = load(record.save(Path(folder) / "game.json"))
    need(loaded.lines() == record.lines(), what, "the file reads otherwise", game)
    resumed = loaded.resume()
    before, found = position(game), position(resumed)
    need(found == before, what, difference(before, found), game)
    twin = game.fork()
    for given in played(twin, dice, commands):
        give(resumed, given)
    before, found = position(twin), position(resumed)
    need(found == before, what, difference(before, found), game)


def check_journal(game: Game) -> None:
    """The same commands with the journal off come to the same state and dice."""
    what = "the journal changes nothing"
    twin = Game(game.rules, game.seed, journal=False, mode=game.mode, undo=game.undo_policy)
    for logged in game.commands:
        give(twin, (logged.seat, logged.number, logged.command))
    before, found = position(game), position(twin)
    need(found[0] == before[0], what, difference(before, found), game)
    need(found[1] == before[1], what, "the dice stand elsewhere", game)


def check_record(game: Game) -> Record:
    """The record of a game verifies in this process by what it says itself. Returns it."""
    record = replace(game.record, given=())
    found = record.verify()
    need(found.ok, "a record verifies", found.problem or f"{found.hash}", game)
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
    need(done.returncode == 0, what, done.stderr.strip()[-500:])
    for line, (path, record) in zip(done.stdout.splitlines(), records.items(), strict=True):
        ok, found, problem = line.split("\t")
        need(ok == "True" and found == record.hash, what, f"{path}: {problem or found}")


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
            fits = (d.seat, d.kind) == (seat, kind) and isinstance(command, d.kinds)
            if fits and d.complaint(command) is None:
                other.submit(d.id, command)
                answered = True
                break
    need(len(one.commands) > len(game.commands), what, f"{decision} stays open", game)
    found, wanted = position(one), position(other)
    need(found == wanted, what, difference(wanted, found), game)
    one.stand(seat, kind, None)
    given = len(one.commands)
    played(one, dice, 4)
    standing = any(logged.standing for logged in one.commands[given:])
    need(not standing, "a standing order can be withdrawn", f"{kind} of {seat}", game)
