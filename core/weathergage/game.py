"""A game: its open decisions, what is submitted to them, undo and fork.

In order, for each phase of each turn: a checkpoint of state and dice (if commands came since
the last, and the phase may ask), the phase's generator is made (hook `phase`) and run to its next
question; a question becomes open decisions; an answer is checked (shape, the decision's own
checker, hook `legal`) and logged; when the last answer of a question is in, the generator goes
on. After a phase the pieces of its agenda are run, one by one, each with a checkpoint; then hook
`outcome` is asked. A phase that has far to go may keep a place for undo and fork at a question.
Undo, fork and load are one thing: put a checkpoint back and send the same commands again.
"""

from __future__ import annotations

import secrets  # noqa: TID251 - a game that is given no seed draws one, once, before it begins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from weathergage.callers import blamed, owner_of
from weathergage.commands import Command, parse_command
from weathergage.dice import Dice
from weathergage.errors import (
    Contradiction,
    DecisionClosed,
    IllegalCommand,
    PluginFailed,
    StuckGame,
    UnknownName,
    WeathergageError,
)
from weathergage.events import Event, GameEnded, PhaseBegan, Rolled, TurnBegan
from weathergage.houserules import HouseRule
from weathergage.phases import Ask, Complaint, Phase, PhaseRun, Together
from weathergage.plugins import Rules, assemble
from weathergage.reckoning import Reckoner
from weathergage.ruleset import Options, Outcome
from weathergage.views import View, told_to

if TYPE_CHECKING:
    from weathergage.records import Record

MODES = ("assisted", "book")
UNDO = ("ok", "never", "book")
LONGEST = 10_000
"""Turns after which a game is declared stuck."""
MOST_SIDES = 256
"""Sides of the largest die that is thrown as one."""
FEW = 16
"""Checkpoints that a game without a journal gathers before it drops half of them: those in the
middle.
"""


class Decision:
    """A question that is open to one seat. Its id is never used twice in a game, and counts the
    seat's own questions only, so that it tells nothing of what others are asked.
    """

    __slots__ = ("_ask", "_game", "id", "index")

    def __init__(self, game: Game, ask: Ask, id: str, index: int) -> None:
        self._game = game
        self._ask = ask
        self.id = id
        self.index = index

    @property
    def seat(self) -> str:
        """Who answers."""
        return self._ask.seat

    @property
    def kind(self) -> str:
        """The kind of command expected; the first where several are."""
        return self._ask.kinds[0].KIND

    @property
    def kinds(self) -> tuple[type[Command], ...]:
        """The command classes that it takes."""
        return self._ask.kinds

    @property
    def about(self) -> str | None:
        """The ship or thing concerned, if it is one."""
        return self._ask.about

    @property
    def clause(self) -> str:
        """The rule that asks."""
        return self._ask.clause

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        prompt = self._ask.prompt
        said = prompt if isinstance(prompt, str) else prompt()
        return said or f"{self.about or self.seat}: {self.kind}?"

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the command."""
        schemas = [kind.model_json_schema() for kind in self._ask.kinds]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def legal(self) -> list[Command] | None:
        """Every legal answer, or None where they are too many to list."""
        try:
            answers = self._ask.answers.legal()
        except Exception as error:
            self._game._blame(error, "the answers of phase")
            raise
        if answers is None:
            return None
        if self._game.rules.legal is None:
            return list(answers)
        return [answer for answer in answers if self.complaint(answer) is None]

    def sample(self, dice: Any) -> Command:
        """One legal answer, uniformly where that is possible.

        dice: Dice (the stream "sample" is used), or anything with a `randrange`. The game's own
        dice are not touched.
        """
        source = dice if isinstance(dice, Dice) else _borrowed(dice)
        try:
            answer = self._ask.answers.sample(source)
        except Exception as error:
            self._game._blame(error, "the answers of phase")
            raise
        if self._game.rules.legal is not None:
            for _ in range(200):
                if self.complaint(answer) is None:
                    return answer
                answer = self._ask.answers.sample(source)
            options = self.legal()
            if options:
                return options[source.below("sample", len(options))]
            raise StuckGame(f"house rules leave {self.seat} no legal answer to {self.kind}")
        return answer

    def complaint(self, command: Command) -> Complaint | None:
        """What is wrong with an answer, or None; nothing changes."""
        try:
            problem = self._ask.answers.check(command)
        except Exception as error:
            self._game._blame(error, "the answers of phase")
            raise
        if problem is None and self._game.rules.legal is not None:
            refusals = self._game.rules.legal(game=self._game, decision=self, command=command)
            problem = refusals[0] if refusals else None
        return problem

    def help(self) -> str:
        """How to answer, with an example."""
        return self._ask.answers.help()

    def plain(self) -> dict[str, Any]:
        """What a program needs to show the question."""
        return {
            "id": self.id,
            "seat": self.seat,
            "kind": self.kind,
            "about": self.about,
            "clause": self.clause,
            "prompt": self.prompt,
            "help": self.help(),
        }

    def __repr__(self) -> str:
        """Id, seat, kind and what it is about."""
        about = f" about {self.about}" if self.about else ""
        return f"<Decision {self.id}: {self.seat} {self.kind}{about} ({self.clause})>"


def _borrowed(source: Any) -> Dice:
    """Dice whose seed was drawn from another generator of chance."""
    if not hasattr(source, "randrange"):
        raise WeathergageError(f"sample() takes Dice, not {type(source).__name__}")
    return Dice(source.randrange(1 << 63))


@dataclass(slots=True)
class Logged:
    """A command as it was given: by whom, to which of the questions open together (by number),
    and whether a standing order gave it.
    """

    seat: str
    number: int
    command: Command
    standing: bool


@dataclass(slots=True)
class Checkpoint:
    """The game at the start of a phase or piece."""

    step: int
    piece: tuple[str, tuple[Any, ...]] | None
    state: Any
    dice: dict[str, int]
    notes: dict[str, Any]
    logged: int
    told: int


def _begins_turn(point: Checkpoint) -> bool:
    return point.step == 0 and point.piece is None


def _thin(points: list[Checkpoint]) -> None:
    """Drop what lies within the turn before the last one; those before it are thinned by now."""
    last = len(points) - 1
    while last > 0 and not _begins_turn(points[last]):
        last -= 1
    first = last
    while first > 0 and not _begins_turn(points[first - 1]):
        first -= 1
    del points[first:last]


class Game(Reckoner):
    """One game in progress.

    rules: the choice it is played by. state: all that is on the table. dice: its chance.
    journal: the events so far, or None when it is off. telling: whether anyone listens to
    events; a phase builds none otherwise. notes: what house rules have to remember, by names of
    theirs, in values that never change themselves (numbers, words, tuples). A game may also be
    begun from a state, and then at a phase of its turn: UnknownName for one that the turn does not
    have.
    """

    __slots__ = (
        "_answers",
        "_asks",
        "_checkpoints",
        "_generator",
        "_ids",
        "_log",
        "_open",
        "_phase",
        "_piece",
        "_saved",
        "_sealed",
        "_standing",
        "_step",
        "_together",
        "_told",
        "dice",
        "journal",
        "mode",
        "notes",
        "rules",
        "state",
        "telling",
        "undo_policy",
    )

    def __init__(
        self,
        rules: Rules,
        seed: int,
        *,
        journal: bool = True,
        mode: str = "assisted",
        undo: str = "ok",
        dice: Dice | None = None,
        state: Any = None,
        phase: str = "",
    ) -> None:
        self.rules: Rules = rules
        self.dice = dice if dice is not None else Dice(seed)
        self.mode = mode
        self.undo_policy = undo
        self.journal: list[Event] | None = [] if journal else None
        self.telling = journal or rules.happened is not None
        self.notes: dict[str, Any] = {}
        self.state = state if state is not None else rules.set_up(self.dice)
        self._checkpoints: list[Checkpoint] = []
        self._log: list[Logged] = []
        self._standing: dict[tuple[str, str], Command] = {}
        self._ids: dict[str, int] = {}
        self._sealed = 0
        self._saved = -1
        self._told = 0
        self._step = -1
        self._piece: tuple[str, tuple[Any, ...]] | None = None
        self._phase: Phase | None = None
        self._generator: PhaseRun | None = None
        self._open: list[Decision] = []
        self._asks: tuple[Ask, ...] = ()
        self._together = False
        self._answers: list[Command | None] = []
        if phase:
            self._step = rules.step(phase, self.state.turn) - 1
        self._run(None)

    # What there is to know

    @property
    def seed(self) -> int:
        """The seed that all chance comes from."""
        return self.dice.seed

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        outcome: Outcome | None = self.state.outcome
        return outcome

    @property
    def turn(self) -> int:
        """The game-turn, from 1."""
        turn: int = self.state.turn
        return turn

    @property
    def phase(self) -> str:
        """The id of the phase in progress."""
        return self._phase.id if self._phase else ""

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        return self.rules.seats

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is open now, of all seats."""
        return tuple(self._open)

    @property
    def events(self) -> list[Event]:
        """What happened so far; empty with the journal off."""
        return self.journal if self.journal is not None else []

    @property
    def commands(self) -> tuple[Logged, ...]:
        """The commands so far, in the order they were given."""
        return tuple(self._log)

    def turn_starts(self) -> list[Checkpoint]:
        """The checkpoints at which the turns so far began."""
        return [p for p in self._checkpoints if _begins_turn(p)]

    def record_for(self, seat: str) -> Record:
        """What one seat may keep of the game: no seed before the end, and nothing untold."""
        from weathergage.records import seat_record

        if seat not in self.rules.seats:
            raise UnknownName("seat", seat, self.rules.seats)
        return seat_record(self, seat)

    def view(self, seat: str) -> View:
        """The game as a seat may see it. Raises UnknownName for a seat that does not exist."""
        if seat not in self.rules.seats:
            raise UnknownName("seat", seat, self.rules.seats)
        if self.rules.view is not None:
            table = self.rules.view(game=self, seat=seat)
        else:
            table = self.rules.ruleset.view(self, seat)
        pending = zip(self._asks, self._answers, strict=True)
        return View(
            seat,
            self.turn,
            self.phase,
            table,
            tuple(told_to(seat, self.events)),
            tuple(d for d in self._open if d.seat == seat),
            tuple(a for ask, a in pending if a is not None and ask.seat == seat),
            self.outcome,
            self.rules,
        )

    @property
    def record(self) -> Record:
        """The game as a record: everything needed to save, verify and show it."""
        from weathergage.records import record_of

        return record_of(self)

    # What phases use

    def tell(self, event: Event) -> None:
        """Add an event to the journal and let house rules know of it."""
        if self.journal is not None:
            self.journal.append(event)
        if self.rules.happened is not None:
            self.rules.happened(game=self, event=event)

    def roll(self, stream: str, purpose: str, clause: str, *, about: str = "") -> int:
        """One six-sided die, told with its purpose and clause."""
        rules = self.rules
        if rules.throws:
            return self._throw_one(stream, purpose, clause, about)
        face = self.dice.roll(stream)
        if self.telling:
            self.tell(Rolled(purpose, clause, (face,), (), face, about))
        return face

    def _throw_one(self, stream: str, purpose: str, clause: str, about: str) -> int:
        """The same where a house rule has a say in it."""
        faces, fell = self.thrown(stream, purpose, 1, 6)
        result, face = sum(faces), sum(fell)
        if self.telling:
            changes = () if result == face else (("house rule", result - face, clause),)
            self.tell(Rolled(purpose, clause, fell, changes, result, about))
        return result

    def throw(self, stream: str, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Dice of a stream, as they count; the rule that throws them tells of them."""
        if self.rules.throws:
            return self.thrown(stream, purpose, count, sides)[0]
        return self.dice.rolls(stream, count, sides)

    def below(self, stream: str, purpose: str, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely: which of several things it is."""
        if self.rules.throws and bound > 1:
            drawn = sum(self.thrown(stream, purpose, 1, bound)[0]) - 1
            return min(max(drawn, 0), bound - 1)
        return self.dice.below(stream, bound)

    def thrown(
        self, stream: str, purpose: str, count: int, sides: int = 6
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The same twice: as they count with house rules, and as they fell."""
        rules = self.rules
        fell: tuple[int, ...] | None = None
        if rules.roll is not None:
            fell = rules.roll(game=self, purpose=purpose, stream=stream, count=count, sides=sides)
        if fell is None and sides > MOST_SIDES:
            fell = (self.dice.below(stream, sides) + 1,)
        elif fell is None:
            fell = self.dice.rolls(stream, count, sides)
        else:
            fell = tuple(fell)
        if rules.rolled is None:
            return fell, fell
        seen = []
        for face in fell:
            changed = rules.rolled(game=self, purpose=purpose, result=face)
            seen.append(face if changed is None else changed)
        return tuple(seen), fell

    def keep(self) -> None:
        """Let undo and fork come back to the start of a quiet phase, which is about to ask and has
        changed nothing yet, where a checkpoint is due; where every question is to be near its
        checkpoint, that of another phase will not do. Nothing happens once the phase has begun to
        ask.
        """
        if self._generator is not None:
            return
        near = self.rules.ruleset.checkpoint_after == 1
        if self._is_checkpoint_due() or (near and not self._is_kept()):
            self._checkpoint()

    def _is_kept(self) -> bool:
        """Whether the last checkpoint is of the phase at hand."""
        last = self._checkpoints[-1]
        return last.step == self._step and last.state.turn == self.state.turn

    def keep_place(self, piece: str, *arguments: Any) -> None:
        """Let undo and fork come back to this very place of a phase that is about to ask.

        piece: the ruleset's piece that plays the rest of the phase from here, beginning with the
        question. arguments: what it is given for it, which nothing changes afterwards; the piece
        makes copies of its own. Nothing happens where a house rule surrounds the phase: it would
        not surround the piece in the same way.
        """
        phase = self._phase
        if self.rules.phase is None or (phase is not None and not self.rules.hears(phase)):
            self._checkpoint((piece, arguments), len(self.events))

    # What players do

    def submit(
        self, decision_id: str, command: Command | Mapping[str, Any], *, seat: str | None = None
    ) -> None:
        """Answer an open decision; the game goes on as far as it can.

        seat: who is answering, where that is known; answering for another is refused.
        Raises DecisionClosed or IllegalCommand, and then nothing has changed.
        """
        decision = self._find(decision_id, seat)
        if seat is not None and seat != decision.seat:
            raise IllegalCommand(
                f"decision {decision_id} is {decision.seat}'s to answer, not {seat}'s",
                clause=decision.clause,
                code="wrong-seat",
                about=decision.about,
                open=[d.id for d in self._open if d.seat == seat],
            )
        ask = decision._ask
        if type(command) in ask.kinds:
            answer: Command = command  # type: ignore[assignment]
        else:
            answer = parse_command(command, ask.kinds, ask.about, ask.clause)
        problem = decision.complaint(answer)
        if problem is not None and not (problem.suffered and self.mode == "book"):
            raise IllegalCommand(
                problem.reason,
                clause=problem.clause,
                code=problem.code,
                about=problem.about or decision.about,
                open=[decision.id],
            )
        self._accept(decision, answer)

    def _find(self, decision_id: str, seat: str | None = None) -> Decision:
        for decision in self._open:
            if decision.id == decision_id:
                return decision
        # A seat hears of its own questions only: others' ids count what they were asked.
        known = [d for d in self._open if seat in (None, d.seat)]
        now = "; ".join(f"{d.id} ({d.seat}: {d.kind})" for d in known) or "nothing"
        raise DecisionClosed(
            f"decision {decision_id} is not open; open now: {now}",
            code="closed",
            open=[d.id for d in known],
        )

    def stand(self, seat: str, kind: str, command: Command | Mapping[str, Any] | None) -> None:
        """Give a standing order: this seat's decisions of a kind are answered so from now on,
        whenever that answer is legal. None withdraws it.

        Raises UnknownName for a seat or kind that does not exist, IllegalCommand for an answer
        that is none.
        """
        if seat not in self.rules.seats:
            raise UnknownName("seat", seat, self.rules.seats)
        commands = self.rules.ruleset.commands
        if kind not in (known := [command.KIND for command in commands]):
            raise UnknownName("kind of decision", kind, known)
        if command is None:
            self._standing.pop((seat, kind), None)
            return
        if isinstance(command, Mapping):
            command = {"kind": kind, **command}
        self._standing[seat, kind] = parse_command(command, commands)
        logged = len(self._log)
        self._stand_by()
        if len(self._log) > logged:
            try:
                self._answered(logged)
            except BaseException:
                del self._standing[seat, kind]
                raise

    @property
    def standing(self) -> dict[tuple[str, str], Command]:
        """The standing orders by seat and kind of decision."""
        return dict(self._standing)

    def undo(self, seat: str | None = None) -> None:
        """Take back the last command given by a person or captain, with all that followed.

        seat: who takes back; only one's own last command. Raises IllegalCommand where there is
        nothing to take back or this game does not let one.
        """
        keep = len(self._log)
        while keep and self._log[keep - 1].standing:
            keep -= 1
        if not keep:
            raise IllegalCommand("there is nothing to take back", code="nothing-to-undo")
        last = self._log[keep - 1]
        if seat is not None and last.seat != seat:
            raise IllegalCommand(
                f"the last command is {last.seat}'s, so {seat} cannot take it back",
                code="undo-refused",
            )
        if self.undo_policy == "never":
            raise IllegalCommand("this game lets nothing be taken back", code="undo-refused")
        if self.undo_policy == "book" and keep <= self._sealed:
            raise IllegalCommand(
                "a die, a reveal or another side's act has followed; it stands",
                code="undo-refused",
            )
        self._rewind(keep - 1)
        self._stand_by(last)

    def fork(self) -> Game:
        """The same game a second time, from here on independent of this one."""
        twin: Game = Game.__new__(Game)
        twin.rules = self.rules
        twin.dice = self.dice.fork()
        twin.mode = self.mode
        twin.undo_policy = self.undo_policy
        twin.journal = None if self.journal is None else self.journal.copy()
        twin.telling = self.telling
        twin.notes = {}
        twin._saved = -1
        twin._checkpoints = self._checkpoints.copy()
        twin._log = self._log.copy()
        twin._standing = self._standing.copy()
        twin._ids = self._ids.copy()
        twin._sealed = self._sealed
        twin._together = False
        twin._phase = None
        twin._generator = None
        twin._asks = ()
        twin._answers = []
        twin._rewind(len(self._log))
        for mine, its in zip(self._open, twin._open, strict=True):
            its.id = mine.id
        twin._ids = self._ids.copy()
        return twin

    # How it runs

    def _accept(self, decision: Decision, answer: Command) -> None:
        """Log an answer; when it was the last one missing, go on. All of it or nothing."""
        logged = len(self._log)
        index = decision.index
        self._log.append(Logged(decision._ask.seat, index, answer, False))
        self._open.remove(decision)
        self._answers[index] = answer
        if self.undo_policy == "book":
            self._answered(logged)
        elif not self._open:
            self._resume_or_restore(logged)

    def _answered(self, logged: int) -> None:
        """Go on if the last answer missing has come in, and seal what the book lets nobody take
        back: what a die, a reveal or another seat's act has followed, and what was done in a
        phase that forbids it.
        """
        sealed = self._phase is not None and self._phase.undo == "no"
        if not self._open:
            sealed = sealed or len({ask.seat for ask in self._asks}) > 1
            dice = self.dice.mark()
            self._resume_or_restore(logged)
            sealed = sealed or dice != self.dice.mark()
        seat = self._log[logged].seat
        if sealed or any(entry.seat != seat for entry in self._log[logged:]):
            self._sealed = len(self._log)

    def _resume_or_restore(self, logged: int) -> None:
        told = len(self.journal) if self.journal is not None else 0
        try:
            self._run(tuple(self._answers) if self._together else self._answers[0])
        except BaseException:
            log, journal = self._log[:logged], self.events[:told]
            try:
                self._rewind(logged)
            except PluginFailed:
                # It breaks down on the way back as well. The record keeps all that went before.
                self._log, self._open, self._generator = log, [], None
                if self.journal is not None:
                    self.journal = journal
            raise

    def _run(self, send: Any) -> None:
        """Go on until somebody has to decide or the game is over; blame who raises."""
        try:
            self._go_on(send)
        except (IllegalCommand, PluginFailed):
            raise
        except (Exception, SystemExit) as error:
            self._blame(error)
            raise

    def _go_on(self, send: Any) -> None:
        while True:
            if self._generator is None:
                if not self._next():
                    return
                send = None
            try:
                request = self._generator.send(send)  # type: ignore[union-attr]
            except StopIteration:
                self._generator = None
                continue
            self._put(request)
            if self._open:
                return
            send = tuple(self._answers) if self._together else self._answers[0]

    def _blame(self, error: BaseException, where: str = "phase") -> None:
        """Retell an error as a house rule's, where the game has any; what is said on purpose stays
        as it was said where no house rule said it.
        """
        ruleset, chosen = self.rules.ruleset, self.rules.house_rules
        if not chosen:
            return
        if isinstance(error, WeathergageError) and owner_of(ruleset, chosen, error) is None:
            return
        raise blamed(ruleset, chosen, f"{where} {self.phase}", error) from error

    def _put(self, request: Ask | Together) -> None:
        """Open the decisions of a question."""
        if type(request) is Ask:
            self._together = False
            self._asks = (request,)
            self._answers = [None]
            self._open = [Decision(self, request, self._next_id(request.seat), 0)]
        elif isinstance(request, Together) and request.asks:
            asks = self._asks = request.asks
            self._together = True
            self._answers = [None] * len(asks)
            opened = self._open = []
            for index, question in enumerate(asks):
                opened.append(Decision(self, question, self._next_id(question.seat), index))
        else:
            raise self.rules.no_question(self._phase, request)
        if self._standing:
            self._stand_by()

    def _next_id(self, seat: str) -> str:
        """Name a decision of a seat as no other was named."""
        number = self._ids[seat] = self._ids.get(seat, 0) + 1
        return f"{seat}-{number}"

    def _stand_by(self, undone: Logged | None = None) -> None:
        """Let standing orders answer what they can of the open decisions; not the one whose
        answer was just taken back.
        """
        for decision in tuple(self._open):
            if undone and (decision.seat, decision.index) == (undone.seat, undone.number):
                continue
            order = self._standing.get((decision.seat, decision.kind))
            if isinstance(order, decision.kinds) and decision.complaint(order) is None:
                self._log.append(Logged(decision.seat, decision.index, order, True))
                self._open.remove(decision)
                self._answers[decision.index] = order

    def _next(self) -> bool:
        """Begin what comes next, a piece of the agenda or a phase, up to one that may ask; False
        when the game is over.
        """
        rules, state = self.rules, self.state
        if self._run_on():
            return True
        last = len(rules.first if state.turn == 1 else rules.later) - 1
        played = False
        while True:
            if rules.outcome is not None and played and state.outcome is None:
                state.outcome = rules.outcome(game=self)
            if state.outcome is not None:
                self._end(state.outcome)
                return False
            if state.agenda:
                self._piece, state.agenda = state.agenda[0], state.agenda[1:]
            else:
                self._piece = None
                if self._step < last:
                    self._step += 1
                else:
                    last = len(self._next_turn()) - 1
            self._told = len(self.events)
            if self._is_checkpoint_due():
                self._checkpoint()
            played = self._begin()
            if self._generator is not None:
                return True

    def _run_on(self) -> bool:
        """The same as far as one phase follows the other: False when anything else comes next."""
        rules, state, telling, ends = self.rules, self.state, self.telling, self.rules.outcome
        phases = rules.first if state.turn == 1 else rules.later
        step = self._step
        self._piece = None
        if ends is not None and self._phase is not None and state.outcome is None:
            state.outcome = ends(game=self)
        while True:
            for phase in phases[step + 1 :]:
                if state.outcome is not None or state.agenda:
                    return False
                step += 1
                self._step = step
                self._phase = phase
                idle = phase.plays is not None and not phase.plays(self)
                if idle and step:
                    continue
                if telling or self._saved < 0 or not phase.quiet:
                    self._enter(phase, idle)
                if phase.dear:
                    self._saved = -1
                if idle:
                    continue
                if rules.phase is None or not rules.hears(phase):
                    generator = phase.run(self)
                else:
                    generator = rules.phase(game=self, phase=phase)
                if generator is not None:
                    self._generator = generator
                    return True
                if ends is not None and state.outcome is None:
                    state.outcome = ends(game=self)
            if state.outcome is not None or state.agenda:
                return False
            phases, step = self._next_turn(), -1

    def _enter(self, phase: Phase, idle: bool) -> None:
        """Keep a checkpoint where one is due, and tell of the phase."""
        if self.telling:
            self._told = len(self.events)
        if (not phase.quiet or self._saved < 0) and self._is_checkpoint_due():
            self._checkpoint()
        if self.telling:
            self._announce(phase, idle)

    def _next_turn(self) -> tuple[Phase, ...]:
        """Turn the page; gives back the phases of the turn."""
        state = self.state
        state.turn += 1
        if state.turn > LONGEST:
            raise StuckGame(f"the game did not end in {LONGEST} turns")
        self._step = 0
        if self.journal is not None or self.rules.ruleset.checkpoint_after == 1:
            # Records are cut where turns begin; and where every question is to be near its
            # checkpoint, none is to lie behind a whole phase of the turn before.
            self._saved = -1
        return self.rules.later

    def _is_checkpoint_due(self) -> bool:
        """Whether enough commands came since the last checkpoint, or a turn begins whose start is
        kept.
        """
        saved = self._saved
        return saved < 0 or len(self._log) - saved >= self.rules.ruleset.checkpoint_after

    def _checkpoint(
        self, piece: tuple[str, tuple[Any, ...]] | None = None, told: int | None = None
    ) -> None:
        """Remember the game as it is: as the phase or piece at hand begins, or at a place within it
        from which another piece plays on, told: with so many events before it.
        """
        logged = self._saved = len(self._log)
        points = self._checkpoints
        if points and points[-1].logged == logged and not _begins_turn(points[-1]):
            # Nobody goes back to that one any more; what begins a turn is kept for records.
            points.pop()
        if self.journal is None:
            # Nobody asks for turns in a game that keeps no events: its start and the last places
            # are enough, and whoever undoes farther back plays a little more of it again.
            if len(points) > FEW:
                del points[1 : -FEW // 2]
        elif self._step == 0 and self._piece is None:
            # Of the turns before the last one a start is enough, for records: what was copied and
            # kept for nothing costs more, each time that memory is looked through, than replaying
            # costs whoever goes back so far.
            _thin(points)
        points.append(
            Checkpoint(
                self._step,
                self._piece if piece is None else piece,
                self.state.copy(),
                self.dice.mark(),
                self.notes.copy(),
                logged,
                self._told if told is None else told,
            )
        )

    def _begin(self) -> bool:
        """Make the generator of the phase or piece at hand; a plain function runs at once. False
        where the phase does not come up.
        """
        if self._piece is not None:
            name, arguments = self._piece
            phase = self._phase = self.rules.ruleset.pieces[name]
            if self.rules.phase is not None and self.rules.hears(phase):
                whole = replace(phase, run=lambda game: phase.run(game, *arguments))
                self._generator = self.rules.phase(game=self, phase=whole)
            else:
                self._generator = phase.run(self, *arguments)
            return True
        rules = self.rules
        phase = self._phase = (rules.first if self.state.turn == 1 else rules.later)[self._step]
        idle = phase.plays is not None and not phase.plays(self)
        if phase.dear:
            self._saved = -1
        if self.telling:
            self._announce(phase, idle)
        if idle:
            self._generator = None
        elif rules.phase is not None and rules.hears(phase):
            self._generator = rules.phase(game=self, phase=phase)
        else:
            self._generator = phase.run(self)
        return not idle

    def _announce(self, phase: Phase, idle: bool) -> None:
        if self._step == 0:
            self.tell(TurnBegan(self.state.turn, self.rules.ruleset.turn_clause))
        if not idle:
            self.tell(PhaseBegan(self.state.turn, phase.id, phase.title, phase.clause))

    def _end(self, outcome: Outcome) -> None:
        self._asks = ()
        self._answers = []
        self.tell(GameEnded(outcome.winner, outcome.reason, outcome.clause, outcome.scores))

    def _rewind(self, keep: int) -> None:
        """Go back to where only the first `keep` commands had been given."""
        while self._checkpoints[-1].logged > keep:
            self._checkpoints.pop()
        point = self._checkpoints[-1]
        again = self._log[point.logged : keep]
        del self._log[point.logged :]
        if self.journal is not None:
            del self.journal[point.told :]
        self.state = point.state.copy()
        self.dice.reset(point.dice)
        self.notes = point.notes.copy()
        self._step = point.step
        self._told = point.told
        self._saved = point.logged
        self._piece = point.piece
        self._open = []
        self._sealed = min(self._sealed, keep)
        standing, self._standing = self._standing, {}
        try:
            self._begin()
            self._run(None)
            for logged in again:
                self._repeat(logged)
        finally:
            self._standing = standing

    def _repeat(self, logged: Logged) -> None:
        """Give a command again that was accepted before at this very point."""
        for decision in self._open:
            if decision.index == logged.number and decision.seat == logged.seat:
                self._log.append(logged)
                self._open.remove(decision)
                self._answers[decision.index] = logged.command
                if not self._open:
                    self._run(tuple(self._answers) if self._together else self._answers[0])
                return
        raise StuckGame(f"a repeated command of {logged.seat} found nothing to answer")


def new_game(
    scenario: str | PathLike[str],
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | Options | None = None,
    house_rules: Sequence[str | PathLike[str] | HouseRule] = (),
    journal: bool = True,
    mode: str = "assisted",
    undo: str = "ok",
) -> Game:
    """Begin a game of a scenario, named in full such as "ruleset/scenario", or by its own file.

    seed: all chance comes from it; one of 128 bits is drawn if none is given. options: by name,
    or as the ruleset's own model. house_rules: by id, by file or folder, or as they are. journal:
    whether events are kept. mode: "assisted" refuses what is illegal, "book" lets it be suffered
    where the book says so. undo: "ok", "never", or "book" (until a die, a reveal or another
    side's act).
    Raises UnknownName, Contradiction or BadFile.
    """
    if mode not in MODES:
        raise UnknownName("mode", mode, MODES)
    if undo not in UNDO:
        raise UnknownName("undo policy", undo, UNDO)
    if seed is not None and not isinstance(seed, int):
        raise Contradiction(f"a seed is a whole number, not {seed!r}")
    rules = assemble(scenario, options, house_rules)
    drawn = secrets.randbits(128) if seed is None else seed
    return Game(rules, drawn, journal=journal, mode=mode, undo=undo)
