"""The style of pictures: series told apart without colour, light and dark, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from weathergage.errors import WeathergageError
from weathergage.study import plots


@pytest.mark.parametrize("dark", [False, True])
def test_series_differ_in_line_mark_and_hatch(dark: bool) -> None:
    looks = plots.looks(6, dark)
    for what in ("colour", "dashes", "mark", "hatch"):
        assert len({str(getattr(look, what)) for look in looks}) == 6


def test_more_series_than_can_be_told_apart_are_refused() -> None:
    with pytest.raises(WeathergageError, match="6 series"):
        plots.looks(7)


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_stands_out_from_the_paper(dark: bool) -> None:
    paper = _lightness((plots.DARK if dark else plots.LIGHT)["paper"])
    for look in plots.looks(6, dark):
        assert abs(_lightness(look.colour) - paper) > 0.3


def test_a_figure_is_saved_by_its_name_and_twice_alike(tmp_path: Path) -> None:
    saved = []
    for name in ("a.svg", "b.svg", "c.png", "d.png"):
        figure, panels = plots.panels(1, 2, title="Two panels")
        assert len(panels) == 2
        plots.head(panels[0], "One")
        look = plots.looks(1)[0]
        look.line(panels[0], [0, 1], [0, 1])
        look.bar(panels[1], 0.5, 0.5, 0, 1)
        plots.legend(figure, ["a line"], [look], "a note")
        plots.save(figure, tmp_path / name)
        saved.append((tmp_path / name).read_bytes())
    assert saved[0] == saved[1]
    assert saved[2] == saved[3]
    assert b"Two panels" in saved[0]


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    figure, _ = plots.panels(1, 1)
    with pytest.raises(WeathergageError, match=r"\.png or \.svg"):
        plots.save(figure, tmp_path / "a.gif")
