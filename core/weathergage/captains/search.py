"""The captain that tries its answers out in games of its own imagining."""

from __future__ import annotations

from math import inf, sqrt
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from weathergage.captains.random import RandomCaptain
from weathergage.commands import Command
from weathergage.dice import Dice
from weathergage.game import Decision, Game
from weathergage.ruleset import Ruleset

if TYPE_CHECKING:
    from weathergage.captains import Captain
    from weathergage.views import View

WON = 1_000.0
"""What an imagined game that is won counts, beside its score."""


class SearchCaptain:
    """Takes the ruleset's captain's answer, unless another one clearly did better in trials.

    Each trial is a game imagined from the view: the same table, what is hidden left out or made
    up by the ruleset, and dice of the captain's own, never the game's. Every answer is tried
    with the same dice, all seats being played by the ruleset's captain from there on. Where the
    imagined game cannot be brought to the same question (in the middle of a phase), or the
    ruleset offers no `imagine` or `score`, the ruleset's captain decides.

    width: answers tried. trials: games for each. turns: how many turns each goes on for, the one
    in hand included.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seat: str,
        dice: Dice,
        *,
        width: int = 5,
        trials: int = 4,
        turns: int = 2,
    ) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.dice = dice
        self.width = width
        self.trials = trials
        self.turns = turns
        self._usual = self._captain(seat, dice)

    def _captain(self, seat: str, dice: Dice) -> Captain:
        captain: Captain = self.ruleset.captains.get("captain", RandomCaptain)(seat, dice)
        return captain

    def answer(self, view: View, decision: Decision) -> Command:
        """The answer that did best in the trials; the usual one where none is clearly better."""
        usual = self._usual.answer(view, decision)
        if self.ruleset.imagine is None or self.ruleset.score is None:
            return usual
        answers = self._answers(usual, decision)
        results: list[list[float]] = [[] for _ in answers]
        if len(answers) == 1:
            return usual
        for _ in range(self.trials):
            seed = self.dice.below("search", 1 << 62)
            for answer, scores in zip(answers, results, strict=True):
                score = self._try(view, decision, answer, seed)
                if score is None:
                    return usual
                scores.append(score)
        return answers[clearly_best(results)]

    def _answers(self, usual: Command, decision: Decision) -> list[Command]:
        """The usual answer first, then others: all there are, if they are few, else some drawn."""
        answers = [usual]
        legal = decision.legal()
        if legal is not None and len(legal) <= self.width:
            drawn = legal
        else:
            drawn = [decision.sample(self.dice) for _ in range(self.width - 1)]
        for answer in drawn:
            if answer not in answers:
                answers.append(answer)
        return answers

    def _try(self, view: View, decision: Decision, answer: Command, seed: int) -> float | None:
        """How a game goes on from an answer; None if it does not come to the question."""
        if not any(phase.id == view.phase for phase in view.rules.played(view.turn)):
            return None
        game = self._imagined(view, seed)
        asked = next(
            (
                d
                for d in game.decisions
                if (d.seat, d.kind, d.about) == (self.seat, decision.kind, decision.about)
            ),
            None,
        )
        if asked is None:
            return None
        if asked.complaint(answer) is not None:
            return -inf
        captains = {
            seat: self._captain(seat, Dice(seed + number + 1))
            for number, seat in enumerate(game.seats)
        }
        # The others answer before they could see anything, whatever the order.
        game.submit(asked.id, answer)
        last = view.turn + self.turns
        while not game.over and game.turn < last:
            views = {d.seat: game.view(d.seat) for d in game.decisions}
            for open_decision in game.decisions:
                seat = open_decision.seat
                game.submit(open_decision.id, captains[seat].answer(views[seat], open_decision))
        return self._score(game)

    def _imagined(self, view: View, seed: int) -> Game:
        """A game that agrees with a view, at the beginning of the phase in hand."""
        assert self.ruleset.imagine is not None
        state: Any = self.ruleset.imagine(SimpleNamespace(rules=view.rules), view)
        return Game(view.rules, seed, journal=False, state=state, phase=view.phase)

    def _score(self, game: Game) -> float:
        assert self.ruleset.score is not None
        score = self.ruleset.score(game.view(self.seat), self.seat)
        if game.outcome is not None and game.outcome.winner in game.seats:
            score += WON if game.outcome.winner == self.seat else -WON
        return score


def clearly_best(results: list[list[float]]) -> int:
    """The number of the row that is best on the average, by more than chance would make it; the
    first row otherwise.

    results: scores by answer and trial, the trials of all answers being alike in their chance.
    """
    best, most = 0, 0.0
    for number, scores in enumerate(results[1:], 1):
        if -inf in scores:
            continue
        gains = [one - usual for one, usual in zip(scores, results[0], strict=True)]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        if mean > most and mean > sqrt(spread / len(gains)):
            best, most = number, mean
    return best
