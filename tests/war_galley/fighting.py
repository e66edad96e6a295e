"""Positions in which play stands still, and parts of the rules that a test runs by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import galleys
from galleys import galley, one

import weathergage as wg
from weathergage.plugins import find_ruleset
from weathergage_war_galley.state import Moving


def _wait(game: wg.Game) -> Iterator[wg.Ask]:
    """A phase that does nothing but ask."""
    yield wg.Ask("rome", wg.Decline, clause="3.1", answers=wg.OneOf([wg.Decline()], "3.1"))


def battle(*things: Any, dice: wg.Dice | None = None, activation: int = 1, **more: Any) -> wg.Game:
    """A position as `galleys.sea` makes it, of which no phase is played.

    activation: how many there have been.
    """
    found = find_ruleset("war-galley")
    still = replace(found, sequence=(wg.Phase("still", "3.1", _wait),))
    with patch.object(galleys, "find_ruleset", return_value=still):
        game = galleys.sea(*things, dice=dice, phase="still", **more)
    game.state.activation = activation
    return game


def roman(code: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    """A galley of Rome, without engines and towers unless they are named."""
    return galley(code, hex, heading, "rome", **{"engines": False, "towers": False, **more})


def punic(code: str, hex: str, heading: str = "N", **more: Any) -> dict[str, Any]:
    """The same of Carthage."""
    return galley(code, hex, heading, "carthage", **{"engines": False, "towers": False, **more})


def acting(game: wg.Game, code: str, ended: bool = True, **more: Any) -> Moving:
    """Let a galley be in its Movement Segment, at the end of its movement or before. more: fields
    of `Moving`.
    """
    more.setdefault("begun", ended)
    found = game.state.moving = Moving(one(game, code).n, ended=ended, **more)
    return found


class Talk:
    """What a part of the rules asks, one question after another. ask: the open one, or None."""

    def __init__(self, run: Any) -> None:
        self._run = run
        self.ask: Any = None
        self._go(None)

    def _go(self, answer: Any) -> None:
        try:
            self.ask = self._run.send(answer)
        except StopIteration:
            self.ask = None

    @property
    def over(self) -> bool:
        """Whether it has asked its last."""
        return self.ask is None

    @property
    def lines(self) -> list[str]:
        """What may be answered, as it is written."""
        return [command.write() or command.KIND for command in self.ask.answers.legal()]

    def refused(self, line: str) -> str:
        """The clause under which a line is refused; "" where it is not."""
        problem = self.ask.answers.check(self._command(line))
        return "" if problem is None else problem.clause

    def _command(self, line: str) -> wg.Command:
        if line == "decline":
            return wg.Decline()
        for kind in self.ask.kinds:
            fields = kind.read(line)
            if fields is not None:
                return kind(**fields)
        raise AssertionError(f"{line} is no answer to {self.ask.prompt}")

    def say(self, *lines: str) -> Talk:
        """Answer the questions in turn."""
        for line in lines:
            assert self.refused(line) == "", f"{line} is not among {self.lines}"
            self._go(self._command(line))
        return self


def lines(commands: Any) -> list[str]:
    """Commands as they are written."""
    return [command.write() for command in commands]


def read(kinds: Any, line: str) -> wg.Command:
    """The command that a line stands for."""
    for kind in kinds:
        fields = kind.read(line)
        if fields is not None:
            return kind(**fields)
    raise AssertionError(f"{line} is no command")


def rolled(game: wg.Game, clause: str) -> list[wg.Rolled]:
    """The rolls under a clause."""
    return [event for event in galleys.told(game, wg.Rolled) if event.clause == clause]


def drm(modifiers: Any) -> int:
    """What modifiers come to."""
    return sum(value for _, value, _ in modifiers)
