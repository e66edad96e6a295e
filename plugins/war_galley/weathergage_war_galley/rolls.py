"""Rolling two dice against a range, with modifiers told by name (2.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from weathergage import Rolled, clause, told, total

MOST = 12

Changes = tuple[tuple[str, int, str], ...]
"""Modifiers of a roll: (name, value, clause) each."""


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
    modifiers: Changes = (),
    about: str = "",
    *,
    at: str,
    by: Any = None,
    against: Any = None,
) -> Throw:
    """Two six-sided dice added, with modifiers; more than 12 counts as 12, less than 2 fails.

    at: the named point at which house rules know the modifiers. by, against: whose attempt it is,
    and upon whom.
    """
    if game.rules.throws:
        faces = game.throw(stream, purpose, 2)
        natural = sum(faces)
    else:
        roll = game.dice.roll
        faces = roll(stream), roll(stream)
        natural = faces[0] + faces[1]
    adjusted, modifiers = _adjusted(game, at, natural, modifiers, by, against)
    adjusted = min(adjusted, MOST)
    if game.telling:
        game.tell(Rolled(purpose, clause, faces, modifiers, adjusted, about))
    return Throw(natural, adjusted)


def _adjusted(
    game: Any, at: str, natural: int, modifiers: Changes, by: Any, against: Any
) -> tuple[int, Changes]:
    """A roll with its modifiers, and by how much each of them changed it."""
    if game.rules.modifiers is not None:
        changed = game.modifiers(at, modifiers, by, against)
        return total(natural, changed), told(natural, changed)
    for _, value, _ in modifiers:
        natural += value
    return natural, modifiers


@clause("2.5-drm")
def one_die(
    game: Any,
    stream: str,
    purpose: str,
    clause: str,
    modifiers: Changes = (),
    about: str = "",
    *,
    at: str,
    by: Any = None,
    against: Any = None,
) -> int:
    """One die with modifiers; a table's end row serves for what goes beyond it.

    at, by, against: as in `two_dice`.
    """
    faces = game.throw(stream, purpose) if game.rules.throws else (game.dice.roll(stream),)
    adjusted, modifiers = _adjusted(game, at, sum(faces), modifiers, by, against)
    if game.telling:
        game.tell(Rolled(purpose, clause, faces, modifiers, adjusted, about))
    return adjusted
