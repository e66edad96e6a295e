"""The third shift of the wind springs a mast of every ship: one event causes another."""

from __future__ import annotations

from typing import Any

import weathergage as wg


class Springing:
    @wg.hookimpl
    def happened(self, game: Any, event: wg.Event) -> None:
        if event.kind == "WindChanged":
            game.notes["shifts"] = game.notes.get("shifts", 0) + 1
            if game.notes["shifts"] == 3:
                for ship in game.state.ships:
                    ship.mast = max(1, ship.mast)


RULE = wg.HouseRule(
    "squall", ruleset="frigate", title="Third shift springs a mast", plugin=Springing()
)


def test_the_third_shift_of_the_wind_hurts_with_the_journal_on_or_off() -> None:
    ends = []
    sprung = []
    for journal in (True, False):
        game = wg.new_game(
            "frigate/constitution-guerriere", seed=3, house_rules=[RULE], journal=journal
        )
        while not game.over:
            if game.notes.get("shifts") == 3:
                sprung.append([ship.mast for ship in game.state.ships])
            for decision in game.decisions:
                game.submit(decision.id, decision.sample(wg.Dice(1)))
        ends.append((game.notes["shifts"], [ship.mast for ship in game.state.ships]))
    assert ends[0] == ends[1]
    assert sprung[0] == [1, 1]
