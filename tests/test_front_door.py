"""The front door: exactly the promised names, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import weathergage

HEAVY = {"distributed", "matplotlib", "resvg_py", "rich", "scipy", "shapely", "typer"}
STATISTICS_AND_SHAPES = {"distributed", "matplotlib", "scipy", "shapely"}
PUBLIC = [name for name in weathergage.__all__ if not name.startswith("_")]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter: what this one has loaded by now proves nothing."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )


def loaded_by(code: str) -> set[str]:
    """The top-level packages that a fresh interpreter holds after running the code."""
    done = python(
        "-c", f"import sys\n{code}\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    )
    return set(done.stdout.split())


def names_for_type_checkers() -> set[str]:
    """What the front door imports under `if TYPE_CHECKING:`."""
    assert weathergage.__file__ is not None
    tree = ast.parse(Path(weathergage.__file__).read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def test_the_public_names_are_exactly_those_of_all() -> None:
    assert len(set(weathergage.__all__)) == len(weathergage.__all__)
    assert [name for name in dir(weathergage) if not name.startswith("_")] == sorted(PUBLIC)


@pytest.mark.parametrize("name", weathergage.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(weathergage, name) is not None


def test_type_checkers_see_the_same_names() -> None:
    # A name missing there would be Any to whoever writes against the front door.
    assert names_for_type_checkers() == set(PUBLIC)


def test_a_star_import_gives_every_public_name() -> None:
    done = python("-c", "from weathergage import *; print(*(n for n in dir() if n[0] != '_'))")
    assert sorted(done.stdout.split()) == sorted(PUBLIC)


def test_no_public_name_is_also_a_module() -> None:
    # `weathergage.x` would be the function at first and the module once someone imported it.
    modules = {module.name for module in pkgutil.iter_modules(weathergage.__path__)}
    assert modules.isdisjoint(PUBLIC)


def test_an_unknown_name_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'weather_guage'"):
        _ = weathergage.weather_guage


def test_importing_the_front_door_loads_nothing_heavy() -> None:
    assert loaded_by("import weathergage") & HEAVY == set()


def test_help_loads_neither_statistics_nor_shapes() -> None:
    done = python("-X", "importtime", "-m", "weathergage", "--help")
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "weathergage" in loaded
    assert loaded & STATISTICS_AND_SHAPES == set()
    assert "play" in done.stdout
