"""Orders as a person writes them, for tests: one line to the question that is open."""

from __future__ import annotations

from typing import Any

import pytest

import weathergage as wg


def read(game: wg.Game, line: str, seat: str | None = None) -> tuple[str, Any]:
    """The open question that takes a line, the seat's if one is named, and the command."""
    for decision in game.decisions:
        if seat in (None, decision.seat):
            for kind in decision.kinds:
                fields = kind.read(line)
                if fields is not None:
                    return decision.id, kind(**fields)
    raise AssertionError(f"nothing that is open takes {line!r}: {game.decisions}")


def order(game: wg.Game, *lines: str, seat: str | None = None) -> None:
    """Answer the open questions by these lines, one after the other."""
    for line in lines:
        game.submit(*read(game, line, seat))


def refused(game: wg.Game, line: str, seat: str | None = None) -> wg.IllegalCommand:
    """Why a line is refused; nothing changes by it."""
    with pytest.raises(wg.IllegalCommand) as caught:
        game.submit(*read(game, line, seat))
    return caught.value


def asked(game: wg.Game) -> list[str]:
    """What each open question is about."""
    return [decision.about or "" for decision in game.decisions]
