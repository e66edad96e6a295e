"""Exact odds: dice that show every face, tables against a count of faces, and every question."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from exact import agrees, counted
from hypothesis import given, strategies as st

import weathergage as wg
from weathergage.chances import Argument
from weathergage.dice import Dice
from weathergage.errors import Contradiction, UnknownName, WeathergageError
from weathergage.plugins import discover
from weathergage.ruleset import Ruleset
from weathergage.study.odds import (
    EveryFace,
    Workbench,
    answer,
    bench_for,
    dice_odds,
    exactly,
    question_of,
    table_odds,
)
from weathergage.tables import Table

RULESETS = list(discover().rulesets.values())


# Dice that show every face


@given(st.lists(st.sampled_from([2, 3, 6]), max_size=4))
def test_every_sequence_of_faces_comes_once(sides: list[int]) -> None:
    found = exactly(lambda dice: tuple(dice.roll("any", n) for n in sides))
    assert len(found) == len(set(found))
    expected = Fraction(1)
    for n in sides:
        expected /= n
    assert set(found.values()) == {expected}
    assert sum(found.values()) == 1


def test_a_die_that_depends_on_another_is_thrown_only_where_it_is_called_for() -> None:
    def again(dice: Dice) -> int:
        face = dice.roll("one")
        return face + dice.roll("two", 2) if face == 6 else face

    found = exactly(again)
    assert found == {**{n: Fraction(1, 6) for n in range(1, 6)}, 7: Fraction(1, 12)} | {
        8: Fraction(1, 12)
    }


def test_draws_and_several_dice_at_once_are_gone_through_too() -> None:
    assert exactly(lambda dice: dice.below("chits", 10)) == {n: Fraction(1, 10) for n in range(10)}
    assert exactly(lambda dice: sum(dice.rolls("pair", 2))) == counted(2, lambda a, b: a + b)


def test_a_run_without_dice_is_certain() -> None:
    assert exactly(lambda dice: "so") == {"so": 1}


def test_what_never_ends_or_takes_too_many_dice_is_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr("weathergage.study.odds.MOST_THROWS", 1000)
    with pytest.raises(WeathergageError, match="ask about fewer"):
        exactly(lambda dice: sum(dice.rolls("many", 6)))


def test_after_the_last_sequence_there_is_none() -> None:
    dice = EveryFace()
    dice.roll("one", 1)
    assert not dice.advance()


@pytest.mark.parametrize("dice", ["1d6", "2d6", "3d6", "2d10"])
def test_the_odds_of_dice_are_those_of_their_faces(dice: str) -> None:
    count, sides = (int(n) for n in dice.split("d"))
    assert dice_odds(dice) == counted(count, lambda *faces: sum(faces), sides)
    assert dice_odds(dice, -2) == counted(count, lambda *faces: sum(faces) - 2, sides)


@pytest.mark.parametrize("dice", ["d6", "3d", "0d6", "six", "2d6+1", ""])
def test_dice_that_are_none_are_refused(dice: str) -> None:
    with pytest.raises(Contradiction, match="3d6"):
        dice_odds(dice)


# Tables


def _tables() -> Iterator[Any]:
    for ruleset in RULESETS:
        for table in ruleset.tables.values():
            if table.rolls != "none":
                yield pytest.param(ruleset, table, id=f"{ruleset.id}-{table.id}")


def _printed(ruleset: Ruleset, table: Table) -> dict[str, Any]:
    """The table's file as it stands, read without the code that reads tables."""
    path = ruleset.folder / "tables" / f"{table.id}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _row(file: dict[str, Any], total: int) -> list[Any] | None:
    """The row of a total; None where the file has none."""
    spans = {}
    for label, row in file["rows"].items():
        first, _, last = label.partition("-")
        lowest = int(first.rstrip("+"))
        spans[lowest, 99 if label.endswith("+") else int(last or lowest)] = row
    for (lowest, highest), row in spans.items():
        if lowest <= total <= highest:
            return list(row)
    ends = sorted(spans)
    if total < ends[0][0]:
        return list(spans[ends[0]]) if file.get("low") == "first" else None
    return list(spans[ends[-1]]) if file.get("high") == "last" else None


@pytest.mark.parametrize(("ruleset", "table"), list(_tables()))
def test_the_odds_of_every_table_are_those_of_the_faces(ruleset: Ruleset, table: Table) -> None:
    file, bench = _printed(ruleset, table), bench_for(ruleset)
    count, sides = (int(n) for n in file["rolls"].split("d"))
    for place, column in enumerate(file["columns"]):
        for modifier in range(-3, 4):
            totals = range(count + modifier, count * sides + modifier + 1)
            if any(_row(file, total) is None for total in totals):
                with pytest.raises(Contradiction, match="no row"):
                    table_odds(bench, table, column, modifier)
                continue

            def cell(*faces: int, place: int = place, modifier: int = modifier) -> Any:
                row = _row(file, sum(faces) + modifier)
                assert row is not None
                return tuple(row[place]) if isinstance(row[place], list) else row[place]

            expected = counted(count, cell, sides)
            assert table_odds(bench, table, column, modifier) == expected
            assert table.odds(column, modifier) == expected


def test_there_are_tables_to_be_tested_in_every_ruleset() -> None:
    assert {param.values[0].id for param in _tables()} == {ruleset.id for ruleset in RULESETS}


def test_a_table_that_is_not_rolled_on_has_no_odds() -> None:
    ruleset = discover().rulesets["war-galley"]
    with pytest.raises(WeathergageError, match="not rolled on"):
        table_odds(bench_for(ruleset), ruleset.tables["ramming"], "7")


def test_a_column_that_there_is_not_is_refused_by_name() -> None:
    ruleset = discover().rulesets["frigate"]
    with pytest.raises(UnknownName, match="2-1"):
        table_odds(bench_for(ruleset), ruleset.tables["gunnery-2"], "2-11")


# Questions


def _questions() -> Iterator[Any]:
    for ruleset in RULESETS:
        for name in ruleset.odds:
            yield pytest.param(ruleset, name, id=f"{ruleset.id}-{name}")


def _values(argument: Argument) -> list[Any]:
    if argument.choices:
        return list(argument.choices)
    if isinstance(argument.default, bool):
        return [True, False]
    return sorted({argument.least, argument.least + 1, min(argument.most, 8)})


@pytest.fixture(scope="module")
def benches() -> dict[str, Workbench]:
    return {ruleset.id: bench_for(ruleset) for ruleset in RULESETS}


@pytest.mark.parametrize(("ruleset", "name"), list(_questions()))
def test_every_answer_is_a_whole_of_chances_whatever_is_asked(
    ruleset: Ruleset, name: str, benches: dict[str, Workbench]
) -> None:
    question, bench = question_of(ruleset, name), benches[ruleset.id]
    asked: list[dict[str, Any]] = [{}]
    asked += [{a.name: value} for a in question.arguments for value in _values(a)]
    for given_ in asked:
        found = answer(bench, question, given_)
        assert found
        for odds in found.values():
            assert sum(odds.values()) == 1, given_
            assert all(0 < chance <= 1 for chance in odds.values()), given_
            assert all(isinstance(chance, Fraction) for chance in odds.values())


@pytest.mark.parametrize(("ruleset", "name"), list(_questions()))
def test_every_question_names_a_clause_of_its_book_and_plain_arguments(
    ruleset: Ruleset, name: str
) -> None:
    from weathergage.clauses import load_clauses

    question = question_of(ruleset, name)
    assert question.clause in load_clauses(ruleset.folder / "clauses.toml")
    for argument in question.arguments:
        assert argument.read(argument.default) == argument.default
        assert argument.name == argument.name.lower().replace("_", "-")


def test_asking_changes_nothing_for_who_asks_next(benches: dict[str, Workbench]) -> None:
    for ruleset in RULESETS:
        bench = benches[ruleset.id]
        asked = [question for name, question in ruleset.odds.items() if name != "boarding"]
        first = [answer(bench, question, {}) for question in asked]
        assert [answer(bench, question, {}) for question in reversed(asked)] == first[::-1]


def test_a_question_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="did you mean ram"):
        question_of(discover().rulesets["war-galley"], "rum")


# House rules and options


class _AllSixes:
    """Every die of a house rule's game shows a six."""

    @wg.hookimpl
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        return 6


class _Steady:
    """The wind's table says one thing only."""

    @wg.hookimpl
    def look_up(self, game: Any, table: str, row: int, column: str) -> Any:
        return "Fresh" if table == "wind-standard-velocity" else None


def _house_rule(plugin: object, ruleset: str) -> wg.HouseRule:
    return wg.HouseRule("own", ruleset, "A test's own", plugin)


def test_a_house_rule_that_changes_dice_changes_the_odds() -> None:
    ruleset = discover().rulesets["war-galley"]
    bench = bench_for(ruleset, None, (_house_rule(_AllSixes(), ruleset.id),))
    found = answer(bench, question_of(ruleset, "sinking"), {})
    assert found == {"a Rammed galley": {"sinks": 1}}
    assert answer(bench_for(ruleset), question_of(ruleset, "sinking"), {}) != found


def test_a_house_rule_that_answers_for_a_table_is_in_the_odds_of_table_and_question() -> None:
    ruleset = discover().rulesets["frigate"]
    bench = bench_for(ruleset, None, (_house_rule(_Steady(), ruleset.id),))
    table = bench.rules.tables["wind-standard-velocity"]
    assert table_odds(bench, table, "velocity") == {"Fresh": 1}
    assert answer(bench, question_of(ruleset, "wind"), {})["velocity"] == {"Fresh": 1}


def test_options_are_heard() -> None:
    ruleset = discover().rulesets["frigate"]
    chits = bench_for(ruleset, {"command_method": "chits"})
    found = answer(chits, question_of(ruleset, "command"), {"efficiency": "low"})
    assert found["the ship"]["out of command"] == Fraction(3, 10)


def test_a_scenario_of_another_ruleset_is_refused() -> None:
    with pytest.raises(Contradiction, match="no scenario of frigate"):
        bench_for(discover().rulesets["frigate"], scenario="war-galley/lade")


class _Sampled(Workbench):
    """A bench that also throws real dice for everything that it goes through face by face."""

    def exactly(self, run: Any, state: Any = None) -> Any:
        odds = super().exactly(run, state)
        seen = [run(self.game(state, Dice(seed))) for seed in range(200)]
        assert agrees(seen, odds)
        return odds


@pytest.mark.parametrize(("ruleset", "name"), list(_questions()))
def test_what_is_thrown_with_real_dice_agrees(
    ruleset: Ruleset, name: str, benches: dict[str, Workbench]
) -> None:
    """Every part of the rules that an answer is made of, by 200 seeds: a false alarm has a chance
    of one in a million, and the seeds are fixed.
    """
    sampled = _Sampled(benches[ruleset.id].rules)
    assert answer(sampled, question_of(ruleset, name), {})
