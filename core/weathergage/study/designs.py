"""The studies that people ask for: a battle under several rulesets, house rules weighed, and one
clause taken out.

Each gives a `Study` ready to run. What is compared with what, on which dice and by which captains
is laid out in `arms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from weathergage.errors import Contradiction, UnknownName, WeathergageError
from weathergage.plugins import Rules, choose_options, chosen_rules, find_house_rule
from weathergage.ruleset import Options, Ruleset
from weathergage.study.arms import Layout, lay_out, with_variants
from weathergage.study.plans import Plan, Prediction, Study
from weathergage.study.variants import Variant, reconstructed_tables, variants_of
from weathergage.without import id_without, removable

BOOK = "by the book"
"""The choice that others are held against."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What every study is asked with.

    first, count: seeds. captains: kinds, none for each ruleset's own. command: the command line
    that makes the study again. sensitivity: whether reconstructed tables are moved as well.
    """

    first: int
    count: int
    captains: tuple[str, ...] = ()
    command: str = ""
    prediction: Prediction | None = None
    sensitivity: bool = False


def battle_study(
    battle: str, rulesets: Sequence[Ruleset], house_rules: Sequence[str], asked: Asked
) -> Study:
    """One battle under each ruleset, and once more under each house rule of theirs.

    battle: its name or file. Raises what staging it raises, and Contradiction for a house rule that
    fits none of the rulesets.
    """
    layouts = []
    fitting: set[str] = set()
    for ruleset in rulesets:
        plan = Plan(f"{ruleset.id}/battle:{battle}", ())
        choices = {ruleset.id: plan}
        for house_rule in house_rules:
            if _fits(house_rule, ruleset):
                fitting.add(house_rule)
                name = f"{ruleset.id} with {find_house_rule(house_rule).id}"
                choices[name] = replace(plan, house_rules=(house_rule,))
        layouts.append(lay_out(choices, asked.captains))
    for house_rule in house_rules:
        if house_rule not in fitting:
            raise Contradiction(
                f"house rule {house_rule} is for "
                f"{', '.join(find_house_rule(house_rule).rulesets)}, under which {battle} is not "
                "played here"
            )
    return _study(f"battle {battle}", f"{battle} under each ruleset", layouts, asked)


def house_rules_study(plan: Plan, weighed: Sequence[tuple[str, ...]], asked: Asked) -> Study:
    """A scenario by the book, and with each of some choices of house rules beside those that the
    plan has.
    """
    choices = {BOOK: plan}
    for rules in weighed:
        name = "with " + " and ".join(find_house_rule(rule).id for rule in rules)
        if name in choices:
            raise Contradiction(f"{name.removeprefix('with ')} is weighed twice; name it once")
        choices[name] = replace(plan, house_rules=(*plan.house_rules, *rules))
    title = f"House rules in {plan.scenario}"
    return _study(f"house-rules {plan.scenario}", title, [lay_out(choices, asked.captains)], asked)


def ablation_study(plan: Plan, clauses: Sequence[str], asked: Asked) -> Study:
    """A scenario as the plan has it, and with each clause turned off, or on where it is off.

    A clause that has parts, such as 7.15, may be named for all of them. Raises Contradiction for a
    clause that the ruleset cannot be played without, with those that it can.
    """
    ways = ablations(plan)
    choices = {"as it stands": plan}
    for clause in clauses:
        choices |= ways.get(clause) or _with_its_parts(plan, clause, ways)
    title = f"What clause {clauses[0]} does in {plan.scenario}"
    if len(clauses) > 1:
        title = f"What each of {len(clauses)} clauses does in {plan.scenario}"
    return _study(f"ablate {plan.scenario}", title, [lay_out(choices, asked.captains)], asked)


def ablations(plan: Plan) -> dict[str, dict[str, Plan]]:
    """By clause, what takes it out or puts it in: the plans to play instead, by a name for each.

    A clause of options has them turned, and one that has modifiers at the ruleset's named points is
    played without these. An option that excludes or needs another choice is left out, as it cannot
    be turned alone; so are modifiers that a house rule of the plan changes.
    """
    rules = plan.rules()
    found: dict[str, dict[str, Plan]] = {}
    optional = set()
    for name in type(rules.options).model_fields:
        clause = rules.options.facts(name).get("clause", "")
        optional.add(clause)
        for value in _others(rules.options, name):
            if _can_be(rules, name, value):
                words = f"{name.replace('_', '-')} {_word(value)}"
                options = {**dict(plan.options), name: value}
                way = replace(plan, options=tuple(options.items()))
                found.setdefault(clause, {})[words] = way
    for clause in removable(rules.ruleset):
        if clause not in optional:
            found |= _taken_out(plan, rules, clause)
    return found


def _taken_out(plan: Plan, rules: Rules, clause: str) -> dict[str, dict[str, Plan]]:
    """A clause's modifiers taken out of a plan; nothing where its house rules do not allow it."""
    id = id_without(rules.ruleset, clause)
    try:
        chosen_rules(rules.ruleset, [*plan.house_rules, id])
    except Contradiction:
        return {}
    way = replace(plan, house_rules=(*plan.house_rules, id))
    return {clause: {f"without {clause}": way}}


def _with_its_parts(plan: Plan, clause: str, ways: Iterable[str]) -> dict[str, Plan]:
    rules = plan.rules()
    try:
        return _taken_out(plan, rules, clause)[clause]
    except (KeyError, UnknownName):
        raise Contradiction(
            f"{rules.ruleset.title} cannot be played without clause {clause} alone; what can be "
            f"left out or put in: {', '.join(ways)}"
        ) from None


def _study(id: str, title: str, layouts: Iterable[Layout], asked: Asked) -> Study:
    layouts = tuple(layouts)
    study = Study(
        id,
        title,
        tuple(chain.from_iterable(layout.arms for layout in layouts)),
        asked.first,
        asked.count,
        compared=tuple(chain.from_iterable(layout.compared for layout in layouts)),
        prediction=asked.prediction,
        command=asked.command,
    )
    return with_variants(study, _variants(study)) if asked.sensitivity else study


def _variants(study: Study) -> list[Variant]:
    rulesets = {arm.plan.rules().ruleset.id: arm.plan.rules().ruleset for arm in study.arms}
    tables = chain.from_iterable(reconstructed_tables(ruleset) for ruleset in rulesets.values())
    return list(dict.fromkeys(chain.from_iterable(variants_of(table) for table in tables)))


def _fits(house_rule: str, ruleset: Ruleset) -> bool:
    return find_house_rule(house_rule).suits(ruleset.id)


def _others(options: Options, name: str) -> list[object]:
    """The values that an option may have beside the one that it has."""
    field = type(options).model_fields[name]
    now = getattr(options, name)
    if isinstance(now, bool):
        return [not now]
    return [value for value in getattr(field.annotation, "__args__", ()) if value != now]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _can_be(rules: Rules, name: str, value: object) -> bool:
    wanted: Mapping[str, object] = {**rules.options.model_dump(), name: value}
    try:
        choose_options(rules.ruleset, wanted, rules.scenario)
    except WeathergageError:
        return False
    return True
