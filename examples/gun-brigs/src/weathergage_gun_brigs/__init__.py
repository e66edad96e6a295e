"""Gun Brigs, a ruleset of our own for small ships in narrow waters."""

from __future__ import annotations

import weathergage as wg


@wg.hookimpl
def rulesets() -> list[wg.Ruleset]:
    """Supply the ruleset."""
    from weathergage_gun_brigs.ruleset import GUN_BRIGS

    return [GUN_BRIGS]
