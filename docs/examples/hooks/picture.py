"""Ships are drawn under the names that their crews called them by."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import weathergage as wg

Wrapper = Generator[None, Any, Any]

NICKNAMES = {"Constitution": "Old Ironsides"}


class Nicknames:
    @wg.hookimpl(wrapper=True)
    def picture(self, rules: wg.Rules, state: Any) -> Wrapper:
        picture = yield
        for ship in picture.ships:
            ship.name = NICKNAMES.get(ship.name, ship.name)
        return picture


RULE = wg.HouseRule("nicknames", ruleset="frigate", title="Nicknames", plugin=Nicknames())


def test_the_picture_shows_them() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[RULE])
    assert [ship.name for ship in game.rules.picture(game.state).ships] == [
        "Guerriere",
        "Old Ironsides",
    ]
