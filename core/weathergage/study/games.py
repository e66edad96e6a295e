"""One game of a study: played by captains, and what is kept of it.

Two levels: who won, how and when, with no event built; or all that the events tell, counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from weathergage.captains import Captain, make_captain
from weathergage.captains.random import RandomCaptain
from weathergage.errors import StuckGame, WeathergageError
from weathergage.events import Event, Rolled
from weathergage.game import Game
from weathergage.phases import Ask, Together
from weathergage.plugins import Rules
from weathergage.ruleset import Ruleset
from weathergage.standing import Shot, Standing
from weathergage.study.plans import Plan
from weathergage.study.variants import FEW
from weathergage.views import View, bared

BANDS = (0, 100, 200, 300, 400, 600, 800, 1200)
"""Where the bands of range begin, in yards: the same for all rulesets."""

UNMEASURED = -1
"""The band of what was fired at no range that the book measures."""

MOST_TOLD = 500_000
"""Events after which a game is given up: a table that was moved may leave a rule that throws until
something comes up without it.
"""

# What is kept


@dataclass(frozen=True, slots=True)
class Broadsides:
    """What one side fired in a game from one band of range: how often, and the hits.

    band: where it begins, in yards. raking, first: as of each shot.
    """

    side: str
    band: int
    raking: bool
    first: bool
    shots: int
    hits: int


@dataclass(frozen=True, slots=True)
class Told:
    """All that was counted in a game.

    standing: how each side stood at the end, None where the ruleset cannot say. broadsides: None
    likewise. ships: that took part. rolls: dice thrown for a purpose, each throw as one. dice:
    single dice. modifiers: counted in rolls. look_ups: by table, those among them that say what
    is legal. decisions: by kind of command. reactions: those of them that a seat took in the midst
    of another's action, by kind. clauses: how often each was told of by an event or asked under.
    """

    ships: int = 0
    rolls: int = 0
    dice: int = 0
    modifiers: int = 0
    look_ups: dict[str, int] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)
    reactions: dict[str, int] = field(default_factory=dict)
    clauses: dict[str, int] = field(default_factory=dict)
    standing: dict[str, Standing] | None = None
    broadsides: tuple[Broadsides, ...] | None = None

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """What plain data tells."""
        kept = dict(data)
        if kept["standing"] is not None:
            kept["standing"] = {s: Standing(**stands) for s, stands in kept["standing"].items()}
        if kept["broadsides"] is not None:
            kept["broadsides"] = tuple(Broadsides(**fired) for fired in kept["broadsides"])
        return cls(**kept)


class GameResult(NamedTuple):
    """One game: its seed, who won, how, in which turn it ended; or the error that ended it.

    told: what was counted, where the study measures all.
    """

    seed: int
    winner: str
    how: str
    turns: int
    error: str = ""
    told: Told | None = None

    def plain(self) -> list[Any]:
        """The same as plain data, in order."""
        return [*self[:5], self.told.plain() if self.told else None]

    @classmethod
    def of(cls, data: list[Any]) -> Self:
        """The game of plain data."""
        seed, winner, how, turns, error, told = data
        return cls(seed, winner, how, turns, error, Told.of(told) if told else None)


# One game


def captain_seed(seed: int, seat: str, after: int = 0) -> int:
    """The seed of a captain's own chance, apart from the game's and from every other captain's.

    after: commands given before the captain took its seat.
    """
    key = f"captain {seat} {after} {seed}".encode()
    return int.from_bytes(blake2b(key, digest_size=16, person=b"wg-captain").digest(), "little")


def captains_for(
    ruleset: Ruleset, seats: Mapping[str, str], seed: int, after: int = 0
) -> dict[str, Captain]:
    """A captain for each seat, by name. Raises UnknownName."""
    return {
        seat: make_captain(ruleset, name, seat, captain_seed(seed, seat, after))
        for seat, name in seats.items()
    }


def play_one(plan: Plan, seed: int, *, journal: bool = False) -> Game:
    """One game of a plan, played to its end. journal: whether it tells its story."""
    rules = plan.rules()
    game = Game(rules, seed, journal=journal, mode=plan.mode)
    return _played_out(game, captains_for(rules.ruleset, dict(plan.seats), seed))


def play_counted(plan: Plan, seed: int) -> CountedGame:
    """One game of a plan, played to its end with everything counted."""
    rules = plan.rules()
    game = CountedGame(rules, seed, mode=plan.mode)
    _played_out(game, captains_for(rules.ruleset, dict(plan.seats), seed))
    return game


def _played_out(game: Game, captains: Mapping[str, Captain]) -> Game:
    while not game.over:
        views: dict[str, View] = {}
        for decision in game.decisions:
            captain = captains[decision.seat]
            if isinstance(captain, RandomCaptain):
                # It looks at no view, and a view costs more than its answer.
                game.submit(decision.id, decision.sample(captain.dice))
                continue
            if decision.seat not in views:
                views[decision.seat] = game.view(decision.seat)
            game.submit(decision.id, captain.answer(views[decision.seat], decision))
    return game


def result_of(plan: Plan, seed: int, measure: str) -> GameResult:
    """One game and what is kept of it; an error that ends it becomes part of the result."""
    try:
        if measure == "full":
            counted = play_counted(plan, seed)
            return _result(counted, seed, counted.told)
        return _result(play_one(plan, seed), seed, None)
    except Exception as error:
        words = " ".join(str(error).split())
        told = words if isinstance(error, WeathergageError) else f"{type(error).__name__}: {words}"
        return GameResult(seed, "", "", 0, told)


def _result(game: Game, seed: int, told: Told | None) -> GameResult:
    outcome = game.outcome
    assert outcome is not None
    return GameResult(seed, outcome.winner, outcome.how or outcome.reason, game.turn, "", told)


# What is counted


class Question(NamedTuple):
    """A question as it was put. run: the number of the phase or piece that put it. in_piece:
    whether that was a piece of the agenda. together: whether it was put to several at once.
    """

    run: int
    in_piece: bool
    seat: str
    kind: str
    about: str | None
    clause: str
    together: bool


class CountedGame(Game):
    """A game that counts its questions and look-ups; its journal tells the rest."""

    __slots__ = ("_last", "_looked_up", "_questions", "_runs")

    def __init__(self, rules: Rules, seed: int, *, mode: str) -> None:
        self._questions: list[Question] = []
        self._looked_up: Counter[str] = Counter()
        self._last: Any = None
        self._runs = 0
        super().__init__(_asking(rules), seed, mode=mode)

    def look_up(self, table: str, row: int | str, column: str | int) -> Any:
        """The entry of a table, counted."""
        self._looked_up[table] += 1
        return super().look_up(table, row, column)

    def tell(self, event: Event) -> None:
        """Add an event to the journal; StuckGame where the game goes on telling and never ends."""
        if len(self.events) >= MOST_TOLD:
            raise StuckGame(f"the game had not ended after {MOST_TOLD} events, in turn {self.turn}")
        super().tell(event)

    def _put(self, request: Ask | Together) -> None:
        if self._generator is not self._last:
            self._last = self._generator
            self._runs += 1
        asks = request.asks if isinstance(request, Together) else (request,)
        together, in_piece = len(asks) > 1, self._piece is not None
        self._questions += (
            Question(
                self._runs, in_piece, ask.seat, ask.kinds[0].KIND, ask.about, ask.clause, together
            )
            for ask in asks
        )
        super()._put(request)

    @property
    def told(self) -> Told:
        """What was counted so far."""
        ruleset = self.rules.ruleset
        events = [bared(event) for event in self.events]
        rolls = [event for event in events if isinstance(event, Rolled)]
        standing = shots = None
        if ruleset.standing is not None:
            standing = dict(ruleset.standing(self.rules, self.state))
        if ruleset.shots is not None:
            shots = _by_band(ruleset.shots(self.rules, self.events))
        ships = sum(side.ships for side in standing.values()) if standing else 0
        return Told(
            ships or self.rules.scenario.ship_count,
            len(rolls),
            sum(len(roll.faces) for roll in rolls),
            sum(len(roll.modifiers) for roll in rolls),
            _counts(self._looked_up),
            _counts(entry.command.KIND for entry in self.commands),
            _counts(question.kind for question in reactions(self._questions)),
            _counts(
                [
                    *(clause for event in events for clause in event.under()),
                    *(question.clause for question in self._questions if question.clause),
                ]
            ),
            standing,
            shots,
        )


def _left_to_the_table(**asked: Any) -> None:
    """Answer no look-up."""


@lru_cache(maxsize=FEW)
def _asking(rules: Rules) -> Rules:
    """The same rules, but each look-up is asked for by `look_up`, also by code that reads the grid
    of a table where nobody answers for it.
    """
    own = copy(rules)
    own.look_up = rules.look_up or _left_to_the_table
    return own


def reactions(questions: Iterable[Question]) -> list[Question]:
    """The questions that a seat was asked in the midst of another seat's action: in a piece of
    the agenda that another seat was asked first in, or between two questions to another seat
    about the same ship. What is asked of several at once is none.
    """
    runs: dict[int, list[Question]] = {}
    for question in questions:
        runs.setdefault(question.run, []).append(question)
    return [question for run in runs.values() for question in _in_run(run)]


def _in_run(run: list[Question]) -> list[Question]:
    first = run[0]
    if first.in_piece:
        return [q for q in run if q.seat != first.seat and not q.together]
    found = []
    for place, question in enumerate(run):
        before = next((q for q in reversed(run[:place]) if q.seat != question.seat), None)
        after = next((q for q in run[place + 1 :] if q.seat != question.seat), None)
        if question.together or before is None or after is None or before.about is None:
            continue
        if (before.seat, before.about) == (after.seat, after.about):
            found.append(question)
    return found


def _counts(things: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(things).items()))


def band_of(yards: float) -> int:
    """The band of range that a distance lies in, by where it begins."""
    if yards < 0:
        return UNMEASURED
    return max(low for low in BANDS if low <= yards)


def _by_band(shots: Iterable[Shot]) -> tuple[Broadsides, ...]:
    fired: Counter[tuple[str, int, bool, bool]] = Counter()
    hits: Counter[tuple[str, int, bool, bool]] = Counter()
    for shot in shots:
        key = (shot.side, band_of(shot.yards), shot.raking, shot.first)
        fired[key] += 1
        hits[key] += shot.hits
    return tuple(Broadsides(*key, fired[key], hits[key]) for key in sorted(fired))
