"""War Galley, GMT's ancient galleys, as a ruleset of weathergage."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import Ruleset, hookimpl


@hookimpl
def rulesets() -> Sequence[Ruleset]:
    """Supply the ruleset."""
    from weathergage_war_galley.ruleset import WAR_GALLEY

    return [WAR_GALLEY]
