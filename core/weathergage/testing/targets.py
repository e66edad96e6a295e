"""What can be put to the test: an installed plugin, a house rule's file, or a plugin's folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import metadata
from inspect import signature
from pathlib import Path

from weathergage.datafiles import TOML, read_toml
from weathergage.errors import BadFile, Contradiction, UnknownName, WeathergageError
from weathergage.hooks import Hooks
from weathergage.houserules import OPTION, HouseRule, check_house_rules
from weathergage.plugins import (
    GROUP,
    Discovered,
    discover,
    find_house_rule,
    forget,
    scenario_in,
    take,
)
from weathergage.ruleset import Ruleset
from weathergage.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Mend:
    """One thing to mend: where it is, what is wrong, and how to put it right."""

    where: str
    what: str
    how: str

    def plain(self) -> dict[str, str]:
        """The same as plain data."""
        return {"where": self.where, "what": self.what, "how": self.how}


@dataclass(slots=True)
class Target:
    """What is checked. path: its file or folder, None for what is installed. points: names of the
    entry points that supply it. mends: what is wrong with it before any game is played.
    """

    name: str
    path: Path | None = None
    rulesets: list[Ruleset] = field(default_factory=list)
    house_rules: list[HouseRule] = field(default_factory=list)
    scenarios: list[tuple[Ruleset, Scenario]] = field(default_factory=list)
    points: tuple[str, ...] = ()
    mends: list[Mend] = field(default_factory=list)

    @property
    def kinds(self) -> str:
        """What it supplies, in words."""
        parts = [
            *(f"ruleset {ruleset.id}" for ruleset in self.rulesets),
            *(f"house rule {house_rule.id}" for house_rule in self.house_rules),
            *(f"scenario {ruleset.id}/{s.id}" for ruleset, s in self.scenarios),
        ]
        return ", ".join(parts) or "nothing that can be played"


def find_target(what: str) -> Target:
    """What a word on the command line names: a Python or TOML file, a folder, or an installed
    ruleset, house rule or plugin by its id. What is wrong with a file is in `mends`.

    Raises UnknownName for what is neither.
    """
    path = Path(what)
    if what.endswith(TOML):
        return _in_toml(path)
    if what.endswith(".py"):
        return _in_file(path)
    if path.is_dir() and (what not in discover().rulesets or "/" in what):
        return _in_folder(path)
    return _installed(what)


def _in_file(path: Path) -> Target:
    target = Target(path.name, path)
    with _noting(target, path):
        target.house_rules.append(find_house_rule(str(path)))
    return target


def _in_toml(path: Path) -> Target:
    target = Target(path.name, path)
    with _noting(target, path):
        if "sides" in read_toml(path):
            target.scenarios.append(scenario_in(path))
        else:
            target.house_rules.append(find_house_rule(str(path)))
    return target


def _in_folder(path: Path) -> Target:
    target = Target(path.resolve().name, path)
    project = path / "pyproject.toml"
    if not project.is_file():
        with _noting(target, path):
            if (path / "__init__.py").is_file() or (path / "house-rule.toml").is_file():
                target.house_rules.append(find_house_rule(str(path)))
                return target
        for file in sorted([*path.glob("*.py"), *path.glob("*.toml")]):
            one = find_target(str(file))
            target.house_rules += one.house_rules
            target.scenarios += one.scenarios
            target.mends += one.mends
        if not (target.house_rules or target.scenarios or target.mends):
            how = "name a plugin's folder with its pyproject.toml, or one with house rules"
            target.mends.append(Mend(str(path), "there is no plugin in this folder", how))
        return target
    with _noting(target, project):
        _load_points(target, project)
    return target


def _load_points(target: Target, project: Path) -> None:
    points = read_toml(project).get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not points:
        raise BadFile(project, f"project.entry-points.{GROUP}", "names no plugin")
    source = project.parent / "src"
    home = str((source if source.is_dir() else project.parent).resolve())
    if home not in sys.path:
        sys.path.insert(0, home)
    found = Discovered()
    for name, value in points.items():
        point = metadata.EntryPoint(name, value, GROUP)
        _from_here(point.module.partition(".")[0], home)
        take(found, name, point.load)
    target.points = tuple(points)
    _fill(target, found, str(project))


def _from_here(package: str, home: str) -> None:
    """Let a package be imported from its folder even where another copy of it was already."""
    known = getattr(sys.modules.get(package), "__file__", None)
    if known is not None and not Path(known).resolve().is_relative_to(home):
        for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
            del sys.modules[name]


def _fill(target: Target, found: Discovered, where: str) -> None:
    target.rulesets += found.rulesets.values()
    target.house_rules += found.house_rules.values()
    for failure in found.failures:
        target.mends.append(
            Mend(where, f"{failure.plugin}: {failure.reason}", advice(failure.reason))
        )


def _installed(what: str) -> Target:
    found = discover()
    target = Target(what)
    suppliers = _suppliers()
    if what in found.rulesets:
        target.rulesets.append(found.rulesets[what])
    elif what in found.house_rules:
        target.house_rules.append(found.house_rules[what])
    elif any(failure.plugin == what for failure in found.failures):
        failures = [failure for failure in found.failures if failure.plugin == what]
        _fill(target, Discovered(failures=failures), what)
    elif what in suppliers:
        supplied = suppliers[what]
        target.rulesets += supplied.rulesets.values()
        target.house_rules += supplied.house_rules.values()
    else:
        known = [*found.rulesets, *found.house_rules, *suppliers]
        raise UnknownName("installed plugin, ruleset or house rule", what, known)
    target.points = tuple(
        name
        for name, supplied in suppliers.items()
        if any(r.id in supplied.rulesets for r in target.rulesets)
        or any(h.id in supplied.house_rules for h in target.house_rules)
    )
    return target


def _suppliers() -> dict[str, Discovered]:
    """What each entry point supplies, by its name."""
    found: dict[str, Discovered] = {}
    for point in metadata.entry_points(group=GROUP):
        found[point.name] = Discovered()
        take(found[point.name], point.name, point.load)
    return found


@contextmanager
def _noting(target: Target, path: Path) -> Iterator[None]:
    """Turn what is wrong with a file into something to mend."""
    try:
        yield
    except BadFile as error:
        where = f"{error.path}: {error.key}" if error.key else error.path
        target.mends.append(Mend(where, error.problem, advice(error.problem)))
    except WeathergageError as error:
        target.mends.append(Mend(str(path), str(error), advice(str(error))))


def advice(reason: str) -> str:
    """How to mend a plugin that cannot be loaded, from what was said of it."""
    hooks = [name for name in vars(Hooks) if not name.startswith("_")]
    unknown = re.search(r"unknown hook '(\w+)'", reason)
    if unknown:
        near = get_close_matches(unknown[1], hooks, n=1)
        return f"rename it to {near[0]}" if near else f"the hooks are {', '.join(hooks)}"
    named = re.search(r"for hook '(\w+)'", reason)
    if named and named[1] in hooks:
        taken = list(signature(getattr(Hooks, named[1])).parameters)[1:]
        arguments = ", ".join(taken) or "no arguments"
        return f"{named[1]} is given {arguments}: take those that you need, by these names"
    if "another plugin already does" in reason:
        return "choose another id, or uninstall the other plugin"
    if "ModuleNotFoundError" in reason or "ImportError" in reason:
        return "install what it imports, or correct the entry point in pyproject.toml"
    return "mend it at that place and check again"


def rulesets_for(house_rule: HouseRule) -> list[Ruleset]:
    """The installed rulesets that a house rule can be played in.

    Raises Contradiction where there is none.
    """
    fits: list[Ruleset] = []
    said = ""
    for ruleset in discover().rulesets.values():
        try:
            check_house_rules(ruleset, with_needed(house_rule))
        except Contradiction as error:
            said = str(error)
        else:
            fits.append(ruleset)
    if not fits:
        raise Contradiction(said or "no ruleset is installed")
    return fits


def with_needed(house_rule: HouseRule) -> list[HouseRule]:
    """A house rule after those that it needs. Raises UnknownName where one is not installed."""
    needed = [id for id in house_rule.needs if not id.startswith(OPTION)]
    return [*(find_house_rule(id) for id in needed), house_rule]


@contextmanager
def present(target: Target) -> Iterator[None]:
    """Let the games of a target be made and loaded, meanwhile, as if it were installed.

    What is installed under the same id stands aside.
    """
    found = discover()
    rulesets, house_rules = dict(found.rulesets), dict(found.house_rules)
    found.rulesets.update((ruleset.id, ruleset) for ruleset in target.rulesets)
    found.house_rules.update((h.id, h) for h in target.house_rules)
    forget()
    try:
        yield
    finally:
        found.rulesets.clear()
        found.rulesets.update(rulesets)
        found.house_rules.clear()
        found.house_rules.update(house_rules)
        forget()
