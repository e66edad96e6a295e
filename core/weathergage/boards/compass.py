"""Directions as people write them on a table without a grid: degrees from north, or points."""

from __future__ import annotations

POINTS = tuple("N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split())  # noqa: SIM905
"""The sixteen points, clockwise from north."""

POINT = 22.5
"""Degrees from one of the sixteen points to the next."""


def degrees_of(text: object) -> float:
    """Return the degrees of a direction, 0 to under 360.

    text: degrees clockwise from north, as a number or in writing, or a point's name in any case.
    Raises ValueError, which says what would do.
    """
    if isinstance(text, str) and text.strip().upper() in POINTS:
        return POINT * POINTS.index(text.strip().upper())
    try:
        degrees = float(str(text))
    except ValueError:
        raise ValueError(
            f"{text!r} is no direction: write degrees from north, such as 225, or a point, SW"
        ) from None
    if not 0 <= degrees <= 360:
        raise ValueError(f"a direction is 0 to 360 degrees, not {degrees:g}")
    return degrees % 360


def point_name(degrees: float) -> str:
    """Return a direction as people say it: a point's name where it is one, else three figures."""
    place, rest = divmod(degrees % 360, POINT)
    return f"{degrees % 360:05.1f}".removesuffix(".0") if rest else POINTS[int(place)]
