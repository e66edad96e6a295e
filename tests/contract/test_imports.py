"""The modules of a ruleset stand in one order: none imports another in a circle, not even for a
type or inside a function.
"""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp
import pytest

import weathergage as wg

PACKAGES = [ruleset.package for _, ruleset in sorted(wg.rulesets().items())]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_of_a_ruleset_imports_another_in_a_circle(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    imported = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    order = list(TopologicalSorter(imported).static_order())
    assert order.index(f"{package}.state") < order.index(f"{package}.ruleset")
