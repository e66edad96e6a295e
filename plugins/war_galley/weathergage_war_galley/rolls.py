"""Rolling two dice against a range, with modifiers told by name (2.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from weathergage import Rolled, clause

MOST = 12


class Modifiers(NamedTuple):
    """Modifiers of a roll: (name, value, clause) each, without those of nought."""

    items: tuple[tuple[str, int, str], ...]

    @property
    @clause("2.5-drm")
    def total(self) -> int:
        """All of them added up."""
        return sum(value for _, value, _ in self.items)


class Throw(NamedTuple):
    """Two dice: their natural sum, and the sum with modifiers, over 12 read as 12."""

    natural: int
    adjusted: int


@clause("2.4", "2.4-drm")
def two_dice(
    game: Any,
    stream: str,
    purpose: str,
    clause: str,
    modifiers: tuple[tuple[str, int, str], ...] = (),
    about: str = "",
) -> Throw:
    """Two six-sided dice added, with modifiers; more than 12 counts as 12, less than 2 fails."""
    roll = game.dice.roll
    faces = roll(stream), roll(stream)
    if game.rules.rolled is not None:
        faces = tuple(_changed(game, purpose, face) for face in faces)  # type: ignore[assignment]
    natural = faces[0] + faces[1]
    adjusted = natural
    for _, value, _ in modifiers:
        adjusted += value
    adjusted = min(game.modified(purpose, adjusted), MOST)
    if game.telling:
        game.tell(Rolled(purpose, clause, faces, modifiers, adjusted, about))
    return Throw(natural, adjusted)


def _changed(game: Any, purpose: str, face: int) -> int:
    changed = game.rules.rolled(game=game, purpose=purpose, result=face)
    return face if changed is None else int(changed)


@clause("2.5-drm")
def one_die(
    game: Any,
    stream: str,
    purpose: str,
    clause: str,
    modifiers: tuple[tuple[str, int, str], ...] = (),
    about: str = "",
) -> int:
    """One die with modifiers; a table's end row serves for what goes beyond it."""
    face = game.dice.roll(stream)
    if game.rules.rolled is not None:
        face = _changed(game, purpose, face)
    adjusted = face
    for _, value, _ in modifiers:
        adjusted += value
    adjusted = game.modified(purpose, adjusted)
    if game.telling:
        game.tell(Rolled(purpose, clause, (face,), modifiers, adjusted, about))
    return int(adjusted)
