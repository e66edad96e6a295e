"""rulesets and scenarios: what there is to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage.clauses import load_clauses
from weathergage.cli.output import console, listing, many, note, paragraph, print_json
from weathergage.errors import WeathergageError
from weathergage.plugins import (
    discover,
    find_house_rule,
    find_ruleset,
    readable_scenarios,
    scenarios_added,
)
from weathergage.ruleset import Ruleset
from weathergage.scenarios import Scenario


def rulesets(*, as_json: bool) -> None:
    """The installed rulesets. What could not be loaded is told, and costs nobody anything."""
    found = discover()
    rows = [_ruleset(ruleset) for ruleset in found.rulesets.values()]
    failures = [(failure.plugin, _in_one_line(failure.reason)) for failure in found.failures]
    for plugin, reason in failures:
        note(f"plugin {plugin} could not be loaded: {reason}; the others work")
    if as_json:
        print_json(rows)
        return
    out = console()
    table = listing(
        ("Id", "Title", "Source", "Board", "Scenarios", "Clauses"), right=("Scenarios", "Clauses")
    )
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    if rows:
        out.print(table)
    for plugin, reason in failures:
        paragraph(out, f"{plugin} could not be loaded: {reason}", indent=1, hang=2)
    if not rows and not failures:
        out.print("No ruleset is installed.")
    elif rows:
        out.print("Scenarios: weathergage scenarios RULESET", style="dim")


def _ruleset(ruleset: Ruleset) -> dict[str, Any]:
    counts: dict[str, int | None] = {"scenarios": None, "clauses": None}
    try:
        scenarios, wrong = readable_scenarios(ruleset)
        counts["scenarios"] = len(scenarios)
        for broken in wrong.values():
            note(f"{broken}; that scenario is left out")
        counts["clauses"] = len(load_clauses(ruleset.folder / "clauses.toml"))
    except WeathergageError as error:
        note(str(error))
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "source": ruleset.source,
        "board": ruleset.board,
        **counts,
    }


def _in_one_line(words: str) -> str:
    return " ".join(words.split()).rstrip(".")


def scenarios(ruleset: str | None, *, house_rules: Sequence[str], as_json: bool) -> None:
    """The scenarios of one ruleset, or of all, with those that house rules add."""
    rules = [find_house_rule(rule) for rule in house_rules]
    chosen = [find_ruleset(ruleset)] if ruleset else list(discover().rulesets.values())
    found: list[tuple[Ruleset, Scenario]] = []
    for one in chosen:
        scenarios, wrong = readable_scenarios(one)
        suited = [rule for rule in rules if rule.suits(one.id)]
        added = scenarios_added(one, suited) if suited else {}
        found += [(one, scenario) for scenario in {**scenarios, **added}.values()]
        for error in wrong.values():
            note(f"{error}; that scenario is left out")
    if as_json:
        print_json([_scenario(one, scenario) for one, scenario in found])
        return
    out = console()
    table = listing(
        ("Scenario", "Title", "Date", "Sides", "Ships", "Turns", "Status"),
        right=("Ships", "Turns"),
    )
    for column in (0, 2, 3):
        table.columns[column].no_wrap = True
    for one, scenario in found:
        table.add_row(
            f"{one.id}/{scenario.id}",
            scenario.title,
            scenario.when,
            "\n".join(side.id for side in scenario.sides),
            str(scenario.ship_count),
            str(scenario.turns),
            scenario.status,
        )
    out.print(table)
    out.print(f"{many(len(found), 'scenario')}. Play one: weathergage play SCENARIO", style="dim")


def _scenario(ruleset: Ruleset, scenario: Scenario) -> dict[str, Any]:
    return {
        "id": f"{ruleset.id}/{scenario.id}",
        "ruleset": ruleset.id,
        "title": scenario.title,
        "date": scenario.date,
        "sides": [side.id for side in scenario.sides],
        "ships": scenario.ship_count,
        "turns": scenario.turns,
        "source": scenario.source,
        "status": scenario.status,
        "clause": scenario.clause,
        "names": {side.id: side.name for side in scenario.sides},
        "summary": scenario.summary,
        "notes": list(scenario.notes),
    }
