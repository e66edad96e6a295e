"""What rulesets and house rules hold ready: scenarios, battles, tables and ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from weathergage.answers import WANTED
from weathergage.callers import answered_wrongly, guarded
from weathergage.commands import first_problem
from weathergage.datafiles import TOML, data_hash, read_toml
from weathergage.errors import BadFile, Contradiction, UnknownName
from weathergage.hooks import hookimpl
from weathergage.houserules import HouseRule, added_scenarios, check_house_rules
from weathergage.plugins.discovery import add_to, find_ruleset, kept, new_manager, rulesets
from weathergage.ruleset import Ruleset
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

if TYPE_CHECKING:
    from weathergage.battles import Staged

_scenarios: dict[str, tuple[dict[str, Scenario], dict[str, BadFile]]] = kept()


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


_figures: dict[Any, tuple[Figures, tuple[HouseRule, ...]]] = kept()
_added: dict[Any, tuple[dict[str, Scenario], tuple[HouseRule, ...]]] = kept()


def figures(ruleset: Ruleset, house_rules: Sequence[HouseRule] = ()) -> Figures:
    """The tables and ships of a ruleset as house rules leave them, worked out once.

    Raises PluginFailed with the house rule that is at fault.
    """
    if not house_rules:
        return Figures(ruleset.tables, ruleset.ships)
    key = choice(ruleset, house_rules)
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


def choice(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> tuple[Any, ...]:
    """What choices of house rules for a ruleset are told apart by."""
    return (id(ruleset), *((rule.id, id(rule.plugin)) for rule in house_rules))


def scenarios_added(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> dict[str, Scenario]:
    """The scenarios that house rules add to a ruleset, by id. Raises BadFile."""
    key = choice(ruleset, house_rules)
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


def file_of(scenario: Scenario) -> Path | None:
    """The file of a scenario that is not an installed one."""
    return _own_files.get(id(scenario))


_staged: dict[tuple[str, str, str], Staged] = kept()
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


def battle_file_of(scenario: Scenario) -> Path | None:
    """The file of the battle that a scenario stages, where it stages one."""
    return _battle_files.get(id(scenario))
