"""Making the rules of a choice, once for all games of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from weathergage.commands import first_problem
from weathergage.datafiles import TOML
from weathergage.errors import BadFile, Contradiction, UnknownName, WeathergageError
from weathergage.houserules import (
    HouseRule,
    added_scenarios,
    check_options,
    in_order,
    options_of,
    sides_named,
)
from weathergage.plugins.catalogue import choice, find_scenario, readable_scenarios, stage_battle
from weathergage.plugins.discovery import find_ruleset, kept
from weathergage.plugins.house_rules import chosen_rules, find_house_rule
from weathergage.plugins.rules import Rules
from weathergage.ruleset import Options, Ruleset
from weathergage.scenarios import Scenario

_assembled: dict[Any, Rules] = kept()


def assemble(
    full_id: str | os.PathLike[str],
    options: Mapping[str, Any] | Options | None = None,
    house_rules: Sequence[str | os.PathLike[str] | HouseRule] = (),
) -> Rules:
    """The rules of a choice, made once and shared by all games of it.

    Raises UnknownName, Contradiction, or BadFile for a scenario or house rule that is wrong.
    """
    full_id = os.fspath(full_id)
    if isinstance(house_rules, str | os.PathLike | HouseRule):
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


_plain: dict[tuple[Any, ...], Rules] = kept()
_MOST_PLAIN = 10_000


def _key(full_id: str, options: Mapping[str, Any] | Options | None) -> tuple[Any, ...] | None:
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
    options: Mapping[str, Any] | Options | None = None,
    house_rules: Sequence[str | HouseRule] = (),
) -> Rules:
    """As `assemble`, for a scenario that need not be installed."""
    rules = chosen_rules(ruleset, house_rules)
    chosen = choose_options(ruleset, options or {}, scenario, rules)
    key = (id(scenario), chosen, *choice(ruleset, rules))
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


def choose_options(
    ruleset: Ruleset,
    options: Mapping[str, Any] | Options,
    scenario: Scenario | None = None,
    house_rules: Sequence[HouseRule] = (),
) -> Options:
    """The options model for named values; UnknownName or Contradiction where they are wrong.

    options: by name, or such a model, of which what was named as it was made counts. house_rules:
    what they give as defaults holds where nothing is named.
    """
    if isinstance(options, Options):
        options = options.model_dump(exclude_unset=True)
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
