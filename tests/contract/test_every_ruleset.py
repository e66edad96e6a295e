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


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [(ruleset, id) for ruleset in RULESETS for id in scenarios(ruleset)]
)
def test_every_scenario_holds_with_the_books_options_and_with_all_of_them(
    ruleset: str, scenario: str, tmp_path: Path
) -> None:
    found = find_ruleset(ruleset)
    made = scenarios_of(found)[scenario]
    choice = option_choices(found, made)[-1] if made.ship_count > FLEET else None
    report = check_ruleset(
        ruleset, scenarios=[scenario], folder=tmp_path, quick=True, options=choice, deep=2
    )
    assert report, report.say()
    assert report.games


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
            tried += check_secrecy(game, dice, svg=tried % 8 == 0)
            if tried >= positions:
                return tried
            give(game, drawn(game, dice))
    return tried
