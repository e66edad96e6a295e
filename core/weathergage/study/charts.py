"""The pictures of studies, as SVG that takes the ink of the page it stands on.

Series are told apart by marker and line as much as by colour, so that a picture printed in black
and white says the same. The same figures give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weathergage.study.plots import looks_on_a_page, on_a_page, percent, svg_of
from weathergage.study.reports import INK


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
    with on_a_page(6.0, 0.8 + 0.32 * len(rows)) as (figure, axes):
        looks = looks_on_a_page(groups)
        for number, (group, bar) in enumerate(rows):
            look = looks[group]
            span = [[bar.value - bar.low], [bar.high - bar.value]]
            axes.errorbar(
                bar.value,
                number,
                xerr=span,
                fmt=look.mark,
                color=look.colour,
                ecolor=INK,
                capsize=3,
            )
        axes.set_yticks(range(len(rows)), [bar.label for _, bar in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(axis)
        axes.grid(visible=False, axis="y")
        if line is not None:
            axes.axvline(line, color=INK, linewidth=0.8)
        if share:
            _in_percent(axes.xaxis)
        return svg_of(figure)


def lines(
    series: Mapping[str, Sequence[Point]], *, across: str, up: str, share: bool = False
) -> str:
    """Estimates along an axis, a line with a marker for each series, intervals as whiskers.

    across, up: what the axes measure. Raises WeathergageError without matplotlib.
    """
    with on_a_page(6.0, 4.2) as (figure, axes):
        for name, look in looks_on_a_page(series).items():
            points = series[name]
            values = [point.value for point in points]
            below = [point.value - point.low for point in points]
            above = [point.high - point.value for point in points]
            axes.errorbar(
                [point.at for point in points],
                values,
                yerr=[below, above],
                color=look.colour,
                marker=look.mark,
                linestyle=look.dashes,
                elinewidth=0.8,
                capsize=2,
                label=name,
            )
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.set_ylim(bottom=0)
        if share:
            _in_percent(axes.yaxis)
        _legend(axes)
        return svg_of(figure)


def shares_over(
    series: Mapping[str, Mapping[float, int]], *, across: str, mark: tuple[str, float] | None = None
) -> str:
    """The share of games over by each value, a rising step for each series.

    series: how many games have each value, by name. mark: a label and a value to show, such as
    what happened in history. Raises WeathergageError without matplotlib.
    """
    with on_a_page(6.0, 3.8) as (figure, axes):
        for name, look in looks_on_a_page(series).items():
            counts = series[name]
            whole = sum(counts.values())
            values = sorted(counts)
            risen = [sum(counts[v] for v in values[: n + 1]) / whole for n in range(len(values))]
            axes.step(
                [0, *values],
                [0, *risen],
                where="post",
                color=look.colour,
                linestyle=look.dashes,
                label=name,
            )
        if mark is not None:
            label, value = mark
            axes.axvline(value, color=INK, linewidth=1.2, linestyle=(0, (2, 2)), label=label)
        axes.set_xlabel(across)
        axes.set_ylabel("share of games decided")
        axes.set_xlim(left=0)
        axes.set_ylim(0, 1.02)
        _in_percent(axes.yaxis)
        _legend(axes)
        return svg_of(figure)


def _in_percent(axis: Any) -> None:
    axis.set_major_formatter(percent())


def _legend(axes: Any) -> None:
    handles, _ = axes.get_legend_handles_labels()
    if handles:
        axes.legend(frameon=False, handlelength=3.5)
