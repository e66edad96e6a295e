"""What each rule does: the questions that rulesets are compared by, and the answers side by side.

A ruleset answers in its `profile`; a house rule that has a profile of its own answers in its
ruleset's place. Whoever brings a question that is not in the list asks it in his own words: its id
is then its title too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from weathergage.errors import Contradiction, UnknownName
from weathergage.houserules import OPTION, HouseRule
from weathergage.plugins import find_house_rule, find_ruleset, rulesets
from weathergage.ruleset import Answer, Ruleset
from weathergage.study.reports import Grid, Report, Section

QUESTIONS: Final[Mapping[str, str]] = {
    "scale": "How far is a hex or an inch, and how long is a turn?",
    "wind": "How does the wind change?",
    "order": "Who moves when?",
    "plotting": "Are moves written down before anybody knows the enemy's?",
    "command": "How well do ships obey their admiral?",
    "gunfire": "How is fire resolved?",
    "raking": "What is a rake, and what is it worth?",
    "first-broadside": "Does the first broadside count for more?",
    "crews": "What is a good crew better at?",
    "damage": "How do ships lose speed and guns?",
    "collisions": "What happens when ships get in each other's way?",
    "boarding": "How is a ship boarded and taken?",
    "fire-and-explosion": "Do ships burn and blow up?",
    "repair": "What can be mended during a battle?",
    "morale": "When does a ship or a fleet give up?",
    "ending": "How does a battle end, and who has won?",
    "secrets": "What is hidden from the other side?",
}
"""The questions by id, as a person asks them, in the order in which they are shown."""

NOT_TOLD: Final = "not told"
"""What is shown where a ruleset leaves a question unanswered."""


@dataclass(frozen=True, slots=True)
class Column:
    """One of what is compared. id: a ruleset's, such as "wooden-ships", or with a house rule
    "wooden-ships+calm". answers: by question.
    """

    id: str
    answers: Mapping[str, Answer]


@dataclass(frozen=True, slots=True)
class Row:
    """A question and what each column answers; None where one does not tell."""

    question: str
    title: str
    answers: Mapping[str, Answer | None]

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "question": self.question,
            "title": self.title,
            "answers": {
                column: answer and {"text": answer.text, "clauses": list(answer.clauses)}
                for column, answer in self.answers.items()
            },
        }


def columns(chosen: Sequence[str] = (), house_rules: Sequence[str] = ()) -> list[Column]:
    """What is compared: the rulesets of those ids, or all that are installed, and after each the
    house rules for it, one column apiece, on top of the house rules that they need.

    Raises UnknownName, BadFile for the file of a house rule, and Contradiction for a house rule
    whose ruleset is not compared.
    """
    compared = [find_ruleset(id) for id in dict.fromkeys(chosen)] or list(rulesets().values())
    extra = [find_house_rule(name) for name in dict.fromkeys(house_rules)]
    for house_rule in extra:
        if not any(house_rule.suits(ruleset.id) for ruleset in compared):
            named = ", ".join(ruleset.id for ruleset in compared)
            raise Contradiction(
                f"house rule {house_rule.id} is for {', '.join(house_rule.rulesets)}, not for "
                f"{named}; compare {' or '.join(house_rule.rulesets)} too"
            )
    found: list[Column] = []
    for ruleset in compared:
        found.append(Column(ruleset.id, ruleset.profile))
        found += [
            Column(f"{ruleset.id}+{house_rule.id}", {**ruleset.profile, **_replaced(house_rule)})
            for house_rule in extra
            if house_rule.suits(ruleset.id)
        ]
    return found


def _goes_with(house_rule: HouseRule, ruleset: Ruleset) -> bool:
    return house_rule.suits(ruleset.id)


def _replaced(house_rule: HouseRule) -> dict[str, Answer]:
    """The answers of a house rule and of those that it builds on."""
    answers: dict[str, Answer] = {}
    for needed in house_rule.needs:
        if needed.startswith(OPTION):
            continue
        answers |= _replaced(find_house_rule(needed))
    return answers | dict(house_rule.profile)


def side_by_side(compared: Sequence[Column], questions: Iterable[str] = ()) -> list[Row]:
    """The answers, a row for each of the questions, or for all of them: those of the list in its
    order, then what only the columns bring. Raises UnknownName for a question nobody knows.
    """
    brought = (question for column in compared for question in column.answers)
    titles = {**QUESTIONS, **{own: own for own in brought if own not in QUESTIONS}}
    wanted = dict.fromkeys(questions)
    for question in wanted:
        if question not in titles:
            raise UnknownName("question", question, titles)
    return [
        Row(question, title, {column.id: column.answers.get(question) for column in compared})
        for question, title in titles.items()
        if not wanted or question in wanted
    ]


def report(rows: Sequence[Row], made_by: tuple[tuple[str, str], ...]) -> Report:
    """The answers as something to hand round, a section for each question."""
    return Report(
        title="What the rules do",
        answer="Each set of rules answers the same questions; the numbers are its book's clauses.",
        made_by=made_by,
        sections=tuple(Section(row.title, grids=(_grid(row),)) for row in rows),
    )


def _grid(row: Row) -> Grid:
    cells = tuple(
        (column, answer.text, ", ".join(answer.clauses)) if answer else (column, NOT_TOLD, "")
        for column, answer in row.answers.items()
    )
    return Grid("", ("rules", "answer", "clauses"), cells)
