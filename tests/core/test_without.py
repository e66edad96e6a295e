"""House rules made from their id alone: a ruleset without the modifiers of one clause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import weathergage as wg
from weathergage.errors import Contradiction, UnknownName
from weathergage.events import Rolled
from weathergage.plugins import assemble, find_house_rule, find_ruleset, rulesets
from weathergage.records import load
from weathergage.study.batch import run_study, versions_of
from weathergage.study.games import play_one
from weathergage.study.plans import Arm, Plan, Study
from weathergage.without import id_without, removable

EVENING = "war-galley/first-evening"
RAMS = "without:war-galley/7.15-plus"


def plan_of(*house_rules: str) -> Plan:
    return Plan(EVENING, (("rome", "captain"), ("carthage", "captain")), house_rules=house_rules)


def clauses_of_modifiers(plan: Plan, seed: int) -> set[str]:
    """The clauses of all modifiers that a game's rolls tell of."""
    rolls = (event for event in play_one(plan, seed, journal=True).events)
    return {clause for roll in rolls if isinstance(roll, Rolled) for _, _, clause in roll.modifiers}


def test_it_takes_away_the_modifiers_of_its_clause_and_of_no_other() -> None:
    rule = find_house_rule("without:war-galley/7.15-minus")
    assert rule.points == ("ram",)
    assert rule.replaces == (
        "modifier ram: target's better Crew",
        "modifier ram: target at Maximum",
        "modifier ram: Towers",
        "modifier ram: its rake failed",
    )
    with_it, without = (clauses_of_modifiers(plan, 1) for plan in (plan_of(), plan_of(RAMS)))
    assert "7.15-plus" in with_it
    assert "7.15-plus" not in without
    assert "7.15-minus" in without


def test_a_clause_takes_its_parts_with_it() -> None:
    whole = find_house_rule("without:war-galley/7.15").replaces
    parts = [find_house_rule(f"without:war-galley/7.15-{part}").replaces for part in PARTS]
    assert sorted(whole) == sorted(what for part in parts for what in part)
    assert all(parts)


PARTS = ("plus", "minus", "speed")


def test_a_clause_that_begins_alike_is_another() -> None:
    with pytest.raises(UnknownName, match=r"7\.15-plus"):
        find_house_rule("without:war-galley/7.15-plu")
    assert not any("7.15" in what for what in find_house_rule("without:frigate/7.17").replaces)


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_modifier_that_a_ruleset_declares_can_be_taken_away(ruleset: str) -> None:
    own = find_ruleset(ruleset)
    declared = {f"modifier {p.name}: {one.name}" for p in own.points for one in p.own}
    taken = {
        what
        for clause in removable(own)
        for what in find_house_rule(id_without(own, clause)).replaces
    }
    assert declared
    assert taken == declared


def test_without_its_clause_no_shot_of_frigate_rakes() -> None:
    from weathergage_frigate.gunnery import Fired

    def raking(*house_rules: str) -> list[tuple[int, str]]:
        seats = (("british", "captain"), ("us", "captain"))
        plan = Plan("frigate/constitution-guerriere", seats, house_rules=house_rules)
        events = play_one(plan, 1, journal=True).events
        fired = (event for event in events if isinstance(event, Fired))
        return [(strength, why) for one in fired for _, strength, why in one.firers]

    assert any("raking" in why for _, why in raking())
    assert raking("without:frigate/7.17")
    assert not any("raking" in why for _, why in raking("without:frigate/7.17"))


def test_a_record_holds_it_by_its_id_and_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.wg"
    play_one(plan_of(RAMS), 3, journal=True).record.save(path)
    record = load(path)
    (rule,) = record.header["house_rules"]
    # No file makes it, so that no change to our own code can make it another.
    assert (rule["id"], rule["hash"]) == (RAMS, "")
    assert record.verify().ok


def test_other_processes_find_it() -> None:
    seats = (("british", "random"), ("us", "random"))
    plain = Plan("frigate/constitution-guerriere", seats)
    without = replace(plan_of("without:frigate/7.17"), scenario=plain.scenario, seats=seats)
    study = Study("raking", "", (Arm("plain", plain), Arm("without", without)), 1, 4)
    assert run_study(study, jobs=2).arms == run_study(study, jobs=1).arms
    assert Study.of(study.plain()) == study
    assert versions_of(study)["rules of without"] != versions_of(study)["rules of plain"]


def test_it_is_played_by_name_like_any_other() -> None:
    game = wg.new_game(EVENING, seed=1, house_rules=[RAMS])
    assert [rule.id for rule in game.rules.house_rules] == [RAMS]
    assert assemble(EVENING, house_rules=[RAMS]) is game.rules


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("without:frigate/5.0", "7.17"),
        ("without:frigate/", "7.17"),
        ("without:frigatte/7.17", "frigate"),
        ("without:7.17", "frigate"),
    ],
)
def test_what_cannot_be_taken_away_is_refused_with_what_can(id: str, told: str) -> None:
    with pytest.raises(UnknownName, match=told):
        find_house_rule(id)


def test_what_another_house_rule_changes_cannot_be_taken_away_as_well(tmp_path: Path) -> None:
    path = tmp_path / "steady.toml"
    path.write_text(
        'id = "steady"\ntitle = "Steady"\nauthor = "A"\nversion = "1"\nruleset = "war-galley"\n'
        'reason = "R"\n[[modifiers]]\nat = "ram"\nchange = "better Crew"\nvalue = 2\n'
    )
    with pytest.raises(Contradiction, match="both replace modifier ram: better Crew"):
        assemble(EVENING, house_rules=[str(path), RAMS])
