"""Games played apart: in a process that never heard of the plugin under test, or that hashes
otherwise.

    python -m weathergage.testing.apart

reads one JSON document from standard input and writes one to standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from weathergage.captains.random import play_at_random
from weathergage.dice import Dice
from weathergage.game import Game
from weathergage.plugins import assemble, discover
from weathergage.records import load
from weathergage.testing.failures import Failure
from weathergage.testing.targets import find_target, present

Choice = tuple[str, int]
"""A scenario in full, and a seed: a game by lot with the book's options and no house rule."""


def plain_hash(choice: Choice) -> str:
    """What comes of one game that chose nothing: the chained hash of its events."""
    scenario, seed = choice
    game = Game(assemble(scenario), seed)
    play_at_random(game, Dice(seed))
    return game.record.hash


def hashes_without(points: Sequence[str], choices: Iterable[Choice]) -> list[str]:
    """The hashes of games in a new process in which these entry points were not loaded."""
    games = [list(choice) for choice in choices]
    found: list[str] = _asked({"without": list(points), "games": games}) if games else []
    return found


def verified(target: str, records: Sequence[str], hash_seed: int = 4711) -> list[list[Any]]:
    """For each record by its path: whether it verifies in a new process that orders its sets and
    hashes differently, its hash there, and the problem.
    """
    question = {"target": target, "records": list(records)}
    found: list[list[Any]] = _asked(question, hash_seed) if records else []
    return found


def _asked(question: dict[str, Any], hash_seed: int = 0) -> Any:
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", "weathergage.testing.apart"],
        input=json.dumps(question),
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failure("it can be loaded in another process", done.stderr.strip()[-500:])
    return json.loads(done.stdout)


def _answer(question: dict[str, Any]) -> Any:
    if "games" in question:
        discover(without=question["without"])
        return [plain_hash((scenario, seed)) for scenario, seed in question["games"]]
    with present(find_target(question["target"])):
        found = [load(path).verify() for path in question["records"]]
    return [[v.ok, v.hash, v.problem] for v in found]


if __name__ == "__main__":
    json.dump(_answer(json.load(sys.stdin)), sys.stdout)
