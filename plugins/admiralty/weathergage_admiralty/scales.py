"""The four scales of models, and what a printed distance is in each (1.1)."""

from __future__ import annotations

from typing import Any, Final, Literal

from weathergage import clause

Scale = Literal["tiny", "small", "medium", "large"]

# "1.1" Distances go with the size of the models; medium is the scale of all that is printed.
FACTORS: Final[dict[str, float]] = {"tiny": 0.25, "small": 0.5, "medium": 1.0, "large": 1.7}

YARDS_AN_INCH: Final = 1200 / 36
"""Yards that an inch stands for at 1 to 1200."""

# "1.1-turn" A turn is two to three minutes; a clock goes by the middle.
MINUTES_A_TURN: Final = 2.5


@clause("1.1")
def factor(rules: Any) -> float:
    """What a distance printed for medium scale is multiplied by."""
    return FACTORS[rules.options.scale]


@clause("1.1")
def scaled(rules: Any, inches: float) -> float:
    """A distance printed for medium scale, in inches at the game's scale."""
    return inches * FACTORS[rules.options.scale]
