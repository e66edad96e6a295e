"""log: a ship's log, filled in before play as players do it on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage.chances import settings_of
from weathergage.cli.choices import pairs
from weathergage.cli.output import console, paragraph, print_json
from weathergage.errors import WeathergageError
from weathergage.plugins import chosen_rules, figures, find_ruleset
from weathergage.ruleset import LogForm, Ruleset


def log(
    ruleset_id: str,
    ship: str | None,
    given: Sequence[str],
    *,
    name: str,
    house_rules: Sequence[str],
    as_json: bool,
) -> None:
    """Fill in a ship's log, or say what may be said of her. Raises WeathergageError where the
    ruleset keeps none.
    """
    ruleset = find_ruleset(ruleset_id)
    form = ruleset.log_form
    if form is None:
        raise WeathergageError(f"{ruleset.title} keeps no logs: see weathergage ships {ruleset.id}")
    if ship is None:
        _list(ruleset, form, as_json)
        return
    settings = settings_of(form.arguments, dict(pairs(given, "a log", "NAME=VALUE")))
    tables, ships = figures(ruleset, chosen_rules(ruleset, house_rules))
    found = form.fill(tables, ships, ship, name, settings)
    if as_json:
        print_json(_plain(found))
        return
    from weathergage.draw.terminal import log_table

    console().print(log_table(found, "bold"))


def _list(ruleset: Ruleset, form: LogForm, as_json: bool) -> None:
    """What may be said of a ship."""
    if as_json:
        arguments = [
            {
                "name": one.name,
                "meaning": one.meaning,
                "default": one.default,
                "allowed": one.allowed,
            }
            for one in form.arguments
        ]
        print_json({"ruleset": ruleset.id, "clause": form.clause, "arguments": arguments})
        return
    out = console()
    paragraph(
        out,
        f"{ruleset.title}: fill in the log of {form.ships} ({form.clause}). It also depends on:",
    )
    for one in form.arguments:
        paragraph(out, f"{one.name}={one.default}  {one.meaning}: {one.allowed}", indent=4, hang=4)
    out.print(f"The lists: weathergage ships {ruleset.id}", style="dim")


def _plain(log: Any) -> dict[str, Any]:
    return {
        "name": log.name,
        "note": log.note,
        "rows": [
            {"label": row.label, "value": row.value, "boxes": [box.text for box in row.boxes]}
            for row in log.rows
        ],
    }
