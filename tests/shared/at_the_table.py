"""What tests of every ruleset do at the table: answer a question, and hear what was told."""

from __future__ import annotations

from typing import Any

import weathergage as wg


def answer(game: wg.Game, command: Any, seat: str | None = None) -> None:
    """Answer the open question, the seat's if one is named."""
    decision = next(d for d in game.decisions if seat in (None, d.seat))
    game.submit(decision.id, command)


def told(game: wg.Game, kind: type) -> list[Any]:
    """The events of a kind, also those told to one seat."""
    found = []
    for event in game.events:
        inner = event.inner if isinstance(event, wg.Told) else event
        if isinstance(inner, kind):
            found.append(inner)
    return found
