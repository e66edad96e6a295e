"""How the pictures of studies look: one style for all, legible in black and white.

Series are told apart by line, mark and hatch as well as by colour, and the colours differ in
lightness. Text in SVG stays text. Matplotlib comes with the extra `[plots]` and is loaded when a
picture is made.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from weathergage.errors import WeathergageError
from weathergage.study.reports import INK

STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # matplotlib brings it, so that all machines draw alike
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "weathergage",
}

LIGHT = {"paper": "#ffffff", "ink": "#1a1a1a", "grid": "#d9d9d9"}
DARK = {"paper": "#14181d", "ink": "#e8e8e8", "grid": "#3a4048"}
PAGE = {"paper": "none", "ink": INK, "grid": "#8a929c55"}
"""For a picture that stands on a page of its own ink and paper, light or dark."""

# Okabe and Ito's colours, which the colour-blind tell apart, in an order of differing lightness.
COLOURS = ("#0072B2", "#D55E00", "#000000", "#009E73", "#CC79A7", "#56B4E9")
DARK_COLOURS = ("#56B4E9", "#E69F00", "#ffffff", "#009E73", "#CC79A7", "#F0E442")
PAGE_COLOURS = ("#2c7fb8", "#c8552b", INK, "#009E73", "#b0629a", "#b08a1e")
LINES = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (3, 1)), (0, (9, 3)))
MARKS = ("o", "s", "^", "D", "v", "P")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "++")


@dataclass(frozen=True, slots=True)
class Look:
    """How one series looks: colour, line, mark, and hatch of what is filled; paper: behind it."""

    colour: str
    dashes: Any
    mark: str
    hatch: str
    paper: str

    def line(self, axes: Any, x: Sequence[float], y: Sequence[float]) -> None:
        """Draw a line."""
        axes.plot(x, y, color=self.colour, linestyle=self.dashes, linewidth=1.8)

    def bar(self, axes: Any, x: float, y: float, low: float, high: float) -> None:
        """Draw a mark with a thin bar from low to high."""
        axes.plot([x, x], [low, high], color=self.colour, linewidth=0.9)
        axes.plot(
            [x],
            [y],
            color=self.colour,
            marker=self.mark,
            markersize=5.5,
            markerfacecolor=self.paper,
            markeredgewidth=1.4,
            linestyle="none",
        )


def looks(count: int, dark: bool = False) -> list[Look]:
    """The looks of so many series. Raises WeathergageError for more than can be told apart."""
    if count > len(LINES):
        raise WeathergageError(f"a picture tells {len(LINES)} series apart, not {count}")
    colours = DARK_COLOURS if dark else COLOURS
    paper = (DARK if dark else LIGHT)["paper"]
    return [Look(colours[n], LINES[n], MARKS[n], HATCHES[n], paper) for n in range(count)]


def looks_on_a_page(names: Iterable[str]) -> dict[str, Look]:
    """The look of each series of a picture on a page; after six they come round again."""
    six = [
        Look(colour, dashes, mark, hatch, "none")
        for colour, dashes, mark, hatch in zip(PAGE_COLOURS, LINES, MARKS, HATCHES, strict=True)
    ]
    return dict(zip(names, cycle(six), strict=False))


@contextmanager
def on_a_page(width: float, height: float) -> Iterator[tuple[Any, Any]]:
    """A figure of so many inches for a page, and its one pair of axes.

    Raises WeathergageError where matplotlib is not installed.
    """
    matplotlib = _matplotlib()
    from matplotlib.figure import Figure

    with matplotlib.rc_context({**STYLE, **_colours(PAGE)}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots()


def svg_of(figure: Any) -> str:
    """A figure as SVG without a ground of its own."""
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def panels(
    rows: int,
    columns: int,
    *,
    title: str = "",
    dark: bool = False,
    size: tuple[float, float] = (),  # type: ignore[assignment]
) -> tuple[Any, list[Any]]:
    """A figure of panels that share their axes, and the panels row by row.

    size: inches. Raises WeathergageError where matplotlib is not installed.
    """
    matplotlib = _matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    paint = DARK if dark else LIGHT
    with matplotlib.rc_context({**STYLE, **_colours(paint)}):
        figure = Figure(
            figsize=size or (4.6 * columns + 0.6, 3.1 * rows + 1.1), layout="constrained"
        )
        FigureCanvasAgg(figure)
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontweight="bold", fontsize=12)
    return figure, [panel for row in grid for panel in row]


def head(panel: Any, words: str) -> None:
    """A panel's title."""
    panel.set_title(words, loc="left", fontsize=10, fontweight="bold")


def legend(figure: Any, names: Sequence[str], series: Sequence[Look], note: str = "") -> None:
    """One legend for all panels, below them. note: what else the reader must know."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=look.colour,
            linestyle=look.dashes,
            linewidth=1.8,
            marker=look.mark,
            markerfacecolor=look.paper,
            markeredgewidth=1.4,
        )
        for look in series
    ]
    if note:
        handles.append(Line2D([], [], linestyle="none"))
    ink = figure.axes[0].xaxis.label.get_color()
    figure.legend(
        handles,
        [*names, *([note] if note else [])],
        loc="outside lower left",
        ncols=1,
        handlelength=4.5,
        labelcolor=ink,
        frameon=False,
    )


def percent() -> Any:
    """A formatter that writes shares as per cent."""
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(xmax=1, decimals=0)


def save(figure: Any, path: Path, *, dots: int = 150) -> None:
    """Write a figure as PNG or SVG, by the file's name. dots: to an inch of a PNG.

    The file is the same for the same figure: no date is in it.
    """
    matplotlib = _matplotlib()
    kind = path.suffix.lower().lstrip(".")
    if kind not in ("png", "svg"):
        raise WeathergageError(f"{path}: pictures are written as .png or .svg")
    when = {"metadata": {"Date": None}} if kind == "svg" else {"metadata": {"Software": None}}
    with matplotlib.rc_context(STYLE):
        figure.savefig(path, format=kind, dpi=dots, facecolor=figure.get_facecolor(), **when)


def _colours(paint: dict[str, str]) -> dict[str, str]:
    return {
        "figure.facecolor": paint["paper"],
        "axes.facecolor": paint["paper"],
        "grid.color": paint["grid"],
        **dict.fromkeys(
            (
                "text.color",
                "axes.labelcolor",
                "axes.edgecolor",
                "axes.titlecolor",
                "xtick.color",
                "ytick.color",
            ),
            paint["ink"],
        ),
    }


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise WeathergageError(
            "pictures of studies need matplotlib: pip install 'weathergage[plots]'"
        ) from None
    return matplotlib
