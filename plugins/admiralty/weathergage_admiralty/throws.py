"""Dice of which an event of its own tells, or of which not everybody is told."""

from __future__ import annotations

from typing import Any


def unseen(game: Any, stream: str, purpose: str, clause: str, about: str = "") -> int:
    """A die that house rules see like any other, and that is told by whoever throws it."""
    telling, game.telling = game.telling, False
    try:
        face: int = game.roll(stream, purpose, clause, about=about)
    finally:
        game.telling = telling
    return face


def throw(
    game: Any, stream: str, purpose: str, clause: str, count: int, about: str = ""
) -> tuple[int, ...]:
    """Several dice thrown at once, the highest first."""
    faces = (unseen(game, stream, purpose, clause, about) for _ in range(count))
    return tuple(sorted(faces, reverse=True))
