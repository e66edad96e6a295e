"""What one broadside does to an equal, under every ruleset that knows broadsides: exact odds by
range in yards, raked or not, the first broadside or not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from weathergage.chances import BroadsideCase, BroadsideOdds, Broadsides, Odds, mean
from weathergage.datafiles import Provenance, status_counts
from weathergage.errors import Contradiction, UnknownName
from weathergage.study.footing import Footing, founded
from weathergage.study.odds import Workbench, ordered

VARIANTS = {
    "plain": (False, False),
    "raking": (True, False),
    "first": (False, True),
    "first, raking": (True, True),
}
"""Kinds of broadside: whether it rakes, and whether it is a ship's first."""


@dataclass(frozen=True, slots=True)
class Gunnery:
    """The broadsides of one ship of a ruleset at her equal.

    ruleset, title: whose rules. ship, name: the ruleset's type of ship. minutes: of a turn, which
    has one such broadside. bears: what the target can bear, of which shares are told.
    assumed: what was assumed. limits: yards up to which fire is the same, rising. weighed: by
    variant, one for each limit; None where there is no fire. rests_on: what was read of tables.
    ship_sources: where the ship's ratings come from, one for each.
    """

    ruleset: str
    title: str
    ship: str
    name: str
    minutes: float
    bears: str
    assumed: tuple[str, ...]
    limits: tuple[float, ...]
    weighed: Mapping[str, tuple[BroadsideOdds | None, ...]]
    rests_on: tuple[Footing, ...] = ()
    ship_sources: tuple[Provenance, ...] = ()

    def at(self, yards: float, variant: str) -> BroadsideOdds | None:
        """The broadside at a range; None beyond the last limit and where there is no fire."""
        place = bisect_left(self.limits, yards)
        return self.weighed[variant][place] if place < len(self.limits) else None

    @property
    def reach(self) -> float:
        """The yards beyond which nothing is hit."""
        rows = self.weighed.values()
        hit = [
            limit
            for row in rows
            for limit, weighed in zip(self.limits, row, strict=True)
            if weighed is not None and mean(weighed.hits)
        ]
        return max(hit, default=self.limits[-1])

    def plain(self, yards: Sequence[float]) -> dict[str, Any]:
        """The same as plain data, at some ranges."""
        return {
            "ruleset": self.ruleset,
            "title": self.title,
            "ship": self.ship,
            "name": self.name,
            "minutes": self.minutes,
            "bears": self.bears,
            "assumed": list(self.assumed),
            "rests_on": [footing.plain() for footing in self.rests_on],
            "ship_figures": dict(status_counts(self.ship_sources)),
            "limits": [round(limit, 4) for limit in self.limits],
            "ranges": [
                {"yards": each, **{v: _plain(self.at(each, v)) for v in VARIANTS}} for each in yards
            ],
        }


def _plain(weighed: BroadsideOdds | None) -> dict[str, Any] | None:
    if weighed is None:
        return None
    return {
        "hits": {str(hits): str(chance) for hits, chance in weighed.hits.items()},
        "share": {str(share): str(chance) for share, chance in weighed.share.items()},
        "mean_hits": float(mean(weighed.hits)),
        "mean_share": float(mean(weighed.share)),
    }


def weigh(bench: Workbench, ship: str) -> Gunnery:
    """Weigh every broadside of a ship at her equal.

    ship: a neutral class, such as "74", or one of the ruleset's own types. Raises Contradiction
    for a ruleset without broadsides, UnknownName for no such ship.
    """
    ruleset = bench.rules.ruleset
    known = ruleset.broadsides
    if known is None:
        raise Contradiction(f"{ruleset.title} has no broadsides, so there is nothing to weigh")
    if ship not in known.classes and ship not in bench.rules.ships:
        names = [*known.classes, *bench.rules.ships]
        raise UnknownName(f"ship of {ruleset.id}", ship, names)
    (limits, weighed), rests_on = founded(bench, lambda noting: _steps(known, noting, ship))
    one = next((found for row in weighed.values() for found in row if found is not None), None)
    if one is None:
        raise Contradiction(f"{ship} of {ruleset.title} has no guns to fire")
    fired = bench.rules.ships[one.ship]
    return Gunnery(
        ruleset=ruleset.id,
        title=ruleset.title,
        ship=one.ship,
        name=fired.name,
        minutes=ruleset.scales.minutes,
        bears=one.bears,
        assumed=tuple(known.assumed),
        limits=limits,
        weighed=weighed,
        rests_on=rests_on,
        ship_sources=tuple(fired.provenance[rating] for rating in fired.ratings),
    )


def _steps(
    known: Broadsides, bench: Workbench, ship: str
) -> tuple[tuple[float, ...], dict[str, tuple[BroadsideOdds | None, ...]]]:
    """The yards up to which fire is the same, and by variant what is done up to each."""
    limits = tuple(known.limits(bench))
    weighed = {
        name: tuple(
            _ordered(known.weigh(bench, BroadsideCase(ship, limit, raking, first)))
            for limit in limits
        )
        for name, (raking, first) in VARIANTS.items()
    }
    return limits, weighed


def _ordered(weighed: BroadsideOdds | None) -> BroadsideOdds | None:
    if weighed is None:
        return None
    hits, share = ordered(weighed.hits), ordered(weighed.share)
    return BroadsideOdds(hits, share, weighed.ship, weighed.bears)


def quantile(odds: Odds, share: Fraction) -> Any:
    """The least outcome that so much of the chance does not exceed."""
    reached = Fraction(0)
    for outcome, chance in ordered(odds).items():
        reached += chance
        if reached >= share:
            return outcome
    raise ValueError(f"odds that add up to {reached} have no quantile {share}")


def draw(all_: Sequence[Gunnery], title: str, *, dark: bool = False) -> Any:
    """A picture of what each kind of broadside does by range: the mean share of what the target can
    bear, a panel a kind, all rulesets on one axis, with bars from the tenth to the ninetieth
    percentile, out to the farthest range at which anything may be hit. A matplotlib figure.
    """
    from weathergage.study import plots

    figure, panels = plots.panels(2, 2, title=title, dark=dark)
    farthest = max(one.reach for one in all_)
    for panel, variant in zip(panels, VARIANTS, strict=True):
        plots.head(panel, _TITLES[variant])
        for number, (one, look) in enumerate(zip(all_, plots.looks(len(all_), dark), strict=True)):
            _draw_one(panel, one, variant, look, number - (len(all_) - 1) / 2)
        panel.set_xlim(0, farthest)
    for panel in panels[2:]:
        panel.set_xlabel("range in yards")
    for panel in (panels[0], panels[2]):
        panel.set_ylabel("share of what she can bear")
        panel.yaxis.set_major_formatter(plots.percent())
    panels[0].set_ylim(bottom=0)
    names = [f"{one.title}: {one.name}, a turn of {one.minutes:.2g} minutes" for one in all_]
    plots.legend(figure, names, plots.looks(len(all_), dark), "bars: 10th to 90th percentile")
    return figure


_TITLES = {
    "plain": "Neither raking nor first",
    "raking": "Raking",
    "first": "First broadside",
    "first, raking": "First broadside, raking",
}


def _draw_one(panel: Any, one: Gunnery, variant: str, look: Any, offset: float) -> None:
    """One ruleset's steps, with a mark in the middle of each and its bar a little to the side."""
    start = 0.0
    across: list[float] = []
    up: list[float] = []
    for limit, weighed in zip(one.limits, one.weighed[variant], strict=True):
        share = float(mean(weighed.share)) if weighed is not None else 0.0
        across += [start, limit]
        up += [share, share]
        if weighed is not None:
            low, high = (float(quantile(weighed.share, Fraction(n, 10))) for n in (1, 9))
            look.bar(panel, (start + limit) / 2 + 12 * offset, share, low, high)
        start = limit
    look.line(panel, [*across, start], [*up, 0.0])
