"""Broadsides weighed by range: which step of a ruleset serves, and what odds come to."""

from __future__ import annotations

from fractions import Fraction

import pytest
from exact import counted

from weathergage.chances import BroadsideOdds
from weathergage.errors import Contradiction, UnknownName
from weathergage.plugins import discover, find_ruleset
from weathergage.ruleset import Ruleset
from weathergage.study.gunnery import VARIANTS, Gunnery, quantile, weigh
from weathergage.study.odds import bench_for

FIRING = [ruleset for ruleset in discover().rulesets.values() if ruleset.broadsides is not None]
HALF = {0: Fraction(1, 2), 1: Fraction(1, 2)}


def gunnery(*steps: BroadsideOdds | None, limits: tuple[float, ...]) -> Gunnery:
    weighed = dict.fromkeys(VARIANTS, steps)
    return Gunnery("own", "Own", "ship", "A ship", 1.0, "all", (), limits, weighed)


def test_a_limit_belongs_to_the_nearer_step_and_nothing_lies_beyond_the_last() -> None:
    near, far = (BroadsideOdds(HALF, HALF, "ship", words) for words in ("near", "far"))
    one = gunnery(near, None, far, limits=(100.0, 200.0, 400.0))
    found = [one.at(yards, "plain") for yards in (0, 100, 100.5, 200, 201, 400, 401)]
    assert found == [near, near, None, None, far, far, None]
    assert one.reach == 400


def test_the_reach_ends_where_nothing_is_hit() -> None:
    hit, miss = BroadsideOdds(HALF, HALF, "s", ""), BroadsideOdds({0: Fraction(1)}, HALF, "s", "")
    assert gunnery(hit, miss, None, limits=(100.0, 200.0, 400.0)).reach == 100


def test_quantiles_are_the_least_outcome_that_holds_so_much() -> None:
    dice = counted(2, lambda a, b: a + b)
    assert [quantile(dice, Fraction(n, 36)) for n in (1, 2, 3, 21, 22, 36)] == [2, 3, 3, 7, 8, 12]
    with pytest.raises(ValueError, match="no quantile"):
        quantile({1: Fraction(1, 2)}, Fraction(3, 4))


@pytest.mark.parametrize("ruleset", FIRING, ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("ship", ["74", "38"])
def test_every_ruleset_weighs_the_neutral_classes(ruleset: Ruleset, ship: str) -> None:
    found = weigh(bench_for(ruleset), ship)
    assert list(found.limits) == sorted(set(found.limits))
    assert found.assumed
    assert all(len(row) == len(found.limits) for row in found.weighed.values())
    for row in found.weighed.values():
        for weighed in row:
            if weighed is not None:
                assert sum(weighed.hits.values()) == sum(weighed.share.values()) == 1
                assert all(0 <= share <= 1 for share in weighed.share)


@pytest.mark.parametrize("ruleset", FIRING, ids=lambda ruleset: ruleset.id)
def test_every_class_names_a_ship_that_there_is(ruleset: Ruleset) -> None:
    broadsides = ruleset.broadsides
    assert broadsides is not None
    assert {"74", "38"} <= set(broadsides.classes)
    assert set(broadsides.classes.values()) <= set(ruleset.ships)


@pytest.mark.parametrize("ruleset", FIRING, ids=lambda ruleset: ruleset.id)
def test_raking_and_a_first_broadside_never_hit_less_on_the_average(ruleset: Ruleset) -> None:
    found = weigh(bench_for(ruleset), "74")

    def mean(weighed: BroadsideOdds | None) -> Fraction:
        rows = weighed.hits.items() if weighed is not None else ()
        return sum((hits * chance for hits, chance in rows), Fraction(0))

    for step in range(len(found.limits)):
        plain, *others = (mean(found.weighed[variant][step]) for variant in VARIANTS)
        assert all(other >= plain for other in others)


def test_a_ruleset_without_broadsides_and_a_ship_that_there_is_not_are_refused() -> None:
    with pytest.raises(Contradiction, match="no broadsides"):
        weigh(bench_for(find_ruleset("war-galley")), "74")
    with pytest.raises(UnknownName, match="73"):
        weigh(bench_for(find_ruleset("frigate")), "73")
