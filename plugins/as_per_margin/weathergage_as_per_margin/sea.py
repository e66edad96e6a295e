"""The table that a game is played on, and which side plays which part."""

from __future__ import annotations

from typing import Any

from weathergage import FreeBoard, clause

BATTLE_WIDTH, BATTLE_HEIGHT = 150.0, 150.0
"""Inches of open sea on which a campaign's battles are fought."""


@clause("APM.measuring")
def board_of(rules: Any) -> FreeBoard:
    """The scenario's table; made once for all games of the same rules."""
    board: FreeBoard | None = rules.memo.get("board")
    if board is None:
        board = rules.memo["board"] = _board(rules.scenario)
    return board


def _board(scenario: Any) -> FreeBoard:
    if scenario.campaign is not None:
        return FreeBoard(BATTLE_WIDTH, BATTLE_HEIGHT)
    table = scenario.table
    return FreeBoard(
        table.width, table.height, regions=[region.region() for region in table.regions]
    )


def is_charted(rules: Any, region: str) -> bool:
    """Whether everybody knows how deep a region is."""
    entries = rules.scenario.table.regions
    return next((entry.charted for entry in entries if entry.name == region), True)


@clause("APM.turn.english-advantage")
def english(rules: Any) -> str:
    """The side that plays the English part: it moves last and fires first."""
    seat: str = rules.scenario.english
    return seat


def others(rules: Any) -> str:
    """The side that moves first and fires last, the French and Spanish in the text."""
    seat: str | None = rules.memo.get("others")
    if seat is None:
        seat = rules.memo["others"] = rules.scenario.other
    return seat
