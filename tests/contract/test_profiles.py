"""Every installed ruleset answers every question of a comparison, by the clauses that say so."""

from __future__ import annotations

import pytest

import weathergage as wg
from weathergage.clauses import load_clauses
from weathergage.study.profiles import QUESTIONS

RULESETS = sorted(wg.rulesets())
LONGEST = 190
"""Letters of a cell: two lines of a page, at most."""

# The clause that a reader of each book would open first.
OPENED_FIRST = {
    "admiralty": {
        "scale": "1.1",
        "wind": "2.5",
        "order": "2.0-dmf",
        "plotting": "3.2-post",
        "command": "3.2",
        "gunfire": "4.0-gun-dice",
        "raking": "4.2-stern-rake",
        "first-broadside": "4.0-battery-once",
        "crews": "5.1-dice-crew",
        "damage": "4.3-gun-hits",
        "collisions": "2.4",
        "boarding": "5.1-compare",
        "fire-and-explosion": "4.3-F",
        "repair": "6.0-one-per-type",
        "morale": "3.4",
        "ending": "1.4",
        "secrets": "3.2-post",
    },
    "as-per-margin": {
        "scale": "APM.scale.distance",
        "wind": "APM.wind.change",
        "order": "APM.turn",
        "plotting": "APM.campaign.orders",
        "command": "APM.ships.independent",
        "gunfire": "APM.fire.effects",
        "raking": "APM.fire.rake",
        "first-broadside": "APM.fire.initial-broadside",
        "crews": "APM.turn.english-advantage",
        "damage": "APM.ships.mast-states",
        "collisions": "APM.falling-aboard",
        "boarding": "APM.boarding.surplus",
        "fire-and-explosion": "APM.battery.red-hot",
        "repair": "APM.campaign.repairs",
        "morale": "APM.ships.strike",
        "ending": "APM.score.points",
        "secrets": "APM.campaign.report",
    },
    "frigate": {
        "scale": "3.5",
        "wind": "6.35",
        "order": "6.6-stepwise",
        "plotting": "5.0-general",
        "command": "8.21-use",
        "gunfire": "7.0-odds",
        "raking": "7.17",
        "first-broadside": "7.14",
        "crews": "7.6",
        "damage": "6.51",
        "collisions": "6.6-election",
        "boarding": "6.62",
        "fire-and-explosion": "7.31",
        "repair": "7.32",
        "morale": "9.0-procedure",
        "ending": "11.0-endings",
        "secrets": "5.0-general",
    },
    "war-galley": {
        "scale": "4.0",
        "wind": "6.2",
        "order": "3.1.E3",
        "plotting": "6.13",
        "command": "5.24",
        "gunfire": "8.44",
        "raking": "7.21",
        "first-broadside": "8.42",
        "crews": "6.41",
        "damage": "7.28",
        "collisions": "7.16-collision",
        "boarding": "8.23",
        "fire-and-explosion": "8.5",
        "repair": "3.1.G2",
        "morale": "9.2",
        "ending": "9.1",
        "secrets": "3.1.B",
    },
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_question_is_answered_and_no_other(ruleset: str) -> None:
    assert list(wg.rulesets()[ruleset].profile) == list(QUESTIONS)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_answer_is_short_and_names_clauses_of_the_book(ruleset: str) -> None:
    found = wg.rulesets()[ruleset]
    clauses = load_clauses(found.folder / "clauses.toml")
    for question, answer in found.profile.items():
        assert answer.clauses, question
        assert not set(answer.clauses) - set(clauses), question
        assert len(set(answer.clauses)) == len(answer.clauses), question
        assert all(clauses[id].status == "done" for id in answer.clauses), question
        assert answer.text.endswith("."), question
        assert len(answer.text) <= LONGEST, question


@pytest.mark.parametrize("ruleset", sorted(OPENED_FIRST))
def test_each_answer_names_the_clause_that_a_reader_would_open_first(ruleset: str) -> None:
    profile = wg.rulesets()[ruleset].profile
    missed = {
        question: clause
        for question, clause in OPENED_FIRST[ruleset].items()
        if clause not in profile[question].clauses
    }
    assert missed == {}
    assert list(OPENED_FIRST[ruleset]) == list(QUESTIONS)
