"""The named points at which dice and their numbers take modifiers, and what the book has there."""

from __future__ import annotations

from weathergage import Declared, Point
from weathergage_admiralty.melee import CLAUSES as DICE

_COLLISION = "collision-modifiers"


def _by(table: str, *rows: str, clause: str = "") -> tuple[Declared, ...]:
    """Modifiers whose values stand in a table, one a row."""
    return tuple(Declared(row, f"by table {table}", clause) for row in rows)


POINTS = (
    Point("allowance", "2.1", "thousandths of an inch that a ship moves"),
    Point(
        "move action",
        "2.3",
        "the die of an action under way",
        (Declared("mast hits", "-1 for each", "4.3-M"),),
    ),
    Point(
        "collision die",
        "2.4-roll",
        "a ship's die in a collision",
        _by(
            _COLLISION,
            "other course",
            "alongside",
            "strong wind",
            "over four inches",
            "larger ship",
            "crew *",
            clause="2.4-roll",
        ),
    ),
    Point(
        "signal",
        "3.2-read",
        "the die of a ship that reads a signal",
        (
            Declared("reader in combat", -1, "3.2-combat"),
            Declared("sender in combat", -1, "3.2-combat"),
            Declared("reader's officer hits", "-1 for each", "3.2-officers"),
            Declared("sender's officer hits", "-1 for each", "3.2-officers"),
        ),
    ),
    Point(
        "gun share",
        "4.2",
        "what gun dice are multiplied by, from 1",
        tuple(
            Declared(row, "by table gun-quantities", under)
            for row, under in (
                ("stern rake", "4.2-stern-rake"),
                ("bow rake", "4.2-bow-rake"),
                ("anchored", "4.2-anchored"),
                ("medium", "4.2-medium-range"),
                ("long", "4.2-long-range"),
                ("wind 4", "4.2-wind-4"),
                ("wind 5", "4.2-wind-5"),
            )
        ),
    ),
    Point("gun dice", "4.0-gun-dice", "the dice of a size of guns"),
    Point("hit number", "4.0-gun-dice", "the least face that hits"),
    *(
        Point(
            f"{what} line",
            "4.2-line",
            f"the line of the Hit Table for {what} dice",
            tuple(
                Declared(row, "by table hit-lines", under)
                for row, under in (
                    ("weak hull", "4.2-weak-hull"),
                    ("stout hull", "4.2-stout-hull"),
                    ("heavy", "4.2-heavy"),
                    ("light", "4.2-light"),
                    ("normal sail", "4.2-rigging-normal"),
                )
            ),
        )
        for what in ("hull", "rigging")
    ),
    Point(
        "critical die",
        "4.4",
        "the die on the critical table",
        (Declared("size of guns", "by table critical-sizes", "4.4"),),
    ),
    Point(
        "boarding attempt",
        "5.1-attempt",
        "dice to begin a boarding action",
        (
            Declared("ships fouled", "by table boarding-attempt", "5.1-attempt-fouled"),
            Declared("size difference", "by table boarding-attempt", "5.1-attempt-size"),
        ),
    ),
    Point(
        "boarding dice",
        "5.1-dice",
        "the dice of a side in a boarding action, from none",
        tuple(Declared(row, "by table boarding-dice", under) for row, under in DICE.items()),
    ),
    Point("repair", "6.0", "the die of a repair"),
)
