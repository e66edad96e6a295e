"""Headings and distances: how commands give and write them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator

from weathergage import degrees_of, point_name
from weathergage_as_per_margin.counting import counted


def _heading(value: object) -> float:
    if type(value) is float and 0 <= value < 359.99:
        return round(value, 2)
    return round(degrees_of(value), 2) % 360


Heading = Annotated[float, BeforeValidator(_heading)]
"""Degrees clockwise from north, to the hundredth, or a point's name such as "NNE"."""


def heading_text(heading: float) -> str:
    """A heading as commands write it: a point's name, or degrees to the hundredth."""
    name = point_name(heading)
    return name if name.isalpha() else f"{heading:g}"


def told_way(heading: float, inches: float) -> str:
    """A way in a sentence: "NE 5.5 inches", or "on 165 for 5.5 inches"."""
    name = point_name(heading)
    return f"{name} {inches:.1f} inches" if name.isalpha() else f"on {name} for {inches:.1f} inches"


def inches_text(inches: float) -> str:
    """Inches as commands write them, to the thousandth."""
    return f"{inches:.3f}".rstrip("0").rstrip(".")


def inches_told(inches: int) -> str:
    """Whole inches in a sentence."""
    return counted(inches, "inch", "inches")
