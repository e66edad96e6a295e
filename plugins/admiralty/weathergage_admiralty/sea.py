"""The table that a game is played on."""

from __future__ import annotations

from typing import Any

from weathergage import FreeBoard, clause
from weathergage_admiralty.scales import factor


@clause("2.0", "1.1")
def board_of(rules: Any) -> FreeBoard:
    """The scenario's table at the game's scale; made once for all games of the same rules."""
    board: FreeBoard | None = rules.memo.get("board")
    if board is None:
        table, times = rules.scenario.table, factor(rules)
        board = rules.memo["board"] = FreeBoard(
            table.width * times,
            table.height * times,
            regions=[entry.region(times) for entry in table.regions],
        )
    return board
