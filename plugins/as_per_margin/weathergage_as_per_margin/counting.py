"""Counts in sentences: one of a thing, or several."""

from __future__ import annotations

from collections.abc import Sized


def counted(count: float, one: str, many: str = "") -> str:
    """How many of a thing: "1 gun", "2 guns". many: the plural, where it is not made with an s."""
    return f"{count:g} {one if count == 1 else many or f'{one}s'}"


def dice_told(faces: Sized) -> str:
    """How many dice were thrown."""
    return counted(len(faces), "die", "dice")
