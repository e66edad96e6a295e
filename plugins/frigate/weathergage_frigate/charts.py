"""What the rules look up again and again, worked out once for a choice of rules (3.3)."""

from __future__ import annotations

from typing import Any

from weathergage import clause

MEMO = "charts"


class Charts:
    """The charts of one choice of ruleset, scenario, options and house rules.

    automatic: sides that nobody plays. command: for each fleet that
    can lose command, the columns for its flagships ("" for never) and for its independents.
    levels: whether any fleet has a Preservation Level that counts. no_sailing, bearing_up: 6.32
    and 6.43.
    """

    __slots__ = ("automatic", "bearing_up", "command", "levels", "no_sailing")

    @clause("3.3")
    def __init__(self, rules: Any) -> None:
        scenario = rules.scenario
        self.automatic = tuple(side.id for side in scenario.sides if side.automatic)
        columns = rules.tables["command-columns"]
        self.command: dict[str, tuple[str, str]] = {}
        for fleet in scenario.fleets:
            if fleet.efficiency:
                flags = columns.look_up(fleet.efficiency, "flagship")
                independents = columns.look_up(fleet.efficiency, "independent")
                self.command[fleet.id] = ("" if flags == "never" else flags, independents)
        counted = "9.0" not in scenario.suspended
        self.levels = counted and any(f.preservation is not None for f in scenario.fleets)
        self.no_sailing = rules.options.no_sailing_into_wind
        self.bearing_up = rules.options.bearing_up


def charts_of(rules: Any) -> Charts:
    """The charts of a choice of rules."""
    charts: Charts | None = rules.memo.get(MEMO)
    if charts is None:
        charts = rules.memo[MEMO] = Charts(rules)
    return charts
