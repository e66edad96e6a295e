"""One galley's movement for tests, question by question, in a position where no phase runs."""

from __future__ import annotations

from typing import Any

from galleys import one, sea

import weathergage as wg
from weathergage_war_galley import movement
from weathergage_war_galley.movement import Rest, Row
from weathergage_war_galley.stepping import Step


def still(*things: Any, **more: Any) -> wg.Game:
    """A game of a position in which nothing happens but what the test makes happen."""
    arrange = more.pop("arrange", None)

    def stop(state: Any) -> None:
        if arrange is not None:
            arrange(state)
        state.outcome = wg.Outcome("draw", "a position", "9.1")

    game = sea(*things, arrange=stop, **more)
    game.state.outcome = None
    return game


class Move:
    """The movement of one galley: what is asked, and lines in answer to it."""

    def __init__(self, game: wg.Game, code: str, *lines: str, aloof: bool = False) -> None:
        self.game = game
        self.code = code
        self._run = movement.move(game, one(game, code), aloof)
        self.ask: Any = None
        self._send(None)
        self.say(*lines)

    def _send(self, answer: wg.Command | None) -> None:
        try:
            self.ask = self._run.send(answer)
        except StopIteration:
            self.ask = None

    def read(self, line: str) -> wg.Command:
        """The command that a line stands for."""
        for kind in self.ask.kinds:
            if kind is wg.Decline and line == "decline":
                return wg.Decline()
            fields = kind.read(line)
            if fields is not None:
                return kind(**fields)
        raise AssertionError(f"{line!r} is none of {[kind.KIND for kind in self.ask.kinds]}")

    def say(self, *lines: str) -> Move:
        """Answer with lines, each of which must be legal."""
        for line in lines:
            assert self.ask is not None, f"nothing is asked any more before {line!r}"
            command = self.read(line)
            complaint = self.ask.answers.check(command)
            assert complaint is None, complaint
            self._send(command)
        return self

    def refused(self, line: str) -> Any:
        """The complaint about a line, which must be illegal."""
        complaint = self.ask.answers.check(self.read(line))
        assert complaint is not None, f"{line!r} is legal"
        return complaint

    def may(self, line: str) -> bool:
        """Whether a line is legal now."""
        return self.ask is not None and line in self.lines

    @property
    def lines(self) -> list[str]:
        """All legal answers as they are written."""
        return [command.write() or command.KIND for command in self.ask.answers.legal()]

    @property
    def steps(self) -> list[str]:
        """The steps that are legal now."""
        if self.ask is None:
            return []
        return [command.to for command in self.ask.answers.legal() if type(command) is Step]

    @property
    def most(self) -> int:
        """The most points that may be announced; -1 when that is not the question."""
        if self.ask is None:
            return -1
        return max((c.mp for c in self.ask.answers.legal() if type(c) is Row), default=-1)

    @property
    def seat(self) -> str:
        """Who is asked."""
        return str(self.ask.seat) if self.ask is not None else ""

    @property
    def rests(self) -> bool:
        """Whether the movement is over or may be ended now."""
        if self.ask is None:
            return True
        return any(type(command) is Rest for command in self.ask.answers.legal())

    def finish(self) -> None:
        """End the movement, declining whatever is offered; it must be possible to rest."""
        while self.ask is not None:
            legal = self.ask.answers.legal()
            kinds = {type(command): command for command in legal}
            command = kinds.get(wg.Decline) or kinds.get(Rest)
            assert command is not None, self.lines
            self._send(command)
