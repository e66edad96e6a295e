"""How studies are laid out, and how tables are moved to see what hangs on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from weathergage.errors import UnknownName
from weathergage.plugins import assemble, find_ruleset, rulesets
from weathergage.study.arms import (
    CONTROL_SHIFT,
    captains_of,
    control_of,
    lay_out,
    seated_alike,
    swapped,
    with_variants,
)
from weathergage.study.games import play_one
from weathergage.study.plans import Arm, Plan, Study
from weathergage.study.variants import Variant, moved, reconstructed_tables, variants_of, varied
from weathergage.tables import Provenance, Table

DUEL = "frigate/constitution-guerriere"
PLAIN = Plan(DUEL, ())
DRIFT = Plan(DUEL, (), (("drift", True),))

# The layout


def test_each_choice_is_played_by_two_kinds_of_captain_and_held_against_the_first() -> None:
    layout = lay_out({"plain": PLAIN, "drift": DRIFT})
    plans = {arm.name: arm.plan for arm in layout.arms}
    for choice, options in (("plain", ()), ("drift", (("drift", True),))):
        for kind in ("captain", "random"):
            plan = plans[f"{choice}, {kind}"]
            assert plan.seats == (("british", kind), ("us", kind))
            assert plan.options == options
    assert ("drift, captain", "plain, captain") in layout.compared
    assert ("drift, random", "plain, random") in layout.compared


def test_the_first_choice_has_a_control_with_other_dice_and_nothing_else_changed() -> None:
    layout = lay_out({"plain": PLAIN, "drift": DRIFT}, ["random"])
    arms = {arm.name: arm for arm in layout.arms}
    control = arms["plain, random, control"]
    assert control == replace(arms["plain, random"], name=control.name, shift=CONTROL_SHIFT)
    assert (control.name, "plain, random") in layout.compared
    assert "drift, random, control" not in arms
    study = Study("s", "", layout.arms, 1, 1_000, compared=layout.compared)
    assert set(study.seeds(control)).isdisjoint(study.seeds(arms["plain, random"]))


def test_captains_of_two_kinds_meet_and_exchange_sides() -> None:
    arms = {arm.name: arm for arm in lay_out({"plain": PLAIN}).arms}
    meet = arms["plain, captain and random"]
    back = arms["plain, captain and random, swapped"]
    assert meet.plan.seats == (("british", "captain"), ("us", "random"))
    assert back.plan.seats == (("british", "random"), ("us", "captain"))
    assert back.swaps == meet.name
    assert (back.shift, back.plan.options) == (meet.shift, meet.plan.options)
    assert not any(arm.swaps for arm in lay_out({"plain": PLAIN}, swap=False).arms)
    assert not any(arm.swaps for arm in lay_out({"plain": PLAIN}, ["random"]).arms)


def test_the_same_captain_on_both_sides_cannot_exchange_them() -> None:
    assert swapped(Arm("alike", seated_alike(PLAIN, "random"))) is None


def test_a_control_of_a_control_has_other_dice_again() -> None:
    arm = Arm("plain", PLAIN)
    assert len({arm.shift, control_of(arm).shift, control_of(control_of(arm)).shift}) == 3


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_ruleset_has_two_kinds_of_captain_for_a_study(ruleset: str) -> None:
    kinds = captains_of(find_ruleset(ruleset))
    assert len(set(kinds)) == 2


# Variants of tables

GUESS = Provenance("reconstructed", why="to test")
PRINTED = Provenance("printed")


def table(rows: tuple[str, ...], grid: tuple[tuple[int | str, ...], ...], *guessed: int) -> Table:
    """A table of one column; guessed: the lines that were reconstructed."""
    spans = tuple((n + 1, n + 1) for n in range(len(rows)))
    sources = tuple((GUESS,) if n in guessed else (PRINTED,) for n in range(len(rows)))
    words = {value: "a word" for line in grid for value in line if isinstance(value, str)}
    return Table(
        "t", "1.0", "T", "none", ("a",), rows, 1, grid, results=words, spans=spans, sources=sources
    )


def column(of: Table) -> list[object]:
    return [line[0] for line in of.grid]


def test_where_rows_are_numbers_a_guess_reads_the_line_beside_it() -> None:
    hits = table(("1", "2", "3", "4"), ((0,), (1,), (3,), ("all",)), 1, 2, 3)
    assert column(moved(hits, "up")) == [0, 0, 1, 3]
    assert column(moved(hits, "down")) == [0, 3, "all", "all"]
    assert moved(hits, "up").source(2, 0).status == "house"
    assert moved(hits, "up").source(1, 0).status == "printed"


def test_what_is_printed_stays() -> None:
    hits = table(("1", "2", "3"), ((0,), (2,), (4,)), 1)
    assert column(moved(hits, "up")) == [0, 0, 4]
    assert column(moved(hits, "down")) == [0, 4, 4]


def test_where_rows_are_names_a_number_is_a_tenth_more_or_less_and_a_word_stays() -> None:
    ratings = table(("sloop", "frigate", "flag"), ((3,), (250,), ("yes",)), 0, 1, 2)
    assert column(moved(ratings, "up")) == [2, 225, "yes"]
    assert column(moved(ratings, "down")) == [4, 275, "yes"]


def test_a_way_that_changes_nothing_is_no_variant() -> None:
    assert variants_of(table(("1", "2"), ((0,), (0,)), 0, 1)) == ()
    rising = table(("1", "2"), ((0,), (1,)), 1)
    assert variants_of(rising) == (Variant("t", "up"),)
    with pytest.raises(UnknownName, match="sideways"):
        moved(rising, "sideways")


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_reconstructed_table_can_be_moved_and_keeps_what_is_not(ruleset: str) -> None:
    tables = reconstructed_tables(find_ruleset(ruleset))
    assert tables
    for one in tables:
        for variant in variants_of(one):
            other = moved(one, variant.way)
            for r in range(len(one.rows)):
                for c in range(len(one.columns)):
                    if one.sources[r][c].status != "reconstructed":
                        assert other.value(r, c) == one.value(r, c)
                        assert other.sources[r][c] == one.sources[r][c]


def test_rules_with_a_table_moved_are_others_and_the_first_stay_as_they_were() -> None:
    rules = assemble(DUEL)
    before = rules.tables["gunnery-1"]
    other = varied(rules, (Variant("gunnery-1", "down"),))
    assert other.tables["gunnery-1"].grid != before.grid
    assert rules.tables["gunnery-1"] is before
    assert varied(rules, (Variant("gunnery-1", "down"),)) is other
    with pytest.raises(UnknownName, match="gunnery-9"):
        varied(rules, (Variant("gunnery-9", "up"),))


def test_a_moved_table_is_what_the_games_are_played_by() -> None:
    seats = (("british", "captain"), ("us", "captain"))
    plain = [play_one(Plan(DUEL, seats), seed).outcome for seed in range(1, 9)]
    variants = tuple(Variant(f"gunnery-{n}", "down") for n in (1, 2, 3))
    harsh = [play_one(Plan(DUEL, seats, variants=variants), seed).outcome for seed in range(1, 9)]
    assert plain != harsh


def test_a_study_is_varied_in_what_it_compares() -> None:
    layout = lay_out({"plain": PLAIN, "drift": DRIFT}, ["random"])
    study = Study("s", "", layout.arms, 1, 5, compared=layout.compared)
    wide = with_variants(study, [Variant("gunnery-1", "up"), Variant("no-such-table", "up")])
    added = wide.arms[len(study.arms) :]
    assert {arm.varies for arm in added} == {"plain, random", "drift, random"}
    assert all(arm.plan.variants == (Variant("gunnery-1", "up"),) for arm in added)
    assert wide.compared[len(study.compared) :] == (
        ("drift, random [gunnery-1, up]", "plain, random [gunnery-1, up]"),
    )
    assert Study.of(wide.plain()) == wide
