"""One galley's movement by itself: a test answers its questions by the lines that people write."""

from __future__ import annotations

from typing import Any

import galleys

import weathergage as wg
from weathergage_war_galley import movement


class Run:
    """Questions of a generator, one after another. ask: the open one, None at the end. declined:
    clauses whose questions are declined, and not for the test to answer.
    """

    def __init__(self, run: Any, declined: tuple[str, ...] = ()) -> None:
        self._run = run
        self._declined = declined
        self.ask: Any = None
        self._go(None)

    def _go(self, answer: Any) -> None:
        try:
            self.ask = self._run.send(answer)
            while self.ask.clause in self._declined:
                self.ask = self._run.send(wg.Decline())
        except StopIteration:
            self.ask = None

    @property
    def over(self) -> bool:
        """Whether it has asked its last."""
        return self.ask is None

    @property
    def lines(self) -> list[str]:
        """What may be answered, as it is written; "decline" for declining."""
        return [command.write() or command.KIND for command in self.ask.answers.legal()]

    def say(self, *lines: str) -> Run:
        """Answer the questions in turn."""
        for line in lines:
            assert line in self.lines, f"{line} is not among {self.lines}"
            self._go(self.ask.answers.legal()[self.lines.index(line)])
        return self

    def offers(self, word: str) -> list[str]:
        """The answers that begin with a word."""
        return [] if self.over else [line for line in self.lines if line.split()[0] == word]


def row(game: wg.Game, code: str, *, asks: tuple[str, ...] = ()) -> Run:
    """A galley's part of the Movement Segment, at its first question, in an activation of its own.
    asks: which of Avoidance, "6.51", and fire in reaction, "8.42", the test answers; what it does
    not name is declined.
    """
    game.state.activation += 1
    declined = tuple(clause for clause in ("6.51", "8.42") if clause not in asks)
    return Run(movement.move(game, galleys.one(game, code)), declined)


def own(code: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    """A galley of Rome."""
    return galleys.galley(code, hex, heading, "rome", **more)


def enemy(code: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    """A galley of Carthage."""
    return galleys.galley(code, hex, heading, "carthage", **more)


def rolled(game: wg.Game, purpose: str) -> wg.Rolled:
    """The last roll whose purpose begins so."""
    found: list[Any] = [e for e in galleys.told(game, wg.Rolled) if e.purpose.startswith(purpose)]
    assert found, f"nothing was rolled for {purpose}"
    return found[-1]  # type: ignore[no-any-return]


def modifiers(game: wg.Game, purpose: str) -> int:
    """The modifiers of that roll, added up."""
    return sum(value for _, value, _ in rolled(game, purpose).modifiers)
