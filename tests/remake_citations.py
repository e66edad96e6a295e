"""Write every ruleset's ledger of clauses anew: python tests/remake_citations.py"""

from __future__ import annotations

from pathlib import Path

from weathergage.clauses import write_citations

ROOT = Path(__file__).parents[1]


def main() -> None:
    """For each plugin, scan its package and the tests of the same name."""
    for package in sorted((ROOT / "plugins").glob("*/weathergage_*")):
        ruleset = package.parent.name
        write_citations(package, ROOT / "tests" / ruleset)
        print(package.name)
    for package in sorted((ROOT / "examples").glob("*/src/weathergage_*")):
        write_citations(package, package.parents[1] / "tests")
        print(package.name)


if __name__ == "__main__":
    main()
