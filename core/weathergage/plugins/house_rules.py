"""Finding a house rule: an installed one by its id, another in its file or folder."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from weathergage.datafiles import TOML, read_toml
from weathergage.errors import BadFile, UnknownName
from weathergage.houserules import (
    HouseRule,
    check_house_rules,
    files_in,
    hash_of,
    in_order,
    read_house_rule,
)
from weathergage.plugins.discovery import GROUP, Discovered, discover, kept, rulesets, take
from weathergage.ruleset import Ruleset
from weathergage.without import WITHOUT, without


def find_house_rule(house_rule: str | os.PathLike[str] | HouseRule) -> HouseRule:
    """An installed house rule by id, the one in a file or folder by its path, or the one that takes
    a clause's modifiers away, such as "without:wooden-ships/7.17".
    """
    if isinstance(house_rule, HouseRule):
        return house_rule
    house_rule = os.fspath(house_rule)
    known = discover().house_rules
    if house_rule in known:
        return known[house_rule]
    if house_rule.startswith(WITHOUT):
        if house_rule not in _without:
            _without[house_rule] = without(house_rule, rulesets())
        return _without[house_rule]
    path = Path(house_rule)
    if path.suffix in (PYTHON, TOML) or path.is_dir() or len(path.parts) > 1:
        return load_house_rule(path)
    raise UnknownName("house rule", house_rule, known)


_without: dict[str, HouseRule] = kept()

PYTHON = ".py"
PROJECT_FILE = "pyproject.toml"

_loaded_files: dict[tuple[str, str], HouseRule] = {}
_unchanged: dict[str, tuple[list[Any], HouseRule]] = {}


def load_house_rule(path: Path) -> HouseRule:
    """The one house rule of a TOML file, a Python file or a folder; read anew only when one of its
    files changed. Raises BadFile.
    """
    if not path.exists():
        raise BadFile(path, "", "there is no such house rule file")
    place = str(path.resolve())
    known = _unchanged.get(place)
    if known is not None and known[0] == _written(known[1]):
        return known[1]
    start = entrance(path)
    if start.suffix == TOML:
        read = replace(read_house_rule(start, rulesets()), path=place)
        found = _loaded_files.setdefault((place, read.fingerprint), read)
    else:
        stamp = hash_of(files_in(path))
        if (place, stamp) not in _loaded_files:
            read = _from_python(path, start, stamp)
            _loaded_files[place, stamp] = replace(read, path=place)
        found = _loaded_files[place, stamp]
    _unchanged[place] = _written(found), found
    return found


def _written(house_rule: HouseRule) -> list[Any]:
    """When the files of a house rule were last written, to read none of them twice for nothing."""
    stats = [file.stat() for file in house_rule.files if file.is_file()]
    return [(stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size) for stat in stats]


def _from_python(path: Path, start: Path, stamp: str) -> HouseRule:
    found = Discovered()
    take(found, path.name, lambda: _module(start, stamp))
    if found.failures:
        raise BadFile(path, "", found.failures[0].reason)
    if len(found.house_rules) != 1:
        raise BadFile(path, "house_rules", "a file supplies exactly one house rule")
    (house_rule,) = found.house_rules.values()
    return house_rule


def entrance(path: Path) -> Path:
    """The file with which a house rule's folder begins, or the file itself: __init__.py, the
    package that a pyproject.toml gives as entry point, house-rule.toml, or the only file that is
    one of ours. Raises BadFile where that cannot be told.
    """
    if path.is_file():
        return path
    if (path / "__init__.py").is_file():
        return path / "__init__.py"
    if (path / PROJECT_FILE).is_file():
        points = read_toml(path / PROJECT_FILE).get("project", {}).get("entry-points", {})
        for name in points.get(GROUP, {}).values():
            for start in (path / name, path / "src" / name, path / f"{name}.py"):
                if start.exists():
                    return entrance(start)
    if (path / "house-rule.toml").is_file():
        return path / "house-rule.toml"
    files = [file for file in sorted(path.iterdir()) if file.suffix == PYTHON]
    if len(files) != 1:
        files = [file for file in sorted(path.glob("*.toml")) if "author" in read_toml(file)]
    if len(files) != 1:
        raise BadFile(
            path,
            "",
            "which file of this folder is the house rule? name it, or call it house-rule.toml or "
            "__init__.py",
        )
    return files[0]


def _module(path: Path, stamp: str) -> ModuleType:
    whole = path.name == "__init__.py"
    name = f"weathergage_house_rule_{path.parent.name if whole else path.stem}_{stamp}"
    spec = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(path.parent)] if whole else None
    )
    if spec is None or spec.loader is None:
        raise BadFile(path, "", "it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def chosen_rules(ruleset: Ruleset, house_rules: Sequence[str | HouseRule]) -> tuple[HouseRule, ...]:
    """House rules by id, file or folder, in their order. Raises Contradiction where they do not
    fit the ruleset or one another, UnknownName or BadFile for what is none.
    """
    rules = in_order([find_house_rule(one) for one in house_rules])
    check_house_rules(ruleset, rules)
    return rules
