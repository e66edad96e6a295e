"""The pictures of studies, as SVG that takes the ink of the page it stands on.

Series are told apart by marker and line as much as by colour, so that a picture printed in black
and white says the same. The same figures give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from weathergage.errors import WeathergageError
from weathergage.study.reports import INK

SERIES = (
    ("#c8552b", "o", "-"),
    ("#2c7fb8", "s", "--"),
    ("#3a9b6a", "^", "-."),
    ("#9b6bb3", "D", ":"),
    ("#b08a1e", "v", (0, (6, 2, 1, 2, 1, 2))),
    ("#7a7f87", "P", (0, (1, 1))),
)
"""Colour, marker and line of each series: mid tones that stand on white and on black."""


@dataclass(frozen=True, slots=True)
class Bar:
    """An estimate in a row of its own: its label, the value, and the interval's ends."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """An estimate at a place on an axis."""

    at: float
    value: float
    low: float
    high: float


def intervals(
    groups: Mapping[str, Sequence[Bar]],
    *,
    axis: str,
    line: float | None = None,
    share: bool = False,
) -> str:
    """Estimates with their intervals, row under row, a marker for each group.

    axis: what is measured. line: where a rule is drawn, such as at no difference. share: whether
    the figures are shares, told in percent. Raises WeathergageError without matplotlib.
    """
    rows = [(group, bar) for group, bars in groups.items() for bar in bars]
    with _figure(6.0, 0.8 + 0.32 * len(rows)) as (figure, axes):
        styles = dict(zip(groups, cycle(SERIES)))
        for number, (group, bar) in enumerate(rows):
            colour, marker, _ = styles[group]
            span = [[bar.value - bar.low], [bar.high - bar.value]]
            axes.errorbar(
                bar.value, number, xerr=span, fmt=marker, color=colour, ecolor=INK, capsize=3
            )
        axes.set_yticks(range(len(rows)), [bar.label for _, bar in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(axis)
        axes.grid(axis="x", color=INK, alpha=0.15)
        if line is not None:
            axes.axvline(line, color=INK, linewidth=0.8)
        if share:
            _in_percent(axes.xaxis)
        return _svg(figure)


def lines(
    series: Mapping[str, Sequence[Point]], *, across: str, up: str, share: bool = False
) -> str:
    """Estimates along an axis, a line with a marker for each series, intervals as whiskers.

    across, up: what the axes measure. Raises WeathergageError without matplotlib.
    """
    with _figure(6.0, 4.2) as (figure, axes):
        for (name, points), (colour, marker, dashes) in zip(series.items(), cycle(SERIES)):
            values = [point.value for point in points]
            below = [point.value - point.low for point in points]
            above = [point.high - point.value for point in points]
            axes.errorbar(
                [point.at for point in points],
                values,
                yerr=[below, above],
                color=colour,
                marker=marker,
                linestyle=dashes,
                elinewidth=0.8,
                capsize=2,
                label=name,
            )
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.set_ylim(bottom=0)
        axes.grid(color=INK, alpha=0.15)
        if share:
            _in_percent(axes.yaxis)
        _legend(axes)
        return _svg(figure)


def shares_over(
    series: Mapping[str, Mapping[float, int]], *, across: str, mark: tuple[str, float] | None = None
) -> str:
    """The share of games over by each value, a rising step for each series.

    series: how many games have each value, by name. mark: a label and a value to show, such as
    what happened in history. Raises WeathergageError without matplotlib.
    """
    with _figure(6.0, 3.8) as (figure, axes):
        for (name, counts), (colour, _, dashes) in zip(series.items(), cycle(SERIES)):
            whole = sum(counts.values())
            values = sorted(counts)
            risen = [sum(counts[v] for v in values[: n + 1]) / whole for n in range(len(values))]
            axes.step(
                [0, *values], [0, *risen], where="post", color=colour, linestyle=dashes, label=name
            )
        if mark is not None:
            label, value = mark
            axes.axvline(value, color=INK, linewidth=1.2, linestyle=(0, (2, 2)), label=label)
        axes.set_xlabel(across)
        axes.set_ylabel("share of games decided")
        axes.set_xlim(left=0)
        axes.set_ylim(0, 1.02)
        axes.grid(color=INK, alpha=0.15)
        _in_percent(axes.yaxis)
        _legend(axes)
        return _svg(figure)


@contextmanager
def _figure(width: float, height: float) -> Iterator[tuple[Any, Any]]:
    """A figure of so many inches with one pair of axes, drawn without a screen."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise WeathergageError(
            "pictures of a study need matplotlib: pip install 'weathergage[plots]'"
        ) from None
    style: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "weathergage",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots()


def _in_percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _legend(axes: Any) -> None:
    handles, _ = axes.get_legend_handles_labels()
    if handles:
        axes.legend(frameon=False, handlelength=3.5)


def _svg(figure: Any) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()
