"""The distribution holds what the folders hold: every ruleset, every data file, nothing stray."""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from importlib import metadata, resources
from pathlib import Path
from typing import get_args

import pytest
from hatchling.builders.wheel import WheelBuilder

from weathergage.battles import Kind

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TOOLS = PROJECT["tool"]

# A folder that another branch left behind holds no more than caches: it is no ruleset.
FOLDERS = sorted(
    folder.name for folder in (ROOT / "plugins").iterdir() if any(folder.rglob("*.py"))
)
RULESETS = [f"weathergage_{name}" for name in FOLDERS]
PACKAGES = ["weathergage", *RULESETS]
SOURCES = {
    "weathergage": ROOT / "core" / "weathergage",
    **{f"weathergage_{name}": ROOT / "plugins" / name / f"weathergage_{name}" for name in FOLDERS},
}


def contract(id: str) -> dict[str, list[str]]:
    return next(c for c in TOOLS["importlinter"]["contracts"] if c["id"] == id)


def data_files(package: str) -> list[str]:
    """All that a package holds besides its code, as paths below it."""
    return sorted(
        path.relative_to(SOURCES[package]).as_posix()
        for path in SOURCES[package].rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    )


def test_the_wheel_holds_the_core_and_every_folder_under_plugins() -> None:
    listed = TOOLS["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert listed == [path.relative_to(ROOT).as_posix() for path in SOURCES.values()]


def test_every_folder_under_plugins_has_its_entry_point() -> None:
    expected = {name.replace("_", "-"): f"weathergage_{name}" for name in FOLDERS}
    assert PROJECT["project"]["entry-points"]["weathergage"] == expected


def test_the_checkers_are_told_of_every_ruleset() -> None:
    assert TOOLS["importlinter"]["root_packages"] == PACKAGES
    assert TOOLS["mypy"]["packages"] == PACKAGES
    assert contract("core-alone")["forbidden_modules"] == RULESETS
    assert contract("rulesets-apart")["modules"] == RULESETS


def test_what_is_installed_is_what_the_project_file_says() -> None:
    # Fails when pyproject.toml was changed and the project was not installed again.
    installed = metadata.distribution("weathergage").entry_points
    found = {(e.group, e.name): e.value for e in installed}
    project = PROJECT["project"]
    assert found == {
        **{("console_scripts", k): v for k, v in project["scripts"].items()},
        **{("weathergage", k): v for k, v in project["entry-points"]["weathergage"].items()},
    }


def test_every_entry_point_can_be_loaded() -> None:
    for entry in metadata.distribution("weathergage").entry_points:
        assert entry.load() is not None, entry


@pytest.mark.parametrize("package", PACKAGES)
def test_the_tests_see_the_installed_package_and_no_other(package: str) -> None:
    # An editable install points at this checkout; any other must not, or the second run of
    # the gate would prove nothing about the wheel.
    installed = metadata.distribution("weathergage")
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    editable = origin.get("dir_info", {}).get("editable", False)
    home = SOURCES[package] if editable else Path(str(installed.locate_file(package)))
    where = importlib.import_module(package).__file__
    assert where is not None
    assert Path(where).resolve().parent == home.resolve()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_that_it_is_typed(package: str) -> None:
    assert "py.typed" in data_files(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_wheel_built_here_would_hold_every_file_of_the_package(package: str) -> None:
    # The builder obeys .gitignore: a careless pattern there drops whole folders without a word.
    wheel = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    code = {p.relative_to(SOURCES[package]).as_posix() for p in SOURCES[package].rglob("*.py")}
    here = {f"{package}/{name}" for name in code.union(data_files(package))}
    assert sorted(here - wheel) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_data_file_can_be_read_from_the_installed_package(package: str) -> None:
    installed = resources.files(package)
    lost = [name for name in data_files(package) if not installed.joinpath(name).is_file()]
    assert lost == []


def test_the_core_names_no_ruleset() -> None:
    words = re.compile("|".join(name.replace("_", ".?") for name in FOLDERS), re.IGNORECASE)
    # A battle names kinds of ship, and one ruleset is called after such a kind.
    battles = SOURCES["weathergage"] / "battles"
    kinds = set(get_args(Kind))
    named = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in sorted(SOURCES["weathergage"].rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for word in words.findall(line)
        if not (path.is_relative_to(battles) and word in kinds)
    ]
    assert named == []
