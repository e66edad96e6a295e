"""As Per Margin III, simple fighting sail on a table top, as a ruleset of weathergage."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import Ruleset, hookimpl


@hookimpl
def rulesets() -> Sequence[Ruleset]:
    """Supply the ruleset."""
    from weathergage_as_per_margin.ruleset import AS_PER_MARGIN

    return [AS_PER_MARGIN]
