"""Make the golden games anew: python tests/golden/remake.py [RULESET...]

Do so when a rule was changed on purpose, and read the diff of the .txt files: it says what the
change did. The tests never do it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from games import FOLDER, golden_of, told_of

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage.captains.random import play_at_random
from weathergage.plugins import scenarios_of
from weathergage_frigate.victory import ENDINGS

HUNTED = (
    "constitution-guerriere",
    "gulf-of-tehuantepec",
    "bay-of-bengal",
    "azores",
    "st-jago",
    "pondicherry",
    "lissa",
)
"""Small scenarios in which the rarer endings are looked for."""

BETWEEN_CAPTAINS = {"both-disabled": "constitution-guerriere", "both-passed-won": "st-jago"}
"""Endings that games by lot hardly come to, and where captains do."""

SMALL = {"war-galley": ("first-evening", "tauris", "tournament")}
"""Of rulesets whose battles take thousands of commands, those that are kept whole."""

RARE = {"explosions": True, "drift": True, "surrender": True, "recapture": True}
MOST = 1500


def keep(game: wg.Game) -> str:
    """Keep a finished game, and give back how it ended."""
    golden = golden_of(game)
    golden.save(told_of(game))
    print(golden.name, f"turn {game.turn}, {golden.winner}")
    return golden.how


def between_captains(scenario: str, seed: int, **options: bool) -> wg.Game:
    """A game of the ruleset's captain against itself."""
    game = wg.new_game(scenario, seed=seed, options=options)
    captains = {
        seat: make_captain(game.rules.ruleset, "captain", seat, seed * 100 + number)
        for number, seat in enumerate(game.seats)
    }
    play_out(game, captains)
    return game


def hunt_between_captains(missing: set[str]) -> None:
    """Look for the endings that only captains come to."""
    for how, name in BETWEEN_CAPTAINS.items():
        if how not in missing:
            continue
        for seed in range(2, MOST):
            game = between_captains(f"frigate/{name}", seed, explosions=True)
            if game.outcome is not None and game.outcome.how == how:
                missing.discard(keep(game))
                break


def hunt(missing: set[str]) -> None:
    """Look for endings that no game between captains came to, in games by lot."""
    for number in range(MOST):
        if not missing:
            return
        name = HUNTED[number % len(HUNTED)]
        options = RARE if number % 2 and name != "constitution-guerriere" else {"explosions": True}
        game = wg.new_game(f"frigate/{name}", seed=number, options=options)
        play_at_random(game, wg.Dice(number))
        if game.outcome is not None and game.outcome.how in missing:
            missing.discard(keep(game))


def one_of_each(ruleset: str) -> set[str]:
    """A game of every scenario between captains; gives back the ways in which they ended."""
    (FOLDER / ruleset).mkdir(exist_ok=True)
    for path in (FOLDER / ruleset).glob("*.*"):
        path.unlink()
    return {
        keep(between_captains(f"{ruleset}/{scenario}", 1))
        for scenario in SMALL.get(ruleset, scenarios_of(wg.rulesets()[ruleset]))
    }


def main(rulesets: list[str]) -> None:
    """One game of every scenario, and one for every way in which a game of Frigate can end."""
    for ruleset in rulesets or sorted(wg.rulesets()):
        found = one_of_each(ruleset)
        if ruleset == "frigate":
            missing = set(ENDINGS) - found
            hunt_between_captains(missing)
            hunt(missing)
            print("no game found for:", ", ".join(sorted(missing)) or "none")


if __name__ == "__main__":
    main(sys.argv[1:])
