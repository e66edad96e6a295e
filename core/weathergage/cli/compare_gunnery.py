"""compare gunnery: what one broadside does to an equal, by range, under every ruleset."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from weathergage.chances import BroadsideOdds, Odds, mean
from weathergage.cli.choices import pairs
from weathergage.cli.exits import UsageProblem
from weathergage.cli.output import console, joined, listing, paragraph, print_json
from weathergage.cli.tables import statuses, told_footing
from weathergage.errors import Contradiction, UnknownName
from weathergage.houserules import HouseRule
from weathergage.plugins import find_house_rule, find_ruleset, rulesets
from weathergage.ruleset import Ruleset
from weathergage.study.gunnery import VARIANTS, Gunnery, draw, weigh
from weathergage.study.odds import bench_for, ordered
from weathergage.study.variants import what_was_reconstructed

RANGES = (50, 100, 200, 300, 400, 600, 800, 1200, 1600, 2000)
"""Yards that are told where nobody names any."""


def gunnery(
    wanted: Sequence[str],
    *,
    ships: Sequence[str],
    yards: Sequence[float],
    options: Sequence[str],
    house_rules: Sequence[str],
    png: Path | None,
    svg: Path | None,
    dark: bool,
    as_json: bool,
) -> None:
    """Weigh the broadsides of a ship under rulesets, and tell, draw or print them."""
    chosen = [find_ruleset(id) for id in wanted] or list(rulesets().values())
    without = [ruleset for ruleset in chosen if ruleset.broadsides is None]
    if len(without) == len(chosen):
        names = joined(ruleset.title for ruleset in chosen)
        raise Contradiction(f"{names} has no broadsides, so there is nothing to compare")
    firing = [ruleset for ruleset in chosen if ruleset.broadsides is not None]
    by_ruleset = _ships(ships, firing)
    settings, rules = _settings(options, firing), [find_house_rule(rule) for rule in house_rules]
    weighed = [
        weigh(
            bench_for(ruleset, settings.get(ruleset.id), _fitting(rules, ruleset, firing)),
            by_ruleset[ruleset.id],
        )
        for ruleset in firing
    ]
    for path in (png, svg):
        if path is not None:
            _draw(weighed, by_ruleset, path, dark)
    farthest = max(one.reach for one in weighed)
    told = list(yards) or [each for each in RANGES if each <= farthest]
    if as_json:
        print_json(
            {
                "ship": by_ruleset,
                "options": settings,
                "house_rules": [rule.id for rule in rules],
                "rulesets": [one.plain(told) for one in weighed],
                "without": [{"ruleset": ruleset.id, "why": "no broadsides"} for ruleset in without],
                "versions": {
                    "weathergage": version("weathergage"),
                    **{ruleset.id: ruleset.rules_version for ruleset in firing},
                    **{rule.id: rule.version for rule in rules},
                },
                "provenance": {ruleset.id: what_was_reconstructed(ruleset) for ruleset in firing},
                "command": _command(by_ruleset, told, options, house_rules),
            }
        )
        return
    out = console()
    for one in weighed:
        _print(out, one, told)
    for ruleset in without:
        out.print(f"{ruleset.title} has no broadsides and takes no part.")
    for path in (png, svg):
        if path is not None:
            out.print(f"Drawn in {path}.")


def _command(
    ships: Mapping[str, str],
    yards: Sequence[float],
    options: Sequence[str],
    house_rules: Sequence[str],
) -> str:
    """The command line that tells the same again."""
    words = ["weathergage", "compare", "gunnery", *ships]
    for flag, values in (
        ("--ship", [f"{ruleset}={ship}" for ruleset, ship in ships.items()]),
        ("--yards", [f"{each:g}" for each in yards]),
        ("--option", options),
        ("--house-rule", house_rules),
    ):
        words += [word for value in values for word in (flag, value)]
    return shlex.join([*words, "--json"])


def _ships(given: Sequence[str], firing: Sequence[Ruleset]) -> dict[str, str]:
    """The ship of each ruleset: a class for all, and types named for one by RULESET=TYPE."""
    common = [word for word in given if "=" not in word]
    if len(common) > 1:
        raise UsageProblem(f"--ship takes one class for all, not both {' and '.join(common)}")
    found = dict.fromkeys((ruleset.id for ruleset in firing), common[0] if common else "74")
    for id, ship in pairs([word for word in given if "=" in word], "--ship", "RULESET=TYPE"):
        if id not in found:
            raise UnknownName("ruleset with broadsides", id, found)
        found[id] = ship
    return found


def _settings(given: Sequence[str], firing: Sequence[Ruleset]) -> dict[str, dict[str, str]]:
    """Options by ruleset, written RULESET:NAME=VALUE."""
    found: dict[str, dict[str, str]] = {}
    for name, value in pairs(given, "--option", "RULESET:NAME=VALUE"):
        id, colon, option = name.partition(":")
        if not colon:
            raise UsageProblem(f"--option takes RULESET:NAME=VALUE here, not {name}={value}")
        if id not in [ruleset.id for ruleset in firing]:
            raise UnknownName("ruleset with broadsides", id, [ruleset.id for ruleset in firing])
        found.setdefault(id, {})[option] = value
    return found


def _fitting(
    rules: Sequence[HouseRule], ruleset: Ruleset, firing: Sequence[Ruleset]
) -> tuple[HouseRule, ...]:
    """The house rules that are for a ruleset; one that is for none of them is refused."""
    ids = {one.id for one in firing}
    for rule in rules:
        if not any(rule.suits(id) for id in ids):
            raise Contradiction(
                f"house rule {rule.id} is for {joined(rule.rulesets)}, which is not compared"
            )
    return tuple(rule for rule in rules if rule.suits(ruleset.id))


def _draw(weighed: Sequence[Gunnery], ships: Mapping[str, str], path: Path, dark: bool) -> None:
    from weathergage.study import plots

    classes = set(ships.values())
    what = f"a {classes.pop()}" if len(classes) == 1 else "a ship"
    plots.save(draw(weighed, f"What a broadside of {what} does to her equal", dark=dark), path)


# Telling


def _print(out: Console, one: Gunnery, yards: Sequence[float]) -> None:
    out.print(Text(f"{one.title}: {one.name} at her equal", style="bold"))
    out.print(f"Once a turn of {one.minutes:.2g} minutes.")
    if len(yards) == 1:
        _print_whole(out, one, yards[0])
    else:
        _print_ranges(out, one, yards)
    paragraph(out, f"Shares are of {one.bears}.", hang=2)
    for sentence in one.assumed:
        paragraph(out, f"- {sentence}", hang=2)
    paragraph(out, f"Her own ratings: {statuses(one.ship_sources)}.", hang=2)
    paragraph(out, told_footing(one.rests_on, one.ruleset), hang=2)
    out.print()


def _print_ranges(out: Console, one: Gunnery, yards: Sequence[float]) -> None:
    grid = listing(("mean hits and share, by yards", *VARIANTS), right=list(VARIANTS))
    for each in yards:
        cells = (_brief(one.at(each, variant)) for variant in VARIANTS)
        grid.add_row(Text(f"{each:g}", style="bold"), *cells)
    out.print(grid)


def _brief(weighed: BroadsideOdds | None) -> str:
    if weighed is None:
        return "no fire"
    return f"{float(mean(weighed.hits)):.2f} {float(100 * mean(weighed.share)):5.1f}%"


def _print_whole(out: Console, one: Gunnery, yards: float) -> None:
    """The whole distribution of hits at one range, and the mean share."""
    found = {variant: one.at(yards, variant) for variant in VARIANTS}
    odds: dict[str, Odds] = {v: w.hits for v, w in found.items() if w is not None}
    if not odds:
        out.print(f"no fire at {yards:g} yards")
        return
    grid = listing((f"hits at {yards:g} yards", *odds), right=list(odds))
    for hits in ordered({hits: 0 for row in odds.values() for hits in row}):  # type: ignore[misc]
        cells = (_percent(row.get(hits)) for row in odds.values())
        grid.add_row(Text(str(hits), style="bold"), *cells)
    for label, cells in (
        ("mean", (f"{float(mean(row)):.2f}" for row in odds.values())),
        ("share", (f"{float(100 * mean(w.share)):.1f}%" for w in found.values() if w)),
    ):
        grid.add_row(Text(label, style="bold"), *cells)
    out.print(grid)


def _percent(chance: Any) -> str:
    if chance is None:
        return ""
    return f"{float(100 * chance):.1f}%" if 2000 * chance >= 1 else "<0.1%"
