"""How many of the dice are aimed at the hull, and how many at the rigging (4.1)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from weathergage import Dice, clause
from weathergage_admiralty.state import Ship


class Aim(NamedTuple):
    """Dice aimed at the hull, and dice aimed at the rigging."""

    hull: int
    rigging: int


METHODS: Final = ("battery", "basic", "advanced")
"""The methods of close range that are diced for."""


@clause("4.1-close-choice")
def method(game: Any) -> str:
    """The method of close range of a game: agreed before it, or drawn when it began."""
    return game.state.close or game.rules.options.close  # type: ignore[no-any-return]


@clause("4.1-close-choice")
def draw_method(rules: Any, dice: Dice) -> str:
    """The method that is diced for as a game begins, with the stream "close range"; "" where one
    is agreed.
    """
    return METHODS[dice.below("close range", 3)] if rules.options.close == "drawn" else ""


@clause("4.1-target-types", "4.1-close-choice")
def choices(game: Any, firer: Ship, weight: str, dice: int, bracket: str) -> tuple[int, int]:
    """The fewest and the most rigging dice that a size of guns may have.

    At close range by the method of the game; beyond it the doctrine leaves no choice.
    """
    if bracket != "close":
        rigging = by_doctrine(game, firer, dice).rigging
        return rigging, rigging
    match method(game):
        case "basic":
            return basic(dice)
        case "advanced":
            return advanced(game, dice)
        case _:
            return battery(weight, dice)


@clause("4.1-close-battery")
def battery(weight: str, dice: int) -> tuple[int, int]:
    """Heavy guns fire at the hull, all others as they like."""
    return (0, 0) if weight == "heavy" else (0, dice)


@clause("4.1-close-basic")
def basic(dice: int) -> tuple[int, int]:
    """All dice but one are hull dice; by the letter a single die is the one."""
    return min(1, dice), min(1, dice)


@clause("4.1-close-advanced")
def advanced(game: Any, dice: int) -> tuple[int, int]:
    """Up to five dice may all be hull dice, or all but one; of six or more one is rigging."""
    many = dice > game.look_up("gun-mix", "all may be hull up to", 0)
    return int(many), min(1, dice)


@clause("4.1-doctrine", "4.2-rounding")
def by_doctrine(game: Any, firer: Ship, dice: int) -> Aim:
    """Three quarters of the dice, half up, at what her fleet fires at, the rest at the other."""
    most = (dice * game.look_up("gun-mix", "dominant percent", 0) + 50) // 100
    if firer.card.doctrine == "hull":
        return Aim(most, dice - most)
    return Aim(dice - most, most)


@clause("4.1-random-mix")
def from_can(game: Any, firer: Ship, weight: str, dice: int) -> Aim:
    """Dice drawn blind from a can that holds three quarters of the doctrine's kind. It is full for
    each throw, and filled again should it run out; the stream is "mix <id> <weight>".
    """
    size = game.look_up("gun-mix", "dice in the can", 0)
    full = size * game.look_up("gun-mix", "dominant percent", 0) // 100
    stream = f"mix {firer.card.id} {weight}"
    most, left, drawn = full, size, 0
    for _ in range(dice):
        if not left:
            most, left = full, size
        if game.below(stream, "hull or rigging", left) < most:
            drawn += 1
            most -= 1
        left -= 1
    return Aim(drawn, dice - drawn) if firer.card.doctrine == "hull" else Aim(dice - drawn, drawn)


@clause("4.1-doctrine", "4.1-close-battery")
def usual(game: Any, firer: Ship, weight: str, dice: int, bracket: str) -> Aim:
    """The aim of a size of guns whose player does not say: as much at what her fleet fires at as
    she may.
    """
    fewest, most = choices(game, firer, weight, dice, bracket)
    rigging = fewest if firer.card.doctrine == "hull" else most
    return Aim(dice - rigging, rigging)
