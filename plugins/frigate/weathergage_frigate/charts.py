"""What the rules look up again and again, worked out once for a choice of rules (3.3)."""

from __future__ import annotations

from typing import Any

from weathergage import clause
from weathergage_frigate.routes import air_of

MEMO = "charts"


class Charts:
    """The charts of one choice of ruleset, scenario, options and house rules.

    automatic: sides that nobody plays. command: for each fleet that
    can lose command, the columns for its flagships ("" for never) and for its independents.
    levels: whether any fleet has a Preservation Level that counts. airs: what courses depend on,
    by the wind's heading.
    """

    __slots__ = ("airs", "automatic", "command", "levels")

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
        into, up = rules.options.no_sailing_into_wind, rules.options.bearing_up
        self.airs = tuple(air_of(wind, into, up) for wind in range(6))


def charts_of(rules: Any) -> Charts:
    """The charts of a choice of rules."""
    charts: Charts | None = rules.memo.get(MEMO)
    if charts is None:
        charts = rules.memo[MEMO] = Charts(rules)
    return charts
