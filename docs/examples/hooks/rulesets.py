"""A ruleset by another name: Frigate with drift as the rule, not the exception."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import weathergage as wg
from weathergage.plugins import Discovered, take
from weathergage_frigate.ruleset import FRIGATE, FrigateOptions


class DriftingOptions(FrigateOptions):
    """Those of Frigate, with another default."""

    drift: bool = wg.option(True, clause="6.65", title="Ships afoul drift")


@wg.hookimpl
def rulesets() -> Sequence[wg.Ruleset]:
    """What the plugin supplies; its entry point names the module that this stands in."""
    return [replace(FRIGATE, id="drifting", title="Drifting", options=DriftingOptions)]


def test_the_ruleset_is_found() -> None:
    import sys

    found = Discovered()
    take(found, "drifting", lambda: sys.modules[__name__])
    assert not found.failures
    drifting = found.rulesets["drifting"]
    assert drifting.options().drift is True
    assert len(drifting.scenarios) == len(FRIGATE.scenarios)
