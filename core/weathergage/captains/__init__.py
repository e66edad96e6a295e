"""Captains: computer players. A captain is given a view and a decision and returns a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from weathergage.commands import Command
from weathergage.dice import Dice
from weathergage.errors import UnknownName
from weathergage.ruleset import Ruleset

if TYPE_CHECKING:
    from weathergage.game import Decision, Game
    from weathergage.views import View


class Captain(Protocol):
    """A computer player of one seat. It sees that seat's view and nothing else."""

    def answer(self, view: View, decision: Decision) -> Command:
        """A legal answer to an open decision of its seat."""


CORE_CAPTAINS = ("random", "search")
"""Captains that every ruleset has; "captain" is the ruleset's own."""


def make_captain(ruleset: Ruleset, name: str, seat: str, seed: int) -> Captain:
    """The captain of that name for a seat, with chance of its own.

    seed: the captain's, apart from the game's, so that a captain that thinks longer moves no
    die. Raises UnknownName.
    """
    from weathergage.captains.random import RandomCaptain

    def search(seat: str, dice: Dice) -> Captain:
        from weathergage.captains.search import SearchCaptain

        return SearchCaptain(ruleset, seat, dice)

    dice = Dice(seed)
    makers: dict[str, Callable[[str, Dice], Captain]] = {
        "random": RandomCaptain,
        "search": search,
        **ruleset.captains,
    }
    if name not in makers:
        raise UnknownName("captain", name, makers)
    return makers[name](seat, dice)


def play_out(game: Game, captains: Mapping[str, Captain]) -> None:
    """Play a game to its end, each seat by its captain.

    A seat is shown one view for all decisions that are open together. A captain whose answer is
    illegal is at fault, and IllegalCommand says so.
    """
    while not game.over:
        views: dict[str, View] = {}
        for decision in game.decisions:
            seat = decision.seat
            if seat not in views:
                views[seat] = game.view(seat)
            game.submit(decision.id, captains[seat].answer(views[seat], decision))
