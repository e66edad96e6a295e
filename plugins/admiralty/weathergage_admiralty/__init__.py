"""Admiralty, fighting sail in detail on a table top, as a ruleset of weathergage."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import Ruleset, hookimpl


@hookimpl
def rulesets() -> Sequence[Ruleset]:
    """Supply the ruleset."""
    from weathergage_admiralty.ruleset import ADMIRALTY

    return [ADMIRALTY]
