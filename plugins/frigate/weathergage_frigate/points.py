"""The named points at which strengths take modifiers, and what the book has there."""

from __future__ import annotations

from weathergage import Declared, Point
from weathergage_frigate.gunnery import (
    AFOUL,
    AFOUL_THRICE,
    COMBINED,
    CREW_HITS,
    FAST,
    RAKING,
    RETREATING,
    SILENCED,
)

POINTS = (
    Point(
        "gunnery strength",
        "7.17-order",
        "a ship's Gunnery Strength against a target",
        tuple(
            Declared(*own)
            for own in (
                CREW_HITS,
                SILENCED,
                FAST,
                RETREATING,
                AFOUL,
                AFOUL_THRICE,
                RAKING,
            )
        ),
    ),
    Point(
        "attack",
        "7.22",
        "the summed strength of all who fire at a target",
        (Declared(*COMBINED),),
    ),
)
