"""compare battle, house-rules and ablate: studies laid out, played and told."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from weathergage.clauses import load_clauses
from weathergage.cli.choices import check_scenario, chosen_options
from weathergage.cli.exits import FAILED, UsageProblem
from weathergage.cli.output import many, note
from weathergage.cli.reports import deliver
from weathergage.cli.running import played
from weathergage.errors import Contradiction
from weathergage.plugins import discover, find_house_rule, find_ruleset, stage_battle

if TYPE_CHECKING:
    from weathergage.cli.compare_run import Run
    from weathergage.ruleset import Ruleset
    from weathergage.study.batch import StudyResults
    from weathergage.study.designs import Asked
    from weathergage.study.plans import Plan, Prediction, Study
    from weathergage.study.telling import Words

CLAIM = re.compile(r"(?P<measure>.+?)\s*=\s*(?P<low>-?[\d.]*)\.\.(?P<high>-?[\d.]*)")

FIRST_RECORDS = 3
"""Games in which a clause mattered whose records are kept."""


def battle(name: str, *, rulesets: Sequence[str], house_rules: Sequence[str], how: Run) -> None:
    """Play a battle under each ruleset that stages it."""
    from weathergage.battles import find_battle
    from weathergage.study.designs import battle_study

    fought = find_battle(name)
    chosen = [find_ruleset(id) for id in rulesets] or _that_stage(name)
    words = [*_flags("--ruleset", rulesets), *_flags("--house-rule", house_rules)]
    asked = _asked(how, ["battle", name, *words])
    study = battle_study(name, chosen, house_rules, asked)
    told = [
        f"{ruleset.title} {verb}: {sentence}"
        for ruleset in chosen
        for staged in [stage_battle(ruleset, name)]
        for verb, sentences in (("guesses", staged.guesses), ("loses", staged.losses))
        for sentence in sentences
    ]
    study = replace(study, title=f"{fought.title} under each ruleset")
    _play_and_tell(study, how, told, _happened(study.arms[0].plan))


def house_rules(
    scenario: str,
    *,
    weighed: Sequence[str],
    options: Sequence[str],
    base: Sequence[str],
    how: Run,
) -> None:
    """Weigh house rules in a scenario, each against the book."""
    from weathergage.study.designs import house_rules_study
    from weathergage.study.plans import Plan

    if not weighed:
        raise UsageProblem("name at least one house rule to weigh: --with ID")
    check_scenario(scenario, base)
    plan = Plan(scenario, (), tuple(chosen_options(options).items()), tuple(base))
    words = [
        *_flags("--with", weighed),
        *_flags("--option", options),
        *_flags("--house-rule", base),
    ]
    asked = _asked(how, ["house-rules", scenario, *words])
    together = [tuple(ids.split(",")) for ids in weighed]
    study = house_rules_study(plan, together, asked)
    _play_and_tell(study, how, _reasons(together), _happened(plan))


def ablate(
    scenario: str,
    *,
    clauses: Sequence[str],
    every: bool,
    options: Sequence[str],
    base: Sequence[str],
    records: Path | None,
    how: Run,
) -> None:
    """Play a scenario with clauses on and off."""
    from weathergage.study.designs import ablation_study, ablations
    from weathergage.study.plans import Plan

    check_scenario(scenario, base)
    plan = Plan(scenario, (), tuple(chosen_options(options).items()), tuple(base))
    if every or not clauses:
        ways = ablations(plan)
        if not every:
            raise UsageProblem(
                "name a clause to take out or put in, --clause ID, or try all of them, --all: "
                f"{', '.join(ways)}"
            )
        clauses = [*clauses, *(c for c in ways if c not in clauses)]
    words = [
        *_flags("--clause", clauses),
        *_flags("--option", options),
        *_flags("--house-rule", base),
    ]
    study = ablation_study(plan, clauses, _asked(how, ["ablate", scenario, *words]))
    added = [arm.plan.house_rules[len(base) :] for arm in study.arms]
    results = _play_and_tell(study, how, _reasons(added), _happened(plan))
    _show_where_it_mattered(results, records)


# What is asked for


def _flags(flag: str, values: Sequence[str]) -> list[str]:
    return [word for value in values for word in (flag, value)]


def _asked(how: Run, words: Sequence[str]) -> Asked:
    """What the study is asked with; its command says nothing of where it is played or told."""
    from weathergage.study.designs import Asked

    command = ["weathergage", "compare", *words, "-n", str(how.games), "--seed", str(how.seed)]
    command += _flags("--captain", (how.captain or []))
    if how.sensitivity:
        command.append("--sensitivity")
    if how.predict:
        command += ["--predict", how.predict]
    if how.claim:
        command += ["--claim", how.claim]
    return Asked(
        how.seed,
        how.games,
        tuple(how.captain or ()),
        shlex.join(command),
        _prediction(how),
        how.sensitivity,
    )


def _prediction(how: Run) -> Prediction | None:
    from weathergage.study.plans import Prediction

    if how.claim is None:
        return Prediction(how.predict) if how.predict else None
    claimed = CLAIM.fullmatch(how.claim.strip())
    if claimed is None:
        raise UsageProblem(
            f"--claim takes MEASURE=LOW..HIGH, such as 'won by british=0.01..0.05', not "
            f"{how.claim!r}"
        )
    low, high = (float(end) if end else None for end in (claimed["low"], claimed["high"]))
    return Prediction(how.predict or how.claim, measure=claimed["measure"], low=low, high=high)


def _that_stage(name: str) -> list[Ruleset]:
    """The rulesets that stage a battle."""
    found = []
    for ruleset in discover().rulesets.values():
        if ruleset.stage is None:
            continue
        try:
            stage_battle(ruleset, name)
        except Contradiction:
            continue
        found.append(ruleset)
    if not found:
        raise Contradiction(f"no installed ruleset stages {name}")
    return found


# Playing and telling


def _play_and_tell(
    study: Study, how: Run, provenance: Sequence[str], history: Mapping[str, float]
) -> StudyResults:
    """Play a study, deliver its report, and leave with status 1 when games ended in an error."""
    from weathergage.study.summary import summary
    from weathergage.study.telling import report

    study = _with_claim(study)
    results = played(study, jobs=how.jobs, cluster=how.cluster, resume=how.resume)
    data = summary(results, history)
    told = report(data, _words(results, provenance), pictures=how.html is not None)
    deliver(told, html=how.html, csv=how.csv, as_json=how.json)
    failed = sum(arm["errors"] for arm in data["arms"])
    if failed:
        whole = sum(arm["games"] for arm in data["arms"])
        first = next(f for arm in data["arms"] for f in arm["failures"])
        note(f"{failed} of {many(whole, 'game')} ended in an error, the first: {first['error']}")
        raise typer.Exit(FAILED)
    return results


def _with_claim(study: Study) -> Study:
    """A study whose prediction speaks of its first difference, where it claims one."""
    prediction = study.prediction
    if prediction is None or not prediction.measure:
        return study
    shifted = {arm.name for arm in study.arms if arm.shift}
    asked = [pair for pair in study.compared if pair[0] not in shifted]
    if not asked:
        raise UsageProblem(
            "there is no difference here for a claim to be about; use --predict alone"
        )
    arm, against = asked[0]
    return replace(study, prediction=replace(prediction, arm=arm, against=against))


def _words(results: StudyResults, provenance: Sequence[str]) -> Words:
    from weathergage.study.telling import Words
    from weathergage.study.variants import what_was_reconstructed

    rules = {arm.plan.rules().ruleset.id: arm.plan.rules() for arm in results.study.arms}
    reconstructed = [
        f"{one.ruleset.title}: {sentence}"
        for one in rules.values()
        for sentence in what_was_reconstructed(one.ruleset)
    ]
    study = results.study
    return Words(
        {side.id: side.name for one in rules.values() for side in one.scenario.sides},
        {id: _titles(one.ruleset) for id, one in rules.items()},
        (*reconstructed, *provenance),
        (
            ("Command", study.command),
            (
                "Seeds",
                f"{study.first} to {study.first + study.count - 1}, the same for each choice",
            ),
            *((_capital(name), version) for name, version in _versions(results).items()),
            *(
                (f"Options of {arm.name}", _chosen(arm.plan))
                for arm in study.arms
                if arm.plan.options or arm.plan.house_rules
            ),
        ),
        _account(study.arms[0].plan),
    )


def _versions(results: StudyResults) -> dict[str, str]:
    """The versions, those of arms that share their rules told once."""
    arms: dict[str, list[str]] = {}
    for name, told in results.versions.items():
        arms.setdefault(told, []).append(name)
    return {names[0] if len(names) == 1 else _shared(names): v for v, names in arms.items()}


def _shared(names: Sequence[str]) -> str:
    return f"{names[0]} and {many(len(names) - 1, 'other')}"


def _chosen(plan: Plan) -> str:
    parts = [f"{name}={value}" for name, value in plan.options]
    return ", ".join([*parts, *(f"house rule {rule}" for rule in plan.house_rules)])


def _titles(ruleset: Ruleset) -> dict[str, str]:
    path = ruleset.folder / "clauses.toml"
    known = load_clauses(path).values() if path.exists() else ()
    return {clause.id: clause.title for clause in known}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _happened(plan: Plan) -> dict[str, float]:
    """What happened in history, where the scenario states it."""
    rules = plan.rules()
    happened = rules.scenario.happened
    return happened.measures(rules.seats) if happened is not None else {}


def _account(plan: Plan) -> str:
    """What happened, in words, and to which ships."""
    happened = plan.rules().scenario.happened
    if happened is None:
        return ""
    names = [fates.names for fates in happened.fates.values() if fates.names]
    return " ".join([*(f"{_capital(name)}." for name in names), happened.account]).strip()


def _reasons(together: Sequence[Sequence[str]]) -> list[str]:
    """Why each house rule is there, in its author's words."""
    rules = {id: find_house_rule(id) for ids in together for id in ids}
    return [f"House rule {rule.id}: {rule.title}" for rule in rules.values()]


# Where a clause mattered


def _show_where_it_mattered(results: StudyResults, records: Path | None) -> None:
    """Name the first games in which anything came out otherwise, and keep their records."""
    shifted = {arm.name for arm in results.study.arms if arm.shift}
    for arm, against in results.study.compared:
        if arm in shifted:
            continue
        seeds = [one.seed for one, other in results.pairs(arm, against) if one[1:4] != other[1:4]][
            :FIRST_RECORDS
        ]
        if not seeds:
            note(f"{arm}: no game ended otherwise")
            continue
        note(f"{arm}: games ended otherwise with seed {', '.join(map(str, seeds))}")
        if records is not None:
            for name in (arm, against):
                _keep_records(results.study.arm(name).plan, name, seeds, records)


def _keep_records(plan: Plan, name: str, seeds: Sequence[int], folder: Path) -> None:
    from weathergage.study.games import play_one

    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{seed}.wg"
        play_one(plan, seed, journal=True).record.save(path)
