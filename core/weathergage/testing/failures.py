"""What does not hold, and the report of all that was looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weathergage.game import Game
from weathergage.plugins import Rules


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
        self.options = chosen(game.rules) if game else {}
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

    def add(self, other: Report) -> None:
        """Take in what came of other games."""
        self.games += other.games
        self.commands += other.commands
        self.checked.update(other.checked)
        self.failures += other.failures

    def say(self) -> str:
        """The result, a line for each failure."""
        head = (
            f"{self.ruleset}: {self.games} games, {self.commands} commands, "
            f"{sum(self.checked.values())} checks, {len(self.failures)} failures"
        )
        return "\n".join([head, *(str(failure) for failure in self.failures)])


def need(holds: object, invariant: str, problem: str, game: Game | None = None) -> None:
    """Raise Failure unless something holds."""
    if not holds:
        raise Failure(invariant, problem, game)


def chosen(rules: Rules) -> dict[str, Any]:
    """The options that are not as the book has them."""
    return rules.options.model_dump(mode="json", exclude_defaults=True)
