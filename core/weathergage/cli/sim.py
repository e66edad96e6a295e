"""sim: one scenario many times, and how it ends."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from weathergage.cli.choices import check_scenario, chosen_options, own_captain, seated
from weathergage.cli.exits import FAILED, UsageProblem
from weathergage.cli.output import console, listing, many, note, paragraph, print_json
from weathergage.cli.running import played
from weathergage.errors import UnknownName
from weathergage.game import MODES
from weathergage.plugins import assemble

if TYPE_CHECKING:
    from rich.console import Console

    from weathergage.plugins import Rules
    from weathergage.study.batch import Failed, Results, StudyResults
    from weathergage.study.plans import Arm

AS_SEATED = "as seated"
LINES = (".csv", ".jsonl")
MOST_ROWS = 12
"""Rows of the table of lengths; with more lengths than that, several share a row."""


def sim(
    scenario: str,
    *,
    games: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    seats: Sequence[str],
    options: Sequence[str],
    house_rules: Sequence[str],
    mode: str,
    swap: bool,
    each_seed: str | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play many games and tell how they ended. Exit status 1 when a game ended in an error."""
    from weathergage.study.batch import get_ready
    from weathergage.study.plans import Arm, Plan, Study

    if cluster is None:
        get_ready(games, jobs)
    if mode not in MODES:
        raise UnknownName("mode", mode, MODES)
    _check_each_seed(each_seed, as_json)
    check_scenario(scenario, house_rules)
    chosen = chosen_options(options)
    rules = assemble(scenario, chosen, house_rules)
    default = dict.fromkeys(rules.seats, own_captain(rules.ruleset))
    players = seated(rules, seats, default=default, people=False)
    plan = Plan(scenario, tuple(players.items()), tuple(chosen.items()), tuple(house_rules), mode)
    arm = Arm(AS_SEATED, plan)
    arms = (arm, _exchanged(arm)) if swap else (arm,)
    measure = "full" if each_seed else "outcome"
    study = Study("sim", rules.scenario.title, arms, seed, games, measure)
    results = played(study, jobs=jobs, cluster=cluster, resume=resume)
    whole = _together(results)
    if each_seed:
        _write_each(results, each_seed)
    if as_json:
        print_json(_data(results, whole))
    elif each_seed != "-":
        _print(rules, results, whole)
    if whole.errors:
        _complain(results, whole.errors)


def _check_each_seed(file: str | None, as_json: bool) -> None:
    if file is None:
        return
    if file == "-" and as_json:
        raise UsageProblem("--json and --each-seed - both want standard output; name a file")
    if file != "-" and not file.endswith(LINES):
        raise UsageProblem(f"--each-seed {file}: name a file in {' or '.join(LINES)}, or -")


def _exchanged(arm: Arm) -> Arm:
    from weathergage.study.arms import swapped

    back = swapped(arm)
    if back is None:
        raise UsageProblem(
            "--swap exchanges the sides' captains, and these are the same; seat another kind on "
            "one side with --seat SIDE=KIND"
        )
    return back


def _together(results: StudyResults) -> Results:
    """The games of all arms as those of one."""
    first, *others = results.arms.values()
    more = (game for arm in others for game in arm.games)
    return replace(first, games=(*first.games, *more))


def _complain(results: StudyResults, errors: Mapping[str, Failed]) -> None:
    failed = sum(failure.count for failure in errors.values())
    arm = next(arm for arm in results.arms.values() if arm.errors)
    seed = next(iter(arm.errors.values())).seeds[0]
    who = " ".join(f"--seat {side}={kind}" for side, kind in arm.arm.plan.seats)
    games = sum(len(arm.games) for arm in results.arms.values())
    note(
        f"{failed} of {many(games, 'game')} ended in an error; see one again with: "
        f"weathergage play {arm.arm.plan.scenario} {who} --seed {seed}"
    )
    raise typer.Exit(FAILED)


# For programs


def _data(results: StudyResults, whole: Results) -> dict[str, Any]:
    from weathergage.study import summary

    plan = whole.arm.plan
    pooled = summary.pooled(results)
    return {
        "scenario": plan.scenario,
        "seed": results.study.first,
        "games": len(whole.games),
        "outcomes": whole.outcomes,
        "shares": _shares(whole, pooled),
        "games_for_one_percent": summary.games_for_one_percent(whole),
        "errors": sum(failure.count for failure in whole.errors.values()),
        "turns": whole.turns,
        "length": summary.length(whole),
        "degenerate": summary.degenerate(whole),
        "games_per_second": round(results.games_per_second, 3),
        "seconds": round(results.seconds, 3),
        "seats": dict(plan.seats),
        "options": dict(plan.options),
        "house_rules": list(plan.house_rules),
        "versions": results.versions,
        "reasons": whole.reasons,
        "swapped": pooled[0] if pooled else None,
        "failures": [
            {"error": error, "games": failure.count, "seeds": failure.seeds}
            for error, failure in whole.errors.items()
        ],
    }


def _shares(whole: Results, pooled: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The share of each winner with its interval: of pooled games, as pairs on common dice."""
    from weathergage.study.summary import outcome_shares

    if pooled:
        shares: dict[str, Any] = pooled[0]["by_side"]
        return shares
    return {winner: share.plain() for winner, share in outcome_shares(whole).items()}


def _write_each(results: StudyResults, file: str) -> None:
    if file == "-":
        _write_lines(_rows(results), sys.stdout)
        return
    with Path(file).open("w", encoding="utf-8", newline="") as out:
        if file.endswith(".csv"):
            rows = list(_rows(results))
            names = dict.fromkeys(name for row in rows for name in row)
            writer = csv.DictWriter(out, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        else:
            _write_lines(_rows(results), out)


def _write_lines(rows: Iterable[Mapping[str, Any]], out: TextIO) -> None:
    for row in rows:
        out.write(json.dumps(row, ensure_ascii=False) + "\n")


def _rows(results: StudyResults) -> Iterable[dict[str, Any]]:
    """One row a game: which, how it ended, and all that it can be measured by."""
    from weathergage.study.summary import measures

    for arm in results.arms.values():
        known = [measure for measure in measures(arm).values() if not measure.happens]
        players = {f"{side}: captain": kind for side, kind in arm.arm.plan.seats}
        for game in arm.games:
            row = {"seed": game.seed, **players, "winner": game.winner, "how": game.how}
            if not game.error:
                row |= {measure.name: _figure(measure.of(game)) for measure in known}
            yield row | {"error": game.error}


def _figure(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


# For people


def _print(rules: Rules, results: StudyResults, whole: Results) -> None:
    from weathergage.study import summary

    out = console()
    total = len(whole.games)
    pooled = summary.pooled(results)
    _print_outcomes(out, rules, whole, _shares(whole, pooled), swapped=bool(pooled))
    for pool in pooled:
        for kind, share in pool["by_captain"].items():
            out.print(f"{kind}, on whichever side: {_share(share)}")
        out.print()
    for reason, count in list(whole.reasons.items())[:8]:
        paragraph(out, f"{count:>{len(str(total))}}  {reason}", indent=1, hang=2 + len(str(total)))
    turns = whole.turns
    if turns["mean"] is not None:
        _print_lengths(out, rules, whole)
        first, last = results.study.first, results.study.first + results.study.count - 1
        out.print(
            f"\n{turns['mean']:.1f} turns on average, {turns['min']} at least and {turns['max']} "
            f"at most; {results.games_per_second:.1f} games a second (seeds {first} to {last})"
        )
        wanted = summary.games_for_one_percent(whole)
        if wanted and wanted > total:
            out.print(f"For shares that are sure to one per cent, play {wanted} games.")
    for error, failure in whole.errors.items():
        seeds = ", ".join(str(one) for one in failure.seeds)
        paragraph(out, f"{many(failure.count, 'game')}: {error} (seed {seeds})", hang=2)


def _print_outcomes(
    out: Console, rules: Rules, whole: Results, shares: Mapping[str, Any], *, swapped: bool
) -> None:
    names = {side.id: side.name for side in rules.scenario.sides}
    players = dict(whole.arm.plan.seats)
    columns = ("Winner", "Played by", "Games", "Share (95 % interval)")
    table = listing(columns, title=rules.scenario.title, right=columns[2:])
    for winner, count in whole.outcomes.items():
        player = "either" if swapped and winner in players else players.get(winner, "")
        share = _share(shares[winner]) if winner in shares else ""
        table.add_row(names.get(winner, winner), player, str(count), share)
    failed = sum(failure.count for failure in whole.errors.values())
    if failed:
        share = f"{100 * failed / len(whole.games):.1f} %"
        table.add_row("ended in an error", "", str(failed), share)
    out.print(table)


def _share(share: Mapping[str, Any]) -> str:
    if share["value"] is None:
        return ""
    value, low, high = (100 * share[key] for key in ("value", "low", "high"))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def _print_lengths(out: Console, rules: Rules, whole: Results) -> None:
    """How many games ended in which turns, and who won them."""
    from weathergage.study.summary import length

    ends = length(whole)["by_turn"]
    first, last = ends[0]["turn"], ends[-1]["turn"]
    if first == last:
        return
    step = -(-(last - first + 1) // MOST_ROWS)
    names = {side.id: side.name for side in rules.scenario.sides}
    winners = [winner for winner in whole.outcomes if any(row[winner] for row in ends)]
    shown = [names.get(winner, winner) for winner in winners]
    table = listing(("Ended in turn", *shown, ""), right=["Ended in turn", *shown])
    rows = []
    for low in range(first, last + 1, step):
        inside = [row for row in ends if low <= row["turn"] < low + step]
        rows.append((low, [sum(row[winner] for row in inside) for winner in winners]))
    most = max(sum(counts) for _, counts in rows)
    for low, counts in rows:
        high = min(last, low + step - 1)
        turns = f"{low} to {high}" if high > low else str(low)
        bar = "\u2588" * round(24 * sum(counts) / most)
        table.add_row(turns, *(str(count) for count in counts), bar)
    out.print()
    out.print(table)
