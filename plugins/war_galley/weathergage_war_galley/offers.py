"""What a galley may do besides moving: attacks, and what frees it to move, each by its own module.

Such a module has COMMANDS, `offers(game, galley)` with those that are open now to the galley that
is moving, and `perform(game, galley, command)`, which carries one out and asks what it has to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from weathergage import Command, PhaseRun, clause
from weathergage_war_galley import (
    anastrophe,
    disengaging,
    grappling,
    missiles,
    raking,
    ramming,
)
from weathergage_war_galley.state import Galley

FIRST: Final[tuple[type[Command], ...]] = (
    *anastrophe.COMMANDS,
    *disengaging.COMMANDS,
    missiles.Jettison,
)
"""Kinds of what may come before a galley announces its Movement Points."""

NEXT: Final[tuple[type[Command], ...]] = (
    *ramming.COMMANDS,
    *raking.COMMANDS,
    *missiles.COMMANDS,
    *grappling.COMMANDS,
)
"""Kinds of what may come between its steps and after them."""

_PERFORM: Final[dict[type[Command], Callable[[Any, Galley, Any], PhaseRun]]] = {
    **dict.fromkeys(anastrophe.COMMANDS, anastrophe.perform),
    **dict.fromkeys(disengaging.COMMANDS, disengaging.perform),
    **dict.fromkeys(ramming.COMMANDS, ramming.perform),
    **dict.fromkeys(raking.COMMANDS, raking.perform),
    **dict.fromkeys(missiles.COMMANDS, missiles.perform),
    **dict.fromkeys(grappling.COMMANDS, grappling.perform),
}


@clause("3.1.E1", "7.31", "8.31", "8.48")
def first(game: Any, galley: Galley) -> list[Command]:
    """What is open to a galley before it announces its Movement Points: an Anastrophe in place of
    all movement, cutting loose from grapples, throwing its towers overboard. It fires later.
    """
    found = anastrophe.offers(game, galley)
    if galley.grappled:
        found += disengaging.offers(game, galley)
    return found + missiles.jettisons(game, galley) if galley.towers else found


@clause("3.1.E1", "7.23")
def following(game: Any, galley: Galley, near: bool) -> list[Command]:
    """What is open to a galley between its steps and after them. near: whether an enemy is within
    two hexes; without one there is nothing but its own towers.
    """
    if not near:
        return missiles.jettisons(game, galley) if galley.towers else []
    return [
        *ramming.offers(game, galley),
        *raking.offers(game, galley),
        *missiles.offers(game, galley),
        *grappling.offers(game, galley),
    ]


def perform(game: Any, galley: Galley, command: Command) -> PhaseRun:
    """Let a galley do one of the things that were offered."""
    return _PERFORM[type(command)](game, galley, command)
