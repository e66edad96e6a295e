"""What must always hold, run on every installed ruleset: see weathergage.testing."""

from __future__ import annotations

from pathlib import Path

import pytest

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset, scenarios_of
from weathergage.testing import (
    check_ruleset,
    check_secrecy,
    drawn,
    give,
    option_choices,
)

RULESETS = sorted(wg.rulesets())


def scenarios(ruleset: str) -> dict[str, int]:
    """The ships of every scenario, the smallest first."""
    found = scenarios_of(find_ruleset(ruleset))
    return dict(sorted(((id, s.ship_count) for id, s in found.items()), key=lambda pair: pair[1]))


def test_every_installed_plugin_works() -> None:
    assert RULESETS
    assert wg.discover().failures == []


FLEET = 60
"""More ships than these play one game, under all the options that agree, and not two."""
TOGETHER = 4
"""Scenarios that are looked at one after another, so that one process verifies all their records:
to start it takes longer than to play a small battle.
"""


def lots(ruleset: str) -> list[list[str]]:
    """The scenarios of a ruleset, so many together; big battles apart from small ones, and in each
    lot some of the bigger and some of the smaller of these.
    """
    known = scenarios(ruleset)
    small = [id for id, ships in known.items() if ships <= FLEET]
    parts = ((ids, -(-len(ids) // TOGETHER)) for ids in (small, list(known)[len(small) :]))
    return [ids[first::step] for ids, step in parts for first in range(step)]


@pytest.mark.parametrize(
    ("ruleset", "names"),
    [pytest.param(r, lot, id=f"{r}-{','.join(lot)}") for r in RULESETS for lot in lots(r)],
)
def test_every_scenario_holds_with_the_books_options_and_with_all_of_them(
    ruleset: str, names: list[str], tmp_path: Path
) -> None:
    found = find_ruleset(ruleset)
    known = scenarios_of(found)
    choice, deep = None, 2
    if known[names[0]].ship_count > FLEET:
        choice, deep = option_choices(found, known[names[0]])[-1], 1
    report = check_ruleset(
        ruleset, scenarios=names, folder=tmp_path, quick=True, options=choice, deep=deep
    )
    assert report, report.say()
    assert report.games == len(names) * (1 if choice else 2)


def test_every_scenario_is_in_a_lot() -> None:
    for ruleset in RULESETS:
        assert sorted(id for lot in lots(ruleset) for id in lot) == sorted(scenarios(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_option_alone_holds_in_both_modes(ruleset: str, tmp_path: Path) -> None:
    small = next(id for id, ships in scenarios(ruleset).items() if ships)
    report = check_ruleset(ruleset, scenarios=[small], seeds=range(2), folder=tmp_path, deep=3)
    assert report, report.say()


POSITIONS = {"war-galley": 60}
"""Positions in which secrets are tried, other than 200: where few questions are secret, most of the
time goes on playing up to the next one.
"""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_secrets_are_kept_in_many_positions_of_three_scenarios(ruleset: str) -> None:
    positions = POSITIONS.get(ruleset, 200)
    known = [id for id, ships in scenarios(ruleset).items() if ships][:12]
    chosen = known[:: max(1, len(known) // 3)][:3]
    tried = 0
    for number, id in enumerate(chosen, 1):
        tried += secrecy_of(ruleset, id, positions * number // len(chosen) - tried)
    assert tried >= positions


def secrecy_of(ruleset: str, scenario: str, positions: int) -> int:
    """Try secrecy in so many positions of games played by lot, each game under other options."""
    found = find_ruleset(ruleset)
    choices = option_choices(found, scenarios_of(found)[scenario])
    tried = 0
    for seed in range(positions):
        choice = choices[seed % len(choices)] if seed % 2 else choices[-1]
        rules = assemble_scenario(found, scenarios_of(found)[scenario], choice)
        game = wg.Game(rules, seed, mode=("assisted", "book")[seed % 2])
        dice = wg.Dice(seed)
        while not game.over:
            # Drawn for some: what is to be drawn is compared in all.
            tried += check_secrecy(game, dice, svg=tried % 25 == 0)
            if tried >= positions:
                return tried
            give(game, drawn(game, dice))
    return tried
