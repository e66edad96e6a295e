"""modifiers: the named points at which a ruleset takes modifiers, and what it has there."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage.cli.output import console, listing, many, print_json
from weathergage.houserules import HouseRule, changes_of
from weathergage.modifiers import Change, Point, written
from weathergage.plugins import chosen_rules, find_ruleset
from weathergage.ruleset import Ruleset

WORDS = {"add": "added", "change": "changed", "remove": "removed"}


def modifiers(ruleset_id: str, *, house_rules: Sequence[str], as_json: bool) -> None:
    """A ruleset's named points with their modifiers, and what house rules in files change there."""
    ruleset = find_ruleset(ruleset_id)
    rules = chosen_rules(ruleset, house_rules)
    if as_json:
        print_json([_plain(ruleset, point, rules) for point in ruleset.points])
        return
    out = console()
    table = listing(("Point", "Modifier", "Value", "Clause"), title=ruleset.title)
    table.columns[0].no_wrap = True
    for point in ruleset.points:
        table.add_row(point.name, point.title, "", point.clause, style="bold")
        for own in point.own:
            table.add_row("", own.name, written(own.value), own.clause)
        for rule, change in _changes(ruleset, point, rules):
            value = "" if change.how == "remove" else written(change.modifier.value)
            limits = f", {change.limits} alone" if change.limits else ""
            told = f"{change.modifier.name} ({WORDS[change.how]} by {rule.id}{limits})"
            table.add_row("", told, value, change.modifier.clause)
    out.print(table)
    out.print(f"{many(len(ruleset.points), 'point')}; any may be given more.", style="dim")


def _changes(
    ruleset: Ruleset, point: Point, rules: Sequence[HouseRule]
) -> list[tuple[HouseRule, Change]]:
    return [
        (rule, change)
        for rule in rules
        for change in changes_of(rule, ruleset.id).get(point.name, ())
    ]


def _plain(ruleset: Ruleset, point: Point, rules: Sequence[HouseRule]) -> dict[str, object]:
    data = point.plain()
    data["changes"] = [
        {
            "house_rule": rule.id,
            "how": change.how,
            "name": change.modifier.name,
            "value": written(change.modifier.value),
            "clause": change.modifier.clause,
            "by": change.by,
            "against": change.against,
        }
        for rule, change in _changes(ruleset, point, rules)
    ]
    return data
