"""Golden games: whole games kept as commands, with the hash of every turn and the story told.

A golden game is two files of one name, `<scenario>-<how it ended>`: the .json is played again by
the tests and must give the same hashes; the .txt is the same game as sentences, so that a changed
rule shows up in a diff as a changed sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import weathergage as wg
from weathergage.records import record_of
from weathergage.views import story

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """A kept game. commands: (seat, number of the question, data) in order."""

    name: str
    scenario: str
    seed: int
    options: dict[str, Any]
    commands: list[list[Any]]
    hashes: list[str]
    how: str
    winner: str

    @property
    def ruleset(self) -> str:
        """The ruleset's id, which is the folder's name."""
        return self.scenario.partition("/")[0]

    def save(self, told: str) -> None:
        """Write both files."""
        folder = FOLDER / self.ruleset
        data = {key: value for key, value in vars(self).items() if key != "name"}
        commands = data.pop("commands")
        head = json.dumps(data, indent=1, ensure_ascii=False)
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in commands)
        (folder / f"{self.name}.json").write_text(
            f'{head[:-2]},\n "commands": [\n{rows}\n ]\n}}\n', encoding="utf-8"
        )
        (folder / f"{self.name}.txt").write_text(told, encoding="utf-8")

    def told(self) -> str:
        """The story as kept."""
        return (FOLDER / self.ruleset / f"{self.name}.txt").read_text(encoding="utf-8")

    def play(self) -> wg.Game:
        """The game, played again from its commands."""
        game = wg.new_game(self.scenario, seed=self.seed, options=self.options)
        for seat, number, data in self.commands:
            decision = next(d for d in game.decisions if d.seat == seat and d.index == number)
            game.submit(decision.id, data)
        return game


def golden_of(game: wg.Game) -> Golden:
    """A finished game as a golden one."""
    assert game.outcome is not None
    rules = game.rules
    return Golden(
        name=f"{rules.scenario.id}-{game.outcome.how}".replace(" ", "-"),
        scenario=f"{rules.ruleset.id}/{rules.scenario.id}",
        seed=game.seed,
        options=rules.options.model_dump(mode="json", exclude_defaults=True),
        commands=[[c.seat, c.number, c.command.data()] for c in game.commands],
        hashes=turn_hashes(game),
        how=game.outcome.how,
        winner=game.outcome.winner,
    )


def turn_hashes(game: wg.Game) -> list[str]:
    """The chained hash of the events at the end of each turn."""
    return [line.hash for line in record_of(game).turns]


def told_of(game: wg.Game) -> str:
    """The game's story, a sentence a line with its clause."""
    return "".join(f"{sentence}  [{clause}]\n" for sentence, clause in story(game.events))


def all_golden(ruleset: str) -> Iterator[Golden]:
    """Every golden game of a ruleset, by name."""
    for path in sorted((FOLDER / ruleset).glob("*.json")):
        yield Golden(name=path.stem, **json.loads(path.read_text(encoding="utf-8")))
