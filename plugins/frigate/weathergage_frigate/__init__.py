"""Frigate, SPI's age of sail, as a ruleset of weathergage."""

from __future__ import annotations

from collections.abc import Sequence

from weathergage import Ruleset, hookimpl


@hookimpl
def rulesets() -> Sequence[Ruleset]:
    """Supply the ruleset."""
    from weathergage_frigate.ruleset import FRIGATE

    return [FRIGATE]
