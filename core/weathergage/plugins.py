"""Finding plugins, and the rules that one choice of them makes.

Plugins are loaded one by one: one that fails is listed with its reason and takes nothing else
down. A game's rules are assembled once for each choice of ruleset, scenario, options and house
rules, with a plugin manager of their own that holds nothing the game did not choose.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pluggy
from pydantic import ValidationError

from weathergage.answers import WANTED, shown
from weathergage.callers import answered_wrongly, guarded, implementing
from weathergage.commands import first_problem
from weathergage.datafiles import data_hash, read_toml
from weathergage.dice import Dice
from weathergage.errors import (
    BadFile,
    Contradiction,
    PluginFailed,
    StuckGame,
    UnknownName,
    WeathergageError,
)
from weathergage.hooks import PROJECT, Hooks, hookimpl
from weathergage.houserules import (
    HouseRule,
    added_scenarios,
    check_house_rules,
    check_options,
    files_in,
    hash_of,
    in_order,
    options_of,
    read_house_rule,
    sides_named,
)
from weathergage.modifiers import Modifier
from weathergage.phases import Phase, PhaseRun
from weathergage.ruleset import Options, Ruleset
from weathergage.scenarios import (
    BATTLE,
    Figures,
    Scenario,
    pick,
    read_scenarios,
    validate,
    validate_part,
)
from weathergage.shiplists import ShipType
from weathergage.tables import Table
from weathergage.without import WITHOUT, without

if TYPE_CHECKING:
    from weathergage.battles import Staged

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
    for known in (_scenarios, _assembled, _plain, _staged, _figures, _added, _without):
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


def find_scenario(full_id: str, house_rules: Sequence[HouseRule] = ()) -> tuple[Ruleset, Scenario]:
    """Ruleset and scenario of a full id such as "wooden-ships/first-light"; of a battle that
    belongs to no ruleset, "wooden-ships/battle:lissa", or by the path of its file after the colon;
    or of a scenario file of one's own by its path.

    house_rules: those that it is to be played with; they may add scenarios, and ships for them.

    Raises UnknownName, BadFile where the file is wrong, or Contradiction for a battle that the
    ruleset cannot stage.
    """
    ruleset_id, slash, scenario_id = full_id.partition("/")
    if scenario_id.startswith(BATTLE):
        ruleset = find_ruleset(ruleset_id)
        name = scenario_id.removeprefix(BATTLE)
        own = {file.stem: str(file) for rule in house_rules for file in rule.battles}
        return ruleset, stage_battle(ruleset, own.get(name, name)).scenario
    if full_id.endswith(TOML):
        return scenario_in(Path(full_id), house_rules)
    if not slash:
        known = [f"{r.id}/{s}" for r in rulesets().values() for s in readable_scenarios(r)[0]]
        raise UnknownName("scenario", full_id, known)
    ruleset = find_ruleset(ruleset_id)
    scenarios, wrong = readable_scenarios(ruleset)
    if house_rules:
        check_house_rules(ruleset, house_rules)
        scenarios = {**scenarios, **scenarios_added(ruleset, house_rules)}
    if scenario_id in wrong and scenario_id not in scenarios:
        raise wrong[scenario_id]
    return ruleset, pick(scenarios, scenario_id, ruleset_id)


_figures: dict[Any, tuple[Figures, tuple[HouseRule, ...]]] = {}
_added: dict[Any, tuple[dict[str, Scenario], tuple[HouseRule, ...]]] = {}


def figures(ruleset: Ruleset, house_rules: Sequence[HouseRule] = ()) -> Figures:
    """The tables and ships of a ruleset as house rules leave them, worked out once.

    Raises PluginFailed with the house rule that is at fault.
    """
    if not house_rules:
        return Figures(ruleset.tables, ruleset.ships)
    key = _choice(ruleset, house_rules)
    if key not in _figures:
        manager = new_manager()
        manager.register(_Figures(ruleset), ruleset.id)
        for house_rule in house_rules:
            add_to(manager, house_rule)
        found = []
        for hook in ("tables", "ships"):
            ask = guarded(ruleset, house_rules, hook, getattr(manager.hook, hook))
            found.append(dict(ask(ruleset=ruleset)))
        if left_out := [id for id in ruleset.tables if id not in found[0]]:
            caller = manager.hook.tables
            names = f"no table {', '.join(left_out)}"
            raise answered_wrongly(house_rules, caller, names, WANTED["tables"].what)
        _figures[key] = Figures(*found), tuple(house_rules)
    return _figures[key][0]


def _choice(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> tuple[Any, ...]:
    """What choices of house rules for a ruleset are told apart by."""
    return (id(ruleset), *((rule.id, id(rule.plugin)) for rule in house_rules))


def scenarios_added(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> dict[str, Scenario]:
    """The scenarios that house rules add to a ruleset, by id. Raises BadFile."""
    key = _choice(ruleset, house_rules)
    if key not in _added:
        known = figures(ruleset, house_rules)
        found = {}
        for rule in house_rules:
            for id, added in added_scenarios(rule, ruleset.id).items():
                try:
                    found[id] = validate_part(ruleset.scenario, added.data, added.path, known)
                except BadFile as error:
                    where = ".".join(part for part in (added.key, error.key) if part)
                    raise BadFile(added.path, where, error.problem) from None
        _added[key] = found, tuple(house_rules)
    return _added[key][0]


class _Figures:
    """The ruleset's own tables and ships."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @hookimpl
    def tables(self) -> Mapping[str, Table]:
        """The ruleset's tables."""
        return self._ruleset.tables

    @hookimpl
    def ships(self) -> Mapping[str, ShipType]:
        """The ruleset's ships."""
        return self._ruleset.ships


TOML = ".toml"

_own_scenarios: dict[Any, tuple[Ruleset, Scenario]] = {}
_own_files: dict[int, Path] = {}


def scenario_in(path: Path, house_rules: Sequence[HouseRule] = ()) -> tuple[Ruleset, Scenario]:
    """Ruleset and scenario of a file that is not installed; its key `ruleset` says which.

    Read anew only when the file changed. Raises BadFile.
    """
    data = read_toml(path)
    place = str(path.resolve())
    key = (place, data_hash(path), *((rule.id, id(rule.plugin)) for rule in house_rules))
    if key not in _own_scenarios:
        name = data.pop("ruleset", None)
        if not isinstance(name, str):
            known = ", ".join(f'"{id}"' for id in rulesets())
            raise BadFile(path, "ruleset", f"say which ruleset the scenario is for: {known}")
        try:
            ruleset = find_ruleset(name)
        except UnknownName as error:
            raise BadFile(path, "ruleset", str(error)) from None
        suited = [rule for rule in house_rules if rule.suits(name)]
        scenario = validate(ruleset.scenario, data, path, figures(ruleset, suited))
        _own_scenarios[key] = (ruleset, scenario)
        _own_files[id(scenario)] = Path(place)
    return _own_scenarios[key]


_staged: dict[tuple[str, str, str], Staged] = {}
_battle_files: dict[int, Path] = {}


def stage_battle(ruleset: Ruleset, name: str) -> Staged:
    """A battle, by its id or by the path of its file, as a ruleset stages it; made once.

    Raises UnknownName, BadFile, or Contradiction where the ruleset cannot stage it.
    """
    # Drawn in only here: whoever plays a book's own scenarios does without.
    from weathergage.battles import battle_path, read_battle

    if ruleset.stage is None:
        raise Contradiction(f"{ruleset.title} stages no battles; choose one of its scenarios")
    path = battle_path(name)
    battle = read_battle(path)
    key = (ruleset.id, str(path.resolve()), data_hash(path))
    if key not in _staged:
        try:
            staged = ruleset.stage(battle)
        except ValidationError as error:
            # Such as ships that lie nearer to one another than the bases of their models.
            why = first_problem(error)
            raise Contradiction(f"{ruleset.title} cannot stage {battle.title}: {why}") from None
        # What happened is the battle's to say, whoever stages it.
        scenario = staged.scenario.model_copy(update={"happened": battle.history})
        _staged[key] = staged = replace(staged, scenario=scenario)
        _battle_files[id(staged.scenario)] = Path(key[1])
    return _staged[key]


class Rules:
    """The rules of one choice: what games of it share and none of them changes.

    ruleset, scenario, options, house_rules: the choice. sequence: the phases played, first and
    later: those of the first turn and of the others. memo: what the ruleset works out once.
    tables, ships: by id, as house rules leave them; so too the captains of the ruleset. throws:
    whether a house rule has a say in dice. manager: the plugin manager that holds the choice and
    nothing else.
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
        self.folder = ruleset.folder
        known = figures(ruleset, house_rules)
        self.tables: dict[str, Table] = dict(known.tables)
        self.ships: Mapping[str, ShipType] = known.ships
        self.manager = new_manager()
        self._base = _Base(ruleset, options)
        self.manager.register(self._base, ruleset.id)
        for house_rule in house_rules:
            add_to(self.manager, house_rule)
        self.sequence: tuple[Phase, ...] = tuple(self._asked("sequence", rules=self))
        self.first = tuple(phase for phase in self.sequence if phase.first_turn)
        self.later = tuple(phase for phase in self.sequence if phase.later_turns)
        self.memo: dict[str, Any] = {}
        self.phase = self._chosen("phase")
        self.modifiers = self._chosen("modifiers")
        self.look_up = self._chosen("look_up")
        self.roll = self._chosen("roll")
        self.rolled = self._chosen("rolled")
        self.legal = self._chosen("legal")
        self.happened = self._chosen("happened")
        self.outcome = self._chosen("outcome")
        self.view = self._chosen("view")
        self.throws = self.roll is not None or self.rolled is not None
        added = self._asked("captains", ruleset=ruleset)
        if added:
            captains = dict(ChainMap(*added, dict(ruleset.captains)))
            self.ruleset = replace(ruleset, captains=captains)
        self._set_up = self._chosen("set_up")
        self._picture = self._chosen("picture")
        self._points = self._heard("modifiers", lambda rule: rule.points)
        self._phases = self._heard("phase", lambda rule: rule.phases)

    def reading(self, tables: dict[str, Table]) -> Rules:
        """The same choice with other tables, and nothing worked out from them yet."""
        own = copy(self)
        own.tables = tables
        own.memo = {}
        return own

    def set_up(self, dice: Dice) -> Any:
        """The state at the start of a game."""
        if self._set_up is None:
            return self.ruleset.set_up(self, dice)
        return self._set_up(rules=self, dice=dice)

    def picture(self, state: Any) -> Any:
        """What a state, or what a seat sees of it, looks like."""
        if self._picture is None:
            return self.ruleset.picture(self, state)
        return self._picture(rules=self, state=state)

    def modified(
        self, game: Any, about: str, own: Sequence[Modifier], by: Any = None, against: Any = None
    ) -> Sequence[Modifier]:
        """The modifiers at a named point, the rule's own and those of house rules.

        game: the game, or what a captain sees of it. by, against: the ship or side that acts, and
        the one acted upon.
        """
        if self.modifiers is None or (self._points is not None and about not in self._points):
            return own
        lists: list[Sequence[Modifier]] = self.modifiers(
            game=game, about=about, own=own, by=by, against=against
        )
        return [modifier for given in reversed(lists) for modifier in given]

    def wrong_entry(self, table: str, entry: Any) -> PluginFailed:
        """What to raise where a house rule answers a look-up with what the table cannot hold."""
        held = f"an entry such as {shown(self.tables[table].value(0, 0))}, for table {table}"
        return answered_wrongly(self.house_rules, self.manager.hook.look_up, entry, held)

    def off_the_table(self, error: UnknownName) -> WeathergageError:
        """What to raise where a look-up finds no such row: a house rule that has a say in dice or
        modifiers may have led there.
        """
        callers = [getattr(self.manager.hook, name) for name in ("roll", "rolled", "modifiers")]
        rules = implementing(self.house_rules, *callers)
        if not rules:
            return error
        names = " or ".join(rule.id for rule in rules)
        clause = rules[0].clause if len(rules) == 1 else ""
        return PluginFailed(names, "roll, rolled or modifiers", str(error), clause)

    def no_question(self, phase: Phase | None, asked: Any) -> WeathergageError:
        """What to raise where a phase asks what is no question."""
        if phase is None or self.phase is None or not self.hears(phase):
            name = phase.id if phase else ""
            return StuckGame(f"phase {name} asked something that is no question")
        what = f"questions in phase {phase.id}, as `yield Ask(seat, KIND, clause)`"
        return answered_wrongly(self.house_rules, self.manager.hook.phase, asked, what)

    def hears(self, phase: Phase) -> bool:
        """Whether some house rule's hook has a say in a phase."""
        return self._phases is None or phase.id in self._phases

    def _heard(
        self, hook: str, said: Callable[[HouseRule], tuple[str, ...]]
    ) -> frozenset[str] | None:
        """The points or phases in which some house rule says to have a say; None where one does
        not say.
        """
        asked = implementing(self.house_rules, getattr(self.manager.hook, hook))
        heard = [said(rule) for rule in asked]
        return frozenset(name for names in heard for name in names) if all(heard) else None

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
        return guarded(self.ruleset, self.house_rules, hook, caller) if chosen else None

    def _asked(self, hook: str, **arguments: Any) -> Any:
        """What a hook answers that is asked once, before any game."""
        caller = getattr(self.manager.hook, hook)
        return guarded(self.ruleset, self.house_rules, hook, caller)(**arguments)

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
        if self.battle_file is not None:
            hashes[f"battles/{self.battle_file.name}"] = data_hash(self.battle_file)
        return hashes

    @property
    def scenario_file(self) -> Path | None:
        """The file of a scenario that is not an installed one."""
        return _own_files.get(id(self.scenario))

    @property
    def battle_file(self) -> Path | None:
        """The file of the battle that the scenario stages, where it stages one."""
        return _battle_files.get(id(self.scenario))


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
    def modifiers(self, own: Any) -> Any:
        """The rule's own modifiers."""
        return own

    @hookimpl
    def set_up(self, rules: Any, dice: Dice) -> Any:
        """The ruleset's own state at the start."""
        return self._ruleset.set_up(rules, dice)

    @hookimpl
    def view(self, game: Any, seat: str) -> Any:
        """The ruleset's own view."""
        return self._ruleset.view(game, seat)

    @hookimpl
    def picture(self, rules: Any, state: Any) -> Any:
        """The ruleset's own picture."""
        return self._ruleset.picture(rules, state)


def _running(game: Any, phase: Phase) -> PhaseRun:
    own = phase.run(game)
    if own is not None:
        yield from own


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
    chosen = tuple(find_house_rule(one) for one in house_rules)
    key = None if full_id.endswith(TOML) else _key(full_id, options)
    if key is not None and chosen:
        key += tuple((rule.id, id(rule.plugin)) for rule in chosen)
    rules = _plain.get(key) if key else None
    if rules is None:
        chosen = in_order(chosen)
        rules = assemble_scenario(*find_scenario(full_id, chosen), options, chosen)
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
    rules = chosen_rules(ruleset, house_rules)
    chosen = choose_options(ruleset, options or {}, scenario, rules)
    key = (id(scenario), chosen, *_choice(ruleset, rules))
    if key not in _assembled:
        check_sides(ruleset, rules, scenario)
        _assembled[key] = Rules(ruleset, scenario, chosen, rules)
    return _assembled[key]


def check_sides(
    ruleset: Ruleset, house_rules: Sequence[HouseRule], scenario: Scenario | None = None
) -> None:
    """Raise BadFile where a house rule's modifier is for a side that no scenario has: neither the
    one to be played, if any is given, nor another of the ruleset. One that only this scenario has
    not is idle in it: a file is for a ruleset, not for a scenario.
    """
    here = [side.id for side in scenario.sides] if scenario is not None else []
    for rule in house_rules:
        for (key, side), named_for in sides_named(rule, ruleset.id).items():
            if side in here:
                continue
            known = {s for id in named_for for s in _sides_in(find_ruleset(id), house_rules)}
            if side in known:
                continue
            there = f"there are {', '.join(sorted(known))}"
            if scenario is not None:
                others = ", ".join(sorted(known.difference(here)))
                there = f"{scenario.id} has {' and '.join(here)}, others {others or 'no more'}"
            wanted = " or ".join(named_for)
            problem = f"is {side!r}, and no scenario of {wanted} has such a side; {there}"
            raise BadFile(rule.path, key, problem)


def _sides_in(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> Iterator[str]:
    """The sides of a ruleset's scenarios, of those that house rules add, and of battles that it
    stages.
    """
    # Drawn in only here: few house rules name a side that the scenario in hand has not.
    from weathergage.battles import battle_names

    for scenario in readable_scenarios(ruleset)[0].values():
        yield from (side.id for side in scenario.sides)
    for rule in house_rules:
        if rule.suits(ruleset.id):
            for added in added_scenarios(rule, ruleset.id).values():
                sides = added.data.get("sides", ())
                yield from (side["id"] for side in sides if isinstance(side, dict) and "id" in side)
    for battle in (*battle_names(), *(str(path) for rule in house_rules for path in rule.battles)):
        try:
            staged = stage_battle(ruleset, battle)
        except WeathergageError:
            continue
        yield from (side.id for side in staged.scenario.sides)


def chosen_rules(ruleset: Ruleset, house_rules: Sequence[str | HouseRule]) -> tuple[HouseRule, ...]:
    """House rules by id, file or folder, in their order. Raises Contradiction where they do not
    fit the ruleset or one another, UnknownName or BadFile for what is none.
    """
    rules = in_order([find_house_rule(one) for one in house_rules])
    check_house_rules(ruleset, rules)
    return rules


def choose_options(
    ruleset: Ruleset,
    options: Mapping[str, Any],
    scenario: Scenario | None = None,
    house_rules: Sequence[HouseRule] = (),
) -> Options:
    """The options model for named values; UnknownName or Contradiction where they are wrong.

    house_rules: what they give as defaults holds where nothing is named.
    """
    if not isinstance(options, Mapping):
        raise Contradiction(f"options are a mapping of names to values, not {options!r}")
    known = ruleset.options.model_fields
    for name in options:
        if str(name).replace("-", "_") not in known:
            raise UnknownName(f"option of {ruleset.id}", name, known)
    for rule in house_rules:
        named = {str(name).replace("-", "_") for name in options}
        defaults = options_of(rule, ruleset.id).items()
        options = {**{n: v for n, v in defaults if n not in named}, **options}
    try:
        chosen = ruleset.options.model_validate(options)
    except ValidationError as error:
        raise Contradiction(f"option {first_problem(error)}") from None
    chosen.check(getattr(scenario, "suspended", ()))
    check_options(house_rules, chosen)
    return chosen


def find_house_rule(house_rule: str | HouseRule) -> HouseRule:
    """An installed house rule by id, the one in a file or folder by its path, or the one that takes
    a clause's modifiers away, such as "without:wooden-ships/7.17".
    """
    if isinstance(house_rule, HouseRule):
        return house_rule
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


_without: dict[str, HouseRule] = {}

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
