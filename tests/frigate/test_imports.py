"""The modules of the ruleset stand in one order: none imports another in a circle, not even for a
type or inside a function.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import weathergage_frigate

HOME = Path(weathergage_frigate.__file__).parent
PACKAGE = HOME.name


def name_of(path: Path) -> str:
    parts = (PACKAGE, *path.relative_to(HOME).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in HOME.rglob("*.py")}


def imported(path: Path) -> set[str]:
    """The modules of the ruleset that a file names anywhere in an import."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else str(node.module))
    return found


def test_no_module_imports_another_in_a_circle() -> None:
    graph = {name: imported(path) for name, path in MODULES.items()}
    order = list(TopologicalSorter(graph).static_order())
    sheets, plotting = f"{PACKAGE}.sheets", f"{PACKAGE}.plotting"
    assert order.index(sheets) < order.index(plotting)
    assert set(order) == set(MODULES)
