"""Finding the installed plugins, and what each supplies.

They are loaded one by one: one that fails is listed with its reason and takes nothing else down.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

import pluggy

from weathergage.errors import Contradiction, PluginFailed, UnknownName, WeathergageError
from weathergage.hooks import PROJECT, Hooks
from weathergage.houserules import HouseRule
from weathergage.ruleset import Ruleset

GROUP = "weathergage"
"""The entry-point group that plugins are found in, and the name of our own distribution."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A plugin that could not be used, and why."""

    plugin: str
    reason: str


@dataclass(slots=True)
class Discovered:
    """What the installed plugins supply."""

    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    house_rules: dict[str, HouseRule] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    styles: dict[str, Callable[[Any], str]] = field(default_factory=dict)


_found: Discovered | None = None
_kept: list[dict[Any, Any]] = []


def discover(again: bool = False, without: Collection[str] = ()) -> Discovered:
    """Look through the installed plugins, once a process unless `again`.

    without: names of entry points that are left alone.
    """
    global _found
    if _found is None or again:
        _found = Discovered()
        forget()
        for name, point in _installed():
            if point.name not in without:
                take(_found, name, point.load)
    return _found


def forget() -> None:
    """Read scenarios and make rules anew: what is installed has changed."""
    for known in _kept:
        known.clear()


def kept() -> dict[Any, Any]:
    """A dictionary for what is made of the installed plugins; `forget` empties it."""
    made: dict[Any, Any] = {}
    _kept.append(made)
    return made


def _installed() -> list[tuple[str, metadata.EntryPoint]]:
    """The entry points with a name for each. Those of this distribution come first, so that no
    other plugin can take the id of a ruleset that it brings.
    """
    points = sorted(metadata.entry_points(group=GROUP), key=lambda p: (not _ours(p), p.name))
    names = [point.name for point in points]
    return [(p.name if names.count(p.name) == 1 else f"{p.name} ({p.value})", p) for p in points]


def _ours(point: metadata.EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == GROUP


def take(found: Discovered, name: str, load: Callable[[], object]) -> None:
    """Load one plugin and add what it supplies; a failure of any kind becomes a listed reason.

    What it prints meanwhile goes to standard error: standard output may be a JSON document.
    """
    try:
        with redirect_stdout(sys.stderr):
            plugin = load()
        manager = new_manager()
        manager.register(plugin, name)
        manager.check_pending()
        house_rules = _flat(manager.hook.house_rules())
        for house_rule in house_rules:
            add_to(new_manager(), house_rule)
        _add(found, name, _flat(manager.hook.rulesets()), house_rules, manager.hook.styles())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        found.failures.append(Failure(name, reason_of(error)))


def add_to(manager: pluggy.PluginManager, house_rule: HouseRule) -> None:
    """Register a house rule's hooks; PluginFailed for a hook or argument that does not exist, and
    for one that yields and is no wrapper: it would do nothing.
    """
    try:
        manager.register(house_rule.plugin, house_rule.id)
        manager.check_pending()
    except (pluggy.PluginValidationError, ValueError) as error:
        raise PluginFailed(house_rule.id, "its hooks", reason_of(error)) from None
    for caller in manager.get_hookcallers(house_rule.plugin) or ():
        for impl in caller.get_hookimpls():
            if impl.plugin is house_rule.plugin and _forgot_to_wrap(caller.name, impl):
                raise PluginFailed(
                    house_rule.id,
                    caller.name,
                    "it has a yield and is no wrapper; mark it @hookimpl(wrapper=True)",
                    house_rule.clause,
                )


def _forgot_to_wrap(hook: str, impl: pluggy.HookImpl) -> bool:
    # What plays a phase in the ruleset's place is a generator, and no wrapper.
    wraps = impl.wrapper or impl.hookwrapper or hook == "phase"
    return inspect.isgeneratorfunction(impl.function) and not wraps


def reason_of(error: BaseException) -> str:
    """What went wrong in a plugin, in one line."""
    if isinstance(error, pluggy.PluginValidationError):
        return " ".join(str(error).split())
    if isinstance(error, WeathergageError):
        return str(error)
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _flat(results: Iterable[Sequence[Any]]) -> list[Any]:
    return [item for result in results for item in result]


def _add(
    found: Discovered,
    name: str,
    rulesets: list[Ruleset],
    house_rules: list[HouseRule],
    styles: Sequence[Mapping[str, Callable[[Any], str]]],
) -> None:
    for ruleset in rulesets:
        if not isinstance(ruleset, Ruleset):
            raise Contradiction(f"its hook rulesets gives {ruleset!r}, which is no Ruleset")
        if importlib.util.find_spec(ruleset.package) is None:
            raise Contradiction(f"there is no package {ruleset.package} for ruleset {ruleset.id}")
    taken = [r.id for r in rulesets if r.id in found.rulesets]
    taken += [h.id for h in house_rules if h.id in found.house_rules]
    taken += [f"style {style}" for given in styles for style in given if style in found.styles]
    if taken:
        raise Contradiction(f"it supplies {', '.join(taken)}, which another plugin already does")
    found.rulesets.update((r.id, r) for r in rulesets)
    found.house_rules.update((h.id, h) for h in house_rules)
    for given in styles:
        found.styles.update(given)


def new_manager() -> pluggy.PluginManager:
    """A plugin manager that knows every hook of ours and no plugin."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    return manager


def rulesets() -> dict[str, Ruleset]:
    """The installed rulesets by id."""
    return dict(discover().rulesets)


def find_ruleset(ruleset: str) -> Ruleset:
    """The ruleset of that id; UnknownName with the nearest otherwise.

    One of ours is loaded without the other plugins, where these have not been loaded yet.
    """
    if _found is None and (alone := _by_itself(ruleset)) is not None:
        return alone
    known = discover().rulesets
    if ruleset not in known:
        raise UnknownName("ruleset", ruleset, known)
    return known[ruleset]


_alone: dict[str, Ruleset] = kept()


def _by_itself(ruleset: str) -> Ruleset | None:
    """A ruleset that comes with this distribution, no other plugin loaded: to load them all takes
    most of a second, and none of them can have its id. None where there is no such ruleset.
    """
    if ruleset not in _alone:
        found = Discovered()
        for name, point in _installed():
            if _ours(point) and point.name == ruleset:
                take(found, name, point.load)
        if ruleset not in found.rulesets:
            return None
        _alone[ruleset] = found.rulesets[ruleset]
    return _alone[ruleset]
