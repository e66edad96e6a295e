"""The file that an interrupted study goes on from.

JSON lines: the first holds the study and the versions that it is played with, each other one the
games of one arm that were played together. Lines are written whole, one by one as games come in;
what a killed process left of its last line is cut off before the next one is written. One command
at a time holds the file: two at once would write into one another's lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from weathergage.errors import BadFile, Contradiction
from weathergage.records import canonical
from weathergage.study.games import GameResult
from weathergage.study.plans import Study

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
"""Raised when the form of the file changes."""

SAID = ("id", "title", "command", "count", "compared")
"""What two studies may differ in and still hold the same games: words, how many games were asked
for, and what is made of them.
"""


BEGINNING = b'{"format":'
"""How the file begins: one that begins otherwise is somebody's, and is not written over."""

NO_STUDY = "this is no study to go on with; name a new file"


class Kept:
    """The games of a study that are done, in a file; new ones are added to it.

    done: by arm and seed. Raises BadFile where the file is none of ours, and Contradiction where it
    holds another study or games of other versions, or is being written by another command.
    """

    def __init__(self, path: Path, study: Study, versions: Mapping[str, Any]) -> None:
        self.path = path
        self.done: dict[str, dict[int, GameResult]] = {arm.name: {} for arm in study.arms}
        header = {"format": FORMAT, "study": study.plain(), "versions": dict(versions)}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+b" if path.exists() else "x+b")
        try:
            _hold(self._file, path)
            whole = self._read(json.loads(canonical(header)))
        except BaseException:
            self._file.close()
            raise
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(header)

    def add(self, arm: str, games: Sequence[GameResult]) -> None:
        """Write games down."""
        self._write({"arm": arm, "games": [game.plain() for game in games]})

    def __enter__(self) -> Self:
        """The file, open."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self._file.close()

    def _write(self, data: Any) -> None:
        self._file.write(canonical(data).encode() + b"\n")
        self._file.flush()

    def _read(self, header: Mapping[str, Any]) -> int:
        """Take in what is done; gives back the length of the whole lines."""
        length = 0
        kept = self._file.read()
        if not kept.startswith(BEGINNING[: len(kept)]):
            raise BadFile(self.path, "line 1", NO_STUDY)
        for number, line in enumerate(kept.splitlines(keepends=True)):
            if not line.endswith(b"\n"):
                break
            try:
                data = json.loads(line)
                if number == 0:
                    self._compare(data, header)
                else:
                    games = (GameResult.of(game) for game in data["games"])
                    self.done[data["arm"]].update((game.seed, game) for game in games)
            except (ValueError, KeyError, TypeError):
                raise BadFile(self.path, f"line {number + 1}", NO_STUDY) from None
            length += len(line)
        return length

    def _compare(self, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        if found["format"] != wanted["format"]:
            raise ValueError
        begun, asked = found["study"], wanted["study"]
        other = [key for key in asked if key not in SAID and begun[key] != asked[key]]
        if other:
            raise Contradiction(
                f"{self.path} holds another study: it differs in {', '.join(other)}; name a new "
                "file, or ask for the same study again"
            )
        changed = _changed(found["versions"], wanted["versions"])
        if changed:
            raise Contradiction(
                f"{self.path} was begun with other versions: {', '.join(changed)}; its games "
                "cannot be put together with new ones, so name a new file"
            )


def _hold(file: BinaryIO, path: Path) -> None:
    """Keep the file to this process until it is closed, where the system can do that."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Contradiction(
            f"{path} is being written by another command; wait for it, or name another file"
        ) from None


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two sets of versions, as phrases."""
    return [
        f"{name} was {before.get(name, 'not there')} and is {now.get(name, 'not there')}"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]
