"""Finding plugins, and the rules that one choice of them makes.

Plugins are loaded one by one: one that fails is listed with its reason and takes nothing else
down. A game's rules are assembled once for each choice of ruleset, scenario, options and house
rules, with a plugin manager of their own that holds nothing the game did not choose.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pluggy
from pydantic import ValidationError

from weathergage.commands import first_problem
from weathergage.datafiles import data_hash, read_toml
from weathergage.errors import (
    BadFile,
    Contradiction,
    IllegalCommand,
    PluginFailed,
    UnknownName,
    WeathergageError,
)
from weathergage.hooks import PROJECT, Hooks, hookimpl
from weathergage.phases import Phase, PhaseRun
from weathergage.ruleset import Options, Ruleset
from weathergage.scenarios import Scenario, pick, read_scenarios, validate
from weathergage.shiplists import ShipType, load_ships
from weathergage.tables import Table, load_tables

GROUP = "weathergage"
"""The entry-point group that plugins are found in, and the name of our own distribution."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A plugin that could not be used, and why."""

    plugin: str
    reason: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: what it is, what it replaces, and the object that implements its hooks.

    replaces: what it takes the place of, such as "table gunnery-2" or "phase wind"; two that
    replace the same thing are refused together. needs: house rules that it builds on. path: the
    Python file it was read from, where it is not an installed one.
    """

    id: str
    ruleset: str
    title: str
    plugin: object
    version: str = "1"
    clause: str = ""
    author: str = ""
    replaces: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    path: str = ""

    @property
    def fingerprint(self) -> str:
        """A hash of the file that defines it: a record refuses to go on under another."""
        source = _source(self.plugin)
        return data_hash(Path(source)) if source else ""


@dataclass(slots=True)
class Discovered:
    """What the installed plugins supply."""

    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    house_rules: dict[str, HouseRule] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


_found: Discovered | None = None


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
    for known in (_scenarios, _assembled, _plain):
        known.clear()


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
        _add(found, name, _flat(manager.hook.rulesets()), house_rules)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        found.failures.append(Failure(name, reason_of(error)))


def add_to(manager: pluggy.PluginManager, house_rule: HouseRule) -> None:
    """Register a house rule's hooks; PluginFailed for a hook or argument that does not exist."""
    try:
        manager.register(house_rule.plugin, house_rule.id)
        manager.check_pending()
    except (pluggy.PluginValidationError, ValueError) as error:
        raise PluginFailed(house_rule.id, "its hooks", reason_of(error)) from None


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
    found: Discovered, name: str, rulesets: list[Ruleset], house_rules: list[HouseRule]
) -> None:
    for ruleset in rulesets:
        if not isinstance(ruleset, Ruleset):
            raise Contradiction(f"its hook rulesets gives {ruleset!r}, which is no Ruleset")
        if importlib.util.find_spec(ruleset.package) is None:
            raise Contradiction(f"there is no package {ruleset.package} for ruleset {ruleset.id}")
    taken = [r.id for r in rulesets if r.id in found.rulesets]
    taken += [h.id for h in house_rules if h.id in found.house_rules]
    if taken:
        raise Contradiction(f"it supplies {', '.join(taken)}, which another plugin already does")
    found.rulesets.update((r.id, r) for r in rulesets)
    found.house_rules.update((h.id, h) for h in house_rules)


def new_manager() -> pluggy.PluginManager:
    """A plugin manager that knows every hook of ours and no plugin."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    return manager


def rulesets() -> dict[str, Ruleset]:
    """The installed rulesets by id."""
    return dict(discover().rulesets)


def find_ruleset(ruleset: str) -> Ruleset:
    """The ruleset of that id; UnknownName with the nearest otherwise."""
    known = discover().rulesets
    if ruleset not in known:
        raise UnknownName("ruleset", ruleset, known)
    return known[ruleset]


_scenarios: dict[str, tuple[dict[str, Scenario], dict[str, BadFile]]] = {}


def readable_scenarios(ruleset: Ruleset) -> tuple[dict[str, Scenario], dict[str, BadFile]]:
    """A ruleset's scenarios by id, read once, and what is wrong with those that cannot be read."""
    if ruleset.id not in _scenarios:
        folder = ruleset.folder / "scenarios"
        _scenarios[ruleset.id] = read_scenarios(folder, ruleset.scenario)
    return _scenarios[ruleset.id]


def scenarios_of(ruleset: Ruleset) -> dict[str, Scenario]:
    """A ruleset's scenarios by id. Raises BadFile where one of them is wrong."""
    scenarios, wrong = readable_scenarios(ruleset)
    for error in wrong.values():
        raise error
    return scenarios


def find_scenario(full_id: str) -> tuple[Ruleset, Scenario]:
    """Ruleset and scenario of a full id such as "wooden-ships/first-light", or of a scenario file
    of one's own by its path.

    Raises UnknownName, or BadFile where the scenario's file is wrong.
    """
    if full_id.endswith(TOML):
        return scenario_in(Path(full_id))
    ruleset_id, slash, scenario_id = full_id.partition("/")
    if not slash:
        known = [f"{r.id}/{s}" for r in rulesets().values() for s in readable_scenarios(r)[0]]
        raise UnknownName("scenario", full_id, known)
    ruleset = find_ruleset(ruleset_id)
    scenarios, wrong = readable_scenarios(ruleset)
    if scenario_id in wrong:
        raise wrong[scenario_id]
    return ruleset, pick(scenarios, scenario_id, ruleset_id)


TOML = ".toml"

_own_scenarios: dict[tuple[str, str], tuple[Ruleset, Scenario]] = {}
_own_files: dict[int, Path] = {}


def scenario_in(path: Path) -> tuple[Ruleset, Scenario]:
    """Ruleset and scenario of a file that is not installed; its key `ruleset` says which.

    Read anew only when the file changed. Raises BadFile, or UnknownName for the ruleset.
    """
    data = read_toml(path)
    key = (str(path.resolve()), data_hash(path))
    if key not in _own_scenarios:
        name = data.pop("ruleset", None)
        if not isinstance(name, str):
            known = ", ".join(f'"{id}"' for id in rulesets())
            raise BadFile(path, "ruleset", f"say which ruleset the scenario is for: {known}")
        ruleset = find_ruleset(name)
        scenario = validate(ruleset.scenario, data, path)
        _own_scenarios[key] = (ruleset, scenario)
        _own_files[id(scenario)] = Path(key[0])
    return _own_scenarios[key]


class Rules:
    """The rules of one choice: what games of it share and none of them changes.

    ruleset, scenario, options, house_rules: the choice. sequence: the phases played, first and
    later: those of the first turn and of the others. memo: what the ruleset works out once.
    tables, ships: by id. manager: the plugin manager that holds the choice and nothing else.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: Scenario,
        options: Options,
        house_rules: tuple[HouseRule, ...] = (),
    ) -> None:
        self.ruleset = ruleset
        self.scenario = scenario
        self.options = options
        self.house_rules = house_rules
        self.seats = tuple(side.id for side in scenario.sides)
        folder = ruleset.folder
        self.folder = folder
        self.tables: dict[str, Table] = load_tables(folder / "tables")
        self.ships: Mapping[str, ShipType] = load_ships(folder / "ships")
        self.manager = new_manager()
        self._base = _Base(ruleset, options)
        self.manager.register(self._base, ruleset.id)
        for house_rule in house_rules:
            add_to(self.manager, house_rule)
        self.sequence: tuple[Phase, ...] = self.manager.hook.sequence(rules=self)
        self.first = tuple(phase for phase in self.sequence if phase.first_turn)
        self.later = tuple(phase for phase in self.sequence if phase.later_turns)
        self.memo: dict[str, Any] = {}
        self.phase = self._chosen("phase")
        self.modifiers = self._chosen("modifiers")
        self.look_up = self._chosen("look_up")
        self.rolled = self._chosen("rolled")
        self.legal = self._chosen("legal")
        self.happened = self._chosen("happened")
        self.outcome = self._chosen("outcome")
        self.view = self._chosen("view")

    def played(self, turn: int) -> tuple[Phase, ...]:
        """The phases of a turn."""
        return self.first if turn == 1 else self.later

    def step(self, phase: str, turn: int) -> int:
        """The number of a phase among those of a turn; UnknownName if it is none of them."""
        ids = [played.id for played in self.played(turn)]
        if phase not in ids:
            raise UnknownName("phase", phase, ids)
        return ids.index(phase)

    def _chosen(self, hook: str) -> Callable[..., Any] | None:
        """The hook's caller, or None where no house rule implements it."""
        caller: pluggy.HookCaller = getattr(self.manager.hook, hook)
        chosen = any(impl.plugin is not self._base for impl in caller.get_hookimpls())
        return _guarded(self, hook, caller) if chosen else None

    @cached_property
    def data_hashes(self) -> dict[str, str]:
        """A hash of every data file that this choice uses, by its path inside the package."""
        used = sorted(
            path
            for pattern in ("tables/*.toml", "ships/*.toml", f"scenarios/{self.scenario.id}.toml")
            for path in self.folder.glob(pattern)
            if self.scenario_file is None or not pattern.startswith("scenarios")
        )
        hashes = {str(path.relative_to(self.folder).as_posix()): data_hash(path) for path in used}
        if self.scenario_file is not None:
            hashes[self.scenario_file.name] = data_hash(self.scenario_file)
        return hashes

    @property
    def scenario_file(self) -> Path | None:
        """The file of a scenario that is not an installed one."""
        return _own_files.get(id(self.scenario))


class _Base:
    """What the ruleset itself answers, registered first so that it is asked last."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self._ruleset = ruleset
        self._options = options

    @hookimpl
    def sequence(self) -> tuple[Phase, ...]:
        """The ruleset's phases, without those whose option is off."""
        return tuple(
            phase
            for phase in self._ruleset.sequence
            if not phase.option or self._options.is_on(phase.option)
        )

    @hookimpl
    def phase(self, game: Any, phase: Phase) -> Any:
        """The phase's own generator; of a plain function, one that runs it and asks nothing."""
        return _running(game, phase)

    @hookimpl
    def view(self, game: Any, seat: str) -> Any:
        """The ruleset's own view."""
        return self._ruleset.view(game, seat)


def _running(game: Any, phase: Phase) -> PhaseRun:
    own = phase.run(game)
    if own is not None:
        yield from own


def _guarded(rules: Rules, hook: str, caller: pluggy.HookCaller) -> Callable[..., Any]:
    """The caller, with what a house rule raises retold under its name."""

    def call(**arguments: Any) -> Any:
        try:
            return caller(**arguments)
        except (IllegalCommand, PluginFailed):
            raise
        except Exception as error:
            raise blamed(rules, hook, error) from error

    return call


def blamed(rules: Rules, hook: str, error: BaseException) -> PluginFailed:
    """PluginFailed with the house rule in whose code the error arose: the innermost frame of the
    traceback that is a house rule's or the ruleset's decides, and the ruleset where none is.
    """
    owners = {code: rule for rule in rules.house_rules for code in _codes(rule.plugin)}
    sources = {_source(rule.plugin): rule for rule in rules.house_rules}
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    for code in reversed(frames):
        house_rule = owners.get(code) or sources.get(code.co_filename)
        if house_rule is not None:
            return PluginFailed(house_rule.id, hook, error, house_rule.clause)
        if Path(code.co_filename).is_relative_to(rules.folder):
            break
    return PluginFailed(rules.ruleset.id, hook, error)


def _source(plugin: object) -> str:
    """The file that a plugin was read from, or ""."""
    module = plugin if isinstance(plugin, ModuleType) else sys.modules.get(type(plugin).__module__)
    return getattr(module, "__file__", None) or ""


def _codes(plugin: object) -> Iterator[CodeType]:
    """The code of a plugin's functions, with that of what they define inside."""
    for name in dir(plugin):
        code = getattr(getattr(plugin, name, None), "__code__", None)
        inner = [code] if code is not None else []
        while inner:
            code = inner.pop()
            yield code
            inner += [part for part in code.co_consts if isinstance(part, CodeType)]


_assembled: dict[Any, Rules] = {}


def assemble(
    full_id: str,
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str | HouseRule] = (),
) -> Rules:
    """The rules of a choice, made once and shared by all games of it.

    Raises UnknownName, Contradiction, or BadFile for a scenario or house rule that is wrong.
    """
    if isinstance(house_rules, str):
        raise Contradiction(f"house_rules is a list of ids, such as [{house_rules!r}]")
    key = None if house_rules or full_id.endswith(TOML) else _key(full_id, options)
    rules = _plain.get(key) if key else None
    if rules is None:
        rules = assemble_scenario(*find_scenario(full_id), options, house_rules)
        if key and len(_plain) < _MOST_PLAIN:
            _plain[key] = rules
    return rules


_plain: dict[tuple[Any, ...], Rules] = {}
_MOST_PLAIN = 10_000


def _key(full_id: str, options: Mapping[str, Any] | None) -> tuple[Any, ...] | None:
    """What choices of an installed scenario, as they were written, are told apart by; None where
    that cannot be told. The types count too: 1 may stand for an option's True, or be refused.
    """
    if not options:
        return (full_id,)
    if type(options) is not dict:
        return None
    key = (full_id, *options.items(), *map(type, options.values()))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def assemble_scenario(
    ruleset: Ruleset,
    scenario: Scenario,
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str | HouseRule] = (),
) -> Rules:
    """As `assemble`, for a scenario that need not be installed."""
    chosen = choose_options(ruleset, options or {}, scenario)
    rules = tuple(find_house_rule(h) for h in house_rules)
    check_house_rules(ruleset, rules)
    key = (id(ruleset), id(scenario), chosen, tuple((h.id, id(h.plugin)) for h in rules))
    if key not in _assembled:
        _assembled[key] = Rules(ruleset, scenario, chosen, rules)
    return _assembled[key]


def choose_options(
    ruleset: Ruleset, options: Mapping[str, Any], scenario: Scenario | None = None
) -> Options:
    """The options model for named values; UnknownName or Contradiction where they are wrong."""
    if not isinstance(options, Mapping):
        raise Contradiction(f"options are a mapping of names to values, not {options!r}")
    known = ruleset.options.model_fields
    for name in options:
        if str(name).replace("-", "_") not in known:
            raise UnknownName(f"option of {ruleset.id}", name, known)
    try:
        chosen = ruleset.options.model_validate(options)
    except ValidationError as error:
        raise Contradiction(f"option {first_problem(error)}") from None
    chosen.check(getattr(scenario, "suspended", ()))
    return chosen


def find_house_rule(house_rule: str | HouseRule) -> HouseRule:
    """An installed house rule by id, or the one in a Python file by its path."""
    if isinstance(house_rule, HouseRule):
        return house_rule
    if house_rule.endswith(".py"):
        return load_house_rule(Path(house_rule))
    known = discover().house_rules
    if house_rule not in known:
        raise UnknownName("house rule", house_rule, known)
    return known[house_rule]


_loaded_files: dict[tuple[str, str], HouseRule] = {}


def load_house_rule(path: Path) -> HouseRule:
    """The one house rule that a Python file supplies; loaded anew only when the file changed."""
    if not path.is_file():
        raise BadFile(path, "", "there is no such house rule file")
    key = (str(path.resolve()), data_hash(path))
    if key not in _loaded_files:
        found = Discovered()
        take(found, path.name, lambda: _module(path, key[1]))
        if found.failures:
            raise BadFile(path, "", found.failures[0].reason)
        if len(found.house_rules) != 1:
            raise BadFile(path, "house_rules", "a file supplies exactly one house rule")
        (house_rule,) = found.house_rules.values()
        _loaded_files[key] = replace(house_rule, path=key[0])
    return _loaded_files[key]


def _module(path: Path, stamp: str) -> ModuleType:
    name = f"weathergage_house_rule_{path.stem}_{stamp}"
    spec = importlib.util.spec_from_file_location(name, path)
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


def check_house_rules(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> None:
    """Raise Contradiction where house rules do not fit the ruleset or one another."""
    ids = [h.id for h in house_rules]
    replaced: dict[str, str] = {}
    for house_rule in house_rules:
        if house_rule.ruleset not in ("", "*", ruleset.id):
            raise Contradiction(
                f"house rule {house_rule.id} is for {house_rule.ruleset}, not for {ruleset.id}"
            )
        if ids.count(house_rule.id) > 1:
            raise Contradiction(f"house rule {house_rule.id} is chosen twice")
        for needed in house_rule.needs:
            if needed not in ids:
                raise Contradiction(f"house rule {house_rule.id} needs {needed}; choose it too")
        for what in house_rule.replaces:
            if what in replaced:
                raise Contradiction(
                    f"house rules {replaced[what]} and {house_rule.id} both replace {what}; "
                    "choose one of them"
                )
            replaced[what] = house_rule.id
