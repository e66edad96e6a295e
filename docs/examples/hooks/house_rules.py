"""A plugin that supplies a house rule. In a file, `house_rules` is all that is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import weathergage as wg


class Becalmed:
    """The wind's direction never changes: its die always shows a 3."""

    @wg.hookimpl
    def rolled(self, purpose: str, result: int) -> int | None:
        return 3 if purpose == "wind direction" else None


@wg.hookimpl
def house_rules() -> Sequence[Any]:
    return [
        wg.HouseRule(
            "becalmed",
            ruleset="frigate",
            title="Steady wind",
            author="The Saturday club",
            version="1",
            clause="club 1",
            reason="Our map is small.",
            replaces=("roll wind direction",),
            plugin=Becalmed(),
        )
    ]


def test_this_file_is_a_house_rule() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1, house_rules=[str(Path(__file__))])
    assert [rule.id for rule in game.rules.house_rules] == ["becalmed"]
    assert game.roll("wind", "wind direction", "6.35") == 3
    assert game.record.header["house_rules"][0]["version"] == "1"
