"""American gunners fire one point better, and nobody gains from raking."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import weathergage as wg

Lists = list[Sequence[wg.Modifier]]


class Drill:
    """To add, return a list. by: the ship that fires."""

    @wg.hookimpl
    def modifiers(self, about: str, by: Any) -> Sequence[wg.Modifier]:
        if about == "gunnery strength" and by.side == "us":
            return [wg.Modifier("drill", 1, "club 3")]
        return []


class NoRaking:
    """To change or remove, wrap: what comes is a list of lists, and so is what goes."""

    @wg.hookimpl(wrapper=True)
    def modifiers(self, about: str) -> Generator[None, Lists, Lists]:
        lists = yield
        return [[one for one in given if one[0] != "raking"] for given in lists]


POINTS = ("gunnery strength",)
DRILL = wg.HouseRule("drill", ruleset="frigate", title="Drill", points=POINTS, plugin=Drill())
NO_RAKING = wg.HouseRule(
    "no-raking", ruleset="frigate", title="No raking", points=POINTS, plugin=NoRaking()
)


def test_they_are_heard() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[DRILL, NO_RAKING])
    british, american = game.state.ships
    raking = wg.Modifier("raking", 2, "3.24-gunnery")
    assert game.modified("gunnery strength", 10, (raking,), american, british) == 11
    assert game.modified("gunnery strength", 10, (raking,), british, american) == 10
    assert game.modified("attack", 10, (raking,), british, american) == 12
